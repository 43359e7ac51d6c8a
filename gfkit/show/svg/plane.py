"""Complex plane: zeros of polynomials, and their limit curves for long boards.

Let the n-th polynomial of a family be P_n(q) = sum of alpha_k(q) lambda_k(q)^n, where 1/lambda_k are the
zeros in t of the denominator of its generating function in lowest terms. As n grows, the zeros of P_n
accumulate at every q at which two or more lambda_k have the same largest modulus, and at isolated points at
which the alpha_k of the unique largest lambda_k is 0 (Beraha, Kahane and Weiss, 1975; no alpha_k may be
identically 0, which holds in lowest terms).

The curves are computed on a grid. Along a side from a to b, the largest lambda at a is continued to the
nearest lambda at b. If that is not the largest one at b, the two have equal modulus in between; the point is
the zero of the linear interpolation of the difference of their logarithms. Details smaller than a square of
the grid are not resolved: this is a drawing, not a proof.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import log

from gfkit.core.algebra import ARRAYS, Polynomial, RationalGF
from gfkit.core.errors import InputError, LimitError
from gfkit.show.markup import line, tag, text
from gfkit.show.svg.chart import Frame, complex_roots, grid_lines
from gfkit.show.svg.drawing import Drawing

_MOST_WORK = 60_000_000
"""Limit of the grid points times the cubes of orders."""
_SIDES = (40, 160)
"""Minimum and maximum number of squares along a side of the grid."""
_WIDE, _LEFT, _BELOW = 480.0, 58.0, 46.0
_ROOM = 1.25
_TINY = 1e-12

Zeros = Sequence[tuple[complex, int]]
Piece = tuple[complex, complex]


def zeros_drawing(zeros: Zeros, title: str, curves: Sequence[Piece] = ()) -> Drawing:
    """Draw zeros as dots, larger for multiple zeros, and curves as lines, with equal scales."""
    frame = _frame([zero for zero, _ in zeros] + [end for piece in curves for end in piece])
    parts = grid_lines(frame, whole=False)
    for left, right in curves:
        parts.append(line([frame.at(left.real, left.imag), frame.at(right.real, right.imag)], class_="near"))
    for zero, multiplicity in zeros:
        x, y = frame.at(zero.real, zero.imag)
        parts.append(tag("circle", cx=x, cy=y, r=2.4 + multiplicity - 1, class_="point"))
    number = sum(multiplicity for _, multiplicity in zeros)
    description = f"{number} zeros, multiplicities counted." + " With curves of equal moduli." * bool(curves)
    parts.append(text(title, _LEFT + frame.width / 2, frame.height + _BELOW))
    return Drawing(_LEFT + frame.width + 8, frame.height + _BELOW + 10, "".join(parts), title, description)


def family_zeros_drawing(gf: RationalGF, n: int, title: str) -> Drawing:
    """Draw the zeros of the n-th polynomial, and the curves on which the two largest eigenvalues have equal
    modulus.

    The generating function has one variable besides t. Raise LimitError if the order is too high.
    """
    if len(gf.variables) != 2:
        raise InputError(
            f"generating function in {', '.join(gf.variables)}: zeros need one variable besides t; put"
            " numbers for the others"
        )
    term = gf.coefficient(n)
    if not isinstance(term, Polynomial) or not any(power for (power,), _ in term.terms):
        raise InputError(f"the polynomial at n = {n} is {term}, which has no zeros; choose a larger n")
    zeros = complex_roots(term)
    return zeros_drawing(zeros, title, equal_moduli(gf.denominator, _frame([zero for zero, _ in zeros])))


def _frame(points: Sequence[complex]) -> Frame:
    """Return a rectangle around points, symmetric to the real axis, with equal scales."""
    left, right = min(p.real for p in points), max(p.real for p in points)
    high = max(abs(p.imag) for p in points)
    across, up = max(right - left, 0.5), max(2 * high, 0.5)
    up, across = max(up, across / 3), max(across, up / 3)
    middle, wide, tall = (left + right) / 2, across * _ROOM, up * _ROOM
    scale = _WIDE / max(wide, tall)
    return Frame(middle - wide / 2, middle + wide / 2, -tall / 2, tall / 2, wide * scale, tall * scale)


def equal_moduli(denominator: Polynomial, frame: Frame) -> list[Piece]:
    """Return segments of the curves of equal modulus in a rectangle, as described above.

    >>> from gfkit.core.algebra import Polynomial
    >>> below = Polynomial.parse("1 - t - q*t + q*t^2", ("t", "q"))  # lambda = 1 and q
    >>> pieces = equal_moduli(below, Frame(-1.5, 1.5, -1.5, 1.5, 1, 1))
    >>> len(pieces) > 50, all(abs(abs(end) - 1) < 0.02 for piece in pieces for end in piece)
    (True, True)
    """
    order = max(powers[0] for powers, _ in denominator.terms)
    if not ARRAYS:
        raise LimitError(
            "curves of equal modulus need numpy, which is not installed; zeros of one board do not"
        )
    if order < 2:
        return []
    side = min(_SIDES[1], int((_MOST_WORK / order**3) ** 0.5))
    if side < _SIDES[0]:
        raise LimitError(f"order {order}: drawings of curves of equal modulus are limited to order 30")
    import numpy as np

    columns = max(8, round(side * frame.width / max(frame.width, frame.height)))
    rows = max(8, round(side * frame.height / max(frame.width, frame.height))) | 1
    # An odd number of rows: the real axis, where much happens, is between two of them and on none.
    real = np.linspace(frame.left, frame.right, columns + 1)
    imaginary = np.linspace(frame.low, frame.high, rows + 1)
    places = real[None, :] + 1j * imaginary[:, None]
    companion = np.zeros((*places.shape, order, order), complex)
    for powers, number in denominator.terms:
        if powers[0]:
            companion[..., 0, powers[0] - 1] -= float(number) * places ** powers[1]
    companion[..., range(1, order), range(order - 1)] = 1
    values = np.linalg.eigvals(companion)

    def crossing(a: tuple[int, int], b: tuple[int, int]) -> complex | None:
        at_a, at_b = values[a], values[b]
        top_a, top_b = at_a[np.argmax(abs(at_a))], at_b[np.argmax(abs(at_b))]
        on_b, on_a = at_b[np.argmin(abs(at_b - top_a))], at_a[np.argmin(abs(at_a - top_b))]
        if on_b == top_b or on_a == top_a:
            return None
        moduli = [max(abs(complex(value)), _TINY) for value in (top_a, on_a, top_b, on_b)]
        before, after = log(moduli[0] / moduli[1]), log(moduli[2] / moduli[3])
        part = before / (before + after) if before + after > 0 else 0.5
        return complex(places[a] + (places[b] - places[a]) * part)

    across = {(r, c): crossing((r, c), (r, c + 1)) for r in range(rows + 1) for c in range(columns)}
    up = {(r, c): crossing((r, c), (r + 1, c)) for r in range(rows) for c in range(columns + 1)}
    pieces: list[Piece] = []
    for r in range(rows):
        for c in range(columns):
            sides = (across[r, c], up[r, c], across[r + 1, c], up[r, c + 1])
            met = [place for place in sides if place is not None]
            if len(met) == 2:
                pieces.append((met[0], met[1]))
            elif len(met) > 2:
                middle = sum(met) / len(met)
                pieces += [(place, middle) for place in met]
    return pieces
