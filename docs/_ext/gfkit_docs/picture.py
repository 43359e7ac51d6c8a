"""The directive ``picture``: a figure, followed by the lines of Python that draw it."""

from __future__ import annotations

from abc import abstractmethod
from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from gfkit.core.boards import parse_one_board
from gfkit.show.svg import board_drawing
from gfkit_docs.kept import loaded_files
from gfkit_docs.running import picture_text

PICTURES: dict[tuple[str, str], str] = {}
"""Figures drawn when the pages ran, by page and source."""


def setup(app: Sphinx) -> None:
    app.add_directive("picture", Picture)
    app.add_role("board", _board)


class Drawn(SphinxDirective):
    """Directive whose page is parsed again if code has changed, because its output may change."""

    def run(self) -> list[nodes.Node]:
        drawn = self.draw()
        for file in loaded_files():
            if "gfkit" in file.parts or "gfkit_docs" in file.parts:
                self.env.note_dependency(str(file))
        return drawn

    @abstractmethod
    def draw(self) -> list[nodes.Node]:
        """Return the nodes that replace the directive."""


def _board(_role: str, _raw: str, text: str, *_: object) -> tuple[list[nodes.Node], list[nodes.Node]]:
    """Return a small inline drawing of a board, with its name unless the name is a drawing."""
    small = board_drawing(parse_one_board(text)).svg(scale=_SMALL)
    return [
        nodes.raw(
            "",
            f'<span class="board">{small} {escape(text) if "/" not in text else "this board"}</span>',
            format="html",
        )
    ], []


_SMALL = 0.5


class Picture(Drawn):
    """Figure whose caption is the argument. Its last line returns SVG, or an object that displays as SVG.

    The source is collapsed below the figure, and omitted if it only calls ``docs/pictures.py``.
    """

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True

    def draw(self) -> list[nodes.Node]:
        source = "\n".join(self.content)
        svg = PICTURES.get((self.env.docname, source.strip()))
        if svg is None:
            svg = picture_text(source, self.env.temp_data.setdefault("picture names", {}))
        drawn = f'<div class="picture">{svg}</div>'
        caption = nodes.paragraph(text=self.arguments[0], classes=["picture-caption"])
        shown = [nodes.raw("", drawn, format="html"), caption]
        if not source.startswith("import pictures"):  # docs/pictures.py is not available to readers
            shown += [
                nodes.raw("", "<details><summary>source code</summary>", format="html"),
                nodes.literal_block(source, source, language="python"),
                nodes.raw("", "</details>", format="html"),
            ]
        return [nodes.container("", *shown, classes=["picture-item"], source_of_picture=source)]
