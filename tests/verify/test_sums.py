"""Identities between sums, proved for all n or refuted, and their certificates.

Identities and sums are evaluated term by term in exact fractions, from their text and by ``math.comb``; this
shares no code with the provers and the checker. Recurrences of small order are quoted from the literature.
"""

from __future__ import annotations

import json
import re
from copy import deepcopy
from fractions import Fraction
from math import comb, factorial, floor

import pytest
from choice import drawn, some_of
from cli.calling import call
from json_places import at, places
from tables import lines

from gfkit import verify
from gfkit.claims.provers.sums import first_difference, law_of_expression, least_order
from gfkit.claims.statement.parse import read_statement
from gfkit.claims.sum_certificate import sum_certificate
from gfkit.core.algebra import PRecursive
from gfkit.core.errors import GfkitError, InputError
from gfkit.proofs import certify_file
from gfkit.proofs.checker.program import check_certificate
from gfkit.proofs.checker.reading import RefusalError

ROWS = [tuple(map(str.strip, line.split("|"))) for line in lines("sums")]

# Values -----------------------------------------------------------------------------------------------------


class Exact(Fraction):
    """Fraction with exact powers and quotients in Python expressions."""

    def __pow__(self, power):
        assert Fraction(power).denominator == 1
        power = int(power)
        value = Fraction(1)
        for _ in range(abs(power)):
            value *= Fraction(self)
        return Exact(value if power >= 0 else 1 / value)


def exact_operation(name):
    method = getattr(Fraction, name)
    return lambda self, other: Exact(method(Fraction(self), Fraction(other)))


for _word in ("add", "sub", "mul", "truediv"):
    for _name in (f"__{_word}__", f"__r{_word}__"):
        setattr(Exact, _name, exact_operation(_name))
Exact.__neg__ = lambda self: Exact(-Fraction(self))


def binomial(x, y):
    """Return x (x-1) ... (x-y+1)/y!, and 0 for y < 0."""
    x, y = Fraction(x), int(y)
    if y < 0:
        return Exact(0)
    value = Fraction(1)
    for i in range(y):
        value = value * (x - i) / (i + 1)
    return Exact(value)


def factorials(x):
    if x < 0:
        raise ZeroDivisionError
    return Exact(factorial(int(x)))


def summed(body, low, high):
    return sum((body(Exact(k)) for k in range(int(low), floor(high) + 1)), Exact(0))


def in_python(text):
    """Return an expression in Python: sum(BODY, k=LOW..HIGH) becomes summed(lambda k: BODY, LOW, HIGH)."""
    text = re.sub(r"(?<![\w.])\d+", r"Exact(\g<0>)", text.replace("^", "**"))
    while (found := re.search(r"\bsum\(", text)) is not None:
        depth, end, commas = 1, found.end(), []
        while depth:
            depth += (text[end] == "(") - (text[end] == ")")
            commas += [end] if text[end] == "," and depth == 1 else []
            end += 1
        body, span = text[found.end() : commas[-1]], text[commas[-1] + 1 : end - 1]
        letter, low, high = re.fullmatch(r"\s*(\w)=(.*)\.\.(.*)", span).groups()
        text = f"{text[: found.start()]}summed(lambda {letter}: {body}, {low}, {high}){text[end:]}"
    return text


def values(side, n):
    """Return the value of a side at n, or None if it has none."""
    names = {
        "Exact": Exact, "summed": summed, "binomial": binomial, "factorial": factorials,
        "floor": lambda x: Exact(floor(x)), "n": Exact(n),
    }  # fmt: skip
    try:
        return eval(in_python(side), names)
    except ZeroDivisionError:
        return None


def sides_of(text):
    """Return both sides of an identity and the first n of its range."""
    body, _, span = text.partition(" for n >= ")
    # the sign = of a range has no blank before it
    left, right = body.split(" = ")
    return left, right, int(span or 0)


