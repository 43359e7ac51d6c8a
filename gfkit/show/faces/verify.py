"""Verdicts as cards: what was read, what is true, where they differ first, and what would be right."""

from __future__ import annotations

from collections.abc import Mapping

from gfkit.show.faces.html import Row, badge, card, code, escaped, known
from gfkit.show.faces.shown import Shown
from gfkit.verify.certificate import Certification
from gfkit.verify.equilibrium_law import PayoffLaw
from gfkit.verify.judge import Verdict


def _verdict(found: Verdict) -> str:
    differs = found.first_difference
    rows: list[Row] = [
        ("verdict", f"{badge(found.verdict.value)} {escaped(found.reason)}"),
        ("formula", code(found.formula)),
        ("derived", code(found.derived) if found.derived else None),
        ("first difference", _difference(differs.n, differs.formula, differs.true) if differs else None),
        ("right is", code(found.correction) if found.correction else None),
        ("repair", escaped(found.repair) if found.repair else None),
        *(("note", escaped(note)) for note in found.notes),
        ("known", known(found.evidence)),
    ]
    return card("", rows)


def _difference(n: int, formula: str, true: str) -> str:
    return f"at n = {n} the formula gives {code(formula)}, true is {code(true)}"


def _payoffs(law: PayoffLaw) -> str:
    rows: list[Row] = [(f"n = {n}", code(formula)) for n, formula in law.residues()]
    gf = law.finding.generating_function
    rows += [("generating function", code(str(gf))), ("known", known(law.finding.evidence))]
    tie = "however ties are broken" if law.tie == "all" else f"with tie rule {law.tie}"
    return card(f"payoffs of player {law.player}, {tie}", rows)


def _certification(found: Certification) -> str:
    return card("", [("certificate", f"{badge(found.status)} {escaped(found.reason)}")])


FACES: Mapping[type, Shown] = {
    Verdict: Shown(html=_verdict),
    PayoffLaw: Shown(html=_payoffs),
    Certification: Shown(html=_certification),
}
