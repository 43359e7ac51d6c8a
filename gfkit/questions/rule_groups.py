"""Groups of rules with equal counts on all boards of a class, each identity with its proof."""

from __future__ import annotations

import warnings
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from pathlib import Path
from typing import Any

from gfkit.core.algebra import Evidence, Status
from gfkit.core.deferred import dataclass, field
from gfkit.core.engine.count import count
from gfkit.core.errors import GfkitError, ReadingNote
from gfkit.core.rules import Rule
from gfkit.core.typing import OnProgress, stoppable, tell_progress
from gfkit.core.writable import Face
from gfkit.questions.compare import MOST_MEMORY, RECTANGLES, compare, with_time_limit
from gfkit.questions.rule_lists import BLOCK_CELLS, RuleList
from gfkit.questions.twins.blocks import BlockRule
from gfkit.questions.twins.database import (
    VERDICTS,
    Pair,
    RuleCounts,
    compare_part,
    counts_as_bytes,
    open_saved,
    pairs_as_bytes,
    read_counts,
    read_pairs,
)
from gfkit.questions.twins.proofs import link_rules
from gfkit.questions.twins.windows import board_sizes, count_blocks
from gfkit.runs.batch import Work
from gfkit.runs.identity import identity

_TOGETHER = 128
"""Number of block rules that are counted together."""


@dataclass(frozen=True)
class RuleGroup:
    """Rules with equal counts on all counted boards."""

    rules: tuple[str, ...]
    numbers: tuple[int, ...]
    """Counts on the boards of the first stage."""
    identities: tuple[Pair, ...]
    """Proved identities. If they connect n rules, there are n - 1 of them."""
    open: tuple[Pair, ...]
    """Identities that are only observed."""

    def as_json(self) -> dict[str, Any]:
        return {
            "rules": list(self.rules),
            "numbers": [*map(str, self.numbers)],
            "identities": [pair.as_json() for pair in self.identities],
            "open": [pair.as_json() for pair in self.open],
        }


@dataclass(frozen=True, repr=False)
class RuleGroups(Face):
    """Result of a search for rules with equal counts."""

    source: str
    """Name of the family of rules, or the names of the rules."""
    on: str
    compared: int
    """Number of rules."""
    boards: tuple[str, ...]
    """Boards of the first stage."""
    groups: tuple[RuleGroup, ...]
    skipped: tuple[tuple[str, str], ...]
    """Rules that are not defined on these boards, each with the reason."""
    drawings: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False, compare=False)
    """For window rules in a group, drawings of the allowed windows."""

    @property
    def is_proved(self) -> bool:
        """True if no identity is open."""
        return not any(group.open for group in self.groups)

    @property
    def methods(self) -> dict[str, int]:
        """Number of proved identities for each method, most frequent first."""
        used: dict[str, int] = defaultdict(int)
        for pair in (pair for group in self.groups for pair in group.identities):
            used[pair.method] += 1
        return dict(sorted(used.items(), key=lambda item: (-item[1], item[0])))

    @property
    def method_names(self) -> dict[str, int]:
        """Like `methods`, with the names of the methods in English."""
        return {Evidence(Status.PROVED, name).method_name: number for name, number in self.methods.items()}

    @property
    def evidence(self) -> Evidence:
        observed = sum(len(group.open) for group in self.groups)
        status = Status.CONSISTENT if observed else Status.PROVED
        figures = ("proved_pairs", sum(self.methods.values())), ("observed_pairs", observed)
        return Evidence(status, "rules-compared", figures)

    @property
    def text(self) -> str:
        rules = sum(len(group.rules) for group in self.groups)
        groups = "1 group" if len(self.groups) == 1 else f"{len(self.groups)} groups"
        sides = self.boards[0].split("x") if self.on == RECTANGLES else ["1"]
        least = f" for m >= {sides[0]}, n >= {sides[-1]}" * ({*sides} != {"1"})
        others = f"{rules} of {self.compared:,} rules have the same counts as another rule"
        return f"{others} on {self.on}{least} ({groups})"

    def __str__(self) -> str:
        return self.text

    def as_json(self) -> dict[str, Any]:
        """Return the JSON object that ``gfkit twins --json`` writes."""
        return {
            "rules": self.source,
            "on": self.on,
            "compared": self.compared,
            "boards": list(self.boards),
            "methods": self.methods,
            "groups": [group.as_json() for group in self.groups],
            "blocks": {name: list(windows) for name, windows in self.drawings.items()},
            "skipped": [list(pair) for pair in self.skipped],
            "evidence": self.evidence.as_json(),
        }


