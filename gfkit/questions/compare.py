"""Comparison of two rules: equal counts on all boards, with proof, or the smallest board that differs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from time import monotonic
from typing import Any
from warnings import catch_warnings

from gfkit.core.algebra import Count, Evidence, PRecursive, RationalGF, Status
from gfkit.core.boards import Board, Family, parse_board, parse_one_board
from gfkit.core.boards.operations import OPERATIONS
from gfkit.core.deferred import dataclass, field
from gfkit.core.engine.count import count
from gfkit.core.engine.derive import derive
from gfkit.core.engine.derived import Derived
from gfkit.core.errors import LimitError, MismatchError, OptionError, ReadingNote, note_reading
from gfkit.core.rules import GameLike, Question, Rule
from gfkit.core.rules.configuration import Configuration
from gfkit.core.rules.library import as_rule, sentence_read, specification_reader
from gfkit.core.typing import (
    OnProgress,
    PositionsWord,
    Progress,
    Weights,
    WeightsWord,
    cached_property,
    stoppable,
)
from gfkit.core.writable import Face
from gfkit.questions.termwise import sequence_relation
from gfkit.questions.twins.components import Identity, graph_identity
from gfkit.questions.twins.graphs import CLASSES, Graph, all_graphs, connected_graphs, edges_of
from gfkit.questions.twins.images import mapped_pair
from gfkit.questions.twins.proofs import BlockProof, rectangle_proof

RECTANGLES = "mxn"
ALIASES = {"paths": "path:n", "cycles": "cycle:n", "graphs": "all", "tree": "trees"}
MOST_MEMORY, MOST_SECONDS = 256 << 20, 60
"""Usual limits of a derivation on a family, in bytes and seconds. A strip of long range would otherwise use
most of the memory before it is rejected.
"""
_MOST_CELLS, _LONGEST_SIDE = 30, 8
"""Maximum number of cells and of rows or columns of the rectangles on which two rules are counted."""
_MOST_EXCHANGED = 12


@dataclass(frozen=True)
class BoardWitness:
    """Smallest board found on which two rules have different counts."""

    board: str
    numbers: tuple[str, str]
    recounted: bool
    """True if enumeration confirmed both counts."""

    def as_json(self) -> dict[str, Any]:
        return {"board": self.board, "numbers": list(self.numbers), "recounted": self.recounted}


@dataclass(frozen=True, repr=False)
class RuleComparison(Face):
    """Verdict of comparing two rules on a class of boards: equal, different or observed."""

    games: tuple[str, str]
    on: str
    positions: str
    verdict: str
    """``equal``: proved for every board; ``different``; or ``observed``: all counted boards agree."""
    text: str
    """Statement in one line."""
    lemmas: tuple[str, ...]
    """Identities of the proof, in order."""
    witness: BoardWitness | None
    relation: str
    """Relation between different sequences, such as "second(n) = 2*first(n) for every n >= 0", or an empty
    string.
    """
    evidence: Evidence
    weights: tuple[str, ...] = ()
    """Variables of the polynomials that were compared; empty for counts."""
    rules: tuple[Rule, Rule] | None = field(default=None, repr=False)
    """Pair of rules, if ``steps`` prove equal counts on rectangles or graphs."""
    steps: tuple[Mapping[str, Any], ...] = field(default=(), repr=False)
    """Identities as data. Each leads from one rule of 2 x 2 blocks to the next, or is an identity on
    graphs.
    """
    window: tuple[int, int] = field(default=(2, 2), repr=False)
    """Rows and columns of the windows of the rules of blocks."""

    @property
    def is_equal(self) -> bool:
        """True if the counts are proved to be equal on all boards of the class."""
        return self.verdict == "equal" and self.evidence.status is Status.PROVED

    def __str__(self) -> str:
        return self.text

    def mapped_pair(self, board: str = "", seed: int = 0) -> tuple[Board, Configuration, Configuration]:
        """Return a board with a configuration of the first rule, and its image under the proved bijection.

        The board is a rectangle by default, or a comb for trees. Raise MismatchError if the proof is not a
        bijection.
        """
        if self.rules is None or self.window != (2, 2):
            raise MismatchError(
                "no bijection to draw: the proof is not a bijection (bijections are found only for rules"
                " on single cells)"
            )
        on = parse_one_board(board or ("comb:6" if self.on == "trees" else "4x7"))
        return on, *mapped_pair(self.rules, self.steps, on, seed)

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that ``gfkit compare --json`` writes."""
        return {
            "games": list(self.games),
            "on": self.on,
            "positions": self.positions,
            "weights": list(self.weights),
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
    max_seconds: float | None = None,
    on_progress: OnProgress | None = None,
) -> RuleComparison:
    """Compare the numbers of configurations of two rules on all boards of a class.

    Parameters
    ----------
    first, second : str, path or Rule
        The rules, as for ``count``; or classes that equations specify, as for ``derive``.
    on : str, default "mxn"
        "mxn" for all rectangles; a family of boards, such as "3xn" or "cycle:n", or two families, one for
        each rule, such as "path:n,2xn"; or a class of graphs: "all", "triangle-free", "bipartite" or "trees",
        possibly after operations, as in "prism of all,double-cover of all".
    positions : str or Positions, default "all"
        Class of positions to count, as for ``count``.
    weights : str or Weights, default "none"
        Compare polynomials instead of numbers.
    max_memory : int, optional
        Limit in bytes for each count and derivation. By default derivations on families use at most 256 MiB.
    max_seconds : float, optional
        Limit of the time. By default each derivation on a family takes at most 60 seconds.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    RuleComparison
        The verdict with its proof, or with the smallest board on which the counts differ. On families the
        generating functions are compared. On rectangles, rules of 2 x 2 blocks, and binary rules of 2 x 3
        blocks, are compared by symmetries, by the corner lemma, by bijections given by Mealy machines, and by
        recurrences that hold for all heights; rules on windows of one row by their generating functions.
        If none of these decides, the verdict is ``observed``.

    Raises
    ------
    OptionError
        ``on`` is a single board.
    LimitError
        A derivation on a family needs too much memory or time.

    Examples
    --------
    >>> import gfkit
    >>> print(gfkit.compare("col", "snort"))
    col and snort have equal counts on all m x n boards, m, n >= 1
    >>> gfkit.compare("col", "snort", on="cycle:n").witness
    BoardWitness(board='cycle:3', numbers=('13', '15'), recounted=True)
    """
    if any(isinstance(game, str) and specification_reader(game) for game in (first, second)):
        if (positions, weights) != ("all", "none"):
            raise OptionError("classes that equations specify have neither positions nor weights")
        return _on_sizes((first, second), on, max_memory, on_progress)
    on = RECTANGLES if on.replace(" ", "") in (RECTANGLES, "nxm") else ALIASES.get(on, on)
    if on == RECTANGLES and any(named := boards_of_sentences(first, second)):
        on = ",".join(dict.fromkeys(boards or "".join(named) for boards in named))
        note_reading(f"compared on {on}, the boards of the sentences")
    made = _operations_in(on)
    if on == RECTANGLES or made is not None:
        operations, name = made or (((), ()), "")
        pair = _Comparison((first, second), on, positions, weights, max_memory, on_progress, operations)
        return _on_graphs(pair, name) if made else _on_rectangles(pair)
    boards = [parse_board(part) for part in _two_families(on)]
    for part in boards:
        if not isinstance(part, Family):
            raise OptionError(f"on {part.text!r} is a single board; write mxn, or a family such as 3xn")
    laws = [
        derive(
            Question.of(game, part, positions, weights),
            max_memory=max_memory or MOST_MEMORY,
            on_progress=on_progress if max_seconds else with_time_limit(part.text, on_progress),
        )
        for game, part in zip((first, second), (boards[0], boards[-1]), strict=True)
    ]
    return _on_family(laws[0], laws[1], on)


