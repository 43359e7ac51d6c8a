"""Generating functions from values modulo primes, against exact terms and counts; bounds that prove them.

Terms are those of automata by exact integers, characteristic polynomials those of FLINT, also of random
symmetric matrices.
"""

from __future__ import annotations

import itertools
import math
import os
import signal
import sys
import time
from collections import Counter
from collections.abc import Sequence
from random import Random
from unittest.mock import Mock

import numpy as np
import pytest
from choice import then_slow
from cli.calling import begun
from flint import fmpz_mat
from hypothesis import given, strategies as st
from known_sequences import recurrent
from tables import tables
from tuned import tune

import gfkit
from gfkit.core.algebra import RationalGF, Status, residue, residue_arrays
from gfkit.core.boards import parse_board
from gfkit.core.engine.strip.automaton import Automaton, automaton, determinant_gf, minimise
from gfkit.core.engine.strip.strip import Strip, find_strip
from gfkit.core.engine.sweep.tables import Layer, Matching
from gfkit.core.errors import LimitError
from gfkit.core.native import is_built
from gfkit.core.rules import Question
from gfkit.core.typing import Progress, Weights
from gfkit.ways.modular import (
    berlekamp_massey,
    bounds,
    evaluation,
    interpolation,
    layout,
    symmetric,
    weighted as with_weights,
)
from gfkit.ways.modular.engine import ModularGF, modular_gf

DATA = tables("transfer_cases")["modular"]


def strip_of(game: str | gfkit.Rule, family: str, positions: str = "all", weights: str = "none") -> Strip:
    return find_strip(Question.of(game, family, positions, weights))


def solve(game: str, family: str, positions: str = "all", **options: object) -> ModularGF:
    options.setdefault("certify", True)
    return modular_gf(strip_of(game, family, positions), Weights.NONE, **options)  # type: ignore[arg-type]


def exact(machine: Automaton, variables: Sequence[str] = ("x", "y")) -> RationalGF:
    """Return P / Q by the characteristic polynomial, in lowest terms."""
    return RationalGF.reduced(*determinant_gf(machine, tuple(variables)), 0)


def order_of_fraction(gf: RationalGF) -> int:
    degrees = [max((key[0] for key, _ in part.terms), default=-1) for part in (gf.denominator, gf.numerator)]
    return max(degrees[0], degrees[1] + 1)


def check(found: ModularGF, machine: Automaton) -> None:
    """Assert that the result is the fraction of an automaton, proved and in lowest terms."""
    expected = exact(machine, found.numerator.variables[1:])
    assert found.proved
    assert RationalGF.reduced(found.numerator, found.denominator, 0) == expected
    assert found.order == order_of_fraction(expected)


def test_a_recurrence_from_too_few_terms_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """Any 32 terms satisfy a recurrence of order 16; the check then requires more terms."""
    tune(monkeypatch, "MODULAR", spare_terms=0)
    for fast in (True, False):
        assert solve("arc-kayles", "5xn", fast=fast).order == 20


def drawn_slice(random: Random, sizes: Sequence[int]) -> tuple[Layer, ...]:
    """Return random transition tables of these sizes, each with up to three matchings."""
    layers = []
    for before, after in itertools.pairwise(sizes):
        many = [max(1, min(before, after) - random.choice((0, 0, 1, 2))) for _ in range(random.randint(1, 3))]
        pairs = [[np.array(random.sample(range(n), k), np.int32) for n in (before, after)] for k in many]
        layers.append(Layer(before, after, tuple(Matching((0, 0), *pair) for pair in pairs)))
    return tuple(layers)


def turned(slice_: tuple[Layer, ...]) -> tuple[Layer, ...]:
    pairs = [[Matching(one.weight, one.target, one.source) for one in layer.matchings] for layer in slice_]
    return tuple(Layer(a.after, a.before, tuple(b)) for a, b in zip(slice_[::-1], pairs[::-1], strict=True))


