"""Rules that are Python functions: the function returns the constraint system of a board.

Assignments of the shown variables are the configurations. The definition, with which brute force lists
them, is the system itself: it reads each constraint alone, without decision diagrams and without a sweep.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from itertools import product
from typing import TYPE_CHECKING, Any, cast

from gfkit.core.boards import Board
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import MismatchError
from gfkit.core.rules.kinds.constraints import (
    Cardinality,
    Constraint,
    ConstraintSystem,
    Effect,
    EventAcceptor,
    Exclusion,
    Graph,
    Key,
    Role,
    Slot,
    is_solution,
)
from gfkit.core.rules.listing import MOST_TRIES, too_much
from gfkit.core.rules.rule import Rule
from gfkit.core.typing import Positions, add_exponents

if TYPE_CHECKING:
    from gfkit.core.rules.values import Exponents

RULE_OF, NOUN = "constraints", "configuration"


@dataclass(frozen=True, slots=True, repr=False)
class FunctionRule(Rule):
    """Rule that a Python function defines: a map from boards to constraint systems."""

    function: Callable[[Board], ConstraintSystem]
    name: str
    about: str = ""
    kind: str = "function"
    hypothesis: str = (
        "the formula is proved if the constraints of all n consist of the same slices, and their automata are"
        " the same for all n; this was checked for the compared n only"
    )


_FEW_KEYS = 4


class CardinalityAlong(Cardinality):
    """Cardinality that may read all slices: its automaton has the same states in each of them."""

    __slots__ = ()
    is_minimised = False

    def __eq__(self, other: object) -> bool:  # a plain cardinality has other states
        return type(other) is CardinalityAlong and tuple(self) == tuple(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash((CardinalityAlong, tuple(self)))

    @property
    def form(self) -> Hashable:
        return CardinalityAlong, super().form


def function_rule(function: Callable[[Board], ConstraintSystem]) -> FunctionRule:
    """Return the rule of a function, which is named after it."""
    name = getattr(function, "__name__", "")
    return FunctionRule(function, name if name.isidentifier() else "function")


def system_of(rule: FunctionRule, board: Board, _positions: Positions = Positions.ALL) -> ConstraintSystem:
    """Return the system that the function returns. Raise MismatchError if it is not a constraint system on
    the cells of the board.
    """
    system = rule.function(board)
    if not isinstance(system, ConstraintSystem):
        raise _error(rule, board, f"it returned {system!r:.60}, not a ConstraintSystem")
    if not isinstance(system.slots, tuple) or not isinstance(system.constraints, tuple):
        raise _error(rule, board, "variables and constraints must be tuples")
    if not system.counts_solutions:
        raise _error(rule, board, "a divisor, is_small and beyond are not supported")
    slots = {slot.key: slot for slot in system.slots}
    if len(slots) < len(system.slots):
        raise _error(rule, board, "two of its variables have the same key")
    for slot in system.slots:
        if not slot.at or len(slot.weights) != len(slot.values) or not all(map(_is_cell(board), slot.at)):
            raise _error(rule, board, f"variable {slot.key} needs cells of the board, and a weight per value")
        if slot.role is Role.FORGOTTEN and any(map(any, slot.weights)):
            raise _error(rule, board, f"variable {slot.key} is forgotten, so its weights must be 0")
    for one in system.constraints:
        is_own_tuple = isinstance(one, Cardinality) and type(one) not in (Cardinality, Exclusion)
        if not isinstance(one, Constraint) or type(one).__hash__ is None or is_own_tuple:
            reason = "must be a frozen data class that is derived from Constraint itself"
            raise _error(rule, board, f"{type(one).__name__} {reason}")
        if len({*one.keys}) < len(one.keys) and not one.is_foldable:
            raise _error(rule, board, f"a {type(one).__name__} reads a variable twice")
        if not all(map(_is_cell(board), one.at)) or bool(one.keys) > bool(one.at):
            raise _error(rule, board, f"the cells {one.at} of a {type(one).__name__} are not on the board")
    for key in (key for one in (*system.constraints, *system.events()) for key in one.keys):
        if key not in slots:
            raise _error(rule, board, f"a constraint reads {key!r:.60}, which is not one of its variables")
    _check_automata(rule, board, system, slots)
    counted = (
        CardinalityAlong(*one) if type(one) is Cardinality and len(one.keys) > _FEW_KEYS else one
        for one in system.constraints
    )
    return replace(system, constraints=tuple(counted))


_TRIED = 200
"""Largest number of states of a constraint of another form that are examined."""


def _check_automata(
    rule: FunctionRule, board: Board, system: ConstraintSystem, slots: Mapping[Key, Slot]
) -> None:
    """Raise MismatchError if a constraint of another form is not an automaton as its class states."""
    seen: set[Hashable] = set()
    for one in system.constraints:
        if type(one).__module__ == Constraint.__module__:
            continue
        bare, sizes = (
            replace(cast(Any, one), at=(), keys=()),
            {key: len(slots[key].values) for key in one.keys},
        )
        letters = frozenset(one.letter(key, symbol) for key, size in sizes.items() for symbol in range(size))
        kind = bare, letters, len(one.keys)
        if kind not in seen and (reason := _fault_of_automaton(one, bare, letters)):
            raise _error(rule, board, f"{type(one).__name__}: {reason}")
        seen.add(kind)


def _fault_of_automaton(one: Constraint, bare: Constraint, letters: frozenset[Hashable]) -> str:
    """Return a reason found in the first states; ``bare`` is the constraint without cells and variables."""
    if one.start is None:
        return "start must not be None, which means that a constraint is violated"
    try:
        if bare.start != one.start:
            return _DEPENDS
        states = [one.start]
        for state in states:  # grows
            if bare.accepts(state) != one.accepts(state):
                return _DEPENDS
            after = {letter: one.read(state, letter) for letter in letters}
            if any(bare.read(state, letter) != now for letter, now in after.items()):
                return _DEPENDS
            if not isinstance(one.start, bool) and any(now is False for now in after.values()):
                return "read must return None, not False, if the constraint is violated"
            known = {letter: now for letter, now in after.items() if now is not None}
            if not one.is_ordered and any(
                one.read(known[a], b) != one.read(known[b], a) for a in known for b in known
            ):
                return "is_ordered is False, but the order of letters matters"
            states += [now for now in known.values() if now not in states and len(states) < _TRIED]
    except (ArithmeticError, LookupError):
        return _DEPENDS
    return ""


_DEPENDS = "start, read and accepts must not depend on at and keys; only letter may"


def _is_cell(board: Board) -> Callable[[int], bool]:
    return lambda cell: 0 <= cell < board.size


def _error(rule: FunctionRule, board: Board, reason: str) -> MismatchError:
    return MismatchError(f"function {rule.name} on board {board.text!r}: {reason}")


def configurations(
    rule: FunctionRule, board: Board, _positions: Positions = Positions.ALL, tries: int = MOST_TRIES
) -> Iterator[tuple[tuple[int, ...], Exponents]]:
    """Yield the symbols of the variables in each solution, with the exponents of its weight. Solutions that
    differ only in forgotten variables are one configuration, without these variables.
    """
    system = system_of(rule, board)
    slots = system.slots
    is_image = any(slot.role is Role.FORGOTTEN for slot in slots)
    counted = [k for k, slot in enumerate(slots) if slot.role is Role.SHOWN or not is_image]
    found: set[tuple[int, ...]] = set()
    for number, symbols in enumerate(product(*(range(len(slot.values)) for slot in slots)), 1):
        if number > tries:
            raise too_much(rule, board, f"more than {tries} assignments", tries)
        own = {slot.key: symbol for slot, symbol in zip(slots, symbols, strict=True)}
        shown = tuple([symbols[k] for k in counted])
        if shown in found or not all(is_solution(one, own) for one in system.constraints):
            continue
        ends = [(one, _final_state(one, own)) for one in system.watchers]
        if all(state is not None and one.accepts(state) for one, state in ends):
            found |= {shown} if is_image else set()
            weights = [slot.weights[own[slot.key]] for slot in slots]
            weights += [
                one.weight for one, state in ends if isinstance(one, Graph) for _ in range(state.fresh)
            ]
            yield shown, add_exponents(*weights)


def _final_state(watcher: EventAcceptor, symbols: Mapping[Key, int]) -> Any:
    """Return the state of a total, graph or set of arrows after all its events and after all nodes left, or
    None if it is violated.
    """
    events = [(effect, nodes, bits) for event, effect, nodes, bits in watcher.watched()
              if is_solution(event, symbols)]  # fmt: skip
    nodes = dict.fromkeys(node for _, nodes, _ in events for node in nodes)
    state: Any = watcher.start
    for letter in sorted([*events, *((Effect.LEAVE, (node,), 0) for node in nodes)]):
        state = None if state is None else watcher.read(state, letter)
    return state
