"""Saved proofs: a machine, its generating function, and how many terms to compare (``checker`` says why).

The file is one JSON object. ``format`` is "gfkit-certificate", ``version`` 2 (3 is for strips too wide for
this, see ``strip_proof``). ``game``, ``board``, ``positions`` and ``weights`` ([], ["x"] or ["x", "y"]): what
was asked. ``first_n``, ``offset``, ``initial_terms``, ``states``, ``start``, ``edges``, ``final``: the
sequence, which is a(n) = 0 below first_n, then the initial terms, and start * edges^(n - offset) * final from
offset on. ``numerator``, ``denominator``: the generating function claimed for it.

Terms are lists of whole numbers: the place, the powers of x and y, the coefficient. [3, 0, 1, -2] is
-2*y*t^3 in the numerator, -2*y for n = 3 in the initial terms and -2*y for the state 3 in ``start``;
[3, 5, 0, 1, -2] is -2*y on the edge from 3 to 5. States count from 0. Coefficients too long for Python's
decimal conversion are strings in hexadecimal, such as "-0x1f". The recurrence is the denominator, and how
many coefficients prove the claim follows from the rest.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from gfkit.errors import InputError, LimitError
from gfkit.face import Face
from gfkit.sequences import Polynomial
from gfkit.typing import OnProgress, Progress
from gfkit.verify import checker, strip_checker

FORMAT, VERSION, STRIP_VERSION = "gfkit-certificate", 2, 3
_LONG = 10**4000
"""Numbers from here on are written in hexadecimal, as Python limits the digits of decimal ones."""


@dataclass(frozen=True)
class Certification(Face):
    """Whether a certificate stands; why or why not; the exit code; how many coefficients were compared.

    What stands is proved, or ``probable`` with the chance of error that the reason states.
    """

    ok: bool
    reason: str
    code: int = 0
    checked: int = 0
    probable: bool = False

    @property
    def status(self) -> str:
        """One word: proved, probable or refuted."""
        return "refuted" if not self.ok else "probable" if self.probable else "proved"


class Saved(Protocol):
    """What can be saved: anything with the object that is written."""

    def certificate(self) -> dict[str, object]: ...


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
    >>> check(fibonacci.certificate()).reason
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

    @property
    def offset(self) -> int:
        """Where the machine takes over from the initial terms."""
        return self.first_n + len(self.initial_terms)

    def certificate(self) -> dict[str, object]:
        """The object that is saved."""
        return {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "board": self.board,
            "positions": self.positions,
            "weights": list(self.weights),
            "first_n": self.first_n,
            "offset": self.offset,
            "states": self.states,
            "initial_terms": _terms(enumerate(self.initial_terms, self.first_n)),
            "start": _terms(self.start),
            "edges": _terms(self.edges),
            "final": _terms(self.final),
            "numerator": _series_terms(self.numerator),
            "denominator": _series_terms(self.denominator),
        }


def certificate_text(proof: Saved) -> str:
    """The text of a certificate file."""
    pairs = proof.certificate().items()
    lines = ",\n".join(f'"{key}": {json.dumps(value, separators=(",", ":"))}' for key, value in pairs)
    return "{\n" + lines + "\n}\n"


def save(path: str | Path, proof: Saved) -> None:
    """Writes a certificate."""
    write_whole(path, certificate_text(proof))


def write_whole(path: str | Path, text: str) -> None:
    """Writes a file, which is there whole or not at all; a pipe or a device is written to as it is."""
    target = Path(path)
    try:
        if target.exists() and not target.is_file():
            target.write_text(text, encoding="utf-8")
        else:
            _put_in_place(target, text)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"file {str(path)!r} cannot be written: {reason}") from None


def _put_in_place(target: Path, text: str) -> None:
    draft = target.with_name(f"{target.name}.{os.getpid()}.part")
    try:
        draft.write_text(text, encoding="utf-8")
        draft.replace(target)
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
        found = strip_checker.load(str(path))
    except strip_checker.RefusalError as refusal:
        raise InputError(f"certificate {str(path)!r}: {refusal.args[1]}") from None
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise InputError(
            f"certificate {str(path)!r}: expected a file written with --save, which has the format {FORMAT!r}"
        )
    if found.get("version") not in (VERSION, STRIP_VERSION):
        raise InputError(
            f"certificate {str(path)!r}: this version of gfkit reads versions {VERSION} and {STRIP_VERSION}"
            " of the format only; derive and save the result again"
        )
    return found


def check(
    certificate: object,
    limit: int = checker.WORK,
    *,
    primes: int | None = None,
    on_progress: OnProgress | None = None,
) -> Certification:
    """What the independent checker for certificates of this kind says of the object in a file."""

    def tell(done: int, most: int) -> None:
        if on_progress is not None:
            on_progress(Progress("checking slices", done, most, 0))

    try:
        if isinstance(certificate, dict) and certificate.get("version") == STRIP_VERSION:
            verdict = strip_checker.check(certificate, primes, limit, tell)
            return Certification(True, verdict.reason, 0, verdict.checked, not verdict.proved)
        checked, reason = checker.check(certificate, limit)
        return Certification(True, reason, checked=checked)
    except (checker.RefusalError, strip_checker.RefusalError) as refusal:
        code, reason = refusal.args
        return Certification(False, reason, code)


def certify_file(
    path: str | Path,
    limit: int = checker.WORK,
    *,
    primes: int | None = None,
    on_progress: OnProgress | None = None,
) -> Certification:
    """Lets the independent checker judge a file: proved or refuted; an error for what it cannot judge.

    Wide strips are checked modulo ``primes`` random primes; by default modulo three, or as many as a proof
    takes where that is done in half a minute. ``limit`` bounds the work, in steps of about a nanosecond.
    """
    if primes is not None and (isinstance(primes, bool) or not isinstance(primes, int) or primes < 1):
        raise InputError(f"primes must be a whole number from 1 on, got {primes!r}")
    verdict = check(load(path), limit, primes=primes, on_progress=on_progress)
    if verdict.code == 2:
        raise InputError(f"certificate {str(path)!r}: {verdict.reason}")
    if verdict.code == 3:
        raise LimitError(f"certificate {str(path)!r}: {verdict.reason}")
    return verdict


def _terms(entries: Iterable[tuple[*tuple[int, ...], Polynomial]]) -> list[list[int | str]]:
    """The terms of entries of a row, a matrix or a series, each after its place.

    >>> _terms([(0, 7, Polynomial.parse("3 - x*y", ("x", "y")))])
    [[0, 7, 0, 0, 3], [0, 7, 1, 1, -1]]
    """
    found: dict[tuple[int, ...], int] = {}
    for *place, polynomial in entries:
        for powers, value in polynomial.terms:
            key = (*place, *powers, *(0 for _ in range(2 - len(powers))))
            found[key] = found.get(key, 0) + value
    return [[*key, written(value)] for key, value in sorted(found.items()) if value]


def _series_terms(polynomial: Polynomial) -> list[list[int | str]]:
    """The terms of a polynomial in t, if it has a t, and weights after it."""
    if polynomial.variables[:1] == ("t",):
        rows = (
            (powers[0], Polynomial.of(polynomial.variables[1:], {powers[1:]: value}))
            for powers, value in polynomial.terms
        )
        return _terms(rows)
    return _terms([(0, polynomial)])


def written(value: int) -> int | str:
    """A whole number as it stands in a file."""
    return value if abs(value) < _LONG else hex(value)
