"""The functions of machine code that are called from Python; imported only when numba is installed."""

from gfkit.transfer.modular.native.massey import massey
from gfkit.transfer.modular.native.matrix import multiply
from gfkit.transfer.modular.native.products import add_times
from gfkit.transfer.modular.native.sums import advance
from gfkit.transfer.modular.native.sweep import sweep
from gfkit.transfer.modular.native.weighted import weighted_sweep

__all__ = ["add_times", "advance", "massey", "multiply", "sweep", "weighted_sweep"]
