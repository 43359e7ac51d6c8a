"""What can be run: each kind makes a case from a random generator, judges it, and makes a find small.

Besides families there are statements for ``verify``, entries for ``confirm`` and changed certificates for
``certify``. Their modules make cases whose truth is known from how they were made.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any

from gfkit import verify
from gfkit.errors import GfkitError, SelfCheckError
from gfkit.oeis import Entry
from gfkit.oeis.confirm import confirm
from gfkit.verify.certificate import check

from . import families
from .case import Ending
from .found import as_found
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


def _family(rng: Rng) -> Ending:
    return families.judge(families.case(rng))


def _shown_family(rng: Rng, ending: Ending) -> str:
    case, small = shrunk(families.case(rng), ending, families.judge)
    return f"{small.text}\n{case.command}\n\n{as_found(case)}"


def _module(name: str) -> ModuleType:
    return import_module(f"{__package__}.{name}")


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
    """A statement that is true must not be refuted, one that is false not be proved."""
    true = rng.random() < 0.5
    made = _module("formulas")
    text, game, family = made.true_statement(rng) if true else made.false_statement(rng)
    shown = f"{'true' if true else 'false'}: gfkit verify {text!r} --for {game} {family}"

    def judged() -> Ending:
        verdict = str(verify(text, game=game, family=family).verdict)
        tags = (f"{'true' if true else 'false'}, {verdict}",)
        if verdict == ("refuted" if true else "proved"):
            return Ending("wrong", f"{verdict}, and it is {shown}", f"{true} {verdict}", tags)
        return Ending("agreed", tags=tags, compared=1)

    return _guarded(judged, (f"{'true' if true else 'false'}, refused",), shown)


def _entry(rng: Rng) -> Ending:
    """No line of a true entry may be called false, and none of a false one confirmed."""
    true = rng.random() < 0.5
    made = _module("entries")
    text, game, family = made.true_entry(rng) if true else made.false_entry(rng)
    shown = f"{'true' if true else 'false'}: gfkit oeis confirm --game {game} --family {family}\n{text}"

    def judged() -> Ending:
        verdicts = [line.verdict.value for line in confirm(Entry.parse(text), game, family).lines]
        tags = tuple(f"{'true' if true else 'false'}, {verdict}" for verdict in verdicts)
        wrong = "false" if true else "confirmed"
        if wrong in verdicts:
            return Ending("wrong", f"{wrong}, and it is {shown}", f"{true} {wrong}", tags)
        return Ending("agreed", tags=tags, compared=len(verdicts))

    return _guarded(judged, (f"{'true' if true else 'false'}, refused",), shown)


def _certificate(rng: Rng) -> Ending:
    """A certificate that was changed into something false must not be accepted.

    ``mutations`` gives certificates with what was done to them, and whether they are still true.
    """
    tags: list[str] = []
    for certificate, what, true in _module("certificates").mutations(rng):
        ending = _guarded(lambda c=certificate: _checked(c), (), what)
        if ending.word == "wrong":
            return ending
        said = "accepted" if ending.text == "proved" else "rejected"
        tags.append(f"{'true' if true else 'false'}, {said}")
        if said == ("rejected" if true else "accepted"):
            return Ending("wrong", f"{said}: {what}", f"{said} {true}", tuple(tags))
    return Ending("agreed", tags=tuple(tags), compared=len(tags))


def _checked(certificate: Any) -> Ending:
    return Ending("agreed", check(certificate).status)


def _as_it_is(rng: Rng, ending: Ending) -> str:
    return ending.text


KINDS = {
    kind.name: kind
    for kind in (
        Kind("families", _family, _shown_family, 6),
        Kind("formulas", _statement, _as_it_is, 2),
        Kind("entries", _entry, _as_it_is, 1),
        Kind("certificates", _certificate, _as_it_is, 1),
    )
}


def missing(name: str) -> bool:
    """Whether what makes the cases of a kind is not there."""
    return find_spec(f"{__package__}.{name}") is None
