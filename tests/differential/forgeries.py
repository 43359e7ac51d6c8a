"""Modified certificates of every kind: an accepted one must state the original theorem, or a true one.

Truth is known from the original certificate, or from play and listing by definition, from the rule and the
cells in the file alone.
"""

from __future__ import annotations

import json
import shlex
import tempfile
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, reduce
from itertools import combinations_with_replacement, islice, product
from operator import mul, xor
from pathlib import Path
from random import Random
from typing import Any

from cli.calling import call
from json_places import at, places, plainly
from tables import tables

from gfkit import nim
from gfkit.core.errors import InputError, LimitError
from gfkit.core.rules.kinds.placement.rule import PlacementRule, plain_data as plain_placement
from gfkit.proofs import certify_file
from gfkit.proofs.plain import named_rule, plain_rule

from . import certificates as common
from .case import Compared, FaultError
from .certificates import Saved, of_type, put
from .misere import Heaps, nimbers
from .plain import has_liberty
from .questions import Played, at_most

LIMIT = 3 * 10**6
"""Steps that a checker may take."""
MARK = "a name that nobody checks"
_DEEP: Any = []
for _ in range(900):
    _DEEP = [_DEEP]
STRANGE = (None, True, 0, -1, 1, 1.0, 1.5, "", "1", "x", "0/1", "1/0", "1e99", [], {}, [[]], [None])
STRANGE += (10**25, -(10**25), 10**3000, "9" * 4001, "9x9", "@/dev/zero", "0x99999999", "octal:0.7", "left")
STRANGE += ("all", _DEEP)


DERIVED, SAVED = tables("forgeries")["derived"], tables("forgeries")["saved"]
NAMES = [*DERIVED, *SAVED]
"""Questions with small certificates of every kind."""


@cache
def true_one(name: str) -> Saved:
    """Return the certificate of a query."""
    if name in DERIVED:
        game, *asked = name.split()
        return common.proofs(game, *asked)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "saved.json")
        call(*shlex.split(name), "--save", file, code=0)
        return json.loads(file.read_bytes())  # type: ignore[no-any-return]


# Changed ones


def text_changed(rng: Random, saved: Saved) -> str:
    """Replace a string by another one, similar or arbitrary."""
    path = rng.choice(of_type(saved, str))
    old: str = at(saved, path)
    near = [old + "1", old[:-1], old.upper(), old[::-1], f" {old}", old.replace("2", "3")]
    near += [old.replace("left", "right"), MARK, "", "9" * 5000, "normal", "misere", "second", "1/3", "0x1f"]
    return put(saved, path, rng.choice([*near, "\u202e\x1b[2J"]))


def labelled(rng: Random, saved: Saved) -> str:
    """Replace a name that is a label, or similar to one."""
    labels = ("game", "family", "board", "law", "positions", "format")
    key = rng.choice([key for key in labels if key in saved])
    names = [MARK, f"@{MARK}", f"graph:{MARK}", "col", "cram", "2xn", "nx2", "0xn", "cycle:n", None]
    return put(saved, (key,), rng.choice(names))


def strange(rng: Random, saved: Saved) -> str:
    """Replace a value by one of another type or size."""
    paths = list(places(saved))
    path = rng.choice([rng.choice(paths), rng.choice(paths[:40])])
    return put(saved, path, deepcopy(rng.choice(STRANGE[:-1])) if rng.random() < 0.97 else _DEEP)


def added(rng: Random, saved: Saved) -> str:
    """Add an unknown key."""
    path = rng.choice([(), *of_type(saved, dict)])
    names = ("note", "n", "strategy", "period", "reserved", "kind", "stones", "modulo", "values", "slices")
    key = rng.choice([name for name in names if name not in at(saved, path)])
    at(saved, path)[key] = rng.choice([None, 0, True, [], {}, MARK])
    return f"{path} has {key}"


def exchanged(rng: Random, saved: Saved) -> str:
    """Swap two parts of one file."""
    paths = list(places(saved))
    first = rng.choice(paths)
    second = rng.choice([path for path in paths if path[-1] == first[-1] and path != first] or paths)
    if first[: len(second)] == second or second[: len(first)] == first:
        return "nothing"
    one, other = at(saved, first), at(saved, second)
    return f"{put(saved, first, other)}, {put(saved, second, one)}"


def swapped(rng: Random, saved: Saved) -> str:
    """Copy parts of another certificate, of the same kind if there is one."""
    every, kind = list(map(true_one, NAMES)), (saved.get("format"), saved.get("claim"))
    alike = [one for one in every if (one["format"], one.get("claim")) == kind]
    other = deepcopy(rng.choice(alike or every))
    keys = rng.sample(sorted(other), rng.choice([1, 1, 2, 3]))
    saved.update({key: other[key] for key in keys})
    return f"{keys} of {other['game']}"


