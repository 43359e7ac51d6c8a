"""Checks a gfkit certificate of a swept strip; stands alone: no part of gfkit, numpy only where it is there.

    python strip_checker.py FILE [PRIMES]   exit code 0 stands, 1 refuted, 2 bad file, 3 too much work

A certificate lists layers, matrices given by their transitions, and slices, products of layers. With u the
row of the head's slices (from one state), A_0, ..., A_(m-1) the slices of the body, v_k the column of the
slices of tail k and its final states, it claims P(t)/Q(t) = S. The coefficient of t^n in S is 0 for
n < first_n, listed for first_n <= n < offset, and u A_0 A_1 ... A_(j-1) v_j for j = n - offset >= 0, indices
modulo m. That is u A^j v on the states of all m phases, N of them.

Let Q = q_0 + ... + q_d t^d, q_0 = 1, L the listed part, E = Q S - P, and h_j = h_(j-1) A + q_j u, h_(-1) = 0.
Then h_j is the sum over i of q_i u A^(j-i), and the coefficient of t^n in Q S is (Q L)_n + h_(n-offset) v.

Theorem. Over any field E = 0 if (a) h_J = 0 for some J >= d, and E vanishes up to t^(offset+J), where P and
Q L end; or (b) E vanishes below t^T, T = N + d + max(offset, deg P + 1 - d). Proof. (a) h_j = h_(j-1) A from
there on. (b) With D = det(I - tA), D(0) = 1, D S has degree < N + offset, so D E has degree < T and is 0.

This is checked modulo primes drawn when the file is there; what that refutes is false. If the claim is false,
by (b) over the rationals E has a coefficient f below t^T that is not 0; if all primes ended by (a), at J or
before, then h_J has an entry f that is not 0, or E has a coefficient f up to t^(offset+J), or in P - Q L.
Every prime that passes divides f. And |f| < 2^b: with |.| for sums of absolute values, r_k for the largest
entry of A^k (1, ..., 1) and g for the product, over the layers of the head and of a tail, of the most
transitions that leave a state, |f| is at most |P| + |Q| |L| + |Q| g max(r_0, ..., r_15) max(1, r_16)^(j//16),
j being the number of slices swept.

Proved: all primes are above 2^60, so more than b / 60 of them do not divide f. Chance of error: of the primes
of 61 bits, more than 2^53.8, at most b / 60 divide f, so k drawn ones all do with a chance of at most
(b / 60 / 2^53.8)^k. (pi(2 z) - pi(z) > 3 z / (5 log z) for z > 20.5 by Rosser and Schoenfeld, Approximate
formulas for some functions of prime numbers.)

Not shown here: that this strip counts the positions of the rule in the certificate. rule_checker.py looks at
that rule, and goes from it to the fraction by a machine of its own.
"""

from __future__ import annotations

import json
import math
import sys
from collections import Counter
from collections.abc import Callable
from itertools import pairwise
from random import SystemRandom
from typing import Any, NamedTuple

try:
    import numpy
except ImportError:
    numpy = None  # type: ignore[assignment]

WORK, PROOF = 2 * 10**12, 3 * 10**10  # nanoseconds: at most, and for a proof that nobody asked for
MEMORY, FILE = 2**31, 2**27  # bytes
PRIMES, BITS, LOG2_PRIMES = 3, 61, 53.8  # unasked; of a prime; of their number
ROOM, WIDEST, POWER = 2**16, 2**22, 16  # entries swept at once; states; slices in the bound
KINDS = {"format": str, "version": int, "game": str, "board": str, "positions": str, "weights": list}
KINDS |= {"rule": dict, "family": dict, "first_n": int}
LISTS = ("initial_terms", "layers", "slices", "head", "body", "tails", "finals", "numerator", "denominator")
Tell = Callable[[int, int], None]  # slices done, and at most


class RefusalError(Exception):
    """Exit code and reason."""


class Layer(NamedTuple):
    before: int
    after: int
    sources: list[int]
    targets: list[int]