def boards_of_sentences(*games: GameLike) -> list[str]:
    """Return for each rule the boards that it names if it is a sentence, or ""."""
    return [sentence.boards if (sentence := sentence_read(game)) else "" for game in games]


def with_time_limit(board: str, on_progress: OnProgress | None) -> OnProgress:
    """Return a progress function that calls another one, and raises LimitError after the usual time."""
    end = monotonic() + MOST_SECONDS

    def report(progress: Progress) -> None:
        if monotonic() > end:
            raise LimitError(
                f"on {board!r}: stopped after {MOST_SECONDS} s; compare accepts a longer time (--max-seconds,"
                " or max_seconds in Python)"
            )
        if on_progress is not None:
            on_progress(progress)

    return report


def _operations_in(on: str) -> tuple[tuple[tuple[str, ...], tuple[str, ...]], str] | None:
    """Return the operations for each rule in the name of a class of graphs, and the class; or None.

    >>> _operations_in("prism of all,double-cover of all"), _operations_in("3xn")
    (((('prism',), ('double-cover',)), 'all'), None)
    """
    parts = [" ".join(part.split()).split(" of ") for part in on.split(",")]
    names = {ALIASES.get(part[-1], part[-1]) for part in parts}
    if len(parts) > 2 or not names <= CLASSES.keys():
        return None
    if len(names) > 1:
        raise OptionError(f"on {on!r}: both sides need the same class of graphs, as in prism of all,all")
    unknown = [name for *made, _ in parts for name in made if name not in OPERATIONS]
    if unknown:
        listed = ", ".join(OPERATIONS)
        raise OptionError(f"on {on!r}: unknown operation {unknown[0]!r}; choose from {listed}")
    return (tuple(parts[0][:-1]), tuple(parts[-1][:-1])), names.pop()


