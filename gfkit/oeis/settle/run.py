"""Check of many names, each with a time limit, by any executor. Results are stored, so a stopped run can be
resumed.
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from hashlib import blake2b
from typing import Any, cast

from gfkit.claims.provers.truth import CERTIFIED_STATES
from gfkit.core.deferred import asdict, dataclass, replace
from gfkit.core.errors import Interrupted, LimitError, WorkerError
from gfkit.core.memory import default_memory
from gfkit.core.typing import OnProgress, Store, cached_property, stoppable, tell_progress
from gfkit.oeis.export.draft import PLACEHOLDER
from gfkit.oeis.files import BFile
from gfkit.oeis.settle.gate import LONG, Failures, NameReader, only_read, refusal, settle_name
from gfkit.oeis.settle.records import (
    DifferenceFinding,
    NamedTerms,
    Obstacle,
    SettledName,
    Settlement,
    TermDifference,
)
from gfkit.runs.batch import Work
from gfkit.runs.confined import confined_here
from gfkit.runs.identity import identity

COLUMNS = (
    *("number", "status", "reason", "family", "order", "signature", "evidence", "seconds"),
    *("finding", "n", "printed", "counted", "enumerations", "detail"),
)


@dataclass(frozen=True)
class SettledTable:
    """Results in the order of the names. ``asked`` is the number of requested names, if the run is
    incomplete.
    """

    rows: tuple[SettledName, ...]
    asked: int | None = None

    @property
    def is_whole(self) -> bool:
        return self.asked is None or self.asked == len(self.rows)

    @cached_property
    def counts(self) -> dict[str, int]:
        """Number of names of each status."""
        counter = Counter(row.settlement for row in self.rows)
        return {status.value: counter[status] for status in Settlement}

    @property
    def whole_names(self) -> int:
        """Number of names that were parsed completely."""
        return sum(bool(row.family) for row in self.rows)

    @cached_property
    def reasons(self) -> dict[str, int]:
        """Number of names that were not settled, for each reason, the most frequent first."""
        counter = Counter(
            row.reason for row in self.rows if row.settlement in (Settlement.AGREES, Settlement.REFUSED)
        )
        return dict(sorted(counter.items(), key=lambda item: (-item[1], item[0])))

    @cached_property
    def findings(self) -> dict[str, int]:
        """Number of names of each finding about a difference."""
        counter = Counter(row.finding for row in self.rows)
        return {finding.value: counter[finding] for finding in DifferenceFinding}

    @cached_property
    def orders(self) -> dict[int, int]:
        """Number of settled names, for each order of the recurrence."""
        counter = Counter(row.order for row in self.of(Settlement.SETTLED) if row.order is not None)
        return dict(sorted(counter.items()))

    def of(self, status: Settlement) -> Iterator[SettledName]:
        return (row for row in self.rows if row.settlement is status)

    @property
    def median(self) -> float:
        """Median time of the names that were parsed, in seconds."""
        times = sorted(row.seconds for row in self.rows if row.family)
        return times[len(times) // 2] if times else 0.0

    # Tables and files

    def as_csv(self) -> str:
        """Return the results in CSV format: a header, and one line for each name.

        >>> print(SettledTable(()).as_csv().strip())
        number,status,reason,family,order,signature,evidence,seconds,finding,n,printed,counted,enumerations,detail
        """
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        for row in self.rows:
            status = None if row.evidence is None else row.evidence["status"]
            cells = {**_as_object(row), "evidence": status, "seconds": f"{row.seconds:.3f}"}
            difference = {} if row.difference is None else asdict(row.difference)
            cells |= {name: difference.get(name) for name in ("n", "printed", "counted")}
            cells["enumerations"] = "; ".join(
                f"{method} on {board}: {number}" for method, board, number in row.enumerations
            )
            writer.writerow([cells[name] for name in COLUMNS])
        return text.getvalue()

    def as_json(self) -> dict[str, object]:
        """Return the JSON object that the command line prints."""
        return {
            "names": len(self.rows) if self.asked is None else self.asked,
            "done": len(self.rows),
            "read": self.whole_names,
            "counts": self.counts,
            "findings": self.findings,
            "reasons": self.reasons,
            "orders": {str(order): number for order, number in self.orders.items()},
            "median_seconds": self.median,
            "rows": [_as_object(row) for row in self.rows],
        }

    @property
    def certificates(self) -> dict[str, str]:
        """Certificates of settled names, which ``gfkit certify`` checks, by file name."""
        return {certificate_file(row): row.certificate_text for row in self.rows if row.certificate}

    @property
    def files(self) -> dict[str, str]:
        """Submissions for each settled name and each wrong entry: lines to add, b-file, and the rule."""
        files: dict[str, str] = {}
        for row in self.rows:
            if not row.has_files:
                continue
            digits, series = row.number[1:], row.series
            text = (
                f"# n = {row.first_n} is taken for the first term; compare it with the offset of the entry\n"
            )
            head = text if row.is_offset_taken else ""
            files[f"{row.number}.txt"] = head + "".join(f"{line}\n" for line in row.additions)
            files[f"{row.number}.toml"] = row.file
            if series is not None:
                files[f"b{digits}.txt"] = str(BFile.of(series.first_n, series.terms(LONG)))
        return files


def certificate_file(row: SettledName) -> str:
    """Return the file name of a certificate."""
    return f"{row.number}.certificate.json"


def _as_object(row: SettledName) -> Mapping[str, object]:
    difference = row.difference
    return {
        "number": row.number,
        "status": row.settlement.value,
        "reason": row.reason,
        "family": row.family,
        "order": row.order,
        "signature": row.signature,
        "evidence": row.evidence,
        "seconds": row.seconds,
        "name": row.name,
        "detail": row.detail,
        "positions": row.positions,
        "sentence": row.sentence,
        "statement": row.statement,
        "rule": row.file,
        "shift": row.shift,
        "step": row.step,
        "first_n": row.first_n,
        "offset_taken": row.is_offset_taken,
        "terms_compared": row.compared,
        "first_difference": None
        if difference is None
        else {"n": difference.n, "entry": difference.printed, "true": difference.counted},
        "finding": row.finding,
        "enumerations": [
            {"method": method, "board": board, "number": number} for method, board, number in row.enumerations
        ],
        "recurrence": row.recurrence,
        "listed": dict(row.listed),
        "lines": list(row.lines),
        "additions": list(row.additions),
    }


EACH = 20.0
"""CPU time limit for a name, in seconds."""
SLOWED = 10
"""Limit of the elapsed time, as a multiple of the CPU time limit, after which a name is abandoned."""
LEAST_FOR_DIFFERENCE = 30.0
"""Minimum CPU time limit for working out a difference, in seconds."""
_PROOF_MARGIN = 2
"""A proof is started if its estimated time is at most this multiple of the time that is left."""
_STATES_PER_SECOND = 5_000
"""States for each CPU second of the limit, above which a name is abandoned. The fastest take half as long."""
_READING = 5.0
"""CPU seconds for parsing a name again after it exceeded its time limit."""
_MANY, _MOST_TOGETHER = 2000, 32
"""Number of names above which several names are stored together, and the maximum size of such a group."""


@dataclass(frozen=True, slots=True)
class _NameBatch:
    """Batch of a few names, processed sequentially in a process that can be killed."""

    names: tuple[NamedTerms, ...]
    read: NameReader
    each: float
    max_memory: int | None
    author: str
    with_certificates: bool
    failed: Failures

    @property
    def part(self) -> str:
        return f"names {self.names[0].number} to {self.names[-1].number}"

    def perform(self) -> bytes:
        failed, rows = dict(self.failed), []
        for asked in self.names:
            rows.append(replace(self, failed=failed)._settle_one(asked))
            _remember_failure(failed, rows[-1], self.each)
        return rows_as_bytes(rows)

    def _settle_one(self, asked: NamedTerms) -> SettledName:
        """Return the result for a name within its time limit. Time that the derivation does not need is
        available for the proof.
        """
        row = self._settle_within(asked, False, self.each)
        if row.settlement is Settlement.DIFFERS:
            return self._work_out(asked, row)
        left = self.each - row.seconds
        states = row.evidence.get("states") if row.evidence else None
        forecast = row.evidence.get("proof_seconds", 0) if row.evidence else 0
        is_small = isinstance(states, int) and states <= CERTIFIED_STATES
        is_small = is_small and isinstance(forecast, int) and forecast <= _PROOF_MARGIN * left
        if row.reason != Obstacle.NOT_PROVED.value or left <= 0 or not is_small:
            return row
        later = self._settle_within(asked, True, left)
        kept = later if later.settlement is not Settlement.REFUSED else row
        return replace(kept, seconds=round(row.seconds + later.seconds, 3))

    def _work_out(self, asked: NamedTerms, row: SettledName) -> SettledName:
        """Explain a difference, in its own time: the row without an explanation is not lost."""
        found = self._settle_within(asked, False, max(self.each, LEAST_FOR_DIFFERENCE), works_out=True)
        seconds = round(row.seconds + found.seconds, 3)
        if found.settlement is Settlement.DIFFERS or found.reason == Obstacle.FAILED.value:
            return replace(found, seconds=seconds)
        return replace(row, finding=DifferenceFinding.UNDECIDED.value, detail=found.detail, seconds=seconds)

    def _settle_within(
        self, asked: NamedTerms, certify: bool, seconds: float, works_out: bool = False
    ) -> SettledName:
        """Return the result for a name in a given CPU time in seconds."""
        call = partial(
            settle_name,
            max_memory=self.max_memory,
            author=self.author,
            certify=certify,
            failed=self.failed,
            with_certificate=self.with_certificates,
            works_out=works_out,
            most_states=_STATES_PER_SECOND * self.each,
            seconds=seconds,
        )
        try:
            return confined_here().call(call, asked, self.read, seconds=SLOWED * seconds, cpu=seconds)
        except LimitError as error:
            why, detail, spent = Obstacle.TIME, str(error), seconds
        except WorkerError as error:
            is_memory = str(error).startswith("MemoryError")
            why, detail, spent = Obstacle.STATES if is_memory else Obstacle.FAILED, str(error), 0.0
        try:
            reading = min(_READING, self.each)
            row = confined_here().call(only_read, asked, self.read, seconds=SLOWED * reading, cpu=reading)
        except (LimitError, WorkerError):
            return refusal(asked, why, detail, spent)
        return replace(row, reason=why.value, detail=detail, seconds=spent)

    def fault(self, answer: object) -> str | None:
        try:
            _rows_of(self.names, cast("bytes", answer))
        except (ValueError, TypeError, LookupError):
            return "no stored rows of these names"
        return None


@stoppable
def settle_names(
    names: Sequence[NamedTerms],
    read: NameReader,
    *,
    each: float = EACH,
    max_memory: int | None = None,
    author: str = PLACEHOLDER,
    with_certificates: bool = True,
    executor: Executor | None = None,
    store: Store | None = None,
    on_progress: OnProgress | None = None,
) -> SettledTable:
    """Return the result for each name, in the given order.

    A name that takes more than ``each`` seconds of CPU time is refused, and its process is killed. If the run
    is interrupted, the error ``Interrupted`` contains the completed names.
    """
    together = min(_MOST_TOGETHER, max(1, len(names) // _MANY))
    reader = f"{read.__module__}.{getattr(read, '__qualname__', '')}"
    run = identity(
        "settle", _digest(names), reader, each, max_memory, author, with_certificates, rooms=("oeis",)
    )
    settled: dict[str, SettledName] = {}
    failed: dict[str, tuple[int, str]] = {}
    with Work(run, executor, store, keep_after=0) as work:
        known = work.result(partial(_rows_of, names))
        if known is not None:
            return SettledTable(known)
        share = max_memory or default_memory() // work.workers
        batches = (
            _NameBatch(
                tuple(names[start : start + together]),
                read,
                each,
                share,
                author,
                with_certificates,
                dict(failed),
            )
            for start in range(0, len(names), together)
        )
        tell = partial(tell_progress, on_progress, "names settled", total=len(names), states=0)
        tell(done=0)  # the first name may take long
        try:
            for answer in work.as_they_come(batches, _NameBatch.perform):
                for row in rows_in_bytes(answer):
                    settled[row.number] = row
                    _remember_failure(failed, row, each)
                tell(done=len(settled))
        except KeyboardInterrupt:
            done = tuple(settled[asked.number] for asked in names if asked.number in settled)
            raise Interrupted(SettledTable(done, len(names))) from None
        rows = tuple(settled[asked.number] for asked in names)
        work.finish(lambda: rows_as_bytes(rows), lambda _: True)
    return SettledTable(rows)


def _remember_failure(failed: dict[str, tuple[int, str]], row: SettledName, each: float) -> None:
    """Record a rule and a board that took too much memory, or half of the time, unless a smaller one is
    known.
    """
    reason = row.reason if row.reason == Obstacle.STATES.value else Obstacle.TIME.value
    if row.file and (reason == row.reason or row.seconds > each / 2):
        rule, size = row.rule_and_size
        failed[rule] = min(failed.get(rule, (size, reason)), (size, reason))


def _digest(names: Sequence[NamedTerms]) -> str:
    """Return a hash of the complete query."""
    digest = blake2b(digest_size=16)
    for asked in names:
        digest.update(repr((asked.number, asked.name, asked.terms, asked.first_n)).encode())
        digest.update(b"" if asked.entry is None else repr(asked.entry).encode())
    return digest.hexdigest()


def _rows_of(names: Sequence[NamedTerms], kept: bytes) -> tuple[SettledName, ...]:
    """Return the stored rows of the given names. Rows of other names are rejected."""
    rows = tuple(rows_in_bytes(kept))
    if [row.number for row in rows] != [asked.number for asked in names]:
        raise ValueError("stored rows belong to other names")
    return rows


# Rows as they are kept and sent


def rows_as_bytes(rows: Sequence[SettledName]) -> bytes:
    """Serialise rows for the store."""
    return json.dumps(list(map(asdict, rows)), separators=(",", ":")).encode()


def rows_in_bytes(content: bytes) -> list[SettledName]:
    """Parse the output of `rows_as_bytes`. Raise ValueError, TypeError or LookupError if the bytes are
    malformed.
    """
    return [_row(row) for row in json.loads(content)]


def _row(data: dict[str, Any]) -> SettledName:
    data["settlement"] = Settlement(data["settlement"])
    if data["difference"] is not None:
        data["difference"] = TermDifference(**data["difference"])
    if data["law"] is not None:
        data["law"] = tuple(data["law"])
    data["listed"] = tuple(map(tuple, data["listed"]))
    data["enumerations"] = tuple(map(tuple, data["enumerations"]))
    return SettledName(**data | {key: tuple(data[key]) for key in ("lines", "additions")})
