"""Domineering positions: ends, coefficients, play positions and their ratios, disconnected boards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, zip_longest
from typing import NamedTuple

from gfkit.catalog.claim import (
    Arguments,
    CheckResult,
    ClaimStatus,
    HoleValues,
    Sentence,
    Statement,
    compare_cases,
    compare_entries,
    refutation,
    theorem,
)
from gfkit.core.algebra import Polynomial
from gfkit.core.engine.count import count
from gfkit.core.errors import CatalogError
from gfkit.core.typing import PositionsWord

from ..shared.arithmetic import evaluate
from ..shared.cells import Cell, drawing_of, parts, read_cells
from .positions import Domino, Position, is_left, places, positions, rectangles

NAMES = ("x", "y")
_MOST = 9
_DIGITS = 5
_CLASSES: dict[str, Callable[[Position], bool]] = {
    "all": lambda _: True,
    "right-ends": lambda position: position.is_right_end,
    "left-ends": lambda position: position.is_left_end,
    "maximal": lambda position: not position.moves(),
}


def count_by_listing(board: str, kind: str = "all") -> Polynomial:
    """Return the polynomial of the positions of a kind, by enumeration."""
    return Polynomial.of(
        NAMES, Counter(position.powers for position in positions(board) if _CLASSES[kind](position))
    )


def count_by_engine(board: str, kind: PositionsWord = "all") -> Polynomial:
    """Return the polynomial of the positions of a kind, by the engine."""
    return count("domineering", board, kind, "players").polynomial


class Way(NamedTuple):
    """A method to compute a polynomial, and its description."""

    polynomial: Callable[..., Polynomial]
    what: str


WAYS = {
    "transfer": Way(count_by_engine, "counted by transfer matrix"),
    "brute-force": Way(count_by_listing, "positions listed"),
}


def each(boards: Iterable[str], pair: Callable[[str], tuple[object, object]], what: str) -> CheckResult:
    """Return the comparison of the claimed and the true value of every board."""
    listed = list(boards)
    reach = f"{what}, {len(listed)} boards up to {listed[-1]}"
    return compare_cases(((board, *pair(board)) for board in listed), what, reach)


def small(asked: Arguments, most: int = _MOST) -> list[str]:
    """Return the given boards, or all rectangles with at most ``most`` cells."""
    return list(asked.get("boards", ())) or [f"{m}x{n}" for m, n in rectangles(asked.get("cells", most))]


# Ends


def _ends_listed(board: str) -> dict[str, int]:
    both = [(position.is_left_end, position.is_right_end) for position in positions(board)]
    return {
        "R": sum(right for _, right in both),
        "L": sum(left for left, _ in both),
        "M": both.count((True, True)),
        "at-least-one": len(both) - both.count((False, False)),
        "exactly-one": both.count((True, False)) + both.count((False, True)),
    }


def _ends_counted(board: str) -> dict[str, int]:
    """Return the numbers of ends by counts, where ends of both players are excluded for each player."""
    right, left, both = (
        count_by_engine(board, word).total for word in ("right-ends", "left-ends", "maximal")
    )
    alone = (right - both) + (left - both)
    return {"R": right, "L": left, "M": both, "exactly-one": alone, "at-least-one": alone + both}


@theorem("domineering.ends", {"listing": _ends_listed, "transfer": _ends_counted})
def ends(numbers: Callable[[str], dict[str, int]], statement: Statement, asked: Arguments) -> CheckResult:
    """Check a formula such as R + L - M in the numbers of Right ends, Left ends and maximal positions."""

    def pair(board: str) -> tuple[int, int]:
        known = numbers(board)
        return evaluate(statement[0], {letter: known[letter] for letter in "RLM"}), known[asked["of"]]

    what = WAYS["brute-force" if numbers is _ends_listed else "transfer"].what
    return each(small(asked), pair, what)


@theorem("domineering.turned-ends", WAYS, words="L(m, n; x, y) = R(n, m; y, x)")
def turned_ends(way: Way, _said: HoleValues, asked: Arguments) -> CheckResult:
    """Check that Left ends are the Right ends of the rotated board, with x and y swapped."""

    def pair(board: str) -> tuple[Polynomial, Polynomial]:
        turned = way.polynomial("x".join(reversed(board.split("x"))), "right-ends")
        swapped = Polynomial.of(NAMES, {(b, a): value for (a, b), value in turned.terms})
        return swapped, way.polynomial(board, "left-ends")

    return each(small(asked), pair, way.what)


@theorem("domineering.split", "brute-force", words="covered: a(n - {covered:int}); empty: a(n - {empty:int})")
def split(holes: HoleValues, asked: Arguments) -> CheckResult:
    """Check the numbers a(n - k) of Right ends of one row whose leftmost cell is covered or empty."""
    to, back = asked.get("to", 13), (holes["covered"], holes["empty"])
    ends_of = [[position for position in positions(f"1x{n}") if position.is_right_end] for n in range(to + 1)]

    def case(n: int) -> tuple[str, str, str]:
        empty = sum((0, 0) in position.empty for position in ends_of[n])
        claimed = ", ".join(str(len(ends_of[n - k])) for k in back)
        return f"1x{n}", claimed, f"{len(ends_of[n]) - empty}, {empty}"

    return compare_cases(
        map(case, range(max(back), to + 1)), "positions listed", f"positions listed up to 1x{to}"
    )


@theorem("domineering.coefficients", WAYS)
def coefficients(way: Way, statement: Statement, asked: Arguments) -> CheckResult:
    """Check single terms of a board's polynomial."""
    polynomial, claimed = (
        way.polynomial(asked["board"]),
        [Polynomial.parse(text, NAMES) for text in statement],
    )
    if any(len(term.terms) != 1 for term in claimed):
        raise CatalogError("statement: must be a list of single terms, as 90*x*y^2")
    true = tuple(str(polynomial.only(powers for powers, _ in term.terms)) for term in claimed)
    return compare_entries(tuple(map(str, claimed)), true, (asked["board"],) * len(true), way.what)


