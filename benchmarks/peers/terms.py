"""Sequences whose formulas are guessed; the answer is the next three terms, or "none"."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from math import comb

from .race import Python


@dataclass(frozen=True)
class Sequence:
    """Terms with the kind, order and degree of their formula, which some systems need."""

    name: str
    kind: str
    terms: list[int]
    order: int = 0
    degree: int = 0

    def gfkit(self) -> Python:
        kinds = "" if self.kind == "none" else f", ansatz='{self.kind}'"
        small = f"gfkit.guess({self.terms[: len(self.terms) // 2]}{kinds})"
        last = len(self.terms) + 3
        answer = f"found[0].terms({last})[-3:] if found else 'none'"
        return Python("import gfkit", f"found = gfkit.guess({self.terms}{kinds}).found", answer, small)


def c_finite(order: int, count: int) -> Sequence:
    dice = random.Random(order)
    back = [dice.randint(-9, 9) for _ in range(order - 1)] + [dice.choice([-1, 1])]
    terms = [dice.randint(-9, 9) for _ in range(order)]
    while len(terms) < count:
        terms.append(sum(c * value for c, value in zip(back, reversed(terms[-order:]), strict=True)))
    return Sequence(f"C-finite, order {order}, {count} terms", "c-finite", terms, order)


def sums(name: str, term: Callable[[int, int], int], count: int, order: int, degree: int) -> Sequence:
    terms = [sum(term(n, k) for k in range(n + 1)) for n in range(count)]
    return Sequence(name, "d-finite", terms, order, degree)


APERY = sums("D-finite, Apery numbers", lambda n, k: comb(n, k) ** 2 * comb(n + k, k) ** 2, 30, 2, 3)
FRANEL = sums("D-finite, sums of sixth powers", lambda n, k: comb(n, k) ** 6, 60, 3, 9)
TREES = Sequence(
    "algebraic, quaternary trees", "algebraic", [comb(4 * n, n) // (3 * n + 1) for n in range(60)], 1, 4
)
NOTHING = Sequence("no law, 60 random terms", "none", [random.Random(n).randint(0, 3**n) for n in range(60)])
