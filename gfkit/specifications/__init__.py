"""Classes specified by equations: their algebraic generating functions, recurrences, and proofs.

A class is given by equations such as ``f = 1 + t*f + t^2*f^2``, by a name from ``named.toml``, or by a rule
file with [equations].
"""

from typing import TYPE_CHECKING

from gfkit.core.hooks import when_used

if TYPE_CHECKING:
    from gfkit.specifications.catalytic import law_of_catalytic
    from gfkit.specifications.class_series import ClassNumbers, is_labelled
    from gfkit.specifications.grammar import Specification, read_specification
    from gfkit.specifications.labelled import LabelledLaw, law_of_labelled
    from gfkit.specifications.law import SpecificationLaw
    from gfkit.specifications.marks import MarkedLaw
    from gfkit.specifications.named import (
        NamedClass,
        class_law,
        classes_counted,
        is_specification,
        law_avoiding,
        law_named,
        meaning_of,
        named_classes,
    )
    from gfkit.specifications.system import PolynomialSystem, system_of
    from gfkit.specifications.unlabelled import numbers_of_unlabelled
else:
    __getattr__ = when_used(
        __name__,
        {
            "class_series": "ClassNumbers is_labelled",
            "catalytic": "law_of_catalytic",
            "grammar": "Specification read_specification",
            "labelled": "LabelledLaw law_of_labelled",
            "law": "SpecificationLaw",
            "marks": "MarkedLaw",
            "named": "NamedClass class_law classes_counted is_specification law_avoiding law_named meaning_of"
            " named_classes",
            "system": "PolynomialSystem system_of",
            "unlabelled": "numbers_of_unlabelled",
        },
    )

__all__ = [
    "ClassNumbers",
    "LabelledLaw",
    "MarkedLaw",
    "NamedClass",
    "PolynomialSystem",
    "Specification",
    "SpecificationLaw",
    "class_law",
    "classes_counted",
    "is_labelled",
    "is_specification",
    "law_avoiding",
    "law_named",
    "law_of_catalytic",
    "law_of_labelled",
    "meaning_of",
    "named_classes",
    "numbers_of_unlabelled",
    "read_specification",
    "system_of",
]
