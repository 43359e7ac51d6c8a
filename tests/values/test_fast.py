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

COMPARE = """
import random, sys
sys.path.insert(0, {folder!r})
from gfkit.boards import parse_one_board
from gfkit.errors import GfkitError
from gfkit.games import find_rule
from gfkit.games.file import read_rule
from gfkit.values.loops import claims, forms, nimbers, parts, places, search
def set_everywhere(name, value):
    for room in (claims, forms, nimbers, parts, places, search):
        if hasattr(room, name):
            setattr(room, name, value)
from gfkit.values.board import ValueSearch
from gfkit.values.fast import FastValues, is_within_words
from gfkit.values.fast_search import FastSearch
from gfkit.values.lookahead import Limits
from gfkit.values.position import compile_position
from gfkit.values.short.arithmetic import winner_of
from gfkit.values.short.table import Table

def compare(rule, text, states, most_moves, random):
    position = compile_position(rule, parse_one_board(text))
    table = Table()
    plain, fast = ValueSearch(position, table, 1 << 30), FastValues(position, 1 << 30)
    search = FastSearch(position, Limits(1 << 30), most_moves)
    for _ in range(states):
        state = position.start
        for _ in range(random.randrange(5)):
            options = (position.left if random.random() < 0.5 else position.right)(state)
            state = random.choice(options) if options else state
        value = plain.value(state)
        assert fast.in_table(fast.value(state), table) == value, (rule.name, text, bin(state))
        assert search.outcome(state) == winner_of(table, value), (rule.name, text, bin(state))
    return search.nodes
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
        nodes += compare(find_rule(game), text, states, most_moves, random)
assert nodes > 100
"""

RULES = """
random, pieces = random.Random(11), ["X", "XX", "X/X", "XXX", "X/X/X", "X.X", "XX/X."]
for _ in range({rules}):
    left, right = random.sample(pieces, random.randint(1, 2)), random.sample(pieces, random.randint(1, 2))
    forbid = random.choice([[], [], ["LL", "RR"], ["LR"], ["LL"]])
    text = f'name = "R"\\n[left]\\npieces = {{left}}\\n[right]\\npieces = {{right}}\\n'
    rule = read_rule("random", text + f'[rules]\\nforbid_adjacent = {{forbid}}\\n')
    board = random.choice(["2x4", "3x3", "..#/...", "1x7", "2x3"])
    position = compile_position(rule, parse_one_board(board))
    if is_within_words(position) and not position.impartial:
        compare(rule, board, 3, random.choice([0, 3]), random)
"""

SMALL_TABLES = """
from gfkit.values import fast, fast_search
fast._ROWS, fast._FACTS, fast._PARTS, fast._AT_ONCE = 1 << 11, 1 << 4, 1 << 3, 7
fast_search._CLAIMS, fast_search._BANDS, fast_search._KNOWN = 1 << 3, 1 << 3, 16
set_everywhere("SET", 5)
random = random.Random(5)
for game, text in [("domineering", "4x4"), ("col", "2x4")]:
    compare(find_rule(game), text, 12, 3, random)
"""

MANY_MOVES = """
from gfkit.values.fast import FastNimbers
from gfkit.values.impartial.search import BoardParts, Nimbers
random = random.Random(3)
left = [
    "XXXX", "X/X/X/X", "XX/XX", "XXX/X", "XXX/..X", "X/XXX", "..X/XXX", "XX/X/X",
    "XX/.X/.X", "X/X/XX", ".X/.X/XX",
]
right = ["XXX/.X", ".X/XXX", "X/XX/X", ".X/XX/.X", "XX/.XX", ".XX/XX", "X/XX/.X", ".X/XX/X"]
text = f'name = "R"\\n[left]\\npieces = {left}\\n[right]\\npieces = {right}\\n'
rule, position = read_rule("many", text), None
compare(rule, board, 4, 3, random)
position = compile_position(rule, parse_one_board(board))
parts, loops = BoardParts(position), FastNimbers(position, 1 << 30)
assert loops._stops.shape[1] > 1
assert loops.nimber(position.start) == Nimbers(parts, lambda _: None).of(parts.parts(position.start))
"""

