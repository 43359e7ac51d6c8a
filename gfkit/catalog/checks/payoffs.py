"""by = "equilibrium": what a dominogame on one board has."""

from __future__ import annotations

from gfkit.catalog.check import Argument, Arguments, Check, Found, compared, one_of
from gfkit.catalog.claim import Standing, Statement
from gfkit.catalog.plain import dominogame
from gfkit.errors import MismatchError

_OF = ("payoffs", "sequences", "plays", "empty-cells")


def induction(statement: Statement, asked: Arguments) -> Found:
    """Backward induction over profiles of heights."""
    from gfkit.equilibrium import equilibrium

    found = equilibrium(
        asked["board"],
        tie=asked.get("tie", "all"),
        raised=asked.get("raised", 0),
        piece=asked.get("piece", "domino"),
        players=asked.get("players", 2),
        opening=asked.get("opening", ""),
    )
    count = found.play_count
    true = {
        "payoffs": tuple(_pair(payoffs) for payoffs in found.payoffs),
        "sequences": (str(found.sequences),),
        "plays": () if count is None else (str(count.total), str(count.joined))[: len(statement)],
        "empty-cells": () if count is None else tuple(map(str, count.empty_cells)),
    }[_of(asked)]
    return _against(statement, true, asked, str(found.evidence))


def brute_force(statement: Statement, asked: Arguments) -> Found:
    """Plain recursion from the rules."""
    if _of(asked) != "payoffs" or {"piece", "players", "opening"} & asked.keys():
        raise MismatchError("check: only payoffs of dominoes from the empty board are enumerated")
    columns, _, rows = asked["board"].partition("x")
    found = dominogame.payoffs(int(columns), int(rows), asked.get("tie", "all"), asked.get("raised", 0))
    return _against(statement, tuple(map(_pair, found)), asked, "plain recursion")


def _pair(payoffs: tuple[int, ...]) -> str:
    return ", ".join(map(str, payoffs))


def _against(claimed: Statement, true: Statement, asked: Arguments, evidence: str) -> Found:
    """Payoffs are a set: all of them, in ascending order; the rest is compared as it is."""
    read = tuple(sorted(", ".join(part.strip() for part in one.split(",")) for one in claimed))
    found = compared(("; ".join(read),), ("; ".join(sorted(true)),), (asked["board"],), evidence)
    return Found(found.standing, evidence, found.witness, true if found.standing is Standing.REFUTED else ())


def _of(asked: Arguments) -> str:
    return one_of(asked, "of", _OF, "payoffs")


def _subject(asked: Arguments) -> str:
    extra = [
        f"{key} {asked[key]}" for key in ("tie", "raised", "piece", "players", "opening") if key in asked
    ]
    return ", ".join([f"{asked.get('of', 'payoffs')} of the dominogame on {asked['board']}", *extra])


EQUILIBRIUM = Check(
    arguments=(
        Argument("board", needed=True),
        Argument("of"),
        Argument("tie"),
        Argument("raised", int),
        Argument("piece"),
        Argument("players", int),
        Argument("opening"),
    ),
    methods={"induction": induction, "brute-force": brute_force},
    subject=_subject,
)