def drawn_strip(random: Random) -> Strip:
    """Return a strip of period up to three, or one with a reflection symmetry."""

    def sizes(first: int, *last: int) -> list[int]:
        return [first, *(random.randint(1, 8) for _ in range(random.randint(0, 2))), *last]

    states = [random.randint(1, 8) for _ in range(random.choice((1, 1, 2, 3)))]
    head = drawn_slice(random, sizes(1, states[0]))
    body = [
        drawn_slice(random, sizes(*states[k : k + 1], states[k + 1 - len(states)]))
        for k in range(len(states))
    ]
    ends = [sizes(before) for before in states]
    tails = [drawn_slice(random, end) for end in ends]
    finals = [random.sample(range(end[-1]), random.randint(0, end[-1])) for end in ends]
    if len(states) == 1 and random.random() < 0.7:
        half = drawn_slice(random, sizes(states[0], 8))
        body, tails, finals = [half + turned(half)], [turned(head)], [[0]]
    ended = tuple((tail,) * bool(tail) for tail in tails)
    return Strip(parse_board("path:n"), 0, 0, (head,), tuple(body), ended, tuple(finals))


@pytest.mark.parametrize("seeds", then_slow([range(16)], 10, range(16, 500)))
def test_random_strips(seeds: range, monkeypatch: pytest.MonkeyPatch) -> None:
    """Terms by multiplying integers; bounds of growth; fractions, proved by trials or by size."""
    bits, by_size = symmetric.quotient_bits, 0
    for random in map(Random, seeds):
        strip = drawn_strip(random)
        machine, bound = automaton(strip), layout.growth_bound(layout.StripLayout(strip))
        terms = exact(machine, ()).terms(30)
        for n, term in enumerate(terms):
            slices, final = strip.slices(n)
            vector = [1]
            for at, slice_ in enumerate(slices):
                assert at != n + 1 or max(vector) <= 2 ** (bound.rate * n + bound.entries)
                for layer in slice_:
                    after = [0] * layer.after
                    for source, target, _ in layer.transitions():
                        after[target] += vector[source]
                    vector = after
            assert sum(vector[state] for state in final) == term <= 2 ** (bound.rate * n + bound.ends)
        field, table = residue_arrays.EightPrimes(residue.word_primes(8)), layout.StripLayout(strip)
        for fast, mirrored in itertools.product((True, False), repeat=2):
            run = layout.TermSweep(table, field, mirrored=mirrored, fast=fast)
            run.extend(30)
            assert run.terms[:30].tolist() == [[term % prime for prime in field.primes] for term in terms]
        more, asked = random.choice((0, 600)), list[float]()
        ask = lambda *one, more=more, asked=asked: asked.append(bits(*one)) or asked[-1] + more  # noqa: E731
        monkeypatch.setattr("gfkit.ways.modular.unweighted.quotient_bits", ask)
        rows, whole = random.choice((0, 10**9)), random.choice((0, 99))
        tune(monkeypatch, "MODULAR", tried_rows=rows, whole_order=whole, circle_block=8)
        for fast in (True, False):
            small = random.choice((None, machine))
            found = modular_gf(strip, Weights.NONE, certify=True, fast=fast, small=small)
            check(found, machine)
            if "symmetric" in found.detail:
                longest = max(
                    math.log2(abs(c)) for part in (found.numerator, found.denominator) for _, c in part.terms
                )
                assert longest <= asked[-1] < 1.5 * longest + 40
                assert found.primes_used * 62 > asked[-1] + more
                by_size += 1
    assert by_size > len(seeds) // 10


def test_recurrences_of_eight_sequences_at_once() -> None:
    """Sequences with zeros in odd places and at the beginning; one lane is bad and is marked."""
    random = Random(11)
    for prefix, gap in ((0, 1), (3, 1), (0, 2), (2, 3)):
        rule, first = ([random.randrange(1, 50) for _ in range(5)] for _ in range(2))
        values = recurrent([0] * prefix + first, *rule, count=60)
        spread = [v for value in values for v in (value, *[0] * (gap - 1))][:100]
        field = residue_arrays.EightPrimes(residue.word_primes(8))
        terms = np.array([[value % p for p in field.primes] for value in spread], np.uint64)
        found = {}
        for fast in (True, False):
            one = berlekamp_massey.Recurrences(field, 10, fast=fast)
            one.extend(terms[:50])
            one.extend(terms)
            assert all(one.good)
            found[fast] = one.order, one.connections()
        assert found[True] == found[False]
        if not is_built():  # FLINT takes the longest recurrence for the good one
            continue
        broken = terms.copy()
        broken[30:, 4] += np.uint64(1)
        one = berlekamp_massey.Recurrences(field, 10)
        one.extend(broken)
        assert one.order == found[True][0]
        assert [lane for lane, good in enumerate(one.good) if not good] == [4]


