"""Whether machine code goes on with a search that takes long."""

from __future__ import annotations

from gfkit.exact import ARRAYS
from gfkit.exact.stored_code import has_compiler
from gfkit.values.position import Position


def loop_is_ready(position: Position, loop: str) -> bool | None:
    """Whether a loop for a position lies ready, and need not be made first; None where it cannot go on."""
    if not ARRAYS or not has_compiler():
        return None
    from gfkit.values.fast import LOOPS, is_within_words

    return LOOPS.are_kept((loop,)) if is_within_words(position) else None
