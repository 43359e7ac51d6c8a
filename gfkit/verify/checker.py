"""Checks a gfkit certificate; stands alone: plain integers, json and sys, no part of gfkit.

    python checker.py FILE [LIMIT]      exit code 0 proved, 1 refuted, 2 bad file, 3 too much work

A certificate states a machine (row u, square matrix A of N states, column v; entries are polynomials in the
weights with integer coefficients) and a fraction P(t)/Q(t). It claims P/Q = S, the series in which t^n has
the coefficient

    0 for n < first_n,    a listed value for first_n <= n < offset,    u A^(n - offset) v for n >= offset.

Theorem. Let d = deg Q, p = deg P (-1 when P = 0), Q(0) = 1 and T = N + d + max(offset, p + 1 - d). If the
coefficients of t^0, ..., t^(T-1) in Q S and P are equal, then S = P/Q: every coefficient is right.

Proof. D = det(I - tA) has degree <= N and constant term 1. By Cramer's rule u (I - tA)^-1 v = B/D where B has
degree <= N - 1 (B = 0 for N = 0). With I for the sum of the listed values times t^n, of degree <= offset - 1,
S = I + t^offset B/D. So D (Q S - P) = Q (I D + t^offset B) - P D is a polynomial in t of degree at most
max(d + N + offset - 1, p + N) = T - 1. As t^T divides Q S - P, it divides this polynomial, which is thus zero,
and so is Q S - P. (The first n at which Q S and P differ is also the first at which S and P/Q differ.)

Weights. Polynomials in x and y are replaced by their values at x = 2^w, y = 2^(w X). Let f have integer
coefficients of absolute value < 2^(w-1) and degree < X in x. If f is not zero, neither is its value: of its
terms c x^i y^j take the one with the lowest k = i + X j; the value is 2^(wk) (c + a multiple of 2^w), and
0 < |c| < 2^w. So comparing values compares polynomials, when w and X fit every difference that is looked at.

Not shown here: that this machine counts the positions of the game that the certificate names.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator

Terms = dict[tuple[int, int, int], int]  # powers of t, x, y -> coefficient
Shifts = list[tuple[int, int]]  # (c, s): multiply by c 2^s
Machine = tuple[list[tuple[int, Terms]], list[tuple[int, int, Terms]], list[tuple[int, Terms]], int]

LIMIT = 2 * 10**12  # steps of work; 10^9 take about a second
MEMORY = 2**32  # bytes
FILE, DIGITS, SIZE = 2**28, 10**5, 10**6  # largest file, longest number, largest index, power or count

NEEDED = "format version game board positions weights first_n offset initial_terms machine"
NEEDED += " generating_function checked_terms"
EXTRA = "recurrence terms evidence rule_digest"


class Refusal(Exception):
    """Why a certificate is not accepted: code 1 refuted, 2 not a certificate, 3 too much work."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class Verdict:
    """ok, the reason in one line, how many coefficients were compared, and the exit code."""

    def __init__(self, code: int, reason: str, checked: int = 0) -> None:
        self.ok, self.code, self.reason, self.checked = code == 0, code, reason, checked


def check(certificate: object, limit: int = LIMIT) -> Verdict:
    """Recomputes everything that the certificate claims; never raises."""
    try:
        return _check(certificate, limit)
    except Refusal as refusal:
        return Verdict(refusal.code, str(refusal))
    except MemoryError:
        return Verdict(3, "the memory is not enough")


