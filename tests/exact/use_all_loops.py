"""Uses the loops that machine code is made of, by commands that people give; all but ``add_times``.

With GFKIT_WRITE_LOOPS the LLVM code of each is written (``make loops``). Fails where a command does.
"""

from __future__ import annotations

import contextlib
import io
import sys

from gfkit.cli.main import main

COMMANDS = (
    "derive matchings 11xn --no-store",
    "count domineering 12x12 --weights players --no-store",
    "count nogo 8x8 --no-store",
    "count hamiltonian-cycles 14x14 --no-store",
    "count spanning-trees 9x9 --no-store",
    "derive hamiltonian-cycles 7xn --no-store",
    "derive domineering 4xn --weights players --no-store",
    "derive matchings 4xn --weights pieces --no-store",
    "outcomes domineering 7x9",
    "outcomes snort 5x5",
    "value domineering 5x6",
    "nim cram 4x7",
    "nim nogo 2x7 --impartial",
)

if __name__ == "__main__":
    failed = False
    for command in COMMANDS:
        with contextlib.redirect_stdout(io.StringIO()):
            code = main(command.split())
        sys.stderr.write(f"{code} {command}\n")
        failed = failed or code != 0
    sys.exit(failed)
