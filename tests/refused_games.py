"""Calls about games, boards and queries that are rejected.

Each has the class of the error and facts of its message.
"""

import networkx as nx

from gfkit import (
    BoardError,
    GfkitError,
    InputError,
    MismatchError,
    OptionError,
    Question,
    Rule,
    RuleError,
    brute_force,
    constant,
    count,
    derive,
    draw,
    family,
    graph,
    orbits,
    report,
    sample,
    save_derived,
)
from gfkit.core.boards.graphfile import read_complex

OWNERS = {"left": {"pieces": ["X"]}, "right": {"pieces": ["X"]}}


def of(pieces, **rules):
    return Rule.of({"name": "d", **pieces, "rules": rules})


def apart(**table):
    return of(OWNERS, apart=[table])


SPACED = of(
    OWNERS, apart=[{"pieces": ["same"], "distances": [2]}, {"pieces": ["different"], "distances": [1]}]
)
AIRLESS = of(OWNERS, liberties="left")


def figure(*pieces, **rules):
    return of({"both": {"pieces": list(pieces)}}, **rules)


COMPLEX = read_complex("", "illegal\na b c")


CALLS = {
    "games": [
        (
            lambda: Rule.of({"name": "d", "cells": {"colours": 2, "weight": {1: "x"}}}),
            RuleError,
            "rule [cells] weight",
        ),
        (
            lambda: Rule.of({"name": "d", "board": "banana n", "cells": {"colours": 2}}),
            RuleError,
            "board",
            "'banana n'",
        ),
        # Each formula would otherwise refer to Node Kayles on the board itself, which is another game.
        (lambda: derive(SPACED, "wheel:n"), MismatchError, "board 'wheel:n'"),
        (lambda: derive(SPACED, "complete:n"), MismatchError, "board 'complete:n'"),
        (lambda: constant(SPACED), MismatchError),
        (lambda: orbits(SPACED, "3xn"), MismatchError, "board '3xn'"),
        (lambda: brute_force(SPACED, "2x2", up_to="symmetry"), MismatchError, "symmetry"),
        (lambda: count(SPACED, "3x3", "full"), MismatchError, "positions 'full'"),
        (lambda: apart(pieces=["same"]), RuleError),
        (lambda: apart(pieces=["same"], distances=[1], neighbours="king"), RuleError, "distances"),
        (lambda: apart(pieces=["same"], distances=[0]), RuleError),
        (lambda: apart(pieces=["XY"], distances=[1]), RuleError, "pieces", "'XY'"),
        (lambda: apart(pieces=["same"], neighbours="queen"), RuleError, "'queen'"),
        (lambda: apart(distances=[1]), RuleError, "pieces"),
        (lambda: of(OWNERS, apart=[{"pieces": ["same"], "distances": [1]}], liberties=True), RuleError),
        # Liberties of one player
        (lambda: figure("X", liberties="left"), RuleError, "'left'"),
        (lambda: of(OWNERS, liberties="both"), RuleError, "'both'"),
        (lambda: derive(AIRLESS, "complete:n"), MismatchError),
        (lambda: constant(AIRLESS, positions="maximal", width=3), MismatchError, "d"),
        # Pieces that are graphs
        (lambda: figure("path:9"), RuleError, "'path:9'"),
        (lambda: figure("path:n"), RuleError, "'path:n'"),
        (lambda: figure("wheel:5"), RuleError, "'wheel:5'"),
        (lambda: figure("path:3", "path:3"), RuleError, "'path:3'"),
        (lambda: derive(figure("path:3"), "path:n"), MismatchError, "board 'path:n'"),
        (lambda: figure("path:3", liberties=True), RuleError),
        # Complexes
        (lambda: count("col", COMPLEX), GfkitError),
        (lambda: count("independent-sets", COMPLEX), GfkitError),
        (lambda: sample("node-kayles", COMPLEX), GfkitError),
        (lambda: read_complex("", ""), BoardError),
        (lambda: read_complex("", "legal\n"), BoardError),
        (lambda: read_complex("", "facets\nx1 x2"), BoardError),
        (lambda: read_complex("", "legal\nx1 x1"), BoardError, "'x1 x1'"),
        (lambda: read_complex("", "legal\nx1 2y"), BoardError, "'x1 2y'"),
        # Questions
        (lambda: Question.of("cram", "3y3"), BoardError, "board '3y3'", "'3'"),
        (lambda: Question.of("cram", 5), BoardError),
        (lambda: Question.of("kram", "3x3"), GfkitError, "game 'kram'"),
        (lambda: Question.of("cram", "3x3", "left"), OptionError, "positions 'left'"),
        (lambda: Question.of("cram", "3x3", "all", "x"), OptionError, "weights 'x'"),
        (lambda: Question.of("cram", "3x3").family_for("verifying"), MismatchError, "board '3x3'"),
        (lambda: Question.of("domineering", "nx3").board, BoardError, "board 'nx3'"),
        # Graphs and slices
        (lambda: graph(nx.DiGraph([(0, 1)])), BoardError, "graph"),
        (lambda: graph([(0, 1, 2)]), BoardError, "graph"),
        (lambda: graph([(1, 1), (0, 1), (2, 1)]), BoardError, "graph"),
        (lambda: graph([[0, 1, 0], [0, 0, 1], [0, 1, 0]]), BoardError, "graph"),
        (lambda: graph("graph"), BoardError, "graph"),
        (lambda: family(1, links=[(0,)]), BoardError, "links"),
        (lambda: family(1, links=[(0, 0, "far")]), BoardError, "'far'"),
        (lambda: family(1, ring=True, links=[(0, 0)], twist=5), BoardError, "twist"),
        (lambda: family(1, ring=True, links=[(0, 0)], twist={1: 0}), BoardError, "twist"),
        (lambda: family(1, first=5), BoardError, "first"),
        (lambda: family(1, first=(2, [(0, 7)])), BoardError, "links of first"),
        (lambda: family(1, spokes=[(0, 0)]), BoardError, "spokes"),
        (lambda: family([("a", "b")], [("a", "x")]), BoardError, "'x'"),
        (lambda: family(1, [(0, 0)], last=(1, [(0, 0)]), first_n=0), BoardError, "first_n 0"),
        (lambda: derive("cram", "2xn").terms("10"), InputError, "'10'", "terms"),
        (lambda: derive("cram", "2xn").recurrence.terms(-1), InputError),
        (lambda: draw(3), OptionError),
        (lambda: save_derived("kings", "x.json"), MismatchError, "'kings'"),
        (lambda: report("kings"), OptionError, "'kings'"),
        (lambda: Rule.array(colours=2, window="ab"), RuleError, "rule window", "'ab'"),
        (lambda: Rule.array(colours=2, forbid=3), RuleError, "forbid", "3"),
    ],
}
