"""A page for each structure of the atlas, with its formulas, files to download, and an index for the search.

The formulas come from ``build/atlas.sqlite`` (``make atlas``), with certificates, or else from the file that
is installed with gfkit. The pages print formulas up to a maximum order. The directive ``structures`` lists
the pages.
"""

from __future__ import annotations

import csv
import io
import json
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode
from zipfile import ZIP_DEFLATED, ZipFile

from build_atlas import SQUARES, families, parameters_of
from docutils import nodes

from gfkit import orbits
from gfkit.atlas.laws import AtlasFile, AtlasLaw, TwinStructures, read_laws, read_twins
from gfkit.core.algebra import Count, Evidence, RationalGF, Status
from gfkit.core.algebra.facts import law_facts
from gfkit.core.boards.spelling import synonyms
from gfkit.core.errors import GfkitError
from gfkit.core.rules import find_rule
from gfkit.core.rules.library import GROUPS
from gfkit.core.version import __version__
from gfkit.proofs import statement_for_pages
from gfkit_docs.home import SCHEME, drawn
from gfkit_docs.kept import ROOT
from gfkit_docs.mathml import series_html
from gfkit_docs.numbers import Section, numbers_of
from gfkit_docs.picture import Drawn

if TYPE_CHECKING:
    from sphinx.application import Sphinx

FOLDER = "structures"
_SHOWN, _SEARCHED = 20, 90
"""Number of terms in a page, and maximum number of characters of terms in the search index."""
_LARGEST = 20
"""Maximum order of the formulas in pages; the page ``largest`` also lists formulas of larger order."""
_MOST_LARGEST = 40
STRIPS, _LEAST_STRIPS = "{w}xn", 3
"""Series of strips, and minimum number of widths for which their orders are compared."""
_FIRST_SHOWN = ("3xn", "4xn", "2xn", "path:n", "cycle:n")
"""Boards of the formula that a page shows first, best first."""
_PICTURES = ("4x6", "4x4", "3x3", "5x5", "cycle:7")


def setup(app: Sphinx) -> None:
    app.add_directive("structures", Structures)
    app.connect("html-collect-pages", _pages)
    app.connect("build-finished", _write_files)


@cache
def _atlas() -> tuple[tuple[AtlasLaw, ...], tuple[TwinStructures, ...], Path | None]:
    """Return the formulas, the pairs of structures with equal counts, and the file with certificates."""
    path = ROOT / "build" / "atlas.sqlite"
    if path.is_file():
        with AtlasFile(path) as file:
            return tuple(file.laws()), tuple(file.twins()) or read_twins(), path
    return read_laws(), read_twins(), None


@cache
def _by_structure() -> dict[str, list[AtlasLaw]]:
    """Return the formulas of each structure, in the order of the list of structures."""
    laws = defaultdict(list)
    for law in _atlas()[0]:
        laws[law.structure].append(law)
    order = {name: place for place, name in enumerate(_structures())}
    return dict(sorted(laws.items(), key=lambda item: order.get(item[0], len(order))))


def _structures() -> list[str]:
    return [one for names in GROUPS.values() for name in names for one in parameters_of(name)]


@cache
def _numbers() -> dict[tuple[str, str], list[Section]]:
    return numbers_of(_atlas()[0])


def page_name(structure: str) -> str:
    """Return the file name of a page without its extension.

    >>> page_name("cis:2")
    'cis-2'
    """
    return structure.replace(":", "-")


def other_names(structure: str) -> list[str]:
    """Return the synonyms of a structure in the literature."""
    return sorted(word for word, row in synonyms("structures", "taken").items() if row[0] == structure)


_BUTTON = (
    "<p>The button <em>Check it here</em> lets the"
    ' <a href="algorithms/trust.html">verified program</a> prove the formula again in your browser, from its'
    " certificate alone.</p>"
)
_NO_BUTTON = (
    "<p>This copy of the pages was built without certificates. <code>gfkit derive STRUCTURE FAMILY --save"
    " FILE</code> writes the certificate of a formula, and <code>gfkit certify FILE</code> checks it.</p>"
)


