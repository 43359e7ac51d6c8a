"""Types and enumerations that all subpackages share."""

from __future__ import annotations

import functools
import operator
from collections.abc import Callable
from contextlib import nullcontext
from contextvars import ContextVar
from enum import StrEnum
from functools import wraps
from itertools import zip_longest
from math import inf
from time import monotonic
from typing import Any, Literal, ParamSpec, Protocol, Self, TypeVar

from gfkit.core.deferred import dataclass
from gfkit.core.errors import LimitError, OptionError, unknown

STARTED = monotonic()
"""Time at which the process loaded gfkit, by the monotonic clock."""
JSON_VERSION = 1
"""Value of the key "schema" in the JSON output of every command; it increases when a key is renamed or
removed.
"""
_T = TypeVar("_T")
_P = ParamSpec("_P")


class cached_property(functools.cached_property[_T]):  # noqa: N801 - used as the one of functools
    """Property that is computed once for each instance, without a lock.

    In Python 3.11 all instances of a class share one lock, which is held while the value is computed. Other
    threads would wait for it, and a process forked meanwhile would wait forever.
    """

    def __init__(self, func: Callable[[Any], _T]) -> None:
        super().__init__(func)
        self.lock: nullcontext[None] = nullcontext()


class Player(StrEnum):
    """Player who may place a piece, or both players."""

    LEFT = "left"
    RIGHT = "right"
    BOTH = "both"

    @property
    def opponent(self) -> Player:
        """Opponent of the player."""
        return Player.RIGHT if self is Player.LEFT else Player.LEFT


class Positions(StrEnum):
    """Position classes of a placement game."""

    ALL = "all"
    LEFT_ENDS = "left-ends"
    RIGHT_ENDS = "right-ends"
    MAXIMAL = "maximal"
    PLAY = "play"
    FULL = "full"

    @classmethod
    def read(cls, word: str) -> Self:
        """Return the position class with the given name.

        >>> Positions.read("maxmal")
        Traceback (most recent call last):
        ...
        gfkit.core.errors.OptionError: unknown positions 'maxmal'; did you mean maximal?
        """
        return read_word(cls, "positions", word)

    @property
    def title_end(self) -> str:
        """Description of the class for titles, or "" for all positions.

        >>> Positions.ALL.title_end, Positions.MAXIMAL.title_end
        ('', ', maximal')
        """
        return "" if self is Positions.ALL else f", {self.value}"

    @property
    def stuck(self) -> frozenset[Player]:
        """Players who must have no legal move."""
        return _STUCK.get(self, frozenset())


PositionsWord = Positions | Literal["all", "left-ends", "right-ends", "maximal", "play", "full"]
"""Position class, or its name."""
_STUCK = {
    Positions.LEFT_ENDS: frozenset({Player.LEFT}),
    Positions.RIGHT_ENDS: frozenset({Player.RIGHT}),
    Positions.MAXIMAL: frozenset({Player.LEFT, Player.RIGHT}),
}


class Weights(StrEnum):
    """Weights of configurations: the quantity that each variable of a polynomial counts."""

    NONE = "none"
    PIECES = "pieces"
    PLAYERS = "players"

    @classmethod
    def read(cls, word: str) -> Self:
        """Return the weights with the given name; "size" means "pieces", and "types" means "players".

        >>> Weights.read("size")
        <Weights.PIECES: 'pieces'>
        """
        known = OTHER_WEIGHTS.get(str(word).lower(), word)
        return read_word(cls, "weights", known, " (pieces: x for each piece; players: x and y)")

    @property
    def variables(self) -> tuple[str, ...]:
        return {"none": (), "pieces": ("x",), "players": ("x", "y")}[self.value]

    def powers(self, *exponents: int) -> tuple[int, ...]:
        """Return the exponents of the variables, given the exponents of all letters."""
        return {"none": (), "pieces": (sum(exponents),), "players": exponents}[self.value]


OTHER_WEIGHTS = {"size": "pieces", "types": "players"}
"""Alternative names of weights, for structures without players."""


def exponents_for(exponents: tuple[int, ...], weights: Weights) -> tuple[int, ...]:
    """Return the exponents of a colour or tile after restricting the letters to all, one or no variables."""
    if weights is Weights.NONE:
        return (0, 0)
    return exponents if weights is Weights.PLAYERS else (sum(exponents), 0)


def add_exponents(*powers: tuple[int, ...]) -> tuple[int, ...]:
    """Return the exponents of a product of monomials, at least two; exponents that are absent are 0.

    >>> add_exponents(), add_exponents((1, 2), (0, 0, 3))
    ((0, 0), (1, 2, 3))
    """
    return tuple(map(sum, zip_longest((0, 0), *powers, fillvalue=0)))


MOST_POWER = 1000
"""Maximum exponent of a letter in a weight."""


