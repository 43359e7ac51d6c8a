"""by = "winner": who wins on all boards of a family from some n on."""

from __future__ import annotations

import re
from dataclasses import dataclass

from gfkit.catalog import sequence
from gfkit.catalog.check import Argument, Arguments, Check, Found
from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.catalog.plain.play import Playing
from gfkit.errors import CatalogError

_FORM = re.compile(
    r"(left|right|first|second) for n >= ([0-9]+)(?:, n = ([0-9]+) mod ([0-9]+))?(?: but ([0-9, ]+))?"
)
_TO, _PLAYED = 12, 4


@dataclass(frozen=True)
class _Claimed:
    """A winner, and the n for which he is claimed to win."""

    word: str
    start: int
    residue: int
    modulus: int
    but: frozenset[int]

    @classmethod
    def read(cls, text: str) -> _Claimed:
        found = _FORM.fullmatch(text)
        if found is None:
            raise CatalogError(
                f"statement {text!r}: must be like 'left for n >= 4 but 6, 9' or"
                " 'second for n >= 1, n = 0 mod 5'"
            )
        word, start, residue, modulus, but = found.groups()
        numbers = frozenset(map(int, (but or "").replace(",", " ").split()))
        return cls(word, int(start), int(residue or 0), int(modulus or 1), numbers)

    def says(self, n: int) -> bool:
        """Whether the winner is claimed to win at n; nothing is claimed elsewhere, but at the exceptions
        that he does not."""
        return n >= self.start and n % self.modulus == self.residue % self.modulus and n not in self.but

    def fits(self, n: int, word: str) -> bool:
        return word == self.word if self.says(n) else not (n in self.but and word == self.word)


def law(statement: Statement, asked: Arguments) -> Found:
    """The engine: every board searched up to ``to``, and its law for all others where one is proved."""
    from gfkit.values.laws import DecompositionLaw
    from gfkit.values.outcome import outcomes

    claimed, to = _Claimed.read(statement[0]), asked.get("to", _TO)
    start = max(sequence.family_of(asked).first_n, min(1, claimed.start))
    found = outcomes(asked["game"], asked["family"], to=to, start=start)
    for n, word in found.by_n.items():
        if not claimed.fits(n, word):
            return _refuted(claimed, asked, n, word)
    known = found.law
    if known is None or not known.proved:
        return Found(Standing.CONSISTENT, f"searched up to n = {to}")
    for n in sorted(claimed.but):
        if n > to and known.at(n) == claimed.word:
            return _refuted(claimed, asked, n, claimed.word)
    if isinstance(known, DecompositionLaw):
        covered = known.covers_from is not None and known.covers_from <= to + 1
        proved = covered and known.winner == claimed.word
    else:
        later = range(max(to + 1, claimed.start), max(to + 1, claimed.start) + known.period * claimed.modulus)
        proved = known.covers_from <= to + 1 and all(
            known.at(n) == claimed.word for n in filter(claimed.says, later)
        )
    proved = proved and all(known.at(n) is not None for n in claimed.but if n > to)
    best = Standing.PROVED if proved else Standing.CONSISTENT
    return Found(best, f"searched up to n = {to}; {known.statement}")


def brute_force(statement: Statement, asked: Arguments) -> Found:
    """Every move played, on the boards up to ``played``."""
    claimed, last = _Claimed.read(statement[0]), asked.get("played", _PLAYED)
    family = sequence.family_of(asked)
    for n in range(max(1, family.first_n), last + 1):
        word = Playing(asked["game"], family.at(n)).outcome()
        if not claimed.fits(n, word):
            return _refuted(claimed, asked, n, word)
    return Found(Standing.CONSISTENT, f"played up to n = {last}")


def _refuted(claimed: _Claimed, asked: Arguments, n: int, word: str) -> Found:
    said = claimed.word if claimed.says(n) else f"not {claimed.word}"
    return Found(Standing.REFUTED, "searched", Witness(sequence.family_of(asked).at(n).text, said, word))


def _subject(asked: Arguments) -> str:
    return f"winner of {asked['game']} on {asked['family']}"


WINNER = Check(
    arguments=(
        Argument("game", needed=True),
        Argument("family", needed=True),
        Argument("to", int),
        Argument("played", int),
    ),
    methods={"law": law, "brute-force": brute_force},
    subject=_subject,
    is_list=False,
)
