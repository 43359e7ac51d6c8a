"""Saved proofs: a rule, a family of boards, a generating function, and a machine that has it.

``rule_checker`` says what proves that the fraction counts the positions of the rule, ``checker`` what
proves that it is the machine's. The file is one JSON object. ``format`` is "gfkit-certificate", ``version``
4 (5 is for strips too wide for this, see ``strip_proof``). ``game`` is a name, and where gfkit has a game
of this name the rule must be its. What was asked, in full: ``rule``, with ``kind`` placement (``colours``:
owner and pieces, each a list of offsets down and right; ``forbidden``: pairs of colours that may not touch;
``liberties``), cover (``colours``: pieces in all their positions, with a weight), pointers (``moves``:
offsets with powers; ``stay``: powers or null), edges (``cap``; ``vertex``: degrees; ``taken`` and ``left``:
pairs of degrees; ``weight``), array (``colours``, ``weights``, ``forbid``: windows as
offsets with marks, ``counts``) or tiles (``tiles``, ``boundary``); ``family``, with ``word``, ``sizes``,
null for n, and ``wraps``; ``board``, the family's text; ``positions``; ``weights`` ([], ["x"] or ["x",
"y"]).

``first_n``, ``offset``, ``initial_terms``, ``states``, ``start``, ``edges``, ``final``: the sequence, which
is a(n) = 0 below first_n, then the initial terms, and start * edges^(n - offset) * final from offset on.
``numerator``, ``denominator``: the generating function claimed for it.

Terms are lists of whole numbers: the place, the powers of x and y, the coefficient. [3, 0, 1, -2] is
-2*y*t^3 in the numerator, -2*y for n = 3 in the initial terms and -2*y for the state 3 in ``start``; [3, 5,
0, 1, -2] is -2*y on the edge from 3 to 5. States count from 0. Coefficients too long for Python's decimal
conversion are strings in hexadecimal, such as "-0x1f". The recurrence is the denominator, and how many
coefficients prove the claim follows from the rest.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from gfkit.errors import GfkitError, InputError, LimitError
from gfkit.games import Rule
from gfkit.hooks import checker_of
from gfkit.host.files import write_whole
from gfkit.proofs import machine_checker as checker
from gfkit.proofs import rule_checker, strip_checker
from gfkit.proofs.checker.core import STEPS, Budget, RefusalError, Verdict
from gfkit.proofs.plain import named_rule, names_a_file, plain_family, plain_rule
from gfkit.sequences import Polynomial
from gfkit.typing import OnProgress, Progress
from gfkit.writable import Face

FORMAT, VERSION, STRIP_VERSION = "gfkit-certificate", 4, 5
_LONG = 10**4000
"""Numbers from here on are written in hexadecimal, as Python limits the digits of decimal ones."""


@dataclass(frozen=True)
class Certification(Face):
    """Whether a certificate stands; why or why not; the exit code; how many coefficients were compared.

    What stands is ``proved`` where the fraction was proved from the rule in the file, for every n. Otherwise
    it is ``consistent``: the fraction is the machine's (``machine``: proved, or probable with the chance of
    error that is stated), and agrees with the boards of the sizes ``listed`` straight from the rule; that the
    machine is the rule's on larger boards is not shown.
    """

    ok: bool
    reason: str
    code: int = 0
    checked: int = 0
    proved: bool = False
    machine: str = ""
    about_machine: str = ""
    listed: tuple[int, ...] = ()
    game: str = ""
    """The built-in game whose rule it is; empty for a rule that only the file has."""
    about: str = "fraction"
    """What was checked: a ``fraction``, bounds of a plane ``constant``, or ``play``."""
    boards: str = ""
    """The boards that were checked, by their names; empty where the file names none, or another file."""

    @property
    def status(self) -> str:
        """One word: proved, consistent, refuted; or refused, for a bad file or too much work."""
        if self.ok:
            return "proved" if self.proved else "consistent"
        return "refuted" if self.code == 1 else "refused"

    @property
    def rule(self) -> str:
        """For which boards it is shown that the fraction counts what the rule allows."""
        if self.proved:
            return "proved for every n"
        if not self.listed:
            return "not shown for any n"
        return f"not shown beyond the listed boards n = {self.listed[0]}..{self.listed[-1]}"

    def as_json(self) -> dict[str, object]:
        """What ``gfkit certify --json`` prints."""
        found: dict[str, object] = {"accepted": self.ok, "status": self.status, "reason": self.reason}
        found |= {"terms_checked": self.checked}
        if self.ok and self.about == "fraction":
            found |= {"fraction_of_machine": self.machine, "fraction_of_rule": self.rule}
            found |= {"boards_listed": list(self.listed)}
        if self.ok:
            found |= {"rule_of": self.game or None, "boards": self.boards or None}
        return found

    @property
    def lines(self) -> tuple[str, ...]:
        """The same in words."""
        if not self.ok:
            return (f"{self.status}: {self.reason}",)
        whose = f"that of {self.game}" if self.game else "the one in the file"
        head = f"accepted: {self.status}: {self.reason}"
        boards = [f"boards    {self.boards}"] if self.boards else []
        if self.about == "play":
            return head, f"rule      {whose}", *boards
        if self.about == "constant":
            hypotheses = "" if self.game else ", that it is what the theorems ask,"
            whose = whose if self.game else "not named"
            return head, f"rule      {whose}; that the strips are the rule's{hypotheses} is not shown"
        about = self.about_machine if self.machine == "probable" else f"proved: {self.about_machine}"
        fraction = f"that the fraction is the rule's: {self.rule}"
        return head, f"rule      {whose}; {fraction}", f"machine   {about}", *boards


class Saved(Protocol):
    """What can be saved: anything with the object that is written."""

    def certificate(self) -> dict[str, object]: ...


@dataclass(frozen=True)
class Proof:
    """All that a certificate states, as plain values.

    Polynomials of the machine are in the weights; numerator and denominator have the variable t too.
    Entries of the machine at the same place are added.

    >>> from gfkit.games import find_rule
    >>> one, z = Polynomial.constant(1), Polynomial.parse("1 - t - t^2", ("t",))
    >>> fibonacci = Proof(
    ...     game="domineering", board="1xn", positions="all", weights=(), rule=find_rule("domineering"),
    ...     first_n=0, initial_terms=(),
    ...     states=2, start=((0, one),), edges=((0, 0, one), (0, 1, one), (1, 0, one)), final=((0, one),),
    ...     numerator=Polynomial.constant(1, ("t",)), denominator=z)
    >>> check(fibonacci.certificate()).reason
    'the fraction counts the positions of the rule for every n (2 states made from the rule, ...)'
    """

    game: str
    board: str
    positions: str
    weights: tuple[str, ...]
    rule: Rule
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
            "rule": plain_rule(self.rule),
            "family": plain_family(self.board),
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


def load(path: str | Path) -> dict[str, object]:
    """The object in a certificate file; whether it is true is another question.

    >>> load("missing.json")
    Traceback (most recent call last):
    ...
    gfkit.errors.InputError: certificate 'missing.json': cannot be read (No such file or directory)
    """
    return _of_fraction(path, _read(path))


def _read(path: str | Path) -> object:
    try:
        return strip_checker.load(str(path))
    except strip_checker.RefusalError as refusal:
        raise InputError(f"certificate {str(path)!r}: {refusal.args[1]}") from None


def _of_fraction(path: str | Path, found: object) -> dict[str, object]:
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
    """What the independent checkers say of the object in a file: of the machine, and of the rule."""
    found = check_machine(certificate, limit, primes=primes, on_progress=on_progress)
    if not found.ok or not isinstance(certificate, dict):
        return found
    try:
        verdict = rule_checker.check(certificate, min(limit, rule_checker.STEPS))
    except rule_checker.RefusalError as refusal:
        code, reason = refusal.args
        return Certification(False, reason, code)
    board, named = certificate["board"], named_rule(certificate["game"])
    try:
        if names_a_file(board) or certificate["family"] != plain_family(board):
            return Certification(False, f"family: it is not that of {board}", 2)
    except GfkitError as error:
        return Certification(False, f"board: {error}", 2)
    if named is not None and certificate["rule"] != json.loads(json.dumps(plain_rule(named))):
        reason = f"game: it names {named.name}, and rule is not that of {named.name} as gfkit writes it"
        return Certification(False, reason, 2)
    return replace(
        found,
        reason=verdict.reason,
        checked=verdict.checked or found.checked,
        proved=verdict.proved,
        about_machine=found.reason,
        listed=tuple(verdict.listed),
        game=named.name if named else "",
        boards=board + _positions_text(certificate["positions"], certificate["weights"]),
    )


def _positions_text(positions: str, weights: Sequence[str]) -> str:
    """What is asked beside the boards: a class of positions and weights, where there are any.

    >>> _positions_text("all", []), _positions_text("maximal", ["x", "y"])
    ('', ', maximal, weights x, y')
    """
    chosen = "" if positions == "all" else f", {positions}"
    return chosen + (f", weights {', '.join(weights)}" if weights else "")


def check_machine(
    certificate: object,
    limit: int = checker.WORK,
    *,
    primes: int | None = None,
    on_progress: OnProgress | None = None,
) -> Certification:
    """Whether the fraction is that of the machine in the file; nothing is said of the rule."""

    def tell(done: int, most: int) -> None:
        if on_progress is not None:
            on_progress(Progress("checking slices", done, most, 0, later=0.0))

    try:
        if isinstance(certificate, dict) and certificate.get("version") == STRIP_VERSION:
            verdict = strip_checker.check(certificate, primes, limit, tell)
            word = "proved" if verdict.proved else "probable"
            return Certification(True, verdict.reason, 0, verdict.checked, machine=word)
        checked, reason = checker.check(certificate, limit)
        return Certification(True, reason, checked=checked, machine="proved")
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
    """Lets the independent checkers judge a file: proved, consistent or refuted; an error for bad files.

    The fraction is checked against the rule in the file, and the machine in the file against the fraction.
    Wide strips are checked modulo ``primes`` random primes; by default modulo three, or as many as a proof
    takes where that is done in half a minute. ``limit`` bounds the work, in steps of about a nanosecond.
    """
    if primes is not None and (isinstance(primes, bool) or not isinstance(primes, int) or primes < 1):
        raise InputError(f"primes must be a whole number from 1 on, got {primes!r}")
    found = _read(path)
    named = found.get("format") if isinstance(found, dict) else None
    certify = checker_of(named) if isinstance(named, str) and named != FORMAT else None
    if certify is not None:
        verdict: Certification = certify(found, limit)
    else:
        verdict = check(_of_fraction(path, found), limit, primes=primes, on_progress=on_progress)
    if verdict.code == 2:
        raise InputError(f"certificate {str(path)!r}: {verdict.reason}")
    if verdict.code == 3:
        raise LimitError(f"certificate {str(path)!r}: {verdict.reason}")
    return verdict


class Label(NamedTuple):
    """The built-in game and the boards of a file, each empty where there is none; and which name is wrong."""

    game: str = ""
    why_not: str | None = None
    boards: str = ""


def certification_by(
    checker: Any, found: dict[str, Any], limit: int, label_of: Callable[[dict[str, Any]], Label], about: str
) -> Certification:
    """What a checker of one file says of an object, and whether the names in it are right.

    ``checker`` has ``STEPS``, ``RefusalError`` and ``check``, which gives how much it compared and why the
    object stands, after whether that is a proof for every n, where it tells.
    """
    try:
        *proved, checked, reason = checker.check(found, min(limit, checker.STEPS))
    except checker.RefusalError as refusal:
        code, reason = refusal.args
        return Certification(False, reason, code)
    label = label_of(found)
    if label.why_not is not None:
        return Certification(False, label.why_not, 2)
    return Certification(
        True, reason, 0, checked, any(proved), game=label.game, about=about, boards=label.boards
    )


def certification_of(
    check: Callable[[object, Budget], Verdict],
    found: dict[str, Any],
    limit: int,
    label_of: Callable[[dict[str, Any]], Label],
    about: str,
) -> Certification:
    """What a part of the checker says of an object, and whether the names in it are right."""
    try:
        verdict = check(found, Budget(min(limit, STEPS)))
    except RefusalError as refusal:
        return Certification(False, refusal.reason, refusal.code)
    label = label_of(found)
    if label.why_not is not None:
        return Certification(False, label.why_not, 2)
    reason, checked, proved = verdict.statement, verdict.checked, verdict.proved
    return Certification(True, reason, 0, checked, proved, game=label.game, about=about, boards=label.boards)


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
