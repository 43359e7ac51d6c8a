"""Tools of the laboratory: convert a request to the JSON output of the command line, with typeset rows.

A request is plain data with the arguments of the command line. If it contains a ``rule``, this is the content
of a rule file, which replaces the name of the structure. A response contains ``json``, the output of the
command, and its human-readable form: ``lines`` (the rows of the result with typeset formulas), ``pictures``
and ``evidence``. In case of an error it contains ``error``.
"""

from __future__ import annotations

import json
import shlex
import time
import warnings
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import gfkit
from gfkit.core.algebra import ARRAYS
from gfkit.core.deferred import regex
from gfkit.core.errors import GfkitError, LimitError, OptionError, ReadingNote, RuleError
from gfkit.core.hooks import is_installed
from gfkit.core.rules import Question, Rule, find_rule
from gfkit.core.rules.kinds.diagram import pictures_of
from gfkit.core.rules.values import Piece
from gfkit.core.typing import JSON_VERSION, OnProgress, Player, Progress, UpTo
from gfkit.show import svg
from gfkit.show.card import Badge, Card, Row, ShownFormula, ShownSeries, ShownTerms
from gfkit.show.cards import card_of

if TYPE_CHECKING:
    from gfkit.core.engine import Derived
    from gfkit.core.rules.kinds.placement.move import Move

Request = Mapping[str, Any]
Answer = dict[str, Any]
Report = Callable[[str, int, int, int], object]
RULE_FILE = "rule.toml"
MOST_TYPESET = 6000
"""Maximum number of characters of LaTeX for which a formula is typeset. Longer formulas are plain text."""
_TERMS, _DIGITS, _CHARACTERS, _NEXT = 10, 30, 2000, 3
"""Default numbers of terms, of digits of the growth constant, of characters of a value and of next terms, as
on the command line.
"""
_BOARDS, _HITS = 8, 10
"""Last n of outcomes, and number of listed sequences, by default."""
_SECONDS = 5.0
"""Seconds of search for the winning moves of a player."""
_MOST_DRAWN = 24
"""Maximum number of configurations that are all drawn."""
_SMALL = 0.5
"""Scale at which pieces are drawn."""
_PAUSE = 0.1
"""Seconds between two reports of progress."""


def answer(tool: str, request: str, report: Report) -> str:
    """Return the response to a request, both in JSON.

    ``report`` receives the stage, the steps done, their total, and the states.
    """
    latest = 0.0

    def on_progress(progress: Progress) -> None:
        nonlocal latest
        now = time.monotonic()
        if now - latest >= _PAUSE:
            latest = now
            report(progress.stage, progress.done, progress.total, progress.states)

    return json.dumps(Tools().run(tool, json.loads(request), on_progress))


