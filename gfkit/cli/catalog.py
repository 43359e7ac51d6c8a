"""gfkit catalog: list, show and check published claims, and write the errata."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click

from gfkit.cli.group import Verbs
from gfkit.cli.long import options
from gfkit.cli.long.options import any_of
from gfkit.cli.output import (
    show_when_stopped,
    write_json,
    write_labelled,
    write_lines,
    write_marked,
    write_remark,
    write_table,
)
from gfkit.core.errors import OptionError
from gfkit.core.memory import core_count

if TYPE_CHECKING:
    from gfkit.catalog import CheckedClaim, Document, PublishedClaim

VERBS = {
    "list": "gfkit.cli.catalog:list_verb",
    "show": "gfkit.cli.catalog:show_verb",
    "check": "gfkit.cli.catalog:check_verb",
    "errata": "gfkit.cli.catalog:errata_verb",
}
"""Subcommands in the order of the help, each with its location."""


@click.group("catalog", cls=Verbs, homes=VERBS, member_of="catalog")
def catalog_verb() -> None:
    """Published claims, each derived again on request.

    The catalogue has one file for each document. Each command also accepts a file of your own, such as
    mypaper.toml, in place of an ID; gfkit help catalogue describes its format.

    \b
    Example:
      gfkit catalog list --status refuted        misprints
      gfkit catalog show profiles-t1-cis         one claim with its correction
      gfkit catalog check 'profiles-t1-*'        derive again, compare with the entry
      gfkit catalog check mypaper.toml           the same for a file of your own
    """


_Command = TypeVar("_Command", bound=Callable[..., Any])
STANDINGS = ("proved", "refuted", "consistent", "open")
_with_words = click.argument("words", metavar="[ID|FILE]...", nargs=-1)


def _select_claims(
    words: tuple[str, ...], status: tuple[str, ...] = ()
) -> tuple[tuple[Document, ...], list[PublishedClaim]]:
    """Return the selected documents and claims. A word that ends in .toml, or "-", is a file."""
    from gfkit.catalog import Selection, load

    files = [word for word in words if word == "-" or word.endswith(".toml")]
    ids = tuple(word for word in words if word not in files)
    documents = load(files)
    selection = Selection(ids, statuses=status)
    return documents, selection.of(documents)


@options.command("list")
@_with_words
@click.option(
    "--status",
    multiple=True,
    metavar="STATUS",
    shell_complete=any_of(STANDINGS),
    help=f"Status of claims: {options.alternatives(STANDINGS)}; may be repeated.",
)
@options.as_json
def list_verb(words: tuple[str, ...], status: tuple[str, ...], as_json: bool) -> None:
    """List claims with their status: proved, refuted, consistent, or open (out of reach).

    An ID may contain * for any characters. FILE is a catalogue file of your own, such as mypaper.toml. The
    word "kernel" marks claims that follow from a theorem checked by the kernel of the proof assistant Coq.

    \b
    Example:
      $ gfkit catalog list 'profiles-t1-*'
      profiles-t1-cis           refuted     kernel  Generating function of ...
      ...
    """
    from gfkit.catalog.running import kernel_of

    _, claims = _select_claims(words, status)
    if as_json:
        write_json({"claims": [_as_row(claim) for claim in claims]})
        return
    marks = {claim.id: "kernel" if kernel_of(claim) else "" for claim in claims}
    write_table((claim.id, f"{claim.status:10}", f"{marks[claim.id]:6}", claim.words) for claim in claims)
    write_remark(f"{len(claims)} claim{'' if len(claims) == 1 else 's'}")


def _as_row(claim: PublishedClaim) -> dict[str, object]:
    from gfkit.catalog import statement_text
    from gfkit.catalog.running import kernel_of

    return {
        "id": claim.id,
        "source": claim.source.id,
        "kind": claim.kind.value,
        "status": claim.status.value,
        "statement": statement_text(claim),
        "place": claim.place,
        "cost": claim.cost.value,
        "stance": claim.stance.value,
        "topics": list(claim.topics),
        "kernel": kernel_of(claim) or None,
    }


@options.command("show")
@_with_words
@options.as_json
def show_verb(words: tuple[str, ...], as_json: bool) -> None:
    """Show claims in full: source, statement, correction, and methods of the check.

    \b
    Example:
      $ gfkit catalog show profiles-t1-cis
      profiles-t1-cis: refuted
      document    A note on polynomial profiles of placement games
      ...
    """
    if not words:
        raise OptionError("missing argument ID; gfkit catalog list prints all IDs")
    _, claims = _select_claims(words)
    if as_json:
        write_json({"claims": [_make_details(claim) for claim in claims]})
        return
    for number, claim in enumerate(claims):
        write_lines([""] * bool(number) + [f"{claim.id}: {claim.status}"])
        write_labelled((label, text) for label, text in _make_rows(claim) if text)


def _make_rows(claim: PublishedClaim) -> list[tuple[str, str]]:
    from gfkit.catalog import statement_text
    from gfkit.catalog.running import kernel_words

    methods = f"method {', '.join(claim.methods)} of {claim.by} (cost: {claim.cost})"
    return [
        ("document", claim.source.title),
        ("authors", ", ".join(claim.source.authors)),
        ("location", claim.place),
        ("kind", claim.kind.value + (f", {claim.stance} there" if claim.stance != "stated" else "")),
        ("summary", claim.words),
        ("statement", statement_text(claim)),
        ("quotation", " ... ".join(claim.quote)),
        ("as printed", claim.printed),
        ("correction", statement_text(claim, claim.correction) if claim.correction else ""),
        ("diagnosis", claim.repair),
        ("witness", str(claim.witness or "")),
        ("checked by", methods),
        ("kernel", kernel_words(claim)),
        ("remark", claim.remark),
    ]


def _make_details(claim: PublishedClaim) -> dict[str, object]:
    return {
        **_as_row(claim),
        "document": claim.source.title,
        "authors": list(claim.source.authors),
        "words": claim.words,
        "quote": list(claim.quote),
        "printed": claim.printed or None,
        "claimed": list(claim.statement),
        "correction": list(claim.correction) or None,
        "repair": claim.repair or None,
        "witness": None if claim.witness is None else claim.witness.as_json(),
        "check": {"by": claim.by, **claim.arguments},
        "methods": list(claim.methods),
        "remark": claim.remark or None,
    }


@options.command("check")
@_with_words
@options.long_options(workers=True, partial=True)
@options.as_json
@click.pass_context
def check_verb(
    ctx: click.Context,
    /,
    words: tuple[str, ...],
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Derive claims again and compare the results with the entries.

    All methods that an entry names are applied; a refutation needs two of them. The correction of a refuted
    claim is checked as well. Exit code 1 if a result differs from its entry.

    \b
    Example:
      $ gfkit catalog check profiles-t1-cis
      source    claims  proved  refuted  consistent  open  differ
      profiles  1       0       1        0           0     0
      all       1       0       1        0           0     0
      1 claim checked, all agree with the catalogue
    """
    from gfkit.catalog import check_claims

    _, claims = _select_claims(words)
    usual = 1 if len(claims) < 4 else core_count()
    show = partial(_print_results, claims, as_json=as_json)
    with show_when_stopped(show), work.executor(usual) as executor, work.progress() as progress:
        findings = check_claims(claims, executor=executor, on_progress=progress)
    if show(findings):
        ctx.exit(1)


