"""Standard output of commands: JSON for programs, lines of the terminal's width for users."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, redirect_stdout
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TextIO

import click

from gfkit.core.errors import Interrupted, PartialLimitError, ReadingNote, visible
from gfkit.core.hooks import is_installed
from gfkit.core.typing import JSON_VERSION, OnProgress, Progress

if TYPE_CHECKING:
    from gfkit.core.algebra import Polynomial
    from gfkit.core.rules import Question
    from gfkit.oeis.index import Hit, Law
    from gfkit.show.card import Card, Several, ShownFormula

TRUE_LATER = 4
"""Exit code for a statement that is true, but not on the whole printed range."""
_WIDTH, _ROWS = 100, 10
"""Default number of columns without a terminal, and number of rows of a brief result besides title and
evidence.
"""
_LEAST_CELL = 20
"""Minimum width of the last column of a table. If less remains, the column is printed below the others."""
_KNOWN_BY, _NAMED = 24, 3
"""Number of terms used in a search of a local index, and number of sequences named."""
LONGEST_VALUE = 1_000_000
"""Maximum number of characters of the value of a game that is printed."""
LONG_ANSWER, _WRITTEN = 100_000, "gfkit.written"
"""Number of characters of a result above which its size is printed."""
BADGES = {
    "proved": "blue",
    "accepted": "blue",
    "confirmed": "blue",
    "probable": "bright_yellow",
    "guessed": "bright_yellow",
    "later": "bright_yellow",
    "consistent": "bright_cyan",
    "refuted": "red",
    "refused": "red",
    "false": "red",
}
"""Colours of status words. Colour-blind readers can distinguish them, and the word alone also states the
status.
"""


class Brief(NamedTuple):
    """Limits of a brief result: maximum order of the recurrence, if any, whether all terms are printed, and
    the number of rows.
    """

    order: int | None = None
    whole_terms: bool = False
    rows: int = _ROWS


class Result(Protocol):
    """Protocol of results that a command can print."""

    def as_json(self, *asked: Any) -> Mapping[str, object]:
        """Return the object for JSON output."""
        ...


def present(
    found: Result,
    as_json: bool,
    *,
    language: str | None = None,
    full: bool = False,
    pictures: Sequence[str] = (),
    json: Sequence[Any] = (),
    beside: dict[str, object] | None = None,
    alone: str = "",
    brief: Brief | None = None,
    **asked: Any,
) -> None:
    """Write a result as a JSON object, as a formula for another system (``language``), or as text.

    ``json`` selects the parts of the JSON object, and ``beside`` contains further items for it. ``asked``
    selects the parts of the text, and ``pictures`` the drawings. If ``alone`` is set and standard output is
    not a terminal, only the string ``alone`` is written to standard output, and the rest to standard error.
    If ``brief`` is set, long rows are shortened.
    """
    if language is not None and not as_json:
        write_in(found, language)
        return
    values, card = dict[str, object](), None
    if as_json or not is_installed("show"):
        values = {**found.as_json(*json), **(beside or {})}
    else:
        from gfkit.show.cards import card_of

        card = card_of(found, **asked)
    context = click.get_current_context(silent=True)
    call: Any = context and context.obj
    with call.stop.writing() if call else nullcontext():
        _write_result(values, card, as_json, full, pictures, alone, brief)


def _write_result(
    values: Mapping[str, object],
    card: Card | None,
    as_json: bool,
    full: bool,
    pictures: Sequence[str],
    alone: str,
    brief: Brief | None,
) -> None:
    """Write a result from its card, or from the items of its JSON object."""
    if as_json:
        write_json(values)
        return
    is_alone = bool(alone) and not on_terminal()
    if is_alone:
        write_lines([alone])
        if sys.stdout is not None:
            sys.stdout.flush()  # write the number before the evidence if both streams go to one file
    with redirect_stdout(sys.stderr) if is_alone else nullcontext():
        if card is None:
            texts = (value if isinstance(value, str) else json_text(value) for value in values.values())
            write_labelled(zip(values, texts, strict=True))
        elif brief is not None and not full:
            _write_brief(card, brief)
        else:
            shown = replace(card, headline=(card.headline or ())[1:]) if is_alone else card
            write_card(shown, full, pictures)


def _write_brief(card: Card, brief: Brief) -> None:
    """Write a result in at most twelve lines of at most 100 characters. Rows are cut between their terms."""
    from gfkit.show.card import ShownFormula, ShownSeries, ShownTerms, cut

    width = min(_WIDTH, terminal_width() or _WIDTH)
    parts = [(row, row.lines(full=True)) for row in card.rows]
    room = width - 2 - max((len(label) for _, lines in parts for label, _ in lines), default=0)
    rows = []
    for row, lines in parts:
        is_formula = isinstance(row.value, ShownFormula | ShownSeries) and brief.order is not None
        has_order = is_formula and row.label in ("numerator", "denominator", "recurrence")
        mark = f" ... (order {brief.order}; --full)" if has_order else " ... (--full)"
        tail = row.value.tail if isinstance(row.value, ShownFormula) else ""
        is_whole = brief.whole_terms and isinstance(row.value, ShownTerms)
        for label, text in lines:
            ranged = re.search(r" for n >= -?\d+", text) if is_formula and not tail else None
            is_fraction = label == "generating function" and is_formula
            if (is_fraction or label == "closed form") and len(text) > room:  # brackets stay closed
                text = f"omitted (order {brief.order}); --full prints it"
            if label == "growth" and len(text) > room:  # a remark in brackets is printed whole or omitted
                kept = cut(text, room, mark).removesuffix(mark)
                is_open = kept.count("(") > kept.count(")")
                text = (kept[: kept.rindex(" (")] if is_open else kept) + mark
            rows.append(
                (label, text if is_whole else cut(text, room, mark, tail or (ranged[0] if ranged else "")))
            )
    if len(rows) > brief.rows:
        rows[brief.rows - 1 :] = [("", f"... ({len(rows) - brief.rows + 1} more lines; --full)")]
    write_labelled([("", cut(_as_asked(card.title), width, " ...")), *rows])
    write_badged(cut(card.known_text, width, " ... (--full)"), dim=True)


def json_text(value: object) -> str:
    """Return a value as JSON, on one line and in ASCII."""
    from json import dumps

    return dumps(value)


@contextmanager
def show_when_stopped(show: Callable[[Any], object]) -> Iterator[None]:
    """Context manager that prints partial results if a limit or an interruption stops the work, and raises it
    again.
    """
    try:
        yield
    except (PartialLimitError, Interrupted) as stop:
        show(stop.found)
        raise


def write_card(card: Card, full: bool, pictures: Sequence[str] = ()) -> None:
    """Write the rows of a result: headline or title, labelled rows, drawings in characters, notes, and the
    evidence.

    Long rows are folded only on a terminal; a note at the end lists their labels.
    """
    _write_card(card, whole(full), pictures)
    if not whole(full):
        _note_folded(_cut_labels(card))


def _cut_labels(card: Card) -> list[str]:
    """Return the labels of the rows that are cut."""
    lines = [line for line in card.headline or () if not isinstance(line, str)]
    headline = ["formula"] if any(line.lines("", False) != line.lines("", True) for line in lines) else []
    parts = [label for part in card.parts for label in _cut_labels(part)]
    return [
        *headline,
        *parts,
        *(label for row in card.rows if not row.in_headline for label in row.cut_labels()),
    ]


def _note_folded(labels: Sequence[str]) -> None:
    if labels:
        named = ", ".join(dict.fromkeys(label or "formula" for label in labels))
        command = click.get_current_context().command
        has_full = any(parameter.name == "full" for parameter in command.params)
        write_remark(f"folded: {named}; {'--full' if has_full else '| cat'} shows all")


def _write_card(card: Card, full: bool, pictures: Sequence[str]) -> None:
    rows = [("", _as_asked(card.title))] if card.headline is None and card.title else []
    _write_headline(card.headline or (), full)
    for part in card.parts:
        _write_card(part, full, ())
    write_labelled([*rows, *(line for row in card.rows if not row.in_headline for line in row.lines(full))])
    write_lines(card.notes)
    for wanted in ("", *pictures):
        for picture in card.pictures:
            if picture.typed is not None and picture.asked == wanted:
                write_lines(picture.typed(terminal_width() or _WIDTH))
    if card.known_text:
        write_badged(card.known_text, dim=True)
    for text in card.remarks:
        if text:
            write_remark(text)


def _as_asked(title: str) -> str:
    """Return a title in which the typed names of the board and of a heap game precede their canonical
    names.
    """
    context = click.get_current_context(silent=True)
    given = () if context is None else (context.params.get("game"), context.params.get("board"))
    words = [word for one in given if one for word in ((one,) if isinstance(one, str) else one)]
    if not words:  # as after gfkit guess
        return title
    from gfkit.core.boards.grammar import respell
    from gfkit.core.rules.library import heap_code

    for word in words:
        canonical = heap_code(word) or respell(word)
        if canonical not in (word, "".join(word.split()).lower()):
            name = re.search(rf"(?<!\S){re.escape(canonical)}(?![^\s,:])", title)
            if name is not None:
                title = f"{title[: name.start()]}{word} ({canonical}){title[name.end() :]}"
    return title


def _write_headline(headline: Sequence[str | ShownFormula | Several], full: bool) -> None:
    from gfkit.show.card import ShownFormula, ShownStatement

    for line in headline:
        text = _as_asked(line) if isinstance(line, str) else line.lines("", full)[0][1]
        is_judged = text.partition(" ")[0].rstrip(":,") in BADGES
        if isinstance(line, ShownStatement):
            write_lines([text])
        else:
            (write_formula if isinstance(line, ShownFormula) and not is_judged else write_badged)(text)


def whole(full: bool) -> bool:
    """Return True if long results are printed in full: on request, and in files and pipes."""
    return full or not on_terminal()


def _encode_for_stdout(text: str) -> str:
    """Return the text, in ASCII if standard output cannot encode the characters of drawings."""
    encoding = getattr(sys.stdout, "encoding", None)
    if text.isascii() or encoding is None:
        return text
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        from gfkit.show.characters import IN_ASCII

        return text.translate(IN_ASCII)
    return text


def _write_line(text: str) -> None:
    """Write a line to standard output. The size of a long result is printed at the end."""
    click.echo(_encode_for_stdout(text))
    context = click.get_current_context(silent=True)
    if context is not None:
        before = context.meta.get(_WRITTEN, 0)
        context.meta[_WRITTEN] = before + len(text) + 1
        if before <= LONG_ANSWER < context.meta[_WRITTEN]:
            context.find_root().call_on_close(lambda: note_size("the answer", context.meta[_WRITTEN]))


def note_size(what: str, size: int) -> None:
    """Print the size of a large result or file to standard error."""
    if size > LONG_ANSWER:
        note(f"size of {what}: " + (f"{size / 1e6:.1f} MB" if size >= 1e6 else f"{size / 1e3:.0f} KB"))


def write_json(result: Mapping[str, object]) -> None:
    """Write one JSON object with the schema version, in ASCII and without control characters."""
    _write_line(json_text({"schema": JSON_VERSION, **result}).replace("\x7f", "\\u007f"))


def write_lines(lines: Iterable[str]) -> None:
    """Write lines, with control characters made visible."""
    for line in lines:
        _write_line(visible(line.rstrip()))


def write_marked(mark: str, text: str, colour: str | None = "red") -> None:
    """Write a line with a coloured beginning, if the terminal has colours."""
    shown = visible(mark)
    _write_line((click.style(shown, fg=colour) if shows_colours() else shown) + visible(text.rstrip()))


def write_badged(text: str, *, dim: bool = False) -> None:
    """Write a line with a badge if the first word is a status; the remaining words may be dim.

    On a terminal it is wrapped at spaces.
    """
    shown, *later = _terminal_lines(visible(text.rstrip()))
    first, _, rest = shown.partition(" ")
    word = first.rstrip(":,")
    colour = BADGES.get(word)
    if not shows_colours() or (colour is None and not dim):
        _write_line(shown)
    elif colour is None:
        _write_line(click.style(shown, dim=True))
    else:
        after = first[len(word) :] + (f" {rest}" if rest else "")
        _write_line(colour_badge(word, colour) + (click.style(after, dim=dim) if after else ""))
    for line in later:
        _write_line(click.style(f"  {line}", dim=dim) if dim and shows_colours() else f"  {line}")


def colour_badge(word: str, colour: str) -> str:
    """Return a word on a coloured background, in black on bright colours and in white on dark colours.

    >>> colour_badge("proved", "blue")
    '\\x1b[37m\\x1b[44m\\x1b[1mproved\\x1b[0m'
    """
    return click.style(word, fg="black" if colour.startswith("bright") else "white", bg=colour, bold=True)


def note(text: str, before: str = "note: ") -> None:
    """Write a line to standard error."""
    click.echo(visible(before + text), err=True)


@contextmanager
def noting_readings(call: Any) -> Iterator[None]:
    """Context manager that prints a note after the result for each name that was interpreted as another one.

    An error remains one line: the notes follow its message in brackets.
    """
    import warnings

    noted: dict[str, None] = {}
    with warnings.catch_warnings():
        usual = warnings.showwarning

        def show(
            message: Warning | str,
            category: type[Warning],
            filename: str,
            lineno: int,
            file: TextIO | None = None,
            line: str | None = None,
        ) -> None:
            if issubclass(category, ReadingNote):
                noted[str(message)] = None
            else:
                usual(message, category, filename, lineno, file, line)

        warnings.simplefilter("always", ReadingNote)
        warnings.showwarning = show
        try:
            yield
        except click.exceptions.Exit:
            _write_notes(noted)
            raise
        except Exception:
            call.readings = "; ".join(noted)
            raise
    _write_notes(noted)


def _write_notes(noted: Iterable[str]) -> None:
    if noted and sys.stdout is not None:
        sys.stdout.flush()  # write the result before the notes if both streams go to one file
    for text in noted:
        note(text)


def write_formula(text: str) -> None:
    """Write a polynomial, broken between its terms on a terminal and on one line elsewhere."""
    width = terminal_width()
    write_lines([text] if width is None else wrap_sum(text, width))


def write_in(value: object, language: str) -> None:
    """Write a formula for another system, without line breaks."""
    from gfkit.core.algebra.formula import text_in

    write_lines(text_in(value, language).splitlines())


def write_labelled(rows: Iterable[tuple[str, str]]) -> None:
    """Write aligned rows of a label and a string; on a terminal they are wrapped, with dim labels.

    Rows before the first label are titles.
    """
    kept, is_title = list(rows), True
    indent = 2 + max((len(label) for label, _ in kept), default=0)
    width = terminal_width()
    for label, text in kept:
        room = None if width is None else max(24, width - indent)
        lines = [text] if room is None else _wrap_text(text, room, whole_words=True)
        is_title = is_title and not label
        head = "" if is_title else _style_label(visible(f"{label:{indent}}"))
        _write_line(head + visible(lines[0].rstrip()))
        write_lines(" " * (2 if is_title else indent) + line for line in lines[1:])


def _wrap_text(text: str, room: int, *, whole_words: bool = False) -> list[str]:
    """Wrap a string into lines of at most ``room`` characters; an empty string is one line."""
    from textwrap import wrap

    return wrap(text, room, break_long_words=not whole_words, break_on_hyphens=False) or [""]


def _terminal_lines(text: str) -> list[str]:
    """Return a string wrapped to the width of the terminal, or as one line without a terminal."""
    width = terminal_width()
    return [text] if width is None else _wrap_text(text, max(24, width - 2), whole_words=True)


def _style_label(cell: str) -> str:
    """Return a padded label: a badge if it is a status, otherwise dim."""
    word = cell.rstrip()
    if not word or not shows_colours():
        return cell
    if word in BADGES:
        return colour_badge(word, BADGES[word]) + cell[len(word) :]
    return click.style(cell, dim=True)


def write_table(rows: Iterable[Sequence[str]]) -> None:
    """Write rows with aligned columns. On a terminal the last column is wrapped to fit its width.

    If the other columns leave too little space, it is printed below them, indented.
    """
    listed = [[visible(cell) for cell in row] for row in rows]
    widths = [max(map(len, column)) for column in zip(*listed, strict=True)]
    width = terminal_width()
    indent = sum(widths[:-1]) + 2 * len(widths[:-1])
    below = width is not None and width - indent < min(_LEAST_CELL, widths[-1])
    for row in listed:
        cells, last = [cell.ljust(size) for cell, size in zip(row[:-1], widths[:-1], strict=True)], row[-1]
        if shows_colours():
            cells = [_style_label(cell) if cell.rstrip() in BADGES else cell for cell in cells]
        head = "".join(f"{cell}  " for cell in cells)
        if width is None or (not below and indent + len(last) <= width):
            _write_line((head + last).rstrip())
            continue
        begin = "    " if below else " " * indent
        lines = _wrap_text(last, max(1, width - len(begin)))
        shown = [begin + line for line in lines]
        for line in [head, *shown] if below else [head + lines[0], *shown[1:]]:
            _write_line(line.rstrip())


def noting_size(report: OnProgress, stage: str, most: int, what: str) -> OnProgress:
    """Return a progress function that prints a note once, when the number of states exceeds ``most``."""
    is_told = bool(os.environ.get("GFKIT_QUIET"))

    def report_and_note(found: Progress) -> None:
        nonlocal is_told
        if not is_told and found.stage == stage and found.states >= most:
            is_told = True
            note(f"{found.states:,} {what} so far; --max-seconds and --max-memory set a limit")
        report(found)

    return report_and_note


def note_idle(question: Question) -> None:
    """Print a note for the conditions in a user's rule file that fit on no board of the query."""
    from gfkit.core.rules.kind import from_kind
    from gfkit.core.rules.library import rule_file_text

    is_own = rule_file_text(question.game) is not None
    if not is_own or from_kind(question.rule.kind, "constraints", "idle_conditions") is None:
        return
    from gfkit.core.engine.strip.strip import idle

    for condition in idle(question.rule, question.boards):
        note(f"{condition} fits on no board of {question.boards.text} and imposes no constraint there")


