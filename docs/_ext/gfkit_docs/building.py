"""Checks of a build: run all blocks before it, and search the pages for external resources after it."""

from __future__ import annotations

import tempfile
from pathlib import Path

from docutils import nodes
from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx
from sphinx.errors import ExtensionError
from sphinx.util import logging
from sphinx.util.display import status_iterator

from gfkit_docs.blocks import read_blocks
from gfkit_docs.kept import ROOT, KeptRuns
from gfkit_docs.offline import fetched
from gfkit_docs.picture import PICTURES
from gfkit_docs.running import run_page

LOG = logging.getLogger(__name__)


def setup(app: Sphinx) -> None:
    app.add_config_value("gfkit_run_blocks", True, "")
    app.add_lexer("gp", TextLexer)
    app.connect("builder-inited", _run_blocks)
    app.connect("doctree-read", _trim_examples)
    app.connect("build-finished", _check_resources)


def _run_blocks(app: Sphinx) -> None:
    """Run every block of each page that may have changed. A difference stops the build."""
    if not app.config.gfkit_run_blocks:
        return
    failures, kept = 0, KeptRuns(ROOT / "build" / "docs-run")
    every = pages(Path(app.srcdir))
    named = status_iterator(
        every, "running blocks... ", "brown", len(every), app.verbosity, lambda page: page.stem
    )
    for page in named:
        docname, blocks = app.project.path2doc(page), read_blocks(page)
        pictures = kept.read(page, blocks)
        if pictures is None:
            with tempfile.TemporaryDirectory() as folder:
                report = run_page(page, Path(folder))
            for failure in report.failures:
                LOG.error("%s", failure.what, location=f"{failure.page}:{failure.line}")
            if not report.failures:
                kept.write(page, blocks, report.pictures)
            failures, pictures = failures + len(report.failures), report.pictures
        PICTURES.update({(str(docname), source): svg for source, svg in pictures.items()})
    if failures:
        raise ExtensionError(f"{failures} blocks of the documentation differ from their output")


def pages(folder: Path) -> list[Path]:
    """Return all pages below a directory."""
    return sorted(
        path for path in folder.rglob("*.md") if not path.relative_to(folder).parts[0].startswith("_")
    )


def _trim_examples(_app: Sphinx, page: nodes.document) -> None:
    """Remove the empty line at the end of examples."""
    for block in page.findall(nodes.literal_block):
        text = block.astext().rstrip("\n")
        block.rawsource = text
        block[:] = [nodes.Text(text)]


def _check_resources(app: Sphinx, exception: Exception | None) -> None:
    """Stop the build if a page fetches an external resource."""
    if exception is None and app.builder.format == "html":
        found = fetched(Path(app.outdir))
        for page, address in found:
            LOG.error("%s fetches %s", page, address)
        if found:
            raise ExtensionError("pages must not fetch external resources")
