"""What a run will take: smaller cases are timed and continued, and it is said how far that can be trusted."""

from typing import TYPE_CHECKING

from gfkit.hooks import when_used

if TYPE_CHECKING:
    from gfkit.foresight.boards import foresee_count
    from gfkit.foresight.families import foresee_derive
    from gfkit.foresight.values import foresee_outcome, foresee_value

__all__ = ["foresee_count", "foresee_derive", "foresee_outcome", "foresee_value"]

__getattr__ = when_used(
    __name__,
    {"boards": "foresee_count", "families": "foresee_derive", "values": "foresee_outcome foresee_value"},
)
