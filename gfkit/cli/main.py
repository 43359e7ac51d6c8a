"""Entry point that runs a command and converts every outcome to a line and an exit code.

Only the standard library is imported at the top, so that an interruption during the import of other modules
is handled like any other.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn, TextIO

from gfkit.cli.call import Call, is_interruption

DONE, BAD_INPUT, LIMIT, INTERRUPTED = 0, 2, 3, 130
_NO_MEMORY = "out of memory; choose a smaller board"
_YOUNG = 250_000
"""Number of allocations between two garbage collections. Imports create almost no garbage."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``gfkit`` with the given arguments (default: the arguments of the process) and return the exit
    code.
    """
    _open_closed_streams()
    is_whole_process = arguments is None
    if is_whole_process:
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # its threads only wait while other workers run
        gc.set_threshold(_YOUNG)
    call = Call(tuple(sys.argv[1:] if arguments is None else arguments))
    code = INTERRUPTED
    try:
        with call.stop:
            code = _exit_code(call)
        call.end(code)
    except Exception as error:  # Python would exit with code 1, which is reserved for verdicts
        if not is_whole_process:
            raise
        code = LIMIT
        if isinstance(error, MemoryError):  # raised while the message about another error was created
            os.write(2, f"gfkit: {_NO_MEMORY}\n".encode())
        else:
            sys.excepthook(type(error), error, error.__traceback__)
        _drop_broken(sys.stderr)
    # Python records an interruption raised in executed text, for example by dataclasses while they are
    # imported, and would end the process by a signal, whatever the exit code. Executing text without an
    # error deletes the record.
    exec("")
    return code


def _exit_code(call: Call) -> int:
    """Run the command, and return its exit code. Errors of Python or the system have exit codes too."""
    try:
        code = _run(call)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return _print_message(call, "interrupted", INTERRUPTED)
    except (SystemError, RuntimeError) as error:
        if isinstance(error, RecursionError):
            return _print_message(call, "input is nested too deeply", LIMIT)
        if (
            "without" in str(error) and _is_limited()
        ):  # an unset error of the C extension, caused by lack of memory
            return _print_message(call, _NO_MEMORY, LIMIT)
        if str(error) != "can't start new thread":
            raise
        return _print_message(call, f"system error: {error}", LIMIT)
    except ImportError as error:
        if "failed to map segment" not in str(error):  # a library failed to load because of lack of memory
            raise
        return _print_message(call, _NO_MEMORY, LIMIT)
    except MemoryError:
        return _print_message(call, _NO_MEMORY, LIMIT)
    except BrokenPipeError:
        _drop_output(sys.stdout)
        return LIMIT if _drop_broken(sys.stderr) else DONE
    except OSError as error:
        _drop_output(sys.stdout)
        named = f" ({error.filename!r})" if error.filename else ""
        return _print_message(call, f"system error: {error.strerror or error}{named}", LIMIT)
    return code


def _run(call: Call) -> int:
    import click

    from gfkit.cli.group import gfkit, usage_line, with_arguments
    from gfkit.cli.output import noting_readings
    from gfkit.core.errors import GfkitError, UndecidedError
    from gfkit.core.hooks import missing_room
    from gfkit.core.native import Missing

    if sys.platform != "emscripten":  # a browser has neither the C extension nor threads
        Missing.tell = call.note_slow
        call.endings.append(lambda *_: setattr(Missing, "tell", None))
    words = list(call.words)
    try:
        if "_GFKIT_COMPLETE" in os.environ:
            gfkit.main(words, prog_name="gfkit")
        # Not gfkit.main(standalone_mode=False), which writes its own line when interrupted.
        with noting_readings(call), gfkit.make_context("gfkit", words, obj=call) as context:
            gfkit.invoke(context)
    except click.exceptions.Exit as ending:
        return ending.exit_code
    except click.ClickException as error:
        return _print_message(call, with_arguments(usage_line(error), words), BAD_INPUT)
    except click.Abort:
        return _print_message(call, "interrupted", INTERRUPTED)
    except SystemExit as ending:  # an error of click during shell completion, or of a plug-in
        return BAD_INPUT if ending.code else DONE
    except UndecidedError as error:
        return _print_message(call, str(error), error.exit_code, name="")
    except GfkitError as error:
        return _print_message(call, with_arguments(str(error), words), error.exit_code)
    except ModuleNotFoundError as error:
        room = missing_room(error.name or "")
        if room is None:
            raise
        return _print_message(
            call, f"this command requires {room}, which is not installed; see gfkit doctor", BAD_INPUT
        )
    except Exception as error:
        # If an import, a loop or the lookup of an attribute is interrupted, Python may raise another error.
        if call.stop.interrupted or is_interruption(error):
            raise KeyboardInterrupt from None
        raise
    return DONE


def _print_message(call: Call, message: str, code: int, name: str = "gfkit: ") -> int:
    from gfkit.core.errors import BULLET, one_line, visible

    call.message = "; ".join(text for text in (one_line(message), visible(call.note)) if text)
    if call.readings:
        call.message += f" (note: {visible(call.readings)})"
    if sys.stderr is not None:
        with suppress(OSError):
            sys.stderr.write(f"{name}{call.message}\n".replace(BULLET, "\n  - "))
        _drop_broken(sys.stderr)
    return code


def _open_closed_streams() -> None:
    """Open the null device in place of closed standard streams, so that their file numbers are not reused."""
    if None in (sys.stdin, sys.stdout, sys.stderr):
        number = 0
        while number < 3:
            number = os.open(os.devnull, os.O_RDWR)
        os.close(number)


def _drop_output(stream: TextIO | None) -> None:
    """Redirect a standard stream to the null device, so that Python reports no error at exit."""
    try:
        target = stream.fileno() if stream is not None else -1
    except (AttributeError, OSError, ValueError):
        return
    if target >= 0:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, target)
        os.close(nowhere)


def _drop_broken(stream: TextIO | None) -> bool:
    """Redirect standard streams that cannot be written to the null device; return True if there is one."""
    try:
        if stream is not None:
            stream.flush()
    except OSError:
        _drop_output(stream)
        return True
    return False


def _is_limited() -> bool:
    """Return True if the address space of the process is limited."""
    if sys.platform != "linux":
        return False
    import resource

    return resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY


def run() -> NoReturn:
    """Run ``gfkit`` as this process, and end it without the deallocation of all objects, which takes 3 ms.

    If callbacks of ``atexit`` were registered earlier, as by a measurement of coverage, the process ends in
    the usual way, so that they are called.

    Also exit with code 3 if OpenBLAS ends the process with code 1 because it lacks memory for its buffers.
    This happens only if the address space is limited.
    """
    import atexit

    code = INTERRUPTED

    def end() -> None:
        for stream in (sys.stdout, sys.stderr):
            _drop_broken(stream)
        os._exit(code)

    if not atexit._ncallbacks():
        if _is_limited():
            import ctypes

            system = ctypes.CDLL(None)
            system.__cxa_atexit(system._exit, ctypes.c_void_p(LIMIT), None)
        atexit.register(end)
    code = main()
    sys.exit(code)


if __name__ == "__main__":
    run()
