"""Engine 5: automata with connectivity constraints or liberties, with states in a hash table of the C
extension.

Difference from engine 3: there are no precomputed transition tables. A state is a few words (defined in
``native/linked.c`` and ``native/groups.c``), and the C extension advances all states over a step, looking up
every successor in a hash table. While there are few states, one call sweeps many steps. On rectangles and
similar boards, steps recur with a period. Then states and their transitions, as pairs of rows, are cached: a
cached state is not advanced again, and its number is only added along the pairs. If states have few
successors, several steps are cached as one, which needs fewer tables and transitions. States are compared
word by word, so that distinct states are never identified. This engine supports no weights and requires the C
extension; ``codings`` selects the automata. Cost: for every step of a period, its states times options, and
for every step, transitions times words of a number.

Numbers are exact: before a step we allocate enough limbs for the largest number so far times the number of
transitions. If the memory does not suffice, ``ask`` raises an error; engine 6 needs less.

``engine5_few_states`` sweeps while there are few states, without numpy; ``engine5_many_states`` continues
with large tables.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gfkit.core.engine import tuning
from gfkit.core.engine.sweep.codings import Coding
from gfkit.core.engine.sweep.engine5_few_states import Ask, FewStates, OnStates

if TYPE_CHECKING:
    from gfkit.core.engine.sweep.engine5_many_states import ManyStates


def _ignore_progress(done: int, states: int) -> None:
    """Report nothing."""


def _allow_all(wanted: int) -> None:
    """Allow any amount of memory."""


def hashed_sweep(
    coding: Coding, on_site: OnStates = _ignore_progress, ask: Ask = _allow_all
) -> tuple[int, int]:
    """Return the count of an automaton, and the largest number of states in a step.

    If several steps are cached as one, only the states after the last of them are counted.
    """
    few = FewStates(coding)
    for most in tuning.SWEEP.hashed_at_once:
        few.advance(most, on_site, ask)
    sweep: FewStates | ManyStates = few
    if few.many and few.site < len(few.sites):
        from gfkit.core.engine.sweep.engine5_many_states import ManyStates

        sweep = ManyStates(few, on_site, ask)
    return sum(number for key, number in sweep.final() if coding.is_final(key)), sweep.peak
