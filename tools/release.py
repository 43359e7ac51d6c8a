"""Makes a release of what is committed: ``make release VERSION=x.y.z``, with ``DRY=1`` only shows it.

The entries of changes/ and of [Unreleased] become a section of CHANGELOG.md, every file with the version says
the new one, and a commit and a tag are made. Nothing is sent. ``--notes`` prints the section of one version.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

from derived import derived, placeholders, read_project

KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
CHANGES, CHANGELOG = Path("changes"), Path("CHANGELOG.md")
FIGURES = Path("benchmarks/results/gate.json")
"""Times of commands, which each release measures again."""
LINES_WITH_VERSION = {
    "pyproject.toml": 'version = "{}"',
    "gfkit/core/version.py": '__version__ = "{}"',
    "gfkit/cli/doctor.py": "gfkit         {}\n",
    "docs/report.md": "version = {{{}}}",
}


class ReleaseError(Exception):
    """Why there is no release, in one line."""


def git(*words: str) -> str:
    """What git prints."""
    return subprocess.run(["git", *words], check=True, capture_output=True, text=True).stdout


def fragments() -> list[Path]:
    """The files of changes/ that hold an entry, by their names."""
    files = sorted(path for path in CHANGES.glob("*") if path.name != "README.md")
    for path in files:
        if path.suffix != ".md" or Path(path.stem).suffix.removeprefix(".").capitalize() not in KINDS:
            raise ReleaseError(f"{path} is not named like grids.fixed.md; kinds: {', '.join(KINDS).lower()}")
    return files


def section(version: str) -> str:
    """What stands in CHANGELOG.md below the heading of a version, or of Unreleased."""
    text = CHANGELOG.read_text("utf-8")
    match = re.search(rf"^## \[{re.escape(version)}\].*\n((?:(?!## \[).*\n?)*)", text, re.MULTILINE)
    if match is None:
        raise ReleaseError(f"CHANGELOG.md has no section [{version}]")
    return match[1].strip()


def gathered() -> str:
    """The entries of [Unreleased] and of changes/, each kind under one heading."""
    first, *rest = re.split(r"^### (.+)\n", section("Unreleased"), flags=re.MULTILINE)
    entries = dict(zip(rest[::2], (part.strip() for part in rest[1::2]), strict=True))
    for path in fragments():
        lines = path.read_text("utf-8").strip().splitlines()
        kind = Path(path.stem).suffix.removeprefix(".").capitalize()
        entries[kind] = "\n".join(
            [*filter(None, [entries.get(kind)]), "\n  ".join(["- " + lines[0], *lines[1:]])]
        )
    ordered = sorted(
        entries.items(), key=lambda item: KINDS.index(item[0]) if item[0] in KINDS else len(KINDS)
    )
    return "\n\n".join(
        [*filter(None, [first.strip()]), *(f"### {kind}\n\n{text}" for kind, text in ordered if text)]
    )


def release(version: str, dry: bool) -> str:
    """Commits and tags a release, or says what that would do."""
    project = read_project()
    last = project["version"]
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise ReleaseError(f"{version!r} is no version like 1.2.3: make release VERSION=1.2.3")
    if tuple(map(int, version.split("."))) <= tuple(map(int, last.split("."))):
        raise ReleaseError(f"{version} is not newer than {last}, the version of pyproject.toml")
    if changed := git("status", "--porcelain").splitlines():
        raise ReleaseError(
            f"{len(changed)} files are not committed, as {changed[0][3:]}: commit or remove them first"
        )
    if git("tag", "--list", f"v{version}"):
        raise ReleaseError(f"the tag v{version} is there already: take a newer version")
    tagged = FIGURES.is_file() and git("tag", "--list", f"v{last}")
    if tagged and not git("log", "--format=%h", f"v{last}..", "--", str(FIGURES)):
        raise ReleaseError(f"{FIGURES} is older than v{last}: run python benchmarks/gate.py --store")
    keys = placeholders(project)
    missing = f"pyproject.toml contains placeholders: write {', '.join(keys)}" if keys else ""
    if missing and not dry:
        raise ReleaseError(missing)
    news = gathered()
    if not news:
        raise ReleaseError(
            "no change since the last release: write changes/NAME.KIND.md, as changes/README.md says"
        )
    heading, day = "## [Unreleased]\n", f"{datetime.now(UTC):%Y-%m-%d}"
    head, _, tail = CHANGELOG.read_text("utf-8").partition(heading)
    tail = tail[tail.index("\n## [") :] if "\n## [" in tail else "\n"
    files = {CHANGELOG: f"{head}{heading}\n## [{version}] - {day}\n\n{news}\n{tail}"}
    for name, line in LINES_WITH_VERSION.items():
        path = Path(name)
        text = path.read_text("utf-8")
        if text.count(line.format(last)) != 1:
            raise ReleaseError(f"{name} should have {line.format(last).strip()!r} once")
        files[path] = text.replace(line.format(last), line.format(version)).replace(
            f"by gfkit {last} ", f"by gfkit {version} "
        )
    files |= derived({**project, "version": version}, day)
    if dry:
        plan = f"{news}\n\nwould write {', '.join(map(str, files))}, commit, and tag v{version}"
        return f"{plan}\nfirst: {missing}" if missing else plan
    for path, text in files.items():
        path.write_text(text, "utf-8")
    for path in fragments():
        path.unlink()
    git("add", "--all")
    git("commit", "--message", f"Version {version}")
    git("tag", "--annotate", f"v{version}", "--message", f"gfkit {version}\n\n{news}", "--cleanup=whitespace")
    return f"v{version} is committed and tagged; to publish it: git push origin HEAD v{version}"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("version", nargs="?", default="")
    parser.add_argument("--dry-run", action="store_true")
    parser.add_argument(
        "--notes", action="store_true", help="print the changes of a version, or of the next one"
    )
    given = parser.parse_args()
    version = given.version.removeprefix("v")
    try:
        if given.notes:
            answer = section(version) if version else gathered()
        else:
            answer = release(version, given.dry_run)
    except ReleaseError as error:
        sys.stderr.write(f"release: {error}\n")
        return 2
    sys.stdout.write(f"{answer}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
