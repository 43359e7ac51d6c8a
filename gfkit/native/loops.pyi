"""What the loops in C take and give. Arrays are those of numpy, or others with the same memory."""

from typing import Any

from numpy.typing import NDArray

def step(
    coding: str,
    layout: NDArray[Any],
    code: NDArray[Any],
    site: int,
    states: NDArray[Any],
    new_states: NDArray[Any],
    table: NDArray[Any],
    steps: NDArray[Any],
    order: NDArray[Any],
    told: NDArray[Any],
) -> bool:
    """Takes states over a site: whether there was room for all.

    ``told`` has how many new states and steps there are, then where to go on: see ``Place`` in states.h.
    """

def sweep(
    coding: str,
    layout: NDArray[Any],
    code: NDArray[Any],
    sites: NDArray[Any],
    states: NDArray[Any],
    numbers: NDArray[Any],
    site: int,
    many: int,
    peak: int,
    period: int,
    step_room: int,
    slots: int,
) -> tuple[int, int, int]:
    """Takes few states over sites: the next site, how many states there are, and the most there were."""

def enter(
    states: NDArray[Any], all_states: NDArray[Any], many: int, table: NDArray[Any], places: NDArray[Any]
) -> int:
    """Adds states to ``many`` others where they are not there, with their places: how many there are."""

def fill_table(states: NDArray[Any], many: int, table: NDArray[Any]) -> None:
    """Fills an empty table with the first ``many`` states."""

def add_numbers(steps: NDArray[Any], many: int, numbers: NDArray[Any], sums: NDArray[Any], bits: int) -> int:
    """Adds numbers, in limbs of so many bits, along ``many`` steps to sums: how many of these are not 0."""
