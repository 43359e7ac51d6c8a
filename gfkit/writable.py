"""What every value has that can be written and read: hooks that ask the floor of formulas."""

from __future__ import annotations

import re
import sys
from abc import abstractmethod
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, ClassVar, Protocol

Terms = dict[tuple[int, ...], int]
"""Of a polynomial: powers with coefficients."""


class Formulas(Protocol):
    """What ``gfkit.formula`` does for values; it lives above them, and is handed in from there."""

    def plain(self, value: Any) -> str: ...
    def latex(self, value: Any) -> str: ...
    def to(self, value: Any, language: str) -> Any: ...

    def equation(self, value: Any) -> str: ...
    def explicit(self, value: Any) -> str: ...
    def floor_form(self, value: Any) -> str | None: ...
    def relation(self, rows: Sequence[Any]) -> str: ...
    def quotient_text(self, numerator: Any, denominator: Any) -> str: ...
    def falling_text(self, coefficients: Sequence[int], letter: str) -> str: ...

    def read_polynomial(self, text: str, variables: tuple[str, ...]) -> Terms: ...
    def read_quotient(self, text: str, variables: tuple[str, ...] | None) -> tuple[Any, Any]: ...
    def quotient_of(self, above: str, below: str, variables: Sequence[str] | None) -> tuple[Any, Any]: ...
    def read_recurrence(self, text: str, initial: Sequence[Any], first_n: int) -> Any: ...
    def read_relation(self, text: str) -> tuple[list[Any], Any, int | None]: ...
    def read_equation(self, text: str, variables: tuple[str, ...]) -> Any: ...

    def foreign_terms(self, value: object, variables: tuple[str, ...]) -> Terms: ...
    def foreign_quotient(self, numerator: object, denominator: object) -> tuple[Any, Any]: ...


class Printed:
    """A value with its text and its LaTeX."""

    __slots__ = ()

    _formulas: ClassVar[Callable[[], Formulas] | None] = None

    @staticmethod
    def _hand_in(formulas: Callable[[], Formulas]) -> None:
        """Takes what loads the floor of formulas when it is first asked for."""
        Printed._formulas = staticmethod(formulas)

    def __str__(self) -> str:
        return formulas().plain(self)

    def latex(self) -> str:
        """The value in LaTeX."""
        return formulas().latex(self)


class Converted:
    """A value with ``to``: ``sympy.sympify``, ``pari(...)`` of cypari2 and ``SR(...)`` of Sage take it."""

    __slots__ = ()

    @abstractmethod
    def to(self, language: str) -> Any:
        """The value in another language."""

    def _sympy_(self) -> Any:
        return self.to("sympy")

    def __pari__(self) -> Any:
        """What ``pari(value)`` gives in cypari2, or in cypari where that is loaded."""
        text = self.to("pari")
        if "cypari2" not in sys.modules and "cypari" in sys.modules:
            return sys.modules["cypari"].pari(text)
        return import_module("cypari2").Pari()(text)

    def _sage_(self) -> Any:
        """What Sage takes the value for: an expression in its variables."""
        sage = import_module("sage.all")
        letters = set(re.findall(r"(?<![A-Za-z0-9_.])[a-z](?![A-Za-z0-9_(])", self.to("sage")))
        return sage.sage_eval(self.to("sage"), locals={letter: sage.SR.var(letter) for letter in letters})


class Writable(Printed, Converted):
    """A value that is written, and taken by other systems."""

    __slots__ = ()

    def to(self, language: str) -> Any:
        """The value in another language, as text to be pasted; for ``sympy`` as an object of SymPy.

        Languages are latex, mathml, sympy, pari, sage, maple, mathematica, oeis and json.

        >>> from gfkit.sequences import RationalGF
        >>> fibonacci = RationalGF.of([0, 1], [1, -1, -1])
        >>> fibonacci.to("oeis"), fibonacci.recurrence.to("maple")
        ('x/(1 - x - x^2)', 'a := proc(n) option remember; a(n-1) + a(n-2) end proc: a(0) := 0: a(1) := 1:')
        """
        return formulas().to(self, language)


def formulas() -> Formulas:
    """The floor of formulas; ``import gfkit`` hands it in, and it is loaded when it is first used."""
    assert Printed._formulas is not None, "gfkit hands it in"
    return Printed._formulas()
