"""The pages of docs/: the short blocks do what they say, all can be told apart, and nothing is left out.

``make docs`` runs the slow ones too.
"""

import ast
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest
from gfkit_docs.blocks import Block, PageError, read_blocks
from gfkit_docs.docstrings import escaped
from gfkit_docs.helps import helps
from gfkit_docs.offline import addresses_in_page, fetched
from gfkit_docs.running import run_page

import gfkit
from gfkit.cli.group import VERBS
from gfkit.cli.group import gfkit as group
from gfkit.cli.long.progress import read_seconds

DOCS = Path(__file__).parent.parent / "docs"
PAGES = sorted(path for path in DOCS.rglob("*.md") if not path.relative_to(DOCS).parts[0].startswith("_"))


def written(folder, text):
    page = folder / "page.md"
    page.write_text(text)
    return page


def ran(folder, text):
    return run_page(written(folder, text), folder).failures


DRAWN = {"things.md"}
"""Pages of many pictures, which take long: the build of the site draws them."""


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(
            page, marks=[pytest.mark.slow] if page.name in DRAWN else [], id=str(page.relative_to(DOCS))
        )
        for page in PAGES
    ],
)
def test_short_blocks(page, tmp_path):
    report = run_page(page, tmp_path, slow=False)
    assert not report.failures, "\n\n".join(map(str, report.failures))


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(DOCS)) for page in PAGES])
def test_links_lead_somewhere(page):
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    for target in re.findall(r"\]\(([^)#:]+?)(?:#[^)]*)?\)", text):
        assert (page.parent / target).exists(), f"{page.name} links to {target}"


def listed_from(page):
    """The pages that the contents of a page lead to, and theirs."""
    found = {page}
    for tree in re.findall(r"```\{toctree\}(.*?)```", page.read_text(), re.DOTALL):
        for name in tree.split("\n"):
            below = (page.parent / f"{name.strip()}.md").resolve()
            if name.strip() and below.exists():
                found |= listed_from(below)
    return found


def test_every_page_is_in_the_contents():
    missing = {page.resolve() for page in PAGES} - listed_from((DOCS / "index.md").resolve())
    assert not missing, f"in no table of contents: {sorted(map(str, missing))}"


def test_every_public_name_is_in_the_reference():
    text = (DOCS / "reference" / "python.md").read_text()
    for name in gfkit.__all__:
        assert re.search(rf"\bgfkit\.{name}\b", text), f"{name} is missing"


def test_every_command_is_in_the_reference():
    found = dict(helps())
    assert {f"gfkit {verb}" for verb in VERBS} | {"gfkit", "gfkit oeis export", "gfkit runs clean"} <= set(
        found
    )
    for words, text in found.items():
        assert text.startswith(f"Usage: {words} ")
        assert "-h, --help" in text


class TestBlocks:
    def test_what_a_page_says_is_compared(self, tmp_path):
        assert not ran(tmp_path, "```console\n$ gfkit count cram 1x4\n5\n...\n```\n")
        (failure,) = ran(tmp_path, "text\n\n```console\n$ gfkit count cram 1x4\n6\n...\n```\n")
        assert failure.line == 4
        assert "5" in failure.what

    def test_an_answer_that_is_too_long_is_a_difference(self, tmp_path):
        assert ran(tmp_path, "```console\n$ gfkit count cram 1x4\n5\n```\n")

    def test_refusals_are_compared_and_leave_their_code(self, tmp_path):
        text = "```console\n$ gfkit count cram 4x\ngfkit: board '4x'...\n$ echo $?\n2\n```\n"
        assert not ran(tmp_path, text)
        assert ran(tmp_path, text.replace("\n2\n", "\n1\n"))

    def test_commands_alone_must_not_be_refused(self, tmp_path):
        assert not ran(tmp_path, "```console\n$ gfkit count cram 1x4\n```\n")
        assert ran(tmp_path, "```console\n$ gfkit count crom 1x4\n```\n")

    def test_python_is_compared_at_its_line(self, tmp_path):
        assert not ran(tmp_path, "```python\n>>> 2 + 2\n4\n\n```\n")
        (failure,) = ran(tmp_path, "```python\n>>> a = 1\n>>> a + 1\n3\n\n```\n")
        assert failure.line == 3
        assert ran(tmp_path, "```python\n>>> 1/0\n\n```\n")

    def test_blocks_share_names_files_and_a_folder(self, tmp_path):
        text = "```text file=a.txt\n7\n```\n```console\n$ cat a.txt\n7\n```\n"
        text += "```python\nb = int(open('a.txt').read())\n```\n```python\n>>> b\n7\n\n```\n"
        assert not ran(tmp_path, text)

    def test_answers_go_into_files(self, tmp_path):
        text = "```console\n$ gfkit count cram 1x4 --json > a.json\n```\n"
        text += "```python\n>>> open('a.json').read()[:9]\n'{\"game\": '\n\n```\n"
        assert not ran(tmp_path, text)

    def test_programs_must_run(self, tmp_path):
        assert not ran(tmp_path, "```python\nx = 1\n```\n")
        assert ran(tmp_path, "```python\nx = y\n```\n")
        assert ran(tmp_path, "```toml\nx = \n```\n")

    def test_slow_blocks_run_only_when_asked(self, tmp_path):
        page = written(tmp_path, "```console slow\n$ gfkit count crom 1x4\n```\n")
        assert not run_page(page, tmp_path, slow=False).failures
        assert run_page(page, tmp_path).failures

    @pytest.mark.parametrize(
        "text",
        [
            "    $ gfkit count cram 1x4\n",
            "$ gfkit count cram 1x4\n",
            "    >>> 1 + 1\n",
            "```\ngfkit count cram 1x4\n```\n",
            "```console\n$ gfkit count cram 1x4\n",
        ],
    )
    def test_what_would_never_be_run_is_refused(self, text, tmp_path):
        with pytest.raises(PageError, match=r"page\.md:[12]"):
            read_blocks(written(tmp_path, text))

    def test_shown_blocks_are_left_alone(self, tmp_path):
        (block,) = read_blocks(written(tmp_path, "```sh shown\ngfkit lab\n```\n"))
        assert block == Block(tmp_path / "page.md", 2, ("sh", "shown"), "gfkit lab\n")
        assert not ran(tmp_path, "```console shown\n$ gfkit crom\n```\n")


