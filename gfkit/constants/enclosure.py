"""Growth constants of strips, enclosed by inequalities between integers, and growth constants of the plane,
by theorems.

A strip repeats: after one period of p slices its states are mapped to themselves by a matrix A of nonnegative
integers, and a(offset + p k + j) = u A^k w_j, where w_j has the weights of states before the period if j more
slices and the end follow.

Theorem (Collatz, Wielandt). Let x be a column of nonnegative integers.

1. If A x <= h x entrywise, and x is positive at each entry at which some w_j is positive, then limsup
   a(n)^(1/n) <= h^(1/p).
2. If A x' >= l x' for some x' that is 0 except at states from which some w_j is reachable, and at least one
   state at which x' is positive is reachable from u, then limsup a(n)^(1/n) >= l^(1/p).

Proof. 1: w_j <= c x, so u A^k w_j <= c h^k u x. 2: x' <= c times the sum of A^i w_j over j and i < m for
some m, and u A^i x' > 0 for some i; so c times a sum of a bounded number of terms, each with at most m + i
more periods than k, is at least l^k u A^i x'.

x comes from the power method in floating point and is rounded to integers; every inequality is checked with
integers of any size. With a weight z = b / c every transition of weight x^k counts b^k c^(m - k), m being the
largest power at its site; h and l are divided by c to the sum of all m over a period. Cost: about a hundred
slices in floating point, and one slice in integers. The interval is wide if the two largest eigenvalues are
very close.

The remaining theorems relate strips to the plane; each hypothesis is checked for the rule. Z(r, c) is the
count on r rows and c columns, L_r = limsup over c of Z(r, c)^(1/c) is the growth constant of the strip of r
rows, and K = limsup over c of (limsup over r of Z(r, c)^(1/r))^(1/c) is the growth constant per cell of the
plane. R_k is the growth constant of the cylinder with k cyclic rows.

**Symmetric** (Calkin, Wilf 1998; for matchings Friedland, Peled 2005). Suppose that for every c there are a
real symmetric matrix T and a column e such that e' T^r e = Z(r + s, c), and trace T^k is the count on the
cylinder of k rows for k >= 3. Then for all p >= 1, q >= 0 and even k >= 4

    (L_(2q + p + s) / L_(2q + s))^(1/p)  <=  K  <=  R_k^(1/k).

*Proof.* Let x = T^q e, and let l be the largest |eigenvalue| whose eigenvectors are not orthogonal to e. Then
l^p >= x' T^p x / x' x = Z(2q + p + s, c) / Z(2q + s, c), and l = limsup over r of Z(r, c)^(1/r). Also l^k <=
trace T^k, because all squares of eigenvalues are >= 0. Take c-th roots and let c tend to infinity.

Such a matrix T exists in two cases, which differ by the interactions across the line between two rows:

- *cells*, s = 1: every condition involves one row or two neighbouring rows, and the reflection of the rows
  preserves the rule. T = V^(1/2) H V^(1/2): V is diagonal with the weights of the legal rows, and H(a, b) =
  H(b, a) is 1 if row b may follow row a, otherwise 0. e = V^(1/2) 1.
- *pieces and edges*, s = 0: pieces span at most two rows, there is no other condition, and every piece that
  spans two rows is its own reflection. T(a, b) counts the ways to fill a row that the pieces a enter from
  above, and from which the pieces b continue below. Such pieces cover the same columns in both rows, so
  T(a, b) = T(b, a). e is the column of the state without such pieces.

**Symmetric, with two kinds of rows** (triangular and honeycomb lattices). Suppose that every constraint
involves one vertex or two adjacent vertices. Let the rows of the triangular lattice be shifted by half a
column alternately; let every second column of bricks of the honeycomb lattice be a row, so that edges within
rows alternate. Both lattices are invariant under reflection in a row. Let K be the limit superior over odd
numbers of rows. Then for even p >= 2, odd q >= 1 and even k >= 4

    (L_(q + p) / L_q)^(1/p)  <=  K  <=  R_k^(1/k).

*Proof.* T = V^(1/2) H W^(1/2) leads from a row of the first kind to a row of the second kind, with weights V
and W of legal rows, and by reflection T' leads back. So with e = V^(1/2) 1 we have e' (T T')^m e = Z(2 m + 1,
c), and trace (T T')^(k/2) is the count on the cylinder. T T' and T' T are positive semidefinite with equal
positive eigenvalues. If x is e, multiplied by (q - 1)/2 of these matrices alternately, then x' x = Z(q, c)
and x' (T T')^(p/2) x = Z(q + p, c), or the same with T' T. Continue as above.

**Cutting.** Suppose that every legal configuration, cut along a line between rows, is determined by legal
configurations on both sides and at most f choices for each column. Then Z(r + q, c) <= f^c Z(r, c) Z(q, c),
and K <= (f L_r)^(1/r). Windows that are only placed where they fit need no choices: f = 1. Pieces that cross
the line are removed: each has a cell in the row above it, so there are at most 1 + t choices for each column,
t being the number of crossings.

**Joining.** Suppose that any two legal configurations on two boards with more than h rows each, and h rows
between them, are legal together or can be made legal by an injective change. Then Z(r + h + q, c) >= Z(r, c)
Z(q, c) for r, q > h, and K >= L_r^(1 / (r + h)). If pieces only must not overlap, h = 0; this includes rules
with liberties, because groups that merge keep their empty cells. If pieces must not be adjacent, one empty
row is needed. For positions in which a player has no legal move, pieces of this player are added as long as
they fit; none of them is contained in one of the two boards, so both configurations can be recovered. For
arrays whose windows have at most h + 1 rows, h rows of one value are inserted. A window that overlaps a board
and these rows is satisfied by every filling that also occurs when it is moved into the board.

**Relaxing** (for dominating sets Gangloff, Talon). Suppose that every constraint is a predicate on a cell and
its neighbours, and that it remains true if a neighbour is added, or replaced by a neighbour of the value v.
Then two configurations can be joined with h = 0. Let Z' be the counts of the rule in which all cells outside
the board have the value v. Then Z <= Z', and Z' satisfies the hypothesis of cutting with f = 1, because each
removed neighbour is replaced by v. So K <= L'_r^(1/r).

**Stones.** If single stones need a free cell adjacent to their group and there is no other condition, the
growth is bounded by the conditional weight of one more cell (``stones``, with the proof).

**Weaker rules.** Every configuration that is legal for a rule is legal for a rule with fewer constraints, for
example if a player need not be without a legal move.

**Exact values.** G is Catalan's constant. Domino tilings: e^(G/pi) (Kasteleyn 1961; Temperley, Fisher 1961).
Spanning trees: e^(4 G/pi) (Wu 1977). Three-colourings are ice states of the edges between cells, up to the
colour of one cell: (4/3)^(3/2) (Lieb 1967). Lieb counts on a torus; by the symmetric theorem with cyclic rows
and with rows that are not cyclic, the torus, the cylinder and the rectangle have the same constant.

*Two-factors* have the constant of three-colourings. An edge is oriented from its even to its odd vertex if it
is selected, else from its odd to its even vertex; this is ice whose heights are bounded at the border. So
there are at most as many states. Conversely, let k x k cells have the border colours with most colourings
inside, and reflect this square over and over. The heights at the border of the large board stay below 2 k, so
that O(k) more cells around it make them flat; and 3^(4 k) border colourings do not matter as k grows.

*Eight-vertex configurations* are the solutions of one equation modulo 2 for each vertex: 2^(m - n + 1) for
a connected graph with n vertices and an even number m of edges, which is 2 for each cell.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from itertools import chain
from typing import Any

import numpy as np
from flint import arb, ctx, fmpq, fmpz
from numpy.typing import NDArray

from gfkit.core.boards import Family, parse_board, parse_one_board
from gfkit.core.boards.symmetry import symmetries
from gfkit.core.deferred import dataclass, field, replace
from gfkit.core.engine.strip.strip import Strip
from gfkit.core.engine.sweep.tables import Layer
from gfkit.core.errors import LimitError, MismatchError
from gfkit.core.rules import Question, Rule, find_rule
from gfkit.core.rules.kind import from_kind
from gfkit.core.rules.kinds.theorems import CELLS, PAIRS, Grounds, no_theorem
from gfkit.core.typing import Positions, UpTo, Weights
from gfkit.questions.invariance import is_unchanged


@dataclass(frozen=True, slots=True)
class BoundParameters:
    """Parameters of the bounds for plane constants and for the growth of strips.

    Every bound is correct for all values of these numbers; it may be wider, or take longer.
    """

    widest: int = 60  # largest width of a strip, in rows
    strip_states: int = 3_000_000  # maximum number of states at one cell of a strip
    width_growth: float = 1.6  # smallest ratio of the times of consecutive widths
    short_seconds: float = 0.05  # shorter runs are not used to estimate the time of the next strip
    strips_share: float = 0.2  # share of the time for strips of stones: they are only for the estimate
    first_tolerance: float = 2.0**-12  # first tolerance for stones
    finer_by: float = 16.0  # largest ratio of consecutive tolerances
    finer_cost: float = 0.8  # cost of a finer tolerance, as a power of the ratio
    stone_rows: int = 16  # largest width that refines the tolerance for stones, 4^-width
    logarithm_bits: int = 200  # precision of logarithms, in bits
    bound_decimals: int = 25  # decimals of bounds, rounded outwards
    dense_states: int = 300  # up to this number of states, store the matrix of a period
    rounds: int = 4000  # maximum iterations of the power method
    close: float = 3e-15  # relative gap of ratios at which the power method ends
    kept_share: float = 0.3  # share of the old vector in each iteration, which damps oscillation
    vector_bits: int = 60  # bits of the largest entry of an eigenvector
    bound_bits: int = 96  # fractional bits of bounds
    same_ratio: float = 1e-7  # relative gap beyond which a slower state is omitted for the lower bound


BOUNDS = BoundParameters()


_DIMERS = (
    "e^(G/pi)",
    "Kasteleyn 1961; Temperley and Fisher 1961",
    lambda: (arb.const_catalan() / arb.pi()).exp(),
)


def _hard_hexagons() -> arb:
    """Return Baxter's growth constant of hard hexagons (Finch, Mathematical Constants, section 5.12)."""
    a, b = -arb(124) / 363 * arb(11).root(3), arb(2501) / 11979 * arb(33).sqrt()
    c = (arb(1) / 4 + arb(3) / 8 * a * ((b + 1).root(3) - (b - 1).root(3))).root(3)
    inner = (2 + c + 2 * (1 + c + c * c).sqrt()).sqrt()
    last = (1 - a).sqrt() + (2 + a + 2 * (1 + a + a * a).sqrt()).sqrt()
    factor = arb(3) ** (arb(5) / 4) / (4 * arb(11) ** (arb(5) / 12) * c**2 * last.sqrt())
    root = (1 - c).sqrt()
    return factor * ((1 - root + inner) * (inner - 1 - root)) ** 2


