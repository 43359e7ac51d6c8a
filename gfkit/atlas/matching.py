"""Search for a sequence among the formulas of the atlas."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from math import ceil, log2
from typing import TYPE_CHECKING, Any

from gfkit.atlas.laws import (
    DROPPED,
    EXCERPT,
    SHIFTS,
    STEPS,
    TERMS,
    AtlasFile,
    AtlasLaw,
    TwinStructures,
    excerpt_hash,
    read_laws,
    read_twins,
)
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import InputError
from gfkit.core.hooks import is_installed
from gfkit.core.writable import JsonRecord, TextFace

if TYPE_CHECKING:
    from pathlib import Path

_MOST_TERMS = 1000
_BITS = 20
"""Minimum information, in bits, of terms that agree only after a transformation, modulo m, or up to a wrong
term.
"""
_NEAR = 6
"""Minimum number of terms of a search with one wrong term."""


@dataclass(frozen=True)
class AtlasMatch(JsonRecord):
    """Formula of the atlas that agrees with the given terms: term number i, from 0, is ``factor`` times
    a(first_n + step i), possibly with alternating signs.
    """

    law: AtlasLaw
    first_n: int
    agreed: int
    """Number of given terms that were compared and agree."""
    step: int = 1
    factor: Fraction = Fraction(1)
    alternating: bool = False
    dropped: int = 0
    """Number of initial given terms that are not compared."""
    spread: bool = False
    """True if every second given term is compared, because the others are 0."""
    wrong: tuple[int, int] | None = None
    """Position of the only term that differs, from 0, and the term of the formula."""
    modulus: int = 0
    """The terms agree modulo this number, or exactly if it is 0."""
    is_proved: bool = False
    """True if the given sequence is defined by a formula, and the equality is proved for all n."""

    @property
    def rank(self) -> tuple[Any, ...]:
        """Simplest relations first, then recurrences of low order."""
        changes = (self.wrong is not None, self.dropped, self.spread, self.alternating, abs(self.factor) != 1)
        plain = (self.step, self.factor != 1, abs(self.first_n - self.law.first_n) > 1)
        return (*changes, *plain, self.law.order)

    @property
    def is_plain(self) -> bool:
        """True if all given terms are consecutive terms of the formula."""
        changed = self.alternating or self.spread or self.wrong is not None or self.modulus
        return self.factor == self.step == 1 and not self.dropped and not changed

    @property
    def relation(self) -> str:
        """Description of the relation, for example ``every second term, from n = 2``."""
        parts = []
        if self.factor != 1:
            parts.append("negated" if self.factor == -1 else f"multiplied by {self.factor}")
        if self.alternating:
            parts.append("with alternating signs")
        if self.step > 1:
            parts.append(f"every {'second' if self.step == 2 else 'third'} term")
        if self.spread:
            parts.append("zeros between the terms")
        parts.append(f"from n = {self.first_n}")
        if self.dropped:
            parts.append(f"without the first {'term' if self.dropped == 1 else f'{self.dropped} terms'}")
        if self.wrong is not None:
            parts.append(f"except term {self.wrong[0] + 1}, which is {self.wrong[1]}")
        if self.modulus:
            parts.append(f"modulo {self.modulus}")
        return ", ".join(parts)

    def as_json(self) -> dict[str, Any]:
        return {
            "structure": self.law.structure,
            "board": self.law.board,
            "first_n": self.first_n,
            "step": self.step,
            "factor": str(self.factor),
            "alternating": self.alternating,
            "dropped": self.dropped,
            "zeros_between": self.spread,
            "wrong": None if self.wrong is None else {"place": self.wrong[0], "formula": str(self.wrong[1])},
            "modulus": self.modulus or None,
            "agreed": self.agreed,
            "equal": "proved" if self.is_proved else "observed",
            "order": self.law.order,
            "numerator": self.law.numerator,
            "denominator": self.law.denominator,
            "number": self.law.number,
            "formula": self.law.status,
        }


@dataclass(frozen=True)
class Identification(TextFace):
    """Formulas of the atlas that agree with a sequence, the simplest relations first."""

    terms: tuple[int, ...]
    matches: tuple[AtlasMatch, ...]
    searched: int
    """Number of formulas that were compared."""
    twins: tuple[TwinStructures, ...] = ()
    """Structures of the matches with equal counts on all boards of a class."""
    classes: tuple[tuple[str, int, str], ...] = ()
    """Classes that equations specify and of which these are consecutive terms: name, n of the first term, and
    definition.
    """

    def __repr__(self) -> str:
        return f"<Identification: {self.text}>"

    def __iter__(self) -> Iterator[AtlasMatch]:
        return iter(self.matches)

    def __len__(self) -> int:
        return len(self.matches)

    def __getitem__(self, place: int) -> AtlasMatch:
        return self.matches[place]

    @property
    def text(self) -> str:
        number = len(self.matches)
        many, agree = ("1 formula", "agrees") if number == 1 else (f"{number or 'no'} formulas", "agree")
        return f"{many} of {self.searched} in the atlas {agree} with these {len(self.terms)} terms"

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that ``gfkit identify --json`` writes."""
        return {
            "terms": [*map(str, self.terms)],
            "searched": self.searched,
            "matches": [match.as_json() for match in self.matches],
            "twins": [twin._asdict() for twin in self.twins],
            "classes": [
                {"class": name, "first_n": n, "definition": about} for name, n, about in self.classes
            ],
        }


