"""Nimbers of NoGo on paths, with both colours available to both players, computed by words over three
letters.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import comb

import numpy as np
import numpy.typing as npt

from gfkit.core.typing import OnProgress, tell_progress

LEFT, RIGHT = 1, 2
"""Letters of the two colours; 0 denotes no stone. At an end of a word, 0 denotes the end of the path."""
MOST_LETTERS = 30
LONGEST_PATH = MOST_LETTERS + 1
_CHUNK = 1 << 16
_WORKING = 24
"""Bytes per word during the computation of the words with given ends and length."""
_OPEN, _LEFT_FIRST, _LEFT_LAST = (0, 0), (LEFT, 0), (0, LEFT)
_STORED = (_OPEN, _LEFT_FIRST, (LEFT, LEFT), (LEFT, RIGHT))
"""Pairs of ends that are computed. The others follow by swapping the colours and by reflection."""
Ends = tuple[int, int]
Table = npt.NDArray[np.uint8]
_ODD = int("01" * 31, 2)
Codes = npt.NDArray[np.int64]
"""Words as integers with two bits per letter, the first letter in the lowest bits."""
_GROUP = 6
"""Number of letters in a lookup table."""
_FULL = (1 << 2 * _GROUP) - 1
_LETTERS = np.arange(_FULL + 1)[:, None] >> 2 * np.arange(_GROUP) & 3
_USED = (_LETTERS != 0).sum(1)
_PROPER = (_LETTERS != 3).all(1)


class PathWords:
    """Nimbers of NoGo on paths of up to ``longest`` cells, with both colours available to both players.

    A position splits between two adjacent stones of different colours, as their groups have no common
    liberty. A component is a row of k free cells. Between two neighbouring free cells there is nothing
    (letter 0), or one group of one colour, whose liberties are these two cells. Before the first and after
    the last free cell there is nothing, or a group with this cell as its only liberty. The number of stones
    of a group does not matter. So a component is a word of k - 1 letters with two ends. Its weight, the
    smallest number of cells of a path on which it fits, is k plus the number of nonzero letters and ends.
    Placing colour c on a cell between the letters a and b

    - is illegal if a or b is an end of the other colour (it would lose its only liberty), or if neither a nor
      b is a letter 0 or c (the stone would have no liberty);
    - otherwise, inside the word and without an adjacent letter of the other colour, merges a and b into one
      letter c;
    - otherwise cuts the word in two: the side with the other colour ends in that colour, and the other side
      begins with c. At the first or last cell one side is empty.

    A move fills one cell and never increases the weight. So the words of weight up to n are computed in
    ascending order of k, one array of words at a time; the value is the mex of the options. About 1.7 * 2^n
    words are stored, one byte each (swapping the colours and reflection yield the others), and each has up to
    2 k moves.

    >>> [PathWords(8).value(n) for n in range(1, 9)]
    [0, 1, 0, 1, 2, 0, 1, 0]
    """

    def __init__(self, longest: int, on_progress: OnProgress | None = None) -> None:
        self.longest = longest
        self._tables: dict[tuple[Ends, int], Table] = {}
        for cells in range(1, longest + 1):
            for ends in _STORED:
                if self._budget(ends, cells) >= 0:
                    self._tables[ends, cells] = self._nimbers_of_words(ends, cells)
            if (_LEFT_FIRST, cells) in self._tables:
                self._tables[_LEFT_LAST, cells] = self._reflect_table(cells)
            tell_progress(on_progress, "free cells", cells, longest, sum(map(len, self._tables.values())))

    @staticmethod
    def size(longest: int) -> int:
        """Return the number of words stored for paths of up to ``longest`` cells."""
        return sum(_sizes(longest))

    @staticmethod
    def memory(longest: int) -> int:
        """Return the number of bytes needed: one for each word, and working memory."""
        sizes = _sizes(longest)
        return sum(sizes) + _WORKING * max(sizes, default=0)

    def value(self, n: int) -> int:
        """Return the nimber of the empty path of n cells."""
        return int(self._tables[_OPEN, n][0]) if n else 0

    def _budget(self, ends: Ends, cells: int) -> int:
        """Return the largest number of nonzero letters of a word with the given ends."""
        return self.longest - cells - sum(end != 0 for end in ends)

    def _nimbers_of_words(self, ends: Ends, cells: int) -> Table:
        codes = _all_words(cells - 1, self._budget(ends, cells))
        nimbers = np.zeros(len(codes), np.uint8)
        for start in range(0, len(codes), _CHUNK):
            part = codes[start : start + _CHUNK]
            seen = np.zeros(len(part), np.uint64)
            for chosen, values in self._options(ends, cells, part):
                seen[chosen] |= np.uint64(1) << values.astype(np.uint64)
            least = ~seen & (seen + np.uint64(1))
            nimbers[start : start + _CHUNK] = np.frexp(least.astype(np.float64))[1] - 1
        return nimbers

    def _options(self, ends: Ends, cells: int, codes: Codes) -> Iterator[tuple[npt.NDArray[np.intp], Table]]:
        """Yield for each kind of move the indices of the words in which it is legal, and the values after
        it.
        """
        first, last = ends
        if cells == 1:
            return
        for colour in (LEFT, RIGHT):
            if first in (0, colour):
                chosen = np.flatnonzero(codes & 3 != 3 - colour)
                yield chosen, self._values((colour, last), cells - 1, codes[chosen] >> 2)
            if last in (0, colour):
                top = 2 * (cells - 2)
                chosen = np.flatnonzero(codes >> top != 3 - colour)
                yield chosen, self._values((first, colour), cells - 1, codes[chosen] & (1 << top) - 1)
        for cell in range(1, cells - 1):
            yield from self._iterate_inner_moves(ends, cells, cell, codes)

    def _iterate_inner_moves(
        self, ends: Ends, cells: int, cell: int, codes: Codes
    ) -> Iterator[tuple[npt.NDArray[np.intp], Table]]:
        """Yield the moves on a cell between two letters."""
        first, last = ends
        at = 2 * (cell - 1)
        pair = codes >> at & 15
        for colour in (LEFT, RIGHT):
            opposite = 3 - colour
            chosen = np.flatnonzero(_MERGES[colour][pair])
            old = codes[chosen]
            merged = old & (1 << at) - 1 | colour << at | old >> at + 4 << at + 2
            yield chosen, self._values(ends, cells - 1, merged)
            chosen = np.flatnonzero(_CUTS[colour][pair])
            old = codes[chosen]
            near = self._values((first, opposite), cell, old & (1 << at) - 1)
            yield chosen, near ^ self._values((colour, last), cells - 1 - cell, old >> at + 4)

    def _values(self, ends: Ends, cells: int, codes: Codes) -> Table:
        if ends[0] == RIGHT or ends == (0, RIGHT):
            ends = -ends[0] % 3, -ends[1] % 3
            codes = (codes & _ODD) << 1 | codes >> 1 & _ODD
        return self._tables[ends, cells][_rank(codes, cells - 1, self._budget(ends, cells))]

    def _reflect_table(self, cells: int) -> Table:
        budget, length = self._budget(_LEFT_FIRST, cells), cells - 1
        codes = _all_words(length, budget)
        back = np.zeros_like(codes)
        for letter in range(length):
            back |= (codes >> 2 * letter & 3) << 2 * (length - 1 - letter)
        return self._tables[_LEFT_FIRST, cells][_rank(back, length, budget)]


def _sizes(longest: int) -> list[int]:
    """Return the number of words by ends and number of free cells."""
    return [
        _words_up_to(cells - 1, longest - cells - sum(end != 0 for end in ends))
        for ends in (*_STORED, _LEFT_LAST)
        for cells in range(1, longest + 1)
    ]


_first_letter, _second_letter = np.arange(16) & 3, np.arange(16) >> 2
_MERGES = {c: (_first_letter != 3 - c) & (_second_letter != 3 - c) for c in (LEFT, RIGHT)}
"""For each colour and pair of letters: True if a move between the letters merges them."""
_CUTS = {
    c: (_first_letter == 3 - c) & (_second_letter != 3 - c) | (_second_letter == c) & (_first_letter != c)
    for c in (LEFT, RIGHT)
}
"""For each colour and pair of letters: True if a move between them cuts the word, where the part before
ends in the other colour and the part after begins with this colour.
"""


@cache
def _words_up_to(length: int, budget: int) -> int:
    """Return the number of words with a given length and at most ``budget`` letters 1 or 2.

    >>> _words_up_to(2, 1)
    5
    """
    return sum(comb(length, used) << used for used in range(min(length, budget) + 1))


def _all_words(length: int, budget: int) -> Codes:
    """Return the codes of words with a given length and at most ``budget`` letters 1 or 2, ascending.

    >>> _all_words(2, 1).tolist()
    [0, 1, 2, 4, 8]
    """
    if budget < 0:
        return np.zeros(0, np.int64)
    if length == 0:
        return np.zeros(1, np.int64)
    less = _all_words(length - 1, budget - 1)
    top = 2 * (length - 1)
    return np.concatenate([_all_words(length - 1, budget), less | 1 << top, less | 2 << top])


def _rank(codes: Codes, length: int, budget: int) -> Codes:
    """Return the index of each word among all words of its length, in the order of ``_all_words``.

    >>> _rank(_all_words(8, 3), 8, 3).tolist() == list(range(_words_up_to(8, 3)))
    True
    """
    groups = -(-length // _GROUP)
    if groups <= 1:
        first: Codes = _before(0)[budget][codes]
        return first
    ranks, left = np.zeros(len(codes), np.int64), np.full(len(codes), budget)
    for group in range(groups - 1, -1, -1):
        part = codes >> 2 * _GROUP * group & _FULL
        ranks += _before(group)[left, part]
        left -= _USED[part]
    return ranks


@cache
def _before(group: int) -> Codes:
    """Return, for each budget and group of letters, the number of words that agree after the group and are
    smaller in it.
    """
    lower = np.zeros((MOST_LETTERS + 1, _FULL + 1), np.int64)
    for budget in range(MOST_LETTERS + 1):
        counts = np.zeros(_FULL + 1, np.int64)
        for used in range(min(budget, _GROUP) + 1):
            counts[_PROPER & (used == _USED)] = _words_up_to(_GROUP * group, budget - used)
        lower[budget, 1:] = np.cumsum(counts)[:-1]
    return lower