@pytest.mark.parametrize(("verdict", "text"), some_of(ROWS, step=3), ids=lambda one: one[:40])
def test_identities(verdict, text):
    left, right, first = sides_of(text)
    found = verify(text)
    word, _, place = verdict.partition(" ")
    assert found.verdict == word, found
    pairs = {n: (values(left, n), values(right, n)) for n in range(first, first + 24)}
    if word == "refuted":
        n = int(place)
        one, other = values(left, n), values(right, n)
        assert (found.first_difference.n, one != other) == (n, True)
        assert (found.first_difference.true, found.first_difference.formula) == (str(one), str(other))
        assert all(one == other for m, (one, other) in pairs.items() if m < n)
    else:
        assert all(one == other is not None for one, other in pairs.values())
        assert verify(found.statement).verdict == word


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("sum(1/k, k=1..n) = 2^n/n", "at n = 0"),
        ("sum(1/(k-3), k=0..n) = sum(1/(k-3), k=0..n)", "no value"),
        ("sum(2^k/k, k=0..n) = sum(2^k/k, k=0..n)", "no value"),
        ("sum(factorial(n-2*k), k=0..n) = sum(factorial(n-2*k), k=0..n)", "no value"),
        ("1/(n-30) = (n-30)/(n-30)^2", "no value"),
    ],
)
def test_terms_without_a_value_are_named(text, words):
    with pytest.raises(InputError, match=words):
        verify(text)


# Recurrences as printed in the OEIS: A005259, A005258, A000172, A002893, A002895, A125143, A001006, A006318,
# A001850, A005260.
RECURRENCES = [
    (
        "sum(binomial(n,k)^2*binomial(n+k,k)^2, k=0..n)",
        "n^3*a(n) = (34*n^3-51*n^2+27*n-5)*a(n-1) - (n-1)^3*a(n-2)",
    ),
    ("sum(binomial(n,k)^2*binomial(n+k,k), k=0..n)", "n^2*a(n) = (11*n^2-11*n+3)*a(n-1) + (n-1)^2*a(n-2)"),
    ("sum(binomial(n,k)^3, k=0..n)", "n^2*a(n) = (7*n^2-7*n+2)*a(n-1) + 8*(n-1)^2*a(n-2)"),
    ("sum(binomial(n,k)^2*binomial(2*k,k), k=0..n)", "n^2*a(n) = (10*n^2-10*n+3)*a(n-1) - 9*(n-1)^2*a(n-2)"),
    (
        "sum(binomial(n,k)^2*binomial(2*k,k)*binomial(2*n-2*k,n-k), k=0..n)",
        "n^3*a(n) = 2*(2*n-1)*(5*n^2-5*n+2)*a(n-1) - 64*(n-1)^3*a(n-2)",
    ),
    (
        "sum((-1)^(n-k)*3^(n-3*k)*binomial(n,3*k)*binomial(n+k,k)*factorial(3*k)/factorial(k)^3,"
        " k=0..floor(n/3))",
        "n^3*a(n) = -(2*n-1)*(7*n^2-7*n+3)*a(n-1) - 81*(n-1)^3*a(n-2)",
    ),
    (
        "sum(binomial(n,2*k)*binomial(2*k,k)/(k+1), k=0..floor(n/2))",
        "(n+2)*a(n) = (2*n+1)*a(n-1) + (3*n-3)*a(n-2)",
    ),
    (
        "sum(binomial(n+k,2*k)*binomial(2*k,k)/(k+1), k=0..n)",
        "(n+1)*a(n) = (6*n-3)*a(n-1) - (n-2)*a(n-2)",
    ),
    ("sum(binomial(n,k)*binomial(n+k,k), k=0..n)", "n*a(n) = (6*n-3)*a(n-1) - (n-1)*a(n-2)"),
    (
        "sum(binomial(n,k)^4, k=0..n)",
        "n^3*a(n) = 2*(2*n-1)*(3*n^2-3*n+1)*a(n-1) + (4*n-3)*(4*n-4)*(4*n-5)*a(n-2)",
    ),
]  # fmt: skip