def identify(
    terms: Any,
    *,
    near: bool = False,
    modulus: int = 0,
    atlas: str | Path | None = None,
) -> Identification:
    """Return the structures on families of boards whose proved formulas agree with a sequence.

    All given terms are compared with the formula, up to an initial shift, a constant factor, alternating
    signs, and every second or third term; one or two initial terms may differ. Agreement of terms does not
    prove that two sequences are equal. If a derived formula is given, equality with it is proved: sequences
    with recurrences of orders d and e are equal if d + e consecutive terms agree and both recurrences hold
    from the last of them on.

    Parameters
    ----------
    terms : sequence of int, str, Data, Derived or RationalGF
        At least four terms, or a derived formula without weights.
    near : bool
        Also return formulas from which exactly one of at least six terms differs.
    modulus : int, optional
        Compare residues modulo this number.
    atlas : path, optional
        SQLite file that ``make atlas`` created; by default the table that is installed with gfkit.

    Returns
    -------
    Identification
        The matches, the simplest relations first; it can be iterated and indexed.

    Raises
    ------
    InputError
        There are fewer than four terms, or the file is not an atlas.

    Examples
    --------
    >>> import gfkit
    >>> found = gfkit.identify([1, 5, 11, 36, 95, 281])
    >>> found[0].law.structure, found[0].law.board, found[0].relation
    ('domino-tilings', '4xn', 'from n = 1')
    """
    query = _Query.of(terms)
    if len(query.terms) < EXCERPT:
        raise InputError(f"terms: {len(query.terms)} were given, but a search requires at least {EXCERPT}")
    if modulus < 0 or modulus == 1:
        raise InputError(f"modulus {modulus} must be at least 2")
    if atlas is None or near or modulus:
        laws = [law for law in read_laws(atlas) if law.weights == "none"]
        searched = len(laws)
    else:
        with AtlasFile(atlas) as file:
            laws, searched = [*file.laws(query.excerpt_hashes())], file.count_unweighted()
    if modulus:
        found = list(_equal_residues(query.terms, laws, modulus))
    else:
        best = (min(query.relations(law), key=lambda match: match.rank, default=None) for law in laws)
        found = [query.proved(match) for match in best if match is not None]
        if near:
            known = {match.law.key for match in found}
            found += _near_matches(query.terms, [law for law in laws if law.key not in known])
    matches = tuple(sorted(found, key=lambda match: match.rank))
    names = {match.law.structure for match in matches}
    twins = tuple(twin for twin in read_twins(atlas) if {*twin[:2]} <= names)
    return Identification(query.terms, matches, searched, twins, () if modulus else _classes(query.terms))


def _classes(terms: Sequence[int]) -> tuple[tuple[str, int, str], ...]:
    if not is_installed("specifications"):
        return ()
    from gfkit.specifications import classes_counted

    return tuple((one.name, n, one.definition) for one, n in classes_counted(terms))


