"""The kernel as machine code; imported only where numba is installed and the search is long."""

from __future__ import annotations

import numba
import numba.extending

from gfkit.values.impartial.blocks import kernel

for _called in (
    kernel.mixed,
    kernel.write,
    kernel.read,
    kernel.renumbered,
    kernel.mark,
    kernel.write_key,
    kernel.write_part,
    kernel.settle,
    kernel.place,
    kernel.write_settled,
):
    numba.extending.register_jitable(_called)

expand = numba.njit(cache=True)(kernel.expand)
