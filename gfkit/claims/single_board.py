"""Claims about a single board: the number of its configurations, or their polynomial."""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from gfkit.claims.formula.kind import is_known
from gfkit.claims.formula.sequence import exact_value, is_constant
from gfkit.claims.judge import Agreement, Difference, FirstDifference, Stated, Verdict, judge
from gfkit.claims.letters import polynomial_named
from gfkit.claims.objects import check_letter
from gfkit.claims.read.printed import parts_of
from gfkit.claims.read.ratio import Ratio, Ring, ratio, ring_of
from gfkit.claims.read.statement import read_statement
from gfkit.claims.statement.tree import Claim, ForAll, SequenceDefinition
from gfkit.claims.truth import DataTruth, Form, KnownSequence, Truth
from gfkit.core.algebra import Count, Polynomial
from gfkit.core.algebra.formula import tree as nodes
from gfkit.core.boards import Board, BoardLike, Family, as_boards
from gfkit.core.deferred import dataclass, regex, replace
from gfkit.core.engine.count import count
from gfkit.core.errors import GfkitError, InputError, UndecidedError, as_typed
from gfkit.core.rules import GameLike, Question
from gfkit.core.rules.object import Object
from gfkit.core.typing import OnProgress, PositionsWord, Weights
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


def _judge(claim: BoardClaim, what: str, weights: Weights) -> Verdict:
    """Return the verdict on a claim about the number or the polynomial of a board."""
    found, board = claim.found, str(claim.found.board)
    about = Object(what, "", board, "all", str(weights) if weights.variables else "", is_single=True)
    if isinstance(found, Count):
        about = replace(about, structure=found.game, positions=str(found.positions))
        with suppress(GfkitError):  # a rule of the user has no other name
            about = replace(about, structure=Question.of(found.game, board, found.positions).game)
    else:
        about = replace(about, what="polynomial", structure=found.kind, weights="")
    total = Data.of([found.polynomial.total])
    return judge(claim, _BoardTruth(total, about), repair=False)


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


def judge_on_board(
    formula: str,
    game: GameLike,
    board: BoardLike,
    positions: PositionsWord = "all",
    on_progress: OnProgress | None = None,
    found: Any = None,
) -> Verdict:
    r"""Return the verdict on the printed number of configurations of a structure on a single board, or on
    their polynomial in x, or in x and y; ``found`` is the minimum or maximum of the board, with this word, if
    it is stated instead.

    >>> print(judge_on_board(r"m_{2,3} = 23", "matchings", "2x3").sentence)
    refuted: the formula gives 23 for the board 2x3, the correct value is 22
    >>> judge_on_board(r"\[ M(x) = 1 + 7x + 11x^2 + 3x^3 \]", "matchings", "2x3").verdict.value
    'proved'
    >>> judge_on_board("x^3 - 3x", "matching polynomial", "K3").verdict.value
    'proved'
    >>> judge_on_board("P(K_3, k) = k(k-1)(k-2)", "chromatic", "K3").verdict.value
    'proved'
    """
    found, what = found or (None, "count")
    kind = None if found is not None else polynomial_named(game)
    own = "x" if kind is None else KINDS[kind].variables[0]
    if kind is not None and len({*_VARIABLE.findall(formula)}) > 1:
        raise InputError(f"formula: the {kind} polynomial has one variable, {own}")
    read = formula if kind is None else _VARIABLE.sub("x", formula)
    parts = parts_of(read)
    if any(part.words for part in parts):
        words = as_typed(" ".join(word for part in parts for word in part.words))
        raise UndecidedError(f"the words {words} beside a value for one board are not understood; omit them")
    chains = [chain for part in parts for chain in read_statement(part.text).chains]
    sides = [_evaluated(side) for chain in chains for side in chain.right_sides]
    if len(chains) != 1 or set(chains[0].relations) - {"="} or any(map(nodes.symbols, sides)):
        raise InputError(f"formula: expected the value for the board {board}, as in a = 22")
    left, names = chains[0].left_side, [argument for name in chains[0].names for argument in name.arguments]
    if left is not None and (not isinstance(left, nodes.Symbol) or not _are_letters(names)):
        raise InputError(f"formula: expected a name such as a or P(x) before the value for the board {board}")
    _check_board(left, parts[0].begins, board)
    letters = {letter for side in [*sides, *names] for letter in nodes.letters(side)}
    if "n" in letters or (len(letters) > 1 and letters != {"x", "y"}):
        raise InputError(
            f"board {str(board)!r}: expected a number, or a polynomial in x, or in x and y; a formula in n"
            " needs a family"
        )
    marked = (Weights.NONE, Weights.PIECES, Weights.PLAYERS)[len(letters)]
    ring = ring_of(*sides)
    renamed = {letter: ring.letter("x") for letter in letters} if marked is Weights.PIECES else None
    values = [ratio(side, ring, renamed) for side in sides]
    if not all(value.is_polynomial for value in values):
        raise InputError(f"board {str(board)!r}: expected a polynomial; a generating function needs a family")
    if kind is not None and not letters:
        raise InputError(f"formula: expected the {kind} polynomial of {board} in {own}, as in P({own}) = ...")
    if found is not None and letters:
        raise InputError(f"formula: expected a number for the board {board}")
    if found is None and kind is None and left is not None and left.graph:
        structure = Question.of(game, board, positions).game
        check_letter(left.label[0].partition("(")[0], left.label[0], structure)
    if found is None:
        found = (
            count(game, board, positions, marked, on_progress=on_progress)
            if kind is None
            else graph_polynomial(kind, board, on_progress=on_progress)  # type: ignore[arg-type]
        )
    true = _in_x(found.polynomial, own)
    exchanged = ratio(true, ring, {"x": ring.letter("y"), "y": ring.letter("x")})
    is_true = all(value == ratio(true, ring) for value in values)
    if not is_true and all(value == exchanged for value in values):
        raise UndecidedError(f"true for the board {board} only if x and y are exchanged")
    is_matching = kind == "matching" if kind else found.game == "matchings"
    if not is_true and is_matching and marked is Weights.PIECES:
        _check_convention(board, values, ring, has_signs=kind is not None)
    text = re.sub(r"\bx\b", own, str(values[-1]))
    letter = letters.pop() if renamed else own
    shown = tuple(nodes.substitute_n(side, nodes.Letter(own), letter) for side in chains[0].right_sides)
    return _judge(BoardClaim(formula.strip(), text, is_true, found, shown), what, marked)
