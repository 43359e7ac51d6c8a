"""Certificates: true ones are proved, anything changed is refuted, anything hostile gets one line."""

from __future__ import annotations

import ast
import itertools
import json
import os
import subprocess
import sys
import threading
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lazily import Lazily

import gfkit
from gfkit.errors import InputError, LimitError
from gfkit.games import find_rule
from gfkit.sequences import Polynomial
from gfkit.verify import check as judge
from gfkit.verify import checker, proof_of, rule_checker, strip_proof_of
from gfkit.verify.certificate import Proof, certify_file, load, save, write_whole
from gfkit.verify.certificate import check_machine as check

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
    about["rule"] = find_rule(more.get("game", "domineering"))
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
        game="domineering",
        positions="right-ends",
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
        game="node-kayles",
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
    verdict = check(example.certificate())
    assert verdict.ok, verdict.reason
    assert verdict.checked == terms_needed(example)
    whole = certify_file(file)  # the last is the machine of no rule
    assert (whole.status, whole.code) == (("refuted", 1) if example is EXAMPLES["late"] else ("proved", 0))
    assert "\n" not in verdict.reason
    assert load(file) == example.certificate()
    assert os.listdir(tmp_path) == ["proof.json"]


def degree(polynomial):
    return max((powers[0] for powers, _ in polynomial.terms), default=-1)


def terms_needed(claim):
    """How many coefficients from t^0 on must agree to prove that all do: the theorem in the checker."""
    order = degree(claim.denominator)
    return claim.states + order + max(claim.offset, degree(claim.numerator) + 1 - order)


def listed(claim, terms):
    """The claim with these terms listed, and the machine run over them."""
    row = dict(claim.start)
    for _ in range(len(terms) - len(claim.initial_terms)):
        after = {}
        for a, b, weight in claim.edges:
            if a in row:
                after[b] = after.get(b, 0) + row[a] * weight
        row = after
    return replace(claim, initial_terms=terms, start=tuple(row.items()))


def test_examples_are_what_they_say():
    """Terms that come from listing positions take the place of the machine's first values."""
    cycles = [
        sum(not any(s >> i & 1 and s >> (i + 1) % n & 1 for i in range(n)) for s in range(2**n))
        for n in range(3, 12)
    ]
    for claim, terms in [
        (padovan(), tuple(Polynomial.constant(brute_padovan(n)) for n in range(13))),
        (col(), tuple(map(brute_col, range(9)))),
        (lucas(), tuple(map(Polynomial.constant, cycles))),
    ]:
        longer = listed(claim, terms)
        assert check(longer.certificate()).ok
        for n in range(len(terms)):
            wrong = replace(longer, initial_terms=(*terms[:n], terms[n] + 1, *terms[n + 1 :]))
            assert f"t^{claim.first_n + n} " in check(wrong.certificate()).reason


def test_layout():
    """What other programs may rely on."""
    saved = col().certificate()
    assert json.loads(json.dumps(saved)) == saved
    assert saved == {
        "format": "gfkit-certificate",
        "version": 4,
        "game": "col",
        "board": "1xn",
        "positions": "all",
        "weights": ["x", "y"],
        "rule": {
            "kind": "placement",
            "colours": [
                {"owner": "left", "pieces": [[[0, 0]]]},
                {"owner": "right", "pieces": [[[0, 0]]]},
            ],
            "forbidden": [[0, 0], [1, 1]],
            "liberties": False,
        },
        "family": {"word": "", "sizes": [1, None], "wraps": [False, False]},
        "first_n": 0,
        "offset": 0,
        "states": 3,
        "initial_terms": [],
        "start": [[0, 0, 0, 1]],
        "edges": [
            [0, 0, 0, 0, 1],
            [0, 1, 1, 0, 1],
            [0, 2, 0, 1, 1],
            [1, 0, 0, 0, 1],
            [1, 2, 0, 1, 1],
            [2, 0, 0, 0, 1],
            [2, 1, 1, 0, 1],
        ],
        "final": [[0, 0, 0, 1], [1, 0, 0, 1], [2, 0, 0, 1]],
        "numerator": [[0, 0, 0, 1], [1, 0, 1, 1], [1, 1, 0, 1], [2, 1, 1, 1]],
        "denominator": [
            [0, 0, 0, 1],
            [1, 0, 0, -1],
            [2, 0, 1, -1],
            [2, 1, 0, -1],
            [2, 1, 1, -1],
            [3, 1, 1, -1],
        ],
    }


