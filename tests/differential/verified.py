"""The verified checker on random files of all kinds that it reads, and on files that were changed.

    python -m differential.verified [--files 2000] [--mutants 20000] [--seed 1]

Its claims must be those that ``statements`` makes in Python. A claim that it proves must be one that the
checker in Python does not refute; and it must agree with ``gfkit.brute_force`` or ``gfkit.count``.
"""

from __future__ import annotations

import argparse
import atexit
import json
import subprocess
import sys
from collections import Counter
from functools import cache
from pathlib import Path
from random import Random
from threading import Timer
from typing import Any

from gfkit.core.errors import GfkitError, InputError
from gfkit.core.rules import Rule, find_rule
from gfkit.proofs import verified
from gfkit.proofs.checker import reading
from gfkit.proofs.statements import coq_claim

from . import arrays, covers, forgeries, rules, second
from .case import RuleData
from .certificates import WEIGHTS, Saved

GRAPHS = ("moebius:n", "prism:n", "ladder:n", "antiprism:n", "K3xpath:n", "C3xpath:n", "C3xcycle:n")
FAMILIES = (*second.FAMILIES, *GRAPHS)
LINKED = (
    "spanning-trees", "connected-spanning-subgraphs", "hamiltonian-paths", "hamiltonian-cycles",
    "connected-induced-subgraphs", "matchings", "perfect-matchings", "maximal-matchings", "even-subgraphs",
)  # fmt: skip
IN_AND_OUT = ["i == o", "i % 2 == 0", "i != 1", "abs(i - o) <= 1"]
IN_AND_OUT += ["i * o == 0", "i in [0, 2]", "min(i, o) < 2"]
SECONDS = 60
"""Time for the answer to one file."""
_SERVER = """
const [program] = process.argv.splice(1);
require(program);
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  let answer;
  try { answer = gfkitVerify(line); } catch (error) { answer = `3 ${error}`; }
  console.log(JSON.stringify(answer));
});
"""


@cache
def _server() -> Any:
    command = ["node", "--stack-size=3900", "-e", _SERVER, str(verified.VERIFIED_PROGRAM)]
    server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(server.communicate)
    return server


def answers(files: list[Any]) -> list[verified.VerifiedAnswer]:
    """Return the answers of the verified program to certificates; one process answers all of them."""
    found = []
    for one in files:
        server = _server()
        limit = Timer(SECONDS, server.kill)
        limit.start()
        print(one if isinstance(one, str) else json.dumps(one), file=server.stdin, flush=True)
        line = server.stdout.readline()
        limit.cancel()
        if not line:
            _server.cache_clear()
        code, _, text = json.loads(line or '"3 out of time or memory"').partition(" ")
        found.append(verified.VerifiedAnswer(int(code), text))
    return found


def random_rule(rng: Random) -> tuple[Rule, str]:
    """Return a rule of a kind that the verified program supports, and a family."""
    style, board = rng.random(), rng.choice(second.FAMILIES)
    data: RuleData
    if style < 0.25:
        data = rules.placement(rng)
    elif style < 0.5:
        data = arrays.rule(rng)
    elif style < 0.6:
        data = rules.array(rng)
    elif style < 0.7:
        data = rules.tiles(rng)
    elif style < 0.78:
        data = covers.cover(rng)
    elif style < 0.88:
        data, board = covers.edge_sets(rng), rng.choice(FAMILIES)
    elif style < 0.95:
        data = {"name": "Random", "orientations": {"vertex": rng.choice(IN_AND_OUT)}}
        board = rng.choice(FAMILIES)
    else:
        return find_rule(rng.choice(LINKED)), rng.choice(FAMILIES)
    return Rule.of(data), board


def random_file(rng: Random) -> Saved:
    """Return the certificate of a random question that is quickly answered."""
    while True:
        try:
            rule, board = random_rule(rng)
            positions = rng.choice(second.POSITIONS[:-1]) if rule.kind == "placement" else "all"
            weights = rng.choice([*WEIGHTS, "none", "none"])
            return second.certificate(rule, board, positions, weights, quick=True)
        except (GfkitError, reading.RefusalError):
            continue


def file_with(rng: Random, key: str) -> Saved:
    """Return the certificate of a random array with a value outside, or with new values in order."""
    while True:
        data = arrays.rule(rng)
        if key not in data.get("cells", {}) or "image" in data:
            continue
        try:
            return second.certificate(
                Rule.of(data), rng.choice(second.WIDE), "all", rng.choice([*WEIGHTS]), quick=True
            )
        except (GfkitError, reading.RefusalError):
            continue


