"""Which laws behind published claims the kernel of Coq has checked, from the definition of the rule on.

A claim of a game on a family is decided by the law of that game: the fraction that counts its positions for
every n. ``kernel.toml`` has the digests of the files for Coq that the kernel accepted. They are written by
``make kernel``, and ``make test`` compares them with what is exported now.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from gfkit.catalog.claim import PublishedClaim
from gfkit.errors import GfkitError
from gfkit.typing import Positions, Weights

ACCEPTED = Path(__file__).with_name("kernel.toml")
WIDE = ("7", "8")
"""Widths of strips for which coqc needs more than four minutes, so that it is not asked."""
_LETTERS = {"x": r"(?<![A-Za-z])x(?![A-Za-z])", "y": r"(?<![A-Za-z])y(?![A-Za-z])"}
_PROFILE = re.compile(r"P_\{(\w+),")
_DECIDED_BY_LAWS = ("verify", "terms", "identity")
"""Checks that ask for the terms of families, and not for those of single boards."""


class CountedLaw(NamedTuple):
    """What is counted, or the heap game whose values repeat; ``family`` is empty for heaps."""

    game: str
    family: str = ""
    positions: str = "all"
    weights: str = "none"

    def __str__(self) -> str:
        on = f" on {self.family}" if self.family else ""
        chosen = [word for word in (self.positions, self.weights) if word not in ("all", "none")]
        return ", ".join([self.game + on, *chosen])


def laws_of(claim: PublishedClaim) -> tuple[CountedLaw, ...]:
    """The laws that decide a claim; none where it is decided by something else."""
    if claim.by not in _DECIDED_BY_LAWS:
        return ()
    asked = claim.arguments
    sides = [asked[side] for side in ("left", "right") if side in asked] or [asked]
    text = " ".join(claim.statement)
    sides = [side for side in sides if side.keys() - {"formula", "start", "data", "offset"}]
    laws = [law for law in (_law(side, text) for side in sides) if law is not None]
    named = [law._replace(game=name.lower()) for law in laws[:1] for name in _PROFILE.findall(text)]
    return tuple(dict.fromkeys([*laws, *named])) if len(laws) == len(sides) else ()


def _law(asked: Mapping[str, Any], text: str) -> CountedLaw | None:
    heaps = str(asked.get("nim", ""))
    if heaps.startswith("octal:"):
        return CountedLaw(heaps)
    if "game" not in asked or "family" not in asked:
        return None
    letters = {letter for letter, pattern in _LETTERS.items() if re.search(pattern, text)}
    weights = "players" if "y" in letters else "pieces" if "x" in letters else "none"
    return CountedLaw(
        asked["game"], asked["family"], asked.get("positions", "all"), asked.get("weights", weights)
    )


def theorem_of(law: CountedLaw) -> str:
    """The file for Coq of a law; MismatchError where the library does not reach."""
    from gfkit.engine.derive import derive
    from gfkit.play.certificates.play import heap_certificate
    from gfkit.play.impartial.nim import nim
    from gfkit.proofs import certificate_of, coq_file_of

    if not law.family:
        return coq_file_of(heap_certificate(nim(law.game)))
    positions, weights = Positions.read(law.positions), Weights.read(law.weights)
    derived = derive(law.game, law.family, positions=positions, weights=weights, certify=True)
    return coq_file_of(certificate_of(derived))


def theorem_digest(text: str) -> str:
    """A digest of a file for Coq, without the remarks at its top."""
    return hashlib.sha256(text.partition("*)")[2].encode()).hexdigest()[:16]


@cache
def accepted_laws() -> dict[str, Any]:
    """What the kernel accepted last: its version, the key of the library, and the digests by law."""
    return tomllib.loads(ACCEPTED.read_text("utf-8"))


def kernel_of(claim: PublishedClaim) -> str:
    """The version of Coq whose kernel checked all laws that decide a claim; empty if it did not.

    >>> from gfkit.catalog import Selection, load
    >>> claim, = Selection(ids=("profiles-t1-cis",)).of(load())
    >>> kernel_of(claim) == accepted_laws()["coq"]
    True
    """
    laws, known = laws_of(claim), accepted_laws()
    return str(known["coq"]) if laws and all(str(law) in known["laws"] for law in laws) else ""


def kernel_words(claim: PublishedClaim) -> str:
    """What the kernel has checked of a claim, in words; empty if nothing."""
    version = kernel_of(claim)
    names = " and of ".join(map(str, laws_of(claim)))
    return f"the law of {names} is checked by the kernel of Coq {version}" if version else ""


def laws() -> Iterator[CountedLaw]:
    """The laws that decide claims of gfkit's own catalogue, each once."""
    from gfkit.catalog import load

    claims = (claim for document in load() for claim in document.claims)
    yield from dict.fromkeys(law for claim in claims for law in laws_of(claim))


def accepted_page() -> str:
    """The text of ``kernel.toml``, made anew: the kernel must accept all laws that the library reaches."""
    from gfkit.proofs import ask_kernel, coq_version, library_key

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
