"""Loops as machine code, which every process makes of LLVM code that comes along, or of their source."""

from __future__ import annotations

import lzma
import sys
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from gfkit.exact import portable_code, stored_code
from gfkit.exact.stored_code import Loops

_MODULE = """
from gfkit.exact.stored_code import part_of_loop

STEP = 1


def total(rows, first, factor):
    found = first
    for i in range(rows.shape[0]):
        for j in range(rows.shape[1]):
            found += factor * rows[i, j]
    return found


def scaled(reals, times):
    for i in range(len(reals)):
        reals[i] *= times


@part_of_loop()
def share(one, other):
    return one // other


@part_of_loop(inline="always")
def next_of(word):
    return word + STEP


@part_of_loop()
def depth(pairs, at):
    return 1 + depth(pairs, pairs[at]) if pairs[at] >= 0 else 0


def put(tables, numbers):
    (rows, reals), words = tables
    for i in range(len(words)):
        rows[i, 0] = next_of(words[i]) + share(numbers[0], 2)
        reals[i] = numbers[1] * depth(words, i)
    return len(words) > 0 and words[0] < 0


def shown(word):
    print(word)
    return next_of(word)
"""


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Loops]:
    """Writes a module of loops."""
    if not stored_code.has_compiler():
        pytest.skip("numba is not installed")
    monkeypatch.syspath_prepend(str(tmp_path))
    name = f"loops_of_{tmp_path.name}"

    def made(text: str) -> Loops:
        (tmp_path / f"{name}.py").write_text(text)
        sys.modules.pop(name, None)
        for known in (
            stored_code._source,
            stored_code._sources,
            stored_code._state_of,
            stored_code._dispatchers,
        ):
            known.cache_clear()
        return Loops(name)

    return made


def test_a_loop_takes_arrays_and_numbers(write, tmp_path) -> None:
    loops = write(_MODULE)
    rows = np.arange(6, dtype=np.int32).reshape(2, 3)
    assert loops.total(rows, -4, 1 << 40) == -4 + (15 << 40)
    assert loops.total(rows[:0], 7, 1) == 7
    reals = np.array([1.5, -2.0])
    assert not loops.scaled(reals, 0.5)
    assert reals.tolist() == [0.75, -1.0]
    assert not list(tmp_path.rglob("*.o")), "no machine code lies in files"


def test_a_loop_takes_tuples_and_calls_others(write, monkeypatch) -> None:
    """Those that are marked, also itself; without a compiler the same by Python."""
    found = []
    for usable in (True, False):
        monkeypatch.setattr(stored_code, "has_compiler", lambda usable=usable: usable)
        rows, reals = np.zeros((3, 2), np.int32), np.zeros(3)
        words = np.array([-1, 0, 1])
        told = write(_MODULE).put(((rows, reals), words), (9, 0.5))
        found.append((bool(told), rows.tolist(), reals.tolist()))
    assert found == [(True, [[4, 0], [5, 0], [6, 0]], [0.0, 0.5, 1.0])] * 2


def test_what_a_module_imports_counts() -> None:
    """Steps of linked states use the words of another module."""
    sources = stored_code._sources("gfkit.transfer.sweep.linked_code")
    assert list(sources)[1] == "gfkit.transfer.sweep.hash_code"
    assert "def fields_like" in sources["gfkit.transfer.sweep.hash_code"]


def test_a_loop_that_is_not_there(write) -> None:
    with pytest.raises(AttributeError, match="'sum'"):
        write(_MODULE).sum(1)


def test_a_division_by_zero_is_told(write) -> None:
    with pytest.raises(ArithmeticError):
        write(_MODULE).share(1, 0)


def test_a_loop_that_needs_what_lies_elsewhere_has_no_llvm_code(write, tmp_path, monkeypatch, capfd) -> None:
    """It prints, which Python does; then numba runs it."""
    monkeypatch.setattr(portable_code, "FOLDER", tmp_path / "portable")
    monkeypatch.setattr(stored_code, "WRITING", True)
    assert write(_MODULE).shown(10) == 11
    assert capfd.readouterr().out == "10\n"
    assert not list(tmp_path.rglob("*.shown-*"))


def test_loops_that_are_made_are_used_for_any_work(write) -> None:
    loops = write(_MODULE)
    assert [loops.pay(work, ("share",), making=1000) for work in (5, 5000)] == [False, True]
    assert not loops.is_at_hand("share")
    loops.share(1, 1)
    assert loops.is_at_hand("share")
    assert not loops.is_at_hand("total")
    assert loops.pay(5, ("share",), making=1000)


def test_small_pieces_of_work_pay_together(write) -> None:
    loops = write(_MODULE)
    assert not loops.pay(6, ("share",), making=10)
    loops.remember(3)
    assert not loops.pay(6, ("share",), making=10)
    loops.remember(2)
    assert loops.pay(6, ("share",), making=10)


def test_without_a_compiler_nothing_pays(write, monkeypatch) -> None:
    loops = write(_MODULE)
    monkeypatch.setattr(stored_code, "has_compiler", lambda: False)
    assert not loops.usable
    assert not loops.pay(10**12, ("share",), making=0)


# LLVM code that comes along


