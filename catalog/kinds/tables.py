"""by = "nim" and "equilibrium": tables of impartial games and dominogames.

The independent methods share only the rules, the boards and exact numbers with the engines. They are outcomes
by exhaustive play, Grundy values by the definition, counts on paths letter by letter, and equilibria over the
heights of columns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from gfkit.catalog.claim import (
    Argument,
    Arguments,
    CheckKind,
    CheckResult,
    ClaimStatus,
    Statement,
    compare_entries,
)
from gfkit.core.boards import Board, Family, as_board, parse_board
from gfkit.core.boards.board import set_bits
from gfkit.core.errors import CatalogError, LimitError, MismatchError, unknown
from gfkit.core.rules import as_rule
from gfkit.core.typing import Player
from gfkit.play import ShortGame

if TYPE_CHECKING:
    from gfkit.play.impartial import NimValues


def word_of(asked: Arguments, key: str, known: Collection[str], default: str) -> str:
    """Return the value of a key, which must be one of the known words."""
    word: str = asked.get(key, default)
    if word not in known:
        raise CatalogError(f"check: {unknown(key, word, known)}")
    return word


# Outcomes by playing every move of every position, without values


MOST_POSITIONS = 400_000
_FORMS = {(True, True): "first", (True, False): "left", (False, True): "right", (False, False): "second"}
State = tuple[int, int]
"""Placements already made, if liberties depend on them, and placements that are still possible."""


class GameSearch:
    """Sum of a placement game on a board and a short game, under normal play."""

    def __init__(self, game: str, board: str | Board, most: int = MOST_POSITIONS) -> None:
        rule = as_rule(game)
        if not rule.is_game:
            raise MismatchError(f"game {game!r} has no moves and no winner")
        from gfkit.core.rules.kinds.placement.definition import PositionTable
        from gfkit.core.rules.kinds.placement.rule import as_placement

        self.table: PositionTable = PositionTable(as_placement(rule), as_board(board))
        self.start: State = (0, (1 << len(self.table.free)) - 1)
        self.most = most
        self._known: dict[tuple[State, ShortGame | None, Player], bool] = {}

    def outcome(self, beside: ShortGame | None = None) -> str:
        """Return the outcome: ``left``, ``right``, ``first`` or ``second``.

        >>> GameSearch("domineering", "2x3").outcome(), GameSearch("domineering", "2x2").outcome()
        ('first', 'first')
        """
        left, right = (self._wins(self.start, beside, who) for who in (Player.LEFT, Player.RIGHT))
        return _FORMS[left, right]

    def moves(self, state: State, who: Player) -> list[State]:
        """Return the positions to which a player can move from a position."""
        added, still = state
        states = []
        for colour, kind in enumerate(self.table.rule.colours):
            if kind.belongs_to(who):
                for new in set_bits(still & self.table.of_colour[colour]):
                    made = added | 1 << new
                    if self.table.breathes(made):
                        kept = made if self.table.rule.liberties else 0
                        states.append((kept, still & self.table.bears[new]))
        return states

    def _wins(self, state: State, last_move: ShortGame | None, player: Player) -> bool:
        """Return True if the player to move wins."""
        key = (state, last_move, player)
        if key not in self._known:
            if len(self._known) >= self.most:
                raise LimitError(f"playing on {self.table.board.text!r}: more than {self.most} positions")
            opponent = Player.RIGHT if player is Player.LEFT else Player.LEFT
            options = (
                () if last_move is None else last_move.left if player is Player.LEFT else last_move.right
            )
            self._known[key] = any(
                not self._wins(after, last_move, opponent) for after in self.moves(state, player)
            ) or any(not self._wins(state, option, opponent) for option in options)
        return self._known[key]


def has_value(game: str, board: str, claimed: str) -> bool:
    """Return True if the board has the claimed value, that is, the second player wins the board minus the
    value.

    ``ShortGame`` parses the claimed value and determines its options; the value of the board is not computed.

    >>> has_value("domineering", "2x2", "+-1"), has_value("domineering", "2x2", "*")
    (True, False)
    """
    return GameSearch(game, board).outcome(-ShortGame.parse(claimed)) == "second"


# Grundy values from the definition: the mex of the values of the options


def mex_on_board(game: str, place: str | Board) -> int:
    """Return the Grundy value of an impartial game on a board.

    >>> mex_on_board("cram", "1x8")
    1
    """
    playing = GameSearch(game, place)
    if not playing.table.rule.impartial:
        raise MismatchError(f"game {game!r} is not impartial")
    known: dict[State, int] = {}

    def value(state: State) -> int:
        if state not in known:
            known[state] = _mex({value(after) for after in playing.moves(state, Player.LEFT)})
        return known[state]

    return value(playing.start)


def mex_of_heaps(code: str, last: int) -> list[int]:
    """Return the Grundy values of heaps of 0, ..., last tokens of an octal game.

    >>> mex_of_heaps("octal:0.07", 12)
    [0, 0, 1, 1, 2, 0, 3, 1, 1, 0, 3, 3, 2]
    """
    whole, _, digits = code.removeprefix("octal:").partition(".")
    rules = [int(whole or "0"), *map(int, digits)]
    values = [0]
    for n in range(1, last + 1):
        reached = set()
        for taken, digit in enumerate(rules[: n + 1]):
            left = n - taken
            if digit & 1 and left == 0:
                reached.add(0)
            if digit & 2 and 0 < left < n:
                reached.add(values[left])
            if digit & 4:
                reached |= {values[a] ^ values[left - a] for a in range(1, left)}
        values.append(_mex(reached))
    return values


def _mex(reached: set[int]) -> int:
    return next(value for value in range(len(reached) + 1) if value not in reached)


# Numbers of positions on paths, letter by letter from the rules, for paths too long to list


_AFTER: dict[str, dict[str, str]] = {
    "col": {"E": "EBR", "B": "ER", "R": "EB"},
    "snort": {"E": "EBR", "B": "EB", "R": "ER"},
    "cis": {"E": "EBR", "B": "E", "R": "E"},
    "o12": {"E": "EBd", "B": "EBd", "R": "EBd", "d": "R"},
    "nogo": {"": "Ebr", "E": "EBR", "B": "EBr", "R": "EbR", "b": "Eb", "r": "Er"},
}
"""Letters that may follow a letter: E is an empty vertex, B and R are pieces.

