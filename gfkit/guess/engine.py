"""What the outside calls: terms in, findings or the reason for none out."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import replace

from gfkit.errors import Interrupted, OptionError
from gfkit.guess.data import Data
from gfkit.guess.finding import Finding
from gfkit.guess.fit import HOLD_BACK, Broken, Fit, Law
from gfkit.guess.kind import Kind
from gfkit.guess.rational import near_miss
from gfkit.guess.search import MOST_SEARCHED, RATIONAL, OutOfTimeError, Search
from gfkit.guess.transform import Transform
from gfkit.guess.verdict import Guess, Outcome
from gfkit.guess.wording import law_text
from gfkit.sequences import Algebraic, Evidence, RationalGF, Status
from gfkit.sequences.number import number_text
from gfkit.typing import OnProgress

MOST_TRANSFORMED = 400
"""Terms up to which transformations are tried."""
LEAST_UNKNOWNS = 5
"""The unknowns of the smallest algebraic equation, with which every kind has been tried."""


def guess(
    terms: Data | Iterable[object],
    offset: int = 0,
    kinds: Sequence[str] | str | None = None,
    hold_back: int = HOLD_BACK,
    *,
    limit: float | None = None,
    executor: Executor | None = None,
    on_progress: OnProgress | None = None,
) -> Guess:
    """The simplest law that explains the terms a(offset), a(offset + 1), ..., with its evidence.

    Tried are polynomials, periodic sequences, quasi-polynomials, linear recurrences with constant
    coefficients, hypergeometric terms, algebraic equations, recurrences with polynomial coefficients;
    when none fits, the same for differences, quotients, a(n)/n! and both halves. At least ``hold_back``
    terms more than are needed to find a law must agree with it, and the law must be shorter than the
    terms it tells. With ``kinds`` only these are tried, on the terms as they are. An ``executor`` tries
    several shapes at once, with the same result.

    >>> found = guess([1, 1, 2, 3, 5, 8, 13, 21, 34, 55]).found[0]
    >>> found.equation, found.terms(12)[-1], str(found.evidence)
    ('a(n) = a(n-1) + a(n-2)', 144, 'guessed by Berlekamp-Massey modulo primes (terms fitted 4, ...)')
    >>> guess([1, 2, 4, 8, 16, 31]).reason
    'too few terms: have 6, need at least 10 to try every kind'
    """
    data = terms if isinstance(terms, Data) else Data.of(terms, offset)
    if isinstance(hold_back, bool) or not isinstance(hold_back, int) or hold_back < 1:
        raise OptionError(f"hold_back {hold_back}: must be a whole number from 1 on")
    deadline = None if limit is None else time.monotonic() + limit
    search = Search(Kind.read(kinds), hold_back, deadline, on_progress, executor)
    found: list[Finding] = []
    transforming = kinds is None and len(data) <= MOST_TRANSFORMED
    try:
        for kind, fit in search.laws(data):
            found.append(finding(data, kind, fit))
        if not found and transforming and search.broken is None:
            found.extend(_transformed(data, search))
    except OutOfTimeError:
        if not found:
            return Guess((), Outcome.LIMIT, f"stopped at the limit of {limit} seconds with nothing found")
    except KeyboardInterrupt:
        raise Interrupted(Guess(tuple(found), Outcome.LIMIT, "stopped with nothing found")) from None
    if found:
        return Guess(tuple(found), Outcome.FOUND, "")
    return _nothing(data, search, transforming)


def finding(data: Data, kind: Kind, fit: Fit) -> Finding:
    """The fit as it is handed out."""
    details = (
        ("terms_fitted", fit.terms - fit.spare),
        ("terms_checked", fit.spare),
        ("equations", fit.equations),
        ("unknowns", fit.unknowns),
    )
    evidence = Evidence(Status.GUESSED, fit.method, details)
    return Finding(kind, fit.law, evidence, fit.is_weak, _start(fit.law), data.offset, data.terms[0])


def _start(law: Law) -> int:
    """The n from which on the equation of the law holds."""
    if isinstance(law, Algebraic):
        return law.first_n
    return max(law.degree + 1, law.first_n + law.order) if isinstance(law, RationalGF) else law.valid_from


def _transformed(data: Data, search: Search) -> list[Finding]:
    """A law of one of the transformed sequences; of a bisection both halves need one."""
    for transform in Transform:
        parts = []
        for image in transform.applied(data):
            law = next(search.laws(image), None)
            if law is None:
                break
            parts.append(finding(image, *law))
        else:
            if parts:
                return [_named(data, transform, parts)]
    search.broken = None
    return []


def _named(data: Data, transform: Transform, parts: list[Finding]) -> Finding:
    return replace(
        parts[0],
        first_n=data.offset,
        start=data.terms[0],
        transform=transform,
        odd=parts[1] if len(parts) > 1 else None,
        weak=any(part.weak for part in parts),
    )


def _nothing(data: Data, search: Search, transformed: bool) -> Guess:
    """The honest word when no law held up: broken by a term, too few terms, or nothing within bounds."""
    count, spare, broken = len(data), search.spare, search.broken
    if broken is not None:
        return Guess((), Outcome.BROKEN, _breaks(data, broken, search))
    if count < spare + LEAST_UNKNOWNS:
        need = spare + LEAST_UNKNOWNS
        text = f"too few terms: have {count}, need at least {need} to try every kind"
        return Guess((), Outcome.TOO_FEW, text)
    need_more = near_miss(data, spare) if search.kinds & RATIONAL else None
    if need_more is not None:
        text = (
            f"too few terms: have {count}, need {need_more} to decide about a linear recurrence of order "
            f"{(need_more - spare) // 2} that fits, but with fewer than {spare} terms to spare"
        )
        return Guess((), Outcome.TOO_FEW, text)
    more = "; nor after differences, quotients, division by n!, or in both halves" if transformed else ""
    return Guess((), Outcome.NOTHING, f"nothing within these bounds: {_bounds(count, search)}{more}")


def _breaks(data: Data, broken: Broken, search: Search) -> str:
    """Which term breaks a law, and which law it is."""
    have, want = (_short(number_text(value)) for value in (data[broken.n], broken.wanted))
    law = next(Search(search.kinds, search.spare).laws(data.mended(broken.n, broken.wanted)), None)
    text = f"the term a({broken.n}) = {have} breaks it: with a({broken.n}) = {want} "
    return text + (f"the law would be {law_text(law[1].law)}" if law else "there would be a law")


def _bounds(count: int, search: Search) -> str:
    """What was tried on so many terms, in words."""
    kinds, spare, used = search.kinds, search.spare, min(count, MOST_SEARCHED)
    texts = []
    if kinds & RATIONAL:
        texts.append(f"rational generating functions of order up to {(count - spare) // 2}")
    if kinds & {Kind.HYPERGEOMETRIC, Kind.D_FINITE}:
        top = search.order(used) + 1 if Kind.D_FINITE in kinds else 1
        texts.append(
            f"recurrences with polynomial coefficients of order or degree up to {top} and up to "
            f"{used - spare} unknowns"
        )
    if Kind.ALGEBRAIC in kinds:
        texts.append(f"algebraic equations of degree up to {search.algebraic_degree(used)}")
    return f"{'; '.join(texts)} ({count} terms, {spare} held back)"


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:20]}...{text[-10:]} ({len(text)} digits)"
