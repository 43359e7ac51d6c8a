"""Data classes and regular expressions that are compiled at their first use.

A small command loads 60 to 200 data classes and 30 to 120 regular expressions, and uses a few of them. The
decorator of the standard library compiles all methods of a class, in 0.4 ms to 0.8 ms. Here the first call
compiles only ``__init__``, in 0.07 ms. With ``dataclasses.dataclass``, small commands need 14 % to 40 % more
CPU time.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, FrozenInstanceError, asdict, field, fields, is_dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, cast

__all__ = ["asdict", "dataclass", "field", "fields", "is_dataclass", "regex", "replace"]

_ADDED = ("__dataclass_fields__", "__dataclass_params__", "__match_args__")
"""Attributes of every data class that the standard library makes."""
_OPTIONAL = {"__repr__": "repr", "__eq__": "eq", "__hash__": "eq"}
"""Methods that the standard library makes, and the options that request them."""
_CALLS = 8
"""Number of calls of ``__init__`` before it is compiled, which takes as long as 20 such calls."""
_FIELDS = "__declared_fields__"
"""Attribute with the fields that a class itself declares, by name."""


class _Pending:
    """Attribute of a data class that is not compiled yet. Its first use compiles it together with others."""

    def __init__(self, home: type, name: str, compiled: Callable[[type], object]) -> None:
        self.home, self.name, self.compiled = home, name, compiled

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        self.compiled(self.home)
        value = vars(self.home)[self.name]
        return value.__get__(instance, owner) if callable(value) else value


class _PendingInitialiser(_Pending):
    """Method ``__init__``, which is compiled at a later call, as most classes have few instances."""

    calls = 0

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        self.calls += 1
        is_late = instance is None or self.calls > _CALLS
        return super().__get__(instance, owner) if is_late else partial(self._initialise, instance)

    def _initialise(self, instance: object, /, *values: object, **named: object) -> None:
        """Set all fields; the compiled method sets fields that are not parameters, and raises all errors."""
        found = _all_fields(self.home)
        given = dict(zip([name for name, one in found.items() if not one.kw_only], values, strict=False))
        is_usual = len(given) == len(values) and given.keys().isdisjoint(named)
        given |= named
        for name, one in found.items():
            is_usual &= one.init
            if name not in given and one.default is not MISSING:
                given[name] = one.default
            elif name not in given and one.default_factory is not MISSING:
                given[name] = one.default_factory()
        if not is_usual or given.keys() != found.keys():
            super().__get__(instance)(*values, **named)
            return
        for name, value in given.items():
            object.__setattr__(instance, name, value)
        if hasattr(instance, "__post_init__"):
            instance.__post_init__()


if TYPE_CHECKING:
    from dataclasses import dataclass
else:

    def dataclass(
        cls: type | None = None, /, *, frozen: bool = False, slots: bool = False, **options: bool
    ) -> Any:
        """Like ``dataclasses.dataclass``, but compile the methods of the class at the first use."""
        if cls is None:
            return partial(dataclass, frozen=frozen, slots=slots, **options)
        if not options.keys() <= {"eq", "repr", "kw_only"}:
            return dataclasses.dataclass(cls, frozen=frozen, slots=slots, **options)
        declared = {}
        for name, hint in cls.__annotations__.items():
            if "ClassVar" not in str(hint):
                value = vars(cls).get(name, MISSING)
                declared[name] = one = value if isinstance(value, Field) else field(default=value)
                one.type = hint
                one.kw_only = options.get("kw_only", False) if one.kw_only is MISSING else one.kw_only
                if value is one and not slots:
                    delattr(cls, name)
                    if one.default is not MISSING:
                        setattr(cls, name, one.default)
        if slots:
            cls = _with_slots(cls, list(declared))
        setattr(cls, _FIELDS, declared)
        parts = dict.fromkeys(_ADDED, partial(_make_standard, frozen=frozen, repr=False, eq=False))
        if "__init__" not in vars(cls):
            make = partial(_make_initialiser, frozen=frozen, slots=slots)
            cls.__init__ = _PendingInitialiser(cls, "__init__", make)
        later = partial(_make_standard, frozen=frozen, **options)
        parts |= {name: later for name, option in _OPTIONAL.items() if options.get(option, True)}
        for name, part in parts.items():
            if vars(cls).get(name) is None:  # a class with __eq__ has the hash None unless it defines one
                setattr(cls, name, _Pending(cls, name, part))
        if frozen:
            cls.__setattr__ = cls.__delattr__ = _refuse_change
        return cls


def _with_slots(cls: type, names: list[str]) -> type:
    """Return a class with a slot for each of the given fields that its base classes do not have."""
    inherited = {slot for base in cls.__mro__[1:] for slot in getattr(base, "__slots__", ())}
    kept = {name: v for name, v in vars(cls).items() if name not in {*names, "__dict__", "__weakref__"}}
    kept |= {"__slots__": tuple(name for name in names if name not in inherited)}
    kept |= {"__setstate__": _restore, "__qualname__": cls.__qualname__}
    return type(cls)(cls.__name__, cls.__bases__, kept)


def _all_fields(cls: type) -> dict[str, Field[Any]]:
    """Return the fields of a class and of its base classes, by name."""
    bases = map(vars, reversed(cls.__mro__))
    every = [base.get(_FIELDS, base.get("__dataclass_fields__", {})) for base in bases]
    return {name: one for found in every for name, one in found.items()}


def _replace_pending(cls: type, made: Mapping[str, Any]) -> None:
    for name, value in made.items():
        if isinstance(vars(cls).get(name), _Pending):
            setattr(cls, name, value)


def _make_standard(cls: type, *, frozen: bool, **options: bool) -> None:
    """Replace pending attributes of a class by those of a class that the standard library makes from the same
    fields. It is not frozen, because that takes twice as long.
    """
    found = _all_fields(cls)
    named: dict[str, Any] = {
        "__module__": cls.__module__,
        "__qualname__": cls.__qualname__,
        "__doc__": cls.__name__,
    }
    named["__annotations__"] = {name: one.type for name, one in found.items()}
    has_hash = frozen and options.get("eq", True)
    decorate = dataclasses.dataclass(**options, init=False, unsafe_hash=has_hash)
    made: type = decorate(type(cls.__name__, (), {**found, **named}))
    vars(made)["__dataclass_params__"].frozen = frozen
    _replace_pending(cls, vars(made))


_FACTORY: Any = type("_Factory", (), {"__repr__": lambda _: "<factory>"})()
"""Default value of a parameter whose field is created by a function."""


def _make_initialiser(cls: type, *, frozen: bool, slots: bool) -> None:
    """Compile the method ``__init__``."""
    made: dict[str, Any] = {"_put": object.__setattr__, "_factory": _FACTORY}
    positional, named, lines, found = ["self"], ["*"], ["pass"], _all_fields(cls)
    for place, (name, one) in enumerate(found.items()):
        value = name if one.init else f"_default_{place}"
        default = one.default if one.default_factory is MISSING else _FACTORY
        made |= {f"_default_{place}": default, f"_new_{place}": one.default_factory}
        if one.init:
            ending = "" if default is MISSING else f"=_default_{place}"
            (named if one.kw_only else positional).append(f"{name}{ending}")
        elif default is MISSING or not (slots or default is _FACTORY):
            continue  # an attribute of the class, or set by __post_init__
        if default is _FACTORY:
            value = f"_new_{place}() if {value} is _factory else {value}"
        lines.append(f"_put(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    lines += ["self.__post_init__()"] * hasattr(cls, "__post_init__")
    exec(f"def __init__({', '.join(positional + named * (len(named) > 1))}):\n " + "\n ".join(lines), made)
    made["__init__"].__annotations__ = {name: one.type for name, one in found.items() if one.init}
    made["__init__"].__annotations__["return"] = None
    made["__init__"].__qualname__ = f"{cls.__qualname__}.__init__"
    _replace_pending(cls, {"__init__": made["__init__"]})


def _refuse_change(self: object, name: str, *_: object) -> NoReturn:
    raise FrozenInstanceError(f"cannot change {name!r} of {type(self).__name__}")


def _restore(self: object, state: Any) -> None:
    """Restore a copy from its attributes, its slots, or both, as Python passes them."""
    for part in state if isinstance(state, tuple) else (state,):
        for name, value in (part or {}).items():
            object.__setattr__(self, name, value)


class _Expression:
    """Regular expression that is compiled when a method is first called."""

    def __init__(self, pattern: str, flags: int) -> None:
        self.pattern, self._flags = pattern, flags

    def __getattr__(self, name: str) -> Any:
        self.__dict__[name] = value = getattr(re.compile(self.pattern, self._flags), name)
        return value


def regex(pattern: str, flags: int = 0) -> re.Pattern[str]:
    """Return a regular expression, which is compiled when a method is first called."""
    return cast("re.Pattern[str]", _Expression(pattern, flags))
