"""Formulas of families: orders, far terms, errors, the command, boards with two different ends.

The numbers are printed orders and theorems, or derived from a rule by hand; ``test_agree`` compares formulas
with listing.
"""

from __future__ import annotations

from dataclasses import replace
from math import prod
from operator import add
from random import Random
from unittest.mock import Mock

import numpy as np
import pytest
from agreement import law_agrees
from choice import some_of, then_slow
from cli.calling import call, told
from differential import families, rules
from differential.case import Case
from known_sequences import fibonacci_mod, recurrent
from refusals import wrong_line
from tables import tables
from tuned import tune

import gfkit
from gfkit import brute_force, count, derive
from gfkit.core.algebra import RationalGF
from gfkit.core.boards import parse_board
from gfkit.core.engine.derive import METHODS
from gfkit.core.engine.machine.system import build_machine
from gfkit.core.engine.strip import dense
from gfkit.core.engine.strip.automaton import automaton, least_automaton, minimise
from gfkit.core.engine.strip.strip import find_strip, reach_on
from gfkit.core.errors import LimitError, MismatchError
from gfkit.core.rules import Question, Rule

DATA = tables("transfer_cases")["derive"]


def test_right_ends_of_domineering():
    """The two 'it appears' statements of Huntemann and McKay, now for every n."""
    squares = derive("domineering", "nx2", "right-ends").terms(30)
    assert squares == [value * value for value in recurrent([1, 1], 1, 1, count=30)]
    three = derive("domineering", "nx3", "right-ends")
    assert three.recurrence.coefficients == (4, 4, -4, -1)
    assert three.terms(9) == [1, 2, 11, 48, 227, 1054, 4921, 22944, 107017]


def test_a_family_without_cells_has_one_position():
    for weights in ("none", "players"):
        law = derive("domineering", "0xn", weights=weights)
        assert [str(law[n]) for n in range(4)] == ["1"] * 4
        assert str(law.generating_function) == "1/(1 - t)"


def test_path_series_in_closed_form():
    """Theorems 3.2, 3.4, 3.6 and 3.10, corrected: Col and Snort without the misprinted factors."""
    parse, names = RationalGF.parse, ("t", "x", "y")
    o12 = derive("o12", "path:n", weights="players").generating_function
    assert o12 == parse("1/(1 - t - x*t - y*t^2)", names)
    cis = derive("cis", "path:n", weights="players").generating_function
    assert cis == parse("(1 + x*t + y*t)/(1 - t - x*t^2 - y*t^2)", names)
    for k in (1, 2, 3, 7):
        known = parse(f"(1 + {k}*t)/(1 - t - {k}*t^2)")
        assert derive(f"cis:{k}", "path:n").generating_function == known


@pytest.mark.parametrize("widths", [range(1, 3), pytest.param(range(3, 9), marks=pytest.mark.slow(2.5))])
def test_orders(widths):
    """For legal Go positions, the orders of Q are printed, and they are the orders of the fraction too."""
    for game, positions, known in DATA["orders"]:
        for width in widths:
            if width <= len(known):
                gf = derive(game, f"{width}xn", positions).generating_function
                last = max(powers[0] for powers, _ in gf.numerator.terms)
                assert max(gf.order, 1 + last) == known[width - 1], (game, positions, width)


def test_huge_indices():
    """Neighbours of the 10^6-th Fibonacci number, by fast doubling."""
    found = derive("node-kayles", "path:n")
    assert found[10**6] == fibonacci_mod(10**6 + 2, 1 << 10**6)
    assert found.modulo(10**18, 10**9 + 7) == fibonacci_mod(10**18 + 2, 10**9 + 7)


def test_growth_where_not_all_roots_are_worked_out(monkeypatch):
    law = derive("domineering", "3xn")
    tune(monkeypatch, "DERIVE", analysed_order=law.order - 1)
    assert law.growth_unasked(10) == law.growth(10)
    tune(monkeypatch, "DERIVE", growth_order=law.order - 1)
    assert law.growth_unasked(10) is None


def test_complete_graphs_have_exponential_generating_functions():
    law = derive("o12", "complete:n")
    assert law.recurrence_text == "a(n) = 2*a(n-1) + (n - 1)*a(n-2) for n >= 2"
    assert law.terms(6) == [brute_force("o12", f"complete:{n}").count for n in range(6)]


