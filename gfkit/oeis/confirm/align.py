"""Which board belongs to which index of an entry."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gfkit.oeis.entry import Entry
from gfkit.sequences import Polynomial, RationalGF

_FAR = 12
_LEAST, _FREE = 4, 3
"""How many terms must agree, and how many may stand in front of the first board."""


@dataclass(frozen=True)
class Alignment:
    """a(n) of the entry is the count on the board of size n + ``shift``, from n = ``since`` on.

    ``series`` is that of the entry: its own terms before ``since``, the derived ones after.
    """

    shift: int
    since: int
    series: RationalGF


def aligned(entry: Entry, true: RationalGF) -> Alignment | None:
    """The shift of the index under which all terms of the entry are those derived; None without one.

    Terms of the entry for boards that the family does not have, and for the board without cells, are
    conventions, and may be anything; there may be three in front. At least four terms must agree. Of several
    shifts that lead to the same sequence it is the smallest.

    >>> pell = RationalGF.of([1, 1], [1, -2, -1])
    >>> aligned(Entry("A000001", terms=(3, 7, 17, 41, 99), first_n=0), pell).shift
    1
    """
    found = alignments(entry, true)
    return found[0] if len(found) == 1 else None


def alignments(entry: Entry, true: RationalGF) -> list[Alignment]:
    """The smallest shift for each sequence that the entry's terms may be the beginning of.

    Two of them leave open which sequence it is: terms 1, 1, 1, 1 fit 1, 1, 1, 1, 1, 2, ... in two places.
    """
    if not entry.is_sequence or entry.first_n is None or entry.first_n < 0:
        return []
    last = entry.first_n + len(entry.terms) + _FAR
    known = list(true.terms(max(1, last - true.first_n + 1)))
    found: list[Alignment] = []
    for shift in sorted(range(-_FAR, _FAR + 1), key=lambda s: (abs(s), s < 0)):
        since = _agrees(entry.terms, entry.first_n + shift, known, true.first_n)
        if since is not None:
            start = since - shift
            series = _joined(entry, true, shift, start)
            if all(series != other.series for other in found):
                found.append(Alignment(shift, start, series))
    return found


def _agrees(terms: Sequence[int], first: int, known: list[int], known_from: int) -> int | None:
    """The first board from which on all terms agree, when only conventions stand before it."""
    compared, since = 0, max(first, known_from)
    if known_from - first > _FREE:
        return None
    for board, term in enumerate(terms, first):
        if board < known_from:
            continue
        if known[board - known_from] == term:
            compared += 1
        elif board == 0:
            since = 1
        else:
            return None
    return since if compared >= _LEAST else None


def _joined(entry: Entry, true: RationalGF, shift: int, start: int) -> RationalGF:
    moved = true.shifted(shift) if shift else true
    assert entry.first_n is not None, "asked before"
    own = entry.terms[: max(0, start - entry.first_n)]
    rest = moved + RationalGF.of([], [1], max(start, moved.first_n))
    early = Polynomial.of(("t",), {(entry.first_n + k,): value for k, value in enumerate(own)})
    numerator = rest.numerator + early * rest.denominator
    return RationalGF.reduced(numerator, rest.denominator, entry.first_n)
