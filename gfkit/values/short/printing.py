"""Games in the usual notation."""

from __future__ import annotations

from fractions import Fraction

from gfkit.sequences.number import whole_text
from gfkit.values.short.order import at_most
from gfkit.values.short.sums import add, negate
from gfkit.values.short.table import Options, Table


class _TooLongError(Exception):
    """The text would be longer than asked for."""


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


class _Printer:
    def __init__(self, table: Table, longest: int) -> None:
        self._table, self._longest = table, longest
        self._known: dict[int, tuple[str, int]] = {}

    def text(self, game: int) -> str:
        text, bars = self._form(game)
        return f"{{{text}}}" if bars else text

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
        table = self._table
        name = table.up_star[game]
        if name is not None:
            return _up_star_text(table.fraction(name[0]), name[1], name[2]), 0
        lefts, rights = table.lefts_of(game), table.rights_of(game)
        for sign, outer, inner in (("+", lefts, rights), ("-", rights, lefts)):
            subscript = self._tiny(sign, outer, inner)
            if subscript is not None:
                return subscript, 0
        return (f"+-{self._switch(lefts)}", 0) if negate(table, game) == game else None

    def _tiny(self, sign: str, own: Options, other: Options) -> str | None:
        """The text of x + tiny-G = {x||x|x - G}, or of x + miny-G with the sides exchanged."""
        table = self._table
        if len(own) != 1 or len(other) != 1 or table.number[own[0]] is None:
            return None
        sides = table.lefts_of(other[0]), table.rights_of(other[0])
        near, far = sides if sign == "+" else sides[::-1]
        if near != own or len(far) != 1:
            return None
        threat = add(table, far[0], negate(table, own[0]))
        threat = negate(table, threat) if sign == "+" else threat
        if threat == table.zero or not at_most(table, table.zero, threat):
            return None
        x = "" if own[0] == table.zero else self.text(own[0])
        return f"{x}{sign}_{self._operand(threat, braces=False)}"

    def _switch(self, lefts: Options) -> str:
        if len(lefts) == 1:
            return self._operand(lefts[0], braces=True)
        return f"({','.join(self._sorted(lefts))})"

    def _operand(self, game: int, *, braces: bool) -> str:
        """A game after +- or +_: positive numbers (and braces, if so asked) as they are, others in ()."""
        number = self._table.number[game]
        bars = self._form(game)[1]
        if (number is not None and number > 0) or (bars and braces):
            return self.text(game)
        return f"({self.text(game)})"

    def _braced(self, game: int) -> tuple[str, int]:
        left, left_bars = self._side(self._table.lefts_of(game))
        right, right_bars = self._side(self._table.rights_of(game))
        bars = 1 + max(left_bars, right_bars)
        return f"{left}{'|' * bars}{right}", bars

    def _side(self, options: Options) -> tuple[str, int]:
        if len(options) == 1:
            return self._form(options[0])
        return ",".join(self._sorted(options)), 0

    def _sorted(self, options: Options) -> list[str]:
        return sorted((self.text(option) for option in options), key=_simplest_first)


def _simplest_first(text: str) -> tuple[int, bool, str]:
    return len(text), not text[0].isdigit(), text


def fraction_text(value: Fraction) -> str:
    """A fraction as 3, -1/2.

    >>> fraction_text(Fraction(-1, 2))
    '-1/2'
    """
    whole = whole_text(value.numerator)
    return whole if value.denominator == 1 else f"{whole}/{whole_text(value.denominator)}"


def _up_star_text(number: Fraction, ups: int, star: int) -> str:
    text = "" if number == 0 and (ups or star) else fraction_text(number)
    if ups:
        text += ("^" if ups > 0 else "v") + (str(abs(ups)) if abs(ups) > 1 else "")
    if star:
        text += "*" + (str(star) if star > 1 else "")
    return text
