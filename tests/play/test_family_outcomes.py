"""Who wins, under normal and misere play: plain play, published winners, theorems about strips and families.

The numbers are Obsequi's results for Domineering (Bullock), theorems of Lachmann, Moore and Rapaport and of
Uiterwijk, OEIS A215721 for Dawson's Kayles, and sums of lengths added up one by one.
"""

from functools import cache
from math import gcd

import pytest
from choice import then_slow
from cli.calling import call, told
from hypothesis import given, strategies as st
from played import PLAYERS, Plain, rules
from tables import tables

from gfkit.core.boards import parse_board
from gfkit.core.errors import GfkitError, LimitError, SelfCheckError
from gfkit.core.rules import Rule, find_rule
from gfkit.core.typing import Player
from gfkit.play import Table, value
from gfkit.play.family_outcomes import OutcomesLimitError, outcome, outcomes
from gfkit.play.laws import Semigroup, cuts_apart, decomposition_law, observed_repetition, sums_after

DATA = tables("values_cases")["outcomes"]

WORDS = {"F": "first", "P": "second", "V": "left", "H": "right"}
LETTERS = {word: letter for letter, word in WORDS.items()}
DOMINEERING = {1: "PHHHHHHH", 2: "FFHVFFH", 3: "FHHHHH", 4: "FVFVH", 5: "PHH"}
"""m x n from n = m on, Left vertical: results of Obsequi (Bullock)."""
TWO_ROWS = "VFFHVFFHVFFHP"
"""2 x n, n = 1..13: Lachmann, Moore, Rapaport, Who wins Domineering on rectangular boards?"""
DAWSON = [5, 9, 21, 25, 29]
"""The second player wins Dawson's Kayles for n = 0, 1, 15, 35 and these modulo 34: A215721."""


# Against play by its definition; random rules are those of the kind play of the differential


def test_nested_boards_are_the_boards_themselves():
    for misere in (False, True):
        asked = [("domineering", "nx2"), ("l-tromping", "2xn"), ("snort", "cylinder:nx2"), ("nogo", "2xn")]
        for game, family in asked + [(game, "2xn") for game in ("cram", "col", "node-kayles")] * misere:
            found, boards = outcomes(game, family, to=3, misere=misere), parse_board(family)
            assert found.play == ("misere" if misere else "normal")
            for n in range(boards.first_n or 1, 4):
                assert found[n] == Plain(game, boards.at(n)).winner(misere=misere), (game, family, n)
        # n disjoint edges are n moves for either player: under misere play the last mover loses.
        edges = "graph:a-b,c-d,e-f,g-h"
        found = [outcomes("node-kayles", edges[:end], misere=misere).words[0] for end in (17, 21)]
        assert found == (["second", "first"] if misere else ["first", "second"])


# Sums of lengths


@given(st.lists(st.integers(1, 9), min_size=1, max_size=3), st.lists(st.integers(1, 9), max_size=2))
def test_sums_of_lengths_against_adding_up(needed, helping):
    sums = {0: False}
    for number in range(1, 130):
        ways = [sums[number - h] for h in helping if number - h in sums]
        ways += [True for n in needed if number - n in sums]
        if ways:
            sums[number] = any(ways)
    found = Semigroup.of(needed, helping)
    assert [n for n in range(1, 130) if n in found] == [n for n, counted in sums.items() if counted]
    missing = [n for n in range(1, 130) if n not in found]
    is_all = gcd(*needed, *helping) == 1
    assert found.all_from == (max(missing, default=0) + 1 if is_all else None)
    found = sums_after(Semigroup.of([4, 6], []), [1, 3])
    assert [n for n in range(1, 16) if n in found] == [1, 3, 5, 7, 9, 11, 13, 15]


# Strips that are cut


@given(rules(), st.sampled_from(["2xn", "nx2", "cylinder:3xn", "1xn"]), st.integers(1, 2), st.integers(1, 3))
def test_the_theorem_of_decomposition(rule, text, a, b):
    """G(a + b) <= G(a) + G(b) where Left is cut apart, >= where Right is."""
    family, table = parse_board(text), Table()
    worth = cache(lambda n: value(rule, family.at(n), table=table).value)
    if cuts_apart(rule, family, Player.LEFT):
        assert worth(a + b) <= worth(a) + worth(b)
    if cuts_apart(rule, family, Player.RIGHT):
        assert worth(a + b) >= worth(a) + worth(b)


