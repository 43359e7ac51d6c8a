"""Claims of the OEIS text on the domino-covering game: programs, recursions and small boards."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from gfkit.catalog.claim import (
    Arguments,
    CheckResult,
    ClaimStatus,
    HoleValues,
    Statement,
    compare_cases,
    compare_entries,
    refutation,
    theorem,
)

from ..kinds.tables import GameSearch, mex_of_heaps, mex_on_board

Values = Callable[[int], list[int]]
"""The nimbers of boards 1 x 0, ..., 1 x last."""
_SEARCHED = 15


def _by_engine(last: int) -> list[int]:
    from gfkit.play.impartial.nim import nim

    return list(nim("cram", "1xn", to=last).values[: last + 1])


def _by_heaps(last: int) -> list[int]:
    """Return the nimbers as the mex over all moves of a heap."""
    return mex_of_heaps("octal:0.07", last)


def _by_board(last: int) -> list[int]:
    """Return the nimbers by all moves on the boards themselves, for small boards."""
    return [0, *(mex_on_board("cram", f"1x{n}") for n in range(1, min(last, _SEARCHED) + 1))]


_BY_VALUES: dict[str, Values] = {"engine": _by_engine, "heaps": _by_heaps, "boards": _by_board}


def _zeros(values: list[int]) -> list[int]:
    return [n for n, value in enumerate(values) if value == 0]


@theorem(
    "covering.recursion",
    _BY_VALUES,
    words="nv(N+{step:int}) = mex{{nv(k) xor nv(N-k) : {least:int} <= k <= N}}",
)
def recursion(values: Values, holes: HoleValues, asked: Arguments) -> CheckResult:
    """Check a recurrence for the nimbers, from its initial values."""
    true = values(asked["to"])
    values_so_far = [int(text) for text in asked["start"]]
    while len(values_so_far) < len(true):
        n = len(values_so_far) - holes["step"]
        reached = {values_so_far[k] ^ values_so_far[n - k] for k in range(holes["least"], n + 1)}
        values_so_far.append(next(value for value in range(len(reached) + 1) if value not in reached))
    cases = (
        (f"N = {n}", value, other) for n, (value, other) in enumerate(zip(values_so_far, true, strict=False))
    )
    return compare_cases(cases, "nimbers", f"nimbers to N = {len(true) - 1}")


@theorem("covering.lag", _BY_VALUES)
def lag(values: Values, statement: Statement, asked: Arguments) -> CheckResult:
    """Check a(n) = a(n - lag) + statement for n >= from, where a(1), a(2), ... are the boards with nimber
    zero."""
    zeros = _zeros(values(asked["to"]))
    return _formula(
        values, zeros, asked, lambda n: zeros[n - asked["lag"] - 1] + int(statement[0]), "follows it"
    )


@theorem("covering.cases", _BY_VALUES)
def cases(values: Values, statement: Statement, asked: Arguments) -> CheckResult:
    """Check a(n) = step*floor(n/m) - statement[n mod m] for n >= from, where m is the number of entries."""
    many = len(statement)

    def claimed(n: int) -> int:
        return int(asked["step"]) * (n // many) - int(statement[n % many])

    return _formula(values, _zeros(values(asked["to"])), asked, claimed, "agrees")


def _formula(
    values: Values, zeros: list[int], asked: Arguments, claimed: Callable[[int], int], word: str
) -> CheckResult:
    """Check a formula for a(n) for all n >= some n_0. It is proved if more terms agree than the proved
    generating function requires."""
    from gfkit.play.impartial.nim import nim

    numbers = range(asked["from"], len(zeros) + 1)
    result = compare_cases(((f"n = {n}", claimed(n), zeros[n - 1]) for n in numbers), "zeros")
    if result.status is ClaimStatus.REFUTED:
        return result
    evidence = f"each of {len(zeros)} terms {word}"
    series = nim("cram", "1xn", to=100).zeros_generating_function if values is _by_engine else None
    if series is not None:
        powers = [powers[0] for part in (series.numerator, series.denominator) for powers, _ in part.terms]
        if len(zeros) > 3 * max(powers):
            return CheckResult(
                ClaimStatus.PROVED, f"{evidence}, more than both sides' recurrences leave open"
            )
    return CheckResult(ClaimStatus.CONSISTENT, evidence)


def pari_list(lim: int) -> list[int]:
    """Return the result of list(lim) in the PARI program, step by step."""
    v = [0] * (lim + 1)
    for n in range(len(v) - 2):
        u = sorted({v[k] ^ v[n - k] for k in range(n // 2 + 1)})
        v[n + 2] = next((i for i, value in enumerate(u) if value != i), len(u))
    return sorted({1 if value else i for i, value in enumerate(v)})


def array_program(count: int) -> list[int]:
    """Return the zeros of the array program: each value is the mex of xors of
    both ends of the array without its last entry."""
    values = [0, 0]
    for _ in range(count):
        reached = {a ^ b for a, b in zip(values[:-1], values[-2::-1], strict=True)}
        values.append(min(set(range(count)) - reached))
    return _zeros(values)


_PROGRAMS: dict[str, Callable[[int], list[int]]] = {"pari-list": pari_list, "array": array_program}


@theorem("covering.program", _BY_VALUES)
def program(values: Values, statement: Statement, asked: Arguments) -> CheckResult:
    """Check that a program returns these boards, and that exactly these have nimber zero up to its limit."""
    given, last = _PROGRAMS[asked["program"]](asked["limit"]), int(statement[-1])
    for name, true in (("the program", [n for n in given if n <= last]), ("the game", _zeros(values(last)))):
        texts = tuple(map(str, true))
        for place, (listed, other) in enumerate(zip(statement, texts, strict=False), 1):
            if listed != other:
                return refutation(name, f"n = {place}", listed, other)
        if values is not _by_board and len(texts) != len(statement):
            return refutation(name, f"n = {len(texts) + 1}", "the end", "more")
    pairs = list(zip(given, _zeros(values(asked["limit"])), strict=False))
    numbered = ((f"n = {place}", listed, other) for place, (listed, other) in enumerate(pairs, 1))
    return compare_cases(numbered, "all terms", f"{len(pairs)} terms")


def _by_search(n: int) -> str:
    from gfkit.play.family_outcomes import outcome

    return outcome("cram", f"1x{n}")


def _by_play(n: int) -> str:
    return GameSearch("cram", f"1x{n}").outcome()


@theorem("covering.second", {"search": _by_search, "brute-force": _by_play})
def second(winner: Callable[[int], str], statement: Statement, asked: Arguments) -> CheckResult:
    """Check that the second player wins exactly on these boards up to N, that is, those of nimber zero."""
    last = asked["to"]
    won = [str(n) for n in range(1, last + 1) if winner(n) == "second"]
    zeros = [str(n) for n in _zeros(_by_heaps(last)) if n]
    for true, word in ((won, "second-player wins"), (zeros, "boards with nimber zero")):
        result = compare_entries((", ".join(statement),), (", ".join(true),), (word,), word)
        if result.status is ClaimStatus.REFUTED:
            return result
    return CheckResult(ClaimStatus.CONSISTENT, f"boards to N = {last}")


@theorem("covering.first-moves", "brute-force")
def first_moves(statement: Statement, asked: Arguments) -> CheckResult:
    """Check the state after each first move, named by its left cell: "ends" if no move remains,
    "countered" when some reply leaves none, else "open"."""
    free = frozenset(range(1, asked["length"] + 1))
    moves = [f"{move[0]} {_state(free - set(move))}" for move in _moves(free)] or ["no move"]
    return compare_entries(
        ("; ".join(statement),), ("; ".join(moves),), (f"1x{asked['length']}",), "all moves"
    )


def _moves(free: frozenset[int]) -> Iterator[tuple[int, int]]:
    return ((cell, cell + 1) for cell in sorted(free) if cell + 1 in free)


def _state(free: frozenset[int]) -> str:
    replies = list(_moves(free))
    if not replies:
        return "ends"
    over = any(not list(_moves(free - set(reply))) for reply in replies)
    return "countered" if over else "open"
