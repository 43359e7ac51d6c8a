"""The verified program proves true certificates, agrees with the Python parser, and rejects false ones.

``make verified`` builds it; ``python -m differential.verified`` runs it on thousands of random files.
"""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from random import Random

import pytest
from choice import EVERY, some_of, then_slow
from cli.calling import call
from differential import rules, second, verified
from show.markup import form
from tables import tables

import gfkit
from gfkit.core.errors import GfkitError, MismatchError
from gfkit.core.rules import Rule, find_rule
from gfkit.proofs.checker.reading import RefusalError, load
from gfkit.proofs.statements import TermDefinition, coq_claim, parse_term
from gfkit.proofs.verified import DIGEST, VERIFIED_PROGRAM, check_verified, run_verified, states

needs_node = pytest.mark.skipif(
    shutil.which("node") is None, reason="Node.js is missing: 'apt install nodejs'"
)
BUILT = Path(gfkit.__file__).parents[1] / "build" / "verified"
needs_build = pytest.mark.skipif(
    shutil.which("coqc") is None or not (BUILT / "native" / "gfkit-numbers").is_file(),
    reason="coqc or build/verified is missing: 'make verified' builds it",
)
SMALL = (
    ("col", "2xn"), ("domineering", "2xn", "all", "players"), ("snort", "nx2", "left-ends"),
    ("domino-tilings", "4xn"), ("independent-sets", "cylinder:3xn", "all", "pieces"), ("edge-covers", "2xn"),
    ("matchings", "moebius:n"), ("maximal-matchings", "2xn"), ("domineering-tiles", "2xn"),
    ("eulerian-orientations", "2xn"), ("rooks", "2xn"), ("spanning-trees", "2xn"),
    ("connected-induced-subgraphs", "2xn", "all", "pieces"),
)  # fmt: skip
BOARDS = ("2xn", "nx2", "cylinder:nx2")
RINGS = ("cycle:n", "torus:2xn", "torus:3xn", "cylinder:nx1", "cylinder:nx2")
STRICT = tables("kernel/strict")
WRITTEN = tables("kernel/written")


@pytest.fixture(scope="module")
def files():
    return [second.plainly(certificate(*asked)) for asked in SMALL]


def certificate(game, board, positions="all", weights="none"):
    return gfkit.proofs.certificate_of(gfkit.derive(find_rule(game), board, positions, weights, certify=True))


def test_the_program_is_the_one_with_the_digest():
    assert sha256(VERIFIED_PROGRAM.read_bytes()).hexdigest() == DIGEST.read_text().split()[0]


@needs_node
def test_true_certificates_of_each_kind_are_proved(files):
    answers = verified.answers(files)
    assert [answer.code for answer in answers] == [0] * len(files)
    assert all(states(answer.text, file) for answer, file in zip(answers, files, strict=True))


@needs_node
def test_a_coefficient_more_or_less_is_not_proved(files):
    changed = [json.loads(json.dumps(file)) for file in files for _ in ("numerator", "denominator")]
    for k, file in enumerate(changed):
        term = file["denominator" if k % 2 else "numerator"][-1]
        term[3] += 1 + (term[3] == -1)
    assert {answer.code for answer in verified.answers(changed)} == {1}


@needs_node
@pytest.mark.parametrize("name", STRICT["texts"])
def test_strings_that_are_not_certificates_are_rejected(name, files):
    """Change the string of a true certificate in one place; the program must not accept it."""
    old, new = STRICT["texts"][name]
    text = json.dumps(files[0])
    assert text.count(old) > 0
    (answer,) = verified.answers([text.replace(old, new, 1)])
    assert (answer.code, answer.text.startswith("not read: ")) == (2, True)


@needs_node
@pytest.mark.parametrize(("seed", "number", "mutants"), then_slow([(7, 3, 3)], 60, (8, 60, 5)))
def test_random_files_are_proved_or_unsupported(seed, number, mutants):
    _, wrong = verified.compared(Random(seed), number, mutants)
    assert not wrong


