"""Derivations are shared by the statements about one sequence. They are those of the engine."""

from functools import cache

import pytest

from gfkit.core.engine.derive import derive

_derived = cache(lambda _, question, certify, limit: derive(question, certify=certify, max_memory=limit))


def shared(question, *, certify=False, max_memory=None, on_progress=None):
    """Return the derived formula. Calls of the command line, which report progress, derive it anew."""
    if on_progress is not None:
        return derive(question, certify=certify, max_memory=max_memory, on_progress=on_progress)
    return _derived(question.game, question, certify, max_memory)


@pytest.fixture(autouse=True)
def _derivations_are_shared(monkeypatch):
    monkeypatch.setattr("gfkit.claims.provers.truth.derive", shared)
