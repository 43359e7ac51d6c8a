"""Short games against the definitions, played out on trees that nothing has made simpler."""

from __future__ import annotations

import pickle
import random
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gfkit.errors import InputError
from gfkit.values import ShortGame, Table

NAMES = {"left": (True, False), "right": (False, True), "second": (True, True), "first": (False, False)}
"""Outcome: whether the game is >= 0, and whether it is <= 0."""

leaves = st.just(((), ()))
trees = st.recursive(
    leaves,
    lambda inner: st.tuples(st.lists(inner, max_size=2).map(tuple), st.lists(inner, max_size=2).map(tuple)),
    max_leaves=7,
)
"""Games as pairs of tuples of games, with dominated and reversible options and all."""


@cache
def at_most(one, other):
    """one <= other, by the definition."""
    return not any(at_most(other, left) for left in one[0]) and not any(
        at_most(right, one) for right in other[1]
    )


def total(one, other):
    """The sum of two trees, by the definition."""
    return (
        tuple(total(x, other) for x in one[0]) + tuple(total(one, x) for x in other[0]),
        tuple(total(x, other) for x in one[1]) + tuple(total(one, x) for x in other[1]),
    )


def negative(tree):
    return tuple(map(negative, tree[1])), tuple(map(negative, tree[0]))


def game(tree, table=None):
    place = Table() if table is None else table
    return ShortGame.of([game(x, place) for x in tree[0]], [game(x, place) for x in tree[1]], place)


def tree_of(value):
    return tuple(map(tree_of, value.left)), tuple(map(tree_of, value.right))


def antichains(games):
    """All sets of pairwise incomparable games; other sets of options give nothing new."""
    found = [()]

    def extend(chosen, rest):
        for index, new in enumerate(rest):
            found.append((*chosen, new))
            extend((*chosen, new), [g for g in rest[index + 1 :] if g.confused_with(new)])

    extend((), games)
    return found


@pytest.fixture(scope="module")
def days():
    """The games born by day 0, 1, 2, 3."""
    table = Table()
    born = [[ShortGame.of(table=table)]]
    for _ in range(3):
        sets = antichains(born[-1])
        found = {ShortGame.of(lefts, rights, table).id for lefts in sets for rights in sets}
        born.append([ShortGame(table, one) for one in sorted(found)])
    return born


class TestDays:
    def test_counts(self, days):
        # Games born by day 0 to 3: Hickerson, see Wolfe and Fraser, Counting the number of games.
        assert [len(day) for day in days] == [1, 4, 22, 1474]

    def test_birthdays(self, days):
        for day, games in enumerate(days):
            earlier = set(days[day - 1]) if day else set()
            assert all(g.birthday == day for g in games if g not in earlier)

    def test_notation_both_ways(self, days):
        texts = [str(g) for g in days[3]]
        assert len(set(texts)) == 1474
        for g, text in zip(days[3], texts, strict=True):
            assert ShortGame.parse(text, g.table) == g

    def test_pairs(self, days):
        chance = random.Random(1)
        for _ in range(100):
            g, h = chance.sample(days[3], 2)
            assert (g + h) - h == g
            assert (g >= h) == (h - g <= 0)
            assert -(g + h) == -g - h

    def test_negatives(self, days):
        assert {-g for g in days[3]} == set(days[3])


class TestAgainstTheDefinition:
    @given(trees, trees)
    @settings(max_examples=200)
    def test_order(self, one, other):
        table = Table()
        g, h = game(one, table), game(other, table)
        assert (g <= h) == at_most(one, other)
        assert (g == h) == (at_most(one, other) and at_most(other, one))
        assert (g < h) == (at_most(one, other) and not at_most(other, one))
        assert g.confused_with(h) == (not at_most(one, other) and not at_most(other, one))

    @given(trees)
    @settings(max_examples=200)
    def test_outcome(self, tree):
        zero = ((), ())
        assert NAMES[game(tree).outcome] == (at_most(zero, tree), at_most(tree, zero))

    @given(trees, trees)
    @settings(max_examples=60)
    def test_sum(self, one, other):
        table = Table()
        assert game(one, table) + game(other, table) == game(total(one, other), table)
        assert -game(one, table) == game(negative(one), table)

    @given(trees)
    @settings(max_examples=200)
    def test_canonical(self, tree):
        """No option is dominated, none is reversible, and the value is that of the tree."""
        g = game(tree)
        own = tree_of(g)
        assert at_most(own, tree)
        assert at_most(tree, own)
        for x, y in combinations(g.left, 2):
            assert x.confused_with(y)
        for x, y in combinations(g.right, 2):
            assert x.confused_with(y)
        assert not any(answer <= g for x in g.left for answer in x.right)
        assert not any(answer >= g for x in g.right for answer in x.left)

    @given(trees)
    def test_stops(self, tree):
        def stop(g, left):
            if g.number is not None:
                return g.number
            return max(stop(x, False) for x in g.left) if left else min(stop(x, True) for x in g.right)

        g = game(tree)
        assert (g.left_stop, g.right_stop) == (stop(g, True), stop(g, False))

    @given(trees, trees)
    @settings(max_examples=60)
    def test_far_star_decides_atomic_weight(self, one, other):
        """Weights add up, and a game that is two ups ahead is positive (the two-ahead rule)."""
        table = Table()
        g, h = game(one, table), game(other, table)
        if g.atomic_weight is None or h.atomic_weight is None:
            return
        assert (g + h).atomic_weight == g.atomic_weight + h.atomic_weight
        if g.atomic_weight >= 2:
            assert g > 0
        if g.atomic_weight >= 1:
            assert not g <= 0


