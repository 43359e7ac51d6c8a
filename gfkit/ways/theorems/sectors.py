"""Potts models and chromatic polynomials of cyclic strips, as sums of traces over sectors.

Statement. Let the graph G_n consist of n slices in a cycle, each with w vertices and the same edges, and with
at least one link to the next slice, the same for all slices. With c(A) components of a set A of edges, let

    Z_n(q, v) = sum over A of q^c(A) v^|A|,        P_n(q) = Z_n(q, -1), the chromatic polynomial (Whitney).

For 0 <= d <= w, let W_d be the space with a basis of all partitions of d *marks* and the vertices of a slice
in which each block contains at most one mark, and each mark is in the block of a vertex. The transfer matrix
T adds the edges of a slice and its links, and deletes the vertices of the old slice: a deleted block without
marks contributes q; a partition in which two marks are joined, or a mark is alone, becomes 0. T commutes with
the permutations of the marks. For a partition L of d, let T_L be the matrix of T on the multiplicity space of
the irreducible representation L of S_d, and f_L the dimension of L. Then for every n >= 1

    Z_n = sum over d and L of b_L(q) tr T_L^n,   b_L = (f_L / d!) prod over i = 1..d of (q - L_i - d + i).

If the strip can be drawn on an annulus without crossings, with the vertices of a slice in their order, let
T_d be T on the noncrossing partitions of the polygon whose vertices are the slice, followed by the marks in
reverse order. Then

    Z_n = sum over d of c_d(q) tr T_d^n,         c_d = sum over k of (-1)^(d - k) binomial(d + k, 2 k) q^k.

G_1 and G_2 are multigraphs here, with loops and double edges, whereas families start at n = 3 or later; terms
before the first n are subtracted. Since the sum of tr T^n t^n is -t D'(t) / D(t) with D = det(1 - t T), the
sum of Z_n t^n is the sum of -b t p'(t) / p(t) over all irreducible factors p of all D, where b is the sum of
the amplitudes of p, counted with multiplicity. Its denominator is the product of all p with b not 0. This is
the fraction in lowest terms, because the residues b of the different simple poles are not 0.

Proof. For a diagram X, a partition of an upper and a lower copy of m vertices, let z(X) be q to the number of
blocks after both copies are identified, so that z(X Y) = z(Y X). W_d represents the category of diagrams,
since the partitions with fewer than d marked blocks are closed under composition, so tr(X Y) = tr(Y X) too.
T^n is a linear combination of diagrams, and Z_n is the same combination of their values z. If X has p < m
blocks with vertices of both copies, then X = Y Y' is a product through p vertices, and Y' Y is a diagram on p
vertices times a power of q, with the same z and the same traces. By induction on m, it suffices to consider
p = m, so that X is a permutation of m vertices, and the identity if nothing crosses.

For permutations, z(X) = q^(number of cycles) is the trace of X on the m-th tensor power of the permutation
representation C^q of S_q. For integers q >= 2 m it is the direct sum of the products of W_L and the
irreducible representation (q - d, L) of S_q, whose dimension is b_L (Schur-Weyl duality for the partition
algebra; Martin; Halverson and Ram). Both sides are polynomials in q, so they are equal.

If nothing crosses, the trace of the identity is N(m, d) = binomial(2m, m - d) - binomial(2m, m - d - 1), the
number of noncrossing partitions of m vertices with d marked blocks that are not separated from the marks.
Since q c_0 = c_1 + c_0 and q c_d = c_(d+1) + 2 c_d + c_(d-1) for d >= 1, and N satisfies the transposed
recurrence in m, the sum of N(m, d) c_d over all d is q^m, by induction.

For v = -1, two adjacent vertices of a slice in one block contribute 0, so only partitions into independent
sets are states. Orders for cylinders of k rows: 2, 4, 10, 26, 70, 192 with P, binomial(2k, k) with Z.

References: Shu-Chiuan Chang and Robert Shrock, Structural properties of Potts model partition functions and
chromatic polynomials for lattice strips, Physica A 296 (2001); Jean-Francois Richard and Jesper Jacobsen,
Character decomposition of Potts model partition functions I, Nuclear Physics B 750 (2006); Tom Halverson and
Arun Ram, Partition algebras, European Journal of Combinatorics 26 (2005).
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import combinations, pairwise, product
from math import comb, factorial, log2, prod
from operator import lshift

from flint import fmpq, fmpq_mat, fmpz_mpoly

from gfkit.core.algebra import Evidence, Polynomial, RationalGF, Status
from gfkit.core.algebra.polynomial import from_mpoly, in_t
from gfkit.core.algebra.rational import early_terms
from gfkit.core.boards import Family
from gfkit.core.boards.board import from_edges
from gfkit.core.boards.family import spots
from gfkit.core.deferred import dataclass
from gfkit.core.engine.derived import law_of_series
from gfkit.core.engine.registry import FoundLaw
from gfkit.core.engine.sweep.engine2_integers import terms_of_packed
from gfkit.core.rules import Question
from gfkit.core.typing import exponents_for
from gfkit.ways.partitions import Blocks, TutteSweep, number_blocks

Pair = tuple[int, int]
_Order = tuple[int, ...]
_Row = dict[int, dict[_Order, fmpz_mpoly]]
"""Row of a matrix: for each state, the coefficients of permutations of the marks."""


@dataclass(frozen=True, slots=True)
class CyclicStrip:
    """Cyclic strip of equal slices with ``width`` vertices.

    ``inner`` are the edges of each slice; a link (a, b) joins vertex a of a slice with vertex b of the next.
    """

    width: int
    inner: tuple[Pair, ...]
    links: tuple[Pair, ...]

    @staticmethod
    def of(family: Family) -> CyclicStrip | None:
        """Return the slices of a family, or None unless links join adjacent slices of a cyclic family.

        >>> CyclicStrip.of(Family("cylinder", (None, 2)))
        CyclicStrip(width=2, inner=((0, 1),), links=((0, 0), (1, 1)))
        """
        if type(family) is not Family or not family.closes or family.doubled or family.span > 1:
            return None
        slices, board = family.slices, family.at(family.first_n)
        if slices is not None and (slices.twist or slices.hubs.vertices or slices.apart):
            return None
        places = spots(family, board)
        if slices is None and not board.places:  # a cycle
            places = [(0, vertex) for vertex in range(board.size)]
        names = sorted({place for place, turn in places if not turn})
        inner: set[Pair] = set()
        links: set[Pair] = set()
        for edge in board.edges:
            (one, a), (two, b) = sorted((places[end][1], names.index(places[end][0])) for end in edge)
            if two <= 1:
                (links if two > one else inner).add((a, b))
        if (
            not links
        ):  # then all vertices of a slice leave before the next slice, and their factors q are lost
            return None
        return CyclicStrip(len(names), tuple(sorted(inner)), tuple(sorted(links)))

    @property
    def is_flat(self) -> bool:
        """True if the strip is drawn without crossings on an annulus, in the order of its vertices."""
        return all(abs(a - b) == 1 for a, b in self.inner) and all(
            b <= d for (_, b), (_, d) in pairwise(self.links)
        )

    def series(self, q: Polynomial, v: Polynomial, first_n: int = 0) -> tuple[RationalGF, int]:
        """Return the sum of Z_n(q, v) t^n over n >= ``first_n``, and the largest order of a matrix T.

        ``q`` and ``v`` are polynomials in the same variables.

        >>> chromatic = [Polynomial.parse(text, ("q",)) for text in ("q", "-1")]
        >>> print(CyclicStrip(1, (), ((0, 0),)).series(*chromatic)[0].at(q=3).coefficient(5))
        30
        """
        names = ("t", *q.variables)
        powers = {name: tuple(int(name == other) for other in names) for name in names}
        at_q, at_v = (part.in_variables(names, powers).mpoly for part in (q, v))
        amplitudes: dict[Polynomial, fmpz_mpoly] = {}
        largest, scale = 0, factorial(self.width)
        for d in range(self.width + 1):
            rows = self._rows(d, at_q, at_v)
            for weights, tableaux in _sectors(d, self.is_flat):
                amplitude = sum((at_q**k * int(scale * c) for k, c in enumerate(weights)), 0 * at_q)
                if any(rows) and not amplitude.is_zero():
                    order, determinant = _determinant(rows, tableaux)
                    largest = max(largest, order)
                    for factor, times in determinant.factor()[1]:
                        key = from_mpoly(factor * factor[(0,) * len(names)], names)
                        amplitudes[key] = amplitudes.get(key, 0) + times * amplitude
        t, above, below = Polynomial.monomial(powers["t"], names).mpoly, 0 * at_q, 0 * at_q + 1
        for key, amplitude in amplitudes.items():
            if not amplitude.is_zero():
                factor = key.mpoly
                above = above * factor - below * amplitude * t * factor.derivative(0)
                below = below * factor
        top, bottom = (from_mpoly(part, names) for part in (above // scale, below))
        early = in_t(early_terms(top, bottom, first_n), names)
        return RationalGF(top - bottom * early, bottom, first_n), largest

    def _rows(self, d: int, at_q: fmpz_mpoly, at_v: fmpz_mpoly) -> list[_Row]:
        """Return the matrix of a slice on the states with d marked blocks."""
        w, is_proper, none = self.width, (-at_v).is_one(), 0 * at_q
        far, marks = 2 * w, range(2 * w + 1, 2 * w + 1 + d)
        # An unseen neighbour keeps the vertices of the second slice, and the marks, on the frontier.
        edges = [(a + k, b + k) for a, b in self.inner for k in (0, w)]
        edges += [(a, b + w) for a, b in self.links] + [(cell, far) for cell in (*range(w, far), *marks)]
        sweep = TutteSweep(from_edges("slice", far + 1 + d, edges))
        bits, number = sweep.bits, {state: k for k, state in enumerate(self._states(d, is_proper))}
        rows: list[_Row] = []
        for state in number:
            row: _Row = {}
            vector = sweep.advance(
                [*marks, *range(w)], range(w, far), {state: 1}, lshift,
                None if is_proper else lambda value, bits: value + (value << bits * (w + 1)),
            )  # fmt: skip
            for after, value in vector.items():
                order = tuple(dict.fromkeys(block for block in after[d:] if block < d))
                if len(order) == d == len(set(after[:d])):
                    terms = terms_of_packed(value, bits, w + 1).items()
                    entry = sum((at_q**k * at_v ** (w - k + more) * n for (more, k), n in terms), none)
                    target = number[number_blocks((*order, *after[d:]))]
                    own = row.setdefault(target, {})
                    own[order] = own.get(order, none) + entry
            rows.append(row)
        return rows

    def _states(self, d: int, is_proper: bool) -> Iterator[Blocks]:
        """Yield the partitions of d marks and a slice in which each mark is in the block of a vertex."""
        for blocks in _partitions(self.width):
            if is_proper and any(blocks[a] == blocks[b] for a, b in self.inner):
                continue
            for marked in combinations(dict.fromkeys(blocks), d):
                if not self.is_flat or _is_noncrossing((*blocks, *reversed(marked))):
                    yield number_blocks((*marked, *blocks))


def law_of_cyclic_strip(strip: CyclicStrip, question: Question) -> FoundLaw:
    """Return the formula of the Potts model; the weights of edges and components are v and q."""
    rule, names, first_n = question.rule.degree_counts, question.weights.variables, question.family.first_n
    assert rule is not None, "the rule must count sets of edges"
    v, q = (
        Polynomial.monomial(exponents_for(weight, question.weights)[: len(names)], names)
        for weight in (rule.weight, rule.linkage.weight)
    )
    series, states = strip.series(q, v, first_n)
    evidence = Evidence(Status.PROVED, "transfer-matrix", (("states", states),))
    # A sweep of one board stores about 4^links states between two slices.
    return FoundLaw(law_of_series(question, series, evidence), first_n, 4 ** len(strip.links))


def _partitions(size: int) -> list[Blocks]:
    """Return the partitions of a set."""
    found: list[Blocks] = [()]
    for _ in range(size):
        found = [(*blocks, block) for blocks in found for block in range(max(blocks, default=-1) + 2)]
    return found


def _is_noncrossing(blocks: Blocks) -> bool:
    """Return True if a partition of the vertices of a polygon is noncrossing."""
    nested: list[int] = []
    closed: set[int] = set()
    for block in blocks:
        while block in nested[:-1] and nested[-1] != block:
            closed.add(nested.pop())
        if block in closed:
            return False
        if block not in nested:
            nested.append(block)
    return True


_Tableau = tuple[int, ...]
"""Standard Young tableau: the row of each entry."""


def _sectors(d: int, is_flat: bool) -> Iterator[tuple[list[Fraction], tuple[_Tableau, ...]]]:
    """Yield the amplitudes, as coefficients of powers of q, and representations of the sectors with d marks.

    A representation is given by its tableaux; it is trivial if the strip is drawn without crossings.
    """
    if is_flat:
        yield [Fraction((-1) ** (d - k) * comb(d + k, 2 * k)) for k in range(d + 1)], ((0,) * d,)
        return
    shapes: dict[tuple[int, ...], list[_Tableau]] = {(0,) * d: [()]}
    for _ in range(d):
        larger: dict[tuple[int, ...], list[_Tableau]] = {}
        for shape, tableaux in shapes.items():
            for row in range(d):
                if not row or shape[row] < shape[row - 1]:
                    grown = (*shape[:row], shape[row] + 1, *shape[row + 1 :])
                    larger.setdefault(grown, []).extend((*tableau, row) for tableau in tableaux)
        shapes = larger
    for shape, tableaux in shapes.items():
        weights = [Fraction(len(tableaux), factorial(d))]
        for k, part in enumerate(shape):
            root, zero = part + d - 1 - k, [Fraction(0)]
            weights = [b - root * a for a, b in zip(weights + zero, zero + weights, strict=True)]
        yield weights, tuple(tableaux)


@cache
def _image(order: _Order, tableaux: tuple[_Tableau, ...]) -> fmpq_mat:
    """Return the matrix of a permutation in Young's seminormal form."""
    size = len(tableaux)
    swap = next((k for k, (one, other) in enumerate(pairwise(order)) if one > other), None)
    if swap is None:
        return fmpq_mat(size, size, [int(a == b) for a in range(size) for b in range(size)])
    matrix = fmpq_mat(size, size)
    for place, tableau in enumerate(tableaux):
        one, other = (tableau[:k].count(tableau[k]) - tableau[k] for k in (swap, swap + 1))
        matrix[place, place] = fmpq(1, other - one)
        swapped = _exchange(tableau, swap)
        if swapped != tableau and swapped in tableaux:
            matrix[place, tableaux.index(swapped)] = 1 + fmpq(1, other - one)
    return _image(_exchange(order, swap), tableaux) * matrix


