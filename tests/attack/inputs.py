"""Command lines with their files, made from click's own commands and options: plain, odd, and wild ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from random import Random

import click

from attack import meanings
from attack.meanings import HOSTILE, Drawn, meaning_of, parts_of
from gfkit.cli.files import OutputOption
from gfkit.cli.group import gfkit

NEEDS = meanings.VALUES["needs"]
"""Parameters that click does not ask for, but a command needs: one of these choices."""
STDIN = {"mcp": meanings.MESSAGES}
INTERRUPTED = {"lab": 1.0}
"""Commands that end by Ctrl-C alone, with the seconds until it comes."""
RARELY = ("max_seconds", "max_memory")
"""Options that most commands have, and whose values all are read in one place."""
ALWAYS = ("dir/inside", "site/index.html", "site/bundle.json")
"""Files that are there in every case."""
FIRST = "first"
WAYS = ("plain", "odd", "plain", "wild")
"""The ways in which a case is made, in turn: as it should be, with one flaw, or with many.

The first case of each command has the first of all values, and no options but those that it needs.
"""


@dataclass(frozen=True)
class Case:
    """The words after gfkit, and the files that they may name; ``command`` is the leaf of click's tree."""

    words: list[str]
    files: dict[str, bytes] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    """Symbolic links, with what they lead to."""
    reads: frozenset[str] = frozenset()
    """Files that the command reads, and may not change even with --force."""
    command: str = ""
    asks_json: bool = False
    stdin: bytes = b"1 2 3\n"
    interrupt: float | None = None


