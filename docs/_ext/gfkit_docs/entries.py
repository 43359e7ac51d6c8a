"""Rows of the list of proved OEIS entries, and reports of errors in entries.

A line of ``catalog/oeis/settled.jsonl`` describes an entry; ``tools/oeis_list.py`` writes this file. The
errata are the refuted claims about the OEIS in the catalogue.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gfkit.cli.oeis.settled_pages import fold_signature
from gfkit.core.algebra import Evidence, Status
from gfkit.core.rules import Rule
from gfkit.core.rules.wording import positions_phrase, rule_data, rule_sentences, title_noun
from gfkit_docs.kept import ROOT

if TYPE_CHECKING:
    from gfkit.catalog.claim import PublishedClaim

FILE = ROOT / "catalog" / "oeis" / "settled.jsonl"
COLUMNS = (
    *("number", "counted", "boards", "size", "positions", "first_n", "first_n_assumed", "order", "signature"),
    *("holds_from", "method", "states", "terms", "terms_suffice", "certificate", "verdict"),
)
_DATA = 260
"""Maximum number of characters of the terms of an entry."""
_LONGEST = 40
"""Maximum number of characters of a board in the errata; a longer one is a list of edges."""
_METHODS = {"transfer": "the transfer-matrix method", "brute-force": "brute force"}


def read_rows(path: Path = FILE) -> list[dict[str, Any]]:
    """Return the rows of the data file."""
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def rule_of(row: dict[str, Any]) -> Rule:
    """Return the rule of a row; its name is the A-number."""
    return Rule.of(f'name = "{row["number"]}"\n{row["rule"]}')


def counted(row: dict[str, Any]) -> str:
    """Describe the counted objects, from the rule alone.

    >>> counted({"number": "A1", "rule": '[cover]\\npieces = ["XX"]\\n', "boards": "2xn", "size": "n + 1"})
    'Tilings on 2xn, at size n + 1. Every cell of the board is in exactly one piece. Pieces: XX.'
    """
    rule = rule_of(row)
    noun, pieces = title_noun(rule), rule_data(rule).get("pieces", ())
    phrase = positions_phrase(rule, row.get("positions", "all"))
    size = "" if row["size"] == "n" else f", at size {row['size']}"
    head = f"{noun[0].upper()}{noun[1:]} on {row['boards']}{size}{phrase and f', {phrase}'}."
    drawn = [f"Pieces: {', '.join(pieces)}."] if isinstance(pieces, list) and pieces else []
    return " ".join([head, *rule_sentences(rule), *drawn])


def full_row(row: dict[str, Any]) -> dict[str, Any]:
    """Return a row with all columns of the files to download."""
    certificate = f"{row['number']}.certificate.json" if row.get("certificate") else ""
    derived = {"counted": counted(row), "certificate": certificate, "positions": row.get("positions", "all")}
    derived |= {"first_n_assumed": row.get("first_n_assumed", False)}
    derived |= {"terms_suffice": 2 * row["order"] <= row["terms"], "states": row.get("states")}
    return {**row, **derived, "verdict": row.get("verdict", "settled")}


def table_row(row: dict[str, Any]) -> str:
    """Return the row of the list for an entry."""
    number, signature = row["number"], fold_signature(row["signature"])
    states = f", {row['states']} states" if row["states"] else ""
    proof = Evidence(Status.PROVED, row["method"]).method_name + states
    verdict = "" if row["verdict"] == "settled" else f"; {row['verdict']}"
    archived = f"; <code>{row['certificate']}</code>" if row["certificate"] else ""
    cells = (
        f'<a href="https://oeis.org/{number}">{number}</a>',
        escape(row["counted"]),
        f"order {row['order']} for n ≥ {row['holds_from']}: {signature}",
        f"{escape(proof)}{archived}{escape(verdict)}",
        f"{row['terms']}, {'enough' if row['terms_suffice'] else 'too few'}",
    )
    return f'<tr id="{number}">{"".join(f"<td>{cell}" for cell in cells)}'


# Errata


def first_wrong(claim: PublishedClaim) -> int:
    """Return the index of the first wrong term: ``first`` of a claim, or the n of a(n) in its words."""
    if "first" in claim.arguments:
        return int(claim.arguments["first"])
    stated = re.search(r"\ba\((\d+)\)", claim.words)
    assert stated is not None, f"{claim.id}: neither words nor check state the n of the first wrong term"
    return int(stated[1])


def text_to_send(claim: PublishedClaim) -> str:
    """Return the text for the editors: wrong and correct terms, their evidence, and a proved recurrence."""
    n = first_wrong(claim)
    pairs = zip(claim.statement, claim.correction, strict=True)
    terms = [f"a({n + k}) must be {new}, not {old}" for k, (old, new) in enumerate(pairs)]
    board = f" for {_board(claim)}" * bool(_board(claim))
    found = f"Two independent computations yield {claim.correction[0]}{board}: {_found_by(claim)}."
    return " ".join([f"{claim.place}: {'; '.join(terms)}.", found, claim.remark, *_proved_lines(claim)])


def _board(claim: PublishedClaim) -> str:
    return claim.witness.at if claim.witness and len(claim.witness.at) <= _LONGEST else ""


def _found_by(claim: PublishedClaim) -> str:
    return " and ".join(_METHODS.get(method, f"the method {method!r}") for method in claim.methods)


def _proved_lines(claim: PublishedClaim) -> Iterator[str]:
    """Yield the correct terms and their recurrence, if the claim names the family of the entry."""
    from gfkit.catalog.papers.kinds.sequence import derived_terms

    if claim.by == "terms":
        found = derived_terms(claim.arguments, _DATA // 4)
        if found.series is not None:
            n = first_wrong(claim)
            shown = ", ".join(map(str, found.terms[n - found.offset :]))[:_DATA].rpartition(",")[0]
            yield f"Correct terms for n >= {n}: {shown}."
            yield f"Proved: {found.series.recurrence}."


def erratum_row(claim: PublishedClaim) -> str:
    """Return the row of the table of errata for a claim."""
    board = f", for <code>{escape(_board(claim))}</code>" * bool(_board(claim))
    text = escape(text_to_send(claim))
    cells = (
        f'<a href="https://oeis.org/{claim.place}">{claim.place}</a>',
        str(first_wrong(claim)),
        escape(claim.statement[0]),
        escape(claim.correction[0]),
        f"{escape(_found_by(claim))}{board}",
        f'<details><summary data-copy="{text}">text to send</summary>{text}</details>',
    )
    return f'<tr id="{claim.place}">{"".join(f"<td>{cell}" for cell in cells)}'
