"""gfkit count: number of configurations, or their polynomial by pieces."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import click

from gfkit.cli.long import options
from gfkit.cli.output import note_idle, note_weights, present, write_json, write_lines, write_table
from gfkit.errors import LimitError, OptionError
from gfkit.typing import Positions, UpTo, Weights

if TYPE_CHECKING:
    from gfkit.boards import Board

_RANGES = re.compile(r"(\d{1,4})\.\.(\d{1,4})(?:\s*[xX]\s*(\d{1,4})\.\.(\d{1,4}))?")
_SIZE = re.compile(r"(?:(?<=[xX:])|^)\s*([mn])\s*(?=[xX]|$)")
"""Pattern of a size m or n in the name of a board."""
_BRIEF_CELLS, _BRIEF_EDGES = 16, 24
"""Maximum cells of a grid, and edges of a graph, whose count takes less than a second and is not stored."""


@click.command()
@options.game_on("BOARD")
@options.positions
@options.weights()
@options.weight_part
@options.up_to
@options.plays_option
@click.option("--sizes", metavar="A..B", help="Count for n = A..B, or on mxn for m and n in A..BxC..D.")
@options.full("polynomials and numbers")
@options.language
@options.long_options(memory=True, keeps=True)
@options.as_json
def count(
    game: str,
    board: str,
    positions: Positions,
    weights: Weights,
    at: str | None,
    coefficient: str | None,
    up_to: UpTo | None,
    plays: str | None,
    sizes: str | None,
    full: bool,
    language: str | None,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Count the configurations of STRUCTURE on BOARD.

    STRUCTURE is a name from 'gfkit games' or the path of a rule file. BOARD is 4x3, path:7, cycle:9,
    cylinder:4x6, torus:4x6, complete:6, graph:FILE, @FILE, or a drawing such as ..#/... .

    --positions selects a class of positions of a game: all, left-ends (Left has no legal move), right-ends
    (Right has no legal move), maximal (no player has a legal move), full (no empty cell), or play
    (alternating play: the numbers of Left's and Right's pieces differ by at most one; for an impartial game
    all positions).

    --weights pieces returns a polynomial in which x counts pieces; with players, x counts Left's pieces and
    y Right's pieces. Pieces that the drawing of the board contains are not counted.

    --at x=2,y=1/3 evaluates the polynomial exactly at these weights, and --coefficient x^3 returns its
    coefficient, the number of configurations with exactly 3 pieces. Both imply --weights.

    --plays all counts plays from the empty board, in which the players alternate and Left begins; complete
    plays end when the player to move has no legal move, and --plays 3 counts plays of three moves.

    --up-to symmetry counts orbits under rotations and reflections of the board. Other groups are rotations,
    rectangle (the symmetries that map rows to rows) and automorphisms (of the graph).

    --sizes 1..10 counts on the boards n = 1, ..., 10 of a family such as nxn, and --sizes 1..6x1..6 on
    mxn; --format csv or bfile writes one line for each number.

    In a pipe, standard output is the number or the polynomial alone, and the evidence is on standard error.

    \b
    Example: the positions of Domineering on a square of four cells.
      $ gfkit count domineering 2x2 --weights players
      1 + 2*x + 2*y + x^2 + y^2
      7 positions
    """
    if plays is not None:
        options.refuse_beside_plays(
            positions=positions is not Positions.ALL, weights=weights is not Weights.NONE, at=at,
            coefficient=coefficient, up_to=up_to, sizes=sizes,
        )  # fmt: skip
        from gfkit.algebra import Count
        from gfkit.questions.plays import plays as count_plays

        found = work.run(count_plays, game, board, plays)
        alone = _format_result(found) if isinstance(found, Count) else ""
        present(found, as_json, language=language, full=full, alone=alone)
        return
    if up_to is not None and (at, coefficient) != (None, None):
        raise OptionError("--at and --coefficient cannot be combined with --up-to")
    if sizes is not None:
        if up_to is not None or weights is not Weights.NONE or (at, coefficient) != (None, None):
            raise OptionError("--sizes cannot be combined with --weights or --up-to")
        _count_sizes((game, board, positions), sizes, language, work, as_json)
        return
    if language in options.TABLE_FORMATS:
        raise OptionError(f"--format {language} requires --sizes")
    from gfkit.rules import Question

    question = Question.of(game, board, positions, weights)
    if up_to is not None:
        from gfkit.questions.orbits import orbits

        orbit_count = work.run(orbits, question, up_to=up_to)
        alone = "" if question.is_family else _format_result(orbit_count)
        present(orbit_count, as_json, language=language, full=full, alone=alone)
        return
    from gfkit.engine.count import count as count_positions

    store = None if _is_brief(question.board) else work.store
    result = work.run(count_positions, question, store=store, at=at, coefficient=coefficient)
    present(result, as_json, language=language, full=full, alone=_format_result(result))
    note_idle(question)
    note_weights(result.weights, [result.polynomial])


