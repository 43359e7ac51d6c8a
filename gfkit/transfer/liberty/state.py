"""The state of a sweep over a rule with liberties."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

NONE = -1
"""The threats to a group without a liberty: all of them."""


class Want(NamedTuple):
    """A far threat that wants a liberty itself, which several groups of its colour may bring it.

    ``groups`` are those (as bits) with all their liberties in the move. Where several parts of the move
    that no group joins want one, ``parts`` has for each the groups of its colour with no liberty in it.
    """

    colour: int
    groups: int
    parts: tuple[int, ...]


class Position(NamedTuple):
    """The state of a sweep.

    ``cells`` has a number for each cell of the frontier and each cell ahead that can be covered: 0 empty,
    -1 - k colour k (on the frontier: in a group that no open move can leave without a liberty), g > 0 the
    group g. Groups have their colours and their threats: the open moves that all their liberties lie in.
    ``open`` are the local threats that may still turn out legal, ``sure`` the parts of them that have a
    liberty outside; ``links`` joins parts that a group connects.

    A far threat is one around which everything is swept. Most come down to ``far``: sets of groups (as
    bits) not all of which may get a liberty beyond those in the move, for then it would be legal.
    """

    cells: tuple[int, ...]
    colours: tuple[int, ...]
    dangers: tuple[int, ...]
    open: int
    sure: int
    links: tuple[int, ...]
    far: tuple[int, ...]
    wants: tuple[Want, ...]


START = Position((), (), (), 0, 0, (), (), ())


def bits(mask: int) -> Iterator[int]:
    """The single bits of a mask, ascending."""
    while mask:
        low = mask & -mask
        yield low
        mask ^= low
