"""Outcomes: plain play, values, published tables and theorems about strips."""

from __future__ import annotations

import doctest
import json
from functools import cache, reduce
from math import gcd, prod
from pathlib import Path

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from test_board_values import OF_WINS, plain_wins
from test_position import BOARDS, FLAT_BOARDS, accepted, rules

import gfkit
from gfkit.boards import parse_board, parse_one_board
from gfkit.cli.main import main
from gfkit.errors import BoardError, InputError, LimitError, MismatchError, OptionError, SelfCheckError
from gfkit.games import find_rule
from gfkit.games.file import read_rule
from gfkit.typing import Player
from gfkit.values import ShortGame, Table, value
from gfkit.values.board import ValueSearch
from gfkit.values.bounds import Bounds, Cooling, Cuts, surplus
from gfkit.values.laws import Semigroup, cuts_apart, decomposition_law, seen_repetition, sums_after
from gfkit.values.lookahead import Limits, Lookahead, Sums
from gfkit.values.outcome import OutcomesLimitError, outcome, outcomes
from gfkit.values.position import MaskPosition, compile_position

WORDS = {"F": "first", "P": "second", "V": "left", "H": "right"}
DOMINEERING = {
    # m x n from n = m on, Left vertical: results of Obsequi (Bullock).
    1: "PHHHHHHH",
    2: "FFHVFFH",
    3: "FHHHHH",
    4: "FVFVH",
    5: "PHHH",
    6: "FV",
}
TWO_ROWS = "VFFHVFFHVFFHP"
"""2 x n, n = 1..13: Lachmann, Moore, Rapaport, Who wins Domineering on rectangular boards?"""

SWITCHED = {"left": "right", "right": "left", "first": "first", "second": "second"}


class TestAgainstPlainPlay:
    @given(rules(), st.sampled_from([text for text in BOARDS if text != "..../.#.."]))
    @settings(max_examples=60)
    def test_random_rules(self, rule, text):
        board = accepted(rule, text)
        assume(board is not None)
        assert outcome(rule, board) == OF_WINS[plain_wins(rule, board)]

    @given(rules(flat=True), st.sampled_from(FLAT_BOARDS))
    @settings(max_examples=30)
    def test_random_rules_on_graphs(self, rule, text):
        board = parse_one_board(text)
        assert outcome(rule, board) == OF_WINS[plain_wins(rule, board)]

    @pytest.mark.parametrize(
        "game", ["domineering", "d-tromping", "l-tromping", "col", "snort", "nogo", "o12"]
    )
    @pytest.mark.parametrize("text", ["3x3", "2x4", "../..#/...", "cylinder:3x3"])
    def test_built_in(self, game, text):
        board = parse_one_board(text)
        assert outcome(game, board) == OF_WINS[plain_wins(find_rule(game), board)]

    @pytest.mark.parametrize("game", ["domineering", "i-tromping", "l-tromping", "snort", "nogo"])
    @pytest.mark.parametrize("family", ["2xn", "nx2", "cylinder:nx2"])
    def test_nested_boards_are_the_boards_themselves(self, game, family):
        found, first = outcomes(game, family, to=5), parse_board(family).first_n or 1
        for n in range(first, 6):
            assert found[n] == OF_WINS[plain_wins(find_rule(game), parse_board(family).at(n))]

    @pytest.mark.parametrize("small", [0, 4])
    def test_searching_deep(self, small, monkeypatch):
        """With hardly any value to help, the search finds what values say."""
        monkeypatch.setattr("gfkit.values.lookahead._MOST_MOVES", small)
        monkeypatch.setattr(Bounds, "decide", lambda *_: None)
        for game, text in [("domineering", "3x4"), ("l-tromping", "2x5"), ("snort", "3x3"), ("nogo", "2x4")]:
            position = compile_position(find_rule(game), parse_one_board(text))
            search = Lookahead(position, Table(), Limits(1 << 30))
            assert search.outcome(position.start) == value(game, text).outcome
            assert search.nodes

    def test_a_table_that_forgets(self):
        position = compile_position(find_rule("col"), parse_one_board("4x4"))
        limits = Limits(1 << 30)
        limits.entries = 4
        search = Lookahead(position, Table(), limits)
        assert search.outcome(position.start) == "second"
        assert len(search.known) <= 4


