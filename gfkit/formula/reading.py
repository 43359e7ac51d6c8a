"""Reads values as they are printed, and recurrences as people write them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from flint import fmpz, fmpz_poly

from gfkit.errors import InputError, LimitError
from gfkit.sequences.polynomial import Monomial, Polynomial

_MOST_DEGREE = 1_000_000
_MOST_POWER = 1000
_MOST_SHIFT = 1000

_FACTOR = re.compile(r"\*?(?:([0-9]+)|([a-z])(?:\^([0-9]+))?)")
_QUOTIENT = re.compile(r"\(([^()]*)\)/\(([^()]*)\)|([^()/]*)/\(([^()]*)\)|\(([^()]*)\)|([^()/]*)")
_TOKEN = re.compile(r"\s*(a\(\s*n\s*(?:([+-])\s*([0-9]+)\s*)?\)|[0-9]+|n|\*\*|[-+*/^()=])")
_RANGE = re.compile(r"\s*(?:,|for)\s*(?:all\s+)?n\s*(>=|>)\s*([0-9]+)\s*$")
_FORM = "expected an equation such as (n + 1)*a(n) = (4*n - 2)*a(n-1)"


# Polynomials and quotients


def read_polynomial(text: str, variables: tuple[str, ...]) -> dict[Monomial, int]:
    """The terms of a sum of monomials as printed: ``1 + 2*x - x^2*y`` (``**`` and juxtaposition too)."""
    terms: dict[Monomial, int] = {}
    compact = re.sub(r"\s|[{}]", "", text).replace("**", "^")
    signed = re.findall(r"[+-]?[^+-]+", compact)
    if not compact or "".join(signed) != compact:
        raise InputError(f"polynomial {text!r}: expected a sum of monomials such as 1 + 2*x*y^2")
    for term in signed:
        powers, coefficient = _read_term(term, variables)
        terms[powers] = terms.get(powers, 0) + coefficient
    return terms


def _read_term(term: str, variables: tuple[str, ...]) -> tuple[Monomial, int]:
    sign = -1 if term.startswith("-") else 1
    rest = term.lstrip("+-")
    powers, coefficient, position = [0] * len(variables), sign, 0
    while position < len(rest):
        factor = _FACTOR.match(rest, position)
        if not factor or (factor[2] and factor[2] not in variables):
            raise InputError(f"polynomial term {term!r}: cannot read {rest[position:]!r}")
        if factor[1]:
            coefficient *= int(fmpz(factor[1]))
        else:
            powers[variables.index(factor[2])] += int(factor[3] or 1)
        position = factor.end()
    return tuple(powers), coefficient


def read_equation(text: str, variables: tuple[str, ...]) -> Polynomial:
    """The polynomial that an equation says is 0; without a right side it is the polynomial itself."""
    left, _, right = text.partition("=")
    equation = Polynomial.parse(left, variables)
    return equation - Polynomial.parse(right, variables) if right.strip() else equation


def read_quotient(text: str, variables: tuple[str, ...] | None) -> tuple[Polynomial, Polynomial]:
    """The two polynomials of a quotient as printed; without a slash the denominator is 1.

    Without ``variables`` they are t alone, t and x, or t, x and y: the fewest that suffice.
    """
    match = _QUOTIENT.fullmatch(text.strip())
    if not match:
        raise InputError(
            f"generating function {text!r}: expected a quotient of two sums of monomials in brackets, "
            "such as (1 + t)/(1 - 2*t - t^2)"
        )
    above = match[1] or match[3] or match[5] or match[6] or ""
    below = match[2] or match[4] or "1"
    return quotient_of(above, below, variables, repr(text))


def quotient_of(
    above: str, below: str, variables: Sequence[str] | None, name: str
) -> tuple[Polynomial, Polynomial]:
    """The polynomials of numerator and denominator; refuses powers of t that would take all memory."""
    text = above + below
    names = (
        tuple(variables) if variables else ("t", "x", "y")[: 3 if "y" in text else 2 if "x" in text else 1]
    )
    parts = Polynomial.parse(above, names), Polynomial.parse(below, names)
    degree = max((powers[0] for part in parts for powers, _ in part.terms), default=0)
    if degree > _MOST_DEGREE:
        raise LimitError(f"generating function {name}: degree {degree} in t is above {_MOST_DEGREE}")
    return parts


# Recurrences


@dataclass(frozen=True)
class _Linear:
    """The sum of parts[k] a(n+k) over k, plus parts[None], all over ``below``."""

    parts: dict[int | None, fmpz_poly]
    below: fmpz_poly

    def plus(self, other: _Linear) -> _Linear:
        keys = {**self.parts, **other.parts}
        zero = fmpz_poly([])
        summed = {
            k: self.parts.get(k, zero) * other.below + other.parts.get(k, zero) * self.below for k in keys
        }
        return _Linear({k: p for k, p in summed.items() if p}, self.below * other.below)

    def times(self, other: _Linear) -> _Linear | None:
        """The product; None when both contain terms of the sequence."""
        one, two = (self, other) if set(other.parts) <= {None} else (other, self)
        if not set(two.parts) <= {None}:
            return None
        factor = two.parts.get(None, fmpz_poly([]))
        product = {k: p * factor for k, p in one.parts.items() if factor}
        return _Linear(product, self.below * other.below)


def _whole(polynomial: fmpz_poly) -> _Linear:
    return _Linear({None: polynomial} if polynomial else {}, fmpz_poly([1]))


class _Reader:
    """Recursive descent: sums of products of powers; a factor may follow another without a sign."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens: list[tuple[str, int | None]] = []
        position = 0
        while text[position:].strip():
            match = _TOKEN.match(text, position)
            if not match:
                raise InputError(f"recurrence {text!r}: cannot read {text[position:].strip()!r}; {_FORM}")
            token = match[1]
            shift = int((match[2] or "+") + (match[3] or "0")) if token.startswith("a") else None
            if shift is not None and abs(shift) > _MOST_SHIFT:
                raise LimitError(f"recurrence {text!r}: a shift by {shift} is more than {_MOST_SHIFT}")
            self.tokens.append(("^" if token == "**" else token, shift))
            position = match.end()
        self.at = 0

    def peek(self) -> str:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def take(self, *wanted: str) -> str:
        token = self.peek()
        if token not in wanted:
            return ""
        self.at += 1
        return token

    def fail(self) -> InputError:
        found = f"{self.peek()!r}" if self.peek() else "the end"
        return InputError(f"recurrence {self.text!r}: did not expect {found}; {_FORM}")

    def equation(self) -> _Linear:
        left = self.total()
        right = self.total() if self.take("=") else _whole(fmpz_poly([]))
        if self.peek():
            raise self.fail()
        return left.plus(self.product_of(right, _whole(fmpz_poly([-1]))))

    def total(self) -> _Linear:
        sign = self.take("+", "-")
        found = self.signed(sign, self.product())
        while sign := self.take("+", "-"):
            found = found.plus(self.signed(sign, self.product()))
        return found

    def signed(self, sign: str, value: _Linear) -> _Linear:
        return self.product_of(value, _whole(fmpz_poly([-1]))) if sign == "-" else value

    def product(self) -> _Linear:
        found = self.power()
        while True:
            if self.take("*"):
                found = self.product_of(found, self.power())
            elif self.take("/"):
                found = self.product_of(found, self.reciprocal(self.power()))
            elif self.peek() and self.peek() not in "+-)=^":
                found = self.product_of(found, self.power())
            else:
                return found

    def product_of(self, one: _Linear, two: _Linear) -> _Linear:
        product = one.times(two)
        if product is None:
            raise InputError(
                f"recurrence {self.text!r}: terms of the sequence are multiplied; it must be linear"
            )
        return product

    def reciprocal(self, value: _Linear) -> _Linear:
        if set(value.parts) != {None}:
            raise InputError(f"recurrence {self.text!r}: divisors must be polynomials in n other than 0")
        return _Linear({None: value.below}, value.parts[None])

    def power(self) -> _Linear:
        base = self.atom()
        if not self.take("^"):
            return base
        exponent = self.peek()
        if not exponent.isdecimal() or len(exponent) > 4 or int(exponent) > _MOST_POWER:
            raise InputError(
                f"recurrence {self.text!r}: exponent {exponent!r} must be an integer, at most {_MOST_POWER}"
            )
        self.at += 1
        found = _whole(fmpz_poly([1]))
        for _ in range(int(exponent)):
            found = self.product_of(found, base)
        return found

    def atom(self) -> _Linear:
        if self.at == len(self.tokens):
            raise self.fail()
        token, shift = self.tokens[self.at]
        if token == "(":
            self.at += 1
            inner = self.total()
            if not self.take(")"):
                raise self.fail()
            return inner
        if shift is None and token != "n" and not token.isdecimal():
            raise self.fail()
        self.at += 1
        if shift is not None:
            return _Linear({shift: fmpz_poly([1])}, fmpz_poly([1]))
        return _whole(fmpz_poly([0, 1]) if token == "n" else fmpz_poly([fmpz(token)]))


def read_relation(text: str) -> tuple[list[fmpz_poly], fmpz_poly, int | None]:
    """The p_0, p_1, ... and c of sum p_k(n) a(n-k) = c(n), and the n from which on it is said to hold.

    >>> read_relation("a(n+1)/(n+1) = 2a(n) + 1 for n >= 3")
    ([1, (-2)*x], x, 4)
    """
    body, start = text, None
    if match := _RANGE.search(text):
        body, start = text[: match.start()], int(match[2]) + (match[1] == ">")
    parts = dict(_Reader(body).equation().parts)
    beside = -parts.pop(None, fmpz_poly([]))
    if not parts:
        raise InputError(f"recurrence {text!r}: no terms of the sequence are left; {_FORM}")
    shifts = [k for k in parts if k is not None]
    top, low = max(shifts), min(shifts)
    inner = fmpz_poly([-top, 1])
    rows = [parts.get(top - k, fmpz_poly([]))(inner) for k in range(top - low + 1)]
    return rows, beside(inner), None if start is None else start + top
