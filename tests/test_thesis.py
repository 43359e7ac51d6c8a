"""What Optimal strategies in dominogames (Leferink, 2020) says, claim by claim, as printed.

Each test has what is printed, and how it stands under every way of breaking ties. The text joins mirror
images of what is left (so D(3,2) has the six move sequences printed, where mirror images of whole ones joined
give seven), and dismisses plays whose only reason is to oppose the other (D(4,1)), as kind players do; where
a sentence is right under these conventions it is not called wrong. Small boards are decided by whole game
trees, larger ones by the solver and by a second backward induction with other states.
"""

from __future__ import annotations

from functools import cache

import pytest
from dominogame_tree import RULES, Tree

import gfkit
from gfkit.equilibrium import Dominogame, equilibria

COVER = ([2, 3, 7, 9, 17, 20, 30, 34, 48], [0, 3, 5, 11, 13, 22, 26, 38, 42])
V = {
    0: ((8, 1, 0), (8, 3, 0)),
    1: ((8, 7, 2), (8, 5, 0)),
    2: ((8, 9, 3), (8, 11, 3)),
    3: ((8, 15, 7), (8, 13, 5)),
}
"""Tables 1, 3 and 6: coefficients of k^2, k and 1 for both players, R = 4k + residue."""
OPENINGS = {1: "h1", 2: "v1 v2", 3: "v1 h1", 4: "v1 v1"}
W = {
    (0, 1): ((8, 1, 0), (8, 3, 0)),
    (0, 2): ((8, 1, 1), (8, 3, -1)),
    (0, 3): ((8, 3, 0), (8, 1, -3)),
    (0, 4): ((8, 1, -3), (8, 3, 3)),
    (1, 1): ((8, 7, 2), (8, 5, 0)),
    (1, 2): ((8, 7, 3), (8, 5, -1)),
    (1, 3): ((8, 5, -1), (8, 7, 0)),
    (1, 4): ((8, 7, -2), (8, 5, -6)),
    (2, 1): ((8, 9, 2), (8, 11, 4)),
    (2, 2): ((8, 9, 3), (8, 11, 3)),
    (2, 3): ((8, 11, 3), (8, 5, 0)),
    (2, 4): ((8, 10, 3), (8, 10, 3)),
    (3, 1): ((8, 15, 7), (8, 13, 5)),
    (3, 2): ((8, 15, 9), (8, 13, 3)),
    (3, 3): ((8, 13, 3), (8, 15, 6)),
    (3, 4): ((8, 15, 3), (8, 13, -1)),
}
"""Sections 5.4.4 to 5.4.7 as printed: payoffs for residue and situation."""
CORRECTED = {(2, 3): ((8, 11, 3), (8, 9, 0)), (2, 4): ((8, 9, 4), (8, 11, 2))}


def at(formulas, k):
    return tuple(a * k * k + b * k + c for a, b, c in formulas)


@cache
def by_rooms(columns, rows):
    """All equilibrium payoffs by the rooms left above the columns and whose turn it is."""

    @cache
    def solved(rooms, turn):
        sets = []
        for left in range(columns):
            for right in (left, left + 1):
                for tall in (2,) if right == left else (1,):
                    room = min(rooms[left : right + 1], default=0) - tall
                    if right < columns and room >= 0:
                        pay = sum(rows - room - k for k in range(tall)) * (right - left + 1)
                        after = tuple(room if left <= c <= right else rooms[c] for c in range(columns))
                        below = solved(after, 1 - turn)
                        sets.append({(a + pay * (turn == 0), b + pay * (turn == 1)) for a, b in below})
        if not sets:
            return frozenset({(0, 0)})
        bound = max(min(pair[turn] for pair in one) for one in sets)
        return frozenset(pair for one in sets for pair in one if pair[turn] >= bound)

    return solved


def second(columns, rows, opening=""):
    """The payoffs after an opening by the second method."""
    rooms, paid = [rows] * columns, [0, 0]
    for turn, name in enumerate(opening.split()):
        left, tall = int(name[1:]) - 1, 1 + (name[0] == "v")
        wide = 3 - tall
        room = min(rooms[left : left + wide]) - tall
        rooms[left : left + wide] = [room] * wide
        paid[turn % 2] += sum(rows - room - k for k in range(tall)) * wide
    rest = by_rooms(columns, rows)(tuple(rooms), len(opening.split()) % 2)
    return {(a + paid[0], b + paid[1]) for a, b in rest}


