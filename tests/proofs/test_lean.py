"""Lean files state the recurrence and the first terms of a certificate; Lean's kernel checks them.

The definitions of ``Meaning.lean`` are transcribed here and compared with the structures that gfkit counts.
"""

import json
import os
import random
import re
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path

import pytest
from cli.calling import call, told

import gfkit
from gfkit.core.errors import InputError, OptionError
from gfkit.proofs import certificate_of, lean_kernel
from gfkit.proofs.lean_kernel import ask_lean, find_lean
from gfkit.proofs.lean_theorem import (
    FRONTS,
    LIBRARY,
    LeanStatement,
    block_function,
    column_counts,
    lean_file,
    lean_library,
    lean_statement,
    lean_statement_in,
    lean_theorem_text,
    library_text,
)

LEAN = pytest.mark.skipif(
    find_lean() is None and not os.environ.get("GFKIT_LEAN"),
    reason="lean is not installed: pip install 'gfkit[lean]' installs it",
)
PROVED = [
    ("independent-sets", "1xn"),
    ("independent-sets", "4xn"),
    ("independent-sets", "nx3"),
    ("independent-sets", "path:n"),
    ("kings", "4xn"),
    ("hard-hexagons", "3xn"),
    ("colourings:3", "3xn"),
    ("domino-tilings", "4xn"),
    ("domino-tilings", "nx4"),
    ("perfect-matchings", "3xn"),
    ("matchings", "3xn"),
    ("matchings", "path:n"),
    ("straight-tromino-tilings", "3xn"),
    ("l-tromino-tilings", "2xn"),
    ("d-tromping", "2xn"),
    ("i-tromping", "2xn"),
]


def replaced(statement, **changes):
    """Return a statement with other fields."""
    return type(statement)(**{**dict(zip(statement.__match_args__, statement, strict=True)), **changes})


def certificate(game: object, board: str, **how: object) -> dict[str, object]:
    return json.loads(json.dumps(certificate_of(gfkit.derive(game, board, certify=True, **how))))


@pytest.fixture(scope="module")
def library(tmp_path_factory) -> Path:
    """Return a directory in which the library is compiled once."""
    return tmp_path_factory.mktemp("lean")


@pytest.fixture(autouse=True)
def compiled(library, monkeypatch) -> None:
    monkeypatch.setattr(lean_kernel, "cache_directory", lambda: library)


# The definitions --------------------------------------------------------------------------------------------


