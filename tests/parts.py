"""Tests that go through a long list: a few of its things with the quick tests, all of them with the slow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from choice import drawn


def some_and_all(things: Sequence[Any], some: int, seconds: float) -> list[Any]:
    """Two cases: so many things drawn by the seed, and the whole list, which takes so many CPU seconds."""
    few = drawn(f"{len(things)} {some}").sample(list(things), some)
    return [pytest.param(few, id="some"), pytest.param(things, id="all", marks=pytest.mark.slow(seconds))]
