"""Sweeps by blocks: counts, residues and numbers of states, compared with plain Python.

References: A007764, A003763 and A094777 in the OEIS, Fibonacci numbers, listing, and the engines in memory.
"""

from __future__ import annotations

import math
import re
from importlib import import_module
from random import Random

import pytest
from choice import drawn, some_of, then_slow
from differential import hanging
from epochs import PlainSweep, speedup
from tuned import tune

from gfkit import GfkitError, Rule, brute_force, count
from gfkit.core import native
from gfkit.core.engine import forecast
from gfkit.core.engine.sweep import engine6_blocks, epochs
from gfkit.core.errors import SelfCheckError
from gfkit.core.rules import NAMED, Question

tasks = import_module("gfkit.core.engine.task")
if not native.is_built():
    pytest.skip("needs the loops in C, which advance blocks", allow_module_level=True)


NO_AUTOMATON = {"derangements", "discordant-permutations", "menage-permutations", "latin-rectangles",
                "nonadjacent-sequences", "nonadjacent-cycles", "nonadjacent-pairings"}  # fmt: skip


def codings_of(rule, board):
    """Return the encodings of the components of a board, with None for a component without one."""
    return list(tasks.CountTask(Question.of(rule, board), None, None).block_codings())


def swept(coding, **how):
    """Return the count, the residues by prime, and the numbers of states after each step."""
    sweep = engine6_blocks.BlockSweep(coding, store := Recorded(), **how)
    number, _ = sweep.count()
    steps = [sum(states) for epoch in store.epochs[: len(sweep.epochs)]
             for states in zip(*(block.steps for block in epoch), strict=True)]  # fmt: skip
    return number, dict(zip(sweep.done["primes"], sweep.done["residues"], strict=True)), steps


class Recorded(engine6_blocks.BlockStore):
    """Blocks in memory; ``epochs`` contains the numbers of the blocks of all epochs, in order."""

    def __init__(self):
        super().__init__()
        self.epochs, self.now = [], []

    def write(self, block, packets, numbers):
        super().write(block, packets, numbers)
        self.now.append(numbers)

    def save(self, manifest, blocks):
        super().save(manifest, blocks)
        if blocks:
            self.epochs.append(self.now)
        self.now = []


def conforms(rule, board, number):
    """Assert that the product over the components is the number, and that each sweep is that of plain Python.

    Return the encodings that were compared.
    """
    total, compared = 1, []
    for coding in codings_of(rule, board):
        if coding is None:
            return []
        own, residues, steps = swept(coding, block_states=2, workers=2)
        if sum(steps) <= 2000:  # dictionaries take 0.1 ms per state
            prime = next(iter(residues))
            assert PlainSweep(coding, 0.3).count(prime) == (residues[prime], steps), rule
        total *= own
        compared.append(coding.steps)
    assert total == number, (rule, board)
    return compared


@pytest.mark.parametrize(
    "board", then_slow(["3x4"], 4, "torus:3x3", "cycle:5", "4x4", ".#./.../..#", "hex:2x3")
)
def test_named_structures(board, monkeypatch):
    """Blocks of two states, advanced two at a time: most blocks have several packets of many kinds."""
    tune(monkeypatch, "SWEEP", together=2)
    compared = []
    for name in sorted({*NAMED} - NO_AUTOMATON):
        try:
            number = int(count(name, board))
        except GfkitError:  # the structure is not defined on this board
            continue
        compared += conforms(name, board, number)
    assert len(compared) >= 25
    assert "linked" in compared


def test_random_connectivity_constraints(monkeypatch):
    """Marked components, components that must not join, cycles, and crossing components."""
    tune(monkeypatch, "SWEEP", together=2)
    compared = []
    for seed in some_of(range(400), 40):
        rule = (hanging.edge_sets if seed % 2 else hanging.colours)(random := Random(seed))
        board = random.choice(("2x3", "3x3", "4x2", "torus:3x3", "complete:5"))
        try:
            number = int(brute_force(Rule.of(rule), board))
            compared += conforms(Rule.of(rule), board, number)
        except (GfkitError, ValueError):  # the rule is contradictory, or too large for listing
            continue
    assert compared.count("linked") >= 15


def test_printed_numbers():
    for name, board, number in (
        ("self-avoiding-walks", "8x8", 789360053252), ("hamiltonian-cycles", "8x8", 4638576),
        ("nogo", "6x6", 62567386502084877), ("hamiltonian-cycles", "5x5", 0),
    ):  # fmt: skip
        (coding,) = codings_of(name, board)
        assert swept(coding, block_states=500)[0] == number, name


def test_numbers_of_thousands_of_bits():
    """A sum of doubles would overflow; the bound has an exponent of 20 bits."""
    (coding,) = codings_of("independent-sets", "path:2000")
    small, large = 0, 1
    for _ in range(2001):
        small, large = large, small + large
    assert large > 2**1024
    assert swept(coding)[0] == large


