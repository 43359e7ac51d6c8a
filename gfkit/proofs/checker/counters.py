"""Check of the differential equation of the generating function of a rule with a sum over the whole board.

The file is one JSON object; ``format`` is "gfkit-counter", ``version`` 1. ``game``, ``board``, ``positions``,
``weights``, ``first_n``, ``text``, ``rule`` and ``family`` are as in the file of a fraction. The rule
requires that the sum over all windows is one of the given totals. ``numerator`` and ``denominator`` are those
of a fraction G(t, x) for the rule without the sum: x^j marks a place where the summand is ``least`` + j.
``coefficients`` are the c_j below, lists of the coefficients of 1, t, t^2, ...; ``logarithms`` are pairs of a
q_i and its e_i; ``certificate`` has B, and W as a polynomial in t and another one. Polynomials in t and u are
lists of [a, b, c] for c t^a u^b. ``equation`` and ``right`` are the recurrence, ``terms`` the initial terms.

Statement. A board of size n has p n + s positions of the window, for large n. So with F(t, u) = u^(least s)
G(t u^(least p), u) the boards of size n with the sum k are counted by the coefficient of t^n u^k, and f is
the sum of u^(-1-k) F over the totals k. Suppose that c_0 f + c_1 df/dt + ... = d/du(B/W) + sum of e_i
(dq_i/du)/q_i, where every q_i is a number times a power of u at t = 0, that of u^(m_i), and W is the product
of a polynomial in t and of one that is a number times a power of u at t = 0. Then the series y of the
coefficients of u^-1 in f solves c_0 y + c_1 y' + ... = sum of e_i m_i.

Proof. The series in t with finitely many negative powers, whose coefficients are Laurent polynomials in u,
are a ring without zero divisors. A series that equals b u^m at t = 0 is b u^m (1 + t H), which is invertible
in this ring. So B/W is in the ring, and d/du(B/W) has no term with u^-1. (dq_i/du)/q_i is the sum of m_i/u
and of the derivative of log(1 + t H) by u, so its coefficient of u^-1 is m_i. Taking the coefficient of u^-1
commutes with d/dt.

A polynomial is added to y so that the counts of small boards are correct, and the equation is changed
accordingly. The equation determines a(n) from earlier terms if a polynomial p(n) is not 0. If all
coefficients of p(x + n_0) have the same sign, p(n) has no root n >= n_0.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from math import comb, perm
from typing import Any, NamedTuple

from gfkit.proofs.checker.arrays import SUMMED, Array
from gfkit.proofs.checker.boards import CellBoard, Family, system_of
from gfkit.proofs.checker.core import Machine, Power, Sum, add_to
from gfkit.proofs.checker.families import family_text
from gfkit.proofs.checker.fractions import ASKED_SHAPE, check_question, described_family, read_terms_in_t
from gfkit.proofs.checker.horner import Series, packed_value, prove
from gfkit.proofs.checker.kinds import CountQuery
from gfkit.proofs.checker.laid_arrays import PlacedArray
from gfkit.proofs.checker.reading import (
    INTS,
    Budget,
    RefusalError,
    Verdict,
    file_of_format,
    must_hold,
    need,
    quantity,
)
from gfkit.proofs.checker.sizes import added, multiply, slope_of, without_trailing_zeros

COUNTERS = "gfkit-counter"
LONGEST, MOST_BITS = 10_000, 3 * 10**7
"""Maximum number of listed numbers or of powers of t, and maximum length of packed numbers in bits."""
Poly = list[int]
"""Coefficients of a polynomial in t."""
ROW = [INTS]
TERMS = [[range(LONGEST + 1), range(LONGEST + 1), INTS]]
COUNTER_SHAPE: dict[str, object] = ASKED_SHAPE | {
    "format": {COUNTERS}, "least": range(1 - LONGEST, LONGEST), "coefficients": [ROW],
    "logarithms": [[TERMS, ROW]], "certificate": [TERMS, ROW, TERMS], "equation": [ROW], "right": ROW,
    "terms": ROW,
}  # fmt: skip


class PolynomialIdentity(NamedTuple):
    """Polynomial identity of the statement: f = above/below, the c_j, the q_i with their e_i, and the factors
    of B and W.
    """

    above: Sum
    below: Sum
    rows: list[Sum]
    logarithms: list[tuple[Sum, Sum]]
    top: Sum
    along: Sum
    bottom: Sum


class Marked(NamedTuple):
    """Counts by size and by sum, computed from the fraction, and the number of positions on each board."""

    array: Array
    first: int
    terms: Series
    places: list[int]
    """Numbers of positions for n = ``first``, ``first`` + 1, ...; the last two determine the linear
    formula.
    """

    @property
    def line(self) -> Power:
        """Slope p and intercept s of the number p n + s of positions in an array of size n."""
        *_, before, last = self.places
        return last - before, last - (last - before) * (self.first + len(self.places) - 1)

    def on_line(self, n: int) -> int:
        """Return the number of positions according to the linear formula for large boards."""
        return self.line[0] * n + self.line[1]

    def places_of(self, n: int) -> int:
        k = n - self.first
        return self.places[k] if k < len(self.places) else self.on_line(n)

    def number(self, n: int, many: int) -> int:
        """Return the number of arrays on the given number of positions that have one of the sums."""
        sums, least = self.array.sums, self.array.least
        return sum(c for (j, _), c in self.terms[n].items() if j + least * many in sums)


def check_counter(certificate: object, budget: Budget) -> Verdict:
    """Check the certificate of an equation for a sum over the whole board."""
    saved = file_of_format(certificate, COUNTER_SHAPE, COUNTERS)
    need(saved["weights"] == [], "weights must be empty")
    check_question(saved)
    family = described_family(saved)
    array = read_sum(saved["rule"], family, saved["least"])
    p, q = (read_terms_in_t(saved[name], 6, CountQuery("all", 1)) for name in ("numerator", "denominator"))
    span = array.span * family.far
    machine = Machine(system_of(family, lambda board: PlacedArray(array, board).builder, span), budget)
    slices = prove(machine, family.first, p, q, budget)
    terms = read_row(saved["terms"], "terms")
    alike = max(family.first, family.apart + 2 * span + 3)  # for all larger n, slices are added
    marked = Marked(
        array,
        family.first,
        coefficients_of(p, q, max(alike, family.first + len(terms)), budget),
        [places_on(array, family, n) for n in range(family.first, alike + 2)],
    )
    for n, term in enumerate(terms, family.first):
        counted = marked.number(n, marked.places_of(n))
        must_hold(counted == term, f"the number for n = {n} is {counted}, but terms contains {term}")
    small = range(family.first, alike)
    mended = [marked.number(n, marked.places_of(n)) - marked.number(n, marked.on_line(n)) for n in small]
    right = checked_right(read_identity(saved, *function_of(p, q, array, marked.line)), budget)
    compare_equation(saved, right, [0] * family.first + mended)
    one_solution(read_rows(saved["equation"], "equation"), family.first + len(terms))
    boards = family_text(saved["family"]) or "the boards in the file"
    numbers = f"the numbers a({family.first}), a({family.first + 1}), ... of arrays on {boards} that satisfy"
    listed = "begin with the listed terms, and their generating function"
    listed = listed if terms else "have a generating function that"
    return Verdict(
        f"{numbers} the rule in the file {listed} solves the differential equation in the file, which"
        " determines all further terms",
        f"the rule and the boards in the file; {quantity(len(machine.states[0]), 'state')},"
        f" {quantity(slices, 'slice')} swept, and a polynomial identity",
        slices + len(terms),
    )


def read_sum(rule: Mapping[str, object], family: Family, least: int) -> Array:
    """Parse the rule of an array with exactly one sum over the whole board."""
    need(rule.get("kind") == "array", "rule: expected an array")
    array = Array(rule, CountQuery(SUMMED, 0), family)
    need(
        array.summed and not array.new_values,
        "rule: expected one sum over the whole board, without new_values",
    )
    array.set_least(least)
    return array


def places_on(array: Array, family: Family, n: int) -> int:
    """Return the number of positions of the window of the sum on the board of size n."""
    board = CellBoard(family, n - family.apart)
    return sum(1 for window in array.summed for _ in board.windows(window.cells, array.outside is not None))


def coefficients_of(p: Series, q: Series, length: int, budget: Budget) -> Series:
    """Return the coefficients of 1, t, t^2, ... in P/Q, where Q(0) = 1."""
    terms: Series = []
    for n in range(length):
        total = dict(p[n]) if n < len(p) else {}
        for k in range(1, min(n, len(q) - 1) + 1):
            budget.spend(1 + len(q[k]) * len(terms[n - k]))
            for (i, _), c in q[k].items():
                add_to(total, {power: -c * more for power, more in terms[n - k].items()}, (i, 0))
        terms.append({power: c for power, c in total.items() if c})
    return terms


def function_of(p: Series, q: Series, array: Array, line: Power) -> tuple[Sum, Sum]:
    """Return numerator and denominator of the function f of the certificate, by powers of t and u."""
    slope, base = (array.least * part for part in line)
    above, below = (
        {(n, i + slope * n): c for n, total in enumerate(part) for (i, _), c in total.items()}
        for part in (p, q)
    )
    shifted: Sum = {}
    for total in array.sums:
        add_to(shifted, above, (0, base - 1 - total))
    low = min((u for part in (shifted, below) for _, u in part), default=0)
    return tuple({(n, u - low): c for (n, u), c in part.items() if c} for part in (shifted, below))  # type: ignore[return-value]


# The identity -----------------------------------------------------------------------------------------------


def partial_derivative(part: Sum, at: int, times: int = 1) -> Sum:
    """Return the partial derivative of the given order with respect to t or u."""
    return {
        (t - times * (at == 0), u - times * (at == 1)): c * perm((t, u)[at], times)
        for (t, u), c in part.items()
        if (t, u)[at] >= times
    }


def sides(given: PolynomialIdentity, at: Callable[[Sum], int], minus: int) -> tuple[int, int]:
    """Return both sides of the identity, multiplied by all denominators, at a point. ``minus`` is the value
    of -1.
    """
    order = len(given.rows) - 1
    above, below = ([at(partial_derivative(part, 0, j)) for j in range(order + 1)] for part in given[:2])
    powers = [*accumulate([1, *[below[0]] * (order + 1)], lambda one, two: one * two)]
    derived: list[int] = []  # the numerators of (d/dt)^j f over below^(j+1)
    for j in range(order + 1):
        rest = sum(comb(j, i) * below[i] * derived[j - i] * powers[i - 1] for i in range(1, j + 1))
        derived.append(powers[j] * above[j] + minus * rest)
    left = sum(at(c) * derived[j] * powers[order - j] for j, c in enumerate(given.rows))
    values = [(at(q), at(partial_derivative(q, 1)), at(e)) for q, e in given.logarithms]
    common, residues = 1, 0
    for q, slope, e in values:
        common, residues = common * q, residues * q + e * slope * common
    top, along, bottom = map(at, given[-3:])
    exact = at(partial_derivative(given.top, 1)) * bottom + minus * top * at(
        partial_derivative(given.bottom, 1)
    )
    whole_bottom = along * bottom * bottom
    return left * whole_bottom * common, powers[-1] * (exact * common + whole_bottom * residues)


def identity_holds(given: PolynomialIdentity, budget: Budget) -> bool:
    """Return True if the two sides of a polynomial identity are equal. They are compared at powers of two
    that exceed all coefficients.
    """

    def absolute(unit: Power) -> int:
        return sum(sides(given, lambda part: packed_value({k: abs(c) for k, c in part.items()}, unit), 1))

    bits = absolute((0, 0)).bit_length() + 2
    high, wide = (1 + absolute(unit).bit_length() // bits for unit in ((bits, 0), (0, bits)))
    length = bits * high * wide
    if length > MOST_BITS:
        raise RefusalError(3, "the identity has too many terms")
    budget.spend(length // 2)
    left, right = sides(given, lambda part: packed_value(part, (bits, bits * high)), -1)
    return left == right


def power_at_zero(part: Sum) -> int:
    """Return the exponent m of a polynomial that is a multiple of u^m at t = 0."""
    powers = [u for t, u in part if not t]
    need(len(powers) == 1, "logarithms, certificate: a factor is not a multiple of a power of u at t = 0")
    return powers[0]


def checked_right(given: PolynomialIdentity, budget: Budget) -> Poly:
    """Check the identity, and return the right side of the equation of y."""
    need(
        given.along and all(u == 0 for _, u in given.along), "certificate: expected a nonzero polynomial in t"
    )
    power_at_zero(given.bottom)
    right: Sum = {}
    for q, e in given.logarithms:
        add_to(right, {power: power_at_zero(q) * c for power, c in e.items()}, (0, 0))
    must_hold(identity_holds(given, budget), "certificate: the identity does not hold")
    return [right.get((k, 0), 0) for k in range(1 + max((t for t, _ in right), default=-1))]


# The equation -----------------------------------------------------------------------------------------------


def applied(rows: Sequence[Poly], part: Poly) -> Poly:
    """Return the result of a differential operator on a polynomial."""
    total: Poly = []
    for row in rows:
        total, part = added(total, multiply(row, part)), slope_of(part)
    return without_trailing_zeros(total)


def compare_equation(saved: Mapping[str, Any], right: Poly, mended: Poly) -> None:
    """Raise RefusalError unless the equation in the file is a multiple of the proved equation."""
    rows = read_rows(saved["coefficients"], "coefficients")
    law, own = read_rows(saved["equation"], "equation"), read_row(saved["right"], "right")
    shown = added(right, applied(rows, mended))
    need(len(law) == len(rows) and any(map(any, law)), "equation: the order does not match the proof")
    k = next(k for k, row in enumerate(law) if any(row))
    need(any(rows[k]), "the equation differs from the equation of the identity")
    for printed, proved in zip([*law, own], [*rows, shown], strict=True):
        is_shown = without_trailing_zeros(multiply(printed, rows[k])) == without_trailing_zeros(
            multiply(proved, law[k])
        )
        must_hold(is_shown, "the equation differs from the equation proved by the identity")


def one_solution(law: Sequence[Poly], known: int) -> None:
    """Raise RefusalError unless the equation determines a(n) from earlier terms for all n >= known."""
    far = max(j - k for j, row in enumerate(law) for k, c in enumerate(row) if c)
    need(known >= far, "terms: the equation does not determine the further terms")
    leading = [row[j - far] if 0 <= j - far < len(row) else 0 for j, row in enumerate(law)]
    shift = known
    while not one_sign(in_powers(leading, shift)):
        need(
            sum(c * perm(shift, j) for j, c in enumerate(leading)),
            "terms: the equation does not determine one of the further terms",
        )
        shift += 1
        if shift > LONGEST + known:
            raise RefusalError(3, "equation: its leading coefficient may have large integer roots")


def in_powers(leading: Sequence[int], shift: int) -> Poly:
    """Return the polynomial sum of c_j n (n-1) ... (n-j+1) at n = x + shift, as coefficients of powers of
    x.
    """
    total: Poly = []
    for j in reversed(range(len(leading))):
        total = multiply(total, [shift - j, 1])
        total = [leading[j] + (total[0] if total else 0), *total[1:]]
    return total


def one_sign(row: Sequence[int]) -> bool:
    """Return True if all nonzero coefficients have the same sign and the constant term is not 0, so that no x
    >= 0 is a root.
    """
    return bool(row) and row[0] != 0 and all(c * row[0] >= 0 for c in row)


# Contents of the file ---------------------------------------------------------------------------------------


def read_row(row: Poly, name: str) -> Poly:
    need(len(row) <= LONGEST, f"{name}: expected a list of at most {LONGEST} integers")
    return row


def read_rows(rows: list[Poly], name: str) -> list[Poly]:
    need(0 < len(rows) <= 100, f"{name}: expected a list of 1 to 100 lists")
    return [read_row(row, name) for row in rows]


def polynomial_in_t_u(terms: list[list[int]], name: str) -> Sum:
    """Parse a polynomial in t and u, given by its terms."""
    total = {(t, u): c for t, u, c in terms if c}
    need(len(total) == len(terms), f"{name}: a term is 0, or is repeated")
    return total


def polynomial_in_t(row: Poly) -> Sum:
    return {(k, 0): c for k, c in enumerate(row) if c}


def read_identity(saved: Mapping[str, Any], above: Sum, below: Sum) -> PolynomialIdentity:
    """Parse the identity in the file for the given f."""
    pairs = saved["logarithms"]
    need(len(pairs) <= 100, "logarithms: expected a list of at most 100 items")
    top, along, bottom = saved["certificate"]
    return PolynomialIdentity(
        above,
        below,
        [polynomial_in_t(row) for row in read_rows(saved["coefficients"], "coefficients")],
        [(polynomial_in_t_u(q, "logarithms"), polynomial_in_t(read_row(e, "logarithms"))) for q, e in pairs],
        polynomial_in_t_u(top, "certificate"),
        polynomial_in_t(read_row(along, "certificate")),
        polynomial_in_t_u(bottom, "certificate"),
    )
