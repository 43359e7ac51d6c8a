"""Machine code for values, winners and nimbers, against the plain way, mostly run as Python, uncompiled.

The truth is the plain way, which other tests compare with play by its definition; the numbers are winners of
Domineering by Bullock and by Breuker, Uiterwijk and van den Herik, nimbers of Cram by Lemoine and Viennot.
Each comparison has a process of its own, in which the loops are made small, or are not compiled.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SHARED = """
import random, sys
sys.path.insert(0, folder)
from gfkit.boards import parse_one_board
from gfkit.errors import GfkitError
from gfkit.games import Rule, find_rule
from gfkit.values import fast, fast_search
from gfkit.values.board import ValueSearch
from gfkit.values.fast import FastNimbers, FastValues, is_within_words
from gfkit.values.fast_search import FastSearch
from gfkit.values.impartial.search import BoardParts, Nimbers
from gfkit.values.lookahead import Limits
from gfkit.values.loops import claims, forms, nimbers, parts, places, search
from gfkit.values.position import compile_position
from gfkit.values.short.arithmetic import winner_of
from gfkit.values.short.table import Table
def set_everywhere(name, value):
    for room in (claims, forms, nimbers, parts, places, search):
        if hasattr(room, name):
            setattr(room, name, value)
def position_of(game, text):
    return compile_position(find_rule(game), parse_one_board(text))
def made(forbid, **sides):
    sides = {side: {"pieces": pieces} for side, pieces in sides.items()}
    return Rule.of({"name": "R", **sides, "rules": {"forbid_adjacent": forbid}})
def after_some_moves(position, random, most):
    state = position.start
    for _ in range(random.randrange(most)):
        options = position.left(state) + position.right(state)
        state = random.choice(options) if options else state
    return state
def compare(position, states, most_moves, random):
    table = Table()
    plain, fast = ValueSearch(position, table, 1 << 30), FastValues(position, 1 << 30)
    search = FastSearch(position, Limits(1 << 30), most_moves)
    for _ in range(states):
        state = after_some_moves(position, random, 5)
        value, where = plain.value(state), (position.rule, position.board.text, bin(state))
        assert fast.in_table(fast.value(state), table) == value, where
        assert search.outcome(state) == winner_of(table, value), where
    return search.nodes
def compare_nimbers(position, states, random):
    plain, loops = BoardParts(position), FastNimbers(position, 1 << 30)
    found = Nimbers(plain, lambda _: None)
    for _ in range(states):
        state = after_some_moves(position, random, 4)
        nimber = loops.nimber(state)
        assert nimber == found.of(plain.parts(state)), (position.rule, position.board.text, bin(state))
        yield nimber
"""

BOARDS = """
random, nodes = random.Random(7), 0
for game, text, states in [
    ("domineering", "4x4", 12), ("domineering", "3x5", 12), ("domineering", "....#/.##../.....", 8),
    ("i-tromping", "4x5", 12), ("d-tromping", "3x4", 12), ("l-tromping", "3x4", 12), ("col", "3x3", 10),
    ("snort", "3x3", 10), ("col", "path:7", 6), ("domineering", "cylinder:3x4", 10), ("snort", "cycle:6", 6),
    ("arc-kayles", "2x4", 3), ("domineering", "torus:3x4", 6),
]:
    for most_moves in (2, 6):
        nodes += compare(position_of(game, text), states, most_moves, random)
assert nodes > 100
"""

RULES = """
random, pieces = random.Random(11), ["X", "XX", "X/X", "XXX", "X/X/X", "X.X", "XX/X."]
for _ in range(rules):
    left, right = (random.sample(pieces, random.randint(1, 2)) for _ in range(2))
    rule = made(random.choice([[], [], ["LL", "RR"], ["LR"], ["LL"]]), left=left, right=right)
    position = compile_position(rule, parse_one_board(random.choice(["2x4", "3x3", "..#/...", "1x7", "2x3"])))
    if is_within_words(position) and not position.impartial:
        compare(position, 3, random.choice([0, 3]), random)
