"""Every word that a person may type has a definition of its own in ``differential/words.py``, and is drawn.

Only here are the tables of words read that the program uses.
"""

from __future__ import annotations

import re
import tomllib
from importlib import import_module, resources
from importlib.util import find_spec
from random import Random
from typing import Any

import click
from cli.calling import told
from differential import commands, kinds, words
from differential.pictures import STRUCTURES, board, pictures
from tables import tables

DRAWN = [kinds.case("commands", "words", number) for number in range(1500)]
"""Lines that are only drawn, not run."""


def part(name: str) -> Any:
    """Return a module of the program, in its core or outside."""
    is_core = find_spec("gfkit.core") and find_spec(f"gfkit.core.{name.partition('.')[0]}")
    return import_module(f"gfkit.core.{name}" if is_core else f"gfkit.{name}")


def test_every_name_has_a_picture() -> None:
    assert {*part("rules.library").NAMED} == {*STRUCTURES}
    drawn = {word for line in DRAWN for word in line.words}
    numbers = {name.replace(":k", "") for name in STRUCTURES}
    others = {other for text in words.SYNONYMS.values() for other in text.split()}
    assert not numbers - {word.partition(":")[0] for word in drawn | {*map(synonym, drawn & others)}}


def synonym(word: str) -> str:
    return next((name for name, text in words.SYNONYMS.items() if word in text.split()), "")


def test_other_names_stand_for_the_defined_structure() -> None:
    """The table of the program is compared row by row, so two that were exchanged are seen."""
    table = tomllib.loads((resources.files(part("boards")) / "names.toml").read_text(encoding="utf-8"))
    taken = {word: row[0] for word, row in table["structures"]["taken"].items()}
    assert taken == {word: name for name, text in words.SYNONYMS.items() for word in text.split()}
    optimum = {word: (row[0], row[1]) for word, row in table["structures"]["optimum"].items()}
    assert optimum == {word: row for row, text in words.OPTIMA.items() for word in text.split()}


def test_every_word_of_an_event_is_defined_and_drawn() -> None:
    events = part("rules.kinds.events")
    assert events.COVERED - {"1"} == {*words.PRESENT}
    assert events.EMPTY - {"0"} == {*words.ABSENT}
    assert {*events.SYNONYMS} <= {*words.DEGREES, *words.ROOTS}
    assert {*events.DIRECTIONS, *events.SIZES.values(), "piece", "left", "right"} == {*words.ADJECTIVES}
    assert events.VERBS == words.VERBS
    rng, b = Random("events"), board("3x3")
    texts = [words.event(rng, "set", b, pictures("kings", b)).text for _ in range(2000)]
    texts += [
        words.event(rng, "edges", board("2x3"), pictures("matchings", board("2x3"))).text for _ in range(99)
    ]
    texts += [f"piece {text}" for text in ("1,1-1,2-1,3",)]
    clauses = [clause for text in texts for clause in re.split(" and | or |, ", text)]
    for start in re.sub(r"\(\?:|\)|\\b|\[0-9\]\+ ", "", events.EVENT_START).split("|"):
        start = re.sub(r"\?$", "", start)
        assert any(re.match(rf"(?:\d+ )?{start}", clause) for clause in clauses), start


def test_names_of_vertices_are_whole_words() -> None:
    """The letters a and d of the word and are no vertices: of three sets on an edge one is empty."""
    for given in ("vertices b and c are both 0", "cells b and c are empty"):
        (one,) = told("probability", "independent-sets", "graph:a,b-c,d", given)["events"]
        assert one["probability"] == "1/3"


def test_no_foreign_word_is_in_an_empty_phrase() -> None:
    foreign = {word for word in tables("stated")["inserted"]["words"] if word.isalpha()}
    assert not foreign & {*re.findall(r"\w+", part("claims.statement.names").EMPTY)}


def test_every_choice_is_defined() -> None:
    typing = part("typing")
    assert {one.value for one in typing.Positions} == {*words.CLASSES}
    assert {one.value for one in typing.UpTo} == {*words.SYMMETRIES}
    assert {one.value for one in typing.Weights} <= {*words.WEIGHTS}
    assert {*part("questions.graph_polynomial").KINDS} == {*words.POLYNOMIALS}


def test_every_option_is_drawn_or_has_a_reason() -> None:
    """An option that is new fails here, until it is drawn."""
    drawn = {tag.removeprefix("option: ") for line in DRAWN for tag in commands.tags(line)}
    group, reasons = part("cli.group").gfkit, words.UNDRAWN
    for verb in {line.words[0] for line in DRAWN}:
        for option in group.get_command(None, verb).params:
            if isinstance(option, click.Option):
                name = next(one for one in option.opts if one.startswith("--"))
                known = f"{verb} {name}" in drawn or {name, f"{verb} {name}"} & {*reasons}
                assert known, f"{verb} {name} is not drawn in differential/commands.py, and has no reason"