def test_the_hypotheses_of_the_decomposition_theorem():
    known = {"domineering 3xn": ["left"], "domineering nx3": ["right"], "d-tromping cylinder:4xn": ["left"]}
    known |= {"domineering torus:4xn": [], "domineering cylinder:nx4": []}
    known |= {f"{game} 3xn": [] for game in ("l-tromping", "col", "snort", "nogo", "cram")}
    for asked, cut in known.items():
        rule, family = find_rule(asked.split()[0]), parse_board(asked.split()[1])
        assert [p.value for p in PLAYERS if cuts_apart(rule, family, p)] == cut, asked
    for forbid, cut in (("LL", True), ("RR", False), ("LR", False)):
        sides = {"left": {"pieces": ["X/X"]}, "right": {"pieces": ["XX"]}}
        rule = Rule.of({"name": "T", **sides, "rules": {"forbid_adjacent": [forbid]}})
        assert cuts_apart(rule, parse_board("3xn"), Player.LEFT) is cut, forbid


@given(st.lists(st.sampled_from(["left", "right", "first", "second"]), min_size=1, max_size=12))
def test_conclusions_from_outcomes(words):
    """A length with a proved win is a sum of won lengths, and others that the second player wins."""
    listed = dict(enumerate(words, 1))
    won = {n for n, word in listed.items() if word == "right"}
    drawn = {n for n, word in listed.items() if word == "second"}
    first = {n for n, word in listed.items() if word in ("right", "first")}
    rule, family = find_rule("domineering"), parse_board("4xn")
    if not won:
        assert decomposition_law(rule, family, {n: w for n, w in listed.items() if w != "left"}) is None
        return
    sums = Semigroup.of(won, drawn)
    if any(n in sums and n not in won for n in listed):
        with pytest.raises(SelfCheckError):
            decomposition_law(rule, family, listed)
        return
    law = decomposition_law(rule, family, listed)
    assert law.winner == "right"
    assert set(law.generators) <= won
    assert set(law.helping) <= drawn
    assert Semigroup.of(law.generators, law.helping) == sums
    if law.covers_from is not None:
        for n in range(1, law.covers_from + 40):
            known = n in sums or listed.get(n) == "right"
            assert known == (n not in law.exceptions and n not in law.unknown)
        assert max((*law.exceptions, *law.unknown), default=0) == law.covers_from - 1
    if law.moving_first_from is not None:
        either = sums_after(sums, first)
        assert all(n in either for n in range(law.moving_first_from, law.moving_first_from + 40))


def test_outcomes_beyond_the_listed_ones():
    found = outcomes("i-tromping", "3xn", to=8)
    assert (found[8], found[600]) == ("left", "right")
    with pytest.raises(GfkitError, match=r"601.*i-tromping on 3xn"):
        found[601]
    # the formula holds for the board without cells
    found = outcomes("d-tromping", "3xn", start=0, to=7)
    assert found.by_n[0] == "second"  # no legal move
    assert "all smaller n >= 1 except" in found.law.statement
    assert found.law.at(0) is None


# In print


@pytest.mark.slow(2)
def test_domineering():
    for rows, known in DOMINEERING.items():
        words = outcomes("domineering", f"{rows}xn", start=rows, to=rows + len(known) - 1).words
        assert "".join(map(LETTERS.get, words)) == known, rows
    assert "".join(map(LETTERS.get, outcomes("domineering", "2xn", to=13).words)) == TWO_ROWS


@pytest.mark.parametrize(
    ("rows", "to", "won_from", "first"), then_slow([(3, 8, 4, 4)], 9, (5, 10, 6, 2), (7, 6, None, 7))
)
def test_formulas_of_domineering(rows, to, won_from, first):
    """Lachmann, Moore, Rapaport: width 3 for n >= 4, width 5 for even n and n >= 7, are Horizontal's.

    Uiterwijk: Horizontal wins m x 2k for m = 5, and for m = 3 with k >= 2, when Vertical moves first.
    """
    found = outcomes("domineering", f"{rows}xn", to=to)
    assert (found.law.winner, found.law.covers_from, found.law.proved) == ("right", won_from, True)
    assert all(found[n] in ("right", "second") for n in range(first, to + 1, 2))