@needs_node
def test_a_mark_for_any_value_needs_a_cell():
    """Pairs that begin with 1 are forbidden: only the last cell of a row may be 1, so 2 arrays for n > 0."""
    rule = {"kind": "array", "colours": 2, "weights": [[0, 0]] * 2, "counts": []}
    rule["forbid"] = [[[0, 0, "1"], [0, 1, "?"]]]
    saved = second.certificate(second.common.rule_of(rule), "1xn")
    (answer,) = verified.answers([saved])
    assert (answer.code, states(answer.text, saved)) == (0, True)
    assert answer.text.endswith("[1; 1] [1; (-1)])")


@needs_node
@pytest.mark.parametrize("name", some_of([*WRITTEN], step=2))
def test_conditions_of_arrays_are_translated_as_in_python(name):
    """The claim that is proved is that of statements; its first terms are those of brute force."""
    rule = Rule.of({"name": "Arrays", "cells": {"colours": 3}, "rules": WRITTEN[name]})
    for board in ("1xn", "nx2"):
        law = gfkit.derive(rule, board, certify=True)
        saved = second.plainly(gfkit.proofs.certificate_of(law))
        (answer,) = verified.answers([saved])
        assert (answer.code, states(answer.text, saved)) == (0, True)
        listed = [gfkit.brute_force(rule, board.replace("n", str(n))).count for n in range(1, 5)]
        assert law.terms(5)[1:] == listed


@needs_node
@pytest.mark.parametrize("outside", [0, 1])
@pytest.mark.parametrize("name", some_of(sorted({*WRITTEN} - {"pattern", "pairs", "steps"}), step=2))
def test_conditions_see_the_value_outside(name, outside):
    """The claim is that of statements, its terms are those of brute force; another value is not proved."""
    values = {"colours": 3, "outside": outside}
    rule = Rule.of({"name": "Arrays", "cells": values, "rules": WRITTEN[name]})
    for board in ("1xn", "nx1" if name.endswith("counted") else "nx2"):
        law = gfkit.derive(rule, board, certify=True)
        saved = second.plainly(gfkit.proofs.certificate_of(law))
        others = [saved | {"rule": saved["rule"] | {"outside": other}} for other in (0, 1, 2, None)]
        listed = [counts_of(values | {"outside": one["rule"]["outside"]}, name, board) for one in others]
        right = [counts_of(values, name, board)] * len(others)
        assert law.terms(5)[1:] == right[0]
        codes = [int(one != other) for one, other in zip(listed, right, strict=True)]
        answers = verified.answers(others)
        assert [answer.code for answer in answers] == codes
        assert all(states(a.text, f) for a, f, code in zip(answers, others, codes, strict=True) if not code)


def counts_of(values, name, board):
    cells = {key: value for key, value in values.items() if value is not None}
    rule = Rule.of({"name": "Arrays", "cells": cells, "rules": WRITTEN[name]})
    return [gfkit.brute_force(rule, board.replace("n", str(n))).count for n in range(1, 5)]


@needs_node
def test_still_lifes_are_proved():
    """Windows of 3 x 3 cells, partly outside of the board, where all cells are dead."""
    window = {"shape": ["abc", "def", "ghi"], "require": "sum(all) in [3, 4] if e else sum(all) != 3"}
    cells = {"colours": 2, "outside": 0}
    rule = Rule.of({"name": "Still lifes", "cells": cells, "rules": {"window": [window]}})
    law = gfkit.derive(rule, "2xn", certify=True)
    saved = second.plainly(gfkit.proofs.certificate_of(law))
    (answer,) = verified.answers([saved])
    assert (answer.code, states(answer.text, saved)) == (0, True)
    assert law.terms(6)[1:] == [gfkit.brute_force(rule, f"2x{n}").count for n in range(1, 6)]


