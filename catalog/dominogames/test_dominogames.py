"""The claims by a third way, and what their remarks say besides."""

from __future__ import annotations

from functools import cache

import pytest
from choice import some_and_all

import gfkit
from gfkit.catalog import read_document
from gfkit.catalog.papers import catalog_files, theorems
from gfkit.play.equilibria import equilibria

from .sources import ENGINE, WHOLE, sides
from .tree import Tree

CLAIMS = {
    claim.id: claim
    for file in catalog_files()
    if file.parent.name == "dominogames"
    for claim in read_document(file).claims
}


class Rooms:
    """Payoffs by the rooms left above the columns and whose turn it is: states that neither other way has."""

    far = True

    def payoffs(self, board, opening="", raised=0):
        assert raised == 0
        columns, rows = sides(board)
        rooms, paid = [rows] * columns, [0, 0]
        for turn, name in enumerate(opening.split()):
            left, tall = int(name[1:]) - 1, 1 + (name[0] == "v")
            wide = 3 - tall
            room = min(rooms[left : left + wide]) - tall
            rooms[left : left + wide] = [room] * wide
            paid[turn % 2] += sum(rows - room - k for k in range(tall)) * wide
        rest = below(columns, rows)(tuple(rooms), len(opening.split()) % 2)
        return tuple(sorted((a + paid[0], b + paid[1]) for a, b in rest))


@cache
def below(columns, rows):
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
                        later = solved(after, 1 - turn)
                        sets.append({(a + pay * (turn == 0), b + pay * (turn == 1)) for a, b in later})
        if not sets:
            return frozenset({(0, 0)})
        bound = max(min(pair[turn] for pair in one) for one in sets)
        return frozenset(pair for one in sets for pair in one if pair[turn] >= bound)

    return solved


BY_PAYOFFS = {
    "dominogames.payoff",
    "dominogames.all-payoffs",
    "dominogames_laws.situation",
    "dominogames_laws.chosen",
    "dominogames_laws.parameter",
    "dominogames_laws.ahead",
}
"""Theorems that ask a source for payoffs alone."""


def of(names):
    """The claims of these theorems, boards of the largest size, which take too long, left out."""
    return [
        claim
        for claim in CLAIMS.values()
        if claim.arguments.get("name") in names
        and claim.cost == "fast"
        and claim.id != "dominogames-d4-odd-halves"
    ]


@pytest.mark.parametrize("some", some_and_all(of(BY_PAYOFFS), 8, 1))
def test_payoffs_by_a_third_way(some):
    for claim in some:
        check = theorems()[claim.arguments["name"]].by(Rooms())
        asked = claim.arguments["with"]
        holds = check(claim.statement, asked).status != "refuted"
        assert holds == (claim.status != "refuted"), claim.id
        if claim.correction:
            assert check(claim.correction, asked).status != "refuted", claim.id


@pytest.mark.slow(5.5)
@pytest.mark.parametrize("some", [of({"dominogames_laws.situation"})])
def test_payoffs_on_sixty_rows(some):
    for claim in some:
        formulas = claim.correction or claim.statement
        check = theorems()[claim.arguments["name"]].by(ENGINE)
        found = check(formulas, {**claim.arguments["with"], "to": 60})
        assert found.status == "consistent", claim.id


@pytest.mark.slow(1)
def test_no_cell_stays_empty_on_two_columns():
    for rows, found in equilibria("nx2", 14, plays=1):
        assert found.play_count.empty_cells == (0,), rows


# What remarks say, by the engine and by the tree


def payoffs_of(source, board, tie):
    """What players get who break ties so, from the cells of their plays."""
    found = set()
    for play in source.plays(board, 0, tie):
        paid = [sum(row for _, row in cells) for cells in source.cells(board, play)]
        found.add((sum(paid[::2]), sum(paid[1::2])))
    return found


TIES = {
    "3x4": ((16, 14), (12, 18)),
    "3x5": ((22, 22), (26, 18)),
    "4x1": ((2, 2), (2, 0)),
    "4x3": ((12, 12), (12, 12)),
    "4x4": ((20, 20), (19, 18)),
    "4x5": ((32, 28), (29, 31)),
}


@pytest.mark.parametrize(
    "boards",
    [("3x4", "4x1"), pytest.param([*TIES], id="all", marks=pytest.mark.slow(2))],
)
def test_kind_and_cruel_players(boards):
    for board in boards:
        for tie, pair in zip(("benevolent", "cruel"), TIES[board], strict=True):
            assert payoffs_of(ENGINE, board, tie) == {pair}
            if board != "4x5":
                assert payoffs_of(WHOLE, board, tie) == {pair}
            assert dict(gfkit.equilibrium(board, order="columns", plays=0).tie_rules)[tie] == pair


@pytest.mark.slow(1)
def test_numbers_in_remarks():
    # Columns and rows, then: sequences, those up to mirror images; plays, those up to mirror images.
    for board, sequences, plays in (("3x2", (14, 7), (6, 3)), ("3x3", (78, 39), (4, 2))):
        tree, found = Tree(*sides(board)), gfkit.equilibrium(board, order="columns", plays=0)
        assert len(tree.sequences()) == found.sequences == sequences[0]
        assert len(set(map(tree.mirror_least, tree.sequences()))) == sequences[1]
        assert len(tree.plays()) == found.play_count.total == plays[0]
        assert len(set(map(tree.mirror_least, tree.plays()))) == found.play_count.joined == plays[1]
    tree = Tree(4, 3)
    assert len({tree.rest(play) for play in tree.plays()}) == 20
    assert tree.payoffs() == ENGINE.payoffs("4x3") == ((12, 9), (12, 10), (12, 12), (13, 11))
    assert len(ENGINE.payoffs("4x5")) == len(Rooms().payoffs("4x5")) == 24
    assert {play.split()[0] for play in ENGINE.plays("4x4")} == {"h1", "h3", "v1", "v4"}
    assert (18, 22) not in ENGINE.payoffs("4x4")


@pytest.mark.slow(1)
def test_plays_that_raising_loses_and_adds():
    for board, lost, added in (("3x5", 6, 8), ("4x3", 0, 16)):
        for source in (ENGINE, WHOLE):
            before, after = (source.plays(board, raised) for raised in (0, 1))
            assert (len(before - after), len(after - before)) == (lost, added)


@pytest.mark.slow(1)
def test_cruel_players_leave_cells_empty():
    for board in ("4x1", "3x6", "4x4"):
        columns, rows = sides(board)
        plays = ENGINE.plays(board, 0, "cruel")
        assert max(columns * rows - 2 * len(play.split()) for play in plays) > 1


def test_plays_that_are_the_same_by_hand():
    # Three columns, two rows: h1 leaves h1, h2 and v3; v1 leaves h2, v2 and v3; v2 leaves v1 and v3. Section
    # 6.1 counts six ways on from these, with mirror images of what is left joined.
    tree = Tree(3, 2)
    assert len({tree.rest(play) for play in tree.sequences()}) == 6
    assert len({tree.mirror_least(play) for play in tree.sequences()}) == 7
    # One row of four: lying in the middle pays player one the same and player two nothing, which only cruel
    # players do.
    row = Tree(4, 1)
    assert row.plays(tie="benevolent") == {"h1 h3", "h3 h1"}
    assert row.plays(tie="cruel") == {"h2"}
