"""The rules for lines, terms and keywords of an entry that need no evaluation."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from gfkit.oeis.data_lines import LEAST, SHOWN
from gfkit.oeis.entry import Entry
from gfkit.oeis.finding import Findings, Reading
from gfkit.oeis.keyword import ALONE, APART, AUTOMATIC, EDITORIAL, KNOWN, sign_keyword
from gfkit.oeis.statement import block_findings
from gfkit.sequences.number import whole_text

_TRUNCATED = 350
_MANY = 32
_TAG = re.compile(r"\(([A-Za-z][\w .+#/-]*)\)")
_RENAMED = {"MAGMA": "Magma", "Sage": "SageMath"}
_SHORT = re.compile(r"\bA[0-9]{1,5}\b")


@dataclass
class _Subject:
    """An entry with the numbers of its lines, and the list that grows."""

    entry: Entry
    reading: Reading[Entry]
    findings: Findings

    def line(self, kind: str, place: int = 0) -> int | None:
        numbers = self.reading.lines_of(kind)
        return numbers[place] if place < len(numbers) else None

    @property
    def is_empty(self) -> bool:
        """Whether it is an entry that holds no sequence."""
        return bool(set(ALONE) & set(self.entry.keywords))


def rule_findings(reading: Reading[Entry]) -> Findings:
    """All breaches of the rules in an entry that could be read."""
    findings = Findings()
    if reading.value is not None:
        subject = _Subject(reading.value, reading, findings)
        for rule in _RULES:
            rule(subject)
        findings.listed += block_findings(reading).listed
    return findings


def _presence(subject: _Subject) -> None:
    entry, findings = subject.entry, subject.findings
    if subject.is_empty:
        return
    if not entry.terms:
        findings.error("D9", subject.line("S"), "there are no terms", "give at least four")
    if entry.first_n is None:
        findings.error(
            "O3", None, "there is no %O line", "add the index of the first term, as in '%O ... 0,4'"
        )
    if not entry.author:
        findings.warning("A1", None, "there is no %A line", "add '_Name_, Mon DD YYYY'")


def _length(subject: _Subject) -> None:
    entry, findings, line = subject.entry, subject.findings, subject.line("S")
    shown = sum(len(whole_text(term)) + 2 for term in entry.terms) - 2
    if 0 < len(entry.terms) < LEAST and "fini" not in entry.keywords and not subject.is_empty:
        message = f"there are only {len(entry.terms)} terms"
        findings.warning("D7", line, message, "give at least four, or say fini")
    if shown > _TRUNCATED and len(entry.terms) > LEAST:
        message = f"the terms take {shown} characters"
        findings.warning("D8", line, message, f"keep what fits into {SHOWN}, and put the rest into a b-file")
    elif shown > SHOWN and len(entry.terms) > LEAST:
        message = f"the terms take {shown} characters, a little more than {SHOWN}"
        findings.note("D8", line, message, "keep whole terms within them")


def _name(subject: _Subject) -> None:
    if "a[n]" in subject.entry.name:
        subject.findings.warning("N1", subject.line("N"), "the name has a[n]", "write a(n)")
    if not subject.entry.name and not subject.is_empty:
        subject.findings.error("N2", subject.line("N"), "the name is empty", "say what the terms are")


def _known_keywords(subject: _Subject) -> None:
    words, findings, line = subject.entry.keywords, subject.findings, subject.line("K")
    for word in dict.fromkeys(words):
        if words.count(word) > 1:
            findings.error("K4", line, f"keyword {word} stands twice", "keep it once")
        if word not in KNOWN:
            findings.error("K3", line, f"keyword {word!r} is unknown", "use one of the known ones")
        if word in AUTOMATIC:
            findings.warning("K7", line, f"keyword {word} is given by the server", "remove it")
        if word in EDITORIAL:
            findings.note("K10", line, f"keyword {word} is for editors to give", "leave it to them")


def _keyword_pairs(subject: _Subject) -> None:
    words, findings, line = set(subject.entry.keywords), subject.findings, subject.line("K")
    for word in sorted(words & set(ALONE)):
        others = words - {word, "nonn"} - set(AUTOMATIC)
        if others:
            message = f"keyword {word} stands alone, and {', '.join(sorted(others))} stand beside it"
            findings.error("K6", line, message, f"keep {word}, or what it stands with")
    for pair in APART:
        if words >= set(pair):
            findings.error("K5", line, f"keywords {pair[0]} and {pair[1]} contradict", "keep one of them")
    if "full" in words and "fini" not in words:
        findings.error("K9", line, "keyword full needs fini", "add fini, or remove full")
    if "more" in words and len(subject.entry.terms) > _MANY:
        message = f"keyword more stands with {len(subject.entry.terms)} terms"
        findings.note("K11", line, message, "remove it: there are enough")


def _signs(subject: _Subject) -> None:
    entry, findings, line = subject.entry, subject.findings, subject.line("K")
    if subject.is_empty or not entry.keywords:
        return
    right = sign_keyword(entry.terms)
    wrong = "nonn" if right == "sign" else "sign"
    if right not in entry.keywords:
        reason = "a term is negative" if right == "sign" else "no term shown is negative"
        findings.error("K8", line, f"keyword {right} is missing, and {reason}", f"add {right}")
    elif wrong in entry.keywords:
        findings.error("K8", line, f"keyword {wrong} does not go with the terms", f"remove {wrong}")
    if "cons" in entry.keywords and any(not 0 <= term <= 9 for term in entry.terms):
        findings.error("K13", line, "keyword cons stands with terms that are no digits", "one digit a term")


def _base(subject: _Subject) -> None:
    uses = any("IntegerDigits" in line for line in subject.entry.mathematica)
    if uses and "base" not in subject.entry.keywords:
        message = "a program uses IntegerDigits, and the keyword base is missing"
        subject.findings.note("K12", subject.line("K"), message, "add base if the terms depend on the base")


def _links(subject: _Subject) -> None:
    links, findings = subject.entry.links, subject.findings
    for place, link in enumerate(links):
        if "<a " in link and not _is_linked(link):
            fix = 'write Author, <a href="address">Title</a>'
            findings.warning("H3", subject.line("H", place), "the link is not well formed", fix)
    tables = [place for place, link in enumerate(links) if re.search(r"/b[0-9]{6,7}\.txt", link)]
    if tables and tables[0] != 0:
        findings.warning(
            "H1", subject.line("H", tables[0]), "the b-file is not the first link", "put it first"
        )
    is_index = ['href="/index/' in link for link in links]
    for place, found in enumerate(is_index):
        if found and not all(is_index[place:]):
            message = "a link to the index stands before other links"
            findings.warning("H2", subject.line("H", place), message, "put links to the index last")
            break


def _is_linked(text: str) -> bool:
    """Whether there is an address with a title after it."""
    _, mark, rest = text.partition('<a href="')
    address, quote, title = rest.partition('">')
    return bool(mark and quote and address) and '"' not in address and "</a>" in title


def _tags(subject: _Subject) -> None:
    programs, findings = subject.entry.programs, subject.findings
    if programs and not _TAG.match(programs[0]):
        message = "the program does not say its language"
        findings.warning("P3", subject.line("o"), message, "begin with a tag such as (PARI)")
    for place, line in enumerate(programs):
        tag = _TAG.match(line)
        if tag and tag[1] in _RENAMED:
            message = f"the tag ({tag[1]}) is an old spelling"
            findings.note("P4", subject.line("o", place), message, f"write ({_RENAMED[tag[1]]})")


def _references(subject: _Subject) -> None:
    for place, line in enumerate(subject.entry.crossrefs):
        short = _SHORT.search(line)
        if short:
            number = f"A{int(short[0][1:]):06d}"
            message = f"the A-number {short[0]} has too few digits"
            subject.findings.warning("Y1", subject.line("Y", place), message, f"write {number}")


_RULES: tuple[Callable[[_Subject], None], ...] = (
    *(_presence, _length, _name, _known_keywords, _keyword_pairs, _signs, _base, _links, _tags, _references),
)
