"""The pages of docs/ and docstrings: blocks print their output, terms are distinct, and lists are complete.

The page contains the output of each block; expected values in docstrings come from the page with the
definition, or a short computation. Blocks of the README always run, those of pages only in the slow run.
"""

from __future__ import annotations

import doctest
import importlib
import importlib.util
import json
import os
import re
import shlex
import sys
import sysconfig
from collections import defaultdict
from functools import cached_property
from html import unescape
from math import prod
from pathlib import Path
from types import ModuleType, SimpleNamespace

import click
import pytest
from choice import sample, then_slow
from cli import calling
from flint import arb, ctx, fmpq
from gfkit_docs.accessible import corrected
from gfkit_docs.blocks import Block, PageError, read_blocks
from gfkit_docs.docstrings import escaped
from gfkit_docs.helps import helps
from gfkit_docs.kept import KeptRuns
from gfkit_docs.laboratory import asked
from gfkit_docs.offline import addresses_in_page, fetched
from gfkit_docs.prose import word_counts
from gfkit_docs.running import run_page
from isolated import isolated
from tables import tables

import gfkit
from gfkit.atlas.laws import read_laws
from gfkit.cli.group import gfkit as group
from gfkit.cli.long.progress import read_seconds
from gfkit.help.verbs import VERBS

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md") if not path.relative_to(DOCS).parts[0].startswith("_"))


def test_links_in_the_text_of_entries_are_not_links_of_the_page():
    """A crawler that does not parse HTML finds only links of the page, and the text remains the same."""
    text = '<p><a href="twins.html">b</a> %H A1 Name, &lt;a href="/A1/b1.txt"&gt;Table&lt;/a&gt;</p>'
    page = corrected(text)
    assert re.findall(r'href="([^"]*)"', page) == ["twins.html"]
    assert unescape(page) == unescape(text)


def written(folder, text):
    page = folder / "page.md"
    page.write_text(text)
    return page


def ran(folder, text, **named):
    return run_page(written(folder, text), folder, **named).failures


def name_of(page):
    return str(page.relative_to(DOCS))


@pytest.fixture(scope="session")
def alone(tmp_path_factory):
    """Return a Python with only the packages of ``make docs``; no block needs the site generator."""
    folder = tmp_path_factory.mktemp("docs") / "environment"
    isolated(folder, "docs")
    return Path(sysconfig.get_path("scripts", "venv", {"base": str(folder)})) / "python"


RUN = """
import pathlib, sys
from gfkit_docs.running import run_page
print(*run_page(*map(pathlib.Path, sys.argv[1:]), slow=False).failures, sep="\\n\\n")
"""


@pytest.mark.parametrize("page", sample(PAGES, quick=0, seconds=3, name=name_of))
def test_short_blocks(page, tmp_path, alone):
    said = calling.ran([alone, "-c", RUN, page, tmp_path], PYTHONPATH=f"{DOCS}{os.pathsep}{DOCS / '_ext'}")
    assert said == (0, "\n", ""), said.out + said.err


def test_links_lead_somewhere():
    for page in PAGES:
        text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
        for target in re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", text):
            assert (page.parent / target).exists(), f"{name_of(page)} links to {target}"


TREE = re.compile(r"^```\{toctree\}\n(.*?)^```", re.MULTILINE | re.DOTALL)


def named_below(page):
    """Return the pages in the tables of contents of a page, relative to the documentation root."""
    found = []
    for block in TREE.findall(page.read_text(encoding="utf-8")):
        words = [line for line in block.splitlines() if line and not line.startswith(":")]
        found += [(page.parent / f"{word}.md").resolve() for word in words]
    return found


def test_navigation_has_few_entries_and_every_page_once():
    assert len(named_below(DOCS / "index.md")) <= 20
    reached = [(DOCS / "index.md").resolve()]
    for page in reached:
        reached += named_below(page)
        assert len(reached) <= len(PAGES)
    assert sorted(reached) == sorted(page.resolve() for page in PAGES)


def test_every_public_name_is_in_the_reference():
    text = "".join(page.read_text() for page in (DOCS / "python").glob("*.md"))
    for name in gfkit.__all__:
        assert re.search(rf"\bgfkit\.{name}\b", text), f"{name} is missing"
    found = dict(helps())
    assert {f"gfkit {verb}" for verb in VERBS} | {"gfkit", "gfkit oeis export"} <= found.keys()
    assert all(text.startswith(f"Usage: {words} ") and "-h, --help" in text for words, text in found.items())
    given = ["a*b in ``a*b``", "", ">>> 2*3", "6", "", "|x|"]
    assert escaped(given) == ["a\\*b in ``a*b``", "", ">>> 2*3", "6", "", "\\|x\\|"]


