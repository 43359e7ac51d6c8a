"""The ways of checking, by the word that ``by`` has in a claim's [claim.check]."""

from __future__ import annotations

from gfkit.catalog.check import Check
from gfkit.catalog.checks.boards import COUNT, OUTCOME, VALUE
from gfkit.catalog.checks.formula import VERIFY
from gfkit.catalog.checks.identity import IDENTITY
from gfkit.catalog.checks.matrix import MATRIX
from gfkit.catalog.checks.nimbers import NIM
from gfkit.catalog.checks.payoffs import EQUILIBRIUM
from gfkit.catalog.checks.terms import TERMS
from gfkit.catalog.checks.winner import WINNER
from gfkit.catalog.papers import PROPERTY

CHECKS: dict[str, Check] = {
    "verify": VERIFY,
    "terms": TERMS,
    "count": COUNT,
    "value": VALUE,
    "outcome": OUTCOME,
    "winner": WINNER,
    "nim": NIM,
    "equilibrium": EQUILIBRIUM,
    "identity": IDENTITY,
    "matrix": MATRIX,
    "property": PROPERTY,
}
