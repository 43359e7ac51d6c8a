"""Claims about a single board: the number of its configurations, or their polynomial."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set as AbstractSet
from contextlib import suppress
from typing import Any

from gfkit.claims.judge import Verdict, judge
from gfkit.claims.provers.evaluated import of_provers
from gfkit.claims.provers.kind import is_known
from gfkit.claims.provers.letters import polynomial_named
from gfkit.claims.provers.result import Agreement, Difference, FirstDifference, Stated
from gfkit.claims.provers.sequence import exact_value, is_constant
from gfkit.claims.provers.truth import DataTruth, Form, KnownSequence, Truth
from gfkit.claims.reading.objects import check_letter
from gfkit.claims.statement.parse import read_statement
from gfkit.claims.statement.printed import parts_of
from gfkit.claims.statement.ratio import Ratio, Ring, ratio, ring_of
from gfkit.claims.statement.tree import Claim, ForAll, SequenceDefinition, Statement
from gfkit.core.algebra import Count, Polynomial
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.boards import Board, BoardLike, Family, as_boards
from gfkit.core.deferred import dataclass, regex
from gfkit.core.engine.count import count
from gfkit.core.errors import GfkitError, InputError, UndecidedError, as_typed
from gfkit.core.rules import GameLike, Question
from gfkit.core.rules.object import Object
from gfkit.core.typing import OnProgress, Positions, PositionsWord, Weights
from gfkit.guessing import Data
from gfkit.questions.graph_polynomial import KINDS, PolynomialOfBoard, graph_polynomial

_VARIABLE = regex(r"\\lambda(?![A-Za-z])|λ|\blambda\b|(?<![A-Za-z\\])[kpqxyz](?![A-Za-z])")
"""Letters that denote the variable of a graph polynomial."""


@dataclass(frozen=True)
class BoardClaim(Stated):
    """Claim that the polynomial of a board has the printed value."""

    text: str
    value: str
    is_true: bool
    found: Count | PolynomialOfBoard
    sides: tuple[nodes.Node, ...]
    form = Form.EXPLICIT
    printed_from = None

    def stated(self, known: KnownSequence) -> Sequence[Claim | SequenceDefinition]:  # noqa: ARG002
        return [ForAll(nodes.Equation(nodes.Letter("a"), side), None) for side in self.sides]

    def compare(self, truth: Truth) -> Agreement | Difference:
        known, evidence = truth.sequence(Weights.NONE), self.found.evidence
        true, board = str(self.found.polynomial), str(self.found.board)
        if self.is_true:
            return Agreement(known, f"the value for the board {board} is correct", evidence, 0)
        size = int("".join(re.findall("[0-9]+", board)[-1:]) or 0)
        reason = f"the formula gives {self.value} for the board {board}, the correct value is {true}"
        first = FirstDifference(size, self.value, true)
        return Difference(known, reason, first, right=true, evidence=evidence)


@dataclass(frozen=True, eq=False)
class _BoardTruth(DataTruth):
    """Number of configurations of a structure on one board, or their polynomial."""

    object: Object

    def object_for(self, weights: Weights) -> Object:  # noqa: ARG002
        return self.object


def _check_convention(board: BoardLike, values: Sequence[Ratio], ring: Ring, *, has_signs: bool) -> None:
    """Raise UndecidedError if the values are the other polynomial of matchings, with or without signs."""
    other: Any = (
        count("matchings", board, weights="pieces") if has_signs else graph_polynomial("matching", board)
    )
    if all(value == ratio(_in_x(other.polynomial), ring) for value in values):
        name = "matchings" if has_signs else "matching polynomial"
        raise UndecidedError(f"true for the board {board} in another convention; write --for {name!r}")


def _are_letters(arguments: Sequence[nodes.Node]) -> bool:
    """Return True for the variable of a polynomial, or for x and y in this order."""
    names = [part.name if isinstance(part, nodes.Letter) else "" for part in arguments]
    return (len(names) < 2 and "" not in names) or names == ["x", "y"]


def _check_board(name: nodes.Symbol | None, index: int | None, board: BoardLike) -> None:
    """Raise UndecidedError if a name such as P(K_4, x) or m_{2,4} is about another board."""
    asked = as_boards(board)
    if index not in (None, *map(int, re.findall(r"\d+", asked.text))):
        raise UndecidedError(f"the formula is about the index {index}, but the query is about {board}")
    if name is None or not isinstance(name.index, nodes.Number) or isinstance(asked, Family):
        return
    sizes = [*name.label[1:], str(name.index.value)]
    spoken = f"{name.graph}{name.index.value}" if name.graph else "x".join(sizes)
    try:
        other = as_boards(spoken) if name.graph or len(sizes) > 1 else asked
    except GfkitError:
        return  # the letter of a graph without a meaning
    is_same = other.text == asked.text
    if name.graph and isinstance(other, Board):
        is_same = (other.size, len(other.edges)) == (asked.size, len(asked.edges))
    if not is_same:
        raise UndecidedError(f"the formula is about {spoken}, but the query is about {board}")


def _evaluated(side: nodes.Node) -> nodes.Node:
    """Return the formula with the value of each part without letters, such as a binomial coefficient."""

    def change(part: nodes.Node) -> nodes.Node | None:
        is_named = all(is_known(name) and name.index is not None for name in nodes.symbols(part))
        if nodes.letters(part) or not is_named or not is_constant(part) or isinstance(part, nodes.Number):
            return None
        value = exact_value(part, 0).rational
        return None if value is None else nodes.Number(value)

    return nodes.rebuild(side, change)


def _in_x(polynomial: Polynomial, own: str = "x") -> nodes.Node:
    """Return a polynomial with x in place of its own letter, as a formula."""
    return read_statement(re.sub(rf"\b{own}\b", "x", str(polynomial))).chains[0].sides[0]


@dataclass(frozen=True)
class BoardSubject:
    """Structure and board whose number or polynomial is stated, or the given minimum or maximum, with this
    word.
    """

    game: GameLike
    board: BoardLike
    stated: tuple[Count, str] | None = None
    positions: PositionsWord = "all"
    on_progress: OnProgress | None = None

    @property
    def kind(self) -> Any:
        """Kind of polynomial that the structure names, or None."""
        return None if self.stated is not None else polynomial_named(self.game)

    @property
    def variable(self) -> str:
        """Variable of the polynomial."""
        return "x" if self.kind is None else KINDS[self.kind].variables[0]

    def judge(self, text: str, sides: Sequence[nodes.Node], letters: AbstractSet[str]) -> Verdict:
        """Return the verdict on the claim that all expressions are the value, in some letters."""
        board, kind, own, values = self.board, self.kind, self.variable, list(map(_evaluated, sides))
        if any(map(nodes.symbols, values)):
            raise InputError(f"formula: expected the value for the board {board}, as in a = 22")
        if "n" in letters or (len(letters) > 1 and letters != {"x", "y"}):
            raise InputError(
                f"board {str(board)!r}: expected a number, or a polynomial in x, or in x and y; a formula in"
                " n needs a family"
            )
        marked = (Weights.NONE, Weights.PIECES, Weights.PLAYERS)[len(letters)]
        ring = ring_of(*values)
        renamed = {letter: ring.letter("x") for letter in letters} if marked is Weights.PIECES else None
        printed = [ratio(side, ring, renamed) for side in values]
        if not all(value.is_polynomial for value in printed):
            raise InputError(
                f"board {str(board)!r}: expected a polynomial; a generating function needs a family"
            )
        if kind is not None and not letters:
            raise InputError(
                f"formula: expected the {kind} polynomial of {board} in {own}, as in P({own}) = ..."
            )
        if self.stated is not None and letters:
            raise InputError(f"formula: expected a number for the board {board}")
        found = self._value(marked)
        true = _in_x(found.polynomial, own)
        exchanged = ratio(true, ring, {"x": ring.letter("y"), "y": ring.letter("x")})
        is_true = all(value == ratio(true, ring) for value in printed)
        if not is_true and all(value == exchanged for value in printed):
            raise UndecidedError(f"true for the board {board} only if x and y are exchanged")
        is_matching = kind == "matching" if kind else isinstance(found, Count) and found.game == "matchings"
        if not is_true and is_matching and marked is Weights.PIECES:
            _check_convention(board, printed, ring, has_signs=kind is not None)
        value = re.sub(r"\bx\b", own, str(printed[-1]))
        letter = next(iter(letters)) if renamed else own
        shown = tuple(nodes.substitute_n(side, nodes.Letter(own), letter) for side in sides)
        claim = BoardClaim(text, value, is_true, found, shown)
        total = Data.of([found.polynomial.total])
        return judge(claim, _BoardTruth(total, self._object(found, marked)), repair=False)

    def _value(self, weights: Weights) -> Any:
        if self.stated is not None:
            return self.stated[0]
        if self.kind is None:
            return count(self.game, self.board, self.positions, weights, on_progress=self.on_progress)
        return graph_polynomial(self.kind, self.board, on_progress=self.on_progress)

    def _object(self, found: Count | PolynomialOfBoard, weights: Weights) -> Object:
        """Return the value as the object of a statement."""
        what, board = "count" if self.stated is None else self.stated[1], str(found.board)
        if not isinstance(found, Count):
            return Object("polynomial", found.kind, board, is_single=True)
        name, marked = found.game, str(weights) if weights.variables else ""
        with suppress(GfkitError):  # a rule of the user has no other name
            name = Question.of(found.game, board, found.positions).game
        return Object(what, name, board, str(found.positions), marked, is_single=True)


def judge_on_board(formula: str, about: BoardSubject) -> Verdict:
    r"""Return the verdict on the printed number of configurations of a structure on a single board, or on
    their polynomial in x, or in x and y, or on an optimal number.

    >>> print(judge_on_board(r"m_{2,3} = 23", BoardSubject("matchings", "2x3")).sentence)
    refuted: the formula gives 23 for the board 2x3, the correct value is 22
    >>> judge_on_board(r"\[ M(x) = 1 + 7x + 11x^2 + 3x^3 \]", BoardSubject("matchings", "2x3")).verdict.value
    'proved'
    >>> judge_on_board("x^3 - 3x", BoardSubject("matching polynomial", "K3")).verdict.value
    'proved'
    >>> judge_on_board("P(K_3, k) = k(k-1)(k-2)", BoardSubject("chromatic", "K3")).verdict.value
    'proved'
    """
    board, kind = about.board, about.kind
    if kind is not None and len({*_VARIABLE.findall(formula)}) > 1:
        raise InputError(f"formula: the {kind} polynomial has one variable, {about.variable}")
    parts = parts_of(formula if kind is None else _VARIABLE.sub("x", formula))
    if any(part.words for part in parts):
        words = as_typed(" ".join(word for part in parts for word in part.words))
        raise UndecidedError(f"the words {words} beside a value for one board are not understood; omit them")
    chains = [chain for part in parts for chain in read_statement(part.text).chains]
    if len(chains) != 1 or set(chains[0].relations) - {"="}:
        raise InputError(f"formula: expected the value for the board {board}, as in a = 22")
    left, names = chains[0].left_side, [argument for name in chains[0].names for argument in name.arguments]
    if left is not None and (not isinstance(left, nodes.Symbol) or not _are_letters(names)):
        raise InputError(f"formula: expected a name such as a or P(x) before the value for the board {board}")
    _check_board(left, parts[0].begins, board)
    if about.stated is None and kind is None and left is not None and left.graph:
        structure = Question.of(about.game, board, about.positions).game
        check_letter(left.label[0].partition("(")[0], left.label[0], structure)
    sides = chains[0].right_sides
    return about.judge(formula.strip(), sides, {x for side in [*sides, *names] for x in nodes.letters(side)})


def judge_stated(statement: Statement, text: str, on_progress: OnProgress | None) -> Verdict:
    """Return the verdict on a statement in its canonical text about a single board."""
    about, sides = statement.object, list[nodes.Node]()
    for claim in statement.claims:
        match claim:
            case ForAll(
                condition=nodes.Equation(left=nodes.Letter(name="a"), right=side, sign="="), range=None
            ):
                sides.append(of_provers(side))
    if about is None or len(sides) != len(statement.claims) or statement.definitions or about.part:
        raise UndecidedError("expected the value for one board, as in a = 22")
    letters = {letter for side in sides for letter in nodes.letters(side)}
    weights = Weights.read(about.weights or "none")
    if about.what != "polynomial" and letters != {*weights.variables}:
        raise UndecidedError(f"expected an expression in {', '.join(weights.variables) or 'no letter'}")
    stated, positions = None, Positions(about.positions)
    if about.what in ("minimum", "maximum"):
        from gfkit.claims.reading.optimal import optimum_on_board  # few statements are about optimal numbers

        found = optimum_on_board(about.structure, about.family, about.what, positions, on_progress)
        stated = None if found is None else (found, about.what)
    name = f"{about.structure} polynomial" if about.what == "polynomial" else about.structure
    subject = BoardSubject(name, about.family, stated, positions, on_progress)
    return subject.judge(text, sides, letters)
