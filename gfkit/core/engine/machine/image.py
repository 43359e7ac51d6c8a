"""Count the distinct images of arrays under a map, by a subset construction.

Statement. Let an automaton sweep the arrays of a rule, and let each step output numbers: the values of the
map at all cells whose last argument is decided in this step. Form the automaton whose states are sets of
states: with a given output, a set leads to all states that some member can reach with this output. Then the
accepting paths of the new automaton are in bijection with the distinct images.

Proof. A path of the new automaton is determined by its outputs. It ends in a set with a final state if and
only if some array has this image.

Only reachable sets are constructed; their size is limited. On a strip the inner steps of the set automaton
are translates of each other, because the inner steps of the array automaton are.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Any, cast

from gfkit.core.engine import tuning
from gfkit.core.engine.machine.base import Machine
from gfkit.core.engine.machine.slot import Decides, Site, SlotMachine
from gfkit.core.errors import LimitError
from gfkit.core.rules.kinds.constraints import Key, Role, Slot
from gfkit.core.rules.values import Exponents


class ImageMachine(Machine):
    """Subset automaton of ``inner``, whose options are weighted by their number.

    ``powers`` contains the weights of the options, which must be determined by their outputs.
    """

    def __init__(
        self,
        inner: SlotMachine,
        shown: Sequence[Sequence[tuple[int, ...]]],
        powers: Sequence[Sequence[Exponents]],
    ) -> None:
        self._inner = inner
        self._shown = [tuple(own) for own in shown]
        self._powers = [dict(zip(own, made, strict=True)) for own, made in zip(shown, powers, strict=True)]
        self._moves: dict[Hashable, dict[int, tuple[tuple[tuple[int, ...], int], ...]]] = {}

    @property
    def sites(self) -> int:
        return self._inner.sites

    def start(self) -> frozenset[int]:
        return frozenset({self._inner.start()})

    def step(self, site: int, state: frozenset[int]) -> Iterable[tuple[frozenset[int], Exponents, int]]:
        """Return, for each output, the set of successor states. Options are not distinguished."""
        if len(state) > tuning.SWEEP.image_states:
            raise LimitError(
                f"images: the subset construction has sets of more than {tuning.SWEEP.image_states} states,"
                " because many arrays have the same partial image; choose a narrower board"
            )
        known = self._moves.setdefault(self.signature(site), {})
        targets: dict[tuple[int, ...], set[int]] = {}
        for member in state:
            moves = known.get(member)
            if moves is None:
                moves = known[member] = tuple(self._iterate_outputs(site, member))
            for numbers, after in moves:
                targets.setdefault(numbers, set()).add(after)
        powers = self._powers[site]
        return [(frozenset(after), powers[numbers], 0) for numbers, after in sorted(targets.items())]

    def _iterate_outputs(self, site: int, state: int) -> Iterable[tuple[tuple[int, ...], int]]:
        """Yield the outputs of one state, each with the state after it."""
        for after, (number, _), _ in self._inner.step(site, state):
            yield self._shown[site][number], after

    def final(self, state: frozenset[int]) -> bool:
        return any(self._inner.final(member) for member in state)

    def signature(self, site: int) -> Hashable:
        return self._inner.signature(site), self._shown[site], tuple(self._powers[site].values())

    @property
    def form(self) -> Hashable:
        return self._inner.form

    def layout(self, done: int, first: int, last: int) -> Hashable:
        return self._inner.layout(done, first, last)

    def laid(self, site: int, option: int) -> tuple[tuple[Any, int], ...]:  # noqa: ARG002
        """Return no variables, since an output does not determine them."""
        return ()


def shown_symbols(slots: Mapping[Key, Slot], sites: Sequence[Site]) -> list[list[tuple[int, ...]]]:
    """Return, for each step and each of its options, the symbols that the option assigns to visible
    variables.
    """
    by_site = []
    for site in sites:
        keys = [key for key, _ in cast("Decides", site.decides)]
        there = [place for place, key in enumerate(keys) if slots[key].role is Role.SHOWN]
        by_site.append(
            [tuple(cast(tuple[int, ...], option.symbols)[k] for k in there) for option in site.options]
        )
    return by_site
