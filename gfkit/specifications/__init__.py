"""Classes specified by equations: their algebraic generating functions, recurrences, and proofs.

A class is given by equations such as ``f = 1 + t*f + t^2*f^2``, by a name from ``named.toml``, or by a rule
file with [equations].
"""

from typing import TYPE_CHECKING

from gfkit.core.hooks import when_used

if TYPE_CHECKING:
    from gfkit.specifications.grammar import Specification, read_specification
    from gfkit.specifications.law import SpecificationLaw
    from gfkit.specifications.marks import MarkedLaw
    from gfkit.specifications.named import (
        NamedClass,
        classes_counted,
        is_specification,
        law_named,
        law_of,
        named_classes,
    )
    from gfkit.specifications.system import System, system_of
else:
    __getattr__ = when_used(
        __name__,
        {
            "grammar": "Specification read_specification",
            "law": "SpecificationLaw",
            "marks": "MarkedLaw",
            "named": "NamedClass classes_counted is_specification law_named law_of named_classes",
            "system": "System system_of",
        },
    )

__all__ = [
    "MarkedLaw",
    "NamedClass",
    "Specification",
    "SpecificationLaw",
    "System",
    "classes_counted",
    "is_specification",
    "law_named",
    "law_of",
    "named_classes",
    "read_specification",
    "system_of",
]
