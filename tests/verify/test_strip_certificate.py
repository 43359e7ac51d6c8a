"""Certificates of swept strips: true ones stand, anything changed is refuted, hostile files get one line."""

from __future__ import annotations

import ast
import copy
import json
import math
import random
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import flint
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lazily import Lazily

import gfkit
from gfkit.cli.main import main
from gfkit.errors import InputError, LimitError
from gfkit.games import Question
from gfkit.sequences import Polynomial
from gfkit.transfer.strip.strip import find_strip
from gfkit.verify import checker, proof_of, rule_checker, save_derived, strip_checker, strip_proof_of
from gfkit.verify.certificate import Certification, certify_file, save
from gfkit.verify.certificate import check_machine as check
from gfkit.verify.strip_proof import StripProof


def certificate(layers, body, finals, top, bottom, *, head=(), tails=None, slices=None, initial=(), first=0):
    """A certificate from its parts; without ``slices`` each layer is one."""
    return {
        "format": "gfkit-certificate",
        "version": 5,
        "game": "G",
        "board": "1xn",
        "positions": "all",
        "weights": [],
        "rule": {},
        "family": {},
        "first_n": first,
        "initial_terms": list(initial),
        "layers": layers,
        "slices": [[k] for k in range(len(layers))] if slices is None else slices,
        "head": list(head),
        "body": list(body),
        "tails": [[] for _ in body] if tails is None else tails,
        "finals": finals,
        "numerator": top,
        "denominator": bottom,
    }


def fibonacci():
    """Independent sets of paths, from n = 0: the last vertex is free or taken; 1, 2, 3, 5, ..."""
    enter, step = [1, 2, [0, 0], [0, 1]], [2, 2, [0, 0, 1], [0, 1, 0]]
    return certificate([enter, step], [1], [[0, 1]], [1, 1], [1, -1, -1], head=[0], initial=[1])


def dominoes():
    """Domino tilings of 1xn, which need n even: one state, two phases; 1, 0, 1, 0, ..."""
    start, other = [1, 1, [0], [0]], [1, 1, [0], [0]]
    return certificate([start, other], [0, 1], [[0], []], [1], [1, 0, -1])


def tilings():
    """Domino tilings of 2xn as two layers a slice: the cells (0, n) and (1, n), each may be covered already.

    States between slices: 0, nothing is covered from the left, 1, both cells are. Between the cells: 0, a
    vertical domino has begun, 1, the first cell was covered, 2, a domino reaches over. Fibonacci's numbers.
    """
    upper = [2, 3, [0, 0, 1], [0, 2, 1]]
    lower = [3, 2, [0, 1, 2], [0, 0, 1]]
    slices = [[0, 1], [2]]
    return certificate(
        [upper, lower, [1, 2, [0], [0]]], [0], [[0]], [1], [1, -1, -1], head=[1], slices=slices
    )


def late(length):
    """One state after another, the last counts: the series t^(length - 1)."""
    step = [length, length, list(range(length - 1)), list(range(1, length))]
    return certificate(
        [[1, length, [0], [0]], step], [1], [[length - 1]], [*[0] * (length - 1), 1], [1], head=[0]
    )


EXAMPLES = {
    "fibonacci": fibonacci(),
    "dominoes": dominoes(),
    "tilings": tilings(),
    "late": late(5),
}


@pytest.fixture(params=EXAMPLES)
def example(request):
    return copy.deepcopy(EXAMPLES[request.param])


@pytest.fixture(params=["numpy", "plain"])
def way(request, monkeypatch):
    """The checker with numpy and without."""
    if request.param == "plain":
        monkeypatch.setattr(strip_checker, "numpy", None)
    return request.param


def through(saved, row, slices):
    """A row, a dictionary of whole numbers, after slices."""
    for layer in [saved["layers"][k] for slice_ in slices for k in saved["slices"][slice_]]:
        after = {}
        for source, target in zip(layer[2], layer[3], strict=True):
            after[target] = after.get(target, 0) + row.get(source, 0)
        row = after
    return row


def slow_rows(saved, count):
    """The rows before the slices of the body."""
    found = [through(saved, {0: 1}, saved["head"])]
    while len(found) < count:
        found.append(through(saved, found[-1], [saved["body"][(len(found) - 1) % len(saved["body"])]]))
    return found[:count]


