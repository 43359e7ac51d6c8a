"""Many claims checked, side by side where there is an executor."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass

from gfkit.batch import Work
from gfkit.catalog.claim import Claim, Cost
from gfkit.catalog.judging import Finding, check_claim
from gfkit.dispatch import UNEVEN
from gfkit.typing import OnProgress, Progress

_ORDER = (Cost.LONG, Cost.SLOW, Cost.FAST)


@dataclass(frozen=True, slots=True)
class _Checking:
    """One claim to be checked, by any process."""

    claim: Claim

    @property
    def part(self) -> str:
        return self.claim.id

    def perform(self) -> Finding:
        return check_claim(self.claim)

    def fault(self, answer: object) -> str | None:
        return (
            None if isinstance(answer, Finding) and answer.id == self.claim.id else "no finding of the claim"
        )


def check_claims(
    claims: Sequence[Claim], executor: Executor | None = None, on_progress: OnProgress | None = None
) -> list[Finding]:
    """The findings in the order of the claims; the costly ones are begun first."""
    found: dict[str, Finding] = {}
    begun = [_Checking(claim) for claim in sorted(claims, key=lambda claim: _ORDER.index(claim.cost))]
    with Work(executor=executor, retry=UNEVEN) as work:
        for finding in work.as_they_come(begun, _Checking.perform):
            found[finding.id] = finding
            if on_progress is not None:
                on_progress(Progress("claims checked", len(found), len(claims), 0))
    return [found[claim.id] for claim in claims]


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
