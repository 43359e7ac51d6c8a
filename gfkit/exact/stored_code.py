"""Loops as machine code, which every process makes for itself.

numba takes most of a second to load and seconds for a loop. So the LLVM code of loops comes with gfkit
(``portable_code``): LLVM makes machine code of it, in a tenth of the time, and numba is not asked. Where that
does not fit, numba compiles the loop. No machine code is ever read from a file or written to one.

A loop is a function of a module, in Python that numba compiles; functions of ours that it calls are marked by
``part_of_loop``. It takes whole numbers, reals, arrays that lie in memory without gaps, and tuples of these,
and gives a whole number, or 0 for nothing. LLVM code that comes along needs nothing that lies elsewhere in
memory: a loop that prints has none. Without numba loops are the functions that they are.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from hashlib import blake2b
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

from gfkit.exact.portable_code import (
    ENDING,
    ENTRY,
    FOLDER,
    llvm,
    machine_code_of,
    portable_code,
    simplify,
    write_portable_code,
)

if TYPE_CHECKING:
    from types import ModuleType

_Function = TypeVar("_Function", bound=Callable[..., Any])

_WRITERS = "numba", "llvmlite"
_OF_EVERY_PROCESS = {"memcpy", "memmove", "memset"}
"""What a loop may need from outside: every process has it."""
_RESULTS = {"int64", "bool", "none"}
_MARK = "part_of_loop"
_FORM = "1"
"""How loops are made of their text; another number where that changes here: then files no longer fit."""
_BY_LLVM = 0.15
"""The share of making a loop that is left where its LLVM code came along."""
WRITING = bool(os.environ.get("GFKIT_WRITE_LOOPS"))
"""Whether the LLVM code of all loops that are used is to be written, as ``make loops`` does."""
_ENGINES: list[Any] = []
"""What holds the machine code that was made."""
_ONLY_BY_NUMBA = sys.platform == "win32"
"""Where llvmlite does not link machine code reliably, numba makes every loop."""


def part_of_loop(**options: Any) -> Callable[[_Function], _Function]:
    """Marks a function that loops call; ``options`` are numba's, as ``inline="always"``."""

    def marked(function: _Function) -> _Function:
        setattr(function, _MARK, options)
        return function

    return marked


class Loops:
    """The loops of a module: ``loops.name(...)`` calls one, after it was made."""

    def __init__(self, module: str) -> None:
        self._module = module
        self._used, self._done_without = False, 0.0
        self._along: dict[tuple[str, ...], bool] = {}
        """Of which loops LLVM code is there."""

    @property
    def usable(self) -> bool:
        """Whether numba is there, and not told to compile nothing."""
        return has_compiler()

    def pay(self, work: float, names: Iterable[str], *, making: float) -> bool:
        """Whether so much work is worth loops; ``making`` is work in the time of making them by numba."""
        if not self.usable:
            return False
        return self._used or WRITING or work + self._done_without > making * self.share_to_make(names)

    def remember(self, work: float) -> None:
        """Work that was done without loops counts from now on: many small pieces pay together."""
        self._done_without += work

    def share_to_make(self, names: Iterable[str]) -> float:
        """The share of making loops that is still to be done: 0 where they are made, 1 by numba."""
        wanted = tuple(names)
        if WRITING or all(name in vars(self) for name in wanted):
            return 0.0
        if wanted not in self._along:
            stems = [self._portable_stem(name) for name in wanted]
            self._along[wanted] = all(any(FOLDER.glob(f"{stem}-*{ENDING}")) for stem in stems)
        return _BY_LLVM if self._along[wanted] else 1.0

    def is_at_hand(self, name: str) -> bool:
        """Whether a loop is made, or LLVM code of it came along."""
        return self.share_to_make((name,)) < 1

    def take_always(self) -> None:
        """From now on all work is worth these loops."""
        self._used = True

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        loop = self._begun(name) if self.usable else self._function(name)
        self._used = True
        setattr(self, name, loop)
        return loop

    def _portable_stem(self, name: str) -> str:
        return f"{self._module.removeprefix('gfkit.')}.{name}-{_state_of(self._module)}"

    def _begun(self, name: str) -> Callable[..., Any]:
        """A loop that is made for what it is called with first."""

        found: Callable[..., Any] | None = None

        def loop(*values: Any) -> Any:
            nonlocal found
            if found is None:
                found = self._loop(name, tuple(_kind_of(value) for value in values))
                setattr(self, name, found)
            return found(*values)

        return loop

    def _loop(self, name: str, kinds: tuple[_Kind, ...]) -> Callable[..., Any]:
        """A loop by LLVM of what came along, else by numba."""
        portable = f"{self._portable_stem(name)}-{_digest(str(kinds))}"
        if WRITING:
            fresh = _llvm_code(self._module, self._function(name), kinds)
            if fresh is not None:
                write_portable_code(portable, fresh)
        came = None if _ONLY_BY_NUMBA else portable_code(portable)
        code = None if came is None else machine_code_of(came, _writer())
        return self._by_numba(name) if code is None else _link(code, kinds)

    def _by_numba(self, name: str) -> Callable[..., Any]:
        found: Callable[..., Any] = _dispatchers(self._module, alone=False)[self._function(name)]
        return found

    def _function(self, name: str) -> Callable[..., Any]:
        found: Callable[..., Any] = getattr(import_module(self._module), name)
        return found


