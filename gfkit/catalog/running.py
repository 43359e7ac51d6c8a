"""Many claims checked, side by side in processes of their own."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed

from gfkit.catalog.claim import Claim, Cost
from gfkit.catalog.judging import Finding, check_claim
from gfkit.typing import OnProgress, Progress

_ORDER = (Cost.LONG, Cost.SLOW, Cost.FAST)


def check_claims(
    claims: Sequence[Claim], workers: int = 1, on_progress: OnProgress | None = None
) -> list[Finding]:
    """The findings in the order of the claims; the costly ones are begun first."""
    found: dict[str, Finding] = {}
    begun = sorted(claims, key=lambda claim: _ORDER.index(claim.cost))
    for finding in _checked(begun, min(workers, len(begun))):
        found[finding.id] = finding
        if on_progress is not None:
            on_progress(Progress("claims checked", len(found), len(claims), 0))
    return [found[claim.id] for claim in claims]


def _checked(claims: Sequence[Claim], workers: int) -> Iterator[Finding]:
    """Findings as they come."""
    if workers <= 1:
        yield from map(check_claim, claims)
        return
    pool = ProcessPoolExecutor(workers, mp_context=multiprocessing.get_context("spawn"))
    try:
        for done in as_completed([pool.submit(check_claim, claim) for claim in claims]):
            yield done.result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def summary(claims: Iterable[Claim], findings: Sequence[Finding]) -> list[tuple[str, ...]]:
    """Per source: how many claims of each status, and how many findings differ; all together last."""
    by_id = {finding.id: finding for finding in findings}
    rows: dict[str, list[int]] = {}
    for claim in claims:
        for name in (claim.source.id, "all"):
            row = rows.setdefault(name, [0] * 6)
            row[0] += 1
            row[1 + _COLUMNS.index(claim.status)] += 1
            row[5] += not by_id[claim.id].agrees
    total = rows.pop("all", [0] * 6)
    head = ("source", "claims", *_COLUMNS, "differ")
    return [head, *((name, *map(str, row)) for name, row in rows.items()), ("all", *map(str, total))]


_COLUMNS = ("proved", "refuted", "consistent", "open")
