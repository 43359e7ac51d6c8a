"""Keys of rule files: a key in a wrong table raises an error that names its table.

Every kind lists its keys in ``KEYS``, a mapping from the header of a table, such as ``[cells]`` or
``[[rules.count]]``, to its keys; "" is the top level of the file.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from gfkit.errors import RuleError, docs_page, known_choices, nearest_words
from gfkit.rules.table import RuleTable

Keys = Mapping[str, str]
"""For every header, the keys of the table, separated by spaces."""
KeysByKind = Callable[[], Mapping[str, Keys]]
"""Function that returns the keys of every kind; it imports all kinds, and is called only for errors."""
_TOP = "at the top of the file, above all tables"


def check_keys(root: RuleTable, keys: Keys, by_kind: KeysByKind) -> None:
    """Raise RuleError, with the right table, if a table of a rule file contains an unknown key."""
    for header, words in keys.items():
        for table in _tables_at(root, header):
            for key in table:
                if not isinstance(key, str):
                    raise table.error(f": key {key!r} is not a string; write {str(key)!r}")
                if key not in words.split():
                    raise _unknown_key(table, key, words.split(), keys, by_kind())


def _tables_at(root: RuleTable, header: str) -> Iterator[RuleTable]:
    """Yield the tables of a file with the given header."""
    name, is_list = header.strip("[]"), header.startswith("[[")
    outer, _, last = name.rpartition(".")
    parent = root.table(outer) if outer else root
    if not name:
        yield root
    elif last in parent:
        yield from parent.tables(last) if is_list else [parent.table(last)]


def _unknown_key(
    table: RuleTable, key: str, words: list[str], keys: Keys, by_kind: Mapping[str, Keys]
) -> RuleError:
    """Return the error for an unknown key of a table whose keys are ``words``."""
    inner = table.raw(key)
    moved = [_place(str(one), keys, str(one)) for one in inner] if isinstance(inner, Mapping) else []
    near = nearest_words(key, [] if nearest_words(key, words) else " ".join(keys.values()).split())
    hints = (
        _place(key, keys),
        misplaced(key, by_kind, as_key=True),
        "; ".join(filter(None, moved)),
        misplaced(key, by_kind),
        f"did you mean {near[0]}? {_place(near[0], keys)}" if near else "",
        known_choices(key, words, docs_page("rule-files.html")),
    )
    return table.error(f": unknown key {key!r}; {next(filter(None, hints))}", key)


def _place(key: str, keys: Keys, it: str = "it") -> str:
    """Return where a key must be written, or "" if it belongs to no table.

    >>> cover = {"": "name look cover", "[cover]": "pieces tatami"}
    >>> _place("tatami", cover), _place("look", cover), _place("forbid", cover)
    ('write it in [cover]', 'write it at the top of the file, above all tables', '')
    >>> _place("count", {"[rules]": "forbid count", "[[rules.count]]": "cell"})
    'write it as [[rules.count]]'
    """
    own = [header for header in keys if header.strip("[]").rpartition(".")[2] == key]
    places = [f"in {header}" if header else _TOP for header, words in keys.items() if key in words.split()]
    found = [f"as {header}" for header in own] or places
    return f"write {it} {' or '.join(found)}" if found else ""


def misplaced(key: str, by_kind: Mapping[str, Keys], *, as_key: bool = False) -> str:
    """Return the tables of all kinds of rules that have a key, as the end of an error message, or "".

    If ``as_key``, the key is not a table, so that only other tables can contain it.

    >>> keys = {"array": {"": "name cells", "[cells]": "colours"}, "cover": {"[cover]": "pieces tatami"}}
    >>> misplaced("tatami", keys), misplaced("cells", keys), misplaced("rules", keys)
    ('tatami is a key of [cover]', 'only rules of the kind array have the key cells', '')
    """
    kinds = [kind for kind, keys in by_kind.items() if key in keys.get("", "").split()]
    headers = [
        header for keys in by_kind.values() for header in keys if header and key in keys[header].split()
    ]
    if headers:
        return f"{key} is a key of {', '.join(dict.fromkeys(headers))}"
    return f"only rules of the kind {' or '.join(kinds)} have the key {key}" if kinds and not as_key else ""
