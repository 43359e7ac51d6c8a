"""Clauses of sentences, each by a definition of its own: a condition on arrays, words or permutations.

``tests/data/clauses_by_definition.toml`` has the sentences and the conditions. Nothing is read from gfkit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations, groupby, pairwise, permutations, product
from random import Random
from typing import Any, NamedTuple

from tables import tables

Word = Sequence[Any]
DATA = tables("clauses_by_definition")
CLAUSES, ABSENT = DATA["clauses"], DATA["absent"]
NUMBER = {"one": 1, "two": 2, "three": 3}
MOST = 20_000
"""How many objects are listed for one n."""
USED = (Fraction, combinations, permutations)
"""Names that only the conditions use."""
STEPS = {"h": ((0, 1),), "v": ((1, 0),), "d": ((1, 1),), "a": ((1, -1),)}


# Objects


class Array(NamedTuple):
    """Rows and columns; an array without rows may have columns."""

    rows: tuple[Word, ...]
    cols: tuple[Word, ...]


def A(m: int, n: int, low: int, high: int) -> Iterator[Array]:  # noqa: N802
    """Yield the arrays of m rows and n columns with values from low to high."""
    for flat in product(range(low, high + 1), repeat=m * n):
        yield Array(tuple(flat[r * n : r * n + n] for r in range(m)), tuple(flat[c::n] for c in range(n)))


def W(n: int, letters: int, low: int = 0) -> Iterator[Word]:  # noqa: N802
    """Yield the words of length n over so many letters, the first of which is low."""
    return product(range(low, low + letters), repeat=n)


def compositions(n: int) -> Iterator[Word]:
    if n == 0:
        yield ()
    for first in range(1, n + 1):
        yield from ((first, *rest) for rest in compositions(n - first))


def tilings(m: int, n: int, pieces: Sequence[tuple[int, int]], cells: Any = None) -> Iterator[Any]:
    """Yield the tilings of a rectangle with pieces of some heights and widths."""
    free = frozenset(product(range(m), range(n))) if cells is None else cells
    if not free:
        yield ()
        return
    top, left = min(free)
    for height, width in pieces:
        piece = frozenset(product(range(top, top + height), range(left, left + width)))
        if piece <= free:
            yield from ((piece, *rest) for rest in tilings(m, n, pieces, free - piece))


# Words


def word(w: Word) -> str:
    return "".join(map(str, w))


def occ(w: Word, factor: str) -> int:
    """Return the number of occurrences of a factor."""
    return sum(word(w).startswith(factor, i) for i in range(len(w)))


def lengths(w: Word) -> list[tuple[Any, int]]:
    return [(letter, len([*run])) for letter, run in groupby(w)]


def runs(w: Word, letter: Any = None) -> list[int]:
    return [size for value, size in lengths(w) if letter in (None, value)]


def windows(w: Word, k: int) -> list[Word]:
    return [w[i : i + k] for i in range(len(w) - k + 1)]


def where(w: Word, letter: Any) -> list[int]:
    return [i for i, value in enumerate(w) if value == letter]


def fresh(w: Word) -> bool:
    """Return True if new values appear in the order 0, 1, 2, ..."""
    return [*dict.fromkeys(w)] == [*range(len({*w}))]


def rising(w: Word) -> bool:
    return all(a <= b for a, b in pairwise(w))


def unimodal(w: Word) -> bool:
    return any(rising(w[:k]) and rising(w[k:][::-1]) for k in range(len(w) + 1))


def binary(w: Word) -> int:
    return int(word(w) or "0", 2)


def digits(w: Word) -> bool:
    """Return True if a word is a positive number without leading zeros, or empty."""
    return w[:1] != (0,)


def differences(w: Word, times: int) -> Word:
    return differences([b - a for a, b in pairwise(w)], times - 1) if times else w


def compared(number: int, how: str, bound: int) -> bool:
    return {"at most": number <= bound, "at least": number >= bound, "exactly": number == bound}[how]


# Arrays


def flat(rows: Iterable[Word]) -> list[Any]:
    return [value for row in rows for value in row]


def placed(x: Array) -> list[tuple[tuple[int, int], Any]]:
    return [((r, c), value) for r, row in enumerate(x.rows) for c, value in enumerate(row)]


def pairs(x: Array, how: str) -> list[tuple[Any, Any]]:
    """Return the values of adjacent elements, the upper or left one first."""
    at = dict(placed(x))
    steps = [step for letter in how for step in STEPS[letter]]
    return [(v, at[r + i, c + j]) for (r, c), v in at.items() for i, j in steps if (r + i, c + j) in at]


def around(rows: Sequence[Word], how: str) -> list[tuple[Any, list[Any]]]:
    """Return each value with those of its neighbours."""
    at = {(r, c): value for r, row in enumerate(rows) for c, value in enumerate(row)}
    steps = [(s * i, s * j) for letter in how for i, j in STEPS[letter] for s in (1, -1)]
    return [(v, [at[r + i, c + j] for i, j in steps if (r + i, c + j) in at]) for (r, c), v in at.items()]


def earlier(rows: Sequence[Word]) -> list[tuple[Any, list[Any]]]:
    """Return each value with those to its left and above."""
    return [(v, [*row[c - 1 : c if c else 0], *(rows[r - 1][c : c + 1] if r else ())])
            for r, row in enumerate(rows) for c, v in enumerate(row)]  # fmt: skip


def lines(x: Array, how: str) -> list[Word]:
    """Return the rows, columns, diagonals and antidiagonals."""
    found = [*(x.rows if "r" in how else ()), *(x.cols if "c" in how else ())]
    for letter, sign in (("d", -1), ("a", 1)):
        if letter in how:
            where_ = {r + sign * c for (r, c), _ in placed(x)}
            found += [tuple(v for (r, c), v in placed(x) if r + sign * c == k) for k in sorted(where_)]
    return found


def blocks(x: Array, k: int = 2) -> list[tuple[Word, ...]]:
    m, n = len(x.rows), len(x.cols)
    return [
        tuple(row[c : c + k] for row in x.rows[r : r + k]) for r in range(m - k + 1) for c in range(n - k + 1)
    ]


def in_grid(x: Array, measure: Callable[[Any], Any]) -> Array:
    """Return the array of a measure of the blocks."""
    n = max(0, len(x.cols) - 1)
    rows = [tuple(map(measure, blocks(x)[r * n : r * n + n])) for r in range(max(0, len(x.rows) - 1))]
    return Array(tuple(rows), ())


def beside(x: Array, measure: Callable[[Any], Any], how: str = "hv") -> list[tuple[Any, Any]]:
    """Return the measures of blocks and of the next ones."""
    return pairs(in_grid(x, measure), how)


def sums(x: Array) -> tuple[Word, ...]:
    return in_grid(x, lambda b: sum(flat(b))).rows


def edges(b: Any) -> list[tuple[Any, Any]]:
    """Return the four sides of a block clockwise."""
    (p, q), (s, r) = b
    return [(p, q), (q, r), (r, s), (s, p)]


def clockwise(b: Any) -> int:
    return sum(p < q for p, q in edges(b))


def counterclockwise(b: Any) -> int:
    return sum(p > q for p, q in edges(b))


def det(b: Any) -> int:
    return b[0][0] * b[1][1] - b[0][1] * b[1][0]


def per(b: Any) -> int:
    return b[0][0] * b[1][1] + b[0][1] * b[1][0]


def times(a: Any, b: Any) -> Any:
    return tuple(
        tuple(sum(p * q for p, q in zip(row, col, strict=True)) for col in zip(*b, strict=True)) for row in a
    )


def upper(b: Any) -> int:
    return sorted(flat(b))[2]


def lower(b: Any) -> int:
    return sorted(flat(b))[1]


def parts3(b: Any) -> list[Word]:
    """Return the rows, columns and both diagonals of a block."""
    return [*b, *zip(*b, strict=True), [b[i][i] for i in range(3)], [b[i][2 - i] for i in range(3)]]


def ones(x: Array) -> set[tuple[int, int]]:
    return {place for place, value in placed(x) if value == 1}


def reach(x: Array, start: tuple[int, int]) -> set[tuple[int, int]]:
    """Return the ones that are connected with a place."""
    found, rest = {start}, ones(x) - {start}
    while near := {p for p in rest if any(abs(p[0] - q[0]) + abs(p[1] - q[1]) == 1 for q in found)}:
        found, rest = found | near, rest - near
    return found


# Draws


def drawn(rng: Random, clause: str) -> tuple[str, Callable[[int], int | None]]:
    """Return a sentence of a clause, and its number for each n, or None if there are too many objects."""
    sentence, objects, condition = CLAUSES[clause]
    chosen: list[Any] = []

    def choose(found: re.Match[str]) -> str:
        if found[1].startswith("_"):
            return str(chosen[int(found[1][1:])])
        text = rng.choice(found[1].split("|"))
        chosen.append(
            int(text) if text.isdigit() and (text == "0" or text[0] != "0") and len(text) < 2 else text
        )
        return text

    text = re.sub(r"<([^<>=]+)>", choose, sentence)
    names = globals() | {f"_{k}": value for k, value in enumerate(chosen)}
    listed, holds = eval(f"lambda n: {objects}", names), eval(f"lambda x, w, n: {condition}", names)

    def number(n: int) -> int | None:
        found, some = 0, listed(n)
        for k, one in enumerate(some if some is not None else [None]):
            if k == MOST or some is None:
                return None
            found += bool(holds(one, one, n))
        return found

    return f"{text}." if text.startswith("a(n)") else f"Number of {text}.", number
