"""Strips: who wins which lengths, sums of lengths, and M-Tromping on two rows move by move."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from gfkit.catalog.claim import (
    Arguments,
    CheckResult,
    ClaimStatus,
    HoleValues,
    Sentence,
    Statement,
    compare_cases,
    refutation,
    theorem,
)
from gfkit.core.boards import Family, parse_board
from gfkit.core.errors import CatalogError
from gfkit.play import value
from gfkit.play.family_outcomes import outcome, outcomes
from gfkit.play.laws import DecompositionLaw

from ..kinds.tables import GameSearch
from ..shared.arithmetic import evaluate
from ..shared.cells import Cell, Shape, alike, beside, connected_boards
from .check import STRAIGHT
from .strips import Strips

# Two outcomes, one of which every length in some classes has


def _family(asked: Arguments) -> Family:
    family = parse_board(asked["family"])
    if not isinstance(family, Family):
        raise CatalogError(f"check: family {asked['family']!r} must have n in it")
    return family


def _strips(asked: Arguments) -> Strips:
    return Strips(_family(asked).sizes[0] or 0, STRAIGHT[asked["game"]])


def _lengths(holes: HoleValues, to: int) -> list[int]:
    return [n for n in range(holes["start"], to + 1) if n % holes["modulus"] in holes["residues"]]


def _first_other(
    holes: HoleValues, asked: Arguments, decide: Callable[[int], str], to: int, what: str
) -> CheckResult | None:
    """Return the refutation at the first length with another outcome, or None."""
    for n in _lengths(holes, to):
        if (word := decide(n)) not in (holes["one"], holes["other"]):
            return refutation(what, _family(asked).at(n).text, f"{holes['one']} or {holes['other']}", word)
    return None


def _either_by_sums(holes: HoleValues, asked: Arguments) -> CheckResult:
    """Check lengths up to ``to`` by search, and larger lengths as sums of a length that Right wins and
    another."""
    family, modulus = _family(asked), holes["modulus"]
    against = _first_other(
        holes, asked, lambda n: outcome(asked["game"], family.at(n)), asked["to"], "searched"
    )
    if against is not None:
        return against
    known = outcomes(asked["game"], family, to=asked["known"])
    law = known.law
    words = {holes["one"], holes["other"]}
    if (
        not isinstance(law, DecompositionLaw)
        or modulus not in law.generators
        or words != {law.winner, "first"}
    ):
        return CheckResult(ClaimStatus.CONSISTENT, f"searched up to n = {asked['to']}")
    moving_first = {n for n, word in known.by_n.items() if word in words}
    for n in _lengths(holes, holes["start"] + modulus - 1):
        if not any(n >= length and (n - length) % modulus == 0 for length in moving_first):
            return CheckResult(
                ClaimStatus.CONSISTENT, f"searched up to n = {asked['to']}; n = {n} does not follow"
            )
    return CheckResult(ClaimStatus.PROVED, f"{modulus} added to lengths up to {asked['known']}")


def _either_in_parts(holes: HoleValues, asked: Arguments) -> CheckResult:
    """Check the lengths by exhaustive search of the components."""
    to = asked.get("played", asked["to"])
    against = _first_other(holes, asked, _strips(asked).outcome, to, "played in parts")
    return against or CheckResult(ClaimStatus.CONSISTENT, f"played in parts up to n = {to}")


@theorem(
    "tromping_strips.either",
    {"sums": _either_by_sums, "parts": _either_in_parts},
    words="{one:word} or {other:word} for n >= {start:int}, n = {residues:ints} mod {modulus:int}",
)
def either(
    way: Callable[[HoleValues, Arguments], CheckResult], holes: HoleValues, asked: Arguments
) -> CheckResult:
    """Check that every length >= start in some residue classes has one of two outcomes."""
    return way(holes, asked)


def _multiples_by_sums(holes: HoleValues, asked: Arguments) -> CheckResult:
    """Check the multiples by the engine's formula, which must have that period."""
    family, word, step = _family(asked), holes["winner"], holes["step"]
    known = outcomes(asked["game"], family, to=asked["known"])
    lengths = range(step, asked["known"] + 1, step)
    reach = f"searched up to n = {asked['known']}"
    result = compare_cases(((family.at(n).text, word, known[n]) for n in lengths), "searched", reach)
    law = known.law
    if result.witness is not None or not isinstance(law, DecompositionLaw):
        return result
    is_proved = law.winner == word and step in law.generators
    return CheckResult(ClaimStatus.PROVED, law.statement) if is_proved else result


def _multiples_in_parts(holes: HoleValues, asked: Arguments) -> CheckResult:
    """Check the multiples by exhaustive search."""
    family, strips, what = _family(asked), _strips(asked), "played in parts"
    lengths = range(holes["step"], asked["played"] + 1, holes["step"])
    cases = ((family.at(n).text, holes["winner"], strips.outcome(n)) for n in lengths)
    return compare_cases(cases, what, f"{what} up to n = {asked['played']}")


