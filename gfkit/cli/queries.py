"""gfkit optimum, constant, sample and polynomial: other queries than the number of configurations."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from gfkit.cli.files import check_file, check_picture_file, output_option
from gfkit.cli.long import options
from gfkit.cli.output import present, show_when_stopped, write_json, write_lines
from gfkit.errors import OptionError
from gfkit.typing import Positions

if TYPE_CHECKING:
    from gfkit.constants import PlaneConstant
    from gfkit.questions.graph_polynomial import PolynomialOfBoard, PolynomialOfFamily


@click.command(short_help="The smallest and the largest weight, as a law.")
@options.game_on("FAMILY|BOARD")
@options.positions
@options.long_options()
@options.as_json
def optimum(game: str, board: str, positions: Positions, work: options.LongCall, as_json: bool) -> None:
    """The smallest and the largest weight of what GAME counts on BOARD or FAMILY, and how many attain it.

    Weights are those of --weights pieces: the number of pieces, of vertices in a set, of edges. So
    'optimum dominating-sets' gives domination numbers, 'optimum independent-sets' independence numbers.
    On a family, a board with n in it, the answer is a law for every n, linear for each residue of n, with
    its period proved, and the generating function of how many attain it.

    \b
    Example: dominating sets of paths.
      $ gfkit optimum dominating-sets path:n
      dominating-sets on path:n
      smallest  floor((n + 2)/3)
      ...
    """
    from gfkit.questions.optimum import optimum as optimum_of

    present(work.run(optimum_of, game, board, positions), as_json, full=True)


@click.command(short_help="Bounds for the growth per cell on the plane.")
@click.argument("game", metavar="RULE", shell_complete=options.complete_game)
@options.positions
@click.option(
    "--width",
    metavar="N",
    type=click.IntRange(1, 60),
    help="Strips of up to N rows, stones to 4^-N; what is done in --seconds by default.",
)
@click.option(
    "--seconds",
    default=None,
    metavar="N",
    type=click.FloatRange(1, 86400),
    help="CPU seconds to spend; 20 by default, or 2 if the exact value is known.",
)
@output_option("--save", "save_to", metavar="FILE", help="Write a certificate for 'gfkit certify'.")
@options.long_options(memory=True, finds=True)
@options.as_json
def constant(
    game: str,
    positions: Positions,
    width: int | None,
    seconds: float | None,
    save_to: str | None,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Bounds, with proof, for how fast the counts of RULE grow for each cell of the infinite plane.

    From the growth of strips and cylinders of growing width, enclosed by inequalities in whole numbers, by
    theorems whose hypotheses are checked for the rule: Calkin and Wilf's where the step from row to row is
    symmetric, cutting and joining of boards elsewhere; for stones that need a free cell, as in NoGo, from
    what one cell more may hold. An estimate is given apart, with its reason.

    \b
    Example: independent sets of the square lattice, hard squares.
      $ gfkit constant independent-sets --width 6
      independent-sets: growth for each cell of the plane
      proved digits  1.50...
      ...
    """
    check_file("--save", save_to, ".json")
    from gfkit.constants import constant as constant_of

    write = partial(_write, save_to=save_to, as_json=as_json)
    with show_when_stopped(write), work.progress() as progress:
        constant = constant_of(
            game,
            positions=positions.value,
            width=width,
            seconds=seconds,
            on_progress=progress,
        )
    write(constant)


def _write(found: PlaneConstant, save_to: str | None, as_json: bool) -> None:
    present(found, as_json, full=True)
    if save_to is not None:
        from gfkit.constants.certificate import save_constant

        save_constant(found, save_to)


