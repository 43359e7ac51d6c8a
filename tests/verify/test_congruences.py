"""Statements about residues, and preperiods and periods modulo m: proved statements hold for many terms.

The terms come from the recurrence by Python; a period is found by following the vector of the last terms.
"""

from __future__ import annotations

from random import Random

import pytest
from choice import drawn, then_slow
from verify.sequences import drawn_fraction, judged, listed

from gfkit.claims.claim import judge_formula
from gfkit.claims.provers.truth import LawTruth
from gfkit.core.algebra import RationalGF
from gfkit.core.errors import InputError, LimitError

FIBONACCI = RationalGF.of([0, 1], [1, -1, -1])


def by_walking(above, below, modulus):
    """Return the preperiod and the period, from the first repetition of a state of the recurrence."""
    order, start = len(below) - 1, max(len(above), len(below))
    terms, seen = [value % modulus for value in listed(above, below, start)], {}
    back = [value % modulus for value in below]
    while (last := tuple(terms[len(terms) - order :])) not in seen:
        seen[last] = len(terms)
        terms.append(-sum(back[j] * terms[-j] for j in range(1, order + 1)) % modulus)
        if len(terms) > 20_000:
            return None
    begin, length = seen[last], len(terms) - seen[last]
    tail = terms[begin:] * 2
    period = next(
        p for p in range(1, length + 1) if length % p == 0 and tail[p : p + length] == tail[:length]
    )
    terms = terms[:begin] + tail
    while begin and terms[begin - 1] == terms[begin - 1 + period]:
        begin -= 1
    return begin, period


@pytest.mark.parametrize("count", then_slow([60], 4, 3000))
def test_preperiods_and_periods_are_exact(count):
    random, compared = drawn("periods"), 0
    for _ in range(count):
        above, below, first = drawn_fraction(random)
        modulus = random.choice([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 16, 25, 27, 32])
        expected = by_walking(above[first:], below, modulus)
        if expected is not None:
            found = RationalGF.of(above, below, first).residues(modulus)
            assert (found.preperiod, found.period) == expected, (above, below, modulus)
            size = found.preperiod + found.period
            assert list(found.values) == [v % modulus for v in listed(above[first:], below, size)]
            compared += 1
    assert compared > count // 2


def test_long_periods_are_computed_without_listing_them():
    """The Pisano period modulo 10^k is 15 * 10^(k-1) for k > 2 (Wall 1960)."""
    assert [FIBONACCI.residues(10**k).period for k in range(3, 13)] == [
        15 * 10 ** (k - 1) for k in range(3, 13)
    ]
    assert FIBONACCI.residues(10).values[:8] == (0, 1, 1, 2, 3, 5, 8, 3)
    with pytest.raises(LimitError):
        FIBONACCI.residues(10**9).values  # noqa: B018
    with pytest.raises(InputError):
        RationalGF.parse("1/(2 - t)").residues(3)
    with pytest.raises(InputError):
        FIBONACCI.residues(0)


def drawn_statement(random: Random, terms, first):
    """Return a statement, and the smallest n at which it is false, or None."""
    modulus = random.choice([1, 2, 2, 2, 3, 3, 4, 5, 6, 7, 8, 9, 10, 12])
    some = sorted(random.sample(range(modulus), random.randint(1, modulus)))
    kept, words = random.choice(
        [
            ({0}, f"{modulus} divides a(n)"),
            ({*range(modulus)} - {0}, f"{modulus} does not divide a(n)"),
            ({some[0]}, f"a(n) == {some[0]} (mod {modulus})"),
            ({*some}, f"a(n) mod {modulus} in {{{', '.join(map(str, some))}}}"),
            ({0}, "a(n) is even"),
            ({1}, "a(n) is odd"),
        ]
    )
    modulus = 2 if "is" in words.split() else modulus
    since = random.choice([None, None, None, random.randint(0, 9)])
    start, has = max(first, since or 0), [value % modulus in kept for value in terms]
    steps = (q for q in range(1, 61) if all(has[n] == has[n + q] for n in range(start, len(has) - q)))
    step = next(steps, random.randint(1, 6))
    classes = {n % step for n in range(start, start + step) if has[n]}
    if random.random() < 0.5:
        classes ^= {random.randrange(step)}
    condition = f"n mod {step} in {{{', '.join(map(str, sorted(classes)))}}}"
    bound = "" if since is None else f", n >= {since}"
    kind = random.choice(["iff", "iff", "for", "all", "no"])
    if kind == "all" or (kind == "for" and not classes):
        words, false = f"{words} for every n{bound}", [not value for value in has]
    elif kind == "no" or not classes:
        words, false = f"{words} for no n{bound}", has
    else:
        words = f"{words} {kind} {condition}{bound}"
        false = [
            (n % step in classes) > v or ((n % step in classes) < v and kind == "iff")
            for n, v in enumerate(has)
        ]
    return words, next((n for n in range(start, len(false)) if false[n]), None)