def _exchange(row: tuple[int, ...], place: int) -> tuple[int, ...]:
    return (*row[:place], row[place + 1], row[place], *row[place + 2 :])


def _determinant(rows: list[_Row], tableaux: tuple[_Tableau, ...]) -> tuple[int, fmpz_mpoly]:
    """Return the order of a matrix T in a representation, and det(1 - t T).

    The characteristic polynomial is computed at powers of 2 for the variables, which are so large that their
    exponents and the coefficients are the digits of one integer (Kronecker substitution).
    """
    context = next(entry for row in rows for own in row.values() for entry in own.values()).context()
    dimension = len(tableaux)
    size, variables = len(rows) * dimension, range(1, context.nvars())
    degrees, height = [0 for _ in variables], 0.0
    for row in rows:
        entries = [(entry, _image(order, tableaux)) for own in row.values() for order, entry in own.items()]
        sums = [sum(abs(int(c)) for c in entry.coeffs()) for entry, _ in entries]
        for a in range(dimension):
            norms = [sum(abs(image[a, b]) for b in range(dimension)) for _, image in entries]
            height += log2(1 + sum(float(n * norm) for n, norm in zip(sums, norms, strict=True)))
        for k in variables:
            degrees[k - 1] += dimension * max((entry.degrees()[k] for entry, _ in entries), default=0)
    bits = int(height) + 3
    strides = [prod(degree + 1 for degree in degrees[:k]) for k in range(len(degrees) + 1)]
    half = 1 << (bits - 1)
    matrix = fmpq_mat(size, size)
    for place, row in enumerate(rows):
        for target, own in row.items():
            for order, entry in own.items():
                image = _image(order, tableaux)
                packed = sum(
                    int(c)
                    << bits * sum(int(e) * stride for e, stride in zip(powers[1:], strides, strict=False))
                    for powers, c in entry.terms()
                )
                for a, b in product(range(dimension), repeat=2):
                    if image[a, b]:
                        matrix[dimension * place + a, dimension * target + b] += packed * image[a, b]
    # Adding one half of the base to every digit makes all digits nonnegative.
    offset = half * (((1 << bits * strides[-1]) - 1) // ((1 << bits) - 1))
    terms: dict[tuple[int, ...], int] = {}
    for power, value in enumerate(matrix.charpoly().coeffs()):
        for (place, _), digit in terms_of_packed(int(value.p) + offset, bits, 1).items():
            if digit != half:
                exponents = (
                    place // stride % (degree + 1) for stride, degree in zip(strides, degrees, strict=False)
                )
                terms[size - power, *exponents] = digit - half
    return size, context.from_dict(terms)
