"""Subject of a report: a result with its rule, the head of the page, and the commands that reproduce it."""

from __future__ import annotations

import re
import shlex
from datetime import date
from fractions import Fraction

from gfkit.core import version
from gfkit.core.algebra import Count, Evidence, Growth, RationalGF, Status
from gfkit.core.algebra.growth import growth
from gfkit.core.algebra.number import whole_text
from gfkit.core.boards import Family
from gfkit.core.deferred import dataclass
from gfkit.core.engine import Derived
from gfkit.core.rules import Question, Rule
from gfkit.core.typing import Positions, cached_property
from gfkit.show.markup import escape_text, tag
from gfkit.show.notebook import evidence_text
from gfkit.show.phrases import counted_phrase, objects_of, question_title
from gfkit.show.report.page import long_number

Found = Derived | Count
_SAID = 8
_TIMES = "\u00a0×\u00a0"
"""Multiplication sign in sizes of boards, with non-breaking spaces."""
_LONGEST = 60


@dataclass(frozen=True)
class Subject:
    """Subject of a report: a result and its rule, and the number of terms and of digits shown."""

    result: Found
    question: Question
    source: str | None
    """Content of the user's rule file, or None for built-in rules."""
    terms: int
    digits: int
    entry: str
    known_as: tuple[str, ...]
    day: date

    @property
    def title(self) -> str:
        return question_title(self.rule, self.positions, self.result.board)

    @property
    def rule(self) -> Rule:
        return self.question.rule

    @property
    def positions(self) -> Positions:
        return self.question.positions

    @property
    def counted_phrase(self) -> str:
        """Noun phrase for the counted configurations."""
        return counted_phrase(self.rule, self.positions, self.result.board)

    @property
    def evidence(self) -> Evidence:
        return self.result.evidence

    @property
    def law(self) -> Derived | None:
        """Formula of a family, or None for a count."""
        return None if isinstance(self.result, Count) else self.result

    @property
    def is_family(self) -> bool:
        return self.law is not None

    @property
    def has_weights(self) -> bool:
        return bool(self.result.weights)

    @property
    def marks(self) -> str:
        """Meaning of the variables of the generating function."""
        names = self.result.weights
        if names in ((), ("x",)):
            return "x counts the pieces" * len(names)
        if self.rule.is_game:
            return "x counts the pieces of Left and y the pieces of Right"
        verb = "is the weight" if len(names) == 1 else "are the weights"
        return f"{', '.join(names[:-1])}{' and ' * (len(names) > 1)}{names[-1]} {verb} of the rule"

    @property
    def family(self) -> Family:
        return self.question.family

    @cached_property
    def plain(self) -> RationalGF | None:
        """Generating function with all weights equal to 1, or None."""
        return None if self.law is None else self.law.plain

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """Initial terms with all weights equal to 1."""
        return () if self.law is None else tuple(self.law.numbers(self.terms))

    def number(self, n: int) -> int:
        """Return the count on the board of size n, with all weights equal to 1."""
        assert self.law is not None, "only asked of families"
        return self.law.number(n)

    @property
    def is_analysed(self) -> bool:
        """True if the roots of the denominator are computed."""
        return self.law is not None and self.law.is_plainly_analysed

    @cached_property
    def rate(self) -> Growth | None:
        """Asymptotics of the counts, or None if they are not computed."""
        return (
            growth(self.plain, self.digits) if self.plain and self.plain.order and self.is_analysed else None
        )


# The head of the page


def head(subject: Subject, *, has_certificate: bool) -> str:
    """Return the title, a sentence, the initial terms, and the evidence with the command that checks it."""
    between = tag("p", _write_opening(subject), class_="lead") + _first_terms(subject)
    title = title_block(subject.title, " ".join(_counted_words(subject.result)), subject.day)
    command = tag("code", certify_command(certificate_name(subject)))
    check = f"; {tag('a', 'certificate', href='#proof')}: {command}" if has_certificate else ""
    return title + between + tag("p", evidence_text(subject.evidence) + check, class_="known")


