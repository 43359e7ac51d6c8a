"""The roots of largest modulus of a characteristic polynomial, and why their moduli are equal."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm

from flint import acb, arb, ctx, fmpz_poly

from gfkit.sequences.binet import BinetPart
from gfkit.sequences.dense import isolated
from gfkit.sequences.periodic import unity
from gfkit.sequences.power_sums import root_powers

MOST_TURNS = 120
"""The largest power in which roots of equal modulus are looked for to coincide."""


@dataclass
class Dominant:
    """What is known at one precision: roots with multiplicities, their common modulus if ``decided``.

    ``turns`` is a number k for which all r^k, r of highest multiplicity, are the same positive number,
    if one was found.
    """

    roots: list[tuple[acb, int]]
    modulus: arb
    decided: bool
    turns: int | None

    @property
    def highest(self) -> int:
        return max(multiplicity for _, multiplicity in self.roots)

    @property
    def leading(self) -> list[acb]:
        """The roots of highest multiplicity."""
        return [root for root, multiplicity in self.roots if multiplicity == self.highest]


def dominant_roots(characteristic: fmpz_poly, bits: int) -> Dominant:
    """The roots of largest modulus at this many bits; ``decided`` when their moduli are proved equal.

    All roots are isolated as balls; those whose modulus is not certainly smaller than that of the
    largest are the candidates. They have equal moduli when there is only one, or a conjugate pair, or
    all are roots of unity times the same integer, or when their k-th powers coincide for some k: the
    polynomial with the k-th powers of all roots then has one root (or a conjugate pair) with their
    full number as multiplicity and nothing as large beside it. Other coincidences stay undecided.
    """
    with ctx.workprec(bits):
        found = isolated(characteristic)
        largest = max((abs(root) for root, _ in found), key=lambda modulus: modulus.mid())
        top = [pair for pair in found if not abs(pair[0]) < largest]
        if len(top) == 1 and top[0][0].imag.is_zero():
            return Dominant(top, abs(top[0][0].real), True, 1 if top[0][0].real > 0 else 2)
        integral = _integral(characteristic, largest, len(top))
        if integral:
            return Dominant(top, arb(integral[0]), True, integral[1])
        turns = next((k for k in range(1, MOST_TURNS + 1) if _aligned(top, largest, k)), None)
        if turns and _coincide(characteristic, turns, len(top)):
            return Dominant(top, largest, True, turns)
        pair = len(top) == 2 and not any(root.imag.contains(0) for root, _ in top)
        if pair or _pairs_coincide(characteristic, top):
            return Dominant(top, largest, True, None)
        for root, _ in top:
            largest = largest.union(abs(root))
        return Dominant(top, largest, False, None)


def _integral(characteristic: fmpz_poly, largest: arb, count: int) -> tuple[int, int] | None:
    """Modulus and order of the leading roots when all candidates are an integer times roots of unity."""
    scale, orders, seen = largest.unique_fmpz(), [], 0
    if scale is None:
        return None
    for factor, multiplicity in characteristic.factor()[1]:
        kind = unity(BinetPart(tuple(int(c) for c in factor.coeffs()), (), (1,)))
        if kind and kind[0] == scale:
            orders.append((int(multiplicity), kind[1]))
            seen += factor.degree()
    if not orders or seen != count:
        return None
    highest = max(multiplicity for multiplicity, _ in orders)
    return int(scale), lcm(*(order for multiplicity, order in orders if multiplicity == highest))


def _aligned(top: list[tuple[acb, int]], largest: arb, turns: int) -> bool:
    return all(((root / largest) ** turns).contains(acb(1)) for root, _ in top)


def _coincide(characteristic: fmpz_poly, turns: int, count: int, *, pair: bool = False) -> bool:
    """Whether the powers of all roots have one largest root (or pair) in which ``count`` fall together."""
    plain = characteristic // characteristic.gcd(characteristic.derivative())
    found = sorted(isolated(root_powers(plain, turns)), key=lambda item: -abs(item[0]).mid())
    wanted = 2 if pair else 1
    first, rest = found[:wanted], found[wanted:]
    if any(multiplicity != count // wanted for _, multiplicity in first):
        return False
    if pair and (count % 2 or any(root.imag.contains(0) for root, _ in first)):
        return False
    if not pair and not first[0][0].real > 0:
        return False
    return all(abs(other) < abs(first[0][0]) for other, _ in rest)


def _pairs_coincide(characteristic: fmpz_poly, top: list[tuple[acb, int]]) -> bool:
    """Whether some powers of the candidates fall together in two conjugate numbers."""
    for turns in range(2, MOST_TURNS + 1):
        one = top[0][0] ** turns
        if all((root**turns).overlaps(one) or (root**turns).overlaps(one.conjugate()) for root, _ in top):
            return _coincide(characteristic, turns, len(top), pair=True)
    return False
