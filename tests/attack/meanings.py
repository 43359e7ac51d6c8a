"""What every parameter of every command means: its values, good ones and odd ones.

A parameter is looked up by its command and name, by its metavar, or by its type. One that is not known in any
of these ways is refused, so that a new one is not forgotten.
"""

from __future__ import annotations

import contextlib
import gzip
import io
import json
import os
import re
import tempfile
import tomllib
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from random import Random
from typing import Any
from unittest.mock import patch

import click

import gfkit
from gfkit.cli.files import OutputOption
from gfkit.games import NAMED


def repeated(word: str) -> str:
    """A word in which what stands as {text*number} is repeated."""
    return re.sub(r"\{([^{}*]+)\*(\d+)\}", lambda part: part[1] * int(part[2]), word)


VALUES: dict[str, Any] = tomllib.loads(Path(__file__).with_name("values.toml").read_text("utf-8"))
"""Good values and odd ones of every sort of parameter, and what files hold."""
VALUES = {key: tuple(map(repeated, v)) if isinstance(v, list) else v for key, v in VALUES.items()}
HOSTILE = (*VALUES["hostile"], "\ud800", "\udcff")
EDGES, BOARD_EDGES, GAME_EDGES = VALUES["edges"], VALUES["board_edges"], VALUES["game_edges"]
TERMS, ENTRY, STRIPPED, LISTED = VALUES["terms"], VALUES["entry"], VALUES["stripped"], VALUES["listed"]
GAMES_OF = dict.fromkeys(("value", "outcomes"), VALUES["placed"])
"""Games that a command takes; all that are known by name where a command is not named here."""
RECORD = json.dumps([{"number": 45, "data": TERMS, "name": "x", "offset": "0,3", "keyword": "nonn"}])
_CALLS = (
    ("initialize", {"protocolVersion": "2025-03-26", "capabilities": {}}),
    ("tools/list", {}),
    ("tools/call", {"name": "count", "arguments": {"game": "col", "board": "2x2"}}),
)
MESSAGES = "".join(
    json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}) + "\n"
    for number, (method, parameters) in enumerate(_CALLS)
)


