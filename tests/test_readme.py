"""Every command and every line of Python in the README does what the README says."""

from pathlib import Path

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
