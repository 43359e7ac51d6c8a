"""The lines of an entry: their letters, their order, and the fields they fill."""

from __future__ import annotations

DATA = "STU"
SIGNED = "VWX"
"""Retired: terms with their signs, where %S, %T and %U had them without."""
FIELDS = {
    "C": "comments",
    "D": "references",
    "H": "links",
    "F": "formulas",
    "e": "examples",
    "p": "maple",
    "t": "mathematica",
    "o": "programs",
    "Y": "crossrefs",
    "E": "extensions",
}
"""Kinds that may have many lines."""
SINGLE = {"I": "identification", "N": "name", "K": "keywords", "O": "offset", "A": "author"}
ORDER = "ISTUVWXNCDHFeptoYKOAE"
BEFORE_KEYWORDS = "CDHFeptoY"
"""Kinds of many lines in the order in which they stand between name and keywords."""