_HEXAGONS = ("Baxter's algebraic number of degree 24", "Baxter 1980; Joyce 1988", _hard_hexagons)
_ICE = ("(4/3)^(3/2)", "Lieb 1967", lambda: (arb(4) / 3) ** (arb(3) / 2))
_EXACT: dict[str, tuple[str, str, Callable[[], arb]]] = {
    "domino-tilings": _DIMERS,
    "perfect-matchings": _DIMERS,
    "polyomino-tilings:2": _DIMERS,
    "colourings:3": _ICE,
    "two-factors": _ICE,
    "spanning-trees": ("e^(4*G/pi)", "Wu 1977", lambda: (4 * arb.const_catalan() / arb.pi()).exp()),
    "eight-vertex": ("2", "linear algebra modulo 2", lambda: arb(2)),
    "hard-hexagons": _HEXAGONS,
    "independent-sets triangular": _HEXAGONS,
    "colourings:4 triangular": (
        "3*Gamma(1/3)^3/(4*pi^2)",
        "Baxter 1970",
        lambda: 3 * (arb(1) / 3).gamma() ** 3 / (4 * arb.pi() ** 2),
    ),
}
"""Formula, theorem and value of each rule, on the square lattice unless another one is named."""


def lattice_family(lattice: str, rows: int, *, is_cyclic: bool) -> Family:
    """Return the strip or cylinder with a number of rows of a lattice, as in the theorem with two kinds of
    rows on the triangular and the honeycomb lattice. A slice of the honeycomb lattice is two columns.

    >>> lattice_family("triangular", 4, is_cyclic=True).at(5).size
    20
    """
    if lattice == "square":
        return Family("cylinder" if is_cyclic else "", (rows, None))
    pairs = [(row, row + 1) for row in range(rows - 1)] + [(rows - 1, 0)] * is_cyclic
    if lattice == "triangular":
        within, across = pairs, [(row, row) for row in range(rows)]
        across += [(max(pair, key=lambda row: row % 2), min(pair, key=lambda row: row % 2)) for pair in pairs]
    else:
        within = [(a + more, b + more) for a, b in pairs for more in (0, rows)]
        within += [(row, row + rows) for row in range(0, rows, 2)]
        across = [(row + rows, row) for row in range(1, rows, 2)]
    edges = ",".join(f"{min(pair)}-{max(pair)}" for pair in within)
    links = ",".join(f"{a}-{b}-1" for a, b in across)
    family = parse_board(f"slices({rows * (1 + (lattice == 'honeycomb'))};in={edges};to={links}):n")
    assert isinstance(family, Family), "n is the number of slices"
    return family


