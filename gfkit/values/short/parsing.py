"""Games from the usual notation."""

from __future__ import annotations

import re
from fractions import Fraction
from math import gcd

from gfkit.errors import InputError
from gfkit.values.short.canonical import make
from gfkit.values.short.sums import add, negate
from gfkit.values.short.table import Table

_TOKEN = re.compile(
    r"(?P<number>\d+/\d+|\d*[½¼¾⅛⅜⅝⅞]|\d+)|(?P<bars>\|+)|(?P<sign>\+-|\+_|-_|[+-])"
    r"|(?P<star>\*\d*)|(?P<ups>[v^]\d*)|(?P<mark>[{}(),])|(?P<other>\S)",
    re.ASCII,
)
_SAME = {
    "±": "+-", "⧾_": "+_", "⧾": "+_", "⧿_": "-_", "⧿": "-_", "−": "-",
    "⇑": "^2", "⇓": "v2", "↑": "^", "↓": "v", "∗": "*", "⋆": "*", "★": "*",
}  # fmt: skip
_VULGAR = {"½": (1, 2), "¼": (1, 4), "¾": (3, 4), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8)}
_EXAMPLES = "{2|-1}, {2|1||1/2}, 3/4, 1/2^3*, v*, *2, +-2, 2+_2, -_{1|0}"
_MOST_DIGITS, _MOST_UPS, _MOST_STAR = 1000, 1000, 255


def parse_game(table: Table, text: str) -> int:
    """The id of the game that a text stands for.

    Besides what is printed it takes sums and differences, ``(...)``, the signs ± ↑ ↓ and options that are not
    canonical. ``+-`` is always the sign of a switch: ``1+-2`` is {3|-1}.

    >>> table = Table()
    >>> parse_game(table, "1+-2") == parse_game(table, "{3|-1}")
    True
    >>> parse_game(table, "^-^*") == parse_game(table, "*")
    True
    >>> parse_game(table, "{1|")
    Traceback (most recent call last):
    ...
    gfkit.errors.InputError: value '{1|': expected a game or '}' at the end; ...
    """
    try:
        return _Reader(table, text).whole()
    except RecursionError:
        raise InputError(f"value {_short(text)!r} is nested too deeply to be read") from None


