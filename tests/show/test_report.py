"""Reports: valid self-contained pages, numbers that agree with other methods, valid certificates.

Numbers on a page are compared with listings by brute force, and with the command line.
"""

import json
import re
import shlex
import shutil
import subprocess
import xml.etree.ElementTree as ET
from base64 import b64decode, b64encode
from dataclasses import replace
from datetime import date
from fractions import Fraction
from functools import cache
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest
from choice import sample, some_of, then_slow
from cli.calling import call, told
from show.markup import Page, form
from tables import tables

import gfkit
from gfkit.core.algebra import RationalGF
from gfkit.core.errors import OptionError, RuleError, SelfCheckError
from gfkit.core.rules import BUILT_IN, Rule, find_rule
from gfkit.lab.modules import copy_script, second_reader_script
from gfkit.proofs import VERIFIED_PROGRAM, certify_file
from gfkit.show.report import Report, find_browser, making as boards, polynomial_report
from gfkit.show.report.making import BROWSERS
from gfkit.show.report.page import FAMILY, FONT, Section, font_face, whole_page
from gfkit.show.svg.shapes import tex_words

DATA = tables("show_cases")["report"]

ARRAY = '[cells]\ncolours = 2\n[rules]\nforbid = ["11/11", "101"]\n'
HOSTILE = "<script>alert(1)</script>&\"'</style>]]>"
DAY = date(2026, 2, 3)
READER = second_reader_script({"rule": {"kind": "cover"}, "family": {"word": "", "wraps": []}})
needs_browser = pytest.mark.skipif(
    not any(map(shutil.which, BROWSERS)), reason="no Chromium on the PATH: NOTHING IS TESTED IN A BROWSER"
)


def checked(report: Report) -> Page:
    """Return the page after checks: balanced, self-contained, well-formed drawings and formulas."""
    html = report.html
    page = Page(html)
    assert html.startswith("<!DOCTYPE html>")
    for picture in re.findall(r"<svg .*?</svg>|<math .*?</math>", html, re.DOTALL):
        ET.fromstring(picture)
    (policy,) = [one["content"] for one in page.named("meta") if "http-equiv" in one]
    scripts = re.findall(r"(?s)<script type=\"module\">(.*?)</script>", html)
    assert page.named("script") == [{"type": "module"}] * len(scripts)
    hashes = [f"'sha256-{b64encode(sha256(one.encode()).digest()).decode()}'" for one in scripts]
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:;")
    assert policy.partition("; script-src ")[2] == ("".join(hashes) or "'none'")
    own = [one.removesuffix(copy_script()) for one in scripts]
    assert all(one in ("", READER) or one.startswith(VERIFIED_PROGRAM.read_text()) for one in own)
    assert len(scripts) < 2
    named = {tag for tag, _ in page.tags}
    assert not named & {"link", "img", "iframe", "object", "embed", "base", "b", "i"}
    for tag, attributes in page.tags:
        assert not any(name.startswith("on") for name in attributes)
        for name in ("src", "href", "xlink:href", "action", "data", "srcset"):
            target = attributes.get(name)
            assert target is None or re.match("#|data:(application/json|text/plain);base64,", target), tag
    assert all(one == "data:font/woff2;base64," for one in re.findall(r"url\(([^,)]*,?)", html))
    assert "@import" not in html
    assert set(re.findall(r"https?://[^\s\"'<]+", html)) <= {
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1998/Math/MathML",
    }
    marks = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    links = [one["href"] for one in page.named("a") if str(one["href"]).startswith("#")]
    assert [f"#{mark}" for mark in dict.fromkeys(marks)] == links[len(links) > len(marks) :]
    assert {*links} <= {f"#{mark}" for mark in marks}
    levels = [int(tag[1]) for tag, _ in page.tags if re.fullmatch("h[1-6]", tag)]
    assert (levels[0], levels.count(1)) == (1, 1)
    assert all(after <= before + 1 for before, after in pairwise(levels))
    assert html.count("<figure>") == html.count("<figcaption>")
    assert all(drawing["role"] == "img" and drawing["aria-label"] for drawing in page.named("svg"))
    assert "None" not in page.text
    return page


