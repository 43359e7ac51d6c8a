"""Before a build all blocks are run, after it all pages are searched for what they fetch."""

from __future__ import annotations

import tempfile
from pathlib import Path

from docutils import nodes
from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util import logging

from gfkit_docs.offline import fetched
from gfkit_docs.running import run_page

LOG = logging.getLogger(__name__)


def setup(app: Sphinx) -> None:
    app.add_config_value("gfkit_run_blocks", True, "")
    app.add_lexer("gp", TextLexer)
    app.connect("builder-inited", _run_blocks)
    app.connect("doctree-read", _trim)
    app.connect("build-finished", _search_pages)


def _run_blocks(app: Sphinx) -> None:
    """Runs every block of every page; a difference ends the build."""
    if not app.config.gfkit_run_blocks:
        return
    failures = 0
    for page in pages(Path(app.srcdir)):
        with tempfile.TemporaryDirectory() as folder:
            report = run_page(page, Path(folder))
        for failure in report.failures:
            LOG.error("%s", failure.what, location=f"{failure.page}:{failure.line}")
        failures += len(report.failures)
        if report.run:
            LOG.info("ran %d blocks of %s in %.1f s", report.run, page.name, report.seconds)
    if failures:
        raise ExtensionError(f"{failures} blocks of the documentation print something else than they say")


def pages(folder: Path) -> list[Path]:
    """All pages below a folder."""
    return sorted(
        path for path in folder.rglob("*.md") if not path.relative_to(folder).parts[0].startswith("_")
    )


def _trim(_app: Sphinx, page: nodes.document) -> None:
    """Takes the empty line away with which examples end in the source."""
    for block in page.findall(nodes.literal_block):
        text = block.astext().rstrip("\n")
        block.rawsource = text
        block[:] = [nodes.Text(text)]


def _search_pages(app: Sphinx, exception: Exception | None) -> None:
    """A page that fetches anything from elsewhere ends the build."""
    if exception is None and app.builder.format == "html":
        found = fetched(Path(app.outdir))
        for page, address in found:
            LOG.error("%s fetches %s", page, address)
        if found:
            raise ExtensionError("pages fetch from outside, and must not")
