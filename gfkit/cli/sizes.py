"""Option --sizes: results for a range of sizes, as a list, a table, CSV or a b-file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING

from gfkit.cli.long import options
from gfkit.cli.output import write_json, write_lines, write_table
from gfkit.deferred import regex
from gfkit.errors import BoardError, LimitError, OptionError, note_reading

if TYPE_CHECKING:
    from gfkit.boards import Board

_RANGE = r"(\d{1,4})(?:(?:\.\.|-)(\d{1,4}))?"
_RANGES = regex(rf"{_RANGE}(?:\s*[xX]\s*{_RANGE})?")


def are_widths(board: str, sizes: str) -> bool:
    """Return True if sizes are a range of m on a board such as mxn, so that results are formulas in n."""
    from gfkit.boards import growing_sizes

    return set(growing_sizes(board)) == {"m", "n"} and "x" not in sizes.lower()


def present_sizes(
    board: str,
    sizes: str,
    solve: Callable[[Board | str, int], Mapping[str, str]],
    head: Mapping[str, object],
    *,
    shown: Sequence[str],
    language: str | None,
    as_json: bool,
    evidence: Mapping[str, object],
    are_formulas: bool = False,
) -> None:
    """Print the results for the boards of all sizes. If a limit is reached, the results found before are
    printed.

    ``solve`` returns the named results of one board, given with its m or n. CSV output contains all of them;
    a list or a table contains those in ``shown``. ``head`` and ``evidence`` are parts of the JSON object;
    ``evidence`` may be filled while boards are solved. If ``are_formulas``, the range is of m, and ``solve``
    returns the formulas of a family in n.
    """
    if language not in (None, *options.TABLE_FORMATS):
        raise OptionError(f"--format {language}: with --sizes choose from csv, bfile")
    *rows, columns = _make_size_ranges(board, sizes)
    if are_formulas:
        rows = []
        if language is not None:
            raise OptionError(f"--format {language}: --sizes {sizes} prints formulas; write {sizes}x1..9")
    if language == "bfile" and (rows or len(shown) > 1):
        kind = "a table in m and n" if rows else "a list of several numbers"
        raise OptionError(f"--format bfile: {kind} requires --format csv")
    found: dict[tuple[int, ...], Mapping[str, str]] = {}

    def lines(name: str) -> Iterator[list[str]]:
        numbers = [of[name] for of in found.values()]
        for start in range(0, len(numbers), len(columns)):
            yield numbers[start : start + len(columns)]

    def show() -> None:
        if as_json:
            sides: dict[str, object] = {
                "m" if are_formulas else "n": columns[0],
                **({"m": rows[0][0]} if rows else {}),
            }
            numbers = {name: [*lines(name)] if rows else next(lines(name)) for name in shown}
            key = "rows" if rows else "terms"
            sides[key] = numbers if len(shown) > 1 else numbers[shown[0]]
            write_json({**head, **sides, "evidence": evidence})
        elif language == "csv":
            first = next(iter(found.values()))
            write_lines([",".join(["m"] * bool(rows) + ["n", *first])])
            write_lines(",".join([*map(str, place), *of.values()]) for place, of in found.items())
        elif language == "bfile":
            write_lines(f"{place[-1]} {of[shown[0]]}" for place, of in found.items())
        elif are_formulas:
            write_table(
                [["m", *shown], *([str(m), *(of[name] for name in shown)] for (m,), of in found.items())]
            )
        elif rows:
            for name in shown:
                write_lines([name] if len(shown) > 1 else [])
                table = [[str(m), *row] for m, row in zip(rows[0], lines(name), strict=False)]
                width = max(map(len, table))
                padded = [row + [""] * (width - len(row)) for row in table]
                write_table([["m\\n", *map(str, [*columns][: width - 1])], *padded])
        else:
            longest = max(map(len, shown)) + 2
            starts = ["" if len(shown) == 1 else name.ljust(longest) for name in shown]
            write_lines(start + ", ".join(*lines(name)) for start, name in zip(starts, shown, strict=True))

    from gfkit.boards import family_of_width, sized_board

    early = ""
    try:
        for place in product(*rows, columns):
            try:
                sizes_of_board = {"m": place[0], "n": place[-1]}
                one = family_of_width(board, *place) if are_formulas else sized_board(board, sizes_of_board)
            except BoardError as error:
                if found or rows or place[-1] == columns[-1]:
                    raise OptionError(f"--sizes: {error}") from None
                columns, early = range(place[-1] + 1, columns.stop), str(error)
                continue
            found[place] = solve(one, place[0])
    except (LimitError, KeyboardInterrupt):
        if found:
            show()
        raise
    if early:
        note_reading(f"{early}; the list starts at {columns[0]}")
    show()


def _make_size_ranges(board: str, sizes: str) -> list[range]:
    """Return the range of n, preceded by the range of m if the board contains m."""
    from gfkit.boards import growing_sizes

    has_rows = "m" in growing_sizes(board)
    match = _RANGES.fullmatch(sizes.strip())
    if match is None or (match[3] is not None and not has_rows):
        example = "1..6x1..6" if has_rows else "1..10"
        raise OptionError(f"--sizes {sizes}: expected a range such as {example} for board {board!r}")
    bounds = [match.group(place, place + 1) for place in (1, 3) if match[place] is not None]
    ranges = [range(int(low), int(high or low) + 1) for low, high in bounds]
    if not all(ranges):
        raise OptionError(f"--sizes {sizes}: the range is empty")
    return ranges * 2 if has_rows and len(ranges) == 1 else ranges
