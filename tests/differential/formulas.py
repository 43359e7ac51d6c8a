"""Random printed statements about counted families, true or false by construction, in every notation.

This module does not use gfkit. A family is a printed sequence: its recurrence and initial terms. A statement
is built as data, evaluated term by term with fractions (its growth with mpmath), and then written in a
notation, so its truth is known before ``gfkit.verify`` parses it.

Conventions for ambiguous notation: printed initial values override the formula; decimals in an equation are
exact; in an asymptotic they denote all numbers that round or truncate to them. Closed forms and sums are made
in ``ranges``.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import NamedTuple

import mpmath

from gfkit import verify

from . import statements as st
from .case import Compared, FaultError
from .spelling import printed

TRIES = 200


class StatementCase(NamedTuple):
    """A statement as printed, the game and the family it is about, and whether it is true."""

    text: str
    game: str
    family: str
    is_true: bool

    def __str__(self) -> str:
        return f"{self.is_true}: gfkit verify {self.text!r} --for {self.game} {self.family}"


def _statement(rng: Random, *, is_true: bool) -> StatementCase:
    """Return a true statement, or a false one that differs by as little as one digit."""
    for _ in range(TRIES):
        family = rng.choice(st.FAMILIES if rng.random() < 0.75 else st.WEIGHTED)
        made = _true(rng, family)
        made = made if is_true or made is None else changed(rng, made)
        if made is not None and _is_decided(made) and made.is_true() == is_true:
            return StatementCase(printed(rng, made), family.game, family.boards, is_true)
    raise AssertionError("no change makes these statements false")


def case(rng: Random) -> StatementCase:
    return _statement(rng, is_true=rng.random() < 0.5)


def tags(made: StatementCase) -> list[str]:
    return [f"is: {made.is_true}"]


def compare(made: StatementCase) -> Compared:
    """Check that no true statement is refuted or true only later, and no false statement proved."""
    verdict = str(verify(made.text, game=made.game, family=made.family).verdict)
    if verdict in (("refuted", "later") if made.is_true else ("proved",)):
        raise FaultError(f"{verdict}, and it is {made}", f"{made.is_true} {verdict}")
    return 1, [f"{made.is_true}: {verdict}"]


def _is_decided(made: st.Statement) -> bool:
    return not (isinstance(made, st.Growth) and made.is_near_edge())


def _true(rng: Random, family: st.Family) -> st.Statement | None:
    kinds: list[Callable[[Random, st.Family], st.Statement | None]] = [_recurrence, series]
    if not family.weights:
        kinds.append(_growth)
    return rng.choice(kinds)(rng, family)


def _factor(rng: Random, family: st.Family) -> list[st.Poly]:
    """Return a polynomial in t that starts with 1, to multiply both sides by."""
    extra = [st.number(rng.randint(-2, 2)) for _ in range(rng.choice([0, 0, 1, 2]))]
    if family.weights and extra and rng.random() < 0.5:
        extra[0] = st.plus(extra[0], st.X)
    return [st.ONE, *extra]


def _recurrence(rng: Random, family: st.Family) -> st.Recurrence:
    row = st.product([st.ONE, *(st.plus({}, c, -1) for c in family.back)], _factor(rng, family))
    while not row[-1]:
        row.pop()
    shift = rng.choice([0, 0, 0, 1, 2])
    sides = {shift - k: c for k, c in enumerate(row) if c}
    count = rng.choice([0, 0, len(row) - 1, len(row) - 1, rng.randint(0, 5)])
    start = family.first_n + rng.choice([0, 0, 0, 1])
    given = {start + k: _poly_term(family, start + k) for k in range(count)}
    bound = rng.choice([None, None, family.first_n - min(sides), family.first_n + rng.randint(0, 6)])
    return st.Recurrence(family, sides, bound, given)


def _poly_term(family: st.Family, n: int) -> st.Poly:
    found = list(family.initial)
    while len(found) <= n - family.first_n:
        total: st.Poly = {}
        for k, c in enumerate(family.back, 1):
            total = st.plus(total, st.times(c, found[-k]))
        found.append(total)
    return found[n - family.first_n]


def series(rng: Random, family: st.Family) -> st.Series:
    """Return the series; for a late start, the recurrence is extended down to n = 0 by convention."""
    below = [st.ONE, *(st.plus({}, c, -1) for c in family.back)]
    size = family.first_n + len(family.initial)
    terms = [_poly_term(family, n) if n >= family.first_n else {} for n in range(size)]
    above: list[st.Poly] = []
    for n in range(size):
        total: st.Poly = {}
        for k in range(min(n, len(below) - 1) + 1):
            total = st.plus(total, st.times(below[k], terms[n - k]))
        above.append(total)
    while len(above) > 1 and not above[-1]:
        above.pop()
    both = _factor(rng, family)
    scale = st.number(rng.choice([1, 1, 1, 2, -1, 3]))
    top, bottom = (st.product(st.product(part, both), [scale]) for part in (above, below))
    return st.Series(family, top, bottom)


def _growth(rng: Random, family: st.Family) -> st.Growth:
    rate, constant, _ = st.measured(family)
    offset, is_below = rng.choice([0, 0, 1, 2, -1]), rng.random() < 0.25
    true = constant / rate**offset
    constant, rate = _digits(rng, 1 / true if is_below else true), _digits(rng, rate)
    return st.Growth(family, constant, rate, offset, is_below, rng.random() < 0.3)


def _digits(rng: Random, true: mpmath.mpf) -> str:
    """Round or truncate to some digits after the point."""
    size = rng.randint(1, 12)
    scaled = true * mpmath.mpf(10) ** size
    whole = int(mpmath.floor(scaled)) if rng.random() < 0.5 else int(mpmath.nint(scaled))
    return _with_point(whole, size)


def _with_point(whole: int, size: int) -> str:
    text = str(whole).rjust(size + 1, "0")
    return f"{text[:-size]}.{text[-size:]}"


# Changes


def changed(rng: Random, made: st.Statement) -> st.Statement | None:
    """Return the statement with one changed number; it may still be true."""
    if isinstance(made, st.Series):
        side = rng.choice(["above", "below"])
        return replace(made, **{side: _nudged_row(rng, getattr(made, side))})
    if isinstance(made, st.Growth):
        side = rng.choice(["constant", "rate", "offset", "is_equal"])
        if side == "offset":
            return replace(made, offset=made.offset + rng.choice([1, -1]))
        if side == "is_equal":
            return replace(made, is_equal=True)
        text = getattr(made, side)
        size = len(text.partition(".")[2])
        whole = int(text.replace(".", "")) + rng.choice([1, -1, 2, -3, 10, 10**size])
        return replace(made, **{side: _with_point(abs(whole), size)})
    if made.given and rng.random() < 0.4:
        n = rng.choice(sorted(made.given))
        return replace(made, given={**made.given, n: _nudged(rng, made.given[n])})
    if made.bound and rng.random() < 0.2:
        return replace(made, bound=max(0, made.bound - rng.randint(1, 3)))
    if rng.random() < 0.2:
        n = made.family.first_n + rng.randint(0, 9)
        return replace(made, given={**made.given, n: _nudged(rng, _poly_term(made.family, n))})
    s = rng.choice(sorted(made.sides))
    if rng.random() < 0.3 and len(made.sides) > 2:
        moved = {(k + 1 if k < s else k): c for k, c in made.sides.items()}
        return replace(made, sides=moved)
    nudged = _nudged(rng, made.sides[s])
    return replace(made, sides={**made.sides, s: nudged}) if nudged and s != max(made.sides) else None


def _nudged_row(rng: Random, row: list[st.Poly]) -> list[st.Poly]:
    k = rng.randrange(len(row))
    return [*row[:k], _nudged(rng, row[k]), *row[k + 1 :]]


def _nudged(rng: Random, poly: st.Poly) -> st.Poly:
    keys = [*poly, (0, 0)] if rng.random() < 0.8 else [*poly, (1, 0)] if any(map(any, poly)) else [(0, 0)]
    return st.plus(poly, {rng.choice(keys): Fraction(rng.choice([1, -1, 2, 5, Fraction(1, 2)]))})
