"""Option --sizes: results for a range of sizes, as a list, a table, CSV or a b-file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from gfkit.cli.long import options
from gfkit.cli.output import write_json, write_lines, write_table
from gfkit.core.deferred import regex
from gfkit.core.errors import BoardError, LimitError, MismatchError, OptionError, note_reading

if TYPE_CHECKING:
    from gfkit.core.boards import Board

_RANGE = r"(\d{1,4})(?:(?:\.\.|-)(\d{1,4}))?"
_RANGES = regex(rf"{_RANGE}(?:\s*[xX]\s*{_RANGE})?")


def are_widths(board: str, sizes: str) -> bool:
    """Return True if sizes are a range of m on a board such as mxn, so that results are formulas in n."""
    from gfkit.questions.sizes.several import growing_sizes

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
    *rows, columns = _make_size_ranges(board, sizes)
    rows = [] if are_formulas else rows
    _check_format(language, sizes if are_formulas else "", bool(rows), shown)
    results = _Results(rows[0] if rows else None, columns, shown, are_formulas, {})

    def show() -> None:
        if as_json:
            write_json({**head, **results.as_json(), "evidence": evidence})
        else:
            results.write(language)

    from gfkit.core.boards import Board
    from gfkit.questions.sizes.several import family_of_width, sized_board

    early, last = "", (*(each[-1] for each in rows), columns[-1])
    try:
        for place in product(*rows, columns):
            if place[-1] < results.columns[0]:
                continue
            one: Board | str = ""
            try:
                sizes_of_board = {"m": place[0], "n": place[-1]}
                one = family_of_width(board, *place) if are_formulas else sized_board(board, sizes_of_board)
                solved = solve(one, place[0])
            except (BoardError, MismatchError) as error:
                is_board = isinstance(error, BoardError)
                if not (is_board or (isinstance(one, Board) and one.doubled)):
                    raise
                if results.found or place == last:
                    raise OptionError(f"--sizes: {error}") from None
                early = str(error)
                continue
            if not results.found:
                results = results.since(place)
            results.found[place] = solved
    except (LimitError, KeyboardInterrupt):
        if results.found:
            show()
        raise
    if early:
        note_reading(f"{early}; the list starts at {'x'.join(map(str, next(iter(results.found))))}")
    show()


class _Results(NamedTuple):
    """Results by sizes; ``rows`` is the range of m of a table, ``columns`` the range of the other size."""

    rows: range | None
    columns: range
    shown: Sequence[str]
    are_formulas: bool
    found: dict[tuple[int, ...], Mapping[str, str]]

    def since(self, place: tuple[int, ...]) -> _Results:
        """Return the results for the sizes that are not smaller than those of the first board."""
        rows = self.rows and range(place[0], self.rows.stop)
        return self._replace(rows=rows, columns=range(place[-1], self.columns.stop))

    def lines(self, name: str) -> list[list[str]]:
        """Return the results with this name; a list for each m."""
        results, length = [of[name] for of in self.found.values()], len(self.columns)
        return [results[start : start + length] for start in range(0, len(results), length)]

    def as_json(self) -> dict[str, object]:
        sides: dict[str, object] = {"m" if self.are_formulas else "n": self.columns[0]}
        sides |= {"m": self.rows[0]} if self.rows else {}
        numbers = {name: self.lines(name) if self.rows else self.lines(name)[0] for name in self.shown}
        return sides | {
            "rows" if self.rows else "terms": numbers if self.shown[1:] else numbers[self.shown[0]]
        }

    def write(self, language: str | None) -> None:
        if language == "csv":
            first = next(iter(self.found.values()))
            write_lines([",".join(["m"] * bool(self.rows) + ["n", *first])])
            write_lines(",".join([*map(str, place), *of.values()]) for place, of in self.found.items())
        elif language == "bfile":
            write_lines(f"{place[-1]} {of[self.shown[0]]}" for place, of in self.found.items())
        elif self.are_formulas:
            body = ([str(m), *(of[name] for name in self.shown)] for (m,), of in self.found.items())
            write_table([["m", *self.shown], *body])
        elif self.rows:
            for name in self.shown:
                self._write_table(name, self.rows)
        else:
            longest = max(map(len, self.shown)) + 2
            starts = ["" if len(self.shown) == 1 else name.ljust(longest) for name in self.shown]
            lines = (", ".join(self.lines(name)[0]) for name in self.shown)
            write_lines(start + line for start, line in zip(starts, lines, strict=True))

    def _write_table(self, name: str, rows: range) -> None:
        write_lines([name] if len(self.shown) > 1 else [])
        table = [[str(m), *row] for m, row in zip(rows, self.lines(name), strict=False)]
        width = max(map(len, table))
        padded = [row + [""] * (width - len(row)) for row in table]
        write_table([["m\\n", *map(str, [*self.columns][: width - 1])], *padded])


def _check_format(language: str | None, widths: str, is_table: bool, shown: Sequence[str]) -> None:
    """Raise OptionError if formulas for some widths, a table or several numbers do not have this format."""
    if language not in (None, *options.TABLE_FORMATS):
        raise OptionError(f"--format {language}: with --sizes choose from csv, bfile")
    if widths and language is not None:
        raise OptionError(f"--format {language}: --sizes {widths} prints formulas; write {widths}x1..9")
    if language == "bfile" and (is_table or len(shown) > 1):
        kind = "a table in m and n" if is_table else "a list of several numbers"
        raise OptionError(f"--format bfile: {kind} requires --format csv")


def _make_size_ranges(board: str, sizes: str) -> list[range]:
    """Return the range of n, preceded by the range of m if the board contains m."""
    from gfkit.questions.sizes.several import growing_sizes

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
