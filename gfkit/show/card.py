"""Cards: descriptions of results as labelled rows, for all kinds of output.

A card consists of rows with a label and a value, drawings, and the evidence for the result. The terminal
prints it as lines of text, a notebook displays it as HTML, and reports and the laboratory include it in their
pages. A value is a string or an object of a class below, which has a plain text form and can be typeset.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from gfkit.core.deferred import dataclass
from gfkit.core.errors import GfkitError, visible

if TYPE_CHECKING:
    from gfkit.core.algebra import Evidence, RationalGF
    from gfkit.show.svg import Drawing

MOST_CHARACTERS = 400
"""Maximum number of characters of a formula on a terminal; the rest is omitted."""
Lines = list[tuple[str, str]]
"""Labels and strings."""
Written = Callable[[str], str | None]
"""Map from latex or mathml to a formula in it, or None if it cannot be expressed there."""


@dataclass(frozen=True)
class ShownFormula:
    """Formula as plain text, and its conversion ``written`` to latex or mathml. A ``tail`` is never cut
    off.
    """

    plain: str
    written: Written = lambda _: None
    tail: str = ""
    is_typeset: bool = True
    folded: str = ""
    """Name under which a notebook folds the formula, or "" to show it."""

    def lines(self, label: str, full: bool) -> Lines:
        return [(label, shorten(self.plain, full, self.tail))]

    @property
    def text(self) -> str:
        return self.plain + self.tail


@dataclass(frozen=True)
class ShownStatement(ShownFormula):
    """Canonical text of a statement, which a terminal does not wrap, so that it can be copied."""


@dataclass(frozen=True)
class ShownSeries:
    """Generating function: one fraction if typeset, numerator and denominator separately in plain text."""

    series: RationalGF
    formula: ShownFormula

    def lines(self, _label: str, full: bool) -> Lines:
        parts = self.series.as_json()
        return [(part, shorten(str(parts[part]), full)) for part in ("numerator", "denominator")]


@dataclass(frozen=True)
class ShownTerms:
    """Terms of a sequence, starting at an index, or a single number if there is no index."""

    texts: Sequence[str]
    start: int | None = 0
    goes_on: bool = True
    written: Written = lambda _: None

    def lines(self, label: str, full: bool) -> Lines:
        begin = "" if self.start is None else f"from n = {self.start}: "
        return [(label, shorten(begin + self.text, full))] if self.texts else []

    def label(self, name: str) -> str:
        """Return the label that contains the first index."""
        return name if self.start is None else f"{name} from n = {self.start}"

    @property
    def text(self) -> str:
        return ", ".join(self.texts)


@dataclass(frozen=True)
class Several:
    """List of strings with text before and after it. Unless ``full``, at most ``most`` strings are shown.

    >>> Several("n = ", "abc", 2).text(full=False), Several("n = ", "abc", 2, "!").text(full=True)
    ('n = a, b, and 1 more', 'n = a, b, c!')
    """

    before: str
    texts: Sequence[str]
    most: int
    after: str = ""

    def text(self, full: bool) -> str:
        more = 0 if full else max(0, len(self.texts) - self.most)
        kept = ", ".join(self.texts[: len(self.texts) - more])
        return self.before + kept + (f", and {more} more" if more else "") + self.after

    def lines(self, label: str, full: bool) -> Lines:
        return [(label, self.text(full))]


@dataclass(frozen=True)
class Boxes:
    """Names for several n: the n, the name, its meaning. ``text_lines`` are the same as lines of text."""

    items: Sequence[tuple[int, str, str]]
    text_lines: Callable[[bool], Lines]
    legend: str = ""

    def lines(self, _label: str, full: bool) -> Lines:
        return self.text_lines(full)


@dataclass(frozen=True)
class Badge:
    """Status of a result, such as proved or refuted, with its reason."""

    word: str
    text: str = ""

    def lines(self, label: str, _full: bool) -> Lines:
        return [(label, f"{self.word}: {self.text}" if self.text else self.word)]


@dataclass(frozen=True)
class ShownMatrix:
    """Table of formulas with names of rows and columns."""

    columns: Sequence[str]
    rows: Sequence[tuple[str, Sequence[ShownFormula]]]

    def lines(self, label: str, _full: bool) -> Lines:
        return [(label, f"{name}: {', '.join(cell.plain for cell in cells)}") for name, cells in self.rows]


Value = str | ShownFormula | ShownSeries | ShownTerms | Several | Boxes | Badge | ShownMatrix


@dataclass(frozen=True)
class Row:
    """Row of a card: a label and a value. Plain text omits rows that are ``in_headline``."""

    label: str
    value: Value
    in_headline: bool = False
    formal: str = ""
    """Label of the row in a notebook, if it differs."""

    def lines(self, full: bool) -> Lines:
        """Return the row as labels and strings."""
        if isinstance(self.value, str):
            return [(self.label, self.value)]
        return self.value.lines(self.label, full)

    def cut_labels(self) -> list[str]:
        """Return the labels of the strings that are cut."""
        pairs = zip(self.lines(full=False), self.lines(full=True), strict=True)
        return [label for (label, text), (_, whole) in pairs if text != whole]


@dataclass(frozen=True)
class Picture:
    """Drawing as SVG, and in characters for a given number of columns; each of the two may be missing.

    ``asked`` is the option that prints it on a terminal; without an option it is always printed.
    """

    name: str
    draw: Callable[[], Drawing | None]
    typed: Callable[[int], Sequence[str]] | None = None
    asked: str = ""
    is_folded: bool = True

    def svg_drawing(self) -> Drawing | None:
        """Return the drawing in SVG, or None if there is none or if the drawing would be too large."""
        try:
            return self.draw()
        except GfkitError:
            return None


@dataclass(frozen=True)
class Card:
    """Title, rows, drawings, and evidence of a result."""

    title: str = ""
    rows: Sequence[Row] = ()
    evidence: Evidence | None = None
    known: str = ""
    """Evidence in prose, if it differs from the standard form."""
    remarks: Sequence[str] = ()
    """Further remarks."""
    pictures: Sequence[Picture] = ()
    notes: Sequence[str] = ()
    """Sentences below the rows."""
    headline: Sequence[str | ShownFormula | Several] | None = None
    """First lines of plain text, instead of the title."""
    lead: ShownFormula | None = None
    """Formula that represents the result in short form."""
    parts: Sequence[Card] = ()
    """Parts of the card, placed before its own rows."""
    board: str = ""
    """Board or family of the result, for a drawing next to the card."""
    example: Callable[[], Drawing | None] = lambda: None
    """Drawing of a configuration, which replaces the drawing of the board."""

    @property
    def leading_drawing(self) -> Drawing | None:
        """First drawing of the card, or None."""
        drawings = (picture.svg_drawing() for picture in self.pictures)
        return next((drawing for drawing in drawings if drawing is not None), None)

    @property
    def known_text(self) -> str:
        return self.known or ("" if self.evidence is None else str(self.evidence))


def rows_of(*rows: tuple[str, Value | None]) -> list[Row]:
    """Return rows for labels and values; empty values are omitted."""
    return [Row(label, value) for label, value in rows if value]


def headline_rows(*rows: tuple[str, Value | None]) -> list[Row]:
    """Like `rows_of`, for rows that the headline contains."""
    return [Row(label, value, in_headline=True) for label, value in rows if value]


def card_lines(card: Card, width: int = 100) -> list[str]:
    """Return the whole card as lines of plain text.

    >>> card_lines(Card("three cells", rows_of(("first", "a"), ("second", "b"))))
    ['three cells', 'first   a', 'second  b']
    """
    headline = card.headline or ()
    lines = [line if isinstance(line, str) else line.lines("", True)[0][1] for line in headline]
    lines += [line for part in card.parts for line in card_lines(part, width)]
    lines += [card.title] if card.headline is None and card.title else []
    rows = [line for row in card.rows if not row.in_headline for line in row.lines(full=True)]
    indent = max((len(label) + 2 for label, _ in rows if label), default=0)
    lines += [f"{label:{indent}}{text}" for label, text in rows]
    lines += card.notes
    drawn = [image.typed(width) for image in card.pictures if image.typed is not None and not image.asked]
    lines += [line for picture in drawn for line in picture]
    lines += [text for text in (card.known_text, *card.remarks) if text]
    return [visible(line.rstrip()) for line in lines]


def shorten(text: str, full: bool, end: str = "") -> str:
    """Cut a long formula between two of its terms, and append dots and ``end``.

    A long number is cut between its digits. The caller prints once how to see the rest.
    """
    if full or len(text + end) <= MOST_CHARACTERS:
        return text + end
    place = max(text.rfind(mark, 0, MOST_CHARACTERS) for mark in (" + ", " - ", ", ", "; "))
    if place < 0:
        return f"{text[:MOST_CHARACTERS]}... ({len(text):,} characters){end}"
    return f"{text[:place]} ...{end}"


def cut(text: str, width: int, mark: str, tail: str = "") -> str:
    """Cut a string between two terms to at most the given number of characters, including the mark and the
    tail.

    A sign after the last term remains, which shows that more terms follow.

    >>> cut("a(n) = 2*a(n-1) + a(n-2) for n >= 2", 28, " ...", " for n >= 2")
    'a(n) = ... for n >= 2'
    >>> cut("1 + 2*t - 3*t^2 + 4*t^3", 16, " ...")
    '1 + 2*t - ...'
    """
    if len(text) <= width:
        return text
    room = width - len(mark + tail)
    place = max(text.rfind(" ", 0, room + 1), 0)
    if text[place : place + 3] in (" + ", " - "):  # the sign, or else the term before it, must go
        place = place + 2 if place + 2 <= room else max(text.rfind(" ", 0, place), 0)
    return text[: place or room] + mark + tail
