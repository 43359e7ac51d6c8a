"""Formulas for every n, terms, asymptotics, and statistics of pieces."""

from __future__ import annotations

from fractions import Fraction

from gfkit.core.algebra import ClosedForm, Count, Density, Growth, Polynomial, RationalGF, Recurrence
from gfkit.core.algebra.formula import PLAIN, right_side, text_in, tree_of
from gfkit.core.algebra.formula.of_values import asymptotic, high_powers_first, is_one
from gfkit.core.algebra.formula.tree import Equation, Letter, N, PowerSum, Quotient, Symbol, term
from gfkit.core.algebra.number import whole_text
from gfkit.core.algebra.polynomial import dense
from gfkit.core.engine import Derived
from gfkit.show.card import Card, ShownFormula
from gfkit.show.cards import card_of
from gfkit.show.cards.laws import MOST_OPEN, READABLE
from gfkit.show.markup import escape_text, tag
from gfkit.show.notebook import LONGEST_TEXT, formula
from gfkit.show.phrases import objects_of
from gfkit.show.report.page import (
    MOST_COPIED,
    Section,
    ball_text,
    display,
    figure,
    fold,
    heading,
    inline,
    listing,
    long_number,
    long_sum,
    paragraph,
    picture,
    polynomial,
    table,
)
from gfkit.show.report.subject import Subject
from gfkit.show.svg.chart import complex_roots, ratio_drawing, roots_drawing, terms_drawing

_FRACTION = 130
"""Maximum number of characters of the LaTeX of numerator and denominator for which a quotient is one
fraction.
"""
_MOST_FORM = 20_000
_SYSTEMS = ("pari", "maple", "mathematica", "sage", "sympy", "latex")
_POINTS = 24
_MOST_CONSTANTS = 12
_POLYNOMIALS = 7
_MOST_LISTED = 60
_MOST_DENSITY = 60
"""Maximum order for which mean and variance are computed."""
_BOARDS = 12
_DECIMALS = 8


def law_section(subject: Subject) -> Section | None:
    """Return the section of formulas for every n, or of the polynomial of a single board with weights."""
    result = subject.result
    if isinstance(result, Count):
        words = paragraph(f"The count refined by the number of pieces, where {subject.marks}:")
        shown = words + polynomial(result.polynomial, "polynomial")
        return Section("count", "Polynomial", shown) if result.weights else None
    if result.rational is None:
        return Section("law", "Formulas", _formulas(result))
    parts = [_heading("Generating function", result.generating_function)]
    parts.append(series_shown(result.generating_function))
    if subject.has_weights and subject.plain is not None:
        parts += [paragraph("With all weights equal to 1:"), series_shown(subject.plain)]
    parts += [
        _heading("Recurrence", result.recurrence),
        recurrence_shown(result.recurrence),
        *_write_closed_form(result),
        *(paragraph(f"{name.capitalize()}: {text}.") for name, text in result.facts()),
        _write_formats(result),
    ]
    return Section("law", "Formulas", "".join(parts))


def _heading(title: str, value: RationalGF | Recurrence | ClosedForm) -> str:
    return heading(title, str(value), value.latex())


def series_shown(series: RationalGF) -> str:
    """Return the generating function as one fraction, or numerator and denominator separately."""
    start = "" if not series.first_n else f"The series starts at n = {series.first_n}."
    note = tag("p", start, class_="note") if start else ""
    total = PowerSum(Symbol(("a",), N), series.first_n)
    if max(len(part.latex()) for part in (series.numerator, series.denominator)) <= _FRACTION:
        return display(Equation(total, tree_of(series))) + note
    above, below = Letter("P"), Letter("Q")
    return (
        display(Equation(total, Quotient(above, below)))
        + tag("p", "with ", inline(above), " =")
        + polynomial(series.numerator, "the numerator P")
        + tag("p", "and ", inline(below), " =")
        + polynomial(series.denominator, "the denominator Q")
        + note
    )


def recurrence_shown(rule: Recurrence) -> str:
    """Return the recurrence, broken between its terms, with the range of n."""
    if not rule.order:
        return paragraph(f"a(n) = 0 for n ≥ {rule.valid_from}.")
    right = right_side(rule)
    tail = f" for\u00a0n\u00a0≥\u00a0{rule.valid_from}."
    return long_sum(right, PLAIN.write(Equation(term(0), right)), "the recurrence", term(0), tail)


def _write_closed_form(found: Derived) -> list[str]:
    """Return the closed form, folded for a high order, or no markup with weights or for too many roots."""
    if not found.is_analysed or not found.order:
        return []
    form = found.closed_form
    assert form is not None, "without weights there is one"
    plain = str(form)
    if len(plain) > _MOST_FORM:
        return []
    shown = display(tree_of(form)) if found.order <= READABLE else ""
    if found.order > MOST_OPEN:
        return [fold(f"closed form of order {found.order}", shown + listing(plain, "closed form"))]
    text = fold("as text, with decimals of the roots", listing(plain, "closed form"))
    return [_heading("Closed form", form), shown, text if form.numbered_parts else ""]


def _write_formats(found: Derived) -> str:
    """Return the generating function in the notations of computer algebra systems."""
    plain = str(found)
    if len(plain) > MOST_COPIED // len(_SYSTEMS):
        return fold("as text", listing(plain, "generating function"))
    texts = [(name, text_in(found, name)) for name in _SYSTEMS]
    lines = [f"{name}:\n{text}" for name, text in texts]
    return fold("for PARI, Maple, Mathematica, Sage, SymPy, LaTeX", listing("\n\n".join(lines), "formulas"))


def _formulas(law: Derived) -> str:
    """Return the formulas of a law without a rational generating function, as on its card."""
    card = card_of(law)
    assert card is not None, "every law has a card"
    return formulas_of(card)


