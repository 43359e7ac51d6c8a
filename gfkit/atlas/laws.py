"""Formulas of the atlas, and the files that contain them.

The part that is installed with gfkit is ``core.json``, a list of objects with the fields of ``AtlasLaw``. The
whole atlas is an SQLite file, whose ``user_version`` is 2, with the tables

    law      a row for each formula, with the fields of ``AtlasLaw``; ``terms`` and ``signature`` are JSON
             lists of strings; ``certificate`` is the certificate for ``gfkit certify``, compressed by zlib,
             or NULL; ``seconds`` is the CPU time of the derivation
    chain    structure, boards, seconds, reason: the series of boards that are finished with a time limit for
             each width, and why the next width is missing
    twin     first, second, boards, method: structures with equal counts on all boards of a class, with the
             method of the proof
    excerpt  hash, law: the hashes of four terms of each formula (``excerpt_hash``), with its row, so that a
             search reads few formulas
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import gcd
from operator import mul
from os.path import dirname, isfile, join
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from gfkit.core.deferred import dataclass, fields
from gfkit.core.errors import InputError
from gfkit.core.files import file_text
from gfkit.core.writable import JsonRecord
from gfkit.runs.files import open_database

if TYPE_CHECKING:
    from pathlib import Path

CORE = join(dirname(__file__), "core.json")
TERMS = 30
"""Minimum number of stored terms."""
SHIFTS = 24
"""Maximum number of initial terms of a formula before the given terms of a search."""
STEPS = (1, 2, 3)
"""Distances between terms of a formula that are consecutive terms of a search."""
DROPPED = 2
"""Maximum number of initial terms of a search that may differ."""
EXCERPT = 4
"""Number of terms of an excerpt, and the minimum number of terms that agree with a formula."""
_VERSION = 2
_COLUMNS = (
    'structure TEXT, board TEXT, weights TEXT, first_n INTEGER, "order" INTEGER, numerator TEXT,'
    " denominator TEXT, recurrence TEXT, valid_from INTEGER, signature TEXT, terms TEXT, growth TEXT,"
    " number TEXT, status TEXT, method TEXT, series TEXT, width INTEGER"
)
_TABLES = f"""
CREATE TABLE law ({_COLUMNS}, certificate BLOB, seconds REAL, PRIMARY KEY (structure, board, weights));
CREATE TABLE chain (structure TEXT, boards TEXT, seconds REAL, reason TEXT, PRIMARY KEY (structure, boards))
    WITHOUT ROWID;
CREATE TABLE twin (first TEXT, second TEXT, boards TEXT, method TEXT, PRIMARY KEY (first, second, boards))
    WITHOUT ROWID;
