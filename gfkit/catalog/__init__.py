"""Published claims, one small file for each document, and their checks.

>>> from gfkit.catalog import Selection, check_claim, load
>>> claim, = Selection(ids=("profiles-t1-cis",)).of(load())
>>> print(claim.status, claim.witness)
refuted path:0: claimed 3, true is 1
>>> check_claim(claim).agrees
True
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from gfkit.catalog.claim import (
    ClaimKind,
    ClaimStatus,
    Cost,
    Document,
    PublishedClaim,
    Source,
    Stance,
    Witness,
)
from gfkit.catalog.papers import catalog_files
from gfkit.catalog.reading import SCHEMA, Selection, parse_document, read_document
from gfkit.catalog.running import CheckedClaim, check_claim, check_claims, statement_text, summary

__all__ = [
    "SCHEMA",
    "CheckedClaim",
    "ClaimKind",
    "ClaimStatus",
    "Cost",
    "Document",
    "PublishedClaim",
    "Selection",
    "Source",
    "Stance",
    "Witness",
    "check_claim",
    "check_claims",
    "load",
    "parse_document",
    "read_document",
    "statement_text",
    "summary",
]


def load(files: Sequence[str | Path] = ()) -> tuple[Document, ...]:
    """Return the documents in the given files, or in all of gfkit's own catalogue."""
    return tuple(read_document(file) for file in files or catalog_files())
