"""gfkit games: list of structures and games, with drawings of their pieces."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

import click

from gfkit.cli.long import options
from gfkit.cli.output import (
    terminal_width,
    write_json,
    write_labelled,
    write_lines,
    write_remark,
    write_table,
)
from gfkit.core.errors import OptionError
from gfkit.core.hooks import is_installed
from gfkit.core.typing import Positions

if TYPE_CHECKING:
    from gfkit.core.rules import Rule
    from gfkit.specifications import NamedClass

_WIDTH, _NARROWEST = 80, 60


@options.command("games", short_help="List structures and games, or show one.")
@click.argument("game", metavar="[STRUCTURE]", required=False)
@click.option("--all", "everything", is_flag=True, help="Print all rules with drawings of their pieces.")
@click.option("--list", "as_list", is_flag=True, help="Print a line for each name, in groups.")
@click.option(
    "--constraints", is_flag=True, help="Print the constraint system of STRUCTURE on a small board."
)
@options.rare(click.option("--board", metavar="BOARD", help="With --constraints: the board; 3x3 by default."))
@options.rare(
    click.option(
        "--positions",
        metavar="CLASS",
        shell_complete=options.any_of(Positions),
        help=f"With --constraints: one of {', '.join(Positions)}.",
    )
)
@options.as_json
def games_verb(
    game: str | None,
    as_list: bool,
    everything: bool,
    constraints: bool,
    board: str | None,
    positions: str | None,
    as_json: bool,
) -> None:
    """List the built-in structures and games in groups, or show one.

    STRUCTURE is a name from the list, or the path of a rule file. --list prints a line for each name,
    --all all rules with drawings of their pieces.

    --constraints prints the constraint system of STRUCTURE on a small board: variables with their values, and
    constraints on them. Constraints that are equivalent under translation are one line, with their number.

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
        Pieces may be adjacent.
    """
    from gfkit.core.rules import NAMED
    from gfkit.core.rules.library import game_name, plain_name

    _check_flags(as_list, constraints, board, positions)
    if constraints:
        _write_constraints(game, board, positions, as_json)
        return
    if as_list and not as_json:
        _list(game)
        return
    if game is None and not (everything or as_json):
        _write_names()
        return
    classes = _classes()
    if game is not None and (one := classes.get(plain_name(game))) is not None:
        if as_json:
            write_json({"games": [], "classes": [one.as_json()]})
        else:
            write_lines([f"{one.name}: {one.definition}"])
            write_labelled([("  equations", one.equations), ("  OEIS", one.entry)])
        return
    rules = [(name, _find_example_rule(name)) for name in (NAMED if game is None else [game_name(game)])]
    if as_json:
        from gfkit.core.rules.wording import rule_data

        listed = [{"game": name, **rule_data(rule)} for name, rule in rules]
        named = {"classes": [one.as_json() for one in classes.values()]} if game is None else {}
        write_json({"games": listed, **named})
        return
    heads = _index_titles() if game is None else {}
    for index, (name, rule) in enumerate(rules):
        head = [f"[{heads[name]}]", ""] if name in heads else []
        write_lines([*([""] if index else []), *head, *_rule_lines(name, rule)])


def _classes() -> dict[str, NamedClass]:
    """Return the classes that equations specify, by name."""
    if not is_installed("specifications"):
        return {}
    from gfkit.specifications import named_classes

    return named_classes()


def _index_titles() -> dict[str, str]:
    """Return a dictionary from the first name of each group to the title of the group."""
    from gfkit.core.rules import GROUPS

    return {names[0]: title for title, names in GROUPS.items()}


def _check_flags(as_list: bool, constraints: bool, board: str | None, positions: str | None) -> None:
    for option, value in {"--board": board, "--positions": positions}.items():
        if value is not None and not constraints:
            raise OptionError(f"{option} {value} requires --constraints")
    if constraints and as_list:
        raise OptionError("--constraints cannot be combined with --list")


def _write_constraints(game: str | None, board: str | None, positions: str | None, as_json: bool) -> None:
    """Write the constraint system of a rule on a board, in prose or as JSON."""
    from gfkit.core.rules.kinds import check_only_counted, system_of
    from gfkit.core.rules.sentences import constraint_lines, constraints_question

    if game is None:
        raise OptionError("--constraints requires a name, such as gfkit games kings --constraints")
    word = Positions.read(positions or Positions.ALL.value)
    asked = constraints_question(_find_example_rule(game), board, word)
    if not asked.rule.is_game:
        check_only_counted(asked.rule, asked.board, asked.positions)
    if as_json:
        from gfkit.core.rules.kinds.plain import system_data

        data = system_data(system_of(asked.rule, asked.board, asked.positions))
        write_json({"rule": game, "board": asked.board.text, "positions": word.value, **data})
        return
    lines = constraint_lines(asked)
    width = max(40, terminal_width() or _WIDTH)
    write_lines([f"{game} on {asked.board.text}{word.title_end}"])
    for line in lines:
        indent = " " * (len(line) - len(line.lstrip(" 0123456789")))
        write_lines(
            textwrap.wrap(
                line, width, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False
            )
        )


def _list(game: str | None) -> None:
    from gfkit.core.rules import GROUPS
    from gfkit.core.rules.library import PUZZLES, about_built_in

    if game is not None:
        raise OptionError(f"--list cannot be combined with a name, got {game!r}")
    for index, (title, names) in enumerate([*GROUPS.items(), ("puzzles with data", PUZZLES)]):
        write_lines([*([""] if index else []), f"{title.capitalize()}"])
        write_table([(f"  {name}", about_built_in(name).split(". ")[0].rstrip(".")) for name in names])
    write_lines(["", "Classes that equations specify, with the size n"])
    write_table([(f"  {name}", one.definition) for name, one in _classes().items()])


def _write_names() -> None:
    """Write the names in groups, wrapped to the width of the terminal."""
    from gfkit.core.rules import BUILT_IN, GROUPS, TILE_SETS
    from gfkit.core.rules.library import PUZZLES

    listed = sorted(GROUPS.items(), key=lambda group: group[1] in (BUILT_IN, TILE_SETS))
    listed += [("puzzles with data", PUZZLES), ("equations", tuple(_classes()))]
    indent = 2 + max(len(title) for title, _ in listed)
    width = max(_NARROWEST, terminal_width() or _WIDTH) - indent
    for title, names in listed:
        first, *later = textwrap.wrap(", ".join(names), width, break_on_hyphens=False)
        write_labelled([(f"{title:{indent - 2}}", first)])
        write_lines(" " * indent + line for line in later)
    write_remark("gfkit games NAME shows one entry; --list prints one line each, --all the rules")


def _with_number(name: str) -> str:
    """Return a name with the parameter k replaced by 3."""
    from gfkit.core.rules import NAMED

    asked = name.strip()
    return f"{asked[:-1]}3" if asked in NAMED and asked.endswith(":k") else name


def _find_example_rule(name: str) -> Rule:
    from gfkit.core.rules import find_rule

    return find_rule(_with_number(name))


def _rule_lines(name: str, rule: Rule) -> list[str]:
    from gfkit.core.rules.wording import rule_sentences

    width = max(20, terminal_width() or _WIDTH)
    sentences = [line for words in rule_sentences(rule) for line in textwrap.wrap(words, width - 2)]
    drawn: list[str] = []
    if is_installed("show"):
        from gfkit.show.characters import draw_rule

        drawn = draw_rule(rule, width - 2)
    body = [*textwrap.wrap(rule.about, width - 2), *drawn, *sentences]
    shown_as = f" (drawn for {_with_number(name)})" if name != _with_number(name) else ""
    return [f"{name}: {rule.name}{shown_as}", *(f"  {line}" for line in body)]