def _print_results(
    claims: Sequence[PublishedClaim],
    findings: Sequence[CheckedClaim],
    as_json: bool,
) -> bool:
    """Write the results of a check; return True if a result differs from the status in the catalogue."""
    checked = {finding.id for finding in findings}
    claims = [claim for claim in claims if claim.id in checked]
    differ = [finding for finding in findings if not finding.agrees]
    if as_json:
        write_json(
            {
                "checked": len(findings),
                "differ": [finding.id for finding in differ],
                "claims": [finding.as_json() for finding in findings],
            }
        )
    else:
        _write(claims, findings, differ)
    return bool(differ)


def _write(
    claims: Sequence[PublishedClaim],
    findings: Sequence[CheckedClaim],
    differ: Sequence[CheckedClaim],
) -> None:
    from gfkit.catalog import summary

    write_table(summary(claims, findings))
    for finding in differ:
        head = f"{finding.id} differs: "
        write_marked(head, finding.differences[0])
        write_lines(f"  {text}" for text in finding.differences[1:])
    number = f"{len(findings)} claim{'' if len(findings) == 1 else 's'} checked, "
    write_remark(
        number + (f"{len(differ)} differ from the catalogue" if differ else "all agree with the catalogue")
    )


@options.command("errata")
@_with_words
@options.as_json
def errata_verb(words: tuple[str, ...], as_json: bool) -> None:
    """Write the errata: misprints with corrections, witnesses and methods; then newly proved claims.

    \b
    Example:
      $ gfkit catalog errata 'profiles-t1-cis'
      # Errata
      ...
    """
    from gfkit.catalog.running import page

    documents, claims = _select_claims(words)
    text = page(documents, claims)
    if as_json:
        write_json({"page": text})
    else:
        write_lines(text.splitlines())