NIMBERS = """
from gfkit.values import fast
from gfkit.values.impartial import search
fast._PARTS, fast._AT_ONCE = {parts}, 40
random, pieces = random.Random(13), ["X", "XX", "X/X", "XXX", "X.X", "XX/X.", "X/./X"]
boards = ["2x4", "3x4", "4x4", "..#/...", "1x9", "#./.#", "cycle:7", "torus:3x3", "complete:4", "2x3"]
boards += ["graph:a-b,b-c,b-d", "1x1"]
seen = set()
for _ in range({rules}):
    forbid = random.choice([[], [], [], ["same"]])
    text = f'name = "R"\\n[both]\\npieces = {{random.sample(pieces, random.randint(1, 2))}}\\n'
    if random.random() < 0.4:
        forbid = random.choice([[], ["LL", "RR"], ["LR"], ["LL"]])
        text = f'name = "R"\\n[left]\\npieces = {{random.sample(pieces, 1)}}\\n[right]\\npieces = ["X"]\\n'
    rule = read_rule("random", text + f'[rules]\\nforbid_adjacent = {{forbid}}\\n')
    board = random.choice(boards)
    try:
        position = compile_position(rule, parse_one_board(board))
    except GfkitError:  # pieces that are drawn, on a board that is not
        continue
    if not is_within_words(position):
        continue
    plain, loops = search.BoardParts(position), fast.FastNimbers(position, 1 << 30)
    nimbers = search.Nimbers(plain, lambda _: None)
    for _ in range(4):
        state = position.start
        for _ in range(random.randrange(4)):
            options = position.left(state) + position.right(state)
            state = random.choice(options) if options else state
        found = loops.nimber(state)
        assert found == nimbers.of(plain.parts(state)), (text, board, bin(state))
        seen.add(found)
assert len(seen) > 3
"""


DROPPED = """
set_everywhere("SET", {word})
parts._ENOUGH = 10**9
random, dropped = random.Random(19), 0
pieces = [["X"], ["XX"], ["X", "X/X"], ["X.X"]]
for _ in range({rules}):
    left, right = random.choice(pieces), random.choice(pieces)
    forbid = random.choice([["LL", "RR"], ["LL"], ["LL", "LR"], ["same"], []])
    text = f'name = "R"\\n[left]\\npieces = {{left}}\\n[right]\\npieces = {{right}}\\n'
    rule = read_rule("random", text + f'[rules]\\nforbid_adjacent = {{forbid}}\\n')
    board = random.choice(["2x4", "3x3", "..#/...", "1x8", "2x3", "#.#/...", "1x2"])
    position = compile_position(rule, parse_one_board(board))
    if is_within_words(position) and not position.impartial:
        fast = FastValues(position, 1 << 30)
        table = Table()
        plain = ValueSearch(position, table, 1 << 30).value(position.start)
        assert fast.in_table(fast.value(position.start), table) == plain, (text, board)
        dropped += fast.used[places.DROPPED]
assert dropped > 100, dropped
"""

BESIDE_SWITCHES = """
from gfkit.values.short.arithmetic import add, make
seen = 0
for game, text in [("domineering", "3x4"), ("snort", "path:6"), ("col", "2x3"), ("domineering", "2x5")]:
    fast, table = FastValues(compile_position(find_rule(game), parse_one_board(text)), 1 << 30), Table()
    fast.value(fast.position.start)
    for row in range(int(fast.counts[0])):
        if fast.forms[row, places.SAME] != row:
            continue
        own = fast.in_table(row, table)
        for k, x in enumerate(places.SWITCHES):
            halves = 2 * x // places.SCALE
            switch = make(table, [half(table, halves)], [half(table, -halves)])
            both = add(table, own, switch)
            stops = table.left_stop[both], table.right_stop[both]
            found = fast.forms[row, places.BESIDE + 2 * k : places.BESIDE + 2 * k + 2]
            assert [stop * places.SCALE for stop in stops] == [one * table.scale for one in found.tolist()]
            seen += not fast.forms[row, places.IS_NUMBER]
assert seen > 150, seen
"""

HALF = """
from fractions import Fraction
def half(table, number):
    return table.dyadic(Fraction(number, 2))
"""

ALIKE = """
from gfkit.values.fast import FastNimbers
position = compile_position(find_rule("cram"), parse_one_board("4x5"))
loops = FastNimbers(position, 1 << 30)
assert loops.nimber(position.start) == 2  # Lemoine and Viennot, Nimbers are inevitable
first = loops.info[: loops.solved, places.ALIKE] >> nimbers._HASH
others = [(part, one) for part, one in enumerate(first.tolist()) if one >= 0 and one != part]
assert len(others) > 20
needs = [(int(low), int(high)) for low, high, *_ in loops._steps[0]]
def graph(part):
    low, high = (int(word) for word in loops.info[part, :2])
    alive = [i for i, (a, b) in enumerate(needs) if low & a == a and high & b == b]
    at = [int(loops._stops[i, 0]) for i in alive]
    return [[at[i] >> j & 1 for j in alive] for i in range(len(alive))]
def alike(one, other, to=()):
    if len(to) == len(one):
        return True
    k = len(to)
    return any(
        all(one[k][i] == other[j][to[i]] for i in range(k)) and alike(one, other, (*to, j))
        for j in range(len(one))
        if j not in to and sum(one[k]) == sum(other[j])
    )
for part, one in others:
    assert alike(graph(part), graph(one)), (part, one)
"""


