"""gfkit count and derive --up-to: what is printed, as text and as JSON, and what is foreseen.

Kings on 4 x 4 are of the OEIS, alternating words are counted by hand. Refusals: tests/data/refused.toml.
"""

from cli.calling import call, engine, told

import gfkit
from gfkit.typing import Progress


def test_a_board():
    """Kings on 4 x 4: 13 ways to place two, 20 to place three, up to symmetry (A279111, A279112)."""
    asked = ("count", "kings", "4x4", "--weights", "pieces", "--up-to", "symmetry")
    assert call(*asked).lines[:2] == ["1 + 3*x + 13*x^2 + 20*x^3 + 14*x^4", "51 positions up to symmetry"]
    found = told(*asked)
    assert (found["up_to"], found["count"]) == ("symmetry", "51")
    evidence = found["evidence"]
    assert (evidence["status"], evidence["method"], evidence["symmetries"]) == ("proved", "burnside", 8)
    keys = ["game", "board", "positions", "weights", "count", "polynomial", "evidence"]
    assert list(told("count", "kings", "2x2")) == keys  # without it the object is as it was


def test_a_strip_and_a_ring():
    """Alternating words up to reversal: of odd length two, of even length one."""
    asked = ("derive", "colourings:2", "path:n", "--up-to", "symmetry")
    found = told(*asked)
    assert found["terms"][:6] == ["1", "2", "1", "2", "1", "2"]
    assert found["generating_function"]["numerator"]
    assert found["ring"] is None
    assert "t" in call(*asked, "--to", "pari").out
    asked = ("derive", "independent-sets", "cycle:n", "--up-to", "rotations")
    assert "sum over d | n of phi(d)*P(n/d)" in call(*asked).out
    found = told(*asked)
    assert found["generating_function"] is None
    assert found["ring"]["around"]["1"]["denominator"] == "1 - t - t^2"


def test_what_is_large_is_foreseen_and_said(monkeypatch):
    shown = call("derive", "kings", "3xn", "--up-to", "symmetry", "--dry-run")
    assert shown.code == 0
    assert "states" in shown.out
    assert "the first law of the sum" in shown.err
    true = gfkit.derive

    def wide(*given, on_progress, **named):
        for states in (10**5 - 1, 10**5, 10**6):
            on_progress(Progress("finding states", 1, 8, states))
        return true(*given, on_progress=on_progress, **named)

    engine(monkeypatch, wide, "derive")
    words = ("derive", "node-kayles", "4xn", "--no-store")
    assert call(*words).err.count("--dry-run foresees") == 1
    assert "--dry-run" not in call(*words, "--quiet").err
