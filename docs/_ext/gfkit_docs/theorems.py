"""The directives ``oeis-list`` and ``oeis-errata``: proved formulas of OEIS entries, and errors."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import TYPE_CHECKING

from docutils import nodes

from gfkit_docs.entries import COLUMNS, FILE, erratum_row, full_row, read_rows, table_row
from gfkit_docs.picture import Drawn

if TYPE_CHECKING:
    from sphinx.application import Sphinx


def setup(app: Sphinx) -> None:
    app.add_directive("oeis-list", EntryList)
    app.add_directive("oeis-errata", EntryErrata)
    app.connect("build-finished", _write_files)


class EntryList(Drawn):
    """Table of all rows, with a field that filters it."""

    def draw(self) -> list[nodes.Node]:
        self.env.note_dependency(str(FILE))
        rows = list(map(full_row, read_rows()))
        few = sum(not row["terms_suffice"] for row in rows)
        lead = (
            f"<p>{len(rows):,} entries, with orders up to {max(row['order'] for row in rows)}. For {few:,} of"
            " them, the compared terms are fewer than twice the order, so the terms alone do not determine"
            ' the recurrence.</p><p>Download: <a href="oeis-list.csv" download>CSV</a> ·'
            ' <a href="oeis-list.json" download>JSON, with the rule files</a></p>'
        )
        field = (
            '<p class="list-filter" hidden><label>A-number, words, boards or signature '
            '<input type="search" placeholder="tilings 4xn"></label> <output></output></p>'
        )
        names = ("entry", "a(n) is the number of", "recurrence", "proof", "terms")
        head = "".join(f'<th scope="col">{name}</th>' for name in names)
        body = "\n".join(map(table_row, rows))
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        return [nodes.raw("", f'<div class="oeis-list">{lead}{field}{table}</div>', format="html")]


def _write_files(app: Sphinx, exception: Exception | None) -> None:
    """Write the list as CSV and JSON; the JSON file also contains the rules."""
    if exception is None and app.builder.format == "html":
        rows = list(map(full_row, read_rows()))
        text = io.StringIO()
        writer = csv.DictWriter(text, COLUMNS, extrasaction="ignore", lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        folder = Path(app.outdir)
        (folder / "oeis-list.csv").write_text(text.getvalue(), encoding="utf-8")
        (folder / "oeis-list.json").write_text(json.dumps(rows), encoding="utf-8")


class EntryErrata(Drawn):
    """Table of the refuted claims about OEIS entries, each with a report for the editors."""

    def draw(self) -> list[nodes.Node]:
        from gfkit.catalog import load

        claims = [claim for document in load() for claim in document.claims]
        refuted = [claim for claim in claims if claim.source.id == "oeis" and claim.status == "refuted"]
        head = "".join(
            f'<th scope="col">{name}</th>'
            for name in ("entry", "n", "printed", "correct", "found by", "text")
        )
        body = "".join(map(erratum_row, sorted(refuted, key=lambda claim: claim.place)))
        table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
        return [nodes.raw("", f'<div class="oeis-list errata">{table}</div>', format="html")]
