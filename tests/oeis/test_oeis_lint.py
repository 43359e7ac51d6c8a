"""Lint: each rule fires on what breaks it and on nothing else; formulas and programs are evaluated.

The numbers are the Fibonacci numbers, A054894 and what is plain by hand; a changed term or formula is wrong
by construction.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from bulk_files import FIBONACCI
from hypothesis import given, settings
from hypothesis import strategies as st

from gfkit.oeis import BFile, Entry
from gfkit.oeis.entry import statements
from gfkit.oeis.lint import LintReport, Outcome, lint_b_file, lint_entry
from gfkit.oeis.lint.formulas import formula_of
from gfkit.oeis.lint.programs import program_terms

TERMS = FIBONACCI[:15]
DATA = tomllib.loads((Path(__file__).parents[1] / "data" / "lint.toml").read_text(encoding="utf-8"))


LINK = (
    '<a href="/index/Rec#order_02">Index entries for linear recurrences with constant coefficients</a>,'
    " signature (1,1)."
)


def linted(entry: Entry) -> LintReport:
    return lint_entry(Entry.read(f"{entry}\n".encode())[0])


def report(terms=TERMS, first_n=0, keywords=("easy",), name="Fibonacci numbers.", **parts) -> LintReport:
    parts = {"author": "_N. J. A. Sloane_", "links": [LINK], **parts}
    return linted(Entry.of("A000045", name, terms, first_n, keywords, **parts))


def codes(found: LintReport) -> list[str]:
    return [finding.code for finding in found.findings]


def test_nothing_to_find():
    found = report(**DATA["right"])
    assert found.findings == ()
    assert found.is_clean
    outcomes = [check.outcome for check in found.checks]
    assert outcomes.count(Outcome.AGREES) == 11
    assert Outcome.DIFFERS not in outcomes


def test_rules():
    for code, parts in DATA["rules"]:
        assert codes(report(**parts)) == code.split(), parts
    for wanted, terms, keywords in (
        (["D8"], (10**100,) * 5, ("nonn",)),
        (["K8"], (1, -1, 1, 3), ("nonn",)),
        (["K5", "K8"], (1, -1, 1, 3), ("nonn", "sign")),
    ):
        assert codes(linted(Entry("A000001", "X.", terms, keywords, 0, "_X_"))) == wanted
    for text in (  # empty entries have few rules
        "%I A396000\n%S A396000\n%N A396000 allocated for X\n%K A396000 allocated\n",
        "%I A000002\n%S A000002 1,2,3\n%N A000002 Erroneous.\n%K A000002 dead\n%O A000002 1,2\n",
    ):
        assert lint_entry(Entry.read(text.encode())[0]).findings == ()


def test_formulas():
    for formula, says in DATA["formulas"]:
        found = report(formulas=[formula], links=[])
        assert codes(found) == (["F1"] if says else []), formula
        assert len(found.checks) == 1
        assert says in "".join(finding.message for finding in found.findings)
    # 0, 1, 1, 2, ... with the first term changed: the recurrence is true from n = 3 on.
    found = report([7, *TERMS[1:]], formulas=["a(n) = a(n-1) + a(n-2)."], links=[])
    assert [(finding.code, finding.fix) for finding in found.findings] == [("F2", "add 'for n >= 3'")]
    for said, wanted in (("a(n) = 5.", []), ("a(n) = 6.", ["F1"]), ("a(n) = 6. This holds for odd n.", [])):
        assert codes(linted(Entry.of("A010716", "5.", [5] * 8, 0, author="_X_", formulas=[said]))) == wanted


def test_what_is_not_evaluated_or_not_called_false():
    for text in (*DATA["unread"], "x" * 10_000):
        assert formula_of(text) is None, text
    long = [10**9999, 1, 2, 10**19999]
    assert report(long, formulas=["a(n) = a(n-1) + a(n-2)."], links=[]).checks == ()
    assert report(first_n=-3, formulas=["a(n) = 7*a(n-1)."], links=[]).checks == ()
    # Blocks hedge their lines.
    formulas = (
        "Conjectures from _X_, Jan 01 2020: (Start)",
        "a(n) = 1.",
        "G.f.: x. (End)",
        "a(n) = 2. - _Y_",
    )
    entry = Entry("A000045", comments=("It appears that this is so.",), formulas=formulas)
    found = [(said.kind, said.place, said.text, said.hedged) for said in statements(entry)]
    assert found[0] == ("C", 0, "It appears that this is so.", True)
    assert [one[1:] for one in found[1:3]] == [(1, "a(n) = 1.", True), (2, "G.f.: x.", True)]
    assert (found[3][0], found[3][1], found[3][3]) == ("F", 3, False)
    # What may speak of another sequence is not called false.
    for lines in (
        ("Empirical for the first differences:", "Empirical: a(n) = 3*a(n-1)."),
        ("Conjectures for the bisection, from _X_, Jan 01 2020: (Start)", "a(n) = 3*a(n-1).", "(End)"),
        ("For the partial sums:", "a(n) = 3*a(n-1)."),
        ("Conjecture: a(n) = 3*a(n-1). Here a(n) are the partial sums.",),
    ):
        pell = [1, 2, 5, 12, 29, 70, 169]
        found = linted(Entry.of("A000129", "Pell.", pell, 0, author="_X_", formulas=lines))
        assert not {"F1", "F2"} & {*codes(found)}, lines
        assert [check.outcome for check in found.checks] == ["not read"]


# One wrong thing among right ones


def test_a_wrong_sum_or_name_is_found_beside_formulas_that_agree():
    beside = DATA["known"]["formulas"][:2]
    for wrong, right in (
        ("a(n) = Sum_{k=0..n} binomial(n-k, k).", "a(n) = Sum_{k=0..n} binomial(n-k-1, k)."),
        ("a(n) = round(phi^(n+1)/sqrt(5)).", "a(n) = round(phi^n/sqrt(5))."),
        ("a(n) = Lucas(n) - Fibonacci(n).", "a(n) = (Lucas(n+1) + Lucas(n-1))/5 for n > 0."),
    ):
        assert codes(report(formulas=[*beside, wrong])) == ["F1"]
        assert report(formulas=[*beside, right]).is_clean
        # Alone it may only have been read otherwise than it was meant.
        assert report(formulas=[wrong]).is_clean


def test_wrong_terms_are_said_once_and_right_ones_not_blamed():
    for place in (2, 13):
        wrong = [*TERMS]
        wrong[place] += 3
        found = [one for one in report(wrong, **DATA["known"]).findings if one.code[0] in "FP"]
        assert [finding.code for finding in found] == ["F4"], place
        assert found[0].message.startswith(f"the term a({place}) = {wrong[place]} is wrong: ")
        assert found[0].message.endswith(f"give {TERMS[place]}")
    # Right terms are not blamed by formulas that differ among themselves.
    one = [*DATA["known"]["formulas"], "a(n) = a(n-1) + 2*a(n-2) for n > 1."]
    assert codes(report(**{**DATA["known"], "formulas": one})) == ["F1"]
    many = [DATA["known"]["formulas"][0], *(f"a(n) = a(n-1) + {k}*a(n-2) for n > 1." for k in (2, 3, 4, 5))]
    assert codes(report(**{**DATA["known"], "formulas": many})) == ["F1"] * 4


# Programs

A054894 = (1, 2, 11, 48, 227, 1054, 4921, 22944, 107017, 499106)


def test_programs():
    # The expansion is 0, 0, 0, 0, 1, 0, 3, -4, ...
    line = "seq(coeff(series(x^4/((1+2*x)*(2*x^3+x^2-2*x+1)), x, n+1), x, n), n = 0..40); # _X_"
    assert program_terms("p", line, 7).terms == (0, 0, 0, 0, 1, 0, 3)
    assert codes(report(A054894, 1, maple=[line], links=[])) == ["P1"]
    found = report(A054894, 1, **DATA["a054894"])
    assert codes(found) == []
    assert len(found.checks) == 8
    # Programs that differ or cannot be read.
    for code, kind, line in DATA["programs"]:
        found = report(**{kind: [line]}, links=[])
        assert codes(found) == code.split(), line
        assert code or {check.outcome for check in found.checks} <= {Outcome.UNREAD}


# Tables


def test_entries_and_their_tables():
    def pair(table: str, path: str = "b000045.txt", first_n: int = 0, **parts) -> list[str]:
        entry = Entry.of("A000045", "X", TERMS[:6], first_n, author="_X_", **parts)
        return codes(lint_b_file(BFile.read(table.encode()), entry, path))

    rows = [f"{n} {a}\n" for n, a in enumerate(TERMS)]
    whole = "".join(rows)
    link = '<a href="/A000045/b000045.txt">Table of n, a(n) for n = 0..14</a>'
    assert pair(whole, links=[link]) == []
    assert pair(whole, links=[link.replace("14", "20")]) == ["B23"]
    assert pair(whole, "b000046.txt") == ["B24"]
    assert pair(whole, first_n=1) == ["B20"]
    assert pair("".join(rows[:6])) == ["B22"]
    assert pair(whole.replace("4 3\n", "4 4\n")) == ["B21"]
    assert pair("0 0\n2 1\n") == ["B2"]


# Whatever is given

SEED = Entry.of(
    "A000045", "Fibonacci numbers.", TERMS, 0, ["easy"], author="_X_", links=[LINK], **DATA["right"]
)


@settings(max_examples=8)
@given(st.data())
def test_a_mangled_entry_is_judged(data):
    text = f"{SEED}\n"
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(text) - 1))
        new = data.draw(st.text("0123456789+-*/^()[]{}=,;x an\n!", max_size=4))
        text = text[:place] + new + text[place + data.draw(st.integers(0, 4)) :]
    for reading in Entry.read(text.encode()):
        assert lint_entry(reading).is_clean in (True, False)


def test_long_lines_of_one_thing():
    fields = ("comments", "links", "formulas", "mathematica", "programs", "crossrefs")
    for piece in (" ", "[_", "- _", "_", '<a href="', "a(n)=", "(*", "signature (1", "(", "G.f.: "):
        line = (piece * (20_000 // len(piece)) + "x").strip()
        entry = Entry.of("A000045", "X", TERMS, 0, author="_X_", **{field: [line] for field in fields})
        assert linted(entry).subject == "A000045", piece