def test_entries_at_one_place_are_added():
    twice = replace(padovan(), start=(*entries("0 3"), *entries("0 -2"), *entries("1 0")))
    assert twice.certificate() == padovan().certificate()


# Anything changed ------------------------------------------------------------------------------------------


CLAIMED = ("initial_terms", "numerator", "denominator")
LISTS = (*CLAIMED, "start", "edges", "final")


@pytest.mark.parametrize("step", [1, -1, 2, 10**40])
def test_any_one_coefficient_changed_is_refuted(example, step):
    """Also one that was zero and is not written down."""
    saved = example.certificate()
    tried = 0
    for name in CLAIMED:
        kept = saved[name]
        for place, (*key, value) in enumerate(kept):
            saved[name] = [*kept[:place], [*key, value + step], *kept[place + 1 :]]
            assert check(saved).code == (2 if name == "denominator" and key[0] == 0 else 1), (name, key)
            tried += 1
        top = len(example.initial_terms) + example.first_n if name == "initial_terms" else 7
        powers = [(n, i, j) for n in range(example.first_n, top) for i in range(3) for j in range(3)]
        for key in powers:
            if sum(bool(power) for power in key[1:]) > len(example.weights) or (
                key[2] and not example.weights
            ):
                continue
            saved[name] = [*kept, [*key, step]]
            assert check(saved).code == (2 if name == "denominator" and key[0] == 0 else 1), (name, key)
            tried += 1
        saved[name] = kept
    assert tried >= 5
    assert check(saved).ok


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("states", 4),
        ("edges", []),
        ("start", []),
        ("final", []),
        ("offset", 1),
        ("denominator", []),
        ("denominator", [[0, 0, 0, -1], [2, 0, 0, 1], [3, 0, 0, 1]]),
        ("denominator", [[1, 0, 0, 1]]),
        ("denominator", [[0, 0, 0, 0]]),
        ("denominator", [[0, 0, 0, 1]]),
        ("numerator", []),
    ],
)
def test_any_one_claim_changed_is_refuted(name, value):
    saved = padovan().certificate()
    assert saved[name] != value
    saved[name] = value
    if name == "states":  # a state that is never reached changes nothing but what is needed
        assert check(saved).checked == check(padovan().certificate()).checked + 1
        return
    verdict = check(saved)
    malformed = name == "denominator" and value != [[0, 0, 0, 1]]
    assert (verdict.ok, verdict.code) == (False, 2 if malformed else 1), verdict.reason


def test_a_fraction_that_is_not_in_the_form_asked_for_is_not_called_false():
    """Twice numerator over twice denominator is the same fraction: a bad file, and never refuted."""
    fibonacci = gfkit.derive("domineering", "1xn")
    for proof in (proof_of(fibonacci), strip_proof_of(fibonacci)):
        saved = json.loads(json.dumps(proof.certificate()))
        for part in ("numerator", "denominator"):
            rows = saved[part]
            saved[part] = (
                [2 * c for c in rows] if saved["version"] == 5 else [[*key, 2 * c] for *key, c in rows]
            )
        with pytest.raises(rule_checker.RefusalError) as refusal:
            rule_checker.check(saved)
        assert (check(saved).code, refusal.value.args[0]) == (2, 2)


def test_what_is_not_looked_at_is_not_called_false():
    saved = json.loads(json.dumps(proof_of(gfkit.derive("domineering", "2xn")).certificate()))
    verdicts = [judge(saved), judge(saved, 1), judge(saved | {"game": "col"}), judge({})]
    assert [verdict.status for verdict in verdicts] == ["proved", "refused", "refused", "refused"]
    assert judge(saved | {"numerator": []}).status == "refuted"


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
        assert terms_needed(wrong) == states
        assert f"t^{states - 1} " in check(wrong.certificate()).reason


def test_a_numerator_of_high_degree_is_compared_to_its_end():
    """The degree of the numerator counts too: an added t^k is found."""
    for power in range(20):
        top = padovan().numerator + Polynomial.monomial((power,), ("t",))
        assert f"t^{power} " in check(replace(padovan(), numerator=top).certificate()).reason


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
        rule=find_rule("col"),
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
    return with_fraction(claim)