# Families


def _two_families(on: str) -> list[str]:
    """Split the name of one family, or of two families for the two rules.

    >>> _two_families("path:n,2xn"), _two_families("slices(1;to=0-0-1,0-0-2):n")
    (['path:n', '2xn'], ['slices(1;to=0-0-1,0-0-2):n'])
    """
    parts = re.findall(r"(?:[^,()]++|\([^()]*+\))++", on)
    is_pair = len(parts) == 2 and ",".join(parts) == on
    return [ALIASES.get(part, part) for part in parts] if is_pair else [on]


def _on_family(one: Derived, other: Derived, on: str) -> RuleComparison:
    first, second = one.generating_function, other.generating_function
    difference: RationalGF = first - second
    status = max((law.evidence.status for law in (one, other)), key=list(Status).index)
    evidence = Evidence(status, "generating-functions-compared", (("order", max(one.order, other.order)),))
    games = one.game, other.game
    begin, end = f"{games[0]} and {games[1]} have", f" on {one.board}"
    if one.board != other.board:
        begin, end = f"{games[0]} on {one.board} and {games[1]} on {other.board} have", ""
    noun, names = _named("counts", one.question.weights), one.weights
    if difference.degree < 0:
        text = f"{begin} equal {noun}{end} for every n >= {difference.first_n}"
        return RuleComparison(games, on, one.positions, "equal", text, (), None, "", evidence, names)
    start, stop = difference.first_n, difference.degree + 1
    pairs = enumerate(zip(first[start:stop], second[start:stop], strict=True), start)
    n = next(n for n, (a, b) in pairs if a != b)
    text = f"{begin} different {noun}{end}, first for n = {n}"
    is_finite = not difference.order
    relation = f"equal for every n >= {stop}" if is_finite else sequence_relation(first, second)
    found = [law.question.family.at(n).text for law in (one, other)]
    board = found[0] if found[0] == found[1] else " and ".join(found)
    witness = BoardWitness(board, (str(one[n]), str(other[n])), _is_recounted((one, other), n))
    return RuleComparison(games, on, one.positions, "different", text, (), witness, relation, evidence, names)


