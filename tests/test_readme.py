"""Every command and every line of Python in the README does what the README says.

Its pictures are compared with those that gfkit draws today; types are checked by mypy, where that is there.
"""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import pytest
from gfkit_docs.blocks import read_blocks
from gfkit_docs.running import run_page

README = Path(__file__).parent.parent / "README.md"


def test_blocks(tmp_path):
    report = run_page(README, tmp_path)
    assert not report.failures, "\n\n".join(map(str, report.failures))


def test_there_are_blocks():
    blocks = read_blocks(README)
    assert sum(block.is_console for block in blocks) >= 5
    assert sum(block.is_session for block in blocks) >= 3


def _typed(lines: str, tmp_path: Path) -> str:
    """What a strict type checker says of a user's file; nothing where all is well."""
    pytest.importorskip("mypy", reason="needs mypy, of the extra dev")
    file = tmp_path / "typed_by_a_user.py"
    file.write_text(lines, encoding="utf-8")
    asked = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", str(file)]
    return subprocess.run(asked, cwd=README.parent, capture_output=True, text=True, check=False).stdout


@pytest.mark.slow(40)
def test_a_strict_type_checker_accepts_its_python(tmp_path):
    """No cast, no isinstance: what derive gives is one type, on complete graphs too."""
    lines = re.findall(r"^(?:>>>|\.\.\.) ?(.*)$", README.read_text(encoding="utf-8"), re.MULTILINE)
    assert any("derive" in line for line in lines)
    lines += [
        'e = gfkit.derive("o12", "complete:n", weights="pieces")',
        "print(e.order + 1, e[3], e.exponential)",
    ]
    lines += ["both: list[gfkit.Derived] = [d, e]", 'd.generating_function.to("pari")']
    assert _typed("\n".join(lines), tmp_path) == ""
    assert "has no attribute" in _typed("\n".join([*lines, "d.generating_funktion"]), tmp_path)


def test_pictures_are_those_that_gfkit_draws(tmp_path, monkeypatch):
    """Every picture of the README is there, and as ``python docs/pictures.py`` writes it today."""
    docs = README.parent / "docs"
    spec = importlib.util.spec_from_file_location("pictures", docs / "pictures.py")
    pictures = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pictures)
    monkeypatch.setattr(pictures, "FOLDER", tmp_path)
    pictures.main()
    for name in pictures.PICTURES:
        assert (tmp_path / name).read_text() == (docs / "_static" / name).read_text(), "make pictures"
    shown = re.findall(r"!\[.+?\]\((.+?)\)", README.read_text(encoding="utf-8"))
    assert shown
    assert all((README.parent / file).is_file() for file in shown)
