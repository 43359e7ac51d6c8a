"""Other numbers than those that tune an engine, for one test."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gfkit.transfer import tuning


def tune(monkeypatch: pytest.MonkeyPatch, engine: str, **numbers: object) -> None:
    """Puts numbers into the record of an engine, as ``tune(monkeypatch, "SWEEP", hashed_few=8)``."""
    monkeypatch.setattr(tuning, engine, replace(getattr(tuning, engine), **numbers))
