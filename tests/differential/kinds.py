"""What can be run: each kind makes a case from a random generator, judges it, and makes a find small.

Most kinds have a module with ``case`` and ``judge``. Besides there are statements for ``verify``, entries for
``confirm`` and changed certificates for ``certify``, whose truth is known from how they were made.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from gfkit import verify
from gfkit.errors import GfkitError, SelfCheckError
from gfkit.oeis import Entry
from gfkit.oeis.confirm import confirm

from . import families
from .case import Ending
from .found import as_found, table_of
from .shrink import shrunk

Rng = random.Random


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of cases: judged from a generator; ``shown`` is the text of a find, made small."""

    name: str
    judge: Callable[[Rng], Ending]
    shown: Callable[[Rng, Ending], str]
    share: int
    """Its part of the time when everything is run."""


def _module(name: str) -> ModuleType:
    return import_module(f"{__package__}.{name}")


def _drawn(name: str, share: int) -> Kind:
    """A kind whose module draws a case, and judges it; a find is made small, and shown as a table to keep."""

    def judge(rng: Rng) -> Ending:
        made = _module(name)
        return made.judge(made.case(rng))  # type: ignore[no-any-return]

    def shown(rng: Rng, ending: Ending) -> str:
        made = _module(name)
        case, small = shrunk(made.case(rng), ending, made.judge)
        return f"{small.text}\n{case.command}\n\n{as_found(case, table_of(name))}"

    return Kind(name, judge, shown, share)


def _guarded(judged: Callable[[], Ending], tags: tuple[str, ...], shown: str) -> Ending:
    """What a judge says; a refusal is fine, any exception that is none of gfkit's own is a find."""
    try:
        return judged()
    except SelfCheckError as wrong:
        return Ending("wrong", f"SelfCheckError: {wrong}\n{shown}", "SelfCheckError", tags)
    except GfkitError as refusal:
        return Ending("refused", families.pattern(refusal), tags=tags)
    except Exception as crash:
        text, fault = families.crashed(crash)
        return Ending("wrong", f"{text}\n{shown}", fault, tags)


def _statement(rng: Rng) -> Ending:
    """A statement that is true is neither refuted nor true later only; one that is false is not proved."""
    made, true = _module("formulas"), rng.random() < 0.5
    text, game, family = made.true_statement(rng) if true else made.false_statement(rng)
    word = "true" if true else "false"
    shown = f"{word}: gfkit verify {text!r} --for {game} {family}"

    def judged() -> Ending:
        verdict = str(verify(text, game=game, family=family).verdict)
        tags = (f"{word}: {verdict}",)
        if verdict in (("refuted", "later") if true else ("proved",)):
            return Ending("wrong", f"{verdict}, and it is {shown}", f"{word} {verdict}", tags)
        return Ending("agreed", tags=tags, compared=1)

    return _guarded(judged, (f"{word}: refused",), shown)


def _entry(rng: Rng) -> Ending:
    """Each line of an entry has the verdict that is expected of it, or "cannot say", which is never wrong."""
    made = _module("entries")
    entry = made.true_entry(rng) if rng.random() < 0.5 else made.false_entry(rng)
    shown = f"gfkit oeis confirm entry.txt --game {entry.game} --family {entry.family}\n\n{entry.text}"

    def judged() -> Ending:
        lines = confirm(Entry.parse(entry.text), entry.game, entry.family).lines
        pairs = [(line.verdict.value, line.line) for line in lines]
        tags = [
            f"line that is {true!r}: {said}" for (said, _), true in zip(pairs, entry.expected, strict=True)
        ]
        for (said, line), true in zip(pairs, entry.expected, strict=True):
            if said not in (true, "cannot say"):
                text = f"{said!r} is said of {line!r}, which is {true!r}: {shown}"
                return Ending("wrong", text, f"{true} {said}", tuple(tags))
        return Ending("agreed", tags=tuple(tags), compared=len(tags))

    return _guarded(judged, ("entry: refused",), shown)


