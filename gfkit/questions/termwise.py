"""Relations between sequences that satisfy linear recurrences, decided for all n by the orders.

Let a and b satisfy recurrences with constant coefficients of orders d and e from some n on. Then a(kn + r)
satisfies one of order d, a(n) + b(n) one of order d + e, a(n) b(n) one of order d e, and every quadratic or
cubic form of a(n), ..., a(n + d - 1), such as a(n)^2 or a(n) a(n + 1), one of order d (d + 1)/2 or
d (d + 1)(d + 2)/6. A factor that is a polynomial of degree k in n multiplies the order by at most k + 1.

Theorem. Let f(n) and g(n) satisfy recurrences of orders at most d and e for all n >= m. If they agree for
d + e consecutive n >= m, they agree for all n >= m.

Proof. Their difference satisfies a recurrence of order at most d + e for all n >= m, and d + e zeros. QED
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import comb
from typing import Any, NamedTuple

from gfkit.core.algebra import RationalGF
from gfkit.core.errors import LimitError

MOST_COMPARED = 20_000
"""Maximum number of terms from which a relation is decided."""
_FARTHEST, _LIVELY = 3, 4
"""Largest shift of n; and the number of different terms that must be exceeded, because other relations of
bounded sequences than multiples, shifts and sections are trivial.
"""


class Recurrent:
    """Sequence that satisfies a linear recurrence, with its terms computed on demand."""

    def __init__(
        self, first_n: int, order: int, valid_from: int, terms: Callable[[int], Sequence[Any]]
    ) -> None:
        self.first_n, self.order = first_n, order
        self.regular_from = valid_from - order
        """The recurrence is satisfied by all order + 1 consecutive terms from this n on."""
        self._list, self._known = terms, terms(2 * order + 16)

    @classmethod
    def of(cls, law: RationalGF) -> Recurrent:
        """Return the sequence of the coefficients of a generating function."""
        return cls(law.first_n, law.order, law.valid_from, law.terms)

    def __call__(self, n: int) -> Any:
        """Return the term with index n."""
        place = n - self.first_n
        if place < 0:
            raise IndexError(f"the sequence starts at n = {self.first_n}")
        if place >= len(self._known):
            self._known = self._list(2 * place)
        return self._known[place]


class Operation(NamedTuple):
    """Function of n and of terms of one sequence, or of several."""

    text: str
    """Formula, with {0}, {1} for the terms."""
    indices: tuple[tuple[int, int], ...]
    """Step k and shift r of the index kn + r of each term."""
    value: Callable[..., Any]
    """Value for n and the terms."""
    order: Callable[..., int]
    """Bound on the order of the recurrence, from the orders of the sequences."""

    @property
    def is_section(self) -> bool:
        """True if the values are terms of the sequence."""
        return self.text == "{0}"

    def at(self, n: int, operands: Sequence[Recurrent]) -> Any:
        """Return the value for one n."""
        pairs = zip(operands, self.indices, strict=True)
        return self.value(n, *[one(step * n + by) for one, (step, by) in pairs])

    def starts(self, operands: Sequence[Recurrent]) -> tuple[int, int]:
        """Return the smallest n whose terms exist, and the smallest one from which the recurrences hold."""
        pairs = [*zip(operands, self.indices, strict=True)]
        ends = ((one.first_n, max(one.regular_from, one.first_n)) for one, _ in pairs)
        rows = (
            [-((by - least) // step) for least in both]
            for both, (_, (step, by)) in zip(ends, pairs, strict=True)
        )
        first, regular = map(max, zip(*rows, strict=True))
        return first, regular


def _same(order: int, *_: int) -> int:
    return order


OPERATIONS_ON_TERMS: tuple[Operation, ...] = (
    *(
        Operation("{0}", ((step, by),), lambda _, a: a, _same)
        for step, by in ((1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2))
    ),
    Operation("{0}^2", ((1, 0),), lambda _, a: a * a, lambda d: comb(d + 1, 2)),
    Operation("{0}^3", ((1, 0),), lambda _, a: a * a * a, lambda d: comb(d + 2, 3)),
    Operation("{0}*{1}", ((1, 0), (1, 1)), lambda _, a, b: a * b, lambda d, _: comb(d + 1, 2)),
    Operation("{0} + {1}", ((1, 0), (1, 1)), lambda _, a, b: a + b, _same),
    Operation("{1} - {0}", ((1, 0), (1, 1)), lambda _, a, b: b - a, _same),
    *(
        Operation(f"{base}^n*{{0}}", ((1, 0),), lambda n, a, base=base: base**n * a, _same)
        for base in (2, 3, 4)
    ),
    *(Operation("n*{0}", ((1, by),), lambda n, a: n * a, lambda d: 2 * d) for by in range(-2, 3)),
    *(
        Operation("n*(n-1)/2*{0}", ((1, by),), lambda n, a: n * (n - 1) // 2 * a, lambda d: 3 * d)
        for by in range(-2, 3)
    ),
)
"""Operations on one sequence; an operand is repeated for each index."""


def smallest_n(
    operation: Operation, operands: Sequence[Recurrent], other: Recurrent, shift: int, scale: Fraction
) -> int | None:
    """Return the smallest n from which ``other(n + shift)`` is ``scale`` times the value of an operation, or
    None if this is false for infinitely many n. Raise LimitError if this requires too many terms.
    """
    first, regular = operation.starts(operands)
    least = max(first, other.first_n - shift, 0)
    begin = max(regular, other.regular_from - shift, least)
    count = operation.order(*[one.order for one in operands]) + other.order
    if count > MOST_COMPARED:
        raise LimitError(f"a relation of order {count} is not decided; the limit is {MOST_COMPARED}")

    def agrees(n: int) -> bool:
        return bool(scale.denominator * other(n + shift) == scale.numerator * operation.at(n, operands))

    if not all(map(agrees, range(begin, begin + count))):
        return None
    while begin > least and agrees(begin - 1):
        begin -= 1
    return begin


def index_text(step: int, by: int, sign: str = " ") -> str:
    """Return an index such as ``2n - 1``; ``sign`` surrounds the sign."""
    return f"{step if step > 1 else ''}n" + f"{sign}{'-' if by < 0 else '+'}{sign}{abs(by)}" * (by != 0)


def relation_text(
    operation: Operation, names: Sequence[Callable[[int, int], str]], left: str, scale: Fraction
) -> str:
    """Return the equation of a value with ``scale`` times an operation. Names map a step and a shift of the
    index to the text of a term.
    """
    terms = [name(*index) for name, index in zip(names, operation.indices, strict=True)]
    above, below = scale.numerator, scale.denominator
    if above < 0 and operation.text == "{0} - {1}":
        above, terms = -above, terms[::-1]
    right = operation.text.format(*terms)
    if above != 1:
        inner = f"({right})" if " " in operation.text else right
        right = f"-{inner}" if above == -1 else f"{above}*{inner}"
    return f"{below if below > 1 else ''}{'*' * (below > 1)}{left} = {right}"


def sequence_relation(first: RationalGF, second: RationalGF) -> str:
    """Return a relation of two different sequences, or an empty string if none is found: one of them is a
    multiple of a value of ``OPERATIONS_ON_TERMS`` for the other, perhaps with a shift, or their difference is
    linear in n.

    >>> fibonacci, bisection = RationalGF.of([0, 1], [1, -1, -1]), RationalGF.of([0, 1], [1, -3, 1])
    >>> sequence_relation(fibonacci, bisection)
    'second(n) = first(2n) for every n >= 0'
    """
    laws = Recurrent.of(first), Recurrent.of(second)
    is_number = len(first.variables) == 1
    for operation, one, shift in _candidates(is_number, laws):
        operands, other = [laws[one]] * len(operation.indices), laws[1 - one]
        begin = max(operation.starts(operands)[0], other.first_n - shift, 0)
        values = [(operation.at(n, operands), other(n + shift)) for n in range(begin, begin + 12)]
        pair = next((pair for pair in values if pair[0]), None)
        if pair is None:
            continue
        scale = Fraction(pair[1], pair[0]) if is_number else Fraction(1)
        is_multiple = operation is OPERATIONS_ON_TERMS[0] and not shift
        if len({a for a, _ in values}) <= _LIVELY and not (
            is_multiple or (operation.is_section and scale == 1)
        ):
            continue
        try:
            start = smallest_n(operation, operands, other, shift, scale) if scale else None
        except LimitError:
            continue
        if start is None or start > begin:
            continue
        if operation.is_section:
            ((step, by),) = operation.indices
            if step == 1:  # print b(n + 2) = 3*a(n) as 3*a(n) = b(n + 2)
                one, scale, by = 1 - one, 1 / scale, shift
            else:  # print b(n + 1) = a(2n + 1) as b(n) = a(2n - 1)
                by, start = by - step * shift, start + shift
            operation, shift = operation._replace(indices=((step, by),)), 0
        names = [_named(word) for word in (("first", "second") if one == 0 else ("second", "first"))]
        left = names[1](1, shift)
        said = relation_text(operation, [names[0]] * len(operands), left, scale)
        return f"{said} for every n >= {start}"
    return ""


def _named(word: str) -> Callable[[int, int], str]:
    return lambda step, by: f"{word}({index_text(step, by)})"


def _candidates(is_number: bool, laws: Sequence[Recurrent]) -> Iterator[tuple[Operation, int, int]]:
    """Yield operations, the index of their operand, and the shift of the other sequence."""
    same, *sections = (one for one in OPERATIONS_ON_TERMS if one.is_section)
    yield same, 0, 0
    if is_number:
        start = max(law.first_n for law in laws)
        gaps = [laws[1](n) - laws[0](n) for n in (start, start + 1)]
        slope = gaps[1] - gaps[0]
        begin = gaps[0] - start * slope
        text = "{0}" + "".join(
            f" {'-' if value < 0 else '+'} {abs(value)}{name}"
            for value, name in ((slope, "*n"), (begin, ""))
            if value
        )
        yield Operation(text, ((1, 0),), lambda n, a: a + slope * n + begin, lambda d: d + 2), 0, 0
    shifts = [(same, by) for by in range(1, _FARTHEST + 1)]
    shifts += [(one, by) for one in sections for by in (0, 1)]
    others = [one for one in OPERATIONS_ON_TERMS if not one.is_section]
    for operation, by in shifts + [(one, by) for by in (0, 1, -1) for one in others]:
        yield operation, 0, by
        yield operation, 1, by


BINARY_OPERATIONS: tuple[Operation, ...] = tuple(
    operation
    for by in range(-2, 3)
    for operation in (
        Operation("{0}*{1}", ((1, 0), (1, by)), lambda _, a, b: a * b, lambda d, e: d * e),
        Operation("{0} + {1}", ((1, 0), (1, by)), lambda _, a, b: a + b, lambda d, e: d + e),
        Operation("{0} - {1}", ((1, 0), (1, by)), lambda _, a, b: a - b, lambda d, e: d + e),
    )
)
"""Operations on two sequences."""
