"""Short games in the usual notation: plain text, that of CGSuite, and what ``typeset`` has."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from gfkit.algebra.number import number_text
from gfkit.play.short.arithmetic import add, at_most, negate
from gfkit.play.short.table import Options, Table


class _TooLongError(Exception):
    """The text would be longer than asked for."""


@dataclass(frozen=True)
class Marks:
    """The marks of a notation; ``plus`` goes between terms that are added without a sign."""

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


PLAIN = Marks(
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
CGSUITE = replace(PLAIN, plus=" + ", tiny="Tiny({})", miny="Miny({})")


def write_game(table: Table, game: int, longest: int, marks: Marks) -> str | None:
    """A game in a notation; None if its plain text has more than ``longest`` characters.

    >>> table = Table()
    >>> write_game(table, table.of_up_star((table.scale // 2, -2, 1)), 20, PLAIN)
    '1/2v2*'
    """
    plain = _Printer(table, longest)
    try:
        text = plain.text(game)
    except _TooLongError:
        return None
    return text if marks is PLAIN else _Printer(table, sys.maxsize, marks, plain).text(game)


class _Printer:
    """A printer of games in one notation; options are in the order of their plain texts."""

    def __init__(
        self, table: Table, longest: int, marks: Marks = PLAIN, plain: _Printer | None = None
    ) -> None:
        self._table, self._longest, self._marks = table, longest, marks
        self._plain = plain or self
        self._known: dict[int, tuple[str, int]] = {}

    def text(self, game: int) -> str:
        text, bars = self._form(game)
        return self._marks.braces.format(text) if bars else text

    def _form(self, game: int) -> tuple[str, int]:
        """The text of a game without outer braces, and its number of bars; 0 if it has no braces."""
        known = self._known.get(game)
        if known is None:
            known = self._simple(game)
            if known is None:
                known = self._braces_text(game)
            if len(known[0]) + 2 * bool(known[1]) > self._longest:
                raise _TooLongError
            self._known[game] = known
        return known

    def _simple(self, game: int) -> tuple[str, int] | None:
        """The name of a game and 0 bars; None if it is written by its options."""
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

    def _tiny(self, sign: str, side: Options, opposite: Options) -> str | None:
        """The text of x + tiny-G = {x||x|x - G}, or of x + miny-G with the sides exchanged."""
        table, marks = self._table, self._marks
        if len(side) != 1 or len(opposite) != 1 or table.number[side[0]] is None:
            return None
        sides = table.lefts_of(opposite[0]), table.rights_of(opposite[0])
        near, far = sides if sign == marks.tiny else sides[::-1]
        if near != side or len(far) != 1:
            return None
        threat = add(table, far[0], negate(table, side[0]))
        threat = negate(table, threat) if sign == marks.tiny else threat
        if threat == table.zero or not at_most(table, table.zero, threat):
            return None
        x = "" if side[0] == table.zero else self.text(side[0]) + marks.plus
        return x + sign.format(self._operand(threat, braces=False))

    def _switch(self, lefts: Options) -> str:
        if len(lefts) == 1:
            return self._operand(lefts[0], braces=True)
        return self._marks.brackets.format(self._options_text(lefts))

    def _operand(self, game: int, *, braces: bool) -> str:
        """A game after +- or +_; positive numbers, and braces if allowed, need no parentheses."""
        number = self._table.number[game]
        bars = self._form(game)[1]
        if (number is not None and number > 0) or (bars and braces):
            return self.text(game)
        return self._marks.brackets.format(self.text(game))

    def _braces_text(self, game: int) -> tuple[str, int]:
        left, left_bars = self._side(self._table.lefts_of(game))
        right, right_bars = self._side(self._table.rights_of(game))
        bars = 1 + max(left_bars, right_bars)
        return f"{left}{self._marks.bars.format('|' * bars)}{right}", bars

    def _side(self, options: Options) -> tuple[str, int]:
        return self._form(options[0]) if len(options) == 1 else (self._options_text(options), 0)

    def _options_text(self, options: Options) -> str:
        """The text of several options, the simplest first."""

        def simplest_first(game: int) -> tuple[int, bool, str]:
            text = self._plain.text(game)
            return len(text), not text[0].isdigit(), text

        return self._marks.comma.join(self.text(game) for game in sorted(options, key=simplest_first))
