"""Formulas as LaTeX and as MathML with their first terms; counts and limits as cards."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from gfkit.formula import latex, tree_of
from gfkit.sequences import (
    Algebraic,
    Ball,
    ClosedForm,
    Count,
    Density,
    DifferentialEquation,
    Evidence,
    Growth,
    Hypergeometric,
    Polynomial,
    PRecursive,
    QuasiPolynomial,
    RationalGF,
    Recurrence,
)
from gfkit.show.faces.html import card, code, formula, known, terms
from gfkit.show.faces.shown import Shown, displayed

_TERMS = 12
_FORMULA = 120
"""Characters up to which a polynomial is one line."""


def polynomial_html(polynomial: Polynomial) -> str:
    """A polynomial as a formula; a long one as text, which is broken into lines."""
    plain = str(polynomial)
    return formula(tree_of(polynomial), plain) if len(plain) <= _FORMULA else code(plain)


def _latex(value: Any) -> str | None:
    return displayed(value.latex())


def _formula(value: Any) -> str:
    return formula(tree_of(value), str(value))


def _series(value: Any) -> str:
    """A formula with the first terms of its sequence below."""
    listed = terms(value.terms(_TERMS))
    start = f" from n = {value.first_n} on" if value.first_n else ""
    return f'<div>{_formula(value)}<div style="opacity:.85">{listed}{start}</div></div>'


def _count(found: Count) -> str:
    rows = [
        ("positions", terms([found.count], more=False)),
        ("polynomial", polynomial_html(found.polynomial) if found.weights else None),
        ("known", known(found.evidence)),
    ]
    return card(f"{found.game} on {found.board}, positions: {found.positions}", rows)


def _density(found: Density) -> str:
    mean, variance = found.limit_mean, found.limit_variance
    rows = [
        ("mean per cell", formula(tree_of(mean), str(mean)) if mean else None),
        ("variance per cell", formula(tree_of(variance), str(variance)) if variance else None),
        ("note", code(found.note) if found.note else None),
    ]
    return card("pieces per cell in the limit", rows)


FACES: Mapping[type, Shown] = {
    Polynomial: Shown(latex=_latex, html=polynomial_html),
    RationalGF: Shown(latex=_latex, html=_series),
    Recurrence: Shown(latex=_latex, html=_series),
    QuasiPolynomial: Shown(latex=_latex, html=_series),
    PRecursive: Shown(latex=_latex, html=_series),
    Hypergeometric: Shown(latex=_latex, html=_series),
    Algebraic: Shown(latex=_latex, html=_series),
    DifferentialEquation: Shown(latex=_latex, html=_formula),
    ClosedForm: Shown(latex=_latex, html=_formula),
    Growth: Shown(latex=_latex, html=_formula),
    Ball: Shown(latex=lambda ball: displayed(latex(ball)), html=_formula),
    Density: Shown(html=_density),
    Count: Shown(latex=lambda found: displayed(found.polynomial.latex()), html=_count),
    Evidence: Shown(html=known),
}
