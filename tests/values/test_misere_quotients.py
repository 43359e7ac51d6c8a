"""Misere quotients and genera against plain play, published tables, and hypotheses that fail."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from itertools import combinations_with_replacement, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gfkit
from gfkit.cli.main import main
from gfkit.errors import GfkitError, InputError, LimitError, OptionError
from gfkit.values.impartial import misere as told
from gfkit.values.impartial import quotient as engine
from gfkit.values.impartial.misere import genus
from gfkit.values.impartial.quotient import Growing, Monoid, tells_winners

misere_quotient = cache(told.misere_quotient)
WILD = {
    # order, period, where the period begins, losing elements
    "octal:0.15": (42, 10, 66, 12),
    "octal:0.53": (16, 9, 21, 3),
    "octal:0.72": (24, 4, 16, 5),
    "octal:0.75": (8, 2, 8, 2),
    "octal:0.77": (40, 12, 71, 9),
    "octal:0.123": (20, 5, 5, 5),
}
"""Plambeck and Siegel, Misere quotients for impartial games; Plambeck, Taming the wild in impartial
combinatorial games."""


def moves(digits, heap):
    """All that taking and breaking may leave of a heap."""
    found = set()
    for taken, digit in enumerate(digits):
        left = heap - taken
        found |= {()} if digit & 1 and left == 0 else set()
        found |= {(left,)} if digit & 2 and left > 0 else set()
        found |= {tuple(sorted((a, left - a))) for a in range(1, left)} if digit & 4 else set()
    return found


def plain(digits):
    """Whether who is to move in a sum of heaps and of Nim heaps wins, when the last mover loses."""

    @cache
    def wins(heaps, nims=()):
        options = [
            (tuple(sorted((*heaps[:i], *left, *heaps[i + 1 :]))), nims)
            for i, heap in enumerate(heaps)
            for left in moves(digits, heap)
        ]
        options += [
            (heaps, tuple(sorted((*nims[:i], *([k] if k else []), *nims[i + 1 :]))))
            for i, nim in enumerate(nims)
            for k in range(nim)
        ]
        return not options or any(not wins(*option) for option in options)

    return wins


def digits_of(game):
    before, _, after = game.removeprefix("octal:").partition(".")
    return [int(before), *map(int, after)]


def assert_tells(found, digits, heaps, most):
    """Every sum of so few heaps is won by whom the quotient says."""
    wins = plain(tuple(digits))
    for count in range(most + 1):
        for word in combinations_with_replacement(heaps, count):
            assert found.outcome(word) == ("first" if wins(word) else "second"), word


class TestQuotients:
    @pytest.mark.parametrize("game", WILD)
    def test_published_ones(self, game):
        found = misere_quotient(game)
        assert (found.order, found.period, found.preperiod, found.losing.bit_count()) == WILD[game]
        assert found.evidence.status.value == "proved"

    @pytest.mark.parametrize(
        "game", [*WILD, "octal:0.07", "octal:0.3", "octal:0.33", "octal:4.3", "octal:0.137"]
    )
    def test_sums_of_few_heaps(self, game):
        found = misere_quotient(game, to=10)
        assert_tells(found, digits_of(game), range(1, found.heaps + 1), 3)
        assert_tells(found, digits_of(game), range(1, min(found.heaps, 6) + 1), 5)

    @given(st.lists(st.integers(0, 7), min_size=1, max_size=3), st.sampled_from([0, 0, 4]))
    @settings(max_examples=12, deadline=None)
    def test_random_codes(self, digits, first):
        """Whatever is found tells the winners; finite quotients have an even order, or one element."""
        found = misere_quotient(f"octal:{first}." + "".join(map(str, digits)), to=6)
        assert_tells(found, [first, *digits], range(1, found.heaps + 1), 3)
        assert found.order == 1 or found.order % 2 == 0

    @given(st.sets(st.integers(1, 5), min_size=1, max_size=3))
    @settings(max_examples=20, deadline=None)
    def test_subtraction_games(self, taken):
        """Their heaps have periods, with proof, and sums of larger heaps are won as it says."""
        found = misere_quotient("subtraction:" + ",".join(map(str, sorted(taken))))
        digits = [0, *(3 if i in taken else 0 for i in range(1, max(taken) + 1))]
        assert_tells(found, digits, range(1, found.heaps + 1), 2)
        if found.law is not None:
            beyond = range(found.heaps + 1, found.heaps + 8)
            assert_tells(found, digits, beyond, 2)

    def test_heaps_beyond_those_that_were_looked_at(self):
        found = misere_quotient("octal:0.123")
        assert found.heaps == 22
        assert_tells(found, digits_of("octal:0.123"), [3, 8, 9, 23, 24, 26], 3)

    @pytest.mark.parametrize("game", ["octal:0.75", "octal:0.77", "octal:0.123"])
    def test_it_is_a_monoid_that_is_generated_and_reduced(self, game):
        found = misere_quotient(game)
        table, numbers = found.table, range(found.order)
        assert all(table[0][x] == x for x in numbers)
        assert all(table[x][y] == table[y][x] for x, y in product(numbers, repeat=2))
        if found.order <= 20:
            for x, y, z in product(numbers, repeat=3):
                assert table[table[x][y]][z] == table[x][table[y][z]]
        assert sorted(found.words) == list(numbers)
        assert len({tuple(found.losing >> table[x][y] & 1 for y in numbers) for x in numbers}) == found.order

    def test_relations_say_all_products(self):
        """Words, rewritten by the relations until none applies, are the words of the elements."""
        found = misere_quotient("octal:0.123")
        words = set(found.words.values())
        letters = "abcdefgh"[: len(found.generators)]
        rules = [(read(left, letters), read(right, letters)) for left, right in found.relations]
        for one, other in product(words, repeat=2):
            word = [a + b for a, b in zip(one, other, strict=True)]
            while word not in map(list, words):
                left, right = next(
                    rule for rule in rules if all(a >= b for a, b in zip(word, rule[0], strict=True))
                )
                word = [a - b + c for a, b, c in zip(word, left, right, strict=True)]
            by_word = {value: key for key, value in found.words.items()}
            assert by_word[tuple(word)] == found.table[by_word[one]][by_word[other]]

    def test_what_fits_is_not_what_is_changed(self):
        """The losing part of a proved quotient cannot be changed in a single element."""
        growing = Growing(told.heap_options("octal:0.75"))
        for _ in range(20):
            growing.grow()
        monoid = growing.monoid
        assert tells_winners(monoid, growing.kinds)
        for element in range(len(monoid)):
            assert not tells_winners(Monoid(monoid.table, monoid.losing ^ 1 << element), growing.kinds)

    def test_unknown_ones_say_so(self, monkeypatch):
        """Of Dawson's Kayles no quotient of all heaps is known."""
        monkeypatch.setattr(engine, "_MOST_SUMS", 100)
        found = told.misere_quotient("octal:0.07", to=30)
        assert (found.order, found.heaps, found.law) == (24, 24, None)
        assert found.stopped
        with pytest.raises(InputError, match="known of heaps of 0 to 24"):
            found.outcome([25])
        short = misere_quotient("octal:0.77", to=20)
        assert (short.law, short.heaps) == (None, 20)

    @pytest.mark.parametrize(
        ("game", "more"), [("cram", {}), ("octal:0.9", {}), ("octal:0.7", {"to": 10**6})]
    )
    def test_refused(self, game, more):
        with pytest.raises(GfkitError):
            misere_quotient(game, **more)


