"""What values show of themselves in a notebook, and what they print as: hooks, formulas, cards."""

from __future__ import annotations

import pickle
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import is_dataclass
from fractions import Fraction
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lazily import Lazily

import gfkit
import gfkit.sequences
from gfkit.boards import parse_board
from gfkit.errors import InputError, LimitError, OptionError
from gfkit.face import Face
from gfkit.formula import MATHML
from gfkit.formula.tree import Derivative, N, Number, Power, Prose
from gfkit.games import Question, find_rule
from gfkit.games.file import read_rule
from gfkit.sequences import (
    Algebraic,
    Ball,
    Count,
    Evidence,
    Polynomial,
    PRecursive,
    QuasiPolynomial,
    RationalGF,
    Recurrence,
    Status,
    closed_form,
    density,
    growth,
)
from gfkit.sequences.closed_form import BinetPart
from gfkit.transfer.strip.automaton import Automaton
from gfkit.values import ShortGame
from gfkit.values.laws import RepetitionLaw
from gfkit.verify import check
from gfkit.verify.equilibrium_law import payoff_laws

HOSTILE = '<script>&"'
PROVED = Evidence(Status.PROVED, HOSTILE)
ONE = {(0, 0): 1}


def values() -> dict[str, object]:
    """One value of each kind that is shown, and the forms that it has: l for LaTeX, s for SVG, h for HTML."""
    catalan = PRecursive.of([[1, 1], [2, -4]], [1])
    squares = RationalGF.parse("t^2/(1 - 2t + 2t^3 - t^4)")
    weighted = RationalGF.parse("(1 + t*x)/(1 - t - x*t^2)")
    derived = gfkit.derive("domineering", "2xn")
    solved = list(gfkit.equilibrium.equilibria("2xn", 20))
    window = read_rule("x", 'name = "x"\n[cells]\ncolours = 2\n[rules]\nforbid = ["11"]\n', None)
    nim = gfkit.nim("octal:0.77", to=30)
    return {
        "lh polynomial": Polynomial.parse("1 - 3*x^12 + 2*x", ("x",)),
        "lh gf": RationalGF.parse("(1 + t)/(1 - 2*t - t^2)"),
        "lh weighted gf": weighted,
        "lh recurrence": Recurrence((Fraction(1, 2), -3), 2, (1, 1)),
        "lh quasi-polynomial": QuasiPolynomial.from_rational(squares),
        "lh p-recursive": catalan,
        "lh hypergeometric": catalan.hypergeometric(),
        "lh algebraic": Algebraic.parse("1 - f + t*f^2", [1]),
        "lh equation": catalan.differential_equation(),
        "lh surds": closed_form(RationalGF.parse("(1 + t)/(1 - 2*t - t^2)")),
        "lh roots": derived.closed_form,
        "lh cases": closed_form(squares),
        "lh growth": derived.growth(),
        "lh tiny growth": growth(RationalGF.parse("1/(1000000000 - t)"), 5),
        "lh ball": Ball("1.25e-7", "1e-20"),
        "h density": density(weighted, 1, 10),
        "h evidence": derived.evidence,
        "lh count": gfkit.count("col", "2x3", weights="players"),
        "lsh derived": derived,
        "lh complete": gfkit.derive("o12", "complete:n"),
        "sh auxiliary": gfkit.auxiliary_graph("col", "path:3"),
        "lh matrix": gfkit.TileSet("domineering-tiles").bar_matrix(2),
        "sh tile set": gfkit.TileSet("domineering-tiles"),
        "sh machine": derived.machine,
        "lh guess": gfkit.guess([1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862, 16796, 58786, 208012]),
        "lh finding": gfkit.guess([1, 3, 6, 10, 15, 21, 28, 36, 45, 55]).found[0],
        "h no guess": gfkit.guess([1, 4, 2, 9]),
        "h proved": gfkit.verify("1/(1 - 2t - t^2)", game="o12", family="path:n"),
        "h refuted": gfkit.verify("1/(1 - 2t - 2t^2)", game="o12", family="path:n"),
        "h certificate": check({}),
        "h payoffs": payoff_laws(solved)[0],
        "lsh value": gfkit.value("domineering", "3x3", options=True),
        "lsh value without moves": gfkit.value("domineering", "2x3"),
        "lsh game": ShortGame.parse("{2*|-1/2^2}"),
        "sh thermograph": gfkit.value("domineering", "2x3").thermograph,
        "h values": gfkit.family_values("domineering", "2xn", to=4),
        "h complex": gfkit.legal_complex("domineering", "2x2"),
        "h scores": gfkit.scores("domineering", "2x3", "room"),
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
        "sh play": gfkit.equilibrium("2x3").plays[0],
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
HOOKS = {"l": "_repr_latex_", "s": "_repr_svg_", "h": "_repr_html_"}
VOID = {"br"}
PLACES = ("http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML")


class Checked(HTMLParser):
    """Reads HTML, and notes what is open."""

    def __init__(self):
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.text = ""

    def handle_starttag(self, tag, _attrs):
        self.seen.append(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, _attrs):
        self.seen.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.text += data


def read(markup: str) -> Checked:
    reader = Checked()
    reader.feed(markup)
    reader.close()
    assert reader.open == []
    return reader


@pytest.mark.parametrize("name", VALUES)
class TestEveryKind:
    def test_it_has_its_forms_and_no_other(self, name):
        for letter, hook in HOOKS.items():
            found = getattr(VALUES[name], hook)()
            assert isinstance(found, str) == (letter in name.split()[0]), hook

    def test_html_is_closed_in_itself(self, name):
        markup = VALUES[name]._repr_html_()
        tags = read(markup).seen
        assert not {"script", "img", "link", "iframe", "object", "a"} & set(tags)
        for place in PLACES:
            markup = markup.replace(f'xmlns="{place}"', "")
        assert "http" not in markup
        assert not re.search(r"url\(|@import|\bid=|\son[a-z]+=", markup)

    def test_latex_is_balanced(self, name):
        latex = VALUES[name]._repr_latex_()
        if latex is None:
            return
        assert latex.startswith(r"$\displaystyle ")
        assert latex.endswith("$")
        assert "$" not in latex[1:-1]
        depth = 0
        for mark in re.findall(r"\\[{}]|[{}]", latex):
            depth += {"{": 1, "}": -1}.get(mark, 0)
            assert depth >= 0
        assert depth == 0
        assert latex.count(r"\left") == latex.count(r"\right")
        assert re.findall(r"\\begin\{(\w+)", latex) == re.findall(r"\\end\{(\w+)", latex)

    def test_svg_is_a_document(self, name):
        svg = VALUES[name]._repr_svg_()
        assert svg is None or ET.fromstring(svg).get("role") == "img"

    def test_it_is_the_value_it_was(self, name):
        value = VALUES[name]
        if isinstance(value, Automaton):
            assert value != pickle.loads(pickle.dumps(value))  # machines are compared by identity, as before
            return
        assert pickle.loads(pickle.dumps(value)) == value
        assert hash(pickle.loads(pickle.dumps(value))) == hash(value)

    def test_repr_is_one_line(self, name):
        text = repr(VALUES[name])
        assert "\n" not in text
        assert len(text) < 1500


def test_slots_are_kept():
    for name in ("h nim", "h outcomes", "sh thermograph", "sh family", "lsh value", "sh tile", "sh machine"):
        assert not hasattr(VALUES[name], "__dict__"), name
    assert Face.__slots__ == ()


def test_every_public_value_has_the_hooks():
    homes = [(gfkit, gfkit.__all__), (gfkit.sequences, gfkit.sequences.__all__)]
    public = {getattr(home, name) for home, names in homes for name in names}
    kinds = {one for one in public if isinstance(one, type) and is_dataclass(one)}
    assert len(kinds) > 20
    plumbing = {name for kind in kinds for name in ("provide", "hand_in") if hasattr(kind, name)}
    assert not plumbing, "what ties floors together is no part of a value"
    assert [one.__name__ for one in kinds if not issubclass(one, Face)] == []
    assert kinds <= {type(value) for value in VALUES.values()}


def test_nothing_is_loaded_for_it_before_it_is_asked():
    code = (
        "import sys, gfkit, gfkit.sequences;"
        "assert not [m for m in sys.modules if m.startswith('gfkit.show')];"
        "assert gfkit.RationalGF.of([1], [1, -1])._repr_html_();"
        "loaded = set(sys.modules);"
        "assert 'gfkit.show.notebook' in loaded;"
        "assert not {'gfkit.transfer', 'sympy', 'matplotlib'} & loaded, loaded"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


def test_without_a_provider_there_is_no_face(monkeypatch):
    monkeypatch.setattr(Face, "_provider", None)
    assert [getattr(VALUES["lh gf"], hook)() for hook in HOOKS.values()] == [None] * 3


def test_a_users_own_kind_shows_as_what_it_is_made_of():
    class Mine(Polynomial):
        pass

    assert Mine.parse("1 + x", ("x",))._repr_latex_() == r"$\displaystyle 1 + x$"


TEX = r"""\catcode`\@=11 \nonstopmode
\def\frac#1#2{{#1\over#2}} \def\binom#1#2{{#1\choose#2}} \def\text#1{\hbox{#1}}
"""


def test_tex_sets_every_formula(tmp_path):
    """Plain TeX, with LaTeX's names for its own constructions, finds nothing to complain about."""
    if shutil.which("tex") is None:
        pytest.skip("tex is not installed, so formulas are not set")
    formulas = [found for value in VALUES.values() if (found := value._repr_latex_()) is not None]
    text = "\n\n".join(formulas)
    text = text.replace(r"\begin{cases}", r"\left\{\matrix{").replace(r"\end{cases}", r"\crcr}\right.")
    text = text.replace(r"\begin{bmatrix}", r"\left[\matrix{").replace(r"\end{bmatrix}", r"\crcr}\right]")
    text = text.replace(r"\\", r"\cr ")
    (tmp_path / "formulas.tex").write_text(TEX + text + "\n\\end\n", encoding="utf-8")
    run = subprocess.run(
        ["tex", "formulas.tex"], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    log = (tmp_path / "formulas.log").read_text(encoding="latin-1")
    assert [line for line in log.splitlines() if line.startswith("!")] == []
    assert run.returncode == 0
    assert "Output written" in log


# MathML: what is shown is what the value is


def evaluated(node: ET.Element, **at: Fraction) -> Fraction:
    """The value of a formula in MathML: a small evaluator that shares nothing with the writer."""
    kind = node.tag.rpartition("}")[2]
    if kind == "mn":
        return Fraction(node.text)
    if kind == "mi":
        return at[node.text]
    if kind == "mfrac":
        above, below = (evaluated(child, **at) for child in node)
        return above / below
    if kind == "msup":
        base, power = (evaluated(child, **at) for child in node)
        return base**power
    assert kind in ("math", "mrow"), kind
    total, product, sign = Fraction(0), None, 1
    for child in node:
        mark = child.text if child.tag.endswith("}mo") else None
        if mark in ("(", ")", "⋅"):
            continue
        if mark in ("+", "−"):
            total += 0 if product is None else sign * product
            product, sign = None, 1 if mark == "+" else -1
        else:
            assert mark is None, mark
            product = (1 if product is None else product) * evaluated(child, **at)
    return total + sign * product


small = st.integers(-9, 9)


class TestFormulas:
    @given(st.lists(small, min_size=1, max_size=5), st.lists(small, max_size=4))
    def test_a_fraction_is_shown_as_it_is(self, above, below):
        gf = RationalGF.of(above, [1, *below])
        shown = evaluated(ET.fromstring(gf.to("mathml")), t=Fraction(1, 97))
        value = [sum(c * Fraction(1, 97) ** k for k, c in enumerate(row)) for row in (above, [1, *below])]
        assert shown == value[0] / value[1]

    @given(st.dictionaries(st.tuples(st.integers(0, 12), st.integers(0, 12)), small, max_size=6))
    def test_a_polynomial_is_shown_as_it_is(self, terms):
        shown = evaluated(
            ET.fromstring(Polynomial.of(("x", "y"), terms).to("mathml")), x=Fraction(3), y=Fraction(-2)
        )
        assert shown == sum(c * 3**a * (-2) ** b for (a, b), c in terms.items())

    @pytest.mark.parametrize("name", [name for name in VALUES if name.startswith("lh")])
    def test_every_formula_is_sound_markup(self, name):
        found = re.findall(r"<math.*?</math>", VALUES[name]._repr_html_())
        assert found or name == "lh count"  # its polynomial is long
        for markup in found:
            ET.fromstring(markup)

    def test_scripts_belong_to_the_whole_bracket(self):
        power = ET.fromstring(MATHML.write(Power(Number(-1), N)))
        assert power.tag == "msup"
        assert "".join(power[0].itertext()) == "(−1)"
        (derivative, *_) = ET.fromstring(MATHML.write(Derivative(2)))
        assert [one.text for one in derivative] == ["f", "′′"]

    def test_words_are_escaped(self):
        assert "<b>" not in MATHML.write(Prose("a <b> & c"))
        assert "".join(ET.fromstring(MATHML.write(Prose("a <b> & c"))).itertext()) == "a <b> & c"

    def test_words_keep_the_blanks_at_their_ends(self):
        assert MATHML.write(Prose(" for ")) == "<mtext>\N{NO-BREAK SPACE}for\N{NO-BREAK SPACE}</mtext>"


numbers = st.integers(-8, 8).map(lambda k: Fraction(k, 4))
trees = st.recursive(
    st.one_of(numbers, st.sampled_from(["*", "^", "v*2", "+_2", "^3*", "-_(1/2)"])),
    lambda inner: st.tuples(st.lists(inner, min_size=1, max_size=2), st.lists(inner, min_size=1, max_size=2)),
    max_leaves=6,
)


def grown(tree) -> ShortGame:
    if isinstance(tree, Fraction | str):
        return ShortGame.of() + tree
    return ShortGame.of([grown(one) for one in tree[0]], [grown(one) for one in tree[1]])


def read_back(latex: str) -> ShortGame:
    """The game that its LaTeX stands for, by undoing one notation after the other."""
    text = latex.replace(r"\{", "{").replace(r"\}", "}").replace(r"\pm ", "+-")
    text = re.sub(
        r"-?\\frac\{(\d+)\}\{(\d+)\}", lambda m: ("-" if m[0][0] == "-" else "") + f"{m[1]}/{m[2]}", text
    )
    text = re.sub(r"(\d+) \\cdot \\uparrow", r"^\1", text)
    text = re.sub(r"(\d+) \\cdot \\downarrow", r"v\1", text)
    text = text.replace(r"\uparrow", "^").replace(r"\downarrow", "v").replace(r"\ast", "*")
    while r"\text{" in text:
        text = re.sub(
            r"\\text\{(tiny|miny)\}_\{((?:[^{}]|\{[^{}]*\})*)\}", lambda m: f"{_SIGN[m[1]]}{m[2]}", text
        )
    text = text.replace(" + ", "").replace(r"\,", "").replace(" ", "")
    return ShortGame.parse(text)


_SIGN = {"tiny": "+_", "miny": "-_"}


class TestGames:
    @settings(max_examples=60)
    @given(trees)
    def test_latex_reads_back(self, tree):
        game = grown(tree)
        latex = game.latex()
        if latex is not None and not re.search(r"_\{[^}]*\{[^}]*\{", latex):
            assert read_back(latex) == game

    def test_a_long_game_has_none(self):
        assert ShortGame.parse("{4||1|0}").latex(3) is None


# repr


class TestRepr:
    @given(
        st.sampled_from([("x",), ("t", "x"), (), ("a", "b", "c")]).flatmap(
            lambda names: st.tuples(
                st.just(names),
                st.dictionaries(st.tuples(*[st.integers(0, 4)] * len(names)), small, max_size=6),
            )
        )
    )
    def test_a_polynomial_is_the_call_that_makes_it(self, made):
        polynomial = Polynomial.of(*made)
        assert eval(repr(polynomial)) == polynomial
        assert eval(repr(polynomial)).variables == polynomial.variables

    @pytest.mark.parametrize("names", [("x1",), ("X",), ("é",)])
    def test_a_polynomial_in_other_names(self, names):
        polynomial = Polynomial.of(names, {(2,): 3})
        assert eval(repr(polynomial)) == polynomial

    @given(st.lists(small, max_size=4), st.lists(small, max_size=4), st.integers(0, 3))
    def test_a_generating_function_too(self, above, below, first):
        gf = RationalGF.of([0] * first + above, [1, *below], first)
        assert eval(repr(gf)) == gf

    def test_with_weights_too(self):
        for variables in (("t", "x"), ("t", "x", "y"), ("t", "u")):
            one = Polynomial.monomial((1,) * len(variables), variables)
            gf = RationalGF.reduced(one, Polynomial.constant(1, variables) - one * 3, 1)
            assert eval(repr(gf)) == gf
            free_of_weights = RationalGF.reduced(
                Polynomial.constant(2, variables), Polynomial.constant(1, variables)
            )
            assert eval(repr(free_of_weights)) == free_of_weights

    @pytest.mark.parametrize("name", list(VALUES)[: list(VALUES).index("lsh derived")])
    def test_values_of_sequences_are_calls_and_results_are_told(self, name):
        value = VALUES[name]
        if isinstance(value, Count):
            assert repr(value) == (
                "<Count: col on 2x3, positions all: 181; proved by transfer-matrix (states 7)>"
            )
            return
        names = dict(vars(gfkit.sequences)) | {"Fraction": Fraction, "BinetPart": BinetPart}
        if isinstance(value, Evidence):
            assert value.status.value in repr(value)
            return
        assert eval(repr(value), names) == value

    @pytest.mark.parametrize(
        "name",
        [
            "lsh derived",
            "lsh value",
            "h outcomes",
            "h nim",
            "sh equilibrium",
            "h refuted",
            "lh finding",
            "lh count",
        ],
    )
    def test_results_say_how_they_are_known(self, name):
        text = repr(VALUES[name])
        assert text.startswith(f"<{type(VALUES[name]).__name__}: ")
        assert str(VALUES[name].evidence) in text
        assert len(text) < 300

    def test_results_are_not_calls(self):
        rest = list(VALUES)[list(VALUES).index("lsh derived") :]
        assert not [name for name in rest if type(VALUES[name]).__module__.startswith("gfkit.sequences")]

    def test_numbers_too_long_for_python(self):
        huge = Polynomial.constant(10**5000)
        assert str(huge) in repr(huge)
        count = Count("g", "b", "all", (), huge, PROVED)
        assert "a number of 5001 digits" in repr(count)
        assert "(5001 digits)" in count._repr_html_()
        assert "5001 digits" in RationalGF.of([10**5000], [1])._repr_html_()


class TestWhatIsShown:
    def test_a_derived_law_with_its_evidence_and_machine(self):
        text = read(VALUES["lsh derived"]._repr_html_()).text
        for said in (
            "domineering on 2xn",
            "1, 2, 7, 22, 71",
            "proved",
            "transfer-matrix",
            "3.2143197433",
            "machine",
        ):
            assert said in text

    def test_a_refuted_formula_with_what_is_right(self):
        text = read(VALUES["h refuted"]._repr_html_()).text
        for said in ("refuted", "n = 2", "1/(1 - 2*t - t^2)"):
            assert said in text

    def test_a_generating_function_is_called_one(self):
        text = read(gfkit.guess([1, 1, 2, 3, 5, 8, 13, 21, 34, 55])._repr_html_()).text
        assert "generating function" in text
        assert "law" not in text

    def test_a_guess_says_that_it_is_one(self):
        text = read(VALUES["lh guess"]._repr_html_()).text
        assert text.count("guessed") == len(VALUES["lh guess"].found)
        assert "too few terms" in read(VALUES["h no guess"]._repr_html_()).text

    def test_winners_by_letters(self):
        by_n = VALUES["h outcomes"].by_n
        text = read(VALUES["h outcomes"]._repr_html_()).text
        letters = {"left": "L", "right": "R", "first": "N", "second": "P"}
        assert "".join(f"{n}{letters[word]}" for n, word in by_n.items()) in text

    def test_the_best_moves_are_drawn(self):
        for form in ("_repr_svg_", "_repr_html_"):
            assert "Best for Left" in getattr(VALUES["lsh value"], form)()
        assert "best moves" not in VALUES["lsh value without moves"]._repr_html_()

    def test_a_board_out_of_a_file_is_drawn_as_it_was_read(self, tmp_path):
        file = tmp_path / "board"
        file.write_text("...\n...\n", encoding="utf-8")
        found = gfkit.value("domineering", f"@{file}", options=True)
        file.write_text(".......\n.......\n", encoding="utf-8")
        assert "Best for Left" in found._repr_html_()
        assert found._repr_svg_() == gfkit.value("domineering", "2x3", options=True)._repr_svg_().replace(
            "domineering on 2x3", f"domineering on @{file}"
        )

    def test_hostile_names_stay_words(self):
        polynomial = Polynomial.constant(3)
        gf = RationalGF.of([1], [1, -1])
        values = [
            Count(HOSTILE, HOSTILE, "all", (), polynomial, PROVED),
            gfkit.Derived(
                Question(gfkit.find_rule("col"), gfkit.Board(HOSTILE, 0, ()), game=HOSTILE),
                gf,
                PROVED,
                0,
                (),
                None,
            ),
            gfkit.Outcomes(HOSTILE, HOSTILE, ("left",), 1, RepetitionLaw(HOSTILE, ("left",), 1, ()), PROVED),
            gfkit.NimValues(HOSTILE, HOSTILE, (1, 2), 0, None, PROVED),
            gfkit.find_rule("col").__class__(HOSTILE, gfkit.find_rule("col").colours, about=HOSTILE),
            PROVED,
        ]
        for value in values:
            reader = read(value._repr_html_())
            assert "script" not in reader.seen
            assert HOSTILE in reader.text

    def test_what_is_too_large_has_no_picture_but_a_card(self):
        assert parse_board("300x300")._repr_svg_() is None
        machine = Automaton({0: ONE}, tuple({(k + 1) % 30: ONE} for k in range(30)), {0: ONE})
        assert machine._repr_svg_() is None
        wide = RationalGF.of([1], [1, *[0, 7] * 900, -1])
        assert wide._repr_latex_() is None
        assert "characters" in wide._repr_html_()


class TestFigures:
    def test_without_matplotlib(self, monkeypatch):
        from gfkit.show.plot import ratio_figure

        monkeypatch.setattr("gfkit.show.picture.find_spec", lambda _: None)
        with pytest.raises(
            OptionError, match=r"needs matplotlib, which is not installed: pip install 'gfkit\[plot\]'"
        ):
            ratio_figure(RationalGF.of([1], [1, -2]))

    @pytest.fixture
    def plot(self):
        pytest.importorskip("matplotlib", reason="matplotlib is not installed, so no figure is drawn")
        from gfkit.show import plot

        return plot

    def test_ratios_and_lambda(self, plot):
        (axes,) = plot.ratio_figure(RationalGF.of([0, 1], [1, -1, -1]), 12).axes
        level, ratios = axes.lines
        fibonacci = [1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89]
        assert list(ratios.get_ydata()) == pytest.approx([b / a for a, b in pairwise(fibonacci)])
        assert level.get_ydata()[0] == pytest.approx((1 + 5**0.5) / 2)

    def test_sizes_of_terms(self, plot):
        (axes,) = plot.terms_figure(RationalGF.of([1], [1, -10]), 6, theme="dark").axes
        assert list(axes.lines[0].get_ydata()) == pytest.approx(range(6))

    def test_poles(self, plot):
        (axes,) = plot.roots_figure(RationalGF.of([1], [1, 0, -4])).axes
        dots = [(float(d.get_xdata()[0]), float(d.get_ydata()[0])) for d in axes.lines[1:3]]
        assert sorted(dots) == [pytest.approx((-0.5, 0)), pytest.approx((0.5, 0))]
        with pytest.raises(InputError, match="needs t alone"):
            plot.roots_figure(VALUES["lh weighted gf"])
        with pytest.raises(LimitError, match="up to degree 400"):
            plot.roots_figure(Polynomial.monomial((500,), ("x",)))

    def test_rows_of_nim_values_are_periods(self, plot):
        figure = plot.nim_figure(gfkit.nim("octal:0.77", to=30))
        shown = figure.axes[0].images[0].get_array()
        kayles = [0, 1, 2, 3, 1, 4, 3, 2, 1, 4, 2, 6, 4, 1, 2, 7, 1, 4, 3, 2, 1, 4, 6, 7, 4, 1, 2, 8, 5, 4, 7]
        assert shown.shape == (3, 12)  # Kayles has period 12
        assert [int(v) for v in shown.ravel()[: len(kayles)]] == kayles
        with pytest.raises(InputError, match="a map needs a family"):
            plot.nim_figure(VALUES["h nim of a board"])

    def test_profiles(self, plot):
        rises = plot.profile_figure(Polynomial.parse("1 + 5*x + 3*x^2 + 4*x^3", ("x",)))
        assert "not unimodal: rises again at 3" in rises.axes[0].get_title()
        binomial = plot.profile_figure(Polynomial.parse("1 + 4*x + 6*x^2 + 4*x^3 + x^4", ("x",)))
        assert binomial.axes[0].get_title() == "coefficients, unimodal"
        assert [bar.get_height() for bar in binomial.axes[0].patches] == [1, 4, 6, 4, 1]

    def test_they_take_what_was_found(self, plot):
        law, guessed = gfkit.derive("o12", "path:n"), gfkit.guess([1, 2, 5, 12, 29, 70, 169, 408, 985])
        gf = RationalGF.of([1], [1, -2, -1])
        for draw in (plot.ratio_figure, plot.roots_figure, plot.terms_figure):
            drawn = [
                draw(one).axes[0].lines[1 if draw is plot.ratio_figure else 0]
                for one in (gf, law, guessed.found[0])
            ]
            assert len({tuple(map(float, line.get_ydata())) for line in drawn}) == 1
        value = gfkit.value("domineering", "2x3")
        assert plot.thermograph_figure(value).axes
        count = gfkit.count("domineering", "2x2", weights="pieces")
        assert [bar.get_height() for bar in plot.profile_figure(count).axes[0].patches] == [1, 4, 2]
        with pytest.raises(InputError, match="rational generating function"):
            plot.ratio_figure(gfkit.guess([1, 1, 2, 5, 14, 42, 132, 429, 1430, 4862]).found[0])

    def test_notebooks_show_them_by_themselves(self, plot):
        figure = plot.terms_figure(RationalGF.of([1], [1, -10]), 6)
        assert ET.fromstring(figure._repr_svg_()).tag.endswith("svg")

    def test_unknown_theme(self, plot):
        with pytest.raises(OptionError, match=r"theme 'drak' is unknown; did you mean dark\?"):
            plot.thermograph_figure(VALUES["sh thermograph"], theme="drak")


def test_cards_show_their_board():
    """A count, a law, outcomes and others draw what they are about; what lies in a file is not read again."""
    squares = gfkit.count("domineering", "3x4")._repr_html_()
    assert squares.count('class="cell"') == 12
    for value in (
        gfkit.derive("o12", "path:n"),
        gfkit.outcomes("domineering", "2xn", to=3),
        gfkit.nim("cram", "1xn", to=9),
        gfkit.optimum("kings", "2x2"),
        gfkit.optimum("kings", "2xn"),
        gfkit.graph_polynomial("chromatic", "2x2"),
    ):
        assert "float:right" in value._repr_html_(), value
    assert "<svg" not in gfkit.count("node-kayles", "1x900")._repr_html_()


def test_roots_far_away_are_arrowheads_at_the_edge():
    """Of 1/2, 1 twice, 40 and -30 - 40i the picture shows the first three."""
    from gfkit.show.svg import roots_drawing

    near, far = [(0.5 + 0j, 1), (1 + 0j, 2)], [(40 + 0j, 1), (-30 - 40j, 1)]
    all_near = roots_drawing(near)
    assert all_near.body.count("<polygon") == 0
    assert all_near.body.count('class="point"') == 2
    drawn = roots_drawing([*near, *far])
    assert drawn.body.count("<polygon") == 2
    assert drawn.body.count("<circle") == all_near.body.count("<circle")
    assert "5 roots, multiplicities counted; the nearest to 0 is at distance 0.5." in drawn.description
    assert drawn.description.endswith("Beyond the edge: 2, up to distance 50.")
    assert (drawn.width, drawn.height) == (all_near.width, all_near.height)
    apart = roots_drawing([(5 + 0j, 1), (14 + 0j, 1)])
    assert "<polygon" not in apart.body
