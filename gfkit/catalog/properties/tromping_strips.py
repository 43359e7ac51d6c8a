"""Who wins strips of some lengths: one of two outcomes, for all lengths in some classes."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from gfkit.boards import parse_board
from gfkit.boards.board import Family
from gfkit.catalog.check import Arguments, Found, Method
from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.catalog.plain.in_parts import Strips
from gfkit.errors import CatalogError
from gfkit.values.laws import DecompositionLaw
from gfkit.values.outcome import outcome, outcomes

_LENGTHS = {"domineering": (2,), "i-tromping": (3,), "d-tromping": (2, 3)}


@dataclass(frozen=True)
class _Claim:
    """Two outcomes, one of which every length in some classes from a start on has."""

    words: tuple[str, str]
    start: int
    residues: tuple[int, ...]
    modulus: int

    @classmethod
    def read(cls, text: str) -> _Claim:
        found = re.fullmatch(r"(\w+) or (\w+) for n >= (\d+), n = ([\d, ]+) mod (\d+)", text)
        if found is None:
            raise CatalogError(
                f"statement {text!r}: must be like 'right or first for n >= 10, n = 1, 4 mod 6'"
            )
        residues = tuple(int(residue) for residue in found[4].split(","))
        return cls((found[1], found[2]), int(found[3]), residues, int(found[5]))

    def lengths(self, to: int) -> list[int]:
        return [n for n in range(self.start, to + 1) if n % self.modulus in self.residues]

    def against(self, decide: Callable[[int], str], to: int) -> tuple[int, str] | None:
        """The first length with another outcome."""
        return next(((n, word) for n in self.lengths(to) if (word := decide(n)) not in self.words), None)


def _family(asked: Arguments) -> Family:
    family = parse_board(asked["family"])
    if not isinstance(family, Family):
        raise CatalogError(f"check: family {asked['family']!r} must have n in it")
    return family


def _sums(statement: Statement, asked: Arguments) -> Found:
    """Lengths searched up to ``to``; beyond, a length Right wins beside one that he wins moving first."""
    claim, family = _Claim.read(statement[0]), _family(asked)
    against = claim.against(lambda n: outcome(asked["game"], family.at(n)), asked["to"])
    if against is not None:
        return Found(Standing.REFUTED, "searched", _witness(family, claim, against))
    known = outcomes(asked["game"], family, to=asked["known"])
    is_applied = isinstance(known.law, DecompositionLaw) and claim.modulus in known.law.generators
    if not is_applied or set(claim.words) != {known.law.winner, "first"}:  # type: ignore[union-attr]
        return Found(Standing.CONSISTENT, f"searched up to n = {asked['to']}")
    moving_first = {n for n, word in known.by_n.items() if word in claim.words}
    for n in claim.lengths(claim.start + claim.modulus - 1):
        if not any(n >= length and (n - length) % claim.modulus == 0 for length in moving_first):
            return Found(Standing.CONSISTENT, f"searched up to n = {asked['to']}; n = {n} does not follow")
    return Found(Standing.PROVED, f"{claim.modulus} added to lengths up to {asked['known']}")


def _multiples(statement: Statement, asked: Arguments) -> Found:
    """A player wins all multiples of a length: that length is among those of the engine's law."""
    found = re.fullmatch(r"(left|right) for n = 0 mod (\d+), n >= (\d+)", statement[0])
    if found is None or int(found[2]) > int(found[3]):
        raise CatalogError(f"statement {statement[0]!r}: must be like 'right for n = 0 mod 6, n >= 6'")
    family, word, step = _family(asked), found[1], int(found[2])
    known = outcomes(asked["game"], family, to=asked["known"])
    for n in range(step, asked["known"] + 1, step):
        if known[n] != word:
            return Found(Standing.REFUTED, "searched", Witness(family.at(n).text, word, known[n]))
    law = known.law
    if isinstance(law, DecompositionLaw) and law.winner == word and step in law.generators:
        return Found(Standing.PROVED, law.statement)
    return Found(Standing.CONSISTENT, f"searched up to n = {asked['known']}")


def _multiples_in_parts(statement: Statement, asked: Arguments) -> Found:
    """The same lengths, every move played."""
    word, step = statement[0].split()[0], int(statement[0].split(" mod ")[1].split(",")[0])
    family = _family(asked)
    strips = Strips(family.sizes[0] or 0, _LENGTHS[asked["game"]])
    for n in range(step, asked["played"] + 1, step):
        if (true := strips.outcome(n)) != word:
            return Found(Standing.REFUTED, "played in parts", Witness(family.at(n).text, word, true))
    return Found(Standing.CONSISTENT, f"played in parts up to n = {asked['played']}")


def _parts(statement: Statement, asked: Arguments) -> Found:
    """Every move played, part by part."""
    claim, family = _Claim.read(statement[0]), _family(asked)
    strips = Strips(family.sizes[0] or 0, _LENGTHS[asked["game"]])
    to = asked.get("played", asked["to"])
    against = claim.against(strips.outcome, to)
    if against is not None:
        return Found(Standing.REFUTED, "played in parts", _witness(family, claim, against))
    return Found(Standing.CONSISTENT, f"played in parts up to n = {to}")


def _witness(family: Family, claim: _Claim, against: tuple[int, str]) -> Witness:
    return Witness(family.at(against[0]).text, " or ".join(claim.words), against[1])


METHODS: dict[str, dict[str, Method]] = {
    "either": {"sums": _sums, "parts": _parts},
    "multiples": {"sums": _multiples, "parts": _multiples_in_parts},
}
