"""Every formula and program is evaluated, from its text alone, before it is printed.

Formulas go through the reader of ``gfkit.verify``, programs in Mathematica, PARI and Maple through the
readers of lint, Python is run, and SageMath is read here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from io import StringIO

from gfkit.errors import SelfCheckError
from gfkit.formula import read_quotient
from gfkit.guess import Data
from gfkit.oeis.export.program import Program
from gfkit.oeis.lint.formulas import formula_of
from gfkit.oeis.lint.programs import program_terms
from gfkit.oeis.lint.report import Check, Outcome
from gfkit.sequences import RationalGF

_SAGE = re.compile(
    r"\(SageMath\)\ndef (A\d+)_list\(prec\):\n    P\.<x> = PowerSeriesRing\(ZZ, prec\)\n"
    r"    return P\((.*)\)\.padded_list\(prec\)\n\1_list\((\d+)\)(?:\[(\d+):\])?"
)
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


def checked_formula(line: str, terms: Sequence[int], first_n: int) -> Check:
    """The formula in a line of %F against the terms; a line that is wrong or cannot be read is a fault."""
    from gfkit.verify.claim import verify

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
    return Check(None, formula.text, Outcome.AGREES, found.reason)


def checked_program(program: Program, terms: Sequence[int]) -> Check:
    """What the program prints against the terms; all that it prints must agree, and more than a few."""
    printed = _reader(program)(program, len(terms))
    count = min(len(printed), len(terms))
    if not count or list(printed[:count]) != list(terms[:count]):
        raise _fault(f"{program.language} program", program.lines[-1], f"gives {list(printed[:8])}")
    return Check(None, f"program in {program.language}", Outcome.AGREES, f"{count} terms agree")


def _fault(what: str, text: str, why: str) -> SelfCheckError:
    shown = text if len(text) < 200 else text[:200] + "..."
    return SelfCheckError(f"export: the {what} {shown!r} {why}; this is a fault in gfkit, please report it")


def _reader(program: Program) -> Callable[[Program, int], Sequence[object]]:
    text = "\n".join(program.lines)
    if any(form.fullmatch(text) for form in _PLANE):
        return _plane
    return {"Python": _python, "SageMath": _sage}.get(program.language, _line)


def _line(program: Program, count: int) -> Sequence[object]:
    found = program_terms(program.kind, program.lines[0], count)
    return () if found is None else found.terms


def _python(program: Program, _: int) -> Sequence[object]:
    """Runs the program, which is one of ours and prints a list."""
    written = StringIO()
    with redirect_stdout(written):
        exec("\n".join(program.lines[1:]), {"__name__": "program"})
    from gfkit.oeis.number import read_whole

    return [read_whole(word, "term") for word in re.findall(r"-?\d+", written.getvalue())]


def _sage(program: Program, _: int) -> Sequence[object]:
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
