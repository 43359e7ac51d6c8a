"""Construction of the report of a result, as HTML and as LaTeX.

The LaTeX document contains the rule, the formulas, drawings in TikZ, and the evidence.

The HTML page also contains at most twelve configurations of a small board, and the value of one board.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from gfkit.core.algebra import Count
from gfkit.core.algebra.number import whole_text
from gfkit.core.boards import Board, BoardsLike, Family
from gfkit.core.deferred import dataclass, field, replace
from gfkit.core.engine import Derived
from gfkit.core.engine.count import count
from gfkit.core.engine.derive import derive
from gfkit.core.errors import (
    GfkitError,
    InputError,
    LimitError,
    MismatchError,
    OptionError,
    RuleError,
    SelfCheckError,
)
from gfkit.core.memory import size_text
from gfkit.core.rules import GameLike, Question, Rule
from gfkit.core.rules.configuration import Configuration
from gfkit.core.rules.kinds.diagram import pictures_of
from gfkit.core.rules.library import rule_file_text
from gfkit.core.rules.wording import rule_sentences
from gfkit.core.typing import PositionsWord, Weights, WeightsWord, stoppable
from gfkit.runs.files import draft_of, write_whole
from gfkit.show.card import Card, Row, ShownFormula, ShownSeries, ShownTerms
from gfkit.show.cards import card_of
from gfkit.show.cards.descriptions import rule_card
from gfkit.show.cards.games import board_value_card
from gfkit.show.configurations import configuration_drawing, every_filling
from gfkit.show.markup import escape_text, tag
from gfkit.show.notebook import facts
from gfkit.show.phrases import board_title, named_objects, objects_of
from gfkit.show.report.law import growth_section, law_section, pieces_section, terms_section
from gfkit.show.report.page import Section, figure, paragraph, picture, table, whole_page
from gfkit.show.report.proof import (
    citing_section,
    machine_section,
    proof_section,
    repeating_section,
    sequence_section,
)
from gfkit.show.report.subject import Found, Subject, derive_command, head
from gfkit.show.svg import rule_drawing
from gfkit.show.svg.shapes import tex_words, tikz

MOST_SHOWN = 12
"""Maximum number of configurations that are drawn, all on one board."""
MOST_LISTED = 3000
"""Maximum number of configurations that are enumerated and compared with the count."""
_MOST_VALUED = 16
"""Maximum number of cells of boards that are drawn, and of boards whose value is computed."""
VALUE_TABLES = 16 << 20
"""Maximum size in bytes of the tables for the value. It does not depend on the machine, so that pages are
reproducible.
"""
_BOARDS = 3
_FEW_CELLS = 12
_SMALL, _SMALLER = 0.72, 0.55


def rule_section(subject: Subject) -> Section:
    """Return the section of the rule: pieces, windows or tiles, sentences, and the class of positions.

    A built-in structure on a graph is defined in its sentence; cells and pieces describe it on boards only.
    """
    rule, boards = subject.question.spaced or subject.rule, subject.question.boards
    board = boards.at(boards.first_n) if isinstance(boards, Family) else boards
    if board.grid is None and rule.flat and not rule.is_game and named_objects(rule) and not subject.source:
        return Section("rule", "Rule", paragraph(rule.about))
    about = rule.about.lower()
    texts = [
        rule.about,
        *(sentence for sentence in rule_sentences(rule) if sentence.lower().rstrip(".") not in about),
    ]
    pictures = pictures_of(rule)
    texts.append(pictures.explanation)
    try:
        shown = figure(rule_drawing(rule), pictures.caption) if pictures.rows else ""
    except LimitError as reason:
        shown = paragraph(f"No drawing: {reason}.")
    return Section("rule", "Rule", shown + paragraph(" ".join(filter(None, texts))))


# Boards


def boards_section(subject: Subject) -> Section:
    """Return the section of small boards, enumerated and compared with the counts.

    At most twelve configurations are drawn: those of the largest board that has no more, or twelve of the
    next board if these are fewer than six.
    """
    result, texts = subject.result, list[str]()
    if isinstance(result, Count):
        name = board_title(result.board)
        boards = [_enumerated(subject, name[:1].upper() + name[1:], subject.question.board, result.count)]
    else:
        family, first = subject.family, max(1, subject.family.first_n)
        if family.first_n == 0 and subject.number(0) == 1:
            noun = objects_of(subject.rule, 1)
            texts.append(f"The board with n = 0 has no cells and exactly one {noun}, the empty one.")
        sizes = range(first, first + _BOARDS)
        boards = [_enumerated(subject, f"n = {n}", family.at(n), subject.number(n)) for n in sizes]
    drawable = [one for one in boards if one.listed and one.board.size]
    few = [one for one in drawable if len(one.listed or ()) <= MOST_SHOWN]
    many = [one for one in drawable if one not in few]
    is_enough = few and (not many or 2 * len(few[-1].listed or ()) >= MOST_SHOWN)
    shown = few[-1] if is_enough else many[0] if many else None
    texts += [f"{_sentence(subject, one)}." for one in boards if one is not shown]
    words = paragraph(" ".join(texts)) if texts else ""
    title = "Board" if isinstance(result, Count) else "Small boards"
    return Section("boards", title, words + ("" if shown is None else _draw_configurations(subject, shown)))


class _Enumerated(NamedTuple):
    """Board with its count, and its configurations if these were enumerated."""

    name: str
    board: Board
    number: int
    listed: Sequence[Configuration] | None


def _enumerated(subject: Subject, name: str, board: Board, number: int) -> _Enumerated:
    """Enumerate a board if possible, and compare the number of configurations with the count."""
    claimed = number * subject.rule.divide if board.size else number
    listed = _list_configurations(subject, board, claimed)
    if listed is not None and len(listed) != claimed:
        raise SelfCheckError(
            f"report: enumeration of {board.text} finds {len(listed)} positions, and the result is {claimed};"
            " this is a bug in gfkit, please report it"
        )
    return _Enumerated(name, board, number, listed)


def _sentence(subject: Subject, one: _Enumerated) -> str:
    """Return the count of a board in prose, without the full stop."""
    noun = objects_of(subject.rule, one.number)
    checked = "" if one.listed is None else "; checked by enumeration"
    return f"{one.name}: {whole_text(one.number)} {noun}{checked}"


def _draw_configurations(subject: Subject, shown: _Enumerated) -> str:
    """Return a figure of all configurations of a board, or of twelve of them."""
    board, listed = shown.board, shown.listed or ()
    most = min(len(listed), MOST_SHOWN)
    drawings = (
        configuration_drawing(subject.rule, board, listed[k * len(listed) // most], f"position {k + 1}")
        for k in range(most)
    )
    scale = _SMALL if board.size <= _FEW_CELLS else _SMALLER
    some = f" The figure shows {most} of them." if most < len(listed) else ""
    words = f"{_sentence(subject, shown)}.{some} {pictures_of(subject.rule).legend}"
    markup = tag("div", "".join(picture(drawing, scale) for drawing in drawings), class_="positions")
    return tag("figure", markup, tag("figcaption", escape_text(words.rstrip())))


def _list_configurations(subject: Subject, board: Board, number: int) -> list[Configuration] | None:
    """Return the configurations on the board, or None if there are too many or they cannot be listed."""
    if number > MOST_LISTED:
        return None
    try:
        return list(islice(every_filling(subject.question, board), MOST_LISTED + 1))
    except GfkitError:
        return None


# The value


def value_section(subject: Subject) -> Section | None:
    """Return the section on value, outcome, mean, temperature and thermograph, or None if there is no
    value.
    """
    result = subject.result
    if not isinstance(result, Count) or not subject.rule.is_game:
        return None
    board = subject.question.board
    if board.size > _MOST_VALUED:
        return None
    try:
        from gfkit.play import value

        worth = value(subject.rule, board, max_memory=VALUE_TABLES)
    except MismatchError:
        return None
    except LimitError:
        return Section("value", "Value", paragraph(_write_omission(subject)))
    except GfkitError as reason:
        return Section("value", "Value", paragraph(f"No value: {reason}."))
    card = board_value_card(worth)
    rows = tag(
        "div", table((), facts(card), "Normal play: a player without a legal move loses."), class_="facts"
    )
    shown = "".join(
        figure(drawing, f"The {picture.name}.")
        for picture in card.pictures
        if (drawing := picture.svg_drawing()) is not None
    )
    return Section("value", "Value", rows + shown)


def _write_omission(subject: Subject) -> str:
    words = shlex.join(["gfkit", "value", subject.result.game, subject.result.board])
    return (
        f"Omitted: a page uses at most {size_text(VALUE_TABLES)} of tables for the value, and this board"
        f" needs more. '{words}' has no such limit."
    )


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
    """Self-contained page in HTML."""

    title: str
    html: str = field(repr=False)
    subject: Subject | None = field(default=None, repr=False)

    def tex(self) -> str:
        """Return a shorter report as a LaTeX document: formulas, drawings in TikZ, and the evidence."""
        assert self.subject is not None, "report gives it"
        return tex_document(self.subject)

    def save(self, path: str | Path) -> None:
        """Write the page atomically."""
        write_whole(path, self.html)

    def _repr_html_(self) -> str:
        """Return the page in a frame, so that its style does not affect the notebook."""
        look = "width:100%;height:40rem;border:0"
        return tag("iframe", " ", srcdoc=self.html, style=look, title=self.title)


@stoppable
def report(
    found: Derived | Count | GameLike,
    board: BoardsLike | None = None,
    *,
    positions: PositionsWord = "all",
    weights: WeightsWord = "none",
    rule: Rule | None = None,
    terms: int = 20,
    digits: int = 30,
    entry: str = "",
    known_as: tuple[str, ...] = (),
    day: date | None = None,
) -> Report:
    """Return the report of a derived formula or of a count, or of a structure on a family or board: a page
    in HTML.

    The page contains the rule, the first boards, the formula, terms, asymptotics, the transfer matrix, the
    proof with its certificate, and the commands and the citation for the result. Boards with few
    configurations are enumerated and compared with the counts.

    Parameters
    ----------
    found : Derived, Count, str, path, Rule or Question
        The result that the report describes, or a structure.
    board : str, Board or Family, optional
        Board or family of the structure, whose count or generating function is computed.
    positions : str or Positions, default "all"
        Position class of the structure, as for ``count``.
    weights : str or Weights, default "none"
        Weights of the structure, as for ``count``.
    rule : Rule, optional
        Required if the rule of the result is not built in.
    terms : int, default 20
        Number of terms printed.
    digits : int, default 30
        Number of digits printed.
    entry : str, optional
        Lines for the OEIS.
    known_as : tuple of str, optional
        Sequences of an index that contain the terms.
    day : date, optional
        Date of the report; today by default.

    Returns
    -------
    Report
        ``save`` writes the page, ``tex`` returns it as LaTeX.

    Raises
    ------
    OptionError
        There are no terms, too many terms, or terms up to symmetry.
    RuleError
        The rule is required.

    Notes
    -----
    Cost: the asymptotics of the terms, in addition to the result.

    Examples
    --------
    >>> import gfkit
    >>> report(gfkit.derive("domineering", "2xn")).title, report("kings", "3x3").title
    ('Domineering on 2 × n', 'Kings on 3 × 3')
    """
    if isinstance(terms, bool) or not isinstance(terms, int) or not 1 <= terms <= MOST_TERMS:
        raise OptionError(f"terms {terms!r}: expected an integer from 1 to {MOST_TERMS}")
    if board is not None or isinstance(found, Question):
        rule = found if isinstance(found, Rule) else rule
        question = Question.of(found, board, positions, weights)
        found = derive(question) if question.is_family else count(question)
    is_result = isinstance(found, Count) or hasattr(found, "counted_rule")
    if isinstance(found, str | os.PathLike | Rule | Question) or not is_result:
        raise OptionError(
            f"cannot report on {found!r:.80}: expected a result of gfkit.derive or gfkit.count, or a"
            " structure and a board"
        )
    if found.part is not None:
        raise OptionError(f"cannot report on {found.part}; derive or count without at and coefficient")
    if isinstance(found, Count) and found.up_to:
        raise OptionError(f"cannot report on a count up to {found.up_to}; count without up_to")
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
    opening = head(subject, has_certificate=any(" download=" in section.body for section in sections))
    return Report(subject.title, whole_page(subject.title, opening, sections), subject)


def _question(found: Found, rule: Rule | None) -> Question:
    """Return the query of a result."""
    if not isinstance(found, Count):
        return found.question if rule is None else replace(found.question, rule=rule)
    try:
        weights = (Weights.NONE, Weights.PIECES, Weights.PLAYERS)[min(2, len(found.weights))]
        return Question.of(rule or found.game, found.board, found.positions, weights)
    except RuleError:
        raise RuleError(
            f"the rule {found.game!r} of this result is not built in; pass the rule object as the"
            " argument rule="
        ) from None


# On paper: a Chromium prints it, with a separate profile and no network


def find_browser() -> str:
    """Return the path of a browser that can print. If there is none, raise an error that lists the supported
    browsers.
    """
    for name in BROWSERS:
        program = shutil.which(name)
        if program is not None:
            return program
    raise InputError(f"a PDF needs a browser, and the PATH contains none of {', '.join(BROWSERS)}")


def print_page(html: str, target: str | Path, browser: str) -> None:
    """Print a page to a PDF file, which is written atomically."""
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


_DISPLAYED = 240
"""Maximum number of characters of the LaTeX of a displayed formula. Longer formulas are broken like text."""
_HEAD = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{amsmath,amssymb}
\usepackage{tikz}
\setlength{\parindent}{0pt}
\setlength{\parskip}{1ex}
\begin{document}
"""
_FITTED = r"\resizebox{\ifdim\width>\linewidth\linewidth\else\width\fi}{!}{%" + "\n"


