"""Loops as LLVM code that comes with gfkit, so that nobody waits for numba, and machine code of them.

From a loop in Python numba makes LLVM code, in seconds; from that LLVM makes machine code, in a fraction of
them. The first is the same on all processors of a kind, so it lies in ``portable/``, in files that are named
by what they were made from (``make loops`` writes them anew). What is simplified there is not yet fitted to a
processor: wide words and unrolled loops come when machine code is made.

A file that does not fit, because a module has changed, or the system or LLVM is another one, is not used.
"""

from __future__ import annotations

import re
from importlib.util import find_spec
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "portable"
ENDING = ".ll.xz"
ENTRY = "loop"
"""What a loop is called in its file."""
_FOREIGN = re.compile(r"inttoptr \(i64 \d{5,}|numba\.dynamic")
"""Places in the memory of one process, which mean nothing in another."""


def llvm() -> Any:
    """What llvmlite does without numba."""
    from llvmlite import binding  # type: ignore[import-untyped]

    return binding


def portable_code(name: str) -> Any:
    """The LLVM code of a loop, or None where there is none that fits this system."""
    if find_spec("_lzma") is None:  # some builds of Python have none
        return None
    import lzma

    try:
        text = lzma.decompress((FOLDER / f"{name}{ENDING}").read_bytes()).decode()
        code = llvm().parse_assembly(text)
    except (OSError, EOFError, ValueError, RuntimeError, lzma.LZMAError):
        return None  # no file, a damaged one, or words of another LLVM
    return code if code.triple == llvm().get_process_triple() else None


def simplify(code: Any) -> None:
    """Makes LLVM code of a loop short, fitted to no processor."""
    for function in code.functions:
        if not function.is_declaration and function.name != ENTRY:
            function.linkage = "internal"
    target = llvm().Target.from_triple(llvm().get_process_triple())
    _run_passes(code, target.create_target_machine(cpu="", features=""), fitted=False)


def write_portable_code(name: str, code: Any) -> None:
    """Writes LLVM code that is simple, and drops what it replaces."""
    import lzma

    text = str(code)
    if _FOREIGN.search(text):
        raise ValueError(f"{name} needs a place in memory of the process that made it")
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob(f"{name.split('-')[0]}-*{ENDING}"):
        old.unlink()
    (FOLDER / f"{name}{ENDING}").write_bytes(lzma.compress(text.encode(), preset=9))


def machine_code_of(code: Any, writer: Any) -> bytes | None:
    """The machine code for the processor of a writer; None where llvmlite has no such passes."""
    try:
        _run_passes(code, writer, fitted=True)
    except (AttributeError, TypeError):
        return None
    made: bytes = writer.emit_object(code)
    return made


def _run_passes(code: Any, writer: Any, *, fitted: bool) -> None:
    tuning = llvm().create_pipeline_tuning_options(speed_level=3 if fitted else 2)
    tuning.loop_vectorization = tuning.slp_vectorization = tuning.loop_unrolling = fitted
    passes = llvm().create_pass_builder(writer, tuning)
    passes.getModulePassManager().run(code, passes)