def _on_sizes(
    games: tuple[GameLike, GameLike], on: str, max_memory: int | None, on_progress: OnProgress | None
) -> RuleComparison:
    """Compare two sequences of which equations specify at least one; ``on`` is the family of the other."""
    laws = []
    for game in games:
        is_specified = isinstance(game, str) and specification_reader(game)
        family = None if is_specified else ALIASES.get(on, on)
        if family == RECTANGLES:
            raise OptionError(f"{game} is counted on a family of boards: --on path:n, or another one")
        law = derive(game, family, max_memory=max_memory, on_progress=on_progress)
        if law.weights:
            raise OptionError(f"{game}: its terms are polynomials in {', '.join(law.weights)}")
        laws.append(law)
    names = laws[0].game, laws[1].game
    shown = [law.game + f" on {law.board}" * (law.board != "n") for law in laws]
    first_n = max(law.first_n for law in laws)
    along = (law.sequence_along(1, 0) or law.ordinary("comparison").p_recursive() for law in laws)
    one, two = (sequence.shifted(first_n) for sequence in along)
    status = max((law.evidence.status for law in laws), key=list(Status).index)
    evidence = Evidence(status, "closure", ())
    n = _first_difference(one, two)
    if n is None:
        text = f"{shown[0]} and {shown[1]} have equal counts for every n >= {first_n}"
        return RuleComparison(names, "n", "all", "equal", text, (), None, "", evidence)
    text = f"{shown[0]} and {shown[1]} have different counts, first for n = {n + first_n}"
    shift = next((by for by in _SHIFTS if _first_difference(*_moved(one, two, by)) is None), 0)
    left, right = f"n+{max(0, shift)}", f"n+{max(0, -shift)}"
    relation = f"first({left}) = second({right}) for every n >= {first_n}".replace("+0", "") if shift else ""
    witness = BoardWitness(f"n = {n + first_n}", (str(one[n]), str(two[n])), False)
    return RuleComparison(names, "n", "all", "different", text, (), witness, relation, evidence)


_SHIFTS = (1, -1, 2, -2)


def _moved(one: PRecursive, two: PRecursive, by: int) -> tuple[PRecursive, PRecursive]:
    return one.shifted(max(0, by)), two.shifted(max(0, -by))


def _first_difference(one: PRecursive, two: PRecursive) -> int | None:
    """Return the smallest index at which two sequences differ, or None if they are equal.

    A recurrence of their difference, from closure properties, determines it by its initial terms.
    """
    return next((n for n, value in enumerate((one - two).initial) if value), None)


def _named(text: str, weights: Weights) -> str:
    """Return a statement about counts, or about polynomials if there are weights."""
    if weights is Weights.NONE:
        return text
    return text.replace("numbers", "polynomials").replace("counts", "polynomials")


def _is_recounted(laws: tuple[Derived, Derived], n: int) -> bool:
    return all(_recount(law.question.on(law.question.family.at(n)), law[n]) for law in laws)


def _recount(question: Question, number: object) -> bool:
    """Return True if enumeration yields the given count, and False if it takes too long."""
    from gfkit.core.oracle import brute_force

    try:
        listed = brute_force(question, tries=_MOST_LISTED)
    except (LimitError, MismatchError):
        return False
    if listed != number:
        raise MismatchError(f"{question}: enumeration yields {listed}, not {number}; this is a bug in gfkit")
    return True


_MOST_LISTED = 1 << 20


# Boards