class Tools:
    """Runner of tools. A rule that is given as a string is stored in a file in ``folder``.

    Work that would use more than ``max_memory`` bytes raises LimitError.
    """

    def __init__(self, folder: Path = Path(), max_memory: int | None = None) -> None:
        self.folder = folder
        self.max_memory = max_memory
        self._tools: dict[str, Callable[[Request, OnProgress | None], Answer]] = {
            "able": self.able,
            "games": self.games,
            "rule": self.rule,
            "formula": self.formula,
            "fits": self.fits,
            "count": self.count,
            "derive": self.derive,
            "sample": self.sample,
            "certificate": self.certificate,
            "theorem": self.theorem,
            "entry": self.entry,
            "guess": self.guess,
            "verify": self.verify,
            "value": self.value,
            "nim": self.nim,
            "outcomes": self.outcomes,
            "play": self.play,
            "lint": self.lint,
            "search": self.search,
        }

    def run(self, tool: str, request: Request, on_progress: OnProgress | None = None) -> Answer:
        """Return the result of a tool. An error contains its position in the rule."""
        try:
            answer = self._tools[tool](request, on_progress)
            versioned = {"schema": JSON_VERSION, **answer["json"]}
            return {**answer, "json": versioned, **spoken(tool, request)}
        except GfkitError as error:
            spot = error.spot if isinstance(error, RuleError) and "rule" in request else None
            return {
                "error": {
                    "message": own_words(str(error)),
                    "code": error.code,
                    "exit_code": error.exit_code,
                    "place": {"line": spot.line, "column": spot.column} if spot and spot.line else None,
                }
            }

    def able(self, _request: Request, _on_progress: OnProgress | None) -> Answer:
        """Return the names of the available tools; some require numpy."""
        return {"json": {"arrays": ARRAYS, "tools": sorted(self._tools)}, "lines": []}

    def games(self, request: Request, on_progress: OnProgress | None) -> Answer:
        """Return the built-in games, or the game that the request names."""
        from gfkit.core.boards import synonyms
        from gfkit.core.rules.library import GROUPS, NAMED, NUMBERED

        if "game" in request:
            return self.rule(request, on_progress)
        numbered = [name for name in NAMED if name.endswith(":k")]
        names = [*(n for n in NAMED if n not in numbered), *(n.replace(":k", ":3") for n in numbered)]
        return _rules(names) | {
            "names_by_group": GROUPS,
            "numbered": {name: most for name, (most, _) in NUMBERED.items()},
            "synonyms": {word: row[0] for word, row in synonyms("structures", "taken").items()},
        }

    def formula(self, request: Request, _on_progress: OnProgress | None) -> Answer:
        """Return a formula, parsed and typeset, or an empty result if it cannot be parsed."""
        from gfkit.claims.statement.parse import printed_tree
        from gfkit.core.algebra.formula import LATEX, MATHML, PLAIN
        from gfkit.core.algebra.formula.write.mathml import split_formula

        tree = printed_tree(request["formula"])
        if tree is None:
            return {"json": {"read": False}, "lines": []}
        texts = {
            "text": PLAIN.write(tree),
            "latex": LATEX.write(tree),
            "html": split_formula(MATHML.write(tree)),
        }
        return {"json": {"read": True}, "lines": [{"label": "read as", **texts, "badge": None}]}

    def rule(self, request: Request, _on_progress: OnProgress | None) -> Answer:
        """Return one rule with its pieces."""
        return _rules([self._game(request)])

    def fits(self, request: Request, _on_progress: OnProgress | None) -> Answer:
        """Return three truth values: the rule applies to boards without rows and columns, is a game, is
        impartial.
        """
        with warnings.catch_warnings(action="ignore", category=ReadingNote):
            question = Question.of(self._game(request), "cycle:3")
        rule = question.rule
        fits = {"graphs": True, "played": rule.is_game, "impartial": rule.impartial}
        try:
            gfkit.count(question)
        except GfkitError:
            fits["graphs"] = False
        return {"json": fits, "lines": []}

    def count(self, request: Request, on_progress: OnProgress | None) -> Answer:
        """Count the configurations on one board."""
        question, up_to = self._question(request, "board"), _up_to(request)
        if up_to is None:
            result = gfkit.count(question, max_memory=self.max_memory, on_progress=on_progress)
            answered = _answer(result, result.as_json())
            if result.count <= _MOST_DRAWN:
                answered["pictures"] += _every_position(question)
            return answered
        question.board  # noqa: B018  - refuses a family
        return self._orbits(question, up_to, on_progress)

    def derive(self, request: Request, on_progress: OnProgress | None) -> Answer:
        """Derive the generating function of a family."""
        if (up_to := _up_to(request)) is not None:
            question = self._question(request, "family")
            question.family  # noqa: B018  - refuses a single board
            return self._orbits(question, up_to, on_progress)
        derived = self._derive(request, on_progress)
        answered = _answer(
            derived, derived.as_json(_TERMS, _DIGITS), terms=_TERMS, digits=_DIGITS, quick=False
        )
        return answered | ({} if derived.rational is None else {"copies": _copies(derived)})

    def sample(self, request: Request, on_progress: OnProgress | None) -> Answer:
        """Draw random configurations on a board, or on the board of size ``n`` of a family."""
        question = self._question(request, "family" if "n" in request else "board")
        if "n" in request:
            question = replace(question, boards=question.family.at(request["n"]))
        asked = {key: request[key] for key in ("seed", "x", "y") if key in request}
        drawn = gfkit.samples(
            question,
            number=request.get("number", 1),
            max_memory=self.max_memory,
            on_progress=on_progress,
            **asked,
        )
        if len(drawn) == 1:
            return _answer(drawn[0], drawn[0].as_json())
        cards = [_answer(configuration, {}) for configuration in drawn]
        return {"json": {"samples": [configuration.as_json() for configuration in drawn]}, "groups": cards}

    def entry(self, request: Request, on_progress: OnProgress | None) -> Answer:
        """Return an OEIS entry and b-file for a family."""
        from gfkit.oeis.export import export_family

        export = export_family(self._question(request, "family"), on_progress=on_progress)
        return {"json": export.as_json(), "files": export.files, "lines": []}

    def _orbits(self, question: Question, up_to: UpTo, on_progress: OnProgress | None) -> Answer:
        """Count orbits, on a board or for a family."""
        result = gfkit.orbits(question, up_to=up_to, max_memory=self.max_memory, on_progress=on_progress)
        if isinstance(result, gfkit.Count):
            return _answer(result, result.as_json())
        return _answer(result, result.as_json(_TERMS), terms=_TERMS)

    def certificate(self, request: Request, on_progress: OnProgress | None) -> Answer:
        """Return the text of the certificate, and the statement that the verified program must print."""
        from gfkit.proofs import statement_for_pages

        text = self._saved_text("certificate.json", request, on_progress)
        return {
            "json": {"certificate": text, "statement": statement_for_pages(json.loads(text))},
            "lines": [],
        }

    def theorem(self, request: Request, on_progress: OnProgress | None) -> Answer:
        """Return the theorem as a self-contained file for Coq."""
        return {
            "json": {},
            "files": {"theorem.v": self._saved_text("theorem.v", request, on_progress)},
            "lines": [],
        }

    def _saved_text(self, name: str, request: Request, on_progress: OnProgress | None) -> str:
        """Return the saved form of a derived formula, for a file of the given name."""
        if (up_to := _up_to(request)) is not None:
            raise OptionError(up_to.certificate_refusal)
        derived = self._derive(request, on_progress)
        if derived.rational is None:
            raise OptionError("a certificate requires a rational generating function")
        file = self.folder / name
        gfkit.save_derived(derived, str(file))
        return file.read_text(encoding="utf-8")

    def guess(self, request: Request, on_progress: OnProgress | None) -> Answer:
        """Guess formulas that fit terms."""
        from gfkit.guessing import guess, read_text

        data = read_text(request["terms"], request.get("offset"))
        result = guess(data, on_progress=on_progress)
        law, counts, entry = result.strongest, "", dict[str, Any]()
        if is_installed("atlas"):
            from gfkit.atlas.matching import structures_counted

            counts, entry = structures_counted(data.terms, None if law is None else law.terms)
        return _answer(result, result.as_json() | entry, count=len(data), more=_NEXT, counts=counts)

    def verify(self, request: Request, on_progress: OnProgress | None) -> Answer:
        """Check a printed formula against a family."""
        if (up_to := _up_to(request)) is not None:
            raise OptionError(
                "formulas are verified against counts of all configurations, not of orbits up to"
                f" {up_to.value}: derive that formula,"
                " or switch off the symmetries"
            )
        question = self._question(request, "family")
        verdict = gfkit.verify(request["formula"], game=question, on_progress=on_progress)
        return _answer(verdict, verdict.as_json())

    def value(self, request: Request, on_progress: OnProgress | None) -> Answer:
        """Return the game value of a board, or the values on the boards of a family."""
        if "family" in request:
            from gfkit.play.family_values import family_values

            values = family_values(
                self._question(request, "family"),
                to=request.get("to"),
                max_memory=self.max_memory,
                on_progress=on_progress,
            )
            return _answer(values, values.as_json())

        question = self._question(request, "board")
        result = gfkit.value(question, options=True, max_memory=self.max_memory, on_progress=on_progress)
        data = replace(result, moves=()).as_json(_CHARACTERS)  # the best moves are drawn by default
        return _answer(result, data, limit=_CHARACTERS)

    def nim(self, request: Request, on_progress: OnProgress | None) -> Answer:
        """Compute Grundy values on boards in n, or on one board."""
        nimbers = gfkit.nim(
            self._game(request),
            request.get("family", request.get("board")),
            to=request.get("to"),
            impartial=request.get("impartial", False),
            max_memory=self.max_memory,
            on_progress=on_progress,
        )
        return _answer(nimbers, nimbers.as_json())

    def outcomes(self, request: Request, on_progress: OnProgress | None) -> Answer:
        """Determine outcomes on a family with their pattern, or on one board with the winning moves."""
        if "board" not in request:
            question, to = self._question(request, "family"), request.get("to", _BOARDS)
            result = gfkit.outcomes(question, to=to, max_memory=self.max_memory, on_progress=on_progress)
            return _answer(result, result.as_json())
        question = self._question(request, "board")
        result = gfkit.outcomes(question, max_memory=self.max_memory, on_progress=on_progress)
        answered = _answer(result, result.as_json())
        return answered | {"pictures": [*answered["pictures"], *_winning_moves(question)]}

    def play(self, request: Request, _on_progress: OnProgress | None) -> Answer:
        """Return the game after all its moves, and a reply on the program's turn."""
        from gfkit.lab.playing import play_moves

        return play_moves(self._question(request, "board"), request)

    def lint(self, request: Request, _on_progress: OnProgress | None) -> Answer:
        """Check entries of the OEIS, given as a string."""
        from gfkit.oeis import Entry
        from gfkit.oeis.lint import lint_entry

        readings = Entry.read(request["entry"].encode("utf-8"))
        return {"json": {"reports": [lint_entry(reading).as_json() for reading in readings]}, "lines": []}

    def search(self, request: Request, _on_progress: OnProgress | None) -> Answer:
        """Search terms in the local index."""
        if not ARRAYS:
            raise LimitError(
                "the search requires numpy, without which this laboratory was built; it is"
                " available on the command line"
            )
        from gfkit.guessing import read_words
        from gfkit.oeis.index.search import search

        data = read_words([request["terms"]])
        if data.denominator != 1:
            raise OptionError(
                "terms: fractions are not supported, since all sequences of the index consist of integers"
            )
        return {"json": search(list(data.whole)).as_json(request.get("limit", _HITS)), "lines": []}

    def _game(self, request: Request) -> str:
        """Return the name of the rule, or the path of the file that contains it."""
        if "rule" not in request:
            return str(request["game"])
        file = self.folder / RULE_FILE
        file.write_text(request["rule"], encoding="utf-8")
        return str(file)

    def _derive(self, request: Request, on_progress: OnProgress | None) -> Derived:
        question = self._question(request, "family")
        return gfkit.derive(question, max_memory=self.max_memory, on_progress=on_progress)

    def _question(self, request: Request, board: str) -> Question:
        """Return the query of a request, for the board or family under the given key."""
        positions, weights = request.get("positions", "all"), request.get("weights", "none")
        return Question.of(self._game(request), request[board], positions, weights)