@theorem(
    "tromping_strips.multiples",
    {"sums": _multiples_by_sums, "parts": _multiples_in_parts},
    words="{winner:word} for n = 0 mod {step:int}, n >= {start:int}",
)
def multiples(
    way: Callable[[HoleValues, Arguments], CheckResult], holes: HoleValues, asked: Arguments
) -> CheckResult:
    """Check that a player wins all multiples of a length."""
    if holes["step"] > holes["start"]:
        raise CatalogError("statement: the length must be at least 1")
    return way(holes, asked)


# Sums of lengths, and how many connected boards there are


def _first_missing(numbers: list[int], above: int) -> int | None:
    """Return the first n > above that is not a sum of the numbers, or None after enough consecutive sums."""
    least, most = min(numbers), above + min(numbers)
    sums = [True] + [False] * most
    for n in range(1, most + 1):
        sums[n] = any(n >= number and sums[n - number] for number in numbers)
    return next((n for n in range(above + 1, above + least + 1) if not sums[n]), None)


_BASIS = Sentence("{numbers:ints} for n > {above:int}")


@theorem("tromping_numbers.basis", "sums")
def basis(statement: Statement, _asked: Arguments) -> CheckResult:
    """Check that the sums of some numbers are all n above a bound, such as 4, 5, 6 for n > 7."""
    for holes in map(_BASIS.parse, statement):
        missing = _first_missing(list(holes["numbers"]), holes["above"])
        if missing is not None:
            return refutation("all sums", f"n = {missing}", "a sum", "none")
    return CheckResult(ClaimStatus.PROVED, "as many sums in a row as the least number")


@theorem("tromping_numbers.interval", "sums", words="k, ..., 2*k - {short:int} for n > k - {below:int}")
def interval(holes: HoleValues, asked: Arguments) -> CheckResult:
    """Check that the sums of k, ..., 2k - a are all n > k - b, for every k."""
    for k in range(2, asked["to"] + 1):
        missing = _first_missing(list(range(k, 2 * k - holes["short"] + 1)), k - holes["below"])
        if missing is not None:
            return refutation("all sums", f"k = {k}, n = {missing}", "a sum", "none")
    return CheckResult(ClaimStatus.CONSISTENT, f"k up to {asked['to']}")


_COMBINATION = Sentence("{sum}, k > {above:int}: {counts}")


@theorem("tromping_numbers.combinations", "sums")
def combinations(statement: Statement, asked: Arguments) -> CheckResult:
    """Check the coefficients of given numbers, such as 4*k + 3, k > 1: k - 2, 1, 1. They are linear in k, so
    two values of k suffice.
    """
    numbers = [int(number) for number in asked["numbers"]]
    for text in statement:
        holes = _COMBINATION.parse(text)
        if "^" in text or "k*" in text:
            raise CatalogError(f"statement {text!r}: must be linear in k")
        for k in (holes["above"] + 1, holes["above"] + 2):
            counts = [evaluate(part, {"k": k}) for part in holes["counts"].split(", ")]
            claimed = evaluate(holes["sum"], {"k": k})
            total = sum(count * number for count, number in zip(counts, numbers, strict=True))
            if min(counts) < 0 or total != claimed:
                return refutation("two k", f"{text}, k = {k}", claimed, total)
    return CheckResult(ClaimStatus.PROVED, "two k of each line")


_CELLS = Sentence("{cells:int} cells: {number:int}")


@theorem("tromping_numbers.polyominoes", "listing")
def polyominoes(statement: Statement, _asked: Arguments) -> CheckResult:
    """Check the number of connected boards up to rotation and reflection, such as 6 cells: 35."""
    for holes in map(_CELLS.parse, statement):
        true = len({tuple(min(map(sorted, alike(board)))) for board in connected_boards(holes["cells"])})
        if true != holes["number"]:
            return refutation("all boards listed", f"{holes['cells']} cells", holes["number"], true)
    return CheckResult(ClaimStatus.PROVED, "all boards listed")


# M-Tromping on two rows


class Way(NamedTuple):
    """The outcome of a board, the key for the largest size, and the description of the method."""

    outcome: Callable[[str], str]
    limit: str
    what: str

    def last(self, asked: Arguments) -> int:
        return int(asked.get(self.limit, asked["to"]))


_GAME = "m-tromping"
_WAYS = {
    "canonical": Way(lambda board: value(_GAME, board).outcome, "to", "values"),
    "brute-force": Way(lambda board: GameSearch(_GAME, board).outcome(), "played", "every move played"),
}
_REPLY = Sentence(
    "({upper}; {lower}) in {board:word}: ({upper_reply}; {lower_reply}) in {board_reply:word}"
    " for {low:int} {at_low:sign} k {at_n:sign} n"
)
_OPENING = Sentence("n {parity:word}, 2*c = {twice}: ({upper}; {lower})")
Places = dict[tuple[int, int], Cell]


def cells_of(name: str, n: int) -> Places:
    """Return the positions of the labels of both rows: G is 2 x n, G1 and G2 are 2 x (n + 1) without two
    corners."""
    if name not in ("G", "G1", "G2"):
        raise CatalogError(f"statement: board {name!r} must be G, G1 or G2")
    lower = {(1, label): (1, label) for label in range(1, n + 1 + (name == "G2"))}
    if name == "G1":
        return lower | {(0, label): (0, label + 1) for label in range(1, n + 1)}
    return lower | {(0, label): (0, label) for label in range(2 if name == "G2" else 1, n + 1)}


