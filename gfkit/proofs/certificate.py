"""Verdict of the checker on a saved certificate, and a check of the names that the certificate contains."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from gfkit.core.boards import as_boards
from gfkit.core.deferred import dataclass, replace
from gfkit.core.errors import GfkitError, InputError, LimitError, OptionError, one_line
from gfkit.core.files import given_text, standard_input
from gfkit.core.hooks import at_place, load_plug_in, missing_room, plug_ins
from gfkit.core.rules import Rule
from gfkit.core.rules.growing import GrowingValues
from gfkit.core.rules.library import game_name
from gfkit.core.rules.rule import read_rule
from gfkit.core.writable import TextFace
from gfkit.proofs.checker.fractions import FRACTIONS
from gfkit.proofs.checker.program import check_certificate
from gfkit.proofs.checker.reading import FILE, STEPS, RefusalError, load
from gfkit.proofs.kernel import ask_kernel, theorem_in
from gfkit.proofs.plain import (
    named_rule,
    names_a_file,
    plain_board,
    plain_family,
    plain_growing,
    plain_rule,
    written_rule,
)

CHECKERS = {
    "gfkit-constant": "gfkit.constants.certificate:certify_constant",
    "gfkit-play": "gfkit.play.certificate:certify_play",
    "gfkit-periods": "gfkit.play.heap_certificate:certify_period",
    "gfkit-quotient": "gfkit.play.heap_certificate:certify_quotient",
    "gfkit-winners": "gfkit.play.positions_by_outcome:certify_winners",
    "gfkit-size": "gfkit.proofs.certificate:certify_size",
    "gfkit-counter": "gfkit.proofs.certificate:certify_counter",
    "gfkit-avoiding": "gfkit.proofs.certificate:certify_counter",
    "gfkit-optimum": "gfkit.proofs.certificate:certify_counter",
    "gfkit-valuations": "gfkit.proofs.certificate:certify_counter",
    "gfkit-statement": "gfkit.claims.certificate:certify_statement",
    "gfkit-sums": "gfkit.claims.sum_certificate:certify_sums",
    "gfkit-comparison": "gfkit.proofs.certificate:certify_comparison",
    "gfkit-specification": "gfkit.proofs.certificate:certify_specification",
}
"""Checkers of certificate formats other than generating functions; arguments are the object and a step
limit.
"""


def _checker_of(written_as: str) -> Callable[[Any, int], Any] | None:
    """Return the checker of a file format, or None if the format is unknown."""
    if written_as in CHECKERS:
        if room := missing_room(CHECKERS[written_as].partition(":")[0]):
            raise InputError(f"files of the format {written_as} need {room}, which is not installed")
        checker: Callable[[Any, int], Any] = at_place(CHECKERS[written_as])
        return checker
    point = plug_ins("gfkit.checkers", CHECKERS).get(written_as)
    return None if point is None else load_plug_in(point)


@dataclass(frozen=True)
class Certification(TextFace):
    """Result of checking a certificate: the statement or the reason for rejection, and the exit code.

    ``proved`` is True if the checker proved the whole statement. Otherwise a valid file is ``consistent``,
    and the statement names the part that is not proved.
    """

    ok: bool
    reason: str
    code: int = 0
    checked: int = 0
    """Number of slices, terms or entries compared."""
    proved: bool = False
    rests_on: str = ""
    of_rule: bool = True
    """True if the checker derived the constraints from the rule in the file; False if it used the constraints
    in the file.
    """
    game: str = ""
    """Name of the built-in rule in the file; empty if the rule is not built in."""
    about: str = "fraction"
    """Kind of the certificate: a ``fraction``, bounds of a plane ``constant``, ``play``, a ``statement``, an
    ``identity`` or a ``specification`` (statements without rules), or a ``theorem`` for Coq or Lean.
    """
    boards: str = ""
    """Names of the checked boards; empty if the file contains no names, or a name that is read from another
    file.
    """
    kernel: str = ""
    """Verdict of the kernel of Coq or Lean on the theorem, which starts from the definition of the rule.

    Empty if no kernel was run.
    """
    verified: str = ""
    """Verdict of the verified program and its assumptions; empty if the program was not run."""

    def __repr__(self) -> str:
        return f"<Certification: {self.status}: {self.reason}>"

    @property
    def status(self) -> str:
        """Status: proved, consistent or refuted; refused for an invalid file or too much work."""
        if self.ok:
            return "proved" if self.proved else "consistent"
        return "refuted" if self.code == 1 else "refused"

    @property
    def checked_by(self) -> list[str]:
        """Checkers that accepted the file: ``python``, ``verified``, ``coq``, ``lean``."""
        programs = {"python": self.about != "theorem", "verified": bool(self.verified)}
        programs |= {
            name.lower(): self.kernel.startswith(f"checked by the kernel of {name} ")
            for name in ("Coq", "Lean")
        }
        return [name for name, accepted in programs.items() if accepted and self.ok]

    def as_json(self) -> dict[str, object]:
        """Return the JSON object that ``gfkit certify --json`` prints."""
        data: dict[str, object] = {"accepted": self.ok, "status": self.status, "reason": self.reason}
        data |= {"terms_checked": self.checked}
        if self.ok:
            data |= {"rests_on": self.rests_on}
            data |= {"rule_of": self.game or None, "boards": self.boards or None}
            data |= {"checked_by": self.checked_by}
        return data | {key: text for key in ("kernel", "verified") if (text := getattr(self, key))}

    @property
    def lines(self) -> tuple[str, ...]:
        """Lines of text that describe the result, the statement first."""
        if not self.ok:
            return (f"{self.status}: {self.reason}",)
        whose = (
            f"built-in: {self.game}"
            if self.game
            else "the rule in the file; the name in the file is not checked"
        )
        whose = whose if self.of_rule else "not checked"
        lines = [f"{self.status}: {self.reason}"]
        lines += [f"rule      {whose}"] * (self.about not in ("theorem", "identity", "specification"))
        lines += [f"boards    {self.boards}"] if self.boards else []
        assumed, _, evidence = self.rests_on.partition("; ")
        lines += [f"assumes   {assumed}"]
        lines += [f"evidence  {evidence}"] if evidence else []
        lines += [f"verified  {self.verified}"] if self.verified else []
        lines += [f"kernel    {self.kernel}"] if self.kernel else []
        return tuple(lines)


class Label(NamedTuple):
    """Labels of a certificate: the names of its built-in rule and of its boards (empty if unknown), and the
    error in a wrong name.
    """

    game: str = ""
    why_not: str | None = None
    boards: str = ""


def certification_of(
    certificate: dict[str, Any], limit: int, label_of: Callable[[dict[str, Any]], Label], about: str
) -> Certification:
    """Return the verdict of the checker on a certificate, after checking that its names match its
    contents.
    """
    try:
        verdict = check_certificate(certificate, limit)
    except RefusalError as refusal:
        return Certification(False, refusal.reason, refusal.code)
    label = label_of(certificate)
    if label.why_not is not None:
        return Certification(False, label.why_not, 2)
    code = 0 if verdict.proved else 3
    statement = verdict.statement
    if about == "play":  # the names of the checked game and its boards
        statement = statement.replace("the game in the file", label.game or "the game in the file")
        statement = statement.replace("the boards in the file", label.boards or "the boards in the file")
    shown = (statement, code, verdict.checked, verdict.proved, verdict.rests_on, verdict.of_rule)
    return Certification(True, *shown, label.game if verdict.of_rule else "", about, label.boards)


def check(certificate: object, limit: int = STEPS) -> Certification:
    """Check the certificate of a generating function.

    >>> check({"format": "gfkit-certificate", "version": 3}).reason
    'version must be 6; derive and save the result again'
    """
    if not isinstance(certificate, dict):
        return Certification(False, "an object was expected", 2)
    verdict = certification_of(certificate, limit, fraction_label, "fraction")
    if verdict.ok and certificate["version"] in (4, 5):
        return replace(verdict, reason=f"{verdict.reason}; recomputed, because the file has an old version")
    return verdict


def fraction_label(certificate: dict[str, Any]) -> Label:
    """Return the names of the rule and the boards after comparing them with the contents of the
    certificate.
    """
    board = certificate["board"]
    try:
        named = _rule_in_words(certificate)
        if names_a_file(board) or certificate["family"] != plain_family(board, certificate["first_n"]):
            return Label(why_not=f"the family differs from the family of {board}")
        boards = as_boards(board)
        own = {} if named is None else written_rule(named.read_on(boards), boards)
    except GfkitError as error:
        return Label(why_not=f"board, game, text: {error}")
    if named is not None and certificate["rule"] != json.loads(json.dumps(own)):
        return _make_wrong_rule_label(certificate, named)
    positions, weights = certificate["positions"], certificate["weights"]
    chosen = "" if positions == "all" else f", {positions}"
    weighed = f", weights {', '.join(weights)}" if weights else ""
    return Label(_built_in_name(certificate, named), None, board + chosen + weighed)


def _rule_in_words(certificate: dict[str, Any]) -> Rule | None:
    """Return the rule file in a certificate, parsed, or else the built-in rule that it names, or None."""
    game, text = certificate["game"], certificate.get("text")
    if not text:
        return named_rule(game)
    number = re.search(r":([0-9]{1,8})$", game)
    return read_rule("text", text, int(number[1]) if number else None)


def _built_in_name(certificate: dict[str, Any], named: Rule | None) -> str:
    return game_name(certificate["game"]) if named and not certificate.get("text") else ""


def _make_wrong_rule_label(certificate: dict[str, Any], named: Rule) -> Label:
    if certificate.get("text"):
        return Label(why_not="text: the rule in the certificate differs from the rule in this text")
    return Label(why_not=f"game: the name is {named.name}, but the rule in the file differs from that game")


def size_label(certificate: dict[str, Any]) -> Label:
    """Like `fraction_label`, for a formula in the size of a value set or a piece count."""
    grows = "values" in certificate
    boards = certificate["board"]["name"] if grows else certificate["board"]
    try:
        named = _rule_in_words(certificate)
        if grows and (
            names_a_file(boards) or certificate["board"] != {"name": boards, **plain_board(boards)}
        ):
            return Label(why_not=f"the board differs from {boards}")
        if named is not None and grows:
            low, high = map(tuple, certificate["values"])
            values = named.grows or GrowingValues(low, high, "the boards in the file")
            own = plain_growing(named.with_values(values)) if (values.low, values.high) == (low, high) else {}
        else:
            own = {} if named is None else plain_rule(named)
    except GfkitError as error:
        return Label(why_not=f"board, game, text: {error}")
    if named is not None and certificate["rule"] != json.loads(json.dumps(own)):
        return _make_wrong_rule_label(certificate, named)
    return Label(_built_in_name(certificate, named), None, boards)


def certify_size(certificate: dict[str, Any], limit: int) -> Certification:
    """Return the verdict of the checker on a formula in the number of values or in the side of a square."""
    return certification_of(certificate, limit, size_label, "fraction")


def certify_counter(certificate: dict[str, Any], limit: int) -> Certification:
    """Return the verdict of the checker on a sum over the whole board, on optima, or on valuations."""
    return certification_of(certificate, limit, fraction_label, "fraction")


def certify_comparison(certificate: dict[str, Any], limit: int) -> Certification:
    """Return the verdict of the checker on the equality of the counts of two rules."""
    return certification_of(certificate, limit, comparison_label, "comparison")


def certify_specification(certificate: dict[str, Any], limit: int) -> Certification:
    """Return the verdict of the checker on the equation of a specified class."""
    return certification_of(certificate, limit, lambda _: Label(), "specification")


def comparison_label(certificate: dict[str, Any]) -> Label:
    """Like `fraction_label`, for a pair of rules. The names are set only if both rules are built in."""
    names = []
    for game, text, rule in zip(*(certificate[key] for key in ("games", "texts", "rules")), strict=True):
        own = {"game": game, "text": text}
        try:
            named = _rule_in_words(own)
            if named is not None and rule != json.loads(json.dumps(plain_rule(named))):
                return _make_wrong_rule_label(own, named)
        except GfkitError as error:
            return Label(why_not=f"games, texts: {error}")
        names.append(_built_in_name(own, named))
    return Label(" and ".join(names) if all(names) else "", None, certificate["on"])


def _copy(path: str, folder: str) -> Path:
    """Copy a stream into a file in the directory. At most the maximum length of a certificate is copied."""
    try:
        with nullcontext(standard_input().buffer) if path == "-" else open(path, "rb") as source:
            content = source.read(FILE + 1)
    except OSError as error:
        raise InputError(f"certificate {path!r} cannot be read ({error.strerror})") from None
    if len(content) > FILE:
        raise InputError(
            f"certificate {path!r} is longer than {FILE:,} bytes; give the path of the file instead"
        )
    file = Path(folder, "certificate.json")
    file.write_bytes(content)
    return file


def _is_pipe(path: Path) -> bool:
    """Return True if the path is a stream that can be read only once, such as a pipe."""
    try:
        return path.exists() and not path.is_file() and not path.is_dir()
    except (OSError, ValueError):
        return False


@contextmanager
def loaded(path: str | Path) -> Iterator[object]:
    """Context manager that loads the JSON object of a file; "-" is standard input."""
    if not isinstance(path, str | PathLike):
        raise InputError(f"certificate {path!r} must be the path of a file")
    with TemporaryDirectory() as folder:
        source = _copy(str(path), folder) if str(path) == "-" or _is_pipe(Path(path)) else path
        try:
            certificate = load(str(source))
        except RefusalError as refusal:
            raise InputError(f"certificate {str(path)!r} {refusal.reason}") from None
        yield certificate


def certify_file(path: str | Path, limit: int = STEPS, verified: bool = False) -> Certification:
    """Check a file that contains a certificate. The verdict is proved, consistent or refuted.

    Parameters
    ----------
    path : str or Path
        The file; "-" is standard input.
    limit : int, in steps, default 300,000,000
        Maximum work; a step takes about a microsecond.
    verified : bool, default False
        True if the verified program, which requires Node.js, must prove the statement as well.

    Returns
    -------
    Certification
        ``proved`` is True if the file proves its statement.

    Raises
    ------
    InputError
        The file cannot be read. With ``verified``: Node.js is missing, or the verified program does not
        support this kind of statement.
    LimitError
        The check takes too long, or the verified program does not prove the statement.

    Examples
    --------
    >>> certify_file("missing.json")
    Traceback (most recent call last):
    ...
    gfkit.core.errors.InputError: certificate 'missing.json' cannot be read (No such file or directory)
    """
    with loaded(path) as certificate:
        verdict = certify_loaded(certificate, path, limit)
        return with_verified(verdict, certificate) if verified and verdict.ok else verdict


def with_verified(verdict: Certification, certificate: object, seconds: float | None = None) -> Certification:
    """Add the verdict of the verified program, which must finish within ``seconds``."""
    from gfkit.proofs.verified import check_verified

    return replace(verdict, verified=check_verified(certificate, seconds))


def certify_loaded(certificate: object, path: str | Path, limit: int = STEPS) -> Certification:
    """Like `certify_file`, for an object that is already loaded."""
    named = certificate.get("format") if isinstance(certificate, dict) else None
    certify = _checker_of(named) if isinstance(named, str) and named != FRACTIONS else None
    if certify is None and named != FRACTIONS:
        raise InputError(
            f"certificate {str(path)!r}: expected a file that gfkit saved, with the format {FRACTIONS!r}"
        )
    verdict: Certification = check(certificate, limit) if certify is None else certify(certificate, limit)
    if verdict.code == 2:
        raise InputError(f"certificate {str(path)!r}: {one_line(verdict.reason)}")
    if verdict.code == 3 and not verdict.ok:
        raise LimitError(f"certificate {str(path)!r}: {verdict.reason}")
    return verdict


def certify_theorem(path: str, kernel: bool, seconds: float | None = None) -> Certification:
    """Check that a Coq or Lean file was written by gfkit; with ``kernel``, let the kernel check its theorem.

    Raise LimitError if the program does not end within ``seconds``, and OptionError if ``lean`` is missing.
    A Lean file that gfkit did not write, or that Lean rejects, is refused.
    """
    text = given_text("theorem", path)
    if path.endswith(".lean"):
        from gfkit.proofs.lean_kernel import lean_theorem

        try:
            return _theorem(*lean_theorem(path, text, kernel, seconds))
        except OptionError:
            raise
        except InputError as error:
            return Certification(False, f"theorem {path!r}: {error}", 2, about="theorem")
    try:
        said = theorem_in(text)
    except InputError as error:
        raise InputError(f"theorem {path!r}: {error}") from None
    command = f"gfkit certify {shlex.quote(str(path))} --kernel"
    answer = ask_kernel(text, seconds) if kernel else f"not compiled; this command compiles it: {command}"
    return _theorem(said, answer)


def _theorem(said: str, answer: str) -> Certification:
    """Return the result for a file with a theorem, given the verdict of the kernel."""
    proved = answer.startswith("checked")
    rests = "the definitions in the file, not the names in its comments"
    return Certification(True, said, 0 if proved else 3, 0, proved, rests, False, "", "theorem", "", answer)