# With weights

KINGS = gfkit.Rule.array(colours=2, forbid=["11", "1/1", "1./.1", ".1/1."], weight={1: "x"})
WEIGHTED = [*DATA["weighted"], (KINGS, "5xn", "pieces", 7)]  # 6 without weights


@pytest.mark.parametrize("some", [slice(1), pytest.param(slice(1, None), marks=pytest.mark.slow(22))])
def test_weighted_series_agree_with_the_automaton(some: slice) -> None:
    for (game, family, weights, order), fast in itertools.product(WEIGHTED[some], (True, False)):
        strip = strip_of(game, family, "all", weights)
        small = minimise(automaton(strip))
        found = modular_gf(strip, Weights.read(weights), certify=False, small=small, fast=fast)
        assert order in (0, found.order)
        check(found, small)


X, Y, ONE = {(1, 0): 1}, {(0, 1): 1}, {(0, 0): 1}
AWKWARD = [
    Automaton({}, ({0: X},), {0: ONE}),
    Automaton({0: ONE}, ({1: X}, {}), {1: Y}),
    # One weight is a prime that the engine uses: modulo it the order drops at every point.
    *(Automaton({0: ONE}, ({0: X},), {0: {(0, 0): prime}}) for prime in residue.word_primes(2, 30)),
    Automaton({0: ONE}, ({0: {(1, 0): residue.word_primes(1, 30)[0]}},), {0: ONE}),
    # Weights of a size that floating point cannot square, or not hold.
    *(Automaton({0: {(0, 0): 10**e}}, ({0: X, 1: Y}, {0: X}), {0: ONE}) for e in (100, 160, 320)),
    *(Automaton({0: ONE}, ({0: X, 1: {(0, 1): 10**e}}, {0: X}), {0: ONE}) for e in (100, 160, 320)),
    Automaton(
        {5: ONE},
        tuple(
            ({i + 1: {(1, 0): 10**110}} if i < 5 else {}) | ({i - 1: ONE} if i > 0 else {}) for i in range(6)
        ),
        {0: ONE},
    ),
]


def test_awkward_weights() -> None:
    for machine, fast in (*((machine, True) for machine in AWKWARD), *((one, False) for one in AWKWARD[::4])):
        found, right = solved(machine, 3, fast), exact(machine)
        assert RationalGF.reduced(found.numerator, found.denominator, 0) == right, machine
        sizes = (abs(c) for part in (right.numerator, right.denominator) for _, c in part.terms)
        assert max(sizes, default=1).bit_length() - 1 <= bounds.coefficient_bits(machine, found.order)


def test_points_where_the_order_drops_are_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """On x = y the order of Col drops; the first nodes drawn for y are made those drawn for x."""
    small = minimise(automaton(strip_of("col", "3xn", "all", "players")))
    draw, drawn = interpolation.random_residues, []

    def agreeing(random: Random, count: int, prime: int, taken: set[int]) -> list[int]:
        drawn.append(draw(random, count, prime, taken))
        if len(drawn) == 2:
            drawn[1][: len(drawn[0])] = drawn[0][:count]
        return drawn[-1]

    monkeypatch.setattr(interpolation, "random_residues", agreeing)
    check(solved(small), small)
    assert drawn[1][0] == drawn[0][0]


# Proofs with weights


def polynomials() -> st.SearchStrategy[dict[tuple[int, int], int]]:
    powers = st.tuples(st.integers(0, 2), st.integers(0, 2))
    return st.dictionaries(powers, st.integers(1, 3), min_size=1, max_size=2)


