"""Values that are asked by index and have no first and last item to go through."""

from __future__ import annotations

from typing import ClassVar, NoReturn


class Indexed:
    """A value with ``[...]`` that is no list: going through it, ``in`` and ``len`` are refused.

    Python takes indexing alone for a list that starts at 0 and ends at the first IndexError, which a
    sequence with terms for all n never raises: ``list`` and ``in`` would run for ever.

    >>> from gfkit.sequences import RationalGF
    >>> list(RationalGF.of([1], [1, -1, -1]))
    Traceback (most recent call last):
    ...
    TypeError: RationalGF is no list: .terms(count) gives its first terms, [n] the one at n
    """

    __slots__ = ()

    _instead: ClassVar[str] = ".terms(count) gives its first terms, [n] the one at n"
    """What to say instead."""

    def __iter__(self) -> NoReturn:
        raise self._no_list()

    def __contains__(self, value: object) -> NoReturn:
        raise self._no_list()

    def __len__(self) -> int:
        raise self._no_list()

    def __bool__(self) -> bool:
        return True

    def _no_list(self) -> TypeError:
        return TypeError(f"{type(self).__name__} is no list: {self._instead}")
