"""Configuration of all tests: selection of cases, and checks that run with each test."""

import gc
import inspect
import re
import signal
import sys
from contextlib import suppress

import pytest
from choice import EVERY
from hypothesis import settings
from json_schema import checked_dumps

# Shared machines stall, so no property has a deadline; every run tries the same examples.
settings.register_profile("gfkit", deadline=None, max_examples=40 if EVERY else 6, derandomize=True)
settings.load_profile("gfkit")

# Background jobs of a shell ignore Ctrl-C, and would pass this on to the processes that tests interrupt.
with suppress(ValueError):  # outside of the main thread
    signal.signal(signal.SIGINT, signal.default_int_handler)


UNIX = re.compile(r"os\.fork|SIGKILL|SIGALRM|mkfifo|/dev/|bin/sh|symlink_to|chmod|/proc/|[\"']make[\"']")
collect_ignore = ["cli/test_cli_closed.py", "runs/test_killed.py"] * (sys.platform == "win32")
"""These tests use processes and files in ways that Windows does not support."""


def pytest_configure():
    """Measure coverage without a lock, which an exception of a time limit would leave locked for ever."""
    measured = "coverage" in sys.modules and sys.modules["coverage"].Coverage.current()
    if measured:
        measured.stop()
        collector = sys.modules["coverage.collector"].Collector
        collector.lock_data = collector.unlock_data = lambda _: None
        measured.start()


def pytest_collection_modifyitems(items):
    """Require the CPU seconds of every slow test."""
    for item in items:
        if sys.platform == "win32" and (lacks := UNIX.search(inspect.getsource(item.function))):
            item.add_marker(pytest.mark.skip(f"needs {lacks[0]}, which Windows lacks"))
        mark = item.get_closest_marker("slow")
        if mark and (len(mark.args) != 1 or not isinstance(mark.args[0], (int, float))):
            raise pytest.UsageError(f"{item.nodeid}: slow, but not how long: @pytest.mark.slow(12)")


def pytest_collection_finish():
    """Freeze the loaded modules: collecting garbage in them took a tenth of the CPU seconds."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


@pytest.fixture(autouse=True)
def _all_json_is_as_its_schema_says(monkeypatch):
    """Check the JSON of every command that a test runs in this process: all keys are declared."""
    output = sys.modules.get("gfkit.cli.output")
    if output is not None:
        monkeypatch.setattr(output, "json_text", checked_dumps)


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """Return a temporary working directory for a test, with a separate run store."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GFKIT_CACHE", str(tmp_path / "cache"))
    return tmp_path


@pytest.fixture(autouse=True, scope="session")
def _a_run_store_of_our_own(tmp_path_factory):
    """Keep the stored runs of tests separate from those of the user."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GFKIT_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("GFKIT_QUIET", "1")  # a slow computer must not cause more output
        yield
