"""Probabilities of events in a random configuration: on one board, on every board of a family, and in the limit.

All configurations are equally probable or, with weights, have probabilities proportional to the products of
their weights, which are positive. The probability of an event is the weight of the configurations in which it
occurs divided by the weight of all: the same sweep with one more constraint (``rules.kinds.events``).

Families, at a fixed distance from an end. Both weights have rational generating functions by the theorem on
strips, since the event is a pattern at a fixed place. The probability of size n is the quotient of their
coefficients, and its limit is the quotient of their residues at the dominant pole.

Families, in the middle. Let x count the slices at which a translate of the event occurs, in addition to the
weights, and let F(t, x) = P/Q be the generating function. The mean number of these slices is m n + c + O(q^n)
under the hypotheses of the theorem in ``algebra.distribution``. Divided by the number of slices it is the
probability at a slice that is chosen at random, and its limit is m divided by the number of slices in a period
of n. If the transfer matrix is aperiodic, the probability at a slice far from both ends has the same limit: it
is u E v / (tau^-1 u v) for the left and right dominant eigenvectors, and the event matrix E.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from math import prod
from typing import TYPE_CHECKING, Any

from gfkit.algebra import Evidence, Polynomial, RationalGF, Status
from gfkit.algebra.distribution import Constant, mean_slope, ratio_limit
from gfkit.algebra.weight_part import WeightPart
from gfkit.boards import Board, BoardsLike, Family, PartOfFamily
from gfkit.boards.family import spots
from gfkit.deferred import dataclass, field, replace
from gfkit.engine.count import CountTask, count
from gfkit.engine.derive import derive
from gfkit.errors import MismatchError, OptionError
from gfkit.rules import GameLike, Question
from gfkit.rules.kinds import system_of
from gfkit.rules.kinds.events import EventReader, first_with_events
from gfkit.rules.rule import Occurrence
from gfkit.typing import OnProgress, PositionsWord, Weights, stoppable
from gfkit.writable import TextFace

if TYPE_CHECKING:
    from gfkit.algebra.weight_part import AtLike

MIDDLE = " in the middle"
"""End of an event at a slice of a long strip, far from both ends."""
_MOST_RESIDUES = 6
"""Largest number of residue classes of n whose limits are compared."""


@dataclass(frozen=True, slots=True)
class ProbabilitiesOnBoard(TextFace):
    """Probabilities of events on one board: of one event, or of all elementary events."""

    question: Question
    events: tuple[tuple[str, Fraction], ...]
    """Events as sentences, each with its probability."""
    evidence: Evidence
    part: WeightPart | None = None
    """Numbers substituted for the weights."""
    chances: Mapping[tuple[int, ...], Fraction] = field(default_factory=dict, compare=False)
    """For elementary events, the probability for each set of cells that it has a value other than 0 or a
    piece.
    """

    def __repr__(self) -> str:
        return f"<ProbabilitiesOnBoard: {self.question}: {len(self.events)} events; {self.evidence}>"

    @property
    def classes(self) -> dict[Fraction, list[str]]:
        """Events by probability, most probable first."""
        found: dict[Fraction, list[str]] = {}
        for event, probability in self.events:
            found.setdefault(probability, []).append(event)
        return dict(sorted(found.items(), reverse=True))

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that ``gfkit probability --json`` writes for a board."""
        asked = self.question
        return {
            "game": asked.game,
            "board": asked.boards.text,
            "positions": asked.positions.value,
            **(self.part.as_json() if self.part else {}),
            "events": [{"event": event, "probability": str(value)} for event, value in self.events],
            "evidence": self.evidence.as_json(),
        }


@dataclass(frozen=True, slots=True)
class ProbabilityOfFamily(TextFace):
    """Probability of an event on every board of a family, and its limit.

    An event in the middle of a strip has only a limit, and no generating functions.
    """

    question: Question
    event: str
    favourable: RationalGF | None
    """Generating function of the weights of the configurations in which the event occurs."""
    whole: RationalGF | None
    """Generating function of the weights of all configurations."""
    first_n: int
    """Smallest n such that the board contains all cells of the event."""
    limit: Constant | None
    note: str
    """Reason why there is no limit, or "" if there is one."""
    evidence: Evidence
    part: WeightPart | None = None

    def __repr__(self) -> str:
        return f"<ProbabilityOfFamily: {self.event} on {self.question.boards.text}; {self.evidence}>"

    def __getitem__(self, n: int) -> Fraction:
        """Return the probability on the board of size n."""
        (value,) = self._quotients(n, 1)
        if value is None:
            raise MismatchError(f"n {n}: the board has no {self.question.game}, or not all cells of the event")
        return value

    def terms(self, count: int) -> list[Fraction | None]:
        """Return the probabilities for n = first_n, first_n + 1, ...; None if there is no configuration."""
        return self._quotients(self.first_n, count)

    def _quotients(self, start: int, number: int) -> list[Fraction | None]:
        if self.favourable is None or self.whole is None or start < self.first_n:
            return [None] * (number if self.favourable is not None else 0)
        pairs = (
            (self.favourable.coefficient(n), self.whole.coefficient(n)) for n in range(start, start + number)
        )
        return [Fraction(one) / Fraction(other) if other else None for one, other in pairs]

    def as_json(self, terms: int = 10) -> dict[str, Any]:
        """Return the JSON object that ``gfkit probability --json`` writes for a family."""
        asked = self.question
        return {
            "game": asked.game,
            "board": asked.boards.text,
            "positions": asked.positions.value,
            **(self.part.as_json() if self.part else {}),
            "event": self.event,
            "generating_function": self.favourable and self.favourable.as_json(),
            "generating_function_of_all": self.whole and self.whole.as_json(),
            "first_n": self.first_n,
            "terms": [None if value is None else str(value) for value in self.terms(terms)],
            "limit": self.limit and self.limit.as_json(),
            "note": self.note,
            "evidence": self.evidence.as_json(),
        }


