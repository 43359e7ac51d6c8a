"""gfkit completion: the script that makes a shell complete gfkit's words."""

from __future__ import annotations

import click
from click.shell_completion import get_completion_class

from gfkit.cli.long.options import any_of
from gfkit.cli.output import write_lines
from gfkit.errors import OptionError, unknown

SHELLS = ("bash", "zsh", "fish")


@click.command(short_help="Completion of words in a shell.")
@click.argument("shell", metavar="SHELL", shell_complete=any_of(SHELLS))
@click.pass_context
def completion(ctx: click.Context, shell: str) -> None:
    """Print the script by which SHELL completes commands, options, games and claims: bash, zsh or fish.

    \b
    Example: for good, in the start file of the shell.
      $ gfkit completion bash >> ~/.bashrc
      $ gfkit completion zsh >> ~/.zshrc
      $ gfkit completion fish > ~/.config/fish/completions/gfkit.fish
    """
    kind = get_completion_class(shell) if shell in SHELLS else None
    if kind is None:
        raise OptionError(unknown("shell", shell, SHELLS))
    script = kind(ctx.find_root().command, {}, "gfkit", "_GFKIT_COMPLETE").source()
    write_lines(script.strip().splitlines())
