"""Properties of Domineering positions: ends, and single coefficients."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable

from gfkit.catalog.check import Arguments, Found, Method, compared
from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.catalog.plain.dominoes import (
    Position,
    positions,
    rectangles,
)
from gfkit.errors import CatalogError
from gfkit.sequences import Polynomial

_NAMES = ("x", "y")
_MOST = 9
_CLASSES: dict[str, Callable[[Position], bool]] = {
    "R": lambda position: position.is_right_end,
    "L": lambda position: position.is_left_end,
    "M": lambda position: position.is_left_end and position.is_right_end,
    "at-least-one": lambda position: position.is_left_end or position.is_right_end,
    "exactly-one": lambda position: position.is_left_end != position.is_right_end,
}


def listed(board: str, of: Callable[[Position], bool] = lambda _: True) -> Polynomial:
    """The polynomial of the positions of a kind, each listed."""
    return Polynomial.of(_NAMES, Counter(one.powers for one in positions(board) if of(one)))


def counted(board: str, kind: str = "all") -> Polynomial:
    """The same by the engine."""
    from gfkit.transfer import count

    return count("domineering", board, kind, "players").polynomial


def each(boards: Iterable[str], one: Callable[[str], str], other: Callable[[str], str], what: str) -> Found:
    """Whether both say the same of every board."""
    named = list(boards)
    for board in named:
        claimed, true = one(board), other(board)
        if claimed != true:
            return Found(Standing.REFUTED, what, Witness(board, claimed, true))
    return Found(Standing.CONSISTENT, f"{what}, {len(named)} boards up to {named[-1]}")


def _small(asked: Arguments) -> list[str]:
    """The boards given, or all rectangles up to so many cells."""
    return list(asked.get("boards", ())) or [f"{m}x{n}" for m, n in rectangles(asked.get("cells", _MOST))]


# Ends


def _ends(value: Callable[[str, str], int], what: str) -> Method:
    """R + L - M and such: numbers of Right ends, Left ends and maximal positions put together."""

    def method(statement: Statement, asked: Arguments) -> Found:
        terms = re.findall(r"([+-]?)\s*(?:(\d+)\*)?([RLM])", statement[0])
        if not terms or re.sub(r"([+-]?)\s*(?:(\d+)\*)?([RLM])", "", statement[0]).strip():
            raise CatalogError(f"statement {statement[0]!r}: must be a sum of R, L and M, as R + L - 2*M")
        signs = [(int(f"{sign}{size or 1}"), letter) for sign, size, letter in terms]
        return each(
            _small(asked),
            lambda board: str(sum(size * value(board, letter) for size, letter in signs)),
            lambda board: str(value(board, asked["of"])),
            what,
        )

    return method


def _by_listing(board: str, kind: str) -> int:
    return listed(board, _CLASSES[kind]).total


def _by_transfer(board: str, kind: str) -> int:
    """Of ends for one player those for both are left out, player by player."""
    right, left, both = (counted(board, word).total for word in ("right-ends", "left-ends", "maximal"))
    alone = (right - both) + (left - both)
    return {"R": right, "L": left, "M": both, "exactly-one": alone, "at-least-one": alone + both}[kind]


def _swapped(polynomial: Polynomial) -> Polynomial:
    return Polynomial.of(_NAMES, {(b, a): value for (a, b), value in polynomial.terms})


def _turned(board: str) -> str:
    return "x".join(reversed(board.split("x")))


def _turned_ends(find: Callable[[str, str], Polynomial], what: str) -> Method:
    """Left ends are the Right ends of the board turned, with x and y exchanged."""

    def method(statement: Statement, asked: Arguments) -> Found:  # noqa: ARG001
        return each(
            _small(asked),
            lambda board: str(_swapped(find(_turned(board), "R"))),
            lambda board: str(find(board, "L")),
            what,
        )

    return method


def _counted_ends(board: str, kind: str) -> Polynomial:
    return counted(board, {"R": "right-ends", "L": "left-ends"}[kind])


def _split(statement: Statement, asked: Arguments) -> Found:
    """Right ends of one row by their leftmost cell: covered or empty, each a(n - k) in number."""
    back = []
    for text, word in zip(statement, ("covered", "empty"), strict=True):
        found = re.fullmatch(rf"{word}: a\(n - (\d+)\)", text)
        if found is None:
            raise CatalogError(f"statement {text!r}: must be written {word}: a(n - 1)")
        back.append(int(found[1]))
    to = asked.get("to", 13)
    ends = [[one for one in positions(f"1x{n}") if one.is_right_end] for n in range(to + 1)]
    for n in range(max(back), to + 1):
        empty = sum((0, 0) in one.empty for one in ends[n])
        claimed = ", ".join(str(len(ends[n - k])) for k in back)
        true = f"{len(ends[n]) - empty}, {empty}"
        if claimed != true:
            return Found(Standing.REFUTED, "positions listed", Witness(f"1x{n}", claimed, true))
    return Found(Standing.CONSISTENT, f"positions listed up to 1x{to}")


# Coefficients


def _coefficients(find: Callable[[str], Polynomial], what: str) -> Method:
    """Single terms of a board's polynomial."""

    def method(statement: Statement, asked: Arguments) -> Found:
        polynomial, claimed = find(asked["board"]), [Polynomial.parse(text, _NAMES) for text in statement]
        if any(len(one.terms) != 1 for one in claimed):
            raise CatalogError("statement: must be a list of single terms, as 90*x*y^2")
        true = tuple(str(polynomial.only(powers for powers, _ in one.terms)) for one in claimed)
        return compared(tuple(map(str, claimed)), true, (asked["board"],) * len(true), what)

    return method


METHODS: dict[str, dict[str, Method]] = {
    "ends": {
        "listing": _ends(_by_listing, "positions listed"),
        "transfer": _ends(_by_transfer, "counted by transfer matrix"),
    },
    "turned-ends": {
        "transfer": _turned_ends(_counted_ends, "counted by transfer matrix"),
        "brute-force": _turned_ends(lambda board, kind: listed(board, _CLASSES[kind]), "positions listed"),
    },
    "split": {"brute-force": _split},
    "coefficients": {
        "transfer": _coefficients(counted, "counted by transfer matrix"),
        "brute-force": _coefficients(listed, "positions listed"),
    },
}
