"""Certificates of the smallest, or largest, weight of configurations on all boards of a family.

The file names the rule and the family as a certificate of a fraction does. Each entry of ``sides`` states
that for n >= ``first`` the optimum a(n) is ``initial`` and then ``values``, and that from there on a(n)
grows by ``growth`` in as many steps as there are values, for each residue class. ``begin``, ``period`` and
``vector`` are the evidence: x_j(s) is the smallest weight of a path from the initial state to the state s
before slice j, and ``vector`` lists all states with their x_begin.

The checker derives the transfer matrix from the rule, and computes x_j as products over the (min, +)
semiring. Largest weights are smallest weights after negation.

Theorem. Let c be a function of the states before each step of a slice. Suppose that for all steps of the
slices j with begin <= j < begin + p, and for the states s before them, x_(j+p)(s) = x_j(s) + c(s), where both
are infinite for the same states. Suppose further that for each transition from s to t in these slices either
c(s) = c(t), or c(s) > c(t) and no path of smallest weight to t uses the transition. Then x_(j+p)(s) = x_j(s)
+ c(s) for all j >= begin. Proof: by induction on steps. A transition with c(s) = c(t) leads to a path of
weight x_j(s) + w + c(t). A transition with c(s) > c(t) was above the minimum, and is further above it p
slices later. All transitions that attain x(t) have c(s) = c(t), so the minimum increases by c(t). QED

So a(n) is a minimum of finitely many linear functions on each residue class modulo p. The checker computes
from which slice on a slowest one is the minimum, and compares all values until two periods after it.
"""

from __future__ import annotations

import json
from typing import NamedTuple

from gfkit.proofs.checker.core import Machine, State, Sum, Ways
from gfkit.proofs.checker.families import family_text
from gfkit.proofs.checker.fractions import (
    ASKED_SHAPE,
    KINDS,
    OBJECTS,
    build_system,
    check_question,
    described_family,
    state_data,
)
from gfkit.proofs.checker.kinds import CountQuery
from gfkit.proofs.checker.reading import (
    INTS,
    Budget,
    Fields,
    Verdict,
    file_of_format,
    must_hold,
    need,
    quantity,
)

OPTIMA = "gfkit-optimum"
SLICES = range(10**4)
OPTIMUM_SIDE: dict[str, object] = {
    "side": {"smallest", "largest"}, "first": SLICES, "initial": [INTS], "values": [INTS], "growth": [INTS],
    "begin": SLICES, "period": range(1, 10**4), "debts": list, "vector": [[list, INTS]],
}  # fmt: skip
OPTIMUM_SHAPE: dict[str, object] = {
    key: {OPTIMA} if key == "format" else shape
    for key, shape in ASKED_SHAPE.items()
    if key not in ("numerator", "denominator")
} | {"sides": [OPTIMUM_SIDE]}
WeightVector = dict[int, int]
"""Smallest weight of a path to each reachable state."""


class MinimumSweep:
    """Vectors of smallest weights before each step of the slices of a family, computed as needed."""

    def __init__(self, machine: Machine, sign: int, budget: Budget) -> None:
        self.machine, self._sign, self._budget = machine, sign, budget
        self._slices: list[list[WeightVector]] = []
        pairs = ((state, self.least(total)) for state, total in machine.start)
        self._next: WeightVector = {state: weight for state, weight in pairs if weight is not None}

    def least(self, total: Sum) -> int | None:
        """Return the smallest weight in a sum, or None if the sum is 0."""
        return min((self._sign * (i + j) for (i, j), number in total.items() if number), default=None)

    def slice(self, j: int) -> list[WeightVector]:
        """Return the vectors before each step of slice j."""
        while len(self._slices) <= j:
            vectors = []
            for row in self.machine.rows:
                vectors.append(self._next)
                self._next = self._after(row, self._next)
            self._slices.append(vectors or [self._next])
        return self._slices[j]

    def _after(self, row: list[Ways], vector: WeightVector) -> WeightVector:
        after: WeightVector = {}
        for state, weight in vector.items():
            self._budget.spend(1 + len(row[state]))
            for target, (i, j) in row[state]:
                further = weight + self._sign * (i + j)
                after[target] = min(further, after.get(target, further))
        return after

    def growths(self, begin: int, period: int) -> list[WeightVector]:
        """Return the function c of the theorem, for each step of a slice. Raise RefusalError if its
        hypotheses fail.
        """
        steps = len(self.slice(0))
        growths: list[WeightVector] = [{} for _ in range(steps)]
        for j in range(begin, begin + period):
            for growth, before, later in zip(growths, self.slice(j), self.slice(j + period), strict=True):
                must_hold(before.keys() == later.keys(), "the reachable states are not periodic")
                for state, weight in before.items():
                    more = later[state] - weight
                    must_hold(growth.setdefault(state, more) == more, "the weights are not periodic")
        for j in range(begin, begin + period):
            vectors = [*self.slice(j), self.slice(j + 1)[0]]
            for x, row in enumerate(self.machine.rows):
                ahead = growths[(x + 1) % steps]
                for state, weight in vectors[x].items():
                    for target, (p, q) in row[state]:
                        gap = growths[x][state] - ahead[target]
                        is_used = weight + self._sign * (p + q) == vectors[x + 1][target]
                        must_hold(
                            gap == 0 or (gap > 0 and not is_used), "a slower state leads to a faster one"
                        )
        return growths