def test_windows_that_reach_far():
    """Ones at a fixed distance are forbidden: places fall into classes mod the distance, each a path."""
    fibonacci = recurrent([1, 2], 1, 1, count=10)
    for gap, text in ((4, "1xn"), (5, "nx1")):
        between = "?" * (gap - 1) if text == "1xn" else "/?" * (gap - 1) + "/"
        found = derive(Rule.array(colours=2, forbid=[f"1{between}1"]), text).terms(4 * gap)
        for n, term in enumerate(found):
            lengths = (len(range(residue, n, gap)) for residue in range(gap))
            assert term == prod(map(fibonacci.__getitem__, lengths)), (gap, n)


def test_states_are_merged_equally_with_and_without_arrays(monkeypatch):
    """Also check weights of zero, for which all states have the same hash."""
    tune(monkeypatch, "SWEEP", few_rows=0)
    draw, zeros = dense.WORDS.integers, []
    drawn = Mock(integers=lambda *a, **k: draw(*a, **k) * np.uint64(zeros.pop() if zeros else 1))
    monkeypatch.setattr(dense, "WORDS", drawn)
    for words in (("domineering", "4xn"), ("snort", "cylinder:3xn"), ("col", "torus:3xn")):
        zeros.append(0)
        strip = find_strip(Question.of(*words))
        small, right = least_automaton(strip), minimise(automaton(strip))
        assert zeros == []
        assert (small.start, small.edges, small.final) == (right.start, right.edges, right.final)


# Families of slices.


def test_links_over_several_slices():
    """The square of a cycle: where it starts, no vertex is joined twice to another."""
    squared = gfkit.family(1, [(0, 0, 1), (0, 0, 2)], ring=True)
    assert squared.first_n == 5
    law_agrees("node-kayles", squared, most=11, edges=99)


def test_ends_that_differ():
    """A path with a triangle at one end and a star at the other; slices without constraints."""
    text = "slices(1;to=0-0-1;first=3/0-1,0-2,1-2/0-0/;last=4/0-1,0-2,0-3/0-0/):n"
    assert law_agrees("arc-kayles", text, "maximal", most=11, edges=99).first_n == 1
    free = Rule.array(colours=2, near=[("rook", "size(near) >= 0")])
    law = derive(free, "slices(2;to=0-0-1,1-1-1;first=2//0-0,1-1/;last=1//0-0/):n")
    assert [int(law[n]) for n in range(1, 9)] == [2 ** (2 * n + 3) for n in range(1, 9)]


def test_a_twist_of_many_turns():
    """Three rails that change places: one long cycle of 3n vertices."""
    law = derive("node-kayles", gfkit.family(3, [(0, 0), (1, 1), (2, 2)], ring=True, twist=(1, 2, 0)))
    cycle = derive("node-kayles", "cycle:n")
    assert [law[n] for n in range(3, 12)] == [cycle[3 * n] for n in range(3, 12)]


def test_edges_that_exclude_each_other_cannot_wait_for_a_hub():
    both = {"both": {"pieces": ["XX", "X/X"]}, "rules": {"forbid_adjacent": ["LL"]}}
    assert int(count(Rule.of({"name": "induced", **both}), "star:4").count) == 4


# The command.


def test_queries_that_derive_rejects():
    for arguments, *facts in DATA["refusals"]:
        code, out, err = call("derive", *arguments)
        assert (code, out, wrong_line(err.removesuffix("\n"), "gfkit: ", *facts)) == (2, "", []), arguments


def test_json_has_the_promised_shape():
    found = told("derive", "domineering", "3xn")
    assert (found["game"], found["board"]) == ("domineering", "3xn")
    assert (found["recurrence"]["order"], found["recurrence"]["valid_from"]) == (6, 6)
    assert found["terms"][:3] == ["1", "3", "22"]
    assert (found["evidence"]["status"], found["evidence"]["method"]) == ("proved", "transfer-matrix")
    assert set(found["growth"]) >= {"value", "radius"}
    made = found["generating_function"]
    series = RationalGF.parse(f"({made['numerator']})/({made['denominator']})")
    assert series.terms(10) == [int(term) for term in found["terms"]]


