"""Verified checker: a program that Coq extracts from the proof of its theorem, run by Node.js.

``ocaml/Reading.v`` defines a function on the JSON of certificates, and proves that each claim that it accepts
is true. The program ``verified.js`` is this function, compiled, with an unverified parser of JSON and of
predicates and an unverified printer of claims. The printed claim is therefore compared with the statement
that ``statements`` derives from the same certificate in Python. A wrong parse remains undetected only if both
programs make the same error.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from gfkit.core.errors import InputError, LimitError, MismatchError
from gfkit.proofs.checker.fractions import FRACTIONS
from gfkit.proofs.kernel import check_time
from gfkit.proofs.statements import Term, coq_claim, octal_claim, parse_term, print_term

VERIFIED_PROGRAM = Path(__file__).with_name("verified.js")
DIGEST = Path(__file__).with_name("verified.sha256")
STACK = 200
"""Megabytes of stack for the program, whose recursion depth is the length of P and Q."""
MOST_TERMS = 500
TRUSTED = (
    "the extraction with its constants (Extract.v), js_of_ocaml and Node.js; and that the two parsers of"
    " certificates (Reading.v and statements.py), which agree on the claim, do not misread it in the same way"
)
_LAUNCHER = """
const { Worker } = require("node:worker_threads");
const [program, file, stack] = process.argv.slice(1);
const worker = new Worker(program, { argv: [file], resourceLimits: { stackSizeMb: Number(stack) } });
worker.on("error", (error) => { console.error(String(error)); process.exitCode = 3; });
worker.on("exit", (code) => { process.exitCode ||= code; });
"""


class VerifiedAnswer(NamedTuple):
    """Result of the verified checker: an exit code, and the proved claim or the reason of a rejection."""

    code: int
    text: str


def run_verified(certificate: dict[str, Any], seconds: float | None = None) -> VerifiedAnswer:
    """Return the result of the verified program for a certificate.

    The exit code is 0 for a proved claim, 1 for a claim that is not proved, 2 for a certificate that the
    program cannot read, and 3 for one that is too large. Raise InputError if Node.js is missing or the
    program was modified.
    """
    node = shutil.which("node")
    if node is None:
        raise InputError(
            "--verified: Node.js is missing; install it by 'apt install nodejs', or from nodejs.org"
        )
    if hashlib.sha256(VERIFIED_PROGRAM.read_bytes()).hexdigest() != DIGEST.read_text("ascii").split()[0]:
        raise InputError(f"--verified: {VERIFIED_PROGRAM.name} does not have the SHA-256 in {DIGEST.name}")
    with TemporaryDirectory() as folder:
        file = Path(folder, "certificate.json")
        unread: dict[str, object] = {key: [] for key in ("debts", "states") if key in certificate}
        file.write_text(json.dumps({**certificate, **unread}), "utf-8")
        command = [node, "-e", _LAUNCHER, str(VERIFIED_PROGRAM), str(file), str(STACK)]
        try:
            run = subprocess.run(command, capture_output=True, text=True, check=False, timeout=seconds)
        except subprocess.TimeoutExpired:
            raise LimitError(f"the verified program did not end within {seconds:g} s") from None
    return VerifiedAnswer(run.returncode, run.stdout.strip() or run.stderr.strip()[-200:])


def check_verified(certificate: object, seconds: float | None = None) -> str:
    """Let the verified program prove a certificate, and return its verdict in one line.

    Raise InputError if Node.js is missing, if the program cannot read the certificate, or if its statement
    differs from the one of ``statements``. Raise LimitError if the program runs out of time or memory, or
    does not prove the claim.
    """
    if not isinstance(certificate, dict):
        raise InputError("--verified: expected an object in the file")
    return accepted_claim(run_verified(certificate, seconds), certificate)


def accepted_claim(answer: VerifiedAnswer, certificate: dict[str, Any]) -> str:
    """Return the verdict of `check_verified` for an answer of the program."""
    if answer.code == 2 and "'face':" in str(certificate.get("rule")):
        raise LimitError("--verified: the verified program does not cover faces as pieces")
    if answer.code == 2:
        reason = answer.text.removeprefix("not read: ")
        raise InputError(f"--verified: the verified program does not cover this certificate: {reason}")
    if answer.code not in (0, 1):
        raise LimitError(f"--verified: {answer.text or 'the verified program ran out of memory'}")
    if not states(answer.text.removeprefix("not proved: "), certificate):
        raise InputError("--verified: the two parsers of the certificate yield different claims")
    if answer.code:
        raise LimitError("--verified: the verified program does not prove the claim")
    return f"proved by {VERIFIED_PROGRAM.name}, which Coq extracted from its theorem; trusted: {TRUSTED}"


def states(printed: str, certificate: dict[str, Any]) -> bool:
    """Return True if a printed statement equals the statement that ``statements`` derives from a
    certificate.
    """
    try:
        return parse_term(printed) == claim_statement(certificate)
    except MismatchError as error:
        raise InputError(f"--verified: the statement cannot be compared: {error}") from None


def claim_statement(certificate: dict[str, Any], *, in_time: bool = False) -> Term:
    """Return the statement of a certificate as a Coq term, without running the program. Raise MismatchError
    if there is none.

    If ``in_time``, raise it also if Coq's kernel cannot check the theorem in time.
    """
    if certificate.get("format") == FRACTIONS:
        definitions, claim = coq_claim(certificate)
        if in_time:
            check_time(certificate, definitions, claim)
    elif (law := certificate.get("period")) is None:
        raise MismatchError("the verified program proves rational generating functions and periods")
    else:
        definitions, claim = octal_claim(certificate["digits"], law["start"], law["period"])
    return parse_term(f"says ({claim})", definitions)


def statement_for_pages(certificate: dict[str, Any]) -> str | None:
    """Return the statement that the program must print in a browser, or None if it is not run there.

    The program is not run if P and Q have more than ``MOST_TERMS`` terms, since it would block a page for
    more than about ten seconds, or if Coq's kernel cannot check the theorem in time, since the page would run
    out of memory.
    """
    if sum(len(certificate[key]) for key in ("numerator", "denominator")) > MOST_TERMS:
        return None
    try:
        return print_term(claim_statement(certificate, in_time=True))
    except MismatchError:
        return None
