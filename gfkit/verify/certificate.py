"""Saved proofs: a machine, its generating function, and how many terms to compare (``checker`` says why).

The file is one JSON object. Polynomials are strings as everywhere in gfkit, numbers are small:

``format`` "gfkit-certificate", ``version`` 1; ``game``, ``board``, ``positions``, ``weights`` ([], ["x"] or
["x", "y"]) and, for a rule file, ``rule_digest``: what was asked. ``first_n``, ``offset``, ``initial_terms``,
``machine`` {``states``, ``start`` [[state, polynomial], ...], ``edges`` [[from, to, polynomial], ...],
``final`` [[state, polynomial], ...]}: the sequence, which is a(n) = 0 below first_n, then the initial terms,
and start * edges^(n - offset) * final from offset on. ``generating_function`` {``numerator``,
``denominator``}, ``recurrence`` {``order``, ``coefficients``, ``valid_from``}, ``terms`` (from first_n on):
what is claimed. ``checked_terms``: how many coefficients, from that of t^0 on, prove it. ``evidence``: how
gfkit knew it.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from gfkit.errors import InputError, LimitError
from gfkit.sequences import Evidence, Polynomial
from gfkit.verify import checker
from gfkit.verify.checker import Verdict

FORMAT, VERSION = "gfkit-certificate", 1


@dataclass(frozen=True)
class Proof:
    """All that a certificate states, as plain values.

    Polynomials of the machine are in the weights; numerator and denominator have the variable t too.
    Entries of the machine at the same place are added.

    >>> one, z = Polynomial.constant(1), Polynomial.parse("1 - t - t^2", ("t",))
    >>> fibonacci = Proof(
    ...     game="domineering", board="1xn", positions="all", weights=(), first_n=0, initial_terms=(),
    ...     states=2, start=((0, one),), edges=((0, 0, one), (0, 1, one), (1, 0, one)), final=((0, one),),
    ...     numerator=Polynomial.constant(1, ("t",)), denominator=z)
    >>> checker.check(fibonacci.certificate()).reason
    'the fraction is the generating function of the machine (2 states, order 2, 4 coefficients compared...)'
    """

    game: str
    board: str
    positions: str
    weights: tuple[str, ...]
    first_n: int
    initial_terms: tuple[Polynomial, ...]
    states: int
    start: tuple[tuple[int, Polynomial], ...]
    edges: tuple[tuple[int, int, Polynomial], ...]
    final: tuple[tuple[int, Polynomial], ...]
    numerator: Polynomial
    denominator: Polynomial
    terms: tuple[Polynomial, ...] = ()
    evidence: Evidence | None = None
    rule_digest: str | None = None

    @property
    def offset(self) -> int:
        """Where the machine takes over from the initial terms."""
        return self.first_n + len(self.initial_terms)

    @property
    def order(self) -> int:
        return _degree(self.denominator)

    @property
    def terms_needed(self) -> int:
        """How many coefficients from t^0 on must agree to prove that all do: the theorem in ``checker``."""
        excess = _degree(self.numerator) + 1 - self.order
        return self.states + self.order + max(self.offset, excess)

    def recurrence(self) -> dict[str, object]:
        """a(n) = coefficients[0] a(n-1) + ... for n >= valid_from, as the denominator says."""
        rows: list[dict[tuple[int, ...], int]] = [{} for _ in range(self.order + 1)]
        place = self.denominator.variables.index("t") if "t" in self.denominator.variables else None
        others = [name for name in self.denominator.variables if name != "t"]
        for powers, value in self.denominator.terms:
            weights = tuple(power for i, power in enumerate(powers) if i != place)
            rows[0 if place is None else powers[place]][weights] = -value
        return {
            "order": self.order,
            "coefficients": [str(Polynomial.of(tuple(others), row)) for row in rows[1:]],
            "valid_from": max(self.first_n + self.order, _degree(self.numerator) + 1),
        }

    def certificate(self) -> dict[str, object]:
        """The object that is saved."""
        optional: dict[str, object] = {}
        if self.rule_digest is not None:
            optional["rule_digest"] = self.rule_digest
        if self.evidence is not None:
            optional["evidence"] = self.evidence.as_json()
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "board": self.board,
            "positions": self.positions,
            "weights": list(self.weights),
            "first_n": self.first_n,
            "offset": self.offset,
            "initial_terms": [str(term) for term in self.initial_terms],
            "machine": {
                "states": self.states,
                "start": _entries(self.start),
                "edges": _entries(self.edges),
                "final": _entries(self.final),
            },
            "generating_function": {
                "numerator": str(self.numerator),
                "denominator": str(self.denominator),
            },
            "recurrence": self.recurrence(),
            "terms": [str(term) for term in self.terms],
            "checked_terms": self.terms_needed,
            **optional,
        }


def save(path: str | Path, proof: Proof) -> None:
    """Writes a certificate; a file is there whole or not at all."""
    lines = ",\n".join(f"{json.dumps(key)}: {_dumped(value)}" for key, value in proof.certificate().items())
    target = Path(path)
    draft = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        draft.write_text("{\n" + lines + "\n}\n", encoding="utf-8")
        draft.replace(target)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"file {str(path)!r} cannot be written: {reason}") from None
    finally:
        with suppress(OSError, ValueError):
            draft.unlink()


def load(path: str | Path) -> dict[str, object]:
    """The object in a certificate file; whether it is true is another question.

    >>> load("missing.json")
    Traceback (most recent call last):
    ...
    gfkit.errors.InputError: certificate 'missing.json': cannot be read (No such file or directory)
    """
    try:
        found = checker.read(str(path))
    except checker.RefusalError as refusal:
        raise InputError(f"certificate {str(path)!r}: {refusal}") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise InputError(
            f"certificate {str(path)!r}: expected a file written with --save, which has the format {FORMAT!r}"
        )
    return found


def certify_file(path: str | Path, limit: int = checker.LIMIT) -> Verdict:
    """Lets the independent checker judge a file: proved or refuted; an error for what it cannot judge.

    ``limit`` bounds the work, in steps of about a nanosecond.
    """
    verdict = checker.check(load(path), limit)
    if verdict.code == 2:
        raise InputError(f"certificate {str(path)!r}: {verdict.reason}")
    if verdict.code == 3:
        raise LimitError(f"certificate {str(path)!r}: {verdict.reason}")
    return verdict


def _degree(polynomial: Polynomial) -> int:
    """In t; -1 for zero."""
    if "t" not in polynomial.variables:
        return 0 if polynomial.terms else -1
    place = polynomial.variables.index("t")
    return max((powers[place] for powers, _ in polynomial.terms), default=-1)


def _entries(entries: Iterable[tuple[int, Polynomial] | tuple[int, int, Polynomial]]) -> list[list[object]]:
    """Entries at the same place added, those that are zero left out, in order."""
    found: dict[tuple[int, ...], Polynomial] = {}
    for *states, weight in entries:
        place = tuple(states)
        found[place] = found[place] + weight if place in found else weight
    return [[*place, str(weight)] for place, weight in sorted(found.items()) if weight.terms]


def _dumped(value: object) -> str:
    """JSON with one line for every part of a machine."""
    if isinstance(value, dict):
        return (
            "{\n"
            + ",\n".join(f"  {json.dumps(key)}: {json.dumps(part)}" for key, part in value.items())
            + "}"
        )
    return json.dumps(value)