def test_workers_and_blocks_change_no_residue():
    (coding,) = codings_of("cycles", "7x7")
    found = [swept(coding, workers=workers, block_states=states) for workers, states in
             ((1, 1 << 20), (2, 50), (3, 7))]  # fmt: skip
    assert found[0] == found[1] == found[2]


@pytest.mark.parametrize(
    "name", ["self-avoiding-walks", "dominating-sets", "domineering", "connected-induced-subgraphs"]
)
def test_changes_that_are_overlooked_end_the_sweep(name, monkeypatch):
    """Omit one changed bit or field of one step: the sweep raises an error, or its result is right."""
    (coding,) = codings_of(name, "5x5")
    number, *_ = swept(coding)
    real, random, failed = engine6_blocks.changes_of, drawn(f"overlooked {name}"), set[str]()
    fields, program = epochs.fields_of(coding), coding.program()
    planted = [(site, 1 << bit) for site in dict.fromkeys(program.sites)
               for bit in range(64 * fields.words + len(fields.observed))
               if real(coding, fields, program, site) >> bit & 1]  # fmt: skip

    for site, bit in random.sample(planted, min(20, len(planted))):

        def overlooks(*given, site=site, bit=bit):
            return real(*given) & ~(bit * (given[3] == site))

        with monkeypatch.context() as patch:
            patch.setattr(engine6_blocks, "changes_of", overlooks)
            try:
                assert swept(coding, block_states=20)[0] == number
            except SelfCheckError as error:
                failed.add(re.sub(r".*: ", "", str(error)))
    assert failed == {"a state left its block"}


def test_malformed_packets_raise_errors(monkeypatch):
    """A packet with random changes is rejected, or has the form of another packet; it never crashes."""
    (coding,) = codings_of("self-avoiding-walks", "5x5")
    calls, real = [], native.loops.advance_block

    def noted(*given):
        calls.append(given)
        return real(*given)

    with monkeypatch.context() as patch:
        patch.setattr(native.loops, "advance_block", noted)
        swept(coding, block_states=5)
    random, rejected = drawn("packets"), 0
    places = [(call, k) for call in calls for k, packet in enumerate(call[6]) if packet]
    for call, k in random.choices(places, k=300):
        content = bytearray(call[6][k])
        for _ in range(random.choice((1, 1, 4))):
            content[random.randrange(min(len(content), 60))] = random.choice(
                (0, 1, 255, random.randrange(256))
            )
        cut = bytes(content[: random.choice((len(content), random.randrange(len(content) + 1)))])
        try:
            real(*call[:6], (*call[6][:k], cut, *call[6][k + 1 :]), *call[7:])
        except (ValueError, MemoryError):
            rejected += 1
    assert rejected > 100


def test_simulated_speedup(monkeypatch):
    """Schedule the transitions of the blocks of each epoch: 16 workers are 12 times as fast as one."""
    (coding,) = codings_of("self-avoiding-walks", "10x10")
    for workers, share, least in ((2, 0.3, 1.8), (4, 0.4, 3.4), (16, 0.6, 10.0)):
        tune(monkeypatch, "SWEEP", epoch_shares=((workers, share),))
        sweep = engine6_blocks.BlockSweep(coding, store := Recorded(), workers, block_states=40)
        sweep.count()
        work = [[block.transitions for block in blocks] for blocks in store.epochs]
        assert speedup(work, 1) == 1
        assert speedup(work, workers) >= least


@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("self-avoiding-walks", "11x11"),
        ("hamiltonian-cycles", "12x12"),
        ("dominating-sets", "10x12"),
        ("maximal-matchings", "10x10"),
    ],
)
def test_forecasts(name, board):
    """States and transitions are within a quarter, and the number of passes is right."""

    def find_coding(question):
        (coding,) = codings_of(question.rule, question.board)
        return coding

    found = forecast.forecast_blocks(Question.of(name, board), find_coding)
    sweep = engine6_blocks.BlockSweep(find_coding(Question.of(name, board)), engine6_blocks.BlockStore())
    number, states = sweep.count()
    assert found.states == pytest.approx(states, rel=0.25)
    assert found.transitions == pytest.approx(sweep.transitions / found.passes, rel=0.25)
    assert found.bits == pytest.approx(math.log2(number), rel=0.02)
    assert "pass" in str(found)


def test_boards_without_a_forecast():
    def find_coding(question):
        return codings_of(question.rule, question.board)[0]

    for name, board in (("cycles", "torus:9x9"), ("cycles", "5x5"), ("matchings", "path:30")):
        assert forecast.forecast_blocks(Question.of(name, board), find_coding) is None
