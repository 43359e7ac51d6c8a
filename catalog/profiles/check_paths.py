"""Positions on paths: recurrences by the last vertex, terms of sums, classes by the first vertices."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from gfkit.catalog.claim import (
    Arguments,
    CheckResult,
    ClaimStatus,
    HoleValues,
    Statement,
    compare_cases,
    compare_entries,
    refutation,
    theorem,
)
from gfkit.core.algebra import Polynomial
from gfkit.core.engine.count import count
from gfkit.core.errors import CatalogError, GfkitError
from gfkit.core.typing import WeightsWord

from ..shared.arithmetic import evaluate
from .paths import on_path, pieces

_TO = 8
_NAMES = ("x", "y")


def _board_polynomial(game: str, board: str, weights: WeightsWord = "players") -> Polynomial:
    return count(game, board, "all", weights).polynomial


# Relations by the last vertex

Value = Callable[[str, str, int], Polynomial]
"""P, E, B, R of a game on n vertices: all positions, and those whose last vertex is so; N their number."""


def _by_words(game: str, name: str, n: int) -> Polynomial:
    """Return the polynomial of positions enumerated from the rules."""
    if name == "N":
        return Polynomial.constant(sum(1 for _ in on_path(game, n)), _NAMES)
    kept = (word for word in on_path(game, n) if name == "P" or word.endswith(name))
    return Polynomial.of(_NAMES, Counter(map(pieces, kept)))


def _by_boards(game: str, name: str, n: int) -> Polynomial:
    """Return the polynomial of boards with a piece drawn at the end."""
    total = _board_polynomial(game, "." * n + "#" if n else "path:0")
    if name == "P":
        return total
    if name == "N":
        return Polynomial.constant(total.total, _NAMES)
    ends = {letter: _positions_ending_in(game, n, letter) for letter in "BR"}
    return ends[name] if name in ends else total - ends["B"] - ends["R"]


def _positions_ending_in(game: str, n: int, letter: str) -> Polynomial:
    """Return the positions with a piece of Left (B) or Right (R) on the last vertex."""
    power = (1, 0) if letter == "B" else (0, 1)
    drawn = letter if letter == "B" else letter.lower()
    try:
        polynomial = _board_polynomial(game, "." * (n - 1) + drawn + "#")
    except GfkitError:  # the piece alone has no liberty
        return Polynomial.constant(0, _NAMES)
    return polynomial * Polynomial.monomial(power, _NAMES)


@theorem("profile_paths.relation", {"brute-force": _by_words, "transfer": _by_boards})
def relation(value: Value, statement: Statement, asked: Arguments) -> CheckResult:
    """Check that sides such as P(n+1) = (1 + x + y)*P(n) - x*B(n) are equal for every n. ``alike``
    substitutes x for y, and ``next`` also reports the value for the n after a counterexample."""
    sides = statement[0].split(" = ")
    if len(sides) < 2:
        raise CatalogError(f"statement {statement[0]!r}: has no sign =")

    def at(side: str, n: int) -> Polynomial:
        return _side(side, n, partial(value, asked["game"]), bool(asked.get("alike")))

    to = asked.get("to", _TO)
    evidence = f"{'positions listed' if value is _by_words else 'boards counted'} up to n = {to}"
    for n in range(asked.get("from", 1), to):
        one, *others = (at(side, n) for side in sides)
        for other in others:
            if one != other:
                later = range(n + 1, n + 1 + asked.get("next", 0))
                totals = ", ".join(str(at(sides[1], k).total) for k in later)
                claimed = f"{other} (next totals {totals})" if totals else other
                return refutation(evidence, f"n = {n}", claimed, one)
    return CheckResult(ClaimStatus.CONSISTENT, evidence)


def _side(text: str, n: int, value: Callable[[str, int], Polynomial], alike: bool) -> Polynomial:
    """Return the value of a side for n vertices."""
    x, y = Polynomial.monomial((1, 0), _NAMES), Polynomial.monomial((0, 1), _NAMES)
    zero = Polynomial.constant(0, _NAMES)

    def of(name: str, k: int) -> Polynomial:
        return value(name, k) if k >= 0 else zero

    functions = {name: partial(of, name) for name in "PNEBR"}
    value_of_side: Polynomial = zero + evaluate(text, {"x": x, "y": y, "n": n}, functions)
    return value_of_side.in_variables(("x",), {"x": (1,), "y": (1,)}) if alike else value_of_side


# Which positions a sum over h empty vertices, i Left pieces and j Right pieces takes in


def _terms_by_words(asked: Arguments, n: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield h, i, j and the number of positions, enumerated with their empty vertices counted."""
    return ((word.count("E"), *pieces(word), 1) for word in on_path(asked["game"], n))


