"""Values of a placement game on the boards of a family, and their repetition with a saltus."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from gfkit.core.algebra import Evidence, Status
from gfkit.core.algebra.number import number_text
from gfkit.core.boards import FamilyLike
from gfkit.core.deferred import dataclass
from gfkit.core.errors import LimitError, PartialLimitError, TermError, interruptible
from gfkit.core.memory import memory_limit
from gfkit.core.rules import GameLike, Question
from gfkit.core.typing import OnProgress, cached_property, stoppable, tell_progress
from gfkit.core.writable import Indexable, TextFace
from gfkit.play.board import LONGEST, StateValues, ValueSearch, value_by_theorem
from gfkit.play.family_outcomes import listed_range
from gfkit.play.impartial.octal import repeats_from
from gfkit.play.laws import LEAST_BOARDS, LEAST_ROUNDS, numbers_text
from gfkit.play.mirror import MirrorLaw, mirror_law
from gfkit.play.position import compile_position
from gfkit.play.short import ShortGame
from gfkit.play.short.table import Table

_DEFAULT_CELLS = 20
"""Maximum number of cells of the boards listed by default; their values take a few seconds."""


@stoppable
def family_values(
    game: GameLike,
    family: FamilyLike | None = None,
    *,
    to: int | None = None,
    start: int | None = None,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> ValuesOfFamily:
    """Return the values of a placement game on the boards of a family, and their repetition.

    Each value is proved, by search or by a symmetry strategy of the second player. A repetition, possibly
    with a game (the saltus) added in each period, is observed, not proved. Values 0 for all even n, or all
    odd n, for all large n are proved by symmetry strategies.

    Parameters
    ----------
    game : str, path, Rule or Question
        A name such as "domineering", the path of a rule file, or a rule. A query replaces both arguments.
    family : str or Family
        A family of boards, or its name, such as "3xn".
    to : int, optional
        The last n; by default the largest n <= 10 whose board has at most 20 cells.
    start : int, optional
        The first n; by default the first n >= 1 of the family.
    max_memory : int, optional
        Maximum memory, in bytes; three quarters of the free memory by default.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    ValuesOfFamily
        ``[n]`` is the value at n.

    Raises
    ------
    PartialLimitError
        The memory limit was reached; the error contains the values found so far.

    Notes
    -----
    Cost: the cost of ``value`` for each n.

    References
    ----------
    Siegel, Combinatorial Game Theory.

    Examples
    --------
    >>> found = family_values("domineering", "2xn", to=4)
    >>> [str(value) for value in found.values], str(found[3])
    (['1', '+-1', '{2|-1/2}', '-_2'], '{2|-1/2}')
    """
    limit = memory_limit(max_memory)
    question = Question.of(game, family)
    boards = question.family_for("a table of values")
    first, last = listed_range(boards, start, to)
    if to is None:
        last = max((n for n in range(first, last + 1) if boards.at(n).size <= _DEFAULT_CELLS), default=first)
    table = Table()
    values: list[ShortGame] = []
    components = 0

    def result() -> ValuesOfFamily:
        evidence = Evidence(Status.PROVED, "canonical-form", (("components", components),))
        return ValuesOfFamily(question, tuple(values), first, evidence)

    with interruptible(values, result):
        for n in range(first, last + 1):
            tell_progress(on_progress, "boards", n - first, last - first + 1, components)
            position = compile_position(question.rule, boards.at(n))
            known = value_by_theorem(position, table)
            if known is not None:
                values.append(known[0])
                continue
            search = StateValues(ValueSearch(position, table, limit))
            try:
                values.append(ShortGame(table, search.of(position.start)))
            except LimitError as stop:
                message = f"{stop}; {len(values)} values were found before"
                raise ValuesLimitError(message, result()) from None
            components += search.component_count
    return result()


@dataclass(frozen=True, slots=True)
class ValueRepetition(TextFace):
    """Formula v(n + period) = v(n) + saltus, observed up to n = ``seen_to``."""

    board: str
    period: int
    saltus: ShortGame
    covers_from: int
    seen_to: int
    proved: ClassVar[bool] = False

    @property
    def statement(self) -> str:
        so_far = f"for {self.covers_from} <= n <= {self.seen_to} (not proved for larger n)"
        if self.saltus.number == 0:
            return f"values on {self.board} repeat with period {self.period} {so_far}"
        return f"v(n + {self.period}) = v(n) + {self.saltus} on {self.board} {so_far}"

    def as_json(self) -> dict[str, object]:
        return {
            "statement": self.statement,
            "status": "observed",
            "period": self.period,
            "saltus": str(self.saltus),
            "covers_from": self.covers_from,
            "seen_to": self.seen_to,
        }


@dataclass(frozen=True)
class ValuesOfFamily(TextFace, Indexable):
    """Values v(first_n), v(first_n + 1), ... on the boards of a family."""

    _instead = "use .values for the computed values, or [n] for the value at n"

    question: Question
    values: tuple[ShortGame, ...]
    first_n: int
    evidence: Evidence

    @property
    def game(self) -> str:
        return self.question.game

    @property
    def board(self) -> str:
        return self.question.boards.text

    def __getitem__(self, n: int) -> ShortGame:
        """Return the value on the board of index n, if it was computed, or 0 if a symmetry strategy proves
        the value 0.
        """
        if self.first_n <= n < self.first_n + len(self.values):
            return self.values[n - self.first_n]
        if self.zero is not None and self.zero.at(n) == "second":
            return (
                ShortGame(self.values[0].table, self.values[0].table.zero) if self.values else ShortGame.of()
            )
        raise TermError(
            f"{self.question}: n = {n} is outside the computed range {self.first_n} to {self.last_n}"
        )

    @property
    def last_n(self) -> int:
        return self.first_n + len(self.values) - 1

    @cached_property
    def repetition(self) -> ValueRepetition | None:
        """Repetition observed in the values, or None."""
        return observed_saltus(self.board, self.first_n, self.values)

    @cached_property
    def zero(self) -> MirrorLaw | None:
        """Theorem that proves the value 0 for infinitely many n by symmetry strategies, or None if there is
        none.
        """
        words = dict(enumerate((value.outcome for value in self.values), self.first_n))
        law = mirror_law(self.question.rule, self.question.family, words)
        return law if law is not None and "second" in (law.even, law.odd) else None

    def as_json(self, longest: int = LONGEST) -> dict[str, object]:
        """Return the JSON object that ``gfkit value --to --json`` prints."""
        return {
            "game": self.game,
            "board": self.board,
            "first_n": self.first_n,
            "values": [
                {
                    "n": n,
                    "value": value.text(longest),
                    "outcome": value.outcome,
                    "mean": number_text(value.mean),
                    "temperature": number_text(value.temperature),
                    "size": value.size,
                }
                for n, value in enumerate(self.values, self.first_n)
            ],
            "repetition": None if self.repetition is None else self.repetition.as_json(),
            "zero": None if self.zero is None else self.zero.as_json(),
            "evidence": self.evidence.as_json(),
        }

    def __repr__(self) -> str:
        listed = numbers_text(range(self.first_n, self.last_n + 1))
        return f"<ValuesOfFamily: {self.game} on {self.board}, n = {listed}; {self.evidence}>"


class ValuesLimitError(PartialLimitError):
    """Raised if a limit is reached; ``found`` contains the values computed before."""


def observed_saltus(board: str, first_n: int, values: Sequence[ShortGame]) -> ValueRepetition | None:
    """Return the smallest p such that v(n + p) - v(n) is a constant number, or number plus star, or None if
    there is none.

    It must hold for the last three periods and the last six values.

    >>> found = observed_saltus("nx1", 1, [ShortGame.parse(text) for text in "0 * 1 1* 2 2* 3 3* 4".split()])
    >>> print(found.statement)
    v(n + 2) = v(n) + 1 on nx1 for 1 <= n <= 9 (not proved for larger n)
    """
    for period in range(1, len(values) // LEAST_ROUNDS + 1):
        rise = values[-1].mean - values[-1 - period].mean
        for saltus in (ShortGame.parse(str(rise)), ShortGame.parse(f"{rise} + *")):
            start = repeats_from(values, period, saltus)
            if len(values) - start >= max(LEAST_ROUNDS * period, LEAST_BOARDS):
                return ValueRepetition(board, period, saltus, first_n + start, first_n + len(values) - 1)
    return None
