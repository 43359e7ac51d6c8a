"""What every test of certificates begins with."""

import pytest

from gfkit.proofs import rule_checker


@pytest.fixture(autouse=True)
def _few_are_listed(monkeypatch):
    """The proof does not rest on how many boards are listed beside it."""
    monkeypatch.setattr(rule_checker, "LISTED", 500)