@needs_node
@pytest.mark.parametrize("key", ["outside", "new_values"])
@pytest.mark.parametrize("number", [4, pytest.param(80 if EVERY else 30, marks=pytest.mark.slow(30))])
def test_random_arrays_with_a_value_outside_or_new_values_in_order(number, key):
    """Accepted files are proved, with the expected statement, and brute force agrees with it."""
    rng = Random(11)
    files = [verified.file_with(rng, key) for _ in range(number)]
    answers = verified.answers(files)
    proved = [(a, file) for a, file in zip(answers, files, strict=True) if a.code == 0]
    assert len(proved) > number // 9
    assert {answer.code for answer in answers} == {0, 2}
    assert all(states(answer.text, file) for answer, file in proved)
    assert {verified.falsehood(file)[:1] for _, file in proved} <= {"", "-"}


@needs_node
@pytest.mark.parametrize("number", [5, pytest.param(75, marks=pytest.mark.slow(30))])
def test_values_in_any_order_are_parsed_as_in_python(number):
    """Values that are negative, do not ascend or are repeated: the program ends as the checker in Python."""
    rng, files = Random(12), list[dict[str, object]]()
    while len(files) < 5 * number:
        with suppress(GfkitError, RefusalError):
            files += verified.disordered(rng)
    codes = [second.in_python(file)[0] if verified.has_claim(file) else 2 for file in files]
    answers, due = verified.answers(files), [code % 3 or 2 * (code == 3) for code in codes]
    assert [answer.code for answer in answers] == due
    assert {*due} == {0, 1, 2}
    assert due[1::5].count(0) > number // 2
    assert all(states(a.text, f) for a, f, code in zip(answers, files, due, strict=True) if code == 0)
    assert {verified.falsehood(f)[:1] for f, code in zip(files, due, strict=True) if code == 0} <= {"", "-"}


@needs_node
def test_new_values_are_in_the_order_of_slices():
    """All arrays, and classes of them, are other numbers; rows along a strip are another order."""
    cells, forbid = {"colours": 3, "new_values": "row-major"}, {"forbid": ["11"]}
    rule = Rule.of({"name": "Arrays", "cells": cells, "rules": forbid})
    saved = [second.plainly(gfkit.proofs.certificate_of(gfkit.derive(rule, "nx2", certify=True)))]
    saved += [{**saved[0], "rule": {**saved[0]["rule"], "new_values": word}} for word in ("", "classes")]
    saved.append({**saved[0], "family": {**saved[0]["family"], "sizes": [2, None]}})
    answers = verified.answers(saved)
    assert [answer.code for answer in answers] == [0, 1, 2, 2]
    assert states(answers[0].text, saved[0])
    assert not verified.falsehood(saved[0])


@needs_node
@pytest.mark.parametrize(
    ("board", "counted"),
    some_of([("2xn", {"new_values": "row-major"}), *((one, {"count_up_to": "values"}) for one in BOARDS)], 2),
)
@pytest.mark.parametrize(
    "rules",
    [
        {"forbid": ["aa"]},
        {"window": [{"shape": ["ab", "cd"], "require": "a == d or b == c"}]},
        {"near": [{"neighbours": "rook", "require": "count(y == x for y in near) == 1"}]},
    ],
    ids=["forbid", "window", "near"],
)
def test_classes_of_arrays_are_proved(rules, board, counted):
    """Arrays are counted up to permutations of three values, or by representatives whose new values are in
    order along a strip, so other numbers and other rules are refused.
    """
    every, up_to = (
        Rule.of({"name": "Arrays", "cells": {"colours": 3} | more, "rules": rules}) for more in ({}, counted)
    )
    laws = [gfkit.derive(rule, board, certify=True) for rule in (up_to, every)]
    classes, arrays = (second.plainly(gfkit.proofs.certificate_of(law)) for law in laws)
    swapped = [{**one, "rule": other["rule"]} for one, other in ((classes, arrays), (arrays, classes))]
    unequal = {**classes["rule"], "forbid": [[[0, 0, "1"], [0, 1, "1"]]]}
    answers = verified.answers([classes, *swapped, {**classes, "rule": unequal}])
    assert [answer.code for answer in answers] == [0, 1, 1, 2]
    assert "alike" in answers[3].text
    assert states(answers[0].text, classes)
    sizes = range(classes["first_n"], classes["first_n"] + 3)
    boards = [board.replace("nx", f"{n}x").replace("xn", f"x{n}") for n in sizes]
    listed = [gfkit.brute_force(up_to, one).count if "0" not in one else 1 for one in boards]
    assert laws[0].terms(3) == listed


