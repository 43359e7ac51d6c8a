"""Accuracy of guessed formulas: the fraction that predicts later terms, for strong and weak evidence.

A part of the terms of each sequence is given, by default half and at least ten, and the others are held back.
A guess fails if one of them differs. By default, the sequences are generated: formulas of several kinds, and
traps that satisfy a formula only initially, such as integers selected by their digits, words of Coxeter
groups, Beatty sequences, and divisor counts. With ``--programs``, they are random functions. A file has the
format of ``stripped`` of the OEIS, with lines ``A000045 ,0,1,1,2,3,``; ``--every`` selects a sample of its
sequences.

    python benchmarks/held_back.py [--stripped FILE] [--shown 0.5] [--limit 5] [--failed] [--json FILE]
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import count, islice
from math import comb, gcd, isqrt, prod
from pathlib import Path

from machine import write_report

from gfkit.guessing import guess

LEAST_SHOWN, LEAST_HELD = 10, 3


def digits(n: int, base: int) -> list[int]:
    found = []
    while n:
        n, digit = divmod(n, base)
        found.append(digit)
    return found or [0]


def reduced_words(generators: int, power: int, terms: int) -> list[int]:
    """Return the numbers of reduced words by length in the Coxeter group with S_i^2 = (S_i S_j)^m = 1."""
    above = [1, *[2] * (power - 1), 1]
    below = [1, *[2 - generators] * (power - 1), comb(generators - 1, 2)]
    found: list[int] = []
    for n in range(terms):
        known = sum(c * found[n - k] for k, c in enumerate(below[1:], 1) if k <= n)
        found.append((above[n] if n < len(above) else 0) - known)
    return found


def traps(dice: random.Random) -> Iterator[tuple[str, list[int]]]:
    """Yield sequences without a short formula, or with a formula that holds only initially."""
    for generators in range(3, 50, 6):
        for power in (3, 5, 8, 12, 15, 17, 24, 45):
            yield "reduced words", reduced_words(generators, power, 20)
    tests: list[tuple[str, Callable[[int, int], bool]]] = [
        ("holds 1", lambda n, base: 1 in digits(n, base)),
        ("without 0", lambda n, base: 0 not in digits(n, base)),
        ("without the last digit", lambda n, base: base - 1 not in digits(n, base)),
        ("falling", lambda n, base: digits(n, base) == sorted(digits(n, base))),
        ("palindrome", lambda n, base: digits(n, base) == digits(n, base)[::-1]),
        ("even sum", lambda n, base: sum(digits(n, base)) % 2 == 0),
        ("all different", lambda n, base: len(set(digits(n, base))) == len(digits(n, base))),
        ("one digit", lambda n, base: len(set(digits(n, base))) == 1),
        ("square sum", lambda n, base: isqrt(sum(digits(n, base))) ** 2 == sum(digits(n, base))),
    ]
    for name, test in tests:
        for base in (3, 4, 7, 10, 16):
            for shown in (18, 36):
                yield f"digits: {name}", list(islice((n for n in range(1, 20_000) if test(n, base)), shown))
    for base in (2, 3, 4, 7, 10, 16):
        for shown in (18, 36):
            yield "digits: sum", [sum(digits(n, base)) for n in range(shown)]
            yield (
                "digits: turned round",
                [sum(d * base**k for k, d in enumerate(digits(n, base)[::-1])) for n in range(shown)],
            )
            yield (
                "digits: read in base 2",
                [sum(d * (base + 1) ** k for k, d in enumerate(digits(n, base))) for n in range(shown)],
            )
    for square in range(2, 60, 3):
        if isqrt(square) ** 2 != square:
            shown = dice.randrange(20, 70)
            yield "multiples rounded down", [isqrt(square * n * n) for n in range(shown)]
            yield "decimals", [isqrt(square * 100**n) % 10 for n in range(60)]
    for k in range(1, 30, 4):
        shown = dice.randrange(15, 60)
        yield "divisors", [sum(d % k == 0 for d in range(1, n + 1) if n % d == 0) for n in range(1, shown)]
        primes = (n for n in count(2) if all(n % d for d in range(2, isqrt(n) + 1)))
        yield "primes", [p + k for p in islice(primes, shown)]
        yield "gaps", list(islice((n for n in count(1) if _is_prime(n * n + k)), shown))
        yield "remainders", [sum(n % d for d in range(1, k + 1)) + n // (3 * k) for n in range(shown)]
    for parts in range(2, 40, 5):
        shown = 2 * dice.randrange(8, 24)
        yield "partitions", _partitions([1, *range(parts, 100)], shown)
        yield "partitions", _partitions([d for d in range(1, 100) if d % parts], shown)


def _is_prime(n: int) -> bool:
    return n > 1 and all(n % d for d in range(2, isqrt(n) + 1))


def _partitions(parts: list[int], terms: int) -> list[int]:
    found = [1, *[0] * (terms - 1)]
    for part in parts:
        for n in range(part, terms):
            found[n] += found[n - part]
    return found


def laws(dice: random.Random) -> Iterator[tuple[str, list[int]]]:
    """Yield sequences with formulas of the supported kinds, as long as the data of OEIS entries."""
    for _ in range(120):
        order, shown = dice.randint(1, 6), dice.randint(18, 40)
        back = [dice.randint(-3, 4) for _ in range(order)]
        found = [dice.randint(0, 9) for _ in range(order)]
        while len(found) < shown:
            found.append(sum(c * a for c, a in zip(back, found[::-1], strict=False)))
        yield "c-finite", found
    for _ in range(80):
        period, degree = dice.randint(1, 4), dice.randint(1, 3)
        rows = [[dice.randint(-5, 9) for _ in range(degree + 1)] for _ in range(period)]
        shown = dice.randint(24, 60)
        yield (
            "quasi-polynomial",
            [sum(c * n**k for k, c in enumerate(rows[n % period])) for n in range(shown)],
        )
    for a in (1, 2, 3, 5):
        for b in (1, 2, 3):
            yield (
                "sum of binomials",
                [
                    sum(comb(n, k) * comb(2 * k, k) * a**k * b ** (n - k) for k in range(n + 1))
                    for n in range(24)
                ],
            )
            yield "product of binomials", [comb((a + 1) * n, n) * b**n for n in range(20)]
            yield "trees", [comb((a + 1) * n + b, n) * b // ((a + 1) * n + b) for n in range(20)]
            square = [Fraction(1)]
            for n in range(1, 24):
                square.append(
                    a * square[n - 1]
                    + b * sum((square[k] * square[n - 1 - k] for k in range(n)), Fraction(0))
                )
            yield "quadratic", [int(value) for value in square]
            first, second = [a, b], [1, a + b]
            for _ in range(14):
                first.append(a * first[-1] + first[-2])
                second.append(second[-1] + b * second[-2])
            yield "interlaced", [value for pair in zip(first, second, strict=True) for value in pair]
            yield "products", [prod(a * k + b for k in range(n)) for n in range(20)]


def random_function(dice: random.Random, depth: int = 3) -> Callable[[int], int]:
    """Return a random function of n: arithmetic, digits, divisors, roots, sums, recursions."""
    kind = dice.randrange(13) if depth else dice.randrange(3)
    if kind < 3:
        c = dice.choice((0, 1, 2, 3, 5, 7, 10))
        return (lambda n: n) if kind else (lambda _n: c)
    f = random_function(dice, depth - 1)
    if kind < 8:
        g = random_function(dice, depth - 1)
        word = dice.choice(("+", "-", "*", "//", "%", "gcd", "max", "xor"))
        return lambda n: PAIRS[word](f(n), g(n))
    base = dice.choice((2, 3, 10))
    return dice.choice(
        (
            lambda n: sum(digits(abs(f(n)), base)),
            lambda n: isqrt(abs(f(n))),
            lambda n: sum(f(k) for k in range(n + 1)),
            lambda n: sum(f(d) for d in range(1, n + 1) if n % d == 0),
            lambda n: sum(f(k) == f(n) for k in range(n)),
            lambda n: f(min(abs(f(n)), 10**4)),
            lambda n: f(n - f(n - 1) % n) if n else 1,
            lambda n: sum(map(_is_prime, range(min(abs(f(n)), 10**4)))),
        )
    )


PAIRS: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "max": max, "gcd": gcd,
    "//": lambda a, b: a // (abs(b) + 1), "%": lambda a, b: a % (abs(b) + 1),
    "xor": lambda a, b: abs(a) ^ abs(b),
}  # fmt: skip


def random_programs(dice: random.Random, number: int) -> Iterator[tuple[str, list[int]]]:
    """Yield the terms of random functions. Functions that are slow or have few values are omitted."""
    while number:
        term, terms, until = random_function(dice), list[int](), time.process_time() + 0.05
        for n in range(60):
            terms.append(term(n))
            if time.process_time() > until or abs(terms[-1]) > 10**30:
                break
        if len(terms) >= LEAST_SHOWN + LEAST_HELD and len(set(terms)) > 2:
            number -= 1
            yield "programs", terms


def read_stripped(path: str, every: int) -> Iterator[tuple[str, list[int]]]:
    for k, line in enumerate(Path(path).read_text().splitlines()):
        if k % every == 0 and not line.startswith("#"):
            name, _, terms = line.partition(" ")
            yield name, [int(term) for term in terms.strip(",").split(",") if term]


def measure(
    rows: Iterator[tuple[str, list[int]]], part: float, limit: float, show: bool
) -> tuple[Counter[str], Counter[str], float]:
    """Return the number of each outcome, the failures with strong evidence by source, and the seconds."""
    endings, failed = Counter[str](), Counter[str]()
    begin = time.process_time()
    for name, terms in rows:
        shown = max(LEAST_SHOWN, int(part * len(terms)))
        if len(terms) - shown < LEAST_HELD:
            continue
        endings["sequences"] += 1
        found = guess(terms[:shown], limit=limit).found
        if not found:
            endings["nothing"] += 1
            continue
        holds = found[0].terms(len(terms)) == terms
        word = "weak" if found[0].weak else "strong"
        endings[f"{word}, {'holds' if holds else 'fails'}"] += 1
        if not holds and not found[0].weak:
            failed[name] += 1
            if show:
                print(f"{name}: {found[0].description}, {found[0].evidence}: {terms}", file=sys.stderr)
    return endings, failed, time.process_time() - begin


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--stripped", metavar="FILE", help="sequences of the OEIS instead of generated ones")
    parser.add_argument("--programs", type=int, metavar="N", help="number of random functions")
    parser.add_argument("--seed", type=int, default=1, help="seed of the random functions")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--shown", type=float, default=0.5, help="the part of the terms that is given")
    parser.add_argument("--limit", type=float, default=5.0)
    parser.add_argument("--failed", action="store_true", help="print the failures with strong evidence")
    parser.add_argument("--json", metavar="FILE", help="write the rows, machine and versions to this file")
    options = parser.parse_args()
    report = []
    sources = {"traps": traps(random.Random(1)), "laws": laws(random.Random(2))}
    if options.programs:
        sources = {"programs": random_programs(random.Random(options.seed), options.programs)}
    if options.stripped:
        sources = {options.stripped: read_stripped(options.stripped, options.every)}
    for source, rows in sources.items():
        endings, failed, seconds = measure(rows, options.shown, options.limit, options.failed)
        strong = endings["strong, holds"] + endings["strong, fails"]
        print(f"{source}: {endings['sequences']} sequences, {seconds:.0f} s")
        print(f"  strong {strong}, of which {endings['strong, fails']} fail")
        print(
            f"  weak {endings['weak, holds'] + endings['weak, fails']},"
            f" of which {endings['weak, fails']} fail"
        )
        print(f"  no formula {endings['nothing']}")
        for name, times in failed.most_common(12):
            print(f"  failed {times} of {name}")
        report.append({"source": source, "seconds": round(seconds, 1), **endings})
    if options.json:
        write_report(options.json, report)


if __name__ == "__main__":
    main()
