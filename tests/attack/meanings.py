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
import tempfile
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

HOSTILE = (
    *("\x1b[31m", "\x00", "\x07", "\u202e", "\x9b", "\x7f", "\ud800", "\udcff", "\ufeff", "\u2028"),
    *("\r", "\n"),
    *("\t", "\\", "'", '"', "`", "$(touch x)", "<script>", "%00", "../", "socket", "-", "--", "@", ":"),
    *("{", "[", "9" * 5000, "-1", "0", "1e999", "nan", "\u0661\u0662", "\u0130\u0131", "\u0301" * 50),
    *("a" * 3000, "(" * 2000, "^9^9^9", "*", "?", "%s", "{0}", "=", "--help", "~", "n", "NaN", "\U0001f600"),
)
EDGES = ("", " ", "0", "1", "-1", "x", "9" * 300, "\u0661", "a" * 300)
NUMBER_EDGES = (
    *("", " ", "0", "1", "-1", "+1", "-0", "1.5", "1e3", "1_0", "0x10", "\u0663", "nan", "inf", "None"),
    *(str(2**31), str(2**63), str(2**64), str(10**30), "9" * 5000),
)
PLACED = (
    *("domineering", "cram", "i-tromping", "l-tromping", "m-tromping", "col", "snort", "cis", "o12", "nogo"),
    *("node-kayles", "arc-kayles"),
)
IMPARTIAL = ("cram", "m-tromping", "cis", "node-kayles", "arc-kayles")
HEAPS = ("octal:0.07", "octal:0.75", "subtraction:1,3,4", "grundy", "hex:0.8")
GAMES_OF = dict.fromkeys(("value", "outcomes", "score", "play", "complex"), PLACED)
"""Games that a command takes; all that are known by name where a command is not named here."""
GAME_EDGES = (
    *("", "cis:0", "cis:-1", "cis:" + "9" * 30, "colourings:0", "colourings:1", "colourings:1000000", "COL"),
    *("cliques:k", "polyomino-tilings:0", "polyomino-tilings:9", "octal:0", "octal:", "octal:0." + "7" * 500),
    *(
        "hex:0.",
        "subtraction:",
        "subtraction:0",
        "subtraction:1,1",
        "node kayles",
        "Domino_Tilings",
        "dominoes",
    ),
    *("none.toml", ".", "dir", "cis:3:3", "cis:\u0663", "domineering-tiles", "potts", "queens", "grundy"),
)
BOARDS = (
    *("2x2", "2x3", "3x3", "1x5", "4x3", "2x1", "1x1", "3x2", "2x4", "1x6", "3x3", "2x5"),
    *("path:4", "cycle:4", "cycle:5", "cylinder:3x2", "torus:3x3", "complete:4"),
    *("..#/...", ".../.#.", "...", "ladder:3", "wheel:4", "prism:3", "star:3"),
)
FAMILIES = (
    *("1xn", "2xn", "nx2", "3xn", "nx1", "1xn", "2xn", "nx3", "2xn"),
    *("2xn", "nx2", "1xn", "path:n", "cycle:n", "cylinder:nx2", "cylinder:3xn", "torus:3xn", "complete:n"),
    *("1x2n", "2x2n", "ladder:n", "prism:n", "wheel:n", "star:n", "K2xpath:n"),
)
BOARD_EDGES = (
    *("", "0x0", "0xn", "1x1", "path:0", "path:1", "cycle:0", "cycle:1", "cycle:2", "torus:1x1", "torus:2xn"),
    *(
        "complete:0",
        "10000x10000",
        "nxn",
        "nxm",
        "mxn",
        "9" * 20 + "xn",
        "nx0",
        "graph:none",
        "@none",
        "tree:",
    ),
    *(
        "path:\u0661",
        "3X4",
        "3\u00d74",
        "/",
        "#",
        "#/#",
        ".",
        "A",
        "A.a/.Bb",
        "complex:none",
        "./../...",
        "@",
    ),
    *(
        "graph:",
        "graph:-",
        "@-",
        "@dir",
        "path:-1",
        "path:1.5",
        "3xnn",
        "nx",
        "x",
        "3x2n",
        "2x0n",
        "30xn",
        "8x8",
    ),
    *(
        "petersen",
        "K4",
        "C5",
        "king:3xn",
        "triangular:2xn",
        "hex:2xn",
        "K0xpath:n",
        "K9xpath:n",
        "C3xcycle:n",
        "moebius:n",
        "\x1b..",
    ),
)
RULES = (
    'name = "G"\n[left]\npieces = ["XX"]\n[right]\npieces = ["X/X"]\n',
    'name = "H"\n[both]\npieces = ["X", "XX/X."]\n[rules]\nforbid_adjacent = ["LL"]\n',
)
OTHER_RULES = (
    'name = "A"\n[cells]\ncolours = 2\n[rules]\nforbid = ["11", "1/1"]\n',
    'name = "W"\n[cells]\ncolours = 3\n[[rules.window]]\nshape = ["ab"]\nrequire = "a + 1 >= abs(b - 2)"\n',
    'name = "N"\n[cells]\nvalues = "-1..1"\n[[rules.near]]\nneighbours = "king"\n'
    'forbid = "count(y == x for y in near) > 2"\n',
    'name = "T"\n[boundary]\ntop = [0]\nright = [0]\nbottom = [0]\nleft = [0]\n'
    "[[tile]]\ntop = 0\nright = 0\nbottom = 0\nleft = 0\n",
    'name = "C"\n[cover]\npieces = ["XX", "X/X"]\n',
)
TERMS = "1,1,2,3,5,8,13,21,34,55,89,144,233,377,610"
TERM_EDGES = (
    *(
        "",
        ",",
        "1",
        "0,0,0,0,0,0,0,0,0,0",
        "1/0,1,2",
        "1,2,x",
        "1e5,2",
        "?",
        "1,?,3,5,8,13",
        "-1,-1,-1",
        "1,,2",
    ),
    *("9" * 5000 + ",1,2,3,4,5", "0.5,0.25", "A000045", "-", "--", "NaN,1,2,3", "1,2,3,5,8,13,21"),
)
FORMULAS = (
    *("1/(1-t-t^2)", "(1+t)/(1-2*t-t^2)", "a(n) = a(n-1) + a(n-2)", "F(n+2)", "2^n + (-1)^n", "1.618^n"),
    *("\\frac{1+2t}{1-t-2t^2}", "sum(binomial(n,k),k,0,n)", "a(n)=4a(n-1)+4a(n-2)-4a(n-3)-a(n-4), a(0)=1"),
    *("(1+sqrt(2))^n + o(1)", "floor((3^n)/2)", "n mod 2", "1/(1-x-y*x^2)", "1/(1-t)", "2^n", "n+1"),
)
FORMULA_EDGES = (
    *("", "1/0", "0/0", "t/t", "1/t", "0", "1/(1-t)^9999", "2^(10^9)", "2^2^2^2^2^2", "a(n)=a(n-1)", "n!"),
    *("a(n)=a(n+1)", "binomial(n,10^9)", "F(10^18)", "sqrt(-1)^n", "1/n", "n^n", "-", "--1", "t^-1", "1e9^n"),
    *(
        "1/(1-t" + "*t" * 500 + ")",
        "a(n)=a(n-" + "9" * 30 + ")",
        "\u00bd",
        "0^n",
        "(" * 300 + "1" + ")" * 300,
    ),
)
GAME_EXPRESSIONS = (
    *("{2|0} + ^", "*2 + *3", "domineering(2x2) + 1", "3/4 - 1/2", "{2|1||0}", "cool({4|0}, 1)", "Tiny(2)"),
    *("times(3, ^)", "col(path:3) : *", "reduced(v*)", "+-2", "heat(*, 1)", "norton(^, 1)", "^[2]"),
)
GAME_EXPRESSION_EDGES = (
    *("", "{|}", "{", "*-1", "*" + "9" * 30, "^" * 300, "1/3", "1/0", "2^99999", "times(99999999999, ^)"),
    *(
        "{0|{0|{0|{0|0}}}}",
        "cool(*, -1)",
        "domineering(99x99)",
        "domineering()",
        "overheat(*, 0, 0)",
        "-" * 300,
    ),
    *("{" * 300 + "|" + "}" * 300, "1.", ".5", "1e3", "0x1", "{1,2,3|}", "{a|b}", "norton(*, 0)", "v" * 2000),
)
NAMES = (
    "Number of n X 2 binary arrays with no two adjacent 1's.",
    "Number of (n+1) X (2+1) 0..1 arrays with every 2 X 2 subblock summing to 2.",
    "Number of domino tilings of a 2 X n rectangle.",
    "Number of matchings in the n-ladder graph.",
)
ENTRY = f"""%I A000045 #1
%S A000045 {TERMS}
%N A000045 Number of (n+1) X 3 0..2 arrays with every 2 X 2 subblock summing to 4.
%C A000045 Empirical: a(n) = a(n-1) + a(n-2).
%F A000045 G.f.: (1+x)/(1-x-x^2).
%K A000045 nonn
%O A000045 0,3
%A A000045 _Jane Doe_
"""
RECORD = json.dumps([{"number": 45, "data": TERMS, "name": "x", "offset": "0,3", "keyword": "nonn"}])
STRIPPED = f"A000045 ,{TERMS},\nA000046 ,1,2,3,5,8,13,21,34,\nA000079 ,1,2,4,8,16,32,64,128,256,512,1024,\n"
LISTED = f"A000045 {NAMES[0]}\nA000046 {NAMES[2]}\nA000079 Powers of 2.\n"
CLAIMS = r"""schema = 1

[source]
id = "mypaper"
title = "Positions of some games"
authors = ["A. Author"]

[[claim]]
id = "mypaper-t2-cis"
place = "Table 2, row Cis"
kind = "generating-function"
words = "Generating function of the numbers of Cis positions on paths."
statement = '\frac{3}{1-t-2t^2}'
status = "proved"
[claim.check]
by = "verify"
game = "cis"
family = "path:n"
"""
MESSAGES = "".join(
    json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": parameters}) + "\n"
    for number, (method, parameters) in enumerate(
        (
            ("initialize", {"protocolVersion": "2025-03-26", "capabilities": {}}),
            ("tools/list", {}),
            ("tools/call", {"name": "count", "arguments": {"game": "col", "board": "2x2"}}),
        )
    )
)
MOVES = "1,1\n1,1 1,2\nhint\nmoves\nhelp\nundo\nboard\n2,2\nx\n9,9\nquit\n"
_CERTIFIED = (
    ("derive", "col", "path:n", "--no-store"),
    ("value", "domineering", "2x3"),
    ("outcomes", "domineering", "2xn", "--to", "4"),
    ("nim", "cram", "1xn", "--to", "6"),
    ("nim", "octal:0.07", "--to", "40"),
    ("constant", "independent-sets", "--width", "2", "--seconds", "1"),
)


