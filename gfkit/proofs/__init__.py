"""Certificates, and their independent checker."""

from typing import TYPE_CHECKING

from gfkit.core.hooks import when_used

if TYPE_CHECKING:
    from gfkit.proofs.certificate import Certification, Label, certification_of, certify_file, check
    from gfkit.proofs.kernel import ask_kernel, coq_file_of, coq_version, library_key
    from gfkit.proofs.plain import named_rule, names_a_file, plain_family
    from gfkit.proofs.saving import certificate_of, certificate_text, check_savable, save_derived
    from gfkit.proofs.verified import VERIFIED_PROGRAM, statement_for_pages
else:
    __getattr__ = when_used(
        __name__,
        {
            "certificate": "Certification Label certification_of certify_file check",
            "kernel": "ask_kernel coq_file_of coq_version library_key",
            "plain": "named_rule names_a_file plain_family",
            "saving": "certificate_of certificate_text check_savable save_derived",
            "verified": "VERIFIED_PROGRAM statement_for_pages",
        },
    )

__all__ = [
    "VERIFIED_PROGRAM",
    "Certification",
    "Label",
    "ask_kernel",
    "certificate_of",
    "certificate_text",
    "certification_of",
    "certify_file",
    "check",
    "check_savable",
    "coq_file_of",
    "coq_version",
    "library_key",
    "named_rule",
    "names_a_file",
    "plain_family",
    "save_derived",
    "statement_for_pages",
]