@stoppable
def twins(
    rules: str | Path | Rule | Sequence[str | Path | Rule],
    on: str = RECTANGLES,
    *,
    sample: int = 1000,
    seed: int = 1,
    save: str | Path | None = None,
    check: bool = False,
    executor: Executor | None = None,
    max_memory: int | None = None,
    on_progress: OnProgress | None = None,
) -> RuleGroups:
    """Return the groups of rules with equal counts on all boards of a class, each identity with its proof.

    Parameters
    ----------
    rules : str, path, Rule, or a sequence of them
        Several rules; or one rule, which is compared with all built-in rules and, if it is one of binary
        2 x 2 windows or a distance game, with that family, or if it is one of binary 1 x 3 or 2 x 3 windows,
        with the family "windows:1x3"; or one family: "windows:2x2" for the rules of all sets of binary 2 x 2
        windows up to symmetries, "windows:2x3" or "windows:2x2:3" (three values) for
        random ones, "distance-games", "structures" for all built-in names, a directory of rule files, or a
        text file with a rule in each line.
    on : str, default "mxn"
        The boards, as for ``compare``.
    sample, seed : int
        Number of rules drawn from a family of windows that is too large to be listed, and the random seed.
    save : path, optional
        SQLite file to which each result is written immediately, with a checksum. A search resumes from the
        results in the file; corrupted results are deleted and computed again.
    check : bool
        Repeat the counts and proofs that the file already contains, and compare them. By default they are
        accepted.
    executor : Executor, optional
        Workers. Each task counts some rules or proves the identities of one group.
    max_memory : int, optional
        Limit in bytes for each count and derivation, by default 256 MiB. Each takes at most 60 seconds.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    RuleGroups
        Two rules are in one group if they agree on all boards of two stages, the second larger than the
        first, and no comparison distinguishes them.

    Raises
    ------
    InputError
        The file is not one of a search, or ``check`` disproves some of its results.

    Examples
    --------
    >>> import gfkit
    >>> found = gfkit.twins(["col", "snort", "kings", "independent-sets"])
    >>> [group.rules for group in found.groups], found.is_proved
    ([('col', 'snort')], True)
    """
    search = RuleList.of(rules, on, sample, seed, max_memory)
    contents = tuple(search.rules.items()) if search.family is None or search.focus else ()
    run = identity(search.source, search.on, contents)
    with (
        nullcontext() if save is None else open_saved(save) as store,
        Work(run, executor, None if check else store, keep_after=0) as work,
    ):
        stages: list[dict[str, RuleCounts]] = []
        groups = [list(search.rules)]
        for stage in (0, 1):
            names = [name for group in groups for name in group]
            numbers: dict[str, RuleCounts] = {}
            for answer in work.as_they_come(_count_batches(search, stage, names), _CountBatch.perform):
                rows = {row.rule: row for row in read_counts(answer)}
                if check and store is not None:
                    compare_part(store, run, _part(f"counts {stage}", rows), answer, next(iter(rows)))
                numbers |= rows
                tell_progress(on_progress, "rules counted", len(numbers), len(names), 0)
            groups = [part for group in groups for part in search.split(stage, group, numbers)]
            stages.append(numbers)
        groups.sort(key=len, reverse=True)
        tasks, pairs = [_PairBatch(search.part(group)) for group in groups], list[Pair]()
        for place, answer in enumerate(work.as_they_come(tasks, _PairBatch.perform), 1):
            members, found = read_pairs(answer)
            if check and store is not None:
                compare_part(store, run, _part("pairs", members), answer, members[0])
            pairs += [pair for pair in found if pair.verdict != "different"]
            tell_progress(on_progress, "groups compared", place, len(tasks), 0)
        pairs.sort(key=lambda pair: pair[:2])
        if check:
            search.check_pairs([pair for pair in pairs if pair.verdict == "equal"])
    made = [
        RuleGroup(tuple(part), stages[0][part[0]].counts or (), *_pairs_of(part, pairs))
        for group in groups
        for part in _connected_parts(group, pairs)
        if len(part) > 1
    ]
    return RuleGroups(
        search.source,
        search.on,
        len(search.rules),
        search.boards(0),
        tuple(made),
        ()
        if search.focus
        else tuple((row.rule, row.reason) for row in stages[0].values() if row.counts is None),
        {name: search.drawn(name) for group in made for name in group.rules if search.family},
    )


