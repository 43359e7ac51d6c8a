"""Certificates of every kind that are changed: what is accepted must say what the true one said, or be true.

``certificates`` changes one; ``faults_of`` judges what ``certify`` makes of a file. A true statement is known
from the certificate that was changed, or from play and listing written here and in ``differential``, from the
rule and the cells in the file alone.
"""

from __future__ import annotations

import copy
import json
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path
from random import Random
from typing import Any

from differential.certificates import asked_otherwise, at, falsehood, gone, number, other_rule, places, twice

import gfkit
from gfkit.constants.plane import constant
from gfkit.errors import InputError, LimitError
from gfkit.games import Question
from gfkit.values import value
from gfkit.values.impartial import nim
from gfkit.values.impartial.misere import misere_quotient
from gfkit.values.outcome import outcomes
from gfkit.verify import certify_file, proof_of, rule_checker, strip_proof_of
from gfkit.verify.certificate import Certification
from gfkit.verify.constant_certificate import certificate_of
from gfkit.verify.period_certificate import period_certificate
from gfkit.verify.plain import named_rule, plain_rule
from gfkit.verify.play_certificate import (
    _plain_forms,
    heap_certificate,
    nim_certificate,
    outcomes_certificate,
    value_certificate,
)
from gfkit.verify.quotient_certificate import quotient_certificate

Saved = dict[str, Any]
PATIENCE = 10.0
"""Seconds of work, after which a file hangs; none takes a tenth of them."""
LIMIT = 3 * 10**6
"""Steps that a checker may take."""
MARK = "a name that nobody checks"
_DEEP: Any = []
for _ in range(900):
    _DEEP = [_DEEP]
STRANGE = (
    None,
    True,
    0,
    -1,
    1,
    1.0,
    1.5,
    "",
    "1",
    "x",
    "0/1",
    "1/0",
    "1e99",
    [],
    {},
    [[]],
    [None],
    10**25,
    -(10**25),
)
STRANGE += (10**3000, "9" * 4001, "9x9", "@/dev/zero", "0x99999999", "octal:0.7", "left", "all", _DEEP)


# True certificates -----------------------------------------------------------------------------------------


@cache
def true_ones() -> dict[str, Saved]:
    """Small true certificates of every kind, by what they are of."""
    found: dict[str, Saved] = {}
    for game, board, positions, weights in (
        ("domineering", "1xn", "all", "none"),
        ("col", "path:n", "all", "players"),
        ("snort", "cycle:n", "all", "none"),
        ("cram", "1xn", "maximal", "pieces"),
        ("independent-sets", "1xn", "all", "none"),
        ("domino-tilings", "2xn", "all", "none"),
        ("domineering-tiles", "1xn", "all", "none"),
        ("matchings", "path:n", "all", "none"),
        ("spanning-trees", "ladder:n", "all", "none"),
        ("node-kayles", "star:n", "all", "none"),
    ):
        derived = gfkit.derive(game, board, positions, weights)
        found[f"machine of {game}"] = proof_of(derived).certificate()
        if weights == "none":
            found[f"strip of {game}"] = strip_proof_of(derived).certificate()
    for game, board, options in (
        ("cram", "2x2", {}),
        ("domineering", "2xn", {"to": 4}),
        ("nogo", "path:n", {"to": 4}),
        ("snort", "1xn", {"to": 4, "misere": True}),
        ("col", "<../...", {}),
        ("cram", "..#/.a./.a.", {}),
    ):
        asked = Question.of(game, board)
        found[f"winners of {game} on {board}"] = outcomes_certificate(asked, outcomes(asked, **options))
    for game, board, options in (
        ("cram", "2xn", {"to": 3}),
        ("nogo", "2x2", {"impartial": True}),
        ("cram", "3x3", {}),
    ):
        asked = Question.of(game, board)
        both = bool(options.get("impartial"))
        found[f"nimbers of {game} on {board}"] = nim_certificate(asked, nim(asked, **options), impartial=both)
    for game, board in (("domineering", "2x3"), ("cram", "2x2"), ("col", "path:3")):
        asked = Question.of(game, board)
        found[f"value of {game} on {board}"] = value_certificate(asked, value(asked))
    for game in ("octal:0.77", "octal:0.137"):
        found[f"heaps of {game}"] = heap_certificate(nim(game))
    found["heap of grundy"] = heap_certificate(nim("grundy", to=9))
    for game, board in (("node-kayles", "path:n"), ("arc-kayles", "cycle:n"), ("cram", "1xn")):
        asked = Question.of(game, board)
        found[f"period of {game} on {board}"] = period_certificate(asked, nim(asked, to=6))
    for game in ("octal:0.75", "octal:0.77"):
        found[f"quotient of {game}"] = quotient_certificate(misere_quotient(game))
    found["constant of independent sets"] = certificate_of(constant("independent-sets", width=4))
    found["constant of nogo"] = certificate_of(constant("nogo", width=3))
    return json.loads(json.dumps(found))  # type: ignore[no-any-return]


