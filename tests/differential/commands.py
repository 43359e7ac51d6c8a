"""Command lines: drawn from the grammar of each command, run in this process, and compared with pictures.

A refusal agrees if it is one line with exit code 2 or 3. A third of the boards is degenerate on purpose.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import combinations
from pathlib import Path
from random import Random
from shlex import quote
from typing import Any

from cli.calling import call, wrong

import gfkit

from .case import Compared, FaultError, agree
from .pictures import STRUCTURES, Board, LargeError, MissingError, Picture, board, named, pictures, played
from .questions import Played, at_size
from .words import (
    CLASSES,
    OPTIMA,
    POLYNOMIALS,
    SYMMETRIES,
    SYNONYMS,
    WEIGHTS,
    Event,
    event,
    image,
    symmetries,
)

EMPTY = ("0x0", "0x3", "2x0", "path:0", "complete:0", "1x1", "path:1", "complete:1", "#./.#", "1x2", "2x1",
         "path:2", "1x4", "4x1", "graph:a,b-c", "graph:a-b,c-d", "../#.", "cycle:3")  # fmt: skip
"""No cell, one cell, one row, no edge, two components."""
FAMILIES = ("1xn", "nx1", "2xn", "nx2", "3xn", "path:n", "cycle:n", "complete:n", "star:n", "wheel:n",
            "cylinder:3xn", "cylinder:nx2", "cylinder:2xn", "torus:3xn")  # fmt: skip
SAID = (*("set", "pieces", "cover", "edges") * 2, "function", "values", "roots", "arrows", "tiles", "pieces")
"""Sorts of structures of which words are said, as often as they are drawn."""
X, Y = 10**6 + 3, 10**12 + 39
"""Values of x and y that tell polynomials with small coefficients apart."""


@dataclass(frozen=True)
class Line:
    """A command line, the check of its output, and the files that it reads."""

    words: tuple[str, ...]
    check: Callable[[Any, int], int] = field(compare=False)
    files: tuple[tuple[str, str], ...] = ()

    def __str__(self) -> str:
        shown = "".join(f"\n{name}:\n{text}" for name, text in self.files)
        return f"gfkit {' '.join(map(quote, self.words))}{shown}"


def case(rng: Random) -> Line:
    """Return a random command line with a truth that is known."""
    while True:
        ask = rng.choices([*ASKS], [*ASKS.values()])[0]
        try:
            made = ask(rng)
        except (LargeError, MissingError):
            continue
        if made is not None:
            return made


def tags(made: Line) -> list[str]:
    options = [word for word in made.words if word.startswith("--")]
    return [f"command: {made.words[0]}", *(f"option: {made.words[0]} {word}" for word in options)]


def compare(made: Line) -> Compared:
    """Run the command line, and compare what it prints with the pictures."""
    for name, text in made.files:
        Path(name).write_text(text, encoding="utf-8")
    said = call(*made.words, "--json")
    if "SlowError" in said.err:  # the command line has caught the end of the time of this case
        from .running import SlowError

        raise SlowError
    is_open = made.words[0] == "compare" and said.code == 3 and said.out  # equal where counted, not proved
    if faults := [] if is_open else wrong(said, True):
        raise FaultError("; ".join(faults), f"output: {faults[0].split(':')[0]}")
    if re.search("event .*(cannot be said|cannot read|choose from)", said.err):
        raise FaultError(said.err, "a word is not understood")
    if said.code in (2, 3) and not said.out:
        raise gfkit.GfkitError(f"{made.words[0]}: {re.sub(r'.*?: ', '', said.err.strip())}")
    try:
        return made.check(json.loads(said.out), said.code), []
    except LargeError:
        return 0, ["too large to list"]
    except FaultError as found:
        raise FaultError(str(found), f"{made.words[0]} {found.fault}") from None


# What is drawn


def a_name(rng: Random, *sorts: str) -> str:
    """Return the name of a structure, all equally often, with its number."""
    names = [name for name, made in STRUCTURES.items() if not sorts or made.sort in sorts]
    return rng.choice(names).replace(":k", f":{rng.choice((1, 2, 2, 3))}")


def spelled(rng: Random, name: str) -> str:
    """Return a name, now and then another name for the same structure."""
    others = SYNONYMS.get(name, "").split()
    return rng.choice(others) if others and rng.random() < 0.2 else name


def fits(name: str, b: Board) -> bool:
    """Return True for a board that a structure needs."""
    where, is_ring = named(name)[0].where, any(b.wraps)
    fine = {"any": True, "grid": not b.is_graph, "plain": not b.is_graph and not is_ring, "ring": is_ring}
    return fine.get(where, b.is_plain)


def a_board(rng: Random, name: str, *, empty: bool = True) -> Board:
    """Return a board for a structure, one in three degenerate."""
    while True:
        m, n = rng.choice(((1, 3), (2, 2), (2, 3), (3, 2), (1, 5), (2, 4), (3, 3), (1, 6), (4, 2)))
        rows = ["".join(rng.choices("...#", k=rng.randint(1, 3))) for _ in range(rng.randint(2, 3))]
        vertices, k = "abcdef"[: rng.randint(2, 6)], rng.randint(1, 6)
        edges = [f"{u}-{v}" for u, v in combinations(vertices, 2) if rng.random() < 0.5]
        alone = [v for v in vertices if v not in "".join(edges)]
        texts = [f"{m}x{n}", f"{m}x{n}", f"{m}x{n}", "/".join(rows), f"graph:{','.join(edges + alone)}"]
        texts += [f"path:{k}", f"cycle:{max(k, 3)}", f"complete:{min(k, 5)}", f"star:{max(k, 2)}"]
        texts += [f"wheel:{max(k, 4)}", f"cylinder:{max(m, 2)}x{n}", f"torus:{max(m, 2)}x{max(n, 3)}"]
        made = board(rng.choice(EMPTY if rng.random() < 0.3 else texts))
        if fits(name, made) and made.size <= 9 and (empty or made.size):
            return made


def a_family(rng: Random, *names: str) -> str:
    """Return a family of boards that structures need."""
    return rng.choice([one for one in FAMILIES if all(fits(name, board(at_size(one, 3))) for name in names)])


def a_class(rng: Random, name: str) -> str:
    """Return a class of positions; sets with forbidden pairs have maximal ones too."""
    if name in ("independent-sets", "kings", "knights", "hard-hexagons"):
        return rng.choice(("all", "maximal"))
    return rng.choice(CLASSES) if named(name)[0].sort == "pieces" and rng.random() < 0.5 else "all"


def option(name: str, value: object, usual: object = "") -> list[str]:
    """Return the words of an option, none for its usual value."""
    return [] if value == usual else [f"--{name}", str(value)]


def an_event(rng: Random, name: str, b: Board, shown: list[Picture]) -> Event:
    """Return an event. Raise MissingError if none is defined."""
    if not b.size or named(name)[0].sort in ("hidden", "order", "pairs") or not fits(name, b):
        raise MissingError
    if (named(name)[0].sort == "arrows" and not b.edges) or name in ("minimal-edge-cuts", "sextet-patterns"):
        raise MissingError
    return event(rng, named(name)[0].sort, b, shown)


class Query:
    """A structure on a board: the words of the command, and the pictures that it asks for."""

    def __init__(self, rng: Random, verb: str, *sorts: str, given: float = 0.4, empty: bool = True) -> None:
        self.name = a_name(rng, *sorts)
        self.b, self.divide = a_board(rng, self.name, empty=empty), named(self.name)[0].divide
        positions = a_class(rng, self.name)
        self.shown, self.given = pictures(self.name, self.b, positions), list[str]()
        if rng.random() < given:
            with suppress(MissingError):
                made = an_event(rng, self.name, self.b, self.shown)
                self.given, self.shown = ["--given", made.text], satisfying(made, self.b, self.shown)
        self.options = [*option("positions", positions, "all"), *self.given]
        self.words = [verb, spelled(rng, self.name), self.b.name, *self.options]


def satisfying(made: Event, b: Board, shown: list[Picture]) -> list[Picture]:
    """Return the pictures in which an event occurs."""
    return [p for p in shown if made.holds(b, p)]


def terms_of(
    name: str, family: str, positions: str, ns: Iterable[int]
) -> Iterator[tuple[int, Board, list[Picture]]]:
    """Yield each n, its board and its pictures, as far as they can be listed."""
    for n in ns:
        with suppress(LargeError, MissingError):
            b = board(at_size(family, n))
            yield n, b, pictures(name, b, positions)


def total(shown: Iterable[Picture], weights: str, x: Any = X, y: Any = Y) -> Any:
    """Return the polynomial of some pictures at x and y."""
    sums = [WEIGHTS[weights](*p.powers) for p in shown]
    return sum((Fraction(x) ** i * Fraction(y) ** j for i, j in sums), Fraction(0))


def at(text: str, **names: Any) -> Fraction:
    """Return the value of a printed polynomial."""
    known = {"F": Fraction, **{name: Fraction(value) for name, value in names.items()}}
    return Fraction(eval(re.sub(r"(?<!\*\*)\b(\d+)\b", r"F(\1)", text.replace("^", "**")), known))


def seen(told: Any) -> Any:
    """Return a printed configuration as a picture: pieces, values, arrows."""
    pieces = frozenset((one["owner"], frozenset(one["cells"])) for one in told["pieces"])
    return pieces, tuple(told["marks"] or ()), frozenset(map(tuple, told["arrows"] or ()))


def key(p: Picture) -> Any:
    return p.pieces, tuple(None if v is None else str(v) for v in p.values), p.arrows


def among(told: Iterable[Any], name: str, shown: list[Picture], what: str) -> int:
    """Check that what is printed are configurations."""
    there = {key(p) for p in shown}
    for one in told:
        if named(name)[0].sort != "hidden" and seen(one) not in there:
            raise FaultError(f"{what} that is no configuration: {one}", f"wrong: {what}")
    return 1


# Count, list, sample


def count(rng: Random) -> Line:
    q, style = Query(rng, "count"), rng.choice(("none", "none", "pieces", "players", "at", "x^i", "K", "mod"))
    i, j, m = rng.randrange(4), rng.randrange(3), rng.choice((1, 2, 7, 10**9 + 7))
    x, y = rng.choices((0, -1, 1, 2, Fraction(1, 3)), k=2)
    kind = style if style in WEIGHTS else rng.choice(("pieces", "players"))
    ys = ("", "") if kind == "pieces" else (f",y={y}", f"*y^{j + 1}")
    weighed = {"at": option("at", f"x={x}{ys[0]}"), "x^i": option("coefficient", f"x^{i}{ys[1]}"),
               "K": option("pieces", i), "mod": option("mod", m)}  # fmt: skip
    true = total(q.shown, kind, x, y) if style == "at" else Fraction(len(q.shown))
    if style in ("x^i", "K"):
        wanted = (i, 0 if style == "K" or kind == "pieces" else j + 1)
        true = sum(WEIGHTS["pieces" if style == "K" else kind](*p.powers) == wanted for p in q.shown)

    def check(told: Any, _: int) -> int:
        whole = Fraction(true) / q.divide
        done = agree(Fraction(told["count"]), whole % m if style == "mod" else whole, f"count {style}")
        if style in WEIGHTS and told["weights"]:
            done += agree(at(told["polynomial"], x=X, y=Y), total(q.shown, style) / q.divide, "polynomial")
        return done

    return Line((*q.words, *weighed.get(style, option("weights", style, "none"))), check)


def listing(rng: Random) -> Line:
    q, size, is_unique = Query(rng, "count"), rng.choice((None, None, 0, 1, 2, 3)), rng.random() < 0.3
    shown = [p for p in q.shown if size in (None, sum(p.powers))]
    limit = 2 if is_unique else rng.choice((1, 5, 3000))

    def check(told: Any, code: int) -> int:
        listed = told["configurations"]
        agree(len({repr(one) for one in listed}), len(listed), "configurations once")
        done = agree(len(listed), min(limit, len(shown)), "length of list")
        done += among(listed, q.name, shown, "list") + agree(told["unique"], len(shown) == 1, "unique")
        return done + agree(code, int(is_unique and len(shown) != 1), "exit code")

    how = ["--unique"] if is_unique else ["--list", *option("limit", limit)]
    return Line((*q.words, *option("pieces", size, None), *how), check)


def sample(rng: Random) -> Line:
    q, weights = Query(rng, "sample"), rng.choice(([], [], ["--x", "2"], ["--x", "2", "--y", "1/3"]))
    words = [*q.words, *option("seed", rng.randrange(99)), *option("number", rng.choice((1, 3)), 1), *weights]
    return Line(tuple(words), lambda told, _: among(told.get("samples", [told]), q.name, q.shown, "sample"))


def orbits(rng: Random) -> Line | None:
    q, word, weights = Query(rng, "count", given=0), rng.choice([*SYMMETRIES]), rng.choice([*WEIGHTS])
    b, is_all = q.b, word == "automorphisms"
    is_natural = b.is_plain or any(b.wraps) or b.word == "cycle" or (b.word == "path" and word == "symmetry")
    if q.divide > 1 or not (b.size < 7 if is_all else is_natural) or (b.is_graph and word == "rectangle"):
        return None

    def check(told: Any, _: int) -> int:
        first = heads(q.shown, symmetries(b, word))
        done = agree(int(told["count"]), len(first), "orbits")
        if told["weights"]:
            done += agree(at(told["polynomial"], x=X, y=Y), total(first, weights), "orbits by weight")
        return done

    return Line((*q.words, *option("up-to", word), *option("weights", weights, "none")), check)


def heads(shown: list[Picture], group: list[tuple[int, ...]]) -> list[Picture]:
    """Return one picture of each orbit; a rule that is not invariant must have been refused."""
    number = {key(p): k for k, p in enumerate(shown)}
    images = [{number.get(key(image(p, by)), -1) for by in group} for p in shown]
    if any(-1 in each for each in images):
        raise FaultError("the rule is not invariant, and was counted", "wrong: not invariant")
    return [p for k, p in enumerate(shown) if k == min(images[k])]


def sizes(rng: Random) -> Line:
    name, first = a_name(rng), rng.randrange(4)
    family = a_family(rng, name)

    def check(told: Any, _: int) -> int:
        return sum(agree(int(told["terms"][n - told["n"]]), len(shown) // named(name)[0].divide, "size")
                   for n, _, shown in terms_of(name, family, "all", range(told["n"], 5)))  # fmt: skip

    return Line(("count", spelled(rng, name), family, *option("sizes", f"{first}..4")), check)


# Probabilities and optima


def probability(rng: Random) -> Line:
    q = Query(rng, "probability", rng.choice(SAID), given=0.2, empty=False)
    made, kind = an_event(rng, q.name, q.b, q.shown), rng.choice(("none", "none", "pieces", "players"))
    x, y = rng.choices((1, 2, 2, Fraction(1, 3), Fraction(1, 3), 0), k=2)
    weighed = {"none": [], "pieces": option("at", f"x={x}"), "players": option("at", f"x={x},y={y}")}[kind]
    whole, part = (total(some, kind, x, y) for some in (q.shown, satisfying(made, q.b, q.shown)))

    def check(told: Any, _: int) -> int:
        (one,) = told["events"]
        return agree(Fraction(one["probability"]), part / whole if whole else None, "probability")

    return Line((*q.words[:3], made.text, *q.words[3:], *weighed), check)


def elementary(rng: Random) -> Line:
    """All events together: the sum of the probabilities is the mean number of what is on the board."""
    sorts = ("set", "function", "values", "edges", "pieces", "cover")
    q = Query(rng, "probability", *sorts, given=0.3, empty=False)
    values, pick = named(q.name)[0].sort == "values", rng.randrange(99)

    def check(told: Any, _: int) -> int:
        marks = sum(len(p.pieces) + len(p.inside) + sum(map(bool, p.values)) * values for p in q.shown)
        chances = [Fraction(one["probability"]) for one in told["events"]]
        done = agree(sum(chances), Fraction(marks, len(q.shown)) if q.shown else None, "sum of probabilities")
        for one in told["events"][pick % max(1, len(chances)) :][:1]:
            words = ("probability", q.name, q.b.name, one["event"], *q.options, "--json")
            (again,) = json.loads(call(*words).out)["events"]
            done += agree(again["probability"], one["probability"], "elementary event", f"{one['event']}: ")
        return done

    return Line(tuple(q.words), check)


def probabilities(rng: Random) -> Line:
    """An event on a family, drawn on the board of size 3, and read on each board that has its cells."""
    name = a_name(rng, rng.choice(SAID))
    family = a_family(rng, name)
    b = board(at_size(family, 3))
    made = an_event(rng, name, b, pictures(name, b))

    def check(told: Any, _: int) -> int:
        done, first = 0, told["first_n"]
        for n, own, shown in terms_of(name, family, "all", range(first, 7)):
            with suppress(MissingError):
                true = Fraction(len(satisfying(made, own, shown)), len(shown)) if shown else None
                term = told["terms"][n - first]
                done += agree(term and Fraction(term), true, "probability on a family", f"n = {n}: ")
        return done

    return Line(("probability", spelled(rng, name), family, made.text), check)


def middle(rng: Random) -> Line:
    """An event far from both ends, which the middle of seven cells approaches."""
    name = rng.choice(("independent-sets", "vertex-covers", "dominating-sets", "widom-rowlinson"))
    family, b = rng.choice((("path:n", board("path:7")), ("1xn", board("1x7"))))
    one, other, word = rng.randint(2, 5), rng.randint(2, 5), rng.choice(("both empty", "not both empty"))
    cells = [b.names[v] for v in (one, other)]
    shown = [bool(p.inside & {one, other}) == (word[0] == "n") for p in pictures(name, b)]
    true = sum(shown) / len(shown)

    def check(told: Any, _: int) -> int:
        near = abs(float(told["limit"]["value"]) - true) < 0.1
        return agree(near, True, "limit in the middle", f"{true}: ")

    words = f"cells {cells[0]} and {cells[1]} are {word} in the middle"
    return Line(("probability", name, family, words), check)


def best(told: Any, shown: list[Picture], weight: Callable[[Picture], Any], where: str = "") -> int:
    """Compare the least and the greatest weight, and how often they are attained."""
    done, weights = 0, [weight(p) for p in shown]
    for word, choose in (("minimum", min), ("maximum", max)):
        true = (choose(weights), weights.count(choose(weights))) if shown else None
        found = told[word] and (Fraction(told[word]["weight"]), int(told[word]["count"]))
        done += agree(found, true, word, where)
    return done


def pieces_of(p: Picture) -> int:
    return sum(p.powers)


def optimum(rng: Random) -> Line:
    q = Query(rng, "optimum", given=0.3)

    def check(told: Any, _: int) -> int:
        done = best(told, q.shown, pieces_of)
        for word in ("minimum", "maximum") if told.get("witness") and q.shown else ():
            attained = [p for p in q.shown if pieces_of(p) == int(told[word]["weight"])]
            done += among([told["witness"][word]], q.name, attained, "witness")
        return done

    return Line((*q.words, "--witness"), check)


def invariant(rng: Random) -> Line:
    """An optimal number by its name."""
    (name, end), others = rng.choice([*OPTIMA.items()])
    number, word = str(rng.choice((1, 2))), rng.choice(others.split()).removesuffix("s")
    word = (
        re.sub(r"\bk-", f"{number}~", word)
        .replace("distance-", "distance~")
        .replace("-", " ")
        .replace("~", "-")
    )
    name = name.replace(":k", f":{number}")
    b = a_board(rng, name)
    shown, choose = pictures(name, b), {"minimum": min, "maximum": max}[end]
    true = choose(map(pieces_of, shown)) if shown else None
    return Line(
        ("optimum", word, b.name), lambda told, _: agree(told[end] and int(told[end]["weight"]), true, word)
    )


def costs(rng: Random) -> Line | None:
    """Costs of edges or of vertices whose value is not 0, and one cost for all others."""
    q = Query(rng, "optimum", "set", "edges", given=0.2, empty=False)
    parts: list[Any] = [*q.b.edges] if named(q.name)[0].sort == "edges" else [(v,) for v in q.b.cells]
    if q.b.is_multiple or any(bool(x) != (v in p.inside) for p in q.shown for v, x in enumerate(p.values)):
        return None
    own = {frozenset(part): Fraction(rng.randint(-2, 9), 2) for part in parts if rng.random() < 0.7}
    rest = Fraction(rng.choice((0, -1, 3)))
    lines = [f"{'-'.join(q.b.names[v] for v in part)},{float(cost)}\n" for part, cost in own.items()]
    path = f"{tempfile.gettempdir()}/gfkit-costs-{rng.randrange(10**9)}.csv"

    def weight(p: Picture) -> Any:
        there = [cells for _, cells in p.pieces] + [frozenset({v}) for v in p.inside]
        return sum((own.get(one, rest) for one in there), Fraction(0))

    return Line((*q.words, *option("cost", path)), lambda told, _: best(told, q.shown, weight), (
        (path, f"{''.join(lines)}*,{rest}\n"),))  # fmt: skip


def optima(rng: Random) -> Line:
    name = a_name(rng)
    family, positions = a_family(rng, name), a_class(rng, name)

    def check(told: Any, _: int) -> int:
        done, first = 0, told["first_n"]
        for n, _b, shown in terms_of(name, family, positions, range(first, 8)):
            one = {}
            for word in ("minimum", "maximum"):
                rows = (told[word] or {}).get("weights", []), (told[word] or {}).get("counts", [])
                row = [known[n - first : n - first + 1] for known in rows]
                one[word] = {"weight": row[0][0], "count": row[1][0]} if all(row) else {"count": None}
            if all(row["count"] is not None for row in one.values()):
                done += best(one, shown, pieces_of, f"n = {n}: ")
        return done

    def table(told: Any, _: int) -> int:
        done = 0
        for n, _b, shown in terms_of(name, family, positions, range(told["n"], 5)):
            for word, choose in (("minimum", min), ("maximum", max)):
                found, true = told["terms"][word][n - told["n"]], choose(map(pieces_of, shown), default=None)
                found = None if found in (None, "none") else int(found)
                done += agree(found, true, f"table {word}", f"n = {n}: ")
        return done

    words = ("optimum", name, family, *option("positions", positions, "all"))
    return Line((*words, *option("sizes", "0..4")), table) if rng.random() < 0.5 else Line(words, check)


# Formulas


def derive(rng: Random) -> Line | None:
    """The terms of a family, with weights, for an event, up to symmetry, and the means of the weights."""
    name = a_name(rng)
    family, positions, divide = a_family(rng, name), a_class(rng, name), named(name)[0].divide
    b = board(at_size(family, 3))
    style = rng.choice(("", "", "at", "x^i", "moments", "mod", "given", "orbits"))
    weights = "none" if style in ("at", "x^i", "mod") else rng.choice(("none", "none", "pieces", "players"))
    x, i = rng.choice((0, -1, 1, 2, Fraction(1, 3))), rng.randrange(3)
    made = an_event(rng, name, b, pictures(name, b, positions)) if style == "given" else None
    if style == "orbits" and (divide > 1 or b.is_graph):
        return None
    more = {"at": option("at", f"x={x}"), "x^i": option("coefficient", f"x^{i}"), "moments": ["--moments"],
            "mod": option("mod", 7), "given": option("given", made and made.text),
            "orbits": option("up-to", "rectangle")}  # fmt: skip

    def terms(told: Any, own: Board, shown: list[Picture]) -> tuple[list[Picture], Any]:
        shown = satisfying(made, own, shown) if made else shown
        shown = heads(shown, symmetries(own, "rectangle")) if style == "orbits" else shown
        if style == "x^i":
            return shown, [*map(pieces_of, shown)].count(i)
        if style == "at":
            return shown, total(shown, "pieces", x)
        return shown, total(shown, ("none", "pieces", "players")[len(told["weights"])])

    def check(told: Any, _: int) -> int:
        done, first = 0, told["first_n"]
        ns = range(first, min(7, first + len(told["terms"])))
        for n, own, some in terms_of(name, family, positions, ns):
            with suppress(MissingError):
                (shown, true), where = terms(told, own, some), f"n = {n}: "
                found = at(told["terms"][n - first], x=X, y=Y)
                done += agree(found, Fraction(true) / divide, f"term {style}", where)
                for one in told.get("moments") or ():
                    if one["moment"] == "mean" and shown and n - first < len(one["terms"]):
                        kind = "players" if len(told["weights"]) == 2 and weights != "pieces" else "pieces"
                        of = sum(WEIGHTS[kind](*p.powers)["xy".index(one["of"][0])] for p in shown)
                        found = Fraction(one["terms"][n - first])
                        done += agree(found, Fraction(of, len(shown)), "mean", where)
        return done

    words = ["derive", spelled(rng, name), family, *option("positions", positions, "all"), "--terms", "6"]
    return Line((*words, *more.get(style, []), *option("weights", weights, "none")), check)


def by_pieces(rng: Random) -> Line | None:
    name, k = a_name(rng, "set", "edges", "pieces"), rng.randrange(4)
    family = rng.choice(("nxn", "nxn", "2xn", "3xn"))

    def check(told: Any, _: int) -> int:
        first, done = told["first_n"], 0
        for n, _, shown in terms_of(name, family, "all", range(first, 5)):
            done += agree(int(told["terms"][n - first]), [*map(pieces_of, shown)].count(k), "K pieces")
        return done

    words = ("derive", name, family, *option("pieces", k), "--terms", "5")
    return Line(words, check) if fits(name, board("2x2")) else None


def by_values(rng: Random) -> Line:
    b = a_board(rng, "colourings:2")
    true = [len(pictures(f"colourings:{k}", b)) for k in range(1, 4)]
    words = ("derive", "colourings", b.name, "--values", "n", "--terms", "4")
    found = lambda told: [int(term) for term in told["terms"][1 - told["first_n"] :]]  # noqa: E731
    return Line(words, lambda told, _: agree(found(told), true, "values"))


def contrast(rng: Random) -> Line | None:
    """Compare two structures on a family, or on all rectangles."""
    one = a_name(rng, *(["pieces"] * (rng.random() < 0.3)))
    two = a_name(rng, named(one)[0].sort) if rng.random() < 0.7 else a_name(rng)
    positions = a_class(rng, one) if named(two)[0].sort == "pieces" else "all"
    weights, family = rng.choice(("none", "none", "pieces", "players")), rng.choice((*FAMILIES, "mxn"))
    texts = (
        [at_size(family, n) for n in range(3, 6)]
        if family != "mxn"
        else [f"{m}x{n}" for m in (1, 2, 3) for n in (1, 2, 3)]
    )
    if not all(fits(name, board(texts[0])) for name in (one, two)):
        return None

    def numbers(text: str) -> list[Any]:
        every = ((name, pictures(name, board(text), positions)) for name in (one, two))
        return [total(shown, weights) / named(name)[0].divide for name, shown in every]

    def check(told: Any, _: int) -> int:
        done = 0
        if told["witness"] and re.fullmatch(r"(\w+:)?[\dx]+", told["witness"]["board"]):
            with suppress(LargeError):
                found = [at(n, x=X, y=Y) for n in told["witness"]["numbers"]]
                done += agree(found, numbers(told["witness"]["board"]), "numbers of the witness")
        for text in texts:
            with suppress(LargeError):
                own = numbers(text)
                if own[0] != own[1]:
                    done += agree(told["verdict"], "different", "verdict", f"{text}: ")
        return done + 1

    words = ["compare", one, two, *option("on", family, "mxn"), *option("positions", positions, "all")]
    return Line((*words, *option("weights", weights, "none"), "--max-seconds", "2"), check)


def polynomial(rng: Random) -> Line | None:
    word, (letters, value) = rng.choice([*POLYNOMIALS.items()])
    b = a_board(rng, word if word in STRUCTURES else "independent-sets")
    names = {letter: Fraction(rng.choice((2, 3, 7, 10)) + X) for letter in letters}
    number = rng.choice((None, None, 0, 1, 2, 3))
    names |= {letters[0]: Fraction(number)} if number is not None else {}
    words = ("polynomial", word, b.name, *option("at", f"{letters[0]}={number}", f"{letters[0]}=None"))
    return None if b.is_multiple else Line(words, lambda told, _: agree(
        at(told["polynomial"], **names), value(b, **names), word))  # fmt: skip


# Play


class Game(Played):
    """A game on pictures of positions."""

    def __init__(self, name: str, b: Board, start: Any = frozenset()) -> None:
        k, self.start = named(name)[1], start
        positions, self.every = played(name, b, k)
        self.there = {*positions}

    def after(self, here: Any, player: str = "LR") -> list[tuple[Any, Any]]:
        mine = {"L": ("left",), "R": ("right",)}.get(player, ("left", "right"))
        return [(one, here | {one}) for one in self.every if one not in here and here | {one} in self.there
                and (one[0] in mine or one[0] not in ("left", "right"))]  # fmt: skip


def plays(rng: Random) -> Line | None:
    name = a_name(rng, "pieces")
    b, how = a_board(rng, name), rng.choice(("all", "complete", "0", "1", "2", "3"))
    game = Game(name, b)
    if len(game.there) > 300:
        return None

    @cache
    def number(here: Any, player: str, moves: int) -> int:
        after = [there for _, there in game.after(here, player)]
        own = {"all": 1, "complete": not after}.get(how, str(moves) == how)
        return own + sum(number(there, "RL"["LR".index(player)], moves + 1) for there in after)

    return Line(("count", name, b.name, "--plays", how), lambda told, _: agree(
        int(told["count"]), number(frozenset(), "L", 0), "plays"))  # fmt: skip


def winners(rng: Random) -> Line | None:
    name = a_name(rng, "pieces")
    b, word, misere = a_board(rng, name), rng.choice(("outcome", "outcome", "nimber")), rng.random() < 0.3
    game = Game(name, b)
    sided = {who for who, _ in game.every} <= {"left", "right"}
    if len(game.there) > 300 or (word == "nimber" and sided and game.every):
        return None
    wins, found = game.wins(misere=misere), Counter[str]()
    for here in game.there:
        left, right = wins(here, "L"), wins(here, "R")
        winner = ("first" if right else "left") if left else "right" if right else "second"
        if word == "nimber":
            game.start = here
        found[winner if word == "outcome" else str(game.nimber())] += 1
    more = ["--misere"] if misere and word == "outcome" else []
    return Line(("count", name, b.name, "--by", word, *more), lambda told, _: agree(
        {k: int(n) for k, n in told["numbers"].items() if int(n)}, dict(found), f"by {word}"))  # fmt: skip


ASKS: dict[Callable[[Random], Line | None], int] = {
    count: 20, listing: 12, sample: 6, orbits: 8, sizes: 2, probability: 26, elementary: 3, middle: 1,
    probabilities: 6, optimum: 6, invariant: 6, costs: 4, optima: 2, derive: 6, by_pieces: 2, by_values: 1,
    contrast: 3, polynomial: 5, plays: 2, winners: 2,
}  # fmt: skip
"""The questions, and how often each is asked."""
