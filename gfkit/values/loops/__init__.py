"""Values, bounds and the search for a winner as loops for machine code, or Python as it is.

In order, each on the ones before: ``places`` (where things lie in tables) and ``bits``; canonical ``forms``;
``parts`` of positions and their values; ``claims`` about them; the ``search``; ``nimbers``. What is named
here is called by ``values/fast.py``, which makes the tables.
"""

from __future__ import annotations

from gfkit.values.loops.claims import judge_sum, rehash_bands
from gfkit.values.loops.forms import negated_row, rehash, row_of_number, sum_row
from gfkit.values.loops.nimbers import least_open, nimber_is, rehash_graphs
from gfkit.values.loops.parts import (
    alive_moves,
    code_of,
    naming,
    rehash_parts,
    split_set,
    splitting,
    value_of,
)
from gfkit.values.loops.search import key_of, search_sums, tidy, turned

__all__ = [
    "alive_moves",
    "code_of",
    "judge_sum",
    "key_of",
    "least_open",
    "naming",
    "negated_row",
    "nimber_is",
    "rehash",
    "rehash_bands",
    "rehash_graphs",
    "rehash_parts",
    "row_of_number",
    "search_sums",
    "split_set",
    "splitting",
    "sum_row",
    "tidy",
    "turned",
    "value_of",
]
