"""What each word means that a person may type: events, names, optimal numbers, classes, symmetries, options.

One line defines a word, by what it says of a picture; nothing is read from gfkit. ``tests/test_words.py``
walks the tables of the program, and fails for a word that has no line.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations, product
from random import Random
from typing import Any, NamedTuple

from tables import FOLDER

from .pictures import (
    KING,
    Board,
    MissingError,
    Picture,
    chosen,
    crosses,
    ends,
    independent,
    induced,
    is_one,
    parts,
    wraps,
)

# Events of one subject

Means = Callable[[Board, Picture, int], Any]
"""What a word says of a cell of a picture."""


def on(p: Picture, v: int) -> list[Any]:
    """Return the pieces on a cell."""
    return [piece for piece in p.pieces if v in piece[1]]


def row(b: Board, cells: Any, axis: int) -> bool:
    return not b.is_graph and len(cells) > 1 and len({b.spots[v][axis] for v in cells}) == 1


ADJECTIVES: dict[str, Callable[[Board, str, Any], bool]] = {
    "piece": lambda b, who, cells: True,
    "left": lambda b, who, cells: who == "left",
    "right": lambda b, who, cells: who == "right",
    "horizontal": lambda b, who, cells: row(b, cells, 0),
    "vertical": lambda b, who, cells: row(b, cells, 1),
    "monomino": lambda b, who, cells: len(cells) == 1,
    "domino": lambda b, who, cells: len(cells) == 2,
    "tromino": lambda b, who, cells: len(cells) == 3,
    "tetromino": lambda b, who, cells: len(cells) == 4,
    "pentomino": lambda b, who, cells: len(cells) == 5,
    "hexomino": lambda b, who, cells: len(cells) == 6,
}
"""Words for a piece, by its owner and its cells."""
PRESENT = ("selected", "present", "used", "taken", "occupied", "covered")
ABSENT = ("empty", "free", "absent", "unselected", "uncovered")
"""Words for a cell with and without a piece or a selected edge, in the set or not; and for such edges."""
OF_SETS = ("selected", "present", "taken", "unselected", "absent")
"""Those that are not said of the endpoints of selected edges."""
DEGREES = {"isolated": 0, "leaf": 1, "leaves": 1}
"""Words for the number of selected edges at a vertex."""
ROOTS = ("root", "roots", "chosen")
VERBS = {"arrow": "points", "move": "points at", "tile": "is"}
"""Verbs of variables all of whose values are present; no built-in structure has moves."""
ARTICLES = ("", "a ", "an ", "the ", "of ", "of a ", "covered by a ", "tile ")


def there(sort: str) -> Means:
    """Return what it means that something is on a cell."""
    return (lambda b, p, v: v in p.inside) if sort in ("set", "function") else lambda b, p, v: bool(on(p, v))


def absent(sort: str) -> Means:
    return lambda b, p, v: not there(sort)(b, p, v)


def described(words: str) -> Means:
    each = [ADJECTIVES[word] for word in words.split()]
    return lambda b, p, v: any(all(one(b, *piece) for one in each) for piece in on(p, v))


def degree(k: int) -> Means:
    return lambda b, p, v: len([cells for _, cells in on(p, v) if len(cells) > 1]) == k


def is_value(*values: Any) -> Means:
    return lambda b, p, v: str(p.values[v]) in values


def of_cell(rng: Random, sort: str, b: Board, shown: list[Picture]) -> tuple[str, Means]:
    """Return a phrase about a cell, with its verb, and what it means."""
    said: list[tuple[str, Means]] = []
    if sort in ("set", "function", "pieces", "cover", "edges", "roots"):
        fine = [word for word in PRESENT + ABSENT if sort not in ("edges", "roots") or word not in OF_SETS]
        word = rng.choice(fine)
        said += [(f"is {word}", there(sort) if word in PRESENT else absent(sort))] * 2
    if sort == "set":
        said += [("is 1", there(sort)), ("is 0", absent(sort))]
    if sort in ("function", "values", "tiles"):
        values = sorted({str(v) for p in shown for v in p.values}) or ["T0" if sort == "tiles" else "0"]
        some = rng.sample(values, min(len(values), rng.choice((1, 1, 2))))
        said += [(f"is {' or '.join(some)}", is_value(*some))] * 2
    if sort in ("pieces", "cover"):
        words = _adjectives(rng, b, shown)
        article = rng.choice([one for one in ARTICLES if one.strip() != "tile"])
        said += [(f"is {article}{words}", described(words))] * 3
    if sort in ("edges", "roots"):
        k = rng.randrange(4)
        said += [(f"has degree {k}", degree(k)), *((f"is {w}", degree(k)) for w, k in DEGREES.items())]
    if sort == "roots":
        said += [(f"is {rng.choice(('', 'a '))}{word}", lambda b, p, v: v in p.inside) for word in ROOTS]
    return rng.choice(said)


def _adjectives(rng: Random, b: Board, shown: list[Picture]) -> str:
    owners = {who for p in shown for who, _ in p.pieces} & {"left", "right"}
    words = [rng.choice(sorted(owners))] if owners and rng.random() < 0.6 else []
    words += [rng.choice(("horizontal", "vertical"))] if rng.random() < 0.7 and b.spots else []
    sizes = ("domino", "domino", "tromino", "monomino", "tetromino", "pentomino", "hexomino", "piece")
    return " ".join([*words, rng.choice(sizes)] if rng.random() < 0.5 or not words else words)


COMPARED: dict[str, Callable[[int, int], bool]] = {
    "==": int.__eq__, "!=": int.__ne__, "<": int.__lt__, "<=": int.__le__, ">": int.__gt__, ">=": int.__ge__,
}  # fmt: skip
LETTERS: dict[str, tuple[tuple[str, ...], Means]] = {
    "x": (("set", "function", "values"), lambda b, p, v: p.values[v]),
    "d": (("edges", "roots"), lambda b, p, v: len(on(p, v))),
    "o": (("arrows",), lambda b, p, v: sum(tail == v for tail, _ in p.arrows)),
}
"""Letters of expressions: for which sorts of structures, and their value at a cell."""
PLACES: dict[str, Callable[[Board, int, int], bool]] = {
    "first": lambda b, r, c: (r, c) == b.spots[0],
    "last": lambda b, r, c: (r, c) == b.spots[-1],
    "top row": lambda b, r, c: r == 0,
    "bottom row": lambda b, r, c: r == b.rows - 1,
    "left column": lambda b, r, c: c == 0,
    "right column": lambda b, r, c: c == b.cols - 1,
    "row 2": lambda b, r, c: r == 1,
    "column -1": lambda b, r, c: c == b.cols - 1,
    "top left": lambda b, r, c: (r, c) == (0, 0),
    "top right": lambda b, r, c: (r, c) == (0, b.cols - 1),
    "bottom left": lambda b, r, c: (r, c) == (b.rows - 1, 0),
    "bottom right": lambda b, r, c: (r, c) == (b.rows - 1, b.cols - 1),
    "corner": lambda b, r, c: (r, c) == (0, 0),
    "corners": lambda b, r, c: r in (0, b.rows - 1) and c in (0, b.cols - 1),
    "border": lambda b, r, c: r in (0, b.rows - 1) or c in (0, b.cols - 1),
}
"""Places of a rectangle, by row and column; ``corner`` is the top left one."""


class Event(NamedTuple):
    """A sentence, and whether a picture satisfies it."""

    text: str
    holds: Callable[[Board, Picture], Any]


def find(b: Board, name: str) -> int:
    """Return the cell of a name; a negative row or column is counted from the far end."""
    if name[0] == "-":
        numbers = zip(map(int, name.split(",")), (b.rows, b.cols), strict=True)
        name = ",".join(str(k if k > 0 else k + side + 1) for k, side in numbers)
    if name not in b.names:
        raise MissingError
    return b.names.index(name)


def place_of(b: Board, place: str) -> list[int]:
    """Return the cells of a place."""
    found = [v for v in b.cells if PLACES[place](b, *b.spots[v])]
    if not found:
        raise MissingError
    return found


def subject(rng: Random, b: Board) -> tuple[str, Callable[[Board], list[int]], bool]:
    """Return some cells: their text, the cells on a board, and whether they are several."""
    style, noun = rng.random(), rng.choice(("cell", "cell", "vertex"))
    if b.is_plain and style < 0.3:
        place = rng.choice([*PLACES])
        return place, lambda b: place_of(b, place), place[-1] == "s"
    if style < 0.45 and b.size > 1:
        one, other = rng.sample(b.names, 2)
        plural = {"cell": "cells", "vertex": "vertices"}[noun]
        return f"{plural} {one} and {other}", lambda b: [find(b, one), find(b, other)], True
    name = rng.choice(b.names)
    if style < 0.55 and not b.is_graph:
        return f"king neighbours of cell {name}", lambda b: sorted(b.by(KING)[find(b, name)]), True
    if style < 0.65:
        return f"neighbours of {noun} {name}", lambda b: sorted(b.near[find(b, name)]), True
    if b.is_plain and rng.random() < 0.3:  # from the far end
        row, col = map(int, name.split(","))
        name = f"{row - b.rows - 1},{rng.choice((col, col - b.cols - 1))}"
    return f"{noun} {name}", lambda b: [find(b, name)], False


def clause(rng: Random, sort: str, b: Board, shown: list[Picture]) -> Event:
    """Return a sentence with one subject."""
    if (sort in ("edges", "roots", "pieces", "cover", "arrows") and rng.random() < 0.4) or sort == "arrows":
        made = joined(rng, sort, b, shown)
        if made is not None:
            return made
    text, cells, are_several = subject(rng, b)
    letters = [letter for letter, (sorts, _) in LETTERS.items() if sort in sorts]
    if letters and (rng.random() < 0.2 or sort == "arrows"):
        (letter,), sign, number = letters, rng.choice([*COMPARED]), rng.randrange(4)
        of, compared = LETTERS[letter][1], COMPARED[sign]
        return Event(f"{text}: {letter} {sign} {number}",
                     lambda b, p: all(compared(int(of(b, p, v)), number) for v in cells(b)))  # fmt: skip
    phrase, means = of_cell(rng, sort, b, shown)
    verb, _, what = phrase.partition(" ")
    verb = {"is": "are", "has": "have"}[verb] if are_several else verb
    no, every = rng.choice(("", "", " not")), rng.choice(("", " both", " all")) if are_several else ""
    each = lambda b, p, v: bool(means(b, p, v)) != (no != "")  # noqa: E731
    if are_several and not every and rng.random() < 0.4:
        bound, number = rng.choice([*BOUNDS]), rng.randrange(3)
        of = rng.choice(("", "of ")) if text[0] in "kn" else "of "
        return Event(f"{bound}{number} {of}{text} {verb}{no} {what}", lambda b, p: BOUNDS[bound](
            sum(each(b, p, v) for v in cells(b)), number))  # fmt: skip
    said = f"{text} {verb}{no}{every} {what}"
    if no and every:
        return Event(said, lambda b, p: not all(means(b, p, v) for v in cells(b)))
    return Event(said, lambda b, p: all(each(b, p, v) for v in cells(b)))


BOUNDS: dict[str, Callable[[int, int], bool]] = {
    "": int.__eq__, "exactly ": int.__eq__, "at least ": int.__ge__, "at most ": int.__le__,
}  # fmt: skip
"""Words before a number of cells."""


def joined(rng: Random, sort: str, b: Board, shown: list[Picture]) -> Event | None:
    """Return a sentence about an edge, or about a piece by its cells."""
    laid = sorted({cells for p in shown for _, cells in p.pieces if len(cells) > 1}, key=sorted)
    laid = [frozenset(edge) for edge in b.edges] if sort in ("edges", "roots", "arrows") else laid
    if not laid:
        return None
    cells = rng.choice(laid)
    names = [b.names[v] for v in rng.sample(sorted(cells), len(cells))]

    def own_of(b: Board) -> set[int]:
        own = {find(b, name) for name in names}
        if sort in ("edges", "roots", "arrows") and tuple(sorted(own)) not in b.edges:
            raise MissingError
        return own

    text, no = f"{'edge' if len(cells) == 2 else 'piece'} {'-'.join(names)}", rng.choice(("", "", " not"))
    if sort == "arrows":
        head = rng.choice(names)
        return Event(f"{text} points{no} to {head}", lambda b, p: any(
            y == find(b, head) and {x, y} == own_of(b) for x, y in p.arrows) != (no != ""))  # fmt: skip
    here = lambda b, p: [who for who, own in p.pieces if own == own_of(b)]  # noqa: E731
    style = rng.random()
    if style < 0.4:
        return Event(text, lambda b, p: bool(here(b, p)))
    if style < 0.7:
        word = rng.choice(PRESENT + ABSENT)
        is_yes = (word in PRESENT) != (no != "")
        return Event(f"{text} is{no} {word}", lambda b, p: bool(here(b, p)) == is_yes)
    owner = rng.choice(sorted({who for p in shown for who, own in p.pieces if own == cells} | {"piece"}))
    word = "a piece" if owner in ("piece", "both") else owner
    return Event(f"{text} is{no} {word}", lambda b, p: bool(
        here(b, p) if word == "a piece" else word in here(b, p)) != (no != ""))  # fmt: skip


def event(rng: Random, sort: str, b: Board, shown: list[Picture], depth: int = 2) -> Event:
    """Return a sentence, or several that are joined; ``and`` binds more strongly than ``or``."""
    style = rng.random()
    if depth and style < 0.3:
        one, other = (event(rng, sort, b, shown, depth - 1) for _ in range(2))
        if style < 0.17 and " or " not in one.text + other.text:
            comma = rng.choice((" and ", ", "))
            return Event(f"{one.text}{comma}{other.text}", lambda b, p: one.holds(b, p) and other.holds(b, p))
        return Event(f"{one.text} or {other.text}", lambda b, p: one.holds(b, p) or other.holds(b, p))
    made = clause(rng, sort, b, shown)
    if style > 0.93:
        return Event(f"not {made.text}", lambda b, p: not made.holds(b, p))
    return made


# Symmetries


def symmetries(b: Board, word: str) -> list[tuple[int, ...]]:
    """Return the permutations of the cells that a word stands for."""
    if word == "automorphisms":
        return [by for by in permutations(b.cells) if all(by[v] in {by[w] for w in b.cells} and (
            {by[w] for w in b.near[v]} == b.near[by[v]]) for v in b.cells)]  # fmt: skip
    found = []
    m, n = (b.rows, b.cols) if not b.is_graph else (1, b.size)
    wraps = b.wraps if not b.is_graph else (False, b.word == "cycle")
    spots = b.spots or [(0, v) for v in b.cells]
    moves = [[(i, a) for i in ((1, -1) if k > 1 or not b.is_graph else (1,))
              for a in (range(k) if w else [0 if i == 1 else k - 1])]
             for k, w in zip((m, n), wraps, strict=True)]  # fmt: skip
    can_turn = not b.is_graph and m == n and wraps[0] == wraps[1] and word != "rectangle"
    for (i, a), (j, c), turn in product(*moves, (False, True) if can_turn else (False,)):
        if i * j * (-1 if turn else 1) in SYMMETRIES[word]:
            to = [((i * r + a) % m if m else 0, (j * s + c) % n if n else 0) for r, s in spots]
            to = [spot[::-1] for spot in to] if turn else to
            if {*to} == {*spots}:
                found.append(tuple(map(spots.index, to)))
    return [*dict.fromkeys(found)]


SYMMETRIES = {"symmetry": (1, -1), "rotations": (1,), "rectangle": (1, -1), "automorphisms": ()}
"""Whether rotations (1) and reflections (-1) belong to a group; automorphisms are all of the graph."""


def image(p: Picture, by: tuple[int, ...]) -> Picture:
    """Return a picture moved by a permutation of the cells."""
    values = list(p.values)
    for v, to in enumerate(by):
        if values:
            values[to] = p.values[v]
    move = lambda cells: frozenset(by[v] for v in cells)  # noqa: E731
    return Picture(frozenset((who, move(own)) for who, own in p.pieces), tuple(values),
                   frozenset((by[x], by[y]) for x, y in p.arrows), move(p.inside), p.powers)  # fmt: skip


CLASSES = ("all", "left-ends", "right-ends", "maximal", "play", "full")
"""The classes of positions, each defined by ``pictures.is_in``."""
WEIGHTS: dict[str, Callable[[int, int], tuple[int, int]]] = {
    "none": lambda i, j: (0, 0),
    "pieces": lambda i, j: (i + j, 0),
    "players": lambda i, j: (i, j),
    "types": lambda i, j: (i, j),
}
"""The powers of x and y that the weights distinguish."""


# Polynomials of a graph, as sums over all sets of edges or cells


def over_edges(b: Board, term: Callable[[int, int, int], Any]) -> Any:
    """Return the sum over the sets of edges of a term in size, components and the other edges."""
    return sum(
        (term(len(e), len(parts(b.cells, e)), len(b.edges) - len(e)) for e in chosen(b.edges)), Fraction(0)
    )


def chance(items: Any, fine: Callable[[Any], bool], p: Fraction) -> Any:
    n = len(items)
    return sum((p ** len(s) * (1 - p) ** (n - len(s)) for s in chosen(items) if fine(s)), Fraction(0))


POLYNOMIALS: dict[str, tuple[str, Callable[..., Any]]] = {
    "chromatic": ("q", lambda b, q: over_edges(b, lambda e, c, _: (-1) ** e * q**c)),
    "tutte": ("xy", lambda b, x, y: over_edges(b, lambda e, c, _: (x - 1) ** (c - len(
        parts(b.cells, b.edges))) * (y - 1) ** (e + c - b.size))),
    "potts": ("qv", lambda b, q, v: over_edges(b, lambda e, c, _: q**c * v**e)),
    "flow": ("q", lambda b, q: over_edges(b, lambda e, c, rest: (-1) ** rest * q ** (e - b.size + c))),
    "reliability": ("p", lambda b, p: chance(b.edges, lambda e: is_one(b.cells, e), p)),
    "matching": ("x", lambda b, x: sum((-1) ** len(e) * x ** (b.size - 2 * len(e)) for e in chosen(
        b.edges) if len(ends(e)) == 2 * len(e))),
    "independence": ("x", lambda b, x: sum(x ** len(s) for s in chosen(b.cells) if independent(b, s))),
    "ising": ("z", lambda b, z: sum(z ** sum((u in s) == (v in s) for u, v in b.edges) for s in chosen(
        b.cells))),
    "site-percolation": ("p", lambda b, p: chance(b.cells, lambda s: crosses(b, s, induced(b, s)), p)),
    "bond-percolation": ("p", lambda b, p: chance(b.edges, lambda e: crosses(b, b.cells, e), p)),
    "site-wrapping": ("p", lambda b, p: chance(b.cells, lambda s: wraps(b, s), p)),
    "bond-wrapping": ("p", lambda b, p: chance(b.edges, lambda e: wraps(b, {*b.cells}, e), p)),
}  # fmt: skip
"""Polynomials: their variables, and their value on a board."""

# Names

SYNONYMS = dict(
    re.findall(r"(?m)^([a-z].*?):? (.+(?:\n .+)*)", (FOLDER / "other_names.txt").read_text(encoding="utf-8"))
)
"""What other names stand for which structure."""
OPTIMA = {
    ("clar-covers", "maximum"): "clar-numbers",
    ("dominating-sets", "minimum"): "domination-numbers",
    ("total-dominating-sets", "minimum"): "total-domination-numbers",
    ("connected-dominating-sets", "minimum"): "connected-domination-numbers",
    ("maximal-independent-sets", "minimum"): "independent-domination-numbers",
    ("dominating-sets:k", "minimum"): "k-domination-numbers",
    ("distance-dominating-sets:k", "minimum"): "distance-k-domination-numbers",
    ("roman-dominating-functions", "minimum"): "roman-domination-numbers",
    ("paired-dominating-matchings", "minimum"): "paired-domination-numbers",
    ("perfect-codes", "minimum"): "efficient-domination-numbers",
    ("perfect-dominating-sets", "minimum"): "perfect-domination-numbers",
    ("minimal-dominating-sets", "maximum"): "upper-domination-numbers",
    ("minimal-total-dominating-sets", "maximum"): "upper-total-domination-numbers",
    ("maximal-irredundant-sets", "minimum"): "irredundance-numbers lower-irredundance-numbers",
    ("irredundant-sets", "maximum"): "upper-irredundance-numbers",
    ("edge-dominating-sets", "minimum"): "edge-domination-numbers",
    ("independent-sets", "maximum"): "independence-numbers stability-numbers vertex-independence-numbers",
    ("matchings", "maximum"): "matching-numbers edge-independence-numbers",
    ("induced-matchings", "maximum"): "induced-matching-numbers strong-matching-numbers",
    ("vertex-covers", "minimum"): "covering-numbers vertex-cover-numbers vertex-covering-numbers",
    ("edge-covers", "minimum"): "edge-cover-numbers edge-covering-numbers",
    ("cycles", "maximum"): "circumferences longest-cycles",
    ("cycles", "minimum"): "girths",
    ("paths", "maximum"): "longest-paths",
    ("induced-paths", "maximum"): "longest-induced-paths",
    ("induced-cycles", "maximum"): "longest-induced-cycles",
}
"""Optimal numbers: the structure, and whether the least or the greatest weight is meant."""
UNDRAWN = {
    "--label": "the kind labels",
    "--avoiding": "tests/specifications/test_named.py; the kind paths draws patterns",
    "--format": "tests/algebra compares each system's formula",
    "--to": "another name of --format",
    "--full": "changes only what is left out of the printed text, not the JSON",
    "--max-memory": "tests/cli/test_cli_long.py",
    "--max-seconds": "tests/cli/test_cli_long.py; compare is drawn with a short one",
    "--no-store": "tests/runs",
    "--force": "tests/cli/test_cli_files.py",
    "--save": "the kinds certificates, forgeries and large",
    "--output": "a heat map, of the probabilities that are drawn",
    "--workers": "the kind large",
    "--checkpoint": "tests/runs",
    "--cluster": "tests/test_cluster.py",
    "--method": "the kind families",
    "--certify": "the kind families",
    "--impartial": "tests/play",
    "--valuation": "tests/engine: divisors of the terms",
    "--report": "tests/show",
    "--picture": "tests/show",
    "--draw": "tests/show",
    "--zeros": "zeros of the polynomial that is drawn",
    "--json": "in every line",
    "--json-schema": "tests/cli/test_json_schema.py",
    "--help-all": "tests/cli/test_help.py",
    "derive --plays": "the kind play",
    "derive --by": "the kind play",
    "derive --misere": "the kind misere",
    "derive --sizes": "orders of widths, of the derivations that are drawn",
}
"""Options of the commands that are not drawn, and the reason or where they are compared."""
