"""Data classes and regular expressions that are compiled at their first use.

For each frozen data class, the decorator of the standard library compiles six functions, in 0.2 ms to 0.4 ms.
A small command loads 60 to 200 of these classes and 30 to 120 regular expressions, and uses a few of them.
Most of the classes that it uses need only ``__init__``, which takes 0.04 ms.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Mapping
from dataclasses import Field, FrozenInstanceError, asdict, field, fields, is_dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn, cast

__all__ = ["asdict", "dataclass", "field", "fields", "is_dataclass", "regex", "replace"]

_ADDED = ("__dataclass_fields__", "__dataclass_params__", "__match_args__", "__init__")
"""Attributes of every data class."""
_OPTIONAL = {"__repr__": "repr", "__eq__": "eq", "__hash__": "eq"}
"""Attributes that most instances of a small command never use, and the options that request them."""


class _Pending:
    """Attribute of a data class that is not compiled yet. Its first use compiles it together with others."""

    def __init__(self, home: type, name: str, compiled: Callable[[type], object]) -> None:
        self.home, self.name, self.compiled = home, name, compiled

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        self.compiled(self.home)
        value = vars(self.home)[self.name]
        return value.__get__(instance, owner) if callable(value) else value


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
        names = [name for name, hint in cls.__annotations__.items() if "ClassVar" not in str(hint)]
        defaults = {name: getattr(cls, name) for name in names if hasattr(cls, name)}
        if slots:
            cls = _with_slots(cls, names)
        for name, value in defaults.items():
            if isinstance(value, Field) and not slots:
                delattr(cls, name)
                if value.default is not dataclasses.MISSING:
                    setattr(cls, name, value.default)
        compiled = partial(_compile, defaults=defaults, frozen=frozen, slots=slots)
        parts = dict.fromkeys(_ADDED, partial(compiled, **options | {"repr": False, "eq": False}))
        later = partial(compiled, **options, unsafe_hash=frozen)
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


def _compile(cls: type, defaults: Mapping[str, Any], *, frozen: bool, slots: bool, **options: bool) -> None:
    """Replace the pending attributes of a class. A class with the same fields, made by the standard library,
    provides them, except for ``__init__``. It is not frozen, because that takes twice as long.
    """
    bases = [base for base in reversed(cls.__mro__[1:]) if is_dataclass(base)]
    inherited = {one.name: one for base in bases for one in fields(base)}
    hints = {name: one.type for name, one in inherited.items()} | cls.__annotations__
    named = {f"__{name}__": getattr(cls, f"__{name}__") for name in ("module", "qualname")}
    named |= {"__annotations__": hints, "__doc__": cls.__doc__ or cls.__name__}
    named |= {name: None for name in ("__post_init__",) if hasattr(cls, name)}
    model = type(cls.__name__, (), {**inherited, **defaults, **named})
    dataclasses.dataclass(**options, init=False)(model)
    vars(model)["__dataclass_params__"].frozen = frozen
    if isinstance(cls.__dict__["__init__"], _Pending):
        type.__setattr__(model, "__init__", _initialiser(model, frozen=frozen, slots=slots))
    for name, value in vars(model).items():
        if isinstance(vars(cls).get(name), _Pending):
            setattr(cls, name, value)


_FACTORY: Any = type("_Factory", (), {"__repr__": lambda _: "<factory>"})()
"""Default value of a parameter whose field is created by a function."""


def _initialiser(model: type, *, frozen: bool, slots: bool) -> Callable[..., None]:
    """Return the method ``__init__`` of a data class."""
    known: dict[str, Any] = {"_put": object.__setattr__, "_factory": _FACTORY}
    positional, named, lines, hints = ["self"], ["*"], ["pass"], {}
    for place, one in enumerate(fields(model)):
        name, value = one.name, one.name if one.init else f"_default_{place}"
        default = _FACTORY if one.default_factory is not dataclasses.MISSING else one.default
        has_default = default is not dataclasses.MISSING
        known |= {f"_default_{place}": default, f"_new_{place}": one.default_factory}
        if one.init:
            hints[name] = one.type
            (named if one.kw_only else positional).append(f"{name}=_default_{place}" if has_default else name)
        elif not has_default or not (slots or default is _FACTORY):
            continue  # an attribute of the class, or set by __post_init__
        if default is _FACTORY:
            value = f"_new_{place}() if {value} is _factory else {value}"
        lines.append(f"_put(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(model, "__post_init__"):
        lines.append("self.__post_init__()")
    arguments = ", ".join(positional + named if named[1:] else positional)
    exec(f"def __init__({arguments}):\n " + "\n ".join(lines), known)
    method: Callable[..., None] = known["__init__"]
    method.__annotations__ = {**hints, "return": None}
    method.__qualname__ = f"{model.__qualname__}.__init__"
    return method


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
