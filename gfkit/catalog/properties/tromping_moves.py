"""M-Tromping on two rows: replies and opening moves given by formulas, tried move by move."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from gfkit.catalog.check import Arguments, Found, Method
from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.catalog.plain.play import Playing
from gfkit.catalog.plain.shapes import Cell, Shape, beside
from gfkit.errors import CatalogError
from gfkit.values import value

_GAME = "m-tromping"
_RULE = re.compile(r"\((.+?); (.+?)\) in (G[12]?): \((.+?); (.+?)\) in (G[12]?) for (\d) <(=?) k <(=?) n")
_OPENING = re.compile(r"n (odd|even), 2\*c = n(?: \+ (\d))?: \((.+?); (.+?)\)")
Outcome = Callable[[str], str]


def cells_of(name: str, n: int) -> dict[tuple[int, int], Cell]:
    """Where the labels of both rows lie: G is 2 x n, G1 and G2 are 2 x (n + 1) with two corners missing."""
    lower = {(1, label): (1, label) for label in range(1, n + 1 + (name == "G2"))}
    if name == "G1":
        return lower | {(0, label): (0, label + 1) for label in range(1, n + 1)}
    return lower | {(0, label): (0, label) for label in range(2 if name == "G2" else 1, n + 1)}


def _piece(upper: str, lower: str, letter: str, at: int, where: dict[tuple[int, int], Cell]) -> Shape | None:
    """The cells of a move, None where there is no such L-tromino on the board."""
    labels = [
        (row, at + _step(text, letter))
        for row, side in enumerate((upper, lower))
        for text in side.split(", ")
    ]
    if len(labels) != 3 or any(label not in where for label in labels):
        return None
    cells = frozenset(where[label] for label in labels)
    columns = {col for _, col in cells}
    return cells if len(cells) == 3 and max(columns) - min(columns) == 1 else None


def _step(text: str, letter: str) -> int:
    found = re.fullmatch(rf"{letter}(?:([+-])(\d))?", text)
    if found is None:
        raise CatalogError(f"label {text!r}: must be {letter}, {letter}+1 or {letter}-1")
    return int(f"{found[1]}{found[2]}") if found[1] else 0


def _all_moves(board: Shape) -> Iterator[Shape]:
    for col in {col for _, col in board}:
        square = frozenset((row, col + right) for row in (0, 1) for right in (0, 1))
        yield from (square - {cell} for cell in square if square - {cell} <= board)


@dataclass(frozen=True)
class _Rule:
    """For a first move of that form a reply of this form."""

    text: str
    move: tuple[str, str, str]
    reply: tuple[str, str, str]
    low: int
    high: int
    """k goes from low to n - high."""

    @classmethod
    def read(cls, text: str) -> _Rule:
        found = _RULE.fullmatch(text)
        if found is None:
            raise CatalogError(
                f"statement {text!r}: must be like '(k; k, k+1) in G: (k; k, k+1) in G1 for 1 <= k < n'"
            )
        move, reply = (found[1], found[2], found[3]), (found[4], found[5], found[6])
        return cls(text, move, reply, int(found[7]) + (not found[8]), int(not found[9]))


def _replies(outcome: Outcome, limit: str, what: str) -> Method:
    """Every rule at every n and k: where the first move exists, the reply does, and leaves a win for who
    moves second; no first move is without a reply."""

    def method(statement: Statement, asked: Arguments) -> Found:
        rules = [_Rule.read(text) for text in statement]
        for n in range(3, asked.get(limit, asked["to"]) + 1):
            boards = {name: cells_of(name, n) for rule in rules for name in (rule.move[2], rule.reply[2])}
            answered = set()
            for number, rule in enumerate(rules, 1):
                for k in range(rule.low, n - rule.high + 1):
                    said = f"n = {n}, entry {number}, k = {k}"
                    move = _piece(*rule.move[:2], "k", k, boards[rule.move[2]])
                    reply = _piece(*rule.reply[:2], "k", k, boards[rule.reply[2]])
                    if move is None:  # nothing is said of a move that nobody can make
                        continue
                    if reply is None:
                        return Found(Standing.REFUTED, what, Witness(said, "a reply", "not on the board"))
                    answered.add((rule.move[2], move))
                    left = [_free(boards[rule.move[2]]) - move, _free(boards[rule.reply[2]]) - reply]
                    if outcome(beside(left)) != "second":
                        return Found(Standing.REFUTED, what, Witness(said, "second", "first"))
            for name, where in boards.items():
                for move in _all_moves(_free(where)):
                    if (name, move) not in answered:
                        return Found(
                            Standing.REFUTED,
                            what,
                            Witness(f"n = {n}, {name}, {sorted(move)}", "a reply", "none"),
                        )
        return Found(Standing.CONSISTENT, f"{what}, n = 3 to {asked.get(limit, asked['to'])}")

    return method


def _free(where: dict[tuple[int, int], Cell]) -> Shape:
    return frozenset(where.values())


def _opening(outcome: Outcome, limit: str, what: str) -> Method:
    """On 2 x n without its lower right corner the first player has a winning move in the middle."""

    def method(statement: Statement, asked: Arguments) -> Found:
        for n in range(2, asked.get(limit, asked["to"]) + 1):
            where = {(row, col): (row, col) for row in (0, 1) for col in range(1, n + 1 - row)}
            for text in statement:
                found = _OPENING.fullmatch(text)
                if found is None:
                    raise CatalogError(f"statement {text!r}: must be like 'n even, 2*c = n: (c, c+1; c)'")
                if n % 2 != (found[1] == "odd") or n < asked.get("first", 2):
                    continue
                move = _piece(found[3], found[4], "c", (n + int(found[2] or 0)) // 2, where)
                if move is None:
                    return Found(Standing.REFUTED, what, Witness(f"n = {n}", "a move", "not on the board"))
                rest = _free(where) - move
                if rest and outcome(beside([rest])) != "second":
                    return Found(Standing.REFUTED, what, Witness(f"n = {n}", "second", "first"))
        return Found(Standing.CONSISTENT, f"{what}, n = 2 to {asked.get(limit, asked['to'])}")

    return method


def _equal(outcome: Outcome, limit: str, what: str) -> Method:
    """G, G1 and G2 have the same value for each n: two of them together are a win for who moves second."""

    def method(statement: Statement, asked: Arguments) -> Found:
        names = statement[0].split(" = ")
        for n in range(1, asked.get(limit, asked["to"]) + 1):
            for name in names[1:]:
                if outcome(beside([_free(cells_of(names[0], n)), _free(cells_of(name, n))])) != "second":
                    return Found(Standing.REFUTED, what, Witness(f"n = {n}", statement[0], f"{name} differs"))
        return Found(Standing.CONSISTENT, f"{what}, n up to {asked.get(limit, asked['to'])}")

    return method


def _corner(outcome: Outcome, limit: str, what: str) -> Method:
    """Who wins 2 x n without a corner, n >= 2."""

    def method(statement: Statement, asked: Arguments) -> Found:
        for n in range(2, asked.get(limit, asked["to"]) + 1):
            board = f"{'.' * n}/{'.' * (n - 1)}#"
            if (word := outcome(board)) != statement[0]:
                return Found(Standing.REFUTED, what, Witness(board, statement[0], word))
        return Found(Standing.CONSISTENT, f"{what}, n = 2 to {asked.get(limit, asked['to'])}")

    return method


def _by_value(board: str) -> str:
    return value(_GAME, board).outcome


def _by_play(board: str) -> str:
    return Playing(_GAME, board).outcome()


def _both(of: Callable[[Outcome, str, str], Method]) -> dict[str, Method]:
    return {
        "canonical": of(_by_value, "to", "values"),
        "brute-force": of(_by_play, "played", "every move played"),
    }


METHODS: dict[str, dict[str, Method]] = {
    "replies": _both(_replies),
    "opening": _both(_opening),
    "equal": _both(_equal),
    "corner": _both(_corner),
}
