"""The formulas, programs and links that a rational generating function gives an entry."""

from __future__ import annotations

from gfkit.errors import SelfCheckError
from gfkit.formula import expanded_series_text, read_quotient, recurrence_text, series_text
from gfkit.oeis.export.evaluate import checked_formula, checked_program
from gfkit.oeis.export.export import Draft
from gfkit.oeis.export.law import KnownSeries
from gfkit.oeis.export.program import Program, programs
from gfkit.oeis.export.wording import signature
from gfkit.oeis.lint.report import Check, Outcome
from gfkit.oeis.lint.signature import signature_link
from gfkit.sequences import RationalGF, Recurrence

_LONGEST = 2400
"""Characters of a line; recurrences up to order 40 or so fit."""
_SPARE = 12


def add_linear(draft: Draft, law: KnownSeries) -> None:
    """Recurrence and generating function with their hedge; what is proved gets link and programs, too."""
    series = law.series
    recurrence = f"{law.hedge}{recurrence_text(series.recurrence)}."
    quotient = f"{law.series_head}{series_text(series)}."
    if max(len(recurrence), len(quotient)) > _LONGEST:
        _add_attached(draft, law, recurrence)
        return
    terms = _terms_for_checks(series)
    lines = [recurrence, quotient]
    draft.checks += [checked_formula(line, terms, series.first_n) for line in lines]
    draft.formulas += [*lines, law.reason]
    if not law.is_proved:
        return
    if series.order:
        draft.links.append(signature_link(signature(series)))
    for program in programs(series, draft.heading.number, min(len(draft.terms), 40)):
        _add_program(draft, program, terms)


def _terms_for_checks(series: RationalGF) -> list[int]:
    count = series.recurrence.valid_from - series.first_n + series.order + _SPARE
    return list(series.terms(count))


def _add_program(draft: Draft, program: Program, terms: list[int]) -> None:
    if max(map(len, program.lines)) > _LONGEST:
        draft.left_out.append(f"the {program.language} program: it is too long for a line")
        return
    draft.checks.append(checked_program(program, terms))
    draft.add_program(program.kind, program.signed(draft.heading.author))


def _add_attached(draft: Draft, law: KnownSeries, recurrence: str) -> None:
    """Formulas too long for a line go into an a-file, which is linked; there the g.f. is multiplied out."""
    series, digits = law.series, draft.heading.digits
    quotient = expanded_series_text(series)
    draft.checks += [
        _read_recurrence(recurrence_text(series.recurrence), series),
        _read_quotient(quotient, series),
    ]
    draft.attachment = f"{recurrence}\n\n{law.series_head}{quotient}.\n\n{law.reason}\n"
    title = f"Recurrence of order {series.order}"
    draft.links.append(f'{draft.heading.person}, <a href="/A{digits}/a{digits}.txt">{title}</a>')
    draft.formulas += [
        f"{law.hedge}{'r' if law.hedge else 'R'}ecurrence of order {series.order} (see link above).",
        law.reason,
    ]
    draft.left_out.append(f"programs and signature: the recurrence of order {series.order} is too long")


def _read_recurrence(text: str, series: RationalGF) -> Check:
    """The recurrence read back, against the terms."""
    count = series.recurrence.valid_from - series.first_n
    terms = series.terms(count + _SPARE)
    if Recurrence.parse(text, terms[:count], series.first_n).terms(len(terms)) != terms:
        raise SelfCheckError("export: the recurrence does not give the terms; this is a fault in gfkit")
    return Check(None, f"recurrence of order {series.order}", Outcome.AGREES, f"{_SPARE} terms agree")


def _read_quotient(text: str, series: RationalGF) -> Check:
    if RationalGF.reduced(*read_quotient(text, ("t",), "x"), series.first_n) != series:
        raise SelfCheckError("export: the g.f. is not read back as it was written; this is a fault in gfkit")
    return Check(None, "g.f. of the a-file", Outcome.AGREES, "the same quotient")
