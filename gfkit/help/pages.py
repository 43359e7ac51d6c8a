"""Pages of the documentation, as plain Markdown by topic, and the rule files in them.

A topic is the name of a page, such as ``howto/rule``, or of a section of it, such as
``howto/rule#check-the-rule``. In a checkout the pages are those of docs/. A wheel contains them in a
compressed file, which setup.py writes with the same program.
"""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import takewhile
from pathlib import Path
from runpy import run_path
from typing import Any

from gfkit.core.hooks import KINDS
from gfkit.help.verbs import VERBS

_DOCS = Path(__file__).parents[2] / "docs"
_PROGRAM = _DOCS / "_ext" / "gfkit_docs" / "packed.py"
UNSEARCHED = ("changelog", "structures", "upgrading", "reference/json", "reference/oeis-")
"""Beginnings of the topics of lists, which contain most words and are not searched for words."""


@cache
def packed() -> Mapping[str, Any]:
    """Return contents, sections, further names of sections, and rule files. An installation may have none."""
    file = files(__package__).joinpath("pages.json.gz")
    content: Mapping[str, Any] = {"contents": {}, "sections": {}, "names": {}, "recipes": {}}
    if file.is_file():
        content = json.loads(gzip.decompress(file.read_bytes()))
    elif _PROGRAM.is_file():
        content = run_path(str(_PROGRAM))["packed"](_DOCS, KINDS)
    return content


def topics() -> tuple[str, ...]:
    """Return the topics of whole pages, in the order of the table of contents."""
    return tuple(topic for group in packed()["contents"].values() for topic in group)


def headings() -> Iterator[tuple[str, str]]:
    """Yield each topic with its heading: a page with its title, a section with its heading."""
    return ((topic, row[1]) for topic, row in packed()["sections"].items())


def typed_topic(topic: str) -> str:
    """Return the argument of ``gfkit help`` for a topic, also if a command has the name of the page.

    >>> typed_topic("count"), typed_topic("boards")
    ('count.md', 'boards')
    """
    return f"{topic}.md" if topic in VERBS else topic


def section(topic: str) -> str | None:
    """Return a page, or a section with the sections below it, in Markdown; None for an unknown topic.

    The topics to which it links are listed at its end.
    """
    rows: Mapping[str, Any] = packed()["sections"]
    if not (found := find_topics(topic)):
        return None
    first, *after = list(rows.items())[list(rows).index(found[0]) :]
    shown = dict([first, *takewhile(lambda item: item[1][0] > first[1][0], after)])
    links = dict.fromkeys(link for row in shown.values() for link in row[3] if link not in shown)
    more = ", ".join(f"`{typed_topic(link)}`" for link in links)
    text = "\n".join(f"{'#' * level} {title}\n\n{body}" for level, title, body, _ in shown.values())
    return f"{text}\nSee also (gfkit help TOPIC): {more}\n" if more else text


def find_topics(words: str) -> tuple[str, ...]:
    """Return the topics with a name, title or heading; pages precede sections.

    >>> find_topics("Rule files"), find_topics("check the rule")
    (('rule-files', 'connection#rule-files'), ('howto/rule#check-the-rule',))
    """
    name = re.sub(r"^docs/|\.md\b|\.html\b", "", words.strip().lower())
    if name in packed()["sections"]:
        return (name,)
    names = packed()["names"]
    return tuple(names.get(name) or names.get(re.sub(r"[^\w -]", "", name).replace(" ", "-"), ()))


def topics_with(stems: Collection[str]) -> tuple[str, ...]:
    """Return at most three topics of sections that contain all stems. Most stems in the heading come first,
    then short sections.

    >>> topics_with(["lexicographic", "nonzero", "median"])
    ('kinds/array#predicates',)
    """
    found = []
    for topic, (_, title, body, _) in packed()["sections"].items():
        text = f"{title} {body}".lower()
        if not topic.startswith(UNSEARCHED) and stems and all(stem in text for stem in stems):
            found.append((-sum(stem in title.lower() for stem in stems), len(text), topic))
    return tuple(topic for *_, topic in sorted(found)[:3])


def near_topics(words: str) -> tuple[str, ...]:
    """Return at most three topics whose names, titles or headings are spelt like the words, nearest first.

    >>> near_topics("verfy"), near_topics("xyzzy")
    (('verify', 'verifying', 'certify'), ())
    """
    from difflib import get_close_matches  # needed only for unknown words

    names = {name: found[0] for name, found in packed()["names"].items()} | {verb: verb for verb in VERBS}
    near = get_close_matches(words.lower().replace(" ", "-"), names, n=3)
    return tuple(dict.fromkeys(names[name] for name in near))
