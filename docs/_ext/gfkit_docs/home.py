"""Directives of the home page and of tables: ``explorer``, ``gallery``, ``claims``, ``names`` and ``words``.

An explorer is a figure with a slider. Addresses that begin with ``laboratory:`` link to the laboratory; their
fragment contains the query. A site without the laboratory omits these links.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from html import escape
from itertools import islice
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from docutils import nodes

import gfkit
from gfkit.core.boards.spelling import synonyms
from gfkit.core.rules import Question, find_rule
from gfkit.core.rules.library import GROUPS, about_built_in
from gfkit.show.configurations import configuration_drawing
from gfkit.show.markup import tag
from gfkit.show.svg import Drawing
from gfkit.show.svg.document import style
from gfkit_docs.kept import ROOT
from gfkit_docs.mathml import flowing, series_html
from gfkit_docs.picture import Drawn

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from gfkit.catalog.claim import PublishedClaim, Source

SCHEME = "laboratory:"
_LAST = 8
"""Maximum n of the slider."""


def setup(app: Sphinx) -> None:
    app.add_directive("explorer", Explorer)
    app.add_directive("gallery", Gallery)
    app.add_directive("claims", Claims)
    app.add_directive("names", Names)
    app.add_directive("words", Words)
    app.connect("doctree-resolved", link_laboratory)


def drawn(name: str, board: str) -> Drawing:
    """Return a drawing of a random configuration, which is equal in every build.

    >>> drawn("kings", "2x3").title
    'Kings on 2x3'
    """
    rule = find_rule(name)
    if rule.has_image:  # listed but not sampled
        found = list(islice(gfkit.configurations(name, board), 3))[-1]
    else:
        found = gfkit.sample(name, board, seed=3)
    return configuration_drawing(rule, found.board, found.configuration)


class Gallery(Drawn):
    """Thumbnails. Each line contains the name of a structure and optionally a board (default 4x6)."""

    has_content = True

    def draw(self) -> list[nodes.Node]:
        items = "".join(_thumbnail(*line.split()) for line in self.content)
        return [nodes.raw("", f'{_style()}<ul class="gallery">{items}</ul>', format="html")]


def _thumbnail(name: str, board: str = "4x6") -> str:
    rule = find_rule(name)
    family = re.sub(r"\d+$", "n", board)
    address = SCHEME + urlencode({"game": name, "board": board, "family": family})
    picture = drawn(name, board).svg(styled=False)
    return f'<li><a href="{escape(address)}">{picture}<span>{escape(rule.name)}</span></a></li>'


class Names(Drawn):
    """Tables of names, definitions and synonyms, one for each group of ``gfkit games``."""

    def draw(self) -> list[nodes.Node]:
        taken = synonyms("structures", "taken").items()
        parts = [
            f"<h3>{escape(group[0].upper() + group[1:])}</h3>"
            + _table(
                ("name", "objects counted", "also called"),
                (
                    (tag("code", name), escape(about_built_in(name)), ", ".join(sorted(map(escape, also))))
                    for name in names
                    for also in [[word for word, row in taken if row[0] == name]]
                ),
            )
            for group, names in GROUPS.items()
        ]
        return [nodes.raw("", "".join(parts), format="html")]


class Words(Drawn):
    """Table of the known search terms, each with its answer and a command."""

    def draw(self) -> list[nodes.Node]:
        known = tomllib.loads((ROOT / "gfkit/help/known.toml").read_text("utf-8"))
        rows = (
            (
                escape(", ".join((key.replace("-", " "), *row.get("also", ())))),
                escape(row["say"]),
                tag("code", escape(row["run"])) if "run" in row else "",
            )
            for key, row in sorted(known.items())
        )
        return [nodes.raw("", _table(("words", "answer", "command"), rows), format="html")]


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return an HTML table, which scrolls on a narrow screen."""
    lines = ("".join(f"<td>{cell}</td>" for cell in row) for row in rows)
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    shown = f'<table class="docutils"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'
    return f'<div class="table-wrapper docutils container">{shown}</div>'


def _style() -> str:
    """Return the style sheet of all figures of a page."""
    return f"<style>{style('auto')}</style>"


