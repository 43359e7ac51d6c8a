"""Programs in five languages that print the terms of a linear recurrence."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import takewhile

from gfkit.formula import series_text
from gfkit.oeis.export.wording import listed
from gfkit.sequences import RationalGF

_SPARE = 10


@dataclass(frozen=True)
class Program:
    """Lines of %p, %t or %o (``kind``), not signed; ``sign`` opens a comment at the end of the last."""

    language: str
    kind: str
    lines: tuple[str, ...]
    sign: str

    def signed(self, author: str) -> tuple[str, ...]:
        """The lines with the author behind the last one."""
        end = f" {self.sign} {author}" + (" *)" if self.sign == "(*" else "")
        return (*self.lines[:-1], self.lines[-1] + end)


def programs(series: RationalGF, number: str, shown: int) -> list[Program]:
    """Programs for a series in t alone with order 1 at least; each prints as many terms as fill an entry.

    >>> for program in programs(RationalGF.of([1], [1, -1, -1]), "A000045", 20):
    ...     print(*program.signed("_X_")[:1])
    seq(coeff(series(1/(1 - x - x^2), x, n+1), x, n), n = 0..19); # _X_
    LinearRecurrence[{1, 1}, {1, 1}, 20] (* _X_ *)
    CoefficientList[Series[1/(1 - x - x^2), {x, 0, 19}], x] (* _X_ *)
    (PARI) Vec(1/(1 - x - x^2) + O(x^20)) \\\\ _X_
    (Python)
    (SageMath)
    """
    count = max(shown, series.recurrence.valid_from - series.first_n + _SPARE)
    if not any(series.terms(count)) or not series.order:
        return []
    return [
        _maple(series, count),
        _linear_recurrence(series, count),
        _coefficient_list(series, count),
        _pari(series, count),
        _python(series, number, count),
        _sage(series, number, count),
    ]


def _maple(series: RationalGF, count: int) -> Program:
    first = series.first_n
    text = f"seq(coeff(series({series_text(series)}, x, n+1), x, n), n = {first}..{first + count - 1});"
    return Program("Maple", "p", (text,), "#")


def _linear_recurrence(series: RationalGF, count: int) -> Program:
    rule = series.recurrence
    before = rule.valid_from - series.first_n - rule.order
    initial = rule.initial[before:]
    back, start = listed(rule.coefficients), listed(initial)  # type: ignore[arg-type]
    text = f"LinearRecurrence[{{{back}}}, {{{start}}}, {count - before}]"
    if before:
        text = f"Join[{{{listed(rule.initial[:before])}}}, {text}]"  # type: ignore[arg-type]
    return Program("Mathematica", "t", (text,), "(*")


def _coefficient_list(series: RationalGF, count: int) -> Program:
    text = f"CoefficientList[Series[{series_text(series, series.first_n)}, {{x, 0, {count - 1}}}], x]"
    return Program("Mathematica", "t", (text,), "(*")


def _pari(series: RationalGF, count: int) -> Program:
    """Vec drops leading zeros, which are put back."""
    terms = series.terms(count)
    zeros = sum(1 for _ in takewhile(lambda value: not value, terms))
    text = f"Vec({series_text(series)} + O(x^{series.first_n + count}))"
    if zeros:
        text = f"concat([{listed([0] * zeros)}], {text})"
    return Program("PARI", "o", (f"(PARI) {text}",), r"\\")


def _python(series: RationalGF, number: str, count: int) -> Program:
    rule = series.recurrence
    parts = []
    for k, coefficient in enumerate(rule.coefficients, 1):
        assert isinstance(coefficient, int), "the terms are integers, and so are the coefficients"
        if coefficient:
            size = "" if abs(coefficient) == 1 else f"{abs(coefficient)}*"
            parts.append(("- " if coefficient < 0 else "+ ") + f"{size}a[-{k}]")
    body = " ".join(parts)
    body = body.removeprefix("+ ") if body.startswith("+") else "-" + body.removeprefix("- ")
    lines = (
        "(Python)",
        f"def {number}_list(count):",
        f"    a = [{listed(rule.initial)}]",  # type: ignore[arg-type]
        "    while len(a) < count:",
        f"        a.append({body})",
        "    return a[:count]",
        f"print({number}_list({count}))",
    )
    return Program("Python", "o", lines, "#")


def _sage(series: RationalGF, number: str, count: int) -> Program:
    first = series.first_n
    end = first + count
    cut = f"[{first}:]" if first else ""
    lines = (
        "(SageMath)",
        f"def {number}_list(prec):",
        "    P.<x> = PowerSeriesRing(ZZ, prec)",
        f"    return P({series_text(series)}).padded_list(prec)",
        f"{number}_list({end}){cut}",
    )
    return Program("SageMath", "o", lines, "#")
