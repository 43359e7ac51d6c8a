"""Certificates of specified classes: true ones are proved, ones that are false by meaning are rejected.

The truth of a changed certificate is computed from its own text by iteration from the empty class.
"""

import json
import random
import re

import pytest
from drawn import draw
from slow_series import is_true, terms_of

import gfkit
from gfkit.core.errors import GfkitError, MismatchError
from gfkit.proofs.checker.program import check_certificate
from gfkit.proofs.checker.reading import RefusalError
from gfkit.specifications import law_named
from gfkit.specifications.catalytic import law_of_catalytic

CATALAN = "f = 1 + t*f^2"
ROOT = "f = t*h; h = 1 + 2*t*g*h; g = 1 + t*g^2"
"""The series t/sqrt(1 - 4*t); the other root of its equation differs from t^1 on."""
TEXTS = [
    CATALAN,
    "f = t + f^2",
    "S = t + SEQ_{>=2}(S)",
    "D = P*(1 + D); P = t*(1 + P + P^2)",
    "f = 1/(1 - t - t^2)",
    "f = SEQ(t*g); g = SEQ_{1..2}(t) + t*h; h = h*t",
    "f = 1 + 2*t*g*f; g = 1 + t*g^2",
    "B = SEQ(t*SEQ_{>=1}(t*B)/(1 - t))",
    "f = t*f",
    "A = 2 - t*B/(-1); B = -t*(1 + A)",
    "f = 1 + t*f^2 + g - g^2; g = g^2",
    ROOT,
    "f = t*f*SEQ(t*g) + g*t; g = SEQ(t*f)*f",
]
MAPS = ("F = 1 + t*(u^2*F^2 + u*(F + D))", 1)


def saved(text, at=None):
    law = law_named(text) if at is None else law_of_catalytic(text, at)
    return json.loads(json.dumps(law.certificate()))


def verdict(certificate):
    """Return the exit code and the reason or statement."""
    try:
        return 0, check_certificate(json.loads(json.dumps(certificate))).statement
    except RefusalError as refusal:
        return refusal.code, refusal.reason


@pytest.mark.parametrize("text", TEXTS)
def test_derived_equations_are_proved(text):
    certificate = saved(text)
    code, statement = verdict(certificate)
    assert code == 0
    assert text in statement
    assert is_true(certificate)
    assert certificate["terms"] == terms_of(text, len(certificate["terms"]))


@pytest.mark.parametrize("text", TEXTS)
def test_without_a_differential_equation_all_terms_are_computed(text):
    certificate = saved(text) | {"coefficients": [], "right": []}
    code, statement = verdict(certificate)
    assert code == 0
    assert "differential" not in statement
    for k, value in enumerate(certificate["terms"]):
        terms = [*certificate["terms"]]
        terms[k] = value + 1
        assert verdict(certificate | {"terms": terms})[0] == 1


def test_a_file_is_proved_and_has_no_theorem_for_coq(tmp_path):
    file = tmp_path / "trees.json"
    law = law_named("S = t + SEQ_{>=2}(S)")
    gfkit.save_derived(law, file)
    found = gfkit.certify_file(file)
    assert found.status == "proved"
    assert "each is built in one way" in found.rests_on
    assert "-t + S + t*S - 2*S^2 = 0" in found.reason
    with pytest.raises(MismatchError, match="Coq"):
        gfkit.save_derived(law, tmp_path / "trees.v")
    gfkit.save_derived(law_named("N = 1 + t*(x + N - 1)*N", at="x=2"), file)
    assert gfkit.certify_file(file).proved


def test_drawn_systems():
    """Each derived equation is proved by the checker and true."""
    rng, proved = random.Random(5), 0
    for _ in range(150):
        text = str(draw(rng, signed=True))
        try:
            certificate = saved(text)
        except GfkitError:
            continue
        proved += len(certificate["law"]) > 1
        code, statement = verdict(certificate)
        assert code == 0, (text, statement)
        assert is_true(certificate, 14), text
    assert proved > 40


LINEAR = [[0, 0, 1], [0, 1, -1], [1, 1, 1]]
WRONG = [[0, 0, 1], [0, 1, -1], [1, 1, 2]]
ONE, OWN = [[0, 0, 1]], [[0, 1, 1]]
REDUCIBLE = [[0, 0, 1], [0, 1, -2], [0, 2, 1], [1, 1, 3], [1, 2, -3], [2, 2, 2]]
"""The product of the polynomials of 1/(1 - t) and 1/(1 - 2*t)."""
TRIVIAL = {"equation": OWN, "start": [0], "denominator": ONE, "numerators": [OWN]}
POWERS = {"law": WRONG, "coefficients": [[1, -2]], "right": [1], "terms": [2**k for k in range(10)]}
GEOMETRIC = {"denominator": ONE, "numerators": [OWN]}
COMPLEMENT = {"numerators": [[[0, 0, 1], [0, 1, -1]]], "denominator": ONE}
BARE = {"coefficients": [], "right": []}
CUT = [1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862]

