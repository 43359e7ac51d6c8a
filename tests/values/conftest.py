"""What the tests of values share: they go the plain way, however busy the machine is."""

import pytest


@pytest.fixture(autouse=True)
def _machine_code_is_made_where_it_is_tested_alone(monkeypatch):
    """Else a search that a busy machine makes slow would compile loops, and go on with them."""
    for module in ("board", "winner"):
        monkeypatch.setattr(f"gfkit.values.{module}.SECONDS_BEFORE_ASKING", 1e9)
