"""Nimbers of boards and families: against the definition, published tables, and each other."""

from __future__ import annotations

import json
from functools import cache
from importlib import import_module

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gfkit
from gfkit.boards import Board, as_board
from gfkit.cli.main import main
from gfkit.errors import GfkitError, LimitError, MismatchError, OptionError, RuleError
from gfkit.games import as_rule, legal_moves
from gfkit.games.file import read_rule
from gfkit.games.rule import PlacementRule
from gfkit.values.impartial import NimLimitError, blocks
from gfkit.values.impartial.blocks import Blocks, first_parts
from gfkit.values.impartial.ends import grown
from gfkit.values.impartial.paths import PathWords
from gfkit.values.impartial.search import BoardParts, Nimbers
from gfkit.values.position import compile_position

# Impartial NoGo on paths of 1, 2, ... cells, and on 2 x n from n = 2 on; Cram: tables of solved games.
NOGO_PATHS = [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 3, 1, 0, 3, 1, 0, 2, 2, 3, 1, 3, 3, 1, 0]
NOGO_TWO_ROWS = [1, 1, 0, 0, 0, 0, 1, 1]
CRAM_THREE_ROWS = [0, 1, 1, 4, 1, 3, 1, 2]
CRAM_FOUR_ROWS = [0, 2, 0, 3, 0]
PIECES = ["X", "XX", "X/X", "XXX", "XX/X.", "X.X", "X/./X", "XX/XX"]


def by_definition(game: str | PlacementRule, board: str | Board) -> int:
    """The mex over all moves, on sets of placed pieces, without parts or symmetries."""
    rule, place = as_rule(game), as_board(board)
    moves = legal_moves(rule, place)

    def fits(one, other):
        if set(one.cells) & set(other.cells):
            return False
        near = {n for cell in one.cells for n in place.neighbours[cell]}
        return not (rule.forbids(one.colour, other.colour) and near & set(other.cells))

    def breathes(placed):
        colour = {cell: move.colour for move in placed for cell in move.cells}
        for start in colour:
            group, todo, free = {start}, [start], False
            while todo:
                for n in place.neighbours[todo.pop()]:
                    free = free or n not in colour
                    if colour.get(n) == colour[start] and n not in group:
                        group.add(n)
                        todo.append(n)
            if not free:
                return False
        return True

    @cache
    def value(placed):
        options = set()
        for move in moves:
            if all(fits(move, other) for other in placed) and (
                not rule.liberties or breathes(placed | {move})
            ):
                options.add(value(placed | {move}))
        return min(set(range(len(options) + 1)) - options)

    return value(frozenset())


rules = st.builds(
    lambda pieces, apart: read_rule(
        "random.toml",
        f'name = "Random"\n[both]\npieces = {json.dumps(pieces)}\n[rules]\n'
        f"forbid_adjacent = {json.dumps(apart)}\n",
    ),
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=3, unique=True),
    st.sampled_from([[], ["LL"]]),
)
boards = st.sampled_from(["1x7", "2x4", "3x3", "path:6", "..#/...", "#.../....", "cylinder:3x3", "torus:3x3"])


@settings(max_examples=60, deadline=None)
@given(rules, boards)
def test_boards_by_definition(rule, board):
    try:
        found = gfkit.nim(rule, board)
    except MismatchError:
        assert board == "path:6"
        return
    assert found.values == (by_definition(rule, board),)


families = st.sampled_from(["1xn", "2xn", "nx2", "cylinder:3xn", "cylinder:nx1", "cylinder:nx2"])


@settings(max_examples=6, deadline=None)
@given(rules, families)
def test_end_types_agree_with_search(rule, family):
    strip = gfkit.parse_board(family)
    top = 30 if 1 in strip.sizes else 12
    found = grown(rule, strip, top)
    if found is not None:
        for n in range(strip.first_n, strip.first_n + (12 if 1 in strip.sizes else 5)):
            assert found.values[n - strip.first_n] == gfkit.nim(rule, strip.at(n)).values[0], n


@pytest.mark.parametrize(
    ("game", "family"),
    [("cram", "1xn"), ("cram", "cylinder:nx1"), ("node-kayles", "2xn"), ("node-kayles", "cycle:n")],
)
def test_long_strips_agree_with_search(game, family):
    """Beyond the sizes that are searched directly anyway."""
    strip = gfkit.parse_board(family)
    found = grown(as_rule(game), strip, 40)
    for n in (20, 23, 26):
        drawn = strip.at(n)
        assert (
            found.values[n - strip.first_n]
            == gfkit.nim(game, Board("b", n and drawn.size, drawn.edges, drawn.grid, drawn.places)).values[0]
        )


