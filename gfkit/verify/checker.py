"""Checks a gfkit certificate; stands alone: plain integers, no part of gfkit, no package.

    python checker.py FILE [LIMIT]      exit code 0 proved, 1 refuted, 2 bad file, 3 too much work

A certificate states a machine (row u, square matrix A of N states, column v; entries are polynomials in the
weights with integer coefficients) and a fraction P(t)/Q(t). It claims P/Q = S, the series in which t^n has
the coefficient

    0 for n < first_n,    a listed value for first_n <= n < offset,    u A^(n - offset) v for n >= offset.

Theorem. Let d = deg Q, p = deg P (-1 when P = 0), Q(0) = 1 and T = N + d + max(offset, p + 1 - d). If the
coefficients of t^0, ..., t^(T-1) in Q S and P are equal, then S = P/Q: every coefficient is right.

Proof. D = det(I - tA) has degree <= N and constant term 1. By Cramer's rule u (I - tA)^-1 v = B/D where B has
degree <= N - 1 (B = 0 for N = 0). With L for the sum of the listed values times t^n, of degree <= offset - 1,
S = L + t^offset B/D. So D (Q S - P) = Q (L D + t^offset B) - P D is a polynomial in t of degree at most
max(d + N + offset - 1, p + N) = T - 1. As t^T divides Q S - P, it divides this polynomial, which is thus
zero, and so is Q S - P. (The first n at which Q S and P differ is also the first at which S and P/Q differ.)

Weights. Polynomials in x and y are replaced by their values at x = 2^w, y = 2^(w X). Let f have integer
coefficients of absolute value < 2^w and degree < X in x. If f is not zero, neither is its value: of its
terms c x^i y^j take the one with the lowest k = i + X j; the value is 2^(wk) (c + a multiple of 2^w), and
0 < |c| < 2^w. So comparing values compares polynomials, when w and X fit every difference that is looked at.

Not shown here: that this machine counts the positions of the game that the certificate names.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator

Terms = dict[tuple[int, int, int], int]  # powers of t, x, y -> coefficient
Image = Callable[[Terms], list[tuple[int, int]]]  # the value of a polynomial, as a sum of c 2^s
Entries = list[tuple[int, int, Terms]]

LIMIT = 2 * 10**12  # steps of work; 10^9 take a second or two
MEMORY = 2**32  # bytes
FILE, DIGITS, SIZE = 2**28, 10**5, 10**6  # the largest file, the longest number, the largest index or power


class RefusalError(Exception):
    """Why a certificate is not accepted: code 1 refuted, 2 not a certificate, 3 too much work."""

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class Verdict:
    """Whether it is proved, the reason in one line, how many coefficients were compared, the exit code."""

    def __init__(self, code: int, reason: str, checked: int = 0) -> None:
        self.ok, self.code, self.reason, self.checked = code == 0, code, reason, checked


def check(certificate: object, limit: int = LIMIT) -> Verdict:
    """Recomputes everything that the certificate claims."""
    try:
        return Claim(certificate).verdict(limit)
    except RefusalError as refusal:
        return Verdict(refusal.code, str(refusal))


class Claim:
    """A certificate, read strictly."""

    def __init__(self, certificate: object) -> None:
        needed = "format version game board positions weights first_n offset initial_terms machine"
        needed += " generating_function checked_terms"
        c = table(certificate, "certificate", needed, "recurrence terms evidence rule_digest")
        if c["format"] != "gfkit-certificate" or type(c["version"]) is not int or c["version"] != 1:
            raise RefusalError(2, "format and version: expected gfkit-certificate and 1")
        for name in ("game", "board", "positions", "rule_digest"):
            if type(c.get(name, "")) is not str:
                raise RefusalError(2, f"{name}: expected a string")
        if c["weights"] not in ([], ["x"], ["x", "y"]):
            raise RefusalError(2, 'weights: expected [], ["x"] or ["x", "y"]')
        self.names = {0: "", 1: "x", 2: "xy"}[len(items(c["weights"], "weights"))]
        self.first, self.offset = size(c["first_n"], "first_n"), size(c["offset"], "offset")
        self.initial = self.polynomials(c["initial_terms"], "initial_terms")
        if self.offset - self.first != len(self.initial):
            raise RefusalError(2, "initial_terms: expected one for each n from first_n to offset - 1")
        machine = table(c["machine"], "machine", "states start edges final")
        self.states = size(machine["states"], "machine states")
        self.start = self.entries(machine["start"], "start", 1)
        self.edges = self.entries(machine["edges"], "edges", 2)
        self.final = self.entries(machine["final"], "final", 1)
        fraction = table(c["generating_function"], "generating_function", "numerator denominator")
        self.top = polynomial(fraction["numerator"], "t" + self.names, "numerator")
        self.bottom = polynomial(fraction["denominator"], "t" + self.names, "denominator")
        self.p = max((key[0] for key in self.top), default=-1)
        self.d = max((key[0] for key in self.bottom), default=-1)
        self.stated = size(c["checked_terms"], "checked_terms")
        self.terms = self.polynomials(c.get("terms", []), "terms")
        self.recurrence = c.get("recurrence")
        self.evidence = table(c.get("evidence", {}), "evidence")
        if any(type(value) not in (int, str) for value in self.evidence.values()):
            raise RefusalError(2, "evidence: expected strings and whole numbers")

    def polynomials(self, value: object, what: str) -> list[Terms]:
        return [polynomial(entry, self.names, what) for entry in items(value, what)]

    def entries(self, value: object, what: str, width: int) -> Entries:
        """The entries that are not zero of a row, a matrix or a column: (state, state, polynomial)."""
        found = {}
        for item in items(value, what):
            *states, weight = items(item, what) or [None]
            if len(states) != width:
                raise RefusalError(2, f"{what}: expected {width} states and a polynomial in every entry")
            place = [size(state, what) for state in states]
            if max(place) >= self.states or tuple(place) in found:
                raise RefusalError(2, f"{what}: entry {place} is out of range or there twice")
            found[tuple(place)] = polynomial(weight, self.names, what)
        return [(place[0], place[-1], weight) for place, weight in found.items()]

    def verdict(self, limit: int) -> Verdict:
        if {key: value for key, value in self.bottom.items() if key[0] == 0} != {(0, 0, 0): 1}:
            raise RefusalError(1, "denominator: its constant term is not 1")
        if self.evidence.get("order", self.d) != self.d:
            raise RefusalError(1, f"evidence: the order is {self.d}, the degree of the denominator")
        if self.recurrence is not None:
            self.check_recurrence()
        enough = self.states + self.d + max(self.offset, self.p + 1 - self.d)
        if self.stated < enough:
            raise RefusalError(1, f"checked_terms: {self.stated} prove nothing, {enough} are needed")
        count = max(self.stated, self.first + len(self.terms))
        image = self.image(count, limit)
        numerator: dict[int, int] = {}
        for (n, i, j), value in self.top.items():
            numerator[n] = numerator.get(n, 0) + packed({(n, i, j): value}, image)
        denominator = [(key[0], c, s) for key, (c, s) in zip(self.bottom, image(self.bottom), strict=True)]
        seen: list[int] = []
        for n, value in enumerate(self.series(count, image)):
            seen.append(value)
            if sum(c * seen[n - i] << s for i, c, s in denominator if i <= n) != numerator.get(n, 0):
                raise RefusalError(1, f"the coefficient of t^{n} is not the machine's")
            if 0 <= n - self.first < len(self.terms) and value != packed(self.terms[n - self.first], image):
                raise RefusalError(1, f"terms: the one for n = {n} is not the machine's")
        what = f"{self.states} states, order {self.d}, {count} coefficients compared, {enough} prove it"
        return Verdict(0, f"the fraction is the generating function of the machine ({what})", count)

    def check_recurrence(self) -> None:
        """a(n) = sum of coefficients[i] a(n - 1 - i) is Q S = P above deg P, where all these n are in S."""
        claim = table(self.recurrence, "recurrence", "order coefficients valid_from")
        given = self.polynomials(claim["coefficients"], "recurrence")
        right: list[Terms] = [{} for _ in range(self.d)]
        for (n, i, j), value in self.bottom.items():
            if n:
                right[n - 1][0, i, j] = -value
        if size(claim["order"], "recurrence") != self.d or given != right:
            raise RefusalError(1, "recurrence: it is not the denominator's")
        least = max(self.first + self.d, self.p + 1)
        if size(claim["valid_from"], "recurrence") < least:
            raise RefusalError(1, f"recurrence: it is valid from {least} only")

    def series(self, count: int, image: Image) -> Iterator[int]:
        """The coefficients of S below t^count: zeros, the listed values, then u v, u A v, u A A v, ..."""
        yield from ([0] * self.first + [packed(value, image) for value in self.initial])[:count]
        moves = [(a, b, c, s) for a, b, weight in self.edges for c, s in image(weight)]
        ends = [(a, c, s) for a, _, weight in self.final for c, s in image(weight)]
        row = [0] * self.states
        for a, _, weight in self.start:
            row[a] = packed(weight, image)
        for _ in range(self.offset, count):
            yield sum(row[a] * c << s for a, c, s in ends)
            after = [0] * self.states
            for a, b, c, s in moves:
                if row[a]:
                    after[b] += row[a] * c << s
            row = after

    def image(self, count: int, limit: int) -> Image:
        """Chooses w and X for all that is looked at below t^count; refuses when it would be too much."""
        u, a, v = ([weight for _, _, weight in part] for part in (self.start, self.edges, self.final))
        listed, fraction = [*self.initial, *self.terms], [self.top, self.bottom]
        places = [1, 1]
        for axis in (1, 2):
            in_s = degree(u, axis) + count * degree(a, axis) + degree(v, axis)
            places[axis - 1] += max(in_s, degree(listed, axis)) + sum(degree([f], axis) for f in fraction)
        leaving = [0] * self.states
        for state, _, weight in self.edges:
            leaving[state] += norm(weight)
        bits = sum(map(norm, u)).bit_length() + sum(map(norm, v)).bit_length()
        bits += count * (max([1, *leaving]) - 1).bit_length()
        bits = max([bits, *(norm(f).bit_length() for f in listed)])
        bits += sum(norm(f).bit_length() for f in fraction)
        length = (bits + 2) * places[0] * places[1] // 30 + 1  # digits of Python's integers
        weights = sum(1 + abs(c).bit_length() // 30 for f in [*a, *v, self.bottom] for c in f.values())
        steps = count * (weights * (length + 40) + 20 * self.states)
        steps += length * sum(map(len, [self.top, *u, *listed]))
        memory = 4 * length * (count + 2 * self.states)
        if steps > limit or memory > MEMORY:
            needs = f"needs up to 2^{steps.bit_length()} steps and 2^{memory.bit_length()} bytes"
            raise RefusalError(
                3, f"{needs}; allowed are 2^{limit.bit_length() - 1} and 2^{MEMORY.bit_length() - 1}"
            )
        if not self.names:
            return lambda f: [(c, 0) for c in f.values()]
        peak = max([*self.series(count, lambda f: [(norm(f), 0)]), *map(norm, self.terms)], default=0)
        w = ((norm(self.bottom) + 1) * peak + norm(self.top)).bit_length()
        return lambda f: [(c, w * (key[1] + places[0] * key[2])) for key, c in f.items()]


def packed(f: Terms, image: Image) -> int:
    """The value of a polynomial in x and y."""
    return sum(c << s for c, s in image(f))


def norm(f: Terms) -> int:
    """The sum of the absolute values of the coefficients; norm(f g) <= norm(f) norm(g)."""
    return sum(map(abs, f.values()))


def degree(polynomials: list[Terms], axis: int) -> int:
    return max((key[axis] for f in polynomials for key in f), default=0)


def table(value: object, what: str, needed: str = "", others: str = "") -> dict[str, object]:
    """An object with the needed keys and perhaps the others; with any keys when none is needed."""
    if type(value) is not dict or any(type(key) is not str for key in value):
        raise RefusalError(2, f"{what}: expected an object")
    wrong = sorted(set(needed.split()) - set(value)) + sorted(set(value) - set(f"{needed} {others}".split()))
    if needed and wrong:
        raise RefusalError(2, f"{what}: the key {wrong[0][:40]!a} is missing or not known")
    return value


def items(value: object, what: str) -> list[object]:
    if type(value) is not list:
        raise RefusalError(2, f"{what}: expected a list")
    return value


def size(value: object, what: str) -> int:
    if type(value) is not int or not 0 <= value <= SIZE:
        raise RefusalError(2, f"{what}: expected whole numbers from 0 to {SIZE}")
    return value


def polynomial(value: object, names: str, what: str) -> Terms:
    """Reads a sum such as ``1 - t - 2*x*y*t^2`` (or a whole number) in variables of one letter each."""
    if type(value) is int:
        return {(0, 0, 0): value} if value else {}
    if type(value) is not str:
        raise RefusalError(2, f"{what}: expected polynomials, written as strings")
    terms: Terms = {}
    for term in value.replace(" - ", " + -").split(" + "):
        factors = term.removeprefix("-").split("*")
        coefficient = whole(factors.pop(0), what) if factors[0].isdigit() else 1
        powers = {"t": 0, "x": 0, "y": 0}
        for factor in factors:
            name, caret, power = factor.partition("^")
            if len(name) != 1 or name not in names:
                raise RefusalError(2, f"{what}: cannot read {term[:40]!a} in a polynomial")
            powers[name] = size(powers[name] + (whole(power, what) if caret else 1), f"{what}, powers")
        key = (powers["t"], powers["x"], powers["y"])
        terms[key] = terms.get(key, 0) + (-coefficient if term.startswith("-") else coefficient)
    return {key: c for key, c in terms.items() if c}


def whole(text: str, what: str) -> int:
    """Decimal digits as an integer; by halves, as Python refuses more than some thousand at once."""
    if not (text.isascii() and text.isdigit() and len(text) <= DIGITS):
        raise RefusalError(2, f"{what}: {text[:40]!a} is not a whole number of at most {DIGITS} digits")
    if len(text) < 600:
        return int(text)
    half = len(text) // 2
    power: int = 10**half
    return whole(text[:-half], what) * power + whole(text[-half:], what)


def read(path: str) -> object:
    """The JSON in a file, without duplicate keys, fractions or NaN."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        found = dict(pairs)
        if len(found) < len(pairs):
            raise RefusalError(2, "a key is there twice in one object")
        return found

    def never(text: str) -> object:
        raise RefusalError(2, f"the number {text[:40]} is not whole")

    def integer(text: str) -> int:
        return -whole(text[1:], "number") if text.startswith("-") else whole(text, "number")

    try:
        with open(path, "rb") as file:
            data = file.read(FILE + 1)
        if len(data) > FILE:
            raise RefusalError(2, f"longer than {FILE} bytes")
        text = data.decode("utf-8")
        return json.loads(
            text, object_pairs_hook=once, parse_int=integer, parse_float=never, parse_constant=never
        )
    except OSError as error:
        raise RefusalError(2, f"cannot be read ({error.strerror})") from None
    except ValueError as error:
        raise RefusalError(2, f"not JSON, or cut off ({ascii(str(error))[1:-1]})") from None
    except RecursionError:
        raise RefusalError(2, "nested too deeply") from None


def main(arguments: list[str]) -> int:
    """What the command does; returns its exit code."""
    try:
        if len(arguments) not in (1, 2):
            raise RefusalError(2, "expected FILE, and perhaps the largest number of steps")
        verdict = check(read(arguments[0]), whole(arguments[1], "steps") if arguments[1:] else LIMIT)
    except RefusalError as refusal:
        verdict = Verdict(refusal.code, str(refusal))
    except MemoryError:
        verdict = Verdict(3, "out of memory")
    except KeyboardInterrupt:
        return 130
    word = ("proved", "refuted", "bad file", "too much work")[verdict.code]
    (sys.stderr if verdict.code > 1 else sys.stdout).write(f"{word}: {verdict.reason}\n")
    return verdict.code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