@cache
def payoffs(columns, rows, opening=""):
    """All equilibrium payoffs by the solver, which the second method must confirm."""
    found = set(gfkit.equilibrium(f"{columns}x{rows}", opening=opening, plays=0).payoffs)
    assert found == second(columns, rows, opening)
    return found


def plays(columns, rows, raised=0):
    """All equilibrium plays from the whole tree, as {moves: (payoffs, empty cells)}."""
    tree = Tree(columns, rows, raised)
    return {" ".join(names): (paid, empty) for names, paid, empty in tree.equilibria()}


def kind_plays(columns, rows, raised):
    found = gfkit.equilibrium(f"{columns}x{rows}", tie="kind", raised=raised, plays=10**4).plays
    return {str(play) for play in found}


def named(columns, rows):
    return dict(gfkit.equilibrium(f"{columns}x{rows}", plays=0).tie_rules)


def joined_sequences(columns, rows):
    """Move sequences where of two moves to positions that are mirror images one is counted."""

    @cache
    def count(heights):
        after = {}
        for k in range(columns - 1):
            top = max(heights[k : k + 2]) + 1
            if top <= rows:
                after["h", top, (*heights[:k], top, top, *heights[k + 2 :])] = None
        for k in range(columns):
            if heights[k] + 2 <= rows:
                after["v", heights[k], (*heights[:k], heights[k] + 2, *heights[k + 1 :])] = None
        kinds = {(kind, row, joined(after)) for kind, row, after in after}
        return sum(count(one) for _, _, one in kinds) if kinds else 1

    def joined(heights):
        parts, part = [], []
        for height in (*heights, rows):
            if height < rows:
                part.append(height)
            elif part:
                parts.append(min(part, part[::-1]))
                part = []
        # Full columns between the parts keep them apart.
        ordered = sorted(parts)
        flat = [height for one in ordered for height in (*one, rows)]
        return tuple((flat + [rows] * columns)[:columns])

    return count((0,) * columns)


# Sections 4 and 5: one and two columns.


def test_tables_2_and_5_one_column():
    """Right for R to 60, and there is only one move sequence on each board."""
    for rows, found in equilibria("1xn", 60, plays=1):
        k = rows // 4
        own = 4 * k * k - k if rows % 4 < 2 else 4 * k * k + 7 * k + 3
        assert found.payoffs == ((own, 4 * k * k + 3 * k),)
        assert found.sequences == 1
        assert second(1, rows) == set(found.payoffs)


def test_the_row_on_the_cover():
    """Right."""
    assert [payoffs(2, rows) for rows in range(1, 10)] == [{pair} for pair in zip(*COVER, strict=True)]


