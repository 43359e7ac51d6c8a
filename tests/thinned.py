"""Pairs of parameters of which only some are quick tests, chosen by a fixed shuffle; the others are slow."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from random import Random
from typing import Any

import pytest


def thinned(ones: Iterable[str], others: Iterable[str], every: int = 3) -> list[Any]:
    """All pairs; one in ``every`` runs with the quick tests."""
    pairs = list(product(ones, others))
    quick = set(Random(len(pairs)).sample(pairs, len(pairs) // every))
    return [pytest.param(*pair, marks=[] if pair in quick else [pytest.mark.slow]) for pair in pairs]
