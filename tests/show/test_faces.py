"""Display of values in notebooks and in print: hooks, formulas, cards, figures.

Formulas are evaluated by an evaluator of the tests, or parsed; numbers on cards are known or counted.
"""

import pickle
import re
import sys
import xml.etree.ElementTree as ET
from dataclasses import is_dataclass
from fractions import Fraction
from itertools import accumulate
from math import log10

import pytest
from cli.calling import python
from hypothesis import given, strategies as st
from lazily import Lazily
from show.markup import FORMS, HOSTILE, Page, evaluated, form
from tables import tables

import gfkit
import gfkit.core.algebra
import gfkit.play.equilibria
from gfkit.claims.provers.equilibrium_law import payoff_laws
from gfkit.core.algebra import (
    Algebraic,
    Ball,
    Count,
    Evidence,
    Polynomial,
    PRecursive,
    QuasiPolynomial,
    RationalGF,
    RationalPolynomial,
    Recurrence,
    Status,
    density,
    piece_moments,
)
from gfkit.core.algebra.closed_form import closed_form
from gfkit.core.algebra.growth import growth
from gfkit.core.boards import parse_board
from gfkit.core.errors import InputError
from gfkit.core.rules import Question, find_rule
from gfkit.core.writable import Face, Printable
from gfkit.play import ShortGame
from gfkit.play.laws import RepetitionLaw
from gfkit.proofs import check
from gfkit.questions.probability import probabilities

DATA = tables("show_cases")["faces"]

PROVED = Evidence(Status.PROVED, HOSTILE)


