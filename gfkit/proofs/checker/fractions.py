"""Certificates of a generating function P/Q: the statement, and its check from the rule.

The file is one JSON object; ``format`` is "gfkit-certificate", ``version`` 6. ``game`` and ``board`` name the
counted configurations, ``text`` is the rule file, if there was one. ``rule`` and ``family`` describe both as
data. ``positions`` is the counted class of positions, and ``weights`` is [], ["x"] or ["x", "y"]. ``first_n``
is the first n. ``numerator`` and ``denominator`` are lists of terms [n, i, j, c] for c t^n x^i y^j; a long c
is a hexadecimal string.

``system`` has the variables and constraints of all boards, in the format of ``System``. ``sizes`` are the
numbers of states before each site of a slice, ``debts`` lists all their debts, ``states`` the states, a list
for each site. A state is a list of numbers of debts; if needed, it is followed by the kept symbols, the
tallies and the states of global constraints. If there are too many states to list, ``sizes``, ``debts`` and
``states`` are empty. The first of a state before the slice and its images under the permutations in ``fold``
represents all of them.

The checker derives the system and all states from the rule, and compares both with the file. For an unknown
kind of rule it uses the system in the file; the statement is then consistent with the rule, and not proved.
Files of versions 4 and 5 contain no such states, so the checker proves their statements again.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from math import prod
from typing import Any

from gfkit.proofs.checker.boards import Family, system_of
from gfkit.proofs.checker.core import (
    Clause,
    Count,
    Debt,
    EventNumber,
    Machine,
    Site,
    State,
    System,
    Table,
    data_of,
)
from gfkit.proofs.checker.families import family_text, read_family
from gfkit.proofs.checker.fold import read_fold
from gfkit.proofs.checker.graphs import read_edges, read_number_set, read_orientations
from gfkit.proofs.checker.horner import Series, prove
from gfkit.proofs.checker.kinds import CountQuery, Lay, read_pieces, read_pointers, read_tiles
from gfkit.proofs.checker.laid_arrays import read_array
from gfkit.proofs.checker.linked import Components, Directions, WordAutomaton
from gfkit.proofs.checker.reading import (
    INTS,
    Budget,
    Fields,
    RefusalError,
    UndecidedError,
    Verdict,
    must_fit,
    must_hold,
    need,
    quantity,
)

FRACTIONS = "gfkit-certificate"
POSITIONS = {"all", "left-ends", "right-ends", "maximal", "play", "full"}
POWER = range(10**6 + 1)
TERM: list[object] = [POWER, POWER, POWER, (INTS, str)]
ASKED_SHAPE: dict[str, object] = {
    "format": {FRACTIONS}, "version": int, "game": str, "board": str, "positions": POSITIONS,
    "weights": [str], "first_n": range(1001), "text": str, "rule": dict, "family": dict,
    "numerator": [TERM], "denominator": [TERM],
}  # fmt: skip
SHAPE: dict[str, object] = ASKED_SHAPE | {
    "system": dict,
    "fold": [[int]],
    "sizes": [int],
    "debts": list,
    "states": object,
}
OLD_KEYS: dict[int, tuple[str, ...]] = {
    4: ("edges", "final", "initial_terms", "offset", "start", "states"),
    5: ("body", "finals", "head", "initial_terms", "layers", "slices", "tails"),
}
"""Keys of the evidence in older versions, which are ignored and may be missing."""
KINDS: dict[str, Callable[[Mapping[str, Any], CountQuery, Family], Lay]] = {
    "placement": read_pieces,
    "cover": read_pieces,
    "pointers": read_pointers,
    "tiles": read_tiles,
    "edges": read_edges,
    "orientations": read_orientations,
    "array": read_array,
}
HEXADECIMAL = re.compile("-?(0x)?[0-9a-fA-F]+")
STATE_COST, STEP_COST = 300, 0.03
"""Cost of a state, and of a transition for each slice of the sweep, in microseconds."""


def check_fraction(certificate: object, budget: Budget) -> Verdict:
    """Check the certificate of a generating function. Raise RefusalError if it is not valid."""
    need(isinstance(certificate, dict), "expected an object")
    saved: Fields = {**certificate}  # type: ignore[dict-item]
    version = saved.get("version")
    if version not in (*OLD_KEYS, 6) or type(version) is not int:
        raise RefusalError(2, "version must be 6; derive and save the result again")
    if version == 6:
        must_fit(saved, SHAPE)
    else:
        old, terms = OLD_KEYS[version], [(INTS, str) if version == 5 else TERM]
        saved = {**dict.fromkeys(old), "text": "", **saved}
        shape = {**ASKED_SHAPE, **dict.fromkeys(old, object), "numerator": terms, "denominator": terms}
        must_fit(saved, shape)
    check_question(saved)
    asked, family = CountQuery(saved["positions"], len(saved["weights"])), described_family(saved)
    p, q = (read_terms_in_t(saved[name], version, asked) for name in ("numerator", "denominator"))
    system, why = question_system(saved, asked, family)
    sizes = _sizes(saved, system) if version == 6 else []
    fold = read_fold(saved["fold"], system, budget) if version == 6 else []
    by = "a symmetry" if len(fold) == 1 else f"{len(fold)} symmetries"
    folded = f" modulo {by}" if fold else ""
    foretell(sizes, q, budget, folded)
    machine = Machine(system, budget, sizes, fold)
    if sizes:
        compare_states(machine, saved)
        need(sizes == [*map(len, machine.states)], "sizes: do not match the numbers of states")
    elif version == 6:
        need(
            saved.get("debts") == saved.get("states") == [],
            "sizes: debts and states must be empty if sizes is empty",
        )
    slices = prove(machine, family.first, p, q, budget)
    return Verdict(
        statement=sentence(saved, family, why),
        rests_on=(
            "the constraints in the file, not the rule" if why else "the rule and the boards in the file"
        )
        + ("" if sizes else ", all states recomputed")
        + f"; {quantity(len(machine.states[0]), 'state')}{folded}, {quantity(slices, 'slice')} swept",
        checked=slices,
        proved=not why,
        of_rule=not why,
    )


OBJECTS = {
    "placement": "positions", "cover": "covers", "tiles": "tilings", "array": "arrays",
    "edges": "sets of edges", "orientations": "orientations",
}  # fmt: skip


def sentence(question: Fields, family: Family, why: str) -> str:
    """Return the proved statement as text, without unchecked names. If the checker does not support the rule,
    ``why`` is the reason.
    """
    objects = OBJECTS.get(str(question["rule"].get("kind")), "configurations")
    which, weights = question["positions"], " and ".join(question["weights"])
    chosen = "" if which in ("all", "play") else f"{which} "
    amount = f"sum of the weights in {weights} of the" if weights else "number of"
    begin = f"for every n >= {family.first}, the coefficient of t^n in the fraction is the {amount}"
    if not why:
        boards = family_text(question["family"]) or "the boards in the file"
        return f"{begin} {chosen}{objects} on {boards} that satisfy the rule in the file"
    return (
        f"{begin} solutions of the constraints in the file for n; the checker does not show that these are"
        f" the constraints of the rule on the boards, because {why}"
    )


def question_system(saved: Fields, asked: CountQuery, family: Family) -> tuple[System, str]:
    """Return the constraint system of the rule. If the file contains no rule, return the system in the file
    and the reason.
    """
    rule, version, why = saved["rule"], saved["version"], "the checker does not support this kind of rule"
    if rule["kind"] in KINDS:
        try:
            system = build_system(rule, asked, family)
            if version < 6 or _text(system.data()) == _text(saved["system"]):
                return system, ""
            conditions = rule.get("conditions", []) if rule["kind"] == "array" else []
            reads_lines = any("along" in condition for condition in conditions)
            need(reads_lines, "the system differs from the constraints of the rule")
            why = "the checker does not support its conditions on lines"
        except UndecidedError as undecided:
            if version < 6:
                raise
            why = undecided.reason
    need(version == 6, "rule: unknown kind")
    return read_system(saved["system"]), why


def build_system(rule: Fields, asked: CountQuery, family: Family) -> System:
    """Return the system of a rule of a known kind."""
    build, span = KINDS[rule["kind"]](rule, asked, family)
    return system_of(family, build, span)


def check_question(saved: Fields) -> None:
    """Raise RefusalError unless the weights, the kind of rule and the positions in a file form a valid
    query.
    """
    need(saved["weights"] in ([], ["x"], ["x", "y"]), 'weights: expected [], ["x"] or ["x", "y"]')
    kind = saved["rule"].get("kind")
    need(isinstance(kind, str), "rule: the kind must be a string")
    fits = kind == "placement" or saved["positions"] == "all"
    need(fits, "positions must be 'all' for this kind of rule")


def described_family(saved: Fields) -> Family:
    """Return the family that a certificate describes, after checking the name and the first n in the
    certificate.
    """
    family, text = read_family(saved["family"]), family_text(saved["family"])
    need(text in (None, saved["board"]), f"board must be {text}")
    need(saved["first_n"] == family.first, f"first_n must be {family.first}, the smallest n of the family")
    return family


def read_terms_in_t(terms: list[Any], version: int, asked: CountQuery) -> Series:
    """Return a polynomial in t with the given coefficients."""
    series: Series = []
    for n, term in enumerate(terms):
        at, i, j, c = [n, 0, 0, term] if version == 5 else term
        need(asked.weights == 2 or not j, "the fraction contains a variable that is not in 'weights'")
        need(asked.weights or not i, "the fraction contains a variable that is not in 'weights'")
        if isinstance(c, str):
            need(
                HEXADECIMAL.fullmatch(c),
                "fraction: a coefficient is neither an integer nor a hexadecimal string",
            )
            c = int(c, 16)
        series += [{} for _ in range(at + 1 - len(series))]
        series[at][i, j] = series[at].get((i, j), 0) + c
    series = [{power: c for power, c in total.items() if c} for total in series]
    while series and not series[-1]:
        series.pop()
    return series


# States -----------------------------------------------------------------------------------------------------


def _text(value: object) -> str:
    """Return a value as JSON text, which distinguishes 1 from 1.0 and true."""
    return json.dumps(value, sort_keys=True)


def _sizes(saved: Fields, system: System) -> list[int]:
    sizes: list[int] = saved["sizes"]
    need(
        not sizes or len(sizes) == max(1, len(system.slice)),
        "sizes: expected one number for each step of the slice",
    )
    return sizes


def foretell(sizes: list[int], q: Series, budget: Budget, folded: str) -> None:
    """Raise RefusalError if the estimated work exceeds the limit."""
    steps = int(sum(sizes) * (STATE_COST + 3 * STEP_COST * len(q) * (1 + len(q) / 1000)))
    if steps > budget.left:
        raise RefusalError(
            3,
            f"checking {quantity(sum(sizes), 'state')}{folded} over {quantity(len(q), 'slice')} would take"
            f" about {steps // 60_000_000 + 1} CPU minutes; the limit is {budget.left // 60_000_000}",
        )


@lru_cache(maxsize=10**5)
def debt_text(debt: Debt) -> str:
    return json.dumps(data_of(debt))


def state_data(state: State, numbers: dict[str, int]) -> list[Any]:
    """Return a state in the format of a file. Debts are numbered in the order of their first occurrence."""
    texts = sorted(map(debt_text, state.debts))
    debts = sorted(numbers.setdefault(text, len(numbers)) for text in texts)
    rest = [state.kept, state.tallies, state.wholes]
    return [debts, *rest] if any(rest) else [*debts]


def states_data(machine: Machine) -> tuple[list[object], list[list[list[Any]]]]:
    """Return the debts, and the states of each step, in the format of a file."""
    numbers: dict[str, int] = {}
    layers = [[state_data(state, numbers) for state in layer] for layer in machine.states]
    return [json.loads(text) for text in numbers], layers


def compare_states(machine: Machine, saved: Fields) -> None:
    """Raise RefusalError if the states in a file differ from the states of the rule."""
    texts, layers = [json.dumps(debt) for debt in saved["debts"]], saved["states"]
    need(len({*texts}) == len(texts), "debts: a constraint is repeated")
    numbers = {text: number for number, text in enumerate(texts)}
    used: set[int] = set()
    count, otherwise = 0, "states: expected one list for each step of the slice"
    for layer in layers if isinstance(layers, Iterable) else []:
        need(isinstance(layer, list) and count < len(machine.states), otherwise)
        states = [state_data(state, numbers) for state in machine.states[count]]
        made, named = ({*map(json.dumps, some)} for some in (states, layer))
        for state in states:
            used.update(state[0] if state and isinstance(state[0], list) else state)
        is_listed = len(numbers) == len(texts) and made <= named
        must_hold(is_listed, f"states: a reachable state is not listed, before step {count}")
        need(named == made and len(named) == len(layer), "states: a listed state is not reachable")
        count += 1
    need(count == len(machine.states), f"{otherwise} of a slice")
    need(len(used) == len(texts), "debts: a constraint is not pending in any state")


# A system in a file -----------------------------------------------------------------------------------------


ITEMS: list[object] = [[INTS, int]]
SITE: list[object] = [POWER, [[[range(1001), range(1001)]]], [bool], [[list]], [[INTS]]]
TALLIED: tuple[object, ...] = ([[int], range(10**6 + 1)], None)
SYSTEM: dict[str, object] = {
    "first": range(10_001), "boards": [[SITE]], "head": [SITE], "slice": [SITE], "tail": [SITE],
    "tallies": [[[int], range(10**6 + 1), bool, ITEMS]], "wholes": [list],
}  # fmt: skip
DEBTS: dict[str, list[object]] = {
    "clause": [str, ITEMS, [INTS]],
    "count": [str, ITEMS, int, ITEMS],
    "table": [str, [INTS], [int], str, [INTS]],
}
PLACES = range(2**20 + 1)
WHOLES: dict[str, list[object]] = {
    "components": [str, TALLIED, TALLIED, TALLIED, PLACES, PLACES, bool, [range(1001), range(1001)]],
    "directions": [str, bool, bool],
    "words": [str, [[INTS]], [int]],
}


def read_system(data: object) -> System:
    """Parse the constraint system in a file, for an unknown kind of rule."""
    saved: Fields = must_fit(data, SYSTEM, "system")
    return System(
        saved["first"],
        tuple(read_sites(board) for board in saved["boards"]),
        read_sites(saved["head"]),
        read_sites(saved["slice"]),
        read_sites(saved["tail"]),
        tuple(read_tally(*tally) for tally in saved["tallies"]),
        tuple(map(read_global_constraint, saved["wholes"])),
    )


def read_sites(data: list[list[Any]]) -> tuple[Site, ...]:
    """Parse the sites of one part (head, slice or tail) of a board."""
    sites, otherwise = [], "slots, kept and laid must have the same length"
    for at, slots, kept, laid, ops in data:
        need(len(slots) == len(kept) == len(laid), f"system.sites: {otherwise}")
        debts = tuple(tuple(map(read_debt, some)) for some in laid)
        sites.append(Site(at, tuples(slots), tuples(kept), debts, tuples(ops)))
    return tuple(sites)


def tuples(data: Any) -> Any:
    """Return a value of a file with lists converted to tuples."""
    return tuple(map(tuples, data)) if isinstance(data, list) else data


def _of_kind(data: list[Any], shapes: Mapping[str, object], name: str) -> list[Any]:
    """Return the fields of a list whose first item is the name of its kind."""
    kind = data[0] if data and isinstance(data[0], str) else ""
    need(kind in shapes, f"system: {name} must be one of {', '.join(shapes)}")
    must_fit(data, shapes[kind], f"system.{kind}")
    return data[1:]


def read_debt(data: list[Any]) -> Clause | Count | Table:
    fields = _of_kind(data, DEBTS, "a constraint")
    if data[0] == "table":
        places, symbols, rows, label = fields
        fits = places and sorted({*places}) == places and len(places) == len(symbols) and min(symbols) > 0
        need(
            fits and re.fullmatch("[0-9a-f]+", rows),
            "system.table: expected positions in ascending order, and rows",
        )
        need(int(rows, 16).bit_length() <= prod(symbols), "system.table: a row contains an unknown symbol")
        return Table(tuples(places), tuples(symbols), int(rows, 16), _read_label(label))
    items, *more = fields
    need(items and sorted(items) == items, f"system.{data[0]}: expected positions in ascending order")
    if data[0] == "clause":
        return Clause(tuples(items), _read_label(more[0]))
    allowed, given = more
    need(len(given) < 2, "system.count: 'given' may contain at most one item")
    return Count(tuples(items), allowed, tuples(given))


def _read_label(label: list[int]) -> tuple[int, ...]:
    need(len(label) in (0, 3), "system.label: expected a tally, a number and a position")
    return tuple(label)


def read_tally(allowed: list[int], cap: int, modulo: bool, given: list[list[int]]) -> EventNumber:
    need(max(allowed, default=0) <= cap - modulo, "system.tally: expected numbers up to the cap")
    return EventNumber(frozenset(allowed), cap, modulo, tuples(given))


def read_global_constraint(data: list[Any]) -> Components | Directions | WordAutomaton:
    """Parse a global constraint."""
    fields = _of_kind(data, WHOLES, "a whole")
    if data[0] == "components":
        keys = "allowed", "cap"
        asked = [
            read_number_set(field and dict(zip(keys, field, strict=True)), "system.number")
            for field in fields[:3]
        ]
        joins, apart = (places.bit_count() for places in fields[3:5])
        return Components(asked[0], asked[1], joins, apart, asked[2], fields[5], tuple(fields[6]))
    if data[0] == "directions":
        return Directions(*fields)
    return WordAutomaton(tuples(fields[0]), frozenset(fields[1]))
