"""gfkit polynomial: polynomials of graphs, and of families by their generating function; their zeros."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from gfkit.cli.files import check_file, check_picture_file, output_option
from gfkit.cli.long import options
from gfkit.cli.output import present
from gfkit.errors import OptionError

if TYPE_CHECKING:
    from gfkit.questions.graph_polynomial import PolynomialOfBoard, PolynomialOfFamily

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
