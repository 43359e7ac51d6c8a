"""Every command and every line of Python in the README does what the README says."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from gfkit.cli.main import main

README = Path(__file__).parent.parent / "README.md"
SESSIONS = re.findall(r"^\$ gfkit (.*)\n((?:(?!```|\$ ).*\n)*)", README.read_text(), re.MULTILINE)


@pytest.mark.parametrize(("command", "output"), SESSIONS, ids=[command for command, _ in SESSIONS])
def test_commands(command, output, capsys):
    assert main(shlex.split(command)) == output.startswith("refuted")
    assert capsys.readouterr().out.rstrip() == output.rstrip()


def test_python():
    failed, tried = doctest.testfile(str(README), module_relative=False)
    assert tried > 5
    assert failed == 0


def test_there_are_commands():
    assert len(SESSIONS) >= 5
