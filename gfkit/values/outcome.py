"""Who wins, n by n, and what that says about all n."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gfkit.boards import Board, Family
from gfkit.errors import InputError, Interrupted, LimitError, OptionError, PartialLimitError, interruptible
from gfkit.games import Question, Rule
from gfkit.host.memory import check_memory, default_memory
from gfkit.sequences import Evidence, Status
from gfkit.typing import OnProgress, Player, Progress
from gfkit.values.impartial import NimLimitError, NimValues
from gfkit.values.impartial.nim import nim
from gfkit.values.laws import (
    DecompositionLaw,
    RepetitionLaw,
    cuts_apart,
    decomposition_law,
    repeating,
    seen_repetition,
)
from gfkit.values.layout import mask_of
from gfkit.values.lookahead import Limits
from gfkit.values.mirror import MirrorLaw, MirrorProof, mirror_law, mirror_proof, mirror_words
from gfkit.values.misere_search import MisereSearch
from gfkit.values.position import MaskPosition, compile_position
from gfkit.values.short.table import Table
from gfkit.values.winner import Winner
from gfkit.writable import Face, Indexed

DEFAULT_TO = 10
_Law = DecompositionLaw | RepetitionLaw | MirrorLaw
_SHORTEST = 8


def outcomes(
    game: str | Rule | Question,
    board: str | Board | Family | None = None,
    *,
    to: int | None = None,
    start: int | None = None,
    misere: bool = False,
    max_memory: int | None = None,
    seconds: float | None = None,
    on_progress: OnProgress | None = None,
) -> Outcomes:
    """Who wins a placement game on the boards of a family, n from ``start`` (1) to ``to``, under normal play,
    where who cannot move loses, or under ``misere`` play, where who cannot move wins.

    Every outcome is searched to the end, without building the value of the board. The law is proved where the
    decomposition theorem applies, or where an impartial game's nimbers have a proved period; otherwise it
    is what the outcomes show, marked as only seen. A single board has an outcome and no law. Fails with
    OutcomesLimitError, which keeps the outcomes found, when ``max_memory`` bytes (by default three quarters
    of the free memory) or ``seconds`` are used up.

    >>> found = outcomes("d-tromping", "3xn", to=7)
    >>> " ".join(found.words)
    'left first first right right right first'
    >>> print(found.law.statement)
    Right wins on 3xn for every n >= 8, and for all smaller n >= 1 but 1-3, 7
    >>> outcomes("domineering", "6x7").words
    ('left',)
    """
    check_memory(max_memory)
    if seconds is not None and not seconds > 0:
        raise OptionError(f"seconds {seconds!r} must be a number above 0")
    question = Question.of(game, board)
    rule, name, found = question.rule, question.game, question.boards
    limits = Limits(default_memory() if max_memory is None else max_memory, seconds)
    if misere:
        return _misere(name, rule, found, (start, to), limits, on_progress)
    if not isinstance(found, Family):
        if to is not None or start is not None:
            option = f"to {to}" if to is not None else f"from {start}"
            raise OptionError(f"{option}: board {found.text!r} is a single board; a family has n in it")
        return _single(name, rule, found, limits, on_progress)
    first, last = listed_range(found, start, to)
    by_symmetry = mirror_words(rule, found, first, last)
    if len(by_symmetry) == last + 1 - first:
        return _with_law(name, rule, found, first, by_symmetry, Evidence(Status.PROVED, "symmetry-strategy"))
    if compile_position(rule, found.at(max(found.first_n, 3))).rule.impartial:
        return _impartial(name, rule, found, first, last, max_memory, on_progress)
    return _searched(name, rule, found, first, last, limits, on_progress, by_symmetry)


def _misere(
    name: str,
    rule: Rule,
    boards: Board | Family,
    asked: tuple[int | None, int | None],
    limits: Limits,
    on_progress: OnProgress | None,
) -> Outcomes:
    """Every board searched whole; the law is what is seen."""
    if isinstance(boards, Family):
        first, last = listed_range(boards, *asked)
        listed = {n: boards.at(n) for n in range(first, last + 1)}
    elif asked != (None, None):
        raise OptionError(f"from and to: board {boards.text!r} is a single board; a family has n in it")
    else:
        first, last, listed = 0, 0, {0: boards}
    found: dict[int, str] = {}
    nodes = 0

    def result() -> Outcomes:
        words, evidence = tuple(found.values()), _evidence(nodes)
        if not isinstance(boards, Family):
            return Outcomes(name, boards.text, words, None, None, evidence, single=boards, play="misere")
        law = seen_repetition(boards.text, found) if found else None
        if law is not None:
            evidence = Evidence(Status.CONSISTENT, "repetition-observed", evidence.details)
        return Outcomes(name, boards.text, words, first, law, evidence, play="misere")

    def tell(more: int) -> None:
        if on_progress is not None:
            on_progress(_boards_done(first - 1 + len(found), last, nodes + more))

    limits.on_nodes = tell
    with interruptible(found, result):
        for n, board in listed.items():
            search = MisereSearch(rule, board, limits)
            try:
                found[n] = search.outcome()
            except LimitError as limit:
                message = f"{_what(name, board)}: stopped after {nodes + search.nodes} positions: {limit}"
                if not isinstance(boards, Family):
                    raise LimitError(message) from None
                text = f"{message}; found until then: {len(found)} outcomes"
                raise OutcomesLimitError(text, result()) from None
            nodes += search.nodes
    return result()


def outcome(
    game: str | Rule | Question,
    board: str | Board | None = None,
    *,
    max_memory: int | None = None,
    seconds: float | None = None,
) -> str:
    """Who wins on one board: ``left``, ``right``, ``first`` or ``second``.

    >>> outcome("i-tromping", "3x8"), outcome("l-tromping", "2x9")
    ('left', 'first')
    """
    question = Question.of(game, board)
    return outcomes(question.on(question.board), max_memory=max_memory, seconds=seconds).words[0]


def listed_range(family: Family, start: int | None, to: int | None) -> tuple[int, int]:
    """The first and the last n."""
    for option, value in (("from", start), ("to", to)):
        if value is not None and value < family.first_n:
            raise OptionError(
                f"{option} {value}: board family {family.text!r} starts at n = {family.first_n}"
            )
    first = max(family.first_n, 1) if start is None else start
    last = max(DEFAULT_TO, first) if to is None else to
    if last < first:
        raise OptionError(f"to {last}: must be at least the first n, which is {first}")
    return first, last


def _single(name: str, rule: Rule, board: Board, limits: Limits, on_progress: OnProgress | None) -> Outcomes:
    proof = mirror_proof(rule, board)
    if proof is not None:
        evidence = Evidence(Status.PROVED, "symmetry-strategy")
        return Outcomes(name, board.text, (proof.word,), None, None, evidence, proof, board)
    position = compile_position(rule, board)
    if position.rule.impartial:
        found = nim(rule, board, max_memory=limits.memory, on_progress=on_progress)
        return Outcomes(name, board.text, (_word(found.values[0]),), None, None, found.evidence, single=board)
    if on_progress is not None:
        limits.on_nodes = lambda nodes: on_progress(Progress("positions", nodes, 0, 0))
    search = Winner(position, Table(), limits)
    try:
        word = search.outcome(search.position.start)
    except LimitError as limit:
        raise LimitError(f"{_what(name, board)}: stopped after {search.nodes} positions: {limit}") from None
    return Outcomes(name, board.text, (word,), None, None, _evidence(search.nodes), single=board)


def _searched(
    name: str,
    rule: Rule,
    family: Family,
    first: int,
    last: int,
    limits: Limits,
    on_progress: OnProgress | None,
    by_symmetry: Mapping[int, str],
) -> Outcomes:
    boards = _Nested(rule, family, last, limits)
    found: dict[int, str] = {}

    def result() -> Outcomes:
        return _with_law(name, rule, family, first, found, _evidence(boards.nodes))

    if on_progress is not None:
        limits.on_nodes = lambda _: on_progress(_boards_done(first - 1 + len(found), last, boards.nodes))
    with interruptible(found, result):
        for n in range(first, last + 1):
            try:
                found[n] = by_symmetry[n] if n in by_symmetry else boards.outcome(n)
            except LimitError as limit:
                message = (
                    f"{_what(name, family.at(n))}: stopped after {boards.nodes} positions: {limit};"
                    f" found until then: {len(found)} outcomes"
                )
                raise OutcomesLimitError(message, result()) from None
            if on_progress is not None:
                on_progress(_boards_done(n, last, boards.nodes))
    return result()


def _boards_done(done: int, last: int, nodes: int) -> Progress:
    """Boards up to this n are done; larger ones cost ever more."""
    return Progress("boards", done, last, nodes, later=0.0, alike=False)


def _with_law(
    name: str, rule: Rule, family: Family, first: int, found: dict[int, str], evidence: Evidence
) -> Outcomes:
    law: _Law | None = decomposition_law(rule, family, found)
    if law is not None:
        evidence = Evidence(Status.PROVED, "search-and-decomposition", evidence.details)
    elif found:
        law, evidence = _simpler_law(rule, family, found, evidence)
    return Outcomes(name, family.text, tuple(found.values()), first, law, evidence)


def _simpler_law(
    rule: Rule, family: Family, found: Mapping[int, str], evidence: Evidence
) -> tuple[_Law | None, Evidence]:
    """The law that strategies by symmetry prove, or else the one that is seen.

    Where the decomposition theorem applies, one length that a player wins makes that player win infinitely
    many, so that no repetition is believed before one is there.
    """
    proved = mirror_law(rule, family, found)
    if proved is not None:
        return proved, Evidence(Status.PROVED, "symmetry-strategy", evidence.details)
    piles_up = any(cuts_apart(rule, family, player) for player in (Player.LEFT, Player.RIGHT))
    seen = None if piles_up else seen_repetition(family.text, found)
    if seen is not None:
        return seen, Evidence(Status.CONSISTENT, "repetition-observed", evidence.details)
    return None, evidence


def _evidence(nodes: int) -> Evidence:
    return Evidence(Status.PROVED, "search", (("positions", nodes),))


def _what(name: str, board: Board) -> str:
    return f"outcome of {name} on board {board.text!r}"


def _impartial(
    name: str,
    rule: Rule,
    family: Family,
    first: int,
    last: int,
    max_memory: int | None,
    on_progress: OnProgress | None,
) -> Outcomes:
    """Outcomes from nimbers: the second player wins where the nimber is 0."""
    try:
        values = nim(rule, family, to=last, max_memory=max_memory, on_progress=on_progress)
    except NimLimitError as limit:
        raise OutcomesLimitError(str(limit), _of_nimbers(name, rule, family, first, limit.found)) from None
    except Interrupted as stop:
        raise Interrupted(_of_nimbers(name, rule, family, first, stop.found)) from None
    return _of_nimbers(name, rule, family, first, values)


def _of_nimbers(name: str, rule: Rule, family: Family, first: int, values: NimValues) -> Outcomes:
    listed = dict(enumerate(values.values, values.first_n or 0))
    words = {n: _word(value) for n, value in listed.items() if n >= first}
    law: _Law | None = _proved_repetition(family, first, values)
    evidence = values.evidence
    if law is None and words:
        plain = Evidence(Status.PROVED, "nimbers", evidence.details)
        law, evidence = _simpler_law(rule, family, words, plain)
    return Outcomes(name, family.text, tuple(words.values()), first, law, evidence)


def _proved_repetition(family: Family, first: int, values: NimValues) -> RepetitionLaw | None:
    period = values.proved_law
    if period is None:
        return None
    regular = max(period.preperiod, first) + period.period
    words = [_word(period.at(n)) for n in range(first, regular + period.period)]
    return repeating(family.text, first, words, regular)


def _word(nimber: int) -> str:
    return "first" if nimber else "second"


@dataclass(frozen=True, slots=True)
class Outcomes(Face, Indexed):
    """Who wins on the boards of a family from n = ``first_n`` on, and the law in it.

    Outcomes are ``left``, ``right``, ``first`` and ``second``; each was searched to the end. ``law.proved``
    says whether the law holds for all n or is only seen. For a single board ``first_n`` is None.
    """

    _instead = ".words has those that are listed, [n] is the one at n"

    game: str
    board: str
    words: tuple[str, ...]
    first_n: int | None
    law: _Law | None
    evidence: Evidence
    strategy: MirrorProof | None = None
    """How the winner of a single board plays, where that is known without a search."""
    single: Board | None = None
    """The board, where it is a single one."""
    play: str = "normal"
    """``normal``, where who cannot move loses, or ``misere``, where who cannot move wins."""

    def __getitem__(self, n: int) -> str:
        """The outcome at a listed n, or where a proved law tells.

        >>> from gfkit.values.outcome import outcomes
        >>> outcomes("domineering", "3xn", to=7)[10**9]
        'right'
        """
        found = self.by_n.get(n)
        if found is None and self.law is not None and self.law.proved:
            found = self.law.at(n)
        if found is None:
            raise InputError(f"n {n}: who wins {self.game} on {self.board} is not known there")
        return found

    def __repr__(self) -> str:
        law = "no law found" if self.law is None else self.law.statement
        shown = f"{len(self.words)} boards, {law}" if self.first_n is not None else self.words[0]
        return f"<Outcomes: {self.game} on {self.board}: {shown}; {self.evidence}>"

    @property
    def by_n(self) -> dict[int, str]:
        return dict(enumerate(self.words, self.first_n or 0))

    def as_json(self) -> dict[str, object]:
        """The object that the command line prints."""
        found: dict[str, object] = {"game": self.game, "board": self.board, "play": self.play}
        if self.first_n is None:
            found["outcome"] = self.words[0]
            found["strategy"] = None if self.strategy is None else self.strategy.as_json()
        rows: list[dict[str, object]] = [
            {"n": None if self.first_n is None else n, "outcome": word} for n, word in self.by_n.items()
        ]
        law = None if self.law is None else self.law.as_json()
        return found | {"outcomes": rows, "law": law, "evidence": self.evidence.as_json()}


class OutcomesLimitError(PartialLimitError):
    """A limit was reached; ``found`` holds the outcomes up to there."""


class _Nested:
    """Outcomes of the boards of a family.

    A strip is part of the longer ones: where neither its ends nor liberties make it otherwise, it is searched
    as a state of a board up to twice as long. Others get a search of their own; values are shared in any
    case.
    """

    def __init__(self, rule: Rule, family: Family, to: int, limits: Limits) -> None:
        self.rule, self.family, self.to, self.limits = rule, family, to, limits
        self.table = Table()
        self.nodes = 0
        self._search: Winner | None = None
        self._size = -1

    def outcome(self, n: int) -> str:
        search = self._reaching(n)
        before = search.nodes
        try:
            return search.outcome(self._start(search, self.family.at(n)))
        finally:
            self.nodes += search.nodes - before

    def _reaching(self, n: int) -> Winner:
        """The search on a board that holds the one of size n."""
        search = self._search
        if search is None or n > self._size or not self._nests(search):
            self._size = n
            search = self._on(self.family.at(n))
            if self._nests(search):
                self._size = min(max(2 * n, _SHORTEST), max(self.to, n))
                search = self._on(self.family.at(self._size))
        self._search = search
        return search

    def _on(self, board: Board) -> Winner:
        return Winner(compile_position(self.rule, board), self.table, self.limits)

    def _nests(self, search: Winner) -> bool:
        """Whether shorter boards are states of the board of this search."""
        plain = isinstance(search.position, MaskPosition) and search.position.layout.grid is not None
        is_path = self.family.word == "path" and not self.family.is_irregular
        return plain and (search.position.board.grid is not None or is_path) and not self.family.closes

    def _start(self, search: Winner, board: Board) -> int:
        position = search.position
        if not isinstance(position, MaskPosition) or not self._nests(search):
            return position.start
        layout = position.layout
        if board.grid is None or not layout.grid:
            cells = layout.bit[: board.size]
        else:
            cells = tuple(row * layout.grid.cols + col for row, col in board.places)
        present = mask_of(cells)
        return position.start & sum(present << layer * position.size for layer in range(position.layers))
