"""Laws from terms: gfkit beside PARI/GP, FriCAS and SymPy, in one run.

C-finite sequences of several orders, sums of binomials and a random recurrence with coefficients in n,
and algebraic series. All programs get the same terms. PARI is told the shape where it needs one: the
degrees of the equation, or the order and degree of the recurrence, whose ansatz it solves; gfkit and
FriCAS find the shape; SymPy has linear recurrences with constant coefficients only. CPU seconds of fresh
processes, imports before the clock, medians of the rounds, ratios pair by pair. A program that is not
installed, or slower than its limit, is said so.

    python benchmarks/guessing.py [--rounds 3] [--only NAME] [--json FILE]
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import statistics
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from math import comb

from machine import write_report

LIMIT = 120


@dataclass(frozen=True)
class Task:
    """Terms, the kind of law in them, and its shape for programs that must be told."""

    name: str
    kind: str
    terms: list[int]
    order: int
    degree: int


def c_finite(order: int, count: int) -> list[int]:
    draw = random.Random(order)
    back = [draw.randint(-9, 9) for _ in range(order - 1)] + [draw.choice([-1, 1])]
    terms = [draw.randint(-9, 9) for _ in range(order)]
    while len(terms) < count:
        terms.append(sum(c * value for c, value in zip(back, reversed(terms[-order:]), strict=True)))
    return terms


def d_finite(order: int, degree: int, count: int) -> list[int]:
    draw = random.Random(order)
    rows = [[draw.randint(-9, 9) for _ in range(degree + 1)] for _ in range(order)]
    terms = [draw.randint(-9, 9) for _ in range(order)]
    for n in range(order, count):
        values = [sum(c * n**i for i, c in enumerate(row)) for row in rows]
        terms.append(sum(value * terms[n - k] for k, value in enumerate(values, 1)))
    return terms


def sums(term: Callable[[int, int], int], count: int) -> list[int]:
    return [sum(term(n, k) for k in range(n + 1)) for n in range(count)]


def tasks() -> list[Task]:
    listed = [
        Task(f"C-finite, order {order}", "c-finite", c_finite(order, count), order, 0)
        for order, count in ((10, 40), (50, 120), (200, 420), (1000, 2020))
    ]
    apery = sums(lambda n, k: comb(n, k) ** 2 * comb(n + k, k) ** 2, 30)
    franel = sums(lambda n, k: comb(n, k) ** 6, 60)
    listed += [
        Task("Apery", "d-finite", apery, 2, 3),
        Task("Franel, sixth powers", "d-finite", franel, 3, 9),
        Task("D-finite, order 6, degree 12", "d-finite", d_finite(6, 12, 120), 6, 12),
    ]
    for degree in range(2, 7):
        trees = [comb(degree * n, n) // ((degree - 1) * n + 1) for n in range(60)]
        listed.append(Task(f"algebraic, degree {degree}", "algebraic", trees, 1, degree))
    return listed


OURS = """
import time
from gfkit.guessing import guess
terms = {terms}
guess([1, 1, 2, 3, 5, 8, 13, 21, 34, 55], kinds="{kind}")
begin = time.process_time()
found = guess(terms, kinds="{kind}").found
seconds = time.process_time() - begin
assert found and found[0].kind == "{kind}" and found[0].terms(len(terms)) == terms
print(seconds)
"""

SYMPY = """
import sys, time
from sympy.concrete.guess import find_simple_recurrence_vector
terms = {terms}
begin = time.process_time()
found = find_simple_recurrence_vector(terms)
seconds = time.process_time() - begin
assert len(found) == {order} + 1
print(seconds)
"""

PARI_WAYS = {
    "c-finite": "f = bestapprPade(Ser(v, t)); if(poldegree(denominator(f)) != {order}, error(f))",
    "d-finite": "f = matker(matrix(#v - {order}, ({order} + 1) * ({degree} + 1), i, j, "
    "(i + {order} - 1)^((j - 1) % ({degree} + 1)) * v[i + {order} - (j - 1) \\ ({degree} + 1)])); "
    "if(#f != 1, error(#f))",
    "algebraic": "f = seralgdep(Ser(v, t), {degree}, {order}); if(!f, error(f))",
}
PARI = """
default(parisizemax, 4000000000);
v = {terms};
s = gettime();
for(i = 1, {repeat}, {way});
printf("%.7f\\n", gettime() / 1000. / {repeat});
"""

FRICAS_WAYS = {"c-finite": "guessPade", "d-finite": "guessPRec", "algebraic": "guessAlg"}
FRICAS = """
)set messages autoload off
)set messages time on
l := {terms};
{way}(l)
"""


def run(command: list[str], code: str) -> str | None:
    """What a program prints, or None when it is too slow."""
    try:
        done = subprocess.run(command, input=code, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        raise RuntimeError(f"a benchmark program failed: {done.stderr.strip()}")
    return done.stdout


def measure(name: str, task: Task) -> float | None:
    """CPU seconds, or None where there is no answer in time."""
    given = {"terms": task.terms, "kind": task.kind, "order": task.order, "degree": task.degree}
    if name == "gfkit":
        printed = run([sys.executable, "-"], OURS.format(**given))
    elif name == "SymPy":
        if task.kind != "c-finite" or task.order > 50:
            return None
        printed = run([sys.executable, "-"], SYMPY.format(**given))
    elif name == "PARI":
        if task.order > 200:
            return None
        repeat = 1 if task.order > 50 else 100
        way = PARI_WAYS[task.kind].format(**given)
        printed = run(["gp", "-q", "-f"], PARI.format(terms=task.terms, way=way, repeat=repeat))
    else:
        printed = run(["fricas", "-nosman"], FRICAS.format(terms=task.terms, way=FRICAS_WAYS[task.kind]))
        return None if printed is None else _fricas_seconds(printed)
    return None if printed is None else float(printed.split()[-1])


def _fricas_seconds(printed: str) -> float:
    """The total of the last line 'Time: ... = 0.12 sec', or 'Time: 0 sec'."""
    if "library operation" in printed:
        raise RuntimeError(f"a benchmark program failed: {printed.strip()[-300:]}")
    return float(re.findall(r"Time:.*?([0-9.]+) sec", printed)[-1])


def main() -> None:
    parser = argparse.ArgumentParser(description="gfkit beside peers on laws from terms")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--only", default="", help="run the tasks with this in their names")
    parser.add_argument("--json", help="write the rows to this file")
    asked = parser.parse_args()
    names = ["gfkit", "PARI", "FriCAS", "SymPy"]
    for name, program in (("PARI", "gp"), ("FriCAS", "fricas")):
        if shutil.which(program) is None:
            print(f"{name} is not installed: left out")
            names.remove(name)
    print(f"{'task':30} " + " ".join(f"{name:>10}" for name in names) + "   ratios to gfkit")
    rows = []
    for task in tasks():
        if asked.only not in task.name:
            continue
        seconds: dict[str, list[float]] = {name: [] for name in names}
        for _ in range(asked.rounds):
            for name in names:
                found = measure(name, task)
                if found is not None:
                    seconds[name].append(found)
        middle = {name: statistics.median(times) for name, times in seconds.items() if times}
        ratios = {
            name: round(statistics.median(b / a for a, b in zip(seconds["gfkit"], times, strict=False)), 2)
            for name, times in seconds.items()
            if times and name != "gfkit"
        }
        rows.append({"task": task.name, "seconds": middle, "ratios": ratios})
        shown = " ".join(f"{middle[n]:10.5f}" if n in middle else f"{'-':>10}" for n in names)
        print(f"{task.name:30} {shown}   " + ", ".join(f"{n} {r}" for n, r in ratios.items()), flush=True)
    if asked.json:
        write_report(asked.json, rows, ("sympy",))


if __name__ == "__main__":
    main()
