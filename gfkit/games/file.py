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
    fitting = [read for keys, read in _KINDS if keys & data.keys()]
    if len(fitting) != 1:
        found = ", ".join(f"[{key}]" for key in data if key not in ("name", "about")) or "no table"
        raise RuleError(
            f"rule file {source!r}: needs tables of one kind: [left] and [right] or [both] or [colours]"
            f" for a placement game, [cells] for arrays, [[tile]] for tiles; found {found}"
        )
    table = Table(f"rule file {source!r}", data)
    return fitting[0](table, parameter)
