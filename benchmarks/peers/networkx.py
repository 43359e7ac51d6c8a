"""networkx (Python): Tutte and chromatic polynomials by deletion and contraction, compared at points."""

from .graphs import grid
from .race import Peer, Python, Task

OURS = "found = gfkit.{}_polynomial('{}x{}')"


def polynomial(kind: str, rows: int, cols: int) -> Task:
    work = f"found = networkx.{kind}_polynomial(networkx.Graph({grid(rows, cols)}))"
    setup = "import networkx, sympy\nfrom sympy.abc import x, y"
    theirs = Python(setup, work, "found.subs({x: 7, y: 3})")
    at = "(7, 3)" if kind == "tutte" else "(7)"
    ours = Python("import gfkit", OURS.format(kind, rows, cols), f"found{at}", OURS.format(kind, 2, 3))
    name = f"{kind.replace('tutte', 'Tutte')} polynomial {rows}x{cols}"
    return Task(name, theirs, ours)


PEER = Peer(
    "networkx",
    (polynomial("tutte", 3, 4), polynomial("chromatic", 3, 3)),
    packages=("networkx", "sympy"),
)
