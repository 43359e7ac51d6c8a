"""SQLite file of a search for twins: the counts of each rule, and the pairs of rules that were compared.

The file has four tables, and its ``user_version`` is 1:

    search  key, value: the ``rules``, the ``boards``, the version of ``gfkit``, and a ``digest`` of its
            sources and of the rules
    number  rule, stage, numbers, reason: JSON list of the counts on the boards of stage 0 or 1, as strings;
            or NULL, and the reason if the rule is not defined on these boards
    pair    first, second, verdict, method, lemmas, steps, exchanged: lemmas and steps are JSON
    done    rules: JSON list of the rules of a group whose pairs are all in the file
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Self

from gfkit.errors import InputError
from gfkit.runs.files import open_database

_VERSION = 1
_TABLES = """
CREATE TABLE search (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE number (rule TEXT, stage INTEGER, numbers TEXT, reason TEXT NOT NULL,
    PRIMARY KEY (rule, stage)) WITHOUT ROWID;
CREATE TABLE pair (first TEXT, second TEXT, verdict TEXT NOT NULL, method TEXT NOT NULL, lemmas TEXT NOT NULL,
    steps TEXT NOT NULL, exchanged INTEGER NOT NULL, PRIMARY KEY (first, second)) WITHOUT ROWID;
CREATE TABLE done (rules TEXT PRIMARY KEY) WITHOUT ROWID;
"""


class RuleCounts(NamedTuple):
    """Counts of a rule on some boards, or None and the reason if the rule is not defined on them."""

    rule: str
    counts: tuple[int, ...] | None
    reason: str = ""


class Pair(NamedTuple):
    """Pair of rules with equal counts on all boards of the first stage."""

    first: str
    second: str
    verdict: str
    """``equal``, with proof; ``different`` on a larger board; or ``observed``."""
    method: str
    lemmas: tuple[str, ...] = ()
    """Identities of the proof, or a statement about the compared boards."""
    steps: tuple[Mapping[str, Any], ...] = ()
    """Identities as data, for block rules."""
    exchanged: bool = False
    """True if the count of the first rule on m x n is the count of the second on n x m."""

    def as_json(self) -> dict[str, Any]:
        return {**self._asdict(), "lemmas": list(self.lemmas), "steps": list(self.steps)}


class TwinsFile:
    """SQLite file of a search, or a database in memory if no path is given. Every method commits its rows."""

    def __init__(self, path: str | Path | None, header: Mapping[str, str]) -> None:
        """Open or create the file. Raise InputError if it belongs to another search."""
        self._name = str(path)
        self._file = open_database(path, _TABLES, _VERSION, "a file of gfkit twins")
        if not (found := dict(self._file.execute("SELECT key, value FROM search"))):
            with self._file:
                self._file.executemany("INSERT INTO search VALUES (?, ?)", header.items())
            found = dict(header)
        if odd := next((key for key in header if found.get(key) != header[key]), None):
            here = f"{odd} {found.get(odd)!r}, not {header[odd]!r}"
            raise InputError(f"{self._name!r} contains another search, with {here}; name another file")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def numbers(self, stage: int) -> dict[str, RuleCounts]:
        """Return the counts of each rule on the boards of a stage."""
        rows = self._file.execute("SELECT rule, numbers, reason FROM number WHERE stage = ?", (stage,))
        return {
            rule: RuleCounts(rule, None if text is None else tuple(map(int, self._list(text))), reason)
            for rule, text, reason in rows
        }

    def add_numbers(self, stage: int, rows: Iterable[RuleCounts]) -> None:
        with self._file:
            for rule, counts, reason in rows:
                text = None if counts is None else json.dumps([*map(str, counts)])
                self._file.execute("INSERT INTO number VALUES (?, ?, ?, ?)", (rule, stage, text, reason))

    def pairs(self) -> list[Pair]:
        rows = self._file.execute("SELECT * FROM pair")
        return [
            Pair(one, other, verdict, method, tuple(self._list(texts)), tuple(self._list(steps)), turned == 1)
            for one, other, verdict, method, texts, steps, turned in rows
        ]

    def done(self) -> set[tuple[str, ...]]:
        """Return the groups of which all pairs are in the file."""
        return {tuple(self._list(text)) for (text,) in self._file.execute("SELECT rules FROM done")}

    def add_group(self, rules: Sequence[str], pairs: Iterable[Pair]) -> None:
        with self._file:
            self._file.execute("INSERT OR REPLACE INTO done VALUES (?)", (json.dumps(rules),))
            self._file.executemany("DELETE FROM pair WHERE first = ?", ((rule,) for rule in rules))
            for *words, lemmas, steps, exchanged in pairs:
                row = (*words, json.dumps(lemmas), json.dumps(steps), exchanged)
                self._file.execute("INSERT OR REPLACE INTO pair VALUES (?, ?, ?, ?, ?, ?, ?)", row)

    def _list(self, text: str) -> list[Any]:
        try:
            found = json.loads(text)
        except ValueError:
            found = None
        if not isinstance(found, list):
            raise InputError(f"{self._name!r} is damaged at {text[:40]!r}")
        return found
