"""TdZdd (C++): counts on square grids by its searches, without storing a diagram (``tdzdd.cpp``)."""

import shutil
import subprocess
import tarfile
from pathlib import Path

from .race import ENVIRONMENT, Command, Peer, Task, counting_program


def build() -> None:
    """Compile ``tdzdd.cpp`` with the headers of TdZdd that the source of Graphillion contains."""
    folder, program = ENVIRONMENT / "tdzdd", ENVIRONMENT / "bin" / "tdzdd"
    code = Path(__file__).with_suffix(".cpp")
    if program.exists() and program.stat().st_mtime > code.stat().st_mtime:
        return
    pip = [str(ENVIRONMENT / "bin" / "python"), "-m", "pip", "download", "-q", "--no-deps"]
    source = ["--no-binary", "graphillion", "-d", str(folder), "graphillion"]
    if subprocess.run([*pip, *source], check=False).returncode:
        return
    with tarfile.open(next(folder.glob("graphillion-*.tar.gz"))) as archive:
        archive.extractall(folder, filter="data")
    headers = next(folder.glob("graphillion-*/src/subsetting"))
    options = ["-O3", "-march=native", "-DNDEBUG", "-std=c++14", "-I", str(headers)]
    if shutil.which("g++") is not None:
        subprocess.run(["g++", *options, str(code), "-o", str(program)], check=False)


def read(printed: str) -> tuple[float | None, str]:
    return None, printed.strip()


def tasks(name: str, rule: str, letter: str, *sides: int) -> list[Task]:
    return [
        Task(
            f"{name} {side}x{side}",
            Command(("tdzdd", str(side), letter), read),
            counting_program(rule, side),
        )
        for side in sides
    ]


PEER = Peer(
    "TdZdd",
    (
        *tasks("matchings", "matchings", "m", 14, 16),
        *tasks("independent sets", "independent-sets", "i", 16, 20),
        *tasks("Hamiltonian cycles", "hamiltonian-cycles", "h", 8, 12, 14, 16),
        *tasks("corner walks", "self-avoiding-walks", "p", 12, 14),
        *tasks("spanning trees", "spanning-trees", "t", 8, 10),
    ),
    program="tdzdd",
    source="headers in the source of Graphillion; needs pip and g++",
    build=build,
)
