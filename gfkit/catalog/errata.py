"""The errata as a page of Markdown: printed and right, document by document; and what is newly proved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from gfkit.catalog.claim import Claim, Document, Stance, Standing
from gfkit.catalog.judging import statement_text

_HEAD = """# Errata

Generated from `catalog/` by `make errata`; everything here is re-derived by `make catalog`. A claim is
refuted only by two methods that share no code. The witness is the smallest board, or index, that shows it."""


def page(documents: Sequence[Document], claims: Iterable[Claim]) -> str:
    """The page about these claims."""
    kept = {claim.id for claim in claims}
    lines = [_HEAD, ""]
    for document in documents:
        wrong = [c for c in document.claims if c.id in kept and c.status is Standing.REFUTED]
        new = [c for c in document.claims if c.id in kept and _is_new(c)]
        if not wrong and not new:
            continue
        source = document.source
        about = f". {source.about}" if source.about else ""
        lines += [f"## {source.title}", "", f"{', '.join(source.authors)}{about}", ""]
        lines += _section("Printed wrongly", wrong)
        lines += _section("Conjectured or asked there, proved here", new)
    return "\n".join(lines).rstrip() + "\n"


def _is_new(claim: Claim) -> bool:
    return claim.status is Standing.PROVED and claim.stance is not Stance.STATED


def _section(title: str, claims: Sequence[Claim]) -> list[str]:
    if not claims:
        return []
    lines = [f"### {title}", ""]
    for claim in claims:
        lines += [*_entry(claim), ""]
    return lines


def _entry(claim: Claim) -> Iterator[str]:
    yield f"**{claim.place}** (`{claim.id}`). {claim.words}"
    yield ""
    yield f"- {'printed' if claim.status is Standing.REFUTED else 'claim'}: {_code(statement_text(claim))}"
    if claim.correction:
        yield f"- right: {_code(_right(claim))}"
    if claim.witness is not None:
        yield f"- witness: {claim.witness.at}" + "".join(
            f"; {word} {_code(text)}"
            for word, text in (("claimed", claim.witness.claimed), ("true", claim.witness.true))
            if text
        )
    if claim.repair:
        yield f"- repair: {claim.repair}"
    yield f"- methods: {', '.join(claim.methods)}"
    if claim.remark:
        yield f"- {claim.remark}"


def _right(claim: Claim) -> str:
    """The correction; of a list only what changes."""
    if len(claim.correction) == 1 or len(claim.correction) != len(claim.statement):
        return "; ".join(claim.correction)
    pairs = zip(claim.statement, claim.correction, strict=True)
    changed = [f"{new} for {old} at place {k}" for k, (old, new) in enumerate(pairs, 1) if new != old]
    return "; ".join(changed)


def _code(text: str) -> str:
    mark = "``" if "`" in text else "`"
    return f"{mark}{text}{mark}"