@pytest.fixture
def come_along(write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """LLVM code of three loops lies in a folder; numba is not there to make more, nor machine code of it."""
    folder = tmp_path / "portable"
    monkeypatch.setattr(portable_code, "FOLDER", folder)
    monkeypatch.setattr(stored_code, "FOLDER", folder)
    monkeypatch.setattr(stored_code, "WRITING", True)
    loops = write(_MODULE)
    rows, reals = np.zeros((3, 2), np.int32), np.zeros(3)
    assert loops.share(17, 5) == 3
    assert loops.total(rows, 1, 1) == 1
    loops.put(((rows, reals), np.array([-1, 0, 1])), (9, 0.5))
    monkeypatch.setattr(stored_code, "WRITING", False)
    monkeypatch.setattr(Loops, "_by_numba", lambda *_: None)
    return folder


def test_wrong_arrays_are_refused(write, come_along) -> None:
    """A loop trusts the place, the numbers and the shape that it is told."""
    loops = write(_MODULE)
    rows = np.zeros((4, 4), np.int32)
    assert loops.total(rows, 0, 1) == 0
    for wrong in (rows[:, ::2], rows.T[1:], rows[0], rows.astype(np.int64), rows.astype(np.uint32)):
        with pytest.raises(TypeError, match="without gaps"):
            loops.total(wrong, 0, 1)
    with pytest.raises(ValueError, match="argument"):
        loops.total(rows, 0)


def test_llvm_code_that_came_along_needs_no_numba(write, come_along) -> None:
    loops = write(_MODULE)
    assert loops.share(-17, 5) == -4
    with pytest.raises(ArithmeticError):
        loops.share(1, 0)
    rows, reals = np.zeros((3, 2), np.int32), np.zeros(3)
    assert loops.put(((rows, reals), np.array([-1, 0, 1])), (9, 0.5)) == 1
    assert (rows.tolist(), reals.tolist()) == ([[4, 0], [5, 0], [6, 0]], [0.0, 0.5, 1.0])
    assert loops.total(np.arange(70, dtype=np.int32).reshape(7, 10), -4, 1 << 40) == -4 + (2415 << 40)


def test_llvm_code_that_came_along_pays_sooner(write, come_along) -> None:
    loops = write(_MODULE)
    works = (5, 100, 500, 5000)
    assert [loops.pay(work, ("share",), making=1000) for work in works] == [
        False,
        False,
        True,
        True,
    ]
    other = write(_MODULE + "# another text\n")
    assert [other.pay(work, ("share",), making=1000) for work in works] == [
        False,
        False,
        False,
        True,
    ]


@pytest.mark.parametrize(
    "fault", ["text", "arguments", "empty", "half", "bit", "words", "bytes", "system", "passes", "windows"]
)
def test_llvm_code_that_does_not_fit_is_not_used(write, come_along, monkeypatch, fault: str) -> None:
    """Then numba is asked, which is not there in this test."""
    (file,) = come_along.glob("*.share-*")
    code = lzma.decompress(file.read_bytes())
    text = _MODULE + "# another text\n" if fault == "text" else _MODULE
    packed = file.read_bytes()
    if fault in ("empty", "half"):
        file.write_bytes(packed[: 100 * (fault == "half")])
    elif fault == "bit":
        file.write_bytes(packed[:200] + bytes([packed[200] ^ 4]) + packed[201:])
    elif fault == "bytes":
        file.write_bytes(lzma.compress(b"\xff" + code))
    elif fault == "words":
        file.write_bytes(lzma.compress(b"words of a later LLVM " + code))
    elif fault == "system":
        lines = [b'target triple = "sparc-sun-solaris"' if b"target triple" in one else one
                 for one in code.splitlines()]  # fmt: skip
        file.write_bytes(lzma.compress(b"\n".join(lines)))
    elif fault == "windows":
        monkeypatch.setattr(stored_code, "_ONLY_BY_NUMBA", True)
    elif fault == "passes":
        from llvmlite import binding

        monkeypatch.delattr(binding, "create_pass_builder")
    value = 17.0 if fault == "arguments" else 17
    with pytest.raises(TypeError, match="not callable"):
        write(text).share(value, 5)


def test_the_llvm_code_that_comes_along_is_of_the_loops_as_they_are() -> None:
    """After a change there: make loops."""
    seen: dict[str, set[str]] = {}
    for file in portable_code.FOLDER.glob(f"*{portable_code.ENDING}"):
        module, _, rest = file.name.split("-")[0].rpartition(".")
        assert file.name.split("-")[1] == stored_code._state_of(f"gfkit.{module}"), f"{file.name}: make loops"
        seen.setdefault(module, set()).add(rest)
    assert seen.keys() == {
        "transfer.modular.machine_code",
        "transfer.sweep.edge_code",
        "transfer.sweep.hash_code",
        "transfer.sweep.label_code",
        "transfer.sweep.liberty_code",
        "transfer.sweep.linked_code",
        "transfer.sweep.row_code",
        "values.impartial.kernel",
        "values.loops",
    }
    assert seen["values.loops"] >= {"judge_sum", "search_sums", "value_of", "sum_row", "nimber_is"}
    assert seen["transfer.modular.machine_code"] >= {
        "advance",
        "massey",
        "unweighted_sweep",
        "weighted_sweep",
    }