def test_terms_that_memory_cannot_hold():
    asked = ("derive", "domineering", "3xn", "--max-memory", "20M", "--terms")
    assert call(*asked, "20000", code=3).err.startswith("gfkit: --terms 20000: the last term has 52,")
    call(*asked, "2000", code=0)


def test_a_wrong_series_raises_an_error(monkeypatch):
    """If the strip were read off wrongly, a board counted by itself would say so."""
    module = __import__("gfkit.core.engine.derive", fromlist=["derive"])
    true = module.determinant_gf
    monkeypatch.setattr(module, "determinant_gf", lambda *told: map(add, true(*told), (1, 0)))
    with pytest.raises(gfkit.GfkitError, match="bug in gfkit"):
        derive("col", "path:n")


# Boards of which a rule feels both ends at once


MOST_LISTED = 5000
BY_HAND = DATA["by_hand"]
QUICK = ("too few neighbours for a colour", "all that is three long, by its ends")
NEEDY = Rule.array(**BY_HAND[QUICK[0]][2])


@pytest.mark.parametrize("names", then_slow([QUICK], 8, [name for name in BY_HAND if name not in QUICK]))
def test_counts_by_hand(names):
    """Also all boards up to where the induction begins, and beyond."""
    for family, counts, asked in map(BY_HAND.__getitem__, names):
        rule, boards = Rule.array(**asked), parse_board(family)
        found = [gfkit.derive(rule, family, method=method) for method in METHODS]
        assert all(law.terms(len(counts)) == counts for law in found)
        for n in range(found[0].first_n, found[0].offset + 2 * reach_on(Question.of(rule, family)) + 4):
            board = boards.at(n)
            way = gfkit.brute_force if rule.colours**board.size <= MOST_LISTED else gfkit.count
            assert found[0][n] == int(way(rule, board))


def placed(*pieces: str) -> Rule:
    return Rule.of({"name": "p", "left": {"pieces": [*pieces]}, "right": {"pieces": ["X"]}})


def test_the_range_of_a_rule():
    """The range is one more than the longest extent of a piece, window or count, in slices."""
    apart = {"cell": 1, "of": [1], "allowed": [0]}
    rules = {
        "pieces": lambda some: placed(*some.split()),
        "windows": lambda some: Rule.array(colours=2, forbid=some.split()),
        "counts": lambda near: Rule.array(colours=2, count=[{"neighbours": near, **apart}]),
    }
    for kind, said, slices in DATA["slices"]:
        assert 1 + rules[kind](said).extent == slices, said


def test_the_range_of_a_rule_without_an_extent_is_measured(monkeypatch):
    """The results are equal; if two boards do not determine the range, the error states it."""
    pinned = Rule.array(colours=2, forbid=["11"], pin=[("row 3", "x == 1")])
    known = [gfkit.derive(*one) for one in (*DATA["measured"], (NEEDY, "2xn"), (pinned, "nx2"))]
    for question in (law.question for law in known):
        monkeypatch.setattr(type(question.rule), "extent", None)
    for law in known:
        assert gfkit.derive(law.question) == law, law
    wide = placed("X..........X")
    for rule, family in ((wide, "2xn"), ("snort", "wheel:n")):
        with pytest.raises(MismatchError):
            gfkit.derive(rule, family)


def test_small_boards_are_initial_values():
    # On 2 x 1 no cell has the two neighbours that colour 1 needs, so there is one array; for n >= 2 every
    # cell has two, and only the window matters: each column is one of 00, 01, 10, so there are 3^n arrays.
    found = gfkit.derive(NEEDY, "2xn")
    assert found.offset == find_strip(Question.of(NEEDY, "2xn")).sure_from > 1
    assert found.initial[1] == 1
    assert found.terms(6)[2:] == [9, 27, 81, 243]


