"""The gate: a name is settled when its terms are those of what was read, and a misreading never is.

Terms are Fibonacci numbers, listings of all sets or arrays, and entries in print (A051736, A006864, A001835).
"""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from choice import drawn
from name_readers import INDEPENDENT, read

from gfkit import Rule, brute_force, count
from gfkit.oeis import Entry
from gfkit.oeis.reading import read_name
from gfkit.oeis.settle import NamedTerms, SettledName, settle_name
from gfkit.oeis.settle.gate import are_plain

FIBONACCI = (2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233)
"""Words of two letters without two ones together, of 1, 2, ... letters."""


def listed(rows: int, columns: int) -> int:
    """Independent sets of a grid, by looking at all its subsets."""
    found = 0
    for cells in product((0, 1), repeat=rows * columns):
        at = [cells[k * columns : (k + 1) * columns] for k in range(rows)]
        is_apart = all(not (a and b) for row in at for a, b in pairwise(row))
        found += is_apart and not any(a and b for pair in pairwise(at) for a, b in zip(*pair, strict=True))
    return found


WIDE = (*(listed(n, 3) for n in range(1, 5)), 827, 2999, 10897)
"""Independent sets of n X 3 grids: 5, 17, 63, 227, and the next three as in A051736."""
SIDES = [(1, 2), (1, 3), (2, 2), (1, 4), (2, 3), (3, 2), (1, 5), (2, 4), (3, 3)]
TABLE = tuple(listed(*sides) for sides in SIDES)
"""By antidiagonals: grids of n rows and k + 1 columns; and the same with rows and columns exchanged."""
TURNED = (*(TABLE[k] for k in (0, 2, 1, 5, 4, 3)), listed(4, 2), TABLE[8], TABLE[7])


def settled(name: str, terms: tuple[int, ...], first_n: int | None = None, reader=read) -> SettledName:
    return settle_name(NamedTerms("A000001", name, terms, first_n), reader)


def test_a_name_that_is_settled():
    assert WIDE[:4] == (5, 17, 63, 227)
    found = settled("independent sets of nx3", WIDE)
    assert (found.settlement, found.reason, found.family, found.compared) == ("settled", "", "nx3", 7)
    assert found.listed == (("1x3", "5"), ("2x3", "17"))
    assert found.evidence["status"] == "proved"
    assert (found.signature, found.order) == ("(2,6,0,-1)", 4)
    assert found.series.terms(7) == list(WIDE)
    for said in ("signature (2,6,0,-1)", "b000001.txt"):
        assert any(said in line for line in found.additions)
    # Powers are plain terms.
    for base in (2, 3, 6, 10, 40):
        assert are_plain([base**power for power in (0, 3, 1, 30)])
        assert not are_plain([base**3, base**3 + 1 if base > 2 else 7])
    assert are_plain([0, 0, 0])
    assert are_plain([])
    assert not are_plain([36, 6, 12])


LATER = "n = 1: 3 in the entry, 2 on the board"
GATE = {
    "independent sets of 1xn": [
        (FIBONACCI, None, "settled"), (FIBONACCI, 1, "settled"), ((1, *FIBONACCI), None, "settled"),
        ((1, *FIBONACCI), 0, "settled"), ((0, *FIBONACCI), 0, "settled"),  # of no letters: a convention
        ((7, *FIBONACCI), 0, "differs", "n = 0: 7 in the entry, 1 on the board"),
        (FIBONACCI, 0, "differs", "n = 0: 2 in the entry, 1 on the board"),
        (FIBONACCI[1:], None, "agrees", "other offset"), (FIBONACCI[1:], 2, "settled"),
        (FIBONACCI[1:], 1, "differs", LATER), (FIBONACCI[1:7], None, "differs", LATER),
        ((*FIBONACCI[1:8], 88), None, "differs", LATER),
        ((*FIBONACCI, 376), None, "differs", "n = 12: 376 in the entry, 377 on the board"),
        (FIBONACCI[:7], None, "agrees", "too few terms"), ((), None, "refused", "no terms"),
    ],
    "independent sets one longer of 1xn": [
        (FIBONACCI[1:], None, "settled"), (FIBONACCI, None, "settled"),  # with n = 0
        (FIBONACCI, 1, "differs", "n = 1: 2 in the entry, 3 on the board"),
    ],
    "words": [(tuple(2**n for n in range(1, 12)), None, "agrees", "plain terms")],
    "ternary": [(tuple(3 * 2 ** (n - 1) for n in range(1, 12)), None, "settled")],
    "rings": [
        ((1, 3, 4, 7, 11, 18, 29, 47, 76), 1, "agrees", "terms without board"),
        ((4, 7, 11, 18, 29, 47, 76), 3, "settled"),
    ],
    "a table": [
        (TABLE, None, "agrees", "table"), (TURNED, None, "agrees", "table"),
        ((*TABLE[:5], 64), None, "differs", "n = 6: 64 in the entry, 17 on the board"),
    ],
    "nothing": [(FIBONACCI, None, "refused", "table")],
    "no rule": [(FIBONACCI, None, "refused", "no rule")],
    "no family": [(FIBONACCI, None, "refused", "no rule")],
    "something else": [(FIBONACCI, None, "refused", "not read")],
    "": [(FIBONACCI, None, "refused", "not read")],
}  # fmt: skip
"""For each name terms, the index of the first, and what becomes of them, with the reason if not settled."""


