"""The checkers of certificates in Python and in JavaScript, on random files and on modified files.

    python -m differential.second [--files 2000] [--mutants 20000] [--seed 1]

Both must return the same code. Accepted files must be true: an accepted modified file is compared with
``gfkit.brute_force`` and ``gfkit.count`` on small boards.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

from json_places import at, places, plainly

import gfkit
from gfkit.core.boards import Family, parse_board
from gfkit.core.errors import GfkitError
from gfkit.core.rules import Rule
from gfkit.proofs import certificate_of, saving
from gfkit.proofs.checker import core, families, fold, fractions, kinds, program, reading
from gfkit.proofs.plain import plain_family, plain_rule

from . import arrays, certificates as common, rules
from .case import RuleData
from .certificates import WEIGHTS, Saved, gone, number, twice

PROGRAM = Path(gfkit.__file__).parent / "lab" / "page" / "check.js"
NODE = ("node", str(PROGRAM))
WIDE = ("1xn", "2xn", "3xn", "4xn", "nx1", "nx2", "nx3", "nx4", "cylinder:3xn", "cylinder:4xn", "torus:3xn")
FAMILIES = (*WIDE, "path:n", "cycle:n", "cylinder:nx1", "cylinder:nx2", "cylinder:nx3", "torus:nx3", "0xn")
POSITIONS = ("all", "left-ends", "right-ends", "maximal", "full", "play")
STATES = {"none": 200, "pieces": 60, "players": 30}
STEPS, CELLS, TERMS = 10**6, 64, 300
"""Work, cells of the longest board that is laid, terms of a numerator: what takes more is left out."""
BATCH = 20


# Files ------------------------------------------------------------------------------------------------------


def certificate(
    rule: Rule, board: str, positions: str = "all", weights: str = "none", quick: bool = False
) -> Saved:
    """Return the certificate of a derived formula. Raise RefusalError if ``quick`` is set and it is slow."""
    plain, family = plainly(plain_rule(rule)), families.read_family(plainly(plain_family(board)))
    asked = kinds.CountQuery(positions, len(WEIGHTS[weights]))
    _, span = fractions.KINDS[plain["kind"]](plain, asked, family)
    if quick and (2 * span + 3) * family.slice.vertices > CELLS:
        raise reading.RefusalError(3, "the boards to compare are large")
    budget = reading.Budget(STEPS if quick else 10**8)
    machine = core.Machine(fractions.build_system(plain, asked, family), budget)
    if quick and len(machine.states[0]) > STATES[weights]:
        raise reading.RefusalError(3, "there are many states")
    derived = gfkit.derive(rule, board, positions=positions, weights=weights)
    if plainly(plain_rule(derived.counted_rule)) != plain:
        raise reading.RefusalError(3, "another rule is counted")
    if quick and len(derived.generating_function.numerator.terms) > TERMS:
        raise reading.RefusalError(3, "the fraction is long")
    return plainly({**certificate_of(derived), "game": "mine"})  # type: ignore[no-any-return]


def random_rule(rng: Random) -> RuleData:
    """Return a placement game, or an array that the JavaScript checker supports."""
    while True:
        style = rng.random()
        data = rules.placement(rng) if style < 0.45 else rules.array(rng) if style < 0.6 else arrays.rule(rng)
        liberties = data.get("rules", {}).get("liberties", False)
        if not liberties and not {"image", "line"} & {*data, *data.get("rules", {})}:
            cells = data.get("cells", {})
            weighted = any("weight" in one for one in data.get("rules", {}).get("window", []))
            if "new_values" not in cells and "count_up_to" not in cells and not weighted:
                return data


def random_file(rng: Random) -> Saved:
    """Return the certificate of a random query with a fast result."""
    while True:
        board = rng.choice(FAMILIES)
        data = random_rule(rng)
        positions = "all" if "cells" in data else rng.choice(POSITIONS)
        weights = rng.choice([*WEIGHTS, "none", "none"])
        try:
            saved = certificate(Rule.of(data), board, positions, weights, quick=True)
            if rng.random() < 0.7:
                system = system_in(saved)
                restate(saved, system, saving.find_folds(system))
            return saved
        except (GfkitError, reading.RefusalError):
            continue


def system_in(saved: Saved) -> core.System:
    """Return the system of the rule and the family in a file."""
    asked = kinds.CountQuery(saved["positions"], len(saved["weights"]))
    return fractions.build_system(saved["rule"], asked, families.read_family(saved["family"]))


def restate(saved: Saved, system: core.System, permutations: list[list[int]]) -> None:
    """Put a system into a file, and its states, folded by permutations that need not be symmetries."""
    moves = [fold.fold_moves(p, system)[0] for p in permutations]
    machine = core.Machine(system, reading.Budget(STEPS), (), moves)
    debts, layers = fractions.states_data(machine)
    saved.update(plainly({"system": system.data(), "fold": permutations, "debts": debts, "states": layers}))
    saved.update(sizes=[*map(len, machine.states)])


# Changes ----------------------------------------------------------------------------------------------------


def key(rng: Random, saved: Saved) -> None:
    """Add a key."""
    objects = [(), *(path for path in places(saved) if isinstance(at(saved, path), dict))]
    name = rng.choice(["more", "values", "outside", "cap"])
    at(saved, rng.choice(objects))[name] = rng.choice([0, [], None])


def fraction(rng: Random, saved: Saved) -> None:
    """Change a coefficient, or multiply numerator and denominator."""
    style = rng.random()
    if style < 0.6:
        part = rng.choice([saved["numerator"], saved["denominator"]])
        term = rng.choice(part)
        place = rng.choice([0, 1, 2, 3, 3, 3])
        term[place] = (term[place] if isinstance(term[place], int) else 5) + rng.choice([1, -1, 2])
    elif style < 0.8:  # times 1 + c t^k x^i: the fraction stays as it is
        c, k = rng.choice([1, -1, 3]), rng.choice([1, 2])
        i = rng.choice([0, 1]) if saved["weights"] else 0
        for part in (saved["numerator"], saved["denominator"]):
            part += [[n + k, a + i, b, c * (int(d, 16) if isinstance(d, str) else d)] for n, a, b, d in part]
    else:
        part = rng.choice([saved["numerator"], saved["denominator"]])
        part.append([rng.randrange(20), 0, 0, rng.choice([1, -1, "a", "-ff", 0])])


def states(rng: Random, saved: Saved) -> None:
    """Delete, add or replace a state or a pending constraint."""
    layer = rng.choice(saved["states"] + [saved["debts"]])
    place = rng.randrange(len(layer) + 1)
    if rng.random() < 0.4 and layer:
        del layer[place - 1]
    elif rng.random() < 0.5:
        layer.insert(place, deepcopy(rng.choice([*rng.choice(saved["states"]), *saved["debts"], [0], []])))
    elif layer and isinstance(layer[place - 1], list):
        layer[place - 1] += [rng.randrange(len(saved["debts"]) + 1)]


def bare(rng: Random, saved: Saved) -> None:
    """Remove the states, which the checker recomputes."""
    saved.update(sizes=[], debts=[], states=[])
    if rng.random() < 0.2:
        saved[rng.choice(["sizes", "debts", "states"])] = [1]


def consistent(rng: Random, saved: Saved) -> None:
    """Change the rule, board, class or weights, and replace the system and the states accordingly."""
    before = deepcopy(saved)
    style = rng.random()
    if style < 0.5:
        number(rng, saved, "rule")
    elif style < 0.75:
        board = rng.choice(FAMILIES)
        saved.update(board=board, family=plainly(plain_family(board)))
    else:
        saved["positions"] = rng.choice(POSITIONS)
        saved["weights"] = [*rng.choice([*WEIGHTS.values()])]
    try:
        system = system_in(saved)
        restate(saved, system, saving.find_folds(system) if before["fold"] else [])
    except Exception:  # restore an invalid file, except its query
        saved.update({key: before[key] for key in ("system", "fold", "sizes", "debts", "states")})
        return
    saved.update(first_n=families.read_family(saved["family"]).first)


def folded(rng: Random, saved: Saved) -> None:
    """Fold the states by the identity, by some of the symmetries, or by a permutation that is not one."""
    system = system_in(saved)
    width, tail = core.length(system.slice), core.length(system.tail)
    found = [*saving.find_folds(system), [*range(width + tail)]]
    found = rng.choice([found, found[-1:], rng.sample(found, rng.randint(1, len(found)))])
    if rng.random() < 0.6:
        p = rng.choice(found)
        for _ in range(rng.choice([1, 1, 2])):
            parts = [part for part in (range(width), range(width, width + tail)) if part]
            a, b = rng.choices(rng.choice(parts), k=2)
            p[a], p[b] = p[b], p[a]
    if rng.random() < 0.2:
        saved["fold"] = found
    else:
        restate(saved, system, found)
    if rng.random() < 0.2:
        bare(rng, saved)


Change = Callable[[Random, Saved], str | None]
CHANGES: dict[Change, int] = {
    number: 30, gone: 12, twice: 15, key: 3, fraction: 15, states: 10, bare: 3, consistent: 12, folded: 12,
}  # fmt: skip


def mutant(rng: Random, saved: Saved) -> tuple[str, Saved]:
    """Return a file with one or two changes, and their descriptions."""
    while True:
        made, said = deepcopy(saved), []
        for _ in range(rng.choice([1, 1, 1, 2])):
            change = rng.choices([*CHANGES], [*CHANGES.values()])[0]
            try:
                change(rng, made)
            except (KeyError, TypeError, AttributeError, IndexError, ValueError, reading.RefusalError):
                continue
            said.append(change.__name__)
        if said and made != saved:
            return " ".join(said), made


# Verdicts ---------------------------------------------------------------------------------------------------


def in_python(saved: Any) -> tuple[int, str]:
    """Return the code of the checker in Python, and its message."""
    try:
        verdict = program.check_certificate(saved)
        return (0 if verdict.proved else 3), verdict.statement
    except reading.RefusalError as refusal:
        return refusal.code, refusal.reason


def in_javascript(files: list[Any]) -> list[dict[str, Any]]:
    """Return the results of the JavaScript checker, all from one process."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "files.jsonl"
        path.write_text("".join(json.dumps(saved) + "\n" for saved in files))
        command = [*NODE, "--batch", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=3000, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def agree(python: tuple[int, str], javascript: dict[str, Any]) -> bool:
    """Return True if both codes are equal, ignoring formats that one checker does not support."""
    same = python[0] == javascript["code"]
    return (same and (python[0] != 0 or python[1] == javascript["statement"])) or unread(javascript)


def unread(javascript: dict[str, Any]) -> bool:
    return javascript["code"] == 2 and "not read" in javascript["statement"]


# Truth ------------------------------------------------------------------------------------------------------


def board_of(family: Saved) -> str:
    """Return the name of a family of squares."""
    sizes = "x".join("n" if size is None else str(size) for size in family["sizes"])
    return f"{family['word']}:{sizes}" if family["word"] else sizes


def falsehood(saved: Saved) -> str:
    """Return a false statement of an accepted file, an empty string if it is true, a dash if undecided."""
    try:
        board = board_of(saved["family"])
        family, wraps = parse_board(board), plain_family(board).get("wraps")
        if not isinstance(family, Family) or plainly(wraps) != saved["family"]["wraps"]:
            return "- no family of gfkit"
        told = {**saved, "game": "mine", "board": board, "first_n": family.first_n}
        return common.falsehood(told, True, boards=7) or ""
    except (GfkitError, ValueError, KeyError, TypeError) as refusal:
        return f"- {type(refusal).__name__} {refusal}"


def asks_alike(one: Saved, other: Saved) -> bool:
    """Return True if two files state the same theorem."""
    keys = ("rule", "family", "positions", "weights", "numerator", "denominator")
    return all(json.dumps(one.get(key)) == json.dumps(other.get(key)) for key in keys)


def compared(rng: Random, number_of_files: int, mutants: int) -> tuple[Counter[str], list[tuple[str, Saved]]]:
    """Check files and their mutants with both; return the number of each code, and the discrepancies."""
    codes: Counter[str] = Counter()
    wrong: list[tuple[str, Saved]] = []
    files: list[tuple[str, Saved, Saved]] = []
    for _ in range(number_of_files):
        saved = random_file(rng)
        files += [("file", saved, saved), *((*mutant(rng, saved), saved) for _ in range(mutants))]
    told = in_javascript([made for _, made, _ in files])
    for (said, made, saved), javascript in zip(files, told, strict=True):
        python = in_python(made)
        kind = "file" if said == "file" else "mutant"
        codes[f"{kind}: {'not read' if unread(javascript) else python[0]}"] += 1
        false = ""
        if python[0] == 0 and said != "file" and not asks_alike(saved, made):
            false = falsehood(made)
            word = "true" if not false else "cannot be told" if false[0] == "-" else "FALSE"
            codes[f"accepted: {word}"] += 1
        if not agree(python, javascript) or false[:1] not in ("", "-") or (said == "file" and python[0]):
            wrong.append((f"{said}: {python} {javascript} {false}", made))
    return codes, wrong


def run() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--mutants", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="a folder for files of which the two do not agree")
    asked = parser.parse_args()
    rng, codes, found = Random(asked.seed), Counter[str](), 0
    for done in range(0, asked.files, BATCH):
        more, wrong = compared(rng, min(BATCH, asked.files - done), asked.mutants // asked.files)
        codes += more
        for text, made in wrong:
            found += 1
            print(text, flush=True)  # noqa: T201
            if asked.keep:
                Path(asked.keep, f"{asked.seed}-{found}.json").write_text(json.dumps(made))
        print(done + BATCH, dict(sorted(codes.items())), flush=True)  # noqa: T201
    return found > 0


if __name__ == "__main__":
    sys.exit(run())
