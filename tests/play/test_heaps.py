"""Games with heaps: codes, values, periods and genera, misere quotients, and their certificates.

The numbers are OEIS A002186 (Kayles), A002187 (Dawson's Kayles), A002188 (Grundy's game), periods and genera
in Winning Ways, and Plambeck's and Siegel's (Misere quotients for impartial games; Taming the wild in
impartial combinatorial games); the reference is play of sums of heaps.
"""

import random
import re
from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from certified import saved_quotient
from cli.calling import call, told
from differential.forgeries import quotient_fault
from differential.misere import nimbers
from hypothesis import given, strategies as st
from played import TABLES

import gfkit
from gfkit.core.errors import GfkitError, LimitError
from gfkit.play.impartial import octal
from gfkit.play.impartial.octal import MOST_TERMS, OctalCode, heap_values, law_of, observed_law, proved_window
from gfkit.proofs.checker.quotients import check_quotient
from gfkit.proofs.checker.reading import Budget, RefusalError

# For n >= 0; A002187 has another offset.
DAWSON = "0 0 1 1 2 0 3 1 1 0 3 3 2 2 4 0 5 2 2 3 3 0 1 1 3 0 2 1 1 0 4 5 2 7"
KAYLES = "0 1 2 3 1 4 3 2 1 4 2 6 4 1 2 7 1 4 3 2 1 4 6 7 4 1 2 8 5 4 7 2"
GRUNDY = "0 0 0 1 0 2 1 0 2 1 0 2 1 3 2 1 3 2 4 3 0 4 3 0 4 3 0 4 1 2 3 1 2 4 1 2 4 1 2 4 1 5"
codes = st.builds(
    lambda kind, start, digits: OctalCode.read(f"{kind}:{start}.{digits}"),
    st.sampled_from(["octal", "octal", "hex"]),
    st.sampled_from("04"),
    st.text("01234567", min_size=1, max_size=6),
)
cycles = st.lists(st.integers(0, 3), min_size=1, max_size=5)


def digits_of(game):
    """Return the digits of an octal or hexadecimal code, starting with the one before the point."""
    before, _, after = game.partition(":")[2].partition(".")
    return tuple(int(digit, 16) for digit in (before or "0") + after)


def numbers(text):
    return list(map(int, text.split()))


@given(codes)
def test_values_agree_with_the_definition(code):
    by_arrays = heap_values(code, 120)
    assert by_arrays[:40] == nimbers(digits_of(str(code)), 40)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(octal, "ARRAYS", False)
        assert heap_values(code, 120) == by_arrays


def test_values_in_print():
    for game, printed in (("octal:0.07", DAWSON), ("octal:.77", KAYLES), ("grundy", GRUNDY)):
        assert list(gfkit.nim(game, to=len(numbers(printed)) - 1).values) == numbers(printed), game
    assert gfkit.nim("octal:0.3", to=6).values == (0, 1, 0, 1, 0, 1, 0)
    assert gfkit.nim("grundy", to=41).law is None
    assert {gfkit.nim("octal:0.77", size).values for size in (70, "70")} == {(nimbers((0, 7, 7), 71)[70],)}
    assert gfkit.nim("grundy", "20").values == (0,)


