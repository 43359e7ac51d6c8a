"""Long commands: the clock, Ctrl-C, memory, the log, progress, and messages on stored results.

The tests replace the engine by one with a given duration. The output after a stop is compared with the
complete result.
"""

import io
import json
import re
import signal
import sys
import time
from pathlib import Path

import click
import pytest
from batches import Hours
from choice import then_slow
from cli.calling import begun, call, engine, python, told
from hypothesis import given, strategies as st
from tables import FOLDER, tables

from gfkit.cli.call import Call, Stop, without
from gfkit.cli.long import progress
from gfkit.cli.long.progress import read_seconds
from gfkit.core.errors import LimitError, OptionError, WorkerError
from gfkit.core.typing import NO_STAGE, Progress

IDENTITY = "3f" * 32
STAMP = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ  "


@pytest.fixture(autouse=True)
def _game(elsewhere):
    (elsewhere / "my game.toml").write_text('name = "Mine"\n[both]\npieces = ["X"]\n')


def endless(*_, **__):
    while True:
        time.sleep(0.01)


def test_long_commands_print_one_note_without_a_terminal(monkeypatch):
    def many(*_, on_progress, **__):
        for states in (10**5, 10**6, 10**7):
            on_progress(Progress("values of positions", 0, 0, states))
        raise LimitError("enough")

    monkeypatch.setattr("gfkit.play.value", many)
    monkeypatch.delenv("GFKIT_QUIET")
    assert call("value", "domineering", "8x8").err.count("--max-memory") == 1


# The clock


@pytest.mark.parametrize(
    ("words", "option"),
    [("sample domino-tilings 8x8", "GFKIT_MAX_MEMORY"), ("count dominating-sets 12x12", "--max-memory")],
)
def test_a_limit_is_named_as_the_command_accepts_it(words, option, monkeypatch):
    monkeypatch.setenv("GFKIT_MAX_MEMORY", "10K")
    said = call(*words.split(), code=3).err
    assert option in said
    assert ("--max-memory" in said) == (option == "--max-memory")


def test_time_runs_out(monkeypatch):
    """Quietly, with its exit code, also where the interruption gets lost; signals are as before."""
    signals = (signal.SIGINT, signal.SIGTERM, signal.SIGALRM)
    before, lost = [signal.getsignal(number) for number in signals], []

    def deaf(*_, **__):
        try:
            endless()
        finally:
            time.sleep(1.3)  # cleaning up is not interrupted when the clock strikes again, after one second
            lost.append(True)

    def replaced(*_, **__):
        try:
            deaf()
        except KeyboardInterrupt:
            raise TypeError from None

    for late in (deaf, replaced):
        engine(monkeypatch, late)
        said = call("count", "col", "2x2", "--max-seconds", "1s", "--json")
        assert said == (3, "", "gfkit: time limit of 1 s reached (--max-seconds)\n")
    assert lost == [True, True]
    assert call("value", "col", "2x2", "--max-seconds", "1h").code == 0
    assert [signal.getsignal(number) for number in signals] == before
    assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)


def test_durations_are_parsed():
    for word, seconds in (("90", 90), ("90s", 90), ("1.5m", 90), ("2h", 7200), ("1 D", 86400)):
        assert read_seconds(word) == seconds
    for word in ("", "0", "-1", "5x", "1h30", "nan", "1e3", "inf"):
        with pytest.raises(OptionError, match="is not a duration"):
            read_seconds(word)


@pytest.mark.slow(2)
def test_real_computations_are_stopped_too():
    """Run in a separate process, with a string that Python executes, as in imports."""
    script = (
        "import sys, gfkit.core.engine.count\n"
        "gfkit.core.engine.count.count = lambda *_, **__: exec('while True: pass')\n"
        "from gfkit.cli.main import main\n"
        "sys.exit(main(['count', 'col', '2x2', '--max-seconds', '0.5']))\n"
    )
    assert python(script) == (3, "", "gfkit: time limit of 0.5 s reached (--max-seconds)\n")


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no alarm clock")
def test_a_late_alarm_is_ignored_after_the_timer_is_disarmed():
    """An alarm comes in while one step of C takes long, and is handled when the answer is being written."""
    stop = Stop()
    with stop:
        stop.start_clock(600)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGALRM)
        assert stop.timed_out
        with stop.writing():
            signal.raise_signal(signal.SIGALRM)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGALRM)
        stop.disarm()
        signal.raise_signal(signal.SIGALRM)


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no alarm clock")
def test_an_alarm_during_output_does_not_truncate_it(monkeypatch):
    """An alarm comes before each line that is written: the number has its evidence, and the code is 0."""
    whole, echo = call("count", "kings", "2x2"), click.echo

    def late(*text: object, **more: object) -> None:
        signal.raise_signal(signal.SIGALRM)
        echo(*text, **more)

    monkeypatch.setattr(click, "echo", late)
    assert call("count", "kings", "2x2", "--max-seconds", 600) == whole