A lower-case letter must not be the last one: d is the first half of a piece of two vertices, and b and r are
pieces of a group without an adjacent empty vertex so far. The first vertex follows '' if that is a key,
otherwise E.
"""
PATH_GAMES = tuple(_AFTER)


def path_count(game: str, n: int) -> int:
    """Return the number of positions on the path of n vertices.

    >>> [path_count("nogo", n) for n in range(5)], [path_count("o12", n) for n in range(5)]
    ([1, 1, 5, 15, 41], [1, 2, 5, 12, 29])
    """
    after = _AFTER[game]
    ways = Counter({"" if "" in after else "E": 1})
    for _ in range(n):
        longer: Counter[str] = Counter()
        for letter, number in ways.items():
            longer.update(dict.fromkeys(after[letter], number))
        ways = longer
    return sum(number for letter, number in ways.items() if not letter.islower())


# Equilibria of dominogames by recursion over the heights of columns, directly from the rules


Payoffs = tuple[int, ...]
FEW_PROFILES, MOST_PROFILES = 700, 60_000


def dominogame_rows(family: str, least: int, tie: str, raised: int) -> list[tuple[Payoffs, ...]]:
    """Return the payoffs on the boards n = 1, 2, ... of a family, for n up to ``least``, and for larger n
    while boards are small.
    """
    rows: list[tuple[Payoffs, ...]] = []
    n = 1
    while True:
        columns, height = _sides(family, n)
        if n > least and (height + 1) ** columns > FEW_PROFILES:
            return rows
        rows.append(dominogame_payoffs(columns, height, tie, raised))
        n += 1


def dominogame_payoffs(columns: int, height: int, tie: str = "all", raised: int = 0) -> tuple[Payoffs, ...]:
    """Return the set of equilibrium payoffs of a board.

    >>> dominogame_payoffs(3, 4), dominogame_payoffs(3, 4, "benevolent")
    (((12, 18), (16, 14)), ((16, 14),))
    """
    if (height + 1) ** columns > MOST_PROFILES:
        raise LimitError(f"board {columns}x{height}: more than {MOST_PROFILES} profiles of heights")
    known: dict[tuple[int, ...], set[Payoffs]] = {}

    def payoffs(heights: tuple[int, ...]) -> set[Payoffs]:
        """Return the payoffs of the game after a profile of heights, player to move first."""
        if heights not in known:
            moves = _dominoes(heights, height, raised)
            known[heights] = _equilibrium_payoffs(
                [[(gain + b, a) for a, b in payoffs(after)] for after, gain in moves], tie
            )
        return known[heights]

    return tuple(sorted(payoffs((0,) * columns)))


def _equilibrium_payoffs(reached: list[list[Payoffs]], tie: str) -> set[Payoffs]:
    """Return the equilibrium payoffs (player to move, opponent), given the payoffs reached by each move.

    If ``tie`` is "all", a payoff is an equilibrium payoff if every other move leads to some equilibrium that
    is not better for the player to move. Otherwise the tie-breaking rule selects one of the best payoffs.
    """
    if not reached:
        return {(0, 0)}
    flat = [pair for pairs in reached for pair in pairs]
    if tie == "all":
        floor = max(min(pair[0] for pair in pairs) for pairs in reached)
        return {pair for pair in flat if pair[0] >= floor}
    highest = max(gain for gain, _ in flat)
    best = [pair for pair in flat if pair[0] == highest]
    return {best[0] if tie == "first" else max(best) if tie == "benevolent" else min(best)}


def _dominoes(heights: tuple[int, ...], height: int, raised: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Yield the profile after each move, and its gain: horizontal dominoes first, from left to right."""
    for k in range(len(heights) - 1):
        row = max(heights[k : k + 2]) + 1
        if row <= height:
            yield (*heights[:k], row, row, *heights[k + 2 :]), 2 * (row + raised)
    for k, tall in enumerate(heights):
        if tall + 2 <= height:
            yield (*heights[:k], tall + 2, *heights[k + 1 :]), 2 * (tall + raised) + 3


