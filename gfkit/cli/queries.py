"""gfkit optimum, constant, sample, probability and polynomial: queries other than counts."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, Literal

import click

import gfkit
from gfkit.cli.files import check_file, check_picture_file, output_option
from gfkit.cli.long import options
from gfkit.cli.output import Brief, present, show_when_stopped, write_json, write_lines
from gfkit.core.algebra.weight_part import read_weight_value
from gfkit.core.deferred import replace
from gfkit.core.errors import OptionError
from gfkit.core.typing import EventsLike, Positions

if TYPE_CHECKING:
    from gfkit.constants import PlaneConstant
    from gfkit.core.boards import Board
    from gfkit.questions.graph_polynomial import PolynomialOfFamily


@options.command("optimum", short_help="Minimum and maximum weight.")
@options.game_on("FAMILY|BOARD")
@options.positions
@options.given
@click.option("--witness", is_flag=True, help="Print a configuration of minimum, and of maximum weight.")
@click.option(
    "--cost", "cost_file", metavar="FILE", help="Costs of edges, vertices or pieces: lines such as 3-4,2.5."
)
@click.option("--sizes", metavar="A..B", help="Numbers for n = A..B or A..BxC..D; formulas for m on mxn.")
@options.rare(click.option("--format", "language", metavar="SYSTEM", help="With --sizes: csv or bfile."))
@output_option(
    "--save", "save_to", metavar="FILE", help="On a family: write a certificate for 'gfkit certify'."
)
@options.long_options()
@options.as_json
def optimum_verb(
    game: str,
    board: str,
    positions: Positions,
    given: EventsLike | None,
    witness: bool,
    cost_file: str | None,
    sizes: str | None,
    language: str | None,
    save_to: str | None,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Compute the minimum and the maximum weight of the configurations of STRUCTURE on BOARD or FAMILY.

    The weight of a configuration is its number of pieces, vertices or edges. So 'optimum dominating-sets'
    computes domination numbers, and 'optimum independent-sets' independence numbers. For a family (a board
    with n in it) the result is a formula for every n, linear on each residue class of n with a proved
    period, and the generating function of the number of optimal configurations.

    --witness prints an optimal configuration for each of the two, which is checked by the definition of the
    rule. --cost FILE optimises costs instead: each line names an edge, a vertex or the cells of a piece, and
    its cost, as in 3-4,2.5 or on a grid 1,1-1,2,2.5. The line *,0 is the cost of all others. So the minimum
    of spanning-trees is a minimum spanning tree, and that of hamiltonian-cycles a shortest tour.

    STRUCTURE may also be the name of a graph invariant, such as 'domination number', 'independence number',
    'matching number' or 'queens domination number'. --sizes 1..6 prints a table of the optima for n = 1,
    ..., 6 on a family such as nxn, and --sizes 1..4x1..6 for mxn; --format csv also prints the number of
    optimal configurations. On mxn, --sizes 2..9 prints a formula in n for each m = 2, ..., 9. --save FILE
    writes a certificate of both formulas on a family.

    \b
    Example: dominating sets of paths.
      $ gfkit optimum dominating-sets path:n
      dominating-sets on path:n
      minimum   ceil(n/3)
      ...
    """
    from gfkit.questions.optimum import optimum as optimum_of

    if sizes is None:
        if language is not None:
            raise OptionError(f"--format {language} requires --sizes")
        costs = None if cost_file is None else _read_costs(cost_file)
        result: Any = work.run(optimum_of, game, board, positions, witness=witness, costs=costs, given=given)
        if save_to is not None:
            from gfkit.proofs import save_derived

            save_derived(result, save_to)
        present(result, as_json, full=True)
        return
    for option, value in (("save", save_to), ("given", given), ("witness", witness), ("cost", cost_file)):
        if value not in (None, False):
            raise OptionError(f"--{option} cannot be combined with --sizes")
    _present_optima(game, board, positions, sizes, language, work, as_json=as_json)


