"""Random paths with an unbounded height, compared with all words that satisfy the definition.

A case is the table [paths] of a rule file, or an automaton with a height as a Python function. The reference
follows words of steps: for a few terms every word, judged as a whole by the definition; for 40 terms all
words with equal ends together. Their heights are bounded; paths are infinitely many if a larger bound has
more of them, or if paths of length 0 do not end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from math import prod
from random import Random
from typing import Any, NamedTuple

import gfkit
from gfkit.core.deferred import replace
from gfkit.core.errors import InputError
from gfkit.specifications.counter import CounterAutomaton
from gfkit.specifications.paths import counter_automaton, law_of_paths, paths_of_table

from .case import Compared, FaultError

WORDS, TERMS, MOST_WORDS = 5, 40, 10_000
"""Number of terms for which all words are judged, number of compared terms, and maximum number of words."""
_Arrow = tuple[Hashable, int, int, int]


class PathCase(NamedTuple):
    """Table of a rule file, or transitions (state, weight, rise, length) of states 0, 1, ... and weights of
    last states.
    """

    table: dict[str, Any]
    moves: list[list[tuple[int, int, int, int]]]
    final: list[int]
    counter: str = ""

    def __str__(self) -> str:
        return f"[paths] {self.table}" if self.table else f"{self.moves} {self.final} {self.counter}"


def case(rng: Random) -> PathCase:
    return _automaton(rng) if rng.random() < 0.35 else PathCase(_table(rng), [], [])


def _step(rng: Random, style: float) -> tuple[int, int]:
    """Return a length and a rise."""
    rise = rng.choice((-1, -1, 0, 1, 1) if style < 0.6 else (-2, -1, -1, 0, 1, 1, 2, 3, -3))
    return rng.choice((1, 1, 1, 1, 2, 3)) if rng.random() < 0.85 else 0, rise


def _automaton(rng: Random) -> PathCase:
    count, style = rng.choice((1, 2, 2, 3)), rng.random()
    is_signed = rng.random() < 0.2
    moves = []
    for _ in range(count):
        drawn = [_step(rng, style) for _ in range(rng.choice((1, 2, 2, 3, 3)))]
        if rng.random() < 0.5:
            drawn[:2] = [(1, 1), (rng.choice((0, 1)), -1)]
        if is_signed:
            drawn = [(max(length, 1), rise) for length, rise in drawn]
        signs = (1, 1, 1, 2, -1) if is_signed else (1, 1, 1, 2)
        moves.append([(rng.randrange(count), rng.choice(signs), rise, length) for length, rise in drawn])
    final = [rng.choice((0, 1, 1, 2)) for _ in range(count)]
    return PathCase({}, moves, final, rng.choice(("zero", "any", "free")))


def _table(rng: Random) -> dict[str, Any]:
    style = rng.random()
    names = "UDFVW"[: rng.choice((2, 2, 3, 3, 4))]
    steps: dict[str, list[int]] = {name: [*_step(rng, style)] for name in names}
    if style < 0.7:
        steps |= {"U": [1, rng.choice((1, 1, 2))], "D": [rng.choice((0, 1, 1)), rng.choice((-1, -1, -2))]}
    is_signed = all(length for length, _ in steps.values())
    for value in steps.values():
        if rng.random() < 0.15:
            value.append(rng.choice((2, 3, -1 if is_signed else 2)))

    def word() -> str:
        return "".join(rng.choice(names) for _ in range(rng.choice((1, 2, 2, 2, 3, 3, 4))))

    table: dict[str, Any] = {"steps": steps}
    if rng.random() < 0.6:
        drawn = [word() for _ in range(rng.choice((1, 1, 2)))]
        table["forbid"] = drawn + drawn[:1] * (rng.random() < 0.1)
    if rng.random() < 0.2:
        table["forbid_at_zero"] = [word() for _ in range(rng.choice((1, 1, 2)))]
    if rng.random() < 0.1:
        table["weights_at_zero"] = {rng.choice(names): rng.choice((0, 2, 2))}
    if rng.random() < 0.7:
        table["end"] = rng.choice((0, 0, 1, 2, "anywhere", "anywhere", "anywhere"))
    if rng.random() < 0.2 and (table.get("end") != "anywhere" or len(table) <= 2 + ("forbid" in table)):
        table["floor"] = False
    elif rng.random() < 0.15:
        table["max_height"] = rng.choice((0, 1, 2, 3))
    return table


def tags(made: PathCase) -> list[str]:
    if made.table:
        return [f"end: {made.table.get('end', 0)}", *(f"with: {key}" for key in made.table if key != "steps")]
    return [f"counter: {made.counter}"]


def compare(made: PathCase) -> Compared:
    """Compare the terms of a law with words; what is refused must have infinitely many paths."""
    if made.table:
        model = paths_of_table(made.table)  # refusals of the table count as refusals
    try:
        law = law_of_paths(model) if made.table else _from_steps(made)
    except InputError as error:
        if "infinitely many" not in str(error):
            raise
        if finite_terms(made, 8) is not None:
            raise FaultError(f"{error}, but {finite_terms(made, 8)}", "wrong: refused") from None
        return 1, ["infinite"]
    found, wanted = law.terms(TERMS), finite_terms(made, TERMS)
    if found != wanted:
        raise FaultError(f"{found}\n{wanted}", "wrong: terms")
    few = word_terms(made, WORDS)
    if few is not None and few != found[: len(few)]:
        raise FaultError(f"{found[:WORDS]} {few}", "wrong: words")
    return TERMS, [f"degree: {law.algebraic.degree}", "words" if few else "no words"]


def _from_steps(made: PathCase) -> Any:
    return gfkit.from_steps(0, made.moves.__getitem__, made.final.__getitem__, counter=made.counter)


def automaton(made: PathCase) -> tuple[CounterAutomaton, dict[str, Any]]:
    """Return the automaton of gfkit, and the definition in its certificate."""
    if made.table:
        model = paths_of_table(made.table)
        if model.end == 0 and not (model.forbid_at_zero or model.weights_at_zero):
            model = replace(model, is_reversed=len(str(made)) % 2 == 0)
        return model.automaton(), model.as_json()
    found = counter_automaton(0, made.moves.__getitem__, made.final.__getitem__, made.counter)
    return found, found.as_json()


# Words, from the definition


def word_terms(made: PathCase, count: int) -> list[int] | None:
    """Return the first terms by judging each word; None with steps of length 0, or too many words."""
    lengths = [value[0] for value in made.table["steps"].values()] if made.table else [
        move[3] for row in made.moves for move in row
    ]  # fmt: skip
    if 0 in lengths:
        return None
    total, visited = [0] * count, 0
    words: list[tuple[Any, ...]] = [()]
    while words:
        word = words.pop()
        visited += 1
        if visited > MOST_WORDS:
            return None
        length, value, more = (_judged_word if made.table else _judged_run)(made, word)
        if length < count:
            total[length] += value
            words += [(*word, new) for new in more]
    return total


def _judged_word(made: PathCase, word: Sequence[str]) -> tuple[int, int, Sequence[Any]]:
    """Return length and weight of a word of names, weight 0 if it is not allowed, and all next steps."""
    table, steps = made.table, made.table["steps"]
    heights, text = [0], "".join(word)
    for name in word:
        heights.append(heights[-1] + steps[name][1])
    low, end = table.get("weights_at_zero", {}), table.get("end", 0)
    is_good = (
        (end == "anywhere" or heights[-1] == end)
        and (not table.get("floor", True) or min(heights) >= 0)
        and max(heights) <= table.get("max_height", len(word) * 9)
        and not any(pattern in text for pattern in table.get("forbid", []))
        and not any(
            height == 0 and text[at:].startswith(pattern)
            for pattern in table.get("forbid_at_zero", [])
            for at, height in enumerate(heights)
        )
    )
    weights = (
        low[name] if name in low and height == 0 else (*steps[name], 1)[2]
        for name, height in zip(word, heights, strict=False)
    )
    return sum(steps[name][0] for name in word), prod(weights) if is_good else 0, [*steps]


def _judged_run(made: PathCase, run: Sequence[int]) -> tuple[int, int, Sequence[Any]]:
    """Like ``_judged_word``, for a sequence of numbers of transitions."""
    state, height, least, length, weight = 0, 0, 0, 0, 1
    for number in run:
        state, factor, rise, more = made.moves[state][number]
        height, length, weight = height + rise, length + more, weight * factor
        least = min(least, height)
    is_good = (made.counter == "free" or least == 0) and (made.counter == "any" or height == 0)
    return length, weight * made.final[state] if is_good else 0, range(len(made.moves[state]))


def finite_terms(made: PathCase, count: int) -> list[int] | None:
    """Return the first terms, or None if a length has infinitely many paths."""
    steps = made.table["steps"].values() if made.table else [m[3:1:-1] for row in made.moves for m in row]
    bound = count * max([abs(rise) for _, rise, *_ in steps], default=0) + 6
    if all(length for length, *_ in steps):
        return _terms(made, count, bound)
    if len({str(_terms(made, min(count, 3), few)) for few in (9, 18, 36)}) == 3:
        return None
    bound //= 2
    terms = _terms(made, count, bound)
    for _ in range(3):
        before, bound = terms, 2 * bound
        terms = _terms(made, count, bound)
        if terms == before:
            return terms
    return None


def _terms(made: PathCase, count: int, bound: int) -> list[int]:
    """Return the first terms of the paths with heights, and numbers of steps of length 0 in a row, up to a
    bound.
    """
    start, arrows, value = reference(made)
    layers: list[Counter[Any]] = [Counter({(start, 0): 1}), *(Counter[Any]() for _ in range(count - 1))]
    total = [0] * count
    for length in range(count):
        level, rounds = layers[length], 0
        while level and rounds < 2 * bound + 10:
            rounds += 1
            after = Counter[Any]()
            for (state, height), weight in level.items():
                total[length] += weight * value(state, height)
                for to, factor, rise, more in arrows(state, height):
                    if abs(height + rise) <= bound and length + more < count and factor:
                        (layers[length + more] if more else after)[to, height + rise] += weight * factor
            level = after
    return total


Reference = tuple[Any, Callable[[Any, int], Iterator[_Arrow]], Callable[[Any, int], int]]


def reference(made: PathCase) -> Reference:
    """Return the first state, the transitions from a state at a height, and the weight of an end."""
    return _of_table(made) if made.table else _of_automaton(made)


def _of_automaton(made: PathCase) -> Reference:
    def arrows(state: int, height: int) -> Iterator[_Arrow]:
        return (move for move in made.moves[state] if made.counter == "free" or height + move[2] >= 0)

    return 0, arrows, lambda q, h: made.final[q] if h == 0 or made.counter == "any" else 0


def _of_table(made: PathCase) -> Reference:
    """Return states that contain the last steps, with the information whether each began at height 0."""
    table = made.table
    always, low = table.get("forbid", []), table.get("forbid_at_zero", [])
    longest = max(map(len, ["x", *always, *low]))
    top = table.get("max_height", 10**9)

    def arrows(state: tuple[tuple[str, bool], ...], height: int) -> Iterator[_Arrow]:
        for name, (length, rise, *weight) in table["steps"].items():
            last = (*state, (name, bool(low) and height == 0))
            text = "".join(step for step, _ in last)
            bad = any(text.endswith(word) for word in always) or any(
                text.endswith(word) and last[-len(word)][1] for word in low
            )
            if not bad and height + rise <= top and (height + rise >= 0 or not table.get("floor", True)):
                factor = (weight or [1])[0]
                if height == 0:
                    factor = table.get("weights_at_zero", {}).get(name, factor)
                yield last[1 - longest :] if longest > 1 else (), factor, rise, length

    end = table.get("end", 0)
    return (), arrows, lambda _, h: int(end in ("anywhere", h))
