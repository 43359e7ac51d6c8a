"""How statements are written down: plain or LaTeX, with any of the usual names, signs and orders."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from random import Random

from .statements import ONE, Family, Growth, Poly, Recurrence, Series, Statement, index, number, plus


def printed(rng: Random, made: Statement) -> str:
    """Return the statement in one of its notations, plain or LaTeX."""
    is_latex = rng.random() < 0.4
    if isinstance(made, Series):
        text = _series_text(rng, made, is_latex)
    elif isinstance(made, Growth):
        text = _growth_text(rng, made, is_latex)
    else:
        text = _joined(rng, _recurrence_text(rng, made, is_latex), made.bound, is_latex)
    return f"${text}$" if is_latex and rng.random() < 0.2 else text + rng.choice(["", "", "", "."])


def _joined(rng: Random, pieces: list[str], bound: int | None, is_latex: bool) -> str:
    """Return the formula and its single terms in either order, with the range after the formula."""
    formula, *terms = pieces
    if bound is not None:
        sign = rng.choice([r"\ge", r"\geq"]) if is_latex else ">="
        listed = f"n = {bound}, {bound + 1}, {bound + 2}, ..."
        strict = f"n > {bound - 1}" if bound else f"n {sign} {bound}"
        words = rng.choice([f"n {sign} {bound}", f"n {sign} {bound}", strict, listed])
        opening = rng.choice([" for ", ", ", " for all "] if words != listed else [", ", " for "])
        if is_latex and opening != ", ":
            opening = rf" \text{{{opening.strip()}}} "
        formula += rf" \quad ({words})" if rng.random() < 0.2 and words != listed else opening + words
    rng.shuffle(terms)
    behind = rng.random() < 0.6
    separator = rng.choice([", ", "; ", ",\n" if not is_latex else ", "])
    return separator.join([formula, *terms] if behind else [*terms, formula])


def _recurrence_text(rng: Random, made: Recurrence, is_latex: bool) -> list[str]:
    named = _namer(rng, made.family)
    top = max(made.sides)
    lead = made.sides[top]
    others = {s: plus({}, c, -1) for s, c in made.sides.items() if s != top}
    if lead != ONE or rng.random() < 0.1:  # all on one side
        both = {top: lead, **{s: c for s, c in made.sides.items() if s != top}}
        formula = f"{_combined(rng, both, named, is_latex)} = 0"
    else:
        formula = f"{named(index(top))} = {_combined(rng, others, named, is_latex) or '0'}"
    return [formula, *_single(rng, made.given, named, is_latex)]


def _single(rng: Random, given: dict[int, Poly], named: Callable[[str], str], is_latex: bool) -> list[str]:
    attached = not named("0").startswith("P") and rng.random() < 0.3
    names = {n: f"{named('0')[0]}{n}" if attached else named(str(n)) for n in given}
    return [f"{names[n]} = {poly_text(value, is_latex)}" for n, value in given.items()]


def _namer(rng: Random, family: Family) -> Callable[[str], str]:
    if family.weights:
        arguments = "(x)" if family.weights == "x" else "(x, y)"
        return lambda at: f"P_{{{at}}}{arguments}"
    letter = rng.choice(["a", "a", "s", "c", "u"])
    style = rng.choice(["{0}({1})", "{0}({1})", "{0}_{{{1}}}"])
    return lambda at: style.format(letter, at)


def _combined(rng: Random, row: dict[int, Poly], named: Callable[[str], str], is_latex: bool) -> str:
    """Return the sum of coefficients times terms, the terms in any order."""
    shifts = [s for s, c in row.items() if c]
    if rng.random() < 0.2:
        rng.shuffle(shifts)
    text = ""
    for s in shifts:
        text += _signed(row[s], named(index(s)), text, rng, is_latex)
    return text


def _signed(c: Poly, name: str, before: str, rng: Random, is_latex: bool) -> str:
    """Return one summand with its sign."""
    is_number = set(c) <= {(0, 0)}
    size = next(iter(c.values())) if is_number else Fraction(1)
    sign = "-" if is_number and size < 0 else "+"
    opening = sign if before or sign == "-" else ""
    opening = f" {opening} " if before else opening
    if is_number and abs(size) == 1 and name:
        return opening + name
    body = poly_text(number(abs(size)) if is_number else c, is_latex)
    if is_number and "/" not in body and name and rng.random() < 0.1:
        body += ".0"
    if not is_number or "/" in body:
        body = f"({body})"
    product = r" \cdot " if is_latex else "*"
    between = product if name[:1].isdigit() else rng.choice([product, "", " "])
    return opening + body + (between if name else "") + name


def poly_text(poly: Poly, is_latex: bool = False) -> str:
    """Return a polynomial in x and y, or a number."""
    text = ""
    for (i, j), c in sorted(poly.items()):
        power = "*".join(f"{letter}^{k}" if k > 1 else letter for letter, k in (("x", i), ("y", j)) if k)
        size = abs(c)
        shown = "" if size == 1 and power else str(size.numerator)
        if size.denominator > 1:
            form = r"\frac{{{}}}{{{}}}" if is_latex else "{}/{}"
            shown = form.format(size.numerator, size.denominator)
        body = shown + ("*" if shown and power else "") + power
        text += (" - " if text else "-") + body if c < 0 else (" + " if text else "") + body
    return text.replace("*", " ") if is_latex else text or "0"


def _series_text(rng: Random, made: Series, is_latex: bool) -> str:
    letter = "t" if made.family.weights else rng.choice(["t", "t", "x", "z"])
    text = fraction_text(rng, made, letter, is_latex)
    keys = [key for row in (made.above, made.below) for c in row for key in c]
    used = {"xy"[axis] for key in keys for axis in (0, 1) if key[axis]}
    if made.family.weights:
        arguments = "(1, x, x, t)" if made.family.weights == "x" else "(1, x, y, t)"
        is_bare = rng.random() < 0.4 and used == set(made.family.weights)
        return text if is_bare else f"GF{arguments} = {text}"
    name = rng.choice(["", "", f"A({letter}) = ", "GF = ", f"G({letter}) = "])
    return name + text if letter in text else text


def fraction_text(rng: Random, made: Series, letter: str, is_latex: bool = False) -> str:
    above, below = (_row_text(rng, row, letter, is_latex) for row in (made.above, made.below))
    return rf"\frac{{{above}}}{{{below}}}" if is_latex else f"({above})/({below})"


def _row_text(rng: Random, row: list[Poly], letter: str, is_latex: bool) -> str:
    text = ""
    for k, c in enumerate(row):
        if c:
            power = letter * (k > 0) if k < 2 else f"{letter}^{{{k}}}" if is_latex else f"{letter}^{k}"
            text += _signed(c, power, text, rng, is_latex)
    return text or "0"


def _growth_text(rng: Random, made: Growth, is_latex: bool) -> str:
    power = f"{made.rate}^{{{index(made.offset)}}}" if is_latex else f"{made.rate}^({index(made.offset)})"
    if made.is_below:
        text = rf"\frac{{{power}}}{{{made.constant}}}" if is_latex else f"{power}/{made.constant}"
    else:
        between = r" \cdot " if is_latex else rng.choice(["*", " * "])
        text = between.join(rng.choice([[made.constant, power], [power, made.constant]]))
    name = rng.choice(["a(n)", "c_n", "a_{n}"])
    if made.is_equal:
        return f"{name} = {text} + o(1)"
    sign = rng.choice([r"\sim", r"\simeq", r"\approx"]) if is_latex else rng.choice(["~", "≈", "≃"])
    return f"{name} {sign} {text}"
