"""Sums of lengths: nonnegative bases, and how many connected boards there are."""

from __future__ import annotations

import re

from gfkit.catalog.check import Arguments, Found, Method
from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.catalog.plain.shapes import alike, connected
from gfkit.errors import CatalogError


def _first_missing(numbers: list[int], above: int) -> int | None:
    """The first n > above that is no sum of the numbers: after as many sums in a row as the least, none."""
    least, most = min(numbers), above + min(numbers)
    sums = [True] + [False] * most
    for n in range(1, most + 1):
        sums[n] = any(n >= number and sums[n - number] for number in numbers)
    return next((n for n in range(above + 1, above + least + 1) if not sums[n]), None)


def _basis(statement: Statement, asked: Arguments) -> Found:  # noqa: ARG001
    """Sums of some numbers are all n above a bound, as ``4, 5, 6 for n > 7``."""
    for text in statement:
        found = re.fullmatch(r"([\d, ]+) for n > (\d+)", text)
        if found is None:
            raise CatalogError(f"statement {text!r}: must be like '4, 5, 6 for n > 7'")
        missing = _first_missing([int(number) for number in found[1].split(",")], int(found[2]))
        if missing is not None:
            return Found(Standing.REFUTED, "all sums", Witness(f"n = {missing}", "a sum", "none"))
    return Found(Standing.PROVED, "as many sums in a row as the least number")


def _interval(statement: Statement, asked: Arguments) -> Found:
    """The numbers k, ..., 2k - a give all n > k - b, for every k."""
    found = re.fullmatch(r"k, \.\.\., 2\*k - (\d+) for n > k - (\d+)", statement[0])
    if found is None:
        raise CatalogError(f"statement {statement[0]!r}: must be like 'k, ..., 2*k - 1 for n > k - 1'")
    short, below = int(found[1]), int(found[2])
    for k in range(2, asked["to"] + 1):
        missing = _first_missing(list(range(k, 2 * k - short + 1)), k - below)
        if missing is not None:
            return Found(Standing.REFUTED, "all sums", Witness(f"k = {k}, n = {missing}", "a sum", "none"))
    return Found(Standing.CONSISTENT, f"k up to {asked['to']}")


def _combinations(statement: Statement, asked: Arguments) -> Found:
    """Coefficients of given numbers, as ``4*k + 3, k > 1: k - 2, 1, 1``; linear in k, so two k decide."""
    numbers = [int(number) for number in asked["numbers"]]
    for text in statement:
        found = re.fullmatch(r"(\d+)\*k(?: \+ (\d+))?, k > (\d+): k(?: - (\d+))?, (\d+), (\d+)", text)
        if found is None:
            raise CatalogError(f"statement {text!r}: must be like '4*k + 3, k > 1: k - 2, 1, 1'")
        step, rest, above, back, *others = (int(part or 0) for part in found.groups())
        for k in (above + 1, above + 2):
            counts = [k - back, *others]
            total = sum(count * number for count, number in zip(counts, numbers, strict=True))
            if min(counts) < 0 or total != step * k + rest:
                return Found(
                    Standing.REFUTED, "two k", Witness(f"{text}, k = {k}", str(step * k + rest), str(total))
                )
    return Found(Standing.PROVED, "two k of each line")


def _polyominoes(statement: Statement, asked: Arguments) -> Found:  # noqa: ARG001
    """How many connected boards there are, turned boards counted once, as ``6 cells: 35``."""
    for text in statement:
        found = re.fullmatch(r"(\d+) cells: (\d+)", text)
        if found is None:
            raise CatalogError(f"statement {text!r}: must be like '6 cells: 35'")
        true = len({tuple(min(map(sorted, alike(board)))) for board in connected(int(found[1]))})
        if str(true) != found[2]:
            return Found(
                Standing.REFUTED, "all boards listed", Witness(f"{found[1]} cells", found[2], str(true))
            )
    return Found(Standing.PROVED, "all boards listed")


METHODS: dict[str, dict[str, Method]] = {
    "basis": {"sums": _basis},
    "interval": {"sums": _interval},
    "combinations": {"sums": _combinations},
    "polyominoes": {"listing": _polyominoes},
}
