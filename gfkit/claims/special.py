"""The claims of printed lines that are no formula in n and no quotient: lists, limits, series, equations."""

from __future__ import annotations

import re
from fractions import Fraction

from gfkit.claims.formula import sequence
from gfkit.claims.formula.digits import has_decimals
from gfkit.claims.formula.kind import Kind
from gfkit.claims.formula.space import all_letters
from gfkit.claims.functional import EquationClaim, ExpansionClaim, TermsClaim
from gfkit.claims.growth import GrowthClaim, GrowthKind
from gfkit.claims.judge import FormulaClaim
from gfkit.claims.options import Options
from gfkit.claims.series import SeriesClaim
from gfkit.claims.statement import statement_in
from gfkit.claims.truth import Truth
from gfkit.errors import InputError
from gfkit.formula import tree as nodes
from gfkit.formula.linear import index_shift
from gfkit.formula.ratio import ratio, ring_of
from gfkit.formula.read.printed import LineKind, PrintedLine
from gfkit.formula.read.statement import Statement
from gfkit.typing import Weights

_MOST_STEP = 12
"""The largest s of a limit of a(n+s)/a(n)."""


def special_claims(part: PrintedLine, truth: Truth, options: Options) -> list[FormulaClaim] | None:
    """The claims of limits, series, equations and lists; None for a formula in n or a quotient."""
    kind = part.kind
    if options.asked not in (Kind.AUTO, Kind.SERIES) and kind is not LineKind.LIMIT:
        return None
    is_open = kind in (LineKind.FORMULA, LineKind.SERIES, LineKind.LIST)
    if kind is LineKind.TERMS:
        return [TermsClaim(tuple(map(Fraction, part.terms)), part.text, options.first_of())]
    if kind is LineKind.LIMIT:
        return _limit_claims(part, truth)
    size = options.variable or part.variable or _series_letter(part.text)
    if is_open and not size:
        return None
    try:
        statement = statement_in(part, size or "x", truth)
    except InputError:
        if is_open:
            return None
        raise
    if kind is LineKind.BEGINNING:
        return [_beginning_claim(part, statement)]
    sides = [side for chain in statement.chains for side in chain.right_sides]
    series_name = _own_series(statement)
    is_exponential = kind is LineKind.EXPONENTIAL
    if kind is LineKind.EQUATION or (series_name is not None and not is_exponential):
        if part.since > truth.first_n:
            raise InputError(
                f"formula: an equation is read of the whole series, not from n = {part.since} on"
            )
        return _equation_claims(part, statement, series_name)
    is_series = any(map(_needs_expansion, sides)) and not any("n" in nodes.letters(side) for side in sides)
    if is_exponential or is_series:
        _check_series_alone(statement)
        return [ExpansionClaim(side, part.text, is_exponential, part.since) for side in sides]
    if kind is LineKind.LIST:
        return [_list_claim(side, part, truth.first_n) for side in sides]
    return None


_SERIES_LETTER = re.compile(r"(?<![A-Za-z\\])[xztq](?![A-Za-z])")


def _series_letter(text: str) -> str:
    """The one letter that can mark the size in a text; nothing where there is none or several."""
    letters = {match[0] for match in _SERIES_LETTER.finditer(text)}
    return letters.pop() if len(letters) == 1 else ""


def _check_series_alone(statement: Statement) -> None:
    """Refuses anything beside a series."""
    if len(statement.chains) > 1 or statement.valid_from is not None or statement.roots:
        raise InputError("formula: a series says all terms at once; leave out ranges and other formulas")
    if set(statement.chains[0].relations) - {"="}:
        raise InputError("formula: a series is equal to another, with =")


def _needs_expansion(side: nodes.Node) -> bool:
    """Whether t is under a root or in a function, so that the side is no quotient of polynomials."""
    return any(
        "t" in nodes.letters(part)
        and (isinstance(part, nodes.Root | nodes.FunctionCall) or _is_fractional_power(part))
        for part in nodes.walk(side)
    )


def _is_fractional_power(part: nodes.Node) -> bool:
    if not isinstance(part, nodes.Power) or nodes.letters(part.exponent):
        return False
    if not isinstance(part.exponent, nodes.Quotient | nodes.Number | nodes.Negative):
        return False
    value = sequence.exact_value(part.exponent, 0).rational
    return value is not None and value.denominator > 1


def _own_series(statement: Statement) -> tuple[str, ...] | None:
    """The name of a series that an equation has on both sides, as A(x) = 1 + x*A(x)^2."""
    for chain in statement.chains:
        names = [
            {name.label for name in nodes.symbols(side) if name.index is None and _is_of_size(name)}
            for side in chain.sides
        ]
        if len(names) > 1 and names[0] and any(names[0] & others for others in names[1:]):
            return next(iter(names[0]))
    return None


