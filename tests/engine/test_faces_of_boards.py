"""Faces as pieces: Clar covers and sextet patterns of benzenoids and fullerenes.

Polynomials are printed in the OEIS or in papers, or computed by a recursion that uses only networkx.
"""

from __future__ import annotations

import importlib.util
import json
import re
import sys
import warnings
from collections import Counter
from functools import partial
from math import comb
from random import Random

import networkx as nx
import pytest
from agreement import agree, refused
from choice import some_of
from tables import tables

import gfkit
from gfkit import Rule, count, derive
from gfkit.core.boards import parse_board, parse_one_board
from gfkit.core.boards.faces import find_faces
from gfkit.core.errors import BoardError, InputError, LimitError, MismatchError, RuleError
from gfkit.proofs.checker.cells import Cells
from gfkit.proofs.checker.reading import RefusalError
from gfkit.proofs.verified import VerifiedAnswer, accepted_claim

TABLES = tables("faces")


def coefficients(polynomial) -> list[int]:
    terms = {powers[0] if powers else 0: value for powers, value in polynomial.terms}
    return [terms.get(k, 0) for k in range(max(terms, default=0) + 1)]


def in_sextets(values: list[int]) -> list[int]:
    """Return the coefficients of x^k for given coefficients of (1 + x)^k."""
    return [sum(comb(k, j) * v for k, v in enumerate(values)) for j in range(len(values))]


def short_cycles(graph: nx.Graph, most: int) -> list[list[int]]:
    """Return the cycles without chords."""
    return [c for c in nx.simple_cycles(graph, length_bound=most) if graph.subgraph(c).size() == len(c)]


def zhang_zhang(graph: nx.Graph, sizes: tuple[int, ...] = (6,)) -> Counter[int]:
    """Return the Clar covers by number of faces: an edge or a face covers the first vertex."""
    induced = [frozenset(cycle) for cycle in short_cycles(graph, max(sizes)) if len(cycle) in sizes]

    def covers(free: frozenset[int]) -> Counter[int]:
        if not free:
            return Counter({0: 1})
        first, found = min(free), Counter()
        edges = [(frozenset({first, other}), 0) for other in graph[first]]
        for cells, faces in edges + [(cells, 1) for cells in induced if first in cells]:
            if cells <= free:
                found.update({k + faces: v for k, v in covers(free - cells).items()})
        return found

    return covers(frozenset(graph))


def test_buckminsterfullerene():
    """Zhang, Ye and Liu (2010), and the sextet polynomial of El-Basil (2000)."""
    for name, printed in TABLES["buckyball"].items():
        assert coefficients(count(name, "buckyball", weights="pieces").polynomial) == printed
    assert gfkit.optimum("Clar number", "buckyball").maximum == (8, 5)


@pytest.mark.parametrize("b", TABLES["flakes"])
def test_hexagonal_flakes(b):
    """A338217, whose polynomials are in powers of 1 + x, and A338244."""
    for n, row in enumerate(TABLES["flakes"][b], 1):
        polynomial = count("clar-covers", f"hexagon:3x{b}x{n}", weights="pieces").polynomial
        assert coefficients(polynomial) == (in_sextets(row) if b == "3" else row)


def test_parallelograms_and_their_certificates(tmp_path):
    """Zhang and Zhang (1996): the sum of C(m, k) C(n, k) (1 + x)^k, on m x n hexagons."""
    for m in (1, 2):
        law = derive("clar-covers", f"hex:{m}xn", weights="pieces", certify=True)
        for n in range(1, 6):
            expected = in_sextets([comb(m, k) * comb(n, k) for k in range(min(m, n) + 1)])
            assert coefficients(law[n]) == expected
        gfkit.save_derived(law, file := tmp_path / f"{m}.json")
        assert gfkit.certify_file(file).ok
    gfkit.save_derived(derive(Rule.cover(faces=6), "nanotube-4-4:n"), file := tmp_path / "faces.json")
    assert gfkit.certify_file(file).ok
    law = derive("sextet-patterns", "hex:2xn", certify=True)
    refused(MismatchError, lambda: gfkit.save_derived(law, file), match="forgotten")


def test_sextet_patterns_on_a_family_have_the_clar_number_as_maximum():
    largest = gfkit.optimum("sextet-patterns", "hex:2xn").maximum
    for n in range(2, 9):  # the sextet polynomial is the sum of C(2, k) C(n, k) x^k
        assert (largest.weights[n], largest.counts[n]) == (2, comb(n, 2))


