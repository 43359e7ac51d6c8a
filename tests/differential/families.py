"""Random families: the series against the count on every board, against two listings of the smallest ones."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from math import log2
from random import Random

from gfkit import brute_force, count, derive, parse_board
from gfkit.core.algebra import Polynomial
from gfkit.core.boards import Board, Family
from gfkit.core.errors import LimitError
from gfkit.core.rules import Rule

from . import rules
from .case import Case, Compared, FaultError, RuleData
from .plain import TooManyError, listed, values_of

CLASSES = ("all", "left-ends", "right-ends", "maximal")
LISTED = 3
"""How many of the smallest boards with cells are listed."""
_MOST_LISTED = 600
_BITS = 6.0
"""How many bits of states a generated family may need, roughly."""
_ON_COMPLETE = 8
_CROWDED = 0.002
"""How often a state takes two words; such cases take a hundred times as long as others."""

Value = dict[tuple[int, ...], int]


def case(rng: Random) -> Case:
    """Return a random rule on a random family, with a class of positions, weights and a method."""
    if rng.random() < _CROWDED:
        return Case(rules.crowded(rng), rng.choice(("2xn", "3xn")))
    while True:
        data = rules.rule(rng)
        board = family(rng, data)
        positions = "all"
        if Case(data, board).kind == "placement":
            positions = rng.choices((*CLASSES, "play"), (46, 17, 17, 18, 2))[0]
        weights = rng.choices(("none", "pieces", "players"), (70, 15, 15))[0]
        method = rng.choices(("auto", "determinant", "modular", "reference"), (66, 12, 12, 10))[0]
        made = Case(data, board, positions, weights, method)
        if bits(made) <= _BITS * (1.6 if rng.random() < 0.02 else 1):
            return made


def by_some_method(rng: Random, made: Case) -> Case:
    """Return a case, sometimes by the reference."""
    return replace(made, method="reference" if rng.random() < 0.1 else "auto")


def family(rng: Random, data: RuleData) -> str:
    """Return a family of strips, cylinders or tori of width 1 to 4; or of graphs, if the rule allows them."""
    if rng.random() < (0.25 if rules.flat(data) else 0.005):
        return rng.choices(("path:n", "cycle:n", "complete:n"), (40, 40, 20))[0]
    word = rng.choices(("", "cylinder", "torus"), (66, 22, 12))[0]
    width = rng.choices((1, 2, 3, 4), (40, 37, 17, 6))[0]
    along = rng.random() < 0.6
    if word == "torus" or (word == "cylinder" and along):
        width = max(width, 3)
    size = f"{width}xn" if along else f"nx{width}"
    return f"{word}:{size}" if word else size


def bits(made: Case) -> float:
    """Estimate the bits of the states of the strip: cells in the range of a drawing, times bits per cell."""
    width = int(re.sub(r"\D", "", made.board) or 1)
    if made.kind == "array":
        each = log2(len(values_of(made.rule))) + 0.3 * bool(made.rule["rules"].get("count"))
        each += 1.2 * is_whole(made.rule)
    elif made.kind == "tiles":
        each = log2(len({tile["right"] for tile in made.rule["tile"]})) + 0.3
    elif made.kind in ("cover", "pointers", "orientations"):
        each = 2.0 if made.kind == "orientations" else 0.9
    elif made.kind == "edges":
        table = made.rule["edges"]
        each = 0.6 + 0.3 * table.get("cap", table.get("modulo", 1)) + 0.8 * is_whole(made.rule)
    else:
        asked = made.rule["rules"]
        each = 1.0 + 0.5 * len(asked["forbid_adjacent"]) + asked.get("liberties", False)
        each += 0.6 * (made.positions not in ("all", "play"))
    length = float(width * (_along(made) - 1))
    if made.board.startswith("torus") or re.match(r"c\w+:n", made.board):
        length *= 1.9
    return length * each * (1.15 if made.weights != "none" else 1)


def is_whole(data: RuleData) -> bool:
    """Return True if a rule has a global constraint on a graph."""
    table = data.get("edges", {})
    asked = {"components", "cycles", "joins", "apart", "each"} & {*table}
    return "connected" in data.get("rules", {}) or bool(asked)


def _along(made: Case) -> int:
    """Return the range of a rule along the family, in slices."""
    rows, cols = rules.spans(made.rule)
    if made.board in ("path:n", "cycle:n"):
        return max(rows, cols)
    return cols if made.board.endswith("xn") else rows


def tags(made: Case) -> list[str]:
    found = [f"rule: {made.kind}", f"family: {made.word}", f"positions: {made.positions}"]
    return [*found, f"weights: {made.weights}", f"method: {made.method}"]


def compare(made: Case) -> Compared:
    """Derive a family. Return the number of boards that agree, and tags; raise FaultError otherwise."""
    rule = Rule.of(made.rule)
    law = derive(rule, made.board, made.positions, made.weights, method=made.method)
    first, last = law.first_n, _ON_COMPLETE
    if law.rational is not None:  # beyond the offset, twice the reach, and three more
        last = max(law.offset, first) + 2 * _along(made) + 3
    terms = law.terms(last + 1 - first)
    if first <= last and value_of(law[last]) != value_of(terms[-1]):
        raise FaultError(
            f"n = {last}: the term is {law[last]}, and in the list of terms {terms[-1]}", "terms"
        )
    if law.rational is not None and law.recurrence.terms(len(terms)) != terms:
        raise FaultError(f"the recurrence {law.recurrence} does not give {terms}", "recurrence")
    # for a quarter of the families one more board, farther out
    is_far = law.rational is not None and (law.order + last) % 4 == 0
    seen, listings = [], 0
    for n in [*range(first, last + 1), *([last + 5 + last % 7] if is_far else [])]:
        said = {"the series": value_of(terms[n - first] if n <= last else law[n])}
        board = _board(made.board, n)
        said["the count"] = value_of(count(rule, board, made.positions, made.weights).polynomial)
        seen.append(sum(said["the count"].values()))
        if board.size and listings < LISTED:
            most = _MOST_LISTED * (8 if is_whole(made.rule) or made.kind == "orientations" else 1)
            found = listings_of(made, rule, board, n, most)
            listings += bool(found)
            said |= found
        all_agree(said, f"n = {n}: ", tuple(law.weights))
    evidence = [f"evidence: {law.evidence.status}"]
    if law.rational is not None:
        evidence += [f"beginning: {law.offset > first}", f"order: {min(law.order, 10) // 2 * 2}+"]
    trivial = {*seen[len(seen) // 2 :]} <= {0, 1}  # at most one configuration beyond the middle
    return len(seen), [*evidence, f"trivial: {trivial}", f"boards listed: {listings}"]


def listings_of(made: Case, rule: Rule, board: Board | str, n: int, most: int) -> dict[str, Value]:
    """Return the polynomial by the plain listing and by gfkit's listing, if both are fast."""
    try:
        found = {"the plain listing": listed(made.rule, made.board, n, made.positions, made.weights, most)}
    except TooManyError:
        return {}
    with suppress(LimitError):
        found["brute_force"] = value_of(brute_force(rule, board, made.positions, made.weights).polynomial)
    return found


def all_agree(said: dict[str, Value], where: str, marks: tuple[str, ...] = ()) -> None:
    """Raise FaultError if the methods disagree; a method is wrong if it differs from the last."""
    *_, last = said.values()
    if any(value != last for value in said.values()):
        shown = {name: Polynomial.of(marks, v) if marks else v.get((), v) for name, v in said.items()}
        wrong = [name for name, value in said.items() if value != last]
        text = ", ".join(f"{name} has {value or 0}" for name, value in shown.items())
        raise FaultError(where + text, f"wrong: {', '.join(wrong)}")


def value_of(value: int | Polynomial) -> Value:
    """Return a number or a polynomial as powers with coefficients."""
    if isinstance(value, Polynomial):
        return dict(value.terms)
    return {(): value} if value else {}


@lru_cache(maxsize=4000)
def _board(text: str, n: int) -> Board:
    boards = parse_board(text)
    assert isinstance(boards, Family)
    return boards.at(n)
