"""Sprague-Grundy values as a result: of one board, or of a family with its period."""

from __future__ import annotations

from dataclasses import dataclass

from gfkit.errors import InputError, LimitError
from gfkit.face import Face
from gfkit.indexed import Indexed
from gfkit.sequences import Evidence, RationalGF, Recurrence, Status
from gfkit.values.impartial.periodicity import Periodicity


@dataclass(frozen=True, slots=True)
class NimValues(Face, Indexed):
    """The Grundy values a(first_n), a(first_n + 1), ... of a family, or of one board.

    For one board ``first_n`` is None and ``values`` has one entry. ``law`` is the period, proved or only
    seen as ``evidence`` says. Indexing reaches past the listed values by a proved law.

    >>> from gfkit.values.impartial.nim import nim
    >>> kayles = nim("octal:0.77", to=20)
    >>> kayles.period, kayles.exceptions[-3:], kayles[10**6]
    (12, (39, 57, 70), 1)
    """

    _instead = ".values has those that are listed, [n] is the one at n"

    game: str
    board: str
    values: tuple[int, ...]
    first_n: int | None
    law: Periodicity | None
    evidence: Evidence

    def __repr__(self) -> str:
        shown = ", ".join(map(str, self.values[:12])) + (", ..." if len(self.values) > 12 else "")
        law = "" if self.period is None else f", period {self.period}"
        return f"<NimValues: {self.game} on {self.board}: {shown}{law}; {self.evidence}>"

    @property
    def period(self) -> int | None:
        return None if self.law is None else self.law.period

    @property
    def saltus(self) -> int | None:
        """What is added from one period to the next."""
        return None if self.law is None else self.law.saltus

    @property
    def preperiod(self) -> int | None:
        """The index from which on the period holds without exception."""
        return None if self.law is None else max(self.law.preperiod, self.first_n or 0)

    @property
    def exceptions(self) -> tuple[int, ...]:
        """The indices whose value is not that of the period."""
        return () if self.law is None else self.law.exceptions

    @property
    def proved_law(self) -> Periodicity | None:
        """The law when it holds for all n, not only as far as it was looked at."""
        return self.law if self.evidence.status is Status.PROVED else None

    @property
    def zeros(self) -> tuple[int, ...]:
        """The listed n for which the second player wins."""
        first = self.first_n or 0
        return tuple(n for n, value in enumerate(self.values, first) if value == 0)

    @property
    def zeros_generating_function(self) -> RationalGF | None:
        """The sum of (k-th n whose value is 0) t^k over k >= 1, where a period is proved.

        Past the preperiod, with z zeros in a period p: a(k + z) = a(k) + p.

        >>> from gfkit.values.impartial.nim import nim
        >>> print(nim("octal:0.3", to=9).zeros_generating_function)
        2*t^2/(1 - 2*t + t^2)
        """
        law = self.proved_law
        if law is None or law.saltus or self.first_n is None:
            return None
        start = max(law.preperiod, self.first_n)
        early = [n for n in range(self.first_n, start) if law.at(n) == 0]
        cycle = [n for n in range(start, start + law.period) if law.at(n) == 0]
        listed = (*early, *cycle, *(n + law.period for n in cycle[:1]))
        back = [0] * (len(cycle) + 1 if cycle else 0)
        if cycle:
            back[0] += 1
            back[len(cycle) - 1] += 1
            back[-1] -= 1
        return RationalGF.from_recurrence(Recurrence(tuple(back), len(listed) + 1, listed, 1))

    @property
    def generating_function(self) -> RationalGF | None:
        """The sum of a(n) t^n, where a period is proved.

        >>> from gfkit.values.impartial.nim import nim
        >>> print(nim("octal:0.3", to=9).generating_function)
        t/(1 - t^2)
        """
        law = self.proved_law
        if law is None or law.saltus or self.first_n is None:
            return None
        start = max(law.preperiod, self.first_n) + law.period
        initial = tuple(law.at(n) for n in range(self.first_n, start))
        back = (*[0] * (law.period - 1), 1)
        return RationalGF.from_recurrence(Recurrence(back, start, initial, self.first_n))

    def __getitem__(self, n: int) -> int:
        first = self.first_n or 0
        if first <= n < first + len(self.values):
            return self.values[n - first]
        if n >= first and self.proved_law is not None:
            return self.proved_law.at(n)
        last = first + len(self.values) - 1
        raise InputError(
            f"n {n}: values of {self.game} on {self.board} are known for n from {first} to {last}"
        )

    def as_json(self) -> dict[str, object]:
        """The object that the command line prints."""
        found: dict[str, object] = {"game": self.game, "board": self.board, "values": list(self.values)}
        if self.first_n is None:
            found["outcome"] = "first" if self.values[0] else "second"
        found |= {
            "first_n": self.first_n,
            "period": self.period,
            "saltus": self.saltus,
            "preperiod": self.preperiod,
            "exceptions": list(self.exceptions),
            "evidence": self.evidence.as_json(),
        }
        if self.first_n is not None:
            law = self.zeros_generating_function
            found["zeros"] = list(self.zeros)
            found["zeros_generating_function"] = None if law is None else law.as_json()
        return found


class NimLimitError(LimitError):
    """A limit was reached; ``found`` holds the values up to there."""

    def __init__(self, message: str, found: NimValues) -> None:
        super().__init__(message)
        self.found = found
