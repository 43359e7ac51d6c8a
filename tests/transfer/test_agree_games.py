"""Games: counting, deriving and listing agree, in every class, on boards and families of every kind.

The truth is what the oracle lists one by one; words and products are listed here.
"""

from __future__ import annotations

from functools import partial
from itertools import product

import pytest
from agreement import CLASSES, FAR, agree, law_agrees, refused
from choice import drawn, sample

from gfkit import brute_force, count, derive, parse_board
from gfkit.errors import MismatchError
from gfkit.games import BUILT_IN, TILE_SETS, find_rule
from gfkit.typing import Weights

GAMES = [*(game for game in BUILT_IN if game != "cis:k"), "cis:3"]
FLAT = [game for game in GAMES if find_rule(game).flat]
WEIGHTS = [weights.value for weights in Weights]

GRIDS = ["1x1", "5x1", "1x6", "3x3", "cylinder:4x2", "torus:3x3", ".#./...", "...#/.#../#..", "##/##", "0x4"]
GRAPHS = ["path:5", "cycle:6", "complete:4"]


def test_boards_of_every_kind() -> None:
    """All classes on 2 x 3, and one on some of the other boards, drawn; weights on 1 x 4."""
    for game in GAMES:
        agree(game, "2x3", CLASSES)
        agree(game, "1x4", CLASSES[:3], WEIGHTS)
        rng = drawn(game)
        graphs = [*GRAPHS, "graph:a-b,b-c,c-a,c-d"]
        for board in [*rng.sample(GRIDS, 2), *(graphs[::2] if game in FLAT else ())]:
            agree(game, board, rng.sample(CLASSES, 1))
        for board in () if game in FLAT else GRAPHS:
            refused(MismatchError, partial(count, game, board), partial(brute_force, game, board))
    for game, board in product(TILE_SETS, ("2x3", "..#/...", "torus:3x3")):
        agree(game, board, ["all"], WEIGHTS)


# Families.

STRIPS = ["1xn", "nx1", "2xn", "nx2", "3xn", "nx3", "4xn", "cylinder:3xn", "cylinder:nx2"]
RINGS = ["path:n", "cycle:n", "wheel:n", "prism:n"]
ENDS = [positions for positions in CLASSES if positions not in ("play", "full")]


def is_quick(game: str, family: str, positions: str) -> bool:
    if game in ("nogo", "l-tromping"):  # many states
        return family in ("1xn", "nx1", "2xn", "nx2") or (game, family) == ("nogo", "path:n")
    return game in FLAT or family not in RINGS


@pytest.mark.parametrize(
    ("game", "family", "positions"),
    sample(GAMES, STRIPS + RINGS, ENDS, quick=1, seconds=0.3, allowed=is_quick),
)
def test_series_count_the_boards(game: str, family: str, positions: str) -> None:
    """Terms around the beginning of the machine and well past it, by the counting engine."""
    found = derive(game, family, positions)
    boards, last = parse_board(family), found.offset + 4
    for n in {found.first_n, found.offset - 1, found.offset, found.offset + 1, last}:
        if n >= found.first_n:
            assert found[n] == count(game, boards.at(n), positions).count, n
    assert found.evidence.status == "proved"


SMALL = {"domineering": "2xn", "d-tromping": "nx2", "col": "path:n", "snort": "cycle:n", "o12": "1xn",
         "nogo": "path:n", "cis:3": "cycle:n", "cram": "nx2", "i-tromping": "3xn", "m-tromping": "2xn",
         "l-tromping": "2xn", "node-kayles": "wheel:n", "arc-kayles": "moebius:n"}  # fmt: skip


@pytest.mark.parametrize(("game", "positions"), sample(SMALL, ENDS, quick=1, seconds=1.0))
def test_series_with_weights(game: str, positions: str) -> None:
    law_agrees(game, SMALL[game], positions, "players", most=8)


SLICES = (
    "ladder prism moebius antiprism crossed-prism star wheel fan gear helm sunlet triangle-ring web comb"
    " triangular-snake pan flower alkane friendship book dipyramid K4xpath C3xcycle K3-strong-path"
    " K3-tensor-cycle"
)
LATTICES = (
    "king:3xn king:nx2 knight:3xn triangular:2xn truncated-square:1xn hex:1xn hex:nx1 hex-cylinder:3xn"
    " king-cylinder:3xn bipartite:3xn stacked-book:2xn"
)
NAMED = [f"{word}:n" for word in SLICES.split()] + LATTICES.split()
WIDE = {"K3-tensor-cycle:n", "knight:3xn", "C3xcycle:n", "flower:n"}
ASKED = ["node-kayles", "node-kayles maximal", "arc-kayles", "arc-kayles maximal", "col left-ends",
         "snort maximal", "nogo"]  # fmt: skip


@pytest.mark.parametrize(
    ("family", "asked"),
    sample(
        NAMED, ASKED, quick=1, seconds=0.3, allowed=lambda text, asked: text not in WIDE or "kayles" in asked
    ),
)
def test_families_of_slices(family: str, asked: str) -> None:
    """Larger boards are counted in parts and in other orders than the strip is swept."""
    game, positions = (*asked.split(), "all")[:2]
    cells = {"node-kayles": 12, "arc-kayles": 10, "nogo": 7}.get(game, 9)
    far = (6, 11) if game == "arc-kayles" else FAR[:1]
    law_agrees(game, family, positions, most=cells, edges=99, far=far)
