"""Structures of all cells that avoid violations, such as pairings: their differential equation.

The file is one JSON object; ``format`` is "gfkit-avoiding", ``version`` 1. ``game``, ``board``,
``positions``, ``weights``, ``first_n``, ``text`` and ``family`` are as in the file of a fraction. ``rule``
has ``count``, which is "pairings", "sequences", "cycles" or "permutations"; for permutations also the
forbidden ``moves`` [row, column], and ``stay``, true if cells must not be mapped to themselves. ``numerator``
and ``denominator`` are those of a fraction G(t, x, y) for the sets of violations: x counts violations, and y
components of edges. For cycles, ``cycles`` contains numerator and denominator of the generating function H(t)
of the Hamiltonian cycles of the boards.

``function`` is a pair N, h R S, given as [N, h, R, S]; h is a polynomial in t. ``start`` and the items of
``derivatives`` are [[A, w], B, d]: the coefficients of 1, u, u^2, ... in A, then w, as polynomials in t; B;
and d, a polynomial in t. ``coefficients`` are the c_j, ``right`` is e, and ``terms`` are the initial terms.
Polynomials in t are lists of the coefficients of 1, t, t^2, ...; those in t and u lists of [a, b, c] for c
t^a u^b.

Statement. The boards of size n have s n + b cells. Let F(t, u) = u^b G(t u^s, -1/u^c, f) be the sum of t^n
F_n(u), where (c, f) = (2, 1), (1, 2), (1, 1) for pairings, sequences and permutations. For cycles, let F be
half of u^(b-1) G(t u^s, -1/u, 2), without the boards with fewer than three cells, plus (-1)^b H((-1)^s t).
Let L be the linear functional on polynomials in u with L(1) = 1 and L(D G) = 0 for D G = a G' + b G; here
(a, b) = (1, -u) for pairings, so that L(u^m) is the number of pairings of m objects, and (u, 1 - u)
otherwise, so that L(u^m) = m!. If s and b are even, F of pairings is a function of u^2, u is written for u^2,
(a, b) = (2u, 1 - u), and L(u^m) is the number of pairings of 2m objects. Then the number of structures
without violations on the board of size n is L(F_n), by inclusion and exclusion. If F = N/(h R S), where
R S is a nonzero constant at t = 0, and

    N/(h R S) = (A/R + w + D(B/(h S)))/d  for ``start``,
    d/dt (u^i/R) = (A_i/R + w_i + D(B_i/R))/d_i  for ``derivatives``, 0 <= i < deg_u R,

these identities give all derivatives of F by t, up to functions D C, as A_j/R + w_j. If then the sum of
c_j A_j is 0 and that of c_j w_j is e, the series y of the numbers solves c_0 y + c_1 y' + ... = e.

Proof. A structure that contains a given set of k violations pairs, orders or maps the s n + b - c k other
cells or blocks, so that there are L(u^(s n + b - c k)) of them; a set of k edges without cycles and with
degrees of at most 2 has 2^components directions in which it consists of directed paths. A directed cycle that
contains such a set is a cyclic order of the N - k blocks, and there are (N - k - 1)! of them; a Hamiltonian
cycle of the board is contained in two directed cycles of K_N, for N >= 3. R and S have
inverses among the series in t with polynomials in u as coefficients, and h among those with finitely many
negative powers of t. So L acts on every coefficient, commutes with d/dt, vanishes on D C, and is the
identity on w.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import factorial, prod
from typing import Any

from gfkit.proofs.checker.boards import Family
from gfkit.proofs.checker.core import Machine, Sum, add_to
from gfkit.proofs.checker.counters import (
    ROW,
    TERMS,
    Poly,
    coefficients_of,
    one_solution,
    partial_derivative,
    polynomial_in_t,
    polynomial_in_t_u,
    read_row,
    read_rows,
)
from gfkit.proofs.checker.families import family_text
from gfkit.proofs.checker.fractions import (
    ASKED_SHAPE,
    TERM,
    build_system,
    check_question,
    described_family,
    read_terms_in_t,
)
from gfkit.proofs.checker.horner import Series, prove, series_product
from gfkit.proofs.checker.kinds import CountQuery
from gfkit.proofs.checker.reading import (
    INTS,
    Budget,
    Verdict,
    file_of_format,
    must_fit,
    must_hold,
    need,
    quantity,
)
from gfkit.proofs.checker.sizes import added, multiply, slope_of, without_trailing_zeros

AVOIDING = "gfkit-avoiding"
REDUCED: list[object] = [[ROW], TERMS, ROW]
AVOIDING_SHAPE: dict[str, object] = ASKED_SHAPE | {
    "format": {AVOIDING}, "function": [TERMS, ROW, TERMS, TERMS], "start": REDUCED, "derivatives": [REDUCED],
    "coefficients": [ROW], "right": ROW, "terms": ROW, "cycles": ([[TERM], [TERM]], None),
}  # fmt: skip
Reduced = tuple[list[Poly], Sum, Poly]
"""Reduction in an identity: A and w, B and d."""
MOVES: dict[str, object] = {"kind": str, "count": {"permutations"}, "moves": [[INTS, INTS]], "stay": bool}


def check_avoiding(certificate: object, budget: Budget) -> Verdict:
    """Check the certificate of an equation that counts structures without violations."""
    given = {"cycles": None, **certificate} if isinstance(certificate, dict) else certificate
    saved = file_of_format(given, AVOIDING_SHAPE, AVOIDING)
    need(
        saved["weights"] == [] and saved["positions"] == "all",
        "'weights' must be empty, and 'positions' must be 'all'",
    )
    terms, coefficients = read_row(saved["terms"], "terms"), read_rows(saved["coefficients"], "coefficients")
    count, violations = read_violations(saved["rule"])
    cells, factor = (2, 1) if count == "pairings" else (1, 1 if count == "permutations" else 2)
    is_cyclic = count == "cycles"
    need((saved["cycles"] is not None) == is_cyclic, "'cycles' is required if 'count' is \"cycles\"")
    check_question({**saved, "rule": violations})
    family, asked = described_family(saved), CountQuery("all", factor)
    p, q = (read_terms_in_t(saved[name], 6, asked) for name in ("numerator", "denominator"))
    machine = Machine(build_system(violations, asked, family), budget)
    slices = prove(machine, family.first, p, q, budget)
    p, q = with_components(p, factor), with_components(q, factor)
    line = cell_numbers(family)
    end = family.first + len(terms)
    length = max(end, (2 - line[1]) // max(line[0], 1) + 1)
    polynomials = coefficients_of(p, q, length, budget)
    cycles: tuple[Series, Series] = [], [{(0, 0): 1}]
    if is_cyclic:
        p, polynomials = without_small(p, q, polynomials, line)
        cycles, more = cycles_of(saved["cycles"], family, budget)
        slices += more
    numbers = coefficients_of(*cycles, end, budget)
    for n, term in enumerate(terms, family.first):
        counted = count_of(n, (polynomials[n], numbers[n]), cells, line, is_cyclic)
        must_hold(counted == term, f"the number for n = {n} is {counted}, but terms contains {term}")
    is_even = cells == 2 and not any(part % 2 for part in line)
    slope, constant = operator_of(cells, is_even)
    above, along, radical, rest = read_function(saved["function"])
    given = function_of_violations(p, q, cells, (line[0], line[1] - is_cyclic), is_even)
    if is_cyclic:
        given = with_cycles(given, cycles, line)
    is_same = polynomial_product(above, given[1]) == polynomial_product(
        given[0], polynomial_in_t(along), radical, rest
    )
    must_hold(is_same, "the function differs from the function of the fraction")
    width = degree(radical)
    need(len(saved["derivatives"]) == width, "derivatives: expected one for each power of u below R")
    parts = [read_reduced(part, width) for part in (saved["start"], *saved["derivatives"])]
    bottom = polynomial_product(polynomial_in_t(along), rest)
    upper = [above, *(polynomial_product({(0, i): -1}, partial_derivative(radical, 0)) for i in range(width))]
    for top, under, part in zip(upper, [bottom, *[radical] * width], parts, strict=True):
        compare_reduction((top, under, radical), part, (slope, constant), budget)
    compare_relation(parts, coefficients, saved["right"])
    one_solution(coefficients, family.first + len(terms))
    boards = family_text(saved["family"]) or "the boards in the file"
    return Verdict(
        f"the numbers a({family.first}), a({family.first + 1}), ... of {count} on {boards} that satisfy the"
        " rule in the file begin with the listed terms, and their generating function solves the differential"
        " equation in the file, which determines all further terms",
        f"the rule and the boards in the file; {quantity(len(machine.states[0]), 'state')},"
        f" {quantity(slices, 'slice')} swept, and polynomial identities: {width + 1}",
        slices + len(terms),
    )


def read_violations(rule: Mapping[str, Any]) -> tuple[str, dict[str, object]]:
    """Return the structures, and the rule of the sets of violations."""
    need(rule.get("kind") == "avoiding", "rule: expected structures that avoid violations")
    count = rule.get("count")
    if count == "permutations":
        must_fit(rule, MOVES, "rule")
        stay = [1, 0] if rule["stay"] else None
        moves = [[*move, 1, 0] for move in rule["moves"]]
        return count, {"kind": "pointers", "moves": moves, "stay": stay, "partial": True}
    need(
        count in ("pairings", "sequences", "cycles") and set(rule) == {"kind", "count"},
        "rule: unknown structures",
    )
    if count == "pairings":
        return count, degree_rule([0, 1], 2)
    linkage = linkage_of(cycles={"allowed": [0], "cap": 1}) | {"weight": [0, 1]}
    return str(count), degree_rule([0, 1, 2], 3) | {"linkage": linkage}


def degree_rule(degrees: list[int], cap: int) -> dict[str, object]:
    """Return the rule of the sets of edges with the given degrees, where x counts the edges."""
    return {
        "kind": "edges", "cap": cap, "vertex": degrees, "weight": [1, 0],
        "taken": [[a, b] for a in range(1, cap + 1) for b in range(1, cap + 1)],
        "left": [[a, b] for a in range(cap + 1) for b in range(cap + 1)],
    }  # fmt: skip


def linkage_of(**numbers: object) -> dict[str, object]:
    """Return the constraint on the numbers of components and of cycles."""
    return {"components": None, "cycles": None, "joins": [], "apart": [], "spanning": False, **numbers}


def with_components(part: Series, factor: int) -> Series:
    """Substitute the number of directions of a component for y in a polynomial."""
    series: Series = []
    for total in part:
        merged: Sum = {}
        for (i, j), c in total.items():
            merged[i, 0] = merged.get((i, 0), 0) + c * factor**j
        series.append({power: c for power, c in merged.items() if c})
    return series


def cell_numbers(family: Family) -> tuple[int, int]:
    """Return s and b such that the board of size n has s n + b cells."""
    width = family.slice.vertices
    ends = sum(end.part.vertices for end in family.ends if end)
    return width, family.hubs.vertices + ends - width * family.apart


def count_of(n: int, parts: tuple[Sum, Sum], cells: int, line: tuple[int, int], is_cyclic: bool) -> int:
    """Return the number of structures on the board of size n from the polynomial of the sets of violations,
    and from the number of cycles of violations.
    """
    polynomial, cycles = parts
    size = line[0] * n + line[1] - is_cyclic
    total = 0
    for (i, _), c in polynomial.items():
        left = size - cells * i
        total += (-1) ** i * c * (factorial(left) if cells == 1 else pairings_of(left))
    return total // 2 - (-1) ** size * cycles.get((0, 0), 0) if is_cyclic else total


def pairings_of(cells: int) -> int:
    return 0 if cells % 2 else prod(range(1, cells, 2))


def without_small(p: Series, q: Series, polynomials: Series, line: tuple[int, int]) -> tuple[Series, Series]:
    """Return P and the coefficients of P/Q, without the boards with fewer than three cells."""
    kept = [part if line[0] * n + line[1] >= 3 else {} for n, part in enumerate(polynomials)]
    early: Series = [{} if part else total for part, total in zip(kept, polynomials, strict=True)]
    product = series_product(q, early)
    left: Series = []
    for n in range(max(len(p), len(product))):
        total = dict(p[n]) if n < len(p) else {}
        if n < len(product):
            add_to(total, {power: -c for power, c in product[n].items()}, (0, 0))
        left.append({power: c for power, c in total.items() if c})
    return left, kept


def cycles_of(fraction: Sequence[Any], family: Family, budget: Budget) -> tuple[tuple[Series, Series], int]:
    """Return the fraction of the Hamiltonian cycles of the boards, after proving it, and the number of
    slices swept.
    """
    asked = CountQuery("all", 0)
    number = {"allowed": [1], "cap": 2}
    rule = degree_rule([2], 3) | {"weight": [0, 0], "linkage": linkage_of(components=number)}
    p, q = (read_terms_in_t(part, 6, asked) for part in fraction)
    return (p, q), prove(Machine(build_system(rule, asked, family), budget), family.first, p, q, budget)


# Polynomials in t and u -------------------------------------------------------------------------------------


def polynomial_product(*factors: Sum) -> Sum:
    """Return the product of polynomials."""
    product: Sum = {(0, 0): 1}
    for factor in factors:
        found: Sum = {}
        for (t, u), c in product.items():
            add_to(found, {(a, b): c * d for (a, b), d in factor.items()}, (t, u))
        product = {power: c for power, c in found.items() if c}
    return product


def plus(*parts: Sum) -> Sum:
    """Return the sum of polynomials."""
    total: Sum = {}
    for part in parts:
        add_to(total, part, (0, 0))
    return {power: c for power, c in total.items() if c}


def degree(part: Sum) -> int:
    return max((u for _, u in part), default=0)


def read_function(function: Sequence[Any]) -> tuple[Sum, Poly, Sum, Sum]:
    """Parse N, h, R and S, where R and S must be nonzero constants at t = 0."""
    above, along, radical, rest = function
    need(any(along), "function: h must not be 0")
    parts = [polynomial_in_t_u(part, "function") for part in (radical, rest)]
    for part in parts:
        need([u for t, u in part if not t] == [0], "function: R or S is not a constant at t = 0")
    return polynomial_in_t_u(above, "function"), along, *parts


def read_reduced(part: Sequence[Any], width: int) -> Reduced:
    """Parse A and w, B and d."""
    own, tail, below = part
    need(len(own) == width + 1 and any(below), "start, derivatives: expected A, w and d")
    return own, polynomial_in_t_u(tail, "start, derivatives"), below


def operator_of(cells: int, is_even: bool) -> tuple[Sum, Sum]:
    """Return a and b of the operator D."""
    if cells == 2 and not is_even:
        return {(0, 0): 1}, {(0, 1): -1}
    return {(0, 1): cells}, {(0, 0): 1, (0, 1): -1}


def function_of_violations(
    p: Series, q: Series, cells: int, line: tuple[int, int], is_even: bool
) -> tuple[Sum, Sum]:
    """Return the numerator and the denominator of F, times a power of u; if ``is_even``, u replaces u^2."""
    given: list[Sum] = []
    for part, more in ((p, line[1]), (q, 0)):
        listed = ((n, i, c) for n, total in enumerate(part) for (i, _), c in total.items())
        given.append({(n, line[0] * n - cells * i + more): (-1) ** i * c for n, i, c in listed})
    low = min((u for part in given for _, u in part), default=0)
    scale = 2 if is_even else 1
    above, below = ({(t, (u - low) // scale): c for (t, u), c in part.items()} for part in given)
    return above, below


def with_cycles(
    function: tuple[Sum, Sum], cycles: tuple[Series, Series], line: tuple[int, int]
) -> tuple[Sum, Sum]:
    """Return half the function, plus the series of the numbers of cycles with the sign of the number of
    cells.
    """
    (above, below), sign = function, (-1) ** line[1]
    top, bottom = (
        {(n, 0): (-1) ** (line[0] * n) * c for n, total in enumerate(part) for c in total.values()}
        for part in cycles
    )
    return (
        plus(polynomial_product(above, bottom), polynomial_product({(0, 0): 2 * sign}, top, below)),
        polynomial_product({(0, 0): 2}, below, bottom),
    )


def compare_reduction(
    function: tuple[Sum, Sum, Sum],
    reduced: Reduced,
    operator: tuple[Sum, Sum],
    budget: Budget,
) -> None:
    """Raise RefusalError unless d N/(R T) = A/R + w + D(B/T), with all denominators removed."""
    (above, rest, radical), (own, tail, below), (slope, constant) = function, reduced, operator
    whole: Sum = {(t, u): c for u, row in enumerate(own[:-1]) for t, c in enumerate(row) if c}
    work = (len(whole) + len(tail) + len(above)) * len(rest) * (len(rest) + len(radical) + len(below))
    budget.spend(work)
    left = polynomial_product(polynomial_in_t(below), above, rest)
    kept = polynomial_product(plus(whole, polynomial_product(polynomial_in_t(own[-1]), radical)), rest, rest)
    moved = plus(
        polynomial_product(slope, partial_derivative(tail, 1), rest), polynomial_product(constant, tail, rest)
    )
    lost = polynomial_product({(0, 0): -1}, slope, tail, partial_derivative(rest, 1))
    must_hold(
        left == plus(kept, polynomial_product(radical, plus(moved, lost))),
        "start, derivatives: an identity does not hold",
    )


def compare_relation(parts: Sequence[Reduced], coefficients: Sequence[Poly], right: Poly) -> None:
    """Raise RefusalError unless the sum of the c_j A_j is 0, and that of the c_j w_j is e.

    (A_j, w_j) is x_j/(s^(j+1) m^j), with s = d of ``start``, and m the common d_i of ``derivatives``.
    """
    (vector, _, s), *steps = parts
    need(all(step[2] == steps[0][2] for step in steps), "derivatives: expected one denominator")
    shared = steps[0][2] if steps else [1]
    both = multiply(s, shared)
    totals: list[Poly] = [[] for _ in vector]
    for j, c in enumerate(coefficients):
        scaled = [multiply(total, both) for total in totals] if j else totals
        totals = [added(total, multiply(c, x)) for total, x in zip(scaled, vector, strict=True)]
        lost = added(
            multiply([j + 1], multiply(slope_of(s), shared)), multiply([j], multiply(slope_of(shared), s))
        )
        vector = [
            added(
                added(multiply(slope_of(x), both), multiply([-1], multiply(x, lost))),
                multiply(s, dotted(vector[:-1], [step[0][k] for step in steps])),
            )
            for k, x in enumerate(vector)
        ]
        right = multiply(right, both if j else s)
    holds = not any(map(any, totals[:-1])) and without_trailing_zeros(totals[-1]) == without_trailing_zeros(
        right
    )
    must_hold(holds, "'coefficients' and 'right' differ from the equation proved by the identities")


def dotted(one: Sequence[Poly], other: Sequence[Poly]) -> Poly:
    total: Poly = []
    for a, b in zip(one, other, strict=True):
        total = added(total, multiply(a, b))
    return total
