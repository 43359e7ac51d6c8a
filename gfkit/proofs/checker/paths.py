"""Polynomial systems of paths with an unbounded height, rebuilt from the definition of the paths.

A step has a name, a length, a rise and a weight. Paths start at height 0 and contain no forbidden sequence of
consecutive steps, nor a sequence forbidden at zero whose first step starts at height 0. With a floor, no
height is negative.

Theorem. Let steps down be single, and let G_qr be the total weight * t^length of the paths from state q at
height 1 to their first visit of height 0, in state r. A path to height h - 1 from height h + a is a unique
product of a + 1 such paths. So the first step determines the equations of G; of the paths to height 0 (E), if
steps up are single too or a floor exists, where H is G after a reflection of heights; of the paths to any
height with a floor (S, and Z if other rules hold at height 0), which are split at the smallest height after
the first step; and of the paths to any height without a floor (A), which do not depend on heights. A step of
rise -a becomes a single steps, and a path to height k is a path to height 0 with a last step of rise -k and
length 0, to a state e. With a maximal height, the states contain the height, and rises are 0. States with
equal final weights, and equal sums of the weights of their steps to equal states, have equal paths. Paths
from height 0 to height 0 without rules at zero may be read from right to left, with negated rises. Each
length must have finitely many paths: the system must be well founded, and no step has length 0 if a weight is
negative.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from gfkit.proofs.checker.reading import INTS, Budget, Fields, must_fit, need

Monomial = tuple[int, tuple[str, ...]]
"""Power of t, and the sorted unknowns."""
Equations = dict[str, dict[Monomial, int]]
PathState = tuple[int, int]
Passage = tuple[tuple[Any, ...], ...]
Arrow = tuple[Any, int, int, int]
"""Next state, weight, rise and length."""
SMALL = range(-10_000, 10_001)
PATH_FIELDS: Fields = {
    "kind": {"paths"}, "steps": [[str, int, SMALL, INTS]], "forbid": [str], "forbid_at_zero": [str],
    "weights_at_zero": [[str, INTS]], "end": ({"anywhere"}, SMALL), "floor": bool, "max_height": (None, int),
    "reversed": bool,
}  # fmt: skip
COUNTER: Fields = {
    "kind": {"counter"}, "moves": [[[int, INTS, SMALL, int]]], "final": [INTS], "end": ({"anywhere"}, SMALL),
    "floor": bool,
}  # fmt: skip


Rules = list[list[list[Arrow]]]
"""Steps from each state, by the rule or by both rules: the second one holds at height 0."""
SIGNS = "origin: a weight is negative, and a step has length 0"


def path_automaton(origin: object, budget: Budget) -> tuple[Rules, list[int], bool, int | None]:
    """Return the steps from each state, final weights, and whether there is a floor, and the end."""
    file: Fields = must_fit(origin, (PATH_FIELDS, COUNTER), "origin")
    end, has_floor = None if file["end"] == "anywhere" else file["end"], file["floor"]
    if file["kind"] == "counter":
        rules, final = [[[tuple(move) for move in row] for row in file["moves"]]], file["final"]
        moves = [move for row in rules[0] for move in row]
        need(len(rules[0]) == len(final) > max([0, *(move[0] for move in moves)]), "origin: states")
        need(min([*final, *(move[1] for move in moves)]) >= 0 or all(move[3] for move in moves), SIGNS)
        return rules, final, has_floor, end
    steps, low, always, top = file["steps"], dict(file["weights_at_zero"]), file["forbid"], file["max_height"]
    words, names = [*always, *file["forbid_at_zero"]], [name for name, *_ in steps]
    need(
        all(len(name) == 1 and name.isalnum() for name in names) and len({*names}) == len(names),
        "origin: names of steps",
    )
    need(all(words) and {*"".join(words), *low} <= {*names}, "origin: a pattern is empty or has other steps")
    need(min([0, *low.values(), *(s[3] for s in steps)]) >= 0 or all(s[1] for s in steps), SIGNS)
    need(has_floor or top is None, "origin: a maximal height requires a floor")
    count = 2 if (low or file["forbid_at_zero"]) and top is None else 1
    need(count == 1 or has_floor or end is not None, "origin: rules at height 0 require a floor or an end")
    if file["reversed"]:
        need(count == 1 and not words[len(always) :] and not low and end == 0, "origin: not reversible")
        always = [word[::-1] for word in always]
        steps = [(name, length, -rise, weight) for name, length, rise, weight in steps]
        words = always
    rules = [[] for _ in range(count)]
    states: list[tuple[frozenset[str], int]] = [(frozenset(), 0)]  # words with | after the matched part
    for state, height in states:  # grows
        for rule in range(count):
            is_low = rule == 1 or (top is not None and height == 0)
            rules[rule].append([])
            for name, length, rise, weight in steps:
                budget.spend(len(states) + len(words))
                parts = state | {"|" + word for word in (words if is_low else always)}
                after = {part.replace("|" + name, name + "|") for part in parts if "|" + name in part}
                factor = low.get(name, weight) if is_low else weight
                new = frozenset(after), 0 if top is None else height + rise
                if not factor or any(p[-1] == "|" for p in after) or not 0 <= new[1] <= (top or 0):
                    continue
                states += [] if new in states else [new]
                rules[rule][-1].append((states.index(new), factor, rise if top is None else 0, length))
    if top is None:
        return rules, [1] * len(states), has_floor, end
    return rules, [int(end in (None, height)) for _, height in states], False, None


def merged_states(rules: Rules, final: list[int], budget: Budget) -> list[int]:
    """Return the smallest equivalent state of each state."""
    names, last = [final.index(weight) for weight in final], None
    while names != last:
        keys = []
        for q, name in enumerate(names):
            sums = Counter[tuple[int, ...]]()
            for rule, rows in enumerate(rules):
                for to, weight, rise, length in rows[q]:
                    sums[rule, names[to], rise, length] += weight
            keys.append((name, {key: weight for key, weight in sums.items() if weight}))
            budget.spend(len(names) + sum(len(rows[q]) for rows in rules))
        names, last = [keys.index(key) for key in keys], names
    return names


def system_of_paths(origin: object, budget: Budget) -> tuple[str, Equations]:
    """Return the target and the equations of the unknowns that it needs and that are not identically 0."""
    rules, final, has_floor, end = path_automaton(origin, budget)
    names = merged_states(rules, final, budget)
    kind = "E" if end is not None else "A" if not has_floor else "SZ"[len(rules) - 1]

    def arrows(state: PathState, rule: int) -> list[Arrow]:
        """Return single steps from a state: a class, -1 for e, and the rest of its last rise."""
        q, rest = state
        if rest:
            return [((q, rest - direction(rest)), 1, direction(rest), 0)]
        rows = [(names[to], *more) for to, *more in rules[rule][q]] if q >= 0 else []
        rows += [(-1, final[q], -end, 0)] if end and q >= 0 and final[q] else []
        budget.spend(1 + len(rows))
        return [
            ((to, 0), weight, rise, length)
            if kind == "A" or (has_floor and rise > 0)
            else ((to, rise - direction(rise)), weight, direction(rise), length)
            for to, weight, rise, length in rows
        ]

    states = [(0, 0)]
    ends: dict[int, dict[PathState, None]] = {-1: {}, 1: {}}  # states after single steps
    for state in states:  # grows
        for to, _, rise, _ in (one for rule in range(len(rules)) for one in arrows(state, rule)):
            states += [] if to in states else [to]
            ends.get(rise, {})[to] = None
            budget.spend(len(states))

    def visits(up: int, first: PathState, count: int) -> list[tuple[PathState, Passage]]:
        """Return the products of first visits from a state, with their last states."""
        ways: list[tuple[PathState, Passage]] = [(first, ())]
        for _ in range(count):
            budget.spend(20 * len(ways) * len(ends[up]))  # before the memory is used
            ways = [(r, (*way, ("GH"[up > 0], s, r))) for s, way in ways for r in ends[up]]
        return ways

    def terms(own: str, q: PathState, other: PathState | None = None) -> Iterator[tuple[int, int, Passage]]:
        """Yield the terms of the equation of an unknown: weight, length and unknowns."""
        up = 1 if own == "H" else -1
        if own not in "GH" and q[1] == 0 and (q[0] < 0 or not end):
            yield final[q[0]] if q[0] >= 0 else 1, 0, ()
        for to, weight, rise, length in arrows(q, len(rules) - 1 if own in "EZ" else 0):
            if own == "A":
                yield weight, length, (("A", to),)
            elif own in "GH":
                found = visits(up, to, 0 if rise == up else abs(rise) + 1)
                yield from ((weight, length, way) for last, way in found if last == other)
            elif rise >= 0 or not has_floor:
                for count in range(rise + 1) if own in "SZ" else [abs(rise)]:
                    rest = own if count == abs(rise) else "S"
                    found = visits(1 if rise < 0 else -1, to, count)
                    yield from ((weight, length, (*way, (rest, last))) for last, way in found)

    todo: list[tuple[Any, ...]] = [(kind, (0, 0))]
    equations: Equations = {}
    for unknown in todo:  # grows
        row = equations[path_unknown(unknown)] = Counter()
        for weight, length, way in terms(*unknown):
            row[length, tuple(sorted(map(path_unknown, way)))] += weight
            todo += [new for new in dict.fromkeys(way) if new not in todo]
            budget.spend(10 + len(way) * len(todo))
    return path_unknown(todo[0]), reachable_equations(path_unknown(todo[0]), equations)


def direction(rise: int) -> int:
    """Return -1, 0 or 1."""
    return (rise > 0) - (rise < 0)


def path_unknown(unknown: tuple[Any, ...]) -> str:
    """Return the name of an unknown, such as G0_1d2."""
    kind: str = unknown[0]
    rests = ("" if not rest else f"{'u' if rest > 0 else 'd'}{abs(rest)}" for _, rest in unknown[1:])
    return kind + "_".join(
        ("e" if q < 0 else str(q)) + rest for (q, _), rest in zip(unknown[1:], rests, strict=True)
    )


def reachable_equations(target: str, equations: Equations) -> Equations:
    """Return the equations without unknowns that are identically 0 or not needed."""
    alive, size = set[str](), -1
    while len(alive) > size:
        size = len(alive)
        alive |= {
            name for name, row in equations.items() if any(c and alive >= {*u} for (_, u), c in row.items())
        }
    rows = {
        name: {(a, u): c for (a, u), c in row.items() if c and alive >= {*u}}
        for name, row in equations.items()
    }
    kept = [target]
    for name in kept:  # grows
        kept += [new for new in dict.fromkeys(u for _, way in rows[name] for u in way) if new not in kept]
    return {name: rows[name] for name in kept}


def path_words(origin: Fields) -> str:
    """Return the definition of the paths in words, from the data that were checked.

    >>> path_words({"kind": "counter", "moves": [[]], "final": [1], "end": 0, "floor": True})
    'the paths of the automaton in the file that end at height 0 and never go below height 0'
    """
    where = "anywhere" if origin["end"] == "anywhere" else f"at height {origin['end']}"
    last = f"that end {where}" + " and never go below height 0" * origin["floor"]
    if origin["kind"] == "counter":
        return f"the paths of the automaton in the file {last}"
    steps = [
        f"{name} (length {length}, rise {rise}{f', weight {weight}' * (weight != 1)})"
        for name, length, rise, weight in origin["steps"]
    ]
    parts = [f"the paths of steps {', '.join(steps)} {last}"]
    parts += [f"without {', '.join(origin['forbid'])}"] * bool(origin["forbid"])
    low = origin["forbid_at_zero"]
    parts += [f"without {', '.join(low)} from height 0"] * bool(low)
    weights = [f"{name} {weight}" for name, weight in origin["weights_at_zero"]]
    parts += [f"with weights at height 0: {', '.join(weights)}"] * bool(weights)
    top = origin["max_height"]
    return ", ".join([*parts, *[f"at most at height {top}"] * (top is not None)])
