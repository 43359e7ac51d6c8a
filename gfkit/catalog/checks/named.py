"""by = "property": a named property, tested by a function of its own, as NAMES lists them."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from gfkit.catalog import properties
from gfkit.catalog.check import Argument, Arguments, Check, Found, Method
from gfkit.catalog.claim import Statement
from gfkit.catalog.field import unknown
from gfkit.errors import CatalogError

TOPICS = tuple(module.name for module in iter_modules(properties.__path__))
"""The modules of gfkit.catalog.properties; each has METHODS: for every property its methods by name."""


def methods_of(name: str) -> dict[str, Method]:
    """The methods of the property that is called topic.name."""
    topic, _, word = name.partition(".")
    if topic not in TOPICS:
        raise CatalogError(f"check: {unknown('topic', topic, TOPICS)}; a property is written topic.name")
    known: dict[str, dict[str, Method]] = import_module(f"gfkit.catalog.properties.{topic}").METHODS
    if word not in known:
        raise CatalogError(f"check: {unknown('property', word, known)}")
    return known[word]


def _methods(asked: Arguments) -> dict[str, Method]:
    """The methods of a property, given what stands in ``with``."""
    return {word: _with(method) for word, method in methods_of(asked["name"]).items()}


def _with(method: Method) -> Method:
    def given(statement: Statement, asked: Arguments) -> Found:
        return method(statement, asked.get("with", {}))

    return given


def _subject(asked: Arguments) -> str:
    given = ", ".join(f"{key} {value}" for key, value in asked.get("with", {}).items())
    return f"{asked['name']}({given})" if given else str(asked["name"])


PROPERTY = Check(
    arguments=(Argument("name", needed=True), Argument("with", dict)),
    methods={},
    subject=_subject,
    own_methods=_methods,
)
