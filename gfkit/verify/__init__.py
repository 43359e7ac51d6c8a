"""Claims against machines: formulas, certificates, and the small checker that believes nobody.

>>> import gfkit
>>> print(gfkit.verify("1/(1 - 2t - t^2)", game="o12", family="path:n"))
proved: both are 1/(1 - 2*t - t^2)
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from gfkit.verify.certificate import Certification, Proof, certify_file, check, load, save
    from gfkit.verify.claim import verify
    from gfkit.verify.judge import Verdict
    from gfkit.verify.saving import proof_of, save_derived, strip_proof_of
    from gfkit.verify.strip_proof import StripProof

_HOMES = {
    "Certification": "gfkit.verify.certificate",
    "Proof": "gfkit.verify.certificate",
    "StripProof": "gfkit.verify.strip_proof",
    "Verdict": "gfkit.verify.judge",
    "certify_file": "gfkit.verify.certificate",
    "check": "gfkit.verify.certificate",
    "load": "gfkit.verify.certificate",
    "proof_of": "gfkit.verify.saving",
    "save": "gfkit.verify.certificate",
    "save_derived": "gfkit.verify.saving",
    "strip_proof_of": "gfkit.verify.saving",
    "verify": "gfkit.verify.claim",
}

__all__ = [
    "Certification",
    "Proof",
    "StripProof",
    "Verdict",
    "certify_file",
    "check",
    "load",
    "proof_of",
    "save",
    "save_derived",
    "strip_proof_of",
    "verify",
]


def __getattr__(name: str) -> object:
    """Names are imported when first used: ``python -m gfkit.verify.checker`` runs the checker and no more."""
    if name not in _HOMES:
        raise AttributeError(f"module 'gfkit.verify' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


class _Verify(ModuleType):
    """The room, called as the function in it: ``gfkit.verify`` is both, whichever was imported first."""

    def __call__(self, formula: object, **named: Any) -> Verdict:
        from gfkit.verify.claim import verify

        return verify(formula, **named)


sys.modules[__name__].__class__ = _Verify