def test_tables_1_3_and_6_two_columns():
    """Right for R to 60, however ties are broken; to 40 by both methods."""
    for rows, found in equilibria("2xn", 60):
        assert found.payoffs == (at(V[rows % 4], rows // 4),)
        assert rows > 40 or second(2, rows) == set(found.payoffs)


def test_table_4_and_the_first_four_boards_by_their_trees():
    """Right."""
    for rows, pair in ((4, (9, 11)), (1, (2, 0)), (2, (3, 3)), (3, (7, 5))):
        assert {paid for paid, _ in plays(2, rows).values()} == {pair}
    assert payoffs(2, 2, "h1") == {(2, 4)}


def test_theorem_1_the_opening_moves():
    """Right for R to 40: standing in both columns for R = 2 modulo 4, else lying; no cell stays empty."""
    for rows, found in equilibria("2xn", 40, plays=1):
        (play,) = found.plays
        names = [str(move) for move in play.moves[:2]]
        assert names == ["v1", "v2"] if rows % 4 == 2 else names[0] == "h1"
        others = ["h1"] if rows % 4 == 2 else ["v1"] * (rows > 1)
        for other in others:
            ((own, _),) = payoffs(2, rows, other)
            assert own < found.payoffs[0][0]
        assert found.play_count.empty_cells == (0,)


def test_the_equilibrium_plays_of_figure_6_are_unique():
    """Right with mirror images joined as the text joins them; with those of whole plays alone there are two
    from R = 6 on."""
    for rows in range(1, 10):
        listed = plays(2, rows)
        swapped = str.maketrans({"1": "2", "2": "1"})
        kinds = {
            min(moves, " ".join(m if m[0] == "h" else m.translate(swapped) for m in moves.split()))
            for moves in listed
        }
        assert len(kinds) == (1 if rows < 6 else 2)
        assert len({"".join(move[0] for move in moves.split()) for moves in listed}) == 1


@pytest.mark.parametrize(("residue", "situation"), W)
def test_payoffs_after_the_four_situations(residue, situation):
    """Right for R to 60, but for W_2 of situation 3 and both payoffs of situation 4 for R = 4k + 2.

    There W_2 = 8k^2 + 9k in place of 8k^2 + 5k (its own line before gives that), and situation 4 pays
    8k^2 + 9k + 4 and 8k^2 + 11k + 2 in place of 8k^2 + 10k + 3 each, which holds for k = 1 alone.
    """
    wrong = []
    for k in range(15):
        rows = 4 * k + residue
        if rows < (1, 2, 3, 4)[situation - 1]:
            continue
        found = payoffs(2, rows, OPENINGS[situation])
        printed, right = W[residue, situation], CORRECTED.get((residue, situation), W[residue, situation])
        assert found == {at(right, k)}
        if found != {at(printed, k)}:
            wrong.append(k)
    expected = {(2, 3): list(range(1, 15)), (2, 4): list(range(2, 15))}
    assert wrong == expected.get((residue, situation), [])


def test_the_parameter_a():
    """Printed: a = 0 if R is even, and 1 if R is odd. Right is the opposite, which the proofs use."""
    for rows in range(2, 30):
        ((one, two),) = payoffs(2, rows - 1)
        right, printed = int(rows % 2 == 0), int(rows % 2 == 1)
        assert payoffs(2, rows, "h1") == {(two + rows + 1 - right, one + rows - 1 + right)}
        assert payoffs(2, rows, "h1") != {(two + rows + 1 - printed, one + rows - 1 + printed)}


def test_the_reduced_trees_of_figures_11_to_14():
    """Right: player two takes the best of situations 2 to 4, and player one has them or situation 1."""
    for rows in range(4, 41):
        after = {s: next(iter(payoffs(2, rows, OPENINGS[s]))) for s in OPENINGS}
        answer = max((2, 3, 4), key=lambda s: after[s][1])
        chosen = max((1, answer), key=lambda s: after[s][0])
        assert chosen == (2 if rows % 4 == 2 else 1)
        assert answer == {0: 4, 1: 3, 2: 2, 3: 3}[rows % 4]


# Section 6: three columns.


def test_three_columns_one_and_two_rows():
    """D(3,2): six move sequences, two equilibrium plays.

    Six is right when mirror images of what is left are joined; there are 14, or 7 up to mirror images. The
    equilibrium plays are all 6 with standing dominoes only, 3 up to mirror images; payoffs (6, 3).
    """
    assert payoffs(3, 1) == {(2, 0)}
    tree = plays(3, 2)
    assert Tree(3, 2).leaves() == 14
    assert joined_sequences(3, 2) == 6
    assert len(tree) == 6
    assert {paid for paid, _ in tree.values()} == {(6, 3)}
    assert gfkit.equilibrium("3x2").play_count.joined == 3


def test_three_columns_three_rows():
    """29 move sequences found; one is the only equilibrium play, (9, 7), which is right among kind players.

    There are 78 sequences, 39 up to mirror images, 32 when those of what is left are joined. Standing in
    the middle column is an equilibrium opening, too, with (9, 6); every named tie rule gives (9, 7).
    """
    assert Tree(3, 3).leaves() == 78
    assert gfkit.equilibrium("3x3").sequences == 78
    assert joined_sequences(3, 3) == 32
    assert plays(3, 3) == {
        "v1 h2 h1 v3": ((9, 7), 1),
        "v3 h1 h2 v1": ((9, 7), 1),
        "v2 v1 h1 v3": ((9, 6), 1),
        "v2 v3 h2 v1": ((9, 6), 1),
    }
    assert set(named(3, 3).values()) == {(9, 7)}


def test_three_columns_four_rows():
    """One equilibrium: the 2 x 4 pattern beside a column, (12, 18), by three move orders.

    That holds if players are cruel. Kind players, and those who take the first move listed, get (16, 14);
    there are 20 plays with (12, 18), 10 up to mirror images, and 4 with (16, 14).
    """
    tree = plays(3, 4)
    assert {paid for paid, _ in tree.values()} == {(12, 18), (16, 14)}
    assert {empty for _, empty in tree.values()} == {0}
    assert [sum(paid == pair for paid, _ in tree.values()) for pair in ((12, 18), (16, 14))] == [20, 4]
    assert named(3, 4) == {"kind": (16, 14), "cruel": (12, 18), "first": (16, 14)}
    assert all(Tree(3, 4).named(rule) == pair for rule, pair in named(3, 4).items())
    assert {"h1 h1 v1 v2 v3 v3", "h1 h1 v3 v3 v1 v2", "v3 v3 h1 h1 v1 v2"} <= set(tree)
    assert payoffs(3, 4, "v1") == {(12, 18)}


def test_three_columns_five_rows():
    """Presumed (22, 20), drawn as h1 h1 v3 h1 h2 h2 v1. No way of breaking ties gives these payoffs."""
    tree = plays(3, 5)
    found = {paid for paid, _ in tree.values()}
    assert (22, 20) not in found
    assert "h1 h1 v3 h1 h2 h2 v1" not in tree
    assert len(found) == 14
    assert found == payoffs(3, 5)
    assert named(3, 5) == {"kind": (22, 22), "cruel": (26, 18), "first": (23, 20)}


# Section 7: four columns.


def test_four_columns_one_row():
    """Right: (2, 2), and (2, 0) when player one lies in the middle, which only cruel players do."""
    assert {moves: paid for moves, (paid, _) in plays(4, 1).items()} == {
        "h1 h3": (2, 2),
        "h3 h1": (2, 2),
        "h2": (2, 0),
    }
    assert named(4, 1) == {"kind": (2, 2), "cruel": (2, 0), "first": (2, 2)}


def test_four_columns_two_rows():
    """Right: all dominoes stand, in any order; (6, 6)."""
    tree = plays(4, 2)
    assert set(tree.values()) == {((6, 6), 0)}
    assert len(tree) == 24
    assert not any("h" in moves for moves in tree)


def test_four_columns_three_rows():
    """Three equilibrium plays found, sharing equally.

    Right as it is said. The three are equilibrium plays; over all ways of breaking ties there are 112, 56 up
    to mirror images, some with other payoffs, and all named rules give (12, 12). The third, with standing
    openings, is none among cruel players.
    """
    tree = plays(4, 3)
    assert {"h1 h3 v1 v2 v3 v4", "h1 v1 v2 h3 v3 v4", "v1 v3 v2 v4 h1 h3"} <= set(tree)
    assert len(tree) == 112
    assert {paid for paid, _ in tree.values()} == {(12, 9), (12, 10), (12, 12), (13, 11)}
    assert set(named(4, 3).values()) == {(12, 12)}
    assert payoffs(4, 3, "v1 v2") == {(14, 10)}
    cruel = gfkit.equilibrium("4x3", tie="cruel", plays=1000)
    assert not any(str(play).startswith("v") for play in cruel.plays)


def test_four_columns_four_rows():
    """The plays of D(2,4) twice, (18, 22); nobody stands in an empty column, right among kind players.

    (18, 22) is given by no way of breaking ties: kind players get (20, 20), cruel ones (19, 18). Lying in
    the middle is indeed no opening, but standing at the side is one for some ways of breaking ties.
    """
    found = payoffs(4, 4)
    assert (18, 22) not in found
    assert {(20, 20), (19, 18), (22, 18), (19, 21)} < found
    assert named(4, 4) == {"kind": (20, 20), "cruel": (19, 18), "first": (20, 20)}
    assert payoffs(4, 4, "h2") == {(15, 25)}
    everything = gfkit.equilibrium("4x4", plays=1000)
    assert {str(play.moves[0]) for play in everything.plays} == {"h1", "v1"}
    kind = gfkit.equilibrium("4x4", tie="kind", plays=1000)
    for listed, stands in ((everything.plays, True), (kind.plays, False)):
        found_standing = any(
            step.move.kind == "v" and step.cells[0][1] == 1 for play in listed for step in play.steps
        )
        assert found_standing is stands


def test_four_columns_five_rows():
    """(30, 30), by standing in column 1; (28, 32) if player one lies first.

    Both are among 24 payoffs; named rules give (32, 28), (29, 31) and (30, 28), none of them equal.
    """
    found = payoffs(4, 5)
    assert {(30, 30), (28, 32)} < found
    assert len(found) == 24
    assert named(4, 5) == {"kind": (32, 28), "cruel": (29, 31), "first": (30, 28)}
    assert (30, 30) in payoffs(4, 5, "v1")
    assert (28, 32) in payoffs(4, 5, "h1")


# Section 8 and Lemma 1.


def test_at_most_one_empty_cell():
    """Presumed. False over all ways of breaking ties, from D(4,1), D(4,3), D(3,5) on, and for cruel players.

    For kind players it is right as far as it was looked at, here on 43 boards.
    """
    empty = {empty for _, empty in plays(3, 5).values()}
    assert empty == {1, 3, 5}
    assert {empty for _, empty in plays(4, 3).values()} == {0, 2}
    for board in ("4x1", "3x6", "3x7", "4x4"):
        assert max(gfkit.equilibrium(board, tie="cruel").play_count.empty_cells) > 1
    assert gfkit.equilibrium("4x5", tie="first").play_count.empty_cells == (2,)
    for columns, most in ((2, 12), (3, 14), (4, 8), (5, 5), (6, 4)):
        for rows, found in equilibria(f"{columns}xn", most, tie="kind", plays=1):
            assert found.play_count.empty_cells == (columns * rows % 2,)


def test_lemma_1_raised_games():
    """Equilibrium plays of D(C,R) are those of D(C,R)+q. Right for two columns; false for D(3,5), D(5,3), and
    for D(7,3) among kind players, too.

    In D(4,3)+q all 112 remain, and 16 are added.
    """
    for rows in range(1, 6):
        assert all(set(plays(2, rows, q)) == set(plays(2, rows)) for q in range(1, 6))
    for rows in range(6, 18):
        want = {play.moves for play in gfkit.equilibrium(f"2x{rows}", plays=10**6).plays}
        for q in (1, 2, 10):
            raised = gfkit.equilibrium(f"2x{rows}", raised=q, plays=10**6)
            assert {play.moves for play in raised.plays} == want
    five = set(plays(3, 5))
    assert [len(five - set(plays(3, 5, 1))), len(set(plays(3, 5, 1)) - five)] == [6, 8]
    three = set(plays(4, 3))
    assert three < set(plays(4, 3, 1))
    assert len(set(plays(4, 3, 1)) - three) == 16
    kind = {q: set(kind_plays(7, 3, q)) for q in (0, 1)}
    assert "v1 h2 h2 h1 h5 h6 h6 v4 h3 v5" in kind[0] - kind[1]
    moves = {q: {p.moves for p in gfkit.equilibrium("5x3", raised=q, plays=10**6).plays} for q in (0, 1)}
    assert len(moves[0] - moves[1]) == 276  # up to mirror images


def test_standing_on_each_other():
    """Printed: player one has 7 on the first move and player two 3, then 11 and 15. Right: 3 and 7."""
    game = Dominogame(1, 8)
    (play,) = gfkit.equilibrium(game).plays
    assert [step.gain for step in play.steps] == [3, 7, 11, 15]


def test_figure_2_has_three_columns():
    """Printed as M(2,3), columns first, for three players; three columns of two rows are drawn: M(3,2)."""
    tree = Tree(3, 2, piece="monomino", players=3)
    assert {len(names) for names, _, _ in tree.equilibria()} == {6}
    assert {paid for _, paid, _ in tree.equilibria()} == {(3, 3, 3)}
    assert all(tree.named(rule) == (3, 3, 3) for rule in RULES)
