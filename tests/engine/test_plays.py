"""Numbers of plays of families, and what plays reject; single boards are drawn by ``differential``.

A formula agrees with the single boards, which are counted without it.
"""

from __future__ import annotations

import pytest
from choice import some_of
from cli.calling import call
from differential.questions import at_size

import gfkit
from gfkit.core.errors import LimitError, MismatchError, OptionError


def test_families_against_single_boards():
    for game, family in some_of(
        (("cram", "2xn"), ("arc-kayles", "cycle:n"), ("cram", "1xn"), ("node-kayles", "2xn")), 2
    ):
        for of in ("all", "complete", 3):
            law = gfkit.plays(game, family, of)
            assert law.evidence.status == "proved"
            for n in range(law.first_n, law.first_n + 9):
                assert law[n] == int(gfkit.plays(game, at_size(family, n), of)), (game, family, of, n)
    law = gfkit.plays("domineering", "2xn", 3)
    assert all(law[n] == int(gfkit.plays("domineering", f"2x{n}", 3)) for n in range(1, 7))


def test_queries_that_plays_rejects():
    for ask, error in (
        (lambda: gfkit.plays("kings", "3x3"), MismatchError),
        (lambda: gfkit.plays("col", "path:n"), MismatchError),
        (lambda: gfkit.plays("cram", "4xn"), LimitError),
        (lambda: gfkit.plays("cram", "3x3", "finished"), OptionError),
        (lambda: gfkit.plays("cram", "3x3", -1), OptionError),
        (lambda: gfkit.plays("cram", "3x3", True), OptionError),
    ):
        with pytest.raises(error):
            ask()
    for more in ("--weights pieces", "--positions maximal", "--at x=2", "--up-to symmetry", "--sizes 1..3"):
        call("count", "cram", "3x3", "--plays", "all", *more.split(), code=2)
    call("derive", "cram", "1xn", "--plays", "all", "--save", "x.json", code=2)
    call("derive", "cram", "3x3", "--plays", "all", code=2)
    assert call("count", "cram", "2x2", "--plays", "complete").out.strip() == "4"
