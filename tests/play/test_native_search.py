"""Values, outcomes and Grundy values by the search in C, compared with Python, on many rules and boards.

The reference is the Python search, which the differential tests (kind ``play``) compare with play by
definition; the numbers are outcomes of Domineering by Bullock and by Breuker, Uiterwijk and van den Herik,
Grundy values of Cram by Lemoine and Viennot.
"""

from __future__ import annotations

import gc
import weakref
from contextlib import suppress
from functools import cache
from random import Random
from unittest.mock import Mock

import pytest
from choice import some_of
from differential import rules
from tables import tables

from gfkit import nim
from gfkit.core.errors import GfkitError, LimitError
from gfkit.core.native import is_built
from gfkit.core.rules import Question, Rule
from gfkit.core.typing import Player
from gfkit.play import board as boards_values, native_search, outcome_search
from gfkit.play.impartial.search import BoardParts, Nimbers
from gfkit.play.outcome_search import FastSearch
from gfkit.play.position import Position, compile_position
from gfkit.play.python_search import Limits, Lookahead
from gfkit.play.short.table import Table

DATA = tables("values_cases")["fast"]

if not is_built():
    pytest.skip("needs the loops in C, which are compared", allow_module_level=True)

BOARDS = ["2x4", "3x3", "..#/..<", "1x7", "2x3", "#./.>", "cycle:5", "torus:3x3", "complete:4", "1x1", "3x4"]
BUILT_IN = DATA["built_in"]
LIMITS = Limits(1 << 30)
MANY = {"left": "XXXX X/X/X/X XX/XX XXX/X XXX/..X X/XXX ..X/XXX XX/X/X XX/.X/.X X/X/XX .X/.X/XX",
        "right": "XXX/.X .X/XXX X/XX/X .X/XX/.X XX/.XX .XX/XX X/XX/.X .X/XX/X"}  # fmt: skip


def position_of(game: str | Rule, text: str) -> Position:
    question = Question.of(game, text)  # splits the rule where cells are reserved
    return compile_position(question.rule, question.board)


def made(forbid: list[str], *, liberties: bool = False, **sides: str) -> Rule:
    pieces = {side: {"pieces": pieces.split()} for side, pieces in sides.items()}
    return Rule.of({"name": "R", **pieces, "rules": {"forbid_adjacent": forbid, "liberties": liberties}})


def drawn(random: Random) -> Position | None:
    """Return a random rule on a random board, if its position fits in two words."""
    try:
        position = position_of(Rule.of(rules.placement(random)), random.choice(BOARDS))
    except GfkitError:  # pieces that are drawn, on a board that is not
        return None
    return position if native_search.is_fast(position, 1 << 30) else None


def compare(position: Position, random: Random, states: int, most_moves: int) -> None:
    """Compare values, outcomes and Grundy values of some states by all searches."""
    table = Table()
    plain, quick = (
        boards_values.ValueSearch(position, table, 1 << 30),
        native_search.FastValues(position, 1 << 30),
    )
    search = FastSearch(position, Limits(1 << 30), most_moves)
    looked, parts, nimbers = Lookahead(position, Table(), Limits(1 << 30)), BoardParts(position), None
    for _ in range(states):
        state = position.start
        for _ in range(random.randrange(5)):
            options = position.options(state, Player.LEFT) + position.options(state, Player.RIGHT)
            state = random.choice(options) if options else state
        where = position.rule, position.board.text, bin(state)
        assert quick.in_table(quick.value(state), table) == plain.value(state), where
        assert search.outcome(state) == looked.outcome(state), where
        nimbers = nimbers or native_search.FastNimbers(position, 1 << 30)
        found = Nimbers(parts, lambda _: None).of(parts.parts(state))
        assert nimbers.nimber(state) == found, where


@pytest.mark.parametrize("seeds", [range(8), pytest.param(range(8, 300), marks=pytest.mark.slow(1.5))])
def test_random_rules(seeds):
    for random in map(Random, seeds):
        if (position := drawn(random)) is not None:
            compare(position, random, 3, random.choice([0, 1, 3, 12]))


@pytest.mark.parametrize("some", [slice(None, None, 4), pytest.param(slice(12), marks=pytest.mark.slow(8))])
def test_built_in_rules(some):
    for game, text in [*BUILT_IN[some], (made([], **MANY), "3x5")]:  # more moves than a word has bits
        compare(position_of(game, text), Random(7), 4, 2)


def test_dominoes_by_all_ways():
    """Drawn boards with holes, and all small ones: play by its definition, and the search in C."""
    turned = made([], left="XX", right="X/X")
    random, seen = Random(5), 0
    boards = [f"{rows}x{cols}" for rows in range(2, 5) for cols in range(2, 6)]
    for _ in some_of(range(60), 20):
        rows, cols, share = random.randint(2, 6), random.randint(2, 6), random.choice([0.6, 0.8, 0.9])
        lines = ["".join(".#"[random.random() > share] for _ in range(cols)) for _ in range(rows)]
        boards += ["/".join(lines)] * (4 <= "".join(lines).count(".") <= 20)
    for text in boards:
        position = position_of(random.choice(["domineering", turned]), text)
        for mover in Player.LEFT, Player.RIGHT:
            search = FastSearch(position, LIMITS)
            assert search.wins(position.start, mover) == won_by_definition(position, position.start, mover), (
                text
            )
            seen += search.search.seen
    assert seen > 20


