"""What deriving a family gives: the generating function and everything that follows from it."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from gfkit.boards import Family, parse_board
from gfkit.errors import OptionError
from gfkit.face import Face
from gfkit.games import Rule
from gfkit.indexed import Indexed
from gfkit.sequences import (
    ClosedForm,
    Density,
    Evidence,
    Growth,
    Polynomial,
    RationalGF,
    Recurrence,
    closed_form,
    density,
    growth,
)
from gfkit.sequences.recurrence import term_text

if TYPE_CHECKING:
    from gfkit.transfer.strip.automaton import Automaton


MOST_ANALYSED = 300
"""Orders up to which printing works out all roots of the denominator; asked for directly, any order is."""


@dataclass(frozen=True)
class Derived(Face, Indexed):
    """A family's generating function, with its recurrence, terms, closed form, growth and evidence.

    ``d[n]`` is the count on the board of size n, exactly, for n of a million and more;
    ``d.modulo(n, m)`` its residue for n of 10^18.
    """

    game: str
    board: str
    positions: str
    weights: tuple[str, ...]
    generating_function: RationalGF
    evidence: Evidence
    offset: int
    """The first n from which on the machine is the board's; smaller boards were counted one by one."""
    initial: tuple[int | Polynomial, ...]
    """The counts from the first n to ``offset`` - 1, before they are divided."""
    machine: Automaton | None = field(repr=False, compare=False)
    """The small machine, where it was built: a(offset + j) = start A^j final."""
    rule: Rule | None = field(default=None, repr=False, compare=False)
    """What was derived, for those who want to build the strip again."""
    undivided: RationalGF | None = field(default=None, repr=False, compare=False)
    """Where the rule divides its numbers, what they had before, as ``machine`` and ``rule`` still do."""

    @property
    def first_n(self) -> int:
        return self.generating_function.first_n

    @property
    def order(self) -> int:
        """The order of the recurrence: the degree of the denominator in t."""
        return self.generating_function.order

    @cached_property
    def recurrence(self) -> Recurrence:
        return self.generating_function.recurrence

    def terms(self, count: int) -> list[int | Polynomial]:
        """The counts for n = first_n, first_n + 1, ..."""
        return self.generating_function.terms(count)

    def __getitem__(self, n: int) -> int | Polynomial:
        value: int | Polynomial = self.generating_function[n]
        return value

    def modulo(self, n: int, modulus: int) -> int:
        """The count on the board of size n modulo an integer; only without weights."""
        return self.generating_function.coefficient_mod(n, modulus)

    @cached_property
    def closed_form(self) -> ClosedForm | None:
        """The Binet form; None with weights."""
        return None if self.weights else closed_form(self.generating_function)

    def growth(self, digits: int = 30) -> Growth:
        """a(n) ~ C lambda^n n^k with C and lambda as certified balls of so many digits."""
        if self.weights:
            raise OptionError(
                f"growth needs numbers, and this family was derived with weights {self.weights}"
            )
        return growth(self.generating_function, digits)

    def density(self, digits: int = 30) -> Density:
        """Mean and variance of the number of pieces per cell: exact at each n, balls in the limit.

        Needs weights; with weights players all pieces count alike.
        """
        if not self.weights:
            raise OptionError("density needs pieces to count: derive with weights pieces or players")
        if not self.cells_per_n:
            raise OptionError(f"density needs cells, and the boards of {self.board!r} have none")
        return density(self.generating_function.merged(), self.cells_per_n, digits)

    @property
    def cells_per_n(self) -> int:
        """How many cells the board has for each step of n."""
        boards = parse_board(self.board)
        assert isinstance(boards, Family), "derived boards are families"
        return boards.at(self.first_n + 1).size - boards.at(self.first_n).size

    def to_sympy(self) -> Any:
        return self.generating_function.to_sympy()

    def to(self, language: str) -> Any:
        """The generating function in another language, as ``RationalGF.to`` says."""
        return self.generating_function.to(language)

    def latex(self) -> str:
        return self.generating_function.latex()

    def __repr__(self) -> str:
        return (
            f"<Derived: {self.game} on {self.board}, positions {self.positions}:"
            f" order {self.order}; {self.evidence}>"
        )

    def __str__(self) -> str:
        return str(self.generating_function)

    def as_json(self, terms: int = 10, digits: int = 30) -> dict[str, object]:
        """The object that the command line prints."""
        gf, recurrence = self.generating_function, self.recurrence
        analysed = not self.weights and self.order <= MOST_ANALYSED
        rate = self.growth(digits) if analysed else None
        return {
            "game": self.game,
            "board": self.board,
            "positions": self.positions,
            "weights": list(self.weights),
            "first_n": self.first_n,
            "generating_function": gf.as_json(),
            "recurrence": {
                "order": self.order,
                "coefficients": [term_text(value) for value in recurrence.coefficients],
                "valid_from": recurrence.valid_from,
            },
            "terms": [term_text(value) for value in self.terms(terms)],
            "growth": None if rate is None else rate.as_json(),
            "closed_form": str(self.closed_form) if analysed else None,
            "evidence": self.evidence.as_json(),
        }
