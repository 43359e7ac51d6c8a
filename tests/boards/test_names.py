"""Names as users write them are accepted, or rejected with the nearest valid spelling.

Graphs come from networkx and from the definition of products. Misspelt names are made from a known name; the
meaning of names from other systems is in a table with its source.
"""

from __future__ import annotations

import json
import random
import re
import shlex
import warnings
from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from choice import some_of
from cli.calling import call
from tables import tables

import gfkit
from gfkit import parse_board
from gfkit.core.boards.spelling import sort_key, synonyms
from gfkit.core.errors import BoardError, InputError, LimitError, ReadingNote
from gfkit.core.rules import NAMED, find_rule
from gfkit.core.rules.library import game_name

DATA = tables("names")


def read_board(text: str) -> tuple[str, list[str]]:
    """Return a board in the notation of the grammar, and the notes of the parser."""
    with warnings.catch_warnings(record=True) as noted:
        warnings.simplefilter("always", ReadingNote)
        name = parse_board(text).text
    return name, [str(note.message) for note in noted]


def read_rule(text: str) -> list[str]:
    """Return the notes on how the name of a rule was read."""
    with warnings.catch_warnings(record=True) as noted:
        warnings.simplefilter("always", ReadingNote)
        find_rule(text)
    return [str(note.message) for note in noted]


@pytest.mark.filterwarnings("ignore::gfkit.core.errors.ReadingNote")
def test_graphs_in_the_notation_of_papers_and_systems():
    for text, expression in DATA["graphs"].items():
        board = parse_board(text)
        graph = nx.empty_graph(board.size)
        graph.add_edges_from(board.edges)
        wanted = eval(expression, {"nx": nx, "x": nx.cartesian_product})
        assert nx.is_isomorphic(graph, wanted), (text, board.text)


def test_names_of_boards_are_parsed_with_one_note():
    for text, name in DATA["boards"].items():
        read, notes = read_board(text)
        assert read == name, text
        assert len(notes) == 1, text
        assert "\n" not in notes[0]
        assert f" read as {name}" in notes[0]
    assert read_board("4x4") == ("4x4", [])


def test_names_of_structures_are_parsed_with_one_note():
    for text, name in DATA["structures"].items():
        assert game_name(text) == name, text
        notes = read_rule(text)
        assert len(notes) == 1, text
        assert f" read as {name}" in notes[0]
    assert read_rule("Perfect_Matchings") == []


def test_ambiguous_names_are_rejected():
    for text, readings in DATA["either"].items():
        asked = find_rule if text in DATA["structures_either"] else parse_board
        with pytest.raises(InputError) as refusal:
            asked(text)
        assert all(reading in str(refusal.value) for reading in readings), text


@pytest.mark.parametrize(
    "board", ["3x3", "petersen", "path:1", "graph:a-b,b-c,d", "torus:3x3", "line-graph:K4"]
)
def test_matchings_are_independent_sets_of_the_line_graph(board) -> None:
    assert gfkit.count("matchings", board) == gfkit.count("independent-sets", f"line-graph:{board}")
    wanted = nx.line_graph(nx.Graph(parse_board(board).edges))
    assert len(parse_board(f"line-graph:{board}").edges) == wanted.number_of_edges()


def test_the_board_resolves_an_ambiguous_name():
    with pytest.warns(match="eulerian-orientations"):
        found = gfkit.count("six-vertex model", "torus:3x4")
    assert found == gfkit.count("eulerian-orientations", "torus:3x4")
    with pytest.raises(InputError, match="alternating-sign-matrices"):
        gfkit.count("six-vertex model", "3x4")


