"""Guessed laws as cards, with the terms that speak for them."""

from __future__ import annotations

from collections.abc import Mapping

from gfkit.formula import tree_of
from gfkit.guess import Finding, Guess
from gfkit.show.faces.html import Row, card, code, escaped, formula, known, terms
from gfkit.show.faces.shown import Shown, displayed

_TERMS = 12


def _finding(found: Finding) -> str:
    law, gf = found.law, found.generating_function
    shown = formula(tree_of(law), found.text) if found.transform is None else code(found.text)
    recurrence = found.recurrence
    rows: list[Row] = [
        ("generating function" if law == gf else "law", shown),
        ("recurrence", _other(recurrence, law)),
        ("generating function", _other(gf, law)),
        (f"terms from n = {found.first_n}", terms(found.terms(_TERMS))),
        ("known", known(found.evidence)),
        ("note", "poor evidence: more terms would tell" if found.weak else None),
    ]
    return card(found.description, rows)


def _other(value: object, law: object) -> str | None:
    """The formula of another form of the law, where there is one."""
    return None if value is None or value == law else formula(tree_of(value), str(value))


def _guess(found: Guess) -> str:
    if not found.found:
        return card(found.outcome.value, [("why", escaped(found.reason) or None)])
    cards = "".join(f"<div>{_finding(one)}</div>" for one in found.found)
    return f"<div>{cards}</div>"


def _latex(found: Finding) -> str | None:
    return displayed(found.law.latex()) if found.transform is None else None


def _first(found: Guess) -> str | None:
    return _latex(found.found[0]) if found.found else None


FACES: Mapping[type, Shown] = {
    Finding: Shown(latex=_latex, html=_finding),
    Guess: Shown(latex=_first, html=_guess),
}