COUNTED = "```console\n$ gfkit count cram 1x4\n{}\n```\n"
PYTHON = "```python\n{}\n\n```\n"
PAGES_SAY = tables("pages")


@pytest.mark.parametrize("lines", [slice(0, 4), pytest.param(slice(4, None), marks=pytest.mark.slow(7))])
def test_the_output_of_blocks_is_compared(lines, tmp_path):
    for text in PAGES_SAY["right"][lines]:
        assert not ran(tmp_path, text), text
    for text in PAGES_SAY["wrong"][lines]:
        assert ran(tmp_path, text), text
    (failure,) = ran(tmp_path, "text\n\n" + COUNTED.format("6\n..."))
    assert (failure.line, "5" in failure.what) == (4, True)
    (failure,) = ran(tmp_path, PYTHON.format(">>> a = 1\n>>> a + 1\n3"))
    assert failure.line == 3


def test_blocks_that_never_run_must_be_marked_as_shown(tmp_path):
    slow = "```console slow\n$ gfkit count crom 1x4\n```\n"
    assert not ran(tmp_path, slow, slow=False)
    assert ran(tmp_path, slow)
    for text in PAGES_SAY["never_run"]:
        with pytest.raises(PageError, match=r"page\.md:[12]"):
            read_blocks(written(tmp_path, text))
    (block,) = read_blocks(written(tmp_path, "```sh shown\ngfkit lab\n```\n"))
    assert block == Block(tmp_path / "page.md", 2, ("sh", "shown"), "gfkit lab\n")


def test_a_page_runs_again_if_its_blocks_or_modules_changed(tmp_path):
    """Change a block, or a module that the blocks loaded."""
    runs, page, module = KeptRuns(tmp_path), DOCS / "index.md", "gfkit/cli/main.py"
    blocks = read_blocks(page)
    assert runs.read(page, blocks) is None
    runs.write(page, blocks, {"lines": "<svg/>"})
    assert (runs.read(page, blocks), runs.read(page, blocks[1:])) == ({"lines": "<svg/>"}, None)
    (file,) = tmp_path.iterdir()
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(json.loads(text)["files"][module], "another"), encoding="utf-8")
    assert runs.read(page, blocks) is None


def test_external_resources_of_a_page_are_detected(tmp_path):
    for markup in tables("wholes")["fetching"]:
        assert len(addresses_in_page(markup)) == 1, markup
    text = '<a href="https://x.org">x</a><link rel="canonical" href="https://x.org"><img src="a.png">'
    assert addresses_in_page(text + '<svg xmlns="http://www.w3.org/2000/svg"></svg>') == []
    (tmp_path / "a.css").write_text("a { src: url('https://x.org/f.woff2') }")
    assert fetched(tmp_path) == [("a.css", "https://x.org/f.woff2")]


def test_shown_commands_can_be_read():
    """A command that is only shown has valid names, options and durations."""
    for block in (block for page in PAGES for block in read_blocks(page) if block.shown):
        for line in block.text.splitlines():
            if re.match(r"(\$ )?gfkit ", line):
                can_be_read(line.removeprefix("$ ").partition(">")[0])
    with pytest.raises(click.ClickException):
        can_be_read("gfkit count --no-such-option cram 1x4")


def can_be_read(line):
    _, *words = shlex.split(line, comments=True)
    context, command = click.Context(group, **group.context_settings), group
    while isinstance(command, click.Group):
        command = command.get_command(context, words.pop(0))
        assert command is not None, line
        context = click.Context(command, parent=context)
    if command.name != "build":  # its files must be there
        context = command.make_context(command.name, words, parent=context.parent)
        assert read_seconds(context.params.get("max_seconds") or "1s") > 0


def test_commands_lead_to_the_laboratory():
    """Every key of an address is one of the page's state."""
    data = tables("laboratory")
    for command, state in [*data["linked"], *((command, None) for command in data["unlinked"])]:
        assert asked(f"gfkit {command}", {"mine.toml": "x"}) == state, command
    assert asked("head -n 3 x", {}) is None
    page = (DOCS.parent / "gfkit" / "lab" / "page" / "state.js").read_text(encoding="utf-8")
    beginning = page.partition("BEGINNING = {")[2].partition("}")[0]
    keys = {line.partition(":")[0].strip() for line in beginning.splitlines() if ":" in line}
    lines = [line for path in PAGES for block in read_blocks(path) for line in block.text.splitlines()]
    commands = [line for line in lines if line.startswith("$ gfkit ") and line.count("'") % 2 == 0]
    states = {line: state for line in commands if (state := asked(line.removeprefix("$ "), {})) is not None}
    assert len(states) > 20
    assert not {line for line, state in states.items() if not set(state) <= keys}