def values() -> dict[str, object]:
    """Return one value of each displayed kind, with its forms: l for LaTeX, s for SVG, h for HTML."""
    catalan, squares = PRecursive.of([[1, 1], [2, -4]], [1]), RationalGF.parse("t^2/(1 - 2t + 2t^3 - t^4)")
    weighted = RationalGF.parse("(1 + t*x)/(1 - t - x*t^2)")
    derived, nim = gfkit.derive("domineering", "2xn"), gfkit.nim("octal:0.77", to=30)
    window = gfkit.Rule.array(colours=2, forbid=["11"], name="x")
    return {
        "lh polynomial": Polynomial.parse("1 - 3*x^12 + 2*x", ("x",)),
        "lh rational polynomial": RationalPolynomial(Polynomial.parse("m^2 - n", ("m", "n")), 2),
        "lsh gf": RationalGF.parse("(1 + t)/(1 - 2*t - t^2)"),
        "lh weighted gf": weighted,
        "lsh recurrence": Recurrence((Fraction(1, 2), -3), 2, (1, 1)),
        "lsh quasi-polynomial": QuasiPolynomial.from_rational(squares),
        "lsh p-recursive": catalan,
        "lsh hypergeometric": catalan.hypergeometric(),
        "lsh algebraic": Algebraic.parse("1 - f + t*f^2", [1]),
        "lh equation": catalan.differential_equation(),
        "lh surds": closed_form(RationalGF.parse("(1 + t)/(1 - 2*t - t^2)")),
        "lh roots": derived.closed_form,
        "lh cases": closed_form(squares),
        "lh growth": derived.growth(),
        "lh tiny growth": growth(RationalGF.parse("1/(1000000000 - t)"), 5),
        "lh ball": Ball("1.25e-7", "1e-20"),
        "h density": density(weighted, 1, 10),
        "h moments": piece_moments(weighted, 10),
        "h evidence": derived.evidence,
        "lh count": gfkit.count("col", "2x3", weights="players"),
        "lsh derived": derived,
        "lh complete": gfkit.derive("o12", "complete:n"),
        "sh auxiliary": gfkit.auxiliary_graph("col", "path:3"),
        "lh sizes": gfkit.derive_on_squares("kings", "nxn", 2),
        "lh rectangles": gfkit.derive_on_rectangles("kings", "mxn", 2),
        "lh matrix": gfkit.TileSet("domineering-tiles").bar_matrix(2),
        "sh tile set": gfkit.TileSet("domineering-tiles"),
        "sh machine": derived.machine,
        "sh sample": gfkit.sample("domino-tilings", "2x3", seed=1),
        "h comparison": gfkit.compare("kings", "independent-sets"),
        "h groups": gfkit.twins(["kings", "col"], on="path:n"),
        "h matches": gfkit.identify([1, 5, 11, 36, 95]),
        "h optimum": gfkit.optimum("independent-sets", "2x3"),
        "h optima": gfkit.optimum("independent-sets", "path:n"),
        "h probability": gfkit.probability("independent-sets", "2xn", "cell 1,1 is 1"),
        "sh probabilities": probabilities(gfkit.Question.of("col", "2x2")),
        "sh configuration": next(gfkit.configurations("domino-tilings", "2x3")),
        "lh orbits": gfkit.orbits("cis", "path:n"),
        "lh tutte": gfkit.graph_polynomial("tutte", "cycle:3"),
        "lh chromatic": gfkit.graph_polynomial("chromatic", "cycle:n"),
        "lh guess": gfkit.guess([1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862, 16796, 58786, 208012]),
        "lsh finding": gfkit.guess([1, 3, 6, 10, 15, 21, 28, 36, 45, 55]).found[0],
        "h no guess": gfkit.guess([1, 4, 2, 9]),
        "h proved": gfkit.verify("1/(1 - 2t - t^2)", game="o12", family="path:n"),
        "h refuted": gfkit.verify("1/(1 - 2t - 2t^2)", game="o12", family="path:n"),
        "h certificate": check({}),
        "h payoffs": payoff_laws(list(gfkit.play.equilibria.equilibria("nx2", 20)))[0],
        "lsh value": gfkit.value("domineering", "3x3", options=True),
        "lsh value without moves": gfkit.value("domineering", "2x3"),
        "lsh game": ShortGame.parse("{2*|-1/2^2}"),
        "sh thermograph": gfkit.value("domineering", "2x3").thermograph,
        "h values": gfkit.family_values("domineering", "2xn", to=4),
        "h outcomes": gfkit.outcomes("domineering", "2xn", to=6),
        "h law": gfkit.outcomes("domineering", "2xn", to=6).law,
        "h repetition": RepetitionLaw("2xn", ("left", "right"), 3, (1,), 9),
        "h nim": nim,
        "h constant": gfkit.constant("independent-sets", width=3),
        "h nim of a board": gfkit.nim("cram", "2x3"),
        "h misere quotient": gfkit.misere_quotient("octal:0.75"),
        "h genus": gfkit.genus("octal:0.77", 5),
        "h period": nim.law,
        "sh equilibrium": gfkit.equilibrium("3x3"),
        "sh play": gfkit.equilibrium("3x2").plays[0],
        "sh board": parse_board("torus:3x4"),
        "sh family": parse_board("cylinder:nx3"),
        "sh question": Question.of("snort", "torus:3xn"),
        "sh placement": find_rule("snort"),
        "sh array": window,
        "sh tiles": find_rule("domineering-tiles"),
        "sh piece": find_rule("cram").colours[0].pieces[0],
        "sh window": window.forbid[0],
        "sh tile": find_rule("domineering-tiles").tiles[0],
    }


VALUES = Lazily(values)
SEQUENCES = [*VALUES][: [*VALUES].index("lsh derived")]
RESULTS = [*VALUES][len(SEQUENCES) :]


def text_of(value: object) -> str:
    return Page(form(value, "h")).text


# Every kind


def test_each_value_has_exactly_the_listed_forms():
    for name, value in VALUES.items():
        for letter in FORMS:
            assert isinstance(form(value, letter), str) == (letter in name.split()[0]), (name, letter)
        assert "\n" not in repr(value), name
        assert len(repr(value)) < 1500, name
        svg = form(value, "s")
        assert svg is None or ET.fromstring(svg).get("role") == "img", name
        if name != "sh machine":  # machines are compared by identity
            again = pickle.loads(pickle.dumps(value))
            assert (again, hash(again)) == (value, hash(value)), name