@given(claims())
@settings(max_examples=150)
def test_random_machines_are_proved(claim):
    verdict = check(claim.certificate())
    assert verdict.ok, verdict.reason


@given(claims(), st.data())
@settings(max_examples=150)
def test_random_machines_with_one_coefficient_changed_are_refuted(claim, data):
    saved = claim.certificate()
    name = data.draw(st.sampled_from(CLAIMED if claim.initial_terms else CLAIMED[1:]))
    least, most = (claim.first_n, claim.offset - 1) if name == "initial_terms" else (0, 5)
    powers = [data.draw(st.integers(0, 5)) if i < len(claim.weights) else 0 for i in range(2)]
    step = data.draw(st.integers(-9, 9).filter(bool))
    place = data.draw(st.integers(least, most))
    saved[name] = [*saved[name], [place, *powers, step]]
    still_true = name == "denominator" and not claim.numerator.terms and place > 0  # 0/Q is 0 for any Q
    malformed = name == "denominator" and place == 0  # its constant term is 1
    assert check(saved).code == (0 if still_true else 2 if malformed else 1)


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
    other = replace(claim, **{name: (*kept[:place], entry, *kept[place + 1 :])})
    count = claim.offset + 2 * claim.states
    same = slow_series(count, claim) == slow_series(count, other)
    assert check(other.certificate()).ok == same


def test_removing_or_changing_any_entry_of_the_examples_is_refuted(example):
    tried = 0
    for name in LISTS:
        for place in range(len(example.certificate()[name])):
            saved = example.certificate()
            code = 2 if name == "denominator" and saved[name][place][0] == 0 else 1  # it begins with 1
            del saved[name][place]
            assert check(saved).code == code
            for value in (0, 7, -1, 10**30, "0x7"):
                saved = example.certificate()
                if saved[name][place][-1] == (7 if value == "0x7" else value):
                    continue
                saved[name][place][-1] = value
                assert check(saved).code == code, (name, place, value)
                tried += 1
    assert tried >= 12


def test_an_edge_that_is_moved_is_refuted():
    for place, (a, b, *rest) in enumerate(col().certificate()["edges"]):
        for source, target in itertools.product(range(3), range(3)):
            saved = col().certificate()
            saved["edges"][place] = [source, target, *rest]
            other = replace(
                col(),
                edges=tuple(
                    (i, j, Polynomial.monomial(tuple(powers), PLAYERS)) for i, j, *powers, _ in saved["edges"]
                ),
            )
            same = slow_series(7, other) == slow_series(7, col())
            assert same or (source, target) != (a, b)
            assert check(saved).ok == same


def test_numbers_longer_than_python_converts(tmp_path):
    factor = Polynomial.parse("1 + t", ("t",)) * 10**6001 - 10**6001 + 1  # 1 + 10^6001 t
    base = replace(padovan(), numerator=padovan().numerator * factor)
    save(tmp_path / "a.json", replace(base, denominator=base.denominator * factor))
    assert certify_file(tmp_path / "a.json").status == "proved"
    wrong = base.denominator * factor + Polynomial.parse("t", ("t",))
    save(tmp_path / "a.json", replace(base, denominator=wrong))
    assert certify_file(tmp_path / "a.json").code == 1


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
        assert "cannot be read" in one_line(error)


def changed(**changes):
    return json.dumps({**padovan().certificate(), **changes})


WHOLE = json.dumps(padovan().certificate())
NUMBERS = "expected lists of whole numbers"


