"""What all tests share: the seed, which of them run, and what is checked beside each."""

import gc
import inspect
import os
import re
import signal
import sys
from contextlib import suppress
from datetime import UTC, datetime
from zlib import crc32

import choice
import pytest
from hypothesis import settings
from json_schema import checked_dumps
from kinds import without
from resuming import Resumed

# Shared machines stall; how long a property takes is no part of what it says.
settings.register_profile("gfkit", deadline=None, max_examples=40)
settings.load_profile("gfkit")

# What a shell starts in the background ignores Ctrl-C, and so would all that tests start and interrupt.
with suppress(ValueError):  # outside of the main thread
    signal.signal(signal.SIGINT, signal.default_int_handler)


UNIX = re.compile(r"os\.fork|SIGKILL|SIGALRM|mkfifo|/dev/|bin/sh|symlink_to|chmod|/proc/|[\"']make[\"']")
collect_ignore = ["test_attack.py", "test_mutation.py", "cli/test_cli_closed.py"] * (sys.platform == "win32")
"""What they do to processes and files, Windows has no words for."""


def pytest_addoption(parser):
    group = parser.getgroup("gfkit")
    group.addoption("--seed", help="what draws the samples: any text, or 'week'; else that of .ci/tests.toml")
    group.addoption("--share", help="of the slow tests only a share, as 2/6: the second sixth")
    group.addoption("--resume", metavar="FOLDER", help="go on where the last run of the same files ended")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config):
    given = config.getoption("--seed")
    if given == "week":
        given = "{}-W{:02}".format(*datetime.now(UTC).isocalendar())
    if given:
        os.environ["GFKIT_SEED"] = given  # before any test is read
    if config.getoption("hypothesis_seed", None) is None:
        config.option.hypothesis_seed = crc32(choice.seed().encode())
    if without.MISSING_KINDS:
        without.watch_kinds(config)
    if config.getoption("--resume"):
        config.pluginmanager.register(Resumed(config), "gfkit-resumed")


def pytest_report_header(config):
    return f"samples of products are drawn by the seed {choice.seed()!r}; again with --seed={choice.seed()}"


def pytest_collection_modifyitems(config, items):
    """A slow test says its seconds; of the slow ones only a share may be asked for."""
    slow = {}
    for item in items:
        if sys.platform == "win32" and (lacks := UNIX.search(inspect.getsource(item.function))):
            item.add_marker(pytest.mark.skip(f"needs {lacks[0]}, which Windows lacks"))
        if mark := item.get_closest_marker("slow"):
            if len(mark.args) != 1 or not isinstance(mark.args[0], (int, float)):
                raise pytest.UsageError(f"{item.nodeid}: slow, but not how long: @pytest.mark.slow(12)")
            slow[item] = float(mark.args[0])
    if share := config.getoption("--share"):
        at, _, of = share.partition("/")
        left = [item for item in slow if crc32(item.nodeid.encode()) % int(of) != int(at) - 1]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in set(left)]


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