# Changed ones ----------------------------------------------------------------------------------------------


def text_changed(rng: Random, saved: Saved) -> str:
    """A text is another one, near or strange."""
    texts = [path for path in places(saved) if isinstance(at(saved, path), str)]
    if not texts:
        return "nothing"
    path = rng.choice(texts)
    old: str = at(saved, path)
    near = [
        old + "1",
        old[:-1],
        old.upper(),
        old[::-1],
        f" {old}",
        old.replace("2", "3"),
        old.replace("left", "right"),
    ]
    new = rng.choice(
        [*near, MARK, "", "9" * 5000, "normal", "misere", "second", "1/3", "0x1f", "\u202e\x1b[2J"]
    )
    at(saved, path[:-1])[path[-1]] = new
    return f"{path}: {old!r:.40} is {new!r:.40}"


def labelled(rng: Random, saved: Saved) -> str:
    """A name that is a label, or might be one."""
    key = rng.choice(
        [key for key in ("game", "family", "board", "law", "positions", "format") if key in saved] or ["x"]
    )
    saved[key] = rng.choice(
        [MARK, f"@{MARK}", f"graph:{MARK}", "col", "cram", "2xn", "nx2", "0xn", "cycle:n", None]
    )
    return f"{key} is {saved[key]}"


def strange(rng: Random, saved: Saved) -> str:
    """A value of another type or size."""
    paths = list(places(saved))
    if not paths:
        return "nothing"
    path = rng.choice([rng.choice(paths), rng.choice(paths[:40])])
    at(saved, path[:-1])[path[-1]] = new = (
        copy.deepcopy(rng.choice(STRANGE[:-1])) if rng.random() < 0.97 else _DEEP
    )
    return f"{path} is {new!r:.60}"


def added(rng: Random, saved: Saved) -> str:
    """A key that nobody asks for."""
    tables = [(), *(path for path in places(saved) if isinstance(at(saved, path), dict))]
    path = rng.choice(tables)
    key = rng.choice(
        ["note", "n", "strategy", "period", "reserved", "kind", "stones", "modulo", "values", "slices"]
    )
    if key in at(saved, path):
        return "nothing"
    at(saved, path)[key] = rng.choice([None, 0, True, [], {}, MARK])
    return f"{path} has {key}"


def exchanged(rng: Random, saved: Saved) -> str:
    """Two parts of one file are exchanged."""
    paths = list(places(saved))
    if len(paths) < 2:
        return "nothing"
    first = rng.choice(paths)
    alike = [path for path in paths if path[-1] == first[-1] and path != first] or paths
    second = rng.choice(alike)
    if first[: len(second)] == second or second[: len(first)] == first:
        return "nothing"
    one, other = at(saved, first), at(saved, second)
    at(saved, first[:-1])[first[-1]], at(saved, second[:-1])[second[-1]] = other, one
    return f"{first} and {second}"


def swapped(rng: Random, saved: Saved) -> str:
    """Parts of another certificate, of the same kind where there is one."""
    every = list(true_ones().values())
    alike = [
        one
        for one in every
        if one["format"] == saved.get("format") and one.get("claim") == saved.get("claim")
    ]
    other = copy.deepcopy(rng.choice(alike or every))
    keys = rng.sample(sorted(other), rng.choice([1, 1, 2, 3]))
    saved.update({key: other[key] for key in keys})
    return f"{keys} of {other['game']}"


def resized(rng: Random, saved: Saved) -> str:
    """A list is shorter, longer, or in another order."""
    lists = [path for path in places(saved) if isinstance(at(saved, path), list) and at(saved, path)]
    if not lists:
        return "nothing"
    path = rng.choice(lists)
    part = at(saved, path)
    how = rng.choice(["shorter", "longer", "turned"])
    if how == "shorter":
        del part[rng.randrange(len(part)) :]
    elif how == "longer":
        part += copy.deepcopy(part[: rng.choice([1, 2, 50])])
    else:
        part.reverse()
    return f"{path} {how}"