@pytest.mark.parametrize(
    ("side", "recurrence"), some_of(RECURRENCES, step=2), ids=range(len(some_of(RECURRENCES, step=2)))
)
def test_recurrences_have_the_printed_order(side, recurrence):
    law = law_of_expression(read_statement(side).chains[0].sides[0])
    printed = PRecursive.parse(recurrence, [values(side, n) for n in range(4)])
    assert (law.order, str(law)) == (printed.order, str(printed))
    assert law.terms(12) == [values(side, n) for n in range(12)]
    assert verify(f"{recurrence} where a(n) = {side}").verdict == "proved"
    wrong = recurrence.replace("a(n-1)", "a(n-1)*(n+1)/(n+2)", 1)
    assert verify(f"{wrong} where a(n) = {side}").verdict == "refuted"


def test_a_smaller_order_needs_a_proof():
    """The recurrence of 2^n holds for 60 terms of the first sequence, and for all terms of the second one."""
    terms = [2**n for n in range(200)]
    rows = [[-300, 1], [900, -3], [-600, 2]]  # (n - 300) (a(n) - 3 a(n-1) + 2 a(n-2)) = 0
    broken = PRecursive.of(rows, [*terms, *(2**n for n in range(200, 300)), 2**300 + 1, 2**301 + 3])
    kept, reduced = least_order(broken), least_order(PRecursive.of([[1], [-3], [2]], terms))
    assert (kept[301], kept.order, reduced.order) == (2**301 + 3, 2, 1)
    assert first_difference(broken, reduced) == 300


# Drawn sums -------------------------------------------------------------------------------------------------

_PAIRS = ["n, k", "n+k, k", "2*k, k", "2*n-2*k, n-k", "n-k, k", "2*n+1, k", "k, n", "n+1, n-k", "3, k"]
_ENDS = ["n", "n", "n", "n+1", "n-1", "2*n", "n-2", "floor(n/2)", "floor((n+1)/2)", "n+2", "3"]


def drawn_sum(random):
    """Return a sum of a random product, often with a degenerate range."""

    def linear():
        a, b, c = (random.choice([-1, 0, 1, 2]) for _ in range(3))
        return f"({a}*n + ({b})*k + ({c}))"

    factors = []
    for _ in range(random.randint(1, 3)):
        pair = random.choice(_PAIRS) if random.random() < 0.7 else f"{linear()}, {linear()}"
        factors.append(
            random.choice(
                [
                    f"binomial({pair})^{random.choice([1, 1, 2])}",
                    f"binomial({pair})",
                    f"({random.choice([-2, -1, 2, 3])})^{linear()}",
                    linear(),
                    f"1/{linear()}",
                    f"factorial{linear()}",
                    f"1/factorial{linear()}",
                    f"1/binomial({pair})",
                ]
            )
        )
    return f"sum({'*'.join(factors)}, k={random.choice([0, 0, 0, 1, 2, -1])}..{random.choice(_ENDS)})"


@pytest.mark.parametrize("part", some_of(range(20), 4))
def test_laws_of_drawn_sums(part):
    """Compare all initial terms of a law, and 20 more, with the sum; terms without a value are refused."""
    found = 0
    for seed in range(50):
        random = drawn(f"sums {part} {seed}")
        text, first = drawn_sum(random), random.choice([0, 0, 1, 3])
        try:
            law = law_of_expression(read_statement(text).chains[0].sides[0], first)
        except GfkitError:
            continue
        count = len(law.initial) + 20
        assert law.terms(count) == [values(text, n) for n in range(first, first + count)], (text, first)
        found += 1
    assert found >= 10


