"""by = "nim", "equilibrium" and "matrix": tables of impartial games, dominogames and tile sets."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product
from typing import TYPE_CHECKING

from gfkit.algebra import Polynomial
from gfkit.boards import Family, parse_board
from gfkit.catalog.check import Argument, Arguments, CheckKind, CheckResult, compare_entries, word_of
from gfkit.catalog.claim import ClaimStatus, Statement
from gfkit.catalog.plain import dominogame_payoffs, mex_of_heaps, mex_on_board
from gfkit.errors import CatalogError, MismatchError
from gfkit.questions import TileSet

if TYPE_CHECKING:
    from gfkit.play.impartial import NimValues
    from gfkit.rules.kinds.tiles.rule import TileRule

# Grundy values, periods, exceptions, and the boards that the second player wins


_NIM_OF = ("values", "zeros", "period", "exceptions", "preperiod")


def _nimbers(statement: Statement, asked: Arguments) -> CheckResult:
    """The engine for impartial games; a period is proved by its theorem."""
    values = _nim(asked, len(statement))
    of = _of_nimbers(asked)
    best = (
        ClaimStatus.PROVED
        if of in ("values", "zeros")
        else ClaimStatus.PROVED
        if values.proved_law is not None
        else ClaimStatus.CONSISTENT
    )
    true = {
        "values": values.values[asked.get("first", values.first_n or 0) - (values.first_n or 0) :],
        "zeros": values.zeros,
        "period": (values.period,),
        "preperiod": (values.preperiod,),
        "exceptions": values.exceptions,
    }[of]
    return _against_nimbers(statement, tuple(map(str, true)), asked, str(values.evidence), best, of)


def _by_mex(statement: Statement, asked: Arguments) -> CheckResult:
    """The least number that no move leads to, from the definition."""
    of, game, first = _of_nimbers(asked), asked["game"], asked.get("first", 0)
    if of not in ("values", "zeros"):
        raise MismatchError(f"check: {of} of all n is nothing that a search can find")
    last = asked.get("to", first + len(statement) - 1)
    if game.startswith("octal:"):
        values = mex_of_heaps(game, last)[first:]
    elif isinstance(place := parse_board(asked["board"]), Family):
        first = max(first, place.first_n)
        values = [mex_on_board(game, place.at(n)) for n in range(first, last + 1)]
    else:
        values = [mex_on_board(game, place)]
    true = [n for n, value in enumerate(values, first) if value == 0] if of == "zeros" else values
    return _against_nimbers(
        statement, tuple(map(str, true)), asked, "by the definition", ClaimStatus.PROVED, of
    )


def _against_nimbers(
    claimed: Statement, true: Statement, asked: Arguments, evidence: str, best: ClaimStatus, of: str
) -> CheckResult:
    if of == "exceptions":
        return compare_entries((", ".join(claimed),), (", ".join(true),), (of,), evidence, best)
    if len(true) < len(claimed):
        raise MismatchError(f"check: only {len(true)} entries are known; give to, the last n to be looked at")
    first = 1 if of == "zeros" else asked.get("first", 0)
    board = asked.get("board", "heaps")
    single = len(claimed) == 1
    places = tuple(board if single else f"n = {first + k}" for k in range(len(claimed)))
    return compare_entries(claimed, true[: len(claimed)], places, evidence, best)


def _nim(asked: Arguments, count: int) -> NimValues:
    from gfkit.play.impartial.nim import nim

    board = asked.get("board")
    is_family = board is None or isinstance(parse_board(board), Family)
    to = max(asked.get("to", 0), asked.get("first", 0) + count) if is_family else None
    return nim(asked["game"], board, to=to)


def _of_nimbers(asked: Arguments) -> str:
    return word_of(asked, "of", _NIM_OF, "values")


def _nim_subject(asked: Arguments) -> str:
    return f"{asked.get('of', 'values')} of {asked['game']} on {asked.get('board', 'heaps')}"


NIM = CheckKind(
    arguments=(
        Argument("game", needed=True),
        Argument("board"),
        Argument("of"),
        Argument("first", int),
        Argument("to", int),
    ),
    methods={"engine": _nimbers, "brute-force": _by_mex},
    subject=_nim_subject,
)


# What a dominogame on one board has


_GAME_OF = ("payoffs", "sequences", "plays", "empty-cells")


def _induction(statement: Statement, asked: Arguments) -> CheckResult:
    """Backward induction over profiles of heights."""
    from gfkit.play.equilibria import equilibrium

    solution = equilibrium(
        asked["board"],
        order="columns",
        tie=asked.get("tie", "all"),
        raised=asked.get("raised", 0),
        piece=asked.get("piece", "domino"),
        players=asked.get("players", 2),
        opening=asked.get("opening", ""),
    )
    count = solution.play_count
    true = {
        "payoffs": tuple(_pair(payoffs) for payoffs in solution.payoffs),
        "sequences": (str(solution.sequences),),
        "plays": () if count is None else (str(count.total), str(count.joined))[: len(statement)],
        "empty-cells": () if count is None else tuple(map(str, count.empty_cells)),
    }[_of_game(asked)]
    return _against_payoffs(statement, true, asked, str(solution.evidence))


def _by_recursion(statement: Statement, asked: Arguments) -> CheckResult:
    """Plain recursion from the rules."""
    if _of_game(asked) != "payoffs" or {"piece", "players", "opening"} & asked.keys():
        raise MismatchError("check: only payoffs of dominoes from the empty board are enumerated")
    columns, _, rows = asked["board"].partition("x")
    payoffs = dominogame_payoffs(int(columns), int(rows), asked.get("tie", "all"), asked.get("raised", 0))
    return _against_payoffs(statement, tuple(map(_pair, payoffs)), asked, "plain recursion")


def _pair(payoffs: tuple[int, ...]) -> str:
    return ", ".join(map(str, payoffs))


def _against_payoffs(claimed: Statement, true: Statement, asked: Arguments, evidence: str) -> CheckResult:
    """Payoffs are a set: all of them, in ascending order; the rest is compared as it is."""
    read = tuple(sorted(", ".join(part.strip() for part in entry.split(",")) for entry in claimed))
    return compare_entries(("; ".join(read),), ("; ".join(sorted(true)),), (asked["board"],), evidence)


def _of_game(asked: Arguments) -> str:
    return word_of(asked, "of", _GAME_OF, "payoffs")


def _game_subject(asked: Arguments) -> str:
    extra = [
        f"{key} {asked[key]}" for key in ("tie", "raised", "piece", "players", "opening") if key in asked
    ]
    return ", ".join([f"{asked.get('of', 'payoffs')} of the dominogame on {asked['board']}", *extra])


EQUILIBRIUM = CheckKind(
    arguments=(
        Argument("board", needed=True),
        Argument("of"),
        Argument("tie"),
        Argument("raised", int),
        Argument("piece"),
        Argument("players", int),
        Argument("opening"),
    ),
    methods={"induction": _induction, "brute-force": _by_recursion},
    subject=_game_subject,
)


# A bar-state matrix of a tile set, row by row


def _bars(statement: Statement, asked: Arguments) -> CheckResult:
    """The matrix as the engine builds it, by recursion on the leftmost tile."""
    tiles = TileSet(asked["tiles"])
    matrix = tiles.bar_matrix(asked["length"], asked.get("left", "0"), asked.get("right", "0"))
    matrix = matrix.restrict(asked.get("top"), asked.get("bottom"))
    for _ in range(asked.get("power", 1) - 1):
        matrix = matrix @ tiles.bar_matrix(asked["length"], asked.get("left", "0"), asked.get("right", "0"))
    return _against_rows(statement, matrix.rows, matrix.to_lists(), "bar-state matrix")


def _bars_listed(statement: Statement, asked: Arguments) -> CheckResult:
    """Every row of tiles listed, and sorted by its words."""
    rule = TileSet(asked["tiles"]).rule
    if asked.get("power", 1) != 1:
        raise CatalogError("check: single bars of a tile set are listed, and no others")
    sums = _bar_sums(rule, asked["length"], set(asked.get("left", "0")), set(asked.get("right", "0")))
    labels = sorted({label for tile in rule.tiles for label in (tile.top, tile.bottom)})
    words = ["".join(word) for word in product(labels, repeat=asked["length"])]
    rows, columns = ([w for w in words if _fits(w, asked.get(side))] for side in ("bottom", "top"))
    zero = Polynomial.constant(0, ("x", "y"))
    lists = [[sums.get((row, column), zero) for column in columns] for row in rows]
    return _against_rows(statement, rows, lists, "bars listed")


def _fits(word: str, pattern: str | None) -> bool:
    return pattern is None or all(p in ("_", c) for p, c in zip(pattern, word, strict=True))


def _bar_sums(
    rule: TileRule, length: int, left: set[str], right: set[str]
) -> dict[tuple[str, str], Polynomial]:
    sums: dict[tuple[str, str], Polynomial] = {}
    for row in product(rule.tiles, repeat=length):
        touching = all(a.right == b.left for a, b in pairwise(row))
        if touching and row[0].left in left and row[-1].right in right:
            words = "".join(tile.bottom for tile in row), "".join(tile.top for tile in row)
            powers = sum(tile.weight[0] for tile in row), sum(tile.weight[1] for tile in row)
            weight = Polynomial.monomial(powers, ("x", "y"))
            sums[words] = sums[words] + weight if words in sums else weight
    return sums


def _against_rows(
    statement: Statement, rows: Sequence[str], lists: list[list[Polynomial]], evidence: str
) -> CheckResult:
    true = tuple(", ".join(map(str, line)) for line in lists)
    if len(statement) != len(true):
        raise CatalogError(f"statement: {len(statement)} rows, and the matrix has {len(true)}")
    claimed = tuple(
        ", ".join(str(Polynomial.parse(entry, ("x", "y"))) for entry in row.split(",")) for row in statement
    )
    places = tuple(f"row {word or index}" for index, word in enumerate(rows))
    return compare_entries(claimed, true, places, evidence)


def _bars_subject(asked: Arguments) -> str:
    extra = [f"{key} {asked[key]}" for key in ("left", "right", "top", "bottom", "power") if key in asked]
    return ", ".join([f"bars of {asked['length']} {asked['tiles']}", *extra])


MATRIX = CheckKind(
    arguments=(
        Argument("tiles", needed=True),
        Argument("length", int, needed=True),
        Argument("left"),
        Argument("right"),
        Argument("top"),
        Argument("bottom"),
        Argument("power", int),
    ),
    methods={"bars": _bars, "brute-force": _bars_listed},
    subject=_bars_subject,
    is_list=True,
)