@st.composite
def machines(draw: st.DrawFn) -> Automaton:
    """Return small automata with weights; some states are duplicated, which lowers the order."""
    states = draw(st.integers(1, 4))
    rows = st.dictionaries(st.integers(0, states - 1), polynomials(), max_size=states)
    start, final = draw(rows), draw(rows)
    edges = tuple(draw(rows) for _ in range(states))
    if draw(st.booleans()):
        copy = draw(st.integers(0, states - 1))
        edges = (*edges, dict(edges[copy]))
        if copy in final:
            final = {**final, states: final[copy]}
        edges = tuple({**row, states: row[0]} if 0 in row else row for row in edges)
    return Automaton(start, edges, final)


def solved(machine: Automaton, seed: int = 5, fast: bool = True) -> ModularGF:
    """Return the proved fraction of an automaton; the strip is only a placeholder."""
    strip = strip_of("col", "1xn", "all", "players")
    return modular_gf(strip, Weights.PLAYERS, certify=True, small=machine, seed=seed, fast=fast)


@given(machines(), st.booleans())
def test_proved_fractions_agree_with_exact_computation(machine: Automaton, fast: bool) -> None:
    check(solved(machine, fast=fast), machine)


@given(machines())
def test_the_bounds_of_a_proof_hold(machine: Automaton) -> None:
    """Powers, sizes and the order of P and Q, and those of the fraction that is not reduced."""
    reduced = exact(machine)
    order = order_of_fraction(reduced)
    prime = residue.word_primes(1, 30)[0]
    assert order <= bounds.order_bound(machine, prime, Random(2)) <= machine.states
    raw, most = determinant_gf(machine, ("x", "y")), (machine.states + 1) * bounds.largest_degree(machine)
    assert all(x + y <= most for part in raw for (_, x, y), _ in part.terms)
    for top, bottom, most in ((reduced.numerator, reduced.denominator, order), (*raw, machine.states)):
        assert dict(bottom.terms)[0, 0, 0] == 1
        if not top.terms:
            continue
        bits = bounds.coefficient_bits(machine, most)
        assert all(math.log2(abs(value)) <= bits for part in (top, bottom) for _, value in part.terms)
        for axis in (0, 1):
            found = bounds.find_support(machine, most, axis)
            places = [(k - 1, key[axis]) for (k, *key), _ in bottom.terms if k]
            places += [(k + most, key[axis]) for (k, *key), _ in top.terms]
            for place, power in places:
                assert 0 <= power - found.lowest[place] < found.size


def test_the_bound_of_the_order_is_the_order_without_weights() -> None:
    """States that are reached less those of them that are not seen, as Kalman splits a system."""
    random, prime = Random(1), residue.word_primes(1, 30)[0]
    for _ in range(300):
        size = random.randint(1, 5)
        rows = [{s: {(0, 0): 1} for s in range(size) if not random.randrange(3)} for _ in range(size + 2)]
        machine = Automaton(rows[0], tuple(rows[2:]), rows[1])
        assert bounds.order_bound(machine, prime, random) == order_of_fraction(exact(machine))


def test_terms_at_many_points_agree_with_the_matrix(monkeypatch: pytest.MonkeyPatch) -> None:
    """start A^k final at each point by itself, for points of several blocks, some of them at once."""
    x, mixed = {(1, 0): 1}, {(0, 0): 2, (1, 1): 1}
    machine = evaluation.Evaluator(Automaton({0: x}, ({0: mixed, 1: x}, {0: x}), {0: x, 1: mixed}))
    prime = residue.word_primes(1, 30)[0]
    xs, ys = np.arange(2, 41, dtype=np.uint64), np.arange(5, 83, 2, dtype=np.uint64)
    a, b, wanted = xs.astype(object), ys.astype(object), []
    vector = a, 0 * a
    for _ in range(6):
        wanted.append(((vector[0] * a + vector[1] * (2 + a * b)) % prime).tolist())
        vector = vector[0] * (2 + a * b) + vector[1] * a, vector[0] * a
    for chunk, fast in ((1, True), (2 * 6 * machine.work, True), (10**9, True), (1, False)):
        tune(monkeypatch, "MODULAR", points_chunk=chunk)
        assert machine.terms(xs, ys, 6, prime, fast).tolist() == wanted


