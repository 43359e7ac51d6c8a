"""Certificates of swept strips of games: both kinds agree, chance is bounded and said, wide ones are checked.

Series come from the definition of a strip (``machines``) and from brute force; residues and primes are those
of FLINT and Python's own whole numbers.
"""

from __future__ import annotations

import json
import math
import random
from dataclasses import replace
from pathlib import Path

import flint
import pytest
from choice import drawn, sample
from hypothesis import given, settings
from hypothesis import strategies as st
from machines import example, fraction, is_true, machine, offset, series, strips
from tables import tables

import gfkit
from gfkit.cli.main import main
from gfkit.errors import LimitError
from gfkit.proofs import (
    certify_file,
    proof_of,
    rule_checker,
    save,
    save_derived,
    strip_checker,
    strip_proof_of,
)
from gfkit.proofs.certificate import check_machine
from gfkit.sequences import Polynomial

DATA = tables("verify_cases")["strip_certificate"]

STRIPS = DATA["strips"].replace("\n", " ").split(",")


@pytest.mark.parametrize("asked", sample(map(str.strip, STRIPS), quick=3, seconds=1))
def test_both_kinds_agree(asked):
    found = gfkit.derive(*asked.split())
    kinds = [proof_of(found), strip_proof_of(found)]
    assert [check_machine(kind.certificate()).machine for kind in kinds] == ["proved", "proved"]
    assert is_true(kinds[1].certificate())
    choose = drawn(asked)
    for part in ("numerator", "denominator"):
        power = choose.randrange(1, found.order + 1)
        more = choose.choice([-1, 1, 10**30]) * Polynomial.monomial((power,), ("t",))
        for kind in kinds:
            wrong = replace(kind, **{part: getattr(kind, part) + more})
            assert check_machine(wrong.certificate()).code == 1
    factor = Polynomial.parse("1 + 2*t", ("t",))
    for kind in kinds:  # a fraction that is not in lowest terms is as true
        longer = replace(kind, numerator=kind.numerator * factor, denominator=kind.denominator * factor)
        assert check_machine(longer.certificate()).ok


def test_boards_too_small_to_close_up_are_passed_over():
    """A strip that also speaks of boards below first_n: its first slices go into the head."""
    for game, board in (("d-tromping", "2xn"), ("m-tromping", "3xn"), ("col", "2xn")):
        found = gfkit.derive(game, board)
        whole = strip_proof_of(found)
        for late_by in (1, 4):
            first = whole.strip.offset + late_by
            early = Polynomial.of(("t",), {(n,): value for n, value in enumerate(found.terms(first))})
            top = whole.numerator - early * whole.denominator
            later = replace(whole, first_n=first, initial_terms=(), numerator=top)
            assert series(later.certificate(), first + 5) == [0] * first + found.terms(first + 5)[first:]
            assert check_machine(later.certificate()).machine == "proved"
            assert check_machine(replace(later, first_n=first + 1).certificate()).code == 1


def test_what_is_not_saved_as_a_strip(tmp_path):
    found = gfkit.derive("col", "path:n", weights="players")
    with pytest.raises(LimitError, match="no weights"):
        strip_proof_of(found)
    with pytest.raises(LimitError, match="derive without weights"):
        save_derived(replace(found, machine=None), tmp_path / "a.json")
    found = gfkit.derive("col", "path:n")
    with pytest.raises(gfkit.GfkitError, match="the strip begins at"):
        strip_proof_of(replace(found, offset=found.offset + 1))


def test_a_rule_of_ones_own_is_inside(tmp_path):
    file, saved_as = tmp_path / "bent.toml", tmp_path / "bent.json"
    file.write_text('name = "Bent"\n[left]\npieces = ["XX/X."]\n[right]\npieces = ["XXX"]\n')
    save_derived(replace(gfkit.derive(str(file), "3xn"), machine=None), saved_as)
    saved = json.loads(saved_as.read_text())
    assert saved["game"] == str(file)
    shapes = [colour["pieces"] for colour in saved["rule"]["colours"]]
    assert shapes == [[[[0, 0], [0, 1], [1, 0]]], [[[0, 0], [0, 1], [0, 2]]]]
    assert saved.keys().isdisjoint({"engine", "evidence"})
    assert certify_file(saved_as).status == "proved"


