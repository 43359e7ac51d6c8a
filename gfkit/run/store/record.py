"""What the store knows about a run, and the lists of runs."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from gfkit.errors import InputError
from gfkit.run.store.row import RESULT

_RECORDS = f"""
SELECT run.run, command, begun, changed, total(part.part <> '{RESULT}'), total(size),
       total(part.part = '{RESULT}'), owner
FROM run LEFT JOIN part ON part.run = run.run GROUP BY run.run ORDER BY touched DESC
"""


@dataclass(frozen=True)
class RunRecord:
    """A run of which something is stored; the times are UTC, and only for display.

    ``bytes`` are those of the answers as they are packed; ``owner`` is the process that touched it last.
    """

    run: str
    command: tuple[str, ...]
    begun: str
    changed: str
    parts: int
    bytes: int
    finished: bool
    owner: int = 0

    @property
    def short(self) -> str:
        """The first eight digits, by which people call a run."""
        return self.run[:8]

    def as_json(self) -> dict[str, object]:
        """The object that the command line prints."""
        return {
            "run": self.run,
            "command": list(self.command),
            "begun": self.begun,
            "changed": self.changed,
            "parts": self.parts,
            "bytes": self.bytes,
            "finished": self.finished,
        }


def records(connection: sqlite3.Connection) -> list[RunRecord]:
    """All runs, the one touched last first; columns that damage has changed are read as far as they go."""
    return [
        RunRecord(
            str(run),
            _words(command),
            str(begun),
            str(changed),
            int(parts),
            int(size),
            result > 0,
            _whole(owner),
        )
        for run, command, begun, changed, parts, size, result, owner in connection.execute(_RECORDS)
    ]


def command_text(command: Sequence[str]) -> str:
    """The words of a command as they are stored."""
    return json.dumps(list(command), ensure_ascii=True)


def the_record(prefix: str, known: Iterable[RunRecord]) -> RunRecord:
    """The one run whose digits begin like this.

    >>> runs = [RunRecord(word, (), "", "", 1, 9, False) for word in ("3f2a77", "3f0011")]
    >>> the_record("3f2", runs).run
    '3f2a77'
    >>> the_record("3f", runs)
    Traceback (most recent call last):
    ...
    gfkit.errors.InputError: run '3f' is ambiguous; it could be 3f2a77, 3f0011
    """
    known = list(known)
    found = [record for record in known if prefix and record.run.startswith(prefix.lower())]
    if len(found) == 1:
        return found[0]
    if found:
        raise InputError(f"run {prefix!r} is ambiguous; it could be {_names(found)}")
    stored = f"stored are {_names(known)}" if known else "no run is stored"
    raise InputError(f"run {prefix!r} is unknown; {stored}")


def _names(found: list[RunRecord]) -> str:
    return ", ".join(record.short for record in found[:6]) + (", ..." if len(found) > 6 else "")


def _words(command: object) -> tuple[str, ...]:
    try:
        words = json.loads(str(command))
    except ValueError:
        return ()
    return tuple(map(str, words)) if isinstance(words, list) else ()


def _whole(number: object) -> int:
    return number if isinstance(number, int) else 0
