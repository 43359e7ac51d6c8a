"""Relations between the formulas of the atlas, each decided for all n.

Sequences that are equal up to a factor and a shift form a class. For a representative of each class, and for
each two of them, 12 values of each operation are divided by the first of them modulo a prime, and searched
among the terms of all classes. Only agreements are decided with exact terms (``gfkit.questions.termwise``).

Trivial are relations of sequences with polynomial growth, of sequences with a(n + k) = c a(n), equal counts
on one family, which ``gfkit twins structures --on FAMILY`` proves, and sums of sequences of order at most 2.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from gfkit.atlas.laws import AtlasLaw, read_laws
from gfkit.core.algebra import Evidence, Status
from gfkit.core.deferred import dataclass
from gfkit.core.errors import InputError, LimitError
from gfkit.core.typing import OnProgress, check_stop, stoppable, tell_progress
from gfkit.core.writable import Face, JsonRecord
from gfkit.questions import (
    BINARY_OPERATIONS,
    OPERATIONS_ON_TERMS,
    Operation,
    Recurrent,
    index_text,
    relation_text,
    smallest_n,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

_PRIME = (1 << 31) - 1
_BEGIN, _LENGTH, _SHIFT = 12, 12, 6
"""First n and number of the compared values, and the largest shift of the index of the result."""
_GROWN = 60
"""Number of terms after which the growth of a sequence is measured."""
_INDEX = re.compile(r"(?<=[:x])n$")


@dataclass(frozen=True)
class FamilyRelation(JsonRecord):
    """Relation between structures on families that holds for every n >= ``first_n``."""

    statement: str
    """Statement that ``gfkit verify`` accepts."""
    first_n: int
    families: tuple[tuple[str, str], ...]
    """Structures and families in the statement, the one on the left first."""


@dataclass(frozen=True, repr=False)
class FamilyRelations(Face):
    """Relations found in the atlas."""

    searched: int
    """Number of formulas with a linear recurrence that are not trivial."""
    classes: int
    """Number of sequences up to a factor and a shift."""
    relations: tuple[FamilyRelation, ...]
    undecided: int
    """Number of agreements whose recurrences have too large orders."""

    @property
    def evidence(self) -> Evidence:
        return Evidence(Status.PROVED, "generating-functions-compared")

    @property
    def text(self) -> str:
        return (
            f"{len(self.relations)} relations between {self.searched} formulas of the atlas"
            f" ({self.classes} sequences up to a factor and a shift)"
        )

    def __str__(self) -> str:
        return self.text

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that ``gfkit twins atlas --json`` writes."""
        return {
            "searched": self.searched,
            "classes": self.classes,
            "relations": [relation.as_json() for relation in self.relations],
            "undecided": self.undecided,
            "evidence": self.evidence.as_json(),
        }


class _Family(NamedTuple):
    structure: str
    board: str
    sequence: Recurrent

    def name(self, step: int, by: int) -> str:
        """Return the name of a term as ``gfkit verify`` reads it."""
        index = index_text(step, by, "")
        return f"A_{{{self.structure},{_INDEX.sub(index if index == 'n' else f'({index})', self.board)}}}"


@stoppable
def family_relations(
    board: str = "", *, atlas: str | Path | None = None, on_progress: OnProgress | None = None
) -> FamilyRelations:
    """Return the relations between the formulas of the atlas: equal counts, multiples, shifts, sections
    a(kn + r), squares, cubes, products, sums, differences, and factors n, n (n - 1)/2, 2^n, 3^n and 4^n.

    Parameters
    ----------
    board : str, optional
        Return only relations that contain a structure on this family.
    atlas : path, optional
        SQLite file that ``make atlas`` created; by default the table that is installed with gfkit.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    FamilyRelations
        The relations, each proved for all n. A sequence that is a multiple or a shift of another one is
        replaced by it in the other relations.

    Raises
    ------
    InputError
        The file is not an atlas, or it contains no formula on the family.

    Examples
    --------
    >>> from gfkit.atlas import family_relations
    >>> found = family_relations("2x2xn")
    >>> [one.statement for one in found.relations if "^2" in one.statement]
    ['A_{total-dominating-sets,2x2xn} = A_{dominating-sets,2xn}^2 for n >= 0']
    """
    families = [*_families(read_laws(atlas))]
    if board and all(family.board != board for family in families):
        raise InputError(f"on {board!r}: the atlas contains no recurrence of this family")
    search = _Search(families)
    equal, others = list(search.equal()), list[FamilyRelation]()
    for place, found in enumerate(search.others(), 1):
        tell_progress(on_progress, "sequences compared", place, len(search.heads), 0)
        others += found
    others.sort(key=lambda one: " + " in one.statement or " - " in one.statement)
    relations = [one for one in others + equal if not board or board in {own for _, own in one.families}]
    return FamilyRelations(len(families), len(search.heads), tuple(relations), search.undecided)


def _families(laws: Sequence[AtlasLaw]) -> Iterator[_Family]:
    """Yield the sequences that are not trivial, the smallest orders first."""
    for law in sorted(laws, key=lambda law: (law.order, law.board, law.structure)):
        is_listed = law.weights == "none" and law.order > 1 and law.signature and _INDEX.search(law.board)
        if is_listed and max(law.first_n, law.valid_from - law.order) <= _BEGIN - _SHIFT:
            sequence = Recurrent(law.first_n, law.order, law.valid_from, law.first_terms)
            sizes = [abs(sequence(n)).bit_length() for n in (_GROWN, 2 * _GROWN)]
            hashes = [*filter(None, _hashes([_window(sequence, by) for by in range(_SHIFT)]))]
            if 2 * sizes[1] > 3 * sizes[0] and len({*hashes}) == len(hashes):
                yield _Family(law.structure, law.board, sequence)


