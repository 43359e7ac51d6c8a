"""Records are what ``dataclasses`` makes of the same classes. It is the oracle: no value stands here."""

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
    kind: str = field(default="leaf", init=False)
    def __post_init__(self): object.__setattr__(self, "start", self.start + 1)
    def __hash__(self): return 7
"""
SCRIPT = """
K("a"); K("a", 4) == K("a", 4, [1], start=2); K("a") == K("a", 4); K(); K("a", b=1); K("a", 1, [], 2)
K("a") == 1; len({K("a"), K("a", 4), K("b")}); copy(K("a", 4, [2], start=3)).start; K("a", start=2).start
K("a").later is K("a").later; replace(K("a", 4), name="c"); K("b").kind; setattr(K("a"), "name", 1)
setattr(K("a"), "start", 1); delattr(K("a"), "name"); inspect.signature(K); K.__match_args__
"""


@pytest.mark.parametrize("how", [{}, {"slots": True}, {"frozen": False}, {"eq": False}, {"repr": False}])
def test_a_record_is_as_dataclasses_make_it(how):
    def outcome(module, name, line):
        names = {**vars(dataclasses), "made": module.dataclass(**{"frozen": True} | how), "copy": copy}
        exec(SOURCE.replace("class", "@made\nclass"), names | {"__name__": "x"}, names)
        try:
            return repr(eval(line, names, {"K": names[name], "inspect": inspect})).partition(" object at ")[0]
        except (TypeError, AttributeError) as error:
            return type(error), str(error)

    for line in SCRIPT.strip().replace("\n", "; ").split("; "):
        for name in ("Node", "Leaf"):
            assert outcome(typing, name, line) == outcome(dataclasses, name, line), line
