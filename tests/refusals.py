"""Refusals: one line, and at most three answers below it, without a name of Python, with the facts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from gfkit.proofs.checker.program import check_certificate
from gfkit.proofs.checker.reading import RefusalError

PYTHON = re.compile(r"\b(NoneType|[A-Z]\w*Error\b|Traceback|__\w+__|object at 0x)|<class|<function")
"""Names that say nothing to a user."""


def wrong_line(text: str, *facts: str) -> list[str]:
    """Return the errors in a message: extra lines, control characters, Python names, missing facts."""
    lines = text.split("\n  - ")
    faults = (
        [] if len(lines) <= 4 and all(line and line.isprintable() for line in lines) else [f"{text!r:.300}"]
    )
    if name := PYTHON.search(text):
        faults.append(f"has {name[0]!r}: {text:.300}")
    return faults + [f"lacks {fact!r}: {text:.500}" for fact in facts if fact not in text]


@contextmanager
def refused(kind: type[Exception], *facts: str, about: object = "") -> Iterator[None]:
    """Require an error of this kind whose message contains the facts."""
    with pytest.raises(kind) as error:
        yield
    assert wrong_line(str(error.value), *facts) == [], about


def is_accepted(certificate: object) -> bool:
    """Return True if the checker proves a certificate."""
    try:
        return check_certificate(certificate).proved
    except RefusalError:
        return False
