"""gfkit new: write a rule file to start from."""

from __future__ import annotations

from shlex import quote

import click

from gfkit.cli.files import OutputArgument, check_file, forced_option
from gfkit.cli.long import options
from gfkit.cli.output import write_json, write_lines
from gfkit.errors import OptionError, one_line, visible
from gfkit.help.pages import packed
from gfkit.hooks import KINDS
from gfkit.runs.files import write_whole


@click.command(short_help="Write a commented rule file.")
@click.argument("file", metavar="FILE.toml", cls=OutputArgument)
@click.option(
    "--kind",
    default="array",
    show_default=True,
    metavar="KIND",
    shell_complete=options.any_of(KINDS),
    help=f"{options.alternatives(KINDS)}; or a file of the cookbook, such as tatami.",
)
@forced_option
@options.as_json
def new(file: str, kind: str, as_json: bool) -> None:
    """Write a commented rule file that runs, and print the command to try.

    Change it, and use its path like the name of a structure. The files are those of the documentation:
    see 'gfkit help howto/rule' for the cookbook, and 'gfkit help rule files' for all keys.

    \b
    Example:
      $ gfkit new mine.toml --kind cover
      mine.toml was written; try: gfkit count mine.toml 4x4
    """
    check_file("FILE", file, ".toml")
    recipes = packed()["recipes"]
    if kind not in recipes:
        raise OptionError(
            f"--kind {kind!r} is unknown: choose from {', '.join(KINDS)}, or a file of the cookbook (gfkit help"
            " howto/rule), such as tatami"
            if recipes
            else "this installation contains no pages, and therefore no examples of rule files"
        )
    name, text, command = recipes[kind]
    done = command.replace("FILE", quote(file))
    write_whole(file, f"# Try: {visible(one_line(done))}\n{text}")
    if as_json:
        write_json({"file": file, "kind": name, "command": done})
    else:
        write_lines([f"{file} was written; try: {done}"])