def test_documents_have_a_separate_memory_limit(monkeypatch, tmp_path):
    """The default limit is 2 GB, and an option replaces it."""
    asked, sizes = ("report", "kings", "2xn", "-o", tmp_path / "a.html"), []
    monkeypatch.setattr(Stop, "start_scales", lambda _, limit, *__: sizes.append(limit))
    call(*asked, code=0)
    call(*asked, "--force", "--max-memory", "1G", code=0)
    assert sizes[0] <= 2 << 30
    assert sizes[1] == 1 << 30


# Rows so far


@pytest.mark.parametrize(
    ("words", "more", "key", "done"),
    then_slow(
        [("value domineering 2xn --to 6", "--to 4", "values", 4)],
        1,
        ("constant independent-sets --width 8", "", "strips", 6),
        ("outcomes domineering 3xn --to 6", "--to 5", "outcomes", 4),
        ("catalog check profiles-t1-*", "", "claims", 2),
    ),
)
def test_partial_results_are_printed_after_a_stop(words, more, key, done, monkeypatch):
    """The partial result is an initial part of the complete result."""
    whole = told(*words.split(), *more.split())[key]
    tell = progress.ProgressLine.__call__

    def stop(line, report):
        if report.done == done:
            raise KeyboardInterrupt
        tell(line, report)

    monkeypatch.setattr(progress.ProgressLine, "__call__", stop)
    stopped = call(*words.split(), "--json", code=130)
    shown = json.loads(stopped.out)[key]
    assert shown
    assert all(row in whole for row in shown)
    place = "" if done == 1 else "current step: .+; "
    assert re.fullmatch(f"gfkit: interrupted; {place}partial results are shown\n", stopped.err)


# Ctrl-C

# One long sleep would miss a signal just before it: Python handles signals between its steps.
SCRIPT = """
import sys, time, gfkit.core.engine.count
from gfkit.cli.main import main
def rest():
    for _ in range(600):
        time.sleep(0.1)
def count(*_, **__):
    try:
        begin()
        rest()
    finally:
        print('cleaning up', flush=True)
        if sys.argv[1] == 'slow':
            rest()
def begin():
    print('begun', flush=True)
{waste}
gfkit.core.engine.count.count = count
sys.exit(main(['count', 'col', '2x2']))
"""


# Python ignores exceptions in finalisers, as it does inside of imports.
DROPPED = "class begin:\n    __del__ = lambda _: (print('begun', flush=True), rest())"
# Python replaces an exception in a hash lookup by a TypeError.
REPLACED = """
class Slow:
    __get__ = lambda *_: (print('begun', flush=True), rest())
class Key:
    __hash__ = Slow()
def begin():
    hash(Key())
"""
INT, TERM = signal.SIGINT, signal.SIGTERM


@pytest.mark.parametrize(
    ("numbers", "waste"),
    then_slow([([INT], ""), ([TERM], REPLACED)], 0.7, ([TERM], ""), ([INT, INT], ""), ([INT], DROPPED)),
    ids=["Ctrl-C", "replaced by Python", "TERM", "twice", "dropped by Python"],
)
def test_an_interruption_ends_the_command_quietly(numbers, waste):
    """The first signal lets it clean up, the second does not; a signal that Python drops is repeated."""
    first, *second = numbers
    with begun(SCRIPT.replace("{waste}", waste), "slow" if second else "fast") as one:
        try:
            assert one.stdout is not None
            assert one.stdout.readline() == "begun\n", one.stderr.read()
            one.send_signal(first)
            if second:
                assert one.stdout.readline() == "cleaning up\n"
                one.send_signal(*second)
            out, err = one.communicate(timeout=60)
        finally:
            one.kill()
    wanted = (130, "", "") if second else (130, "cleaning up\n", "gfkit: interrupted\n")
    assert (one.returncode, out, err) == wanted


def test_ctrl_c_when_all_is_done_interrupts_nothing(monkeypatch):
    """The signal arrives while the signal handlers are restored, which calls Python code."""
    usual = signal.getsignal

    def interrupted(number):
        if number == signal.SIGINT:
            signal.raise_signal(number)
        return usual(number)

    with Stop() as stop:
        monkeypatch.setattr(signal, "getsignal", interrupted)
    monkeypatch.undo()
    assert not stop.interrupted
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


# Stored results


