"""Bulk files of the encyclopedia, for several test modules."""

from __future__ import annotations

import gzip
from collections.abc import Mapping, Sequence
from math import comb
from pathlib import Path

from known_sequences import fibonacci

AUTHOR = "_Jane Doe_, Jan 31 2026"
HEAD = "# OEIS Sequence Data\n# Last Modified: November 20 06:00 UTC 2026\n# licence\n#\n"
CATALAN = [comb(2 * n, n) // (n + 1) for n in range(30)]
FIBONACCI = fibonacci(60)
RECURRENCE_LINK = (
    '<a href="/index/Rec#order_02">Index entries for linear recurrences with constant coefficients</a>,'
    " signature ({})."
)


def bulk(folder: Path, names: str, stripped: str, packed: bool = False) -> tuple[str, str]:
    """Write two files of these contents and return their paths."""
    paths = []
    for word, text in (("names", names), ("stripped", stripped)):
        path = folder / (f"{word}.gz" if packed else word)
        path.write_bytes(gzip.compress(text.encode()) if packed else text.encode())
        paths.append(str(path))
    return paths[0], paths[1]


def bulk_of(folder: Path, rows: Mapping[int, tuple[str, Sequence[int]]]) -> tuple[str, str]:
    """Write the files ``stripped`` and ``names`` of these sequences, by number."""
    data = [f"A{number:06d} ,{','.join(map(str, terms))},\n" for number, (_, terms) in sorted(rows.items())]
    named = [f"A{number:06d} {name}\n" for number, (name, _) in sorted(rows.items())]
    names, stripped = bulk(folder, HEAD + "".join(named), HEAD + "".join(data))
    return stripped, names
