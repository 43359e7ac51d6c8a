"""Programs that print the rows of a triangle with a rational generating function in two variables."""

from __future__ import annotations

from gfkit.formula import plane_series_text
from gfkit.oeis.export.program import Program
from gfkit.sequences import RationalGF


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
        _python(series, number, end),
        Program("SageMath", "o", sage, "#"),
    ]


def _python(series: RationalGF, number: str, end: int) -> Program:
    """Division of the two polynomials, written as dictionaries from (power of x, power of y)."""
    above = dict(series.numerator.terms)
    back = {powers: -c for powers, c in series.denominator.terms if powers[0]}
    first = series.first_n
    lines = (
        "(Python)",
        f"def {number}_rows(count):",
        f"    P = {above}",
        f"    Q = {back}",
        "    rows = []",
        "    for n in range(count):",
        "        row = {k: c for (i, k), c in P.items() if i == n}",
        "        for (i, k), c in Q.items():",
        "            for j, v in enumerate(rows[n - i] if i <= n else []):",
        "                row[j + k] = row.get(j + k, 0) + c*v",
        "        last = max((k for k in row if row[k]), default=0)",
        "        rows.append([row.get(k, 0) for k in range(last + 1)])",
        "    return rows",
        f"print([v for row in {number}_rows({end})[{first}:] for v in row])",
    )
    return Program("Python", "o", lines, "#")
