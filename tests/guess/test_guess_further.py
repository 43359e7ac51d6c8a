"""Few terms, which give weak laws or none, and what is tried when no short recurrence is there.

Products, interlacings, regular sequences, sums of binomials: terms are those of definitions that stand here,
and wrong ones are put in on purpose.
"""

from __future__ import annotations

from functools import cache
from itertools import accumulate, product
from math import comb, factorial, isqrt
from operator import mul

import pytest
from known_sequences import apery, catalan, delannoy, franel, involutions
from terms_of import fibonacci, motzkin

import gfkit
from gfkit.guess import Ending, guess


def listed(term, count: int) -> list[int]:
    return [term(n) for n in range(count)]


def squares(count: int) -> list[int]:
    return [n * n for n in range(count)]


@cache
def partitions(n: int, parts: tuple[int, ...]) -> int:
    """Partitions of n into parts that are listed, by which of the last part is taken once more."""
    if n <= 0 or not parts:
        return int(n == 0)
    return partitions(n - parts[-1], parts) + partitions(n, parts[:-1])


def test_few_terms_give_a_weak_law_or_none():
    for terms, ahead in (
        (squares(7), "49, 64, 81"),
        ([1, 1, 2, 3, 5, 8, 13, 21], "34, 55, 89"),
        ([1, 2, 4, 8, 16], "32, 64, 128"),
        ([1, 1, 2, 5, 14, 42, 132], "429, 1430, 4862"),
    ):
        found = guess(terms)
        assert found
        assert all(finding.weak for finding in found.found)
        assert found.found[0].terms(len(terms)) == terms
        assert found.reason.endswith(f"it would be confirmed by the next terms {ahead}")
    for terms in ([2, 3, 5, 7, 11, 13, 17], [3, 1, 4, 1, 5, 9], [1, 2, 4, 8, 16, 31], [1, 2, 4, 8]):
        found = guess(terms)
        assert not found
        assert found.reason.startswith("too few terms")
    assert not guess(squares(7), hold_back=6)
    assert not guess(squares(7), kinds="c-finite")
    # Those without a digit 0 to base 4: then come 13, 14, 15, 21.
    found = guess([1, 2, 3, 5, 6, 7, 9, 10, 11])
    assert not found or all(finding.weak for finding in found.found)
    for terms in (
        [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43],
        [int(str(isqrt(2 * 100**n))[-1]) for n in range(1, 20)],
        [*squares(11), 122],  # the last
        [0, 1, 4, 10, 16, 25, 37, 49, 64, 81, 100, 121],  # two
    ):
        assert "breaks it" not in guess(terms).reason


