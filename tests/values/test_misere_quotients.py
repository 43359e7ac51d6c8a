"""Misere quotients and genera: published ones, small sums, hypotheses that fail, certificates.

The truth is misere play of sums of heaps; the numbers are Plambeck's and Siegel's (Misere quotients for
impartial games; Taming the wild in impartial combinatorial games) and genera of Winning Ways, chapter 13.
"""

import re
from dataclasses import replace
from functools import cache
from itertools import product

import pytest
from attack.certificates import quotient_fault
from certified import saved_quotient
from cli.calling import call, told
from hypothesis import given, settings
from hypothesis import strategies as st
from played import TABLES

import gfkit
from gfkit.errors import GfkitError
from gfkit.proofs.checker.quotients import check_quotient
from gfkit.proofs.checker.reading import Budget, RefusalError

genus, misere_quotient = gfkit.genus, cache(gfkit.misere_quotient)


@pytest.mark.parametrize("least", [0, pytest.param(20, marks=pytest.mark.slow(6))])
def test_published_ones(least):
    for game, *known in TABLES["misere_quotients"]:
        if least <= known[0] < least + 20:
            found = misere_quotient(game)
            assert [found.order, found.period, found.preperiod, found.losing.bit_count()] == known, game
            assert (found.evidence.status.value, len(found.losing_words)) == ("proved", known[3])


def exponents(text, letters):
    """A word such as a^2bc^3 as exponents."""
    found = dict.fromkeys(letters, 0)
    for letter, power in re.findall(r"([a-z])(?:\^(\d+))?", text):
        found[letter] += int(power or 1)
    return [found[letter] for letter in letters]


def test_relations_say_all_products():
    """Words, rewritten by the relations until none applies, are the words of the elements."""
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


def test_periods_are_believed_by_the_theorem_alone():
    """One heap fewer than the theorem asks for, and nothing is said of all heaps."""
    needed = misere_quotient("octal:0.75").heaps
    assert misere_quotient("octal:0.75", to=needed).law is not None
    assert misere_quotient("octal:0.75", to=needed - 1).law is None
    assert replace(misere_quotient("octal:0.75"), law=None).period is None
    short = misere_quotient("octal:0.77", to=20)
    assert (short.law, short.heaps) == (None, 20)
    with pytest.raises(GfkitError, match="known of heaps of 0 to 20"):
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


def test_what_is_refused():
    for more in (["--to", "9"], ["--save", "x.json"]):
        assert len(call("nim", "octal:0.77", "5", *more, "--misere", code=2).err.splitlines()) == 1


def test_the_command():
    shown = call("nim", "octal:0.75", "--misere", code=0).out
    assert "8, and 2 of them lost" in shown
    assert "2, from n = 8 on" in shown
    found = told("nim", "octal:0.75", "--misere")
    assert (found["order"], found["period"], found["play"]) == (8, 2, "misere")
    assert call("nim", "octal:0.77", "5", "--misere", code=0).lines[0] == "4^{146}"
    assert told("nim", "cram", "2x3", "--misere")["genus"] == str(genus("cram", "2x3"))


@given(st.lists(st.integers(0, 15), min_size=1, max_size=3), st.sampled_from([0, 4, 8]))
@settings(max_examples=20)
def test_certificates_of_random_games(digits, first):
    name = f"hex:{first:x}." + "".join(f"{digit:x}" for digit in digits)
    certificate = saved_quotient(name, 5)  # to 6 some take minutes
    assert check_quotient(certificate, Budget()).proved
    assert quotient_fault(certificate) is None


def test_each_hypothesis_is_asked_for():
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