class NamedWeight(tuple[int, ...]):
    """Exponents of the factors of all weights of a rule file in one of its weights, with its text."""

    text: str

    def __new__(cls, powers: tuple[int, ...], text: str = "") -> Self:
        made = super().__new__(cls, powers)
        made.text = text
        return made

    @staticmethod
    def power(weight: tuple[int, ...], exponent: int) -> tuple[int, ...]:
        """Return a power of any weight."""
        text = f"({weight.text})^{exponent}" if isinstance(weight, NamedWeight) else ""
        return weight if exponent == 1 else NamedWeight(add_exponents(*[weight] * exponent), text)


WeightsWord = Weights | Literal["none", "pieces", "players"]
"""Weights, or their name."""


class UpTo(StrEnum):
    """Symmetries under which equivalent configurations count as one."""

    SYMMETRY = "symmetry"
    """Rotations and reflections."""
    ROTATIONS = "rotations"
    RECTANGLE = "rectangle"
    """Symmetries that map rows to rows, even on squares."""
    AUTOMORPHISMS = "automorphisms"
    """All automorphisms of a single graph."""

    @classmethod
    def read(cls, word: str) -> Self:
        """Return the symmetries with the given name."""
        return read_word(cls, "symmetries", word)

    @property
    def certificate_refusal(self) -> str:
        """Reason why counts up to symmetry have no certificate."""
        return (
            f"a certificate contains one automaton, but a formula up to {self.value} combines the formulas"
            " of several; save the formula of all configurations, the first of them"
        )


SideWord = Literal["minimum", "maximum"]
UpToWord = UpTo | Literal["symmetry", "rotations", "rectangle", "automorphisms"]
"""Symmetries, or their name."""
_Word = TypeVar("_Word", bound=StrEnum)


def read_word(kind: type[_Word], what: str, word: str, about: str = "") -> _Word:
    """Return the member of an enumeration with the given name. Raise OptionError, with the known names and a
    remark about them, for other names.
    """
    known = [member.value for member in kind]
    if isinstance(word, str) and word in known:
        return kind(word)
    from gfkit.core.hooks import with_answer

    raise OptionError(with_answer(unknown(what, str(word), known) + about, str(word), "format"))


def checked_whole(what: str, value: object, least: float = -inf, most: float = inf) -> int:
    """Return the value of an option as an integer within bounds. Raise OptionError for other values, and for
    bool.

    >>> checked_whole("to", 7), checked_whole("to", True)
    Traceback (most recent call last):
    ...
    gfkit.core.errors.OptionError: to True must be an integer
    """
    try:
        number = None if isinstance(value, bool) else operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None or not least <= number <= most:
        bounds = "" if least == -inf else f" from {least} on" if most == inf else f" from {least} to {most}"
        raise OptionError(f"{what} {value!r} must be an integer{bounds}")
    return number


def checked_seconds(what: str, value: object) -> float:
    """Return the value of an option as a positive time in seconds. Raise OptionError for other values.

    >>> checked_seconds("seconds", 3)
    3.0
    """
    try:
        seconds = float("nan") if isinstance(value, bool | str) else float(value)  # type: ignore[arg-type]
    except (TypeError, ValueError, OverflowError):
        seconds = float("nan")
    if not seconds > 0:
        raise OptionError(f"{what} {value!r} must be a positive number")
    return seconds


def checked_memory(limit: object) -> int | None:
    """Return a limit. Raise OptionError unless it is a positive number of bytes, or None (the default)."""
    if limit is not None and (not isinstance(limit, int) or isinstance(limit, bool) or limit < 1):
        raise OptionError(f"max_memory {limit!r} must be an integer number of bytes, at least 1")
    return limit


@dataclass(frozen=True, slots=True)
class Progress:
    """State of a long computation: ``done`` of ``total`` steps of ``stage``; a total of 0 means unknown."""

    stage: str
    done: int
    total: int
    states: int


OnProgress = Callable[[Progress], None]
FORECAST = "forecast"
"""First word of a stage that reports the expected cost of the following stages."""
NO_STAGE = Progress("working", 0, 0, 0)
"""Report before the first stage of a call, and after the last stage of a call within it."""

EventsLike = str | tuple[str, ...]
"""An event of a random configuration, such as "cell 1,1 is 1", or several."""


MEMORY_LIMIT: ContextVar[int | None] = ContextVar("memory_limit", default=None)
"""Memory limit of the running call in bytes, or None for the default limit."""
MEMORY_OPTION: ContextVar[str] = ContextVar("memory_option", default="--max-memory, or max_memory in Python")
"""What raises this limit, as named in error messages."""
STOP_CHECK: ContextVar[Callable[..., object] | None] = ContextVar("stop_check", default=None)
"""Function that raises an error if the running computation must stop."""
_SILENCE = 0.2
"""Seconds without a report after which the last report is repeated to the progress function."""


def check_stop(*report: Any) -> None:
    """Call the progress function if its last call was some time ago; its exceptions propagate.

    Every loop that may take a second calls this function at least ten times a second, and may pass the values
    of a ``Progress`` object.
    """
    check = STOP_CHECK.get()
    if check is not None:
        check(*report)


