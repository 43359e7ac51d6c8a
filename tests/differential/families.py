"""Random families: the series against the count on every board, against two listings of the smallest ones."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from math import log2

from gfkit import brute_force, count, derive
from gfkit.boards import Board, Family, parse_board
from gfkit.errors import GfkitError, LimitError, SelfCheckError
from gfkit.games import Rule
from gfkit.games.file import read_rule
from gfkit.sequences import Polynomial
from gfkit.transfer import Derived

from . import rules
from .case import Case, Ending, RuleData, rule_file
from .plain import TooManyError, listed, values_of

CLASSES = ("all", "left-ends", "right-ends", "maximal")
LISTED = 3
"""How many of the smallest boards with cells are listed."""
_MOST_LISTED = 600
_BITS = 6.0
"""How many bits of states a generated family may need, roughly."""
_ON_COMPLETE = 8
_CROWDED = 0.002
"""How often a state takes two words; such cases take a hundred times as long as others."""

Value = dict[tuple[int, ...], int]


class FaultError(Exception):
    """Something is wrong: what, and its kind."""

    def __init__(self, text: str, fault: str) -> None:
        super().__init__(text)
        self.fault = fault


# Making cases.


def case(rng: rules.Rng) -> Case:
    """A random rule on a random family, with a class of positions, weights and a method."""
    if rng.random() < _CROWDED:
        return Case(rules.crowded(rng), rng.choice(("2xn", "3xn")))
    while True:
        data = rules.rule(rng)
        board = family(rng, data)
        positions = "all"
        if Case(data, board).kind == "placement":
            positions = rng.choices((*CLASSES, "play"), (46, 17, 17, 18, 2))[0]
        weights = rng.choices(("none", "pieces", "players"), (70, 15, 15))[0]
        method = rng.choices(("auto", "determinant", "modular"), (76, 12, 12))[0]
        made = Case(data, board, positions, weights, method)
        if bits(made) <= _BITS * (1.6 if rng.random() < 0.02 else 1):
            return made


def family(rng: rules.Rng, data: RuleData) -> str:
    """A family of strips, rings or tori of width 1 to 4; of graphs where the rule goes on them."""
    if rng.random() < (0.25 if rules.flat(data) else 0.005):
        return rng.choices(("path:n", "cycle:n", "complete:n"), (40, 40, 20))[0]
    word = rng.choices(("", "cylinder", "torus"), (66, 22, 12))[0]
    width = rng.choices((1, 2, 3, 4), (40, 37, 17, 6))[0]
    along = rng.random() < 0.6
    if word == "torus" or (word == "cylinder" and along):
        width = max(width, 3)
    size = f"{width}xn" if along else f"nx{width}"
    return f"{word}:{size}" if word else size


def bits(made: Case) -> float:
    """About how many bits of states the strip has: cells that a drawing reaches over, times bits of each."""
    width = int(re.sub(r"\D", "", made.board) or 1)
    if made.kind == "array":
        each = log2(len(values_of(made.rule))) + 0.3 * bool(made.rule["rules"].get("count"))
        each += 1.2 * is_whole(made.rule)
    elif made.kind == "tiles":
        each = log2(len({tile["right"] for tile in made.rule["tile"]})) + 0.3
    elif made.kind in ("cover", "pointers"):
        each = 0.9
    elif made.kind == "edges":
        table = made.rule["edges"]
        each = 0.6 + 0.3 * table.get("cap", table.get("modulo", 1)) + 0.8 * is_whole(made.rule)
    elif made.kind == "orientations":
        each = 2.0
    else:
        each = (
            1.0
            + 0.5 * len(made.rule["rules"]["forbid_adjacent"])
            + made.rule["rules"].get("liberties", False)
        )
        each += 0.6 * (made.positions not in ("all", "play"))
    length = float(width * (_along(made) - 1))
    if made.board.startswith("torus") or re.match(r"c\w+:n", made.board):
        length *= 1.9
    return length * each * (1.15 if made.weights != "none" else 1)


def is_whole(data: RuleData) -> bool:
    """Whether a rule asks something of a graph as a whole."""
    table = data.get("edges", {})
    return "connected" in data.get("rules", {}) or bool(
        {"components", "cycles", "joins", "apart", "each"} & {*table}
    )


def _along(made: Case) -> int:
    """How many slices of the family a drawing of the rule reaches over."""
    rows, cols = rules.spans(made.rule)
    if made.board in ("path:n", "cycle:n"):
        return max(rows, cols)
    return cols if made.board.endswith("xn") else rows


# Judging one.


def judge(made: Case) -> Ending:
    """Derives a family and compares; every exception that is none of gfkit's own is a find."""
    tags = [f"rule: {made.kind}", f"family: {made.word}", f"positions: {made.positions}"]
    tags += [f"weights: {made.weights}", f"method: {made.method}"]
    return judged(made, tags, compare)


