"""Sprague-Grundy values of impartial games on heaps, boards and families of boards, with periods."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial, reduce
from operator import xor

from gfkit.core import algebra
from gfkit.core.algebra import Evidence, Recurrence, Status
from gfkit.core.boards import Board, BoardsLike, Family
from gfkit.core.boards.family import growing_family
from gfkit.core.deferred import dataclass, regex, replace
from gfkit.core.errors import (
    BoardError,
    Interrupted,
    LimitError,
    OptionError,
    PartialLimitError,
    RuleError,
    TermError,
    interruptible,
)
from gfkit.core.rules import GameLike, Question, Rule
from gfkit.core.rules.kinds.placement.rule import PlacementRule
from gfkit.core.rules.library import check_name, heap_code
from gfkit.core.typing import OnProgress, checked_whole, stoppable, tell_progress
from gfkit.core.writable import Indexable, TextFace
from gfkit.play.impartial import octal
from gfkit.play.impartial.ends import family_nimbers, ladder_kind
from gfkit.play.impartial.octal import FamilyNimbers
from gfkit.play.impartial.search import Memory, NimSearch
from gfkit.play.mirror import is_zero_by_symmetry
from gfkit.play.position import compile_position
from gfkit.play.tuning import NIMBERS
from gfkit.proofs.checker.positions_by_nimber import ladder_nimber

DEFAULT_TO = 30
HEAPS, NIM = "heaps", "nim"
_SIZE, _SIZES = regex(r"\d+"), regex(r"\d{1,1000}(?: ?[+,] ?\d{1,1000})*", re.ASCII)
"""Patterns of the size of a heap, and of a sum of heaps."""
LADDER = "node-kayles-ladder"
"""The method of the theorem on Node Kayles on 2 x n."""


@stoppable
def nim(
    game: GameLike,
    board: BoardsLike | int | None = None,
    *,
    to: int | None = None,
    impartial: bool = False,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> NimValues:
    """Return the Grundy values of an impartial game on a board, or on the boards of a family.

    Families of strips that every move cuts in two are solved by types of ends and lengths, others board by
    board.

    Parameters
    ----------
    game : str, path, Rule or Question
        A placement game in which both players have the same moves, or a heap game: octal:0.07, hex:0.8,
        subtraction:1,3,4, grundy, nim.
    board : str, Board, Family, graph or int
        A board or a family, its name, such as "4x3" or "3xn", or a graph of networkx. For a heap game the
        size of one heap, or the sizes of several, such as "3+5+7"; by default all heap sizes.
    to : int, default 30
        The last n of a family.
    impartial : bool, default False
        If True, both players may make the moves of either, so that every placement game becomes impartial.
    max_memory : int, optional
        Maximum memory, in bytes; three quarters of the free memory by default.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    NimValues
        ``[n]`` is the value at n; ``period`` is the period, if it is proved.

    Raises
    ------
    RuleError
        The game is not impartial.
    PartialLimitError
        The memory limit was reached; the error contains the values found so far.

    Notes
    -----
    The Grundy value of a position is the smallest nonnegative integer that is not the value of an option.
    Cost: at worst all positions of a board, often the square root of their number; for types of ends, the
    square of the length.

    References
    ----------
    The theorem that proves a period is stated and proved at ``gfkit.play.impartial.octal.proved_window``.

    Examples
    --------
    >>> dawson = nim("cram", "1xn", to=12)
    >>> dawson.values
    (0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2)
    >>> dawson.period, dawson.exceptions, dawson.evidence.status.value
    (34, (0, 1, 15, 17, 18, 32, 35, 52), 'proved')
    """
    if to is not None and checked_whole("to", to) < 0:
        raise OptionError(f"to {to}: the last n must be 0 or more")
    heaps = isinstance(game, str) and (NIM if game.strip().lower() == NIM else heap_code(game))
    if heaps:
        return _solve_heaps(heaps, board, to)
    if board is None and not isinstance(game, Question):
        check_name(game)
        raise BoardError("missing argument board: it may be omitted only for heap games, such as octal:0.07")
    question = Question.of(game, board)
    rule, name, boards = question.rule, question.game, question.boards
    if isinstance(boards, Family):
        checked = _impartial_rule(rule, _sample(boards), impartial)
        last = max(DEFAULT_TO if to is None else to, boards.first_n)
        return _solve_family(name, checked, boards, last, max_memory, on_progress)
    if to is not None:
        raise OptionError(
            f"to {to}: board {boards.text!r} is a single board, but a family is needed: replace one size by n"
        )
    member = find_family(boards)
    checked = _impartial_rule(rule, boards if member is None else _sample(member[0]), impartial)
    return _solve_single_board(name, checked, boards, member, max_memory, on_progress)


def _impartial_rule(rule: Rule, board: Board, impartial: bool) -> PlacementRule:
    """Return the rule as a placement game. Raise RuleError if it is not impartial."""
    position = compile_position(rule, board)
    if not (position.rule.impartial or impartial):
        raise RuleError(
            f"game {rule.name!r} is not impartial: Left and Right have different moves; value computes"
            " its values, and the option impartial lets both players make every move"
        )
    return position.rule


def _solve_heaps(game: str, board: object, to: int | None) -> NimValues:
    """Return the values of heaps of 0, ..., ``to`` tokens, or of a sum of heaps of given sizes."""
    word = str(board)
    sizes = tuple(map(int, _SIZE.findall(word))) if _SIZES.fullmatch(word) else ()
    if not sizes and board not in (None, HEAPS):
        raise BoardError(
            f"board {board!r}: a heap game is played with {HEAPS}; omit the board to list all of them, or"
            " write the sizes of one or more heaps, such as 7 or 3+5+7"
        )
    if sizes and to is not None:
        raise OptionError(f"to {to} conflicts with heaps of given sizes, {word}; omit one of the two")
    code = None if game in (NIM, octal.GRUNDY) else octal.OctalCode.read(game)
    name = game if code is None else str(code)
    if sizes:
        return _solve_sum(name, code, sizes)
    last = DEFAULT_TO if to is None else to
    if last > octal.MOST_TERMS:
        raise LimitError(f"to {last}: at most {octal.MOST_TERMS} values can be computed")
    if game == NIM:
        law = octal.Periodicity(1, 1, (0,), ())
        return NimValues(NIM, HEAPS, tuple(range(last + 1)), 0, law, Evidence(Status.PROVED, "mex"))
    try:
        values, window = _heaps_to(code, last)
    except Interrupted as stop:
        values = tuple(stop.found[: last + 1])
        raise Interrupted(
            _observed_values(name, HEAPS, values, 0, "mex", (("values", len(values)),))
        ) from None
    if window is None or code is None:
        return _observed_values(name, HEAPS, values[: last + 1], 0, "mex", (("values", last + 1),))
    law = octal.law_of(values, 0, window.start, window.period)
    return NimValues(name, HEAPS, values[: last + 1], 0, law, _periodic(code, window))


def _periodic(code: octal.OctalCode, window: octal.PeriodProof) -> Evidence:
    """Return the evidence for a proved period."""
    details = (("longest_move", code.longest), ("values_checked", window.needed))
    method = "hexadecimal-periodicity" if code.most_heaps > 2 else "octal-periodicity"
    return Evidence(Status.PROVED, method, details)


def _solve_sum(name: str, code: octal.OctalCode | None, sizes: tuple[int, ...]) -> NimValues:
    """Return the value of a sum of heaps, the xor of the values of the heaps, and the winning moves.

    Only Nim and heaps up to the horizon are searched for winning moves.
    """
    try:
        value_of, evidence = _value_of_heaps(name, code, max(sizes))
    except Interrupted:
        raise KeyboardInterrupt from None
    total = reduce(xor, map(value_of, sizes))
    board = f"a heap of {sizes[0]}" if len(sizes) == 1 else f"heaps of {' + '.join(map(str, sizes))}"
    found = NimValues(name, board, (total,), None, None, evidence)
    if len(sizes) == 1:
        return found
    moves: tuple[tuple[int, tuple[int, ...]], ...] | None = None
    if name == NIM:
        moves = tuple((heap, (heap ^ total,)) for heap in sorted({*sizes}) if heap ^ total < heap)
    elif max(sizes) <= NIMBERS.horizon:
        from gfkit.play.impartial.misere import heap_options  # only sums of heaps need the options

        options = heap_options(name)
        moves = tuple(
            (heap, rest)
            for heap in sorted({*sizes})
            for rest in options(heap)
            if reduce(xor, map(value_of, rest), value_of(heap)) == total
        )
    return replace(found, heaps=tuple((size, value_of(size)) for size in sizes), moves=moves)


def _value_of_heaps(
    name: str, code: octal.OctalCode | None, last: int
) -> tuple[Callable[[int], int], Evidence]:
    """Return the function from a heap of at most ``last`` tokens to its value, with evidence; values far out
    follow from a proved period.
    """
    if name == NIM:
        return int, Evidence(Status.PROVED, "mex")
    if code is not None and last > NIMBERS.horizon:
        values, window = _heaps_to(code, 0)
        if window is not None:
            law = octal.law_of(values, 0, window.start, window.period)
            return law.at, _periodic(code, window)
    if last > octal.MOST_TERMS:
        raise LimitError(
            f"heap of {last}: no period of {name} is proved, and without one only heaps of at most"
            f" {octal.MOST_TERMS} tokens can be computed"
        )
    return _heaps_to(code, last)[0].__getitem__, Evidence(Status.PROVED, "mex", (("values", last + 1),))


def _heaps_to(code: octal.OctalCode | None, last: int) -> tuple[tuple[int, ...], octal.PeriodProof | None]:
    """Return the Grundy values of heaps of 0, ..., ``last`` or more tokens, and the proof of their period or
    None.

    If ``code`` is None, the game is Grundy's.
    """
    if code is None:
        return tuple(octal.grundy_values(last + 1)), None
    horizon = NIMBERS.horizon if code.most_heaps < 3 else NIMBERS.horizon_of_three
    for most in (min(NIMBERS.near_horizon, horizon), horizon):
        values = tuple(octal.heap_values(code, max(last, most) + 1))
        window = octal.proved_window([values], 1, code.longest, code.most_heaps)
        if window is not None:
            break
    return values, window


def _solve_family(
    name: str,
    rule: PlacementRule,
    family: Family,
    to: int,
    max_memory: int | None,
    on_progress: OnProgress | None,
) -> NimValues:
    first, kind = family.first_n, ladder_kind(rule, family)
    if kind is not None:
        return _solve_ladder(name, family, kind, to)
    try:
        growth = None if rule.liberties else _extend_by_period(rule, family, to, max_memory, on_progress)
    except Interrupted as stop:
        values, details = stop.found.values, (("end_types", stop.found.end_types),)
        raise Interrupted(_observed_values(name, family.text, values, first, "end-types", details)) from None
    if growth is None:
        return _solve_by_board(name, rule, family, to, max_memory, on_progress)
    listed = growth.values[: to + 1 - first]
    if growth.window is None:
        details = (("end_types", growth.end_types),)
        return _observed_values(name, family.text, listed, first, "end-types", details)
    law = octal.law_of(growth.values, first, growth.start, growth.window.period)
    proof = (("longest_move", growth.longest), ("values_checked", growth.window.needed))
    evidence = Evidence(Status.PROVED, "end-types-periodicity", (("end_types", growth.end_types), *proof))
    return NimValues(name, family.text, listed, first, law, evidence)


def _solve_ladder(name: str, family: Family, kind: int, to: int) -> NimValues:
    """Return the values of Node Kayles on 2 x n, with corners removed or not, by the theorem."""
    if to > octal.MOST_TERMS:
        raise LimitError(f"to {to}: at most {octal.MOST_TERMS} values can be computed")
    first = family.first_n
    values = tuple(ladder_nimber(kind, n) for n in range(first, max(to, first + 3) + 1))
    law = octal.law_of(values, first, first, 2 if kind == 0 else 1, saltus=int(kind == 1))
    evidence = Evidence(Status.PROVED, LADDER)
    return NimValues(name, family.text, values[: to + 1 - first], first, law, evidence)


def _extend_by_period(
    rule: PlacementRule,
    family: Family,
    to: int,
    max_memory: int | None,
    on_progress: OnProgress | None,
) -> FamilyNimbers | None:
    """Return the values at least up to ``to``; values far out are computed from a proved period."""
    if to <= NIMBERS.horizon or to > octal.MOST_TERMS:
        return family_nimbers(rule, family, to, max_memory, on_progress)
    growth = family_nimbers(rule, family, NIMBERS.horizon, max_memory, on_progress)
    if growth is None or growth.window is None:
        return growth and family_nimbers(rule, family, to, max_memory, on_progress)
    first, known = family.first_n, len(growth.values)
    law = octal.law_of(growth.values, first, growth.start, growth.window.period)
    return replace(growth, values=(*growth.values, *map(law.at, range(first + known, to + 1))))


def _solve_by_board(
    name: str,
    rule: PlacementRule,
    family: Family,
    to: int,
    max_memory: int | None,
    on_progress: OnProgress | None,
) -> NimValues:
    values: list[int] = []
    entries = 0
    search = NimSearch(rule, to)

    def result() -> NimValues:
        return _observed_values(
            name, family.text, values, family.first_n, "search", (("positions", entries),)
        )

    def tell(n: int, more: int) -> None:
        tell_progress(on_progress, "boards", n, to, entries + more)

    with interruptible(values, result):
        for n in range(family.first_n, to + 1):
            board = family.at(n)
            memory = Memory(board.text, max_memory, partial(tell, n - 1))
            try:
                is_zero = rule.impartial and is_zero_by_symmetry(rule, board)
                values.append(0 if is_zero else search.nimber(board, memory, on_progress))
            except LimitError as limit:
                raise NimLimitError(f"{limit}; {len(values)} values were found before", result()) from None
            entries += memory.entries
            tell(n, 0)
    return result()


def _observed_values(
    name: str,
    board: str,
    values: Sequence[int],
    first_n: int,
    method: str,
    details: tuple[tuple[str, int], ...],
) -> NimValues:
    """Return proved values together with their period, which is observed but not proved."""
    law, evidence = octal.observed_law(values, first_n), Evidence(Status.PROVED, method, details)
    return NimValues(name, board, tuple(values), first_n, law, evidence, is_observed=law is not None)


def _solve_single_board(
    name: str,
    rule: PlacementRule,
    board: Board,
    member: tuple[Family, int] | None,
    max_memory: int | None,
    on_progress: OnProgress | None,
) -> NimValues:
    if member is not None and not rule.liberties:
        family, n = member
        growth = _extend_by_period(rule, family, n, max_memory, on_progress)
        if growth is not None:
            evidence = Evidence(Status.PROVED, "end-types", (("end_types", growth.end_types),))
            return NimValues(name, board.text, (growth.values[n - family.first_n],), None, None, evidence)

    if rule.impartial and is_zero_by_symmetry(rule, board):
        evidence = Evidence(Status.PROVED, "symmetry-strategy")
        return NimValues(name, board.text, (0,), None, None, evidence)

    def tell(entries: int) -> None:
        tell_progress(on_progress, "positions", entries, 0, 0)

    memory = Memory(board.text, max_memory, tell)
    value = NimSearch(rule).nimber(board, memory, on_progress)
    evidence = Evidence(Status.PROVED, "search", (("positions", memory.entries),))
    return NimValues(name, board.text, (value,), None, None, evidence)


def _sample(family: Family) -> Board:
    """Return a small board of a family."""
    return family.at(max(family.first_n, 3))


def find_family(board: Board) -> tuple[Family, int] | None:
    """Return the family that contains a long board and the n of the board in the family, or None for any
    other board.
    """
    member = growing_family(board) if board.is_bare else None
    return (
        None if member is None or member[1] < NIMBERS.long_board or member[0].word == "complete" else member
    )


@dataclass(frozen=True, slots=True)
class NimValues(TextFace, Indexable):
    """Grundy values a(first_n), a(first_n + 1), ... on the boards of a family, or on one board.

    For one board ``first_n`` is None and ``values`` has one entry. ``law`` is the periodic formula, proved
    unless ``is_observed``. ``evidence`` is the evidence for the values. A proved formula yields values beyond
    the list.

    >>> from gfkit.play.impartial.nim import nim
    >>> kayles = nim("octal:0.77", to=20)
    >>> kayles.period, kayles.exceptions[-3:], kayles[10**6]
    (12, (39, 57, 70), 1)
    """

    _instead = "use .values for the computed values, or [n] for the value at n"

    game: str
    board: str
    values: tuple[int, ...]
    first_n: int | None
    law: octal.Periodicity | None
    evidence: Evidence
    """Evidence for the values, and for the period unless it is only observed."""
    is_observed: bool = False
    """True if the period is only observed, not proved."""
    heaps: tuple[tuple[int, int], ...] = ()
    """Sizes and values of the heaps of a sum."""
    moves: tuple[tuple[int, tuple[int, ...]], ...] | None = None
    """Winning moves in a sum of heaps, each a heap and the heaps that replace it; None if not searched."""

    def __repr__(self) -> str:
        shown = ", ".join(map(str, self.values[:12])) + (", ..." if len(self.values) > 12 else "")
        law = "" if self.period is None or self.is_observed else f", period {self.period}"
        return f"<NimValues: {self.game} on {self.board}: {shown}{law}; {self.known}>"

    @property
    def known(self) -> str:
        """Evidence as text, with a separate statement about a period that is only observed."""
        if not self.is_observed:
            return str(self.evidence)
        last = (self.first_n or 0) + len(self.values) - 1
        return f"Grundy values for n <= {last} {self.evidence}; period {self.period} observed"

    @property
    def period(self) -> int | None:
        return None if self.law is None else self.law.period

    @property
    def saltus(self) -> int | None:
        """Increase of the values over one period."""
        return None if self.law is None else self.law.saltus

    @property
    def preperiod(self) -> int | None:
        """Smallest index from which the values are periodic."""
        return None if self.law is None else max(self.law.preperiod, self.first_n or 0)

    @property
    def exceptions(self) -> tuple[int, ...]:
        """Indices n <= preperiod whose value differs from the periodic formula."""
        return () if self.law is None else self.law.exceptions

    @property
    def proved_law(self) -> octal.Periodicity | None:
        """Formula if it is proved for all n, else None."""
        return None if self.is_observed else self.law

    @property
    def zeros(self) -> tuple[int, ...]:
        """Listed n with value 0, for which the second player wins."""
        first = self.first_n or 0
        return tuple(n for n, value in enumerate(self.values, first) if value == 0)

    @property
    def zeros_generating_function(self) -> algebra.RationalGF | None:
        """Generating function of the n with value 0: the sum of (k-th such n) t^k over k >= 1. Requires a
        proved period.

        Past the preperiod, with z zeros in a period p: a(k + z) = a(k) + p.

        >>> from gfkit.play.impartial.nim import nim
        >>> print(nim("octal:0.3", to=9).zeros_generating_function)
        2*t^2/(1 - 2*t + t^2)
        """
        law = self.proved_law
        if law is None or law.saltus or self.first_n is None:
            return None
        start = max(law.preperiod, self.first_n)
        early = [n for n in range(self.first_n, start) if law.at(n) == 0]
        cycle = [n for n in range(start, start + law.period) if law.at(n) == 0]
        listed = (*early, *cycle, *(n + law.period for n in cycle[:1]))
        back = [0] * (len(cycle) + 1 if cycle else 0)
        if cycle:
            back[0] += 1
            back[len(cycle) - 1] += 1
            back[-1] -= 1
        return algebra.RationalGF.from_recurrence(Recurrence(tuple(back), len(listed) + 1, listed, 1))

    @property
    def generating_function(self) -> algebra.RationalGF | None:
        """Generating function: the sum of a(n) t^n. Requires a proved period.

        >>> from gfkit.play.impartial.nim import nim
        >>> print(nim("octal:0.3", to=9).generating_function)
        t/(1 - t^2)
        """
        law = self.proved_law
        if law is None or law.saltus or self.first_n is None:
            return None
        start = max(law.preperiod, self.first_n) + law.period
        initial = tuple(law.at(n) for n in range(self.first_n, start))
        back = (*[0] * (law.period - 1), 1)
        return algebra.RationalGF.from_recurrence(Recurrence(back, start, initial, self.first_n))

    def __getitem__(self, n: int) -> int:
        first = self.first_n or 0
        if first <= n < first + len(self.values):
            return self.values[n - first]
        if n >= first and self.proved_law is not None:
            return self.proved_law.at(n)
        last = first + len(self.values) - 1
        raise TermError(
            f"n {n}: values of {self.game} on {self.board} are known only for n from {first} to {last}"
        )

    def as_json(self) -> dict[str, object]:
        """Return the JSON object that the command line prints."""
        result: dict[str, object] = {"game": self.game, "board": self.board, "values": list(self.values)}
        if self.first_n is None:
            result["outcome"] = "first" if self.values[0] else "second"
        if self.heaps:
            result["heaps"] = [list(pair) for pair in self.heaps]
            result["moves"] = self.moves and [[heap, list(rest)] for heap, rest in self.moves]
        result |= {
            "first_n": self.first_n,
            "period": self.period,
            "period_status": None if self.law is None else "observed" if self.is_observed else "proved",
            "saltus": self.saltus,
            "preperiod": self.preperiod,
            "exceptions": list(self.exceptions),
            "evidence": self.evidence.as_json(),
        }
        if self.first_n is not None:
            law = self.zeros_generating_function
            result["zeros"] = list(self.zeros)
            result["zeros_generating_function"] = None if law is None else law.as_json()
        return result


class NimLimitError(PartialLimitError):
    """Raised if a limit is reached; ``found`` contains the values computed before."""
