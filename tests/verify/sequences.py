"""Random linearly recurrent sequences, their terms, and the requirements on a verdict about them.

The terms come from the recurrence, without gfkit.
"""

from __future__ import annotations

from random import Random

from gfkit.claims.claim import judge_formula


def listed(above, below, count):
    terms: list = []
    for n in range(count):
        back = sum(below[j] * terms[n - j] for j in range(1, min(n, len(below) - 1) + 1))
        terms.append((above[n] if n < len(above) else 0) - back)
    return terms


def drawn_fraction(random: Random):
    """Return a fraction, often with gaps, multiple roots or a prime in the denominator, or 0; and first n."""
    degree, kind = random.randint(0, 4), random.random()
    below = [1, *(random.randint(-4, 4) for _ in range(degree))]
    if kind < 0.2:
        step = random.randint(2, 3)
        below = [below[k // step] if k % step == 0 else 0 for k in range(step * degree + 1)]
    elif kind < 0.35:
        prime = random.choice([2, 3, 5])
        below = [1, *(prime * random.randint(-2, 2) for _ in range(degree))]
    elif kind < 0.6:
        below = [1]
        for _ in range(random.randint(1, 3)):
            root = random.choice([-2, -1, 1, 1, 2, 3])
            below = [a - root * b for a, b in zip([*below, 0], [0, *below], strict=True)]
    above = [random.randint(-4, 6) for _ in range(random.randint(1, 6))] if random.random() > 0.05 else [0]
    first = random.choice([0, 0, 1, 3])
    return [0] * first + above, below, first


def judged(text, law, wrong, end):
    """Return the verdict on a statement that fails first at n = ``wrong``, or is true for n < ``end``.

    Nothing false is proved, a refutation, or a proof for later n, has the smallest n, and a correction is
    proved.
    """
    verdict = judge_formula(text, law)
    case = (text, str(law.rational), law.first_n, str(verdict), wrong)
    assert wrong is None or verdict.verdict != "proved", case
    assert not verdict.is_later or wrong < verdict.holds_from, case
    if verdict.is_refuted or verdict.is_later:
        found = verdict.first_difference.n
        assert found == wrong if wrong is not None else found >= end, case
    assert verdict.correction is None or judge_formula(verdict.correction, law).verdict == "proved", case
    return verdict
