"""Claims checked: every method that one names, its correction, the text as printed; many side by side."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path

from gfkit.catalog.check import CheckResult, Method
from gfkit.catalog.claim import ClaimStatus, Cost, PublishedClaim, Statement, Witness
from gfkit.catalog.papers import CHECKS
from gfkit.errors import GfkitError, LimitError, interruptible
from gfkit.runs.batch import Work
from gfkit.typing import OnProgress, Progress

# One claim


_HOLDS = (ClaimStatus.PROVED, ClaimStatus.CONSISTENT)


@dataclass(frozen=True)
class CheckedClaim:
    """The result of checking a claim; it agrees with the entry when ``differences`` is empty."""

    id: str
    expected: ClaimStatus
    found: ClaimStatus | None
    differences: tuple[str, ...]
    evidence: tuple[tuple[str, str], ...]
    witness: Witness | None
    seconds: float

    @property
    def agrees(self) -> bool:
        return not self.differences

    def as_json(self, *, times: bool = False) -> dict[str, object]:
        """The object that the command line prints; how long it took only where that is asked for."""
        return {
            "id": self.id,
            "expected": self.expected.value,
            "found": None if self.found is None else self.found.value,
            "agrees": self.agrees,
            "differences": list(self.differences),
            "evidence": [{"method": method, "found": text} for method, text in self.evidence],
            "witness": None if self.witness is None else self.witness.as_json(),
            **({"seconds": round(self.seconds, 3)} if times else {}),
        }


def check_claim(claim: PublishedClaim) -> CheckedClaim:
    """Re-derives a claim and compares what is found with what its entry says."""
    began = time.perf_counter()
    methods = CHECKS[claim.by].methods_for(claim.arguments)
    results: list[tuple[str, CheckResult]] = []
    differences: list[str] = []
    for name in claim.methods:
        result = _run_method(methods[name], claim, claim.statement)
        if isinstance(result, str):
            differences.append(f"{name} cannot be carried out: {result}")
            continue
        results.append((name, result))
        differences += _differences(claim, name, result, is_first=name == claim.methods[0])
    if not differences:
        differences += _correction_differences(claim, methods)
        differences += _printed_differences(claim, methods[claim.methods[0]], results[0][1])
    first = results[0][1] if results else None
    return CheckedClaim(
        claim.id,
        claim.status,
        None if first is None else first.status,
        tuple(differences),
        tuple((name, result.evidence) for name, result in results),
        None if first is None else first.witness,
        time.perf_counter() - began,
    )


def _run_method(method: Method, claim: PublishedClaim, statement: Statement) -> CheckResult | str:
    """The result of a method, or the reason why there is none. For an open claim a limit that is reached is a
    result."""
    try:
        return method(statement, claim.arguments)
    except LimitError as error:
        return (
            CheckResult(ClaimStatus.OPEN, f"limit: {error}")
            if claim.status is ClaimStatus.OPEN
            else str(error)
        )
    except GfkitError as error:
        return str(error)
    except Exception as error:  # a fault in one check must not hide what the others find
        return f"{type(error).__name__}: {' '.join(str(error).split())}"


def _differences(claim: PublishedClaim, name: str, result: CheckResult, is_first: bool) -> Iterator[str]:
    """The differences between the result of one method and the entry, in words.

    The first method must find the status itself. The others must refute what it refutes, and must not
    refute what it does not.
    """
    is_same = result.status is claim.status or (
        not is_first and result.status in _HOLDS and claim.status in _HOLDS
    )
    if not is_same:
        seen = f", {result.witness}" if result.witness is not None else ""
        yield f"{name} finds {result.status}, the entry says {claim.status}{seen}"
        return
    if claim.witness is not None and result.witness is not None:
        yield from _witness_differences(claim.witness, result.witness, name)
    if is_first and claim.repair and claim.repair != result.repair:
        yield f"{name} finds the repair {result.repair!r}, the entry says {claim.repair!r}"


def _witness_differences(entry: Witness, found: Witness, name: str) -> Iterator[str]:
    """The differences between two witnesses; fields that one of them leaves empty are not compared."""
    for key in ("at", "claimed", "true"):
        entry_value, value = getattr(entry, key), getattr(found, key)
        if entry_value and value and entry_value != value:
            yield f"{name} has the witness {key} = {value!r}, the entry says {entry_value!r}"


def _correction_differences(claim: PublishedClaim, methods: Mapping[str, Method]) -> Iterator[str]:
    """The faults of the correction by every method: each must prove or confirm it."""
    if not claim.correction:
        return
    if claim.correction == claim.statement:
        yield "the correction is the statement itself"
        return
    for name in claim.methods:
        result = _run_method(methods[name], claim, claim.correction)
        if isinstance(result, str):
            yield f"{name} cannot judge the correction: {result}"
        elif result.status not in _HOLDS:
            seen = f", {result.witness}" if result.witness is not None else ""
            yield f"{name} finds the correction {result.status}{seen}"


def _printed_differences(claim: PublishedClaim, method: Method, result: CheckResult) -> Iterator[str]:
    """The faults of the printed text: it must fare as the statement does and say the same in other signs."""
    if not claim.printed:
        return
    printed_result = _run_method(method, claim, (claim.printed,))
    if isinstance(printed_result, str):
        yield f"as printed it cannot be read: {printed_result}"
        return
    same = CHECKS[claim.by].same
    if printed_result.status is not result.status:
        yield f"as printed it is {printed_result.status}, as stated {result.status}"
    elif same is not None and not same(claim.statement[0], claim.printed, claim.arguments):
        yield "the statement says something else than what is printed"


def statement_text(claim: PublishedClaim, statement: Statement | None = None) -> str:
    """The subject and the statement of a claim, on one line; rule files without their folders."""
    listed = claim.statement if statement is None else statement
    separator = "; " if any("," in part for part in listed) else ", "
    words = CHECKS[claim.by].subject(claim.arguments).split(" ")
    subject = " ".join(Path(word).name if word.endswith(".toml") else word for word in words)
    return f"{subject}: {separator.join(listed)}"


# Many claims


_ORDER = (Cost.LONG, Cost.SLOW, Cost.FAST)


@dataclass(frozen=True, slots=True)
class _CheckTask:
    """One claim to be checked, by any process."""

    claim: PublishedClaim

    @property
    def part(self) -> str:
        return self.claim.id

    def perform(self) -> CheckedClaim:
        return check_claim(self.claim)

    def fault(self, answer: object) -> str | None:
        return (
            None
            if isinstance(answer, CheckedClaim) and answer.id == self.claim.id
            else "no finding of the claim"
        )


def check_claims(
    claims: Sequence[PublishedClaim], executor: Executor | None = None, on_progress: OnProgress | None = None
) -> list[CheckedClaim]:
    """The findings in the order of the claims; the costly ones are begun first.

    Those made until an interruption come with it (``Interrupted``).
    """
    checked: dict[str, CheckedClaim] = {}
    begun = [_CheckTask(claim) for claim in sorted(claims, key=lambda claim: _ORDER.index(claim.cost))]

    def result() -> list[CheckedClaim]:
        return [checked[claim.id] for claim in claims if claim.id in checked]

    with interruptible(checked, result), Work(executor=executor) as work:
        for finding in work.as_they_come(begun, _CheckTask.perform):
            checked[finding.id] = finding
            if on_progress is not None:
                on_progress(Progress("claims checked", len(checked), len(claims), 0))
    return result()


def summary(claims: Iterable[PublishedClaim], findings: Sequence[CheckedClaim]) -> list[tuple[str, ...]]:
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