@dataclass(frozen=True)
class _Comparison:
    """Two rules that are counted on boards of a class, with the limits of the counts."""

    games: tuple[GameLike, GameLike]
    on: str
    positions: PositionsWord
    weights: WeightsWord
    max_memory: int | None
    on_progress: OnProgress | None
    operations: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    """Operations that are applied to a graph for each rule, the last one first."""

    def boards(self, board: str) -> list[str]:
        """Return the boards of the two rules that belong to a graph or a board of the class."""
        return ["".join(f"{name}:(" for name in made) + board + ")" * len(made) for made in self.operations]

    def questions(self, board: str) -> list[Question]:
        boards = zip(self.games, self.boards(board), strict=True)
        return [Question.of(game, text, self.positions, self.weights) for game, text in boards]

    def counts(self, board: str) -> list[Count]:
        with catch_warnings(action="ignore", category=ReadingNote):  # ``named`` has printed the note
            asked = self.questions(board)
        return [
            count(question, max_memory=self.max_memory, on_progress=self.on_progress) for question in asked
        ]

    @cached_property
    def named(self) -> list[Question]:
        return self.questions("2x2" if self.on == RECTANGLES else "path:1")

    @property
    def word(self) -> str:
        return self.named[0].positions.value

    @property
    def weighed(self) -> Weights:
        return self.named[0].weights

    def outcome(self, verdict: str, text: str, evidence: Evidence, **more: Any) -> RuleComparison:
        games = self.named[0].game, self.named[1].game
        spoken = list(games)
        if any(self.operations):
            where = ["".join(f"the {name} of " for name in made) + "G" for made in self.operations]
            spoken = [f"{game} on {graph}" for game, graph in zip(games, where, strict=True)]
        said = f"{spoken[0]} and {spoken[1]} have {_named(text, self.weighed)}"
        details = {"lemmas": (), "witness": None, "relation": "", "weights": self.weighed.variables, **more}
        return RuleComparison(games, self.on, self.word, verdict, said, evidence=evidence, **details)

    def observed(self, text: str, boards: int) -> RuleComparison:
        evidence = Evidence(Status.CONSISTENT, "boards-compared", (("boards", boards),))
        return self.outcome("observed", text, evidence)

    def different(self, board: str, numbers: list[Count], where: str, **more: Any) -> RuleComparison:
        with catch_warnings(action="ignore", category=ReadingNote):
            again = all(map(_recount, self.questions(board), numbers))
        boards = " and ".join(dict.fromkeys(self.boards(board)))
        witness = BoardWitness(boards, (str(numbers[0]), str(numbers[1])), again)
        evidence = Evidence(Status.PROVED, "transfer-matrix")
        return self.outcome("different", f"different counts on {where}", evidence, witness=witness, **more)


def _on_graphs(pair: _Comparison, name: str) -> RuleComparison:
    identity = _graph_identity(pair, name)
    is_proved = identity is not None and not identity.exception
    made = [operation for own in pair.operations for operation in own]
    is_connected = not made
    most, graphs = _MOST_PROVED if is_proved else _MOST_MADE if made else CLASSES[name][0], 0
    where = f"with at most {most} vertices" if is_connected else f"G with at most {most} vertices"
    proof: dict[str, Any] = {}
    if identity is not None:
        proof = {"lemmas": (identity.text,), "relation": identity.relation}
        if identity.lemma in ("exchange", "components", "forests"):
            proof |= {"rules": tuple(map(_original, pair.games)), "steps": (identity.as_step(),)}
    for graph in connected_graphs(name, most) if is_connected else all_graphs(name, most):
        text = graph_text(graph)
        numbers = pair.counts(text)
        graphs += 1
        if numbers[0] != numbers[1]:
            if is_proved:
                raise MismatchError(
                    f"{text}: {numbers[0]} and {numbers[1]}, against a lemma; this is a bug in gfkit"
                )
            vertices = "1 vertex" if len(graph) == 1 else f"{len(graph)} vertices"
            return pair.different(text, numbers, f"a graph {'G ' * bool(made)}with {vertices}", **proof)
    if is_proved and identity is not None:
        noun = name if name == "trees" else "graphs" if name == "all" else f"{name} graphs"
        method = _METHODS.get(identity.lemma, identity.lemma)
        said = f"equal counts on all {noun}" if not made else f"equal counts for all {noun} G"
        return pair.outcome("equal", said, Evidence(Status.PROVED, method), **proof)
    kind = "connected graphs of the class" if is_connected else "graphs"
    return pair.observed(f"equal counts on the {graphs} {kind} {where}", graphs)


_METHODS = {"exchange": "symmetry", "same": "symmetry", "systems": "equal-systems"}
"""Methods of proof of the lemmas that have another name."""


def _graph_identity(pair: _Comparison, name: str) -> Identity | None:
    """Return an identity of the two rules on all graphs of a class, or None if none is found."""
    one, other = map(_original, pair.games)
    by_pieces = pair.weighed is Weights.PIECES
    identity = None
    if one == other and pair.operations[0] == pair.operations[1]:
        identity = Identity("same", "the same rule")
    elif pair.word != "all":
        return None
    elif not any(pair.operations) and (by_pieces or pair.weighed is Weights.NONE):
        identity = graph_identity(one, other, name, by_pieces=by_pieces)
    if identity is not None:
        return identity
    from gfkit.questions.twins.local import chained, line_graph_identity, local_identity

    weighed = pair.weighed is not Weights.NONE
    named = _original(pair.named[0]), _original(pair.named[1])
    for k, operations in enumerate((pair.operations, pair.operations[::-1])):
        if operations == (("line-graph",), ()):
            return line_graph_identity(named[1 - k], named[k], weighed=weighed)
    made = [chained(own) for own in pair.operations]
    if made[0] is None or made[1] is None:
        return None
    return local_identity(named, (made[0], made[1]), weighed=weighed)


