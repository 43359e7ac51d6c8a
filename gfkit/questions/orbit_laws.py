"""Formulas for the number of orbits of configurations under symmetry; ``orbits.py`` states the theorem."""

from __future__ import annotations

from functools import reduce
from math import gcd
from operator import add
from typing import Any

from gfkit.core.algebra import Evidence, LawEquality, Polynomial, RationalGF, Recurrence
from gfkit.core.algebra.number import checked_count, checked_index
from gfkit.core.algebra.polynomial import term_text
from gfkit.core.boards import PartOfFamily
from gfkit.core.boards.symmetry import symmetries
from gfkit.core.deferred import dataclass
from gfkit.core.errors import MismatchError, SelfCheckError
from gfkit.core.rules import Question
from gfkit.core.typing import UpTo, cached_property
from gfkit.core.writable import Face, Indexable, Language
from gfkit.questions.invariance import is_unchanged

Value = Any
"""Number, or a polynomial if there are weights."""


@dataclass(frozen=True)
class Rounds:
    """Equivalence classes e of the winding number d around a cyclic board.

    Numbers d >= ``most`` with equal residues modulo ``modulus`` are equivalent; if ``is_plain``, numbers with
    equal gcd with ``modulus`` are equivalent.
    """

    parts: int = 1
    """q: number of parts of a slice that motions permute."""
    modulus: int = 1
    most: int = 1
    is_plain: bool = True

    def e(self, d: int) -> int:
        """Return the equivalence class of d."""
        if d < self.most:
            return d
        if self.most > 1:
            return self.most + d % self.modulus if self.modulus > 1 else self.most
        return gcd(d, self.modulus) if self.is_plain else d % self.modulus

    def classes(self) -> list[tuple[int, int]]:
        """Return all classes, each with its smallest d."""
        least: dict[int, int] = {}
        for d in range(1, self.most + self.modulus + 1):
            least.setdefault(self.e(d), d)
        return sorted(least.items())

    @property
    def text(self) -> tuple[str, str]:
        """Formula of the number of orbits, on one line."""
        if self.most > 1 and self.modulus > 1:
            return "P_e", f", e = d for d < {self.most}, else {self.most} + d mod {self.modulus}"
        if self.most > 1:
            return f"P_min(d, {self.most})", ""
        if self.modulus == 1:
            return "P", ""
        return (f"P_gcd(d, {self.modulus})" if self.is_plain else f"P_(d mod {self.modulus})"), ""


