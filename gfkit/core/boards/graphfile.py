"""Parser of explicit graphs (edge lists, matrices, graph6, nested brackets), their marks, and complexes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from gfkit.core.boards.board import Board, Edge, LyingPiece, from_edges, refuse_huge, simple_edges
from gfkit.core.deferred import regex, replace
from gfkit.core.errors import BoardError, LimitError, known_choices
from gfkit.core.files import can_open, text_lines
from gfkit.core.typing import Player

_HEADER = ">>graph6<<"
_VERTEX = regex(r"[A-Za-z0-9_]{1,20}")
_SHORT_NAME = 2
_MOLECULE = regex(r"^[ 0-9]{33} V[23]000", re.MULTILINE)
_TABLE_ROW = regex(r"[^\s,;]+\s*[,;]\s*[^\s,;]+")
"""Row with commas or semicolons, as in a table of edges; graph6 contains neither."""


def written_graph(asked: str, rest: str) -> Board | None:
    """Parse edges in the name of a board, such as ``a-b,b-c``. Return None if the name denotes a file.

    Without a comma, names have at most two characters, so that a misspelt file name is not parsed as a path.
    Reserved vertices and vertices with a piece may follow after semicolons, as in ``;left=a,c``.

    >>> from gfkit.core.boards import parse_board
    >>> parse_board("graph:a-b-c,c-a,d").edges, parse_board("graph:a-b-c,c-a,d").size
    (((0, 1), (0, 2), (1, 2)), 4)
    >>> parse_board("graph:a-b-c;left=a;pieces-right=c").tints
    (<Player.LEFT: 'left'>, <Player.BOTH: 'both'>, <Player.BOTH: 'both'>)
    """
    rest, *marks = rest.split(";")
    chains = [chain.split("-") for chain in rest.split(",")]
    names = [name for chain in chains for name in chain]
    is_short = bool(marks) or "," in rest or max(map(len, names)) <= _SHORT_NAME
    if not is_short or not all(map(_VERTEX.fullmatch, names)) or can_open(rest):
        return None
    if not marks and "-" not in rest:
        raise BoardError(
            f"board {asked!r} has no edge, and is not a file; write edges with -, as in graph:1-2,3, or"
            f" slices(1):{len(names)} for isolated vertices"
        )
    pairs = [" ".join(pair) for chain in chains for pair in (pairwise(chain) if len(chain) > 1 else [chain])]
    return _parse_edge_list(asked, list(enumerate([*pairs, *_vertex_mark_lines(asked, marks)], 1)))


def _vertex_mark_lines(asked: str, parts: list[str]) -> list[str]:
    """Return the marks after semicolons as lines of an edge list."""
    strange = next(
        (key for mark in parts if (key := mark.partition("=")[0]) not in MARKS or "=" not in mark), None
    )
    if strange is not None:
        raise BoardError(
            f"board {asked!r}: unknown mark {strange!r}; {known_choices(strange, MARKS)}, followed by = and"
            " vertices, as in ;left=a,b"
        )
    return [mark.replace("=", ": ", 1).replace(",", " ") for mark in parts]


def written_tree(asked: str, rest: str) -> Board:
    """Parse a tree of nested brackets: each pair is a vertex, adjacent to the pairs directly inside.

    Vertices are named 1, 2, ... in the order of their opening brackets, and may be marked as in graphs.

    >>> from gfkit.core.boards import parse_board
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
            raise BoardError(
                f"board {asked!r}: unexpected {mark!r} {read}; write a tree as nested brackets,"
                " such as tree:(()(()))"
            )
    if path or not vertices:
        missing = "')' is missing at the end" if path else "brackets are missing"
        raise BoardError(
            f"board {asked!r}: {missing}; write a tree as nested brackets, such as tree:(()(()))"
        )
    if vertices == 1 and not marks:
        return replace(from_edges(asked, 1, []), names=("1",))
    return _parse_edge_list(asked, list(enumerate([*lines, *_vertex_mark_lines(asked, marks)], 1)))


