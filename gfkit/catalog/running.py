"""Checks of claims, corrections and printed statements by every named method; verdicts of Coq's kernel;
errata.

A claim about a structure on a family is decided by the generating function of its configurations.
``kernel.toml`` contains the digests of the Coq files that the kernel accepted; ``tools/kernel_page.py``
computes them. The errata are a Markdown page with the printed and the correct statement of each refuted
claim, grouped by document, and the newly proved claims.
"""

from __future__ import annotations

import re
import time
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from gfkit.catalog.claim import (
    CheckResult,
    ClaimStatus,
    Cost,
    Document,
    Method,
    PublishedClaim,
    Stance,
    Statement,
    Witness,
)
from gfkit.catalog.papers import CHECKS
from gfkit.claims.statement.parse import printed_tree
from gfkit.core.algebra.formula import LATEX
from gfkit.core.boards import parse_one_board
from gfkit.core.deferred import dataclass, regex
from gfkit.core.errors import GfkitError, LimitError, interruptible
from gfkit.core.typing import OnProgress, Progress
from gfkit.runs.batch import Work

# One claim


_HOLDS = (ClaimStatus.PROVED, ClaimStatus.CONSISTENT)


@dataclass(frozen=True)
class CheckedClaim:
    """Result of checking a claim; it agrees with the entry if ``differences`` is empty."""

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
        """Return the JSON object that the command line prints, with the time only on request."""
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
    """Derive a claim again and compare the result with its entry."""
    began = time.perf_counter()
    methods = CHECKS[claim.by].methods_for(claim.arguments)
    results: list[tuple[str, CheckResult]] = []
    differences: list[str] = []
    for name in claim.methods:
        result = _run_method(methods[name], claim, claim.statement)
        if isinstance(result, str):
            differences.append(f"{name} cannot be applied: {result}")
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
    """Return the result of a method, or the reason for its failure.

    For an open claim, reaching a limit is a result.
    """
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
    except Exception as error:  # a bug in one check must not hide the results of the others
        return f"{type(error).__name__}: {' '.join(str(error).split())}"


def _differences(claim: PublishedClaim, name: str, result: CheckResult, is_first: bool) -> Iterator[str]:
    """Yield the differences between the result of one method and the values that a catalogue entry states.

    The first method must yield the status of the entry. Every other method must refute the refuted claims
    and only these.
    """
    is_same = result.status is claim.status or (
        not is_first and result.status in _HOLDS and claim.status in _HOLDS
    )
    if not is_same:
        seen = f", {result.witness}" if result.witness is not None else ""
        yield f"{name} finds {result.status}, but the entry states {claim.status}{seen}"
        return
    if claim.witness is not None and result.witness is not None:
        yield from _witness_differences(claim.witness, result.witness, name)
    if is_first and claim.repair and claim.repair != result.repair:
        yield f"{name} finds the repair {result.repair!r}, but the entry states {claim.repair!r}"


def _witness_differences(entry: Witness, found: Witness, name: str) -> Iterator[str]:
    """Yield the differences between two witnesses; a field that is empty in one of them is not compared."""
    for key in ("at", "claimed", "true"):
        entry_value, value = getattr(entry, key), getattr(found, key)
        if entry_value and value and entry_value != value:
            yield f"{name} has the witness {key} = {value!r}, but the entry states {entry_value!r}"


def _correction_differences(claim: PublishedClaim, methods: Mapping[str, Method]) -> Iterator[str]:
    """Yield the errors of the correction: every method must prove or confirm it."""
    if not claim.correction:
        return
    if claim.correction == claim.statement:
        yield "the correction equals the statement"
        return
    for name in claim.methods:
        result = _run_method(methods[name], claim, claim.correction)
        if isinstance(result, str):
            yield f"{name} cannot check the correction: {result}"
        elif result.status not in _HOLDS:
            seen = f", {result.witness}" if result.witness is not None else ""
            yield f"{name} finds the correction {result.status}{seen}"


