"""Pages of the documentation by topic."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

_DOCS = Path(__file__).parents[2] / "docs"


@cache
def topics() -> tuple[str, ...]:
    """Return the names of all pages."""
    return tuple(sorted(path.relative_to(_DOCS).with_suffix("").as_posix() for path in _DOCS.rglob("*.md")))


def headings() -> Iterator[tuple[str, str]]:
    """Yield the topic and the text of every heading."""
    for page in topics():
        found = re.findall(r"^(#++) (.*)$", (_DOCS / f"{page}.md").read_text("utf-8"), re.MULTILINE)
        for level, heading in found:
            slug = re.sub(r"[^a-z0-9]+", "-", heading.lower()).strip("-")
            yield page if len(level) == 1 else f"{page}#{slug}", heading
