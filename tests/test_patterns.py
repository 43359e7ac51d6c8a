"""Every regular expression of the package takes linear time, on strings built from its own parse tree.

Each string repeats a match of a repeated part of the expression, and ends so that the whole cannot match.
Times are compared with a string of a quarter of the length: the ratio is four if linear, and sixteen if
quadratic. Expressions that are too fast to be measured are accepted.
"""

import ast
import gc
import importlib
import re
import time
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from trees import loaded

import gfkit
from gfkit.core.deferred import regex

# The parse tree of an expression is private; the standard library exports no name for it.
codes, parser, compiler = (
    importlib.import_module(f"re.{name}") for name in ("_constants", "_parser", "_compiler")
)

METHODS = ("match", "fullmatch", "search", "finditer", "findall", "sub", "subn", "split")
SIZES = (12, 16, 20, 24, 32, 64, 250, 1000, 2000, 4000)
NOISE = 0.004
"""Seconds below which no time is looked at."""
RATIO = 8.0
"""Of the times of a text and of one of a quarter of its length: 4 where linear, 16 where quadratic."""
ALPHABET = " \n\t0179abnxzANXZ_()[]{}<>,;:.!?'\"`+-*/^=|&%$#@~\\…é"
"""Characters of which those are repeated that a part accepts."""
ENDS = ("", "\x00", " \x00")
REPEATS = {codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT}
LONG = 8
"""Repetitions up to which a part is not worth repeating."""


# All expressions


def within(value: Any, depth: int = 4) -> Iterator[re.Pattern[Any]]:
    """Yield the expressions in a value of a module, in classes and in containers."""
    inside: Any = ()
    if isinstance(value, re.Pattern | type(regex(""))):
        yield value
    elif isinstance(value, dict):
        inside = (*value, *value.values())
    elif isinstance(value, tuple | list | set | frozenset):
        inside = value
    elif isinstance(value, type):
        inside = vars(value).values() if value.__module__.startswith("gfkit") else ()
    elif hasattr(value, "__dataclass_fields__"):
        inside = [getattr(value, name, None) for name in value.__dataclass_fields__]
    for inner in inside if depth else ():
        yield from within(inner, depth - 1)


def expressions() -> dict[tuple[str | bytes, int, str], str]:
    """Return each expression with its flags and a method that is called on it, and a name for it.

    An expression used under another name, as in a loop over several, is assumed to be used by all methods
    that its module calls on such names.
    """
    sources = {path: path.read_text("utf-8") for path in Path(gfkit.__path__[0]).rglob("*.py")}
    called = re.compile(rf"\b(\w+)(?:\[\w+\])?\.({'|'.join(METHODS)})\(")
    uses = {str(path): [*called.finditer(text)] for path, text in sources.items()}
    named: dict[tuple[str | bytes, int, str], str] = {}
    for module in loaded():
        here = uses.get(str(module.__file__), [])
        loops = [use for use in here if use[1].islower() and not use[1].startswith("_")]
        others = {use[2] for use in loops if use[1] != "re"}
        for name, value in vars(module).items():
            everywhere = here if name.startswith("_") else [use for part in uses.values() for use in part]
            for pattern in within(value):
                methods = {use[2] for use in everywhere if use[1] == name} or others
                for method in sorted(methods & set(METHODS)):
                    named.setdefault((pattern.pattern, pattern.flags, method), f"{module.__name__}.{name}")
    for path, text in sources.items():
        for node in ast.walk(ast.parse(text)):
            for pattern, method in in_a_call(node):
                named.setdefault((pattern.pattern, pattern.flags, method), f"{path.stem}:{node.lineno}")
    return named


