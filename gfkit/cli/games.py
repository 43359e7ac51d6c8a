"""gfkit games: the games and their rules, with the pieces drawn."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import click

from gfkit.cli.files import check_picture_file, output_option
from gfkit.cli.long import options
from gfkit.cli.output import terminal_width, write_json, write_lines, write_table
from gfkit.errors import OptionError

if TYPE_CHECKING:
    from gfkit.games import Rule

_WIDTH = 80


@click.command()
@click.argument("game", metavar="[GAME]", required=False)
@click.option("--list", "as_list", is_flag=True, help="One line for each, in groups.")
@output_option(
    "--picture", "picture", metavar="FILE", help="Draw a configuration of GAME into a file, as .svg or .pdf."
)
@options.as_json
def games(game: str | None, as_list: bool, picture: str | None, as_json: bool) -> None:
    """List the games with their rules, or show one.

    GAME is a name from the list, or the path of a rule file of your own.

    --list has one line for each, in groups: placement games, and things that people count, by name.

    \b
    Example:
      $ gfkit games domineering
      domineering: Domineering
        Left places vertical dominoes, Right horizontal ones.
        Left places   Right places
        +---+         +---+---+
        |   |         |       |
        +   +         +---+---+
        |   |
        +---+
        Pieces may touch.
    """
    from gfkit.games import NAMED

    if picture is not None:
        _draw(game, picture)
    if as_list and not as_json:
        _list(game)
        return
    rules = [(name, _rule(name)) for name in (NAMED if game is None else [game])]
    if as_json:
        from gfkit.show.phrases import described

        write_json({"games": [{"game": name, **described(rule)} for name, rule in rules]})
        return
    heads = _heads() if game is None else {}
    for index, (name, rule) in enumerate(rules):
        head = [f"[{heads[name]}]", ""] if name in heads else []
        write_lines([*([""] if index else []), *head, *_shown(name, rule)])


def _heads() -> dict[str, str]:
    """What a group of names is about, by the first of them."""
    from gfkit.games import GROUPS

    return {names[0]: title for title, names in GROUPS.items()}


def _draw(game: str | None, file: str) -> None:
    """One configuration of a game on a small board."""
    from gfkit.show.configurations import thing_drawing
    from gfkit.show.picture import save_picture

    if game is None:
        raise OptionError("--picture draws a configuration of one game: name it, as in gfkit games kings")
    check_picture_file("--picture", file)
    save_picture(thing_drawing(_rule(game)), file)


def _list(game: str | None) -> None:
    """One line for each name, by groups."""
    from gfkit.games import GROUPS

    if game is not None:
        raise OptionError(f"--list lists all games; leave out {game!r}, or --list")
    for index, (title, names) in enumerate(GROUPS.items()):
        write_lines([*([""] if index else []), f"{title}:"])
        write_table([(f"  {name}", _rule(name).about.split(". ")[0].rstrip(".")) for name in names])


def _numbered(name: str) -> str:
    """A name with 3 in place of the number that is left open."""
    from gfkit.games import NAMED

    asked = name.strip()
    return f"{asked[:-1]}3" if asked in NAMED and asked.endswith(":k") else name


def _rule(name: str) -> Rule:
    from gfkit.games import find_rule

    return find_rule(_numbered(name))


def _shown(name: str, rule: Rule) -> list[str]:
    from gfkit.show.characters import draw_rule
    from gfkit.show.phrases import rule_sentences

    width = max(20, terminal_width() or _WIDTH)
    sentences = [line for words in rule_sentences(rule) for line in textwrap.wrap(words, width - 2)]
    body = [*textwrap.wrap(rule.about, width - 2), *draw_rule(rule, width - 2), *sentences]
    shown_as = f" (drawn for {_numbered(name)})" if name != _numbered(name) else ""
    return [f"{name}: {rule.name}{shown_as}", *(f"  {line}" for line in body)]