def test_impartial_games():
    found = outcomes("cram", "1xn", to=80)
    lost = {n for n, word in found.by_n.items() if word == "second"}
    assert lost == {1, 15, 35, *(n for n in range(1, 81) if n % 34 in DAWSON)}
    assert found.law.proved
    assert (found.law.period, found.law.covers_from, found.law.exceptions) == (34, 36, (1, 15, 35))
    assert all((found.law.at(n) == "second") == (n % 34 in DAWSON) for n in range(340, 374))
    # Even boards: the second player answers in the centre's image; with one odd side the first takes it.
    for rows in (2, 4):
        words = outcomes("cram", f"{rows}xn", to=6).by_n
        assert all(words[n] == ("first" if n % 2 else "second") for n in range(1, 7))
    assert outcome("node-kayles", "path:4") == "second"


# Observed periods


def test_an_observed_period_needs_enough_values():
    law = outcomes("l-tromping", "2xn", to=9).law
    assert (law.proved, law.cycle, law.covers_from, law.seen_to) == (False, ("first",), 2, 9)
    for words in (["first"] * 5, ["first", "left", "right"] * 2, ["first"] * 8 + ["second"] + ["first"] * 7):
        assert observed_repetition("3xn", dict(enumerate(words, 1))) is None, words
    words = dict(enumerate(["first"] * 8 + ["second"] + ["first"] * 9, 1))
    assert observed_repetition("3xn", words).covers_from == 10


@given(
    st.lists(st.sampled_from("FVHP"), max_size=4), st.lists(st.sampled_from("FVHP"), min_size=1, max_size=3)
)
def test_repetitions(before, cycle):
    words = dict(enumerate([WORDS[key] for key in before + cycle * 8], 2))
    law = observed_repetition("3xn", words)
    assert all(law.at(n) == word for n, word in words.items() if n >= law.covers_from)
    assert len(law.exceptions) <= len(before)
    assert len(cycle) % law.period == 0


# Limits, refusals, and the command


def test_outcomes_found_before_a_limit_are_kept():
    with pytest.raises(OutcomesLimitError) as stopped:
        outcomes("col", "4xn", misere=True, max_memory=100_000, to=6)
    found = stopped.value.found
    assert "stopped after " in str(stopped.value)
    assert str(stopped.value).endswith(f"{len(found.words)} outcomes were found before")
    assert found.words[0] == Plain("col", "4x1").winner(misere=True)
    with pytest.raises(GfkitError, match="is a family"):
        outcome("col", "2xn")
    with pytest.raises(LimitError, match="nogo on board '4x4'"):
        outcome("nogo", "4x4", seconds=0.001)


def test_the_command_as_json():
    result = told("outcomes", "d-tromping", "3xn", "--to", "7")
    assert result["outcomes"][0] == {"n": 1, "outcome": "left"}
    assert [row["outcome"] for row in result["outcomes"]] == [WORDS[key] for key in "VFFHHHF"]
    law = result["law"]
    assert (law["generators"], law["covers_from"], law["exceptions"]) == ([4, 5, 6], 8, [1, 2, 3, 7])
    assert law["statement"] == "Right wins on 3xn for every n >= 8, and for all smaller n >= 1 except 1-3, 7"
    assert result["evidence"]["status"] == "proved"
    assert told("outcomes", "domineering", "6x7")["outcome"] == "left"
    found = told("outcomes", "cram", "2xn", "--misere", "--to", "6")
    assert found["play"] == "misere"
    assert [row["outcome"] for row in found["outcomes"]] == ["second", "first"] * 3


def test_the_output_of_the_command():
    said = call("outcomes", "domineering", "3xn", "--from", "2", "--to", "9", code=0)
    assert said.lines[:5] == DATA["the_command_in_words"]
    assert call("outcomes", "domineering", "6x7", code=0).lines[0] == "left"
    assert "misere" in call("outcomes", "domineering", "2x2", "--misere", code=0).out
