"""Code blocks of a page of the documentation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

FENCE = re.compile(r"^(?P<marks>```+)(?P<info>[^`]*)$")
STRAY = re.compile(r"^(?: {4,})?(?:\$ gfkit |>>> )")
"""Start of a command or a session, which never runs outside a code block and is rejected there."""


@dataclass(frozen=True)
class Block:
    """Code block: page and number of its first line, words after the fence, and content."""

    page: Path
    line: int
    words: tuple[str, ...]
    text: str

    @property
    def language(self) -> str:
        return self.words[0] if self.words else ""

    @property
    def file(self) -> str | None:
        """Name of the file with the content of the block, given as ``file=NAME``."""
        return next((word.removeprefix("file=") for word in self.words if word.startswith("file=")), None)

    @property
    def slow(self) -> bool:
        """True if only the build of the site runs the block."""
        return "slow" in self.words

    @property
    def shown(self) -> bool:
        """True if the block is never run, because it requires resources such as several computers."""
        return "shown" in self.words

    @property
    def is_installed(self) -> bool:
        """True if the block requires an installed gfkit, with packages such as numpy or networkx."""
        return "installed" in self.words

    @property
    def is_console(self) -> bool:
        return not self.shown and any(line.startswith("$ ") for line in self.text.splitlines())

    @property
    def is_session(self) -> bool:
        return ">>> " in self.text

    @property
    def is_source(self) -> bool:
        """True if the block is Python without prompts: a program, or the source of a figure."""
        return self.language in ("python", "{picture}") and not self.is_session and not self.shown


class PageError(ValueError):
    """A code block is not closed, or code outside the blocks would never run."""


def read_blocks(page: Path) -> list[Block]:
    """Return all blocks of a page in order.

    Raise PageError for code that would never run: a command or a prompt outside a fence, and a line
    ``gfkit ...`` without ``$`` in a block that is not marked as ``shown``.
    """
    blocks: list[Block] = []
    containers: list[str] = []
    lines = iter(enumerate(page.read_text(encoding="utf-8").splitlines(), 1))
    for number, line in lines:
        if line.startswith("```") and line.rstrip() in containers:
            containers.remove(line.rstrip())
        elif (opening := FENCE.match(line)) and opening["info"].startswith("{container}"):
            containers.append(opening["marks"])  # a container consists of separate blocks
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
    """Return the lines before the closing fence."""
    text: list[str] = []
    for _, line in lines:
        if line.rstrip() == marks:
            return "".join(f"{each}\n" for each in text)
        text.append(line)
    raise PageError(f"{page.name}:{start}: the fence is never closed")