@needs_node
@pytest.mark.parametrize("outside", [None, 1])
@pytest.mark.parametrize(("word", "is_read"), [("1/1/1/1", False), ("1/?/?/1", False), ("1/1/1/2", True)])
def test_a_window_whose_ends_coincide_on_the_shortest_cycle(word, is_read, outside):
    """Such a window has no placement for n = 3. It is read if its ends have different values."""
    cells = {"colours": 3} | ({} if outside is None else {"outside": outside})
    rule = Rule.of({"name": "Arrays", "cells": cells, "rules": {"forbid": [word]}})
    law = gfkit.derive(rule, "cylinder:nx1", certify=True)
    saved = second.plainly(gfkit.proofs.certificate_of(law))
    assert verified.has_claim(saved) is is_read
    (answer,) = verified.answers([saved])
    assert (answer.code, "one cell" in answer.text) == ((0, False) if is_read else (2, True))
    assert law.terms(3) == [gfkit.brute_force(rule, f"cylinder:{n}x1").count for n in range(3, 6)]


@needs_node
def test_a_predicate_without_a_value_is_unsupported():
    saved = second.certificate(find_rule("independent-sets"), "2xn")
    says = [{"require": "near < x", "neighbours": "rook"}]
    saved["rule"] = {**saved["rule"], "conditions": says}
    (answer,) = verified.answers([saved])
    assert (answer.code, "no value" in answer.text) == (2, True)


@needs_node
@pytest.mark.parametrize("number", [1, pytest.param(30, marks=pytest.mark.slow(30))])
def test_statements_offered_on_cyclic_families_are_proved(number):
    """Statements for Coq are offered only if the program proves them, with the check of the files for Coq."""
    rng, offered = Random(10), list[dict[str, object]]()
    while len(offered) < number:
        with suppress(GfkitError, RefusalError):
            rule = Rule.of(rules.placement(rng))
            asked = (rng.choice(RINGS), rng.choice(["all", "maximal", "left-ends", "right-ends", "full"]))
            saved = second.certificate(rule, *asked, quick=True)
            coq_claim(saved)
            offered.append(saved)
    assert [answer.code for answer in verified.answers(offered)] == [0] * number


@needs_node
def test_maximal_positions_on_the_shortest_cycle():
    """Non-touching dominoes: a domino that cannot be placed depends on anchors from -2 to 2."""
    for forbidden, is_offered in (([], True), (["same"], False)):
        colours = {"number": 1, "pieces": ["X/X"]}
        rule = Rule.of({"name": "Dominoes", "colours": colours, "rules": {"forbid_adjacent": forbidden}})
        saved = second.certificate(rule, "cylinder:nx1", "maximal")
        assert verified.has_claim(saved) is is_offered
        (answer,) = verified.answers([saved])
        assert answer.code == (0 if is_offered else 1)