class Structures(Drawn):
    """Search field, and list of all pages in the groups of ``gfkit games``."""

    def draw(self) -> list[nodes.Node]:
        parts = [
            _NO_BUTTON if _atlas()[2] is None else _BUTTON,
            '<p class="structure-search"><label>Terms, a name or an A-number '
            '<input type="search" placeholder="1, 5, 11, 36, 95"></label></p><div aria-live="polite"></div>',
        ]
        for group, names in GROUPS.items():
            items = "".join(
                f'<li><a href="{FOLDER}/{page_name(one)}.html">{escape(find_rule(one).name)}</a></li>'
                for name in names
                for one in parameters_of(name)
                if one in _by_structure()
            )
            if items:
                title = group[0].upper() + group[1:]
                parts.append(f'<h2>{escape(title)}</h2><ul class="structures">{items}</ul>')
        parts.append(f'<p><a href="{FOLDER}/largest.html">The largest formula of each structure</a></p>')
        return [nodes.raw("", "".join(parts), format="html")]


def _pages(_app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Yield the pages, which Sphinx renders with its page template."""
    home, base = _app.config.gfkit_laboratory, _app.config.html_baseurl
    for structure, laws in _by_structure().items():
        body = _body(structure, laws, base).replace(f'"{SCHEME}', f'"../{home}#')
        if not home:
            body = re.sub(r' · <a href="../#[^"]*">.*?</a>', "", body)
        context = {"title": find_rule(structure).name, "body": body, "about": _about(structure)}
        yield f"{FOLDER}/{page_name(structure)}", context, "page.html"
    yield f"{FOLDER}/largest", {"title": "Largest formulas", "body": _largest()}, "page.html"


def _largest() -> str:
    """Return the page with the formula of largest order of each structure, and the method of its proof."""
    best: dict[str, AtlasLaw] = {}
    for law in _atlas()[0]:
        if law.weights == "none" and law.recurrence:
            best[law.structure] = max(best.get(law.structure, law), law, key=lambda one: one.order)
    rows = sorted(best.values(), key=lambda law: -law.order)[:_MOST_LARGEST]
    lines = [
        f'<tr><td><a href="{page_name(law.structure)}.html">{escape(law.structure)}</a></td>'
        f"<td>{escape(law.board)}</td><td>{law.order}</td><td>{law.growth[:12]}</td>"
        f'<td class="method">{escape(Evidence(Status(law.status), law.method).method_name)}</td></tr>'
        for law in rows
    ]
    head = "".join(f"<th>{name}</th>" for name in ("structure", "boards", "order", "growth", "proved by"))
    return (
        "<h1>Largest formulas</h1><p>For each structure the formula of largest order in the atlas. "
        "<code>gfkit derive STRUCTURE BOARDS --save FILE.json</code> derives it again and writes a"
        " certificate for <code>gfkit certify</code>.</p>"
        f'<div class="table-wrapper"><table class="docutils"><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(lines)}</tbody></table></div>"
    )


def _about(structure: str) -> str:
    """Return the description of a page: the definition, and for how many families a formula is listed."""
    plain = (law for law in _by_structure()[structure] if law.weights == "none" and law.recurrence)
    laws = [law for law in plain if law.order <= _LARGEST]
    return (
        f"{_definition(structure)} Proved formulas on {len(laws)} families of boards, such as"
        f" {_first_shown(laws).board}: terms, generating function, recurrence and certificate."
        if laws
        else _definition(structure)
    )


def _definition(structure: str) -> str:
    rule = find_rule(structure)
    return f"{rule.name}: {(rule.about or rule.name).rstrip('.')}."


def _first_shown(laws: Sequence[AtlasLaw]) -> AtlasLaw:
    by_board = {law.board: law for law in laws}
    return next((by_board[board] for board in _FIRST_SHOWN if board in by_board), laws[0])


def _body(structure: str, laws: Sequence[AtlasLaw], base: str) -> str:
    rule = find_rule(structure)
    definition = _definition(structure).removeprefix(f"{rule.name}: ")
    lines = [f"<h1>{escape(rule.name)}</h1>", f"<p>{escape(definition)}</p>"]
    if rule.flat and not rule.is_game:
        lines.append(
            "<p>On a board, vertices are cells, and two cells are adjacent if they share a side; on"
            " <code>king:</code> boards also if they share a corner.</p>"
        )
    lines.append(_picture(structure))
    if names := other_names(structure):
        lines.append(f"<p>Other names: {escape(', '.join(name.replace('-', ' ') for name in names))}.</p>")
    lines += _twin_lines(structure)
    shown = [law for law in laws if law.order <= _LARGEST]
    weighted = {law.board: law for law in laws if law.weights != "none"}
    groups = defaultdict(list)
    for law in shown:
        if law.weights == "none":
            groups[families()[law.series]].append(law)
    listed = {
        about: sorted(groups[about], key=lambda law: (law.width, law.board))
        for about in dict.fromkeys(families().values())
        if groups[about]
    }
    if listed:
        first = _first_shown([law for rows in listed.values() for law in rows])
        lines.append(_choice(listed, first))
        items = "".join(
            _formula_item(law, weighted.get(law.board), is_first=law is first)
            for rows in listed.values()
            for law in rows
        )
        lines.append(f'<ul class="laws">{items}</ul>')
    for rows in listed.values():
        lines += _strip_orders([law for law in rows if law.series == STRIPS and law.recurrence])
    name = page_name(structure)
    packed = f' · <a href="{name}.zip" download>certificates (ZIP)</a>' if _atlas()[2] else ""
    lines.append(
        f'<p>Download: <a href="{name}.json" download>formulas (JSON)</a> ·'
        f' <a href="{name}.csv" download>terms (CSV)</a>{packed}</p>'
    )
    address = f", {base}{FOLDER}/{name}.html" if base else ""
    cited = f"gfkit {__version__} ({_date()}), {escape(rule.name)}{address}"
    lines.append(
        f'<h2>How to cite</h2><p class="cite"><span data-copy="{cited}">{cited}</span></p>'
        f"<p><code>gfkit derive {structure} {first.board if listed else '3xn'}</code> derives a formula"
        f" again, <code>gfkit count {structure} 4x6</code> counts on one board.</p>"
    )
    return "".join(lines)


def _date() -> str:
    """Return the date of the version."""
    found = re.search(r"^date-released: (.*)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    return found[1] if found else ""


def _choice(listed: Mapping[str, Sequence[AtlasLaw]], first: AtlasLaw) -> str:
    """Return links to the formulas, in a line for each class of families; all but the first are collapsed."""
    lines = [
        f"<p>{escape(about[0].upper() + about[1:])}: "
        + " ".join(
            f'<a href="#{escape(law.board)}"{" aria-current=true" * (law is first)}>{escape(law.board)}</a>'
            for law in rows
        )
        + "</p>"
        for about, rows in listed.items()
    ]
    more = f"<details><summary>other families</summary>{''.join(lines[1:])}</details>" * (len(lines) > 1)
    return f'<nav class="widths" aria-label="Boards">{lines[0]}{more}</nav>'


def _strip_orders(laws: Sequence[AtlasLaw]) -> Iterator[str]:
    """Compare the orders on strips of increasing width with the number of columns up to reflection."""
    if len(laws) < _LEAST_STRIPS:
        return
    try:
        columns = [orbits(law.structure, f"{law.width}x1", up_to="symmetry") for law in laws]
    except GfkitError:
        return
    classes = [int(found.count) for found in columns if isinstance(found, Count)]
    orders = [law.order for law in laws]
    if max(orders) > 1 and all(order <= number for order, number in zip(orders, classes, strict=True)):
        widths, shown, most = (
            ", ".join(map(str, row)) for row in ([law.width for law in laws], orders, classes)
        )
        yield (
            f"<p>Orders on strips of width {widths}: {shown}. Configurations of one column, up to reflection:"
            f" {most}.</p>"
        )


def _picture(structure: str) -> str:
    """Return a drawing of a random configuration on the first board that has one."""
    for board in _PICTURES:
        try:
            return f'<div class="picture">{drawn(structure, board).svg()}</div>'
        except GfkitError:
            continue
    return ""


def _twin_lines(structure: str) -> Iterator[str]:
    where = {"mxn": "all rectangles", "all": "all graphs"}
    links = defaultdict(list)
    for twin in _atlas()[1]:
        if structure in twin[:2]:
            other = twin.second if twin.first == structure else twin.first
            links[twin.boards].append(f'<a href="{page_name(other)}.html">{escape(other)}</a>')
    for boards, others in links.items():
        yield f"<p>The same counts on {where.get(boards, boards)}, proved: {', '.join(others)}.</p>"


def _formula_item(law: AtlasLaw, weighted: AtlasLaw | None, *, is_first: bool) -> str:
    """Return the list item of a formula: initial terms, evidence, and the formula."""
    terms = ", ".join(map(str, law.first_terms(_SHOWN)[:_SHOWN]))
    state = {"game": law.structure, "family": law.board, "derive": "1"}
    facts = [
        f'<a href="https://oeis.org/{one.number}">{one.number}</a>'
        + (f" ({words})" if (words := one.words(law)) else "")
        for one in _numbers()[law.key[:2]]
    ]
    if law.growth not in ("", "1"):
        facts.append(f"growth rate {law.growth[:12]}…")
    if law.board != SQUARES:
        facts.append(f'<a href="{SCHEME}{escape(urlencode(state))}">open in the laboratory</a>')
    board = escape(law.board)
    return (
        f'<li id="{board}"{" class=chosen" * is_first}><h2>{board}</h2>{_formula(law)}'
        f'<p class="terms">Terms from n = {law.first_n}: <span data-copy="{terms}">{terms}</span>, …</p>'
        f"{_evidence(law)}<p>{' · '.join(facts)}</p>{_more(law, weighted)}</li>"
    )


def _evidence(law: AtlasLaw) -> str:
    """Return the status of a formula, its method, and its certificate with the button that checks it."""
    certificate = _certificate(law)
    states = max(certificate.get("sizes") or [0]) if certificate else 0
    sizes = [f"at most {states} states"] * bool(states) + [f"order {law.order}"] * bool(law.recurrence)
    if law.board == SQUARES:
        return "<p>Each board was counted separately.</p>"
    method = Evidence(Status(law.status), law.method).method_name
    proof = f'<a href="../algorithms/trust.html">{law.status}</a> by {escape(method)}'
    line = f"{proof} ({', '.join(sizes)})" if sizes else proof
    if certificate is None:
        return f"<p>{line}</p>"
    button = ""
    if (statement := statement_for_pages(certificate)) is not None:
        said = escape(statement)
        button = f' <button type="button" class="check" data-statement="{said}">Check it here</button>'
    link = f'<a href="{certificate_name(law)}" download>certificate</a>'
    return f'<p>{line}: {link}{button}</p><p role="status"></p>'


def certificate_name(law: AtlasLaw) -> str:
    """Return the file name of the certificate of a formula."""
    board = re.sub(r"[^\w-]+", "-", law.board)
    return f"{page_name(law.structure)}-{board}.json"


def _certificate(law: AtlasLaw) -> dict[str, Any] | None:
    """Return the certificate of a formula, or None if the atlas does not contain it."""
    if (path := _atlas()[2]) is None:
        return None
    with AtlasFile(path) as file:
        return file.certificate(law.structure, law.board)


def _series(law: AtlasLaw) -> RationalGF:
    names = ("t",) if law.weights == "none" else ("t", "x")
    return RationalGF.parse(f"({law.numerator})/({law.denominator})", names, law.first_n)


def _formula(law: AtlasLaw) -> str:
    """Return the generating function and the recurrence."""
    function = series_html(_series(law)) if law.denominator else ""
    terms = re.sub(
        r"[\w*^]*\([^()]*\)", r"<span>\g<0></span>", escape(law.recurrence)
    )  # lines break between them
    recurrence = f"<p><code>{terms}</code></p>" if terms else ""
    return (f'<div class="formula flowing">{function}</div>' if function else "") + recurrence


def _more(law: AtlasLaw, weighted: AtlasLaw | None) -> str:
    """Return the collapsed facts about a formula, and the generating function with weights."""
    rows = [row for row in (law, weighted) if row is not None and row.denominator]
    parts = []
    for row in rows:
        if row.weights != "none":
            parts.append(
                f'<p>x counts the pieces:</p><div class="formula flowing">{series_html(_series(row))}</div>'
            )
        parts += [f"<p>{name}: <code>{escape(text)}</code></p>" for name, text in law_facts(_series(row))]
    return f"<details><summary>more facts</summary>{''.join(parts)}</details>" if parts else ""


def _write_files(app: Sphinx, exception: Exception | None) -> None:
    """Write the files to download, the certificates, and the search index."""
    if exception is not None or app.builder.format != "html":
        return
    folder = Path(app.outdir) / FOLDER
    folder.mkdir(exist_ok=True)
    for structure, laws in _by_structure().items():
        listed = [law.as_json() for law in laws]
        (folder / f"{page_name(structure)}.json").write_text(json.dumps(listed), encoding="utf-8")
        table = io.StringIO()
        writer = csv.writer(table, lineterminator="\n")
        writer.writerow(("board", "n", "number"))
        for law in laws:
            writer.writerows((law.board, law.first_n + k, term) for k, term in enumerate(law.terms))
        (folder / f"{page_name(structure)}.csv").write_text(table.getvalue(), encoding="utf-8")
    (folder / "index.js").write_text(search_index(), encoding="utf-8")
    if (path := _atlas()[2]) is not None:
        with AtlasFile(path) as file:
            for structure, laws in _by_structure().items():
                with ZipFile(folder / f"{page_name(structure)}.zip", "w", ZIP_DEFLATED) as packed:
                    for law in (law for law in laws if law.weights == "none"):
                        if (found := file.certificate(*law.key[:2])) is not None:
                            name, text = certificate_name(law), json.dumps(found)
                            packed.writestr(name, text)
                            (folder / name).write_text(text, encoding="utf-8")


def search_index() -> str:
    """Return the search index: pages with titles, synonyms and the boards of their first formula, and rows
    with terms, formulas and A-numbers. An A-number has the fields of its section, and its description.
    """
    places = {structure: place for place, structure in enumerate(_by_structure())}
    names = {structure: [structure, *other_names(structure)] for structure in places}
    for one, other, _, _ in _atlas()[1]:
        if one in names and other in names:
            names[one], names[other] = names[one] + other_names(other), names[other] + other_names(one)
    pages = []
    for structure, laws in _by_structure().items():
        listed = [law for law in laws if law.weights == "none" and law.order <= _LARGEST]
        board = _first_shown(listed).board if listed else ""
        words = " ".join(dict.fromkeys(names[structure]))
        pages.append([page_name(structure), find_rule(structure).name, words, board])
    rows = []
    for law in _atlas()[0]:
        if law.weights == "none" and law.order <= _LARGEST:
            terms = ",".join(map(str, law.terms))
            cut = terms if len(terms) <= _SEARCHED else terms[:_SEARCHED].rpartition(",")[0]
            formula = law.recurrence if len(law.recurrence) <= _SEARCHED else ""
            sections = [[*one, one.words(law)] for one in _numbers()[law.key[:2]]]
            rows.append([places[law.structure], law.board, cut, formula, sections])
    data = json.dumps({"pages": pages, "rows": rows}, separators=(",", ":"))
    return f"gfkitStructures({data});\n"