def test_displayed_forms_are_self_contained():
    for name, value in VALUES.items():
        markup, latex = form(value, "h"), form(value, "l") or r"$\displaystyle $"
        tags = {tag for tag, _ in Page(markup).tags}
        assert not {"script", "img", "link", "iframe", "object", "a"} & tags, name
        for place in ("http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML"):
            markup = markup.replace(f'xmlns="{place}"', "")
        assert not re.search(r"http|url\(|@import|\bid=|\son[a-z]+=", markup), name
        formulas = re.findall(r"<math.*?</math>", markup)
        assert formulas or not name.startswith(("lh", "lsh")) or name == "lh count", (
            name
        )  # its polynomial is long
        _ = [ET.fromstring(formula) for formula in formulas]
        assert latex.startswith(r"$\displaystyle "), name
        assert latex.endswith("$"), name
        assert latex.count("$") == 2, name
        marks = [{"{": 1, "}": -1}.get(mark, 0) for mark in re.findall(r"\\[{}]|[{}]", latex)]
        assert min(accumulate(marks), default=0) >= 0 == sum(marks), name
        assert latex.count(r"\left") == latex.count(r"\right"), name
        assert re.findall(r"\\begin\{(\w+)", latex) == re.findall(r"\\end\{(\w+)", latex), name


def test_every_public_value_has_the_hooks():
    homes = [(gfkit, gfkit.__all__), (gfkit.core.algebra, gfkit.core.algebra.__all__)]
    public = {getattr(home, name) for home, names in homes for name in names}
    kinds = {one for one in public if isinstance(one, type) and is_dataclass(one)}
    assert len(kinds) > 20
    plumbing = {name for kind in kinds for name in ("provide", "hand_in") if hasattr(kind, name)}
    assert not plumbing, "values do not contain functions that connect subpackages"
    assert [one.__name__ for one in kinds if not issubclass(one, Face)] == []
    assert kinds <= {type(value) for value in VALUES.values()}

    class Mine(Polynomial):
        """A subclass by a user is displayed like its base class."""

    assert form(Mine.parse("1 + x", ("x",)), "l") == r"$\displaystyle 1 + x$"


def test_display_modules_are_loaded_at_first_use():
    """Without the display subpackages, a value has no form."""
    code = (
        "import sys, gfkit.core.writable\n"
        "class Alone(gfkit.core.writable.Face): pass\n"
        "import gfkit.core.algebra\n"
        "assert not [m for m in sys.modules if m.startswith('gfkit.show')]\n"
        "assert gfkit.RationalGF.of([1], [1, -1])._repr_html_()\n"
        "loaded = set(sys.modules)\n"
        "assert 'gfkit.show.notebook' in loaded\n"
        "assert Alone()._repr_html_() is None\n"
        "assert not {'gfkit.core.engine', 'sympy', 'matplotlib'} & loaded, loaded\n"
    )
    assert python(code) == (0, "", "")


# Formulas: the displayed formula has the value

small = st.integers(-9, 9)


@given(st.lists(small, min_size=1, max_size=5), st.lists(small, max_size=4), st.integers(0, 3))
def test_a_fraction_is_shown_and_printed_as_it_is(above, below, first):
    gf = RationalGF.of(above, [1, *below])
    shown = evaluated(ET.fromstring(gf.to("mathml")), t=Fraction(1, 97))
    value = [sum(c * Fraction(1, 97) ** k for k, c in enumerate(row)) for row in (above, [1, *below])]
    assert shown == value[0] / value[1]
    gf = RationalGF.of([0] * first + above, [1, *below], first)
    assert eval(repr(gf)) == gf


@given(st.dictionaries(st.tuples(st.integers(0, 12), st.integers(0, 12)), small, max_size=6))
def test_a_polynomial_is_shown_and_printed_as_it_is(terms):
    polynomial = Polynomial.of(("x", "y"), terms)
    shown = evaluated(ET.fromstring(polynomial.to("mathml")), x=Fraction(3), y=Fraction(-2))
    assert shown == sum(c * 3**a * (-2) ** b for (a, b), c in terms.items())
    for names in (("x", "y"), ("t", "x"), ("a", "b"), ("x1", "X"), ("é", "u")):
        named = Polynomial.of(names, terms)
        assert eval(repr(named)) == named
        assert eval(repr(named)).variables == named.variables
    for variables in (("t", "x"), ("t", "x", "y"), ("t", "u")):
        one = Polynomial.monomial((1,) * len(variables), variables)
        for below in (one * 3, one * 0):
            gf = RationalGF.reduced(one, Polynomial.constant(1, variables) - below, 1)
            assert eval(repr(gf)) == gf


