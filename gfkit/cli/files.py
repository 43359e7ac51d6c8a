"""Output files of commands: overwriting requires --force, and input files are never overwritten."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar

import click

from gfkit.cli.call import Call
from gfkit.cli.output import note, note_size
from gfkit.core.errors import OptionError
from gfkit.core.files import can_open, given_text
from gfkit.core.hooks import is_installed
from gfkit.runs.files import index_path, runs_path

if TYPE_CHECKING:
    from pathlib import Path

    from gfkit.guessing import Data
_Command = TypeVar("_Command", bound=Callable[..., Any])
FilePredicate = Callable[["Path"], bool]
"""Predicate of a file: True if an earlier call of the same command wrote it."""
_ENDINGS = {".csv", ".htm", ".html", ".json", ".md", ".pdf", ".png", ".py", ".svg", ".tex", ".tikz", ".toml"}
"""File extensions that determine the format of a file."""
_PATH = r"\S+\.[A-Za-z]\w{1,4}|(?:~|\.{0,2})/[A-Za-z]\S*"
_ENDING = r"\.[A-Za-z]\w*$"
_HEAD = 200
_LOG = rb"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ  |$)"
"""Pattern of the first bytes of a log, which may be empty."""


class TypedOption(click.Option):
    """Option that is accepted only if it was typed by the user. A resumed command omits it, with a note.

    An attacker who can write to the run store must not choose output files or servers.
    """

    def handle_parse_result(
        self, ctx: click.Context, opts: Mapping[str, Any], args: list[str]
    ) -> tuple[Any, list[str]]:
        call = ctx.find_object(Call)
        if call is not None and call.typed is not None and self.name in opts:
            typed, _, _ = ctx.command.make_parser(ctx).parse_args(list(call.typed))
            if self.name not in typed:
                note(f"the stored command has {self.opts[0]}, which is omitted; repeat it after the ID")
                opts = {name: value for name, value in opts.items() if name != self.name}
        return super().handle_parse_result(ctx, opts, args)


class OutputOption(TypedOption):
    """Option for a file or a directory to write, never standard output."""

    def process_value(self, ctx: click.Context, value: Any) -> Any:
        if value == "-":
            option = next(name for name in self.opts if name.startswith("--"))
            raise OptionError(f"{option} '-': standard output receives the result; name a file")
        if isinstance(value, str):
            from pathlib import Path

            ctx.call_on_close(partial(_note_written, Path(value), _read_stamp(Path(value))))
        return super().process_value(ctx, value)


class OutputArgument(click.Argument):
    """Argument that names a file to write."""


def _read_stamp(path: Path) -> tuple[int, int] | None:
    """Return the modification time and the size of a file, or None if it is not a file."""
    try:
        state = path.stat()
    except (OSError, ValueError):
        return None
    return (state.st_mtime_ns, state.st_size) if path.is_file() else None


def _note_written(path: Path, before: tuple[int, int] | None) -> None:
    """Print the size of a written file if it is large."""
    now = _read_stamp(path)
    if now is not None and now != before:
        note_size(str(path), now[1])


def refuse_options(words: Sequence[str], ctx: click.Context) -> None:
    """Raise an error for an unknown option among words that may start with a minus sign."""
    for word in words:
        if word.startswith("--"):
            raise click.NoSuchOption(word, ctx=ctx)


def _is_path(word: str) -> bool:
    """Return True if a word looks like a path: it contains a slash and a letter, or ends in a file name
    extension. A fraction such as 3/4 is not a path.
    """
    return (("/" in word or os.sep in word) and re.search(r"[A-Za-z]", word) is not None) or re.search(
        _ENDING, word
    ) is not None


def named_file(words: Sequence[str], option: str = "", file: str | None = None) -> tuple[str, str] | None:
    """Return a label for error messages, and the file given by the words or by an option, or None if there is
    no file.

    A single word is a file if it is "-", has a file extension (such as terms.txt), begins like a path (such
    as ./terms), or contains a slash and exists.
    """
    if file is not None:
        if words:
            raise OptionError(f"{option} {file} and {words[0]!r}: give only one of them")
        return option, file
    word = words[0] if len(words) == 1 else ""
    is_file = word == "-" or re.fullmatch(_PATH, word) or (_is_path(word) and can_open(word))
    return ("file", word) if is_file else None


def read_data(
    words: Sequence[str], file: str | None, offset: int | None = None, option: str = "--file"
) -> Data:
    """Read terms from the command-line arguments, or from the file that an argument or the option names.

    The option may also list the terms.
    """
    from gfkit.guessing import read_text, read_words

    if file is not None and "," in file and not file.strip("-0123456789, "):
        words, file = (file,), None
    named = named_file(words, option, file)
    return read_words(words, offset or 0) if named is None else read_text(given_text(*named), offset)


def output_option(*names: str, **how: Any) -> Callable[[_Command], _Command]:
    """Add an option for an output file, and ``--force``; the command must call ``check_file``."""

    def add_options(command: _Command) -> _Command:
        if any(option.name == "force" for option in getattr(command, "__click_params__", ())):
            return click.option(*names, cls=OutputOption, **how)(command)
        return click.option(*names, cls=OutputOption, **how)(forced_option(command))

    return add_options


def _store_force(context: click.Context, _option: click.Parameter, value: bool) -> None:
    context.meta["gfkit.force"] = value


forced_option = click.option(
    "--force",
    cls=TypedOption,
    is_flag=True,
    expose_value=False,
    callback=_store_force,
    help="Overwrite existing files.",
)


def check_file(option: str, name: str | None, *endings: str, is_ours: FilePredicate | None = None) -> None:
    """Raise OptionError for a file that already exists or cannot be written, before the work starts.

    Its extension must be one of ``endings``, or not determine a format. An earlier result of the same
    command, which ``is_ours`` recognises, may be replaced. If the option is not used, the name is None.
    """
    if name is None:
        return
    from pathlib import Path

    path = Path(name)
    try:
        is_possible = path.name and not path.is_dir() and path.absolute().parent.is_dir()
    except (OSError, ValueError):  # the name is too long or invalid
        is_possible = False
    if "\0" in name or not is_possible:
        raise OptionError(f"{option} {name!r} must be a file in an existing directory")
    check_not_read(option, path)
    ending = path.suffix.lower()
    if endings and ending in _ENDINGS and ending not in endings:
        right = path.with_suffix(endings[0])
        raise OptionError(
            f"{option} {name!r}: the extension {ending} belongs to another format; write {str(right)!r}"
        )
    check_free(option, path, is_ours)


def check_picture_file(option: str, name: str | None) -> None:
    """Like `check_file`, for a drawing, whose extension must denote a supported image format."""
    if name is None:
        return
    from gfkit.show.svg.files import check_picture

    check_picture(option, name)
    check_file(option, name)


def check_free(option: str, path: Path, is_ours: FilePredicate | None = None) -> None:
    """Raise OptionError for a nonempty file without --force, and for an input file of the command."""
    if path.is_symlink() and not path.exists() and not _is_forced():
        raise OptionError(
            f"{option} {str(path)!r} is a link to a missing file; {_suggest_force('replaces it')}"
        )
    if not path.is_file():  # pipes and devices are written directly
        return
    check_not_read(option, path)
    if is_ours is not None and is_ours(path):
        return
    if any(_is_same(path, str(kept)) for kept in _kept_files()):
        raise OptionError(f"{option} {str(path)!r}: this file contains gfkit's own data; choose another file")
    if path.stat().st_size and not _is_forced():
        raise OptionError(f"{option} {str(path)!r} already exists; {_suggest_force('overwrites it')}")


def check_folder(option: str, name: str, is_ours: FilePredicate) -> None:
    """Raise OptionError for a directory with foreign files without --force."""
    from pathlib import Path

    folder = Path(name)
    try:
        is_possible = folder.is_dir() or not folder.exists()
        files = list(folder.iterdir()) if folder.is_dir() else []
    except (OSError, ValueError):
        is_possible, files = False, []
    if not is_possible:
        raise OptionError(f"{option} {name!r} must be a directory, or not exist yet")
    if files and not _is_forced() and not any(file.is_file() and is_ours(file) for file in files):
        raise OptionError(f"{option} {name!r} contains other files; {_suggest_force('writes into it')}")


def check_log(option: str, name: str) -> None:
    """Raise OptionError if the log is an input of the command, or an existing file that is not a log."""
    from pathlib import Path

    path = Path(name)
    if path.is_file():
        check_not_read(option, path)
        with path.open("rb") as file:
            if not re.match(_LOG, file.read(_HEAD)):
                raise OptionError(f"{option} {str(path)!r} already exists and is not a log; use another name")


def begins_with(text: str) -> FilePredicate:
    """Return a predicate that is True if a file starts with the given text."""
    head = text.encode()

    def is_ours(path: Path) -> bool:
        with path.open("rb") as file:
            return file.read(len(head)) == head

    return is_ours


def check_not_read(option: str, path: Path) -> None:
    """Raise OptionError for a file that is named by another argument of the command."""
    if any(_is_same(path, name) for name in _possible_files(click.get_current_context())):
        raise OptionError(f"{option} {str(path)!r} is an input file of this command and would be overwritten")


def _is_forced() -> bool:
    return bool(click.get_current_context().meta.get("gfkit.force"))


def _suggest_force(effect: str) -> str:
    """Return the advice to use --force, or another name if the command has no such option."""
    command = click.get_current_context().command
    has_force = any(parameter.name == "force" for parameter in command.params)
    return f"--force {effect}" if has_force else "use another name"


def _kept_files() -> Iterator[Path]:
    """Yield the paths of the run store and of the default index of the OEIS."""
    yield runs_path()
    if not index_path().is_file():
        return
    if is_installed("oeis"):
        from gfkit.oeis.index.file import is_index

        if not is_index(index_path()):
            return
    yield index_path()


def _possible_files(context: click.Context) -> Iterator[str]:
    """Yield all possible file names in the remaining arguments, such as mine.toml:3 and graph:FILE."""
    given = {parameter.name: parameter for parameter in context.command.params}
    for name, value in context.params.items():
        if isinstance(given.get(name), OutputOption | OutputArgument):
            continue
        for word in value if isinstance(value, tuple | list) else [value]:
            if isinstance(word, str) and word:
                yield from (word, word.partition(":")[2], word.rpartition(":")[0])
                yield from (part for after in word.split("@")[1:] for part in (after, *after.split(")")[:1]))


def _is_same(path: Path, name: str) -> bool:
    try:
        return bool(name) and path.samefile(name)
    except (OSError, ValueError):
        return False
