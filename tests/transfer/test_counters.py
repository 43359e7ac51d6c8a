"""Laws of sums over the whole board: as many of one word as of another, sums that are 0.

Numbers are those of listing words and arrays, of powers of polynomials, binomials, and entries.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from math import comb
from random import Random

import pytest
from differential.questions import at_size

import gfkit
from gfkit.errors import MismatchError, SelfCheckError
from gfkit.games import Rule
from gfkit.proofs.checker.program import check_certificate
from gfkit.proofs.saving import counter_certificate
from gfkit.transfer.theorems.counters import CounterLaw

ENTRIES = {
    ("binary", "00", "01"): "1 2 2 3 6 9 15 30 54 97 189 360 675 1304 2522 4835 9358 18193 35269 68568",
    ("binary", "0000", "0110"): "1 2 4 8 14 25 44 81 147 271 494 914 1686 3144 5853 10982 20614 38943",
    ("ternary", "00", "12"): "1 3 7 16 38 95 248 668 1838 5131 14470 41112 117475 337203 971515",
}
"""A163493, A164151 and A211278."""


def occurs(word: str) -> str:
    return (
        "("
        + " and ".join(f"{letter} == {digit}" for letter, digit in zip("abcdef", word, strict=False))
        + ")"
    )


def summed(terms: str, shape: str = "a", numbers: Sequence[int] = (0,), **cells: object) -> Rule:
    return Rule.array(exactly=[{"shapes": [shape], "sum": terms, "number": list(numbers)}], **cells)


def compared(one: str, other: str, colours: int, numbers: Sequence[int] = (0,)) -> Rule:
    return summed(f"{occurs(one)} - {occurs(other)}", "abcdef"[: len(one)], numbers, colours=colours)


def listed(one: str, other: str, colours: int, numbers: Sequence[int], n: int) -> int:
    """Words in which one word occurs so much more often than another one, letter by letter."""
    words = map("".join, product("012"[:colours], repeat=n))
    size = len(one)
    more = (sum((w[i : i + size] == one) - (w[i : i + size] == other) for i in range(n)) for w in words)
    return sum(number in numbers for number in more)


def test_words_with_as_many_of_one_word_as_of_another():
    rng = Random(7)
    for colours, size, numbers in [*product((2, 3), (1, 2, 3), ((0,), (1, 3))), (2, 4, (0,))]:
        one, other = rng.sample(list(map("".join, product("012"[:colours], repeat=size))), 2)
        rule, most = compared(one, other, colours, numbers), 11 if colours == 2 else 7
        true = [listed(one, other, colours, numbers, n) for n in range(most)]
        assert [int(gfkit.count(rule, f"1x{n}")) for n in range(1, most)] == true[1:], (one, other)
        law = gfkit.derive(rule, "1xn")
        assert law.evidence.status.value == "proved"
        assert law.terms(most) == true, (one, other, numbers)
        far = [int(gfkit.count(rule, f"1x{n}")) for n in (17, 30)]
        assert [law[17], law[30]] == far, (one, other, numbers)
        assert check_certificate(json.loads(json.dumps(counter_certificate(law)))).proved


@pytest.mark.parametrize("key", ENTRIES)
def test_entries_in_print(key: tuple[str, str, str]):
    alphabet, one, other = key
    terms = list(map(int, ENTRIES[key].split()))
    law = gfkit.derive(compared(one, other, {"binary": 2, "ternary": 3}[alphabet]), "1xn")
    assert isinstance(law, CounterLaw)
    assert law.terms(len(terms)) == terms
    assert law.algebraic is not None
    assert law.algebraic.terms(len(terms)) == terms


def test_central_coefficients():
    """[x^0](x^-k + ... + x^k)^n, for k = 1 the central trinomial coefficients; and central binomials."""
    binomials = gfkit.derive(compared("0", "1", 2), "1xn")
    assert str(binomials) == "1/sqrt(1 - 4*t^2)"
    assert binomials.terms(40) == [0 if n % 2 else comb(n, n // 2) for n in range(40)]
    assert binomials[100_000] % 10**9 == comb(100_000, 50_000) % 10**9 == binomials.modulo(100_000, 10**9)
    for k, order in ((1, 1), (2, 2), (3, 3)):
        law = gfkit.derive(summed("a", values=f"-{k}..{k}"), "1xn")
        power, true = [1], []
        for n in range(40):
            true.append(power[k * n])
            power = [sum(power[max(i - 2 * k, 0) : i + 1]) for i in range(len(power) + 2 * k)]
        assert isinstance(law, CounterLaw)
        assert (law.terms(40), law.equation.order) == (true, order)


def test_sums_on_strips_divided_and_with_other_conditions():
    """Also with places outside, least boards, and where every sum is 0, so that the law is a fraction."""
    more = "(sum(all) == 1) - (sum(all) == 3)"
    rules = {
        "2xn": summed("(a == b) - (a == c)", "ab/c.", colours=2),
        "nx2": replace(summed(more, "ab/cd", colours=2, divide=2), least=(2, 2)),
        "1xn": summed("a - 1", colours=3, window=[("ab", "a != b")]),
        "3xn": summed("a - b", "ab", colours=2, outside=0),
        "nx1": Rule.array(
            colours=2, outside=1, exactly=[{"shapes": ["ab", "a/b"], "sum": "a - 2 * b + 1", "number": [0]}]
        ),
    }
    rules["cylinder:nx2"] = rules["2xn"]
    for family, rule in rules.items():
        law = gfkit.derive(rule, family)
        for n in range(max(1, law.first_n), 5):
            assert law[n] == int(gfkit.brute_force(rule, at_size(family, n))), (family, n)
    assert gfkit.derive(rules["3xn"], "3xn").rational == gfkit.RationalGF.parse("1/(1 - 8*t)")


def test_certificates_are_identities():
    law = gfkit.derive(compared("00", "11", 2), "1xn")
    assert isinstance(law, CounterLaw)
    proof = law.telescoped
    proof.right()
    first, *rest = proof.coefficients
    above, below = proof.certificate
    for wrong in (
        replace(proof, coefficients=(first + 1, *rest)),
        replace(proof, certificate=(above * 2, below)),
        replace(proof, logarithms=proof.logarithms[1:]),
        replace(proof, function=(above, below)),
    ):
        with pytest.raises(SelfCheckError, match="not proved by its certificate"):
            wrong.right()
    one = gfkit.Polynomial.constant(1, ("t", "u"))
    pole = gfkit.Polynomial.parse("1 - u - t", ("t", "u"))
    with pytest.raises(SelfCheckError, match="no power of u at t = 0"):
        replace(
            proof,
            function=(-one, pole),
            coefficients=(one,),
            logarithms=((pole, one),),
            certificate=(one, one),
        ).right()


def test_what_has_no_law_here():
    rule = compared("00", "11", 2)
    two = Rule.array(
        values="-1..1", exactly=[{"shapes": ["a"], "sum": text, "number": [0]} for text in ("a", "a * a - 1")]
    )
    for asked, words in (
        ((rule, "1xn", "all", "pieces"), "weights beside its sum"),
        ((two, "1xn"), "several sums"),
    ):
        with pytest.raises(MismatchError, match=words):
            gfkit.derive(*asked)
    with pytest.raises(MismatchError, match="no finite machine"):
        gfkit.optimum(rule, "1xn")
    with pytest.raises(MismatchError, match="no fraction is known"):
        gfkit.derive(rule, "1xn").generating_function  # noqa: B018
