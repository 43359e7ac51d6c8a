"""Range of a rule along the boards of a family, measured for rule kinds that do not define it.

Statement. Let the constraint systems of a family be constructed as in ``rules.kinds.constraints``: every
variable, constraint, event, node and link is one of finitely many patterns, and a pattern is translated along
n to every position where it fits, or placed at a fixed distance from the first or the last slice. Measure two
boards, of about m and 2 m slices. The measured number is the larger of the following: the largest number of
slices between two cells of one pattern, excluding lines and cardinalities along n; the number of slices at
either end that differ from the middle. Let the measured number be the same on both boards, and at most m / 4.
If no pattern is longer than 2 m slices or farther than m from its end, then the measured number is correct on
every board of the family.

Proof. A pattern that fits on the longer board occurs on it, and its length does not depend on the board, so
it was measured. A pattern at a fixed distance from an end also occurs on the longer board, before the middle,
and the slice at which it begins differs from the middle, where it does not occur. So the measured number
bounds all patterns on the longer board. As there are no other patterns, it bounds all patterns on every
board.

A rule kind with longer patterns defines its range as ``Rule.extent``. So does a rule kind on boards with a
vertex adjacent to all slices, for which nothing is measured.

Functions. A rule that is a Python function need not satisfy the statement: its system may change at n = 50,
or depend on the parity of n. Theorem. Let the function return equal systems for equal boards. Let the slices
of the system on every board n >= s, with places counted from each slice, be a head, n - m equal slices and a
tail, the same for all n, and let the long constraints have the same forms. Then a(n) = u A^(n - m) v for all
n >= s, with the matrix A of one slice. Proof: ``engine.reference``. ``compared_slices`` tests this hypothesis
for finitely many n, so that no formula of a function is proved: its status is "consistent", and it states the
hypothesis (``Rule.hypothesis``). A function that violates the hypothesis on a tested board is rejected.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from gfkit.core.boards import Board, Family
from gfkit.core.boards.family import spots
from gfkit.core.engine import tuning
from gfkit.core.engine.machine.order import slice_order
from gfkit.core.errors import MismatchError
from gfkit.core.rules import Rule
from gfkit.core.rules.kinds import system_of
from gfkit.core.rules.kinds.constraints import Constraint, ConstraintSystem, Exclusion, Letter

if TYPE_CHECKING:
    from gfkit.core.rules.kinds.places import PlacedSystem


def measured_extent(rule: Rule, family: Family) -> int:
    """Return the measured number of the module's statement, in rows or columns.

    Raise MismatchError if two boards yield different numbers.

    >>> from gfkit.core.boards import parse_board
    >>> from gfkit.core.rules import find_rule
    >>> measured_extent(find_rule("domineering"), parse_board("4xn"))
    2
    """
    boards = [
        family.at(max(family.first_n, 1) + size)
        for size in (tuning.STRIP.measured_slices, 2 * tuning.STRIP.measured_slices)
    ]
    numbers = {_measure_extent(family, board, system_of(rule, board)) for board in boards}
    (number, *others) = numbers
    if others or number > tuning.STRIP.measured_slices // 4 or boards[0].hubs:
        raise MismatchError(
            f"board {family.text!r}: the range of {rule.name} along the board is unknown: rules of kind"
            f" {rule.kind!r} do not define a range, and small boards do not determine it; count single boards"
            " instead"
        )
    return -(-number // family.span)


def _measure_extent(family: Family, board: Board, system: ConstraintSystem) -> int:
    """Return the largest distance, in slices, within a pattern or from an end to the periodic middle."""
    placed = _placed(family, board, system)
    number, middle = len(placed.slices), len(placed.slices) // 2
    alike = [slice_ == placed.slices[middle] for slice_ in placed.slices]
    ends = [alike[middle::-1], alike[middle:]]
    wraps = not family.closes and any(variable.fixed for slice_ in placed.slices for variable in slice_)
    longest = number if wraps else placed.reach - 1
    return max(longest, *(len(end) - (end.index(False) if False in end else len(end)) for end in ends))


def _placed(family: Family, board: Board, system: ConstraintSystem) -> PlacedSystem:
    from gfkit.core.rules.kinds.places import PlacedSystem  # all built-in kinds define their range

    return PlacedSystem(system, slice_order(spots(family, board)), board.hubs)


def compared_slices(rule: Rule, family: Family) -> tuple[int, int]:
    """Return s and N such that the boards of all n from s to N consist of the same slices.

    Raise MismatchError if there is no s below 4 R + 12 slices, with R as in the theorem of
    ``engine.reference``, or if an automaton that reads all slices has other states in each of them.

    >>> from gfkit.core.boards import parse_board
    >>> from gfkit.core.rules import find_rule
    >>> compared_slices(find_rule("domineering"), parse_board("2xn"))
    (3, 64)
    """

    def placed(n: int) -> PlacedSystem:
        board = family.at(n)
        return _placed(family, board, system_of(rule, board))

    last = max(family.first_n, 1) + tuning.STRIP.compared_boards - 1
    largest = placed(last)
    slices, middle = largest.slices, len(largest.slices) // 2
    _check_long(rule, family, largest)
    start = end = middle
    while start and slices[start - 1] == slices[middle]:
        start -= 1
    while end < len(slices) and slices[end] == slices[middle]:
        end += 1
    most = last - len(slices) + 4 * max(largest.reach, start, len(slices) - end) + 12
    for n in range(last, max(family.first_n, last - end + start) - 1, -1):
        one, inner = placed(n), [slices[middle]] * (n - last + end - start)
        formed = [*slices[:start], *inner, *slices[end:]]
        if (one.slices, one.forms, one.is_possible) == (formed, largest.forms, largest.is_possible):
            continue
        if n < most:
            return n + 1, last
        raise _not_periodic(
            rule, family, f"the boards n = {n} and n = {last} do not consist of the same slices"
        )
    return max(family.first_n, last - end + start), last


def _check_long(rule: Rule, family: Family, placed: PlacedSystem) -> None:
    """Raise MismatchError unless the automata that read all slices have the same states in inner slices.

    The numbers of minimal states can depend on the distances from both ends, for example on their parity. An
    exclusion has at most two minimal states: it is satisfied, or all its tests so far are true.
    """
    letters: dict[int, list[tuple[Letter, ...]]] = {}
    for variable in chain.from_iterable(placed.slices):
        for number, own in variable.readings:
            letters.setdefault(number, []).append(own)
    for number, one in enumerate(placed.long):
        if not isinstance(one, Constraint) or isinstance(one, Exclusion):
            continue
        if one.is_minimised or one.states(chain.from_iterable(letters[number])) is None:
            raise _not_periodic(rule, family, f"{type(one).__name__} has many states and reads all slices")


def _not_periodic(rule: Rule, family: Family, reason: str) -> MismatchError:
    return MismatchError(
        f"function {rule.name} on {family.text!r}: no transfer matrix is known, because {reason}; count"
        " single boards, or use a family on which the constraints are translates"
    )
