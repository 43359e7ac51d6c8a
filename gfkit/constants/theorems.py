"""What is known to hold between strips and the plane, for which rules, and why; each hypothesis is checked.

Z(r, c) counts what a rule allows on r rows and c columns, L_r = limsup over c of Z(r, c)^(1/c) is the
growth of the strip of r rows, and K = limsup over c of (limsup over r of Z(r, c)^(1/r))^(1/c) the growth
for each cell of the plane. R_k is the growth of the cylinder whose k rows close up.

**Symmetric** (Calkin, Wilf 1998; for matchings Friedland, Peled 2005). Suppose that for every c there are a
real symmetric matrix T and a column e with e' T^r e = Z(r + s, c) and trace T^k = the count on the cylinder
of k rows, k >= 3. Then for all p >= 1, q >= 0 and even k >= 4

    (L_(2q + p + s) / L_(2q + s))^(1/p)  <=  K  <=  R_k^(1/k).

*Proof.* With x = T^q e the largest |eigenvalue| l that e sees has l^p >= x' T^p x / x' x = Z(2q + p + s, c)
/ Z(2q + s, c), and l = limsup over r of Z(r, c)^(1/r); and l^k <= trace T^k as all squares of eigenvalues
are >= 0. Take c-th roots, c to infinity.

There are such T, by what is looked at across the line between two rows:

- *cells*, s = 1: every condition lies in one row or in two neighbouring ones, and reflecting rows leaves
  the rule as it is, value by value. T = V^(1/2) H V^(1/2): V is diagonal and has what one row may hold,
  with its weight, H(a, b) = H(b, a) whether row b may follow row a. e = V^(1/2) 1.
- *pieces and edges*, s = 0: pieces span at most two rows, nothing else is asked, and every piece that spans
  two is its own reflection. T(a, b) counts the ways to fill a row into which a reaches from above, and from
  which b reaches down. Such pieces cover the same columns in both rows, so T(a, b) = T(b, a). e is the
  column in which nothing reaches over.

**Cutting.** If what is allowed, cut along a line between rows, is allowed on both sides once at most f
choices for each column are known, then Z(r + q, c) <= f^c Z(r, c) Z(q, c), and K <= (f L_r)^(1/r). Windows
that are only laid where they fit need none: f = 1. Pieces that cross the line are taken away: each has a
cell in the row above it, so there are at most 1 + t choices for each column, t being the ways to cross.

**Joining.** If what is allowed on two boards is allowed, or can be made so in a way that can be undone, on
both with h rows between them, then Z(r + h + q, c) >= Z(r, c) Z(q, c), and K >= L_r^(1 / (r + h)). Pieces
that only may not overlap: h = 0, also for rules with liberties, where groups that grow together keep their
free cells. Pieces that may not touch: one empty row. Stuck players: the stuck player's pieces are added as
long as they fit; each lies on no board alone, so both can be read off. Arrays: rows of a value that fits
beside everything.

**Stones.** Where single stones need a free cell beside their group and nothing else is asked, the growth is
bounded by what one cell more may hold (``stones``, with the proof).

**Part.** What a rule allows is allowed by every weaker rule: stuck positions are positions.

**Exact values.** G is Catalan's constant. Domino tilings: e^(G/pi) (Kasteleyn 1961; Temperley, Fisher 1961).
Spanning trees: e^(4 G/pi) (Wu 1977). Three-colourings are ice states of the edges between cells, up to the
colour of one cell: (4/3)^(3/2) (Lieb 1967). Lieb counts on a torus; by the symmetric theorem with rows that
close up, and with rows that do not, the torus, the cylinder and the rectangle have the same constant.

*Two-factors* have the constant of three-colourings. An edge is oriented from its even to its odd vertex if it
is taken, else from its odd to its even vertex; this is ice whose heights are bounded at the border. So it has
at most as many states. Conversely, let k x k cells have the border colours with most colourings inside, and
reflect this square over and over. The heights at the border of the large board stay below 2 k, so that
O(k) more cells around it make them flat; and 3^(4 k) border colourings do not matter as k grows.

*Eight-vertex configurations* are the solutions of one equation modulo 2 for each vertex: 2^(m - n + 1) for
a connected graph with n vertices and an even number m of edges, which is 2 for each cell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from flint import arb, ctx

from gfkit.boards import parse_one_board
from gfkit.boards.symmetry import symmetries
from gfkit.constants.tuning import BOUNDS
from gfkit.engine.machine.invariance import is_unchanged
from gfkit.errors import MismatchError
from gfkit.rules import Question, Rule, find_rule
from gfkit.rules.kind import from_kind
from gfkit.rules.kinds.theorems import CELLS, Grounds, no_theorem
from gfkit.typing import Positions, UpTo, Weights

_DIMERS = (
    "e^(G/pi)",
    "Kasteleyn 1961; Temperley and Fisher 1961",
    lambda: (arb.const_catalan() / arb.pi()).exp(),
)
_ICE = ("(4/3)^(3/2)", "Lieb 1967", lambda: (arb(4) / 3) ** (arb(3) / 2))
_EXACT: dict[str, tuple[str, str, Callable[[], arb]]] = {
    "domino-tilings": _DIMERS,
    "perfect-matchings": _DIMERS,
    "polyomino-tilings:2": _DIMERS,
    "colourings:3": _ICE,
    "two-factors": _ICE,
    "spanning-trees": ("e^(4*G/pi)", "Wu 1977", lambda: (4 * arb.const_catalan() / arb.pi()).exp()),
    "eight-vertex": ("2", "linear algebra modulo 2", lambda: arb(2)),
}


@dataclass(frozen=True, slots=True)
class ExactValue:
    """The exact value of a constant, the theorem that proves it, and rational bounds."""

    formula: str
    theorem: str
    low: Fraction
    high: Fraction


def exact_constant(question: Question, weight: Fraction) -> ExactValue | None:
    """Return the value that a theorem gives for a built-in rule, or None if there is no such theorem.

    >>> from gfkit.rules import Question
    >>> exact_constant(Question.of("colourings:3", "3xn"), Fraction(1)).formula
    '(4/3)^(3/2)'
    """
    name = question.game
    if (
        name not in _EXACT
        or question.positions != Positions.ALL
        or weight != 1
        or question.rule != find_rule(name)
    ):
        return None
    formula, theorem, value = _EXACT[name]
    with ctx.workprec(BOUNDS.logarithm_bits):
        low, high = (
            Fraction(int(end.p), int(end.q)) for end in (value().lower().fmpq(), value().upper().fmpq())
        )
    return ExactValue(formula, theorem, low, high)


def grounds_of(question: Question, weight: Fraction) -> Grounds:
    """The theorems that hold for a rule; MismatchError if there are none.

    >>> from gfkit.rules import find_rule
    >>> grounds_of(Question.of("kings", "3xn"), Fraction(1)).symmetric
    1
    """
    rule = question.rule
    if weight <= 0:
        raise MismatchError(f"weight {weight}: bounds need a weight above 0")
    if question.spaced is not None:
        raise no_theorem(rule, "its pieces keep apart by more than touching")
    find_grounds = from_kind(rule.kind, "plane", "grounds")
    if find_grounds is None:
        raise no_theorem(rule, "rules of its kind are not looked at")
    grounds = find_grounds(question, rule, weight)
    assert isinstance(grounds, Grounds), "kinds say what holds"
    if grounds.symmetric is None or not grounds.even_on or _is_even(rule, grounds.even_on):
        return grounds
    return replace(grounds, symmetric=None, why=tuple(reason for reason in grounds.why if reason != CELLS))


def _is_even(rule: Rule, text: str) -> bool:
    """Whether reflecting rows leaves the rule unchanged, on a board with room for all its conditions."""
    board = parse_one_board(text)
    every = symmetries(board, UpTo.RECTANGLE)
    flip = next(
        symmetry for symmetry in every if any((turn.down, turn.right) == (-1, 1) for turn in symmetry.turns)
    )
    return is_unchanged(rule, board, flip, Weights.NONE)