def expired():
    """Interrupt the command as at its time limit, at no particular time."""
    click.get_current_context().find_object(Call).stop.timed_out = True
    raise KeyboardInterrupt


def keeping(number, ending):
    """Return an engine that stores some batches, and stops."""

    def derive(*_, store, **__):
        for k in range(number if store is not None else 0):
            if store.get(IDENTITY, f"primes {k}") is None:
                store.put(IDENTITY, f"primes {k}", b"some answer")
        if callable(ending):
            ending()
        raise ending

    return derive


def test_stored_results_are_reported(monkeypatch):
    """The message contains the command that resumes it, without the limit that stopped it."""
    kept = "37 batches are stored, continue with: gfkit derive"
    for words, number, ending, code, line in (
        ("cram 14xn --max-seconds=2h", 37, KeyboardInterrupt(), 130,
         f"interrupted; {kept} cram 14xn"),
        ("cram 9xn", 37, LimitError("too much (max memory)"), 3, f"too much (max memory); {kept} cram 9xn"),
        ("cram 9xn", 37, MemoryError(), 3,
         f"out of memory; choose a smaller board; {kept} cram 9xn"),
        ("cram 9xn", 37, WorkerError("batch 'primes 3' failed 3 times"), 3,
         f"batch 'primes 3' failed 3 times; {kept} cram 9xn"),
        ("cram 8xn --max-memory 1G", 37, LimitError("too much"), 3, f"too much; {kept} cram 8xn"),
        ("'my game.toml' 14xn --max-seconds 600", 1, expired, 3,
         "time limit of 600 s reached (--max-seconds); 1 batch is stored,"
         " continue with: gfkit derive 'my game.toml' 14xn"),
        ("cram 7xn", 0, KeyboardInterrupt(), 130, "interrupted"),
    ):  # fmt: skip
        engine(monkeypatch, keeping(number, ending), "derive")
        game, _, rest = words.rpartition("' ") if "'" in words else words.partition(" ")
        assert call("derive", game.strip("'"), *rest.split()) == (code, "", f"gfkit: {line}\n")


def test_a_long_count_is_stored(monkeypatch):
    """Matchings of the 5 x 5 grid: 2810694 (A028420)."""
    monkeypatch.setattr("gfkit.runs.batch.time", Hours())
    first, second = call("count", "cram", "5x5"), call("count", "cram", "5x5")
    assert (first, first.lines) == (second, ["2810694"])
    engine(monkeypatch, keeping(3, KeyboardInterrupt()), "derive")
    for _ in range(2):
        said = call("derive", "cram", "9xn", code=130)
        assert said.err.endswith("3 batches are stored, continue with: gfkit derive cram 9xn\n")
    assert call("derive", "cram", "9xn", "--no-store") == (130, "", "gfkit: interrupted\n")
    words = ["derive", "a", "--log", "--quiet", "--quiet", "--max-seconds=3", "--max-seconds", "5"]
    assert without(words, "--max-seconds", "--quiet=") == ("derive", "a", "--log")


# The log


def test_the_log_has_begin_and_end(monkeypatch):
    log, now = Path("log"), [100.0]
    with monkeypatch.context() as patch:
        patch.setattr(progress.time, "monotonic", lambda: now[0])
        with progress.ProgressLine(log=progress.Log("log")) as line:
            for k in range(300):  # a stage has one line and then one in ten seconds
                line(Progress("states" if k < 150 else "primes", k, 300, 0))
                now[0] += 0.1
    assert [text.split()[1] for text in log.read_text().splitlines()] == ["states", "primes", "primes"]
    kept = progress.Log("gone/log")
    kept.line("trouble later does not stop the work")
    with pytest.raises(OptionError, match="cannot be written: No such file"):
        kept.begin(["count"])
    log.unlink()
    engine(monkeypatch, keeping(2, KeyboardInterrupt()), "derive")
    for words, code, text in tables("wholes")["long"]:
        with monkeypatch.context() as patch:
            patch.setenv("GFKIT_LOG", "log")
            said = call(*words.split())
        *_, begin, end = log.read_text().splitlines()
        assert re.fullmatch(f"{STAMP}begin  gfkit {re.escape(words)}", begin)
        assert re.match(rf"{STAMP}end    exit code {code} after \d+\.\d s.*({text})", end)
        assert said.code == code
        assert not code or end.endswith(said.err.strip().removeprefix("gfkit: "))


# Memory

