"""Generating functions of strips from values modulo primes.

The values b(j) = start A^j final of a strip satisfy a linear recurrence, so that the sum of b(j) t^j is
P / Q. Modulo a word prime Q comes from the first 2 d values by Berlekamp and Massey, d being the order;
by Fatou's lemma P and Q in lowest terms with Q(0) = 1 have integer coefficients, so that residues modulo
enough primes give them without rational reconstruction. What comes out is then checked against the strip:

    b satisfies Q  if  start Q'(A) = 0,  Q'(z) = z^d Q(1 / z),

which takes d slices; if that vector does not vanish, the recurrence is checked on N + d values, N being
the number of states, which proves it because a sequence of order at most N + d that begins with so many
zeros is zero. Modulo random primes that gives a probability; modulo primes whose product exceeds twice a
bound of all numbers involved it is a proof.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from flint import fmpz, fmpz_poly, nmod_poly

from gfkit.exact.residue import WORD_BITS, Lifted, numerator, random_primes, residues, word_primes
from gfkit.sequences import Polynomial
from gfkit.transfer.modular.lanes.body import Body
from gfkit.transfer.modular.lanes.field import LANES, Field
from gfkit.transfer.modular.lanes.growth import Growth, growth
from gfkit.transfer.modular.lanes.recurrences import SPARE, Recurrences
from gfkit.transfer.modular.lanes.run import Run
from gfkit.transfer.modular.native.loader import worth_loading
from gfkit.transfer.modular.result import ModularGF
from gfkit.transfer.strip.automaton import Automaton
from gfkit.transfer.strip.strip import Strip
from gfkit.typing import OnProgress, Progress

_FIRST = 32
_CHEAP = 40_000_000
"""Additions of rows that a proof may always cost: some hundredths of a second."""
_PRIMES_LOG2 = 55.4
"""log2 of the number of primes of 62 bits, rounded down."""


def unweighted_gf(
    strip: Strip,
    *,
    certify: bool,
    on_progress: OnProgress | None,
    small: Automaton | None,
    random: Random,
    fast: bool,
) -> ModularGF:
    """The generating function with all weights 1; see ``modular.modular_gf``."""
    return _Task(strip, certify, on_progress, small, random, fast).solve()


@dataclass(frozen=True, slots=True)
class _Candidate:
    numerator: list[int]
    denominator: list[int]
    primes: int
    terms: int

    @property
    def order(self) -> int:
        return len(self.denominator) - 1


class _Task:
    """One generating function without weights."""

    def __init__(
        self,
        strip: Strip,
        certify: bool,
        on_progress: OnProgress | None,
        small: Automaton | None,
        random: Random,
        fast: bool,
    ) -> None:
        self.body = Body(strip)
        self.states = self.body.states if small is None else min(self.body.states, small.states)
        self.certify, self.on_progress, self.random = certify, on_progress, random
        self.fast = fast and worth_loading(2 * self.states * self.body.work * (8 if certify else 1))

    def solve(self) -> ModularGF:
        limit = 2 * self.states + SPARE
        floor = min(_FIRST, limit)
        mirrored = self.body.mirror is not None
        while True:
            candidate = self._candidate(floor, mirrored)
            result = candidate and self._checked(candidate)
            if result:
                return result
            if not mirrored:
                if floor >= limit:
                    raise AssertionError("the recurrence of a strip did not stand its check")
                floor = min(2 * max(floor, candidate.terms if candidate else 0), limit)
            mirrored = False

    def _report(self, stage: str, done: int, total: int) -> None:
        if self.on_progress is not None:
            self.on_progress(Progress(stage, done, total, self.states))

    @cached_property
    def growth(self) -> Growth:
        return growth(self.body)

    # Finding

    def _candidate(self, floor: int, mirrored: bool) -> _Candidate | None:
        """P and Q that explain at least ``floor`` terms; None if the mirror shows no recurrence."""
        batches = _batches()
        order, lifted, used = -1, Lifted(0), 0
        while True:
            field = Field(next(batches))
            run = Run(self.body, field, mirrored=mirrored, fast=self.fast)
            found = self._recurrences(run, floor, max(order, 0))
            if found is None:
                return None
            if found.order > order:  # the primes before were bad, all of them
                order, lifted, used = found.order, Lifted(2 * found.order), 0
            if found.order < order:
                continue
            rows, primes = [], []
            for lane, connection in enumerate(found.connections()):
                prime = field.primes[lane]
                if found.good[lane]:
                    terms = run.terms[:order, lane].tolist()
                    rows.append(connection[1:] + numerator(connection, terms, prime))
                    primes.append(prime)
            if not primes:
                continue
            self._report("primes", used, used)
            if not used or not self._agrees(lifted, rows[-1], primes[-1]):
                if len(primes) > 1:
                    lifted.add(rows[:-1], primes[:-1])
                    used += len(primes) - 1
                if not used or not self._agrees(lifted, rows[-1], primes[-1]):
                    lifted.add(rows[-1:], primes[-1:])
                    used += 1
                    if used * (WORD_BITS - 1) > self._most_bits(order):
                        return None
                    continue
            values = lifted.symmetric()
            return _Candidate(values[order:], [1, *values[:order]], used + 1, len(run.terms))

    def _most_bits(self, order: int) -> float:
        """The length that no coefficient of P and Q of this order can have, if the order is right.

        The zeros of Q'(z) are eigenvalues of A, of size at most 2^mu, so that coefficient i of Q is at most
        C(d, i) 2^(mu i) in size.
        """
        mu, _, ends = self.growth
        return order * (1 + 2 * max(mu, 0.0)) + max(ends, 0.0) + math.log2(order + 1) + 2

    def _agrees(self, lifted: Lifted, row: list[int], prime: int) -> bool:
        return residues(lifted.symmetric(), prime, len(row)) == row

    def _recurrences(self, run: Run, floor: int, order: int) -> Recurrences | None:
        """Recurrences of a run, with as many terms as needed to believe them."""
        limit = 2 * self.states + SPARE
        found = Recurrences(run.field, order or 200, fast=self.fast)
        count = min(max(2 * order + SPARE, 0 if order else floor), limit)
        while True:
            run.extend(count)
            found.extend(run.terms[:count])
            self._report("terms", count, limit)
            if 2 * found.order + SPARE <= count:
                return found
            if count >= limit:
                return None
            step = count // 8 if found.code is not None else count // 2
            count = min(max(2 * found.order + SPARE, count + max(step, 16)), limit)

    # Checking

    def _checked(self, candidate: _Candidate) -> ModularGF | None:
        order = candidate.order
        short = self.body.period == 1
        bottom, top = fmpz_poly(candidate.denominator), fmpz_poly(candidate.numerator)
        fresh = random_primes(LANES, self.random)
        length = order + 1
        if not short or not self._holds(bottom, top, order, fresh, short):
            short, length = False, self.states + order
            if not self._holds(bottom, top, order, fresh, short):
                return None
        bound = self._bound(candidate, length)
        needed = math.ceil((bound + 2) / 61.99)
        batches = -(-needed // LANES)
        proved = self.certify or batches * length * self.body.work <= _CHEAP
        terms = candidate.terms
        if proved:
            source = _batches()
            for batch in range(batches):
                self._report("proof", batch, batches)
                if not self._holds(bottom, top, order, next(source), short):
                    return None
            terms = max(terms, length)
        height = _bits_of(candidate.numerator + candidate.denominator)
        mu, _, ends = self.growth
        wrong = 2 * (height + self.states * (1 + max(mu, 0.0)) + max(ends, 0.0) + 64)
        way = "start Q'(A) = 0" if short else f"{length} values"
        return ModularGF(
            numerator=_univariate(candidate.numerator),
            denominator=_univariate(candidate.denominator),
            order=order,
            primes_used=candidate.primes + LANES + (batches * LANES if proved else 0),
            points_used=1,
            terms_used=terms,
            proved=proved,
            failure_log2=-math.inf if proved else LANES * (math.log2(wrong / 61) - _PRIMES_LOG2),
            detail=f"{way} modulo {batches * LANES if proved else LANES} {'' if proved else 'random '}primes",
        )

    def _holds(self, bottom: fmpz_poly, top: fmpz_poly, order: int, primes: list[int], short: bool) -> bool:
        """Whether P / Q is the generating function modulo eight primes."""
        field = Field(primes)
        run = Run(self.body, field, mirrored=False, fast=self.fast)
        rows = [residues(bottom, prime, order + 1) for prime in primes]
        if short:
            if run.combination([row[::-1] for row in rows]).any():
                return False
            length = order
        else:
            length = self.states + order
            run.extend(length)
        for lane, prime in enumerate(primes):
            terms = run.terms[:length, lane].tolist()
            product = nmod_poly(rows[lane], prime) * nmod_poly(terms, prime)
            values = [int(product[i]) for i in range(length)]
            if values != residues(top, prime, order) + [0] * (length - order):
                return False
        return True

    def _bound(self, candidate: _Candidate, length: int) -> float:
        """log2 of a bound of all numbers that must vanish."""
        mu, entries, ends = self.growth
        mu = max(mu, 0.0)
        largest = max(
            math.log2(abs(value)) + mu * (length - i)
            for i, value in enumerate(candidate.denominator)
            if value
        )
        sums = largest + math.log2(len(candidate.denominator)) + max(entries, ends, 0.0)
        return max(sums, float(_bits_of(candidate.numerator))) + 1


def _batches() -> Iterator[list[int]]:
    count = 0
    while True:
        count += LANES
        yield word_primes(count)[-LANES:]


def _univariate(values: list[int]) -> Polynomial:
    return Polynomial.of(("t",), {(k,): value for k, value in enumerate(values)})


def _bits_of(values: Sequence[int]) -> int:
    """The length of the longest integer."""
    return max((fmpz(value).bit_length() for value in values), default=0)