def slow_series(saved, count):
    """The claimed sequence by dictionaries of whole numbers."""
    found = [0] * saved["first_n"] + list(saved["initial_terms"])
    for j, row in enumerate(slow_rows(saved, max(0, count - len(found)))):
        phase = j % len(saved["body"])
        ends = through(saved, row, saved["tails"][phase])
        found.append(sum(ends.get(state, 0) for state in saved["finals"][phase]))
    return found[:count]


def expanded(saved, count):
    """The coefficients of P / Q."""
    top, bottom, found = saved["numerator"], saved["denominator"], []
    for n in range(count):
        value = top[n] if n < len(top) else 0
        found.append(value - sum(c * found[n - k] for k, c in enumerate(bottom) if 0 < k <= n))
    return found


def is_true(saved):
    """Whether the claim is true, by more coefficients than any proof needs."""
    states = sum(saved["layers"][saved["slices"][k][0]][0] for k in saved["body"])
    count = saved["first_n"] + len(saved["initial_terms"]) + states
    count += len(saved["numerator"]) + len(saved["denominator"])
    return slow_series(saved, count) == expanded(saved, count)


def test_examples(example, way):
    assert is_true(example)
    verdict = check(example)
    assert verdict.ok, verdict.reason
    assert verdict.machine == "proved"
    assert "\n" not in verdict.reason


def test_examples_are_what_they_say():
    assert slow_series(EXAMPLES["fibonacci"], 6) == [1, 2, 3, 5, 8, 13]
    assert slow_series(EXAMPLES["dominoes"], 5) == [1, 0, 1, 0, 1]
    assert slow_series(EXAMPLES["tilings"], 6) == [1, 1, 2, 3, 5, 8]
    assert slow_series(EXAMPLES["late"], 6) == [0, 0, 0, 0, 1, 0]


# Strips of games: both kinds of certificate --------------------------------------------------------------


STRIPS = [
    ("domineering", "3xn", "all"),
    ("domineering", "nx2", "right-ends"),
    ("domineering", "cylinder:nx3", "all"),
    ("cram", "3xn", "maximal"),
    ("i-tromping", "2xn", "all"),
    ("d-tromping", "2xn", "right-ends"),
    ("l-tromping", "cylinder:nx2", "all"),
    ("m-tromping", "3xn", "left-ends"),
    ("col", "torus:3xn", "all"),
    ("snort", "2xn", "maximal"),
    ("cis", "cycle:n", "all"),
    ("cis:3", "path:n", "maximal"),
    ("o12", "path:n", "all"),
    ("nogo", "path:n", "right-ends"),
    ("nogo", "2xn", "all"),
    ("node-kayles", "cylinder:4xn", "maximal"),
    ("arc-kayles", "4xn", "all"),
    ("arc-kayles", "torus:3xn", "all"),
    ("domineering-right-end-tiles", "2xn", "all"),
]


@pytest.mark.parametrize(("game", "board", "positions"), STRIPS)
def test_both_kinds_agree(game, board, positions):
    found = gfkit.derive(game, board, positions)
    kinds = [proof_of(found), strip_proof_of(found)]
    assert [check(kind.certificate()).machine for kind in kinds] == ["proved", "proved"]
    assert is_true(kinds[1].certificate())
    choose = random.Random(game + board)
    for part in ("numerator", "denominator"):
        right = getattr(kinds[0], part)
        power = choose.randrange(1, found.order + 1)
        wrong = right + choose.choice([-1, 1, 10**30]) * Polynomial.monomial((power,), ("t",))
        for kind in kinds:
            assert check(replace(kind, **{part: wrong}).certificate()).code == 1
    top, bottom = (getattr(kinds[1], part) for part in ("numerator", "denominator"))
    factor = Polynomial.parse("1 + 2*t", ("t",))
    for kind in kinds:  # a fraction that is not in lowest terms is as true
        assert check(replace(kind, numerator=top * factor, denominator=bottom * factor).certificate()).ok


