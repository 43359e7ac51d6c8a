"""Signature links: the recurrences that the index of linear recurrences goes by."""

from __future__ import annotations

import re
from collections.abc import Sequence

from gfkit.oeis.entry import Entry
from gfkit.oeis.finding import Findings, Reading
from gfkit.oeis.lint.report import Check, Outcome
from gfkit.oeis.statement import statements

_ANCHOR = re.compile(r"/index/Rec#order[_-]?([0-9]{1,4})")
_SIGNATURE = re.compile(r"signature ?\(([-0-9, ]*)\)")
_LAW = re.compile(r"a\(n ?- ?[0-9]+\)|\b[Gg]\.f\.")


def signature_link(coefficients: Sequence[int]) -> str:
    """The link for a(n) = c_1 a(n-1) + c_2 a(n-2) + ..., as the last line of %H.

    >>> signature_link([1, 1])[:32]
    '<a href="/index/Rec#order_02">In'
    """
    listed = ",".join(map(str, coefficients))
    title = "Index entries for linear recurrences with constant coefficients"
    return f'<a href="/index/Rec#order_{len(coefficients):02d}">{title}</a>, signature ({listed}).'


def signature_checks(reading: Reading[Entry], findings: Findings) -> list[Check]:
    """Each signature link against its own order, its exact text, and the terms."""
    entry = reading.value
    if entry is None:
        return []
    checks = []
    numbers = reading.lines_of("H")
    for place, link in enumerate(entry.links):
        if _ANCHOR.search(link) or _SIGNATURE.search(link):
            line = numbers[place] if place < len(numbers) else None
            check = _check(entry, link, line, findings)
            checks += [check] if check else []
    if checks:
        _standing(entry, checks[-1].line, findings)
    return checks


def _check(entry: Entry, link: str, line: int | None, findings: Findings) -> Check | None:
    anchor, signature = _ANCHOR.search(link), _SIGNATURE.search(link)
    words = signature[1].replace(" ", "").split(",") if signature else []
    if not all(re.fullmatch(r"-?[0-9]{1,200}", word) for word in words) or not words:
        example = "..., signature (4,14,0,-10,0,1)."
        findings.warning("S1", line, "the signature is missing or cannot be read", f"write {example}")
        return None
    coefficients = [int(word) for word in words]
    if anchor is None or int(anchor[1]) != len(coefficients):
        said = anchor[1] if anchor else "nothing"
        message = f"the link says order {said}, and the signature has {len(coefficients)} numbers"
        findings.error(
            "S2", line, message, f"link to order_{len(coefficients):02d}, or correct the signature"
        )
    elif link != signature_link(coefficients):
        findings.note("S1", line, "the link is not in the standard form", signature_link(coefficients))
    if not coefficients[-1]:
        findings.error(
            "S3", line, "the last number of the signature is 0", "leave it out, and lower the order"
        )
    return _against_terms(entry, coefficients, line, findings)


def _against_terms(entry: Entry, back: list[int], line: int | None, findings: Findings) -> Check:
    """The recurrence that a signature stands for, as a claim about the terms."""
    from gfkit.verify.claim import verify

    count, order, first = len(entry.terms), len(back), entry.first_n or 0
    what = f"signature of order {order}"
    if count <= order:
        detail = f"{count} terms are too few; {order + 1} are needed"
        return Check(line, what, Outcome.UNREAD, detail)
    law = " + ".join(f"({c})*a(n-{k})" for k, c in enumerate(back, 1))
    found = verify(f"a(n) = {law}", data=entry.terms)
    if found.first_difference is not None and found.holds_from is None:
        n = first + found.first_difference.n
        findings.error("S4", line, f"the recurrence fails at n = {n}", "correct the signature, or the terms")
        return Check(line, what, Outcome.DIFFERS, f"fails at n = {n}")
    start = first + (order if found.holds_from is None else found.holds_from)
    return Check(line, what, Outcome.AGREES, f"holds for n = {start}..{first + count - 1}")


def _standing(entry: Entry, line: int | None, findings: Findings) -> None:
    """A signature is for what is proved, and such sequences are easy."""
    laws = [said for said in statements(entry) if _LAW.search(said.text)]
    if laws and all(said.hedged for said in laws):
        message = "there is a signature, and every recurrence or g.f. of the entry is a conjecture"
        findings.warning("S5", line, message, "prove one, or remove the link")
    if "easy" not in entry.keywords and "hard" not in entry.keywords:
        message = "there is a signature, and the keyword easy is missing"
        findings.note("S6", line, message, "add easy, if the recurrence is proved")
