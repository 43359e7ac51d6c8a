"""What a sweep over a rule with liberties does at each site, relative to the frontier."""

from __future__ import annotations

from typing import NamedTuple

from gfkit.games.rule import Exponents

Touch = tuple[tuple[int, int], ...]
"""Places in the draft, each with the colours (as bits) that must not lie there."""


class Placing(NamedTuple):
    """A piece that can be placed when its first cell is reached."""

    colour: int
    weight: Exponents
    ahead: tuple[int, ...]
    """Places of its later cells."""
    touch: Touch
    kills: int
    """Threats it makes impossible."""


class Start(NamedTuple):
    """A threat whose first cell is this one."""

    bit: int
    ahead: tuple[int, ...]
    touch: Touch


class Scan(NamedTuple):
    """A part of a threat that is not fully swept, and the swept cells around it."""

    bit: int
    part: int
    colour: int
    around: tuple[int, ...]


class Split(NamedTuple):
    """A threat whose cells do not hang together: the bits of its parts."""

    bit: int
    colour: int
    parts: tuple[int, ...]


class SitePlan(NamedTuple):
    """One step. Places index the draft: frontier, covered cells ahead, this cell, cells newly in reach.

    A threat is a watched move, here as a bit of a mask. A threat in one part has a single bit, for
    'all liberties of the group lie in the move'; one in several parts has a further bit for each part,
    'and none of them lies in this part'.
    """

    here: int
    lying: int
    """The colour that has lain here from the start, or -1."""
    fresh: int
    """How many places the draft has beyond those of the state before."""
    near: tuple[tuple[int, int], ...]
    """The swept neighbours, each with the threats whose set of cells holds it."""
    holding: int
    """The threats whose set of cells holds this cell."""
    beside: int
    """The parts of threats that this cell touches from outside the threat."""
    placings: tuple[Placing, ...]
    starts: tuple[Start, ...]
    scans: tuple[Scan, ...]
    splits: tuple[Split, ...]
    own: tuple[int, ...]
    """For each colour the bits of its threats."""
    whole: int
    """The bits of threats, without those of parts."""
    single: int
    """The bits of threats in one part."""
    rivals: tuple[tuple[int, int, int], ...]
    """Pairs of threats on the same cells with one cell around them unswept, and the colour of the first.

    If only that cell can bring the first one a liberty, it is legal only where the second is, if that
    has one: their colours may touch.
    """
    settled: int
    """The threats around which everything is swept after this site."""
    renumber: tuple[int, ...]
    """The bit after this site for each bit, or -1."""
    far: int
    """The first bit for threats that are settled but undecided; the same at all sites."""
    leaving: tuple[int, ...]
    frontier: tuple[int, ...]
    ahead: tuple[int, ...]
    """The places that leave the frontier, and those that make the frontier and the cells ahead after."""
