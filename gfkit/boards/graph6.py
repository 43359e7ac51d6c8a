"""graph6, the format of graphs in one line of text."""

from __future__ import annotations

from gfkit.boards.board import Edge, refuse_huge
from gfkit.errors import BoardError


def graph6(text: str, line: str) -> tuple[int, list[Edge]]:
    """The number of vertices and the edges that a line of graph6 writes; ``text`` names the board in errors.

    >>> graph6("graph:k3", "Bw")
    (3, [(0, 1), (0, 2), (1, 2)])
    """
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
    bits = "".join(f"{value:06b}" for value in values)
    every = ((first, second) for second in range(size) for first in range(second))
    return size, sorted(edge for edge, bit in zip(every, bits, strict=False) if bit == "1")