@cache
def certificates() -> tuple[bytes, ...]:
    """Certificates of every kind, made by gfkit."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, f"{number}.json") for number in range(len(VALUES["certified"]))]
        for words, file in zip(VALUES["certified"], files, strict=True):
            command((*words.split(), "--save", str(file)))
        return tuple(file.read_bytes() for file in files)


@cache
def stored_index() -> bytes:
    """A local index of the OEIS with three sequences."""
    with tempfile.TemporaryDirectory() as folder:
        files = Path(folder, "stripped"), Path(folder, "names"), Path(folder, "oeis.sqlite")
        files[0].write_text(STRIPPED, "utf-8")
        files[1].write_text(LISTED, "utf-8")
        command(("oeis", "index", "build", *map(str, files[:2]), "--index", str(files[2])))
        return files[2].read_bytes()


@cache
def stored_runs() -> tuple[bytes, tuple[str, ...]]:
    """A run store and its IDs: one run is finished, one can go on, and one was not begun by a command."""
    from gfkit.host import batch
    from gfkit.host.paths import runs_path
    from gfkit.runs.store import open_store

    with tempfile.TemporaryDirectory() as folder:
        with patch.dict(os.environ, GFKIT_CACHE=folder), patch.object(batch, "_WORTH_KEEPING", -1.0):
            command(("count", "domineering", "3x6"))
        with open_store(Path(folder), command=("derive", "col", "2xn"), on_trouble=print) as store:
            store.put("2b" * 16, "part", b"7")
        with open_store(Path(folder), on_trouble=print) as store:
            store.put("3c" * 16, "part", b"7")
            runs = tuple(record.short for record in store.runs())
        return runs_path(Path(folder)).read_bytes(), runs


@cache
def built_in_rules() -> tuple[str, ...]:
    """The rule files of the built-in games."""
    folder = Path(gfkit.__file__).parent / "kinds"
    return tuple(path.read_text("utf-8") for path in sorted(folder.glob("*/library/*.toml")))


def command(words: tuple[str, ...]) -> None:
    """Runs a command of gfkit, and drops what it prints."""
    from gfkit.cli.main import main

    with contextlib.redirect_stdout(io.StringIO()):
        assert main(words) == 0, words


FILES: dict[str, Callable[[], tuple[str | bytes, ...]]] = {
    "rule.toml": lambda: (*(VALUES["rules"] + VALUES["other_rules"]) * 4, *built_in_rules()),
    "placed.toml": lambda: VALUES["rules"],
    "board": lambda: ("..#\n.A.\n.A.\n", "....\n....\n", ".\n"),
    "graph": lambda: ("a b\nb c\nc a\n", "C~\n", "1 2\n2 3\n"),
    "complex": lambda: ("x1 y1\nx2\n", "z1 z2\nz2 z3\n"),
    "formula": lambda: VALUES["formulas"],
    "terms": lambda: (
        TERMS,
        TERMS.replace(",", "\n"),
        "0 1\n1 1\n2 2\n3 3\n4 5\n5 8\n",
        "1/2 3/4 5/8 7/16 9/32",
    ),
    "entry": lambda: (ENTRY,),
    "entries": lambda: (ENTRY,),
    "records": lambda: (RECORD,),
    "bfile": lambda: ("".join(f"{n} {n * n}\n" for n in range(30)),),
    "listed": lambda: (LISTED,),
    "names": lambda: (LISTED, gzip.compress(LISTED.encode(), mtime=0)),
    "stripped": lambda: (STRIPPED, gzip.compress(STRIPPED.encode(), mtime=0)),
    "offsets": lambda: ("A000001 0\nA000045 0,4\n",),
    "index": lambda: (stored_index(),),
    "certificate": certificates,
    "claims.toml": lambda: (VALUES["claims"],),
}
"""What files hold, by the name that they get."""


_NO_FILES = ("", "none", ".", "/dev/null", "dir", "\x1b", "a\x00b")


@dataclass
class Drawn:
    """The files of a case, as its values ask for them; with ``plain`` they are as they should be."""

    random: Random
    command: str
    plain: bool = True
    first: bool = False
    """Whether all is the first that comes into question, with which every command has something to do."""
    files: dict[str, bytes] = field(default_factory=dict)
    links: dict[str, str] = field(default_factory=dict)
    """Symbolic links, with what they lead to."""
    reads: set[str] = field(default_factory=set)
    """Files that the command is to read."""
    stdin: bytes = b"1 2 3\n"
    game: str = ""
    """The game that was drawn, for a board that fits it."""

    def pick(self, *values: str) -> str:
        return values[0] if self.first else self.random.choice(values)

    def is_likely(self, share: float) -> bool:
        """Whether something happens that happens in a share of all cases, and never in the first."""
        return not self.first and self.random.random() < share

    def file(self, kind: str) -> str:
        """The name of a file of a kind, which is made; at times broken, at times standard input or a link."""
        random = self.random
        if not self.plain and self.is_likely(0.1):
            return random.choice((*_NO_FILES, "/dev/zero", "a" * 300))
        contents = FILES[kind if self.plain or self.is_likely(0.9) else self.pick(*FILES)]()
        content = contents[0] if self.first else random.choice(contents)
        content = content.encode() if isinstance(content, str) else content
        if not self.plain and self.is_likely(0.5):
            content = broken(random, content)
        self.files[kind] = content
        self.reads.add(kind)
        if self.is_likely(0.1) and kind in ("terms", "entry", "bfile", "listed", "records", "formula"):
            self.stdin = content
            return "-"
        if self.is_likely(0.1):
            self.links[f"link-{kind}"] = kind
            return f"link-{kind}"
        return f"./{kind}" if self.is_likely(0.1) else kind

    def output(self, *endings: str) -> str:
        """A file to write: a new one in most cases, else one that is there, is read, or is none."""
        ending = self.pick(*endings)
        if not self.is_likely(0.2 if self.plain else 0.6):
            return f"new.{ending}"
        there = f"there.{ending}"
        self.files |= {f"there.{other}": b"mine\n" for other in (ending, "tex", "pdf", "html", "svg")}
        target = self.pick(*(self.reads or {there}))
        self.links |= {"link": target, f"link.{ending}": there, f"dangling.{ending}": "nowhere"}
        return self.pick(
            *(there, there, f"link.{ending}", "link", target, f"dir/new.{ending}", f"dangling.{ending}"),
            *(() if self.plain else ("dir", f"none/new.{ending}", "", ".", "socket", "new")),
        )

    def folder(self, *names: str) -> str:
        """A folder to write into: a new one in most cases, else one that has files of these names already."""
        if not self.is_likely(0.4):
            return "new"
        self.files |= {f"there/{name}": b"mine\n" for name in names}
        self.files["mine"] = b"mine\n"
        return self.pick(
            "there", "there", "dir", *(() if self.plain else ("mine", "none/new", "", ".", "\x1b"))
        )

    def any_game(self) -> str:
        """A game that the command takes, or a rule file."""
        known = GAMES_OF.get(self.command, ())
        if self.is_likely(0.2):
            self.game = self.file("placed.toml" if known else "rule.toml")
        else:
            self.game = self.pick(*(known or [name.replace(":k", ":3") for name in NAMED]))
        return self.game

    def impartial_game(self) -> str:
        self.game = self.pick(*VALUES["impartial"], *VALUES["heaps"])
        return self.game

    def board(self) -> str:
        if not self.is_likely(0.2):
            return self.pick(*VALUES["boards"])
        kind = self.pick("board", "graph")
        return ("@" if kind == "board" else "graph:") + self.file(kind)

    def family(self) -> str:
        return self.pick(*VALUES["families"])

    def board_or_family(self) -> str:
        return self.board() if self.is_likely(0.4) else self.family()

    def heap_or_board(self) -> str:
        return self.pick("5", "9") if self.game in VALUES["heaps"] else self.board_or_family()


def broken(random: Random, content: bytes) -> bytes:
    """The same in one of many ways changed, as text where it is text."""
    with contextlib.suppress(UnicodeDecodeError):
        content = changed(random, content.decode()).encode("utf-8", "surrogatepass")
    if random.random() < 0.2:
        at = random.randrange(len(content) + 1)
        content = content[:at] + random.randbytes(random.choice((1, 5, 1000))) + content[at + 5 :]
    return content


def changed(random: Random, text: str) -> str:
    """A text in one of many ways broken."""
    for _ in range(random.choice((1, 1, 1, 2, 5))):
        at, to = sorted(random.randrange(len(text) + 1) for _ in "ab")
        head, part, tail = text[:at], text[at:to], text[to:]
        hostile, far = random.choice(HOSTILE), str(random.choice((-1, 0, 2**31, 2**64, 10**30)))
        letter, often = chr(random.randrange(32, 0x250)), random.choice((2, 50, 3000))
        ways = ("", hostile, hostile + part, letter + part[1:], far + part, part * often, part + part)
        text = random.choice((head, *(head + way + tail for way in ways)))[:200_000]
    return text


@dataclass(frozen=True)
class Meaning:
    """How values of a parameter are drawn, and those that are odd."""

    draw: Callable[[Drawn], str]
    edges: tuple[str, ...] = EDGES


def any_of(*known: str, edges: tuple[str, ...] = EDGES) -> Meaning:
    """One of the words."""
    return Meaning(lambda drawn: drawn.pick(*known), edges)


def files_of(kind: str) -> Meaning:
    """A file of a kind."""
    return Meaning(lambda drawn: drawn.file(kind), (*_NO_FILES, "-"))


def outputs(*endings: str) -> Meaning:
    """A file to write."""
    odd = ("", ".", "..", "dir", "none/new", "-", "socket", "../new", "\x1b.svg", "a\x00b", "a" * 300)
    return Meaning(lambda drawn: drawn.output(*endings), (*odd, "new.", ".svg", "new.xyz", "new.SVG", "dir/"))


def folders(*names: str) -> Meaning:
    """A folder to write files of these names into."""
    return Meaning(lambda drawn: drawn.folder(*names), ("", ".", "socket", "\x1b", "a\x00b", "a" * 300))


PICTURE = outputs("svg", "svg", "svg", "tex", "tikz", "png", "pdf")


def words(given: str | list[str]) -> tuple[str, ...]:
    """Words that are listed, or stand under a name of their own."""
    return tuple(map(repeated, given)) if isinstance(given, list) else tuple(VALUES[given])


MEANINGS: dict[str, Meaning] = {
    "GAME": Meaning(Drawn.any_game, GAME_EDGES),
    "BOARD": Meaning(Drawn.board, BOARD_EDGES),
    "FAMILY": Meaning(Drawn.family, BOARD_EDGES),
    "FAMILY|BOARD": Meaning(Drawn.board_or_family, BOARD_EDGES),
    "BOARD|FAMILY": Meaning(Drawn.board_or_family, BOARD_EDGES),
    "SIZE": any_of("500M", "2G", "1G", edges=(*VALUES["number_edges"], *VALUES["size_edges"])),
    "TERMS": Meaning(
        lambda drawn: drawn.pick(TERMS, "1 2 4 8 16 32 64 128 256 512", "1/2,1/3,1/4,1/5,1/6,1/7,1/8,1/9"),
        VALUES["term_edges"],
    ),
    "NAME": any_of(*VALUES["names"], edges=("", "A000045", "Number of", "n", "-", " ".join(["n X 2"] * 200))),
    "PLACE": Meaning(lambda drawn: drawn.file("entries"), ("", "none", ".", "dir", "/dev/null")),
    "ID|FILE": Meaning(
        lambda drawn: drawn.pick(
            "profiles-t1-cis", "tromping-t12-*", "profiles-t1-*", drawn.file("claims.toml")
        ),
        ("", "*", "none.toml", "[", "profiles", "../x.toml", "-", "dir"),
    ),
    "THING": Meaning(lambda drawn: drawn.any_game(), (*GAME_EDGES, *BOARD_EDGES)),
    "ID": Meaning(
        lambda drawn: drawn.pick(*stored_runs()[1]),
        ("", "1", "zz", "*", "all", "finished", "2B2B", "a" * 300),
    ),
    "nim game": Meaning(Drawn.impartial_game, GAME_EDGES),
    "nim board": Meaning(Drawn.heap_or_board, BOARD_EDGES),
    "equilibrium board": any_of("2x3", "2xn", "1x4", "3x2", edges=(*BOARD_EDGES, "nx2", "2x99999", "1xn")),
    "value board": Meaning(
        lambda drawn: drawn.pick(drawn.board(), drawn.board(), drawn.family()), BOARD_EDGES
    ),
    "runs resume run": Meaning(lambda drawn: drawn.pick(stored_runs()[1][-1]), ("", "2b", "3c", "\x1b")),
    "lab folder": Meaning(
        lambda drawn: drawn.pick("site", "site", "site", drawn.folder("index.html")), ("", "none", "socket")
    ),
    "oeis import file": Meaning(
        lambda drawn: drawn.file(drawn.pick("entry", "records", "bfile", "names", "stripped")), EDGES
    ),
    "picture": PICTURE,
    "draw output": PICTURE,
} | {
    **{key: any_of(*words(good), edges=words(*odd) if odd else EDGES)
       for key, (good, *odd) in VALUES["words"].items()},
    **{key: files_of(kind) for key, kind in VALUES["read"].items()},
    **{key: outputs(*endings) for key, endings in VALUES["written"].items()},
    **{key: folders(*names) for key, names in VALUES["folders"].items()},
}  # fmt: skip
"""By command and name, by name, or by metavar without brackets and dots."""


class UnknownMeaningError(Exception):
    """A parameter of which the table does not know what it means."""


def parts_of(parameter: click.Parameter) -> list[click.Parameter]:
    """What each word of a parameter is, as a parameter of its own; nothing of a flag."""
    if getattr(parameter, "is_flag", False):
        return []
    if parameter.nargs < 2:
        return [parameter]
    return [click.Option([f"--{word}"], metavar=word) for word in str(parameter.metavar).split()]


def meaning_of(command: str, parameter: click.Parameter) -> Meaning:
    """The meaning of a parameter of a command."""
    metavar = (parameter.metavar or "").removesuffix("|FILE").strip("[].")
    group = command.split()[0]
    for key in (f"{command} {parameter.name}", f"{group} {parameter.name}", str(parameter.name), metavar):
        if key in MEANINGS:
            return MEANINGS[key]
    kind: Any = parameter.type
    if isinstance(kind, click.Choice):
        return any_of(*map(str, kind.choices))
    if isinstance(kind, click.types.IntParamType | click.types.FloatParamType) and not isinstance(
        parameter, OutputOption
    ):
        least, most = getattr(kind, "min", None), getattr(kind, "max", None)
        first = int(least or 0)
        last = first + 6 if most is None else min(first + 6, int(most))
        good = [str(number) for number in range(first, last + 1)]
        bounds = [str(bound + step) for bound in (least, most) if bound is not None for step in (-1, 0, 1)]
        return any_of(*good, edges=(*VALUES["number_edges"], *bounds))
    raise UnknownMeaningError(f"{command}: {' '.join(parameter.opts)} {metavar}")
