"""Comparison of two rules: equal numbers on all boards, with proof, or the smallest board that differs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from gfkit.algebra import Evidence, Status
from gfkit.boards import Family, parse_board
from gfkit.engine.count import count
from gfkit.engine.derive import derive
from gfkit.engine.derived import Derived
from gfkit.errors import LimitError, MismatchError, OptionError
from gfkit.questions.twins.blocks import BlockRule, bijection, chains
from gfkit.questions.twins.graphs import CLASSES, connected_graphs, edges_of, exchange, same_cliques
from gfkit.questions.twins.series import BlockDecision, decide
from gfkit.rules import GameLike, Question, Rule
from gfkit.rules.kind import from_kind
from gfkit.rules.library import as_rule
from gfkit.typing import OnProgress, PositionsWord, WeightsWord, stoppable
from gfkit.writable import Face

RECTANGLES = "mxn"
_ALIASES = {"paths": "path:n", "cycles": "cycle:n", "graphs": "all", "tree": "trees"}
_MOST_CELLS, _LONGEST_SIDE = 30, 8
"""Cells of the largest rectangle on which two rules are counted, and its longest side."""
_MOST_ORDER, _MOST_DIMENSION = 26, 16
"""Largest order of a recurrence in n that is searched, and the largest dimension of its series; of the random
binary rules half have a recurrence, nearly all of them with dimensions of at most 9."""
_MOST_EXCHANGED = 12
_FARTHEST = 3
"""Largest difference of n for which one sequence is compared with the other."""


@dataclass(frozen=True)
class BoardWitness:
    """A board on which two rules have different numbers, the smallest that was found."""

    board: str
    numbers: tuple[str, str]
    recounted: bool
    """True if both numbers were counted a second time by enumeration."""

    def as_json(self) -> dict[str, Any]:
        return {"board": self.board, "numbers": list(self.numbers), "recounted": self.recounted}


@dataclass(frozen=True)
class RuleComparison(Face):
    """Outcome of comparing two rules on a class of boards: equal, different or observed."""

    games: tuple[str, str]
    on: str
    positions: str
    verdict: str
    """``equal`` for every board, with proof; ``different``; ``observed`` if all counted boards agree."""
    text: str
    """The statement in one line."""
    lemmas: tuple[str, ...]
    """The identities of the proof, in order."""
    witness: BoardWitness | None
    relation: str
    """How different sequences are related, such as "the second is 2 times the first", or an empty string."""
    evidence: Evidence
    rules: tuple[Rule, Rule] | None = field(default=None, repr=False)
    """The two rules, if ``steps`` prove equal numbers on all rectangles."""
    steps: tuple[Mapping[str, Any], ...] = field(default=(), repr=False)
    """The identities as data: each leads from one rule of 2 x 2 blocks to the next."""

    @property
    def is_equal(self) -> bool:
        """True if the numbers are proved to be equal on all boards of the class."""
        return self.verdict == "equal" and self.evidence.status is Status.PROVED

    def __str__(self) -> str:
        return self.text

    def as_json(self) -> dict[str, Any]:
        """Return the object that ``gfkit compare --json`` writes."""
        return {
            "games": list(self.games),
            "on": self.on,
            "positions": self.positions,
            "verdict": self.verdict,
            "statement": self.text,
            "lemmas": list(self.lemmas),
            "witness": None if self.witness is None else self.witness.as_json(),
            "relation": self.relation,
            "evidence": self.evidence.as_json(),
        }


@stoppable
def compare(
    first: GameLike,
    second: GameLike,
    on: str = RECTANGLES,
    positions: PositionsWord = "all",
    weights: WeightsWord = "none",
    *,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> RuleComparison:
    """Return whether two rules have equal numbers of configurations on all boards of a class.

    Parameters
    ----------
    first, second : str, path or Rule
        The rules, as for ``count``.
    on : str, default "mxn"
        "mxn" for all rectangles; a family of boards, such as "3xn" or "cycle:n"; or a class of graphs: "all",
        "triangle-free", "bipartite" or "trees".
    positions : str or Positions, default "all"
        The class of positions that are counted, as for ``count``.
    weights : str or Weights, default "none"
        Compare polynomials instead of numbers; not on rectangles.
    max_memory : int, optional
        Limit in bytes for each count and derivation.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    RuleComparison
        The verdict with its proof, or with the smallest board that differs. On families the generating
        functions are compared. On rectangles rules of 2 x 2 blocks are compared by symmetries, by the corner
        lemma, by bijections that machines compute, and by recurrences that hold for all heights; if none of
        these decides, the verdict is ``observed``.

    Raises
    ------
    OptionError
        Weights on rectangles, or a single board.

    Examples
    --------
    >>> import gfkit
    >>> print(gfkit.compare("col", "snort"))
    col and snort have equal numbers on all m x n boards, m, n >= 1
    >>> gfkit.compare("col", "snort", on="cycle:n").witness
    BoardWitness(board='cycle:3', numbers=('13', '15'), recounted=True)
    """
    if on.replace(" ", "") in (RECTANGLES, "nxm"):
        if weights != "none":
            raise OptionError("weights: on mxn only numbers are compared; name a family, such as 3xn")
        return _on_rectangles(first, second, positions, max_memory, on_progress)
    on = _ALIASES.get(on, on)
    if on in CLASSES:
        return _on_graphs(first, second, on, positions, weights, max_memory)
    boards = parse_board(on)
    if not isinstance(boards, Family):
        raise OptionError(f"on {on!r} is a single board; write mxn, or a family such as 3xn")
    laws = tuple(
        derive(Question.of(game, boards, positions, weights), max_memory=max_memory, on_progress=on_progress)
        for game in (first, second)
    )
    return _on_family(laws[0], laws[1], on)


# Families


def _on_family(one: Derived, other: Derived, on: str) -> RuleComparison:
    first_n = max(one.first_n, other.first_n)
    status = max((law.evidence.status for law in (one, other)), key=list(Status).index)
    evidence = Evidence(status, "generating-functions-compared", (("order", max(one.order, other.order)),))
    games = one.game, other.game
    begin = f"{games[0]} and {games[1]} have"
    differ = _differing(one, other, first_n)
    if not differ:
        text = f"{begin} equal numbers on {on} for every n >= {first_n}"
        return RuleComparison(games, on, one.positions, "equal", text, (), None, "", evidence)
    n = differ[0]
    text = f"{begin} different numbers on {on}, first for n = {n}"
    start = max(law.recurrence.valid_from for law in (one, other))
    if differ[-1] < start:  # no more differences
        relation = f"equal for every n >= {differ[-1] + 1}"
    else:
        relation = _relation(one, other, first_n)
    family = one.question.family
    witness = BoardWitness(family.at(n).text, (str(one[n]), str(other[n])), _is_recounted((one, other), n))
    return RuleComparison(games, on, one.positions, "different", text, (), witness, relation, evidence)


def _bound(one: Derived, other: Derived, by: int = 0) -> int:
    """Return a number N such that two sequences that agree on N terms agree for every n.

    Two sequences that satisfy recurrences of orders j and j' from some n on satisfy, from that n on, the
    recurrence of order j + j' with the product of the characteristic polynomials.
    """
    starts = (law.recurrence.valid_from for law in (one, other))
    return max(starts) + one.order + other.order + abs(by) + 1


def _differing(one: Derived, other: Derived, first_n: int) -> list[int]:
    last = first_n + _bound(one, other)
    return [n for n in range(first_n, last + 1) if one[n] != other[n]]


def _relation(one: Derived, other: Derived, first_n: int) -> str:
    """Return how one sequence is a multiple of the other, or the other moved, or an empty string."""
    last = first_n + _bound(one, other, _FARTHEST)
    if not one.weights:
        pairs = [(one[n], other[n]) for n in range(first_n, last + 1)]
        if (scale := next((Fraction(b, a) for a, b in pairs if a), None)) and all(
            scale * a == b for a, b in pairs
        ):
            return f"the second is {scale} times the first, for every n >= {first_n}"
    for by in range(1, _FARTHEST + 1):
        for ahead, behind, text in ((one, other, ("first", "second")), (other, one, ("second", "first"))):
            start = max(behind.first_n, ahead.first_n - by)
            if all(behind[n] == ahead[n + by] for n in range(start, last + 1)):
                return f"the {text[1]} at n is the {text[0]} at n + {by}, for every n >= {start}"
    return ""


def _is_recounted(laws: tuple[Derived, Derived], n: int) -> bool:
    return all(_recount(law.question.on(law.question.family.at(n)), law[n]) for law in laws)


def _recount(question: Question, number: object) -> bool:
    """Return True if an enumeration yields the given number; False if it takes too long."""
    from gfkit.oracle import brute_force

    try:
        listed = brute_force(question, tries=_MOST_LISTED)
    except (LimitError, MismatchError):
        return False
    if listed != number:
        raise MismatchError(f"{question}: enumeration yields {listed}, not {number}; this is a bug in gfkit")
    return True


_MOST_LISTED = 1 << 20


# Graphs


def _on_graphs(
    first: GameLike,
    second: GameLike,
    on: str,
    positions: PositionsWord,
    weights: WeightsWord,
    max_memory: int | None,
) -> RuleComparison:
    most, graphs = CLASSES[on][0], 0
    games, word = ("", ""), str(positions)
    for graph in connected_graphs(on):
        edges = edges_of(graph)
        text = "path:1" if not edges else "graph:" + ",".join(f"{v}-{u}" for v, u in edges)
        asked = [Question.of(game, text, positions, weights) for game in (first, second)]
        games, word = (asked[0].game, asked[1].game), asked[0].positions.value
        numbers = [count(question, max_memory=max_memory) for question in asked]
        graphs += 1
        if numbers[0] != numbers[1]:
            again = all(_recount(question, number) for question, number in zip(asked, numbers, strict=True))
            witness = BoardWitness(text, (str(numbers[0]), str(numbers[1])), again)
            size = "1 vertex" if len(graph) == 1 else f"{len(graph)} vertices"
            said = f"{games[0]} and {games[1]} have different numbers on a graph with {size}"
            evidence = Evidence(Status.PROVED, "transfer-matrix")
            return RuleComparison(games, on, word, "different", said, (), witness, "", evidence)
    rules = [_original(game) for game in (first, second)]
    begin = f"{games[0]} and {games[1]} have equal numbers on"
    lemma = _graph_lemma(rules[0], rules[1], on, is_plain=word == "all" and weights == "none")
    if lemma:
        name = on if on == "trees" else "graphs" if on == "all" else f"{on} graphs"
        evidence = Evidence(Status.PROVED, "symmetry")
        if lemma == _CLIQUES:
            evidence = Evidence(Status.PROVED, "components")
        return RuleComparison(games, on, word, "equal", f"{begin} all {name}", (lemma,), None, "", evidence)
    said = f"{begin} the {graphs} connected graphs of the class with at most {most} vertices"
    evidence = Evidence(Status.CONSISTENT, "boards-compared", (("boards", graphs),))
    return RuleComparison(games, on, word, "observed", said, (), None, "", evidence)


_CLIQUES = "vertices with pieces form cliques of one or two vertices, with equal numbers for each"


def _graph_lemma(first: Rule, second: Rule, on: str, *, is_plain: bool) -> str:
    """Return the identity that proves equal numbers on all graphs of a class, or an empty string."""
    if first == second:
        return "the same rule"
    found = exchange(first, second, sides=on in ("bipartite", "trees")) if is_plain else None
    if found is not None:
        s, t = found
        unchanged = s == tuple(sorted(s))
        return (
            "the values are exchanged on one side"
            if s != t
            else "the same constraints"
            if unchanged
            else "the values are renamed"
        )
    return _CLIQUES if is_plain and same_cliques(first, second, on) else ""


# Rectangles


def _on_rectangles(
    first: GameLike,
    second: GameLike,
    positions: PositionsWord,
    max_memory: int | None,
    on_progress: OnProgress | None,
) -> RuleComparison:
    asked = [Question.of(game, "2x2", positions) for game in (first, second)]
    games = asked[0].game, asked[1].game
    word = asked[0].positions.value

    @cache
    def counted(m: int, n: int) -> list[int]:
        board = parse_board(f"{m}x{n}")
        return [
            int(count(Question.of(game, board, positions), max_memory=max_memory, on_progress=on_progress))
            for game in (first, second)
        ]

    def outcome(verdict: str, text: str, method: Evidence, **more: Any) -> RuleComparison:
        named = {"lemmas": (), "witness": None, "relation": "", **more}
        return RuleComparison(
            games,
            RECTANGLES,
            word,
            verdict,
            f"{games[0]} and {games[1]} have {text}",
            **named,
            evidence=method,
        )

    def different(m: int, n: int, numbers: list[int]) -> RuleComparison:
        board = parse_board(f"{m}x{n}")
        again = all(
            _recount(Question.of(game, board, positions), number)
            for game, number in zip((first, second), numbers, strict=True)
        )
        witness = BoardWitness(f"{m}x{n}", (str(numbers[0]), str(numbers[1])), again)
        small = [(a, b) for a, b in _rectangles() if a * b <= _MOST_EXCHANGED]
        swapped = all(counted(a, b)[0] == counted(b, a)[1] for a, b in small)
        return outcome(
            "different",
            f"different numbers on {m}x{n}",
            Evidence(Status.PROVED, "transfer-matrix"),
            witness=witness,
            relation=f"equal for m*n <= {_MOST_EXCHANGED} if m and n are exchanged for the second" * swapped,
        )

    boards = 0
    for m, n in _rectangles():
        numbers = counted(m, n)
        boards += 1
        if numbers[0] != numbers[1]:
            return different(m, n, numbers)
    proof = _proof(_original(first), _original(second), word)
    if isinstance(proof, _Proof):
        lines = [
            _on_family(derive(first, text, positions), derive(second, text, positions), text)
            for text in ("1xn", "nx1")
        ]
        least = 1 if all(one.is_equal for one in lines) else 2
        text = f"equal numbers on all m x n boards, m, n >= {least}"
        rules = None if proof.steps is None else (_original(first), _original(second))
        return outcome(
            "equal", text, proof.evidence, lemmas=proof.lemmas, rules=rules, steps=proof.steps or ()
        )
    if proof is not None and proof.differs_at is not None and min(proof.differs_at) > 1:
        m, n = proof.differs_at
        if len(set(numbers := counted(m, n))) > 1:
            return different(m, n, numbers)
    text = f"equal numbers on all {boards} counted boards, m*n <= {_MOST_CELLS} and m, n <= {_LONGEST_SIDE}"
    return outcome("observed", text, Evidence(Status.CONSISTENT, "boards-compared", (("boards", boards),)))


def _rectangles() -> Iterator[tuple[int, int]]:
    """Yield the sizes of the counted rectangles, the smallest first."""
    sides = range(1, _LONGEST_SIDE + 1)
    sizes = [(m, n) for m in sides for n in sides if m * n <= _MOST_CELLS]
    yield from sorted(sizes, key=lambda size: (size[0] * size[1], size))


def _original(game: GameLike) -> Rule:
    """Return the rule itself, which a question on one board may replace by another one."""
    rule = (game.spaced or game.rule) if isinstance(game, Question) else as_rule(game)
    rule.check_unweighed()
    return rule


class _Proof(NamedTuple):
    """Identities in words, evidence, and the steps as data unless they are about the whole rules."""

    lemmas: tuple[str, ...]
    evidence: Evidence
    steps: tuple[Mapping[str, Any], ...] | None = None


def _step(lemma: str, after: BlockRule, **data: Any) -> Mapping[str, Any]:
    return {"lemma": lemma, "allowed": [[*block] for block in sorted(after.allowed)], **data}


def _proof(one: Rule, other: Rule, positions: str) -> _Proof | BlockDecision | None:
    """Return the identities that prove equal numbers on all rectangles, with evidence, or None.

    If recurrences show that the numbers differ, return the decision with the smallest board of this kind.
    """
    symmetry = Evidence(Status.PROVED, "symmetry")
    first, second = (BlockRule.of(rule) if positions == "all" else None for rule in (one, other))
    if one == other:
        return _Proof(("the same rule",), symmetry, () if first else None)
    if positions == "all" and _same_pieces(one, other):
        return _Proof(("the same pieces and conflicts",), symmetry)
    if first is None or second is None or first.size != second.size:
        return None
    reached, back = chains(first), chains(second)
    common = min(reached.keys() & back.keys(), key=lambda rule: len(reached[rule] + back[rule]), default=None)
    if common is not None:
        after = [second, *(step.rule for step in back[common])]
        ways = [*((step, step.rule) for step in reached[common])]
        ways += [(step, rule) for step, rule in zip(reversed(back[common]), after[-2::-1], strict=True)]
        steps = tuple(_step(step.lemma, rule) for step, rule in ways)
        lemmas = tuple(step.text if step.lemma == "corner" else f"symmetry: {step.text}" for step, _ in ways)
        by_corner = any(step.lemma == "corner" for step, _ in ways)
        evidence = Evidence(Status.PROVED, "corner-lemma") if by_corner else symmetry
        return _Proof(lemmas or ("the same blocks",), evidence, steps)
    for by, image in first.images():
        found = bijection(image, second)
        if found is not None:
            states = sum(len(machine.targets) for machine in dict.fromkeys(found))
            before = (f"symmetry: {by.text}",) if by.text else ()
            text = f"bijection that rewrites each column by a machine ({states} states)"
            odd, even = (
                {
                    "outputs": [[*row] for row in machine.outputs],
                    "targets": [[*row] for row in machine.targets],
                }
                for machine in found
            )
            steps = (_step("symmetry", image), _step("machines", second, odd=odd, even=even))
            evidence = Evidence(Status.PROVED, "mealy-machines", (("states", states),))
            return _Proof((*before, text), evidence, steps)
    decision = decide(first, second, _MOST_ORDER, _MOST_DIMENSION)
    if decision is None or decision.differs_at is not None:
        return decision
    j, k = decision.orders
    text = f"recurrences in n of orders {j} and {k} for every m, and equal numbers for n <= {j + k}"
    factors = [[[int(c.p), int(c.q)] for c in own] for own in decision.factors]
    step = _step("recurrences", second, coefficients=factors, reversed=[*decision.backwards])
    return _Proof((text,), Evidence(Status.PROVED, "uniform-recurrences", (("order", max(j, k)),)), (step,))


def _same_pieces(one: Rule, other: Rule) -> bool:
    """Return True if two placement games without conflicts of colours have equal sets of pieces."""
    first, second = (from_kind(rule.kind, "theorems", "pieces_without_conflicts") for rule in (one, other))
    if first is None or second is None or (pieces := first(one)) is None:
        return False
    return bool(pieces == second(other))
