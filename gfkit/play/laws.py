"""Outcome classes of long strips: the decomposition theorem with a Frobenius argument, and periodic
outcomes.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby

from gfkit.core.boards import Family
from gfkit.core.deferred import dataclass
from gfkit.core.errors import SelfCheckError
from gfkit.core.rules import Rule
from gfkit.core.rules.kinds.placement.rule import as_placement
from gfkit.core.typing import Player
from gfkit.core.writable import TextFace
from gfkit.play.impartial.octal import least_period, repeats_from
from gfkit.play.python_search import COLUMNS, ROWS, never_crosses
from gfkit.play.short.table import winner_text

LEAST_ROUNDS, LEAST_BOARDS = 3, 6
"""Minimum number of periods, and of boards, for an observed repetition."""


@dataclass(frozen=True, slots=True)
class DecompositionLaw(TextFace):
    """Outcome class of a family for all n, by the decomposition theorem.

    ``winner`` wins, regardless of who starts, for every n that is a sum of ``generators``; if ``covers_from``
    is given, for every n >= ``covers_from``. ``exceptions`` are the smaller n with another outcome,
    ``unknown`` the smaller n that were not searched. For n >= ``moving_first_from`` the winner wins at least
    when moving first.
    """

    board: str
    winner: str
    generators: tuple[int, ...]
    helping: tuple[int, ...]
    covers_from: int | None
    exceptions: tuple[int, ...]
    unknown: tuple[int, ...]
    moving_first_from: int | None
    proved: bool = True

    @property
    def statement(self) -> str:
        who = self.winner.title()
        if self.covers_from is not None:
            text = f"{who} wins on {self.board} for every n >= {self.covers_from}"
            if self.unknown:
                known = f"{numbers_text(self.exceptions)} and " if self.exceptions else ""
                rest = f"{known}possibly {numbers_text(self.unknown)} (not searched)"
                return f"{text}, and for all smaller n >= 1 except {rest}"
            if len(self.exceptions) in (0, self.covers_from - 1):
                return text + ", and for no smaller n" * bool(self.exceptions)
            return text + f", and for all smaller n >= 1 except {numbers_text(self.exceptions)}"
        text = f"{who} wins on {self.board} for every n that is {self._sums()}"
        if self.moving_first_from is not None:
            text += f"; moving first, {who} wins for every n >= {self.moving_first_from}"
        return text

    def at(self, n: int) -> str | None:
        """Return the winner at n, or None if the theorem does not decide it."""
        covered = self.covers_from is not None and n >= self.covers_from
        return self.winner if covered or n in Semigroup.of(self.generators, self.helping) else None

    def _sums(self) -> str:
        if len(self.generators) == 1 and not self.helping:
            return f"a multiple of {self.generators[0]}"
        text = f"a sum of {numbers_text(self.generators)}"
        return text + (f" and any of {numbers_text(self.helping)}" if self.helping else "")

    def as_json(self) -> dict[str, object]:
        return {
            "statement": self.statement,
            "status": "proved",
            "theorem": "decomposition",
            "winner": self.winner,
            "generators": list(self.generators),
            "helping": list(self.helping),
            "covers_from": self.covers_from,
            "exceptions": list(self.exceptions),
            "unknown": list(self.unknown),
            "moving_first_from": self.moving_first_from,
        }


def decomposition_law(rule: Rule, family: Family, outcomes: Mapping[int, str]) -> DecompositionLaw | None:
    """Return the outcome class that follows from these outcomes by the decomposition theorem, or None.

    Theorem. Let G(n) be the strip of length n. Suppose that no piece of Left crosses a line across the strip,
    and that pieces exclude each other only by a common cell, except that pieces of Left may also exclude each
    other by being adjacent. Then G(a + b) <= G(a) + G(b). Proof. Removing Right's moves across the line can
    only harm Right. The result is G(a) + G(b), possibly with fewer moves for Left. QED So if Right wins on a,
    regardless of who starts, and wins on b moving second, then Right wins on a + b regardless of who starts.
    If Right wins on one of a and b moving first, and on the other moving second, then Right wins on a + b
    moving first. The same holds with the players swapped.

    So sums of lengths that Right wins, with lengths that the second player wins added, are lengths that Right
    wins. If their greatest common divisor is 1, they include all sufficiently large lengths. References:
    Lachmann, Moore, Rapaport, Who wins Domineering on rectangular boards?; Blanco, Fraenkel, Tromping games:
    tiling with trominoes, theorem 3.3.

    >>> from gfkit.core.boards import parse_board
    >>> from gfkit.core.rules import find_rule
    >>> words = dict(enumerate("left first first right right right first".split(), 1))
    >>> law = decomposition_law(find_rule("d-tromping"), parse_board("3xn"), words)
    >>> law.statement, law.generators
    ('Right wins on 3xn for every n >= 8, and for all smaller n >= 1 except 1-3, 7', (4, 5, 6))
    """
    laws = [
        law
        for loser, winner in ((Player.LEFT, Player.RIGHT), (Player.RIGHT, Player.LEFT))
        if cuts_apart(rule, family, loser)
        and (law := _fit_decomposition(family, winner, outcomes)) is not None
    ]
    return min(laws, key=lambda law: (law.covers_from is None, law.covers_from), default=None)


def cuts_apart(rule: Rule, family: Family, loser: Player) -> bool:
    """Return True if the hypotheses of the theorem hold, where no piece of ``loser`` crosses a line."""
    axis = _growing_axis(family)
    if not rule.is_game or rule.liberties or axis is None:
        return False
    game = as_placement(rule)
    colours = range(len(game.colours))
    hindering = {c for a in colours for b in colours if game.forbids(a, b) for c in (a, b)}
    return all(game.colours[colour].owner is loser for colour in hindering) and never_crosses(
        game, loser, axis
    )


def _growing_axis(family: Family) -> int | None:
    """Return the axis along which a strip grows, or None if the board is cyclic or not a strip."""
    if len(family.sizes) != 2 or family.slices is not None or family.closes or family.is_irregular:
        return None
    return ROWS if family.sizes[0] is None else COLUMNS


def _fit_decomposition(
    family: Family, winner: Player, outcomes: Mapping[int, str]
) -> DecompositionLaw | None:
    won = {n for n, who in outcomes.items() if who == winner.value and n > 0}
    drawn = {n for n, who in outcomes.items() if who == "second" and n > 0}
    if not won:
        return None
    sums = Semigroup.of(won, drawn)
    wrong = [n for n in outcomes if n in sums and n not in won]
    if wrong:
        raise SelfCheckError(
            f"{family.at(wrong[0]).text}: the search yields {outcomes[wrong[0]]}, but the"
            " decomposition theorem yields"
            f" {winner.value}; this is a bug in gfkit, please report it"
        )
    least, *larger = sorted(won)
    needed = (least, *_drop_redundant(larger, lambda fewer: Semigroup.of([least, *fewer], drawn)))
    helping = _drop_redundant(sorted(drawn), lambda fewer: Semigroup.of(needed, fewer))
    covers = sums.all_from
    while covers is not None and outcomes.get(covers - 1) == winner.value:
        covers -= 1
    below = range(1, covers or 1)
    first = {n for n, who in outcomes.items() if who in (winner.value, "first") and n > 0}
    return DecompositionLaw(
        board=family.text,
        winner=winner.value,
        generators=needed,
        helping=helping,
        covers_from=covers,
        exceptions=tuple(n for n in below if n in outcomes and outcomes[n] != winner.value),
        unknown=tuple(n for n in below if n not in outcomes and n not in sums),
        moving_first_from=sums_after(sums, first).all_from,
    )


def _drop_redundant(lengths: Sequence[int], sums_of: Callable[[list[int]], Semigroup]) -> tuple[int, ...]:
    """Return the lengths without redundant generators; the largest are tried first."""
    kept = list(lengths)
    sums = sums_of(kept)
    for length in lengths[::-1]:
        fewer = [n for n in kept if n != length]
        if sums_of(fewer) == sums:
            kept = fewer
    return tuple(kept)


@dataclass(frozen=True, slots=True)
class Semigroup:
    """Set of all sums of ``needed`` and ``helping`` integers with at least one needed summand.

    Let m be the smallest needed number. The sums in a class modulo m are its smallest sum s and s + m, s + 2
    m, ...; ``least`` contains the smallest sum of each class, or None. Reference: Brauer and Shockley, On a
    problem of Frobenius.

    >>> sums = Semigroup.of([4, 9, 11, 14], [])
    >>> sums.all_from, 10 in sums, 11 in sums
    (11, False, True)
    >>> Semigroup.of([6], []).all_from is None, 12 in Semigroup.of([6], []), 5 in Semigroup.of([6], [5])
    (True, True, False)
    """

    modulus: int
    least: tuple[int | None, ...]

    @classmethod
    def of(cls, needed: Iterable[int], helping: Iterable[int]) -> Semigroup:
        """Return the semigroup generated by positive integers. Cost: the smallest needed number times the
        number of generators.
        """
        first, second = sorted(set(needed)), sorted(set(helping))
        modulus = first[0]
        best: dict[tuple[int, bool], int] = {}
        waiting = [(0, False)]
        while waiting:
            total, counted = heapq.heappop(waiting)
            if (total % modulus, counted) in best:
                continue
            best[total % modulus, counted] = total
            for step in first:
                heapq.heappush(waiting, (total + step, True))
            for step in second:
                heapq.heappush(waiting, (total + step, counted))
        return cls(modulus, tuple(best.get((residue, True)) for residue in range(modulus)))

    def __contains__(self, number: int) -> bool:
        least = self.least[number % self.modulus]
        return least is not None and number >= least

    @property
    def all_from(self) -> int | None:
        """Smallest n such that every integer >= n is a sum, or None."""
        known = [least for least in self.least if least is not None]
        return max(known) - self.modulus + 1 if len(known) == self.modulus else None


def sums_after(sums: Semigroup, starts: Iterable[int]) -> Semigroup:
    """Return the set of numbers s and s + x, where s is a start and x an element of the semigroup.

    >>> sums_after(Semigroup.of([6], []), [3, 4, 5, 6, 7, 14]).all_from
    9
    """
    least: list[int | None] = [None] * sums.modulus
    for start in starts:
        for total in (0, *(total for total in sums.least if total is not None)):
            here = (start + total) % sums.modulus
            smallest = least[here]
            least[here] = start + total if smallest is None else min(smallest, start + total)
    return Semigroup(sums.modulus, tuple(least))


@dataclass(frozen=True, slots=True)
class RepetitionLaw(TextFace):
    """Periodic outcomes for n >= ``covers_from``. ``cycle`` is the first period from there.

    ``exceptions`` are the smaller n whose outcomes differ from the periodic continuation to the left. If the
    period is not proved, ``seen_to`` is the last n that was searched.
    """

    board: str
    cycle: tuple[str, ...]
    covers_from: int
    exceptions: tuple[int, ...]
    seen_to: int | None = None

    @property
    def proved(self) -> bool:
        return self.seen_to is None

    @property
    def period(self) -> int:
        return len(self.cycle)

    def at(self, n: int) -> str | None:
        """Return the outcome at n >= ``covers_from``."""
        return self.cycle[(n - self.covers_from) % self.period] if n >= self.covers_from else None

    @property
    def statement(self) -> str:
        every = "every " if self.proved else ""
        where = f"n >= {self.covers_from}" if self.proved else f"{self.covers_from} <= n <= {self.seen_to}"
        if self.period == 1:
            text = f"{winner_text(self.cycle[0])} on {self.board} for {every}{where}"
        else:
            text = f"outcomes on {self.board} repeat with period {self.period} for {where}"
        return text if self.proved else f"{text} (not proved for larger n)"

    def as_json(self) -> dict[str, object]:
        return {
            "statement": self.statement,
            "status": "proved" if self.proved else "observed",
            "theorem": "periodicity" if self.proved else None,
            "period": self.period,
            "cycle": list(self.cycle),
            "generators": [],
            "covers_from": self.covers_from,
            "exceptions": list(self.exceptions),
            "seen_to": self.seen_to,
        }


def periodic_law(board: str, first_n: int, words: Sequence[str], last_start: int) -> RepetitionLaw:
    """Return the law of periodic outcomes, given that the outcomes for n >= ``last_start`` form one
    period.
    """
    period = least_period(words[last_start - first_n :])
    return _repetition(board, first_n, words, repeats_from(words, period), period)


def observed_repetition(board: str, outcomes: Mapping[int, str]) -> RepetitionLaw | None:
    """Return the observed repetition of the outcomes, or None.

    It must hold for three periods and six outcomes, and for more outcomes than any earlier repetition that
    failed later.

    >>> words = ["left", "second", "first", *["right"] * 6]
    >>> print(observed_repetition("2xn", dict(enumerate(words))).statement)
    Right wins on 2xn for 3 <= n <= 8 (not proved for larger n)
    """
    first_n, words = min(outcomes), [outcomes[n] for n in sorted(outcomes)]
    for period in range(1, len(words) // LEAST_ROUNDS + 1):
        start = repeats_from(words, period)
        long_enough = len(words) - start >= max(LEAST_ROUNDS * period, LEAST_BOARDS)
        if (
            long_enough
            and _measure_repetition(words[: start + period - 1], period) < len(words) - start - period
        ):
            return _repetition(board, first_n, words, start, period, first_n + len(words) - 1)
    return None


def _repetition(
    board: str, first_n: int, words: Sequence[str], start: int, period: int, seen_to: int | None = None
) -> RepetitionLaw:
    cycle = tuple(words[start : start + period])
    wrong = tuple(first_n + i for i in range(start) if words[i] != cycle[(i - start) % period])
    return RepetitionLaw(board, cycle, first_n + start, wrong, seen_to)


def _measure_repetition(words: Sequence[str], period: int) -> int:
    """Return the maximum number of consecutive indices i with words[i] = words[i + period]."""
    alike = "".join("=" if a == b else " " for a, b in zip(words, words[period:], strict=False))
    return max(map(len, alike.split()), default=0)


def numbers_text(numbers: Iterable[int], most: int | None = None) -> str:
    """Return integers as text, with runs of three or more as ranges. If there are more than ``most`` entries,
    the rest is only counted.

    >>> numbers_text((1, 2, 3, 4, 7, 9, 10)), numbers_text(range(0, 10, 2), 3)
    ('1-4, 7, 9, 10', '0, 2, 4, and 2 more')
    """
    words: list[str] = []
    for _, group in groupby(enumerate(sorted(numbers)), lambda pair: pair[1] - pair[0]):
        run = [number for _, number in group]
        words += [f"{run[0]}-{run[-1]}"] if len(run) > 2 else map(str, run)
    shown = words if most is None else words[:most]
    more = len(words) - len(shown)
    return ", ".join(shown) + (f", and {more} more" if more else "")