# Play positions, and the positions reached by alternating play


def positions_of_play(board: str, starts: tuple[str, ...], most: int | None = None) -> Polynomial:
    """Return the positions that alternating play reaches from the board, by number of moves, by exhaustive
    search.

    >>> print(positions_of_play("2x2", ("right",), 1), "|", positions_of_play("2x2", ("left", "right")))
    1 + 2*y | 1 + 2*x + 2*y
    """
    free = read_cells(board)
    reached_positions = {(frozenset[Domino](), start == "left") for start in starts}
    waiting = list(reached_positions)
    while waiting:
        made, left = waiting.pop()
        if most is not None and len(made) >= most:
            continue
        for domino in places(free.difference(*made)):
            after = (made | {domino}, not left)
            if is_left(domino) is left and after not in reached_positions:
                reached_positions.add(after)
                waiting.append(after)
    dominoes = {made for made, _ in reached_positions}
    return Polynomial.of(
        NAMES, Counter((sum(map(is_left, made)), sum(not is_left(d) for d in made)) for made in dominoes)
    )


@theorem("domineering_play.reached", "walk", words="|a - b| <= {bound:int}")
def reached_positions(holes: HoleValues, asked: Arguments) -> CheckResult:
    """Check that alternating play by either first player reaches exactly the positions with |a - b| <= the
    bound."""

    def case(board: str) -> tuple[str, Polynomial, Polynomial]:
        every = count_by_listing(board)
        near = every.only(powers for powers, _ in every.terms if abs(powers[0] - powers[1]) <= holes["bound"])
        return board, near, positions_of_play(board, ("left", "right"))

    boards = small(asked)
    reach = f"every move tried on all rectangles up to {boards[-1]}"
    return compare_cases(map(case, boards), "every move tried", reach)


@theorem("domineering_play.restricted", "transfer")
def near_diagonal(statement: Statement, asked: Arguments) -> CheckResult:
    """Check the terms of a board's polynomial in which the powers differ by at most the bound."""
    return _first_difference(statement, _near(asked), asked, WAYS["transfer"].what)


def _near(asked: Arguments) -> Polynomial:
    bound = asked.get("bound", 1)
    return _terms_with_difference(asked, range(-bound, bound + 1))