def test_latex_of_games():
    """Use the notation of the literature: braces with bars, stars, arrows, tiny and miny, sums."""
    for text, latex in DATA["latex_of_games"]:
        assert ShortGame.parse(text).latex() == latex
    assert ShortGame.parse("{4||1|0}").latex(3) is None  # a long game has none


# Printed output


def test_values_are_calls_or_short():
    for name in SEQUENCES:
        value = VALUES[name]
        if isinstance(value, Count):
            assert repr(value).startswith("<Count: col on 2x3: 181; proved by ")
            assert "7 states" in repr(value)
        elif isinstance(value, Polynomial | RationalGF):
            assert eval(repr(value)) == value, name
        elif isinstance(value, Printable | Evidence):
            text = repr(value).removeprefix(f"<{type(value).__name__}: ").removesuffix(">")
            assert str(value).partition("\n")[0].startswith(text.removesuffix("...")), name
            assert len(repr(value)) <= 120, name
    assert not [name for name in RESULTS if type(VALUES[name]).__module__.startswith("gfkit.core.algebra")]
    for name in (
        "lsh derived", "lsh value", "h outcomes", "h nim", "sh equilibrium", "h refuted", "lsh finding",
    ):  # fmt: skip
        text = repr(VALUES[name])
        assert text.startswith(f"<{type(VALUES[name]).__name__}: "), name
        assert str(VALUES[name].evidence) in text, name
        assert len(text) < 300, name
    huge = Polynomial.constant(10**5000)  # a number too long for Python to print
    assert str(huge) in repr(huge)
    assert "a number of 5001 digits" in repr(Count("g", "b", "all", (), huge, PROVED))
    assert "5001 digits" in form(RationalGF.of([10**5000], [1]), "h")


# Cards


def test_cards_contain_the_result():
    winners = VALUES["h outcomes"].by_n
    letters = {"left": "L", "right": "R", "first": "N", "second": "P"}
    fibonacci = gfkit.guess([1, 1, 2, 3, 5, 8, 13, 21, 34, 55])
    for value, said in (
        (VALUES["lsh derived"], ["domineering on 2xn", "1, 2, 7, 22, 71", "proved", "transfer-matrix method",
                                 "3.2143197433", "automaton"]),
        (VALUES["h refuted"], ["refuted", "n = 2"]),
        (fibonacci, ["generating function"]),
        (VALUES["h no guess"], ["too few terms"]),
        (VALUES["h outcomes"], ["".join(f"{n}{letters[word]}" for n, word in winners.items())]),
    ):  # fmt: skip
        assert [one for one in said if one not in text_of(value)] == []
    assert "law" not in text_of(fibonacci)
    assert text_of(VALUES["lh guess"]).count("guessed") == len(VALUES["lh guess"].found)


def test_verdicts_are_typeset():
    """The claimed formula, then the true one twice: 1/(1 - 2t - t^2) counts the positions of o12 on paths."""
    t = Fraction(1, 9)
    shown = re.findall("<math.*?</math>", form(VALUES["h refuted"], "h"))
    true = 1 / (1 - 2 * t - t**2)
    values = [evaluated(ET.fromstring(formula), t=t) for formula in shown]
    assert values == [1 / (1 - 2 * t - 2 * t**2), true, true]


def test_broken_formulas_contain_every_sign():
    for name in SEQUENCES:
        if "l" in name.split()[0] and hasattr(VALUES[name], "to"):
            parts = re.findall("<math.*?</math>", form(VALUES[name], "h"))
            joined = "".join("".join(ET.fromstring(part).itertext()) for part in parts)
            assert joined == "".join(ET.fromstring(VALUES[name].to("mathml")).itertext()), name
    recurrence = gfkit.derive("domineering", "3xn").recurrence
    row = re.findall("<math.*?</math>", form(recurrence, "h"))
    assert len(row) == 1 + 4 + 1, "a(n) =, four terms by the published recurrence, and the range"


