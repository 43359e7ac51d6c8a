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
    E = F + (B_0 + B_1 G + B_2 G^2 + ...) E                        paths to height 0, with a floor
    S = F + A_0 S + A_1 (S + G S) + A_2 (S + G S + G^2 S) + ...    paths to any height, with A at height 0
    Z = F + B_0 Z + B_1 (S + G Z) + B_2 (S + G S + G^2 Z) + ...    paths to any height, with a floor

by states from which the paths start at height 0. If steps up are single too, and H is G after a reflection of
heights,

    E = F + (B_0 + B_1 G + B_-1 H) E                               paths to height 0, without a floor.

Proof. Split a path at its first step, of rise r. A path to height h - 1 from height h + r passes every height
between, as it descends by single steps, so it is a unique product of r + 1 first visits of the next lower
height: the equation of G. In E the path returns to height 0 by r first visits. In S and Z let m be the
smallest height after the first step: r - m first visits lead to it, and the rest of the path, from height m,
never descends below m: it counts for Z if m = 0, and otherwise for S. Without a floor, a path from height 1
or -1 to height 0 visits it a first time. QED

The system is checked to be well founded. With nonnegative weights its solution bounds the number of paths of
each length, so it is finite; a negative weight requires that no step has length 0.

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

Paths from height 0 to height 0 without rules at zero may be read from right to left: rises are negated and
patterns reversed, and the heights are the same. The system with fewer unknowns is used: Dyck paths without
DDDDDDD need 43 unknowns, or 8.

Canonical form, for checkers. ``origin`` in the certificate contains the definition as data. States of an
automaton of patterns (of reversed ones if ``reversed`` is true) are the sets of (pattern, number of matched
steps), or the pairs of a set and a height if there is a maximal height. They are numbered from 0, the start,
in the order in which a search reaches them: from each state all steps in their order, by the ordinary rule,
then by the rule at height 0 if patterns or weights at zero exist and there is no maximal height. A class of
equivalent states is named by its smallest number, the state with j single steps before state q by q + "d" + j
(down) or q + "u" + j (up), the last state by "e". Unknowns are Gq_r, Hq_r, Eq, Sq, Zq and Aq. The target is
the unknown of state 0, and S replaces Z without a rule at height 0. Unknowns that are identically 0, and
those that the target does not need, are omitted. The order of equations and terms has no meaning.

References: Cyril Banderier and Philippe Flajolet, Basic analytic combinatorics of directed lattice paths;
Philippe Duchon, On the enumeration and generation of generalized Dyck words; Andrei Asinowski, Axel Bacher,
Cyril Banderier and Bernhard Gittenberger, Analytic combinatorics of lattice paths with forbidden patterns.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from gfkit.core.deferred import dataclass
from gfkit.core.errors import InputError, LimitError
from gfkit.core.typing import check_stop
from gfkit.specifications.system import MOST_UNKNOWNS, PolynomialSystem

ANYWHERE = "anywhere"
"""The end of paths to any height, in rule files and certificates."""
_MOST_TERMS = 100_000
"""Maximum number of terms of all equations."""
_Unknown = tuple[str, ...]
Terms = dict[tuple[int, tuple[str, ...]], int]
"""Right side of an equation: coefficients by power of t and sorted unknowns."""


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
            keys = (
                (block[q], *(frozenset(one.items()) for one in sums(q, block))) for q in range(len(block))
            )
            finer = [first.setdefault(key, q) for q, key in enumerate(keys)]
            if finer == block:
                break
            block = finer
        tables: list[_Rows] = [
            {
                str(q): [
                    Move(str(to), w, rise, length) for (to, rise, length), w in sums(q, block)[k].items()
                ]
                for q in sorted({*block})
            }
            for k in range(len(rules))
        ]
        return tables[0], tables[-1], {str(q): self.final[q] for q in sorted({*block})}

    def count_paths(self, count: int) -> list[int] | None:
        """Return the first terms by following paths, or None if no bound of the heights is known.

        The bound is the product of the number of terms and the largest rise, if all steps have a positive
        length, or if steps of length 0 lead in one direction, from which a path must return, or which ends at
        the floor. A path of more steps than states and heights for each length has a cycle of length 0. It
        does not count, because lengths have finitely many paths.
        """
        moves = [move for rule in (self.moves, self.at_zero or ()) for row in rule for move in row]
        is_free = self.end is None and not self.has_floor  # heights do not matter
        rises = [move.rise for move in moves if not move.length]
        is_bounded = all(rise < 0 for rise in rises) or (
            self.end is not None and all(rise > 0 for rise in rises)
        )
        if not is_free and not is_bounded:
            return None
        bound = 0 if is_free else max([0, *(abs(move.rise) for move in moves)]) * count + abs(self.end or 0)
        heights = range(0 if self.has_floor else -bound, bound + 1)
        total, level = [0] * count, Counter({(0, 0, 0): 1})
        for _ in range(count * len(self.moves) * len(heights)):
            check_stop()
            after = Counter[tuple[int, int, int]]()
            for (q, height, length), weight in level.items():
                if self.end in (None, height):
                    total[length] += weight * self.final[q]
                rule = self.at_zero if self.at_zero and height == 0 else self.moves
                for to, factor, rise, more in rule[q]:
                    new = 0 if is_free else height + rise
                    if length + more < count and new in heights:
                        after[int(to), new, length + more] += weight * factor
            level = after
            if not level:
                break
        return total

    def as_json(self) -> dict[str, Any]:
        """Return an automaton without other rules at height 0 as plain data, for the certificate."""
        return {
            "kind": "counter",
            "moves": [[[int(to), *values] for to, *values in row] for row in self.moves],
            "final": list(self.final),
            "end": ANYWHERE if self.end is None else self.end,
            "floor": self.has_floor,
        }

    def equations(self) -> dict[str, Terms]:
        """Return the equations of the theorem, the target first, without unknowns that are identically 0 or
        not needed.
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
        return {name: kept[name] for name in names}

    def system(self) -> PolynomialSystem:
        """Return the polynomial system of the theorem.

        Raise LimitError if it is too large, InputError if a length has infinitely many paths.

        >>> CounterAutomaton(((Move("0", 1, 1, 1), Move("0", 1, -1, 1)),), (1,)).system().expand(8)[0]
        5*x^6 + 2*x^4 + x^2 + 1
        """
        equations = self.equations()
        names = [*equations]
        if len(names) > MOST_UNKNOWNS:
            raise LimitError(
                f"the automaton of the paths has {len(self.merged()[0])} states after merging, and its system"
                f" {len(names)} unknowns: the maximum is {MOST_UNKNOWNS}; use shorter patterns or smaller"
                " rises"
            )
        listed = [
            [(c, length, (), tuple(map(ways.count, names))) for (length, ways), c in equations[name].items()]
            for name in names
        ]
        try:
            return PolynomialSystem.of(names, (), listed)
        except InputError:
            raise InputError(
                "infinitely many paths have the same length; steps of length 0 form cycles"
            ) from None


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
                        " so far); use shorter patterns or smaller rises"
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
        made.update({new: [Move(old, 1, sign, 0)] for old, new in pairwise(between)})
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
