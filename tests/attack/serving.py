"""Runs cases in forks of another process, and says what is wrong with how they ended."""

from __future__ import annotations

import json
import os
import queue
import shlex
import stat
import subprocess
import sys
import tempfile
import threading
import tomllib
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from attack.inputs import Case, case_of, commands
from attack.meanings import repeated

HANGS = 40.0
"""Seconds after which a case, whose command has a limit of two, is taken to hang."""
LOST = 60.0
"""Seconds beyond it after which the process that runs cases is taken to be lost."""
LONGEST = 4 << 20
"""Bytes of output that are looked at."""
PAST = (0, 1, 3, 4)
"""Exit codes of commands that got past the reading of their words."""
TESTS = Path(__file__).parent.parent


def obeyed(text: Iterable[str]) -> list[str]:
    """What a terminal would obey, or be misled by."""
    hidden = {"Cc", "Cf", "Cs", "Zl", "Zp"}
    return [one for one in text if unicodedata.category(one) in hidden and one not in "\n\t"]


@dataclass(frozen=True)
class Reply:
    """How a case ended; ``code`` is None where it had to be killed, and below 0 where a signal ended it."""

    code: int | None
    out: str = ""
    err: str = ""
    left: int = 0
    """Processes that were still there."""
    changes: tuple[str, ...] = ()
    """What happened to files and should not have."""
    seconds: float = 0.0

    def faults(self, case: Case) -> list[str]:
        """What is wrong, each in a line."""
        faults = list(self.changes)
        if self.left:
            faults.append(f"{self.left} processes left behind")
        if self.code is None:
            return [*faults, "hang"]
        if "Traceback (most recent call last)" in self.err or "Fatal Python error" in self.err:
            return [*faults, "traceback: " + self.err.strip().splitlines()[-1][:300]]
        if self.code not in (0, 1, 2, 3, 4, 130):
            faults.append(f"exit code {self.code}")
        faults += _wrong_lines(self.code, self.err)
        if obeyed({*self.out, *self.err}):
            faults.append("control characters")
        if case.asks_json and "--help" not in case.words:
            faults += _wrong_json(self.code, self.out)
        return faults


def _wrong_lines(code: int, err: str) -> list[str]:
    """What is wrong with standard error."""
    lines, faults = [line for line in err.splitlines() if not line.startswith("note: ")], []
    if code > 1 and code != 4 and not (lines and lines[-1].startswith("gfkit: ")):
        faults.append(f"no line of the error, but {lines[-1:]!r:.100}")
    elif code == 2 and len(lines) > 1:
        faults.append(f"more than a line of the error: {lines[0]!r:.100}")
    if any(len(line) > 4000 for line in lines):
        faults.append("a long line of the error")
    return faults


def _wrong_json(code: int, out: str) -> list[str]:
    """What is wrong with standard output where it has to be one object, or none after a refusal."""
    if len(out) >= LONGEST or (not out and code in (2, 3, 130)):
        return []
    try:
        made = json.loads(out, parse_constant=_refuse, object_pairs_hook=_object)
    except ValueError as error:
        return [f"no JSON ({error}), but {out!r:.100}"]
    if not isinstance(made, dict):
        return [f"no object, but {out!r:.100}"]
    return [] if out.isascii() else ["JSON that is not ASCII"]


def _refuse(word: str) -> None:
    raise ValueError(f"{word} is no JSON")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len({key for key, _ in pairs}) < len(pairs):
        raise ValueError("a key comes twice")
    return dict(pairs)


class Server:
    """The process that runs cases, begun when it is first needed and again when it was lost."""

    def __init__(self) -> None:
        self._fonts = tempfile.TemporaryDirectory(prefix="attack-")
        self._process: subprocess.Popen[str] | None = None
        self._lines: queue.Queue[str | None] = queue.Queue()

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()

    def run(self, case: Case, home: Path) -> Reply:
        """The case in the folder ``home``/work; cache, temporary files and streams are beside that."""
        folder = home / "work"
        for name in ("work", "cache", "home", "tmp"):
            (home / name).mkdir()
        for name, content in case.files.items():
            (folder / name).parent.mkdir(exist_ok=True)
            (folder / name).write_bytes(content)
        for name, target in case.links.items():
            (folder / name).symlink_to(target)
        (home / "in").write_bytes(case.stdin)
        with suppress(OSError):  # what is there and no file, as a device
            os.mknod(folder / "socket", stat.S_IFSOCK | 0o600)
        before = _states(home)
        asked = {"home": str(home), "folder": str(folder), "words": case.words}
        answer = self._answer({**asked, "interrupt": case.interrupt, "limit": HANGS})
        changes = [] if answer["code"] is None else wrong_changes(case, before, _states(home))
        return Reply(**answer, out=_text(home / "out"), err=_text(home / "err"), changes=tuple(changes))

    def _answer(self, asked: dict[str, object]) -> dict[str, Any]:
        process = self._process or self._begin()
        assert process.stdin is not None
        process.stdin.write(json.dumps(asked) + "\n")
        process.stdin.flush()
        try:
            line = self._lines.get(timeout=HANGS + LOST)
        except queue.Empty:
            line = None
        if line is None:
            self.close()
            return {"code": None}
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _begin(self) -> subprocess.Popen[str]:
        self._lines = queue.Queue()
        paths = os.pathsep.join([str(TESTS), str(TESTS.parent), os.environ.get("PYTHONPATH", "")])
        own = {"PYTHONPATH": paths, "GFKIT_CACHE": os.devnull, "MPLCONFIGDIR": self._fonts.name}
        words, pipe = [sys.executable, "-m", "attack.forking"], subprocess.PIPE
        self._process = subprocess.Popen(words, env=os.environ | own, stdin=pipe, stdout=pipe, text=True)
        threading.Thread(target=_listen, args=(self._process, self._lines), daemon=True).start()
        return self._process


