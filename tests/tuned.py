"""Other numbers than those that tune an engine, for one test."""

import pytest

from gfkit.core.engine import tuning
from gfkit.ways import tuning as tuning_of_ways

TUNED = {engine: tuned for engine, tuned in (vars(tuning) | vars(tuning_of_ways)).items() if engine.isupper()}


def tune(monkeypatch: pytest.MonkeyPatch, engine: str, **numbers: object) -> None:
    """Set tuning numbers of an engine, for example ``tune(monkeypatch, "SWEEP", hashed_few=8)``."""
    for name, number in numbers.items():
        monkeypatch.setattr(type(TUNED[engine]), name, number)