def title_block(title: str, subject: str, day: date) -> str:
    """Return the title of a page, and a line with the subject, the version of gfkit and the date."""
    line = f"{subject} · gfkit {version.__version__} · {day.isoformat()}"
    return tag("h1", escape_text(title)) + tag("p", escape_text(line), class_="kind")


def _write_opening(subject: Subject) -> str:
    """Return the first sentences: the objects that are counted, and their number or its formula."""
    result, counted = subject.result, escape_text(subject.counted_phrase).replace(" × ", _TIMES)
    if isinstance(result, Count):
        return f"We count the {counted}; their number is {long_number(result.count)}."
    what = f"polynomial a(n), in which {subject.marks}," if result.weights else "number a(n)"
    return f"We count the {counted}. Their {what} {_law(subject)}."


def _law(subject: Subject) -> str:
    derived = subject.law
    assert derived is not None, "a count is told by itself"
    if derived.exponential is not None:
        return "is n! times the coefficient of tⁿ in a sum of polynomials times exponentials"
    if derived.rational is None:
        return f"satisfies a linear recurrence with polynomial coefficients of order {derived.order}"
    is_sure = derived.evidence.status is Status.PROVED
    linear = f"satisfies a linear recurrence with constant coefficients of order {derived.order}"
    grown = _describe_growth(derived.growth(5)) if subject.is_analysed and not derived.weights else ""
    return (linear if is_sure else f"very probably {linear}") + grown


def _describe_growth(rate: Growth) -> str:
    if rate.power is None or not rate.dominant:
        return ""
    known: dict[int | Fraction, str] = {0: "", 1: " n"}
    power = known.get(rate.power, f" n<sup>{rate.power}</sup>")
    if rate.value == "1":
        return f" and grows like{power}" if power else ""
    return f" and grows like λⁿ{power} with λ ≈ {escape_text(rate.value)}"


def _first_terms(subject: Subject) -> str:
    if not subject.is_family:
        return ""
    texts = [text for value in subject.numbers[:_SAID] if len(text := whole_text(value)) <= _LONGEST]
    what = f"counts of {objects_of(subject.rule)}" if subject.has_weights else "initial terms"
    start = subject.family.first_n
    return tag("p", f"The {what} for n ≥ {start}: {', '.join(texts)}, …") if texts else ""


# The commands that repeat it, quoted for a shell


def certificate_name(subject: Subject) -> str:
    """Return the file name of the certificate."""
    parts = (subject.rule.name, subject.result.board, subject.result.positions, *subject.result.weights)
    return re.sub(r"[^a-z0-9]+", "-", "-".join(parts).lower()).strip("-")[:80] + ".json"


def certify_command(certificate: str) -> str:
    return shlex.join(["gfkit", "certify", certificate])


def derive_command(subject: Subject, certificate: str | None) -> str:
    """Return the command that computes the result; with a name it also saves the certificate.

    The words are quoted for a shell.
    """
    verb = "count" if isinstance(subject.result, Count) else "derive"
    save = [] if certificate is None else ["--save", certificate]
    return shlex.join(["gfkit", verb, *_question_words(subject), *save])


def report_command(subject: Subject) -> str:
    return shlex.join(["gfkit", "report", *_question_words(subject), "-o", "report.html"])


def export_command(subject: Subject) -> str:
    """Return the command that writes the entry and its b-file."""
    return shlex.join(["gfkit", "oeis", "export", *_counted_words(subject.result), "-o", "out"])


def _question_words(subject: Subject) -> list[str]:
    words, weights = _counted_words(subject.result), subject.result.weights
    if weights:
        words += ["--weights", "pieces" if len(weights) == 1 else "players"]
    return words


def _counted_words(result: Found) -> list[str]:
    """Return structure, board and positions as arguments of a command."""
    words = [result.game, result.board]
    return words if result.positions == "all" else [*words, "--positions", result.positions]