def _range(rng: Rng) -> Ending:
    """A statement is judged at every n of its range: by the game, by some terms, as a line of an entry."""
    made = _module("ranges").ranged(rng)
    family, holds_from = made.family, made.holds_from
    door = rng.choice(("game", "game", "data", "entry"))
    terms = [int(term) for term in family.terms(rng.randint(6, 24))]
    true = "false" if holds_from is None else "true" if holds_from == made.since else "later"
    asked = f"--for {family.game} {family.boards}" if door != "data" else f"and the terms {terms}"
    shown = f"{true} (from {holds_from}): gfkit verify {made.text!r} {asked} ({door})"

    def by_game() -> tuple[str, bool]:
        verdict = verify(made.text, game=family.game, family=family.boards)
        word = str(verdict.verdict)
        is_right = (
            word in {"true": ("proved", "consistent"), "later": ("later",), "false": ("refuted",)}[true]
        )
        return word, is_right and (
            word != "later" or (verdict.holds_from, verdict.printed_from) == (holds_from, made.since)
        )

    def by_data() -> tuple[str, bool]:
        word = str(verify(made.text, data=terms, offset=family.first_n).verdict)
        return word, word == ("refuted" if made.differs_in(len(terms)) else "consistent")

    def by_entry() -> tuple[str, bool]:
        entry = Entry(
            "A000001", terms=tuple(terms), first_n=family.first_n, formulas=(f"Conjecture: {made.text}.",)
        )
        (line,) = confirm(entry, family.game, family.boards, terms=40).lines
        word = line.verdict.value
        is_right = word == {"true": "confirmed", "later": "later", "false": "false"}[true]
        return word, word == "cannot say" or (is_right and (word != "later" or line.from_n == holds_from))

    def judged() -> Ending:
        word, is_right = {"game": by_game, "data": by_data, "entry": by_entry}[door]()
        tags = (f"{door}, {true}: {word}", f"form: {made.form}")
        if not is_right:
            return Ending("wrong", f"{word}, and it is {shown}", f"{door} {true} {word}", tags)
        return Ending("agreed", tags=tags, compared=1)

    return _guarded(judged, (f"{door}, {true}: refused", f"refused: {made.form}"), shown)


def _certificate(rng: Rng) -> Ending:
    """A certificate that was changed into something false is not accepted; the checker's machine is right."""
    made = _module("certificates")
    tag, cases = ("case: file", made.mutations) if rng.random() < 0.6 else ("case: machine", made.machines)
    case = next(cases(rng))

    def judged() -> Ending:
        wrong = case.failure()
        return Ending("wrong", wrong, tag, (tag,)) if wrong else Ending("agreed", tags=(tag,), compared=1)

    return _guarded(judged, (tag,), str(case)[:2000])


def _play(rng: Rng) -> Ending:
    """A placement game on a small board: positions, winners, values and points as by definition."""
    made = _module("play")
    asked = made.asked(rng)
    return _guarded(lambda: made.judge(*asked), ("play",), made.told(*asked))


def _as_it_is(rng: Rng, ending: Ending) -> str:
    return ending.text


KINDS = {
    kind.name: kind
    for kind in (
        _drawn("families", 6),
        _drawn("arrays", 4),
        _drawn("covers", 3),
        _drawn("hanging", 3),
        Kind("formulas", _statement, _as_it_is, 2),
        Kind("entries", _entry, _as_it_is, 1),
        Kind("ranges", _range, _as_it_is, 2),
        Kind("certificates", _certificate, _as_it_is, 1),
        Kind("play", _play, _as_it_is, 2),
        _drawn("orbits", 3),
        _drawn("optimum", 2),
        _drawn("sampling", 2),
        _drawn("constants", 2),
        _drawn("polynomials", 2),
        _drawn("misere", 1),
        _drawn("scores", 1),
        _drawn("complexes", 1),
    )
}


def missing(name: str) -> bool:
    """Whether what makes the cases of a kind is not there."""
    return find_spec(f"{__package__}.{name}") is None
