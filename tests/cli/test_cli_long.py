"""Commands that last: the clock, Ctrl-C, progress, the log, and what is said of work that is kept."""

from __future__ import annotations

import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from gfkit.cli.call import Stop, without
from gfkit.cli.long import progress
from gfkit.cli.long.progress import StageTiming, about, read_seconds
from gfkit.cli.main import main
from gfkit.equilibrium import equilibria
from gfkit.errors import LimitError, OptionError, WorkerError
from gfkit.typing import Progress

RUN = [sys.executable, "-m", "gfkit"]
IDENTITY = "3f" * 32


def engine(monkeypatch, function, name="derive"):
    """Puts a function in the place of an engine."""
    monkeypatch.setattr(f"gfkit.transfer.{name}", function, raising=False)


def endless(*_, **__):
    while True:
        time.sleep(0.01)


@pytest.fixture(autouse=True)
def _own_store(tmp_path, monkeypatch):
    monkeypatch.setenv("GFKIT_CACHE", str(tmp_path / "cache"))


class TestMaxSeconds:
    def test_stops_with_exit_code_3(self, capsys, monkeypatch):
        engine(monkeypatch, endless, "count")
        assert main(["count", "col", "2x2", "--max-seconds", "0.1s", "--json"]) == 3
        assert capsys.readouterr() == ("", "gfkit: stopped after 0.1 s (max seconds)\n")

    def test_an_interruption_that_got_lost_comes_again(self, monkeypatch):
        lost = []

        def deaf(*_, **__):
            try:
                endless()
            except KeyboardInterrupt:
                lost.append(True)
            endless()

        engine(monkeypatch, deaf, "count")
        assert main(["count", "col", "2x2", "--max-seconds", "0.6"]) == 3
        assert lost == [True]

    def test_cleaning_up_is_not_interrupted_again(self, monkeypatch):
        cleaned = []

        def careful(*_, **__):
            try:
                endless()
            finally:
                time.sleep(1.3)  # the clock strikes again after one second
                cleaned.append(True)

        engine(monkeypatch, careful, "count")
        assert main(["count", "col", "2x2", "--max-seconds", "0.6"]) == 3
        assert cleaned == [True]

    def test_an_interruption_of_executed_text_changes_no_exit_code(self, tmp_path):
        """As within an import, where dataclasses execute the text of their methods."""
        (tmp_path / "struck.py").write_text(
            "import sys, gfkit.transfer\n"
            "def deaf(*_, **__):\n"
            "    exec('while True: pass')\n"
            "gfkit.transfer.count = deaf\n"
            "from gfkit.cli.main import main\n"
            "sys.exit(main(['count', 'col', '2x2', '--max-seconds', '0.5']))\n"
        )
        done = subprocess.run(
            [sys.executable, "-m", "struck"],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )
        assert (done.returncode, done.stderr) == (3, "gfkit: stopped after 0.5 s (max seconds)\n")

    def test_signals_are_as_before(self, monkeypatch):
        before = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM)]
        engine(monkeypatch, endless, "count")
        main(["count", "col", "2x2", "--max-seconds", "0.1"])
        main(["value", "col", "2x2", "--max-seconds", "1h"])
        after = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM)]
        assert after == before
        assert signal.getitimer(signal.ITIMER_REAL) == (0, 0)

    @pytest.mark.parametrize(
        "words",
        [
            ["value", "domineering", "5x6"],
            ["verify", "1/(1-t)", "--for", "arc-kayles", "14xn"],
            ["guess", *map(str, (pow(7, n, 10**9 + 7) for n in range(400)))],
        ],
        ids=lambda words: words[0],
    )
    def test_everywhere(self, words):
        found = subprocess.run(
            [*RUN, *words, "--max-seconds", "1"], capture_output=True, text=True, check=False
        )
        assert found.returncode == 3
        assert found.stderr == "gfkit: stopped after 1 s (max seconds)\n"

    @pytest.mark.parametrize(
        ("word", "seconds"), [("90", 90), ("90s", 90), ("1.5m", 90), ("2h", 7200), ("1 D", 86400)]
    )
    def test_times(self, word, seconds):
        assert read_seconds(word) == seconds

    @pytest.mark.parametrize("word", ["", "0", "-1", "5x", "1h30", "nan", "1e3", "inf"])
    def test_no_times(self, word):
        with pytest.raises(OptionError, match="is no length of time"):
            read_seconds(word)

    @given(st.floats(1, 1e7))
    def test_rough_times_are_near(self, seconds):
        number, unit = about(seconds).split()
        size = {"s": 1, "min": 60, "h": 3600, "days": 86400}[unit]
        assert float(number) * size == pytest.approx(seconds, rel=0.34)