def board_changed(rng: Random, saved: Saved) -> str:
    """Another size, name, or claim of one board."""
    boards = saved.get("boards")
    if not isinstance(boards, list) or not boards or not isinstance(boards[-1], dict):
        return asked_otherwise(rng, saved) if saved.get("format") == "gfkit-certificate" else "nothing"
    board, key = rng.choice(boards), rng.choice(["n", "board", "winner", "nimber", "value", "cells"])
    board[key] = rng.choice(
        [10**6, 7, None, "2x7", MARK, f"@{MARK}", "left", "first", 0, 1, {"size": 1, "edges": []}]
    )
    return f"{key} of a board is {board[key]}"


CHANGES: tuple[Callable[[Random, Saved], str], ...] = (
    *(number, number, number, gone, twice, other_rule, text_changed, labelled, strange, strange),
    *(added, exchanged, swapped, swapped, resized, board_changed),
)


def cut(rng: Random, text: bytes) -> bytes:
    """The bytes of a file, cut off or overwritten."""
    place = rng.randrange(len(text))
    return rng.choice(
        [
            text[:place],
            text[:place] + rng.randbytes(rng.choice([1, 3])) + text[place + 1 :],
            text[:place] + b"1" + text[place:],
            text[:place] + text[place : place + 40] + text[place:],
            b"[" * 10**5 + text,
        ]
    )


def certificates(seed: int, number: int, folder: Path) -> tuple[str, list[str]]:
    """A true certificate changed in one to three ways: which it was, and what is wrong with the answer."""
    rng = Random(f"certificates {seed} {number}")
    name = rng.choice(sorted(true_ones()))
    saved, said = copy.deepcopy(true_ones()[name]), []
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        change = rng.choice(CHANGES)
        try:
            said.append(f"{change.__name__} {change(rng, saved)}")
        except (
            KeyError,
            TypeError,
            AttributeError,
            IndexError,
            ValueError,
            RecursionError,
        ):  # no place for it
            said.append(f"{change.__name__} fits no more")
    content = json.dumps(saved).encode()
    if rng.random() < 0.05:
        content = cut(rng, content)
        said = ["bytes"]
    path = folder / "changed.json"
    path.write_bytes(content)
    return f"{name}: {'; '.join(said)}"[:1500], faults_of(path, true_ones()[name])


def every_change(name: str) -> Iterator[tuple[str, bytes]]:
    """Every place of a true certificate left out, and with each strange value in it, in a fixed order."""
    for path in places(true_ones()[name]):
        for new in (KeyError, *STRANGE):
            saved = copy.deepcopy(true_ones()[name])
            if new is KeyError:
                del at(saved, path[:-1])[path[-1]]
            else:
                at(saved, path[:-1])[path[-1]] = new
            yield (
                f"{name}: {path} is {'gone' if new is KeyError else repr(new)[:60]}",
                json.dumps(saved).encode(),
            )


# What is wrong with an answer ------------------------------------------------------------------------------


@contextmanager
def _no_longer(seconds: float) -> Iterator[None]:
    """Ends work that lasts, by a signal that only the main thread of a process gets."""

    def ring(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGVTALRM, ring)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def faults_of(path: Path, true: Saved) -> list[str]:
    """What is wrong with what ``certify`` makes of a file that was changed from a true one."""
    listed, rule_checker.LISTED = rule_checker.LISTED, 300  # the proof does not rest on how many are listed
    try:
        with _no_longer(PATIENCE):
            verdict = certify_file(path, LIMIT)
    except (InputError, LimitError) as error:
        line = str(error)
        plain = line.isprintable() and len(line) < 500 and "is not as it should be" not in line
        return [] if plain else [f"no line: {line!r:.300}"]
    except TimeoutError:
        return ["hang"]
    except Exception as error:  # every other one is a traceback, and what this looks for
        return [f"traceback: {type(error).__name__}: {error!s:.200}"]
    finally:
        rule_checker.LISTED = listed
    text = " ".join([*verdict.lines, json.dumps(verdict.as_json())])
    if not verdict.ok:
        return [] if text.isprintable() else [f"no line: {text!r:.300}"]
    faults = [f"repeats {MARK!r}"] if MARK in text or not text.isprintable() else []
    saved = json.loads(path.read_bytes())
    wrong = untrue(saved, true, verdict)
    return faults + (
        [f"{wrong}, and {verdict.status}: {verdict.reason}; {verdict.game}, {verdict.boards}"]
        if wrong
        else []
    )