def _listen(process: subprocess.Popen[str], lines: queue.Queue[str | None]) -> None:
    assert process.stdout is not None
    for line in process.stdout:
        lines.put(line)
    lines.put(None)


def _text(path: Path) -> str:
    if not path.exists():  # the process was lost before it came to this
        return ""
    with path.open("rb") as file:
        return file.read(LONGEST).decode("utf-8", "replace")


def _states(home: Path) -> dict[str, str | bytes]:
    """What stands at each path in the folders of a case: the content of a file, else its kind."""
    return {
        os.path.relpath(path, home / "work"): _state(path) for top in ("work", "home", "tmp")
        for path in (home / top).rglob("*")
    }  # fmt: skip


def _state(path: Path) -> str | bytes:
    if path.is_symlink():
        return f"link to {os.readlink(path)}"
    return path.read_bytes() if path.is_file() else stat.filemode(path.lstat().st_mode)


def wrong_changes(case: Case, before: dict[str, str | bytes], after: dict[str, str | bytes]) -> list[str]:
    """Files that were written over, taken away or left behind though nobody asked for that."""
    words = {*case.words, *(given.partition("=")[2] for given in case.words)} - {""}
    asked = {*map(os.path.normpath, words)}
    asked |= {case.links[name] for name in asked & case.links.keys()}
    faults = []
    for path in sorted(before.keys() | after.keys()):
        old, new = before.get(path), after.get(path)
        if old == new or (_is_longer(old, new) and "--log" in str(case.words) and path not in case.reads):
            continue
        if old is None and not _is_asked(path, asked, case):
            faults.append(f"left behind {path}")
        is_forced = "--force" in case.words and path not in case.reads and _is_asked(path, asked, case)
        if old is not None and not is_forced:
            faults.append(f"overwritten {path}")
    return faults


def _is_longer(old: str | bytes | None, new: str | bytes | None) -> bool:
    """Whether something was added to a file, as to a log."""
    return isinstance(old, bytes) and isinstance(new, bytes) and new.startswith(old)


def _is_asked(path: str, asked: set[str], case: Case) -> bool:
    """Whether a word names a path, a folder that it is in, or the page beside which it stands."""
    stem, ending = os.path.splitext(path)
    beside = {stem + other for other in (".html", ".htm")} if f"--{ending[1:]}" in case.words else set()
    parents = {str(parent) for parent in Path(path).parents}
    return bool(asked & ({path} | beside | parents))


@dataclass
class Inputs:
    """The attack by command lines; how each ended is counted by command."""

    server: Server = field(default_factory=Server)
    endings: dict[str, Counter[int | None]] = field(default_factory=dict)
    said: str = ""

    def __call__(self, seed: int, number: int, folder: Path) -> tuple[str, list[str]]:
        case = case_of(seed, number)
        reply = self.server.run(case, folder)
        self.said = f"{case.words}: {reply.err}"
        helped = {"--help", "--version", "-h"} & set(case.words)
        self.endings.setdefault(case.command, Counter())[2 if helped else reply.code] += 1
        return shlex.join(case.words), reply.faults(case)

    def past(self, command: str) -> int:
        """How many cases of a command got past the reading of their words and files."""
        endings = self.endings.get(command, Counter())
        return sum(endings[code] for code in (*PAST, *((130,) if command == "lab" else ())))

    def report(self) -> str:
        """A line for each command: how many were tried, got past the reading, and were refused."""
        rows = [("command", "tried", "past the reading", "refused")]
        for command in commands():
            endings = self.endings.get(command, Counter())
            rows.append((command, str(endings.total()), str(self.past(command)), str(endings[2])))
        return "".join(f"{row[0]:18}{row[1]:>7}{row[2]:>18}{row[3]:>9}\n" for row in rows)


def kept_cases() -> Iterator[Case]:
    """The cases that once broke something."""
    for case in tomllib.loads((Path(__file__).parent / "kept.toml").read_text("utf-8"))["case"]:
        words = [repeated(word) for word in case["words"]]
        files = {name: text.encode() for name, text in case.get("files", {}).items()}
        stdin = repeated(case.get("stdin", "1 2 3\n")).encode()
        links, is_json = case.get("links", {}), "--json" in words
        yield Case(words, files, links, frozenset(files), asks_json=is_json, stdin=stdin)
