"""Programs for recurrences and triangles. Every formula and program is evaluated before it is printed.

Formulas are checked by ``gfkit.verify``, and programs in Mathematica, PARI and Maple by the parsers of ``oeis
lint``. Python programs are executed, and SageMath programs are parsed here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import redirect_stdout
from io import StringIO
from string import Template

from gfkit.claims.statement.values import read_quotient
from gfkit.core.algebra import Polynomial, PRecursive, RationalGF
from gfkit.core.algebra.formula import PLAIN, plane_series_text, series_text
from gfkit.core.algebra.formula.of_values import solved_definition
from gfkit.core.algebra.polynomial import dense
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import SelfCheckError
from gfkit.core.typing import cached_property
from gfkit.guessing import Data
from gfkit.oeis.export.draft import LONGEST_LINE, Draft, comma_list, signature
from gfkit.oeis.files import read_whole
from gfkit.oeis.lint.rules import Evaluation, Outcome
from gfkit.oeis.lint.sections import formula_of, program_terms

_SPARE = 10


@dataclass(frozen=True)
class Program:
    """Lines of a program in %p, %t or %o (``kind``), without author. ``sign`` starts a comment at the end of
    the last line.
    """

    language: str
    kind: str
    lines: tuple[str, ...]
    sign: str

    def with_author(self, author: str) -> tuple[str, ...]:
        """Return the lines, with the author after the last line."""
        end = f" {self.sign} {author}" + (" *)" if self.sign == "(*" else "")
        return (*self.lines[:-1], self.lines[-1] + end)


@dataclass(frozen=True)
class _Form:
    """Program template with placeholders such as ${series}, which are substituted to write a program and
    matched to parse it.
    """

    language: str
    kind: str
    sign: str
    text: str

    def fill(self, **holes: object) -> Program:
        text = Template(self.text).substitute({name: str(value) for name, value in holes.items()})
        return Program(self.language, self.kind, tuple(text.split("\n")), self.sign)

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        """Pattern of the program with any value in its placeholders. A placeholder that occurs twice must
        have the same value.
        """
        parts = re.split(r"\$\{(\w+)\}", self.text)
        words = list(map(re.escape, parts))
        for k in range(1, len(parts), 2):
            name = parts[k]
            is_first = name not in parts[1:k:2]
            words[k] = f"(?P<{name}>{_HOLES.get(name, '[0-9]+')})" if is_first else f"(?P={name})"
        return re.compile("".join(words))


_HOLES = {
    "series": ".*",
    "number": "A[0-9]+",
    "initial": "[-0-9, ]*",
    "body": r"[-+*0-9 \[\]a]*",
    "steps": r"[-+*/^0-9 \[\]()an]*",
    "above": r"\{[-0-9, :()]*\}",
    "back": r"\{[-0-9, :()]*\}",
}
"""Patterns of the placeholders; all other placeholders are digits."""
_PYTHON = _Form(
    *("Python", "o", "#"),
    """\
(Python)
def ${number}_list(count):
    a = [${initial}]
    while len(a) < count:
        a.append(${body})
    return a[:count]
print(${number}_list(${end}))""",
)
_SAGE = _Form(
    *("SageMath", "o", "#"),
    """\
(SageMath)
def ${number}_list(prec):
    P.<x> = PowerSeriesRing(ZZ, prec)
    return P(${series}).padded_list(prec)
${number}_list(${end})""",
)
_SAGE_FROM = replace(_SAGE, text=_SAGE.text + "[${first}:]")
_GROWING = {
    _Form(
        *("Maple", "p", "#"),
        "a:= [${initial}]: for n from ${start} to ${last} do a:= [op(a), ${steps}] od: a;",
    ): r"a[-\1]",
    _Form(
        *("Mathematica", "t", "(*"),
        "a = {${initial}}; Do[AppendTo[a, ${steps}], {n, ${start}, ${last}}]; a",
    ): r"a[[-\1]]",
    _Form(
        *("PARI", "o", r"\\"),
        "(PARI) my(a=Vecrev([${initial}])); for(n=${start}, ${last}, a=concat(${steps}, a)); Vecrev(a)",
    ): r"a[\1]",
    _Form(
        *("Python", "o", "#"),
        """\
(Python)
a = [${initial}]
for n in range(${start}, ${end}):
    a.append(${steps})
print(a)""",
    ): r"a[-\1]",
}
"""Programs that extend a list by a recurrence with polynomial coefficients, each with its form of a(n-k)."""
_PLANE_MAPLE = _Form(
    *("Maple", "p", "#"),
    """\
T:= n-> (p-> seq(coeff(p, y, k), k = 0..degree(p, y)))(coeff(series(${series}, x, n+1), x, n)):
seq(T(n), n = ${first}..${last});""",
)
_PLANE_MATHEMATICA = _Form(
    *("Mathematica", "t", "(*"),
    "CoefficientList[CoefficientList[Series[${series}, {x, 0, ${last}}], x], y] // Flatten",
)
_PLANE_PARI = _Form(
    *("PARI", "o", r"\\"),
    "(PARI) my(A = ${series} + O(x^${end})); for(n=${first}, ${last}, print(Vecrev(polcoef(A, n))))",
)
_PLANE_PYTHON = _Form(
    *("Python", "o", "#"),
    """\
