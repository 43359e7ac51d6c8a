"""A table of decided positions that never grows beyond a stated size."""

from __future__ import annotations

from collections.abc import Hashable


class Transpositions:
    """Who wins positions that were decided before: at most ``size``, the older half forgotten when full.

    >>> table = Transpositions(4)
    >>> for name in "abcdef":
    ...     table.keep(name, True)
    >>> [table.find(name) for name in "abef"], len(table)
    ([None, None, True, True], 4)
    """

    def __init__(self, size: int) -> None:
        self.size = size
        self._half = max(size // 2, 1)
        self._young: dict[Hashable, bool] = {}
        self._old: dict[Hashable, bool] = {}

    def __len__(self) -> int:
        return len(self._young) + len(self._old)

    def find(self, position: Hashable) -> bool | None:
        """What was kept for a position, or None."""
        found = self._young.get(position)
        return self._old.get(position) if found is None else found

    def keep(self, position: Hashable, won: bool) -> None:
        if len(self._young) >= self._half:
            self._old, self._young = self._young, {}
        self._young[position] = won
