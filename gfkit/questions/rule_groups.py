"""Groups of rules with equal numbers on all boards of a class, each identity with its proof."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from itertools import product
from pathlib import Path
from typing import Any

from gfkit.algebra import Evidence, Status
from gfkit.boards import Family, parse_board
from gfkit.engine.count import count
from gfkit.errors import GfkitError, InputError, OptionError
from gfkit.hooks import from_above
from gfkit.questions.compare import ALIASES, RECTANGLES, compare, graph_text, rectangles
from gfkit.questions.twins.blocks import BlockRule
from gfkit.questions.twins.database import Numbers, Pair, TwinsFile
from gfkit.questions.twins.graphs import CLASSES, connected_graphs
from gfkit.questions.twins.proofs import link_rules
from gfkit.questions.twins.windows import WindowFamily, board_sizes, count_blocks
from gfkit.rules import NAMED, Rule
from gfkit.rules.library import as_rule
from gfkit.runs.batch import Work, identity
from gfkit.runs.files import file_text
from gfkit.typing import OnProgress, stoppable, tell_progress
from gfkit.version import __version__
from gfkit.writable import Face

_CELLS = ((9, 16), (24, 60))
"""Cells of the largest rectangles of the two stages: for any rules, and for rules of blocks."""
_VERTICES, _TERMS = (5, 6), (5, 8)
"""Vertices of the largest graphs, and numbers of terms, of the two stages."""
_TOGETHER = 128
"""Rules of blocks that are counted together."""
_DISTANCES = (1, 2, 3)


@dataclass(frozen=True)
class RuleGroup:
    """Rules with equal numbers on all counted boards."""

    rules: tuple[str, ...]
    numbers: tuple[int, ...]
    """The numbers on the boards of the first stage."""
    identities: tuple[Pair, ...]
    """Proved identities; n joined rules have n - 1 of them."""
    open: tuple[Pair, ...]
    """Identities that are only observed."""

    def as_json(self) -> dict[str, Any]:
        return {
            "rules": list(self.rules),
            "numbers": [*map(str, self.numbers)],
            "identities": [pair.as_json() for pair in self.identities],
            "open": [pair.as_json() for pair in self.open],
        }


@dataclass(frozen=True)
class RuleGroups(Face):
    """Outcome of a search for rules with equal numbers."""

    source: str
    """The family of rules, or their names."""
    on: str
    compared: int
    """The number of rules."""
    boards: tuple[str, ...]
    """The boards of the first stage."""
    groups: tuple[RuleGroup, ...]
    skipped: tuple[tuple[str, str], ...]
    """Rules that are not defined on these boards, each with the reason."""
    drawings: dict[str, tuple[str, ...]] = field(default_factory=dict, repr=False)
    """For rules of windows in a group the allowed ones."""

    @property
    def is_proved(self) -> bool:
        """True if no identity is open."""
        return not any(group.open for group in self.groups)

    @property
    def methods(self) -> dict[str, int]:
        """The number of proved identities for each method, the most frequent first."""
        used: dict[str, int] = defaultdict(int)
        for pair in (pair for group in self.groups for pair in group.identities):
            used[pair.method] += 1
        return dict(sorted(used.items(), key=lambda item: (-item[1], item[0])))

    @property
    def evidence(self) -> Evidence:
        proved, observed = sum(self.methods.values()), sum(len(group.open) for group in self.groups)
        status = Status.CONSISTENT if observed else Status.PROVED
        return Evidence(status, "rules-compared", (("identities", proved), ("observed", observed)))

    @property
    def text(self) -> str:
        rules = sum(len(group.rules) for group in self.groups)
        observed = sum(len(group.open) for group in self.groups)
        return (
            f"{rules} of {self.compared:,} rules of {self.source} are in {len(self.groups)} groups with equal"
            f" numbers on {self.on}: {sum(self.methods.values())} identities proved, {observed} open"
        )

    def __str__(self) -> str:
        return self.text

    def as_json(self) -> dict[str, Any]:
        """Return the object that ``gfkit twins --json`` writes."""
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
    """Return the groups of rules with equal numbers on all boards of a class, each identity with its proof.

    Parameters
    ----------
    rules : str, path, Rule, or a sequence of them
        At least two rules; or one family: "windows:2x2" for the rules of all sets of binary 2 x 2 windows up
        to symmetries, "windows:2x3" or "windows:2x2:3" (three values) for random ones, "distance-games",
        "structures" for all built-in names, a directory of rule files, or a text file with a rule in each
        line.
    on : str, default "mxn"
        The boards, as for ``compare``.
    sample, seed : int
        The number of rules of a family of windows that is too large to be listed, and their random seed.
    save : path, optional
        SQLite file that receives each result at once. The search resumes from the results in the file.
    check : bool
        Count again and check again all proofs that the file already contains. Otherwise they are accepted.
    executor : Executor, optional
        Workers; each counts some rules, or proves the identities of one group.
    max_memory : int, optional
        Limit in bytes for each count and derivation.
    on_progress : function, optional
        Callback that receives a ``Progress`` object.

    Returns
    -------
    RuleGroups
        Rules are in one group if they agree on all boards of two stages, the second larger than the first,
        and no comparison distinguishes them.

    Raises
    ------
    InputError
        A file of another search, or rows in it that ``check`` disproves.

    Examples
    --------
    >>> import gfkit
    >>> found = gfkit.twins(["col", "snort", "kings", "independent-sets"])
    >>> [group.rules for group in found.groups], found.is_proved
    ([('col', 'snort')], True)
    """
    search = _Search.of(rules, on, sample, seed, max_memory)
    contents = () if search.family is not None else tuple(search.rules.items())
    header = {
        "rules": search.source,
        "boards": search.on,
        "gfkit": __version__,
        "digest": identity(search.source, search.on, contents),
    }
    with TwinsFile(save, header) as file, Work(executor=executor) as work:
        stages: list[dict[str, Numbers]] = []
        groups = [list(search.rules)]
        for stage in (0, 1):
            names = [name for group in groups for name in group]
            known = file.numbers(stage)
            numbers = {} if check else {name: known[name] for name in names if name in known}
            batches = search.batches(stage, [name for name in names if name not in numbers])
            for rows in work.as_they_come(batches, _CountBatch.perform):
                if check and (odd := next((row for row in rows if known.get(row.rule, row) != row), None)):
                    raise InputError(f"--check: the numbers of {odd.rule} in {str(save)!r} are wrong")
                file.add_numbers(stage, [row for row in rows if row.rule not in known])
                numbers |= {row.rule: row for row in rows}
                tell_progress(on_progress, "rules counted", len(numbers), len(names), 0)
            groups = [part for group in groups for part in search.split(stage, group, numbers)]
            stages.append(numbers)
        done = file.done()
        if check:
            proved = [pair for pair in file.pairs() if pair.verdict == "equal"]
            search.check_pairs(proved)
            done = {names for names in done if len(_connected_parts(names, proved)) == 1}
        groups.sort(key=len, reverse=True)
        tasks = [_PairBatch(search.part(group)) for group in groups if tuple(group) not in done]
        for place, (members, found) in enumerate(work.as_they_come(tasks, _PairBatch.perform), 1):
            file.add_group(members, found)
            tell_progress(on_progress, "groups compared", place, len(tasks), 0)
        pairs = [pair for pair in file.pairs() if pair.verdict != "different"]
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
        tuple((row.rule, row.reason) for row in stages[0].values() if row.counts is None),
        {name: search.drawn(name) for group in made for name in group.rules if search.family},
    )


def _connected_parts(names: Sequence[str], pairs: Sequence[Pair]) -> list[list[str]]:
    """Return the connected components of the graph of the pairs, each in the order of the names."""
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
    """Return the proved and the observed identities of rules."""
    own = [pair for pair in pairs if pair.first in names and pair.second in names]
    return (
        tuple(pair for pair in own if pair.verdict == "equal"),
        tuple(pair for pair in own if pair.verdict == "observed"),
    )


# Rules and boards


@dataclass(frozen=True)
class _Search:
    """Rules, and the boards on which they are compared."""

    source: str
    on: str
    rules: Mapping[str, Rule | BlockRule]
    family: WindowFamily | None = None
    max_memory: int | None = None

    @classmethod
    def of(cls, rules: Any, on: str, sample: int, seed: int, max_memory: int | None) -> _Search:
        on = ALIASES.get(on, RECTANGLES if on.replace(" ", "") == RECTANGLES else on)
        if on != RECTANGLES and on not in CLASSES and not isinstance(parse_board(on), Family):
            raise OptionError(f"on {on!r} is a single board; write mxn, or a family such as 3xn")
        given = [rules] if isinstance(rules, str | Path | Rule) else list(rules)
        source = str(given[0]) if len(given) == 1 else ", ".join(_name_of(rule) for rule in given)
        family = WindowFamily.read(source) if len(given) == 1 else None
        if family is not None:
            if on != RECTANGLES:
                raise OptionError(f"{source}: sets of windows are compared on mxn; got {on!r}")
            if not family.is_listed:
                source += f", {sample} of them by seed {seed}"
            codes = family.codes(sample, seed)
            return cls(source, on, {code: family.rule(code) for code in codes}, family, max_memory)
        named = {_name_of(rule): as_rule(rule) for rule in _listed(given)}
        if len(named) < 2:
            raise OptionError(f"{source!r} is one rule; give several, or a family such as windows:2x2")
        return cls(source, on, named, None, max_memory)

    def boards(self, stage: int) -> tuple[str, ...]:
        """Return the boards of a stage; the second stage has only those that are not in the first."""
        most = _CELLS[self.family is not None][stage]
        least = _CELLS[self.family is not None][0] if stage else 0
        if self.family is not None:
            rows, columns = max(self.family.rows, 2) - 2, self.family.columns - 2
            sizes = board_sizes(next(iter(self.rules.values())).size, most)
            return tuple(f"{m + rows}x{n + columns}" for m, n in sizes)
        if self.on == RECTANGLES:
            return tuple(f"{m}x{n}" for m, n in rectangles() if least < m * n <= most)
        if self.on in CLASSES:
            orders = range(_VERTICES[0] + 1, _VERTICES[1] + 1) if stage else range(1, _VERTICES[0] + 1)
            return tuple(graph_text(graph) for graph in connected_graphs(self.on) if len(graph) in orders)
        family = parse_board(self.on)
        assert isinstance(family, Family)
        first = family.first_n
        places = range(first + _TERMS[0] * stage, first + _TERMS[stage])
        return tuple(family.at(n).text for n in places)

    def drawn(self, name: str) -> tuple[str, ...]:
        return () if self.family is None else self.family.drawn(name)

    def batches(self, stage: int, names: Sequence[str]) -> Iterator[_CountBatch]:
        size = 1 if self.family is None else _TOGETHER
        for start in range(0, len(names), size):
            yield _CountBatch(self.part(names[start : start + size]), stage)

    def part(self, names: Sequence[str]) -> _Search:
        """Return the search with some of the rules."""
        return replace(self, rules={name: self.rules[name] for name in names})

    def split(self, stage: int, names: Sequence[str], numbers: dict[str, Numbers]) -> list[list[str]]:
        """Return the sets of rules with equal numbers, without rules that have no equal."""
        parts: dict[tuple[int, ...], list[str]] = defaultdict(list)
        boards = self.boards(stage) if self.family is not None and self.family.exchanges else ()
        place = {board: index for index, board in enumerate(boards)}
        swapped = ["x".join(board.split("x")[::-1]) for board in boards]
        both = [(index, place[other]) for index, other in enumerate(swapped) if other in place]
        for name in names:
            if (counts := numbers[name].counts) is not None:
                turned = [tuple(counts[pair[k]] for pair in both) for k in (0, 1)]
                parts[min(turned) if both else counts].append(name)
        return [part for part in parts.values() if len(part) > 1]

    def check_pairs(self, pairs: Sequence[Pair]) -> None:
        """Check proofs again, those with steps by the independent checker. Raise InputError if one fails."""
        holds = from_above("steps_hold")
        for pair in pairs:
            first, second = (self.rules.get(name) for name in pair[:2])
            is_proved = False
            if isinstance(first, BlockRule) and isinstance(second, BlockRule):
                is_proved = holds(first.size, first.allowed, second.allowed, pair.steps, pair.exchanged)
            elif isinstance(first, Rule) and isinstance(second, Rule):
                is_proved = compare(first, second, self.on).is_equal
            if not is_proved:
                raise InputError(f"--check: the proof that {pair.first} and {pair.second} are equal fails")


def _name_of(rule: str | Path | Rule) -> str:
    return rule.name if isinstance(rule, Rule) else str(rule)


def _listed(given: Sequence[str | Path | Rule]) -> Iterator[str | Path | Rule]:
    """Yield the rules of families, directories, and files with a rule in each line, and all others."""
    for one in given:
        path = Path(one) if isinstance(one, str | Path) else None
        if one == "structures":
            yield from (name.replace(":k", ":3") for name in NAMED)
        elif one == "distance-games":
            yield from _distance_games()
        elif path is not None and path.is_dir():
            yield from sorted(path.glob("*.toml"))
        elif path is not None and path.suffix != ".toml" and path.is_file():
            lines = (line.partition("#")[0].strip() for line in file_text(str(path)).splitlines())
            yield from (line for line in lines if line)
        else:
            yield one


def _distance_games() -> Iterator[Rule]:
    """Yield the games that forbid distances 1, 2, 3 of two pieces of Left, of both players, and of Right.

    Of two games that are equal up to the names of the players only one is listed.
    """
    sets = [tuple(d for d in _DISTANCES if mask >> d & 1) for mask in range(0, 16, 2)]
    for left, both, right in product(sets, repeat=3):
        if left <= right:
            pairs = [(word, own) for word, own in (("LL", left), ("LR", both), ("RR", right)) if own]
            name = " ".join(f"{word}:{''.join(map(str, own))}" for word, own in pairs) or "no distances"
            apart = [{"pieces": [word], "distances": [*own]} for word, own in pairs]
            piece = {"pieces": ["X"]}
            yield Rule.of({"name": name, "left": piece, "right": piece, "rules": {"apart": apart}})


# Batches


@dataclass(frozen=True)
class _CountBatch:
    """Some rules that are counted on the boards of a stage."""

    search: _Search
    stage: int
    part: str = ""

    def perform(self) -> list[Numbers]:
        search, boards = self.search, self.search.boards(self.stage)
        blocks = [rule for rule in search.rules.values() if isinstance(rule, BlockRule)]
        if blocks:
            sizes = board_sizes(blocks[0].size, _CELLS[1][self.stage])
            rows = zip(search.rules, count_blocks(blocks, sizes), strict=True)
            return [Numbers(name, counts) for name, counts in rows]
        found = []
        for name, rule in search.rules.items():
            assert isinstance(rule, Rule)
            try:
                counts = [int(count(rule, board, max_memory=search.max_memory)) for board in boards]
            except GfkitError as error:
                found.append(Numbers(name, None, str(error)))
            else:
                found.append(Numbers(name, tuple(counts)))
        return found

    def fault(self, answer: object) -> str | None:
        return None if isinstance(answer, list) else "no list of numbers"


@dataclass(frozen=True)
class _PairBatch:
    """A group of rules whose identities are proved."""

    search: _Search
    part: str = ""

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.search.rules)

    def perform(self) -> tuple[tuple[str, ...], list[Pair]]:
        rules = [self.search.rules[name] for name in self.names]
        blocks = [rule for rule in rules if isinstance(rule, BlockRule)]
        return self.names, self._linked(blocks) if blocks else self._compared()

    def fault(self, answer: object) -> str | None:
        return None if isinstance(answer, tuple) else "no pairs"

    def _linked(self, rules: Sequence[BlockRule]) -> list[Pair]:
        family = self.search.family
        pairs = [
            Pair(
                self.names[link.first],
                self.names[link.second],
                "equal",
                link.proof.evidence.method,
                link.proof.lemmas,
                link.proof.steps or (),
                link.exchanged,
            )
            for link in link_rules(rules, transposes=family is not None and family.exchanges)
        ]
        heads = [part[0] for part in _connected_parts(self.names, pairs)]
        return pairs + [self._observed(heads[0], head) for head in heads[1:]]

    def _observed(self, first: str, second: str) -> Pair:
        """Compare two rules of blocks on all boards that were counted, not only on those with their transposes."""
        search = self.search
        one, other = search.rules[first], search.rules[second]
        assert isinstance(one, BlockRule)
        assert isinstance(other, BlockRule)
        sizes = board_sizes(one.size, _CELLS[1][1])
        numbers, same, turned = count_blocks([one, other, other.transposed()], sizes)
        is_exchanged = numbers != same
        verdict = "observed" if not is_exchanged or numbers == turned else "different"
        text = f"equal numbers on all {len(sizes)} boards up to {search.boards(1)[-1]}"
        return Pair(first, second, verdict, "boards-compared", (text,), (), is_exchanged)

    def _compared(self) -> list[Pair]:
        """Compare each rule with one rule of each set of equal ones."""
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


def _compare(search: _Search, first: str, second: str) -> Pair:
    one, other = search.rules[first], search.rules[second]
    assert isinstance(one, Rule)
    assert isinstance(other, Rule)
    try:
        found = compare(one, other, search.on, max_memory=search.max_memory)
    except GfkitError as error:
        return Pair(first, second, "observed", "boards-compared", (f"not compared: {error}",))
    lemmas = found.lemmas if found.verdict == "equal" else (found.text,)
    return Pair(first, second, found.verdict, found.evidence.method, lemmas, found.steps)
