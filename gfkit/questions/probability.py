"""Probabilities of events in a random configuration: on a board, on all boards of a family, in the limit.

All configurations are equally probable or, with weights, have probabilities proportional to the products of
their weights, which are positive. The probability of an event is the weight of the configurations in which it
occurs divided by the weight of all: the same sweep with one more constraint (``rules.kinds.events``).

Families, at a fixed distance from an end. Both weights have rational generating functions by the theorem on
strips, since the event is a pattern at a fixed place. The probability of size n is the quotient of their
coefficients, and its limit is the quotient of their residues at the dominant pole.

Families, in the middle. Let x count the slices at which a translate of the event occurs, in addition to the
weights, and let F(t, x) = P/Q be the generating function. The mean number of these slices is
m n + c + O(q^n) under the hypotheses of the theorem in ``algebra.distribution``. Divided by the number of
slices it is the probability at a slice that is chosen at random, and its limit is m divided by the number of
slices in a period of n. If the transfer matrix is aperiodic, the probability at a slice far from both ends
has the same limit: it is u E v / (tau^-1 u v) for the left and right dominant eigenvectors, and the event
matrix E.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from gfkit.core.algebra import Evidence, Polynomial, RationalGF, Status
from gfkit.core.algebra.distribution import Constant, mean_slope, ratio_limit
from gfkit.core.algebra.weight_part import AtLike, WeightPart
from gfkit.core.boards import BoardsLike, Family, PartOfFamily
from gfkit.core.boards.family import spots
from gfkit.core.deferred import dataclass, field, replace
from gfkit.core.engine.count import count
from gfkit.core.engine.derive import derive
from gfkit.core.engine.task import CountTask
from gfkit.core.errors import MismatchError, OptionError
from gfkit.core.rules import GameLike, Question
from gfkit.core.rules.kinds.events import EventReader, first_with_events
from gfkit.core.rules.values import Occurrence
from gfkit.core.typing import EventsLike, OnProgress, PositionsWord, Weights, stoppable
from gfkit.core.writable import Indexable, TextFace

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
    """For elementary events, the probability for each set of cells that it has a piece, is selected, or has a
    value other than 0.
    """

    def __repr__(self) -> str:
        return f"<ProbabilitiesOnBoard: {self.question}: {len(self.events)} events; {self.evidence}>"

    @property
    def classes(self) -> dict[Fraction, list[str]]:
        """Events by probability, most probable first."""
        found = defaultdict[Fraction, list[str]](list)
        for event, probability in self.events:
            found[probability].append(event)
        return dict(sorted(found.items(), reverse=True))

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that ``gfkit probability --json`` writes for a board."""
        return {
            **_head(self),
            "events": [{"event": event, "probability": str(value)} for event, value in self.events],
            "evidence": self.evidence.as_json(),
        }


@dataclass(frozen=True, slots=True)
class ProbabilityOfFamily(TextFace, Indexable):
    """Probability of an event on every board of a family, and its limit.

    An event in the middle of a strip has only a limit, and no generating functions.
    """

    question: Question
    event: str
    series: tuple[RationalGF, RationalGF] | None
    """Generating functions of the weights of the configurations in which the event occurs, and of all."""
    first_n: int
    """Smallest n such that the board contains all cells of the event."""
    limit: Constant | None
    note: str
    """Reason why there is no limit, or the residues of n along which it exists, or "" for all n."""
    evidence: Evidence
    part: WeightPart | None = None

    def __repr__(self) -> str:
        return f"<ProbabilityOfFamily: {self.event} on {self.question.boards.text}; {self.evidence}>"

    @property
    def limit_text(self) -> str:
        """Limit as an exact value or its first digits."""
        return _decimals(self.limit)

    def __getitem__(self, n: int) -> Fraction:
        """Return the probability on the board of size n."""
        value = self._quotient(n) if self.series is not None and n >= self.first_n else None
        if value is None:
            raise MismatchError(f"n {n}: the event has no probability on this board")
        return value

    def terms(self, count: int) -> list[Fraction | None]:
        """Return the probabilities for n = first_n, first_n + 1, ...; None if there is no configuration."""
        sizes = range(self.first_n, self.first_n + count)
        return [] if self.series is None else [self._quotient(n) for n in sizes]

    def _quotient(self, n: int) -> Fraction | None:
        part, whole = (series.coefficient(n) for series in self.series or ())
        return Fraction(part) / Fraction(whole) if whole else None

    def as_json(self, terms: int = 10) -> dict[str, Any]:
        """Return the JSON object that ``gfkit probability --json`` writes for a family."""
        return {
            **_head(self),
            "event": self.event,
            "generating_function": self.series and self.series[0].as_json(),
            "generating_function_of_all": self.series and self.series[1].as_json(),
            "first_n": self.first_n,
            "terms": [None if value is None else str(value) for value in self.terms(terms)],
            "limit": self.limit and self.limit.as_json(),
            "note": self.note,
            "evidence": self.evidence.as_json(),
        }


