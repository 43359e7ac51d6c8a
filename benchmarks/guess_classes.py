"""Guessed formulas by class, for gfkit, PARI/GP and FriCAS: correct and false formulas, and CPU seconds.

Each program gets a part of the terms, 60 % by default, and then all terms. A formula is correct if it agrees
with the held-back terms: gfkit computes them from its formula, another program must find the same formula
from all terms. The classes are generated from definitions; the last class consists of sequences without a
formula. PARI tries a Pade approximant, then algebraic and linear differential equations with five fewer
unknowns than terms. FriCAS tries guessPade, guessPRec, guessAlg, guessHolo, and guessADE for the terms and
for a(n)/n!. False formulas with strong evidence are counted separately.

    python benchmarks/guess_classes.py [--shown 0.6] [--only CLASS] [--json FILE]
"""

from __future__ import annotations

import argparse
import random
import re
import shutil
import subprocess
import time
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import accumulate
from math import comb, factorial, isqrt, prod

from machine import write_report

from gfkit.guessing import guess

LIMIT = 60
FROM_1 = {"d-algebraic: n^n"}
"""Classes whose first term is a(1). The first term of all other classes is a(0)."""
SIZE = 12


def unroll(initial: list[int], step: Callable[[list[int]], Fraction | int], count: int) -> list[int]:
    terms = list(initial)
    while len(terms) < count:
        terms.append(int(step(terms)))
    return terms


def exponential(step: Callable[[int, list[Fraction]], Fraction], count: int) -> list[int]:
    """Return a(n) = n! b(n), where ``step`` computes n b(n) from b(0), ..., b(n-1), and b(0) = 1."""
    series = [Fraction(1)]
    for n in range(1, count):
        series.append(step(n, series) / n)
    return [int(value * factorial(n)) for n, value in enumerate(series)]


def dot(left: list[Fraction], right: list[Fraction]) -> Fraction:
    return sum((a * b for a, b in zip(left, reversed(right), strict=True)), Fraction(0))


def exp_of(parts: Callable[[int], Fraction]) -> Callable[[int, list[Fraction]], Fraction]:
    """Return the step n b(n) of the exponential of the series with coefficients ``parts``."""
    return lambda n, b: sum((k * parts(k) * b[n - k] for k in range(1, n + 1)), Fraction(0))


