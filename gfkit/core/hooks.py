"""Components that are found by name: functions of later layers, plug-ins of other packages, lazy imports.

The core imports nothing from outside of ``gfkit.core``. The functions that it uses from there, such as
drawings, the store of runs and advice about unknown words, it requests by name from ``PLACES``, which
``gfkit/__init__.py`` completes. A place is ``module`` or ``module:name``. Other packages add components by
entry points. They are searched only for names that gfkit does not have, for ``gfkit --help`` and for
``gfkit doctor``: 5 ms, or 0.05 s if a package has some.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Container, Mapping
from functools import cache, wraps
from importlib import import_module
from importlib.util import find_spec
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

KINDS: dict[str, tuple[tuple[str, ...], str]] = {
    "placement": (
        ("left", "right", "both", "colours"),
        "[left] and [right] or [both] or [colours] for a placement game",
    ),
    "array": (("cells",), "[cells] for arrays"),
    "tiles": (("tile",), "[[tile]] for tiles"),
    "cover": (("cover",), "[cover] for pieces that cover the board"),
    "pointers": (("pointers",), "[pointers] for cells that point at cells"),
    "edges": (("edges",), "[edges] for sets of edges"),
    "orientations": (("orientations",), "[orientations] for a direction of every edge"),
    "avoiding": (
        ("avoiding",),
        "[avoiding] for pairings, sequences and cycles without adjacent cells,"
        " and permutations without forbidden moves",
    ),
}
"""Rule kinds, each a package in ``gfkit.core.rules.kinds``: its tables in a rule file, and their
description.
"""
PLACES: dict[str, str] = {
    "read_rule_data": "gfkit.core.rules.kind:read_rule_data",
    "formulas": "gfkit.core.algebra.formula",
    "count_member": "gfkit.core.engine.derive:count_member",
    "first_with_events": "gfkit.core.rules.kinds.events:first_with_events",
    "starting_at": "gfkit.core.rules.kinds.events:starting_at",
    "numbered": "gfkit.core.rules.kinds.events:numbered",
    "law_facts": "gfkit.core.algebra.facts:law_facts",
    "reference_matrix": "gfkit.core.engine.reference:TransferMatrix",
    "function_rule": "gfkit.core.rules.kinds.function:function_rule",
    "valuations": "gfkit.core.algebra.valuations:valuations",
    "with_events": "gfkit.core.rules.kinds.events:with_events",
}
"""Functions that earlier layers request by name: of later layers, of modules that few queries need, and of
the subpackages outside of the core.
"""


def is_installed(room: str) -> bool:
    """Return True if a subpackage is installed."""
    return not room or find_spec(f"gfkit.{room}") is not None


def missing_room(module: str) -> str | None:
    """Return the name of the optional subpackage or rule kind that contains a module and is not installed, or
    None.
    """
    package, *rooms = module.split(".")
    room = ".".join(rooms[: 4 if rooms[:3] == ["core", "rules", "kinds"] else 1])
    return f"gfkit.{room}" if package == "gfkit" and not is_installed(room) else None


def at_place(place: str) -> Any:
    """Import and return the object at a place."""
    module, _, member = place.partition(":")
    loaded = import_module(module)
    return getattr(loaded, member) if member else loaded


@cache
def from_above(name: str) -> Any:
    """Return the object with the given name in the table of places, or None if its subpackage is not
    installed.
    """
    place = PLACES.get(name, "")
    return at_place(place) if place and missing_room(place.partition(":")[0]) is None else None


def needed_from_above(name: str, purpose: str) -> Any:
    """Return the object with the given name. Raise InputError, which names the purpose and the subpackage, if
    the subpackage is not installed.
    """
    found = from_above(name)
    if found is None:
        from gfkit.core.errors import InputError  # keeps the import of gfkit fast

        room = missing_room(PLACES.get(name, "").partition(":")[0]) or "a subpackage outside of gfkit.core"
        raise InputError(f"{purpose} requires {room}, which is not installed")
    return found


def note_missing_ways() -> str:
    """Return the end of a refusal if the ways without a sweep are not installed, or ""."""
    return "" if from_above("ways") else "; gfkit.ways, which answers more queries, is not installed"


class Advised(NamedTuple):
    """Error message about an unknown word; advice is searched when the message is printed."""

    message: str
    text: str
    kind: str

    def __str__(self) -> str:
        advice = from_above("advice")
        return f"{self.message}; {advice(self.text, self.kind)}" if advice else self.message


def with_answer(message: str, text: str, kind: str = "sentence") -> str:
    """Return an error message, followed by the best advice about a word or a sentence."""
    offers = None if "did you mean" in message else from_above("offers")
    found = offers(text, kind)[:1] if offers else ()
    return "; ".join([message, *(line for offer in found for line in offer.lines)])


def plug_ins(group: str, own: Container[str]) -> Mapping[str, EntryPoint]:
    """Return the entry points of other packages in a group, by name, without gfkit's own names."""
    points = _plug_ins(group, tuple(sys.path))
    return {name: point for name, point in points.items() if name not in own}


