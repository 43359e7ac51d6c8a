"""Names of a package that are imported when they are first used, so that importing it costs nothing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module


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
