"""by = "count", "value", "outcome" and "winner": figures of single boards, and the winner of a family."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from gfkit.catalog.check import Argument, Arguments, CheckKind, CheckResult, compare_entries
from gfkit.catalog.claim import ClaimStatus, Statement, Witness
from gfkit.catalog.plain import GameSearch, has_value
from gfkit.catalog.sequence import family_of, read_given
from gfkit.errors import CatalogError
from gfkit.sequences import Count, Polynomial
from gfkit.sequences.polynomial import term_text
from gfkit.transfer.count import count

_BOARDS = (Argument("game", needed=True), Argument("board"), Argument("boards", list))


def _boards_of(statement: Statement, asked: Arguments) -> tuple[str, ...]:
    """The boards, as many as the statement has entries."""
    if ("board" in asked) == ("boards" in asked):
        raise CatalogError("check: give board, or boards as a list, and not both")
    boards = (asked["board"],) if "board" in asked else tuple(asked["boards"])
    if len(boards) != len(statement):
        raise CatalogError(f"check: {len(boards)} boards and {len(statement)} statements; one goes with one")
    return boards


def _subject(asked: Arguments) -> str:
    boards = asked.get("board") or ", ".join(asked.get("boards", ()))
    extra = [str(asked[key]) for key in ("positions", "weights") if key in asked]
    return ", ".join([f"{asked['game']} on {boards}", *extra])


# Counts


def _compare_counts(
    counter: Callable[..., Count], evidence: str, statement: Statement, asked: Arguments
) -> CheckResult:
    boards = _boards_of(statement, asked)
    weights, positions = asked.get("weights", "none"), asked.get("positions", "all")
    true = [counter(asked["game"], board, positions, weights).polynomial for board in boards]
    claimed = [
        _polynomial(text, polynomial.variables) for text, polynomial in zip(statement, true, strict=True)
    ]
    return compare_entries(tuple(map(str, claimed)), tuple(map(str, true)), boards, evidence)


def _polynomial(text: str, variables: tuple[str, ...]) -> Polynomial:
    if variables:
        return Polynomial.parse(text, variables)
    return Polynomial.constant(int(term_text(read_given(text))))


def _oracle(*asked: Any) -> Count:
    from gfkit.oracle import brute_force

    return brute_force(*asked)


COUNT = CheckKind(
    arguments=(*_BOARDS, Argument("positions"), Argument("weights")),
    methods={
        "transfer": partial(_compare_counts, count, "boards counted by transfer matrix"),
        "brute-force": partial(_compare_counts, _oracle, "all positions listed"),
    },
    subject=_subject,
)


# Values


def _canonical(statement: Statement, asked: Arguments) -> CheckResult:
    """The check that each board's canonical form equals the claimed game."""
    from gfkit.values import ShortGame, value

    boards = _boards_of(statement, asked)
    true = [value(asked["game"], board).value for board in boards]
    same = [ShortGame.parse(text) == game for text, game in zip(statement, true, strict=True)]
    texts = tuple(text if ok else str(game) for text, ok, game in zip(statement, same, true, strict=True))
    return compare_entries(statement, texts, boards, "canonical forms")


def _by_difference_game(statement: Statement, asked: Arguments) -> CheckResult:
    """The check by playing each board minus the claimed value: the second player must win."""
    for text, board in zip(statement, _boards_of(statement, asked), strict=True):
        if not has_value(asked["game"], board, text):
            return CheckResult(ClaimStatus.REFUTED, "the difference was played out", Witness(board, text))
    return CheckResult(ClaimStatus.PROVED, "each difference was played out")


VALUE = CheckKind(
    arguments=_BOARDS, methods={"canonical": _canonical, "brute-force": _by_difference_game}, subject=_subject
)


# Outcomes


def _compare_outcomes(
    outcome: Callable[[str, str], str], evidence: str, statement: Statement, asked: Arguments
) -> CheckResult:
    boards = _boards_of(statement, asked)
    for word in statement:
        if word not in ("left", "right", "first", "second"):
            raise CatalogError(f"outcome {word!r}: must be left, right, first or second")
    return compare_entries(
        statement, tuple(outcome(asked["game"], board) for board in boards), boards, evidence
    )


def _by_value(game: str, board: str) -> str:
    from gfkit.values import value

    return value(game, board).outcome


def _by_search(game: str, board: str) -> str:
    from gfkit.values.outcome import outcome

    return outcome(game, board)


def _by_play(game: str, board: str) -> str:
    return GameSearch(game, board).outcome()


