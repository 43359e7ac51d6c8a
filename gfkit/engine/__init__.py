"""Count configurations with the transfer-matrix method: numbers, polynomials and generating functions."""

from typing import TYPE_CHECKING

from gfkit.hooks import when_used

if TYPE_CHECKING:
    from gfkit.engine.derived import Derived
    from gfkit.engine.theorems.complete import CompleteLaw
    from gfkit.engine.theorems.counters import HolonomicLaw
else:
    __getattr__ = when_used(
        __name__,
        {"derived": "Derived", "theorems.complete": "CompleteLaw", "theorems.counters": "HolonomicLaw"},
    )

__all__ = ["CompleteLaw", "Derived", "HolonomicLaw"]
