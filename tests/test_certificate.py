"""Certificates: true ones are proved, anything changed is refuted, anything hostile gets one line."""

from __future__ import annotations

import ast
import itertools
import json
import os
import subprocess
import sys
from copy import deepcopy
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gfkit.errors import InputError, LimitError
from gfkit.sequences import Evidence, Polynomial, Status
from gfkit.verify import checker
from gfkit.verify.certificate import Proof, certify_file, load, save
from gfkit.verify.checker import check

PLAIN, PLAYERS = (), ("x", "y")


def poly(text, variables=PLAIN):
    return Polynomial.parse(text, variables)


def entries(text, variables=PLAIN):
    """``0 1 x, 1 0 1`` as entries of a machine."""
    parts = [part.split() for part in text.split(",")]
    return tuple((*map(int, states), poly(weight, variables)) for *states, weight in parts)


def proof(weights, states, start, edges, final, numerator, denominator, **more):
    """A proof from strings."""
    with_t = ("t", *weights)
    about = {"game": "G", "board": "1xn", "positions": "all", "first_n": 0, "initial_terms": ()}
    return Proof(
        **{**about, **more},
        weights=weights,
        states=states,
        start=entries(start, weights),
        edges=entries(edges, weights),
        final=entries(final, weights),
        numerator=poly(numerator, with_t),
        denominator=poly(denominator, with_t),
    )


def padovan():
    """Right ends of Domineering on 1 x n: dominoes, and single empty cells that do not touch.

    State 0 follows a domino, 1 an empty cell, 2 half a domino. Such a row is a sequence of dominoes, each
    perhaps after an empty cell, and perhaps an empty cell at the end: (1 + t)/(1 - t^2 - t^3).
    """
    return proof(
        PLAIN,
        3,
        "0 1",
        "0 1 1, 0 2 1, 1 2 1, 2 0 1",
        "0 1, 1 1",
        "1 + t",
        "1 - t^2 - t^3",
        terms=tuple(map(Polynomial.constant, (1, 1, 1, 2, 2, 3, 4, 5, 7, 9))),
        evidence=Evidence(Status.PROVED, "transfer-matrix", (("states", 3), ("order", 3))),
    )


def col():
    """Col on paths: no two neighbours of the same colour.

    Alternating words, the empty one too, are W = (1 + x t)(1 + y t)/(1 - x y t^2); a row is W (. W)*, so the
    series is W/(1 - t W).
    """
    words = poly("1 + t*x", ("t", *PLAYERS)) * poly("1 + t*y", ("t", *PLAYERS))
    bottom = poly("1 - t^2*x*y", ("t", *PLAYERS)) - poly("t", ("t", *PLAYERS)) * words
    edges = "0 0 1, 0 1 x, 0 2 y, 1 0 1, 1 2 y, 2 0 1, 2 1 x"
    return proof(PLAYERS, 3, "0 1", edges, "0 1, 1 1, 2 1", str(words), str(bottom), game="col")


def lucas():
    """Independent sets of cycles, from n = 3 on: the trace of [[1, 1], [1, 0]]^n, which is Lucas' number.

    Two copies of the matrix, one for each entry of the diagonal; its fourth power is [[5, 3], [3, 2]].
    """
    return proof(
        PLAIN,
        4,
        "0 5, 1 3, 2 3, 3 2",
        "0 0 1, 0 1 1, 1 0 1, 2 2 1, 2 3 1, 3 2 1",
        "0 1, 3 1",
        "4*t^3 + 3*t^4",
        "1 - t - t^2",
        board="cycle:n",
        first_n=3,
        initial_terms=(Polynomial.constant(4),),
    )


def late():
    """1, 7, -2, then nothing: a machine without states, a fraction that is a polynomial."""
    terms = tuple(map(Polynomial.constant, (1, 7, -2)))
    more = {"initial_terms": terms, "start": (), "edges": (), "final": ()}
    empty = proof(PLAIN, 0, "0 0", "0 0 0", "0 0", "1 + 7*t - 2*t^2", "1")
    return replace(empty, **more)


