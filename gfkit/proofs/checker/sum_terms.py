"""Terms of identities between sums: products of hypergeometric factors, and sums of such products.

A term is a product f(n, k) of binomial coefficients, factorials, linear forms, powers of numbers and
polynomials, or the sum S(n) of f(n, k) over low <= k <= high, where high = floor((a n + b)/c). An empty sum
is 0. Here binomial(x, y) is 0 for y < 0, and x (x-1) ... (x-y+1)/y! else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from math import comb, factorial, floor
from typing import NamedTuple

from gfkit.proofs.checker.reading import INTS, Budget, Fields, must_hold, need
from gfkit.proofs.checker.two_variables import UNIT_POLY, Form3, TwoPoly, plus_poly, times_poly

_SMALL = range(-1000, 1001)
_FORM, _POLYNOMIAL = [_SMALL, _SMALL, _SMALL], [INTS]
_FACTOR = (
    {"binomial": [_FORM, _FORM], "exponent": range(-1, 2)},
    {"factorial": _FORM, "exponent": range(-1, 2)},
    {"linear": _FORM, "exponent": range(-1, 0)},
    {"base": [range(-(10**6), 10**6), range(1, 10**6)], "exponent": _FORM},
    {"polynomial": [[range(99), range(99), INTS]]},
)
SUM_TERM = {
    "factors": [_FACTOR],
    "range": (None, {"low": _SMALL, "high": _FORM}),
    "telescoper": [_POLYNOMIAL],
    "ansatz": [_POLYNOMIAL],
    "is_reduced": bool,
    "steps": [[_POLYNOMIAL, _POLYNOMIAL]],
    "cofactor": [_POLYNOMIAL],
    "multiple": _POLYNOMIAL,
}
_MOST_FACTORS = 20_000


class SumRange(NamedTuple):
    """Range low <= k <= floor(slope n + constant)."""

    low: int
    slope: Fraction
    constant: Fraction


class PowerProduct(NamedTuple):
    """Product of powers base^(a n + b k + c), factorials above! and 1/below!, and a polynomial."""

    bases: list[tuple[Fraction, Form3]]
    above: list[Form3]
    below: list[Form3]
    polynomial: TwoPoly
    needed: list[Form3]
    """Forms that are not negative where the factors have these values."""


def read_sum_range(term: Fields) -> SumRange | None:
    """Return the range of a sum, or None for a term without one."""
    if term["range"] is None:
        return None
    a, b, c = term["range"]["high"]
    need(c > 0, "range: the last number must be positive")
    return SumRange(term["range"]["low"], Fraction(a, c), Fraction(b, c))


def read_power_product(term: Fields, budget: Budget) -> PowerProduct:
    """Return the factors as factorials."""
    made, polynomial = PowerProduct([], [], [], {}, []), dict(UNIT_POLY)
    for factor in term["factors"]:
        if "polynomial" in factor:
            terms: list[TwoPoly] = [{(i, j): Fraction(c)} for i, j, c in factor["polynomial"] if c]
            polynomial = times_poly(budget, polynomial, reduce(plus_poly, terms, {}))
        elif "base" in factor:
            need(factor["base"][0], "factors: a base is 0")
            a, b, c = factor["exponent"]
            if a or b:
                made.bases.append((Fraction(*factor["base"]), (a, b, c)))
            else:
                polynomial = times_poly(budget, polynomial, {(0, 0): factor_value(factor, 0, 0)})
        else:
            need(factor["exponent"], "factors: an exponent is 0")
            is_above = factor["exponent"] > 0
            first, second = (made.above, made.below) if is_above else (made.below, made.above)
            if "linear" in factor:
                a, b, c = factor["linear"]
                first.append((a, b, c))
                second.append((a, b, c - 1))
                made.needed.append((a, b, c - 1))
                continue
            upper = tuple(factor["binomial"][0] if "binomial" in factor else factor["factorial"])
            first.append(upper)
            made.needed.append(upper)
            if "binomial" in factor:
                lower = tuple(factor["binomial"][1])
                parts = [lower, tuple(x - y for x, y in zip(upper, lower, strict=True))]
                second += parts
                made.needed.extend([] if is_above else parts)
    if term["is_reduced"]:
        above_count, below_count = Counter(made.above), Counter(made.below)
        left = (above_count - below_count).elements(), (below_count - above_count).elements()
        made = made._replace(above=[*left[0]], below=[*left[1]])
    return made._replace(polynomial=polynomial)


def form_value(form: Sequence[int], n: int, k: int) -> int:
    """Return the value of a linear form."""
    return form[0] * n + form[1] * k + form[2]


def factor_value(factor: Fields, n: int, k: int) -> Fraction:
    """Return the value of a factor. Raise RefusalError if it has none."""
    if "polynomial" in factor:
        return Fraction(sum(c * n**i * k**j for i, j, c in factor["polynomial"]))
    if "base" in factor:
        power, value = form_value(factor["exponent"], n, k), Fraction(*factor["base"])
        need(abs(power) <= _MOST_FACTORS, "an exponent is too large")
        return value**power if power >= 0 else (1 / value) ** -power
    if "linear" in factor:
        number = form_value(factor["linear"], n, k)
    elif "factorial" in factor:
        size = form_value(factor["factorial"], n, k)
        must_hold(size >= 0, f"a factorial is not defined at n = {n}, k = {k}")
        need(size <= _MOST_FACTORS, "a factorial is too large")
        number = factorial(size)
    else:
        x, y = (form_value(form, n, k) for form in factor["binomial"])
        need(max(abs(x), y) <= _MOST_FACTORS, "a binomial coefficient is too large")
        sign = -1 if x < 0 and y % 2 else 1
        number = 0 if y < 0 else comb(x, y) if x >= 0 else sign * comb(y - x - 1, y)
    must_hold(number or factor["exponent"] > 0, f"a denominator is 0 at n = {n}, k = {k}")
    return Fraction(number) if factor["exponent"] > 0 else Fraction(1, number)


def term_value(term: Fields, n: int, budget: Budget) -> Fraction:
    """Return the value of a term at n."""
    across = read_sum_range(term)
    places = [0] if across is None else range(across.low, floor(across.slope * n + across.constant) + 1)
    budget.spend((len(places) + 1) * (len(term["factors"]) + 1) * (1 + n // 8))
    total = Fraction(0)
    for k in places:
        value = Fraction(1)
        for factor in term["factors"]:
            value *= factor_value(factor, n, k)
        total += value
    return total


def poly_text(terms: Sequence[Sequence[int]]) -> str:
    """Return the sum of c n^i k^j over the triples i, j, c as a string.

    >>> poly_text([(2, 0, 1), (0, 1, -2), (0, 0, 3)]), poly_text([(0, 0, 0)])
    ('n^2 - 2*k + 3', '0')
    """
    text = ""
    for i, j, c in terms:
        powers = [name if e == 1 else f"{name}^{e}" for name, e in (("n", i), ("k", j)) if e]
        size = [str(abs(c))] if abs(c) != 1 or not powers else []
        text += f"{' - ' if c < 0 else ' + '}{'*'.join([*size, *powers])}" if c else ""
    return (text.removeprefix(" + ") if text[:3] != " - " else "-" + text[3:]) or "0"


def form_text(form: Sequence[int]) -> str:
    """Return a linear form as a string."""
    a, b, c = form
    return poly_text([(1, 0, a), (0, 1, b), (0, 0, c)])


def factor_text(factor: Fields, count: int) -> str:
    """Return a power of a factor as a string."""
    if "polynomial" in factor:
        text = f"({poly_text(factor['polynomial'])})"
    elif "base" in factor:
        above, below = factor["base"]
        text = f"({above if below == 1 else f'{above}/{below}'})^({form_text(factor['exponent'])})"
    else:
        name = next(one for one in ("binomial", "factorial", "linear") if one in factor)
        forms = factor[name] if name == "binomial" else [factor[name]]
        text = f"{'' if name == 'linear' else name}({', '.join(map(form_text, forms))})"
        count *= factor["exponent"]
    return text if count == 1 else f"{text}^({count})" if count < 0 else f"{text}^{count}"


def term_text(term: Fields) -> str:
    """Return a term as a string."""
    factors = [*term["factors"]]
    distinct = [factor for at, factor in enumerate(factors) if factor not in factors[:at]]
    product = "*".join(factor_text(factor, factors.count(factor)) for factor in distinct) or "1"
    if term["range"] is None:
        return product
    a, b, c = term["range"]["high"]
    high = form_text((a, 0, b)) if c == 1 else f"floor(({form_text((a, 0, b))})/{c})"
    return f"sum({product}, k = {term['range']['low']}..{high})"
