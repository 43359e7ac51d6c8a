"""The maps between Snort and Col on bipartite graphs, run on every position of small ones."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
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
    read = _read(statement[0])
    here, there = read[1].split(" to ")
    for graph in all_graphs(asked["vertices"]):
        for numbers in _numberings(graph):
            images = set()
            for position in _positions(here, graph):
                image = _image(position, graph, numbers, read)
                fits = _fits(there, graph, image)
                if not fits or image in images:
                    true = f"no position of {there}" if not fits else "the image of another one"
                    return _refuted("run as a map", _numbered(graph, numbers), position, image, true)
                images.add(image)
    return Found(Standing.CONSISTENT, f"run on all bipartite graphs with up to {asked['vertices']} vertices")


def round_trip(statement: Statement, asked: Arguments) -> Found:
    """One map after the other, as ``with`` words them: A from Snort to Col, B back.

    B(A(S)) = S and A(B(C)) = C: what was there before. A(B(C)) = S: some position of Snort.
    """
    start, goal = _trip(statement)
    for graph in all_graphs(asked["vertices"]):
        for numbers in _numberings(graph):
            for position in _positions(_GAMES[start], graph):
                image = position
                for rule in (asked["forth"], asked["back"])[:: 1 if start == "S" else -1]:
                    image = _image(image, graph, numbers, _read(rule))
                if not (image == position if goal == start else _fits(_GAMES[goal], graph, image)):
                    true = "another position" if goal == start else f"no position of {_GAMES[goal]}"
                    return _refuted("run as maps", _numbered(graph, numbers), position, image, true)
    return Found(Standing.CONSISTENT, f"run on all bipartite graphs with up to {asked['vertices']} vertices")


_GAMES = {"S": "snort", "C": "col"}


def _trip(statement: Statement) -> tuple[str, str]:
    found = re.fullmatch(r"B\(A\((S)\)\) = (S|C)|A\(B\((C)\)\) = (S|C)", statement[0])
    if found is None:
        raise CatalogError("statement: must be B(A(S)) = S or A(B(C)) = C, with S or C on the right")
    return found[1] or found[3], found[2] or found[4]


def _read(text: str) -> re.Match[str]:
    read = _RULE.fullmatch(text)
    if read is None or not {read[2], read[4]} <= {"swap", "copy", "keep"}:
        raise CatalogError(
            "statement: must be 'snort to col: least even, swap the odd; least odd, swap the even', or"
            " with copy or keep"
        )
    return read


def _numbered(graph: Graph, numbers: list[int]) -> str:
    return f"{name(graph)}, numbered {' '.join(map(str, numbers))}"


def _refuted(evidence: str, at: str, position: Iterable[str], image: Iterable[str], true: str) -> Found:
    """The witness: a position goes to an image that is not what is claimed."""
    claimed = f"{''.join(position)} to {''.join(image)}"
    return Found(Standing.REFUTED, evidence, Witness(at, claimed, true))


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
    here, there = statement[0].partition(":")[0].split(" to ")
    for least in (1, 2):
        for pair in _PAIRS[here]:
            image = _drawn_image(statement[0], pair, least)
            if not _is_position(there, image):
                witness = Witness(_two(least), f"{pair} to {image}", f"no position of {there}")
                return Found(Standing.REFUTED, "drawn on two vertices", witness)
    return Found(Standing.CONSISTENT, "drawn on two vertices")


def round_trip_drawn(statement: Statement, asked: Arguments) -> Found:
    """The same on two adjacent vertices only."""
    start, _, goal = statement[0].partition(" = ")
    games = ("snort", "col") if start == "B(A(S))" else ("col", "snort")
    for least in (1, 2):
        for pair in _PAIRS[games[0]]:
            first, then = (asked["forth"], asked["back"])[:: 1 if games[0] == "snort" else -1]
            image = _drawn_image(then, _drawn_image(first, pair, least), least)
            if goal == start[4]:
                good, true = image == pair, "another position"
            else:
                good, true = _is_position(games[1], image), f"no position of {games[1]}"
            if not good:
                witness = Witness(_two(least), f"{pair} to {image}", true)
                return Found(Standing.REFUTED, "drawn on two vertices", witness)
    return Found(Standing.CONSISTENT, "drawn on two vertices")


_PAIRS = {"snort": ("BB", "RR"), "col": ("BR", "RB")}
"""The positions with both of two adjacent vertices taken."""


def _two(least: int) -> str:
    return f"graph on 2 vertices with the edges 0-1, numbered {least} {least + 1}"


def _drawn_image(rule: str, pair: str, least: int) -> str:
    """What a rule makes of two adjacent pieces, the first of them with the least number."""
    even, odd = (part.rpartition(", ")[2].split(" the ") for part in rule.split("; "))
    verb, which = odd if least % 2 else even
    changed = 0 if (which == "odd") == (least % 2 == 1) else 1
    put = {"swap": "BR"["RB".index(pair[changed])], "copy": pair[0], "keep": pair[changed]}[verb]
    return pair[:changed] + put + pair[changed + 1 :]


def _is_position(game: str, image: str) -> bool:
    """Whether a board with these pieces can be drawn."""
    from gfkit.transfer import count

    try:
        count(game, "".join("AB"[k] if c == "B" else "cd"[k] for k, c in enumerate(image)) + "#")
    except BoardError:
        return False
    return True


METHODS: dict[str, dict[str, Method]] = {
    "components": {"map": components, "drawn": drawn},
    "round-trip": {"map": round_trip, "drawn": round_trip_drawn},
}