def test_what_becomes_of_a_name():
    for name, cases in GATE.items():
        for terms, first_n, *wanted in cases:
            found = settled(name, terms, first_n)
            assert [found.settlement, *filter(None, [found.reason])] == wanted, (name, terms, found.detail)
            assert bool(found.additions) == (wanted == ["settled"])


def test_a_misreading_is_never_settled():
    """Any one term changed, anywhere: another sequence than the one that is counted."""
    chance = drawn("misreading")
    for _ in range(6):
        family, terms = chance.choice([("1xn", [*FIBONACCI]), ("nx3", [*WIDE])])
        place = chance.randrange(len(terms))
        terms[place] += chance.choice([*range(-9, 0), *range(1, 10)])
        found = settled(f"independent sets of {family}", tuple(terms))
        assert (found.settlement, found.additions) == ("differs", ()), terms
        assert found.difference.printed == str(terms[found.difference.n - found.first_n])


def test_terms_decide_between_two_readings():
    assert settled("two meanings of 1xn", FIBONACCI).signature == "(1,1)"
    rising = tuple(range(2, 18))  # n + 1 words do not fall
    assert settled("two meanings of 1xn", rising).signature == "(2,-1)"
    neither = settled("two meanings of 1xn", (*FIBONACCI[:8], 90))
    assert (neither.settlement, neither.difference.n) == ("differs", 9)
    # 2, 3 is the beginning of both; so are all terms where two sentences are one.
    assert settled("two meanings of 1xn", (2, 3)).reason == "two readings"
    assert settled("two sentences for 1xn", FIBONACCI).is_settled
    large = NamedTerms("A000001", "two of which one is too large", FIBONACCI)
    found = settle_name(large, read, 1 << 20)
    assert (found.settlement, found.reason, found.additions) == ("agrees", "two readings", ())


def test_the_board_that_is_listed_has_the_last_word(monkeypatch):
    monkeypatch.setattr("gfkit.oeis.settle.gate.brute_force", lambda *_, **__: 4)
    found = settled("independent sets of 1xn", FIBONACCI)
    assert (found.settlement, found.reason) == ("refused", "broken off")
    assert "4 are listed" in found.detail


@pytest.mark.slow(3)
def test_what_is_listed_is_small(monkeypatch):
    """2^24 sets of edges of a 4 X 4 grid are too many to go through; with degrees in view few are tried."""
    asked = ("Number of Hamiltonian cycles in P_4 X P_n.", (2, 6, 14, 37, 92, 236, 596, 1517, 3846), 3)
    found = settled(*asked, reader=read_name)  # A006864
    assert found.is_settled, (found.reason, found.detail)
    assert found.listed == (("4x3", "2"), ("4x4", "6"))
    # 20 cells in a row have 2^20 fillings, which is too much; so the same rule is listed on fewer columns.
    broad = tuple(int(count(Rule.of(INDEPENDENT), f"{n}x10").count) for n in range(1, 7))
    found = settled("independent sets of nx10", broad)
    assert found.is_settled
    assert [int(number) for _, number in found.listed] == [
        listed(*map(int, board.split("x"))) for board, _ in found.listed
    ]
    assert len(found.listed) == 2

    monkeypatch.setattr(
        "gfkit.oeis.settle.gate.brute_force", lambda board, tries: brute_force(board, tries=min(tries, 50))
    )
    found = settled(*asked, reader=read_name)
    assert (found.settlement, found.reason, found.additions) == ("agrees", "not listed", ())


# Entries with hedged lines


