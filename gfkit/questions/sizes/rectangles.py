"""Exactly k pieces on m x n boards: four boards determine the number for all m and n.

Theorem. Let a rule forbid sets of pieces, in all positions where they fit, whose cells span at most R + 1
rows and columns, and have no other constraint. Let Z(x) be the sum of x^pieces over the configurations on m x
n. Then [x^k] log Z is a + b m + c n + d m n for m, n >= s, where s = R(k - 1), if no single piece spans more
than s + 1 rows or columns. On a torus it is d m n for m, n >= s = Rk + 1. For fixed m < s it is linear in n
for n >= s, and c n on a torus.

Proof. As for squares (``squares``): a cluster of h rows and w columns fits (m - h + 1)(n - w + 1) times on
m x n if m >= h - 1 and n >= w - 1, and max(m - h + 1, 0)(n - w + 1) times if n >= w - 1 alone. On a torus of
fixed m, translations along n act freely on the clusters, none of which is cyclic along n.

Hence the number of configurations with k pieces is a polynomial in m and n, of degree at most k in each.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache
from math import lcm
from typing import Any, ClassVar

from flint import fmpq_mat

from gfkit.core.algebra import Evidence, Polynomial, RationalPolynomial, Status
from gfkit.core.algebra.number import from_flint
from gfkit.core.deferred import dataclass
from gfkit.core.errors import InputError, SelfCheckError
from gfkit.core.rules.rule import Rule
from gfkit.core.typing import OnProgress, stoppable, tell_progress
from gfkit.core.writable import Convertible, Face, Indexable, Language
from gfkit.questions.sizes.squares import (
    growing,
    more_asked,
    reach_of_sets,
    series_exponential,
    series_logarithm,
)

_TABLE = 6
"""Numbers of rows and columns of the printed table."""
_LEAST_RING = 3

Number = Callable[[int, int], int]


@dataclass(frozen=True, repr=False)
class RectangleLaw(Face, Convertible, Indexable):
    """Number of configurations with exactly k pieces on m x n boards, as a polynomial in m and n.

    >>> law = derive_on_rectangles("kings", "mxn", 2)
    >>> print(law)
    (m^2*n^2 - 9*m*n + 6*m + 6*n - 4)/2 for m, n >= 1
    >>> law[3, 5], law[8, 8]
    (67, 1806)
    """

    _instead: ClassVar[str] = "use .table(last) for the counts up to last x last, or [m, n] for one count"

    game: str
    board: str
    pieces: int
    polynomial: RationalPolynomial
    valid_from: int
    """Smallest value of m and of n for which the polynomial holds."""
    evidence: Evidence
    rule: Rule

    @property
    def title(self) -> str:
        return f"{self.game} on {self.board}, {self.pieces} piece{'s' * (self.pieces != 1)}"

    def __str__(self) -> str:
        return f"{self.polynomial} for m, n >= {self.valid_from}"

    def latex(self) -> str:
        """Return the polynomial in LaTeX."""
        return self.polynomial.latex()

    def to(self, language: Language) -> Any:
        """Return the polynomial in another output format."""
        return self.polynomial.to(language)

    def __getitem__(self, sides: tuple[int, int]) -> int:
        """Return the number on the m x n board, for m, n >= ``valid_from``."""
        if min(sides) < self.valid_from:
            raise InputError(
                f"board {sides[0]}x{sides[1]}: the polynomial is valid only for m, n >="
                f" {self.valid_from}; use count"
            )
        return int(self.polynomial(*sides))

    def table(self, last: int = _TABLE) -> list[list[int]]:
        """Return the numbers for m, n = ``valid_from``, ..., ``last``."""
        sides = range(self.valid_from, max(last, self.valid_from) + 1)
        return [[self[m, n] for n in sides] for m in sides]

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "board": self.board,
            "positions": "all",
            "weights": [],
            "first_n": self.valid_from,
            "generating_function": None,
            "recurrence": None,
            "growth": None,
            "closed_form": str(self.polynomial),
            "grows": f"{self.pieces} pieces",
            "valid_from": self.valid_from,
            "terms": [str(row[k]) for k, row in enumerate(self.table())],
            "table": [list(map(str, row)) for row in self.table()],
            "theorem": "clusters",
            "evidence": self.evidence.as_json(),
        }


@stoppable
def derive_on_rectangles(
    game: object, boards: str, pieces: int, *, on_progress: OnProgress | None = None
) -> RectangleLaw:
    """Return the number of configurations with exactly k pieces on "mxn" or "torus:mxn", for all m and n.

    Parameters
    ----------
    game : str, path or Rule
        A rule that forbids sets of pieces near each other and has no other constraint.
    boards : str
        Growing rectangles, "mxn" or "torus:mxn".
    pieces : int
        The number k of pieces; at most 30.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    RectangleLaw
        A polynomial in m and n, with the range in which it holds.

    Raises
    ------
    InputError
        The boards are not growing rectangles, or there are too many pieces.
    MismatchError
        The rule has other constraints.
    LimitError
        The boards to be counted need too much memory.

    Examples
    --------
    >>> print(derive_on_rectangles("knights", "torus:mxn", 2))
    (m^2*n^2 - 9*m*n)/2 for m, n >= 5
    """
    asked, board, system = growing(game, boards, pieces)
    if asked.rows != "m":
        raise InputError(f"board {boards!r} is not supported: write mxn or torus:mxn")
    if any(constraint.is_ordered for constraint in system.constraints):
        raise more_asked(asked.rule)
    reach, span = reach_of_sets(asked.rule, board, system)
    is_torus = asked.word == "torus"
    start = max(reach * (pieces - 1), span, 1)
    if is_torus:
        start = max(reach * pieces + 1, span + 1, _LEAST_RING)
    counted: Callable[[int, int], list[int]] = cache(lambda m, n: asked.numbers(n, m))

    @cache
    def logarithms(m: int, n: int) -> list[Fraction]:
        tell_progress(on_progress, "counting boards", m * n, (start + 2) ** 2, 0)
        return series_logarithm(counted(m, n))

    def number(m: int, n: int) -> int:
        if m < start > n:
            return counted(m, n)[pieces]
        if is_torus:
            low, left = min(m, start), min(n, start)
            row = [c * m * n / (low * left) for c in logarithms(low, left)]
            return int(series_exponential(row)[pieces])
        corners = [
            ((start, m - start) if m >= start else (m, 0)),
            ((start, n - start) if n >= start else (n, 0)),
        ]
        (low, down), (left, right) = corners
        weights = {
            (0, 0): (1 - down) * (1 - right),
            (1, 0): down * (1 - right),
            (0, 1): (1 - down) * right,
            (1, 1): down * right,
        }
        row = [Fraction(0)] * (pieces + 1)
        for (i, j), weight in weights.items():
            if weight:
                own = logarithms(low + i, left + j)
                row = [c + weight * more for c, more in zip(row, own, strict=True)]
        return int(series_exponential(row)[pieces])

    polynomial = _interpolate(number, start, pieces)
    least = _LEAST_RING if is_torus else 1
    valid = _valid_from(polynomial, number, start, least, pieces)
    m, n = start + 2, start + 1
    if polynomial(m, n) != counted(m, n)[pieces]:
        raise SelfCheckError(
            f"{asked.about}: the polynomial differs from the count on {m}x{n}; this is a bug in gfkit,"
            " please report it"
        )
    details = (("reach", reach), ("counts", 1 if is_torus else 4), ("compared_at", m))
    evidence = Evidence(Status.PROVED, "clusters-of-pieces", details)
    return RectangleLaw(asked.game, asked.board, pieces, polynomial, valid, evidence, asked.rule)


def _interpolate(number: Number, start: int, degree: int) -> RationalPolynomial:
    """Return the polynomial of at most the given degree in each of m and n that interpolates the values from
    ``start`` on.
    """
    at = range(start, start + degree + 1)
    inverse = fmpq_mat(degree + 1, degree + 1, [n**k for n in at for k in range(degree + 1)]).inv()
    values = fmpq_mat(degree + 1, degree + 1, [number(m, n) for m in at for n in at])
    rows = (inverse * values * inverse.transpose()).tolist()
    terms = {(i, j): Fraction(from_flint(c)) for i, row in enumerate(rows) for j, c in enumerate(row)}
    common = lcm(*(c.denominator for c in terms.values()))
    return RationalPolynomial(
        Polynomial.of(("m", "n"), {powers: int(c * common) for powers, c in terms.items()}), common
    )


def _valid_from(polynomial: RationalPolynomial, number: Number, start: int, least: int, degree: int) -> int:
    """Return the smallest side for which the polynomial holds in both directions.

    For fixed m < start, the number is a polynomial in n of at most this degree for n >= start, and vice
    versa.
    """
    valid = start
    while valid > least:
        side = valid - 1
        others = range(side, start + degree + 1)
        if any(polynomial(*at) != number(*at) for n in others for at in ((side, n), (n, side))):
            break
        valid = side
    return valid
