"""Help on words that gfkit does not know, and the documentation as text."""

from __future__ import annotations

import re

from gfkit.deferred import dataclass


@dataclass(frozen=True, slots=True)
class Offer:
    """Answer to an unknown word: lines to print, and a command or a topic of the documentation."""

    lines: tuple[str, ...]
    command: str = ""
    topic: str = ""


def offers(text: str, kind: str = "", verb: str = "") -> tuple[Offer, ...]:  # noqa: ARG001
    """Return at most three offers, the best first: sections whose headings contain the words."""
    from gfkit.help.pages import headings

    asked = {word for word in re.findall(r"\w+", text.lower()) if len(word) > 2}
    scored = [
        (len(shared) / len(asked), topic, heading)
        for topic, heading in headings()
        if (shared := asked & {*re.findall(r"\w+", heading.lower())})
    ]
    best = sorted(scored, key=lambda row: -row[0])[:3]
    return tuple(Offer((f"{heading}: gfkit help {topic}",), topic=topic) for _, topic, heading in best)


def advice(text: str, kind: str = "", verb: str = "") -> str:
    """Return the lines of the offers, or a line that there are none."""
    lines = [line for offer in offers(text, kind, verb) for line in offer.lines]
    return "\n".join(lines[:4]) or f"gfkit has no {text}; gfkit help lists the topics"
