"""What a printed formula is about: the numbers of a structure on boards, and how they are obtained."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from gfkit.claims.provers.letters import optimum_side, polynomial_named, polynomial_truth
from gfkit.claims.provers.truth import DataTruth, GameTruth, LawTruth, Truth
from gfkit.claims.reading.objects import names_of, own_part, shift_in
from gfkit.claims.reading.squares import count_each, first_n, sized_truth
from gfkit.core.algebra import Count
from gfkit.core.boards import Board, Family, PartOfFamily, as_boards
from gfkit.core.deferred import regex, replace
from gfkit.core.errors import OptionError, UndecidedError, as_typed
from gfkit.core.rules import Question
from gfkit.core.rules.library import board_on
from gfkit.core.rules.object import Object
from gfkit.core.typing import OnProgress, Positions, PositionsWord, SideWord
from gfkit.guessing import Data
from gfkit.questions.sizes.several import grows_both_ways

if TYPE_CHECKING:
    from gfkit.claims.reading.mentions import BoardsOf

_IN_X = regex(r"(?<![A-Za-z\\])x(?![A-Za-z])")


class FormulaSubject(NamedTuple):
    """Structure and boards whose counts, polynomials or optimal numbers a formula states."""

    game: Any
    family: Any
    positions: PositionsWord
    pieces: int | None = None
    values: str | None = None
    side: SideWord | None = None
    on_progress: OnProgress | None = None

    @property
    def has_boards(self) -> bool:
        return self.game is not None and (self.family is not None or isinstance(self.game, Question))

    @property
    def sized(self) -> list[str]:
        """Names of the arguments by which n is not the size of the board only."""
        given = ("pieces", self.pieces), ("values", self.values)
        return [name for name, value in given if value is not None]

    @property
    def polynomial(self) -> str | None:
        """Kind of polynomials that the structure names, if any."""
        is_number = self.sized or self.side is not None or not isinstance(self.family, str)
        return None if is_number else polynomial_named(self.game)

    @property
    def optimum(self) -> tuple[Any, str] | None:
        """Structure and side of an optimal number, or None for counts."""
        return None if self.sized else optimum_side(self.game, self.side)

    def check(self, beside: Iterable[str]) -> None:
        """Raise OptionError if arguments cannot be combined with a number of pieces or with values."""
        others = [*self.sized[1:], *beside, *(["positions"] if self.positions != "all" else [])]
        if self.sized and others:
            raise OptionError(f"{others[0]} cannot be combined with {self.sized[0]}")
        if self.sized and (self.game is None or not isinstance(self.family, str)):
            raise OptionError(f"{self.sized[0]} requires a rule and boards, such as kings nxn")
        if self.side is not None and (not self.has_boards or self.sized):
            raise OptionError(
                "a minimum or maximum requires a structure and boards, and no number of pieces or values"
            )

    def single_board(self) -> tuple[Any, Any, tuple[Count, str] | None] | None:
        """Return the structure, the board and its optimal number with its side, if that is stated; None for
        families.
        """
        if self.polynomial is not None:
            board = as_boards(self.family)
            return (self.game, board, None) if isinstance(board, Board) else None
        if self.optimum is None:
            return None
        from gfkit.claims.reading.optimal import optimum_on_board  # few formulas state optimal numbers

        game, side = self.optimum
        found = optimum_on_board(game, self.family, side, self.positions, self.on_progress)
        return None if found is None else (found.game, found.board, (found, side))

    def as_formula(self, formula: Any) -> Any:
        """Return a formula for optimal numbers in the notation of formulas. It must not be a polynomial."""
        if self.optimum is None:
            return formula
        from gfkit.claims.reading.optimal import with_brackets

        if self.side is None and "number" not in str(self.game) and _IN_X.search(str(formula)):
            raise UndecidedError(
                f"a formula in x may be about the {self.game} polynomial; write --for '{self.game} number'"
            )
        return with_brackets(formula) if isinstance(formula, str) else formula

    def check_words(self, words: Sequence[str], truth: Truth | None = None) -> None:
        """Raise UndecidedError if the words around a formula name another structure or other boards than the
        query, may do so in the numbering of another author, or contain a word that is not understood.
        """
        named, counted = self._named(words, truth)
        if named and counted and (named.others or named[:2] != own_part(counted.boards)[1:]):
            spoken = as_typed(" ".join(words))
            raise UndecidedError(f"the words {spoken} may be about other boards than the query")

    def with_words(self, words: Sequence[str], truth: Truth) -> tuple[Truth, tuple[tuple[Truth, str], ...]]:
        """Return the numbers on the boards that the words around a formula name, and the numbers on the
        boards that they denote in the numberings of other authors, each with its description.

        Raise UndecidedError if the words name another structure, or other graphs, than the query, or contain
        a word that is not understood. Given terms may be those of any structure.
        """
        named, counted = self._named(words, truth)
        if named is None or counted is None:
            return truth, ()
        _, step, own = own_part(counted.boards)  # the numbering of the query is that of the author
        shifts = sorted((named.shift, *named.others), key=lambda shift: (named.step, shift) != (step, own))
        first, *others = [self._on_part(truth, counted, named.step, shift) for shift in shifts]
        return first[0], tuple(
            (one, f"the boards are {boards.text}, in the numbering of other authors")
            for one, boards in others
            if one is not first[0]
        )

    def _named(self, words: Sequence[str], truth: Truth | None) -> tuple[BoardsOf | None, GameTruth | None]:
        """Return the boards that words name, and the counts on the family of the query, if it has one."""
        if not words:
            return None, None
        from gfkit.claims.reading.mentions import check_prose  # few formulas are parts of sentences

        if isinstance(truth, GameTruth):
            return check_prose(words, *names_of(truth)), truth
        optimum = truth.optimum if isinstance(truth, LawTruth) else None
        counted = None if optimum is None else GameTruth(optimum.question)
        own = self.game if isinstance(self.game, str) and not self.sized and self.side is None else ""
        named = check_prose(
            words,
            lambda name: name == own or self.game is None,
            shift_in(counted) if counted else self._shift_of,
            own=own,
            asked=f"{self.game}" + (f" on {counted.boards.text}" if counted else ""),
        )
        if named and counted is None and self.game is not None and named[:2] != (1, 0):
            raise UndecidedError(
                f"the words {as_typed(' '.join(words))} name other boards than {self.family}"
            )
        return named, counted

    def _shift_of(self, family: str) -> int | None:
        """Return 0 for boards that words may name if the query is not about a family, else None."""
        return 0 if family == self.family or self.game is None else None

    def _on_part(self, truth: Truth, counted: GameTruth, step: int, shift: int) -> tuple[Truth, Family]:
        """Return the numbers on the boards of size ``step`` n + ``shift`` of the family of the query, and
        these boards.
        """
        whole, *own = own_part(counted.boards)
        if own == [step, shift]:
            return truth, counted.boards
        is_whole = (step, shift) == (1, 0)
        boards = whole if is_whole else PartOfFamily("part", (None,), whole=whole, step=step, shift=shift)
        if isinstance(truth, GameTruth):
            return GameTruth(replace(truth.question, boards=boards), self.on_progress), boards
        from gfkit.claims.reading.optimal import optimal_truth

        assert self.optimum is not None, "the numbers of a family are counts or optimal numbers"
        game, side = self.optimum
        return optimal_truth(game, boards.text, side, self.positions, None, self.on_progress), boards

    def truth(self, stated: tuple[int | None, int] | None) -> Truth:
        """Return the numbers; ``stated`` contains the first n of a list of terms, if any, and its length."""
        game, family, positions, progress = self.game, self.family, self.positions, self.on_progress
        grows = isinstance(family, str) and grows_both_ways(family)
        least = first_n(family, 0) if grows else 0
        listed = stated and (least if stated[0] is None else stated[0], stated[1])
        if self.optimum is not None:
            from gfkit.claims.reading.optimal import optimal_truth

            return optimal_truth(self.optimum[0], family, self.optimum[1], positions, listed, progress)
        if self.sized:
            return sized_truth(game, family, self.pieces, self.values, listed, progress)
        if grows:
            return count_each(game, family, positions, listed, progress)
        question = Question.of(game, board_on(game, family, of_name=True), positions)
        question.family_for("verifying")
        return GameTruth(question, progress)


def truth_of(about: Object, stated: tuple[int | None, int] | None, on_progress: OnProgress | None) -> Truth:
    """Return the numbers that a statement is about, on the boards of a family; ``stated`` contains the first
    n of a list of terms, if any, and its length.
    """
    match about:
        case Object(what="terms"):
            return DataTruth(Data.of(about.terms, about.first))
        case Object(what="defined"):
            from gfkit.claims.reading.defined import (
                defined_sequence,  # few statements define a(n) by an equation
            )

            return defined_sequence(about.structure)
        case Object(what="polynomial"):
            return polynomial_truth(about.structure, about.family, "x", on_progress)[2]
    side: Any = None if about.what == "count" else about.what
    number, _, word = about.part.partition(" ")
    pieces = int(number) if word == "pieces" and number.isdecimal() else None
    values = word if number == "values" else None
    if about.part and pieces is None and values is None:
        raise UndecidedError(f"{as_typed(about.part)} is a part of the numbers that cannot be judged alone")
    place = about.structure, about.family, Positions(about.positions)
    return FormulaSubject(*place, pieces, values, side, on_progress).truth(stated)