def read_graph(text: str, content: str) -> Board:
    """Parse the content of a graph file: graph6, an adjacency matrix, an edge list, or a molecule.

    >>> read_graph("graph:k3", "Bw").edges
    ((0, 1), (0, 2), (1, 2))
    >>> read_graph("graph:p3", "a b\\nb c").edges
    ((0, 1), (1, 2))
    >>> read_graph("graph:p3", "a,b\\nb, c").edges
    ((0, 1), (1, 2))
    """
    molecules = list(_MOLECULE.finditer(content))
    if len(molecules) > 1:
        raise BoardError(f"board {text!r}: the file contains {len(molecules)} molecules; only one is allowed")
    if molecules and molecules[0][0].endswith("V2000"):
        return _parse_molecule(text, text_lines(content[molecules[0].start() :]))
    if (is_smiles := text.lower().endswith(".smi")) or " V3000" in content:
        from gfkit.core.boards.benzenoids import read_molecule  # few graphs are molecules

        return read_molecule(text, content.strip() if is_smiles else content, is_smiles=is_smiles)
    lines = [(number, line.strip()) for number, line in enumerate(text_lines(content), 1)]
    lines = [(number, line) for number, line in lines if line]
    if not lines:
        raise BoardError(f"board {text!r}: the file is empty; write an edge list or one graph6 line")
    rows = [(n, line) for n, line in lines if not line.startswith("#")]
    if rows and all(_TABLE_ROW.fullmatch(line) for _, line in rows):
        return _parse_edge_list(text, [(n, re.sub("[,;]", " ", line)) for n, line in rows])
    first = lines[0][1]
    if first.startswith(_HEADER) or (len(lines) == 1 and len(first.split()) == 1):
        if len(lines) > 1:
            raise BoardError(
                f"board {text!r}: the file contains {len(lines)} graph6 lines; only one is allowed"
            )
        size, pairs = graph6(text, first.removeprefix(_HEADER))
        return from_edges(text, size, pairs)
    return _parse_matrix(text, rows) or _parse_edge_list(text, rows)


def _parse_molecule(text: str, lines: Sequence[str]) -> Board:
    """Return the graph of the atoms except hydrogen in a MOL file (V2000), with names such as C1.

    The first line contains the numbers of atoms and bonds, in three columns each. A line for each atom
    follows, with its symbol in the columns 32 to 34, and a line for each bond, with the numbers of its atoms.
    """
    try:
        end, bonds = 1 + int(lines[0][:3]), int(lines[0][3:6])
        symbols = [line[31:34].strip() for line in lines[1:end]]
        pairs = [(int(line[:3]), int(line[3:6])) for line in lines[end : end + bonds]]
        orders = [int(line[6:9]) for line in lines[end : end + bonds]]
        charged, open_shell = _charges(lines[1:end], lines[end + bonds :])
        names = {k: f"{symbol}{k}" for k, symbol in enumerate(symbols, 1) if symbol not in ("H", "D", "T")}
        atoms = {*range(1, end)}
        if not all(symbols) or len(pairs) != bonds or not all({*pair} <= atoms for pair in pairs):
            raise ValueError
    except ValueError:
        raise BoardError(
            f"board {text!r}: the MOL file has no atoms and bonds after its line V2000"
        ) from None
    from gfkit.core.boards.benzenoids import find_pi_atoms  # few graphs are molecules

    at = {atom: k for k, atom in enumerate(names)}
    found = [(at[a], at[b], k) for (a, b), k in zip(pairs, orders, strict=True) if a in at and b in at]
    board = from_edges(text, len(at), simple_edges(text, [(a, b) for a, b, _ in found]))
    some = ([at[atom] for atom in marked if atom in at] for marked in (charged, open_shell))
    heavy = tuple(names.values())
    return replace(board, names=heavy, pi_atoms=find_pi_atoms(heavy, found, *some))


def _charges(atoms: Sequence[str], properties: Sequence[str]) -> tuple[list[int], list[int]]:
    """Return the atoms with a charge and the atoms with an unpaired electron in a MOL file (V2000).

    Lines of properties replace the codes in the lines of atoms, of which 4 denotes an unpaired electron.
    """
    listed = {
        key: [line.split() for line in properties if line.startswith(f"M  {key}")] for key in ("CHG", "RAD")
    }
    if any(listed.values()):
        charged, open_shell = ([int(k) for row in rows for k in row[3::2]] for rows in listed.values())
        return charged, open_shell
    codes = [int(line[36:39].strip() or 0) for line in atoms]
    return [k for k, c in enumerate(codes, 1) if c not in (0, 4)], [
        k for k, c in enumerate(codes, 1) if c == 4
    ]