OUTCOME = CheckKind(
    arguments=_BOARDS,
    methods={
        "canonical": partial(_compare_outcomes, _by_value, "the sign of the canonical form"),
        "search": partial(_compare_outcomes, _by_search, "search with bounds"),
        "brute-force": partial(_compare_outcomes, _by_play, "every move played"),
    },
    subject=_subject,
)


# Who wins on all boards of a family from some n on


_FORM = re.compile(
    r"(left|right|first|second) for n >= ([0-9]+)(?:, n = ([0-9]+) mod ([0-9]+))?(?: but ([0-9, ]+))?"
)
_SEARCHED_TO, _PLAYED_TO = 12, 4


@dataclass(frozen=True)
class _WinnerClaim:
    """The claim that a player wins, with the n for which he does."""

    word: str
    start: int
    residue: int
    modulus: int
    but: frozenset[int]

    @classmethod
    def parse(cls, text: str) -> _WinnerClaim:
        match = _FORM.fullmatch(text)
        if match is None:
            raise CatalogError(
                f"statement {text!r}: must be like 'left for n >= 4 but 6, 9' or"
                " 'second for n >= 1, n = 0 mod 5'"
            )
        word, start, residue, modulus, but = match.groups()
        numbers = frozenset(map(int, (but or "").replace(",", " ").split()))
        return cls(word, int(start), int(residue or 0), int(modulus or 1), numbers)

    def is_claimed_at(self, n: int) -> bool:
        """Whether the winner is claimed to win at n. At the exceptions he is claimed not to; elsewhere
        nothing is claimed."""
        return n >= self.start and n % self.modulus == self.residue % self.modulus and n not in self.but

    def fits(self, n: int, word: str) -> bool:
        return word == self.word if self.is_claimed_at(n) else not (n in self.but and word == self.word)


def _by_law(statement: Statement, asked: Arguments) -> CheckResult:
    """The check by the engine: every board searched up to ``to``, and a proved law for all others."""
    from gfkit.values.laws import DecompositionLaw
    from gfkit.values.outcome import outcomes

    claimed, to = _WinnerClaim.parse(statement[0]), asked.get("to", _SEARCHED_TO)
    start = max(family_of(asked).first_n, min(1, claimed.start))
    result = outcomes(asked["game"], asked["family"], to=to, start=start)
    for n, word in result.by_n.items():
        if not claimed.fits(n, word):
            return _other_winner(claimed, asked, n, word)
    known = result.law
    if known is None or not known.proved:
        return CheckResult(ClaimStatus.CONSISTENT, f"searched up to n = {to}")
    for n in sorted(claimed.but):
        if n > to and known.at(n) == claimed.word:
            return _other_winner(claimed, asked, n, claimed.word)
    if isinstance(known, DecompositionLaw):
        covered = known.covers_from is not None and known.covers_from <= to + 1
        proved = covered and known.winner == claimed.word
    else:
        later = range(max(to + 1, claimed.start), max(to + 1, claimed.start) + known.period * claimed.modulus)
        proved = known.covers_from <= to + 1 and all(
            known.at(n) == claimed.word for n in filter(claimed.is_claimed_at, later)
        )
    proved = proved and all(known.at(n) is not None for n in claimed.but if n > to)
    best = ClaimStatus.PROVED if proved else ClaimStatus.CONSISTENT
    return CheckResult(best, f"searched up to n = {to}; {known.statement}")


def _by_playing(statement: Statement, asked: Arguments) -> CheckResult:
    """The check by playing every move, on the boards up to ``played``."""
    claimed, last = _WinnerClaim.parse(statement[0]), asked.get("played", _PLAYED_TO)
    family = family_of(asked)
    for n in range(max(1, family.first_n), last + 1):
        word = GameSearch(asked["game"], family.at(n)).outcome()
        if not claimed.fits(n, word):
            return _other_winner(claimed, asked, n, word)
    return CheckResult(ClaimStatus.CONSISTENT, f"played up to n = {last}")


def _other_winner(claimed: _WinnerClaim, asked: Arguments, n: int, word: str) -> CheckResult:
    claimed_word = claimed.word if claimed.is_claimed_at(n) else f"not {claimed.word}"
    return CheckResult(
        ClaimStatus.REFUTED, "searched", Witness(family_of(asked).at(n).text, claimed_word, word)
    )


def _family_subject(asked: Arguments) -> str:
    return f"winner of {asked['game']} on {asked['family']}"


WINNER = CheckKind(
    arguments=(
        Argument("game", needed=True),
        Argument("family", needed=True),
        Argument("to", int),
        Argument("played", int),
    ),
    methods={"law": _by_law, "brute-force": _by_playing},
    subject=_family_subject,
    is_list=False,
)
