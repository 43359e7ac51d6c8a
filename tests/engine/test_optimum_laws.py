"""Formulas of optimal numbers: their printed form, their certificates, and their verification.

True numbers are found by listing all configurations, or are printed in papers.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import product
from math import ceil, floor
from random import Random

import pytest

from gfkit import Rule, optimum
from gfkit.algebra import QuasiPolynomial
from gfkit.errors import MismatchError
from gfkit.questions.quasi_linear import short_form

_WORDS = {
    word: k
    for k, word in enumerate(("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"))
}


def value_of(text: str, n: int) -> int:
    """Evaluate a printed form, read by its words alone."""
    rule, _, listed = re.sub(r";? for n >= \d+$", "", text).partition("; exceptions ")
    for places, size, way in re.findall(r"n = ([\d, ]+) \((\w+) (more|less)\)", listed):
        if str(n) in places.split(", "):
            more = _WORDS.get(size) or int(size)
            return value_of(rule, n) + (more if way == "more" else -more)
    cases = re.findall(r"([^;]+) if n mod (\d+) = ([\d, or]+?)(?:;|$)", rule)
    if cases and ", +" not in rule and ", -" not in rule:
        body = next(b for b, p, r in cases if n % int(p) in map(int, re.findall(r"\d+", r)))
        return eval(body, {"n": n})
    head, *more = re.split(r", (?=[+-]\d+ if n mod )", rule)
    total = eval(head, {"n": n, "floor": lambda x: floor(x + 1e-9), "ceil": lambda x: ceil(x - 1e-9)})
    for part in more:
        by, period, residues = re.fullmatch(r"([+-]\d+) if n mod (\d+) (?:=|in) (.*)", part).groups()
        total += int(by) * (n % int(period) in map(int, re.findall(r"\d+", residues)))
    return total


def test_the_shortest_form_has_the_same_terms():
    rng = Random(5)
    for _ in range(400):
        period, slope, first = rng.randint(1, 12), rng.randint(-3, 12), rng.randint(0, 4)
        start = first + rng.randint(0, 9)
        one = [
            slope * n // period + rng.choice((0, 0, 0, 0, 1, -2, 14)) for n in range(start, start + period)
        ]
        steady = one + [value + slope for value in one]
        if rng.random() < 0.1 and period > 1:
            steady[-1] += period
        early = [rng.randint(-2, 14) for _ in range(first, start)]
        law = QuasiPolynomial.interpolate(early + steady, first, start, period, 1)
        form = short_form(law)
        for n in range(first, start + 3 * period):
            assert value_of(form.text, n) == law[n], (form.text, n)
        plain = [n for n, _ in form.exceptions]
        assert plain == [n for n in range(first, start) if value_of(form.rule_text, n) != law[n]]


def test_forms_in_print():
    """The number of rows 5 is that of Goncalves, Pinlou, Rao and Thomasse (2011), Theorem 1."""
    assert optimum("dominating-sets", "path:n").smallest.text == "ceil(n/3)"
    found = optimum("dominating-sets", "5xn").smallest
    assert found.as_json()["exceptions"] == [
        {"n": n, "weight": w} for n, w in zip((0, 2, 3, 7), "0349", strict=True)
    ]
    assert found.to("latex").startswith(r"\left\lfloor \frac{6 n + 8}{5} \right\rfloor")
    assert found.as_json()["weights"][:8] == ["0", "2", "3", "4", "6", "7", "8", "9"]


def extremes(made: tuple[int, list[str], dict[int, int]], n: int) -> tuple[tuple[int, int] | None, ...]:
    """List all words, and return the smallest and the largest weight with the number of words."""
    colours, forbidden, weights = made
    words = ("".join(word) for word in product("012"[:colours], repeat=n))
    sizes = Counter(
        sum(weights.get(int(letter), 0) for letter in word)
        for word in words
        if not any(part in word for part in forbidden)
    )
    return tuple((end(sizes), sizes[end(sizes)]) if sizes else None for end in (min, max))


@pytest.mark.parametrize("number", [60, pytest.param(2000, marks=pytest.mark.slow(60))])
def test_drawn_laws_against_listing(number, monkeypatch):
    rng, proved = Random(number), 0
    while proved < number:
        colours = rng.choice((2, 2, 3))
        letters = "012"[:colours]
        lengths = rng.choices((1, 2, 3, 4), (1, 6, 4, 2), k=rng.randint(0, 3))
        forbidden = sorted({"".join(rng.choices(letters, k=length)) for length in lengths})
        weights = {colour: rng.choice((0, 1, 1, 2, 5)) for colour in range(colours)}
        made = colours, forbidden, weights
        rule = Rule.array(
            colours=colours, forbid=forbidden, weight={c: f"x^{w}" for c, w in weights.items() if w}
        )
        monkeypatch.setenv("GFKIT_NATIVE", rng.choice("01"))
        try:
            found = optimum(rule, "1xn")
        except MismatchError:
            assert not any(weights.values()) or extremes(made, 7)[0] is None
            continue
        proved += 1
        for n in range(found.first_n, 8 if colours == 2 else 6):
            for law, (weight, times) in zip((found.smallest, found.largest), extremes(made, n), strict=True):
                assert value_of(law.text, n) == law.weights[n] == weight, (made, n)
                assert law.counts is None or law.counts[n] == times, (made, n)
        if found.first_n:
            assert extremes(made, found.first_n - 1)[0] is None
