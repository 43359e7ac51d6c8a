"""Results of a search for twins as bytes: the counts of each rule, and the pairs of rules that were compared.

With ``--save FILE`` they are the parts of a run in a file like the run store, which has a checksum for each
part. One file may contain several searches.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from gfkit.core.errors import InputError, note_reading
from gfkit.runs.store import RunStore

VERDICTS = ("equal", "different", "observed")


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


def counts_as_bytes(rows: Iterable[RuleCounts]) -> bytes:
    """Return the counts of some rules as JSON; numbers are strings."""
    return json.dumps(
        [(rule, counts and [*map(str, counts)], reason) for rule, counts, reason in rows]
    ).encode()


def read_counts(answer: bytes) -> list[RuleCounts]:
    return [
        RuleCounts(rule, None if counts is None else tuple(map(int, counts)), reason)
        for rule, counts, reason in json.loads(answer)
    ]


def pairs_as_bytes(rules: Sequence[str], pairs: Iterable[Pair]) -> bytes:
    """Return the rules of a group and its pairs as JSON."""
    return json.dumps([list(rules), [*pairs]]).encode()


def read_pairs(answer: bytes) -> tuple[list[str], list[Pair]]:
    rules, rows = json.loads(answer)
    return rules, [
        Pair._make((*words, tuple(lemmas), tuple(steps), turned)) for *words, lemmas, steps, turned in rows
    ]


def open_saved(path: str | Path) -> RunStore:
    """Open or create the file of a search. Raise InputError if the path contains another file.

    Corrupted results are deleted and computed again, and a note says so.
    """
    store = RunStore(Path(path), (), sys.maxsize, note_reading)
    store.open_own("a file of gfkit twins")
    return store


def compare_part(store: RunStore, run: str, part: str, answer: bytes, rules: str) -> None:
    """Compare a result with the stored one, or store it. Raise InputError if they differ.

    Results with observed pairs may differ, because they depend on the time that a comparison takes.
    """
    stored = store.get(run, part)
    if stored is None:
        store.put(run, part, answer)
    elif stored != answer and b'"observed"' not in stored + answer:
        raise InputError(f"--check: the results of {rules} in {str(store.path)!r} are wrong")