def untrue(saved: Saved, true: Saved, verdict: Certification) -> str | None:
    """What an accepted file says that is not true; the theorem of the file it was changed from is."""
    if (
        verdict.game
        and "rule" in saved
        and theorem(saved)["rule"] not in map(ordered, forms_of(verdict.game))
    ):
        return f"it names {verdict.game}, and holds another rule"
    if theorem(saved) == theorem(true):
        return None
    return JUDGES[saved["format"]](saved, true, verdict)


LABELS = {"game", "law", "hypotheses"}
WITNESS = {
    "gfkit-certificate": {
        "offset",
        "states",
        "start",
        "edges",
        "final",
        "initial_terms",
        "version",
        "layers",
        "slices",
        "head",
        "body",
        "tails",
        "finals",
    },
    "gfkit-play": set(),
    "gfkit-periods": {"least", "pieces", "table", "start", "period"},
    "gfkit-quotient": set(),
    "gfkit-constant": {"strips"},
}


def forms_of(game: str) -> list[Saved]:
    """The rule of a built-in game as files have it, of play, or of counting."""
    rule = named_rule(game)
    assert rule is not None, "it is built in"
    return json.loads(json.dumps([plain_rule(rule), *_plain_forms(rule)]))  # type: ignore[no-any-return]


SETS = {"allowed", "forbidden", "left", "of", "pieces", "taken", "vertex"}
"""Lists of a rule whose order says nothing, nor that something is there twice."""


def ordered(rule: Any) -> Any:
    """A rule with its sets in one order."""
    if isinstance(rule, list):
        return [ordered(part) for part in rule]
    if not isinstance(rule, dict):
        return rule
    found = {key: ordered(part) for key, part in rule.items()}
    for key in SETS & {key for key, part in found.items() if isinstance(part, list)}:
        found[key] = [json.loads(text) for text in sorted({json.dumps(part) for part in found[key]})]
    return found


def theorem(saved: Saved) -> Saved:
    """What a file claims, without labels and without what shows it."""
    left_out = LABELS | WITNESS[saved["format"]]
    claim = {key: part for key, part in saved.items() if key not in left_out}
    if "rule" in claim:
        claim["rule"] = ordered(claim["rule"])
    if "boards" in claim:
        proofs = {"starts", "parts", "strategy"}
        claim["boards"] = [
            {key: part for key, part in one.items() if key not in proofs} for one in claim["boards"]
        ]
    return claim


SIMPLE = {"placement": 4, "array": 5, "tiles": 3}
"""Rules that ``falsehood`` reads by itself, and how many keys they have."""


def _fraction(saved: Saved, true: Saved, verdict: Certification) -> str | None:
    """By listing and counting the boards of the rule."""
    rule = named_rule(true["game"]) if saved["rule"] == true["rule"] else None
    if rule is None and len(saved["rule"]) != SIMPLE.get(saved["rule"]["kind"]):
        return "it cannot be judged"
    return falsehood({**saved, "game": MARK}, verdict.proved, rule)


