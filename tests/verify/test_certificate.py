"""Certificates of machines and strips: true ones are proved, what is changed is judged by what it says then.

Whether a certificate is true is known from its sequence, multiplied out by ``machines`` from the definition,
or from positions that are listed; the theorem in the checkers says how many coefficients decide.
"""

from __future__ import annotations

import itertools
import json
import re
from copy import deepcopy
from dataclasses import replace

import pytest
from choice import then_slow
from differential.certificates import at, places
from machines import (
    EXAMPLES,
    PLAYERS,
    PROOFS,
    R,
    X,
    Y,
    col,
    ending,
    entries,
    is_true,
    late,
    padovan,
    poly,
    saved_of,
    series,
    strip,
)
from tables import FOLDER

import gfkit
from gfkit.proofs import (
    certify_file,
    check,
    load,
    proof_of,
    rule_checker,
    save,
    strip_checker,
    strip_proof_of,
)
from gfkit.proofs.certificate import check_machine
from gfkit.sequences import Polynomial

CLAIMED = ("initial_terms", "numerator", "denominator")
PARTS = {
    4: ("start", "edges", "final", "states", "offset"),
    5: ("layers", "slices", "head", "body", "tails", "finals"),
}


def test_examples_are_proved_and_are_what_they_say():
    """Each begins as positions that are listed, or as numbers that everybody knows."""
    rows = [list(itertools.product(".xy", repeat=n)) for n in range(7)]
    fitting = [
        [row for row in each if all(a != b or a == "." for a, b in itertools.pairwise(row))] for each in rows
    ]
    cycles = [
        sum(not any(s >> i & 1 and s >> (i + 1) % n & 1 for i in range(n)) for s in range(2**n))
        for n in range(3, 10)
    ]
    words = [map("".join, itertools.product("_D", repeat=n)) for n in range(11)]
    begin = {
        "padovan": [sum(re.fullmatch("_?(DD_?)*", word) is not None for word in each) for each in words],
        "col": [sum((X ** row.count("x") * Y ** row.count("y") for row in each), R(0)) for each in fitting],
        "lucas": [0, 0, 0, *cycles],
        "ending": [1, 7, -2, 0, 0],
        "fibonacci": [1, 2, 3, 5, 8, 13],
        "dominoes": [1, 0, 1, 0, 1],
        "tilings": [1, 1, 2, 3, 5, 8],
        "late": [0, 0, 0, 0, 1, 0],
    }
    for name, saved in EXAMPLES.items():
        assert series(saved, len(begin[name])) == begin[name], name
        verdict = check_machine(saved)
        assert (verdict.ok, verdict.machine, is_true(saved)) == (True, "proved", True), (name, verdict.reason)
        assert "\n" not in verdict.reason


def test_files_come_back(tmp_path):
    """The last machine is that of no rule."""
    for name, proof in PROOFS.items():
        file = tmp_path / f"{name}.json"
        save(file, proof)
        assert load(file) == proof.certificate() == json.loads(json.dumps(proof.certificate()))
        whole = certify_file(file)
        assert (whole.status, whole.code) == (("refuted", 1) if name == "ending" else ("proved", 0))
        assert not check_machine(proof.certificate()).ok or check_machine(
            proof.certificate()
        ).checked == needed(proof)
    assert {path.stem for path in tmp_path.iterdir()} == PROOFS.keys()


def needed(claim):
    """How many coefficients from t^0 on must agree to prove that all do: the theorem in the checker."""
    top, order = (
        max((powers[0] for powers, _ in part.terms), default=-1)
        for part in (claim.numerator, claim.denominator)
    )
    return claim.states + order + max(claim.offset, top + 1 - order)


def test_layout():
    """What other programs may rely on, by hand."""
    written = FOLDER / "col_certificate.json"
    assert col().certificate() == json.loads(written.read_text("utf-8"))
    twice = replace(padovan(), start=(*entries("0 3"), *entries("0 -2"), *entries("1 0")))
    assert twice.certificate() == padovan().certificate(), "entries at one place are added"


# Anything changed ------------------------------------------------------------------------------------------


def parts_changed(saved, keys=None):
    """The machine or the strip with one number changed, one item gone or there twice, lists turned round."""
    keys = keys or (*PARTS[saved["version"]], "first_n", *CLAIMED)
    for path in [path for path in places(saved) if path[0] in keys]:
        value, more = at(saved, path), []
        if isinstance(value, int):
            more = [value + 1, value - 1, 0, -value, 7, 10**30]
        elif isinstance(value, list):
            more = [value[::-1], value[1:], value[:-1], value + value[:1], value + value[-1:], []]
        for new in more:
            if new != value:
                other = deepcopy(saved)
                at(other, path[:-1])[path[-1]] = new
                yield path, other


SMALL = ["padovan", "ending", "dominoes", "tilings"]


@pytest.mark.parametrize(
    ("names", "arrays"),
    then_slow([(SMALL, True)], 1, (EXAMPLES.keys() - SMALL, True), (["dominoes", "tilings"], False)),
)
def test_whatever_is_changed_is_judged_by_what_it_says_then(names, arrays, monkeypatch):
    """Codes 2 and 3 are for what does not fit together, and for what is too much work."""
    if not arrays:
        monkeypatch.setattr(strip_checker, "numpy", None)
    for name in names:
        refuted = 0
        for path, other in parts_changed(EXAMPLES[name]):
            verdict = check_machine(other, 10**7)
            refuted += verdict.code == 1
            if verdict.code < 2:
                assert verdict.ok == is_true(other), (path, at(other, path), verdict.reason)
        assert refuted >= 15, name
    assert check_machine(EXAMPLES["padovan"] | {"states": 4}).checked == needed(padovan()) + 1