(Python)
def ${number}_rows(count):
    P = ${above}
    Q = ${back}
    rows = []
    for n in range(count):
        row = {k: c for (i, k), c in P.items() if i == n}
        for (i, k), c in Q.items():
            for j, v in enumerate(rows[n - i] if i <= n else []):
                row[j + k] = row.get(j + k, 0) + c*v
        last = max((k for k in row if row[k]), default=0)
        rows.append([row.get(k, 0) for k in range(last + 1)])
    return rows
print([v for row in ${number}_rows(${end})[${first}:] for v in row])""",
)
_PLANE_SAGE = _Form(
    *("SageMath", "o", "#"),
    """\
(SageMath)
R.<y> = ZZ[]
S.<x> = PowerSeriesRing(R, ${end})
[p.list() for p in S(${series}).padded_list(${end})[${first}:]]""",
)
_PLANE = (_PLANE_MAPLE, _PLANE_MATHEMATICA, _PLANE_PARI, _PLANE_SAGE)


def programs(series: RationalGF, number: str, shown: int) -> list[Program]:
    """Return programs for a series in t of order at least 1. Each prints as many terms as an entry displays.

    >>> for program in programs(RationalGF.of([1], [1, -1, -1]), "A000045", 20):
    ...     print(*program.with_author("_X_")[:1])
    seq(coeff(series(1/(1 - x - x^2), x, n+1), x, n), n = 0..19); # _X_
    LinearRecurrence[{1, 1}, {1, 1}, 20] (* _X_ *)
    CoefficientList[Series[1/(1 - x - x^2), {x, 0, 19}], x] (* _X_ *)
    (PARI) Vec(1/(1 - x - x^2) + O(x^20)) \\\\ _X_
    (Python)
    (SageMath)
    """
    rule, first = series.recurrence, series.first_n
    count = max(shown, rule.valid_from - first + _SPARE)
    zeros = next((k for k, term in enumerate(series.terms(count)) if term), None)
    if zeros is None or not series.order:
        return []
    text, end, before = series_text(series), first + count, rule.valid_from - first - rule.order
    back, (early, start) = signature(series), (rule.initial[:before], rule.initial[before:])
    linear = f"LinearRecurrence[{{{comma_list(back)}}}, {{{comma_list(start)}}}, {count - before}]"
    vector = f"Vec({text} + O(x^{end}))"
    lines = [
        ("Maple", "p", f"seq(coeff(series({text}, x, n+1), x, n), n = {first}..{end - 1});", "#"),
        ("Mathematica", "t", f"Join[{{{comma_list(early)}}}, {linear}]" if before else linear, "(*"),
        (
            *("Mathematica", "t"),
            f"CoefficientList[Series[{series_text(series, first)}, {{x, 0, {count - 1}}}], x]",
            "(*",
        ),
        ("PARI", "o", f"(PARI) concat([{comma_list([0] * zeros)}], {vector})", r"\\")  # Vec drops zeros
        if zeros
        else ("PARI", "o", f"(PARI) {vector}", r"\\"),
    ]
    steps = [
        f"{'-' if c < 0 else '+'} {f'{abs(c)}*' * (abs(c) > 1)}a[-{k}]" for k, c in enumerate(back, 1) if c
    ]
    body = " ".join(steps).removeprefix("+ ")
    initial = comma_list(rule.initial)
    return [
        *(Program(language, kind, (line,), sign) for language, kind, line, sign in lines),
        _PYTHON.fill(number=number, initial=initial, body=re.sub("^- ", "-", body), end=count),
        (_SAGE_FROM if first else _SAGE).fill(number=number, series=text, end=end, first=first),
    ]


def recursive_programs(sequence: PRecursive, shown: int) -> list[Program]:
    """Return programs for a recurrence with polynomial coefficients, each for at least ``shown`` terms.

    >>> print(recursive_programs(PRecursive.parse("a(n) = n*a(n-1)", [1]), 9)[2].lines[0])
    (PARI) my(a=Vecrev([1])); for(n=1, 10, a=concat(n*a[1], a)); Vecrev(a)
    """
    start, right = sequence.determined_from, PLAIN.write(solved_definition(sequence).right)
    last = max(sequence.first_n + shown, start + _SPARE) - 1
    holes = {"initial": comma_list(sequence.initial), "start": start, "last": last, "end": last + 1}
    python = right.replace("/", "//").replace("^", "**")
    return [
        form.fill(
            steps=re.sub(r"a\(n-(\d+)\)", earlier, python if form.language == "Python" else right), **holes
        )
        for form, earlier in _GROWING.items()
    ]


# Triangles


def plane_programs(series: RationalGF, number: str, rows: int) -> list[Program]:
    """Return programs for the rows of a triangle, given by a series in t and x. Each row ends with its last
    nonzero term.

    The first program in Python divides polynomials, written as dictionaries from (power of x, power of y).

    >>> [p.language for p in plane_programs(RationalGF.parse("1/(1 - t - x*t^2)"), "A011973", 5)]
    ['Maple', 'Mathematica', 'PARI', 'Python', 'SageMath']
    """
    first, end = series.first_n, series.first_n + rows
    text, moved = plane_series_text(series), plane_series_text(series, first)
    above = dict(series.numerator.terms)
    back = {powers: -c for powers, c in series.denominator.terms if powers[0]}
    return [
        _PLANE_MAPLE.fill(series=text, first=first, last=end - 1),
        _PLANE_MATHEMATICA.fill(series=moved, last=rows - 1),
        _PLANE_PARI.fill(series=text, first=first, last=end - 1, end=end),
        _PLANE_PYTHON.fill(number=number, above=above, back=back, first=first, end=end),
        _PLANE_SAGE.fill(series=text, first=first, end=end),
    ]


# Evaluation of printed formulas and programs


def check_formula(line: str, terms: Sequence[int], first_n: int) -> Evaluation:
    """Compare the formula in a line of %F with the terms. Raise SelfCheckError if it is wrong or cannot be
    parsed.
    """
    formula = formula_of(line)
    if formula is None:
        raise _bug_error("formula", line, "cannot be parsed")
    verdict = formula.verdict_on(Data.of(terms, first_n))
    if verdict.is_refuted:
        raise _bug_error("formula", line, verdict.reason)
    return Evaluation(None, formula.text, Outcome.AGREES, verdict.reason)


def check_program(program: Program, terms: Sequence[int]) -> Evaluation:
    """Compare the output of a program with the terms. The complete output must agree, and have more than a
    few terms.
    """
    printed = _printed_terms(program, len(terms))
    count = min(len(printed), len(terms))
    if not count or list(printed[:count]) != list(terms[:count]):
        raise _bug_error(f"{program.language} program", program.lines[-1], f"gives {list(printed[:8])}")
    return Evaluation(None, f"program in {program.language}", Outcome.AGREES, f"{count} terms agree")


def add_program(draft: Draft, program: Program, terms: Sequence[int]) -> None:
    """Add a program to an entry after evaluating it. A program that is too long for a line is omitted."""
    if max(map(len, program.lines)) > LONGEST_LINE:
        draft.left_out.append(f"the {program.language} program, which is too long for a line")
        return
    draft.checks.append(check_program(program, terms))
    draft.programs[program.kind] += program.with_author(draft.heading.author)


def _bug_error(part: str, text: str, why: str) -> SelfCheckError:
    shown = text if len(text) < 200 else text[:200] + "..."
    return SelfCheckError(f"export: the {part} {shown!r} {why}; this is a bug in gfkit, please report it")


def _printed_terms(program: Program, count: int) -> Sequence[object]:
    """Return the output of a program, or its initial terms, determined from its source; return no terms if
    the line is not a program.
    """
    text = "\n".join(program.lines)
    if program.language == "Python":
        return _run_python(text)
    for form in (*_PLANE, _SAGE, _SAGE_FROM):
        match = form.pattern.fullmatch(text)
        if match is not None:
            parts = match.groupdict()
            first, end = int(parts.get("first", 0)), int(parts.get("end") or int(parts["last"]) + 1)
            if form not in _PLANE:
                return _series_of(parts["series"]).terms(end)[first:]
            rows = _series_of(parts["series"], ("t", "y")).terms(end)[first:]
            return [value for row in rows for value in row_of(row)]
    for form in _GROWING:
        if match := form.pattern.fullmatch(text):
            initial = [read_whole(word, "term") for word in match["initial"].split(", ")]
            right = re.sub(r"a\[+-?(\d+)\]+", r"a(n-\1)", match["steps"])
            start, end = int(match["start"]), int(match["last"]) + 1
            first = start - len(initial)
            return PRecursive.parse(f"a(n) = {right}", initial, first, start).terms(end - first)
    terms = program_terms(program.kind, program.lines[0], count)
    return () if terms is None else terms.terms


def _run_python(text: str) -> Sequence[object]:
    """Run a program that prints a list.

    Python code in an entry must be executed to be tested. Only programs written by gfkit are executed: code
    from a file never reaches this function, and arguments that may not be numbers are rejected.
    """
    if not any(form.pattern.fullmatch(text) for form in (_PYTHON, _PLANE_PYTHON, *_GROWING)):
        return ()
    written, known = StringIO(), (all, len, max, print, range, enumerate, sum)
    with redirect_stdout(written):
        exec(
            text.removeprefix("(Python)"),
            {"__builtins__": {function.__name__: function for function in known}},
        )
    return [read_whole(word, "term") for word in re.findall(r"-?\d+", written.getvalue())]


def row_of(polynomial: Polynomial) -> list[int]:
    """Return the coefficients of a polynomial in one variable, lowest degree first; the zero polynomial has
    the single coefficient 0.
    """
    return [int(value) for value in dense(polynomial).coeffs()] or [0]


def _series_of(text: str, variables: tuple[str, ...] = ("t",)) -> RationalGF:
    """Parse a quotient in x, or in x and y, where x marks the size, and return it as a series."""
    return RationalGF.reduced(*read_quotient(text, variables, "x"))
