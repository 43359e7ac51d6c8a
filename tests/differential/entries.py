"""Random entries in the internal format with hedged lines, each composed of one to four clauses.

The truth of each clause (true, false, or unreadable) is known from ``ranges`` and ``formulas``, independently
of gfkit. The expected verdict of a line is ``confirmed`` if all of it is true, ``later`` if some of it is
true only after its printed range and the rest is true, ``false`` if all of it is readable and some of it is
false, and otherwise ``cannot say``. The verdict ``cannot say`` is always accepted; any other verdict must be
the expected one.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from math import comb
from pathlib import Path
from random import Random
from typing import NamedTuple

from tables import tables

from gfkit.oeis import Entry
from gfkit.oeis.confirm import confirm

from .case import Compared, FaultError
from .formulas import changed, series
from .ranges import ranged, since_in_words
from .spelling import fraction_text
from .statements import FAMILIES, Family, number, plain

TRUE, LATER, FALSE, UNREAD = "confirmed", "later", "false", "cannot say"
_WORDS = {"true": TRUE, "later": LATER, "false": FALSE}


class EntryCase(NamedTuple):
    """An entry, its structure and family, and the expected verdict of each hedged line."""

    text: str
    game: str
    family: str
    expected: tuple[str, ...]

    def __str__(self) -> str:
        return f"gfkit oeis confirm entry.txt --game {self.game} --family {self.family}\n\n{self.text}"


class Piece(NamedTuple):
    """A clause of a line, its truth, and whether it remains true with the first two values."""

    text: str
    truth: str
    takes_values: bool = False


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    """Return a temporary directory for rule files, deleted when Python exits."""
    return tempfile.TemporaryDirectory(prefix="entries")


def _rule(colours: int, *forbid: str) -> str:
    """Return the path of a rule file of arrays."""
    windows = ", ".join(f'"{window}"' for window in forbid)
    file = Path(_folder().name) / f"{'-'.join((str(colours), *forbid)).replace('?', 'o')}.toml"
    file.write_text(f'name = "Arrays"\n[cells]\ncolours = {colours}\n[rules]\nforbid = [{windows}]\n')
    return str(file)


def _rising(colours: int) -> Family:
    """Return nondecreasing words: binomial(n + k - 1, k - 1), a polynomial of degree k - 1."""
    falling = [f"{b}{a}" for b in range(colours) for a in range(b)]
    size, back = colours - 1, [(-1) ** k * comb(colours, k + 1) for k in range(colours)]
    closed = [(f"binomial({{}}+{size}, {size})", lambda m: comb(m + size, size))]
    closed += [("({}+1)*({}+2)/2", lambda m: comb(m + 2, 2))] * (colours == 3)
    start = [comb(n + size, size) for n in range(colours)]
    return plain(_rule(colours, *falling), "1xn", 0, start, back, None, tuple(closed))


@cache
def sources() -> tuple[Family, ...]:
    """Return families with printed counts, and some of words."""
    twos = (("2^({})", lambda m: 2**m), ("4^({})/2^({})", lambda m: 2**m))
    return (
        *FAMILIES,
        *map(_rising, (2, 3, 4)),
        plain(_rule(2), "1xn", 0, [1], [2], None, twos),  # all words
        plain(_rule(3), "1xn", 0, [1], [3], None, (("3^({})", lambda m: 3**m),)),
        plain(_rule(2, "111"), "1xn", 0, [1, 2, 4], [1, 1, 1]),  # A000073
        # Every cell but the last three must be 1: 1, 2, 4, 8, 8, 8, ...
        plain(_rule(2, "0???"), "1xn", 0, [1, 2, 4, 8], [1]),
    )


def _moved(rng: Random, source: Family) -> Family:
    """Return the family with a(n) for the board n + ``shift``, because entries choose their offset."""
    first = source.first_n if source.first_n and rng.random() < 0.7 else rng.choice((0, 0, 1, 1, 2))
    ahead = 0 if source.first_n else rng.choice((0, 0, 1))
    initial = tuple(number(term) for term in source.far[ahead : ahead + len(source.initial)])
    return replace(source, first_n=first, initial=initial, shift=source.first_n + ahead - first)


# Clauses


def _respelled(rng: Random, text: str) -> str:
    """Write sums in one of several notations."""
    hands = ((r" ([+-]) ", r" \1"), (r" ([+-]) ", r"\1"), (r"(\d)\*(?=a)", r"\1"), ("x", "x"))
    return re.sub(*rng.choice(hands), text)


def equation(rng: Random, a: Family) -> Piece:
    """Return an equation with a range; without a range it is true if it holds for large n."""
    made = ranged(rng, [a], ["recurrence", "closed form"])
    text = _respelled(rng, made.text)
    if rng.random() < 0.6:
        return Piece(text + since_in_words(rng, made.since), _WORDS[made.true])
    return Piece(text, FALSE if made.true == "false" else TRUE, made.holds_behind(2))


def function(rng: Random, a: Family) -> Piece:
    """Return the generating function with x^n for a(n), over a multiple of the denominator."""
    made = series(rng, a)
    made = changed(rng, made) if rng.random() < 0.5 else made
    letter = rng.choice("xxxxzt")
    heads = "G.f.: |g.f.: |G.f. = |G.f.: A({0}) = |G.f. is |O.g.f.: |generating function: "
    text = rng.choice(heads.split("|")).format(letter) + fraction_text(rng, made, letter)
    return Piece(text, TRUE if made.is_true() else FALSE)


def value(rng: Random, a: Family) -> Piece:
    n, more = a.first_n + rng.randrange(12), rng.choice((0, 0, 0, -7, -1, 1, 8))
    text = f"a({n}){rng.choice((' = ', '='))}{a.far[n - a.first_n] + more}"
    return Piece(text, FALSE if more else TRUE)


def _piece(rng: Random, a: Family, truth: str) -> Piece:
    while True:
        made = rng.choice((equation, equation, equation, function, value))(rng, a)
        if made.truth == truth:
            return made


WORDS = tables("entries")
"""Heads, hedges, joints, names; clauses that cannot be read, and words that make something else of others."""


def _signed(rng: Random) -> str:
    name, date = rng.choice(WORDS["names"]), rng.choice(WORDS["dates"])
    return rng.choice(("", "", f" - {name}, {date}", f" [{name}, {date}]", f" (from {name})"))


def _line(rng: Random, a: Family, is_true: bool, hedge: str) -> tuple[str, str]:
    """Return one to four clauses with hedge and attribution, and the expected verdict."""
    number = rng.choice((1, 1, 2, 2, 3, 4))
    bad = set() if is_true else {rng.randrange(number)} | {k for k in range(number) if rng.random() < 0.3}
    texts, truths = [], []
    for k in range(number):
        if k in bad and rng.random() < 0.4:
            texts.append(rng.choice(WORDS["unreadable"]))
            truths.append(UNREAD)
            continue
        wrong = LATER if rng.random() < 0.2 else FALSE
        text, truth, takes_values = _piece(rng, a, wrong if k in bad else TRUE)
        if k in bad and rng.random() < 0.25:
            text, truth = _piece(rng, a, TRUE).text + rng.choice(WORDS["limits"]), UNREAD
        elif takes_values and len(a.initial) == len(a.back) and rng.random() < 0.2:
            first = a.first_n
            text += rng.choice((", ", ", with ")) + f"a({first})={a.far[0]}, a({first + 1})={a.far[1]}"
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
    a = _moved(rng, rng.choice(sources()))
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
    return EntryCase(_written(rng, a, lines, kind), a.game, a.boards, tuple(expected))


def _written(rng: Random, a: Family, said: Sequence[str], kind: str) -> str:
    """Return the entry in the internal format, with the lines as comments or as formulas."""
    terms = a.far[: rng.randint(8, 20)]
    second = next((k for k, term in enumerate(terms, 1) if abs(term) > 1), 1)
    rows = ["%I A000001", f"%S A000001 {','.join(map(str, terms))}", "%N A000001 A name."]
    rows += [f"%{kind} A000001 {line}" for line in said]
    rows += ["%K A000001 nonn", f"%O A000001 {a.first_n},{second}", "%A A000001 _Jane Doe_, Jan 01 2026"]
    return "\n".join(rows) + "\n"


def case(rng: Random) -> EntryCase:
    return _entry(rng, rng.random() < 0.5)


def tags(made: EntryCase) -> list[str]:
    return [f"entry: of {len(made.expected)}"]


def compare(made: EntryCase) -> Compared:
    """Compare the verdict of each line with the expected one; "cannot say" is always accepted."""
    lines = confirm(Entry.parse(made.text), made.game, made.family).lines
    pairs = [(line.verdict.value, true, line.line) for line, true in zip(lines, made.expected, strict=True)]
    for said, true, line in pairs:
        if said not in (true, UNREAD):
            raise FaultError(f"verdict {said!r} for {line!r}, which is {true!r}: {made}", f"{true} {said}")
    return len(pairs), [f"line that is {true!r}: {said}" for said, true, _ in pairs]
