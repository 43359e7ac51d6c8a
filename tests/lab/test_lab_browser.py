"""The laboratory in real browsers: its results agree with the command line.

``make browser`` builds it and runs this; each run drives Chromium and Firefox once, by tests/lab/drive.mjs,
and saves screenshots in build/lab-shots. A missing browser is skipped and reported.
"""

import json
import re
import shutil
import subprocess
import threading
from itertools import chain
from pathlib import Path

import pytest
from cli.calling import call, told
from gfkit_docs.blocks import read_blocks
from gfkit_docs.cells import differing, requests_of
from tables import tables

from gfkit.claims.statement.parse import printed_tree
from gfkit.core.algebra.formula import MATHML
from gfkit.core.algebra.formula.write.mathml import math, split_formula
from gfkit.lab.server import DEFAULT_FOLDER, address, open_server

pytestmark = pytest.mark.browser
BUILD = DEFAULT_FOLDER.parent
MODULES, SHOTS = BUILD / "lab-npm", BUILD / "lab-shots"
RULE = 'name = "Corners"\n[left]\npieces = ["XX/X.", "XX/.X"]\n[right]\npieces = ["XX"]\n'
ANSWERS = tables("laboratory")["driven"]
BROWSERS = ("chromium", "firefox")


@pytest.fixture(scope="module", params=BROWSERS)
def seen(request, tmp_path_factory):
    """Return the report of a driven browser."""
    browser, reason = request.param, None
    for name in ("node", browser):
        if shutil.which(name) is None:
            reason = f"{name} is missing: NOTHING WAS TESTED IN {browser.upper()}"
    if not (DEFAULT_FOLDER / "index.html").is_file() or not (MODULES / "node_modules").is_dir():
        reason = "the laboratory is not built: make lab"
    if reason:
        print(f"\n{reason}")  # noqa: T201
        pytest.skip(reason)
    SHOTS.mkdir(exist_ok=True)
    script = Path(__file__).parent / "drive.mjs"
    with open_server(0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        where, profile = address(server), tmp_path_factory.mktemp("profile")
        command = ["node", script, where, browser, shutil.which(browser), profile, MODULES, SHOTS]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=1500, check=False)
        finally:
            server.shutdown()
            thread.join()
    if "unknown command" in done.stderr:  # an error of the driver protocol
        reason = f"{browser} is too old to be driven: NOTHING WAS TESTED IN {browser.upper()}"
        print(f"\n{reason}")  # noqa: T201
        pytest.skip(reason)
    assert done.returncode == 0, done.stderr
    found = {**json.loads(done.stdout), "address": where}
    seconds = f"{found['seconds']:.1f} s; {found['loaded']}"
    print(f"\n{browser}: cold load until the first answer {seconds}")  # noqa: T201
    return found


def test_the_page_answers_as_the_command_line(seen, tmp_path, monkeypatch):
    monkeypatch.setenv("GFKIT_NATIVE", "0")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rule.toml").write_text(RULE, encoding="utf-8")
    for name, line in ANSWERS.items():
        code, out, _ = call(*line.split(), "--json")
        assert code in (0, 1)
        assert seen["answers"][name] == json.loads(out), line
    assert seen["verdict"].startswith("refuted: at n = 0")
    assert seen["stays"] == [True, "3/(1 - t - 2*t^2)"]
    assert seen["formulas"] >= 4
    assert seen["checked"].startswith("Proved"), seen["checked"]
    assert seen["member"] == f"3x6: the coefficient of t6 is {seen['answers']['maximal']['terms'][6]}"
    (tmp_path / "strip.json").write_text(seen["certificate"], encoding="utf-8")
    assert told("certify", tmp_path / "strip.json")


def test_drawing_by_clicks_and_by_keys(seen):
    """Winning moves are marked, and the link restores everything."""
    assert seen["board"] == "..#/.A./.A."
    changed = [(one, other) for one, other in zip(seen["board"], seen["keyed"], strict=True) if one != other]
    assert changed == [(".", "#")]
    assert seen["focus"].endswith(": hole")
    assert "winning moves" in seen["winning"]
    restored = seen["restored"]
    assert (restored["board"], restored["weights"]) == ("..#/.A./.A.", "players")
    assert restored["count"] == seen["answers"]["drawn"]
    assert restored["value"] == seen["answers"]["value"]


def test_a_hopeless_board_is_controlled_on_a_phone(seen):
    assert (seen["phone"], seen["asked"]) == (["status", "asked", "go-on", "stop"], False)
    assert seen["small"] == [], "targets of touches have at least 44 pixels"


