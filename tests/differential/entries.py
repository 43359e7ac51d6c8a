"""Random entries in the internal format with hedged lines, each composed of one to four clauses.

What each clause is (true, false, or nothing that can be read) is known without the code under test: the terms
come from recurrences and binomials in print (``sources``), and every formula is evaluated on them, term by
term, by the few lines below. The verdict expected of a line is ``confirmed`` when all of it is true,
``later`` when some of it is true later than it prints, and the rest of it true, ``false`` when all of it can
be read and some of it is false, and ``cannot say`` for the rest. ``cannot say``
is never wrong; the other two are, unless they are expected.
"""

from __future__ import annotations

import tempfile
import tomllib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from math import comb
from pathlib import Path
from random import Random
from typing import NamedTuple

from gfkit.oeis import Entry
from gfkit.oeis.confirm import confirm

from .case import Compared, FaultError

_FAR = 70
"""How many terms formulas are evaluated on; the orders are below 8, so what fails for ever fails here."""
TRUE, LATER, FALSE, UNREAD = "confirmed", "later", "false", "cannot say"


class EntryCase(NamedTuple):
    """An entry, what it counts on which family, and the verdict expected of each hedged line."""

    text: str
    game: str
    family: str
    expected: tuple[str, ...]

    def __str__(self) -> str:
        return f"gfkit oeis confirm entry.txt --game {self.game} --family {self.family}\n\n{self.text}"


@dataclass(frozen=True)
class Source:
    """Counts on the boards of a family, from the board ``board`` on, and a recurrence that they satisfy."""

    game: str
    family: str
    board: int
    start: tuple[int, ...]
    back: tuple[int, ...]
    closed: tuple[tuple[str, Callable[[int], int]], ...] = ()
    """Closed forms with {} for n (the size of the board), and what they are."""
    regular: int = 0
    """From which board on the recurrence computes, where that is later than its order says."""

    def counts(self, number: int) -> list[int]:
        found = list(self.start)
        while len(found) < number:
            found.append(sum(c * found[-k] for k, c in enumerate(self.back, 1)))
        return found[:number]


def _fibonacci(n: int, p: int = 1) -> int:
    a, b = 0, 1
    for _ in range(n):
        a, b = b, p * b + a
    return a


