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
from gfkit.sequences.number import Number, number, number_text, read_number, whole_text
from gfkit.sequences.periodic import grouped
from gfkit.sequences.rational import RationalGF
from gfkit.sequences.scaling import scaled
from gfkit.writable import Writable, formulas

_MOST_BITS = 1 << 22


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
        return formulas().explicit(self)

    @property
    def text(self) -> str:
        """The whole statement: formula, where it holds, the terms before, decimals of numbered roots."""
        return str(self)

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
        return [root for listed in self.numbered(digits) for root in listed]

    def numbered(self, digits: int) -> list[list[NumberedRoot]]:
        """The same for each polynomial that has no roots in radicals."""
        check_digits(digits)
        parts = [part for part in grouped(self.parts)[1] if part.degree > 2]
        named = zip(root_letters(len(parts)), parts, strict=True)
        return [numbered_roots(part, name, digits) for name, part in named]


def root_letters(count: int) -> list[str]:
    """The letters that stand for the roots of so many polynomials."""
    return list("rsuvw"[:count]) if count <= 5 else [f"r{i}_" for i in range(1, count + 1)]


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