def test_a_game_is_played_to_its_end_by_clicks_and_by_keys(seen):
    """On two by two who starts Cram loses, whatever is played; on a path of three the middle wins Snort."""
    play = seen["play"]
    assert play["begun"].startswith("Your move")
    assert play["choices"] == ["row 1, column 1 and row 1, column 2", "row 1, column 1 and row 2, column 1"]
    assert "row 2, column 1 and row 2, column 2; this wins" in play["ended"]
    assert play["ended"].endswith("gfkit wins.")
    assert "row 1, column 1 and row 1, column 2; this wins" in play["keyed"]
    assert play["graph"] == "You win."


def test_the_page_is_sound(seen):
    """Check the positions of errors, that the page loads no external resource, the console, and overflow.

    Also check that axe-core reports no violation, wide and narrow.
    """
    wrong = seen["wrong"]
    assert (wrong["line"], wrong["invalid"]) == ("3", "true")
    assert re.match("line 3, column 21.*'XX/.Q'", wrong["words"], re.S)
    here = (seen["address"], "blob:", "data:")
    assert [url for url in seen["requests"] if not url.startswith(here)] == []
    assert any(url.endswith("pyodide.asm.wasm") for url in seen["requests"])
    assert seen["console"] == []
    assert {key: width for key, width in seen["widths"].items() if width > int(key.split()[0])} == {}
    assert (len(seen["axe"]), seen["cut"]) == (4, [])
    assert {place: found for place, found in seen["axe"].items() if found} == {}


def test_every_page_of_the_documentation_is_sound():
    """Axe-core finds nothing, light and dark, wide and narrow, and nothing sticks out; changed blocks run."""
    site, browser = BUILD / "site", shutil.which("chromium")
    if browser is None or not (site / "index.html").is_file() or not (MODULES / "node_modules").is_dir():
        pytest.skip("chromium or the site is missing, NO PAGE WAS LOOKED AT: make browser")
    found = printed_by("audit.mjs", site, browser, MODULES)
    assert (found["pages"] > 40, found["wrong"]) == (True, {})
    assert (found["chosen"], all("Proved by the verified" in text for text in found["checked"])) == (
        ["4xn"],
        True,
    )
    assert {tuple(text.partition("\n")[0] for text in one) for one in found["printed"]} == {("5", "7")}


def test_formulas_in_parts_are_spaced_like_one_element_and_fit_a_phone(tmp_path):
    """The browser sets the same formula as one element: it decides the spaces between the parts."""
    browser, page = shutil.which("chromium"), tmp_path / "page.html"
    if browser is None or not (MODULES / "node_modules").is_dir():
        pytest.skip("chromium or its driver is missing, NO FORMULA WAS MEASURED: make browser")
    sides = ["1 - 6*t - 113*t^2 + 88*t^3 + 1794*t^4 - 1994*t^5 - 6956*t^6 + 7532*t^7", "1 - t - 5*t^2 + t^4"]
    texts = [*sides, f"({sides[1]})/({sides[0]})", "a(n) = -3*a(n-1) + 5*a(n-2) - (n^2 + 2*n - 1)*a(n-3)"]
    rows = [MATHML.write(printed_tree(text)) for text in texts]
    wholes = (math(f'<mstyle displaystyle="true">{row}</mstyle>', is_block=False) for row in rows)
    parts = (split_formula(row, is_styled=True) for row in rows)
    pairs = map("<p><span>{}</span> <span>{}</span>".format, parts, wholes)
    page.write_text(f'<!doctype html><meta charset="utf-8"><body>{"".join(pairs)}', encoding="utf-8")
    found = printed_by("formulas.mjs", page, browser, MODULES)
    assert all(one == pytest.approx(whole, abs=2.5) for one, whole in found["widths"]), found["widths"]
    assert found["right"] <= 390


def test_runnable_blocks_of_the_documentation_print_their_output(tmp_path):
    if not (DEFAULT_FOLDER / "bundle.json").is_file():
        pytest.skip("the laboratory is missing, NO BLOCK WAS RUN IN PYODIDE: make lab")
    pages, asked = list(map(read_blocks, sorted((BUILD.parent / "docs").rglob("*.md")))), tmp_path / "asked"
    asked.write_text(json.dumps(list(map(requests_of, pages))), encoding="utf-8")
    printed = printed_by("cells.mjs", DEFAULT_FOLDER, asked)
    assert sum(map(len, printed)) > 100
    assert [*chain.from_iterable(map(differing, pages, printed))] == []


def printed_by(script, *words):
    """Return the JSON output of a script in this directory."""
    command = ["node", Path(__file__).parent / script, *words]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=True)
    return json.loads(done.stdout)
