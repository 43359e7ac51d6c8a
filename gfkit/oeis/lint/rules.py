"""Rules for entries and b-files, the signatures of recurrences, and the report of lint."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import StrEnum

from gfkit.claims.claim import verify
from gfkit.core.algebra.number import whole_text
from gfkit.core.deferred import dataclass, regex
from gfkit.core.writable import JsonRecord
from gfkit.oeis.entry import (
    ALONE,
    APART,
    AUTOMATIC,
    EDITORIAL,
    KNOWN,
    Entry,
    block_findings,
    sign_keyword,
    statements,
)
from gfkit.oeis.files import BFile, Fault, Faults, Level, Reading, full_a_number, short_quote
from gfkit.oeis.internal import LEAST, SHOWN


class Outcome(StrEnum):
    """Result of checking a formula or program of the entry."""

    AGREES = "agrees"
    DIFFERS = "differs"
    UNREAD = "not read"


@dataclass(frozen=True)
class Evaluation(JsonRecord):
    """Formula or program, evaluated and compared with the terms of the entry. ``line`` is its line in the
    file.
    """

    line: int | None
    what: str
    outcome: Outcome
    detail: str
    hedged: bool = False


@dataclass(frozen=True)
class LintReport(JsonRecord):
    """Findings on one entry or b-file, and the checked formulas and programs."""

    subject: str
    findings: tuple[Fault, ...]
    checks: tuple[Evaluation, ...] = ()
    json_keys = "subject clean=is_clean findings checks"

    @property
    def is_clean(self) -> bool:
        """True if all findings are notes."""
        return all(fault.level is Level.NOTE for fault in self.findings)


# Lines, terms and keywords


_TRUNCATED = 350
_MANY = 32
_TAG = regex(r"\(([A-Za-z][\w .+#/-]*)\)")
_RENAMED = {"MAGMA": "Magma", "Sage": "SageMath"}
_SHORT = regex(r"\bA[0-9]{1,5}\b")


def rule_findings(reading: Reading[Entry]) -> Faults:
    """Return all violations of the rules in a parsed entry."""
    findings = Faults()
    if reading.value is not None:
        for rule in _RULES:
            rule(reading.value, reading, findings)
        findings.listed += block_findings(reading).listed
    return findings


def _presence(entry: Entry, reading: Reading[Entry], findings: Faults) -> None:
    if _is_empty(entry):
        return
    if not entry.terms:
        findings.error("D9", reading.line_of("S"), "there are no terms", "give at least four terms")
    if entry.first_n is None:
        findings.error(
            "O3",
            None,
            "there is no %O line; without it no formula is compared",
            "add the index of the first term, as in '%O ... 0,4'",
        )
    if not entry.author:
        findings.warning("A1", None, "there is no %A line", "add '_Name_, Mon DD YYYY'")


def _is_empty(entry: Entry) -> bool:
    """Return True if the entry contains no sequence."""
    return bool(set(ALONE) & set(entry.keywords))


def _length(entry: Entry, reading: Reading[Entry], findings: Faults) -> None:
    line, fix = reading.line_of("S"), f"keep what fits into {SHOWN}, and put the rest into a b-file"
    size = sum(len(whole_text(term)) + 2 for term in entry.terms) - 2
    if 0 < len(entry.terms) < LEAST and "fini" not in entry.keywords and not _is_empty(entry):
        findings.warning(
            "D7",
            line,
            f"there are only {len(entry.terms)} terms",
            "give at least four terms, or add the keyword fini",
        )
    elif size > _TRUNCATED and len(entry.terms) > LEAST:
        findings.warning("D8", line, f"the terms have {size} characters", fix)
    elif size > SHOWN and len(entry.terms) > LEAST:
        message = f"the terms have {size} characters, a little more than {SHOWN}"
        findings.note("D8", line, message, "keep whole terms within them")


def _name(entry: Entry, reading: Reading[Entry], findings: Faults) -> None:
    if "a[n]" in entry.name:
        findings.warning("N1", reading.line_of("N"), "the name contains a[n]", "write a(n)")
    if not entry.name and not _is_empty(entry):
        findings.error("N2", reading.line_of("N"), "the name is empty", "describe the terms")


def _known_keywords(entry: Entry, reading: Reading[Entry], findings: Faults) -> None:
    line = reading.line_of("K")
    for word in dict.fromkeys(entry.keywords):
        if entry.keywords.count(word) > 1:
            findings.error("K4", line, f"keyword {word} occurs twice", "keep it once")
        if word not in KNOWN:
            findings.error("K3", line, f"unknown keyword {word!r}", "choose from the keywords of the OEIS")
        if word in AUTOMATIC:
            findings.warning("K7", line, f"keyword {word} is given by the server", "remove it")
        if word in EDITORIAL:
            findings.note("K10", line, f"keyword {word} is assigned by editors", "remove it")


def _keyword_pairs(entry: Entry, reading: Reading[Entry], findings: Faults) -> None:
    words, line = set(entry.keywords), reading.line_of("K")
    for word in sorted(words & set(ALONE)):
        others = words - {word, "nonn"} - set(AUTOMATIC)
        if others:
            message = f"keyword {word} must be the only one, but {', '.join(sorted(others))} are present"
            findings.error("K6", line, message, f"keep {word}, or the other one")
    for pair in APART:
        if words >= set(pair):
            findings.error(
                "K5", line, f"keywords {pair[0]!r} and {pair[1]!r} contradict each other", "keep one of them"
            )
    if "full" in words and "fini" not in words:
        findings.error("K9", line, "keyword 'full' requires 'fini'", "add 'fini' or remove 'full'")
    if "more" in words and len(entry.terms) > _MANY:
        message = f"keyword 'more', but the entry has {len(entry.terms)} terms"
        findings.note("K11", line, message, "remove 'more'")


def _signs(entry: Entry, reading: Reading[Entry], findings: Faults) -> None:
    if _is_empty(entry) or not entry.keywords:
        return
    line, right = reading.line_of("K"), sign_keyword(entry.terms)
    wrong = "nonn" if right == "sign" else "sign"
    if right not in entry.keywords:
        reason = "a term is negative" if right == "sign" else "no term shown is negative"
        findings.error("K8", line, f"keyword {right} is missing, and {reason}", f"add {right}")
    elif wrong in entry.keywords:
        findings.error("K8", line, f"keyword {wrong} contradicts the terms", f"remove {wrong}")
    if "cons" in entry.keywords and any(not 0 <= term <= 9 for term in entry.terms):
        findings.error("K13", line, "keyword cons contradicts terms that are not digits", "one digit a term")


def _base(entry: Entry, reading: Reading[Entry], findings: Faults) -> None:
    if "base" not in entry.keywords and any("IntegerDigits" in line for line in entry.mathematica):
        message = "a program uses IntegerDigits, and the keyword base is missing"
        findings.note("K12", reading.line_of("K"), message, "add base if the terms depend on the base")


def _links(entry: Entry, reading: Reading[Entry], findings: Faults) -> None:
    for place, link in enumerate(entry.links):
        if "<a " in link and not _is_linked(link):
            fix = 'write Author, <a href="address">Title</a>'
            findings.warning("H3", reading.line_of("H", place), "the link is not well formed", fix)
    tables = [place for place, link in enumerate(entry.links) if re.search(r"/b[0-9]{6,7}\.txt", link)]
    if tables and tables[0] != 0:
        line = reading.line_of("H", tables[0])
        findings.warning("H1", line, "the b-file is not the first link", "put it first")
    is_index = ['href="/index/' in link for link in entry.links]
    if is_index != sorted(is_index):
        message = "a link to the index precedes other links"
        findings.warning(
            "H2", reading.line_of("H", is_index.index(True)), message, "put links to the index last"
        )


def _is_linked(text: str) -> bool:
    """Return True if the string contains an address followed by a title."""
    _, mark, rest = text.partition('<a href="')
    address, quote, title = rest.partition('">')
    return bool(mark and quote and address) and '"' not in address and "</a>" in title


def _tags(entry: Entry, reading: Reading[Entry], findings: Faults) -> None:
    if entry.programs and not _TAG.match(entry.programs[0]):
        message = "the program does not state its language"
        findings.warning("P3", reading.line_of("o"), message, "begin with a tag such as (PARI)")
    for place, line in enumerate(entry.programs):
        tag = _TAG.match(line)
        if tag and tag[1] in _RENAMED:
            message = f"the tag ({tag[1]}) is an old spelling"
            findings.note("P4", reading.line_of("o", place), message, f"write ({_RENAMED[tag[1]]})")


def _references(entry: Entry, reading: Reading[Entry], findings: Faults) -> None:
    for place, line in enumerate(entry.crossrefs):
        short = _SHORT.search(line)
        if short:
            message = f"the A-number {short[0]} has too few digits"
            fix = f"write {full_a_number(short[0])}"
            findings.warning("Y1", reading.line_of("Y", place), message, fix)


_RULES: tuple[Callable[[Entry, Reading[Entry], Faults], None], ...] = (
    *(_presence, _length, _name, _known_keywords, _keyword_pairs, _signs, _base, _links, _tags, _references),
)


# A b-file and its entry


_RANGE = regex(r"Table of n, ?[aA]\(n\) for n ?= ?(-?[0-9]{1,15})\.\.(-?[0-9]{1,15})")
_FILE = regex(r"(?:.*[/\\])?b([0-9]{6,7})\.txt")


def pair_findings(entry: Entry, reading: Reading[BFile], path: str = "") -> Faults:
    """Return the differences between the b-file and the entry, with lines of the b-file."""
    findings, table = Faults(), reading.value
    if table is None:
        return findings
    named = _FILE.fullmatch(path)
    if named and int(named[1]) != int(entry.number[1:]):
        message = f"the file is named b{named[1]}.txt, but the entry is {entry.number}"
        findings.warning("B24", None, message, f"rename it to b{entry.number[1:]}.txt")
    if entry.first_n is not None and table.first_n != entry.first_n:
        message = f"the first index is {table.first_n}, but %O states {entry.first_n}"
        fix = f"begin with {entry.first_n}, or correct %O"
        findings.error("B20", reading.line_of("terms"), message, fix)
    both = zip(table.terms, entry.terms, strict=False)
    other = next((k for k, (value, printed) in enumerate(both) if value != printed), None)
    if other is not None:
        value, printed = (short_quote(whole_text(terms[other])) for terms in (table.terms, entry.terms))
        message = f"term {other + 1} is {value} where the entry has {printed}"
        findings.error("B21", reading.line_of("terms", other), message, "find out which is correct")
    if len(table.terms) <= len(entry.terms) and "full" not in entry.keywords:
        message = f"the table has {len(table.terms)} terms, but the entry displays {len(entry.terms)}"
        findings.warning("B22", None, message, "give more terms; editors remove such a file")
    ranges = [match for link in entry.links if (match := _RANGE.search(link))]
    wrong = [match for match in ranges if (int(match[1]), int(match[2])) != (table.first_n, table.last_n)]
    if wrong:
        range_said, range_there = f"{wrong[0][1]}..{wrong[0][2]}", f"{table.first_n}..{table.last_n}"
        message = f"%H states n = {range_said}, but the file has n = {range_there}"
        findings.warning("B23", None, message, "correct the link")
    return findings


# Signatures


_ANCHOR = regex(r"/index/Rec#order[_-]?([0-9]{1,4})")
_SIGNATURE = regex(r"signature ?\(([-0-9, ]*)\)")
_LAW = regex(r"a\(n ?- ?[0-9]+\)|\b[Gg]\.f\.")


def signature_link(coefficients: Sequence[int]) -> str:
    """Return the link for a(n) = c_1 a(n-1) + c_2 a(n-2) + ..., as the last line of %H.

    >>> signature_link([1, 1])[:32]
    '<a href="/index/Rec#order_02">In'
    """
    listed = ",".join(map(str, coefficients))
    title = "Index entries for linear recurrences with constant coefficients"
    return f'<a href="/index/Rec#order_{len(coefficients):02d}">{title}</a>, signature ({listed}).'


def signature_checks(entry: Entry, reading: Reading[Entry], findings: Faults) -> list[Evaluation]:
    """Compare each signature link with the order in the link, the exact text, and the terms."""
    checks = []
    for place, link in enumerate(entry.links):
        if _ANCHOR.search(link) or _SIGNATURE.search(link):
            check = _check(entry, link, reading.line_of("H", place), findings)
            checks += [check] if check else []
    if checks:
        _check_signature(entry, checks[-1].line, findings)
    return checks


def _check(entry: Entry, link: str, line: int | None, findings: Faults) -> Evaluation | None:
    anchor, signature = _ANCHOR.search(link), _SIGNATURE.search(link)
    words = signature[1].replace(" ", "").split(",") if signature else []
    if not all(re.fullmatch(r"-?[0-9]{1,200}", word) for word in words) or not words:
        example = "..., signature (4,14,0,-10,0,1)."
        findings.warning("S1", line, "the signature is missing or cannot be parsed", f"write {example}")
        return None
    coefficients = [int(word) for word in words]
    if anchor is None or int(anchor[1]) != len(coefficients):
        order = anchor[1] if anchor else "nothing"
        message = f"the link states order {order}, but the signature has {len(coefficients)} numbers"
        findings.error(
            "S2", line, message, f"link to order_{len(coefficients):02d}, or correct the signature"
        )
    elif link != signature_link(coefficients):
        findings.note("S1", line, "the link is not in the standard form", signature_link(coefficients))
    if not coefficients[-1]:
        findings.error("S3", line, "the last number of the signature is 0", "omit it, and lower the order")
    return _against_terms(entry, coefficients, line, findings)


def _against_terms(entry: Entry, back: list[int], line: int | None, findings: Faults) -> Evaluation:
    """Compare the recurrence of a signature with the terms."""
    count, order, first = len(entry.terms), len(back), entry.first_n or 0
    what = f"signature of order {order}"
    if count <= order:
        detail = f"{count} terms are too few; {order + 1} are needed"
        return Evaluation(line, what, Outcome.UNREAD, detail)
    law = " + ".join(f"({c})*a(n-{k})" for k, c in enumerate(back, 1))
    verdict = verify(f"a(n) = {law}", data=entry.terms)
    if verdict.first_difference is not None and verdict.holds_from is None:
        n = first + verdict.first_difference.n
        findings.error("S4", line, f"the recurrence fails at n = {n}", "correct the signature, or the terms")
        return Evaluation(line, what, Outcome.DIFFERS, f"fails at n = {n}")
    start = first + (order if verdict.holds_from is None else verdict.holds_from)
    return Evaluation(line, what, Outcome.AGREES, f"holds for n = {start}..{first + count - 1}")


def _check_signature(entry: Entry, line: int | None, findings: Faults) -> None:
    """Report a finding unless a signature belongs to a proved recurrence and the entry has the keyword
    easy.
    """
    laws = [statement for statement in statements(entry) if _LAW.search(statement.text)]
    if laws and all(statement.hedged for statement in laws):
        message = "the entry has a signature, but every recurrence or g.f. is a conjecture"
        findings.warning("S5", line, message, "prove one, or remove the link")
    if "easy" not in entry.keywords and "hard" not in entry.keywords:
        message = "the entry has a signature, but the keyword easy is missing"
        findings.note("S6", line, message, "add easy, if the recurrence is proved")