@dataclass(frozen=True)
class _Query:
    """Sequence that is searched, with its recurrence if it is given by a formula."""

    terms: tuple[int, ...]
    formula: Any = None

    @classmethod
    def of(cls, given: Any) -> _Query:
        if hasattr(given, "recurrence") and hasattr(given, "terms"):
            terms = given.terms(TERMS)
            if not all(isinstance(term, int) for term in terms):
                raise InputError("terms: the formula must have integer terms, without weights")
            return cls(tuple(terms), given)
        from gfkit.guessing import Data

        data = given if isinstance(given, Data) else Data.of(given)
        if data.denominator != 1:
            raise InputError("terms: fractions are not supported; the terms of all formulas are integers")
        return cls(tuple(data.whole)[:_MOST_TERMS])

    def excerpt_hashes(self) -> set[int]:
        """Return hashes of excerpts, one of which every formula has that is related to the terms."""
        parts = (
            terms[k : k + EXCERPT] for terms in (self.terms, self.terms[::2]) for k in range(DROPPED + 1)
        )
        return {excerpt_hash(part) for part in parts if len(part) == EXCERPT}

    def relations(self, law: AtlasLaw) -> Iterator[AtlasMatch]:
        """Yield the relations between the terms and a formula."""
        yield from _relations(self.terms, law)
        if any(self.terms) and not any(self.terms[1::2]):
            for match in _relations(self.terms[::2], law):
                match = replace(match, spread=True)
                if match.step == 1 and _is_telling(self.terms, match):
                    yield match

    def proved(self, match: AtlasMatch) -> AtlasMatch:
        """Return the match, with a proof if the sequence is given by a formula of finite order.

        Both sides satisfy recurrences with constant coefficients; they are equal if as many consecutive terms
        agree as the sum of the orders, where both recurrences hold.
        """
        law, formula = match.law, self.formula
        if formula is None or match.spread or not (law.signature or law.denominator):
            return match
        start = formula.recurrence.valid_from - formula.recurrence.first_n
        begin = max(start, law.valid_from - law.first_n) + DROPPED
        count = begin + formula.recurrence.order + law.order
        agrees = _agreed(tuple(map(int, formula.terms(count))), match) == count - match.dropped
        return replace(match, agreed=count - match.dropped, is_proved=True) if agrees else match


@lru_cache(maxsize=10)
def _pivot(given: tuple[int, ...]) -> int | None:
    """Return the position of the first of two terms that fix a relation, or None if all others are 0."""
    places = [place for place in range(len(given) - 1) if given[place]]
    return min(places, key=lambda place: (place < DROPPED, place), default=None)