class _Reports:
    """Progress function that forwards reports, and repeats the last report if no others arrive."""

    def __init__(self, on_progress: OnProgress | None, max_seconds: float | None = None) -> None:
        self.on_progress, self.outer = on_progress, STOP_CHECK.get()
        self.last, self.due = NO_STAGE, monotonic() + _SILENCE
        self.max_seconds = max_seconds
        self.end = inf if max_seconds is None else monotonic() + max_seconds

    def __call__(self, report: Progress) -> None:
        self.last, self.due = report, monotonic() + _SILENCE
        if monotonic() > self.end:
            raise LimitError(f"stopped after {self.max_seconds} seconds, the limit of max_seconds")
        if self.on_progress is not None:
            self.on_progress(report)

    def check(self, *report: Any) -> None:
        if monotonic() >= self.due:
            self(Progress(*report) if report else self.last)
            if self.outer is not None:
                self.outer()

    def leave(self, stage: Progress) -> None:
        """Report the stage before a call within this one again, because the call has ended."""
        if self.last != stage:
            self(stage)


_SAME = (
    ("family", "board"),
    ("board", "family"),
    ("structure", "game"),
    ("kind", "read_as"),
    ("kinds", "ansatz"),
)
"""Argument names that public functions share, each with an alternative name of some functions."""


def stoppable(function: Callable[_P, _T]) -> Callable[_P, _T]:
    """Decorate a function so that its ``on_progress`` is also called by ``check_stop``, in loops without
    reports.

    The function also accepts ``max_seconds``, a time limit after which it raises LimitError, and
    ``max_memory``, the limit in bytes of every step that has no limit of its own. Both are passed on if the
    function declares them. Its arguments ``board``, ``family`` and ``game`` may also be named
    ``family``, ``board`` and ``structure``; ``kind`` and ``kinds`` are former names of ``read_as`` and
    ``ansatz``.
    """
    code = function.__code__
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    alike = {word: name for word, name in _SAME if name in names and word not in names}

    @wraps(function)
    def call(*given: _P.args, **more: _P.kwargs) -> _T:
        for word in alike.keys() & more.keys():
            if alike[word] in more:
                raise TypeError(f"{function.__name__}() got both {word} and {alike[word]}")
            more[alike[word]] = more.pop(word)
        seconds: Any = more.pop("max_seconds", None)
        if "max_seconds" in names:
            more["max_seconds"] = seconds
        limit = checked_memory(
            more.get("max_memory") if "max_memory" in names else more.pop("max_memory", None)
        )
        on_progress: Any = more.get("on_progress")
        before = on_progress.last if isinstance(on_progress, _Reports) else None
        memory = MEMORY_LIMIT.set(limit or MEMORY_LIMIT.get())
        stop = STOP_CHECK.set(STOP_CHECK.get())
        try:
            if seconds is not None or not (on_progress is None or isinstance(on_progress, _Reports)):
                reports = _Reports(
                    on_progress, None if seconds is None else checked_seconds("max_seconds", seconds)
                )
                STOP_CHECK.set(reports.check)
                if "on_progress" in names:
                    more["on_progress"] = reports
            result = function(*given, **more)
            if before is not None:
                on_progress.leave(before)
            return result
        finally:
            STOP_CHECK.reset(stop)
            MEMORY_LIMIT.reset(memory)

    return call


def tell_progress(on_progress: OnProgress | None, stage: str, done: int, total: int, states: int) -> None:
    """Call ``on_progress``, if it is not None, with the state of a run."""
    if on_progress is not None:
        on_progress(Progress(stage, done, total, states))


class Store(Protocol):
    """Protocol of a store of results by run and part. The id of a run depends on all inputs of its results.

    Disk errors are never raised to the caller: a result that cannot be stored is computed again. A store may
    have an attribute ``is_empty``: while it is True, ``get`` is not called.
    """

    def get(self, run: str, part: str) -> bytes | None:
        """Return a stored result, or None if the result is missing or corrupted."""
        ...

    def put(self, run: str, part: str, answer: bytes) -> None:
        """Store a result. On return it is on disk, or an error has been reported."""
        ...

    def finish(self, run: str, answer: bytes) -> None:
        """Store the result of the whole run as part ``result``, and delete all further parts of the run."""
        ...

    def drop(self, run: str) -> None:
        """Delete all parts of a run, because one of them is known to be wrong."""
        ...


class StoredRun(Protocol):
    """Protocol of the stored results of one run, which ``gfkit.runs.batch.Work`` has."""

    def result(self, read: Callable[[bytes], _T]) -> _T | None:
        """Return the stored result of the run, or None if the run was not finished."""
        ...

    def once(self, part: str, make: Callable[[], bytes], read: Callable[[bytes], _T]) -> _T:
        """Return a stored part; if it is missing, compute it with ``make`` and store it."""
        ...

    def finish(self, answer: Callable[[], bytes], agrees: Callable[[bytes], bool]) -> None:
        """Store the result of the run. A stored result must agree with it."""
        ...

    def drop(self) -> None:
        """Delete all stored results of the run, because one of them is known to be wrong."""
        ...
