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
from gfkit.lab.formula import Line, latex_of
from gfkit.lab.place import place_of
from gfkit.typing import OnProgress

if TYPE_CHECKING:
    from gfkit.games import Question
    from gfkit.guess import Finding
    from gfkit.transfer import Derived

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

        found = count(self._question(request, "board"), on_progress=on_progress)
        lines = [Line("positions", whole_text(found.count), whole_text(found.count))]
        if found.weights:
            lines.append(Line("polynomial", str(found), found.polynomial.latex()))
        return _answer(found.as_json(), lines, str(found.evidence))

    def derive(self, request: Request, on_progress: OnProgress | None) -> Answer:
        """The law of a family."""
        found = self._derived(request, on_progress)
        return _answer(found.as_json(_TERMS, _DIGITS), _derived_lines(found), str(found.evidence))

    def certificate(self, request: Request, on_progress: OnProgress | None) -> Answer:
        """The text of the certificate that ``gfkit certify`` checks."""
        from gfkit.errors import OptionError
        from gfkit.verify import save_derived

        found = self._derived(request, on_progress)
        if found.rational is None:
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
        """A printed formula against a family."""
        from gfkit.verify.claim import verify

        question = self._question(request, "family")
        found = verify(request["formula"], game=question, on_progress=on_progress)
        texts = (("read as", found.formula), ("repair", found.repair), ("right is", found.correction))
        lines = [
            Line(label, text, None if label == "repair" else latex_of(text)) for label, text in texts if text
        ]
        notes = [Line("note", note) for note in found.notes]
        return _answer(found.as_json(), [*lines, *notes], str(found.evidence))

    def value(self, request: Request, on_progress: OnProgress | None) -> Answer:
        """The game value of a position."""
        from gfkit.sequences.number import number_text
        from gfkit.values import value

        found = value(self._question(request, "board"), on_progress=on_progress)
        graph = found.thermograph
        text = found.value.text(_CHARACTERS)
        lines = [
            Line("value", text if text is not None else f"(of size {found.value.size}, too long to write)"),
            Line("mean", number_text(graph.mean)),
            Line("temperature", number_text(graph.temperature)),
        ]
        return _answer(found.as_json(_CHARACTERS), lines, str(found.evidence))

    def _game(self, request: Request) -> str:
        """The word for the game: its name, or the path of the file that now holds the rule."""
        if "rule" not in request:
            return str(request["game"])
        file = self.folder / RULE_FILE
        file.write_text(request["rule"], encoding="utf-8")
        return str(file)

    def _derived(self, request: Request, on_progress: OnProgress | None) -> Derived:
        from gfkit.transfer import derive

        return derive(self._question(request, "family"), on_progress=on_progress)

    def _question(self, request: Request, board: str) -> Question:
        """What the request asks, of the board or family that stands under this key."""
        from gfkit.games import Question

        positions, weights = request.get("positions", "all"), request.get("weights", "none")
        return Question.of(self._game(request), request[board], positions, weights)


def _answer(json: Mapping[str, object], lines: Sequence[Line], evidence: str) -> Answer:
    return {"json": dict(json), "lines": [line.as_json() for line in lines], "evidence": evidence}


def _derived_lines(found: Derived) -> list[Line]:
    from gfkit.sequences.recurrence import term_text

    terms = ", ".join(term_text(value) for value in found.terms(_TERMS))
    if found.exponential is None:
        lines = [
            Line("generating function", str(found), found.latex()),
            Line("recurrence", str(found.recurrence), found.recurrence.latex()),
        ]
    else:
        lines = [Line("exponential generating function", found.exponential, latex_of(found.exponential))]
        if found.recurrence_text:
            lines.append(Line("recurrence", found.recurrence_text, latex_of(found.recurrence_text)))
    lines.append(Line(f"terms from n = {found.first_n}", terms, latex_of(terms)))
    if found.is_analysed:
        growth, closed = found.growth(_DIGITS), found.closed_form
        lines.append(Line("growth", str(growth), growth.latex()))
        if closed is not None:
            lines.append(Line("closed form", str(closed), closed.latex(), found.order <= _READABLE))
    return lines


def _law_latex(finding: Finding) -> str | None:
    """The law typeset as ``text`` has it: a rational generating function by its recurrence."""
    if finding.transform is not None:
        return None
    if finding.recurrence is not None and finding.text == finding.recurrence_text:
        return finding.recurrence.latex()
    latex = finding.law.latex()
    stated = finding.text.startswith("a(n) =") and not latex.startswith("a(n)")
    return f"a(n) = {latex}" if stated else latex


def _finding(finding: Finding, count: int) -> Answer:
    """One law with its next terms and what speaks for it."""
    from gfkit.sequences.number import number_text

    following = ", ".join(map(number_text, finding.terms(count + 3)[count:]))
    lines = [
        Line("law", finding.text, _law_latex(finding)),
        Line(f"next from n = {finding.first_n + count}", following, latex_of(following)),
    ]
    if (gf := finding.rational) is not None:
        lines.append(Line("generating function", str(gf), gf.latex()))
    checked = dict(finding.evidence.details)["terms_checked"]
    poor = "; poor evidence, more terms would tell" if finding.weak else ""
    return {
        "kind": finding.description,
        "lines": [line.as_json() for line in lines],
        "evidence": f"guessed from {count} terms: {count - checked} fitted it, {checked} more agreed{poor}",
    }
