"""Derived families as certificates; ``gfkit.proofs.checker.fractions`` says what a file has."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from gfkit.errors import MismatchError
from gfkit.games import Question
from gfkit.games.kind import KINDS
from gfkit.games.library import rule_file_text
from gfkit.host.files import write_whole
from gfkit.proofs.checker.boards import Family, system_of
from gfkit.proofs.checker.core import Machine, System
from gfkit.proofs.checker.families import read_family
from gfkit.proofs.checker.fractions import FRACTIONS, build_system, states_data
from gfkit.proofs.checker.kinds import Asked
from gfkit.proofs.checker.reading import Budget, RefusalError, UndecidedError
from gfkit.proofs.plain import plain_family, plain_rule
from gfkit.sequences import Polynomial
from gfkit.transfer import Derived

VERSION = 6
WRITTEN = 20_000_000
"""Steps up to which the states of a certificate are written out; beyond, its checker makes them itself."""
_LONG = 10**4000
"""Numbers from here on are written in hexadecimal, as Python limits the digits of decimal ones."""


def certificate_of(derived: Derived) -> dict[str, object]:
    """The object that is saved of a derived family: what was asked, the fraction, the system and its states.

    Of a rule that divides its numbers these are the numbers before. Fails with MismatchError for what the
    checker has no word for.

    >>> import gfkit
    >>> from gfkit.proofs.checker.program import check_certificate
    >>> certificate = certificate_of(gfkit.derive("col", "path:n"))
    >>> check_certificate(certificate).rests_on
    'the rule and the boards in the file; 3 states, 2 slices swept'
    """
    question, rule = derived.question, derived.counted_rule
    asked = Asked(question.positions.value, len(derived.weights))
    family = plain_family(derived.board)
    fraction = derived.undivided or derived.generating_function
    boards = read_family(_json(family))
    plain = plain_rule(rule) if rule.kind in KINDS else {"kind": rule.kind}
    try:
        system = _system(question, _json(plain), asked, boards)
    except RefusalError as refusal:
        where = f"{derived.game} on {derived.board}"
        raise MismatchError(f"no certificate is written of {where}: {refusal.reason}") from None
    sizes: list[int] = []
    debts: list[object] = []
    states: list[list[list[object]]] = []
    try:
        machine = Machine(system, Budget(WRITTEN))
        debts, states = states_data(machine)
        sizes = [len(layer) for layer in states]
    except RefusalError:  # too many states to be written
        pass
    return {
        "format": FRACTIONS,
        "version": VERSION,
        "game": derived.game,
        "board": derived.board,
        "positions": derived.positions,
        "weights": list(derived.weights),
        "first_n": derived.first_n,
        "text": rule_file_text(derived.game) or "",
        "rule": plain,
        "family": family,
        "numerator": _terms(fraction.numerator),
        "denominator": _terms(fraction.denominator),
        "system": system.data(),
        "sizes": sizes,
        "debts": debts,
        "states": states,
    }


def _system(question: Question, plain: dict[str, object], asked: Asked, boards: Family) -> System:
    """The system that the checker makes of a rule, or that of the rule's constraints where it makes none."""
    if plain["kind"] in KINDS:
        with suppress(UndecidedError):
            return build_system(plain, asked, boards)
    from gfkit.proofs.translation import translate

    return system_of(boards, *translate(question))


def certificate_text(certificate: Mapping[str, object]) -> str:
    """The text of a certificate file: one line for each key, and for the states before each site."""

    def written(value: object) -> str:
        return json.dumps(value, separators=(",", ":"))

    lines = [f'"{key}": {written(value)}' for key, value in certificate.items() if key != "states"]
    layers = certificate.get("states")
    if isinstance(layers, list):
        lines.append('"states": [\n' + ",\n".join(map(written, layers)) + "\n]")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def save_derived(derived: Derived, path: str | Path) -> None:
    """Writes the certificate of a derived family to a file."""
    write_whole(path, certificate_text(certificate_of(derived)))


def _json(value: object) -> dict[str, object]:
    """A value as a file has it."""
    plain: dict[str, object] = json.loads(json.dumps(value))
    return plain


def _terms(polynomial: Polynomial) -> list[list[int | str]]:
    """The terms of a polynomial in t and weights as [n, i, j, c].

    >>> _terms(Polynomial.parse("3 - 2*t^3*x", ("t", "x")))
    [[0, 0, 0, 3], [3, 1, 0, -2]]
    """
    names = polynomial.variables
    terms = {}
    for powers, value in polynomial.terms:
        by_name = dict(zip(names, powers, strict=True))
        terms[tuple(by_name.get(name, 0) for name in ("t", "x", "y"))] = written(value)
    return [[*powers, value] for powers, value in sorted(terms.items())]


def written(value: int) -> int | str:
    """A whole number as it stands in a file."""
    return value if abs(value) < _LONG else hex(value)