def _relations(given: tuple[int, ...], law: AtlasLaw) -> Iterator[AtlasMatch]:
    """Yield the relations between the terms and a formula, each from the longest run of terms that agrees.

    Two consecutive terms are fixed. Their quotient is compared with the quotient of all pairs of terms of the
    formula at distance 1, 2 or 3; only where it agrees, all terms are compared.
    """
    pivot = _pivot(given)
    if pivot is None:
        return
    one, two = given[pivot], given[pivot + 1]
    stored = law.terms[: SHIFTS + max(STEPS) * (pivot + 1) + 1]  # later terms need too large a shift
    sizes = [*map(abs, stored)]
    lefts, rights = ([size * scale for size in sizes] for scale in (abs(two), abs(one)))
    for step in STEPS:
        for place, (left, right) in enumerate(zip(lefts, rights[step:], strict=False)):
            if left != right or not stored[place]:
                continue
            alternating = stored[place] * two != stored[place + step] * one
            factor = Fraction(one, stored[place]) * (-1 if alternating and pivot % 2 else 1)
            first = place - step * pivot
            dropped = max(0, -(first // step))
            if dropped > DROPPED or first + step * dropped > SHIFTS:
                continue
            for skipped in range(dropped, DROPPED + 1):
                at = law.first_n + first + step * skipped
                match = AtlasMatch(law, at, 0, step, factor, alternating, skipped)
                agreed = _agreed(given, match)
                if agreed and _is_telling(given[skipped : skipped + agreed], match):
                    yield replace(match, agreed=agreed)
                    break


def _agreed(given: tuple[int, ...], match: AtlasMatch) -> int:
    """Return the number of compared terms, or 0 if one of them differs from the formula, or if too few of the
    known terms are compared.
    """
    first = match.first_n - match.law.first_n - match.step * match.dropped
    scale, divisor = match.factor.as_integer_ratio()
    agreed = 0
    for count in (0, first + match.step * (len(given) - 1) + 1):  # few formulas agree on their stored terms
        terms, agreed = match.law.first_terms(count), 0
        for k in range(match.dropped, len(given)):
            place = first + match.step * k
            if 0 <= place < len(terms):
                sign = -1 if match.alternating and k % 2 else 1
                if given[k] * divisor != sign * scale * terms[place]:
                    return 0
                agreed += 1
    # If the formula has fewer terms, a shift must not hide the given terms that differ from them.
    return agreed if agreed >= min(len(given), len(terms) // match.step) - DROPPED - 1 else 0


def _is_telling(terms: Sequence[int], match: AtlasMatch) -> bool:
    """Return True if the agreement has enough terms and, after a transformation, enough information."""
    return len(terms) >= EXCERPT and (match.is_plain or sum(map(int.bit_length, terms)) >= _BITS)


def _near_matches(given: tuple[int, ...], laws: Iterable[AtlasLaw]) -> Iterator[AtlasMatch]:
    """Yield the formulas from which exactly one term differs."""
    if len(given) < _NEAR:
        raise InputError(f"terms: {len(given)} were given, but a search with one wrong term requires {_NEAR}")
    for law in laws:
        for shift in range(min(SHIFTS, len(law.terms) - len(given)) + 1):
            differing = [k for k, term in enumerate(given) if term != law.terms[shift + k]]
            if len(differing) == 1 and sum(map(int.bit_length, given)) >= _BITS:
                wrong = differing[0], law.terms[shift + differing[0]]
                yield AtlasMatch(law, law.first_n + shift, len(given) - 1, wrong=wrong)
                break


def _equal_residues(given: tuple[int, ...], laws: Iterable[AtlasLaw], modulus: int) -> Iterator[AtlasMatch]:
    """Yield the formulas whose residues agree with those of the terms."""
    residues = [term % modulus for term in given]
    if len(residues) * log2(modulus) < _BITS or len({*residues}) == 1:
        raise InputError(
            f"{len(residues)} residues modulo {modulus} are too few, or all equal; give"
            f" {ceil(_BITS / log2(modulus))} or more"
        )
    for law in laws:
        terms = law.first_terms(SHIFTS + len(residues))
        for shift in range(min(SHIFTS, len(terms) - len(residues)) + 1):
            if all((terms[shift + k] - residue) % modulus == 0 for k, residue in enumerate(residues)):
                yield AtlasMatch(law, law.first_n + shift, len(residues), modulus=modulus)
                break


_COUNTED = 30
"""Number of terms of a formula that are compared with the atlas."""
_LEAST_COUNTED, _NAMED = 6, 3


def structures_counted(
    terms: Sequence[object],
    formula: Callable[[int], Sequence[object]] | None = None,
    known: tuple[str, str] = ("", ""),
) -> tuple[str, dict[str, Any]]:
    """Return the formulas of the atlas of which the terms, or the terms of a formula, are consecutive terms:
    a description of the first ones, and an entry for a JSON object; both are empty if there is none. The
    ``known`` structure and family are omitted, unless their A-number is known.

    >>> structures_counted([1, 5, 11, 36, 95, 281])[0]
    'domino-tilings on 4xn from n = 1, A005178; perfect-matchings on 4xn from n = 1, A005178'
    """
    if len(terms) < _LEAST_COUNTED:
        return "", {}
    numbers = terms if formula is None else formula(max(_COUNTED, len(terms)))
    if not any(numbers) or not all(isinstance(number, int) for number in numbers):
        return "", {}
    found = identify(numbers)
    plain = (match for match in found.matches if match.is_plain)
    matches = [one for one in plain if one.law.number or (one.law.structure, one.law.board) != known]
    words = [
        f"{one.law.structure} on {one.law.board} {one.relation}"
        + f", {one.law.number}" * bool(one.law.number)
        for one in matches[:_NAMED]
    ]
    words += [f"{name} from n = {n}" for name, n, _ in found.classes][: _NAMED - len(words)]
    rest = len(matches) + len(found.classes) - len(words)
    more = f"; and {rest} more (gfkit identify)" if rest > 0 else ""
    entry: dict[str, Any] = {"atlas": [match.as_json() for match in matches]} if matches else {}
    entry |= {"classes": found.as_json()["classes"]} if found.classes else {}
    return "; ".join(words) + more, entry
