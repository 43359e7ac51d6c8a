"""The code blocks of a page of documentation, as they stand between their fences."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FENCE = re.compile(r"^(?P<marks>```+)(?P<info>[^`]*)$")
STRAY = re.compile(r"^(?: {4,})?(?:\$ gfkit |>>> )")
"""What only a block may hold: outside of a fence it would never be run."""


@dataclass(frozen=True)
class Block:
    """One block: where its first line stands, the words after the fence, and the text."""

    page: Path
    line: int
    words: tuple[str, ...]
    text: str

    @property
    def language(self) -> str:
        return self.words[0] if self.words else ""

    @property
    def file(self) -> str | None:
        """The name under which later commands find the block, given as ``file=NAME``."""
        return next((word.removeprefix("file=") for word in self.words if word.startswith("file=")), None)

    @property
    def slow(self) -> bool:
        """Whether only the build of the site runs it."""
        return "slow" in self.words

    @property
    def shown(self) -> bool:
        """Whether it is only shown: it needs what a build does not have, as several machines."""
        return "shown" in self.words

    @property
    def is_installed(self) -> bool:
        """Whether it needs an installed gfkit: what a page in a browser lacks, as numpy or networkx."""
        return "installed" in self.words

    @property
    def is_console(self) -> bool:
        return not self.shown and any(line.startswith("$ ") for line in self.text.splitlines())

    @property
    def is_session(self) -> bool:
        return ">>> " in self.text

    @property
    def is_source(self) -> bool:
        """Whether it is Python without prompts: a program, or the lines that make a picture."""
        return self.language in ("python", "{picture}") and not self.is_session and not self.shown


class PageError(ValueError):
    """A page whose blocks cannot be told apart."""


def read_blocks(page: Path) -> list[Block]:
    """All blocks of a page in order.

    A command or a prompt outside of a fence is refused, and so is a line ``gfkit ...`` without its ``$``
    in a block that is not marked as ``shown``: neither would be run.
    """
    blocks: list[Block] = []
    containers: list[str] = []
    lines = iter(enumerate(page.read_text(encoding="utf-8").splitlines(), 1))
    for number, line in lines:
        if line.startswith("```") and line.rstrip() in containers:
            containers.remove(line.rstrip())
        elif (opening := FENCE.match(line)) and opening["info"].startswith("{container}"):
            containers.append(opening["marks"])  # what is inside are blocks of their own
        elif opening:
            text = _inside(page, number, opening["marks"], lines)
            blocks.append(Block(page, number + 1, tuple(opening["info"].split()), text))
        elif STRAY.match(line):
            raise PageError(
                f"{page.name}:{number}: a command outside of a fence is never run: {line.strip()!r}"
            )
    for block in blocks:
        if not block.shown and re.search(r"^gfkit ", block.text, re.MULTILINE) and not block.is_console:
            raise PageError(f"{page.name}:{block.line}: 'gfkit ...' without '$ ' is never run")
    return blocks


def _inside(page: Path, start: int, marks: str, lines: Iterator[tuple[int, str]]) -> str:
    """The text up to the closing fence."""
    text: list[str] = []
    for _, line in lines:
        if line.rstrip() == marks:
            return "".join(f"{each}\n" for each in text)
        text.append(line)
    raise PageError(f"{page.name}:{start}: the fence is never closed")
