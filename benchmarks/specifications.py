"""Algebraic equations of specifications, by gfkit and PARI: CPU seconds, and what each proves.

gfkit derives the equation of the first unknown with a certificate. PARI eliminates the other unknowns by
resultants and factors the result; the factor that agrees with 40 terms is taken. That is a proof only if the
resultant is not 0 and exactly one factor agrees, and nothing is checked afterwards. PARI runs as cypari from
build/peers (``python -m benchmarks.peers --install``).

    python benchmarks/specifications.py [--only TEXT] [--rounds 3] [--json FILE]
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path

from machine import write_report

from gfkit.specifications import named_classes, read_specification, system_of

PEERS = Path(__file__).parent.parent / "build" / "peers" / "bin" / "python"
LIMIT = 60
MORE = {
    "alternating trees": "A = t*(1 + B + B^2); B = t*(1 + A)",
    "three colours": "A = t + t*B^2; B = t + t*C^2 + t*B; C = t + A*B",
    "five unknowns": "A = 1 + t*B*C; B = 1 + t*A*D; C = 1 + t*E^2; D = 1 + t*A*C; E = 1 + t*B",
}
GFKIT = """
import resource, sys
from gfkit.specifications import class_law
law = class_law({text!r})
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime, law.evidence.status.value, law.algebraic.degree)
"""
ELIMINATE = {
    "PARI": """
import resource
from cypari import pari
pari.allocatemem(2 * 10**9, silent=True)
v = {equations!r}
pari("E = " + v)
for y in {others!r}:
    pari(f"H = select(p -> poldegree(p, {{y}}) > 0, E); R = select(p -> poldegree(p, {{y}}) == 0, E);"
         f" E = concat(R, vector(#H - 1, i, polresultant(H[1], H[i + 1], {{y}})))")
pari("F = factor(E[1])[, 1]")
pari("s = {series} + O(t^40)")
found = pari("select(p -> poldegree(p, {first}) > 0 && subst(p, {first}, s) == 0, F)")
used = resource.getrusage(resource.RUSAGE_SELF)
is_found = len(found) == 1
degree = pari("poldegree")(found[0], "{first}") if is_found else 0
print(used.ru_utime + used.ru_stime, "unproved" if is_found else "failed", degree)
""",
}


def polynomials(text: str) -> tuple[str, list[str], str, str]:
    """Return the equations for PARI, the unknowns to eliminate, the first unknown, and its series."""
    system = system_of(read_specification(text))
    names = [f"y{k}" for k in range(len(system.names))]
    rows = []
    for own, terms in zip(names, system.equations, strict=True):
        parts = [
            "*".join([f"({c})", f"t^{a}", *(f"{name}^{k}" for name, k in zip(names, e, strict=True) if k)])
            for c, a, _, e in terms
        ]
        rows.append(f"{own} - ({' + '.join(parts) or '0'})")
    series = " + ".join(f"{int(c)}*t^{k}" for k, c in enumerate(system.expand(40)[0].coeffs())) or "0"
    return f"[{', '.join(rows)}]", names[:0:-1], names[0], series


def run(program: list[str], text: str) -> tuple[float, str, int]:
    try:
        done = subprocess.run(program, input=text, capture_output=True, text=True, timeout=LIMIT, check=False)
    except subprocess.TimeoutExpired:
        return float(LIMIT), "no answer", 0
    words = done.stdout.split()
    return (float(words[0]), words[1], int(words[2])) if words else (0.0, "failed", 0)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", default="")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json")
    asked = parser.parse_args()
    texts = {one.name: one.equations for one in named_classes().values()} | MORE
    rows = []
    for name, text in texts.items():
        if asked.only not in name:
            continue
        equations, others, first, series = polynomials(text)
        programs = {"gfkit": ([sys.executable, "-"], GFKIT.format(text=text))}
        if PEERS.exists():
            pari = ELIMINATE["PARI"].format(equations=equations, others=others, first=first, series=series)
            programs["PARI"] = ([str(PEERS), "-"], pari)
        row: dict[str, object] = {"class": name, "unknowns": len(others) + 1}
        for program, (command, given) in programs.items():
            found = [run(command, given) for _ in range(asked.rounds)]
            row[program] = round(statistics.median(one[0] for one in found), 3)
            row[f"{program}: degree"], row[f"{program}: status"] = found[0][2], found[0][1]
        rows.append(row)
        print(json.dumps(row), flush=True)
    if asked.json:
        write_report(asked.json, rows, ("cypari",))


if __name__ == "__main__":
    main()
