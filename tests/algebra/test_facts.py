"""Reciprocity and p-adic valuations: statements for every n are true of 2,000 n. Terms are by recurrence."""

from __future__ import annotations

import json
from contextlib import suppress
from itertools import product
from math import inf

import pytest
from choice import EVERY, drawn, then_slow
from cli.calling import call
from verify.sequences import drawn_fraction, judged, listed

from gfkit import derive, verify
from gfkit.claims.provers.truth import LawTruth
from gfkit.core.algebra import RationalGF, polynomial
from gfkit.core.algebra.facts import reciprocity
from gfkit.core.algebra.valuations import ValuationCase, proves, valuations
from gfkit.core.errors import InputError, LimitError
from gfkit.proofs.checker.program import check_certificate
from gfkit.proofs.checker.reading import Budget, RefusalError
from gfkit.proofs.checker.valuations import PadicSequence, check_case

FURTHER, PRIME, POWER = 2000, 2**61 - 1, 40
NAMED = {  # Lengyel 1995; Marques and Lengyel 2014
    "v_2(a(n)) = v_2(n) + 2 for n mod 12 = 0": [1, -1, -1],
    "v_2(a(n)) = v_2(n+4) - 1 for n mod 16 = 12": [1, -1, -1, -1],
    "v_2(a(n)) = v_2(n+17) + 1 for n mod 32 = 15": [1, -1, -1, -1],
}


def both_ways(law, reach):
    """The terms modulo a prime for |n| <= ``reach`` of a sequence whose recurrence holds from n = d on."""
    size, parts = law.order, (law.numerator, law.denominator)
    above, below = ([int(part.coefficient(k)) for k in range(size + 1)] for part in parts)
    last = pow(below[-1], -1, PRIME)
    known = dict(enumerate(listed(above, below, size)))
    for n in range(size, reach + 1):
        known[n] = -sum(below[j] * known[n - j] for j in range(1, size + 1)) % PRIME
    for n in range(-1, -reach - 1, -1):
        known[n] = -sum(below[j] * known[n + size - j] for j in range(size)) * last % PRIME
    return known


def check_equation(text, law, steps, first=0, **values):
    known = both_ways(law, steps + 80)
    left, right = (side.replace("^", "**") for side in text.split(" = "))
    for n in range(40, steps + 40):
        values |= {"n": n, "a": lambda k: known[k - first]}
        assert (eval(left, values) - eval(right, values)) % PRIME == 0, (text, str(law), n)


