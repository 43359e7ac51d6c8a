"""The standing attack: ``python -m attack --seconds 600``; every find is printed with what shows it."""

from __future__ import annotations

import argparse
import shlex
import shutil
import sys
import tempfile
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.util import find_spec
from pathlib import Path

from attack import stopping
from attack.inputs import Case, case_of
from attack.messages import Messenger, messages
from attack.serving import Server

KINDS = ("inputs", "messages", "killed", "clustered", "damaged")
_SHARES = {"inputs": 0.4, "messages": 0.1, "killed": 0.2, "clustered": 0.1, "damaged": 0.2}


@dataclass
class Tally:
    """What was tried and what was found."""

    tried: Counter[str] = field(default_factory=Counter)
    codes: Counter[int | None] = field(default_factory=Counter)
    found: list[str] = field(default_factory=list)

    def note(self, kind: str, seed: int, number: int, told: str, faults: list[str]) -> None:
        self.tried[kind] += 1
        if faults:
            self.found.append(f"{kind} --seed {seed} --case {number}: {told}: {'; '.join(faults)}")
            sys.stdout.write(self.found[-1][:2000].encode("unicode-escape").decode() + "\n")
            sys.stdout.flush()

    def __str__(self) -> str:
        tried = ", ".join(f"{number} {kind}" for kind, number in self.tried.items())
        codes = ", ".join(f"{number} of {code}" for code, number in sorted(self.codes.items(), key=str))
        return f"{tried}; {len(self.found)} found; exit codes: {codes}"


def kept() -> Iterator[Case]:
    """Cases that were found."""
    for one in tomllib.loads((Path(__file__).parent / "kept.toml").read_text("utf-8"))["case"]:
        words = [
            word.replace("7*5000", "7" * 5000).replace("nx1*2000", "nx1" * 2000 + "n")
            for word in one["words"]
        ]
        yield Case(words, {name: text.encode() for name, text in one.get("files", {}).items()})


def attack_inputs(tally: Tally, seed: int, seconds: float, first: int = 0, most: int | None = None) -> None:
    """Cases of a seed for so many seconds, or so many of them."""
    begun, number, server = time.monotonic(), first, Server()
    try:
        while (number - first < most) if most is not None else (time.monotonic() - begun < seconds):
            case = case_of(seed, number)
            reply = server.run(case)
            tally.codes[reply.code] += 1
            tally.note("inputs", seed, number, shlex.join(case.words), reply.faults(case))
            number += 1
    finally:
        server.close()


def attack_messages(tally: Tally, seed: int, seconds: float, first: int = 0, most: int | None = None) -> None:
    """Messages for one process of gfkit mcp."""
    begun, number, messenger = time.monotonic(), first, Messenger()
    try:
        while (number - first < most) if most is not None else (time.monotonic() - begun < seconds):
            tally.note("messages", seed, number, *messages(seed, number, messenger))
            number += 1
    finally:
        messenger.close()


def attack_runs(
    tally: Tally, kind: str, seed: int, seconds: float, first: int = 0, most: int | None = None
) -> None:
    """Runs that are killed, or whose stores are damaged."""
    place = Path(tempfile.mkdtemp(prefix="attack-"))
    begun, number = time.monotonic(), first
    try:
        while (number - first < most) if most is not None else (time.monotonic() - begun < seconds):
            tally.note(
                kind, seed, number, *getattr(stopping, kind)(seed, number, stopping.cleared(place / "store"))
            )
            number += 1
    finally:
        shutil.rmtree(place, ignore_errors=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=None, help="the clock's unless told")
    parser.add_argument("--kinds", default=",".join(KINDS), help="some of " + ", ".join(KINDS))
    parser.add_argument("--case", type=int, default=None, help="this one alone")
    asked = parser.parse_args()
    seed = int(time.time()) if asked.seed is None else asked.seed
    kinds = [kind for kind in KINDS if kind in asked.kinds.split(",")]
    if "clustered" in kinds and find_spec("distributed") is None:
        sys.stdout.write("dask.distributed is not installed (extra cluster): no clusters are attacked\n")
        kinds.remove("clustered")
    sys.stdout.write(f"seed {seed}\n")
    tally, whole = Tally(), sum(_SHARES[kind] for kind in kinds)
    for kind in kinds:
        seconds, most = asked.seconds * _SHARES[kind] / whole, None if asked.case is None else 1
        if kind in ("inputs", "messages"):
            attack = attack_inputs if kind == "inputs" else attack_messages
            attack(tally, seed, seconds, asked.case or 0, most)
        else:
            attack_runs(tally, kind, seed, seconds, asked.case or 0, most)
    sys.stdout.write(f"{tally}\n")
    return bool(tally.found)


if __name__ == "__main__":
    sys.exit(main())