def test_terms_that_take_turns():
    """A recurrence has a number for every root with its multiplicity, twice, the polynomials fewer."""
    for parts in (
        [lambda _: 1, lambda k: k + 2],
        [lambda k: k + 1, lambda k: (k + 1) ** 2],
        [lambda k: k + 1, lambda k: 10 * k + 10, lambda k: 100 * k + 100],
        [lambda k: k**3, lambda _: 7, lambda k: 2 - 5 * k, lambda k: k * (k + 1) // 2],
    ):
        period = len(parts)
        terms = [parts[n % period](n // period) for n in range(40)]
        shown = 6 * period - (period > 2) * period // 2
        for offset in (0, 5):
            found = guess(terms[:shown], offset=offset)
            assert found, found.reason
            assert found.found[0].terms(40) == terms
    slow, fast = [n * n + 1 for n in range(18)], fibonacci(18)
    mixed = [term for pair in zip(slow, fast, strict=True) for term in pair]
    found = guess(mixed[:24]).found
    assert found[0].transform is not None
    assert not found[0].weak
    assert found[0].terms(36) == mixed
    assert all(finding.weak for finding in found[1:])


@pytest.mark.parametrize(
    ("right", "places", "words", "errors"),
    [
        (squares(12), range(2, 10), "n^2", (1, -1, 10)),
        (fibonacci(14), range(4, 11), "a(n-1) + a(n-2)", (1,)),
        (motzkin(60), (12, 40), "1 - f + t*f + t^2*f^2 = 0", (3,)),
        (fibonacci(40), (15,), "a(n-1) + a(n-2) for n >= 2", (3,)),
        ([factorial(n) for n in range(30)], (17,), "a(n) = n!", (3,)),
        pytest.param(
            motzkin(18), range(4, 15), "1 - f + t*f + t^2*f^2 = 0", (1, 10), marks=pytest.mark.slow(2)
        ),
        pytest.param(
            listed(catalan, 14), range(3, 11), "binomial(2*n, n)/(n + 1)", (1, -1), marks=pytest.mark.slow(1)
        ),
    ],
)
def test_one_wrong_term_is_found(right, places, words, errors):
    for place, error in product(places, errors):
        given = [*right[:place], right[place] + error, *right[place + 1 :]]
        found = guess(given)
        assert (found.found, found.outcome) == ((), Ending.BROKEN)
        assert found.reason.startswith(
            f"the term a({place}) = {given[place]} breaks it: with a({place}) = {right[place]} the law would"
        )
        assert words in found.reason


def test_products_over_1_minus_powers():
    """Partitions, those into odd parts, two kinds of parts, plane partitions (MacMahon), Ramanujan's tau."""
    every = tuple(range(1, 90))
    cases = {
        "1": [partitions(n, every) for n in range(40)],
        "0 if n mod 2 = 0; 1 if n mod 2 = 1": [partitions(n, every[::2]) for n in range(40)],
        "2": [sum(partitions(k, every) * partitions(n - k, every) for k in range(n + 1)) for n in range(40)],
    }
    for law, terms in cases.items():
        found = guess(terms[:34]).found[0]
        assert (found.closed_form, found.weak) == (law, False)
        assert found.terms(40) == terms
    power = [1]
    for _ in range(24):  # product (1 - t^n)^24, by the definition
        for n in range(1, 25):
            power = [a - b for a, b in zip([*power, *[0] * n], [*[0] * n, *power], strict=True)][:25]
    found = guess(power[:18]).found[0]
    assert (found.closed_form, found.terms(25)) == ("-24", power)


def stern(count: int) -> list[int]:
    """Hyperbinary representations of n - 1: sums of powers of 2, each at most twice."""

    @cache
    def ways(n: int) -> int:
        return int(n == 0) if n <= 0 else ways(n // 2) + ways(n // 2 - 1) if n % 2 == 0 else ways(n // 2)

    return [0, *(ways(n) for n in range(count - 1))]


def test_regular_sequences_go_on_as_defined():
    for terms, words in (
        ([n.bit_count() % 2 for n in range(140)], "a(2*n) = a(n), a(2*n+1) = 1 - a(n)"),  # Thue and Morse
        (stern(140), "a(2*n) = a(n), a(4*n+1) = a(n) + a(2*n+1)"),
        ([sum(map(int, str(n))) for n in range(240)], "a(10*n) = a(n), a(10*n+1) = 1 + a(n)"),
        ([n ^ (n >> 1) for n in range(120)], "a(4*n) = 2*a(2*n)"),  # Gray
    ):
        found = guess(terms[: len(terms) // 2]).found[0]
        assert (found.kind, found.weak) == ("regular", False)
        assert words in found.text
        assert found.terms(len(terms)) == terms
        assert found[len(terms) - 1] == terms[-1]
        assert found.as_json()["recurrence"] is None
    primes = [n for n in range(2, 500) if all(n % d for d in range(2, n))]
    for terms in (primes[:40], [isqrt(n) for n in range(60)]):
        assert not guess(terms, kinds="regular")


def test_closed_forms():
    for terms, root in (
        (listed(catalan, 20), "(1 - sqrt(1 - 4*t))/(2*t)"),
        (motzkin(20), "(1 - t - sqrt(1 - 2*t - 3*t^2))/(2*t^2)"),
        (listed(delannoy, 20), "1/sqrt(1 - 6*t + t^2)"),
    ):
        found = [finding for finding in guess(terms).found if finding.radical]
        assert [finding.radical for finding in found] == [root]
        assert gfkit.verify(root, data=terms).verdict == "consistent"
    for terms, text in (
        (listed(apery, 30), "Sum_{k=0..n} binomial(n, k)^2*binomial(n+k, k)^2"),
        (listed(franel, 30), "Sum_{k=0..n} binomial(n, k)^3"),
    ):
        assert guess(terms).found[0].closed_form == text
        assert gfkit.verify(text, data=terms).verdict == "consistent"
    assert guess(listed(involutions, 20)).found[0].closed_form is None
    later, central = [5, *(2**n for n in range(15))], [7, 7, *(comb(2 * n, n) // 2 for n in range(2, 20))]
    assert guess(later).found[0].closed_form == "2^n/2 for n >= 1; a(0) = 5"
    assert guess(later[1:]).found[0].closed_form == "2^n"
    assert guess(central).found[0].closed_form == "binomial(2*n, n)/2 for n >= 2"
    products = list(accumulate([3, *later], mul))
    found = guess(products).found[0]
    assert (found.closed_form, found.transform is not None) == ("2^n/2 for n >= 1; b(0) = 5", True)


def test_with_more_terms_the_same_laws_are_not_weak():
    powers = [5, *(4 * 3**k for k in range(1, 20))]
    steps = [n // 4 + n % 4 // 2 for n in range(25)]
    for terms in ([1] * 30, list(range(1, 20)), powers, reduced(4, 61), steps):
        assert not guess(terms).found[0].weak


def reduced(generators: int, count: int) -> list[int]:
    """Words of involutions without two equal letters beside each other, by length."""
    return [1, *(generators * (generators - 1) ** k for k in range(count - 1))]


def test_what_many_sequences_begin_with_is_weak():
    rounded = [isqrt(23 * n * n) for n in range(18)]
    several = [[1] * 12, [*range(1, 11)], [5, 4, *(4 * 3**k for k in range(1, 10))], rounded]
    several += [reduced(3, 20), reduced(4, 20)]
    for terms in several:
        assert [finding.weak for finding in guess(terms).found] == [True]
