"""Paths whose height is unbounded, steered by a finite automaton, as polynomial systems.

A step has a length, a rise and a weight. The length of a path is the sum of the lengths of its steps, its
weight the product of the weights; a(n) is the total weight of the paths of length n. Paths start at height 0.
With a floor their height is at least 0 after every step. They end at a given height, or anywhere. A path
contains no forbidden pattern, which is a sequence of consecutive steps; patterns at zero are forbidden only
if their first step starts at height 0, and steps that start at height 0 may have another weight.

Theorem (one counter). Let steps down be single, and let A_r be the matrix of the sums of weight * t^length of
the steps of rise r from state to state, B_r its values for steps that start at height 0, and F the column of
final weights. Let G_qr be the total weight of the paths from state q at height 1 to their first visit of
height 0, in state r. If each length has finitely many paths, then

    G = A_-1 + A_0 G + A_1 G^2 + A_2 G^3 + ...
    E = F + (B_0 + B_1 G + B_2 G^2 + ...) E                                  paths to height 0, with a floor
    S = F + A_0 S + A_1 (S + G S) + A_2 (S + G S + G^2 S) + ...    paths to any height, that use A at height 0
    Z = F + B_0 Z + B_1 (S + G Z) + B_2 (S + G S + G^2 Z) + ...               paths to any height, with a floor

by states from which the paths start at height 0. If steps up are single too, and H is G after a reflection of
heights,

    E = F + (B_0 + B_1 G + B_-1 H) E                                       paths to height 0, without a floor.

Proof. Split a path at its first step, of rise r. A path to height h - 1 from height h + r passes every height
between, as it descends by single steps, so it is a unique product of r + 1 first visits of the next lower
height: the equation of G. In E the path returns to height 0 by r first visits. In S and Z let m be the
smallest height after the first step: r - m first visits lead to it, and the rest of the path, from height m,
never descends below m: it counts for Z if m = 0, and otherwise for S. Without a floor, a path from height 1
or -1 to height 0 visits it a first time. QED

Lemma (single steps). A step of rise -a becomes a steps of rise -1, through states without other steps and
with final weight 0; the first one has its length and weight. A step to height h - a >= 0 passes only heights
>= h - a, so no floor forbids it. Without a floor, steps up are divided likewise. A path to height k is a path
to height 0 if a last step of rise -k and length 0 leads from each state, with its final weight, to a state e
of final weight 1.

Lemma (equivalent states). States are merged if their final weights are equal, and the sums of the weights of
their steps to each class, by length, rise and rule, are equal: the coarsest such partition. By induction on
the number of steps, equivalent states have paths of equal total weight.

Paths without a floor that end anywhere do not depend on heights: A = F + (sum of all A_r) A. The same holds
with a floor and a maximal height, if states are pairs of a state and a height: these paths have a rational
generating function.

Canonical form, for checkers. ``origin`` in the certificate contains the definition as data. States of an
automaton of patterns are the sets of (pattern, number of matched steps), or the pairs of a set and a height
if there is a maximal height. They are numbered from 0, the start, in the order in which a search reaches
them: from each state all steps in their order, by the ordinary rule, then by the rule at height 0 if patterns
or weights at zero exist and there is no maximal height. A class of equivalent states is named by its smallest
number, the state with j single steps before state q by q + "d" + j (down) or q + "u" + j (up). Unknowns are
Gq_r, Hq_r, Eq, Sq, Zq and Aq. The target is the unknown of state 0, and S replaces Z without a rule at
height 0.
Unknowns that are identically 0, and those that the target does not need, are omitted. The order of equations
and terms has no meaning.

References: Cyril Banderier and Philippe Flajolet, Basic analytic combinatorics of directed lattice paths;
Philippe Duchon, On the enumeration and generation of generalized Dyck words; Andrei Asinowski, Axel Bacher,
Cyril Banderier and Bernhard Gittenberger, Analytic combinatorics of lattice paths with forbidden patterns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from gfkit.core.deferred import dataclass
from gfkit.core.errors import InputError, LimitError, OptionError, SelfCheckError
from gfkit.core.rules.table import RuleTable
from gfkit.core.typing import OnProgress, check_stop
from gfkit.specifications.law import SpecificationLaw, law_of_system
from gfkit.specifications.system import MOST_UNKNOWNS, System

ANYWHERE = "anywhere"
_MOST_STATES, _MOST_TERMS, _COMPARED = 2000, 100_000, 12
"""Maximum numbers of states and of terms of all equations, and number of terms that are also counted along the
paths.
"""
_MOST_LENGTH, _MOST_RISE, _MOST_WEIGHT, _MOST_HEIGHT, _MOST_STEPS = 60, 12, 10**6, 50, 40
_Unknown = tuple[str, ...]
Terms = dict[tuple[int, tuple[str, ...]], int]
"""Right side of an equation: coefficients by power of t and sorted unknowns."""


class Step(NamedTuple):
    """Step of a path model."""

    name: str
    length: int
    rise: int
    weight: int = 1


class Move(NamedTuple):
    """Transition of an automaton that changes the height."""

    to: str
    weight: int
    rise: int
    length: int


_Rows = dict[str, list[Move]]


@dataclass(frozen=True)
class CounterAutomaton:
    """Automaton with a height: transitions and final weights of its states; the first state is the start.

    ``at_zero`` are the transitions that replace the others at height 0, or None. ``end`` is a height, or None
    for any height.
    """

    moves: tuple[tuple[Move, ...], ...]
    final: tuple[int, ...]
    at_zero: tuple[tuple[Move, ...], ...] | None = None
    end: int | None = 0
    has_floor: bool = True

    def merged(self) -> tuple[_Rows, _Rows, dict[str, int]]:
        """Return the transitions, the transitions at height 0, and the final weights of the classes of
        equivalent states.
        """
        rules = [self.moves] if self.at_zero is None else [self.moves, self.at_zero]

        def sums(q: int, block: Sequence[int]) -> list[dict[tuple[int, int, int], int]]:
            found = []
            for rule in rules:
                total = Counter[tuple[int, int, int]]()
                for to, weight, rise, length in rule[q]:
                    total[block[int(to)], rise, length] += weight
                found.append({key: weight for key, weight in total.items() if weight})
            return found

        first: dict[Any, int] = {}
        block = [first.setdefault(weight, q) for q, weight in enumerate(self.final)]
        while True:
            first = {}
            keys = ((block[q], *(frozenset(one.items()) for one in sums(q, block))) for q in range(len(block)))
            finer = [first.setdefault(key, q) for q, key in enumerate(keys)]
            if finer == block:
                break
            block = finer
        tables: list[_Rows] = [
            {
                str(q): [Move(str(to), w, rise, length) for (to, rise, length), w in sums(q, block)[k].items()]
                for q in sorted({*block})
            }
            for k in range(len(rules))
        ]
        return tables[0], tables[-1], {str(q): self.final[q] for q in sorted({*block})}

    def system(self) -> System:
        """Return the polynomial system of the theorem.

        Raise LimitError if it is too large, InputError if a length has infinitely many paths.

        >>> CounterAutomaton(((Move("0", 1, 1, 1), Move("0", 1, -1, 1)),), (1,)).system().expand(8)[0]
        5*x^6 + 2*x^4 + x^2 + 1
        """
        target, equations = _Equations(self).all()
        alive = _alive(equations)
        kept = {
            name: {key: c for key, c in terms.items() if alive.issuperset(key[1])}
            for name, terms in equations.items()
            if name in alive or name == target
        }
        names = [target]
        for name in names:  # grows
            used = dict.fromkeys(new for _, ways in kept[name] for new in ways)
            names += [new for new in used if new not in names]
        if len(names) > MOST_UNKNOWNS:
            count = len({*self.merged()[0]})
            raise LimitError(
                f"the automaton of the paths has {count} states after merging, and its system {len(names)}"
                f" unknowns: the maximum is {MOST_UNKNOWNS}; use fewer or shorter patterns"
            )
        listed = [
            [(c, length, (), tuple(map(ways.count, names))) for (length, ways), c in kept[name].items()]
            for name in names
        ]
        try:
            return System.of(names, (), listed)
        except InputError:
            raise InputError("infinitely many paths have the same length; steps of length 0 form cycles") from None


def _alive(equations: Mapping[str, Terms]) -> set[str]:
    """Return the unknowns that are not identically 0."""
    alive = set[str]()
    while True:
        more = {name for name, terms in equations.items() if any(alive.issuperset(ways) for _, ways in terms)}
        if more == alive:
            return alive
        alive = more


class _Equations:
    """Equations of the theorem on one counter."""

    def __init__(self, automaton: CounterAutomaton) -> None:
        moves, bottom, final = automaton.merged()
        self._has_floor, end = automaton.has_floor, automaton.end
        self._kind = "E" if end is not None else "A" if not self._has_floor else "S"
        if self._kind == "S" and automaton.at_zero is not None:
            self._kind = "Z"
        if end:  # a last step of rise -end
            last = {q: [Move("e", weight, -end, 0)] for q, weight in final.items() if weight}
            moves, bottom = (
                {**{q: [*row, *last.get(q, [])] for q, row in rows.items()}, "e": []}
                for rows in (moves, bottom)
            )
            final = {"e": 1}
        if self._kind != "A":
            made: _Rows = {}
            moves, bottom = (_single(rows, not self._has_floor, made) for rows in (moves, bottom))
            moves, bottom = moves | made, bottom | made
        self._moves, self._bottom, self._final = moves, bottom, final
        kinds = "" if self._kind == "A" else "G" if self._has_floor else "GH"
        self._ends = {kind: _first_visits(moves, -1 if kind == "G" else 1) for kind in kinds}

    def all(self) -> tuple[str, dict[str, Terms]]:
        """Return the name of the target, and the equations of the unknowns that it needs."""
        first: _Unknown = (self._kind, "0")
        todo, found, size = [first], dict[_Unknown, Terms]({first: {}}), 0
        for name in todo:  # grows
            check_stop()
            terms = found[name]
            for weight, length, way in self._passage(*name) if name[0] in "GH" else self._paths(*name):
                for new in way:
                    if new not in found:
                        found[new] = {}
                        todo.append(new)
                key = length, tuple(sorted(map(_text, way)))
                terms[key] = terms.get(key, 0) + weight
                size += 1
                if size > _MOST_TERMS:
                    raise LimitError(
                        f"the system of the paths has more than {_MOST_TERMS:,} terms ({len(found)} unknowns"
                        f" so far); use fewer patterns or smaller rises"
                    )
        return _text(first), {
            _text(name): {key: c for key, c in terms.items() if c} for name, terms in found.items()
        }

    def _visits(self, kind: str, q: str, levels: int) -> Iterator[tuple[str, tuple[_Unknown, ...]]]:
        """Yield the last states, and the unknowns, of products of first visits from state q."""
        if not levels:
            yield q, ()
            return
        for r in sorted(self._ends[kind][q]):
            for last, way in self._visits(kind, r, levels - 1):
                yield last, ((kind, q, r), *way)

    def _passage(self, kind: str, q: str, r: str) -> Iterator[tuple[int, int, tuple[_Unknown, ...]]]:
        """Yield the terms of the equation of a first visit."""
        single = -1 if kind == "G" else 1
        for to, weight, rise, length in self._moves[q]:
            if rise == single:
                if to == r:
                    yield weight, length, ()
            else:
                for last, way in self._visits(kind, to, abs(rise) + 1):
                    if last == r:
                        yield weight, length, way

    def _paths(self, kind: str, q: str) -> Iterator[tuple[int, int, tuple[_Unknown, ...]]]:
        """Yield the terms of the equation of the paths from a state to the end."""
        if self._final.get(q):
            yield self._final[q], 0, ()
        for to, weight, rise, length in (self._bottom if kind in "EZ" else self._moves)[q]:
            if kind == "A":
                yield weight, length, (("A", to),)
            elif rise >= 0 or not self._has_floor:
                for levels in range(rise + 1) if kind in "SZ" else [abs(rise)]:
                    lowest = kind if levels == abs(rise) else "S"
                    for last, way in self._visits("H" if rise < 0 else "G", to, levels):
                        yield weight, length, (*way, (lowest, last))


def _text(unknown: _Unknown) -> str:
    return unknown[0] + "_".join(unknown[1:])


def _single(rows: _Rows, also_up: bool, made: _Rows) -> _Rows:
    """Return transitions whose steps down, or all steps, are single; the states between are added to
    ``made``.
    """

    def divided(move: Move) -> Move:
        count, sign = abs(move.rise), 1 if move.rise > 0 else -1
        if count <= 1 or (sign > 0 and not also_up):
            return move
        between = [move.to, *(f"{move.to}{'u' if sign > 0 else 'd'}{j}" for j in range(1, count))]
        made.update({new: [Move(old, 1, sign, 0)] for old, new in zip(between, between[1:], strict=False)})
        return Move(between[-1], move.weight, sign, move.length)

    return {q: list(map(divided, row)) for q, row in rows.items()}


def _first_visits(moves: _Rows, single: int) -> dict[str, set[str]]:
    """Return the states in which a path from each state can first visit the next height below, or above if
    ``single`` is 1.
    """
    found: dict[str, set[str]] = {q: set() for q in moves}
    while True:
        before = sum(map(len, found.values()))
        for q, row in moves.items():
            for to, _, rise, _ in row:
                ends = {to}
                for _ in range(0 if rise == single else abs(rise) + 1):
                    ends = set().union(*(found[r] for r in ends))
                found[q] |= ends
        if sum(map(len, found.values())) == before:
            return found


@dataclass(frozen=True)
class PathModel:
    """Definition of paths; the names of steps are single characters.

    >>> dyck = PathModel((Step("U", 1, 1), Step("D", 0, -1)), forbid=("UDU",))
    >>> law_of_paths(dyck).terms(8)
    [1, 1, 1, 2, 4, 9, 21, 51]
    """

    steps: tuple[Step, ...]
    forbid: tuple[str, ...] = ()
    end: int | None = 0
    """Height at the end, or None for any height."""
    floor: bool = True
    max_height: int | None = None
    forbid_at_zero: tuple[str, ...] = ()
    """Patterns that are forbidden if their first step starts at height 0."""
    weights_at_zero: tuple[tuple[str, int], ...] = ()
    """Weights of steps that start at height 0, if they differ from the others."""

    def automaton(self) -> CounterAutomaton:
        """Return the automaton whose states are the sets of (pattern, number of matched steps), or with a
        maximal height the pairs of a set and a height.
        """
        top, low = self.max_height, dict(self.weights_at_zero)
        has_rules = bool(self.forbid_at_zero or low)
        states: list[tuple[frozenset[tuple[str, int]], int]] = [(frozenset(), 0)]
        number = {states[0]: 0}
        tables: list[list[tuple[Move, ...]]] = [[], []]
        for state, height in states:  # grows
            for at_zero in (False, True)[: 1 + (has_rules and top is None)]:
                is_low = has_rules and (at_zero if top is None else height == 0)
                matched = {*state, *((pattern, 0) for pattern in self.forbid)}
                if is_low:
                    matched |= {(pattern, 0) for pattern in self.forbid_at_zero}
                row = []
                for name, length, rise, weight in self.steps:
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

    >>> print(paths_of_table({"steps": {"U": [1, 1], "D": [1, -1]}, "forbid": ["UDU"], "end": 0}))
    paths of steps U (length 1, rise 1), D (length 1, rise -1), height at least 0, end at height 0, without UDU
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
        step = Step(name, *value) if isinstance(value, list) and len(value) in (2, 3) else None
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
            if not isinstance(word, str) or not word or not {*word} <= given.keys() or len(word) > _MOST_STEPS:
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
        raise own.error(f': {key} requires a floor or a fixed end, but floor is false and end "{ANYWHERE}"', key)
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

    >>> bounded = PathModel((Step("U", 1, 1), Step("D", 1, -1)), max_height=1, end=None)
    >>> print(law_of_paths(bounded).rational)
    1/(1 - t)
    """
    automaton = model.automaton()
    law = law_of_system(
        automaton.system(), name, str(model), origin=model.as_json(), on_progress=on_progress
    )
    _compare(law, automaton)
    return law


