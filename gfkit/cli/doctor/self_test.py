"""A small derivation with machine code and without, and by another method."""

from __future__ import annotations

from gfkit.cli.doctor.finding import Finding, Health

_GAME, _FAMILY = "arc-kayles", "5xn"


def machine_code() -> Finding:
    """Whether machine code loads, and gives what numpy and a determinant give."""
    from gfkit.games import Question
    from gfkit.transfer.modular.eight_primes import compiled
    from gfkit.transfer.modular.engine import modular_gf
    from gfkit.transfer.strip.automaton import automaton, determinant_gf, minimised
    from gfkit.transfer.strip.strip import find_strip
    from gfkit.typing import Weights

    strip = find_strip(Question.of(_GAME, _FAMILY))
    true = determinant_gf(minimised(automaton(strip)), ())
    found = {fast: modular_gf(strip, Weights.NONE, certify=True, fast=fast) for fast in (False, True)}
    for fast, one in found.items():
        if (one.numerator, one.denominator) != true:
            text = f"{_GAME} on {_FAMILY} comes out wrong {'with' if fast else 'without'} it"
            return Finding("machine code", text, Health.BROKEN, "trust nothing that was computed here")
    if compiled() is None:
        advice = "needs numba; answers are the same without"
        return Finding("machine code", "not loaded", Health.ABSENT, advice)
    return Finding("machine code", "works, and agrees with numpy and with a determinant")
