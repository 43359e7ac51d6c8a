"""Data classes and regular expressions that are compiled late equal those of the standard library.

Every answer is compared with that of ``dataclasses`` or ``re``.
"""

import copy
import dataclasses
import inspect
import pickle
import re
import sys
from typing import ClassVar

import pytest

from gfkit.core import deferred

BODY = """
from __future__ import annotations
@dataclass(frozen=True, slots={slots})
class Base:
    first: int
    second: tuple = ()
    third: list = field(default_factory=list, hash=False)
    kind: str = field(default="base", init=False, repr=False)
    hidden: int = field(default=3, compare=False)
    shared: ClassVar[int] = 7
@dataclass(frozen=True, slots={slots}, kw_only=True, repr=False)
class Derived(Base):
    second: tuple = (5,)
    last: int
    def __post_init__(self):
        object.__setattr__(self, "last", self.last + 1)
@dataclass(frozen=True, slots={slots}, eq=False)
class Own(Base):
    pass
@dataclass(frozen=True)
class Mixed(Base):
    more: int = 8
@dataclass
class Changing:
    first: int = 1
OTHER = replace(Derived(1, last=2), first=9)
VALUES = [Base(1), Base(1, (2,), [3]), Derived(1, last=2), OTHER, Own(4), Mixed(1), Changing(2)]
RAW = object.__new__(Own)  # as after unpickling, without a call of __init__
"""
SAID = [
    lambda value: (repr(value), dataclasses.asdict(value), str(inspect.signature(type(value)))),
    lambda value: (value == copy.copy(value), value == pickle.loads(pickle.dumps(value))),
    lambda value: hash(value) == hash(copy.copy(value)),
    lambda value: hash(value) == hash(dataclasses.replace(value, hidden=5)),
    lambda value: setattr(value, "first", 5),
    lambda value: setattr(value, "unknown", 5),
    lambda value: delattr(value, "first"),
    lambda value: [(one.name, one.type, one.default, one.init) for one in dataclasses.fields(value)],
    lambda value: (type(value).__match_args__, type(value).__qualname__, hasattr(value, "__dict__")),
    lambda value: (repr(type(value)()), getattr(type(value), "__slots__", None), type(value).shared),
]


def told(say, value):
    try:
        return say(value)
    except (TypeError, AttributeError) as error:  # with __slots__, Python 3.11 fails in super() instead
        return isinstance(error, AttributeError) or "super(" in str(error)


@pytest.mark.parametrize("slots", [False, True])
def test_a_data_class_agrees_with_the_standard_library(slots, monkeypatch):
    made = []
    for name, maker in (("early", dataclasses), ("late", deferred)):
        module = type(sys)(name)
        monkeypatch.setitem(sys.modules, name, module)  # for pickle
        words = {word: getattr(maker, word) for word in ("dataclass", "field", "replace")}
        vars(module).update(words, ClassVar=ClassVar)
        exec(BODY.format(slots=slots), vars(module))
        made.append(module)
    early, late = made
    for place in range(len(early.VALUES)):
        for number, say in enumerate(SAID):
            answers = [told(say, module.VALUES[place]) for module in made]
            assert answers[0] == answers[1], (place, number)
    with pytest.raises(AttributeError, match="first"):
        assert object.__new__(late.Own) != late.RAW  # their fields are compared
    assert late.Changing.__hash__ is None
    guest = dataclasses.make_dataclass("Guest", [("more", int, 8)], bases=(late.Base,), frozen=True)
    assert repr(guest(1)) == "Guest(first=1, second=(), third=[], hidden=3, more=8)"
    with pytest.raises(TypeError, match="non-frozen"):
        dataclasses.make_dataclass("Loose", [], bases=(late.Base,))


def test_an_expression_agrees_with_the_standard_library():
    late, early = deferred.regex("(a)|B", re.IGNORECASE), re.compile("(a)|B", re.IGNORECASE)
    assert late.findall("xAb") == early.findall("xAb")
    assert (late.pattern, late.flags, late.groups) == (early.pattern, early.flags, early.groups)
