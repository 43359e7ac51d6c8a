"""gfkit oeis read: what the names of entries ask for, as rule files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from gfkit.cli.files import named_file
from gfkit.cli.long import options
from gfkit.cli.output import write_json, write_lines, write_remark
from gfkit.errors import InputError, OptionError

if TYPE_CHECKING:
    from gfkit.oeis.reading import NameReading, UnreadError

_NUMBER = re.compile(r"[Aa][0-9]{6,7}")
_NUMBERED = re.compile(r"\s*+(?:[Aa][0-9]{6,7}\s++|%N\s++[Aa][0-9]{6,7}\s++)?(.*+)\s*+")


@click.command("read")
@click.argument("name", metavar="NAME|FILE", required=False)
@click.option(
    "--grammar",
    is_flag=True,
    callback=options.not_with_json,
    help="The clauses that are known, one on a line.",
)
@options.as_json
@click.pass_context
def name_verb(ctx: click.Context, name: str | None, grammar: bool, as_json: bool) -> None:
    """Read the NAME of an entry: print the rule file and the family of boards that it asks for.

    NAME is a sentence, or the A-number of a sequence in the local index. FILE, or - for standard input, has
    names, one on a line, with or without their A-numbers. A name counts as read only when all of it was
    consumed; otherwise ^ marks the place where nothing fits, and the exit code is 1. Where clauses differ,
    there are several readings.

    \b
    Example:
      $ gfkit oeis read 'Number of (n+1) X 2 0..2 arrays with every 2 X 2 subblock summing to 4.'
      # family nx2, n + 1
      name = "(n+1) X 2 0..2 arrays with every 2 X 2 subblock summing to 4"
      ...
    """
    from gfkit.oeis.reading import UnreadError, clause_list, read_name

    if grammar:
        write_lines(clause_list())
        return
    named = named_file([] if name is None else [name])
    names = list(_names(name, named))
    readings: list[dict[str, object]] = []
    unread = 0
    for number, sentence in enumerate(names):
        try:
            rules = read_name(sentence)
        except UnreadError as error:
            unread += 1
            unsaid = {"read": False, "rule": None, "family": None, "left_over": error.left_over}
            readings.append({**unsaid, "understood": error.understood, "nearest": error.nearest})
            if not as_json:
                _mark(error)
        else:
            readings.append(rules[0].as_json())
            if len(rules) > 1:
                readings[-1]["others"] = [reading.as_json() for reading in rules[1:]]
            if not as_json:
                _write(rules, number > 0)
    if as_json:
        lines = [{"name": sentence, **reading} for sentence, reading in zip(names, readings, strict=True)]
        write_json({"names": lines} if named else readings[0])
    if unread:
        if len(names) > 1 and not as_json:
            write_remark(f"{len(names) - unread} of {len(names)} names were read whole")
        ctx.exit(1)


def _names(name: str | None, named: tuple[str, str] | None) -> Iterator[str]:
    if named is not None:
        from gfkit.oeis.files import read_bytes

        option, file = named
        try:
            lines = read_bytes(file).decode("utf-8").splitlines()
        except UnicodeDecodeError:
            raise InputError(f"{option} {file!r} is not a text file") from None
        yield from _names_in(lines)
    elif name is None:
        raise OptionError("NAME is missing; write a sentence, an A-number, the path of a file of names, or -")
    elif _NUMBER.fullmatch(name.strip()):
        from gfkit.oeis.index.file import indexed_name
        from gfkit.runs.files import index_path

        yield indexed_name(name.strip(), index_path())
    else:
        yield name


def _names_in(lines: list[str]) -> Iterator[str]:
    """The names in lines, without A-numbers, remarks and blank lines."""
    for line in lines:
        if line.strip() and not line.startswith("#"):
            match = _NUMBERED.fullmatch(line)
            yield match[1].rstrip() if match else line


def _mark(error: UnreadError) -> None:
    """The name, and under it the place where nothing fits."""
    write_lines([error.name, " " * error.at + "^"])
    write_remark(str(error))
    if error.understood:
        write_remark(f"understood: {error.understood!r}")
    write_remark(f"a sentence that is read: {error.nearest!r}")


def _write(found: tuple[NameReading, ...], behind: bool) -> None:
    for number, reading in enumerate(found):
        if number or behind:
            write_lines([""])
        if len(found) > 1:
            write_lines([f"# reading {number + 1} of {len(found)}"])
        write_lines(reading.lines())
