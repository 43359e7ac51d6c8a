"""What the doctor says of one thing."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Health(StrEnum):
    """Whether a thing is as it should be."""

    WELL = "well"
    ABSENT = "absent"
    """Not there, and not needed."""
    BROKEN = "broken"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; ``advice`` says what can be done about it."""

    what: str
    text: str
    health: Health = Health.WELL
    advice: str = ""

    @property
    def words(self) -> str:
        """What people read."""
        head = f"{self.text}: {self.advice}" if self.advice else self.text
        return f"BROKEN, {head}" if self.health is Health.BROKEN else head

    def as_json(self) -> dict[str, str]:
        """The object in JSON."""
        return {"what": self.what, "text": self.text, "health": self.health.value, "advice": self.advice}
