"""Parser of short games, in the notations of this package, of books and of other programs."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from itertools import accumulate
from math import gcd

from gfkit.core.deferred import regex
from gfkit.core.errors import GfkitError, InputError, deepest, depth_limited, known_choices
from gfkit.core.hooks import with_answer
from gfkit.play.short.arithmetic import add, make, negate
from gfkit.play.short.operators import (
    cool,
    heat,
    norton_product,
    overheat,
    reduced_form,
    stalk,
    times,
    up_power,
    up_sum,
)
from gfkit.play.short.table import Table

MOST_BRACKETS = 100
"""Maximum depth of nested brackets in a string."""
_TOKEN = regex(
    r"(?P<name>(?!v-)[~./]{0,9}+[A-Za-z][A-Za-z0-9_./~-]{0,254}+)(?=\s*+\()"
    r"|(?P<number>\d+/\d+|\d*[½¼¾⅛⅜⅝⅞]|\d*\.\d+|\d+)|(?P<bars>\|+)|(?P<sign>\+-|\+_|-_|[+-])"
    r"|(?P<star>\*\d*)|(?P<power>[v^](?:\[\d+\]|<\d+>))|(?P<ups>[v^]\d*)|(?P<mark>[{}(),:])|(?P<other>\S)",
    re.ASCII,
)
_SAME = {
    "±": "+-", "⧾_": "+_", "⧾": "+_", "⧿_": "-_", "⧿": "-_", "−": "-",
    "⇑": "^2", "⇓": "v2", "↑": "^", "↓": "v", "∗": "*", "⋆": "*", "★": "*",
}  # fmt: skip
_VULGAR = {"½": (1, 2), "¼": (1, 4), "¾": (3, 4), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8)}
_EXAMPLES = "{2|1||1/2}, 3/4, 1/2^3*, *2, +-2, domineering(2x3)"
_SIDE = regex(r"[x×]\s*\d|[a-z][-\w]*\s*:")
"""Pattern of a board given by mistake: rows times a number, or a game and a colon."""
_LONGEST = 60
"""Length of the longest string that is tried as a game, in case it is no name."""
_MOST_DIGITS, _MOST_UPS, _MOST_STAR, _MOST_POWER = 1000, 1000, 255, 30
BoardValues = Callable[[Table, str, str], int]
"""Function that maps a table, the name of a game and the name of a board to a value."""


def _make_tiny(table: Table, game: int) -> int:
    zero = [table.zero]
    return make(table, zero, [make(table, zero, [negate(table, game)])])


_OPERATIONS: dict[str, tuple[str, Callable[..., int]]] = {
    "cool": ("Gt", cool),
    "heat": ("GG", heat),
    "overheat": ("GGG", overheat),
    "ordinal": ("GG+", stalk),
    "norton": ("GG", norton_product),
    "times": ("nG", times),
    "reduced": ("G", reduced_form),
    "tiny": ("G", _make_tiny),
    "miny": ("G", lambda table, game: negate(table, _make_tiny(table, game))),
}
"""Operations by name, with the types of their arguments: G a game, t a number >= 0, n an integer; + allows
more arguments like the last.
"""
_EDGES = {"b": "1", "r": "-1", "g": "*"}
"""Games of the blue, red and green edges of Hackenbush."""


def parse_game(table: Table, text: str, board_value: BoardValues | None = None) -> int:
    """Parse a string, and return the id of its game.

    In addition to the printed notation, the parser accepts sums and differences, ``(...)``, the signs ± ↑ ↓,
    options that are not canonical, bars without braces, decimals, ``Tiny(2)``, ``^[2]`` for up + up-second,
    ``^<2>`` for up-second alone, ``G:H`` for the ordinal sum, and ``hackenbush(BRRB)`` for a stalk.
    Operations by name are cool(G, t), heat(G, t), overheat(G, s, t), norton(G, U), times(n, G), reduced(G).
    With ``board_value``, the name of a game or the path of a rule file with a board in parentheses is the
    value of that board. ``+-`` is always the sign
    of a switch: ``1+-2`` is {3|-1}.

    >>> table = Table()
    >>> parse_game(table, "1+-2") == parse_game(table, "{3|-1}")
    True
    >>> parse_game(table, "^-^*") == parse_game(table, "*")
    True
    >>> parse_game(table, "cool(4|0, 1) + 0.5") == parse_game(table, "{3.5|1.5}")
    True
    >>> parse_game(table, "{1|")
    Traceback (most recent call last):
    ...
    gfkit.core.errors.InputError: value '{1|': expected a game or '}' at the end; ...
    """
    if deepest(text, "([{", ")]}") > MOST_BRACKETS:
        raise InputError(
            f"value {_short(text)!r} is nested too deeply: more than {MOST_BRACKETS} brackets are nested"
        )
    with depth_limited(f"value {_short(text)!r}"):
        return _Reader(table, text, board_value).whole()


def is_game(text: str) -> bool:
    """Return True if a short string is a game in this notation, but not an integer.

    >>> [is_game(text) for text in ("{4|{1|-2}}", "*3 + *5", "^", "7", "{1|")]
    [True, True, True, False, False]
    """
    with suppress(GfkitError):
        return not text.isdecimal() and len(text) <= _LONGEST and parse_game(Table(), text) >= 0
    return False


class _Reader:
    """Recursive descent parser over the tokens of a string."""

    def __init__(self, table: Table, text: str, board_value: BoardValues | None) -> None:
        self._table, self._text, self._board_value = table, text, board_value
        plain = text
        for sign, same in _SAME.items():
            plain = plain.replace(sign, same)
        self._plain, self._tokens, self._next = plain, list(_TOKEN.finditer(plain)), 0
        self._readers = {
            "name": self._parse_name,
            "power": self._parse_power,
            "number": self._parse_number,
            "ups": self._infinitesimal,
            "star": self._infinitesimal,
            "{": self._braces,
            "(": self._parentheses,
            "+-": self._switch,
            "+_": self._tiny,
            "-_": self._tiny,
        }

    def whole(self) -> int:
        game = self._open()
        if self._peek_kind() != "end":
            raise self._syntax_error("the end")
        return game

    def _open(self) -> int:
        """Return the id of a sum, or of a game written as options with bars but without braces."""
        start, depth = self._next, 0
        while self._peek_kind() != "end" and depth >= 0:
            kind = self._peek_kind()
            if kind == "bars" and not depth:
                self._next = start
                return self._game_of_sides(*self._parse_sides())
            depth += (kind in ("{", "(")) - (kind in ("}", ")"))
            if kind == "," and not depth:
                break
            self._next += 1
        self._next = start
        return self._sum()

    def _peek_kind(self) -> str:
        """Return the kind of the next token; each mark and each sign is its own kind."""
        if self._next >= len(self._tokens):
            return "end"
        token = self._tokens[self._next]
        kind = token.lastgroup or "other"
        return token[0] if kind in ("mark", "sign") else kind

    def _next_token(self) -> str:
        self._next += 1
        return self._tokens[self._next - 1][0]

    def _sum(self) -> int:
        """Parse a sum of games with signs between them; ups, stars, switches and tinies need no sign."""
        game = self._signed_game()
        while True:
            kind = self._peek_kind()
            if kind == "+":
                self._next_token()
                game = add(self._table, game, self._parse_unit())
            elif kind in ("-", "+-", "+_", "-_", "ups", "star"):
                game = add(self._table, game, self._signed_game())
            else:
                return game

    def _signed_game(self) -> int:
        if self._peek_kind() == "-":
            self._next_token()
            return negate(self._table, self._parse_unit())
        return self._parse_unit()

    def _parse_unit(self) -> int:
        games = [self._parse_single()]
        while self._peek_kind() == ":":
            self._next_token()
            games.append(self._parse_single())
        return stalk(self._table, *games)

    def _parse_single(self) -> int:
        reader = self._readers.get(self._peek_kind())
        if reader is None:
            raise self._syntax_error("a game")
        return reader()

    def _parse_name(self) -> int:
        """Return the value of a named operation on games, or of a game on a board."""
        token = self._tokens[self._next]
        operation = _OPERATIONS.get(token[0].lower())
        if operation is not None:
            self._next_token()
            return self._apply(token[0], *operation)
        if token[0].lower() == "hackenbush":
            return self._hackenbush(self._inside("the edges"))
        if self._board_value is None:
            raise InputError(
                f"value {_short(self._text)!r}: unknown operation {token[0]!r};"
                f" {known_choices(token[0], _OPERATIONS)}; for a game on a board use value, or gfkit"
                " game with domineering(2x3)"
            )
        return self._board_value(self._table, token[0], self._inside("the board"))

    def _inside(self, what: str) -> str:
        """Return the string in parentheses after a name."""
        first = self._next + 1
        depths = accumulate((mark[0] == "(") - (mark[0] == ")") for mark in self._tokens[first:])
        last = next((index for index, depth in enumerate(depths, first) if not depth), None)
        if last is None:
            raise InputError(f"value {_short(self._text)!r}: expected ')' at the end, after {what}")
        self._next = last + 1
        return self._plain[self._tokens[first].end() : self._tokens[last].start()].strip()

    def _hackenbush(self, edges: str) -> int:
        """Return the value of a stalk of Hackenbush, whose edges are listed from the ground up."""
        if not edges or not set(edges.lower()) <= set(_EDGES):
            raise InputError(
                f"value {_short(self._text)!r}: write the edges of a stalk from the ground up as letters B"
                " (blue, for Left), R and G, as in hackenbush(BRRB)"
            )
        return stalk(self._table, *(parse_game(self._table, _EDGES[edge]) for edge in edges.lower()))

    def _apply(self, name: str, takes: str, operation: Callable[..., int]) -> int:
        games = self._parse_games()
        takes = takes[:-1].ljust(len(games), takes[-2]) if takes[-1] == "+" else takes
        if len(games) != len(takes) or self._peek_kind() != ")":
            listed = ", ".join({"G": "game", "t": "number", "n": "integer"}[letter] for letter in takes)
            raise self._syntax_error(f"')' after {name}({listed})")
        self._next_token()
        given: list[int | Fraction] = []
        for letter, game in zip(takes, games, strict=True):
            number = self._table.number[game]
            if letter == "G":
                given.append(game)
                continue
            if number is None or (letter == "n" and number % self._table.scale):
                kind = "a number" if letter == "t" else "an integer"
                raise InputError(
                    f"value {_short(self._text)!r}: {name} requires {kind} here, but the given game"
                    " is not one"
                )
            value = self._table.fraction(number)
            given.append(value if letter == "t" else int(value))
        return operation(self._table, *given)

    def _parse_power(self) -> int:
        token = self._next_token()
        power = int(token[2:-1]) if len(token) < 9 else _MOST_POWER + 1
        if not 1 <= power <= _MOST_POWER:
            raise InputError(
                f"value {_short(self._text)!r}: powers of up must be from 1 to {_MOST_POWER}, got {token}"
            )
        game = (up_sum if token[1] == "[" else up_power)(self._table, power)
        return game if token[0] == "^" else negate(self._table, game)

    def _parse_number(self) -> int:
        token = self._next_token()
        if "." in token:
            return self._decimal(token)
        if len(token) > _MOST_DIGITS:
            raise InputError(f"value {_short(self._text)!r}: numbers may have at most {_MOST_DIGITS} digits")
        above, _, below = token.partition("/")
        if token[-1] in _VULGAR:
            value = int(token[:-1] or 0) + Fraction(*_VULGAR[token[-1]])
        elif is_dyadic(int(above), int(below or 1)):
            value = Fraction(int(above), int(below or 1))
        else:
            raise InputError(
                f"value {_short(self._text)!r}: {token} is not the value of a short game: the denominator"
                " must be a power of 2, as in 3/4"
            )
        return self._table.dyadic(value)

    def _decimal(self, token: str) -> int:
        value = Fraction(token) if len(token) <= _MOST_DIGITS else None
        if value is None or not is_dyadic(value.numerator, value.denominator):
            raise InputError(
                f"value {_short(self._text)!r}: {_short(token)} is not a dyadic number, such as 0.75"
            )
        return self._table.dyadic(value)

    def _infinitesimal(self) -> int:
        token = self._next_token()
        most = _MOST_STAR if token[0] == "*" else _MOST_UPS
        count = 1 if len(token) == 1 else int(token[1:]) if len(token) < 9 else most + 1
        if count > most:
            raise InputError(f"value {_short(self._text)!r}: the maximum is {token[0]}{most}, got {token}")
        ups = {"^": count, "v": -count}.get(token[0], 0)
        return self._table.of_up_star((0, ups, 0 if ups or token[0] != "*" else count))

    def _switch(self) -> int:
        self._next_token()
        if self._peek_kind() == "{":
            sides, bars = self._parse_sides()
            games = [self._game_of_sides(sides, bars)] if bars else sides[0]
        else:
            games = self._list() if self._peek_kind() == "(" else [self._operand("+-")]
        return make(self._table, games, [negate(self._table, game) for game in games])

    def _tiny(self) -> int:
        sign = self._next_token()
        game = _make_tiny(self._table, self._operand(sign))
        return game if sign == "+_" else negate(self._table, game)

    def _operand(self, sign: str) -> int:
        """Return the game after +- or +_: a number, or a game in braces or parentheses."""
        if self._peek_kind() not in ("number", "{", "("):
            raise self._syntax_error(f"a number, or a game in braces or parentheses, after {sign}")
        return self._parse_unit()

    def _parse_games(self) -> list[int]:
        """Parse games separated by commas, starting at an opening bracket."""
        self._next_token()
        games = [self._open()]
        while self._peek_kind() == ",":
            self._next_token()
            games.append(self._open())
        return games

    def _list(self) -> list[int]:
        games = self._parse_games()
        if self._peek_kind() != ")":
            raise self._syntax_error("',' or ')'")
        self._next_token()
        return games

    def _parentheses(self) -> int:
        games = self._list()
        if len(games) != 1:
            raise self._syntax_error("one game in parentheses, or +- before them,")
        return games[0]

    def _braces(self) -> int:
        sides, bars = self._parse_sides()
        if not bars:
            raise self._syntax_error("bars between left and right options before the '}'")
        return self._game_of_sides(sides, bars)

    def _parse_sides(self) -> tuple[list[list[int]], list[int]]:
        """Return the options between separators, and the number of bars of each separator."""
        is_braced = self._peek_kind() == "{"
        if is_braced:
            self._next_token()
        sides: list[list[int]] = [[]]
        bars: list[int] = []
        while self._peek_kind() != "}" if is_braced else not self._is_end_of_open(sides, bars):
            if self._peek_kind() == "bars":
                bars.append(len(self._next_token()))
                sides.append([])
                continue
            if sides[-1]:
                if self._peek_kind() != ",":
                    raise self._syntax_error("',', bars or '}'")
                self._next_token()
            elif self._peek_kind() == "end":
                raise self._syntax_error("a game or '}'")
            sides[-1].append(self._sum())
        if is_braced:
            self._next_token()
        return sides, bars

    def _is_end_of_open(self, sides: list[list[int]], bars: list[int]) -> bool:
        """Return True if options without braces end at the next token: a bracket, or a comma
        between games.
        """
        return self._peek_kind() in ("end", ")") or (
            self._peek_kind() == "," and bool(bars) and bool(sides[-1])
        )

    def _game_of_sides(self, sides: list[list[int]], bars: list[int]) -> int:
        """Return the game with the given sides; the separator with the most bars is the outermost."""
        most = max(bars)
        if bars.count(most) > 1:
            raise self._syntax_error(
                f"one separator {'|' * most} instead of {bars.count(most)}, more bars further out,"
            )
        middle = bars.index(most)
        left, right = sides[: middle + 1], sides[middle + 1 :]
        lefts = left[0] if len(left) == 1 else [self._game_of_sides(left, bars[:middle])]
        rights = right[0] if len(right) == 1 else [self._game_of_sides(right, bars[middle + 1 :])]
        return make(self._table, lefts, rights)

    def _syntax_error(self, expected: str) -> InputError:
        left, place = "", "at the end"
        if self._peek_kind() != "end":
            left = self._plain[self._tokens[self._next].start() :]
            place = f"at {_short(left)!r}"
            if self._board_value is not None and _SIDE.match(left):
                place += "; write a board in parentheses after its game, as in domineering(2x2)"
        message = f"value {_short(self._text)!r}: expected {expected} {place}; examples are {_EXAMPLES}"
        return InputError(with_answer(message, left))


def is_dyadic(above: int, below: int) -> bool:
    """Return True if a fraction has a power of 2 as its denominator.

    >>> is_dyadic(6, 12), is_dyadic(1, 3), is_dyadic(1, 0)
    (True, False, False)
    """
    return below > 0 and (below // gcd(above, below)).bit_count() == 1


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:37]}..."