_OPTIONS = ("positions", "weights", "up_to")
_DEFAULTS = {"positions": "all", "weights": "none", "up_to": "none"}
_SPOKEN = {
    "count": ("count", ("game", "board")),
    "derive": ("derive", ("game", "family")),
    "value": ("value", ("game", "board", "family")),
    "nim": ("nim", ("game", "board", "family")),
    "outcomes": ("outcomes", ("game", "board", "family")),
    "guess": ("guess", ("terms",)),
    "verify": ("verify", ("formula",)),
}
"""Command of each tool, and the keys of a request that are its arguments."""


_ELSEWHERE = regex(
    r"(?<![\w-])--[a-z]|\bgfkit(\.| [a-z])|\bin Python\b|\bof the documentation\b|\bGFKIT_|\bcommand line\b"
)
"""Advice for users of the shell or of Python, or a page that may not be installed here."""
_ASIDE = regex(r"'[^']*'| ?\([^()]*\)")
_CLAUSE = regex(r"(?:^|[;:,.] )(?:'[^']*'|\([^()]*\)|(?![;:,.] ).)*")


def own_words(message: str) -> str:
    """Return a message without clauses that advise users of the shell or of Python.

    The clause that states the error is the first, and remains.

    >>> own_words("board 'nxn' has 2 sizes; use 'gfkit derive' (derive in Python) for a formula")
    "board 'nxn' has 2 sizes"
    """
    shorter = _ASIDE.sub(
        lambda part: "" if part[0][0] != "'" and _ELSEWHERE.search(part[0]) else part[0], message
    )
    kept, is_said = "", True
    for clause in _CLAUSE.findall(shorter):
        if clause[:1] != ",":  # a clause after a comma continues the one before it
            is_said = not kept or not _ELSEWHERE.search(clause)
        kept += clause if not kept or (is_said and not _ELSEWHERE.search(clause)) else ""
    return kept or message


