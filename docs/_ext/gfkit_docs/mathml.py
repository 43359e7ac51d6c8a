"""Formulas as MathML, made at build time, so that pages need no program and no network to show them."""

from __future__ import annotations

from docutils import nodes
from docutils.utils.math.latex2mathml import tex2mathml
from sphinx.application import Sphinx
from sphinx.writers.html5 import HTML5Translator


def setup(app: Sphinx) -> None:
    app.add_html_math_renderer("mathml", (_inline, None), (_block, None))


def _inline(writer: HTML5Translator, node: nodes.math) -> None:
    writer.body.append(tex2mathml(node.astext()))
    raise nodes.SkipNode


def _block(writer: HTML5Translator, node: nodes.math_block) -> None:
    writer.body.append(f'<div class="formula">{tex2mathml(node.astext(), as_block=True)}</div>\n')
    raise nodes.SkipNode