@pytest.mark.parametrize(("game", "board"), [("d-tromping", "2xn"), ("m-tromping", "3xn"), ("col", "2xn")])
@pytest.mark.parametrize("late_by", range(1, 5))
def test_boards_too_small_to_close_up_are_passed_over(game, board, late_by):
    """A strip that also speaks of boards below first_n: its first slices go into the head."""
    found = gfkit.derive(game, board)
    whole = strip_proof_of(found)
    first = whole.strip.offset + late_by
    early = Polynomial.of(("t",), {(n,): value for n, value in enumerate(found.terms(first))})
    later = replace(
        whole, first_n=first, initial_terms=(), numerator=whole.numerator - early * whole.denominator
    )
    assert slow_series(later.certificate(), first + 5) == [0] * first + found.terms(first + 5)[first:]
    assert check(later.certificate()).machine == "proved"
    assert check(replace(later, first_n=first + 1).certificate()).code == 1


def test_weights_are_for_machines_that_are_written_out(tmp_path):
    found = gfkit.derive("col", "path:n", weights="players")
    with pytest.raises(LimitError, match="no weights"):
        strip_proof_of(found)
    with pytest.raises(LimitError, match="derive without weights"):
        save_derived(replace(found, machine=None), tmp_path / "a.json")


def test_a_rule_of_ones_own_is_inside(tmp_path):
    file = tmp_path / "bent.toml"
    file.write_text(
        'name = "Bent"\n[left]\npieces = ["XX/X."]\n[right]\npieces = ["XXX"]\n', encoding="utf-8"
    )
    found = replace(gfkit.derive(str(file), "3xn"), machine=None)
    save_derived(found, tmp_path / "bent.json")
    saved = json.loads((tmp_path / "bent.json").read_text(encoding="utf-8"))
    assert saved["game"] == str(file)
    drawn = [colour["pieces"] for colour in saved["rule"]["colours"]]
    assert drawn == [[[[0, 0], [0, 1], [1, 0]]], [[[0, 0], [0, 1], [0, 2]]]]
    assert saved.keys().isdisjoint({"engine", "evidence"})
    assert certify_file(tmp_path / "bent.json").status == "proved"


# Anything changed ----------------------------------------------------------------------------------------


def changed_claims(saved):
    """Every certificate that differs in one place and is still well formed."""
    for part in ("initial_terms", "numerator", "denominator"):
        for place in range(part == "denominator", len(saved[part]) + (part != "initial_terms")):
            for step in (1, -1, 2, 10**40):
                other = copy.deepcopy(saved)
                other[part] = other[part] + [0] * (place == len(saved[part]))
                other[part][place] += step
                yield other
    for number, (before, after, sources, _) in enumerate(saved["layers"]):
        for place in range(len(sources)):
            for end, most in ((2, before), (3, after)):
                for state in range(most):
                    other = copy.deepcopy(saved)
                    other["layers"][number][end][place] = state
                    yield other
            other = copy.deepcopy(saved)
            del other["layers"][number][2][place], other["layers"][number][3][place]
            yield other
            other = copy.deepcopy(saved)
            other["layers"][number][2].append(sources[place])
            other["layers"][number][3].append(saved["layers"][number][3][place])
            yield other
    for phase, final in enumerate(saved["finals"]):
        for state in range(4):
            other = copy.deepcopy(saved)
            other["finals"][phase] = sorted({*final} ^ {state})
            yield other
    yield saved | {"first_n": saved["first_n"] + 1}
    yield saved | {"initial_terms": [*saved["initial_terms"], 7]}
    yield saved | {"initial_terms": saved["initial_terms"][:-1]}
    if len(saved["denominator"]) > 1:
        yield saved | {"denominator": saved["denominator"][:-1]}
    yield saved | {"numerator": saved["numerator"][:-1]}
    for key in ("body", "tails", "finals"):
        yield saved | {key: saved[key][::-1]}


def test_anything_changed_is_refuted_or_refused(example, way):
    """True only if the sequence is the same; exit code 2 only for what does not fit together."""
    tried = refuted = 0
    for other in changed_claims(example):
        verdict = check(other)
        tried += 1
        refuted += not verdict.ok
        if verdict.code != 2:
            assert verdict.ok == is_true(other), (verdict, other)
    assert tried > 20
    assert refuted > tried // 2


def test_the_strip_of_a_game_changed():
    """One transition of arc-kayles 2xn changed after another."""
    saved = strip_proof_of(gfkit.derive("arc-kayles", "2xn")).certificate()
    verdicts = [
        (check(other).ok, is_true(other)) for other in changed_claims(saved) if check(other).code != 2
    ]
    assert all(ok == true for ok, true in verdicts)
    assert sum(not ok for ok, _ in verdicts) > 50


