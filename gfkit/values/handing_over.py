"""Whether machine code goes on with a search that takes long."""

from __future__ import annotations

from gfkit.exact import ARRAYS
from gfkit.exact.stored_code import has_compiler
from gfkit.values.position import Position


def share_to_make(position: Position, loop: str) -> float | None:
    """The share of making a loop that is still to be done; None where machine code cannot go on."""
    if not ARRAYS or not has_compiler():
        return None
    from gfkit.values.fast import LOOPS, is_within_words

    return LOOPS.share_to_make((loop,)) if is_within_words(position) else None
