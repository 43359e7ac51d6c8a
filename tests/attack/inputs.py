"""Command lines with their files: from the grammar, then changed, cut off, or blown up."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

GAMES = (
    *("domineering", "cram", "i-tromping", "l-tromping", "col", "snort", "cis", "cis:3", "o12", "nogo"),
    *("node-kayles", "arc-kayles", "independent-sets", "matchings", "domino-tilings", "still-lifes"),
)
HOSTILE = (
    *("\x1b[31m", "\x00", "\x07", "\u202e", "\x9b", "\x7f", "\ud800", "\ufeff", "\u2028", "\r", "\n", "\t"),
    *(
        "\\",
        "'",
        '"',
        "`",
        "$(touch x)",
        "<script>",
        "%00",
        "../",
        "/dev/null",
        "-",
        "--",
        "@",
        ":",
        "{",
        "[",
    ),
    *("9" * 5000, "-1", "0", "1e999", "nan", "١٢", "İı", "\u0301" * 50, "a" * 3000, "(" * 2000, "^9^9^9"),
)
RULE = 'name = "G"\n[left]\npieces = ["XX"]\n[right]\npieces = ["X/X"]\n'
RULES = (
    RULE,
    'name = "H"\n[both]\npieces = ["X", "XX/X."]\n[rules]\nforbid_adjacent = ["LL"]\n',
    'name = "A"\n[cells]\ncolours = 2\n[rules]\nforbid = ["11", "1/1"]\n',
    'name = "W"\n[cells]\ncolours = 3\n[[rules.window]]\nshape = ["ab"]\nrequire = "a + 1 >= abs(b - 2)"\n',
    'name = "N"\n[cells]\nvalues = "-1..1"\n[[rules.near]]\nneighbours = "king"\n'
    'forbid = "count(y == x for y in near) > 2"\n',
    'name = "T"\n[boundary]\ntop = [0]\nright = [0]\nbottom = [0]\nleft = [0]\n'
    "[[tile]]\ntop = 0\nright = 0\nbottom = 0\nleft = 0\n",
    'name = "C"\n[cover]\npieces = ["XX", "X/X"]\n',
)
FORMULAS = (
    *("1/(1-t-t^2)", "(1+t)/(1-2*t-t^2)", "a(n) = a(n-1) + a(n-2)", "F(n+2)", "2^n + (-1)^n", "1.618^n"),
    *("\\frac{1+2t}{1-t-2t^2}", "sum(binomial(n,k),k,0,n)", "a(n)=4a(n-1)+4a(n-2)-4a(n-3)-a(n-4), a(0)=1"),
    *("(1+sqrt(2))^n + o(1)", "floor((3^n)/2)", "n mod 2", "1/(1-x-y*x^2)"),
)
TERMS = "1,1,2,3,5,8,13,21,34,55,89,144,233,377,610"
ENTRY = f"""%I A000045 #1
%S A000045 {TERMS}
%N A000045 Number of (n+1) X 3 0..2 arrays with every 2 X 2 subblock summing to 4.
%C A000045 Empirical: a(n) = a(n-1) + a(n-2).
%F A000045 G.f.: (1+x)/(1-x-x^2).
%K A000045 nonn
%O A000045 0,3
%A A000045 _Jane Doe_
"""
CERTIFICATE = json.dumps(
    {
        "format": "gfkit certificate",
        "version": 3,
        "rule": {"name": "x"},
        "numerator": ["1"],
        "denominator": ["1", "-1"],
    }
)
FILES: dict[str, tuple[str, ...]] = {
    "rule.toml": RULES,
    "board": ("..#\n.A.\n.A.\n", "....\n....\n", ".\n"),
    "graph": ("a b\nb c\nc a\n", "IsP@OkWHG\n", "1 2\n2 3\n"),
    "formula": FORMULAS,
    "terms": (
        TERMS,
        TERMS.replace(",", "\n"),
        "0 1\n1 1\n2 2\n3 3\n4 5\n5 8\n6 13\n7 21\n",
        "1/2 3/4 5/8 7/16",
    ),
    "entry": (
        ENTRY,
        json.dumps([{"number": 45, "data": TERMS, "name": "x", "offset": "0,3", "keyword": "nonn"}]),
    ),
    "bfile": ("".join(f"{n} {n * n}\n" for n in range(30)),),
    "names": ("A000045 Number of n X 2 binary arrays with no two adjacent 1's.\nA000046 Fibonacci\n",),
    "stripped": (f"A000045 ,{TERMS},\nA000046 ,1,2,3,5,8,13,21,34,\n",),
    "cert.json": (CERTIFICATE,),
    "claims.toml": ('title = "x"\n[[claim]]\nid = "a"\nstatement = "1"\n',),
}


@dataclass
class Case:
    """The words after gfkit, and the files that they may name."""

    words: list[str]
    files: dict[str, bytes] = field(default_factory=dict)


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


class Maker:
    """Makes cases from a seed; about a third of all words and files are as they should be."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.files: dict[str, bytes] = {}

    def maybe(self, text: str, share: float = 0.5) -> str:
        return changed(self.random, text) if self.random.random() < share else text

    def file(self, name: str) -> str:
        """The name of a file, which is made; at times it is none, or no file of this kind."""
        random = self.random
        kind = name if random.random() < 0.9 else random.choice(list(FILES))
        text = self.maybe(random.choice(FILES[kind]), 0.7)
        content = text.encode("utf-8", "surrogatepass")
        if random.random() < 0.1:
            at = random.randrange(len(content) + 1)
            content = content[:at] + random.randbytes(random.choice((1, 5, 1000))) + content[at:]
        self.files[name] = content
        return (
            name
            if random.random() < 0.95
            else random.choice(("none", ".", "/dev/zero", "-", "\x1b", "", "a\x00b"))
        )

    def game(self) -> str:
        return (
            self.file("rule.toml")
            if self.random.random() < 0.4
            else self.maybe(self.random.choice(GAMES), 0.2)
        )

    def board(self) -> str:
        random = self.random
        a, b = random.randrange(5), random.randrange(5)
        known = (
            *(
                f"{a}x{b}",
                f"path:{a}",
                f"cycle:{a + 3}",
                f"cylinder:{a}x{b}",
                f"torus:{a}x{b}",
                f"complete:{a}",
            ),
            *("..#/...", "@" + self.file("board"), "graph:" + self.file("graph"), "...A/..A."),
        )
        return self.maybe(random.choice(known), 0.3)

    def family(self) -> str:
        a = self.random.randrange(4)
        known = (
            f"{a}xn",
            f"nx{a}",
            "path:n",
            "cycle:n",
            f"cylinder:{a}xn",
            f"torus:{a}xn",
            "complete:n",
            f"{a}x2n",
        )
        return self.maybe(self.random.choice(known), 0.3)

    def option(self, *known: str) -> list[str]:
        """One of the options, with its value, or none."""
        if self.random.random() < 0.5:
            return []
        name, *value = self.random.choice(known).split(" ", 1)
        return [name, *(self.maybe(word, 0.4) for word in value)]

    def terms(self) -> str:
        return self.maybe(self.random.choice((TERMS, "1 2 4 8 16 32 64 128", "1/2,1/3,1/4,1/5,1/6")), 0.6)

    def formula(self) -> str:
        return self.maybe(self.random.choice(FORMULAS), 0.6)

    def case(self) -> Case:
        make = self.random.choice(COMMANDS)
        words = make(self)
        if self.random.random() < 0.3:
            words.append("--json")
        if self.random.random() < 0.03:
            words.insert(self.random.randrange(len(words) + 1), self.random.choice(HOSTILE))
        return Case([word[:100_000] for word in words], self.files)


