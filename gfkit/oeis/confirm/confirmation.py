"""What came of an entry's hedged lines, and what may be added to the entry."""

from __future__ import annotations

from dataclasses import dataclass

from gfkit.oeis.bfile import BFile
from gfkit.oeis.confirm.judge import Answer
from gfkit.oeis.folder import write_files


@dataclass(frozen=True)
class Line:
    """A hedged line and its verdict: it holds from ``from_n`` on, or is false at ``fails_at``."""

    line: str
    verdict: Answer
    from_n: int | None
    fails_at: int | None
    reason: str
    is_late: bool = False
    """Whether it begins to hold later than printed."""

    def as_json(self) -> dict[str, object]:
        """The object that the command line prints."""
        return {
            "line": self.line,
            "verdict": self.verdict.value,
            "from_n": self.from_n,
            "fails_at": self.fails_at,
            "reason": self.reason,
        }


@dataclass(frozen=True)
class Confirmation:
    """The verdicts, the lines to add in the internal format, and a longer b-file."""

    number: str
    lines: tuple[Line, ...]
    additions: tuple[str, ...] = ()
    table: BFile | None = None

    @property
    def is_any_false(self) -> bool:
        return any(line.verdict is Answer.FALSE for line in self.lines)

    @property
    def files(self) -> dict[str, str]:
        """The files by name, with their texts."""
        found = {"additions.txt": "".join(f"{line}\n" for line in self.additions)}
        return found | ({f"b{self.number[1:]}.txt": str(self.table)} if self.table is not None else {})

    def write(self, folder: str) -> list[str]:
        """Writes the files into a folder, which is made when it is not there, and says which."""
        return write_files(folder, self.files)

    def as_json(self) -> dict[str, object]:
        """The object that the command line prints."""
        return {
            "number": self.number,
            "lines": [line.as_json() for line in self.lines],
            "additions": list(self.additions),
        }
