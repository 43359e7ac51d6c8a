"""Folds: symmetries of slices, by which one state before a slice stands for another.

A board is a head, k slices of w slots each, and a tail of slots. A fold is a permutation p of the slots of a
slice and of those of the tail. It takes slot r of each slice to slot p(r) of the same slice, and slot j of
the tail to slot p(w + j) - w of the tail; call this P. So a mirror of a rectangle takes each cell to the one
across. Places from the end of the board are slots of the tail.

Theorem. Let no slot be kept, and nothing be asked of the board as a whole. For all k, let P keep the weights
of slots, map the constraints that begin in slices and tail onto themselves, and take the slots that states
before a slice name to the same places. Then a state before a slice and its image have the same sum of the
weights of all ways to go on. So each state before a slice may be replaced by its image.

Proof. Let k slices follow. Give to slot P(z) the symbol of slot z, for all slots of the slices and the tail.
This maps the ways to go on one to one and keeps weights. A way that breaks nothing of what the state owes, or
of what begins later, becomes one that breaks nothing of their images: these are what the image of the state
owes, and what begins later.

Check. It is made once, for a slice, and for the tail. A constraint that begins in a slice may name slots of
the tail if the tail comes next. There P is what it would be in slices, as far as states and constraints name
slots.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod

from gfkit.proofs.checker.core import END, FAR, Move, System, Table, length
from gfkit.proofs.checker.reading import Budget, need


def read_fold(fold: Sequence[Sequence[int]], system: System, budget: Budget) -> list[Move]:
    """Return the action of each permutation on places. Raise RefusalError if one is not a symmetry."""
    return [check_symmetry(p, system, budget) for p in fold]


def moves_of(p: Sequence[int], system: System) -> tuple[Move, Move]:
    """Return the action of a fold on places counted from a slice, and on places counted from the tail."""
    start, width, tail = length(system.head), length(system.slice), length(system.tail)

    def in_tail(place: int) -> int:
        first = END - tail if place > FAR else start
        need(0 <= place - first < tail, "fold: a constraint names a slot that is not in the tail")
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
        "fold: slots are kept, or the board is asked as a whole",
    )
    slots = [*range(width + tail)]
    need(
        width and [*sorted(p[:width]), *sorted(p[width:])] == slots,
        "fold: a permutation of the slots of a slice, and of those of the tail, was expected",
    )
    in_slice, in_tail = moves_of(p, system)
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
            "fold: it is no symmetry of the slices",
        )

    def image(place: int) -> int:
        need(place > FAR or start <= place < alike, "fold: it is no symmetry of the states")
        return in_slice(place)

    return image
