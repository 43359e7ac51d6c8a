"""Every kind is defined in three equivalent ways: its definition, its listing, and its constraints.

On small boards of every shape, ``is_legal`` is evaluated for all candidates, and the listed configurations
are compared with the solutions of the constraint system. Definitions share no code with constraints and
engines; for random rules, an independent listing is a third reference. State counts are bounded by the last
automata that were written for one kind only.
"""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import choice
import pytest
from differential import arrays, covers, families, hanging, rules
from differential.case import RuleData
from differential.plain import TooManyError, listed as listed_by_data
from differential.sampling import looks_of
from solutions import counted as solved_by, has_images
from tables import FOLDER
from trees import nodes, tree

import gfkit
from gfkit.core.boards import parse_one_board
from gfkit.core.engine.machine.system import build_machine
from gfkit.core.engine.sweep.layers import compile_layers
from gfkit.core.errors import GfkitError
from gfkit.core.oracle.definitions import counted, drawable, listed
from gfkit.core.rules import NAMED, Question, Rule, find_rule
from gfkit.core.rules.configuration import Configuration, configuration_of
from gfkit.core.rules.kind import KINDS, from_kind
from gfkit.core.rules.kinds import system_of
from gfkit.core.typing import Positions, Weights

BOARDS = ("0x3", "1x1", "1x4", "2x3", "3x3", "cylinder:3x2", "torus:3x3")
BOARDS += ("path:4", "complete:4", "wheel:5", "petersen")
DRAWN = ("../#.", "#../..#/.#.", "<./.>", "..A/.a.", "LL./..r", "graph:a-b,b-c,c-a;left=a")
FAR = ("4x4", "cylinder:4x3", "torus:3x4", "complete:5", "cycle:7", "2x6")
MOST = 10_000
"""Solutions and listings up to which systems are compared."""
MOST_CANDIDATES = 300
ROOT = Path(gfkit.__file__).parent
KIND_OF = {path.stem: path.parts[-3] for path in sorted(ROOT.glob("rules/kinds/*/library/*.toml"))}
"""The kind of each built-in rule whose folder is there."""


def legal_as_listed(question: Question, most: int) -> int:
    """Return 1 if the legal candidates equal the listed ones; 0 if there are too many, or an error."""
    rule, board, positions = question.rule, question.board, question.positions
    candidates, is_legal = (from_kind(rule.kind, "definition", name) for name in ("candidates", "is_legal"))
    asked = (positions,) if rule.is_game else ()
    try:
        every = [*islice(candidates(rule, board), most + 1)]
        if len(every) > most:
            return 0
        found = [one for one, _ in listed(rule, board, positions)]
    except GfkitError:
        return 0
    legal = [one for one in every if is_legal(rule, board, one, *asked)]
    look = counted(rule, board)
    where = rule, board.text, positions
    assert len(set(map(look, found))) == len(found), where
    assert {*found} <= {*legal}, where
    assert {*map(look, found)} == {*map(look, legal)}, where
    return 1


def solved_as_listed(question: Question, most: int) -> int:
    """Return 1 if the solutions of the system are the listed configurations, 0 if there are too many.

    They are compared by their drawings; images and directions are only counted.
    """
    rule, board, positions = question.rule, question.board, question.positions
    try:
        system = system_of(rule, board, positions)
        if not system.counts_solutions:
            return 0
        is_drawn = from_kind(rule.kind, "constraints", "configuration_of") and not has_images(system)
        draw = drawable(rule, board) if is_drawn else lambda _: Configuration()
        solved = solved_by(
            system, lambda at: looks_of(configuration_of(rule, at) if is_drawn else Configuration()), most
        )
        if solved is None:
            return 0
        every = listed(rule, board, positions, 50 * most)
        assert solved == Counter((looks_of(draw(one)), powers) for one, powers in every), (rule, board.text)
    except GfkitError:
        return 0
    return 1


def classes(rule: Rule) -> list[Positions]:
    """Return the classes of positions that a rule has."""
    return list(Positions) if rule.is_game else [Positions.ALL]


