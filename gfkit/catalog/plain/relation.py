"""Relations between polynomials on paths, such as P(n+1) = (1 + x + y)*P(n) - x*B(n), put to numbers."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gfkit.errors import CatalogError
from gfkit.sequences import Polynomial

Value = Callable[[str, int], Polynomial]
_X = Polynomial.monomial((1, 0), ("x", "y"))
_Y = Polynomial.monomial((0, 1), ("x", "y"))


@dataclass(frozen=True)
class Relation:
    """Sides that should be equal; ``alike`` puts x for y.

    Letters are x, y, n and the index of a sum; P(n) and the like are asked for; sum(i, 1, n - 2, body).

    >>> relation = Relation.read("P(n+1) = 2*P(n) - sum(i, 1, n, x^i)")
    >>> [(one, other)] = relation.sides(2, lambda name, n: Polynomial.constant(n, ("x", "y")))
    >>> print(one, "and", other)
    3 and 4 - x - x^2
    """

    text: str
    parts: tuple[ast.expr, ...]
    alike: bool

    @classmethod
    def read(cls, text: str, *, alike: bool = False) -> Relation:
        try:
            parts = [ast.parse(side.strip().replace("^", "**"), mode="eval").body for side in text.split("=")]
        except SyntaxError:
            raise CatalogError(f"statement {text!r}: is no relation such as P(n+1) = x*P(n) - B(n)") from None
        if len(parts) < 2:
            raise CatalogError(f"statement {text!r}: has no sign =")
        return cls(text, tuple(parts), alike)

    def sides(self, n: int, value: Value) -> Iterator[tuple[Polynomial, Polynomial]]:
        """The first side with each of the others."""
        first, *others = (self._read(part, {"n": n}, value) for part in self.parts)
        for other in others:
            yield self._merged(first), self._merged(other)

    def _merged(self, side: Polynomial | int) -> Polynomial:
        found = side if isinstance(side, Polynomial) else Polynomial.constant(side, ("x", "y"))
        return found.in_variables(("x",), {"x": (1,), "y": (1,)}) if self.alike else found

    def _read(self, part: ast.expr, letters: dict[str, int], value: Value) -> Polynomial | int:
        match part:
            case ast.Constant(value=int(number)):
                return number
            case ast.Name(id=name) if name in letters:
                return letters[name]
            case ast.Name(id="x"):
                return _X
            case ast.Name(id="y"):
                return _Y
            case ast.UnaryOp(op=ast.USub(), operand=inner):
                return -self._read(inner, letters, value)
            case ast.BinOp(left=left, op=op, right=right):
                one, other = self._read(left, letters, value), self._read(right, letters, value)
                return self._joined(one, op, other)
            case ast.Call(func=ast.Name(id="sum"), args=[ast.Name(id=index), low, high, body]):
                first, last = (self._read(end, letters, value) for end in (low, high))
                if isinstance(first, int) and isinstance(last, int):
                    return sum(
                        (self._read(body, {**letters, index: k}, value) for k in range(first, last + 1)),
                        Polynomial.constant(0, ("x", "y")),
                    )
            case ast.Call(func=ast.Name(id=name), args=[inner]) if name in ("P", "N", "E", "B", "R"):
                n = self._read(inner, letters, value)
                if isinstance(n, int):
                    return value(name, n) if n >= 0 else Polynomial.constant(0, ("x", "y"))
        raise CatalogError(f"statement {self.text!r}: cannot read {ast.unparse(part)!r}")

    def _joined(self, one: Polynomial | int, op: ast.operator, other: Polynomial | int) -> Polynomial | int:
        if isinstance(op, ast.Add):
            return one + other
        if isinstance(op, ast.Sub):
            return one - other
        if isinstance(op, ast.Mult):
            return one * other
        if isinstance(op, ast.Pow) and isinstance(other, int) and 0 <= other < 1000:
            return one**other
        raise CatalogError(f"statement {self.text!r}: only + - * ^ are read")
