"""Which machines have states that fit into words, and when machine code for them pays."""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from gfkit.exact.compiling import is_compiled
from gfkit.transfer.machine.liberty import LibertyMachine
from gfkit.transfer.machine.linked import LinkedMachine
from gfkit.transfer.machine.machine import Machine
from gfkit.transfer.sweep.liberty_words import LibertyCoding
from gfkit.transfer.sweep.linked_words import LinkedCoding

Coding = LinkedCoding | LibertyCoding

_WORTH_LOADING, _WORTH_COMPILING = 600_000, 5_000_000
"""States that the rungs below step in about the time it takes to load machine code, and to make it."""


def coding_of(machine: Machine) -> Coding | None:
    """How the states of a machine are written as words, if they are."""
    if isinstance(machine, LinkedMachine):
        return LinkedCoding.of(machine)
    return LibertyCoding.of(machine) if isinstance(machine, LibertyMachine) else None


def hashing_pays(coding: Coding, states: int) -> bool:
    """Whether so many states to step are worth machine code."""
    if f"{__package__}.{coding.code}" in sys.modules:
        return True
    worth = coding.slow * states
    if worth <= _WORTH_LOADING:
        return False
    source = Path(__file__).with_name(f"{coding.code}.py")
    return (worth > _WORTH_COMPILING or is_compiled(source)) and steps_in_code() is not None


@cache
def code_module(name: str) -> Any:
    """A module of machine code beside this one, or None without numba."""
    try:
        return import_module(f"{__package__}.{name}")
    except ImportError:
        return None


def steps_in_code() -> Any:
    """The machine code that all codings share, or None without numba."""
    return code_module("hash_code")
