"""A-numbers of the formulas of the atlas and of their sections, such as every second term."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from gfkit.atlas.laws import STEPS, AtlasLaw
from gfkit.claims.provers.sequence import exact_value, quoted_formula, whole_value
from gfkit.claims.statement.names import QUOTATIONS
from gfkit_docs.kept import ROOT

_COMPARED = 60
"""Number of terms of a section that are compared, if its formula yields so many."""
_LEAST, _DISTINCT = 12, 6
"""Minimum number of terms that agree, and minimum number of different terms among them."""
_SHIFTED = 3
"""Maximum number of initial terms by which the starts of two equal sequences differ."""
_PIVOT = 8
"""Number of terms after the shift by which equal sequences are found."""
_SPELLINGS = (
    (r"^C(\d+)xpath:", r"cylinder:\1x"),
    (r"^C(\d+)xcycle:", r"torus:\1x"),
    (r"^ladder:", "2x"),
    (r"^path:", "1x"),
)
"""Families of the atlas, for products and names in the page of compared entries."""
_WHICH = {1: "", 2: "every second term, ", 3: "every third term, "}


class Section(NamedTuple):
    """Every term, every second or every third term of a formula, which has an A-number."""

    number: str
    step: int
    place: int
    """Index of its first term among the terms of the formula."""

    def words(self, law: AtlasLaw) -> str:
        """Describe which terms of the formula the sequence contains; all of them are not described.

        >>> from gfkit.atlas.laws import read_laws
        >>> Section("A1", 2, 1).words(read_laws()[0])
        'every second term, n = 1, 3, 5, …'
        """
        first = law.first_n + self.place
        shown = ", ".join(str(first + self.step * k) for k in range(3))
        return f"{_WHICH[self.step]}n = {shown}, …" if self.step > 1 or self.place else ""


@cache
def _listed() -> dict[tuple[str, str], dict[int, str]]:
    """Return the A-numbers on the page of compared entries: by structure and family, and by the factor of n.

    In ``3x2n`` the entry contains every second term of the family ``3xn``.
    """
    page = (ROOT / "docs" / "reference" / "oeis-entries.md").read_text("utf-8")
    found: dict[tuple[str, str], dict[int, str]] = defaultdict(dict)
    for structure, entries in re.findall(r"^\| `([^`]+)` \| (.+) \|$", page, re.MULTILINE):
        for board, number in re.findall(r"`([^`]+)` (A\d{6})", entries):
            for name, spelling in _SPELLINGS:
                board = re.sub(name, spelling, board)
            parts = re.split("([x:])", board)
            factors = {one[:-1] for one in parts if re.fullmatch(r"\d?n", one)}
            if len(factors) == 1:
                family = "".join("n" if re.fullmatch(r"\d?n", one) else one for one in parts)
                found[structure, family][int(factors.pop() or 1)] = number
    return found


def _named(law: AtlasLaw) -> Iterator[Section]:
    """Yield the A-numbers that the atlas or the page of compared entries states for a formula."""
    listed = _listed().get((law.structure, law.board), {})
    if number := law.number or listed.get(1, ""):
        yield Section(number, 1, 0)
    for step, number in listed.items():
        if step in STEPS[1:]:
            yield Section(number, step, -law.first_n % step)


def _terms(law: AtlasLaw, section: Section) -> tuple[int, ...]:
    count = section.step * (_COMPARED + _SHIFTED + 1)
    return tuple(law.first_terms(count)[section.place :: section.step][:_COMPARED])


def _quoted() -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield the sequences that formulas quote by their A-numbers."""
    for number, (first, _) in QUOTATIONS.items():
        values = (exact_value(quoted_formula(number), first + k) for k in range(_COMPARED))
        yield number, tuple(whole_value(value, "terms are") for value in values)


def _agree(one: Sequence[int], other: Sequence[int], order: int) -> bool:
    """Return True if all common terms agree, and they are numerous and not of a trivial sequence."""
    count = min(len(one), len(other))
    is_telling = count >= max(_LEAST, 2 * order + 1) and len({*one[:_LEAST]}) >= _DISTINCT
    return is_telling and one[:count] == other[:count]


def numbers_of(laws: Sequence[AtlasLaw]) -> dict[tuple[str, str], list[Section]]:
    """Return the A-numbers of formulas without weights, by structure and board: first those of all terms.

    A formula gets the A-number of an equal sequence: of another formula, of every second or third term of
    another formula, or of a quoted sequence. All terms of both are compared, except at most three initial
    ones; these are more than twice the order, and at least twelve. Squares have no recurrence, so only the
    A-numbers that are stated for them are known.
    """
    plain = [law for law in laws if law.weights == "none"]
    stated = {law.key[:2]: [*_named(law)] for law in plain}
    known: dict[str, set[tuple[int, ...]]] = defaultdict(set)
    for law in plain:
        for section in stated[law.key[:2]] if law.recurrence else ():
            known[section.number].add(_terms(law, section))
    for number, terms in _quoted():
        known[number].add(terms)
    by_pivot: dict[tuple[int, ...], list[tuple[str, tuple[int, ...]]]] = defaultdict(list)
    for number, rows in known.items():
        for terms in rows:
            for shift in range(_SHIFTED + 1):
                by_pivot[terms[shift + 2 : shift + 2 + _PIVOT]].append((number, terms[shift:]))
    found = {}
    for law in plain:
        sections = stated[law.key[:2]]
        steps = STEPS if law.growth != "1" else STEPS[:1]  # of a polynomial, other sections are no news
        for step in steps if law.recurrence and (law.signature or law.denominator) else ():
            for place in range(step * (_SHIFTED + 1)):
                terms = _terms(law, Section("", step, place))
                for number, other in by_pivot.get(terms[2 : 2 + _PIVOT], ()):
                    if number not in {one.number for one in sections} and _agree(terms, other, law.order):
                        sections.append(Section(number, step, place))
        found[law.key[:2]] = sorted(sections, key=lambda one: one.step)
    return found