class LinearMinimum(NamedTuple):
    """Optimum before the final steps as a minimum of linear functions, for each slice of a period."""

    sweep: MinimumSweep
    begin: int
    period: int
    lines: list[list[tuple[int, int]]]
    """For each slice of the period, the values and growths of the states that lead to the end."""
    steady: int
    """Slice from which on a line of smallest growth is the minimum."""

    def value(self, sums: list[Sum], number: int) -> int | None:
        """Return the optimum on board ``number`` of the family, counted from the smallest one."""
        if number < len(sums):
            return self.sweep.least(sums[number])
        j = number - len(sums)
        if j < self.begin:
            return min((value for value, _ in completions(self.sweep, j)), default=None)
        rounds, q = divmod(j - self.begin, self.period)
        return min(value + rounds * growth for value, growth in self.lines[q])


def completions(sweep: MinimumSweep, j: int) -> list[tuple[int, int]]:
    """Return the smallest weights of complete paths through the states after j slices, with the states."""
    ends = sweep.machine.ends
    pairs = ((weight, sweep.least(ends[state]), state) for state, weight in sweep.slice(j)[0].items())
    return [(weight + more, state) for weight, more, state in pairs if more is not None]


def linear_minimum(sweep: MinimumSweep, begin: int, period: int) -> LinearMinimum:
    """Return the optimum as a minimum of linear functions, by the theorem."""
    growth = sweep.growths(begin, period)[0]
    lines, rounds = [], 0
    for j in range(begin, begin + period):
        line = [(value, growth[state]) for value, state in completions(sweep, j)]
        must_hold(line, "some boards have no configuration")
        slow = min(more for _, more in line)
        low = min(value for value, more in line if more == slow)
        gaps = [(low - value) // (more - slow) + 1 for value, more in line if more > slow and value <= low]
        rounds = max([rounds, *gaps])
        lines.append(line)
    return LinearMinimum(sweep, begin, period, lines, begin + rounds * period)


def check_optimum(certificate: object, budget: Budget) -> Verdict:
    """Check the certificate of optima on a family."""
    saved = file_of_format(certificate, OPTIMUM_SHAPE, OPTIMA)
    check_question(saved)
    need(saved["weights"] == ["x"], "weights: the weight of a configuration is its power of x")
    need(saved["rule"]["kind"] in KINDS, "rule: unknown kind")
    need(saved["sides"], "sides: expected at least one statement")
    family, asked = described_family(saved), CountQuery(saved["positions"], 1)
    machine = Machine(build_system(saved["rule"], asked, family), budget)
    for side in saved["sides"]:
        check_side(side, machine, family.first, budget)
    which = "" if saved["positions"] in ("all", "play") else f"{saved['positions']} "
    objects = OBJECTS.get(saved["rule"]["kind"], "configurations")
    boards = family_text(saved["family"]) or "the boards in the file"
    claims = "; ".join(map(side_sentence, saved["sides"]))
    checked = sum(side["begin"] + 2 * side["period"] for side in saved["sides"])
    return Verdict(
        f"for the {which}{objects} on {boards} that satisfy the rule in the file, {claims}",
        "the rule and the boards in the file, all states recomputed;"
        f" {quantity(len(machine.states[0]), 'state')}, {quantity(checked, 'slice')} swept over (min, +)",
        checked,
    )


def check_side(side: Fields, machine: Machine, first_n: int, budget: Budget) -> None:
    """Raise RefusalError unless the statement about smallest or largest weights is true."""
    period, sign = len(side["values"]), 1 if side["side"] == "smallest" else -1
    need(period and len(side["growth"]) == period, "growth: expected one number for each of the values")
    need(side["period"] % period == 0, "period: expected a multiple of the number of values")
    need(side["first"] >= first_n, f"first: the smallest board has n = {first_n}")
    sweep = MinimumSweep(machine, sign, budget)
    compare_vector(side, machine, sweep.slice(side["begin"])[0])
    found = linear_minimum(sweep, side["begin"], side["period"])
    known = [*side["initial"], *side["values"]]
    steady = first_n + len(machine.early) + found.steady
    for n in range(side["first"], max(steady, side["first"] + len(known)) + 2 * side["period"]):
        rounds, k = divmod(n - side["first"] - len(side["initial"]), period)
        claimed = side["values"][k] + rounds * side["growth"][k] if rounds >= 0 else known[n - side["first"]]
        true = found.value(machine.early, n - first_n)
        must_hold(true is not None, f"there is no configuration for n = {n}")
        must_hold(sign * claimed == true, f"the {side['side']} weight for n = {n} is not {claimed}")


def compare_vector(side: Fields, machine: Machine, vector: WeightVector) -> None:
    """Raise RefusalError unless the file lists all states with their weights."""
    texts = [json.dumps(debt) for debt in side["debts"]]
    numbers = {text: number for number, text in enumerate(texts)}
    states: list[State] = [*machine.states[0]]
    own = {json.dumps(state_data(states[state], numbers)): weight for state, weight in vector.items()}
    must_hold(
        len(numbers) == len(texts) == len(side["debts"]), "debts: do not match the constraints of the rule"
    )
    listed = {json.dumps(state): weight for state, weight in side["vector"]}
    must_hold(len(listed) == len(side["vector"]), "vector: a state is repeated")
    must_hold(own.keys() == listed.keys(), "vector: does not list exactly the reachable states")
    must_hold(own == listed, "vector: a weight differs from the smallest weight of a path")


def side_sentence(side: Fields) -> str:
    """Return a statement about smallest or largest weights as text."""
    listed, growth = [*side["initial"], *side["values"]], sorted({*side["growth"]})
    return (
        f"the {side['side']} weight for n >= {side['first']} is {', '.join(map(str, listed))}, ..., where it"
        f" grows by {' or '.join(map(str, growth))} in {quantity(len(side['values']), 'step')} from"
        f" n = {side['first'] + len(side['initial'])} on"
    )