class Claim(NamedTuple):
    first: int
    listed: list[int]
    top: list[int]
    bottom: list[int]
    head: list[Layer]
    body: list[list[Layer]]
    tails: list[list[Layer]]
    finals: list[list[int]]

    @property
    def offset(self) -> int:
        return self.first + len(self.listed)

    @property
    def states(self) -> int:
        return sum(slice_[0].before for slice_ in self.body)

    @property
    def order(self) -> int:
        return max(n for n, c in enumerate(self.bottom) if c)


class Verdict(NamedTuple):
    proved: bool
    checked: int
    reason: str


def check(
    certificate: object, primes: int | None = None, limit: int = WORK, tell: Tell | None = None
) -> Verdict:
    """What stands, modulo so many primes, or as many as are quickly done; or RefusalError."""
    claim = read(certificate)
    effort = Effort(claim, limit)
    effort.allow(effort.short, primes or PRIMES)
    norms = log2_norms(claim)
    drawn: list[int] = []
    wanted, swept, settled = primes or PRIMES, 0, False
    while len(drawn) < wanted:
        batch = fresh(min(wanted - len(drawn), effort.lanes), drawn)
        drawn += batch
        swept = max(swept, sweep(claim, batch, effort, tell))
        bits = log2_bound(claim, norms, swept)
        needed = int(bits // (BITS - 1)) + 1
        if not settled:
            quick = primes is None and effort.time(swept, needed) <= min(PROOF, limit)
            wanted, settled = needed if quick else min(wanted, needed), True
    checked = claim.offset + swept
    what = f"{claim.states} states, order {claim.order}, coefficients below t^{checked} compared"
    taken = f"{len(drawn)} fresh random prime{'' if len(drawn) == 1 else 's'} of {BITS} bits"
    if len(drawn) >= needed:
        what = f"{what} modulo {taken}, which is a proof"
        return Verdict(True, checked, f"the fraction is the generating function of the strip ({what})")
    power = int(len(drawn) * (LOG2_PRIMES - math.log2(bits / (BITS - 1))))
    what = f"{what}; {needed} primes would prove it"
    reason = f"probable: stands modulo {taken}, chance of error below 2^-{power} ({what})"
    return Verdict(False, checked, reason)


class Effort:
    """What sweeping takes, in nanoseconds, roughly."""

    def __init__(self, claim: Claim, limit: int) -> None:
        layers = [layer for slice_ in claim.body for layer in slice_]
        ends = [*claim.head, *(layer for tail in claim.tails for layer in tail)]
        widest = max(max(layer.before, layer.after) for layer in [*ends, *layers])
        size, rows, size_of_ends = total(layers), sum(layer.after for layer in layers), total(ends)
        once = 100 * (POWER * (size + rows) * (1 + len(layers) // 50) + size_of_ends)
        if widest > WIDEST or 8 * size + 48 * rows > MEMORY or once > limit or claim.first > WIDEST:
            what = f"a body of 2^{size.bit_length()} transitions, 2^{widest.bit_length()} states wide"
            raise RefusalError(
                3, f"{what}, from n = {claim.first if claim.first < WIDEST else 'far away'} on"
            )
        self.limit, self.lanes = limit, max(1, min(64, ROOM // widest)) if numpy else 1
        self.each = 2 * (size + rows) + 30 * claim.states + 10**4 * len(layers) // self.lanes
        self.each = self.each if numpy else 100 * (size + rows + claim.states)
        self.ends = 100 * size_of_ends + 200 * (len(claim.listed) + 2) * len(claim.bottom + claim.top)
        self.short = claim.order + 1
        self.long = claim.states + max(claim.order, len(claim.top) - claim.offset)

    def time(self, slices: int, primes: int) -> int:
        return primes * (slices * self.each + self.ends)

    def allow(self, slices: int, primes: int) -> None:
        time = self.time(slices, primes)
        if time > self.limit:
            seconds = f"2^{(time // 10**9).bit_length()} seconds"
            raise RefusalError(3, f"{slices} slices modulo {primes} primes, which may take {seconds}")


def total(layers: list[Layer]) -> int:
    """Transitions of layers."""
    return sum(len(layer.sources) for layer in layers)


def sweep(claim: Claim, primes: list[int], effort: Effort, tell: Tell | None) -> int:
    """After how many slices the claim is seen to stand modulo primes; or RefusalError."""
    goals = [goal(claim, prime) for prime in primes]
    last, order = max(max(each, default=0) for each in goals), claim.order
    rows: Arrays | Lists = Arrays(claim, primes) if numpy else Lists(claim, primes)
    below = [n for each in goals for n in each if n < claim.offset]
    if below:
        raise RefusalError(1, f"the coefficient of t^{min(below)} is not the strip's")
    for j in range(effort.long):
        n = claim.offset + j
        rows.advance(claim.bottom[j] if j <= order else 0)
        if rows.values() != [each.get(n, 0) for each in goals]:
            raise RefusalError(1, f"the coefficient of t^{n} is not the strip's")
        if j >= order and rows.vanish():
            if last > n:
                raise RefusalError(1, f"the coefficient of t^{last} is not the strip's")
            return j + 1
        if j == effort.short:
            effort.allow(effort.long, len(primes))
        if tell is not None and j % 64 == 0:
            tell(j, effort.short if j <= effort.short else effort.long)
    return effort.long


def goal(claim: Claim, prime: int) -> dict[int, int]:
    """P - Q L modulo a prime by powers of t, which is what the strip must give; only what is not 0."""
    found = Counter(dict(enumerate(claim.top)))
    bottom = [(k, c % prime) for k, c in enumerate(claim.bottom) if c]
    for n, value in enumerate(claim.listed, claim.first):
        for k, other in bottom:
            found[n + k] -= value % prime * other
    return {n: value % prime for n, value in found.items() if value % prime}


def through(row: list[int], layers: list[Layer], prime: int | None = None) -> list[int]:
    """A row times layers, modulo a prime if there is one."""
    for layer in layers:
        after = [0] * layer.after
        for source, target in zip(layer.sources, layer.targets, strict=True):
            after[target] += row[source]
        row = [value % prime for value in after] if prime else after
    return row


def turned(layers: list[Layer]) -> list[Layer]:
    """The layers from the other end."""
    return [Layer(after, before, targets, sources) for before, after, sources, targets in layers[::-1]]


def boundary(claim: Claim, prime: int) -> tuple[list[int], list[list[int]]]:
    """u, and v for every phase, modulo a prime."""
    final = []
    for slice_, tail, ends in zip(claim.body, claim.tails, claim.finals, strict=True):
        marks = [0] * (tail[-1].after if tail else slice_[0].before)
        for state in ends:
            marks[state] = 1
        final.append(through(marks, turned(tail), prime))
    return through([1], claim.head, prime), final


class Lists:
    """h_j modulo one prime, a list for every phase."""

    def __init__(self, claim: Claim, primes: list[int]) -> None:
        self.body, (self.prime,) = claim.body, primes
        self.start, self.final = boundary(claim, self.prime)
        self.rows = [[0] * slice_[0].before for slice_ in claim.body]

    def advance(self, q: int) -> None:
        """From h to h A + q u."""
        pairs = zip(self.rows, self.body, strict=True)
        rows = [through(row, slice_, self.prime) for row, slice_ in pairs]
        first = [(h + q * u) % self.prime for h, u in zip(rows[-1], self.start, strict=True)]
        self.rows = [first, *rows[:-1]]

    def values(self) -> list[int]:
        """h v."""
        phases = zip(self.rows, self.final, strict=True)
        return [sum(h * v for phase in phases for h, v in zip(*phase, strict=True)) % self.prime]

    def vanish(self) -> bool:
        return not any(map(any, self.rows))


class Arrays:
    """h_j modulo several primes, a row for each; states with many sources come first."""

    def __init__(self, claim: Claim, primes: list[int]) -> None:
        self.primes, self.column = primes, numpy.array(primes, numpy.uint64)[:, None]
        orders = [[order_of(layer) for layer in slice_] for slice_ in claim.body]
        self.passes = []
        for phase, slice_ in enumerate(claim.body):
            steps = zip(slice_, pairwise([orders[phase - 1][-1], *orders[phase]]), strict=True)
            self.passes.append([(layer.after, ranks(layer, *around)) for layer, around in steps])
        bounds = [boundary(claim, prime) for prime in primes]
        self.start = support([start for start, _ in bounds], orders[-1][-1])
        finals = [support([v[k] for _, v in bounds], orders[k - 1][-1]) for k in range(len(claim.body))]
        self.final = [(where, digits(column)) for where, column in finals]
        self.rows = [numpy.zeros((len(primes), slice_[0].before), numpy.uint64) for slice_ in claim.body]

    def advance(self, q: int) -> None:
        """From h to h A + q u."""
        rows = [self.swept(row, steps) for row, steps in zip(self.rows, self.passes, strict=True)]
        self.rows = rows[-1:] + rows[:-1]
        if q:
            where, start = self.start
            sums = self.rows[0][:, where] + self.times(start, q)
            self.rows[0][:, where] = numpy.minimum(sums, sums - self.column)  # below 0 is beyond 2^63

    def swept(self, row: Any, steps: list[tuple[int, list[Any]]]) -> Any:
        """A row after the layers of a slice."""
        for after, sources in steps:
            new = numpy.zeros((len(row), after), numpy.uint64) if not sources else None
            for source in sources:
                part = row.take(source, axis=1, mode="clip")
                if new is None and len(source) == after:
                    new = part
                    continue
                new = numpy.zeros((len(row), after), numpy.uint64) if new is None else new
                sums = new[:, : len(source)]
                sums += part
                numpy.subtract(sums, self.column, out=part)
                numpy.minimum(sums, part, out=sums)
            row = new
        return row

    def times(self, row: Any, q: int) -> Any:
        """q times a row; quotients by floats, at most 2^32, so within 1/2 + 2^-20."""
        pairs = [[[q % prime], [(q << 31) % prime]] for prime in self.primes]
        factors = numpy.array(pairs, numpy.uint64)
        f, g = factors[:, 0], factors[:, 1]
        low, high = row & numpy.uint64((1 << 31) - 1), row >> numpy.uint64(31)
        quotient = numpy.rint(low * (f / self.column) + high * (g / self.column)).astype(numpy.uint64)
        rest = low * f + high * g - quotient * self.column
        return numpy.minimum(rest, rest + self.column)

    def values(self) -> list[int]:
        """h v, by products of 42 bits, sums of which stay below 2^64."""
        found = [0] * len(self.primes)
        for row, (where, finals) in zip(self.rows, self.final, strict=True):
            for a, one in enumerate(digits(row[:, where])):
                for b, other in enumerate(finals):
                    for k, value in enumerate((one * other).sum(axis=1).tolist()):
                        found[k] += value << 21 * (a + b)
        return [value % prime for value, prime in zip(found, self.primes, strict=True)]

    def vanish(self) -> bool:
        return not any(row.any() for row in self.rows)


def order_of(layer: Layer) -> Any:
    """The targets, those with many sources first."""
    counts = numpy.bincount(numpy.array(layer.targets, numpy.int64), minlength=layer.after)
    return numpy.argsort(-counts, kind="stable")


def inverse(order: Any) -> Any:
    found = numpy.empty(len(order), numpy.int64)
    found[order] = numpy.arange(len(order))
    return found


def ranks(layer: Layer, before: Any, after: Any) -> list[Any]:
    """For r = 0, 1, ... the r-th sources of the first targets, in the new numbers."""
    target = inverse(after)[numpy.array(layer.targets, numpy.int64)]
    source = inverse(before)[numpy.array(layer.sources, numpy.int64)]
    order = numpy.argsort(target, kind="stable")
    source, target = source[order], target[order]
    rank = numpy.arange(len(target)) - numpy.searchsorted(target, target)
    by_rank = numpy.argsort(rank, kind="stable")
    return numpy.split(source[by_rank], numpy.cumsum(numpy.bincount(rank))[:-1]) if len(rank) else []


def support(rows: list[list[int]], order: Any) -> tuple[Any, Any]:
    """Where rows are not all 0, in the new numbers, and their entries there."""
    every = numpy.array(rows, numpy.uint64)[:, order]
    where = numpy.flatnonzero(every.any(axis=0))
    return where, every[:, where]


def digits(rows: Any) -> list[Any]:
    """The digits to the base 2^21, as many as are needed."""
    found = []
    while rows.any():
        found.append(rows & numpy.uint64((1 << 21) - 1))
        rows = rows >> numpy.uint64(21)
    return found


def log2_norms(claim: Claim) -> tuple[float, float, float]:
    """log2 of g, of max(r_0, ..., r_15) and of max(1, r_16)."""
    fans = log2_fans(claim.head) + max(map(log2_fans, claim.tails))
    columns, largest = [[1] * slice_[0].before for slice_ in claim.body], [1]
    for _ in range(POWER):
        pairs = zip(columns[1:] + columns[:1], claim.body, strict=True)
        columns = [through(column, turned(slice_)) for column, slice_ in pairs]
        largest.append(max(max(column, default=0) for column in columns))
    return fans, math.log2(max(largest[:-1])), math.log2(max(1, largest[-1]))


def log2_fans(layers: list[Layer]) -> float:
    return sum(math.log2(max([1, *Counter(layer.sources).values()])) for layer in layers)


def log2_bound(claim: Claim, norms: tuple[float, float, float], slices: int) -> float:
    """b: log2 of a bound of all numbers that must vanish."""
    parts = (claim.top, claim.bottom, claim.listed)
    top, bottom, listed = (math.log2(1 + sum(map(abs, part))) for part in parts)
    fans, few, many = norms
    return 3 + max(top, bottom + listed, bottom + fans + few + many * (slices // POWER))


def fresh(count: int, known: list[int]) -> list[int]:
    """Random primes of 61 bits, each as likely as any other, none of them known."""
    found: list[int] = []
    while len(found) < count:
        candidate = (1 << BITS - 1) + 2 * SystemRandom().randrange(1 << BITS - 2) + 1
        if is_prime(candidate) and candidate not in found + known:
            found.append(candidate)
    return found


def is_prime(n: int) -> bool:
    """By the test of Miller and Rabin to the first twelve bases, which is right for 37 < n < 2^78."""
    bases = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
    if any(n % base == 0 for base in bases):
        return False
    twos = ((n - 1) & (1 - n)).bit_length() - 1
    for base in bases:
        power = pow(base, n >> twos, n)
        if power != 1 and all(pow(power, 1 << k, n) != n - 1 for k in range(twos)):
            return False
    return True


def read(certificate: Any) -> Claim:
    """The claim of a certificate."""
    kinds = KINDS | dict.fromkeys(LISTS, list)
    if type(certificate) is dict and certificate.get("version") in (2, 3):
        raise RefusalError(2, "version: expected 5, which holds the rule; derive and save the result again")
    if type(certificate) is dict and certificate.get("version") != 5:
        raise RefusalError(2, "version: expected 5; 4 is what checker.py reads")
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
    if certificate["format"] != "gfkit-certificate":
        raise RefusalError(2, "format: expected gfkit-certificate")
    if certificate["weights"]:
        raise RefusalError(2, "weights: expected [], as strips are swept without weights")
    listed, layers, slices, head, body, tails, finals, top, bottom = (certificate[name] for name in LISTS)
    try:
        listed, top, bottom = ([integer(c) for c in part] for part in (listed, top, bottom))
        layers = [layer_of(*row) for row in layers]
        swept = [[layers[k] for k in whole(row)] for row in slices]
        head, body, *tails = ([swept[k] for k in whole(row)] for row in (head, body, *tails))
        used = sum(len(slice_) for row in (head, body, *tails) for slice_ in row)
        finals = [whole(row) for row in finals]
    except (TypeError, ValueError):
        raise RefusalError(2, "expected lists of whole numbers, only coefficients below 0") from None
    except IndexError:
        raise RefusalError(
            2, "slices, head, body, tails: expected numbers of layers, numbers of slices"
        ) from None
    if used > WIDEST:
        raise RefusalError(3, f"2^{used.bit_length()} layers, one after another")
    if bottom[:1] != [1]:
        raise RefusalError(2, "denominator: expected the constant term 1")
    first = certificate["first_n"]
    claim = Claim(first, listed, top, bottom, joined(head), body, [joined(tail) for tail in tails], finals)
    fit(claim)
    return claim


def joined(slices: list[list[Layer]]) -> list[Layer]:
    return [layer for slice_ in slices for layer in slice_]


def fit(claim: Claim) -> None:
    """That the slices of a claim fit together; or RefusalError."""
    if not len(claim.body) == len(claim.tails) == len(claim.finals) or not claim.body or not all(claim.body):
        raise RefusalError(2, "body, tails, finals: expected as many of each, and layers in every slice")
    turn = [*claim.head, *joined(claim.body), claim.body[0][0]]
    marks = [Layer(0, slice_[0].before, [], []) for slice_ in claim.body]
    ways_out = [[mark, *tail] for mark, tail in zip(marks, claim.tails, strict=True)]
    if any(one.after != two.before for run in [turn, *ways_out] for one, two in pairwise(run)):
        raise RefusalError(2, "layers: expected each to begin with the states that the one before ends with")
    ends = zip(claim.finals, ways_out, strict=True)
    if turn[0].before != 1 or any(max(final, default=-1) >= run[-1].after for final, run in ends):
        raise RefusalError(2, "head, finals: expected one state to begin with, and known ones to end with")
    if any(len({*final}) < len(final) for final in claim.finals):
        raise RefusalError(2, "finals: expected every state once")


def integer(c: Any) -> int:
    c = int(c, 16) if type(c) is str else c  # long numbers are such strings
    if type(c) is not int:
        raise ValueError
    return c


def whole(row: Any) -> list[int]:
    """A list of whole numbers."""
    if type(row) is not list or {*map(type, row)} - {int} or min(row, default=0) < 0:
        raise ValueError
    return row


def layer_of(before: Any, after: Any, sources: Any, targets: Any) -> Layer:
    before, after = whole([before, after])
    inside = max(whole(sources), default=-1) < before and max(whole(targets), default=-1) < after
    if len(sources) != len(targets) or not inside:
        raise ValueError
    return Layer(before, after, sources, targets)


def load(path: str) -> object:
    """The JSON in a file."""

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a key is there twice in one object")
        return dict(pairs)

    def whole(digits: str) -> int:
        if len(digits) > 4300:
            raise ValueError(f"a number of {len(digits)} digits; one of more than 4300 is hexadecimal text")
        return int(digits)

    try:
        with open(path, "rb") as file:
            data = file.read(FILE + 1)
        if len(data) > FILE:
            raise ValueError(f"longer than {FILE} bytes")
        return json.loads(data, object_pairs_hook=once, parse_int=whole)
    except (OSError, ValueError, RecursionError) as error:
        reason = ascii(str(getattr(error, "strerror", error)))[1:-1]
        raise RefusalError(2, f"cannot be read ({reason})") from None


def main(arguments: list[str]) -> int:
    try:
        if not 1 <= len(arguments) <= 2 or not all(a.isdecimal() and 0 < len(a) < 7 for a in arguments[1:]):
            raise RefusalError(2, "expected a FILE, and perhaps the number of PRIMES")
        primes = int(arguments[1]) if arguments[1:] else None
        code, reason = 0, check(load(arguments[0]), primes or None).reason
    except RefusalError as refusal:
        code, reason = refusal.args
    except MemoryError:
        code, reason = 3, "out of memory"
    word = ("stands", "refuted", "bad file", "too much work")[code]
    (sys.stderr if code > 1 else sys.stdout).write(f"{word}: {reason}\n")
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
