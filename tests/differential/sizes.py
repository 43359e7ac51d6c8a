"""Formulas in other sizes: random rules on small boards with growing values, and pieces on squares.

Reference: listing by the definition for each n; certificates are valid, and invalid with another number.
"""

from __future__ import annotations

from itertools import zip_longest
from random import Random
from typing import Any, NamedTuple

from json_places import plainly
from tables import tables

import gfkit
from gfkit.core.errors import MismatchError
from gfkit.core.rules import Rule
from gfkit.proofs.checker.program import check_certificate
from gfkit.proofs.checker.reading import RefusalError
from gfkit.proofs.saving import size_certificate

from .case import Compared, FaultError, agree

WINDOWS, GRAPHS, RANGES, NEAR, GAMES, RIDERS, MATCHES, MAPS, NEAR_PIECES = tables("sizes_drawn").values()
MOST_FILLINGS, STEPS = 2500, 10**7


class SizeCase(NamedTuple):
    """A rule on a board with a growing number of values, or k pieces on growing squares."""

    rule: Any
    board: str
    grows: str


def form(rng: Random, cells: str) -> str:
    some = rng.sample(cells, rng.randint(1, min(3, len(cells))))
    terms = [f"{rng.choice((1, 1, 1, -1, 2, -2))}*{cell}" for cell in some]
    return "+".join([*terms, *rng.choice(([], [], ["n"], ["1"], ["-2*n"], ["-1"], ["5"], ["n-3"]))])


def comparison(rng: Random, cells: str) -> str:
    one, other = rng.choice(cells), rng.choice(cells)
    word = rng.choice(("==", "!=", "<", "<=", ">"))
    return rng.choice((
        f"{one} {word} {other}", f"{one} {word} {other} + {rng.choice((1, -2))}",
        f"{form(rng, cells)} {word} {form(rng, cells)}", f"abs({form(rng, cells)}) {word} {one}",
        f"({form(rng, cells)}) % {rng.choice((2, 3))} == 1", f"{one}*{other} % 2 == 0",
        f"max({one}, {other}) == min({', '.join(cells)}, n)", f"{one} {word} {rng.choice(('0', 'n', '1'))}",
        f"{word.count('=') + 1}*n {word} n", f"distinct({', '.join(cells)}, n) == 2",
        f"({form(rng, cells)}) % ({rng.choice(('n+1', '2*n+1'))}) {word} {rng.choice((one, '1', 'n'))}",
        f"({form(rng, cells)})*({one}-{other}) {word} 0", f"-{one}*{other} {word} 0",
    ))  # fmt: skip


def says(rng: Random, cells: str) -> str:
    parts = (f"{rng.choice(('', 'not '))}({comparison(rng, cells)})" for _ in range(rng.randint(1, 2)))
    return f" {rng.choice(('and', 'or'))} ".join(parts)


def rules(rng: Random, board: str) -> dict[str, Any]:
    """Return random constraints: windows, neighbours, patterns, numbers of patterns, connectivity."""
    near = {"neighbours": "rook", rng.choice(("require", "forbid")): rng.choice(NEAR)}
    asked: dict[str, Any] = {"near": [near]} if rng.random() < 0.5 else {}
    if board in WINDOWS:
        shape = WINDOWS[board]
        if rng.random() < 0.5 or not asked:
            window = {rng.choice(("require", "forbid")): says(rng, shape.replace("/", ""))}
            asked["window"] = [{"shape": shape, **window}]
        if rng.random() < 0.3:
            asked["forbid"] = [rng.choice(("11", "0/1", "aa", "ab", "a/b", "ab?", "a1", "1?"))]
        if rng.random() < 0.25:
            when = rng.choice(("a == 0", "a > 1", "a == n"))
            asked["exactly"] = [{"shapes": ["a"], "when": when, "number": [rng.randint(0, 2)]}]
    if rng.random() < 0.1 and "x" in board:
        orders = ("nondecreasing", "increasing", "nonincreasing", "decreasing")
        asked["line"] = [{"along": [rng.choice(("rows", "columns"))], "order": rng.choice(orders)}]
    if rng.random() < 0.2:
        asked["connected"] = [{"of": [rng.choice((0, 1))], "components": [1]}]
    return asked or {"near": [near]}


def riders(rng: Random) -> dict[str, Any]:
    """Return two kinds of pieces that attack along some directions, and perhaps exclude neighbours."""
    words = rng.sample(("rows", "columns", "diagonals", "antidiagonals"), rng.randint(1, 3))
    lines = [{"along": [word], "match": rng.choice(MATCHES[:3] * 3 + MATCHES)} for word in words]
    asked: dict[str, Any] = {"line": lines}
    if rng.random() < 0.3:
        asked["forbid"] = [rng.choice(("11", "1/2", "1./.1", ".1/2.", "1.2", "111"))]
    return {"name": "L", "cells": {"colours": 3, "weight": {"1": "x", "2": "x"}}, "rules": asked}


