"""Generating functions of strips from values modulo primes: without weights, in x, or in x and y."""

from __future__ import annotations

import secrets
from random import Random

from gfkit.core.algebra import ARRAYS
from gfkit.core.engine.strip.automaton import Automaton
from gfkit.core.engine.strip.strip import Strip
from gfkit.core.errors import LimitError
from gfkit.core.typing import OnProgress, Weights
from gfkit.runs.batch import Work
from gfkit.ways.modular.result import FractionSearch, ModularGF

__all__ = ["ModularGF", "modular_gf"]


def modular_gf(
    strip: Strip,
    weighted: Weights | bool,
    *,
    certify: bool,
    work: Work | None = None,
    on_progress: OnProgress | None = None,
    small: Automaton | None = None,
    seed: int | None = None,
    fast: bool = True,
) -> ModularGF:
    """Return the generating function of b(j) = a(offset + j) of a strip, in lowest terms.

    ``weighted`` contains the weights of the strip (True means weights by players); without weights every
    weight is 1. ``small`` is an automaton of the strip with few states, if one is known. ``certify`` requests
    a proof regardless of its cost; a cheap proof is always computed. ``work`` distributes the batches and
    caches results; other processes build the strip from its query. A cached result must pass one more test
    modulo random primes. ``fast=False`` uses only numpy and FLINT.

    >>> from gfkit.core.rules import Question
    >>> from gfkit.core.engine.strip.strip import find_strip
    >>> strip = find_strip(Question.of("arc-kayles", "2xn"))
    >>> found = modular_gf(strip, Weights.NONE, certify=True)
    >>> print(found.numerator, "over", found.denominator)
    7 + t - 2*t^2 over 1 - 3*t - t^2 + t^3
    >>> found.proved
    True
    """
    weights = weighted if isinstance(weighted, Weights) else Weights.PLAYERS if weighted else Weights.NONE
    states = strip.states_in_period if small is None else small.states
    if not states:
        return ModularGF.nothing(1 + len(weights.variables))
    if not ARRAYS:
        raise LimitError("method 'modular' needs numpy, which is not installed; use method 'determinant'")
    from gfkit.ways.modular.unweighted import unweighted_gf
    from gfkit.ways.modular.weighted import weighted_gf

    random, work = Random(secrets.randbits(128) if seed is None else seed), work or Work()
    search = FractionSearch(strip, weights, certify, work, on_progress, small, random, fast)

    def fraction_from_bytes(kept: bytes) -> ModularGF:
        fraction = ModularGF.from_bytes(kept)
        if not fraction.fits(("t", *weights.variables), states):
            raise ValueError("the stored fraction has other variables or too high an order")
        return fraction

    known = work.result(fraction_from_bytes)
    fraction = (unweighted_gf if weights is Weights.NONE else weighted_gf)(search, known)
    if fraction is not known:
        work.finish(fraction.to_bytes, fraction.agrees, replaces=fraction.proved)
    return fraction
