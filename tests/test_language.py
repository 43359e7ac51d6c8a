"""The language of docstrings, messages and pages: terms of the field, and docstrings that begin with a verb.

tests/data/language.toml lists words to avoid, each with standard terms. Its limits may only become smaller.
"""

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest
from tables import tables
from trees import nodes, tree

import gfkit

PACKAGE = Path(gfkit.__file__).parent
PROJECT = PACKAGE.parent
TABLE = tables("language")
PATTERNS = [re.compile(pattern, re.IGNORECASE | re.MULTILINE) for pattern in TABLE["words"]]
CODE = re.compile(
    r"(?ms)^\s*```.*?^\s*```|^\s*(>>>|\.\.\. |\$ ).*?$|``[^`]*``|`[^`]*`|\$[^$\n]+\$|<[^>\n]+>|\{[^}\n]*\}"
)
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)


def docstrings(page: ast.Module) -> Iterator[str]:
    for kind in (ast.Module, ast.ClassDef, *FUNCTIONS):
        yield from filter(None, (ast.get_docstring(node) for node in nodes(page, kind)))


def comments(path: Path) -> Iterator[str]:
    for token in tokenize.generate_tokens(io.StringIO(path.read_text("utf-8")).readline):
        if token.type == tokenize.COMMENT and not re.match(r"#\s*(noqa|type:|pragma)", token.string):
            yield token.string.lstrip("#: ")


def messages(page: ast.Module) -> Iterator[str]:
    for node in nodes(page, ast.Raise):
        for part in ast.walk(node):
            if isinstance(part, ast.Constant) and isinstance(part.value, str) and part.value.count(" ") > 1:
                yield part.value


def prose() -> Iterator[tuple[str, str]]:
    """Yield every piece of prose, with the name of the subpackage or folder that contains it."""
    for path in sorted(PACKAGE.rglob("*.py")):
        room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        page = tree(path)
        for part in (*docstrings(page), *comments(path), *messages(page)):
            yield room, part
    for path in [PROJECT / "README.md", PROJECT / "CONTRIBUTING.md", *sorted(PROJECT.glob("docs/**/*.md"))]:
        yield "docs", path.read_text("utf-8")


def counted(text: str) -> tuple[int, int]:
    """Return the number of words of a string, and the number of words to avoid."""
    clean = CODE.sub(" # ", text)
    return len(re.findall(r"[A-Za-z][A-Za-z'-]*", clean)), sum(len(one.findall(clean)) for one in PATTERNS)


@pytest.mark.slow(20)
def test_prose_uses_the_terms_of_the_field():
    assert counted("What hangs together, as was said") == (6, 3), "the patterns match"
    assert counted("Return the connected components of the graph.") == (7, 0)
    words: dict[str, int] = {}
    hits: dict[str, int] = {}
    for room, text in prose():
        of_text, hits_in_text = counted(text)
        words[room] = words.get(room, 0) + of_text
        hits[room] = hits.get(room, 0) + hits_in_text
    words["whole"], hits["whole"] = sum(words.values()), sum(hits.values())
    assert words["whole"] > 50_000, "too little was read"
    rates = {room: round(1000 * hits[room] / words[room], 1) for room in TABLE["most"]}
    above = {room: (rate, TABLE["most"][room]) for room, rate in rates.items() if rate > TABLE["most"][room]}
    assert not above, "words in tests/data/language.toml have better ones"


VERB = re.compile(r"[A-Z][a-z]+(?<!s)\b(?! (is|are|of|that|which)\b)")
NO_VERB = re.compile(
    r"(What|How|Where|When|Whether|Why|That|Those|The|One|All|None|Nothing|Both|Each|An?|If|For|In)\b"
)


def is_property(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return any("property" in ast.unparse(one) for one in node.decorator_list)


def test_docstrings_of_functions_begin_with_a_verb():
    firsts = [
        docstring
        for path in PACKAGE.rglob("*.py")
        for kind in FUNCTIONS
        for node in nodes(tree(path), kind)
        if (docstring := ast.get_docstring(node)) and not is_property(node)
    ]
    good = sum(bool(VERB.match(first)) and not NO_VERB.match(first) for first in firsts)
    assert good >= TABLE["verbs"]["least"] * len(firsts), f"{good} of {len(firsts)}"