@cache
def made(game: str, board: str, positions: str = "all", weights: str = "none", terms: int = 8) -> Page:
    ask = gfkit.derive if "n" in board.rpartition(":")[2] else gfkit.count
    return checked(gfkit.report(ask(game, board, positions, weights), terms=terms, digits=12, day=DAY))


def listed(page: Page) -> dict[int, int]:
    """Return the table of terms."""
    start = page.rows.index(["n", "a(n)"]) + 1
    found = {}
    for row in page.rows[start:]:
        if len(row) != 2 or not row[0].isdigit():
            break
        found[int(row[0])] = int(re.sub(r".*\)", "", row[1]))
    return found


WORDS = [f"{game.replace('cis:k', 'cis:3')} 2xn" for game in BUILT_IN]
WORDS += DATA["asked"]


@pytest.mark.parametrize("words", sample(WORDS, quick=2, found=[("o12 complete:n",)], seconds=0.5))
def test_terms_agree_with_listing_all_positions(words):
    game, family, *more = words.split()
    positions, weights = (more + ["all", "none"][len(more) :])[:2]
    page = made(game, family, positions, weights)
    known = gfkit.parse_board(family)
    first = max(1, known.first_n)
    for n in range(first, first + 2):
        assert listed(page)[n] == int(gfkit.brute_force(game, known.at(n), positions))
    assert ("Refinement by pieces" in page.text) == (weights != "none")
    if "complete" in words:
        assert not any(one.get("download") for one in page.named("a"))  # there is no certificate
        assert "exponential formula" in page.text


def test_numbers_of_derive():
    """Compare the numbers on the page with those of the command."""
    found = told("derive", "domineering", "3xn", "--terms", "8")
    page, law, growth = made("domineering", "3xn"), found["generating_function"], found["growth"]
    assert listed(page) == dict(enumerate(map(int, found["terms"])))
    rounded = [growth["value"][:11], growth["constant"]["value"][:11]]  # of more digits than on the page
    said = [*rounded, found["closed_form"], found["evidence"]["method"]]
    assert [one for one in (*said, law["numerator"], law["denominator"]) if one not in page.text] == []


def boards_of(result, **named) -> tuple[str, list[list[str]]]:
    """Return the page, and the drawings of all configurations, board by board."""
    html = gfkit.report(result, day=DAY, **named).html
    drawn = re.findall(r'<div class="positions">(.*?)</div>', html, re.DOTALL)
    return html, [re.findall(r"<svg .*?</svg>", one, re.DOTALL) for one in drawn]


def test_counted_configurations_are_drawn():
    """Positions, arrays, tilings, sets of edges: all of them, or twelve distinct ones if there are more."""
    for game, board, number in (("domineering", "2x2", 7), ("col", "path:3", 17)):
        assert int(gfkit.brute_force(game, board)) == number
        (drawn,) = boards_of(gfkit.count(game, board))[1]
        pictures = [re.sub(r"position \d+", "", one) for one in drawn]
        assert len(pictures) == len(set(pictures)) == min(number, 12)
    mine = gfkit.Rule.array(colours=2, forbid=["11/11", "101"], name="mine")
    wide = gfkit.Rule.array(colours=2, least="2x1", name="wide")
    # A map that shows every cell draws images (three cells: all with a top); others draw arrays.
    hills = gfkit.Rule.array(colours=3, image={"neighbours": "rook", "map": "x >= max(near)"}, name="hills")
    pairs = gfkit.Rule.array(colours=2, image={"shape": "ab", "map": "a * b"}, name="pairs")
    alone = "checked by enumeration"
    for rule, family, numbers, said in some_of((
        (mine, "2xn", [12], ""),  # of 15 on 2 x 2: all except the full one; there are 4 on 2 x 1
        ("domineering-tiles", "2xn", [7], ""),  # the positions of Domineering are 2, 7, 22
        # A cycle of four has 6 minimal edge cuts: 4 take off a vertex, 2 halve it; each is 2 arrays.
        ("minimal-edge-cuts", "2xn", [12], f"6 minimal edge cuts; {alone}. The figure shows all arrays"),
        (hills, "1x3", [], f"7 configurations; {alone}"),
        (pairs, "1x3", [], "The figure shows one array for each image"),
        (wide, "nx2", [], f"n = 1: 0 configurations; {alone}"),
        # Paths of 1, 2 and 3 vertices: every second Fibonacci number.
        ("rooted-forests", "path:n", [8], f"{alone}. Rings mark the chosen vertices."),
        ("matchings", "8xn", [12], ""),  # of 34 on the path of 8 vertices, a Fibonacci number
    ), step=2):  # fmt: skip
        named = {} if isinstance(rule, str) else {"rule": rule}
        html, boards = boards_of((gfkit.derive if "n" in family else gfkit.count)(rule, family), **named)
        assert [len(one) for one in boards][: len(numbers)] == numbers, rule
        assert said in html, rule


