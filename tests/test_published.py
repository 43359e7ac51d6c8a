"""What strangers get: the paper, the notebooks, the recipes of packages, the image, the schema of rule files.

Figures of the paper are those of the commands in it, and each command is run. Facts of packages are compared
with pyproject.toml by parsers of their formats, and checksums with the examples of the standard.
"""

import json
import re
import runpy
import shlex
import shutil
import sys
import tomllib
from pathlib import Path
from zipfile import ZipFile

import pytest
from cli.calling import call, ran
from gfkit_docs import rule_schema
from gfkit_docs.blocks import read_blocks
from gfkit_docs.running import run_page
from isolated import PROJECT, ROOT
from json_schema import faults

PAPER = ROOT / "paper" / "paper.md"
FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


def test_every_figure_of_the_paper_is_of_a_command_in_its_section() -> None:
    _, header, body = PAPER.read_text("utf-8").split("---\n", 2)
    assert [f'"{one["name"]}"' for one in PROJECT["authors"]] == re.findall(r"^  - name: (.+)", header, re.M)
    measured = re.findall(
        r"^\| .+ \|$", (ROOT / "docs" / "algorithms" / "cost.md").read_text("utf-8"), re.MULTILINE
    )
    cells = [[cell.strip() for cell in row.split("|")] for row in measured]
    rows = {f"| {' | '.join([*row[1:3], *row[6:9]])} |" for row in cells if len(row) == 10}
    words = 0
    for section in body.split("\n# ")[1:]:
        sources = " ".join(FENCE.findall(section)).replace(",", "")
        prose = re.sub(r"<!--.*?-->", "", FENCE.sub("", section), flags=re.DOTALL)
        table = re.findall(r"^\| .*[0-9] \|$", prose, re.MULTILINE)
        assert set(table) <= rows, set(table) - rows
        prose = re.sub(r"^\|.*|\[?@\w+[^]\s]*\]?", "", prose, flags=re.MULTILINE)
        numbers = {number.replace(",", "") for number in re.findall(r"\d[\d,]*(?:\.\d+)?\b", prose)}
        assert numbers <= {*re.findall(r"\d+(?:\.\d+)?", sources)}, (section[:20], numbers)
        words += len(prose.split())
    assert 1000 <= words <= 1400
    cited = set(re.findall(r"@(\w+)", body))
    assert cited == set(re.findall(r"^@\w+\{(\w+),", read("paper/paper.bib"), re.MULTILINE))
    assert sum(block.is_console or block.is_session for block in read_blocks(PAPER)) >= 8


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


@pytest.mark.slow(10)
def test_the_commands_of_the_paper(tmp_path: Path) -> None:
    assert not run_page(PAPER, tmp_path).failures


@pytest.mark.slow(8)
def test_the_outputs_of_the_notebooks(tmp_path: Path) -> None:
    runner, paths = str(ROOT / "tools" / "examples.py"), sorted((ROOT / "examples").glob("*.ipynb"))
    assert len(paths) == 3
    assert all(json.loads(path.read_text("utf-8"))["nbformat"] == 4 for path in paths)
    ran([sys.executable, runner, "--check"], code=0, PYTHONPATH=str(ROOT))
    changed = shutil.copy(paths[-1], tmp_path)
    Path(changed).write_text(paths[-1].read_text("utf-8").replace("5a_{n-2}", "6a_{n-2}"), "utf-8")
    ran([sys.executable, runner, "--check", str(changed)], code=1, PYTHONPATH=str(ROOT))