@pytest.mark.parametrize("length", [1, 2, 7, 60])
def test_agreement_just_short_of_the_proof_is_refuted(length, way):
    """A strip that leaves the fraction 0 at the last place that counts, and not before."""
    wrong = late(length) | {"numerator": []}
    assert check(wrong).reason == f"the coefficient of t^{length - 1} is not the strip's"


def test_a_fraction_that_is_right_for_many_terms_is_refuted(way):
    """Fibonacci's numbers, and beside them a chain whose end counts after 300 slices."""
    step = [302, 302, [0, 0, 1, *range(2, 301)], [0, 1, 0, *range(3, 302)]]
    saved = certificate([[1, 302, [0, 0], [0, 2]], step], [1], [[0, 301]], [1], [1, -1, -1], head=[0])
    assert slow_series(saved, 300)[:299] == expanded(saved, 299)
    assert check(saved).reason == "the coefficient of t^299 is not the strip's"
    patient = saved | {"numerator": sum_of([1, -1, -1], 299, [1])}
    assert check(patient).machine == "proved"


def sum_of(bottom, power, top):
    """top + bottom t^power."""
    found = [0] * (power + len(bottom))
    for k, c in enumerate(bottom):
        found[power + k] += c
    for k, c in enumerate(top):
        found[k] += c
    return found


def test_a_numerator_of_high_degree_is_compared_to_its_end(way):
    for power in (3, 40, 1000):
        saved = EXAMPLES["fibonacci"] | {"numerator": [1, 1, *[0] * (power - 2), 1]}
        assert f"t^{power} " in check(saved).reason


def test_numbers_longer_than_python_converts(tmp_path):
    saved = strip_proof_of(gfkit.derive("col", "path:n"))
    factor = Polynomial.parse("1 + t", ("t",)) * 10**6001 - 10**6001 + 1  # 1 + 10^6001 t
    longer = replace(saved, numerator=saved.numerator * factor, denominator=saved.denominator * factor)
    save(tmp_path / "a.json", longer)
    assert certify_file(tmp_path / "a.json").ok
    save(tmp_path / "a.json", replace(longer, numerator=longer.numerator + 10**6001))
    assert certify_file(tmp_path / "a.json").code == 1


# Proof and chance ----------------------------------------------------------------------------------------


def test_what_three_primes_cannot_tell_is_not_called_proved(monkeypatch):
    """An error that all three primes divide stands, as probable only; further primes refute it."""
    primes = strip_checker.fresh(3, [])
    saved = copy.deepcopy(EXAMPLES["fibonacci"])
    saved["denominator"][2] += math.prod(primes)
    assert not is_true(saved)
    monkeypatch.setattr(strip_checker, "PROOF", 0)
    real = strip_checker.fresh
    monkeypatch.setattr(strip_checker, "fresh", lambda count, _: primes[:count])
    verdict = check(saved)
    assert (verdict.ok, verdict.machine) == (True, "probable")
    assert "would prove it" in verdict.reason
    monkeypatch.setattr(strip_checker, "fresh", real)
    assert check(saved).code == 1


def test_fewer_primes_than_a_proof_takes():
    saved = strip_proof_of(gfkit.derive("arc-kayles", "5xn")).certificate()
    one, all_of_them = check(saved, primes=1), check(saved, primes=1000)
    assert (one.machine, all_of_them.machine) == ("probable", "proved")
    assert "modulo 1 fresh random prime of 61 bits, chance of error below 2^-" in one.reason
    assert 40 < int(one.reason.split("2^-")[1].split()[0]) <= 53  # primes of 61 bits: 2^53.8 and more
    assert int(all_of_them.reason.split(" fresh")[0].split()[-1]) < 1000


def exact_numbers(saved, slices):
    """The entries of all h_j, and the coefficients of Q S - P, over the integers."""
    period, q, rows = len(saved["body"]), saved["denominator"], slow_rows(saved, slices)
    entries = [
        sum(q[i] * rows[j - i].get(state, 0) for i in range(phase, min(j + 1, len(q)), period))
        for j in range(slices)
        for phase in range(period)
        for state in {state for row in rows for state in row}
    ]
    count = saved["first_n"] + len(saved["initial_terms"]) + slices
    series, top = slow_series(saved, count), saved["numerator"]
    errors = [
        sum(c * series[n - k] for k, c in enumerate(q) if k <= n) - (top[n] if n < len(top) else 0)
        for n in range(count)
    ]
    return entries + errors