class Explorer(Drawn):
    """Figure with a slider. Each line contains the name of a structure and a family.

    The slider sets n, which selects the board, the count, and the highlighted term of the series.
    """

    has_content = True

    def draw(self) -> list[nodes.Node]:
        asked = [line.split() for line in self.content]
        radios = "".join(
            f'<label><input type="radio" name="structure" value="{name}"{" checked" * (not k)}>'
            f"{escape(find_rule(name).name)}</label>"
            for k, (name, _) in enumerate(asked)
        )
        shown = "".join(_views(name, family, is_first=not k) for k, (name, family) in enumerate(asked))
        slider = (
            f'<label class="slider"><span>n = <output>{_LAST - 2}</output></span>'
            f'<input type="range" min="1" max="{_LAST}" value="{_LAST - 2}"></label>'
        )
        choice = f'<fieldset><legend class="unseen">Structure</legend>{radios}</fieldset>'
        html = f'{_style()}<div class="explorer">{choice}{slider}<div aria-live="polite">{shown}</div></div>'
        return [nodes.raw("", html, format="html")]


def _views(name: str, family: str, *, is_first: bool) -> str:
    """Return the board, the count and the series with a highlighted term for each n. One n is visible."""
    law, question = gfkit.derive(name, family), Question.of(name, family)
    counts, rule = law.terms(_LAST + 1), question.rule
    counted = rule.name[0].lower() + rule.name[1:]
    function = law.generating_function
    fraction = series_html(function)
    views = []
    for n in range(1, _LAST + 1):
        board = question.family.at(n)
        noun = counted if counts[n] != 1 else counted.removesuffix("s")
        title = f"{board.text.replace('x', ' × ')}: <b>{counts[n]:,}</b> {noun}"
        series = "".join(_term(count, k, is_marked=k == n) for k, count in enumerate(counts))
        hidden = "" if is_first and n == _LAST - 2 else " hidden"
        views.append(
            f'<figure data-name="{name}" data-n="{n}"{hidden}>'
            f"{drawn(name, board.text).svg(styled=False)}<figcaption>{title}<br>"
            f"<code>gfkit count {escape(name)} {board.text}</code></figcaption>"
            f'<div class="formula flowing">{fraction} {series} <span>+ ⋯</span></div></figure>'
        )
    return "".join(views)


def _term(count: int, n: int, *, is_marked: bool) -> str:
    """Return a term of a series in MathML, preceded by its sign."""
    power = "" if not n else "<mi>t</mi>" if n == 1 else f"<msup><mi>t</mi><mn>{n}</mn></msup>"
    number = tag("mn", f"{count:,}") if count != 1 or not n else ""
    sign = "+" if n else "="
    term = f"<math><mrow>{number}{power}</mrow></math>"
    return f"<span>{sign} {tag('span', term, class_='now' if is_marked else None)}</span> "


class Claims(Drawn):
    """Claims of the catalogue with source and correction. Each line contains the id of a claim."""

    has_content = True

    def draw(self) -> list[nodes.Node]:
        from gfkit.catalog import load

        known = {claim.id: (document.source, claim) for document in load() for claim in document.claims}
        items = "".join(_claim(*known[line]) for line in self.content)
        return [nodes.raw("", f'<ul class="cards claims">{items}</ul>', format="html")]


def _claim(source: Source, claim: PublishedClaim) -> str:
    from gfkit.catalog.running import typeset

    verdict = "conjecture, proved here" if claim.stance != "stated" else claim.status
    formulas = [("", claim.statement[0]), *(("correct:", text) for text in claim.correction)]
    shown = "".join(
        f'<div class="formula flowing">{escape(lead)} {flowing(latex)}</div>'
        for lead, text in formulas
        if (latex := typeset(text)) is not None
    )
    first, *others = source.authors
    authors = f"{first} and {len(others)} others" if len(others) > 2 else ", ".join(source.authors)
    head = f'<p class="verdict {claim.status}">{escape(verdict)}</p><p>{escape(claim.words)}</p>'
    return (
        f'<li class="card">{head}{shown}'
        f"<p><cite>{escape(source.title)}</cite>, {escape(claim.place)}. {escape(authors)}</p></li>"
    )


def link_laboratory(app: Sphinx, page: nodes.document, name: str) -> None:
    """Replace the scheme by the address of the laboratory as seen from a page, or remove the links."""
    home = app.config.gfkit_laboratory
    begin = "../" * name.count("/") + f"{home}#"
    for reference in list(page.findall(nodes.reference)):
        if reference.get("refuri", "").startswith(SCHEME):
            reference["refuri"] = begin + reference["refuri"].removeprefix(SCHEME)
            if not home:
                reference.parent.remove(reference)
    for raw in list(page.findall(nodes.raw)):
        if f'"{SCHEME}' in raw.astext():
            text = raw.astext().replace(f'"{SCHEME}', f'"{begin}')
            if not home:
                text = re.sub(rf'<a href="{begin}[^"]*">(.*?)</a>', r"\1", text, flags=re.DOTALL)
            raw.replace_self(nodes.raw("", text, format="html"))
