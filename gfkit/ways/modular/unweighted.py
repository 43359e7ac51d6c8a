"""Generating functions of strips without weights, from values modulo primes.

The values b(j) = start A^j final of a strip satisfy a linear recurrence, so that the sum of b(j) t^j is P /
Q. Let d be the order. Modulo a word-sized prime, Berlekamp-Massey computes Q from the first 2 d values. By
Fatou's lemma, P and Q in lowest terms with Q(0) = 1 have integer coefficients, so that residues modulo
sufficiently many primes determine them without rational reconstruction. The result is then checked against
the strip:

    b satisfies the recurrence of Q  if  start Q'(A) = 0,  Q'(z) = z^d Q(1 / z),

which takes d slices. If this vector does not vanish, the recurrence is checked on N + d values, N being the
number of states. This proves it, because a sequence of order at most N + d that begins with N + d zeros is
zero. Modulo random primes, the check bounds the probability of an error; in this case the vector is only
multiplied by random vectors, which is possible before Q is known. Modulo primes whose product exceeds twice a
bound of all numbers involved, the check is a proof. If a slice is a symmetric matrix, the coefficients have
such a sharp bound that the primes that determined them, or a few more, are already a proof (``symmetric``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from functools import partial
from itertools import count
from random import Random

import numpy as np
from flint import fmpz, fmpz_poly

from gfkit.core import native
from gfkit.core.algebra import Polynomial
from gfkit.core.algebra.residue import WORD_BITS, LiftedIntegers, random_primes, residues
from gfkit.core.algebra.residue_arrays import AT_ONCE, Words, bits_per_order, expected_batches
from gfkit.core.deferred import dataclass, replace
from gfkit.core.typing import cached_property, tell_progress
from gfkit.ways import tuning
from gfkit.ways.modular.batches import (
    BLIND_LOG2,
    Fractions,
    Probe,
    StripBatch,
    Trials,
    in_threads,
    read_fractions,
)
from gfkit.ways.modular.layout import GrowthBound, StripLayout, growth_bound
from gfkit.ways.modular.result import FractionSearch, ModularGF
from gfkit.ways.modular.symmetric import Bounds, CircleBatch, quotient_bits

_Answers = Generator[bytes, None, None]
_LONG_SECONDS = 0.2
"""Smallest time, in seconds, for all terms of a strip at which the first two batches run in parallel."""
_FACTORS = 8
_LOW31, _SHIFT31 = np.uint64((1 << 31) - 1), np.uint64(31)
_PRIMES = "primes"
_BY_SIZE = "residues modulo enough primes for a symmetric matrix"
_PRIMES_LOG2 = 55.4
"""log2 of the number of primes of 62 bits, rounded down."""


def rows_per_second(fast: bool) -> int:
    """Return the approximate number of additions of rows per second, with the C extension or numpy."""
    numbers = tuning.MODULAR
    return numbers.rows_per_second if fast and native.is_built() else numbers.plain_rows_per_second


def unweighted_gf(search: FractionSearch, known: ModularGF | None) -> ModularGF:
    """Return the generating function with all weights 1; ``known`` is a cached result or None."""
    task = _Task(search)
    return (known and task.again(known)) or task.solve()


@dataclass(frozen=True, slots=True)
class _Candidate:
    numerator: list[int]
    denominator: list[int]
    primes: int
    terms: int
    mirrored: bool = False
    batches: int = 0
    """Number of batches that computed the result, or 0 if it was cached."""

    @property
    def order(self) -> int:
        return len(self.denominator) - 1


class _DelayedLift:
    """Reconstruction of ``count`` integers from residues, combined in batches."""

    def __init__(self, count: int, random: Random) -> None:
        self.lifted: LiftedIntegers = LiftedIntegers(count)
        self.waiting: list[tuple[Words, list[int]]] = []
        self.primes: int = 0
        self._factors = np.array([random.randint(1, _FACTORS) for _ in range(count)], np.uint64)
        self._sum = LiftedIntegers(1)

    def add(self, rows: Words, primes: list[int]) -> bool:
        """Add residues, axes (prime, coefficient); return True if the last prime did not change the
        result.
        """
        stable = False
        for value, prime in zip(self._sums(rows), primes, strict=True):
            stable = self.primes > 0 and (value - self._sum.symmetric()[0]) % prime == 0
            self._sum.add([[value % prime]], [prime])
            self.primes += 1
        self.waiting.append((rows, primes))
        return stable

    def _sums(self, rows: Words) -> list[int]:
        """Return the sum for every prime, as an integer: halves of 31 bits times 4 bits stay below a word."""
        low = ((rows & _LOW31) * self._factors).sum(axis=1, dtype=np.uint64)
        high = ((rows >> _SHIFT31) * self._factors).sum(axis=1, dtype=np.uint64)
        return [(upper << 31) + lower for upper, lower in zip(high.tolist(), low.tolist(), strict=True)]

    def lift(self) -> None:
        """Combine the residues so far, to reduce the work at the end."""
        rows, primes = self._all_waiting()
        if primes:
            self.lifted.add(rows, primes)
        self.waiting.clear()

    def _all_waiting(self) -> tuple[list[list[int]], list[int]]:
        rows = [row for part, _ in self.waiting for row in part.tolist()]
        return rows, [prime for _, part in self.waiting for prime in part]

    def values(self) -> list[int] | None:
        """Return the integers of least absolute value modulo all primes except the last, if the last one
        agrees; else None.
        """
        rows, primes = self._all_waiting()
        if len(primes) > 1:
            self.lifted.add(rows[:-1], primes[:-1])
        numbers = self.lifted.symmetric()
        if residues(numbers, primes[-1], len(numbers)) == rows[-1]:
            return numbers
        self.waiting = [(self.waiting[-1][0][-1:], primes[-1:])]
        return None


class _Task:
    """Computation of one generating function without weights."""

    def __init__(self, search: FractionSearch) -> None:
        strip, small = search.strip, search.small
        self.question, self.work = strip.question, search.work
        self.layout = StripLayout(strip)
        self.states = self.layout.states if small is None else min(self.layout.states, small.states)
        self.certify, self.on_progress, self.random = search.certify, search.on_progress, search.random
        self.fast = search.fast and native.is_built()
        self._beside = in_threads(self.layout, fast=self.fast)
        self.order = 0
        """Largest order found so far; later batches use it as a lower bound."""
        self._wanted = 0
        """Number of batches that the proof needs, or 0 if it is not known yet."""
        self._probe: tuple[Probe, Callable[[], bytes]] | None = None
        self._coefficient_bits: Callable[[], float] | None = None

    def solve(self) -> ModularGF:
        limit = 2 * self.states + tuning.MODULAR.spare_terms
        floor = min(tuning.MODULAR.first_terms, limit)
        mirrored = self.layout.mirror is not None
        is_long = self.states * self.layout.work >= rows_per_second(self.fast) * _LONG_SECONDS
        while True:
            self.order = self._wanted = 0
            batches = (self._fractions(number, floor, mirrored) for number in count())
            answers = self.work.in_order(
                batches, self._perform, self._expected_batches, beside=self._beside, long=is_long
            )
            with closing(answers):
                candidate = self._candidate(answers, floor, mirrored)
                result = candidate and self._check(candidate, answers)
            if result:
                return result
            if not mirrored:
                if floor >= limit:
                    raise AssertionError("the recurrence of a strip failed its check")
                floor = min(2 * max(floor, candidate.terms if candidate else 0), limit)
            mirrored = False

    def _report(self, stage: str, done: int, total: int) -> None:
        tell_progress(self.on_progress, stage, done, total, self.states)

    def _proof_batches(self) -> int:
        """Return the approximate number of test batches that prove a fraction of this order."""
        rate = self.growth.rate
        bits = max(rate, 0.0) * (self.order + 1) + bits_per_order(rate) * self.order
        return math.ceil(bits / 61.99 / AT_ONCE)

    def again(self, known: ModularGF) -> ModularGF | None:
        """Return a cached result that passes a test, with a proof if one is requested; otherwise delete
        it.
        """
        candidate = self._candidate_of(known)
        if known.proved or not self.certify:
            whole = (_univariate(candidate.numerator), _univariate(candidate.denominator))
            stored = known.numerator, known.denominator
            stands = (
                whole == stored and self._check_short_trials(self._trials(candidate), candidate) is not None
            )
            fraction = known if stands else None
        else:
            fraction = self._check(candidate)
        if fraction is None:
            self.work.drop()
        return fraction

    def _candidate_of(self, known: ModularGF) -> _Candidate:
        top, bottom = (dict(polynomial.terms) for polynomial in (known.numerator, known.denominator))
        numerator = [top.get((power,), 0) for power in range(known.order)]
        denominator = [bottom.get((power,), 0) for power in range(known.order + 1)]
        return _Candidate(numerator, denominator, known.primes_used - AT_ONCE, known.terms_used)

    @cached_property
    def growth(self) -> GrowthBound:
        return growth_bound(self.layout)

    # Search

    def _candidate(self, answers: _Answers, floor: int, mirrored: bool) -> _Candidate | None:
        """Return P and Q that agree with at least ``floor`` terms, or None if mirrored terms satisfy no
        recurrence.
        """
        order, low, lifting = -1, 0, _DelayedLift(0, Random(0))
        if self.work.workers > 1:
            self._report(_PRIMES, 0, 0)  # the first results of workers are slow
        for tried, answer in enumerate(answers, 1):
            number, primes, rows = read_fractions(tried - 1, answer)
            if number < 0:
                return None
            if number > order:  # all previous primes were bad
                order, low, lifting = number, 0, _DelayedLift(2 * number, Random(number))
                self.order = order
                self._submit_order_batches(mirrored)
            if number < order:
                low += 1
                self._check_order(order, number, low)
            if number < order or not primes:
                continue
            stable = lifting.add(rows, primes)
            self._report(_PRIMES, lifting.primes, max(lifting.primes, self._expected_primes()))
            values = lifting.values() if stable else None
            if values is not None:
                terms = max(2 * order + tuning.MODULAR.spare_terms, floor)
                fraction = values[order:], [1, *values[:order]]
                return _Candidate(*fraction, lifting.primes, terms, mirrored, tried)
            if lifting.primes * (WORD_BITS - 1) > self._bound_coefficient_bits(order):
                return None
            if self.work.workers > 1 and lifting.primes == self._expected_primes() - AT_ONCE:
                lifting.lift()  # while waiting for the last batch
        raise AssertionError("the supply of primes must not end")

    def _check_order(self, order: int, found: int, low: int) -> None:
        """Raise an error if many batches in a row have a smaller order, since bad primes are rare."""
        if low >= tuning.MODULAR.low_batches:
            self.work.refuse(
                f"one batch computed a recurrence of order {order}, but {low} later batches computed smaller"
                f" orders, the last one {found}"
            )

    def _fractions(self, number: int, floor: int, mirrored: bool) -> Fractions:
        limit = 2 * self.states + tuning.MODULAR.spare_terms
        return Fractions(self.question, self.fast, number, mirrored, floor, self.order, limit)

    def _submit_order_batches(self, mirrored: bool) -> None:
        """Start the batches that check P and Q and depend only on their order."""
        self._probe = self._coefficient_bits = None
        if self.layout.period != 1:
            return
        probe = Probe.draw(self.question, self.order, self.random, self.fast)
        self._probe = probe, self._submit_batch(probe)
        terms, batches = 2 * self.order + tuning.MODULAR.spare_terms, self._expected_batches()
        proof_cost = self._proof_batches() * (self.order + 1) * self.layout.work
        allowed = self._default_proof_cost(terms, self.order, batches, mirrored)
        if proof_cost > tuning.MODULAR.tried_rows and (
            self.certify or self._size_cost(self.order) <= allowed
        ):
            self._coefficient_bits = self._bound_apart(self.order, mirrored, self._expected_primes())

    def _submit_batch(self, batch: StripBatch) -> Callable[[], bytes]:
        return self.work.apart(batch, self._perform, self._beside)

    def _bound_apart(self, order: int, mirrored: bool, primes: int) -> Callable[[], float]:
        """Start the computation of a coefficient bound, which may need up to ``primes`` plus eight primes."""

        def compute(places: tuple[float, ...]) -> Callable[[], tuple[float, Bounds]]:
            groups = [(c,) for c in places] if self.work.workers > 1 else [places]
            batches = [CircleBatch(self.question, self.fast, order, mirrored, group) for group in groups]
            sent = [(batch, self._submit_batch(batch)) for batch in batches]

            def read() -> tuple[float, Bounds]:
                answers = [batch.read(answer()) for batch, answer in sent]
                return answers[0][0], {c: value for _, bounds in answers for c, value in bounds.items()}

            return read

        c = tuning.MODULAR.circle_place
        enough = (primes + AT_ONCE) * (WORD_BITS - 1) - 2
        return partial(quotient_bits, order, enough, compute((-c, c)), compute)

    def _perform(self, batch: StripBatch) -> bytes:
        """Run a batch in this process."""
        return batch.over(self.layout, self._report)

    def _expected_batches(self) -> int:
        """Return the estimated number of batches; before the order is known, for the number of states."""
        return self._wanted or self._expected_primes() // AT_ONCE

    def _expected_primes(self) -> int:
        return AT_ONCE * expected_batches(self.order or self.states, bits_per_order(self.growth.rate))

    def _bound_coefficient_bits(self, order: int) -> float:
        """Return an upper bound, in bits, of the coefficients of P and Q of the given order, if the order is
        correct.

        The zeros of Q'(z) are eigenvalues of A, of absolute value at most 2^mu. So the absolute value of
        coefficient i of Q is at most C(d, i) 2^(mu i).
        """
        mu, _, ends = self.growth
        return order * (1 + 2 * max(mu, 0.0)) + max(ends, 0.0) + math.log2(order + 1) + 2

    # Checking

    def _check(self, candidate: _Candidate, answers: _Answers | None = None) -> ModularGF | None:
        """Return the fraction with its evidence if the fraction passes the check; ``answers`` are the results
        of further batches.
        """
        trials = self._trials(candidate)
        short = self._check_short_trials(trials, candidate)
        if short is None:
            return None
        order = candidate.order
        length = order + 1 if short else self.states + order
        batches = -(-math.ceil((self._bound(candidate, length) + 2) / 61.99) // AT_ONCE)
        cost = batches * length * self.layout.work
        if answers is not None:
            primes = self._count_proof_primes(candidate, answers) if cost > tuning.MODULAR.tried_rows else 0
            answers.close()
            if primes:
                return self._build_result(
                    candidate, AT_ONCE + primes - candidate.primes, candidate.terms, _BY_SIZE
                )
        way = "start Q'(A) = 0" if short else f"{length} values"
        if self.certify or cost <= self._default_proof_cost_of(candidate):
            if not trials.all_pass(batches, short, self._report):
                return None
            tried = AT_ONCE * (1 + batches)
            detail = f"{way} modulo {tried} primes"
            return self._build_result(candidate, tried, max(candidate.terms, length), detail)
        height = _bits_of(candidate.numerator + candidate.denominator)
        mu, _, ends = self.growth
        wrong = 2 * (height + self.states * (1 + max(mu, 0.0)) + max(ends, 0.0) + 64)
        fraction = self._build_result(
            candidate, AT_ONCE, candidate.terms, f"{way} modulo {AT_ONCE} random primes"
        )
        failure = _failure_log2(math.log2(wrong / 61), short)
        seconds = math.ceil(cost / rows_per_second(self.fast))
        return replace(fraction, proved=False, failure_log2=failure, proof_seconds=seconds)

    def _default_proof_cost_of(self, candidate: _Candidate) -> float:
        terms, order, batches = candidate.terms, candidate.order, candidate.batches
        return self._default_proof_cost(terms, order, batches, candidate.mirrored)

    def _default_proof_cost(self, terms: int, order: int, batches: int, mirrored: bool) -> float:
        """Return the largest cost of a default proof: two seconds, or three times the cost of the search."""
        each = terms / (2 if mirrored else 1) * self.layout.work + terms * order
        return max(
            tuning.MODULAR.unasked_seconds * rows_per_second(self.fast),
            tuning.MODULAR.unasked_times * max(1, batches) * each,
        )

    def _size_cost(self, order: int) -> float:
        """Return the cost of a proof by the size bound, in row additions."""
        return order / AT_ONCE * self.layout.work + tuning.MODULAR.cube_cost * order**3

    def _count_proof_primes(self, candidate: _Candidate, answers: _Answers) -> int:
        """Return the number of primes whose residues prove the fraction by ``symmetric``, or 0 if they do
        not.
        """
        order, mirrored = candidate.order, candidate.mirrored
        allowed = self._default_proof_cost_of(candidate)
        if not (self.certify or self._size_cost(order) <= allowed):
            return 0
        primes, done = candidate.primes, candidate.batches
        bits = (self._coefficient_bits or self._bound_apart(order, mirrored, primes))()
        if not math.isfinite(bits):
            return 0
        if bits < _bits_of(candidate.numerator + candidate.denominator) - 1:
            self.work.refuse("a coefficient exceeds its proved bound")
        needed = math.ceil((bits + 2) / (WORD_BITS - 1))
        if primes >= needed:
            return primes
        expected = -(-(needed - primes) // AT_ONCE)
        self._wanted = done + expected
        fraction = fmpz_poly(candidate.denominator), fmpz_poly(candidate.numerator)
        for number, answer in enumerate(answers, done):
            met, good, rows = read_fractions(number, answer)
            if met > order:
                return 0
            if met == order:
                for prime, row in zip(good, rows.tolist(), strict=True):
                    below, above = (residues(part, prime, order + 1) for part in fraction)
                    if below[1:] + above[:order] != row:
                        return 0
                primes += len(good)
            self._report("proof", number + 1 - done, max(expected, number + 1 - done))
            if primes >= needed:
                return primes
            if number - done > expected + tuning.MODULAR.low_batches:
                return 0
        raise AssertionError("the supply of primes must not end")

    def _build_result(self, candidate: _Candidate, more: int, terms: int, detail: str) -> ModularGF:
        """Return the result; ``more`` primes were used in addition to the primes that determined it."""
        return ModularGF(
            numerator=_univariate(candidate.numerator),
            denominator=_univariate(candidate.denominator),
            order=candidate.order,
            primes_used=candidate.primes + more,
            points_used=1,
            terms_used=terms,
            proved=True,
            failure_log2=-math.inf,
            detail=detail,
        )

    def _trials(self, candidate: _Candidate) -> Trials:
        length = self.states + candidate.order
        fraction = candidate.numerator, candidate.denominator
        return Trials(self.question, self.work, self.layout, fraction, length, self.fast)

    def _check_short_trials(self, trials: Trials, candidate: _Candidate) -> bool | None:
        """Return True if the short test passes modulo new primes, False if only the long test passes, None if
        both fail.
        """
        if self.layout.period == 1:
            if self._probe is not None:
                probe, answer = self._probe
                if trials.agree(probe, answer()):
                    return True
            probe = Probe.draw(self.question, candidate.order, self.random, self.fast)
            if trials.agree(probe, probe.over(self.layout)):
                if self._probe is not None:
                    self.work.refuse("the products of the probe were wrong in another process")
                return True
        return False if trials.passes(random_primes(AT_ONCE, self.random), short=False) else None

    def _bound(self, candidate: _Candidate, length: int) -> float:
        """Return log2 of a bound of all numbers that must vanish."""
        mu, entries, ends = self.growth
        mu = max(mu, 0.0)
        largest = max(
            math.log2(abs(value)) + mu * (length - i)
            for i, value in enumerate(candidate.denominator)
            if value
        )
        sums = largest + math.log2(len(candidate.denominator)) + max(entries, ends, 0.0)
        return max(sums, float(_bits_of(candidate.numerator))) + 1


def _failure_log2(wrong: float, short: bool) -> float:
    """Return log2 of the probability that eight random primes miss an error that 2^``wrong`` primes
    divide.
    """
    by_prime = wrong - _PRIMES_LOG2
    return AT_ONCE * (math.log2(2.0**by_prime + 2.0**BLIND_LOG2) if short else by_prime)


def _univariate(values: list[int]) -> Polynomial:
    return Polynomial.of(("t",), {(k,): value for k, value in enumerate(values)})


def _bits_of(values: Sequence[int]) -> int:
    """Return the largest bit length of some integers."""
    return max((fmpz(value).bit_length() for value in values), default=0)
