"""Random statements with a printed range, and the smallest n_0 such that each holds for all n >= n_0.

This module does not use gfkit. A side consists of its notation, its value at n, and a bound from which it is
a pure combination of powers. A statement is evaluated at every n of its range far beyond the bounds: since
both sides satisfy recurrences of small orders, a failure there implies infinitely many failures, and
sufficiently many successes there imply that it holds for ever.

Conventions of print: an empty sum is 0 for any upper end below the lower one; a term with an index below the
first one does not exist, so a statement that needs it does not hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from random import Random

from gfkit import verify
from gfkit.oeis import Entry
from gfkit.oeis.confirm import confirm

from .case import Compared, FaultError
from .statements import FAMILIES, LUCAS, SEEN, Family, at, index, lucas

FAR = 10**9


@dataclass(frozen=True)
class Side:
    """A string, its value at n (or None), the bound of its regular range, and its last term."""

    text: str
    value: Callable[[int], Fraction | None]
    regular: int = 0
    reach: int = -FAR
    """The last term that it needs is a(n + reach)."""


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
        """Return a bound from which both sides are regular and, if they grow, all terms exist."""
        return max(self.since, self.left.regular, self.right.regular)

    @cached_property
    def holds_from(self) -> int | None:
        """Return the smallest n of the range from which it always holds, or None if it fails for ever."""
        failing = [n for n in range(self.since, self.settled + SEEN) if not self.holds(n)]
        if not failing:
            return self.since
        return failing[-1] + 1 if failing[-1] < self.settled else None

    @property
    def true(self) -> str:
        return {None: "false", self.since: "true"}.get(self.holds_from, "later")

    def holds_behind(self, values: int) -> bool:
        """Return True if it holds at every n whose last term follows the first ``values`` terms: they are the
        initial values of a recurrence that is stated for all later terms."""
        first = self.family.first_n + values - max(self.left.reach, self.right.reach)
        sides = [(self.left.value(n), self.right.value(n)) for n in range(first, self.settled + SEEN)]
        return all(left == right for left, right in sides if None not in (left, right))

    def differs_in(self, terms: int) -> bool:
        """Return True if the given terms suffice to refute the statement at some n."""
        end = self.family.first_n + terms - max(self.left.reach, self.right.reach)
        for n in range(self.since, min(end, self.settled + SEEN)):
            left, right = self.left.value(n), self.right.value(n)
            if None not in (left, right) and left != right:
                return True
        return False


def _term(family: Family, n: int) -> Fraction | None:
    return None if n < family.first_n else family.far[n - family.first_n]


# Sides


def _constant(value: Fraction) -> Side:
    return Side(f"({value})" if value < 0 or value.denominator > 1 else str(value), lambda n: value)


def _a(family: Family, shift: int) -> Side:
    regular = family.first_n + len(family.initial) - len(family.back)
    return Side(f"a({index(shift)})", lambda n: _term(family, n + shift), regular - shift, shift)


def _summed(parts: Sequence[tuple[Fraction, Side]]) -> Side:
    """Return the nonzero multiples of the parts."""
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

    sides = [side for _, side in parts] or [Side("0", value)]
    return Side(text or "0", value, max(side.regular for side in sides), max(side.reach for side in sides))


def _times(one: Side, other: Side) -> Side:
    def value(n: int) -> Fraction | None:
        left, right = one.value(n), other.value(n)
        return None if left is None or right is None else left * right

    text = f"{one.text}^2" if one == other else f"{one.text}*{other.text}"
    return Side(text, value, max(one.regular, other.regular), max(one.reach, other.reach))


def _bracket(rng: Random, place: int) -> Side:
    """Return the function that is 1 at one n, and 0 elsewhere."""
    text = "0^n" if not place and rng.random() < 0.9 else f"[n = {place}]"
    return Side(text, lambda n: Fraction(n == place), place + 1)


def _partial(
    low: int, shift: int, body: str, value_at: Callable[[int], Fraction | None], reach: int = -FAR
) -> Side:
    """Return Sum_{k=low..n+shift}, which is 0 if the upper end is below ``low``."""

    def value(n: int) -> Fraction | None:
        values = [value_at(k) for k in range(low, n + shift + 1)]
        return None if None in values else sum((v for v in values if v is not None), Fraction(0))

    return Side(f"Sum_{{k={low}..{index(shift)}}} {body}", value, low - 1 - shift, reach)


def _solved(rows: list[list[Fraction]]) -> list[Fraction] | None:
    """Return the solution of linear equations (right side in the last column), or None if not unique."""
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
    if rng.random() < 0.15:  # which mostly makes it false
        row[rng.randrange(1, len(row))] += rng.choice([-2, -1, 1, 2])
    shift = rng.choice([0, 0, 0, 1, 2])
    others = [(-c, _a(family, shift - k)) for k, c in enumerate(row) if k and c]
    return _a(family, shift), _summed(others)


def _sum_of_terms(rng: Random, family: Family) -> tuple[Side, Side] | None:
    """Return a sum of terms as a combination of terms and a constant, valid where the sum is not empty."""
    order, low = len(family.back), family.first_n + rng.randint(0, 3)
    high, up = rng.choice([0, 0, -1, -1, -2, -3, 1]), rng.choice([0, 0, 1, -1])
    left = _partial(low, high, "a(k)", lambda k: _term(family, k), high)
    names = [_a(family, up + i) for i in range(order)]
    first = max(left.regular, *(name.regular for name in names))
    rows = []
    for n in range(first, first + order + 1):
        values = [side.value(n) for side in (*names, left)]
        rows.append([*(v for v in values[:-1] if v is not None), Fraction(1), values[-1] or Fraction(0)])
    solution = _solved(rows)
    if solution is None:
        return None
    parts = zip(solution, [*names, _constant(Fraction(1))], strict=True)
    right = _summed([(c, side) for c, side in parts if c])
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
    """Return a closed form, or a known sequence, perhaps as the sum of others."""
    moved = rng.choice([0, 0, 0, 0, 0, 1, -1])
    made = [_form(*form, family.shift + moved) for form in family.closed]
    made += [_parted(rng, *family.known, family.shift + moved)] if family.known else []
    return (_a(family, moved), rng.choice(made)) if made else None


def _form(text: str, value: Callable[[int], int], shift: int) -> Side:
    shown = text.replace("{}", index(shift))
    return Side(shown, lambda n: Fraction(value(n + shift)) if n + shift >= 0 else None, -shift)


def _parted(rng: Random, name: str, by: int, shift: int) -> Side:
    parts = [(Fraction(1), name, by + shift)]
    for _ in range(rng.choice([0, 0, 1, 2])):  # b(m) = b(m+1)/p - q b(m-1)/p
        factor, _, at_ = parts.pop(rng.randrange(len(parts)))
        p, q, *_ = LUCAS[name]
        parts += [(factor / p, name, at_ + 1), (-factor * Fraction(q, p), name, at_ - 1)]
    return _summed([(factor, _lucas(name, at_)) for factor, name, at_ in parts])


def _lucas(name: str, shift: int) -> Side:
    return Side(f"{name}({index(shift)})", lambda n: lucas(name, n + shift))


def _sum_of_known(rng: Random, family: Family) -> tuple[Side, Side] | None:
    """Return a(n) as a known sequence, with one value replaced by a sum of earlier differences."""
    if not family.known:
        return None
    name, shift = family.known[0], family.known[1] + family.shift
    low, high = rng.randint(0, 4), rng.choice([0, -1, -2, -3])
    # Sum of b(k+1) - b(k) from low to n + high is b(n+high+1) - b(low).
    body, start = f"({name}(k+1) - {name}(k))", lucas(name, low)
    telescoping = _partial(low, high, body, lambda k: lucas(name, k + 1) - lucas(name, k))
    rest = [(Fraction(1), _lucas(name, shift)), (Fraction(-1), _lucas(name, high + 1))]
    ones = [(start, _constant(Fraction(1)))] if start else []
    return _a(family, 0), _summed([(Fraction(1), telescoping), *ones, *(rest if shift != high + 1 else [])])


MAKERS = {
    "recurrence": _recurrence, "sum of terms": _sum_of_terms, "product": _product, "closed form": _closed,
    "sum": _sum_of_known,
}  # fmt: skip


def ranged(rng: Random, families: Sequence[Family] = FAMILIES, forms: Sequence[str] = ()) -> Ranged:
    """Return a statement that holds on its range, only later, or never."""
    while True:
        family, form = rng.choice(families), rng.choice(forms or list(MAKERS))
        sides = MAKERS[form](rng, family)
        if sides is None:
            continue
        left, right = sides
        first = max(left.regular, right.regular)
        change = rng.random()
        if change < 0.3:  # wrong at one n
            place = 0 if forms else max(0, first + rng.randint(-2, 4))
            right = _summed([(Fraction(1), right), (Fraction(rng.choice([1, -1, 2])), _bracket(rng, place))])
        elif change < 0.5:  # wrong for ever
            right = _summed([(Fraction(1), right), (Fraction(rng.choice([1, -1])), _constant(Fraction(1)))])
        since = max(0, first + rng.choice([-4, -3, -2, -1, -1, 0, 0, 0, 1, 3]))
        since = 0 if rng.random() < 0.2 else since
        return Ranged(family, f"{left.text} = {right.text}", left, right, since, form)


def since_in_words(rng: Random, since: int) -> str:
    words = [f" for n >= {since}", f" for n>={since}", f" (n >= {since})", f" for all n >= {since}"]
    words += [f" for n>{since - 1}", f", n > {since - 1}", f" (for n>{since - 1})"] if since else []
    return rng.choice(words)


@dataclass(frozen=True)
class RangeCase:
    """A printed statement, its reference (the game, some terms, or an entry), and the number of terms."""

    made: Ranged
    text: str
    door: str
    number: int

    def __str__(self) -> str:
        made, asked = self.made, f"and {self.number} terms"
        asked = asked if self.door == "data" else f"--for {made.family.game} {made.family.boards}"
        return f"{made.true} (from {made.holds_from}): gfkit verify {self.text!r} {asked} ({self.door})"


def case(rng: Random) -> RangeCase:
    made, door = ranged(rng), rng.choice(("game", "game", "data", "entry"))
    text = made.text + since_in_words(rng, made.since)
    is_plain = re.search(r"Sum|\[|sqrt|A0|Fib", text) is None
    if door != "entry" and is_plain and rng.random() < 0.3:  # as LaTeX has it
        text = re.sub(r"\b([aFLJ]|Pell)\(([^()]*)\)", r"\1_{\2}", text).replace("Pell", r"\text{Pell}")
        text = text.replace("*", r" \cdot ").replace(">=", r" \ge ").replace("^n", "^{n}")
    return RangeCase(made, text, door, rng.randint(6, 24))


def tags(case: RangeCase) -> list[str]:
    return [f"{case.door}: {case.made.true}", f"form: {case.made.form}"]


def compare(case: RangeCase) -> Compared:
    """Check the verdict on a statement at every n of its range."""
    word, is_right = {"game": _by_game, "data": _by_data, "entry": _by_entry}[case.door](case, case.made)
    if not is_right:
        raise FaultError(f"{word}, and it is {case}", f"{case.door} {case.made.true} {word}")
    return 1, [f"{case.door}, {case.made.true}: {word}"]


def _by_game(case: RangeCase, made: Ranged) -> tuple[str, bool]:
    verdict = verify(case.text, game=made.family.game, family=made.family.boards)
    word = str(verdict.verdict)
    if word == "later":
        said = (verdict.holds_from, verdict.printed_from)
        return word, case.made.true == "later" and said == (made.holds_from, made.since)
    said = {"true": ("proved", "consistent"), "later": (), "false": ("refuted",)}
    return word, word in said[case.made.true]


def _by_data(case: RangeCase, made: Ranged) -> tuple[str, bool]:
    terms = [int(term) for term in made.family.terms(case.number)]
    word = str(verify(case.text, data=terms, offset=made.family.first_n).verdict)
    return word, word == ("refuted" if made.differs_in(len(terms)) else "consistent")


def _by_entry(case: RangeCase, made: Ranged) -> tuple[str, bool]:
    terms = tuple(int(term) for term in made.family.terms(case.number))
    lines = (f"Conjecture: {case.text}.",)
    entry = Entry("A000001", terms=terms, first_n=made.family.first_n, formulas=lines)
    (line,) = confirm(entry, made.family.game, made.family.boards, terms=40).lines
    word = line.verdict.value
    if word == "later":
        return word, made.true == "later" and line.from_n == made.holds_from
    return word, word in ("cannot say", {"true": "confirmed", "later": "", "false": "false"}[made.true])
