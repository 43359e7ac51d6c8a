"""Fixtures of the tests of papers."""

from __future__ import annotations

import pytest

from gfkit.catalog import PublishedClaim, load


@pytest.fixture(scope="session")
def claims() -> dict[str, PublishedClaim]:
    """Every claim of the catalogue by its id: a paper's tables stand there and nowhere else."""
    return {claim.id: claim for document in load() for claim in document.claims}
