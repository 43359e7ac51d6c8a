"""Drawn cells that repeat: their boards are drawings written out, and what is derived is what those have.

Counts are those of brute force on the drawing.
"""

from __future__ import annotations

import json
from itertools import product

import pytest
from choice import sample

import gfkit
from gfkit.boards import Family, parse_board, parse_one_board
from gfkit.cli.main import main
from gfkit.errors import BoardError, GfkitError
from gfkit.sequences import Status

UNITS = [".#./...", "..#/...", ".", ".../#.#/...", "#./.#", ".#/##/.."]


def written_out(unit: str, n: int) -> str:
    """One row alone ends with a hole, so that it is a drawing."""
    width = max(map(len, unit.split("/")))
    return "/".join(row.ljust(width, "#") * n for row in unit.split("/")) + "#" * ("/" not in unit)


def test_boards_are_the_drawing_written_out() -> None:
    for unit, n in product(UNITS, (1, 2, 3)):
        board, drawn = parse_one_board(f"repeat({unit}):{n}"), parse_one_board(written_out(unit, n))
        assert (board.places, board.edges) == (drawn.places, drawn.edges)


ASKED = {
    "independent-sets": "all",
    "domineering": "maximal",
    "kings": "all",
    "cram": "left-ends",
    "nogo": "all",
    "perfect-matchings": "all",
    "minimal-dominating-sets": "all",
}


@pytest.mark.parametrize(
    ("unit", "game"),
    sample(UNITS, ASKED, quick=0, seconds=0.6, found=[(".#./...", "domineering"), (".", "nogo")]),
)
def test_what_is_derived_is_listed(unit: str, game: str) -> None:
    law = gfkit.derive(game, f"repeat({unit}):n", ASKED[game])
    assert law.evidence.status is Status.PROVED
    for n in range(1, 5):
        if parse_one_board(written_out(unit, n)).size <= 12:
            assert law[n] == gfkit.brute_force(game, written_out(unit, n), ASKED[game]).count


def test_geometry_and_rings() -> None:
    rule = gfkit.Rule.array(
        colours=2, window=[("2x2", "a + b + c + d <= 2")], line=[{"along": ["diagonals"], "match": "0*1*"}]
    )
    law = gfkit.derive(rule, "repeat(.../.#.):n")
    for n in (1, 2):
        assert law[n] == gfkit.brute_force(rule, written_out(".../.#.", n)).count
    # A ring of single cells is a cylinder one high; a hole in every third cell cuts it into pieces.
    for n in (3, 4, 5):
        board = parse_one_board(f"repeat-ring(..):{n}")
        assert int(gfkit.count("independent-sets", board)) == int(
            gfkit.count("independent-sets", f"cycle:{2 * n}")
        )
    assert gfkit.derive("independent-sets", "repeat-ring(..#):n").terms(3) == [3**3, 3**4, 3**5]


def test_verbs_and_refusals(tmp_path, capsys: pytest.CaptureFixture[str]) -> None:
    for text in ("repeat():n", "repeat(##):n", "repeat(.a):n", "repeat(.#", "repeat(./)x:n"):
        with pytest.raises(BoardError):
            parse_board(text)
    family = parse_board("repeat(.#./...):n")
    assert isinstance(family, Family)
    assert family.text == "repeat(.#./...):n"
    every_second = gfkit.derive("cram", "repeat(.#./...):2n").terms(3)
    assert every_second == gfkit.derive("cram", family).terms(5)[::2]
    assert gfkit.optimum("independent-sets", family).largest.weights[4] == max(
        powers[0]
        for powers, _ in gfkit.count("independent-sets", family.at(4), weights="pieces").polynomial.terms
    )
    assert len(gfkit.nim("cram", family, to=4).values) == 5
    with pytest.raises(GfkitError, match="no certificate"):
        gfkit.save_derived(gfkit.derive("cram", "repeat(.#./...):n"), tmp_path / "proof.json")
    assert not list(tmp_path.iterdir())
    assert main(["count", "cram", "repeat(.#./...):2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["count"] == str(
        gfkit.brute_force("cram", ".#..#./......").count
    )
