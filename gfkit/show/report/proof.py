"""Transfer matrix, proof and certificate, OEIS, commands and citation of a result."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Callable
from functools import partial
from hashlib import sha256

from gfkit.core import version
from gfkit.core.algebra import Status
from gfkit.core.algebra.formula.tree import Equation, Letter, Number, Power, Product, Range, Sum, Symbol
from gfkit.core.algebra.number import whole_text
from gfkit.core.engine.strip.automaton import Automaton
from gfkit.core.errors import GfkitError, LimitError
from gfkit.core.hooks import from_above
from gfkit.proofs import certificate_of, certificate_text, coq_file_of
from gfkit.show.card import Picture
from gfkit.show.cards.laws import machine_from_start, machine_of_law, pictures_of_states
from gfkit.show.markup import escape_text, tag
from gfkit.show.notebook import badge
from gfkit.show.report.page import Section, display, figure, fold, listing, paragraph, table
from gfkit.show.report.subject import (
    Subject,
    certificate_name,
    certify_command,
    derive_command,
    export_command,
    report_command,
)
from gfkit.show.svg.machine import MOST_IN_GRAPH, machine_legend, state_conditions
from gfkit.show.svg.shapes import tex_words

MOST_EMBEDDED = 4 << 20
"""Maximum size in bytes of a certificate that is contained in the page."""
_WHY = {
    "transfer-matrix": "Each configuration corresponds to exactly one accepting path of the automaton.",
    "exponential-formula": "A position on a complete graph is a set of pieces of some colours and a set of"
    " empty cells. By the exponential formula its exponential generating function is a sum of products of"
    " exponentials.",
    "branching": "The configurations are the independent sets of a conflict graph G. Their weighted number I"
    " satisfies I(G) = I(G − v) + w I(G − N[v]) for each vertex v of weight w, and I is multiplicative over"
    " components.",
    "tree-decomposition": "The count is a sum of products of tables on few variables. The variables were"
    " summed out one by one, modulo numbers whose product exceeds the number of all assignments.",
    "multinomial-sum": "A position on a complete graph is determined, up to a permutation of the vertices, by"
    " its numbers of pieces. The count is a sum of multinomial coefficients over all admissible numbers.",
    "matrix-tree-theorem": "By the matrix-tree theorem the count is a cofactor of the Laplacian matrix. It"
    " was computed modulo primes whose product exceeds Hadamard's bound.",
    "kasteleyn-matrix": "By Kasteleyn's theorem the count is the determinant of a signed adjacency matrix. It"
    " was computed modulo primes whose product exceeds Hadamard's bound.",
    "tutte-polynomial": "By the theorems of Stanley and Las Vergnas the number of acyclic orientations"
    " is T(2, 0), and that of strong orientations of a connected graph T(0, 2). One sweep computed this"
    " value of the Tutte polynomial.",
    "parity": "Sets of edges with prescribed parities of degrees are the solutions of linear equations modulo"
    " 2; their number is 0 or a power of 2.",
    "constant-term": "The counts are constant terms of a rational function. It satisfies the differential"
    " equation up to a derivative, an identity that was checked.",
    "inclusion-exclusion": "The structures are counted by inclusion-exclusion over the sets of"
    " violations, whose generating function was derived. The differential equation follows from identities"
    " of rational functions that were checked.",
    "factorial-transform": "A position with k pieces is reached by k! plays. The differential equation of the"
    " transformed series follows from identities of rational functions that were checked.",
    "brute-force": "All configurations were enumerated.",
}
_PROVED = {
    "determinant": "The generating function is u (I − t A)⁻¹ v, computed exactly by one determinant. By the"
    " Cayley-Hamilton theorem the recurrence holds for every n.",
    "values": "The fraction was reconstructed from values modulo primes, and their number suffices for a"
    " proof: two sequences with recurrences of orders r and s are equal if they agree on r + s terms, and"
    " integers of bounded size are equal if they agree modulo primes with a larger product.",
    "count": "The board was swept once, with exact integer arithmetic.",
}


# Transfer matrix


def machine_section(subject: Subject) -> Section | None:
    """Return the section of the transfer matrix."""
    derived = subject.law
    if derived is None or derived.rational is None:
        return None
    text = paragraph(
        "The board is swept cell by cell along its length. A state records the part of the past on which the"
        " remaining cells depend: cells already covered, adjacent pieces, and pending"
        " constraints. One slice of the board is one step of an automaton; its states are the states between"
        " two slices, and equivalent states are merged."
    )
    machine, start = machine_from_start(derived)
    if machine is None:
        return Section("machine", "Transfer matrix", text)
    j = Letter("j")
    walks = Product((Letter("u"), Power(Letter("A"), j), Letter("v")))
    counted = Equation(Symbol(("a",), Sum((Number(start), j)) if start else j), walks)
    formula = display(Range(counted, 0, letter="j"))
    drawn = Picture("", partial(machine_of_law, derived, has_legend=False)).svg_drawing()
    if drawn is not None:
        pictures = pictures_of_states(derived)
        lines, conditions = machine_legend(pictures, start), state_conditions(pictures or ())
        formula += figure(drawn, _caption(machine))
        formula += tag("p", escape_text(" ".join(lines)), class_="note")
        if conditions:
            formula += fold("conditions of the states", "<br/>".join(map(escape_text, conditions)))
    return Section("machine", "Transfer matrix", text + formula)


def _caption(machine: Automaton) -> str:
    if machine.states > MOST_IN_GRAPH:
        return f"The matrix A of {machine.states} states, with the start vector u and the end vector v."
    return (
        f"The matrix A as a directed graph on {machine.states} states: an arrow for each nonzero entry,"
        " labelled unless the entry is 1. An arrow in or out marks each state where the start vector u or"
        " the end vector v is nonzero."
    )


# The proof


def proof_section(subject: Subject) -> Section:
    """Return the section of the proof: argument, evidence, certificate."""
    evidence = subject.evidence
    texts = [_WHY.get(evidence.method, ""), _argument(subject)]
    rows = [
        ("status", badge(evidence.status.value)),
        ("method", escape_text(evidence.method_name)),
    ]
    rows += [_figure(name, value) for name, value in evidence.details]
    facts = tag("div", table((), rows, "Evidence for the result."), class_="facts")
    certificate, script = _certificate(subject)
    return Section("proof", "Proof", paragraph(" ".join(texts).strip()) + facts + certificate, script)


def _argument(subject: Subject) -> str:
    evidence = subject.evidence
    if evidence.method != "transfer-matrix":
        return ""
    if subject.law is None:
        return _PROVED["count"]
    if evidence.status is not Status.PROVED:
        return (
            "The fraction was reconstructed from values modulo primes and agrees with further values, but"
            " with fewer than a proof requires. The probability of an error is stated below. The option"
            " --certify of gfkit derive computes a proof."
        )
    return _PROVED["values" if "primes" in dict(evidence.details) else "determinant"]


def _figure(name: str, value: int) -> tuple[str, str]:
    if name == "log2_failure":
        return "probability of error", f"below 2<sup>{str(value).replace('-', '−')}</sup>"
    if name == "proof_seconds":
        return "estimated seconds for --certify", whole_text(value)
    return name.replace("_", " "), whole_text(value)


def _certificate(subject: Subject) -> tuple[str, str]:
    """Return the certificate as a link, or the reason why it is missing, and the script that checks it, if
    any.
    """
    derived = subject.law
    if derived is None or (derived.rational is None and derived.question.rule.counter is None):
        return "", ""
    try:
        certificate = certificate_of(derived)
        text = _text(certificate)
    except GfkitError as reason:
        return tag("h3", "Certificate") + paragraph(f"Not included: {reason}."), ""
    checker: Callable[[dict[str, object]], str | None] | None = from_above("checker_script")
    script = (checker(certificate) if checker else None) or ""
    name, data = certificate_name(subject), text.encode()
    markup = (
        tag("h3", "Certificate"),
        paragraph(
            "The certificate contains the rule, the boards, the generating function, and the data of its"
            " proof. An independent program in plain Python verifies it from the rule, for every n."
        ),
        tag("p", download(name, data, "application/json")),
        listing(certify_command(name), "command that checks the certificate"),
        tag("p", f"SHA-256 {sha256(data).hexdigest()}", class_="note"),
        _theorem(certificate, name),
    )
    return "".join(markup), script


def download(name: str, data: bytes, kind: str) -> str:
    """Return a link that contains a file."""
    href = f"data:{kind};base64," + b64encode(data).decode()
    label = escape_text(f"Download {name} ({_size(len(data))})")
    return tag("a", label, class_="button", download=name, href=href)


def _theorem(certificate: dict[str, object], name: str) -> str:
    """Return the theorem for Coq as a link, or the reason why it is missing."""
    file = name.removesuffix(".json") + ".v"
    try:
        data = coq_file_of(json.loads(json.dumps(certificate))).encode()
    except GfkitError as reason:
        return tag("h3", "Theorem for Coq") + paragraph(f"Not included: {reason}.")
    markup = (
        tag("h3", "Theorem for Coq"),
        paragraph(
            "Coq is a proof assistant, and its kernel is a small program that checks proofs. This file states"
            " the theorem, starting from the definition of the rule. The first command runs the kernel; the"
            " second writes a file that contains the library, too."
        ),
        tag("p", download(file, data, "text/plain")),
        listing(f"{certify_command(name)} --kernel", "command that checks the theorem with the kernel"),
        listing(
            f"{certify_command(name)} --coq {file} --alone",
            "command that writes a self-contained Coq file",
        ),
    )
    return "".join(markup)


def _text(certificate: dict[str, object]) -> str:
    text = certificate_text(certificate)
    if len(text) > MOST_EMBEDDED:
        raise LimitError(
            f"the certificate has {_size(len(text))}, and a page contains at most {_size(MOST_EMBEDDED)};"
            " the option --save of gfkit derive writes it"
        )
    return text


def _size(number: int) -> str:
    return f"{number / (1 << 20):.1f} MiB" if number >= 1 << 20 else f"{max(1, round(number / 1024))} KiB"


# The OEIS, repeating and citing


def sequence_section(subject: Subject) -> Section | None:
    """Return the section of the OEIS: a draft entry, and sequences with the given terms."""
    if not subject.entry and not subject.known_as:
        return None
    parts = []
    if subject.known_as:
        parts += [
            paragraph("A local index of the OEIS contains these terms:"),
            listing("\n".join(subject.known_as), "entries"),
        ]
    if subject.entry:
        lead = "A draft entry; each formula and program was evaluated and compared with the terms."
        parts.append(paragraph(lead))
        parts.append(fold("the entry in the internal format", listing(subject.entry, "entry"), printed=True))
        parts += [
            paragraph("This command writes the entry and its b-file:"),
            listing(export_command(subject), "command"),
        ]
    return Section("oeis", "OEIS", "".join(parts))


def repeating_section(subject: Subject) -> Section:
    """Return the section of commands that reproduce the result, with the user's rule file."""
    saved = certificate_name(subject) if subject.law and subject.law.rational else None
    commands = "\n".join((derive_command(subject, saved), report_command(subject)))
    parts = [
        paragraph(f"With gfkit {version.__version__}:"),
        listing(commands, "commands that reproduce this report"),
    ]
    if subject.source is not None:
        parts += [paragraph(f"The rule file {subject.result.game}:"), listing(subject.source, "rule file")]
    return Section("repeat", "Commands", "".join(parts))


def citing_section(subject: Subject) -> Section:
    """Return the section of the citation, with BibTeX."""
    day = subject.day.isoformat()
    known = subject.evidence.summary
    made = f"gfkit {version.__version__}, report of {day}, {known}"
    text = f"{subject.title}; {made}."
    return Section("cite", "Citation", paragraph(text) + tag("div", listing(bibtex(subject), "BibTeX")))


def bibtex(subject: Subject) -> str:
    """Return the BibTeX entry, with the special characters of LaTeX escaped."""
    key = re.sub(r"[^a-z0-9]+", "-", f"gfkit-{subject.rule.name}-{subject.result.board}".lower()).strip("-")[
        :60
    ]
    title = tex_words(subject.title.replace("×", "x"))
    lines = (
        f"@misc{{{key},",
        f"  title = {{{{{title}}}}},",
        "  author = {{gfkit}},",
        f"  howpublished = {{computed with gfkit {version.__version__}}},",
        f"  note = {{{subject.evidence.summary}}},",
        f"  year = {{{subject.day.year}}},",
        f"  month = {{{subject.day.month}}},",
        "}",
    )
    return "\n".join(lines)
