"""Question 2.1: for which games do the roots of the profiles, over all graphs, cover the plane up to closure?

Theorem 1. For Cis and Col the roots are dense in the complex plane.

Proof. Let J be K(m) joined to n disjoint copies of K(k). In Cis a piece on K(m) is the only piece. In Col
one piece on K(m) leaves at most one piece of the other colour for each K(k), and two pieces on K(m), one of
each colour, are the only pieces. So the profiles are

    Cis: (1 + 2kx)^n + 2mx,   Col: (1 + 2kx + k(k-1)x^2)^n + 2mx(1 + kx)^n + m(m-1)x^2.

Fix n >= 2 and c > 0, and let m = floor(c k^n). Divide by k^n or k^(2n). For k to infinity the coefficients
converge to those of (2x)^n + 2cx and of (x^n + cx)^2. The degrees are fixed, so every root of the limit is
a limit of roots. The roots other than 0 are the solutions of (2x)^(n-1) = -c and of x^(n-1) = -c. Their
arguments are odd multiples of pi/(n-1), and c is arbitrary. QED

Theorem 2. For Snort the roots are dense in the complex plane.

Proof. If both sides of a join of graphs contain pieces, then the occupied vertices are connected, and all
pieces have one colour. So with v = 1 + x, where G_i has n_i vertices and N is the sum of the n_i, the join
of G_1, G_2, ... has the profile 1 + sum of (P(G_i) - 1) + 2(v^N - 1 - sum of (v^n_i - 1)).

*Outside of the circle |v| = 1.* J has the profile (2v^k - 1)^n + 2(v^m - 1)v^(kn). Fix m and n >= 3, and
divide by v^(kn). For k to infinity it converges to 2^n + 2(v^m - 1), uniformly on compact sets with
|v| > 1. By Hurwitz's theorem, the roots of the limit, v^m = 1 - 2^(n-1), are limits of roots. For large m
and all n >= 3 these v are dense, as the moduli (2^(n-1) - 1)^(1/m) have ratios close to 1 and begin near 1.

*Inside of the circle.* Let H be the join of r copies of 2K(1), which has h = P(H) = 2rx^2 - 1 + 2v^(2r),
and let L be the join of s copies of 2K(1) with the disjoint union of b copies of H. By the formula for
joins

    P(L) = 2sx^2 + h^b + 2v^(2rb)(v^(2s) - 1).

Let x_0 be a point with |1 + x_0| < 1, x_0 != 0. Choose r with |h(x_0)| > 1, and a disc around x_0 in which
|v| < 1, |h| > 1, and x is not 0. Let s = floor(|h(x_0)|^b). As the last summand is at most 4, P(L) is h^b +
2sx^2(1 + e_b), where e_b converges to 0 uniformly. So the roots in the disc are the solutions of

    log h = (log s + log(-2x^2(1 + e_b)) + 2 pi i j)/b   for an integer j.

Here (log s)/b converges to log |h(x_0)|. Choose j so that 2 pi j/b converges to the argument of h(x_0). Then
the right side converges to log h(x_0) uniformly. By Hurwitz's theorem there are roots that converge to x_0,
because h is not constant. The circle itself contains no disc. QED

Theorem 3. For O12 all roots are negative real numbers, so they are not dense.

Proof. Red pieces form a matching, and every other vertex is blue or empty: P = sum of m(j) x^j (1 + x)^(n -
2j). By Heilmann and Lieb the roots of sum of m(j) y^j are negative. So x = -1, or x/(1 + x)^2 = -a with a >
0. Then a x^2 + (2a + 1)x + a = 0, with discriminant 4a + 1 > 0, negative sum of roots, and product 1. QED
By Newton's inequalities the coefficients of a polynomial with negative roots are log-concave, and so
unimodal.

The checks compare all these polynomials with counted positions, expand the limits of Theorem 1, and isolate
the roots of Theorem 3 on small graphs.

References: Jason I. Brown, Carl A. Hickman and Richard J. Nowakowski, On the location of roots of
independence polynomials, J. Algebraic Combin. 19 (2004), for independent sets. Ole J. Heilmann and Elliott
H. Lieb, Theory of monomer-dimer systems, Comm. Math. Phys. 25 (1972), theorem 4.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from flint import Ordering, fmpz_mpoly_ctx, fmpz_poly

from gfkit.catalog.claim import (
    Arguments,
    CheckResult,
    ClaimStatus,
    HoleValues,
    compare_cases,
    refutation,
    theorem,
)
from gfkit.core.errors import CatalogError

from ..shared.graphs import Graph, all_graphs, graph_on, name
from .check_graphs import COUNTED, Counter, join_graph, profile_of, row_of

_X = fmpz_poly([0, 1])
_V = _X + 1


def profile_of_join(game: str, m: Any, n: int, k: Any, x: Any = _X) -> Any:
    """Return the profile of K(m) joined to n copies of K(k); for Snort m and k must be integers."""
    if game == "cis":
        return (1 + 2 * k * x) ** n + 2 * m * x
    if game == "col":
        one_colour, both = 1 + k * x, 1 + 2 * k * x + k * (k - 1) * x**2
        return both**n + 2 * m * x * one_colour**n + m * (m - 1) * x**2
    if game == "snort":
        return (2 * (1 + x) ** k - 1) ** n + 2 * ((1 + x) ** m - 1) * (1 + x) ** (k * n)
    raise CatalogError(f"game {game!r}: cis, col or snort was expected")


def _nested(s: int, b: int, r: int) -> tuple[Graph, fmpz_poly]:
    """Return the graph L of Theorem 2 and its profile."""
    vertices = [(0, part, end) for part in range(s) for end in (0, 1)]
    vertices += [(copy, s + part, end) for copy in range(1, b + 1) for part in range(r) for end in (0, 1)]
    graph = graph_on(vertices, lambda p, q: p[1] != q[1] and (0 in (p[0], q[0]) or p[0] == q[0]))
    h = 2 * r * _X**2 - 1 + 2 * _V ** (2 * r)
    return graph, 2 * s * _X**2 + h**b + 2 * _V ** (2 * r * b) * (_V ** (2 * s) - 1)


def _profiles(game: str, most: int) -> Iterator[tuple[Graph, fmpz_poly]]:
    """Yield the graphs of the proof with at most ``most`` vertices, with their profiles."""
    sizes = range(1, most)
    for m, n, k in product(sizes, sizes, sizes):
        if m + n * k <= most:
            yield join_graph([m] + [k] * n), profile_of_join(game, m, n, k)
        if game == "snort" and 2 * m + 2 * n * k <= most + 1:
            yield _nested(m, n, k)


def _has_limit(game: str, n: int) -> bool:
    """Return True if the coefficients of the highest power of k, with m = c k^n, are those of Theorem 1."""
    ring = fmpz_mpoly_ctx.get(("k", "c", "x"), Ordering.lex)
    k, c, x = ring.gens()
    whole = profile_of_join(game, c * k**n, n, k, x)
    power = n if game == "cis" else 2 * n
    leading = ring.from_dict({(0, b, a): value for (d, b, a), value in whole.terms() if d == power})
    limit = (2 * x) ** n + 2 * c * x if game == "cis" else (x**n + c * x) ** 2
    return int(whole.degrees()[0]) == power and leading == limit


@theorem("profile_roots.dense", COUNTED, words="closure of the roots of P({game:word}, G) over all G = C")
def dense(counter: Counter, holes: HoleValues, asked: Arguments) -> CheckResult:
    """Check the profiles of the graphs in the proof, and their limits."""
    game = holes["game"]
    if game != "snort" and not all(_has_limit(game, n) for n in range(2, 7)):
        return refutation("limits expanded", "the profiles divided by their highest power of k")
    cases = (
        (name(graph), [int(c) for c in row.coeffs()], row_of(profile_of(counter, game, graph)))
        for graph, row in _profiles(game, asked["vertices"])
    )
    reach = f"the graphs of the proof with up to {asked['vertices']} vertices have its profiles"
    return compare_cases(cases, "one graph", reach, best=ClaimStatus.PROVED)


@theorem(
    "profile_roots.negative", COUNTED, words="the roots of P(o12, G) are negative real numbers for all G"
)
def negative(counter: Counter, _said: HoleValues, asked: Arguments) -> CheckResult:
    """Check the roots on small graphs; ``profile_unimodal.matching-sum`` checks the sum over matchings."""
    for graph in all_graphs(asked["vertices"]):
        roots: list[Any] = fmpz_poly(row_of(profile_of(counter, "o12", graph))).complex_roots()
        if not all(root.imag.is_zero() and root.real < 0 for root, _ in roots):
            return refutation("one graph", name(graph), "negative roots", str(roots))
    return CheckResult(ClaimStatus.PROVED, f"Theorem 3; all graphs up to {asked['vertices']} vertices")
