"""Trials of P / Q against a strip, modulo eight primes at a time."""

from __future__ import annotations

from contextlib import closing
from functools import cached_property
from hashlib import blake2b

from flint import fmpz_poly

from gfkit.batch import Work
from gfkit.exact.residue import residues
from gfkit.transfer.modular.lanes.batches import Report, Trial, eight_primes
from gfkit.transfer.modular.lanes.body import Body
from gfkit.transfer.modular.lanes.probe import Probe
from gfkit.transfer.strip.question import Question


class Trials:
    """Trials of one fraction; those of a proof are batches, done by whoever does the work."""

    def __init__(
        self,
        question: Question | None,
        work: Work,
        body: Body,
        fraction: tuple[list[int], list[int]],
        length: int,
        fast: bool,
    ) -> None:
        """``fraction`` is P, d coefficients, and Q, d + 1; ``length`` values prove it the long way."""
        self.question, self.work, self.body = question, work, body
        self.fraction = fraction
        self.top, self.bottom = (fmpz_poly(part) for part in fraction)
        self.order, self.length, self.fast = len(fraction[0]), length, fast

    @cached_property
    def name(self) -> str:
        """A digest of the fraction, by which its trials are kept."""
        digest = blake2b(digest_size=8)
        for part in self.fraction:
            digest.update(",".join(f"{value:x}" for value in part).encode() + b"/")
        return digest.hexdigest()

    def _trial(self, name: str, primes: list[int], short: bool) -> Trial:
        bottoms = [residues(self.bottom, prime, self.order + 1) for prime in primes]
        tops = [residues(self.top, prime, self.order) for prime in primes]
        return Trial.of(self.question, name, primes, (bottoms, tops), short, self.length, self.fast)

    def agree(self, probe: Probe, answer: bytes) -> bool:
        """Whether the values of a probe are those of the fraction."""
        return probe.order == self.order and probe.shows(answer, self.top, self.bottom)

    def stands(self, primes: list[int], *, short: bool) -> bool:
        """One trial, in this process."""
        return self._trial("here", primes, short).over(self.body) == b"\1"

    def all_stand(self, batches: int, short: bool, report: Report) -> bool:
        """The trials modulo the primes of a proof."""
        trials = (
            self._trial(f"proof {number} {self.name} {short}", eight_primes(number), short)
            for number in range(batches)
        )
        answers = self.work.in_order(trials, lambda trial: trial.over(self.body), lambda: float(batches))
        with closing(answers):
            for done, answer in enumerate(answers, 1):
                report("proof", done, batches)
                if answer != b"\1":
                    self._check_refusal(done - 1, short)
                    return False
        return True

    def _check_refusal(self, number: int, short: bool) -> None:
        """SelfCheckError where a trial that was refused stands in this process."""
        if self.stands(eight_primes(number), short=short):
            self.work.refuse(f"trial {number} of the proof was answered wrongly")