@click.command(short_help="A configuration drawn at random, exactly.")
@options.game_on("BOARD")
@options.positions
@click.option(
    "--seed", type=click.IntRange(0), metavar="S", help="Draw the same again; a new one by default."
)
@click.option(
    "--number", default=1, metavar="N", type=click.IntRange(1, 10_000), help="How many; 1 by default."
)
@click.option(
    "--x", default="1", metavar="WEIGHT", help="What a piece weighs, or one of Left's; 1 by default."
)
@click.option("--y", default="1", metavar="WEIGHT", help="What a piece of Right's weighs; 1 by default.")
@options.long_options(seconds=False)
@options.as_json
def sample(
    game: str,
    board: str,
    positions: Positions,
    seed: int | None,
    number: int,
    x: str,
    y: str,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """Draw configurations of GAME on BOARD at random.

    All that 'gfkit count' counts are equally likely, exactly: they are drawn by the transfer matrix, and no
    rounding enters. With --x and --y their probabilities are proportional to the products of the weights of
    their pieces. GAME, BOARD and --positions are as for 'gfkit count'.

    \b
    Example:
      $ gfkit sample domineering 2x4 --seed 3
      domineering on 2x4: seed 3
      +---+---+---+---+
      | R   R | R   R |
      +---+---+---+---+
      | .   . | R   R |
      +---+---+---+---+
      proved by transfer-matrix-sampling (states 4)
    """
    from gfkit.questions.sampling import samples

    drawn = work.run(samples, game, board, positions.value, number=number, seed=seed, x=x, y=y)
    if as_json and number > 1:
        write_json({"samples": [sample.as_json() for sample in drawn]})
        return
    for index, sample in enumerate(drawn):
        if index:
            write_lines([""])
        present(sample, as_json)


_LONGEST = 9
_DRAWN = 12
"""The size whose zeros are drawn over the curves of a family."""


@click.command(short_help="Chromatic, Tutte and other polynomials of graphs.")
@click.argument("kind", metavar="KIND")
@click.argument("board", metavar="FAMILY|BOARD")
@click.option(
    "--at", "at", multiple=True, metavar="VARIABLE=NUMBER", help="Put a whole number for a variable."
)
@click.option("--zeros", is_flag=True, help="List the complex zeros of the polynomial of a board.")
@output_option("--picture", "picture", metavar="FILE", help="Draw zeros, and curves of a family.")
@options.rare(output_option("--report", "page", metavar="FILE", help="Write a page about it (HTML)."))
@options.full("polynomials")
@options.language
@options.long_options()
@options.as_json
def polynomial(
    kind: Any,
    board: str,
    at: tuple[str, ...],
    zeros: bool,
    picture: str | None,
    page: str | None,
    full: bool,
    language: str | None,
    work: options.LongCall,
    as_json: bool,
) -> None:
    """The polynomial KIND of a graph, or of a family as a rational generating function in t, proved.

    KIND is chromatic (in q), tutte (in x and y), potts (q and v), flow (q), reliability (p), matching (x),
    independence (x) or ising (z).

    --picture draws the zeros in the complex plane; of a family those of one n, with the curves where the two
    largest eigenvalues have equal modulus, to which zeros come close as n grows.

    \b
    Example: how often a ladder can be coloured with q colours.
      $ gfkit polynomial chromatic 2xn
      chromatic polynomials of 2xn
      generating function  (1 - 3*t + 2*q*t)/(1 - 3*t + 3*q*t - q^2*t)
      ...
    """
    from gfkit.questions.graph_polynomial import graph_polynomial

    check_picture_file("--picture", picture)
    if page is not None:
        check_file("--report", page, ".html", ".htm")
        if at:
            raise OptionError("--report tells of the polynomial in all its variables; leave --at out")
    polynomial = work.run(graph_polynomial, kind, board).at(**_values(at))
    if picture is not None:
        _draw(polynomial, picture)
    if page is not None:
        from gfkit.show.report import polynomial_report

        polynomial_report(polynomial).save(page)
    listed = polynomial.zero_balls() if zeros else None
    beside: dict[str, object] | None = None if listed is None else {"zeros": [str(zero) for zero in listed]}
    present(polynomial, as_json, language=language, full=full, beside=beside, zeros=listed)


def _values(at: Sequence[str]) -> dict[str, int]:
    """The numbers by their variables, each of which has one."""
    numbers: dict[str, int] = {}
    for name, number in map(_value, at):
        if name in numbers:
            raise OptionError(f"--at puts {numbers[name]} and {number} for {name}; leave one of them out")
        numbers[name] = number
    return numbers


def _value(given: str) -> tuple[str, int]:
    """A variable and the number for it."""
    name, equals, number = given.partition("=")
    digits = number.strip().removeprefix("-")
    if not equals or not (digits.isascii() and digits.isdigit() and len(digits) <= _LONGEST):
        raise OptionError(f"--at takes a variable and a whole number, as in --at q=3, got {given!r}")
    return name.strip(), int(number)


def _draw(found: PolynomialOfBoard | PolynomialOfFamily, file: str) -> None:
    from gfkit.questions.graph_polynomial import PolynomialOfBoard
    from gfkit.show.picture import save_picture
    from gfkit.show.svg import family_zeros_drawing, zeros_drawing
    from gfkit.show.svg.chart import complex_roots

    title = f"zeros of the {found.kind} polynomial of {found.graph.text}"
    if isinstance(found, PolynomialOfBoard):
        drawing = zeros_drawing(complex_roots(found.polynomial), title)
    else:
        drawing = family_zeros_drawing(found.generating_function, _DRAWN, f"{title}, n = {_DRAWN}")
    save_picture(drawing, file)
