"""by = "nim": Grundy values, periods, exceptions, and the boards that the second player wins."""

from __future__ import annotations

from gfkit.boards import Family, parse_board
from gfkit.catalog.check import Argument, Arguments, Check, Found, compared, one_of
from gfkit.catalog.claim import Standing, Statement
from gfkit.catalog.plain import grundy
from gfkit.errors import MismatchError
from gfkit.values.impartial import NimValues

_OF = ("values", "zeros", "period", "exceptions", "preperiod")


def engine(statement: Statement, asked: Arguments) -> Found:
    """The engine for impartial games; a period is proved by its theorem."""
    found = _nim(asked, len(statement))
    of = _of(asked)
    best = Standing.PROVED if of in ("values", "zeros") else _law_standing(found)
    true = {
        "values": found.values[asked.get("first", found.first_n or 0) - (found.first_n or 0) :],
        "zeros": found.zeros,
        "period": (found.period,),
        "preperiod": (found.preperiod,),
        "exceptions": found.exceptions,
    }[of]
    return _against(statement, tuple(map(str, true)), asked, str(found.evidence), best, of)


def brute_force(statement: Statement, asked: Arguments) -> Found:
    """The least number that no move leads to, from the definition."""
    of, game, first = _of(asked), asked["game"], asked.get("first", 0)
    if of not in ("values", "zeros"):
        raise MismatchError(f"check: {of} of all n is nothing that a search can find")
    last = asked.get("to", first + len(statement) - 1)
    if game.startswith("octal:"):
        values = grundy.heaps(game, last)[first:]
    elif isinstance(place := parse_board(asked["board"]), Family):
        first = max(first, place.first_n)
        values = [grundy.board(game, place.at(n)) for n in range(first, last + 1)]
    else:
        values = [grundy.board(game, place)]
    true = [n for n, value in enumerate(values, first) if value == 0] if of == "zeros" else values
    return _against(statement, tuple(map(str, true)), asked, "by the definition", Standing.PROVED, of)


def _against(
    claimed: Statement, true: Statement, asked: Arguments, evidence: str, best: Standing, of: str
) -> Found:
    if of == "exceptions":
        return compared((", ".join(claimed),), (", ".join(true),), (of,), evidence, best)
    if len(true) < len(claimed):
        raise MismatchError(f"check: only {len(true)} entries are known; give to, the last n to be looked at")
    first = 1 if of == "zeros" else asked.get("first", 0)
    board = asked.get("board", "heaps")
    single = len(claimed) == 1
    places = tuple(board if single else f"n = {first + k}" for k in range(len(claimed)))
    return compared(claimed, true[: len(claimed)], places, evidence, best)


def _nim(asked: Arguments, count: int) -> NimValues:
    from gfkit.values.impartial import nim

    board = asked.get("board")
    is_family = board is None or isinstance(parse_board(board), Family)
    to = max(asked.get("to", 0), asked.get("first", 0) + count) if is_family else None
    return nim(asked["game"], board, to=to)


def _of(asked: Arguments) -> str:
    return one_of(asked, "of", _OF, "values")


def _law_standing(found: NimValues) -> Standing:
    return Standing.PROVED if found.proved_law is not None else Standing.CONSISTENT


def _subject(asked: Arguments) -> str:
    return f"{asked.get('of', 'values')} of {asked['game']} on {asked.get('board', 'heaps')}"


NIM = Check(
    arguments=(
        Argument("game", needed=True),
        Argument("board"),
        Argument("of"),
        Argument("first", int),
        Argument("to", int),
    ),
    methods={"engine": engine, "brute-force": brute_force},
    subject=_subject,
)
