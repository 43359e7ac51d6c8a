"""Texts and TOML files of the user: size limits, encodings, and errors in one line."""

from __future__ import annotations

import os
import re
import sys
from errno import EBADF
from typing import Any, TextIO

from gfkit.core.deferred import regex
from gfkit.core.errors import InputError, deepest

LONGEST = 16 << 20
"""Maximum size of any text that is read, 16 MiB; this also limits endless streams."""
TOO_LONG = "has an integer beyond 64 bits, the limit of TOML"
LONGEST_TOML = 1 << 20
"""Maximum size of a TOML file, 1 MiB: parsing needs up to 250 times as much memory."""
MOST_DOTS, MOST_NESTED = 8, 100
"""Maximum number of dots in a key (the parser stores all prefixes), and maximum nesting depth of brackets."""
_TOML_TEXT = regex(
    r"""(?s)\"{3}(?:[^\\]|\\.)*?\"{3,5}|'{3}.*?'{3,5}|"(?:[^"\\\n]|\\[^\n])*"|'[^'\n]*'|\#[^\n]*"""
)
"""Pattern of strings and comments, in which dots and brackets have no meaning."""
_DOTTED = regex(rf"(?<![\w-])(?:[\w-]+[ \t]*\.[ \t]*){{{MOST_DOTS + 1}}}")


class UnreadableError(Exception):
    """Raised if a file is not readable. The text is the reason, to be used in the caller's message."""


def file_text(path: str) -> str:
    """Return the content of a text file, or of standard input for "-", without a byte-order mark."""
    try:
        if path == "-":
            return _text(standard_input().read(LONGEST + 1))
        with open(path, "rb") as file:
            return _text(file.read(LONGEST + 1))
    except UnicodeDecodeError:
        raise UnreadableError("is not a text file") from None
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise UnreadableError(f"cannot be read ({reason or 'not a file name'})") from None


def given_text(option: str, path: str) -> str:
    """Return the content of the file that an option names; error messages contain the name of the option."""
    try:
        return file_text(path)
    except UnreadableError as error:
        raise InputError(f"{option} {path!r} {error}") from None


def standard_input() -> TextIO:
    """Return standard input. Raise OSError if it is closed."""
    if sys.stdin is None:
        raise OSError(EBADF, "standard input is closed")
    return sys.stdin


def _text(content: str | bytes) -> str:
    if len(content) > LONGEST:
        raise UnreadableError(f"is longer than {LONGEST >> 20} MiB")
    return content.decode("utf-8-sig") if isinstance(content, bytes) else content.removeprefix("\ufeff")


class TomlError(Exception):
    """Raised if a string is not valid TOML. The text is the reason, to be used in the caller's message."""


def read_toml(text: str) -> dict[str, Any]:
    r"""Parse TOML. Raise TomlError if the string is not TOML, too long, or nested too deeply.

    >>> read_toml("[slice]\nvertices = 2")
    {'slice': {'vertices': 2}}
    >>> read_toml("n = " + "9" * 5000)
    Traceback (most recent call last):
    ...
    gfkit.core.files.TomlError: has an integer beyond 64 bits, the limit of TOML
    """
    import tomllib

    if len(text) > LONGEST_TOML:
        raise TomlError(f"is longer than {LONGEST_TOML >> 20} MiB")
    bare = _TOML_TEXT.sub("_", text)
    if dotted := _DOTTED.search(bare):
        raise TomlError(f"has a key with more than {MOST_DOTS} dots, starting with {dotted[0][:20]!r}")
    if deepest(bare, "[{", "]}") > MOST_NESTED:
        raise TomlError(f"has brackets nested deeper than {MOST_NESTED} levels")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message = " ".join(str(error).split())
        hint = "; strings must be quoted" if message.startswith("Invalid value") else ""
        raise TomlError(f"is not TOML: {message}{hint}") from None
    except ValueError:  # Python limits the number of digits
        raise TomlError(TOO_LONG) from None


def can_open(path: str) -> bool:
    """Return True if the path is a file or a pipe, not a directory."""
    if path == "-":
        return sys.stdin is not None
    try:
        return os.path.exists(path) and not os.path.isdir(path)
    except (OSError, ValueError):  # name too long, or directory not readable
        return False


def text_lines(text: str) -> list[str]:
    """Split a string into lines, which end with LF, CR LF or CR."""
    lines = re.split(r"\r\n|\n|\r", text)
    return lines[:-1] if lines and not lines[-1] else lines