class Cells:
    """Play by definition on the cells of a file: what lies on each is a colour, or -1."""

    def __init__(self, rule: Saved, board: Saved, *, both: bool) -> None:
        self.rule, cells = rule, board["cells"]
        self.owners = [
            "left right" if both or one["owner"] == "both" else one["owner"] for one in rule["colours"]
        ]
        self.spots: dict[tuple[int, int], int] = {}
        if "size" in cells:
            self.size, pairs = cells["size"], [tuple(edge) for edge in cells["edges"]]
        else:
            sides, wraps = (cells["rows"], cells["cols"]), cells["wraps"]
            places = cells["places"] or [[r, c] for r in range(sides[0]) for c in range(sides[1])]
            self.spots = {(r, c): cell for cell, (r, c) in enumerate(places)}
            self.size = len(places)
            self.sides, self.wraps = sides, wraps
            pairs = [
                (cell, other)
                for (r, c), cell in self.spots.items()
                for other in (self._spot(r, c + 1), self._spot(r + 1, c))
                if other not in (None, cell)
            ]
        self.near = [{b if a == cell else a for a, b in pairs if cell in (a, b)} for cell in range(self.size)]
        self.pairs = pairs
        self.tints = board["tints"] or ["both"] * self.size
        start = [-1] * self.size
        for colour, on in board["lying"]:
            for cell in on:
                start[cell] = colour
        self.start = tuple(start)
        self.placements = [
            (colour, cells) for colour, one in enumerate(rule["colours"]) for cells in self._lies(colour, one)
        ]
        self.after = cache(self._after)

    def _spot(self, r: int, c: int) -> int | None:
        r, c = r % self.sides[0] if self.wraps[0] else r, c % self.sides[1] if self.wraps[1] else c
        return self.spots.get((r, c))

    def _lies(self, colour: int, one: Saved) -> set[frozenset[int]]:
        found: set[frozenset[int]] = set()
        for piece in one["pieces"]:
            if not self.spots:
                found |= (
                    {frozenset(pair) for pair in self.pairs}
                    if len(piece) == 2
                    else {frozenset({c}) for c in range(self.size)}
                )
            for r, c in self.spots:
                on = {self._spot(r + row - piece[0][0], c + col - piece[0][1]) for row, col in piece}
                if None not in on and len(on) == len(piece):
                    found.add(frozenset(cell for cell in on if cell is not None))
        owner = one["owner"]
        return {
            cells
            for cells in found
            if all(
                self.tints[cell] in ("both", *self.owners[colour].split()) or self.tints[cell] == owner
                for cell in cells
            )
            and not (one.get("reserved") and all(self.tints[cell] == "both" for cell in cells))
            and (owner != "both" or all(self.tints[cell] == "both" for cell in cells))
        }

    def _after(self, state: tuple[int, ...], who: str) -> tuple[tuple[int, ...], ...]:
        forbidden = {tuple(pair) for pair in self.rule["forbidden"]}
        found = []
        for colour, cells in self.placements:
            if who not in self.owners[colour] or any(state[cell] >= 0 for cell in cells):
                continue
            beside = {state[other] for cell in cells for other in self.near[cell] if state[other] >= 0}
            if any((min(colour, other), max(colour, other)) in forbidden for other in beside):
                continue
            new = tuple(colour if cell in cells else held for cell, held in enumerate(state))
            if not self.rule["liberties"] or self._lives(new):
                found.append(new)
        return tuple(found)

    def _lives(self, state: tuple[int, ...]) -> bool:
        for start, colour in enumerate(state):
            if colour < 0:
                continue
            group, todo = {start}, [start]
            while todo:
                more = {other for other in self.near[todo.pop()] if state[other] == colour} - group
                group |= more
                todo += more
            if all(state[other] >= 0 for cell in group for other in self.near[cell]):
                return False
        return True

    def word(self, *, misere: bool) -> str:
        @cache
        def wins(state: tuple[int, ...], who: str) -> bool:
            other = {"left": "right", "right": "left"}[who]
            after = self.after(state, who)
            return misere if not after else any(not wins(new, other) for new in after)

        words = {
            (True, True): "first",
            (False, False): "second",
            (True, False): "left",
            (False, True): "right",
        }
        return words[wins(self.start, "left"), wins(self.start, "right")]

    def nimber(self) -> int:
        @cache
        def least(state: tuple[int, ...]) -> int:
            values = {least(new) for who in ("left", "right") for new in self.after(state, who)}
            return next(k for k in range(len(values) + 1) if k not in values)

        return least(self.start)

    def tree(self) -> Any:
        @cache
        def game(state: tuple[int, ...]) -> Any:
            return tuple(frozenset(game(new) for new in self.after(state, who)) for who in ("left", "right"))

        return game(self.start)


def _play(saved: Saved, true: Saved, verdict: Certification) -> str | None:
    if saved["claim"] == "heaps":
        return _heaps(saved)
    for board in saved["boards"]:
        cells = Cells(saved["rule"], board, both=saved.get("impartial", False))
        if cells.size > 12:
            return "it cannot be judged"
        if saved["claim"] == "winners" and cells.word(misere=saved["play"] == "misere") != board["winner"]:
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
    return _misnamed(saved, true)


