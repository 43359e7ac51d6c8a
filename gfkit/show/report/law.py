"""The law: generating function, recurrence and closed form, typeset, broken or folded where they are long."""

from __future__ import annotations

from gfkit.formula import LATEX, PLAIN, right_side, text_in, tree_of
from gfkit.formula.tree import Equation, Factorial, Letter, N, PowerSum, Quotient, Symbol, term
from gfkit.sequences import Count, RationalGF
from gfkit.show.faces.transfer import exponential_tree
from gfkit.show.report.markup import (
    Section,
    display,
    fold,
    inline,
    listing,
    long_sum,
    paragraph,
    polynomial,
    whole,
)
from gfkit.show.report.subject import Subject
from gfkit.show.svg.element import tag
from gfkit.transfer import CompleteLaw, Derived
from gfkit.transfer.derived import MOST_ANALYSED

_FRACTION = 130
"""Characters of LaTeX of numerator or denominator up to which a quotient is written as one fraction."""
_FORM = 420
_MOST_FORM = 20_000
_SYSTEMS = ("pari", "maple", "mathematica", "sage", "sympy", "latex")
_MOST_COPIED = 60_000


def law_section(subject: Subject) -> Section:
    """What holds for every n; for a single board, what was counted."""
    found = subject.found
    if isinstance(found, Count):
        return Section("count", "The count", _count(subject, found))
    if isinstance(found, CompleteLaw):
        return Section("law", "The law", _complete(found))
    parts = [tag("h3", "Generating function"), _series(found.generating_function)]
    if subject.weighted and subject.plain is not None:
        parts += [paragraph("With all weights 1, for the numbers alone:"), _series(subject.plain)]
    parts += [tag("h3", "Recurrence"), _recurrence(found), *_form(found), _systems(found)]
    return Section("law", "The law", "".join(parts))


def _count(subject: Subject, found: Count) -> str:
    number = paragraph(f"The number of {subject.counted} is") + tag("p", whole(found.count), class_="lead")
    if not found.weights:
        return number
    return (
        number + paragraph(f"By pieces, where {subject.marks}:") + polynomial(found.polynomial, "polynomial")
    )


def _series(series: RationalGF) -> str:
    """The quotient as one fraction, or numerator and denominator each on its own."""
    start = "" if not series.first_n else f"Terms below n = {series.first_n} are left out."
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


def _recurrence(found: Derived) -> str:
    rule = found.recurrence
    if not rule.order:
        return paragraph(f"a(n) = 0 for n ≥ {rule.valid_from}.")
    right = right_side(rule)
    tail = f" for\u00a0n\u00a0≥\u00a0{rule.valid_from}."
    return long_sum(right, PLAIN.write(right), "the recurrence", term(0), tail)


def _form(found: Derived) -> list[str]:
    """The closed form; folded where it is long, left out with weights and where the roots are too many."""
    if found.weights or found.order > MOST_ANALYSED or not found.order:
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


def _systems(found: Derived) -> str:
    """The generating function as other systems read it."""
    texts = [(name, text_in(found, name)) for name in _SYSTEMS] if not _is_long(found) else []
    if not texts:
        return fold("as text", listing(str(found), "generating function"))
    lines = [f"{name}:\n{text}" for name, text in texts]
    return fold("for PARI, Maple, Mathematica, Sage, SymPy, LaTeX", listing("\n\n".join(lines), "formulas"))


def _is_long(found: Derived) -> bool:
    return len(str(found)) > _MOST_COPIED // len(_SYSTEMS)


def _complete(law: CompleteLaw) -> str:
    text = law.exponential_generating_function
    body = exponential_tree(law)
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