@pytest.mark.parametrize("seed", some_of(range(6), 2))
def test_random_benzenoids_and_graphs(seed):
    """An edge on three cycles without chords is refused, by the definition and by the checker, too."""
    rng = Random(seed)
    graphs = [nx.hexagonal_lattice_graph(*rng.choices((1, 2, 3), k=2)) for _ in range(4)]
    graphs[0].remove_nodes_from(rng.choice([*graphs[0].edges]))
    graphs = [nx.convert_node_labels_to_integers(graph) for graph in graphs]
    sides = [(n, rng.randrange(13)) for n in rng.choices((0, 1, 4, 6, 8), k=8)]
    graphs += [nx.gnm_random_graph(*side, seed=rng.randrange(10**6)) for side in sides]
    for graph in graphs:
        sizes = (6,) if len(graph) > 8 else tuple(sorted(rng.sample(range(3, 7), rng.choice((1, 2)))))
        rule = Rule.cover("XX", turned=True, faces=[*sizes], weight={str(k): "x" for k in sizes})
        faces = short_cycles(graph, max(sizes))
        sides = Counter(frozenset(edge) for cycle in faces for edge in graph.subgraph(cycle).edges)
        cells = Cells(len(graph), [(min(edge), max(edge)) for edge in graph.edges])
        ways = [partial(way, rule, graph, weights="pieces") for way in (count, gfkit.brute_force)]
        if max(sides.values(), default=0) > 2:
            refused(MismatchError, *ways, match="three cycles")
            refused(RefusalError, lambda cells=cells, sizes=sizes: cells.faces(max(sizes)))
            continue
        assert [*map(sorted, cells.faces(max(sizes)))] == sorted(map(sorted, faces))
        for way in ways[: 2 - (len(graph) > 20)]:
            found = Counter(dict(enumerate(coefficients(way().polynomial))))
            assert +found == +zhang_zhang(graph, sizes), (seed, sizes)


def test_faces_of_squares_and_solids():
    """Faces of squares are squares, on cylinders too; three pairs of opposite faces cover a cube."""
    squares = [Rule.cover("XX", "X/X", faces=4), Rule.cover("XX", "X/X", "XX/XX")]
    for board in ("4x5", "cylinder:4x3", "torus:4x4", ".#../..../#..."):
        assert len({int(count(rule, board)) for rule in squares}) == 1
    assert int(count(Rule.cover(faces=4), "prism:4")) == 3
    assert int(count(Rule.cover(faces=3), "multipartite:2x2x2")) == 4
    agree(Rule.cover("X", faces=[3, 4], weight={"3": "x", "4": "y"}), "prism:3")


@pytest.mark.parametrize("name", some_of([*TABLES["starts"]], step=2))
def test_cyclic_families_start_where_faces_are_determined(name, tmp_path):
    """Short cycles around a short ring are no faces; forged certificates about shorter rings are refused."""
    size, first = TABLES["starts"][name]
    rule = Rule.cover("XX", turned=True, faces=size, weight={str(size): "x"})
    law, family = derive(rule, name, weights="pieces", certify=True), parse_board(name)
    refused(MismatchError, lambda: count(rule, family.at(first - 1)), match="three cycles")
    for n in range(first, first + 3):
        ways = zhang_zhang(nx.Graph(family.at(n).edges), (size,))
        assert +Counter(dict(enumerate(coefficients(law[n])))) == +ways, n
    gfkit.save_derived(law, file := tmp_path / "law.json")
    assert (law.first_n, gfkit.certify_file(file).ok) == (first, True)
    forged = json.loads(file.read_text("utf-8")) | {"first_n": first - 1}
    forged["family"]["slices"]["first_n"] = first - 1
    file.write_text(json.dumps(forged), "utf-8")
    refused(InputError, lambda: gfkit.certify_file(file), match="three cycles")


def test_wrong_faces_are_refused_and_the_verified_program_stops():
    for lines in ("faces = 2", "faces = [6, 13]", "faces = 4\ntatami = true", 'forgotten = ["X"]',
                  'forgotten = ["XX"]\nweight = { XX = "x" }'):  # fmt: skip
        text = f'name = "F"\n[cover]\npieces = ["XX"]\n{lines}'
        refused(RuleError, lambda text=text: Rule.of(text), match=lines[:5])
    for tube in ("hex-cylinder:3xn", "hex-torus:nx3", "moebius:2nx3"):  # too narrow for each length
        refused(MismatchError, lambda tube=tube: derive(Rule.cover(faces=8), tube), match="three cycles")
    certificate = {"rule": {"kind": "cover", "colours": [{"weight": [1, 0], "face": 6}]}}
    refused(LimitError, lambda: accepted_claim(VerifiedAnswer(2, "not read"), certificate), match="faces")