POSITIONS = (
    "--positions all",
    "--positions left-ends",
    "--positions maximal",
    "--positions play",
    "--positions full",
)
WEIGHTS = ("--weights none", "--weights pieces", "--weights players")
LIMITS = (
    "--max-seconds 2",
    "--max-memory 500M",
    "--max-memory 1",
    "--max-seconds 0",
    "--log log",
    "--workers 1",
)
LAST = ["--max-seconds", "3"]
COMMANDS: tuple[Callable[[Maker], list[str]], ...] = (
    lambda m: ["count", m.game(), m.board(), *m.option(*POSITIONS, *WEIGHTS), *m.option(*LIMITS), *LAST],
    lambda m: ["count", m.game(), m.board(), *m.option("--to latex", "--to oeis", "--dry-run"), *LAST],
    lambda m: ["derive", m.game(), m.family(), *m.option(*POSITIONS, *WEIGHTS), *m.option(*LIMITS), *LAST],
    lambda m: [
        "derive",
        m.game(),
        m.family(),
        *m.option("--terms 30", "--to pari", "--save s.json", "--dry-run"),
        *LAST,
    ],
    lambda m: [
        "guess",
        m.terms(),
        *m.option("--offset 1", "--kinds c-finite,algebraic", "--to latex"),
        *LAST,
    ],
    lambda m: ["game", m.formula(), *m.option("--compare 1", "--limit 5", *LIMITS), *LAST],
    lambda m: ["game", f"{m.game()}({m.board()}) + " + m.formula(), *m.option(*LIMITS), *LAST],
    lambda m: [
        "constant",
        m.game(),
        "--seconds",
        "1",
        *m.option("--width 3", "--weight 2", *POSITIONS),
        *LAST,
    ],
    lambda m: ["optimum", m.game(), m.board(), *m.option(*LIMITS), *LAST],
    lambda m: ["optimum", m.game(), m.family(), *m.option(*POSITIONS, *LIMITS), *LAST],
    lambda m: ["guess", "--file", m.file("terms"), *m.option("--offset 3"), *LAST],
    lambda m: [
        "verify",
        m.formula(),
        "--for",
        m.game(),
        m.family(),
        *m.option("--start 1,2", "--from 3"),
        *LAST,
    ],
    lambda m: [
        "verify",
        m.formula(),
        "--data",
        m.file("terms"),
        *m.option("--kind gf", "--variable x"),
        *LAST,
    ],
    lambda m: ["verify", "--formula-file", m.file("formula"), "--data", m.file("terms"), *LAST],
    lambda m: [
        "value",
        m.game(),
        m.board(),
        *m.option("--options", "--moves", "--thermograph", "--limit 5"),
        *LAST,
    ],
    lambda m: ["score", m.game(), m.board(), "--points", m.maybe("cells", 0.2), *LAST],
    lambda m: ["outcomes", m.game(), m.family(), "--to", m.maybe("4", 0.2), *LAST],
    lambda m: [
        *("play", m.game(), m.board(), "--think", m.maybe("0.1s", 0.2)),
        *m.option("--misere", "--side right", "--starts gfkit", "--max-memory 20M"),
    ],
    lambda m: ["nim", m.game(), m.family(), "--to", m.maybe("9", 0.2), *LAST],
    lambda m: ["nim", m.maybe("octal:0.75", 0.3), "--misere", "--to", m.maybe("9", 0.2), *LAST],
    lambda m: ["nim", m.game(), m.maybe("2x3", 0.3), "--misere", *LAST],
    lambda m: ["equilibrium", m.board(), *LAST],
    lambda m: ["equilibrium", m.family(), "--to", "3", *LAST],
    lambda m: ["games", m.game()],
    lambda m: ["complex", m.game(), m.board(), *m.option("--to macaulay2", "--full"), *LAST],
    lambda m: [
        *("sample", m.game(), m.board()),
        *m.option(*POSITIONS, "--x 2", "--y 1/3", "--number 3", "--seed 1", "--picture p.svg"),
        *LAST,
    ],
    lambda m: [
        *("draw", m.game(), m.board(), "-o", m.maybe("p.tex", 0.2)),
        *m.option("--as thermograph", "--as tree", "--theme dark"),
        *LAST,
    ],
    lambda m: [
        *("polynomial", m.maybe(m.random.choice(("chromatic", "tutte", "flow", "ising")), 0.2)),
        *(m.random.choice((m.board, m.family))(), *m.option("--at q=3", "--at x=1,y=1", "--zeros")),
        *LAST,
    ],
    lambda m: ["draw", m.board(), "-o", "p.svg", *m.option("--as board", "--as rule"), *LAST],
    lambda m: ["draw", m.game(), m.family(), "-o", "p.svg", *m.option("--as roots", "--as ratios"), *LAST],
    lambda m: ["certify", m.file("cert.json"), *LAST],
    lambda m: ["report", m.game(), m.board(), "-o", m.maybe("page.html", 0.3), *LAST],
    lambda m: [
        "oeis",
        "import",
        m.file("entry"),
        *m.option("--as entry", "--as terms", "--as b-file", "--number A45"),
    ],
    lambda m: ["oeis", "import", m.file("bfile"), *m.option("--as b-file", "--full")],
    lambda m: ["oeis", "import", m.file("names")],
    lambda m: ["oeis", "lint", m.file("entry"), *m.option("--full")],
    lambda m: ["oeis", "lint", m.file("entry"), m.file("bfile")],
    lambda m: ["oeis", "confirm", m.file("entry"), "--game", m.game(), "--family", m.family(), *LAST],
    lambda m: [
        "oeis",
        "export",
        "--data",
        m.file("terms"),
        *m.option("--name x", "-o out", "--offset 2"),
        *LAST,
    ],
    lambda m: ["oeis", "export", m.game(), m.family(), *m.option("-o out", "--number A000045"), *LAST],
    lambda m: ["oeis", "read", m.maybe("Number of n X 2 binary arrays with no two adjacent 1's.", 0.7)],
    lambda m: ["oeis", "read", "--file", m.file("names")],
    lambda m: ["oeis", "index", "build", m.file("stripped"), m.file("names"), "--index", "made.sqlite"],
    lambda m: ["oeis", "index", "info", "--index", m.file("bfile")],
    lambda m: ["oeis", "search", m.terms(), "--index", m.file("stripped")],
    lambda m: ["catalog", "list", m.maybe("profiles-*", 0.5)],
    lambda m: ["catalog", "show", m.file("claims.toml")],
    lambda m: ["runs", m.maybe("show"), m.maybe("3f2a")],
    lambda m: ["completion", m.maybe("bash")],
    lambda m: ["lab", "--folder", m.file("board"), "--no-open"],
    lambda m: ["schema", m.maybe("derive"), m.maybe("--dry-run")],
    lambda m: ["mcp", "--json", m.maybe("--json")],
    lambda m: [m.maybe("count"), m.maybe("--help")],
)


def case_of(seed: int, number: int) -> Case:
    """The so-manieth case of a seed, the same on every machine."""
    return Maker(Random(f"attack {seed} {number}")).case()
