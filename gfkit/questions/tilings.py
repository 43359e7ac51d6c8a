"""Tilings by bars, and fault-free tilings.

Bar-state matrices. A bar is a row of tiles whose shared edges carry equal labels. The entry of a bar-state
matrix in row ``u`` and column ``v`` is the sum of the weights of all bars with bottom labels ``u`` and top
labels ``v``; stacking bars multiplies matrices, the bottom bar leftmost.

Reference: S. Huntemann and N. A. McKay, Counting Domineering Positions, J. Integer Seq. 24 (2021).

Fault-free tilings. A fault line is a straight line across a rectangle that cuts no piece. Let t(r, n) be the
number of tilings of r rows and n columns. There are s(n) = t(r1, n) ... t(rk, n) tilings in which fault lines
divide the rows into parts r1, ..., rk (and possibly further). Let p(n) be the number of these tilings without
a vertical fault line. By the position j of the first vertical fault line, s(n) = p(n) + sum over 0 < j < n of
p(j) s(n - j). By inclusion and exclusion over the horizontal faults, the sum of (-1)^(k-1) p(n) over all
divisions counts the fault-free tilings.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cache, lru_cache
from itertools import product
from math import prod
from os import PathLike
from typing import TYPE_CHECKING, cast

from flint import Ordering, fmpz_mpoly, fmpz_mpoly_ctx

from gfkit.core.algebra import Count
from gfkit.core.algebra.polynomial import Polynomial
from gfkit.core.boards import parse_one_board
from gfkit.core.deferred import dataclass
from gfkit.core.engine import tuning
from gfkit.core.engine.count import count
from gfkit.core.errors import LimitError, MismatchError, OptionError, RuleError
from gfkit.core.rules import TILE_SETS, Question, Rule, as_rule
from gfkit.core.typing import cached_property, checked_whole
from gfkit.core.writable import Face, Indexable, TextFace

if TYPE_CHECKING:
    from gfkit.core.rules.kinds.tiles.rule import TileRule


Labels = str | int | Collection[str | int]
Words = tuple[str, ...]
Cell = tuple[int, int, Polynomial]
VARIABLES, FREE = ("x", "y"), "_"
_CONTEXT = fmpz_mpoly_ctx.get(VARIABLES, Ordering.lex)
_ZERO, _ONE = Polynomial.constant(0, VARIABLES), Polynomial.constant(1, VARIABLES)


@dataclass(frozen=True, repr=False)
class BarMatrix(Face, Indexable):
    """Matrix of polynomials in x and y; rows are indexed by bottom words, columns by top words."""

    _instead = "use .to_lists() for the list of rows, or [row, column] for one entry"

    rows: Words
    columns: Words
    cells: tuple[Cell, ...]  # row, column and value of each nonzero entry

    @classmethod
    def of(cls, rows: Iterable[str], columns: Iterable[str], cells: Iterable[Cell]) -> BarMatrix:
        """Create the matrix in which each entry is the sum of the values of ``cells`` at its row and
        column.
        """
        sums: dict[tuple[int, int], Polynomial] = {}
        for row, column, value in cells:
            sums[row, column] = sums[row, column] + value if (row, column) in sums else value
        kept = tuple((*place, sums[place]) for place in sorted(sums) if sums[place].terms)
        return cls(tuple(rows), tuple(columns), kept)

    @property
    def shape(self) -> tuple[int, int]:
        return len(self.rows), len(self.columns)

    def entry(self, row: int | str, column: int | str) -> Polynomial:
        """Return the entry at a row and a column, each given as a word or as an index from 0; also ``m[row,
        column]``.
        """
        return self._by_place.get((_index(row, self.rows), _index(column, self.columns)), _ZERO)

    def __getitem__(self, place: tuple[int | str, int | str]) -> Polynomial:
        return self.entry(*place)

    def to_lists(self) -> list[list[Polynomial]]:
        """Return the rows, each as a list of its entries."""
        entries, (height, width) = self._by_place, self.shape
        return [[entries.get((row, column), _ZERO) for column in range(width)] for row in range(height)]

    def __matmul__(self, other: BarMatrix) -> BarMatrix:
        """Return the product, sum over w of A(u, w) B(w, v): bars of ``other`` are stacked on top."""
        _check_equal("inner", self.columns, other.rows)
        packed = {p: _CONTEXT.from_dict(dict(p.terms)) for p in {c[2] for c in self.cells + other.cells}}
        above: dict[int, list[tuple[int, fmpz_mpoly]]] = {}
        for row, column, value in other.cells:
            above.setdefault(row, []).append((column, packed[value]))
        sums: dict[tuple[int, int], fmpz_mpoly] = {}
        for row, middle, value in self.cells:
            for column, factor in above.get(middle, ()):
                sums[row, column] = sums.get((row, column), 0) + packed[value] * factor
        terms = {place: {tuple(map(int, t)): int(c) for t, c in p.terms()} for place, p in sums.items()}
        cells = ((*place, Polynomial.of(VARIABLES, terms[place])) for place in sums)
        return BarMatrix.of(self.rows, other.columns, cells)

    def __pow__(self, exponent: int) -> BarMatrix:
        """Return the power: equal bars stacked ``exponent`` times, by repeated squaring."""
        _check_equal("row or column", self.rows, self.columns)
        power = BarMatrix.of(self.rows, self.rows, ((i, i, _ONE) for i in range(len(self.rows))))
        for bit in f"{checked_whole('exponent', exponent, 0):b}":
            power = power @ power @ self if bit == "1" else power @ power
        return power

    def __add__(self, other: BarMatrix) -> BarMatrix:
        _check_equal("row and column", self.rows + self.columns, other.rows + other.columns)
        return BarMatrix.of(self.rows, self.columns, self.cells + other.cells)

    def kron(self, other: BarMatrix) -> BarMatrix:
        """Return the Kronecker product: rows with a gap of missing squares; bars left of the gap are those of
        the first factor.

        >>> tiles = TileSet("domineering-tiles")
        >>> tiles.bar_matrix(1).kron(tiles.bar_matrix(2).restrict(bottom="_0")).rows
        ('00', '01', '10', '11')
        """
        (height, width), pairs = other.shape, product(self.cells, other.cells)
        cells = ((i * height + k, j * width + m, p * q) for (i, j, p), (k, m, q) in pairs)
        rows, columns = product(self.rows, other.rows), product(self.columns, other.columns)
        return BarMatrix.of(map("".join, rows), map("".join, columns), cells)

    def restrict(self, top: str | None = None, bottom: str | None = None) -> BarMatrix:
        """Return the submatrix of bars with the given top and bottom labels, where ``_`` means any label.

        Fixed positions are removed from the words, because the adjacent square is missing.

        >>> TileSet("domineering-tiles").bar_matrix(3).restrict(top="00_").columns
        ('0', '1')
        """
        rows, columns = (
            _matching_words(self.rows, bottom, "bottom"),
            _matching_words(self.columns, top, "top"),
        )
        row, column = ({old: new for new, old in enumerate(kept)} for kept in (rows, columns))
        cells = ((row[i], column[j], p) for i, j, p in self.cells if i in row and j in column)
        return BarMatrix.of(rows.values(), columns.values(), cells)

    def latex(self) -> str:
        """Return the matrix in LaTeX, as a ``bmatrix``."""
        lines = (" & ".join(value.latex() for value in row) for row in self.to_lists())
        return r"\begin{bmatrix} " + r" \\ ".join(lines) + r" \end{bmatrix}"

    def __str__(self) -> str:
        table = [self.columns, *(map(str, line) for line in self.to_lists())]
        lines = [[word, *line] for word, line in zip(["", *self.rows], table, strict=True)]
        widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
        return "\n".join("  ".join(map(str.ljust, line, widths)).rstrip() for line in lines)

    def __repr__(self) -> str:
        return f"<BarMatrix {len(self.rows)} x {len(self.columns)}, {len(self.cells)} nonzero entries>"

    @cached_property
    def _by_place(self) -> dict[tuple[int, int], Polynomial]:
        return {(row, column): value for row, column, value in self.cells}


@dataclass(frozen=True, init=False)
class TileSet(TextFace):
    """Set of tiles whose bars are counted, created from a rule, the name of a built-in tile set, or a
    path.
    """

    rule: TileRule

    def __init__(self, tiles: Rule | str | PathLike[str]) -> None:
        rule = as_rule(tiles)
        if not hasattr(rule, "tiles"):
            raise RuleError(f"{rule.name!r} is not a tile set, such as {', '.join(TILE_SETS)}")
        rule.check_two_letters("bars of tiles")
        object.__setattr__(self, "rule", cast("TileRule", rule))
        if long := [label for label in self.labels if len(label) > 1 or label == FREE]:
            raise RuleError(f"{rule.name!r}: top and bottom labels must be one character, got {long[0]!r}")

    def __repr__(self) -> str:
        return f"<TileSet: {self.rule.name}, {len(self.rule.tiles)} tiles>"

    @property
    def labels(self) -> Words:
        """Sorted top and bottom labels, which form the alphabet of the words."""
        return tuple(sorted({label for tile in self.rule.tiles for label in (tile.top, tile.bottom)}))

    @property
    def end_labels(self) -> Words:
        """Sorted left and right labels."""
        return tuple(sorted({label for tile in self.rule.tiles for label in (tile.left, tile.right)}))

    def bar_matrix(self, length: int, left: Labels = "0", right: Labels = "0") -> BarMatrix:
        """Return the matrix of the bars of ``length`` tiles with the given left and right end labels.

        It is computed by recursion on the leftmost tile: B(a, 0) = [1 if a = right, else 0], and the block of
        B(a, q + 1) with bottom label b and top label t is the sum of weight * B(r, q) over the tiles with
        left label a, bottom b, top t and right r. If several labels are given for an end, the matrices are
        added. Cost: one operation per entry.

        >>> print(TileSet("domineering-tiles").bar_matrix(2))
            00     01  10  11
        00  1 + y  x   x   x^2
        01  1      0   x   0
        10  1      x   0   0
        11  1      0   0   0
        """
        starts, ends = self._ends("left", left), self._ends("right", right)
        count, kinds = len(self.labels), len({(tile.bottom, tile.top) for tile in self.rule.tiles})
        most_words, most_entries = tuning.QUESTIONS.most_words, tuning.QUESTIONS.most_entries
        is_long = checked_whole("length", length, 0) > most_words
        if is_long or count**length > most_words or kinds**length > most_entries:
            most = f"at most {most_words} words and {most_entries} entries are supported"
            raise LimitError(
                f"length {length} needs {count}^{length} words and {kinds}^{length} entries; {most}"
            )
        bars = {a: BarMatrix.of([""], [""], [(0, 0, _ONE)] if a in ends else []) for a in self.end_labels}
        for _ in range(length):
            bars = {label: self._append_tile(label, bars) for label in bars}
        words = bars[self.end_labels[0]].rows
        return BarMatrix.of(words, words, (cell for a in starts for cell in bars[a].cells))

    def rectangle(self, rows: int, cols: int) -> Polynomial:
        """Return the polynomial of a rectangle; the rule must define the admissible labels of each side.

        It is the sum of the entries (u, v) of B^rows over admissible words u of bottom labels and v of top
        labels, where B is the matrix of bars with admissible ends. Cost: one product per row and entry.

        >>> print(TileSet("domineering-maximal-tiles").rectangle(3, 2))
        2*x^2 + 2*x^2*y + y^3
        """
        sides = self.rule.boundary
        bars = self.bar_matrix(cols, sides.left, sides.right)
        tops = (i for i, word in enumerate(bars.columns) if sides.top.issuperset(word))
        stack = BarMatrix.of(bars.columns, [""], ((i, 0, _ONE) for i in tops))
        for _ in range(checked_whole("rows", rows, 0)):
            stack = bars @ stack
        return sum((p for i, _, p in stack.cells if sides.bottom.issuperset(stack.rows[i])), _ZERO)

    def _append_tile(self, left: str, bars: dict[str, BarMatrix]) -> BarMatrix:
        """Return the bars that start with label ``left``, from the bars that are one tile shorter."""
        words = [label + word for label in self.labels for word in bars[left].rows]
        block = {label: i * len(bars[left].rows) for i, label in enumerate(self.labels)}
        steps = ((t, c) for t in self.rule.tiles if t.left == left for c in bars[t.right].cells)
        cells = ((block[t.bottom] + i, block[t.top] + j, _times(p, t.weight)) for t, (i, j, p) in steps)
        return BarMatrix.of(words, words, cells)

    def _ends(self, side: str, given: Labels) -> set[str]:
        labels = {str(given)} if isinstance(given, str | int) else set(map(str, given))
        for label in labels.difference(self.end_labels):
            raise OptionError(
                f"{side} label {label!r} does not occur; the tiles have"
                f" {', '.join(self.end_labels)} on this side"
            )
        return labels


@lru_cache(maxsize=4096)
def _times(value: Polynomial, weight: tuple[int, ...]) -> Polynomial:
    return value * Polynomial.monomial(weight, VARIABLES)


def _check_equal(label: str, first: Words, second: Words) -> None:
    if first != second:
        ends = (f"{words[0]!r}..{words[-1]!r}" for words in (first, second))
        raise MismatchError(f"the {label} words of the matrices differ: {' and '.join(ends)}")


def _index(asked: int | str, words: Words) -> int:
    index = words.index(asked) if isinstance(asked, str) and asked in words else asked
    if isinstance(index, str) or not 0 <= index < len(words):
        raise OptionError(f"{asked!r} is neither a word of the matrix nor an index below {len(words)}")
    return index


def _matching_words(words: Words, pattern: str | None, side: str) -> dict[int, str]:
    """Return the indices of the words that match a pattern, with the symbols at the free positions."""
    shape = FREE * len(words[0]) if pattern is None else pattern
    fits = re.compile("".join("(.)" if letter == FREE else re.escape(letter) for letter in shape), re.DOTALL)
    kept = {i: "".join(match.groups()) for i, word in enumerate(words) if (match := fits.fullmatch(word))}
    if not kept:
        raise OptionError(
            f"{side} {pattern!r} matches none of the words {words[0]!r}..{words[-1]!r} ({FREE}"
            " means any label)"
        )
    return kept


def fault_free(
    question: Question, *, horizontal: bool = True, how: Callable[[Question], Count] = count
) -> int:
    """Return the number of tilings of a rectangle in which no line between columns or rows is a fault line.

    If ``horizontal`` is False, lines between rows may be fault lines.

    >>> from gfkit.core.rules import Question
    >>> fault_free(Question.of("domino-tilings", "5x6")), fault_free(Question.of("domino-tilings", "6x6"))
    (6, 0)
    >>> fault_free(Question.of("domino-tilings", "2x6"), horizontal=False)
    0
    """
    grid = question.board.grid
    if grid is None or grid.wrap_rows or grid.wrap_cols or question.board.size != grid.rows * grid.cols:
        raise MismatchError(
            f"board {question.board.text!r}: fault lines are defined for rectangles only, such as 5x6"
        )
    if getattr(question.rule, "needs_plane", False):
        raise MismatchError(
            f"{question.rule.name}: the parts on both sides of a fault line are not independent, because"
            " the rule has a condition on points or lines"
        )

    @cache
    def tilings(rows: int, columns: int) -> int:
        return int(how(question.on(parse_one_board(f"{rows}x{columns}"))))

    def unbroken(parts: tuple[int, ...]) -> int:
        """Return the number of tilings with exactly the given horizontal parts and no vertical fault line."""
        all_, without = [0], [0]
        for columns in range(1, grid.cols + 1):
            all_.append(prod(tilings(rows, columns) for rows in parts))
            earlier = sum(without[j] * all_[columns - j] for j in range(1, columns))
            without.append(all_[columns] - earlier)
        return without[-1]

    divisions = _divisions(grid.rows) if horizontal else [(grid.rows,)]
    return sum((-1) ** (len(parts) - 1) * unbroken(parts) for parts in divisions)


def _divisions(rows: int) -> Iterator[tuple[int, ...]]:
    """Yield the compositions of a number of rows.

    >>> sorted(_divisions(3))
    [(1, 1, 1), (1, 2), (2, 1), (3,)]
    """
    yield (rows,)
    for first in range(1, rows):
        for rest in _divisions(rows - first):
            yield (first, *rest)
