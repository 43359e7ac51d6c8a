"""Short games as immutable values with arithmetic and notation."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import repeat

from gfkit.core.algebra.formula import LATEX, MATHML
from gfkit.core.algebra.formula.tree import Number
from gfkit.core.algebra.formula.write.mathml import in_fences, math, mo, mspace, mtext
from gfkit.core.algebra.number import number_text
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import InputError, LimitError, depth_limited
from gfkit.core.writable import Face
from gfkit.play.short import operators
from gfkit.play.short.arithmetic import (
    GameRows,
    add,
    as_rows,
    at_most,
    from_rows,
    make,
    negate,
    sum_of_games,
    winner_of,
)
from gfkit.play.short.operators import (
    Thermograph,
    Thermographs,
    atomic_weight,
    birthday,
    is_all_small,
    subpositions,
)
from gfkit.play.short.reading import is_dyadic, parse_game
from gfkit.play.short.table import Options, Table


class _TooLongError(Exception):
    """Raised if the string would exceed the requested length."""


@dataclass(frozen=True)
class Marks:
    """Symbols of a notation. ``plus`` separates terms that are added without a sign."""

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
    """Return a game in a notation, or None if its plain text has more than ``longest`` characters.

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
    """Printer of games in one notation. Options are in the order of their plain text."""

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
        """Return the text of a game without outer braces, and the number of bars of its outermost
        separator.
        """
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
        """Return the name of a game and 0 bars, or None if the game must be written by its options."""
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
        """Return the text of x + tiny-G = {x||x|x - G}, or of x + miny-G with the sides exchanged."""
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
        """Return the string of a game after +- or +_, in parentheses unless it is a positive number (or in
        braces, if these are allowed).
        """
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
        """Return the text of several options, the simplest first."""

        def simplest_first(game: int) -> tuple[int, bool, str]:
            text = self._plain.text(game)
            return len(text), not text[0].isdigit(), text

        return self._marks.comma.join(self.text(game) for game in sorted(options, key=simplest_first))