def read(text, letters):
    """A word as exponents."""
    found = [0] * len(letters)
    for part in [] if text == "1" else _parts(text):
        letter, _, power = part.partition("^")
        found[letters.index(letter)] += int(power or 1)
    return found


def _parts(text):
    parts = []
    for character in text:
        if character.isalpha():
            parts.append(character)
        else:
            parts[-1] += character
    return parts


class TestGenus:
    @pytest.mark.parametrize("game", ["octal:0.77", "octal:0.07", "octal:0.177", "octal:0.123", "octal:4.3"])
    def test_misere_nimbers_by_definition(self, game):
        """g_k is the m for which who is to move in G + k *2 + *m loses."""
        wins = plain(tuple(digits_of(game)))
        for heap in range(9):
            found = genus(game, heap)
            for k in range(4):
                numbers = found.misere
                said = numbers[k] if k < len(numbers) else numbers[len(numbers) - 2 + (k - len(numbers)) % 2]
                nims = (2,) * k
                lost = [m for m in range(8) if not wins((heap,), tuple(sorted((*nims, *([m] if m else [])))))]
                assert lost == [said], (heap, k)

    def test_published_ones(self):
        """Winning Ways, chapter 13: Kayles, and 0.177 as its author prints it."""
        told_ones = {1: "1^{031}", 2: "2^{20}", 5: "4^{146}", 8: "1^{13}", 9: "4^{046}", 11: "6^{46}"}
        assert {n: str(genus("octal:0.77", n)) for n in told_ones} == told_ones
        assert [str(genus("octal:0.177", n)) for n in (8, 9, 15)] == ["4^{146}", "4^{46}", "4^{057}"]

    def test_nim_heaps(self):
        """A heap of n is n^{n n xor 2}, but for 0 and 1."""
        assert [str(genus("octal:0.3333", n)) for n in range(5)] == [
            "0^{120}", "1^{031}", "2^{20}", "3^{31}", "4^{46}",
        ]  # fmt: skip

    @pytest.mark.parametrize("board", ["1x1", "1x4", "2x2", "2x3", "1x7", "..#/...", "path:6", "cycle:7"])
    def test_boards(self, board):
        """The nimber is that of normal play, and the first misere nimber tells who wins misere play."""
        for game in ("cram", "node-kayles"):
            if game == "cram" and ":" in board:
                continue
            found = genus(game, board)
            assert found.nimber == gfkit.nim(game, board).values[0]
            assert found.outcome == gfkit.outcomes(game, board, misere=True).words[0]

    def test_quotients_agree(self):
        found = misere_quotient("octal:0.77", to=14)
        for heap in range(15):
            assert genus("octal:0.77", heap).outcome == found.outcome([heap])

    def test_refused(self, monkeypatch):
        with pytest.raises(GfkitError, match="not impartial"):
            genus("domineering", "2x2")
        assert genus("domineering", "2x2", impartial=True).outcome == "first"
        with pytest.raises(InputError, match="give its size"):
            genus("octal:0.77", "2x2")
        monkeypatch.setattr(told, "_MOST_POSITIONS", 10)
        with pytest.raises(LimitError, match="more than 10 positions"):
            genus("octal:0.77", 12)


