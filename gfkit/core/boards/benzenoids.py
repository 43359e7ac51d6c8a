"""Molecules: benzenoids given by drawings of hexagons, fullerenes given by face spirals, and others by RDKit.

The vertices of the hexagonal lattice are (i, j, 0) and (i, j, 1). The vertex (i, j, 0) is adjacent to
(i, j, 1), (i - 1, j, 1) and (i, j - 1, 1).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from itertools import combinations, pairwise

from gfkit.core.boards.board import Board, Edge, from_edges
from gfkit.core.deferred import replace
from gfkit.core.errors import BoardError, note_reading

_LISTED = 6
"""Number of atoms that a note lists by name."""
_SHORTEST = 12
"""Number of pentagons of a fullerene."""


def polyhex(text: str, drawing: str) -> Board:
    """Return the benzenoid whose hexagons are drawn as X, with rows shifted by half a hexagon to the right.

    >>> polyhex("coronene", ".XX/XXX/XX.").size
    24
    """
    rows = drawing.split("/")
    hexagons = [(i, j) for i, row in enumerate(rows) for j, mark in enumerate(row) if mark == "X"]
    if not hexagons or {*drawing} - {*"X./"}:
        raise BoardError(f"board {text!r}: draw hexagons as X, and gaps as '.', as in polyhex:.XX/XXX/XX.")
    names: dict[tuple[int, int, int], int] = {}
    edges: list[Edge] = []
    for i, j in hexagons:
        upper = [(i, j, 0), (i - 1, j, 1), (i - 1, j + 1, 0), (i - 1, j + 1, 1), (i, j + 1, 0), (i, j, 1)]
        cycle = [names.setdefault(place, len(names)) for place in upper]
        edges += pairwise((*cycle, cycle[0]))
    return from_edges(text, len(names), edges)


def fullerene(text: str, sizes: tuple[int, ...]) -> Board:
    """Return a fullerene by its number of atoms and its face spiral: the positions of its twelve pentagons.

    The faces are added along a spiral (Fowler and Manolopoulos, An Atlas of Fullerenes, 1995). ``open_``
    contains the faces at the boundary with the numbers of their sides that have no neighbour. The atoms are
    the triples of pairwise adjacent faces.
    """
    atoms, *pentagons = sizes
    faces = atoms // 2 + 2
    if (
        atoms % 2
        or len({*pentagons}) != _SHORTEST
        or not 1 <= min(pentagons) <= max(pentagons) <= faces <= 5000
    ):
        raise BoardError(
            f"board {text!r}: write an even number of atoms and the positions of 12 pentagons in a face"
            " spiral, as in fullerene:20,1,2,3,4,5,6,7,8,9,10,11,12"
        )
    sides = [5 if face + 1 in pentagons else 6 for face in range(faces)]
    open_: deque[list[int]] = deque([[0, sides[0]]])
    near: list[set[int]] = [set() for _ in sides]

    def join(face: int, end: int) -> None:
        other = open_[end]
        other[1] -= 1
        near[face].add(other[0])
        near[other[0]].add(face)

    for face in range(1, faces):
        join(face, -1)
        if face > 1:
            join(face, 0)
        for end, drop in ((0, open_.popleft), (-1, open_.pop)):
            while len(open_) > 1 and open_[end][1] == 0:
                drop()
                join(face, end)
        open_.append([face, sides[face] - len(near[face])])
    pairs = [(a, b) for a in range(faces) for b in near[a] if a < b]
    corners = [(a, b, c) for a, b in pairs for c in near[a] & near[b] if b < c]
    at: dict[Edge, list[int]] = {pair: [] for pair in pairs}
    for atom, corner in enumerate(corners):
        for pair in combinations(sorted(corner), 2):
            at[pair].append(atom)
    if [*map(len, near)] != sides or {*map(len, at.values())} != {2} or len(corners) != atoms:
        raise BoardError(f"board {text!r}: this spiral of pentagons and hexagons is not a fullerene")
    return from_edges(text, atoms, [(a, b) for a, b in at.values()])


def read_molecule(text: str, content: str, *, is_smiles: bool) -> Board:
    """Return the graph of the atoms except hydrogen in a SMILES string or a MOL file, with names such as C1.

    Raise BoardError if RDKit, which parses it, is not installed or rejects the molecule.
    """
    try:
        from rdkit import Chem, rdBase
    except ImportError:
        raise BoardError(
            f"board {text!r} needs RDKit, which is not installed: pip install rdkit; MOL files with V2000"
            " are read without it"
        ) from None
    with rdBase.BlockLogs():  # RDKit prints its own errors
        molecule = Chem.MolFromSmiles(content) if is_smiles else Chem.MolFromMolBlock(content)
    heavy = [] if molecule is None else [atom for atom in molecule.GetAtoms() if atom.GetAtomicNum() != 1]
    if not heavy or (is_smiles and len(content.splitlines()) > 1):
        what = "one SMILES string, as in smiles:c1ccccc1" if is_smiles else "a MOL file"
        raise BoardError(
            f"board {text!r}: RDKit finds no molecule, or several, or only hydrogen; write {what}"
        )
    Chem.Kekulize(molecule, clearAromaticFlags=True)
    at = {atom.GetIdx(): k for k, atom in enumerate(heavy)}
    bonds = [(b.GetBeginAtomIdx(), b.GetEndAtomIdx(), b.GetBondTypeAsDouble()) for b in molecule.GetBonds()]
    bonds = [(at[a], at[b], order) for a, b, order in bonds if a in at and b in at]
    names = tuple(f"{atom.GetSymbol()}{k}" for k, atom in enumerate(heavy, 1))
    open_shell = [k for k, atom in enumerate(heavy) if atom.GetNumRadicalElectrons()]
    charged = [k for k, atom in enumerate(heavy) if atom.GetFormalCharge()]
    board = from_edges(text, len(at), [(a, b) for a, b, _ in bonds])
    return replace(board, names=names, pi_atoms=find_pi_atoms(names, bonds, charged, open_shell))


def find_pi_atoms(
    names: Sequence[str],
    bonds: Iterable[tuple[int, int, float]],
    charged: Iterable[int],
    open_shell: Iterable[int],
) -> tuple[int, ...] | str:
    """Return the atoms with a double or triple bond, or the reason why the pi bonds are not those of the
    formula. Names begin with the symbol of the element.

    An aromatic bond has the order 4, as in MOL files. At carbon it belongs to a pi bond, at other elements
    only a double bond shows whether the ring contains the lone pair of the atom. Charges and lone pairs of
    heteroatoms remain where they are drawn; a charge of carbon does not.

    >>> find_pi_atoms(("C1", "C2", "C3"), [(0, 1, 1), (1, 2, 2)], [], [])
    (1, 2)
    """
    orders: dict[int, list[float]] = {k: [] for k in range(len(names))}
    for a, b, order in bonds:
        orders[a].append(order)
        orders[b].append(order)
    for atom in open_shell:
        return f"{names[atom]} has an unpaired electron"
    for atom in charged:
        if _element(names[atom]) == "C":
            return f"{names[atom]} is a charged carbon atom, whose charge may be on other atoms"
    for atom, own in orders.items():
        if not {*own} <= {1, 2, 3, 4}:
            return f"{names[atom]} has a bond that is not single, double, triple or aromatic"
        if own.count(2) + own.count(3) > 1:
            return f"{names[atom]} has several double bonds"
        if 4 in own and _element(names[atom]) != "C":
            return f"{names[atom]} has aromatic bonds; write single and double bonds"
    found = tuple(atom for atom, own in orders.items() if max(own, default=1) > 1)
    return found or "no bond is double"


def _element(name: str) -> str:
    return name.rstrip("0123456789")


def pi_system(board: Board) -> Board:
    """Return the graph of the atoms that carry a pi bond, of a molecule; other boards are unchanged.

    A note lists the other atoms. Raise BoardError if the atoms cannot be determined.
    """
    if board.pi_atoms is None:
        return board
    if isinstance(board.pi_atoms, str):
        raise BoardError(
            f"board {board.text!r}: which atoms carry a pi bond cannot be decided, because {board.pi_atoms}"
        )
    kept = {*board.pi_atoms}
    dropped = [name for atom, name in enumerate(board.names) if atom not in kept]
    if dropped:
        listed = ", ".join(dropped[:_LISTED]) + f" and {len(dropped) - _LISTED} more" * (
            len(dropped) > _LISTED
        )
        note_reading(f"{board.text} read as its atoms with a pi bond, without {listed}")
    return board.part(kept)