def test_formulas_show_a_configuration():
    """A domino tiling of 16 cells has 8 pieces, and a matching of the cycle of 4 vertices at most 2."""
    for game, family, numbers in (("domino-tilings", "4xn", {8}), ("matchings", "cycle:n", {1, 2})):
        first = re.search("<svg.*?</svg>", form(gfkit.derive(game, family), "h"))[0]
        assert len(re.findall('class="piece', first)) in numbers, game


def test_cards_show_their_board(tmp_path):
    """Counts, formulas, outcomes and other results draw their board; files are not read again."""
    assert form(gfkit.count("domineering", "3x4"), "h").count('class="cell"') == 12
    for value in (
        gfkit.derive("o12", "path:n"),
        gfkit.nim("cram", "1xn", to=9),
        gfkit.optimum("kings", "2xn"),
        gfkit.graph_polynomial("chromatic", "2x2"),
    ):
        assert "float:right" in form(value, "h"), value
    assert "<svg" not in form(gfkit.count("node-kayles", "1x900"), "h")
    assert "best moves" not in form(VALUES["lsh value without moves"], "h")
    file = tmp_path / "board"
    file.write_text("...\n...\n", encoding="utf-8")
    found = gfkit.value("domineering", f"@{file}", options=True)
    file.write_text(".......\n.......\n", encoding="utf-8")
    assert "Best for Left" in form(found, "h")
    drawn = form(gfkit.value("domineering", "2x3", options=True), "s")
    assert form(found, "s") == drawn.replace("domineering on 2x3", f"domineering on @{file}")


def test_hostile_names_are_escaped():
    rule = gfkit.find_rule("col")
    question = Question(rule, gfkit.Board(HOSTILE, 0, ()), game=HOSTILE)
    for value in (
        Count(HOSTILE, HOSTILE, "all", (), Polynomial.constant(3), PROVED),
        gfkit.Derived(question, RationalGF.of([1], [1, -1]), PROVED, 0, (), None),
        gfkit.Outcomes(HOSTILE, HOSTILE, ("left",), 1, RepetitionLaw(HOSTILE, ("left",), 1, ()), PROVED),
        gfkit.NimValues(HOSTILE, HOSTILE, (1, 2), 0, None, PROVED),
        type(rule)(HOSTILE, rule.colours, about=HOSTILE),
        PROVED,
    ):
        page = Page(form(value, "h"))
        assert not page.named("script")
        assert HOSTILE in page.text


def test_large_values_have_a_card_without_a_figure():
    machine, one = type(VALUES["sh machine"]), {(0, 0): 1}
    ring = machine({0: one}, tuple({(k + 1) % 30: one} for k in range(30)), {0: one})
    wide = RationalGF.of([1], [1, *[0, 7] * 900, -1])
    assert form(parse_board("300x300"), "s") is form(ring, "s") is form(wide, "l") is None
    assert "characters" in form(wide, "h")


# Axes of matplotlib


def test_a_formula_is_plotted_on_given_axes():
    """Powers of 10 are a straight line; a formula, derived or guessed, and its fraction agree."""
    figure = pytest.importorskip(
        "matplotlib.figure", reason="needs matplotlib, which draws the axes"
    ).Figure()
    axes = RationalGF.of([1], [1, -10]).plot(figure.add_subplot(), 6)
    assert axes.figure is figure
    assert list(axes.lines[0].get_ydata()) == pytest.approx(range(6))
    law, guessed = gfkit.derive("o12", "path:n"), gfkit.guess([1, 2, 5, 12, 29, 70, 169, 408, 985])
    for one in (law.generating_function, law, guessed.found[0]):
        drawn = one.plot(figure.add_subplot()).lines[0]
        assert list(drawn.get_ydata()) == pytest.approx([log10(a) for a in law.terms(30)])
    with pytest.raises(InputError, match="polynomials"):
        VALUES["lh weighted gf"].plot(figure.add_subplot())
    assert RationalGF.of([1], [1, -10]).plot() is sys.modules["matplotlib.pyplot"].gca()
