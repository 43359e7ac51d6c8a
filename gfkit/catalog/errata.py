"""The errata as a page of Markdown: printed and right, document by document; and what is newly proved."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from gfkit.boards import parse_one_board
from gfkit.catalog.claim import ClaimStatus, Document, PublishedClaim, Stance
from gfkit.catalog.kernel import kernel_words
from gfkit.catalog.running import statement_text
from gfkit.errors import GfkitError
from gfkit.formula import LATEX
from gfkit.formula.read.statement import printed_tree

_HEAD = """# Errata

Generated from `catalog/` by `make errata`; everything here is re-derived by `make catalog`. A claim is
refuted only where its words say so in the reading that is kindest to the author, and only by two methods that
share no more than [the catalogue's page](catalogue.md) says. The witness is the smallest board, or index,
that shows it. Quotations are from extracted copies of the documents: a misprint may be of the copy.

Some claims have a line that begins with "kernel". There the law that decides the claim is a theorem
[checked by the kernel of Coq](algorithms/kernel.md), from the definition of the rule on. That the law refutes
the claim, and gives what is right, follows by arithmetic, which no kernel has looked at."""


_MOST_CHARACTERS, _MOST_CELLS = 160, 80
"""Characters of a formula that is typeset, and cells of a board that is drawn."""
_SECTIONS: tuple[tuple[str, Callable[[PublishedClaim], bool]], ...] = (
    ("Printed wrongly", lambda c: c.status is ClaimStatus.REFUTED and c.stance is Stance.STATED),
    (
        "Conjectured or asked there, proved here",
        lambda c: c.status is ClaimStatus.PROVED and _is_unsettled(c),
    ),
    (
        "Conjectured or asked there, and not so",
        lambda c: c.status is ClaimStatus.REFUTED and _is_unsettled(c),
    ),
)


def _is_unsettled(claim: PublishedClaim) -> bool:
    """Whether the document left it open."""
    return claim.stance is not Stance.STATED


def page(documents: Sequence[Document], claims: Iterable[PublishedClaim]) -> str:
    """The page about these claims."""
    kept = {claim.id for claim in claims}
    lines = [_HEAD, ""]
    for document in documents:
        claims_here = [claim for claim in document.claims if claim.id in kept]
        sections = [
            _section_lines(title, [claim for claim in claims_here if fits(claim)])
            for title, fits in _SECTIONS
        ]
        if not any(sections):
            continue
        source = document.source
        about = f". {source.about}" if source.about else ""
        lines += [f"## {source.title}", "", f"{', '.join(source.authors)}{about}", ""]
        lines += [line for section in sections for line in section]
    return "\n".join(lines).rstrip() + "\n"


def _section_lines(title: str, claims: Sequence[PublishedClaim]) -> list[str]:
    if not claims:
        return []
    lines = [f"### {title}", ""]
    for claim in claims:
        lines += [*_entry_lines(claim), ""]
    return lines


def _entry_lines(claim: PublishedClaim) -> Iterator[str]:
    yield f"**{claim.place}** (`{claim.id}`). {claim.words}"
    yield ""
    yield from _side_by_side(claim)
    if claim.quote:
        yield f"- quotation: {' ... '.join(map(_code_span, claim.quote))}"
    yield f"- {'read' if claim.quote else 'statement'}: {_code_span(statement_text(claim))}"
    if claim.correction:
        yield f"- right: {_code_span(_correction_text(claim))}"
    if claim.witness is not None:
        yield f"- witness: {claim.witness.at}" + "".join(
            f"; {word} {_code_span(text)}"
            for word, text in (("claimed", claim.witness.claimed), ("true", claim.witness.true))
            if text
        )
    if claim.repair:
        yield f"- repair: {claim.repair}"
    yield f"- methods: {', '.join(claim.methods)}"
    if words := kernel_words(claim):
        yield f"- kernel: {words}"
    if claim.remark:
        yield f"- {claim.remark}"
    yield from _board_lines(claim)


def _side_by_side(claim: PublishedClaim) -> Iterator[str]:
    """Printed and right as formulas, where both are one formula that can be read and is not too long."""
    if not len(claim.statement) == len(claim.correction) == 1:
        return
    printed, right = (_typeset(formula) for formula in (claim.statement[0], claim.correction[0]))
    if printed and right:
        yield from ("| printed | right |", "|---|---|", f"| {printed} | {right} |", "")


def _typeset(text: str) -> str | None:
    """A formula as Markdown typesets it; None where it is none, or too long for half a page.

    >>> _typeset("3/(1 - t - 2*t^2)"), _typeset("strong product of G")
    ('$\\\\displaystyle \\\\frac{3}{1 - t - 2 t^{2}}$', None)
    """
    tree = printed_tree(text)
    latex = "|" if tree is None else LATEX.write(tree)
    return None if "|" in latex or len(latex) > _MOST_CHARACTERS else rf"$\displaystyle {latex}$"


def _board_lines(claim: PublishedClaim) -> Iterator[str]:
    """The board of the witness, drawn by docs/pictures.py."""
    at = "" if claim.witness is None else claim.witness.at
    try:
        size = parse_one_board(at).size
    except GfkitError:
        return
    if 1 < size <= _MOST_CELLS:
        yield from ("", "```{picture} The smallest board that shows it.", "import pictures", "")
        yield from (f'pictures.witness("{at}")', "```")


def _correction_text(claim: PublishedClaim) -> str:
    """The correction; of a list only what changes."""
    if len(claim.correction) == 1 or len(claim.correction) != len(claim.statement):
        return "; ".join(claim.correction)
    pairs = zip(claim.statement, claim.correction, strict=True)
    changed = [f"{new} for {old} at place {k}" for k, (old, new) in enumerate(pairs, 1) if new != old]
    return "; ".join(changed)


def _code_span(text: str) -> str:
    mark = "``" if "`" in text else "`"
    return f"{mark}{text}{mark}"
