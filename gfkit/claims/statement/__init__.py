"""Statements about sequences, with one exact meaning and text, and the grammar of printed expressions.

``tree`` contains the parts of a statement, ``canonical`` prints the text and parses it again, and ``wording``
writes the statement as an English sentence and as a theorem in LaTeX. ``parse`` reads printed relations.
"""

from typing import TYPE_CHECKING

from gfkit.core.hooks import when_used

if TYPE_CHECKING:
    from gfkit.claims.statement.values import (
        quotient_of,
        read_equation,
        read_formula,
        read_polynomial,
        read_quotient,
        read_recurrence,
        read_relation,
    )
else:
    __getattr__ = when_used(
        __name__,
        {
            "values": "quotient_of read_equation read_formula read_polynomial read_quotient read_recurrence"
            " read_relation",
        },
    )

__all__ = [
    "quotient_of",
    "read_equation",
    "read_formula",
    "read_polynomial",
    "read_quotient",
    "read_recurrence",
    "read_relation",
]
