"""Things on families of graphs, by name: against entries of the OEIS."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from gfkit import derive
from gfkit.transfer.optimum import OptimumOfFamily, optimum

ENTRIES = tomllib.loads((Path(__file__).parent.parent / "data" / "graphs.toml").read_text("utf-8"))


LONG = {"A298823"}
"""Seconds each."""
MORE = {"A003682", "A003696", "A006192", "A077265", "A158450", "A287005", "A291706", "A291919", "A307918"}
MORE |= {"A356830", "A359988", "A360201", "A378934"}
"""What hangs together, but for a few."""


@pytest.mark.parametrize(
    "number", [pytest.param(one, marks=[pytest.mark.slow] if one in LONG | MORE else []) for one in ENTRIES]
)
def test_entries(number):
    counted, family, first, terms = (
        ENTRIES[number][key] for key in ("counted", "family", "first_n", "terms")
    )
    if counted[0] in "-+":
        found = optimum(counted[1:], family)
        assert isinstance(found, OptimumOfFamily)
        counts = (found.smallest if counted[0] == "-" else found.largest).counts
        assert counts is not None
        assert [int(counts[n]) for n in range(first, first + len(terms))] == terms
        return
    law = derive(counted, family)
    assert law.evidence.status == "proved"
    assert [int(law[n]) for n in range(first, first + len(terms))] == terms