def _present_optima(
    game: str,
    board: str,
    positions: Positions,
    sizes: str,
    language: str | None,
    work: options.LongCall,
    *,
    as_json: bool,
) -> None:
    """Print the optima of several sizes, or a formula for each width."""
    from gfkit.cli.sizes import are_widths, present_sizes
    from gfkit.questions.optimum import name_optimum, optimum as optimum_of

    game, board, side = name_optimum(game, board)
    sides = ("minimum", "maximum")
    known: dict[str, object] = {}
    are_formulas = are_widths(board, sizes)

    def solve(one: Board | str, _size: int) -> dict[str, str]:
        found: Any = work.run(optimum_of, game, one, positions)
        known.update(found.evidence.as_json())
        if are_formulas:
            return {name: getattr(found, name).text for name in sides}
        numbers: dict[str, str] = {}
        for name in sides:
            weight, count = getattr(found, name) or ("none", 0)
            numbers |= {name: str(weight), f"number of {name.replace('mum', 'ma')}": str(count)}
        return numbers

    present_sizes(
        board,
        sizes,
        solve,
        {
            "game": game,
            "board": board,
            "positions": positions.value,
            **dict.fromkeys((*sides, "smallest", "largest")),
        },
        shown=[side] if side else [*sides],
        language=language,
        as_json=as_json,
        evidence=known,
        are_formulas=are_formulas,
    )


def _read_costs(file: str) -> dict[str, str]:
    """Read the costs of a file."""
    from gfkit.core.files import given_text
    from gfkit.questions.costs import read_costs

    return read_costs(f"--cost {file!r}", given_text("--cost", file))


