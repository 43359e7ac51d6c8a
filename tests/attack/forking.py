"""Within a process of its own: every case runs in a fork of a process that has gfkit loaded.

A fork has its own memory, exit code, standard streams and children, as a command has, and needs no time to
load Python and its modules. Cases come as lines of JSON on standard input.
"""

from __future__ import annotations

import atexit
import contextlib
import ctypes
import gc
import importlib
import json
import os
import pkgutil
import resource
import signal
import sys
import tempfile
import threading
import time
import traceback
from pathlib import Path
from typing import Any

from attack.fence import fence_in

MEMORY = 6 << 30
GRACE = 2.0
"""Seconds in which the processes of a command must have ended after it."""
_SUBREAPER = 36
"""PR_SET_CHILD_SUBREAPER of Linux."""
SELF_CHECK = 70
"""Exit code of a case in which gfkit's own methods disagree; else it would be 3, as of any limit."""
INTERRUPTED = 130
_LATER = ("gfkit.lab.browser", "gfkit.runs.cluster", "gfkit.__main__")
"""Modules that are loaded by those cases alone that use them."""
_FIRST = (
    ("derive", "domineering", "2xn", "--no-store"), ("verify", "1/(1-t)", "--for", "col", "path:n"),
    ("guess", "1,1,2,3,5,8,13,21,34,55"), ("value", "domineering", "2x2", "--json"),
    ("oeis", "read", "Number of n X 2 binary arrays"), ("catalog", "list", "profiles-*"),
    ("derive", "matchings", "2xn", "--to", "latex", "--no-store"),
)  # fmt: skip
"""Commands that are run once, so that what they load and make ready is there in every fork."""


def serve() -> int:
    """Runs cases until standard input ends; the exit code of the process, also of each fork."""
    _load()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background ignores it
    adopt()
    gc.collect()
    gc.freeze()
    answers = os.fdopen(os.dup(1), "w")
    lines = os.fdopen(os.dup(0))
    for line in lines:
        case = json.loads(line)
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        child = os.fork()
        if not child:
            return _run(case)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        answer = json.dumps(_watched(child, case)) + "\n"
        try:
            answers.write(answer)
            answers.flush()
        except BrokenPipeError:  # nobody asks any more
            os._exit(0)
    return 0


def adopt() -> None:
    """Makes processes whose parent has ended children of this one, where the system can do that."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)


def _load() -> None:
    """Loads gfkit, and has it do a little of everything."""
    import gfkit
    from gfkit.cli.main import main

    for module in pkgutil.walk_packages(gfkit.__path__, "gfkit."):
        if not module.name.startswith(_LATER):
            with contextlib.suppress(ImportError):
                importlib.import_module(module.name)
    with open(os.devnull, "w") as nowhere:
        picture = os.path.join(os.environ["MPLCONFIGDIR"], "first.png")  # fonts are looked for once
        for words in (*_FIRST, ("draw", "col", "-o", picture, "--force")):
            with contextlib.redirect_stdout(nowhere), contextlib.redirect_stderr(nowhere):
                main(words)


def _run(case: dict[str, Any]) -> int:
    """The fork: the command as if it had been typed in the folder of the case."""
    os.setsid()
    home = Path(case["home"])
    for number, (name, flags) in enumerate(
        (("in", os.O_RDONLY), ("out", os.O_WRONLY | os.O_CREAT), ("err", os.O_WRONLY | os.O_CREAT))
    ):
        stream = os.open(home / name, flags, 0o600)
        os.dup2(stream, number)
        os.close(stream)
    sys.stdin, sys.stdout = os.fdopen(0, closefd=False), os.fdopen(1, "w", closefd=False)
    sys.stderr = os.fdopen(2, "w", buffering=1, errors="backslashreplace", closefd=False)
    places = {
        "GFKIT_CACHE": "cache",
        "HOME": "home",
        "TMPDIR": "tmp",
        "GFKIT_OEIS_INDEX": "cache/oeis.sqlite",
    }
    os.environ |= {name: str(home / place) for name, place in places.items()} | {"BROWSER": "true"}
    tempfile.tempdir = None
    os.chdir(case["folder"])
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    fence_in(home)
    from json_schema import checked_dumps

    from gfkit.cli import output
    from gfkit.cli.main import main
    from gfkit.errors import SelfCheckError

    output.json_text = checked_dumps  # every key of JSON is one of the schema
    SelfCheckError.exit_code = SELF_CHECK
    code = 1
    try:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        code = main(case["words"])
    except SystemExit as error:
        code = error.code if isinstance(error.code, int) else 99
    except KeyboardInterrupt as error:
        code = INTERRUPTED
        calls = [call.name for call in traceback.extract_tb(error.__traceback__)]
        if "_ended" in calls:  # else it came before the command heard of any, or when it was over
            traceback.print_exc()
        sys.stderr.write("gfkit: interrupted\n")
    except BaseException:
        traceback.print_exc()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for module, name in ((threading, "_shutdown"), (atexit, "_run_exitfuncs")):  # as when Python ends
        getattr(module, name)()
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
    os._exit(code)


def _watched(child: int, case: dict[str, Any]) -> dict[str, Any]:
    """How the fork ended: its exit code, or None where it was killed; seconds; processes that it left."""
    start, interrupt = time.monotonic(), case["interrupt"]
    while True:
        done, status = os.waitpid(child, os.WNOHANG)
        passed = time.monotonic() - start
        if done:
            break
        if interrupt is not None and passed > interrupt:
            os.kill(child, signal.SIGINT)
            interrupt = None
        if passed > case["limit"]:
            _kill(child)
            os.waitpid(child, 0)
            reap(child, 0.0)
            return {"code": None, "seconds": passed, "left": 0}
        time.sleep(min(0.02, 0.001 + passed / 50))
    return {"code": os.waitstatus_to_exitcode(status), "seconds": passed, "left": reap(child, GRACE)}


def reap(child: int, grace: float) -> int:
    """How many processes of a command's are there still after it has ended and some time; they are killed."""
    start, left = time.monotonic(), 0
    while True:
        try:
            done, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return left
        if not done and time.monotonic() - start > grace:
            left += _kill(child)
            grace = float("inf")
        if not done:
            time.sleep(0.005)


def _kill(child: int) -> int:
    """Kills the session of a fork and whatever became our child; how many processes these were at least."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    left = 0
    with contextlib.suppress(OSError):
        for word in Path(f"/proc/self/task/{os.getpid()}/children").read_text().split():
            with contextlib.suppress(ProcessLookupError):
                os.kill(int(word), signal.SIGKILL)
            left += 1
    return max(1, left)


if __name__ == "__main__":
    sys.exit(serve())
