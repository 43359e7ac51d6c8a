"""Escaping of docstrings: gfkit writes them without markup, which Sphinx would parse. The dashes that Sphinx
writes after the names of parameters do not break at the end of a line.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

LITERAL = re.compile(r"(``[^`]*``|`[^`]*`)")
MARK = re.compile(r"([*|\\])")


def setup(app: Sphinx) -> None:
    app.connect("autodoc-process-docstring", _escape)
    app.connect("doctree-resolved", _replace_dashes)


def _escape(_app: Sphinx, what: str, _name: str, _object: object, _options: object, lines: list[str]) -> None:
    """Escape the prose of a docstring, except its examples.

    In the first line of an attribute, Napoleon reads the words before a colon as its type.
    """
    lines[:] = escaped(lines)
    if what in ("attribute", "property") and lines:
        lines[0] = lines[0].replace(": ", "\\: ", 1)


def _replace_dashes(_app: Sphinx, page: nodes.document, _name: str) -> None:
    from docutils.nodes import Text  # the tests of this module do not need Sphinx

    for dash in [text for text in page.findall(Text) if text == " -- "]:
        dash.parent.replace(dash, Text(" \N{EN DASH} "))


def escaped(lines: list[str]) -> list[str]:
    """Return the lines with escaped markup characters, except in examples and between backquotes.

    >>> escaped(["a*n for ``a*n``", "", ">>> 2*3", "6"])
    ['a\\\\*n for ``a*n``', '', '>>> 2*3', '6']
    """
    found, example = [], False
    for line in lines:
        example = line.lstrip().startswith(">>>") or (example and bool(line.strip()))
        found.append(line if example or line.startswith("    ") else _escaped(line))
    return found


def _escaped(line: str) -> str:
    parts = LITERAL.split(line)
    return "".join(part if place % 2 else MARK.sub(r"\\\1", part) for place, part in enumerate(parts))