def note_weights(variables: Sequence[str], polynomials: Sequence[Polynomial], given: bool = False) -> None:
    """Print a note for weights that occur in no polynomial of the result; ``given``: others have values."""
    idle = [name for name in variables if all(polynomial.degree(name) < 1 for polynomial in polynomials)]
    if idle:
        more = "; x counts all pieces" if idle == ["y"] else ""
        more = more or "; all configurations are counted together" * (idle == [*variables] and not given)
        note(f"no piece on these boards has weight {' or '.join(idle)}{more}")


def write_remark(text: str) -> None:
    """Write a remark below the result, dim and wrapped on a terminal."""
    for line in _terminal_lines(visible(text)):
        _write_line(click.style(line, dim=True) if shows_colours() else line)


def terminal_width() -> int | None:
    """Return the width of the terminal, or None if standard output is not a terminal."""
    if not on_terminal():
        return None
    from shutil import get_terminal_size

    return get_terminal_size().columns


def on_terminal() -> bool:
    """Return True if standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def shows_colours() -> bool:
    return on_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def wrap_sum(text: str, width: int) -> list[str]:
    """Break a sum before its signs into lines of at most ``width``; later lines are indented by two.

    A single term that is wider is not broken.

    >>> wrap_sum("1 + 2*x - 3*x^2", 9)
    ['1 + 2*x', '  - 3*x^2']
    """
    from textwrap import wrap

    glued = re.sub(r" (?![+-] )", "\0", text)
    lines = wrap(glued, width, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False)
    return [line.replace("\0", " ") for line in lines]


# Search in a local index of the OEIS


def known_sequences(terms: Sequence[object], law: Law | None = None) -> list[Hit]:
    """Return the sequences of the index that contain the given terms, possibly without the first one.

    If ``law`` is given, all stored terms of a returned sequence agree with it.
    """
    from gfkit.runs.files import has_index

    if not has_index() or not is_installed("oeis"):
        return []
    from fractions import Fraction

    from gfkit.oeis.index import known_as as indexed

    numbers = [term for term in terms[:_KNOWN_BY] if isinstance(term, int | Fraction)]
    if len(numbers) < min(len(terms), _KNOWN_BY):
        return []
    later: Law | None = None if law is None else (lambda count: law(count + 1)[1:])
    return indexed(numbers, None, law) or indexed(numbers[1:], None, later)


def known_as(hits: Sequence[Hit]) -> str:
    """Return the first hits as a string, possibly empty."""
    more = f"; and {len(hits) - _NAMED} more" if len(hits) > _NAMED else ""
    return "; ".join(f"{hit.number} {hit.name}{_start_remark(hit)}".rstrip() for hit in hits[:_NAMED]) + more


def _start_remark(hit: Hit) -> str:
    return f" (from stored term {hit.shift + 1})" if hit.shift else ""


def known_json(hits: Sequence[Hit]) -> dict[str, object]:
    """Return the first sequences found in the index as JSON data."""
    listed = [{"number": hit.number, "name": hit.name, "shift": hit.shift} for hit in hits[:_NAMED]]
    return {"oeis": listed} if listed else {}


def atlas_entries(
    terms: Sequence[object], law: Law | None = None, known: tuple[str, str] = ("", "")
) -> tuple[str, dict[str, Any]]:
    """Return the structures that the atlas contains for terms, or for a formula, as a string and as JSON
    data, except a ``known`` structure on its family.
    """
    if not is_installed("atlas"):
        return "", {}
    from gfkit.atlas.matching import structures_counted

    return structures_counted(terms, law, known)