def _connected_parts(names: Sequence[str], pairs: Sequence[Pair]) -> list[list[str]]:
    """Return the connected components of the graph whose edges are the pairs. Rules keep their order."""
    root = {name: name for name in names}
    for pair in pairs:
        if pair.first in root and pair.second in root:
            old, new = root[pair.second], root[pair.first]
            root = {name: new if own == old else own for name, own in root.items()}
    parts = defaultdict(list)
    for name in names:
        parts[root[name]].append(name)
    return list(parts.values())


def _pairs_of(names: Sequence[str], pairs: Sequence[Pair]) -> tuple[tuple[Pair, ...], tuple[Pair, ...]]:
    """Return the proved and the observed identities among some rules."""
    own = [pair for pair in pairs if pair.first in names and pair.second in names]
    return (
        tuple(pair for pair in own if pair.verdict == "equal"),
        tuple(pair for pair in own if pair.verdict == "observed"),
    )


# Batches


def _part(what: str, names: Iterable[str]) -> str:
    """Return the name of a batch for some rules."""
    return f"{what} {identity(*names)[:32]}"


def _count_batches(search: RuleList, stage: int, names: Sequence[str]) -> Iterator[_CountBatch]:
    blocks = [name for name in names if isinstance(search.rules[name], BlockRule)]
    parts = [blocks[start : start + _TOGETHER] for start in range(0, len(blocks), _TOGETHER)]
    for part in parts + [[name] for name in names if name not in blocks]:
        yield _CountBatch(search.part(part), stage)


@dataclass(frozen=True)
class _CountBatch:
    """Batch that counts some rules on the boards of a stage."""

    search: RuleList
    stage: int

    @property
    def part(self) -> str:
        return _part(f"counts {self.stage}", self.search.rules)

    def perform(self) -> bytes:
        return counts_as_bytes(self._counted())

    def _counted(self) -> list[RuleCounts]:
        search = self.search
        blocks = {name: rule for name, rule in search.rules.items() if isinstance(rule, BlockRule)}
        if blocks:
            sizes = board_sizes(next(iter(blocks.values())).size, BLOCK_CELLS[self.stage])
            return list(map(RuleCounts, blocks, count_blocks([*blocks.values()], sizes)))
        found = []
        for name, rule in search.rules.items():
            assert isinstance(rule, Rule)
            try:
                found.append(RuleCounts(name, _counts(rule, search.boards(self.stage), search.max_memory)))
            except GfkitError as error:
                found.append(RuleCounts(name, None, str(error)))
        return found

    def fault(self, answer: object) -> str | None:
        if not isinstance(answer, bytes):
            return "no bytes"
        rows, boards = read_counts(answer), self.search.boards(self.stage)
        is_whole = [row.rule for row in rows] == [*self.search.rules]
        is_whole &= all(row.counts is None or len(row.counts) == len(boards) for row in rows)
        return None if is_whole else "other rules or boards"


