"""Tables whose values are computed at first use, so that collecting the tests computes nothing."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Iterator, Mapping
from textwrap import dedent
from typing import Any


class Lazily(Mapping[str, Any]):
    """The dictionary that a function returns, computed when one of its values is first used.

    Its keys are the literal keys in the return statement; additional keys raise an error.
    """

    def __init__(self, make: Callable[[], Mapping[str, Any]]) -> None:
        self._make, self._names = make, written(make)
        self._made: Mapping[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if not self._made:
            self._made = self._make()
            assert [*self._made] == [*self._names]
        return self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)


def written(make: Callable[[], Mapping[str, Any]]) -> list[str]:
    """Return the literal keys of the dictionary that a function returns.

    >>> def table():
    ...     return {"one": 1, "two": 1 / 0}
    >>> written(table)
    ['one', 'two']
    """
    tree = ast.parse(dedent(inspect.getsource(make)))
    (found,) = (node.value for node in ast.walk(tree) if isinstance(node, ast.Return))
    assert isinstance(found, ast.Dict)
    return [ast.literal_eval(key) for key in found.keys if key is not None]