def test_relations_that_hold_only_at_a_point_are_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    """At a fixed value of x the states 0 and 1 are related, with initial weights 1 and x."""
    one, x = {(0, 0): 1}, {(1, 0): 1}
    machine = Automaton({0: one, 1: x}, ({0: one}, {1: one}), {0: one, 1: x})
    prime = residue.word_primes(1, 30)[0]
    assert bounds.state_relations(machine, prime, Random(1)) == []
    assert bounds.order_bound(machine, prime, Random(1)) == 2
    found = solved(machine)
    assert found.order == 1
    assert found.proved
    assert "start Q'(A) = 0" in found.detail
    tune(monkeypatch, "MODULAR", most_proof_bits=0)
    with pytest.raises(LimitError, match="the proof would need"):
        solved(machine)


def test_wrong_coefficients_are_rejected() -> None:
    """Mistakes that one prime hides, or part of a grid, or that are far out, or one more of a coefficient."""
    strip = strip_of("domineering", "3xn", "all", "players")
    machine = evaluation.Evaluator(minimise(automaton(strip)))
    sampler = evaluation.Sampler(machine, True, Random(4), True)
    found = modular_gf(strip, Weights.PLAYERS, certify=False)
    top, bottom = (dict(part.terms) for part in (found.numerator, found.denominator))
    right = with_weights.WeightedFraction(top, bottom, found.order)
    assert with_weights.failure_log2(sampler, right) is not None
    assert with_weights.agrees_once(sampler, right)
    assert with_weights.proof(machine, right, certify=True)
    prime = residue.word_primes(1, 30)[0]
    vanishing = {(1, 2, 0): 1, (1, 1, 0): -5, (1, 0, 0): 6}  # where x is 2 or 3
    mistakes = ({next(iter(top)): 1}, {(1, 1, 1): prime}, {(2, 0, 0): -1}, {(1, 30, 30): 1}, vanishing)
    for wrong in mistakes:
        for place in (0, 1):
            parts = [Counter(top), Counter(bottom)]
            parts[place].update(wrong)
            candidate = with_weights.WeightedFraction(*map(dict, parts), found.order)
            assert with_weights.failure_log2(sampler, candidate) is None
            assert not with_weights.agrees_once(sampler, candidate)
            with pytest.raises(AssertionError):
                with_weights.proof(machine, candidate, certify=True)


def test_a_proof_that_exceeds_the_memory_is_omitted(monkeypatch: pytest.MonkeyPatch) -> None:
    law, asked = gfkit.derive("col", "2xn", weights="players"), ("col", "2xn", "all", "players")
    tune(monkeypatch, "MODULAR", most_proof_bytes=0, cheap_proof_bits=-1)
    with pytest.raises(LimitError, match="the proof would need"):
        gfkit.derive(*asked, method="modular", certify=True)
    found = gfkit.derive(*asked, method="modular")
    assert (found.evidence.status, found.terms(20)) == (Status.PROBABLE, law.terms(20))


def test_a_wrong_residue_is_detected(monkeypatch: pytest.MonkeyPatch) -> None:
    """The check after a proof, with the residue of one coefficient wrong modulo one prime."""
    machine = minimise(automaton(strip_of("domineering", "5xn", "all", "players")))
    for prime in residue.word_primes(2, 30):

        def wrong(*args: object, prime: int = prime) -> object:
            rows = interpolation.coefficients(*args)  # type: ignore[arg-type]
            rows[0, 0, 1] = (rows[0, 0, 1] + (args[2] == prime)) % args[2]
            return rows

        monkeypatch.setattr(with_weights, "coefficients", wrong)
        with pytest.raises(AssertionError, match="failed its check"):
            solved(machine)


def test_interpolation_modulo_a_prime() -> None:
    prime = residue.word_primes(1, 30)[0]
    random = Random(9)
    rows = [[random.randrange(prime) for _ in range(3)] for _ in range(20)]
    nodes = random.sample(range(prime), 20)
    values = [
        [sum(row[c] * pow(t, k, prime) for k, row in enumerate(rows)) % prime for c in range(3)]
        for t in nodes
    ]
    matrix = residue_arrays.interpolation_matrix(np.array(nodes, np.uint64), prime)
    left, right = np.full((3, 301), prime - 1, np.uint64), np.full((301, 700), prime - 1, np.uint64)
    for fast in (True, False):  # the largest entries too
        found = residue_arrays.times_modulo(matrix, np.array(values, np.uint64), prime, fast=fast)
        assert found.tolist() == rows
        assert (residue_arrays.times_modulo(left, right, prime, fast=fast) == 301).all()


