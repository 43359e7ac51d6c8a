"""Short games in LaTeX and MathML, which a terminal never asks for."""

from __future__ import annotations

from gfkit.algebra.formula import LATEX, MATHML
from gfkit.algebra.formula.tree import Number
from gfkit.algebra.formula.write.mathml import in_fences, mo, mspace, mtext
from gfkit.play.short.notation import Marks

LATEX_MARKS = Marks(
    number=lambda value: LATEX.write(Number(value)),
    ups=lambda ups: (
        (rf"{abs(ups)} \cdot " if abs(ups) > 1 else "") + (r"\uparrow" if ups > 0 else r"\downarrow")
    ),
    star=lambda star: r"\ast" + (f" {star}" if star > 1 else ""),
    plus=" + ",
    tiny=r"\text{{tiny}}_{{{}}}",
    miny=r"\text{{miny}}_{{{}}}",
    switch=r"\pm {}",
    bars=r" \,{}\, ",
    comma=", ",
    braces=r"\{{{}\}}",
)
_UP, _DOWN = '<mo stretchy="false">↑</mo>', '<mo stretchy="false">↓</mo>'
MATHML_MARKS = Marks(
    number=lambda value: MATHML.write(Number(value)),
    ups=lambda ups: (f"<mn>{abs(ups)}</mn>{mo('⋅')}" if abs(ups) > 1 else "") + (_UP if ups > 0 else _DOWN),
    star=lambda star: mo("∗") + (f"<mn>{star}</mn>" if star > 1 else ""),
    plus=mo("+"),
    tiny=f"<msub>{mtext('tiny')}<mrow>{{}}</mrow></msub>",
    miny=f"<msub>{mtext('miny')}<mrow>{{}}</mrow></msub>",
    switch=mo("±") + "{}",
    bars=f'{mspace("0.17em")}<mo stretchy="false">{{}}</mo>{mspace("0.17em")}',
    comma=mo(","),
    braces='<mrow><mo stretchy="false">{{</mo><mrow>{}</mrow><mo stretchy="false">}}</mo></mrow>',
    brackets=in_fences("<mrow>{}</mrow>"),
)