class TestCommand:
    def test_quotient(self, capsys):
        assert main(["nim", "octal:0.75", "--misere"]) == 0
        shown = capsys.readouterr().out
        assert "8, and 2 of them lost" in shown
        assert "2, from n = 8 on" in shown
        assert main(["nim", "octal:0.75", "--misere", "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert (found["order"], found["period"], found["play"]) == (8, 2, "misere")

    def test_genus(self, capsys):
        assert main(["nim", "octal:0.77", "5", "--misere"]) == 0
        assert capsys.readouterr().out.splitlines()[0] == "4^{146}"
        assert main(["nim", "cram", "2x3", "--misere", "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["genus"] == str(genus("cram", "2x3"))

    @pytest.mark.parametrize("more", [["5", "--to", "9"], ["5", "--save", "x.json"]])
    def test_refused(self, more, capsys):
        assert main(["nim", "octal:0.77", *more, "--misere"]) == 2
        assert len(capsys.readouterr().err.splitlines()) == 1


def test_periods_are_believed_by_the_theorem_alone():
    """One heap fewer than the theorem asks for, and nothing is said of all heaps."""
    needed = misere_quotient("octal:0.75").heaps
    assert misere_quotient("octal:0.75", to=needed).law is not None
    assert misere_quotient("octal:0.75", to=needed - 1).law is None
    assert replace(misere_quotient("octal:0.75"), law=None).period is None
    with pytest.raises(OptionError):
        misere_quotient("octal:0.75", to=-1)