@dataclass(frozen=True)
class _PairBatch:
    """Batch that proves the identities of one group of rules."""

    search: RuleList

    @property
    def part(self) -> str:
        return _part("pairs", self.search.rules)

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.search.rules)

    def perform(self) -> bytes:
        blocks = {name: rule for name, rule in self.search.rules.items() if isinstance(rule, BlockRule)}
        return pairs_as_bytes(self.names, self._linked(blocks) if blocks else self._compared())

    def fault(self, answer: object) -> str | None:
        if not isinstance(answer, bytes):
            return "no bytes"
        names, pairs = read_pairs(answer)
        known = {*self.search.rules}
        is_whole = all({*pair[:2]} <= known and pair.verdict in VERDICTS for pair in pairs)
        return None if is_whole and names == [*self.search.rules] else "other rules or verdicts"

    def _linked(self, rules: Mapping[str, BlockRule]) -> list[Pair]:
        family, names = self.search.family, [*rules]
        pairs = [
            Pair(
                names[link.first],
                names[link.second],
                "equal",
                link.proof.evidence.method,
                link.proof.lemmas,
                link.proof.steps or (),
                link.exchanged,
            )
            for link in link_rules([*rules.values()], transposes=family is not None and family.exchanges)
        ]
        heads = [part[0] for part in _connected_parts(self.names, pairs)]
        return pairs + [self._observed(heads[0], head) for head in heads[1:]]

    def _observed(self, first: str, second: str) -> Pair:
        """Compare two block rules on all boards, including those whose transposes were counted."""
        search = self.search
        numbers, same = (self._counts(name) for name in (first, second))
        is_exchanged = numbers != same
        verdict = "different" if is_exchanged and numbers != self._counts(second, turned=True) else "observed"
        boards = search.boards(1)
        text = f"equal counts on all {len(boards)} boards up to {boards[-1]}"
        return Pair(first, second, verdict, "boards-compared", (text,), (), is_exchanged)

    def _counts(self, name: str, *, turned: bool = False) -> tuple[int, ...]:
        search, rule = self.search, self.search.rules[name]
        if isinstance(rule, BlockRule):
            sizes = board_sizes(rule.size, BLOCK_CELLS[1])
            return count_blocks([rule.transposed() if turned else rule], sizes)[0]
        boards = ("x".join(board.split("x")[:: -1 if turned else 1]) for board in search.boards(1))
        return _counts(rule, boards, search.max_memory)

    def _compared(self) -> list[Pair]:
        """Compare each rule with one representative of each set of equal rules."""
        search, heads, pairs = self.search, [self.names[0]], []
        for name in self.names[1:]:
            for head in heads:
                pair = _compare(search, head, name)
                pairs.append(pair)
                if pair.verdict == "equal":
                    break
            else:
                heads.append(name)
        return pairs


def _counts(rule: Rule, boards: Iterable[str], max_memory: int | None) -> tuple[int, ...]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ReadingNote)  # otherwise printed for each of many boards
        return tuple(
            int(
                count(
                    rule,
                    board,
                    max_memory=max_memory or MOST_MEMORY,
                    on_progress=with_time_limit(board, None),
                )
            )
            for board in boards
        )


def _compare(search: RuleList, first: str, second: str) -> Pair:
    one, other = search.rules[first], search.rules[second]
    assert isinstance(one, Rule)
    assert isinstance(other, Rule)
    try:
        found = compare(one, other, search.on, max_memory=search.max_memory)
    except GfkitError as error:
        return Pair(first, second, "observed", "boards-compared", (f"not compared: {error}",))
    verdict = "observed" if found.verdict == "equal" and not found.is_equal else found.verdict
    lemmas = found.lemmas if verdict == "equal" else (found.text,)
    return Pair(first, second, verdict, found.evidence.method, lemmas, found.steps)