"""

SMALL_TABLES = """
fast._ROWS, fast._FACTS, fast._PARTS, fast._AT_ONCE = 1 << 11, 1 << 4, 1 << 3, 7
fast_search._CLAIMS, fast_search._BANDS, fast_search._KNOWN = 1 << 3, 1 << 3, 16
set_everywhere("SET", 5)
for game, text in [("domineering", "4x4"), ("col", "2x4")]:
    compare(position_of(game, text), 12, 3, random.Random(5))
"""

MANY_MOVES = """
random = random.Random(3)
left = "XXXX X/X/X/X XX/XX XXX/X XXX/..X X/XXX ..X/XXX XX/X/X XX/.X/.X X/X/XX .X/.X/XX"
right = "XXX/.X .X/XXX X/XX/X .X/XX/.X XX/.XX .XX/XX X/XX/.X .X/XX/X"
position = compile_position(made([], left=left.split(), right=right.split()), parse_one_board(board))
compare(position, 4, 3, random)
assert FastNimbers(position, 1 << 30)._stops.shape[1] > 1
list(compare_nimbers(position, 1, random))
"""

NIMBERS = """
fast._PARTS, fast._AT_ONCE = small_parts, 40
random, pieces = random.Random(13), ["X", "XX", "X/X", "XXX", "X.X", "XX/X.", "X/./X"]
boards = ["2x4", "3x4", "4x4", "..#/...", "1x9", "#./.#", "cycle:7", "torus:3x3", "complete:4", "2x3"]
boards += ["graph:a-b,b-c,b-d", "1x1"]
seen = set()
for _ in range(rules):
    rule = made(random.choice([[], [], [], ["same"]]), both=random.sample(pieces, random.randint(1, 2)))
    if random.random() < 0.4:
        forbid = random.choice([[], ["LL", "RR"], ["LR"], ["LL"]])
        rule = made(forbid, left=random.sample(pieces, 1), right=["X"])
    try:
        position = compile_position(rule, parse_one_board(random.choice(boards)))
    except GfkitError:  # pieces that are drawn, on a board that is not
        continue
    if is_within_words(position):
        seen.update(compare_nimbers(position, 4, random))
assert len(seen) > 3
"""

DROPPED = """
parts._ENOUGH = 10**9
random, dropped = random.Random(19), 0
pieces = [["X"], ["XX"], ["X", "X/X"], ["X.X"]]
for _ in range(rules):
    forbid = random.choice([["LL", "RR"], ["LL"], ["LL", "LR"], ["same"], []])
    rule = made(forbid, left=random.choice(pieces), right=random.choice(pieces))
    board = random.choice(["2x4", "3x3", "..#/...", "1x8", "2x3", "#.#/...", "1x2"])
    position = compile_position(rule, parse_one_board(board))
    if is_within_words(position) and not position.impartial:
        loops, table = FastValues(position, 1 << 30), Table()
        plain = ValueSearch(position, table, 1 << 30).value(position.start)
        assert loops.in_table(loops.value(position.start), table) == plain, (rule, board)
        dropped += loops.used[places.DROPPED]
assert dropped > 100, dropped
"""


HANDED_ON = """
import time
import gfkit.values.board, gfkit.values.fast, gfkit.values.winner
from gfkit.values.board import value
from gfkit.values.outcome import outcome
gfkit.values.board.share_to_make = gfkit.values.winner.share_to_make = lambda *_: 0.0
gfkit.values.board.SECONDS_BEFORE_ASKING = gfkit.values.winner.SECONDS_BEFORE_ASKING = -1
used = []
for kind in (FastValues, FastSearch):
    def make(self, *given, kind=kind, plain=kind.__init__):
        used.append(kind)
        plain(self, *given)
    kind.__init__ = make
assert str(value("domineering", "3x3", moves=True)) == "+-1"
assert outcome("domineering", "5x5") == "second" and outcome("domineering", "6x7") == "left"
assert used[0] is FastValues and FastSearch in used
set_everywhere("SCALE", 1)  # no halves, so that the plain way has to find them
assert str(value("domineering", "..#/.../.#.").value) == str(value("domineering", ".#./.../#..").value)
"""

PAUSES = """
fast._AT_ONCE, pauses = 40, []
def tick():
    pauses.append(1)
    assert len(pauses) < 1000