def graph_text(graph: Graph) -> str:
    """Return the board name of a graph."""
    size, edges = len(graph), edges_of(graph)
    if not edges:
        return f"graph6={chr(63 + size)}{'?' * -(-size * (size - 1) // 12)}" if size > 1 else "path:1"
    alone = [str(v) for v, around in enumerate(graph) if not around]
    return "graph:" + ",".join([*(f"{v}-{u}" for v, u in edges), *alone])


_MOST_MADE = 7
"""Largest number of vertices of the graphs that are counted if operations are applied to them."""
_MOST_PROVED = 5
"""Number of vertices up to which graphs are counted although an identity is proved, as a test of the
program.
"""


def _on_rectangles(pair: _Comparison) -> RuleComparison:
    counted = cache(pair.counts)

    def different(board: str) -> RuleComparison:
        small = [(m, n) for m, n in rectangles() if m * n <= _MOST_EXCHANGED]
        swapped = all(counted(f"{m}x{n}")[0] == counted(f"{n}x{m}")[1] for m, n in small)
        relation = f"equal for m*n <= {_MOST_EXCHANGED} if m and n are swapped for the second" * swapped
        return pair.different(board, counted(board), board, relation=relation)

    boards = [f"{m}x{n}" for m, n in rectangles()]
    for board in boards:
        one, other = counted(board)
        if one != other:
            return different(board)
    rules = (_original(pair.games[0]), _original(pair.games[1]))
    proof = rectangle_proof(*rules, pair.word, pair.weighed)
    if isinstance(proof, BlockProof):
        rows, columns = proof.smallest
        lines = [f"{m}xn" for m in range(1, rows)] + [f"nx{n}" for n in range(1, columns)]
        laws = [[derive(one) for one in pair.questions(line)] for line in lines]
        small = f"m >= {rows}, n >= {columns}" if rows != columns else f"m, n >= {rows}"
        least = "m, n >= 1" if all(_on_family(a, b, pair.on).is_equal for a, b in laws) else small
        more: dict[str, Any] = {"lemmas": proof.lemmas, "steps": proof.steps or ()}
        if proof.steps is not None and pair.weighed is not Weights.PLAYERS:
            more |= {"rules": rules, "window": proof.smallest}
        return pair.outcome("equal", f"equal counts on all m x n boards, {least}", proof.evidence, **more)
    if proof is None and pair.word == "all":
        from gfkit.questions.twins.systems import system_identity

        identity = system_identity(*rules, weighed=pair.weighed is not Weights.NONE)
        if identity is not None:
            evidence = Evidence(Status.PROVED, "equal-systems")
            said = "equal counts on all m x n boards, m, n >= 1"
            return pair.outcome("equal", said, evidence, lemmas=(identity.text,))
    if proof is not None:
        one, other = counted(proof)
        if one != other:
            return different(proof)
    said = f"{len(boards)} counted boards, m*n <= {_MOST_CELLS} and m, n <= {_LONGEST_SIDE}"
    return pair.observed(f"equal counts on all {said}", len(boards))


def rectangles() -> Iterator[tuple[int, int]]:
    """Yield the sizes of the rectangles to count, the smallest first."""
    sides = range(1, _LONGEST_SIDE + 1)
    sizes = [(m, n) for m in sides for n in sides if m * n <= _MOST_CELLS]
    yield from sorted(sizes, key=lambda size: (size[0] * size[1], size))


def _original(game: GameLike) -> Rule:
    """Return the rule before its replacement by an equivalent rule on one board."""
    rule = (game.spaced or game.rule) if isinstance(game, Question) else as_rule(game)
    rule.check_unweighed()
    return rule
