"""The vocabulary that every floor shares, and the decorator of its records."""

from __future__ import annotations

import dataclasses
import functools
import operator
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from contextvars import ContextVar
from dataclasses import MISSING, FrozenInstanceError, fields
from enum import StrEnum
from functools import partial, wraps
from math import inf
from reprlib import recursive_repr
from time import monotonic
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, ParamSpec, Self, TypeVar

from gfkit.errors import OptionError, unknown

_T = TypeVar("_T")
_P = ParamSpec("_P")


class cached_property(functools.cached_property[_T]):  # noqa: N801 - used as the one of functools
    """Property that is computed once for each instance, without a lock.

    In Python 3.11 all instances of a class share one lock, which is held while the value is computed. Other
    threads would wait for it, and a process that is forked meanwhile would wait forever.
    """

    def __init__(self, func: Callable[[Any], _T]) -> None:
        super().__init__(func)
        self.lock = nullcontext()


# Records

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(kind=None, /, *, frozen=False, repr=True, eq=True, **more):  # noqa: A002
        """The class as ``dataclasses.dataclass`` makes it, with no text compiled while its module is loaded.

        That one compiles six methods, some 0.4 ms for a class, and a small command loads a hundred classes.
        Here those that must be fast are compiled when they are first asked for, the others not at all.
        Records and those of ``dataclasses`` are not derived from each other where they are frozen.
        """
        if kind is None:
            return partial(dataclass, frozen=frozen, repr=repr, eq=eq, **more)
        made = dataclasses.dataclass(init=False, repr=False, eq=False, **more)(kind)
        written = {
            "__init__": partial(_initializer, frozen),
            **({"__eq__": _equality} if eq else {}),
            **({"__hash__": _hash if frozen else None} if eq else {}),
        }
        methods = {name: write and _Method(made, name, write) for name, write in written.items()}
        methods |= {"__repr__": _representation} if repr else {}
        methods |= _frozen(made) if frozen else {}
        for name, method in methods.items():
            if kind.__dict__.get(name) is None:
                setattr(made, name, method)
        return made


class _Method:
    """A method of a record; once it is asked for, the function that ``write`` makes takes its place."""

    def __init__(self, kind: type, name: str, write: Callable[[Any], Callable[..., Any]]) -> None:
        self.kind, self.name, self.write = kind, name, write

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        method = self.write(self.kind)
        method.__qualname__ = f"{self.kind.__qualname__}.{self.name}"
        setattr(self.kind, self.name, method)
        return method.__get__(instance, owner)


class _Factory:
    """What stands in a signature for a default that is made afresh."""

    def __repr__(self) -> str:
        return "<factory>"