def classes() -> dict[str, list[list[int]]]:
    """Return the sequences of each class."""
    draw = random.Random(6)
    small = [[draw.randint(-4, 5) for _ in range(6)] for _ in range(SIZE)]
    linear = [
        unroll(c[:3], lambda a, c=c: c[3] * a[-1] + c[4] * a[-2] + (c[5] or 1) * a[-3], 30) for c in small
    ]
    mixed = [[sum(c[n % 2 * 3 + i] * n**i for i in range(3)) for n in range(40)] for c in small]
    trees = [
        [comb(k * n + j, n) * j // (k * n + j) for n in range(30)] for k in (2, 3, 4) for j in range(1, 5)
    ]
    sums = [
        [sum(comb(n, k) ** i * comb(n + k, k) ** j * c**k for k in range(n + 1)) for n in range(40)]
        for i, j, c in [
            (1, 1, 1),
            (2, 0, 1),
            (2, 1, 1),
            (3, 0, 1),
            (2, 0, 2),
            (2, 0, 3),
            (1, 1, 2),
            (1, 1, 3),
        ]
    ]
    sets = [exponential(exp_of(lambda k, c=c: Fraction(c, factorial(k))), 24) for c in range(1, 5)]
    sets += [exponential(lambda n, b, c=c: Fraction(c) * dot(b, b) + (n == 1) * (1 - c), 24) for c in (1, 2)]
    mappings = [
        [(n + s) ** (n + e) for n in range(1, 24)]
        for s, e in [(0, -1), (0, 0), (1, -1), (1, 0), (0, 1), (2, -1)]
    ]
    somos = [
        unroll([1] * k, lambda a, k=k, c=c: (a[-1] * a[1 - k] * c[0] + a[-2] * a[2 - k] * c[1]) // a[-k], 26)
        for k, c in [
            (4, (1, 1)),
            (5, (1, 1)),
            (4, (1, 2)),
            (4, (2, 1)),
            (5, (1, 2)),
            (5, (2, 1)),
            (4, (1, 3)),
            (4, (3, 1)),
        ]
    ]
    squares = [
        unroll([s], lambda a, b=b, c=c: a[-1] ** 2 + b * a[-1] + c, 13)
        for s, b, c in [(2, -1, 1), (1, 0, 1), (3, 0, -2), (2, 1, 0)]
    ]
    q_sums = [
        unroll([1, s], lambda a, q=q: 2 * a[-1] + (q ** (len(a) - 1) - 1) * a[-2], 24)
        for q, s in [(2, 2), (3, 2), (2, 3), (4, 2)]
    ]
    q_sums += [[prod(q**k + s for k in range(1, n + 1)) for n in range(20)] for q in (2, 3) for s in (1, -1)]
    primes = [n for n in range(2, 400) if all(n % p for p in range(2, isqrt(n) + 1))]
    none = [[draw.randint(0, 9) for _ in range(60)] for _ in range(4)] + [
        [draw.randint(0, 3**n) for n in range(30)] for _ in range(4)
    ]
    none += [list(accumulate(draw.randint(1, 3) for _ in range(60))) for _ in range(4)] + [primes]
    none += [
        [isqrt(n) for n in range(60)],
        [sum(p <= n for p in primes) for n in range(90)],
    ]
    none += [[p % k for p in primes] for k in (5, 7)] + [[isqrt(k * n**3) for n in range(40)] for k in (2, 3)]
    return {
        "c-finite": linear, "quasi-polynomial": mixed, "algebraic": trees, "d-finite": sums,
        "d-algebraic: sets": sets, "d-algebraic: n^n": mappings, "Somos": somos, "quadratic": squares,
        "q-holonomic": q_sums, "none": none,
    }  # fmt: skip


def by_gfkit(terms: list[int], shown: int, offset: int) -> tuple[bool, bool, bool, float]:
    """Return whether a formula is found, correct, and supported by strong evidence, and the CPU seconds."""
    begin = time.process_time()
    found = guess(terms[:shown], offset).found
    seconds = time.process_time() - begin
    right = bool(found) and found[0].terms(len(terms)) == terms
    return bool(found), right, bool(found) and not found[0].weak, seconds


PARI = """
default(parisizemax, 2000000000);
law(v, n) = {
  my(s = Ser(v, t), f, e);
  f = iferr(bestapprPade(s), err, 0);
  if(type(f) == "t_RFRAC" || type(f) == "t_POL",
    if(poldegree(numerator(f)) + poldegree(denominator(f)) + 1 <= n - 5, return(f)));
  for(d = 2, 4, e = iferr(seralgdep(s, d, (n - 5) \\ (d + 1) - 1), err, 0); if(e, return(e)));
  for(r = 1, 3, e = iferr(serdiffdep(s, r, (n - 5 - r) \\ (r + 2) - 1), err, 0); if(e, return(e)));
  0
};
v = %s; n = %d;
c = gettime(); a = law(v[1..n], n); c = gettime();
b = law(v, n);
print(if(a, 1, 0), " ", if(a && a == b, 1, 0), " ", c);
"""


def by_pari(terms: list[int], shown: int, _: int) -> tuple[bool, bool, bool, float] | None:
    printed = run(["gp", "-q", "-f"], PARI % (terms, shown))
    if not printed:
        return None
    found, right, milliseconds = printed.split()[-3:]
    return found == "1", right == "1", found == "1", int(milliseconds) / 1000


WAYS = ("guessPade", "guessPRec", "guessAlg", "guessHolo", "guessADE", "exponential guessADE")
FRICAS = """
)set messages autoload off
)set messages time on
)set messages type off
)set output algebra on
s : List Fraction Integer := %s
v : List Fraction Integer := %s
"""


def by_fricas(terms: list[int], shown: int, offset: int) -> tuple[bool, bool, bool, float] | None:
    quotients = [Fraction(term, factorial(n)) for n, term in enumerate(terms, offset)]
    seconds = 0.0
    for way in WAYS:
        given = [str(term) for term in (quotients if " " in way else terms)]
        code = FRICAS % tuple(f"[{', '.join(listed)}]" for listed in (given[:shown], given))
        for listed in "sv":
            code += f"r{listed} := {way.split()[-1]}({listed})\n"
        printed = run(["fricas", "-nosman"], code)
        if printed is None:
            return None
        blocks = re.split(r"Time:.*?([0-9.]+) sec", printed)[4:-1]
        first, after = (re.sub(r"\(\d+\)( ->)?|\s", "", block) for block in (*blocks[::2], "", "")[:2])
        seconds += float(blocks[1]) if len(blocks) > 1 else 0.0
        if first not in ("", "[]"):
            return True, first == after, True, seconds
    return False, False, False, seconds


def run(command: list[str], code: str) -> str | None:
    """Return the output of a program, or None if it exceeds the time limit or fails."""
    try:
        done = subprocess.run(command, input=code, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return None
    return done.stdout if done.returncode == 0 else None


PROGRAMS = {"gfkit": (by_gfkit, ""), "PARI": (by_pari, "gp"), "FriCAS": (by_fricas, "fricas")}


def main() -> None:
    parser = argparse.ArgumentParser(description="guessed formulas by class, compared with PARI and FriCAS")
    parser.add_argument("--shown", type=float, default=0.6)
    parser.add_argument("--only", default="", help="only the classes whose names contain this text")
    parser.add_argument("--json", help="write the rows to this file")
    given = parser.parse_args()
    guess([1, 1, 2, 3, 5, 8, 13, 21, 34, 55])
    rows = []
    for name, sequences in classes().items():
        for program, (law, needed) in PROGRAMS.items():
            if given.only not in name or (needed and shutil.which(needed) is None):
                continue
            count: Counter[str] = Counter()
            seconds = 0.0
            for terms in sequences:
                answer = law(terms, int(given.shown * len(terms)), int(name in FROM_1))
                found, right, strong, spent = answer or (False, False, False, 0.0)
                seconds += spent
                count += Counter(found=found, right=right, false=found and not right, slow=answer is None)
                count["strong and false"] += strong and not right
            row = {"class": name, "program": program, "sequences": len(sequences), **count}
            rows.append({**row, "seconds": round(seconds / len(sequences), 4)})
            shown = ", ".join(f"{what} {number}" for what, number in count.items() if number) or "none"
            shown += f"; {seconds / len(sequences):.4f} s each"
            print(f"{name:20} {program:8} of {len(sequences):3}: {shown}", flush=True)
    if given.json:
        write_report(given.json, rows)


if __name__ == "__main__":
    main()