for position in (position_of('l-tromping', '3x4'), position_of('cram', '3x4')):
    loops, plain = FastNimbers(position, 1 << 30), BoardParts(position)
    loops.on_pause, parts = tick, plain.parts(position.start)
    assert loops.nimber(position.start) == Nimbers(plain, lambda _: None).of(parts)
"""

NIMBERS_HANDED_ON = """
import gfkit
from gfkit.values.impartial import search
search.share_to_make, search._BEFORE_COMPILING = lambda *_: 1.0, 50
made = []
plain = FastNimbers.nimber
FastNimbers.nimber = lambda self, state: made.append(plain(self, state)) or made[-1]
assert gfkit.nim('cram', '3x6').values == (4,) and gfkit.nim('cram', '4x5').values == (2,)
assert made == [4, 2]
"""

LARGE = """
position = position_of('domineering', '8x8')
assert FastSearch(position, Limits(8 << 30)).outcome(position.start) == 'first'
"""


def run(text, *, compiled=False, **given):
    """The comparison, in a process of its own, where some names have the values that are given."""
    given["folder"] = str(Path(__file__).parents[2])
    names = "".join(f"{name} = {value!r}\n" for name, value in given.items())
    environment = os.environ | ({} if compiled else {"NUMBA_DISABLE_JIT": "1"})
    command = [sys.executable, "-c", names + SHARED + text]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


def word_of(bits):
    """Sets of options are so many bits wide in all rooms."""
    return f"set_everywhere('SET', {bits})\n"


slow = pytest.mark.slow


@pytest.mark.parametrize(
    ("text", "given"),
    [
        pytest.param(BOARDS, {}, id="built-in rules", marks=slow(10)),
        pytest.param(RULES, {"rules": 8}, id="random rules"),
        pytest.param(MANY_MOVES, {"board": "3x5"}, id="more moves than a word has bits", marks=slow(2)),
        # Every table and word is too small at first, and the clock is looked at after every few parts.
        pytest.param(SMALL_TABLES, {}, id="tables that grow", marks=slow(2.5)),
        # 5x5 and 6x7: Bullock, Domineering: Solving Large Combinatorial Search Spaces.
        pytest.param(HANDED_ON, {}, id="handed on by the plain way", marks=slow(4.5)),
        pytest.param(word_of(5) + DROPPED, {"rules": 40}, id="dropped moves, words of 5", marks=slow(2.5)),
        pytest.param(DROPPED, {"rules": 40}, id="dropped moves", marks=slow(2.5)),
        pytest.param(word_of(4) + NIMBERS, {"rules": 60, "small_parts": 8}, id="words of 4", marks=slow(3)),
        pytest.param(NIMBERS, {"rules": 40, "small_parts": 8}, id="nimbers", marks=slow(2)),
        # A search that is stopped after every few positions still ends: none is looked at for nothing.
        pytest.param(PAUSES, {}, id="every pause learns", marks=slow(1.5)),
        pytest.param(NIMBERS_HANDED_ON, {}, id="nimbers handed on", marks=slow(3.5)),
        *(
            pytest.param(text, {**given, "compiled": True}, id=f"compiled {name}", marks=slow(seconds))
            for text, given, name, seconds in (
                (NIMBERS, {"rules": 400, "small_parts": 1 << 14}, "nimbers", 12),
                (MANY_MOVES, {"board": "4x6"}, "many moves", 25),
                (DROPPED, {"rules": 300}, "dropped moves", 40),
                # 8x8, won by the first player: Breuker, Uiterwijk, van den Herik, Solving 8 x 8 Domineering.
                (LARGE, {}, "domineering 8x8", 60),
            )
        ),
    ],
)
def test_loops_find_what_the_plain_way_finds(text, given):
    """Run as Python, or compiled."""
    if "compiled" in given:
        pytest.importorskip("numba", reason="needs numba, which compiles the loops")
    run(text, **given)