def _terms_by_boards(asked: Arguments, n: int) -> Iterator[tuple[int, int, int, int]]:
    """Yield h, i, j and the number of positions, where the pieces with their ``sizes`` determine the empty
    vertices."""
    left, right = asked["sizes"]
    for (i, j), number in _board_polynomial(asked["game"], f"path:{n}").terms:
        yield n - left * i - right * j, i, j, number


@theorem(
    "profile_paths.condition",
    {"brute-force": _terms_by_words, "transfer": _terms_by_boards},
    words="{sum} = n",
)
def condition(
    terms: Callable[[Arguments, int], Iterable[tuple[int, int, int, int]]],
    holes: HoleValues,
    asked: Arguments,
) -> CheckResult:
    """Check that the positions on the path of n vertices are the terms with h + i + 2*j = n, or another given
    sum."""

    def total_of(listed: list[tuple[int, int, int, int]]) -> Polynomial:
        numbers: Counter[tuple[int, ...]] = Counter()
        for _, i, j, number in listed:
            numbers[i, j] += number
        return Polynomial.of(_NAMES, numbers)

    def case(n: int) -> tuple[str, Polynomial, Polynomial]:
        listed = list(terms(asked, n))
        fits = [t for t in listed if evaluate(holes["sum"], {"h": t[0], "i": t[1], "j": t[2]}) == n]
        return f"path:{n}", total_of(fits), total_of(listed)

    last = asked.get("to", _TO) - 1
    evidence = "positions sorted by the condition"
    return compare_cases(map(case, range(last + 1)), evidence, f"{evidence} up to n = {last}")


# Classes by the first vertices


def _classes_by_words(game: str, starts: str, n: int) -> Polynomial:
    kept = (word for word in on_path(game, n) if word.startswith(tuple(starts.split(", "))))
    return Polynomial.of(("x",), Counter((sum(pieces(word)),) for word in kept))


def _classes_by_boards(game: str, starts: str, n: int) -> Polynomial:
    """Return the polynomial of a class by counting shorter boards: E and A leave n - 1 vertices, CC
    leaves n - 2.
    """
    start = {"o12": _o12_start, "col": _col_start}.get(game)
    if start is None:
        raise CatalogError("statement: is counted by boards only for o12 and col")
    return sum((start(beginning, n) for beginning in starts.split(", ")), Polynomial.constant(0, ("x",)))


@theorem(
    "profile_paths.classes",
    {"brute-force": _classes_by_words, "transfer": _classes_by_boards},
    words="{game:word} from {starts} on n + 1 = {other:word} from {others} on n",
)
def classes(
    number: Callable[[str, str, int], Polynomial], holes: HoleValues, asked: Arguments
) -> CheckResult:
    """Check that two classes, on n + 1 and on n vertices, have equally many positions for each number of
    pieces.
    """
    to = asked.get("to", _TO)
    cases = (
        (
            f"n = {n}",
            number(holes["other"], holes["others"], n),
            number(holes["game"], holes["starts"], n + 1),
        )
        for n in range(1, to)
    )
    evidence = "positions listed" if number is _classes_by_words else "boards counted"
    return compare_cases(cases, evidence, f"{evidence} up to n = {to}")


def _o12_start(start: str, n: int) -> Polynomial:
    """Return the O12 positions that start with these pieces; a final C is the first half of a red piece."""
    parts = re.findall("E|A|C", start)
    left = n - sum(2 if part == "C" else 1 for part in parts)
    number = sum(part != "E" for part in parts)
    if left < 0:
        return Polynomial.constant(0, ("x",))
    return _board_polynomial("o12", f"path:{left}", "pieces") * Polynomial.monomial((number,), ("x",))


def _col_start(start: str, n: int) -> Polynomial:
    if start == "E":
        return _board_polynomial("col", f"path:{n - 1}", "pieces")
    drawn = ("B" if start == "B" else "r") + "." * (n - 1) + "#"
    return _board_polynomial("col", drawn, "pieces") * Polynomial.monomial((1,), ("x",))


# Triangles of coefficients


@theorem("profile_paths.triangle", "transfer")
def triangle(statement: Statement, asked: Arguments) -> CheckResult:
    """Check the coefficients of the profiles on the paths of 0, 1, ... vertices, row by row."""
    row: list[str] = []
    n = 0
    while len(row) < len(statement):
        profile = _board_polynomial(asked["game"], f"path:{n}", "pieces")
        row += [str(profile.coefficient(k)) for k in range(max(p[0] for p, _ in profile.terms) + 1)]
        n += 1
    places = tuple(f"entry {k}" for k in range(1, len(statement) + 1))
    return compare_entries(statement, tuple(row[: len(statement)]), places, "boards counted")
