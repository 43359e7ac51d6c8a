"""What all tests share: which of them run, and what is checked beside each."""

import gc
import inspect
import re
import signal
import sys
from contextlib import suppress

import pytest
from hypothesis import settings
from json_schema import checked_dumps

# Shared machines stall, so no property has a deadline; every run tries the same examples.
settings.register_profile("gfkit", deadline=None, max_examples=40, derandomize=True)
settings.load_profile("gfkit")

# What a shell starts in the background ignores Ctrl-C, and so would all that tests start and interrupt.
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
    """What is loaded by now stays: looking through it for garbage took a tenth of the CPU seconds."""
    gc.freeze()
    gc.set_threshold(5000, 20, 20)


@pytest.fixture(autouse=True)
def _all_json_is_as_its_schema_says(monkeypatch):
    """Whatever command a test runs in this process: what it prints with --json has declared keys alone."""
    output = sys.modules.get("gfkit.cli.output")
    if output is not None:
        monkeypatch.setattr(output, "json_text", checked_dumps)


@pytest.fixture
def elsewhere(tmp_path, monkeypatch):
    """The folder of a test, which is the working one, with a run store of its own in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("GFKIT_CACHE", str(tmp_path / "cache"))
    return tmp_path


@pytest.fixture(autouse=True, scope="session")
def _a_run_store_of_our_own(tmp_path_factory):
    """What tests keep is neither put among the user's runs nor taken from there."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GFKIT_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setenv("GFKIT_QUIET", "1")  # a machine that stalls must not write more
        yield