_pell = partial(_fibonacci, p=2)


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Where rule files are laid; it goes when Python does."""
    return tempfile.TemporaryDirectory(prefix="entries")


@cache
def _rule(colours: int, forbid: tuple[str, ...]) -> str:
    """The path of a rule file of arrays."""
    windows = ", ".join(f'"{window}"' for window in forbid)
    file = Path(_folder().name) / f"{'-'.join((str(colours), *forbid)).replace('?', 'o')}.toml"
    file.write_text(f'name = "Arrays"\n[cells]\ncolours = {colours}\n[rules]\nforbid = [{windows}]\n')
    return str(file)


def _rising(colours: int) -> Source:
    """Words that never fall: binomial(n + k - 1, k - 1), a polynomial of degree k - 1."""
    falling = tuple(f"{b}{a}" for b in range(colours) for a in range(b))
    size = colours - 1
    start = tuple(comb(n + size, size) for n in range(colours))
    back = tuple((-1) ** k * comb(colours, k + 1) for k in range(colours))
    closed = ((f"binomial({{}}+{size}, {size})", lambda n: comb(n + size, size)),)
    if colours == 3:
        closed += (("({}+1)*({}+2)/2", lambda n: (n + 1) * (n + 2) // 2),)
    return Source(_rule(colours, falling), "1xn", 0, start, back, closed)


@cache
def sources() -> tuple[Source, ...]:
    """Families whose counts are in print: OEIS numbers and reasons stand beside them."""
    binet = "((1+sqrt(5))^({}+1)-(1-sqrt(5))^({}+1))/(2^({}+1)*sqrt(5))"
    root = "((1+sqrt(2))^({}+1)-(1-sqrt(2))^({}+1))/(2*sqrt(2))"
    return (
        # A030186: matchings of the ladder.
        Source("domineering", "2xn", 0, (1, 2, 7), (3, 1, -1)),
        # A000045: matchings of a path.
        Source("domineering", "1xn", 0, (1, 1), (1, 1), (
            ("A000045({}+1)", lambda n: _fibonacci(n + 1)),
            ("Fibonacci({} + 1)", lambda n: _fibonacci(n + 1)),
            (binet, lambda n: _fibonacci(n + 1)),
        )),
        # A000045: independent sets of a path.
        Source("node-kayles", "path:n", 0, (1, 2), (1, 1), (
            ("A000045({}+2)", lambda n: _fibonacci(n + 2)),
            ("A000045({}) + F({}+1)", lambda n: _fibonacci(n + 2)),
        )),
        # A001333: independent sets of the ladder.
        Source("node-kayles", "2xn", 0, (1, 3), (2, 1), (
            ("((1+sqrt(2))^({}+1)+(1-sqrt(2))^({}+1))/2", lambda n: _pell(n + 1) + _pell(n)),
        )),
        # A000032: independent sets of a cycle, from three vertices on.
        Source("node-kayles", "cycle:n", 3, (4, 7), (1, 1), (
            ("A000032({})", lambda n: _fibonacci(n + 1) + _fibonacci(n - 1)),
        )),
        # A000129: the counts of O12 on paths (Huntemann and McKay).
        Source("o12", "path:n", 0, (1, 2), (2, 1), (
            ("A000129({}+1)", lambda n: _pell(n + 1)), (root, lambda n: _pell(n + 1)),
        )),
        # All words: 2^n and 3^n.
        Source(_rule(2, ()), "1xn", 0, (1,), (2,), (
            ("2^({})", lambda n: 2**n), ("4^({})/2^({})", lambda n: 2**n),
        )),
        Source(_rule(3, ()), "1xn", 0, (1,), (3,), (("3^({})", lambda n: 3**n),)),
        # A000073: words without 111.
        Source(_rule(2, ("111",)), "1xn", 0, (1, 2, 4), (1, 1, 1)),
        *map(_rising, (2, 3, 4)),
        # Every cell but the last three must be 1: 1, 2, 4, 8, 8, 8, ...
        Source(_rule(2, ("0???",)), "1xn", 0, (1, 2, 4, 8), (1,), (("8", lambda _: 8),), 4),
    )  # fmt: skip


@dataclass(frozen=True)
class Terms:
    """a(n) of an entry from ``first`` on: the counts on boards n + ``shift``."""

    source: Source
    first: int
    shift: int
    values: tuple[int, ...]

    def __getitem__(self, n: int) -> int:
        return self.values[n - self.first]

    @property
    def last(self) -> int:
        return self.first + len(self.values) - 1


@dataclass(frozen=True)
class Piece:
    """A clause as it stands in a line, and what it is."""

    text: str
    truth: str
    is_equation: bool = False
    is_ranged: bool = False


def _sequence(rng: Random, source: Source) -> Terms:
    first = rng.choice((0, 0, 1, 1, 2))
    board = source.board + rng.choice((0, 0, 1))
    if source.board:
        first = source.board if rng.random() < 0.7 else first
        board = source.board
    counts = source.counts(_FAR + 8)[board - source.board :]
    return Terms(source, first, board - first, tuple(counts[:_FAR]))


# Notation


def _sum(rng: Random, parts: Iterable[tuple[int, str]]) -> str:
    """A linear combination in one of several hands."""
    style = rng.choice(("plain", "hardin", "tight", "bare"))
    text = ""
    for c, name in parts:
        if not c:
            continue
        size = abs(c)
        star = "" if style == "bare" else "*"
        body = f"{size}{star}{name}" if name and size != 1 else name or str(size)
        if not text:
            text = body if c > 0 else f"-{body}"
        else:
            sign = "+" if c > 0 else "-"
            text += {"hardin": f" {sign}{body}", "tight": f"{sign}{body}"}.get(style, f" {sign} {body}")
    return text or "0"


def _index(k: int) -> str:
    return "a(n)" if not k else f"a(n{k:+d})"


def _range(rng: Random, start: int) -> str:
    """``start`` is the first n that is meant."""
    forms = [f" for n >= {start}", f" for n>={start}", f" (n >= {start})", f" for all n >= {start}"]
    before = start - 1
    more = [f" for n>{before}", f" for n > {before}", f", n > {before}", f" (for n>{before})"]
    return rng.choice(forms + (more if start > 0 else []))


def _product(a: Sequence[int], b: Sequence[int]) -> list[int]:
    found = [0] * (len(a) + len(b) - 1)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            found[i + j] += x * y
    return found


# Clauses


def _claimed(rng: Random, text: str, fails: Sequence[int], least: int, last: int) -> Piece:
    """The equation with a range or without one; ``fails`` are all n from ``least`` on where it is wrong.

    Before ``least`` it needs terms that are not there.
    """
    for_ever = bool(fails) and fails[-1] > last - 12
    if for_ever or not fails:
        truth = FALSE if fails else TRUE
        if least > 0 and rng.random() < 0.2:  # begins before it makes sense
            return Piece(text + _range(rng, rng.randrange(least)), truth if fails else LATER, True, True)
        if rng.random() < 0.5:
            return Piece(text + _range(rng, least + rng.randrange(4)), truth, True, True)
        return Piece(text, truth, True)
    holds = fails[-1] + 1
    kind = rng.randrange(3)
    if kind == 0:  # from where it holds
        return Piece(text + _range(rng, holds + rng.randrange(3)), TRUE, True, True)
    if kind == 1:  # begins too early
        return Piece(text + _range(rng, rng.randint(0, fails[-1])), LATER, True, True)
    return Piece(text, TRUE, True)  # no range: it holds later on


def recurrence(rng: Random, a: Terms, is_wrong: bool) -> Piece:
    """A recurrence of the source, or a multiple of it; perhaps with one number changed."""
    full = [1, *(-c for c in a.source.back)]
    for _ in range(rng.choice((0, 0, 0, 1, 2))):
        full = _product(full, [1, rng.choice((-2, -1, 1, 2))])
    back = [-c for c in full[1:]]
    rest = rng.choice((0, 0, 0, 1, -1)) if is_wrong else 0
    if is_wrong and not rest:
        place = rng.randrange(len(back))
        back[place] += rng.choice((-2, -1, 1, 2))
    order = max((k for k, c in enumerate(back, 1) if c), default=0)
    if not order:
        return value(rng, a, is_wrong)
    least = a.first + order
    fails = [
        n for n in range(least, a.last + 1)
        if a[n] != sum(c * a[n - k] for k, c in enumerate(back, 1) if c) + rest
    ]  # fmt: skip
    up = rng.choice((0, 0, 0, 1, order))
    names = [(c, _index(up - k)) for k, c in enumerate(back, 1)]
    if rng.random() < 0.15:
        moved = [(1, _index(up)), *((-c, name) for c, name in names)]
        text = f"{_sum(rng, moved)} = {rest}"
    elif rng.random() < 0.1:
        text = f"{_sum(rng, [*names, (rest, '')])} = {_index(up)}"
    else:
        text = f"{_index(up)} = {_sum(rng, [*names, (rest, '')])}"
    # With n + up on the left, n itself begins that much earlier, and not before 0.
    shifted = [n - up for n in fails]
    return _claimed(rng, text, shifted, max(least - up, 0), a.last - up)


def series(rng: Random, a: Terms, is_wrong: bool) -> Piece:
    """The generating function with x^n for a(n), over a multiple of the denominator."""
    below = [1, *(-c for c in a.source.back)]
    if rng.random() < 0.3:
        below = _product(below, [1, rng.choice((-1, 1, 2))])
    row = [0] * a.first + list(a.values)
    length = a.first + len(a.source.start) + len(below) + 2 + a.source.regular
    above = _product(row, below)[:length]
    while above and not above[-1]:
        above.pop()
    if is_wrong:
        which = above if rng.random() < 0.6 else below
        place = rng.randrange(len(which)) if which is above else rng.randrange(1, len(below))
        which[place] += rng.choice((-2, -1, 1, 2))
    found: list[int] = []
    for n in range(a.last + 1):
        known = sum(below[k] * found[n - k] for k in range(1, min(n, len(below) - 1) + 1))
        found.append((above[n] if n < len(above) else 0) - known)
    truth = TRUE if found == row[: a.last + 1] else FALSE
    letter = rng.choice("xxxxzt")
    powers = ["", letter, *(f"{letter}^{k}" for k in range(2, 40))]
    up, down = (_sum(rng, zip(side, powers, strict=False)) for side in (above, below))
    names = (
        "G.f.: ", "g.f.: ", "G.f. = ", "G.f.: A({0}) = ", "G.f. is ", "O.g.f.: ", "generating function: ",
    )  # fmt: skip
    head = rng.choice(names)
    return Piece(f"{head.format(letter)}({up})/({down})", truth)


def closed(rng: Random, a: Terms, is_wrong: bool) -> Piece:
    """A closed form of the source, with the index moved as the entry asks; wrong by a number, or by n."""
    if not a.source.closed:
        return recurrence(rng, a, is_wrong)
    form, known = rng.choice(a.source.closed)
    moved = f"n{a.shift:+d}" if a.shift else "n"
    text = form.replace("{}", moved if "(" in form else "n")
    extra = rng.choice((" + 1", " - 1", " + n", " + (-1)^n", " + 0^n", " - 2^n")) if is_wrong else ""
    more: dict[str, Callable[[int], int]] = {
        "": lambda _: 0, " + 1": lambda _: 1, " - 1": lambda _: -1, " + n": lambda n: n,
        " + (-1)^n": lambda n: (-1) ** n, " + 0^n": lambda n: int(n == 0), " - 2^n": lambda n: -(2**n),
    }  # fmt: skip
    fails = [n for n in range(a.first, a.last + 1) if a[n] != known(n + a.shift) + more[extra](n)]
    factor = rng.choice(("", "", "", "2", "3"))
    if factor:
        return _claimed(rng, f"{factor}*a(n) = {factor}*({text}{extra})", fails, a.first, a.last)
    return _claimed(rng, f"a(n) = {text}{extra}", fails, a.first, a.last)


def value(rng: Random, a: Terms, is_wrong: bool) -> Piece:
    n = a.first + rng.randrange(12)
    shown = a[n] + (rng.choice((-7, -1, 1, 8)) if is_wrong else 0)
    return Piece(rng.choice((f"a({n}) = {shown}", f"a({n})={shown}")), FALSE if is_wrong else TRUE)


def degree(rng: Random, a: Terms, is_wrong: bool) -> Piece:
    """Hardin's remark about polynomials behind a recurrence."""
    behind = recurrence(rng, a, False)
    back = a.source.back
    row = [1]
    for _ in back:
        row = _product(row, [1, -1])
    is_polynomial = row == [1, *(-c for c in back)] and not a.source.regular
    size = len(back) - 1 + (rng.choice((-1, 1)) if is_wrong else 0)
    if size < 0 or behind.is_ranged or "=" not in behind.text:
        return behind
    right = is_polynomial and not is_wrong
    truth = TRUE if right and behind.truth == TRUE else FALSE
    return Piece(f"{behind.text} (=polynomial degree {size})", truth, True)