@cache
def has_compiler() -> bool:
    """Whether numba is there, and not told to compile nothing."""
    told = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")
    return not told and all(find_spec(name) is not None for name in _WRITERS)


@cache
def _source(module: str) -> Path:
    found = find_spec(module)
    assert found is not None, "modules with loops are there"
    assert found.origin is not None, "modules with loops are files"
    return Path(found.origin)


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=6).hexdigest()


@cache
def _sources(module: str) -> dict[str, str]:
    """The text of a module, and of those of ours that it imports, and so on."""
    texts, names = dict[str, str](), [module]
    for name in names:
        texts[name] = _source(name).read_text("utf-8")
        imported = re.findall(r"^(?:from|import) (gfkit[\w.]*)", texts[name], re.MULTILINE)
        names += [other for other in imported if other not in names and other != __name__]
    return texts


@cache
def _state_of(module: str) -> str:
    """A name for what the loops of a module are made from."""
    return _digest("\n".join([_FORM, *_sources(module).values()]))


def _features() -> str:
    features: str = llvm().get_host_cpu_features().flatten()
    return features


@cache
def _writer() -> Any:
    """What llvmlite writes machine code of this processor with."""
    binding = llvm()
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    target = binding.Target.from_triple(binding.get_process_triple())
    return target.create_target_machine(
        cpu=binding.get_host_cpu_name(), features=_features(), opt=3, codemodel="jitdefault", jit=True
    )


# What loops take


class _Kind(NamedTuple):
    """What a loop takes at a place: a number, an array by its numbers and dimensions, or a tuple of these."""

    number: str = ""
    dimensions: int = 0
    parts: tuple[_Kind, ...] = ()

    def words(self) -> Callable[[Any], Sequence[Any]]:
        """What makes of a value what machine code takes: of an array no owners, size, place and shape."""
        import numpy as np

        if self.parts:
            ways = tuple(part.words() for part in self.parts)
            return lambda value: [w for way, part in zip(ways, value, strict=True) for w in way(part)]
        number, dimensions = np.dtype(self.number), self.dimensions
        if not dimensions:
            return lambda value: (value,)

        def of_array(value: Any) -> tuple[Any, ...]:
            if value.dtype != number or value.ndim != dimensions or not value.flags.c_contiguous:
                found = f"{value.dtype} in {value.ndim} dimensions"
                raise TypeError(
                    f"a loop takes an array of {number}:{dimensions} without gaps, not of {found}"
                )
            place = value.__array_interface__["data"][0]
            return (0, 0, value.size, value.itemsize, place, *value.shape, *value.strides)

        return of_array

    def types(self) -> list[str]:
        """What each of the words is, as ctypes calls it."""
        if self.parts:
            return [word for part in self.parts for word in part.types()]
        if self.dimensions:
            return ["c_int64"] * (5 + 2 * self.dimensions)
        return ["c_double" if self.number == "f8" else "c_int64"]

    def of_numba(self, numba: ModuleType) -> Any:
        import numpy as np

        if self.parts:
            return numba.types.BaseTuple.from_types([part.of_numba(numba) for part in self.parts])
        number = numba.from_dtype(np.dtype(self.number))
        return numba.types.Array(number, self.dimensions, "C") if self.dimensions else number


