"""The command line of the standing defence: python -m differential --seconds 60, with tests/ on the path."""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time

from . import kinds
from .running import one, run, table

gc.set_threshold(100_000)  # in workers too; collections often take a tenth of the time, and find little


def main() -> int:
    """Run the requested cases; return 1 if any result is wrong."""
    asked = _arguments()
    seed = asked.seed or str(int(time.time()))
    chosen = [*kinds.SHARES] if asked.kind == "all" else [asked.kind]
    if asked.case is not None:
        return _one(chosen[0], seed, asked.case)
    _say(f"seed {seed}, {asked.seconds:g} seconds, {asked.jobs} processes")
    whole, wrong = sum(kinds.SHARES[kind] for kind in chosen), 0
    for kind in chosen:
        seconds = asked.seconds * kinds.SHARES[kind] / whole
        tally = run(kind, seed, seconds, asked.jobs, _say)
        _say("\n" + table(kind, tally, seconds))
        wrong += tally.counts["wrong"]
    _say(f"\n{wrong} wrong" if wrong else "\nnothing wrong")
    return int(wrong > 0)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make differential", description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="how long, for all kinds together")
    parser.add_argument("--seed", help="any string; default: the time")
    parser.add_argument("--kind", choices=[*kinds.SHARES, "all"], default="all")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many processes")
    parser.add_argument("--case", type=int, help="only this case of the kind and seed")
    return parser.parse_args()


def _one(kind: str, seed: str, number: int) -> int:
    ending = one(kind, seed, number)
    _say(f"{kind}, seed {seed}, case {number}: {ending.word} {', '.join(ending.tags)}\n{ending.text}")
    if ending.word == "wrong":
        _say(kinds.shown(kind, kinds.case(kind, seed, number), ending))
    return int(ending.word == "wrong")


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
