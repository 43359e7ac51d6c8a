"""Corrections of the HTML of the theme for screen readers: labels of regions and levels of headings."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sphinx.application import Sphinx

REPLACEMENTS = (
    (r'role="heading">', 'role="heading" aria-level="2">'),
    (r'<aside class="sidebar-drawer">', '<aside class="sidebar-drawer" aria-label="Pages">'),
    (r'<aside class="toc-drawer([^"]*)">', r'<aside class="toc-drawer\1" aria-label="On this page">'),
    (r'<th class="head"><p></p></th>', "<td></td>"),
    (r'(<article role="main" id="furo-main-content">)(?=\s*<noscript>)', r"\1<h1>Search</h1>"),
)
"""Pairs of a pattern in the HTML of pages and its replacement."""


def setup(app: Sphinx) -> None:
    app.connect("build-finished", _fix_pages)


def _fix_pages(app: Sphinx, exception: Exception | None) -> None:
    """Apply the replacements to the pages. A page of a previous build remains unchanged."""
    if exception is None and app.builder.format == "html":
        for file in Path(app.outdir).rglob("*.html"):
            text = corrected = file.read_text(encoding="utf-8")
            for pattern, right in REPLACEMENTS:
                corrected = re.sub(pattern, right, corrected)
            if corrected != text:
                file.write_text(corrected, encoding="utf-8")
