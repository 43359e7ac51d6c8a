"""Closed forms of sequences with rational generating functions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Self

from flint import acb, arb, ctx, fmpz_poly

from gfkit.errors import InputError, LimitError
from gfkit.face import Face
from gfkit.sequences.ball import Ball, check_digits, enclosed
from gfkit.sequences.binet import BinetPart, binet_parts
from gfkit.sequences.dense import dense, isolated
from gfkit.sequences.fields import list_field, numbers_field, text_field, whole_field
from gfkit.sequences.notation import LATEX, PLAIN, Notation
from gfkit.sequences.number import Number, number, number_text, read_number
from gfkit.sequences.periodic import grouped
from gfkit.sequences.polynomial import whole_text
from gfkit.sequences.rational import RationalGF
from gfkit.sequences.scaling import scaled
from gfkit.sequences.surd import quadratic_text
from gfkit.sequences.writable import Writable

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
class ClosedForm(Face, Writable):
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
        return self._formula(PLAIN)

    @property
    def text(self) -> str:
        """The whole statement: formula, where it holds, the terms before, decimals of numbered roots."""
        return f"a(n) = {self.written(PLAIN)}{self._where()}"

    def latex(self) -> str:
        """The whole statement in LaTeX, without decimals of numbered roots.

        >>> print(closed_form(RationalGF.parse("1/(3 - 2*t)")).latex())
        a(n) = \\frac{1}{3} \\left(\\frac{2}{3}\\right)^{n}
        """
        return f"a(n) = {self.written(LATEX)}"

    def __str__(self) -> str:
        return self.text

    def as_json(self) -> dict[str, object]:
        """The statement, and everything that ``from_json`` needs."""
        return {
            "closed_form": self.text,
            "parts": [part.as_json() for part in self.parts],
            "exceptions": [number_text(value) for _, value in self.exceptions],
            "first_n": self.first_n,
            "divisor": whole_text(self.divisor),
            "scale": whole_text(self.scale),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, object]) -> Self:
        """Reads what ``as_json`` gives.

        >>> form = closed_form(RationalGF.parse("(7 + t)/(2 - 3*t - t^3)"))
        >>> ClosedForm.from_json(form.as_json()) == form
        True
        """
        first_n = whole_field(data, "first_n", 0)
        before = tuple(enumerate(numbers_field(data, "exceptions"), first_n))
        parts = tuple(BinetPart.from_json(part) for part in list_field(data, "parts"))
        divisor, scale = (int(read_number(text_field(data, key))) for key in ("divisor", "scale"))
        return cls(parts, first_n + len(before), before, first_n, divisor, scale)

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
        return [part for part in grouped(self.parts, PLAIN)[1] if part.degree > PLAIN.radical_degree]

    def _names(self) -> list[str]:
        return PLAIN.root_names(len(self._numbered()))

    def _formula(self, note: Notation) -> str:
        texts, others = grouped(self.parts, note)
        numbered = [part for part in others if part.degree > note.radical_degree]
        names = iter(note.root_names(len(numbered)))
        rest = [_sum_text(p, next(names), note) if p in numbered else quadratic_text(p, note) for p in others]
        return note.total([*rest, *texts])

    def written(self, note: Notation) -> str:
        """The formula with where it holds and the terms before."""
        return note.starting(self._formula(note), self.exceptions)

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
    text = note.root_sum(quotient, name, part.factor)
    return text if part.scale == 1 else note.shrunk(text, note.power(whole_text(part.scale), "n"))


def _power_of_n(power: int, note: Notation) -> str:
    return note.falling([*(0,) * power, 1], "n")
