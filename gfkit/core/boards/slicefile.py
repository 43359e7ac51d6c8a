"""Slices given in a TOML file, and boards and families given by Python graphs."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from gfkit.core.boards.board import Board, Edge, from_edges, refuse_huge, simple_edges
from gfkit.core.boards.family import Family
from gfkit.core.boards.graphfile import with_marks
from gfkit.core.boards.slices import Link, SlicePart, Slices, StripEnd
from gfkit.core.errors import BoardError, known_choices
from gfkit.core.files import TomlError, read_toml

_KEYS = {"slice", "links", "ring", "twist", "hubs", "first", "last", "first_n"}
_PARTS = {
    "slice": {"vertices", "edges"},
    "hubs": {"vertices", "edges", "spokes"},
    "first": {"vertices", "edges", "links", "spokes"},
    "last": {"vertices", "edges", "links", "spokes"},
}


def read_slices(asked: str, content: str) -> Slices:
    r"""Parse slices from the content of a TOML file.

    >>> read_slices("", "links = [[0, 0]]\nring = true\n[slice]\nvertices = 2\nedges = [[0, 1]]").word
    'slices(2;in=0-1;to=0-0-1;ring)'
    """
    try:
        table = read_toml(content)
    except TomlError as error:
        raise BoardError(f"board {asked!r}: the file {error}") from None
    try:
        return _parse_slices(table)
    except BoardError as error:
        raise BoardError(f"board {asked!r}: {error}") from None


def _parse_slices(table: Mapping[str, Any]) -> Slices:
    _check_keys("the file", table, _KEYS)
    if "slice" not in table:
        raise BoardError("a table [slice] with vertices and edges is needed")
    parts = {name: table.get(name, {}) for name in _PARTS}
    for name, part in parts.items():
        if not isinstance(part, Mapping):
            raise BoardError(f"{name}: expected a table with vertices and edges, got {part!r}")
        _check_keys(name, part, _PARTS[name])
    ring = table.get("ring", False)
    if not isinstance(ring, bool):
        raise BoardError(f"ring: expected true or false, got {ring!r}")
    slices = Slices(
        _parse_part("slice", parts["slice"]),
        tuple(
            (a, b, far[0] if far else 1)
            for a, b, *far in _parse_rows("links", table.get("links", []), (2, 3))
        ),
        ring,
        tuple(_parse_numbers("twist", table.get("twist", []))),
        _parse_part("hubs", parts["hubs"]),
        _parse_pairs("spokes", parts["hubs"].get("spokes", [])),
        _parse_end("first", parts["first"]) if "first" in table else None,
        _parse_end("last", parts["last"]) if "last" in table else None,
    )
    return _from_first_n(slices, table.get("first_n"))


def _from_first_n(slices: Slices, first_n: object) -> Slices:
    """Return the slices for n >= first_n. Raise BoardError if there is no board of size first_n."""
    if first_n is None:
        return slices
    least = _parse_number("first_n", first_n)
    if least < slices.first_n:
        raise BoardError(f"first_n {least} is too small: the first board has n = {slices.first_n}")
    return replace(slices, least=least if least > slices.first_n else 0)


def _check_keys(where: str, table: Mapping[str, Any], keys: set[str]) -> None:
    strange = sorted(set(table) - keys)
    if strange:
        raise BoardError(f"{where}: unknown key {strange[0]!r}; {known_choices(strange[0], sorted(keys))}")


def _parse_end(name: str, table: Mapping[str, Any]) -> StripEnd:
    joined = (_parse_pairs(f"{key} of {name}", table.get(key, [])) for key in ("links", "spokes"))
    return StripEnd(_parse_part(name, table), *joined)


def _parse_part(name: str, table: Mapping[str, Any]) -> SlicePart:
    edges = _parse_pairs(f"edges of {name}", table.get("edges", []))
    counted = 1 + max((v for edge in edges for v in edge), default=-1)
    return SlicePart(_parse_number(f"vertices of {name}", table.get("vertices", counted)), edges)


def _parse_number(label: str, value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise BoardError(f"{label}: expected an integer >= 0, got {value!r}")
    return value


def _parse_numbers(label: str, values: object) -> list[int]:
    if not isinstance(values, Sequence) or isinstance(values, str):
        raise BoardError(f"{label}: expected a list of integers, got {values!r}")
    return [_parse_number(label, value) for value in values]


def _parse_rows(label: str, rows: object, lengths: tuple[int, ...]) -> list[list[int]]:
    if not isinstance(rows, Iterable) or isinstance(rows, str | Mapping):
        raise BoardError(f"{label}: expected a list of pairs of vertices, got {rows!r}")
    numbers = [_parse_numbers(label, row) for row in rows]
    wrong = next((row for row in numbers if len(row) not in lengths), None)
    if wrong is not None:
        text = " or ".join(map(str, lengths))
        raise BoardError(f"{label}: {wrong} contains {len(wrong)} numbers, but {text} are needed")
    return numbers


def _parse_pairs(label: str, rows: object) -> tuple[Edge, ...]:
    return tuple((a, b) for a, b in _parse_rows(label, rows, (2,)))


# Graphs in Python

GraphLike = object
"""Number of vertices, pairs of vertices, an adjacency matrix, or a graph of networkx or Sage."""


def family(
    slice: GraphLike,  # noqa: A002  - what it is called everywhere else
    links: Iterable[Sequence[Hashable]] = (),
    *,
    ring: bool = False,
    twist: Mapping[Hashable, Hashable] | Sequence[Hashable] = (),
    hubs: GraphLike = 0,
    spokes: Iterable[Sequence[Hashable]] = (),
    first: Sequence[Any] = (),
    last: Sequence[Any] = (),
    first_n: int | None = None,
) -> Family:
    """Return a family of boards that consist of copies of one slice.

    A graph is a number of isolated vertices, a list of pairs of vertices, an adjacency matrix, or any object
    with ``nodes`` or ``vertices`` and ``edges``, such as networkx and Sage graphs. Vertices keep their names.

    Parameters
    ----------
    slice : graph
        The slice.
    links : pairs or triples, default none
        A vertex of a slice and a vertex of the next slice; with a third number d, of the d-th slice after it.
    ring : bool, default False
        If True, the last slices are linked to the first.
    twist : mapping or sequence, optional
        For a cyclic family, the vertex of the first slice that replaces each vertex after the last.
    hubs : graph, default 0
        Vertices that belong to no slice.
    spokes : pairs, default none
        A hub and a vertex of every slice.
    first, last : tuple, optional
        Part before the first slice, and part after the last: a graph, pairs of a vertex of the part and a
        vertex of the adjacent slice, and optionally pairs of a hub and a vertex of the part.
    first_n : int, optional
        Minimum number of slices; the default is 0, or 1 with ``first`` or ``last``, or 3 for a ring.

    Returns
    -------
    Family
        The family, whose board of size n has n slices.

    Raises
    ------
    BoardError
        The argument is not a graph, or names an unknown vertex; no board has ``first_n`` slices.

    Examples
    --------
    >>> family([(0, 1)], [(0, 0), (1, 1)], ring=True, twist=(1, 0)).at(4).size
    8
    """
    names, edges = _read_graph("slice", slice)
    hub_names, hub_edges = _read_graph("hubs", hubs)
    place = {name: k for k, name in enumerate(names)}
    hub = {name: k for k, name in enumerate(hub_names)}
    if not isinstance(twist, Mapping | Sequence) or isinstance(twist, str):
        raise BoardError(f"twist: expected an image for every vertex of a slice, got {twist!r}")
    if (
        isinstance(twist, Mapping)
        and (lost := next((name for name in names if name not in twist), None)) is not None
    ):
        raise BoardError(f"twist: the image of {lost!r} is missing")
    turned = [twist[name] for name in names] if isinstance(twist, Mapping) else list(twist)
    slices = Slices(
        SlicePart(len(names), edges),
        tuple(_parse_link(place, link) for link in links),
        ring,
        tuple(_index_of("twist", place, name) for name in turned),
        SlicePart(len(hub_names), hub_edges),
        _edges_between("spokes", hub, place, spokes),
        _strip_end("first", first, hub, place),
        _strip_end("last", last, hub, place),
    )
    return Family(_from_first_n(slices, first_n).word, (None,))


def graph(
    board: GraphLike,
    *,
    left: Iterable[Hashable] = (),
    right: Iterable[Hashable] = (),
    nobody: Iterable[Hashable] = (),
    pieces_left: Iterable[Hashable] = (),
    pieces_right: Iterable[Hashable] = (),
    labels: Mapping[str, Any] | Sequence[str] | None = None,
) -> Board:
    """Return a graph as a board; vertices may be reserved, or have a piece already placed.

    Parameters
    ----------
    board : graph
        A graph as for ``family``. Every function that accepts a board also accepts a networkx graph.
    left, right, nobody : vertices, default none
        Vertices reserved for Left, for Right, or for no player.
    pieces_left, pieces_right : vertices, default none
        Vertices with a piece of Left or of Right already placed.
    labels : mapping or list of str, optional
        Data of vertices and edges for a rule that reads labels: for each name a mapping from vertices and
        pairs of vertices to values; or names of attributes of a networkx graph.

    Returns
    -------
    Board
        The board.

    Raises
    ------
    BoardError
        The argument is not a simple undirected graph.

    Examples
    --------
    >>> graph([("a", "b"), ("b", "c")]).edges
    ((0, 1), (1, 2))
    >>> graph([("a", "b"), ("b", "c")], left="ac").text
    'graph:0,1,2,0-1,1-2;left=0,2'
    """
    names, edges = _read_graph("graph", board)
    refuse_huge("graph", len(names), len(edges))
    place = {name: k for k, name in enumerate(names)}
    asked = {"left": left, "right": right, "nobody": nobody}
    asked |= {"pieces-left": pieces_left, "pieces-right": pieces_right}
    marks = {
        key: [_index_of(key, place, name) for name in _list_vertices(row, place)]
        for key, row in asked.items()
    }
    text = f"slices({len(names)}{';in=' if edges else ''}{','.join(f'{a}-{b}' for a, b in edges)}):1"
    if any(marks.values()):
        words = [*map(str, range(len(names))), *(f"{a}-{b}" for a, b in edges)]
        text = f"graph:{','.join(words)}" + "".join(
            f";{key}={','.join(map(str, row))}" for key, row in marks.items() if row
        )
    made = replace(from_edges(text, len(names), edges), names=tuple(map(str, names)))
    made = with_marks(made, marks)
    if labels is None:
        return made
    from gfkit.core.boards.labels import with_labels

    return with_labels(made, labels, board)


def _list_vertices(row: object, place: Mapping[Hashable, int]) -> Iterable[Hashable]:
    """Return the vertices in a list; a single vertex may be given by its name."""
    if isinstance(row, Hashable) and row in place:
        return [row]
    return row if isinstance(row, Iterable) else [row]


def _index_of(label: str, place: Mapping[Hashable, int], name: Hashable) -> int:
    if name not in place:
        named = ", ".join(map(repr, list(place)[:8]))
        known = f"the vertices are {named}" if named else "there are none"
        raise BoardError(f"{label}: unknown vertex {name!r}; {known}")
    return place[name]


def _parse_link(place: Mapping[Hashable, int], link: Sequence[Hashable]) -> Link:
    a, b, *far = _parse_row("links", link, (2, 3))
    if far and type(far[0]) is not int:
        raise BoardError(f"links: the third entry of {link!r} must be a number of slices")
    return _index_of("links", place, a), _index_of("links", place, b), cast(int, far[0]) if far else 1


def _parse_row(label: str, row: Sequence[Hashable], lengths: tuple[int, ...]) -> list[Hashable]:
    """Return a pair or a triple of vertices."""
    entries = list(row) if isinstance(row, Iterable) and not isinstance(row, str) else []
    if len(entries) not in lengths:
        raise BoardError(
            f"{label}: {row!r} is not a {'pair or triple' if 3 in lengths else 'pair'} of vertices"
        )
    return entries


def _edges_between(
    label: str,
    one: Mapping[Hashable, int],
    other: Mapping[Hashable, int],
    pairs: Iterable[Sequence[Hashable]],
) -> tuple[Edge, ...]:
    rows_read = [_parse_row(label, pair, (2,)) for pair in pairs]
    return tuple((_index_of(label, one, a), _index_of(label, other, b)) for a, b in rows_read)


def _strip_end(
    label: str, given: Sequence[Any], hub: Mapping[Hashable, int], place: Mapping[Hashable, int]
) -> StripEnd | None:
    """Return the end part given by a graph, its links and its spokes."""
    if not given:
        return None
    if not isinstance(given, tuple | list) or not 1 <= len(given) <= 3:
        raise BoardError(f"{label}: expected a graph, its links and optionally its spokes, got {given!r}")
    names, edges = _read_graph(label, given[0])
    own = {name: k for k, name in enumerate(names)}
    links, spokes = (*given[1:], (), ())[:2]
    return StripEnd(
        SlicePart(len(names), edges),
        _edges_between(f"links of {label}", own, place, links),
        _edges_between(f"spokes of {label}", hub, own, spokes),
    )


def _read_graph(label: str, given: GraphLike) -> tuple[list[Hashable], tuple[Edge, ...]]:
    """Return the names of the vertices of a graph in order, and its edges as pairs of indices."""
    if isinstance(given, int):
        refuse_huge(label, given, 0)
        return list(range(given)), ()
    if isinstance(given, Board):
        return list(range(given.size)), given.edges
    nodes = getattr(given, "nodes", None) or getattr(given, "vertices", None)
    if nodes is not None and hasattr(given, "edges"):
        if (directed := getattr(given, "is_directed", None)) is not None and directed():
            raise BoardError(f"{label}: directed graphs are not supported")
        edges = given.edges
        pairs = [tuple(edge)[:2] for edge in (edges() if callable(edges) else edges)]
        names = list(nodes() if callable(nodes) else nodes)
    elif isinstance(given, Iterable) and not isinstance(given, str | Mapping):
        listed = list(given)
        if not all(isinstance(row, Iterable) for row in listed):
            raise BoardError(f"{label}: an edge must be a pair of vertices")
        rows: list[list[Hashable]] = [list(row) for row in listed]
        if _is_matrix(rows):
            if any(rows[i][j] != rows[j][i] for i in range(len(rows)) for j in range(i)):
                raise BoardError(f"{label}: the adjacency matrix is not symmetric")
            names = list(range(len(rows)))
            pairs = [(i, j) for j in names for i in range(j + 1) if rows[i][j]]
        else:
            if any(len(row) != 2 for row in rows):
                raise BoardError(f"{label}: an edge must be a pair of vertices")
            pairs = [(row[0], row[1]) for row in rows]
            names = list(dict.fromkeys(name for pair in pairs for name in pair))
            names = sorted(names) if all(type(name) is int for name in names) else names
            if names and all(type(name) is int and name >= 0 for name in names):
                refuse_huge(label, cast(int, names[-1]) + 1, 0)
                names = list(range(cast(int, names[-1]) + 1))
    else:
        raise BoardError(
            f"{label}: expected a number of vertices, pairs of vertices, an adjacency matrix or a graph"
            f" with nodes and edges, got {type(given).__name__}"
        )
    place = {name: k for k, name in enumerate(names)}
    loop = next((a for a, b in pairs if a == b), None)
    if loop is not None:
        raise BoardError(f"{label}: the graph has a loop at {loop!r}")
    listed = [(place[a], place[b]) for a, b in pairs]
    sorted_pairs = [(min(edge), max(edge)) for edge in listed]
    simple_edges(label, listed if nodes is None else sorted_pairs, names)
    return names, tuple(sorted(set(sorted_pairs)))


def _is_matrix(rows: list[list[Hashable]]) -> bool:
    """Return True if rows form a square matrix of 0 and 1, and not a list of pairs."""
    size = len(rows)
    square = size > 0 and all(len(row) == size and all(value in (0, 1) for value in row) for row in rows)
    return square and not (size == 2 and rows == [[0, 1], [0, 1]])
