"""Context of a command that may run long: clock, memory limit, log, progress, workers and store."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from gfkit.cli.call import Call, without
from gfkit.cli.files import check_log
from gfkit.cli.long.progress import Log, ProgressLine, read_seconds
from gfkit.cli.output import note
from gfkit.core.deferred import dataclass, field
from gfkit.core.errors import GfkitError, Interrupted, LimitError, OptionError, WorkerError, visible
from gfkit.core.memory import (
    core_count,
    default_memory,
    has_room_for_threads,
    read_size,
    resident_memory,
    size_text,
)
from gfkit.core.typing import MEMORY_LIMIT, MEMORY_OPTION, cached_property
from gfkit.runs.files import has_runs

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from click import Parameter

    from gfkit.core.typing import Store
    from gfkit.runs.store import RunStore
Found = TypeVar("Found")
_NOTHING = (
    "no work is stored for this command with this version of gfkit and these rules; run the command itself"
)


@dataclass(frozen=True)
class LongOptions:
    """Values of the options of a long command."""

    max_memory: str | None = None
    max_seconds: str | None = None
    workers: int | None = None
    cluster: str | None = None
    no_store: bool = False
    checkpoint: str | None = None


def _find_limit(given: str | None, option: str, variable: str) -> tuple[str, str]:
    """Return a limit from its option or else from an environment variable, and the name of the option or
    variable.
    """
    return (os.environ.get(variable, ""), variable) if given is None else (given, option)


@dataclass(eq=False)
class LongCall:
    """Context of a command that may run long: clock, log, progress line, workers and store.

    As a context manager it converts the time limit to a LimitError, and reports the stored results whenever
    the work stops.
    """

    asked: LongOptions
    call: Call
    stores: bool = False
    """True if parts of the work are stored."""
    partial: bool = False
    """True if partial results are shown after a stop."""
    options: Sequence[Parameter] = ()
    """Options that the command accepts."""
    usual_memory: int | None = None
    """Memory limit of the command, in bytes, without an option; None for the limit of the system."""
    max_memory: int | None = field(init=False)
    seconds: float | None = field(init=False)

    def __post_init__(self) -> None:
        asked = self.asked
        size, size_name = _find_limit(asked.max_memory, "--max-memory", "GFKIT_MAX_MEMORY")
        usual = self.usual_memory and min(self.usual_memory, default_memory())
        self.max_memory = read_size(size, size_name) if size else usual
        time, time_name = _find_limit(asked.max_seconds, "--max-seconds", "GFKIT_MAX_SECONDS")
        self.seconds = read_seconds(time, time_name) if time else None
        self._limit = self.max_memory or default_memory()
        accepted = {name for option in self.options for name in option.opts}
        self._memory_name, self._time_name = (
            option if option in accepted else variable
            for option, variable in (
                ("--max-memory", "GFKIT_MAX_MEMORY"),
                ("--max-seconds", "GFKIT_MAX_SECONDS"),
            )
        )
        self._log = None
        if log := os.environ.get("GFKIT_LOG"):
            check_log("GFKIT_LOG", log)
            self._log = Log(log)
        self._place = ""
        self._has_threads = has_room_for_threads()

    def __enter__(self) -> Self:
        if self._log is not None:
            self._log.begin(self.call.words)
            self.call.endings.append(self._log.end)
        self._outer = MEMORY_LIMIT.set(self.max_memory)
        self._outer_option = MEMORY_OPTION.set(self._memory_name)
        try:
            if self.seconds is not None:
                self.call.stop.start_clock(self.seconds)
            if self._has_threads:  # without threads the operating system limits the memory
                self.call.stop.start_scales(self._limit, resident_memory, self._exit_process)
        except KeyboardInterrupt as error:  # the time limit is shorter than this method takes
            self.__exit__(KeyboardInterrupt, error, None)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.call.stop.disarm()
        MEMORY_LIMIT.reset(self._outer)
        MEMORY_OPTION.reset(self._outer_option)
        stop = self.call.stop
        is_replaced = isinstance(error, Exception) and not isinstance(error, GfkitError)
        interrupted = isinstance(error, KeyboardInterrupt) or (
            is_replaced and bool(stop.interrupted or stop.timed_out or stop.held)
        )
        timed_out, grown = interrupted and stop.timed_out, interrupted and stop.held
        if interrupted or isinstance(error, LimitError | MemoryError | WorkerError):
            words = self._lasting_command
            is_memory = isinstance(error, LimitError | MemoryError) or grown
            kept = self._kept_note(without(words, "--max-memory") if is_memory else words)
            place = f"current step: {self._place}" if interrupted and self._place else ""
            shown = "partial results are shown" if isinstance(error, Interrupted) else ""
            self.call.note = "; ".join(filter(None, (place, shown, kept)))
        if self._has_store:
            self.run_store.close()
        if grown:
            raise LimitError(self._describe_memory(grown)) from None
        if timed_out:
            raise LimitError(f"time limit of {self.seconds:g} s reached ({self._time_name})") from None

    def _describe_memory(self, held: int) -> str:
        limit = f"{size_text(self._limit)} (raise it with {self._memory_name})"
        return f"stopped with {size_text(held)} of memory in use; the limit is {limit}"

    def _exit_process(self) -> None:
        """End the process if its work does not react to an interruption. Stored results are preserved."""
        note = self._kept_note(without(self._lasting_command, "--max-memory"))
        line = "; ".join(text for text in (self._describe_memory(self.call.stop.held), note) if text)
        os.write(2, f"gfkit: {visible(line)}\n".encode())
        os._exit(3)

    @contextmanager
    def progress(self) -> Iterator[ProgressLine]:
        """Return a context manager that shows the progress line.

        After a stop the timer does not interrupt again, so that the remaining work can finish.
        """
        line = ProgressLine(
            log=self._log,
            at_stop=self._describe_interruption,
            advice=self._advice,
            is_shown=self._has_threads,
        )
        try:
            with line:
                yield line
        except BaseException:
            self.call.stop.disarm()
            self._place = line.place
            raise
        if self.call.resumes and self.stores:
            self.run_store.check_found()

    def run(self, engine: Callable[..., Found], *words: Any, **asked: Any) -> Found:
        """Call an engine with the memory limit and the progress line, and return its result."""
        with self.progress() as progress:
            return engine(*words, max_memory=self.max_memory, on_progress=progress, **asked)

    def _describe_interruption(self) -> str:
        """Return a description of the current effect of Ctrl-C."""
        if self._has_store and self.run_store.parts:
            number = self.run_store.parts
            return f"Ctrl-C stores {number} batch{'' if number == 1 else 'es'}"
        return "Ctrl-C prints partial results" if self.partial else "Ctrl-C discards the work"

    def _advice(self) -> str:
        """Return the options of the command that would reduce the work."""
        from gfkit.core.native import is_built

        taken = {option.name for option in self.options}
        cores = core_count()
        is_alone = "workers" in taken and self.asked.workers is None and self.asked.cluster is None
        is_alone &= not ("board" in taken and is_built())  # the C extension uses threads itself
        has_budget = any(word.partition("=")[0] == "--seconds" for word in self.call.words)
        ways = (
            f"--workers {cores} uses all cores" if is_alone and cores > 1 else "",
            "use --seconds to set a time budget" if "seconds" in taken and not has_budget else "",
            "gfkit outcomes finds only the winner" if self.call.words[:1] == ("value",) else "",
            "" if is_built() else "the C extension is not built, see gfkit doctor",
        )
        return "; ".join(filter(None, ways))

    def executor(self, usual: int = 1) -> AbstractContextManager[Executor | None]:
        """Return the requested workers, by default ``usual`` workers, or None for a single process."""
        workers = self.asked.workers or usual
        if workers == 1 and self.asked.cluster is None:
            return nullcontext()
        from gfkit.runs.executors import open_executor

        return open_executor(workers, self.asked.cluster)

    @property
    def store(self) -> Store | None:
        """Run store, or None if the command stores nothing."""
        return self.run_store if self.stores and not self.asked.no_store else None

    @cached_property
    def run_store(self) -> ResumableStore:
        """Run store, whose file is opened at the first access."""
        return ResumableStore(lambda: self._lasting_command, self.call.resumes, self._warn)

    @property
    def _lasting_command(self) -> tuple[str, ...]:
        """Command without options that apply only to this call."""
        return without(self.call.words, "--max-seconds")

    @property
    def _has_store(self) -> bool:
        return "run_store" in self.__dict__

    def _kept_note(self, words: Sequence[str]) -> str:
        """Return a note with the number of stored batches and the command that resumes the run, or ""."""
        if not self._has_store or not self.run_store.parts:
            return ""
        number = self.run_store.parts
        from shlex import join

        batches = "1 batch is" if number == 1 else f"{number} batches are"
        return f"{batches} stored, continue with: {join(['gfkit', *words])}"

    def _warn(self, text: str) -> None:
        """Print a warning about the store immediately; the work continues."""
        note(text, "gfkit: ")
        if self._log is not None:
            self._log.line(text)


class ResumableStore:
    """Store that raises an error instead of starting new work if only resuming was requested."""

    def __init__(
        self, command: Callable[[], Sequence[str]], resume: bool, on_trouble: Callable[[str], None]
    ) -> None:
        self._command, self._tell, self._unfound = command, on_trouble, resume

    @cached_property
    def _store(self) -> RunStore:
        from gfkit.runs.store import open_store

        return open_store(command=self._command(), on_trouble=self._tell)

    @property
    def _is_used(self) -> bool:
        return "_store" in self.__dict__

    @property
    def parts(self) -> int:
        """Number of stored results, from the current run and from earlier runs."""
        return self._store.kept + self._store.found if self._is_used else 0

    @property
    def is_empty(self) -> bool:
        """True if there is no file, so that SQLite and the id of the run, 25 ms, are not needed."""
        return not (self._unfound or self._is_used or has_runs())

    def get(self, run: str, part: str) -> bytes | None:
        if self._unfound:
            if all(record.run != run for record in self._store.runs()):
                raise OptionError(_NOTHING)
            self._unfound = False
        return self._store.get(run, part)

    def put(self, run: str, part: str, answer: bytes) -> None:
        self._store.put(run, part, answer)

    def finish(self, run: str, answer: bytes) -> None:
        self._store.finish(run, answer)

    def drop(self, run: str) -> None:
        self._store.drop(run)

    def check_found(self) -> None:
        """Raise an error if resuming was requested and the store was never read."""
        if self._unfound:
            raise OptionError(_NOTHING)

    def close(self) -> None:
        if self._is_used:
            self._store.close()