def test_a_fraction_in_another_form_is_not_called_false():
    """Twice numerator over twice denominator is the same fraction: a bad file, and never refuted."""
    found = gfkit.derive("domineering", "1xn")
    for saved in (saved_of(proof_of(found)), saved_of(strip_proof_of(found))):
        for part in ("numerator", "denominator"):
            rows = saved[part]
            saved[part] = [2 * one if isinstance(one, int) else [*one[:-1], 2 * one[-1]] for one in rows]
        with pytest.raises(rule_checker.RefusalError) as refusal:
            rule_checker.check(saved)
        assert (check_machine(saved).code, refusal.value.args[0]) == (2, 2)


def test_what_is_not_looked_at_is_not_called_false():
    saved = saved_of(proof_of(gfkit.derive("domineering", "1xn")))
    verdicts = [check(saved), check(saved, 1), check(saved | {"game": "col"}), check({})]
    assert [verdict.status for verdict in verdicts] == ["proved", "refused", "refused", "refused"]
    assert check(saved | {"numerator": []}).status == "refuted"


# How many coefficients decide ------------------------------------------------------------------------------


def test_agreement_just_short_of_the_proof_is_refuted():
    """A machine that leaves the fraction 0 at the last index that the theorem asks for, and not before."""
    for length in (1, 2, 5, 60):
        wrong = late(length) | {"numerator": []}
        assert check_machine(wrong).reason == f"the coefficient of t^{length - 1} is not the strip's"
        one = poly("1")
        chain = replace(
            ending(),
            initial_terms=(),
            states=length,
            start=((0, one),),
            edges=tuple((i, i + 1, one) for i in range(length - 1)),
            final=((length - 1, one),),
        )
        assert check_machine(replace(chain, numerator=poly(f"t^{length - 1}", ("t",))).certificate()).ok
        wrong = replace(chain, numerator=poly("0", ("t",)))
        assert needed(wrong) == length
        assert f"t^{length - 1} " in check_machine(wrong.certificate()).reason


def test_a_fraction_that_is_right_for_many_terms_is_refuted():
    """Fibonacci's numbers, and beside them a chain whose end counts after 300 slices."""
    step = [302, 302, [0, 0, 1, *range(2, 301)], [0, 1, 0, *range(3, 302)]]
    saved = strip([[1, 302, [0, 0], [0, 2]], step], [1], [[0, 301]], [1], [1, -1, -1], head=[0])
    assert series(saved, 300)[:5] == [1, 1, 2, 3, 5]
    assert check_machine(saved).reason == "the coefficient of t^299 is not the strip's"
    # 1/Q + t^299 is (1 + t^299 Q)/Q
    patient = saved | {"numerator": [1, *[0] * 298, 1, -1, -1]}
    assert check_machine(patient).machine == "proved"


def test_without_arrays_the_same_is_proved_and_refuted(monkeypatch):
    monkeypatch.setattr(strip_checker, "numpy", None)
    test_examples_are_proved_and_are_what_they_say()
    test_agreement_just_short_of_the_proof_is_refuted()
    test_a_fraction_that_is_right_for_many_terms_is_refuted()


def test_a_numerator_of_high_degree_is_compared_to_its_end():
    """The degree of the numerator counts too: an added t^k is found."""
    for power in (*range(8), 19, 40, 1000):
        top = padovan().numerator + Polynomial.monomial((power,), ("t",))
        assert f"t^{power} " in check_machine(replace(padovan(), numerator=top).certificate()).reason
        top = [*EXAMPLES["fibonacci"]["numerator"], *[0] * power]
        top[power] += 1
        assert f"t^{power} " in check_machine(EXAMPLES["fibonacci"] | {"numerator": top}).reason


def test_different_monomials_never_pass_for_one_another():
    """The checker puts integers in place of x and y: y is not a power of x, and x is not a power of 2."""
    powers = list(itertools.product(range(4), range(2)))
    bottom = Polynomial.constant(1, ("t", *PLAYERS))
    for (i, j), (k, h), bits in itertools.product(powers, powers, (0, 1, 5)):
        top = Polynomial.of(("t", *PLAYERS), {(0, k, h): 2**bits})
        first = (Polynomial.monomial((i, j), PLAYERS),)
        claim = replace(ending(), weights=PLAYERS, initial_terms=first, numerator=top, denominator=bottom)
        assert check_machine(claim.certificate()).ok == ((i, j, 0) == (k, h, bits))


def test_numbers_longer_than_python_converts(tmp_path):
    factor = poly("1 + t", ("t",)) * 10**6001 - 10**6001 + 1  # 1 + 10^6001 t
    for right in (padovan(), strip_proof_of(gfkit.derive("col", "path:n"))):
        longer = replace(right, numerator=right.numerator * factor, denominator=right.denominator * factor)
        save(tmp_path / "a.json", longer)
        assert certify_file(tmp_path / "a.json").status == "proved"
        save(tmp_path / "a.json", replace(longer, denominator=longer.denominator + poly("t", ("t",))))
        assert certify_file(tmp_path / "a.json").code == 1
