"""Boards from simplicial complexes: the conflict graph of a game told by its legal or illegal complex."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import combinations

from gfkit.boards.board import Board, from_edges, refuse_huge
from gfkit.boards.marks import with_marks
from gfkit.errors import BoardError, LimitError

_COMPLEX = re.compile(r"\b(legal|illegal)\s*=\s*(?:simplicialComplex|monomialIdeal)\s*\{([^{}]*)\}")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,30}")
_OWNERS = {"x": "left", "y": "right"}
_MOST_CLIQUES = 200_000

_Facet = frozenset[str]


def read_complex(text: str, content: str) -> Board:
    """The board on which Node Kayles is the game whose legal, or illegal, complex has these facets.

    A line ``legal`` or ``illegal``, then a facet a line; or Macaulay2's ``legal = simplicialComplex {...}``.
    Placements that begin with x are Left's, with y Right's, all others both players'. Of an illegal complex
    every facet must have at most two placements, and a legal one must be flag: any placements that go
    together two by two go together; of other games no graph says which positions there are.

    >>> board = read_complex("", "illegal\\nx1 y1\\ny1 y2\\n")
    >>> board.names, board.edges
    (('x1', 'y1', 'y2'), ((0, 1), (1, 2)))
    """
    kind, facets = _facets(text, content)
    names = sorted({name for facet in facets for name in facet}, key=_order)
    refuse_huge(text, len(names), 0)
    number = {name: k for k, name in enumerate(names)}
    pairs = {
        frozenset(pair)
        for facet in facets
        if kind == "legal" or len(facet) == 2
        for pair in combinations(facet, 2)
    }
    if kind == "legal":
        pairs = {frozenset(pair) for pair in combinations(names, 2)} - pairs
        _check_flag(text, names, pairs, set(facets))
    else:
        large = next((facet for facet in facets if len(facet) > 2), None)
        if large is not None:
            raise _no_flag(text, sorted(large, key=_order))
    edges = [tuple(sorted(number[name] for name in pair)) for pair in pairs]
    board = replace(from_edges(text, len(names), [(a, b) for a, b in edges]), names=tuple(names))
    marks: dict[str, list[int]] = {"left": [], "right": [], "nobody": []}
    alone = {name for facet in facets if kind == "illegal" and len(facet) == 1 for name in facet}
    for name, cell in number.items():
        key = "nobody" if name in alone else _OWNERS.get(name[0].lower())
        if key is not None:
            marks[key].append(cell)
    return with_marks(board, marks)


def _facets(text: str, content: str) -> tuple[str, list[_Facet]]:
    """What kind of complex is told, and its facets."""
    found = _COMPLEX.search(content)
    if found:
        rows = [monomial.replace("*", " ").split() for monomial in found[2].split(",")]
        return found[1], _checked(text, rows)
    lines = [line.split("--")[0].strip() for line in content.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    if not lines or lines[0] not in ("legal", "illegal"):
        raise BoardError(
            f"board {text!r}: expected a line legal or illegal and then a facet a line, or Macaulay2's"
            " legal = simplicialComplex {...}"
        )
    return lines[0], _checked(text, [line.replace("*", " ").replace(",", " ").split() for line in lines[1:]])


def _checked(text: str, rows: Iterable[Sequence[str]]) -> list[_Facet]:
    facets = []
    for row in rows:
        strange = next((name for name in row if not _NAME.fullmatch(name)), None)
        if strange is not None or len(set(row)) < len(row):
            raise BoardError(
                f"board {text!r}: {' '.join(row)!r} is no facet; it is different names, as x1 x2 y1"
            )
        if row:
            facets.append(frozenset(row))
    if not facets:
        raise BoardError(f"board {text!r}: the complex has no facet with a placement in it")
    return facets


def _check_flag(text: str, names: list[str], apart: set[_Facet], facets: set[_Facet]) -> None:
    """Refuses a legal complex of which some placements go together two by two, and not all together."""
    friends = {
        name: {other for other in names if other != name and frozenset((name, other)) not in apart}
        for name in names
    }
    waiting: list[tuple[_Facet, set[str], set[str]]] = [(frozenset(), set(names), set())]
    steps = 0
    while waiting:
        clique, open_, done = waiting.pop()
        steps += 1
        if steps > _MOST_CLIQUES:
            raise LimitError(f"board {text!r}: too many placements go together to see whether all do")
        if not open_ and not done and not any(clique <= facet for facet in facets):
            raise _no_flag(text, sorted(clique, key=_order))
        pivot = max(open_ | done, key=lambda name: len(friends[name] & open_), default=None)
        for name in sorted(open_ - (friends[pivot] if pivot else set()), key=_order):
            waiting.append((clique | {name}, open_ & friends[name], done & friends[name]))
            open_, done = open_ - {name}, done | {name}


def _no_flag(text: str, together: Sequence[str]) -> BoardError:
    return BoardError(
        f"board {text!r}: {' '.join(together)} go together two by two, and not all together; only games"
        " of which pairs of placements decide are told by a graph, and read here"
    )


def _order(name: str) -> tuple[str, int, str]:
    digits = re.search(r"[0-9]+$", name)
    return name[0], int(digits[0]) if digits else 0, name
