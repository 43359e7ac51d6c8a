"""What is said of dominogames with one or two columns and any number of rows."""

from __future__ import annotations

from collections.abc import Iterator

from gfkit.catalog.check import Arguments, Found
from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.catalog.dominoes import Source
from gfkit.catalog.properties.dominogames import by_both
from gfkit.catalog.properties.dominogames_sides import evaluate
from gfkit.errors import CatalogError

SITUATIONS = {1: "h1", 2: "v1 v2", 3: "v1 h1", 4: "v1 v1"}
"""The openings compared: one lies; both stand, apart; one lies upon the other; both in one column."""


def _rows(source: Source, asked: Arguments) -> Iterator[tuple[int, int]]:
    """k and R = every*k + plus, from k = from on; the whole tree stops at a few rows."""
    every, plus = asked.get("every", 1), asked.get("plus", 0)
    last = asked["to"] if source.far else min(asked["to"], asked.get("listed", 10))
    k = asked.get("from", 0)
    while every * k + plus <= last:
        if every * k + plus >= 1:
            yield k, every * k + plus
        k += 1


def _agrees(source: Source, asked: Arguments) -> Found:
    last = max(rows for _, rows in _rows(source, asked))
    return Found(Standing.CONSISTENT, f"all boards to R = {last}")


def situation(source: Source, statement: Statement, asked: Arguments) -> Found:
    """What both players get, after an opening where there is one, as two formulas in k."""
    moves = asked.get("opening", "")
    for k, rows in _rows(source, asked):
        board = f"{asked.get('columns', 2)}x{rows}"
        true = source.payoffs(board, moves)
        claimed = tuple(evaluate(text, {"k": k}) for text in statement)
        if true != (claimed,):
            texts = [", ".join(map(str, pair)) for pair in (claimed, *true)]
            at = f"{board} after {moves}" if moves else board
            said = f"{', '.join(statement)} = {texts[0]}"
            return Found(Standing.REFUTED, "payoffs", Witness(at, said, "; ".join(texts[1:])))
    return _agrees(source, asked)


def chosen(source: Source, statement: Statement, asked: Arguments) -> Found:
    """The situation that is played: player two takes the best for him of 2 to 4, player one that or 1.

    One of them can be left out: ``without``.
    """
    kept = [number for number in (2, 3, 4) if number != asked.get("without")]
    for _, rows in _rows(source, asked):
        after = {number: source.payoffs(f"2x{rows}", moves)[0] for number, moves in SITUATIONS.items()}
        answer = max(kept, key=lambda number: after[number][1])
        best = max((1, answer), key=lambda number: after[number][0])
        texts = (str(best), str(answer))[: len(statement)]
        if statement != texts:
            return Found(
                Standing.REFUTED, "payoffs", Witness(f"2x{rows}", ", ".join(statement), ", ".join(texts))
            )
    return _agrees(source, asked)


def opening(source: Source, statement: Statement, asked: Arguments) -> Found:
    """Equilibrium plays begin with these moves, up to mirror images, and with no others."""
    names = statement[0].split()
    for _, rows in _rows(source, asked):
        board = f"2x{rows}"
        for number in range(len(names)):
            before = " ".join(names[:number])
            for move in source.moves(board, before):
                is_same = move == names[number] or (number == 0 and move == "v2" and names[0] == "v1")
                if source.begins(board, f"{before} {move}".strip()) != is_same:
                    at = f"{board} after {before}" if before else board
                    return Found(Standing.REFUTED, "all moves", Witness(at, names[number], move))
    return _agrees(source, asked)


def pattern(source: Source, statement: Statement, asked: Arguments) -> Found:
    """The kinds of moves in every equilibrium play: some, then a block k times, as v v (h h v v)^k."""
    begin, _, block = statement[0].partition("(")
    repeated = block.partition(")")[0].split()
    columns = asked.get("columns", 2)
    for k, rows in _rows(source, asked):
        claimed = " ".join([*begin.split(), *repeated * k])
        for play in sorted(source.plays(f"{columns}x{rows}")):
            true = " ".join(name[0] for name in play.split())
            if true != claimed:
                return Found(Standing.REFUTED, "all plays", Witness(f"{columns}x{rows}", claimed, true))
    return _agrees(source, asked)


def pieces(source: Source, statement: Statement, asked: Arguments) -> Found:
    """How many dominoes both players lay in equilibrium plays, as two formulas in k and R."""
    columns = asked.get("columns", 2)
    for k, rows in _rows(source, asked):
        claimed = ", ".join(str(evaluate(text, {"k": k, "R": rows})) for text in statement)
        for play in sorted(source.plays(f"{columns}x{rows}")):
            number = len(play.split())
            true = f"{(number + 1) // 2}, {number // 2}"
            if true != claimed:
                return Found(Standing.REFUTED, "all plays", Witness(f"{columns}x{rows}", claimed, true))
    return _agrees(source, asked)


def parameter(source: Source, statement: Statement, asked: Arguments) -> Found:
    """The number a, for even R and for odd R, with which lying first pays both players what is said."""
    for _, rows in _rows(source, asked):
        ((own, other),) = source.payoffs(f"2x{rows}", "h1")
        ((one, two),) = source.payoffs(f"2x{rows - 1}")
        true = two + rows + 1 - own
        if other != one + rows - 1 + true:
            raise CatalogError(f"check: no number a gives both payoffs for R = {rows}")
        if statement[rows % 2] != str(true):
            return Found(Standing.REFUTED, "payoffs", Witness(f"R = {rows}", statement[rows % 2], str(true)))
    return _agrees(source, asked)


def ahead(source: Source, statement: Statement, asked: Arguments) -> Found:
    """Which player has more when dominoes are stacked in one column until it is full."""
    for _, rows in _rows(source, asked):
        ((one, two),) = source.payoffs(f"1x{rows}")
        true = "1" if one > two else "2" if two > one else "none"
        if statement[0] != true:
            return Found(Standing.REFUTED, "payoffs", Witness(f"1x{rows}", statement[0], true))
    return _agrees(source, asked)


def sequences(source: Source, statement: Statement, asked: Arguments) -> Found:
    """In one column there are so many moves in every position."""
    for _, rows in _rows(source, asked):
        before = ""
        while possible := source.moves(f"1x{rows}", before):
            if str(len(possible)) != statement[0]:
                return Found(
                    Standing.REFUTED, "moves", Witness(f"1x{rows}", statement[0], str(len(possible)))
                )
            before = f"{before} {possible[0]}".strip()
    return _agrees(source, asked)


METHODS = {
    "situation": by_both(situation),
    "chosen": by_both(chosen),
    "opening": by_both(opening),
    "pattern": by_both(pattern),
    "pieces": by_both(pieces),
    "parameter": by_both(parameter),
    "ahead": by_both(ahead),
    "sequences": by_both(sequences),
}
