"""Former names of modules that have moved: ``gfkit.rules`` is ``gfkit.core.rules``, and so on.

An import by a former name returns the same module, and the first one prints a DeprecationWarning. The former
names are removed in the release after the next.
"""

from __future__ import annotations

import sys
from importlib import import_module
from importlib.machinery import ModuleSpec
from types import ModuleType
from typing import Any

_MOVED = [
    "algebra",
    "boards",
    "deferred",
    "engine",
    "errors",
    "hooks",
    "native",
    "oracle",
    "rules",
    "typing",
    "version",
    "writable",
]
"""Subpackages and modules that have moved into ``gfkit.core``."""
_ELSEWHERE = {
    "algebra.definite": "ways.definite",
    "algebra.formula.linear": "claims.statement.linear",
    "algebra.formula.ratio": "claims.statement.ratio",
    "algebra.formula.read.notation": "claims.statement.names",
    "algebra.formula.read.statement": "claims.statement.parse",
    "algebra.formula.read": "claims.statement",
    "algebra.moments": "ways.moments",
    "algebra.order_basis": "guessing.order_basis",
    "boards.several": "questions.sizes.several",
    "engine.assignments": "questions.assignments",
    "engine.machine.folding": "questions.folding",
    "engine.machine.invariance": "questions.invariance",
    "engine.strip.remembered": "questions.remembered",
    "engine.strip.requirements": "questions.requirements",
    "engine.sweep.few_states": "core.engine.sweep.engine5_few_states",
    "engine.sweep.integers": "core.engine.sweep.engine2_integers",
    "engine.sweep.many_states": "core.engine.sweep.engine5_many_states",
    "engine.sweep.partitions": "ways.partitions",
    "engine.sweep.rows": "core.engine.sweep.state_rows",
    "engine.sweep.rung3_limbs": "core.engine.sweep.engine3_limbs",
    "engine.sweep.rung4_dense": "core.engine.sweep.engine4_dense",
    "engine.sweep.rung5_hashed": "core.engine.sweep.engine5_hashed",
    "engine.sweep.tutte": "ways.tutte",
    "rules.kinds.sentences": "core.rules.sentences",
    "rules.kinds.wording": "core.rules.wording",
    "runs.memory": "core.memory",
}
"""Modules that have left the subpackage that contained them, or have another name there."""


def present_name(name: str) -> str | None:
    """Return the present name of a module with a former name, or None for any other name.

    >>> present_name("gfkit.rules.library"), present_name("gfkit.algebra.formula.read.values")
    ('gfkit.core.rules.library', 'gfkit.claims.statement.values')
    """
    package, _, path = name.partition(".")
    if package != "gfkit" or path.startswith("core"):
        return None
    for former, present in _ELSEWHERE.items():
        if path == former or path.startswith(f"{former}."):
            return f"gfkit.{present}{path.removeprefix(former)}"
    return f"gfkit.core.{path}" if path.partition(".")[0] in _MOVED else None


class FormerNames:
    """Finder and loader of modules by their former names."""

    def __init__(self) -> None:
        self._has_warned = False

    def find_spec(self, fullname: str, *_: object) -> ModuleSpec | None:
        """Return a spec for a former name, and None for any other name."""
        loader: Any = self
        return None if present_name(fullname) is None else ModuleSpec(fullname, loader)

    def create_module(self, spec: ModuleSpec) -> None:
        """Let Python create the module, which ``exec_module`` replaces."""

    def exec_module(self, module: ModuleType) -> None:
        """Put the module with the present name in the place of the new module."""
        present = present_name(module.__name__)
        assert present is not None, module
        if not self._has_warned:
            from warnings import warn

            self._has_warned = True
            warn(f"{module.__name__} is now {present}", DeprecationWarning, stacklevel=2)
        sys.modules[module.__name__] = import_module(present)