def law_of_counter(
    start: Hashable,
    step: Callable[[Any], Iterable[Any]],
    final: Callable[[Any], int],
    counter: str,
    max_states: int = _MOST_STATES,
) -> SpecificationLaw:
    """Return the law of a dynamic program with a height: the number of paths by length.

    ``step(state)`` yields (state, weight, rise) or (state, weight, rise, length); the length is 1 by default.
    ``counter`` is "zero" (the height is never negative, and 0 at the end), "any" (never negative) or "free"
    (0 at the end).

    >>> law_of_counter(0, lambda _: [(0, 1, 1), (0, 1, 0), (0, 1, -1)], lambda _: 1, "zero").terms(8)
    [1, 1, 2, 4, 9, 21, 51, 127]
    """
    if counter not in ("zero", "any", "free"):
        raise OptionError(f"counter: {counter!r} is not one of zero, any, free")
    number, states = {start: 0}, [start]

    def called(state: Any) -> tuple[tuple[Move, ...], int]:
        row, shown = [], f"step({state!r:.60})"
        for item in step(state):
            values = item[1:] if isinstance(item, tuple | list) and len(item) in (3, 4) else ()
            if not values or not all(type(v) is int for v in values) or not _is_step(
                values[2] if len(values) == 3 else 1, values[1], values[0]
            ):
                raise OptionError(
                    f"{shown} yielded {item!r:.60}; expected (state, weight, rise) or (state, weight, rise,"
                    f" length): integers with rise -{_MOST_RISE} to {_MOST_RISE}, length 0 to {_MOST_LENGTH}"
                )
            try:
                new = number.setdefault(item[0], len(states))
            except TypeError:
                raise OptionError(f"{shown}: the state {item[0]!r:.60} is not hashable") from None
            if new == len(states):
                states.append(item[0])
            weight, rise, length = (*values, 1)[:3]
            row.append(Move(str(new), weight, rise, length))
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
    weights = [*(move.weight for row, _ in rows for move in row), *(weight for _, weight in rows)]
    odd = _signed(weights)
    if odd and not all(move.length for row, _ in rows for move in row):
        raise OptionError(f"step: the weight {odd[0]} requires that no step has length 0")
    end = None if counter == "any" else 0
    automaton = CounterAutomaton(
        tuple(row for row, _ in rows), tuple(weight for _, weight in rows), None, end, counter != "free"
    )
    origin = {
        "kind": "counter",
        "moves": [[[int(m.to), m.weight, m.rise, m.length] for m in row] for row, _ in rows],
        "final": list(automaton.final),
        "end": ANYWHERE if end is None else end,
        "floor": automaton.has_floor,
    }
    name = f"dynamic program {getattr(step, '__name__', '<').partition('<')[0]}".strip()
    text = f"paths through {len(states)} states of a dynamic program, counter {counter}"
    law = law_of_system(automaton.system(), name, text, hypothesis=_HYPOTHESIS, origin=origin)
    _compare(law, automaton)
    return law


