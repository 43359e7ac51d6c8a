"""Cells: blocks of a page that a reader can edit and run in the browser, with the engine of the laboratory.

A cell contains the code without prompts and output, and its prerequisites: files that the page shows, and
earlier cells that write a file of its code or define names in Python.
"""

from __future__ import annotations

import doctest
import json
import re
from collections.abc import Iterator, Sequence
from html import escape

from gfkit_docs.blocks import Block
from gfkit_docs.running import is_same

CELL_HOME = "@laboratory@"
"""Placeholder of the address of the laboratory in the markup of a cell."""
COMMANDS = (
    "certify", "count", "derive", "equilibrium", "game", "games", "guess", "nim", "optimum", "outcomes",
    "polynomial", "sample", "value", "verify",
)  # fmt: skip
"""Commands that run in a browser: without other programs, processes or large resources."""
_FILE = re.compile(r"[\w./-]*\w\.(?:toml|json|csv|txt|tex|svg|v)\b")


def language_of(block: Block) -> str:
    """Return "shell", "python" or "file", or the empty string if a page cannot run the block.

    >>> from pathlib import Path
    >>> [language_of(Block(Path(), 1, ("console",), text)) for text in ("$ gfkit games", "$ ls", "nothing")]
    ['shell', '', '']
    """
    if block.shown or block.slow or block.is_installed:
        return ""
    if block.file:
        return "file"
    if block.is_session:
        return "python" if block.language == "python" else ""
    lines = source_of(block).splitlines() if block.is_console else []
    words = [line.split() for line in lines]
    is_run = words and all(
        line[0] == "gfkit" and line[1] in COMMANDS and not {"|", ">", "--verified"} & {*line}
        for line in words
    )
    return "shell" if is_run else ""


def source_of(block: Block) -> str:
    """Return the code of a block, without prompts and output.

    >>> from pathlib import Path
    >>> source_of(Block(Path(), 1, (), "$ gfkit count kings 2x2\\n7\\n"))
    'gfkit count kings 2x2'
    """
    if block.is_session:
        parsed = doctest.DocTestParser().get_examples(block.text)
        return "".join(example.source for example in parsed).rstrip("\n")
    if block.is_console:
        text = block.text.replace("\\\n", " ")
        return "\n".join(line[2:] for line in text.splitlines() if line.startswith("$ "))
    return block.text.rstrip("\n")


def cells_of(blocks: Sequence[Block]) -> Iterator[tuple[Block, str]]:
    """Yield the blocks of a page that are cells, each with its markup."""
    files = {block.file: block.text for block in blocks if block.file}
    before: list[tuple[Block, str]] = []
    for block in blocks:
        language = language_of(block)
        if not language:
            continue
        source = source_of(block)
        named = {*_FILE.findall(source)}
        needed = [
            str(k)
            for k, (other, spoken) in enumerate(before)
            if spoken == language != "file"
            and (language == "python" or named & {*_FILE.findall(source_of(other))} - {*files})
        ]
        before.append((block, language))
        data = {
            "laboratory": CELL_HOME,
            "language": language,
            "text": source,
            "files": json.dumps({name: text for name, text in files.items() if name in named}),
            "needs": " ".join(needed),
            "name": block.file or "",
        }
        shown = " ".join(f'data-{key}="{escape(value)}"' for key, value in data.items())
        verb = "Change" if language == "file" else "Change and run"
        yield block, f'<div class="code-cell" {shown}><button type="button">{verb}</button></div>'


def requests_of(blocks: Sequence[Block]) -> list[dict[str, object]]:
    """Return the requests of the page to the engine, one for each cell that runs, in order."""
    files = {block.file: block.text for block in blocks if block.file}
    return [
        {"language": language_of(block), "text": source_of(block), "files": files, "wide": 110}
        for block in _run(blocks)
    ]


def differing(blocks: Sequence[Block], printed: Sequence[str]) -> list[str]:
    """Return the place and the output of each cell whose output in a browser differs from the page, which
    contains no notes.
    """
    return [
        f"{block.page.name}:{block.line}: {text}"
        for block, text in zip(_run(blocks), printed, strict=True)
        if (expected := _expected(block)).strip()
        and not is_same(expected, text)
        and not is_same(expected, re.sub(r"(?m)^note: .*\n", "", text))
    ]


def _run(blocks: Sequence[Block]) -> list[Block]:
    return [block for block, _ in cells_of(blocks) if language_of(block) != "file"]


def _expected(block: Block) -> str:
    """Return the output of a cell on the page. A session ends with the last line of its first error."""
    if block.is_session:
        wanted = [example.want for example in doctest.DocTestParser().get_examples(block.text)]
        errors = [k for k, want in enumerate(wanted) if want.startswith("Traceback")]
        return "".join(map(_last_of_error, wanted[: errors[0] + 1] if errors else wanted))
    text = block.text.replace("\\\n", " ")
    if all(line.startswith("$ ") for line in text.splitlines() if line.strip()):
        return ""
    return text if len(re.findall(r"^\$ ", text, re.MULTILINE)) > 1 else text.partition("\n")[2]


def _last_of_error(wanted: str) -> str:
    if not wanted.startswith("Traceback"):
        return wanted
    return re.sub(r"^[\w.]*\.(?=\w+:)", "", wanted.rstrip().splitlines()[-1]) + "\n"
