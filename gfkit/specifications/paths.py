"""Generating functions of paths without forbidden patterns, and of dynamic programs with a height.

``specifications.counter`` contains the theorem.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any, NamedTuple

from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import LimitError, OptionError, SelfCheckError
from gfkit.core.rules.table import RuleTable
from gfkit.core.typing import OnProgress
from gfkit.specifications.counter import ANYWHERE, CounterAutomaton, Move
from gfkit.specifications.law import SpecificationLaw, law_of_system

_MOST_STATES, _COMPARED = 2000, 12
"""Maximum number of states, and number of terms that are also counted along the paths."""
_MOST_LENGTH, _MOST_RISE, _MOST_WEIGHT, _MOST_HEIGHT, _MOST_STEPS = 60, 12, 10**6, 50, 40


class PathStep(NamedTuple):
    """PathStep of a path model."""

    name: str
    length: int
    rise: int
    weight: int = 1


@dataclass(frozen=True)
class PathModel:
    """Definition of paths; the names of steps are single characters.

    >>> dyck = PathModel((PathStep("U", 1, 1), PathStep("D", 0, -1)), forbid=("UDU",))
    >>> law_of_paths(dyck).terms(8)
    [1, 1, 1, 2, 4, 9, 21, 51]
    """

    steps: tuple[PathStep, ...]
    forbid: tuple[str, ...] = ()
    end: int | None = 0
    """Height at the end, or None for any height."""
    floor: bool = True
    max_height: int | None = None
    forbid_at_zero: tuple[str, ...] = ()
    """Patterns that are forbidden if their first step starts at height 0."""
    weights_at_zero: tuple[tuple[str, int], ...] = ()
    """Weights of steps that start at height 0, if they differ from the others."""
    is_reversed: bool = False
    """True if the automaton reads the paths, which lead to height 0, from right to left."""

    def automaton(self) -> CounterAutomaton:
        """Return the automaton whose states are the sets of (pattern, number of matched steps), or with a
        maximal height the pairs of a set and a height.
        """
        top, low, sign = self.max_height, dict(self.weights_at_zero), -1 if self.is_reversed else 1
        forbid = [word[::sign] for word in self.forbid]
        has_rules = bool(self.forbid_at_zero or low)
        states: list[tuple[frozenset[tuple[str, int]], int]] = [(frozenset(), 0)]
        number = {states[0]: 0}
        tables: list[list[tuple[Move, ...]]] = [[], []]
        for state, height in states:  # grows
            for at_zero in (False, True)[: 1 + (has_rules and top is None)]:
                is_low = has_rules and (at_zero if top is None else height == 0)
                matched = {*state, *((pattern, 0) for pattern in forbid)}
                if is_low:
                    matched |= {(pattern, 0) for pattern in self.forbid_at_zero}
                row = []
                for name, length, own, weight in self.steps:
                    rise = sign * own
                    after = frozenset((word, k + 1) for word, k in matched if word[k] == name)
                    weight = low.get(name, weight) if is_low else weight
                    is_inside = top is None or 0 <= height + rise <= top
                    if weight and is_inside and not any(k == len(word) for word, k in after):
                        new = after, height + rise if top is not None else 0
                        if new not in number:
                            number[new] = len(states)
                            states.append(new)
                        row.append(Move(str(number[new]), weight, rise if top is None else 0, length))
                tables[at_zero].append(tuple(row))
            if len(states) > _MOST_STATES:
                raise LimitError(f"the automaton of the patterns has more than {_MOST_STATES:,} states")
        final = tuple(int(top is None or self.end in (None, height)) for _, height in states)
        at_zero_moves = tuple(tables[1]) if tables[1] else None
        if top is not None:
            return CounterAutomaton(tuple(tables[0]), final, None, None, has_floor=False)
        return CounterAutomaton(tuple(tables[0]), final, at_zero_moves, self.end, self.floor)

    def as_json(self) -> dict[str, Any]:
        """Return the definition as plain data, for the certificate."""
        return {
            "kind": "paths",
            "steps": [list(step) for step in self.steps],
            "forbid": list(self.forbid),
            "forbid_at_zero": list(self.forbid_at_zero),
            "weights_at_zero": [list(pair) for pair in self.weights_at_zero],
            "end": ANYWHERE if self.end is None else self.end,
            "floor": self.floor,
            "max_height": self.max_height,
            "reversed": self.is_reversed,
        }

    def __str__(self) -> str:
        steps = ", ".join(
            f"{name} (length {length}, rise {rise}{f', weight {weight}' * (weight != 1)})"
            for name, length, rise, weight in self.steps
        )
        parts = [
            f"paths of steps {steps}",
            *(["height at least 0"] if self.floor else []),
            *([f"height at most {self.max_height}"] if self.max_height is not None else []),
            "any end" if self.end is None else f"end at height {self.end}",
            *([f"without {', '.join(self.forbid)}"] if self.forbid else []),
            *([f"without {', '.join(self.forbid_at_zero)} at height 0"] if self.forbid_at_zero else []),
            *(f"weight {weight} of {name} at height 0" for name, weight in self.weights_at_zero),
        ]
        return ", ".join(parts)


def paths_of_table(table: Mapping[str, Any], source: str = "paths") -> PathModel:
    """Return the path model of the table [paths] of a rule file. Raise RuleError for an invalid value.

    >>> print(paths_of_table({"steps": {"U": [1, 1], "F": [1, 0, 2]}, "forbid": ["FF"], "floor": False}))
    paths of steps U (length 1, rise 1), F (length 1, rise 0, weight 2), end at height 0, without FF
    >>> paths_of_table({"steps": {"U": [1, 1], "D": [1, -1]}, "forbid": ["UX"]})
    Traceback (most recent call last):
    ...
    gfkit.core.errors.RuleError: paths [paths]: forbid must contain sequences of the steps U, D, got 'UX'
    """
    own = RuleTable(source, table, "paths")
    own.only("steps", "forbid", "end", "floor", "max_height", "forbid_at_zero", "weights_at_zero")
    given = own.raw("steps")
    if not isinstance(given, Mapping) or not 0 < len(given) <= _MOST_STEPS:
        raise own.error_for("steps", "a table such as { U = [1, 1], D = [1, -1] }, of length and rise")
    steps = []
    for name, value in given.items():
        if len(name) != 1 or not name.isalnum():
            raise own.error(f": steps must have names of one letter or digit, got {name!r}", "steps")
        step = PathStep(name, *value) if isinstance(value, list) and len(value) in (2, 3) else None
        if step is None or {*map(type, value)} != {int} or not _is_step(*step[1:]):
            raise own.error(
                f": steps {name} must be [length, rise] or [length, rise, weight], integers with length 0 to"
                f" {_MOST_LENGTH} and rise -{_MOST_RISE} to {_MOST_RISE}, got {value!r}",
                "steps",
            )
        steps.append(step)

    def patterns(key: str) -> tuple[str, ...]:
        words = own.sequence(key, needed=False)
        for word in words:
            if (
                not isinstance(word, str)
                or not word
                or not {*word} <= given.keys()
                or len(word) > _MOST_STEPS
            ):
                raise own.error(
                    f": {key} must contain sequences of the steps {', '.join(given)}, got {word!r}", key
                )
        return tuple(dict.fromkeys(words))

    low = own.raw("weights_at_zero", {})
    is_low = isinstance(low, Mapping) and low.keys() <= given.keys()
    if not is_low or any(type(w) is not int or abs(w) > _MOST_WEIGHT for w in low.values()):
        raise own.error_for("weights_at_zero", "a table of steps and integers, such as { U = 2 }")
    has_floor = own.flag("floor") if "floor" in own else True
    end = own.raw("end", 0)
    least = 0 if has_floor else -_MOST_HEIGHT
    if end != ANYWHERE and (type(end) is not int or not least <= end <= _MOST_HEIGHT):
        raise own.error_for("end", f'a height from {least} to {_MOST_HEIGHT}, or "{ANYWHERE}"')
    top = own.whole("max_height", 0, _MOST_HEIGHT) if "max_height" in own else None
    ending = None if end == ANYWHERE else end
    weights = tuple(low.items())
    model = PathModel(
        tuple(steps), patterns("forbid"), ending, has_floor, top, patterns("forbid_at_zero"), weights
    )
    if top is not None and not has_floor:
        raise own.error(f": max_height = {top} requires a floor, but floor is false", "max_height")
    if ending is None and not has_floor and (weights or model.forbid_at_zero):
        key = "weights_at_zero" if weights else "forbid_at_zero"
        raise own.error(
            f': {key} requires a floor or a fixed end, but floor is false and end "{ANYWHERE}"', key
        )
    odd = _signed(weight for *_, weight in (*steps, *weights))
    if odd and not all(step.length for step in steps):
        raise own.error(f": steps: the weight {odd[0]} requires that no step has length 0", "steps")
    return model


def _is_step(length: int, rise: int, weight: int = 1) -> bool:
    return 0 <= length <= _MOST_LENGTH and abs(rise) <= _MOST_RISE and abs(weight) <= _MOST_WEIGHT


def _signed(weights: Iterable[int]) -> list[int]:
    """Return the negative weights. They must not occur with steps of length 0: the sum over infinitely many
    paths of equal length would depend on the order.
    """
    return [weight for weight in weights if weight < 0]


def law_of_paths(
    model: PathModel, name: str = "paths", on_progress: OnProgress | None = None
) -> SpecificationLaw:
    """Return the law of the paths of a model, with proof.

    Raise LimitError if the system is too large or no equation is found, InputError if infinitely many paths
    have the same length.

    >>> bounded = PathModel((PathStep("U", 1, 1), PathStep("D", 1, -1)), max_height=1, end=None)
    >>> print(law_of_paths(bounded).rational)
    1/(1 - t)
    """
    models = [model]
    if model.end == 0 and not model.forbid_at_zero and not model.weights_at_zero:
        models.append(replace(model, is_reversed=True))
    sizes = {one.is_reversed: len(one.automaton().equations()) for one in models}
    model = min(models, key=lambda one: sizes[one.is_reversed])
    law = law_of_system(
        model.automaton().system(), name, str(model), origin=model.as_json(), on_progress=on_progress
    )
    _compare(law, models[0].automaton())
    return law


def counter_law(
    start: Hashable,
    step: Callable[[Any], Iterable[Any]],
    final: Callable[[Any], int],
    counter: str,
    max_states: int = _MOST_STATES,
) -> SpecificationLaw:
    """Return the law of a dynamic program with a height: the total weight of the paths by length.

    ``step(state)`` yields (state, weight, rise) or (state, weight, rise, length); the length is 1 by default.
    ``counter`` is "zero" (the height is never negative, and 0 at the end), "any" (never negative) or "free"
    (0 at the end).

    >>> counter_law(0, lambda _: [(0, 1, 1), (0, 1, 0), (0, 1, -1)], lambda _: 1, "zero").terms(8)
    [1, 1, 2, 4, 9, 21, 51, 127]
    """
    automaton = counter_automaton(start, step, final, counter, max_states)
    name = f"dynamic program {getattr(step, '__name__', '<').partition('<')[0]}".strip()
    text = f"paths through {len(automaton.moves)} states of a dynamic program, counter {counter}"
    origin = automaton.as_json()
    law = law_of_system(automaton.system(), name, text, hypothesis=_HYPOTHESIS, origin=origin)
    _compare(law, automaton)
    return law


def counter_automaton(
    start: Hashable,
    step: Callable[[Any], Iterable[Any]],
    final: Callable[[Any], int],
    counter: str,
    max_states: int = _MOST_STATES,
) -> CounterAutomaton:
    """Return the automaton that two functions describe; states are numbered in the order of a search.

    Raise OptionError for an invalid value of a function, LimitError for too many states.
    """
    if counter not in _COUNTERS:
        raise OptionError(f"counter: {counter!r} is not one of {', '.join(_COUNTERS)}")
    if not isinstance(start, Hashable):
        raise OptionError(f"start: {start!r:.60} is not hashable; with a counter it must be one state")
    number, states = {start: 0}, [start]

    def called(state: Any) -> tuple[tuple[Move, ...], int]:
        row, shown, items = [], f"step({state!r:.60})", step(state)
        if not isinstance(items, Iterable) or isinstance(items, str | Mapping):
            raise OptionError(f"{shown} returned {items!r:.60}; expected a list of {_TRIPLES}")
        for item in items:
            values = item[1:] if isinstance(item, tuple | list) and len(item) in (3, 4) else ("",)
            weight, rise, length = (*values, 1)[:3] if len(values) > 1 else ("", "", "")
            if not all(isinstance(v, int) for v in values) or not _is_step(length, rise, weight):
                raise OptionError(
                    f"{shown} yielded {item!r:.60}; expected {_TRIPLES}: integers with rise -{_MOST_RISE} to"
                    f" {_MOST_RISE} and length 0 to {_MOST_LENGTH}"
                )
            try:
                new = number.setdefault(item[0], len(states))
            except TypeError:
                raise OptionError(f"{shown}: the state {item[0]!r:.60} is not hashable") from None
            states.extend([item[0]] if new == len(states) else [])
            row.append(Move(str(new), int(weight), int(rise), int(length)))
            if len(states) > max_states:
                raise LimitError(f"more than {max_states} states are reachable, such as {item[0]!r:.60}")
        weight = final(state)
        if not isinstance(weight, int):
            raise OptionError(f"final({state!r:.60}): the weight {weight!r:.60} is not an integer")
        return tuple(row), int(weight)

    rows = [called(state) for state in states]  # states grows
    for state, row in zip(states, rows, strict=True):
        if called(state) != row:
            raise OptionError(f"step or final: two calls with the state {state!r:.60} had different results")
    moves = [move for row, _ in rows for move in row]
    odd = _signed([*(move.weight for move in moves), *(weight for _, weight in rows)])
    if odd and not all(move.length for move in moves):
        raise OptionError(f"step: the weight {odd[0]} requires that no step has length 0")
    tables, weights = zip(*rows, strict=True)
    return CounterAutomaton(tables, weights, None, *_COUNTERS[counter])


_COUNTERS = {"zero": (0, True), "any": (None, True), "free": (0, False)}
"""End and floor of the kinds of counters."""
_TRIPLES = "(state, weight, rise) or (state, weight, rise, length)"
_HYPOTHESIS = (
    "the formula is proved for the automaton that step and final describe; both must depend on the state"
    " alone"
)


def _compare(law: SpecificationLaw, automaton: CounterAutomaton) -> None:
    """Raise SelfCheckError if initial terms differ from sums along paths."""
    counted, found = automaton.count_paths(_COMPARED), law.terms(_COMPARED)
    if counted is not None and counted != found:
        n = next(n for n in range(_COMPARED) if found[n] != counted[n])
        raise SelfCheckError(
            f"{law.name}: a({n}) is {counted[n]}, not {found[n]}; please report this bug in gfkit"
        )