_HYPOTHESIS = (
    "the formula is proved for the automaton that step and final describe; both must depend on the state alone"
)


def _compare(law: SpecificationLaw, automaton: CounterAutomaton) -> None:
    """Raise SelfCheckError if initial terms differ from sums along paths.

    If steps down (or up) and level steps have a positive length, all paths stay within a height that is the
    product of the length and the largest rise; otherwise no terms are compared.
    """
    moves = [move for rule in (automaton.moves, automaton.at_zero or ()) for row in rule for move in row]
    if not any(all(move.length or move.rise * sign < 0 for move in moves) for sign in (1, -1)):
        return
    count = _COMPARED
    bound = max([0, *(abs(move.rise) for move in moves)]) * count + abs(automaton.end or 0)
    heights = range(0 if automaton.has_floor else -bound, bound + 1)
    total, level = [0] * count, Counter({(0, 0, 0): 1})
    while level:
        check_stop()
        after = Counter[tuple[int, int, int]]()
        for (q, height, length), weight in level.items():
            if automaton.end in (None, height):
                total[length] += weight * automaton.final[q]
            rule = automaton.at_zero if automaton.at_zero and height == 0 else automaton.moves
            for to, factor, rise, more in rule[q]:
                if length + more < count and height + rise in heights:
                    after[int(to), height + rise, length + more] += weight * factor
        level = after
    found = law.terms(count)
    if found != total:
        n = next(n for n in range(count) if found[n] != total[n])
        raise SelfCheckError(f"{law.name}: a({n}) is {total[n]}, not {found[n]}; please report this bug in gfkit")
