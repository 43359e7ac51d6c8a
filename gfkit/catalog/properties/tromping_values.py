"""Values compared, and where they are found."""

from __future__ import annotations

import re
from collections.abc import Callable

from gfkit.catalog.check import Arguments, Found, Method
from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.catalog.plain.shapes import alike, connected, drawn
from gfkit.catalog.properties.tromping import worth
from gfkit.errors import CatalogError
from gfkit.values import ShortGame, value

_RELATION = re.compile(r" (=|<=|<|>=|>|not <=|fuzzy with) ")


def _relation(statement: Statement, asked: Arguments) -> Found:  # noqa: ARG001
    """Relations between games, as ``* + 1 = 1*`` or ``2 + 2 not <= +-2``; several signs make a chain."""
    for text in statement:
        parts = _RELATION.split(text)
        if len(parts) < 3:
            raise CatalogError(
                f"statement {text!r}: must be two games with =, <=, <, >, 'not <=' between them"
            )
        for one, sign, other in zip(parts[::2], parts[1::2], parts[2::2], strict=False):
            first, second = ShortGame.parse(one), ShortGame.parse(other)
            if not _holds(first, sign, second):
                return Found(Standing.REFUTED, "compared as games", Witness(text, f"{one} {sign} {other}"))
    return Found(Standing.PROVED, "compared as games")


def _holds(one: ShortGame, sign: str, other: ShortGame) -> bool:
    words = {
        "=": ("second",),
        "<=": ("second", "right"),
        "<": ("right",),
        ">=": ("second", "left"),
        ">": ("left",),
        "not <=": ("left", "first"),
        "fuzzy with": ("first",),
    }
    return (one - other).outcome in words[sign]


def _first_size(statement: Statement, asked: Arguments) -> Found:
    """The least number of cells of a board, connected or not, with a given value."""
    game, wanted = asked["game"], ShortGame.parse(asked["value"])
    by_size: dict[int, set[ShortGame]] = {}
    for size in range(1, asked["cells"] + 1):
        by_size[size] = {worth(game, board) for board in connected(size)}
        for part in range(1, size // 2 + 1):
            by_size[size] |= {one + other for one in by_size[part] for other in by_size[size - part]}
        if any(one == wanted for one in by_size[size]):
            if statement[0] == str(size):
                return Found(Standing.PROVED, f"all boards up to {size} cells")
            return Found(Standing.REFUTED, "all boards", Witness(asked["value"], statement[0], str(size)))
    return Found(Standing.OPEN, f"no board up to {asked['cells']} cells")


def _how_many(statement: Statement, asked: Arguments) -> Found:
    """Connected boards with a given value, turned boards counted once, by number of cells from 1 on."""
    game, wanted = asked["game"], ShortGame.parse(asked["value"])
    for size, claimed in enumerate(statement, 1):
        found = {min(map(drawn, alike(board))) for board in connected(size) if worth(game, board) == wanted}
        if str(len(found)) != claimed:
            return Found(Standing.REFUTED, "all boards", Witness(f"{size} cells", claimed, str(len(found))))
    return Found(Standing.PROVED, f"all connected boards up to {len(statement)} cells")


def _hotter(statement: Statement, asked: Arguments) -> Found:
    """The mean temperature of all connected boards of a size: one game above others."""
    one, _, others = statement[0].partition(" > ")
    for size in range(asked["first"], asked["cells"] + 1):
        means = {game: _mean(game, size) for game in [one, *others.split(", ")]}
        for game in others.split(", "):
            if means[one] <= means[game]:
                witness = Witness(f"{size} cells", statement[0], f"{means[one]:.3f} and {means[game]:.3f}")
                return Found(Standing.REFUTED, "mean temperatures", witness)
    return Found(
        Standing.CONSISTENT, f"mean temperatures of the connected boards up to {asked['cells']} cells"
    )


def _mean(game: str, size: int) -> float:
    boards = connected(size)
    return float(sum(worth(game, board).temperature for board in boards)) / len(boards)


def _nowhere(statement: Statement, asked: Arguments) -> Found:
    """No board of the game has the value: a search can only refute it."""
    wanted = ShortGame.parse(statement[0])
    for size in range(1, asked["cells"] + 1):
        for board in connected(size):
            if worth(asked["game"], board) == wanted:
                return Found(
                    Standing.REFUTED, "all boards", Witness(drawn(board), "another value", statement[0])
                )
    return Found(Standing.OPEN, f"not found on connected boards up to {asked['cells']} cells")


def _star(is_star: Callable[[str], bool], what: str) -> Method:
    """Braces that mean star. Where they have no bar, one may stand before all of the options or after."""

    def method(statement: Statement, asked: Arguments) -> Found:  # noqa: ARG001
        text = statement[0]
        readings = [text] if "|" in text else [f"{{|{text[1:]}", f"{text[:-1]}|}}"]
        if any(is_star(reading) for reading in readings):
            return Found(Standing.PROVED, what)
        return Found(Standing.REFUTED, what, Witness(text, "*", f"not * as {' or '.join(readings)}"))

    return method


_Sides = tuple[tuple["_Sides", ...], tuple["_Sides", ...]]
"""The options of Left and of Right."""
_ZERO: _Sides = ((), ())


def _is_star_played(text: str) -> bool:
    """The game of these options, all of them 0, and star beside it: who moves first loses."""
    left, right = (tuple(_ZERO for option in side.split(",") if option) for side in text[1:-1].split("|"))
    star: _Sides = ((_ZERO,), (_ZERO,))

    def wins(games: tuple[_Sides, _Sides], who: int) -> bool:
        return any(
            not wins((option, games[1]) if part == 0 else (games[0], option), 1 - who)
            for part in (0, 1)
            for option in games[part][who]
        )

    return not any(wins(((left, right), star), who) for who in (0, 1))


def _turned(statement: Statement, asked: Arguments) -> Found:  # noqa: ARG001
    """The board turned has the negative value."""
    for m in range(1, asked["to"] + 1):
        for n in range(m, asked["to"] + 1):
            one, other = (value(asked["game"], board).value for board in (f"{m}x{n}", f"{n}x{m}"))
            if one != -other:
                return Found(Standing.REFUTED, "values", Witness(f"{m}x{n}", str(-other), str(one)))
    return Found(Standing.CONSISTENT, f"rectangles up to {asked['to']}x{asked['to']}")


METHODS: dict[str, dict[str, Method]] = {
    "relation": {"canonical": _relation},
    "first-size": {"canonical": _first_size},
    "how-many": {"canonical": _how_many},
    "hotter": {"canonical": _hotter},
    "nowhere": {"canonical": _nowhere},
    "star": {
        "canonical": _star(lambda text: ShortGame.parse(text) == ShortGame.parse("*"), "compared as games"),
        "played": _star(_is_star_played, "played beside star"),
    },
    "turned": {"canonical": _turned},
}
