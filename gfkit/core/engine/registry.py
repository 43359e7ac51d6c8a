"""Registry of the ways to answer a query without a sweep, or instead of the rest of a sweep.

The engine answers each query by the automaton of its rule. A *way* answers some of these queries faster, by a
theorem or by another algorithm. There are four tables of ways, by the question that they answer:

- ``boards``, asked with a ``BoardQuery``: the polynomial of a board, or random configurations on it;
- ``families``, asked with a question and a ``Deriver``: the ``FoundLaw`` of a family;
- ``strips``, asked with a strip, its small automaton or None, its weights and a ``Derivation``: the
  ``StripFraction`` of a strip that is too wide for a determinant;
- ``sweeps``, asked with a ``CountTask`` and the cells of a component: a ``Watcher`` of its sweep.

A table is the tuple ``WAYS`` of the module with this name in the package of ways, followed by the ways that
``register`` adds. If the package is not installed, the tables are empty, and everything is swept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from gfkit.core.hooks import from_above

if TYPE_CHECKING:
    from gfkit.core.algebra import Evidence
    from gfkit.core.engine.derived import Derived
    from gfkit.core.engine.machine.base import Terms
    from gfkit.core.rules import Question
    from gfkit.core.rules.kinds.constraints import ConstraintSystem
    from gfkit.core.typing import OnProgress, Store

TableName = Literal["boards", "families", "strips", "sweeps"]
Purpose = Literal["polynomial", "extremes", "draws", "marginals"]
"""Result for which a sweep is replaced; "extremes" are the terms of lowest and of highest power."""
Answer = TypeVar("Answer")
Deriver: TypeAlias = "Callable[[Question], Derived]"
"""Function that derives the formula of another query with the same options."""


class Plan(NamedTuple, Generic[Answer]):
    """Answer that is not computed yet, and the memory of its matrices in bytes.

    ``answer`` returns None if only an attempt shows that the sweep is faster.
    """

    answer: Callable[[], Answer | None]
    bytes: int = 0


class Way(NamedTuple):
    """Way to answer the queries of one table, if its hypothesis holds."""

    hypothesis: str
    """Hypothesis, in English."""
    cost: str
    """Cost, compared with the cost of the sweep."""
    theorem: str
    """Theorem used, and the module that states and proves it."""
    applies: Callable[..., Plan[Any] | None]
    """Test of the hypothesis, which returns a plan if it holds and None otherwise."""
    draw: str = ""
    """For boards, the place of a function of a query, and values of the weights x and y, that returns a
    function that draws a configuration (or None if there is none) and the name of the method, or None.
    """


class BoardQuery(NamedTuple):
    """Query for the polynomial of a board; ``system`` builds its constraint system on first use."""

    question: Question
    system: Callable[[], ConstraintSystem]
    limit: int
    """Memory in bytes."""
    on_progress: OnProgress | None = None
    store: Store | None = None


class FoundLaw(NamedTuple):
    """Formula of a family, and the range of n in which it is compared with separately counted boards."""

    law: Derived
    last: int | None = None
    """Last compared n, or None if the formula follows from a formula that was compared."""
    states: int = 1
    """Number of states of the underlying automaton, which determines the cost of a comparison."""


class Watcher(Protocol):
    """Observer of a sweep, which searches for a faster method while the number of states grows."""

    def watch(self, states: int) -> None:
        """Register a step of the sweep; raise FasterMethodError if another method should replace it."""

    def rescue(self) -> Callable[[], Any] | None:
        """Return a method that replaces a sweep that needs too much memory, or None."""


class FasterMethodError(Exception):
    """Raised in a sweep to replace it; ``solve`` returns the polynomial and its evidence, or for draws and
    marginals the elimination.
    """

    def __init__(self, solve: Callable[[], tuple[Terms, Evidence | None]]) -> None:
        super().__init__()
        self.solve = solve


_REGISTERED: dict[str, tuple[Way, ...]] = {}


def register(table: TableName, way: Way) -> None:
    """Append a way to a table."""
    _REGISTERED[table] = (*_REGISTERED.get(table, ()), way)


def ways(table: TableName) -> tuple[Way, ...]:
    """Return the ways of a table, in the order in which they are tried."""
    return _own_ways(table) + _REGISTERED.get(table, ())


@cache
def _own_ways(table: TableName) -> tuple[Way, ...]:
    own: Callable[[str], tuple[Way, ...]] | None = from_above("ways")
    return own(table) if own else ()


def plans(table: TableName, *query: object) -> Iterator[Plan[Any]]:
    """Yield the plans of the ways that apply to a query."""
    for way in ways(table):
        plan = way.applies(*query)
        if plan is not None:
            yield plan