@cache
def _plug_ins(group: str, path: tuple[str, ...]) -> Mapping[str, EntryPoint]:
    """Return the entry points of the packages on a path."""
    from glob import escape, iglob
    from linecache import getlines

    infos = [f"{escape(directory or '.')}/*-[Ii][Nn][Ff][Oo]/entry_points.txt" for directory in path]
    has_group = any(f"[{group}]\n" in getlines(file) for info in infos for file in iglob(info))
    if not has_group and not any(map(os.path.isfile, path)):  # archives are not searched here
        return {}
    from importlib.metadata import entry_points  # takes longer than all other imports of gfkit --help

    return {point.name: point for point in entry_points(group=group)}


def load_plug_in(point: EntryPoint) -> Any:
    """Return the object of an entry point. Raise InputError if its package cannot be imported."""
    from gfkit.core.errors import InputError  # keeps the import of gfkit fast

    try:
        return point.load()
    except (ImportError, AttributeError) as error:
        brought = f"{point.name!r}, which another package provides for {point.group},"
        raise InputError(f"{brought} cannot be imported: {error}") from None


def when_used(package: str, homes: Mapping[str, str]) -> Callable[[str], object]:
    """Return the ``__getattr__`` of a package; ``homes`` maps each module to the names that it provides.

    A name must differ from all modules of the package, because an imported module would shadow it.
    """
    home_of = {name: home for home, names in homes.items() for name in names.split()}

    def get_attribute(name: str) -> object:
        if name not in home_of:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        home = f"{package}.{home_of[name]}"
        if package == "gfkit" and (room := missing_room(home)):
            raise AttributeError(f"{package}.{name} requires {room}, which is not installed")
        value = getattr(import_module(home), name)
        return _naming_arguments(value) if package == "gfkit" and isinstance(value, FunctionType) else value

    return get_attribute


# Words for one kind of argument each, the most common name of a parameter first.
_ALIKE = (
    "game structure rule formula kind thing first name problem",
    "board family boards graph on shape grid region",
    "weights weight variables variable marks by at",
    "terms sequence data values numbers",
    "positions position ends",
    "max_memory memory memory_limit ram",
    "max_seconds seconds timeout time time_limit limit",
    "on_progress progress callback verbose",
    "seed random_state random_seed rng",
    "number samples count size num repeat",
    "to n_max max_n end stop up_to limit",
    "up_to symmetry symmetries symmetric modulo",
    "executor workers jobs n_jobs processes threads",
    "path file filename",
    "method algorithm engine solver",
    "certify proof prove certificate",
)
_SIZES = "n m k N size sizes rows cols columns length width height dim dimensions shape"


@cache
def _naming_arguments(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a public function that names the right argument if it is called with an unknown keyword.

    The result replaces the function in ``gfkit``, so that it can be pickled by this name.

    >>> import gfkit
    >>> gfkit.count("domineering", "2x2", weight="pieces")
    Traceback (most recent call last):
    ...
    TypeError: count() has no argument 'weight'; did you mean weights?
    """

    @wraps(function)
    def call(*given: Any, **more: Any) -> Any:
        try:
            return function(*given, **more)
        except TypeError as error:
            start, _, word = str(error).rstrip("'").partition(" got an unexpected keyword argument '")
            if start != f"{function.__name__}()" or word not in more:
                raise
        raise TypeError(f"{start} has no argument {word!r}; {_right_argument(function, word)}")

    call.__module__ = "gfkit"
    return call


def _right_argument(function: Callable[..., Any], word: str) -> str:
    """Return the parameter with the meaning of a keyword, or an attribute of the result, as a hint."""
    from inspect import signature

    from gfkit.core.errors import known_choices

    names = [*signature(function).parameters]
    names += ["max_seconds"] * ("on_progress" in names)  # of ``stoppable``
    alike = [name for line in _ALIKE if word in line.split() for name in line.split() if name in names]
    board = next((name for name in _ALIKE[1].split() if name in names and word in _SIZES.split()), "")
    results = [
        getattr(sys.modules["gfkit"], name, None)
        for name in str(function.__annotations__["return"]).split(" | ")
    ]
    hints = (
        *(f"did you mean {name}?" for name in alike),
        *(f"write {function.__name__}(...).{word}" for result in results if hasattr(result, word)),
        f'the size is part of {board}, as in {board}="4x6", or "4xn" for every n' if board else "",
    )
    return next(filter(None, hints), "") or known_choices(word, names)
