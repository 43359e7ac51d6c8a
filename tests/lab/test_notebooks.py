"""The board with results in JupyterLab and marimo: the results shown are those of gfkit.

``tools/notebooks.sh`` drives Chromium by tests/lab/notebooks.mjs. A missing program is skipped and reported.
"""

import json
import re
import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest
from cli.calling import ran

import gfkit
from gfkit.core.errors import OptionError
from gfkit.lab.server import DEFAULT_FOLDER

MODULES, SHOTS = DEFAULT_FOLDER.parent / "lab-npm", DEFAULT_FOLDER.parent / "lab-shots"


def test_answers_follow_the_board():
    """The counts of positions of Domineering are in print; 3x4 and 2x3 are in the tutorial."""
    pytest.importorskip("anywidget", reason="anywidget is missing: THE BOARD WITH ANSWERS WAS NOT TESTED")
    card = gfkit.board_card("3x4", verbs=["count", "value"])
    assert "> 823<" in card.answers or ">823<" in card.answers
    card.value = "2x3"
    assert re.search(r"count domineering 2x3<.*>22<.*value domineering 2x3<", card.answers)
    card.value = "16x16"
    assert "takes more than 2 s" in card.answers
    with pytest.raises(OptionError, match="unknown verb 'nim'"):
        gfkit.board_card(verbs=["nim"])


@pytest.mark.browser
@pytest.mark.parametrize("kind", ["jupyterlab", "marimo"])
def test_the_board_in_notebooks(kind, tmp_path):
    missing = [name for name in ("node", "chromium") if shutil.which(name) is None]
    missing += [name for name in ("anywidget", kind) if find_spec(name) is None]
    if missing or not (MODULES / "node_modules").is_dir():
        missing = missing or ["what 'make lab' installs"]
        pytest.skip(f"{', '.join(missing)} missing: THE BOARD WAS NOT TESTED IN {kind.upper()}")
    SHOTS.mkdir(parents=True, exist_ok=True)
    asked = [kind, sys.executable, shutil.which("chromium"), str(tmp_path), str(MODULES), str(SHOTS)]
    found = json.loads(ran(["node", str(Path(__file__).with_name("notebooks.mjs")), *asked], code=0).out)
    assert found["failures"] == []
    for board, text in found["seen"].items():
        count, mean = gfkit.count("domineering", board), gfkit.value("domineering", board).thermograph.mean
        assert f"count domineering {board} " in text
        assert f" positions {int(count)} " in text
        assert f" mean {mean} " in text
        assert (f"derive domineering {board[0]}xn " in text) == board[0].isdigit()