def test_the_table_of_synonyms():
    """Check that each synonym has one meaning, an existing name, and a source."""
    for subject in ("structures", "boards"):
        parts = ("taken", "either", "other", *(("optimum",) if subject == "structures" else ()))
        keys = [sort_key(word) for part in parts for word in synonyms(subject, part)]
        assert len(keys) == len(set(keys)), sorted(key for key in keys if keys.count(key) > 1)
        assert all(row[1].strip() for part in ("taken", "either") for row in synonyms(subject, part).values())
    for word, row in synonyms("structures", "taken").items():
        assert row[0] in NAMED or f"{row[0]}:k" in NAMED or find_rule(row[0]), word
    assert not {sort_key(name) for name in NAMED} & {
        sort_key(word) for word in synonyms("structures", "taken")
    }
    for word, row in synonyms("boards", "taken").items():
        sizes = ("4", "4x5", "4xn", "3x4x5")
        names = [f"{row[0]}:{size}" if row[0] else size for size in sizes]
        known = [name for name in [*names, row[0].format(8, 1, 3, rest="1-3")] if is_board(name)]
        assert known, word


def largest(sets) -> tuple[int, int]:
    sizes = [len(chosen) for chosen in sets]
    return max(sizes), sizes.count(max(sizes))


@pytest.mark.filterwarnings("ignore::gfkit.core.errors.ReadingNote")
def test_numbers_of_graph_theory_are_optima():
    """Independence and matching numbers from the cliques of the complement, or of that of the line graph."""
    graphs = {
        "petersen": nx.petersen_graph(),
        "prism:5": nx.circular_ladder_graph(5),
        "3x4": nx.grid_2d_graph(3, 4),
    }
    for board, graph in graphs.items():
        for name, of in (("independence number", graph), ("maximum matchings", nx.line_graph(graph))):
            wanted = largest(nx.find_cliques(nx.complement(of)))
            assert gfkit.optimum(name, board).maximum == wanted, (name, board)
        sets = [{*one} for k in range(5) for one in combinations(graph, k)]
        dominating = [one for one in sets if nx.is_dominating_set(graph, one)]
        least = min(map(len, dominating))
        found = gfkit.optimum("Domination number", board).minimum
        assert found == (least, sum(len(one) == least for one in dominating)), board
        assert gfkit.optimum("girth", board).minimum[0] == nx.girth(graph)
    for piece, moves in (("queen", range(3)), ("bishop", (2,)), ("rook", range(2))):
        cells = [(i, j) for i in range(4) for j in range(4)]
        lines = [lambda a, b: a[0] == b[0], lambda a, b: a[1] == b[1]]
        lines.append(lambda a, b: abs(a[0] - b[0]) == abs(a[1] - b[1]))
        graph = nx.Graph()
        graph.add_nodes_from(cells)
        graph.add_edges_from((a, b) for a, b in combinations(cells, 2) if any(lines[k](a, b) for k in moves))
        read = parse_board(f"{piece} graph 4x4")
        assert nx.is_isomorphic(nx.Graph(read.edges), graph), piece
        wanted = largest(nx.find_cliques(nx.complement(graph)))
        assert gfkit.optimum(f"{piece}s' independence number", "4x4").maximum == wanted
    for name, row in synonyms("structures", "optimum").items():
        assert row[0] in NAMED, name
        assert row[1] in ("minimum", "maximum")
    for name, words in (
        ("independence number", "optimum independent-sets"),
        ("maximum independent sets", "optimum independent-sets"),
        ("chromatic number", "polynomial chromatic petersen"),
    ):
        with pytest.raises(InputError, match=words):
            gfkit.count(name, "petersen")
    with pytest.raises(InputError, match="squares"):
        gfkit.optimum("queens domination", "petersen")


def is_board(text: str) -> bool:
    try:
        parse_board(text)
    except BoardError:
        return False
    return True


def misspelt(word: str, rng: random.Random) -> str:
    """Return the word with two letters swapped, one doubled, or one deleted."""
    places = [k for k in range(1, len(word) - 2) if word[k : k + 2].isalpha()]
    at = rng.choice(places)
    return rng.choice(
        [
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[: at + 1] + word[at:],
            word[:at] + word[at + 1 :],
        ]
    )


