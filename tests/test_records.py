"""Records are what ``dataclasses``, the oracle here, makes of the same classes."""

import dataclasses
import inspect
from copy import copy

import pytest

from gfkit import typing

SOURCE = """
class Node:
    name: str
    size: int = field(default=3, hash=False)
    later: list = field(default_factory=list, compare=False)
    start: int = field(default=0, compare=False, repr=False, kw_only=True)

class Leaf(Node):
    size: float = 0.5
    kind: str = field(default="leaf", init=False)
    def __post_init__(self):
        object.__setattr__(self, "start", self.start + 1)
    def __hash__(self):
        return 7
"""
SCRIPT = """
K; K("a"); K("a", 4) == K("a", 4, [1], start=2); K("a") == K("a", 4); K(); K("a", b=1); K("a", 1, [], 2)
K("a") == 1; len({K("a"), K("a", 4), K("b")}); copy(K("a", 4, [2], start=3)).start; K("a", start=2).start
K("a").later is K("a").later; replace(K("a", 4), name="c"); K("b").kind; setattr(K("a"), "name", 1)
setattr(K("a"), "start", 1); delattr(K("a"), "name"); inspect.signature(K); K.__match_args__; fields(K)[1].type
"""


@pytest.mark.parametrize("how", [{}, {"slots": True}, {"frozen": False}, {"eq": False}, {"repr": False}])
@pytest.mark.parametrize("name", ["Node", "Leaf"])
def test_a_record_is_as_dataclasses_make_it(name, how):
    def outcome(decorate, line):
        names = {**vars(dataclasses), "inspect": inspect, "copy": copy, "__name__": "made"}
        exec(SOURCE.replace("class", "@decorate\nclass"), names | {"decorate": decorate}, names)
        try:
            return repr(eval(line, names, {"K": names[name]})).partition(" object at ")[0]
        except (TypeError, AttributeError, dataclasses.FrozenInstanceError) as error:
            return type(error), str(error)

    how = {"frozen": True, **how}
    for line in SCRIPT.strip().replace("\n", "; ").split("; "):
        own, known = (outcome(module.dataclass(**how), line) for module in (typing, dataclasses))
        assert own == known, line
