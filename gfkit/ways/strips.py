"""Table of the methods that yield the fraction of a strip that is too wide for a determinant."""

from __future__ import annotations

from gfkit.core.algebra import Evidence, Status
from gfkit.core.engine.derive import Derivation, StripFraction
from gfkit.core.engine.registry import Plan, Way
from gfkit.core.engine.strip.automaton import Automaton
from gfkit.core.engine.strip.strip import Strip
from gfkit.core.errors import LimitError
from gfkit.core.typing import Weights, tell_progress
from gfkit.ways import tuning


def _compute_modular_fraction(
    strip: Strip, machine: Automaton | None, weights: Weights, options: Derivation
) -> StripFraction:
    from gfkit.runs.batch import Work
    from gfkit.ways.modular.engine import ModularGF, modular_gf

    certify, executor, store, on_progress = (
        options.certify,
        options.executor,
        options.store,
        options.on_progress,
    )
    before = strip.states_in_period
    states = before if machine is None else machine.states
    tell_progress(on_progress, "computing values modulo primes", 0, 0, states)

    def fraction(proved: bool) -> ModularGF:
        return modular_gf(strip, weights, certify=proved, work=work, on_progress=on_progress, small=machine)

    is_proved = certify or states <= tuning.MODULAR.proved_states[weights]
    run = ("derive", *strip.question.key) if strip.question else ""
    with Work(run, executor, store) as work:
        try:
            result = fraction(is_proved)
        except LimitError:
            if certify or not is_proved:
                raise
            result = fraction(False)
    figures = [("states_before_merging", before), ("states", states)]
    figures += [("primes", result.primes_used), ("terms_compared", result.terms_used)]
    if not result.proved:
        figures.append(("log2_failure", int(result.failure_log2)))
        if result.proof_seconds:
            figures.append(("proof_seconds", result.proof_seconds))
    status = Status.PROVED if result.proved else Status.PROBABLE
    evidence = Evidence(status, "transfer-matrix", tuple(figures))
    return StripFraction(result.numerator, result.denominator, evidence)


WAYS = (
    Way(
        "the automaton of a strip has too many states for a determinant",
        "two vectors for each term and prime, instead of a matrix of polynomials",
        "Berlekamp and Massey; bounds of the coefficients prove the fraction (modular)",
        lambda *query: Plan(lambda: _compute_modular_fraction(*query)),
    ),
)