FORGED = [
    # text, changed keys, part of the reason
    ("f = 1 + t*f", {**GEOMETRIC, **POWERS, "equation": REDUCIBLE, "start": [1, 2]}, "numerators"),
    ("f = 1 + t*f", {**GEOMETRIC, **POWERS, "equation": WRONG, "start": [1]}, "numerators"),
    ("f = 1 + t*f", {**GEOMETRIC, **POWERS, "equation": LINEAR, "start": [1]}, "law"),
    ("f = 1 + t*f", {**GEOMETRIC, "equation": REDUCIBLE, "start": [1]}, "start"),
    ("f = 1 + t*f", {**GEOMETRIC, "equation": [[1, 0, 1]], "start": [1, 1, 1]}, "start"),
    ("f = 1 + t*f", {**GEOMETRIC, **POWERS, "equation": [[j + 1, k, c] for j, k, c in WRONG]}, "start"),
    (
        "f = 1 + t*f",
        {**POWERS, "equation": WRONG, "denominator": WRONG, "numerators": [WRONG]},
        "denominator",
    ),
    ("f = 1 + t*f", {**POWERS, "equation": WRONG, "denominator": [], "numerators": [[]]}, "denominator"),
    ("f = 1 + t*f", {"start": [1, 1], "denominator": [[1, 0, 1]], "numerators": [[[1, 0, 1]]]}, "numerators"),
    ("f = t + f^2", {**COMPLEMENT, "terms": [1, *(-c for c in CUT[:9])]}, "constant term"),
    ("f = t + f^2", {"terms": [1, *(-c for c in CUT[:9])]}, "terms"),
    ("f = t + f^2", {"start": [1]}, "constant term"),
    (
        "f = 1 + 2*t*g*f; g = 1 + t*g^2",
        {"terms": [-1, -2, -6, -20, -70, -252, -924, -3432, -12870, -48620]},
        "t",
    ),
    (ROOT, {"terms": [0, -1, -2, -6, -20, -70, -252, -924, -3432, -12870]}, "terms"),
    (CATALAN, {"specification": "f = f"}, "nilpotent"),
    (CATALAN, {"specification": "f = f + t*(1 - f + t*f^2)"}, "nilpotent"),
    (CATALAN, {"specification": "f = 1 + f - 1 + t*(1 - f + t*f^2)"}, "nilpotent"),
    (CATALAN, {"specification": "f = 2*f - 1 - t*f^2"}, "size 0"),
    (CATALAN, {"specification": "f = 1 + t*f^2*SEQ(1 - 1) + 0*SEQ(1)"}, "numerators"),
    (CATALAN, {"specification": "f = SEQ(1)"}, "size 0"),
    (CATALAN, {"specification": "f = 1 + t*f^3"}, "numerators"),
    (CATALAN, {"specification": "f = 1 + 2*t*f^2"}, "numerators"),
    (CATALAN, {"specification": "f = 1 + t^2*f^2"}, "numerators"),
    (CATALAN, {"specification": "f = 1 + t*f^2; g = t; f = g"}, "distinct names"),
    (CATALAN, {"specification": "f = 1 + t*f^2; t = 1"}, "distinct names"),
    (CATALAN, {"specification": "f = 1 + t*g^2"}, "g is not defined"),
    (CATALAN, {"specification": "f = 1 + t f^2"}, "operator"),
    (CATALAN, {"specification": "f = MSET(t*f)"}, "MSET is not defined"),
    ("S = t + SEQ_{>=2}(S)", {"specification": "S = t + SEQ_{>=3}(S)"}, "numerators"),
    ("S = t + SEQ_{>=2}(S)", {"specification": "S = t + SEQ_{2..5}(S)"}, "unknowns"),
    ("S = t + SEQ_{>=2}(S)", {"unknowns": ["S", "SEQ(t)"]}, "unknowns"),
    ("S = t + SEQ_{>=2}(S)", {"unknowns": ["S", "S"]}, "unknowns"),
    ("S = t + SEQ_{>=2}(S)", {"unknowns": ["SEQ(S)", "S"]}, "constant term"),
    (
        "D = P*(1 + D); P = t*(1 + P + P^2)",
        {"specification": "P = t*(1 + P + P^2); D = P*(1 + D)"},
        "unknowns",
    ),
    ("D = P*(1 + D); P = t*(1 + P + P^2)", {"specification": "D = P*(1 + D); P = t*(1 + D + P^2)"}, "numer"),
    (
        "D = P*(1 + D); P = t*(1 + P + P^2)",
        {"law": [[1, 0, 1], [0, 1, -1], [1, 1, 1], [1, 2, 1]], "terms": [0, 1, 1, 2, 4, 9, 21, 51, 127, 323]},
        "law",
    ),
    ("f = 1 + t*f", {**BARE, "law": [[0, 1, -4], [1, 1, 1]]}, "law"),  # holds at t = 4
    (
        "f = 1 + t*f",
        {**BARE, **GEOMETRIC, "start": [1], "law": [[0, 0, 2], [1, 1, 3], [2, 1, -1]]},  # holds at t = 2
        "law",
    ),
    (CATALAN, {"law": []}, "law"),
    (CATALAN, {"law": [[0, 0, 0], [0, 1, 0]]}, "law"),
    (CATALAN, {"law": [[0, 1, 1], [0, 1, -1]]}, "law"),
    (CATALAN, {"law": [[0, 0, 1], [0, 1, -1], [1, 2, 1], [2, 3, 0]]}, "law"),
    (CATALAN, {"law": [[1, 0, 1]]}, "contains f"),
    (CATALAN, {"equation": [[0, 0, 1], [0, 1, -1], [1, 2, 1], [1, 3, 0]]}, "equation"),
    (CATALAN, {"denominator": [[0, 0, 1], [0, 1, 0]]}, "denominator"),
    (CATALAN, {"start": [2]}, "start"),
    (CATALAN, {"start": []}, "start"),
    (CATALAN, {"start": [1, 2]}, "start"),
    (CATALAN, {"coefficients": [[1]], "right": CUT}, "terms"),
    (CATALAN, {"coefficients": [[0]], "right": []}, "coefficients"),
    (CATALAN, {"coefficients": [[], []], "right": []}, "coefficients"),
    (CATALAN, {"coefficients": [[1, -2], [0, 1, -5]]}, "coefficients"),
    (CATALAN, {"right": [2]}, "coefficients"),
    (CATALAN, {"terms": []}, "terms"),
    (CATALAN, {"coefficients": [], "right": [1]}, "right"),
    (CATALAN, {**BARE, "terms": []}, "terms"),
    (CATALAN, {"origin": {"kind": "catalytic", "at": 1}}, "D does not occur"),
    (CATALAN, {"origin": {"kind": "grammar", "at": 1}}, "origin"),
    (CATALAN, {"version": 2}, "version"),
    (MAPS, {"origin": {"kind": "catalytic", "at": 0}}, "unknowns"),
    (MAPS, {"origin": {}}, "is not defined"),
    (MAPS, {"specification": "F = 1 + t*(u^2*F^2 + u*(F + F*D))"}, "numerators"),
    (MAPS, {"specification": "F = 1 + u*D + t*(u^2*F^2 + u*(F + D))"}, "divisible"),
    (MAPS, {"specification": "F = 1 + t*(u^2*F^2 + x*(F + D))"}, "x is not defined"),
    (MAPS, {"specification": "F = 1 + t*(u^2*F^2 + u*(F + D)); G = F"}, "one polynomial"),
    (MAPS, {"specification": "F = 1 + t*(u^2*F^2 + u*F*SEQ(t*D))"}, "one polynomial"),
]


