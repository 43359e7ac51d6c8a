"""gfkit new and gfkit help: rule files to start from, pages of the documentation, help of commands."""

from __future__ import annotations

import re
from shlex import quote

import click

from gfkit.cli.files import OutputArgument, check_file, forced_option
from gfkit.cli.long import options
from gfkit.cli.output import on_terminal, shows_colours, write_json, write_lines
from gfkit.core.errors import BULLET, OptionError, documentation_site, one_line, visible
from gfkit.core.hooks import KINDS
from gfkit.runs.files import write_whole

_WIDTH = 100
"""Number of columns without a terminal, and the maximum on a terminal."""
_USAGE = """```
gfkit help rule files               a page, by name or title
gfkit help howto/rule#still-lifes   a section; its heading also works: gfkit help still lifes
gfkit help count                    the help of a command
gfkit help WORDS                    the nearest sections and commands
gfkit games NAME                    the definition of a structure or game
```"""


@options.command(
    "help", short_help="Read the documentation.", context_settings={"ignore_unknown_options": True}
)
@click.argument("words", nargs=-1, metavar="[TOPIC|COMMAND|WORDS]...")
@options.as_json
@click.pass_context
def help_verb(ctx: click.Context, words: tuple[str, ...], as_json: bool) -> None:
    """Print a page or a section of the documentation, or the help of a command.

    TOPIC is the name or the title of a page, or the heading of a section. Without arguments, the topics
    are listed. For other words, the nearest topics and commands are printed. On a terminal, long pages
    are shown by the program in $PAGER.

    \b
    Example:
      $ gfkit help still lifes
      Still lifes
      ...
    """
    from gfkit.help.pages import find_topics, near_topics, section, topics_with, typed_topic
    from gfkit.help.search import COMMON, advice, offers, stems_of

    asked = " ".join(words).removeprefix("gfkit ").strip()
    found = find_topics(asked)
    if (command := _find_command(ctx, asked.split())) is not None:
        page = f"\n\nA page about it: gfkit help {asked}.md" if asked in found else ""
        topic, text = None, command.get_help() + page
    elif not asked:
        topic, text = "topics", _list_topics()
    else:
        stems = stems_of(asked) - COMMON
        is_known = found or not stems
        told, nearest = ("", ()) if is_known else (advice(asked, "topic"), offers(asked, "topic"))
        if not found and not nearest:
            found = topics_with(stems)
            near = found or (near_topics(asked) if stems else ())
            what = f"no topic matches {asked!r}; {'the nearest are:' if near else 'gfkit help lists all'}"
            rows = [f"gfkit help {typed_topic(one)}" for one in near]
            told = BULLET.join(["sections with these words:" if found else what, *rows])
        told = visible(told).replace(BULLET, "\n  - ")
        found = found or tuple(offer.topic for offer in nearest if offer.topic)
        topic = found[0] if found else None
        others = [f"\nAnother section: `gfkit help {typed_topic(other)}`" for other in found[1:] if not told]
        parts = [f"```\n{told}\n```" if told else "", section(topic) or "" if topic else "", *others]
        text = "\n".join(parts) if topic else told
    if as_json:
        write_json({"topic": topic, "text": text})
    elif topic is None:
        write_lines(text.splitlines())
    else:
        _write_page(text)


def _find_command(ctx: click.Context, words: list[str]) -> click.Context | None:
    """Return the context of the command with these words, or None."""
    context: click.Context | None = ctx.find_root() if words else None
    for word in words:
        group = context.command if context else None
        command = group.get_command(ctx, word) if isinstance(group, click.Group) else None
        context = click.Context(command, parent=context, info_name=word) if command else None
    return context


def _list_topics() -> str:
    """Return the usage and the list of all pages with their titles, in Markdown."""
    from gfkit.help.pages import headings, packed, typed_topic

    titles, parts = dict(headings()), [_USAGE]
    for caption, names in packed()["contents"].items():
        rows = [f"{typed_topic(name):26}{titles[name]}" for name in names]
        parts += [f"## {caption}\n", "```", *rows, "```"]
    return "\n".join(parts)


def _write_page(markdown: str) -> None:
    """Write Markdown in plain text, or on a terminal with styles, through a pager if it is long."""
    from io import StringIO
    from shutil import get_terminal_size

    from rich.console import Console, ConsoleOptions, RenderResult
    from rich.markdown import CodeBlock, Heading, Markdown
    from rich.text import Text

    class Title(Heading):
        def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
            return [Text(), self.text]

    class Code(CodeBlock):
        def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
            lines = str(self.text).rstrip().split("\n")
            return [Text(f"    {line}", no_wrap=True, overflow="ignore", style="cyan") for line in lines]

    class Page(Markdown):
        elements = {**Markdown.elements, "heading_open": Title, "fence": Code, "code_block": Code}  # noqa: RUF012

    is_shown, colours, size = on_terminal(), shows_colours(), get_terminal_size()
    console = Console(
        file=StringIO(),
        width=min(size.columns, _WIDTH) if is_shown else _WIDTH,
        force_terminal=colours,
        color_system="standard" if colours else None,
        legacy_windows=False,
    )
    with console.capture() as captured:
        console.print(Page(markdown, hyperlinks=False), crop=False)
    text = re.sub(r"\n(?:[^\S\n]*+\n)++", "\n\n", captured.get()).strip("\n")
    if is_shown and text.count("\n") > size.lines - 2:
        click.echo_via_pager(text, color=colours)
    else:
        click.echo(text, color=colours) if is_shown else write_lines(text.splitlines())


@options.command("new", short_help="Write a commented rule file.")
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
def new_verb(file: str, kind: str, as_json: bool) -> None:
    """Write a commented rule file that runs, and print the command to try.

    Change it, and use its path like the name of a structure. The files are those of the documentation:
    see 'gfkit help howto/rule' for the cookbook, and 'gfkit help rule files' for all keys.

    \b
    Example:
      $ gfkit new mine.toml --kind cover
      mine.toml was written; try: gfkit count mine.toml 4x4
    """
    from gfkit.help.pages import packed

    check_file("FILE", file, ".toml")
    recipes = packed()["recipes"]
    if kind not in recipes:
        raise OptionError(
            f"--kind {kind!r} is unknown: choose from {', '.join(KINDS)}, or a file of gfkit help howto/rule"
            if recipes
            else "this installation contains no pages, and therefore no examples of rule files"
        )
    name, text, command = recipes[kind]
    done = command.replace("FILE", quote(file))
    site = documentation_site()
    schema = f"#:schema {site}rule-file.schema.json\n" if site else ""
    write_whole(file, f"{schema}# Try: {visible(one_line(done))}\n{text}")
    if as_json:
        write_json({"file": file, "kind": name, "command": done})
    else:
        write_lines([f"{file} was written; try: {done}"])
