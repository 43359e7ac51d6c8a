"""FriCAS (Lisp): formulas for terms, without order and degree. The work alone is the time that it prints."""

import re

from .race import Command, Peer, Task
from .terms import APERY, FRANEL, NOTHING, Sequence

TEXT = """)set messages autoload off
l := {terms};
)set messages time on
found := {law};
)set messages time off
"answer"
if #found > 0 then [eval(found.1, n = k) for k in {last}..{last}+2] else "none"
"""
LAWS = {
    "d-finite": "guessPRec(l)",
    "none": "concat [guessPade(l), guessPRec(l), guessAlg(l), guessHolo(l)]",
}


def read(printed: str) -> tuple[float | None, str]:
    """Return the seconds of the search, and the last printed list or word."""
    seconds, answer = re.findall(r"Time:.*?([0-9.]+) sec", printed)[-1], printed.rpartition("answer")[2]
    answer = re.search(r"\[[-0-9,]*\]|none", re.sub(r"[_\s]", "", answer))[0]
    return float(seconds), answer.replace(",", ", ")


def guessing_task(sequence: Sequence) -> Task:
    text = TEXT.format(terms=sequence.terms, law=LAWS[sequence.kind], last=len(sequence.terms))
    return Task(f"guess: {sequence.name}", Command(("fricas", "-nosman"), read, text), sequence.gfkit())


PEER = Peer(
    "FriCAS",
    tuple(map(guessing_task, (APERY, FRANEL, NOTHING))),
    program="fricas",
    source="Debian package fricas",
)
