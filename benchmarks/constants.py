"""Constants of the plane: proved digits, their bounds and CPU seconds, compared with published values.

    python benchmarks/constants.py [--seconds 60] [--only NAME ...]

CPU seconds of one core. The published values are from A085850 (hard squares), Friedland and Peled (dimers),
Calkin and others (kings), Baxter (hard hexagons), Lieb (ice), Kasteleyn (domino tilings), Tromp and Farneback
(Go).
"""

from __future__ import annotations

import argparse
import math
import time

import gfkit

HEXAGONS = gfkit.Rule.array(
    colours=4,
    window=[
        ("ab", "a // 2 == b // 2 and not (a % 2 == 1 and b % 2 == 1)"),
        ("a/b", "a // 2 != b // 2 and not (a % 2 == 1 and b % 2 == 1)"),
        ("a./.d", "not (a == 1 and d == 3)"),
        (".b/c.", "not (b == 3 and c == 1)"),
    ],
    weight={1: "x", 3: "x"},
    name="hard-hexagons",
)
RULES: list[tuple[str, str | gfkit.Rule, str, float | None]] = [
    ("hard squares", "independent-sets", "all", 1.5030480824753322),
    ("monomers and dimers", "matchings", "all", math.exp(0.6627989727)),
    ("kings", "kings", "all", 1.342643951124),
    ("hard hexagons", HEXAGONS, "all", 1.3954859724793027),
    ("ice", "colourings:3", "all", (4 / 3) ** 1.5),
    ("four colours", "colourings:4", "all", None),
    ("Col", "col", "all", None),
    ("NoGo", "nogo", "all", 2.9757341920433572),
    ("domino tilings", "domino-tilings", "all", math.exp(0.915965594177219 / math.pi)),
    ("edge covers", "edge-covers", "all", None),
    ("maximal matchings", "arc-kayles", "maximal", None),
    ("maximal independent sets", "node-kayles", "maximal", None),
    ("Left ends of Domineering", "domineering", "left-ends", None),
]


def main() -> None:
    parser = argparse.ArgumentParser(description="constants of the plane and their proved digits")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--only", nargs="*", default=[])
    given = parser.parse_args()
    for name, rule, positions, printed in RULES:
        if given.only and name not in given.only:
            continue
        begun = time.process_time()
        found = gfkit.constant(rule, positions=positions, seconds=given.seconds)
        used = time.process_time() - begun
        high = found.upper
        inside = printed is None or (high is not None and found.lower.value < printed < high.value)
        print(
            f"{name:26} {found.digits or '-':16} {float(found.lower.value):.14f} {found.lower.source:18}"
            f" {float(high.value) if high else math.nan:.14f} {high.source if high else '-':34} {used:6.1f} s"
            f" {'' if inside else 'NOT AS PRINTED'}",
            flush=True,
        )


if __name__ == "__main__":
    main()
