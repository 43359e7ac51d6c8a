"""Rule files: from TOML to a rule, with an error for everything that does not fit."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from typing import Any

from gfkit.errors import RuleError
from gfkit.games.array_file import read_array
from gfkit.games.field import Table
from gfkit.games.placement_file import read_placement
from gfkit.games.rule import Rule
from gfkit.games.tile_file import read_tiles

_KINDS: tuple[tuple[frozenset[str], Callable[[Table, int | None], Rule]], ...] = (
    (frozenset({"left", "right", "both", "colours"}), read_placement),
    (frozenset({"cells"}), read_array),
    (frozenset({"tile"}), read_tiles),
)


def read_rule(source: str, content: str, parameter: int | None = None) -> Rule:
    """The rule in a rule file's content; ``source`` names it in errors.

    ``parameter`` is the number after the colon in names such as ``cis:3``.
    """
    try:
        data: Mapping[str, Any] = tomllib.loads(content)
    except tomllib.TOMLDecodeError as error:
        raise RuleError(f"rule file {source!r} is not TOML: {' '.join(str(error).split())}") from None
    except RecursionError:
        raise RuleError(f"rule file {source!r} has brackets nested too deeply to be read") from None
    except ValueError:  # Python's own limit on the digits of a number
        raise RuleError(_beyond(source)) from None
    if _has_long_number(data):
        raise RuleError(_beyond(source))
    fitting = [read for keys, read in _KINDS if keys & data.keys()]
    if len(fitting) != 1:
        found = ", ".join(f"[{key}]" for key in data if key not in ("name", "about")) or "no table"
        raise RuleError(
            f"rule file {source!r}: needs tables of one kind: [left] and [right] or [both] or [colours]"
            f" for a placement game, [cells] for arrays, [[tile]] for tiles; found {found}"
        )
    table = Table(f"rule file {source!r}", data)
    return fitting[0](table, parameter)


def _beyond(source: str) -> str:
    return f"rule file {source!r} has a whole number beyond 64 bits, the most that TOML has room for"


def _has_long_number(data: object) -> bool:
    todo = [data]
    while todo:
        value = todo.pop()
        if isinstance(value, Mapping):
            todo.extend(value.values())
        elif isinstance(value, list):
            todo.extend(value)
        elif isinstance(value, int) and value.bit_length() > 63:
            return True
    return False