def hostile():
    return {
        "empty": ("", "cannot be read"),
        "not text": (b"\xff\xfe\x00{", "cannot be read"),
        "zeros": (b"\0" * 1000, "cannot be read"),
        "a list": ("[]", "expected a file written with --save"),
        "a number": ("7", "expected a file written with --save"),
        "null": ("null", "expected a file written with --save"),
        "another object": ('{"count": "7"}', "expected a file written with --save"),
        "only the format": (
            '{"format": "gfkit-certificate", "version": 4}',
            "the key 'game' is missing",
        ),
        "deep lists": ("[" * 200_000, "cannot be read"),
        "deep objects": ('{"a":' * 200_000, "cannot be read"),
        "deep entries": (WHOLE.replace("[[0, 1, 0, 0", "[" * 200_000 + "[[0, 1, 0, 0"), "cannot be read"),
        "NaN": (WHOLE.replace('"states": 3', '"states": NaN'), "states: expected"),
        "infinity": (WHOLE.replace('"states": 3', '"states": -Infinity'), "states: expected"),
        "a fraction": (WHOLE.replace('"states": 3', '"states": 3.0'), "states: expected"),
        "an exponent": (WHOLE.replace('"states": 3', '"states": 3e0'), "states: expected"),
        "a key twice": (WHOLE.replace('"version": 4', '"version": 4, "version": 4'), "there twice"),
        "another key twice": (WHOLE.replace('"states": 3,', '"states": 3, "states": 3,', 1), "there twice"),
        "text after the end": (WHOLE + "{}", "cannot be read"),
        "another kind's version": (changed(version=5), "the key 'layers' is missing"),
        "unknown version": (changed(version=6), "reads versions 4 and 5"),
        "earlier version": (changed(version=2), "reads versions 4 and 5 of the format only; derive and save"),
        "earlier wide version": (
            changed(version=3),
            "reads versions 4 and 5 of the format only; derive and save",
        ),
        "true as version": (changed(version=True), "reads versions 4 and 5"),
        "a fraction as version": (changed(version=4.0), "version: expected"),
        "unknown key": (changed(note="\x1b[2J"), "the key 'note' means nothing here"),
        "a key that is no text": (changed(**{"\ud800\n": 1}), "means nothing here"),
        "missing key": (WHOLE.replace('"game"', '"name"'), "the key 'game' is missing"),
        "a number as game": (changed(game=7), "game: expected"),
        "null as weights": (changed(weights=None), "weights: expected"),
        "unknown weights": (changed(weights=["z"]), "weights: expected"),
        "only y": (changed(weights=["y"]), "weights: expected"),
        "deep weights": (changed(weights=[[["x"]]]), "weights: expected"),
        "negative first_n": (changed(first_n=-1), "first_n: expected"),
        "true as first_n": (changed(first_n=False), "first_n: expected"),
        "offset before first_n": (changed(first_n=3), "initial_terms: expected"),
        "negative offset": (changed(offset=-4), "offset: expected"),
        "initial terms too early": (
            changed(first_n=1, offset=2, initial_terms=[[0, 0, 0, 1]]),
            "initial_terms:",
        ),
        "initial terms too late": (changed(offset=2, initial_terms=[[2, 0, 0, 1]]), "initial_terms:"),
        "negative states": (changed(states=-3), "states: expected"),
        "states as text": (changed(states="3"), "states: expected"),
        "edges as object": (changed(edges={}), "edges: expected"),
        "edges as text": (changed(edges="01001"), "edges: expected"),
        "edge as number": (changed(edges=[7]), NUMBERS),
        "edge as text": (changed(edges=["01001"]), NUMBERS),
        "edge as object": (changed(edges=[{"0": 1}]), NUMBERS),
        "edge of four": (changed(edges=[[0, 0, 0, 1]]), NUMBERS),
        "edge of nothing": (changed(edges=[[]]), NUMBERS),
        "start of nothing": (changed(start=[[]]), NUMBERS),
        "edge out of range": (changed(edges=[[0, 3, 0, 0, 1]]), "expected states below"),
        "start out of range": (changed(start=[[3, 0, 0, 1]]), "expected states below"),
        "final out of range": (changed(final=[[10**30, 0, 0, 1]]), "expected states below"),
        "edge from below": (changed(edges=[[-1, 0, 0, 0, 1]]), NUMBERS),
        "edge with a word": (changed(edges=[["0", 0, 0, 0, 1]]), NUMBERS),
        "edge with true": (changed(edges=[[True, 0, 0, 0, 1]]), NUMBERS),
        "edge with null": (changed(edges=[[0, 1, 0, 0, None]]), NUMBERS),
        "edge with a polynomial": (changed(edges=[[0, 1, 0, 0, "t"]]), NUMBERS),
        "nested edge": (changed(edges=[[[0], 1, 0, 0, 1]]), NUMBERS),
        "weights not declared": (changed(numerator=[[0, 1, 0, 1]]), "weights: expected"),
        "weight not declared": (changed(weights=["x"], numerator=[[0, 0, 1, 1]]), "weights: expected"),
        "code": (changed(numerator=[[0, 0, 0, "__import__('os')"]]), NUMBERS),
        "numerator as text": (changed(numerator="1 + t"), "numerator: expected"),
        "negative power": (changed(numerator=[[-1, 0, 0, 1]]), NUMBERS),
        "negative power of y": (changed(numerator=[[1, 0, -1, 1]]), NUMBERS),
        "a coefficient that is not whole": (changed(numerator=[[1, 0, 0, 1.0]]), NUMBERS),
        "an empty coefficient": (changed(numerator=[[1, 0, 0, ""]]), NUMBERS),
        "a million digits": (WHOLE.replace('"states": 3', '"states": ' + "9" * 10**6), "cannot be read"),
        "a million digits deep": (WHOLE.replace("-1]", "-" + "9" * 10**6 + "]"), "cannot be read"),
        "hexadecimal power": (changed(numerator=[["0x" + "f" * 10**6, 0, 0, 1]]), NUMBERS),
        "null as denominator": (changed(denominator=None), "denominator: expected"),
        "too long": (WHOLE + " " * 2**27, "longer than"),
    }


