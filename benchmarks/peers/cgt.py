"""cgt-py (Rust): canonical values of Domineering."""

import re

from .race import Peer, Python, Task

THEIRS = "from cgt_py import Domineering"
OURS = "found = gfkit.value('{}', '{}x{}').value"


def agree(theirs: str, ours: str) -> bool:
    """Compare two values, because their notations differ."""
    from gfkit import ShortGame

    plain = re.sub(r"^CanonicalForm\('(.*)'\)$", r"\1", theirs)
    plain = re.sub(r"Tiny\(([^()]*)\)", r"+_(\1)", re.sub(r"Miny\(([^()]*)\)", r"-_(\1)", plain))
    return ShortGame.parse(plain) == ShortGame.parse(ours)


def value(game: str, rows: int, cols: int, setup: str, work: str) -> Task:
    ours = Python("import gfkit", OURS.format(game, rows, cols), "found", OURS.format(game, 4, 4))
    return Task(f"value of {game.title()} {rows}x{cols}", Python(setup, work, "found"), ours, agree)


def domineering(rows: int, cols: int) -> Task:
    board = "|".join(["." * cols] * rows)
    return value("domineering", rows, cols, THEIRS, f"found = Domineering('{board}').canonical_form")


PEER = Peer(
    "cgt-py", (domineering(4, 6), domineering(5, 5), domineering(5, 6)), packages=("cgt-py", "anywidget")
)