class TestBounds:
    @given(rules(), st.sampled_from(["3x4", "2x6", "..../.#..", "cylinder:3x4"]), st.data())
    @settings(max_examples=60)
    def test_lie_around_the_value(self, rule, text, data):
        position = compile_position(rule, parse_one_board(text))
        table = Table()
        search = ValueSearch(position, table, 1 << 24)
        cooling = Cooling(table)
        bounds = Bounds(Cuts(search, cooling), cooling)
        state = position.start
        for _ in range(data.draw(st.integers(0, 3))):
            options = position.left(state) + position.right(state)
            state = data.draw(st.sampled_from(options)) if options else state
        for part in map(position.settle, position.components(state)):
            try:
                true = ShortGame(table, search.value(part))
                around = [bounds.of(part << 1), bounds.of(part << 1 | 1)]
            except LimitError:
                assume(False)  # some rules have values that fill any memory
            for here, (below, above) in zip((true, -true), around, strict=True):
                sizes = [prod(ShortGame(table, game).size for game in side) for side in (below, above)]
                assume(max(sizes) < 20_000)
                assert total(table, below) <= here <= total(table, above)
            if isinstance(position, MaskPosition):
                least, most = surplus(position, part)
                assert least <= true <= most

    @given(st.lists(st.sampled_from(range(22)), min_size=1, max_size=4))
    @settings(max_examples=200)
    def test_stops_of_sums(self, picked):
        """Every game born by day 2, and sums of them."""
        table = Table()
        games = [games_of_day_two(table)[index] for index in picked]
        whole = reduce(lambda one, other: one + other, games)
        cooling, ids = Cooling(table), [game.id for game in games]
        if cooling.left_wins_first(ids):
            assert not whole <= 0
        if cooling.left_loses_first(ids):
            assert whole <= 0

    def test_hot_sums(self):
        """Switches far apart: Left takes the hottest, and the rest is even."""
        table = Table()
        hot = [ShortGame.parse(text, table).id for text in ("{5|-5}", "{3|-3}", "1")]
        assert Cooling(table).left_wins_first(hot)
        assert not Cooling(table).left_wins_first(hot[1:2] * 2)

    @given(rules(), st.sampled_from(["3x3", "2x4", "..#/..."]))
    @settings(max_examples=30)
    def test_a_part_and_its_negative_cancel(self, rule, text):
        position = compile_position(rule, parse_one_board(text))
        parts = Sums(ValueSearch(position, Table(), 1 << 30))
        whole = parts.read(position.start)
        assert parts.together(whole, parts.negative(whole)) == ((), parts.table.zero)


def total(table, games):
    return reduce(lambda one, other: one + other, (ShortGame(table, game) for game in games))


def games_of_day_two(table):
    born = [ShortGame.of(lefts, rights, table) for lefts in ([], [0]) for rights in ([], [0])]
    some = [[game for index, game in enumerate(born) if picked >> index & 1] for picked in range(16)]
    two = {(game := ShortGame.of(lefts, rights, table)).id: game for lefts in some for rights in some}
    assert len(two) == 22
    return list(two.values())


class TestSemigroup:
    @given(st.lists(st.integers(1, 9), min_size=1, max_size=3), st.lists(st.integers(1, 9), max_size=2))
    def test_against_adding_up(self, needed, helping):
        sums = {0: False}
        for number in range(1, 130):
            ways = [sums[number - h] for h in helping if number - h in sums]
            ways += [True for n in needed if number - n in sums]
            if ways:
                sums[number] = any(ways)
        found = Semigroup.of(needed, helping)
        assert [n for n in range(1, 130) if n in found] == [n for n, counted in sums.items() if counted]
        missing = [n for n in range(1, 130) if n not in found]
        if gcd(*needed, *helping) == 1:
            assert found.all_from == max(missing, default=0) + 1
        else:
            assert found.all_from is None

    def test_two_generators(self):
        """Sylvester: the largest number that is no sum of coprime a and b is ab - a - b."""
        for a in range(2, 12):
            for b in range(a + 1, 25):
                if gcd(a, b) == 1:
                    assert Semigroup.of([a, b], []).all_from == a * b - a - b + 1

    def test_starts(self):
        sums = Semigroup.of([4, 6], [])
        found = sums_after(sums, [1, 3])
        assert [n for n in range(1, 16) if n in found] == [1, 3, 5, 7, 9, 11, 13, 15]