def tex_document(subject: Subject) -> str:
    """Return the LaTeX document, without large drawings. It requires amsmath, amssymb and tikz."""
    asked = {"terms": subject.terms, "digits": subject.digits, "quick": False} if subject.is_family else {}
    card = card_of(subject.result, **asked)
    assert card is not None, "every result has a card"
    rule = rule_card(subject.question.spaced or subject.rule)
    parts = [
        rf"\section*{{{tex_words(subject.title)}}}",
        *(tex_words(note) for note in rule.notes),
        *_pictures(rule),
        *(text for row in card.rows for text in _row(row)),
        *_pictures(card),
        f"Evidence: {tex_words(card.known_text)}.",
        rf"Found by \texttt{{{tex_words(derive_command(subject, None))}}}.",
    ]
    return _HEAD + "\n\n".join(part for part in parts if part) + "\n\\end{document}\n"


def _row(row: Row) -> Iterator[str]:
    value, label = row.value, tex_words(row.label)
    head = rf"\textbf{{{label[:1].upper()}{label[1:]}.}} " if label else ""
    if isinstance(value, ShownSeries):
        value = value.formula
    if isinstance(value, ShownFormula):
        written = value.written("latex")
        if written is None:
            yield head + tex_words(value.text)
        elif len(written) <= _DISPLAYED:
            yield f"{head}\n\\[ {written} \\]"
        else:
            yield rf"{head}{{\raggedright ${written}$\par}}"
    elif isinstance(value, ShownTerms):
        start = "" if value.start is None else f"from $n = {value.start}$: "
        written = value.written("latex")
        listed = tex_words(value.text) if written is None else f"${written}$"
        more = r", \ldots" if value.goes_on else ""
        yield rf"{head}{start}{{\raggedright {listed}{more}\par}}"
    else:
        for name, text in row.lines(full=True):
            own = "" if name == row.label else f"{tex_words(name)}: "
            yield head + own + tex_words(text)
            head = ""


def _pictures(card: Card) -> Iterator[str]:
    for shown in card.pictures:
        drawing = shown.svg_drawing()
        if drawing is not None:
            yield "\\begin{center}\n" + _FITTED + tikz(drawing) + "}\n\\end{center}"