def test_sums_of_heaps():
    """Nim by Bouton, moves of Kayles by its printed values, and far heaps by its period in Winning Ways."""
    assert told("nim", "3", "5", "7")["moves"] == [[3, [2]], [5, [4]], [7, [6]]]
    assert (gfkit.nim("nim", "3,5,6").moves, gfkit.nim("nim", 10**30).values) == ((), (10**30,))
    value, sizes = numbers(KAYLES), (3, 9, 17)
    found, total = gfkit.nim("kayles", "3+9+17"), value[3] ^ value[9] ^ value[17]
    after = {(n, a, n - k - a) for n in sizes for k in (1, 2) for a in range((n - k) // 2 + 1)}
    wins = {(n, *filter(None, ab)) for n, *ab in after if total ^ value[n] == value[ab[0]] ^ value[ab[1]]}
    assert (found.values, {(heap, *rest) for heap, rest in found.moves}) == ((total,), wins)
    far = [gfkit.nim("kayles", 12 * 10**17 + n).values[0] for n in range(12)]
    assert far == numbers("4 1 2 8 1 4 7 2 1 8 2 7")


def test_periods_in_print():
    for game, *known in TABLES["periods"]:
        found = gfkit.nim(game, to=60)
        assert [found.period, found.saltus, found.preperiod, [*found.exceptions]] == known, game
        assert found.evidence.status == "proved"
    assert gfkit.nim("octal:.77", to=5).game == "octal:0.77"
    short = gfkit.nim("octal:0.156", to=100)
    assert (short.period, short.evidence.status.value) == (None, "proved")
    # Dawson's Chess is Dawson's Kayles, one shorter.
    chess, kayles = gfkit.nim("octal:0.137", to=500), gfkit.nim("octal:0.07", to=501)
    assert chess.values == kayles.values[1:]
    assert chess.exceptions == tuple(n - 1 for n in kayles.exceptions if n > 0)


@pytest.mark.slow(0.6)
def test_a_long_period_in_print():
    found = gfkit.nim("octal:0.156", to=7300)
    assert (found.period, found.preperiod, found.evidence.status.value) == (349, 3479, "proved")


def test_wins_of_the_second_player_in_dawsons_kayles():
    found = gfkit.nim("octal:0.07", to=2000)
    wanted = [n for n in range(2001) if n in (0, 1, 15, 35) or n % 34 in (5, 9, 21, 25, 29)]
    assert list(found.zeros) == wanted
    series = found.zeros_generating_function
    assert series.terms(len(wanted)) == wanted
    above = [0, 0, 1, 4, 4, 6, 6, 3, 0, 2, -2, -2, 8, 0, -2, 6]
    assert series == gfkit.RationalGF.of(above, [1, -1, 0, 0, 0, -1, 1], first_n=1)
    assert "g.f. of k-th P-position" in str(found)


def test_periods_of_long_codes_are_observed_and_not_proved():
    found = gfkit.nim("octal:0." + "3" * 1000, to=60)
    assert found.values == tuple(range(61))
    assert (found.period, found.saltus, found.is_observed) == (1, 1, True)
    assert found.proved_law is found.generating_function is None
    # Lasker's Nim: n, but 4k + 3 and 4k + 4 change places (Winning Ways, chapter 4).
    found = gfkit.nim("octal:4." + "3" * 1000, to=60)
    assert list(found.values[1:9]) == [1, 2, 4, 3, 5, 6, 8, 7]
    assert (found.period, found.saltus) == (4, 4)


@given(codes)
def test_a_proved_period_continues(code):
    table = heap_values(code, 250)
    window = proved_window([table[:150]], 1, code.longest)
    if window is not None:
        assert table[window.start :][: -window.period] == table[window.start + window.period :]


@given(st.lists(st.integers(0, 3), max_size=8), cycles)
def test_formula_of_a_periodic_sequence(early, cycle):
    values = [*early, *cycle * 12]
    law = law_of(values, 0, len(early), len(cycle))
    assert [law.at(n) for n in range(len(values))] == values
    seen = observed_law([*early, *cycle * 30], 0)
    assert [seen.at(n) for n in range(len(values))] == values
    assert len(cycle) % seen.period == 0


@given(st.lists(st.integers(0, 3), max_size=6), cycles)
def test_the_length_of_the_window_of_the_period_theorem(early, cycle):
    row = [*early, *cycle * 40]
    window = proved_window([row], 1, 2)
    assert window.needed == 2 * window.start + 2 * window.period + 2
    assert proved_window([row[: window.needed]], 1, 2) is not None
    shorter = proved_window([row[: window.needed - 1]], 1, 2)
    assert shorter is None or shorter.period > window.period


def test_three_heaps_need_more_values_than_two():
    """For sums of three the window of the theorem is 3 n0 + 3 p + k values, and not 2 n0 + 2 p + k."""
    table = [[0, 0, 0, 0, *[1, 2] * 20]]
    two, three = proved_window(table, 1, 3), proved_window(table, 1, 3, 3)
    assert (two.needed, three.needed) == (2 * 4 + 2 * 2 + 3, 3 * 4 + 3 * 2 + 3)
    shorter = [row[: two.needed] for row in table]
    assert proved_window(shorter, 1, 3) is not None
    assert proved_window(shorter, 1, 3, 3) is None


@pytest.mark.slow(1.2)
def test_hexadecimal_codes_and_subtraction_sets_are_their_definition():
    chance, told = random.Random(6), 0
    names = ["subtraction:1,2,3", "subtraction:2,5"]
    for _ in range(2):
        digits = "".join(f"{chance.randrange(16):x}" for _ in range(chance.randint(1, 3)))
        names.append(f"hex:{chance.choice('0048c')}.{digits}")
    for name in names:
        taken = name.partition(":")[2].split(",")
        digits = digits_of(name) if name.startswith("hex") else ()
        digits = digits or tuple(3 * (str(k) in taken) for k in range(6))
        found = gfkit.nim(name, to=24)
        assert list(found.values) == nimbers(digits, 25), name
        if found.proved_law is not None:
            told += 1
            assert [found[n] for n in range(60)] == nimbers(digits, 60), name
    assert told > 1


def test_codes_are_parsed():
    assert str(OctalCode.read(" octal:00.070 ")) == "octal:0.07"
    with pytest.raises(LimitError):
        gfkit.nim("octal:0.07", to=MOST_TERMS + 1)


# Misere quotients and genera


genus, misere_quotient = gfkit.genus, cache(gfkit.misere_quotient)


@pytest.mark.parametrize("least", [0, pytest.param(20, marks=pytest.mark.slow(6))])
def test_published_misere_quotients(least):
    for game, *known in TABLES["misere_quotients"]:
        if least <= known[0] < least + 20:
            found = misere_quotient(game)
            assert [found.order, found.period, found.preperiod, found.losing.bit_count()] == known, game
            assert (found.evidence.status.value, len(found.losing_words)) == ("proved", known[3])


def exponents(text, letters):
    """Return the exponents of a word such as a^2bc^3."""
    found = dict.fromkeys(letters, 0)
    for letter, power in re.findall(r"([a-z])(?:\^(\d+))?", text):
        found[letter] += int(power or 1)
    return [found[letter] for letter in letters]


def test_the_relations_imply_all_products():
    """The relations reduce each word to the word of one element."""
    found = misere_quotient("octal:0.53")
    element = {word: number for number, word in found.words.items()}
    letters = "abcdefgh"[: len(found.generators)]
    rules = [(exponents(left, letters), exponents(right, letters)) for left, right in found.relations]
    for one, other in product(element, repeat=2):
        word = tuple(a + b for a, b in zip(one, other, strict=True))
        while word not in element:
            left, right = next(
                rule for rule in rules if all(a >= b for a, b in zip(word, rule[0], strict=True))
            )
            word = tuple(a - b + c for a, b, c in zip(word, left, right, strict=True))
        assert element[word] == found.table[element[one]][element[other]]


def test_periods_need_all_heaps_of_the_theorem():
    """With one heap fewer than the theorem requires, no formula is returned."""
    needed = misere_quotient("octal:0.75").heaps
    assert misere_quotient("octal:0.75", to=needed).law is not None
    assert misere_quotient("octal:0.75", to=needed - 1).law is None
    assert replace(misere_quotient("octal:0.75"), law=None).period is None
    short = misere_quotient("octal:0.77", to=20)
    assert (short.law, short.heaps) == (None, 20)
    with pytest.raises(GfkitError, match="heaps of 0 to 20"):
        short.outcome([21])


def test_published_genera():
    """Winning Ways, chapter 13: Kayles, 0.177 as its author prints it, and n^{n n xor 2} for heaps of Nim."""
    kayles = {1: "1^{031}", 2: "2^{20}", 5: "4^{146}", 8: "1^{13}", 9: "4^{046}", 11: "6^{46}"}
    assert {n: str(genus("octal:0.77", n)) for n in kayles} == kayles
    assert [str(genus("octal:0.177", n)) for n in (8, 9, 15)] == ["4^{146}", "4^{46}", "4^{057}"]
    nim = ["0^{120}", "1^{031}", "2^{20}", "3^{31}", "4^{46}"]
    assert [str(genus("octal:0.3333", n)) for n in range(5)] == nim


def test_genera_of_boards():
    """Random ones are those of the kind ``misere`` of the differential."""
    found = genus("cram", "..#/...")
    assert found.nimber == gfkit.nim("cram", "..#/...").values[0]
    found = misere_quotient("octal:0.77", to=14)
    for heap in range(15):
        assert genus("octal:0.77", heap).outcome == found.outcome([heap])
    assert genus("domineering", "2x2", impartial=True).outcome == "first"


def test_invalid_options_of_heap_games_are_rejected():
    for more in (["--to", "9"], ["--save", "x.json"]):
        assert len(call("nim", "octal:0.77", "5", *more, "--misere", code=2).err.splitlines()) == 1


def test_the_command():
    shown = call("nim", "octal:0.75", "--misere", code=0).out
    assert "8 (2 P-positions)" in shown
    assert "2 for n >= 8" in shown
    found = told("nim", "octal:0.75", "--misere")
    assert (found["order"], found["period"], found["play"]) == (8, 2, "misere")
    assert call("nim", "octal:0.77", "5", "--misere", code=0).lines[0] == "4^{146}"
    assert told("nim", "cram", "2x3", "--misere")["genus"] == str(genus("cram", "2x3"))


@given(st.lists(st.integers(0, 15), min_size=1, max_size=3), st.sampled_from([0, 4, 8]))
def test_certificates_of_random_games(digits, first):
    name = f"hex:{first:x}." + "".join(f"{digit:x}" for digit in digits)
    certificate = saved_quotient(name, 5)  # to 6 some take minutes
    assert check_quotient(certificate, Budget()).proved
    assert quotient_fault(certificate) is None


def test_each_hypothesis_of_a_quotient_is_checked():
    head = {"format": "gfkit-quotient", "version": 1, "claim": "misere-quotient", "game": "mine"}
    for digits, table, losing, elements, why in TABLES["quotients_that_are_none"]:
        told = {"digits": digits, "table": table, "losing": losing, "elements": elements, "period": None}
        with pytest.raises(RefusalError, match=why):
            check_quotient({**head, **told}, Budget())


def test_heaps_that_are_not_a_code():
    """Nim with heaps *1 and *2 has a misere quotient of order 6; Grundy's game has no digits to repeat."""
    certificate = saved_quotient("octal:0.33", 2)
    assert len(certificate["table"]) == 6
    assert check_quotient(certificate, Budget()).proved
    with pytest.raises(RefusalError, match="finitely many digits"):
        check_quotient({**saved_quotient("grundy", 12), "period": {"start": 1, "period": 1}}, Budget())
