"""Printer of SymPy expressions as strings that ``gfkit.verify`` parses. It is imported only if needed."""

from __future__ import annotations

from typing import Any

import sympy  # type: ignore[import-untyped]
from sympy.printing.str import StrPrinter  # type: ignore[import-untyped]

from gfkit.core.errors import InputError

_SIGNS = {sympy.Ge: ">=", sympy.Gt: ">", sympy.Le: "<=", sympy.Lt: "<"}

_UNREAD = (sympy.pi, sympy.E, sympy.oo, -sympy.oo, sympy.zoo, sympy.nan, sympy.true, sympy.false)


class FormulaPrinter(StrPrinter):  # type: ignore[misc]
    """Printer of SymPy that uses the names of the formula grammar.

    >>> n = sympy.Symbol("n")
    >>> FormulaPrinter().doprint(sympy.fibonacci(n + 1) + sympy.Mod(n, 2))
    '(n mod 2) + F(n + 1)'
    """

    def _print(self, expr: Any, **settings: Any) -> str:
        if any(expr is constant for constant in _UNREAD):
            raise InputError(f"formula: {expr} is not supported")
        return str(super()._print(expr, **settings))

    def _print_Symbol(self, expr: Any) -> str:  # noqa: N802
        if len(expr.name) != 1:
            raise InputError(f"formula: the symbol {expr.name!r} is not a single letter")
        return str(expr.name)

    def _print_Equality(self, expr: Any) -> str:  # noqa: N802
        return f"{self._print(expr.lhs)} = {self._print(expr.rhs)}"

    def _print_Mod(self, expr: Any) -> str:  # noqa: N802
        body, modulus = expr.args
        return f"({self._print(body)} mod {self._print(modulus)})"

    def _print_fibonacci(self, expr: Any) -> str:
        return f"F({self._print(expr.args[0])})"

    def _print_lucas(self, expr: Any) -> str:
        return f"L({self._print(expr.args[0])})"

    def _print_GoldenRatio(self, _: Any) -> str:  # noqa: N802
        return "((1 + sqrt(5))/2)"

    def _print_RootSum(self, expr: Any) -> str:  # noqa: N802
        letter = sympy.Symbol("r")
        body, polynomial = expr.fun(letter), expr.poly.as_expr().subs(expr.poly.gen, letter)
        return f"sum({self._print(body)} over {self._print(polynomial)} = 0)"

    def _print_Piecewise(self, expr: Any) -> str:  # noqa: N802
        lines = [f"{self._print(body)} & {self._condition(condition)}" for body, condition in expr.args]
        return r"\begin{cases} " + r" \\ ".join(lines) + r" \end{cases}"

    def _condition(self, condition: Any) -> str:
        if condition == sympy.true:
            return "otherwise"
        if isinstance(condition, sympy.Or) and (residues := _residues(condition)):
            letter, modulus, values = residues
            return rf"{letter} \equiv {', '.join(map(str, values))} \pmod{{{modulus}}}"
        if isinstance(condition, sympy.Eq):
            left, right = condition.args
            bare = f"{left.args[0]} mod {left.args[1]}" if isinstance(left, sympy.Mod) else self._print(left)
            return f"{bare} = {self._print(right)}"
        sign = _SIGNS.get(type(condition))
        if sign is None:
            raise InputError(
                f"formula: the condition {condition} is not supported; write Eq(Mod(n, 2), 0) or n >= 1"
            )
        return f"{self._print(condition.lhs)} {sign} {self._print(condition.rhs)}"


def _residues(condition: Any) -> tuple[Any, Any, list[Any]] | None:
    """Return the n, modulus and residues of a choice between residues of n."""
    sides = [part.args for part in condition.args if isinstance(part, sympy.Eq)]
    left = {side[0] for side in sides}
    if len(sides) < len(condition.args) or len(left) > 1 or not isinstance(sides[0][0], sympy.Mod):
        return None
    letter, modulus = sides[0][0].args
    return letter, modulus, sorted(side[1] for side in sides)