def test_formulas_are_there_to_copy_and_folded_by_order():
    """The copied text is parsed as the series of the terms; only orders above 8 are folded."""
    for game, family in (("domineering", "3xn"), ("independent-sets", "5xn")):
        law, page = gfkit.derive(game, family), made(game, family)
        copied = [one["data-copy"] for one in page.named("h3") if one.get("data-copy")]
        numbers = [int(gfkit.brute_force(game, law.question.family.at(n))) for n in (1, 2)]
        assert RationalGF.parse(copied[0]).terms(3)[1:] == numbers
        assert copied[1].startswith("a(n) = ")
        assert copied[-1].startswith(f"1, {numbers[0]}, {numbers[1]}, ")
        folded = re.findall(r"<summary>([^<]*)</summary>", form(law, "h") + gfkit.report(law).html)
        assert sum(f"order {law.order}" in one for one in folded) == 2 * (law.order > 8)
    law = gfkit.derive("domineering", "4xn", weights="players")
    terms = sum(len(part.terms) for part in law.recurrence.coefficients)
    assert (terms > 36, f"the recurrence ({terms} terms)" in gfkit.report(law).html) == (True, True)


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
    [("col", "path:n", "players"), pytest.param("cram", "8xn", "none", marks=pytest.mark.slow(3))],
)
def test_certificate(game, family, weights, tmp_path):
    """The certificate in the page precedes the checker, and equals the one that --save writes."""
    found = gfkit.derive(game, family, weights=weights)
    page = checked(gfkit.report(found, terms=8, day=DAY))
    link, _ = [one for one in page.named("a") if one.get("download")]
    file = tmp_path / link["download"]
    file.write_bytes(b64decode(link["href"].partition("base64,")[2]))
    assert certify_file(file).ok
    assert re.search(rf"; certificate\s*:\s*gfkit certify {re.escape(file.name)}", page.text)
    gfkit.save_derived(found, tmp_path / "saved.json")
    assert json.loads(file.read_text()) == json.loads((tmp_path / "saved.json").read_text())


def test_false_numbers_are_detected():
    found = gfkit.derive("domineering", "2xn")
    false = replace(found, rational=RationalGF.parse("1/(1 - 2*t - 2*t^2)"))
    with pytest.raises(SelfCheckError, match=r"2x2 .*\b7\b.*\b6\b"):
        gfkit.report(false)


def test_hostile_names(tmp_path):
    for kind in (ARRAY, '[both]\npieces = ["X"]\n[rules]\nforbid_adjacent = ["LR"]\n'):
        file, target = tmp_path / "a b'$(x)\".toml", tmp_path / "out.html"
        file.write_text(f"name = '''{HOSTILE}'''\nabout = '''{HOSTILE}'''\n{kind}")
        assert call("report", file, "2xn", "-o", target, "--no-store", "--force").code == 0
        page = checked(Report("", target.read_text()))
        assert HOSTILE in page.text
        assert file.read_text() in page.text  # the rule file is in the page
        command = re.search(r"gfkit derive '.*", page.text)[0]
        assert shlex.split(command)[2:4] == [str(file), "2xn"]
    for sign in "\\{}$&#%_^~":
        assert tex_words(sign) != sign
    assert tex_words("Plain (text), 3 x n") == "Plain (text), 3 x n"


