"""Exceptions of gfkit, all derived from ``GfkitError``.

Every message is one line that names the argument, quotes the value and lists accepted values.
``code`` is stable, so other programs may match it; the command line returns ``exit_code``.
"""

from __future__ import annotations

import re
import sys
import unicodedata
import warnings
from collections.abc import Callable, Iterable, Iterator, Sized
from contextlib import contextmanager
from typing import Any, ClassVar, NamedTuple, Self


class GfkitError(Exception):
    """Base class of all exceptions that gfkit raises deliberately."""

    code: ClassVar[str] = "gfkit"
    exit_code: ClassVar[int] = 2


class InputError(GfkitError, ValueError):
    """Raised if the input cannot be parsed or used."""

    code = "input"


class TermError(InputError, IndexError):
    """Raised if a sequence has no term at an index n, or the term is not known."""


class NoValueError(InputError):
    """Raised if a formula has no value at a point: a pole, or an n to which none of its cases applies."""


class DivisionError(NoValueError, ZeroDivisionError):
    """Raised for a division by 0, or the evaluation of a generating function at a pole."""


class UndecidedError(InputError):
    """Raised if a claim can be neither proved nor refuted, for example because a value exists but cannot be
    computed.

    The message is the complete line that the command line prints. It begins with "cannot say".
    """

    code = "undecided"

    def __init__(self, reason: str) -> None:
        super().__init__(f"cannot say: {reason}")
        self.reason = reason


class ReadingNote(UserWarning):
    """Note that a name was interpreted as another one, such as dimers as perfect-matchings."""


def note_reading(message: str) -> None:
    """Warn that a name was interpreted as another one; the warning names the line that called gfkit."""
    frame, depth = sys._getframe(1), 1
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "gfkit":
        frame, depth = frame.f_back, depth + 1
    warnings.warn(message, ReadingNote, stacklevel=depth + 1)


class BoardError(InputError):
    """Raised if the grammar does not accept a board."""

    code = "board"


class RuleSpot(NamedTuple):
    """Position of an error in a rule file, for editors: table name, index of the table, key, and value.

    ``line`` and ``column`` count from 1, and are None if the content of the file is not available.
    """

    table: str = ""
    number: int = 1
    key: str = ""
    value: str = ""
    line: int | None = None
    column: int | None = None


class RuleError(InputError):
    """Raised if a rule file or the name of a rule cannot be used; ``spot`` is the position in the file, or
    None.
    """

    code = "rule"
    spot: RuleSpot | None = None

    def at(self, spot: RuleSpot) -> Self:
        """Set the spot of the error, unless an inner call has set one; return the error."""
        if self.spot is None:
            self.spot = spot
        return self


class OptionError(InputError):
    """Raised if an option has an unknown value, or is incompatible with another option."""

    code = "option"


class MismatchError(InputError):
    """Raised if a rule and a board are valid but cannot be combined."""

    code = "mismatch"


class CatalogError(InputError):
    """Raised if a catalogue file cannot be used, or an entry does not exist."""

    code = "catalog"


class SelfCheckError(GfkitError, RuntimeError):
    """Raised if two methods of gfkit disagree: a bug in gfkit, so no result is returned."""

    code = "self-check"
    exit_code = 3


class WorkerError(GfkitError, RuntimeError):
    """Raised if workers die, hang or return malformed results too often."""

    code = "worker"
    exit_code = 3


class LimitError(GfkitError, RuntimeError):
    """Raised if a stated limit (size, memory, time) is reached, or is certain to be reached."""

    code = "limit"
    exit_code = 3


class PartialLimitError(LimitError):
    """Raised if a limit is reached; ``found`` is the partial result."""

    def __init__(self, message: str, found: Any) -> None:
        super().__init__(message)
        self.found = found


class ShortOfMemoryError(LimitError, MemoryError):
    """Raised if more memory would be needed than the limit allows."""


class Interrupted(KeyboardInterrupt):
    """Raised after an interruption; ``found`` is the partial result, in the form of a complete one."""

    def __init__(self, found: Any) -> None:
        super().__init__()
        self.found = found


@contextmanager
def interruptible(parts: Sized, result: Callable[[], object]) -> Iterator[None]:
    """Attach the partial result to an interruption inside the block, if ``parts`` is not empty."""
    try:
        yield
    except KeyboardInterrupt:
        if not parts:  # partial results of inner calls are not partial results of this call
            raise KeyboardInterrupt from None
        raise Interrupted(result()) from None


@contextmanager
def depth_limited(what: str) -> Iterator[None]:
    """Context manager that replaces RecursionError by LimitError, because the input is nested too deeply for
    Python.
    """
    try:
        yield
    except RecursionError:
        raise LimitError(f"{what}: nested too deeply") from None


_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
"""Characters that control a terminal, or that hide or reorder adjacent characters."""
_KEPT = frozenset("\n\t")
_WORD = r"\S{200,}"
_KEPT_ENDS, _LONGEST = 60, 2000


def board_name(text: str) -> str:
    """Return the name of a board in titles: a graph of many edges is described by its size.

    >>> board_name("4x4"), board_name(f"slices(9;in={','.join(f'0-{k}' for k in range(1, 9))},1-2,3-4):1")
    ('4x4', 'a graph with 9 vertices and 10 edges')
    """
    graph = re.fullmatch(r"slices\((\d+);in=([^;)]*)\):1", text)
    if graph is None or len(text) < 40:
        return text
    return f"a graph with {graph[1]} vertices and {graph[2].count(',') + 1} edges"


