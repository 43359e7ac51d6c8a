"""The entry point: runs a command and turns every ending into a line and an exit code.

Nothing but the standard library is imported at the top, so that an interruption while the rest is
still loading ends as quietly as any other.
"""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

from gfkit.cli.call import Call, is_interruption

DONE, BAD_INPUT, LIMIT, INTERRUPTED = 0, 2, 3, 130
_YOUNG = 50_000
"""Objects between two looks for garbage, of which loading makes next to none."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs ``gfkit`` with these arguments (default: those of the process); returns the exit code."""
    _hold_closed()
    is_whole_process = arguments is None
    if is_whole_process:
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # its threads only wait where others are at work
        gc.set_threshold(_YOUNG)
    call = Call(tuple(sys.argv[1:] if arguments is None else arguments))
    code = INTERRUPTED
    with call.stop:
        code = _exit_code(call)
    call.end(code)
    # Python remembers an interruption that came out of text it was executing, as dataclasses have it do while
    # they are imported, and would end the process by a signal, whatever the exit code; text that ends well
    # makes it forget.
    exec("")
    if is_whole_process:
        gc.freeze()  # else Python looks for garbage in all that is left, a tenth of a small command
    return code


def _exit_code(call: Call) -> int:
    """The exit code, also of endings that Python or the system brings about."""
    try:
        code = _run(call)
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return _say(call, "interrupted", INTERRUPTED)
    except (SystemError, RuntimeError) as error:
        if not is_interruption(error):  # of a loop as it ended, or of a module while it was loaded
            raise
        return _say(call, "interrupted", INTERRUPTED)
    except MemoryError:
        return _say(call, "out of memory; a smaller board would need less", LIMIT)
    except BrokenPipeError:
        _drop_output()
        return DONE
    except OSError as error:
        _drop_output()
        named = f" ({error.filename!r})" if error.filename else ""
        return _say(call, f"the system refuses: {error.strerror or error}{named}", LIMIT)
    return code


def _run(call: Call) -> int:
    import click

    from gfkit.cli.group import gfkit, usage_line
    from gfkit.errors import GfkitError
    from gfkit.hooks import missing_room
    from gfkit.native import Missing

    if sys.platform != "emscripten":  # a browser has neither loops in C nor threads
        Missing.tell = call.note_slow
    words = list(call.words)
    if "_GFKIT_COMPLETE" in os.environ:
        gfkit.main(words, prog_name="gfkit")
    try:
        # Not gfkit.main(standalone_mode=False), which writes a line of its own when interrupted.
        with gfkit.make_context("gfkit", words, obj=call) as context:
            gfkit.invoke(context)
    except click.exceptions.Exit as ending:
        return ending.exit_code
    except click.ClickException as error:
        return _say(call, usage_line(error), BAD_INPUT)
    except click.Abort:
        return _say(call, "interrupted", INTERRUPTED)
    except GfkitError as error:
        return _say(call, str(error), error.exit_code)
    except ModuleNotFoundError as error:
        room = missing_room(error.name or "")
        if room is None:
            raise
        return _say(
            call, f"this needs {room}, which is not installed here; gfkit doctor says more", BAD_INPUT
        )
    return DONE


def _say(call: Call, message: str, code: int) -> int:
    from gfkit.errors import one_line, visible

    call.message = "; ".join(text for text in (one_line(message), visible(call.note)) if text)
    if sys.stderr is not None:
        sys.stderr.write(f"gfkit: {call.message}\n")
    return code


def _hold_closed() -> None:
    """Points the numbers of standard streams that are closed nowhere, so that no file gets one of them."""
    if None in (sys.stdin, sys.stdout, sys.stderr):
        number = 0
        while number < 3:
            number = os.open(os.devnull, os.O_RDWR)
        os.close(number)


def _drop_output() -> None:
    """Points standard output nowhere, so that Python does not complain again when it ends."""
    try:
        target = sys.stdout.fileno()
    except (AttributeError, OSError, ValueError):
        return
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, target)
    os.close(nowhere)


if __name__ == "__main__":
    sys.exit(main())