class _Search:
    """Search for relations between families, first of ``equal`` and then of ``others``."""

    def __init__(self, families: Sequence[_Family]) -> None:
        self.heads: list[_Family] = []
        self.undecided = 0
        self._families = families
        self._places: dict[int, list[tuple[_Family, int]]] = defaultdict(list)
        """For each hash, the representatives whose terms have it, with the shift of their index."""

    def equal(self) -> Iterator[FamilyRelation]:
        """Yield a relation of each sequence to the representative of its class."""
        shifts = range(-_SHIFT, _SHIFT + 1)
        for family in self._families:
            (key,) = _hashes([_window(family.sequence, 0)])
            if (match := next(self._matches(_SAME, [family], key), None)) is None:
                for shift, hashed in zip(
                    shifts, _hashes([_window(family.sequence, by) for by in shifts]), strict=True
                ):
                    self._places[hashed].append((family, shift))
                self.heads.append(family)
            elif len({board for _, board in match.families}) > 1 or {"(", "*"} & {*match.statement}:
                yield match

    def others(self) -> Iterator[list[FamilyRelation]]:
        """Yield the other relations, in which an operand is a given representative."""
        import numpy as np

        shifts = range(-_SHIFTED, _SHIFTED + 1)
        windows = np.array([[_window(head.sequence, by) for by in shifts] for head in self.heads])
        known, sums = np.array(sorted(self._places), dtype=np.uint64), set[frozenset[tuple[str, str]]]()
        for place, head in enumerate(self.heads):
            check_stop()
            found: list[FamilyRelation] = []
            operations = OPERATIONS_ON_TERMS[1:]
            repeated = [[head.sequence] * len(one.indices) for one in operations]
            pairs = [*zip(operations, repeated, strict=True)]
            rows = [[one.at(n, terms) % _PRIME for n in _PLACES] for one, terms in pairs]
            for operation, key in zip(operations, _hashes(rows), strict=True):
                found += self._matches(operation, [head] * len(operation.indices), key)
            own, others = windows[place, _SHIFTED], windows[place + 1 :]
            values = np.stack([own * others, own + others, own + _PRIME - others], axis=2) % _PRIME
            keys = np.array(_hashes(values.reshape(-1, _LENGTH)), dtype=np.uint64)
            for hit in np.flatnonzero(np.isin(keys, known)):
                other, rest = divmod(int(hit), len(BINARY_OPERATIONS))
                operands = [head, self.heads[place + 1 + other]]
                for match in self._matches(BINARY_OPERATIONS[rest], operands, int(keys[hit])):
                    families = frozenset(match.families)
                    if rest % 3 == 0 or families not in sums:
                        found.append(match)
                        sums |= {families} if rest % 3 else set()
            yield found

    def _matches(
        self, operation: Operation, operands: Sequence[_Family], key: int
    ) -> Iterator[FamilyRelation]:
        """Yield the relations of the values of an operation to the representatives with the same hash."""
        values = [one.sequence for one in operands]
        for head, shift in self._places.get(key, ()) if key else ():
            is_short = " " in operation.text and max(one.sequence.order for one in (head, *operands)) < 3
            if is_short or head in operands:
                continue
            scale = Fraction(head.sequence(_BEGIN + shift), operation.at(_BEGIN, values))
            try:
                start = smallest_n(operation, values, head.sequence, shift, scale)
            except LimitError:
                self.undecided += 1
                continue
            if start is not None:
                names = [one.name for one in operands]
                text = f"{relation_text(operation, names, head.name(1, shift), scale)} for n >= {start}"
                families = [(one.structure, one.board) for one in (head, *dict.fromkeys(operands))]
                yield FamilyRelation(text, start, tuple(families))


_SAME, _SHIFTED = OPERATIONS_ON_TERMS[0], 2
_PLACES = range(_BEGIN, _BEGIN + _LENGTH)


def _window(sequence: Recurrent, shift: int) -> list[int]:
    return [sequence(n + shift) % _PRIME for n in _PLACES]


def _hashes(rows: Sequence[Sequence[int]] | NDArray[Any]) -> list[int]:
    """Return a hash of each row after division by its first entry modulo the prime, or 0 if this is 0."""
    import numpy as np

    table = np.array(rows, dtype=np.uint64)
    inverse, power = np.ones(len(table), dtype=np.uint64), table[:, 0]
    for digit in f"{_PRIME - 2:b}"[::-1]:
        inverse = inverse * power % _PRIME if digit == "1" else inverse
        power = power * power % _PRIME
    mixed = (table * inverse[:, None] % _PRIME + 1) * (_MULTIPLIER ** np.arange(_LENGTH, dtype=np.uint64))
    hashed: list[int] = np.where(table[:, 0] > 0, mixed.sum(axis=1), 0).tolist()
    return hashed


_MULTIPLIER = 6364136223846793005
"""Multiplier of a linear congruential generator modulo 2^64."""