def _piece(upper: str, lower: str, at: dict[str, int], where: Places) -> Shape | None:
    """Return the cells of a move, or None if there is no such L-tromino on the board."""
    labels = [
        (row, evaluate(text, at)) for row, side in enumerate((upper, lower)) for text in side.split(", ")
    ]
    if len(labels) != 3 or any(label not in where for label in labels):
        return None
    cells = frozenset(where[label] for label in labels)
    columns = {col for _, col in cells}
    return cells if len(cells) == 3 and max(columns) - min(columns) == 1 else None


def _free(where: Places) -> Shape:
    return frozenset(where.values())


def _all_moves(board: Shape) -> Iterator[Shape]:
    for col in {col for _, col in board}:
        square = frozenset((row, col + right) for row in (0, 1) for right in (0, 1))
        yield from (square - {cell} for cell in square if square - {cell} <= board)


@theorem("tromping_moves.replies", _WAYS)
def replies(way: Way, statement: Statement, asked: Arguments) -> CheckResult:
    """Check every rule, such as (k; k, k+1) in G: (k; k, k+1) in G1 for 1 <= k < n, at every n and k. If the
    first move exists, the reply exists and leaves a P-position; every first move has a reply."""
    rules = list(map(_REPLY.parse, statement))
    for n in range(3, way.last(asked) + 1):
        boards = {name: cells_of(name, n) for rule in rules for name in (rule["board"], rule["board_reply"])}
        answered = set()
        for number, rule in enumerate(rules, 1):
            here, there = boards[rule["board"]], boards[rule["board_reply"]]
            for k in range(rule["low"] + (rule["at_low"] == "<"), n + (rule["at_n"] == "<=")):
                at = f"n = {n}, entry {number}, k = {k}"
                move = _piece(rule["upper"], rule["lower"], {"k": k}, here)
                reply = _piece(rule["upper_reply"], rule["lower_reply"], {"k": k}, there)
                if move is None:  # rules for moves that do not exist are vacuous
                    continue
                if reply is None:
                    return refutation(way.what, at, "a reply", "not on the board")
                answered.add((rule["board"], move))
                if way.outcome(beside([_free(here) - move, _free(there) - reply])) != "second":
                    return refutation(way.what, at, "second", "first")
        for name, where in boards.items():
            for move in _all_moves(_free(where)):
                if (name, move) not in answered:
                    return refutation(way.what, f"n = {n}, {name}, {sorted(move)}", "a reply", "none")
    return CheckResult(ClaimStatus.CONSISTENT, f"{way.what}, n = 3 to {way.last(asked)}")


@theorem("tromping_moves.opening", _WAYS)
def opening_moves(way: Way, statement: Statement, asked: Arguments) -> CheckResult:
    """Check that on 2 x n without its lower right corner the first player has a winning move in the middle,
    as n even, 2*c = n: (c, c+1; c)."""
    for n in range(asked.get("first", 2), way.last(asked) + 1):
        where = {(row, col): (row, col) for row in (0, 1) for col in range(1, n + 1 - row)}
        for holes in map(_OPENING.parse, statement):
            if holes["parity"] != ("odd" if n % 2 else "even"):
                continue
            middle = evaluate(holes["twice"], {"n": n})
            move = None if middle % 2 else _piece(holes["upper"], holes["lower"], {"c": middle // 2}, where)
            if move is None:
                return refutation(way.what, f"n = {n}", "a move", "not on the board")
            rest = _free(where) - move
            if rest and way.outcome(beside([rest])) != "second":
                return refutation(way.what, f"n = {n}", "second", "first")
    return CheckResult(ClaimStatus.CONSISTENT, f"{way.what}, n = 2 to {way.last(asked)}")


@theorem("tromping_moves.equal", _WAYS)
def equal(way: Way, statement: Statement, asked: Arguments) -> CheckResult:
    """Check that G, G1 and G2 have equal values for each n: the sum of any two is a P-position."""
    first, *others = statement[0].split(" = ")
    for n in range(1, way.last(asked) + 1):
        for name in others:
            if way.outcome(beside([_free(cells_of(first, n)), _free(cells_of(name, n))])) != "second":
                return refutation(way.what, f"n = {n}", statement[0], f"{name} differs")
    return CheckResult(ClaimStatus.CONSISTENT, f"{way.what}, n up to {way.last(asked)}")


@theorem("tromping_moves.corner", _WAYS)
def corner(way: Way, statement: Statement, asked: Arguments) -> CheckResult:
    """Check the outcome of 2 x n without a corner, n >= 2."""
    boards = [f"{'.' * n}/{'.' * (n - 1)}#" for n in range(2, way.last(asked) + 1)]
    cases = ((board, statement[0], way.outcome(board)) for board in boards)
    return compare_cases(cases, way.what, f"{way.what}, n = 2 to {way.last(asked)}")
