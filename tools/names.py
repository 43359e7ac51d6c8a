"""How many names of a file are read whole, and how many of their terms the rules that were read give.

    python tools/names.py FILE [--each SECONDS] [--quick] [--template WORD ...] [--show]

FILE is JSON: for every A-number a name, its terms, a template (what the sentence is about) and a kind;
names of the kinds k, g and j are left out, for they need what no rule file says. Printed for every
template: the names, those consumed whole, those tried within the time, those with every term equal, equal
from a later index, with a term that differs, refused, and the median of the seconds. ``--quick`` compares
the smallest boards only.
"""

from __future__ import annotations

import argparse
import json
import signal
import statistics
import sys
import time
from collections import Counter, defaultdict
from typing import Any

import gfkit
from gfkit.oeis.reading import NameReading, UnreadError, read_name

LEFT_OUT = "kgj"
QUICK = 4


class OutOfTimeError(Exception):
    """The seconds of a name are over."""


def _over(*_: Any) -> None:
    raise OutOfTimeError


def given_terms(reading: NameReading, first: int, number: int, quick: bool) -> list[int | None]:
    """The terms from the index ``first`` on that the rule gives; None where no board has cells."""
    sizes = [reading.step * n + reading.shift for n in range(first, first + number)]
    if quick or reading.asks or reading.one_by_one or reading.values or "nxn" in reading.family:
        asked = [reading.question_on(size) for size in sizes]
        return [reading.number_of(one) if one is not None and one.board.size else None for one in asked]
    family = gfkit.parse_board(reading.family)
    there = [size for size in sizes if size >= family.first_n and family.at(size).size]
    missing: list[int | None] = [None] * (number - len(there))
    law = gfkit.derive(gfkit.Rule.of(dict(reading.rule)), reading.family, reading.positions)
    terms = law.terms(sizes[-1] - law.first_n + 1)
    return missing + [int(terms[size - law.first_n]) for size in there]


def fits(found: list[int | None], wanted: list[int]) -> bool:
    """Whether all terms that there are agree, and there is at least one."""
    pairs = [(a, b) for a, b in zip(found, wanted, strict=True) if a is not None]
    return bool(pairs) and all(a == b for a, b in pairs)


def verdict(reading: NameReading, terms: list[int], quick: bool) -> str:
    """Whether all terms are those of the reading, the first with index 1 or 0."""
    wanted = terms[:QUICK] if quick else terms
    told: list[int | None] = []
    for first in (1, 0):
        if reading.step * first + reading.shift >= 0:
            found = given_terms(reading, first, len(wanted), quick)
            if fits(found, wanted):
                return "equal"
            told = told or found
    if any(fits(given_terms(reading, first, len(wanted), quick), wanted) for first in range(2, 13)):
        return "later: the first term is not that of n = 0 or 1"
    at = next(i for i, (a, b) in enumerate(zip(told, wanted, strict=True)) if a not in (b, None))
    return f"differs at {at + 1}: {told[at]} and {wanted[at]}"


def tried(name: str, terms: list[int], each: float, quick: bool) -> tuple[str, float]:
    """The best verdict of a name's readings, and the seconds."""
    began = time.perf_counter()
    signal.signal(signal.SIGALRM, _over)
    signal.setitimer(signal.ITIMER_REAL, each)
    try:
        found = "refused: a table"
        for reading in read_name(name):
            if reading.family:
                found = verdict(reading, terms, quick)
                if found == "equal":
                    break
    except OutOfTimeError:
        found = "time"
    except gfkit.core.errors.GfkitError as error:
        found = f"refused: {error}"
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    return found, time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("file")
    parser.add_argument("--each", type=float, default=20.0)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--read", action="store_true", help="only read")
    parser.add_argument("--template", nargs="*", default=[])
    parser.add_argument("--step", type=int, default=1, help="every so-many-th name of a template")
    parser.add_argument("--show", type=int, default=0, metavar="N", help="so many names of what is left")
    asked = parser.parse_args()
    with open(asked.file, encoding="utf-8") as file:
        entries = json.load(file)
    table: dict[str, Counter[str]] = defaultdict(Counter)
    seconds: dict[str, list[float]] = defaultdict(list)
    unread: Counter[str] = Counter()
    bad: list[str] = []
    for number, entry in entries.items():
        template = entry["template"]
        if entry["kind"] in LEFT_OUT or (asked.template and template not in asked.template):
            continue
        row = table[template]
        row["names"] += 1
        try:
            read_name(entry["name"])
        except UnreadError as error:
            unread[f"{template}: {error.name[: error.at][-40:]} ^ {error.left_over[:80]}"] += 1
            if not error.at:
                bad.append(f"{number} {error}")
            continue
        row["read"] += 1
        if asked.read or row["read"] % asked.step:
            continue
        terms = [int(term) for term in entry["terms"].split(",")]
        found, took = tried(entry["name"], terms, asked.each, asked.quick)
        row["tried"] += found != "time"
        row[found.split()[0].strip(":")] += 1
        seconds[template].append(took)
        if found.split()[0] in ("differs", "refused:"):
            bad.append(f"{number} {entry['name']} -- {found} -- {','.join(map(str, terms[:6]))}")
    columns = ("names", "read", "tried", "equal", "later", "differs", "refused", "time")
    print(f"{'template':26}", *(f"{word:>8}" for word in columns), "  median")
    for template, row in sorted(table.items(), key=lambda item: -item[1]["names"]):
        middle = f"{statistics.median(seconds[template]):8.2f}" if seconds[template] else ""
        print(f"{template:26}", *(f"{row[word]:8}" for word in columns), middle)
    total: Counter[str] = sum(table.values(), Counter())
    middle = f"{statistics.median([s for some in seconds.values() for s in some] or [0]):8.2f}"
    print(f"{'all':26}", *(f"{total[word]:8}" for word in columns), middle)
    for line in bad[: asked.show]:
        print(line, file=sys.stderr)
    for line, times in unread.most_common(asked.show):
        print(times, line, file=sys.stderr)


if __name__ == "__main__":
    main()
