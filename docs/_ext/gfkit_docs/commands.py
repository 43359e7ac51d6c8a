"""The directive ``commands``: a section with the help of every command."""

from __future__ import annotations

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from gfkit_docs.helps import helps


def setup(app: Sphinx) -> None:
    app.add_directive("commands", Commands)


class Commands(SphinxDirective):
    """Sections with the help of each command."""

    def run(self) -> list[nodes.Node]:
        return [self._section(words, text) for words, text in helps()]

    def _section(self, words: str, text: str) -> nodes.section:
        section = nodes.section(ids=[words.replace(" ", "-")])
        section += nodes.title(text=words)
        section += nodes.literal_block(text, text, language="none")
        self.state.document.note_explicit_target(section)
        return section
