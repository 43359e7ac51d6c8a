"""Exceptions of gfkit, all derived from ``GfkitError``.

Every message is one line that names the argument, quotes the value and lists accepted values.
``code`` is stable, so other programs may match it; the command line returns ``exit_code``.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from typing import Any, ClassVar, NamedTuple, Self


class GfkitError(Exception):
    """Base of everything gfkit raises on purpose."""

    code: ClassVar[str] = "gfkit"
    exit_code: ClassVar[int] = 2


class InputError(GfkitError, ValueError):
    """The input cannot be parsed or cannot be used."""

    code = "input"


class TermError(InputError, IndexError):
    """An index n at which there is no term, or none is known."""


class DivisionError(InputError, ZeroDivisionError):
    """A division by 0, or a generating function at one of its poles."""


class ReadingNote(UserWarning):
    """A name that was read as another one, such as dimers as perfect-matchings."""


class BoardError(InputError):
    """A board that the grammar does not accept."""

    code = "board"


class RuleSpot(NamedTuple):
    """Position of an error in a rule file, for editors: the index of a table with this name, a key, a value.

    ``line`` and ``column`` count from 1, and are None if the text of the file is not available.
    """

    table: str = ""
    number: int = 1
    key: str = ""
    value: str = ""
    line: int | None = None
    column: int | None = None


class RuleError(InputError):
    """A rule file or a name of a rule cannot be used; ``spot`` is the position in the file, or None."""

    code = "rule"
    spot: RuleSpot | None = None

    def at(self, spot: RuleSpot) -> Self:
        """Return the error with its spot, which the innermost that is named stays."""
        if self.spot is None:
            self.spot = spot
        return self


class OptionError(InputError):
    """An option has an unknown value, or is incompatible with another option."""

    code = "option"


class MismatchError(InputError):
    """Rule and board are each fine, but do not go together."""

    code = "mismatch"


class CatalogError(InputError):
    """A catalogue file that cannot be used, or an entry that is not in it."""

    code = "catalog"


class SelfCheckError(GfkitError, RuntimeError):
    """Two methods of gfkit disagree: a bug in gfkit, so no result is returned."""

    code = "self-check"
    exit_code = 3


class WorkerError(GfkitError, RuntimeError):
    """Workers died, hung or gave answers that are none, more often than is put up with."""

    code = "worker"
    exit_code = 3


class LimitError(GfkitError, RuntimeError):
    """A stated limit (size, memory, time) was reached, or would certainly be."""

    code = "limit"
    exit_code = 3


class PartialLimitError(LimitError):
    """A limit was reached; ``found`` is the result up to there."""

    def __init__(self, message: str, found: Any) -> None:
        super().__init__(message)
        self.found = found


class ShortOfMemoryError(LimitError, MemoryError):
    """More memory would be needed than there may be."""


class Interrupted(KeyboardInterrupt):
    """An interruption; ``found`` is the partial result, in the form of a complete one."""

    def __init__(self, found: Any) -> None:
        super().__init__()
        self.found = found


@contextmanager
def interruptible(parts: Sized, result: Callable[[], object]) -> Iterator[None]:
    """Attach the partial result to an interruption of the work inside, if ``parts`` is not empty."""
    try:
        yield
    except KeyboardInterrupt:
        if not parts:  # partial results of nested work are not a partial result of this work
            raise KeyboardInterrupt from None
        raise Interrupted(result()) from None


@contextmanager
def depth_limited(what: str) -> Iterator[None]:
    """Raise LimitError in place of RecursionError: something is nested deeper than Python follows."""
    try:
        yield
    except RecursionError:
        raise LimitError(f"{what}: nested too deeply") from None


_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Characters that a terminal obeys, or that hide or turn round what stands beside them."""
_KEPT = frozenset("\n\t")
_WORD = r"\S{200,}"
_KEPT_ENDS, _LONGEST = 60, 2000