_MAKERS = (recurrence, recurrence, recurrence, series, series, closed, closed, value, degree)

WORDS = tomllib.loads((Path(__file__).parent.parent / "data" / "entries.toml").read_text("utf-8"))
"""Heads, hedges, joints, names; clauses that cannot be read, and words that make something else of others."""


def _signed(rng: Random) -> str:
    name, date = rng.choice(WORDS["names"]), rng.choice(WORDS["dates"])
    return rng.choice(("", "", f" - {name}, {date}", f" [{name}, {date}]", f" (from {name})"))


def _line(rng: Random, a: Terms, is_true: bool, hedge: str) -> tuple[str, str]:
    """One to four clauses with hedge and attribution, and the verdict that is expected."""
    number = rng.choice((1, 1, 2, 2, 3, 4))
    bad = set() if is_true else {rng.randrange(number)} | {k for k in range(number) if rng.random() < 0.3}
    texts, truths = [], []
    for k in range(number):
        if k in bad and rng.random() < 0.4:
            texts.append(rng.choice(WORDS["unreadable"]))
            truths.append(UNREAD)
            continue
        is_wrong, meant = (False, LATER) if rng.random() < 0.2 else (True, FALSE)
        is_wrong, meant = (is_wrong, meant) if k in bad else (False, TRUE)
        piece = rng.choice(_MAKERS)(rng, a, is_wrong)
        while piece.truth != meant:
            piece = rng.choice(_MAKERS)(rng, a, is_wrong)
        text, truth = piece.text, piece.truth
        if k in bad and rng.random() < 0.25:
            good = rng.choice(_MAKERS)(rng, a, False)
            text, truth = good.text + rng.choice(WORDS["limits"]), UNREAD
        elif piece.is_equation and not piece.is_ranged and a.source.regular == 0 and rng.random() < 0.2:
            joint = rng.choice((", ", ", with "))
            text += f"{joint}a({a.first})={a[a.first]}, a({a.first + 1})={a[a.first + 1]}"
        texts.append(text)
        truths.append(truth)
    if texts[0] in WORDS["unreadable"] and not hedge and rng.random() < 0.5:
        hedge = "Conjecture: "
    line = hedge + texts[0]
    for text in texts[1:]:
        line += rng.choice(WORDS["joints"]) + text
    line += rng.choice(("", ".")) + (_signed(rng) if rng.random() < 0.5 else "")
    if rng.random() < 0.1:
        line += rng.choice((" Checked to n = 100.", ". Verified for n <= 40."))
        line = line.replace("...", ". ").replace(".. ", ". ") if "..." not in "".join(texts) else line
    expected = next(truth for truth in (UNREAD, FALSE, LATER, TRUE) if truth in truths)
    if not is_true and rng.random() < 0.2:
        words = line.split(" ")
        words.insert(rng.randrange(len(words) + 1), rng.choice(WORDS["alien"]))
        line, expected = " ".join(words), UNREAD
    return line.rstrip(), expected


