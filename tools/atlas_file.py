"""Writer of the atlas: its SQLite file, and the part that is installed with gfkit."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from gfkit.atlas.laws import LISTS, AtlasFile, AtlasLaw, TwinStructures
from gfkit.core.deferred import asdict


class BuiltLaw(NamedTuple):
    """Formula with its compressed certificate, if it has one, and the CPU seconds of its derivation."""

    law: AtlasLaw
    certificate: bytes | None
    seconds: float


def core_text(laws: Iterable[AtlasLaw], twins: Iterable[TwinStructures]) -> str:
    """Return the contents of ``core.json``: a line for each formula."""
    rows = (json.dumps(asdict(law), separators=(",", ":")) for law in laws)
    pairs = (json.dumps(list(twin), separators=(",", ":")) for twin in sorted(twins))
    return '{"laws":[\n' + ",\n".join(rows) + '\n],\n"twins":[\n' + ",\n".join(pairs) + "\n]}\n"


class AtlasWriter(AtlasFile):
    """SQLite file of the atlas, to which formulas are added. Every method commits its rows."""

    def chains(self) -> dict[tuple[str, str], tuple[float, int | None]]:
        """Return the finished pairs of a structure and a series of boards, with their time limit and largest
        width.
        """
        query = (
            "SELECT chain.structure, boards, chain.seconds, max(width) FROM chain LEFT JOIN law"
            " ON law.structure = chain.structure AND series = boards GROUP BY chain.structure, boards"
        )
        return {(row[0], row[1]): (row[2], row[3]) for row in self.connection.execute(query)}

    def add_chain(
        self, structure: str, boards: str, seconds: float, rows: Iterable[BuiltLaw], reason: str
    ) -> None:
        """Write the formulas of a structure on a series of boards, and why the next one is missing."""
        with self.connection:
            for law, certificate, spent in rows:
                lists = {name: json.dumps([*map(str, getattr(law, name))]) for name in LISTS}
                values = (*(asdict(law) | lists).values(), certificate, spent)
                marks = ", ".join("?" * len(values))
                place = self.connection.execute(
                    f"INSERT OR REPLACE INTO law VALUES ({marks})", values
                ).lastrowid
                excerpts = ((number, place) for number in law.excerpt_hashes())
                self.connection.executemany("INSERT INTO excerpt VALUES (?, ?)", excerpts)
            row = (structure, boards, seconds, reason)
            self.connection.execute("INSERT OR REPLACE INTO chain VALUES (?, ?, ?, ?)", row)

    def certificate(self, structure: str, board: str) -> dict[str, Any] | None:
        """Return the certificate of a formula, or None if it is not stored."""
        query = "SELECT certificate FROM law WHERE structure = ? AND board = ? AND weights = 'none'"
        row = self.connection.execute(query, (structure, board)).fetchone()
        return None if row is None or row[0] is None else json.loads(zlib.decompress(row[0]))

    def set_numbers(self, numbers: Mapping[tuple[str, str, str], str]) -> None:
        """Write the A-numbers of formulas."""
        with self.connection:
            query = "UPDATE law SET number = ? WHERE structure = ? AND board = ? AND weights = ?"
            self.connection.executemany(query, ((number, *key) for key, number in numbers.items()))

    def set_twins(self, twins: Iterable[TwinStructures]) -> None:
        with self.connection:
            self.connection.execute("DELETE FROM twin")
            self.connection.executemany("INSERT INTO twin VALUES (?, ?, ?, ?)", twins)