def disordered(rng: Random) -> list[Saved]:
    """Return certificates of a small array whose values are negative, not ascending or repeated.

    The first is true. Others permute the values, with or without the weights, use the values of a reflected
    rule, which also reverses the order of new values, or use one value for all.
    """
    values = rng.sample(range(-9, 10), rng.choice([2, 2, 3]))
    cells = rng.choice([[(0, 0), (0, 1)], [(0, 0), (1, 0)], [(0, 0), (1, 1)]])
    marks = [[*map(str, rng.choices(values, k=2))] for _ in range(rng.choice([1, 1, 2]))]
    powers = [rng.choice([[0, 0], [1, 0], [0, 1]]) for _ in values]
    plain: Saved = {"kind": "array", "colours": len(values), "values": sorted(values), "weights": powers}
    plain |= {"forbid": [[[*cell, mark] for cell, mark in zip(cells, two, strict=True)] for two in marks]}
    plain |= {"counts": [], "new_values": rng.choice(["row-major", "row-major", "row-major", ""])}
    if rng.random() < 0.3:
        plain["counts"] = [{"cell": values[0], "neighbours": "rook", "of": values[1:], "allowed": [0, 1]}]
    board, weights = rng.choice(["1xn", "nx1", "nx2", "cylinder:nx1"]), rng.choice([*WEIGHTS])
    true = second.certificate(second.common.rule_of(plain), board, "all", weights, quick=True)
    rule, order = true["rule"], rng.sample(range(len(values)), len(values))
    values = rule.get("values", [*range(len(values))])
    other = rule | {"values": [values[k] for k in order]}
    turned = rule | {"values": [-value for value in values], "counts": []}
    turned["forbid"] = [[[*cell, str(-int(mark))] for *cell, mark in window] for window in rule["forbid"]]
    rules = [other | {"weights": [rule["weights"][k] for k in order]}, other, turned]
    rules += [rule | {"values": values[:1] * len(values)}]
    return [true, *(witnessed(true | {"rule": one}) for one in rules)]


def mutant(rng: Random, saved: Saved) -> tuple[str, Saved]:
    """Return a changed file, with a description of the change."""
    if rng.random() < 0.5:
        return second.mutant(rng, saved)
    made: Saved = json.loads(json.dumps(saved))
    return forgeries.common.changed(rng, made, forgeries.CHANGES), made


def fault(answer: verified.VerifiedAnswer, saved: Saved, true: Saved) -> str:
    """Return the discrepancy in an answer to a modified certificate, or an empty string."""
    if answer.code == 0:
        try:
            if not verified.states(answer.text, saved):
                return "the two readers make different claims"
        except InputError as error:
            return f"proved, and {error}"
        code, reason = second.in_python(saved)
        if code:  # states and the like, which the program does not read, may have been changed
            code, reason = second.in_python(witnessed(saved))
        if code == 1:
            return f"proved, and the checker in Python refutes it: {reason}"
        false = "" if code == 0 and second.asks_alike(saved, true) else falsehood(saved)
        return "" if false[:1] in ("", "-") else f"proved, and false: {false}"
    return ""


def witnessed(saved: Saved) -> Saved:
    """Return a file with the system of its rule, and without states."""
    try:
        system = second.plainly(second.system_in(saved).data())
    except (GfkitError, reading.RefusalError, KeyError, TypeError, ValueError, AttributeError):
        return saved
    label = {"game": "mine", "board": second.board_of(saved["family"])} if "wraps" in saved["family"] else {}
    return {**saved, **label, "system": system, "fold": [], "sizes": [], "debts": [], "states": []}


def has_claim(saved: Saved) -> bool:
    """Return True if Coq's library has a claim on the rule of a file."""
    try:
        coq_claim(saved)
    except GfkitError:
        return False
    return True


def falsehood(saved: Saved) -> str:
    """Return a false statement of the fraction of a file, or a dash if it is undecided."""
    is_linked = any("linkage" in condition for condition in saved["rule"].get("conditions", []))
    if (
        saved["rule"]["kind"] in ("edges", "orientations", "tiles")
        or is_linked
        or "slices" in saved["family"]
    ):
        return "- left to the checker in Python"
    return second.falsehood(saved)


def compared(rng: Random, number: int, mutants: int) -> tuple[Counter[str], list[tuple[str, Saved]]]:
    """Return the number of each answer, and the files with a discrepancy."""
    codes: Counter[str] = Counter()
    wrong: list[tuple[str, Saved]] = []
    files: list[tuple[str, Saved, Saved]] = []
    for _ in range(number):
        saved = random_file(rng)
        files += [("", saved, saved), *((*mutant(rng, saved), saved) for _ in range(mutants))]
    words = ("proved", "not proved", "not read", "not decided")
    for (change, made, saved), answer in zip(files, answers([made for _, made, _ in files]), strict=True):
        rule = made.get("rule") if not change else None
        kind = "mutant" if change else f"{rule['kind']}" if isinstance(rule, dict) else "file"
        codes[f"{kind}: {words[answer.code]}"] += 1
        if answer.code == 2 and not change:
            codes[f"   {kind} not read: {answer.text.removeprefix('not read: ')[:60]}"] += 1
        found = fault(answer, made, saved)
        if not change and answer.code in (1, 3) and has_claim(made):
            found = answer.text[:200]
        if found:
            wrong.append((f"{change}: {found}", made))
    return codes, wrong


def run() -> int:
    parser = argparse.ArgumentParser()
    parser.add_argument("--files", type=int, default=2000)
    parser.add_argument("--mutants", type=int, default=20000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", help="directory for files with a discrepancy")
    asked = parser.parse_args()
    rng, codes, found = Random(asked.seed), Counter[str](), 0
    for done in range(0, asked.files, second.BATCH):
        number = min(second.BATCH, asked.files - done)
        more, wrong = compared(rng, number, asked.mutants // max(1, asked.files))
        codes += more
        for text, made in wrong:
            found += 1
            print(text, flush=True)  # noqa: T201
            if asked.keep:
                Path(asked.keep, f"{asked.seed}-{found}.json").write_text(json.dumps(made))
        print(done + second.BATCH, dict(sorted(codes.items())), flush=True)  # noqa: T201
    return found > 0


if __name__ == "__main__":
    sys.exit(run())