def test_molecules_have_the_printed_numbers_of_atoms_bonds_and_kekule_structures(tmp_path, monkeypatch):
    (file := tmp_path / "benzene.mol").write_text(TABLES["mol"]["benzene"], "utf-8")
    assert [int(count(name, f"graph:{file}")) for name in ("perfect-matchings", "clar-covers")] == [2, 3]
    file.write_text(TABLES["mol"]["benzene"][:-50], "utf-8")
    refused(BoardError, lambda: parse_one_board(f"graph:{file}"))
    monkeypatch.setitem(sys.modules, "rdkit", None)
    refused(BoardError, lambda: parse_one_board("smiles:c1ccccc1"), match="pip install rdkit")
    for name, numbers in TABLES["atoms"].items():
        board = parse_one_board(name)
        assert [board.size, len(board.edges), int(count("perfect-matchings", board))] == numbers, name


def test_molecules_in_smiles_and_in_files(tmp_path):
    """SMILES strings of PubChem; hydrogen atoms are omitted."""
    chem = pytest.importorskip("rdkit.Chem", reason="needs rdkit, of the extra chem: SMILES WERE NOT TESTED")
    for name, smiles in TABLES["smiles"].items():
        (tmp_path / "one.smi").write_text(f"{smiles} {name}\n", "utf-8")
        block = chem.MolToV3KMolBlock(chem.AddHs(chem.MolFromSmiles(smiles)))
        (tmp_path / "one.mol").write_text(block, "utf-8")
        for text in (f"smiles:{smiles}", f"graph:{tmp_path}/one.smi", f"graph:{tmp_path}/one.mol"):
            assert nx.is_isomorphic(*(nx.Graph(parse_one_board(word).edges) for word in (text, name))), text
    (tmp_path / "one.smi").write_text("CC\nCC", "utf-8")
    for text in (*TABLES["no_molecules"], f"graph:{tmp_path}/one.smi"):
        refused(BoardError, lambda text=text: parse_one_board(text))


def mol_block(symbols, bonds, charges=(), rest=""):
    """Return a MOL file (V2000) of atoms, of bonds with their orders, and of charges by atom."""
    head = f"\n\n\n{len(symbols):3}{len(bonds):3}  0  0  0  0  0  0  0  0999 V2000\n"
    atoms = "".join(f"{'    0.0000' * 3} {symbol:<3} 0  0  0  0\n" for symbol in symbols)
    rows = "".join(f"{a + 1:3}{b + 1:3}{order:3}  0\n" for a, b, order in bonds)
    signs = "".join(f"M  CHG  1{atom + 1:4}{charge:4}\n" for atom, charge in charges)
    return f"{head}{atoms}{rows}{signs}{rest}M  END\n"


def parsed_smiles(text):
    """Return the atoms, bonds and charges of a SMILES string with localised bonds."""
    symbols, bonds, charges, path, rings, order = [], [], [], [], {}, 1
    for token in re.findall(r"\[[^]]*\]|[A-Z]|[a-z]|.", text):
        if token in "=#":
            order = "-=#".index(token) + 1
        elif token == "(":
            path.append(path[-1])
        elif token == ")":
            path.pop()
        elif token.isdigit():
            other = rings.pop(token, None)
            if other is None:
                rings[token] = path[-1], order
            else:
                bonds.append((other[0], path[-1], max(order, other[1])))
            order = 1
        else:
            charges += [(len(symbols), 1 if "+" in token else -1)] * bool({*token} & {*"+-"})
            symbols.append(token.strip("[]+-H"))
            bonds += [(atom, len(symbols) - 1, order) for atom in path[-1:]]
            path[-1:] = [len(symbols) - 1]
            order = 1
    return symbols, bonds, charges


def hosoya(bonds):
    """Return the number of matchings, those without the first bond and those with it."""
    if not bonds:
        return 1
    first, *rest = bonds
    return hosoya(rest) + hosoya([bond for bond in rest if not {*bond} & {*first}])