def _parse_matrix(text: str, lines: list[tuple[int, str]]) -> Board | None:
    """Parse an adjacency matrix of at least three rows, which cannot be an edge list."""
    rows = [line.split() for _, line in lines]
    size = len(rows)
    if size < 3 or any(len(row) != size or not set(row) <= {"0", "1"} for row in rows):
        return None
    for i, row in enumerate(rows):
        if row[i] == "1":
            raise BoardError(f"board {text!r}: line {lines[i][0]} of the matrix has a loop at vertex {i}")
        strange = next((j for j in range(i) if row[j] != rows[j][i]), None)
        if strange is not None:
            raise BoardError(
                f"board {text!r}: the matrix is not symmetric, at row {i + 1}, column {strange + 1}"
            )
    edges = [(i, j) for j in range(size) for i in range(j) if rows[i][j] == "1"]
    refuse_huge(text, size, len(edges))
    return from_edges(text, size, edges)


def _parse_edge_list(text: str, lines: list[tuple[int, str]]) -> Board:
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
                f"board {text!r}: line {number} contains {len(ends)} names, {line!r}; an edge has two names,"
                " an isolated vertex one"
            )
        cells = [names.setdefault(name, len(names)) for name in ends]
        if len(cells) == 2:
            if cells[0] == cells[1]:
                raise BoardError(f"board {text!r}: line {number} is a loop at {ends[0]!r}")
            edges.append((cells[0], cells[1]))
    if not edges and not marks:
        raise BoardError(
            f"board {text!r}: no line of the file contains two names; write an edge list or one graph6 line"
        )
    refuse_huge(text, len(names), len(edges))
    simple = simple_edges(f"board {text!r}", edges, tuple(names))
    board = replace(from_edges(text, len(names), simple), names=tuple(names))
    return with_marks(
        board, {key: [_marked_vertex(text, names, *mark) for mark in row] for key, row in marks.items()}
    )


def _marked_vertex(text: str, names: dict[str, int], number: int, name: str) -> int:
    if name not in names:
        raise BoardError(
            f"board {text!r}: line {number} marks {name!r}, which is not a vertex; the vertices are"
            f" {', '.join(list(names)[:8])}"
        )
    return names[name]


def graph6(text: str, line: str) -> tuple[int, list[Edge]]:
    """Return the number of vertices and the edges of a graph6 line; ``text`` names the board in errors.

    >>> graph6("graph:k3", "Bw")
    (3, [(0, 1), (0, 2), (1, 2)])
    """
    values = [ord(character) - 63 for character in line]
    bad = next((c for c, value in zip(line, values, strict=True) if not 0 <= value <= 63), None)
    if bad is not None or not values:
        other = {":": ", as in sparse6", "&": ", as in digraph6"}.get(line[:1], "")
        shown = f"contains the character {bad!r}{other}" if bad else "is empty"
        raise BoardError(
            f"board {text!r}: the graph6 line {shown}; graph6 contains only the characters '?' to '~', and"
            " an edge list has two names per line"
        )
    if values[0] < 63:
        digits, values = values[:1], values[1:]
    else:
        start, end = (2, 8) if values[1:2] == [63] else (1, 4)
        if len(values) < end:
            raise BoardError(
                f"board {text!r}: the graph6 line {line!r} is cut off within its number of vertices"
            )
        digits, values = values[start:end], values[end:]
    size = sum(digit << (6 * place) for place, digit in enumerate(reversed(digits)))
    pairs = size * (size - 1) // 2
    refuse_huge(text, size, 0)
    if len(values) != (pairs + 5) // 6:
        needed = (pairs + 5) // 6
        raise BoardError(
            f"board {text!r}: graph6 with {size} vertices needs {needed} character{'s' * (needed != 1)}"
            f" after the size, but there are {len(values)}"
        )
    refuse_huge(text, size, sum(value.bit_count() for value in values))
    bits = "".join(f"{value:06b}" for value in values)
    every = ((first, second) for second in range(size) for first in range(second))
    return size, sorted(edge for edge, bit in zip(every, bits, strict=False) if bit == "1")


