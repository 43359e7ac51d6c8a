"""by = "count", "value" and "outcome": what single boards have; one statement for each board."""

from __future__ import annotations

from collections.abc import Callable

from gfkit.catalog.check import Argument, Arguments, Check, Found, compared
from gfkit.catalog.checks.formula import term_text
from gfkit.catalog.claim import Standing, Statement, Witness
from gfkit.catalog.plain.play import Playing, has_value
from gfkit.catalog.sequence import read_term
from gfkit.errors import CatalogError
from gfkit.sequences import Count, Polynomial

_BOARDS = (Argument("game", needed=True), Argument("board"), Argument("boards", list))


def boards_of(statement: Statement, asked: Arguments) -> tuple[str, ...]:
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


def _counted(counter: Callable[..., Count], evidence: str) -> Callable[[Statement, Arguments], Found]:
    def method(statement: Statement, asked: Arguments) -> Found:
        boards = boards_of(statement, asked)
        weights, positions = asked.get("weights", "none"), asked.get("positions", "all")
        true = [counter(asked["game"], board, positions, weights).polynomial for board in boards]
        claimed = [_polynomial(text, one.variables) for text, one in zip(statement, true, strict=True)]
        return compared(tuple(map(str, claimed)), tuple(map(str, true)), boards, evidence)

    return method


def _polynomial(text: str, variables: tuple[str, ...]) -> Polynomial:
    if variables:
        return Polynomial.parse(text, variables)
    return Polynomial.constant(int(term_text(read_term(text))))


def _transfer(*asked: str) -> Count:
    from gfkit.transfer import count

    return count(*asked)


def _oracle(*asked: str) -> Count:
    from gfkit.oracle import brute_force

    return brute_force(*asked)


COUNT = Check(
    arguments=(*_BOARDS, Argument("positions"), Argument("weights")),
    methods={
        "transfer": _counted(_transfer, "boards counted by transfer matrix"),
        "brute-force": _counted(_oracle, "all positions listed"),
    },
    subject=_subject,
)


# Values


def canonical(statement: Statement, asked: Arguments) -> Found:
    """The canonical form of each board, equal as games to what is claimed."""
    from gfkit.values import ShortGame, value

    boards = boards_of(statement, asked)
    true = [value(asked["game"], board).value for board in boards]
    same = [ShortGame.parse(text) == game for text, game in zip(statement, true, strict=True)]
    texts = tuple(text if ok else str(game) for text, ok, game in zip(statement, same, true, strict=True))
    return compared(statement, texts, boards, "canonical forms")


def played(statement: Statement, asked: Arguments) -> Found:
    """Each board minus what is claimed, played out: the second player must win."""
    for text, board in zip(statement, boards_of(statement, asked), strict=True):
        if not has_value(asked["game"], board, text):
            return Found(Standing.REFUTED, "the difference was played out", Witness(board, text))
    return Found(Standing.PROVED, "each difference was played out")


VALUE = Check(arguments=_BOARDS, methods={"canonical": canonical, "brute-force": played}, subject=_subject)


# Outcomes


def _decided(outcome: Callable[[str, str], str], evidence: str) -> Callable[[Statement, Arguments], Found]:
    def method(statement: Statement, asked: Arguments) -> Found:
        boards = boards_of(statement, asked)
        for word in statement:
            if word not in ("left", "right", "first", "second"):
                raise CatalogError(f"outcome {word!r}: must be left, right, first or second")
        return compared(statement, tuple(outcome(asked["game"], board) for board in boards), boards, evidence)

    return method


def _by_value(game: str, board: str) -> str:
    from gfkit.values import value

    return value(game, board).outcome


def _by_search(game: str, board: str) -> str:
    from gfkit.values.outcome import outcome

    return outcome(game, board)


def _by_play(game: str, board: str) -> str:
    return Playing(game, board).outcome()


OUTCOME = Check(
    arguments=_BOARDS,
    methods={
        "canonical": _decided(_by_value, "the sign of the canonical form"),
        "search": _decided(_by_search, "search with bounds"),
        "brute-force": _decided(_by_play, "every move played"),
    },
    subject=_subject,
)
