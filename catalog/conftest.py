"""Fixtures of the tests of papers."""

from __future__ import annotations

import pytest

from gfkit.catalog import PublishedClaim, load


@pytest.fixture(scope="session")
def claims() -> dict[str, PublishedClaim]:
    """Return every claim of the catalogue by its id; tables of papers are stored only there."""
    return {claim.id: claim for document in load() for claim in document.claims}