@pytest.mark.parametrize("name", TABLES["kekule"])
def test_kekule_structures_concern_the_atoms_with_a_pi_bond(name, tmp_path):
    """Other structures keep all atoms. SMILES, if RDKit is there, are read like MOL files."""
    smiles, number, dropped = TABLES["kekule"][name]
    symbols, bonds, charges = parsed_smiles(smiles)
    (file := tmp_path / "one.mol").write_text(mol_block(symbols, bonds, charges), "utf-8")
    for text in (f"graph:{file}", *[f"smiles:{smiles}"] * bool(importlib.util.find_spec("rdkit"))):
        with warnings.catch_warnings(record=True) as notes:
            warnings.simplefilter("always")
            chances = gfkit.probability("perfect-matchings", text)
            assert int(count("perfect-matchings", text)) == number
            assert int(gfkit.brute_force("perfect-matchings", text)) == number
        assert [text in str(note.message) for note in notes] == [True] * (3 * bool(dropped))
        orders = Counter()
        for event, chance in chances.items():
            orders.update(dict.fromkeys(event.removeprefix("edge ").split("-"), chance))
        assert ({*orders.values()}, len(orders)) == (
            {1},
            len(symbols) - dropped,
        )  # every atom has one pi bond
        assert int(count("matchings", text)) == hosoya([bond[:2] for bond in bonds])


def test_a_fullerene_derivative_is_counted_without_its_saturated_atoms(tmp_path):
    """Bonds between two hexagons of C60 have the Pauling bond order 11/25, so 5500 of 12500 contain one."""
    ball = parse_one_board("buckyball")
    hexagons = [{*face} for face in find_faces(ball, 6) if len(face) == 6]
    a, b = next(edge for edge in ball.edges if sum({*edge} <= face for face in hexagons) == 2)
    double = nx.max_weight_matching(nx.Graph(ball.edges).subgraph({*range(60)} - {a, b}), maxcardinality=True)
    double = {tuple(sorted(pair)) for pair in double}
    bonds = [(*edge, 2 if edge in double else 1) for edge in ball.edges]
    added = [(a, 60, 1), (b, 61, 1)]
    for symbol, orders in (("H", bonds + added), ("O", [*bonds, (a, 60, 1), (b, 60, 1)])):
        (file := tmp_path / "one.mol").write_text(mol_block(["C"] * 60 + [symbol] * 2, orders), "utf-8")
        assert int(count("perfect-matchings", f"graph:{file}")) == 5500


def test_molecules_whose_pi_bonds_are_not_those_of_the_formula_are_refused(tmp_path):
    """Other structures are counted on all atoms; aromatic bonds are pi bonds of carbon."""
    file = tmp_path / "one.mol"
    ring = [(k, (k + 1) % 6, 4) for k in range(6)]
    blocks = [mol_block(*parsed_smiles(smiles)) for smiles in TABLES["undecided"]["atoms"]]
    blocks.append(mol_block([*"CCCCCN"], ring))
    blocks.append(mol_block([*"CCC"], [(0, 1, 2), (1, 2, 1)], rest="M  RAD  1   3   2\n"))
    for block in blocks:
        file.write_text(block, "utf-8")
        for name in ("perfect-matchings", "clar-covers"):
            refused(BoardError, lambda name=name: count(name, f"graph:{file}"), match=str(file))
        assert int(count("independent-sets", f"graph:{file}")) > 1
    benzene = mol_block([*"CCCCCC"], ring)
    file.write_text(benzene, "utf-8")
    assert int(count("perfect-matchings", f"graph:{file}")) == 2
    file.write_text(f"{benzene}$$$$\n{blocks[-1]}$$$$\n", "utf-8")  # the second has an unpaired electron
    refused(BoardError, lambda: parse_one_board(f"graph:{file}"), match="2 molecules")


def test_families_of_benzenoids_and_tubes():
    """Prolate rectangles: (1 + (1 + x) n)^m (Zhang and Zhang 1996); others are equal to known families."""
    for m, n in ((1, 4), (2, 3), (3, 2)):
        ways = count("clar-covers", f"prolate:{m}x{n}", weights="pieces").polynomial
        assert coefficients(ways) == [comb(m, k) * (1 + n) ** (m - k) * n**k for k in range(m + 1)]
    for pair in TABLES["isomorphic"].items():
        assert nx.is_isomorphic(*(nx.Graph(parse_one_board(name).edges) for name in pair)), pair


@pytest.mark.parametrize("name", TABLES["lattices"])
def test_faces_around_the_vertices_of_lattices(name):
    around, most = TABLES["lattices"][name], int(max(TABLES["lattices"][name]))
    board = parse_one_board(f"{name}-torus:{5 + 4 * (most == 8)}x9")
    faces = find_faces(board, most)
    own = ["".join(sorted(str(len(face)) for face in faces if cell in face)) for cell in range(board.size)]
    assert board.size - len(board.edges) + len(faces) == 0, "Euler: the faces are those of a torus"
    assert all(sizes == around or {*sizes} == {*around} == {str(most)} for sizes in own)
