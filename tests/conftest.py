"""What all tests share."""

import signal
import sys
from contextlib import suppress

import pytest
from hypothesis import settings
from json_schema import checked_dumps
from thinned import thin

# Shared machines stall; how long a property takes is no part of what it says.
settings.register_profile("gfkit", deadline=None, max_examples=60)
settings.load_profile("gfkit")

# What a shell starts in the background ignores Ctrl-C, and so would all that tests start and interrupt.
with suppress(ValueError):  # outside of the main thread
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture(autouse=True)
def _all_json_is_as_its_schema_says(monkeypatch):
    """Whatever command a test runs in this process: what it prints with --json has declared keys alone."""
    output = sys.modules.get("gfkit.cli.output")
    if output is not None:
        monkeypatch.setattr(output, "dumps", checked_dumps)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items):
    """Of functions with very many cases most are slow, before slow ones are left out."""
    thin(items)


@pytest.fixture(autouse=True, scope="session")
def _a_run_store_of_our_own(tmp_path_factory):
    """What tests keep is neither put among the user's runs nor taken from there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GFKIT_CACHE", str(tmp_path_factory.mktemp("cache")))
        yield