def _terms_with_difference(asked: Arguments, differences: Collection[int]) -> Polynomial:
    whole = count_by_engine(asked["board"])
    return whole.only(powers for powers, _ in whole.terms if powers[0] - powers[1] in differences)


def _follow(statement: Statement, asked: Arguments) -> CheckResult:
    """Check the statement by the polynomial: the reached positions, or the terms near the diagonal, as in the
    document."""
    true = _terms_with_difference(asked, (0, {"left": 1, "right": -1}[asked["turn"]]))
    if Polynomial.parse(statement[0], NAMES) not in (true, _near(asked)):
        raise CatalogError(
            f"statement: neither the reached positions nor the terms with |a - b| <= {asked['bound']}"
        )
    return _first_difference(statement, true, asked, WAYS["transfer"].what)


def _first_moves(statement: Statement, asked: Arguments) -> CheckResult:
    """Check the statement for the first few moves, by exhaustive search."""
    most = asked["moves"]
    true = positions_of_play(asked["board"], (asked["turn"],), most)
    difference = _first_difference(statement, true, asked, f"the first {most} moves made", most)
    return (
        difference
        if difference.status is ClaimStatus.REFUTED
        else CheckResult(ClaimStatus.CONSISTENT, difference.evidence)
    )


@theorem("domineering_play.follow", {"transfer": _follow, "walk": _first_moves})
def follow(
    way: Callable[[Statement, Arguments], CheckResult], statement: Statement, asked: Arguments
) -> CheckResult:
    """Check the positions that alternating play reaches from a position if the given player moves first."""
    return way(statement, asked)


def _first_difference(
    statement: Statement, true: Polynomial, asked: Arguments, evidence: str, most: int | None = None
) -> CheckResult:
    """Return the result with the wrong terms of lowest degree as a witness."""
    wrong = Polynomial.parse(statement[0], NAMES) - true
    degrees = {a + b for (a, b), _ in wrong.terms if most is None or a + b <= most}
    if not degrees:
        return CheckResult(ClaimStatus.PROVED, evidence)
    least = [powers for powers, _ in wrong.terms if sum(powers) == min(degrees)]
    return refutation(
        evidence, f"{asked['board']}, degree {min(degrees)}", (wrong + true).only(least), true.only(least)
    )


@theorem("domineering_play.number-of-moves", "listing")
def number_of_moves(statement: Statement, asked: Arguments) -> CheckResult:
    """Check the numbers of moves of Left and of Right."""
    moves_ = [is_left(domino) for domino in places(read_cells(asked["board"]))]
    true = (str(sum(moves_)), str(len(moves_) - sum(moves_)))
    return compare_entries(statement, true, ("Left's moves", "Right's moves"), "moves listed")


