"""What every value has that can be written in the language of another system."""

from __future__ import annotations

from typing import Any


class Writable:
    """A value with ``to``; ``sympy.sympify`` takes it too."""

    __slots__ = ()

    def to(self, language: str) -> Any:
        """The value in another language, as text to be pasted; for ``sympy`` as an object of SymPy.

        Languages are latex, sympy, pari, sage, maple, mathematica, oeis and json.

        >>> from gfkit.sequences import RationalGF
        >>> fibonacci = RationalGF.of([0, 1], [1, -1, -1])
        >>> fibonacci.to("oeis"), fibonacci.recurrence.to("maple")
        ('x/(1 - x - x^2)', 'a := proc(n) option remember; a(n-1) + a(n-2) end proc: a(0) := 0: a(1) := 1:')
        """
        from gfkit.sequences.conversion.conversion import converted

        return converted(self, language)

    def _sympy_(self) -> Any:
        return self.to("sympy")
