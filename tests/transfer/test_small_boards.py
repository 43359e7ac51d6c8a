"""Boards so small that a rule feels both of their ends at once: what is derived holds there too.

The first counts, and how far each rule looks, follow from the rules by hand; others are listed.
"""

from __future__ import annotations

from dataclasses import replace

import pytest
from choice import then_slow

import gfkit
from gfkit.boards import parse_board
from gfkit.errors import LimitError, MismatchError
from gfkit.games import Question, Rule
from gfkit.games.file import read_rule as read
from gfkit.transfer.derive import METHODS
from gfkit.transfer.machine.machine import build_machine
from gfkit.transfer.strip.strip import find_strip, reach


def array(colours: int, forbid: str = "", counts: tuple[tuple[int, str, str, str], ...] = ()) -> str:
    """A rule file: windows between spaces; of a count its cell, neighbours, ``of`` and ``allowed``."""
    windows = ", ".join(f'"{window}"' for window in forbid.split())
    tables = "".join(
        f'[[rules.count]]\ncell = {cell}\nneighbours = "{near}"\nof = [{of}]\nallowed = [{allowed}]\n'
        for cell, near, of, allowed in counts
    )
    return f'name = "drawn"\n[cells]\ncolours = {colours}\n[rules]\nforbid = [{windows}]\n{tables}'


def read_rule(text: str) -> Rule:
    return read("drawn", text)


MOST_LISTED = 5000
NEEDY = array(2, "1/1", ((1, "rook", "0, 1", "2, 3, 4"),))
CROWD = ((1, "ooooXoooo", "0, 1", "4, 5, 6, 7, 8"),)

# Rule, family, and the first counts. Each follows from the rule by hand: a cell of one row with fewer than
# four cells around may not be 1; a window "aa" fits from two cells on, and then one colour leaves nothing;
# "aa" and "ab" together forbid every pair, and leave the boards without one.
BY_HAND = {
    "too few neighbours for a colour": (NEEDY, "2xn", [1, 1, 9]),
    "far neighbours": (array(2, counts=CROWD), "1xn", [1, 1, 1, 1, 1]),
    "far neighbours and a window": (array(2, "111", CROWD), "1xn", [1, 1, 1, 1, 1]),
    "one colour": (array(1, "aa a/a"), "1xn", [1, 1, 0, 0]),
    "every pair": (array(3, "aa ab"), "1xn", [1, 3, 0, 0]),
    "every pair across": (array(3, "aa ab"), "2xn", [1, 9, 0, 0]),
    "every pair on a cylinder": (array(2, "aa ab"), "cylinder:3xn", [1, 8, 0, 0]),
    "all that is three long, by its end": (array(2, "??1 ??0"), "1xn", [1, 2, 4, 0, 0]),
    "all that is three long, by its ends": (array(2, "0?0 0?1 1?0 1?1"), "1xn", [1, 2, 4, 0, 0]),
    "a window longer than most boards": (array(2, "1????1"), "1xn", [1, 2, 4, 8, 16, 32, 48]),
}


QUICK = ("too few neighbours for a colour", "all that is three long, by its ends")


@pytest.mark.parametrize("names", then_slow([QUICK], 8, [name for name in BY_HAND if name not in QUICK]))
def test_counts_by_hand(names):
    """Also all boards up to where the induction begins, and beyond."""
    for text, family, counts in map(BY_HAND.__getitem__, names):
        rule, boards = read_rule(text), parse_board(family)
        found = [gfkit.derive(rule, family, method=method) for method in METHODS]
        assert all(law.terms(len(counts)) == counts for law in found)
        for n in range(found[0].first_n, found[0].offset + 2 * reach(rule, boards) + 4):
            board = boards.at(n)
            way = gfkit.brute_force if rule.colours**board.size <= MOST_LISTED else gfkit.count
            assert found[0][n] == int(way(rule, board))


PIECES = 'name = "p"\n[left]\npieces = [{}]\n[right]\npieces = ["X"]\n'


