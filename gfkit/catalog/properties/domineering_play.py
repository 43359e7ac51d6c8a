"""Play positions of Domineering: which they are, how many of all, and what alternating play goes on to."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection
from fractions import Fraction
from itertools import pairwise

from gfkit.catalog.check import Arguments, Found, Method, compared
from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.catalog.plain.dominoes import Domino, cells_of, is_left, places, positions, rectangles
from gfkit.catalog.properties.domineering import counted
from gfkit.errors import CatalogError
from gfkit.sequences import Polynomial

_NAMES = ("x", "y")
_DIGITS = 5
Powers = tuple[int, int]


def walked(board: str, starts: tuple[str, ...], most: int | None = None) -> Polynomial:
    """The positions that alternating play reaches from the board, by the moves made: every move tried.

    >>> print(walked("2x2", ("right",), 1), "|", walked("2x2", ("left", "right")))
    1 + 2*y | 1 + 2*x + 2*y
    """
    free = cells_of(board)
    reached = {(frozenset[Domino](), start == "left") for start in starts}
    waiting = list(reached)
    while waiting:
        made, left = waiting.pop()
        if most is not None and len(made) >= most:
            continue
        for domino in places(free.difference(*made)):
            after = (made | {domino}, not left)
            if is_left(domino) is left and after not in reached:
                reached.add(after)
                waiting.append(after)
    dominoes = {made for made, _ in reached}
    return Polynomial.of(
        _NAMES, Counter((sum(map(is_left, made)), sum(not is_left(d) for d in made)) for made in dominoes)
    )


def _reached(statement: Statement, asked: Arguments) -> Found:
    """Alternating play, begun by either player, reaches exactly the positions with |a - b| <= the bound."""
    bound = _bound(statement[0])
    board = ""
    for m, n in rectangles(asked.get("cells", 9)):
        board = f"{m}x{n}"
        all_of = Polynomial.of(_NAMES, Counter(one.powers for one in positions(board)))
        claimed = all_of.only(powers for powers, _ in all_of.terms if abs(powers[0] - powers[1]) <= bound)
        true = walked(board, ("left", "right"))
        if claimed != true:
            return Found(Standing.REFUTED, "every move tried", Witness(board, str(claimed), str(true)))
    return Found(Standing.CONSISTENT, f"every move tried on all rectangles up to {board}")


def _bound(text: str) -> int:
    found = re.fullmatch(r"\|a - b\| <= (\d+)", text)
    if found is None:
        raise CatalogError(f"statement {text!r}: must be written |a - b| <= 1")
    return int(found[1])


def _restricted(statement: Statement, asked: Arguments) -> Found:
    """The terms of a board's polynomial in which the powers differ by so little; what lies does not count."""
    return _first_difference(statement, _near(asked), asked, "counted by transfer matrix")


def _near(asked: Arguments) -> Polynomial:
    bound = asked.get("bound", 1)
    return _kept(asked, range(-bound, bound + 1))


def _kept(asked: Arguments, differences: Collection[int]) -> Polynomial:
    whole = counted(asked["board"])
    return whole.only(powers for powers, _ in whole.terms if powers[0] - powers[1] in differences)


def _follow(statement: Statement, asked: Arguments) -> Found:
    """Of all positions those that alternating play comes to from here, the player given moving first.

    A statement that is neither these nor the terms near the diagonal is not what the document has.
    """
    true = _kept(asked, (0, {"left": 1, "right": -1}[asked["turn"]]))
    if Polynomial.parse(statement[0], _NAMES) not in (true, _near(asked)):
        raise CatalogError(f"statement: neither what follows nor the terms with |a - b| <= {asked['bound']}")
    return _first_difference(statement, true, asked, "counted by transfer matrix")


def _first_moves(statement: Statement, asked: Arguments) -> Found:
    """The same for the first few moves, every one made."""
    most = asked["moves"]
    true = walked(asked["board"], (asked["turn"],), most)
    found = _first_difference(statement, true, asked, f"the first {most} moves made", most)
    return found if found.standing is Standing.REFUTED else Found(Standing.CONSISTENT, found.evidence)


