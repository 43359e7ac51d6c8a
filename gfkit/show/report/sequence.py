"""The lines for the OEIS that were handed in."""

from __future__ import annotations

from gfkit.show.report.commands import export_command
from gfkit.show.report.markup import Section, fold, listing, paragraph
from gfkit.show.report.subject import Subject


def sequence_section(subject: Subject) -> Section | None:
    """The entry as it could be sent in, and the numbers that a local index has for the terms."""
    if not subject.entry and not subject.known_as:
        return None
    parts = []
    if subject.known_as:
        parts += [
            paragraph("A local index has these terms as:"),
            listing("\n".join(subject.known_as), "entries"),
        ]
    if subject.entry:
        lead = "The lines of an entry; each formula and program in them was evaluated against the terms."
        parts.append(paragraph(lead))
        parts.append(fold("the entry in the internal format", listing(subject.entry, "entry"), printed=True))
        parts += [
            paragraph("This writes the entry and its b-file:"),
            listing(export_command(subject), "command"),
        ]
    return Section("oeis", "The OEIS", "".join(parts))