def brute_padovan(n):
    rows = itertools.product("_D", repeat=n)
    runs = ([(cell, len(list(run))) for cell, run in itertools.groupby(row)] for row in rows)
    return sum(all(size % 2 == 0 if cell == "D" else size == 1 for cell, size in row) for row in runs)


def brute_col(n):
    total = {}
    for row in itertools.product(".xy", repeat=n):
        if all(a != b or a == "." for a, b in itertools.pairwise(row)):
            key = (row.count("x"), row.count("y"))
            total[key] = total.get(key, 0) + 1
    return Polynomial.of(PLAYERS, total)


EXAMPLES = {"padovan": padovan(), "col": col(), "lucas": lucas(), "late": late()}


@pytest.fixture(params=EXAMPLES)
def example(request):
    return EXAMPLES[request.param]


def test_examples_are_proved(example, tmp_path):
    file = tmp_path / "proof.json"
    save(file, example)
    verdict = certify_file(file)
    assert verdict.ok, verdict.reason
    assert verdict.checked >= example.terms_needed
    assert "\n" not in verdict.reason
    assert load(file) == example.certificate()
    assert os.listdir(tmp_path) == ["proof.json"]


def test_examples_are_what_they_say():
    """The listed terms come from listing positions; the checker compares them with the machine."""
    terms = tuple(Polynomial.constant(brute_padovan(n)) for n in range(13))
    assert check(replace(padovan(), terms=terms).certificate()).ok
    assert check(replace(col(), terms=tuple(map(brute_col, range(9)))).certificate()).ok
    cycles = [
        sum(not any(s >> i & 1 and s >> (i + 1) % n & 1 for i in range(n)) for s in range(2**n))
        for n in range(3, 12)
    ]
    assert check(replace(lucas(), terms=tuple(map(Polynomial.constant, cycles))).certificate()).ok


def test_layout():
    """What other programs may rely on."""
    saved = col().certificate()
    assert json.loads(json.dumps(saved)) == saved
    assert {
        key: saved[key] for key in ("format", "version", "weights", "first_n", "offset", "checked_terms")
    } == {
        "format": "gfkit-certificate",
        "version": 1,
        "weights": ["x", "y"],
        "first_n": 0,
        "offset": 0,
        "checked_terms": 6,
    }
    assert saved["machine"]["states"] == 3
    assert saved["machine"]["start"] == [[0, "1"]]
    assert saved["machine"]["edges"][:3] == [[0, 0, "1"], [0, 1, "x"], [0, 2, "y"]]
    assert saved["recurrence"] == {
        "order": 3,
        "coefficients": ["1", "x + y + x*y", "x*y"],
        "valid_from": 3,
    }


def test_entries_at_one_place_are_added():
    twice = replace(padovan(), start=(*entries("0 3"), *entries("0 -2"), *entries("1 0")))
    assert twice.certificate() == padovan().certificate()


# Anything changed ------------------------------------------------------------------------------------------


def changed_polynomials(text, variables, step):
    """The polynomial with each coefficient, and one that was zero, changed."""
    value = poly(text, variables)
    top = max((powers[0] for powers, _ in value.terms), default=0) + 1 if variables else 0
    for powers in [*(p for p, _ in value.terms), (top, *(0 for _ in variables[1:])) if variables else ()]:
        yield str(value + Polynomial.of(variables, {powers: step}))


