"""Writes the files that repeat facts of pyproject.toml: names, addresses, the version and the requirements.

``python3 tools/derived.py`` writes them in the checkout. ``--archive dist/gfkit-1.2.3.tar.gz`` writes the
recipes of packages into build/packaging, with the checksums of this source archive.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

TITLE = "gfkit: counting configurations on grids and strips, with proof"
ABSTRACT = (
    "Counting positions of placement games, tilings, matchings and colourings on boards and families of"
    " boards."
)
RESERVED = re.compile(r"\bexample\.(?:com|net|org)\b|\.(?:example|invalid|test)\b")
"""Names of hosts that are reserved for examples (RFC 2606)."""
CITED = "CITATION.cff"


def read_project() -> dict[str, Any]:
    """Return the table [project] of pyproject.toml."""
    project: dict[str, Any] = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["project"]
    return project


def placeholders(project: dict[str, Any]) -> list[str]:
    """Return the keys of pyproject.toml whose values still are placeholders."""
    authors = [f"{one.get('name', '')} {one.get('email', '')}" for one in project["authors"]]
    values = {f"project.urls.{key}": text for key, text in project["urls"].items()}
    values |= {f"project.authors[{number}]": text for number, text in enumerate(authors)}
    return [key for key, text in values.items() if not text.strip() or RESERVED.search(text)]


def checksums(archive: Path | None) -> tuple[str, str]:
    """Return the SHA-1 and the SHA-256 of an archive, or zeros if there is no archive yet."""
    if archive is None:
        return "0" * 40, "0" * 64
    content = archive.read_bytes()
    return hashlib.sha1(content).hexdigest(), hashlib.sha256(content).hexdigest()


def citations(project: dict[str, Any], day: str) -> Iterator[tuple[str, str]]:
    """Yield the files for citations, each with its content."""
    urls, license_, words = project["urls"], project["license"], project["keywords"]
    names = [one["name"] for one in project["authors"]]
    authors = "\n".join(f'  - name: "{name}"' for name in names)
    keywords = "\n".join(f"  - {word}" for word in words)
    yield (
        CITED,
        f"""\
cff-version: 1.2.0
message: "If gfkit helped your work, please cite it as below, with the version that you used."
title: "{TITLE}"
abstract: >-
  {ABSTRACT}
type: software
authors:
{authors}
version: {project["version"]}
date-released: {day}
url: "{urls["Homepage"]}"
repository-code: "{urls["Source"]}"
license: {license_}
keywords:
{keywords}
preferred-citation:
  type: unpublished
  status: in-preparation
  title: "{TITLE}"
  authors:
{authors.replace("  -", "    -")}
  year: {day[:4]}
  url: "{urls["Homepage"]}"
  repository-code: "{urls["Source"]}"
  notes: "The manuscript is paper/paper.md in the source."
""",
    )
    archived = {
        "title": TITLE,
        "description": ABSTRACT,
        "upload_type": "software",
        "access_right": "open",
        "creators": [{"name": name} for name in names],
        "license": license_,
        "keywords": words,
        "related_identifiers": [
            {"identifier": urls[key], "relation": relation, "scheme": "url"}
            for key, relation in (("Source", "isSupplementTo"), ("Documentation", "isDocumentedBy"))
        ],
    }
    yield ".zenodo.json", json.dumps(archived, indent=2, ensure_ascii=False) + "\n"
    yield (
        ".github/ISSUE_TEMPLATE/config.yml",
        f"""\
blank_issues_enabled: true
contact_links:
  - name: Documentation
    url: "{urls["Documentation"]}"
    about: How to count, derive, check a formula, and write a rule file
""",
    )
    paper = Path("paper/paper.md").read_text("utf-8")
    header = "".join(f'  - name: "{name}"\n    affiliation: 1\n' for name in names)
    yield (
        "paper/paper.md",
        re.sub(
            r"^authors:\n(?:[ ].*\n)*", lambda _: f"authors:\n{header}", paper, count=1, flags=re.MULTILINE
        ),
    )


def archive_address(project: dict[str, Any], version: str) -> str:
    """Return the address at which a release of the repository serves its source archive."""
    return f"{project['urls']['Source']}/releases/download/v{version}/gfkit-{version}.tar.gz"


def conda_recipe(project: dict[str, Any], sha256: str) -> str:
    """Return the recipe from which conda packages are built."""
    urls = project["urls"]
    build, *_ = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))["build-system"]["requires"]
    run = [f"python{project['requires-python']}", *project["dependencies"]]
    needed = "\n".join(f"    - {re.sub(r'(?=[<>=])', ' ', each, count=1)}" for each in run)
    scripts = "\n".join(f"      - {name} = {place}" for name, place in project["scripts"].items())
    return f"""\
