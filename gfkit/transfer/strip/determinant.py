"""The generating function of a small automaton by its characteristic polynomial."""

from __future__ import annotations

from flint import fmpz_mat

from gfkit.errors import LimitError
from gfkit.sequences import Polynomial
from gfkit.transfer.strip.automaton import Automaton, Weighted
from gfkit.transfer.sweep.plain import Terms

MOST_STATES = 400
_MOST_BITS = 4_000_000
"""Bits of a characteristic polynomial's coefficient, packed, up to which weights are taken this way."""


def determinant_gf(machine: Automaton, variables: tuple[str, ...]) -> tuple[Polynomial, Polynomial]:
    """P and Q with sum over j of (start A^j final) t^j = P/Q, where Q = det(I - tA).

    By Cramer's rule Q (I - tA)^-1 is a polynomial of degree below N, the number of states, so P is the
    product of Q and the first N values cut at t^N. The result is exact, and not yet in lowest terms.

    With weights the variables are replaced by powers of 2 so large that the coefficients of Q can be read
    off the digits of one integer (Kronecker substitution): they are sums of minors, so their absolute
    values add up to at most the elementary symmetric polynomials of the row sums of A.

    Cost: one integer characteristic polynomial, N^3 operations for every 60 bits of its coefficients.
    Fails with LimitError beyond 400 states, or where the packed coefficients would be too long.
    """
    if machine.states > MOST_STATES:
        raise LimitError(
            f"method 'determinant' takes up to {MOST_STATES} states, and this strip has {machine.states};"
            " use method modular"
        )
    width = len(variables)
    names = ("t", *variables)
    by_power = _characteristic(machine)
    denominator = Polynomial.of(
        names,
        {
            (power, *key[:width]): value
            for power, terms in enumerate(by_power)
            for key, value in terms.items()
        },
    )
    series = Polynomial.of(
        names,
        {
            (power, *key[:width]): value
            for power, terms in enumerate(machine.terms(machine.states))
            for key, value in terms.items()
        },
    )
    product = series * denominator
    kept = {powers: value for powers, value in product.terms if powers[0] < machine.states}
    return Polynomial.of(names, kept), denominator


def _characteristic(machine: Automaton) -> list[Terms]:
    """The coefficients of det(I - tA) by powers of t."""
    rows = [sum(sum(terms.values()) for terms in row.values()) for row in machine.edges]
    slot = max(_symmetric(rows)).bit_length() + 2
    degree_x, degree_y = (_degree(machine.edges, variable) for variable in (0, 1))
    if slot * (degree_x + 1) * (degree_y + 1) > _MOST_BITS:
        raise LimitError(
            f"method 'determinant' would need coefficients of {slot * (degree_x + 1) * (degree_y + 1)} bits"
            f" for the {machine.states} states of this strip; use method modular"
        )
    stride = slot * (degree_y + 1)
    matrix = fmpz_mat(machine.states, machine.states)
    for source, row in enumerate(machine.edges):
        for target, terms in row.items():
            matrix[source, target] = sum(value << (stride * x + slot * y) for (x, y), value in terms.items())
    coefficients = [int(value) for value in matrix.charpoly().coeffs()]
    return [_unpacked(value, slot, degree_x + 1, degree_y + 1) for value in reversed(coefficients)]


def _symmetric(values: list[int]) -> list[int]:
    """The elementary symmetric polynomials of some numbers."""
    found = [1]
    for value in values:
        found = [a + value * b for a, b in zip([*found, 0], [0, *found], strict=True)]
    return found


def _degree(edges: tuple[Weighted, ...], variable: int) -> int:
    """A bound on a variable's power in any minor: the largest in each row, added up."""
    return sum(max((key[variable] for terms in row.values() for key in terms), default=0) for row in edges)


def _unpacked(value: int, slot: int, size_x: int, size_y: int) -> Terms:
    """The signed digits of a number to the base 2^slot, by powers of x and y."""
    places = size_x * size_y
    half = 1 << (slot - 1)
    shifted = value + half * (((1 << (slot * places)) - 1) // ((1 << slot) - 1))
    mask = (1 << slot) - 1
    terms: Terms = {}
    octets = (slot * places + 7) // 8 + 1
    digits = shifted.to_bytes(octets, "little")
    for place in range(places):
        begin = slot * place
        chunk = int.from_bytes(digits[begin // 8 : (begin + slot) // 8 + 1], "little")
        digit = (chunk >> (begin % 8) & mask) - half
        if digit:
            terms[divmod(place, size_y)] = digit
    return terms