def run(text, *, compiled=False):
    """The comparison, in a process of its own."""
    folder = str(Path(__file__).parents[2])
    environment = os.environ | ({} if compiled else {"NUMBA_DISABLE_JIT": "1"})
    command = [sys.executable, "-c", COMPARE.format(folder=folder) + text]
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


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
from gfkit.values import fast
from gfkit.values.impartial.search import BoardParts, Nimbers
fast._AT_ONCE, pauses = 40, []
def tick():
    pauses.append(1)
    assert len(pauses) < 1000
for game, text in [('l-tromping', '3x4'), ('cram', '3x4')]:
    position = compile_position(find_rule(game), parse_one_board(text))
    loops, plain = fast.FastNimbers(position, 1 << 30), BoardParts(position)
    loops.on_pause, parts = tick, plain.parts(position.start)
    assert loops.nimber(position.start) == Nimbers(plain, lambda _: None).of(parts)
"""

NIMBERS_HANDED_ON = """
import gfkit
from gfkit.values.impartial import search
search.share_to_make, search._BEFORE_COMPILING = lambda *_: 1.0, 50
import gfkit.values.fast as fast
made = []
plain = fast.FastNimbers.nimber
fast.FastNimbers.nimber = lambda self, state: made.append(plain(self, state)) or made[-1]
assert gfkit.nim('cram', '3x6').values == (4,) and gfkit.nim('cram', '4x5').values == (2,)
assert made == [4, 2]
"""

LARGE = """
position = compile_position(find_rule('domineering'), parse_one_board('8x8'))
assert FastSearch(position, Limits(8 << 30)).outcome(position.start) == 'first'
"""


def small_words(word):
    """Sets of options are so many bits wide in all rooms."""
    return f"set_everywhere('SET', {word})\n"


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(BOARDS, id="built-in rules"),
        pytest.param(RULES.format(rules=15), id="random rules"),
        pytest.param(
            'board = "3x5"\n' + MANY_MOVES, id="more moves than a word has bits", marks=pytest.mark.slow(4)
        ),
        # Every table and word is too small at first, and the clock is looked at after every few parts.
        pytest.param(SMALL_TABLES, id="tables that grow", marks=pytest.mark.slow(4)),
        # 5x5 and 6x7: Bullock, Domineering: Solving Large Combinatorial Search Spaces.
        pytest.param(HANDED_ON, id="handed on by the plain way", marks=pytest.mark.slow(12)),
        pytest.param(
            DROPPED.format(rules=40, word=5),
            id="moves that are dropped, words of 5",
            marks=pytest.mark.slow(4),
        ),
        pytest.param(
            DROPPED.format(rules=40, word=62), id="moves that are dropped", marks=pytest.mark.slow(4)
        ),
        # They are those of the sums, as the plain arithmetic adds them up.
        pytest.param(HALF + BESIDE_SWITCHES, id="stops beside switches", marks=pytest.mark.slow(4)),
        pytest.param(
            small_words(4) + NIMBERS.format(rules=60, parts="1 << 3"),
            id="nimbers, words of 4",
            marks=pytest.mark.slow(4),
        ),
        pytest.param(NIMBERS.format(rules=60, parts="1 << 3"), id="nimbers"),
        # Their graphs are the same, as trying all ways to number one like the other shows.
        pytest.param(ALIKE, id="parts that are alike", marks=pytest.mark.slow(6)),
        # A search that is stopped after every few positions still ends: none is looked at for nothing.
        pytest.param(PAUSES, id="every pause learns", marks=pytest.mark.slow(4)),
        pytest.param(NIMBERS_HANDED_ON, id="nimbers handed on", marks=pytest.mark.slow(4)),
    ],
)
def test_loops_run_as_python_find_what_the_plain_way_finds(text):
    run(text)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(NIMBERS.format(rules=400, parts="1 << 14"), id="nimbers", marks=pytest.mark.slow(20)),
        pytest.param('board = "4x6"\n' + MANY_MOVES, id="many moves", marks=pytest.mark.slow(25)),
        pytest.param(
            DROPPED.format(rules=300, word=62) + RULES.format(rules=300),
            id="values",
            marks=pytest.mark.slow(60),
        ),
        # 8x8, won by the first player: Breuker, Uiterwijk, van den Herik, Solving 8 x 8 Domineering.
        pytest.param(LARGE, id="domineering 8x8", marks=pytest.mark.slow(60)),
    ],
)
def test_compiled_loops_find_what_the_plain_way_finds(text):
    pytest.importorskip("numba", reason="needs numba, which compiles the loops")
    run(text, compiled=True)
