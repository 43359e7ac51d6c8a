"""How to repeat a report, and how to cite it."""

from __future__ import annotations

import re

from gfkit import version
from gfkit.show.markup import tag
from gfkit.show.report.commands import derive_command, report_command
from gfkit.show.report.markup import Section, listing, paragraph
from gfkit.show.report.proof import certificate_name
from gfkit.show.report.subject import Subject

_SPECIAL = re.compile(r"[\\{}$&#%_^~]")
_ESCAPED = {"\\": r"\textbackslash{}", "^": r"\^{}", "~": r"\~{}"}


def repeating_section(subject: Subject) -> Section:
    """The exact commands, and the rule file where it is the reader's own."""
    saved = certificate_name(subject) if subject.law and subject.law.rational else None
    commands = "\n".join((derive_command(subject, saved), report_command(subject)))
    parts = [
        paragraph(f"With gfkit {version.__version__}:"),
        listing(commands, "commands that repeat this report"),
    ]
    if subject.source is not None:
        parts += [paragraph(f"The rule file {subject.found.game}:"), listing(subject.source, "rule file")]
    return Section("repeat", "Repeating it", "".join(parts))


def citing_section(subject: Subject) -> Section:
    """A sentence and an entry for BibTeX."""
    day = subject.day.isoformat()
    known = f"{subject.evidence.status.value} by {subject.evidence.method}"
    made = f"gfkit {version.__version__}, report of {day}, {known}"
    said = f"{subject.title}; {made}."
    return Section("cite", "Citing it", paragraph(said) + tag("div", listing(bibtex(subject), "BibTeX")))


def bibtex(subject: Subject) -> str:
    """The entry; what LaTeX would read as a command is escaped."""
    key = re.sub(r"[^a-z0-9]+", "-", f"gfkit-{subject.rule.name}-{subject.found.board}".lower()).strip("-")[
        :60
    ]
    title = latex_text(subject.title.replace("×", "x"))
    lines = (
        f"@misc{{{key},",
        f"  title = {{{{{title}}}}},",
        "  author = {{gfkit}},",
        f"  howpublished = {{computed with gfkit {version.__version__}}},",
        f"  note = {{{subject.evidence.status.value} by {subject.evidence.method}}},",
        f"  year = {{{subject.day.year}}},",
        f"  month = {{{subject.day.month}}},",
        "}",
    )
    return "\n".join(lines)


def latex_text(words: str) -> str:
    r"""Words that stand for themselves in LaTeX.

    >>> print(latex_text("a_b & 50% {x}"))
    a\_b \& 50\% \{x\}
    """
    return _SPECIAL.sub(lambda found: _ESCAPED.get(found[0], "\\" + found[0]), words)
