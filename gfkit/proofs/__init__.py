"""Certificates, and the checker that believes nobody."""

from typing import TYPE_CHECKING

from gfkit.hooks import when_used

if TYPE_CHECKING:
    from gfkit.proofs.certificate import Certification, Label, certification_of, certify_file, check
    from gfkit.proofs.kernel import coq_file_of
    from gfkit.proofs.plain import named_rule, names_a_file, plain_family
    from gfkit.proofs.saving import certificate_of, certificate_text, save_derived
else:
    __getattr__ = when_used(
        __name__,
        {
            "certificate": "Certification Label certification_of certify_file check",
            "kernel": "coq_file_of",
            "plain": "named_rule names_a_file plain_family",
            "saving": "certificate_of certificate_text save_derived",
        },
    )

__all__ = [
    "Certification",
    "Label",
    "certificate_of",
    "certificate_text",
    "certification_of",
    "certify_file",
    "check",
    "coq_file_of",
    "named_rule",
    "names_a_file",
    "plain_family",
    "save_derived",
]
