"""What the codings of rung 5 share: states as words, and what sites do to them as numbers to read."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class WordProgram:
    """A machine as words that loops in C read; ``sites`` says where in ``code`` each site begins."""

    head: NDArray[np.int64]
    code: NDArray[np.int64]
    sites: NDArray[np.int64]


class Writing:
    """Code that grows; nothing is put there twice."""

    def __init__(self) -> None:
        self.code: list[int] = []
        self.known: dict[Hashable, int] = {}

    def write(self, words: Iterable[int]) -> int:
        """Where words begin that are put at the end of the code, unless they are there."""
        own = tuple(words)
        if own not in self.known:
            self.known[own] = len(self.code)
            self.code.extend(own)
        return self.known[own]


def arrays(head: Iterable[int], code: Iterable[int], sites: Iterable[int]) -> WordProgram:
    """The program of these numbers."""
    return WordProgram(*(np.array(list(numbers), np.int64) for numbers in (head, code, sites)))