def _check(certificate: object, limit: int) -> Verdict:
    c = table(certificate, "certificate", NEEDED, EXTRA)
    if c["format"] != "gfkit-certificate" or type(c["version"]) is not int or c["version"] != 1:
        raise Refusal(2, "format and version: expected gfkit-certificate and 1")
    for name in ("game", "board", "positions", "rule_digest"):
        if type(c.get(name, "")) is not str:
            raise Refusal(2, f"{name}: expected a string")
    weights = listed(c["weights"], "weights", 2)
    if weights != ["x", "y"][: len(weights)]:
        raise Refusal(2, 'weights: expected [], ["x"] or ["x","y"]')
    names = "".join(map(str, weights))
    first, offset = whole(c["first_n"], "first_n"), whole(c["offset"], "offset")
    initial = [
        polynomial(value, names, "initial_terms") for value in listed(c["initial_terms"], "initial_terms")
    ]
    if offset - first != len(initial):
        raise Refusal(2, "initial_terms: expected one for each n from first_n to offset - 1")
    machine = read_machine(c["machine"], names)
    fraction = table(c["generating_function"], "generating_function", "numerator denominator")
    top = polynomial(fraction["numerator"], "t" + names, "numerator")
    bottom = polynomial(fraction["denominator"], "t" + names, "denominator")
    if {key: value for key, value in bottom.items() if key[0] == 0} != {(0, 0, 0): 1}:
        raise Refusal(1, "the denominator's constant term is not 1")
    p, d = max((key[0] for key in top), default=-1), max(key[0] for key in bottom)
    terms = [polynomial(value, names, "terms") for value in listed(c.get("terms", []), "terms")]
    check_recurrence(c.get("recurrence"), bottom, names, d, max(first + d, p + 1))
    evidence = table(c.get("evidence", {}), "evidence")
    if any(type(value) not in (int, str) for value in evidence.values()):
        raise Refusal(2, "evidence: expected strings and whole numbers")
    if "order" in evidence and evidence["order"] != d:
        raise Refusal(1, f"evidence: the order is not {d}, the degree of the denominator")

    enough, stated = machine[3] + d + max(offset, p + 1 - d), whole(c["checked_terms"], "checked_terms")
    if stated < enough:
        raise Refusal(1, f"checked_terms: {stated} prove nothing, {enough} would be needed")
    count = max(stated, first + len(terms))
    image = packing(count, [*initial, *terms], machine, top, bottom, bool(names), limit)
    numerator: dict[int, int] = {}
    for (n, i, j), value in top.items():
        numerator[n] = numerator.get(n, 0) + pack(image({(0, i, j): value}))
    denominator = [(key[0], *image({(0, *key[1:]): value})[0]) for key, value in bottom.items()]
    seen: list[int] = []
    for n, value in enumerate(series(image, count, first, initial, machine)):
        seen.append(value)
        if sum(a * seen[n - i] << s for i, a, s in denominator if i <= n) != numerator.get(n, 0):
            raise Refusal(1, f"the coefficient of t^{n} is not the machine's")
    for n, term in enumerate(terms, first):
        if seen[n] != pack(image(term)):
            raise Refusal(1, f"terms: the one for n = {n} is not the machine's")
    text = f"{count} coefficients agree, and {enough} prove it ({machine[3]} states, order {d})"
    return Verdict(0, f"the fraction is the machine's generating function: {text}", count)


def series(
    image: Callable[[Terms], Shifts], count: int, first: int, initial: list[Terms], machine: Machine
) -> Iterator[int]:
    """The first ``count`` coefficients of S: zeros, the listed values, then u v, u A v, u A A v, ..."""
    yield from ([0] * first + [pack(image(value)) for value in initial])[:count]
    start, edges, final, states = machine
    moves = [(a, b, c, s) for a, b, weight in edges for c, s in image(weight)]
    ends = [(a, c, s) for a, weight in final for c, s in image(weight)]
    row = [0] * states
    for state, weight in start:
        row[state] = pack(image(weight))
    for _ in range(count - first - len(initial)):
        yield sum(row[a] * c << s for a, c, s in ends)
        after = [0] * states
        for a, b, c, s in moves:
            if row[a]:
                after[b] += row[a] * c << s
        row = after


def packing(
    count: int, values: list[Terms], machine: Machine, top: Terms, bottom: Terms, weighted: bool, limit: int
) -> Callable[[Terms], Shifts]:
    """How a polynomial in x and y becomes an integer, with room for every comparison; refuses long work."""
    start, edges, final, states = machine
    u, a, v = [[entry[-1] for entry in part] for part in (start, edges, final)]

    def degree(axis: int) -> int:
        reach = [
            max((key[axis] for f in part for key in f), default=0)
            for part in (u, a, v, values, [top], [bottom])
        ]
        return max(reach[0] + count * reach[1] + reach[2], reach[3]) + max(reach[4], reach[5])

    def norms(image: Terms) -> Shifts:
        return [(sum(map(abs, image.values())), 0)]

    leaving = [0] * states
    for state, _, weight in edges:
        leaving[state] += norm(weight)
    size = norm(*top, ...)
    return lambda f: []