def test_progress_is_reported_and_may_interrupt() -> None:
    told: list[Progress] = []
    solve("arc-kayles", "5xn", on_progress=told.append)
    assert {"terms", "primes", "proof"} <= {progress.stage for progress in told}
    with pytest.raises(KeyboardInterrupt):
        solve("arc-kayles", "5xn", on_progress=Mock(side_effect=KeyboardInterrupt))


@pytest.mark.slow(7)
@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_ctrl_c_ends_a_long_run() -> None:
    """Interrupt the C extension, numpy, and a run with weights."""
    for call in DATA["ctrl_c_ends_a_long_run"]:
        code = f"import sys; sys.path[:0] = {sys.path!r}\nfrom test_modular import *\nprint(flush=True)\n"
        code += f"modular_gf({call}, certify=False)"
        child = begun(code)
        assert child.stdout is not None
        child.stdout.readline()
        time.sleep(5)
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate(timeout=120)
        assert "KeyboardInterrupt" in errors, call


# Proof by size: bounds of coefficients of symmetric strips


def test_a_strip_without_the_symmetry_has_no_quotient() -> None:
    """Maximal matchings are not symmetric; of independent sets of six rows the order is below the classes."""
    for game, board, positions in (("arc-kayles", "4xn", "maximal"), ("node-kayles", "6xn", "all")):
        strip = find_strip(Question.of(game, board, positions))
        table = layout.StripLayout(strip)
        order = modular_gf(strip, Weights.NONE, certify=False, seed=1).order
        assert symmetric.symmetric_quotient(table, order, mirrored=False, fast=True) is None


def test_a_reflection_that_permutes_classes_is_detected() -> None:
    table = layout.StripLayout(find_strip(Question.of("arc-kayles", "5xn")))
    assert table.mirror is not None
    assert symmetric.symmetric_quotient(table, 20, mirrored=True, fast=True) is not None
    mirror, shift = table.mirror
    table.__dict__["mirror"] = np.roll(mirror, 1), shift
    assert symmetric.symmetric_quotient(table, 20, mirrored=True, fast=True) is None
    table.__dict__["mirror"] = mirror, shift + 1
    assert symmetric.symmetric_quotient(table, 20, mirrored=True, fast=True) is None
    assert symmetric.symmetric_quotient(table, 20, mirrored=False, fast=True) is not None


def test_bounds_of_random_symmetric_matrices_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    """det(I - tM) and u adj(I - tM) v by FLINT, for vectors of any signs, with and without blocks."""
    random = Random(24)
    for _ in range(30):
        tune(monkeypatch, "MODULAR", whole_order=random.choice((0, 99)), circle_block=random.randint(1, 8))
        size, most = random.randint(1, 12), random.choice((1, 5, 1000))
        half = [[random.randint(-most, most) for _ in range(size)] for _ in range(size)]
        matrix = [[half[i][j] + half[j][i] for j in range(size)] for i in range(size)]
        left, right = ([random.randint(0, 3) for _ in range(size)] for _ in range(2))
        bottom = [int(c) for c in reversed(fmpz_mat(matrix).charpoly().coeffs())]
        power, terms = fmpz_mat([[value] for value in right]), []
        for _ in range(size):
            terms.append(int((fmpz_mat([left]) * power)[0, 0]))
            power = fmpz_mat(matrix) * power
        top = [sum(bottom[i] * terms[k - i] for i in range(k + 1)) for k in range(size)]
        share = math.hypot(*left) * math.hypot(*right)
        real, norm = np.array(matrix, float), float(np.linalg.norm(matrix))
        rows = lambda low, high, real=real: (real[low:high], (real @ real)[low:high])  # noqa: E731
        one = symmetric.SymmetricQuotient(rows, size, norm, share)
        ask = lambda places, one=one: lambda: (share, {c: one.half_logarithm(c) for c in places})  # noqa: B023, E731
        bits = symmetric.quotient_bits(size, 0, ask((-0.1, 0.1)), ask)
        assert 2**bits >= max(map(abs, bottom + top))