@st.composite
def claims(draw):
    """Strips of one or two phases with random transitions, and a random fraction."""
    period, width = draw(st.integers(1, 2)), draw(st.integers(1, 3))
    states = st.integers(0, width - 1)
    moves = st.lists(st.tuples(states, states), max_size=6)
    layers = [[width, width, *map(list, zip(*draw(moves), strict=True))] for _ in range(period + 1)]
    layers = [layer if len(layer) == 4 else [width, width, [], []] for layer in layers]
    ends = draw(st.lists(states, min_size=1, max_size=4))
    layers.append([1, width, [0] * len(ends), ends])
    numbers = st.lists(st.integers(-9, 9) | st.integers(-(10**30), 10**30), max_size=4)
    return certificate(
        layers,
        range(period),
        [sorted({*draw(st.lists(states, max_size=3))}) for _ in range(period)],
        draw(numbers),
        [1, *draw(numbers)],
        head=[period + 1],
        tails=[[period] * draw(st.integers(0, 2)) for _ in range(period)],
        initial=draw(numbers),
        first=draw(st.integers(0, 2)),
    )


@given(claims(), st.integers(1, 40))
@settings(max_examples=80, deadline=None)
def test_the_bound_bounds_what_must_vanish(saved, slices):
    claim = strip_checker.read(saved)
    bits = strip_checker.log2_bound(claim, strip_checker.log2_norms(claim), slices)
    assert max(map(abs, exact_numbers(saved, slices))) < 2**bits