@pytest.mark.slow(1.5)
def test_a_formula_that_is_right_only_on_large_boards_is_refuted(tmp_path):
    """Certificates list the initial values outside the transfer matrix."""
    verdict = gfkit.verify("1/(1-3*t)", game=NEEDY, family="2xn")
    assert verdict.verdict == "refuted"
    assert (verdict.first_difference.n, verdict.first_difference.true) == (1, "1")

    found = gfkit.derive(NEEDY, "2xn")
    gfkit.save_derived(found, tmp_path / "small.json")
    assert gfkit.certify_file(tmp_path / "small.json").ok


@pytest.mark.parametrize("ever", [False, True])
def test_repeated_tables_with_a_changing_layout_are_not_a_proof(ever, monkeypatch):
    """Test the second hypothesis of the theorem: tables repeat every slice, the layout every second or never.

    The automaton is changed to store its state on other tracks after every second slice, or on new ones.
    """

    def build(*told, **how):
        machine = build_machine(*told, **how)
        last = len(machine.tracks) - 1
        moved = (s.first if ever else last - s.track if s.first // 2 % 2 else s.track for s in machine.stored)
        stored = (replace(s, track=track) for s, track in zip(machine.stored, moved, strict=True))
        return replace(machine, stored=tuple(stored))

    assert find_strip(Question.of("cram", "2xn")).period == 1
    monkeypatch.setattr("gfkit.core.engine.strip.strip.build_machine", build)
    if ever:
        with pytest.raises(LimitError, match="no repetition was found"):
            find_strip(Question.of("cram", "2xn"))
    else:
        assert find_strip(Question.of("cram", "2xn")).period == 2


SHARED = """
name = "Windows and counts that share their cells near the end"
[cells]
colours = 3
[rules]
forbid = ["bab", "?0b", "b/2"]
[[rules.count]]
cell = 0
neighbours = "ooXoo"
of = [1]
allowed = [0, 1, 2, 3, 5, 6, 7]
[[rules.count]]
cell = 2
neighbours = "ooXoo"
of = [0, 2]
allowed = [2, 3, 4, 5, 7, 8]
"""


def test_constraints_that_share_cells_near_the_end(tmp_path):
    """The last window and the last count share one automaton, which has more states than other windows."""
    file = tmp_path / "shared.toml"
    file.write_text(SHARED)
    law = derive(file, "2xn")
    boards = [parse_board("2xn").at(n) for n in range(6)]
    assert law.terms(6) == [brute_force(file, board).count for board in boards]


@pytest.mark.parametrize(
    "part", [0, *(pytest.param(part, marks=pytest.mark.slow(12)) for part in range(1, 6))]
)
def test_formulas_of_random_rules(part):
    """Draw windows and counts on narrow strips: all have few enough states."""
    numbers = range(6) if part == 0 else range(100 * part - 100, 100 * part)
    for number in numbers:
        drawn = Random(f"laws {number}")
        while True:
            made = Case(rules.counted(drawn), drawn.choice(("1xn", "2xn", "2xn", "3xn", "nx2")))
            if families.bits(made) <= 9:
                break
        law = derive(Rule.of(made.rule), made.board)
        if number % 5 == 0:
            boards = [parse_board(made.board).at(n) for n in range(4)]
            small = [board for board in boards if made.rule["cells"]["colours"] ** board.size < 20_000]
            assert law.terms(len(small)) == [
                brute_force(Rule.of(made.rule), board).count for board in small
            ], made


def test_states_that_repeat_after_the_longest_period() -> None:
    """Perfect dominating sets, by the definition: the sets of states have the period 88, lcm of 8 and 11."""
    law = derive("perfect-dominating-sets", "circulant-1-4:n")
    for n, found in some_of([*zip(range(9, 17), law.terms(8), strict=True)], 2):
        near = [{(v + d) % n for d in (1, -1, 4, -4)} for v in range(n)]
        sets = ({v for v in range(n) if chosen >> v & 1} for chosen in range(1 << n))
        assert found == sum(all(v in one or len(near[v] & one) == 1 for v in range(n)) for one in sets)
    assert law.terms(92)[-1] == count("perfect-dominating-sets", "circulant-1-4:100")


def test_no_pairings_of_an_odd_number_of_vertices() -> None:
    """A triangular snake has 2n - 1 vertices."""
    law = derive("nonadjacent-pairings", "triangular-snake:n")
    assert (law.terms(5), law.order) == ([0] * 5, 0)
