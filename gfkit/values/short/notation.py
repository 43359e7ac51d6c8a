"""The usual notation of games, read and written."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import gcd

from gfkit.errors import InputError
from gfkit.formula import LATEX, MATHML
from gfkit.formula.tree import Number
from gfkit.formula.write.mathml import fenced, math, mo, mspace, mtext
from gfkit.sequences.number import number_text
from gfkit.values.short.arithmetic import add, at_most, make, negate
from gfkit.values.short.table import Options, Table

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


class _TooLongError(Exception):
    """The text would be longer than asked for."""


@dataclass(frozen=True)
class _Marks:
    """How a notation writes what games are made of; ``plus`` goes between parts added without a sign."""

    number: Callable[[Fraction], str]
    ups: Callable[[int], str]
    star: Callable[[int], str]
    plus: str
    tiny: str
    miny: str
    switch: str
    bars: str
    comma: str
    braces: str
    brackets: str = "({})"


_PLAIN = _Marks(
    number=number_text,
    ups=lambda ups: ("^" if ups > 0 else "v") + (str(abs(ups)) if abs(ups) > 1 else ""),
    star=lambda star: "*" + (str(star) if star > 1 else ""),
    plus="",
    tiny="+_{}",
    miny="-_{}",
    switch="+-{}",
    bars="{}",
    comma=",",
    braces="{{{}}}",
)
_LATEX = _Marks(
    number=lambda value: LATEX.write(Number(value)),
    ups=lambda ups: (
        (rf"{abs(ups)} \cdot " if abs(ups) > 1 else "") + (r"\uparrow" if ups > 0 else r"\downarrow")
    ),
    star=lambda star: r"\ast" + (f" {star}" if star > 1 else ""),
    plus=" + ",
    tiny=r"\text{{tiny}}_{{{}}}",
    miny=r"\text{{miny}}_{{{}}}",
    switch=r"\pm {}",
    bars=r" \,{}\, ",
    comma=", ",
    braces=r"\{{{}\}}",
)
_UP, _DOWN = '<mo stretchy="false">↑</mo>', '<mo stretchy="false">↓</mo>'
_MATHML = _Marks(
    number=lambda value: MATHML.write(Number(value)),
    ups=lambda ups: (f"<mn>{abs(ups)}</mn>{mo('⋅')}" if abs(ups) > 1 else "") + (_UP if ups > 0 else _DOWN),
    star=lambda star: mo("∗") + (f"<mn>{star}</mn>" if star > 1 else ""),
    plus=mo("+"),
    tiny=f"<msub>{mtext('tiny')}<mrow>{{}}</mrow></msub>",
    miny=f"<msub>{mtext('miny')}<mrow>{{}}</mrow></msub>",
    switch=mo("±") + "{}",
    bars=f'{mspace("0.17em")}<mo stretchy="false">{{}}</mo>{mspace("0.17em")}',
    comma=mo(","),
    braces='<mrow><mo stretchy="false">{{</mo><mrow>{}</mrow><mo stretchy="false">}}</mo></mrow>',
    brackets=fenced("<mrow>{}</mrow>"),
)


def game_text(table: Table, game: int, longest: int) -> str | None:
    """A game as people write it, or None when that takes more than ``longest`` characters.

    Numbers, ups and stars are written next to each other (``1/2^3*`` is 1/2 + 3 ups + star), ``+-2`` is the
    switch {2|-2}, ``+_2`` is tiny-two {0||0|-2} and ``-_2`` its negative, also after a number. All else
    is in braces, with more bars further out: ``{2|1||0}`` has the options {2|1} and 0.

    >>> table = Table()
    >>> game_text(table, table.of_up_star((table.scale // 2, -2, 1)), 20)
    '1/2v2*'
    """
    try:
        return _Printer(table, longest).text(game)
    except _TooLongError:
        return None


def game_latex(table: Table, game: int, longest: int) -> str | None:
    r"""A game in LaTeX, or None when its plain text takes more than ``longest`` characters.

    >>> table = Table()
    >>> game_latex(table, parse_game(table, "{2*|-1/2^2}"), 400)
    '\\{2 + \\ast \\,|\\, -\\frac{1}{2} + 2 \\cdot \\uparrow\\}'
    >>> [game_latex(table, parse_game(table, text), 400) for text in ("+_2", "+-{2|1}")]
    ['\\text{tiny}_{2}', '\\pm \\{2 \\,|\\, 1\\}']
    """
    return _marked(table, game, longest, _LATEX)


def game_mathml(table: Table, game: int, longest: int) -> str | None:
    """The same in MathML.

    >>> table = Table()
    >>> game_mathml(table, parse_game(table, "1/2*2"), 400).partition('block">')[2]
    '<mrow><mfrac><mn>1</mn><mn>2</mn></mfrac><mo>+</mo><mo>∗</mo><mn>2</mn></mrow></math>'
    """
    found = _marked(table, game, longest, _MATHML)
    return None if found is None else math(f"<mrow>{found}</mrow>")


def _marked(table: Table, game: int, longest: int, marks: _Marks) -> str | None:
    plain = _Printer(table, longest)
    try:
        plain.text(game)
    except _TooLongError:
        return None
    return _Printer(table, sys.maxsize, marks, plain).text(game)


class _Printer:
    """Writes games with one notation's marks; options are in the order of their plain texts."""

    def __init__(
        self, table: Table, longest: int, marks: _Marks = _PLAIN, plain: _Printer | None = None
    ) -> None:
        self._table, self._longest, self._marks = table, longest, marks
        self._plain = plain or self
        self._known: dict[int, tuple[str, int]] = {}

    def text(self, game: int) -> str:
        text, bars = self._form(game)
        return self._marks.braces.format(text) if bars else text

    def _form(self, game: int) -> tuple[str, int]:
        """The text of a game, without its braces where it has some, and how many bars are in it then."""
        known = self._known.get(game)
        if known is None:
            known = self._simple(game)
            if known is None:
                known = self._braced(game)
            if len(known[0]) + 2 * bool(known[1]) > self._longest:
                raise _TooLongError
            self._known[game] = known
        return known

    def _simple(self, game: int) -> tuple[str, int] | None:
        """A game that has a shorter name than its options in braces."""
        table, marks = self._table, self._marks
        name = table.up_star[game]
        if name is not None:
            return self._up_star(*name), 0
        lefts, rights = table.lefts_of(game), table.rights_of(game)
        for sign, outer, inner in ((marks.tiny, lefts, rights), (marks.miny, rights, lefts)):
            subscript = self._tiny(sign, outer, inner)
            if subscript is not None:
                return subscript, 0
        return (marks.switch.format(self._switch(lefts)), 0) if negate(table, game) == game else None

    def _up_star(self, number: int, ups: int, star: int) -> str:
        marks = self._marks
        parts = [marks.number(self._table.fraction(number))] if number or not (ups or star) else []
        parts += [marks.ups(ups)] if ups else []
        return marks.plus.join(parts + ([marks.star(star)] if star else []))

    def _tiny(self, sign: str, own: Options, other: Options) -> str | None:
        """The text of x + tiny-G = {x||x|x - G}, or of x + miny-G with the sides exchanged."""
        table, marks = self._table, self._marks
        if len(own) != 1 or len(other) != 1 or table.number[own[0]] is None:
            return None
        sides = table.lefts_of(other[0]), table.rights_of(other[0])
        near, far = sides if sign == marks.tiny else sides[::-1]
        if near != own or len(far) != 1:
            return None
        threat = add(table, far[0], negate(table, own[0]))
        threat = negate(table, threat) if sign == marks.tiny else threat
        if threat == table.zero or not at_most(table, table.zero, threat):
            return None
        x = "" if own[0] == table.zero else self.text(own[0]) + marks.plus
        return x + sign.format(self._operand(threat, braces=False))

    def _switch(self, lefts: Options) -> str:
        if len(lefts) == 1:
            return self._operand(lefts[0], braces=True)
        return self._marks.brackets.format(self._listed(lefts))

    def _operand(self, game: int, *, braces: bool) -> str:
        """A game after +- or +_: positive numbers (and braces, if so asked) as they are, others in ()."""
        number = self._table.number[game]
        bars = self._form(game)[1]
        if (number is not None and number > 0) or (bars and braces):
            return self.text(game)
        return self._marks.brackets.format(self.text(game))

    def _braced(self, game: int) -> tuple[str, int]:
        left, left_bars = self._side(self._table.lefts_of(game))
        right, right_bars = self._side(self._table.rights_of(game))
        bars = 1 + max(left_bars, right_bars)
        return f"{left}{self._marks.bars.format('|' * bars)}{right}", bars

    def _side(self, options: Options) -> tuple[str, int]:
        return self._form(options[0]) if len(options) == 1 else (self._listed(options), 0)

    def _listed(self, options: Options) -> str:
        """Several options, the simplest first."""

        def simplest_first(game: int) -> tuple[int, bool, str]:
            text = self._plain.text(game)
            return len(text), not text[0].isdigit(), text

        return self._marks.comma.join(self.text(game) for game in sorted(options, key=simplest_first))
