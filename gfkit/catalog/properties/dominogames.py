"""What is said of single boards of dominogames: payoffs, plays, moves and empty cells."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from gfkit.catalog.check import Arguments, Found, Method, compared
from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.catalog.dominoes import ENGINE, WHOLE, Source, sides
from gfkit.errors import CatalogError


def by_both(told: Callable[[Source, Statement, Arguments], Found]) -> dict[str, Method]:
    """The methods of a property that asks a source: backward induction, and the whole tree."""
    return {"induction": partial(told, ENGINE), "brute-force": partial(told, WHOLE)}


def boards_of(asked: Arguments) -> list[str]:
    """The boards of ``with``: boards, or board."""
    if ("board" in asked) == ("boards" in asked):
        raise CatalogError("check: with needs board, or boards as a list, and not both")
    return [asked["board"]] if "board" in asked else list(asked["boards"])


def _each(statement: Statement, boards: list[str]) -> list[tuple[str, str]]:
    """Each entry with its board; one board may have many entries."""
    named = boards * len(statement) if len(boards) == 1 else boards
    if len(named) != len(statement):
        raise CatalogError(f"check: {len(boards)} boards and {len(statement)} statements; one goes with one")
    return list(zip(statement, named, strict=True))


def _after(board: str, asked: Arguments) -> str:
    opening = asked.get("opening", "")
    return f"{board} after {opening}" if opening else board


def payoff(source: Source, statement: Statement, asked: Arguments) -> Found:
    """Each pair is one of the equilibrium payoffs of its board, after an opening where there is one.

    With ``sample`` the boards are examples of a claim about more of them.
    """
    boards = boards_of(asked)
    for text, board in _each(statement, boards):
        true = source.payoffs(board, asked.get("opening", ""), asked.get("raised", 0))
        if _pair(text) not in true:
            listed = "; ".join(", ".join(map(str, pair)) for pair in true)
            return Found(Standing.REFUTED, "all payoffs", Witness(_after(board, asked), text, listed))
    best = Standing.CONSISTENT if asked.get("sample", False) else Standing.PROVED
    return Found(best, f"all payoffs of {', '.join(boards)}")


def all_payoffs(source: Source, statement: Statement, asked: Arguments) -> Found:
    """The pairs are all the equilibrium payoffs after an opening."""
    board = asked["board"]
    true = source.payoffs(board, asked.get("opening", ""), asked.get("raised", 0))
    claimed = sorted(map(_pair, statement))
    texts = ["; ".join(", ".join(map(str, pair)) for pair in pairs) for pairs in (claimed, true)]
    return compared((texts[0],), (texts[1],), (_after(board, asked),), "all payoffs")


def _pair(text: str) -> tuple[int, ...]:
    return tuple(int(part) for part in text.split(","))


def path(source: Source, statement: Statement, asked: Arguments) -> Found:
    """Each sequence of moves begins some equilibrium play, or none where ``never`` is true.

    The first ``forced`` moves need not be good ones. With ``tie`` all players are kind, or cruel, in ties.
    """
    boards, never = boards_of(asked), asked.get("never", False)
    raised, tie = asked.get("raised", 0), asked.get("tie", "all")
    for moves, board in _each(statement, boards):
        if tie == "all":
            is_path = source.begins(board, moves, raised, asked.get("forced", 0))
        else:
            is_path = any(f"{play} ".startswith(f"{moves} ") for play in source.plays(board, raised, tie))
        if is_path == never:
            word = "begins an equilibrium play" if is_path else "begins no equilibrium play"
            return Found(Standing.REFUTED, "all payoffs after each move", Witness(board, moves, word))
    return Found(Standing.PROVED, "all payoffs after each move")


def moves(source: Source, statement: Statement, asked: Arguments) -> Found:
    """These are the moves that are possible after an opening."""
    board = asked["board"]
    true = source.moves(board, asked.get("opening", ""))
    texts = [", ".join(sorted(each)) for each in (statement, true)]
    return compared((texts[0],), (texts[1],), (_after(board, asked),), "all moves")


def most_empty(source: Source, statement: Statement, asked: Arguments) -> Found:
    """The most empty cells that an equilibrium play leaves on these boards, by a rule for ties if wanted."""
    claimed, most, boards = int(statement[0]), 0, _within(source, asked)
    for board in boards:
        for play in sorted(source.plays(board, 0, asked.get("tie", "all"))):
            left = _empty_cells(board, play)
            most = max(most, left)
            if left > claimed:
                return Found(
                    Standing.REFUTED, "all plays", Witness(f"{board}, {play}", str(claimed), str(left))
                )
    if most < claimed:
        return Found(Standing.REFUTED, "all plays", Witness(boards[-1], str(claimed), str(most)))
    return Found(Standing.CONSISTENT, f"all plays on {', '.join(boards)}")


def _empty_cells(board: str, play: str) -> int:
    columns, rows = sides(board)
    return columns * rows - 2 * len(play.split())


def _within(source: Source, asked: Arguments) -> list[str]:
    """The boards; the whole tree looks at those alone that are small."""
    return [board for board in boards_of(asked) if source.far or _size(board) <= asked.get("cells", 16)]


def _size(board: str) -> int:
    columns, rows = sides(board)
    return columns * rows


def standing(source: Source, statement: Statement, asked: Arguments) -> Found:
    """On a family, to a last n, dominoes stand in every equilibrium play."""
    for n in range(1, asked["to"] + 1):
        board = statement[0].replace("n", str(n))
        lying = sorted(play for play in source.plays(board) if "h" in play)
        if lying:
            return Found(Standing.REFUTED, "all plays", Witness(board, "none lies", lying[0]))
    return Found(Standing.CONSISTENT, f"all plays for n = 1 to {asked['to']}")


def raising(source: Source, statement: Statement, asked: Arguments) -> Found:
    """Every equilibrium play of a board is one of the raised board, by a rule for ties if wanted."""
    _check_columns(statement[0], boards_of(asked))
    tie = asked.get("tie", "all")
    for board in _within(source, asked):
        for raised in asked["raised"]:
            lost = sorted(source.plays(board, 0, tie) - source.plays(board, raised, tie))
            if lost:
                at = f"{board} raised by {raised}"
                return Found(Standing.REFUTED, "all plays", Witness(at, lost[0], "no equilibrium play"))
    return Found(Standing.CONSISTENT, f"all plays of {', '.join(_within(source, asked))}")


def _check_columns(text: str, boards: list[str]) -> None:
    """The statement must speak of the columns that the boards have."""
    columns = {sides(board)[0] for board in boards}
    word = str(columns.pop()) if len(columns) == 1 else "C"
    wanted = f"plays(D({word},R)) is contained in plays(D({word},R)+q)"
    if text != wanted:
        raise CatalogError(f"check: of these boards the statement must be {wanted!r}, got {text!r}")


METHODS = {
    "payoff": by_both(payoff),
    "all-payoffs": by_both(all_payoffs),
    "path": by_both(path),
    "moves": by_both(moves),
    "most-empty": by_both(most_empty),
    "standing": by_both(standing),
    "raising": by_both(raising),
}
