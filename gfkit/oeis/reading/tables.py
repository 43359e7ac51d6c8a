"""Words for graphs and structures in names, shared with all names of boards and structures in gfkit."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gfkit.core.boards import GRAPHS, Family, parse_board, synonyms
from gfkit.core.boards.grammar import SPELT
from gfkit.core.rules import GROUPS

_FAMILIES = ("path", "cycle", "complete", "hypercube", *GRAPHS)
_OTHERWISE_SIZED = ("crossed-prism", "hypercube", "triangular-snake")
"""Families whose size in print is not that of gfkit; the grammar files contain their sizes."""
_SUBJECTS = ("matchings", "trees, paths", "independence", "colourings", "connected", "orientations")
_WITH_ENDS = ("self-avoiding-walks", "hamiltonian-walks", "potts")
"""Structures of these subjects that depend on more than the graph."""
_AMBIGUOUS = ("chordless-cycles", "friendly-partitions", "line", "linear", "snakes-in-the-box")
"""Synonyms that have another meaning in names of sequences."""


def table_macros() -> list[dict[str, Any]]:
    """Return macros of the grammar for families of graphs, single graphs, and structures on graphs.

    A name is abbreviated to the word of the table. Synonyms with a remark are omitted, because they are
    accepted only with a note.

    >>> dict(table_macros()[1]["forms"])["dodecahedral"]
    'dodecahedron'
    """
    families = [name for name in _FAMILIES if name not in _OTHERWISE_SIZED]
    structures = [name for subject in _SUBJECTS for name in GROUPS.get(subject, ()) if ":" not in name]
    return [
        {"id": "known-family", "forms": _forms(families, synonyms("boards", "taken"))},
        {"id": "known-graph", "forms": _forms(SPELT, synonyms("boards", "taken"))},
        {
            "id": "known-structure",
            "forms": _forms(set(structures).difference(_WITH_ENDS), synonyms("structures", "taken")),
        },
    ]


def _forms(names: Iterable[str], other: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Return the words for each name, and the name: its own words first, then its synonyms."""
    words = {name: name for name in sorted(names)}
    words |= {word: row[0] for word, row in other.items() if row[0] in words and word not in words}
    plain = {word for word in words if word == words[word] or len(other[word]) < 3 or words[word] in GRAPHS}
    plain.difference_update(_AMBIGUOUS)
    return [[word.replace("-", " "), name] for word, name in words.items() if word in plain]


def network_of(board: str) -> list[Any]:
    """Return a single graph as its number of vertices and the list of its edges.

    >>> network_of("complete:3")
    [3, [[0, 1], [0, 2], [1, 2]]]
    """
    near = parse_board(board).neighbours  # type: ignore[union-attr]
    return [len(near), sorted([a, b] for a, others in enumerate(near) for b in others if a < b)]


def family_with_vertices(name: str, times: int, more: int) -> str:
    """Return the family whose graphs have ``times`` n + ``more`` vertices.

    >>> family_with_vertices("helm", 2, 1), family_with_vertices("wheel", 1, 1)
    ('helm:n', 'wheel:(n+1)')
    """
    family = parse_board(f"{name}:n")
    assert isinstance(family, Family)
    size = family.at(family.first_n).size
    step = family.at(family.first_n + 1).size - size
    start = more - size + step * family.first_n
    if times % step or start % step:
        raise ValueError(name)
    return f"{name}:{linear_size(times // step, start // step)}"


def linear_size(times: int, more: int) -> str:
    """Return a size of a board that is linear in n.

    >>> linear_size(1, 0), linear_size(2, -1)
    ('n', '(2n-1)')
    """
    text = f"{times if times > 1 else ''}n"
    return f"({text}{more:+d})" if more else text
