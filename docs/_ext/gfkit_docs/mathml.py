"""MathML of formulas, computed at build time, so that pages show them without scripts or network."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from html import unescape

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

from gfkit.core.algebra import RationalGF
from gfkit.core.algebra.formula.write.mathml import split_formula, split_math

_MOST_WHOLE = 16
"""Maximum number of visible characters of an inline formula that is not broken into lines: a list in a
narrow window has place for some 24, with the spaces around operators.
"""


def setup(app: Sphinx) -> None:
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))


def flowing(latex: str) -> str:
    """Return a formula in parts that start at operators outside brackets, where lines may break.

    >>> flowing("a + (b - c)").count("<math")
    2
    """
    row = ET.fromstring(_unescaped(tex2mathml(latex)))
    for element in list(row.iter()):
        element.tag, element.tail = element.tag.rpartition("}")[2].replace("mstyle", "mrow"), None
        element.text = (element.text or "").strip()
        element[:] = _group_brackets(iter(list(element)))
    return split_formula("".join(ET.tostring(element, "unicode") for element in row))


def _unescaped(markup: str) -> str:
    """Replace the entities of HTML, which XML does not contain, by their characters."""
    return re.sub(r"&(?!lt|gt|amp)[a-zA-Z]+;", lambda entity: unescape(entity[0]), markup)


def _group_brackets(parts: Iterator[ET.Element]) -> Iterator[ET.Element]:
    """Yield the parts of a row until a closing bracket, or its power; each bracket is one row."""
    for part in parts:
        base = (
            part[0] if part.tag.rpartition("}")[2] in ("msup", "msub", "msubsup") else part
        )  # a closing bracket has the exponent
        sign = base.text if base.tag.endswith("mo") else None
        if sign and sign in "([{":
            inside = ET.Element("mrow")
            inside[:] = [part, *_group_brackets(parts)]
            yield inside
        else:
            yield part
            if sign and sign in ")]}":
                return


def series_html(series: RationalGF) -> str:
    """Return a generating function, which may need several lines.

    >>> series_html(RationalGF.parse("1/(1 - 5*x*t^12)", ("t", "x"), 0)).count("<math")
    1
    """
    return split_math(series.to("mathml"))


def _inline(writer: HTML5Translator, node: nodes.math) -> None:
    whole = tex2mathml(node.astext())
    visible = "".join("".join(ET.fromstring(_unescaped(whole)).itertext()).split())
    is_short = len(visible) <= _MOST_WHOLE
    writer.body.append(whole if is_short else flowing(node.astext()))
    raise nodes.SkipNode


def _block(writer: HTML5Translator, node: nodes.math_block) -> None:
    writer.body.append(f'<div class="formula flowing">{flowing(node.astext())}</div>\n')
    raise nodes.SkipNode
