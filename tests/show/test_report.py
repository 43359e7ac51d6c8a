"""Reports: valid pages that need nothing else, numbers that other ways give, certificates that stand."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import stat
import xml.etree.ElementTree as ET
from base64 import b64decode
from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import cache
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

import gfkit
from gfkit.cli.main import main
from gfkit.errors import OptionError, RuleError, SelfCheckError
from gfkit.formula import tree_of
from gfkit.games import BUILT_IN, find_rule
from gfkit.games.file import read_rule
from gfkit.sequences import Polynomial, RationalGF
from gfkit.show.report import Report, boards, find_browser, polynomial_report
from gfkit.show.report.making import BROWSERS
from gfkit.show.report.page import long_sum
from gfkit.show.report.proof import latex_text
from gfkit.show.svg.chart import ticks
from gfkit.transfer.graph_polynomial import graph_polynomial
from gfkit.transfer.modular import unweighted
from gfkit.verify import certify_file

VOID = {"meta", "wbr", "br"}
ARRAY = '[cells]\ncolours = 2\n[rules]\nforbid = ["11/11", "101"]\n'
HOSTILE = "<script>alert(1)</script>&\"'</style>]]>"
DAY = date(2026, 2, 3)


class Page(HTMLParser):
    """What a page says: text by section, attributes, tables, and whether its tags are balanced."""

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.rows: list[list[str]] = []
        self.text = ""
        self._cell = False
        self.feed(html)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
        if tag == "tr":
            self.rows.append([])
        if tag in ("th", "td"):
            self.rows[-1].append("")
            self._cell = True

    def handle_startendtag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open, f"nothing open at </{tag}>"
        assert self.open.pop() == tag
        if tag in ("th", "td"):
            self._cell = False

    def handle_data(self, data):
        if "style" in self.open:
            return
        self.text += data
        if self._cell:
            self.rows[-1][-1] += data

    def named(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.tags if tag == name]


def checked(report: Report) -> Page:
    """The page, when it is sound: balanced, self-contained, well-formed drawings and formulas."""
    html = report.html
    page = Page(html)
    assert html.startswith("<!DOCTYPE html>")
    for picture in re.findall(r"<svg .*?</svg>|<math .*?</math>", html, re.DOTALL):
        ET.fromstring(picture)
    named = {tag for tag, _ in page.tags}
    assert not named & {"script", "link", "img", "iframe", "object", "embed", "base", "b", "i"}
    for tag, attributes in page.tags:
        assert not any(name.startswith("on") for name in attributes)
        for name in ("src", "href", "xlink:href", "action", "data", "srcset"):
            target = attributes.get(name)
            assert target is None or target.startswith(("#", "data:application/json;base64,")), (tag, target)
    assert all(one == "data:font/woff2;base64," for one in re.findall(r"url\(([^,)]*,?)", html))
    assert "@import" not in html
    assert set(re.findall(r"https?://[^\s\"'<]+", html)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1998/Math/MathML",
    }
    marks = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(set(marks)) == len(marks)
    links = [one["href"] for one in page.named("a") if str(one["href"]).startswith("#")]
    assert [f"#{mark}" for mark in marks] == links
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert html.count("<figure>") == html.count("<figcaption>")
    for drawing in page.named("svg"):
        assert drawing["role"] == "img"
        assert drawing["aria-label"]
    assert "None" not in page.text.replace("None is given", "").replace("None stands here", "")
    return page


@cache
def made(game: str, board: str, positions: str = "all", weights: str = "none", terms: int = 8) -> Page:
    result = (gfkit.derive if "n" in board.rpartition(":")[2] else gfkit.count)(
        game, board, positions, weights
    )
    return checked(gfkit.report(result, terms=terms, digits=12, day=DAY))


def listed(page: Page) -> dict[int, int]:
    """The table of terms."""
    start = page.rows.index(["n", "a(n)", "a(n) − a(n−1)"]) + 1
    found = {}
    for row in page.rows[start:]:
        if len(row) != 3 or not row[0].isdigit():
            break
        found[int(row[0])] = int(re.sub(r".*\)", "", row[1]))
    return found


@pytest.mark.parametrize("game", [game.replace("cis:k", "cis:3") for game in BUILT_IN])
def test_every_game(game):
    """The terms are those that listing all positions gives."""
    page = made(game, "2xn")
    for n, number in listed(page).items():
        if n and n <= 3:
            assert number == int(gfkit.brute_force(game, f"2x{n}"))


@pytest.mark.parametrize(
    ("game", "family", "positions", "weights"),
    [
        ("domineering", "nx2", "right-ends", "none"),
        ("col", "path:n", "all", "players"),
        ("snort", "cycle:n", "maximal", "pieces"),
        ("node-kayles", "cylinder:3xn", "all", "none"),
        ("cram", "cylinder:nx2", "maximal", "none"),
        ("node-kayles", "torus:3xn", "all", "pieces"),
        ("o12", "complete:n", "all", "none"),
        ("snort", "complete:n", "left-ends", "players"),
        ("domineering-tiles", "2xn", "all", "players"),
        ("domineering-maximal-tiles", "2xn", "all", "none"),
    ],
)
def test_families(game, family, positions, weights):
    page = made(game, family, positions, weights)
    known = gfkit.parse_board(family)
    first = max(1, known.first_n)
    for n in range(first, first + 2):
        listing = gfkit.brute_force(game, known.at(n), positions)
        assert listed(page)[n] == int(listing)
    assert ("By pieces" in page.text) == (weights != "none")


def test_numbers_of_derive(capsys):
    """What the page says is what the command says, and what its file for programs has."""
    assert main(["derive", "domineering", "3xn", "--json", "--terms", "8", "--digits", "12"]) == 0
    told = json.loads(capsys.readouterr().out)
    page = made("domineering", "3xn")
    assert listed(page) == dict(enumerate(map(int, told["terms"])))
    assert told["growth"]["value"] in page.text
    assert told["growth"]["constant"]["value"] in page.text
    assert told["closed_form"] in page.text
    for part in ("numerator", "denominator"):
        assert told["generating_function"][part] in page.text
    assert told["evidence"]["method"] in page.text


@pytest.mark.parametrize(("game", "board", "number"), [("domineering", "2x2", 7), ("col", "path:3", 17)])
def test_every_position_is_drawn(game, board, number):
    """All of them are there, and no two are alike."""
    assert int(gfkit.brute_force(game, board)) == number
    html = gfkit.report(gfkit.count(game, board), day=DAY).html
    drawn = re.search(r'<div class="positions">(.*?)</div>', html, re.DOTALL)[1]
    pictures = [re.sub(r"position \d+", "", one) for one in re.findall(r"<svg .*?</svg>", drawn, re.DOTALL)]
    assert len(pictures) == len(set(pictures)) == number


def test_arrays_and_tilings_are_drawn(tmp_path):
    file = tmp_path / "rule.toml"
    file.write_text('name = "mine"\n' + ARRAY)
    html = gfkit.report(gfkit.derive(str(file), "2xn"), day=DAY).html
    counts = [int(gfkit.brute_force(str(file), f"2x{n}")) for n in (1, 2)]
    drawn = re.findall(r'<div class="positions">(.*?)</div>', html, re.DOTALL)
    assert [one.count("<svg") for one in drawn[:2]] == counts
    tiled = gfkit.report(gfkit.derive("domineering-tiles", "2xn"), day=DAY).html
    drawn = re.findall(r'<div class="positions">(.*?)</div>', tiled, re.DOTALL)
    assert [one.count("<svg") for one in drawn] == [2, 7, 22]  # the positions of Domineering, 22 by hand


def test_images_are_drawn():
    """Of a map that shows every cell the images (of three cells all but no top), else an array for each."""
    hills = gfkit.Rule.array(colours=3, image={"neighbours": "rook", "map": "x >= max(near)"}, name="hills")
    page = gfkit.report(gfkit.count(hills, "1x3"), rule=hills, day=DAY).html
    assert "7 images; listing them one by one gives the same number" in page
    assert "Drawn is one array" not in page
    pairs = gfkit.Rule.array(colours=2, image={"shape": "ab", "map": "a * b"}, name="pairs")
    assert (
        "Drawn is one array of each image"
        in gfkit.report(gfkit.count(pairs, "1x3"), rule=pairs, day=DAY).html
    )


def test_arrays_of_rules_that_divide_and_of_small_boards():
    """A cycle of four has 6 minimal edge cuts: 4 take off a vertex, 2 halve it; each is 2 arrays."""
    page = gfkit.report(gfkit.derive("minimal-edge-cuts", "2xn"), day=DAY).html
    boards = re.findall(r'<div class="positions">(.*?)</div>', page, re.DOTALL)
    assert [board.count("<svg") for board in boards[:2]] == [2, 12]
    assert (
        "2 × 2: 6 arrays; listing them one by one gives the same number. Drawn are all arrays, of which"
        in page
    )
    wide = gfkit.Rule.array(colours=2, least="2x1", name="wide")
    page = gfkit.report(gfkit.derive(wide, "nx2"), rule=wide, day=DAY).html
    assert "1 × 2: 0 arrays; listing them one by one gives the same number" in page


def test_sets_of_edges_with_roots():
    """Paths of 1, 2 and 3 vertices have 1, 3 and 8 rooted forests: every second Fibonacci number."""
    page = gfkit.report(gfkit.derive("rooted-forests", "path:n"), day=DAY).html
    boards = re.findall(r'<div class="positions">(.*?)</div>', page, re.DOTALL)
    assert [board.count("<svg") for board in boards] == [1, 3, 8]
    assert "listing them one by one gives the same number. The letter r marks the chosen vertices." in page


def test_averages():
    """Mean and variance are those of the listed positions."""
    page = made("col", "path:n", "all", "pieces")
    polynomial = gfkit.brute_force("col", "path:3", "all", "pieces").polynomial
    total = polynomial.total
    mean = Fraction(sum(powers[0] * value for powers, value in polynomial.terms), total)
    square = Fraction(sum(powers[0] ** 2 * value for powers, value in polynomial.terms), total)
    row = next(row for row in page.rows if row[0] == "3" and "." in row[1])
    assert float(row[1]) == pytest.approx(float(mean / 3), abs=1e-7)
    assert float(row[2]) == pytest.approx(float((square - mean**2) / 3), abs=1e-7)


@pytest.mark.parametrize(
    ("game", "family", "weights"),
    [("domineering", "3xn", "none"), ("col", "path:n", "players"), ("cram", "8xn", "none")],
)
def test_certificate(game, family, weights, tmp_path):
    """The certificate in the page stands before the checker, and is the one that --save writes."""
    found = gfkit.derive(game, family, weights=weights)
    page = checked(gfkit.report(found, terms=8, day=DAY))
    (link,) = [one for one in page.named("a") if one.get("download")]
    file = tmp_path / link["download"]
    file.write_bytes(b64decode(link["href"].partition("base64,")[2]))
    assert certify_file(file).ok
    assert f"gfkit certify {file.name}" in page.text
    gfkit.save_derived(found, tmp_path / "saved.json")
    assert json.loads(file.read_text()) == json.loads((tmp_path / "saved.json").read_text())


def test_without_certificate():
    page = made("o12", "complete:n")
    assert not any(one.get("download") for one in page.named("a"))
    assert "exponential formula" in page.text


def test_false_numbers_are_found_out():
    """A law whose terms are not what listing gives makes no page."""
    found = gfkit.derive("domineering", "2xn")
    false = replace(found, rational=RationalGF.parse("1/(1 - 2*t - 2*t^2)"))
    with pytest.raises(SelfCheckError, match="2x2 has 7 positions when they are listed, and 6 are claimed"):
        gfkit.report(false)


@pytest.mark.parametrize("kind", [ARRAY, '[both]\npieces = ["X"]\n[rules]\nforbid_adjacent = ["LR"]\n'])
def test_hostile_names(kind, tmp_path, capsys):
    file = tmp_path / "a b'$(x)\".toml"
    file.write_text(f"name = '''{HOSTILE}'''\nabout = '''{HOSTILE}'''\n{kind}")
    target = tmp_path / "out.html"
    assert main(["report", str(file), "2xn", "-o", str(target), "--no-store"]) == 0
    html = target.read_text()
    page = checked(Report("", html))
    assert HOSTILE in page.text
    assert file.read_text() in page.text  # the rule file is in the page
    command = re.search(r"gfkit derive '.*", page.text)[0]
    assert shlex.split(command)[2:4] == [str(file), "2xn"]


def test_text_for_latex():
    special = ["\\", "{", "}", "$", "&", "#", "%", "_", "^", "~"]
    for sign in special:
        assert latex_text(sign) != sign
    assert latex_text("Plain (text), 3 x n") == "Plain (text), 3 x n"


def test_wide_strip(monkeypatch):
    """Long formulas are folded, long numbers shortened with all digits at hand; what is no proof says so."""
    monkeypatch.setattr(unweighted._Task, "_unasked", lambda *_: 0)
    page = made("domineering", "10xn", terms=20)
    assert "the denominator Q (529 terms)" in page.text
    assert "this is no proof" in page.text
    found = gfkit.derive("domineering", "10xn")
    assert listed(page) == dict(enumerate(found.terms(20)))
    assert str(found.generating_function.denominator.coefficient(528)) in page.text


def test_single_board():
    page = made("domineering", "3x3", "all", "players")
    assert "131" in page.text
    assert "±1" in page.text.replace("+-", "±")  # its value, from the literature
    assert "gfkit count domineering 3x3 --weights players" in page.text
    drawn = made("domineering", "..#/.../...")
    assert str(int(gfkit.brute_force("domineering", "..#/.../..."))) in drawn.text
    assert "value" not in made("domineering-tiles", "2x2").text


def test_rule_that_is_no_file():
    """A result of a rule that has no name can be told with the rule."""
    rule = read_rule("x", 'name = "Mine"\n' + ARRAY, None)
    checked(gfkit.report(gfkit.derive(rule, "2xn")))
    found = gfkit.count(rule, "2x2")
    checked(gfkit.report(found, rule=rule))
    with pytest.raises(RuleError, match="give it with rule="):
        gfkit.report(found)


@pytest.mark.parametrize("terms", [0, -1, True, 2.5, "3", 10_001])
def test_refused_terms(terms):
    with pytest.raises(OptionError, match="must be a whole number from 1 to 10000"):
        gfkit.report(gfkit.count("col", "2x2"), terms=terms)


def test_handed_in(monkeypatch, tmp_path, capsys):
    """Lines for the OEIS are those of the export."""
    target = tmp_path / "r.html"
    assert main(["report", "domineering", "nx3", "--positions", "right-ends", "-o", str(target)]) == 0
    assert capsys.readouterr().out == f"{target}\n"
    assert (
        main(["oeis", "export", "--game", "domineering", "--family", "nx3", "--positions", "right-ends"]) == 0
    )
    entry = capsys.readouterr().out.splitlines()
    text = checked(Report("", target.read_text())).text
    assert [line for line in entry if line.startswith("%") and line not in text] == []
    noted = gfkit.report(gfkit.derive("col", "path:n"), known_as=("A000001 <name>",), day=DAY)
    assert "A000001 <name>" in checked(noted).text


def test_same_twice():
    found = gfkit.derive("snort", "2xn")
    assert gfkit.report(found, day=DAY) == gfkit.report(found, day=DAY)
    assert "2026-02-03" in gfkit.report(found, day=DAY).html


REFUSED: list[tuple[list[str], int, str]] = [
    (["domineering", "3xn"], 2, "--output FILE is missing; see gfkit report --help"),
    (
        ["domineering", "3xn", "-o", "a.pdf"],
        2,
        "--output 'a.pdf': .pdf names another kind of file; write 'a.html'",
    ),
    (["domineering", "3xn", "-o", "."], 2, "--output '.': must be a file in a folder that exists"),
    (
        ["domineering", "3xn", "-o", "none/a.html"],
        2,
        "--output 'none/a.html': must be a file in a folder that exists",
    ),
    (["domineerin", "3xn", "-o", "a.html"], 2, "did you mean domineering?"),
    (["domineering", "nxn", "-o", "a.html"], 2, "board 'nxn': only one size may be n"),
    (["domineering", "path:n", "-o", "a.html"], 2, "use a board like"),
    (["domineering", "3x3", "-o", "a.html", "--certify"], 2, "--certify goes with a family"),
    (["domineering", "3xn", "-o", "a.html", "--terms", "0"], 2, "--terms"),
]


@pytest.mark.parametrize(("words", "code", "says"), REFUSED)
def test_refused(words, code, says, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert main(["report", *words]) == code
    error = capsys.readouterr().err
    assert says in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_no_browser(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert main(["report", "col", "path:n", "-o", "a.html", "--pdf"]) == 2
    assert "the PATH has none of " + ", ".join(BROWSERS) in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_browser_that_fails(tmp_path, monkeypatch, capsys):
    """The page stands, half a PDF does not."""
    tools = tmp_path / "tools"
    tools.mkdir()
    browser = tools / "chromium"
    browser.write_text("#!/bin/sh\necho out of paper >&2\nexit 7\n")
    browser.chmod(browser.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tools}:/usr/bin:/bin")
    target = tmp_path / "a.html"
    assert main(["report", "col", "path:n", "-o", str(target), "--pdf"]) == 3
    assert "(exit code 7): out of paper" in capsys.readouterr().err
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.html", "tools"]


@pytest.mark.skipif(
    not any(map(shutil.which, BROWSERS)), reason="no Chromium on the PATH: printing to PDF is not tested"
)
def test_pdf(tmp_path, capsys):
    target = tmp_path / "a b.html"
    assert main(["report", "col", "path:n", "-o", str(target), "--pdf", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    paper = tmp_path / "a b.pdf"
    assert told["files"] == [str(target), str(paper)]
    assert told["evidence"]["status"] == "proved"
    assert paper.read_bytes().startswith(b"%PDF-")
    assert len(list(tmp_path.iterdir())) == 2
    assert find_browser()


@given(st.lists(st.integers(-99, 99).filter(bool), min_size=1, max_size=9))
def test_summands(coefficients):
    """Put together again, the terms of a sum are the sum."""
    polynomial = Polynomial.of(("t",), {(k,): value for k, value in enumerate(coefficients)})
    markup = long_sum(tree_of(polynomial), str(polynomial), "sum")
    parts = re.findall(r"<math.*?</math>", markup)
    assert len(parts) == len(coefficients) == markup.count("<wbr/>") + 1
    shown = "".join("".join(ET.fromstring(part).itertext()) for part in parts)
    plain = re.sub(r"[ *^]", "", str(polynomial)).replace("-", "−")
    assert shown == plain


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6))
def test_ticks(low, extent):
    """Inside the interval, evenly apart, a few."""
    found = ticks(low, low + extent)
    assert 2 <= len(found) <= 8
    assert all(low - extent * 1e-6 <= value <= low + extent * (1 + 1e-6) for value in found)
    steps = [after - before for before, after in pairwise(found)]
    assert max(steps) == pytest.approx(min(steps), rel=1e-4)


@pytest.mark.parametrize(
    ("game", "board", "positions"),
    [
        ("domineering", "0xn", "all"),
        ("domineering", "nx1", "maximal"),
        ("col", "path:0", "all"),
        ("domineering", "1x1", "right-ends"),
        ("domineering", "3x3", "play"),
        ("domineering", "..#A/.bbA/....", "left-ends"),
        ("node-kayles", "complete:5", "all"),
        ("node-kayles", "10x10", "all"),
    ],
)
def test_edges(game, board, positions):
    page = made(game, board, positions)
    if "n" not in board.rpartition(":")[2] and board != "10x10":
        assert f" is {int(gfkit.brute_force(game, board, positions))}." in page.text


def test_in_a_notebook():
    """The page is in a frame, so that its style does not reach the notebook."""
    report = gfkit.report(gfkit.count("col", "2x2"), day=DAY)
    (frame,) = Page(report._repr_html_()).named("iframe")
    assert frame["srcdoc"] == report.html


def test_rule_of_a_result_is_known():
    assert checked(gfkit.report(gfkit.derive(find_rule("snort"), "path:n"))).text.count("Snort") > 1


def test_what_a_page_leaves_out_is_said(monkeypatch):
    """A value whose search is large has no place on a page; its size is counted, not timed."""
    found = gfkit.count("nogo", "2x3")
    assert "It is left out" not in Page(gfkit.report(found, day=DAY).html).text
    sizes = []
    search = boards.value

    def seen(*asked, max_memory):
        sizes.append(max_memory)
        return search(*asked, max_memory=10_000)

    monkeypatch.setattr(boards, "value", seen)
    text = Page(gfkit.report(found, day=DAY).html).text
    assert "It is left out: a page takes at most 16.0 MiB of tables for it" in text
    assert "'gfkit value nogo 2x3' goes on to the end" in text
    assert sizes == [16 << 20]


@pytest.mark.parametrize(
    ("words", "held"),
    [
        (
            ["domineering", "3xn"],
            [r"\frac{1 - t - 4 t^{2} + t^{3} + t^{4}}", "823", "derive domineering 3xn"],
        ),
        (["domineering", "2xn", "--weights", "players"], ["y^{3} t^{3}", "-{}-weights players"]),
        (["node-kayles", "complete:n"], [r"\left(1 + t\right) \exp"]),
        (["col", "2x3"], [str(int(gfkit.brute_force("col", "2x3"))), "count col 2x3"]),
        (["alternating-sign-matrices", "3xn"], ["proved by"]),
    ],
)
def test_the_same_in_latex(words, held, tmp_path):
    """The document stands beside the page, its environments and braces are closed, and its formulas there."""
    page = tmp_path / "report.html"
    assert main(["report", *words, "-o", str(page), "--tex"]) == 0
    text = (tmp_path / "report.tex").read_text("utf-8")
    assert all(one in text for one in held)
    opened = []
    for kind, name in re.findall(r"\\(begin|end)\{(\w+)\}", text):
        if kind == "begin":
            opened.append(name)
        else:
            assert opened.pop() == name
    assert not opened
    plain = re.sub(r"%.*", "", text.replace(r"\{", "").replace(r"\}", "").replace(r"\%", ""))
    assert plain.count("{") == plain.count("}")
    assert all(sign < "\x7f" for sign in text), "nothing that needs another input encoding"
    assert main(["report", *words, "-o", str(tmp_path / "other.html"), "--tex"]) == 0
    assert main(["report", *words, "-o", str(page), "--tex"]) == 2


class TestPolynomials:
    """Pages about polynomials of graphs."""

    def test_values_are_what_is_counted(self):
        """What the page says of ladders is what Kirchhoff's and other rules give, by the engine of those."""
        page = polynomial_report(graph_polynomial("tutte", "ladder:n"), day=date(2026, 1, 2)).html
        for name in (
            "spanning-trees",
            "spanning-forests",
            "connected-spanning-subgraphs",
            "acyclic-orientations",
        ):
            numbers = [int(gfkit.count(name, f"ladder:{n}")) for n in range(1, 8)]
            assert f": 1, {', '.join(map(str, numbers))}, ..." in page, name
        assert "gfkit polynomial tutte ladder:n" in page
        assert "proves for every n" in page

    def test_of_one_board(self):
        page = polynomial_report(graph_polynomial("chromatic", "complete:4")).html
        assert ">24<" in page  # 4! colourings with four colours
        assert "Zeros in the complex plane" in page

    def test_only_in_all_variables(self, tmp_path, capsys):
        with pytest.raises(OptionError, match="put no numbers"):
            polynomial_report(graph_polynomial("tutte", "cycle:n").at(x=1))
        file = tmp_path / "page.html"
        assert main(["polynomial", "chromatic", "path:n", "--report", str(file)]) == 0
        assert file.read_text("utf-8").startswith("<!DOCTYPE html>")
        assert main(["polynomial", "potts", "2xn", "--dry-run"]) == 0
        assert "states between slices" in capsys.readouterr().out
        assert main(["polynomial", "chromatic", "4xn", "--dry-run"]) == 2