def judged(made: Case, tags: list[str], compared_by: Callable[[Case], tuple[int, list[str]]]) -> Ending:
    """How a case ends that ``compared_by`` raises FaultError for, or says how much agreed and what it was."""
    try:
        compared, more = compared_by(made)
    except FaultError as wrong:
        return Ending("wrong", str(wrong), wrong.fault, tuple(tags))
    except SelfCheckError as wrong:
        return Ending("wrong", f"SelfCheckError: {wrong}", "SelfCheckError", tuple(tags))
    except GfkitError as refusal:
        return Ending("refused", pattern(refusal), tags=tuple(tags))
    except Exception as crash:
        return Ending("wrong", *crashed(crash), tuple(tags))
    return Ending("agreed", tags=(*tags, *more), compared=compared)


def pattern(refusal: GfkitError) -> str:
    """The text of a refusal without its numbers, names and values, so that like ones are counted together."""
    text = re.sub(r"'[^']*'|\"[^\"]*\"|(?<= as )[X./]+", "'..'", str(refusal))
    return f"{type(refusal).__name__}: {re.sub(r'[0-9]+', '#', text)}"[:150]


def crashed(crash: Exception) -> tuple[str, str]:
    trace = crash.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = "" if trace is None else trace.tb_frame.f_code.co_name
    fault = f"{type(crash).__name__} in {where}"
    return f"{fault}: {crash}", fault


def compare(made: Case) -> tuple[int, list[str]]:
    """How many boards agree, and what else the case was; FaultError where one does not."""
    rule = read_rule("random.toml", rule_file(made.rule))
    law = derive(rule, made.board, made.positions, made.weights, method=made.method)
    boards = parse_board(made.board)
    assert isinstance(boards, Family)
    last = _last_compared(made, law)
    seen: list[int] = []
    terms = law.terms(last + 1 - law.first_n)
    if law.first_n <= last and value_of(law[last]) != value_of(terms[-1]):
        raise FaultError(
            f"n = {last}: the term is {law[last]}, and in the list of terms {terms[-1]}", "terms"
        )
    if law.rational is not None and law.recurrence.terms(len(terms)) != terms:
        raise FaultError(f"the recurrence {law.recurrence} does not give {terms}", "recurrence")
    marks = tuple(law.weights)
    listings = 0
    for n in [*range(law.first_n, last + 1), *_far(law, last)]:
        series = value_of(terms[n - law.first_n] if n <= last else law[n])
        board = _board(made.board, n)
        counted = value_of(count(rule, board, made.positions, made.weights).polynomial)
        seen.append(sum(counted.values()))
        others = [("the count", counted)]
        if board.size and listings < LISTED:
            found = _listings(made, rule, board, n)
            listings += bool(found)
            others += found
        _agree(n, series, others, marks)
    return len(seen), [*_evidence(law), f"trivial: {_yes(_trivial(seen))}", f"boards listed: {listings}"]


def _last_compared(made: Case, law: Derived) -> int:
    """Beyond the offset, twice the reach, and three more."""
    if law.rational is None:
        return _ON_COMPLETE
    return max(law.offset, law.first_n) + 2 * _along(made) + 3


def _far(law: Derived, last: int) -> list[int]:
    """For a quarter of the families one more board, farther out."""
    return [last + 5 + last % 7] if law.rational is not None and (law.order + last) % 4 == 0 else []


def _listings(made: Case, rule: Rule, board: Board, n: int) -> list[tuple[str, Value]]:
    """The polynomial by gfkit's own listing and by the plain one, where both are quick."""
    most = _MOST_LISTED * (8 if is_whole(made.rule) or made.kind == "orientations" else 1)
    try:
        own = listed(made.rule, made.board, n, made.positions, made.weights, most)
    except TooManyError:
        return []
    found = [("the plain listing", own)]
    try:
        theirs = brute_force(rule, board, made.positions, made.weights).polynomial
        found.append(("brute_force", value_of(theirs)))
    except LimitError:
        pass
    return found


def _agree(n: int, series: Value, others: list[tuple[str, Value]], marks: tuple[str, ...]) -> None:
    said = [("the series", series), *others]
    if any(value != series for _, value in others):
        text = ", ".join(f"{name} has {_text(value, marks)}" for name, value in said)
        listing = next((value for name, value in reversed(others)), series)
        wrong = [name for name, value in said if value != listing] or ["the series"]
        raise FaultError(f"n = {n}: {text}", f"wrong: {', '.join(wrong)}")


def _text(value: Value, marks: tuple[str, ...]) -> str:
    return str(Polynomial.of(marks, value)) if marks else str(value.get((), 0))


def value_of(value: int | Polynomial) -> Value:
    """A number or a polynomial as powers with coefficients."""
    if isinstance(value, Polynomial):
        return dict(value.terms)
    return {(): value} if value else {}


def _evidence(law: Derived) -> list[str]:
    found = [f"evidence: {law.evidence.status}"]
    if law.rational is not None:
        found += [f"beginning: {_yes(law.offset > law.first_n)}", f"order: {min(law.order, 10) // 2 * 2}+"]
    return found


def _yes(said: bool) -> str:
    return "yes" if said else "no"


def _trivial(seen: list[int]) -> bool:
    """Whether nothing but none or one is left beyond the middle."""
    return set(seen[len(seen) // 2 :]) <= {0, 1}


@lru_cache(maxsize=4000)
def _board(text: str, n: int) -> Board:
    boards = parse_board(text)
    assert isinstance(boards, Family)
    return boards.at(n)
