"""gfkit count: number of configurations, or their polynomial by pieces."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

import gfkit
from gfkit.cli.long import options
from gfkit.cli.output import note_idle, note_weights, present
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import OptionError
from gfkit.core.typing import EventsLike, Positions, UpTo, Weights

if TYPE_CHECKING:
    from gfkit.core.boards import Board


@dataclass(frozen=True)
class CountOptions:
    """Options of the command as typed."""

    game: str
    board: str
    positions: Positions
    given: EventsLike | None
    weights: Weights
    at: str | None
    coefficient: str | None
    pieces: int | None
    up_to: UpTo | None
    modulus: int | None
    by: str | None
    misere: bool
    plays: str | None
    is_list: bool
    limit: int | None
    unique: bool
    sizes: str | None
    full: bool
    language: str | None
    work: options.LongCall
    as_json: bool

    @property
    def weighed(self) -> dict[str, object]:
        """Options that select weights or other objects than configurations on one board."""
        return {
            "--weights": self.weights is not Weights.NONE,
            "--at": self.at,
            "--coefficient": self.coefficient,
            "--up-to": self.up_to,
            "--sizes": self.sizes,
            "--mod": self.modulus,
        }

    @property
    def parts(self) -> dict[str, str | None]:
        """Values of the weights, or the coefficient, also that of --pieces."""
        power = None if self.pieces is None else f"x^{self.pieces}"
        return {"at": self.at, "coefficient": self.coefficient or power}

    def check_checkpoint(self) -> None:
        """Raise OptionError if options other than those of one count are given with --checkpoint."""
        if self.work.asked.checkpoint is not None:
            others = {"--list": self.is_list, "--unique": self.unique, "--by": self.by, "--plays": self.plays}
            _refuse("--checkpoint", self.weighed | {"--pieces": self.pieces is not None} | others)

    def present(self, found: Any, **detail: Any) -> None:
        """Write a result in the requested form."""
        present(found, self.as_json, full=self.full, **detail)


@options.command("count")
@options.game_on("BOARD")
@options.labels
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
@click.option(
    "--by", metavar="outcome|nimber", help="Count positions by outcome, or by nimber (impartial games)."
)
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
@options.long_options(memory=True, workers=True, stores=True, checkpoint=True)
@options.as_json
def count_verb(**typed: Any) -> None:
    """Count the configurations of STRUCTURE on BOARD.

    STRUCTURE is a name from 'gfkit games' or the path of a rule file. BOARD is 4x3, path:7, cycle:9,
    cylinder:4x6, torus:4x6, complete:6, graph:FILE, @FILE, or a drawing such as ..#/... .

    --positions selects a class of positions of a game: all, left-ends (Left has no legal move), right-ends
    (Right has no legal move), maximal (no player has a legal move), full (no empty cell), or play
    (alternating play: the numbers of Left's and Right's pieces differ by at most one; for an impartial game
    all positions).

    --label NAME=FILE gives data of the board to a STRUCTURE that reads labels, such as the clues of a puzzle.
    For minesweeper, sudoku, nonogram, slitherlink and queens-with-regions, BOARD may be the file itself, and
    @FILE.toml is a board with its labels.

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

    With --checkpoint DIR the states of a large board are stored in DIR, and the same command resumes an
    interrupted sweep. --workers N advances them on N cores.

    \b
    Example: the positions of Domineering on a square of four cells.
      $ gfkit count domineering 2x2 --weights players
      1 + 2*x + 2*y + x^2 + y^2
      7 positions
    """
    asked = CountOptions(**typed)
    _check_options(asked)
    asked.check_checkpoint()
    if asked.is_list or asked.unique or asked.limit is not None:
        _list(asked)
    elif asked.by is not None:
        _count_by(asked, asked.by)
    elif asked.plays is not None:
        _count_plays(asked, asked.plays)
    elif asked.sizes is not None:
        _count_sizes(asked, asked.sizes)
    elif asked.up_to is not None:
        _count_orbits(asked, asked.up_to)
    else:
        _count_one(asked)


def _check_options(asked: CountOptions) -> None:
    """Raise OptionError if options contradict each other."""
    if asked.misere and asked.by is None:
        raise OptionError("--misere requires --by outcome")
    if asked.given is not None and {asked.by, asked.plays, asked.sizes, asked.up_to} != {None}:
        raise OptionError("--given cannot be combined with --by, --plays, --sizes or --up-to")
    if asked.is_list or asked.unique or asked.limit is not None:
        others = {"--by": asked.by, "--plays": asked.plays, "--format": asked.language}
        _refuse("--unique" if asked.unique else "--list", asked.weighed | others)
    elif asked.by is not None:
        chosen = {"--positions": asked.positions is not Positions.ALL, "--pieces": asked.pieces is not None}
        others = {"--plays": asked.plays, "--format": asked.language}
        _refuse("--by", asked.weighed | chosen | others)
    elif asked.plays is not None:
        chosen = {"--positions": asked.positions is not Positions.ALL, "--pieces": asked.pieces is not None}
        _refuse("--plays", asked.weighed | chosen)
    elif asked.pieces is not None and asked.coefficient is not None:
        raise OptionError("--pieces and --coefficient cannot be combined")
    elif asked.sizes is not None:
        weighed = {key: value for key, value in asked.weighed.items() if key not in ("--up-to", "--sizes")}
        _refuse("--sizes", weighed | {"--pieces": asked.pieces is not None})
    elif asked.language in options.TABLE_FORMATS:
        raise OptionError(f"--format {asked.language} requires --sizes")
    elif asked.modulus is not None and asked.up_to is not None:
        raise OptionError("--mod cannot be combined with --up-to")


def _list(asked: CountOptions) -> None:
    """List configurations, or determine whether there is exactly one; end the command."""
    from gfkit.questions import list_configurations

    query = asked.game, asked.board, asked.positions, asked.limit or (20 if asked.is_list else 2)
    listed = asked.work.run(
        list_configurations, *query, asked.pieces, given=asked.given, is_counted=asked.is_list
    )
    present(listed, asked.as_json)
    click.get_current_context().exit(int(asked.unique and not listed.is_unique))


def _count_by(asked: CountOptions, word: str) -> None:
    """Count positions by outcome or nimber."""
    from gfkit.play.count_positions import count_by

    with asked.work.progress() as progress:
        counts = count_by(asked.game, asked.board, word, misere=asked.misere, on_progress=progress)
    asked.present(counts)


def _count_plays(asked: CountOptions, which: str) -> None:
    """Count plays from the empty board."""
    found = asked.work.run(gfkit.plays, asked.game, asked.board, which)
    alone = _format_result(found) if isinstance(found, gfkit.Count) else ""
    asked.present(found, language=asked.language, alone=alone)


def _count_orbits(asked: CountOptions, up_to: UpTo) -> None:
    """Count orbits on a board, or derive their number on a family."""
    question = gfkit.Question.of(asked.game, asked.board, asked.positions, asked.weights, weighed=True)
    question.rule.check_unweighed()
    question, part = question.with_part(asked.parts["at"], asked.parts["coefficient"])
    if part is not None and question.is_family:
        raise OptionError("on a family --at, --coefficient and --pieces cannot be combined with --up-to")
    found: Any = asked.work.run(gfkit.orbits, question, up_to=up_to)
    found = found if part is None else replace(found, part=part)
    alone = "" if question.is_family else _format_result(found)
    asked.present(found, language=asked.language, alone=alone)


def _count_one(asked: CountOptions) -> None:
    """Count the configurations on a board, or evaluate the formula of a family at a large size."""
    from gfkit.core.boards.grammar import long_member
    from gfkit.core.rules.library import specification_reader

    query = asked.game, asked.board, asked.positions, asked.weights
    is_specified = specification_reader(asked.game) is not None
    is_long = asked.work.asked.checkpoint is None and long_member(asked.board) is not None
    is_term = asked.modulus is not None or is_specified or is_long
    question = None if is_term else gfkit.Question.of(*query, weighed=True, given=asked.given)
    from gfkit.core.engine.count import count  # not needed for a misspelt name

    own = asked.work.asked
    how: dict[str, Any] = {"workers": own.workers or 1, "checkpoint": own.checkpoint}
    if question is None:
        how |= {"mod": asked.modulus, "given": asked.given}
        result = asked.work.run(count, *query, **how, **asked.parts)
    else:
        result = asked.work.run(count, question, store=asked.work.store, **how, **asked.parts)
    asked.present(result, language=asked.language, alone=_format_result(result))
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
    from gfkit.core.algebra.number import whole_text
    from gfkit.core.algebra.polynomial import term_text

    if getattr(found, "part", None) is not None:
        return term_text(found.number)
    return str(found.polynomial) if found.weights else whole_text(found.count)


def _count_sizes(asked: CountOptions, sizes: str) -> None:
    """Count the configurations, or their orbits, for a range of sizes."""
    from gfkit.cli.sizes import present_sizes

    known: dict[str, str | int] = {}

    def solve(one: Board | str, _size: int) -> dict[str, str]:
        question = gfkit.Question.of(asked.game, one, asked.positions, Weights.NONE, weighed=True)
        if asked.up_to is None:
            result: Any = asked.work.run(gfkit.count, question)
        else:
            result = asked.work.run(gfkit.orbits, question, up_to=asked.up_to)
        known.update(result.evidence.as_json())
        return {"count": _format_result(result)}

    head: dict[str, object] = {"game": asked.game, "board": asked.board}
    head |= {"positions": asked.positions.value, "weights": []}
    head |= {} if asked.up_to is None else {"up_to": asked.up_to.value}
    present_sizes(
        asked.board,
        sizes,
        solve,
        head | {"count": None, "polynomial": None},
        shown=("count",),
        language=asked.language,
        as_json=asked.as_json,
        evidence=known,
    )