def _printed_differences(claim: PublishedClaim, method: Method, result: CheckResult) -> Iterator[str]:
    """Yield the errors of the printed text, whose verdict and meaning must be those of the statement."""
    if not claim.printed:
        return
    printed_result = _run_method(method, claim, (claim.printed,))
    if isinstance(printed_result, str):
        yield f"the printed text cannot be parsed: {printed_result}"
        return
    same = CHECKS[claim.by].same
    if printed_result.status is not result.status:
        yield f"the printed text is {printed_result.status}, but the statement is {result.status}"
    elif same is not None and not same(claim.statement[0], claim.printed, claim.arguments):
        yield "the statement and the printed text have different meanings"


def statement_text(claim: PublishedClaim, statement: Statement | None = None) -> str:
    """Return the subject and the statement of a claim on one line; rule files are named without their
    directories.
    """
    listed = claim.statement if statement is None else statement
    separator = "; " if any("," in part for part in listed) else ", "
    words = CHECKS[claim.by].subject(claim.arguments).split(" ")
    subject = " ".join(Path(word).name if word.endswith(".toml") else word for word in words)
    return f"{subject}: {separator.join(listed)}"


# Many claims


_ORDER = (Cost.LONG, Cost.SLOW, Cost.FAST)


@dataclass(frozen=True, slots=True)
class _CheckTask:
    """Check of one claim, which any process can perform."""

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
    """Return the results in the order of the claims. Costly claims are started first.

    If the run is interrupted, ``Interrupted`` contains the findings so far.
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
    """Return the number of claims by status and of differing results for each source, followed by the
    totals.
    """
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


ACCEPTED = Path(__file__).with_name("kernel.toml")
_LETTERS = {"x": r"(?<![A-Za-z])x(?![A-Za-z])", "y": r"(?<![A-Za-z])y(?![A-Za-z])"}
_PROFILE = regex(r"P_\{(\w+),")
_DECIDED_BY_LAWS = ("verify", "terms", "identity")
"""Checks that use the terms of families, and not only single boards."""


class CountedLaw(NamedTuple):
    """Query whose formula Coq checks, or a heap game; ``family`` is empty for heaps."""

    game: str
    family: str = ""
    positions: str = "all"
    weights: str = "none"

    def __str__(self) -> str:
        on = f" on {self.family}" if self.family else ""
        chosen = [word for word in (self.positions, self.weights) if word not in ("all", "none")]
        return ", ".join([self.game + on, *chosen])


def laws_of(claim: PublishedClaim) -> tuple[CountedLaw, ...]:
    """Return the formulas that decide a claim, or () if the claim is not decided by formulas."""
    if claim.by not in _DECIDED_BY_LAWS:
        return ()
    asked = claim.arguments
    sides = [asked[side] for side in ("left", "right") if side in asked] or [asked]
    text = " ".join(claim.statement)
    sides = [side for side in sides if side.keys() - {"formula", "start", "data", "offset"}]
    laws = [law for law in (_law(side, text) for side in sides) if law is not None]
    named = [law._replace(game=name.lower()) for law in laws[:1] for name in _PROFILE.findall(text)]
    return tuple(dict.fromkeys([*laws, *named])) if len(laws) == len(sides) else ()


def _law(asked: Mapping[str, Any], text: str) -> CountedLaw | None:
    heaps = str(asked.get("nim", ""))
    if heaps.startswith("octal:"):
        return CountedLaw(heaps)
    if "game" not in asked or "family" not in asked:
        return None
    letters = {letter for letter, pattern in _LETTERS.items() if re.search(pattern, text)}
    weights = "players" if "y" in letters else "pieces" if "x" in letters else "none"
    return CountedLaw(
        asked["game"], asked["family"], asked.get("positions", "all"), asked.get("weights", weights)
    )


@cache
def accepted_laws() -> dict[str, Any]:
    """Return the stored results of the last kernel run: version, key of the library, and digests by
    formula.
    """
    return tomllib.loads(ACCEPTED.read_text("utf-8"))


def kernel_of(claim: PublishedClaim) -> str:
    """Return the version of Coq whose kernel checked all formulas that decide a claim, or an empty string.

    >>> from gfkit.catalog import Selection, load
    >>> claim, = Selection(ids=("profiles-t1-cis",)).of(load())
    >>> kernel_of(claim) == accepted_laws()["coq"]
    True
    """
    laws, known = laws_of(claim), accepted_laws()
    return str(known["coq"]) if laws and all(str(law) in known["laws"] for law in laws) else ""


def kernel_words(claim: PublishedClaim) -> str:
    """Describe the part of a claim that the kernel has checked; "" if there is no such part."""
    version = kernel_of(claim)
    names = " and of ".join(map(str, laws_of(claim)))
    return f"the formula of {names} is checked by the kernel of Coq {version}" if version else ""


_HEAD = """This page is generated from `catalog/` by `gfkit catalog errata`, and `make catalog` recomputes all
results. A claim counts as refuted only if it is wrong in the interpretation that is most favourable to the
author, and only if two methods refute it that share no more than [the page on the
catalogue](catalogue.md) states. The witness is the smallest board, or index, that refutes the claim.
After each table, the quotations, the interpretations and the methods are listed. Quotations are from
extracted copies of the documents, so a misprint may come from the extraction of the text.