@pytest.mark.parametrize("step", [1, -1, 2, 10**40])
def test_any_one_coefficient_changed_is_refuted(example, step):
    saved, weights = example.certificate(), example.weights
    lists = [(saved["terms"], weights), (saved["initial_terms"], weights)]
    lists.append((saved["recurrence"]["coefficients"], weights))
    places = [(part, key, names) for part, names in lists for key in range(len(part))]
    places += [(saved["generating_function"], key, ("t", *weights)) for key in ("numerator", "denominator")]
    tried = 0
    for part, key, names in places:
        kept = part[key]
        for text in changed_polynomials(kept, names, step):
            part[key] = text
            assert check(saved).code == 1, text
            tried += 1
        part[key] = kept
    assert tried >= 5
    assert check(saved).ok


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        (("recurrence", "order"), 2),
        (("recurrence", "order"), 4),
        (("recurrence", "valid_from"), 2),
        (("recurrence", "coefficients"), ["0", "1"]),
        (("recurrence", "coefficients"), ["0", "1", "1", "0"]),
        (("evidence", "order"), 2),
        (("checked_terms",), 5),
        (("machine", "states"), 4),
        (("machine", "edges"), []),
        (("machine", "start"), []),
        (("machine", "final"), []),
        (("generating_function", "denominator"), "-1 + t^2 + t^3"),
        (("generating_function", "denominator"), "0"),
        (("generating_function", "denominator"), "t"),
        (("generating_function", "numerator"), "0"),
    ],
)
def test_any_one_claim_changed_is_refuted(keys, value):
    saved = padovan().certificate()
    part = saved
    for key in keys[:-1]:
        part = part[key]
    assert part[keys[-1]] != value
    part[keys[-1]] = value
    verdict = check(saved)
    assert (verdict.ok, verdict.code) == (False, 1), verdict.reason


def test_agreement_just_short_of_the_proof_is_refuted():
    """A machine that leaves the fraction at the last index that the theorem asks for, and not before.

    A path of N states whose end is reached after N - 1 steps: the series is t^(N-1), the fraction 0.
    """
    for states in (1, 2, 5):
        edges = tuple((i, i + 1, Polynomial.constant(1)) for i in range(states - 1))
        last = ((states - 1, Polynomial.constant(1)),)
        chain = replace(
            late(), initial_terms=(), states=states, start=entries("0 1"), edges=edges, final=last
        )
        assert check(replace(chain, numerator=poly(f"t^{states - 1}", ("t",))).certificate()).ok
        wrong = replace(chain, numerator=poly("0", ("t",)))
        assert wrong.terms_needed == states
        assert f"t^{states - 1} " in check(wrong.certificate()).reason


def test_a_numerator_of_high_degree_is_compared_to_its_end():
    """The degree of the numerator counts too: an added t^k is found, whatever number of terms is stated."""
    for power in range(20):
        top = padovan().numerator + Polynomial.monomial((power,), ("t",))
        wrong = replace(padovan(), numerator=top, terms=()).certificate()
        del wrong["recurrence"]
        assert f"t^{power} " in check(wrong).reason
        for stated in range(wrong["checked_terms"]):
            assert check({**wrong, "checked_terms": stated}).code == 1


def test_different_monomials_never_pass_for_one_another():
    """The checker puts integers in place of x and y: y is not a power of x, and x is not a power of 2."""
    powers = list(itertools.product(range(4), range(3)))
    for (i, j), (k, h), bits in itertools.product(powers, powers, range(8)):
        top = Polynomial.of(("t", *PLAYERS), {(0, k, h): 2**bits})
        first = Polynomial.monomial((i, j), PLAYERS)
        bottom = Polynomial.constant(1, ("t", *PLAYERS))
        claim = replace(late(), weights=PLAYERS, initial_terms=(first,), numerator=top, denominator=bottom)
        assert check(claim.certificate()).ok == ((i, j, 0) == (k, h, bits))


# Random machines -------------------------------------------------------------------------------------------


def product(left, right):
    total = {}
    for (p, a), (q, b) in itertools.product(left.items(), right.items()):
        key = tuple(i + j for i, j in zip(p, q, strict=True))
        total[key] = total.get(key, 0) + a * b
    return {key: value for key, value in total.items() if value}


