"""Sentences of a page, and their lengths."""

from __future__ import annotations

import re

_FENCE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
_APART = re.compile(
    r"^(?:\|.*|#.*|\{.*|!\[.*|)$", re.MULTILINE
)  # rows of tables, headings, attributes, pictures
_ITEM = re.compile(r"^\s*(?:[-*]|\d+\.) ", re.MULTILINE)


def sentences(page: str) -> list[str]:
    """Return the sentences of a page in Markdown, without code, tables and headings."""
    text = _APART.sub("\n\n", _FENCE.sub("\n\n", page))
    text = _ITEM.sub("\n\n", re.sub(r"`[^`]*`|\$[^$]*\$", "code", text))
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    paragraphs = [" ".join(part.split()) for part in text.split("\n\n")]
    return [one for part in paragraphs for one in re.split(r"(?<=[.!?:])[*\"']* +(?=\S)", part) if one]


def word_counts(page: str) -> list[int]:
    """Return the length of each sentence in words."""
    return [len(re.findall(r"[\w'-]+", sentence)) for sentence in sentences(page)]