def _entry(rng: Random, is_true: bool) -> EntryCase:
    a = _sequence(rng, rng.choice(sources()))
    lines: list[str] = []
    expected: list[str] = []
    for _ in range(rng.randint(1, 4)):
        if rng.random() < 0.6:
            line, verdict = _line(rng, a, is_true, rng.choice(WORDS["hedges"]))
            lines.append(line)
            expected.append(verdict)
            continue
        is_plain = is_true or rng.random() < 0.5
        head = rng.choice(WORDS["plain_heads"] if is_plain else WORDS["other_heads"])
        lines.append(head.format(rng.choice(WORDS["names"]), rng.choice(WORDS["dates"])))
        for _ in range(rng.randint(1, 4)):
            line, verdict = _line(rng, a, is_true or not is_plain, "")
            lines.append(line)
            expected.append(verdict if is_plain else UNREAD)
        if rng.random() < 0.3:
            lines[-1] += " (End)"
        else:
            lines.append("(End)")
    if not is_true and rng.random() < 0.25:
        head = rng.choice(WORDS["colon_heads"])
        lines.append(head)
        expected += [UNREAD] if "Conjecture" in head or "odd" in head else []
        for _ in range(rng.randint(1, 2)):
            lines.append(_line(rng, a, True, rng.choice(WORDS["hedges"]))[0])
            expected.append(UNREAD)
    kind = rng.choice("FFFC")
    return EntryCase(_written(rng, a, lines, kind), a.source.game, a.source.family, tuple(expected))


