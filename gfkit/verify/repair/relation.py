"""Repairs of recurrences, tried in a fixed order.

1. it holds from a later n on; 2. one coefficient (solved for); 3. one index; 4. a missing term (its
coefficient solved for); 5. x and y exchanged, or other values put for them. Each is checked like the
recurrence itself.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

from gfkit.errors import GfkitError
from gfkit.formula.linear import Linear, Name, Term
from gfkit.formula.ratio import Ratio, degrees
from gfkit.verify.expansion import expansion
from gfkit.verify.recurrence.claim import RelationClaim
from gfkit.verify.recurrence.defect import Series, Tested, defect_series, tested
from gfkit.verify.recurrence.laws import Laws, laws_of


def repair_relation(claim: RelationClaim, laws: Laws, known: Series, found: Tested, start: int) -> str | None:
    """The first change in words that makes the relation hold from ``start`` on."""
    if claim.zero_divisor(start if found.for_good_from is None else found.for_good_from) is not None:
        return None
    if found.for_good_from is not None:
        return f"it holds only from n = {found.for_good_from} on"
    tries = (
        _coefficient(claim, known, start),
        _index(claim, known, start),
        _missing(claim, known, start),
        _arguments(claim, laws, start),
    )
    return next((words for several in tries for words in several), None)


def _holds(relation: Linear, known: Series, start: int, claim: RelationClaim) -> bool:
    try:
        return not tested(defect_series(relation, known, claim.ring), start).failing
    except GfkitError:
        return False


def _coefficient(claim: RelationClaim, known: Series, start: int) -> Iterator[str]:
    """The one coefficient that makes the defect zero at one n, tried for all n."""
    defect = claim.printed
    for k, term in enumerate(defect.terms):
        if (term.name, term.shift) == (claim.leading.name, claim.leading.shift):
            continue
        others = Linear((*defect.terms[:k], *defect.terms[k + 1 :]), defect.rest)
        solved = _solved(others, term.name, term.shift, known, start, claim)
        if solved is None:
            continue
        changed = Term(term.name, term.shift, solved)
        is_left = any(term.shift == t.shift and term.name == t.name for t in claim.left.terms)
        if _holds(replace(others, terms=(*others.terms, changed)), known, start, claim):
            sign = claim.ring.number(1 if is_left else -1)  # in the defect the right side is negative
            printed, right = (sign * term.coefficient).plain, (sign * solved).plain
            if solved.is_zero:
                yield f"the term {_spoken(term)} does not belong there"
            elif (printed + right).is_zero:
                yield f"the sign of {_spoken(term)} is wrong"
            else:
                yield f"the coefficient of {_spoken(term)} should be {right}, not {printed}"


def _solved(
    others: Linear, name: Name, shift: int, known: Series, start: int, claim: RelationClaim
) -> Ratio | None:
    ring = claim.ring
    rest = expansion(defect_series(others, known, ring), start + 1)
    beside = expansion(known[name] * ring.letter("t", -shift), start + 1)
    zero = ring.number(0)
    below = beside.get(start, zero)
    if below.is_zero:
        return None
    solved = (-rest.get(start, zero) / below).plain
    return None if any(degrees(solved.below)) else solved


def _index(claim: RelationClaim, known: Series, start: int) -> Iterator[str]:
    """One index that is off by at most four, or has the wrong sign."""
    defect = claim.printed
    for (k, term), step in product(enumerate(defect.terms), (1, -1, 2, -2, 3, -3, 4, -4, None)):
        leading = (claim.leading.name, claim.leading.shift)
        step = -2 * term.shift if step is None else step
        moved = Term(term.name, term.shift + step, term.coefficient)
        if leading in ((term.name, term.shift), (moved.name, moved.shift)):
            continue
        terms = (*defect.terms[:k], moved, *defect.terms[k + 1 :])
        if _holds(Linear(terms, defect.rest), known, max(start, start - step), claim):
            yield f"{_spoken(term)} should be {_spoken(moved)}"


def _missing(claim: RelationClaim, known: Series, start: int) -> Iterator[str]:
    """One more term between the printed ones, or right after them."""
    defect = claim.defect
    lowest = min(term.shift for term in defect.terms)
    for name in claim.names:
        there = {term.shift for term in defect.terms if term.name == name}
        for shift in range(claim.leading.shift - 1, lowest - 2, -1):
            if shift in there:
                continue
            later = max(start, start + lowest - shift)
            solved = _solved(defect, name, shift, known, later, claim)
            if solved is None or solved.is_zero:
                continue
            added = Term(name, shift, solved)
            if _holds(Linear((*defect.terms, added), defect.rest), known, later, claim):
                right = Term(name, shift, (-solved).plain)
                yield f"a term {_times(right)} is missing on the right"


def _arguments(claim: RelationClaim, laws: Laws, start: int) -> Iterator[str]:
    """Other values for x and y in one or all of the names, or the coefficients with x and y exchanged."""
    defect, ring = claim.defect, claim.ring
    known = laws.series(ring) or {}
    x, y = ring.letter("x"), ring.letter("y")
    swapped = defect.mapped(lambda c: c.put(x=y, y=x), lambda part: part)
    if _holds(swapped, known, start, claim):
        yield "x and y are exchanged"
    options = list(dict.fromkeys(name.arguments for name in claim.names))
    for (k, term), arguments in product(enumerate(defect.terms), options):
        if arguments == term.name.arguments:
            continue
        changed = Term(Name(term.name.label, arguments), term.shift, term.coefficient)
        other = Linear((*defect.terms[:k], changed, *defect.terms[k + 1 :]), defect.rest)
        terms = replace(claim, left=other, right=Linear((), ()))
        if _holds(other, laws_of(terms, next(iter(laws.games.values()))).series(ring) or {}, start, claim):
            yield f"{_spoken(term)} should be taken at ({', '.join(arguments)})"


def _times(term: Term) -> str:
    """A coefficient and its term, as on paper."""
    size = str(term.coefficient)
    if size in ("1", "-1"):
        return size[:-1] + _spoken(term)
    return f"({size})*{_spoken(term)}" if " " in size else f"{size}*{_spoken(term)}"


def _spoken(term: Term) -> str:
    first, *others = term.name.label
    index = "n" if not term.shift else f"n{term.shift:+d}"
    if not others and not term.name.arguments:
        return f"{first}({index})"
    inside = ",".join([*others, index])
    arguments = f"({', '.join(term.name.arguments)})" if term.name.arguments else ""
    return f"{first}_{{{inside}}}{arguments}"
