"""The boundary between Python and C: arrays of a wrong size, type or shape raise errors and never crash.

Real calls are recorded during small queries; then one argument of each call is made invalid. Other tests
compare the results of each C function with its Python equivalent.
"""

from __future__ import annotations

import array
import ast
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from cli.calling import python

import gfkit
from gfkit.cli.doctor import loops_in_c
from gfkit.core.native import is_built

if not is_built():
    pytest.skip("needs the loops in C, whose boundary is tested", allow_module_level=True)
from gfkit.core.native import loops

REFUSED = (TypeError, ValueError, OverflowError, MemoryError, BufferError)
STUB = Path(gfkit.__file__).parent / "core" / "native" / "loops.pyi"
FUNCTIONS = [one.name for one in ast.parse(STUB.read_text()).body if isinstance(one, ast.FunctionDef)]


def kept(value: Any) -> Any:
    """Return a copy of an argument, made before the call."""
    if isinstance(value, tuple):
        return tuple(kept(one) for one in value)
    return value.__copy__() if isinstance(value, np.ndarray | array.array) else value


@pytest.fixture(scope="module")
def calls() -> dict[str, list[tuple[Any, ...]]]:
    """Return some real calls of each C function, by name."""
    found: dict[str, list[tuple[Any, ...]]] = {}

    def noting(name: str, real: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*given: Any) -> Any:
            some = found.setdefault(name, [])
            if len(some) < 40:
                some.append(tuple(kept(one) for one in given))
            return real(*given)

        return noted

    with pytest.MonkeyPatch.context() as patch:
        for name in [*FUNCTIONS, "Search"]:
            patch.setattr(loops, name, noting(name, getattr(loops, name)))
        loops_in_c()  # its queries call every function
    return found


def wrong(value: Any, random: Random) -> Any:
    """Return an invalid value for an argument."""
    if isinstance(value, tuple) and value:
        at = random.randrange(len(value))
        return (*value[:at], wrong(value[at], random), *value[at + 1 :])
    other = [None, "text", b"bytes", 0, -1, 1 << 62, 1 << 70, 1.5, [], np.zeros(0), np.zeros((3, 0, 2))]
    if isinstance(value, int):
        return random.choice([*other, value + 1, -value - 1, value + (1 << 31)])
    if isinstance(value, bytes):
        return random.choice([*other, value[:-1], value + b"\x01", bytes(len(value)), b"\xff" * len(value)])
    if not isinstance(value, np.ndarray | memoryview | array.array):
        return random.choice(other)
    values = np.asarray(value)
    kinds = [np.int8, np.int32, np.int64, np.uint64, np.float32, np.float64, np.complex128, np.bool_]
    return random.choice([
        *other, values.astype(random.choice(kinds)), values[: random.randrange(len(values) + 1)].copy(),
        values[:-1].copy(), values[None], values.reshape(-1), values.T,
        values.astype(values.dtype.newbyteorder()),
        np.asfortranarray(values) if values.ndim > 1 else values[::2],
    ])  # fmt: skip


def test_every_loop_is_called(calls) -> None:
    assert set(calls) >= {*FUNCTIONS, "Search"} - {"instructions"}
    assert loops.instructions() in ("plain", "avx2", "avx512")
    for path in STUB.parent.glob("*.c"):  # the meaning of # depends on the Python that compiles them
        assert not re.search(r'Py\w+\([^;"]*"[^"]*#', path.read_text()), path


@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 40), marks=pytest.mark.slow(0.5))])
def test_invalid_arguments_are_rejected(calls, seeds) -> None:
    """Replace sizes, types and shapes; an argument that is valid by chance is accepted."""
    refused = 0
    for random in map(Random, seeds):
        for name, some in calls.items():
            for given in some:
                asked = [kept(one) for one in given]
                at = random.randrange(len(asked)) if asked else -1
                if at >= 0 and random.random() < 0.9:
                    asked[at] = wrong(asked[at], random)
                else:
                    asked = random.choice([asked[:-1], [*asked, 1], []])
                try:
                    getattr(loops, name)(*asked)
                except REFUSED:
                    refused += 1
    assert refused > 100 * len(seeds)


def test_states_and_rows_out_of_range(calls) -> None:
    search = loops.Search(*calls["Search"][0])
    for low, high in ((-1, 0), (1 << 56, 0), (0, -5), (1 << 80, 0)):
        for ask in (search.value, search.nimber, lambda *state: search.wins(*state, False)):
            with pytest.raises(REFUSED):
                ask(low, high)
    for row in (-1, 1 << 40):
        with pytest.raises(ValueError, match="no such value"):
            search.form(row)
    with pytest.raises(ValueError, match="no winners"):
        search.wins(0, 0, False)


def test_results_without_the_extension() -> None:
    """Results are equal, and only a slow command prints the reason, once."""
    code = """
import gfkit, sys
from gfkit.cli import call, main
main.main(["count", "kings", "1x2", "--json"])
call._SLOW = float(sys.argv[1])  # nothing is printed by functions after the end of a command
assert int(gfkit.count("hamiltonian-cycles", "6x6")) == 1072
assert str(gfkit.value("domineering", "3x3").value) == "+-1"
sys.exit(main.main(["value", "domineering", "4x4"]))
"""
    for seconds, said in (("0", True), ("1000", False)):
        done = python(code, seconds, code=0, GFKIT_NATIVE="0")
        assert ("C extension is not built" in done.err) == said
        assert done.err.count("\n") == said