def test_how_far_a_rule_looks():
    """One slice more than its longest piece, window or count spans."""
    pieces = (('"X"', 1), ('"XX"', 2), ('"X", "X/X"', 2), ('"X.X"', 3), ('"X/././X", "XX"', 4))
    windows = (("11", 2), ("1??1", 4), ("11 1/1/1", 3), ("", 1))
    counts = (("rook", 3), ("king", 3), ("X..o", 4), ("Xo", 2), ("o/./X", 3))
    for rule, slices in (
        *((PIECES.format(some), slices) for some, slices in pieces),
        *((array(2, some), slices) for some, slices in windows),
        *((array(2, counts=((1, near, "1", "0"),)), slices) for near, slices in counts),
    ):
        assert 1 + read_rule(rule).extent == slices, rule


def test_how_far_a_rule_looks_is_measured_where_its_kind_does_not_say(monkeypatch):
    """Then the same laws are found; where two boards do not show it, that is said."""
    asked = [
        ("snort", "3xn", "maximal"), ("col", "cylinder:3xn", "all"),
        ("domino-tilings", "cylinder:nx3", "all"),
        ("kings", "2xn", "all"), ("matchings", "prism:n", "all"), ("nogo", "2xn", "all"),
        ("spanning-trees", "2xn", "all"), ("acyclic-orientations", "2xn", "all"),
        ("queens", "3xn", "all"),
        (read_rule(NEEDY), "2xn", "all"),
        (Rule.array(colours=2, forbid=["11"], pin=[("row 3", "x == 1")]), "nx2", "all"),
    ]  # fmt: skip
    known = [gfkit.derive(*one) for one in asked]
    for question in (law.question for law in known):
        monkeypatch.setattr(type(question.rule), "extent", None)
    for law in known:
        assert gfkit.derive(law.question) == law, law
    wide = read_rule(PIECES.format('"X..........X"'))
    for rule, family in ((wide, "2xn"), ("snort", "wheel:n")):
        with pytest.raises(MismatchError, match=r"how far .* looks along it is not known"):
            gfkit.derive(rule, family)


def test_the_machine_is_silent_about_boards_that_are_not_its_own():
    # On 2 x 1 no cell has the two neighbours that colour 1 needs, so a single array is there; from n = 2 on
    # every cell has two, and only the window is left: each column is one of 00, 01, 10, and that makes 3^n.
    found = gfkit.derive(read_rule(NEEDY), "2xn")
    strip = find_strip(Question.of(read_rule(NEEDY), "2xn"))
    assert strip.sure_from > 1
    assert found.offset == strip.sure_from
    assert found.initial[1] == 1
    assert found.terms(6)[2:] == [9, 27, 81, 243]


@pytest.mark.slow(1.5)
def test_a_formula_that_is_right_only_on_large_boards_is_refuted(tmp_path):
    """And certificates list the boards that are not the machine's."""
    verdict = gfkit.verify("1/(1-3*t)", game=read_rule(NEEDY), family="2xn")
    assert verdict.verdict == "refuted"
    assert (verdict.first_difference.n, verdict.first_difference.true) == (1, "1")

    found = gfkit.derive(read_rule(NEEDY), "2xn")
    gfkit.save_derived(found, tmp_path / "small.json")
    assert gfkit.certify_file(tmp_path / "small.json").ok


@pytest.mark.parametrize("ever", [False, True])
def test_layers_that_repeat_while_what_is_remembered_changes_places_prove_nothing(ever, monkeypatch):
    """The second hypothesis of the theorem: layers repeat after each slice, the layout after two, or never.

    The machine is said to keep what it remembers on other tracks after every second slice, or on new ones.
    """

    def build(*told, **how):
        machine = build_machine(*told, **how)
        last = len(machine.tracks) - 1
        moved = (s.first if ever else last - s.track if s.first // 2 % 2 else s.track for s in machine.stored)
        stored = (replace(s, track=track) for s, track in zip(machine.stored, moved, strict=True))
        return replace(machine, stored=tuple(stored))

    assert find_strip(Question.of("cram", "2xn")).period == 1
    monkeypatch.setattr("gfkit.transfer.strip.strip.build_machine", build)
    if ever:
        with pytest.raises(LimitError, match="no repetition was found"):
            find_strip(Question.of("cram", "2xn"))
    else:
        assert find_strip(Question.of("cram", "2xn")).period == 2