def test_m_tromping_two_rows():
    found = gfkit.nim("m-tromping", "2xn", to=60)
    assert found.values[:5] == tuple(by_definition("m-tromping", f"2x{n}") if n else 0 for n in range(5))
    assert found.evidence.method == "end-types"
    for n in (9, 12):
        drawn = as_board("/".join(["." * n] * 2))
        assert gfkit.nim("m-tromping", drawn).values == (found[n],)


def test_dominoes_on_a_row_are_dawsons_kayles():
    row, heaps = gfkit.nim("cram", "1xn", to=10_000), gfkit.nim("octal:0.07", to=10_000)
    assert (row.values, row.law) == (heaps.values, heaps.law)
    assert row.evidence.status.value == "proved"
    assert row.zeros_generating_function == heaps.zeros_generating_function
    assert gfkit.nim("cram", "1x5000").values == (heaps[5000],)


def test_a_part_of_a_board_is_not_taken_for_the_whole():
    row = as_board("1x20")
    assert gfkit.nim("cram", row.part(range(5))).values == (gfkit.nim("cram", "1x5").values[0],)


def test_edges_of_a_path_and_of_a_row():
    assert gfkit.nim("arc-kayles", "path:n", to=200).values == gfkit.nim("octal:0.07", to=200).values
    assert gfkit.nim("node-kayles", "path:n", to=200).values == gfkit.nim("octal:0.137", to=200).values


def test_cycles_open_to_paths():
    """The first move on a cycle is always the same one, up to rotation."""
    nodes, edges = gfkit.nim("node-kayles", "cycle:n", to=300), gfkit.nim("arc-kayles", "cycle:n", to=300)
    path, heaps = gfkit.nim("octal:0.137", to=300), gfkit.nim("octal:0.07", to=300)
    assert list(nodes.values) == [int(path[n - 3] == 0) for n in range(3, 301)]
    assert list(edges.values) == [int(heaps[n - 2] == 0) for n in range(3, 301)]
    assert nodes.period == 34
    assert nodes.evidence.status.value == "proved"
    assert nodes[10**9] == int(path[10**9 - 3] == 0)


def test_straight_trominoes_on_a_row():
    assert (
        gfkit.nim("i-tromping", "1xn", impartial=True, to=150).values
        == gfkit.nim("octal:0.007", to=150).values
    )


def test_cells_and_dominoes_on_a_row_are_kayles():
    row, heaps = gfkit.nim("o12", "1xn", impartial=True, to=300), gfkit.nim("octal:0.77", to=300)
    assert (row.values, row.law) == (heaps.values, heaps.law)
    assert row.evidence.status.value == "proved"


def test_far_values_by_a_proved_period_are_those_of_the_table(monkeypatch):
    """Four hundred values by their period from two hundred, and all of them worked out."""
    for game, family in (("cram", "1xn"), ("arc-kayles", "cycle:n"), ("node-kayles", "1xn")):
        table = gfkit.nim(game, family, to=400).values
        with monkeypatch.context() as patched:
            patched.setattr(import_module("gfkit.values.impartial.nim"), "_HORIZON", 200)
            far = gfkit.nim(game, family, to=400)
            assert far.values == table
            assert gfkit.nim(game, family.replace("n", "399")).values[0] == table[399 - far.first_n]


def test_cram_tables():
    assert list(gfkit.nim("cram", "2xn", to=8).values[1:]) == [1, 0] * 4
    assert list(gfkit.nim("cram", "3xn", to=7).values[3:]) == CRAM_THREE_ROWS[:5]
    assert [gfkit.nim("cram", f"4x{n}").values[0] for n in (4, 5, 6)] == CRAM_FOUR_ROWS[:3]
    assert gfkit.nim("cram", "5x5").values == (0,)


@pytest.mark.slow
def test_larger_impartial_nogo():
    assert list(gfkit.nim("nogo", "path:n", to=24, impartial=True).values[1:]) == NOGO_PATHS
    assert list(gfkit.nim("nogo", "2xn", to=9, impartial=True).values[2:]) == NOGO_TWO_ROWS


