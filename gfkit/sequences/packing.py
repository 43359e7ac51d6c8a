"""Polynomials as plain JSON, quickly: numbers in base 16, which takes linear time at any length."""

from __future__ import annotations

from typing import Any

from gfkit.sequences.polynomial import Polynomial

Packed = list[Any]


def packed(polynomial: Polynomial) -> Packed:
    """The variables, then every term as its powers and its coefficient.

    >>> packed(Polynomial.parse("1 - 17*x"))
    [['x', 'y'], [[[0, 0], '1'], [[1, 0], '-11']]]
    """
    return [
        list(polynomial.variables),
        [[list(powers), f"{value:x}"] for powers, value in polynomial.terms],
    ]


def unpacked(written: Packed) -> Polynomial:
    """What ``packed`` made a list of.

    >>> print(unpacked(packed(Polynomial.parse("1 - 17*x"))))
    1 - 17*x
    """
    variables, terms = written
    return Polynomial.of(tuple(variables), {tuple(powers): int(value, 16) for powers, value in terms})