class TestDecomposition:
    @given(
        rules(), st.sampled_from(["2xn", "nx2", "cylinder:3xn", "1xn"]), st.integers(1, 2), st.integers(1, 3)
    )
    @settings(max_examples=80)
    def test_the_theorem(self, rule, text, a, b):
        """G(a + b) <= G(a) + G(b) where Left is cut apart, >= where Right is."""
        family, table = parse_board(text), Table()
        worth = cache(lambda n: value(rule, family.at(n), table=table).value)
        if cuts_apart(rule, family, Player.LEFT):
            assert worth(a + b) <= worth(a) + worth(b)
        if cuts_apart(rule, family, Player.RIGHT):
            assert worth(a + b) >= worth(a) + worth(b)

    @pytest.mark.parametrize(
        ("game", "family", "cut"),
        [
            ("domineering", "3xn", ["left"]),
            ("domineering", "nx3", ["right"]),
            ("d-tromping", "cylinder:4xn", ["left"]),
            ("domineering", "torus:4xn", []),
            ("domineering", "cylinder:nx4", []),
            ("l-tromping", "2xn", []),
            ("col", "3xn", []),
            ("snort", "3xn", []),
            ("nogo", "3xn", []),
            ("cram", "3xn", []),
        ],
    )
    def test_its_hypotheses(self, game, family, cut):
        rule = find_rule(game)
        players = (Player.LEFT, Player.RIGHT)
        assert [p.value for p in players if cuts_apart(rule, parse_board(family), p)] == cut

    @pytest.mark.parametrize(("forbid", "cut"), [('["LL"]', True), ('["RR"]', False), ('["LR"]', False)])
    def test_touching(self, forbid, cut):
        pieces = '[left]\npieces = ["X/X"]\n[right]\npieces = ["XX"]\n'
        text = f'name = "T"\n{pieces}[rules]\nforbid_adjacent = {forbid}\n'
        assert cuts_apart(read_rule("t", text), parse_board("3xn"), Player.LEFT) is cut

    @given(st.lists(st.sampled_from(["left", "right", "first", "second"]), min_size=1, max_size=12))
    def test_what_it_draws_from_outcomes(self, words):
        """Every length said to be won is a sum of lengths won, and others the second player wins."""
        listed = dict(enumerate(words, 1))
        won = {n for n, word in listed.items() if word == "right"}
        drawn = {n for n, word in listed.items() if word == "second"}
        first = {n for n, word in listed.items() if word in ("right", "first")}
        rule, family = find_rule("domineering"), parse_board("4xn")
        if not won:
            assert decomposition_law(rule, family, {n: w for n, w in listed.items() if w != "left"}) is None
            return
        if any(n in Semigroup.of(won, drawn) and n not in won for n in listed):
            with pytest.raises(SelfCheckError, match="the decomposition theorem right; please report this"):
                decomposition_law(rule, family, listed)
            return
        law = decomposition_law(rule, family, listed)
        assert law.winner == "right"
        assert set(law.generators) <= won
        assert set(law.helping) <= drawn
        sums, either = Semigroup.of(won, drawn), sums_after(Semigroup.of(won, drawn), first)
        assert Semigroup.of(law.generators, law.helping) == sums
        if law.covers_from is not None:
            for n in range(1, law.covers_from + 40):
                known = n in sums or listed.get(n) == "right"
                assert known == (n not in law.exceptions and n not in law.unknown)
            assert max((*law.exceptions, *law.unknown), default=0) == law.covers_from - 1
        if law.moving_first_from is not None:
            assert all(n in either for n in range(law.moving_first_from, law.moving_first_from + 40))

    def test_past_the_listed_outcomes(self):
        found = outcomes("i-tromping", "3xn", to=8)
        assert (found[8], found[600]) == ("left", "right")
        with pytest.raises(InputError, match="n 601: who wins i-tromping on 3xn is not known there"):
            found[601]

    def test_exchanging_the_players(self):
        one = outcomes("domineering", "3xn", to=6)
        other = outcomes("domineering", "nx3", to=6)
        assert [SWITCHED[word] for word in one.words] == list(other.words)
        assert (one.law.winner, other.law.winner) == ("right", "left")
        assert one.law.generators == other.law.generators == (4, 5, 6)


