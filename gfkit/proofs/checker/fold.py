"""Folds: symmetries of slices, by which one state before a slice represents another.

A board is a head, k slices of w variables each, and a tail of variables. A fold is a permutation p of the
variables of a slice and of the tail. It maps variable r of each slice to variable p(r) of the same slice, and
variable j of the tail to variable p(w + j) - w of the tail; call this map P. For example, a reflection of a
rectangle maps each cell to the opposite cell. Places from the end of the board are variables of the tail.

Theorem. Suppose that no variable is kept and that there is no global constraint. Suppose also that, for all
k, P preserves the weights of variables, permutes the constraints that begin in slices and tail, and permutes
the places that occur in states before a slice. Then a state before a slice and its image have the same sum of
the weights of all completions. So each state before a slice may be replaced by its image.

Proof. Let k slices follow. Assign to variable P(z) the symbol of variable z, for all variables of the slices
and the tail. This is a bijection of the completions and preserves weights. A completion that satisfies the
debts of the state and the later constraints is mapped to one that satisfies their images: these are the debts
of the image of the state, and the later constraints.

The hypotheses are checked once for a slice and once for the tail. A constraint that begins in the last slice
may contain variables of the tail. On the variables that occur in states and constraints, P acts there as in
slices.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from gfkit.proofs.checker.core import END, FAR, Move, System, Table, length
from gfkit.proofs.checker.reading import Budget, need


def read_fold(fold: Sequence[Sequence[int]], system: System, budget: Budget) -> list[Move]:
    """Return the action of each permutation on places. Raise RefusalError if a permutation is not a
    symmetry.
    """
    return [check_symmetry(p, system, budget) for p in fold]


def fold_moves(p: Sequence[int], system: System) -> tuple[Move, Move]:
    """Return the action of a fold on places counted from a slice, and on places counted from the tail."""
    start, width, tail = length(system.head), length(system.slice), length(system.tail)

    def in_tail(place: int) -> int:
        first = END - tail if place > FAR else start
        need(0 <= place - first < tail, "fold: a constraint contains a variable outside the tail")
        return first - width + p[place - first + width]

    def in_slice(place: int) -> int:
        r = (place - start) % width
        return in_tail(place) if place > FAR else place - r + p[r]

    return in_slice, in_tail


def check_symmetry(p: Sequence[int], system: System, budget: Budget) -> Move:
    """Return the action of a fold on places. Raise RefusalError if the theorem does not apply."""
    start, width, tail = length(system.head), length(system.slice), length(system.tail)
    kept = any(any(site.kept) for site in (*system.head, *system.slice, *system.tail))
    need(
        not (kept or system.tallies or system.wholes),
        "fold must be empty if variables are kept or there are global constraints",
    )
    slots = [*range(width + tail)]
    need(
        width and [*sorted(p[:width]), *sorted(p[width:])] == slots,
        "fold: expected a permutation of the variables of a slice and of the variables of the tail",
    )
    in_slice, in_tail = fold_moves(p, system)
    alike = next((at for at in range(start, start + tail) if in_slice(at) != in_tail(at)), start + tail)
    for part, move, stop in ((system.slice, in_slice, alike + width), (system.tail, in_tail, END)):
        sites = {site.at + k: (site.slots[k], site.laid[k]) for site in part for k in range(len(site.slots))}
        laid = {debt for _, debts in sites.values() for debt in debts}
        budget.spend(len(sites) + sum(prod(debt.symbols) if isinstance(debt, Table) else 5 for debt in laid))
        need(
            [*sites] == [*range(start, start + length(part))]
            and all(debt.first == at for at, (_, debts) in sites.items() for debt in debts)
            and all(at > FAR or at < stop for debt in laid for at in debt.slots)
            and all(sites[move(at)][0] == powers for at, (powers, _) in sites.items())
            and {debt.shift(move) for debt in laid} == laid,
            "fold: the permutation is not a symmetry of the slices",
        )

    def image(place: int) -> int:
        need(place > FAR or start <= place < alike, "fold: the permutation is not a symmetry of the states")
        return in_slice(place)

    return image
