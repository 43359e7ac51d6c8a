"""Who wins a family of boards, as a result."""

from __future__ import annotations

from dataclasses import dataclass

from gfkit.errors import InputError, LimitError
from gfkit.face import Face
from gfkit.indexed import Indexed
from gfkit.sequences import Evidence
from gfkit.values.outcome.decomposition import DecompositionLaw
from gfkit.values.outcome.repetition import RepetitionLaw

Law = DecompositionLaw | RepetitionLaw


@dataclass(frozen=True, slots=True)
class Outcomes(Face, Indexed):
    """Who wins on the boards of a family from n = ``first_n`` on, and the law in it.

    Outcomes are ``left``, ``right``, ``first`` and ``second``; each was searched to the end. ``law.proved``
    says whether the law holds for all n or is only seen. For a single board ``first_n`` is None.
    """

    _instead = ".words has those that are listed, [n] is the one at n"

    game: str
    board: str
    words: tuple[str, ...]
    first_n: int | None
    law: Law | None
    evidence: Evidence

    def __getitem__(self, n: int) -> str:
        """The outcome at a listed n, or where a proved law tells.

        >>> from gfkit.values.outcome import outcomes
        >>> outcomes("domineering", "3xn", to=7)[10**9]
        'right'
        """
        found = self.by_n.get(n)
        if found is None and self.law is not None and self.law.proved:
            found = self.law.at(n)
        if found is None:
            raise InputError(f"n {n}: who wins {self.game} on {self.board} is not known there")
        return found

    def __repr__(self) -> str:
        law = "no law found" if self.law is None else self.law.statement
        shown = f"{len(self.words)} boards, {law}" if self.first_n is not None else self.words[0]
        return f"<Outcomes: {self.game} on {self.board}: {shown}; {self.evidence}>"

    @property
    def by_n(self) -> dict[int, str]:
        return dict(enumerate(self.words, self.first_n or 0))

    def as_json(self) -> dict[str, object]:
        """The object that the command line prints."""
        found: dict[str, object] = {"game": self.game, "board": self.board}
        if self.first_n is None:
            found["outcome"] = self.words[0]
        rows: list[dict[str, object]] = [
            {"n": None if self.first_n is None else n, "outcome": word} for n, word in self.by_n.items()
        ]
        law = None if self.law is None else self.law.as_json()
        return found | {"outcomes": rows, "law": law, "evidence": self.evidence.as_json()}


class OutcomesLimitError(LimitError):
    """A limit was reached; ``found`` holds the outcomes up to there."""

    def __init__(self, message: str, found: Outcomes) -> None:
        super().__init__(message)
        self.found = found
