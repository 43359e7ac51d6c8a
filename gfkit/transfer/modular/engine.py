"""Generating functions of strips from values modulo primes: without weights, or with x, or x and y."""

from __future__ import annotations

import secrets
from random import Random

from gfkit.transfer.modular.pointwise import weighted_gf
from gfkit.transfer.modular.primewise import unweighted_gf
from gfkit.transfer.modular.result import ModularGF
from gfkit.transfer.strip.automaton import Automaton
from gfkit.transfer.strip.strip import Strip
from gfkit.typing import OnProgress, Weights

__all__ = ["ModularGF", "modular_gf"]


def modular_gf(
    strip: Strip,
    weighted: Weights | bool,
    *,
    certify: bool,
    on_progress: OnProgress | None = None,
    small: Automaton | None = None,
    seed: int | None = None,
    fast: bool = True,
) -> ModularGF:
    """The generating function of b(j) = a(offset + j) of a strip, in lowest terms.

    ``weighted`` are the weights the strip was made with (True for players'); without them every weight
    counts as 1. ``small`` is an automaton of the strip with few states, if known. ``certify`` asks for a
    proof whatever it costs; where it is cheap it is given anyway. ``fast=False`` keeps to numpy and FLINT.

    >>> import gfkit
    >>> from gfkit.transfer.strip.strip import find_strip
    >>> rule, family = gfkit.find_rule("arc-kayles"), gfkit.parse_board("2xn")
    >>> strip = find_strip(rule, family, frozenset(), Weights.NONE, lambda *_: None)
    >>> found = modular_gf(strip, Weights.NONE, certify=True)
    >>> print(found.numerator, "over", found.denominator)
    7 + t - 2*t^2 over 1 - 3*t - t^2 + t^3
    >>> found.proved
    True
    """
    random = Random(secrets.randbits(128) if seed is None else seed)
    weights = weighted if isinstance(weighted, Weights) else Weights.PLAYERS if weighted else Weights.NONE
    if weights is Weights.NONE:
        return unweighted_gf(
            strip, certify=certify, on_progress=on_progress, small=small, random=random, fast=fast
        )
    return weighted_gf(
        strip, weights, certify=certify, on_progress=on_progress, small=small, random=random, fast=fast
    )
