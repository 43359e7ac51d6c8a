"""Check of identities between rules of blocks, step by step, with the lemmas of the checker."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import product
from operator import xor
from typing import Any

from gfkit.proofs.checker.reading import STEPS, Budget, RefusalError, must_fit, must_hold
from gfkit.proofs.checker.twins import TWIN_LEMMAS, TWIN_STEPS, Blocks


def steps_hold(
    size: int, first: Blocks, second: Blocks, steps: Sequence[Any], exchanged: bool, limit: int = STEPS
) -> bool:
    """Return True if the checker accepts the steps that lead from the blocks of one rule to the blocks of
    another.

    In addition to the steps of a comparison, ``transpose`` exchanges rows and columns, ``rows`` compares
    rules with independent rows, and ``gauge`` exchanges 0 and 1 in the cells of a doubly periodic pattern.
    """
    here, turned, budget = first, False, Budget(limit)
    try:
        for step in steps:
            after = frozenset(map(tuple, step["allowed"]))
            match step["lemma"]:
                case "transpose":
                    turned = not turned
                    must_hold(
                        after == {(a, c, b, d) for a, b, c, d in here},
                        "the blocks are not transposed",
                    )
                case "gauge":
                    check_gauge(here, after, step["pattern"])
                case "rows":
                    check_rows(size, here, after)
                case lemma:
                    must_fit(step, TWIN_STEPS, "step")
                    TWIN_LEMMAS[lemma]((0,) * size, here, after, step, budget)
            here = after
    except (RefusalError, TypeError, ValueError, LookupError):
        return False
    return here == second and turned is exchanged


def check_gauge(here: Blocks, after: Blocks, pattern: Sequence[Sequence[int]]) -> None:
    """Raise RefusalError unless adding a pattern modulo 2 maps the blocks ``after`` onto the blocks
    ``here``.
    """
    rows, columns = len(pattern), len(pattern[0])
    whole = {*map(len, pattern)} == {columns} and {value for row in pattern for value in row} <= {0, 1}
    must_hold(whole, "pattern: expected a rectangle of 0 and 1")
    for i, j in product(range(rows), range(columns)):
        mask = [pattern[row % rows][column % columns] for row, column in product((i, i + 1), (j, j + 1))]
        must_hold(
            {tuple(map(xor, block, mask)) for block in after} == here,
            "a block of the pattern does not map the second rule to the first",
        )


def check_rows(size: int, here: Blocks, after: Blocks) -> None:
    """Raise RefusalError unless the rows of arrays are independent for both rules, and both rules have
    equally many rows.
    """
    numbers = []
    for blocks in (here, after):
        pairs = {block[:2] for block in blocks}
        must_hold(blocks == {a + b for a, b in product(pairs, repeat=2)}, "the rows are not independent")
        ends = Counter(range(size))
        for _ in range(2 * size):
            numbers.append(ends.total())
            ends = Counter({b: sum(ends[a] for a, c in pairs if c == b) for b in range(size)})
    must_hold(numbers[: 2 * size] == numbers[2 * size :], "the numbers of admissible rows differ")