def _format_result(found: Any) -> str:
    """Return the number, or with weights the polynomial."""
    from gfkit.algebra.number import whole_text
    from gfkit.algebra.polynomial import term_text

    if getattr(found, "part", None) is not None:
        return term_text(found.number)
    return str(found.polynomial) if found.weights else whole_text(found.count)


def _is_brief(board: Board) -> bool:
    return board.grid is not None and board.size <= _BRIEF_CELLS and len(board.edges) <= _BRIEF_EDGES


def _count_sizes(
    asked: tuple[str, str, Positions],
    sizes: str,
    language: str | None,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Count the configurations for a range of sizes; numbers found before a limit are printed."""
    from gfkit.engine.count import count as count_positions
    from gfkit.rules import Question

    game, board, positions = asked
    letters = set(_SIZE.findall(board))
    ranges = _make_size_ranges(board, sizes, "m" in letters)
    *rows, columns = ranges
    numbers: list[list[str]] = []
    known: dict[str, str | int] = {}

    def show() -> None:
        if as_json:
            wide = {"m": rows[0][0], "rows": numbers} if rows else {"terms": numbers[0]}
            head: dict[str, object] = {
                "game": game,
                "board": board,
                "positions": positions.value,
                "weights": [],
            }
            write_json(
                {**head, "count": None, "polynomial": None, "n": columns[0], **wide, "evidence": known}
            )
        elif language == "csv":
            first_line = "m,n,count" if rows else "n,count"
            first = [f"{m}," for m in rows[0]] if rows else [""]
            lines = (
                f"{m}{n},{number}"
                for m, row in zip(first, numbers, strict=False)
                for n, number in zip(columns, row, strict=False)
            )
            write_lines([first_line, *lines])
        elif language == "bfile":
            write_lines(f"{n} {number}" for n, number in zip(columns, numbers[0], strict=False))
        elif rows:
            named = [[str(m), *row] for m, row in zip(rows[0], numbers, strict=False)]
            width = max(map(len, named), default=1)
            padded = [row + [""] * (width - len(row)) for row in named]
            write_table([["m\\n", *map(str, [*columns][: width - 1])], *padded])
        else:
            write_lines([", ".join(numbers[0])])

    if language not in (None, *options.TABLE_FORMATS):
        raise OptionError(f"--format {language}: with --sizes choose from csv, bfile")
    if language == "bfile" and rows:
        raise OptionError("--format bfile: a table in m and n requires --format csv")
    try:
        for m in rows[0] if rows else (0,):
            numbers.append([])
            for n in columns:
                question = Question.of(game, _board_of(board, {"m": m, "n": n}), positions, Weights.NONE)
                result = work.run(count_positions, question)
                known |= result.evidence.as_json()
                numbers[-1].append(_format_result(result))
    except (LimitError, KeyboardInterrupt):
        if numbers and numbers[0]:
            show()
        raise
    show()


def _make_size_ranges(board: str, sizes: str, has_rows: bool) -> list[range]:
    """Return the range of n, preceded by the range of m if the board contains m."""
    match = _RANGES.fullmatch(sizes.strip())
    example = "1..6x1..6" if has_rows else "1..10"
    if match is None or (match[3] is None) == has_rows:
        raise OptionError(f"--sizes {sizes}: must be such as {example} for board {board!r}")
    bounds = [int(part) for part in match.groups() if part is not None]
    ranges = [range(low, high + 1) for low, high in zip(bounds[::2], bounds[1::2], strict=True)]
    if not all(ranges):
        raise OptionError(f"--sizes {sizes}: the range is empty")
    return ranges


def _board_of(text: str, sizes: dict[str, int]) -> Any:
    """Return the board of these sizes: m and n are substituted, or else the n-th board of the family is
    used.
    """
    if _SIZE.search(text):
        return _SIZE.sub(lambda found: str(sizes[found[1]]), text)
    from gfkit.boards import Family, parse_board

    family = parse_board(text)
    if not isinstance(family, Family):
        raise OptionError(f"--sizes: board {text!r} contains no size n; replace a size by n, as in 3xn")
    return family.at(sizes["n"])