def _is_of_size(name: nodes.Symbol) -> bool:
    return name.arguments == () or (len(name.arguments) == 1 and nodes.letters(name.arguments[0]) == {"t"})


def _equation_claims(
    part: PrintedLine, statement: Statement, series_name: tuple[str, ...] | None
) -> list[FormulaClaim]:
    _check_series_alone(statement)
    chain = statement.chains[0]
    if series_name is None:
        labels = {name.label for side in chain.sides for name in nodes.symbols(side)}
        if len(labels) != 1 or len(chain.sides) < 2:
            raise InputError(
                "formula: an equation for the generating function is one such as A(x) = 1 + x*A(x)^2"
            )
        series_name = labels.pop()
    return [EquationClaim(chain.sides[0], right, part.text, series_name) for right in chain.sides[1:]]


def _beginning_claim(part: PrintedLine, statement: Statement) -> TermsClaim:
    """The claim that a series begins with these terms."""
    _check_series_alone(statement)
    side = statement.chains[0].sides[-1]
    row = ratio(side, ring_of(side)).row("t")
    if row is None:
        raise InputError("formula: the first terms of a series are a sum of powers, as 1 + 2*x + 3*x^2 + ...")
    if part.terms and len(row) > part.terms[0]:
        raise InputError(f"formula: it has terms beyond O({part.variable}^{part.terms[0]})")
    length = part.terms[0] if part.terms else len(row)
    row += [Fraction(0)] * (length - len(row))
    return TermsClaim(tuple(row), part.text, 0)


def _list_claim(side: nodes.Node, part: PrintedLine, first_n: int) -> FormulaClaim:
    """The claim of PARI's Vec: the coefficients from the lowest power on are the terms from the first on."""
    low = ratio(side, ring_of(side)).valuation()
    moved = nodes.Product((side, nodes.Power(nodes.Letter("t"), nodes.Number(Fraction(first_n - low)))))
    return SeriesClaim(side if low == first_n else moved, part.text, Weights.NONE)


def _limit_claims(part: PrintedLine, truth: Truth) -> list[FormulaClaim]:
    """The claims of a printed limit, such as that of a(n+1)/a(n)."""
    statement = statement_in(part, "t", truth)
    if len(statement.chains) != 1 or set(statement.chains[0].relations) - {"=", "≈", "~"}:
        raise InputError("formula: a limit is read as in Limit_{n->oo} a(n+1)/a(n) = (1+sqrt(5))/2")
    left, *sides = statement.chains[0].sides
    match left:
        case nodes.Power(base=base, exponent=nodes.Quotient(above=nodes.ONE, below=nodes.N)) if _is_term(
            base
        ):
            step = 1  # where one root is the largest, both tend to the same; else nothing is said
        case nodes.Quotient(above=nodes.Symbol(index=index) as above, below=below) if _is_term(
            above
        ) and not nodes.symbols(below):
            shift = 0 if index is None else index_shift(above, ring_of(index))
            moved = nodes.substitute_n(below, nodes.Sum((nodes.N, nodes.Number(Fraction(-shift)))))
            return [_tends(nodes.Product((side, moved)), side, part.text) for side in sides]
        case nodes.Quotient(above=nodes.Symbol() as above, below=nodes.Symbol() as below):
            step = _step_of(above, below)
        case _:
            raise InputError(_NO_LIMIT)
    if step < 0:
        sides = [nodes.Quotient(nodes.ONE, side) for side in sides]
    return [GrowthClaim(side, part.text, GrowthKind.RATE, limit_step=abs(step)) for side in sides]


_NO_LIMIT = "formula: limits are read of a(n+1)/a(n), a(n)/a(n-1), their inverses, a(n)/r^n and a(n)^(1/n)"


def _is_term(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Symbol) and node.index is not None and "n" in nodes.letters(node.index)


def _tends(side: nodes.Node, limit: nodes.Node, text: str) -> FormulaClaim:
    """a(n)/g(n) tends to c, where c is not 0: a(n) ~ c g(n)."""
    if "n" in all_letters(limit) or not (has_decimals(limit) or sequence.exact_value(limit, 0)):
        raise InputError("formula: a limit of a(n)/r^n is a number, and not 0")
    return GrowthClaim(side, text, GrowthKind.RATIO)


def _step_of(above: nodes.Symbol, below: nodes.Symbol) -> int:
    """s of a(n+s+j)/a(n+j)."""
    if above.label == below.label and above.index is not None and below.index is not None:
        ring = ring_of(above.index, below.index)
        step = index_shift(above, ring) - index_shift(below, ring)
        if 0 < abs(step) <= _MOST_STEP:
            return step
    raise InputError(_NO_LIMIT)