def legal_arrays(ok, k: int, rows: int, n: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield the arrays of ``Meaning.lean``: all blocks are allowed, those with cells outside included."""
    for cells in product(range(k), repeat=rows * n):
        array = [cells[row * n : row * n + n] for row in range(rows)]

        def at(r: int, c: int, array=array) -> int:
            return array[r][c] if 0 <= r < rows and 0 <= c < n else k

        if all(
            ok((at(r, c), at(r, c + 1), at(r + 1, c), at(r + 1, c + 1)))
            for r in range(-1, rows)
            for c in range(-1, n)
        ):
            yield tuple(array)


def count_placements(rows: int, n: int, shapes: list[list[tuple[int, int]]], *, full: bool) -> int:
    """Return the number of sets of disjoint pieces on a rectangle, which cover it if ``full``."""

    def count(cell: int, used: frozenset[tuple[int, int]]) -> int:
        if cell == rows * n:
            return 1
        r, c = divmod(cell, n)
        found = 0 if full and (r, c) not in used else count(cell + 1, used)
        for shape in shapes:  # the first cell of a piece, row by row, is (0, 0)
            place = {(r + i, c + j) for i, j in shape}
            if not place & used and all(0 <= i < rows and 0 <= j < n for i, j in place):
                found += count(cell + 1, used | place)
        return found

    return count(0, frozenset())


DOMINOES = [[(0, 0), (0, 1)], [(0, 0), (1, 0)]]
TROMINOES = [[(0, 0), (0, 1), (0, 2)], [(0, 0), (1, 0), (2, 0)]]
ELLS = [
    [(0, 0), (0, 1), (1, 0)],
    [(0, 0), (0, 1), (1, 1)],
    [(0, 0), (1, 0), (1, 1)],
    [(0, 0), (1, 0), (1, -1)],
]


@pytest.mark.parametrize(
    ("game", "shapes", "full"),
    [
        ("domino-tilings", DOMINOES, True),
        ("matchings", DOMINOES, False),
        ("straight-tromino-tilings", TROMINOES, True),
        ("i-tromping", TROMINOES, False),
        ("l-tromino-tilings", ELLS, True),
        ("m-tromping", ELLS, False),
        ("d-tromping", DOMINOES + TROMINOES, False),
        ("o12", [*DOMINOES, [(0, 0)]], False),
    ],
)
@pytest.mark.parametrize("board", ["1xn", "2xn", "nx2"])
def test_the_symbols_of_pieces_correspond_to_the_placements(game, shapes, full, board):
    statement, _ = lean_statement(certificate(game, board))
    ok = block_function(statement.rule)
    for n in range(4):
        if statement.symbols ** (n * statement.rows) < 20_000:
            arrays = sum(1 for _ in legal_arrays(ok, statement.symbols, statement.rows, n))
            assert arrays == count_placements(statement.rows, n, shapes, full=full), n


@pytest.mark.parametrize("rows", [1, 2, 3])
def test_the_rules_of_arrays_are_those_of_the_structures(rows):
    def apart(a, b) -> bool:
        return not (a and b)

    cases = [
        ("independent-sets", 2, [(0, 1), (1, 0)], apart),
        ("kings", 2, [(0, 1), (1, 0), (1, 1), (1, -1)], apart),
        ("colourings:3", 3, [(0, 1), (1, 0)], lambda a, b: a != b),
    ]
    for game, k, offsets, fits in cases:
        statement, _ = lean_statement(certificate(game, f"{rows}xn"))
        for n in range(4 if k**rows < 20 else 3):
            wanted = {
                array
                for cells in product(range(k), repeat=rows * n)
                for array in [tuple(cells[row * n : row * n + n] for row in range(rows))]
                if all(
                    fits(array[r][c], array[r + i][c + j])
                    for r, c, (i, j) in product(range(rows), range(n), offsets)
                    if r + i < rows and 0 <= c + j < n
                )
            }
            assert {*legal_arrays(block_function(statement.rule), k, rows, n)} == wanted, (game, n)


@pytest.mark.parametrize("seed", range(12))
def test_the_counts_of_columns_are_those_of_the_definition(seed):
    drawn = random.Random(seed)
    k, rows = drawn.choice([(1, 2), (2, 1), (2, 2), (2, 3), (3, 2)])
    table = {block: drawn.random() < 0.8 for block in product(range(k + 1), repeat=4)}

    for n, (number, counts) in enumerate(islice(column_counts(table.__getitem__, k, rows), 4)):
        assert number == sum(1 for _ in legal_arrays(table.__getitem__, k, rows, n)), n
        assert len(counts) == k**rows


@pytest.mark.parametrize("seed", range(12))
def test_a_random_rule_of_windows_is_the_rule_of_gfkit(seed):
    """Forbidden windows of at most two rows and two columns; gfkit counts single boards by another method."""
    drawn = random.Random(seed)
    k = drawn.choice([2, 2, 3])
    windows = []
    while len(windows) < 3:
        high, wide = drawn.choice([(1, 2), (2, 1), (2, 2), (2, 2)])
        rows = ["".join(drawn.choice("0123"[:k] + "?") for _ in range(wide)) for _ in range(high)]
        windows += ["/".join(rows)] * bool({*"".join(rows)} - {"?"})
    rule = gfkit.Rule.array(colours=k, forbid=windows)
    statement, _ = lean_statement(certificate(rule, "2xn"))
    ok = block_function(statement.rule)
    for n in range(1, 4):
        assert sum(1 for _ in legal_arrays(ok, k, 2, n)) == gfkit.count(rule, f"2x{n}"), (windows, n)


# The text ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("alone", [False, True])
@pytest.mark.parametrize(("game", "board"), PROVED[:6])
def test_the_file_is_read_back(game, board, alone):
    given = certificate(game, board)
    text = lean_file(given, alone)
    assert lean_statement_in(text)[0] == lean_statement(given)[0]
    assert len(text.splitlines()) < 27 or alone


CHANGES = {
    "another library": (
        "def not (a : Bool) : Bool := Bool.rec .true .false a",
        "def not (a : Bool) : Bool := a",
    ),
    "another count": ("length (filter (legal ok k h (outside k h))", "length (filter (fun _ => .true)"),
    "Nat.add": (
        "noncomputable section\nnamespace Gfkit.d",
        "def Nat.add (a b : Nat) : Nat := a\nnamespace Gfkit.d",
    ),
    "Eq": (
        "noncomputable section\nnamespace Gfkit.d",
        "axiom Eq.all : ∀ a b : Nat, Eq a b\nnamespace Gfkit.d",
    ),
    "axiom": (":= Eq.refl _", ":= sorry"),
    "statement": ("(Nat.mul 5 (a (Nat.add n 2)))", "(Nat.mul 6 (a (Nat.add n 2)))"),
    "definition": ("def a (n : Nat) : Nat := count rule 3 4 n", "def a (n : Nat) : Nat := count rule 3 3 n"),
    "a name in the rule": ("pick (Nat.beq c 0)", "pick (Nat.ble c 0)"),
    "an option": ("set_option maxHeartbeats 0", "set_option debug.skipKernelTC true"),
    "another line": ("end Gfkit.domino", "theorem more : Eq 0 0 := rfl\nend Gfkit.domino"),
    "a comment": ("/- domino", "/- -/ axiom no : False /- domino"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_changed_text_is_refused(change, tmp_path):
    old, new = CHANGES[change]
    text = lean_file(certificate("domino-tilings", "4xn"), alone=True)
    assert old in text
    forged = text.replace(old, new)
    with pytest.raises(InputError):
        lean_statement_in(forged)
    file = tmp_path / "forged.lean"
    file.write_text(forged, "utf-8")
    assert call("certify", str(file)).code == 1


def test_rules_outside_the_library_are_refused_with_the_other_format(tmp_path):
    for game, board in [
        ("spanning-trees", "2xn"),
        ("independent-sets", "cylinder:3xn"),
        ("dominating-sets", "2xn"),
    ]:
        run = call("derive", game, board, "--save", str(tmp_path / "no.lean"))
        assert run.code == 2, game
        assert ".v" in run.err
        assert len(run.err.strip().splitlines()) == 1
        assert not (tmp_path / "no.lean").exists()


def test_a_missing_lean_is_named(monkeypatch, tmp_path):
    monkeypatch.setattr(lean_kernel, "find_lean", lambda: None)
    with pytest.raises(OptionError, match="lean"):
        ask_lean(lean_file(certificate("independent-sets", "2xn")))
    file = tmp_path / "theorem.lean"
    file.write_text(lean_file(certificate("independent-sets", "2xn"), alone=True), "utf-8")
    assert call("certify", str(file), "--kernel").code == 2
    assert call("certify", str(file)).code == 3
    assert call("certify", str(tmp_path / "missing.lean")).code == 2


def test_the_library_is_short_enough_to_read():
    names = [*LIBRARY, *FRONTS.values()]
    assert sum(len(lean_library(name).splitlines()) for name in names) <= 1500
    assert not re.search(r"\b(sorry|axiom|native_decide|unsafe)\b", library_text())
    assert len(re.findall(r"^unsafe axiom", lean_library("Prelude"), re.MULTILINE)) == 2


# The kernel -------------------------------------------------------------------------------------------------


@LEAN
@pytest.mark.parametrize(("game", "board"), PROVED)
def test_lean_proves_the_theorems(game, board):
    said = ask_lean(lean_file(certificate(game, board)))
    assert said.startswith("checked by the kernel of Lean")


@LEAN
def test_lean_proves_the_numbers_of_the_encyclopedia():
    """The numbers are printed in A005178, A006506 and A001835 of the OEIS."""
    printed = {
        ("domino-tilings", "4xn"): [1, 1, 5, 11, 36],
        ("perfect-matchings", "3xn"): [1, 0, 3, 0, 11],
        ("independent-sets", "2xn"): [1, 3, 7],
    }
    for (game, board), numbers in printed.items():
        statement = lean_statement_in(lean_file(certificate(game, board)))[0]
        assert statement.terms == numbers
        assert ask_lean(lean_file(certificate(game, board)))


@LEAN
@pytest.mark.parametrize("seed", range(4))
def test_lean_proves_random_rules(seed):
    """Rules for which ``b`` and ``c``, or all four cells, matter."""
    drawn = random.Random(seed)
    windows = ["/".join("".join(drawn.choice("01") for _ in range(2)) for _ in range(2)) for _ in range(2)]
    rule = gfkit.Rule.array(colours=2, forbid=windows)
    assert ask_lean(lean_file(certificate(rule, "3xn"))).startswith("checked")


@LEAN
def test_lean_proves_fibonacci_numbers():
    """Independent sets of a path with n vertices: F(n+2); domino tilings of 2 x n and matchings: F(n+1)."""
    for game, board, c in [
        ("independent-sets", "path:n", 2),
        ("domino-tilings", "2xn", 1),
        ("matchings", "1xn", 1),
    ]:
        text = lean_file(certificate(game, board))
        assert f"theorem closed_form (n : Nat) : Eq (a n) (F (Nat.add {c} n))" in text
        assert ask_lean(text).startswith("checked")
    assert "closed_form" not in lean_file(certificate("independent-sets", "2xn"))


def forged_statements(true: LeanStatement) -> dict[str, LeanStatement]:
    """Return statements that are false, or that the bits in the file are too few to prove."""
    bits, bound = true.bits
    pairs, terms = true.pairs, true.terms
    return {
        "a coefficient": replaced(true, pairs=[(pairs[0][0] + 1, pairs[0][1]), *pairs[1:]]),
        "sides": replaced(true, pairs=[*pairs[:-1], pairs[-1][::-1]]),
        "a shorter recurrence": replaced(true, pairs=pairs[1:], terms=terms[1:]),
        "a shifted recurrence": replaced(true, terms=[0, *terms[:-1]]),
        "the first term": replaced(true, terms=[terms[0] + 1, *terms[1:]]),
        "the last term": replaced(true, terms=[*terms[:-1], terms[-1] + 1]),
        "more terms than columns": replaced(true, terms=[*terms, 1]),
        "another height": replaced(true, rows=true.rows + 1),
        "another symbol": replaced(true, symbols=true.symbols + 1),
        "overflowing fields": replaced(true, bits=(bound, bound)),
        "overflowing terms": replaced(true, bits=(bits, bound // 2)),
        "no bits": replaced(true, bits=(0, 0)),
    }


RULES = {
    "a window dropped": ("kings", "3xn", "and (Nat.beq b 1) (Nat.beq c 1)", "and .false .false"),
    "a window turned": ("kings", "3xn", "and (Nat.beq b 1) (Nat.beq c 1)", "and (Nat.beq a 1) (Nat.beq b 1)"),
    "a colour dropped": ("colourings:3", "3xn", "and (Nat.beq b 2) (Nat.beq d 2)", "and .false .false"),
    "the surroundings": ("domino-tilings", "4xn", "(Nat.beq d 2)", "(or (Nat.beq d 2) (Nat.beq d 3))"),
    "no rule": ("independent-sets", "3xn", "and (Nat.beq c 1) (Nat.beq d 1)", "and .false .false"),
}


@LEAN
def test_lean_rejects_false_statements():
    for game, board in [("domino-tilings", "4xn"), ("independent-sets", "3xn"), ("colourings:3", "2xn")]:
        true = lean_statement(certificate(game, board))[0]
        for name, forged in forged_statements(true).items():
            text = lean_file(certificate(game, board)).partition("noncomputable section")[
                0
            ] + lean_theorem_text(forged)
            assert lean_statement_in(text)[0] == forged, name
            with pytest.raises(InputError, match="rejects"):
                ask_lean(text)


@LEAN
@pytest.mark.parametrize(
    "multiplier", [[(0, 0), (1, 0)], [(0, 0), (0, 0)], [(0, 0), (0, 1)], [(1, 0), (0, 0)]]
)
def test_a_multiplier_does_not_prove_a_false_recurrence(multiplier):
    """There are 1, 6, 18, 54, ... colourings: a(n + 1) = 3 a(n) holds for n >= 1, and its shift for all n."""
    true, _ = lean_statement(certificate("colourings:3", "2xn"))
    head = lean_file(certificate("colourings:3", "2xn")).partition("noncomputable section")[0]
    true = replaced(true, bits=(20, 10))
    forged = replaced(true, pairs=[(0, 3), (1, 0)], multiplier=multiplier, terms=[1, 6, 18])
    with pytest.raises(InputError, match="rejects"):
        ask_lean(head + lean_theorem_text(forged))
    fine = replaced(true, pairs=[(0, 0), (0, 3), (1, 0)], multiplier=[(0, 0), (1, 0)], terms=[1, 6, 18, 54])
    assert ask_lean(head + lean_theorem_text(fine))


@LEAN
@pytest.mark.parametrize("change", RULES)
def test_lean_rejects_another_rule(change):
    game, board, old, new = RULES[change]
    text = lean_file(certificate(game, board))
    assert old in text
    with pytest.raises(InputError, match="rejects"):
        ask_lean(text.replace(old, new))


@LEAN
@pytest.mark.skipif(
    (find_lean() or lean_kernel.Lean((), "", True)).has_init, reason="this lean needs no prelude"
)
@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Nat.rec a (fun _ r => Nat.succ r) b", "Nat.rec a (fun _ r => r) b"),
        ("Nat.rec Nat.zero (fun _ r => Nat.add r a) b", "Nat.rec Nat.zero (fun _ r => Nat.add r b) a"),
        ("  | refl (a : α) : Eq a a\n@[simp]", "  | refl (a b : α) : Eq a b\n@[simp]"),
        ("Bool.rec .false y x", "Bool.rec y .true x"),
        ("| .zero, .succ _ => .false", "| .zero, .succ _ => .true"),
    ],
)
def test_another_prelude_does_not_fit_the_library(old, new, monkeypatch, tmp_path):
    monkeypatch.setattr(lean_kernel, "cache_directory", lambda: tmp_path)
    prelude = lean_library("Prelude")
    assert prelude.count(old) == 1
    monkeypatch.setattr(lean_kernel, "front_text", lambda _: prelude.replace(old, new))
    with pytest.raises(InputError, match="does not compile"):
        ask_lean(lean_file(certificate("independent-sets", "2xn")))


@LEAN
def test_the_command_line_proves_and_rejects(tmp_path):
    file = tmp_path / "tilings.lean"
    assert call("derive", "domino-tilings", "4xn", "--save", str(file)).code == 0
    run = call("certify", str(file), "--kernel")
    assert run.code == 0
    assert run.out.startswith("proved")
    assert told("certify", str(file), "--kernel")["checked_by"] == ["lean"]
    file.write_text(file.read_text("utf-8").replace("(.cons 11 (.cons 36", "(.cons 11 (.cons 37"), "utf-8")
    assert call("certify", str(file), "--kernel").code == 1


def test_a_certificate_is_written_in_both_forms(tmp_path):
    saved, file, folder = tmp_path / "a.json", tmp_path / "a.lean", tmp_path / "library"
    assert call("derive", "matchings", "2xn", "--save", str(saved)).code == 0
    assert call("certify", str(saved), "--lean", str(file), "--lean-library", str(folder)).code == 0
    assert "import Gfkit\n" in file.read_text("utf-8")
    assert {path.name for path in folder.iterdir()} == {"Gfkit.lean", "Prelude.lean", "Ordinary.lean"}
    file.unlink()
    assert call("certify", str(saved), "--lean", str(file), "--alone").code == 0
    assert library_text() in file.read_text("utf-8")
