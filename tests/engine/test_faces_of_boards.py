"""Faces as pieces: Clar covers and sextet patterns of benzenoids and fullerenes.

Polynomials are printed in the OEIS or in papers, or computed by a recursion that uses only networkx.
"""

from __future__ import annotations

import json
import sys
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
from gfkit.boards import parse_board, parse_one_board
from gfkit.boards.faces import find_faces
from gfkit.errors import BoardError, InputError, LimitError, MismatchError, RuleError
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
    for lines in ("faces = 2", "faces = [6, 13]", "faces = 4\ntatami = true", 'forgotten = ["X"]'):
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
