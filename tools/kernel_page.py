"""Text of ``gfkit/catalog/kernel.toml``: digests of the Coq files of formulas that decide published claims.

``make kernel`` with GFKIT_KERNEL=write stores it, and ``make test`` compares it with the current export.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import suppress

from gfkit.catalog import load
from gfkit.catalog.running import CountedLaw, laws_of
from gfkit.core.engine.derive import derive
from gfkit.core.errors import GfkitError
from gfkit.core.typing import Positions, Weights
from gfkit.play.certificate import heap_certificate
from gfkit.play.impartial.nim import nim
from gfkit.proofs import ask_kernel, certificate_of, coq_file_of, coq_version, library_key

WIDE = ("7", "8")
"""Widths of strips that coqc does not check, because it would take more than four minutes."""


def theorem_of(law: CountedLaw) -> str:
    """Return the Coq file of a formula. Raise MismatchError if the library does not cover it."""
    if not law.family:
        return coq_file_of(heap_certificate(nim(law.game)))
    positions, weights = Positions.read(law.positions), Weights.read(law.weights)
    derived = derive(law.game, law.family, positions=positions, weights=weights, certify=True)
    return coq_file_of(certificate_of(derived))


def theorem_digest(text: str) -> str:
    """Return a digest of a Coq file, without the comments at its top."""
    return hashlib.sha256(text.partition("*)")[2].encode()).hexdigest()[:16]


def laws() -> Iterator[CountedLaw]:
    """Yield each formula that decides claims of gfkit's own catalogue once."""
    claims = (claim for document in load() for claim in document.claims)
    yield from dict.fromkeys(law for claim in claims for law in laws_of(claim))


def accepted_page() -> str:
    """Return the text of ``kernel.toml``, recomputed: the kernel must accept all formulas that the library
    covers.
    """
    texts: dict[CountedLaw, str] = {}
    for law in laws():
        with suppress(GfkitError):
            texts |= {} if law.family.strip("nx") in WIDE else {law: theorem_of(law)}
    accepted = ((law, theorem_digest(text)) for law, text in texts.items() if ask_kernel(text))
    digests = "".join(f'"{law}" = "{mark}"\n' for law, mark in accepted)
    return f"""# Laws behind the catalogue that the kernel of Coq accepted, by GFKIT_KERNEL=write make kernel.
coq = "{coq_version()}"
library = "{library_key()}"

[laws]  # digests of their files
{digests}"""
