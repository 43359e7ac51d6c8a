"""Rectangles with holes, frames, and repeated drawings between two ends.

Counts come from brute force on the drawing and from print; square frames are compared with their cells.
"""

from __future__ import annotations

import networkx as nx
import pytest
from choice import sample
from refusals import refused

import gfkit
from gfkit.core.boards import parse_one_board
from gfkit.core.errors import BoardError

ENDED = [("../..", "./.", ".#/.."), ("", "#/.", "../.#"), ("..", ".#/..", ""), ("#./..", "..", "../../..")]
ENDED += [("./.", "./.", "../.#")]
RULES = ["domino-tilings", "kings", "rooks", "queens", "l-tromino-tilings", "domineering"]


def written_out(ended: tuple[str, str, str], n: int) -> str:
    """Return the drawing of n copies of the unit between its ends."""
    parts = [part.split("/") for part in (ended[0], *[ended[1]] * n, ended[2])]
    rows = range(max(map(len, parts)))
    wide = [max(map(len, part)) for part in parts]
    return "/".join(
        "".join((part[r] if r < len(part) else "").ljust(w, "#") for part, w in zip(parts, wide, strict=True))
        for r in rows
    )


@pytest.mark.parametrize(("ended", "game"), sample(ENDED, RULES, quick=4, seconds=0.5))
def test_ends_of_drawings_agree_with_brute_force_and_the_checker(ended, game, tmp_path) -> None:
    law = gfkit.derive(game, f"repeat({'|'.join(ended)}):n")
    assert law.first_n == 1
    assert law.terms(3) == [gfkit.brute_force(game, written_out(ended, n)).count for n in (1, 2, 3)]
    gfkit.save_derived(law, tmp_path / "proof.json")
    assert gfkit.certify_file(tmp_path / "proof.json").status == "proved"


def test_domino_tilings_of_holey_squares_and_frames_agree_with_print() -> None:
    # Zeilberger, RITSUF: a hole of n x n at distance 2 from every side; A143659: odd squares without centre.
    printed = [196, 1444, 9604, 66564, 454276, 3118756, 21362884, 146458404, 1003749124]
    assert gfkit.derive("perfect-matchings", "frame:2xnxn").terms(9) == printed
    holes = [int(gfkit.count("domino-tilings", f"holed:{n}x{n}x1x1")) for n in (3, 5, 7, 9)]
    assert holes == [2, 196, 75272, 599466256]
    fibonacci = [0, 1, 1, 2, 3, 5, 8, 13, 21, 34]
    for m in (5, 6, 7):  # Tauraso, A new domino tiling sequence (2004), for rectangles
        law = gfkit.derive("domino-tilings", f"frame:2x{m}xn")
        for n in range(5, 10):
            root = sum(fibonacci[n - k] * fibonacci[m - k] for k in (1, 2, 3))
            assert law[n] == root**2 + 2 * (1 - (-1) ** (n + m))


def test_frames_and_holes_have_the_cells_of_their_names() -> None:
    for k, n in ((1, 3), (1, 6), (2, 5), (2, 8), (3, 7), (3, 9)):
        square, frame = parse_one_board(f"square-frame:{k}x{n}"), parse_one_board(f"frame:{k}x{n}x{n}")
        assert {min(r, c, n - 1 - r, n - 1 - c) for r, c in frame.places} == {*range(k)}
        assert frame.size == n * n - (n - 2 * k) ** 2
        assert nx.is_isomorphic(nx.Graph(square.edges), nx.Graph(frame.edges))
    assert parse_one_board("holed:4x5x2x1x1x3").places == parse_one_board("...../...#./...#./.....").places
    assert parse_one_board("8x8 minus the 2x2 square").size == 60
    law = gfkit.derive("kings", "holed:3xnx1x2x0x1")
    assert law[5] == gfkit.brute_force("kings", ".##../...../.....").count
    with refused(BoardError, "holed:8x9x2x2x3x3"):
        parse_one_board("8x9 with a 2x2 hole")
