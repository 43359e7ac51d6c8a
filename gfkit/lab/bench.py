"""The tools of the laboratory: from a request to what the command line prints with --json, and to show it.

A request is plain data with the words of the command line; a ``rule`` in it is the text of a rule file,
which takes the place of the game's name. An answer has ``json``, equal to the command's, and ``lines``, the
same for people; or ``error``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gfkit.errors import GfkitError
from gfkit.formula import tree_of
from gfkit.formula.tree import Enumeration, Equation, Node, Number, term
from gfkit.lab.formula import Answered, typeset_tree
from gfkit.lab.place import place_of
from gfkit.typing import OnProgress

if TYPE_CHECKING:
    from gfkit.guess import Finding
    from gfkit.sequences.recurrence import Term
    from gfkit.transfer import CompleteLaw, Derived

Request = Mapping[str, Any]
Answer = dict[str, Any]
RULE_FILE = "rule.toml"
_TERMS, _DIGITS, _CHARACTERS = 10, 30, 2000
"""What the command line has when nothing is said: terms, digits of the growth, characters of a value."""
_READABLE = 12
"""Orders up to which a closed form is typeset: beyond, its sums run over roots of long polynomials."""


class Bench:
    """Runs tools; rules that come as text are kept in a file in ``folder``."""

    def __init__(self, folder: Path = Path()) -> None:
        self.folder = folder
        self._tools: dict[str, Callable[[Request, OnProgress | None], Answer]] = {
            "games": self.games,
            "rule": self.rule,
            "count": self.count,
            "derive": self.derive,
            "certificate": self.certificate,
            "guess": self.guess,
            "verify": self.verify,
            "value": self.value,
        }

    def run(self, tool: str, request: Request, on_progress: OnProgress | None = None) -> Answer:
        """The answer of a tool; what gfkit refuses comes back as an error with its place in the rule."""
        try:
            return self._tools[tool](request, on_progress)
        except GfkitError as error:
            about_rule = error.code == "rule" and "rule" in request
            place = place_of(str(error), request["rule"]) if about_rule else None
            return {
                "error": {
                    "message": str(error),
                    "code": error.code,
                    "exit_code": error.exit_code,
                    "place": None if place is None else {"line": place[0], "column": place[1]},
                }
            }

    def games(self, _request: Request, _on_progress: OnProgress | None) -> Answer:
        """The games that come with gfkit."""
        from gfkit.games import BUILT_IN, TILE_SETS, find_rule
        from gfkit.show.words import described

        names = [name for name in (*BUILT_IN, *TILE_SETS) if name != "cis:k"]
        listed = [{"game": name, **described(find_rule(name))} for name in [*names, "cis:3"]]
        return {"json": {"games": listed}, "lines": []}

    def rule(self, request: Request, _on_progress: OnProgress | None) -> Answer:
        """One game with its pieces."""
        from gfkit.games import find_rule
        from gfkit.show.words import described

        game = self._game(request)
        return {"json": {"games": [{"game": game, **described(find_rule(game))}]}, "lines": []}

    def count(self, request: Request, on_progress: OnProgress | None) -> Answer:
        """The positions on one board."""
        from gfkit.sequences.number import whole_text
        from gfkit.transfer import count

        found = count(self._game(request), request["board"], *_asked(request), on_progress=on_progress)
        lines = [Answered("positions", whole_text(found.count), Number(found.count))]
        if found.weights:
            lines.append(Answered("polynomial", str(found), tree_of(found.polynomial)))
        return _answer(found.as_json(), lines, str(found.evidence))

    def derive(self, request: Request, on_progress: OnProgress | None) -> Answer:
        """The law of a family."""
        from gfkit.transfer import CompleteLaw

        found = self._derived(request, on_progress)
        if isinstance(found, CompleteLaw):
            return _answer(found.as_json(_TERMS), _law_lines(found), str(found.evidence))
        return _answer(found.as_json(_TERMS, _DIGITS), _derived_lines(found), str(found.evidence))

    def certificate(self, request: Request, on_progress: OnProgress | None) -> Answer:
        """The text of the certificate that ``gfkit certify`` checks."""
        from gfkit.errors import OptionError
        from gfkit.transfer import CompleteLaw
        from gfkit.verify import save_derived

        found = self._derived(request, on_progress)
        if isinstance(found, CompleteLaw):
            raise OptionError("a certificate keeps a machine, and games on complete graphs have none")
        file = self.folder / "certificate.json"
        save_derived(found, str(file))
        return {"json": {"certificate": file.read_text(encoding="utf-8")}, "lines": []}

    def guess(self, request: Request, on_progress: OnProgress | None) -> Answer:
        """The laws that terms obey."""
        from gfkit.guess import guess, read_text

        data = read_text(request["terms"], request.get("offset"))
        found = guess(data, on_progress=on_progress)
        groups = [_finding(finding, len(data)) for finding in found.found]
        return {"json": found.as_json(), "lines": [], "groups": groups}

    def verify(self, request: Request, on_progress: OnProgress | None) -> Answer:
        """A typeset_tree formula against a family."""
        from gfkit.verify.claim import verify

        positions, _ = _asked(request)
        found = verify(
            request["formula"],
            game=self._game(request),
            family=request["family"],
            positions=positions,
            on_progress=on_progress,
        )
        texts = (("read as", found.formula), ("repair", found.repair), ("right is", found.correction))
        lines = [
            Answered(label, text, None if label == "repair" else typeset_tree(text))
            for label, text in texts
            if text
        ]
        notes = [Answered("note", note) for note in found.notes]
        return _answer(found.as_json(), [*lines, *notes], str(found.evidence))

    def value(self, request: Request, on_progress: OnProgress | None) -> Answer:
        """The game value of a position."""
        from gfkit.sequences.number import number_text
        from gfkit.values import value

        found = value(self._game(request), request["board"], on_progress=on_progress)
        graph = found.thermograph
        text = found.value.text(_CHARACTERS)
        lines = [
            Answered(
                "value", text if text is not None else f"(of size {found.value.size}, too long to write)"
            ),
            Answered("mean", number_text(graph.mean)),
            Answered("temperature", number_text(graph.temperature)),
        ]
        return _answer(found.as_json(_CHARACTERS), lines, str(found.evidence))

    def _game(self, request: Request) -> str:
        """The word for the game: its name, or the path of the file that now holds the rule."""
        if "rule" not in request:
            return str(request["game"])
        file = self.folder / RULE_FILE
        file.write_text(request["rule"], encoding="utf-8")
        return str(file)

    def _derived(self, request: Request, on_progress: OnProgress | None) -> Derived | CompleteLaw:
        from gfkit.transfer import derive

        return derive(self._game(request), request["family"], *_asked(request), on_progress=on_progress)


def _asked(request: Request) -> tuple[str, str]:
    return request.get("positions", "all"), request.get("weights", "none")


def _answer(json: Mapping[str, object], lines: Sequence[Answered], evidence: str) -> Answer:
    return {"json": dict(json), "lines": [line.as_json() for line in lines], "evidence": evidence}


def _derived_lines(found: Derived) -> list[Answered]:
    from gfkit.sequences.recurrence import term_text
    from gfkit.transfer.derived import MOST_ANALYSED

    terms = ", ".join(term_text(value) for value in found.terms(_TERMS))
    lines = [
        Answered("generating function", str(found.generating_function), tree_of(found.generating_function)),
        Answered("recurrence", str(found.recurrence), tree_of(found.recurrence)),
        Answered(f"terms from n = {found.first_n}", terms, _row(found.terms(_TERMS))),
    ]
    if not found.weights and found.order <= MOST_ANALYSED:
        growth, closed = found.growth(_DIGITS), found.closed_form
        lines.append(Answered("growth", str(growth), tree_of(growth)))
        if closed is not None:
            lines.append(Answered("closed form", str(closed), tree_of(closed), found.order <= _READABLE))
    return lines


def _law_lines(found: CompleteLaw) -> list[Answered]:
    from gfkit.sequences.recurrence import term_text

    terms = ", ".join(term_text(value) for value in found.terms(_TERMS))
    lines = [Answered("exponential generating function", str(found), typeset_tree(str(found)))]
    if found.recurrence_text:
        lines.append(Answered("recurrence", found.recurrence_text, typeset_tree(found.recurrence_text)))
    return [*lines, Answered("terms from n = 0", terms, _row(found.terms(_TERMS)))]


def _law_tree(finding: Finding) -> Node | None:
    """The law typeset as ``text`` has it: a rational generating function by its recurrence."""
    from gfkit.sequences import Hypergeometric, QuasiPolynomial, RationalGF

    if finding.transform is not None:
        return None
    law = tree_of(finding.law.recurrence if isinstance(finding.law, RationalGF) else finding.law)
    return Equation(term(0), law) if isinstance(finding.law, Hypergeometric | QuasiPolynomial) else law


def _row(terms: Sequence[Term]) -> Node:
    """Terms side by side."""
    from gfkit.sequences import Polynomial

    listed = (tree_of(value) if isinstance(value, Polynomial) else Number(value) for value in terms)
    return Enumeration(tuple(listed))


def _finding(finding: Finding, count: int) -> Answer:
    """One law with its next terms and what speaks for it."""
    from gfkit.sequences.number import number_text

    following = ", ".join(map(number_text, finding.terms(count + 3)[count:]))
    lines = [
        Answered("law", finding.text, _law_tree(finding)),
        Answered(
            f"next from n = {finding.first_n + count}", following, _row(finding.terms(count + 3)[count:])
        ),
    ]
    if finding.generating_function is not None and finding.transform is None:
        gf = finding.generating_function
        lines.append(Answered("generating function", str(gf), tree_of(gf)))
    checked = dict(finding.evidence.details)["terms_checked"]
    poor = "; poor evidence, more terms would tell" if finding.weak else ""
    return {
        "kind": finding.description,
        "lines": [line.as_json() for line in lines],
        "evidence": f"guessed from {count} terms: {count - checked} fitted it, {checked} more agreed{poor}",
    }
