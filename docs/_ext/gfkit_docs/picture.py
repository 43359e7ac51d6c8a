"""The directive ``picture``: lines of Python and, above them, the picture that they make."""

from __future__ import annotations

import ast

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective


def setup(app: Sphinx) -> None:
    app.add_directive("picture", Picture)


class Picture(SphinxDirective):
    """The caption is the argument, the picture the value of the last line: SVG, or what shows itself so.

    The lines are folded below it, but for those that only call ``docs/pictures.py``.
    """

    has_content = True
    required_arguments = 1
    final_argument_whitespace = True

    def run(self) -> list[nodes.Node]:
        source = "\n".join(self.content)
        names = self.env.temp_data.setdefault("picture names", {})
        drawn = f'<div class="picture">{svg(source, names)}</div>'
        caption = nodes.paragraph(text=self.arguments[0], classes=["picture-caption"])
        shown = [nodes.raw("", drawn, format="html"), caption]
        if not source.startswith("import pictures"):  # those are no lines for a reader to copy
            shown += [
                nodes.raw("", "<details><summary>the lines that draw it</summary>", format="html"),
                nodes.literal_block(source, source, language="python"),
                nodes.raw("", "</details>", format="html"),
            ]
        return [nodes.container("", *shown, classes=["picture-item"], source_of_picture=source)]


def svg(source: str, names: dict[str, object]) -> str:
    """Runs the lines; the last one must be an expression, whose value is drawn."""
    *body, last = ast.parse(source).body
    if not isinstance(last, ast.Expr):
        raise ValueError(f"a picture ends with an expression: {source!r}")
    exec(compile(ast.Module(body, []), "picture", "exec"), names)
    value = eval(compile(ast.Expression(last.value), "picture", "eval"), names)
    text = value if isinstance(value, str) else value._repr_svg_()
    if not text or "<svg" not in text:
        raise ValueError(f"no picture comes from {source!r}")
    return str(text)