def _misnamed(saved: Saved, true: Saved) -> str | None:
    """A board of a family under another size than its own, whatever the rule is called."""
    names = {
        json.dumps([one["cells"], one["tints"], one["lying"]]): (one["board"], one["n"])
        for one in true["boards"]
    }
    for one in saved["boards"]:
        known = names.get(json.dumps([one["cells"], one["tints"], one["lying"]]))
        if known is not None and known[1] != one["n"]:
            return f"the board n = {known[1]} is called n = {one['n']}"
    return None


@cache
def at_most(one: Any, other: Any) -> bool:
    """Whether a game is at most another."""
    return not any(at_most(other, left) for left in one[0]) and not any(
        at_most(right, one) for right in other[1]
    )


def left_of(digits: list[int] | None, n: int) -> list[tuple[int, ...]]:
    """What moves leave of a heap."""
    if digits is None:
        return [(a, n - a) for a in range(1, n) if 2 * a < n]
    found: list[tuple[int, ...]] = []
    for taken, digit in enumerate(digits):
        for parts in range(4):
            if digit >> parts & 1 and n >= taken:
                found += [
                    heaps
                    for heaps in combinations_with_replacement(range(1, n - taken + 1), parts)
                    if sum(heaps) == n - taken
                ]
    return [heaps for heaps in found if heaps != (n,)]


def _heaps(saved: Saved) -> str | None:
    values: list[int] = []
    period, claimed = saved["period"], saved["values"]
    for n in range(max(len(claimed), 20)):
        options = set()
        for heaps in left_of(saved["digits"], n):
            total = 0
            for heap in heaps:
                total ^= values[heap]
            options.add(total)
        values.append(next(k for k in range(len(options) + 1) if k not in options))
    if values[: len(claimed)] != claimed:
        return "a heap has another value"
    if period and any(
        a != b
        for a, b in zip(values[period["start"] :], values[period["start"] + period["period"] :], strict=False)
    ):
        return "the values do not repeat"
    return None


@cache
def _nimbers(game: str, family: str) -> tuple[int, ...]:
    return tuple(nim(game, family, to=300).values)


def _periods(saved: Saved, true: Saved, verdict: Certification) -> str | None:
    is_same = all(saved[key] == true[key] for key in ("rule", "shape", "impartial"))
    if not (is_same or verdict.game):
        return "it cannot be judged"
    game, family = (true["game"], true["family"]) if is_same else (verdict.game, saved["family"])
    values, first = _nimbers(game, family), saved["first_n"]
    if list(values[: len(saved["values"])]) != saved["values"]:
        return "a board has another nimber"
    start, period = saved["law"]["start"] - first, saved["law"]["period"]
    if start + period > 200:
        return (
            None
            if period % true["law"]["period"] == 0 and saved["law"]["start"] >= true["law"]["start"]
            else "false period"
        )
    return None if values[start:-period] == values[start + period :] else "the nimbers do not repeat"


def _quotients(saved: Saved, _true: Saved, _verdict: Certification) -> str | None:
    """Sums of at most three heaps, played out."""
    elements, table, losing = saved["elements"], saved["table"], set(saved["losing"])

    @cache
    def loses(heaps: tuple[int, ...]) -> bool:
        after = [
            tuple(sorted([*heaps[:k], *left, *heaps[k + 1 :]]))
            for k, heap in enumerate(heaps)
            for left in left_of(saved["digits"], heap)
        ]
        return bool(after) and not any(map(loses, after))

    for many in range(4):
        for heaps in combinations_with_replacement(range(1, min(len(elements), 8)), many):
            product = 0
            for heap in heaps:
                product = table[product][elements[heap]]
            if loses(heaps) != (product in losing):
                return f"the sum of the heaps {heaps} is the other's"
    period = saved["period"]
    if period and any(
        a != b
        for a, b in zip(
            elements[period["start"] :], elements[period["start"] + period["period"] :], strict=False
        )
    ):
        return "the elements do not repeat"
    return None


def _constants(saved: Saved, true: Saved, verdict: Certification) -> str | None:
    """Bounds that follow from strips which are not shown to be the rule's are never proved."""
    if verdict.proved:
        return "it is proved"
    changed = [
        key for key in ("hypotheses", "symmetric", "joined", "cut", "positions") if saved[key] != true[key]
    ]
    return f"{changed} of {verdict.game} are others" if changed and verdict.game == true["game"] else None


JUDGES = {
    "gfkit-certificate": _fraction,
    "gfkit-play": _play,
    "gfkit-periods": _periods,
    "gfkit-quotient": _quotients,
    "gfkit-constant": _constants,
}