def added(*parts):
    total = {}
    for part in parts:
        for key, value in part.items():
            total[key] = total.get(key, 0) + value
    return {key: value for key, value in total.items() if value}


def slow_series(count, claim):
    """The claimed sequence, by dictionaries of coefficients."""
    zero = [{}] * claim.first_n + [dict(term.terms) for term in claim.initial_terms]
    row = dict(claim.start)
    row = {state: dict(weight.terms) for state, weight in row.items()}
    for _ in range(len(zero), count):
        zero.append(
            added(*(product(row.get(state, {}), dict(weight.terms)) for state, weight in claim.final))
        )
        after = {}
        for a, b, weight in claim.edges:
            after[b] = added(after.get(b, {}), product(row.get(a, {}), dict(weight.terms)))
        row = after
    return zero[:count]


def reversed_characteristic(claim):
    """The coefficients of det(I - t A) by Faddeev and LeVerrier: c_k = -tr(A M_k)/k, M_k+1 = A M_k + c_k."""
    size, one = claim.states, {(0,) * len(claim.weights): 1}
    matrix = [[{} for _ in range(size)] for _ in range(size)]
    for a, b, weight in claim.edges:
        matrix[a][b] = dict(weight.terms)
    m = [[one if i == j else {} for j in range(size)] for i in range(size)]
    found = [one]
    for k in range(1, size + 1):
        m = [
            [added(*(product(matrix[i][j], m[j][h]) for j in range(size))) for h in range(size)]
            for i in range(size)
        ]
        trace = added(*(m[i][i] for i in range(size)))
        assert all(value % k == 0 for value in trace.values())
        found.append({key: -value // k for key, value in trace.items()})
        for i in range(size):
            m[i][i] = added(m[i][i], found[-1])
    return found


def with_fraction(claim):
    """The proof with its right fraction: det(I - t A) times the series, cut where it must end."""
    bottom = reversed_characteristic(claim)
    series = slow_series(claim.offset + claim.states, claim)
    top = [
        added(*(product(bottom[i], series[n - i]) for i in range(min(n, claim.states) + 1)))
        for n in range(len(series))
    ]
    names = ("t", *claim.weights)

    def joined(rows):
        return Polynomial.of(names, {(n, *key): c for n, row in enumerate(rows) for key, c in row.items()})

    return replace(claim, numerator=joined(top), denominator=joined(bottom))


@st.composite
def claims(draw):
    weights = draw(st.sampled_from([(), ("x",), PLAYERS]))
    states = draw(st.integers(0, 4))
    coefficients = st.integers(-3, 5).filter(bool)

    def polynomials():
        keys = st.tuples(*(st.integers(0, 2) for _ in weights))
        return st.dictionaries(keys, coefficients, min_size=1, max_size=2).map(
            lambda f: Polynomial.of(weights, f)
        )

    def chosen(width, most):
        places = st.tuples(*(st.integers(0, states - 1) for _ in range(width)))
        if not states:
            return ()
        return tuple(
            (*key, f) for key, f in draw(st.dictionaries(places, polynomials(), max_size=most)).items()
        )

    claim = Proof(
        game="random",
        board="path:n",
        positions="all",
        weights=weights,
        first_n=draw(st.integers(0, 3)),
        initial_terms=tuple(draw(st.lists(polynomials(), max_size=3))),
        states=states,
        start=chosen(1, 3),
        edges=chosen(2, 8),
        final=chosen(1, 3),
        numerator=Polynomial.constant(0, ("t", *weights)),
        denominator=Polynomial.constant(1, ("t", *weights)),
    )
    claim = with_fraction(claim)
    listed = slow_series(draw(st.integers(0, 8)), claim)[claim.first_n :]
    return replace(claim, terms=tuple(Polynomial.of(weights, term) for term in listed))


@given(claims())
@settings(max_examples=150)
def test_random_machines_are_proved(claim):
    verdict = check(claim.certificate())
    assert verdict.ok, verdict.reason


@given(claims(), st.data())
@settings(max_examples=150)
def test_random_machines_with_one_coefficient_changed_are_refuted(claim, data):
    saved = claim.certificate()
    lists = [saved["terms"], saved["initial_terms"], saved["recurrence"]["coefficients"]]
    places = [(part, key, claim.weights) for part in lists for key in range(len(part))]
    places += [
        (saved["generating_function"], key, ("t", *claim.weights)) for key in ("numerator", "denominator")
    ]
    part, key, names = data.draw(st.sampled_from(places))
    powers = data.draw(st.tuples(*(st.integers(0, 5) for _ in names)))
    step = Polynomial.of(names, {powers: data.draw(st.integers(-9, 9).filter(bool))})
    part[key] = str(Polynomial.parse(part[key], names) + step)
    assert check(saved).code == 1


@given(claims(), st.data())
@settings(max_examples=150)
def test_random_machines_with_one_entry_changed(claim, data):
    """Refuted, unless the sequence is the same; the slow series tells, over twice the states and more."""
    name = data.draw(st.sampled_from(["start", "edges", "final"]))
    kept = getattr(claim, name)
    if not kept:
        return
    place = data.draw(st.integers(0, len(kept) - 1))
    scaled = Polynomial.constant(data.draw(st.sampled_from([0, -1, 2])), claim.weights)
    entry = (*kept[place][:-1], kept[place][-1] * scaled)
    other = replace(claim, terms=(), **{name: (*kept[:place], entry, *kept[place + 1 :])})
    count = claim.offset + 2 * claim.states
    same = slow_series(count, claim) == slow_series(count, other)
    assert check(other.certificate()).ok == same


def test_removing_any_entry_of_the_examples_is_refuted(example):
    tried = 0
    for name in ("start", "edges", "final"):
        part = example.certificate()["machine"][name]
        for place in range(len(part)):
            saved = example.certificate()
            del saved["machine"][name][place]
            assert check(saved).code == 1
            saved = example.certificate()
            saved["machine"][name][place][-1] = "7"
            assert check(saved).code == 1
            tried += 2
    assert tried >= 12 or example == EXAMPLES["late"]


def test_numbers_longer_than_python_converts():
    digits = "1" + "0" * 5000 + "7"
    base = replace(
        late(), initial_terms=(), states=1, start=entries("0 1"), final=entries("0 1")
    ).certificate()
    base["machine"]["edges"] = [[0, 0, digits]]
    base["generating_function"] = {"numerator": "1", "denominator": f"1 - {digits}*t"}
    base["recurrence"] = {"order": 1, "coefficients": [digits], "valid_from": 1}
    base["checked_terms"] = 2
    assert check(base).ok
    base["generating_function"]["denominator"] = f"1 - {digits[:-1]}8*t"
    base["recurrence"]["coefficients"] = [digits[:-1] + "8"]
    assert check(base).code == 1


# Files -----------------------------------------------------------------------------------------------------


def one_line(error):
    text = str(error.value)
    assert "\n" not in text
    assert len(text) < 400
    assert text.isprintable()
    return text


@pytest.mark.parametrize("name", ["padovan", "col"])
def test_truncated_files(tmp_path, name):
    save(tmp_path / "whole.json", EXAMPLES[name])
    data = (tmp_path / "whole.json").read_bytes()
    file = tmp_path / "cut.json"
    for length in [*range(0, len(data) - 2, 50), len(data) - 3, len(data) - 2]:
        file.write_bytes(data[:length])
        with pytest.raises(InputError) as error:
            certify_file(file)
        assert "not JSON, or cut off" in one_line(error)


def changed(**changes):
    return json.dumps({**padovan().certificate(), **changes})


def fraction(top, bottom="1 - t^2 - t^3"):
    return changed(generating_function={"numerator": top, "denominator": bottom})


def machine(**changes):
    return changed(machine={**padovan().certificate()["machine"], **changes})


WHOLE = json.dumps(padovan().certificate())
HOSTILE = {
    "empty": ("", "not JSON"),
    "not text": (b"\xff\xfe\x00{", "not JSON"),
    "zeros": (b"\0" * 1000, "not JSON"),
    "a list": ("[]", "expected a file written with --save"),
    "a number": ("7", "expected a file written with --save"),
    "null": ("null", "expected a file written with --save"),
    "another object": ('{"count": "7"}', "expected a file written with --save"),
    "only the format": ('{"format": "gfkit-certificate"}', "'board' is missing"),
    "deep lists": ("[" * 200_000, "nested too deeply"),
    "deep objects": ('{"a":' * 200_000, "nested too deeply"),
    "NaN": (WHOLE.replace('"version": 1', '"version": NaN'), "the number NaN is not whole"),
    "infinity": (WHOLE.replace('"version": 1', '"version": -Infinity'), "the number -Infinity is not whole"),
    "a fraction": (WHOLE.replace('"states": 3', '"states": 3.0'), "the number 3.0 is not whole"),
    "an exponent": (WHOLE.replace('"states": 3', '"states": 3e0'), "the number 3e0 is not whole"),
    "a key twice": (WHOLE.replace('"version": 1', '"version": 1, "version": 1'), "there twice"),
    "a deep key twice": (WHOLE.replace('"states": 3,', '"states": 3, "states": 3,', 1), "there twice"),
    "text after the end": (WHOLE + "{}", "not JSON"),
    "unknown version": (changed(version=2), "expected gfkit-certificate and 1"),
    "true as version": (changed(version=True), "expected gfkit-certificate and 1"),
    "unknown key": (changed(note="\x1b[2J"), "'note' is missing or not known"),
    "a key that is no text": (changed(**{"\ud800\n": 1}), "is missing or not known"),
    "missing key": (WHOLE.replace('"game"', '"name"'), "'game' is missing"),
    "a number as game": (changed(game=7), "game: expected a string"),
    "null as weights": (changed(weights=None), "weights: expected"),
    "unknown weights": (changed(weights=["z"]), "weights: expected"),
    "only y": (changed(weights=["y"]), "weights: expected"),
    "negative first_n": (changed(first_n=-1), "first_n: expected whole numbers from 0"),
    "huge first_n": (changed(first_n=10**12), "first_n: expected whole numbers from 0"),
    "true as first_n": (changed(first_n=False), "first_n: expected whole numbers from 0"),
    "offset before first_n": (changed(first_n=3), "initial_terms: expected one for each n"),
    "missing initial terms": (changed(offset=4), "initial_terms: expected one for each n"),
    "text as machine": (changed(machine="A"), "machine: expected an object"),
    "negative states": (machine(states=-3), "machine states: expected whole numbers"),
    "absurdly many states": (machine(states=10**30), "machine states: expected whole numbers"),
    "edges as object": (machine(edges={}), "edges: expected a list"),
    "edge as number": (machine(edges=[7]), "edges: expected a list"),
    "edge of two": (machine(edges=[[0, "1"]]), "edges: expected 2 states and a polynomial"),
    "edge of nothing": (machine(edges=[[]]), "edges: expected 2 states and a polynomial"),
    "start of nothing": (machine(start=[[]]), "start: expected 1 states and a polynomial"),
    "edge out of range": (machine(edges=[[0, 3, "1"]]), "entry [0, 3] is out of range"),
    "edge from below": (machine(edges=[[-1, 0, "1"]]), "edges: expected whole numbers"),
    "edge with a word": (machine(edges=[["0", 0, "1"]]), "edges: expected whole numbers"),
    "edge twice": (machine(edges=[[0, 1, "1"], [0, 1, "1"]]), "there twice"),
    "edge with t": (machine(edges=[[0, 1, "t"]]), "edges: cannot read 't'"),
    "edge with null": (machine(edges=[[0, 1, None]]), "edges: expected polynomials"),
    "weights not declared": (fraction("1 + x*t"), "numerator: cannot read 'x*t'"),
    "code": (fraction("__import__('os')"), "numerator: cannot read \"__import__('os')\""),
    "brackets": (fraction("(1+t)*(1-t)"), "numerator: cannot read"),
    "no polynomial": (fraction(""), "numerator: cannot read ''"),
    "half a term": (fraction("1 + "), "numerator: cannot read ''"),
    "two signs": (fraction("1 - -t"), "numerator: cannot read '--t'"),
    "negative power": (fraction("t^-1"), "numerator: '-1' is not a whole number"),
    "no power": (fraction("t^"), "numerator: '' is not a whole number"),
    "absurd power": (fraction("t^1000001"), "numerator, powers: expected whole numbers"),
    "a million digits": (fraction("9" * 10**6), "is not a whole number of at most"),
    "a million digits bare": (
        WHOLE.replace('"version": 1', '"version": ' + "9" * 10**6),
        "is not a whole number",
    ),
    "foreign digits": (fraction("١"), "numerator: '\\u0661' is not a whole number"),
    "upper digits": (fraction("t^²"), "numerator: '\\xb2' is not a whole number"),
    "null as denominator": (fraction("1", None), "denominator: expected polynomials"),
    "list as terms": (changed(terms=[[1]]), "terms: expected polynomials"),
    "terms as text": (changed(terms="111"), "terms: expected a list"),
    "checked_terms as text": (changed(checked_terms="6"), "checked_terms: expected whole numbers"),
    "absurd checked_terms": (changed(checked_terms=10**9), "checked_terms: expected whole numbers"),
    "recurrence as list": (changed(recurrence=[]), "recurrence: expected an object"),
    "recurrence of nothing": (changed(recurrence={}), "recurrence: the key 'coefficients' is missing"),
    "deep evidence": (changed(evidence={"a": [[]]}), "evidence: expected strings and whole numbers"),
}
HEAVY = {
    "many terms": changed(checked_terms=10**6),
    "sparse and high": changed(
        generating_function={"numerator": "t^400000", "denominator": "1 - t^2"},
        recurrence=None,
        evidence={},
        checked_terms=999_999,
    ),
    "many states": changed(
        machine={**padovan().certificate()["machine"], "states": 500_000}, checked_terms=600_000
    ),
    "high weights": json.dumps(
        {**col().certificate(), "initial_terms": ["x^1000000*y^1000000"], "offset": 1, "checked_terms": 7}
    ),
    "long weights": changed(
        machine={**padovan().certificate()["machine"], "edges": [[0, 0, "9" * 99_999]]}, checked_terms=99_999
    ),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files(tmp_path, capsys, name):
    content, message = HOSTILE[name]
    file = tmp_path / "hostile.json"
    file.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))
    with pytest.raises(InputError) as error:
        certify_file(file)
    assert message in one_line(error)
    assert error.value.exit_code == 2
    assert checker.main([str(file)]) == 2
    written = capsys.readouterr()
    assert written.out == ""
    assert written.err.count("\n") == 1
    assert written.err.startswith("bad file: ")


@pytest.mark.parametrize("name", HEAVY)
def test_absurd_work_is_refused_before_it_starts(tmp_path, capsys, name):
    file = tmp_path / "heavy.json"
    file.write_text(HEAVY[name])
    with pytest.raises(LimitError) as error:
        certify_file(file)
    assert "needs up to 2^" in one_line(error)
    assert checker.main([str(file)]) == 3
    assert capsys.readouterr().err.startswith("too much work: needs up to 2^")


def test_work_is_bounded_by_the_limit_given(tmp_path):
    save(tmp_path / "a.json", col())
    with pytest.raises(LimitError):
        certify_file(tmp_path / "a.json", limit=100)
    assert checker.main([str(tmp_path / "a.json"), "100"]) == 3
    assert checker.main([str(tmp_path / "a.json"), "100000000"]) == 0


@pytest.mark.parametrize("value", [None, 7, float("nan"), [], {}, "gfkit-certificate", {1: 2}, object()])
def test_check_takes_anything(value):
    verdict = check(value)
    assert (verdict.ok, verdict.code) == (False, 2)


@pytest.mark.parametrize("name", sorted(padovan().certificate()))
@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        -1,
        10**30,
        1.5,
        float("nan"),
        "",
        "zzz",
        "9" * 5000,
        [],
        [[]],
        [None],
        {},
        {"a": {}},
        [[0, 0]],
    ],
)
def test_any_value_at_any_key_is_judged(name, value):
    """Never a traceback; never proved, except where the value says nothing or nothing false."""
    verdict = check({**padovan().certificate(), name: value})
    says_nothing = {
        "game",
        "board",
        "positions",
        "terms",
        "evidence",
        "recurrence",
        "initial_terms",
        "weights",
    }
    assert not verdict.ok or name in says_nothing
    assert "\n" not in verdict.reason
    for inner in ("machine", "generating_function", "recurrence"):
        saved = deepcopy(padovan().certificate())
        for key in saved[inner]:
            assert not check({**saved, inner: {**saved[inner], key: value}}).ok


