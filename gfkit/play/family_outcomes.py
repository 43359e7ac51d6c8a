"""Outcomes on the boards of a family, and outcome classes for all n."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from gfkit.core.algebra import Evidence, Status
from gfkit.core.boards import Board, BoardLike, BoardsLike, Family
from gfkit.core.deferred import dataclass, field
from gfkit.core.errors import (
    Interrupted,
    LimitError,
    OptionError,
    PartialLimitError,
    TermError,
    interruptible,
)
from gfkit.core.memory import memory_limit
from gfkit.core.rules import GameLike, Question, Rule
from gfkit.core.typing import OnProgress, Player, Progress, checked_seconds, checked_whole, stoppable
from gfkit.core.writable import Indexable, TextFace
from gfkit.play.impartial import NimLimitError, NimValues
from gfkit.play.impartial.nim import find_family, nim
from gfkit.play.laws import (
    DecompositionLaw,
    RepetitionLaw,
    cuts_apart,
    decomposition_law,
    observed_repetition,
    periodic_law,
)
from gfkit.play.layout import mask_of
from gfkit.play.mirror import MirrorLaw, MirrorProof, mirror_law, mirror_proof, mirror_words
from gfkit.play.native_search import fits_words
from gfkit.play.outcome_search import WinnerSearch, winner_search
from gfkit.play.position import MaskPosition, Position, compile_position
from gfkit.play.python_search import Limits
from gfkit.play.short.table import Table

DEFAULT_TO, MOST_LISTED = 10, 1_000_000
_OutcomeLaw = DecompositionLaw | RepetitionLaw | MirrorLaw
_SHORTEST = 8


@stoppable
def outcomes(
    game: GameLike,
    board: BoardsLike | None = None,
    *,
    to: int | None = None,
    start: int | None = None,
    misere: bool = False,
    max_memory: int | None = None,
    seconds: float | None = None,
    on_progress: OnProgress | None = None,
) -> Outcomes:
    """Return the outcomes of a placement game on a board, or on the boards of a family.

    Every outcome is proved by search, without the value of the board. The outcome class of the family is
    proved if the decomposition theorem applies, or the Grundy values of an impartial game have a proved
    period. Otherwise it is observed, and the result states this. A single board has an outcome, but no class.

    Parameters
    ----------
    game : str, path, Rule or Question
        A name such as "domineering", the path of a rule file, or a rule. A query replaces both arguments.
    board : str, Board, Family or graph
        A board or a family, its name, such as "4x3" or "3xn", or a graph of networkx.
    to : int, default 10
        The last n of a family.
    start : int, default 1
        The first n of a family.
    misere : bool, default False
        If True, a player without a legal move wins; under normal play that player loses.
    max_memory : int, optional
        Maximum memory, in bytes; three quarters of the free memory by default.
    seconds : float, optional
        Time limit in seconds.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    Outcomes
        ``[n]`` is the winner at n: "left", "right", "first" or "second".

    Raises
    ------
    PartialLimitError
        Memory or time is exhausted; the error contains the outcomes found so far.

    Notes
    -----
    Cost: at worst all positions of each board.

    References
    ----------
    The decomposition theorem is stated and proved in ``gfkit.play.laws``.

    Examples
    --------
    >>> found = outcomes("d-tromping", "3xn", to=7)
    >>> " ".join(found.words)
    'left first first right right right first'
    >>> print(found.law.statement)
    Right wins on 3xn for every n >= 8, and for all smaller n >= 1 except 1-3, 7
    >>> outcomes("domineering", "6x7").words
    ('left',)
    """
    memory = memory_limit(max_memory)
    seconds = None if seconds is None else checked_seconds("seconds", seconds)
    question = Question.of(game, board)
    rule, boards = question.rule, question.boards
    sizes = listed_sizes(boards, start, to)
    limits = Limits(memory, seconds)
    search = _Search(question.game, rule, boards, sizes, misere, limits, on_progress)
    if misere:
        return search.run({})
    if isinstance(boards, Board):
        proof = mirror_proof(rule, boards)
        if proof is not None:
            evidence = Evidence(Status.PROVED, "symmetry-strategy")
            return Outcomes(question.game, boards.text, (proof.word,), None, None, evidence, proof, boards)
        by_symmetry, sample = dict[int, str](), boards
    else:
        by_symmetry = mirror_words(rule, boards, sizes[0], sizes[-1])
        if len(by_symmetry) == len(sizes):
            return _add_decomposition(search, by_symmetry, Evidence(Status.PROVED, "symmetry-strategy"))
        sample = boards.at(max(boards.first_n, 3))
    if compile_position(rule, sample).rule.impartial:
        return _compute_by_nimbers(search, max_memory)
    return search.run(by_symmetry)


def outcome(
    game: GameLike,
    board: BoardLike | None = None,
    *,
    max_memory: int | None = None,
    seconds: float | None = None,
) -> str:
    """Return the outcome on one board: ``left``, ``right``, ``first`` or ``second``.

    >>> outcome("i-tromping", "3x8"), outcome("l-tromping", "2x9")
    ('left', 'first')
    """
    question = Question.of(game, board)
    return outcomes(question.on(question.board), max_memory=max_memory, seconds=seconds).words[0]


def listed_range(family: Family, start: int | None, to: int | None) -> tuple[int, int]:
    """Return the first and the last n to list, with their defaults."""
    for option, value in (("from", start), ("to", to)):
        if value is not None and checked_whole(option, value, 0, MOST_LISTED) < family.first_n:
            raise OptionError(
                f"{option} {value}: board family {family.text!r} starts at n = {family.first_n}"
            )
    first = max(family.first_n, 1) if start is None else start
    last = max(DEFAULT_TO, first) if to is None else to
    if last < first:
        raise OptionError(f"to {last} must be at least the first n, which is {first}")
    return first, last


def listed_sizes(boards: Board | Family, start: int | None, to: int | None) -> Sequence[int]:
    """Return the sizes n of the requested boards, or (0,) for a single board."""
    if isinstance(boards, Family):
        first, last = listed_range(boards, start, to)
        return range(first, last + 1)
    if to is not None or start is not None:
        option = f"to {to}" if to is not None else f"from {start}"
        raise OptionError(
            f"{option}: board {boards.text!r} is a single board, but a family is needed: replace"
            " one size by n"
        )
    return (0,)


def _add_decomposition(search: _Search, words: Mapping[int, str], evidence: Evidence) -> Outcomes:
    """Return the outcomes with the formula for their classes, proved if the decomposition theorem applies."""
    law: _OutcomeLaw | None = None
    family = search.boards
    if isinstance(family, Family) and words:
        law = decomposition_law(search.rule, family, words)
        if law is not None:
            evidence = Evidence(Status.PROVED, "search-and-decomposition", evidence.details)
        else:
            law, evidence = _simpler_law(search.rule, family, words, evidence)
    return search.outcomes(words, law, evidence)


def _simpler_law(
    rule: Rule, family: Family, words: Mapping[int, str], evidence: Evidence
) -> tuple[_OutcomeLaw | None, Evidence]:
    """Return the outcome class proved by symmetry strategies, or else the observed one.

    No class is observed if the decomposition theorem applies: one length at which a player wins would imply
    infinitely many.
    """
    proved = mirror_law(rule, family, words)
    if proved is not None:
        return proved, Evidence(Status.PROVED, "symmetry-strategy", evidence.details)
    if any(cuts_apart(rule, family, player) for player in (Player.LEFT, Player.RIGHT)):
        return None, evidence
    return _seen_law(family, words, evidence)


def _seen_law(
    family: Family, words: Mapping[int, str], evidence: Evidence
) -> tuple[RepetitionLaw | None, Evidence]:
    seen = observed_repetition(family.text, words)
    if seen is None:
        return None, evidence
    return seen, Evidence(Status.CONSISTENT, "repetition-observed", evidence.details)


def _compute_by_nimbers(search: _Search, max_memory: int | None) -> Outcomes:
    """Return outcomes from nimbers: the second player wins if and only if the nimber is 0."""
    boards = search.boards
    to = search.sizes[-1] if isinstance(boards, Family) else None
    memory = search.limits.memory if to is None else max_memory
    try:
        values = nim(search.rule, boards, to=to, max_memory=memory, on_progress=search.on_progress)
    except NimLimitError as limit:
        raise OutcomesLimitError(str(limit), _convert_nimbers(search, limit.found)) from None
    except Interrupted as stop:
        raise Interrupted(_convert_nimbers(search, stop.found)) from None
    return _convert_nimbers(search, values)


def _convert_nimbers(search: _Search, values: NimValues) -> Outcomes:
    family, first = search.boards, search.sizes[0]
    words = {
        n: _name_outcome(value) for n, value in enumerate(values.values, values.first_n or 0) if n >= first
    }
    law: _OutcomeLaw | None = None
    evidence = values.evidence
    if isinstance(family, Family):
        law = _proved_repetition(family, first, values)
        if law is None and words:
            plain = Evidence(Status.PROVED, "nimbers", evidence.details)
            law, evidence = _simpler_law(search.rule, family, words, plain)
    return search.outcomes(words, law, evidence)


def _proved_repetition(family: Family, first: int, values: NimValues) -> RepetitionLaw | None:
    period = values.proved_law
    if period is None:
        return None
    regular = max(period.preperiod, first) + period.period
    words = [_name_outcome(period.at(n)) for n in range(first, regular + period.period)]
    return periodic_law(family.text, first, words, regular)


def _name_outcome(nimber: int) -> str:
    return "first" if nimber else "second"


@dataclass(frozen=True, slots=True)
class Outcomes(TextFace, Indexable):
    """Outcomes on the boards of a family for n >= ``first_n``, and the outcome class for all n.

    Outcomes are ``left``, ``right``, ``first`` and ``second``, each proved by search. ``law.proved`` is True
    if the class is proved for all n, else it is only observed. For a single board ``first_n`` is None.
    """

    _instead = "use .words for the computed outcomes, or [n] for the outcome at n"

    game: str
    board: str
    words: tuple[str, ...]
    first_n: int | None
    law: _OutcomeLaw | None
    evidence: Evidence
    strategy: MirrorProof | None = None
    """Strategy of the winner on a single board, if it is known without a search."""
    single: Board | None = None
    """Board of the query, if it is a single board."""
    play: str = "normal"
    """``normal`` (a player without a legal move loses) or ``misere`` (that player wins)."""

    def __getitem__(self, n: int) -> str:
        """Return the outcome at n, either listed or by a proved theorem. Raise InputError for other n.

        >>> from gfkit.play.family_outcomes import outcomes
        >>> outcomes("domineering", "3xn", to=7)[10**9]
        'right'
        """
        winner = self.by_n.get(n)
        if winner is None and self.law is not None and self.law.proved:
            winner = self.law.at(n)
        if winner is None:
            raise TermError(f"n {n}: the outcome of {self.game} on {self.board} is not known at this n")
        return winner

    def __repr__(self) -> str:
        law = "no theorem found" if self.law is None else self.law.statement
        shown = f"{len(self.words)} boards, {law}" if self.first_n is not None else self.words[0]
        return f"<Outcomes: {self.game} on {self.board}: {shown}; {self.evidence}>"

    @property
    def by_n(self) -> dict[int, str]:
        return dict(enumerate(self.words, self.first_n or 0))

    def as_json(self) -> dict[str, object]:
        """Return the JSON object that the command line prints."""
        result: dict[str, object] = {"game": self.game, "board": self.board, "play": self.play}
        if self.first_n is None:
            result["outcome"] = self.words[0]
            result["strategy"] = None if self.strategy is None else self.strategy.as_json()
        rows: list[dict[str, object]] = [
            {"n": None if self.first_n is None else n, "outcome": word} for n, word in self.by_n.items()
        ]
        law = None if self.law is None else self.law.as_json()
        return result | {"outcomes": rows, "law": law, "evidence": self.evidence.as_json()}


class OutcomesLimitError(PartialLimitError):
    """Raised if a limit is reached; ``found`` contains the outcomes computed before."""


@dataclass
class _Search:
    """Search for the outcomes on the requested boards.

    A position on a strip is also a position on every longer strip, unless cyclic sides or liberties prevent
    this. If it is, the search runs on a board of up to twice the length; otherwise each board is searched
    separately. In both cases the searches share one table of values.
    """

    game: str
    rule: Rule
    boards: Board | Family
    sizes: Sequence[int]
    misere: bool
    limits: Limits
    on_progress: OnProgress | None
    words: dict[int, str] = field(default_factory=dict)
    nodes: int = 0
    _table: Table = field(default_factory=Table)
    _law: _OutcomeLaw | None = None
    """Theorem on the boards of the family, if it decided boards that are too large for the C extension."""
    _search: WinnerSearch | None = None
    _size: int = -1
    """Size of the board on which ``_search`` runs."""

    def run(self, known: Mapping[int, str]) -> Outcomes:
        """Return all outcomes; known outcomes are not searched again."""
        self.limits.on_nodes = self._report_progress
        with interruptible(self.words, self._result):
            for n in self.sizes:
                try:
                    self.words[n] = known[n] if n in known else self._outcome(n)
                except LimitError as limit:
                    raise self._limit_error(n, limit) from None
                if isinstance(self.boards, Family):
                    self._report_progress(0)
        return self._result()

    def outcomes(self, words: Mapping[int, str], law: _OutcomeLaw | None, evidence: Evidence) -> Outcomes:
        """Return the result with the given outcomes."""
        single = None if isinstance(self.boards, Family) else self.boards
        first = self.sizes[0] if single is None else None
        play = "misere" if self.misere else "normal"
        listed = tuple(words.values())
        return Outcomes(self.game, self.boards.text, listed, first, law, evidence, None, single, play)

    def _result(self) -> Outcomes:
        method = "search" if self._law is None else "search-and-decomposition"
        evidence = Evidence(Status.PROVED, method, (("positions", self.nodes),))
        if not self.misere:
            return _add_decomposition(self, self.words, evidence)
        law = None
        if isinstance(self.boards, Family) and self.words:
            law, evidence = _seen_law(self.boards, self.words, evidence)
        return self.outcomes(self.words, law, evidence)

    def _limit_error(self, n: int, limit: LimitError) -> LimitError:
        board = self._board(n)
        text = (
            f"outcome of {self.game} on board {board.text!r}: stopped after {self.nodes} positions: {limit}"
        )
        if board is self.boards:
            return LimitError(text)
        return OutcomesLimitError(f"{text}; {len(self.words)} outcomes were found before", self._result())

    def _report_progress(self, more: int) -> None:
        """Report progress: the number of boards of a family, or of positions on a single board."""
        if self.on_progress is None:
            return
        if isinstance(self.boards, Family):
            done, nodes = self.sizes[0] - 1 + len(self.words), self.nodes + more
            self.on_progress(Progress("boards", done, self.sizes[-1], nodes))
        else:
            self.on_progress(Progress("positions", more, 0, 0))

    def _board(self, n: int) -> Board:
        return self.boards.at(n) if isinstance(self.boards, Family) else self.boards

    def _outcome(self, n: int) -> str:
        board = self._board(n)
        word = self._outcome_by_theorem(n, board)
        if word is not None:
            return word
        search = self._search_for(n, board)
        before = search.nodes
        try:
            return search.outcome(self._start(search.position, board))
        finally:
            self.nodes += search.nodes - before

    def _outcome_by_theorem(self, n: int, board: Board) -> str | None:
        """Return the outcome of a board beyond the C extension by the decomposition theorem, or None."""
        member = (self.boards, n) if isinstance(self.boards, Family) else find_family(board)
        if self.misere or member is None or member[1] <= DEFAULT_TO:
            return None
        family, at = member
        players = Player.LEFT, Player.RIGHT
        if fits_words(compile_position(self.rule, board)) or not any(
            cuts_apart(self.rule, family, player) for player in players
        ):
            return None
        if self._law is None:
            short = listed_sizes(family, None, None)
            shorter = _Search(self.game, self.rule, family, short, False, self.limits, None)
            self._law, self.nodes = shorter.run({}).law, self.nodes + shorter.nodes
        return None if self._law is None else self._law.at(at)

    def _search_for(self, n: int, board: Board) -> WinnerSearch:
        """Return a search in which the board of size n is a state. If the family permits it, a larger board
        is used.
        """
        search = self._search
        if search is None or n > self._size or not self._contains_shorter_boards(search.position):
            self._size, position = n, compile_position(self.rule, board)
            if self._contains_shorter_boards(position):
                size = min(max(2 * n, _SHORTEST), max(self.sizes[-1], n))
                longer = compile_position(self.rule, self._board(size))
                self._size, position = (size, longer) if fits_words(longer) else (n, position)
            search = winner_search(position, self._table, self.limits, misere=self.misere)
        self._search = search
        return search

    def _contains_shorter_boards(self, position: Position) -> bool:
        """Return True if the shorter boards are states of the board of this position."""
        family = self.boards
        if self.misere or not isinstance(family, Family) or not isinstance(position, MaskPosition):
            return False
        is_path = family.word == "path" and not family.is_irregular
        is_strip = position.board.grid is not None or is_path
        return is_strip and position.layout.grid is not None and not family.closes

    def _start(self, position: Position, board: Board) -> int:
        if not isinstance(position, MaskPosition) or not self._contains_shorter_boards(position):
            return position.start
        layout = position.layout
        if board.grid is None or not layout.grid:
            cells = layout.bit[: board.size]
        else:
            cells = tuple(row * layout.grid.cols + col for row, col in board.places)
        present = mask_of(cells)
        return position.start & sum(present << layer * position.size for layer in range(position.layers))