def leaves(command: click.Command = gfkit, path: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """All commands that are no groups, by their words."""
    if not isinstance(command, click.Group):
        yield " ".join(path), command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        below = command.get_command(context, name)
        assert below is not None
        yield from leaves(below, (*path, name))


@cache
def commands() -> dict[str, click.Command]:
    """The commands by their words, in the order of the help."""
    return dict(leaves())


def case_of(seed: int, number: int) -> Case:
    """A case of a seed, the same on every machine: commands in turn, and each in all of the ways in turn."""
    turn, place = divmod(number, len(commands()))
    name = list(commands())[place]
    return Maker(Random(f"attack {seed} {number}"), name, WAYS[turn % len(WAYS)] if turn else FIRST).case()


class Maker:
    """Makes one case of one command."""

    def __init__(self, random: Random, command: str, way: str) -> None:
        self.random, self.command, self.way = random, command, way
        self.drawn = Drawn(random, command, way in ("plain", FIRST), way == FIRST)
        self.parameters = {str(parameter.name): parameter for parameter in commands()[command].params}
        self.is_scrambled = False

    def case(self) -> Case:
        chosen = self._chosen()
        flaw = self.random.choice([name for name in chosen if name not in RARELY] or chosen or [""])
        arguments: list[list[str]] = []
        options: list[list[str]] = []
        for name in chosen:
            parameter = self.parameters[name]
            share = self._share(name, flaw)
            made = arguments if isinstance(parameter, click.Argument) else options
            made.append(self._words(parameter, share))
            if self.way == "wild" and self.random.random() < 0.1 and made is options:
                made.append(self._words(parameter, share))
        words = self._ordered(arguments, options)
        files = self.drawn.files | dict.fromkeys(ALWAYS, b"mine\n")
        if self.command.startswith("runs "):
            files["../cache/runs.sqlite"] = meanings.stored_runs()[0]
        if self.command.startswith("oeis "):
            files["../cache/oeis.sqlite"] = meanings.stored_index()
        stdin = STDIN[self.command].encode() if self.command in STDIN else self.drawn.stdin
        reads = frozenset(() if self.is_scrambled else self.drawn.reads)
        asks_json = "as_json" in chosen and not self.is_scrambled
        ends = INTERRUPTED.get(self.command, self._interrupt())
        words = [*self.command.split(), *(word[:100_000] for word in words)]
        return Case(words, files, self.drawn.links, reads, self.command, asks_json, stdin, ends)

    def _share(self, name: str, flaw: str) -> float:
        """How many of the values of a parameter are odd."""
        if self.way == "wild":
            return 0.03 if name in RARELY else 0.2
        return float(self.way == "odd" and name == flaw)

    def _interrupt(self) -> float | None:
        """Seconds until Ctrl-C, which comes in few cases: it comes to another place each time."""
        return self.random.random() ** 2 / 2 if self.way == "wild" and self.random.random() < 0.2 else None

    def _chosen(self) -> list[str]:
        """The parameters that are given: those that must be, and some of the others."""
        random = self.random
        needed = [name for name, parameter in self.parameters.items() if parameter.required]
        choices = NEEDS.get(self.command, ((),))
        choice = choices[0] if self.way == FIRST else random.choice(choices)
        needed += [name for name in choice if name not in needed]
        others = [name for name in self.parameters if name not in (*needed, "max_seconds", "as_json")]
        if self.way != "wild":  # of what is needed one choice does not go with another
            others = [name for name in others if not any(name in choice for choice in choices)]
        most = {FIRST: 1, "plain": 3, "odd": 3, "wild": 6}[self.way]
        some = random.sample(others, min(len(others), random.randrange(most)))
        if self.way == "wild" and random.random() < 0.1 and needed:
            needed.remove(random.choice(needed))
        if "as_json" in self.parameters and random.random() < 0.4:
            some.append("as_json")
        if "max_seconds" in self.parameters:
            some.append("max_seconds")
        # The game comes first, for a board that fits it; what is written last, as it may be what is read.
        given = [name for name in self.parameters if name in (*needed, *some)]
        order = {name: (name != "game", isinstance(self.parameters[name], OutputOption)) for name in given}
        return sorted(given, key=order.__getitem__)

    def _words(self, parameter: click.Parameter, share: float) -> list[str]:
        """A parameter with values, of which a share is odd."""
        names = [*parameter.opts, *parameter.secondary_opts]
        if getattr(parameter, "is_flag", False):
            return [self.random.choice(names)]
        is_list = parameter.nargs < 0 and (self.way == "wild" or str(parameter.metavar).endswith("..."))
        count = self.random.choice((1, 1, 1, 2)) if is_list and self.way != FIRST else 1
        values = [self._value(part, share) for part in parts_of(parameter) for _ in range(count)]
        if isinstance(parameter, click.Argument):
            return values
        name = self.random.choice(names)
        if len(values) == 1 and name.startswith("--") and self.random.random() < 0.2:
            return [f"{name}={values[0]}"]
        return [name, *values]

    def _value(self, parameter: click.Parameter, share: float) -> str:
        random, meaning = self.random, meaning_of(self.command, parameter)
        if random.random() >= share:
            return meaning.draw(self.drawn)
        self.drawn.plain = False
        before = set(self.drawn.reads)
        value = meaning.draw(self.drawn)
        edges = random.choices(meaning.edges, k=2)
        odd = random.choice((value, value, *edges, random.choice(HOSTILE), meanings.changed(random, value)))
        if odd != value:  # what was drawn is read no more
            self.drawn.reads = before
        return odd

    def _ordered(self, arguments: list[list[str]], options: list[list[str]]) -> list[str]:
        """All words, options before, between and after the arguments; in a wild case at times disturbed."""
        random = self.random
        is_dashed = any(values and values[0].startswith("-") and values[0] != "-" for values in arguments)
        if is_dashed and random.random() < 0.7:
            return [word for chunk in (*options, ["--"], *arguments) for word in chunk]
        chunks = [*arguments, *options]
        if random.random() < 0.5:
            places = sorted(random.sample(range(len(chunks)), len(arguments)))
            rest = iter(random.sample(options, len(options)))
            every = range(len(chunks))
            chunks = [arguments[places.index(at)] if at in places else next(rest) for at in every]
        words = [word for chunk in chunks for word in chunk]
        if self.way == "wild" and random.random() < 0.15:
            self.is_scrambled = True
            at = random.randrange(len(words) + 1)
            words[at:at] = [random.choice((*HOSTILE, "--force", "--json", "--help", "--nothing", "--seed=1"))]
        return words