def test_files_that_cannot_be_used(tmp_path):
    for path in (tmp_path, tmp_path / "none.json", "a\0b"):
        with pytest.raises(InputError) as error:
            load(path)
        one_line(error)
    with pytest.raises(InputError) as error:
        save(tmp_path / "no" / "such.json", padovan())
    assert "cannot be written: No such file or directory" in one_line(error)
    with pytest.raises(InputError):
        save(tmp_path, padovan())
    assert os.listdir(tmp_path) == []


# Alone -----------------------------------------------------------------------------------------------------


def test_the_checker_imports_nothing_that_python_lacks():
    tree = ast.parse(Path(checker.__file__).read_text(encoding="utf-8"))
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.Import) for name in node.names}
    imported |= {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert imported == {"__future__", "collections.abc", "json", "sys"}


def test_the_checker_stands_alone(tmp_path):
    alone, files = tmp_path / "alone", tmp_path / "files"
    alone.mkdir()
    files.mkdir()
    save(files / "true.json", col())
    save(files / "false.json", replace(col(), numerator=poly("1 + t", ("t", *PLAYERS))))
    (files / "cut.json").write_bytes((files / "true.json").read_bytes()[:300])
    (files / "heavy.json").write_text(HEAVY["many terms"])

    def run(*arguments):
        command = [sys.executable, "-I", "-S", checker.__file__, *arguments]
        return subprocess.run(command, cwd=alone, capture_output=True, text=True, check=False, timeout=60)

    for name, code, word in [
        ("true.json", 0, "proved: the fraction is the generating function"),
        ("false.json", 1, "refuted: the coefficient of t^1 is not the machine's"),
        ("cut.json", 2, "bad file: not JSON, or cut off"),
        ("heavy.json", 3, "too much work: needs up to"),
        ("none.json", 2, "bad file: cannot be read"),
    ]:
        done = run(str(files / name))
        assert done.returncode == code, done
        assert (done.stdout + done.stderr).startswith(word)
        assert (done.stdout + done.stderr).count("\n") == 1
        assert bool(done.stderr) == (code >= 2)
    assert run().returncode == 2
    assert run("a", "b", "c").returncode == 2
    module = [sys.executable, "-m", "gfkit.verify.checker", str(files / "true.json")]
    done = subprocess.run(
        module, cwd=Path(__file__).parent.parent, capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, "")