class TestDomineering:
    @pytest.mark.parametrize("rows", DOMINEERING)
    def test_small_boards(self, rows):
        known = DOMINEERING[rows]
        found = outcomes("domineering", f"{rows}xn", start=rows, to=rows + len(known) - 1)
        assert "".join(map(letter, found.words)) == known

    def test_seven_rows(self):
        assert [outcome("domineering", board) for board in ("7x7", "7x8")] == ["first", "right"]

    @pytest.mark.slow
    @pytest.mark.parametrize(("board", "winner"), [("6x8", "right"), ("8x8", "first")])
    def test_large_boards(self, board, winner):
        assert outcome("domineering", board) == winner

    def test_two_rows(self):
        assert "".join(map(letter, outcomes("domineering", "2xn", to=13).words)) == TWO_ROWS

    @pytest.mark.parametrize(("rows", "to", "won_from"), [(3, 7, 4), (5, 7, 6), (7, 6, None)])
    def test_laws(self, rows, to, won_from):
        """Lachmann, Moore, Rapaport: width 3 for n >= 4, width 5 for even n and n >= 7, are Horizontal's."""
        law = outcomes("domineering", f"{rows}xn", to=to).law
        assert (law.winner, law.covers_from, law.proved) == ("right", won_from, True)

    def test_uiterwijks_theorem(self):
        """Horizontal wins m x 2k for m = 5, and for m = 3 with k >= 2, when Vertical moves first."""
        for rows, first in ((5, 2), (3, 4)):
            words = outcomes("domineering", f"{rows}xn", to=10).by_n
            assert all(words[n] in ("right", "second") for n in range(first, 11, 2))


def letter(word):
    return next(key for key, known in WORDS.items() if known == word)


class TestImpartial:
    def test_dawsons_kayles(self):
        """A215721: the second player wins for n = 0, 1, 15, 35 and n = 5, 9, 21, 25, 29 (mod 34)."""
        found = outcomes("cram", "1xn", to=80)
        lost = {n for n, word in found.by_n.items() if word == "second"}
        assert lost == {1, 15, 35, *(n for n in range(1, 81) if n % 34 in (5, 9, 21, 25, 29))}
        assert found.law.proved
        assert (found.law.period, found.law.covers_from, found.law.exceptions) == (34, 36, (1, 15, 35))
        assert [found.law.at(n) == "second" for n in range(340, 374)] == [
            n % 34 in (5, 9, 21, 25, 29) for n in range(340, 374)
        ]

    def test_cram_on_even_boards(self):
        """The second player answers in the centre's image; with one odd side the first takes the centre."""
        for rows in (2, 4):
            words = outcomes("cram", f"{rows}xn", to=6).by_n
            assert all(words[n] == ("first" if n % 2 else "second") for n in range(1, 7))

    def test_one_board(self):
        assert outcome("cram", "4x4") == "second"
        assert outcome("node-kayles", "path:4") == "second"


class TestWhatIsSeen:
    def test_a_constant_end(self):
        law = outcomes("l-tromping", "2xn", to=9).law
        assert (law.proved, law.cycle, law.covers_from, law.seen_to) == (False, ("first",), 2, 9)

    def test_too_little(self):
        assert seen_repetition("3xn", dict(enumerate(["first"] * 5, 1))) is None
        assert seen_repetition("3xn", dict(enumerate(["first", "left", "right"] * 2, 1))) is None

    def test_what_broke_off_before(self):
        words = dict(enumerate(["first"] * 8 + ["second"] + ["first"] * 7, 1))
        assert seen_repetition("3xn", words) is None
        assert seen_repetition("3xn", words | {17: "first", 18: "first"}).covers_from == 10

    @given(
        st.lists(st.sampled_from("FVHP"), max_size=4),
        st.lists(st.sampled_from("FVHP"), min_size=1, max_size=3),
    )
    def test_repetitions(self, before, cycle):
        words = dict(enumerate([WORDS[key] for key in before + cycle * 8], 2))
        law = seen_repetition("3xn", words)
        assert all(law.at(n) == word for n, word in words.items() if n >= law.covers_from)
        assert len(law.exceptions) <= len(before)
        assert len(cycle) % law.period == 0


