"""Files that commands write: nothing is overwritten unasked, and never what the command reads."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import click

from gfkit.errors import OptionError

_Command = TypeVar("_Command", bound=Callable[..., Any])


class OutputOption(click.Option):
    """An option that names a file or a folder to write."""


def output_option(*names: str, **how: Any) -> Callable[[_Command], _Command]:
    """An option for a file to write; it brings ``--force``, and the command asks ``check_file`` at once."""

    def added(command: _Command) -> _Command:
        if any(option.name == "force" for option in getattr(command, "__click_params__", ())):
            return click.option(*names, cls=OutputOption, **how)(command)
        forced = click.option(
            "--force", is_flag=True, expose_value=False, callback=_keep, help="Write over what is there."
        )
        return click.option(*names, cls=OutputOption, **how)(forced(command))

    return added


def _keep(context: click.Context, _option: click.Parameter, value: bool) -> None:
    context.meta["gfkit.force"] = value


def check_file(option: str, name: str, own: str = "") -> None:
    """Refuses, before anything long is begun, a file that cannot be written or that is there already.

    What begins with ``own`` is an earlier answer of the same command, which a later one replaces.
    """
    path = Path(name)
    try:
        is_possible = path.name and not path.is_dir() and path.absolute().parent.is_dir()
    except (OSError, ValueError):  # too long, or no name
        is_possible = False
    if "\0" in name or not is_possible:
        raise OptionError(f"{option} {name!r}: must be a file in a folder that exists")
    check_not_read(option, path)
    if not (own and path.is_file() and _begins(path, own)):
        check_free(option, path)


def check_picture_file(option: str, name: str) -> None:
    """The same for a picture, whose ending must name a kind that can be made here."""
    from gfkit.show.picture import check_picture

    check_picture(option, name)
    check_file(option, name)


def check_free(option: str, path: Path) -> None:
    """Refuses a file with something in it, unless --force was given and the command does not read it."""
    if not path.is_file():  # pipes and devices are written to as they are
        return
    check_not_read(option, path)
    if path.stat().st_size and not click.get_current_context().meta.get("gfkit.force"):
        raise OptionError(f"{option} {str(path)!r}: is there already; --force writes over it")


def _begins(path: Path, text: str) -> bool:
    with path.open("rb") as file:
        return file.read(len(text.encode())) == text.encode()


def check_not_read(option: str, path: Path) -> None:
    """Refuses a file that is named among the other words of the command."""
    if any(_is_same(path, name) for name in _read(click.get_current_context())):
        raise OptionError(f"{option} {str(path)!r}: the command reads this file, and would destroy it")


def _read(context: click.Context) -> Iterator[str]:
    """Whatever may be the name of a file in the other words of the command, as mine.toml:3 and graph:FILE."""
    given = {parameter.name: parameter for parameter in context.command.params}
    for name, value in context.params.items():
        if isinstance(given.get(name), OutputOption):
            continue
        for word in value if isinstance(value, tuple | list) else [value]:
            if isinstance(word, str) and word:
                yield from (word, word.partition(":")[2], word.rpartition(":")[0])


def _is_same(path: Path, name: str) -> bool:
    try:
        return bool(name) and path.samefile(name)
    except (OSError, ValueError):
        return False