class TestOffline:
    @pytest.mark.parametrize(
        "markup",
        [
            '<script src="https://x.org/a.js"></script>',
            '<img alt="" src="//x.org/a.png">',
            '<link rel="stylesheet" href="http://x.org/a.css">',
            "<style>@import 'https://x.org/a.css';</style>",
            '<p style="background: url(https://x.org/a.png)">',
            '<svg><use href="https://x.org/a.svg#b"/></svg>',
        ],
    )
    def test_what_fetches(self, markup):
        assert len(addresses_in_page(markup)) == 1

    def test_what_does_not(self):
        text = '<a href="https://x.org">x</a><link rel="canonical" href="https://x.org"><img src="a.png">'
        assert addresses_in_page(text + '<svg xmlns="http://www.w3.org/2000/svg"></svg>') == []

    def test_style_sheets_too(self, tmp_path):
        (tmp_path / "a.css").write_text("a { src: url('https://x.org/f.woff2') }")
        assert fetched(tmp_path) == [("a.css", "https://x.org/f.woff2")]


@pytest.mark.parametrize("page", PAGES, ids=[str(page.relative_to(DOCS)) for page in PAGES])
def test_shown_commands_can_be_read(page):
    """What is only shown has at least words, options and lengths of time that its command takes."""
    for block in read_blocks(page):
        for line in block.text.splitlines() if block.shown else ():
            if re.match(r"(\$ )?gfkit ", line):
                can_be_read(line.removeprefix("$ ").partition(">")[0])


def can_be_read(line):
    _, *words = shlex.split(line, comments=True)
    context, command = click.Context(group), group
    while isinstance(command, click.Group):
        command = command.get_command(context, words.pop(0))
        assert command is not None, line
        context = click.Context(command, parent=context)
    if command.name != "build":  # its files must be there
        context = command.make_context(command.name, words, parent=context.parent)
        assert read_seconds(context.params.get("max_seconds") or "1s") > 0


def test_commands_that_cannot_be_read_are_seen():
    with pytest.raises(click.ClickException):
        can_be_read("gfkit count --no-such-option cram 1x4")


def test_stars_in_prose_are_escaped():
    assert escaped(["a*b in ``a*b``", "", ">>> 2*3", "6", "", "|x|"]) == [
        "a\\*b in ``a*b``",
        "",
        ">>> 2*3",
        "6",
        "",
        "\\|x\\|",
    ]


