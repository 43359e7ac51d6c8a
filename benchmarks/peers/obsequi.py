"""Obsequi (Nathan Bullock, C++): outcomes of Domineering."""

import re

from .race import Command, Peer, Python, Task

OURS = "found = gfkit.outcomes('domineering', '{}x{}')"


def read(printed: str) -> tuple[float | None, str]:
    """Return the winner if Vertical begins, and the winner if Horizontal begins."""
    return None, "".join(re.findall("winner ([VH])", printed))


def agree(theirs: str, ours: str) -> bool:
    return {"VH": "first", "HV": "second", "VV": "left", "HH": "right"}.get(theirs) == ours


def winner(rows: int, cols: int) -> Task:
    script = "".join(f"echo 'solve rows {rows} cols {cols} bits 22 {turn}' | Obsequi\n" for turn in "VH")
    return Task(
        f"winner of Domineering {rows}x{cols}",
        Command(("sh",), read, script),
        Python("import gfkit", OURS.format(rows, cols), "str(found).split()[0]", OURS.format(6, 6)),
        agree,
    )


PEER = Peer(
    "Obsequi",
    (winner(7, 7), winner(7, 8), winner(8, 8)),
    program="Obsequi",
    source="github.com/nathanbullock/obsequi, in no registry",
)
