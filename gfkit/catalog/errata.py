"""The errata as a page of Markdown: printed and right, document by document; and what is newly proved."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from gfkit.algebra.formula import LATEX
from gfkit.algebra.formula.read.statement import printed_tree
from gfkit.boards import parse_one_board
from gfkit.catalog.claim import ClaimStatus, Document, PublishedClaim, Stance
from gfkit.catalog.kernel import kernel_words
from gfkit.catalog.running import statement_text
from gfkit.errors import GfkitError

_HEAD = """# Errata

This page is generated from `catalog/` by `gfkit catalog errata`, and `make catalog` derives all results
again. A claim counts as refuted only if it is wrong in the interpretation that is most favourable to the
author, and only if two methods refute it that share no more than [the page on the
catalogue](catalogue.md) states. The witness is the smallest board, or index, that refutes the claim.
After each table, the quotations, the interpretations and the methods are listed. Quotations are from
extracted copies of the documents, so a misprint may be one of the copy.

Some claims have a line that begins with "kernel". The formula that decides such a claim is a theorem
[checked by the kernel of Coq](algorithms/kernel.md), starting from the definition of the rule. The step
from this formula to the refutation and the correction is arithmetic, which the kernel did not check."""


_MOST_CHARACTERS, _MOST_SET, _MOST_CELLS = 160, 3000, 80
"""Characters of a formula in a table and below it, and cells of a board that is drawn."""
_SECTIONS: tuple[tuple[str, Callable[[PublishedClaim], bool]], ...] = (
    ("Errors in print", lambda c: c.status is ClaimStatus.REFUTED and c.stance is Stance.STATED),
    (
        "Conjectures and questions with a positive answer",
        lambda c: c.status is ClaimStatus.PROVED and _is_unsettled(c),
    ),
    (
        "Conjectures and questions with a negative answer",
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
    """A table with a row for each claim, and below it, folded, how each is read and checked."""
    if not claims:
        return []
    table = ["| place | printed | correct | witness |", "|---|---|---|---|", *map(_row, claims)]
    details = [line for claim in claims for line in _detail_lines(claim)]
    fold = [
        "<details><summary>Quotations, interpretations and methods</summary>",
        "",
        *details,
        "",
        "</details>",
    ]
    return [f"### {title}", "", *table, "", *fold, ""]


def _row(claim: PublishedClaim) -> str:
    right = _correction_text(claim) if claim.correction else claim.repair
    cells = (
        f"**{claim.place}.** {claim.words}",
        _formula("; ".join(claim.statement)),
        _formula(right),
        _witness_text(claim),
    )
    return f"| {' | '.join(cell.replace('|', _BAR) for cell in cells)} |"


def _witness_text(claim: PublishedClaim) -> str:
    """The board of the witness, drawn, or where else it is; what is claimed there, and what is true."""
    witness = claim.witness
    if witness is None:
        return ""
    board, comma, rest = witness.at.partition(", ")
    try:
        size = parse_one_board(board).size
    except GfkitError:
        size = 0
    at = f"{{board}}`{board}`{comma}{rest}" if 1 < size <= _MOST_CELLS else witness.at
    sides = (("claimed", witness.claimed), ("correct", witness.true))
    return "; ".join([at, *(f"{word} {_formula(text)}" for word, text in sides if text)])


def _detail_lines(claim: PublishedClaim) -> Iterator[str]:
    """An item with what the table leaves out."""
    parts = [f"quoted: {' ... '.join(map(_code_span, claim.quote))}"] if claim.quote else []
    parts.append(f"interpreted as: {_code_span(statement_text(claim))}")
    right = _correction_text(claim)
    parts += [f"correct: {_long_formula(right)}"] if len(right) > _MOST_CHARACTERS else []
    parts += [f"correction: {claim.repair}"] if claim.repair else []
    parts.append(f"methods: {', '.join(claim.methods)}")
    parts += [f"kernel: {words}"] if (words := kernel_words(claim)) else []
    yield f"- **{claim.place}** (`{claim.id}`). {claim.remark}".rstrip()
    yield from (f"  - {part}" for part in parts)


_BAR = "&#124;"
"""A bar that does not end a cell of a table."""


def _formula(text: str) -> str:
    """A formula typeset, or as it is written; only that it is long where there is no room for it."""
    latex = typeset(text)
    if latex is not None:
        return f"${latex}$"
    return _code_span(text) if 0 < len(text) <= _MOST_CHARACTERS else "see below" * bool(text)


def _long_formula(text: str) -> str:
    latex = typeset(text, _MOST_SET)
    return _code_span(text) if latex is None else f"${latex}$"


def typeset(text: str, most: int | None = None) -> str | None:
    """A formula in LaTeX; None where it is none, or has more than ``most`` characters, 160 by default.

    >>> typeset("3/(1 - t - 2*t^2)"), typeset("strong product of G")
    ('\\\\displaystyle \\\\frac{3}{1 - t - 2 t^{2}}', None)
    """
    tree = printed_tree(text)
    latex = "|" if tree is None else LATEX.write(tree)
    return None if "|" in latex or len(latex) > (most or _MOST_CHARACTERS) else rf"\displaystyle {latex}"


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
