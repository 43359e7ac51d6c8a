"""Derived families as certificates."""

from __future__ import annotations

from pathlib import Path

from gfkit.errors import LimitError, MismatchError, SelfCheckError
from gfkit.proofs.certificate import Proof, save
from gfkit.proofs.strip_proof import StripProof
from gfkit.sequences import Polynomial
from gfkit.transfer import Derived
from gfkit.transfer.derive import strip_within
from gfkit.transfer.machine.base import Terms

_MOST_WRITTEN = 100_000
"""Transitions up to which a machine is written out: its exact check takes some ten seconds then."""


def proof_of(derived: Derived) -> Proof:
    """What a derived family's certificate states: its machine, its first counts, its fraction.

    Of a rule that divides its numbers these are the numbers before.

    Fails with LimitError for strips so wide that their small machine was never written out; without
    weights these have a ``strip_proof_of``.
    """
    machine = derived.machine
    if machine is None:
        raise LimitError(
            f"saving {derived.game} on {derived.board}: the machine has too many states to be written out,"
            " and with weights the certificate needs that; derive without weights"
        )
    names = derived.weights

    def polynomial(terms: Terms) -> Polynomial:
        return Polynomial.of(names, {key[: len(names)]: value for key, value in terms.items()})

    def constant(value: int | Polynomial) -> Polynomial:
        return Polynomial.constant(value, names) if isinstance(value, int) else value

    return Proof(
        game=derived.game,
        board=derived.board,
        positions=derived.positions,
        weights=names,
        rule=derived.counted_rule,
        first_n=derived.first_n,
        initial_terms=tuple(constant(value) for value in derived.initial),
        states=machine.states,
        start=tuple((state, polynomial(terms)) for state, terms in sorted(machine.start.items())),
        edges=tuple(
            (source, target, polynomial(terms))
            for source, row in enumerate(machine.edges)
            for target, terms in sorted(row.items())
        ),
        final=tuple((state, polynomial(terms)) for state, terms in sorted(machine.final.items())),
        numerator=(derived.undivided or derived.generating_function).numerator,
        denominator=(derived.undivided or derived.generating_function).denominator,
    )


def strip_proof_of(derived: Derived, max_memory: int | None = None) -> StripProof:
    """The certificate of a family derived without weights by its strip, which is built again here.

    >>> import gfkit
    >>> from gfkit.proofs.certificate import check
    >>> check(strip_proof_of(gfkit.derive("col", "path:n")).certificate()).status
    'proved'
    """
    if derived.weights:
        raise LimitError(
            f"saving {derived.game} on {derived.board}: the certificate of a swept strip needs no weights"
        )
    strip = strip_within(derived.question, max_memory, None)
    if max(strip.sure_from, derived.first_n) != derived.offset:
        raise SelfCheckError(
            f"saving {derived.game} on {derived.board}: the strip begins at n = {strip.sure_from} now and"
            f" began at n = {derived.offset}; this is a fault in gfkit, please report it"
        )
    return StripProof(
        game=derived.game,
        board=derived.board,
        positions=derived.positions,
        rule=derived.counted_rule,
        first_n=derived.first_n,
        initial_terms=tuple(value for value in derived.initial if isinstance(value, int)),
        strip=strip,
        numerator=(derived.undivided or derived.generating_function).numerator,
        denominator=(derived.undivided or derived.generating_function).denominator,
    )


def fitting_proof(derived: Derived) -> Proof | StripProof:
    """What is saved of a derived family: its machine, or for wide strips the strip."""
    machine = derived.machine
    wide = machine is None or machine.transitions > _MOST_WRITTEN
    return strip_proof_of(derived) if wide and not derived.weights else proof_of(derived)


def save_derived(derived: Derived, path: str | Path) -> None:
    """Writes the certificate of a derived family to a file; the checkers know no cells that are drawn."""
    if derived.question.family.is_irregular:
        raise MismatchError(
            f"board {derived.board!r}: no certificate is written of cells that are drawn and repeated, nor of"
            " pieces that keep apart, which the checkers do not know"
        )
    save(path, fitting_proof(derived))