Some claims have a line that begins with "kernel". The formula that decides such a claim is a theorem
[checked by the kernel of Coq](algorithms/kernel.md), starting from the definition of the rule. The step
from this formula to the refutation and the correction is arithmetic, which the kernel did not check."""


_MOST_CHARACTERS, _MOST_SET, _MOST_CELLS = 160, 3000, 80
"""Maximum number of characters of a formula in a table and below it, and maximum number of cells of a board
that is drawn.
"""
_SECTIONS: tuple[tuple[str, Callable[[PublishedClaim], bool]], ...] = (
    ("Errors in print", lambda c: c.status is ClaimStatus.REFUTED and c.stance is Stance.STATED),
    (
        "Conjectures and questions with a positive answer",
        lambda c: c.status is ClaimStatus.PROVED and _is_unsettled(c),
    ),
    (
        "Conjectures and questions with a negative answer",
        lambda c: c.status is ClaimStatus.REFUTED and _is_unsettled(c),
    ),
)


def _is_unsettled(claim: PublishedClaim) -> bool:
    """Return True if the document states the claim as a conjecture or question."""
    return claim.stance is not Stance.STATED


def page(documents: Sequence[Document], claims: Iterable[PublishedClaim]) -> str:
    """Return the page about the given claims."""
    kept = {claim.id for claim in claims}
    chosen = [(document, [claim for claim in document.claims if claim.id in kept]) for document in documents]
    lines = ["# Errata", "", _number_of_errors(chosen), "", _HEAD, ""]
    for document, claims_here in chosen:
        sections = [
            _section_lines(title, [claim for claim in claims_here if fits(claim)])
            for title, fits in _SECTIONS
        ]
        if not any(sections):
            continue
        source = document.source
        about = f". {source.about}" if source.about else ""
        lines += [f"## {source.title}", "", f"{', '.join(source.authors)}{about}", ""]
        lines += [line for section in sections for line in section]
    return "\n".join(lines).rstrip() + "\n"


def _number_of_errors(chosen: Iterable[tuple[Document, list[PublishedClaim]]]) -> str:
    """Return the number of errors in print, also for each document."""
    _, is_error = _SECTIONS[0]
    counts = {document.source.title: sum(map(is_error, claims)) for document, claims in chosen}
    parts = [f"{count} in *{title}*" for title, count in counts.items() if count]
    total = sum(counts.values())
    listed = f": {', '.join(parts)}" * bool(parts)
    return f"**{total} {'error' if total == 1 else 'errors'} in print{listed}.**"


def _section_lines(title: str, claims: Sequence[PublishedClaim]) -> list[str]:
    """Return a table with a row for each claim, followed by folded details on interpretation and methods."""
    if not claims:
        return []
    table = ["| place | printed | correct | witness |", "|---|---|---|---|", *map(_row, claims)]
    details = [line for claim in claims for line in _detail_lines(claim)]
    summary = "<details><summary>Quotations, interpretations and methods</summary>"
    fold = [summary, "", *details, "", "</details>"]
    return [f"### {title}", "", *table, "", *fold, ""]


def _row(claim: PublishedClaim) -> str:
    right = _correction_text(claim) if claim.correction else claim.repair
    cells = (
        f"{_anchor(claim, right)}**{_link_entries(claim.place)}.** {claim.words}",
        _formula("; ".join(claim.statement)),
        _formula(right),
        _witness_text(claim),
    )
    return f"| {' | '.join(cell.replace('|', _BAR) for cell in cells)} |"


def _anchor(claim: PublishedClaim, right: str) -> str:
    """Return the address of a case in the page, with the text of a correction if the case is in the OEIS."""
    text = ""
    if _ENTRY.fullmatch(claim.place) and right:
        text = f"{claim.place}: {claim.words} Printed: {'; '.join(claim.statement)}. Correct: {right}."
    copied = f' data-copy="{escape(text)}"' * bool(text)
    return f'<a id="{claim.id}" href="#{claim.id}" aria-label="Link to this case"{copied}>#</a> '


def _link_entries(text: str) -> str:
    return _ENTRY.sub(r"[\g<0>](https://oeis.org/\g<0>)", text)


def _witness_text(claim: PublishedClaim) -> str:
    """Return the text of a witness: its board or its n, with the claimed and the true value."""
    witness = claim.witness
    if witness is None:
        return ""
    board, comma, rest = witness.at.partition(", ")
    try:
        size = parse_one_board(board).size
    except GfkitError:
        size = 0
    at = f"{{board}}`{board}`{comma}{rest}" if 1 < size <= _MOST_CELLS else witness.at
    if typeset(witness.true) and typeset(witness.claimed):
        return f"The correct value is {_formula(witness.true)}, not {_formula(witness.claimed)}, for {at}"
    sides = (("claimed", witness.claimed), ("correct", witness.true))
    return "; ".join([at, *(f"{word} {_formula(text)}" for word, text in sides if text)])


def _detail_lines(claim: PublishedClaim) -> Iterator[str]:
    """Yield the lines of a list item with the details of a claim that are not in the table."""
    parts = [f"quoted: {' ... '.join(map(_code_span, claim.quote))}"] if claim.quote else []
    parts.append(f"interpreted as: {_code_span(statement_text(claim))}")
    drawing = claim.arguments.get("with", {}).get("drawing", "")
    parts += [f"drawn: {{board}}`{drawing}`"] if drawing else []
    right = _correction_text(claim)
    parts += [f"correct: {_long_formula(right)}"] if len(right) > _MOST_CHARACTERS else []
    parts += [f"correction: {claim.repair}"] if claim.repair else []
    parts.append(f"methods: {', '.join(claim.methods)}")
    parts += [f"kernel: {words}"] if (words := kernel_words(claim)) else []
    yield f"- **{claim.place}** (`{claim.id}`). {_link_entries(claim.remark)}".rstrip()
    yield from (f"  - {part}" for part in parts)


_ENTRY = regex(r"\bA\d{6}\b")
_BAR = "&#124;"
"""Vertical bar, escaped so that it does not end the cell of a table."""


def _formula(text: str) -> str:
    """Return a formula in LaTeX, or as code if it cannot be typeset, or "see below" if it is too long for a
    table.
    """
    latex = typeset(text)
    if latex is not None:
        return f"${latex}$"
    return _code_span(text) if 0 < len(text) <= _MOST_CHARACTERS else "see below" * bool(text)


def _long_formula(text: str) -> str:
    latex = typeset(text, _MOST_SET)
    return _code_span(text) if latex is None else f"${latex}$"


def typeset(text: str, most: int | None = None) -> str | None:
    """Return a formula in LaTeX, or None if it cannot be parsed or has more than ``most`` characters, 160 by
    default.

    >>> typeset("3/(1 - t - 2*t^2)"), typeset("strong product of G")
    ('\\\\displaystyle \\\\frac{3}{1 - t - 2 t^{2}}', None)
    """
    tree = printed_tree(text)
    latex = "|" if tree is None else LATEX.write(tree)
    return None if "|" in latex or len(latex) > (most or _MOST_CHARACTERS) else rf"\displaystyle {latex}"


def _correction_text(claim: PublishedClaim) -> str:
    """Return the correction; for a list, only the changed entries."""
    if len(claim.correction) == 1 or len(claim.correction) != len(claim.statement):
        return "; ".join(claim.correction)
    pairs = zip(claim.statement, claim.correction, strict=True)
    changed = [f"entry {k}: for {old} read {new}" for k, (old, new) in enumerate(pairs, 1) if new != old]
    return "; ".join(changed)


def _code_span(text: str) -> str:
    mark = "``" if "`" in text else "`"
    return f"{mark}{text}{mark}"