def visible(text: str) -> str:
    r"""Return the string with control characters escaped as in Python; line ends and tabs are unchanged.

    >>> print(visible("a\x1b[31mb\u202ec"))
    a\x1b[31mb\u202ec
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        ascii(sign)[1:-1] if unicodedata.category(sign) in _HIDDEN and sign not in _KEPT else sign
        for sign in text
    )


def as_typed(text: str) -> str:
    r"""Return the string in quotes on one line, with backslashes as typed.

    >>> print(as_typed("\\frac12"))
    '\frac12'
    """
    return repr(text).replace("\\\\", "\\")


def one_line(text: str) -> str:
    r"""Return the string on one line for a terminal; long words and long strings are shortened in the middle.

    >>> len(one_line(f"board {'x' * 5000}:\nnothing more"))
    165
    """
    line = re.sub(_WORD, lambda found: _cut(found[0], _KEPT_ENDS), visible(" ".join(text.splitlines())))
    return line if len(line) <= _LONGEST else _cut(line, _LONGEST // 2)


def _cut(text: str, kept: int) -> str:
    return f"{text[:kept]}... ({len(text):,} characters) ...{text[-kept:]}"


def deepest(signs: Iterable[str], opening: str, closing: str) -> int:
    """Return the maximum nesting depth of brackets.

    >>> deepest("(a(b)(c))", "(", ")")
    2
    """
    depth = most = 0
    for sign in signs:
        depth += (sign in opening) - (sign in closing)
        most = max(most, depth)
    return most


MOST_NAMED = 5
"""Maximum number of names listed in an error message."""
BULLET = " • "
"""Separator of answers in a message; the command line starts a line at each of them."""
_NEAR, _EDITED, _MOST_TRIED = 0.75, 9, 3
"""Minimum similarity of a misspelt word, letters of a part for each edit after the first, and number of names
that are compared by parts.
"""


def close_words(word: str, known: Iterable[str]) -> list[str]:
    """Return the known word that was misspelt, as a list, or an empty list.

    Parts between hyphens are compared separately, so a longer name is not a misspelling of a shorter one. A
    part has one edit, such as two exchanged letters, and one more for every nine letters.

    >>> close_words("Domineerin", ["col", "domineering"]), close_words("dyck-paths", ["paths"])
    (['domineering'], [])
    >>> close_words("bird", ["bibd"]), close_words("acyclic-digraph", ["acyclic-subgraph"])
    (['bibd'], [])
    """
    from difflib import SequenceMatcher, get_close_matches  # needed only for errors

    def is_misspelt(one: str, other: str) -> bool:
        same = sum(block.size for block in SequenceMatcher(None, one, other).get_matching_blocks())
        return max(len(one), len(other)) - same <= 1 + min(len(one), len(other)) // _EDITED

    close = get_close_matches(asked := word.lower(), list(dict.fromkeys(known)), n=_MOST_TRIED, cutoff=_NEAR)
    return [
        name
        for name in close
        if name.count("-") == asked.count("-") and all(map(is_misspelt, asked.split("-"), name.split("-")))
    ][:1]


_NO_SITE = "https://example.org/"
"""Placeholder for the web site of the project."""


def documentation_site() -> str:
    """Return the address of the documentation with a slash at the end, or "" if there is no web site."""
    from importlib.metadata import PackageNotFoundError, metadata  # needed only for errors

    try:
        lines = metadata("gfkit").get_all("Project-URL", [])
    except PackageNotFoundError:  # not installed, run from source
        lines = []
    site = dict(line.split(", ", 1) for line in lines).get("Documentation", _NO_SITE)
    return "" if site.startswith(_NO_SITE) else f"{site.rstrip('/')}/"


def docs_page(page: str) -> str:
    """Return the command that prints a page of the documentation, and its address if there is a web site."""
    site = documentation_site()
    return f"gfkit help {page.removesuffix('.html')}{f', or {site}{page}' if site else ''}"


def quantity(number: int, noun: str) -> str:
    """Return a number and its noun, such as "1 state" or "3 states".

    >>> quantity(1, "term"), quantity(1000, "term")
    ('1 term', '1,000 terms')
    """
    return f"{number:,} {noun}{'s' * (number != 1)}"


def known_choices(word: str, known: Iterable[str], see: str = "") -> str:
    """Return the end of an error message about an unknown word: a suggestion, and at most five known words.

    ``see`` is the command that lists all known words, used if there are more.

    >>> known_choices("drak", ["auto", "light", "dark"]), known_choices("x", "abcdefg")
    ('did you mean dark? choose from auto, light, dark', 'choose from a, b, c, d, e and 2 more')
    >>> known_choices("matchigns", ["matchings", *"abcdef"], "gfkit games")
    'did you mean matchings? gfkit games lists all'
    """
    names = list(known)
    hint = "".join(f"did you mean {close}? " for close in close_words(word, names))
    more = len(names) - MOST_NAMED
    if more <= 1:
        return f"{hint}choose from {', '.join(names)}"
    listed = hint or f"choose from {', '.join(names[:MOST_NAMED])} and {more} more; "
    return f"{listed}{see} lists all" if see else listed.rstrip("; ")


def unknown(what: str, word: object, known: Iterable[str], see: str = "") -> str:
    """Return the error message about a word that is not one of the known words.

    >>> unknown("status", "prooved", ["proved", "refuted"])
    "unknown status 'prooved'; did you mean proved? choose from proved, refuted"
    """
    names = list(known)
    if not names:
        return f"unknown {what} {word!r}: none is available here; omit it"
    return f"unknown {what} {word!r}; {known_choices(str(word), names, see)}"
