"""The commands that repeat a report, quoted for a shell."""

from __future__ import annotations

import shlex

from gfkit.sequences import Count
from gfkit.show.report.subject import Subject


def certify_command(certificate: str) -> str:
    return shlex.join(["gfkit", "certify", certificate])


def derive_command(subject: Subject, certificate: str | None) -> str:
    """The command that gives the result; with a name it also saves the certificate.

    The words are quoted for a shell.
    """
    verb = "count" if isinstance(subject.found, Count) else "derive"
    save = [] if certificate is None else ["--save", certificate]
    return shlex.join(["gfkit", verb, *_asked(subject), *save])


def report_command(subject: Subject) -> str:
    return shlex.join(["gfkit", "report", *_asked(subject), "-o", "report.html"])


def export_command(subject: Subject) -> str:
    """The command that writes the entry and its b-file."""
    found = subject.found
    words = ["gfkit", "oeis", "export", "--game", found.game, "--family", found.board]
    if found.positions != "all":
        words += ["--positions", found.positions]
    return shlex.join([*words, "-o", "out"])


def _asked(subject: Subject) -> list[str]:
    found = subject.found
    words = [found.game, found.board]
    if found.positions != "all":
        words += ["--positions", found.positions]
    if found.weights:
        words += ["--weights", "pieces" if len(found.weights) == 1 else "players"]
    return words