@pytest.mark.parametrize(("text", "changes", "reason"), FORGED)
def test_what_is_false_by_meaning_is_rejected(text, changes, reason):
    certificate = saved(text) if isinstance(text, str) else saved(*text)
    assert verdict(certificate)[0] == 0
    code, said = verdict(certificate | changes)
    assert code in (1, 2)
    assert reason in said


@pytest.mark.parametrize("text", ["f = t + f^2", "f = 1 + 2*t*g*f; g = 1 + t*g^2", "f = 1/(1 - t - t^2)"])
def test_each_wrong_term_is_refuted(text):
    certificate = saved(text)
    for k, value in enumerate(certificate["terms"]):
        for other in (value + 1, -value - 1, 2 * value + 3):
            terms = [*certificate["terms"]]
            terms[k] = other
            assert verdict(certificate | {"terms": terms})[0] == 1


def test_a_missing_key_or_an_additional_one_is_rejected():
    certificate = saved(CATALAN)
    for key in certificate:
        assert verdict({name: value for name, value in certificate.items() if name != key})[0] == 2
    assert verdict(certificate | {"hypothesis": ""})[0] == 2


def test_changed_digits():
    """No certificate in which digits were changed is proved if its statement is false."""
    rng, refused, accepted = random.Random(1), 0, 0
    texts = [json.dumps(saved(text)) for text in TEXTS] + [json.dumps(saved(*MAPS))]
    for _ in range(2000):
        text = rng.choice(texts)
        for _ in range(rng.choice([1, 1, 2])):
            place = rng.choice([match.start() for match in re.finditer(r"\d|\+|-", text)])
            new = rng.choice("0123456789") if text[place].isdecimal() else rng.choice("+- ")
            text = text[:place] + new + text[place + 1 :]
        try:
            certificate = json.loads(text)
        except ValueError:
            continue
        if verdict(certificate)[0]:
            refused += 1
            continue
        accepted += 1
        assert is_true(certificate, 14), text
    assert refused > 1000
    assert accepted > 10