def resized(rng: Random, saved: Saved) -> str:
    """Change the length or the order of a list."""
    path = rng.choice(of_type(saved, list))
    part, how = at(saved, path), rng.choice(["shorter", "longer", "turned"])
    if how == "shorter":
        del part[rng.randrange(len(part)) :]
    elif how == "longer":
        part += deepcopy(part[: rng.choice([1, 2, 50])])
    else:
        part.reverse()
    return f"{path} {how}"


def board_changed(rng: Random, saved: Saved) -> str:
    """Change the size, name, or claim of one board."""
    if saved.get("format") == "gfkit-certificate":
        return common.asked_otherwise(rng, saved)
    board, key = rng.choice(saved["boards"]), rng.choice(["n", "board", "winner", "nimber", "value", "cells"])
    odd = [10**6, 7, None, "2x7", MARK, f"@{MARK}", "left", "first", 0, 1, {"size": 1, "edges": []}]
    return put(board, (key,), rng.choice(odd))


CHANGES: tuple[common.Change, ...] = (
    common.number, common.number, common.number, common.gone, common.twice, common.other_rule, text_changed,
    labelled, strange, strange, added, exchanged, swapped, swapped, resized, board_changed,
)  # fmt: skip


def cut(rng: Random, text: bytes) -> bytes:
    """Return the bytes of a file, truncated or overwritten."""
    place = rng.randrange(len(text))
    head, tail, noise = text[:place], text[place:], rng.randbytes(rng.choice([1, 3]))
    ways = (b"", noise + tail[1:], b"1" + tail, tail[:40] + tail)
    return rng.choice([*(head + way for way in ways), b"[" * 10**5 + text])


def every_change(name: str, first: int, step: int) -> Iterator[tuple[str, bytes]]:
    """Yield every change: a part deleted, or replaced by an arbitrary value; every ``step``-th, in order."""
    true = true_one(name)
    for path, new in islice(product(places(true), (KeyError, *STRANGE)), first, None, step):
        saved = deepcopy(true)
        if new is KeyError:
            del at(saved, path[:-1])[path[-1]]
        else:
            put(saved, path, new)
        yield f"{name}: {path} is {new!r:.60}", json.dumps(saved).encode()


# Discrepancies in a result


def faults_of(path: Path, true: Saved) -> list[str]:
    """Return the discrepancies in the result of ``certify`` for a modified certificate."""
    try:
        verdict = certify_file(path, LIMIT)
    except (InputError, LimitError) as error:
        line = str(error)
        plain = line.isprintable() and len(line) < 500 and "is not as it should be" not in line
        return [] if plain else [f"no line: {line!r:.300}"]
    except Exception as error:  # any other exception is a traceback, and a bug
        return [f"traceback: {type(error).__name__}: {error!s:.200}"]
    text = " ".join([*verdict.lines, json.dumps(verdict.as_json())])
    if not verdict.ok:
        return [] if text.isprintable() else [f"no line: {text!r:.300}"]
    faults = [f"repeats {MARK!r}"] if MARK in text or not text.isprintable() else []
    wrong = untrue(json.loads(path.read_bytes()), true, verdict)
    said = f"{wrong}, and {verdict.status}: {verdict.reason}; {verdict.game}, {verdict.boards}"
    return faults + ([said] if wrong else [])


def untrue(saved: Saved, true: Saved, verdict: Any) -> str | None:
    """Return a false statement of an accepted file that differs from the original theorem."""
    claim = theorem(saved)
    if verdict.game and "rule" in saved and claim["rule"] not in map(ordered, forms_of(verdict.game)):
        return f"it names {verdict.game}, and holds another rule"
    return None if claim == theorem(true) else JUDGES[saved["format"]](saved, true, verdict)


LABELS = {"game", "law", "hypotheses"}
WITNESS = {
    "gfkit-certificate": [*common.WITNESS, "version"], "gfkit-play": [], "gfkit-quotient": [],
    "gfkit-periods": ["least", "pieces", "table", "start", "period"], "gfkit-constant": ["strips"],
    "gfkit-winners": ["values", "start", "period"],
}  # fmt: skip


def forms_of(game: str) -> list[Saved]:
    """Return the rules of a built-in game in files of play and of counting."""
    rule: Any = named_rule(game)
    forms = [plain_rule(rule)]
    if isinstance(rule, PlacementRule):
        forms.append(plain_placement(rule))
        forms += [] if rule.liberties else [plain_placement(rule.with_reserved_cells())]
    return plainly(forms)  # type: ignore[no-any-return]


