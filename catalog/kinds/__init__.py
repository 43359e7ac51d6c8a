"""Kinds of checks for claims of every paper, each with independent methods."""

from gfkit.catalog.claim import CheckKind

from .boards import COUNT, IDENTITY, OUTCOME, TERMS, VALUE, WINNER
from .sequence import VERIFY
from .tables import EQUILIBRIUM, NIM

CHECKS: dict[str, CheckKind] = {
    "verify": VERIFY,
    "terms": TERMS,
    "count": COUNT,
    "value": VALUE,
    "outcome": OUTCOME,
    "winner": WINNER,
    "nim": NIM,
    "equilibrium": EQUILIBRIUM,
    "identity": IDENTITY,
}
"""Kinds of checks, by the value of ``by`` in [claim.check]."""
