"""Certificates, and the small checkers that believe nobody."""

from typing import TYPE_CHECKING

from gfkit.hooks import when_used

if TYPE_CHECKING:
    from gfkit.proofs.certificate import (
        Certification,
        Label,
        Proof,
        certificate_text,
        certification_by,
        certification_of,
        certify_file,
        check,
        load,
        save,
    )
    from gfkit.proofs.plain import named_rule, names_a_file, plain_family
    from gfkit.proofs.saving import fitting_proof, proof_of, save_derived, strip_proof_of
    from gfkit.proofs.strip_proof import StripProof

__all__ = [
    "Certification",
    "Label",
    "Proof",
    "StripProof",
    "certificate_text",
    "certification_by",
    "certification_of",
    "certify_file",
    "check",
    "fitting_proof",
    "load",
    "named_rule",
    "names_a_file",
    "plain_family",
    "proof_of",
    "save",
    "save_derived",
    "strip_proof_of",
]

__getattr__ = when_used(
    __name__,
    {
        "certificate": "Certification Label Proof certificate_text certification_by certification_of"
        " certify_file check load save",
        "plain": "named_rule names_a_file plain_family",
        "saving": "fitting_proof proof_of save_derived strip_proof_of",
        "strip_proof": "StripProof",
    },
)
