"""Loops as machine code, which every process makes of LLVM code that comes along, or of their source.

A fresh copy of the module stands for a new process; what loops give is what their source in Python says,
which is ``data/loops.txt``.
"""

from __future__ import annotations

import lzma
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from tables import FOLDER

from gfkit.exact import portable_code, stored_code

MODULE = (FOLDER / "loops.txt").read_text("utf-8")


KEPT: list[ModuleType] = []
"""What holds machine code stays until the end, as in a process of its own."""


def fresh() -> ModuleType:
    """The module that makes loops as a new process has it, which knows nothing yet."""
    spec = spec_from_file_location(stored_code.__name__, stored_code.__file__)
    assert spec is not None
    assert spec.loader is not None
    made = module_from_spec(spec)
    spec.loader.exec_module(made)
    KEPT.append(made)
    return made


class Written:
    """A module of loops in a folder, its text and what is set in the process that uses it."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.name, self.settings = folder, f"loops_of_{folder.name}", dict[str, Any]()

    def __call__(self, text: str = MODULE, **settings: Any) -> Any:
        (self.folder / f"{self.name}.py").write_text(text)
        sys.modules.pop(self.name, None)
        made = fresh()
        for name, value in (self.settings | settings).items():
            assert hasattr(made, name)
            setattr(made, name, value)
        return made.Loops(self.name)


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Written:
    pytest.importorskip("numba", reason="needs numba, which makes the loops")
    if not stored_code.has_compiler():
        pytest.skip("numba is told to compile nothing")
    monkeypatch.syspath_prepend(str(tmp_path))
    return Written(tmp_path)


def counted(loops: Any) -> tuple[bool, list[list[int]], list[float]]:
    """What a loop with tuples says and leaves in its arrays."""
    rows, reals = np.zeros((3, 2), np.int32), np.zeros(3)
    told = loops.put(((rows, reals), np.array([-1, 0, 1])), (9, 0.5))
    return bool(told), rows.tolist(), reals.tolist()


COUNTED = (True, [[4, 0], [5, 0], [6, 0]], [0.0, 0.5, 1.0])


def test_a_loop_takes_arrays_and_tuples_and_calls_others(write, tmp_path) -> None:
    loops = write()
    rows = np.arange(6, dtype=np.int32).reshape(2, 3)
    assert loops.total(rows, -4, 1 << 40) == -4 + (15 << 40)
    assert loops.total(rows[:0], 7, 1) == 7
    reals = np.array([1.5, -2.0])
    assert not loops.scaled(reals, 0.5)
    assert reals.tolist() == [0.75, -1.0]
    assert not list(tmp_path.rglob("*.o")), "no machine code lies in files"
    # Those that are marked, also itself; without a compiler the same by Python.
    assert counted(write()) == counted(write(has_compiler=lambda: False)) == COUNTED
    with pytest.raises(AttributeError, match="'sum'"):
        write().sum(1)
    with pytest.raises(ArithmeticError):
        write().share(1, 0)


def test_a_loop_that_needs_what_lies_elsewhere_has_no_llvm_code(write, tmp_path, monkeypatch, capfd) -> None:
    """It prints, which Python does; then numba runs it."""
    monkeypatch.setattr(portable_code, "FOLDER", tmp_path / "portable")
    assert write(WRITING=True).shown(10) == 11
    assert capfd.readouterr().out == "10\n"
    assert not list(tmp_path.rglob("*.shown-*"))


def test_when_loops_pay(write) -> None:
    loops = write()
    assert [loops.pay(work, ("share",), making=1000) for work in (5, 5000)] == [False, True]
    assert not loops.is_at_hand("share")
    loops.share(1, 1)
    assert loops.is_at_hand("share")
    assert not loops.is_at_hand("total")
    assert loops.pay(5, ("share",), making=1000)
    loops = write()
    assert not loops.pay(6, ("share",), making=10)
    loops.remember(3)
    assert not loops.pay(6, ("share",), making=10)
    loops.remember(2)
    assert loops.pay(6, ("share",), making=10)
    loops = write(has_compiler=lambda: False)
    assert not loops.usable
    assert not loops.pay(10**12, ("share",), making=0)


# LLVM code that comes along


@pytest.fixture
def come_along(write, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """LLVM code of three loops lies in a folder; numba is not there to make more, nor machine code of it."""
    folder = tmp_path / "portable"
    monkeypatch.setattr(portable_code, "FOLDER", folder)
    write.settings = {"FOLDER": folder, "has_compiler": lambda: True}
    loops = write(WRITING=True)
    assert loops.share(17, 5) == 3
    assert loops.total(np.zeros((3, 2), np.int32), 1, 1) == 1
    assert counted(loops) == COUNTED
    monkeypatch.setitem(sys.modules, "numba", None)
    return folder


def test_llvm_code_that_came_along(write, come_along, monkeypatch) -> None:
    """A loop trusts the place, the numbers and the shape that it is told."""
    loops = write()
    rows = np.zeros((4, 4), np.int32)
    assert loops.total(rows, 0, 1) == 0
    for wrong in (rows[:, ::2], rows.T[1:], rows[0], rows.astype(np.int64), rows.astype(np.uint32)):
        with pytest.raises(TypeError, match="without gaps"):
            loops.total(wrong, 0, 1)
    with pytest.raises(ValueError, match="argument"):
        loops.total(rows, 0)
    loops = write()
    assert loops.share(-17, 5) == -4
    with pytest.raises(ArithmeticError):
        loops.share(1, 0)
    assert counted(loops) == COUNTED
    assert loops.total(np.arange(70, dtype=np.int32).reshape(7, 10), -4, 1 << 40) == -4 + (2415 << 40)
    loops = write()
    works = (5, 100, 500, 5000)
    assert [loops.pay(work, ("share",), making=1000) for work in works] == [False, False, True, True]
    other = write(MODULE + "# another text\n")
    assert [other.pay(work, ("share",), making=1000) for work in works] == [False, False, False, True]
    only_what_fits_is_used(write, come_along, monkeypatch)


def damaged(packed: bytes) -> list[bytes]:
    """Files that are cut, have other bits, another text, or are of another system."""
    code, pack = lzma.decompress(packed), lzma.compress
    system = [b'target triple = "sparc"' if b"target triple" in one else one for one in code.splitlines()]
    cut = [b"", packed[:100], packed[:200] + bytes([packed[200] ^ 4]) + packed[201:]]
    return [*cut, pack(b"\xff" + code), pack(b"words of a later LLVM " + code), pack(b"\n".join(system))]


def only_what_fits_is_used(write: Written, come_along: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Else numba is asked, which is not there in this test."""

    def share(text: str = MODULE, value: float = 17) -> int:
        return int(write(text).share(value, 5))

    (file,) = come_along.glob("*.share-*")
    packed = file.read_bytes()
    for damage in damaged(packed):
        file.write_bytes(damage)
        with pytest.raises(ImportError, match="numba"):
            share()
    file.write_bytes(packed)
    assert share() == 3
    for given in ((MODULE + "# another text\n",), (MODULE, 17.0)):
        with pytest.raises(ImportError, match="numba"):
            share(*given)
    with monkeypatch.context() as patch:
        patch.setattr(sys, "platform", "win32")
        with pytest.raises(ImportError, match="numba"):
            share()
    monkeypatch.delattr("llvmlite.binding.create_pass_builder")
    with pytest.raises(ImportError, match="numba"):
        share()