def test_files_repeat_pyproject_and_recipes_have_the_checksums_of_the_archive(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    yaml = pytest.importorskip("yaml")
    monkeypatch.chdir(ROOT)
    derived = runpy.run_path("tools/derived.py")
    for path, text in derived["derived"](PROJECT).items():
        assert path.read_text("utf-8") == text, f"{path}: run python3 tools/derived.py"
    urls, archive = PROJECT["urls"], tmp_path / "gfkit-1.2.3.tar.gz"
    archive.write_bytes(b"abc")  # of FIPS 180-2
    texts = {Path(name).name: text for name, text in derived["recipes"](PROJECT, archive)}
    recipe = yaml.safe_load(texts["recipe.yaml"])
    run = {line.replace(" ", "") for line in recipe["requirements"]["run"]}
    assert run == {*PROJECT["dependencies"], f"python{PROJECT['requires-python']}"}
    assert recipe["context"]["version"] == PROJECT["version"]
    assert recipe["source"]["url"].endswith("/gfkit-${{ version }}.tar.gz")
    assert recipe["build"]["python"]["entry_points"] == ["gfkit = gfkit.cli.main:run"]
    about = {"summary": PROJECT["description"], "license": PROJECT["license"], "repository": urls["Source"]}
    assert about.items() <= recipe["about"].items()
    sha256 = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    assert recipe["source"]["sha256"] == sha256
    sha1 = "a9993e364706816aba3e25717850c26c9cd0d89d"
    assert f"sha1={sha1}\nsha256={sha256}\n" in texts["checksums.ini"]
    assert texts["type"] == "optional\n"
    assert f'sha256 "{sha256}"' in texts["gfkit.rb"]
    cited = yaml.safe_load(read("CITATION.cff"))
    assert [cited["repository-code"], cited["authors"]] == [urls["Source"], PROJECT["authors"]]
    assert cited["preferred-citation"]["authors"] == PROJECT["authors"]
    forms = [yaml.safe_load(path.read_text()) for path in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml")]
    assert {"A structure that I miss"} == {form["name"] for form in forms if "body" in form}
    assert (ROOT / yaml.safe_load(read(".readthedocs.yaml"))["sphinx"]["configuration"]).is_file()


@pytest.mark.slow(300)
def test_the_image_is_built_and_does_its_work() -> None:
    base = re.findall(r"^FROM (\S+)", read("Dockerfile"), re.MULTILINE)[-1]
    engine = shutil.which("docker") or shutil.which("podman")
    if engine is None or ran([engine, "image", "inspect", base]).code:
        pytest.skip(f"no container engine with the image {base}: THE IMAGE WAS NOT BUILT")
    ran(["make", "image", f"ENGINE={engine}"], folder=ROOT, code=0)


def test_the_image_copies_what_is_there_and_cleans_up() -> None:
    text = read("Dockerfile").replace("\\\n", " ")
    lines = [shlex.split(line) for line in text.splitlines() if line and line[0] != "#"]
    known = ["FROM", "RUN", "COPY", "ARG", "USER", "WORKDIR", "EXPOSE", "CMD"]
    assert {line[0] for line in lines} <= {*known}
    assert lines[0][0] == "FROM"
    for word, *rest in lines:
        sources = [one for one in rest[:-1] if not one.startswith("--")]
        if word == "COPY" and not rest[0].startswith("--from"):
            assert all((ROOT / one).exists() for one in sources), rest
        if word == "FROM":
            assert re.fullmatch(r"[a-z]+:[\w.-]+", rest[0]), "a base image has a version"
        assert "apt-get" not in rest or {"--no-install-recommends", "/var/lib/apt/lists/*"} <= {*rest}
    assert [line[1] for line in lines if line[0] == "USER"][-1] != "root"
    assert {"coq", "nodejs"} <= {*shlex.split(text, comments=True)}


@pytest.mark.slow(3)
def test_the_image_installs_the_wheel_that_it_built(tmp_path: Path) -> None:
    """An index may have a later gfkit, or a package of another author with this name."""
    (command,) = re.findall(r"^RUN pip (install .*)$", read("Dockerfile"), re.MULTILINE)
    for folder, name, number in (
        ("wheels", "gfkit", "1.0"),
        ("index", "gfkit", "99.0"),
        *(("index", other, "99.0") for other in ("jupyterlab", "notebook")),
    ):
        (tmp_path / folder).mkdir(exist_ok=True)
        with ZipFile(tmp_path / folder / f"{name}-{number}-py3-none-any.whl", "w") as wheel:
            place = f"{name}-{number}.dist-info"
            about = f"Metadata-Version: 2.1\nName: {name}\nVersion: {number}\n"
            extras = "Provides-Extra: plot\nProvides-Extra: widget\n"
            wheel.writestr(f"{place}/METADATA", about + extras)
            wheel.writestr(f"{place}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
            wheel.writestr(f"{place}/RECORD", "")
    command = command.replace("/wheels", str(tmp_path / "wheels"))
    command = command.replace("/tmp/requirements.txt", str(ROOT / "examples" / "requirements.txt"))
    index = f"--no-index --find-links {tmp_path / 'index'} --target {tmp_path / 'target'}"
    ran(["sh", "-c", f"{shlex.quote(sys.executable)} -m pip {command} {index}"], code=0)
    installed = {path.name for path in (tmp_path / "target").glob("*.dist-info")}
    assert installed == {"gfkit-1.0.dist-info", "jupyterlab-99.0.dist-info", "notebook-99.0.dist-info"}


def test_the_schema_fits_every_rule_file_and_no_misspelt_one() -> None:
    schema = json.loads(read("docs/reference/rule-file.schema.json"))
    assert rule_schema.text() == read("docs/reference/rule-file.schema.json"), "run rule_schema.py"
    files = sorted(ROOT.glob("gfkit/core/rules/kinds/*/library/**/*.toml"))
    assert len(files) > 50
    for path in files:
        rule = tomllib.loads(path.read_text("utf-8"))
        assert not faults(rule, schema), path
        key = next(key for key in rule if key not in ("name", "about"))
        assert faults({f"{key}s": rule[key]}, schema), path
    assert faults({"cover": {"turned": "yes"}}, schema)


def test_a_new_rule_file_names_the_schema_on_the_web_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "new.toml"
    for site, line in (
        ("https://a.org/d/", "#:schema https://a.org/d/rule-file.schema.json"),
        ("", "# Try: "),
    ):
        monkeypatch.setattr("gfkit.cli.help.documentation_site", lambda site=site: site)
        call("new", file, "--force", code=0)
        assert file.read_text().startswith(line)
