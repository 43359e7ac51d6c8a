"""Interface of the automata that count configurations."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import Any, ClassVar, Protocol

from gfkit.core.rules.values import Exponents

State = Any
"""State of an automaton: a hashable value, of one type for each class of automata."""
Terms = dict[tuple[int, int], int]
"""Polynomial in x and y, as a map from exponents to coefficients."""


class Machine(Protocol):
    """Weighted automaton that sweeps a board step by step.

    The polynomial of the board is the sum, over all paths from ``start`` to a ``final`` state by the steps 0,
    1, ..., ``sites`` - 1, of the product of the weights on the path. The automaton is unambiguous: distinct
    paths are distinct configurations.

    A sweep needs the first six members. ``form`` and ``layout`` compare the states of two boards, or of two
    slices of a strip. ``laid`` translates a path into a configuration.
    """

    encoding: ClassVar[str] = ""
    """Encoding of the states: "tracks", "labels" or "groups", which have faster sweeps, "arrows", or ""."""

    @property
    def sites(self) -> int:
        """Number of steps of the sweep."""

    def start(self) -> State:
        """Return the initial state."""

    def step(self, site: int, state: State) -> Iterable[tuple[State, Exponents, int]]:
        """Yield the successors of a state in a step, each with the exponents of x and y of the transition and
        the number of its option.
        """

    def final(self, state: State) -> bool:
        """Return True if a state after the last step is accepting."""

    def signature(self, site: int) -> Hashable:
        """Return a key of a step. Steps with equal keys have equal transitions and share their tables."""

    @property
    def form(self) -> Hashable:
        """Key of the state encoding. States of two automata are comparable if the keys are equal."""

    def layout(self, done: int, first: int, last: int) -> Hashable:
        """Return a key of the state encoding after ``done`` steps, relative to the position in the sweep.

        If two positions on a long board have equal keys, corresponding components of their states are encoded
        in the same bit fields. A component that is stored from before step ``first`` until after step
        ``last`` corresponds only to itself.
        """

    def laid(self, site: int, option: int) -> tuple[tuple[Any, int], ...]:
        """Return the variables that an option of a step decides, each with its value."""
