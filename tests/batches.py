"""Batches for tests of executors: pure ones, and ones that go wrong in a chosen way."""

from __future__ import annotations

import os
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar


@dataclass(frozen=True)
class Square:
    """The square of a number."""

    number: int

    @property
    def part(self) -> str:
        return f"square {self.number}"

    def perform(self) -> bytes:
        return str(self.number**2).encode()

    def fault(self, answer: object) -> str | None:
        return None if isinstance(answer, bytes) and answer.isdigit() else "no digits"


@dataclass(frozen=True)
class Nap(Square):
    """A square that waits until it is woken, by another thread."""

    bell: ClassVar[threading.Event] = threading.Event()

    def perform(self) -> bytes:
        self.bell.wait(60)
        return super().perform()


@dataclass(frozen=True)
class Faulty(Square):
    """A square that goes wrong the first ``times`` it is asked for in another process; marks are files."""

    kind: str
    marks: str
    home: int
    times: int = 1

    def perform(self) -> bytes:
        if os.getpid() != self.home:
            for attempt in range(self.times):
                try:
                    (Path(self.marks) / f"{self.number}-{attempt}").touch(exist_ok=False)
                except FileExistsError:
                    continue
                wrong = self.go_wrong()
                if wrong is not None:
                    return wrong
        return super().perform()

    def go_wrong(self) -> bytes | None:
        match self.kind:
            case "die":
                os._exit(9)
            case "hang":
                time.sleep(600)
            case "raise":
                raise RuntimeError("a worker's own trouble")
            case "memory":
                return bytes(1 << 44)  # 16 TiB: no machine has them
            case "garbage":
                return b"not digits"
            case "short":
                return b""
            case "wrong":
                return b"7"
        return None
