"""The solutions of systems are what the definitions list, for every kind, class and shape of board.

The truth: the oracle, whose definitions share nothing with constraints, and a listing without the package.
"""

from __future__ import annotations

import tomllib
from collections import Counter
from random import Random

import choice
import pytest
from differential import arrays, covers, families, hanging
from differential.plain import TooManyError, listed
from solutions import counted
from tables import FOLDER

from gfkit import brute_force
from gfkit.boards import Board, parse_one_board
from gfkit.errors import GfkitError
from gfkit.games import NAMED, Question, Rule, find_rule
from gfkit.kinds import system_of
from gfkit.kinds.placement.rule import PlacementRule
from gfkit.transfer.machine.machine import build_machine
from gfkit.transfer.sweep.layers import compile_layers
from gfkit.typing import Positions, Weights

BOARDS = (
    "0x3",
    "1x1",
    "1x4",
    "2x3",
    "3x3",
    "cylinder:3x2",
    "torus:3x3",
    "path:4",
    "complete:4",
    "wheel:5",
    "petersen",
)
DRAWN = ("../#.", "#../..#/.#.", "<./.>", "..A/.a.", "LL./..r", "graph:a-b,b-c,c-a;left=a")
FAR = ("4x4", "cylinder:4x3", "torus:3x4", "complete:5", "cycle:7", "2x6")
_MOST = 10_000


def compare(rule: Rule, board: Board, positions: str = "all", most: int = _MOST) -> int:
    """1 if the solutions of the system are what listing finds; 0 if that is too much, or refused."""
    try:
        asked = Question(rule, board, Positions.read(positions), Weights.PLAYERS)
        system = system_of(asked.rule, asked.board, asked.positions)
        if system.beyond:
            return 0
        solved = counted(system, most)
        if solved is None:
            return 0
        count = brute_force(asked.rule, asked.board, positions, "players", tries=50 * most)
    except GfkitError:
        return 0
    terms = Counter({(powers[0], powers[1]): value for powers, value in count.polynomial.terms})
    assert solved == terms, (rule, board.text, positions)
    return 1


def classes(rule: Rule) -> list[str]:
    """The classes of positions that a rule has."""
    return [word.value for word in Positions] if isinstance(rule, PlacementRule) else ["all"]


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("far", [False, pytest.param(True, marks=pytest.mark.slow(2))])
def test_built_in_rules(name: str, far: bool) -> None:
    """On small boards of every shape, drawn ones with pieces, holes and reserved cells among them."""
    rule = find_rule(name.replace(":k", ":2"))
    boards = FAR if far else (*BOARDS, *DRAWN) if isinstance(rule, PlacementRule) else BOARDS
    compared = 0
    for text in boards:
        try:
            board = parse_one_board(text)
        except GfkitError:
            continue
        compared += sum(compare(rule, board, word, 2 * _MOST if far else _MOST) for word in classes(rule))
    assert compared >= (0 if far else 1), name


@pytest.mark.parametrize("kind", ["families", "arrays", "covers", "hanging"])
@pytest.mark.parametrize("number", [12, pytest.param(400, marks=pytest.mark.slow(20))])
def test_random_rules(kind: str, number: int) -> None:
    """The truth is a listing that shares no line with the package."""
    make = {"families": families, "arrays": arrays, "covers": covers, "hanging": hanging}[kind]
    compared = 0
    for case_number in range(number):
        made = make.case(Random(f"{kind} {choice.seed()} {case_number}"))
        for n in (1, 2, 3):
            text = made.board.replace("n", str(n))
            try:
                board = parse_one_board(text)
                asked = Question(Rule.of(made.rule), board, Positions.read(made.positions), Weights.PLAYERS)
                system = system_of(asked.rule, asked.board, asked.positions)
                truth = listed(made.rule, made.board, n, made.positions, "players")
            except (GfkitError, TooManyError):
                continue
            solved = None if system.beyond else counted(system, _MOST)
            if solved is not None:
                assert dict(solved) == {powers: value for powers, value in truth.items() if value}, (made, n)
                compared += 1
    assert compared >= number // 2, (kind, compared)


EXCUSED = {"paths": 1.15}
"""Of paths the number of ends is not told in advance, as it was where edges had a machine of their own."""


@pytest.mark.parametrize("widths", ["3", pytest.param("456", marks=pytest.mark.slow(150))])
def test_states_are_not_more_than_machines_of_one_kind_had(widths: str) -> None:
    """After each row, for every built-in rule and class."""
    for asked, before in tomllib.loads((FOLDER / "states.toml").read_text("utf-8")).items():
        name, word, width = asked.split()
        if width in widths:
            board = parse_one_board(f"8x{width}")
            order = range(board.size)
            machine = build_machine(find_rule(name), board, order, Positions(word), Weights.NONE)
            layers = compile_layers(machine, lambda *_: None).layers
            states = [layers[row * int(width)].before for row in range(1, 8)]
            most = EXCUSED.get(name, 1)
            assert all(now <= most * then for now, then in zip(states, before, strict=True)), (asked, states)
