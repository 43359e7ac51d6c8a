"""Report on the polynomial of a graph, or on the polynomials of a family: formula, special values, zeros."""

from __future__ import annotations

import shlex
from datetime import date

from gfkit.core.algebra import Polynomial, RationalGF, Status
from gfkit.core.algebra.polynomial import with_values
from gfkit.core.boards import Board
from gfkit.core.errors import OptionError
from gfkit.questions.graph_polynomial import KINDS, PERCOLATION, PolynomialOfBoard, PolynomialOfFamily
from gfkit.show.markup import escape_text, tag
from gfkit.show.notebook import evidence_text
from gfkit.show.phrases import board_title
from gfkit.show.report.law import series_shown
from gfkit.show.report.making import Report
from gfkit.show.report.page import Section, figure, listing, paragraph, polynomial, table, whole_page
from gfkit.show.report.subject import title_block
from gfkit.show.svg import board_drawing, family_zeros_drawing, zeros_drawing
from gfkit.show.svg.chart import complex_roots

_FIRST, _MOST_DRAWN, _DRAWN = 4, 60, 12
"""Number of boards of a family that are listed, maximum number of cells of boards that are drawn, and size n
whose zeros are drawn.
"""
_MEANINGS: dict[str, tuple[tuple[dict[str, int], str], ...]] = {
    "chromatic": tuple(({"q": q}, f"colourings with {q} colours") for q in (2, 3, 4)),
    "tutte": (
        ({"x": 1, "y": 1}, "spanning trees"),
        ({"x": 2, "y": 1}, "spanning forests"),
        ({"x": 1, "y": 2}, "connected spanning subgraphs"),
        ({"x": 2, "y": 0}, "acyclic orientations"),
        ({"x": 2, "y": 2}, "sets of edges"),
    ),
    "potts": tuple(({"q": q, "v": -1}, f"colourings with {q} colours") for q in (2, 3)),
    "flow": tuple(({"q": q}, f"nowhere-zero flows modulo {q}") for q in (2, 3, 4)),
    "independence": (
        ({"x": 1}, "independent sets"),
        ({"x": -1}, "independent sets of even size minus those of odd size"),
    ),
    "ising": (({"z": 1}, "spin configurations"), ({"z": 0}, "spin configurations without equal neighbours")),
    "reliability": (({"p": 1}, "1 for a connected graph"),),
    "matching": (({"x": 0}, "perfect matchings, with sign"),),
    **{kind: (({"p": 1}, "1 if the board percolates"),) for kind in PERCOLATION},
}
"""Interpretations of special values of the polynomials of connected graphs."""


def polynomial_report(found: PolynomialOfBoard | PolynomialOfFamily, *, day: date | None = None) -> Report:
    """Return a page about a graph polynomial, or about the generating function of a family.

    >>> from gfkit.questions.graph_polynomial import graph_polynomial
    >>> polynomial_report(graph_polynomial("tutte", "ladder:n")).title
    'Tutte polynomials of the graph ladder:n'
    """
    whole = isinstance(found, PolynomialOfFamily)
    names = found.variables if isinstance(found, PolynomialOfFamily) else found.polynomial.variables
    if names != KINDS[found.kind].variables:
        raise OptionError("a report is about a polynomial in all its variables; replace none by a number")
    what = "polynomials" if whole else "polynomial"
    title = f"{found.kind.capitalize()} {what} of {board_title(found.graph.text)}"
    head = title_block(title, found.graph.text, day or date.today())
    head += tag("p", evidence_text(found.evidence), class_="known")
    sections = [_law(found), _values(found), _zeros(found), _known_section(found), _repeat(found)]
    kept = [section for section in sections if section is not None]
    return Report(title, whole_page(title, head, kept))


def _law(found: PolynomialOfBoard | PolynomialOfFamily) -> Section:
    if isinstance(found, PolynomialOfBoard):
        drawn = ""
        if 0 < found.board.size <= _MOST_DRAWN:
            drawn = figure(board_drawing(found.board), found.board.text)
        shown = polynomial(found.polynomial, "the polynomial")
        return Section("polynomial", "Polynomial", drawn + shown)
    gf = found.generating_function
    first = range(gf.first_n, gf.first_n + _FIRST)
    rows = [(str(n), polynomial(found[n], f"n = {n}")) for n in first]
    parts = [series_shown(gf), table(("n", "polynomial"), rows, "Polynomials for small n", "left")]
    return Section("law", "Generating function", "".join(parts))


def _values(found: PolynomialOfBoard | PolynomialOfFamily) -> Section:
    """Return the section of special values of the polynomial and of their interpretations."""
    rows = []
    for at, counted in _MEANINGS[found.kind]:
        where = ", ".join(f"{name} = {number}" for name, number in at.items())
        rows.append((escape_text(where), escape_text(counted), escape_text(_at(found, at))))
    text = "Interpretations of special values for connected graphs:"
    return Section(
        "values", "Values", paragraph(text) + table(("at", "what", "value"), rows, "Values", "left")
    )


def _at(found: PolynomialOfBoard | PolynomialOfFamily, at: dict[str, int]) -> str:
    if isinstance(found, PolynomialOfBoard):
        return str(with_values(found.polynomial, at))
    series = found.generating_function.at(**at)
    terms = ", ".join(str(series.coefficient(n)) for n in range(series.first_n, series.first_n + 8))
    return f"for n >= {series.first_n}: {terms}, ..."


def _zeros(found: PolynomialOfBoard | PolynomialOfFamily) -> Section | None:
    """Return the section of zeros, and of the limit curves for a family."""
    if isinstance(found, PolynomialOfBoard):
        value = found.polynomial
        if len(value.variables) != 1 or value.degree() < 1:
            return None
        drawing = zeros_drawing(complex_roots(value), f"zeros of the {found.kind} polynomial")
        return Section("zeros", "Zeros", figure(drawing, "Zeros in the complex plane."))
    if len(found.variables) != 1 or not _is_drawn(found.generating_function):
        return None
    drawing = family_zeros_drawing(found.generating_function, _DRAWN, f"zeros at n = {_DRAWN}")
    caption = (
        f"Zeros at n = {_DRAWN}, over curves where the two eigenvalues of largest modulus have equal modulus."
        " The curves are computed on a grid, without proof."
    )
    return Section("zeros", "Zeros", figure(drawing, caption))


def _is_drawn(gf: RationalGF) -> bool:
    value = gf.coefficient(_DRAWN)
    return isinstance(value, Polynomial) and value.degree() > 0


def _known_section(found: PolynomialOfBoard | PolynomialOfFamily) -> Section:
    if isinstance(found.graph, Board):
        text = "The polynomial follows from an exact weighted count."
    else:
        sure = "proves" if found.evidence.status is Status.PROVED else "yields, very probably"
        text = (
            "The weighted counts have a rational generating function, which the transfer matrix of one slice"
            f" {sure} for every n. Rational functions in place of the weights give the polynomials; they were"
            " compared with polynomials of single boards for small n."
        )
    return Section("known", "Evidence", paragraph(text) + paragraph(str(found.evidence)))


def _repeat(found: PolynomialOfBoard | PolynomialOfFamily) -> Section:
    command = shlex.join(["gfkit", "polynomial", found.kind, found.graph.text])
    return Section("repeat", "Commands", listing(command, "command that repeats this report"))