SETS = {"allowed", "forbidden", "left", "of", "pieces", "taken", "vertex"}
"""Lists of a rule whose order says nothing, nor that something is there common.twice."""


def ordered(rule: Any) -> Any:
    """Return a rule with sorted sets."""
    if isinstance(rule, list):
        return [ordered(part) for part in rule]
    if not isinstance(rule, dict):
        return rule
    found = {key: ordered(part) for key, part in rule.items()}
    for key in SETS & {key for key, part in found.items() if isinstance(part, list)}:
        found[key] = [json.loads(text) for text in sorted({json.dumps(part) for part in found[key]})]
    return found


def theorem(saved: Saved) -> Saved:
    """Return the claim of a file, without labels and witnesses."""
    left_out = LABELS | {*WITNESS[saved["format"]]}
    claim = {key: part for key, part in saved.items() if key not in left_out}
    if "rule" in claim:
        claim["rule"] = ordered(claim["rule"])
    if "boards" in claim:
        proofs = {"starts", "parts", "strategy"}
        claim["boards"] = [{key: one[key] for key in one.keys() - proofs} for one in claim["boards"]]
    return claim


SIMPLE = {"placement": 4, "array": 5, "tiles": 3}
"""Rules that ``falsehood`` reads by itself, and how many keys they have."""


def _fraction(saved: Saved, true: Saved, verdict: Any) -> str | None:
    """Compare with listing and counting on the boards of the rule."""
    if not verdict.of_rule:  # it speaks of the constraints in the file alone
        same = all(saved[key] == true.get(key) for key in ("system", "numerator", "denominator"))
        return None if same else "it cannot be judged"
    rule = named_rule(true["game"]) if saved["rule"] == true["rule"] else None
    if rule is None and len(saved["rule"]) != SIMPLE.get(saved["rule"]["kind"]):
        return "it cannot be judged"
    return common.falsehood({**saved, "game": MARK}, verdict.proved, rule)


_LETTERS = {"left": "L", "right": "R", "both": "LR"}


class Cells(Played):
    """Play by definition on the cells of a file; each cell has a colour, or -1."""

    def __init__(self, rule: Saved, board: Saved, *, both: bool) -> None:
        self.rule, cells = rule, board["cells"]
        self.owners = ["LR" if both else _LETTERS[one["owner"]] for one in rule["colours"]]
        self.spots: dict[tuple[int, int], int] = {}
        if "size" in cells:
            self.size, self.pairs = cells["size"], {frozenset(edge) for edge in cells["edges"]}
        else:
            self.sides, self.wraps = (cells["rows"], cells["cols"]), cells["wraps"]
            every = cells["places"] or [[r, c] for r in range(self.sides[0]) for c in range(self.sides[1])]
            self.spots, self.size = {(r, c): cell for cell, (r, c) in enumerate(every)}, len(every)
            steps = [
                {cell, self._spot(r + d, c + 1 - d)} for (r, c), cell in self.spots.items() for d in (0, 1)
            ]
            self.pairs = {frozenset(pair) for pair in steps if None not in pair and len(pair) > 1}
        self.near = [set().union(*(p for p in self.pairs if cell in p)) - {cell} for cell in range(self.size)]
        self.tints = [_LETTERS.get(tint, tint) for tint in board["tints"] or ["both"] * self.size]
        lying = {cell: colour for colour, on in board["lying"] for cell in on}
        self.start = tuple(lying.get(cell, -1) for cell in range(self.size))
        self.placements = [
            (colour, on) for colour, one in enumerate(rule["colours"])
            for on in {on for piece in one["pieces"] for on in self._lies(piece)}
            if self._admits(one, on)
        ]  # fmt: skip
        self.after = cache(self._after)  # type: ignore[method-assign]

    def _spot(self, r: int, c: int) -> int | None:
        r, c = r % self.sides[0] if self.wraps[0] else r, c % self.sides[1] if self.wraps[1] else c
        return self.spots.get((r, c))

    def _lies(self, piece: list[list[int]]) -> Iterator[frozenset[Any]]:
        if not self.spots:
            yield from self.pairs if len(piece) == 2 else (frozenset({cell}) for cell in range(self.size))
        for r, c in self.spots:
            on = frozenset(self._spot(r + row - piece[0][0], c + col - piece[0][1]) for row, col in piece)
            if None not in on and len(on) == len({*map(tuple, piece)}):
                yield on

    def _admits(self, one: Saved, on: frozenset[int]) -> bool:
        """Return True if the owner of a piece may place it, for any player to move."""
        tints, owner = {self.tints[cell] for cell in on}, _LETTERS[one["owner"]]
        is_free = tints == {"LR"}
        return tints <= {"LR", owner} and not (one.get("reserved") and is_free)

    def _after(self, state: tuple[int, ...], who: str = "LR") -> list[tuple[Any, tuple[int, ...]]]:
        forbidden, found = {tuple(pair) for pair in self.rule["forbidden"]}, []
        for colour, cells in self.placements:
            if not {*who} & {*self.owners[colour]} or any(state[cell] >= 0 for cell in cells):
                continue
            beside = {state[other] for cell in cells for other in self.near[cell] if state[other] >= 0}
            new = tuple(colour if cell in cells else held for cell, held in enumerate(state))
            if not any((min(colour, other), max(colour, other)) in forbidden for other in beside) and (
                not self.rule["liberties"] or self._lives(new)
            ):
                found.append((colour, new))
        return found

    def _lives(self, state: tuple[int, ...]) -> bool:
        on = {cell: colour for cell, colour in enumerate(state) if colour >= 0}
        return all(has_liberty(self.near, on, cell) for cell in on)


