"""The table of results: a row for each name, counts, reasons, CSV, JSON, and what an editor is sent."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from gfkit.oeis.bfile import BFile
from gfkit.oeis.settle.gate import LONG, SettledName, Settlement
from gfkit.typing import cached_property

COLUMNS = ("number", "status", "reason", "family", "order", "signature", "evidence", "seconds")


@dataclass(frozen=True)
class SettledTable:
    """The rows in the order of the names; ``asked`` is how many names there were, if some are not done."""

    rows: tuple[SettledName, ...]
    asked: int | None = None

    @property
    def is_whole(self) -> bool:
        return self.asked is None or self.asked == len(self.rows)

    @cached_property
    def counts(self) -> dict[str, int]:
        """How many names of each status."""
        counter = Counter(row.settlement for row in self.rows)
        return {status.value: counter[status] for status in Settlement}

    @property
    def whole_names(self) -> int:
        """How many names were read whole."""
        return sum(bool(row.family) for row in self.rows)

    @cached_property
    def reasons(self) -> dict[str, int]:
        """How many names were not settled for each reason of the closed list, the commonest first."""
        counter = Counter(
            row.reason for row in self.rows if row.settlement in (Settlement.AGREES, Settlement.REFUSED)
        )
        return dict(sorted(counter.items(), key=lambda item: (-item[1], item[0])))

    @cached_property
    def orders(self) -> dict[int, int]:
        """How many settled names have a law of each order."""
        counter = Counter(row.order for row in self.of(Settlement.SETTLED) if row.order is not None)
        return dict(sorted(counter.items()))

    def of(self, status: Settlement) -> Iterator[SettledName]:
        return (row for row in self.rows if row.settlement is status)

    @property
    def median(self) -> float:
        """Half of the names that were read took no longer than so many seconds."""
        times = sorted(row.seconds for row in self.rows if row.family)
        return times[len(times) // 2] if times else 0.0

    # Written out

    def as_csv(self) -> str:
        """A line for each name, under the names of the columns.

        >>> print(SettledTable(()).as_csv().strip())
        number,status,reason,family,order,signature,evidence,seconds
        """
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(COLUMNS)
        for row in self.rows:
            status = None if row.evidence is None else row.evidence["status"]
            cells = {**_as_object(row), "evidence": status, "seconds": f"{row.seconds:.3f}"}
            writer.writerow([cells[name] for name in COLUMNS])
        return text.getvalue()

    def as_json(self) -> dict[str, object]:
        """The object that the command line prints."""
        return {
            "names": len(self.rows) if self.asked is None else self.asked,
            "done": len(self.rows),
            "read": self.whole_names,
            "counts": self.counts,
            "reasons": self.reasons,
            "orders": {str(order): number for order, number in self.orders.items()},
            "median_seconds": self.median,
            "rows": [_as_object(row) for row in self.rows],
        }

    @property
    def certificates(self) -> dict[str, str]:
        """The certificates of settled names, which gfkit certify checks, by the names of their files."""
        return {certificate_file(row): row.certificate_text for row in self.rows if row.certificate}

    @property
    def files(self) -> dict[str, str]:
        """For each settled name what its editor is sent: lines to add, b-file, and the rule that was read."""
        files: dict[str, str] = {}
        for row in self.of(Settlement.SETTLED):
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
    """The name of the file of a certificate."""
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
        "rule": row.file,
        "shift": row.shift,
        "step": row.step,
        "first_n": row.first_n,
        "offset_taken": row.is_offset_taken,
        "terms_compared": row.compared,
        "first_difference": None
        if difference is None
        else {"n": difference.n, "entry": difference.printed, "true": difference.counted},
        "recurrence": row.recurrence,
        "listed": dict(row.listed),
        "lines": list(row.lines),
        "additions": list(row.additions),
    }
