"""Table of proved formulas of the built-in structures, and the search for a sequence in it.

A part of the table is installed with gfkit (``core.json``); ``make atlas`` computes all of it.
"""

from typing import TYPE_CHECKING

from gfkit.core.hooks import when_used

if TYPE_CHECKING:
    from gfkit.atlas.laws import AtlasLaw, read_laws
    from gfkit.atlas.matching import AtlasMatch, Identification, identify
    from gfkit.atlas.relations import FamilyRelation, FamilyRelations, family_relations
else:
    __getattr__ = when_used(
        __name__,
        {
            "laws": "AtlasLaw read_laws",
            "matching": "Identification AtlasMatch identify",
            "relations": "FamilyRelation FamilyRelations family_relations",
        },
    )

__all__ = [
    "AtlasLaw",
    "AtlasMatch",
    "FamilyRelation",
    "FamilyRelations",
    "Identification",
    "family_relations",
    "identify",
    "read_laws",
]
