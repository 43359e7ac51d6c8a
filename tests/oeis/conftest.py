"""Every test runs in a new empty directory, without an index of sequences."""

import pytest


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GFKIT_OEIS_INDEX", str(tmp_path / "oeis.sqlite"))