@pytest.mark.parametrize(("count", "most"), then_slow([(60, 500)], 10, (1000, 2000)))
def test_statements_are_proved_or_refuted_at_the_smallest_n(count, most):
    random, false = drawn("statements"), 0
    for _ in range(count):
        above, below, first = drawn_fraction(random)
        terms = listed(above, below, most)
        text, wrong = drawn_statement(random, terms, first)
        law = LawTruth(RationalGF.of(above, below, first))
        verdict = judged(text, law, wrong, most)
        assert verdict.verdict != "consistent", (text, str(law.rational))
        false += wrong is not None
    assert count // 4 < false < 3 * count // 4 + 1


@pytest.mark.parametrize("count", then_slow([20], 5, 1000))
def test_periods_and_congruences_between_terms(count):
    """Compare with the orbit of residues; a multiple of the period is a period."""
    random, seen = drawn("congruences of terms"), set()
    for _ in range(count):
        above, below, first = drawn_fraction(random)
        modulus = random.choice([2, 3, 4, 5, 6, 7, 8, 9, 10, 12])
        walked = by_walking(above[first:], below, modulus)
        if walked is None or walked[1] > 200:
            continue
        begin, period = walked
        law = LawTruth(RationalGF.of(above, below, first))
        size = period * random.choice([1, 1, 2, 3]) if random.random() < 0.6 else random.randint(1, 60)
        for text, is_true in (
            (f"a(n) mod {modulus} is periodic with period {size}", size % period == 0),
            (f"The period of a(n) modulo {modulus} is {size}", size == period),
            (f"a(n) has least period {size} modulo {modulus}", size == period),
        ):
            found = judge_formula(text, law)
            assert found.verdict == ("proved" if is_true else "refuted"), (text, str(law.rational))
            assert size % period == 0 or not found.correction, (text, str(law.rational))
            seen.add(is_true)
        factor, moved, since = random.randint(-2, 2), random.randint(0, 3), random.randint(0, 3)
        terms = listed(above, below, first + begin + period + 80)
        start = max(first, since)
        wrong = next(
            (
                n
                for n in range(start, start + begin + period + 60)
                if (terms[n + moved] - factor * terms[n]) % modulus
            ),
            None,
        )
        text = f"a(n+{moved}) == {factor}*a(n) + 2^n - 2^n (mod {modulus}) for n >= {since}"
        found = judge_formula(text, law)
        if wrong is None:
            assert found.verdict == ("proved" if first <= since else "later"), (text, str(law.rational))
        elif first <= since:
            assert found.is_refuted or found.is_later, (text, str(law.rational))
            assert found.first_difference.n == wrong
            tail = range(start + begin, start + begin + period)
            is_later = not any((terms[n + moved] - factor * terms[n]) % modulus for n in tail)
            assert is_later or not (found.is_later or found.correction), (text, str(law.rational))
        seen.add(wrong is None)
    assert seen == {False, True}


def test_a_statement_beyond_the_limits_is_not_proved():
    """Three never divides a(n), so 15 does not; but modulo 5 the period is long, and no bound is known."""
    long = RationalGF.of([3], [1, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 0, -1, -2])
    series = long + RationalGF.of([1], [1, -1])
    with pytest.raises(LimitError, match="proof"):
        judge_formula("15 does not divide a(n)", LawTruth(series))
    assert judge_formula("3 does not divide a(n)", LawTruth(series)).verdict == "proved"
