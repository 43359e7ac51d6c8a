"""Values compared, and where they are found."""

from __future__ import annotations

import re
from collections.abc import Callable

from gfkit.catalog.claim import (
    Arguments,
    CheckResult,
    ClaimStatus,
    HoleValues,
    Statement,
    compare_cases,
    refutation,
    theorem,
)
from gfkit.core.errors import CatalogError
from gfkit.play import ShortGame, value

from ..shared.cells import alike, connected_boards, drawing_of
from .check import worth

_SIGNS = {
    "=": ("second",),
    "<=": ("second", "right"),
    "<": ("right",),
    ">=": ("second", "left"),
    ">": ("left",),
    "not <=": ("left", "first"),
    "fuzzy with": ("first",),
}
_SIGN = re.compile(f" ({'|'.join(sorted(_SIGNS, key=len, reverse=True))}) ")


@theorem("tromping_values.relation", "canonical")
def relation(statement: Statement, _asked: Arguments) -> CheckResult:
    """Check relations between games, such as * + 1 = 1* or 2 + 2 not <= +-2, or chains of them."""
    for text in statement:
        parts = _SIGN.split(text)
        if len(parts) < 3:
            raise CatalogError(f"statement {text!r}: must be two games with one of {', '.join(_SIGNS)}")
        for one, sign, other in zip(parts[::2], parts[1::2], parts[2::2], strict=False):
            if (ShortGame.parse(one) - ShortGame.parse(other)).outcome not in _SIGNS[sign]:
                return refutation("compared as games", text, f"{one} {sign} {other}")
    return CheckResult(ClaimStatus.PROVED, "compared as games")


@theorem("tromping_values.first-size", "canonical")
def first_size(statement: Statement, asked: Arguments) -> CheckResult:
    """Check the smallest number of cells of a board, connected or not, with a given value."""
    game, wanted = asked["game"], ShortGame.parse(asked["value"])
    by_size: dict[int, set[ShortGame]] = {}
    for size in range(1, asked["cells"] + 1):
        by_size[size] = {worth(game, board) for board in connected_boards(size)}
        for part in range(1, size // 2 + 1):
            by_size[size] |= {one + other for one in by_size[part] for other in by_size[size - part]}
        if any(one == wanted for one in by_size[size]):
            if statement[0] == str(size):
                return CheckResult(ClaimStatus.PROVED, f"all boards up to {size} cells")
            return refutation("all boards", asked["value"], statement[0], size)
    return CheckResult(ClaimStatus.OPEN, f"no board up to {asked['cells']} cells")


@theorem("tromping_values.how-many", "canonical")
def how_many(statement: Statement, asked: Arguments) -> CheckResult:
    """Check the numbers of connected boards with a given value, up to rotation, by number of cells."""
    game, wanted = asked["game"], ShortGame.parse(asked["value"])
    for size, claimed in enumerate(statement, 1):
        boards = {
            min(map(drawing_of, alike(board)))
            for board in connected_boards(size)
            if worth(game, board) == wanted
        }
        if str(len(boards)) != claimed:
            return refutation("all boards", f"{size} cells", claimed, len(boards))
    return CheckResult(ClaimStatus.PROVED, f"all connected boards up to {len(statement)} cells")


@theorem("tromping_values.hotter", "canonical", words="{hot:word} > {others}")
def hotter(said: HoleValues, asked: Arguments) -> CheckResult:
    """Check that the mean temperature of connected boards of a size is larger for one game than for
    others."""
    hot, others = said["hot"], said["others"].split(", ")
    for size in range(asked["first"], asked["cells"] + 1):
        means = {game: _mean(game, size) for game in [hot, *others]}
        for game in others:
            if means[hot] <= means[game]:
                true = f"{means[hot]:.3f} and {means[game]:.3f}"
                return refutation("mean temperatures", f"{size} cells", f"{hot} > {game}", true)
    return CheckResult(
        ClaimStatus.CONSISTENT, f"mean temperatures of the connected boards up to {asked['cells']} cells"
    )


def _mean(game: str, size: int) -> float:
    boards = connected_boards(size)
    return float(sum(worth(game, board).temperature for board in boards)) / len(boards)


@theorem("tromping_values.nowhere", "canonical")
def nowhere(statement: Statement, asked: Arguments) -> CheckResult:
    """Check that no board of the game has the value; a search can only refute it."""
    wanted = ShortGame.parse(statement[0])
    for size in range(1, asked["cells"] + 1):
        for board in connected_boards(size):
            if worth(asked["game"], board) == wanted:
                return refutation("all boards", drawing_of(board), "another value", statement[0])
    return CheckResult(ClaimStatus.OPEN, f"not found on connected boards up to {asked['cells']} cells")


Sides = tuple[tuple["Sides", ...], tuple["Sides", ...]]
"""The options of Left and of Right."""
_ZERO: Sides = ((), ())


def _star_compared(text: str) -> bool:
    return ShortGame.parse(text) == ShortGame.parse("*")


def _star_played(text: str) -> bool:
    """Return True if the sum of star and the game with these options, all 0, is a P-position."""
    left, right = (tuple(_ZERO for option in side.split(",") if option) for side in text[1:-1].split("|"))
    star: Sides = ((_ZERO,), (_ZERO,))

    def wins(games: tuple[Sides, Sides], who: int) -> bool:
        return any(
            not wins((option, games[1]) if part == 0 else (games[0], option), 1 - who)
            for part in (0, 1)
            for option in games[part][who]
        )

    return not any(wins(((left, right), star), who) for who in (0, 1))


@theorem("tromping_values.star", {"canonical": _star_compared, "played": _star_played})
def is_star(way: Callable[[str], bool], statement: Statement, _asked: Arguments) -> CheckResult:
    """Check which braces denote star. Braces without a bar may have it before or after all options."""
    text, what = statement[0], "compared as games" if way is _star_compared else "played beside star"
    readings = [text] if "|" in text else [f"{{|{text[1:]}", f"{text[:-1]}|}}"]
    if any(map(way, readings)):
        return CheckResult(ClaimStatus.PROVED, what)
    return refutation(what, text, "*", f"not * as {' or '.join(readings)}")


@theorem("tromping_values.turned", "canonical", words="G(m, n) = -G(n, m)")
def turned_board(_said: HoleValues, asked: Arguments) -> CheckResult:
    """Check that the rotated board has the negative value."""

    def case(m: int, n: int) -> tuple[str, str, str]:
        one, other = (value(asked["game"], board).value for board in (f"{m}x{n}", f"{n}x{m}"))
        return f"{m}x{n}", str(-other), str(one)

    to = asked["to"]
    sizes = ((m, n) for m in range(1, to + 1) for n in range(m, to + 1))
    return compare_cases((case(m, n) for m, n in sizes), "values", f"rectangles up to {to}x{to}")
