"""Terms as the lines %S, %T and %U hold them, and the offset that goes with them."""

from __future__ import annotations

from collections.abc import Sequence

from gfkit.sequences.number import whole_text

SHOWN = 260
"""Characters of the displayed terms, with a comma and a blank between them."""
LEAST = 4
_COLUMNS = 80
_MARKER = len("%S A000000 ")


def shown_terms(terms: Sequence[int]) -> tuple[int, ...]:
    """As many of the first terms as an entry should show: within 260 characters, but at least four.

    >>> len(shown_terms(range(1000)))
    68
    """
    used, count = -2, 0
    for term in terms:
        used += len(whole_text(term)) + 2
        if used > SHOWN and count >= LEAST:
            break
        count += 1
    return tuple(terms[:count])


def data_lines(terms: Sequence[int]) -> list[str]:
    """The terms on one to three lines: two of up to 80 columns with the marker, the rest on the third.

    A line that continues ends in a comma.

    >>> data_lines([1, 2, 3])
    ['1,2,3']
    >>> [len(line) for line in data_lines([10**20] * 12)]
    [66, 66, 131]
    """
    lines: list[str] = []
    line = ""
    for k, term in enumerate(terms):
        text = whole_text(term) + ("," if k < len(terms) - 1 else "")
        if line and len(lines) < 2 and _MARKER + len(line) + len(text) > _COLUMNS:
            lines.append(line)
            line = ""
        line += text
    return [*lines, line]


def second_offset(terms: Sequence[int]) -> int:
    """The place, from 1 on, of the first term above 1 in absolute value; 1 if there is none.

    >>> second_offset([0, 1, 1, 2, 3]), second_offset([1, 0, 1])
    (4, 1)
    """
    return next((k for k, term in enumerate(terms, 1) if abs(term) > 1), 1)
