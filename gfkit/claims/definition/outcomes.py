"""ClaimOutcome of a claim at each n, from values by definition; and claims that say nothing about a(n)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import StrEnum
from fractions import Fraction
from functools import partial
from itertools import islice
from math import factorial
from random import Random

from gfkit.claims.definition import values
from gfkit.claims.definition.series import series_coefficients
from gfkit.claims.definition.values import MissingTermError, NearError, Value, World
from gfkit.claims.statement import tree
from gfkit.claims.statement.canonical import claim_text
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.algebra.number import number_text
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import GfkitError, NoValueError, UndecidedError

Terms = Callable[[int], Value]
"""Function that returns the terms of a sequence, as in a ``World``, or the coefficients of a series."""
_MOST_DIGITS, _MOST_COEFFICIENTS = 40, 300
"""Maximum number of characters of a value in a message, and of coefficients of a series."""


class ClaimOutcome(StrEnum):
    """Outcome of a claim at an n.

    FAILS: two computed values differ. MISSING: a term before the first one is needed. NONE: one side has no
    value. NEAR: both sides are equal as balls of more than 100 bits. UNKNOWN: a side is not computed.
    """

    HOLDS = "holds"
    FAILS = "fails"
    MISSING = "missing"
    NONE = "no value"
    NEAR = "near"
    UNKNOWN = "unknown"


@dataclass(frozen=True)
class Found:
    """Outcome at an n, with both values as strings or a reason, and the indices of the terms of a that were
    needed.
    """

    outcome: ClaimOutcome
    left: str = ""
    right: str = ""
    reason: str = ""
    used: frozenset[int] = frozenset()


def world_of(definitions: Iterable[tree.SequenceDefinition], sequences: Mapping[str, Terms]) -> World:
    """Return the world of a statement: the given sequences ("a", and each definition that is an object), and
    the definitions by values and formulas.
    """
    table = dict(sequences)
    world = World(table)
    table |= {one.name: _terms_of(one, world) for one in definitions if one.name not in table}
    return world


def _terms_of(definition: tree.SequenceDefinition, world: World) -> Terms:
    """Return the terms of a definition by values and a formula, computed bottom-up."""
    formula, least = definition.formula, definition.least
    known: dict[int, Value | GfkitError] = dict(definition.values)

    def term(n: int) -> Value:
        for k in range(least, values.small(n) + 1):
            if k not in known and formula is not None:
                try:
                    known[k] = world.value(formula, {"n": k})
                except GfkitError as error:
                    known[k] = error
        if n not in known and definition.object is None:
            raise MissingTermError(f"formula: {definition.name}({n}) is not defined")
        found = known.get(n, UndecidedError(f"the terms of {definition.name} are not counted"))
        if isinstance(found, GfkitError):
            raise found
        return found

    return term


# Outcomes


def claim_outcomes(
    claim: tree.Claim, world: World, numbers: Iterable[int], letters: Mapping[str, Value] = {}
) -> Iterator[tuple[int, Found]]:
    """Yield the outcome of a claim at the given n, omitting each n outside of its range.

    A claim without a range has one outcome, at n = 0. A claim about series has the outcome at each
    coefficient, a list of terms at each of its terms. Asymptotic claims and claims in words yield nothing.
    ``letters`` are numbers for the letters x and y of a polynomial.
    """
    if isinstance(claim, tree.ForAll):
        for n in [0] if claim.range is None else numbers:
            place = letters if claim.range is None else {**letters, "n": n}
            found = _found(world, partial(_is_inside, claim.range, n, world, place))
            if found.outcome is ClaimOutcome.HOLDS:
                yield n, _found(world, partial(_judged, claim, world, place))
            elif found.outcome is not ClaimOutcome.FAILS:
                yield n, replace(found, outcome=ClaimOutcome.UNKNOWN)
    elif isinstance(claim, (tree.Expansion, tree.Functional, tree.Listed)):
        first, end = 0, None
        if isinstance(claim, tree.Listed):
            first, end = claim.first, claim.first + len(claim.values)
        elif isinstance(claim, tree.Expansion) and claim.is_cut:
            first = claim.least
        listed = [n for n in numbers if n >= first and (end is None or n < end)]
        left, right = _sides(claim, world, min(max(listed, default=0) + 1, _MOST_COEFFICIENTS), letters)
        for n in listed:
            yield n, _found(world, partial(_compared, left, right, n))


_Sides = tuple[bool, Value | str, Value | str]
"""Truth of a relation, and its sides."""


def _found(world: World, judge: Callable[[], _Sides]) -> Found:
    """Return the outcome of a comparison; its errors are outcomes, too."""
    world.used = set()
    try:
        with world.evaluation():
            holds, left, right = judge()
    except (GfkitError, RecursionError, OverflowError) as error:
        kind = next(kind for kind in _OUTCOMES if isinstance(error, kind))
        is_near = isinstance(error, NearError) and error.holds
        outcome = ClaimOutcome.NEAR if is_near else _OUTCOMES[kind]
        return Found(outcome, reason=str(error), used=frozenset(world.used))
    used = frozenset(world.used)
    if holds:
        return Found(ClaimOutcome.HOLDS, used=used)
    return Found(ClaimOutcome.FAILS, _text(left), _text(right), "", used)


_OUTCOMES: dict[type[Exception], ClaimOutcome] = {
    MissingTermError: ClaimOutcome.MISSING,
    NoValueError: ClaimOutcome.NONE,
    Exception: ClaimOutcome.UNKNOWN,
}


def _compared(left: Terms, right: Terms, n: int) -> _Sides:
    one, other = left(n), right(n)
    return values.relation_holds("=", one, other), one, other


def _is_inside(span: tree.Span | None, n: int, world: World, letters: Mapping[str, Value]) -> _Sides:
    """Determine whether n belongs to a range."""
    inside = span is None or (
        (span.least is None or span.least <= n)
        and (span.most is None or n <= span.most)
        and (span.where is None or world.surely_holds(span.where, letters))
    )
    return inside, "", ""


def _judged(claim: tree.ForAll, world: World, letters: Mapping[str, Value]) -> _Sides:
    """Evaluate a claim at one n."""
    if claim.iff is not None:
        truths = [world.surely_holds(condition, letters) for condition in (claim.condition, claim.iff)]
        return truths[0] == truths[1], str(truths[0]).lower(), str(truths[1]).lower()
    match claim.condition:
        case nodes.Equation(left=left, right=right, sign=relation):
            one, other = world.value(left, letters), world.value(right, letters)
            return values.relation_holds(relation, one, other), one, other
        case tree.Congruence(left=left, right=right):
            one, other = world.value(left, letters), world.value(right, letters)
            return world.holds(claim.condition, letters), one, other
    return world.holds(claim.condition, letters), "false", "true"


def _sides(
    claim: tree.Expansion | tree.Functional | tree.Listed,
    world: World,
    length: int,
    letters: Mapping[str, Value],
) -> tuple[Terms, Terms]:
    """Return both sides of a claim about coefficients or terms, as functions of n."""
    expanded = partial(_expanded, world=world, length=length, letters=letters)
    match claim:
        case tree.Expansion(coefficient=coefficient, least=least):
            right = expanded(claim.right)

            def left(exponent: int) -> Value:
                start, after = (values.integer(world.value(claim.power, {**letters, "n": n})) for n in (0, 1))
                place = {**letters, "n": values.divide(exponent - start, after - start)}
                if not isinstance(place["n"], int) or place["n"] < least:
                    return values.ZERO
                is_other = claim.is_exponential and claim.power != nodes.N
                if is_other or world.value(claim.power, place) != exponent:
                    raise UndecidedError("the exponents of a sum are not those of a power series")
                return world.value(coefficient, place)

            return left, lambda n: values.times(right(n), factorial(n) if claim.is_exponential else 1)
        case tree.Functional():
            return expanded(claim.left), expanded(claim.right)
    return partial(world.term, "a"), lambda n: values.simple(claim.values[n - claim.first])


def _expanded(side: nodes.Node, world: World, length: int, letters: Mapping[str, Value]) -> Terms:
    """Return the coefficients of a series; the function raises an error if one is not computed."""
    row = list[Value]()
    reason: GfkitError = UndecidedError("not enough coefficients of a series are computed")
    try:
        row = series_coefficients(side, world, length, letters)
    except GfkitError as error:
        reason = error

    def coefficient(n: int) -> Value:
        if not 0 <= n < len(row):
            raise reason
        return row[n]

    return coefficient


def _text(value: Value | str) -> str:
    """Return a value as a string, shortened in the middle."""
    text = number_text(value) if isinstance(value, (int, Fraction)) else str(value)
    if len(text) <= _MOST_DIGITS:
        return text
    return f"{text[: _MOST_DIGITS // 2]}...{text[-_MOST_DIGITS // 4 :]} ({len(text)} characters)"


# Claims that say nothing

_SIZES = (10**6, 10**6, 10**600, 0)
"""Sizes of random numbers in place of a(n); 0 denotes numbers close to 0 and to the numbers in the claims."""
_MOST_TRIED, _MOST_SKIPPED = 12, 400
"""Number of n at which a claim is evaluated, and maximum distance of such an n from the start."""


def says_nothing(
    claims: Iterable[tree.Claim],
    definitions: Iterable[tree.SequenceDefinition] = (),
    objects: Mapping[str, Terms] = {},
    letters: Mapping[str, Value] = {},
) -> bool:
    """Return True if every claim also holds for random numbers in place of a(n).

    ``objects`` are the sequences of the definitions that are objects. A claim that is not computed is not
    empty. The numbers are large, very large, or close to 0 and to the numbers in the claims, so that a bound
    on a(n) is not empty. A claim that a(n) differs from a number is never empty, nor is one that states
    coefficients or a list of terms.
    """
    claims, definitions, holding = tuple(claims), tuple(definitions), set[int]()
    names = "|".join(["a", *(re.escape(one.name) for one in definitions)])
    text = "; ".join(map(claim_text, claims))
    are_stated = any(isinstance(claim, (tree.Expansion, tree.Listed)) for claim in claims)
    if ("!=" in text or are_stated) and re.search(rf"\b({names})\(", text):
        return False
    listed = {*re.findall(r"\d{1,300}", text), "0"}
    special = [int(digits) + step for digits in listed for step in range(-2, 3)]
    for seed, size in enumerate(_SIZES):
        world = world_of(definitions, {**objects, "a": _drawn(Random(seed), size, special)})
        for place, claim in enumerate(claims):
            for _, found in islice(claim_outcomes(claim, world, _tried(claim), letters), _MOST_TRIED):
                if found.outcome is ClaimOutcome.FAILS:
                    return False
                if found.outcome in (ClaimOutcome.HOLDS, ClaimOutcome.NEAR):
                    holding.add(place)
    return len(holding) == len(claims) > 0


def _drawn(random: Random, size: int, special: list[int]) -> Terms:
    """Return a sequence of random integers between -size and size, or of given ones if the size is 0."""
    known: dict[int, Value] = {}
    return lambda n: known.setdefault(n, random.randint(-size, size) if size else random.choice(special))


def _tried(claim: tree.Claim) -> range:
    """Return some n of the range of a claim."""
    match claim:
        case tree.ForAll(range=tree.Span(least=least)):
            start = -_MOST_TRIED // 2 if least is None else least
            return range(start, start + _MOST_SKIPPED)
    return range(_MOST_TRIED)