def play_fault(saved: Saved) -> str | None:
    """Return a false statement of a certificate of play, by play on the cells that it lists."""
    if saved["claim"] == "heaps":
        return _heaps(saved)
    for board in saved["boards"]:
        cells = Cells(saved["rule"], board, both=saved.get("impartial", False))
        if cells.size > 16:
            return "it cannot be judged"
        if saved["claim"] == "winners" and cells.winner(misere=saved["play"] == "misere") != board["winner"]:
            return f"another wins on {board['board']}"
        if saved["claim"] == "nimbers" and cells.nimber() != board["nimber"]:
            return f"the nimber of {board['board']} is {cells.nimber()}"
        if saved["claim"] == "values":
            forms: list[Any] = []
            for sides in board["forms"]:
                forms.append(tuple(frozenset(forms[option] for option in side) for side in sides))
            whole, form = cells.tree(), forms[board["value"]]
            if not (at_most(whole, form) and at_most(form, whole)):
                return f"the value of {board['board']} is another one"
    return None


def _play(saved: Saved, true: Saved, _: Any) -> str | None:
    fault = play_fault(saved)
    if fault or saved["claim"] == "heaps":
        return fault

    # a board of a family under another size than its own, whatever the rule is called
    def sizes(file: Saved) -> Saved:
        return {json.dumps([one["cells"], one["tints"], one["lying"]]): one["n"] for one in file["boards"]}

    known, claimed = sizes(true), sizes(saved)
    wrong = [shape for shape in known.keys() & claimed.keys() if known[shape] != claimed[shape]]
    return f"a board is called by another size: {wrong[0]}" if wrong else None


def _repeats(values: Any, law: Saved | None, first: int = 0) -> bool:
    """Return True if values have the claimed period, if there is one."""
    start, period = (law["start"] - first, law["period"]) if law else (0, 0)
    return not law or all(a == b for a, b in zip(values[start:], values[start + period :], strict=False))


def _heaps(saved: Saved) -> str | None:
    claimed = saved["values"]
    values = nimbers(saved["digits"], len(claimed) + 60)
    if values[: len(claimed)] != claimed:
        return "a heap has another value"
    return None if _repeats(values, saved["period"]) else "the values do not repeat"


@cache
def _nimbers(game: str, family: str) -> tuple[int, ...]:
    return tuple(nim(game, family, to=300).values)


def _moves(rule: Saved) -> set[str] | None:
    """Return the moves of both players, each once; None for rules with conditions."""
    if rule.get("forbidden") or rule.get("liberties") or "colours" not in rule:
        return None
    if any(colour["owner"] != "both" for colour in rule["colours"]):
        return None
    return {json.dumps(piece) for colour in rule["colours"] for piece in colour["pieces"]}


def _periods(saved: Saved, true: Saved, verdict: Any) -> str | None:
    is_same = all(saved[key] == true[key] for key in ("shape", "impartial"))
    is_same = is_same and (
        saved["rule"] == true["rule"] or _moves(saved["rule"]) == _moves(true["rule"]) is not None
    )
    if not (is_same or verdict.game):
        return "it cannot be judged"
    game, family = (true["game"], true["family"]) if is_same else (verdict.game, saved["family"])
    values, first, law = _nimbers(game, family), saved["first_n"], saved["law"]
    if list(values[: len(saved["values"])]) != saved["values"]:
        return "a board has another nimber"
    if law["start"] - first + law["period"] > 200:
        is_true = law["period"] % true["law"]["period"] == 0 and law["start"] >= true["law"]["start"]
        return None if is_true else "false period"
    return None if _repeats(values, law, first) else "the nimbers do not repeat"