class TestLimits:
    def test_memory(self):
        with pytest.raises(OutcomesLimitError) as stopped:
            outcomes("domineering", "7xn", to=7, max_memory=1 << 20)
        found = stopped.value.found
        assert "stopped after " in str(stopped.value)
        assert str(stopped.value).endswith(f"found until then: {len(found.words)} outcomes")
        assert found.words[:4] == ("left", "first", "left", "right")

    def test_seconds(self):
        with pytest.raises(OutcomesLimitError, match=r"the 0\.001 seconds allowed"):
            outcomes("nogo", "3xn", to=4, seconds=0.001)
        with pytest.raises(LimitError, match="outcome of nogo on board '4x4': stopped after "):
            outcome("nogo", "4x4", seconds=0.001)

    def test_refused(self):
        with pytest.raises(OptionError, match="to 2: must be at least the first n, which is 3"):
            outcomes("domineering", "3xn", start=3, to=2)
        with pytest.raises(OptionError, match="from 1: board family 'cycle:n' starts at n = 3"):
            outcomes("col", "cycle:n", start=1)
        with pytest.raises(OptionError, match="to 3: board '2x2' is a single board"):
            outcomes("col", "2x2", to=3)
        with pytest.raises(OptionError, match="seconds 0 must be a number above 0"):
            outcomes("col", "2x2", seconds=0)
        with pytest.raises(OptionError, match="max_memory 0 must be"):
            outcomes("col", "2x2", max_memory=0)
        with pytest.raises(MismatchError, match="is a tile set, in which nobody moves"):
            outcomes("domineering-tiles", "2xn")
        with pytest.raises(BoardError, match="is a family"):
            outcome("col", "2xn")

    def test_progress(self):
        reports = []
        outcomes("domineering", "2xn", to=6, on_progress=reports.append)
        assert [report.done for report in reports] == [1, 2, 3, 4, 5, 6]


class TestCommand:
    def run(self, capsys, *arguments):
        code = main(["outcomes", *arguments])
        return code, capsys.readouterr()

    def test_json(self, capsys):
        code, said = self.run(capsys, "d-tromping", "3xn", "--to", "7", "--json")
        result = json.loads(said.out)
        assert code == 0
        assert result["outcomes"][0] == {"n": 1, "outcome": "left"}
        assert [row["outcome"] for row in result["outcomes"]] == [WORDS[key] for key in "VFFHHHF"]
        law = result["law"]
        assert (law["generators"], law["covers_from"], law["exceptions"]) == ([4, 5, 6], 8, [1, 2, 3, 7])
        assert law["statement"] == "Right wins on 3xn for every n >= 8, and for all smaller n >= 1 but 1-3, 7"
        assert result["evidence"]["status"] == "proved"

    def test_words(self, capsys):
        code, said = self.run(capsys, "domineering", "3xn", "--from", "2", "--to", "9")
        assert code == 0
        assert said.out.splitlines()[:5] == [
            "domineering on 3xn",
            "right wins    n = 4-9",
            "first wins    n = 2, 3",
            "law           Right wins on 3xn for every n >= 4, and for all smaller n >= 1 but 1-3"
            " (not searched: 1) (proved)",
            "generated by  n = 4, 5, 6, 7",
        ]

    def test_one_board(self, capsys):
        code, said = self.run(capsys, "domineering", "6x7")
        assert (code, said.out.splitlines()[0]) == (0, "left")
        code, said = self.run(capsys, "domineering", "6x7", "--json")
        assert json.loads(said.out)["outcome"] == "left"

    def test_a_limit_keeps_what_was_found(self, capsys):
        code, said = self.run(capsys, "domineering", "7xn", "--to", "7", "--max-memory", "1M", "--json")
        assert code == 3
        assert [row["n"] for row in json.loads(said.out)["outcomes"]][:4] == [1, 2, 3, 4]
        assert said.err.startswith("gfkit: outcome of domineering on board '7x")

    def test_interrupted(self, capsys, monkeypatch):
        def stop(*arguments, **options):
            raise KeyboardInterrupt

        monkeypatch.setattr(Lookahead, "outcome", stop)
        code, said = self.run(capsys, "domineering", "3xn")
        assert (code, said.err) == (130, "gfkit: interrupted\n")

    def test_python(self):
        assert gfkit.outcomes("domineering", "2xn", to=3)[3] == "first"


def test_the_page_about_outcomes():
    page = Path(__file__).parent.parent.parent / "docs" / "outcomes.md"
    failed, tried = doctest.testfile(str(page), module_relative=False)
    assert (failed, tried > 4) == (0, True)


def test_a_law_is_true_of_the_board_without_cells():
    found = outcomes("d-tromping", "3xn", start=0, to=7)
    assert found.by_n[0] == "second"  # nobody can move
    assert "all smaller n >= 1 but" in found.law.statement
    assert found.law.at(0) is None
