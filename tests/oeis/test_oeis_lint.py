"""Lint: each rule fires on what breaks it and on nothing else; formulas and programs are evaluated."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gfkit.oeis import BFile, Entry
from gfkit.oeis.entry import statements
from gfkit.oeis.lint import LintReport, Outcome, lint_b_file, lint_entry
from gfkit.oeis.lint.formulas import formula_of
from gfkit.oeis.lint.programs import program_terms
from gfkit.oeis.lint.rules import signature_link

FIBONACCI = [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377]
PARTS = {"author": "_N. J. A. Sloane_", "links": [signature_link([1, 1])]}


def report(terms=FIBONACCI, first_n=0, keywords=("easy",), name="Fibonacci numbers.", **parts) -> LintReport:
    entry = Entry.of("A000045", name, terms, first_n, keywords, **{**PARTS, **parts})
    return lint_entry(Entry.read(f"{entry}\n".encode())[0])


def codes(found: LintReport) -> list[str]:
    return [finding.code for finding in found.findings]


def test_nothing_to_find():
    found = report(
        formulas=[
            "a(n) = a(n-1) + a(n-2) for n > 1. - _X Y_, Jan 01 2020",
            "G.f.: x/(1 - x - x^2). - _X Y_, Jan 01 2020",
            "a(n) = ((1+sqrt(5))^n-(1-sqrt(5))^n)/(2^n*sqrt(5)).",
            "a(2*n) = a(n)*(a(n+1) + a(n-1)).",
            "a(n) = A000032(n) - 2*a(n-1).",
            "a(n) = Sum_{k=0..n} binomial(n-k-1, k).",
            "E.g.f.: 2*exp(x/2)*sinh(sqrt(5)*x/2)/sqrt(5).",
        ],
        maple=["seq(coeff(series(x/(1-x-x^2), x, n+1), x, n), n = 0..30); # _X Y_"],
        mathematica=[
            "LinearRecurrence[{1, 1}, {0, 1}, 40] (* _X Y_ *)",
            "CoefficientList[Series[x/(1 - x - x^2), {x, 0, 40}], x] (* _X Y_ *)",
        ],
        programs=[
            "(PARI) concat([0], Vec(x/(1-x-x^2) + O(x^35))) \\\\ _X Y_",
            "(PARI) my(x='x+O('x^30)); concat([0], Vec(x/(1-x-x^2))) \\\\ _X Y_",
        ],
    )
    assert found.findings == ()
    assert found.is_clean
    outcomes = [check.outcome for check in found.checks]
    assert outcomes.count(Outcome.AGREES) == 11
    assert Outcome.DIFFERS not in outcomes


@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({"keywords": ("easy", "easy")}, ["K4"]),
        ({"keywords": ("easy", "wrong")}, ["K3"]),
        ({"keywords": ("easy", "new")}, ["K7"]),
        ({"keywords": ("easy", "nice")}, ["K10"]),
        ({"keywords": ("easy", "hard")}, ["K5"]),
        ({"keywords": ("easy", "tabl", "tabf")}, ["K5"]),
        ({"keywords": ("easy", "full")}, ["K9"]),
        ({"keywords": ("easy", "full", "fini")}, []),
        ({"keywords": ("easy", "cons")}, ["K13"]),
        ({"keywords": ()}, ["S6"]),
        ({"mathematica": ["IntegerDigits[n]"]}, ["K12"]),
        ({"name": "The a[n]."}, ["N1"]),
        ({"name": ""}, ["N2"]),
        ({"author": ""}, ["A1"]),
        ({"links": ['X, <a href="y">Z']}, ["H3"]),
        ({"links": ['<a href="/index/Fi#F">F</a>', '<a href="y">Z</a>']}, ["H2"]),
        ({"links": ['<a href="y">Z</a>', '<a href="/A000045/b000045.txt">Table</a>']}, ["H1"]),
        ({"programs": ["print(1)"]}, ["P3"]),
        ({"programs": ["(MAGMA) 1;"]}, ["P4"]),
        ({"crossrefs": ["Cf. A32, A000032."]}, ["Y1"]),
        ({"terms": [1, 2, 3], "links": []}, ["D7"]),
        ({"formulas": ["From _X_: (Start)", "Yes."]}, ["F3"]),
        ({"formulas": ["Yes. (End)"]}, ["F3"]),
        ({"formulas": ["From _X_: (Start)", "Yes. (End)"]}, []),
        ({"formulas": ["Conjecture: a(n) = a(n-1) + a(n-2)."]}, ["S5"]),
        ({"links": [signature_link([1, 1]).replace("02", "2")]}, ["S1"]),
        ({"links": [signature_link([1, 1]).replace("02", "03")]}, ["S2"]),
        ({"links": [signature_link([1, 1, 0])]}, ["S3"]),
        ({"links": [signature_link([1, 2])]}, ["S4"]),
        ({"links": [signature_link([1, 1]).split(", sig")[0]]}, ["S1"]),
    ],
)
def test_rules(parts, expected):
    assert codes(report(**parts)) == expected


def test_too_many_terms():
    entry = Entry("A000001", "X.", (10**100,) * 5, ("nonn",), 0, "_X_")
    assert codes(lint_entry(Entry.read(f"{entry}\n".encode())[0])) == ["D8"]


def test_sign_keywords():
    entry = Entry("A000001", "X.", (1, -1, 1, 3), ("nonn",), 0, "_X_")
    assert codes(lint_entry(Entry.read(f"{entry}\n".encode())[0])) == ["K8"]
    both = Entry("A000001", "X.", (1, -1, 1, 3), ("nonn", "sign"), 0, "_X_")
    assert codes(lint_entry(Entry.read(f"{both}\n".encode())[0])) == ["K5", "K8"]


def test_empty_entries_have_few_rules():
    for text in (
        "%I A396000\n%S A396000\n%N A396000 allocated for X\n%K A396000 allocated\n",
        "%I A000002\n%S A000002 1,2,3\n%N A000002 Erroneous.\n%K A000002 dead\n%O A000002 1,2\n",
    ):
        assert lint_entry(Entry.read(text.encode())[0]).findings == ()


@pytest.mark.parametrize(
    ("formula", "code", "says"),
    [
        ("a(n) = 2*a(n-1) + a(n-2).", "F1", "at n = 2 it gives 2, the data have 1"),
        ("a(n) = a(n-1) + a(n-2) for n > 0.", None, ""),
        ("a(n+1) = a(n) + a(n-1), with a(0) = 0, a(1) = 1.", None, ""),
        ("a(n) = a(n-1) + a(n-2) with a(0) = 0, a(1) = 2.", "F1", "the data have 1"),
        ("G.f.: 1/(1 - x - x^2).", "F1", "at n = 0 the formula gives 1, the data have 0"),
        ("O.g.f.: x/(1-x-x^2)", None, ""),
        ("Empirical: a(n) = 4*a(n-3) + a(n-6) for n>5. - _X_, Jan 01 2020", None, ""),
        ("Empirical: a(n) = 5*a(n-3) + a(n-6) for n>5.", "F1", "the conjecture is false"),
        ("a(n) = n + 1.", "F1", "at n = 0 the formula gives 1"),
    ],
)
def test_formulas(formula, code, says):
    found = report(formulas=[formula], links=[])
    assert codes(found) == ([code] if code else [])
    assert len(found.checks) == 1
    assert says in "".join(finding.message for finding in found.findings)


def test_a_missing_range():
    # 0, 1, 1, 2, ... with the first term changed: the recurrence is true from n = 3 on.
    found = report([7, *FIBONACCI[1:]], formulas=["a(n) = a(n-1) + a(n-2)."], links=[])
    assert [(finding.code, finding.fix) for finding in found.findings] == [("F2", "add 'for n >= 3'")]


def test_blocks_hedge_their_lines():
    entry = Entry(
        "A000045",
        comments=("It appears that this is so.",),
        formulas=(
            "Conjectures from _X_, Jan 01 2020: (Start)",
            "a(n) = 1.",
            "G.f.: x. (End)",
            "a(n) = 2. - _Y_, Jan 02 2020",
        ),
    )
    found = [(said.kind, said.place, said.text, said.hedged) for said in statements(entry)]
    assert found == [
        ("C", 0, "It appears that this is so.", True),
        ("F", 1, "a(n) = 1.", True),
        ("F", 2, "G.f.: x.", True),
        ("F", 3, "a(n) = 2.", False),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "a(n) = A000045(n).",
        "G.f. A(x) satisfies A(x) = 1 + x*A(x)^2.",
        "a(n) = n!!.",
        "a(n) = 2^n for n < 5.",
        "a(n) ~ n^2.",
        "T(n,k) = a(n) + 1.",
        "G.f.: Product_{k>=1} 1/(1-x^k).",
        "G.f.: x*y/(1-x).",
        "a(n) = n/2 if n is even.",
        "Number of ways.",
        "x" * 10_000,
    ],
)
def test_what_is_not_taken_for_a_formula(text):
    assert formula_of(text) is None


class TestPrograms:
    A054894 = (1, 2, 11, 48, 227, 1054, 4921, 22944, 107017, 499106)

    def test_another_sequence(self):
        # The expansion is 0, 0, 0, 0, 1, 0, 3, -4, ...
        line = "seq(coeff(series(x^4/((1+2*x)*(2*x^3+x^2-2*x+1)), x, n+1), x, n), n = 0..40); # _X_"
        program = program_terms("p", line, 7)
        assert program is not None
        assert program.terms == (0, 0, 0, 0, 1, 0, 3)
        found = report(self.A054894, 1, maple=[line], links=[])
        assert codes(found) == ["P1"]

    def test_the_right_ones(self):
        gf = "(1-2*x-x^2)/(1-4*x-4*x^2+4*x^3+x^4)"
        found = report(
            self.A054894,
            1,
            links=[signature_link([4, 4, -4, -1])],
            formulas=[f"G.f.: x*{gf}."],
            maple=[f"seq(coeff(series(x*{gf}, x, n+1), x, n), n = 1..30);"],
            mathematica=[
                f"CoefficientList[Series[{gf}, {{x, 0, 40}}], x]",
                f"Rest[CoefficientList[Series[x*{gf}, {{x, 0, 40}}], x]]",
                "LinearRecurrence[{4, 4, -4, -1}, {1, 2, 11, 48}, 40]",
                "Join[{1}, LinearRecurrence[{4, 4, -4, -1}, {2, 11, 48, 227}, 40]]",
            ],
            programs=[f"(PARI) Vec(x*{gf} + O(x^40))"],
        )
        assert codes(found) == []
        assert len(found.checks) == 8

    @pytest.mark.parametrize(
        ("kind", "line"),
        [
            ("t", "CoefficientList[Series[1/(1 - x - x^2), {x, 0, 40}], x]"),
            ("o", "(PARI) Vec(x/(1-x-x^2) + O(x^35))"),
            ("t", "LinearRecurrence[{1, 1}, {0, 0, 1}, 40]"),
            ("t", "LinearRecurrence[{1, 1}, {0, 0}, 40]"),
        ],
    )
    def test_leading_terms(self, kind, line):
        found = report(**{"mathematica" if kind == "t" else "programs": [line]}, links=[])
        assert codes(found) == (["P1"] if "{0, 0}" in line else ["P2"])

    @pytest.mark.parametrize(
        ("kind", "line"),
        [
            ("t", "LinearRecurrence[{1, 1}, {0}, 40]"),
            ("t", "LinearRecurrence[{1, x}, {0, 1}, 40]"),
            ("t", "CoefficientList[Series[1/x, {x, 0, 40}], x]"),
            ("t", "CoefficientList[Series[x^99999999, {x, 0, 40}], x]"),
            ("o", "(PARI) Vec(sqrt(1-x) + O(x^9))"),
            ("o", "(PARI) Vec(" + "(" * 3000 + " + O(x^9))"),
            ("p", "seq(coeff(series(1/(1-y), x, n+1), x, n), n = 0..40);"),
        ],
    )
    def test_what_cannot_be_read(self, kind, line):
        names = {"t": "mathematica", "o": "programs", "p": "maple"}
        found = report(**{names[kind]: [line]}, links=[])
        assert codes(found) == []
        assert all(check.outcome is Outcome.UNREAD for check in found.checks)


class TestTables:
    def pair(self, table: str, path: str = "b000045.txt", **parts) -> list[str]:
        entry = Entry.of("A000045", "X", FIBONACCI[:6], parts.pop("first_n", 0), author="_X_", **parts)
        return codes(lint_b_file(BFile.read(table.encode()), entry, path))

    def test_agreement(self):
        rows = [f"{n} {a}\n" for n, a in enumerate(FIBONACCI)]
        link = '<a href="/A000045/b000045.txt">Table of n, a(n) for n = 0..14</a>'
        assert self.pair("".join(rows), links=[link]) == []
        assert self.pair("".join(rows), links=[link.replace("14", "20")]) == ["B23"]
        assert self.pair("".join(rows), "b000046.txt") == ["B24"]
        assert self.pair("".join(rows), first_n=1) == ["B20"]
        assert self.pair("".join(rows[:6])) == ["B22"]
        assert self.pair("".join(rows).replace("4 3\n", "4 4\n")) == ["B21"]

    def test_an_unreadable_table(self):
        assert self.pair("0 0\n2 1\n") == ["B2"]


def test_terms_too_long_to_evaluate():
    found = report([10**9999, 1, 2, 10**19999], formulas=["a(n) = a(n-1) + a(n-2)."], links=[])
    assert found.checks == ()


def test_below_index_zero():
    found = report(first_n=-3, formulas=["a(n) = 7*a(n-1)."], links=[])
    assert found.checks == ()


SEED = Entry.of(
    "A000045",
    "Fibonacci numbers.",
    FIBONACCI,
    0,
    ["easy"],
    formulas=["a(n) = a(n-1) + a(n-2) for n > 1.", "Conjectures: (Start)", "G.f.: x/(1 - x - x^2). (End)"],
    maple=["seq(coeff(series(x/(1-x-x^2), x, n+1), x, n), n = 0..30);"],
    mathematica=[
        "LinearRecurrence[{1, 1}, {0, 1}, 40]",
        "CoefficientList[Series[x/(1-x-x^2), {x, 0, 9}], x]",
    ],
    programs=["(PARI) my(x='x+O('x^30)); concat([0], Vec(x/(1-x-x^2)))"],
    **PARTS,
)


@settings(max_examples=80, deadline=None)
@given(st.data())
def test_a_mangled_entry_is_judged(data):
    text = f"{SEED}\n"
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.integers(0, len(text) - 1))
        new = data.draw(st.text("0123456789+-*/^()[]{}=,;x an\n!", max_size=4))
        text = text[:place] + new + text[place + data.draw(st.integers(0, 4)) :]
    for reading in Entry.read(text.encode()):
        assert lint_entry(reading).is_clean in (True, False)


@pytest.mark.parametrize(
    "piece", [" ", "[_", "- _", "_", '<a href="', "a(n)=", "(*", "signature (1", "(", "G.f.: "]
)
def test_long_lines_of_one_thing(piece):
    line = (piece * (400_000 // len(piece)) + "x").strip()
    fields = ("comments", "links", "formulas", "mathematica", "programs", "crossrefs")
    entry = Entry.of("A000045", "X", FIBONACCI, 0, author="_X_", **{field: [line] for field in fields})
    assert lint_entry(Entry.read(f"{entry}\n".encode())[0]).subject == "A000045"


def test_constants_are_formulas():
    for said, codes in (("a(n) = 5.", []), ("a(n) = 6.", ["F1"]), ("a(n) = 6. This holds for odd n.", [])):
        entry = Entry.of("A010716", "Fives.", [5] * 8, 0, author="_X_", formulas=[said])
        found = lint_entry(Entry.read(f"{entry}\n".encode())[0]).findings
        assert [finding.code for finding in found] == codes


@pytest.mark.parametrize(
    "lines",
    [
        ("Empirical for the first differences:", "Empirical: a(n) = 3*a(n-1)."),
        ("Conjectures for the bisection, from _X_, Jan 01 2020: (Start)", "a(n) = 3*a(n-1).", "(End)"),
        ("For the partial sums:", "a(n) = 3*a(n-1)."),
        ("Conjecture: a(n) = 3*a(n-1). Here a(n) are the partial sums.",),
    ],
)
def test_what_may_speak_of_another_sequence_is_not_called_false(lines):
    entry = Entry.of("A000129", "Pell.", [1, 2, 5, 12, 29, 70, 169], 0, author="_X_", formulas=lines)
    report = lint_entry(Entry.read(f"{entry}\n".encode())[0])
    assert not [found for found in report.findings if found.code in ("F1", "F2")]
    assert [check.outcome for check in report.checks] == ["not read"]


WELL_KNOWN = {
    "formulas": [
        "a(n) = a(n-1) + a(n-2) for n > 1.",
        "G.f.: x/(1 - x - x^2).",
        "a(n) = ((1+sqrt(5))^n-(1-sqrt(5))^n)/(2^n*sqrt(5)).",
        "a(n) = 3*a(n-2) - a(n-4) for n > 3.",
        "a(n) = 2*a(n-1) - a(n-3) for n > 2.",
    ],
    "mathematica": ["LinearRecurrence[{1, 1}, {0, 1}, 40] (* _X Y_ *)"],
}


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("a(n) = Sum_{k=0..n} binomial(n-k, k).", "a(n) = Sum_{k=0..n} binomial(n-k-1, k)."),
        ("a(n) = round(phi^(n+1)/sqrt(5)).", "a(n) = round(phi^n/sqrt(5))."),
        ("a(n) = Lucas(n) - Fibonacci(n).", "a(n) = (Lucas(n+1) + Lucas(n-1))/5 for n > 0."),
    ],
)
def test_a_wrong_sum_or_name_is_found_beside_formulas_that_agree(wrong, right):
    beside = ["a(n) = a(n-1) + a(n-2) for n > 1.", "G.f.: x/(1 - x - x^2)."]
    found = report(formulas=[*beside, wrong])
    assert codes(found) == ["F1"]
    assert report(formulas=[*beside, right]).is_clean
    # Alone it may only have been read otherwise than it was meant.
    assert report(formulas=[wrong]).is_clean


@pytest.mark.parametrize("place", range(2, 14))
def test_one_wrong_term_is_said_once(place):
    wrong = [*FIBONACCI]
    wrong[place] += 3
    found = report(wrong, **WELL_KNOWN)
    assert [finding.code for finding in found.findings if finding.code[0] in "FP"] == ["F4"]
    message = next(finding for finding in found.findings if finding.code == "F4").message
    assert message.startswith(f"the term a({place}) = {wrong[place]} is wrong: ")
    assert message.endswith(f"give {FIBONACCI[place]}")


def test_a_wrong_formula_among_right_ones_is_said_once_and_no_term_is_blamed():
    formulas = [*WELL_KNOWN["formulas"], "a(n) = a(n-1) + 2*a(n-2) for n > 1."]
    found = report(**{**WELL_KNOWN, "formulas": formulas})
    assert [finding.code for finding in found.findings] == ["F1"]


def test_right_terms_are_not_blamed_by_formulas_that_differ_among_themselves():
    formulas = [f"a(n) = a(n-1) + {k}*a(n-2) for n > 1." for k in (2, 3, 4, 5)]
    found = report(**{**WELL_KNOWN, "formulas": [WELL_KNOWN["formulas"][0], *formulas]})
    assert [finding.code for finding in found.findings] == ["F1"] * 4