def _written(rng: Random, a: Terms, said: Sequence[str], kind: str) -> str:
    """The internal format, with the lines as comments or as formulas."""
    terms = a.values[: rng.randint(8, 20)]
    second = next((k for k, term in enumerate(terms, 1) if abs(term) > 1), 1)
    rows = ["%I A000001", f"%S A000001 {','.join(map(str, terms))}", "%N A000001 A name."]
    rows += [f"%{kind} A000001 {line}" for line in said]
    rows += ["%K A000001 nonn", f"%O A000001 {a.first},{second}", "%A A000001 _Jane Doe_, Jan 01 2026"]
    return "\n".join(rows) + "\n"


def true_entry(rng: Random) -> EntryCase:
    """An entry all of whose hedged lines are wholly true."""
    return _entry(rng, True)


def false_entry(rng: Random) -> EntryCase:
    """An entry with something false or unreadable in each hedged line, or above it."""
    return _entry(rng, False)


def case(rng: Random) -> EntryCase:
    return _entry(rng, rng.random() < 0.5)


def tags(made: EntryCase) -> list[str]:
    return [f"entry: of {len(made.expected)}"]


def compare(made: EntryCase) -> Compared:
    """Each line of an entry has the verdict that is expected of it, or "cannot say", which is never wrong."""
    lines = confirm(Entry.parse(made.text), made.game, made.family).lines
    pairs = [(line.verdict.value, true, line.line) for line, true in zip(lines, made.expected, strict=True)]
    for said, true, line in pairs:
        if said not in (true, UNREAD):
            raise FaultError(f"{said!r} is said of {line!r}, which is {true!r}: {made}", f"{true} {said}")
    return len(pairs), [f"line that is {true!r}: {said}" for said, true, _ in pairs]
