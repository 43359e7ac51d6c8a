"""Boards from simplicial complexes: the conflict graph of a game told by its legal or illegal complex."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from gfkit.boards.board import Board, from_edges, refuse_huge
from gfkit.boards.marks import with_marks
from gfkit.errors import BoardError, LimitError

_COMPLEX = re.compile(r"\b(legal|illegal)\s*=\s*(?:simplicialComplex|monomialIdeal)\s*\{([^{}]*)\}")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,30}")
_OWNERS = {"x": "left", "y": "right"}
_MOST_FACES = 200_000

_Facet = frozenset[str]


def read_complex(text: str, content: str) -> Board:
    """The board on which Node Kayles is the game whose legal, or illegal, complex has these facets.

    A line ``legal`` or ``illegal``, then a facet a line; or Macaulay2's ``legal = simplicialComplex {...}``.
    Placements that begin with x are Left's, with y Right's, all others both players'. Pairs that are illegal
    are edges; larger sets of which all parts are legal are kept beside them, as no graph tells them.

    >>> board = read_complex("", "illegal\\nx1 y1\\ny1 y2 y3\\n")
    >>> board.names, board.edges, board.illegal
    (('x1', 'y1', 'y2', 'y3'), ((0, 1),), ((1, 2, 3),))
    """
    kind, facets = _facets(text, content)
    names = sorted({name for facet in facets for name in facet}, key=_order)
    refuse_huge(text, len(names), 0)
    number = {name: k for k, name in enumerate(names)}
    smallest = set(facets) if kind == "illegal" else _smallest_illegal(text, names, facets)
    smallest = {simplex for simplex in smallest if not any(other < simplex for other in smallest)}
    sets = sorted(tuple(sorted(number[name] for name in simplex)) for simplex in smallest)
    edges = [(simplex[0], simplex[1]) for simplex in sets if len(simplex) == 2]
    larger = tuple(simplex for simplex in sets if len(simplex) > 2)
    board = replace(from_edges(text, len(names), edges), names=tuple(names), illegal=larger)
    if larger:
        board = replace(board, alike=False)
    marks: dict[str, list[int]] = {"left": [], "right": [], "nobody": []}
    alone = {name for simplex in smallest if len(simplex) == 1 for name in simplex}
    for name, cell in number.items():
        key = "nobody" if name in alone else _OWNERS.get(name[0].lower())
        if key is not None:
            marks[key].append(cell)
    return with_marks(board, marks)


def _facets(text: str, content: str) -> tuple[str, list[_Facet]]:
    """What kind of complex is told, and its facets."""
    match = _COMPLEX.search(content)
    if match:
        rows = [monomial.replace("*", " ").split() for monomial in match[2].split(",")]
        return match[1], _check_facets(text, rows)
    lines = [line.split("--")[0].strip() for line in content.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    if not lines or lines[0] not in ("legal", "illegal"):
        raise BoardError(
            f"board {text!r}: expected a line legal or illegal and then a facet a line, or Macaulay2's"
            " legal = simplicialComplex {...}"
        )
    return lines[0], _check_facets(
        text, [line.replace("*", " ").replace(",", " ").split() for line in lines[1:]]
    )


def _check_facets(text: str, rows: Iterable[Sequence[str]]) -> list[_Facet]:
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


def _smallest_illegal(text: str, names: list[str], facets: list[_Facet]) -> set[_Facet]:
    """The sets that lie in no facet though all their proper parts do, from smaller sets to larger ones."""
    smallest: set[_Facet] = set()
    level = [frozenset((name,)) for name in names]
    seen = 0
    while level:
        seen += len(level)
        if seen > _MOST_FACES:
            raise LimitError(
                f"board {text!r}: its complex has more than {_MOST_FACES} faces; tell it by its illegal sets"
            )
        faces = set(level)
        larger: dict[_Facet, None] = {}
        for face in level:
            last = max(map(_order, face))
            larger |= dict.fromkeys(face | {name} for name in names if _order(name) > last)
        level = []
        for big in larger:
            if all(big - {name} in faces for name in big):
                if any(big <= facet for facet in facets):
                    level.append(big)
                else:
                    smallest.add(big)
    return smallest


def _order(name: str) -> tuple[str, int, str]:
    digits = re.search(r"(?<![0-9])[0-9]++$", name)
    return name[0], int(digits[0]) if digits else 0, name