def negated(g):
    return -g


class TestGroup:
    @given(trees, trees, trees)
    @settings(max_examples=60)
    def test_laws(self, one, two, three):
        table = Table()
        g, h, k = game(one, table), game(two, table), game(three, table)
        assert g + h == h + g
        assert (g + h) + k == g + (h + k)
        assert g - g == 0
        assert g + 0 == g
        assert negated(negated(g)) == g
        assert -(g + h) == -g - h
        if g <= h:
            assert g + k <= h + k

    @given(trees, trees)
    @settings(max_examples=60)
    def test_any_table(self, one, other):
        here, there = game(one, Table()), game(one, Table())
        assert here == there
        assert hash(here) == hash(there)
        assert here + game(other, Table()) == game(total(one, other))
        assert pickle.loads(pickle.dumps(here)) == here

    @given(trees)
    @settings(max_examples=200)
    def test_notation(self, tree):
        g = game(tree)
        assert ShortGame.parse(str(g)) == g


class TestNumbers:
    @given(
        st.fractions().filter(lambda q: abs(q) < 50).map(lambda q: Fraction(round(q * 64), 64)),
        st.integers(-40, 40).map(lambda n: Fraction(n, 1 << 40)),
    )
    def test_arithmetic(self, x, y):
        zero = ShortGame.of()
        assert (zero + x + y).number == x + y
        assert (zero + x < zero + y) == (x < y)
        assert str(zero + x) == str(x)

    @pytest.mark.parametrize(
        ("text", "number"),
        [
            ("{|}", 0),
            ("{|5}", 0),
            ("{-1|}", 0),
            ("{3|}", 4),
            ("{1|2}", Fraction(3, 2)),
            ("{0|1}", Fraction(1, 2)),
            ("{1/2|3/4}", Fraction(5, 8)),
            ("{-7|-5}", -6),
            ("{2,1/2|17}", 3),
            ("{0|1/1024}", Fraction(1, 2048)),
            ("{*|*}", 0),
            ("{^|1}", Fraction(1, 2)),
            ("{+-1|2}", 0),
            ("{1/2|+-3}", 1),
            ("{0|0}", None),
            ("{1*|1}", None),
            ("{1|1*}", None),
            ("{1|2*}", 2),
            ("{1v|}", 1),
            ("{1|1^}", None),
        ],
    )
    def test_simplest(self, text, number):
        # By hand: the simplest number that is not above a right option nor below a left one.
        g = ShortGame.parse(text)
        assert g.number == number
        if number is not None:
            assert g == number
            assert hash(g) == hash(number)

    def test_no_other_numbers(self):
        with pytest.raises(InputError, match="number 1/3 is no short game"):
            ShortGame.of() + Fraction(1, 3)
        assert ShortGame.of() != Fraction(1, 3)


