"""How a result is known, in words and figures, with the certificate that can be checked elsewhere."""

from __future__ import annotations

import re
from base64 import b64encode
from hashlib import sha256

from gfkit.errors import GfkitError, LimitError
from gfkit.sequences import Status
from gfkit.sequences.number import whole_text
from gfkit.show.markup import escaped, tag
from gfkit.show.notebook import badge
from gfkit.show.report.commands import certify_command
from gfkit.show.report.markup import Section, listing, paragraph, table
from gfkit.show.report.subject import Subject
from gfkit.transfer import Derived
from gfkit.verify.certificate import certificate_text
from gfkit.verify.saving import fitting_proof

MOST_EMBEDDED = 4 << 20
"""Bytes up to which a certificate stands in the page."""
_WHY = {
    "transfer-matrix": "Every position is one way through the machine, and every way is one position.",
    "exponential-formula": "On a complete graph a position is a set of pieces of some colours and a set of"
    " free cells. By the exponential formula its series is a sum of products of exponentials: a theorem.",
    "multinomial-sum": "On a complete graph only the numbers of pieces of each kind matter; for all numbers"
    " that the rule allows, the ways to choose their cells were added up.",
    "brute-force": "Every position was listed, one by one.",
}
_PROVED = {
    "determinant": "The generating function is u (I − t A)⁻¹ v, worked out exactly by one determinant; by the"
    " theorem of Cayley and Hamilton the recurrence holds for every n.",
    "values": "The fraction was found from values modulo primes, and their number is a proof: two series with"
    " recurrences of bounded order that agree on as many terms as both orders together are equal.",
    "count": "The board was swept once, all arithmetic in whole numbers.",
}


def proof_section(subject: Subject) -> Section:
    """Words, figures, certificate."""
    evidence = subject.evidence
    told = [_WHY.get(evidence.method, ""), _argument(subject)]
    rows = [("status", badge(evidence.status.value)), ("method", escaped(evidence.method))]
    rows += [_figure(name, value) for name, value in evidence.details]
    facts = tag("div", table((), rows, "What the result rests on."), class_="facts")
    return Section("proof", "Proof", paragraph(" ".join(told).strip()) + facts + _certificate(subject))


def certificate_name(subject: Subject) -> str:
    """The name of the certificate as a file."""
    parts = (subject.rule.name, subject.found.board, subject.found.positions, *subject.found.weights)
    return re.sub(r"[^a-z0-9]+", "-", "-".join(parts).lower()).strip("-")[:80] + ".json"


def _argument(subject: Subject) -> str:
    evidence = subject.evidence
    if evidence.method != "transfer-matrix":
        return ""
    if subject.law is None:
        return _PROVED["count"]
    if evidence.status is not Status.PROVED:
        return (
            "The fraction was found from values modulo primes and agrees with further values, but not with as"
            " many as a proof needs: this is no proof, and the chance of an error is stated below. The option"
            " --certify of gfkit derive does what a proof takes."
        )
    return _PROVED["values" if "primes" in dict(evidence.details) else "determinant"]


def _figure(name: str, value: int) -> tuple[str, str]:
    if name == "log2_failure":
        return "chance of error", f"below 2<sup>{str(value).replace('-', '−')}</sup>"
    return name.replace("_", " "), whole_text(value)


def _certificate(subject: Subject) -> str:
    """The certificate as a link that holds it, or why there is none."""
    found = subject.law
    if found is None or found.rational is None:
        return ""
    try:
        text = _text(found)
    except GfkitError as reason:
        return tag("h3", "Certificate") + paragraph(f"None stands here: {reason}.")
    name, data = certificate_name(subject), text.encode()
    link = tag(
        "a",
        escaped(f"Download {name} ({_size(len(data))})"),
        class_="button",
        download=name,
        href="data:application/json;base64," + b64encode(data).decode(),
    )
    return "".join(
        (
            tag("h3", "Certificate"),
            paragraph(
                "The certificate holds the rule, the family, the fraction and a machine. Separate programs of"
                " plain Python, which share nothing with what derived them, judge it: proved is what"
                " they show from the rule, for every n; consistent, where their own machine of the rule would"
                " be too large, what they show of the machine in it and of the boards that they list."
            ),
            tag("p", link),
            listing(certify_command(name), "command that checks the certificate"),
            tag("p", f"SHA-256 {sha256(data).hexdigest()}", class_="note"),
        )
    )


def _text(found: Derived) -> str:
    text = certificate_text(fitting_proof(found))
    if len(text) > MOST_EMBEDDED:
        raise LimitError(
            f"the certificate has {_size(len(text))}, and {_size(MOST_EMBEDDED)} are the most that a page"
            " holds; the option --save of gfkit derive writes it"
        )
    return text


def _size(number: int) -> str:
    return f"{number / (1 << 20):.1f} MiB" if number >= 1 << 20 else f"{max(1, round(number / 1024))} KiB"
