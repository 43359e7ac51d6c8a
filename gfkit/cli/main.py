"""The entry point: runs a command and turns every ending into a line and an exit code.

Nothing but the standard library is imported at the top, so that an interruption while the rest is
still loading ends as quietly as any other.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

DONE, BAD_INPUT, LIMIT, INTERRUPTED = 0, 2, 3, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs ``gfkit`` with these arguments (default: those of the process); returns the exit code."""
    try:
        code = _run(list(sys.argv[1:] if arguments is None else arguments))
        if sys.stdout is not None:
            sys.stdout.flush()
    except KeyboardInterrupt:
        return _say("interrupted", INTERRUPTED)
    except MemoryError:
        return _say("out of memory; a smaller board would need less", LIMIT)
    except BrokenPipeError:
        _drop_output()
        return DONE
    except OSError as error:
        _drop_output()
        named = f" ({error.filename!r})" if error.filename else ""
        return _say(f"the system refuses: {error.strerror or error}{named}", LIMIT)
    return code


def _run(arguments: list[str]) -> int:
    import click

    from gfkit.cli.group import gfkit
    from gfkit.cli.usage import usage_line
    from gfkit.errors import GfkitError

    if "_GFKIT_COMPLETE" in os.environ:
        gfkit.main(arguments, prog_name="gfkit")
    try:
        # Not gfkit.main(standalone_mode=False), which writes a line of its own when interrupted.
        with gfkit.make_context("gfkit", arguments or ["--help"]) as context:
            gfkit.invoke(context)
    except click.exceptions.Exit as ending:
        return ending.exit_code
    except click.ClickException as error:
        return _say(usage_line(error), BAD_INPUT)
    except click.Abort:
        return _say("interrupted", INTERRUPTED)
    except GfkitError as error:
        return _say(str(error), error.exit_code)
    return DONE


def _say(message: str, code: int) -> int:
    if sys.stderr is not None:
        sys.stderr.write(f"gfkit: {' '.join(message.splitlines())}\n")
    return code


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
