"""Graphs that are written out: in a word, as nested brackets, or in a file."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

from gfkit.boards.board import Board, from_edges, refuse_huge
from gfkit.boards.graph6 import graph6
from gfkit.boards.marks import MARKS, with_marks
from gfkit.errors import BoardError, known_choices
from gfkit.runs.files import can_open, text_lines

_HEADER = ">>graph6<<"
_VERTEX = re.compile(r"[A-Za-z0-9_]{1,20}")
_SHORT_NAME = 2
_TABLE_ROW = re.compile(r"[^\s,;]+\s*[,;]\s*[^\s,;]+")
"""An edge in a table with commas or semicolons; no graph6 has these."""


def written_graph(asked: str, rest: str) -> Board | None:
    """The board whose edges the word itself lists, ``a-b,b-c`` or ``a-b-c,d``, where no file has this name.

    Without a comma names have at most two characters, so that nobody's misspelt file is taken for a path.
    After semicolons may follow which vertices are reserved, and which have a piece, as ``;left=a,c``.

    >>> from gfkit.boards import parse_board
    >>> parse_board("graph:a-b-c,c-a,d").edges, parse_board("graph:a-b-c,c-a,d").size
    (((0, 1), (0, 2), (1, 2)), 4)
    >>> parse_board("graph:a-b-c;left=a;pieces-right=c").tints
    (<Player.LEFT: 'left'>, <Player.BOTH: 'both'>, <Player.BOTH: 'both'>)
    """
    rest, *marks = rest.split(";")
    chains = [chain.split("-") for chain in rest.split(",")]
    names = [name for chain in chains for name in chain]
    is_short = bool(marks) or "," in rest or max(map(len, names)) <= _SHORT_NAME
    if (
        not (marks or "-" in rest or "," in rest)
        or not is_short
        or not all(map(_VERTEX.fullmatch, names))
        or can_open(rest)
    ):
        return None
    pairs = [" ".join(pair) for chain in chains for pair in (pairwise(chain) if len(chain) > 1 else [chain])]
    return _edge_list(asked, list(enumerate([*pairs, *_told_marks(asked, marks)], 1)))


def _told_marks(asked: str, told: list[str]) -> list[str]:
    """What follows after semicolons, as lines of an edge list."""
    strange = next(
        (key for mark in told if (key := mark.partition("=")[0]) not in MARKS or "=" not in mark), None
    )
    if strange is not None:
        raise BoardError(
            f"board {asked!r}: {strange!r} marks no vertices; {known_choices(strange, MARKS)}, with"
            " vertices after an equals sign, as in ;left=a,b"
        )
    return [mark.replace("=", ": ", 1).replace(",", " ") for mark in told]


def written_tree(asked: str, rest: str) -> Board:
    """The tree that nested brackets are: each pair is a vertex, and the pairs in it are joined to it.

    Vertices are called 1, 2, ... in the order in which they open, and may be marked as those of graphs.

    >>> from gfkit.boards import parse_board
    >>> parse_board("tree:(()(()))").edges, parse_board("tree:((),());left=1,3").tints[0]
    (((0, 1), (0, 2), (2, 3)), <Player.LEFT: 'left'>)
    """
    brackets, *marks = rest.split(";")
    lines: list[str] = []
    path: list[int] = []
    vertices = 0
    for at, mark in enumerate(brackets):
        if mark == ")" and path:
            path.pop()
        elif mark == "(" and (path or not vertices):
            vertices += 1
            lines.append(f"{path[-1]} {vertices}" if path else "1")
            path.append(vertices)
        elif mark not in " ,":
            read = f"after {brackets[:at]!r}" if at else "first"
            raise BoardError(f"board {asked!r}: {mark!r} {read} belongs to no tree, as tree:(()(())) is one")
    if path or not vertices:
        missing = "')' is missing at the end" if path else "brackets must follow"
        raise BoardError(f"board {asked!r}: {missing}; a tree is nested brackets, as tree:(()(()))")
    if vertices == 1 and not marks:
        return replace(from_edges(asked, 1, []), names=("1",))
    return _edge_list(asked, list(enumerate([*lines, *_told_marks(asked, marks)], 1)))


def read_graph(text: str, content: str) -> Board:
    """The board of a graph file's content: graph6, an adjacency matrix, or an edge list.

    >>> read_graph("graph:k3", "Bw").edges
    ((0, 1), (0, 2), (1, 2))
    >>> read_graph("graph:p3", "a b\\nb c").edges
    ((0, 1), (1, 2))
    >>> read_graph("graph:p3", "a,b\\nb, c").edges
    ((0, 1), (1, 2))
    """
    lines = [(number, line.strip()) for number, line in enumerate(text_lines(content), 1)]
    lines = [(number, line) for number, line in lines if line]
    if not lines:
        raise BoardError(f"board {text!r}: the file is empty; a graph6 line or an edge list is needed")
    rows = [(n, line) for n, line in lines if not line.startswith("#")]
    if rows and all(_TABLE_ROW.fullmatch(line) for _, line in rows):
        return _edge_list(text, [(n, re.sub("[,;]", " ", line)) for n, line in rows])
    first = lines[0][1]
    if first.startswith(_HEADER) or (len(lines) == 1 and len(first.split()) == 1):
        if len(lines) > 1:
            raise BoardError(f"board {text!r}: the file has {len(lines)} graph6 lines; one is needed")
        size, pairs = graph6(text, first.removeprefix(_HEADER))
        return from_edges(text, size, pairs)
    return _matrix(text, rows) or _edge_list(text, rows)


def _matrix(text: str, lines: list[tuple[int, str]]) -> Board | None:
    """The board of an adjacency matrix of three rows or more, which no edge list looks like."""
    rows = [line.split() for _, line in lines]
    size = len(rows)
    if size < 3 or any(len(row) != size or not set(row) <= {"0", "1"} for row in rows):
        return None
    for i, row in enumerate(rows):
        if row[i] == "1":
            raise BoardError(f"board {text!r}: line {lines[i][0]} of the matrix joins vertex {i} to itself")
        strange = next((j for j in range(i) if row[j] != rows[j][i]), None)
        if strange is not None:
            raise BoardError(
                f"board {text!r}: the matrix is not symmetric, at row {i + 1}, column {strange + 1}"
            )
    edges = [(i, j) for j in range(size) for i in range(j) if rows[i][j] == "1"]
    refuse_huge(text, size, len(edges))
    return from_edges(text, size, edges)


def _edge_list(text: str, lines: list[tuple[int, str]]) -> Board:
    names: dict[str, int] = {}
    edges = []
    marks: dict[str, list[tuple[int, str]]] = {}
    for number, line in lines:
        key, colon, listed = line.partition(":")
        if colon and key.strip() in MARKS:
            marks.setdefault(key.strip(), []).extend((number, name) for name in listed.split())
            continue
        ends = line.split()
        if len(ends) > 2:
            raise BoardError(
                f"board {text!r}: line {number} has {len(ends)} names, {line!r};"
                " an edge is two names, an isolated vertex one"
            )
        cells = [names.setdefault(name, len(names)) for name in ends]
        if len(cells) == 2:
            if cells[0] == cells[1]:
                raise BoardError(f"board {text!r}: line {number} joins {ends[0]!r} to itself")
            edges.append((cells[0], cells[1]))
    if not edges and not marks:
        raise BoardError(
            f"board {text!r}: no line of the file has two names; an edge list or one graph6 line is needed"
        )
    refuse_huge(text, len(names), len(edges))
    board = replace(from_edges(text, len(names), edges), names=tuple(names))
    return with_marks(
        board, {key: [_marked_vertex(text, names, *mark) for mark in row] for key, row in marks.items()}
    )


def _marked_vertex(text: str, names: dict[str, int], number: int, name: str) -> int:
    if name not in names:
        raise BoardError(
            f"board {text!r}: {name!r} is marked on line {number}, and no vertex has this name; vertices are"
            f" {', '.join(list(names)[:8])}"
        )
    return names[name]
