"""One or two columns and any number of rows: payoffs, plays, and chains of equal sides in k."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from gfkit.catalog.claim import (
    Arguments,
    CheckResult,
    ClaimStatus,
    Statement,
    compare_cases,
    refutation,
    theorem,
)
from gfkit.catalog.reading import read_document
from gfkit.core.errors import CatalogError

from ..shared.arithmetic import Function, evaluate
from .sources import BOTH, ENGINE, WHOLE, Source

SITUATIONS = {1: "h1", 2: "v1 v2", 3: "v1 h1", 4: "v1 v1"}
"""The openings compared: one lies; two vertical ones apart; one lies upon the other; both in one column."""


def _rows(source: Source, asked: Arguments) -> Iterator[tuple[int, int]]:
    """Yield k and R = every*k + plus, for k >= from; only a few rows for the whole game tree."""
    every, plus = asked.get("every", 1), asked.get("plus", 0)
    last = asked["to"] if source.far else min(asked["to"], asked.get("listed", 10))
    k = asked.get("from", 0)
    while every * k + plus <= last:
        if every * k + plus >= 1:
            yield k, every * k + plus
        k += 1


def _all_rows(
    source: Source,
    asked: Arguments,
    cases: Callable[[int, int], Iterator[tuple[str, object, object]]],
    what: str,
) -> CheckResult:
    """Compare the claimed and the true value of the board with R rows, for every k and R."""
    sizes = list(_rows(source, asked))
    reach = f"all boards to R = {max(rows for _, rows in sizes)}"
    return compare_cases((case for size in sizes for case in cases(*size)), what, reach)


@theorem("dominogames_laws.situation", BOTH)
def situation(source: Source, statement: Statement, asked: Arguments) -> CheckResult:
    """Check the payoffs of both players, after an opening if one is given, as two formulas in k."""
    opening_, evidence = asked.get("opening", ""), "payoffs"

    def cases(k: int, rows: int) -> Iterator[tuple[str, object, object]]:
        board = f"{asked.get('columns', 2)}x{rows}"
        paid = source.payoffs(board, opening_)
        values = ", ".join(str(evaluate(text, {"k": k})) for text in statement)
        true = "; ".join(", ".join(map(str, pair)) for pair in paid)
        at = f"{board} after {opening_}" if opening_ else board
        yield at, values if values == true else f"{', '.join(statement)} = {values}", true

    return _all_rows(source, asked, cases, evidence)


@theorem("dominogames_laws.chosen", BOTH)
def chosen(source: Source, statement: Statement, asked: Arguments) -> CheckResult:
    """Check the situation that is played: player two chooses the best of 2 to 4, player one that or 1.

    The situation ``without`` can be omitted.
    """
    kept = [number for number in (2, 3, 4) if number != asked.get("without")]

    def cases(_: int, rows: int) -> Iterator[tuple[str, object, object]]:
        after = {number: source.payoffs(f"2x{rows}", moves)[0] for number, moves in SITUATIONS.items()}
        answer = max(kept, key=lambda number: after[number][1])
        best = max((1, answer), key=lambda number: after[number][0])
        yield f"2x{rows}", ", ".join(statement), ", ".join((str(best), str(answer))[: len(statement)])

    return _all_rows(source, asked, cases, "payoffs")


@theorem("dominogames_laws.opening", BOTH)
def opening_moves(source: Source, statement: Statement, asked: Arguments) -> CheckResult:
    """Check that all equilibrium plays begin with these moves, up to mirror images."""
    names = statement[0].split()

    def cases(_: int, rows: int) -> Iterator[tuple[str, object, object]]:
        board = f"2x{rows}"
        for number, name in enumerate(names):
            before = " ".join(names[:number])
            for move in source.moves(board, before):
                is_same = move == name or (number == 0 and move == "v2" and names[0] == "v1")
                begins = source.begins(board, f"{before} {move}".strip())
                yield (
                    f"{board} after {before}" if before else board,
                    name,
                    name if begins == is_same else move,
                )

    return _all_rows(source, asked, cases, "all moves")


@theorem("dominogames_laws.pattern", BOTH)
def pattern(source: Source, statement: Statement, asked: Arguments) -> CheckResult:
    """Check the kinds of moves in every equilibrium play: a prefix and a block k times, such as v v (h h v
    v)^k."""
    begin, _, block = statement[0].partition("(")
    repeated = block.partition(")")[0].split()

    def cases(k: int, rows: int) -> Iterator[tuple[str, object, object]]:
        board = f"{asked.get('columns', 2)}x{rows}"
        for play in sorted(source.plays(board)):
            yield board, " ".join([*begin.split(), *repeated * k]), " ".join(n[0] for n in play.split())

    return _all_rows(source, asked, cases, "all plays")


@theorem("dominogames_laws.pieces", BOTH)
def pieces(source: Source, statement: Statement, asked: Arguments) -> CheckResult:
    """Check the numbers of dominoes that both players place in equilibrium plays, as two formulas in k and
    R."""

    def cases(k: int, rows: int) -> Iterator[tuple[str, object, object]]:
        board = f"{asked.get('columns', 2)}x{rows}"
        claimed = ", ".join(str(evaluate(text, {"k": k, "R": rows})) for text in statement)
        for play in sorted(source.plays(board)):
            number = len(play.split())
            yield board, claimed, f"{(number + 1) // 2}, {number // 2}"

    return _all_rows(source, asked, cases, "all plays")


@theorem("dominogames_laws.parameter", BOTH)
def parameter(source: Source, statement: Statement, asked: Arguments) -> CheckResult:
    """Check the number a, for even R and for odd R, that determines both payoffs after a horizontal first
    move."""

    def cases(_: int, rows: int) -> Iterator[tuple[str, object, object]]:
        ((mover, opponent),) = source.payoffs(f"2x{rows}", "h1")
        ((first, second),) = source.payoffs(f"2x{rows - 1}")
        true = second + rows + 1 - mover
        if opponent != first + rows - 1 + true:
            raise CatalogError(f"check: no number a yields both payoffs for R = {rows}")
        yield f"R = {rows}", statement[rows % 2], str(true)

    return _all_rows(source, asked, cases, "payoffs")


@theorem("dominogames_laws.ahead", BOTH)
def ahead(source: Source, statement: Statement, asked: Arguments) -> CheckResult:
    """Check which player has more when dominoes are stacked in one column until it is full."""

    def cases(_: int, rows: int) -> Iterator[tuple[str, object, object]]:
        ((first, second),) = source.payoffs(f"1x{rows}")
        yield f"1x{rows}", statement[0], "1" if first > second else "2" if second > first else "none"

    return _all_rows(source, asked, cases, "payoffs")


@theorem("dominogames_laws.sequences", BOTH)
def sequences(source: Source, statement: Statement, asked: Arguments) -> CheckResult:
    """Check the number of moves in every position on one column."""

    def cases(_: int, rows: int) -> Iterator[tuple[str, object, object]]:
        before = ""
        while possible := source.moves(f"1x{rows}", before):
            yield f"1x{rows}", statement[0], str(len(possible))
            before = f"{before} {possible[0]}".strip()

    return _all_rows(source, asked, cases, "moves")


# Chains of equal sides, with the payoffs V and W of two columns in them

Payoff = Callable[[int, int, int], int]
"""Player, situation (0 for none) and rows."""
_POINTS = 40


class Side(NamedTuple):
    """The payoffs V and W, the largest number of rows for which they are known, and the status if values are
    equal."""

    payoff: Payoff
    last: int
    best: ClaimStatus


@cache
def _table() -> dict[str, Statement]:
    """Return the statements of the claims, by id."""
    return {
        claim.id: claim.statement for claim in read_document(Path(__file__).with_name("claims.toml")).claims
    }


def _by_table(player: int, situation_: int, rows: int) -> int:
    """Return V from Table 1, which is a claim itself."""
    if situation_:
        raise CatalogError("check: W has no table; name the methods induction and brute-force")
    return int(evaluate(_table()[f"dominogames-t1-r{rows % 4}"][player - 1], {"k": rows // 4}))


def _by_game(source: Source, player: int, situation_: int, rows: int) -> int:
    """Return the payoff by solving the game, or 0 for a board without rows."""
    if rows == 0:
        return 0
    if situation_ not in (0, *SITUATIONS):
        raise CatalogError(f"check: situation {situation_} is unknown; use 1 to 4")
    (paid,) = source.payoffs(f"2x{rows}", SITUATIONS.get(situation_, ""))
    return paid[player - 1]


@theorem(
    "dominogames_sides.equal",
    {
        "algebra": Side(_by_table, 10**6, ClaimStatus.PROVED),
        "induction": Side(partial(_by_game, ENGINE), 40, ClaimStatus.CONSISTENT),
        "brute-force": Side(partial(_by_game, WHOLE), 13, ClaimStatus.CONSISTENT),
    },
)
def equal(side: Side, statement: Statement, asked: Arguments) -> CheckResult:
    """Check that all sides are equal, for k >= from, where R is given by ``rows`` and a is 1 for even R, else
    0.

    Sides are polynomials in k of degree far below the number of values tried, if V is read from the table:
    equal values then prove that they are equal.
    """

    def payoff(player: int, situation_: int, rows: int) -> int:
        if player not in (1, 2):
            raise CatalogError(f"statement: a player is 1 or 2, got {player}")
        return side.payoff(player, situation_, rows)

    functions: dict[str, Function] = {"V": lambda player, rows: payoff(player, 0, rows), "W": payoff}
    k, tried = asked.get("from", 1), 0
    while tried < _POINTS:
        rows = int(evaluate(asked.get("rows", "k"), {"k": k}))
        if rows > side.last:
            break
        values = [
            evaluate(text, {"k": k, "R": rows, "a": 1 - rows % 2, "n": k}, functions) for text in statement
        ]
        for text, value in zip(statement, values, strict=True):
            if value != values[0]:
                return refutation("values", f"k = {k}", f"{text} = {value}", values[0])
        k += asked.get("every", 1)
        tried += 1
    if tried < 2:
        raise CatalogError(f"check: sides compared at {tried} values only")
    return CheckResult(side.best, f"sides compared at {tried} values of k")