def visible(text: str) -> str:
    """Return the text with control characters shown as they are written in Python; line ends and tabs stay.

    >>> print(visible("a\\x1b[31mb\\u202ec"))
    a\\x1b[31mb\\u202ec
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        ascii(sign)[1:-1] if unicodedata.category(sign) in _HIDDEN and sign not in _KEPT else sign
        for sign in text
    )


def as_typed(text: str) -> str:
    """Return the text in quotes, on one line, with each backslash as it was typed.

    >>> print(as_typed("\\\\frac12"))
    '\\frac12'
    """
    return repr(text).replace("\\\\", "\\")


def one_line(text: str) -> str:
    """Return the string as one line for a terminal: long words are cut in the middle, and so is a string that
    is long.

    >>> len(one_line(f"board {'x' * 5000}:\\nnothing more"))
    165
    """
    line = re.sub(_WORD, lambda found: _cut(found[0], _KEPT_ENDS), visible(" ".join(text.splitlines())))
    return line if len(line) <= _LONGEST else _cut(line, _LONGEST // 2)


def _cut(text: str, kept: int) -> str:
    return f"{text[:kept]}... ({len(text):,} characters) ...{text[-kept:]}"


def deepest(signs: Iterable[str], opening: str, closing: str) -> int:
    """Return the number of brackets lie within each other at most.

    >>> deepest("(a(b)(c))", "(", ")")
    2
    """
    depth = most = 0
    for sign in signs:
        depth += (sign in opening) - (sign in closing)
        most = max(most, depth)
    return most


MOST_NAMED = 5
"""Names in a list inside an error."""
_NEAR, _FAR = 0.8, 0.66
_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue"})


def _singular(word: str) -> str:
    """Return the word without the ending of a plural: trominoes as tromino, kings as king."""
    return re.sub(r"(?<=o)es$|s$", "", word)


def nearest_words(word: str, known: Iterable[str]) -> list[str]:
    """Return the known words that were probably meant: one that is close, else up to three that share a part.

    All parts of the word are parts of the known one, the whole word begins a part of it, or all parts of the
    known one are parts of the word. Plurals and accents make no difference.

    >>> names = ["domineering", "domino-tilings", "l-tromino-tilings", "matchings", "kings"]
    >>> nearest_words("Domineerin", names), nearest_words("tilings", names), nearest_words("x", names)
    (['domineering'], ['domino-tilings', 'l-tromino-tilings'], [])
    >>> nearest_words("king-placements", names), nearest_words("lozenge-tilings", names)
    (['kings'], [])
    >>> nearest_words("L-trominoes", names), nearest_words("möbiusladder", ["ladder", "moebius"])
    (['l-tromino-tilings'], ['moebius'])
    """
    import difflib  # errors are few

    names = list(dict.fromkeys(known))
    asked = word.lower().strip("-").translate(_UMLAUTS)
    part, pieces = _singular(asked), set(map(_singular, asked.split("-")))
    whole = [name for name in names if len(part) > 2 and pieces <= set(map(_singular, name.split("-")))]
    close = difflib.get_close_matches(asked, names, n=1, cutoff=_FAR)
    is_near = close and difflib.SequenceMatcher(None, asked, close[0]).ratio() >= _NEAR
    if is_near and (not whole or close[0] in whole):
        return close
    parts = [name for name in names if len(part) > 2 and any(p.startswith(part) for p in name.split("-"))]
    close = [name for name in close if name.rpartition("-")[2] != asked.rpartition("-")[2]]
    parts = whole or parts or [name for name in names if pieces >= set(map(_singular, name.split("-")))]
    return sorted(parts, key=lambda name: name.count("-"))[:3] or close


def did_you_mean(word: str, known: Iterable[str]) -> str:
    """Return the part of an error that names the known word which was probably meant; empty when none is
    close.

    >>> did_you_mean("Domineerin", ["col", "domineering"]), did_you_mean("x", ["col"])
    ('did you mean domineering? ', '')
    """
    close = nearest_words(word, known)
    return f"did you mean {' or '.join(filter(None, (', '.join(close[:-1]), close[-1])))}? " if close else ""


_NO_SITE = "https://example.org/"
"""Placeholder for the site of the project."""


def docs_page(page: str) -> str:
    """Return the address of a page of the documentation, or its name while the project has no site."""
    from importlib.metadata import PackageNotFoundError, metadata  # errors are few

    try:
        lines = metadata("gfkit").get_all("Project-URL", [])
    except PackageNotFoundError:  # run from its source
        lines = []
    urls = dict(line.split(", ", 1) for line in lines)
    site = urls.get("Documentation", _NO_SITE)
    return (
        f"the page {page.removesuffix('.html')} of the documentation"
        if site.startswith(_NO_SITE)
        else f"{site}/{page}"
    )


def quantity(number: int, noun: str) -> str:
    """Return a number and its noun, such as "1 state" or "3 states".

    >>> quantity(1, "term"), quantity(1000, "term")
    ('1 term', '1,000 terms')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"


def known_choices(word: str, known: Iterable[str], see: str = "") -> str:
    """Return the end of an error about an unknown word: what was probably meant, and at most five of those
    known.

    ``see`` is the command that lists all, where they are more.

    >>> known_choices("drak", ["auto", "light", "dark"]), known_choices("x", "abcdefg")
    ('did you mean dark? choose from auto, light, dark', 'choose from a, b, c, d, e and 2 more')
    >>> known_choices("matchigns", ["matchings", *"abcdef"], "gfkit games")
    'did you mean matchings? gfkit games lists all'
    """
    names = list(known)
    hint, more = did_you_mean(word, names), len(names) - MOST_NAMED
    if more <= 0:
        return f"{hint}choose from {', '.join(names)}"
    if hint:
        return f"{hint}{see} lists all" if see else hint.rstrip()
    listed = f"choose from {', '.join(names[:MOST_NAMED])} and {more} more"
    return f"{listed}; {see} lists all" if see else listed


def unknown(what: str, word: object, known: Iterable[str], see: str = "") -> str:
    """Return the error about a word that is none of those known.

    >>> unknown("status", "prooved", ["proved", "refuted"])
    "unknown status 'prooved'; did you mean proved? choose from proved, refuted"
    """
    names = list(known)
    if not names:
        return f"unknown {what} {word!r}: none is available here; omit it"
    return f"unknown {what} {word!r}; {known_choices(str(word), names, see)}"
