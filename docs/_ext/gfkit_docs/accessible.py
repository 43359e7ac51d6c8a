"""What the theme leaves out for people who hear a page: names of its parts, levels of its captions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

MENDED = (
    (r'role="heading">', 'role="heading" aria-level="2">'),
    (r'<aside class="sidebar-drawer">', '<aside class="sidebar-drawer" aria-label="Pages">'),
    (r'<aside class="toc-drawer([^"]*)">', r'<aside class="toc-drawer\1" aria-label="On this page">'),
    (r'<th class="head"><p></p></th>', "<td></td>"),
    (r'(<article role="main" id="furo-main-content">)(?=\s*<noscript>)', r"\1<h1>Search</h1>"),
)
"""What stands in pages, and what is to stand there."""


def setup(app: Sphinx) -> None:
    app.connect("build-finished", _mend)


def _mend(app: Sphinx, exception: Exception | None) -> None:
    """Mends the pages that were written; those of builds before are as they should be."""
    if exception is None and app.builder.format == "html":
        for file in Path(app.outdir).rglob("*.html"):
            text = mended = file.read_text(encoding="utf-8")
            for pattern, right in MENDED:
                mended = re.sub(pattern, right, mended)
            if mended != text:
                file.write_text(mended, encoding="utf-8")
