"""Formulas for every n, terms, asymptotics, and statistics of pieces."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from gfkit.algebra import Count, Density, Growth, Polynomial, RationalGF, Recurrence
from gfkit.algebra.formula import LATEX, PLAIN, right_side, text_in, tree_of
from gfkit.algebra.formula.of_values import asymptotic, high_powers_first
from gfkit.algebra.formula.read.values import read_formula
from gfkit.algebra.formula.tree import Equation, Factorial, Letter, N, PowerSum, Quotient, Symbol, term
from gfkit.algebra.growth import growth
from gfkit.algebra.number import whole_text
from gfkit.algebra.polynomial import dense
from gfkit.engine import Derived
from gfkit.rules.kinds.wording import counted_noun
from gfkit.show.markup import escape_text, tag
from gfkit.show.report.page import (
    Section,
    ball_text,
    display,
    figure,
    fold,
    inline,
    listing,
    long_number,
    long_sum,
    paragraph,
    polynomial,
    table,
)
from gfkit.show.report.subject import Subject
from gfkit.show.svg.chart import complex_roots, ratio_drawing, ratios, roots_drawing, terms_drawing

_FRACTION = 130
"""Maximum number of characters of the LaTeX of numerator and denominator for which a quotient is one
fraction.
"""
_FORM = 420
_MOST_FORM = 20_000
_SYSTEMS = ("pari", "maple", "mathematica", "sage", "sympy", "latex")
_MOST_COPIED = 60_000
_POINTS = 24
_LARGEST = 1e300
_MOST_CONSTANTS = 12
_POLYNOMIALS = 7
_MOST_LISTED = 60
_MOST_DENSITY = 60
"""Maximum order for which mean and variance are computed."""
_BOARDS = 12
_DECIMALS = 8


def law_section(subject: Subject) -> Section:
    """Return the section of formulas for every n, or of the count on a single board."""
    result = subject.result
    if isinstance(result, Count):
        return Section("count", "Count", _count(subject, result))
    if result.exponential is not None:
        return Section("law", "Formulas", _complete(result, result.exponential))
    if result.rational is None:
        listed = listing(f"{result.series_text}\n{result.recurrence_text}", "law")
        return Section("law", "Formulas", listed)
    parts = [tag("h3", "Generating function"), series_shown(result.generating_function)]
    if subject.has_weights and subject.plain is not None:
        parts += [paragraph("With all weights equal to 1:"), series_shown(subject.plain)]
    parts += [
        tag("h3", "Recurrence"),
        recurrence_shown(result.recurrence),
        *_write_closed_form(result),
        _write_formats(result),
    ]
    return Section("law", "Formulas", "".join(parts))


def _count(subject: Subject, found: Count) -> str:
    number = paragraph(f"The number of {subject.counted_phrase} is") + tag(
        "p", long_number(found.count), class_="lead"
    )
    if not found.weights:
        return number
    return (
        number
        + paragraph(f"Refined by the number of pieces, where {subject.marks}:")
        + polynomial(found.polynomial, "polynomial")
    )


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
    return long_sum(right, PLAIN.write(right), "the recurrence", term(0), tail)


def _write_closed_form(found: Derived) -> list[str]:
    """Return the closed form, folded if it is long, or an empty string with weights or for too many roots."""
    if not found.is_analysed or not found.order:
        return []
    form = found.closed_form
    assert form is not None, "without weights there is one"
    latex, plain = form.latex(), str(form)
    if len(plain) > _MOST_FORM:
        return []
    text = fold("as text, with decimals of the roots", listing(plain, "closed form"))
    if len(latex) <= _FORM:
        return [tag("h3", "Closed form"), display(tree_of(form)), text if form.numbered_parts else ""]
    return [tag("h3", "Closed form"), fold("closed form (long)", display(tree_of(form))), text]


def _write_formats(found: Derived) -> str:
    """Return the generating function in the notations of computer algebra systems."""
    plain = str(found)
    if len(plain) > _MOST_COPIED // len(_SYSTEMS):
        return fold("as text", listing(plain, "generating function"))
    texts = [(name, text_in(found, name)) for name in _SYSTEMS]
    lines = [f"{name}:\n{text}" for name, text in texts]
    return fold("for PARI, Maple, Mathematica, Sage, SymPy, LaTeX", listing("\n\n".join(lines), "formulas"))


def _complete(law: Derived, text: str) -> str:
    body = read_formula(text, ("t", "x", "y"))
    total = PowerSum(Quotient(Symbol(("a",), N), Factorial(N)), 0)
    is_short = len(LATEX.write(body)) <= _FRACTION
    parts = [
        tag("h3", "Exponential generating function"),
        display(Equation(total, body)) if is_short else long_sum(body, text, "the sum", total),
        fold("as text", listing(text, "exponential generating function")),
    ]
    if law.recurrence_text:
        parts += [tag("h3", "Recurrence"), listing(law.recurrence_text, "recurrence")]
    return "".join(parts)


# Terms and growth


def terms_section(subject: Subject) -> Section | None:
    """Return the table of n, a(n) and the difference a(n) - a(n-1)."""
    numbers = subject.numbers
    if not numbers:
        return None
    first = subject.family.first_n
    steps = ["", *(long_number(after - before) for before, after in pairwise(numbers))]
    rows = [
        (str(n), long_number(value), step)
        for (n, value), step in zip(enumerate(numbers, first), steps, strict=True)
    ]
    head = ("n", "a(n)", "a(n) − a(n−1)")
    text = f"The counts of {counted_noun(subject.rule)}." if subject.has_weights else "The initial terms."
    plain = ", ".join(map(whole_text, numbers))
    graph = terms_drawing(numbers, first)
    caption = "The terms on a linear and on a logarithmic scale, where exponential growth is a straight line."
    return Section(
        "terms",
        "Terms",
        table(head, rows, text)
        + fold("the terms in one line", listing(plain, "terms"))
        + figure(graph, caption),
    )


def growth_section(subject: Subject) -> Section | None:
    """Return the section of asymptotics, or None if there is no recurrence."""
    series = subject.plain
    if series is None or not series.order:
        return None
    if not subject.is_analysed:
        text = f"The asymptotics are omitted, because the recurrence has order {series.order}."
        return Section("growth", "Asymptotics", paragraph(text))
    rate = growth(series, subject.digits)
    return Section("growth", "Asymptotics", _statement(rate) + _facts(rate) + _pictures(series, rate))


def _statement(rate: Growth) -> str:
    if not rate.dominant:
        return paragraph(rate.note)
    text = tag("p", escape_text(rate.note), class_="note") if rate.note else ""
    return display(asymptotic(rate)) + text


def _facts(rate: Growth) -> str:
    if not rate.dominant:
        return ""
    rows = [("λ", ball_text(rate.rate))]
    several = len(rate.constants) > 1
    rows += [
        (f"C for n ≡ {k} mod {rate.period}" if several else "C", ball_text(ball))
        for k, ball in enumerate(rate.constants[:_MOST_CONSTANTS])
    ]
    if rate.minimal_polynomial is not None:
        least = rate.minimal_polynomial
        in_z = high_powers_first([int(coeff) for coeff in dense(least).coeffs()], "z")
        shown = long_sum(in_z, str(least), "minimal polynomial")
        rows.append(("minimal polynomial of λ", shown))
    inside = table((), rows, "All digits are certified; ± gives the radius of an enclosing ball.")
    return tag("div", inside, class_="facts")


def _pictures(series: RationalGF, rate: Growth) -> str:
    picture = _ratio_picture(series, rate)
    roots = complex_roots(series.denominator)
    drawn = roots_drawing(roots)
    caption = "A ring marks the dominant singularities, and the circle is the unit circle."
    if "Beyond the edge" in drawn.description:
        caption += " Arrowheads denote roots outside the drawing."
    return picture + figure(drawn, f"Roots of the denominator in the complex plane. {caption}")


def _ratio_picture(series: RationalGF, rate: Growth) -> str:
    points = [(n, value) for n, value in ratios(series, _POINTS) if abs(value) < _LARGEST]
    if len(points) < 3 or not rate.dominant:
        return ""
    caption = f"Ratios a(n+1)/a(n); the dashed line is λ ≈ {rate.value[:9]}."
    return figure(ratio_drawing(points, float(rate.rate)), caption)


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