class _Reader:
    """Reads tokens from left to right."""

    def __init__(self, table: Table, text: str) -> None:
        self._table, self._text = table, text
        plain = text
        for sign, same in _SAME.items():
            plain = plain.replace(sign, same)
        self._plain = plain
        self._tokens = list(_TOKEN.finditer(plain))
        self._next = 0

    def whole(self) -> int:
        game = self._sum()
        if self._kind() != "end":
            raise self._expected("nothing more")
        return game

    def _kind(self) -> str:
        """The kind of the next token; marks and signs are kinds of their own."""
        if self._next >= len(self._tokens):
            return "end"
        token = self._tokens[self._next]
        kind = token.lastgroup or "other"
        return token[0] if kind in ("mark", "sign") else kind

    def _take(self) -> str:
        self._next += 1
        return self._tokens[self._next - 1][0]

    def _sum(self) -> int:
        """Games with signs between them; ups, stars, switches and tinies need none."""
        game = self._signed()
        while True:
            kind = self._kind()
            if kind == "+":
                self._take()
                game = add(self._table, game, self._unit())
            elif kind in ("-", "+-", "+_", "-_", "ups", "star"):
                game = add(self._table, game, self._signed())
            else:
                return game

    def _signed(self) -> int:
        if self._kind() == "-":
            self._take()
            return negate(self._table, self._unit())
        return self._unit()

    def _unit(self) -> int:
        kind = self._kind()
        if kind == "number":
            return self._number()
        if kind in ("ups", "star"):
            return self._infinitesimal(kind)
        if kind == "{":
            return self._braces()
        if kind == "(":
            games = self._list()
            if len(games) != 1:
                raise self._expected("one game in parentheses, or +- before them,")
            return games[0]
        if kind == "+-":
            self._take()
            return self._switch()
        if kind in ("+_", "-_"):
            self._take()
            return self._tiny(kind)
        raise self._expected("a game")

    def _number(self) -> int:
        token = self._take()
        if len(token) > _MOST_DIGITS:
            raise InputError(f"value {_short(self._text)!r}: numbers have at most {_MOST_DIGITS} digits")
        above, _, below = token.partition("/")
        if token[-1] in _VULGAR:
            value = int(token[:-1] or 0) + Fraction(*_VULGAR[token[-1]])
        elif is_dyadic(int(above), int(below or 1)):
            value = Fraction(int(above), int(below or 1))
        else:
            raise InputError(
                f"value {_short(self._text)!r}: {token} is no number of a short game; below the line"
                " must stand a power of 2, as in 3/4"
            )
        return self._table.dyadic(value)

    def _infinitesimal(self, kind: str) -> int:
        token = self._take()
        most = _MOST_STAR if kind == "star" else _MOST_UPS
        count = 1 if len(token) == 1 else int(token[1:]) if len(token) < 9 else most + 1
        if count > most:
            raise InputError(f"value {_short(self._text)!r}: at most {token[0]}{most} is taken, got {token}")
        ups = {"^": count, "v": -count}.get(token[0], 0)
        return self._table.of_up_star((0, ups, 0 if ups or token[0] != "*" else count))

    def _switch(self) -> int:
        if self._kind() == "{":
            sides, bars = self._sides()
            games = [self._joined(sides, bars)] if bars else sides[0]
        else:
            games = self._list() if self._kind() == "(" else [self._operand("+-")]
        return make(self._table, games, [negate(self._table, game) for game in games])

    def _tiny(self, sign: str) -> int:
        table, zero = self._table, [self._table.zero]
        threat = make(table, zero, [negate(table, self._operand(sign))])
        found = make(table, zero, [threat])
        return found if sign == "+_" else negate(table, found)

    def _operand(self, sign: str) -> int:
        """What stands after +- or +_: a number, or a game in braces or parentheses."""
        if self._kind() not in ("number", "{", "("):
            raise self._expected(f"a number, or a game in braces or parentheses, after {sign}")
        return self._unit()

    def _list(self) -> list[int]:
        self._take()
        games = [self._sum()]
        while self._kind() == ",":
            self._take()
            games.append(self._sum())
        if self._kind() != ")":
            raise self._expected("',' or ')'")
        self._take()
        return games

    def _braces(self) -> int:
        sides, bars = self._sides()
        if not bars:
            raise self._expected("bars between left and right options before the '}'")
        return self._joined(sides, bars)

    def _sides(self) -> tuple[list[list[int]], list[int]]:
        """The options between the bars in braces, and how many bars each time."""
        self._take()
        sides: list[list[int]] = [[]]
        bars: list[int] = []
        while self._kind() != "}":
            if self._kind() == "bars":
                bars.append(len(self._take()))
                sides.append([])
                continue
            if sides[-1]:
                if self._kind() != ",":
                    raise self._expected("',', bars or '}'")
                self._take()
            elif self._kind() == "end":
                raise self._expected("a game or '}'")
            sides[-1].append(self._sum())
        self._take()
        return sides, bars

    def _joined(self, sides: list[list[int]], bars: list[int]) -> int:
        """The game whose sides are separated by bars, the most bars being outermost."""
        most = max(bars)
        if bars.count(most) > 1:
            raise self._expected(
                f"one separator {'|' * most} instead of {bars.count(most)}, more bars further out,"
            )
        middle = bars.index(most)
        left, right = sides[: middle + 1], sides[middle + 1 :]
        lefts = left[0] if len(left) == 1 else [self._joined(left, bars[:middle])]
        rights = right[0] if len(right) == 1 else [self._joined(right, bars[middle + 1 :])]
        return make(self._table, lefts, rights)

    def _expected(self, what: str) -> InputError:
        if self._kind() == "end":
            place = "at the end"
        else:
            place = f"at {_short(self._plain[self._tokens[self._next].start() :])!r}"
        return InputError(f"value {_short(self._text)!r}: expected {what} {place}; examples are {_EXAMPLES}")


def is_dyadic(above: int, below: int) -> bool:
    """Whether a fraction has a power of 2 as its denominator.

    >>> is_dyadic(6, 12), is_dyadic(1, 3), is_dyadic(1, 0)
    (True, False, False)
    """
    return below > 0 and (below // gcd(above, below)).bit_count() == 1


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}..."
