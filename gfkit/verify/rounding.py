"""Formulas such as round((1 + sqrt(2))^n / 2): why rounding gives the counts for ever."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import arb, ctx

from gfkit.errors import GfkitError
from gfkit.formula.radical import Radical, radicals_sum, rational_ball
from gfkit.formula.tree import Negative, Node, Rounded, Rounding
from gfkit.transfer import Derived
from gfkit.verify.formula import sequence
from gfkit.verify.formula.spectrum import spectrum

_BITS = 256
_MOST_CHECKED = 400
_UNITS = (Radical.of(1), Radical.of(-1))


@dataclass(frozen=True)
class _Small:
    """The sum of constants times powers: e(n) = sum c r^(n - first) for n >= first."""

    roots: tuple[Radical, ...]
    constants: tuple[Radical, ...]
    first: int


def rounding_holds(side: Node, law: Derived, start: int) -> bool:
    """Whether the formula, one rounded expression, certainly gives all counts from ``start`` on.

    With g(n) the expression and a(n) the counts, e(n) = g(n) - a(n) is a sum of c r^n over the roots r of
    both. When e(n) is, exactly, such a sum over 1, -1 and roots r with |r| < 1, then the bound sum of
    |c r^n| on |e(n) - c_1| does not grow, and finitely many n remain to be checked.
    """
    body, sign = (side.body, -1) if isinstance(side, Negative) else (side, 1)
    if not isinstance(body, Rounded) or sign < 0:
        return False
    try:
        small = _difference(body.body, law, start)
        return small is not None and _bounded(small, body.how, body, law, start)
    except GfkitError:
        return False


def _difference(inner: Node, law: Derived, start: int) -> _Small | None:
    """e(n) by its roots of modulus at most 1, or None when others have a part in it."""
    shape = spectrum(inner)
    if shape is None:
        return None
    mirrored: list[Radical] = []
    for powers, degree in shape.degrees:
        value = getattr(powers, "value", None)
        if degree or powers.size != 1 or not isinstance(value, Radical):
            return None
        mirrored += value.conjugates()
    with ctx.workprec(_BITS):
        roots = [r for r in dict.fromkeys([*mirrored, *_UNITS]) if _is_small(r)]
    gf = law.generating_function
    first = max(start, shape.start, gf.degree - gf.order + 1)
    order = shape.order + gf.order + len(roots)
    errors = [sequence.value(inner, n) - _count(law, n) for n in range(first, first + order + len(roots))]
    constants = _solved(roots, errors)
    for k, error in enumerate(errors):
        if radicals_sum(c * r**k for c, r in zip(constants, roots, strict=True)) != error:
            return None
    return _Small(tuple(roots), tuple(constants), first)


def _count(law: Derived, n: int) -> Radical:
    term = law[n]
    assert isinstance(term, int), "derived without weights"
    return Radical.of(term)


def _is_small(root: Radical) -> bool:
    return root in _UNITS or bool(abs(root.ball()) < 1)


def _solved(roots: list[Radical], errors: list[Radical]) -> list[Radical]:
    """The c with sum of c r^k = e(k) for as many k as there are roots: elimination, exactly."""
    size = len(roots)
    rows = [[r**k for r in roots] + [errors[k]] for k in range(size)]
    for i in range(size):
        pivot = next(k for k in range(i, size) if rows[k][i])
        rows[i], rows[pivot] = rows[pivot], rows[i]
        scale = rows[i][i].inverse
        rows[i] = [entry * scale for entry in rows[i]]
        for k in range(size):
            if k != i and rows[k][i]:
                factor = rows[k][i]
                rows[k] = [a - factor * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [row[-1] for row in rows]


def _bounded(small: _Small, how: Rounding, side: Node, law: Derived, start: int) -> bool:
    """Checks single n until the powers are too small to matter."""
    low, high = {
        Rounding.FLOOR: (Fraction(0), Fraction(1)),
        Rounding.CEILING: (Fraction(-1), Fraction(0)),
        Rounding.NEAREST: (Fraction(-1, 2), Fraction(1, 2)),
    }[how]
    one = Radical.of(1)
    with ctx.workprec(_BITS):
        middle = next(
            (c for c, r in zip(small.constants, small.roots, strict=True) if r == one), Radical.of(0)
        )
        room = [middle.ball().real - rational_ball(low), rational_ball(high) - middle.ball().real]
        others = [
            (abs(c.ball()), abs(r.ball()))
            for c, r in zip(small.constants, small.roots, strict=True)
            if r != one and c
        ]
        for n in range(start, start + _MOST_CHECKED):
            error = sum((c * r ** (n - small.first) for c, r in others), arb(0))
            if n >= small.first and all(error < size for size in room):
                return True
            if sequence.value(side, n) != _count(law, n):
                return False
    return False
