"""Random statements with a printed range, and the n from which on each is true, worked out at every n.

Nothing here knows gfkit. A side is made as its text, its value at one n, and the n from which on it is a
combination of powers alone. So a statement is evaluated at every n of its range up to far beyond that: what
fails there once fails for infinitely many n, and what holds there so often holds for ever, as both sides
satisfy recurrences of small orders.

What is taken for granted of print: a sum over nothing is 0, however far its upper end is below the lower one;
a term with an index below the first one is not there, so that a statement that needs it does not hold.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from random import Random

from gfkit import verify
from gfkit.oeis import Entry
from gfkit.oeis.confirm import confirm

from .case import Compared, FaultError
from .statements import FAMILIES, KNOWN, SEEN, Family, Part, at, index


@dataclass(frozen=True)
class Side:
    """A text, its value at n (None where there is none), and from which n on it is regular."""

    text: str
    value: Callable[[int], Fraction | None]
    regular: int = 0


@dataclass(frozen=True)
class Ranged:
    """left = right for n >= ``since``, as printed, of the terms of a family."""

    family: Family
    text: str
    left: Side
    right: Side
    since: int
    form: str

    def holds(self, n: int) -> bool:
        left, right = self.left.value(n), self.right.value(n)
        return left is not None and left == right

    @property
    def settled(self) -> int:
        """From here on both sides are regular and, where they grow, all terms are there."""
        return max(self.since, self.left.regular, self.right.regular)

    @cached_property
    def holds_from(self) -> int | None:
        """The first n of the range from which on it is true; None where it is false for ever."""
        failing = [n for n in range(self.since, self.settled + SEEN) if not self.holds(n)]
        if not failing:
            return self.since
        return failing[-1] + 1 if failing[-1] < self.settled else None

    def differs_in(self, terms: int) -> bool | None:
        """Whether so many terms refute it; None where they do not even reach one n of the range."""
        end = self.family.first_n + terms
        seen = None
        for n in range(self.since, self.settled + SEEN):
            with_all = _Reach(end)
            left, right = (with_all.value(side, n) for side in (self.left, self.right))
            if with_all.is_beyond or left is None or right is None:
                continue
            seen = bool(seen) or left != right
        return seen


class _Reach:
    """Values of sides by terms below an index alone."""

    def __init__(self, end: int) -> None:
        self.end, self.is_beyond = end, False

    def value(self, side: Side, n: int) -> Fraction | None:
        _asked.clear()
        found = side.value(n)
        self.is_beyond |= any(n >= self.end for n in _asked)
        return found


_asked: list[int] = []
"""The indices that the value of a side took."""


@cache
def _terms(place: int) -> list[Fraction]:
    return FAMILIES[place].terms(400)


def _term(family: Family, n: int) -> Fraction | None:
    _asked.append(n)
    return None if n < family.first_n else _terms(FAMILIES.index(family))[n - family.first_n]


# Sides


def _constant(value: Fraction) -> Side:
    return Side(f"({value})" if value < 0 or value.denominator > 1 else str(value), lambda n: value)  # noqa: ARG005


def _a(family: Family, shift: int) -> Side:
    return Side(f"a({index(shift)})", lambda n: _term(family, n + shift), family.first_n - shift)


def _summed(parts: Sequence[tuple[Fraction, Side]]) -> Side:
    """The parts with their factors, none of which is 0."""
    text = ""
    for factor, side in parts:
        sign, size = "-" if factor < 0 else "+", abs(factor)
        times = "" if size == 1 else f"{size}*" if size.denominator == 1 else f"({size})*"
        text += f" {sign} " if text else sign.strip("+")
        text += times + side.text

    def value(n: int) -> Fraction | None:
        values = [side.value(n) for _, side in parts]
        if any(one is None for one in values):
            return None
        return sum((f * v for (f, _), v in zip(parts, values, strict=True) if v is not None), Fraction(0))

    return Side(text or "0", value, max((side.regular for _, side in parts), default=0))


def _times(one: Side, other: Side) -> Side:
    def value(n: int) -> Fraction | None:
        left, right = one.value(n), other.value(n)
        return None if left is None or right is None else left * right

    text = f"{one.text}^2" if one == other else f"{one.text}*{other.text}"
    return Side(text, value, max(one.regular, other.regular))


def _bracket(rng: Random, place: int) -> Side:
    """1 at one n, and 0 elsewhere."""
    text = "0^n" if not place and rng.random() < 0.5 else f"[n = {place}]"
    return Side(text, lambda n: Fraction(n == place), place + 1)


def _partial(low: int, shift: int, body: str, value_at: Callable[[int], Fraction | None]) -> Side:
    """Sum_{k=low..n+shift}, which is 0 where that is below ``low``."""

    def value(n: int) -> Fraction | None:
        values = [value_at(k) for k in range(low, n + shift + 1)]
        return None if None in values else sum((v for v in values if v is not None), Fraction(0))

    return Side(f"Sum_{{k={low}..{index(shift)}}} {body}", value, low - 1 - shift)


def _solved(rows: list[list[Fraction]]) -> list[Fraction] | None:
    """The one solution of equations with their right sides behind; None where it is not one."""
    size = len(rows)
    for i in range(size):
        pivot = next((k for k in range(i, size) if rows[k][i]), None)
        if pivot is None:
            return None
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [entry / rows[i][i] for entry in rows[i]]
        for k in range(size):
            if k != i:
                rows[k] = [a - rows[k][i] * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [row[-1] for row in rows]


# Statements


def _recurrence(rng: Random, family: Family) -> tuple[Side, Side] | None:
    row = [Fraction(1), *(-at(c) for c in family.back)]
    for _ in range(rng.choice([0, 0, 1])):
        root = rng.choice([-2, -1, 1, 2])
        row = [a - root * b for a, b in zip([*row, Fraction(0)], [Fraction(0), *row], strict=True)]
    shift = rng.choice([0, 0, 0, 1, 2])
    others = [(-c, _a(family, shift - k)) for k, c in enumerate(row) if k and c]
    return _a(family, shift), _summed(others)


def _sum_of_terms(rng: Random, family: Family) -> tuple[Side, Side] | None:
    """The sum of terms as a combination of terms and a constant, solved for where it is not empty."""
    order, low = len(family.back), family.first_n + rng.randint(0, 3)
    high, up = rng.choice([0, 0, -1, -1, -2, -3, 1]), rng.choice([0, 0, 1, -1])
    left = _partial(low, high, "a(k)", lambda k: _term(family, k))
    names = [_a(family, up + i) for i in range(order)]
    first = max(left.regular, *(name.regular for name in names))
    rows = []
    for n in range(first, first + order + 1):
        values = [side.value(n) for side in (*names, left)]
        rows.append([*(v for v in values[:-1] if v is not None), Fraction(1), values[-1] or Fraction(0)])
    solution = _solved(rows)
    if solution is None:
        return None
    right = _summed(
        [(c, side) for c, side in zip(solution, [*names, _constant(Fraction(1))], strict=True) if c]
    )
    if rng.random() < 0.5 and solution[0]:  # a(n+up) alone on the left
        rest = [(-c / solution[0], side) for c, side in zip(solution[1:], names[1:], strict=False) if c]
        ones = [(-solution[-1] / solution[0], _constant(Fraction(1)))] if solution[-1] else []
        return names[0], _summed([*ones, (1 / solution[0], left), *rest])
    return left, right


def _product(rng: Random, family: Family) -> tuple[Side, Side] | None:
    """a(n+i) a(n+j) - a(n) a(n+i+j) is a multiple of (-q)^n where a(n) = p a(n-1) + q a(n-2)."""
    if len(family.back) != 2:
        return None
    i, j, back = rng.randint(1, 3), rng.randint(1, 3), rng.randint(0, 4)
    base = -at(family.back[1])
    places = [(i - back, j - back), (-back, i + j - back)]
    (one, two), (three, four) = ((_a(family, s), _a(family, t)) for s, t in places)
    first = max(family.first_n + back, 0)
    values = [side.value(first) for side in (one, two, three, four)]
    if None in values:
        return None
    a, b, c, d = (v for v in values if v is not None)
    factor = (a * b - c * d) / base**first
    power = Side(f"({base})^n", lambda n: base**n)
    right = [(Fraction(1), _times(three, four)), *([(factor, power)] if factor else [])]
    return _times(one, two), _summed(right)


def _closed(rng: Random, family: Family) -> tuple[Side, Side] | None:
    """A known sequence, perhaps as the sum of others."""
    if (family.game, family.boards) not in KNOWN:
        return None
    name, shift = KNOWN[family.game, family.boards]
    moved = rng.choice([0, 0, 0, 1, -1])
    return _a(family, moved), _lucas(name, shift + moved)


def _lucas(name: str, shift: int) -> Side:
    return Side(f"{name}({index(shift)})", lambda n: _lucas_number(name, n + shift))


@cache
def _lucas_number(name: str, n: int) -> Fraction:
    return Part(Fraction(1), name, 0).value(n)


def _sum_of_known(rng: Random, family: Family) -> tuple[Side, Side] | None:
    """a(n) as a known sequence, in which one value is written as the sum of differences before it."""
    if (family.game, family.boards) not in KNOWN:
        return None
    name, shift = KNOWN[family.game, family.boards]
    low, high = rng.randint(0, 4), rng.choice([0, -1, -2, -3])

    def step(k: int) -> Fraction:
        return _lucas_number(name, k + 1) - _lucas_number(name, k)

    # Sum of b(k+1) - b(k) from low to n + high is b(n+high+1) - b(low).
    telescoping = _partial(low, high, f"({name}(k+1) - {name}(k))", step)
    rest = [(Fraction(1), _lucas(name, shift)), (Fraction(-1), _lucas(name, high + 1))]
    start = _lucas_number(name, low)
    ones = [(start, _constant(Fraction(1)))] if start else []
    return _a(family, 0), _summed([(Fraction(1), telescoping), *ones, *(rest if shift != high + 1 else [])])


MAKERS = {
    "recurrence": _recurrence, "sum of terms": _sum_of_terms, "product": _product, "closed form": _closed,
    "sum": _sum_of_known,
}  # fmt: skip


def ranged(rng: Random) -> Ranged:
    """A statement with its range, true from the first n of it on, later, or never."""
    while True:
        family, form = rng.choice(FAMILIES), rng.choice(list(MAKERS))
        sides = MAKERS[form](rng, family)
        if sides is None:
            continue
        left, right = sides
        first = max(left.regular, right.regular)
        change = rng.random()
        if change < 0.3:  # wrong at one n
            place = max(0, first + rng.randint(-2, 4))
            right = _summed([(Fraction(1), right), (Fraction(rng.choice([1, -1, 2])), _bracket(rng, place))])
        elif change < 0.5:  # wrong for ever
            right = _summed([(Fraction(1), right), (Fraction(rng.choice([1, -1])), _constant(Fraction(1)))])
        since = max(0, first + rng.choice([-4, -3, -2, -1, -1, 0, 0, 0, 1, 3]))
        since = 0 if rng.random() < 0.2 else since
        words = [f"for n >= {since}", f"for all n >= {since}", f"(n >= {since})", f"for n > {since - 1}"]
        text = f"{left.text} = {right.text} {rng.choice(words[: 4 if since else 3])}"
        return Ranged(family, text, left, right, since, form)


@dataclass(frozen=True)
class RangeCase:
    """A statement; what it is judged by, the game, some terms, or as a line of an entry; how many terms."""

    made: Ranged
    door: str
    number: int

    @property
    def true(self) -> str:
        return {None: "false", self.made.since: "true"}.get(self.made.holds_from, "later")

    def __str__(self) -> str:
        made, asked = self.made, f"and {self.number} terms"
        asked = asked if self.door == "data" else f"--for {made.family.game} {made.family.boards}"
        return f"{self.true} (from {made.holds_from}): gfkit verify {made.text!r} {asked} ({self.door})"


def case(rng: Random) -> RangeCase:
    return RangeCase(ranged(rng), rng.choice(("game", "game", "data", "entry")), rng.randint(6, 24))


def tags(case: RangeCase) -> list[str]:
    return [f"{case.door}: {case.true}", f"form: {case.made.form}"]


def compare(case: RangeCase) -> Compared:
    """A statement is judged at every n of its range."""
    word, is_right = {"game": _by_game, "data": _by_data, "entry": _by_entry}[case.door](case, case.made)
    if not is_right:
        raise FaultError(f"{word}, and it is {case}", f"{case.door} {case.true} {word}")
    return 1, [f"{case.door}, {case.true}: {word}"]


def _by_game(case: RangeCase, made: Ranged) -> tuple[str, bool]:
    verdict = verify(made.text, game=made.family.game, family=made.family.boards)
    word = str(verdict.verdict)
    if word == "later":
        said = (verdict.holds_from, verdict.printed_from)
        return word, case.true == "later" and said == (made.holds_from, made.since)
    return word, word in {"true": ("proved", "consistent"), "later": (), "false": ("refuted",)}[case.true]


def _by_data(case: RangeCase, made: Ranged) -> tuple[str, bool]:
    terms = [int(term) for term in made.family.terms(case.number)]
    word = str(verify(made.text, data=terms, offset=made.family.first_n).verdict)
    return word, word == ("refuted" if made.differs_in(len(terms)) else "consistent")


def _by_entry(case: RangeCase, made: Ranged) -> tuple[str, bool]:
    terms = tuple(int(term) for term in made.family.terms(case.number))
    lines = (f"Conjecture: {made.text}.",)
    entry = Entry("A000001", terms=terms, first_n=made.family.first_n, formulas=lines)
    (line,) = confirm(entry, made.family.game, made.family.boards, terms=40).lines
    word = line.verdict.value
    if word == "later":
        return word, case.true == "later" and line.from_n == made.holds_from
    return word, word in ("cannot say", {"true": "confirmed", "later": "", "false": "false"}[case.true])