def _kind_of(value: Any) -> _Kind:
    if isinstance(value, tuple):
        return _Kind(parts=tuple(_kind_of(part) for part in value))
    if hasattr(value, "ndim") and value.ndim:
        return _Kind(value.dtype.str[1:], value.ndim)
    return _Kind("f8" if isinstance(value, float) else "i8")


# How loops are made


def _llvm_code(module: str, function: Callable[..., Any], kinds: tuple[_Kind, ...]) -> Any:
    """The LLVM code of a loop by numba, or None where it needs something from outside."""
    import numba

    loop = _dispatchers(module, alone=True)[function]
    loop.compile(tuple(kind.of_numba(numba) for kind in kinds))
    *_, signature = loop.overloads
    result = str(loop.overloads[signature].signature.return_type)
    assert result in _RESULTS, f"a loop gives a whole number or nothing, not {result}"
    code = llvm().parse_assembly(loop.inspect_llvm(signature))
    code.get_function(loop.overloads[signature].fndesc.llvm_func_name).name = ENTRY
    simplify(code)
    needed = {one.name for one in code.functions if one.is_declaration}
    needed |= {one.name for one in code.global_variables if one.is_declaration}
    if any(not name.startswith("llvm.") and name not in _OF_EVERY_PROCESS for name in needed):
        return None
    return code


class _Dispatchers(dict[Callable[..., Any], Any]):
    """The functions of modules as numba compiles them, each with these instead of those that it calls.

    The functions themselves stay as they are, and so do their modules. Those that stand alone are not called
    by Python, and get no room from numba.
    """

    def __init__(self, names: Iterable[str], *, alone: bool) -> None:
        only_code = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True, "_nrt": False}
        self._options = only_code if alone else {"nogil": True}
        modules = [import_module(name) for name in names]
        self._spaces = [dict(vars(module)) for module in modules]
        for module, space in zip(modules, self._spaces, strict=True):
            for function in vars(module).values():
                if getattr(function, "__module__", "") == module.__name__ and hasattr(function, _MARK):
                    self[function] = self._compiled(function, space)
        for space in self._spaces:
            space.update({name: self[one] for name, one in space.items() if self._is_part(one)})

    def _is_part(self, one: Any) -> bool:
        return isinstance(one, FunctionType) and one in self

    def __missing__(self, function: Callable[..., Any]) -> Any:
        """A loop that no other calls is not marked."""
        space = next(one for one in self._spaces if one["__name__"] == function.__module__)
        self[function] = self._compiled(function, space)
        return self[function]

    def _compiled(self, function: Callable[..., Any], space: dict[str, Any]) -> Any:
        import numba

        njit = cast("Any", numba.njit)
        own = FunctionType(function.__code__, space, function.__name__, function.__defaults__)
        return njit(**self._options, **getattr(function, _MARK, {}))(own)


@cache
def _dispatchers(module: str, *, alone: bool) -> _Dispatchers:
    return _Dispatchers(_sources(module), alone=alone)


def _link(code: bytes, kinds: tuple[_Kind, ...]) -> Callable[..., Any]:
    """A loop of its machine code, as a function of Python's; others may run meanwhile."""
    import ctypes

    binding, writer = llvm(), _writer()
    engine = binding.create_mcjit_compiler(binding.parse_assembly(""), writer)
    engine.add_object_file(binding.ObjectFileRef.from_data(code))
    engine.finalize_object()
    types = [ctypes.c_void_p] * 2 + [getattr(ctypes, word) for kind in kinds for word in kind.types()]
    call = ctypes.CFUNCTYPE(ctypes.c_int32, *types)(engine.get_function_address(ENTRY))
    _ENGINES.append(engine)
    ways = tuple(kind.words() for kind in kinds)

    def loop(*values: Any) -> int:
        found, failure = ctypes.c_int64(), ctypes.c_void_p()
        words = [word for way, value in zip(ways, values, strict=True) for word in way(value)]
        if call(ctypes.addressof(found), ctypes.addressof(failure), *words):
            raise ArithmeticError("a loop divided by zero")
        return found.value

    return loop