_RESERVED = {"left": Player.LEFT, "right": Player.RIGHT, "nobody": None}
"""Keys of marks for vertices on which only Left, only Right, or no player may place a piece."""
_PIECES = {"pieces-left": ("A", Player.LEFT), "pieces-right": ("a", Player.RIGHT)}
"""Keys of marks for vertices with a piece already placed, with its letter and owner."""
MARKS = (*_RESERVED, *_PIECES)


def with_marks(board: Board, marks: Mapping[str, Sequence[int]]) -> Board:
    """Return the graph with reserved vertices and pieces; each vertex has at most one mark.

    >>> from gfkit.core.boards.board import from_edges
    >>> board = with_marks(from_edges("", 3, [(0, 1), (1, 2)]), {"left": [0], "pieces-right": [2]})
    >>> board.tints[0], board.lying[0].cells
    (<Player.LEFT: 'left'>, (2,))
    """
    tints: list[Player | None] = [Player.BOTH] * board.size
    lying: list[LyingPiece] = []
    marks_of: dict[int, str] = {}
    for key, cells in marks.items():
        for cell in cells:
            if cell in marks_of:
                name = board.names[cell] if board.names else str(cell)
                raise BoardError(
                    f"board {board.text!r}: vertex {name!r} has two marks, {marks_of[cell]} and {key}"
                )
            marks_of[cell] = key
            if key in _RESERVED:
                tints[cell] = _RESERVED[key]
            else:
                letter, owner = _PIECES[key]
                lying.append(LyingPiece(letter, owner, (cell,)))
    is_tinted = any(tint is not Player.BOTH for tint in tints)
    return replace(board, tints=tuple(tints) if is_tinted else (), lying=tuple(lying))


_COMPLEX = regex(r"\b(legal|illegal)\s*=\s*(?:simplicialComplex|monomialIdeal)\s*\{([^{}]*)\}")
_NAME = regex(r"[A-Za-z][A-Za-z0-9_]{0,30}")
_OWNERS = {"x": "left", "y": "right"}
_MOST_FACES = 200_000

_Facet = frozenset[str]


def read_complex(text: str, content: str) -> Board:
    r"""Return the board on which Node Kayles has the positions of a given legal or illegal complex.

    The content is a line ``legal`` or ``illegal``, followed by one facet per line, or Macaulay2's ``legal =
    simplicialComplex {...}``. Placements whose name begins with x belong to Left, with y to Right, all others
    to both players. Illegal pairs become edges of the board. Larger minimal illegal sets, which a graph
    cannot represent, are stored separately.

    >>> board = read_complex("", "illegal\nx1 y1\ny1 y2 y3\n")
    >>> board.names, board.edges, board.illegal
    (('x1', 'y1', 'y2', 'y3'), ((0, 1),), ((1, 2, 3),))
    """
    kind, facets = _parse_facets(text, content)
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


def _parse_facets(text: str, content: str) -> tuple[str, list[_Facet]]:
    """Return the kind of the complex and its facets."""
    match = _COMPLEX.search(content)
    if match:
        rows = [monomial.replace("*", " ").split() for monomial in match[2].split(",")]
        return match[1], _check_facets(text, rows)
    lines = [line.split("--")[0].strip() for line in content.splitlines()]
    lines = [line for line in lines if line and not line.startswith("#")]
    if not lines or lines[0] not in ("legal", "illegal"):
        raise BoardError(
            f"board {text!r}: expected a line 'legal' or 'illegal' and then one facet per line, or"
            f" Macaulay2's legal = simplicialComplex {{...}}"
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
                f"board {text!r}: {' '.join(row)!r} is not a facet; write distinct names, such as x1 x2 y1"
            )
        if row:
            facets.append(frozenset(row))
    if not facets:
        raise BoardError(f"board {text!r}: the complex has no nonempty facet")
    return facets


def _smallest_illegal(text: str, names: list[str], facets: list[_Facet]) -> set[_Facet]:
    """Return the minimal non-faces: sets that are not faces although all proper subsets are."""
    smallest: set[_Facet] = set()
    level = [frozenset((name,)) for name in names]
    seen = 0
    while level:
        seen += len(level)
        if seen > _MOST_FACES:
            raise LimitError(
                f"board {text!r}: the complex has more than {_MOST_FACES} faces; list its illegal sets"
                " instead"
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
