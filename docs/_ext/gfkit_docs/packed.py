"""The pages as plain Markdown, section by section, for ``gfkit help``, and rule files for ``gfkit new``.

setup.py and, in a checkout, gfkit itself run this file alone, so that it imports the standard library only.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from posixpath import normpath
from shlex import quote
from textwrap import wrap
from typing import Any, NamedTuple

_LINES = {
    "{gallery}": "gfkit count {0} {1}",
    "{explorer}": "gfkit derive {0} {1}",
    "{claims}": "gfkit catalog show {0}",
    "{eval-rst}": "help({2})",
    "{structures}": "gfkit games --list",
    "{names}": "gfkit games --list",
    "{words}": "gfkit help WORDS",
    "{commands}": "gfkit help COMMAND",
}
"""Command for each line of a directive that draws, lists or documents something in the pages."""
_USUAL_BOARD = "4x6"
_LINK = re.compile(r"!?\[([^][]*+)\]\(([^()\s]*+)\)(?:\{[^{}]*+\})?")
_CODE = re.compile(r"(`[^`]*+`)")
_TAG = re.compile(r"</?[a-z][^<>]*+>")
_FORMULA = re.compile(r"\$\$([^$]*+)\$\$|\$([^$]++)\$")
_MATRIX = re.compile(r"\\begin\{[a-z]*matrix\}|\\end\{[a-z]*matrix\}")
_TWO = re.compile(r"\\[td]?(frac|binom)(?:\{([^{}]*+)\}\{([^{}]*+)\}|(\d)(\d))")
_ONE = re.compile(r"(?<!frac)(?<!binom)(?<!\})(\\[A-Za-z]++|[_^]|)\{([^{}]*+)\}")
_SYMBOLS = {
    **dict.fromkeys(("left", "right", "displaystyle", "text", "mathrm", "mathbb", "operatorname"), ""),
    **dict.fromkeys(("quad", "qquad"), " "),
    **dict.fromkeys(("mid", "lvert", "rvert"), "|"),
    **dict.fromkeys(("le", "leq"), "<="),
    "ge": ">=",
    "ne": "!=",
    "times": "x",
    "cdot": "*",
    "ldots": "...",
    "to": "->",
    "sim": "~",
    "equiv": "=",
    "pmod": "mod",
    "oplus": "xor",
    "square": "QED",
    "ell": "l",
    "bigcup": "union",
}
"""Plain form of LaTeX commands; any other command becomes its name."""
_RULE_PAGES = ("howto/rule", "rule-files", "kinds/placement", "kinds/array")
_WIDTH = 100


class Section(NamedTuple):
    """Section of a page without the sections below it: its topic, level, title, text and links to topics."""

    topic: str
    level: int
    title: str
    text: str
    links: list[str]


def read_folder(folder: Path) -> dict[str, str]:
    """Return all pages by name. A page that includes a file is this file."""
    texts = {}
    for path in sorted(folder.rglob("*.md")):
        text = path.read_text(encoding="utf-8")
        if included := re.match(r"```\{include\} (\S+)", text):
            text = (path.parent / included[1]).read_text(encoding="utf-8")
        texts[path.relative_to(folder).with_suffix("").as_posix()] = text
    return texts


def blocks(text: str) -> Iterator[tuple[str | None, list[str]]]:
    """Yield the parts of a page: the info string of a code block, or None for prose, and the lines."""
    info: str | None = None
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith("```"):
            yield info, lines
            info, lines = line[3:].strip() if info is None else None, []
        else:
            lines.append(line)
    yield info, lines


def contents(texts: Mapping[str, str]) -> dict[str, list[str]]:
    """Return the pages below each caption of the main page, in the order of the tables of contents."""

    def below(page: str) -> Iterator[tuple[str, str]]:
        for info, lines in blocks(texts[page]):
            caption = next((line[10:] for line in lines if line.startswith(":caption: ")), "")
            for name in lines if info == "{toctree}" else ():
                if name and not name.startswith(":"):
                    inner = normpath(f"{page}/../{name}")
                    yield caption, inner
                    yield from ((caption, deeper) for _, deeper in below(inner))

    found: dict[str, list[str]] = {"Overview": ["index"]}
    for caption, name in below("index"):
        found.setdefault(caption, []).append(name)
    return found


# Plain Markdown


def _grouped(text: str) -> str:
    text = text.strip()
    return text if re.fullmatch(r"[\w.]+", text) else f"({text})"


def _two(found: re.Match[str]) -> str:
    first, second = found[2] or found[4] or "", found[3] or found[5] or ""
    pair = f"{_grouped(first)}/{_grouped(second)}"
    return f"binomial({first.strip()}, {second.strip()})" if found[1] == "binom" else pair


def _one(found: re.Match[str]) -> str:
    name, text = found[1], found[2]
    if name in ("_", "^", "\\sqrt"):
        return f" sqrt({text})" if name == "\\sqrt" else name + _grouped(text)
    return found[0] if name[-4:] == "frac" or name == "\\binom" else f"{name} {text}" if name else text


def plain_formula(latex: str) -> str:
    r"""Return a formula in ASCII.

    >>> plain_formula(r"\sum_{n \ge 0} a(n)\, t^n = \frac{1 - t}{\sqrt{2}} \binom{n}{2}")
    'sum_(n >= 0) a(n) t^n = (1 - t)/(sqrt(2)) binomial(n, 2)'
    """
    text = latex.replace("\\{", "\0").replace("\\}", "\1").replace("\\\\", ";").replace("&", " ")
    text, before = _MATRIX.sub(lambda found: "()"[found[0][1] == "e"], text), ""
    while before != text:
        before, text = text, _ONE.sub(_one, _TWO.sub(_two, text))
    text = re.sub(r"\\([A-Za-z]++)", lambda found: f" {_SYMBOLS.get(found[1], found[1])} ", text)
    text = " ".join(re.sub(r"\\.", " ", text).replace("\0", "{").replace("\1", "}").split())
    return re.sub(r" (?=[_^),.;])|(?<=[({_^]) ", "", text)


def _prose(text: str, page: str, links: list[str]) -> str:
    """Return prose without markup of the site. The topics of its links are added to ``links``."""
    parts = _CODE.split(text)
    for k in range(0, len(parts), 2):
        part = re.sub(r"\{[a-z]+\}$", "", _TAG.sub("", parts[k]))
        parts[k] = _FORMULA.sub(
            lambda found: (
                f"`{plain_formula(found[2])}`" if found[2] else f"\n```\n{plain_formula(found[1])}\n```\n"
            ),
            part,
        )

    def unlinked(found: re.Match[str]) -> str:
        target, mark, name = found[2].partition("#")
        if target.endswith(".md") or not target:
            links.append((normpath(f"{page}/../{target[:-3]}") if target else page) + mark + name)
        return f"{found[1]} ({found[2]})" if target.startswith("http") else found[1]

    return _LINK.sub(unlinked, "".join(parts))


def flatten(text: str, page: str = "index", links: list[str] | None = None) -> str:
    """Return a part of a page in plain Markdown.

    >>> flatten("A {board}`2x3` for $n \\\\ge 2$, see [rules](rule-files.md).")
    'A `2x3` for `n >= 2`, see rules.\\n'
    """
    shown: list[str] = []
    for info, lines in blocks(text):
        name, _, rest = (info or "").partition(" ")
        named = [line for line in lines if line.strip() and not line.lstrip().startswith(":")]
        code = lines
        if info is None:
            shown.append(_prose("\n".join(lines), page, [] if links is None else links))
            continue
        if name == "{picture}":
            shown.append(f"\nFigure: {rest}\n")
            code = [] if lines[:1] == ["import pictures"] else lines
        elif name in _LINES:
            rows = [line for line in named if ":: " in line] if name == "{eval-rst}" else named or [""]
            code = [_LINES[name].format(*row.split(), _USUAL_BOARD) for row in rows]
        elif name.startswith("{"):
            code = []
        elif file := re.search(r"file=(\S+)", rest):
            shown.append(f"\n{file[1]}:\n")
        if code:
            shown += ["```", *code, "```"]
    return "\n".join(shown).strip("\n") + "\n"


def slug(title: str) -> str:
    """Return the name of a section in links.

    >>> slug("Which kind of file?")
    'which-kind-of-file'
    """
    return re.sub(r"[^\w -]", "", title.strip().lower()).replace(" ", "-")


def sections(page: str, text: str) -> Iterator[Section]:
    """Yield the sections of a page. Equal headings get numbers, as in the links of the site."""
    lines, seen, in_code, starts = text.splitlines(), Counter[str](), False, []
    for number, line in enumerate(lines):
        in_code ^= line.startswith("```")
        if not in_code and re.match("#+ ", line):
            starts.append(number)
    for number, end in pairwise([*starts, len(lines)]):
        marks, _, heading = lines[number].partition(" ")
        title, links = _prose(heading, page, []).replace("`", ""), list[str]()
        own = slug(title)
        name = f"{page}#{own}-{seen[own]}" if seen[own] else f"{page}#{own}"
        topic = name if seen else page
        seen[own] += 1
        body = flatten("\n".join(lines[number + 1 : end]), page, links)
        yield Section(topic, len(marks), title, body, [*dict.fromkeys(links)])


# Rule files


def _keys(kind: str, content: str, tables_of: Mapping[str, list[str]]) -> Iterator[str]:
    """Yield the keys of the tables of a rule file, as the tables of the reference describe them."""
    tables = "|".join({*re.findall(r"(?m)^\[+(\w+)", content)})
    for page in ("rule-files", f"kinds/{kind}"):
        for line in tables_of.get(page, ()):
            cells = [cell.strip() for cell in line.replace("`", "").split(" | ")]
            if len(cells) > 2 and re.search(rf"\[(?:{tables})[.\]]", cells[1]):
                yield f"{cells[0].strip('| ')}, {cells[1]}: {cells[2].removesuffix(' |')}"


def _commented(heading: str, prose: str, content: str, keys: Iterable[str]) -> str:
    """Return a rule file with the prose above it and the keys below it as comments."""
    paragraphs = [" ".join(part.split()) for part in flatten(prose).split("\n\n")]
    head = [line for part in (f"{heading}.", *paragraphs) for line in wrap(part, _WIDTH)]
    tail = [
        line for row in keys for line in wrap(row, _WIDTH, initial_indent="  ", subsequent_indent="     ")
    ]
    keys_of = ["Keys (gfkit help rule files):", *tail]
    return "".join(f"# {line}\n" for line in head) + content + "".join(f"# {line}\n" for line in keys_of)


def rule_files(text: str, kinds: Mapping[str, Any]) -> Iterator[tuple[str, str, str, str, str, str]]:
    """Yield name, kind, heading, prose, content and command of each rule file that its section counts."""
    heading, prose, waiting = "", "", dict[str, tuple[str, str]]()
    for info, lines in blocks(text):
        if info is None:
            for line in lines:
                if line.startswith("#"):
                    heading, prose = line.lstrip("# "), ""
                elif not line.startswith("|"):
                    prose += line + "\n"
        elif named := re.match(r"toml file=(\w[\w-]*\.toml)$", info):
            waiting[named[1]] = ("\n".join(lines) + "\n", heading)
        for line in lines if info == "console" else ():
            if called := re.match(r"\$ (gfkit (?:count|derive) ([\w-]+\.toml) .*)", line):
                content, above = waiting.pop(called[2], ("", ""))
                found = (
                    kind for kind, (tables, _) in kinds.items() for table in tables if f"[{table}" in content
                )
                if (kind := next(found, "")) and above == heading:
                    yield called[2], kind, heading, prose, content, called[1]


def recipes(texts: Mapping[str, str], kinds: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return kind, commented content and command of each rule file by name, in the order of the pages.

    In the command, FILE stands for the path. A kind is also a name of its first file.
    """
    found: dict[str, list[str]] = {}
    lines = {page: flatten(texts[page]).splitlines() for page in _RULE_PAGES}
    tables_of = {page: [line for line in rows if line.startswith("| ")] for page, rows in lines.items()}
    for page in _RULE_PAGES:
        for name, kind, heading, prose, content, command in rule_files(texts[page], kinds):
            text = _commented(heading, prose, content, _keys(kind, content, tables_of))
            row = [kind, text, command.replace(quote(name), "FILE")]
            for key in (kind, *kinds[kind][0], name.removesuffix(".toml")):
                found.setdefault(key, row)
    return found


def packed(folder: Path, kinds: Mapping[str, Any]) -> dict[str, Any]:
    """Return the data of ``gfkit help`` and ``gfkit new``: contents, sections, names and recipes."""
    texts = read_folder(folder)
    tree = contents(texts)
    rows = [row for pages in tree.values() for page in pages for row in sections(page, texts[page])]
    names: dict[str, list[str]] = {row.topic: [row.topic] for row in rows}
    for row in sorted(rows, key=lambda row: "#" in row.topic):
        page, _, _ = row.topic.partition("#")
        short = slug(row.title.partition(" (")[0])
        for key in {slug(row.title), short, slug(row.topic.rpartition("/")[2]), f"{page}#{short}"}:
            if row.topic not in names.setdefault(key, []):
                names[key].append(row.topic)
    own = {key: found for key, found in names.items() if found != [key]}
    known = {
        row.topic: [row.level, row.title, row.text, [k for k in row.links if k in names]] for row in rows
    }
    return {"contents": tree, "sections": known, "names": own, "recipes": recipes(texts, kinds)}