@needs_node
def test_a_badge_shows_that_the_program_ran(tmp_path, files):
    """JSON and cards show that the program ran; otherwise they do not mention it."""
    file = tmp_path / "col.json"
    file.write_text(json.dumps(files[0] | {"game": "col"}))
    for is_asked in (True, False):
        found = gfkit.certify_file(file, verified=is_asked)
        assert found.checked_by == ["python", "verified"][: 1 + is_asked]
        assert ("✓ verified" in form(found, "h")) is is_asked
    false = json.loads(json.dumps(files[0]))
    false["numerator"][-1][3] += 1
    file.write_text(json.dumps(false))
    refuted = gfkit.certify_file(file, verified=True)
    assert (refuted.status, refuted.checked_by, refuted.verified) == ("refuted", [], "")


@needs_node
def test_certify_names_the_checkers(tmp_path, files, monkeypatch):
    file = tmp_path / "col.json"
    file.write_text(json.dumps(files[0] | {"game": "col"}))
    said = call("certify", file, "--verified", code=0).out
    assert re.search(r"^verified +proved by .*trusted: .*Extract\.v", said, re.M)
    found = json.loads(call("certify", file, "--verified", "--json", code=0).out)
    assert found["checked_by"] == ["python", "verified"]
    assert json.loads(call("certify", file, "--json", code=0).out)["checked_by"] == ["python"]
    monkeypatch.setattr("gfkit.proofs.verified.DIGEST", tmp_path / "digest")
    (tmp_path / "digest").write_text("0" * 64)
    assert "SHA-256" in call("certify", file, "--verified", code=2).err


def test_certify_names_a_missing_program(tmp_path, files, monkeypatch):
    file = tmp_path / "col.json"
    file.write_text(json.dumps(files[0]))
    monkeypatch.setenv("PATH", str(tmp_path))
    assert "Node.js" in call("certify", file, "--verified", code=2).err


@pytest.mark.skipif(sys.platform == "win32", reason="the program in place of Node.js is a shell script")
@pytest.mark.parametrize("option", [True, False])
def test_the_time_limit_ends_the_program(option, tmp_path, files, monkeypatch):
    """A program in place of Node.js that would run for a minute is killed; the alarm comes while it runs."""

    def late(*_, **__):
        while not (tmp_path / "process").exists():
            time.sleep(0.01)
        signal.raise_signal(signal.SIGALRM)

    monkeypatch.setattr(subprocess.Popen, "communicate", late)
    file, node = tmp_path / "col.json", tmp_path / "node"
    file.write_text(json.dumps(files[0]))
    node.write_text(f"#!/bin/sh\necho $$ > {tmp_path}/process\nexec sleep 60\n")
    node.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    if not option:
        monkeypatch.setenv("GFKIT_MAX_SECONDS", "600")
    limit = ("--max-seconds", 600) if option else ()
    found = call("certify", file, "--verified", *limit, code=3)
    (error,) = [line for line in found.err.splitlines() if not line.startswith("note: at work")]
    assert found.out == ""
    assert "600 s" in error
    with suppress(ChildProcessError):  # it is already collected
        status = os.waitpid(int((tmp_path / "process").read_text()), 0)[1]
        assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL


@needs_node
def test_a_rule_that_the_program_does_not_know_is_named(tmp_path):
    file = tmp_path / "nogo.json"
    gfkit.save_derived(gfkit.derive("nogo", "1xn", certify=True), file)
    assert "liberties" in call("certify", file, "--verified", code=2).err
    tatami = gfkit.Rule.cover("XX", turned=True, tatami=True)
    gfkit.save_derived(gfkit.derive(tatami, "2xn", certify=True), file)
    assert "tatami" in call("certify", file, "--verified", code=2).err


@needs_node
def test_heaps_repeat(tmp_path):
    file = tmp_path / "heaps.json"
    call("nim", "octal:0.07", "--to", 200, "--save", file, code=0)
    saved = load(str(file))
    assert check_verified(saved).startswith("proved")
    saved["period"]["start"] -= 1
    assert run_verified(saved).code == 1


