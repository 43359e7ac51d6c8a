"""File of the local index: its path, its contents, and functions that open it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from gfkit.core.deferred import dataclass
from gfkit.core.errors import InputError, as_typed
from gfkit.core.writable import JsonRecord
from gfkit.oeis.files import a_number, full_a_number
from gfkit.runs.files import has_mark, marks_of

APPLICATION, VERSION = 0x67666B74, 1
"""Application id of the file, and the version of its tables."""
TABLES = """
CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE sequence (
    place INTEGER PRIMARY KEY, number INTEGER NOT NULL, terms BLOB NOT NULL, name TEXT NOT NULL
);
CREATE TABLE bucket (id INTEGER PRIMARY KEY, postings BLOB NOT NULL);
"""
_BUILD = "build it with: gfkit oeis index build stripped names"


@dataclass(frozen=True)
class IndexInfo(JsonRecord):
    """Contents of an index, with its path and size."""

    path: str
    sequences: int
    windows: int
    tables: int
    bytes: int
    modified: str


def is_index(path: Path) -> bool:
    """Return True if a file has the mark of an index of gfkit, in any version."""
    return has_mark(path, APPLICATION)


def open_index(path: Path) -> sqlite3.Connection:
    """Open a read-only connection. Raise InputError if the file is not a complete index of this version."""
    if not path.is_file():
        raise InputError(f"index {as_typed(str(path))} does not exist; {_BUILD}")
    try:
        connection = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    except (sqlite3.Error, ValueError) as error:
        raise damage_error(path, error) from None
    try:
        marks: tuple[int, int] | None = marks_of(connection)
        if connection.execute("SELECT 1 FROM sqlite_master WHERE type IN ('view', 'trigger')").fetchone():
            marks = None  # such triggers can run for ever
    except sqlite3.DatabaseError:
        marks = None
    if marks != (APPLICATION, VERSION):
        connection.close()
        raise InputError(f"index {as_typed(str(path))} is not an index of this version of gfkit; {_BUILD}")
    return connection


MALFORMED = (sqlite3.Error, ValueError, TypeError, LookupError, AttributeError, OverflowError)
"""Exceptions raised by an index with invalid contents."""


def damage_error(path: Path, error: Exception) -> InputError:
    """Return the error for a corrupted index."""
    return InputError(f"index {as_typed(str(path))} is corrupted ({error}); {_BUILD}")


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """Open the index for reading. Raise InputError if it is not a complete index of this version."""
    connection = open_index(path)
    try:
        yield connection
    except MALFORMED as error:
        raise damage_error(path, error) from None
    finally:
        connection.close()


def stored_rows(numbers: Iterable[int], path: Path) -> list[tuple[str, str, str]]:
    """Return number, name and terms of the given sequences that are in the index, in ascending order of
    numbers.
    """
    return selected_rows("number IN (SELECT value FROM json_each(?))", [json.dumps(list(numbers))], path)


def selected_rows(test: str, values: Sequence[object], path: Path) -> list[tuple[str, str, str]]:
    """Return the rows of all sequences that satisfy a condition in SQL."""
    query = f"SELECT number, name, terms FROM sequence WHERE {test} ORDER BY number"
    with reading(path) as connection:
        rows = connection.execute(query, values)
        return [(a_number(number), str(name), terms.decode("ascii")) for number, name, terms in rows]


def indexed_name(number: str, path: Path) -> str:
    """Return the name of a sequence of the index, by its A-number."""
    wanted = full_a_number(number)
    rows = stored_rows([int(wanted[1:])], path)
    if not rows or not rows[0][1]:
        raise InputError(f"index {as_typed(str(path))} contains no name of {wanted}")
    return rows[0][1]


def info(path: Path) -> IndexInfo:
    """Return the contents of the index."""
    with reading(path) as connection:
        known = dict(connection.execute("SELECT key, value FROM meta"))
        if not known.keys() >= {"sequences", "windows", "tables"}:
            raise sqlite3.DatabaseError("its numbers of sequences and terms are missing")
        sequences, windows, tables = (int(known[name]) for name in ("sequences", "windows", "tables"))
    return IndexInfo(str(path), sequences, windows, tables, path.stat().st_size, known.get("modified", ""))