class TestNotation:
    @pytest.mark.parametrize(
        ("text", "left", "right"),
        [
            ("*", ["0"], ["0"]),
            ("*2", ["0", "*"], ["0", "*"]),
            ("^", ["0"], ["*"]),
            ("v", ["*"], ["0"]),
            ("^*", ["0", "*"], ["0"]),
            ("^2", ["0"], ["^*"]),
            ("^3*", ["0"], ["^2"]),
            ("^*2", ["0"], ["*3"]),
            ("1v", ["1*"], ["1"]),
            ("3^*", ["3", "3*"], ["3"]),
            ("+-2", ["2"], ["-2"]),
            ("+-(1*)", ["1*"], ["-1*"]),
            ("+-{3|1}", ["{3|1}"], ["{-1|-3}"]),
            ("+_2", ["0"], ["{0|-2}"]),
            ("-_2", ["{2|0}"], ["0"]),
            ("2+_2", ["2"], ["{2|0}"]),
            ("1/2-_(1^)", ["{3/2^|1/2}"], ["1/2"]),
            ("{2|-1}", ["2"], ["-1"]),
            ("{3/2|-1/2}", ["3/2"], ["-1/2"]),
            ("{2|1||1/2|||0|-4}", ["{{2|1}|1/2}"], ["{0|-4}"]),
            ("{3|2,2*||0|-1}", ["{3|2,2*}"], ["{0|-1}"]),
            (
                "+-(0,{2+_2,{2|0}|-_2,{2|0}})",
                ["0", "{{2|0},2+_2|{2|0},-_2}"],
                ["0", "{+_2,{0|-2}|-2-_2,{0|-2}}"],
            ),
        ],
    )
    def test_printed_and_read(self, text, left, right):
        table = Table()
        g = ShortGame.of(
            [ShortGame.parse(x, table) for x in left], [ShortGame.parse(x, table) for x in right]
        )
        assert ShortGame.parse(text, table) == g
        assert str(g) == text

    @pytest.mark.parametrize(
        ("text", "same"),
        [
            ("1 + 1/2", "3/2"),
            ("1-1v", "v"),
            ("-1v", "-1+v"),
            ("1+-2", "{3|-1}"),
            ("-^*", "v*"),
            ("-(^3*)", "v3*"),
            ("-{2|-1}", "{1|-2}"),
            ("±2", "+-2"),
            ("1½↑∗", "3/2^*"),
            ("⇑", "^2"),
            ("⇓∗", "v2*"),
            ("−3/4", "-3/4"),
            ("2⧾_2", "2+_2"),
            ("⧿2", "-_2"),
            (" { 2 , 1 | -1 } ", "{2|-1}"),
            ("{{{2|1}|1/2}|{0|-4}}", "{2|1||1/2|||0|-4}"),
            ("{|1||2}", "{0|2}"),
            ("(1+*)", "1*"),
            ("*0", "0"),
            ("6/4", "3/2"),
            ("+_(2)", "+_2"),
            ("+-{0,{2|0}}", "+-(0,{2|0})"),
        ],
    )
    def test_also_read(self, text, same):
        assert ShortGame.parse(text) == ShortGame.parse(same)

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("", "value '': expected a game at the end"),
            ("{1|", "value '{1|': expected a game or '}' at the end"),
            ("{1}", "value '{1}': expected bars between left and right options before the '}' at the end"),
            (
                "{1|2|3}",
                "value '{1|2|3}': expected one separator | instead of 2, more bars further out, at the end",
            ),
            ("1/3", "value '1/3': 1/3 is no number of a short game"),
            ("1/0", "value '1/0': 1/0 is no number of a short game"),
            ("x", "value 'x': expected a game at 'x'"),
            ("1}", "value '1}': expected nothing more at '}'"),
            ("+-*", "value '+-*': expected a number, or a game in braces or parentheses, after +- at '*'"),
            ("(1,2)", "value '(1,2)': expected one game in parentheses"),
            ("*999", "value '*999': at most *255 is taken, got *999"),
            ("{" * 2000, "is nested too deeply to be read: more than 100 brackets lie within each other"),
            (f"{'(' * 101}0{')' * 101}", "is nested too deeply to be read: more than 100 brackets"),
        ],
    )
    def test_refused(self, text, says):
        with pytest.raises(InputError) as refused:
            ShortGame.parse(text)
        assert says in str(refused.value)
        assert "\n" not in str(refused.value)

    def test_too_long(self):
        g = ShortGame.parse("{2|1||1/2|||0|-4}")
        assert g.text(17) == "{2|1||1/2|||0|-4}"
        assert g.text(16) is None

    def test_far_too_long(self):
        """A game whose text is exponentially longer than its size."""
        g, table = ShortGame.parse("{9|0}"), Table()
        for step in range(40):
            g = ShortGame.of([ShortGame.of([g + 100], [g], table), 50 * step], [-1000 * 2**step], table)
        assert g.text(10_000) is None or len(g.text(10_000)) <= 10_000
        assert g.size < 5000


class TestWeights:
    @pytest.mark.parametrize(
        ("text", "weight"),
        [
            ("0", "0"),
            ("*", "0"),
            ("*3", "0"),
            ("^", "1"),
            ("v2*", "-2"),
            ("{^|v}", "0"),
            ("+_1", None),
            ("1", None),
        ],
    )
    def test_known(self, text, weight):
        # Winning Ways, chapter 8: ups count themselves, stars nothing; numbers and tinies are not all-small.
        found = ShortGame.parse(text).atomic_weight
        assert found == (None if weight is None else ShortGame.parse(weight))

    def test_by_definition(self):
        # {2 ups|*}: {0|2} = 1 is an integer; the game is above the far star: the largest below 2 is taken.
        assert ShortGame.parse("{^2|*}").atomic_weight == 1


class TestArguments:
    def test_operands(self):
        g = ShortGame.parse("{2|-1}")
        assert g + "*" == "*" + g == ShortGame.parse("{2*|-1*}")
        assert 1 - g == ShortGame.parse("{2|-1}")
        assert 3 * g == g + g + g
        assert g * -2 == -g - g
        assert g != "{2|-1}"
        assert repr(g) == "ShortGame('{2|-1}')"

    def test_large_numbers(self):
        big = ShortGame.parse("1" + "0" * 100)
        assert big - 10**100 == 0
        assert big.birthday == 10**100
        assert big.left == (big - 1,)

    def test_games_of_strange_things(self):
        with pytest.raises(InputError, match=r"game 0\.5 is neither a game, nor a number"):
            ShortGame.of([0.5])
