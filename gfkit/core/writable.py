"""Base classes of results: text, LaTeX, notebook figures, output formats, and indexing."""

from __future__ import annotations

import re
import sys
from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import fields
from enum import Enum
from importlib import import_module
from operator import attrgetter
from typing import Any, ClassVar, Literal, NoReturn, Protocol, cast

from gfkit.core.errors import InputError
from gfkit.core.hooks import from_above, needed_from_above

Language = Literal["latex", "mathml", "sympy", "pari", "sage", "maple", "mathematica", "oeis", "json"]
Terms = dict[tuple[int, ...], int]
"""Polynomial as a dictionary from exponents to coefficients."""


class Formulas(Protocol):
    """Protocol of the functions of ``gfkit.core.algebra.formula``, a later layer, that results use."""

    def plain(self, value: Any) -> str: ...
    def latex(self, value: Any) -> str: ...
    def to(self, value: Any, language: Language) -> Any: ...

    def equation(self, value: Any) -> str: ...
    def explicit(self, value: Any) -> str: ...
    def floor_form(self, value: Any) -> str | None: ...
    def relation(self, rows: Sequence[Any]) -> str: ...
    def quotient_text(self, numerator: Any, denominator: Any) -> str: ...
    def falling_text(self, coefficients: Sequence[int], letter: str) -> str: ...

    def foreign_terms(self, value: object, variables: tuple[str, ...]) -> Terms: ...
    def foreign_quotient(self, numerator: object, denominator: object) -> tuple[Any, Any]: ...


class FormulaReader(Protocol):
    """Protocol of the functions that parse formulas, which are outside of the core."""

    def read_polynomial(self, text: str, variables: tuple[str, ...]) -> Terms: ...
    def read_quotient(self, text: str, variables: tuple[str, ...] | None) -> tuple[Any, Any]: ...
    def quotient_of(self, above: str, below: str, variables: Sequence[str] | None) -> tuple[Any, Any]: ...
    def read_recurrence(self, text: str, initial: Sequence[Any], first_n: int) -> Any: ...
    def read_relation(self, text: str) -> tuple[list[Any], Any, int | None]: ...
    def read_equation(self, text: str, variables: tuple[str, ...]) -> Any: ...
    def read_formula(self, text: str, letters: tuple[str, ...]) -> Any: ...


_LONGEST_REPR = 120
"""Maximum number of characters of a ``repr`` that is derived from the string form."""


def brief_repr(value: object) -> str:
    """Return the class of a value and the first line of its string form, shortened if it is long.

    >>> from gfkit.core.algebra import RationalGF
    >>> RationalGF.of([1], [1, -1, -1]).recurrence
    <Recurrence: a(n) = a(n-1) + a(n-2) for n >= 2>
    """
    text = f"<{type(value).__name__}: {str(value).partition(chr(10))[0]}"
    return f"{text}>" if len(text) < _LONGEST_REPR else f"{text[: _LONGEST_REPR - 4]}...>"


class Printable:
    """Value with a string form and a LaTeX form."""

    __slots__ = ()

    def __str__(self) -> str:
        return formulas().plain(self)

    def latex(self) -> str:
        """Return the value in LaTeX."""
        return formulas().latex(self)


class Convertible:
    """Value that can be converted to another system. ``sympy.sympify``, ``pari(...)`` of cypari2 and
    ``SR(...)`` of Sage accept it.
    """

    __slots__ = ()

    @abstractmethod
    def to(self, language: Language) -> Any:
        """Return the value in another format."""

    def _sympy_(self) -> Any:
        return self.to("sympy")

    def __pari__(self) -> Any:
        """Return the value as an object of cypari2, or of cypari if that is loaded."""
        text = self.to("pari")
        if "cypari2" not in sys.modules and "cypari" in sys.modules:
            return sys.modules["cypari"].pari(text)
        return import_module("cypari2").Pari()(text)

    def _sage_(self) -> Any:
        """Return the value as an object of Sage: an expression in its variables."""
        sage = import_module("sage.all")
        letters = set(re.findall(r"(?<![A-Za-z0-9_.])[a-z](?![A-Za-z0-9_(])", self.to("sage")))
        return sage.sage_eval(self.to("sage"), locals={letter: sage.SR.var(letter) for letter in letters})


class Writable(Printable, Convertible):
    """Value that can be printed and converted to other systems."""

    __slots__ = ()

    def to(self, language: Language) -> Any:
        """Return the value in another format as a string; for ``sympy`` return a SymPy object.

        The formats are latex, mathml, sympy, pari, sage, maple, mathematica, oeis and json.

        >>> from gfkit.core.algebra import RationalGF
        >>> fibonacci = RationalGF.of([0, 1], [1, -1, -1])
        >>> fibonacci.to("oeis"), fibonacci.recurrence.to("maple")
        ('x/(1 - x - x^2)', 'a := proc(n) option remember; a(n-1) + a(n-2) end proc: a(0) := 0: a(1) := 1:')
        """
        return formulas().to(self, language)