def formulas_of(card: Card) -> str:
    """Return the formulas on a card, each with its label as heading."""
    shown = [(row.label, row.value) for row in card.rows if isinstance(row.value, ShownFormula)]
    return "".join(
        heading(label.capitalize(), value.text, value.written("latex"))
        + (
            tag("div", formula(value), class_="sum")
            if len(value.text) <= LONGEST_TEXT
            else listing(value.text, label)
        )
        for label, value in shown
    )


# Terms and growth


def terms_section(subject: Subject) -> Section | None:
    """Return the table of the terms, and the charts of their logarithms and ratios."""
    numbers, law = subject.numbers, subject.law
    if not numbers or law is None:
        return None
    first = subject.family.first_n
    rows = [(str(n), long_number(value)) for n, value in enumerate(numbers, first)]
    text = f"The counts of {objects_of(subject.rule)} for n\xa0≥\xa0{first}"
    plain = ", ".join(map(whole_text, numbers))
    drawn = [terms_drawing(charted := law.numbers(_POINTS), first)]
    drawn += filter(None, [ratio_drawing(charted, first, subject.rate)])
    caption = "The terms and their ratios." if len(drawn) > 1 else "The terms."
    caption += " The dashed line marks the limit." * ('class="rate"' in drawn[-1].body)
    charts = tag("div", *map(picture, drawn), class_="panels")
    return Section(
        "terms",
        "Terms",
        heading("Initial terms", plain)
        + tag("figure", charts, tag("figcaption", escape_text(caption)))
        + table(("n", "a(n)"), rows, text)
        + fold("the terms in one line", listing(plain, "terms")),
    )


def growth_section(subject: Subject) -> Section | None:
    """Return the section of asymptotics, or None if there is no recurrence."""
    series = subject.plain
    if series is None or not series.order:
        return None
    if not subject.is_analysed:
        text = f"The asymptotics are omitted, because the recurrence has order {series.order}."
        return Section("growth", "Asymptotics", paragraph(text))
    rate = subject.rate
    assert rate is not None, "it is analysed"
    return Section("growth", "Asymptotics", _statement(rate) + _facts(rate) + _roots(series))


def _statement(rate: Growth) -> str:
    if not rate.dominant:
        return paragraph(rate.note)
    text = tag("p", escape_text(rate.note), class_="note") if rate.note else ""
    return display(asymptotic(rate)) + text


def _facts(rate: Growth) -> str:
    if not rate.dominant:
        return ""
    rows = [] if is_one(rate.rate) else [("λ", ball_text(rate.rate))]
    several = len(rate.constants) > 1
    rows += [
        (f"C for n ≡ {k} mod {rate.period}" if several else "C", ball_text(ball))
        for k, ball in enumerate(rate.constants[:_MOST_CONSTANTS])
    ]
    if rate.minimal_polynomial is not None and not is_one(rate.rate):
        least = rate.minimal_polynomial
        in_z = high_powers_first([int(coeff) for coeff in dense(least).coeffs()], "z")
        shown = long_sum(in_z, str(least), "minimal polynomial")
        rows.append(("minimal polynomial of λ", shown))
    inside = table((), rows, "All digits are certified; ± gives the radius of an enclosing ball.")
    return tag("div", inside, class_="facts")


def _roots(series: RationalGF) -> str:
    drawn = roots_drawing(complex_roots(series.denominator))
    caption = "A ring marks the dominant singularities, and the circle is the unit circle."
    if "Beyond the edge" in drawn.description:
        caption += " Arrowheads denote roots outside the drawing."
    return figure(drawn, f"Roots of the denominator in the complex plane. {caption}")


# Pieces


def pieces_section(subject: Subject) -> Section | None:
    """Return the section of polynomials, with mean and variance of the number of pieces per cell."""
    derived = subject.law
    if derived is None or not derived.weights:
        return None
    averages = ""
    if derived.rational is not None and derived.cells_per_n and derived.order <= _MOST_DENSITY:
        averages = _averages(derived.density(subject.digits), derived.first_n)
    return Section("pieces", "Refinement by pieces", _polynomials(subject, derived) + averages)


def _polynomials(subject: Subject, found: Derived) -> str:
    rows = [
        (str(n), long_sum(tree_of(value), str(value), "polynomial"))
        for n, value in enumerate(found.terms(_POLYNOMIALS), found.first_n)
        if isinstance(value, Polynomial) and len(value.terms) <= _MOST_LISTED
    ]
    made = table(("n", "a(n)"), rows, f"Polynomials for small n; {subject.marks}.")
    return tag("div", made, class_="left")


def _averages(found: Density, first_n: int) -> str:
    """Return exact averages for small boards, and certified limits."""
    start = max(1, first_n)
    counts = found.pieces.mean().counts.terms(start + _BOARDS - first_n)
    rows = [
        (str(n), _decimals(found.mean(n)), _decimals(found.variance(n)))
        for n in range(start, start + _BOARDS)
        if counts[n - first_n]
    ]
    text = "Mean and variance of the number of pieces, per cell."
    return table(("n", "mean", "variance"), rows, text) + _limits(found)


def _limits(found: Density) -> str:
    balls = (("mean per cell", found.limit_mean), ("variance per cell", found.limit_variance))
    rows = [(name, ball_text(ball)) for name, ball in balls if ball is not None]
    if not rows:
        return tag("p", escape_text(found.note), class_="note")
    return tag(
        "div", table((), rows, "Limits as n tends to infinity; all digits are certified."), class_="facts"
    )


def _decimals(value: Fraction) -> str:
    return f"{float(value):.{_DECIMALS}f}"
