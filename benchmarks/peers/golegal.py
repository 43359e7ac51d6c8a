"""golegal (John Tromp, C): legal positions of Go, equal to NoGo positions, modulo integers near 2^64."""

from .race import Peer, Python, Task, counting_program

# It writes its states into the working directory, and prints "legal NUMBER at (y,x)" for each cell.
RUN = """
import re, subprocess, tempfile
from pathlib import Path
"""
WORK = """
found, product, index = 0, 1, 0
while product < 3 ** ({side} * {side}):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["golegal", "{side}", str(index)], cwd=folder, check=True, capture_output=True)
        last = max(Path(folder).glob("*/yx.*/cpu.0")).read_text()
    modulus = int(re.search(r" mod (\\d+)", last)[1])
    residue = int(re.search(r" legal (\\d+) ", last)[1])
    found += product * ((residue - found) * pow(product, -1, modulus) % modulus)
    product, index = product * modulus, index + 1
"""


def positions(side: int) -> Task:
    return Task(
        f"NoGo {side}x{side}", Python(RUN, WORK.format(side=side), "found"), counting_program("nogo", side)
    )


PEER = Peer(
    "golegal",
    (positions(8), positions(9)),
    program="golegal",
    source="github.com/tromp/golegal, in no registry",
)
