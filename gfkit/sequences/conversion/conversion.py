"""Values in the languages of other systems, by name."""

from __future__ import annotations

import json
from typing import Any

from gfkit.errors import OptionError, did_you_mean
from gfkit.sequences.conversion.oeis_text import oeis_text
from gfkit.sequences.conversion.sympy_object import sympy_object
from gfkit.sequences.notation.maple import Maple
from gfkit.sequences.notation.mathematica import Mathematica
from gfkit.sequences.notation.pari import Pari
from gfkit.sequences.notation.sage import Sage

SYSTEMS = {"pari": Pari(), "sage": Sage(), "maple": Maple(), "mathematica": Mathematica()}

LANGUAGES = ("latex", "sympy", *SYSTEMS, "oeis", "json")


def converted(value: Any, language: str) -> Any:
    """The value in a language: text, for ``sympy`` an object.

    >>> from gfkit.sequences import RationalGF, closed_form
    >>> converted(closed_form(RationalGF.of([0, 1], [1, -1, -1])), "mathematica")
    '(((1 + Sqrt[5])/2)^n - ((1 - Sqrt[5])/2)^n)/Sqrt[5]'
    """
    name = language_named(language)
    if name in SYSTEMS:
        return value.written(SYSTEMS[name])
    if name == "json":
        return json.dumps(value.as_json())
    if name == "latex":
        return value.latex()
    return oeis_text(value) if name == "oeis" else sympy_object(value)


def text_in(value: Any, language: str) -> str:
    """The value in a language as text; an object of SymPy is printed as Python would read it.

    >>> from gfkit.sequences import RationalGF
    >>> text_in(RationalGF.of([0, 1], [1, -1, -1]).recurrence, "sympy")
    'Eq(a(n), a(n - 2) + a(n - 1))'
    """
    return str(value.to(language_named(language)))


def language_named(word: str) -> str:
    """The name of a language, in any case.

    >>> language_named("Pari")
    'pari'
    """
    name = str(word).lower()
    if name in LANGUAGES:
        return name
    hint = did_you_mean(name, LANGUAGES)
    raise OptionError(f"language {str(word)!r} is unknown; {hint}known are {', '.join(LANGUAGES)}")
