"""Guess formulas from the initial terms of a sequence, and state the evidence for them.

>>> import gfkit
>>> print(gfkit.guess([1, 3, 6, 10, 15, 21, 28, 36]).found[0].equation)
a(n) = (n^2 + 3*n + 2)/2
"""

from typing import TYPE_CHECKING

from gfkit.core.hooks import when_used

if TYPE_CHECKING:
    from gfkit.guessing.data import Data, Transform, read_b_file, read_text, read_words
    from gfkit.guessing.finding import Finding, Guess, SearchOutcome
    from gfkit.guessing.law import LawKind
    from gfkit.guessing.search import guess
else:
    __getattr__ = when_used(
        __name__,
        {
            "data": "Data Transform read_b_file read_text read_words",
            "finding": "Finding Guess SearchOutcome",
            "law": "LawKind",
            "search": "guess",
        },
    )

__all__ = [
    "Data",
    "Finding",
    "Guess",
    "LawKind",
    "SearchOutcome",
    "Transform",
    "guess",
    "read_b_file",
    "read_text",
    "read_words",
]