# Proof and chance ------------------------------------------------------------------------------------------


def test_what_three_primes_cannot_tell_is_not_called_proved(monkeypatch):
    """An error that all three primes divide stands, as probable only; further primes refute it."""
    primes = strip_checker.fresh(3, [])
    saved = example("fibonacci")
    saved["denominator"][2] += math.prod(primes)
    assert not is_true(saved)
    monkeypatch.setattr(strip_checker, "PROOF", 0)
    real = strip_checker.fresh
    monkeypatch.setattr(strip_checker, "fresh", lambda count, _: primes[:count])
    verdict = check_machine(saved)
    assert (verdict.ok, verdict.machine) == (True, "probable")
    assert "would prove it" in verdict.reason
    monkeypatch.setattr(strip_checker, "fresh", real)
    assert check_machine(saved).code == 1


def test_fewer_primes_than_a_proof_takes():
    saved, told = strip_proof_of(gfkit.derive("arc-kayles", "5xn")).certificate(), []
    one, many = check_machine(saved, primes=1), check_machine(saved, primes=1000, on_progress=told.append)
    assert (one.machine, many.machine) == ("probable", "proved")
    assert "modulo 1 fresh random prime of 61 bits, chance of error below 2^-" in one.reason
    assert 40 < int(one.reason.split("2^-")[1].split()[0]) <= 53  # primes of 61 bits: 2^53.8 and more
    assert int(many.reason.split(" fresh")[0].split()[-1]) < 1000
    assert told
    assert all(0 <= report.done <= report.total for report in told)


def exact_numbers(saved, slices):
    """The entries of all h_j, and the coefficients of Q S - P, over the integers."""
    period, q = len(saved["body"]), saved["denominator"]
    row, matrix, _ = machine(saved)
    rows = [row]
    for _ in range(slices):
        after = {}
        for place, value in rows[-1].items():
            for to, weight in matrix.get(place, {}).items():
                after[to] = after.get(to, 0) + value * weight
        rows.append(after)
    entries = [
        sum(q[i] * rows[j - i].get(place, 0) for i in range(phase, min(j + 1, len(q)), period))
        for j in range(slices)
        for phase in range(period)
        for place in matrix
    ]
    count = offset(saved) + slices
    terms, top = [int(value.coeff(1)) for value in series(saved, count)], saved["numerator"]
    errors = [
        sum(c * terms[n - k] for k, c in enumerate(q) if k <= n) - (top[n] if n < len(top) else 0)
        for n in range(count)
    ]
    return entries + errors


@given(strips(), st.integers(1, 40))
@settings(max_examples=15)
def test_the_bound_bounds_what_must_vanish_and_random_claims_are_judged(saved, slices):
    claim = strip_checker.read(saved)
    bits = strip_checker.log2_bound(claim, strip_checker.log2_norms(claim), slices)
    assert max(map(abs, exact_numbers(saved, slices))) < 2**bits
    assert check_machine(saved).ok == is_true(saved)
    count = offset(saved) + slices
    assert is_true(saved) <= (series(saved, count) == fraction(saved, count))


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


# Wide strips -----------------------------------------------------------------------------------------------


@pytest.mark.slow(8)
def test_wide_strips(tmp_path, monkeypatch):
    monkeypatch.setattr(rule_checker, "STEPS", 10**6)
    save_derived(gfkit.derive("arc-kayles", "10xn"), tmp_path / "wide.json")
    verdict = certify_file(tmp_path / "wide.json", primes=2)
    saved = json.loads((tmp_path / "wide.json").read_bytes())
    assert (saved["version"], verdict.machine) == (5, "probable")
    assert "2 fresh random primes" in verdict.about_machine
    assert main(["certify", str(tmp_path / "wide.json"), "--primes", "1000000"]) == 3
    saved["denominator"][len(saved["denominator"]) // 2] += 2**61
    assert check_machine(saved).code == 1


def test_the_command(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(rule_checker, "STEPS", 10**5)  # the rule's own machine is too large for that
    file = str(tmp_path / "wide.json")
    save(file, strip_proof_of(gfkit.derive("arc-kayles", "6xn")))
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