def in_a_call(node: ast.AST) -> Iterator[tuple[re.Pattern[Any], str]]:
    """Yield the expression in a call such as re.match(r"...", string)."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args):
        return
    of, first = node.func.value, node.args[0]
    if isinstance(of, ast.Name) and of.id == "re" and node.func.attr in METHODS:
        if isinstance(first, ast.JoinedStr):
            parts = [part.value if isinstance(part, ast.Constant) else "x" for part in first.values]
            first = ast.Constant("".join(map(str, parts)))
        if isinstance(first, ast.Constant):
            flags = [ast.unparse(word) for word in (*node.args[1:], *(key.value for key in node.keywords))]
            named = [name[3:] for name in flags if name.startswith("re.") and name[3:].isupper()]
            flag = sum(getattr(re, name, 0) for name in named)
            yield re.compile(first.value, flag), node.func.attr


# Strings from a parse tree


def samples(tree: Any) -> list[str]:
    """Return a few strings that match a part of an expression; assertions are ignored."""
    texts = [""]
    for code, value in tree:
        texts = [text + more for text in texts for more in samples_of(code, value)][:6]
    return texts


def samples_of(code: Any, value: Any) -> list[str]:
    if code is codes.LITERAL:
        return [chr(value)]
    if code in (codes.IN, codes.NOT_LITERAL, codes.ANY):
        accepts = compiled([(code, value)])
        return [sign for sign in ALPHABET + within_set(code, value) if accepts.fullmatch(sign)][:4] or [""]
    if code is codes.BRANCH:
        return [text for branch in value[1] for text in samples(branch)[:1]][:12]
    if code in (codes.SUBPATTERN, codes.ATOMIC_GROUP):
        return samples(value[-1] if code is codes.SUBPATTERN else value)
    if code in REPEATS:
        least, _, inner = value
        return [text * max(least, 1) for text in samples(inner)[:3]] + ([""] if not least else [])
    return [""]


def within_set(code: Any, value: Any) -> str:
    """Return characters that are named in a set."""
    signs = {codes.LITERAL: lambda sign: chr(sign), codes.RANGE: lambda ends: chr(ends[0])}
    return "".join(signs[kind](one) for kind, one in value if kind in signs) if code is codes.IN else ""


def compiled(tree: Any) -> re.Pattern[str]:
    state = parser.State()
    state.str = ""
    made = parser.SubPattern(state, list(tree))
    return compiler.compile(made, re.DOTALL)


def repeats(tree: Any, before: str = "") -> Iterator[tuple[str, list[str]]]:
    """Yield the prefix of each repeated part, and strings that match it."""
    for code, value in tree:
        if code in REPEATS:
            if value[1] > LONG:
                accepts = samples(value[2])
                if len(value[2]) == 1 and value[2][0][0] in (codes.IN, codes.NOT_LITERAL, codes.ANY):
                    pattern = compiled(value[2])
                    accepts = [sign for sign in ALPHABET if pattern.fullmatch(sign)] or accepts
                yield before, accepts
            yield from repeats(value[2], before)
        elif code is codes.ATOMIC_GROUP:
            yield from repeats(value, before)
        elif code is codes.BRANCH:
            for branch in value[1]:
                yield from repeats(branch, before)
        elif code in (codes.ASSERT, codes.ASSERT_NOT, codes.SUBPATTERN):
            yield from repeats(value[-1], before)
        before = (before + samples_of(code, value)[0])[-100:]


def texts(pattern: re.Pattern[Any]) -> list[tuple[str, str, str]]:
    """Return prefix, repeated part and suffix of strings for an expression."""
    source = pattern.pattern
    tree = parser.parse(
        source if isinstance(source, str) else source.decode("latin-1"),
        pattern.flags & ~re.LOCALE & ~re.UNICODE,
    )
    found: dict[tuple[str, str, str], None] = {}
    every = {unit for _, units in repeats(tree) for unit in units if unit}
    for before, units in repeats(tree):
        for unit in filter(None, [*units, before]):
            for end in ENDS:
                found[before, unit, end] = found["", unit, end] = None
    mixed = sorted(unit for unit in every if len(unit) == 1)[:6]
    found |= {("", a + b, "\x00"): None for a, b in permutations(mixed, 2)}
    return list(found)


# Times


def seconds(pattern: re.Pattern[Any], method: str, text: Any) -> float:
    given = (text[:0], text) if method in ("sub", "subn") else (text,)
    gc.disable()  # a collection of all objects of the process takes longer than most expressions
    begun = time.process_time()
    getattr(pattern, "findall" if method == "finditer" else method)(*given)
    taken = time.process_time() - begun
    gc.enable()
    return taken


def worst(pattern: re.Pattern[Any], method: str) -> str | None:
    """Return a description of a string with superlinear time, or None."""

    def text_of(begin: str, unit: str, end: str, size: int) -> Any:
        text = begin + unit * max(1, size // len(unit)) + end
        return text if isinstance(pattern.pattern, str) else text.encode("utf-8")

    for begin, unit, end in texts(pattern):
        for size in SIZES:
            text = text_of(begin, unit, end, size)
            quarter = text_of(begin, unit, end, size // 4)
            for times in (1, 3, 30):  # a machine that is busy slows a few runs, and not thirty
                long = min(seconds(pattern, method, text) for _ in range(times))
                short = min(seconds(pattern, method, quarter) for _ in range(times))
                if long <= max(NOISE, RATIO * short):
                    break
            else:
                shown = f"{method} of {begin!r} + {unit!r} * n + {end!r}"
                return f"{shown}: {long / short:.0f} times as long, {long:.3f} s at {size}"
    return None


@pytest.mark.slow(7)
def test_no_expression_takes_more_than_linear_time():
    named = {(name, source, worst(re.compile(source, flags), method))
             for (source, flags, method), name in expressions().items()}  # fmt: skip
    slow = [f"{name}: {source!r}: {text}" for name, source, text in named if text is not None]
    assert not slow, "\n".join(slow)