@pytest.mark.parametrize("part", some_of(range(10), 2))
def test_drawn_identities(part):
    """A changed sum is proved equal only if it is; a certificate of a false identity is refused."""
    words = {"proved": 0, "refuted": 0}
    for seed in range(25):
        random = drawn(f"identities {part} {seed}")
        text = drawn_sum(random)
        changed = text
        for old, new in random.sample(
            [("k=0", "k=1"), ("..n)", "..n+1)"), ("n, k", "n, k+1"), ("2", "3"), ("n+1", "n")], 2
        ):
            changed = changed.replace(old, new, 1)
        other = random.choice([changed, changed, f"{text} + binomial(n, 41)"])
        first = random.choice([0, 1, 2])
        pairs = [(values(text, n), values(other, n)) for n in range(first, first + 45)]
        is_true = all(one == two is not None for one, two in pairs)
        try:
            found = verify(f"{text} = {other} for n >= {first}")
        except GfkitError:
            continue
        if found.verdict in words:
            words[found.verdict] += 1
            assert (found.verdict == "proved") == is_true, (text, other, first)
        certificate = sum_certificate(found.statement)
        if certificate is not None and accepts(certificate):
            assert is_true, (text, other, first)
    assert min(words.values()) > 0, words


# Certificates -----------------------------------------------------------------------------------------------


def accepts(certificate):
    try:
        check_certificate(json.loads(json.dumps(certificate)))
    except RefusalError:
        return False
    return True


def value_of_terms(terms, n):
    """Return the value of a side of a certificate at n, from the meaning of its factors."""
    total = Fraction(0)
    for term in terms:
        span = term["range"]
        last = floor(Fraction(span["high"][0] * n + span["high"][1], span["high"][2])) if span else 0
        for k in range(span["low"] if span else 0, last + 1):
            value = Fraction(1)
            for factor in term["factors"]:
                value *= value_of_factor(factor, n, k)
            total += value
    return total


def value_of_factor(factor, n, k):
    def linear(form):
        return form[0] * n + form[1] * k + form[2]

    if "polynomial" in factor:
        return Fraction(sum(c * n**i * k**j for i, j, c in factor["polynomial"]))
    if "base" in factor:
        return Fraction(*factor["base"]) ** linear(factor["exponent"])
    if "binomial" in factor:
        value = Fraction(binomial(*map(linear, factor["binomial"])))
    else:
        number = linear(factor.get("factorial", factor.get("linear")))
        value = Fraction(factorials(number)) if "factorial" in factor else Fraction(number)
    return value ** factor["exponent"]


def is_true(certificate):
    """Return True if both sides are defined and equal at 45 n."""
    try:
        return all(
            value_of_terms(certificate["left"], n) == value_of_terms(certificate["right"], n)
            for n in range(certificate["first"], certificate["first"] + 45)
        )
    except ZeroDivisionError:
        return False


PROVED = [text for verdict, text in ROWS if verdict == "proved"]


def certificate_of(text):
    return sum_certificate(verify(text).statement)


def test_most_identities_have_a_certificate_of_their_own(tmp_path):
    made = 0
    for number, text in enumerate(some_of(PROVED, step=5)):
        file = tmp_path / f"{number}.json"
        call("verify", text, "--save", file, code=0)
        saved = json.loads(file.read_text("utf-8"))
        made += saved["format"] == "gfkit-sums"
        found = certify_file(file)
        assert (found.ok, found.proved) == (True, True)
        assert is_true(saved) if saved["format"] == "gfkit-sums" else "prover of gfkit" in found.rests_on
    assert made >= 6


def test_the_text_must_be_about_the_sums(tmp_path):
    saved = certificate_of("sum(binomial(n,k), k=0..n) = 2^n")
    (tmp_path / "a.json").write_text(
        json.dumps(saved | {"text": "for n >= 0: sum(binomial(n, k), k = 0..n) = 3^n"})
    )
    with pytest.raises(InputError, match="different"):
        certify_file(tmp_path / "a.json")


@pytest.mark.parametrize("text", some_of(PROVED, step=7), ids=range(len(some_of(PROVED, step=7))))
def test_changed_certificates(text):
    """A certificate with one changed number is refused, or states something true."""
    saved = certificate_of(text)
    if saved is None:
        return
    assert accepts(saved)
    random = drawn(f"certificates {text}")
    numbers = [path for path in places(saved) if type(at(saved, path)) is int and path != ("version",)]
    for path in random.sample(numbers, min(len(numbers), 30)):
        changed = deepcopy(saved)
        at(changed, path[:-1])[path[-1]] += random.choice([1, -1, 2, -2])
        assert not accepts(changed) or is_true(changed), (text, path)


