"""MathML of formulas, computed at build time, so that pages show them without scripts or network."""

from __future__ import annotations

import re

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator

_MOST_WHOLE = 40
"""Maximum number of characters of an inline formula that is not broken into lines."""


def setup(app: Sphinx) -> None:
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))


def flowing(latex: str) -> str:
    """Return a formula in parts that start at operators outside brackets, where lines may break.

    >>> flowing("a + (b - c)").count("<math")
    2
    """
    parts, depth = [""], 0
    for sign in re.findall(r"\\[a-z]+|.", latex):
        depth += (sign in "{([") - (sign in "})]")
        if sign in "+-=" and not depth and parts[-1].strip():
            parts.append("{} ")
        parts[-1] += sign
    return " ".join(f"<span>{tex2mathml(part)}</span>" for part in parts)


def fraction_html(above: str, below: str) -> str:
    """Return a quotient of two printed polynomials, each of which may need several lines.

    >>> fraction_html("1", "1 - 5*x*t^12").count("<math")
    3
    """
    sides = (re.sub(r"\^(\d+)", r"^{\1}", side).replace("*", "") for side in (above, below))
    return '<div class="fraction">' + "".join(f"<div>{flowing(side)}</div>" for side in sides) + "</div>"


def _inline(writer: HTML5Translator, node: nodes.math) -> None:
    latex = node.astext()
    writer.body.append(flowing(latex) if len(latex) > _MOST_WHOLE else tex2mathml(latex))
    raise nodes.SkipNode


def _block(writer: HTML5Translator, node: nodes.math_block) -> None:
    writer.body.append(f'<div class="formula">{tex2mathml(node.astext(), as_block=True)}</div>\n')
    raise nodes.SkipNode