@given(claims())
@settings(max_examples=80, deadline=None)
def test_random_strips(saved):
    """The fraction from its definition: Q from the shortest recurrence, P from Q times the series."""
    states = sum(saved["layers"][k][0] for k in saved["body"])
    count = 2 * (states + saved["first_n"] + len(saved["initial_terms"])) + 2
    series = slow_series(saved, count)
    bottom = recurrence(series)
    top = [sum(c * series[n - k] for k, c in enumerate(bottom) if k <= n) for n in range(count // 2)]
    assert check(saved).ok == is_true(saved)
    assert check(saved | {"numerator": top, "denominator": bottom}).machine == "proved"
    assert check(saved | {"numerator": [*top, 1], "denominator": bottom}).code == 1


def recurrence(series):
    """The shortest linear recurrence of a sequence whose order is at most half its length, over the integers.

    By a kernel of the Hankel matrix; the last coefficient is 1, as all orders up to the right one are tried.
    """
    half = len(series) // 2
    for order in range(half + 1):
        rows = flint.fmpq_mat(half, order, [series[i + j] for i in range(half) for j in range(order)])
        right = flint.fmpq_mat(half, 1, [-series[i + order] for i in range(half)])
        if not order:
            if not any(series[:half]):
                return [1]
            continue
        if rows.rank() < order:
            continue
        square = rows.transpose() * rows
        found = square.solve(rows.transpose() * right)
        if rows * found == right:
            values = [found[order - 1 - k, 0] for k in range(order)]
            assert all(value.q == 1 for value in values)
            return [1, *(int(value.p) for value in values)]
    raise AssertionError("no recurrence")


@given(st.lists(st.integers(0, 2**61), min_size=1, max_size=5), st.integers(-(2**200), 2**200))
def test_products_of_residues(values, factor):
    arrays = strip_checker.Arrays.__new__(strip_checker.Arrays)
    arrays.primes = strip_checker.fresh(2, [])
    values = [*values, 0, 1]
    rows = [[*(value % p for value in values), p - 1, p - 2] for p in arrays.primes]
    arrays.column = strip_checker.numpy.array(arrays.primes, "uint64")[:, None]
    for q in (factor, -1, arrays.primes[0] // 2):
        found = arrays.times(strip_checker.numpy.array(rows, "uint64"), q).tolist()
        pairs = zip(rows, arrays.primes, strict=True)
        assert found == [[value * q % p for value in row] for row, p in pairs]


def test_primes():
    """Against FLINT's proofs of primality; among the composites strong pseudoprimes to many bases."""
    for prime in strip_checker.fresh(20, []):
        assert prime.bit_length() == 61
        assert flint.fmpz(prime).is_prime()
    start = 2**60 + random.randrange(2**59) | 1
    for n in range(start, start + 2000, 2):
        assert strip_checker.is_prime(n) == flint.fmpz(n).is_prime()
    for n in (3215031751, 3474749660383, 341550071728321, 3825123056546413051, (2**31 - 1) ** 2):
        assert not strip_checker.is_prime(n)
    assert math.log2(3 * 2**60 / (5 * math.log(2**60))) > strip_checker.LOG2_PRIMES


# Files ---------------------------------------------------------------------------------------------------


def test_it_stands_alone():
    tree = ast.parse(Path(strip_checker.__file__).read_text(encoding="utf-8"))
    imports = {
        (node.module if isinstance(node, ast.ImportFrom) else name.name).split(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in node.names
    }
    assert imports - {"numpy"} <= sys.stdlib_module_names


@pytest.mark.parametrize("flags", [["-I"], ["-I", "-S"]])
def test_as_a_program(flags, tmp_path):
    """Without site packages there is no numpy, and it still works."""
    copied = tmp_path / "alone.py"
    copied.write_bytes(Path(strip_checker.__file__).read_bytes())
    (tmp_path / "good.json").write_text(json.dumps(EXAMPLES["tilings"]), encoding="utf-8")
    (tmp_path / "wrong.json").write_text(
        json.dumps(EXAMPLES["tilings"] | {"numerator": [2]}), encoding="utf-8"
    )

    def run(*arguments):
        command = [sys.executable, *flags, str(copied), *arguments]
        return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)

    good = run(str(tmp_path / "good.json"))
    assert (good.returncode, good.stderr) == (0, "")
    assert good.stdout.startswith("stands: the fraction is the generating function of the strip")
    assert run(str(tmp_path / "good.json"), "2").returncode == 0
    assert run(str(tmp_path / "wrong.json")).returncode == 1
    assert [run(*bad).returncode for bad in ([], ["x.json"], [str(tmp_path / "good.json"), "-1"])] == [
        2,
        2,
        2,
    ]


def test_each_checker_names_the_other():
    with pytest.raises(checker.RefusalError, match=r"strip_checker\.py"):
        checker.check(EXAMPLES["tilings"])
    with pytest.raises(strip_checker.RefusalError, match=r"4 is what checker\.py"):
        strip_checker.check(EXAMPLES["tilings"] | {"version": 4})


def changed(**changes):
    return json.dumps(EXAMPLES["tilings"] | changes)


WHOLE = changed()
NUMBERS, PLACES = "expected lists of whole numbers", "expected numbers of layers"


def hostile():
    return {
        "cut": (WHOLE[:-9], "cannot be read"),
        "a key twice": (WHOLE.replace('"version": 5', '"version": 5, "version": 5'), "there twice"),
        "unknown version": (changed(version=6), "reads versions 4 and 5"),
        "true as version": (changed(version=True), "reads versions 4 and 5"),
        "unknown key": (changed(note=1), "the key 'note' means nothing here"),
        "missing key": (WHOLE.replace('"tails"', '"tail"'), "the key 'tails' is missing"),
        "weights": (changed(weights=["x"]), "weights: expected []"),
        "negative first_n": (changed(first_n=-1), "first_n: expected"),
        "true as first_n": (changed(first_n=True), "first_n: expected"),
        "rule as text": (changed(rule="col"), "rule: expected"),
        "layers as object": (changed(layers={}), "layers: expected"),
        "no layers": (changed(layers=[]), PLACES),
        "no slices": (changed(slices=[]), PLACES),
        "an empty slice": (changed(slices=[[], [2]]), "layers in every slice"),
        "no body": (changed(body=[]), "expected as many of each"),
        "no tails": (changed(tails=[]), "expected as many of each"),
        "two finals": (changed(finals=[[0], [0]]), "expected as many of each"),
        "slice from below": (changed(body=[-1]), NUMBERS),
        "slice too high": (changed(body=[2]), PLACES),
        "layer too high": (changed(slices=[[0, 10**30], [2]]), PLACES),
        "layer from below": (changed(slices=[[0, -1], [2]]), NUMBERS),
        "a layer as number": (changed(layers=[7, 7, 7]), NUMBERS),
        "a layer as text": (changed(layers=["abcd"] * 3), NUMBERS),
        "a layer of three": (changed(layers=[[1, 1, []]] * 3), NUMBERS),
        "unequal lists": (changed(layers=[[2, 3, [0, 0], [0]]] * 3), NUMBERS),
        "state too high": (changed(layers=[[2, 3, [2], [0]]] * 3), NUMBERS),
        "state from below": (changed(layers=[[2, 3, [-1], [0]]] * 3), NUMBERS),
        "state as fraction": (changed(layers=[[2, 3, [0.0], [0]]] * 3), NUMBERS),
        "state as true": (changed(layers=[[2, 3, [True], [0]]] * 3), NUMBERS),
        "states as text": (changed(layers=[["2", 3, [], []]] * 3), NUMBERS),
        "states from below": (changed(layers=[[-2, 3, [], []]] * 3), NUMBERS),
        "layers that do not fit": (changed(slices=[[1, 0], [2]]), "expected each to begin"),
        "a head that does not fit": (changed(head=[]), "expected one state to begin with"),
        "a tail that does not fit": (changed(tails=[[1]]), "expected each to begin"),
        "a final state too high": (changed(finals=[[2]]), "known ones to end with"),
        "a final state from below": (changed(finals=[[-1]]), NUMBERS),
        "a final state twice": (changed(finals=[[0, 0]]), "expected every state once"),
        "a coefficient that is not whole": (changed(numerator=[1.0]), NUMBERS),
        "code": (changed(numerator=["__import__('os')"]), NUMBERS),
        "null": (changed(numerator=[None]), NUMBERS),
        "nested": (changed(numerator=[[1]]), NUMBERS),
        "numerator as text": (changed(numerator="1 + t"), "numerator: expected"),
        "a million digits": (WHOLE.replace('"first_n": 0', '"first_n": ' + "9" * 10**6), "cannot be read"),
    }


HOSTILE = Lazily(hostile)
WIDE, FAR = 10**12, 10**4000


def heavy():
    return {
        "huge first_n": changed(first_n=FAR),
        "many states": changed(layers=[[1, WIDE, [0], [0]], [WIDE, WIDE, [0], [0]]], slices=[[1], [0]]),
        "absurdly many states": changed(layers=[[1, FAR, [0], [0]], [FAR, FAR, [0], [0]]], slices=[[1], [0]]),
        "many slices": changed(
            layers=[[1, 10**6, [0], [0]], [10**6, 10**6, [0], [0]]],
            slices=[[1], [0]],
            body=[0] * 10**5,
            tails=[[]] * 10**5,
            finals=[[0]] * 10**5,
        ),
        "a long head": changed(
            head=[1, *[0] * 10**5], layers=[*[[2, 2, [0, 1] * 99, [0, 1] * 99]] * 2, [1, 2, [0], [0]]]
        ),
        "slices of slices": changed(head=[1] * 10**4, slices=[[0, 1] * 10**4, [2] * 10**4]),
        "a high order": json.dumps(late(10**5) | {"denominator": [1, *[1] * 10**5]}),
    }


HEAVY = Lazily(heavy)


def one_line(error):
    text = str(error.value)
    assert "\n" not in text
    assert len(text) < 400
    assert text.isprintable()
    return text


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_files(tmp_path, name):
    content, message = HOSTILE[name]
    file = tmp_path / "hostile.json"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(InputError) as error:
        certify_file(file)
    assert message in one_line(error)
    assert strip_checker.main([str(file)]) == 2


@pytest.mark.parametrize("name", HEAVY)
def test_heavy_files(tmp_path, name):
    """Too much work is said at once; a limit of a second's work keeps the test short."""
    file = tmp_path / "heavy.json"
    file.write_text(HEAVY[name], encoding="utf-8")
    with pytest.raises(LimitError) as error:
        certify_file(file, 10**9)
    one_line(error)


def test_truncated_files(tmp_path):
    file = tmp_path / "cut.json"
    for length in range(0, len(WHOLE), 40):
        file.write_text(WHOLE[:length], encoding="utf-8")
        with pytest.raises(InputError, match="cannot be read"):
            certify_file(file)


@pytest.mark.parametrize("primes", [0, -1, True, 2.5, "3"])
def test_numbers_of_primes_that_are_none(primes, tmp_path):
    save(tmp_path / "a.json", strip_proof_of(gfkit.derive("col", "path:n")))
    with pytest.raises(InputError, match="primes must be a whole number"):
        certify_file(tmp_path / "a.json", primes=primes)


# Wide strips ---------------------------------------------------------------------------------------------


def wide(game, board, tmp_path, **options) -> tuple[Certification, dict]:
    found = gfkit.derive(game, board)
    file = tmp_path / "wide.json"
    save_derived(found, file)
    return certify_file(file, **options), json.loads(file.read_bytes())


@pytest.mark.parametrize(("game", "board"), [("arc-kayles", "10xn"), ("node-kayles", "15xn")])
def test_wide_strips(game, board, tmp_path, monkeypatch):
    monkeypatch.setattr(rule_checker, "STEPS", 10**6)
    verdict, saved = wide(game, board, tmp_path, primes=2)
    assert saved["version"] == 5
    assert verdict.machine == "probable"
    assert "2 fresh random primes" in verdict.about_machine
    order = len(saved["denominator"]) - 1
    saved["denominator"][order // 2] += 2**61
    assert check(saved).code == 1


@pytest.mark.slow
def test_a_strip_whose_machine_is_known_but_large(tmp_path):
    """500 states with all transitions between them take the plain checker a minute."""
    verdict, saved = wide("node-kayles", "14xn", tmp_path)
    assert (verdict.machine, saved["version"]) == ("proved", 5)


@pytest.mark.slow
def test_a_wider_strip(tmp_path):
    verdict, saved = wide("arc-kayles", "12xn", tmp_path)
    assert verdict.machine == "probable"
    assert verdict.checked > len(saved["denominator"])


def test_terms_and_strip_are_the_games():
    """What the checker does not show: the saved strip counts matchings of the board, here by brute force."""
    saved = strip_proof_of(gfkit.derive("arc-kayles", "3xn")).certificate()
    boards = [gfkit.brute_force("arc-kayles", f"3x{n}").count for n in range(6)]
    assert slow_series(saved, 6) == boards


def test_the_command(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(rule_checker, "STEPS", 10**6)  # the rule's own machine is too large for that
    file = str(tmp_path / "wide.json")
    assert main(["derive", "arc-kayles", "10xn", "--terms", "3", "--save", file, "--quiet"]) == 0
    capsys.readouterr()
    assert main(["certify", file, "--primes", "1", "--json", "--quiet"]) == 0
    printed = json.loads(capsys.readouterr().out)
    assert (printed["accepted"], printed["status"]) == (True, "consistent")
    assert printed["fraction_of_machine"] == "probable"
    assert main(["certify", file, "--primes", "1"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("accepted: consistent: the fraction agrees with the boards n = 0 to ")
    assert "beyond them nothing is shown" in told[0]
    assert told[2].startswith("machine   probable: stands modulo 1 fresh random prime")
    saved = json.loads(Path(file).read_bytes())
    saved["numerator"][-1] += 1
    Path(file).write_text(json.dumps(saved), encoding="utf-8")
    assert main(["certify", file]) == 1
    assert "refuted: the coefficient of t^" in capsys.readouterr().out
    assert main(["certify", file, "--primes", "0"]) == 2
    assert main(["certify", file, "--primes", "1000000"]) == 3


def test_progress_is_told():
    told = []
    saved = strip_proof_of(gfkit.derive("arc-kayles", "4xn")).certificate()
    assert check(saved, on_progress=told.append).ok
    assert told
    assert all(0 <= report.done <= report.total for report in told)


def test_a_strip_that_has_become_another_is_not_saved():
    found = gfkit.derive("col", "path:n")
    with pytest.raises(gfkit.GfkitError, match="the strip begins at"):
        strip_proof_of(replace(found, offset=found.offset + 1))


def test_a_proof_without_initial_terms_can_be_made_by_hand():
    rule, family = gfkit.find_rule("cram"), gfkit.parse_board("1xn")
    strip = find_strip(Question(rule, family))
    terms = [1, 1, 2, 3, 5, 8, 13, 21]
    whole = StripProof(
        game="cram",
        board="1xn",
        positions="all",
        rule=rule,
        first_n=0,
        initial_terms=tuple(terms[: strip.offset]),
        strip=strip,
        numerator=Polynomial.constant(1, ("t",)),
        denominator=Polynomial.parse("1 - t - t^2", ("t",)),
    )
    assert check(whole.certificate()).machine == "proved"