def spoken(tool: str, request: Request) -> dict[str, str]:
    """Return the request as a command line and as Python code. Tools of the page itself have neither.

    >>> spoken("count", {"game": "domineering", "board": "3x4", "weights": "players"})["python"]
    "gfkit.count('domineering', '3x4', weights='players')"
    >>> spoken("verify", {"formula": "1/(1-2t)", "game": "cis", "family": "path:n"})["command"]
    "gfkit verify '1/(1-2t)' --for cis path:n"
    """
    if tool not in _SPOKEN:
        return {}
    verb, names = _SPOKEN[tool]
    game = RULE_FILE if "rule" in request else request.get("game")
    words = [
        str(game if name == "game" else request[name]) for name in names if name == "game" or name in request
    ]
    asked = {key: request[key] for key in _OPTIONS if request.get(key, _DEFAULTS[key]) != _DEFAULTS[key]}
    asked |= {key: request[key] for key in ("to",) if key in request}
    function, shell = "gfkit.orbits" if "up_to" in asked else f"gfkit.{verb}", ["gfkit", verb]
    if tool == "value" and "family" in request:
        function = "gfkit.family_values"
    if tool == "guess":
        return _spoken_guess(request)
    shell += [shlex.quote(word) for word in words]
    given = [repr(word) for word in words]
    if tool == "verify":
        shell += ["--for", shlex.quote(str(game)), shlex.quote(request["family"])]
        positions = f", {asked.pop('positions')!r}" if "positions" in asked else ""
        given.append(f"game=gfkit.Question.of({game!r}, {request['family']!r}{positions})")
        shell += ["--positions", request["positions"]] if positions else []
    shell += [word for key, value in asked.items() for word in (f"--{key.replace('_', '-')}", str(value))]
    given += [f"{key}={value!r}" for key, value in asked.items()]
    return {"command": " ".join(shell), "python": f"{function}({', '.join(given)})"}


