"""From terms to laws: what a sequence satisfies, guessed from its first terms, with honest evidence.

>>> import gfkit
>>> print(gfkit.guess([1, 3, 6, 10, 15, 21, 28, 36]).found[0].equation)
a(n) = (n^2 + 3*n + 2)/2
"""

import sys
from collections.abc import Iterable
from inspect import signature
from types import ModuleType
from typing import Any

from gfkit.guess.data import Data, Transform, read_text, read_words
from gfkit.guess.finding import Ending, Finding, Guess
from gfkit.guess.law import LawKind
from gfkit.guess.search import guess

__all__ = ["Data", "Ending", "Finding", "Guess", "LawKind", "Transform", "guess", "read_text", "read_words"]


class _Guess(ModuleType):
    """The room, called as the function in it: ``gfkit.guess`` is both, whichever was imported first.

    Notebooks that ask for its signature and its help get those of the function.
    """

    __signature__ = signature(guess)

    def __call__(self, terms: Iterable[object], *arguments: Any, **named: Any) -> Guess:
        return guess(terms, *arguments, **named)


sys.modules[__name__].__class__ = _Guess
__doc__ = str(guess.__doc__)
