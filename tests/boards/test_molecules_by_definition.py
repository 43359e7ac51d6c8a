"""Kekulé structures and matchings of molecules, by another reading of SMILES.

Kekulé structures are the perfect matchings of the atoms with a double bond; matchings are those of all atoms.
The numbers of the named molecules are printed in Cyvin and Gutman, Kekule Structures (1988).
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from choice import drawn

import gfkit

pytestmark = pytest.mark.filterwarnings("ignore::gfkit.errors.ReadingNote")
KEKULE = {
    "benzene": 2, "naphthalene": 3, "anthracene": 4, "tetracene": 5, "pentacene": 6, "phenanthrene": 5,
    "pyrene": 6, "chrysene": 8, "picene": 13, "triphenylene": 9, "perylene": 9, "coronene": 20, "ovalene": 50,
    "azulene": 2, "corannulene": 11, "circumcoronene": 980, "hexabenzocoronene": 250, "kekulene": 200,
    "buckyball": 12500,
}  # fmt: skip
RINGS = (
    "C1{0}=CC=CC=C1", "C1{0}=CC2=CC=CC=C2C=C1", "C1{0}=CC=C2C=CC=CC2=C1", "N1{1}C=CC=C1{0}", "C1{0}=NC=CC=C1",
    "O1C=CC{0}=C1", "C1{0}CCC=CC1", "C1{0}=CC2=C(CCC2)C=C1", "C{0}=CC=CC=C", "C1{0}=C{1}C=CC=C1",
)  # fmt: skip
"""Rings and chains, with places for substituents."""
SUBSTITUENTS = ("", "(C)", "(O)", "(N)", "(C=C)", "(CC)", "(C(C)C)", "(C=O)", "(C9=CC=CC=C9)")


def bonds(smiles: str) -> tuple[list[str], list[tuple[int, int, int]]]:
    """Return the symbols of the atoms, and pairs of bonded atoms with the order of the bond."""
    atoms, found, last, order, back = list[str](), list[tuple[int, int, int]](), -1, 1, list[int]()
    opened: dict[str, int] = {}
    for mark in smiles:
        if mark.isalpha():
            atoms.append(mark)
            found += [(last, len(atoms) - 1, order)] * (last >= 0)
            last, order = len(atoms) - 1, 1
        elif mark == "=":
            order = 2
        elif mark == "(":
            back.append(last)
        elif mark == ")":
            last = back.pop()
        elif mark in opened:
            found.append((opened.pop(mark), last, order))
            order = 1
        else:
            opened[mark] = last
    return atoms, found


def matchings(edges: list[tuple[int, int]]) -> Iterator[frozenset[int]]:
    """Yield the covered vertices of each matching."""
    if not edges:
        yield frozenset()
        return
    (a, b), rest = edges[0], edges[1:]
    yield from matchings(rest)
    yield from (m | {a, b} for m in matchings([e for e in rest if not {a, b} & {*e}]))


def mol_file(atoms: list[str], found: list[tuple[int, int, int]]) -> str:
    lines = ["", "", "", f"{len(atoms):3}{len(found):3}  0  0  0  0  0  0  0  0999 V2000"]
    lines += [f"{0:10.4f}{0:10.4f}{0:10.4f} {symbol:3} 0  0  0" for symbol in atoms]
    lines += [f"{a + 1:3}{b + 1:3}{order:3}  0" for a, b, order in found]
    return "\n".join([*lines, "M  END", ""])


def test_kekule_structures_of_named_molecules() -> None:
    assert {name: int(gfkit.count("Kekule structures", name)) for name in KEKULE} == KEKULE


def test_kekule_structures_and_matchings_of_drawn_molecules(tmp_path: Path) -> None:
    random = drawn("molecules by definition")
    for number in range(30):
        ring = random.choice(RINGS)
        smiles = ring.format(*random.choices(SUBSTITUENTS, k=2))
        atoms, found = bonds(smiles)
        pi = {atom for a, b, order in found if order == 2 for atom in (a, b)}
        every = [*matchings([(a, b) for a, b, _ in found])]
        file = tmp_path / f"{number}.mol"
        file.write_text(mol_file(atoms, found), encoding="utf-8")
        inside = [*matchings([(a, b) for a, b, _ in found if {a, b} <= pi])]
        assert int(gfkit.count("Kekule structures", f"graph:{file}")) == inside.count(frozenset(pi)), smiles
        assert int(gfkit.count("matchings", f"graph:{file}")) == len(every), smiles
        assert gfkit.parse_board(f"graph:{file}").size == len(atoms), smiles
