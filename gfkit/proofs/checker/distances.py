"""Pairs of rules on distances that have equal counts on every graph of a class.

A rule of single cells allows, for each distance d, pairs of colours of two vertices at distance d, and has no
other constraint; an empty vertex is allowed everywhere. Let F be the distances at which both rules forbid all
pairs of pieces, and L the other distances at which one of them forbids a pair. The file has one step:

    exchange    permutations ``maps`` of the values, 0 for an empty vertex: one for each side of a bipartite
                graph, or the same one twice, map the pairs of the first rule to the pairs of the second
    components  vertices linked by distances in L form complete graphs if F contains 2 and L is {1}, or, on
                bipartite graphs, complete bipartite graphs if F contains 3 and L is a subset of {1, 2}
    forests     on trees, if L is {1}, or F contains 2 and L is a subset of {1, 3}, the links form forests

If ``except`` is [m] or [2, 2], the counts are equal if and only if the graph contains no complete graph of m
vertices, or no cycle of length 4. The theorems and proofs are in ``gfkit/questions/twins/components`` and
``gfkit/questions/twins/graphs``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, permutations, product
from typing import Any

from gfkit.proofs.checker.reading import Budget, RefusalError, Verdict, must_fit, must_hold, need, whole

DISTANCE_PAIRS = [[int, int]]
DISTANCE_RULE: dict[str, object] = {
    "kind": str, "colours": [{"owner": {"left", "right", "both"}, "pieces": [DISTANCE_PAIRS]}],
    "forbidden": DISTANCE_PAIRS,
    "liberties": bool,
}  # fmt: skip
SPACED_RULE: dict[str, object] = DISTANCE_RULE | {
    "apart": [{"pairs": DISTANCE_PAIRS, "distances": [int], "neighbours": DISTANCE_PAIRS}]
}
DISTANCE_STEPS: tuple[object, ...] = (
    {"lemma": str, "except": [int]},
    {"lemma": str, "except": [int], "maps": [[int]]},
)
CLASS_NAMES = {
    "all": "graphs",
    "triangle-free": "triangle-free graphs",
    "bipartite": "bipartite graphs",
    "trees": "trees",
}
MOST_COLOURS_APART = 5

ValuePairs = frozenset[tuple[int, int]]


class DistanceRules:
    """Allowed pairs of pieces of two rules at each distance, the forbidden distances F, and the link
    distances L.
    """

    def __init__(self, rules: Sequence[Mapping[str, object]]) -> None:
        read = [pairs_by_distance(rule) for rule in rules]
        need(read[0][0] == read[1][0], "rules: both rules must have the same number of colours")
        self.colours: range = range(1, 1 + read[0][0])
        self.every: ValuePairs = frozenset((u, v) for u in self.colours for v in self.colours)
        self.allowed: list[dict[int, frozenset[tuple[int, int]]]] = [
            {d: self.every - out for d, out in one.items()} for _, one in read
        ]
        named = {*self.allowed[0], *self.allowed[1]}
        self.forbidden: set[int] = {d for d in named if not self.at(0, d) and not self.at(1, d)}
        self.links: set[int] = {
            d for d in named - self.forbidden if {self.at(0, d), self.at(1, d)} != {self.every}
        }

    def at(self, rule: int, distance: int) -> ValuePairs:
        """Return the pairs of pieces that a rule allows at a distance."""
        return self.allowed[rule].get(distance, self.every)


def pairs_by_distance(rule: Mapping[str, object]) -> tuple[int, dict[int, ValuePairs]]:
    """Return the number of colours, and the forbidden pairs at each distance that has any."""
    if rule.get("kind") not in ("placement", "spaced"):
        raise RefusalError(3, "rule: pieces must be single cells with colours on classes of graphs")
    must_fit(rule, SPACED_RULE if rule["kind"] == "spaced" else DISTANCE_RULE, "rule")
    data: Any = rule
    number = len(data["colours"])
    if data["liberties"] or any(colour["pieces"] != [[[0, 0]]] for colour in data["colours"]):
        raise RefusalError(3, "rule: pieces must be single cells without liberties on classes of graphs")
    need(
        1 <= number <= MOST_COLOURS_APART,
        f"rule: the number of colours must be from 1 to {MOST_COLOURS_APART}",
    )
    found: dict[int, set[tuple[int, int]]] = {}
    apart = [([1], data["forbidden"])]
    for one in data.get("apart", ()):
        if one["neighbours"]:
            raise RefusalError(3, "rule: offsets are not supported on graphs")
        apart.append((one["distances"], one["pairs"]))
    for distances, pairs in apart:
        for d, (a, b) in product(distances, pairs):
            u, v = (whole(colour, 0, number - 1, "rule: unknown colour") + 1 for colour in (a, b))
            found.setdefault(whole(d, 1, 1000, "rule: invalid distance"), set()).update({(u, v), (v, u)})
    return number, {d: frozenset(pairs) for d, pairs in found.items()}


def check_distances(saved: Mapping[str, Any], budget: Budget) -> Verdict:
    """Check equal counts on a class of graphs. Raise RefusalError if they are not proved."""
    name = saved["on"]
    rules = DistanceRules(saved["rules"])
    budget.spend(10**5)
    need(len(saved["steps"]) == 1, "steps: expected one step")
    (step,) = saved["steps"]
    must_fit(step, DISTANCE_STEPS, "steps[0]")
    lemma, but = step["lemma"], step["except"]
    need(
        lemma in ("exchange", "components", "forests"),
        f"steps[0]: unknown lemma {lemma!r}; choose from exchange, components and forests",
    )
    if lemma == "components":
        check_components(rules, name, but)
    else:
        need(not but, "except: only the lemma 'components' allows an exception")
        check_exchange(rules, name, step) if lemma == "exchange" else check_forests(rules, name)
    there = CLASS_NAMES[name]
    equal = f"equally many configurations{' with k pieces, for every k,' * bool(saved['weights'])}"
    if not but:
        statement = f"the two rules in the file have {equal} on all {there}"
    else:
        what = "cycle of length 4" if but == [2, 2] else f"complete subgraph with {but[0]} vertices"
        statement = (
            f"among {there}, the two rules in the file have {equal} on exactly the graphs without a {what}"
        )
    return Verdict(statement, f"the rules in the file; {lemma}", 1)


def check_exchange(rules: DistanceRules, name: str, step: Mapping[str, Any]) -> None:
    """Raise RefusalError unless the permutations map the pairs of one rule to the pairs of the other."""
    need("maps" in step and len(step["maps"]) == 2, "exchange: expected two maps")
    s, t = step["maps"]
    values = [0, *rules.colours]
    need(sorted(s) == sorted(t) == values and s[0] == t[0] == 0, "maps: expected permutations that fix 0")
    need(
        s == t or name in ("bipartite", "trees"),
        "maps: the two maps may differ only for bipartite graphs and trees",
    )
    for d in rules.forbidden | rules.links:
        one, other = rules.at(0, d), rules.at(1, d)
        for left, right in [(s, t)] if d % 2 else [(s, s), (t, t)]:
            carried = {(left[u], right[v]) for u, v in one}
            must_hold(
                carried == other,
                f"maps: the pairs at distance {d} are not mapped to the pairs of the second rule",
            )


def check_components(rules: DistanceRules, name: str, but: list[int]) -> None:
    """Raise RefusalError if the counts of the two rules differ on a component, except in the exception that
    the file states.
    """
    small = max(2, len(rules.colours))
    one_side = Counter[Any]()
    if 2 in rules.forbidden and rules.links <= {1}:
        for rule, sign in ((0, 1), (1, -1)):
            for _, ways in distance_sides(rules.colours, rules.at(rule, 1), small):
                for part, number in ways.items():
                    one_side[part] += sign * number
        if name != "all":  # only one or two vertices
            one_side = Counter({m: one_side[m] for m in (1, 2)})
        sizes = [part if type(part) is int else small + 1 for part in one_side if one_side[part]]
        must_hold([min(sizes)] == but if sizes else not but, "the counts for a component differ")
        must_hold(
            not but or have_one_sign(one_side),
            "neither rule has at least as many configurations on every component",
        )
        return
    hypothesis = name in ("bipartite", "trees") and 3 in rules.forbidden and rules.links <= {1, 2}
    need(hypothesis, "components: the lemma does not apply to these distances")
    renamings = (dict(zip(rules.colours, image, strict=True)) for image in permutations(rules.colours))
    same = any({(s[u], s[v]) for u, v in rules.at(0, 2)} == rules.at(1, 2) for s in renamings)
    must_hold(same, "the pairs at distance 2 are not equal up to a permutation of the colours")
    for rule, sign in ((0, 1), (1, -1)):
        near, own = rules.at(rule, 1), [*distance_sides(rules.colours, rules.at(rule, 2), small)]
        for (left, ways), (right, others) in product(own, repeat=2):
            if near >= {*product(left, right)}:
                for p, q in product(ways, others):
                    one_side[p, q] += sign * ways[p] * others[q]
    stars = [number for (_, q), number in one_side.items() if q == 1]
    must_hold(not any(stars), "the counts for a star differ")
    is_known = but in ([], [2, 2]) if name == "bipartite" else not but
    need(is_known, "except: expected the cycle of length 4, in bipartite graphs")
    if but:
        must_hold(one_side[2, 2] and have_one_sign(one_side), "except: the excluded graph is a different one")
    else:
        must_hold(name == "trees" or not any(one_side.values()), "the counts for a component differ")


def have_one_sign(numbers: Mapping[Any, int]) -> bool:
    """Return True if the nonzero numbers are all positive or all negative."""
    return len({number > 0 for number in numbers.values() if number}) == 1


def distance_sides(
    colours: range, pairs: ValuePairs, small: int
) -> Iterator[tuple[tuple[int, ...], dict[Any, int]]]:
    """Yield the sets of colours that can occur together on one side, with the number of their arrangements.

    The numbers of surjective arrangements are listed for 1, ..., ``small`` vertices. If some colours can be
    repeated, an additional entry states how many colours can be repeated and how many cannot.
    """
    for size in range(1, 1 + len(colours)):
        for chosen in combinations(colours, size):
            if pairs >= {*combinations(chosen, 2)}:
                once = {colour for colour in chosen if (colour, colour) not in pairs}
                ways: dict[Any, int] = {
                    n: sum(
                        {*word} == {*chosen} and all(word.count(colour) == 1 for colour in once)
                        for word in product(chosen, repeat=n)
                    )
                    for n in range(1, small + 1)
                }
                yield chosen, ways | ({(size - len(once), len(once)): 1} if size > len(once) else {})


def check_forests(rules: DistanceRules, name: str) -> None:
    """Raise RefusalError unless the links form forests and the colours of both rules have equal degrees."""
    need(name == "trees", "forests: the lemma applies only to trees")
    far = {1, 3} if 2 in rules.forbidden else {1}
    need(rules.links <= far, "forests: the links do not form forests")
    colours = [*product((0, 1), rules.colours)]
    classes = dict.fromkeys(colours, 0)
    for _ in colours:  # each round refines the classes, or none does from here on
        signs = {(rule, u): (classes[rule, u], *degrees_of(rules, classes, rule, u)) for rule, u in colours}
        names = {sign: place for place, sign in enumerate({*signs.values()})}
        classes = {colour: names[signs[colour]] for colour in colours}
    numbers = [Counter(classes[rule, u] for u in rules.colours) for rule in (0, 1)]
    must_hold(numbers[0] == numbers[1], "the colours of the two rules have different degrees")


def degrees_of(
    rules: DistanceRules, classes: Mapping[tuple[int, int], int], rule: int, u: int
) -> Iterator[tuple[tuple[int, int], ...]]:
    """Yield, for each link distance, the number of compatible colours in each class."""
    for d in sorted(rules.links):
        numbers = Counter(classes[rule, v] for v in rules.colours if (u, v) in rules.at(rule, d))
        yield tuple(sorted(numbers.items()))
