"""Parsers of formulas: printed text, its typography, its macros, and documents that contain formulas."""

from typing import TYPE_CHECKING

from gfkit.core.hooks import when_used

if TYPE_CHECKING:
    from gfkit.claims.read.values import (
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
