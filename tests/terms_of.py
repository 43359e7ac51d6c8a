"""Terms of well-known sequences, by their definitions."""

from __future__ import annotations


def motzkin(count: int) -> list[int]:
    """By the first return to the axis."""
    found = [1]
    for n in range(1, count):
        found.append(found[-1] + sum(found[k] * found[n - 2 - k] for k in range(n - 1)))
    return found


def fibonacci(count: int) -> list[int]:
    found = [0, 1]
    while len(found) < count:
        found.append(found[-1] + found[-2])
    return found[:count]
