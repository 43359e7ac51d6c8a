"""Certificates of proved statements.

A file contains the canonical text of a statement and, for each sequence in it that is defined by a structure
and a family, the certificate of its generating function or of its optima. ``gfkit certify`` checks these
certificates with the independent checker, compares them with the structures, families, classes and weights in
the text, and then proves the statement from its text again. An identity between sums has a certificate of its
own (``gfkit.claims.sum_certificate``), which the checker proves completely.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, cast

from gfkit.claims.claim import verify
from gfkit.claims.judge import Judgement, Verdict
from gfkit.claims.statement.canonical import parse_statement
from gfkit.claims.sum_certificate import certify_sums, sum_certificate
from gfkit.core.engine.derive import derive
from gfkit.core.errors import GfkitError, InputError, LimitError, MismatchError
from gfkit.core.rules import Question
from gfkit.core.rules.object import Object
from gfkit.core.typing import Positions
from gfkit.proofs.certificate import Certification, certify_loaded
from gfkit.proofs.checker.reading import STEPS
from gfkit.proofs.plain import named_rule, names_a_file
from gfkit.proofs.saving import certificate_of, certificate_text, optimum_certificate
from gfkit.questions.optimum import OptimumOfFamily, optimum
from gfkit.runs.files import write_whole

FORMAT, VERSION = "gfkit-statement", 1
_KEYS = {"format", "version", "statement", "certificates"}
_STEPS = frozenset({"version", "system", "fold", "sizes", "debts", "states", "begin", "vector"})
"""Keys of a certificate that contain the steps of a proof; the others contain what is proved."""


def save_statement(verdict: Verdict, path: str | Path) -> None:
    """Write the certificate of a proved statement. Raise MismatchError if the verdict is another one, or if a
    sequence of the statement has no certificate.
    """
    if verdict.verdict is not Judgement.PROVED or not verdict.statement:
        raise MismatchError(f"not saved: no statement is proved; {verdict.sentence}")
    certificate = sum_certificate(verdict.statement)
    if certificate is not None:
        found = certify_sums(json.loads(json.dumps(certificate)), STEPS)
    if certificate is None or not found.ok:
        certificate = {
            "format": FORMAT,
            "version": VERSION,
            "statement": verdict.statement,
            "certificates": [_certificate_for(one) for one in _counted(verdict.statement)],
        }
        found = certify_statement(json.loads(json.dumps(certificate)), STEPS)
    if not found.ok:
        raise MismatchError(f"not saved: {found.reason}")
    write_whole(path, certificate_text(certificate))


def certify_statement(certificate: dict[str, Any], limit: int) -> Certification:
    """Check a certificate of a statement."""
    text, parts = certificate.get("statement"), certificate.get("certificates")
    is_ours = certificate.keys() == _KEYS and certificate["version"] == VERSION
    if not (is_ours and isinstance(text, str) and isinstance(parts, list)):
        return Certification(False, f"expected the keys {', '.join(sorted(_KEYS))} of version {VERSION}", 2)
    try:
        objects = _counted(text)
        if len(parts) != len(objects):
            raise InputError(f"certificates: expected {len(objects)}, got {len(parts)}")
        found = [_certify_part(part, one, limit) for part, one in zip(parts, objects, strict=True)]
        verdict = verify(text)
    except LimitError as error:
        return Certification(False, str(error), 3)
    except GfkitError as error:
        return Certification(False, str(error), 2)
    if not verdict:
        return Certification(False, verdict.reason, 1)
    if verdict.verdict is not Judgement.PROVED or verdict.statement != text:
        return Certification(False, f"the statement is not proved; {verdict.sentence}", 2)
    checked = "; ".join(one.rests_on.partition("; ")[2] for one in found)
    how = f"{checked}; the statement follows by gfkit, not by the checker: {verdict.evidence}"
    return Certification(
        True,
        text,
        checked=sum(one.checked for one in found),
        proved=True,
        rests_on=f"the rules and the boards in the file; {how}"
        if found
        else f"the prover of gfkit; {verdict.evidence}",
        game=" and ".join(one.game for one in found) if all(one.game for one in found) else "",
        about="statement" if found else "identity",
        boards=" and ".join(one.boards for one in found),
    )


def _counted(text: str) -> list[Object]:
    """Return the structures on families in the canonical text of a statement, each once. They must have
    names, because a certificate is checked without other files.
    """
    statement = parse_statement(text)
    objects = [statement.object, *(one.object for one in statement.definitions)]
    found = list(dict.fromkeys(one for one in objects if one is not None and one.family))
    for one in found:
        if named_rule(one.structure) is None or names_a_file(one.family):
            raise MismatchError(
                f"no certificate can be made for {one.text}: its rule or its boards have no name"
            )
    return found


def _certificate_for(one: Object) -> dict[str, Any]:
    """Return the certificate of the sequence that an object defines."""
    place = one.structure, one.family, Positions.read(one.positions)
    if one.what in ("minimum", "maximum"):
        found: dict[str, Any] = optimum_certificate(cast("OptimumOfFamily", optimum(*place)))
    elif one.what == "count":
        found = certificate_of(derive(Question.of(*place, one.weights or "none")))
    else:
        raise MismatchError(f"no certificate can be made for {one.text}")
    return cast("dict[str, Any]", json.loads(certificate_text(found)))


def _certify_part(part: Any, one: Object, limit: int) -> Certification:
    """Check the certificate of a sequence, and that it is about the object of the statement."""
    found = certify_loaded(part, one.text, limit)
    if not (found.ok and found.proved):
        raise InputError(f"{one.text}: {found.reason}")
    if _theorem(part) != _theorem(_certificate_for(one)):
        raise InputError(f"certificates: the one for {one.text} is about another sequence")
    return found


def _theorem(part: Any) -> Any:
    """Return the part of a certificate that contains what is proved."""
    if isinstance(part, dict):
        return {key: _theorem(value) for key, value in part.items() if key not in _STEPS}
    return [*map(_theorem, part)] if isinstance(part, list) else part
