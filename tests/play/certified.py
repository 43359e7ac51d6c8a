"""True and forged certificates of play and of constants, for one test suite of all kinds.

A ``Kind`` consists of true certificates, their checker, and a function that finds a false statement in a
certificate: by play by definition, small heaps, or independently computed formulas. Listing cannot refute a
constant's certificate, so its forgeries are rows of a table instead.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache, partial
from typing import Any, NamedTuple

from differential.forgeries import play_fault, quotient_fault
from json_places import at, places, plainly
from tables import tables

import gfkit
from gfkit.constants.certificate import constant_certificate
from gfkit.core.rules import Question, Rule
from gfkit.play import certificate as play, heap_certificate, value
from gfkit.play.positions_by_outcome import positions_by
from gfkit.proofs.checker import (
    constants,
    counters,
    heaps,
    positions_by_nimber,
    program,
    quotients,
    reading,
    sizes,
)
from gfkit.proofs.plain import plain_family
from gfkit.proofs.saving import (
    counter_certificate,
    optimum_certificate,
    size_certificate,
    valuation_certificate,
)

Certificate = dict[str, Any]
DATA = tables("values_cases")


class Kind(NamedTuple):
    """Certificates with one checker."""

    name: str
    format: str
    check: Callable[[object, reading.Budget], reading.Verdict]
    bases: Callable[[], tuple[Certificate, ...]]
    says: tuple[str, ...]
    """What the checker says of each of them, or a part of it."""
    falsehood: Callable[[Certificate], str | None] | None = None
    """What a certificate says that is not so."""
    tight: tuple[str, ...] = ()
    """Keys whose numbers are determined by all the others: any other number is refused."""
    forged: tuple[tuple[str, Any, str], ...] = ()
    """The way to something in the first certificate, what is put there, and why the certificate falls."""
    game: str = "node-kayles"
    """A game that the first certificate is not of, and what is said where it claims to be."""
    other: str = "the rule in the file differs"

    def __str__(self) -> str:
        return self.name

    def said(self, certificate: Certificate, most: int = 10**8) -> str:
        """Return the statement of the checker, or raise its RefusalError."""
        return self.check(certificate, reading.Budget(most)).statement


def changed(certificate: Certificate, path: tuple[Any, ...], new: object) -> Certificate:
    certificate = copy.deepcopy(certificate)
    at(certificate, path[:-1])[path[-1]] = new
    return certificate


def forged(certificate: Certificate, way: str, new: object) -> Certificate:
    """Return the certificate with the value at a path replaced by ``new``, or by ``new`` of the old value."""
    path = tuple(int(key) if key.isdigit() else key for key in way.split())
    return changed(certificate, path, new(at(certificate, path)) if callable(new) else new)


def numbers(certificate: Certificate, keys: tuple[str, ...]) -> Iterator[tuple[Any, ...]]:
    """Yield the paths to all integers under some keys."""
    for key in keys:
        for path in [(key,), *places(certificate[key], (key,))]:
            if type(at(certificate, path)) is int:
                yield path


# Winners, nimbers and values of boards, and heaps ----------------------------------------------------------


def saved_outcomes(game, board, **more):
    asked = Question.of(game, board)
    return plainly(play.outcomes_certificate(asked, gfkit.outcomes(asked, **more)))


def saved_nim(game, board, make=play.nim_certificate, **more):
    asked = Question.of(game, board)
    return plainly(make(asked, gfkit.nim(asked, **more), impartial=more.get("impartial", False)))


def saved_value(game, board):
    asked = Question.of(game, board)
    return plainly(play.value_certificate(asked, value(asked)))


def saved_heaps(game):
    return plainly(play.heap_certificate(gfkit.nim(game)))


@cache
def play_bases():
    winners = "domineering 3x3, domineering 2x4, domineering ..#/.../..., cram 2x4, snort 3x3, snort cycle:6"
    winners += ", col 2x3, col path:5, nogo 2x3"
    values = "domineering 2x4, domineering 3x3, col 2x3, snort path:5, nogo 2x2"
    return (
        *(saved_outcomes(*asked.split()) for asked in winners.split(", ")),
        saved_outcomes("cram", "2x3", misere=True),
        saved_outcomes("domineering", "2x3", misere=True),
        saved_outcomes("col", "1xn", to=3),
        *(saved_nim(*asked.split()) for asked in ("cram 3x3", "cram 2x4", "node-kayles cycle:6")),
        saved_nim("cram", "..#/.../..."),
        saved_nim("nogo", "2x2", impartial=True),
        *(saved_value(*asked.split()) for asked in values.split(", ")),
        *map(saved_heaps, ("octal:0.07", "hex:0.8", "octal:0.3", "grundy")),
    )


# Periods by ends -------------------------------------------------------------------------------------------


def impartial_rule(pieces, apart=()):
    return Rule.of({"name": "Random", "both": {"pieces": pieces}, "rules": {"forbid_adjacent": list(apart)}})


saved_period = partial(saved_nim, make=heap_certificate.period_certificate)


@cache
def period_bases():
    """Return periods with one pair of ends, with several, of cyclic families, of equal players, of slices."""
    return (
        saved_period("cram", "1xn", to=12),
        saved_period("arc-kayles", "cycle:n", to=9),
        saved_period("domineering", "1xn", impartial=True, to=9),
        saved_period(impartial_rule(["XX", "XX/.X"]), "nx3", to=6),
        saved_period(impartial_rule(["X./.X", "XX"]), "cylinder:nx2", to=7),
        saved_period(impartial_rule(["XX", "XXX"]), "1xn", to=10),
        saved_period("node-kayles", "comb:n", to=9),
    )


# Misere quotients ------------------------------------------------------------------------------------------


@cache
def quotient_text(game, to=None):
    return json.dumps(heap_certificate.quotient_certificate(gfkit.misere_quotient(game, to=to)))


def saved_quotient(game, to=None):
    return json.loads(quotient_text(game, to))


@cache
def quotient_bases():
    """Return quotients with and without periods."""
    whole = ("octal:0.75", "octal:0.53", "octal:0.72", "octal:0.3", "octal:0.0", "subtraction:1,3")
    parts = (("octal:0.77", 9), ("hex:0.8", 9), ("grundy", 12))
    return (*map(saved_quotient, whole), *(saved_quotient(*asked) for asked in parts))


# Numbers of positions by nimber ----------------------------------------------------------------------------


@cache
def winners_bases():
    """Return certificates of rows of heaps, of a ladder and of a cyclic family."""
    asked = ("octal:0.3 heaps", "octal:0.13 1xn", "node-kayles 2xn", "node-kayles cycle:n")
    return tuple(plainly(positions_by(*one.split()).certificate()) for one in asked)


# Constants of the plane ------------------------------------------------------------------------------------


def saved_constant(game, **more):
    return plainly(constant_certificate(gfkit.constant(game, **more)))


@cache
def constant_bases():
    asked = (("independent-sets", "all", 4), ("cram", "all", 3), ("i-tromping", "all", 3))
    asked += (("domineering", "left-ends", 3),)
    return tuple(saved_constant(game, positions=word, width=width) for game, word, width in asked)


@cache
def stone_bases():
    return (saved_constant("nogo", width=5),)


def by(difference):
    """Return a function that adds to a number written as a fraction."""
    return lambda text: "{}/{}".format(*(Fraction(text) + difference).as_integer_ratio())


def law(start, period):
    return {"start": start, "period": period}


SMALL = "mirror nim cram 2x2, nimbers nim cram 1x3, seven nim cram 1x7, first winner cram 1x4"
SMALL += ", kayles winner node-kayles path:9, coloured winner col 2x3, graph winner snort cycle:6"
SMALL += ", liberties winner nogo 2x2, values value domineering 1x4"


@cache
def small_ones():
    """Return a small certificate for each method of proof, by name in ``forged_certificates.txt``."""
    makers = {"nim": saved_nim, "winner": saved_outcomes, "value": saved_value}
    found = {name: makers[made](*asked) for name, made, *asked in map(str.split, SMALL.split(", "))}
    found["misere"] = saved_outcomes("cram", "1x4", misere=True)
    found["three"] = forged(found["coloured"], "rule colours", lambda two: [*two, two[1]])
    worth, plain = saved_value("col", "2x3"), found["coloured"]["boards"][0]
    for number, forms in enumerate(([[[], []]], [[[], []], [[0], []]])):
        told = {"value": number, "forms": forms, "parts": None, "strategy": plain["starts"]}
        found[f"value {number}"] = forged(worth, "boards 0", worth["boards"][0] | told)
    found |= {"heaps": saved_heaps("octal:0.3"), "grundy": saved_heaps("grundy")}
    found |= {"leaps": forged(size_bases()[3], "numerator", [])}
    law = gfkit.derive("matchings", "path:n")
    found["valuations 0"] = plainly(valuation_certificate(law, law.valuations(2)))
    found["optimum 0"] = plainly(optimum_certificate(gfkit.optimum("dominating-sets", "2xn")))
    return found | {f"{kind} {number}": one for kind in KINDS for number, one in enumerate(kind.bases())}


LITTLE, MUCH = Fraction(1, 10**9), Fraction(1, 100)
FORGED_CONSTANTS = (
    ("lower value", by(LITTLE), "lower bound exceeds"),
    ("upper value", by(-LITTLE), "upper bound is below"),
    ("strips 0 high", by(-MUCH * 100), "A x <= high x fails"),
    ("strips 0 vector", lambda vector: [2 * max(vector) if x == max(vector) else x for x in vector], "fails"),
    ("lower root", lambda root: root + 1, "does not have the form"),
)
BREATHE = ([], [True, True, True], [1, 1])
FORGED_STONES = (
    ("lower value", by(MUCH), ""),
    ("upper value", by(-MUCH), ""),
    *(("stones breathe", new, "") for new in BREATHE),
    *(("stones weight", new, "") for new in ("2/1", "-1/1")),
    *(("stones tolerance", new, "") for new in ("0/1", "1/99999999999999999999")),
    *(("stones", new, "") for new in (None, 3)),
)
FORGED_PERIODS = (
    *(
        ("law", law(*told), "not have period|not periodic")
        for told in ((52, 34), (53, 17), (53, 33), (0, 34), (200, 35))
    ),
    *(("shape word", word, "") for word in ("path", "torus", [], True)),
    ("shape", plain_family("2xn"), "does not cut the strip"),
    ("least", 2, "least"),
    ("rule liberties", True, "liberties"),
)
FORGED_QUOTIENTS = (
    *(
        ("period", law(*told), "not periodic|theorem requires")
        for told in ((7, 2), (8, 1), (8, 3), (1, 2), (400, 2))
    ),
    ("elements", lambda elements: elements[:-1], "the theorem requires the elements of 22 heaps"),
    *((key, new, "") for key in ("losing", "table", "elements", "digits") for new in ("", {}, "0", 0)),
)


@cache
def size_bases():
    """Return one per theorem: pieces, colours, differences, zero sums, products; totals; constants."""
    rules = [
        (Rule.of({"name": "R", "cells": {"values": v, **dict(*more)}, "rules": says}), b, v)
        for b, v, says, *more in DATA["sizes"]
    ]
    laws = [gfkit.derive_in_values(*one) for one in [("colourings:2", "2x2", "n"), *rules]]
    squares = [gfkit.derive_on_squares(*one) for one in DATA["squares"]]
    squares += [gfkit.derive_on_squares(Rule.of(rule), "nxn", 2) for rule in DATA["lined"]]
    return tuple(plainly(size_certificate(law)) for law in [*squares[:4], *laws, *squares[4:]])


@cache
def counter_bases():
    """Return words, three values, places outside, a rational series, a cyclic family with a quotient."""
    laws = []
    for board, text, shape, numbers, more in DATA["counters"]:
        says = {"exactly": [{"shapes": [shape], "sum": text, "number": numbers}]}
        laws.append(gfkit.derive(Rule.of({"name": "R", "rules": says, **more}), board))
    return tuple(plainly(counter_certificate(law)) for law in laws)


FORGED_PLAY = tuple(("boards 0 winner", word, "") for word in ("left", "right", "second", "nobody", ""))

FORGED_WINNERS = (
    ("nimber", 1, "have the nimber 1"),
    ("digits", [0, 1], ""),
    ("rows", True, "fraction"),
    ("period", 1, ""),
    ("fractions", lambda fractions: fractions[:1], "fractions: expected 2"),
)

KINDS = (
    Kind(
        "play", "gfkit-play", program.check_games, play_bases, (), play_fault, forged=FORGED_PLAY
    ),
    Kind(
        "period", "gfkit-periods", heaps.check_periods, period_bases,
        ("1xn are as listed for n = 0 to 12",), tight=("table", "values"), forged=FORGED_PERIODS,
    ),
    Kind(
        "quotient", "gfkit-quotient", quotients.check_quotient, quotient_bases,
        ("the quotient of order 8",), quotient_fault, ("table", "losing", "elements"), FORGED_QUOTIENTS,
        "octal:0.77", "the digits in the file differ",
    ),
    Kind("constant", "gfkit-constant", constants.check_constant, constant_bases, (), forged=FORGED_CONSTANTS),
    Kind("stones", "gfkit-constant", constants.check_constant, stone_bases, (), forged=FORGED_STONES),
    Kind(
        "winners", "gfkit-winners", positions_by_nimber.check_winners, winners_bases,
        ("rows of heaps with n tokens: the numbers",), tight=("terms", "fractions"),
        forged=FORGED_WINNERS,
    ),
    Kind(
        "size", sizes.SIZES, sizes.check_size, size_bases,
        ("for every n >= 0", "2 pieces", "knight:nxn", "", "0..n-1 that", "0..n", "-n..n", "1..n"),
        tight=("numerator", "denominator"),
        forged=(("numerator", lambda above: [0] * 30 + above, "has a pole|the number for n"),),
    ),
    Kind(
        "counter", counters.COUNTERS, counters.check_counter, counter_bases,
        ("the numbers a(0), a(1), ... of arrays on 1xn",),
        tight=("numerator", "denominator", "right", "terms", "equation"),
    ),
)  # fmt: skip