def test_nothing_here_needs_sphinx():
    """The blocks are run by ``make test``, which has no Sphinx."""
    names = (
        "gfkit_docs.blocks, gfkit_docs.running, gfkit_docs.offline, gfkit_docs.docstrings, gfkit_docs.helps"
    )
    code = f"import sys; sys.modules.update(sphinx=None, docutils=None, myst_parser=None); import {names}"
    places = {"PYTHONPATH": os.pathsep.join(map(str, (DOCS.parent, DOCS / "_ext")))}
    done = subprocess.run(
        [sys.executable, "-c", code], env=os.environ | places, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_lines_of_entries_are_no_commands() -> None:
    pytest.importorskip("pygments", reason="Pygments is not installed (extra docs)")
    from gfkit_docs.sessions import Session
    from pygments.token import Generic

    text = "$ gfkit oeis lint x\n%I A000045\n%p seq(f(n), n = 0..9); # x\n> y\n"
    said = "".join(word for kind, word in Session().get_tokens(text) if kind is Generic.Output)
    prompts = [word for kind, word in Session().get_tokens(text) if kind is Generic.Prompt]
    assert said == text.partition("\n")[2]
    assert prompts == ["$ "]


@pytest.mark.parametrize(
    ("command", "state"),
    [
        ("gfkit count nogo 2x3", {"game": "nogo", "board": "2x3"}),
        ("gfkit guess 1 2 3 5", {"terms": "1 2 3 5", "guess": "1"}),
        (
            "gfkit verify 't/(1 - t)' --for col path:n --positions maximal",
            {
                "formula": "t/(1 - t)",
                "game": "col",
                "family": "path:n",
                "positions": "maximal",
                "verify": "1",
            },
        ),
        ("gfkit verify 't/(1 - t)' --data x.txt", None),
        ("gfkit derive other.toml 2xn", None),
        ("gfkit count nogo graph:x.g6", None),
        ("gfkit derive nogo 3xn --dry-run", None),
        ("gfkit doctor", None),
        ("head -n 3 x", None),
        (
            "gfkit outcomes cram 2xn --to 5",
            {"game": "cram", "to": "5", "family": "2xn", "outcomes": "1"},
        ),
        ("gfkit outcomes cram 2x3", {"game": "cram", "board": "2x3", "who": "1"}),
        ("gfkit nim cram 2xn", {"game": "cram", "family": "2xn", "nimbers": "1"}),
        ("gfkit play cram 2x3", {"game": "cram", "board": "2x3", "play": "1"}),
        ("gfkit outcomes cram 2x3 --misere", None),
        ("gfkit nim octal:0.07 heaps", None),
    ],
)
def test_commands_lead_to_the_laboratory(command: str, state: dict[str, str] | None) -> None:
    from gfkit_docs.laboratory import asked

    assert asked(command, {"mine.toml": "x"}) == state


def test_what_links_ask_is_what_the_laboratory_reads() -> None:
    """Every key of an address is one of the page's state."""
    from gfkit_docs.laboratory import asked

    page = (DOCS.parent / "gfkit" / "lab" / "page" / "state.js").read_text(encoding="utf-8")
    beginning = page.partition("BEGINNING = {")[2].partition("}")[0]
    keys = {line.partition(":")[0].strip() for line in beginning.splitlines() if ":" in line}
    linked = 0
    for path in DOCS.rglob("*.md"):
        if path.relative_to(DOCS).parts[0].startswith("_"):
            continue
        for block in read_blocks(path):
            for line in block.text.splitlines():
                if line.startswith("$ gfkit ") and line.count("'") % 2 == 0:
                    state = asked(line.removeprefix("$ "), {})
                    linked += state is not None
                    assert set(state or ()) <= keys, line
    assert linked > 20


# How a reader finds a page

TREE = re.compile(r"^```\{toctree\}\n(.*?)^```", re.MULTILINE | re.DOTALL)


def named_below(page):
    """The pages that the tables of contents of a page name, from the root of the documentation."""
    found = []
    for block in TREE.findall(page.read_text(encoding="utf-8")):
        words = [line for line in block.splitlines() if line and not line.startswith(":")]
        found += [(page.parent / f"{word}.md").resolve() for word in words]
    return found


def test_navigation_has_few_entries_and_every_page_once():
    assert len(named_below(DOCS / "index.md")) <= 20
    named = [one for page in PAGES for one in named_below(page)]
    assert sorted(named) == sorted(page.resolve() for page in PAGES if page != DOCS / "index.md")


def test_every_subject_has_a_picture():
    for name in (
        "index",
        "tutorial",
        "values",
        "outcomes",
        "nim",
        "equilibrium",
        "scaling",
        "errata",
        "gallery",
    ):
        assert "```{picture}" in (DOCS / f"{name}.md").read_text(encoding="utf-8"), name


# What "proved" rests on


def proof_methods(tree):
    """The methods that a module names in its evidence, where they stand there as text."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("Evidence", "evidence_by"):
            places = node.args[1:2]
        elif isinstance(node, ast.AnnAssign) and getattr(node.target, "id", "") == "method":
            places = [node.value] if node.value is not None else []
        elif isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "method":
            branches = (
                [node.value.body, node.value.orelse] if isinstance(node.value, ast.IfExp) else [node.value]
            )
            places = [branch for branch in branches if isinstance(branch, ast.Constant)]
        else:
            continue
        for place in places:
            yield from (part.value for part in ast.walk(place) if isinstance(part, ast.Constant))


def test_every_method_of_proof_is_on_the_page_of_trust():
    page = (DOCS / "algorithms" / "trust.md").read_text(encoding="utf-8")
    methods = {
        method
        for file in Path(gfkit.__file__).parent.rglob("*.py")
        for method in proof_methods(ast.parse(file.read_text(encoding="utf-8")))
    }
    assert {"transfer-matrix", "burnside", "kasteleyn-matrix", "octal-periodicity"} <= methods
    assert not {method for method in methods if f"`{method}`" not in page} - {"conjectured"}  # never proved
