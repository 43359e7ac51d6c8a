"""Formulas of optimal numbers: their printed form, their certificates, and their verification.

True numbers are found by listing all configurations, or are printed in papers.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from copy import deepcopy
from itertools import product
from math import ceil, floor
from pathlib import Path
from random import Random
from typing import Any

import pytest
from choice import EVERY, some_of
from cli.calling import call
from tables import tables

from gfkit import Rule, certify_file, optimum, save_derived, verify
from gfkit.core.algebra import QuasiPolynomial
from gfkit.core.errors import MismatchError
from gfkit.proofs.checker.program import check_certificate
from gfkit.proofs.checker.reading import RefusalError
from gfkit.proofs.plain import plain_family
from gfkit.proofs.saving import optimum_certificate
from gfkit.questions.quasi_linear import short_form


def value_of(text: str, n: int) -> int:
    """Evaluate a printed form, read by its words alone."""
    rule = re.sub(r";? for n >= \d+$", "", text)
    head, *more = re.split(r", (?=[+-]\d+ if n )", rule)
    cases = re.findall(r"([^;]+) if n mod (\d+) = ([\d, or]+?)(?:;|$)", head)
    if cases:
        head = next(b for b, p, r in cases if n % int(p) in map(int, re.findall(r"\d+", r)))
    total = eval(head, {"n": n, "floor": lambda x: floor(x + 1e-9), "ceil": lambda x: ceil(x - 1e-9)})
    for part in more:
        by, period, places = re.fullmatch(r"([+-]\d+) if n(?: mod (\d+))? (?:=|in) (.*)", part).groups()
        place = n % int(period) if period else n
        total += int(by) * (place in map(int, re.findall(r"\d+", places)))
    return total


def test_the_shortest_form_has_the_same_terms():
    rng = Random(5)
    for _ in some_of(range(400), 100):
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
    assert optimum("dominating-sets", "path:n").minimum.text == "ceil(n/3)"
    found = optimum("dominating-sets", "5xn").minimum
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


@pytest.mark.parametrize("number", [15, pytest.param(600 if EVERY else 200, marks=pytest.mark.slow(35))])
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
            for law, (weight, times) in zip((found.minimum, found.maximum), extremes(made, n), strict=True):
                assert value_of(law.text, n) == law.weights[n] == weight, (made, n)
                assert law.counts is None or law.counts[n] == times, (made, n)
        if found.first_n:
            assert extremes(made, found.first_n - 1)[0] is None


CERTIFIED = (
    "dominating-sets 2xn", "total-dominating-sets path:n", "maximal-independent-sets cycle:n",
    "edge-dominating-sets 2xn", "minimal-dominating-sets path:n",
)  # fmt: skip


def forged(rng: Random, given: dict[str, Any]) -> dict[str, Any]:
    """Change the meaning of a statement, or of its evidence."""
    made = deepcopy(given)
    side, more = rng.choice(made["sides"]), rng.choice((-2, -1, 1, 2))
    match rng.choice(
        ("side", "vector", "left out", "growth", "values", "initial", "longer", "begin", "board")
    ):
        case "side":
            side["side"] = "largest" if side["side"] == "smallest" else "smallest"
        case "vector":
            rng.choice(side["vector"])[1] += more
        case "left out":
            side["vector"].pop(rng.randrange(len(side["vector"])))
        case ("growth" | "values" | "initial") as key if side[key]:
            side[key][rng.randrange(len(side[key]))] += more
        case "longer":
            side["values"].append(side["values"][-1] + more)
            side["growth"].append(side["growth"][0])
            side["period"] *= len(side["values"])
        case "begin":
            side["begin"] += 1
        case _:
            made["board"] = {"2xn": "3xn", "path:n": "cycle:n", "cycle:n": "path:n"}[made["board"]]
            made["family"] = plain_family(made["board"])
            made["first_n"] = 3 if made["board"] == "cycle:n" else 0
            side["first"] = max(side["first"], made["first_n"])
    return made


@pytest.mark.parametrize("number", [4, pytest.param(50, marks=pytest.mark.slow(20))])
def test_forged_certificates_of_optima_are_refused(number, elsewhere):
    rng = Random(number)
    for question in CERTIFIED:
        save_derived(optimum(*question.split()), "proof.json")
        assert certify_file("proof.json").status == "proved"
        given = json.loads(Path("proof.json").read_text())
        assert check_certificate(given).proved
        for _ in range(number):
            false = forged(rng, given)
            if false == given:
                continue
            with pytest.raises(RefusalError) as refusal:
                check_certificate(false)
            assert refusal.value.code in (1, 2), (question, false)
    assert "proved: for the" in call("certify", "proof.json", code=0).out


def test_slower_ways_have_certificates(elsewhere):
    """Ones, then zeros or twos for good: each is left and never gone back to, and grows by another."""
    window = ("ab", "b == 0 if a == 0 else b != 1 if a == 2 else b < 3")
    rule = Rule.array(colours=3, window=[window], weight={1: "x", 2: "x^3"})
    given = optimum_certificate(optimum(rule, "1xn"))
    assert check_certificate(given).proved
    given["sides"][0]["growth"] = [1]
    with pytest.raises(RefusalError):
        check_certificate(given)


def test_certificates_are_of_families(elsewhere):
    call("optimum", "dominating-sets", "3x3", "--save", "p.json", code=2)
    call("optimum", "kings", "nxn", "--sizes", "1..3", "--save", "p.json", code=2)
    call("optimum", "domination number", "3xn", "--save", "p.json", code=0)
    assert "proved" in call("certify", "p.json", code=0).out


@pytest.mark.parametrize("row", some_of(tables("optimum_laws")["printed"], step=2), ids=str)
def test_printed_formulas_of_optimal_numbers(row):
    said = call("verify", row[1], "--for", *row[2:], code=row[0]).out
    assert said.startswith(("proved", "refuted", "", "", "later")[row[0]])


@pytest.mark.parametrize(("formula", "game", "family", "number"), [
    ("floor((3n+4)/4) for n >= 1", "dominating-sets", "3xn", "domination number"),
    ("n", "independent-sets", "2xn", "independence number"),
    ("floor((3n+5)/4)", "dominating-sets", "3xn", ""),
    ("2^n", "dominating-sets", "3xn", ""),
    ("n", "alternating-sign-matrices", "2xn", ""),
])  # fmt: skip
def test_a_formula_of_an_optimal_number_is_recognized(formula, game, family, number):
    notes = verify(formula, game, family).notes
    asked = [note for note in notes if "did you mean" in note]
    assert asked == [
        f"did you mean --for '{number}' {family}? The formula is proved for it" for _ in range(bool(number))
    ]


def test_own_forms_are_proved():
    cases = ("dominating-sets", "circulant-1-2:n"), ("total-dominating-sets", "4xn")
    for name, family in some_of(cases, 1):
        found = optimum(name, family)
        for side, law in (("minimum", found.minimum), ("maximum", found.maximum)):
            verdict = verify(law.text, name, family, side=side)
            assert verdict.verdict == "proved", (name, family, law.text)
            wrong = f"{law.text.partition(';')[0]}, +1 if n = 77"
            assert verify(wrong, name, family, side=side).verdict != "proved"
    told = call("verify", "n", "--for", "independent-sets", "2xn", "--maximum", code=0).out
    assert told.startswith("proved")


def test_numbers_of_a_rule_file(elsewhere):
    """Friedman, Math Magic (June 2000): L-trominoes that block 2 x n; 2 blocks 4 x 3, as one does not."""
    pieces = '["XX/X.", "XX/.X", "X./XX", ".X/XX"]'
    Path("l.toml").write_text(f'name = "L"\nabout = "L-trominoes."\nboth.pieces = {pieces}\n')
    file = "--for", "l.toml", "2xn", "--positions", "maximal", "--minimum"
    call("verify", "floor((2n+2)/5)", *file, code=0)
    assert call("verify", "floor((2n+5)/5)", *file, code=1).out.startswith("refuted: at n = 1")