@dataclass(frozen=True, slots=True)
class ExactValue:
    """Exact value of a constant, the theorem that proves it, and rational bounds."""

    formula: str
    theorem: str
    low: Fraction
    high: Fraction


def exact_constant(question: Question, weight: Fraction, lattice: str = "square") -> ExactValue | None:
    """Return the exact value of the constant of a built-in rule, or None if no theorem is known.

    >>> from gfkit.core.rules import Question
    >>> exact_constant(Question.of("colourings:3", "3xn"), Fraction(1)).formula
    '(4/3)^(3/2)'
    """
    name = question.game
    key = name if lattice == "square" else f"{name} {lattice}"
    if (
        key not in _EXACT
        or question.positions != Positions.ALL
        or weight != 1
        or question.rule != find_rule(name)
    ):
        return None
    formula, theorem, value = _EXACT[key]
    with ctx.workprec(BOUNDS.logarithm_bits):
        low, high = (
            Fraction(int(end.p), int(end.q)) for end in (value().lower().fmpq(), value().upper().fmpq())
        )
    return ExactValue(formula, theorem, low, high)


def grounds_of(question: Question, weight: Fraction, lattice: str = "square") -> Grounds:
    """Return the theorems that apply to a rule on a lattice. Raise MismatchError if there are none.

    >>> from gfkit.core.rules import find_rule
    >>> grounds_of(Question.of("kings", "3xn"), Fraction(1)).symmetric
    1
    """
    rule = question.rule
    if weight <= 0:
        raise MismatchError(f"weight {weight} is not allowed: bounds need a positive weight")
    if rule.is_bound:
        raise no_theorem(rule, "a condition on some cells is not invariant under translations")
    if question.spaced is not None:
        raise no_theorem(rule, "its pieces also exclude pieces that are not adjacent")
    find_grounds = from_kind(rule.kind, "plane", "grounds")
    if find_grounds is None:
        raise no_theorem(rule, "rules of its kind are not supported")
    grounds = find_grounds(rule, question.positions, weight)
    assert isinstance(grounds, Grounds), "grounds must return Grounds"
    if lattice != "square":
        if not rule.flat or not grounds.on_pairs:
            raise no_theorem(rule, f"on the {lattice} lattice rules may only constrain two adjacent cells")
        return Grounds(1, None, None, (PAIRS,))
    if grounds.symmetric is None or not grounds.even_on or _is_even(rule, grounds.even_on):
        return grounds
    return replace(grounds, symmetric=None, why=tuple(reason for reason in grounds.why if reason != CELLS))


