"""The head of a report: what was found, in one sentence, and how it is known."""

from __future__ import annotations

from gfkit import version
from gfkit.sequences import Count, Growth, Status
from gfkit.sequences.number import whole_text
from gfkit.show.markup import escaped, tag
from gfkit.show.notebook import badge
from gfkit.show.report.markup import whole
from gfkit.show.report.subject import Subject
from gfkit.show.words import kind_words

_SAID = 8
_TIMES = "\u00a0×\u00a0"
"""The sign of a board's sizes, which lines are not broken at."""
_LONGEST = 60


def head(subject: Subject) -> str:
    """Title, sentence, first terms, and the word that says how it is known."""
    evidence = subject.evidence
    why = str(evidence).removeprefix(evidence.status.value).strip()
    return "".join(
        (
            tag("p", "Report of gfkit", class_="kind"),
            tag("h1", escaped(subject.title)),
            tag("p", _sentence(subject), class_="lead"),
            _first_terms(subject),
            tag("p", badge(evidence.status.value), " ", escaped(why), class_="known"),
        )
    )


def foot(subject: Subject) -> str:
    return escaped(f"Made by gfkit {version.__version__} on {subject.day.isoformat()}.")


def _sentence(subject: Subject) -> str:
    found, counted = subject.found, escaped(subject.counted).replace(" × ", _TIMES)
    if isinstance(found, Count):
        return f"The number of {counted} is {whole(found.count)}."
    start = f"For every n ≥ {found.first_n}, the "
    if found.weights:
        what = f"polynomial a(n) of the {counted}, in which {subject.marks},"
    else:
        what = f"number a(n) of {counted}"
    return f"{start}{what} {_law(subject)}."


def _law(subject: Subject) -> str:
    found = subject.law
    assert found is not None, "a count is told by itself"
    if found.exponential is not None:
        return "is n! times the coefficient of tⁿ in a sum of polynomials times exponentials"
    is_sure = found.evidence.status is Status.PROVED
    linear = f"satisfies a linear recurrence with constant coefficients of order {found.order}"
    grown = _grown(found.growth(5)) if subject.is_analysed and not found.weights else ""
    return (linear if is_sure else f"very probably {linear}") + grown


def _grown(rate: Growth) -> str:
    if rate.power is None or not rate.dominant:
        return ""
    power = {0: "", 1: " n"}.get(rate.power, f" n^{rate.power}")
    return f" and grows like λⁿ{power} with λ ≈ {escaped(rate.value)}"


def _first_terms(subject: Subject) -> str:
    if not subject.is_family:
        return ""
    texts = [text for value in subject.numbers[:_SAID] if len(text := whole_text(value)) <= _LONGEST]
    what = f"numbers of {kind_words(subject.rule)}" if subject.weighted else "first terms"
    start = subject.family.first_n
    return tag("p", f"The {what} from n = {start} on: {', '.join(texts)}, …") if texts else ""
