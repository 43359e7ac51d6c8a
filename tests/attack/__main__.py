"""The standing attack: ``python -m attack --seconds 600``; every find is printed with what shows it."""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from attack import certificates, failing, stopping
from attack.messages import Messenger
from attack.serving import Inputs

Attack = Callable[[int, int, Path], tuple[str, list[str]]]
"""Makes the case of a seed and a number in an empty folder; returns what was tried, and what is wrong."""


@dataclass(frozen=True)
class Kind:
    """One kind of attack, and its share of the time."""

    attack: Attack
    share: float
    missing: str = ""
    """What this machine lacks for it, in words."""


_FAILING = "" if failing.CAN_FAIL else "there is no C compiler, or no Linux"
KINDS = {
    "inputs": Kind(Inputs(), 0.35),
    "messages": Kind(Messenger(), 0.05),
    "killed": Kind(stopping.killed, 0.1),
    "damaged": Kind(stopping.damaged, 0.1),
    "failing": Kind(failing.failing, 0.1, _FAILING),
    "certificates": Kind(certificates.certificates, 0.1),
}


@dataclass
class Tally:
    """How many cases of each kind were tried, and the finds."""

    tried: Counter[str] = field(default_factory=Counter)
    finds: list[str] = field(default_factory=list)

    def note(self, kind: str, seed: int, number: int, case: str, faults: list[str]) -> None:
        self.tried[kind] += 1
        if faults:
            self.finds.append(f"{kind} --seed {seed} --case {number}: {case}: {'; '.join(faults)}")
            sys.stdout.write(self.finds[-1][:2000].encode("unicode-escape").decode() + "\n")
            sys.stdout.flush()

    def __str__(self) -> str:
        tried = ", ".join(f"{number} {kind}" for kind, number in self.tried.items())
        return f"{tried}; {len(self.finds)} found"


def run_kind(
    tally: Tally, kind: str, seed: int, *, seconds: float = 0, first: int = 0, most: int | None = None,
    attack: Attack | None = None,
) -> None:  # fmt: skip
    """Tries cases of a seed for so many seconds, or so many of them; ``attack`` stands for the kind's own."""
    place = Path(tempfile.mkdtemp(prefix="attack-"))
    attack = attack or KINDS[kind].attack
    start, number = time.monotonic(), first
    try:
        while (number - first < most) if most is not None else (time.monotonic() - start < seconds):
            tally.note(kind, seed, number, *attack(seed, number, stopping.cleared(place / "case")))
            number += 1
    finally:
        shutil.rmtree(place, ignore_errors=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=None, help="the clock's unless given")
    parser.add_argument("--kinds", default=",".join(KINDS), help="some of " + ", ".join(KINDS))
    parser.add_argument("--case", type=int, help="the first case; without --number the only one")
    parser.add_argument("--number", type=int, default=None, help="so many cases of each kind")
    asked = parser.parse_args()
    seed = int(time.time()) if asked.seed is None else asked.seed
    kinds = {name: kind for name, kind in KINDS.items() if name in asked.kinds.split(",")}
    for name, kind in list(kinds.items()):
        if kind.missing:
            sys.stdout.write(f"{kind.missing}: {name} is left out\n")
            del kinds[name]
    sys.stdout.write(f"seed {seed}\n")
    tally, whole = Tally(), sum(kind.share for kind in kinds.values())
    most = 1 if asked.case is not None and asked.number is None else asked.number
    for name, kind in kinds.items():
        seconds = asked.seconds * kind.share / whole
        run_kind(tally, name, seed, seconds=seconds, first=asked.case or 0, most=most)
        report = getattr(kind.attack, "report", None)
        sys.stdout.write(report() if report else "")
    sys.stdout.write(f"{tally}\n")
    return bool(tally.finds)


if __name__ == "__main__":
    sys.exit(main())