@theorem("domineering_play.lying", "letters")
def lying_dominoes(statement: Statement, asked: Arguments) -> CheckResult:
    """Check the numbers of dominoes of Left (capitals) and of Right on a drawn board."""
    letters = Counter(sign for sign in asked["board"] if sign.isalpha())
    left = sum(number for sign, number in letters.items() if sign.isupper())
    true = (str(left // 2), str((letters.total() - left) // 2))
    return compare_entries(statement, true, ("Left's dominoes", "Right's dominoes"), "letters counted")


# Ratios on squares


def _play_and_all(n: int) -> tuple[int, int]:
    board = f"{n}x{n}"
    return count("domineering", board, "play").count, count("domineering", board).count


def _ratios_to(last: int) -> list[Fraction]:
    return [Fraction(*_play_and_all(n)) for n in range(1, last + 1)]


@theorem("domineering_play.ratios", "transfer")
def ratios(statement: Statement, asked: Arguments) -> CheckResult:
    """Check the ratios of play positions to all positions, with truncated decimals: 5/7 = 0.71428."""
    sizes = range(asked.get("first", 1), asked.get("first", 1) + len(statement))
    true = []
    for play, every in map(_play_and_all, sizes):
        digits = f"{play * 10**_DIGITS // every:0{_DIGITS + 1}}"
        true.append(f"{play}/{every} = {digits[:-_DIGITS]}.{digits[-_DIGITS:]}")
    return compare_entries(statement, tuple(true), tuple(f"{n}x{n}" for n in sizes), "boards counted")


@theorem("domineering_play.falling", "transfer", words="each ratio is less than the one before")
def falling_ratios(_said: HoleValues, asked: Arguments) -> CheckResult:
    """Check that the ratio of play positions decreases with the side of the square."""
    for n, (before, ratio) in enumerate(pairwise(_ratios_to(asked["to"])), 2):
        if ratio >= before:
            return refutation(
                "boards counted", f"{n}x{n}", f"less than {float(before):.5f}", f"{float(ratio):.5f}"
            )
    return CheckResult(ClaimStatus.CONSISTENT, f"squares up to {asked['to']}")


@theorem("domineering_play.irregular", "transfer", words="neither arithmetic nor geometric")
def irregular(_said: HoleValues, asked: Arguments) -> CheckResult:
    """Check that neither the differences nor the quotients of consecutive ratios are constant."""
    ratio_list = _ratios_to(asked["to"])
    steps = {ratio - before for before, ratio in pairwise(ratio_list)}
    quotients = {ratio / before for before, ratio in pairwise(ratio_list)}
    if min(len(steps), len(quotients)) == 1:
        return refutation("boards counted", f"squares up to {asked['to']}")
    return CheckResult(
        ClaimStatus.PROVED, f"differences and quotients of the first {asked['to']} ratios are not equal"
    )


# Disconnected boards


@theorem("domineering_sums.product", WAYS, words="P(G + H) = P(G)*P(H)")
def product_of_parts(way: Way, _said: HoleValues, asked: Arguments) -> CheckResult:
    """Check that the polynomial of a disjoint union of two boards is the product of their polynomials."""
    pairs = {_beside(*pair): pair for pair in combinations_with_replacement(asked["boards"], 2)}

    def pair(board: str) -> tuple[Polynomial, Polynomial]:
        first, second = map(way.polynomial, pairs[board])
        return first * second, way.polynomial(board)

    return each(pairs, pair, way.what)


def _beside(one: str, other: str) -> str:
    """Return two drawings with a gap between them."""
    width = max(map(len, one.split("/")))
    lines = zip_longest(one.split("/"), other.split("/"), fillvalue="")
    return "/".join(f"{left:#<{width}}#{right}" for left, right in lines)


@theorem("domineering_sums.parts", "cells")
def falls_apart(statement: Statement, asked: Arguments) -> CheckResult:
    """Check that the components of the empty cells are the given drawings, in any order."""
    true = sorted(map(drawing_of, parts(read_cells(asked["board"]))))
    claimed = sorted(drawing_of(read_cells(text)) for text in statement)
    evidence = "cells joined to their neighbours"
    return compare_entries(("; ".join(claimed),), ("; ".join(true),), (asked["board"],), evidence)


_TURN = Sentence("{player:word} {part:int}")


@theorem("domineering_sums.moves", "play")
def moves(statement: Statement, asked: Arguments) -> CheckResult:
    """Check a sequence of moves in components: the first and the last are by one player in one component, the
    others are in other components, and the sequence is playable."""
    boards = list(map(read_cells, asked["boards"]))
    turns = [_turn(text, len(boards)) for text in statement]
    (_, part), *between = turns[:-1]
    if turns[0] == turns[-1] and all(one != part for _, one in between) and _can(turns, boards):
        return CheckResult(ClaimStatus.PROVED, "the moves were made")
    return refutation("every way to move was tried", "; ".join(asked["boards"]))


def _turn(text: str, many: int) -> tuple[bool, int]:
    holes = _TURN.parse(text)
    if holes["player"] not in ("Left", "Right") or not 1 <= holes["part"] <= many:
        raise CatalogError(f"statement {text!r}: must be Left or Right and a part, 1 to {many}")
    return holes["player"] == "Left", holes["part"] - 1


def _can(turns: list[tuple[bool, int]], boards: list[frozenset[Cell]]) -> bool:
    if not turns:
        return True
    (left, part), *later = turns
    options = (boards[part].difference(domino) for domino in places(boards[part]) if is_left(domino) is left)
    return any(_can(later, [*boards[:part], after, *boards[part + 1 :]]) for after in options)