@options.command("constant", short_help="Bounds for the growth constant of the plane.")
@click.argument("game", metavar="RULE", shell_complete=options.complete_game)
@options.positions
@options.weight_values
@click.option(
    "--width",
    metavar="N",
    type=click.IntRange(1, 60),
    help="Maximum width of a strip; default: all that --seconds allows.",
)
@click.option(
    "--seconds",
    default=None,
    metavar="N",
    type=click.FloatRange(1, 86400),
    help="CPU time in seconds; default 20, or 2 if the exact value is known.",
)
@click.option(
    "--lattice",
    default="square",
    type=click.Choice(["square", "triangular", "honeycomb"]),
    help="Lattice of the plane; default square.",
)
@click.option("--bits", is_flag=True, help="Print the capacity, the logarithm to base 2, too.")
@output_option("--save", "save_to", metavar="FILE", help="Write a certificate for 'gfkit certify'.")
@options.long_options(memory=True, partial=True)
@options.as_json
def constant_verb(
    game: str,
    positions: Positions,
    at: str | None,
    width: int | None,
    seconds: float | None,
    lattice: Literal["square", "triangular", "honeycomb"],
    bits: bool,
    save_to: str | None,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Compute proved bounds for the growth constant of RULE, per cell of the infinite plane.

    The bounds follow from the growth of strips and cylinders, enclosed by inequalities between
    integers, and from theorems whose hypotheses are checked for the rule: Calkin and Wilf's theorem if
    the transfer matrix from row to row is symmetric, and cutting and joining of boards otherwise. For
    stones with liberties, such as NoGo, they follow from the number of ways to extend a position by one
    cell. An estimate without proof is printed separately, with its reason. --at x=2 gives every piece the
    weight 2.

    \b
    Example: independent sets of the square lattice, hard squares.
      $ gfkit constant independent-sets --width 6
      independent-sets: growth constant per cell of the plane
      proved digits  1.503...
      ...
    """
    check_file("--save", save_to, ".json")
    from gfkit.constants import constant as constant_of

    write = partial(_write, bits=bits, save_to=save_to, as_json=as_json)
    with show_when_stopped(write), work.progress() as progress:
        constant = constant_of(
            game,
            positions=positions.value,
            at=at,
            width=width,
            seconds=seconds,
            lattice=lattice,
            on_progress=progress,
        )
    write(constant)


def _write(found: PlaneConstant, bits: bool, save_to: str | None, as_json: bool) -> None:
    present(replace(found, in_bits=bits), as_json, full=True)
    if save_to is not None:
        from gfkit.constants.certificate import save_constant

        save_constant(found, save_to)


@options.command("sample", short_help="Random configuration, exactly uniform.")
@options.game_on("BOARD")
@options.labels
@options.positions
@options.given
@click.option("--seed", type=click.IntRange(0), metavar="S", help="Seed; default: a new one.")
@click.option(
    "--number", default=1, metavar="N", type=click.IntRange(1, 10_000), help="Number of samples; default 1."
)
@click.option(
    "--x", default="1", metavar="WEIGHT", help="Weight of each piece, or of each piece of Left; default 1."
)
@click.option("--y", default="1", metavar="WEIGHT", help="Weight of each piece of Right; default 1.")
@options.long_options(seconds=False)
@options.as_json
def sample_verb(
    game: str,
    board: str,
    positions: Positions,
    given: EventsLike | None,
    seed: int | None,
    number: int,
    x: str,
    y: str,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Draw random configurations of STRUCTURE on BOARD.

    The distribution is exactly uniform over all configurations that 'gfkit count' counts: the transfer matrix
    draws them, without rounding. On wide boards, spanning trees are drawn by Wilson's algorithm, and domino
    tilings by Propp's domino shuffling. With --x and --y the probability of a configuration is proportional
    to the product of the weights of its pieces. STRUCTURE, BOARD and --positions are as for 'gfkit count'.

    \b
    Example:
      $ gfkit sample domineering 2x4 --seed 3
      domineering on 2x4: random configuration, seed 3
      +---+---+---+---+
      | R   R | R   R |
      +---+---+---+---+
      | .   . | R   R |
      +---+---+---+---+
      drawn from the exact distribution by the transfer-matrix method (4 states)
    """
    drawn = work.run(
        gfkit.samples, game, board, positions.value, number=number, seed=seed, x=x, y=y, given=given
    )
    if as_json and number > 1:
        write_json({"samples": [sample.as_json() for sample in drawn]})
        return
    for index, sample in enumerate(drawn):
        if index:
            write_lines([""])
        present(sample, as_json)


@options.command("probability", short_help="Probabilities of events in a random configuration.")
@click.argument("game", metavar="STRUCTURE", shell_complete=options.complete_game)
@click.argument("board", metavar="FAMILY|BOARD [EVENT]", nargs=-1, callback=options.fill_board)
@options.given
@options.positions
@options.weight_values
@output_option("-o", "--output", metavar="FILE", help="Draw a heat map of all elementary events.")
@options.full("lists of events")
@options.long_options(memory=True)
@options.as_json
def probability_verb(
    game: str,
    board: tuple[str, ...],
    given: EventsLike | None,
    positions: Positions,
    at: str | None,
    output: str | None,
    full: bool,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Compute the probability of EVENT in a random configuration of STRUCTURE on BOARD or FAMILY.

    All configurations that 'gfkit count' counts are equally probable; with --at x=2 their probabilities are
    proportional to the products of their weights. The result is a fraction, and its first 10 digits. Without
    EVENT it is the probability of every elementary event, one line for each class of equal probability.

    EVENT is a sentence such as 'cell 1,1 is 1', 'edge 1,1-1,2', 'corner is a leaf', 'cell 2,3 is covered by
    a vertical domino', 'cells 1,1 and 5,5 are both 1', '2 king neighbours of cell 2,2 are 1', or an
    expression of rule files such as 'corners: d == 1'. Sentences are joined by 'and' or 'or'. --given EVENT
    is a condition.

    On a family the result is the probability for every n, and its limit as an algebraic number. An event
    that ends with 'in the middle' is about a slice far from both ends.

    \b
    Example: independent sets, also called hard squares, on strips of width 4.
      $ gfkit probability independent-sets 4xn 'cell 1,1 is 1'
      independent-sets on 4xn
      event          cell 1,1 is 1
      P(event)       from n = 1: 3/8, 12/41, 72/227, 191/617, ...
      ...
    """
    from gfkit.core.rules.kinds.events import EVENT_START
    from gfkit.questions.probability import ProbabilitiesOnBoard, probabilities

    check_picture_file("--output", output)
    is_whole = options.split_sentence(
        game, is_quoted=True
    )  # the board of the event stands in the same argument
    starts = [
        k
        for k, word in enumerate(board)
        if (k or is_whole) and re.match(rf"\S+ |{EVENT_START}(?![-:])", word)
    ]
    cut = min(starts, default=len(board))
    event = " ".join(board[cut:]) or None
    if output is not None and event is not None:
        raise OptionError("--output draws all events of a board; omit the event")
    game, on = options.game_and_board(game, *board[:cut])
    question = gfkit.Question.of(game, on, positions, weighed=True, given=given)
    found = work.run(probabilities, question, event, at)
    if output is not None and isinstance(found, ProbabilitiesOnBoard):
        from gfkit.show.cards.descriptions import probabilities_drawing

        probabilities_drawing(found).save(output)
    alone = str(found.events[0][1]) if isinstance(found, ProbabilitiesOnBoard) and event else ""
    present(found, as_json, full=full, alone=alone)


_LONGEST_FORMULA = 4000
"""Number of characters of a generating function above which it is printed only with --full or --json."""
_DRAWN = 12
"""Size n of the board whose zeros are drawn together with the limit curves of a family."""


def _kind_and_graph(ctx: click.Context, place: click.Parameter, graph: Sequence[str]) -> Sequence[str]:
    """Return the kind of a polynomial and its graph, which may be one phrase: Tutte polynomial of K4."""
    from gfkit.questions.graph_polynomial import is_kind

    words = (ctx.params["kind"], *graph)
    if pair := len(words) != 2 and options.split_sentence(" ".join(words), is_quoted=True, names=is_kind):
        return pair
    if len(words) == 1:
        kind, separator, board = words[0].partition(" polynomial of ")
        if not separator:
            raise click.MissingParameter(ctx=ctx, param=place)
        return f"{kind} polynomial", board  # one of them is unknown, and the error names it
    if len(words) > 2:
        raise click.UsageError(f"Got unexpected extra argument ({' '.join(words[2:])})", ctx)
    return words


@options.command("polynomial", short_help="Chromatic, Tutte and other polynomials of graphs.")
@click.argument("kind", metavar="KIND")
@click.argument("board", metavar="FAMILY|BOARD", nargs=-1, callback=_kind_and_graph)
@click.option("--at", "at", multiple=True, metavar="VARIABLE=NUMBER", help="Replace a variable by a number.")
@click.option("--zeros", is_flag=True, help="List the complex zeros of the polynomial of a graph.")
@output_option("--picture", "picture", metavar="FILE", help="Draw the zeros, and limit curves of a family.")
@options.rare(output_option("--report", "page", metavar="FILE", help="Write an HTML page."))
@options.full("polynomials")
@options.language
@options.long_options()
@options.as_json
def polynomial_verb(
    kind: str,
    board: Sequence[str],
    at: tuple[str, ...],
    zeros: bool,
    picture: str | None,
    page: str | None,
    full: bool,
    language: str | None,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Compute the polynomial KIND of a graph, or the proved generating function in t for a family of graphs.

    KIND is chromatic (in q), tutte (in x and y), potts (q and v), flow (q), reliability (p), matching (x),
    independence (x), ising (z), site-percolation, bond-percolation, site-wrapping or bond-wrapping (p).

    --picture draws the zeros in the complex plane. For a family it draws the zeros for n = 12, and the
    curves on which the two largest eigenvalues have equal modulus; the zeros approach these curves as n
    grows.

    \b
    Example: the number of proper q-colourings of a ladder.
      $ gfkit polynomial chromatic 2xn
      chromatic polynomials of 2xn
      generating function  (1 - 3*t + 2*q*t)/(1 - 3*t + 3*q*t - q^2*t)
      ...
    """
    check_picture_file("--picture", picture)
    if page is not None:
        check_file("--report", page, ".html", ".htm")
        if at:
            raise OptionError("--report cannot be combined with --at")
    kind, graph = board
    polynomial = work.run(gfkit.graph_polynomial, kind, graph, at=_parse_values(at))
    if picture is not None:
        _draw(polynomial, picture)
    if page is not None:
        from gfkit.show.report import polynomial_report

        polynomial_report(polynomial).save(page)
    listed = polynomial.zero_balls() if zeros else None
    beside: dict[str, object] | None = None if listed is None else {"zeros": [str(zero) for zero in listed]}
    law: Any = getattr(polynomial, "generating_function", None)
    brief = Brief(law.order) if law is not None and len(str(law)) > _LONGEST_FORMULA else None
    present(polynomial, as_json, language=language, full=full, beside=beside, zeros=listed, brief=brief)


def _parse_values(at: Sequence[str]) -> dict[str, int | Fraction]:
    """Parse the values of variables. Each variable has at most one value."""
    numbers: dict[str, int | Fraction] = {}
    for given in (part for one in at for part in one.split(",")):
        name, _, value = map(str.strip, given.partition("="))
        try:
            number = read_weight_value("at", value)
        except OptionError:
            raise OptionError(
                f"--at requires a variable and a number, such as --at q=3, got {given!r}"
            ) from None
        if name in numbers:
            raise OptionError(f"--at assigns two values to {name}, {numbers[name]} and {number}")
        numbers[name] = number
    return numbers


def _draw(found: gfkit.PolynomialOfBoard | PolynomialOfFamily, file: str) -> None:
    from gfkit.show.svg import family_zeros_drawing, zeros_drawing
    from gfkit.show.svg.chart import complex_roots

    title = f"zeros of the {found.kind} polynomial of {found.graph.text}"
    if isinstance(found, gfkit.PolynomialOfBoard):
        drawing = zeros_drawing(complex_roots(found.polynomial), title)
    else:
        drawing = family_zeros_drawing(found.generating_function, _DRAWN, f"{title}, n = {_DRAWN}")
    drawing.save(file)