LATEX_MARKS = Marks(
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
MATHML_MARKS = Marks(
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
    brackets=in_fences("<mrow>{}</mrow>"),
)


_LONGEST = 1_000_000
_LONGEST_IN_REPR = 200
_FOLLOWED = depth_limited("games")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ShortGame(Face):
    """Short game in canonical form. Equal games compare equal, even if they belong to different tables.

    A number (``int`` or dyadic ``Fraction``) can be given instead of a game.

    >>> G = ShortGame.parse("{2|-1}")
    >>> print(G + G, -G, G >= 0, G.mean, G.temperature)
    1 {1|-2} False 1/2 3/2
    >>> G.left, G + "*"
    ((ShortGame('2'),), ShortGame('{2*|-1*}'))
    """

    table: Table
    id: int

    @classmethod
    def parse(cls, text: str, table: Table | None = None) -> ShortGame:
        """Return the game of a string such as ``{2|1||1/2|||0|-4}``, ``2+_2``, ``-1v`` or ``^3*``."""
        place = Table() if table is None else table
        return cls(place, parse_game(place, text))

    @classmethod
    def of(
        cls, left: Iterable[GameLike] = (), right: Iterable[GameLike] = (), table: Table | None = None
    ) -> ShortGame:
        """Return the game with the given options.

        >>> print(ShortGame.of([0, "*"], [0]))
        ^*
        """
        lefts, rights = list(left), list(right)
        given = (game.table for game in (*lefts, *rights) if isinstance(game, ShortGame))
        place = next(given, None) or Table() if table is None else table
        return cls(place, make(place, [_id(place, g) for g in lefts], [_id(place, g) for g in rights]))

    @_FOLLOWED
    def text(self, longest: int = _LONGEST) -> str | None:
        """Return the game in the usual notation; None if it has more than ``longest`` characters.

        Numbers, ups and stars are written next to each other: ``1/2^3*`` is 1/2 + 3 ups + star. ``+-2`` is
        the switch {2|-2}, ``+_2`` is tiny-two {0||0|-2} and ``-_2`` its negative, also after a number. Other
        games are written in braces, with more bars at outer levels: ``{2|1||0}`` has the options {2|1} and 0.
        """
        return write_game(self.table, self.id, longest, PLAIN)

    def latex(self, longest: int = 400) -> str | None:
        r"""Return the game in LaTeX; None if its plain text has more than ``longest`` characters.

        >>> [ShortGame.parse(text).latex() for text in ("2*", "+_2", "+-{2|1}")]
        ['2 + \\ast', '\\text{tiny}_{2}', '\\pm \\{2 \\,|\\, 1\\}']
        """

        return write_game(self.table, self.id, longest, LATEX_MARKS)

    def mathml(self, longest: int = 400) -> str | None:
        """Return the game in MathML; None if its plain text has more than ``longest`` characters.

        >>> ShortGame.parse("1/2*2").mathml().partition('block">')[2]
        '<mrow><mfrac><mn>1</mn><mn>2</mn></mfrac><mo>+</mo><mo>∗</mo><mn>2</mn></mrow></math>'
        """
        markup = write_game(self.table, self.id, longest, MATHML_MARKS)
        return None if markup is None else math(f"<mrow>{markup}</mrow>")

    def __str__(self) -> str:
        text = self.text()
        if text is None:
            raise LimitError(
                f"a game with {self.size} subpositions needs more than {_LONGEST} characters to print"
            )
        return text

    def __repr__(self) -> str:
        text = self.text(_LONGEST_IN_REPR)
        return f"<short game with {self.size} subpositions>" if text is None else f"ShortGame({text!r})"

    @property
    def left(self) -> tuple[ShortGame, ...]:
        """Options of Left."""
        return tuple(ShortGame(self.table, game) for game in self.table.lefts_of(self.id))

    @property
    def right(self) -> tuple[ShortGame, ...]:
        """Options of Right."""
        return tuple(ShortGame(self.table, game) for game in self.table.rights_of(self.id))

    @property
    def number(self) -> Fraction | None:
        """Game as a number, or None if it is not a number."""
        of_scaled = self.table.number[self.id]
        return None if of_scaled is None else self.table.fraction(of_scaled)

    @property
    def outcome(self) -> str:
        """Outcome: ``left``, ``right``, ``first`` or ``second``."""
        return winner_of(self.table, self.id)

    @property
    @_FOLLOWED
    def left_stop(self) -> Fraction:
        """Left stop: the number reached under optimal play if Left starts."""
        return self.table.fraction(self.table.left_stop[self.id])

    @property
    @_FOLLOWED
    def right_stop(self) -> Fraction:
        """Right stop: the number reached under optimal play if Right starts."""
        return self.table.fraction(self.table.right_stop[self.id])

    @property
    @_FOLLOWED
    def thermograph(self) -> Thermograph:
        """Thermograph of the game: its stops at all temperatures."""
        return Thermographs(self.table).of(self.id)

    @property
    def mean(self) -> Fraction:
        """Mean value m: the limit of the stops of k copies of the game, divided by k."""
        return self.thermograph.mean

    @property
    def temperature(self) -> Fraction:
        """Temperature of the game; it is negative for numbers."""
        return self.thermograph.temperature

    @property
    @_FOLLOWED
    def birthday(self) -> int:
        """Birthday of the game; the birthday of 0 is 0."""
        return birthday(self.table, self.id)

    @property
    @_FOLLOWED
    def size(self) -> int:
        """Number of different subpositions; a number counts as one."""
        return subpositions(self.table, self.id)

    @property
    @_FOLLOWED
    def atomic_weight(self) -> ShortGame | None:
        """Atomic weight of the game, or None if the game is not all-small.

        >>> print(ShortGame.parse("^3*2").atomic_weight, ShortGame.parse("+_2").atomic_weight)
        3 None
        """
        if not is_all_small(self.table, self.id):
            return None
        return ShortGame(self.table, atomic_weight(self.table, self.id))

    @property
    @_FOLLOWED
    def reduced(self) -> ShortGame:
        """Reduced canonical form: the simplest game that differs from the game by an infinitesimal.

        >>> print(ShortGame.parse("{2|0} + ^3*").reduced, ShortGame.parse("1*").reduced)
        {2|0} 1
        """
        return ShortGame(self.table, operators.reduced_form(self.table, self.id))

    @property
    @_FOLLOWED
    def left_incentives(self) -> tuple[ShortGame, ...]:
        """Maximal incentives G^L - G of Left."""
        return self._largest(operators.left_incentives(self.table, self.id))

    @property
    @_FOLLOWED
    def right_incentives(self) -> tuple[ShortGame, ...]:
        """Maximal incentives G - G^R of Right."""
        return self._largest(operators.right_incentives(self.table, self.id))

    def _largest(self, games: list[int]) -> tuple[ShortGame, ...]:
        return tuple(ShortGame(self.table, game) for game in operators.largest(self.table, games))

    @_FOLLOWED
    def cooled(self, by: Fraction | int) -> ShortGame:
        """Return the game cooled by a tax on each move; above the temperature the cooled game is the mean.

        >>> print(ShortGame.parse("{4|0}").cooled(1), ShortGame.parse("{4|0}").cooled(3))
        {3|1} 2
        """
        return ShortGame(self.table, operators.cool(self.table, self.id, Fraction(by)))

    @_FOLLOWED
    def heated(self, by: GameLike) -> ShortGame:
        """Return the game heated by another game, which each move gains in addition; numbers are
        unchanged.
        """
        return ShortGame(self.table, operators.heat(self.table, self.id, _id(self.table, by)))

    @_FOLLOWED
    def ordinal_sum(self, other: GameLike) -> ShortGame:
        """Return the ordinal sum with another game, in which every move in this game (in canonical form)
        removes the other.

        >>> print(ShortGame.parse("*").ordinal_sum("*2"))
        *3
        """
        return ShortGame(self.table, operators.ordinal_sum(self.table, self.id, _id(self.table, other)))

    def cgsuite(self, longest: int = _LONGEST) -> str | None:
        """Return the game in the notation of CGSuite; None if its plain text has more than ``longest``
        characters.

        >>> ShortGame.parse("1/2^3*").cgsuite()
        '1/2 + ^3 + *'
        """
        return write_game(self.table, self.id, longest, CGSUITE)

    @_FOLLOWED
    def confused_with(self, other: GameLike) -> bool:
        """Return True if the games are confused: the first player wins the difference.

        >>> ShortGame.parse("*").confused_with(0)
        True
        """
        return not self <= other and not self >= other

    @_FOLLOWED
    def __eq__(self, other: object) -> bool:
        if isinstance(other, ShortGame):
            return _id(self.table, other) == self.id
        return self.number == other if isinstance(other, int | Fraction) else NotImplemented

    def __hash__(self) -> int:
        if self.number is not None:
            return hash(self.number)
        count = len(self.table.lefts_of(self.id)), len(self.table.rights_of(self.id))
        return hash((self.left_stop, self.right_stop, count))

    @_FOLLOWED
    def __le__(self, other: GameLike) -> bool:
        return at_most(self.table, self.id, _id(self.table, other))

    @_FOLLOWED
    def __ge__(self, other: GameLike) -> bool:
        return at_most(self.table, _id(self.table, other), self.id)

    def __lt__(self, other: GameLike) -> bool:
        return self != other and self <= other

    def __gt__(self, other: GameLike) -> bool:
        return self != other and self >= other

    def __neg__(self) -> ShortGame:
        return ShortGame(self.table, negate(self.table, self.id))

    @_FOLLOWED
    def __add__(self, other: GameLike) -> ShortGame:
        return ShortGame(self.table, add(self.table, self.id, _id(self.table, other)))

    __radd__ = __add__

    def __sub__(self, other: GameLike) -> ShortGame:
        return ShortGame(self.table, add(self.table, self.id, negate(self.table, _id(self.table, other))))

    def __rsub__(self, other: GameLike) -> ShortGame:
        return -self + other

    @_FOLLOWED
    def __mul__(self, times: int) -> ShortGame:
        """Return the sum of copies of the game; a negative number counts copies of its negative."""
        copy = self if times >= 0 else -self
        return ShortGame(self.table, sum_of_games(self.table, repeat(copy.id, abs(times))))

    __rmul__ = __mul__

    def __reduce__(self) -> tuple[Callable[[GameRows], ShortGame], tuple[GameRows]]:
        return _rebuilt, (as_rows(self.table, self.id),)


GameLike = ShortGame | int | Fraction | str
"""Game, number, or string that denotes a game."""


def _id(table: Table, game: GameLike) -> int:
    """Return the id of a game in a table, after copying it to the table if necessary."""
    if isinstance(game, ShortGame):
        return game.id if game.table is table else from_rows(table, as_rows(game.table, game.id))
    if isinstance(game, str):
        return parse_game(table, game)
    if isinstance(game, int | Fraction):
        if not is_dyadic(game.numerator, game.denominator):
            raise InputError(
                f"number {game} is not a short game: its denominator must be a power of 2, as in 3/4"
            )
        return table.dyadic(Fraction(game))
    raise InputError(f"game {game!r} is neither a game, nor a number, nor a string such as '{{2|-1}}'")


def _rebuilt(rows: GameRows) -> ShortGame:
    table = Table()
    return ShortGame(table, from_rows(table, rows))