def _spoken_guess(request: Request) -> dict[str, str]:
    from gfkit.guessing import read_text

    data = read_text(request["terms"], request.get("offset"))
    terms = [str(term) for term in data.terms]
    shell = ["gfkit guess", *terms, *([f"--offset {data.offset}"] if data.offset else [])]
    python = ", ".join(term if "/" not in term else f"Fraction('{term}')" for term in terms)
    offset = f", offset={data.offset}" if data.offset else ""
    return {"command": " ".join(shell), "python": f"gfkit.guess([{python}]{offset})"}


def _copies(found: Derived) -> dict[str, str]:
    """Return the generating function in the notations of computer algebra systems."""
    return {name: str(found.to(name)) for name in ("pari", "sage", "maple", "mathematica", "latex")}


def _every_position(question: Question) -> list[dict[str, str]]:
    """Draw all counted configurations in a row, or nothing if they cannot be drawn."""
    from gfkit.show.configurations import configuration_drawing, every_filling

    try:
        drawn = [
            configuration_drawing(question.rule, question.board, configuration)
            for configuration in every_filling(question, question.board)
        ]
        return (
            [{"name": "all of them", "svg": svg.beside(drawn, "all of them", gap=12).svg()}] if drawn else []
        )
    except GfkitError:
        return []


