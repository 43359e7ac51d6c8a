"""What is known of a sequence that is exported, and how well."""

from __future__ import annotations

from dataclasses import dataclass

from gfkit.oeis.export.wording import states_text
from gfkit.sequences import Evidence, RationalGF, Status


@dataclass(frozen=True)
class KnownSeries:
    """A rational generating function in t of a sequence from its ``first_n`` on, and how it is known.

    With ``weights`` it is in t and x, and its terms are the row polynomials of a triangle.
    """

    series: RationalGF
    evidence: Evidence

    @property
    def is_proved(self) -> bool:
        return self.evidence.status is Status.PROVED

    @property
    def _is_probable(self) -> bool:
        return self.evidence.status is Status.PROBABLE

    @property
    def hedge(self) -> str:
        """What stands before a recurrence; nothing when it is proved."""
        return "" if self.is_proved else "Conjecture: " if self._is_probable else "Empirical: "

    @property
    def series_head(self) -> str:
        """What stands before a generating function."""
        if self.is_proved:
            return "G.f.: "
        return "Conjectured g.f.: " if self._is_probable else "Empirical g.f.: "

    @property
    def reason(self) -> str:
        """One line that says how the formulas are known."""
        figures = dict(self.evidence.details)
        states = figures.get("states")
        order = self.series.order
        if self.is_proved:
            size = (
                f": {states_text(states)}, so the order is at most {states}; it is {order}" if states else ""
            )
            compared = figures.get("terms_compared")
            checked = f" ({compared} terms compared)" if compared else ""
            return f"The recurrence and the g.f. are proved by the transfer matrix method{size}{checked}."
        if self._is_probable:
            chance = figures.get("log2_failure", -90)
            return (
                f"The formulas are found by the transfer matrix method with {states} states, modulo"
                f" {figures.get('primes')} primes: this is no proof, with a chance of error below 2^{chance}."
            )
        return fitted_reason(self.evidence)


def fitted_reason(evidence: Evidence) -> str:
    """One line that says on how many terms a guess rests."""
    figures = dict(evidence.details)
    fitted, more = figures.get("terms_fitted"), figures.get("terms_checked")
    were = "term was" if fitted == 1 else "terms were"
    return f"The formulas are not proved: {fitted} {were} needed to find them, and {more} more agree."


def started(series: RationalGF, first_n: int) -> RationalGF:
    """The same sequence from a later n on.

    >>> print(started(RationalGF.of([1], [1, -1, -1]), 2))
    (2*t^2 + t^3)/(1 - t - t^2)
    """
    return series + RationalGF.of([], [1], first_n) if first_n > series.first_n else series
