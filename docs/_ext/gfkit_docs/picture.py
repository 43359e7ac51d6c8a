"""The directive ``picture``: lines of Python and, above them, the picture that they make."""

from __future__ import annotations

from abc import abstractmethod
from html import escape

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from gfkit.boards import parse_one_board
from gfkit.show.svg import board_drawing
from gfkit_docs.kept import loaded_files
from gfkit_docs.running import picture_text

PICTURES: dict[tuple[str, str], str] = {}
"""By page and lines the pictures that were drawn when the pages were run."""


def setup(app: Sphinx) -> None:
    app.add_directive("picture", Picture)
    app.add_role("board", _board)


class Drawn(SphinxDirective):
    """A directive whose page is read again when code has changed, since that may draw otherwise."""

    def run(self) -> list[nodes.Node]:
        drawn = self.draw()
        for file in loaded_files():
            if "gfkit" in file.parts or "gfkit_docs" in file.parts:
                self.env.note_dependency(str(file))
        return drawn

    @abstractmethod
    def draw(self) -> list[nodes.Node]:
        """What stands in its place."""


def _board(_role: str, _raw: str, text: str, *_: object) -> tuple[list[nodes.Node], list[nodes.Node]]:
    """A board in a line of text, small, with its name unless that is a drawing."""
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
    """The caption is the argument, the picture the value of the last line: SVG, or what shows itself so.

    The lines are folded below it, but for those that only call ``docs/pictures.py``.
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
        if not source.startswith("import pictures"):  # those are no lines for a reader to copy
            shown += [
                nodes.raw("", "<details><summary>the lines that draw it</summary>", format="html"),
                nodes.literal_block(source, source, language="python"),
                nodes.raw("", "</details>", format="html"),
            ]
        return [nodes.container("", *shown, classes=["picture-item"], source_of_picture=source)]
