"""Claims against machines: certificates, and the small checker that believes nobody."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gfkit.verify.certificate import Proof, certify_file, load, save
    from gfkit.verify.checker import Verdict, check
    from gfkit.verify.saving import proof_of, save_derived

_HOMES = {
    "Proof": "gfkit.verify.certificate",
    "Verdict": "gfkit.verify.checker",
    "certify_file": "gfkit.verify.certificate",
    "check": "gfkit.verify.checker",
    "load": "gfkit.verify.certificate",
    "proof_of": "gfkit.verify.saving",
    "save": "gfkit.verify.certificate",
    "save_derived": "gfkit.verify.saving",
}

__all__ = ["Proof", "Verdict", "certify_file", "check", "load", "proof_of", "save", "save_derived"]


def __getattr__(name: str) -> object:
    """Names are imported when first used: ``python -m gfkit.verify.checker`` runs the checker and no more."""
    if name not in _HOMES:
        raise AttributeError(f"module 'gfkit.verify' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
