"""gfkit count: number of configurations, or their polynomial by pieces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from gfkit.cli.long import options
from gfkit.cli.output import note_idle, note_weights, present
from gfkit.errors import OptionError
from gfkit.typing import EventsLike, Positions, UpTo, Weights

if TYPE_CHECKING:
    from gfkit.boards import Board

_BRIEF_CELLS, _BRIEF_EDGES = 16, 24
"""Maximum cells of a grid, and edges of a graph, whose count takes less than a second and is not stored."""


@click.command()
@options.game_on("BOARD")
@options.positions
@options.given
@options.weights()
@options.weight_part
@click.option(
    "--pieces",
    metavar="K",
    type=click.IntRange(0, 10_000),
    help="Same as --coefficient x^K: exactly K pieces.",
)
@options.up_to
@click.option("--mod", "modulus", metavar="M", type=options.ValueRange(1), help="The residue modulo M.")
@click.option("--by", metavar="WORD", help="Count positions by outcome, or by nimber (impartial games).")
@click.option("--misere", is_flag=True, help="With --by outcome: the last player to move loses.")
@options.plays_option
@click.option("--list", "is_list", is_flag=True, help="List the configurations themselves.")
@click.option(
    "--limit", metavar="N", type=click.IntRange(1, 1_000_000), help="Maximum length of the list; default 20."
)
@click.option(
    "--unique", is_flag=True, help="Exit with 0 if there is exactly one configuration, else with 1."
)
@click.option("--sizes", metavar="A..B", help="Count for n = A..B, or on mxn for m and n in A..BxC..D.")
@options.full("polynomials and numbers")
@options.language
@options.long_options(memory=True, keeps=True)
@options.as_json
def count(
    game: str,
    board: str,
    positions: Positions,
    given: EventsLike | None,
    weights: Weights,
    at: str | None,
    coefficient: str | None,
    pieces: int | None,
    up_to: UpTo | None,
    modulus: int | None,
    by: str | None,
    misere: bool,
    plays: str | None,
    is_list: bool,
    limit: int | None,
    unique: bool,
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

    --given EVENT counts the configurations in which an event occurs, such as 'cell 1,1 is 1' or 'edge 1-2';
    'gfkit probability --help' describes events.

    --plays all counts plays from the empty board, in which the players alternate and Left begins; complete
    plays end when the player to move has no legal move, and --plays 3 counts plays of three moves.

    --up-to symmetry counts orbits under rotations and reflections of the board. Other groups are rotations,
    rectangle (the symmetries that map rows to rows) and automorphisms (of the graph).

    --by outcome counts all positions of a game by winner, and --by nimber those of an impartial game by
    Grundy value. With --misere the last player to move loses.

    --mod 10^9+7 returns the residue of the number. One side of the board may then be of any length, as
    in 2x10^18 or path:10^6: the number is a term of the formula of the family, which is derived first. With
    --weights it requires numbers for them, as in --at x=2.

    --list prints the configurations themselves, one after the other, with --pieces K those of K pieces.
    --unique determines whether there is exactly one, and prints two of them if there are several.

    --sizes 1..10 counts on the boards n = 1, ..., 10 of a family such as nxn, and --sizes 1..6x1..8 on
    mxn; there 1..6 is the range of both. --format csv or bfile writes one line for each number.

    In a pipe, standard output contains only the number or the polynomial, and standard error contains the
    evidence.

    \b
    Example: the positions of Domineering on a square of four cells.
      $ gfkit count domineering 2x2 --weights players
      1 + 2*x + 2*y + x^2 + y^2
      7 positions
    """
    if misere and by is None:
        raise OptionError("--misere requires --by outcome")
    if given is not None and {by, plays, sizes, up_to} != {None}:
        raise OptionError("--given cannot be combined with --by, --plays, --sizes or --up-to")
    weighed: dict[str, object] = {"--weights": weights is not Weights.NONE, "--at": at}
    weighed |= {"--coefficient": coefficient, "--up-to": up_to, "--sizes": sizes, "--mod": modulus}
    if is_list or unique or limit is not None:
        _refuse(
            "--unique" if unique else "--list", weighed | {"--by": by, "--plays": plays, "--format": language}
        )
        from gfkit.questions import list_configurations

        limit = limit or (20 if is_list else 2)
        listed = work.run(
            list_configurations, game, board, positions, limit, pieces, given=given, is_counted=is_list
        )
        present(listed, as_json)
        click.get_current_context().exit(int(unique and not listed.is_unique))
    if by is not None:
        others = (at, coefficient, pieces, up_to, modulus, plays, sizes, language)
        if positions is not Positions.ALL or weights is not Weights.NONE or set(others) != {None}:
            raise OptionError("--by cannot be combined with other options for the counted configurations")
        from gfkit.play.count_positions import count_by

        with work.progress() as progress:
            counts = count_by(game, board, by, misere=misere, on_progress=progress)
        present(counts, as_json, full=full)
        return
    if plays is not None:
        chosen = {"--positions": positions is not Positions.ALL, "--pieces": pieces is not None}
        _refuse("--plays", weighed | chosen)
        from gfkit.algebra import Count
        from gfkit.questions.plays import plays as count_plays

        found = work.run(count_plays, game, board, plays)
        alone = _format_result(found) if isinstance(found, Count) else ""
        present(found, as_json, language=language, full=full, alone=alone)
        return
    if pieces is not None:
        if coefficient is not None:
            raise OptionError("--pieces and --coefficient cannot be combined")
        coefficient = f"x^{pieces}"
    if sizes is not None:
        if weights is not Weights.NONE or (at, coefficient, modulus) != (None, None, None):
            raise OptionError("--sizes cannot be combined with --weights and --mod")
        _count_sizes((game, board, positions, up_to), sizes, language, work, as_json)
        return
    if language in options.TABLE_FORMATS:
        raise OptionError(f"--format {language} requires --sizes")
    if modulus is not None and up_to is not None:
        raise OptionError("--mod cannot be combined with --up-to")
    from gfkit.boards.grammar import long_member
    from gfkit.rules import Question

    parts = {"at": at, "coefficient": coefficient}
    is_term = modulus is not None or (up_to is None and long_member(board) is not None)
    question = None if is_term else Question.of(game, board, positions, weights, weighed=True, given=given)
    if question is not None and up_to is not None:
        from gfkit.questions.orbits import orbits

        question.rule.check_unweighed()
        question, part = question.with_part(at, coefficient)
        if part is not None and question.is_family:
            raise OptionError("on a family --at, --coefficient and --pieces cannot be combined with --up-to")
        orbit_count: Any = work.run(orbits, question, up_to=up_to)
        orbit_count = orbit_count if part is None else replace(orbit_count, part=part)
        alone = "" if question.is_family else _format_result(orbit_count)
        present(orbit_count, as_json, language=language, full=full, alone=alone)
        return
    from gfkit.engine.count import count as count_positions

    if question is None:
        asked = (game, board, positions, weights)
        result = work.run(count_positions, *asked, mod=modulus, given=given, **parts)
    else:
        store = None if _is_brief(question.board) else work.store
        result = work.run(count_positions, question, store=store, **parts)
    present(result, as_json, language=language, full=full, alone=_format_result(result))
    if question is not None:
        note_idle(question)
    note_weights(result.polynomial.variables, [result.polynomial])