def _sides(family: str, n: int) -> tuple[int, int]:
    columns, _, height = family.replace("n", str(n)).partition("x")
    return int(columns), int(height)


# Grundy values, periods, exceptions, and the boards that the second player wins


_NIM_OF = ("values", "zeros", "period", "exceptions", "preperiod")


def _nimbers(statement: Statement, asked: Arguments) -> CheckResult:
    """Compare with the engine for impartial games. A period is proved by its theorem."""
    values = _solve_nim(asked, len(statement))
    of = _get_nimber_property(asked)
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
    return _compare_nimbers(statement, tuple(map(str, true)), asked, str(values.evidence), best, of)


def _check_by_mex(statement: Statement, asked: Arguments) -> CheckResult:
    """Compare with the mex of the options, directly from the definition."""
    of, game, first = _get_nimber_property(asked), asked["game"], asked.get("first", 0)
    if of not in ("values", "zeros"):
        raise MismatchError(f"check: {of} of all n cannot be found by a search")
    last = asked.get("to", first + len(statement) - 1)
    if game.startswith("octal:"):
        values = mex_of_heaps(game, last)[first:]
    elif isinstance(place := parse_board(asked["board"]), Family):
        first = max(first, place.first_n)
        values = [mex_on_board(game, place.at(n)) for n in range(first, last + 1)]
    else:
        values = [mex_on_board(game, place)]
    true = [n for n, value in enumerate(values, first) if value == 0] if of == "zeros" else values
    return _compare_nimbers(
        statement, tuple(map(str, true)), asked, "by the definition", ClaimStatus.PROVED, of
    )


def _compare_nimbers(
    claimed: Statement, true: Statement, asked: Arguments, evidence: str, best: ClaimStatus, of: str
) -> CheckResult:
    if of == "exceptions":
        return compare_entries((", ".join(claimed),), (", ".join(true),), (of,), evidence, best)
    if len(true) < len(claimed):
        raise MismatchError(f"check: only {len(true)} entries are known; set 'to', the last n to check")
    first = 1 if of == "zeros" else asked.get("first", 0)
    board = asked.get("board", "heaps")
    single = len(claimed) == 1
    places = tuple(board if single else f"n = {first + k}" for k in range(len(claimed)))
    return compare_entries(claimed, true[: len(claimed)], places, evidence, best)


def _solve_nim(asked: Arguments, count: int) -> NimValues:
    from gfkit.play.impartial.nim import nim

    board = asked.get("board")
    is_family = board is None or isinstance(parse_board(board), Family)
    to = max(asked.get("to", 0), asked.get("first", 0) + count) if is_family else None
    return nim(asked["game"], board, to=to)


def _get_nimber_property(asked: Arguments) -> str:
    return word_of(asked, "of", _NIM_OF, "values")


NIM = CheckKind(
    arguments=(
        Argument("game", needed=True),
        Argument("board"),
        Argument("of"),
        Argument("first", int),
        Argument("to", int),
    ),
    methods={"engine": _nimbers, "brute-force": _check_by_mex},
    subject=lambda asked: f"{asked.get('of', 'values')} of {asked['game']} on {asked.get('board', 'heaps')}",
)


# Properties of a dominogame on one board


_GAME_OF = ("payoffs", "sequences", "plays", "empty-cells")


def _induction(statement: Statement, asked: Arguments) -> CheckResult:
    """Compute payoffs by backward induction over profiles of heights."""
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
    }[_get_game_property(asked)]
    return _compare_payoffs(statement, true, asked, str(solution.evidence))


def _check_by_recursion(statement: Statement, asked: Arguments) -> CheckResult:
    """Compare a table of values with recursion over positions, directly from the rules of the game."""
    if _get_game_property(asked) != "payoffs" or {"piece", "players", "opening"} & asked.keys():
        raise MismatchError("check: the method enumerates only payoffs of dominoes from the empty board")
    columns, _, rows = asked["board"].partition("x")
    payoffs = dominogame_payoffs(int(columns), int(rows), asked.get("tie", "all"), asked.get("raised", 0))
    return _compare_payoffs(statement, tuple(map(_pair, payoffs)), asked, "plain recursion")


def _pair(payoffs: tuple[int, ...]) -> str:
    return ", ".join(map(str, payoffs))


def _compare_payoffs(claimed: Statement, true: Statement, asked: Arguments, evidence: str) -> CheckResult:
    """Compare with the payoffs. A set of payoffs must be listed completely, in ascending order."""
    read = tuple(sorted(", ".join(part.strip() for part in entry.split(",")) for entry in claimed))
    return compare_entries(("; ".join(read),), ("; ".join(sorted(true)),), (asked["board"],), evidence)


def _get_game_property(asked: Arguments) -> str:
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
    methods={"induction": _induction, "brute-force": _check_by_recursion},
    subject=_game_subject,
)
