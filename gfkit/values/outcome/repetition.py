"""Outcomes that repeat: proved for impartial games with a proved period, otherwise only seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from gfkit.face import Face

_ROUNDS, _LONG_ENOUGH = 3, 6
"""What must be seen of a repetition before it is mentioned."""


@dataclass(frozen=True, slots=True)
class RepetitionLaw(Face):
    """Outcomes that repeat from n = ``covers_from`` on: ``cycle`` are those of one period from there.

    ``exceptions`` are the smaller n that do not fit the cycle continued backwards. ``seen_to`` is the last n
    looked at where nothing is proved.
    """

    board: str
    cycle: tuple[str, ...]
    covers_from: int
    exceptions: tuple[int, ...]
    seen_to: int | None = None

    @property
    def proved(self) -> bool:
        return self.seen_to is None

    @property
    def period(self) -> int:
        return len(self.cycle)

    def at(self, n: int) -> str | None:
        """The outcome at n, from ``covers_from`` on."""
        return self.cycle[(n - self.covers_from) % self.period] if n >= self.covers_from else None

    @property
    def statement(self) -> str:
        if self.period == 1:
            text = f"{winner_text(self.cycle[0])} on {self.board} for every n >= {self.covers_from}"
        else:
            text = f"outcomes on {self.board} repeat with period {self.period} from n = {self.covers_from} on"
        return text if self.proved else f"{text}, as far as n = {self.seen_to}; not proved"

    def as_json(self) -> dict[str, object]:
        return {
            "statement": self.statement,
            "status": "proved" if self.proved else "observed",
            "theorem": "periodicity" if self.proved else None,
            "period": self.period,
            "cycle": list(self.cycle),
            "generators": [],
            "covers_from": self.covers_from,
            "exceptions": list(self.exceptions),
            "seen_to": self.seen_to,
        }


def winner_text(outcome: str) -> str:
    """An outcome in words.

    >>> winner_text("first"), winner_text("left")
    ('the first player wins', 'Left wins')
    """
    return f"{outcome.title()} wins" if outcome in ("left", "right") else f"the {outcome} player wins"


def repeating(board: str, first_n: int, words: Sequence[str], last_start: int) -> RepetitionLaw:
    """The least law of outcomes that repeat, by a proof, from ``last_start`` on; they end with a period."""
    period = next(
        p
        for p in _divisors(len(words) - (last_start - first_n))
        if _repeats(words[last_start - first_n :], p)
    )
    start = last_start - first_n
    while start and words[start - 1] == words[start - 1 + period]:
        start -= 1
    cycle = tuple(words[start : start + period])
    wrong = tuple(first_n + i for i in range(start) if words[i] != cycle[(i - start) % period])
    return RepetitionLaw(board, cycle, first_n + start, wrong)


def seen_repetition(board: str, outcomes: Mapping[int, str]) -> RepetitionLaw | None:
    """The repetition that outcomes show, or None.

    It must hold for three rounds and six outcomes, and for longer than it ever held before it broke off.

    >>> words = ["left", "second", "first", *["right"] * 6]
    >>> print(seen_repetition("2xn", dict(enumerate(words))).statement)
    Right wins on 2xn for every n >= 3, as far as n = 8; not proved
    """
    first_n, words = min(outcomes), [outcomes[n] for n in sorted(outcomes)]
    for period in range(1, len(words) // _ROUNDS + 1):
        start = len(words) - period
        while start and words[start - 1] == words[start - 1 + period]:
            start -= 1
        long_enough = len(words) - start >= max(_ROUNDS * period, _LONG_ENOUGH)
        if long_enough and _longest(words[: start + period - 1], period) < len(words) - start - period:
            cycle = tuple(words[start : start + period])
            wrong = tuple(first_n + i for i in range(start) if words[i] != cycle[(i - start) % period])
            return RepetitionLaw(board, cycle, first_n + start, wrong, first_n + len(words) - 1)
    return None


def _longest(words: Sequence[str], period: int) -> int:
    """The most places in a row at which the word a period later is the same."""
    alike = "".join("=" if a == b else " " for a, b in zip(words, words[period:], strict=False))
    return max(map(len, alike.split()), default=0)


def _repeats(words: Sequence[str], period: int) -> bool:
    return all(one == other for one, other in zip(words, words[period:], strict=False))


def _divisors(number: int) -> list[int]:
    return [divisor for divisor in range(1, number + 1) if number % divisor == 0]