@pytest.mark.parametrize("kind", dict.fromkeys(KIND_OF.values()))
@pytest.mark.parametrize("far", [False, pytest.param(True, marks=pytest.mark.slow(25))])
def test_built_in_rules(kind: str, far: bool) -> None:
    """On small boards of every shape, drawn ones with pieces, holes and reserved cells among them."""
    names = [name for name in NAMED if KIND_OF.get(name.replace(":", "-")) == kind]
    for number, name in [*enumerate(names)][:: 1 if far or choice.EVERY else 3]:
        rule = find_rule(name.replace(":k", ":2"))
        boards = (*BOARDS, *DRAWN) if rule.is_game else BOARDS
        boards = FAR if far else boards[number % 3 :: 3] + boards
        tried = solved = 0
        for at, text in enumerate(boards):
            if not (far or choice.EVERY) and 4 * at > len(boards) and tried > 1 and (solved or rule.avoided):
                break
            for word in classes(rule) if far else choice.some_of(classes(rule), 2):
                try:
                    question = Question(rule, parse_one_board(text), word, Weights.PLAYERS)
                except GfkitError:
                    continue
                tried += legal_as_listed(question, MOST_CANDIDATES * (8 if far else 1))
                solved += solved_as_listed(question, 2 * MOST if far else MOST if choice.EVERY else MOST // 5)
        assert far or (tried > 1 and (solved or rule.avoided)), (name, tried, solved)


MADE = {"families": families, "arrays": arrays, "covers": covers, "hanging": hanging}


@pytest.mark.parametrize("kind", MADE)
@pytest.mark.parametrize("number", [5, pytest.param(200, marks=pytest.mark.slow(10))])
def test_random_rules(kind: str, number: int) -> None:
    """The third truth is a listing that shares no line with the package."""
    tried = solved = 0
    for case_number in range(number):
        made = MADE[kind].case(Random(f"{kind} {choice.SEED} {case_number}"))
        for n in (1, 2, 3):
            try:
                board = parse_one_board(made.board.replace("n", str(n)))
                positions = Positions.read(made.positions)
                question = Question(Rule.of(made.rule), board, positions, Weights.PLAYERS)
                system = system_of(question.rule, board, question.positions)
                truth = listed_by_data(made.rule, made.board, n, made.positions, "players")
            except (GfkitError, TooManyError):
                continue
            tried += legal_as_listed(question, MOST_CANDIDATES)
            if system.counts_solutions and solved_as_listed(question, MOST):
                terms = Counter(powers for _, powers in listed(question.rule, board, question.positions))
                assert terms == {powers: value for powers, value in truth.items() if value}, (made, n)
                solved += 1
    assert min(tried, solved) >= number // 2, (kind, tried, solved)


RULES = (rules.placement, rules.array, rules.tiles, arrays.rule, covers.cover, covers.pointers)
RULES += (covers.edge_sets, hanging.edge_sets, hanging.colours, hanging.turned)
TINY = ("1x3", "2x2", "cylinder:3x1", "cylinder:3x2", "torus:3x3", "..#/...")


@pytest.mark.parametrize("make", RULES)
@pytest.mark.parametrize("number", [20, pytest.param(500, marks=pytest.mark.slow(5))])
def test_random_rules_on_tiny_boards(make: Callable[[Random], RuleData], number: int) -> None:
    """Use boards with few candidates, where drawings overlap themselves around the board."""
    tried = solved = 0
    for rule_number in range(number):
        random = Random(f"{make.__name__} {choice.SEED} {rule_number}")
        try:
            rule = Rule.of(make(random))
            word = random.choice(classes(rule))
            question = Question(rule, parse_one_board(random.choice(TINY)), word, Weights.PLAYERS)
        except GfkitError:
            continue
        tried += legal_as_listed(question, MOST_CANDIDATES)
        solved += solved_as_listed(question, 1000)
    assert min(tried, solved) >= number // 4, (make, tried, solved)


def test_rules_that_random_draws_miss() -> None:
    """A move around a ring, back to its cell; ends of edges at vertices that are pinned."""
    around = Rule.pointers("X/././o", "X/o", stay=False)
    pinned = Rule.edges(2, left="a + b >= 1", vertex="d <= 1", pin=[("first", "d != 1")])
    for rule, text, legal in ((around, "torus:3x3", 0), (around, "cylinder:3x1", 1), (pinned, "2x2", 1)):
        question = Question(rule, parse_one_board(text), Positions.ALL, Weights.PLAYERS)
        assert (legal_as_listed(question, MOST_CANDIDATES), solved_as_listed(question, MOST)) == (legal, 1)


@cache
def named_by(module: str) -> frozenset[str]:
    """Return the modules of the package that a module imports, without their packages."""
    path = ROOT.joinpath(*module.split(".")[1:])
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    named = (str(node.module) for node in nodes(tree(file), ast.ImportFrom))
    return frozenset(name for name in named if name.startswith("gfkit"))


_OF_SYSTEMS = (".constraints", ".filtering", ".weights")


def test_definitions_share_nothing_with_constraints_and_engines() -> None:
    labelled = "gfkit.core.rules.kinds.labelled.definition"
    kinds = [f"{kind.package}.definition" for kind in KINDS.values()]
    for module in [*kinds, labelled, "gfkit.core.oracle.brute"]:
        reached, todo = {module}, [module]
        while todo:
            new = named_by(todo.pop()) - reached
            reached |= new
            # constraints are needed for events, which are rejected, and are what functions return
            todo += new - {"gfkit.core.rules.question", "gfkit.core.rules.kinds.function"}
        assert "gfkit.core.boards" in reached
        odd = [one for one in reached if one.startswith("gfkit.core.engine") or one.endswith(_OF_SYSTEMS)]
        assert not odd, odd


# States of machines


EXCUSED = {"paths": 1.26}
"""The number of ends is not known in advance, as in the machine for edges alone: 1296 for 1034 at width 6."""


@pytest.mark.parametrize("widths", ["3", pytest.param("456", marks=pytest.mark.slow(40))])
def test_the_number_of_states_is_at_most_that_of_special_automata(widths: str) -> None:
    """After each row, for every built-in rule and class."""
    rows = [*tomllib.loads((FOLDER / "states.toml").read_text("utf-8")).items()]
    for asked, before in rows if "4" in widths else choice.some_of(rows, step=3):
        name, word, width = asked.split()
        if width in widths and name in NAMED:
            board = parse_one_board(f"8x{width}")
            order = range(board.size)
            machine = build_machine(find_rule(name), board, order, Positions(word), Weights.NONE)
            layers = compile_layers(machine, lambda *_: None).layers
            states = [layers[row * int(width)].before for row in range(1, 8)]
            most = EXCUSED.get(name, 1)
            assert all(now <= most * then for now, then in zip(states, before, strict=True)), (asked, states)