NEEDED = """
transfer.modular.machine_code transfer.sweep.edge_code transfer.sweep.hash_code transfer.sweep.label_code
transfer.sweep.liberty_code transfer.sweep.linked_code transfer.sweep.row_code
values.impartial.kernel values.loops
"""


def test_the_llvm_code_that_comes_along_is_of_the_loops_as_they_are(monkeypatch) -> None:
    """After a change there: make loops. What a module imports counts: linked states use words of another."""
    seen: dict[str, set[str]] = {}
    for file in portable_code.FOLDER.glob(f"*{portable_code.ENDING}"):
        module, _, loop = file.name.split("-")[0].rpartition(".")
        seen.setdefault(module, set()).add(loop)
        assert fresh().Loops(f"gfkit.{module}").is_at_hand(loop), f"{file.name}: make loops"
    assert seen.keys() == {*NEEDED.split()}
    assert seen["values.loops"] >= {"judge_sum", "search_sums", "value_of", "sum_row", "nimber_is"}
    sweeps = {"advance", "massey", "unweighted_sweep", "weighted_sweep"}
    assert seen["transfer.modular.machine_code"] >= sweeps
    read = Path.read_text

    def changed(file: Path, *how: Any) -> str:
        return read(file, *how) + "# more" * (file.name == "hash_code.py")

    monkeypatch.setattr(Path, "read_text", changed)
    for module, stays in (("linked_code", False), ("hash_code", False), ("label_code", True)):
        loops = fresh().Loops(f"gfkit.transfer.sweep.{module}")
        assert loops.is_at_hand(min(seen[f"transfer.sweep.{module}"])) == stays