class TestRowsSoFar:
    """What was found until the end is printed; on a machine where that is nothing yet, more time is given."""

    SECONDS = (2, 8, 32)

    def stopped(self, option, *words):
        for seconds in self.SECONDS:
            found = subprocess.run(
                [*RUN, *words, "--json", option, f"{seconds}"], capture_output=True, text=True, check=False
            )
            assert found.returncode == 3
            if found.stdout:
                return json.loads(found.stdout), found.stderr.replace(f"{seconds}", "so many")
        pytest.fail("nothing was found in time")

    def test_nim(self):
        found, err = self.stopped("--max-seconds", "nim", "node-kayles", "3xn", "--to", "60")
        assert err == "gfkit: stopped after so many s (max seconds)\n"
        # Kayles on the vertices of 3 x n: the empty board, and one path of 3 vertices, worth 2.
        assert found["values"][:2] == [0, 2][: len(found["values"])]

    def test_outcomes(self):
        found, _ = self.stopped("--seconds", "outcomes", "domineering", "4xn", "--to", "60")
        # Vertical dominoes alone fit on 4 x 1.
        assert found["outcomes"][0] == {"n": 1, "outcome": "left"}

    def interrupted(self, *words):
        for seconds in self.SECONDS:
            with subprocess.Popen(
                [*RUN, *words, "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            ) as process:
                time.sleep(seconds)
                process.send_signal(signal.SIGINT)
                try:
                    out, err = process.communicate(timeout=60)
                finally:
                    process.kill()
            assert (process.returncode, err) == (130, "gfkit: interrupted\n")
            if out:
                return json.loads(out)
        pytest.fail("nothing was found in time")

    @pytest.mark.parametrize("ending", ["Ctrl-C", "time"])
    def test_equilibrium(self, ending):
        words = ["equilibrium", "4xn", "--to", "90"]
        if ending == "time":
            found, err = self.stopped("--max-seconds", *words)
            assert err == "gfkit: stopped after so many s (max seconds)\n"
        else:
            found = self.interrupted(*words)
        rows = found["rows"][:2]
        true = [row.as_json()["payoffs"] for _, row in equilibria("4xn", len(rows))]
        assert rows
        assert [row["payoffs"] for row in rows] == true


class TestInterruption:
    # One long sleep would miss a signal that comes just before it: Python looks at signals between its steps.
    SCRIPT = (
        "import sys, time, gfkit.transfer\n"
        "from gfkit.cli.main import main\n"
        "def rest():\n"
        "    for _ in range(600):\n"
        "        time.sleep(0.1)\n"
        "def count(*_, **__):\n"
        "    try:\n"
        "        print('begun', flush=True)\n"
        "        rest()\n"
        "    finally:\n"
        "        print('cleaning up', flush=True)\n"
        "        if sys.argv[1] == 'slow':\n"
        "            rest()\n"
        "gfkit.transfer.count = count\n"
        "sys.exit(main(['count', 'col', '2x2']))\n"
    )

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
    def test_once(self, number):
        with self.begun("fast") as process:
            process.send_signal(number)
            out, err = process.communicate(timeout=60)
        assert (process.returncode, out, err) == (130, "cleaning up\n", "gfkit: interrupted\n")

    def test_the_second_one_ends_at_once_and_quietly(self):
        with self.begun("slow") as process:
            process.send_signal(signal.SIGINT)
            assert process.stdout is not None
            assert process.stdout.readline() == "cleaning up\n"
            process.send_signal(signal.SIGINT)
            out, err = process.communicate(timeout=30)
        assert (process.returncode, out, err) == (130, "", "")

    def test_one_that_python_drops_comes_again(self):
        """What is raised where an object is thrown away goes nowhere, as it does inside of imports."""
        script = self.SCRIPT.replace(
            "def count(*_, **__):\n",
            "class Waste:\n"
            "    def __del__(self):\n"
            "        print('begun', flush=True)\n"
            "        rest()\n"
            "def count(*_, **__):\n"
            "    Waste()\n",
        ).replace(
            "        print('begun', flush=True)\n        rest()\n    finally",
            "        rest()\n    finally",
        )
        with self.begun("fast", script) as process:
            process.send_signal(signal.SIGINT)
            try:
                out, err = process.communicate(timeout=30)
            finally:
                process.kill()
        assert (process.returncode, out, err) == (130, "cleaning up\n", "gfkit: interrupted\n")

    def begun(self, how: str, script: str = SCRIPT) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-c", script, how],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        return process


def keeping(number: int, ending: BaseException):
    """An engine that keeps some batches, and stops."""

    def derive(*_, store, **__):
        for k in range(number):
            if store.get(IDENTITY, f"primes {k}") is None:
                store.put(IDENTITY, f"primes {k}", b"some answer")
        raise ending

    return derive


class TestKept:
    @pytest.mark.parametrize(
        ("ending", "code", "line"),
        [
            (KeyboardInterrupt(), 130, "interrupted"),
            (LimitError("too much (max memory)"), 3, "too much (max memory)"),
            (MemoryError(), 3, "out of memory; a smaller board would need less"),
            (WorkerError("batch 'primes 3' failed 3 times"), 3, "batch 'primes 3' failed 3 times"),
        ],
    )
    def test_is_said(self, capsys, monkeypatch, ending, code, line):
        engine(monkeypatch, keeping(37, ending))
        assert main(["derive", "arc-kayles", "14xn", "--quiet", "--max-seconds=2h"]) == code
        go_on = "37 batches are kept, go on with: gfkit derive arc-kayles 14xn --quiet"
        assert capsys.readouterr().err == f"gfkit: {line}; {go_on}\n"

    def test_time_runs_out(self, capsys, monkeypatch, tmp_path):
        monkeypatch.chdir(tmp_path)
        (tmp_path / "my game.toml").write_text('name = "Mine"\n[both]\npieces = ["X"]\n')

        def derive(*_, store, **__):
            store.put(IDENTITY, "primes 0", b"some answer")
            endless()

        engine(monkeypatch, derive)
        assert main(["derive", "my game.toml", "14xn", "--max-seconds", "0.3"]) == 3
        assert capsys.readouterr().err == (
            "gfkit: stopped after 0.3 s (max seconds); 1 batch is kept, go on with:"
            " gfkit derive 'my game.toml' 14xn\n"
        )

    def test_the_limit_that_stopped_it_is_left_out(self, capsys, monkeypatch):
        engine(monkeypatch, keeping(2, LimitError("too much")))
        main(["derive", "cram", "9xn", "--max-memory", "1G"])
        assert capsys.readouterr().err.endswith("go on with: gfkit derive cram 9xn\n")

    @pytest.mark.parametrize("options", [[], ["--no-store"]])
    def test_nothing_is_said_where_nothing_is_kept(self, capsys, monkeypatch, options):
        def derive(*_, store, **__):
            if store is not None:
                store.get(IDENTITY, "primes 0")
            raise KeyboardInterrupt

        engine(monkeypatch, derive)
        assert main(["derive", "cram", "9xn", *options]) == 130
        assert capsys.readouterr().err == "gfkit: interrupted\n"

    def test_resume_goes_on_where_something_is_stored(self, capsys, monkeypatch):
        engine(monkeypatch, keeping(3, KeyboardInterrupt()))
        assert main(["derive", "cram", "9xn", "--resume"]) == 2
        assert capsys.readouterr().err.startswith("gfkit: --resume: nothing is stored for this command")
        assert main(["derive", "cram", "9xn"]) == 130
        assert main(["derive", "cram", "9xn", "--resume"]) == 130
        assert capsys.readouterr().err.count("3 batches are kept, go on with: gfkit derive cram 9xn\n") == 2

    def test_a_long_count_is_not_done_twice(self, capsys, monkeypatch):
        monkeypatch.setattr("gfkit.batch._WORTH_KEEPING", 0.0)
        assert main(["count", "cram", "3x3", "--resume"]) == 2
        assert main(["count", "cram", "3x3"]) == 0
        assert main(["count", "cram", "3x3", "--resume"]) == 0
        first, second = capsys.readouterr().out.split("131\n")[1:]  # matchings of the 3 x 3 grid
        assert first == second

    def test_options_are_taken_out_of_a_command(self):
        words = ["derive", "a", "--log", "--quiet", "--quiet", "--max-seconds=3", "--max-seconds", "5"]
        assert without(words, "--max-seconds", "--quiet=") == ("derive", "a", "--log")


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def paced(steps, total: int, stage: str = "primes") -> StageTiming:
    """A pace after reports of (seconds since the last one, done)."""
    clock = Clock()
    pace = StageTiming(clock)
    pace.take(Progress(stage, 0, total, 0))
    for seconds, done in steps:
        clock.now += seconds
        pace.take(Progress(stage, done, total, 0))
    return pace


class TestPace:
    @given(st.floats(0.05, 20), st.integers(5, 60), st.integers(1, 1000))
    def test_of_steady_work(self, seconds, steps, more):
        assume(abs(seconds * steps - 3) > 1e-6)  # where the sum of the steps may be rounded to either side
        pace = paced([(seconds, k) for k in range(1, steps + 1)], steps + more)
        left = pace.left()
        if seconds * steps < 3 or steps < min(30, 0.05 * (steps + more)):
            assert left is None
        elif seconds > 0.3:
            assert left == pytest.approx(more * seconds, rel=0.1)
            assert pace.rate == pytest.approx(1 / seconds, rel=0.1)

    @pytest.mark.parametrize(
        ("why", "steps", "total"),
        [
            ("too early", [(0.5, 10), (0.5, 20), (0.5, 30)], 100),
            ("too few steps", [(4, 1), (4, 2)], 10),
            ("too far to go", [(1, k) for k in range(1, 10)], 1000),
            ("total unknown", [(1, k) for k in range(1, 10)], 0),
            ("done", [(1, k) for k in range(1, 11)], 10),
            ("getting slower and slower", [(2.0**k, k) for k in range(1, 9)], 20),
            ("nothing yet", [], 10),
        ],
    )
    def test_nothing_is_told_that_cannot_be_believed(self, why, steps, total):
        assert paced(steps, total).left() is None, why

    def test_a_stage_starts_anew(self):
        pace = paced([(1, k) for k in range(1, 10)], 20)
        assert pace.left() is not None
        assert pace.take(Progress("checking", 0, 20, 0)) is True
        assert pace.left() is None
        assert pace.rate == 0

    def test_a_step_that_does_not_come(self):
        clock = Clock()
        pace = StageTiming(clock)
        for k in range(10):
            pace.take(Progress("boards", k, 20, 0))
            clock.now += 1
        assert pace.left() is not None
        clock.now += 60
        assert pace.left() is None
        assert not any("/s" in part or "each" in part for part in pace.parts())

    def test_a_total_that_moves(self):
        clock = Clock()
        pace = StageTiming(clock)
        for k in range(20):
            pace.take(Progress("primes", k, 40 + 10 * k, 0))
            clock.now += 1
        assert pace.left() is None


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


class TestProgressLine:
    report = Progress("sweeping", 3, 8, 1200)

    def shown(self, monkeypatch, stream, *, patience=0.0, quiet=False, report=report):
        """What is written until the report shows, or for a while."""
        monkeypatch.setattr(progress, "PATIENCE", patience)
        monkeypatch.setattr(sys, "stderr", stream)
        monkeypatch.setenv("TERM", "xterm")
        ends = time.monotonic() + (10 if patience == 0 and not quiet and stream.isatty() else 0.1)
        with progress.ProgressLine(quiet=quiet) as line:
            if report is not None:
                line(report)
            while not re.search("sweeping|working", stream.getvalue()) and time.monotonic() < ends:
                time.sleep(0.01)
        return stream.getvalue()

    def test_on_a_terminal(self, monkeypatch):
        assert "sweeping  3/8" in self.shown(monkeypatch, Terminal())

    def test_work_that_does_not_report(self, monkeypatch):
        assert "working" in self.shown(monkeypatch, Terminal(), report=None)

    def test_not_at_first(self, monkeypatch):
        assert self.shown(monkeypatch, Terminal(), patience=60) == ""

    def test_not_when_quiet(self, monkeypatch):
        assert self.shown(monkeypatch, Terminal(), quiet=True) == ""

    def test_not_in_a_file(self, monkeypatch):
        assert self.shown(monkeypatch, io.StringIO()) == ""

    @given(st.integers(1, 60), st.text("abc ", min_size=1, max_size=30))
    def test_never_wider_than_the_terminal(self, width, stage):
        line = progress.ProgressLine(quiet=True)
        line(Progress(stage, 123456789, 987654321, 10**12))
        assert len(line.text(width)) <= width


class TestLog:
    def lines(self, tmp_path):
        return (tmp_path / "log").read_text().splitlines()

    def test_begin_and_end(self, tmp_path, capsys):
        words = ["count", "cram", "3x3", "--log", str(tmp_path / "log")]
        assert main(words) == 0
        assert main([*words, "--positions", "left-ends"]) == 0
        begin, end, *later = self.lines(tmp_path)
        stamp = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ  "
        assert re.fullmatch(f"{stamp}begin  gfkit {re.escape(' '.join(words))}", begin)
        assert re.fullmatch(stamp + r"end    exit code 0 after \d+\.\d s", end)
        assert len(later) == 2
        assert capsys.readouterr().err == ""

    @pytest.mark.parametrize(
        ("words", "code", "said"),
        [
            (["count", "cram", "9x9", "--max-memory", "1K"], 3, "too many|memory|KiB|bytes"),
            (["count", "chess", "9x9"], 2, "game 'chess' is unknown"),
            (["guess", "1", "2", "4"], 1, "$"),
        ],
    )
    def test_the_end_says_how(self, tmp_path, capsys, words, code, said):
        assert main([*words, "--log", str(tmp_path / "log")]) == code
        end = self.lines(tmp_path)[-1]
        assert f"end    exit code {code} after " in end
        assert re.search(said, end)
        assert end.endswith(capsys.readouterr().err.strip().removeprefix("gfkit: "))

    def test_what_is_kept(self, tmp_path, monkeypatch):
        engine(monkeypatch, keeping(2, KeyboardInterrupt()))
        main(["derive", "cram", "9xn", "--log", str(tmp_path / "log")])
        assert "exit code 130" in self.lines(tmp_path)[-1]
        assert "interrupted; 2 batches are kept, go on with: gfkit derive" in self.lines(tmp_path)[-1]

    def test_one_line_for_a_stage_and_then_one_in_ten_seconds(self, tmp_path, monkeypatch):
        clock = Clock()
        monkeypatch.setattr(progress.time, "monotonic", clock)
        with progress.ProgressLine(quiet=True, log=progress.Log(str(tmp_path / "log"))) as line:
            for k in range(300):
                line(Progress("states" if k < 150 else "primes", k, 300, 0))
                clock.now += 0.1
        stages = [text.split()[1] for text in self.lines(tmp_path)]
        assert stages == ["states", "primes", "primes"]

    def test_trouble_later_does_not_stop_the_work(self, tmp_path):
        kept = progress.Log(str(tmp_path / "gone" / "log"))
        kept.line("a line that cannot be written")
        with pytest.raises(OptionError, match="cannot be written: No such file"):
            kept.begin(["count"])


GROWING = """
import sys, time
import numpy as np
import gfkit.transfer
from gfkit.cli.main import main

def deaf(held):
    while True:
        try:
            held.append(np.ones(4 << 17))
            time.sleep(0.02)
        except BaseException:
            pass

def count(*given, **named):
    held = []
    while True:
        held.append(np.ones(4 << 17))  # 4 MiB, all of them touched
        HOW

gfkit.transfer.count = count
sys.exit(main(["count", "col", "2x2", "--max-memory", "200M", "--quiet", *sys.argv[1:]]))
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs /proc to see memory")
@pytest.mark.parametrize("how", ["time.sleep(0.02)", "deaf(held)"])
def test_work_that_grows_is_ended(how):
    """Whatever an engine believes that it takes: it is stopped, or ended where it does not hear that."""
    command = [sys.executable, "-c", GROWING.replace("HOW", how)]
    found = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (found.returncode, found.stdout) == (3, ""), found.stderr[-500:]
    said = re.fullmatch(
        r"gfkit: stopped with ([0-9.]+) MiB of memory in use; the limit is 200.0 MiB \(max memory\)\n",
        found.stderr,
    )
    assert said, found.stderr[-500:]
    assert 200 < float(said[1]) < 250


def test_a_limit_below_the_interpreter_is_the_engines_own(capsys):
    assert main(["count", "domineering", "4x4", "--max-memory", "1M"]) == 0
    assert main(["count", "snort", "9x9", "--max-memory", "1M"]) == 3
    assert "stopped with" not in capsys.readouterr().err


@pytest.mark.parametrize("guise", [SystemError, RuntimeError])
def test_interruptions_that_python_wraps_end_as_quietly(guise, monkeypatch, capsys):
    """Python raises these in place of KeyboardInterrupt, when it calls back by itself, as at imports."""

    def run(_):
        try:
            raise KeyboardInterrupt
        except KeyboardInterrupt as error:
            raise guise from error

    monkeypatch.setattr("gfkit.cli.main._run", run)
    assert main(["games"]) == 130
    assert capsys.readouterr().err == "gfkit: interrupted\n"
    monkeypatch.setattr("gfkit.cli.main._run", lambda _: (_ for _ in ()).throw(guise))
    with pytest.raises(guise):
        main(["games"])


def test_ctrl_c_when_all_is_done_interrupts_nothing(monkeypatch):
    """It comes while the handlers of signals are put back, which calls back into Python."""
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


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no alarm clock")
def test_a_strike_that_was_under_way_ends_nothing_after_the_clock_is_disarmed():
    """An alarm comes in while one step of C takes long, and is handled when the answer is being written."""
    stop = Stop()
    with stop:
        stop.start_clock(600)
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGALRM)
        assert stop.timed_out
        stop.disarm()
        signal.raise_signal(signal.SIGALRM)


@pytest.mark.parametrize(
    ("words", "stage", "done", "more", "key"),
    [
        (["score", "domineering", "2xn", "--to", "6"], "boards", 4, ["--to", "4"], "scores"),
        (["value", "domineering", "2xn", "--to", "6"], "boards", 4, ["--to", "4"], "values"),
        (["catalog", "check", "profiles-t1-*"], "claims checked", 2, [], "claims"),
        (["constant", "independent-sets", "--width", "8"], "strips", 6, [], "strips"),
    ],
)
def test_what_was_done_until_a_stop_is_shown(words, stage, done, more, key, monkeypatch, capsys):
    """As far as it goes it is what the whole command shows."""
    assert main([*words, *more, "--json"]) == 0
    whole = json.loads(capsys.readouterr().out)[key]
    tell = progress.ProgressLine.__call__

    def stop(line, report):
        if (report.stage, report.done) == (stage, done):
            raise KeyboardInterrupt
        tell(line, report)

    monkeypatch.setattr(progress.ProgressLine, "__call__", stop)
    assert main([*words, "--json"]) == 130
    shown = json.loads(capsys.readouterr().out)[key]
    assert shown
    assert all(row in whole for row in shown)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["derive", "kings", "3xn", "--weights", "players"],
            "y counts nothing on these boards; x counts all",
        ),
        (["count", "kings", "2x2", "--weights", "players"], "y counts nothing on these boards; x counts all"),
        (["count", "cram", "2x2", "--weights", "players"], "y counts nothing on these boards; x counts all"),
        (["count", "colourings:3", "2x2", "--weights", "pieces"], "x counts nothing on these boards"),
        (["count", "colourings:3", "2x2", "--weights", "players"], "x and y count nothing on these boards"),
        (["count", "domineering", "2x2", "--weights", "players"], ""),
        (["count", "kings", "2x2", "--weights", "pieces"], ""),
    ],
)
def test_weights_that_count_nothing(words, said, capsys):
    assert main(words) == 0
    assert capsys.readouterr().err.startswith(f"note: {said}" * bool(said))
