"""How the terms grow: certified digits, the ratios, the roots of the denominator."""

from __future__ import annotations

from gfkit.formula.of_values import asymptotic, falling
from gfkit.sequences import Growth, RationalGF, growth
from gfkit.sequences.polynomial import dense
from gfkit.show.faces.html import escaped
from gfkit.show.plot.growth import ratios
from gfkit.show.plot.roots import complex_roots
from gfkit.show.report.markup import Section, ball_text, display, figure, long_sum, paragraph, table
from gfkit.show.report.plot import ratio_drawing, roots_drawing
from gfkit.show.report.subject import Subject
from gfkit.show.svg.element import tag

_POINTS = 24
_LARGEST = 1e300
_MOST_CONSTANTS = 12


def growth_section(subject: Subject) -> Section | None:
    """Growth of the numbers of positions; None where there is no recurrence to ask."""
    series = subject.plain
    if series is None or not series.order:
        return None
    if not subject.is_analysed:
        told = f"The order is {series.order}; working out so many roots takes long and was left out."
        return Section("growth", "Growth", paragraph(told))
    rate = growth(series, subject.digits)
    return Section("growth", "Growth", _statement(rate) + _facts(rate) + _pictures(series, rate))


def _statement(rate: Growth) -> str:
    if not rate.dominant:
        return paragraph(rate.note)
    said = tag("p", escaped(rate.note), class_="note") if rate.note else ""
    return display(asymptotic(rate)) + said


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
        shown = long_sum(
            falling([int(c) for c in dense(least).coeffs()], "z"), str(least), "minimal polynomial"
        )
        rows.append(("minimal polynomial of λ", shown))
    inside = table((), rows, "Every digit is certified: the number lies within the radius behind ±.")
    return tag("div", inside, class_="facts")


def _pictures(series: RationalGF, rate: Growth) -> str:
    found = _ratio_picture(series, rate)
    roots = complex_roots(series.denominator)
    nearest = "The ring marks those nearest to 0, which decide the growth; the circle is the unit circle."
    return found + figure(
        roots_drawing(roots), f"The roots of the denominator in the complex plane. {nearest}"
    )


def _ratio_picture(series: RationalGF, rate: Growth) -> str:
    points = [(n, value) for n, value in ratios(series, _POINTS) if abs(value) < _LARGEST]
    if len(points) < 3 or not rate.dominant:
        return ""
    caption = f"The ratios a(n+1)/a(n); the dashed line is λ ≈ {rate.value[:9]}."
    return figure(ratio_drawing(points, float(rate.rate)), caption)
