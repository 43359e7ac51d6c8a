"""Tables from the text of a TOML file, with one line about what cannot be read."""

from __future__ import annotations

import tomllib
from typing import Any

TOO_LONG = "has a whole number beyond 64 bits, the most that TOML has room for"


class TomlError(Exception):
    """Why a text gives no tables, for the caller to put the name of the file before it."""


def read_toml(text: str) -> dict[str, Any]:
    """The tables in a text; TomlError where it is no TOML, is nested too deeply, or has too long a number.

    >>> read_toml("[slice]\\nvertices = 2")
    {'slice': {'vertices': 2}}
    >>> read_toml("n = " + "9" * 5000)
    Traceback (most recent call last):
    ...
    gfkit.toml.TomlError: has a whole number beyond 64 bits, the most that TOML has room for
    """
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TomlError(f"is not TOML: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise TomlError("has brackets nested too deeply to be read") from None
    except ValueError:  # Python's own limit on the digits of a number
        raise TomlError(TOO_LONG) from None
