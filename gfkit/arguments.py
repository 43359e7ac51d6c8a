"""Messages about unknown keyword arguments of the public functions, which name the right one."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache, wraps
from typing import Any

_UNEXPECTED = r"(\w+)\(\) got an unexpected keyword argument '(\w+)'"
_ALIKE = (
    "game structure rule formula kind thing first name problem",
    "board family boards graph on shape grid region",
    "weights weight variables variable marks by at",
    "terms sequence data values numbers",
    "positions position ends",
    "max_memory memory memory_limit ram",
    "max_seconds seconds timeout time time_limit limit",
    "on_progress progress callback verbose",
    "seed random_state random_seed rng",
    "number samples count size num repeat",
    "to n_max max_n end stop up_to limit",
    "up_to symmetry symmetries symmetric modulo",
    "executor workers jobs n_jobs processes threads",
    "path file filename",
    "method algorithm engine solver",
    "certify proof prove certificate",
)
"""Words for one kind of argument each, the most common name of a parameter first."""
_SIZES = "n m k N size sizes rows cols columns length width height dim dimensions shape"
"""Words for the size of a board, which is part of the board."""


@cache
def naming_arguments(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a public function that names the right argument if it is called with an unknown keyword.

    The result replaces the function in ``gfkit``, so that it can be pickled by this name.

    >>> import gfkit
    >>> gfkit.count("domineering", "2x2", weight="pieces")
    Traceback (most recent call last):
    ...
    TypeError: count() has no argument 'weight'; did you mean weights?
    """

    @wraps(function)
    def call(*given: Any, **more: Any) -> Any:
        try:
            return function(*given, **more)
        except TypeError as error:
            found = re.fullmatch(_UNEXPECTED, str(error))
            if found is None or found[1] != function.__name__ or found[2] not in more:
                raise
            hint = _right_argument(function, found[2])
        raise TypeError(f"{function.__name__}() has no argument {found[2]!r}; {hint}")

    call.__module__ = "gfkit"
    return call


def _right_argument(function: Callable[..., Any], word: str) -> str:
    """Return the hint for an unknown keyword: the parameter with this meaning, or an attribute of the
    result.
    """
    from inspect import signature

    import gfkit
    from gfkit.errors import known_choices

    names = [*signature(function).parameters]
    names += ["max_seconds"] * ("on_progress" in names and "max_seconds" not in names)  # see ``stoppable``
    alike = [name for line in _ALIKE if word in line.split() for name in line.split() if name in names]
    if alike:
        return f"did you mean {alike[0]}?"
    boards = [name for name in _ALIKE[1].split() if name in names]
    results = re.findall(r"\w+", str(function.__annotations__.get("return", "")))
    if any(hasattr(getattr(gfkit, name, None), word) for name in results):
        return f"write {function.__name__}(...).{word}"
    if word in _SIZES.split() and boards:
        return f'the size is part of {boards[0]}, as in {boards[0]}="4x6", or "4xn" for every n'
    return known_choices(word, names)
