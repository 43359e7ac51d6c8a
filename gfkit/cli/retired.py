"""Retired words of the command line, each with its replacement."""

from __future__ import annotations

RETIRED = {
    "--dry-run": "--max-seconds TIME or --max-memory SIZE, which stop the work itself; its progress is shown",
    "--cluster-timeout": "--max-seconds TIME; a running cluster keeps the time limits of Dask",
    "complex": "gfkit count GAME BOARD --weights players, which counts positions by pieces",
    "score": "gfkit outcomes GAME BOARD for the winner; points are not counted",
    "play": "gfkit lab, whose page plays every placement game against you",
    "schema": "gfkit COMMAND --json-schema",
    "completion": 'eval "$(_GFKIT_COMPLETE=bash_source gfkit)" in ~/.bashrc, or zsh_source in ~/.zshrc',
}
"""Options and verbs that were retired, and what to write instead; each has a row in the page on upgrading.

A verb of a group, or an option of one command, has the words of its command before it: ``oeis index``.
"""


def retired(command_path: str, word: str) -> str:
    """Return the error for a retired word after the words of a command, or "" if it was never one."""
    words = " ".join([*command_path.split()[1:], word])
    instead = RETIRED.get(words) or (RETIRED.get(word) if word.startswith("-") else None)
    what = "option" if word.startswith("-") else "command"
    return f"{what} {word!r} was retired; write {instead}" if instead else ""
