"""Games read from complexes; pieces that are spaced, have liberties, or are graphs.

Winners are found by looking at all sets, laws by single boards and by games that are the same under two
names; that random games are their definition is tried by the kind ``play`` of the differential.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations
from random import Random

import pytest
from choice import sample
from cli.calling import call

import gfkit
from gfkit.core.boards.graphfile import read_complex
from gfkit.core.errors import BoardError
from gfkit.core.rules import Rule, find_rule
from gfkit.core.rules.wording import rule_sentences

SQUARE = {"legal": "x1 x2\ny1 y2", "illegal": "x1 y1\nx1 y2\nx2 y1\nx2 y2"}
"""Domineering on 2x2: both dominoes of one player fit, and any two of different players overlap."""
MACAULAY2 = "R = QQ[x1, x2, y1, y2]\nlegal = simplicialComplex {x1*x2, y1*y2}"


def test_a_flag_complex_determines_its_game(tmp_path):
    files = {kind: f"{kind}\n{facets}" for kind, facets in SQUARE.items()} | {"m2": MACAULAY2}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
        board = f"complex:{tmp_path / name}"
        for positions in ("all", "left-ends", "maximal"):
            counted, true = (
                gfkit.count(*asked, positions, weights="players").polynomial
                for asked in (("node-kayles", board), ("domineering", "2x2"))
            )
            assert counted == true, (name, positions)
        assert str(gfkit.value("node-kayles", board).value) == "+-1"  # each has one more move, and then wins


def test_complexes_have_no_certificates(tmp_path):
    (tmp_path / "c").write_text("illegal\na b c")
    for verb in ("outcomes", "value", "nim"):
        saved = tmp_path / verb
        refused = call(verb, "node-kayles", f"complex:{tmp_path / 'c'}", "--save", saved, code=2)
        assert refused.err.startswith("gfkit: ")
        assert not saved.exists()


WINNERS = {
    (True, True): "first", (True, False): "left", (False, True): "right", (False, False): "second",
}  # fmt: skip


def played(owners, sets, *, misere):
    """Return the outcome by definition: players select cells, and no forbidden set may be completed."""

    @cache
    def wins(face, player):
        own = [cell for cell, owner in owners.items() if owner in (player, "z") and cell not in face]
        after = [face | {cell} for cell in own if not any(one <= face | {cell} for one in sets)]
        other = "y" if player == "x" else "x"
        return misere if not after else any(not wins(one, other) for one in after)

    return WINNERS[wins(frozenset(), "x"), wins(frozenset(), "y")]


@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(3, 80), marks=pytest.mark.slow(4))])
def test_games_whose_complex_is_not_a_flag_complex(seeds):
    for seed in seeds:
        decides(seed)


def decides(seed):
    random = Random(seed)
    names = [random.choice("xyz" if seed % 3 else "z") + str(k) for k in range(random.randint(3, 7))]
    sizes = [3, *(random.randint(1, 4) for _ in range(random.randint(0, 4)))]
    sets = [frozenset(random.sample(names, min(size, len(names)))) for size in sizes]
    owners = {name: name[0] for one in sets for name in one}
    board = read_complex("", "illegal\n" + "\n".join(" ".join(one) for one in sets))
    for misere in (False, True):
        expected = played(owners, sets, misere=misere)
        assert gfkit.outcomes("node-kayles", board, misere=misere).words[0] == expected
    found = gfkit.value("node-kayles", board)
    assert found.outcome == played(owners, sets, misere=False)
    for positions in ("all", "left-ends", "right-ends", "maximal"):
        counted = gfkit.count("node-kayles", board, positions, "players")
        assert counted.polynomial == gfkit.brute_force("node-kayles", board, positions, "players").polynomial
    faces = [frozenset(some) for size in range(len(owners) + 1) for some in combinations(owners, size)]
    faces = [face for face in faces if not any(one <= face for one in sets)]
    back = read_complex("", "legal\n" + "\n".join(" ".join(face) for face in faces))
    assert gfkit.value("node-kayles", back).value == found.value
    if set(owners.values()) == {"z"}:
        assert str(found.value) in ("0", "*", f"*{gfkit.nim('node-kayles', board).values[0]}")


def test_nogo_on_a_path_of_three_from_its_complex():
    """Three stones of one player have no liberty, but any two have one: no graph has this complex.

    A stone at an end has no liberty if its neighbour belongs to the other player.
    """
    illegal = "x1 x2 x3\nx1 y1\nx1 y2\nx2 y1\nx2 y2\nx2 y3\nx3 y2\nx3 y3\ny1 y2 y3"
    back = read_complex("", f"illegal\n{illegal}")
    assert gfkit.value("node-kayles", back).value == gfkit.value("nogo", "path:3").value
    for weights in ("pieces", "players"):
        counted = gfkit.count("node-kayles", back, "maximal", weights)
        assert counted.polynomial == gfkit.count("nogo", "path:3", "maximal", weights).polynomial


# Spaced pieces, liberties for one player, pieces that are graphs


OWNERS = ("left", "right")


def made(rules: dict[str, object], left: str = "X", right: str = "X", both: str = "") -> Rule:
    owners = {"both": both} if both else {"left": left, "right": right}
    pieces = {owner: {"pieces": piece.split()} for owner, piece in owners.items()}
    return Rule.of({"name": "d", **pieces, "rules": rules})


def distance_game(same: list[int], different: list[int], **more: object) -> Rule:
    """Return a distance game: D for pieces of one player, S for pieces of both."""
    apart = [{"pieces": ["same"], "distances": same}, {"pieces": ["different"], "distances": different}]
    return made({"apart": [one for one in apart if one["distances"]], **more})


# Pieces with an exclusion distance larger than adjacency


FAMILIES = ["path:n", "cycle:n", "2xn", "nx2", "prism:n", "moebius:n", "hex:1xn"]


@pytest.mark.parametrize("text", sample(FAMILIES, quick=0, seconds=2, found=[("nx2",)]))
def test_formulas_agree_with_single_boards(text):
    """Use small boards, where distances overlap around a cycle, and large boards."""
    boards = gfkit.parse_board(text)
    asked = [([2], [1], "all"), ([1, 3], [2], "all"), ([2], [1], "left-ends")]
    for same, different, positions in asked if text in ("path:n", "cycle:n") else asked[:1]:
        rule = distance_game(same, different)
        law = gfkit.derive(rule, text, positions)
        assert law.evidence.status == "proved"
        assert law.first_n == boards.first_n
        for n in range(boards.first_n, boards.first_n + 7):
            if (board := boards.at(n)).size <= 12:
                assert law[n] == gfkit.count(rule, board, positions).count, (same, different, n)


@pytest.mark.slow(6)
def test_distance_one_is_touching():
    asked = {"2xn": "all", "nx2": "left-ends", "cycle:n": "maximal", "hex:1xn": "all"}
    for same, different, name in (([1], [], "col"), ([], [1], "snort"), ([1], [1], "cis")):
        rule = distance_game(same, different)
        for text, positions in asked.items():
            ours, theirs = gfkit.derive(rule, text, positions), gfkit.derive(name, text, positions)
            assert ours.rational == theirs.rational, (text, positions)
        for text in ("2x3", "path:6", "cycle:5"):
            assert str(gfkit.value(rule, text).value) == str(gfkit.value(name, text).value)


def test_placed_pieces_next_to_kings_and_at_corners():
    kings, knights = (
        made({"apart": [{"pieces": ["same"], "neighbours": how}]}, both="X") for how in ("king", "knight")
    )
    for rule, name in ((kings, "kings"), (knights, "knights")):
        assert gfkit.derive(rule, "2xn").rational == gfkit.derive(name, "2xn").rational


def test_pieces_already_placed_and_reserved_cells():
    rule = distance_game([2], [])
    assert gfkit.count(rule, "A..").count == gfkit.count(rule, "A.!").count * 2
    with pytest.raises(BoardError, match="conflicts with another piece"):
        gfkit.count(rule, "A.A")


def test_another_game_named_in_a_formula_is_played_on_the_board():
    """In a query with a distance rule, a formula that names Col means Col on paths, not on placements."""
    other = gfkit.Question.of(distance_game([2], [1]), "path:n").by(find_rule("col"), "col")
    assert other.spaced is None
    assert gfkit.derive(other)[3] == gfkit.count("col", "path:3").count


# Liberties for one player alone


def test_formulas_with_liberties_for_one_player():
    rules = [made({"liberties": whose}) for whose in OWNERS]
    assert [gfkit.outcomes(rule, "1x1").words[0] for rule in rules] == ["right", "left"]
    law, mirrored = (gfkit.derive(rule, "2xn") for rule in rules)
    assert law.evidence.status == "proved"
    assert law.terms(5)[1:] == [gfkit.brute_force(rules[0], f"2x{n}").count for n in range(1, 5)]
    assert mirrored.rational == law.rational


# Pieces that are graphs


def test_paths_as_pieces():
    rule = made({}, both="path:2")
    assert rule_sentences(rule)[-1] == "Both place path:2, on vertices that form such a graph."
    left = made({"apart": [{"pieces": ["LL"], "distances": [2]}]})
    assert rule_sentences(left)[-1] == "No two pieces of Left may be at distance 2."
    for board in ("2x3", "cycle:5", "prism:3", "complete:4", "path:1"):
        assert gfkit.nim(rule, board).values == gfkit.nim("arc-kayles", board).values
        assert gfkit.count(rule, board).count == gfkit.count("arc-kayles", board).count
    # Three cells in a row are removed and two heaps remain: the octal game 0.007.
    heaps = gfkit.nim("octal:0.007", to=14).values
    rule = made({}, both="path:3")
    assert [gfkit.nim(rule, f"path:{n}").values[0] for n in range(3, 15)] == list(heaps[3:])