def entry_of(*formulas: str, terms=FIBONACCI, first_n=1, name="independent sets of 1xn") -> NamedTerms:
    entry = Entry.of("A000045", name, list(terms), first_n, author="_X_", formulas=list(formulas))
    return NamedTerms("A000045", name, tuple(terms), first_n, entry)


def test_the_hedged_lines_of_an_entry_are_settled():
    lines = ("Empirical: a(n) = a(n-1) + a(n-2).", "Conjecture: a(n) = 2*a(n-1) for n > 3.")
    found = settle_name(entry_of(*lines), read)
    assert found.is_settled
    assert [line["verdict"] for line in found.lines] == ["confirmed", "false"]
    added = " ".join(found.additions)
    assert added.count("is confirmed using the transfer matrix method") == 1
    assert "is false" in added
    found = settle_name(entry_of(), read)
    assert found.is_settled
    assert any("proved by the transfer matrix method" in line for line in found.additions)
    found = settle_name(entry_of("Conjecture: a(n) is prime for infinitely many n."), read)
    assert (found.settlement, found.reason) == ("agrees", "line not settled")
    misread = settle_name(entry_of(lines[0], terms=(*FIBONACCI[:7], 56)), read)
    assert (misread.settlement, misread.lines) == ("differs", ())


DOMINOES = (3, 11, 41, 153, 571, 2131, 7953, 29681)
"""Tilings of 3 X 2n boards by dominoes, A001835: a(n) = 4 a(n-1) - a(n-2)."""
ODD = (1, 3, 8, 21, 55, 144, 377, 987)
"""Tilings of 2 X (2n-1) boards, every second Fibonacci number: a(n) = 3 a(n-1) - a(n-2)."""
TILINGS = "Number of tilings of a {} rectangle using dominoes."


def test_every_second_board_has_a_law_of_its_own():
    for board, terms, *wanted in (
        ("3 X 2n", DOMINOES, "3xn", 2, 0, "(4,-1)"),
        ("2 X (2n-1)", ODD, "2xn", 2, -1, "(3,-1)"),
    ):
        found = settled(TILINGS.format(board), terms, 1, read_name)
        assert found.is_settled
        assert [found.family, found.step, found.shift, found.signature] == wanted
        assert tuple(map(int, found.series.terms(len(terms)))) == terms
        wrong = settled(TILINGS.format(board), (*terms[:-1], terms[-1] + 1), 1, read_name).difference
        assert (wrong.n, wrong.counted) == (len(terms), str(terms[-1]))
    lines = ("Empirical: a(n) = 4*a(n-1) - a(n-2).", "Empirical: a(n) = 4*a(n-2) - a(n-4) for n > 4.")
    found = settle_name(entry_of(*lines, terms=DOMINOES, name=TILINGS.format("3 X 2n")), read_name)
    assert found.is_settled
    assert [line["verdict"] for line in found.lines] == ["confirmed", "false"]


# With the reader of names

SENTENCES = [
    ("Number of (n+1) X 2 0..2 arrays with every 2 X 2 subblock summing to {}.", 1, lambda s: s == 4),
    ("Half the number of (n+1) X 2 0..2 arrays with no 2 X 2 subblock having sum {}.", 2, lambda s: s != 4),
]


@pytest.mark.parametrize(
    ("sentence", "divisor", "allowed"),
    [SENTENCES[0], pytest.param(*SENTENCES[1], marks=pytest.mark.slow(0.8))],
)
def test_a_sentence_becomes_a_theorem_and_a_changed_one_does_not(sentence, divisor, allowed):
    """Arrays of n + 1 rows and 2 columns, all looked at."""
    rows = {n: [*product(range(3), repeat=2 * n + 2)] for n in range(1, 5)}
    terms = tuple(
        sum(all(allowed(sum(a[k : k + 4])) for k in range(0, 2 * n, 2)) for a in rows[n]) // divisor
        for n in rows
    )
    found = settled(sentence.format(4), terms, reader=read_name)
    # Four terms of two digits are enough, and all of these have two but the first of one.
    assert found.reason in ("", "too few terms")
    longer = (*terms, *(int(value) for value in found.series.terms(8)[4:]))
    found = settled(sentence.format(4), longer, reader=read_name)
    assert found.is_settled
    assert (found.family, found.shift, found.first_n) == ("nx2", 1, 1)
    for other in (3, 5):
        changed = settled(sentence.format(other), longer, reader=read_name)
        assert changed.settlement in ("differs", "refused"), changed
        assert changed.family
    assert not settled(sentence.format("some"), longer, reader=read_name).family