def quotient_fault(saved: Saved, *_: Any) -> str | None:
    """Return a false statement of a certificate of a quotient, by play on sums of at most four heaps."""
    elements, table, losing = [*saved["elements"]], saved["table"], set(saved["losing"])
    while saved["period"] and len(elements) < 14:
        elements.append(elements[len(elements) - saved["period"]["period"]])
    loses = Heaps(saved["digits"]).loser()
    for many, largest in enumerate((0, 13, 9, 6, 4)):
        for heaps in combinations_with_replacement(range(1, min(len(elements), largest + 1)), many):
            whole = 0
            for heap in heaps:
                whole = table[whole][elements[heap]]
            if loses(heaps) != (whole in losing):
                return f"the sum of the heaps {heaps} is the other's"
    return None if _repeats(elements, saved["period"]) else "the elements do not repeat"


def winners_fault(saved: Saved, true: Saved, _: Any) -> str | None:
    """Return a false statement of a certificate of outcome counts, by enumerating all rows of heaps.

    On a ladder the true counts are those of the original certificate.
    """
    series = [_terms(*fraction, 12) for fraction in saved["fractions"]]
    signs = [(-1) ** (saved["nimber"] & at).bit_count() for at in range(len(series))]
    sums = [sum(map(mul, signs, terms)) for terms in zip(*series, strict=True)]
    if saved["claim"] == "rows":
        heaps = nimbers(saved["digits"], 12)
        words = [_rows(heaps, n, saved["rows"])[saved["nimber"]] for n in range(12)]
    elif all(saved[key] == true[key] for key in ("rule", "shape", "nimber")):
        words = true["terms"][:12]
    else:
        return "it cannot be judged"
    many = len(series)
    is_true = [many * number for number in words] == sums
    is_true = is_true and saved["terms"][:12] == words[: len(saved["terms"])]
    return None if is_true else "the numbers are others"


def _terms(above: list[int], below: list[int], count: int) -> list[int]:
    terms: list[int] = []
    for n in range(count):
        known = sum(c * terms[n - at] for at, c in enumerate(below[1 : n + 1], 1))
        terms.append((above[n] if n < len(above) else 0) - known)
    return terms


def _rows(heaps: list[int], n: int, in_row: bool) -> Counter[int]:
    """Return the numbers of rows with n tokens by nimber: subsets of a row, or compositions."""
    counts: Counter[int] = Counter()
    for bits in product("01", repeat=n if in_row else max(0, n - 1)):
        runs = "".join(bits).split("0")
        counts[reduce(xor, (heaps[len(run) + (not in_row and n > 0)] for run in runs))] += 1
    return counts


def _constants(saved: Saved, true: Saved, verdict: Any) -> str | None:
    """Check that bounds from strips without a link to the rule are not proved."""
    if verdict.proved:
        return "it is proved"
    parts = ("hypotheses", "symmetric", "joined", "cut", "positions")
    changed = [key for key in parts if saved[key] != true[key]]
    return f"{changed} of {verdict.game} are others" if changed and verdict.game == true["game"] else None


JUDGES = {
    "gfkit-certificate": _fraction, "gfkit-play": _play, "gfkit-periods": _periods,
    "gfkit-quotient": quotient_fault, "gfkit-constant": _constants,
    "gfkit-winners": winners_fault,
}  # fmt: skip


# A kind of cases


@dataclass(frozen=True)
class Forgery:
    """A true certificate, and the bytes of the changed one."""

    name: str
    change: str
    content: bytes


def case(rng: Random) -> Forgery:
    """Return a true certificate with one to three changes."""
    name = rng.choice(NAMES)
    saved = deepcopy(true_one(name))
    change = common.changed(rng, saved, CHANGES)
    content = json.dumps(saved).encode()
    if rng.random() < 0.05:
        content, change = cut(rng, content), "bytes"
    return Forgery(name, change[:1500], content)


def tags(made: Forgery) -> list[str]:
    return [f"of: {made.name.split()[0]}"]


def compare(made: Forgery) -> Compared:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "changed.json")
        path.write_bytes(made.content)
        faults = faults_of(path, true_one(made.name))
    if faults:
        raise FaultError("; ".join(faults), faults[0].partition(":")[0])
    return 1, []
