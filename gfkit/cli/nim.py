"""gfkit nim: Sprague-Grundy values of impartial games, with their period."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from gfkit.cli.long import options
from gfkit.cli.output import write_aside, write_json, write_labelled, write_lines
from gfkit.errors import Interrupted

if TYPE_CHECKING:
    from gfkit.cli.long.long_call import LongCall
    from gfkit.values.impartial import NimValues

_SHOWN = 60
"""Values, exceptions and wins that are printed before the rest is only counted."""


@click.command(short_help="Sprague-Grundy values, with their period.")
@options.game_on("[FAMILY|BOARD]", required=False)
@click.option("--to", default=None, metavar="N", type=click.IntRange(0), help="The last n; 30 unless told.")
@click.option("--impartial", is_flag=True, help="Let both players make the moves of either.")
@options.full("lists")
@options.lasting(memory=True)
@options.as_json
def nim(
    game: str,
    board: str | None,
    to: int | None,
    impartial: bool,
    full: bool,
    work: LongCall,
    as_json: bool,
) -> None:
    """Sprague-Grundy values of GAME on FAMILY for n up to N, or on one BOARD.

    GAME is an impartial game from 'gfkit games', the path of a rule file with [both], or an octal code
    such as octal:0.07, which needs no board. FAMILY is a board with n in it, as 1xn, 2xn, cycle:n.

    The second player wins just where the value is 0. A period is proved where the values reach the bound
    of the octal-game periodicity theorem, or of the same theorem for strips; else it is only observed.

    \b
    Example: covering 1 x n with dominoes.
      $ gfkit nim cram 1xn --to 10
      cram on 1xn
      values                     from n = 0: 0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3
      period                     34; exceptions at n = 0, 1, 15, 17, 18, 32, 35, 52
      second player wins         n = 0, 1, 5, 9
      ...
    """
    from gfkit.values.impartial import NimLimitError
    from gfkit.values.impartial import nim as nim_values

    try:
        with work.progress() as progress:
            found = nim_values(
                game, board, to=to, impartial=impartial, max_memory=work.max_memory, on_progress=progress
            )
    except (NimLimitError, Interrupted) as stop:
        _write(stop.found, full, as_json)
        raise
    _write(found, full, as_json)


def _write(found: NimValues, full: bool, as_json: bool) -> None:
    if as_json:
        write_json(found.as_json())
        return
    if found.first_n is None:
        write_lines([str(found.values[0])])
        write_aside(f"{'first' if found.values[0] else 'second'} player wins; {found.evidence}")
        return
    rows = [
        ("", f"{found.game} on {found.board}"),
        ("values", f"from n = {found.first_n}: " + _listed(found.values, full)),
        ("period", _period(found, full)),
        ("second player wins", ("n = " + _listed(found.zeros, full)) if found.zeros else "never"),
    ]
    law = found.zeros_generating_function
    if law is not None and law.order:
        rows.append(("their generating function", str(law)))
    write_labelled(rows)
    write_aside(str(found.evidence))


def _period(found: NimValues, full: bool) -> str:
    if found.law is None:
        return "none found"
    text = str(found.period)
    if found.saltus:
        text += f", adding {found.saltus} from one period to the next"
    if found.exceptions:
        text += "; exceptions at n = " + _listed(found.exceptions, full)
    return text if found.proved_law else text + " (observed, not proved)"


def _listed(numbers: tuple[int, ...], full: bool) -> str:
    shown = numbers if full else numbers[:_SHOWN]
    more = len(numbers) - len(shown)
    return ", ".join(map(str, shown)) + (f", and {more} more (--full lists them)" if more else "")
