"""The engine against the oracle: every game, every class of positions, on boards of every kind."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gfkit import brute_force, count
from gfkit.boards import Board, Grid, parse_one_board
from gfkit.boards.board import Lying, from_edges, from_places
from gfkit.errors import BoardError, MismatchError
from gfkit.games import BUILT_IN, TILE_SETS, PlacementRule, Rule, find_rule
from gfkit.games.file import read_rule
from gfkit.oracle.positions import Placed, bear, every_placement
from gfkit.sequences import Polynomial
from gfkit.typing import Player, Positions, Weights

GAMES = [*(game for game in BUILT_IN if game != "cis:k"), "cis:3"]
CELL_GAMES = ["col", "snort", "cis", "cis:3", "nogo", "node-kayles"]
FLAT = [*CELL_GAMES, "o12", "arc-kayles", "cram"]
SHAPED = [game for game in GAMES if game not in FLAT]
CLASSES = [positions.value for positions in Positions]
SLOW = pytest.mark.slow


def drawn(board: Board) -> str:
    """The board as a person would draw it, for messages."""
    if board.grid is None:
        return f"{board.size} cells, edges {list(board.edges)}"
    marks = dict.fromkeys(board.places, ".")
    for piece in board.lying:
        for cell in piece.cells:
            marks[board.places[cell]] = piece.letter
    rows, cols = range(board.grid.rows), range(board.grid.cols)
    picture = "\n".join("".join(marks.get((r, c), "#") for c in cols) for r in rows)
    wraps = [word for word, on in (("rows", board.grid.wrap_rows), ("columns", board.grid.wrap_cols)) if on]
    return f"{picture}\nwrapping: {', '.join(wraps) or 'nothing'}"


def agree(
    game: str | Rule,
    where: str | Board,
    classes: Sequence[str] = CLASSES,
    weights: Sequence[str] = ("players",),
) -> int:
    """Asserts that engine and oracle find the same; returns how much was listed."""
    board = parse_one_board(where) if isinstance(where, str) else where
    most = 0
    for positions, weight in product(classes, weights):
        found = count(game, board, positions, weight)
        listed = brute_force(game, board, positions, weight)
        said = f"{game}, {positions}, weights {weight}, board {board.text!r}\n{drawn(board)}"
        assert found.polynomial == listed.polynomial, f"{said}\nengine {found}\noracle {listed}"
        most = max(most, listed.count)
    return most


def refused_by_both(game: str | Rule, where: str | Board, error: type[Exception]) -> None:
    for counts in (count, brute_force):
        with pytest.raises(error):
            counts(game, where)


# Rectangles, strips, rings.

SMALL = [f"{r}x{c}" for r in range(5) for c in range(5) if r * c <= 9]
TWELVE = ["3x4", pytest.param("4x3", marks=SLOW)]
QUICK_15 = {
    *("domineering", "cram", "i-tromping", "d-tromping", "m-tromping"),
    *("cis", "node-kayles", "arc-kayles"),
}


@pytest.mark.parametrize("game", GAMES)
def test_small_rectangles(game: str) -> None:
    for board in SMALL:
        agree(game, board)


@pytest.mark.parametrize("board", TWELVE)
@pytest.mark.parametrize("game", [pytest.param(g, marks=SLOW if g == "nogo" else ()) for g in GAMES])
def test_rectangles_of_twelve(game: str, board: str) -> None:
    agree(game, board, ["all", "left-ends", "play"] if board == "3x4" else ["right-ends", "maximal"])


@pytest.mark.parametrize("board", ["3x5", pytest.param("5x3", marks=SLOW)])
@pytest.mark.parametrize("game", sorted(QUICK_15))
def test_rectangles_of_fifteen(game: str, board: str) -> None:
    agree(game, board)


@SLOW
@pytest.mark.parametrize("game", sorted({*GAMES} - QUICK_15 - {"nogo"}))
def test_rectangles_of_fifteen_with_many_positions(game: str) -> None:
    agree(game, "3x5")


@SLOW
@pytest.mark.parametrize("positions", ["all", "right-ends", "maximal"])
def test_nogo_on_fifteen(positions: str) -> None:
    agree("nogo", "3x5", [positions])


@pytest.mark.parametrize("game", GAMES)
def test_weights(game: str) -> None:
    for board in ("2x3", "1x6" if game in ("nogo", "o12") else "2x4"):
        agree(game, board, CLASSES, [weights.value for weights in Weights])


@pytest.mark.parametrize("game", FLAT)
def test_paths(game: str) -> None:
    for n in range(9):
        agree(game, f"path:{n}", CLASSES if n < 8 else ["all", "maximal"])


@pytest.mark.parametrize("game", GAMES)
def test_strips(game: str) -> None:
    for n in (5, 6, 8):
        classes = CLASSES if n < 7 else ["left-ends", "maximal"]
        agree(game, f"1x{n}", classes)
        agree(game, f"{n}x1", classes)


@pytest.mark.parametrize("game", FLAT)
def test_cycles(game: str) -> None:
    for n in range(3, 8):
        agree(game, f"cycle:{n}")


@pytest.mark.parametrize("game", FLAT)
def test_complete_graphs(game: str) -> None:
    for n in range(1, 7):
        agree(game, f"complete:{n}", CLASSES, ["players", "pieces"])
        agree(game, parse_one_board(f"complete:{n}"), ["all"], ["none"])


@pytest.mark.parametrize("game", SHAPED)
def test_shapes_are_refused_on_graphs(game: str) -> None:
    for board in ("path:4", "cycle:4", "complete:3"):
        refused_by_both(game, board, MismatchError)


CYLINDERS = ["cylinder:3x1", "cylinder:3x2", "cylinder:4x1", "cylinder:4x2", "cylinder:5x1"]


@pytest.mark.parametrize("game", GAMES)
def test_small_cylinders(game: str) -> None:
    for board in CYLINDERS:
        agree(game, board)


@pytest.mark.parametrize("board", ["cylinder:3x3", "torus:3x3"])
@pytest.mark.parametrize("game", GAMES)
def test_square_cylinder_and_torus(game: str, board: str) -> None:
    agree(game, board, ["left-ends", "maximal"] if game in ("nogo", "o12") else CLASSES)


QUICK_ON_TORUS = {"cram", "arc-kayles", "cis", "cis:3", "node-kayles", "i-tromping", "m-tromping"}


@pytest.mark.parametrize(
    "board",
    [
        "torus:3x4",
        pytest.param("torus:4x3", marks=SLOW),
        "cylinder:4x3",
        pytest.param("cylinder:3x4", marks=SLOW),
    ],
)
@pytest.mark.parametrize(
    "game", [pytest.param(game, marks=() if game in QUICK_ON_TORUS else SLOW) for game in GAMES]
)
def test_wrapped_boards_of_twelve(game: str, board: str) -> None:
    agree(game, board)


# Holes.

HOLES = [
    "##./...",
    ".#./...",
    "...#/.#../...#",
    "..#/#../...",
    ".#.#/####/.#.#",
    "...#/#.../..#.",
    "#.#/.../#.#",
]


@pytest.mark.parametrize("game", GAMES)
def test_boards_with_holes(game: str) -> None:
    for board in HOLES:
        many = game in ("nogo", "o12") and board.count(".") > 8
        agree(game, board, ["left-ends"] if many else CLASSES)


@pytest.mark.parametrize("game", GAMES)
def test_boards_without_cells(game: str) -> None:
    for board in ("##/##", "0x4", "3x0"):
        agree(game, board)


# Graphs.


def graph6(size: int, edges: set[tuple[int, int]]) -> str:
    """A graph as one line of graph6: the upper triangle by columns, six bits a character."""
    bits = [(a, b) in edges or (b, a) in edges for b in range(size) for a in range(b)]
    bits += [False] * (-len(bits) % 6)
    sixes = [bits[i : i + 6] for i in range(0, len(bits), 6)]
    return chr(size + 63) + "".join(chr(63 + int("".join("01"[bit] for bit in six), 2)) for six in sixes)


def random_edges(rng: random.Random, size: int) -> set[tuple[int, int]]:
    density = rng.random()
    return {(a, b) for a in range(size) for b in range(a) if rng.random() < density}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", FLAT)
def test_random_graphs(game: str, seed: int, tmp_path: Path) -> None:
    rng = random.Random(f"{game} {seed}")
    size = rng.randint(1, 7)
    edges = random_edges(rng, size)
    file = tmp_path / "graph.g6"
    file.write_text(graph6(size, edges) + "\n")
    board = parse_one_board(f"graph:{file}")
    assert set(board.edges) == {(b, a) for a, b in edges}
    agree(game, board)
    agree(game, from_edges("as edges", size, edges), ["maximal"])


PETERSEN = [(i, (i + 1) % 5) for i in range(5)]
PETERSEN += [(i, i + 5) for i in range(5)] + [(5 + i, 5 + (i + 2) % 5) for i in range(5)]


@pytest.mark.parametrize("game", [game for game in FLAT if game != "nogo"])
def test_petersen_graph(game: str) -> None:
    classes = ["all", "maximal"] if game == "o12" else CLASSES
    agree(game, from_edges("Petersen", 10, PETERSEN), classes)


# Boards in the middle of a game.


def mid_game(rule: PlacementRule, free: str, rng: random.Random, pieces: int) -> Board:
    """A drawn board on which some random pieces lie, as the game could have put them there."""
    board = parse_one_board(free)
    assert board.grid is not None
    marks: dict[tuple[int, int], str] = {}
    lying: list[Placed] = []
    possible = every_placement(rule, board)
    rng.shuffle(possible)

    def picture(letters: dict[tuple[int, int], str]) -> str:
        rows = free.split("/")
        return "/".join(
            "".join(letters.get((r, c), mark) for c, mark in enumerate(row)) for r, row in enumerate(rows)
        )

    for piece in possible:
        if len(lying) == pieces:
            break
        if not all(bear(rule, board, piece, other) for other in lying):
            continue
        letter = "abcdefghijklmnopqrstuvwxyz"[len(lying) if len(piece.cells) > 1 else rng.randrange(2)]
        if rule.impartial and len(rule.colours) > 1:
            letter = "abcdefghij"[piece.colour]
        owner = rule.colours[piece.colour].owner
        if owner is Player.LEFT or (owner is Player.BOTH and rng.random() < 0.5):
            letter = letter.upper()
        trial = {**marks, **{board.places[cell]: letter for cell in piece.cells}}
        try:
            brute_force(rule, picture(trial), "play") if rule.liberties else None
        except BoardError:
            continue  # the piece would leave a group without air
        marks = trial
        lying.append(piece)
    return parse_one_board(picture(marks))


FREE = [".../...", "..../....", "...#/..../.#..", ".../.../...", "......./#", "./././././.", ".#./.../.#."]


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("game", GAMES)
def test_boards_in_the_middle_of_a_game(game: str, seed: int) -> None:
    rng = random.Random(f"{game} in the middle {seed}")
    rule = find_rule(game)
    assert isinstance(rule, PlacementRule)
    roomy = [free for free in FREE if free.count(".") <= 8] if game in ("nogo", "o12") else FREE
    board = mid_game(rule, rng.choice(roomy), rng, rng.randint(1, 4))
    agree(game, board)


@pytest.mark.parametrize("game", ["domineering", "l-tromping", "d-tromping", "cram"])
def test_larger_boards_in_the_middle_of_a_game(game: str) -> None:
    rule = find_rule(game)
    assert isinstance(rule, PlacementRule)
    for seed in range(6):
        rng = random.Random(f"{game} larger {seed}")
        agree(game, mid_game(rule, "..../..../.#../....", rng, rng.randint(4, 6)))


@pytest.mark.parametrize(
    ("game", "board"),
    [
        ("domineering", "AA/.."),
        ("domineering", "a./.."),
        ("col", "AA."),
        ("snort", "Ab."),
        ("nogo", "Ab/##"),
        ("cis:3", "d.."),
        ("cram", "AAA."),
        ("domineering-tiles", "A./A."),
    ],
)
def test_drawings_that_are_no_position(game: str, board: str) -> None:
    refused_by_both(game, board, BoardError)


# Random rules. Hypothesis draws the rule file as text, so that everything it finds can be typed in.


@st.composite
def grids(draw: st.DrawFn, most: int = 9, wraps: bool = True) -> Board:
    """A small grid, maybe with holes, maybe wrapping around."""
    rows = draw(st.integers(1, 5))
    cols = draw(st.integers(1, max(1, min(5, most // rows))))
    wrap_rows = wraps and rows >= 3 and draw(st.booleans())
    wrap_cols = wrap_rows and cols >= 3 and draw(st.booleans())
    places = set(product(range(rows), range(cols)))
    holes = draw(st.sets(st.sampled_from(sorted(places)), max_size=3)) if draw(st.booleans()) else set()
    return from_places("random", Grid(rows, cols, wrap_rows, wrap_cols), places - holes)


@st.composite
def graphs(draw: st.DrawFn, most: int = 7) -> Board:
    size = draw(st.integers(1, most))
    pairs = [(a, b) for a in range(size) for b in range(a)]
    return from_edges("random", size, draw(st.sets(st.sampled_from(pairs))) if pairs else ())


PIECES = ["X", "XX", "X/X", "XXX", "X/X/X", "X.X", "X/./X", "X./.X", ".X/X."]
PIECES += ["XX/X.", "XX/.X", "X./XX", ".X/XX", "XX/XX", "XX.X", "X.X/XXX", "X../..X", ".X./X.X"]


def listed(items: Sequence[object]) -> str:
    return "[" + ", ".join(f'"{item}"' if isinstance(item, str) else str(item) for item in items) + "]"


@st.composite
def placement_files(draw: st.DrawFn, pieces: Sequence[str] = PIECES, liberties: bool = True) -> str:
    shapes = st.lists(st.sampled_from(pieces), min_size=1, max_size=3, unique=True)
    kind = draw(st.sampled_from(["players", "players", "left", "right", "both", "colours"]))
    lines = ['name = "random"']
    if kind == "players":
        lines += [f"[left]\npieces = {listed(draw(shapes))}", f"[right]\npieces = {listed(draw(shapes))}"]
    elif kind == "colours":
        lines.append(f"[colours]\nnumber = {draw(st.integers(1, 4))}\npieces = {listed(draw(shapes))}")
    elif kind == "both":
        lines.append(f"[both]\npieces = {listed(draw(shapes))}")
    else:
        lines += [
            f"[{side}]\npieces = {listed(draw(shapes) if side == kind else [])}" for side in ("left", "right")
        ]
    words = ["LL", "RR", "LR", *(("same", "different") if kind == "colours" else ())]
    lines.append(f"[rules]\nforbid_adjacent = {listed(draw(st.lists(st.sampled_from(words), max_size=2)))}")
    if liberties and draw(st.booleans()):
        lines.append("liberties = true")
    return "\n".join(lines)


def check_placement(text: str, board: Board) -> None:
    """Everything where few positions are listed, little where many are."""
    rule = read_rule("random", text)
    assert isinstance(rule, PlacementRule)
    few = 500 if rule.liberties else 3000
    try:
        positions = agree(rule, board, ["all"])
        agree(rule, board, CLASSES[1:] if positions <= few else ["maximal"])
        agree(rule, board, ["all", "maximal"] if positions <= few else ["all"], ["pieces", "none"])
    except AssertionError as error:
        raise AssertionError(f"{text}\n{error}") from None


@settings(max_examples=120)
@given(placement_files(liberties=False), grids())
def test_random_placement_games(text: str, board: Board) -> None:
    check_placement(text, board)


@settings(max_examples=60)
@given(placement_files(), grids(most=7))
def test_random_placement_games_with_liberties(text: str, board: Board) -> None:
    check_placement(text, board)


@settings(max_examples=60)
@given(st.sampled_from([["X"], ["XX", "X/X"], ["X", "XX", "X/X"]]).flatmap(placement_files), graphs(6))
def test_random_flat_games_on_graphs(text: str, board: Board) -> None:
    rule = read_rule("random", text)
    assert isinstance(rule, PlacementRule)
    if rule.flat:
        check_placement(text, board)
    else:
        refused_by_both(rule, board, MismatchError)


@settings(max_examples=60)
@given(
    st.sampled_from([["X", "XX"], ["XX", "XX/X.", "X.X"]]).flatmap(placement_files),
    st.sampled_from([".../...", "..../..#.", "......", ".../#../..."]),
    st.integers(0, 999),
)
def test_random_placement_games_in_the_middle(text: str, free: str, seed: int) -> None:
    rule = read_rule("random", text)
    assert isinstance(rule, PlacementRule)
    rng = random.Random(seed)
    try:
        board = mid_game(rule, free, rng, 2)
        brute_force(rule, board)
    except BoardError:
        return  # letters of single cells side by side were read as a larger piece
    check_placement(text, board)


@st.composite
def array_files(draw: st.DrawFn, windows: bool = True) -> str:
    colours = draw(st.integers(2, 3))
    digits = "".join(map(str, range(colours)))
    some = st.lists(st.integers(0, colours - 1), min_size=1, max_size=colours, unique=True)
    weights = st.sampled_from(["1", "x", "y", "x*y^2", "x^3"])
    weight = ", ".join(f'"{colour}" = "{draw(weights)}"' for colour in range(colours))
    lines = ['name = "random"', f"[cells]\ncolours = {colours}\nweight = {{{weight}}}"]
    forbid = []
    for _ in range(draw(st.integers(0, 3)) if windows else 0):
        rows, cols = draw(st.sampled_from([(1, 1), (1, 2), (2, 1), (2, 2), (1, 3), (3, 1), (2, 3), (3, 2)]))
        marks = st.sampled_from(digits + "?.aab" + digits)
        window = [[draw(marks) for _ in range(cols)] for _ in range(rows)]
        if not {*digits, "a", "b"} & {mark for row in window for mark in row}:
            window[0][0] = draw(st.sampled_from(digits + "a"))
        if rows * cols == 1 and window[0][0] == "a":
            window[0][0] = "0"
        forbid.append("/".join(map("".join, window)))
    lines.append(f"[rules]\nforbid = {listed(forbid)}")
    drawings = ["rook", "king", "oX", "oXo", "o/X", "oX/.o", "o.X", "ooo/oX."] if windows else ["rook"]
    for _ in range(draw(st.integers(0 if forbid else 1, 2))):
        allowed = draw(st.lists(st.integers(0, 4), min_size=1, max_size=4, unique=True))
        lines.append(
            f"[[rules.count]]\ncell = {draw(st.integers(0, colours - 1))}\n"
            f'neighbours = "{draw(st.sampled_from(drawings))}"\nof = {draw(some)}\nallowed = {allowed}'
        )
    return "\n".join(lines)


def check_counted(text: str, board: Board) -> None:
    try:
        agree(read_rule("random", text), board, ["all"], ["players", "pieces", "none"])
    except AssertionError as error:
        raise AssertionError(f"{text}\n{error}") from None


@settings(max_examples=120)
@given(array_files(), grids(most=8))
def test_random_arrays(text: str, board: Board) -> None:
    check_counted(text, board)


@settings(max_examples=60)
@given(array_files(windows=False), graphs(7))
def test_random_counts_on_graphs(text: str, board: Board) -> None:
    check_counted(text, board)


def test_windows_are_refused_on_graphs() -> None:
    rule = read_rule("random", 'name = "w"\n[cells]\ncolours = 2\n[rules]\nforbid = ["11"]')
    refused_by_both(rule, "cycle:5", MismatchError)


@st.composite
def tile_files(draw: st.DrawFn) -> str:
    labels = st.integers(0, draw(st.integers(0, 2)))
    tiles = draw(st.lists(st.tuples(labels, labels, labels, labels), min_size=1, max_size=7))
    weights = st.sampled_from(["1", "x", "y", "x^2*y"])
    down = sorted({tile[0] for tile in tiles} | {tile[2] for tile in tiles})
    across = sorted({tile[1] for tile in tiles} | {tile[3] for tile in tiles})
    lines = ['name = "random"', "[boundary]"]
    for side, known in (("top", down), ("right", across), ("bottom", down), ("left", across)):
        allowed = draw(st.lists(st.sampled_from(known), min_size=1, unique=True))
        lines.append(f"{side} = {listed(allowed)}")
    for top, right, bottom, left in tiles:
        lines.append(f"[[tile]]\ntop = {top}\nright = {right}\nbottom = {bottom}\nleft = {left}")
        lines.append(f'weight = "{draw(weights)}"')
    return "\n".join(lines)


@settings(max_examples=80)
@given(tile_files(), grids(most=6))
def test_random_tile_sets(text: str, board: Board) -> None:
    check_counted(text, board)


@pytest.mark.parametrize("game", TILE_SETS)
def test_built_in_tile_sets(game: str) -> None:
    for board in ("1x1", "2x2", "2x3", "3x2", ".#./...", "..#/...", "cylinder:3x2", "torus:3x3"):
        agree(game, board, ["all"], ["players", "pieces", "none"])


# Many parts: the product of what they are alone.


def test_parts_that_do_not_touch() -> None:
    board = parse_one_board("..#../..#../#####/...##")
    for game in ("domineering", "col", "snort", "cram", "l-tromping"):
        agree(game, board, ["all", "maximal", "play"])
    together = brute_force("snort", "..#../..#../#####/...##", weights="players").polynomial
    square, row = (brute_force("snort", b, weights="players").polynomial for b in ("2x2", "1x3"))
    assert together == square * square * row
    assert isinstance(together, Polynomial)


@pytest.mark.parametrize("positions", CLASSES)
@pytest.mark.parametrize("game", ["col", "snort", "node-kayles"])
def test_a_piece_that_lies_on_a_complete_graph_is_felt(game: str, positions: str) -> None:
    owner = find_rule(game).colours[0].owner
    board = replace(parse_one_board("complete:4"), lying=(Lying("L", owner, (0,)),))
    assert count(game, board, positions).polynomial == brute_force(game, board, positions).polynomial
