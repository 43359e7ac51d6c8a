"""All methods that sweep an automaton, which must agree."""

from __future__ import annotations

import os
from collections.abc import Sequence
from random import Random
from unittest.mock import patch

from gfkit.core.algebra import Polynomial
from gfkit.core.engine.machine.base import Machine, Terms
from gfkit.core.engine.machine.slot import SlotMachine
from gfkit.core.engine.reference import Sweep
from gfkit.core.engine.sweep import (
    codings,
    engine2_integers,
    engine3_limbs,
    engine4_dense,
    engine5_few_states,
    engine5_hashed,
    engine6_blocks,
    filling,
    layers,
    residues,
)
from gfkit.core.engine.sweep.letters import LetterSweep
from gfkit.core.engine.sweep.tables import Layers
from gfkit.core.native import is_built
from gfkit.core.rules import Question

DENSE = 1 << 11
"""Combinations up to which the dense rung is climbed, whose cost they are."""


def quiet(*_: object) -> None:
    """Ignore a report of progress."""


def layers_of(machine: Machine) -> Layers:
    return layers.compile_layers(machine, quiet)


def by_layers(machine: Machine) -> Terms:
    return engine3_limbs.limb_sweep(layers_of(machine), quiet)


def by_letters(tables: Layers) -> Terms:
    swept = LetterSweep("xy", {}, {})
    swept.sweep(tables, quiet, quiet)
    return dict(swept.result[0].terms)


def by_reference(question: Question, order: Sequence[int]) -> Terms:
    """The polynomial of a board by the reference, cell by cell; it knows no machine."""
    total = Sweep(question, question.board, [[cell] for cell in order]).count()
    terms = (Polynomial.constant(0, question.weights.variables) + total).terms
    return {((*powers, 0)[0], (*powers, 0, 0)[1]): value for powers, value in terms}


def all_rungs(machine: Machine) -> Terms:
    """Return the result of the sweeps; assert that all methods agree."""
    tables = layers_of(machine)
    plain = engine2_integers.packed_sweep(tables)
    assert by_letters(tables) == plain
    is_plain = all(layer.reach == (0, 0) for layer in tables.layers)
    is_dense = is_plain and (on_tracks := isinstance(machine, SlotMachine)) and machine.combinations < DENSE
    for built in {False, is_built()}:  # by numpy, and by the loops in C where they are built
        with patch.dict(os.environ, GFKIT_NATIVE="1" if built else "0"):
            assert engine3_limbs.limb_sweep(tables, quiet) == plain
            assert not is_dense or engine4_dense.dense_sweep(machine, quiet) == plain
    assert residues.is_within(plain, *residues.bounds_of(tables))
    places = residues.random_places(*residues.bounds_of(tables), Random(7))
    wanted = [one.value(plain) for one in places]
    assert residues.residue_sweep(tables, places) == wanted
    if is_plain:
        few = engine2_integers.integer_sweep(tables), max(1, tables.most_states)
        assert few[0] == sum(plain.values())
        if is_built() and (coding := codings.coding_of(machine)):
            assert engine5_hashed.hashed_sweep(coding)[0] == few[0]
        assert not (is_built() and on_tracks) or engine5_few_states.few_sweep(machine, quiet, quiet) == few
        if is_built() and (coding := codings.block_coding_of(machine)):
            sweep = engine6_blocks.BlockSweep(coding, engine6_blocks.BlockStore(), block_states=3)
            assert sweep.count()[0] == few[0]
        if is_dense:
            assert engine4_dense.dense_residues(machine, places, quiet) == wanted
            assert engine4_dense.peak_fill(machine) == few[1]
            filling.nearly_full(machine, 1 << 30)
    return plain