@cache
def certificates() -> tuple[bytes, ...]:
    """Certificates of every kind, made by gfkit."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, f"{number}.json") for number in range(len(_CERTIFIED))]
        for words, file in zip(_CERTIFIED, files, strict=True):
            command((*words, "--save", str(file)))
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
    from gfkit import batch
    from gfkit.runs.store import FILE_NAME, open_store

    with tempfile.TemporaryDirectory() as folder:
        with patch.dict(os.environ, GFKIT_CACHE=folder), patch.object(batch, "_WORTH_KEEPING", -1.0):
            command(("count", "domineering", "3x3"))
        with open_store(Path(folder), command=("derive", "col", "2xn"), on_trouble=print) as store:
            store.put("2b" * 16, "part", b"7")
        with open_store(Path(folder), on_trouble=print) as store:
            store.put("3c" * 16, "part", b"7")
            runs = tuple(record.short for record in store.runs())
        return Path(folder, FILE_NAME).read_bytes(), runs


@cache
def built_in_rules() -> tuple[str, ...]:
    """The rule files of the built-in games."""
    folder = Path(gfkit.__file__).parent / "games" / "builtin"
    return tuple(path.read_text("utf-8") for path in sorted(folder.glob("*.toml")))


def command(words: tuple[str, ...]) -> None:
    """Runs a command of gfkit, and drops what it prints."""
    from gfkit.cli.main import main

    with contextlib.redirect_stdout(io.StringIO()):
        assert main(words) == 0, words


FILES: dict[str, Callable[[], tuple[str | bytes, ...]]] = {
    "rule.toml": lambda: (*(RULES + OTHER_RULES) * 4, *built_in_rules()),
    "placed.toml": lambda: RULES,
    "board": lambda: ("..#\n.A.\n.A.\n", "....\n....\n", ".\n"),
    "graph": lambda: ("a b\nb c\nc a\n", "C~\n", "1 2\n2 3\n"),
    "complex": lambda: ("x1 y1\nx2\n", "z1 z2\nz2 z3\n"),
    "formula": lambda: FORMULAS,
    "terms": lambda: (
        TERMS,
        TERMS.replace(",", "\n"),
        "0 1\n1 1\n2 2\n3 3\n4 5\n5 8\n6 13\n7 21\n",
        "1/2 3/4 5/8 7/16 9/32 11/64 13/128 15/256",
    ),
    "entry": lambda: (ENTRY,),
    "entries": lambda: (ENTRY,),
    "records": lambda: (RECORD,),
    "bfile": lambda: ("".join(f"{n} {n * n}\n" for n in range(30)),),
    "listed": lambda: (LISTED,),
    "names": lambda: (LISTED, gzip.compress(LISTED.encode(), mtime=0)),
    "stripped": lambda: (STRIPPED, gzip.compress(STRIPPED.encode(), mtime=0)),
    "index": lambda: (stored_index(),),
    "certificate": certificates,
    "claims.toml": lambda: (CLAIMS,),
}
"""What files hold, by the name that they get."""


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
            return random.choice(
                ("none", ".", "/dev/zero", "/dev/null", "dir", "", "\x1b", "a\x00b", "a" * 300)
            )
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
        self.game = self.pick(*IMPARTIAL, *HEAPS)
        return self.game

    def board(self) -> str:
        if not self.is_likely(0.2):
            return self.pick(*BOARDS)
        kind = self.pick("board", "graph")
        return ("@" if kind == "board" else "graph:") + self.file(kind)

    def family(self) -> str:
        return self.pick(*FAMILIES)

    def board_or_family(self) -> str:
        return self.board() if self.is_likely(0.4) else self.family()

    def heap_or_board(self) -> str:
        return self.pick("5", "9") if self.game in HEAPS else self.board_or_family()


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
        text = random.choice(
            (
                text[:at] + text[to:],
                text[:at],
                text[:to] + text[at:],
                text[:at] + random.choice(HOSTILE) + text[at:],
                text[:at] + random.choice(HOSTILE) + text[to:],
                text[:at] + chr(random.randrange(32, 0x250)) + text[at + 1 :],
                text[:at] + str(random.choice((-1, 0, 2**31, 2**64, 10**30))) + text[at:],
                text[:at] + text[at:to] * random.choice((2, 50, 3000)) + text[to:],
            )
        )[:200_000]
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
    return Meaning(
        lambda drawn: drawn.file(kind), ("", "none", ".", "/dev/null", "dir", "-", "\x1b", "a\x00b")
    )


def outputs(*endings: str) -> Meaning:
    """A file to write."""
    odd = ("", ".", "..", "dir", "none/new", "-", "socket", "../new", "\x1b.svg", "a\x00b", "a" * 300)
    return Meaning(lambda drawn: drawn.output(*endings), (*odd, "new.", ".svg", "new.xyz", "new.SVG", "dir/"))


def folders(*names: str) -> Meaning:
    """A folder to write files of these names into."""
    return Meaning(lambda drawn: drawn.folder(*names), ("", ".", "socket", "\x1b", "a\x00b", "a" * 300))


PICTURE = outputs("svg", "svg", "svg", "tex", "tikz", "png", "pdf")
TIMES = any_of(
    "0.3s", "0.5", "1s", "0.4", edges=("", "0", "-1", "0s", "nan", "inf", "1e-9", "1x", "\u0661s", " ")
)
MEANINGS: dict[str, Meaning] = {
    # by metavar
    "GAME": Meaning(Drawn.any_game, GAME_EDGES),
    "BOARD": Meaning(Drawn.board, BOARD_EDGES),
    "FAMILY": Meaning(Drawn.family, BOARD_EDGES),
    "FAMILY|BOARD": Meaning(Drawn.board_or_family, BOARD_EDGES),
    "BOARD|FAMILY": Meaning(Drawn.board_or_family, BOARD_EDGES),
    "CLASS": any_of("all", "all", "all", "left-ends", "right-ends", "maximal", "play", "full"),
    "WEIGHTS": any_of("none", "pieces", "players"),
    "SYMMETRIES": any_of("symmetry", "rotations", "rectangle", "automorphisms"),
    "SYSTEM": any_of("latex", "mathml", "sympy", "pari", "sage", "maple", "mathematica", "oeis", "json"),
    "METHOD": any_of("auto", "determinant", "modular"),
    "SIZE": any_of("500M", "2G", "1G", edges=(*NUMBER_EDGES, "1K", "1T", "1", "M", "20M", "1.5G", "-1G")),
    "TIME": TIMES,
    "ADDRESS": any_of("tcp://127.0.0.1:1", edges=("", "x", "tcp://", "tcp://[", "tls://127.0.0.1:1", "\x1b")),
    "TERMS": Meaning(
        lambda drawn: drawn.pick(TERMS, "1 2 4 8 16 32 64 128 256 512", "1/2,1/3,1/4,1/5,1/6,1/7,1/8,1/9"),
        TERM_EDGES,
    ),
    "FORMULA": any_of(*FORMULAS, edges=FORMULA_EDGES),
    "EXPRESSION": any_of(*GAME_EXPRESSIONS, edges=GAME_EXPRESSION_EDGES),
    "expression": any_of(*GAME_EXPRESSIONS, edges=GAME_EXPRESSION_EDGES),
    "LETTER": any_of("t", "x", "n"),
    "Z": any_of("1", "2", "1/3", "0.25", edges=NUMBER_EDGES),
    "WEIGHT": any_of("1", "2", "1/3", "0.5", edges=NUMBER_EDGES),
    "VARIABLE=NUMBER": any_of(
        "q=3", "x=1", "y=2", "z=-1", "p=0", edges=("", "q", "q=", "=3", "q=x", "q=1.5", "q=" + "9" * 30)
    ),
    "WHAT": any_of("pieces", "cells", "room"),
    "RULE": any_of("all", "kind", "cruel", "first"),
    "PIECE": any_of("domino", "monomino"),
    "MOVES": any_of("v1", "h1", "v1,h1", edges=("", "v0", "h9", "v1,", "v-1", "x1", "v1" + ",v1" * 500)),
    "A-NUMBER": any_of("A000045", edges=("", "45", "A45", "A0", "A" + "9" * 30, "a000045", "A000000")),
    "FORM": any_of("summary", "entry", "b-file", "terms"),
    "STRIPPED": files_of("stripped"),
    "NAMES": files_of("names"),
    "B-FILE": files_of("bfile"),
    "NAME": any_of(*NAMES, edges=("", "A000045", "Number of", "n", "-", " ".join(["n X 2"] * 200))),
    "TEXT": any_of(
        "A name", "_Jane Doe_, Jan 31 2026", edges=("", " ", "\x1b[31m", "%N", "a\nb", "a" * 5000)
    ),
    "PLACE": Meaning(lambda drawn: drawn.file("entries"), ("", "none", ".", "dir", "/dev/null")),
    "author": any_of("_Jane Doe_, Jan 31 2026", edges=("", "A", "_A_", "_A_, Foo 99 2026", "a" * 5000)),
    "WORD": any_of("proved", edges=("", "*", "[", "\x1b")),
    "catalog source": any_of("profiles", "tromping"),
    "catalog topic": any_of("nogo", "cis", "tiles"),
    "catalog kind": any_of("recurrence", "generating-function", "growth"),
    "catalog status": any_of("proved", "refuted", "consistent", "open"),
    "catalog cost": any_of("fast", "slow", "long"),
    "ID|FILE": Meaning(
        lambda drawn: drawn.pick(
            "profiles-t1-cis", "tromping-t12-*", "profiles-t1-*", drawn.file("claims.toml")
        ),
        ("", "*", "none.toml", "[", "profiles", "../x.toml", "-", "dir"),
    ),
    "THING": Meaning(lambda drawn: drawn.any_game(), (*GAME_EDGES, *BOARD_EDGES)),
    "THEME": any_of("auto", "light", "dark"),
    "COMMAND": any_of(
        "count", "derive", "guess", "verify", "value", edges=("", "oeis", "none", "count count", "-")
    ),
    "ID": Meaning(
        lambda drawn: drawn.pick(*stored_runs()[1]),
        ("", "1", "zz", "*", "all", "finished", "2B2B", "a" * 300),
    ),
    "OPTION": any_of("--json", "--no-store", edges=("", "--resume", "x", "--log", "--", "-h")),
    "SHELL": any_of("bash", "zsh", "fish"),
    # by command and name, where the metavar says too little
    "constant game": any_of("independent-sets", "col", "snort", "nogo", "domineering", edges=GAME_EDGES),
    "nim game": Meaning(Drawn.impartial_game, GAME_EDGES),
    "nim board": Meaning(Drawn.heap_or_board, BOARD_EDGES),
    "equilibrium board": any_of("2x3", "2xn", "1x4", "3x2", edges=(*BOARD_EDGES, "nx2", "2x99999", "1xn")),
    "value board": Meaning(
        lambda drawn: drawn.pick(drawn.board(), drawn.board(), drawn.family()), BOARD_EDGES
    ),
    "runs resume run": Meaning(lambda drawn: drawn.pick(stored_runs()[1][-1]), ("", "2b", "3c", "\x1b")),
    "polynomial kind": any_of(
        "chromatic", "tutte", "potts", "flow", "reliability", "matching", "independence", "ising"
    ),
    "guess kinds": any_of(
        "c-finite", "polynomial,periodic", "algebraic", "d-finite,regular", "hypergeometric"
    ),
    "verify kind": any_of("auto", "gf", "recurrence", "closed-form", "growth"),
    "verify start_words": any_of("1,2", "1", "0,1,1", edges=("", ",", "x", "1," + "7" * 5000, "1/0", "1/2")),
    "draw kind": any_of(
        "rule", "board", "configuration", "thermograph", "tree", "machine", "roots", "ratios"
    ),
    "oeis export up_to": any_of("symmetry", "x"),
    "report up_to": any_of("symmetry", "x"),
    "lab site": any_of("http://localhost/x", edges=("", "x", "javascript:1", "http://", "https://[", "\x1b")),
    "lab folder": Meaning(
        lambda drawn: drawn.pick("site", "site", "site", drawn.folder("index.html")), ("", "none", "socket")
    ),
    # files that are read
    "guess file": files_of("terms"),
    "verify data_file": files_of("terms"),
    "verify formula_file": files_of("formula"),
    "oeis import file": Meaning(
        lambda drawn: drawn.file(drawn.pick("entry", "records", "bfile", "names", "stripped")), EDGES
    ),
    "oeis search file": files_of("terms"),
    "oeis read file": files_of("listed"),
    "oeis lint file": files_of("entry"),
    "oeis confirm file": files_of("entry"),
    "oeis export data_file": files_of("terms"),
    "oeis settle names": files_of("names"),
    "oeis settle stripped": files_of("stripped"),
    "certify file": files_of("certificate"),
    "oeis index build place": outputs("sqlite"),
    "place": files_of("index"),
    # files that are written
    "picture": PICTURE,
    "svg": outputs("svg"),
    "save_to": outputs("json"),
    "page": outputs("html"),
    "csv_file": outputs("csv"),
    "log": outputs("log"),
    "draw output": PICTURE,
    "report output": outputs("html"),
    "catalog errata output": outputs("md"),
    "oeis export folder": folders("entry.txt", "b000000.txt", "b000045.txt", "a000045.txt"),
    "oeis confirm folder": folders("additions.txt", "b000000.txt", "b000045.txt"),
    "oeis settle folder": folders("index.html", "results.csv", "results.json"),
    # numbers of which many cost much
    "workers": any_of("1", "1", "1", "2", edges=("0", "-1", "1025", "", "x", "9" * 30, "1.5")),
    "port": any_of("0", "0", edges=("-1", "65536", "", "x", "9" * 30, "1")),
}
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
    metavar = (parameter.metavar or "").strip("[].")
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
        good = [
            str(number)
            for number in range(first, 1 + min(first + 6, first + 6 if most is None else int(most)))
        ]
        bounds = [str(bound + step) for bound in (least, most) if bound is not None for step in (-1, 0, 1)]
        return any_of(*good, edges=(*NUMBER_EDGES, *bounds))
    raise UnknownMeaningError(f"{command}: {' '.join(parameter.opts)} {metavar}")
