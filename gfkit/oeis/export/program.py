"""Programs for linear recurrences and triangles; every formula and program is evaluated before it is printed.

Formulas go through ``gfkit.verify``, programs in Mathematica, PARI and Maple through the readers of lint,
Python is run, and SageMath is read here, each from its text alone.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from io import StringIO
from itertools import takewhile

from gfkit.claims.claim import verify
from gfkit.errors import SelfCheckError
from gfkit.formula import plane_series_text, read_quotient, series_text
from gfkit.guessing import Data
from gfkit.oeis.export.draft import comma_list
from gfkit.oeis.lint.formulas import formula_of
from gfkit.oeis.lint.programs import program_terms
from gfkit.oeis.lint.rules import Evaluation, Outcome
from gfkit.oeis.text import read_whole
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
    back, start = comma_list(rule.coefficients), comma_list(initial)  # type: ignore[arg-type]
    text = f"LinearRecurrence[{{{back}}}, {{{start}}}, {count - before}]"
    if before:
        text = f"Join[{{{comma_list(rule.initial[:before])}}}, {text}]"  # type: ignore[arg-type]
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
        text = f"concat([{comma_list([0] * zeros)}], {text})"
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
        f"    a = [{comma_list(rule.initial)}]",  # type: ignore[arg-type]
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


# Triangles


def plane_programs(series: RationalGF, number: str, rows: int) -> list[Program]:
    """Programs for the rows of a series in t and x; the last power of a row is that of its last term.

    >>> [p.language for p in plane_programs(RationalGF.parse("1/(1 - t - x*t^2)"), "A011973", 5)]
    ['Maple', 'Mathematica', 'PARI', 'Python', 'SageMath']
    """
    first, end = series.first_n, series.first_n + rows
    text, moved = plane_series_text(series), plane_series_text(series, series.first_n)
    maple = (
        f"T:= n-> (p-> seq(coeff(p, y, k), k = 0..degree(p, y)))(coeff(series({text}, x, n+1), x, n)):",
        f"seq(T(n), n = {first}..{end - 1});",
    )
    mathematica = (
        f"CoefficientList[CoefficientList[Series[{moved}, {{x, 0, {rows - 1}}}], x], y] // Flatten",
    )
    pari = (f"(PARI) my(A = {text} + O(x^{end})); for(n={first}, {end - 1}, print(Vecrev(polcoef(A, n))))",)
    sage = (
        "(SageMath)",
        "R.<y> = ZZ[]",
        f"S.<x> = PowerSeriesRing(R, {end})",
        f"[p.list() for p in S({text}).padded_list({end})[{first}:]]",
    )
    return [
        Program("Maple", "p", maple, "#"),
        Program("Mathematica", "t", mathematica, "(*"),
        Program("PARI", "o", pari, r"\\"),
        _plane_python(series, number, end),
        Program("SageMath", "o", sage, "#"),
    ]


_DIVISION = """\
    rows = []
    for n in range(count):
        row = {k: c for (i, k), c in P.items() if i == n}
        for (i, k), c in Q.items():
            for j, v in enumerate(rows[n - i] if i <= n else []):
                row[j + k] = row.get(j + k, 0) + c*v
        last = max((k for k in row if row[k]), default=0)
        rows.append([row.get(k, 0) for k in range(last + 1)])
    return rows"""


def _plane_python(series: RationalGF, number: str, end: int) -> Program:
    """Division of the two polynomials, written as dictionaries from (power of x, power of y)."""
    above = dict(series.numerator.terms)
    back = {powers: -c for powers, c in series.denominator.terms if powers[0]}
    first = series.first_n
    lines = (
        "(Python)",
        f"def {number}_rows(count):",
        f"    P = {above}",
        f"    Q = {back}",
        *_DIVISION.splitlines(),
        f"print([v for row in {number}_rows({end})[{first}:] for v in row])",
    )
    return Program("Python", "o", lines, "#")


# Evaluating what is printed


_SAGE = re.compile(
    r"\(SageMath\)\ndef (A\d+)_list\(prec\):\n    P\.<x> = PowerSeriesRing\(ZZ, prec\)\n"
    r"    return P\((.*)\)\.padded_list\(prec\)\n\1_list\((\d+)\)(?:\[(\d+):\])?"
)
_PYTHON = (
    re.compile(
        r"def (A\d+)_list\(count\):\n    a = \[[-\d, ]*\]\n    while len\(a\) < count:\n"
        r"        a\.append\([-+*\d \[\]a]*\)\n    return a\[:count\]\nprint\(\1_list\(\d+\)\)",
        re.ASCII,
    ),
    re.compile(
        r"def (A\d+)_rows\(count\):\n    P = \{[-\d, :()]*\}\n    Q = \{[-\d, :()]*\}\n"
        + re.escape(_DIVISION)
        + r"\nprint\(\[v for row in \1_rows\(\d+\)\[\d+:\] for v in row\]\)",
        re.ASCII,
    ),
)
"""The two programs that are run: all of their text is fixed, but for numbers."""
_PLANE = (
    re.compile(
        r"T:= n-> \(p-> seq\(coeff\(p, y, k\), k = 0\.\.degree\(p, y\)\)\)"
        r"\(coeff\(series\((?P<series>.*), x, n\+1\), x, n\)\):\n"
        r"seq\(T\(n\), n = (?P<first>\d+)\.\.(?P<last>\d+)\);"
    ),
    re.compile(
        r"CoefficientList\[CoefficientList\[Series\[(?P<series>.*), \{x, 0, (?P<last>\d+)\}\], x\], y\]"
        r" // Flatten"
    ),
    re.compile(
        r"\(PARI\) my\(A = (?P<series>.*) \+ O\(x\^\d+\)\);"
        r" for\(n=(?P<first>\d+), (?P<last>\d+), print\(Vecrev\(polcoef\(A, n\)\)\)\)"
    ),
    re.compile(
        r"\(SageMath\)\nR\.<y> = ZZ\[\]\nS\.<x> = PowerSeriesRing\(R, (?P<end>\d+)\)\n"
        r"\[p\.list\(\) for p in S\((?P<series>.*)\)\.padded_list\(\d+\)\[(?P<first>\d+):\]\]"
    ),
)


def checked_formula(line: str, terms: Sequence[int], first_n: int) -> Evaluation:
    """The formula in a line of %F against the terms; a line that is wrong or cannot be read is a fault."""
    formula = formula_of(line)
    if formula is None:
        raise _fault("formula", line, "cannot be read back")
    data = Data.of(terms, first_n)
    if formula.variable:
        found = verify(formula.text, data=data, variable=formula.variable, kind="gf")
    else:
        kind = "recurrence" if "a(n-" in formula.text else "closed-form"
        found = verify(formula.text, data=data, kind=kind)
    if found.is_refuted:
        raise _fault("formula", line, found.reason)
    return Evaluation(None, formula.text, Outcome.AGREES, found.reason)


def checked_program(program: Program, terms: Sequence[int]) -> Evaluation:
    """What the program prints against the terms; all that it prints must agree, and more than a few."""
    printed = _reader(program)(program, len(terms))
    count = min(len(printed), len(terms))
    if not count or list(printed[:count]) != list(terms[:count]):
        raise _fault(f"{program.language} program", program.lines[-1], f"gives {list(printed[:8])}")
    return Evaluation(None, f"program in {program.language}", Outcome.AGREES, f"{count} terms agree")


def _fault(what: str, text: str, why: str) -> SelfCheckError:
    shown = text if len(text) < 200 else text[:200] + "..."
    return SelfCheckError(f"export: the {what} {shown!r} {why}; this is a fault in gfkit, please report it")


def _reader(program: Program) -> Callable[[Program, int], Sequence[object]]:
    text = "\n".join(program.lines)
    if any(form.fullmatch(text) for form in _PLANE):
        return _plane
    return {"Python": _run_python, "SageMath": _read_sage}.get(program.language, _line)


def _line(program: Program, count: int) -> Sequence[object]:
    found = program_terms(program.kind, program.lines[0], count)
    return () if found is None else found.terms


def _run_python(program: Program, _: int) -> Sequence[object]:
    """Runs the program, which prints a list.

    What is printed in an entry as Python must be run to be tested. It is run only where every character of
    it is one that gfkit writes: no text of a file ever comes here, and what could not be numbers is refused.
    """
    text, written = "\n".join(program.lines[1:]), StringIO()
    if not any(form.fullmatch(text) for form in _PYTHON):
        return ()
    with redirect_stdout(written):
        exec(
            text,
            {
                "__builtins__": {
                    "len": len,
                    "max": max,
                    "print": print,
                    "range": range,
                    "enumerate": enumerate,
                }
            },
        )
    return [read_whole(word, "term") for word in re.findall(r"-?\d+", written.getvalue())]


def _read_sage(program: Program, _: int) -> Sequence[object]:
    match = _SAGE.fullmatch("\n".join(program.lines))
    if match is None:
        return ()
    return _expanded(match[2]).terms(int(match[3]))[int(match[4] or 0) :]


def _plane(program: Program, _: int) -> Sequence[object]:
    text = "\n".join(program.lines)
    match = next(found for form in _PLANE if (found := form.fullmatch(text)))
    parts = match.groupdict()
    first = int(parts.get("first") or 0)
    end = int(parts["end"]) if parts.get("end") else int(parts["last"]) + 1
    rows = _expanded(parts["series"], ("t", "y")).terms(end)[first:]
    return [value for row in rows for value in row_of(row)]


def row_of(polynomial: object) -> list[int]:
    """The coefficients of a polynomial in one variable, lowest first; of 0 a single 0."""
    powers = {key[0]: value for key, value in getattr(polynomial, "terms", ())}
    return [powers.get(k, 0) for k in range(max(powers, default=0) + 1)]


def _expanded(text: str, variables: tuple[str, ...] = ("t",)) -> RationalGF:
    """The series that a quotient in x, and y, is; x marks the size."""
    return RationalGF.reduced(*read_quotient(text, variables, "x"))