HOSTILE = Lazily(hostile)


def heavy():
    return {
        "huge first_n": changed(first_n=10**12, offset=10**12),
        "huge offset": changed(offset=10**4000),
        "many terms": changed(offset=10**6),
        "absurdly many states": changed(states=10**30),
        "sparse and high": changed(numerator=[[10**9, 0, 0, 1]], denominator=[[0, 0, 0, 1], [2, 0, 0, -1]]),
        "absurd power": changed(numerator=[[10**4000, 0, 0, 1]]),
        "absurd order": changed(denominator=[[0, 0, 0, 1], [10**4000, 0, 0, 1]]),
        "many states": changed(states=10**6),
        "high weights": json.dumps(
            {**col().certificate(), "initial_terms": [[0, 10**6, 10**6, 1]], "offset": 1}
        ),
        "long weights": changed(edges=[[0, 0, 0, 0, "f" * 10**5]], states=10**4),
        "enormous weights": changed(
            edges=[[0, 0, 0, 0, "f" * 10**7]], start=[[0, 0, 0, "f" * 10**7]], final=[[0, 0, 0, "f" * 10**7]]
        ),
        "a large start": changed(start=[[0, 0, 0, 1]] * 10**5, states=10**6),
        "a large machine": changed(edges=[[0, 0, 0, 0, 1]] * 10**5, states=10**5),
    }


HEAVY = Lazily(heavy)


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
    assert " steps on numbers of 2^" in one_line(error)
    assert checker.main([str(file)]) == 3
    assert capsys.readouterr().err.startswith("too much work: 2^")


def test_work_is_bounded_by_the_limit_given(tmp_path):
    save(tmp_path / "a.json", col())
    with pytest.raises(LimitError):
        certify_file(tmp_path / "a.json", limit=100)
    assert certify_file(tmp_path / "a.json", limit=10**8).ok
    assert checker.main([str(tmp_path / "a.json")]) == 0


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
    assert not verdict.ok or name in {
        "game",
        "board",
        "positions",
        "initial_terms",
        "weights",
        "rule",
        "family",
    }
    assert "\n" not in verdict.reason
    if name in LISTS:
        for entry in padovan().certificate()[name]:
            for place in range(len(entry)):
                inner = [*entry[:place], value, *entry[place + 1 :]]
                assert not check({**padovan().certificate(), name: [inner]}).ok


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
    assert imported == {"__future__", "collections", "json", "sys", "typing"}


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
        ("cut.json", 2, "bad file: cannot be read"),
        ("heavy.json", 3, "too much work: 2^"),
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
        module,
        cwd=Path(__file__).parent.parent.parent,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_pipe_is_written_to_and_stays_one(tmp_path):
    # A file is put in place of an old one; a pipe or a device must not be replaced.
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    write_whole(pipe, "all of it\n")
    reader.join()
    assert read == ["all of it\n"]
    assert pipe.is_fifo()