def _winning_moves(question: Question) -> list[dict[str, str]]:
    """Draw the winning moves of each player, or of both, or nothing if the board is too large."""
    from gfkit.play.play import Match

    match = Match(question, seconds=_SECONDS)
    is_impartial = match.position.rule.impartial
    players = (Player.LEFT,) if is_impartial else (Player.LEFT, Player.RIGHT)
    moves = {
        Player.BOTH if is_impartial else player: _by_cells(match.winning_moves(player)) for player in players
    }
    try:
        drawing = svg.winning_drawing(question.board, moves, f"winning moves of {question.game}")
    except LimitError:
        return []
    return [{"name": "winning moves", "svg": drawing.svg()}]


def _by_cells(judged: Mapping[Move, bool | None]) -> dict[tuple[int, ...], bool | None]:
    """Group moves by their sets of cells; the best colour of each group is selected."""
    seen: dict[tuple[int, ...], bool | None] = {}
    for move, wins in judged.items():
        before = seen.get(move.cells, False)
        seen[move.cells] = True if wins or before else None if None in (wins, before) else False
    return seen


def _up_to(request: Request) -> UpTo | None:
    """Return the symmetries of the request, or None."""
    asked = request.get("up_to", "none")
    return None if asked == "none" else UpTo.read(asked)


def _rules(names: list[str]) -> Answer:
    """Return rules as on the command line, with drawings of their pieces."""
    from gfkit.core.rules.wording import rule_data

    rules = {name: find_rule(name) for name in names}
    games = [{"game": name, **rule_data(rule)} for name, rule in rules.items()]
    return {
        "json": {"games": games},
        "lines": [_line(Row(str(game["game"]), str(game["about"]))) for game in games],
        "pieces": {name: drawn_pieces(rule) for name, rule in rules.items()},
    }


def drawn_pieces(rule: Rule) -> list[dict[str, str]]:
    """Draw the pieces of each player. A piece of several colours is drawn once."""
    rows = pictures_of(rule).rows
    placed = ((row.owner, diagram) for row in rows if row.owner for diagram in row.diagrams)
    pieces = dict.fromkeys((owner, diagram) for owner, diagram in placed if isinstance(diagram, Piece))
    return [
        {
            "player": owner.value,
            "piece": piece.text,
            "svg": svg.diagram_drawing(piece, owner).svg(scale=_SMALL),
        }
        for owner, piece in pieces
    ]


# Cards as plain data for the page


def _answer(found: object, json: Mapping[str, object], **asked: Any) -> Answer:
    card = card_of(found, **asked)
    assert card is not None, "every result of a tool has a card"
    return {
        "json": dict(json),
        **_answer_with_card(card),
        "groups": [_answer_with_card(part) for part in card.parts],
    }


def _answer_with_card(card: Card) -> Answer:
    return {
        "lines": [_line(row) for row in card.rows],
        "pictures": [
            {"name": picture.name or drawing.title, "words": drawing.description, "svg": drawing.svg()}
            for picture in card.pictures
            if (drawing := picture.svg_drawing()) is not None
        ],
        "evidence": "; ".join(filter(None, (card.known_text, *card.remarks))),
    }


def _line(row: Row) -> dict[str, str | None]:
    """Return a row: label, text, LaTeX, HTML with MathML if it is more readable, and a status."""
    from gfkit.core.algebra.formula.write.mathml import split_math

    value, label = row.value, row.label
    if isinstance(value, ShownSeries):
        value = value.formula
    if isinstance(value, Badge):
        return {"label": label, "text": value.text, "latex": None, "html": None, "badge": value.word}
    text = "; ".join(
        f"{own} {line}" if own not in ("", label) else line for own, line in row.lines(full=True)
    )
    latex = html = None
    if isinstance(value, ShownTerms):
        text, label = value.text, value.label(label)
    if isinstance(value, ShownFormula):
        text = value.text
    if isinstance(value, ShownFormula | ShownTerms):
        latex = value.written("latex")
        is_set = isinstance(value, ShownTerms) or value.is_typeset
        markup = value.written("mathml") if is_set and latex and len(latex) <= MOST_TYPESET else None
        html = markup and split_math(markup)
    return {"label": label, "text": text, "latex": latex, "html": html, "badge": None}
