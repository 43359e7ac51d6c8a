"""The usual notation of games, written as text, in LaTeX and MathML."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from gfkit.formula import LATEX, MATHML
from gfkit.formula.tree import Number
from gfkit.formula.write.mathml import fenced, math, mo, mspace, mtext
from gfkit.sequences.number import number_text
from gfkit.values.short.arithmetic import add, at_most, negate
from gfkit.values.short.table import Options, Table


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
_CGSUITE = replace(_PLAIN, plus=" + ", tiny="Tiny({})", miny="Miny({})")
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
    return _write(table, game, longest, _PLAIN)


def game_latex(table: Table, game: int, longest: int) -> str | None:
    r"""A game in LaTeX, or None when its plain text takes more than ``longest`` characters.

    >>> from gfkit.values.short.reading import parse_game
    >>> table = Table()
    >>> game_latex(table, parse_game(table, "{2*|-1/2^2}"), 400)
    '\\{2 + \\ast \\,|\\, -\\frac{1}{2} + 2 \\cdot \\uparrow\\}'
    >>> [game_latex(table, parse_game(table, text), 400) for text in ("+_2", "+-{2|1}")]
    ['\\text{tiny}_{2}', '\\pm \\{2 \\,|\\, 1\\}']
    """
    return _write(table, game, longest, _LATEX)


def game_mathml(table: Table, game: int, longest: int) -> str | None:
    """The same in MathML.

    >>> from gfkit.values.short.reading import parse_game
    >>> table = Table()
    >>> game_mathml(table, parse_game(table, "1/2*2"), 400).partition('block">')[2]
    '<mrow><mfrac><mn>1</mn><mn>2</mn></mfrac><mo>+</mo><mo>∗</mo><mn>2</mn></mrow></math>'
    """
    markup = _write(table, game, longest, _MATHML)
    return None if markup is None else math(f"<mrow>{markup}</mrow>")


def game_cgsuite(table: Table, game: int, longest: int) -> str | None:
    """The same as CGSuite reads it: what is added stands between signs.

    >>> from gfkit.values.short.reading import parse_game
    >>> table = Table()
    >>> game_cgsuite(table, parse_game(table, "1/2^3*"), 400)
    '1/2 + ^3 + *'
    """
    return _write(table, game, longest, _CGSUITE)


def _write(table: Table, game: int, longest: int, marks: _Marks) -> str | None:
    plain = _Printer(table, longest)
    try:
        text = plain.text(game)
    except _TooLongError:
        return None
    return text if marks is _PLAIN else _Printer(table, sys.maxsize, marks, plain).text(game)


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
                known = self._braces_text(game)
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
        """A game after +- or +_: positive numbers (and braces, if so asked) as they are, others in ()."""
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
        """Several options, the simplest first."""

        def simplest_first(game: int) -> tuple[int, bool, str]:
            text = self._plain.text(game)
            return len(text), not text[0].isdigit(), text

        return self._marks.comma.join(self.text(game) for game in sorted(options, key=simplest_first))
