"""What a run will take: smaller cases are timed and continued, and it is said how far that can be trusted."""

from gfkit.foresight.forecast import foresee_count, foresee_derive, foresee_outcome, foresee_value
from gfkit.foresight.sizes import foresee_in_sizes

__all__ = ["foresee_count", "foresee_derive", "foresee_in_sizes", "foresee_outcome", "foresee_value"]
