"""Search for terms in the local index."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import log2
from operator import index as index_of

import numpy as np
from numpy.typing import NDArray

from gfkit.core.algebra.number import whole_text
from gfkit.core.deferred import regex, replace
from gfkit.core.errors import InputError
from gfkit.oeis.files import a_number, read_terms, short_quote
from gfkit.oeis.index.build import KEY_BITS, LINE_BITS, LINE_MASK, SLOTS, WIDTH, term_prints, window_prints
from gfkit.oeis.index.change import (
    AS_GIVEN,
    CORE,
    LINES,
    Fit,
    Hit,
    Search,
    Variant,
    bits,
    drop_text,
    lines_of_table,
    variants,
)
from gfkit.oeis.index.file import reading, selected_rows, stored_rows
from gfkit.runs.files import index_path

_BLOCK, _STEP = 8, 4
_FEW = 32
"""Maximum number of lines that are compared directly instead of intersected with further windows."""
_MOST_CANDIDATES, _MOST_CHANGED = 2000, 400
"""Maximum number of lines compared for one run of terms: unchanged, and after a transformation."""
_LEAST_CHANGED, _LEAST_SHORT = 6.0, 20.0
"""Minimum bits of transformed terms: in general, and if there are fewer than eight terms.

Terms with fewer bits are not searched. The first bound excludes constant sequences and 0, 1, 2, 3, ...; the
second excludes terms that would match many sequences by chance.
"""
_SIGNS = 4
"""Number of initial transformations, which only change signs and are applied even to few terms."""
_CHOICE = 2.0
"""Cost in bits of a choice: the position of the terms, omitted terms, or the line of a table."""
_TELLING = 19.0
"""Evidence in bits above which a match among half a million sequences is not due to chance."""
_MOST_TERMS = 400
"""Maximum number of terms used in a search; stored lines are shorter."""


def search(
    terms: Sequence[int | str | None],
    index: str | None = None,
    *,
    changed: bool = True,
    least_bits: float = 0.0,
) -> Search:
    """Return the sequences of the index that agree with the terms, or with transformed terms.

    If some terms are unknown ("?" or None), use ``search_masked``.

    A hit is a shift under which all common terms of the sequence and the given terms agree: at least eight
    terms, or all given terms. Transformed terms are searched only if they have enough information: at least
    six bits, and twenty bits if there are fewer than eight terms. If no sequence contains all given terms,
    sequences that differ in one term are searched, provided that four other known terms are consecutive. Hits
    are ordered by evidence in bits, with core sequences first among equals; hits that omit or contradict a
    term come last. Cost: for each transformation and every fourth run of eight terms, the lists of lines with
    its windows are read and intersected; the remaining lines are compared term by term. ``is_complete`` is
    False if more than 2000 lines remained (400 after a transformation), as for runs of zeros and ones, so
    that only the first of them were compared.
    """
    if None in terms or "?" in terms:
        return search_masked(terms, index)
    kept = tuple(_whole_term(term) for term in terms[:_MOST_TERMS])
    if len(kept) < WIDTH:
        raise InputError(f"terms: {len(kept)} were given, but a search requires at least {WIDTH}")
    with reading(index_path(index)) as connection:
        opened_index = _Index(connection)
        hits = [
            hit
            for variant in (variants(kept) if changed else [Variant(AS_GIVEN, kept)])
            if not variant.cost or _is_telling(variant)
            for hit in opened_index.hits(variant, kept)
        ]
        if not any(_order(hit)[0] < 2 for hit in hits):
            hits += opened_index.near_hits(kept)
    best = _best(hit for hit in hits if hit.bits >= least_bits)
    return Search(kept, tuple(best), opened_index.is_complete)


def _whole_term(term: object) -> int:
    """Return a term as an integer. Raise InputError if it is not one."""
    try:
        return index_of(term)  # type: ignore[arg-type]
    except TypeError:
        raise InputError(
            f'terms: {short_quote(str(term))} is not an integer; write integers, and "?" for unknown ones'
        ) from None


def search_masked(terms: Sequence[int | str | None], index: str | None = None) -> Search:
    """Return the hits for terms of which some are unknown (None or "?").

    No transformation is applied, and four consecutive known terms are required.
    """
    kept = [None if term in (None, "?") else _whole_term(term) for term in terms[:_MOST_TERMS]]
    words = [None if term is None else whole_text(term) for term in kept]
    runs = [k for k in range(len(words) - WIDTH + 1) if None not in words[k : k + WIDTH]]
    if not runs:
        raise InputError(f"terms: {WIDTH} consecutive known terms are required, as in 1, 2, 5, 14, ?, 132")
    with reading(index_path(index)) as connection:
        opened_index = _Index(connection)
        hits = opened_index.masked_hits(words, runs)
    known = tuple(term for term in kept if term is not None)
    return Search(known, tuple(_best(hits)), opened_index.is_complete)


def search_words(words: Sequence[str], index: str | None = None) -> list[tuple[str, str, str]]:
    """Return number, name and terms of the sequences whose names contain all words.

    Names with whole words come first, then core sequences, then lower numbers. An A-number among the words
    selects that sequence. Cost: one pass over all names.
    """
    path = index_path(index)
    numbers = [int(word[1:]) for word in words if _NUMBER.fullmatch(word)]
    test = " AND ".join(["name LIKE ? ESCAPE '!'"] * len(words))
    rows = (
        stored_rows(numbers, path)
        if numbers
        else selected_rows(test, [f"%{_escape(word)}%" for word in words], path)
    )
    whole = [re.compile(rf"\b{re.escape(word)}\b", re.IGNORECASE) for word in words]
    return sorted(
        rows,
        key=lambda row: (not all(pattern.search(row[1]) for pattern in whole), int(row[0][1:]) not in CORE),
    )


def stored_terms(numbers: Sequence[str], index: str | None = None) -> dict[str, list[int]]:
    """Return all stored terms of the given sequences."""
    rows = stored_rows((int(number[1:]) for number in numbers), index_path(index))
    return {number: [*read_terms(terms)] for number, _, terms in rows}


_NUMBER = regex(r"[Aa][0-9]{1,7}")


def _escape(word: str) -> str:
    return re.sub(r"([!%_])", r"!\1", word)


def _best(hits: Iterable[Hit]) -> list[Hit]:
    """Return the best hit of each sequence: unchanged terms first, then core sequences, then lower
    numbers.
    """
    best: dict[str, Hit] = {}
    for hit in sorted(hits, key=_order):
        best.setdefault(hit.number, hit)
    return list(best.values())


def _order(hit: Hit) -> tuple[int, float, float, bool, str]:
    """Return the rank of a hit.

    Hits of all terms as given come first, then hits beyond chance with the simplest transformation first, and
    last hits that contradict or omit a term; among these, one wrong term precedes omitted terms.
    """
    last = (int(hit.number[1:]) not in CORE, hit.number)
    if hit.is_plain:
        return 0, 0.0, 0.0, *last
    if hit.is_whole and not hit.rank and hit.cost <= _CHOICE:
        return 1, float(hit.bits < _TELLING), -hit.bits, *last
    if hit.is_whole and hit.bits >= _TELLING:
        return 2, float(hit.rank), -hit.bits, *last
    if hit.wrong or hit.bits >= _TELLING:
        return 3, float(not hit.wrong), -hit.bits, *last
    return 4, -hit.bits, float(hit.rank), *last


_worth = lru_cache(maxsize=1 << 12)(bits)


class _Index:
    """Open index, with a cache of its rows."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._rows: dict[int, tuple[int, list[str], str]] = {}
        self._buckets: dict[int, NDArray[np.uint64]] = {}
        self.is_complete = True

    def hits(self, variant: Variant, typed: tuple[int, ...]) -> list[Hit]:
        words = [whole_text(term) for term in variant.terms]
        if len(words) < WIDTH:
            return []
        hits = []
        most = _MOST_CHANGED if variant.cost else _MOST_CANDIDATES
        for line in self._candidates(words, most):
            number, stored, name = self._line(line)
            shift = _alignment(words, stored)
            if shift is not None:
                hits.append(self._hit(variant, typed, number, name, line % SLOTS, shift, len(stored)))
        return hits

    def near_hits(self, typed: tuple[int, ...]) -> list[Hit]:
        """Return the sequences in which exactly one given term differs."""
        words = [whole_text(term) for term in typed]
        prints = window_prints(term_prints(map(str.encode, words)))
        lines, counts = np.unique(np.concatenate([*map(self._postings, prints.tolist())]), return_counts=True)
        lines = lines[(counts >= max(1, len(prints) - WIDTH)) & (lines % SLOTS == 0)]
        self.is_complete &= len(lines) <= _MOST_CANDIDATES
        hits = []
        for line in lines[:_MOST_CANDIDATES].tolist():
            number, stored, name = self._line(line)
            for shift in range(len(stored) - min(len(words), _BLOCK) + 1):
                places = [k for k, (a, b) in enumerate(zip(words, stored[shift:], strict=False)) if a != b]
                if len(places) != 1:
                    continue
                k, right = places[0], tuple(map(int, stored[shift : shift + len(words)]))
                hit = self._hit(Variant(AS_GIVEN, typed), right, number, name, 0, shift, len(stored))
                # The stored terms on both sides; which one is wrong is a choice among all.
                worth = min(_worth(right), _worth(right[:k]) + _worth(right[k + 1 :])) - log2(len(right))
                wrong, worth = (k, right[k], typed[k]), max(0.0, worth - hit.cost)
                hits.append(replace(hit, agreed=len(right) - 1, bits=worth, wrong=wrong))
                break
        return hits

    def masked_hits(self, words: list[str | None], runs: list[int]) -> list[Hit]:
        """Return the hits of terms with gaps. ``runs`` are the positions of four consecutive known terms."""
        lists = []
        for k in runs:
            known = [word for word in words[k : k + WIDTH] if word is not None]
            lists.append(self._postings(int(window_prints(term_prints(map(str.encode, known)))[0])))
        lines = _common(lists)
        self.is_complete = len(lines) <= _MOST_CANDIDATES
        pairs = [(k, word) for k, word in enumerate(words) if word is not None]
        terms = tuple(int(word) for _, word in pairs)
        hits = []
        for line in lines[:_MOST_CANDIDATES].tolist():
            number, stored, name = self._line(line)
            size = len(stored)
            for shift in range(size - runs[0] - WIDTH + 1):
                inside = [(k + shift, word) for k, word in pairs if k + shift < size]
                if all(stored[place] == word for place, word in inside):
                    variant = Variant(AS_GIVEN, terms)
                    hit = self._hit(variant, terms, number, name, line % SLOTS, shift, size)
                    hits.append(replace(hit, agreed=len(inside), fit=_fit(len(words), size, shift)))
                    break
        return hits

    def _candidates(self, words: list[str], most: int) -> list[int]:
        """Return the numbers of the lines that contain all windows of one of the runs."""
        prints = window_prints(term_prints(map(str.encode, words)))
        postings = [self._postings(int(value)) for value in prints]
        wanted: set[int] = set()
        for block in _blocks(len(postings)):
            lines = _common([postings[k] for k in block])
            if len(lines) > most:
                self.is_complete = False
                lines = lines[:most]
            wanted.update(lines.tolist())
        return sorted(wanted)

    def _postings(self, value: int) -> NDArray[np.uint64]:
        """Return the numbers of the lines with a window of the given fingerprint."""
        bucket = self._bucket(value >> KEY_BITS)
        key = value & ((1 << KEY_BITS) - 1)
        ends = np.array([key, key + 1], np.uint64) << np.uint64(LINE_BITS)
        begin, end = np.searchsorted(bucket, ends)
        return bucket[begin:end] & np.uint64(LINE_MASK)

    def _bucket(self, number: int) -> NDArray[np.uint64]:
        if number not in self._buckets:
            row = self._connection.execute("SELECT postings FROM bucket WHERE id = ?", (number,)).fetchone()
            packed = np.frombuffer(row[0] if row else b"", np.uint8).reshape(-1, 6)
            wide = np.zeros((len(packed), 8), np.uint8)
            wide[:, :6] = packed
            self._buckets[number] = wide.view("<u8").reshape(-1)
        return self._buckets[number]

    def _line(self, line: int) -> tuple[int, list[str], str]:
        """Return the A-number, the terms as a string, and the name, of a sequence or of a line of a table."""
        place, slot = divmod(line, SLOTS)
        if place not in self._rows:
            query = "SELECT number, terms, name FROM sequence WHERE place = ?"
            row = self._connection.execute(query, (place,)).fetchone()
            if row is None:
                raise ValueError(f"sequence {place} is missing")
            self._rows[place] = (row[0], row[1].decode("ascii").split(","), row[2])
        number, terms, name = self._rows[place]
        if slot:
            terms = dict(lines_of_table(terms))[LINES[slot - 1]]
        return number, terms, name

    def _hit(
        self,
        variant: Variant,
        typed: tuple[int, ...],
        number: int,
        name: str,
        slot: int,
        shift: int,
        stored: int,
    ) -> Hit:
        """Return the hit. Given terms before the first stored term count as omitted.

        A transformation adds no evidence: the agreement has at most the information of the given terms.
        """
        dropped = max(0, -shift)
        given = variant.terms[dropped:]
        agreed = given[: stored - max(0, shift)]
        fit = _fit(len(given), stored, max(0, shift))
        # A shift between the two, and a line of a table, are choices too.
        cost = (
            variant.cost
            + _CHOICE * (fit in (Fit.RUN, Fit.OVERLAP))
            + _CHOICE * (dropped > 0)
            + _CHOICE * (slot > 0)
        )
        return Hit(
            number=a_number(number),
            name=name,
            change=_words(variant.words, dropped),
            fit=fit,
            shift=max(0, shift),
            agreed=len(agreed),
            asked=len(variant.terms),
            bits=max(0.0, min(_worth(agreed), _worth(typed)) - cost),
            line=LINES[slot - 1] if slot else "",
            cost=cost,
            rank=variant.rank,
            keeps_all=variant.keeps_all and not dropped,
        )


