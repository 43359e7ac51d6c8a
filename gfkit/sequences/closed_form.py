"""Closed forms of sequences with rational generating functions."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from flint import acb, arb, ctx, fmpz_poly

from gfkit.errors import InputError, LimitError
from gfkit.sequences.ball import Ball, check_digits, enclosed
from gfkit.sequences.binet import BinetPart, binet_parts
from gfkit.sequences.dense import dense, isolated
from gfkit.sequences.notation import LATEX, PLAIN, Notation
from gfkit.sequences.number import Number, number
from gfkit.sequences.periodic import grouped
from gfkit.sequences.polynomial import whole_text
from gfkit.sequences.rational import RationalGF
from gfkit.sequences.scaling import scaled
from gfkit.sequences.surd import quadratic_text

_LETTERS = "rsuvw"
_MOST_BITS = 1 << 22
_SHOWN = 6
"""How many numbered roots of one polynomial are printed."""


@dataclass(frozen=True)
class NumberedRoot:
    """A root by name, such as r1, with certified balls for its real and imaginary part."""

    name: str
    real: Ball
    imaginary: Ball

    def __str__(self) -> str:
        if self.imaginary.value == "0":
            return f"{self.name} = {self.real.value}"
        sign, size = (
            ("-", self.imaginary.value[1:]) if self.imaginary.value[0] == "-" else ("+", self.imaginary.value)
        )
        real = "" if self.real.value == "0" else f"{self.real.value} {sign} "
        return f"{self.name} = {real or ('-' if sign == '-' else '')}{size}*I"


@dataclass(frozen=True)
class ClosedForm:
    """A formula for a(n), n >= valid_from, and the terms before that, where there are any.

    >>> form = closed_form(RationalGF.parse("(1 + t)/(1 - 2*t - t^2)"))
    >>> print(form)
    a(n) = ((1 + sqrt(2))^(n+1) + (1 - sqrt(2))^(n+1))/2
    >>> form.evaluate(5)
    99
    >>> print(closed_form(RationalGF.parse("t^2/(1 - 2t + 2t^3 - t^4)")))
    a(n) = n^2/4 if n mod 2 = 0; (n^2 - 1)/4 if n mod 2 = 1
    """

    parts: tuple[BinetPart, ...]
    valid_from: int
    exceptions: tuple[tuple[int, Number], ...]
    first_n: int = 0
    divisor: int = 1
    scale: int = 1
    """The formula times divisor scale^n gives integers."""

    @property
    def formula(self) -> str:
        """The right-hand side in plain text."""
        return self._written(PLAIN)

    @property
    def text(self) -> str:
        """The whole statement: formula, where it holds, the terms before, decimals of numbered roots."""
        return f"a(n) = {self.formula}{PLAIN.beginning(self.valid_from, self.exceptions)}{self._where()}"

    def latex(self) -> str:
        """The whole statement in LaTeX, without decimals of numbered roots.

        >>> print(closed_form(RationalGF.parse("1/(3 - 2*t)")).latex())
        a(n) = \\frac{1}{3} \\left(\\frac{2}{3}\\right)^{n}
        """
        return f"a(n) = {self._written(LATEX)}{LATEX.beginning(self.valid_from, self.exceptions)}"

    def __str__(self) -> str:
        return self.text

    def evaluate(self, n: int) -> Number:
        """The term a(n) from the formula: its ball is made so small that it holds one possible value."""
        if n < self.valid_from:
            known = dict(self.exceptions)
            if n not in known:
                raise InputError(f"n {n}: the sequence starts at n = {self.first_n}")
            return known[n]
        bits, below = 64, self.divisor * self.scale**n
        while bits <= _MOST_BITS:
            with ctx.workprec(bits):
                value = (sum((part.value(n) for part in self.parts), acb(0)).real * below).unique_fmpz()
            if value is not None:
                return number(Fraction(int(value), below))
            bits *= 2
        raise LimitError(f"n {n}: no integer was singled out with {_MOST_BITS} bits of precision")

    def roots(self, digits: int = 20) -> list[NumberedRoot]:
        """The roots that the formula numbers, largest first, with ``digits`` certified digits."""
        check_digits(digits)
        named = zip(self._names(), self._numbered(), strict=True)
        return [root for name, part in named for root in numbered_roots(part, name, digits)]

    def _numbered(self) -> list[BinetPart]:
        return [part for part in grouped(self.parts, PLAIN)[1] if part.degree > 2]

    def _names(self) -> list[str]:
        count = len(self._numbered())
        return list(_LETTERS[:count]) if count <= len(_LETTERS) else [f"r{i}_" for i in range(1, count + 1)]

    def _written(self, note: Notation) -> str:
        texts, others = grouped(self.parts, note)
        names = iter(self._names())
        rest = [quadratic_text(p, note) if p.degree == 2 else _sum_text(p, next(names), note) for p in others]
        return note.total([*rest, *texts])

    def _where(self) -> str:
        text = ""
        for name, part in zip(self._names(), self._numbered(), strict=True):
            listed = numbered_roots(part, name, 20)
            shown = ", ".join(map(str, listed[:_SHOWN]))
            more = f" and {len(listed) - _SHOWN} more" if len(listed) > _SHOWN else ""
            text += f"; {shown}{more}"
        return text


def closed_form(gf: RationalGF) -> ClosedForm:
    """The Binet form of a sequence: partial fractions over the algebraic numbers.

    Roots that are rational, quadratic or roots of unity times an integer are written out, the others
    are numbered roots of their irreducible polynomial. It always exists; from order 30 on it is exact
    but no longer pleasant to read. The cost is that of ``binet_parts``.

    Reference: Philippe Flajolet and Robert Sedgewick, Analytic Combinatorics, Theorem IV.9.
    """
    parts = binet_parts(gf)
    start = max(gf.first_n, gf.degree - gf.order + 1)
    before = gf.terms(start - gf.first_n)
    exceptions = tuple(enumerate(before, gf.first_n))
    made = scaled(dense(gf.numerator), dense(gf.denominator))
    return ClosedForm(parts, start, exceptions, gf.first_n, made.divisor, made.scale)


def numbered_roots(part: BinetPart, name: str, digits: int) -> list[NumberedRoot]:
    """The roots of the part's factor, largest first, conjugates together, with certified digits.

    An irreducible polynomial has purely imaginary roots only when it is one in z^2.
    """
    bits, even = 64 + 4 * digits, not any(part.factor[1::2])
    while True:
        with ctx.workprec(bits):
            found = [root for root, _ in isolated(fmpz_poly(list(part.factor)))]
            found.sort(key=lambda root: -round(float(abs(root).mid()), 9))
            reals = [_real(root, found) if even else root.real for root in found]
            pairs = [
                (enclosed(x, digits), enclosed(r.imag, digits)) for x, r in zip(reals, found, strict=True)
            ]
        named = [
            NumberedRoot(f"{name}{i}", real, imaginary)
            for i, (real, imaginary) in enumerate(pairs, 1)
            if real is not None and imaginary is not None
        ]
        if len(named) == len(pairs):
            return named
        bits *= 2


def _real(root: acb, roots: list[acb]) -> arb:
    """The real part, where the mirror image of a root is a root; exactly 0 when it can be no other one."""
    mirrored = acb(-root.real, root.imag)
    alone = sum(mirrored.overlaps(other) for other in roots) == 1 and mirrored.overlaps(root)
    return arb(0) if alone and root.real.contains(0) else root.real


def _sum_text(part: BinetPart, name: str, note: Notation) -> str:
    rows, under = part.numerators, part.denominator
    over = min(k for row in rows for k, c in enumerate(row) if c)
    below = next(k for k, c in enumerate(under) if c)
    rows, under, shift = tuple(row[over:] for row in rows), under[below:], over - below
    scales = [
        note.product(note.falling(row, name), _power_of_n(j, note)) for j, row in enumerate(rows) if any(row)
    ]
    power = note.power(name, f"n{shift:+d}" if shift else "n")
    quotient = note.over(note.product(note.total(scales), power), note.falling(under, name))
    condition = note.falling(part.factor, name) + " = 0"
    text = rf"\sum_{{{condition}}} {quotient}" if note.is_latex else f"sum({quotient} over {condition})"
    if part.scale == 1:
        return text
    power = note.power(whole_text(part.scale), "n")
    return rf"\frac{{1}}{{{power}}} {text}" if note.is_latex else f"{text}/{power}"


def _power_of_n(power: int, note: Notation) -> str:
    return note.falling([*(0,) * power, 1], "n")
