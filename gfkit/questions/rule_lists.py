"""Lists and families of rules, and the boards on which they are compared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from gfkit.core.boards import Family, parse_board
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import InputError, OptionError, note_reading
from gfkit.core.files import file_text
from gfkit.core.hooks import needed_from_above
from gfkit.core.rules import NAMED, Rule
from gfkit.core.rules.library import as_rule
from gfkit.questions.compare import ALIASES, RECTANGLES, boards_of_sentences, compare, graph_text, rectangles
from gfkit.questions.twins.blocks import BlockRule
from gfkit.questions.twins.database import Pair, RuleCounts
from gfkit.questions.twins.graphs import CLASSES, connected_graphs, values_at_distances
from gfkit.questions.twins.windows import WindowFamily, board_sizes

_CELLS, BLOCK_CELLS = (9, 16), (24, 60)
"""Cells of the largest rectangles of the two stages, for arbitrary rules and for block rules."""
_VERTICES, _TERMS = (5, 6), (5, 8)
"""Numbers of vertices of the largest graphs, and numbers of terms, in the two stages."""
_DISTANCES = (1, 2, 3)


@dataclass(frozen=True)
class RuleList:
    """Rules, and the boards on which they are compared."""

    source: str
    on: str
    rules: Mapping[str, Rule | BlockRule]
    family: WindowFamily | None = None
    max_memory: int | None = None
    focus: str = ""
    """If given, only rules with the same numbers as this one are compared."""

    @classmethod
    def of(cls, rules: Any, on: str, sample: int, seed: int, max_memory: int | None) -> RuleList:
        given = [rules] if isinstance(rules, str | Path | Rule) else list(rules)
        on = ALIASES.get(on, RECTANGLES if on.replace(" ", "") == RECTANGLES else on)
        if on == RECTANGLES and (boards := {*boards_of_sentences(*given)} - {""}):
            on, *others = sorted(boards)
            if others:
                raise OptionError(f"the sentences name the boards {', '.join(sorted(boards))}; set --on")
            note_reading(f"compared on {on}, the boards of the sentences")
        if on != RECTANGLES and on not in CLASSES and not isinstance(parse_board(on), Family):
            raise OptionError(f"on {on!r} is a single board; write mxn, or a family such as 3xn")
        source = str(given[0]) if len(given) == 1 else ", ".join(_name_of(rule) for rule in given)
        family = WindowFamily.read(source) if len(given) == 1 else None
        if family is not None:
            if on != RECTANGLES:
                raise OptionError(f"{source}: sets of windows are compared on mxn; got {on!r}")
            if not family.is_listed:
                source += f", {sample} of them by seed {seed}"
            codes = family.codes(sample, seed)
            return cls(source, on, {code: family.rule(code) for code in codes}, family, max_memory)
        named: dict[str, Rule | BlockRule] = {}
        for rule in _listed(given):
            name, one = _name_of(rule), as_rule(rule)
            if named.setdefault(name, one) != one:
                raise InputError(f"two different rules are named {name!r}; rename one of them")
        if len(named) == 1:
            (focus,) = named
            return cls(source, on, *_around(focus, one, on), max_memory, focus)
        return cls(source, on, named, None, max_memory)

    def boards(self, stage: int) -> tuple[str, ...]:
        """Return the boards of a stage. The second stage contains only boards that are not in the first."""
        if self.family is not None:
            rows, columns = max(self.family.rows, 2) - 2, self.family.columns - 2
            sizes = board_sizes(self.family.size, BLOCK_CELLS[stage])
            return tuple(f"{m + rows}x{n + columns}" for m, n in sizes)
        if self.on == RECTANGLES:
            least = _CELLS[0] if stage else 0
            return tuple(f"{m}x{n}" for m, n in rectangles() if least < m * n <= _CELLS[stage])
        if self.on in CLASSES:
            least, most = _VERTICES[0] if stage else 0, _VERTICES[stage]
            return tuple(graph_text(graph) for graph in connected_graphs(self.on, most) if len(graph) > least)
        family = parse_board(self.on)
        assert isinstance(family, Family)
        first = family.first_n
        places = range(first + _TERMS[0] * stage, first + _TERMS[stage])
        return tuple(family.at(n).text for n in places)

    def drawn(self, name: str) -> tuple[str, ...]:
        """Return the allowed windows of a code; other names have none."""
        is_code = self.family is not None and len(name) == len(self.family.windows) and not name.strip("01")
        return self.family.drawn(name) if self.family is not None and is_code else ()

    def part(self, names: Sequence[str]) -> RuleList:
        """Return a list of some of the rules, with the same boards."""
        return replace(self, rules={name: self.rules[name] for name in names})

    def split(self, stage: int, names: Sequence[str], numbers: dict[str, RuleCounts]) -> list[list[str]]:
        """Return the sets of at least two rules with equal counts, or only the set with the focus."""
        parts: dict[tuple[int, ...], list[str]] = defaultdict(list)
        boards = self.boards(stage) if self.family is not None and self.family.exchanges else ()
        place = {board: index for index, board in enumerate(boards)}
        swapped = ["x".join(board.split("x")[::-1]) for board in boards]
        both = [(index, place[other]) for index, other in enumerate(swapped) if other in place]
        for name in names:
            if (counts := numbers[name].counts) is not None:
                turned = [tuple(counts[pair[k]] for pair in both) for k in (0, 1)]
                parts[min(turned) if both else counts].append(name)
        return [part for part in parts.values() if len(part) > 1 and (not self.focus or self.focus in part)]

    def check_pairs(self, pairs: Sequence[Pair]) -> None:
        """Repeat proofs, with the independent checker if they have steps. Raise InputError if a proof
        fails.
        """
        for pair in pairs:
            first, second = (self.rules.get(name) for name in pair[:2])
            is_proved = False
            if isinstance(first, BlockRule) and isinstance(second, BlockRule):
                holds = needed_from_above("steps_hold", "--check")
                is_proved = holds(first.size, first.allowed, second.allowed, pair.steps, pair.exchanged)
            elif isinstance(first, Rule) and isinstance(second, Rule):
                is_proved = compare(first, second, self.on).is_equal
            if not is_proved:
                raise InputError(f"--check: the proof that {pair.first} and {pair.second} are equal fails")


def _around(name: str, rule: Rule, on: str) -> tuple[dict[str, Rule | BlockRule], WindowFamily | None]:
    """Return a rule, the built-in ones, and those of a family: sets of binary 2 x 2 windows, sets of binary
    1 x 3 windows if the rule is about 2 x 3 windows, or distance games.
    """
    rule.check_unweighed()
    found: dict[str, Rule | BlockRule] = {name: rule}
    found |= {str(other): as_rule(other) for other in _listed(["structures"])}
    for family in (WindowFamily(2, 2, 2), WindowFamily(1, 3, 2)) if on == RECTANGLES else ():
        window = 2, family.columns
        blocks = BlockRule.of(rule, *window)
        if blocks is not None and blocks.size == family.size:
            for other, one in found.items():
                own = BlockRule.of(one, *window) if isinstance(one, Rule) else None
                found[other] = own if own is not None and own.size == family.size else one
            return found | {code: family.rule(code) for code in family.codes(0, 0)}, family
    distances = values_at_distances(rule) if on in CLASSES and rule.is_game else None
    if distances is not None and distances[0] == 3:
        found |= {game.name: game for game in _distance_games()}
    return found, None


def _name_of(rule: str | Path | Rule) -> str:
    return rule.name if isinstance(rule, Rule) else str(rule)


def _listed(given: Sequence[str | Path | Rule]) -> Iterator[str | Path | Rule]:
    """Yield the rules of families, of directories and of files with one rule in each line, and all other
    rules.
    """
    for one in given:
        path = Path(one) if one and isinstance(one, str | Path) else None
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

    If two games are equal up to swapping the players, only one of them is listed.
    """
    sets = [tuple(d for d in _DISTANCES if mask >> d & 1) for mask in range(0, 16, 2)]
    for left, both, right in product(sets, repeat=3):
        if left <= right:
            pairs = [(word, own) for word, own in (("LL", left), ("LR", both), ("RR", right)) if own]
            name = " ".join(f"{word}:{''.join(map(str, own))}" for word, own in pairs) or "no distances"
            apart = [{"pieces": [word], "distances": [*own]} for word, own in pairs]
            piece = {"pieces": ["X"]}
            yield Rule.of({"name": name, "left": piece, "right": piece, "rules": {"apart": apart}})