def drawn_symmetric(random):
    size, r, sign = random.randint(2, 6), random.choice([1, 1, 1, -1, 2, 3]), random.choice([1, 1, -1])
    half = [1, *(random.randint(-3, 3) for _ in range(size // 2))]
    below = [half[min(i, size - i)] * r ** max(0, 2 * i - size) for i in range(size + 1)]
    above = [random.randint(-2, 3) for _ in range(random.randint(1, size))]
    above = (above + above[::-1])[:size] if random.random() < 0.6 else above
    return above, [value * sign if 2 * i > size else value for i, value in enumerate(below)]


@pytest.mark.parametrize("count", then_slow([30], 8, 2000))
def test_reciprocities_hold_for_all_n_and_none_is_missed(count):
    random, found = drawn("reciprocity"), 0
    for _ in range(count):
        parts = drawn_symmetric(random) if random.random() < 0.8 else drawn_fraction(random)[:2]
        law = RationalGF.of(*parts)
        if law.degree >= law.order:
            with pytest.raises(InputError, match="n < 0"):
                reciprocity(law)
        elif (text := reciprocity(law)) is not None:
            check_equation(text, law, FURTHER)
            found += 1
        elif law.order > 1 and law.denominator.coefficient(law.order) in (1, -1):
            known = both_ways(law, 40)
            for s, c, e in product(range(-6, 7), (1, -1), (1, -1)):
                gaps = ((known[-n - s] - e * c**n * known[n]) % PRIME for n in range(20))
                assert any(gaps), (str(law), s, c, e)
    assert found > count // 4
    for words in ("matchings", "path:n"), ("independent-sets", "king:2xn"), ("matchings", "cycle:n"):
        law = derive(*words, weights="pieces").rational
        text = reciprocity(law)
        check_equation(text, law.at(x=3).shifted(law.first_n), 100, law.first_n, x=3)
        left, right = text.split(" = ")
        assert verify(text, *words).verdict == "proved"
        for forged in (f"{left} = -({right})", f"x*{left} = {right}", text.replace("(-n", "(-n+1", 1)):
            with pytest.raises(AssertionError):
                check_equation(forged, law.at(x=3).shifted(law.first_n), 9, law.first_n, x=3)
            assert verify(forged, *words).verdict == "refuted", forged


def exponent(number, prime):
    return next(k for k in range(POWER + 1) if k == POWER or number % prime ** (k + 1))


def exponent_of(case, prime, n):
    return min(POWER, case.constant + (case.zero is not None and exponent(n - case.zero, prime)))


def accepts(law, found, case):
    """Return True if the checker of certificates proves a case."""
    above, below = (polynomial.dense(part) for part in (law.numerator, law.denominator))
    terms = PadicSequence([*map(int, above)], [*map(int, below)], found.prime, found.period, Budget())
    constant = None if case.constant == inf else case.constant
    names = "constant", "zero", "is_bound", "modulus", "residues"
    with suppress(RefusalError):
        check_case(dict(zip(names, (constant, *case[1:]), strict=True)), terms)
        return True
    return False


def drawn_valuations(count):
    random = drawn("valuations")
    while count:
        above, below, first = drawn_fraction(random)
        if random.random() < 0.2:  # a(n) = 0 for odd n, or for even n
            above, below = ([value for one in row for value in (one, 0)][:-1] for row in (above, below))
            above = [0] * random.randint(0, 1) + above
        law, prime = RationalGF.of(above, below, first), random.choice([2, 2, 3, 3, 5, 7])
        try:
            found = valuations(law, prime, 100)
        except (InputError, LimitError):
            assert law.order == 0 or law.order * prime > 6 or below[-1] % prime == 0, (str(law), prime)
            continue
        yield law, prime, found, [exponent(value, prime) for value in listed(above, below, FURTHER)]
        count -= 1


@pytest.mark.parametrize("count", then_slow([12], 30, 800 if EVERY else 400))
def test_valuations_are_exact_for_all_n_and_forged_ones_are_not_proved(count):
    """Another residue, a shift, a sign, a constant one too large, for every fourth; also in certificates."""
    forged = 0
    for place, (law, prime, found, true) in enumerate(drawn_valuations(count)):
        for n in range(found.valid_from, FURTHER):
            (case,) = (one for one in found.cases if n % one.modulus in one.residues)
            stated = exponent_of(case, prime, n)
            assert stated <= true[n] if case.is_bound else stated == true[n], (str(law), prime, n, case)
        assert place % 8 or all(accepts(law, found, case) for case in found.cases), (str(law), prime)
        for case in [case for case in found.cases if not case.is_bound and place % 4 == 0][-2:]:
            constant, zero, *_, modulus, residues = case
            changed = [(constant + 1, zero, residues), (constant, zero, ((residues[0] + 1) % modulus,))]
            changed += [(constant, z, residues) for z in ([] if zero is None else [zero + 1, -zero])]
            for one in [case, *(ValuationCase(c, z, False, modulus, kept) for c, z, kept in changed)]:
                places = [n for n in range(found.valid_from, FURTHER) if n % one.modulus in one.residues]
                wrong = next((n for n in places if exponent_of(one, prime, n) != true[n]), None)
                assert proves(law, prime, one) == (wrong is None), (str(law), prime, one, wrong)
                assert place % 8 or accepts(law, found, one) == (wrong is None), (str(law), prime, one)
                with suppress(LimitError):  # a large power of p in a statement about residues
                    modulus > 10_000 or judged(
                        f"{one.text(prime)}, n >= {found.valid_from}", LawTruth(law), wrong, FURTHER
                    )
                forged += wrong is not None
    assert forged > count // 2
    for text, denominator in NAMED.items():
        assert judged(text, LawTruth(RationalGF.of([0, 1], denominator)), None, 0).verdict == "proved"


def test_commands_print_facts_and_verify_reads_them(tmp_path):
    words, page = ("domino-tilings", "2xn"), tmp_path / "page.html"
    shown = json.loads(call("derive", *words, "--valuation", "3", "--full", "--json", code=0).out)
    statements = [case["statement"] for case in shown["valuations"]["cases"]]
    statements.append(derive(*words).facts()[0][1])
    assert statements[1:] == ["v_3(a(n)) = v_3(n+1) + 1 for n mod 4 = 3", "a(-n-2) = (-1)^n*a(n)"]
    for text in statements:
        assert call("verify", text, "--for", *words, code=0).out.startswith("proved")
    call("report", *words, "-o", page, code=0)
    for printed in (page.read_text("utf-8"), call("derive", *words, "--full", code=0).out):
        assert statements[-1] in printed
    call("derive", *words, "--valuation", "3", "--save", tmp_path / "v.json", code=0)
    saved = json.loads((tmp_path / "v.json").read_text("utf-8"))
    assert "v_3(n + 1) + 1 for n mod 4 = 3" in call("certify", tmp_path / "v.json", code=0).out
    changes = [{"period": 3}, {"prime": 2}, {"prime": 9}, {"cases": []}, {"weights": ["x"]}, {"version": 6}]
    changes += [{"denominator": [[0, 0, 0, 1], [1, 0, 0, -1], [2, 0, 0, -c]]} for c in (3, 7)]
    false = {"constant": [2, None], "zero": [3, 1], "residues": [[2, 3], [9], []], "modulus": [3, 5]}
    changes += [{"cases": [saved["cases"][1] | {"is_bound": True}]}]
    rows = product(saved["cases"], ((key, value) for key in false for value in false[key]))
    changes += [{"cases": [case | {key: value}]} for case, (key, value) in rows]
    for change in changes:
        with pytest.raises(RefusalError):
            assert not check_certificate(saved | change)
    for text in ("v_2(a(n)) >= v_2(n+1)", "v_2(a(n)) = v_2(n+1) iff n odd", "v_4(a(n)) = v_4(n)"):
        assert not call("verify", text, "--for", *words, code=2).out
