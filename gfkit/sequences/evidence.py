"""How a result is known."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gfkit.face import Face


class Status(StrEnum):
    """The four ways of knowing."""

    PROVED = "proved"
    PROBABLE = "probable"
    GUESSED = "guessed"
    CONSISTENT = "consistent"


@dataclass(frozen=True, slots=True)
class Evidence(Face):
    """Status, the method that earned it, and the method's own figures."""

    status: Status
    method: str
    details: tuple[tuple[str, int], ...] = ()

    def as_json(self) -> dict[str, str | int]:
        return {"status": self.status.value, "method": self.method, **dict(self.details)}

    def __str__(self) -> str:
        figures = ", ".join(_figure(name, value) for name, value in self.details)
        return f"{self.status.value} by {self.method}" + (f" ({figures})" if figures else "")


def _figure(name: str, value: int) -> str:
    if name == "log2_failure":
        return f"chance of error below 2^{value}"
    return f"{name.replace('_', ' ')} {value}"