GROWING = (FOLDER / "growing.txt").read_text("utf-8")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc to see memory")
@pytest.mark.parametrize("how", ["grow(held)", pytest.param("deaf(held)", marks=pytest.mark.slow(1.5))])
def test_a_process_above_the_memory_limit_is_stopped(how):
    """Whatever an engine believes that it takes: it is stopped, or ended where it does not hear that."""
    code, out, err = python(GROWING.replace("HOW", how))
    assert (code, out) == (3, ""), err[-500:]
    line = r"gfkit: .*?([0-9.]+) MiB .*200\.0 MiB.*\n"
    said = re.fullmatch(line, err)
    assert said, err[-500:]
    assert 200 < float(said[1]) < 250


# The line


@pytest.mark.parametrize("work", ["reports", "says nothing", "is quick", "is to be quiet", "in a pipe"])
def test_terminals_show_a_progress_line_and_pipes_a_late_note(work, monkeypatch):
    stream = io.StringIO()
    stream.isatty = lambda: work != "in a pipe"
    monkeypatch.setenv("TERM", "xterm")
    if work != "is to be quiet":
        monkeypatch.delenv("GFKIT_QUIET")
    monkeypatch.setattr(progress, "PATIENCE", 60.0 if work == "is quick" else 0.0)
    monkeypatch.setattr(progress, "NOTED_AFTER", 0.05 if work == "in a pipe" else 60.0)
    monkeypatch.setattr(sys, "stderr", stream)
    note = "note: running for 0.05 s (sweeping 3/8, 1,200 states)\n"
    wanted = {"reports": "sweeping 3/8", "says nothing": "working", "in a pipe": note}.get(work, "")
    ends, line = time.monotonic() + (60 if wanted else 0.1), progress.ProgressLine()
    if work != "says nothing":
        line(Progress("sweeping", 3, 8, 1200))
    with line:
        while not re.search("sweeping|working", stream.getvalue()) and time.monotonic() < ends:
            time.sleep(0.01)
    assert wanted in stream.getvalue() if wanted else stream.getvalue() == ""


def test_the_line_has_the_largest_number_of_states_of_its_stage(monkeypatch):
    """A sweep ends with one state, which is not its size; a finished stage is named as finished."""
    stream = io.StringIO()
    monkeypatch.delenv("GFKIT_QUIET")
    monkeypatch.setattr(progress, "NOTED_AFTER", 0.05)
    monkeypatch.setattr(sys, "stderr", stream)
    ends = time.monotonic() + 60
    with progress.ProgressLine() as line:
        for cell, states in enumerate((1, 67, 12, 1)):
            line(Progress("finding states", 76 + cell, 0, states))
        assert "67 states" in line.text(80)
        while not stream.getvalue() and time.monotonic() < ends:
            time.sleep(0.01)
    assert "cell 79, 67 states" in stream.getvalue()
    line(Progress("primes", 8, 8, 3))
    assert "primes 8/8 done" in line.text(80)
    assert "3 states" in line.text(80)
    line(NO_STAGE)
    assert line.place == ""


def test_after_ten_seconds_one_note_suggests_options(monkeypatch):
    stream = io.StringIO()
    monkeypatch.delenv("GFKIT_QUIET")
    monkeypatch.setattr(progress, "ADVISED_AFTER", 0.05)
    monkeypatch.setattr(sys, "stderr", stream)
    ends = time.monotonic() + 60
    with progress.ProgressLine(advice=lambda: "--workers 2 helps") as line:
        line(Progress("primes", 1, 8, 0))
        while "helps" not in stream.getvalue() and time.monotonic() < ends:
            time.sleep(0.01)
    assert stream.getvalue() == "note: running for more than 0.05 s; --workers 2 helps\n"


def test_the_remaining_time_is_estimated_after_two_batches(monkeypatch):
    """Eight of 40 steps in two seconds: eight more seconds; no estimate if later steps take longer."""
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    for stage, start in (("primes", 0), ("primes", 4), ("names settled", 0), ("counting", 0)):
        line = progress.ProgressLine()
        for done in range(start, 9, 4):
            assert "left" not in line.text(80)
            line(Progress(stage, done, 40, 0))
            now[0] += 1.0
        now[0] -= 1.0
        assert ("about 0:08 left" in line.text(80)) == (stage != "counting"), stage
        line(Progress("proof", 0, 40, 0))
        assert "left" not in line.text(80)


@given(st.integers(1, 60), st.text("abc ", min_size=1, max_size=30))
def test_the_line_is_never_wider_than_the_terminal(width, stage):
    line = progress.ProgressLine()
    line(Progress(stage, 123456789, 987654321, 10**12))
    assert len(line.text(width)) <= width
    line = progress.ProgressLine(at_stop=lambda: "Ctrl-C discards the work")
    line(Progress("counting", 3, 8, 0))
    assert line.text(80).endswith("Ctrl-C discards the work")
    assert "Ctrl-C" not in line.text(30)
