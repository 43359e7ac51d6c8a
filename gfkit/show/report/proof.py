"""How a result is known: its machine, its proof and certificate; the OEIS; repeating and citing it."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable
from hashlib import sha256

from gfkit import version
from gfkit.algebra import Status
from gfkit.algebra.formula.tree import Equation, Letter, Number, Power, Product, Range, Sum, Symbol
from gfkit.algebra.number import whole_text
from gfkit.engine import Derived
from gfkit.engine.strip.automaton import Automaton
from gfkit.errors import GfkitError, LimitError
from gfkit.hooks import from_above
from gfkit.proofs import certificate_of, certificate_text, coq_file_of
from gfkit.show.cards.laws import pictures_of_states
from gfkit.show.markup import escape_text, tag
from gfkit.show.notebook import badge
from gfkit.show.report.page import Section, display, figure, fold, listing, paragraph, table
from gfkit.show.report.subject import Subject, certify_command, derive_command, export_command, report_command
from gfkit.show.svg import Drawing, machine_drawing
from gfkit.show.svg.shapes import tex_words

MOST_EMBEDDED = 4 << 20
"""Bytes up to which a certificate stands in the page."""
_WHY = {
    "transfer-matrix": "Every position is one way through the machine, and every way is one position.",
    "exponential-formula": "On a complete graph a position is a set of pieces of some colours and a set of"
    " free cells. By the exponential formula its series is a sum of products of exponentials: a theorem.",
    "multinomial-sum": "On a complete graph only the numbers of pieces of each kind matter; for all numbers"
    " that the rule allows, the ways to choose their cells were added up.",
    "matrix-tree-theorem": "By the matrix-tree theorem the number is a determinant of the matrix of degrees,"
    " which was found modulo primes whose product is beyond Hadamard's bound.",
    "kasteleyn-matrix": "By Kasteleyn's theorem the number is a determinant of edges with signs, which was"
    " found modulo primes whose product is beyond Hadamard's bound.",
    "parity": "Sets of edges with given parities of degrees solve linear equations modulo 2, and their number"
    " is a power of 2.",
    "constant-term": "Weights mark what is summed, so that the numbers are constant terms of a rational"
    " function. Up to a derivative it satisfies the differential equation: an identity that was checked.",
    "brute-force": "Every position was listed, one by one.",
}
_PROVED = {
    "determinant": "The generating function is u (I − t A)⁻¹ v, worked out exactly by one determinant; by the"
    " theorem of Cayley and Hamilton the recurrence holds for every n.",
    "values": "The fraction was found from values modulo primes, and their number is a proof: two series with"
    " recurrences of bounded order that agree on as many terms as both orders together are equal, and"
    " integers of bounded size that agree modulo primes of a larger product are equal.",
    "count": "The board was swept once, all arithmetic in whole numbers.",
}


# The machine


def machine_section(subject: Subject) -> Section | None:
    """How the strip becomes a machine, and the machine."""
    derived = subject.law
    if derived is None or derived.rational is None:
        return None
    text = paragraph(
        "The board is swept cell by cell along its length. The state is all that the rest of the board needs"
        " to know of what was swept: which cells ahead are covered, whose pieces border them, which moves are"
        " still open. One more slice of the board is one step of a machine whose states are those between"
        " two slices; states with equal futures or equal pasts were merged."
    )
    machine = derived.machine
    if machine is None:
        return Section("machine", "The machine", text + _machine_figures(derived, None))
    j = Letter("j")
    walks = Product((Letter("u"), Power(Letter("A"), j), Letter("v")))
    counted = Equation(Symbol(("a",), Sum((Number(derived.offset), j))), walks)
    formula = display(Range(counted, 0, letter="j"))
    drawn = _draw_machine(derived, machine)
    picture = "" if drawn is None else figure(drawn, _caption(machine))
    return Section("machine", "The machine", text + formula + picture + _machine_figures(derived, machine))


def _draw_machine(found: Derived, machine: Automaton) -> Drawing | None:
    try:
        return machine_drawing(machine, "the machine of the family", pictures_of_states(found))
    except LimitError:
        return None


def _caption(machine: Automaton) -> str:
    return (
        f"The matrix A as a graph of {machine.states} states: an arrow for each entry that is not 0, with"
        " that entry unless it is 1. Open arrows lead into the states where u, and out of those where v, is"
        " not 0."
    )


def _machine_figures(found: Derived, machine: Automaton | None) -> str:
    figures = dict(found.evidence.details)
    rows = []
    if "states_before_merging" in figures:
        rows.append(("states before minimisation", whole_text(figures["states_before_merging"])))
    if machine is not None:
        rows += [("states", whole_text(machine.states)), ("entries of A", whole_text(machine.transitions))]
    rows.append(("order of the recurrence", whole_text(found.order)))
    return tag("div", table((), rows, "The machine in figures."), class_="facts")


# The proof


def proof_section(subject: Subject) -> Section:
    """Words, figures, certificate."""
    evidence = subject.evidence
    texts = [_WHY.get(evidence.method, ""), _argument(subject)]
    rows = [("status", badge(evidence.status.value)), ("method", escape_text(evidence.method))]
    rows += [_figure(name, value) for name, value in evidence.details]
    facts = tag("div", table((), rows, "What the result rests on."), class_="facts")
    certificate, script = _certificate(subject)
    return Section("proof", "Proof", paragraph(" ".join(texts).strip()) + facts + certificate, script)


def certificate_name(subject: Subject) -> str:
    """The name of the certificate as a file."""
    parts = (subject.rule.name, subject.result.board, subject.result.positions, *subject.result.weights)
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
    if name == "proof_seconds":
        return "seconds that --certify would take more, about", whole_text(value)
    return name.replace("_", " "), whole_text(value)


def _certificate(subject: Subject) -> tuple[str, str]:
    """The certificate as a link that holds it, or why there is none; the script that checks it, if any."""
    derived = subject.law
    if derived is None or (derived.rational is None and derived.question.rule.counter is None):
        return "", ""
    try:
        certificate = certificate_of(derived)
        text = _text(certificate)
    except GfkitError as reason:
        return tag("h3", "Certificate") + paragraph(f"None stands here: {reason}."), ""
    checker: Callable[[dict[str, object]], str | None] | None = from_above("checker_script")
    script = (checker(certificate) if checker else None) or ""
    name, data = certificate_name(subject), text.encode()
    markup = (
        tag("h3", "Certificate"),
        paragraph(
            "The certificate holds the rule, the boards, the law, and all that its proof needs. A separate"
            " program of plain Python, which shares nothing with what derived the law, proves it again from"
            " the rule, for every n."
        ),
        tag("p", _download(name, data, "application/json")),
        listing(certify_command(name), "command that checks the certificate"),
        tag("p", f"SHA-256 {sha256(data).hexdigest()}", class_="note"),
        _theorem(certificate, name),
    )
    return "".join(markup), script


def _download(name: str, data: bytes, kind: str) -> str:
    """A link that holds a file."""
    href = f"data:{kind};base64," + b64encode(data).decode()
    label = escape_text(f"Download {name} ({_size(len(data))})")
    return tag("a", label, class_="button", download=name, href=href)


def _theorem(certificate: dict[str, object], name: str) -> str:
    """The theorem for Coq as a link that holds it, or why there is none."""
    file = name.removesuffix(".json") + ".v"
    try:
        data = coq_file_of(json.loads(json.dumps(certificate))).encode()
    except GfkitError as reason:
        return tag("h3", "Theorem for Coq") + paragraph(f"None stands here: {reason}.")
    markup = (
        tag("h3", "Theorem for Coq"),
        paragraph(
            "Coq is a proof assistant, and its kernel is a small program that checks proofs. This file states"
            " the theorem from the definition of the rule on. The first command has the kernel check it; the"
            " second writes it with the library that it needs inside, for Coq alone."
        ),
        tag("p", _download(file, data, "text/plain")),
        listing(f"{certify_command(name)} --kernel", "command that has the kernel check the theorem"),
        listing(f"{certify_command(name)} --coq {file} --alone", "command that writes a file for Coq alone"),
    )
    return "".join(markup)


def _text(certificate: dict[str, object]) -> str:
    text = certificate_text(certificate)
    if len(text) > MOST_EMBEDDED:
        raise LimitError(
            f"the certificate has {_size(len(text))}, and {_size(MOST_EMBEDDED)} are the most that a page"
            " holds; the option --save of gfkit derive writes it"
        )
    return text


def _size(number: int) -> str:
    return f"{number / (1 << 20):.1f} MiB" if number >= 1 << 20 else f"{max(1, round(number / 1024))} KiB"


# The OEIS, repeating and citing


def sequence_section(subject: Subject) -> Section | None:
    """The entry as it could be sent in, and the numbers that a local index has for the terms."""
    if not subject.entry and not subject.known_as:
        return None
    parts = []
    if subject.known_as:
        parts += [
            paragraph("A local index has these terms as:"),
            listing("\n".join(subject.known_as), "entries"),
        ]
    if subject.entry:
        lead = "The lines of an entry; each formula and program in them was evaluated against the terms."
        parts.append(paragraph(lead))
        parts.append(fold("the entry in the internal format", listing(subject.entry, "entry"), printed=True))
        parts += [
            paragraph("This writes the entry and its b-file:"),
            listing(export_command(subject), "command"),
        ]
    return Section("oeis", "The OEIS", "".join(parts))


def repeating_section(subject: Subject) -> Section:
    """The exact commands, and the rule file where it is the reader's own."""
    saved = certificate_name(subject) if subject.law and subject.law.rational else None
    commands = "\n".join((derive_command(subject, saved), report_command(subject)))
    parts = [
        paragraph(f"With gfkit {version.__version__}:"),
        listing(commands, "commands that repeat this report"),
    ]
    if subject.source is not None:
        parts += [paragraph(f"The rule file {subject.result.game}:"), listing(subject.source, "rule file")]
    return Section("repeat", "Repeating it", "".join(parts))


def citing_section(subject: Subject) -> Section:
    """A sentence and an entry for BibTeX."""
    day = subject.day.isoformat()
    known = f"{subject.evidence.status.value} by {subject.evidence.method}"
    made = f"gfkit {version.__version__}, report of {day}, {known}"
    text = f"{subject.title}; {made}."
    return Section("cite", "Citing it", paragraph(text) + tag("div", listing(bibtex(subject), "BibTeX")))


def bibtex(subject: Subject) -> str:
    """The entry; what LaTeX would read as a command is escaped."""
    key = re.sub(r"[^a-z0-9]+", "-", f"gfkit-{subject.rule.name}-{subject.result.board}".lower()).strip("-")[
        :60
    ]
    title = tex_words(subject.title.replace("×", "x"))
    lines = (
        f"@misc{{{key},",
        f"  title = {{{{{title}}}}},",
        "  author = {{gfkit}},",
        f"  howpublished = {{computed with gfkit {version.__version__}}},",
        f"  note = {{{subject.evidence.status.value} by {subject.evidence.method}}},",
        f"  year = {{{subject.day.year}}},",
        f"  month = {{{subject.day.month}}},",
        "}",
    )
    return "\n".join(lines)