def weaker_question(question: Question, grounds: Grounds) -> Question | None:
    """Return the query about the weaker rule of a theorem, or None."""
    if grounds.weaker is None:
        return None
    rule, positions = grounds.weaker
    game = question.game if rule == question.rule else rule.name
    return replace(question, rule=rule, positions=positions, game=game)


def _is_even(rule: Rule, text: str) -> bool:
    """Return True if the reflection of rows preserves the rule on a board large enough for all its
    constraints.
    """
    board = parse_one_board(text)
    every = symmetries(board, UpTo.RECTANGLE)
    flip = next(
        symmetry for symmetry in every if any((turn.down, turn.right) == (-1, 1) for turn in symmetry.turns)
    )
    return is_unchanged(rule, board, flip, Weights.NONE)


Vector = NDArray[Any]
Slow = Callable[[], bool]


@dataclass(frozen=True, slots=True, eq=False)
class SiteStep:
    """Transitions of one step: the numbers of states before and after, and triples (sources, targets,
    factor).
    """

    before: int
    after: int
    ways: tuple[tuple[Vector, Vector, int], ...]

    @classmethod
    def of(cls, layer: Layer, weight: Fraction) -> SiteStep:
        most = _degree(layer)
        ways = []
        for matching in layer.matchings:
            power = sum(matching.weight)
            factor = weight.numerator**power * weight.denominator ** (most - power)
            ways.append((matching.source, matching.target, factor))
        return cls(layer.before, layer.after, tuple(ways))

    def back(self, vector: Vector) -> Vector:
        """Return the weights of the states before the step, given the weights of the states after it."""
        counts = np.zeros((self.before, *vector.shape[1:]), vector.dtype)
        for source, target, factor in self.ways:
            part = vector[target]
            counts[source] += part * factor if factor != 1 else part
        return counts

    def targets_of(self, marked: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return the mask of the states after the step that are reachable from marked states."""
        is_reached = np.zeros(self.after, np.bool_)
        for source, target, _ in self.ways:
            is_reached[target] |= marked[source]
        return is_reached


def _degree(layer: Layer) -> int:
    return max((sum(matching.weight) for matching in layer.matchings), default=0)


@dataclass(frozen=True, slots=True)
class GrowthOfStrip:
    """Enclosure low <= (growth per slice)^period <= high, with its witness."""

    family: str
    low: Fraction
    high: Fraction
    period: int
    states: int
    witness: GrowthWitness = field(compare=False)
    rule: str = ""
    """Game and position class of the strip."""

    @property
    def name(self) -> str:
        """Name of the family and of the rule."""
        return f"{self.family} of {self.rule}"


@dataclass(frozen=True, slots=True, eq=False)
class GrowthWitness:
    """Steps of a period, the vector, the states of the lower bound, and the start and end states of
    boards.
    """

    steps: tuple[SiteStep, ...]
    vector: tuple[int, ...]
    lower: tuple[int, ...]
    """States at which x' equals x; x' is 0 at all other states."""
    begins: tuple[int, ...]
    ends: tuple[int, ...]
    scale: int
    """Factor by which the weights of a period were multiplied to make them integers."""


def growth_of(strip: Strip, weight: Fraction, is_late: Slow = lambda: False) -> GrowthOfStrip:
    """Return the growth of a strip per slice. Raise LimitError if it takes too long or no bounds are found.

    >>> from gfkit.core.rules import Question
    >>> from gfkit.core.engine.strip.strip import find_strip
    >>> found = growth_of(find_strip(Question.of("independent-sets", "1xn")), Fraction(1))
    >>> found.period, found.low < Fraction(1618033988749895, 10**15) < found.high + Fraction(1, 10**14)
    (1, True)
    """
    layers = list(chain.from_iterable(strip.body))
    steps = tuple(SiteStep.of(layer, weight) for layer in layers)
    scale = weight.denominator ** sum(map(_degree, layers))
    ends = _ends(strip, weight)
    if not ends.any():  # large boards of the strip have no configurations
        nothing = GrowthWitness(steps, (0,) * len(ends), (), (), (), scale)
        return GrowthOfStrip(strip.family.text, Fraction(0), Fraction(0), strip.period, strip.states, nothing)
    real = _power_method(steps, ends, is_late)
    whole = [
        0 if not value else max(1, round(value * 2**BOUNDS.vector_bits))
        for value in (real / real.max()).tolist()
    ]
    vector = np.array(whole, dtype=object)
    after = _period(steps, vector)
    if any(new and not old for new, old in zip(after.tolist(), whole, strict=True)):
        raise LimitError(
            f"the strip {strip.family.text} contains states that become relevant only after very many slices"
        )
    unit = 1 << BOUNDS.bound_bits
    ratios = [-(-new * unit // old) if old else 0 for new, old in zip(after.tolist(), whole, strict=True)]
    high = max(ratios)
    lower = tuple(k for k, ratio in enumerate(ratios) if whole[k] and ratio > high * (1 - BOUNDS.same_ratio))
    only = np.zeros(len(whole), dtype=object)
    only[list(lower)] = vector[list(lower)]
    kept = _period(steps, only).tolist()
    low = min(kept[k] * unit // whole[k] for k in lower)
    begins = _begins(strip)
    if not _meets(steps, begins, lower):
        raise LimitError(f"the strip {strip.family.text} does not reach the states with the fastest growth")
    witness = GrowthWitness(steps, tuple(whole), lower, _places(begins), _places(ends > 0), scale)
    return GrowthOfStrip(
        family=strip.family.text,
        low=Fraction(low, unit * scale),
        high=Fraction(high, unit * scale),
        period=strip.period,
        states=strip.states,
        witness=witness,
    )


def _places(marked: NDArray[np.bool_]) -> tuple[int, ...]:
    return tuple(np.flatnonzero(marked).tolist())


def _period(steps: tuple[SiteStep, ...], vector: Vector) -> Vector:
    """Return the product of A and a column vector."""
    for step in reversed(steps):
        vector = step.back(vector)
    return vector


def _power_method(steps: tuple[SiteStep, ...], first: Vector, is_late: Slow) -> Vector:
    """Return an approximate eigenvector of A. The iteration starts with the sum of all w_j."""
    vector, best, column, since = first / first.max(), np.inf, first, 0
    dense = _period(steps, np.eye(len(first))) if len(first) <= BOUNDS.dense_states else None
    for _ in range(BOUNDS.rounds):
        if is_late():
            raise LimitError("the time limit for one strip is reached")
        after = _period(steps, vector) if dense is None else dense @ vector
        used = vector > 0
        ratios = after[used] / vector[used]
        top = ratios.max()
        gap = float(top / ratios[ratios > top * (1 - BOUNDS.same_ratio)].min() - 1) + float(
            (ratios <= top * (1 - BOUNDS.same_ratio)).mean()
        )
        since += 1
        if (after[~used] > 0).any():  # new states have become relevant
            best, since = np.inf, 0
        elif gap < best * 0.9:
            best, column, since = gap, vector, 0
        if best < BOUNDS.close or since > 60:
            break
        vector = after / top + BOUNDS.kept_share * vector
        vector = vector / vector.max()
        vector[vector < 1e-250] = 0
    return column


def _ends(strip: Strip, weight: Fraction) -> Vector:
    """Return the sum of w_j over the phases of a period."""
    total = np.zeros(strip.body[0][0].before)
    for phase, tail in enumerate(strip.tails):
        size = tail[-1][-1].after if tail else strip.body[phase][0].before
        vector = np.zeros(size)
        vector[list(strip.finals[phase])] = 1
        before = [*strip.body[:phase], *tail]
        for layer in reversed(list(chain.from_iterable(before))):
            vector = SiteStep.of(layer, weight).back(vector)
            vector /= max(1.0, vector.max(initial=0.0))
        total += vector
    return total


def _begins(strip: Strip) -> NDArray[np.bool_]:
    marked = np.ones(1, np.bool_)
    for layer in chain.from_iterable(strip.head):
        marked = SiteStep.of(layer, Fraction(1)).targets_of(marked)
    return marked


def _meets(steps: tuple[SiteStep, ...], begins: NDArray[np.bool_], lower: tuple[int, ...]) -> bool:
    """Return True if some state of the lower bound is reachable from the start states of boards."""
    seen = begins
    while not seen[list(lower)].any():
        after = seen
        for step in steps:
            after = step.targets_of(after)
        if not (after & ~seen).any():
            return False
        seen = seen | after
    return True


def interval(ends: tuple[Fraction, Fraction], places: int = 15) -> list[str]:
    """Return the endpoints of an interval in decimals, rounded outwards."""
    return [bound_text(ends[0], up=False, places=places), bound_text(ends[1], up=True, places=places)]


def bound_text(value: Fraction, *, up: bool, places: int = 20) -> str:
    """Return a fraction in decimals, rounded down or up.

    >>> bound_text(Fraction(2, 3), up=True, places=3), bound_text(Fraction(2, 3), up=False, places=3)
    ('0.667', '0.666')
    """
    ten: int = 10**places
    whole = math.ceil(value * ten) if up else math.floor(value * ten)
    sign = "-" if whole < 0 else ""
    return f"{sign}{abs(whole) // ten}.{abs(whole) % ten:0{places}d}"


def root_of(value: Fraction, root: int, *, up: bool) -> Fraction:
    """Return value^(1/root) in decimals, rounded down or up, by exact comparison of powers.

    >>> root_of(Fraction(2), 2, up=False) < root_of(Fraction(2), 2, up=True), root_of(Fraction(4), 2, up=True)
    (True, Fraction(2, 1))
    """
    ten: int = 10**BOUNDS.bound_decimals
    scaled = value.numerator * ten**root // value.denominator
    rounded = int(fmpz(scaled).root(root))
    if up and rounded**root * value.denominator < value.numerator * ten**root:
        rounded += 1
    return Fraction(rounded, ten)


def ratio_bound(wide: GrowthOfStrip, narrow: GrowthOfStrip, p: int) -> Fraction:
    """Return (L of the wide strip / L of the narrow strip)^(1/p), rounded down."""
    both = math.lcm(wide.period, narrow.period)
    value = wide.low ** (both // wide.period) / narrow.high ** (both // narrow.period)
    return root_of(value, both * p, up=False)


def logarithm(value: Fraction) -> tuple[Fraction, Fraction]:
    """Return a lower and an upper bound of the logarithm of a positive fraction, by FLINT balls.

    >>> low, high = logarithm(Fraction(2))
    >>> low < Fraction(693147180559945309, 10**18) + Fraction(1, 10**18), float(high - low) < 1e-30
    (True, True)
    """
    with ctx.workprec(BOUNDS.logarithm_bits):
        ball = arb(fmpq(value.numerator, value.denominator)).log()
        low, high = ball.lower().fmpq(), ball.upper().fmpq()
    return Fraction(int(low.p), int(low.q)), Fraction(int(high.p), int(high.q))


@dataclass(frozen=True, slots=True)
class Bound:
    """Bound of K: (factor * growth of a strip / growth of another)^(1/root), rounded down or up."""

    value: Fraction
    source: str
    theorem: str
    uses: tuple[str, ...]
    """Names of its strips: the numerator and, if there is one, the denominator."""
    root: int
    factor: Fraction = Fraction(1)

    def as_json(self, *, up: bool) -> dict[str, object]:
        """Return the bound as JSON data, with its value rounded up or down."""
        return {"value": bound_text(self.value, up=up), "from": self.source, "theorem": self.theorem}


@dataclass(frozen=True, slots=True)
class OneMore:
    """Bounds of the factor by which one additional cell multiplies the count."""

    low: Fraction
    high: Fraction
    surroundings: int
    tolerance: float

    @property
    def source(self) -> str:
        return f"bounds for one additional cell with {self.surroundings} possible neighbourhoods"


@dataclass(frozen=True, slots=True)
class WeightedMeans:
    """Bounds of the density of pieces and of the entropy, both per cell, at a given weight.

    ``interval_between(*means.density)`` of ``gfkit.core.algebra.number`` is an mpmath interval.
    """

    density: tuple[Fraction, Fraction]
    entropy: tuple[Fraction, Fraction]