@dataclass(frozen=True)
class RingLaw:
    """Orbit-counting formula for a(n) on a cyclic family, valid for n >= ``start``."""

    around: tuple[tuple[int, RationalGF], ...]
    """Series of P_e, for each class e."""
    mirrored: RationalGF | None
    """Series of R, or None if no symmetry reverses the order of the slices."""
    motions: int
    """Number |W| of motions."""
    start: int
    apart: int = 0
    """Difference between n and the number m of slices in the formula."""
    rounds: Rounds = Rounds()

    @property
    def text(self) -> str:
        """Formula on one line."""
        by = (2 if self.mirrored else 1) * self.motions
        series, text = self.rounds.text
        m = "m" if self.apart else "n"
        first = f"1/{m}" if by == 1 else f"1/({by}*{m})"
        mirrored = f" + R({m})/{4 * self.motions}" if self.mirrored else ""
        where = f", m = n{-self.apart:+d}," if self.apart else ""
        units = m if self.rounds.parts == 1 else f"{self.rounds.parts}*{m}"
        total = f"sum over d | {units} of phi(d)*{series}({units}/d)"
        return f"a(n) = {first} * ({total}){mirrored}{text}{where} for n >= {self.start}"

    def term(self, n: int) -> Value:
        """Return a(n), for n >= ``start``."""
        series, m = dict(self.around), n - self.apart
        units = self.rounds.parts * m
        parts = []
        for d in (d for d in range(1, units + 1) if units % d == 0):
            coefficient = series[self.rounds.e(d)].coefficient(units // d)
            parts.append(_spread(coefficient, d) * sum(gcd(d, s) == 1 for s in range(1, d + 1)))
        total = reduce(add, parts)
        if self.mirrored is None:
            return whole_quotient(total, m * self.motions)
        return whole_quotient(total * 2 + self.mirrored.coefficient(m) * m, 4 * self.motions * m)


@dataclass(frozen=True, eq=False)
class OrbitsOfFamily(LawEquality, Face, Indexable):
    """Number of orbits of configurations on the boards of a family, for every n."""

    question: Question
    up_to: UpTo
    rational: RationalGF | None
    """Generating function, or None for cyclic families, whose formula is ``ring``."""
    ring: RingLaw | None
    early: tuple[Value, ...]
    """Initial terms of a cyclic family, which were counted board by board."""
    first_n: int
    evidence: Evidence

    @property
    def equality_key(self) -> object:
        return (self.ring, self.early, self.first_n) if self.rational is None else self.rational

    @property
    def generating_function(self) -> RationalGF:
        """Rational generating function. Raise MismatchError for cyclic families."""
        if self.rational is None:
            raise MismatchError(
                f"{self.question} up to {self.up_to.value} has no rational generating function: a cyclic"
                " board has n rotations as symmetries; use the formula, a sum over the divisors of n"
            )
        return self.rational

    @cached_property
    def recurrence(self) -> Recurrence:
        return self.generating_function.recurrence

    @cached_property
    def square(self) -> int | None:
        """Size n for which the board is a square, whose additional symmetries are not used; or None."""
        asked = self.question
        whole, step, shift, part = asked.family, 1, 0, asked.boards
        if isinstance(part, PartOfFamily):
            whole, step, shift = part.whole, part.step, part.shift
        if self.up_to is UpTo.RECTANGLE or whole.word not in ("", "torus"):
            return None
        (width,) = (size for size in whole.sizes if size is not None)
        n, beside = divmod(width - shift, step)
        if width == 1 or beside or n < self.first_n:
            return None
        board = whole.at(width)
        more = [
            symmetry
            for symmetry in symmetries(board, self.up_to)
            if any(turn.swapped for turn in symmetry.turns)
        ]
        kept = (is_unchanged(asked.rule, board, by, asked.weights) for by in more)
        return n if more and all(kept) else None

    @property
    def text(self) -> str:
        """Formula on one line."""
        return str(self.rational) if self.ring is None else self.ring.text

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<OrbitsOfFamily: {self.question} up to {self.up_to.value}: {self.text}; {self.evidence}>"

    def __getitem__(self, n: int) -> Value:
        n = checked_index(n, self.first_n)
        if self.ring is None:
            return self.generating_function.coefficient(n)
        return self.early[n - self.first_n] if n < self.ring.start else self.ring.term(n)

    def terms(self, number: int) -> list[Value]:
        """Return the initial terms, starting at ``first_n``."""
        if self.ring is None:
            return self.generating_function.terms(number)
        return [self[n] for n in range(self.first_n, self.first_n + checked_count(number))]

    def to(self, language: Language) -> Any:
        """Return the generating function in another output format."""
        return self.generating_function.to(language)

    def as_json(self, terms: int = 10) -> dict[str, Any]:
        """Return the JSON object that ``gfkit derive --up-to --json`` writes."""
        asked, rule, ring = self.question, None if self.rational is None else self.recurrence, self.ring
        return {
            "game": asked.game,
            "board": asked.boards.text,
            "positions": asked.positions.value,
            "weights": list(asked.weights.variables),
            "up_to": self.up_to.value,
            "first_n": self.first_n,
            "square": self.square,
            "generating_function": None if self.rational is None else self.rational.as_json(),
            "recurrence": None
            if rule is None
            else {
                "order": self.generating_function.order,
                "coefficients": [term_text(value) for value in rule.coefficients],
                "valid_from": rule.valid_from,
            },
            "ring": None
            if ring is None
            else {
                "formula": ring.text,
                "valid_from": ring.start,
                "around": {str(e): series.as_json() for e, series in ring.around},
                "mirrored": None if ring.mirrored is None else ring.mirrored.as_json(),
            },
            "terms": [term_text(value) for value in self.terms(terms)],
            "growth": None,
            "closed_form": None,
            "evidence": self.evidence.as_json(),
        }


def _spread(value: Value, d: int) -> Value:
    """Multiply all exponents of a polynomial by d."""
    if not isinstance(value, Polynomial):
        return value
    return Polynomial.of(value.variables, {tuple(d * p for p in powers): c for powers, c in value.terms})


def whole_quotient(value: Value, divisor: int) -> Value:
    """Return the quotient of two numbers. Raise SelfCheckError if it is not an integer, which is impossible
    for a group action.
    """
    parts = value.terms if isinstance(value, Polynomial) else (((), value),)
    if any(number % divisor for _, number in parts):
        raise SelfCheckError(
            "the number of orbits is not an integer; this is a bug in gfkit, please report it"
        )
    if not isinstance(value, Polynomial):
        return value // divisor
    return Polynomial.of(value.variables, {powers: number // divisor for powers, number in parts})
