"""Derived families as certificates."""

from __future__ import annotations

from gfkit.errors import LimitError
from gfkit.sequences import Polynomial
from gfkit.transfer import Derived
from gfkit.transfer.strip.automaton import advanced
from gfkit.transfer.sweep.plain import Terms
from gfkit.verify.certificate import Proof, save


def proof_of(derived: Derived) -> Proof:
    """What a derived family's certificate states: its machine, its first counts, its fraction.

    Fails with LimitError for strips so wide that their small machine was never written out.
    """
    machine = derived.machine
    if machine is None:
        raise LimitError(
            f"saving {derived.game} on {derived.board}: the machine has too many states to be written out;"
            " certificates take strips of up to a few thousand states"
        )
    # The machine may speak of boards too small to close up: its first values are passed over.
    start = advanced(machine, max(0, derived.first_n - derived.offset))
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
        first_n=derived.first_n,
        initial_terms=tuple(constant(value) for value in derived.initial),
        states=machine.states,
        start=tuple((state, polynomial(terms)) for state, terms in sorted(start.items())),
        edges=tuple(
            (source, target, polynomial(terms))
            for source, row in enumerate(machine.edges)
            for target, terms in sorted(row.items())
        ),
        final=tuple((state, polynomial(terms)) for state, terms in sorted(machine.final.items())),
        numerator=derived.generating_function.numerator,
        denominator=derived.generating_function.denominator,
    )


def save_derived(derived: Derived, path: str) -> None:
    """Writes the certificate of a derived family to a file."""
    save(path, proof_of(derived))
