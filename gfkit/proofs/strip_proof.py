"""Saved proofs of strips too wide to be written out as one machine; ``strip_checker`` says what they prove.

The file is one JSON object. ``format`` is "gfkit-certificate", ``version`` 5. What was asked is as in
``certificate``, ``weights`` being [], as no others are kept. ``first_n`` and ``initial_terms``: the first
counts.

``layers``: each [states before, states after, sources, targets], a transition for each source and target.
``slices``: each a list of layers by number. ``head``, ``body`` and ``tails``: lists of slices by number; the
slices of the body repeat, and the tail and the ``finals`` of phase k follow the slices that lead to body[k].
States, layers and slices count from 0. ``numerator``, ``denominator``: the coefficients of t^0, t^1, ...
Coefficients too long for Python's decimal conversion are strings in hexadecimal, such as "-0x1f".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from gfkit.games import Rule
from gfkit.proofs.certificate import FORMAT, STRIP_VERSION, written
from gfkit.proofs.plain import plain_family, plain_rule
from gfkit.sequences import Polynomial
from gfkit.transfer.strip.strip import Slice, Strip
from gfkit.transfer.sweep.tables import Layer


@dataclass(frozen=True)
class StripProof:
    """All that the certificate of a swept strip states."""

    game: str
    board: str
    positions: str
    rule: Rule
    first_n: int
    initial_terms: tuple[int, ...]
    strip: Strip
    numerator: Polynomial
    denominator: Polynomial

    def certificate(self) -> dict[str, object]:
        """The object that is saved.

        A strip may speak of boards below those that are its own, which are among the initial terms, or too
        small to close up; the first slices of the body are then taken into the head.
        """
        turns = self.first_n + len(self.initial_terms) - self.strip.offset
        period = self.strip.period
        phases = [(turns + k) % period for k in range(period)]
        passed = [self.strip.body[k % period] for k in range(turns)]
        tables = _Tables()
        parts = {
            "head": tables.numbers([*self.strip.head, *passed]),
            "body": tables.numbers([self.strip.body[k] for k in phases]),
            "tails": [tables.numbers(self.strip.tails[k]) for k in phases],
            "finals": [[int(state) for state in self.strip.finals[k]] for k in phases],
        }
        return {
            "format": FORMAT,
            "version": STRIP_VERSION,
            "game": self.game,
            "board": self.board,
            "positions": self.positions,
            "weights": [],
            "rule": plain_rule(self.rule),
            "family": plain_family(self.board),
            "first_n": self.first_n,
            "initial_terms": [written(value) for value in self.initial_terms],
            "layers": [_layer(layer) for layer in tables.layers],
            "slices": tables.slices,
            **parts,
            "numerator": _coefficients(self.numerator),
            "denominator": _coefficients(self.denominator),
        }


class _Tables:
    """Layers and slices with their numbers, each once."""

    def __init__(self) -> None:
        self.layers: list[Layer] = []
        self.slices: list[list[int]] = []
        self._known: dict[int, int] = {}
        self._seen: dict[tuple[int, ...], int] = {}

    def numbers(self, slices: Sequence[Slice]) -> list[int]:
        """The numbers of slices."""
        return [self._number(slice_) for slice_ in slices]

    def _number(self, slice_: Slice) -> int:
        for layer in slice_:
            if id(layer) not in self._known:
                self._known[id(layer)] = len(self.layers)
                self.layers.append(layer)
        key = tuple(self._known[id(layer)] for layer in slice_)
        if key not in self._seen:
            self._seen[key] = len(self.slices)
            self.slices.append(list(key))
        return self._seen[key]


def _layer(layer: Layer) -> list[object]:
    sources = [source for source, _, _ in layer.transitions()]
    targets = [target for _, target, _ in layer.transitions()]
    return [layer.before, layer.after, sources, targets]


def _coefficients(polynomial: Polynomial) -> list[int | str]:
    """The coefficients of t^0, t^1, ...

    >>> _coefficients(Polynomial.parse("1 - 3*t^2", ("t",)))
    [1, 0, -3]
    """
    found = {powers[0] if powers else 0: value for powers, value in polynomial.terms}
    return [written(found.get(n, 0)) for n in range(max(found, default=-1) + 1)]
