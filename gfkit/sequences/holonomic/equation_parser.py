"""Reads recurrences with polynomial coefficients as people write them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from flint import fmpz, fmpz_poly

from gfkit.errors import InputError, LimitError

MOST_POWER = 1000
MOST_SHIFT = 1000

_TOKEN = re.compile(r"\s*(a\(\s*n\s*(?:([+-])\s*([0-9]+)\s*)?\)|[0-9]+|n|\*\*|[-+*/^()=])")
_RANGE = re.compile(r"\s*(?:,|for)\s*(?:all\s+)?n\s*(>=|>)\s*([0-9]+)\s*$")
_FORM = "expected an equation such as (n + 1)*a(n) = (4*n - 2)*a(n-1)"


@dataclass(frozen=True)
class Linear:
    """The sum of parts[k] a(n+k) over k, plus parts[None], all over ``below``."""

    parts: dict[int | None, fmpz_poly]
    below: fmpz_poly

    def plus(self, other: Linear) -> Linear:
        keys = {**self.parts, **other.parts}
        zero = fmpz_poly([])
        summed = {
            k: self.parts.get(k, zero) * other.below + other.parts.get(k, zero) * self.below for k in keys
        }
        return Linear({k: p for k, p in summed.items() if p}, self.below * other.below)

    def times(self, other: Linear) -> Linear | None:
        """The product; None when both contain terms of the sequence."""
        one, two = (self, other) if set(other.parts) <= {None} else (other, self)
        if not set(two.parts) <= {None}:
            return None
        factor = two.parts.get(None, fmpz_poly([]))
        product = {k: p * factor for k, p in one.parts.items() if factor}
        return Linear(product, self.below * other.below)


def _whole(polynomial: fmpz_poly) -> Linear:
    return Linear({None: polynomial} if polynomial else {}, fmpz_poly([1]))


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
            if shift is not None and abs(shift) > MOST_SHIFT:
                raise LimitError(f"recurrence {text!r}: a shift by {shift} is more than {MOST_SHIFT}")
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

    def equation(self) -> Linear:
        left = self.total()
        right = self.total() if self.take("=") else _whole(fmpz_poly([]))
        if self.peek():
            raise self.fail()
        return left.plus(self.product_of(right, _whole(fmpz_poly([-1]))))

    def total(self) -> Linear:
        sign = self.take("+", "-")
        found = self.signed(sign, self.product())
        while sign := self.take("+", "-"):
            found = found.plus(self.signed(sign, self.product()))
        return found

    def signed(self, sign: str, value: Linear) -> Linear:
        return self.product_of(value, _whole(fmpz_poly([-1]))) if sign == "-" else value

    def product(self) -> Linear:
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

    def product_of(self, one: Linear, two: Linear) -> Linear:
        product = one.times(two)
        if product is None:
            raise InputError(
                f"recurrence {self.text!r}: terms of the sequence are multiplied; it must be linear"
            )
        return product

    def reciprocal(self, value: Linear) -> Linear:
        if set(value.parts) != {None}:
            raise InputError(f"recurrence {self.text!r}: divisors must be polynomials in n other than 0")
        return Linear({None: value.below}, value.parts[None])

    def power(self) -> Linear:
        base = self.atom()
        if not self.take("^"):
            return base
        exponent = self.peek()
        if not exponent.isdecimal() or len(exponent) > 4 or int(exponent) > MOST_POWER:
            raise InputError(
                f"recurrence {self.text!r}: exponent {exponent!r} must be an integer, at most {MOST_POWER}"
            )
        self.at += 1
        found = _whole(fmpz_poly([1]))
        for _ in range(int(exponent)):
            found = self.product_of(found, base)
        return found

    def atom(self) -> Linear:
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
            return Linear({shift: fmpz_poly([1])}, fmpz_poly([1]))
        return _whole(fmpz_poly([0, 1]) if token == "n" else fmpz_poly([fmpz(token)]))


def read_recurrence(text: str) -> tuple[list[fmpz_poly], fmpz_poly, int | None]:
    """The p_0, p_1, ... and c of sum p_k(n) a(n-k) = c(n), and the n from which on it is said to hold.

    >>> read_recurrence("a(n+1)/(n+1) = 2a(n) + 1 for n >= 3")
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