def test_certificates_that_are_false_by_meaning():
    """Wrong bounds, remainders that are left out, factorials of negative numbers within the range, and values
    that the recurrence does not determine.
    """
    square = certificate_of("sum(binomial(n,k)^2, k=0..n) = binomial(2*n,n)")
    for key, bound in [("low", 1), ("high", [1, -1, 1]), ("high", [1, 0, 2]), ("high", [0, 9, 1])]:
        changed = deepcopy(square)
        changed["left"][0]["range"][key] = bound
        assert not accepts(changed)
    wide = deepcopy(square)
    wide["left"][0]["range"] = {"low": -3, "high": [2, 7, 1]}  # the summand is 0 there, so this is true
    assert accepts(wide)
    assert is_true(wide)
    harmonic = certificate_of("sum(1/k, k=1..n) = sum((-1)^(k+1)*binomial(n,k)/k, k=1..n)")
    for term in range(2):
        changed = deepcopy(harmonic)
        side = changed["left" if term else "right"][0]
        side["steps"] = []
        assert not accepts(changed)
    # (2n - k)! is not defined for k > 2n
    inner = certificate_of("sum(factorial(2*n-k)*(2*n-k), k=0..n) = factorial(2*n+1) - factorial(n)")
    assert accepts(inner)
    for high in ([2, 1, 1], [3, 0, 1]):
        changed = deepcopy(inner)
        changed["left"][0]["range"]["high"] = high
        assert not accepts(changed)
    alternating = certificate_of("sum((-1)^k*binomial(n,k), k=0..n) = 0 for n >= 1")
    assert accepts(alternating)
    assert not accepts(alternating | {"first": 0})
    # the first difference is at n = 50, where the leading coefficient n - 49 of binomial(n, 50) vanishes
    for text in (
        "for n >= 0: sum(binomial(n, k), k = 0..n) = 2^n + binomial(n, 50)",
        "for n >= 0: 2^n = 2^n + binomial(n, 50)*binomial(60, n)",
        "for n >= 0: binomial(3, n) = binomial(3, n) + binomial(n, 44)",
    ):
        false = sum_certificate(text)
        assert not accepts(false)
        assert not accepts(false | {"first": 40})
    # an operator that is no multiple of a term's, a zero operator, and a zero multiple
    for key, value in [("operator", [[0]]), ("operator", [[1]]), ("operator", [[], []])]:
        assert not accepts(square | {key: value})
    changed = deepcopy(square)
    changed["left"][0] |= {"cofactor": [[0]], "multiple": [0]}
    assert not accepts(changed)
    # a telescoper of zeros with no function G proves nothing
    changed["left"][0] |= {"telescoper": [[0], [0]], "ansatz": [], "cofactor": [[1]], "multiple": [1]}
    assert not accepts(changed)


def test_sizes_in_a_certificate_are_limited():
    square = certificate_of("sum(binomial(n,k)^2, k=0..n) = binomial(2*n,n)")
    for path, value in [
        (("left", 0, "factors", 0, "binomial", 0), [10**9, 0, 0]),
        (("left", 0, "factors", 0, "binomial", 0), [999, 0, 0]),
        (("left", 0, "range", "high"), [10**9, 0, 1]),
        (("first",), 10**9),
        (("left", 0, "telescoper"), [[1]] * 50),
        (("operator",), [[10**50], [-1]]),
    ]:
        changed = deepcopy(square)
        at(changed, path[:-1])[path[-1]] = value
        assert not accepts(changed)


def test_comb_agrees_with_the_binomials_of_these_tests():
    assert all(binomial(n, k) == comb(n, k) for n in range(9) for k in range(12))
    assert (binomial(-3, 2), binomial(2, -1)) == (6, 0)
