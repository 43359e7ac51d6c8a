"""Checks a gfkit certificate; stands alone: plain integers, no part of gfkit, no package.

    python checker.py FILE      exit code 0 proved, 1 refuted, 2 bad file, 3 too much work

A certificate states a machine: row u, square matrix A of N states, column v, whose entries are polynomials in
x and y with integer coefficients. It claims P(t)/Q(t) = S, the series whose coefficient of t^n is
0 for n < first_n, listed (or 0) for first_n <= n < offset, and u A^(n - offset) v for n >= offset.

Theorem. Let Q(0) = 1, deg Q <= d, deg P <= p, and T = N + d + max(offset, p + 1 - d). If Q S and P have the
same coefficients at t^0, ..., t^(T-1), then S = P/Q: every coefficient is right.

Proof. D = det(I - tA) has degree <= N and D(0) = 1. By Cramer's rule u (I - tA)^-1 v = B/D, where B has
degree <= N - 1 (B = 0 for N = 0). With L for the listed part of S, which has degree <= offset - 1, we have
S = L + t^offset B/D. So D (Q S - P) = Q (L D + t^offset B) - P D is a polynomial in t of degree at most
max(d + N + offset - 1, p + N) = T - 1. As t^T divides Q S - P, it divides this polynomial, which is thus
zero, and so is Q S - P.

Weights. Polynomials in x and y are compared by their values at x = 2^w, y = 2^(w X). Let f have integer
coefficients of absolute value < 2^w and degree < X in x. If f is not zero, neither is its value: of its terms
c x^i y^j take the one with the lowest k = i + X j; the value is 2^(w k) (c + a multiple of 2^w), and
0 < |c| < 2^w. Here f is a coefficient of Q S - P below t^T. Its degree in x is at most the sum of those of
L, u, v, P, Q and T times that of A. With |f| for the sum of the absolute values of all coefficients, and
m >= 1 for a bound of |row of A|, we have |f| <= (|P| + |Q| |L| + |Q| |u| |v|) m^T, as |f g| <= |f| |g|.

Not shown here: that this machine counts the positions of the rule in the certificate. rule_checker.py looks
at that rule, and goes from it to the fraction by a machine of its own.
"""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from typing import Any

WORK, MEMORY, FILE = 2 * 10**12, 2**32, 2**26  # steps, of which 10^9 take a second or two; bytes; bytes
KINDS = {"format": str, "version": int, "game": str, "board": str, "positions": str, "weights": list}
KINDS |= {"rule": dict, "family": dict, "first_n": int, "offset": int, "states": int}
WIDTHS = {"initial_terms": 4, "start": 4, "edges": 5, "final": 4, "numerator": 4, "denominator": 4}
Entries = list[tuple[int, ...]]  # n, i, j, c for c x^i y^j t^n; state, i, j, c; state, state, i, j, c


class RefusalError(Exception):
    """Exit code and reason."""