CREATE TABLE excerpt (hash INTEGER, law INTEGER, PRIMARY KEY (hash, law)) WITHOUT ROWID;
"""
LISTS = ("signature", "terms")


@dataclass(frozen=True, repr=False)
class AtlasLaw(JsonRecord):
    """Formula of a structure on a family of boards."""

    structure: str
    board: str
    weights: str
    """``none``, or ``pieces`` if x counts pieces; then the terms are polynomials and are not stored."""
    first_n: int
    order: int
    """Order of the recurrence, or 0 if none is known."""
    numerator: str
    denominator: str
    """Generating function, or empty strings if it is not known to be rational."""
    recurrence: str
    valid_from: int
    signature: tuple[int, ...]
    """Coefficients of the recurrence a(n) = c1 a(n-1) + c2 a(n-2) + ... for n >= valid_from, if they are
    constant.
    """
    terms: tuple[int, ...]
    growth: str
    """Growth rate with certified digits, or an empty string."""
    number: str
    """A-number of the sequence in the OEIS if it is known, or an empty string."""
    status: str
    method: str
    series: str = ""
    """Series of boards of the table, such as ``cylinder:{w}xn``, and the width."""
    width: int = 0
    json_keys = (
        "structure board weights first_n order numerator denominator recurrence valid_from signature terms"
        " growth number status method series width"
    )

    @classmethod
    def of(cls, row: dict[str, Any]) -> Self:
        """Return the formula with the given fields; the numbers in lists may be strings."""
        lists = {name: tuple(map(int, row[name])) for name in LISTS}
        return cls(**{name: row[name] for name in cls.__dataclass_fields__} | lists)

    def first_terms(self, count: int) -> Sequence[int]:
        """Return the first terms: at least ``count`` if the recurrence has constant coefficients, otherwise
        the stored terms.
        """
        if count <= len(self.terms) or not (self.signature or self.denominator == "1"):
            return self.terms
        terms = list(self.terms)
        while len(terms) < count:
            terms.append(sum(map(mul, self.signature, reversed(terms[-self.order :]))) if self.order else 0)
        return terms

    def excerpt_hashes(self) -> set[int]:
        """Return the hashes of the excerpts, one of which agrees with every sequence that is found."""
        hashes = set()
        for step in STEPS:
            last = (EXCERPT - 1) * step
            terms = self.first_terms(SHIFTS + DROPPED * step + last + 1)
            places = range(min(SHIFTS + DROPPED * step + 1, len(terms) - last))
            hashes |= {excerpt_hash(terms[place : place + last + 1 : step]) for place in places}
        return hashes

    def __repr__(self) -> str:
        return f"<AtlasLaw: {self.structure} on {self.board}, {self.summary}>"

    @property
    def summary(self) -> str:
        """Order of the recurrence, status, and A-number if it is known."""
        known = f", {self.number}" if self.number else ""
        return f"{f'order {self.order}' if self.recurrence else 'no recurrence'}, {self.status}{known}"

    @property
    def key(self) -> tuple[str, str, str]:
        return self.structure, self.board, self.weights


def excerpt_hash(terms: Sequence[int]) -> int:
    """Return a hash of terms that does not depend on their signs and on a common factor.

    >>> excerpt_hash([1, 5, 11, 36]) == excerpt_hash([-2, 10, -22, 72])
    True
    """
    factor = gcd(*terms) or 1
    return zlib.crc32(repr([abs(term) // factor for term in terms]).encode())


class TwinStructures(NamedTuple):
    """Structures with equal counts on all boards of a class."""

    first: str
    second: str
    boards: str
    method: str


@cache
def _core() -> dict[str, list[Any]]:
    """Return the contents of ``core.json``."""
    contents: dict[str, list[Any]] = json.loads(file_text(CORE))
    return contents


@cache
def read_laws(path: str | Path | None = None) -> tuple[AtlasLaw, ...]:
    """Return the formulas of an atlas; by default of the part that is installed with gfkit.

    >>> law = read_laws()[0]
    >>> law.status
    'proved'
    """
    if path is None:
        return tuple(map(AtlasLaw.of, _core()["laws"]))
    with AtlasFile(path) as file:
        return tuple(file.laws())


@cache
def read_twins(path: str | Path | None = None) -> tuple[TwinStructures, ...]:
    """Return the structures of an atlas with equal counts on all boards of a class."""
    if path is None:
        return tuple(TwinStructures(*row) for row in _core()["twins"])
    with AtlasFile(path) as file:
        return tuple(file.twins())


class AtlasFile:
    """SQLite file of the atlas, which ``tools/atlas_file.py`` writes."""

    def __init__(self, path: str | Path, *, create: bool = False) -> None:
        """Open or create the file. Raise InputError if it is not an atlas."""
        self._name = str(path)
        if not create and not isfile(path):
            raise InputError(f"atlas {self._name!r} does not exist; 'make atlas' creates build/atlas.sqlite")
        self.connection = open_database(path, _TABLES, _VERSION, "an atlas", create=create)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.connection.close()

    def laws(self, hashes: Iterable[int] | None = None) -> Iterator[AtlasLaw]:
        """Yield all formulas, or those with one of the hashes of excerpts, ordered by structure and board."""
        import sqlite3  # the installed part of the atlas is read without it

        names = [field.name for field in fields(AtlasLaw)]
        columns = ", ".join(f'"{name}"' for name in names)
        try:
            where = (
                ""
                if hashes is None
                else f"""WHERE rowid IN (
                SELECT law FROM excerpt WHERE hash IN ({", ".join(map(str, hashes))}))"""
            )
            query = f"SELECT {columns} FROM law {where} ORDER BY structure, board, weights"
            for values in self.connection.execute(query):
                row = dict(zip(names, values, strict=True))
                yield AtlasLaw.of(row | {name: json.loads(row[name]) for name in LISTS})
        except (sqlite3.Error, ValueError, TypeError) as error:
            raise InputError(f"{self._name!r} is damaged: {error}") from None

    def count_unweighted(self) -> int:
        """Return the number of formulas without weights."""
        query = "SELECT count(*) FROM law WHERE weights = 'none'"
        return int(self.connection.execute(query).fetchone()[0])

    def twins(self) -> list[TwinStructures]:
        rows = self.connection.execute("SELECT first, second, boards, method FROM twin ORDER BY 1, 2, 3")
        return [TwinStructures(*row) for row in rows]
