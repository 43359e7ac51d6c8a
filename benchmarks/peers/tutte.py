"""tutte (Andrea Bedini, C++): polynomials of graphs by tree decompositions, compared at a point."""

import re

from .graphs import grid
from .networkx import OURS
from .race import Command, Peer, Python, Task


def read(printed: str) -> tuple[float | None, str]:
    """Return the value of the printed polynomial at Q = 7 and v = 2."""
    formula = re.sub(r"(?<=[\dQv]) ?(?=[Qv])", "*", printed.strip()).replace("^", "**")
    return None, str(eval(formula, {"Q": 7, "v": 2}))


def polynomial(kind: str, side: int) -> Task:
    function = {"Tutte": "potts", "chromatic": "chromatic"}[kind]
    words = ("tutte",) if kind == "Tutte" else ("tutte", "--chromatic")
    text = ",".join(f"{a}--{b}" for a, b in grid(side, side)) + "\n"
    answer = "found(7, 2)" if kind == "Tutte" else "found(7)"
    ours = Python("import gfkit", OURS.format(function, side, side), answer, OURS.format(function, 4, 4))
    return Task(f"{kind} polynomial {side}x{side}", Command(words, read, text), ours)


PEER = Peer(
    "tutte",
    (
        *(polynomial("Tutte", side) for side in (5, 6, 7)),
        *(polynomial("chromatic", side) for side in (6, 7, 8)),
    ),
    program="tutte",
    source="github.com/andreabedini/tutte, in no registry",
)
