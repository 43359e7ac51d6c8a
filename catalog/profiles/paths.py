"""Positions on paths, letter by letter from the rules as the document words them.

E is an empty vertex, B and R are pieces; of O12 A is a blue piece and CC a red one.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby, pairwise, product


def on_path(game: str, n: int) -> Iterator[str]:
    """Yield the positions on the path of n vertices.

    >>> sorted(on_path("o12", 2)), sum(1 for _ in on_path("nogo", 4))
    (['AA', 'AE', 'CC', 'EA', 'EE'], 41)
    """
    if game == "o12":
        yield from _dominoes(n)
        return
    fits = {"col": _col, "snort": _snort, "cis": _cis, "nogo": _nogo}[game]
    for letters in product("EBR", repeat=n):
        if fits("".join(letters)):
            yield "".join(letters)


def _col(word: str) -> bool:
    return "BB" not in word and "RR" not in word


def _snort(word: str) -> bool:
    return "BR" not in word and "RB" not in word


def _cis(word: str) -> bool:
    return all("E" in pair for pair in pairwise(word))


def _nogo(word: str) -> bool:
    """Return True if every group of one colour is adjacent to an empty vertex."""
    place = 0
    for letter, group in groupby(word):
        end = place + len(list(group))
        if letter != "E" and "E" not in word[max(place - 1, 0) : end + 1]:
            return False
        place = end
    return True


def _dominoes(n: int) -> Iterator[str]:
    if n == 0:
        yield ""
        return
    for first in ("E", "A") + (("CC",) if n > 1 else ()):
        yield from (first + rest for rest in _dominoes(n - len(first)))


def pieces(word: str) -> tuple[int, int]:
    """Return the numbers of Left's and Right's pieces."""
    return word.count("B") + word.count("A"), word.count("R") + word.count("C") // 2
