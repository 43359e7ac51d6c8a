"""Nimbers of boards and families: against the definition, tables in print, and each other.

The numbers are tables of solved games of Cram and impartial NoGo; rows and paths are octal games by theorems
in Winning Ways, and the far ones follow from periods that are proved.
"""

import json

import pytest
from certified import impartial_rule
from cli.calling import call
from hypothesis import given, settings, strategies as st
from played import Plain
from tables import tables

import gfkit
from gfkit import nim
from gfkit.core.boards import as_board
from gfkit.core.errors import GfkitError, LimitError
from gfkit.core.native import is_built
from gfkit.core.rules import Rule, as_rule
from gfkit.core.typing import Player
from gfkit.play.impartial.ends import family_nimbers
from gfkit.play.impartial.search import Blocks, BoardParts, Nimbers, first_parts
from gfkit.play.position import compile_position

DATA = tables("values_cases")["nim"]

# Impartial NoGo on paths of 1, 2, ... cells, and on 2 x n for n >= 2.
NOGO_PATHS = [0, 1, 0, 1, 2, 0, 1, 0, 1, 2, 3, 1, 0, 3, 1, 0, 2, 2, 3, 1, 3, 3, 1, 0]
NOGO_TWO_ROWS = [1, 1, 0, 0, 0, 0, 1, 1]
CRAM = {2: [1, 0] * 4, 3: [1, 1, 0, 1, 1, 4, 1, 3, 1, 2], 4: [2, 0, 1, 0, 2, 0, 3, 0]}
"""Cram on 2, 3 and 4 x n."""
PIECES = ["X", "XX", "X/X", "XXX", "XX/X.", "X.X", "X/./X", "XX/XX"]
rules = st.builds(
    impartial_rule,
    st.lists(st.sampled_from(PIECES), min_size=1, max_size=3, unique=True),
    st.sampled_from([(), ("LL",)]),
)
families = st.sampled_from(["1xn", "2xn", "nx2", "cylinder:3xn", "cylinder:nx1", "cylinder:nx2"])


@given(rules, families)
@settings(max_examples=3)
def test_end_types_agree_with_search(rule, family):
    strip = gfkit.parse_board(family)
    is_thin = 1 in strip.sizes
    found = family_nimbers(rule, strip, 30 if is_thin else 12)
    if found is not None:
        for n in range(strip.first_n, strip.first_n + (12 if is_thin else 5)):
            assert found.values[n - strip.first_n] == nim(rule, strip.at(n)).values[0], n


def test_rows_and_paths_are_heap_games():
    """Dawson's Kayles is Cram on a row and Arc Kayles on a path; Kayles is cells and dominoes on a row."""
    for game, family, heaps, to in DATA["rows_and_paths_are_heap_games"]:
        row, known = nim(game, family, to=to, impartial=game in ("i-tromping", "o12")), nim(heaps, to=to)
        assert row.values == known.values, game
        if heaps in ("octal:0.07", "octal:0.77") and family == "1xn":
            assert row.law == known.law
            assert row.evidence.status == "proved"
            assert row.zeros_generating_function == known.zeros_generating_function


def test_cycles_open_to_paths():
    """The first move on a cycle is always the same one, up to rotation: the three cells of it are gone."""
    found, path = nim("node-kayles", "cycle:n", to=200), nim("octal:0.137", to=200)
    assert list(found.values) == [int(path[n - 3] == 0) for n in range(3, 201)]
    assert (found.period, found.evidence.status) == (34, "proved")
    assert found[10**9] == int(path[10**9 - 3] == 0)


def test_cram_in_print():
    assert list(nim("cram", "2xn", to=8).values[1:]) == CRAM[2]
    assert list(nim("cram", "3xn", to=5).values[1:]) == CRAM[3][:5]
    assert nim("cram", "4x4").values == (CRAM[4][3],)
    far = nim("cram", "1x299")
    assert (far.values, far.evidence.method) == ((nim("octal:0.07", to=299)[299],), "end-types")
    assert nim("node-kayles", "complete:n", to=5).values == (0, 1, 1, 1, 1, 1)
    assert nim("cram", "aa../....").values == (Plain("cram", "##../....").nimber(),)
    row = as_board("1x20")
    assert nim("cram", row.part(range(5))).values == nim("cram", "1x5").values


@pytest.mark.slow(8)
def test_larger_tables():
    assert list(nim("cram", "3xn", to=10).values[1:]) == CRAM[3]
    assert [nim("cram", f"4x{n}").values[0] for n in range(1, 8)] == CRAM[4][:7]
    assert list(nim("nogo", "path:n", to=22, impartial=True).values[1:]) == NOGO_PATHS[:22]
    assert list(nim("nogo", "2xn", to=8, impartial=True).values[2:]) == NOGO_TWO_ROWS[:7]
    assert nim("cram", "5x5").values == (0,)


