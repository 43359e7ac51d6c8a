"""Complexes of games, and games read back from them; pieces that are spaced, have liberties, or are graphs.

Winners are found by looking at all sets, laws by single boards and by games that are the same under two
names; that random games are their definition is tried by the kind ``play`` of the differential.
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations
from random import Random

import pytest
from choice import sample
from cli.calling import call

import gfkit
from gfkit.boards.board import from_edges
from gfkit.boards.complexfile import read_complex
from gfkit.errors import BoardError, GfkitError
from gfkit.games import Rule, find_rule
from gfkit.kinds.wording import rule_sentences

FLAGS = [
    *(("domineering", "2x3"), ("col", "path:4"), ("snort", "cycle:4"), ("cram", "2x3"), ("cis:3", "path:2")),
    *(("snort", "<.>"), ("o12", "1x3")),
]


@pytest.mark.parametrize("several", [FLAGS[:3], pytest.param(FLAGS[3:], marks=pytest.mark.slow(2))])
def test_a_flag_complex_gives_the_game_back(several, tmp_path):
    for game, text in several:
        found = gfkit.legal_complex(game, text)
        assert found.is_flag
        lists = {"legal": found.facets, "illegal": found.smallest_illegal}
        profile = gfkit.count(game, text, weights="players").polynomial
        for kind, facets in lists.items():
            (tmp_path / kind).write_text("\n".join([kind, *(" ".join(one) for one in facets)]))
        (tmp_path / "m2").write_text(found.to("macaulay2"))
        for name in ("legal", "m2"):
            board = f"complex:{tmp_path / name}"
            assert gfkit.count("node-kayles", board, weights="players").polynomial == profile
            assert str(gfkit.value("node-kayles", board).value) == str(gfkit.value(game, text).value)
        if len({v for one in found.smallest_illegal for v in one}) == len(found.placements):
            counted = gfkit.count("node-kayles", f"complex:{tmp_path / 'illegal'}", weights="players")
            assert counted.polynomial == profile


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
    """Who wins, by definition: cells are taken, and no set may be taken whole."""

    @cache
    def wins(face, player):
        own = [cell for cell, owner in owners.items() if owner in (player, "z") and cell not in face]
        after = [face | {cell} for cell in own if not any(one <= face | {cell} for one in sets)]
        other = "y" if player == "x" else "x"
        return misere if not after else any(not wins(one, other) for one in after)

    return WINNERS[wins(frozenset(), "x"), wins(frozenset(), "y")]


@pytest.mark.parametrize("seeds", [range(5), pytest.param(range(5, 80), marks=pytest.mark.slow(4))])
def test_games_of_which_more_than_pairs_decide(seeds):
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
    complex_ = gfkit.legal_complex("node-kayles", board)
    back = read_complex("", "legal\n" + "\n".join(" ".join(one) for one in complex_.facets))
    assert gfkit.value("node-kayles", back).value == found.value
    if set(owners.values()) == {"z"}:
        assert str(found.value) in ("0", "*", f"*{gfkit.nim('node-kayles', board).values[0]}")


@pytest.mark.parametrize("board", sample(["1x4", "2x2", "path:3"], quick=1, seconds=0.4))
def test_games_with_liberties_are_told_by_their_complex(board):
    """A solid triangle without its inside is the smallest complex that no graph gives; NoGo has such."""
    found = gfkit.legal_complex("nogo", board)
    assert not found.is_flag
    back = read_complex("", found.to("macaulay2"))
    assert gfkit.value("node-kayles", back).value == gfkit.value("nogo", board).value
    for weights in ("pieces", "players"):
        counted = gfkit.count("node-kayles", back, "maximal", weights)
        assert counted.polynomial == gfkit.count("nogo", board, "maximal", weights).polynomial


@pytest.mark.parametrize("seeds", [range(3), pytest.param(range(3, 12), marks=pytest.mark.slow(2))])
def test_isomorphic_complexes_are_recognised(seeds):
    """A graph with its vertices named anew; and of two random graphs what trying all maps says."""
    for seed in seeds:
        random = Random(seed)
        size = random.randint(2, 5)
        pairs = list(combinations(range(size), 2))
        edges = [pair for pair in pairs if random.random() < 0.5] or pairs[:1]
        others = random.sample(pairs, len(edges))
        order = random.sample(range(size), size)
        rule = random.choice(["col", "snort", "node-kayles", "nogo"])

        def made(edges, rule=rule, size=size):
            return gfkit.legal_complex(rule, from_edges("", size, edges))

        one, other, again = made(edges), made(others), made([(order[a], order[b]) for a, b in edges])
        for first, second in ((one, again), (one, other)):
            image = first.isomorphism(second)
            names = [name for name, _ in first.placements]
            sets = {frozenset(each) for each in second.smallest_illegal}

            def fits(image, first=first, sets=sets):
                return {frozenset(image[name] for name in each) for each in first.smallest_illegal} == sets

            if image is not None:
                assert fits(image)
                assert all(name[0] == image[name][0] for name in names)
            elif len(names) == len(second.placements) <= 6:
                ways = permutations([name for name, _ in second.placements])
                maps = (dict(zip(names, there, strict=True)) for there in ways)
                assert not any(fits(each) and all(n[0] == each[n][0] for n in names) for each in maps)
        assert one.isomorphism(again) is not None


def test_likeness_is_told():
    across, down = gfkit.legal_complex("domineering", "2x3"), gfkit.legal_complex("domineering", "3x2")
    assert across.isomorphism(down) is None
    assert across.compared(down).likeness.players == "exchanged"
    assert across.compared(gfkit.legal_complex("cram", "2x3")).likeness.players == "any"
    assert across.compared(gfkit.legal_complex("cram", "2x2")).likeness.image is None
    with pytest.raises(GfkitError, match="'some'"):
        across.isomorphism(down, "some")


# Spaced pieces, liberties for one player, pieces that are graphs


OWNERS = ("left", "right")


def made(rules: dict[str, object], left: str = "X", right: str = "X", both: str = "") -> Rule:
    owners = {"both": both} if both else {"left": left, "right": right}
    pieces = {owner: {"pieces": piece.split()} for owner, piece in owners.items()}
    return Rule.of({"name": "d", **pieces, "rules": rules})


def distance_game(same: list[int], different: list[int], **more: object) -> Rule:
    """D for pieces of one player, S for pieces of both."""
    apart = [{"pieces": ["same"], "distances": same}, {"pieces": ["different"], "distances": different}]
    return made({"apart": [one for one in apart if one["distances"]], **more})


# Pieces that keep apart by more than touching


FAMILIES = ["path:n", "cycle:n", "2xn", "nx2", "prism:n", "moebius:n", "hex:1xn"]


@pytest.mark.parametrize("text", sample(FAMILIES, quick=0, seconds=2, found=[("nx2",)]))
def test_laws_are_what_single_boards_have(text):
    """Of small boards, where distances meet each other around a ring, and of large ones."""
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


def test_pieces_that_lie_and_reserved_cells():
    rule = distance_game([2], [])
    assert gfkit.count(rule, "A..").count == gfkit.count(rule, "A.!").count * 2
    with pytest.raises(BoardError, match="too near to another"):
        gfkit.count(rule, "A.A")


def test_another_game_named_in_a_formula_is_played_on_the_board():
    """Beside a spaced rule, a formula that names Col means Col on paths, not on a graph of placements."""
    other = gfkit.Question.of(distance_game([2], [1]), "path:n").by(find_rule("col"), "col")
    assert other.spaced is None
    assert gfkit.derive(other)[3] == gfkit.count("col", "path:3").count


# Liberties for one player alone


def test_laws_with_liberties_for_one_player():
    rules = [made({"liberties": whose}) for whose in OWNERS]
    assert [gfkit.outcomes(rule, "1x1").words[0] for rule in rules] == ["right", "left"]
    law, mirrored = (gfkit.derive(rule, "2xn") for rule in rules)
    assert law.evidence.status == "proved"
    assert law.terms(5)[1:] == [gfkit.brute_force(rules[0], f"2x{n}").count for n in range(1, 5)]
    assert mirrored.rational == law.rational


# Pieces that are graphs


def test_paths_as_pieces():
    rule = made({}, both="path:2")
    assert rule_sentences(rule)[-1] == "Both place path:2, on any vertices joined like that."
    left = made({"apart": [{"pieces": ["LL"], "distances": [2]}]})
    assert rule_sentences(left)[-1] == "No two pieces of Left may be at distance 2."
    for board in ("2x3", "cycle:5", "prism:3", "complete:4", "path:1"):
        assert gfkit.nim(rule, board).values == gfkit.nim("arc-kayles", board).values
        assert gfkit.count(rule, board).count == gfkit.count("arc-kayles", board).count
    # Three in a row are taken away, and what is left falls in two heaps: the octal game 0.007.
    heaps = gfkit.nim("octal:0.007", to=14).values
    rule = made({}, both="path:3")
    assert [gfkit.nim(rule, f"path:{n}").values[0] for n in range(3, 15)] == list(heaps[3:])