def _refuse(option: str, others: Mapping[str, object]) -> None:
    """Raise OptionError for the first given option of those that cannot be combined with an option."""
    for other, value in others.items():
        if value:
            raise OptionError(f"{other} cannot be combined with {option}")


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
    asked: tuple[str, str, Positions, UpTo | None],
    sizes: str,
    language: str | None,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Count the configurations, or their orbits, for a range of sizes."""
    from gfkit.cli.sizes import present_sizes
    from gfkit.engine.count import count as count_positions
    from gfkit.rules import Question

    game, board, positions, up_to = asked
    known: dict[str, str | int] = {}

    def solve(one: Board) -> dict[str, str]:
        question = Question.of(game, one, positions, Weights.NONE, weighed=True)
        if up_to is None:
            result: Any = work.run(count_positions, question)
        else:
            from gfkit.questions.orbits import orbits

            result = work.run(orbits, question, up_to=up_to)
        known.update(result.evidence.as_json())
        return {"count": _format_result(result)}

    head: dict[str, object] = {"game": game, "board": board, "positions": positions.value, "weights": []}
    head |= {} if up_to is None else {"up_to": up_to.value}
    present_sizes(
        board,
        sizes,
        solve,
        head | {"count": None, "polynomial": None},
        shown=("count",),
        language=language,
        as_json=as_json,
        evidence=known,
    )