def _common(lists: list[NDArray[np.uint64]]) -> NDArray[np.uint64]:
    """Return the numbers that are in all lists, or in nearly all."""
    first, *rest = sorted(lists, key=len)
    for other in rest:
        if len(first) <= _FEW:
            break
        first = np.intersect1d(first, other, assume_unique=True)
    return first


def _is_telling(variant: Variant) -> bool:
    is_short = len(variant.terms) < _BLOCK and variant.rank > _SIGNS
    return bits(variant.terms) >= (_LEAST_SHORT if is_short else _LEAST_CHANGED)


def _blocks(count: int) -> list[range]:
    """Return the ranges of windows that are searched together, at every ``_STEP``-th window and at the last
    windows.
    """
    width = min(count, _BLOCK - WIDTH + 1)
    starts = {*range(0, count - width + 1, _STEP), count - width}
    return [range(start, start + width) for start in sorted(starts)]


def _alignment(given: list[str], stored: list[str]) -> int | None:
    """Return the shift s such that given[k] = stored[k + s] at all common positions, with as many common
    terms as possible.
    """
    least = min(_BLOCK, len(given))
    best: tuple[int, int] | None = None
    for shift in range(least - len(given), len(stored) - least + 1):
        begin, end = max(0, -shift), min(len(given), len(stored) - shift)
        if given[begin] != stored[begin + shift] or given[end - 1] != stored[end - 1 + shift]:
            continue
        if given[begin:end] == stored[begin + shift : end + shift] and (
            best is None or end - begin > best[0]
        ):
            best = (end - begin, shift)
    return None if best is None else best[1]


def _words(change: str, dropped: int) -> str:
    return " and ".join(
        part for part in (change if change != AS_GIVEN or not dropped else "", drop_text(dropped)) if part
    )


def _fit(given: int, stored: int, shift: int) -> Fit:
    if shift == 0:
        return Fit.EXACT if given == stored else Fit.PREFIX if given < stored else Fit.START
    return Fit.RUN if given + shift <= stored else Fit.OVERLAP
