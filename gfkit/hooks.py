"""What is loaded when it is first used: names of a package, and what low rooms ask of high ones."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

PLACES = {
    "formulas": "gfkit.formula",
    "shown_as": "gfkit.show.notebook:shown_as",
    "stored_terms": "gfkit.oeis.index.search:stored_terms_of",
}
"""What rooms ask of those above them, and where it is: a module, or a name in one."""


@cache
def from_above(name: str) -> Any:
    """Returns what stands at a place of the table; None where its room is not installed."""
    module, _, member = PLACES[name].partition(":")
    room = ".".join(module.split(".")[:2])
    if find_spec(room) is None:
        return None
    found = import_module(module)
    return getattr(found, member) if member else found


def when_used(package: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """The ``__getattr__`` of a package; ``homes`` has the names that come from each of its modules.

    No name may be that of a module of the package: once that is loaded, the module is found in its place.
    """
    home_of = {name: home for home, names in homes.items() for name in names.split()}

    def found(name: str) -> object:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{home_of[name]}"), name)

    return found
