"""How many positions games have on paths, letter by letter from the rules, where they cannot be listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

State = tuple[str, bool]
"""What the next vertex has to know: the last letter, and whether what is begun may end here.

Letters are E for an empty vertex, B and R for pieces, D for the first half of a piece of two vertices.
"""
Step = Callable[[State], Iterator[State]]


def _col(state: State) -> Iterator[State]:
    yield from ((letter, True) for letter in "EBR" if letter == "E" or letter != state[0])


def _snort(state: State) -> Iterator[State]:
    yield from ((letter, True) for letter in "EBR" if "E" in (letter, state[0]) or letter == state[0])


def _cis(state: State) -> Iterator[State]:
    yield from ((letter, True) for letter in ("EBR" if state[0] == "E" else "E"))


def _o12(state: State) -> Iterator[State]:
    yield from [("R", True)] if state[0] == "D" else [("E", True), ("B", True), ("D", False)]


def _nogo(state: State) -> Iterator[State]:
    """A group may end when it has an empty vertex beside it; the next vertex may be that."""
    letter, breathes = state
    yield "E", True
    for piece in "BR":
        if piece == letter:
            yield state
        elif letter == "E":
            yield piece, True
        elif breathes:
            yield piece, False


_STEPS: dict[str, Step] = {"col": _col, "snort": _snort, "cis": _cis, "o12": _o12, "nogo": _nogo}
GAMES = tuple(_STEPS)


def path_count(game: str, n: int) -> int:
    """The number of positions on the path of n vertices.

    >>> [path_count("nogo", n) for n in range(5)], [path_count("o12", n) for n in range(5)]
    ([1, 1, 5, 15, 41], [1, 2, 5, 12, 29])
    """
    ways: Counter[State] = Counter({("", True): 1} if game == "nogo" else {("E", True): 1})
    for _ in range(n):
        after: Counter[State] = Counter()
        for state, number in ways.items():
            for following in _begun(game, state):
                after[following] += number
        ways = after
    return sum(number for (_, may_end), number in ways.items() if may_end)


def _begun(game: str, state: State) -> Iterator[State]:
    """The next states; before the first vertex there is nothing, which gives NoGo's pieces no breath."""
    if game == "nogo" and not state[0]:
        return iter([("E", True), ("B", False), ("R", False)])
    return _STEPS[game](state)
