"""How a value shows itself in a notebook: hooks that ask a provider, which knows how to draw."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

Provider = Callable[[object, str], str | None]
"""From a value and one of the words latex, svg, html to markup, or None where there is none."""


class Face:
    """The display hooks of notebooks; a value that has no such form answers None, as notebooks expect.

    Values live on low floors and pictures on a high one, so the drawing is handed in from above, once, by
    ``gfkit`` itself, and nothing of it is loaded before a hook is first called.

    >>> from gfkit.sequences import RationalGF
    >>> RationalGF.of([1], [1, -1, -1])._repr_latex_()
    '$\\\\displaystyle \\\\frac{1}{1 - t - t^{2}}$'
    """

    __slots__ = ()

    _provider: ClassVar[Provider | None] = None

    @staticmethod
    def _provide_from(provider: Provider) -> None:
        """Takes the function that draws."""
        Face._provider = staticmethod(provider)

    def _repr_latex_(self) -> str | None:
        return _asked(self, "latex")

    def _latex(self, printer: Any, *_: object) -> str:
        """What ``sympy.latex`` writes: the formula, or the words of a value that is none."""
        found = self._repr_latex_()
        if found is None:
            return str(printer.emptyPrinter(str(self)))
        return found.strip("$").removeprefix("\\displaystyle ")

    def _repr_svg_(self) -> str | None:
        return _asked(self, "svg")

    def _repr_html_(self) -> str | None:
        return _asked(self, "html")


def _asked(value: Face, kind: str) -> str | None:
    return None if Face._provider is None else Face._provider(value, kind)