def test_single_board():
    page = made("domineering", "3x3", "all", "players")
    for said in ("131", "±1", "gfkit count domineering 3x3 --weights players"):  # its value is in print
        assert said in page.text.replace("+-", "±")
    assert "value" not in made("domineering-tiles", "2x2").text


def test_the_report_of_a_rule_without_a_file():
    """The report of a result accepts the rule, if the rule has no name."""
    rule = gfkit.Rule.array(colours=2, forbid=["11/11", "101"], name="Mine")
    checked(gfkit.report(gfkit.derive(rule, "2xn")))
    found = gfkit.count(rule, "2x2")
    report = gfkit.report(found, rule=rule, day=DAY)
    checked(report)
    assert report == gfkit.report(found, rule=rule, day=DAY)
    assert "2026-02-03" in report.html
    (frame,) = Page(form(report, "h")).named("iframe")  # so that its style does not reach a notebook
    assert frame["srcdoc"] == report.html
    with pytest.raises(RuleError, match="rule="):
        gfkit.report(found)
    assert checked(gfkit.report(gfkit.derive(find_rule("snort"), "path:n"))).text.count("Snort") > 1
    for terms in (0, -1, True, 2.5, "3", 10_001):
        with pytest.raises(OptionError, match="10000"):
            gfkit.report(gfkit.count("col", "2x2"), terms=terms)


def test_lines_for_the_oeis_agree_with_the_export(tmp_path):
    target = tmp_path / "r.html"
    right_ends = ("--positions", "right-ends")
    assert call("report", "domineering", "nx3", *right_ends, "-o", target)[:2] == (0, f"{target}\n")
    entry = call("oeis", "export", "domineering", "nx3", *right_ends).lines
    text = checked(Report("", target.read_text())).text
    assert [line for line in entry if line.startswith("%") and line not in text] == []
    noted = gfkit.report(gfkit.derive("col", "path:n"), known_as=("A000001 <name>",), day=DAY)
    assert "A000001 <name>" in checked(noted).text


