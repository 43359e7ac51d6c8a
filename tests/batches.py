"""Batches for tests of executors, correct or failing in a chosen way; a store and a clock for them."""

import os
import time
from dataclasses import dataclass
from pathlib import Path


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
class Faulty(Square):
    """A square that goes wrong the first ``times`` that another process does it; marks hold its id."""

    kind: str
    marks: str
    home: int
    times: int = 1

    def perform(self) -> bytes:
        if os.getpid() != self.home:
            for attempt in range(self.times):
                try:
                    with (Path(self.marks) / f"{self.number}-{attempt}").open("x") as mark:
                        mark.write(f"{os.getpid()}\n")
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


REPORTING = """
import sys
import gfkit.core.engine.derive as home
from batches import Hours
from gfkit.runs import batch
from gfkit.cli.main import main

def derive(*given, on_progress, **named):
    def tell(report):
        if report.stage != "finding states":  # of which there are many, and nothing to be kept
            print("report", report.stage, report.done, file=sys.stderr, flush=True)
        on_progress(report)
    return engine(*given, on_progress=tell, **named)

engine, home.derive, batch.time = home.derive, derive, Hours()
sys.exit(main(["derive", *sys.argv[1:]]))
"""
"""A program that derives, keeps all work, and tells every report on standard error."""


class Hours:
    """A clock that advances by an hour at every call, so that all results are worth storing."""

    now = 0.0

    def monotonic(self) -> float:
        self.now += 3600
        return self.now

    def process_time(self) -> float:
        return 0.0


class Shelf:
    """A store in memory that records its requests."""

    def __init__(self) -> None:
        self.parts: dict[tuple[str, str], bytes] = {}
        self.found: list[str] = []
        self.put_parts: list[str] = []

    def get(self, run: str, part: str) -> bytes | None:
        answer = self.parts.get((run, part))
        if answer is not None:
            self.found.append(part)
        return answer

    def put(self, run: str, part: str, answer: bytes) -> None:
        self.parts[run, part] = answer
        self.put_parts.append(part)

    def finish(self, run: str, answer: bytes) -> None:
        self.drop(run)
        self.parts[run, "result"] = answer

    def drop(self, run: str) -> None:
        self.parts = {key: answer for key, answer in self.parts.items() if key[0] != run}