@stoppable
def probability(
    structure: GameLike,
    board: BoardsLike | None = None,
    event: str | None = None,
    given: str | None = None,
    *,
    positions: PositionsWord = "all",
    at: AtLike | None = None,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> Fraction | Mapping[str, Fraction] | ProbabilityOfFamily:
    """Return the probability of an event in a random configuration.

    Parameters
    ----------
    structure : str, path, Rule or Question
        A name such as "domino-tilings", the path of a rule file, or a rule.
    board : str, Board, Family or graph
        A board or a family, its name, such as "4x3" or "3xn", or a networkx graph.
    event : str, optional
        Sentence about a few cells, edges or pieces, such as "cell 1,1 is 1", "edge 3-4" or "corner is a
        leaf". On a family it may end with "in the middle". By default all elementary events.
    given : str, optional
        Event that occurs in all configurations.
    positions : str or Positions, default "all"
        Position class, as for ``count``.
    at : str or mapping, optional
        Positive numbers for the weights, such as "x=2"; by default all configurations are equally probable.
    max_memory : int, optional
        Maximum memory, in bytes; three quarters of the free memory by default.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    Fraction, dict or ProbabilityOfFamily
        The probability; by default the probability of every elementary event; on a family the probability
        for every n.

    Raises
    ------
    MismatchError
        The event cannot be parsed, or no configuration satisfies the condition.
    OptionError
        A weight is not positive.

    Examples
    --------
    >>> probability("independent-sets", "4x2", "cell 1,1 is 1")
    Fraction(12, 41)
    >>> probability("domino-tilings", "4x4", "edge 1,1-1,2", given="edge 4,3-4,4")
    Fraction(1, 2)
    """
    question = Question.of(structure, board, positions, weighed=True, given=given)
    found = probabilities(question, event, at, max_memory=max_memory, on_progress=on_progress)
    if isinstance(found, ProbabilityOfFamily):
        return found
    return dict(found.events) if event is None else found.events[0][1]


def probabilities(
    question: Question,
    event: str | None = None,
    at: AtLike | None = None,
    *,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> ProbabilitiesOnBoard | ProbabilityOfFamily:
    """Return the probability of an event, or of all elementary events, with evidence."""
    part = question.with_part(at, None)[1]
    if part is not None and any(value <= 0 for _, value in part.values):
        raise OptionError(f"at {part}: probabilities need positive weights")
    work: dict[str, Any] = {"at": at, "max_memory": max_memory, "on_progress": on_progress}
    if isinstance(question.boards, Family):
        if event is None:
            raise MismatchError(f"board {question.boards.text!r} is a family: write an event, such as 'cell 1,1 is 1'")
        if event.endswith(MIDDLE):
            return _in_the_middle(question, event, part, work)
        return _at_an_end(question, event, part, work)
    if event is None or question.rule.liberties:
        found = _of_all_events(question, part, work)
        if event is None:
            return found
        if event in (known := dict(found.events)):
            return replace(found, events=((event, known[event]),), chances={})
    asked = question.with_event(Occurrence(event))
    whole = count(question, **work)
    if isinstance(whole.number, Polynomial):
        raise OptionError(f"at {part}: write a number for every weight")
    if not whole.number:
        raise _without_configurations(question)
    ratio = Fraction(count(asked, **work).number) / Fraction(whole.number)  # type: ignore[arg-type]
    return ProbabilitiesOnBoard(question, ((event, ratio),), whole.evidence, part)


def _without_configurations(question: Question) -> MismatchError:
    """Return the error for boards without configurations."""
    return MismatchError(f"board {question.boards.text!r} has 0 {question.game}, so no event has a probability")


def _of_all_events(
    question: Question, part: WeightPart | None, work: dict[str, Any]
) -> ProbabilitiesOnBoard:
    """Return the probabilities of all elementary events, by a forward and a backward pass over the tables."""
    from gfkit.engine.semirings import Choice, Numbers
    from gfkit.engine.sweep.passes import Trellis, marginals

    if question.spaced is not None:
        raise MismatchError(f"events are not defined for the structure {question.game}")
    weighed, _ = question.with_part(work["at"], None)
    values = () if part is None else tuple(Fraction(value) for _, value in part.values)

    def weight(choice: Choice) -> int | Fraction:
        return prod(value**power for value, power in zip(values, choice.powers, strict=False))

    task = CountTask(weighed, work["max_memory"], work["on_progress"])
    total, sums = marginals(Trellis.of(task), Numbers(weight))
    if not total:
        raise _without_configurations(question)
    reader = EventReader(system_of(question.rule, question.board, question.positions).slots, question.board, question.rule)
    events, chances = [], dict[tuple[int, ...], Fraction]()
    for event, key, value in reader.elementary():
        cells, chance = reader.cells_of(key, value), Fraction(sums.get((key, value), 0)) / Fraction(total)
        events.append((event, chance))
        chances[cells] = chances.get(cells, Fraction(0)) + chance
    return ProbabilitiesOnBoard(question, tuple(events), task.evidence, part, chances)


def _at_an_end(
    question: Question, event: str, part: WeightPart | None, work: dict[str, Any]
) -> ProbabilityOfFamily:
    """Return the probability on a family of an event at a fixed distance from an end."""
    asked = question.with_event(Occurrence(event))
    laws = derive(question, **work), derive(asked, **work)
    whole, favourable = (law.ordinary("probability") for law in laws)
    evidence = next((law.evidence for law in laws if law.evidence.status is not Status.PROVED), laws[0].evidence)
    first = first_with_events(asked)
    if not any(whole.coefficient(n) for n in range(first, first + 1 + whole.order + whole.degree)):
        raise _without_configurations(question)

    def limits(step: int) -> list[_Limit]:
        pairs = [(favourable.subsequence(step, k), whole.subsequence(step, k)) for k in range(step)]
        return [ratio_limit(one, other) for one, other in pairs if other.numerator.terms]

    limit, note = _common_limit(limits)
    return ProbabilityOfFamily(question, event, favourable, whole, first, limit, note, evidence, part)


def _in_the_middle(
    question: Question, event: str, part: WeightPart | None, work: dict[str, Any]
) -> ProbabilityOfFamily:
    """Return the probability of an event at a random slice of a long strip, whose slices are all equal."""
    boards = question.boards
    family = boards.whole if isinstance(boards, PartOfFamily) else question.family
    sentence = event.removesuffix(MIDDLE)
    if question.rule.given:
        raise MismatchError(f"event {event!r}: a condition does not change it; omit the condition")
    if part is not None and "y" in dict(part.values):
        raise OptionError(f"at {part}: events in the middle of a strip are supported with one weight, x")
    weight, name = ((1, 0), "x") if part is None else ((0, 1), "y")
    axis = family.sizes.index(None) if len(family.sizes) == 2 else 1
    asked = question.on(family).with_event(Occurrence(sentence, weight, axis, family.closes))
    first = first_with_events(asked)
    slices, places = (
        [measure(asked, family.at(n)) for n in (first + 8, first + 9)] for measure in (_slices, _translates)
    )
    period = slices[1] - slices[0]
    if places[1] - places[0] != period:
        raise MismatchError(f"event {event!r}: it does not occur at every slice of {boards.text}")
    asked = asked.with_weights(Weights.PIECES if part is None else Weights.PLAYERS)
    law = derive(asked, max_memory=work["max_memory"], on_progress=work["on_progress"])
    series = law.ordinary("probability")
    if part is not None:
        series = series.at(**dict(part.values))

    def limits(step: int) -> list[_Limit]:
        parts = [series.subsequence(step, k) for k in range(step)]
        return [mean_slope(one, name, steps=step * period) for one in parts if one.numerator.terms]

    limit, note = _common_limit(limits)
    return ProbabilityOfFamily(question, event, None, None, first, limit, note, law.evidence, part)


def _slices(question: Question, board: Board) -> int:
    """Return the number of slices of a board along n."""
    return 1 + max(own for _, own in spots(question.family, board))


def _translates(question: Question, board: Board) -> int:
    """Return the number of translates of the counted event on a board."""
    slots = system_of(replace(question.rule, given=()), board, question.positions).slots
    return sum(1 for _ in EventReader(slots, board, question.rule).translates(question.rule.given[-1]))


_Limit = tuple[Constant | None, str]
"""Limit, or None with the reason why there is none."""


def _common_limit(limits: Callable[[int], list[_Limit]]) -> _Limit:
    """Return the limit that the residue classes of n modulo a small step have in common."""
    reason = ""
    for step in range(1, _MOST_RESIDUES + 1):
        found = limits(step)
        missing = next((note for limit, note in found if limit is None), "")
        known = [limit for limit, _ in found if limit is not None]
        if known and not missing:
            low, high = max(one.ball.low for one in known), min(one.ball.high for one in known)
            is_one = len(known) == 1 or (low <= high and {one.equation for one in known} == {known[0].equation})
            if is_one and (len(known) == 1 or known[0].equation is not None):
                return known[0], ""
            return None, f"the limit depends on n modulo {step}"
        reason = reason or missing
    return None, reason
