"""The board in a notebook: made of the page's own files, one module that asks for nothing.

Domineering on 2 x 3 has 22 positions, by hand; Node.js, where it is there, reads the module.
"""

import re
import shutil
import subprocess

import pytest

import gfkit
from gfkit.errors import InputError, OptionError
from gfkit.lab import widget


def test_the_module_stands_alone(tmp_path):
    text = widget.script()
    assert not re.search(r"^\s*import\b|\bimport\(|https?://(?!www\.w3\.org)", text, re.M)
    assert re.findall(r"^export .*$", text, re.M) == ["export default { render };"]
    if shutil.which("node"):
        (tmp_path / "widget.mjs").write_text(text, encoding="utf-8")
        done = subprocess.run(
            ["node", "--check", tmp_path / "widget.mjs"],
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        assert done.returncode == 0, done.stderr


def test_its_style_reaches_nothing_else():
    text = re.sub(r"\{[^}]*\}", "{}", widget.styles())
    selectors = [one.strip() for head in re.findall(r"([^{}]+)\{", text) for one in head.split(",")]
    assert len(selectors) > 20
    assert all(one.startswith(".gfkit-board") for one in selectors), selectors
    assert "url(" not in widget.styles()


def test_what_cannot_be_drawn_on_is_refused(monkeypatch):
    for board in ("cycle:5", "17x2", "torus:3x3"):
        with pytest.raises(InputError, match="cannot be drawn on"):
            widget.checked_board(board)
    monkeypatch.setattr(widget, "find_spec", lambda _: None)
    with pytest.raises(OptionError, match=r"pip install 'gfkit\[widget\]'"):
        gfkit.board_widget()


def test_python_observes_the_value():
    pytest.importorskip(
        "anywidget", reason="anywidget is not installed: only the module of the widget is tested"
    )
    board = gfkit.board_widget("..#/.A./.A.", "domineering")
    told = []
    board.observe(lambda change: told.append(change["new"]), "value")
    board.value = "2x3"
    assert told == ["2x3"]
    assert gfkit.count("domineering", board.value) == 22
    assert board.board.size == 6
    with pytest.raises(InputError, match="cannot be drawn on"):
        board.value = "cycle:4"
    assert {one["player"] for one in board.pieces} == {"left", "right"}
    with pytest.raises(InputError, match="no pieces to lay"):
        gfkit.board_widget("3x3", "kings")