def _head(found: ProbabilitiesOnBoard | ProbabilityOfFamily) -> dict[str, Any]:
    """Return the query of a result as JSON data."""
    asked, part = found.question, {} if found.part is None else found.part.as_json()
    return {"game": asked.game, "board": asked.boards.text, "positions": asked.positions.value, **part}


@stoppable
def probability(
    structure: GameLike,
    board: BoardsLike | None = None,
    event: str | None = None,
    given: EventsLike | None = None,
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
    given : str or tuple of str, optional
        Events that occur in all configurations.
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

    Notes
    -----
    Cost: two counts, one of them with the event. All elementary events together take one sweep forwards and
    one backwards.

    Examples
    --------
    >>> probability("independent-sets", "4x2", "cell 1,1 is 1")
    Fraction(12, 41)
    >>> probability("domino-tilings", "4x4", "edge 1,1-1,2", given="edge 4,3-4,4")
    Fraction(5, 9)
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
            raise MismatchError(
                f"board {question.boards.text!r} is a family: write an event, such as 'cell 1,1 is 1'"
            )
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
    favourable = count(asked, **work)
    ratio = Fraction(favourable.number) / Fraction(whole.number)  # type: ignore[arg-type]
    return ProbabilitiesOnBoard(question, ((event, ratio),), favourable.evidence, part)


def _without_configurations(question: Question) -> MismatchError:
    """Return the error for boards without configurations."""
    return MismatchError(
        f"board {question.boards.text!r} has 0 {question.game}, so no event has a probability"
    )


def _of_all_events(question: Question, part: WeightPart | None, work: dict[str, Any]) -> ProbabilitiesOnBoard:
    """Return the probabilities of all elementary events."""
    from gfkit.questions.assignments import variable_marginals

    if question.spaced is not None:
        raise MismatchError(f"events are not defined for the structure {question.game}")
    task = CountTask(question.with_part(work["at"], None)[0], work["max_memory"], work["on_progress"])
    found = variable_marginals(task, [Fraction(value) for _, value in (part.values if part else ())])
    events, chances = [], defaultdict[tuple[int, ...], Fraction](Fraction)
    for event, slot, values in EventReader.of(question.rule, question.board, question.positions).elementary():
        chance = sum((found.get((slot.key, value), Fraction(0)) for value in values), Fraction(0))
        events.append((event, chance))
        chances[slot.cells] += chance
    return ProbabilitiesOnBoard(question, tuple(events), task.evidence, part, chances)


def _at_an_end(
    question: Question, event: str, part: WeightPart | None, work: dict[str, Any]
) -> ProbabilityOfFamily:
    """Return the probability on a family of an event at a fixed distance from an end."""
    asked = question.with_event(Occurrence(event))
    first, laws = (
        first_with_events(asked.rule, asked.boards, asked.positions),
        (derive(question, **work), derive(asked, **work)),
    )
    whole, favourable = (law.ordinary("probability") for law in laws)
    if not any(whole.coefficient(n) for n in range(first, first + 1 + whole.order + whole.degree)):
        raise _without_configurations(question)

    def limit_of(step: int, k: int) -> _Limit | None:
        below = whole.subsequence(step, k)
        return ratio_limit(favourable.subsequence(step, k), below) if below.numerator.terms else None

    evidence = max((law.evidence for law in laws), key=lambda one: one.status is not Status.PROVED)
    return ProbabilityOfFamily(
        question, event, (favourable, whole), first, *_common_limit(limit_of), evidence, part
    )


def _in_the_middle(
    question: Question, event: str, part: WeightPart | None, work: dict[str, Any]
) -> ProbabilityOfFamily:
    """Return the probability of an event at a random slice of a long strip, whose slices are all equal."""
    family = question.family
    family = family.whole if isinstance(family, PartOfFamily) else family
    if question.rule.is_bound or (part is not None and len(part.values) > 1):
        raise OptionError(f"event {event!r}: in the middle of a strip, omit the condition and the weight y")
    weights, weight = (Weights.PIECES, (1, 0)) if part is None else (Weights.PLAYERS, (0, 1))
    axis = family.sizes.index(None) if len(family.sizes) == 2 else 1
    counted = Occurrence(event.removesuffix(MIDDLE), weight, axis, family.closes)
    asked = question.on(family).with_event(counted).with_weights(weights)
    first = first_with_events(asked.rule, asked.boards, asked.positions)
    boards = [family.at(first + far) for far in (_FAR, _FAR + 1)]
    small, large = (1 + max(own for _, own in spots(family, board)) for board in boards)
    fewer, more = (
        len([*EventReader.of(asked.rule, board, asked.positions).translates(counted)]) for board in boards
    )
    if more - fewer != large - small:
        raise MismatchError(f"event {event!r}: it is not defined at every slice of {family.text}")
    law = derive(asked, **work | {"at": None})
    series = law.ordinary("probability").at(**dict(part.values if part else ()))
    if not series.numerator.terms:
        raise _without_configurations(question)

    def limit_of(step: int, k: int) -> _Limit | None:
        own = series.subsequence(step, k)
        name = series.variables[-1]
        return mean_slope(own, name, steps=step * (large - small)) if own.numerator.terms else None

    return ProbabilityOfFamily(question, event, None, first, *_common_limit(limit_of), law.evidence, part)


_FAR = 8
"""Difference of n after which a board has slices that are neither first nor last."""
_Limit = tuple[Constant | None, str]
"""Limit, or None with the reason why there is none."""


def _decimals(limit: Constant | None) -> str:
    """Return the exact value of a limit if it is known, or else its first digits."""
    return "" if limit is None else str(limit) if limit.exact is not None else f"{limit.ball.value[:12]}..."


def _common_limit(limit_of: Callable[[int, int], _Limit | None]) -> _Limit:
    """Return the limit that the residue classes of n modulo a small step have in common, with the classes if
    the boards of other classes have no configuration.

    ``limit_of`` returns the limit for n = step m + k, or None if these boards have no configuration.
    """
    reason = ""
    for step in range(1, _MOST_RESIDUES + 1):
        classes = {k: one for k in range(step) if (one := limit_of(step, k)) is not None}
        found = [*classes.values()]
        known = [limit for limit, _ in found if limit is not None]
        if len(known) == len(found):
            where = f"for n mod {step} = {', '.join(map(str, classes))}; other n have no configuration"
            where = where if len(classes) < step else ""
            is_near = max(one.ball.low for one in known) <= min(one.ball.high for one in known)
            is_one = is_near and known[0].equation and len({one.equation for one in known}) == 1
            if is_one or len(known) == 1:
                return known[0], where
            each = ", ".join(
                f"{_decimals(limit)} for n mod {step} = {k}" for k, (limit, _) in classes.items()
            )
            return None, f"the limits differ, or are not proved to be equal: {each}"
        reason = reason or next(note for limit, note in found if limit is None)
    return None, reason
