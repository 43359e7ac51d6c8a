"""What a run will take, foreseen from its rule and its board."""

from gfkit.transfer.foresight.count import foresee_count
from gfkit.transfer.foresight.derive import foresee_derive

__all__ = ["foresee_count", "foresee_derive"]
