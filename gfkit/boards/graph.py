"""Graphs from files: graph6, or a list of edges with two names a line."""

from __future__ import annotations

from gfkit.boards.board import Board, from_edges, refuse_huge
from gfkit.boards.textfile import lines_of
from gfkit.errors import BoardError

_HEADER = ">>graph6<<"


def read_graph(text: str, content: str) -> Board:
    """The board of a graph file's content.

    >>> read_graph("graph:k3", "Bw").edges
    ((0, 1), (0, 2), (1, 2))
    >>> read_graph("graph:p3", "a b\\nb c").edges
    ((0, 1), (1, 2))
    """
    lines = [(number, line.strip()) for number, line in enumerate(lines_of(content), 1)]
    lines = [(number, line) for number, line in lines if line]
    if not lines:
        raise BoardError(f"board {text!r}: the file is empty; a graph6 line or an edge list is needed")
    first = lines[0][1]
    if first.startswith(_HEADER) or (len(lines) == 1 and len(first.split()) == 1):
        if len(lines) > 1:
            raise BoardError(f"board {text!r}: the file has {len(lines)} graph6 lines; one is needed")
        return _graph6(text, first.removeprefix(_HEADER))
    return _edge_list(text, [(n, line) for n, line in lines if not line.startswith("#")])


def _edge_list(text: str, lines: list[tuple[int, str]]) -> Board:
    names: dict[str, int] = {}
    edges = []
    for number, line in lines:
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
    if not edges:
        raise BoardError(
            f"board {text!r}: no line of the file has two names; an edge list or one graph6 line is needed"
        )
    refuse_huge(text, len(names), len(edges))
    return from_edges(text, len(names), edges)


def _graph6(text: str, line: str) -> Board:
    values = [ord(character) - 63 for character in line]
    bad = next((c for c, value in zip(line, values, strict=True) if not 0 <= value <= 63), None)
    if bad is not None or not values:
        other = {":": ", as sparse6 does", "&": ", as digraph6 does"}.get(line[:1], "")
        shown = f"has the character {bad!r}{other}" if bad else "is empty"
        raise BoardError(
            f"board {text!r}: the graph6 line {shown}; graph6 uses '?' to '~' only,"
            " and an edge list has two names a line"
        )
    if values[0] < 63:
        digits, values = values[:1], values[1:]
    else:
        start, end = (2, 8) if values[1:2] == [63] else (1, 4)
        if len(values) < end:
            raise BoardError(f"board {text!r}: the graph6 line {line!r} ends inside the number of vertices")
        digits, values = values[start:end], values[end:]
    size = sum(digit << (6 * place) for place, digit in enumerate(reversed(digits)))
    pairs = size * (size - 1) // 2
    refuse_huge(text, size, 0)
    if len(values) != (pairs + 5) // 6:
        needed = (pairs + 5) // 6
        raise BoardError(
            f"board {text!r}: graph6 for {size} vertices needs {needed} character{'s' * (needed != 1)}"
            f" after the size, found {len(values)}"
        )
    refuse_huge(text, size, sum(value.bit_count() for value in values))
    edges = []
    bit = 0
    for second in range(size):
        for first in range(second):
            if values[bit // 6] >> (5 - bit % 6) & 1:
                edges.append((first, second))
            bit += 1
    return from_edges(text, size, edges)