@pytest.mark.filterwarnings("ignore::gfkit.core.errors.ReadingNote")
def test_suggestions_for_misspelt_names():
    """A refusal is one line with spellings that are names, among them the one that was misspelt."""
    rng = random.Random(77)
    rules = [name.replace(":k", ":3") for name in NAMED if len(name) > 4]
    cases = [(find_rule, name) for name in rules * 3]
    cases += [(parse_board, name) for name in DATA["spelt"] * 4]
    missed = []
    for asked, name in (cases := some_of(rng.sample(cases, len(cases)), 50)):
        text = misspelt(name, rng)
        try:
            found = asked(text)
        except InputError as error:
            message = str(error)
            assert "\n" not in message
            assert len(message) < 300, message
            close = re.search(r"did you mean (.*)\?", message)
            suggested = close[1].split(" or ") if close else []
            for suggestion in suggested:
                asked(suggestion)
            if name not in suggested:
                missed.append((text, name, message))
        else:
            wanted = asked(name)
            missed += [] if found == wanted else [(text, name, str(found))]
    assert len(missed) <= len(cases) // 50, missed


def test_boards_in_python():
    """Sizes, edges, masks and matrices; Kirchhoff: K4 has 16 spanning trees; a path of 3 has 3 matchings."""
    assert parse_board((3, 4)) == parse_board("3x4")
    assert parse_board((np.int64(3), "n")) == parse_board("3xn")
    assert gfkit.count("spanning-trees", list(combinations(range(4), 2))) == 16
    for path in ({("a", "b"), ("b", "c")}, np.array([[0, 1], [1, 2]]), nx.path_graph(3), [(0, 1), (1, 2)]):
        assert gfkit.count("matchings", path) == 3
    mask = np.array([[True, False], [True, True]])
    for drawing in (mask, mask.tolist(), [".#", ".."]):
        assert gfkit.count("domineering", drawing) == gfkit.count("domineering", ".#/..")
    for other in (5, {}, [1], [(1, 2, 3)], (3, -4)):
        with pytest.raises(BoardError):
            gfkit.count("matchings", other)


def test_arguments_have_one_name_in_all_functions():
    law = gfkit.derive(structure="matchings", family="2xn")
    assert law == gfkit.derive("matchings", board="2xn")
    assert gfkit.count("matchings", family="2x2") == gfkit.count(game="matchings", board="2x2") == 7
    assert gfkit.verify("1/(1-2t-t^2)", "o12", board="path:n").verdict == "proved"
    with pytest.raises(TypeError, match="both"):
        gfkit.derive("matchings", "2xn", family="2xn", board="2xn")
    with pytest.raises(LimitError, match="max_seconds"):
        gfkit.count("hamiltonian-cycles", "22x22", max_seconds=0.2)
    assert gfkit.count("matchings", "2x2", max_seconds=60) == 7


def test_notes_and_formats_on_the_command_line():
    found = call("count", "dimers", "4x4", "--json")
    assert found.err == "note: 'dimers' read as perfect-matchings\n"
    assert json.loads(found.out)["count"] == "36"
    refusal = call("count", "dimers", "4y4")
    assert (refusal.code, refusal.err.count("\n"), "did you mean 4x4?" in refusal.err) == (2, 1, True)
    for typed, plain in some_of([*DATA["commands"].items()], step=2):
        found, wanted = (json.loads(call(*shlex.split(words), "--json").out) for words in (typed, plain))
        assert {**found, "game": ""} == {**wanted, "game": ""}, typed
    new, old = (call("derive", "o12", "path:n", option, "pari") for option in ("--format", "--to"))
    assert new.out == old.out
    assert (new.err, "--format pari" in old.err) == ("", True)
    listed = json.loads(call("derive", "o12", "path:n", "--to", "4", "--json").out)
    assert listed["terms"] == ["1", "2", "5", "12", "29"]
    assert call("count", "o12", "path:3", "--to", "4").code == 2
