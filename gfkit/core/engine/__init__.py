"""Count configurations with the transfer-matrix method: numbers, polynomials and generating functions."""

from typing import TYPE_CHECKING

from gfkit.core.hooks import when_used

if TYPE_CHECKING:
    from gfkit.core.engine.derived import Derived
else:
    __getattr__ = when_used(__name__, {"derived": "Derived"})

__all__ = ["Derived"]
