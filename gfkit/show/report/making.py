"""From a result to its report, on the screen and on paper."""

from __future__ import annotations

import os
import shutil
import subprocess
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from gfkit.errors import InputError, LimitError, OptionError, RuleError
from gfkit.games import Question, Rule
from gfkit.games.library import rule_file_text
from gfkit.host.files import draft_of, write_whole
from gfkit.sequences import Count
from gfkit.show.markup import tag
from gfkit.show.report.boards import boards_section, rule_section, value_section
from gfkit.show.report.law import growth_section, law_section, pieces_section, terms_section
from gfkit.show.report.page import whole_page
from gfkit.show.report.proof import (
    citing_section,
    machine_section,
    proof_section,
    repeating_section,
    sequence_section,
)
from gfkit.show.report.subject import Found, Subject, head, page_foot
from gfkit.show.report.tex import tex_document
from gfkit.transfer import Derived
from gfkit.typing import Weights

MOST_TERMS = 10_000
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_SECONDS = 180
_OPTIONS = (
    "--headless",
    "--disable-gpu",
    "--no-first-run",
    "--disable-extensions",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--no-pdf-header-footer",
)
_MAKERS = (
    rule_section,
    boards_section,
    law_section,
    value_section,
    terms_section,
    growth_section,
    pieces_section,
    machine_section,
    proof_section,
    sequence_section,
    repeating_section,
    citing_section,
)


@dataclass(frozen=True)
class Report:
    """A page in HTML that refers to nothing outside of it."""

    title: str
    html: str = field(repr=False)
    subject: Subject | None = field(default=None, repr=False)

    def tex(self) -> str:
        """The same, shorter, as a document in LaTeX: formulas, pictures as TikZ, and how it is known."""
        assert self.subject is not None, "report gives it"
        return tex_document(self.subject)

    def save(self, path: str | Path) -> None:
        """Writes the page; the file is there whole or not at all."""
        write_whole(path, self.html)

    def _repr_html_(self) -> str:
        """The page in a frame, so that its style and that of a notebook keep apart."""
        look = "width:100%;height:40rem;border:0"
        return tag("iframe", " ", srcdoc=self.html, style=look, title=self.title)


def report(
    found: Derived | Count,
    *,
    rule: Rule | None = None,
    terms: int = 20,
    digits: int = 30,
    entry: str = "",
    known_as: tuple[str, ...] = (),
    day: date | None = None,
) -> Report:
    """The report of a derived law or of a count: a page in HTML.

    It has rule, first boards, law, terms, growth, machine, the proof with its certificate, and how to repeat
    and to cite it. Boards with few positions are listed one by one and compared.

    Parameters
    ----------
    found : Derived or Count
        What it is about.
    rule : Rule, optional
        Needed where the result's game is a name that gfkit does not know.
    terms : int, default 20
        How many terms are printed.
    digits : int, default 30
        How many digits numbers have.
    entry : str, optional
        Lines for the OEIS.
    known_as : tuple of str, optional
        What an index said of the terms.
    day : date, optional
        The date; today's by default.

    Returns
    -------
    Report
        ``save`` writes the page, ``tex`` gives it as LaTeX.

    Raises
    ------
    OptionError
        The terms are none, too many, or counted up to symmetry.
    RuleError
        The rule is needed.

    Notes
    -----
    Cost: besides the result, the growth of its numbers.

    Examples
    --------
    >>> import gfkit
    >>> report(gfkit.derive("domineering", "2xn")).title
    'Domineering on 2 × n'
    """
    if isinstance(terms, bool) or not isinstance(terms, int) or not 1 <= terms <= MOST_TERMS:
        raise OptionError(f"terms {terms!r}: must be a whole number from 1 to {MOST_TERMS}")
    if not isinstance(found, Count) and not hasattr(found, "counted_rule"):
        raise OptionError(
            f"{found!r:.80} is no answer of gfkit.derive or gfkit.count, which reports are about"
        )
    if isinstance(found, Count) and found.up_to:
        raise OptionError(f"a report tells of all positions, and this count is up to {found.up_to}")
    subject = Subject(
        found,
        _question(found, rule),
        rule_file_text(found.game),
        terms,
        digits,
        entry,
        known_as,
        day or date.today(),
    )
    sections = [made for make in _MAKERS if (made := make(subject)) is not None]
    return Report(
        subject.title, whole_page(subject.title, head(subject), sections, page_foot(subject.day)), subject
    )


def _question(found: Found, rule: Rule | None) -> Question:
    """What was asked; a count has the words alone."""
    if not isinstance(found, Count):
        return found.question if rule is None else replace(found.question, rule=rule)
    try:
        weights = Weights.with_variables(found.weights)
        return Question.of(rule or found.game, found.board, found.positions, weights)
    except RuleError:
        raise RuleError(
            f"game {found.game!r} of the result is no rule that can be found again; give it with rule="
        ) from None


# On paper: a Chromium prints it, with a profile of its own and no network


def find_browser() -> str:
    """The path of a browser that can print; an error that says what was looked for where there is none."""
    for name in BROWSERS:
        program = shutil.which(name)
        if program is not None:
            return program
    raise InputError(f"a PDF needs a browser to print it, and the PATH has none of {', '.join(BROWSERS)}")


def print_page(html: str, target: str | Path, browser: str) -> None:
    """Prints a page to a PDF; the file is there whole or not at all."""
    goal = Path(target)
    try:
        with TemporaryDirectory(prefix="gfkit-report-", ignore_cleanup_errors=True) as room:
            page, printed = Path(room, "report.html"), Path(room, "report.pdf")
            page.write_text(html, encoding="utf-8")
            _run(browser, page, printed, Path(room, "profile"))
            with draft_of(goal) as draft:
                shutil.copyfile(printed, draft)
    except OSError as error:
        raise InputError(f"file {str(target)!r} cannot be written: {error.strerror or error}") from None


def _run(browser: str, page: Path, printed: Path, profile: Path) -> None:
    sandbox = ["--no-sandbox"] if hasattr(os, "geteuid") and os.geteuid() == 0 else []
    words = [
        browser,
        *_OPTIONS,
        *sandbox,
        f"--user-data-dir={profile}",
        f"--print-to-pdf={printed}",
        page.as_uri(),
    ]
    try:
        done = subprocess.run(words, capture_output=True, timeout=_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        raise LimitError(f"browser {browser!r} did not print the page within {_SECONDS} s") from None
    if done.returncode or not printed.is_file():
        texts = done.stderr.decode(errors="replace").strip().splitlines()[-1:]
        why = f": {texts[0]}" if texts else ""
        raise LimitError(f"browser {browser!r} did not print the page (exit code {done.returncode}){why}")