def test_numbers_of_sections_are_those_of_their_terms():
    """A004003 is the product of Temperley and Fisher; A001835 satisfies a(n) = 4a(n-1) - a(n-2)."""
    from gfkit_docs.numbers import numbers_of

    found, terms = numbers_of(laws := [law for law in read_laws() if law.weights == "none"]), {}
    for law in laws:
        for number, step, place in found[law.key[:2]]:
            terms[number, law.structure] = [*law.first_terms(40)[place::step][:12]]
    for size, counted in zip(range(2, 25, 2), terms["A004003", "domino-tilings"], strict=True):
        with ctx.workprec(2000):
            sides = [(2 * arb.cos_pi_fmpq(fmpq(k, size + 1))) ** 2 for k in range(1, size // 2 + 1)]
            assert prod(one + other for one in sides for other in sides).unique_fmpz() == counted
    for row in (row for (number, _), row in terms.items() if number == "A001835"):
        assert row[:2] in ([1, 1], [1, 3])
        assert all(one + last == 4 * middle for one, middle, last in zip(row, row[1:], row[2:], strict=False))


@pytest.mark.parametrize("home", ["", "lab/index.html"])
def test_a_site_without_the_laboratory_has_no_links_to_it(home):
    pytest.importorskip("docutils", reason="make docs brings it")
    from docutils import nodes
    from docutils.utils import new_document
    from gfkit_docs.home import link_laboratory

    page, button = new_document("page"), nodes.reference("", "Try it", refuri="laboratory:")
    page += [
        nodes.paragraph("", "", button),
        nodes.raw("", '<a href="laboratory:game=x">P</a>', format="html"),
    ]
    link_laboratory(SimpleNamespace(config=SimpleNamespace(gfkit_laboratory=home)), page, "howto/page")
    text = page.astext()
    assert ("Try it" in text, 'href="../lab/index.html#game=x"' in text) == (bool(home), bool(home))
    assert "laboratory:" not in text
    assert "P" in text


def test_pages_have_a_description_and_a_preview():
    nodes = pytest.importorskip("docutils.nodes", reason="docutils is not installed")
    from gfkit_docs.sharing import PREVIEW, describe

    tree = nodes.section("", nodes.paragraph("", 'What "n" is. ' * 40))
    for base, image in (("https://a.b/", f"https://a.b/{PREVIEW}"), ("", f"../{PREVIEW}")):
        app = SimpleNamespace(config=SimpleNamespace(html_baseurl=base, root_doc="index"))
        context = {"title": "Strip", "pageurl": "https://a.b/x.html", "pathto": lambda to, **_: f"../{to}"}
        describe(app, "howto/strip", "page.html", context, tree)
        made = dict(re.findall('<meta (?:name|property)="(.*?)" content="(.*?)"/>', context["metatags"]))
        assert made["description"].startswith("What &quot;n&quot; is.")
        assert made["description"].endswith(" ...")
        assert (made["og:image"], made["og:title"]) == (image, "Strip - gfkit")
        assert made.get("og:url", "") == (context["pageurl"] if base else "")
    context = {"about": "Kings: non-attacking.", "pageurl": "", "pathto": lambda to, **_: to}
    describe(app, "structures/kings", "page.html", context, None)
    assert 'name="description" content="Kings: non-attacking."' in context["metatags"]
    assert (DOCS / PREVIEW).read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"


def test_every_method_of_proof_is_on_the_page_of_trust():
    page = (DOCS / "algorithms" / "trust.md").read_text(encoding="utf-8")
    sources = "".join(file.read_text("utf-8") for file in Path(gfkit.__file__).parent.rglob("*.py"))
    named = r'(?:Evidence\(\s*Status\.\w+,|evidence_by\([^,]*,|\bmethod(?:: str)? =)\s*"([a-z-]+)"'
    methods = set(re.findall(named, sources))
    assert {"transfer-matrix", "burnside"} <= methods
    assert {method for method in methods if f"`{method}`" not in page} <= {"conjectured", "auto"}


# The README

README = Path(__file__).parent.parent / "README.md"


def test_readme(tmp_path):
    blocks = read_blocks(README)
    assert sum(block.is_console for block in blocks) >= 5
    assert any(block.is_session for block in blocks)
    assert len(README.read_text(encoding="utf-8").splitlines()) <= 120
    report = run_page(README, tmp_path)
    assert not report.failures, "\n\n".join(map(str, report.failures))


@pytest.mark.slow(40)
def test_a_strict_type_checker_accepts_its_python(tmp_path):
    """No cast, no isinstance: derive returns one type, on complete graphs too; a wrong name is an error."""
    pytest.importorskip("mypy", reason="needs mypy, of the extra dev")
    lines = re.findall(r"^(?:>>>|\.\.\.) ?(.*)$", README.read_text(encoding="utf-8"), re.MULTILINE)
    assert any("derive" in line for line in lines)
    lines += [
        'e = gfkit.derive("o12", "complete:n", weights="pieces")',
        "print(e.order + 1, e[3], e.exponential)",
        'both: list[gfkit.Derived] = [d, e]\nd.generating_function.to("pari")',
        "d.generating_funktion",
    ]
    (tmp_path / "typed.py").write_text("\n".join(lines), encoding="utf-8")
    words = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", str(tmp_path / "typed.py")]
    said = calling.ran(words, folder=README.parent).out
    assert re.fullmatch(r".*has no attribute \"generating_funktion\".*\n", said), said


def test_pictures_are_those_that_gfkit_draws(tmp_path, monkeypatch):
    """Every picture of the README is there, and as ``python docs/pictures.py`` writes it today."""
    docs = README.parent / "docs"
    monkeypatch.syspath_prepend(docs)
    pictures = importlib.import_module("pictures")
    page = (docs / "architecture.md").read_text(encoding="utf-8")
    sizes = re.compile(r"(?<=` )\| \d+ \| [\d,]+")  # they change with every commit
    assert sizes.sub("", pictures.rooms.page()) == sizes.sub("", page), "run docs/pictures.py"
    monkeypatch.setattr(pictures, "FOLDER", tmp_path)
    monkeypatch.setattr(pictures.rooms, "PAGE", tmp_path / "architecture.md")
    (tmp_path / "architecture.md").write_text(page, encoding="utf-8")
    pictures.main()
    for name in pictures.PICTURES:
        drawn = (docs / "_static" / name).read_text()
        assert (tmp_path / name).read_text() == drawn, "run docs/pictures.py"
    shown = re.findall(r"!\[.+?\]\((.+?)\)", README.read_text(encoding="utf-8"))
    assert shown
    assert all((README.parent / file).is_file() for file in shown)


NEWCOMER_PAGES = """../README index install count tutorial boards
howto/strip howto/rule howto/conjecture howto/ci howto/first-hour upgrading"""


DEAD_WORDS = (
    "hangs? together|hanging together|things that people count|things by name|(?:is|are|unless) told"
    "|what stands|whoever|spaced|apart from"
)


def test_newcomers_read_short_sentences():
    """On these twelve pages a sentence has at most 40 words, and 20 on average; no page has a dead word."""
    for name in NEWCOMER_PAGES.split():
        counts = word_counts((DOCS / f"{name}.md").read_text(encoding="utf-8"))
        assert counts
        assert max(counts) <= 40, (name, max(counts))
        assert sum(counts) <= 20 * len(counts), name
    for page in {*PAGES, README}:
        prose = re.sub(r'"\w+"', "", page.read_text(encoding="utf-8").lower())  # values in files are quoted
        used = re.findall(rf"\b({DEAD_WORDS})\b", prose)
        assert not used, f"{page.name} contains {used}"


# Docstrings


ROOT = Path(__file__).resolve().parents[1]
SHOWN = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL


def modules() -> dict[str, list[str]]:
    """Return every module of package, papers and tests that contains an example, by subpackage."""
    homes = [(path, ROOT) for home in ("gfkit/**/*.py", "catalog/*/*.py") for path in ROOT.glob(home)]
    homes += [(path, ROOT / "tests") for path in ROOT.glob("tests/**/*.py") if path.name[:5] != "test_"]
    names = defaultdict(list)
    for path, home in sorted(homes):
        if ">>> " in path.read_text("utf-8"):
            parts = path.relative_to(home).with_suffix("").parts
            name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
            name = re.sub("^catalog", "gfkit.catalog.papers", name)
            names["/".join(path.relative_to(ROOT).parent.parts[:2])].append(name)
    return names


def examples(module: ModuleType) -> list[doctest.DocTest]:
    """Return all examples of a module, including cached properties, which doctest omits."""
    finder = doctest.DocTestFinder()
    found = finder.find(module)
    for kind in vars(module).values():
        if isinstance(kind, type) and kind.__module__ == module.__name__:
            for name, value in vars(kind).items():
                if isinstance(value, cached_property):
                    found += finder.find(value.func, f"{kind.__name__}.{name}", globs=dict(vars(module)))
    return found


@pytest.mark.parametrize("part", then_slow([0], 1, 1, 2))
@pytest.mark.parametrize("names", modules().values(), ids=modules())
def test_examples(names: list[str], part: int) -> None:
    said: list[str] = []
    for name in names[part::3]:
        runner = doctest.DocTestRunner(optionflags=SHOWN)
        for test in examples(importlib.import_module(name)):
            runner.run(test, out=said.append)
        assert runner.tries, name
    assert not said, "".join(said)
