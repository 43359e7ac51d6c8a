"""Words of three letters with a bounded number of letters that are not 0, numbered without gaps."""

from __future__ import annotations

from functools import cache
from math import comb

import numpy as np
import numpy.typing as npt

Codes = npt.NDArray[np.int64]
"""Words, two bits a letter, the first letter lowest."""
MOST_LETTERS = 30
_GROUP = 6
"""Letters looked up at once."""


@cache
def words_up_to(length: int, budget: int) -> int:
    """How many words of a length have at most ``budget`` letters 1 or 2.

    >>> words_up_to(2, 1)
    5
    """
    return sum(comb(length, used) << used for used in range(min(length, budget) + 1))


def words(length: int, budget: int) -> Codes:
    """All of them by ascending codes.

    >>> words(2, 1).tolist()
    [0, 1, 2, 4, 8]
    """
    if budget < 0:
        return np.zeros(0, np.int64)
    if length == 0:
        return np.zeros(1, np.int64)
    less = words(length - 1, budget - 1)
    top = 2 * (length - 1)
    return np.concatenate([words(length - 1, budget), less | 1 << top, less | 2 << top])


def rank(codes: Codes, length: int, budget: int) -> Codes:
    """The place of each of some words among all those of its length.

    >>> rank(words(8, 3), 8, 3).tolist() == list(range(words_up_to(8, 3)))
    True
    """
    groups = -(-length // _GROUP)
    if groups <= 1:
        first: Codes = _before(0)[budget][codes]
        return first
    found, left = np.zeros(len(codes), np.int64), np.full(len(codes), budget)
    for group in range(groups - 1, -1, -1):
        part = codes >> 2 * _GROUP * group & _FULL
        found += _before(group)[left, part]
        left -= _USED[part]
    return found


@cache
def _before(group: int) -> Codes:
    """By budget and the letters of a group: how many words are equal after it and lower in it."""
    found = np.zeros((MOST_LETTERS + 1, _FULL + 1), np.int64)
    for budget in range(MOST_LETTERS + 1):
        counts = np.zeros(_FULL + 1, np.int64)
        for used in range(min(budget, _GROUP) + 1):
            counts[_PROPER & (used == _USED)] = words_up_to(_GROUP * group, budget - used)
        found[budget, 1:] = np.cumsum(counts)[:-1]
    return found


_FULL = (1 << 2 * _GROUP) - 1
_LETTERS = np.arange(_FULL + 1)[:, None] >> 2 * np.arange(_GROUP) & 3
_USED = (_LETTERS != 0).sum(1)
_PROPER = (_LETTERS != 3).all(1)
