"""Objects of statements: what a(n) is, with a canonical text such as ``count(matchings | path:n)``."""

from __future__ import annotations

import json
import re
from fractions import Fraction

from gfkit.core.algebra.number import number_text, read_number
from gfkit.core.deferred import dataclass, regex
from gfkit.core.errors import InputError, as_typed
from gfkit.core.typing import Positions, Weights

OBJECTS = ("count", "minimum", "maximum", "polynomial", "terms", "defined")
_SLOT = regex(r'(?:"(?:[^"\\]|\\.)*"|[^"|])+?(?=$| \| )')
_TERMS = regex(r"(-?\d+):((?:,? *-?\d+(?:/[1-9]\d*)?(?=,|\)))+)\)")


@dataclass(frozen=True)
class Object:
    """What a(n) is: ``what`` is count, minimum, maximum or polynomial (of a structure on the boards of a
    family), terms (given ones), or defined (by ``structure``, an equation for a(n) or for its series f).

    ``weights`` are empty, or "pieces" or "players": then a(n) is a polynomial in x, or in x and y. ``part``
    names the counted part or multiple of the configurations in words, for example "up to rotations"; only
    names of OEIS entries have one. If ``is_single``, ``family`` is a single board, and a, without n, denotes
    its number or polynomial.
    """

    what: str
    structure: str = ""
    family: str = ""
    positions: str = "all"
    weights: str = ""
    first: int = 0
    terms: tuple[Fraction, ...] = ()
    part: str = ""
    is_single: bool = False

    @property
    def text(self) -> str:
        """Canonical text. Names that it could not be split into again are in quotation marks."""
        if self.what == "terms":
            return f"terms({self.first}: {', '.join(map(number_text, self.terms))})"
        if self.what == "defined":
            return f"defined({_slot_text(self.structure)})"
        more = (
            [self.positions, self.weights] if self.weights else [self.positions] * (self.positions != "all")
        )
        slots = self.structure, self.family, *more, *[self.part] * bool(self.part)
        return f"{self.what}({' | '.join(map(_slot_text, slots))})"

    @classmethod
    def read(cls, text: str) -> Object:
        """Return the object with the given canonical text.

        >>> Object.read("count(col | 3xn | left-ends | players)").weights
        'players'
        """
        what, _, inside = text.partition("(")
        slots = [_slot(match[0]) for match in _SLOT.finditer(re.sub(r"\)$", "", inside))]
        if what == "terms" and (given := _TERMS.fullmatch(inside)):
            return cls(
                what,
                first=int(given[1]),
                terms=tuple(Fraction(read_number(term)) for term in given[2].split(",")),
            )
        least = 1 if what == "defined" else 2
        if what not in OBJECTS or not least <= len(slots) <= 5:
            raise InputError(
                f"statement: {as_typed(text)} is not an object, such as count(matchings | path:n)"
            )
        positions, weights, part = "all", "", ""
        for slot in slots[2:]:
            if slot in list(Positions):
                positions = slot
            elif slot in list(Weights):
                weights = slot
            else:
                part = slot
        return cls(what, slots[0], "".join(slots[1:2]), positions, weights, part=part)


def _slot_text(name: str) -> str:
    r"""Return a name, in quotation marks if it contains a separator or cannot be split off.

    >>> print(_slot_text("a (b) c"), _slot_text("a (b"), _slot_text("one\ntwo"))
    a (b) c "a (b" "one\ntwo"
    """
    depths = [name[:end].count("(") - name[:end].count(")") for end in range(len(name) + 1)]
    is_plain = not re.search(r'[|";\\]', name) and name == " ".join(name.split()) and name
    if is_plain and min(depths) == depths[-1] == 0:
        return name
    return re.sub("(?<= ) ", r"\\u0020", json.dumps(name, ensure_ascii=False).replace(r"\\", r"\u005c"))


def _slot(text: str) -> str:
    """Return the name in a slot of an object."""
    text = text.strip()
    try:
        return str(json.loads(text)) if text.startswith('"') else text
    except json.JSONDecodeError:
        raise InputError(f"statement: {as_typed(text)}: expected a name in quotation marks") from None