def together(rng: Random) -> dict[str, Any]:
    """Return connected sets of edges or cells; sometimes with constraints that no shape satisfies."""
    components = rng.choice((1, 1, 1, 1, [1, 2]))
    if rng.random() < 0.6:
        degrees = sorted({*rng.choices(range(5), k=rng.randint(1, 3)), *rng.choice(((0,), (0,), ()))})
        edges: dict[str, Any] = {"cap": rng.choice((2, 3, 4, 5)), "components": components, "weight": "x"}
        degrees = [degree for degree in degrees if degree <= edges["cap"]] or [0]
        cycles = rng.choice(({}, {}, {"cycles": 0}, {"cycles": 1}))
        return {"name": "E", "edges": {**edges, "vertex": f"d in {degrees}", **cycles}}
    near = {"neighbours": "rook", "require": rng.choice(NEAR_PIECES)}
    asked: dict[str, Any] = {"near": [near]} if rng.random() < 0.8 else {}
    if rng.random() < 0.8 or not asked:
        asked["connected"] = [{"of": [1], "components": components}]
    if rng.random() < 0.3:
        asked["exactly"] = [{"neighbours": "rook", "when": "x == 1", "number": [rng.randint(1, 3)]}]
    return {"name": "C", "cells": {"colours": 2, "weight": {"1": "x"}}, "rules": asked}


def case(rng: Random) -> SizeCase:
    if rng.random() < 0.15:
        boards = rng.choice(("nxn", "nxn", "king:nxn", "knight:nxn", "triangular:nxn", "leaper-0-2:nxn"))
        return SizeCase(together(rng), boards, str(rng.randint(1, 4)))
    if rng.random() < 0.25:
        boards = rng.choice(("nxn", "nxn", "torus:nxn", "cylinder:nxn"))
        rule = rng.choice(GAMES + RIDERS) if boards != "nxn" or rng.random() < 0.3 else riders(rng)
        return SizeCase(rule, boards, str(rng.randint(0, 3 - (boards == "nxn"))))
    board, values = rng.choice([*WINDOWS, *GRAPHS]), rng.choice(RANGES)
    if rng.random() < 0.1 and "x" in board:
        image = {"shape": rng.choice(("ab", "abc", "a/b")), "map": rng.choice(MAPS)}
        more = {"rules": rules(rng, board)} if rng.random() < 0.2 else {}
        return SizeCase({"name": "I", "cells": {"values": values}, "image": image, **more}, board, values)
    cells = {"values": values} | ({"outside": rng.choice((0, 1))} if rng.random() < 0.35 else {})
    return SizeCase({"name": "R", "cells": cells, "rules": rules(rng, board)}, board, values)


def tags(made: SizeCase) -> list[str]:
    return [f"board: {made.board}", f"grows: {made.grows}"]


def compare(made: SizeCase) -> Compared:
    rule = made.rule if isinstance(made.rule, str) else Rule.of(made.rule)
    if made.board.endswith("nxn"):
        law = gfkit.derive_on_squares(rule, made.board, int(made.grows))
        most = 5 if ":" in made.board and made.board[0] in "klt" else 7 if rule is made.rule else 6
        numbers = {n: _of_pieces(rule, made, n) for n in range(max(1, law.first_n), most)}
    else:
        law = gfkit.derive_in_values(rule, made.board, made.grows)
        numbers = {n: listed(rule, made.board, n) for n in range(law.first_n, law.first_n + 30)}
    told = sum(agree(law[n], true, f"n = {n}") for n, true in numbers.items() if true is not None)
    try:
        certificate = size_certificate(law)
    except MismatchError:
        return told, [f"theorem: {law.theorem}", "certificate: none"]
    return told, [f"theorem: {law.theorem}", f"certificate: {stands(plainly(certificate))}"]


def listed(rule: Rule, board: str, n: int) -> int | None:
    """Return the number of assignments by the definition, or None if there are too many."""
    assert rule.grows is not None
    values = len(rule.grows.at(n))
    if values ** gfkit.parse_board(board).size > MOST_FILLINGS:
        return None
    return int(gfkit.brute_force(rule.at(n), board).count) if values else 0


def _of_pieces(rule: Any, made: SizeCase, n: int) -> int:
    weighted = gfkit.count(rule, made.board.replace("nxn", f"{n}x{n}"), weights="pieces").polynomial
    return int({powers[0]: number for powers, number in weighted.terms}.get(int(made.grows), 0))


def stands(certificate: dict[str, Any]) -> str:
    """Check that a certificate is valid, and invalid if a number is changed, or that it is slow."""
    try:
        check_certificate(certificate, STEPS)
    except RefusalError as refusal:
        if refusal.code != 3:
            raise FaultError(f"the certificate is refused: {refusal.reason}", "wrong: certificate") from None
        return "long"
    above, below = certificate["numerator"], certificate["denominator"]
    for k in (0, len(above), len(above) + 20):
        later = [0] * k + below  # the k-th number is one more
        longest = zip_longest(above, later, fillvalue=0)
        try:
            check_certificate({**certificate, "numerator": [a + b for a, b in longest]}, STEPS)
        except RefusalError:
            continue
        raise FaultError("a certificate with a wrong number is accepted", "wrong: forged certificate")
    return "stands"