def _first_difference(
    statement: Statement, true: Polynomial, asked: Arguments, evidence: str, most: int | None = None
) -> Found:
    """The witness is what is wrong in the lowest degree in which anything is."""
    wrong = Polynomial.parse(statement[0], _NAMES) - true
    degrees = {a + b for (a, b), _ in wrong.terms if most is None or a + b <= most}
    if not degrees:
        return Found(Standing.PROVED, evidence)
    least = [powers for powers, _ in wrong.terms if sum(powers) == min(degrees)]
    claimed = str((wrong + true).only(least))
    witness = Witness(f"{asked['board']}, degree {min(degrees)}", claimed, str(true.only(least)))
    return Found(Standing.REFUTED, evidence, witness, (str(true),))


def _number_of_moves(statement: Statement, asked: Arguments) -> Found:
    """How many moves each player has: Left's, Right's."""
    moves = [is_left(domino) for domino in places(cells_of(asked["board"]))]
    true = (str(sum(moves)), str(len(moves) - sum(moves)))
    return compared(statement, true, ("Left's moves", "Right's moves"), "moves listed")


def _lying(statement: Statement, asked: Arguments) -> Found:
    """How many dominoes of each player lie on a drawn board: capitals are Left's."""
    letters = Counter(sign for sign in asked["board"] if sign.isalpha())
    left = sum(number for sign, number in letters.items() if sign.isupper())
    true = (str(left // 2), str((letters.total() - left) // 2))
    return compared(statement, true, ("Left's dominoes", "Right's dominoes"), "letters counted")


# Ratios on squares


def _ratio(n: int) -> Fraction:
    return Fraction(*_pair(n))


def _pair(n: int) -> Powers:
    from gfkit.transfer import count

    board = f"{n}x{n}"
    return count("domineering", board, "play").count, count("domineering", board).count


def _ratios(statement: Statement, asked: Arguments) -> Found:
    """Play positions over all positions, and the ratio cut off: 5/7 = 0.71428."""
    true = []
    for n in range(asked.get("first", 1), asked.get("first", 1) + len(statement)):
        play, every = _pair(n)
        digits = f"{play * 10**_DIGITS // every:0{_DIGITS + 1}}"
        true.append(f"{play}/{every} = {digits[:-_DIGITS]}.{digits[-_DIGITS:]}")
    places_ = tuple(f"{n}x{n}" for n in range(asked.get("first", 1), asked.get("first", 1) + len(true)))
    return compared(statement, tuple(true), places_, "boards counted")


def _falling(statement: Statement, asked: Arguments) -> Found:  # noqa: ARG001
    """The ratio grows smaller with each square."""
    ratios = [_ratio(n) for n in range(1, asked["to"] + 1)]
    for n, (one, other) in enumerate(pairwise(ratios), 2):
        if other >= one:
            witness = Witness(f"{n}x{n}", f"less than {float(one):.5f}", f"{float(other):.5f}")
            return Found(Standing.REFUTED, "boards counted", witness)
    return Found(Standing.CONSISTENT, f"squares up to {asked['to']}")


def _irregular(statement: Statement, asked: Arguments) -> Found:  # noqa: ARG001
    """Neither the differences nor the quotients of neighbours are equal: the first few decide."""
    ratios = [_ratio(n) for n in range(1, asked["to"] + 1)]
    steps = {other - one for one, other in pairwise(ratios)}
    quotients = {other / one for one, other in pairwise(ratios)}
    if min(len(steps), len(quotients)) == 1:
        return Found(Standing.REFUTED, "boards counted", Witness(f"squares up to {asked['to']}"))
    return Found(
        Standing.PROVED, f"differences and quotients of the first {asked['to']} ratios are not equal"
    )


def _to_zero(statement: Statement, asked: Arguments) -> Found:  # noqa: ARG001
    """Whether the ratio tends to 0 is beyond a table; times n it is shown as evidence."""
    scaled = ", ".join(f"{float(n * _ratio(n)):.4f}" for n in range(2, asked["to"] + 1, 2))
    return Found(Standing.OPEN, f"n times the ratio, n = 2, 4, ... up to {asked['to']}: {scaled}")


METHODS: dict[str, dict[str, Method]] = {
    "reached": {"walk": _reached},
    "restricted": {"transfer": _restricted},
    "follow": {"transfer": _follow, "walk": _first_moves},
    "number-of-moves": {"listing": _number_of_moves},
    "lying": {"letters": _lying},
    "ratios": {"transfer": _ratios},
    "falling": {"transfer": _falling},
    "irregular": {"transfer": _irregular},
    "to-zero": {"transfer": _to_zero},
}