def _initializer(frozen: bool, kind: Any) -> Callable[..., Any]:
    """The function that puts the values, or the defaults, of the fields into a record."""
    known: dict[str, Any] = {"_put": object.__setattr__, "_FACTORY": _Factory()}
    words, named, lines = ["self"], list[str](), list[str]()
    for field in fields(kind):
        name, value, given = field.name, field.name, field.name
        if field.default_factory is not MISSING:
            known[f"_{name}"] = field.default_factory
            given = f"{name}=_FACTORY"
            value = f"_{name}() if {name} is _FACTORY else {name}" if field.init else f"_{name}()"
        elif field.default is not MISSING:
            known[f"_{name}"], given = field.default, f"{name}=_{name}"
            value = name if field.init else f"_{name}"
        elif not field.init:
            continue
        if field.init:
            (named if field.kw_only else words).append(given)
        lines.append(f"_put(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(kind, "__post_init__"):
        lines.append("self.__post_init__()")
    words += ["*", *named] if named else []
    method = _compiled(f"__init__({', '.join(words)})", "; ".join(lines) or "pass", known)
    method.__annotations__ = {field.name: field.type for field in fields(kind) if field.init}
    method.__annotations__["return"] = None
    return method


def _equality(kind: Any) -> Callable[..., Any]:
    """Whether another record of the class has the same values in the fields that are compared."""
    names = [field.name for field in fields(kind) if field.compare]
    own, others = ("".join(f"{record}.{name}, " for name in names) for record in ("self", "other"))
    return _compiled(
        "__eq__(self, other)",
        f"return ({own}) == ({others}) if other.__class__ is self.__class__ else NotImplemented",
    )


def _hash(kind: Any) -> Callable[..., Any]:
    """The hash that goes with equality."""
    hashed = [field for field in fields(kind) if (field.compare if field.hash is None else field.hash)]
    return _compiled(
        "__hash__(self)", f"return hash(({''.join(f'self.{field.name}, ' for field in hashed)}))"
    )


def _compiled(head: str, body: str, known: Mapping[str, Any] = MappingProxyType({})) -> Callable[..., Any]:
    """The function with this head and this body, in which these names are known."""
    names = dict(known)
    exec(f"def {head}: {body}", names)
    function: Callable[..., Any] = names[head.partition("(")[0]]
    return function


@recursive_repr()
def _representation(self: Any) -> str:
    """A record as the call that makes it."""
    shown = (f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if field.repr)
    return f"{self.__class__.__qualname__}({', '.join(shown)})"


def _frozen(kind: Any) -> dict[str, Any]:
    """What refuses to change the fields of a record, and takes those with slots through pickle."""
    names = frozenset(field.name for field in fields(kind))

    def put(self: object, name: str, value: object) -> None:
        if type(self) is kind or name in names:
            raise FrozenInstanceError(f"cannot assign to field {name!r}")
        super(kind, self).__setattr__(name, value)

    def delete(self: object, name: str) -> None:
        if type(self) is kind or name in names:
            raise FrozenInstanceError(f"cannot delete field {name!r}")
        super(kind, self).__delattr__(name)

    methods: dict[str, Any] = {"__setattr__": put, "__delattr__": delete}
    return methods | (
        {"__getstate__": _state, "__setstate__": _put_state} if "__slots__" in vars(kind) else {}
    )


def _state(self: Any) -> list[object]:
    return [getattr(self, field.name) for field in fields(self)]


def _put_state(self: Any, state: Sequence[object]) -> None:
    for field, value in zip(fields(self), state, strict=True):
        object.__setattr__(self, field.name, value)


# Words


class Player(StrEnum):
    """Who may place a piece."""

    LEFT = "left"
    RIGHT = "right"
    BOTH = "both"

    @property
    def opponent(self) -> Player:
        """Right for Left, Left for Right."""
        return Player.RIGHT if self is Player.LEFT else Player.LEFT


class Positions(StrEnum):
    """The classes of positions of a placement game."""

    ALL = "all"
    LEFT_ENDS = "left-ends"
    RIGHT_ENDS = "right-ends"
    MAXIMAL = "maximal"
    PLAY = "play"
    FULL = "full"

    @classmethod
    def read(cls, word: str) -> Self:
        """The class with this name.

        >>> Positions.read("maxmal")
        Traceback (most recent call last):
        ...
        gfkit.errors.OptionError: positions 'maxmal' is unknown; did you mean maximal?
        """
        return read_word(cls, "positions", word)

    @property
    def title_end(self) -> str:
        """What a title says of the class, behind game and board; of all positions nothing.

        >>> Positions.ALL.title_end, Positions.MAXIMAL.title_end
        ('', ', maximal')
        """
        return "" if self is Positions.ALL else f", {self.value}"

    @property
    def stuck(self) -> frozenset[Player]:
        """The players who must have no move."""
        return _STUCK.get(self, frozenset())


PositionsWord = Positions | Literal["all", "left-ends", "right-ends", "maximal", "play", "full"]
"""A class of positions, or its name."""
_STUCK = {
    Positions.LEFT_ENDS: frozenset({Player.LEFT}),
    Positions.RIGHT_ENDS: frozenset({Player.RIGHT}),
    Positions.MAXIMAL: frozenset({Player.LEFT, Player.RIGHT}),
}


class Weights(StrEnum):
    """What the variables of a polynomial mark."""

    NONE = "none"
    PIECES = "pieces"
    PLAYERS = "players"

    @classmethod
    def read(cls, word: str) -> Self:
        """The weights with this name."""
        return read_word(cls, "weights", word)

    @classmethod
    def with_variables(cls, variables: Sequence[str]) -> Weights:
        """The weights that have these variables."""
        return (cls.NONE, cls.PIECES, cls.PLAYERS)[len(variables)]

    @property
    def variables(self) -> tuple[str, ...]:
        return {"none": (), "pieces": ("x",), "players": ("x", "y")}[self.value]

    def powers(self, x: int, y: int) -> tuple[int, ...]:
        """The powers of its variables in a monomial with these powers of x and y."""
        return {"none": (), "pieces": (x + y,), "players": (x, y)}[self.value]


def exponents_for(exponents: tuple[int, int], weights: Weights) -> tuple[int, int]:
    """The powers of x and y of a colour or tile when both variables, one, or none are asked for."""
    if weights is Weights.NONE:
        return (0, 0)
    return exponents if weights is Weights.PLAYERS else (sum(exponents), 0)


WeightsWord = Weights | Literal["none", "pieces", "players"]
"""What variables mark, or its name."""


class UpTo(StrEnum):
    """Which configurations count as one: those that these symmetries of the board take to each other."""

    SYMMETRY = "symmetry"
    """Rotations and reflections."""
    ROTATIONS = "rotations"
    RECTANGLE = "rectangle"
    """Those that keep rows rows, on squares too."""
    AUTOMORPHISMS = "automorphisms"
    """All that keep who touches whom, of a single graph."""

    @classmethod
    def read(cls, word: str) -> Self:
        """The symmetries with this name."""
        return read_word(cls, "up to", word)

    @property
    def certificate_refusal(self) -> str:
        """Why laws up to symmetries have no certificate."""
        return (
            f"a certificate holds one machine, and a law up to {self.value} is a sum of laws of several; that"
            " of all configurations, the first of them, has one"
        )


UpToWord = UpTo | Literal["symmetry", "rotations", "rectangle", "automorphisms"]
"""Symmetries, or their name."""
_Word = TypeVar("_Word", bound=StrEnum)


def read_word(kind: type[_Word], what: str, word: str) -> _Word:
    """The member of a vocabulary with this name, or an error that names those there are."""
    known = [member.value for member in kind]
    if isinstance(word, str) and word in known:
        return kind(word)
    raise OptionError(unknown(what, str(word), known))


def checked_whole(what: str, value: object, least: float = -inf, most: float = inf) -> int:
    """The value of an option as an integer between bounds; OptionError for others, and for truth values.

    >>> checked_whole("to", 7), checked_whole("to", True)
    Traceback (most recent call last):
    ...
    gfkit.errors.OptionError: to True: must be a whole number
    """
    try:
        number = None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or not least <= number <= most:
        bounds = "" if least == -inf else f" from {least} on" if most == inf else f" from {least} to {most}"
        raise OptionError(f"{what} {value!r}: must be a whole number{bounds}")
    return number


def checked_seconds(what: str, value: object) -> float:
    """The value of an option as a time in seconds, above 0; OptionError for others.

    >>> checked_seconds("seconds", 3)
    3.0
    """
    try:
        seconds = float("nan") if isinstance(value, bool | str) else float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        seconds = float("nan")
    if not seconds > 0:
        raise OptionError(f"{what} {value!r} must be a number above 0")
    return seconds


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a long computation has come: ``done`` of ``total`` steps of ``stage``.

    ``later`` is the work of the stages after it, in steps of this one: 0.0 of the last stage, None where that
    is not known. Steps that are not ``alike`` cost ever more, each some times what the one before did.
    """

    stage: str
    done: int
    total: int
    states: int
    later: float | None = None
    alike: bool = True


OnProgress = Callable[[Progress], None]


STOP_CHECK: ContextVar[Callable[[], object] | None] = ContextVar("stop_check", default=None)
"""Function of the running computation that raises if the computation is to stop."""
_SILENCE = 0.2
"""Seconds without a report after which a progress function is called with the last report again."""


def check_stop() -> None:
    """Raise what the progress function raises, if it was not called for a while.

    Every loop that can last a second calls this function ten times a second or more often.
    """
    check = STOP_CHECK.get()
    if check is not None:
        check()


class _Reports:
    """Progress function that passes reports on, and repeats the last one while no others come."""

    def __init__(self, on_progress: OnProgress) -> None:
        self.on_progress, self.outer = on_progress, STOP_CHECK.get()
        self.last, self.due = Progress("preparing", 0, 0, 0), monotonic() + _SILENCE

    def __call__(self, report: Progress) -> None:
        self.last, self.due = report, monotonic() + _SILENCE
        self.on_progress(report)

    def check(self) -> None:
        if monotonic() >= self.due:
            self(self.last)
            if self.outer is not None:
                self.outer()


def stoppable(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """Return a function whose ``on_progress`` is also called by ``check_stop``, in loops without reports."""

    @wraps(function)
    def call(*given: _P.args, **more: _P.kwargs) -> _T:
        on_progress: Any = more.get("on_progress")
        if on_progress is None or isinstance(on_progress, _Reports):
            return function(*given, **more)
        more["on_progress"] = reports = _Reports(on_progress)
        token = STOP_CHECK.set(reports.check)
        try:
            return function(*given, **more)
        finally:
            STOP_CHECK.reset(token)

    return call


def tell_progress(
    on_progress: OnProgress | None,
    stage: str,
    done: int,
    total: int,
    states: int,
    later: float | None = None,
    *,
    alike: bool = True,
) -> None:
    """Says how far a run is where that was asked for."""
    if on_progress is not None:
        on_progress(Progress(stage, done, total, states, later, alike))
