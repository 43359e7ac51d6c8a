"""Coefficients of quotients of polynomials as Laurent series in t."""

from __future__ import annotations

from gfkit.formula.ratio import Ratio


def expansion(function: Ratio, end: int) -> dict[int, Ratio]:
    """The coefficients of t^n for n below ``end``, from the lowest power on; cost end * degree products.

    They are polynomials in the other variables, or quotients of these.
    """
    if function.is_zero:
        return {}
    above, below = function.coefficients("t")
    low = next(k for k, part in enumerate(below) if not part.is_zero)
    first, rest = below[low].inverse, below[low + 1 :]
    found: list[Ratio] = []
    for n in range(end + low):
        total = above[n] if n < len(above) else function.ring.number(0)
        for k, part in enumerate(rest[:n], 1):
            if not part.is_zero and not found[n - k].is_zero:
                total = total - part * found[n - k]
        found.append((total * first).plain)
    return {n - low: part for n, part in enumerate(found)}


def without_beginning(function: Ratio, end: int) -> Ratio:
    """The function minus its terms below t^end."""
    for n, part in expansion(function, end).items():
        function = function - part * function.ring.letter("t", n)
    return function


def polynomial_part(function: Ratio) -> dict[int, Ratio] | None:
    """The coefficients by powers of t when there are finitely many; None for anything else."""
    if function.is_zero:
        return {}
    above, below = function.plain.coefficients("t")
    if sum(not part.is_zero for part in below) > 1:
        return None
    above, below = function.plain.coefficients("t")
    last = below[-1].inverse
    return {n - len(below) + 1: (part * last).plain for n, part in enumerate(above) if not part.is_zero}