def check(certificate: object, limit: int = WORK) -> tuple[int, str]:
    """How many coefficients were compared, and what this proves; or RefusalError."""
    claim, parts = read(certificate)
    initial, u, a, v, p, q = parts
    states, first, offset = claim["states"], claim["first_n"], claim["offset"]
    if any(state >= states for *place, _, _, _ in [*u, *a, *v] for state in place):
        raise RefusalError(2, "start, edges, final: expected states below the number of states")
    if first > offset or any(not first <= n < offset for n, *_ in initial):
        raise RefusalError(2, "initial_terms: expected those from first_n to offset - 1")
    if [row[1:] for row in q if row[0] == 0] != [(0, 0, 1)]:
        raise RefusalError(2, "denominator: expected the constant term 1")
    order = max(n for n, *_ in q)
    count = states + order + max(offset, max((n + 1 for n, *_ in p), default=0) - order)

    degrees = [[max((row[axis] for row in part), default=0) for part in parts] for axis in (-3, -2)]
    g, h = (sum(found) + count * found[2] for found in degrees)
    if claim["weights"] not in ([], ["x"], ["x", "y"])[2 if h else 1 if g else 0 :]:
        raise RefusalError(2, 'weights: expected [], ["x"] or ["x", "y"], and no others in use')
    leaving: defaultdict[int, int] = defaultdict(int)
    for source, _, _, _, c in a:
        leaving[source] += abs(c)
    b_l, b_u, _, b_v, b_p, b_q = (sum(abs(row[-1]) for row in part).bit_length() for part in parts)
    w = 2 + max(b_p, b_q + b_l, b_q + b_u + b_v) + count * (max([1, *leaving.values()]) - 1).bit_length()
    length = 40 + w * (1 + g) * (1 + h) // 30  # of numbers, in digits, and the 40 for what any step takes
    sizes = [sum(1 + row[-1].bit_length() // 30 for row in part) for part in parts]
    steps = length * (sum(sizes) + count * (sizes[2] + sizes[3] + sizes[5]))  # A, v and Q serve every time
    if steps > limit or 8 * length * (count + states) > MEMORY:
        raise RefusalError(3, f"2^{steps.bit_length()} steps on numbers of 2^{length.bit_length()} digits")

    initial, u, a, v, p, q = ([(*k, w * (i + (1 + g) * j), c) for *k, i, j, c in part] for part in parts)
    series: list[int] = []
    listed, row, top = added(initial), added(u), added(p)
    for n in range(count):
        series.append(listed[n])
        if n >= offset:
            series[n] = sum(row[state] * c << s for state, s, c in v)
            after: defaultdict[int, int] = defaultdict(int)
            for source, target, s, c in a:
                if row[source]:
                    after[target] += row[source] * c << s
            row = after
        if sum(series[n - k] * c << s for k, s, c in q if k <= n) != top[n]:
            raise RefusalError(1, f"the coefficient of t^{n} is not the machine's")
    what = f"{states} states, order {order}, {count} coefficients compared, which prove it"
    return count, f"the fraction is the generating function of the machine ({what})"


def added(entries: Entries) -> defaultdict[int, int]:
    """The sum of the values at each place."""
    found: defaultdict[int, int] = defaultdict(int)
    for place, s, c in entries:
        found[place] += c << s
    return found


def read(certificate: Any) -> tuple[dict[str, Any], list[Entries]]:
    """The certificate, and the lists in it."""
    kinds = KINDS | dict.fromkeys(WIDTHS, list)
    if type(certificate) is dict and certificate.get("version") == 5:
        raise RefusalError(2, "version: expected 4; 5 is what strip_checker.py reads")
    if type(certificate) is dict and certificate.get("version") in (2, 3):
        raise RefusalError(2, "version: expected 4, which holds the rule; derive and save the result again")
    if type(certificate) is not dict:
        raise RefusalError(2, "expected an object with the key 'format'")
    for name in [*kinds, *certificate]:
        if name not in certificate:
            raise RefusalError(2, f"the key {name!r} is missing; derive and save the result again")
        if name not in kinds:
            raise RefusalError(2, f"the key {ascii(name)[:50]} means nothing here")
    for name, kind in kinds.items():
        if type(certificate[name]) is not kind or (kind is int and certificate[name] < 0):
            raise RefusalError(2, f"{name}: expected a value of type {kind.__name__}, not below 0")
    if (certificate["format"], certificate["version"]) != ("gfkit-certificate", 4):
        raise RefusalError(2, "format and version: expected gfkit-certificate and 4")
    lists = []
    for name, width in WIDTHS.items():
        try:
            lists.append([entry(row, width) for row in certificate[name]])
        except (TypeError, ValueError):
            what = f"expected lists of whole numbers, {width} in each, only the last of them below 0"
            raise RefusalError(2, f"{name}: {what}") from None
    return certificate, lists


def entry(row: Any, width: int) -> tuple[int, ...]:
    *places, c = row
    c = int(c, 16) if type(c) is str else c  # long numbers are such strings
    if type(row) is not list or len(row) != width or {*map(type, [*places, c])} != {int} or min(places) < 0:
        raise ValueError
    return *places, c


def load(path: str) -> object:
    """The JSON in a file."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a key is there twice in one object")
        return dict(pairs)

    try:
        with open(path, "rb") as file:
            data = file.read(FILE + 1)
        if len(data) > FILE:
            raise ValueError(f"longer than {FILE} bytes")
        return json.loads(data, object_pairs_hook=once)
    except (OSError, ValueError, RecursionError) as error:
        raise RefusalError(
            2, f"cannot be read ({ascii(str(getattr(error, 'strerror', error)))[1:-1]})"
        ) from None


def main(arguments: list[str]) -> int:
    try:
        if len(arguments) != 1:
            raise RefusalError(2, "expected one FILE")
        code, reason = 0, check(load(arguments[0]))[1]
    except RefusalError as refusal:
        code, reason = refusal.args
    except MemoryError:
        code, reason = 3, "out of memory"
    word = ("proved", "refuted", "bad file", "too much work")[code]
    (sys.stderr if code > 1 else sys.stdout).write(f"{word}: {reason}\n")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
