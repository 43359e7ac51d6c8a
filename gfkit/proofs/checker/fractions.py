"""What a certificate of a fraction states, and its check from the rule on.

The file is one JSON object; ``format`` is "gfkit-certificate", ``version`` 6. ``game`` and ``board`` name
what is counted, ``text`` is the rule file, if there was one. ``rule`` and ``family`` are all of it as data,
with ``positions`` and ``weights``: [], ["x"] or ["x", "y"]. ``first_n`` is the first n. ``numerator`` and
``denominator`` are lists of terms [n, i, j, c] for c t^n x^i y^j; a long c is a text in hexadecimal.

``system`` has the slots and constraints of all boards, as ``System`` says. ``sizes`` says how many states
there are before each site of a slice, ``debts`` lists all that is owed in them, ``states`` the states, a list
for each site. A state is a list of debts by number, or such a list, then the symbols that are kept, the
tallies and the wholes. Where there are too many to be written, ``sizes``, ``debts`` and ``states`` are empty.
Of a state before the slice and its images by the permutations in ``fold`` the first one stands for all.

The check makes the system from the rule, and compares. For a kind of rule that it does not know it takes the
one in the file, and says so. It makes all states itself, and compares. Files of versions 4 and 5 have no
states: what they state is proved anew.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Mapping
from math import prod
from typing import TypedDict, cast

from gfkit.proofs.checker.boards import Family, system_of
from gfkit.proofs.checker.core import (
    Clause,
    Count,
    Debt,
    Label,
    Machine,
    Op,
    Site,
    State,
    System,
    Table,
    Tally,
    Whole,
)
from gfkit.proofs.checker.families import family_text, read_family
from gfkit.proofs.checker.fold import read_fold
from gfkit.proofs.checker.graphs import read_edges, read_orientations
from gfkit.proofs.checker.horner import Series, prove
from gfkit.proofs.checker.kinds import CountQuery, Lay, read_pieces, read_pointers, read_tiles
from gfkit.proofs.checker.laid_arrays import read_array
from gfkit.proofs.checker.linked import Components, Directions, Number, Words
from gfkit.proofs.checker.reading import (
    Budget,
    RefusalError,
    UndecidedError,
    Verdict,
    must_fit,
    must_hold,
    need,
    printable_value,
    quantity,
    whole,
)

FRACTIONS = "gfkit-certificate"
VERSIONS = (4, 5, 6)
KEYS = {
    "format", "version", "game", "board", "positions", "weights", "first_n", "text", "rule", "family",
    "numerator", "denominator", "system", "fold", "sizes", "debts", "states",
}  # fmt: skip
KINDS: dict[str, Callable[[Mapping[str, object], CountQuery, Family], Lay]] = {
    "placement": read_pieces,
    "cover": read_pieces,
    "pointers": read_pointers,
    "tiles": read_tiles,
    "edges": read_edges,
    "orientations": read_orientations,
    "array": read_array,
}
HEXADECIMAL = re.compile("-?(0x)?[0-9a-fA-F]+")
POSITIONS = ("all", "left-ends", "right-ends", "maximal", "play", "full")
STATE_COST, STEP_COST = 300, 0.03
"""Steps, of a microsecond: to make a state; for each way from a state, for each slice swept."""


class Question(TypedDict):
    """What a file asks."""

    game: str
    board: str
    rule: dict[str, object]
    family: object
    positions: str
    weights: list[str]
    first_n: int
    numerator: list[object]
    denominator: list[object]


def check_fraction(certificate: object, budget: Budget) -> Verdict:
    """What a file proves of its fraction; RefusalError where it does not stand."""
    need(isinstance(certificate, dict), "an object was expected")
    saved = cast("dict[str, object]", certificate)
    version = saved.get("version")
    if version not in VERSIONS or type(version) is not int:
        raise RefusalError(2, "version: 6 was expected; derive and save the result again")
    for key in saved.keys() ^ KEYS if version == 6 else ():
        raise RefusalError(2, f"the key {printable_value(key)} is missing, or means nothing here")
    question = read_question(saved)
    asked, family = CountQuery(question["positions"], len(question["weights"])), read_boards(question)
    p, q = (read_series(question[name], version, asked) for name in ("numerator", "denominator"))
    system, why = question_system(saved, question["rule"], asked, family, version)
    sizes = _sizes(saved, system) if version == 6 else []
    fold = read_fold(saved["fold"], system, budget) if version == 6 else []
    by = "a symmetry" if len(fold) == 1 else f"{len(fold)} symmetries"
    folded = f", folded by {by}" if fold else ""
    foretell(sizes, q, budget, folded)
    machine = Machine(system, budget, sizes, fold)
    if sizes:
        compare_states(machine, saved)
        need(sizes == [*map(len, machine.states)], "sizes: they are not the numbers of states")
    elif version == 6:
        need(saved.get("debts") == saved.get("states") == [], "sizes: there are states")
    slices = prove(machine, family.first, p, q, budget)
    return Verdict(
        statement=sentence(question, family, why),
        rests_on=(
            "the constraints in the file, not the rule" if why else "the rule and the boards in the file"
        )
        + ("" if sizes else ", all states made anew")
        + f"; {quantity(len(machine.states[0]), 'state')}{folded}, {quantity(slices, 'slice')} swept",
        checked=slices,
        of_rule=not why,
    )


RULE_AND_BOARDS = "the rule and the boards in the file"
OBJECTS = {
    "placement": "positions", "cover": "covers", "tiles": "tilings", "array": "arrays",
    "edges": "sets of edges", "orientations": "orientations",
}  # fmt: skip


def sentence(question: Question, family: Family, why: str) -> str:
    """What is shown of a file, in words, without names that are not checked; ``why`` nothing of the rule."""
    objects = OBJECTS.get(str(question["rule"].get("kind")), "configurations")
    which, weights = question["positions"], " and ".join(question["weights"])
    chosen = "" if which in ("all", "play") else f"{which} "
    amount = f"sum of the weights in {weights} of the" if weights else "number of"
    begin = f"for every n from {family.first} on, the coefficient of t^n in the fraction is the {amount}"
    if not why:
        boards = family_text(question["family"]) or "the boards in the file"
        return f"{begin} {chosen}{objects} under the rule in the file on {boards}"
    return (
        f"{begin} solutions of the constraints that the file has for n; that these are the constraints of the"
        f" rule and the boards is not shown, as {why}"
    )


def question_system(
    saved: dict[str, object], rule: dict[str, object], asked: CountQuery, family: Family, version: int
) -> tuple[System, str]:
    """The system of the rule, which must be that in the file; or that in the file, and why it is taken."""
    why = "its kind is not known here"
    if rule.get("kind") in KINDS:
        try:
            system = build_system(rule, asked, family)
            need(
                version < 6 or _text(system.data()) == _text(saved.get("system")),
                "system: it is not the rule's",
            )
            return system, ""
        except UndecidedError as undecided:
            if version < 6:
                raise
            why = undecided.reason
    need(version == 6, "rule: its kind is not known")
    return read_system(saved.get("system")), why


def build_system(rule: Mapping[str, object], asked: CountQuery, family: Family) -> System:
    """The system of a rule of a known kind."""
    build, span = KINDS[cast(str, rule["kind"])](rule, asked, family)
    return system_of(family, build, span)


def read_question(saved: dict[str, object]) -> Question:
    """What a file asks, all parts looked at but the rule and the family."""
    named: dict[str, object] = {"text": "", **saved}  # the oldest files have none
    for key, kind in (("game", str), ("board", str), ("text", str), ("positions", str), ("rule", dict)):
        need(type(named.get(key)) is kind, f"{key}: it is missing, or not as it should be")
    need(saved["positions"] in POSITIONS, "positions: they are not known")
    need(saved.get("weights") in ([], ["x"], ["x", "y"]), 'weights: expected [], ["x"] or ["x", "y"]')
    whole(saved.get("first_n"), 0, 1000, "first_n")
    for key in ("numerator", "denominator"):
        need(isinstance(saved.get(key), list), f"{key}: a list of terms was expected")
    rule = cast("dict[str, object]", saved["rule"])
    need(isinstance(rule.get("kind"), str), "rule: its kind is a text")
    need(rule["kind"] == "placement" or saved["positions"] == "all", "positions: fillings have only all")
    return cast(Question, saved)


def read_boards(question: Question) -> Family:
    """The family of a file, which has the name and the first n that the file says."""
    family, text = read_family(question["family"]), family_text(question["family"])
    need(text in (None, question["board"]), f"board: it is not {text}")
    need(question["first_n"] == family.first, f"first_n: the family begins at {family.first}")
    return family


def read_series(terms: list[object], version: int, asked: CountQuery) -> Series:
    """A polynomial in t by its coefficients."""
    series: Series = []
    for n, term in enumerate(terms):
        entry = [n, 0, 0, term] if version == 5 else term
        need(isinstance(entry, list) and len(entry) == 4, "fraction: a term is [n, i, j, c]")
        *powers, c = cast("list[object]", entry)
        at, i, j = (whole(power, 0, 10**6, "fraction") for power in powers)
        need(asked.weights == 2 or not j, "fraction: a weight that is not asked for")
        need(asked.weights or not i, "fraction: a weight that is not asked for")
        if isinstance(c, str):
            need(HEXADECIMAL.fullmatch(c), f"fraction: {printable_value(c)} is no number")
            c = int(c, 16)
        need(type(c) is int, "fraction: a coefficient is a whole number")
        series += [{} for _ in range(at + 1 - len(series))]
        series[at][i, j] = series[at].get((i, j), 0) + cast(int, c)
    series = [{power: c for power, c in total.items() if c} for total in series]
    while series and not series[-1]:
        series.pop()
    return series


# States -----------------------------------------------------------------------------------------------------


def _text(value: object) -> str:
    """A value as JSON has it, in which 1 is neither 1.0 nor true."""
    return json.dumps(value, sort_keys=True)


def _sizes(saved: dict[str, object], system: System) -> list[int]:
    sizes = saved.get("sizes")
    must_fit(sizes, [int], "sizes")
    need(not sizes or len(cast("list[int]", sizes)) == max(1, len(system.slice)), "sizes: one for each site")
    return cast("list[int]", sizes)


def foretell(sizes: list[int], q: Series, budget: Budget, folded: str) -> None:
    """RefusalError where the work is more than may be done, before it is begun."""
    steps = int(sum(sizes) * (STATE_COST + 3 * STEP_COST * len(q) * (1 + len(q) / 1000)))
    if steps > budget.left:
        raise RefusalError(
            3,
            f"checking {sum(sizes)} states{folded or ', not folded'}, over {len(q)} slices would take some"
            f" {steps // 60_000_000 + 1} CPU minutes, and {budget.left // 60_000_000} are allowed",
        )


def state_data(state: State, numbers: dict[str, int]) -> list[object]:
    """A state as it stands in a file, debts by numbers, which new ones get in turn."""
    texts = sorted(json.dumps(debt.data()) for debt in state.debts)
    debts = sorted(numbers.setdefault(text, len(numbers)) for text in texts)
    rest = [state.kept, state.tallies, state.wholes]
    return [debts, *rest] if any(rest) else [*debts]


def states_data(machine: Machine) -> tuple[list[object], list[list[list[object]]]]:
    """The debts, and layer by layer the states, as they stand in a file."""
    numbers: dict[str, int] = {}
    layers = [[state_data(state, numbers) for state in layer] for layer in machine.states]
    return [json.loads(text) for text in numbers], layers


def compare_states(machine: Machine, saved: dict[str, object]) -> None:
    """RefusalError where the states in a file are not those that the rule leads to."""
    listed, layers = saved.get("debts"), saved.get("states")
    need(isinstance(listed, list), "debts: a list was expected")
    texts = [json.dumps(debt) for debt in cast("list[object]", listed)]
    need(len({*texts}) == len(texts), "debts: one is there twice")
    numbers = {text: number for number, text in enumerate(texts)}
    used: set[int] = set()
    count = 0
    for layer in cast("Iterable[object]", layers if isinstance(layers, Iterable) else []):
        need(isinstance(layer, list) and count < len(machine.states), "states: a list for each site")
        states = [state_data(state, numbers) for state in machine.states[count]]
        made = {json.dumps(state) for state in states}
        used.update(debt for state in states for debt in _debt_numbers(state))
        named = {json.dumps(state) for state in cast("list[object]", layer)}
        is_listed = len(numbers) == len(texts) and made <= named
        must_hold(is_listed, f"states: the rule leads to one that is not listed, before site {count}")
        need(named == made and len(named) == len(cast("list[object]", layer)), "states: one too many")
        count += 1
    need(count == len(machine.states), "states: a list for each site of a slice")
    need(len(used) == len(texts), "debts: one is owed nowhere")


def _debt_numbers(state: list[object]) -> list[int]:
    """The numbers of what is owed in a state."""
    return cast("list[int]", state[0] if state and isinstance(state[0], list) else state)


# A system in a file -----------------------------------------------------------------------------------------


def read_system(data: object) -> System:
    """The system in a file, for a kind of rule that is not known."""
    keys = {"first", "boards", "head", "slice", "tail", "tallies", "wholes"}
    need(isinstance(data, dict) and data.keys() == keys, "system: a key is missing or not known")
    saved = cast("dict[str, object]", data)
    boards = _read_items(saved["boards"], "boards")
    return System(
        whole(saved["first"], 0, 10_000, "system.first"),
        tuple(read_sites(board) for board in boards),
        read_sites(saved["head"]),
        read_sites(saved["slice"]),
        read_sites(saved["tail"]),
        tuple(read_tally(item) for item in _read_items(saved["tallies"], "tallies")),
        tuple(read_whole(item) for item in _read_items(saved["wholes"], "wholes")),
    )


def _read_items(value: object, name: str, length: int | None = None) -> list[object]:
    need(isinstance(value, list), f"system.{name}: a list was expected")
    items = cast("list[object]", value)
    need(length is None or len(items) == length, f"system.{name}: a list of {length} was expected")
    return items


def _ints(value: object, name: str) -> tuple[int, ...]:
    need(isinstance(value, list) and {*map(type, value)} <= {int}, f"system.{name}: whole numbers")
    return tuple(cast("list[int]", value))


def _pairs(value: object, name: str) -> tuple[tuple[int, int], ...]:
    pairs = tuple(_ints(item, name) for item in _read_items(value, name))
    need(all(len(pair) == 2 for pair in pairs), f"system.{name}: pairs of whole numbers")
    return cast("tuple[tuple[int, int], ...]", pairs)


def read_sites(data: object) -> tuple[Site, ...]:
    """The sites of a part of a board."""
    sites = []
    for site in _read_items(data, "sites"):
        at, slots, kept, laid, ops = _read_items(site, "site", 5)
        weights = tuple(_pairs(slot, "weights") for slot in _read_items(slots, "slots"))
        powers = [power for slot in weights for pair in slot for power in pair]
        need(all(0 <= power <= 1000 for power in powers), "system.weights: powers from 0 to 1000")
        stays = tuple(stay is True for stay in _read_items(kept, "kept", len(weights)))
        debts = tuple(
            tuple(read_debt(debt) for debt in _read_items(slot, "debts"))
            for slot in _read_items(laid, "laid", len(weights))
        )
        done: list[Op] = [_ints(op, "ops") for op in _read_items(ops, "ops")]
        sites.append(Site(whole(at, 0, 10**6, "system.at"), weights, stays, debts, tuple(done)))
    return tuple(sites)


def read_debt(data: object) -> Debt:
    """A constraint."""
    kind, *fields = _read_items(data, "debt")
    if kind == "clause" and len(fields) == 2:
        items = _pairs(fields[0], "clause")
        need(items and sorted(items) == [*items], "system.clause: places in their order")
        return Clause(items, _read_label(fields[1]))
    if kind == "count" and len(fields) == 3:
        items, given = _pairs(fields[0], "count"), _pairs(fields[2], "count")
        need(items and sorted(items) == [*items] and len(given) < 2, "system.count: places in their order")
        return Count(items, whole(fields[1], 0, None, "system.count"), given)
    need(kind == "table" and len(fields) == 4, "system: a constraint is a clause, a count or a table")
    places, symbols = _ints(fields[0], "table"), _ints(fields[1], "table")
    need(places and sorted({*places}) == [*places] and len(places) == len(symbols), "system.table: places")
    need(isinstance(fields[2], str) and min(symbols) > 0, "system.table: rows")
    try:
        rows = int(cast(str, fields[2]), 16)
    except ValueError:
        raise RefusalError(2, "system.table: rows in hexadecimal") from None
    need(rows >= 0 and rows.bit_length() <= prod(symbols), "system.table: rows of these symbols")
    return Table(places, symbols, rows, _read_label(fields[3]))


def _read_label(data: object) -> Label:
    label = _ints(data, "label")
    need(len(label) in (0, 3), "system.label: a tally, a part and a place")
    return label


def read_tally(data: object) -> Tally:
    """A tally."""
    allowed, cap, modulo, given = _read_items(data, "tally", 4)
    number = whole(cap, int(modulo is True), 10**6, "system.tally")
    return Tally(frozenset(_ints(allowed, "tally")), number, modulo is True, _pairs(given, "tally"))


def _number_in_system(data: object) -> Number | None:
    if data is None:
        return None
    allowed, cap = _read_items(data, "number", 2)
    return Number(frozenset(_ints(allowed, "number")), whole(cap, 0, 10**6, "system.number"))


def read_whole(data: object) -> Whole:
    """What is asked of a board as a whole."""
    kind, *fields = _read_items(data, "whole")
    if kind == "components" and len(fields) == 7:
        asked = [_number_in_system(field) for field in fields[:3]]
        joins, apart = (whole(bits, 0, 2**20, "system.places").bit_count() for bits in fields[3:5])
        weight = _ints(fields[6], "weight")
        need(len(weight) == 2, "system.weight: two powers")
        return Components(
            asked[0], asked[1], joins, apart, asked[2], fields[5] is True, (weight[0], weight[1])
        )
    if kind == "directions" and len(fields) == 2:
        return Directions(fields[0] is True, fields[1] is True)
    need(kind == "words" and len(fields) == 2, "system: a whole is not known")
    steps = tuple(_ints(row, "words") for row in _read_items(fields[0], "words"))
    return Words(steps, frozenset(_ints(fields[1], "words")))
