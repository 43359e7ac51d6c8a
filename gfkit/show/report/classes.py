"""Report on a class that equations specify: definition, formulas, terms, proof and certificate."""

from __future__ import annotations

import shlex
from datetime import date
from hashlib import sha256

from gfkit.core.algebra.number import whole_text
from gfkit.proofs import certificate_text
from gfkit.show.cards import card_of
from gfkit.show.markup import escape_text, tag
from gfkit.show.notebook import evidence_text
from gfkit.show.report.law import formulas_of
from gfkit.show.report.making import Report
from gfkit.show.report.page import (
    Section,
    fold,
    heading,
    listing,
    long_number,
    paragraph,
    picture,
    table,
    whole_page,
)
from gfkit.show.report.proof import download
from gfkit.show.report.subject import certify_command, title_block
from gfkit.show.svg.chart import ratio_drawing, terms_drawing
from gfkit.specifications import SpecificationLaw

_POINTS, _FIRST = 24, 8
"""Numbers of terms in the charts, and in the head of the page."""


def class_report(found: SpecificationLaw, *, terms: int = 20, day: date | None = None) -> Report:
    """Return a page about a class that equations specify.

    >>> from gfkit.specifications import law_named
    >>> class_report(law_named("dyck-paths")).title
    'Dyck paths by semilength'
    """
    title = found.title[:1].upper() + found.title[1:] + (f" by {found.size}" if found.size else "")
    numbers = [*map(int, found.terms(terms))]
    lead = (
        f"We count the {found.title}: {found.about}."
        if found.about
        else f"The series is given by {found.text}."
    )
    listed = ", ".join(map(whole_text, numbers[:_FIRST]))
    top = title_block(title, found.name if found.about else "specification", day or date.today())
    top += tag("p", escape_text(lead), class_="lead")
    top += tag("p", escape_text(f"The numbers for n ≥ {found.first_n}: {listed}, …"))
    top += tag("p", evidence_text(found.evidence), class_="known")
    card = card_of(found)
    assert card is not None, "every law has a card"
    sections = [
        Section("equations", "Specification", _specification(found)),
        Section("law", "Formulas", formulas_of(card)),
        Section("terms", "Terms", _terms(found, numbers)),
        Section("proof", "Proof", _proof(found)),
        Section("repeat", "Commands", _commands(found)),
    ]
    return Report(title, whole_page(title, top, sections))


def _specification(found: SpecificationLaw) -> str:
    size = (
        f"n is the {found.size}"
        if found.size and not found.size.endswith("s")
        else f"n counts the {found.size}"
    )
    texts = [listing(found.text.replace("; ", "\n"), "equations")]
    texts += [paragraph(f"Here t marks the size; {size}.")] if found.size else []
    texts += [paragraph(f"Assumed: {found.hypothesis}.")] if found.hypothesis else []
    return "".join(texts)


def _terms(found: SpecificationLaw, numbers: list[int]) -> str:
    plain = ", ".join(map(whole_text, numbers))
    charted = [*map(int, found.terms(_POINTS))]
    drawn = [terms_drawing(charted, found.first_n)]
    drawn += filter(None, [ratio_drawing(charted, found.first_n, None)])
    rows = [(str(n), long_number(value)) for n, value in enumerate(numbers, found.first_n)]
    return (
        heading("Initial terms", plain)
        + tag("figure", tag("div", *map(picture, drawn), class_="panels"))
        + table(("n", "a(n)"), rows, f"The numbers a(n) for n\xa0≥\xa0{found.first_n}")
        + fold("the terms in one line", listing(plain, "terms"))
    )


def _proof(found: SpecificationLaw) -> str:
    name = _certificate_name(found)
    data = certificate_text(found.certificate()).encode()
    unknowns = ", ".join(found.system.names)
    texts = [
        f"The equations determine the coefficients of {unknowns} one after the other, so exactly one solution"
        " starts with the given constant terms. All unknowns are rational functions of t and of one power"
        " series, the only root of a polynomial that starts with given terms. These functions satisfy"
        " the equations identically modulo that polynomial; so they are the solution, and the equation of f"
        " follows in the same way.",
        "The certificate contains the polynomials. An independent program in plain Python checks it, starting"
        " from the specification.",
    ]
    return "".join(
        (
            *map(paragraph, texts),
            tag("h3", "Certificate"),
            tag("p", download(name, data, "application/json")),
            listing(certify_command(name), "command that checks the certificate"),
            tag("p", f"SHA-256 {sha256(data).hexdigest()}", class_="note"),
        )
    )


def _commands(found: SpecificationLaw) -> str:
    words = ["gfkit", "derive", found.name]
    saved = [*words, "--save", _certificate_name(found)]
    lines = [shlex.join(saved), shlex.join(["gfkit", "report", found.name, "n", "-o", "report.html"])]
    return listing("\n".join(lines), "commands that repeat this report")


def _certificate_name(found: SpecificationLaw) -> str:
    return f"{found.name}.json" if found.about else "specification.json"
