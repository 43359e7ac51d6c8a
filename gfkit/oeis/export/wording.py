"""Numbers in the signs and words of the OEIS."""

from __future__ import annotations

from gfkit.sequences import RationalGF
from gfkit.sequences.number import whole_text


def signature(series: RationalGF) -> list[int]:
    """The coefficients of a(n-1), a(n-2), ...; integers, as the terms are."""
    return [c for c in series.recurrence.coefficients if isinstance(c, int)]


def states_text(count: object) -> str:
    """A number of states in words.

    >>> states_text(1), states_text(15)
    ('1 state', '15 states')
    """
    return f"{count} state{'' if count == 1 else 's'}"


def listed(values: list[int] | tuple[int, ...]) -> str:
    """Integers with a comma and a blank between them."""
    return ", ".join(map(whole_text, values))
