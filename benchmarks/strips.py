"""Generating functions of strips: gfkit beside FLINT's charpoly, PARI/GP and SymPy, in one run.

The task is the generating function of matchings of m x n for fixed m. The peers are given what gfkit
finds by itself: FLINT and SymPy the 2^m x 2^m slice matrix, whose characteristic polynomial they take
and reduce; PARI the first terms, from which it takes a Pade approximant. CPU seconds of fresh processes,
imports and just-in-time compilation before the clock, medians of the rounds, ratios pair by pair. A peer
that is not installed, or slower than its limit, is said so.

    python benchmarks/strips.py [--rounds 3] [--widths 6,7,8] [--json FILE]
"""

from __future__ import annotations

import argparse
import shutil
import statistics
import subprocess
import sys

from machine import write_report

LIMIT = 120

OURS = """
import time, gfkit
gfkit.derive("arc-kayles", "{warm}xn", method="{method}").order
begin = time.process_time()
found = gfkit.derive("arc-kayles", "{m}xn", method="{method}")
print(time.process_time() - begin, found.order)
"""

# Rows of a matching: dominoes that stick out of the last column, and all ways to fill the next one.
MATRIX = """
import time
m = {m}
def ways(free):
    count, row = [1, 1], 0
    total, run = 1, 0
    for bit in range(m + 1):
        if bit < m and free >> bit & 1:
            run += 1
        else:
            a, b = 1, 1
            for _ in range(run - 1):
                a, b = b, a + b
            total *= b if run else 1
            run = 0
    return total
size = 1 << m
rows = [[0 if s & t else ways((size - 1) & ~s & ~t) for t in range(size)] for s in range(size)]
"""

FLINT = (
    MATRIX
    + """
from flint import fmpz_mat, fmpz_poly
matrix = fmpz_mat(rows)
begin = time.process_time()
below = fmpz_poly(list(reversed(matrix.charpoly().coeffs())))
vector, terms = [1] + [0] * (size - 1), []
row = fmpz_mat([vector])
for _ in range(size + 1):
    terms.append(row[0, 0])
    row = row * matrix
above = fmpz_poly([int(c) for c in (fmpz_poly(terms) * below).coeffs()[: size + 1]])
common = above.gcd(below)
print(time.process_time() - begin, (below / common).degree())
"""
)

SYMPY = (
    MATRIX
    + """
from sympy import ZZ, Poly, gcd, symbols
from sympy.polys.matrices import DomainMatrix
t = symbols("t")
matrix = DomainMatrix([[ZZ(v) for v in row] for row in rows], (size, size), ZZ)
begin = time.process_time()
below = Poly(list(matrix.charpoly()), t)
terms, row = [], DomainMatrix([[ZZ(int(i == 0)) for i in range(size)]], (1, size), ZZ)
for _ in range(size + 1):
    terms.append(row.to_Matrix()[0, 0])
    row = row * matrix
below = Poly(list(reversed(below.all_coeffs())), t)
above = Poly(list(reversed(terms)), t) * below
above = Poly(list(reversed(list(reversed(above.all_coeffs()))[: size + 1])), t)
print(time.process_time() - begin, below.quo(gcd(above, below)).degree())
"""
)

PARI = """
default(parisizemax, 4000000000);
v = {terms};
s = gettime();
f = bestapprPade(Ser(v));
print(gettime() / 1000., " ", poldegree(denominator(f)));
"""


def run_python(code: str) -> tuple[float, int] | None:
    try:
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return None
    if done.returncode:
        raise RuntimeError(f"a benchmark program failed: {done.stderr.strip()}")
    seconds, order = done.stdout.split()
    return float(seconds), int(order)


def run_pari(m: int) -> tuple[float, int] | None:
    import gfkit

    found = gfkit.derive("arc-kayles", f"{m}xn")
    code = PARI.format(terms=found.terms(2 * found.order + 4))
    try:
        done = subprocess.run(["gp", "-q", "-f"], input=code, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return None
    seconds, order = done.stdout.split()
    return float(seconds), int(order)


def measure(name: str, m: int) -> tuple[float, int] | None:
    """CPU seconds and the order found, or None where there is no answer in time."""
    if name in ("modular", "determinant"):
        return run_python(OURS.format(m=m, method=name, warm=5))
    if name == "PARI":
        return run_pari(m) if m <= 8 else None
    if name == "SymPy":
        return run_python(SYMPY.format(m=m)) if m <= 7 else None
    return run_python(FLINT.format(m=m)) if m <= 9 else None


def main() -> None:
    parser = argparse.ArgumentParser(description="gfkit beside peers on generating functions of strips")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--widths", default="6,7,8,9,10")
    parser.add_argument("--json", help="write the rows to this file")
    asked = parser.parse_args()
    names = ["modular", "determinant", "FLINT", "PARI", "SymPy"]
    if shutil.which("gp") is None:
        print("PARI/GP is not installed: left out (Debian package pari-gp)")
        names.remove("PARI")
    print(f"{'m':>3} {'order':>6} " + " ".join(f"{name:>12}" for name in names) + "   ratios to modular")
    rows = []
    for m in map(int, asked.widths.split(",")):
        seconds: dict[str, list[float]] = {name: [] for name in names}
        orders = set()
        for _ in range(asked.rounds):
            for name in names:
                if name == "determinant" and m > 9:
                    continue
                found = measure(name, m)
                if found is not None:
                    seconds[name].append(found[0])
                    orders.add(found[1])
        if len(orders) != 1:
            raise RuntimeError(f"width {m}: the programs disagree on the order: {sorted(orders)}")
        middle = {name: statistics.median(times) for name, times in seconds.items() if times}
        ratios = {
            name: round(statistics.median(b / a for a, b in zip(seconds["modular"], times, strict=False)), 1)
            for name, times in seconds.items()
            if times and name != "modular"
        }
        rows.append({"width": m, "order": orders.pop(), "seconds": middle, "ratios": ratios})
        shown = " ".join(f"{middle[n]:12.4f}" if n in middle else f"{'-':>12}" for n in names)
        text = ", ".join(f"{name} {ratio}" for name, ratio in ratios.items())
        print(f"{m:3} {rows[-1]['order']:6} {shown}   {text}", flush=True)
    if asked.json:
        write_report(asked.json, rows, ("sympy",))


if __name__ == "__main__":
    main()