def test_no_browser_and_one_that_fails(tmp_path, monkeypatch):
    """The page is written, but no partial PDF."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PATH", str(tmp_path))
    said = call("report", "col", "path:n", "-o", "a.html", "--pdf")
    assert (said.code, list(tmp_path.iterdir())) == (2, [])
    assert ", ".join(BROWSERS) in said.err
    browser = tmp_path / "tools" / "chromium"
    browser.parent.mkdir()
    browser.write_text("#!/bin/sh\necho out of paper >&2\nexit 7\n")
    browser.chmod(0o755)
    monkeypatch.setenv("PATH", f"{browser.parent}:/usr/bin:/bin")
    said = call("report", "col", "path:n", "-o", "a.html", "--pdf", code=3)
    assert "(exit code 7): out of paper" in said.err
    assert sorted(one.name for one in tmp_path.iterdir()) == ["a.html", "tools"]


def browsed(report: Report, doing: str, folder: Path) -> str:
    """Return the title that a script sets, given a report in a frame as ``page``."""
    look = "const page = document.querySelector('iframe').contentDocument;"
    run = f"<script>onload = () => {{ {look} {doing} }};</script>"
    file = folder / "around.html"
    file.write_text(f"<!DOCTYPE html><title>-</title>{form(report, 'h')}{run}", "utf-8")
    options = ("--headless", "--disable-gpu", "--no-sandbox", f"--user-data-dir={folder / 'profile'}")
    command = [find_browser(), *options, "--virtual-time-budget=20000", "--dump-dom", file.as_uri()]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True)
    return re.findall("<title>(.*?)</title>", done.stdout)[0]


def falsified(text: str) -> str:
    return text.replace('"numerator": [[0,0,0,1]', '"numerator": [[0,0,0,2]')


OUTSIDE = {
    "name": "Outside",
    "cells": {"colours": 2, "outside": 1},
    "rules": {"exactly": [{"shapes": ["ab"], "when": "a == b == 1", "at_most": 2}]},
}
"""A rule that the second reader checks; the pages do so if P or Q has many terms."""
CHANGES = [
    ("domineering", "Proved by the verified program", str),
    ("domineering", "not proved: says", falsified),
    (OUTSIDE, "refuted: the coeff", falsified),
    ("domineering", "not read", lambda text: text[:-3]),
    (OUTSIDE, "Proved: for every n (>=|&gt;=|≥) 0, .* is the number of arrays on 2xn", str),
    (OUTSIDE, "bad file", lambda text: text[:-3]),
]


@needs_browser
@pytest.mark.parametrize(("rule", "answer", "change"), then_slow(CHANGES[:2], 1, *CHANGES[2:]))
def test_a_certificate_is_checked_on_the_page(rule, change, answer, tmp_path, monkeypatch):
    """The page runs only its own script; an injected script would not run."""
    if rule is OUTSIDE:
        monkeypatch.setattr("gfkit.proofs.statement_for_pages", lambda _: None)
    rule = rule if isinstance(rule, str) else Rule.of(rule)
    html = gfkit.report(gfkit.derive(rule, "2xn"), day=DAY).html
    html = re.sub(
        '(?<=data:application/json;base64,)[^"]*',
        lambda data: b64encode(change(b64decode(data[0]).decode()).encode()).decode(),
        html,
    ).replace("<main>", "<main><script>document.body.textContent = ''</script>")
    press = "page.querySelector('.known button').click(); setInterval(() => { document.title ="
    press += " page.querySelector('[role=status]').textContent + ' with badges: ' +"
    press += " [...page.querySelectorAll('span')].filter(({ textContent }) => textContent === '✓ verified')"
    press += ".length; }, 100);"
    found = browsed(Report("", html), press, tmp_path)
    assert re.match(answer, found)
    assert found.endswith(f" with badges: {2 if 'verified' in answer else 0}")


@needs_browser
@pytest.mark.slow(3)
def test_pages_and_cards_fit_a_phone(tmp_path):
    """Text and figures of a page keep to its width, and so does a card in a notebook."""
    law = gfkit.derive("domineering", "3xn", weights="players")
    card = Report("", f"<!DOCTYPE html>{form(law, 'h')}")
    page = gfkit.report(gfkit.derive("domino-tilings", "8xn"), day=DAY)
    wide = "[...page.querySelectorAll('{}')]"
    narrow = "document.querySelector('iframe').style.width = '390px'; page.body.style.margin = 0;"
    over = f"{narrow} document.title = {wide}.filter((one) => one.scrollWidth > one.clientWidth + 1).length"
    assert browsed(page, over.format("body, pre, figure .scroll"), tmp_path) == "0"
    assert browsed(card, over.format("body, .gfk-card"), tmp_path) == "0"
    copies = browsed(page, f"document.title = {wide.format('.copy')}.length", tmp_path)
    assert copies == "5", "fraction and recurrence in plain and LaTeX notation, and the terms"


def test_the_laboratory_gives_no_formula_a_height():
    sheet = (ROOT / "gfkit/lab/page/style.css").read_text(encoding="utf-8")
    rules = re.findall(r"^(\.formula[^{]*)\{([^}]*)\}", sheet, re.MULTILINE)
    assert len(rules) > 4
    assert not [name for name, rule in rules if "height:" in rule.replace("line-height:", "")]


@needs_browser
def test_pdf(tmp_path):
    target, paper = tmp_path / "a b.html", tmp_path / "a b.pdf"
    found = told("report", "col", "path:n", "-o", target, "--pdf")
    assert found["files"] == [str(target), str(paper)]
    assert found["evidence"]["status"] == "proved"
    assert paper.read_bytes().startswith(b"%PDF-")
    assert len(list(tmp_path.iterdir())) == 2
    assert find_browser()


def test_edges():
    for game, board, positions in DATA["edges"]:
        page = made(game, board, positions)
        if "n" not in board.rpartition(":")[2] and board != "10x10":
            assert f" is {int(gfkit.brute_force(game, board, positions))}." in page.text, board


def test_parts_omitted_from_a_page_are_named(monkeypatch):
    """A value whose search is large has no place on a page; its size is counted, not timed."""
    found = gfkit.count("nogo", "2x3")
    assert "KiB" not in Page(gfkit.report(found, day=DAY).html).text
    monkeypatch.setattr(boards, "VALUE_TABLES", boards.VALUE_TABLES >> 11)
    text = Page(gfkit.report(found, day=DAY).html).text
    assert "8.0 KiB" in text
    assert "'gfkit value nogo 2x3'" in text


@pytest.mark.parametrize(
    ("words", "held"),
    [
        ("domineering 3xn", [r"\frac{1 - t - 4 t^{2} + t^{3} + t^{4}}", "823", "derive domineering 3xn"]),
        ("col 2x3", ["count col 2x3", "181"]),
        pytest.param("node-kayles complete:n", [r"\left(1 + t\right) \exp"], marks=pytest.mark.slow(0.8)),
    ],
)
def test_the_report_in_latex(words, held, tmp_path):
    """The document is next to the page, its environments and braces are closed, and it has the formulas."""
    asked = ("report", *words.split(), "--tex", "-o")
    page = tmp_path / "report.html"
    assert call(*asked, page).code == 0
    text = (tmp_path / "report.tex").read_text("utf-8")
    assert all(one in text for one in held)
    assert sorted(re.findall(r"\\begin\{(\w+)\}", text)) == sorted(re.findall(r"\\end\{(\w+)\}", text))
    plain = re.sub(r"%.*", "", re.sub(r"\\[{}%]", "", text))
    assert plain.count("{") == plain.count("}")
    assert all(sign < "\x7f" for sign in text), "the document is plain ASCII"
    assert call(*asked, page).code == 2


def test_pages_about_polynomials_of_graphs(tmp_path):
    """The page of ladders agrees with counts by rules such as spanning trees."""
    page = polynomial_report(gfkit.graph_polynomial("tutte", "ladder:n"), day=DAY).html
    for name in ("spanning-trees", "spanning-forests", "acyclic-orientations"):
        numbers = [int(gfkit.count(name, f"ladder:{n}")) for n in range(1, 8)]
        assert f": 1, {', '.join(map(str, numbers))}, ..." in page, name
    assert "gfkit polynomial tutte ladder:n" in page
    assert "proves for every n" in page
    page = polynomial_report(gfkit.graph_polynomial("chromatic", "complete:4")).html
    assert ">24<" in page  # 4! colourings with four colours
    assert "Zeros in the complex plane" in page
    with pytest.raises(OptionError, match="variables"):
        polynomial_report(gfkit.graph_polynomial("tutte", "cycle:n").at(x=1))
    file = tmp_path / "page.html"
    assert call("polynomial", "chromatic", "path:n", "--report", file).code == 0
    assert file.read_text("utf-8").startswith("<!DOCTYPE html>")


# The mathematical font

ROOT = Path(__file__).parents[2]


def test_the_font_is_embedded_in_reports_and_linked_in_other_pages():
    assert FONT.read_bytes()[:4] == b"wOF2"
    assert FONT.stat().st_size < 80_000
    assert "SIL OPEN FONT LICENSE Version 1.1" in (FONT.parent / "OFL.txt").read_text(encoding="utf-8")
    page = whole_page("A", "", [Section("x", "One", "<math><mi>x</mi></math>")], "")
    (data,) = re.findall(r"url\(data:font/woff2;base64,([A-Za-z0-9+/=]+)\)", page)
    assert b64decode(data) == FONT.read_bytes()
    assert re.search(rf'math\{{font-family:"{FAMILY}"', page)
    assert "font-face" not in whole_page("A", "", [Section("x", "One", "no formula")], "")
    for sheet in ("docs/_static/gfkit.css", "gfkit/lab/page/style.css"):
        text = (ROOT / sheet).read_text(encoding="utf-8")
        assert "".join(text.split()).count("".join(font_face().rstrip("}").split())) == 1
        assert re.search(rf'^math \{{ font-family: "{FAMILY}", math;', text, re.M)