@cache
def won_by_definition(position: Position, state: int, mover: Player, misere: bool = False) -> bool:
    """Return True if the player to move wins: some option is lost for the opponent, or misere play ends."""
    options = position.options(state, mover)
    ways = (not won_by_definition(position, after, mover.opponent, misere) for after in options)
    return any(ways) if options else misere


@pytest.mark.parametrize("misere", [False, True])
def test_games_with_liberties_by_all_searches(misere):
    """Use boards with holes, stones and cycles, with at most 9 cells; repeat a query later."""
    random, pairs = Random(6), ([], ["LL", "RR"], ["LR"], ["LL", "RR", "LR"])
    games = [made(forbid, liberties=True, left="X", right="X") for forbid in pairs]
    drawn = ["/".join("".join(random.choices(".....#LR", k=3)) for _ in range(3)) for _ in range(60)]
    for text in [*some_of(drawn, 25), "cycle:7", "torus:3x3", "complete:4", "cylinder:3x3", "1x1", "2x4"]:
        with suppress(GfkitError):  # stones in positions that no play reaches
            position = position_of(random.choice(games), text)
            ways = [
                way(position, LIMITS, misere=misere)
                for way in (outcome_search.StoneSearch, outcome_search.WholeSearch)
            ]
            for mover in Player.LEFT, Player.RIGHT:
                for state in [*position.options(position.start, mover.opponent)[:2], position.start]:
                    true = won_by_definition(position, state, mover, misere)
                    assert [search.wins(state, mover) for search in ways] == [true, true], (text, mover)


def test_printed_outcomes_and_grundy_values():
    """Outcomes of Domineering, Grundy values of Cram; tables grow, and the search checks the clock."""
    for text, who in tables("wholes")["winners"]:
        position = position_of("domineering", text)
        assert FastSearch(position, Limits(1 << 30)).outcome(position.start) == who
    ticks: list[int] = []
    position = position_of("domineering", "5x5")
    quick = native_search.FastValues(position, 1 << 30, on_pause=lambda: ticks.append(quick.component_count))
    assert quick.search.form(quick.value(position.start)) == 0
    assert ticks == sorted(ticks)
    assert len(ticks) > 8
    assert nim("cram", "3x6").values == (4,)
    assert nim("cram", "4x5").values == (2,)


def test_the_search_stops_at_a_limit_or_an_interrupt():
    """The search stops when memory is exhausted, and when its callback raises, like Ctrl-C."""
    position = position_of("domineering", "5x5")
    with pytest.raises(LimitError, match=r"5x5: .*memory"):
        native_search.FastValues(position, 2_000_000, "5x5").value(position.start)
    stop = Mock(side_effect=KeyboardInterrupt)
    quick = native_search.FastValues(position, 1 << 30, on_pause=stop)
    with pytest.raises(KeyboardInterrupt):
        quick.value(position.start)
    for game, text in (("nogo", "5x5"), ("i-tromping", "9x9"), ("domineering", "9x9")):
        larger = position_of(game, text)
        with pytest.raises(KeyboardInterrupt):
            outcome_search.winner_search(larger, Table(), Limits(1 << 30, 1e9, stop)).outcome(larger.start)
    search = FastSearch(larger, Limits(32 << 20, 0.5))
    with pytest.raises(LimitError, match=r"0\.5 seconds allowed"):
        search.wins(larger.start, Player.LEFT)
    assert search.search.bytes < 24 << 20


def test_the_python_search_continues_beyond_the_tables(monkeypatch):
    def beyond(*_: object) -> int:
        raise native_search.BeyondTables

    monkeypatch.setattr(native_search.FastValues, "value", beyond)
    monkeypatch.setattr(native_search.FastNimbers, "nimber", beyond)
    assert str(boards_values.value("domineering", "3x3", moves=True).value) == "+-1"
    assert nim("cram", "3x3").values == (0,)
    monkeypatch.setattr(FastSearch, "outcome", beyond)
    position = position_of("domineering", "5x5")
    assert outcome_search.Winner(position, Table(), Limits(1 << 30)).outcome(position.start) == "second"


def test_a_search_whose_callback_holds_it_is_freed():
    """A circle through the tables in C is seen by Python's collector, or each value would keep its tables."""

    class Watching:
        def __init__(self):
            self.search = native_search.FastValues(position_of("domineering", "3x3"), 10**8, "", self.tell)

        def tell(self):
            return None

    held = weakref.ref(Watching())
    gc.collect()
    assert held() is None
