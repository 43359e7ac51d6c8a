"""gfkit count and derive --up-to: what is printed, as text and as JSON, and what does not go together."""

from __future__ import annotations

import json
from importlib import import_module

import pytest

from gfkit.cli.main import main


def output(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(list(words)) == 0
    return capsys.readouterr().out


def test_a_board(capsys: pytest.CaptureFixture[str]) -> None:
    """Kings on 4 x 4: 13 ways to place two, 20 to place three, up to symmetry (A279111, A279112)."""
    asked = ("count", "kings", "4x4", "--weights", "pieces", "--up-to", "symmetry")
    said = output(capsys, *asked).splitlines()
    assert said[0] == "1 + 3*x + 13*x^2 + 20*x^3 + 14*x^4"
    assert said[1] == "51 positions up to symmetry"
    found = json.loads(output(capsys, *asked, "--json"))
    assert found["up_to"] == "symmetry"
    assert found["count"] == "51"
    assert found["evidence"]["status"] == "proved"
    assert found["evidence"]["method"] == "burnside"
    assert found["evidence"]["symmetries"] == 8


def test_without_it_the_object_is_as_it_was(capsys: pytest.CaptureFixture[str]) -> None:
    keys = list(json.loads(output(capsys, "count", "kings", "2x2", "--json")))
    assert keys == ["game", "board", "positions", "weights", "count", "polynomial", "evidence"]


def test_a_strip(capsys: pytest.CaptureFixture[str]) -> None:
    """Alternating words up to reversal: of odd length two, of even length one."""
    found = json.loads(output(capsys, "derive", "colourings:2", "path:n", "--up-to", "symmetry", "--json"))
    assert found["terms"][:6] == ["1", "2", "1", "2", "1", "2"]
    assert found["generating_function"]["numerator"]
    assert found["ring"] is None
    text = output(capsys, "derive", "colourings:2", "path:n", "--up-to", "symmetry", "--to", "pari")
    assert "t" in text


def test_a_ring(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("derive", "independent-sets", "cycle:n", "--up-to", "rotations")
    assert "sum over d | n of phi(d)*P(n/d)" in output(capsys, *asked)
    found = json.loads(output(capsys, *asked, "--json"))
    assert found["generating_function"] is None
    assert found["ring"]["around"]["1"]["denominator"] == "1 - t - t^2"
    assert main([*asked, "--to", "pari"]) == 2
    assert "sum over divisors" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("count", "kings", "3x3", "--up-to", "symetry"), "did you mean symmetry?"),
        (("count", "kings", "3x3", "--up-to", "symmetry", "--dry-run"), "leave one of them out"),
        (
            ("derive", "kings", "3xn", "--up-to", "symmetry", "--save", "x.json"),
            "a certificate holds one machine",
        ),
        (("derive", "kings", "3xn", "--up-to", "symmetry", "--method", "modular"), "takes no --method"),
        (("report", "kings", "3xn", "--up-to", "symmetry", "-o", "x.html"), "a page is about one machine"),
        (
            ("oeis", "export", "--game", "kings", "--family", "3xn", "--up-to", "symmetry", "-o", "x"),
            "take --data",
        ),
        (("derive", "kings", "3x3", "--up-to", "symmetry"), "needs a family"),
        (("count", "domineering", "3x3", "--up-to", "symmetry"), "--up-to rectangle keeps rows rows"),
    ],
)
def test_refusals(words: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(list(words)) == 2
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 1
    assert says in lines[0]


def test_a_law_up_to_symmetry_is_foreseen(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["derive", "kings", "3xn", "--up-to", "symmetry", "--dry-run"]) == 0
    shown = capsys.readouterr()
    assert "states" in shown.out
    assert "the first law of the sum" in shown.err


def test_a_wide_family_is_said_to_be_wide(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(import_module("gfkit.cli.derive"), "_MANY_STATES", 20)
    assert main(["derive", "node-kayles", "8xn", "--no-store"]) == 0
    told = [line for line in capsys.readouterr().err.splitlines() if "--dry-run foresees" in line]
    assert len(told) == 1
    assert main(["derive", "node-kayles", "8xn", "--no-store", "--quiet"]) == 0
    assert "--dry-run" not in capsys.readouterr().err