# Written by tools/derived.py from pyproject.toml; rattler-build build --recipe FILE builds it.
# The checksum is that of the source archive in the recipe that tools/derived.py --archive writes.
schema_version: 1

context:
  version: "{project["version"]}"

package:
  name: gfkit
  version: ${{{{ version }}}}

source:
  url: {archive_address(project, "${{ version }}")}
  sha256: "{sha256}"

build:
  number: 0
  script: ${{{{ PYTHON }}}} -m pip install . --no-deps --no-build-isolation -vv
  python:
    entry_points:
{scripts}

requirements:
  build:
    - ${{{{ compiler("c") }}}}
    - ${{{{ stdlib("c") }}}}
  host:
    - python {project["requires-python"]}
    - pip
    - {build.replace(">", " >", 1)}
  run:
{needed}

tests:
  - python:
      imports:
        - gfkit
  - script:
      - gfkit --version
      - gfkit doctor
      - gfkit derive domineering nx3 --positions right-ends

about:
  summary: "{project["description"]}"
  license: {project["license"]}
  license_file: LICENSE
  homepage: "{urls["Homepage"]}"
  repository: "{urls["Source"]}"
  documentation: "{urls["Documentation"]}"
"""


def homebrew_formula(project: dict[str, Any], sha256: str) -> str:
    """Return the Homebrew formula, to which ``brew update-python-resources gfkit`` adds the dependencies."""
    version, python = project["version"], "python@3.13"
    return f"""\
# Written by tools/derived.py from pyproject.toml.
# In a tap, "brew update-python-resources gfkit" adds a resource for each dependency.
class Gfkit < Formula
  include Language::Python::Virtualenv

  desc "{TITLE.removeprefix("gfkit: ").capitalize()}"
  homepage "{project["urls"]["Homepage"]}"
  url "{archive_address(project, version)}"
  sha256 "{sha256}"
  license "{project["license"]}"

  depends_on "{python}"

  def install
    virtualenv_install_with_resources
  end

  test do
    assert_match "12988816", shell_output("#{{bin}}/gfkit count domino-tilings 8x8")
  end
end
"""


def recipes(project: dict[str, Any], archive: Path | None = None) -> Iterator[tuple[str, str]]:
    """Yield the files from which packages are built, each with its content."""
    sha1, sha256 = checksums(archive)
    names = [re.split(r"[<>=]", each)[0].replace("-", "_") for each in project["dependencies"]]
    yield "conda/recipe.yaml", conda_recipe(project, sha256)
    yield "packaging/homebrew/gfkit.rb", homebrew_formula(project, sha256)
    yield "packaging/sage/type", "optional\n"
    yield "packaging/sage/package-version.txt", f"{project['version']}\n"
    yield "packaging/sage/version_requirements.txt", f"gfkit >={project['version']}\n"
    yield (
        "packaging/sage/dependencies",
        f"{' '.join(names)} | $(PYTHON_TOOLCHAIN) $(PYTHON)\n\n----------\n"
        "All lines of this file are ignored except the first.\n",
    )
    yield (
        "packaging/sage/checksums.ini",
        f"tarball=gfkit-VERSION.tar.gz\nsha1={sha1}\nsha256={sha256}\n"
        f"upstream_url={archive_address(project, 'VERSION')}\n",
    )
    yield "packaging/sage/spkg-install.in", "cd src && sdh_pip_install .\n"
    yield "packaging/sage/spkg-check.in", "cd src && sage-python -m gfkit doctor\n"
    yield (
        "packaging/sage/SPKG.rst",
        f"{TITLE}\n{'=' * len(TITLE)}\n\nDescription\n-----------\n\n{ABSTRACT}\n\nLicense\n-------\n\n"
        f"{project['license']}\n\nUpstream Contact\n----------------\n\n{project['urls']['Homepage']}\n",
    )


def derived(project: dict[str, Any], day: str = "") -> dict[Path, str]:
    """Return the content of every derived file; ``day`` is the date of a release, by default the last one."""
    found = re.search(r"^date-released: (.+)$", Path(CITED).read_text("utf-8"), re.MULTILINE)
    day = day or (found[1] if found else "")
    return {Path(name): text for name, text in (*citations(project, day), *recipes(project))}


def main() -> int:
    """Write the files."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--archive", type=Path, help="source archive of a release, for build/packaging")
    given, project = parser.parse_args(), read_project()
    archive: Path | None = given.archive
    files = derived(project)
    if archive is not None:
        if archive.name != (name := f"gfkit-{project['version']}.tar.gz"):
            parser.error(f"{archive} is not {name}, the archive of the version in pyproject.toml")
        files = {Path("build/packaging", name): text for name, text in recipes(project, archive)}
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
