"""The run store as a command sees it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from gfkit.errors import OptionError
from gfkit.runs.store import open_store

_NOTHING = (
    "--resume: nothing is stored for this command as it is, with this version of gfkit and these rules; leave"
    " --resume out, or see gfkit runs list"
)


class Kept:
    """A store that refuses to begin a run when only going on was asked for."""

    def __init__(self, command: Sequence[str], resume: bool, on_trouble: Callable[[str], None]) -> None:
        self._store = open_store(command=command, on_trouble=on_trouble)
        self._unfound = resume

    @property
    def parts(self) -> int:
        """How many parts of the work are kept, from now and from earlier."""
        return self._store.kept + self._store.found

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
        """Refuses work that never asked the store, when going on was asked for."""
        if self._unfound:
            raise OptionError(_NOTHING)

    def close(self) -> None:
        self._store.close()
