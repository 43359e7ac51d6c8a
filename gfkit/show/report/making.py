"""From a result to its report."""

from __future__ import annotations

import os
from dataclasses import dataclass, field, replace
from datetime import date
from pathlib import Path

from gfkit.boards.textfile import UnreadableError, file_text
from gfkit.errors import OptionError, RuleError
from gfkit.games import BUILT_IN, TILE_SETS, Question, Rule
from gfkit.sequences import Count
from gfkit.show.report.boards import boards_section
from gfkit.show.report.citing import citing_section, repeating_section
from gfkit.show.report.growth import growth_section
from gfkit.show.report.law import law_section
from gfkit.show.report.machine import machine_section
from gfkit.show.report.page import page
from gfkit.show.report.pieces import pieces_section
from gfkit.show.report.proof import proof_section
from gfkit.show.report.rule import rule_section
from gfkit.show.report.sequence import sequence_section
from gfkit.show.report.subject import Found, Subject
from gfkit.show.report.summary import foot, head
from gfkit.show.report.terms import terms_section
from gfkit.show.report.worth import value_section
from gfkit.show.svg.element import tag
from gfkit.transfer import Derived
from gfkit.typing import Weights
from gfkit.verify.certificate import write_whole

MOST_TERMS = 10_000
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
    """The report of a derived family, of a law on complete graphs, or of a count.

    A page with rule, first boards, law, terms, growth, machine, proof with its certificate, and how to repeat
    and to cite it. Boards with few positions are listed one by one and compared. ``rule`` is needed where the
    result's game is a name that gfkit does not know; ``entry`` holds lines for the OEIS, ``known_as`` what an
    index said; ``day`` is the date, today's unless told. Cost: besides the result, the growth of its numbers.

    >>> import gfkit
    >>> report(gfkit.derive("domineering", "2xn")).title
    'Domineering on 2 × n'
    """
    if isinstance(terms, bool) or not isinstance(terms, int) or not 1 <= terms <= MOST_TERMS:
        raise OptionError(f"terms {terms!r}: must be a whole number from 1 to {MOST_TERMS}")
    subject = Subject(
        found,
        _question(found, rule),
        _source(found.game),
        terms,
        digits,
        entry,
        known_as,
        day or date.today(),
    )
    sections = [made for make in _MAKERS if (made := make(subject)) is not None]
    return Report(subject.title, page(subject.title, head(subject), sections, foot(subject)))


def _question(found: Found, rule: Rule | None) -> Question:
    """What was asked; a count has the words alone."""
    if not isinstance(found, Count):
        return found.question if rule is None else replace(found.question, rule=rule)
    try:
        weights = Weights.marked(found.weights)
        return Question.of(rule or found.game, found.board, found.positions, weights)
    except RuleError:
        raise RuleError(
            f"game {found.game!r} of the result is no rule that can be found again; give it with rule="
        ) from None


def _source(game: str) -> str | None:
    """The text of a user's rule file."""
    name = game.strip()
    before, _, number = name.rpartition(":")
    if name in (*BUILT_IN, *TILE_SETS) or (before == "cis" and number.isdigit()):
        return None
    path = name if os.path.isfile(name) else before
    if not os.path.isfile(path):
        return None
    try:
        return file_text(path)
    except UnreadableError:
        return None
