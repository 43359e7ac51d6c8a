"""Corrections of HTML: labels of regions and levels of headings for screen readers, quotes in text."""

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
    (r'(&lt;a href=)"([^"<>]*)"', r"\1&quot;\2&quot;"),
)
"""Pairs of a pattern in the HTML of pages and its replacement. Programs that collect links without parsing
HTML would take the links in the text of an OEIS entry for links of the page.
"""


def setup(app: Sphinx) -> None:
    app.connect("build-finished", _fix_pages)


def _fix_pages(app: Sphinx, exception: Exception | None) -> None:
    """Apply the replacements to the pages. A page of a previous build remains unchanged."""
    if exception is None and app.builder.format == "html":
        for file in Path(app.outdir).rglob("*.html"):
            text = file.read_text(encoding="utf-8")
            if (right := corrected(text)) != text:
                file.write_text(right, encoding="utf-8")


def corrected(page: str) -> str:
    """Return a page after the replacements.

    >>> corrected('&lt;a href="/A000045/b000045.txt"&gt;')
    '&lt;a href=&quot;/A000045/b000045.txt&quot;&gt;'
    """
    for pattern, right in REPLACEMENTS:
        page = re.sub(pattern, right, page)
    return page