def formulas() -> Formulas:
    """Return the subpackage of formulas, which is imported at the first call."""
    from gfkit.core.algebra import formula

    return formula


def formula_reader() -> FormulaReader:
    """Return the parsers of formulas. Raise InputError if they are not installed."""
    room: FormulaReader = needed_from_above("formula_reader", "parsing a formula")
    return room


class Face:
    """Mixin with the display hooks of notebooks. A hook returns None if the value has no such form, as
    notebooks expect.

    Drawing modules are loaded at the first call of a hook.

    >>> from gfkit.core.algebra import RationalGF
    >>> RationalGF.of([1], [1, -1, -1])._repr_latex_()
    '$\\\\displaystyle \\\\frac{1}{1 - t - t^{2}}$'
    """

    __slots__ = ()

    __repr__ = brief_repr

    def _repr_latex_(self) -> str | None:
        return _rendering(self, "latex")

    def _latex(self, printer: Any, *_: object) -> str:
        """Return the string for ``sympy.latex``: the formula, or text if the value is not a formula."""
        formula = self._repr_latex_()
        if formula is None:
            return str(printer.emptyPrinter(str(self)))
        return formula.strip("$").removeprefix("\\displaystyle ")

    def _repr_svg_(self) -> str | None:
        return _rendering(self, "svg")

    def _repr_html_(self) -> str | None:
        return _rendering(self, "html")


class TextFace(Face):
    """Mixin for values whose ``str`` is their display on a terminal, on several lines if necessary.

    >>> import gfkit
    >>> print(gfkit.optimum("independent-sets", "3x3"))
    independent-sets on 3x3
    minimum  0, attained once
    maximum  5, attained once
    proved by the transfer-matrix method
    """

    __slots__ = ()

    def __str__(self) -> str:
        return _rendering(self, "text") or repr(self)


def _rendering(value: Face, form: str) -> str | None:
    draw: Callable[[object, str], str | None] | None = from_above("shown_as")
    return None if draw is None else draw(value, form)


def to_json(value: Any) -> Any:
    """Return a value as plain data for JSON.

    Values with a separate JSON form, such as polynomials, formulas and evidence, have ``as_json``.
    """
    if hasattr(value, "as_json"):
        return value.as_json()
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, tuple):
        named = getattr(value, "_asdict", None)
        return [to_json(each) for each in value] if named is None else named()
    return value


class JsonRecord:
    """Mixin for records with a JSON form: all fields, or the keys in ``json_keys``.

    A key whose attribute has another name is written as in ``clean=is_clean``.
    """

    __slots__ = ()

    json_keys: ClassVar[str] = ""

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that the command line prints."""
        keys = self.json_keys.split() or [field.name for field in fields(cast("Any", self))]
        pairs = (key.partition("=") for key in keys)
        return {key: to_json(attrgetter(name or key)(self)) for key, _, name in pairs}


class Indexable:
    """Mixin for values with ``[...]`` that are not lists: iteration, ``in`` and ``len`` raise TypeError.

    Python treats an indexable object as a list that starts at 0 and ends at the first IndexError. A sequence
    with terms for all n never raises it, so ``list`` and ``in`` would not terminate.

    >>> from gfkit.core.algebra import RationalGF
    >>> list(RationalGF.of([1], [1, -1, -1]))
    Traceback (most recent call last):
    ...
    TypeError: RationalGF is not a list: use .terms(count) for the initial terms, or [n] for the term at n
    """

    __slots__ = ()

    _instead: ClassVar[str] = "use .terms(count) for the initial terms, or [n] for the term at n"
    """Alternative to iteration that the error message recommends."""

    def __iter__(self) -> NoReturn:
        raise self._no_list()

    def __contains__(self, value: object) -> NoReturn:
        raise self._no_list()

    def __len__(self) -> int:
        raise self._no_list()

    def __bool__(self) -> bool:
        return True

    def _no_list(self) -> TypeError:
        return TypeError(f"{type(self).__name__} is not a list: {self._instead}")


class Plottable:
    """Mixin for sequences that can be plotted on axes of matplotlib. (The charts of gfkit itself are SVG.)"""

    __slots__ = ()

    def plot(self: Any, ax: Any = None, count: int = 30) -> Any:
        """Plot log10 |a(n)| for the initial terms that are not 0 and return the axes.

        Parameters
        ----------
        ax : axes of matplotlib; the current axes of pyplot by default.
        count : number of terms.
        """
        from math import log10

        if ax is None:
            ax = import_module("matplotlib.pyplot").gca()
        terms = [(n, a) for n, a in enumerate(self.terms(count), self.first_n) if a]
        if not all(hasattr(a, "numerator") for _, a in terms):
            raise InputError("plot: the terms are polynomials; substitute numbers for the weights first")
        sizes = [log10(abs(a.numerator)) - log10(a.denominator) for _, a in terms]
        name = f"{self.game} on {self.board}" if hasattr(self, "board") else None
        ax.plot([n for n, _ in terms], sizes, "o-", label=name)
        ax.set_xlabel("n")
        ax.set_ylabel("log10 |a(n)|")
        return ax
