"""Certificates, and the small checkers that believe nobody."""

from typing import TYPE_CHECKING

from gfkit.hooks import when_used

if TYPE_CHECKING:
    from gfkit.proofs.certificate import Certification, Proof, certify_file, check, load, save
    from gfkit.proofs.saving import proof_of, save_derived, strip_proof_of
    from gfkit.proofs.strip_proof import StripProof

__all__ = [
    "Certification",
    "Proof",
    "StripProof",
    "certify_file",
    "check",
    "load",
    "proof_of",
    "save",
    "save_derived",
    "strip_proof_of",
]

__getattr__ = when_used(
    __name__,
    {
        "certificate": "Certification Proof certify_file check load save",
        "saving": "proof_of save_derived strip_proof_of",
        "strip_proof": "StripProof",
    },
)
