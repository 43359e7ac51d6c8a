"""Terms of well-known sequences, by their definitions."""

from __future__ import annotations

from mpmath import mp, mpf


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


def recurrent(first: list[int], *factors: int, count: int) -> list[int]:
    """Terms each of which is the sum of the ones before it, the last first, times the factors.

    >>> recurrent([2, 1], 1, 1, count=6)
    [2, 1, 3, 4, 7, 11]
    """
    found = [*first]
    while len(found) < count:
        found.append(sum(factor * found[-1 - k] for k, factor in enumerate(factors)))
    return found[:count]


def dominoes(rows: int, cols: int) -> int:
    """Tilings of a rectangle by dominoes: the product of Kasteleyn, Temperley and Fisher.

    >>> dominoes(8, 8), dominoes(3, 3)
    (12988816, 0)
    """
    with mp.workdps(20 + rows * cols):
        over = [mp.cos(mp.pi * i / (rows + 1)) ** 2 for i in range(1, rows + 1)]
        down = [mp.cos(mp.pi * j / (cols + 1)) ** 2 for j in range(1, cols + 1)]
        return int(mp.nint(mp.fprod(4 * a + 4 * b for a in over for b in down) ** mpf("0.25")))
