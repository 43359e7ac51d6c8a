"""Select the encoding of the states of an automaton as machine words."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias, cast

from gfkit.core import native
from gfkit.core.engine.machine.base import Machine
from gfkit.core.engine.machine.slot import slots_of

if TYPE_CHECKING:
    from gfkit.core.engine.machine.liberty import LibertyMachine
    from gfkit.core.engine.machine.linked import LinkedMachine
    from gfkit.core.engine.sweep.edge_words import EdgeCoding
    from gfkit.core.engine.sweep.liberty_words import LibertyCoding
    from gfkit.core.engine.sweep.linked_words import LinkedCoding
    from gfkit.core.engine.sweep.track_words import TrackCoding

Coding: TypeAlias = "LinkedCoding | LibertyCoding | EdgeCoding"
BlockCoding: TypeAlias = "Coding | TrackCoding"
"""Encoding for sweeps by blocks."""


def coding_of(machine: Machine, *, labelled: bool = False) -> Coding | None:
    """Return the encoding of the states as machine words, or None if there is none or the C extension is
    missing. With ``labelled`` the options of a path can be recovered from its states.
    """
    if not native.is_built():
        return None
    if machine.encoding == "labels":
        from gfkit.core.engine.sweep.linked_words import LinkedCoding

        return LinkedCoding.of(cast("LinkedMachine", machine))
    if machine.encoding == "groups":
        from gfkit.core.engine.sweep.liberty_words import LibertyCoding

        return LibertyCoding.of(cast("LibertyMachine", machine), labelled=labelled)
    return None


def block_coding_of(machine: Machine) -> BlockCoding | None:
    """Return the encoding for sweeps by blocks, also of automata on tracks, or None if there is none."""
    if (slots := slots_of(machine)) is None:
        return coding_of(machine)
    from gfkit.core.engine.sweep.track_words import MOST_WORDS, TrackCoding

    return TrackCoding(slots) if native.is_built() and slots.words <= MOST_WORDS else None
