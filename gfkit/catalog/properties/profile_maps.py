"""The maps between Snort and Col on bipartite graphs, run on every position of small ones."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from gfkit.catalog.check import Arguments, Found, Method
from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.catalog.plain.graphs import Graph, all_graphs, colouring, name, neighbours
from gfkit.errors import BoardError, CatalogError

_RULE = re.compile(r"(snort to col|col to snort): least even, (\w+) the (\w+); least odd, (\w+) the (\w+)")
Position = tuple[str, ...]


def components(statement: Statement, asked: Arguments) -> Found:
    """A map that works on each component of occupied vertices by the parity of its least number.

    ``swap the odd`` exchanges the colours of its odd vertices, ``copy the odd`` gives them the colour of the
    least vertex, ``keep the odd`` leaves them. Must lead to positions of the other game, and to each once.
    """
    read = _RULE.fullmatch(statement[0])
    if read is None or not {read[2], read[4]} <= {"swap", "copy", "keep"}:
        raise CatalogError(
            "statement: must be 'snort to col: least even, swap the odd; least odd, swap the even', or"
            " with copy or keep"
        )
    here, there = read[1].split(" to ")
    for graph in all_graphs(asked["vertices"]):
        for numbers in _numberings(graph):
            images = set()
            for position in _positions(here, graph):
                image = _image(position, graph, numbers, read)
                if not _fits(there, graph, image) or image in images:
                    at = f"{name(graph)}, numbered {' '.join(map(str, numbers))}"
                    return Found(
                        Standing.REFUTED, "run as a map", Witness(at, "".join(image), "".join(position))
                    )
                images.add(image)
    return Found(Standing.CONSISTENT, f"run on all bipartite graphs with up to {asked['vertices']} vertices")


def _numberings(graph: Graph) -> Iterator[list[int]]:
    """Numbers by class, even for one of them; and the other way round."""
    classes = colouring(graph)
    if classes is not None:
        for parity in (0, 1):
            numbers = [0]
            for kind in classes:
                numbers.append(numbers[-1] + 1 + (numbers[-1] + kind + parity) % 2)
            yield numbers[1:]


def _positions(game: str, graph: Graph) -> Iterator[Position]:
    return (p for p in product("EBR", repeat=graph[0]) if _fits(game, graph, p))


def _fits(game: str, graph: Graph, position: Position) -> bool:
    both = ((position[a], position[b]) for a, b in graph[1])
    return not any("E" not in pair and (pair[0] == pair[1]) == (game == "col") for pair in both)


def _image(position: Position, graph: Graph, numbers: list[int], rule: re.Match[str]) -> Position:
    made = list(position)
    for part in _components(position, graph):
        least = min(part, key=numbers.__getitem__)
        verb, which = (rule[2], rule[3]) if numbers[least] % 2 == 0 else (rule[4], rule[5])
        for vertex in part:
            if numbers[vertex] % 2 == (which == "odd"):
                old = position[vertex]
                made[vertex] = {"swap": "R" if old == "B" else "B", "copy": position[least], "keep": old}[
                    verb
                ]
    return tuple(made)


def _components(position: Position, graph: Graph) -> Iterator[list[int]]:
    """The components of the occupied vertices."""
    waiting = {v for v, letter in enumerate(position) if letter != "E"}
    while waiting:
        part, border = [], [waiting.pop()]
        while border:
            vertex = border.pop()
            part.append(vertex)
            near = waiting & set(neighbours(graph, vertex))
            waiting -= near
            border += near
        yield part


def drawn(statement: Statement, asked: Arguments) -> Found:  # noqa: ARG001
    """The same on two adjacent vertices only, where the board itself refuses what is no position."""
    read = _RULE.fullmatch(statement[0])
    assert read is not None, "read by the other method before"
    for least in (1, 2):
        verb, which = (read[2], read[3]) if least == 2 else (read[4], read[5])
        numbers = {"odd": least if least % 2 else least + 1, "even": least + least % 2}
        for pair in ("BB", "RR") if read[1] == "snort to col" else ("BR", "RB"):
            changed = numbers[which] - least
            put = {"swap": "R" if pair[changed] == "B" else "B", "copy": pair[0], "keep": pair[changed]}[verb]
            image = pair[:changed] + put + pair[changed + 1 :]
            if not _is_position(read[1].split(" to ")[1], image):
                at = f"{name((2, ((0, 1),)))}, numbered {least} {least + 1}"
                return Found(Standing.REFUTED, "drawn on two vertices", Witness(at, image, pair))
    return Found(Standing.CONSISTENT, "drawn on two vertices")


def _is_position(game: str, image: str) -> bool:
    """Whether a board with these pieces can be drawn."""
    from gfkit.transfer import count

    try:
        count(game, "".join("AB"[k] if c == "B" else "cd"[k] for k, c in enumerate(image)) + "#")
    except BoardError:
        return False
    return True


METHODS: dict[str, dict[str, Method]] = {"components": {"map": components, "drawn": drawn}}