@pytest.mark.slow
def test_machine_code_writes_what_python_writes(monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.setattr(blocks, "_WORTH_MAKING", 0)
    plain, fast = Blocks(fast=False), Blocks()
    waiting = [
        *first_parts(nogo_position("2x5")),
        *first_parts(nogo_position("3x4")),
        *first_parts(nogo_position("1x9")),
    ]
    seen = set()
    while waiting and len(seen) < 3000:
        part = waiting.pop()
        if part not in seen:
            seen.add(part)
            found = plain.options(part)
            assert found == fast.options(part)
            waiting += [other for option in found for other in option]
    assert fast._expand is not plain._expand


@pytest.mark.slow
def test_larger_cram_tables():
    assert list(gfkit.nim("cram", "3xn", to=10).values[3:]) == CRAM_THREE_ROWS
    assert [gfkit.nim("cram", f"4x{n}").values[0] for n in (4, 5, 6, 7, 8)] == CRAM_FOUR_ROWS


def nogo_position(board):
    return compile_position(as_rule("nogo"), as_board(board))


def plainly(board):
    """By the groups as they lie on the board."""
    position = nogo_position(board)
    game = BoardParts(position)
    return Nimbers(game, lambda _: None).of(game.parts(position.start))


def shrunk(board):
    """By the groups' liberties alone."""
    return Nimbers(Blocks(fast=False), lambda _: None).of(first_parts(nogo_position(board)))


def test_impartial_nogo():
    assert list(gfkit.nim("nogo", "path:n", to=14, impartial=True).values[1:]) == NOGO_PATHS[:14]
    assert list(gfkit.nim("nogo", "2xn", to=6, impartial=True).values[2:]) == NOGO_TWO_ROWS[:5]
    assert gfkit.nim("nogo", "12x1", impartial=True).values == (NOGO_PATHS[11],)


def test_nogo_on_paths_three_ways():
    words = PathWords(11)
    assert [words.value(n) for n in range(12)] == [0, *NOGO_PATHS[:11]]
    assert [shrunk(f"1x{n}") for n in range(1, 11)] == NOGO_PATHS[:10]
    assert [plainly(f"1x{n}") for n in range(1, 8)] == NOGO_PATHS[:7]
    assert PathWords.size(11) == sum(map(len, words._tables.values()))


drawings = st.sampled_from([(1, 9), (2, 5), (3, 3)]).flatmap(
    lambda sides: st.lists(
        st.text("......#AbCdEf<>!", min_size=sides[1], max_size=sides[1]),
        min_size=sides[0],
        max_size=sides[0],
    ).map("/".join)
)


@given(drawings)
@settings(max_examples=60, deadline=None)
def test_shrunk_groups_agree_with_groups_as_they_lie(drawing):
    try:
        wanted = plainly(drawing)
    except GfkitError:
        return
    assert shrunk(drawing) == wanted
    assert gfkit.nim("nogo", drawing, impartial=True).values == (wanted,)


@pytest.mark.parametrize("board", ["cycle:6", "2x3", "1x7", "cylinder:3x2", "complete:5", "..#/..."])
def test_shrunk_groups_by_definition(board):
    assert shrunk(board) == by_definition("nogo", board)


@pytest.mark.parametrize(
    ("board", "nimber"),
    [
        ("!!>", 1),
        ("<", 0),
        ("graph:a-b,b-c;right=a;nobody=b,c", 1),
    ],  # the one stone there has room to breathe
)
def test_cells_kept_for_one_player_are_no_part_of_a_bare_path(board, nimber):
    assert gfkit.nim("nogo", board, impartial=True).values == (nimber,)


def test_long_paths_stop_before_memory_runs_out():
    with pytest.raises(NimLimitError, match="memory") as stopped:
        gfkit.nim("nogo", "path:n", to=20, impartial=True, max_memory=100_000)
    found = list(stopped.value.found.values[1:])
    assert len(found) > 8
    assert found == NOGO_PATHS[: len(found)]
    with pytest.raises(LimitError, match="cells"):
        gfkit.nim("nogo", "path:40", impartial=True)


@given(
    st.sampled_from([["X"], ["XX"], ["X", "XX"], ["X.X"]]),
    st.sampled_from(["1x6", "2x3", "cycle:5", "..#/..."]),
)
@settings(max_examples=20, deadline=None)
def test_rules_with_liberties_by_definition(pieces, board):
    rule = read_rule(
        "b.toml", f'name = "B"\n[both]\npieces = {json.dumps(pieces)}\n[rules]\nliberties = true\n'
    )
    if board == "cycle:5" and not rule.flat:
        board = "cylinder:5x1"
    try:
        wanted = by_definition(rule, board)
    except MismatchError:
        board = "1x6"
        wanted = by_definition(rule, board)
    assert gfkit.nim(rule, board).values == (wanted,)


def test_one_colour_with_liberties_is_a_count():
    """Every move fills one cell of a connected board, and only the last cell stays free."""
    rule = read_rule("b.toml", 'name = "B"\n[both]\npieces = ["X"]\n[rules]\nliberties = true\n')
    assert gfkit.nim(rule, "3xn", to=4).values == (0, 0, 1, 0, 1)


def test_graphs(tmp_path):
    star = tmp_path / "star.txt"
    star.write_text("a b\na c\na d\nd e\n")
    for game in ("node-kayles", "arc-kayles"):
        assert gfkit.nim(game, f"graph:{star}").values == (by_definition(game, f"graph:{star}"),)
    assert gfkit.nim("node-kayles", "complete:n", to=5).values == (0, 1, 1, 1, 1, 1)


def test_many_colours():
    assert gfkit.nim("cis:3", "path:n", to=80).values == gfkit.nim("node-kayles", "path:n", to=80).values


def test_drawn_boards_with_pieces():
    assert gfkit.nim("cram", "aa../....").values == (by_definition("cram", "##../...."),)


def test_families_that_are_only_searched_say_what_they_see():
    found = gfkit.nim("cram", "2xn", to=15)
    assert (found.period, found.is_observed, found.evidence.status.value) == (2, True, "proved")
    assert found.as_json()["period_status"] == "observed"
    assert found.proved_law is None
    assert found.zeros_generating_function is None
    with pytest.raises(GfkitError, match="known for n from 0 to 15"):
        found[16]


def test_values_as_json():
    found = gfkit.nim("cram", "1xn", to=9).as_json()
    assert json.loads(json.dumps(found)) == found
    assert found["values"] == [0, 0, 1, 1, 2, 0, 3, 1, 1, 0]
    assert (found["first_n"], found["period"]) == (0, 34)
    assert found["exceptions"] == [0, 1, 15, 17, 18, 32, 35, 52]
    assert found["evidence"]["status"] == "proved"
    single = gfkit.nim("cram", "4x5").as_json()
    assert (single["values"], single["outcome"], single["first_n"]) == ([2], "first", None)


def test_memory_runs_out_and_what_was_found_is_kept(capsys):
    with pytest.raises(NimLimitError) as stopped:
        gfkit.nim("cram", "3xn", to=9, max_memory=100_000)
    assert list(stopped.value.found.values) == [0, 1, 1, 0, 1, 1, 4][: len(stopped.value.found.values)]
    assert len(stopped.value.found.values) > 3
    assert main(["nim", "cram", "3xn", "--to", "9", "--max-memory", "100K", "--json"]) == 3
    written = capsys.readouterr()
    assert json.loads(written.out)["values"] == list(stopped.value.found.values)
    assert written.err.startswith("gfkit: board '3x")
    with pytest.raises(LimitError):
        gfkit.nim("cram", "5x5", max_memory=1000)


def test_what_is_refused():
    with pytest.raises(RuleError, match="not impartial"):
        gfkit.nim("domineering", "2xn")
    with pytest.raises(OptionError):
        gfkit.nim("cram", "2x2", to=5)
    with pytest.raises(OptionError):
        gfkit.nim("cram", "2xn", to=-1)
    with pytest.raises(GfkitError, match="heaps"):
        gfkit.nim("octal:0.07", "2xn")
    with pytest.raises(GfkitError, match="board"):
        gfkit.nim("cram")
    with pytest.raises(MismatchError):
        gfkit.nim("domineering-tiles", "2xn")


def test_printed(capsys):
    assert main(["nim", "cram", "1xn", "--to", "10"]) == 0
    written = capsys.readouterr().out
    assert "from n = 0: 0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3\n" in written
    assert "34; exceptions at n = 0, 1, 15, 17, 18, 32, 35, 52\n" in written
    assert "proved by end-types-periodicity" in written
    assert main(["nim", "cram", "4x4"]) == 0
    assert capsys.readouterr().out.startswith("0\nsecond player wins; proved by search")