def test_terms_are_compared_by_their_meaning():
    known = {"pieces": TermDefinition("list piece", "[Piece 0 [(0, 0); (1, -1)]]%nat")}
    one = parse_term("says (Number (PieceRule pieces []%nat All) [1; -2])", known)
    assert one == parse_term("says (Number (PieceRule [Piece 0 [(0, 0); (1, (-1))]] [] All) [1; (-2)])")
    assert one != parse_term("says (Number (PieceRule [Piece 0 [(0, 0); (1, -1)]] [] All) [1; 2])")
    for text in ("[1; 2", "(1, 2]", "f [1]]", "1 + 2", "[;]"):
        with pytest.raises(ValueError, match="term"):
            parse_term(text)


OPERATIONS = {
    "add": "Z.add a b", "sub": "Z.sub a b", "mul": "Z.mul a b", "modulo": "Z.modulo a b", "opp": "Z.opp a",
    "compare": "match Z.compare a b with Lt => -1 | Eq => 0 | Gt => 1 end", "eqb": "Z.eqb a b",
    "land": "Z.of_N (N.land (Z.abs_N a) (Z.abs_N b))", "lor": "Z.of_N (N.lor (Z.abs_N a) (Z.abs_N b))",
    "lxor": "Z.of_N (N.lxor (Z.abs_N a) (Z.abs_N b))", "ldiff": "Z.of_N (N.ldiff (Z.abs_N a) (Z.abs_N b))",
    "shiftl": "Z.of_N (N.shiftl (Z.abs_N a) (Z.to_N (b mod 200)))",
    "shiftr": "Z.of_N (N.shiftr (Z.abs_N a) (Z.to_N (b mod 200)))",
    "testbit": "N.testbit (Z.abs_N a) (Z.to_N (b mod 200))", "ones": "Z.of_N (N.ones (Z.to_N (b mod 200)))",
    "succ": "Z.succ a", "double": "Z.double a", "double_and_one": "Z.succ_double a", "quotient": "Z.div a b",
}  # fmt: skip
NATURAL = {"land", "lor", "lxor", "ldiff", "shiftl", "shiftr", "testbit", "succ", "double", "double_and_one"}


@needs_build
@needs_node
def test_integers_agree_with_coq(tmp_path):
    """A thousand results of big integers, native and in JavaScript, against Coq's own by vm_compute."""
    rng, asked = Random(9), list[tuple[str, int, int]]()
    near = [0, 1, 2**30, 2**31, 2**32, 2**53 - 1, 2**53, 2**53 + 1, 2**62, 2**63, 2**64]
    while len(asked) < 1000:
        name = rng.choice([*OPERATIONS])
        a, b = (rng.choice([*near, rng.getrandbits(rng.choice([3, 30, 53, 54, 100, 600]))]) for _ in "ab")
        if name not in NATURAL:
            a, b = a * rng.choice([1, -1]), b * rng.choice([1, -1])
        asked.append((name, a, b))
    (tmp_path / "lines").write_text("".join(f"{name} {a} {b}\n" for name, a, b in asked))
    coq = "Require Import ZArith NArith.\nOpen Scope Z_scope.\n" + "".join(
        f"Eval vm_compute in (let a := {a} in let b := {b} in {OPERATIONS[name]}).\n" for name, a, b in asked
    )
    (tmp_path / "numbers.v").write_text(coq)
    run = subprocess.run(
        ["coqc", "-q", "numbers.v"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    right = re.findall(r"^ +=\s+(\S+)\s*$", run.stdout, re.M)
    assert len(right) == len(asked)
    for command in ([BUILT / "native" / "gfkit-numbers"], ["node", BUILT / "js" / "numbers.js"]):
        told = subprocess.run(
            [*command, tmp_path / "lines"], capture_output=True, text=True, check=True
        ).stdout
        assert told.split("\n")[:-1] == right


@pytest.mark.parametrize("family", ["0xn", "nx0"])
def test_boards_without_cells_have_no_claim(family):
    with pytest.raises(MismatchError, match="without cells"):
        coq_claim(second.plainly(certificate("domino-tilings", family)))