# Impartial NoGo


def by_groups(board):
    """Return the Grundy value from the groups on the board."""
    game = BoardParts(position := compile_position(as_rule("nogo"), as_board(board)))
    return Nimbers(game, lambda _: None).of(game.parts(position.start))


def by_liberties(board):
    """Return the Grundy value from the liberties of the groups, if the C extension is built."""
    if not is_built():
        return by_groups(board)
    position = compile_position(as_rule("nogo"), as_board(board))
    return Nimbers(Blocks(), lambda _: None).of(first_parts(position, position.start))


def test_impartial_nogo():
    assert list(nim("nogo", "path:n", to=12, impartial=True).values[1:]) == NOGO_PATHS[:12]
    assert list(nim("nogo", "2xn", to=4, impartial=True).values[2:]) == NOGO_TWO_ROWS[:3]
    assert nim("nogo", "9x1", impartial=True).values == (NOGO_PATHS[8],)
    assert [by_liberties(f"1x{n}") for n in range(1, 9)] == NOGO_PATHS[:8]
    assert [by_groups(f"1x{n}") for n in range(1, 7)] == NOGO_PATHS[:6]
    for board in ("cycle:6", "2x3", "cylinder:3x2", "complete:5", "..#/..."):
        assert by_liberties(board) == Plain("nogo", board).nimber(), board
    # Reserved cells do not occur in a bare path; in the last position the stone has a liberty.
    for board, nimber in (("!!>", 1), ("<", 0), ("graph:a-b,b-c;right=a;nobody=b,c", 1)):
        assert nim("nogo", board, impartial=True).values == (nimber,), board
    # With stones of both, every move fills one cell of a connected board, and only the last one stays free.
    rule = Rule.of({"name": "B", "both": {"pieces": ["X"]}, "rules": {"liberties": True}})
    assert nim(rule, "3xn", to=3).values == (0, 0, 1, 0)


def drawings(rows, cols):
    row = st.text("......#AbCdEf<>!", min_size=cols, max_size=cols)
    return st.lists(row, min_size=rows, max_size=rows).map("/".join)


@pytest.mark.slow(1.5)
@given(st.one_of(drawings(1, 9), drawings(2, 5), drawings(3, 3)))
def test_reduced_groups_agree_with_groups_on_the_board(drawing):
    try:
        wanted = by_groups(drawing)
    except GfkitError:
        return
    assert by_liberties(drawing) == wanted
    assert nim("nogo", drawing, impartial=True).values == (wanted,)


@pytest.mark.slow(12)
def test_components_have_the_grundy_values_of_their_boards():
    """Collect some thousand components of larger boards, and convert each to a board."""
    if not is_built():
        pytest.skip("needs the loops in C")
    for board in ("2x5", "3x4", "1x9", "..#/.../...", "cycle:9"):
        position = compile_position(as_rule("nogo"), as_board(board))
        groups = BoardParts(position)
        plain, shrunk = Nimbers(groups, lambda _: None), Nimbers(Blocks(), lambda _: None)
        waiting, seen = list(position.components(position.start)), set()
        while waiting and len(seen) < 400:
            part = groups.parts(waiting.pop())[0]
            if part not in seen:
                seen.add(part)
                assert shrunk.of(first_parts(position, part)) == plain.of([part])
                for after in position.options(part, Player.LEFT) + position.options(part, Player.RIGHT):
                    waiting += position.components(after)
        assert len(seen) > 20


# Output


def test_periods_of_searched_families_are_observed():
    found = nim("cram", "2xn", to=15)
    assert (found.period, found.is_observed, found.evidence.status.value) == (2, True, "proved")
    assert found.as_json()["period_status"] == "observed"
    lines = call("nim", "cram", "2xn", "--to", "15", code=0).out.splitlines()
    assert [line for line in lines if "proved" in line] == lines[-1:]
    assert any(line.split() == ["observed", "period", "2"] for line in lines)
    assert found.proved_law is found.zeros_generating_function is None
    with pytest.raises(GfkitError, match="known only for n from 0 to 15"):
        found[16]


def test_values_found_within_the_memory_limit_are_kept():
    with pytest.raises(LimitError, match="memory") as stopped:
        nim("cram", "3xn", to=11, max_memory=100_000)  # 3x10 is too much for compiled loops too
    kept = list(stopped.value.found.values)
    assert kept == [0, *CRAM[3]][: len(kept)]
    assert len(kept) > 3
    said = call("nim", "cram", "3xn", "--to", "11", "--max-memory", "100K", "--json", code=3)
    assert json.loads(said.out)["values"] == kept
    assert said.err.startswith(("gfkit: board '3x", "gfkit: 3x10:"))
