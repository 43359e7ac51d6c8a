"""Parsing and rejection of files: exit codes, work limits and the shapes of values."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

FILE = 2**28  # bytes
BLANKS = b" \t\r\n"
SURROGATE = re.compile("[\ud800-\udfff]")
STEPS = 3 * 10**8
"""Maximum work of a check, in steps of about a microsecond."""


class RefusalError(Exception):
    """Rejection of a file, with the reason and an exit code: 1 for a false statement, 2 for an invalid file,
    3 for too much work.
    """

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(code, reason)
        self.code = code
        self.reason = reason


class UndecidedError(RefusalError):
    """Rejection because the checker does not support a property of the rule. The constraints in the file may
    be used instead.
    """

    def __init__(self, reason: str) -> None:
        super().__init__(3, reason)


class Verdict(NamedTuple):
    """Checked statement of a file, its assumptions, the amount compared, and whether all of it is proved."""

    statement: str
    rests_on: str
    checked: int
    proved: bool = True
    of_rule: bool = True
    """True if the checker derived the constraints from the rule in the file; False if it used the constraints
    in the file.
    """


class Budget:
    """Number of steps that a check may still use."""

    def __init__(self, most: int = STEPS) -> None:
        self.left: int = most

    def spend(self, steps: int, help_: str = "") -> None:
        """Subtract steps from the budget. Raise RefusalError if it is exceeded."""
        self.left -= steps
        if self.left < 0:
            raise RefusalError(3, help_ or "the check exceeds the work limit")


Shape = object
"""Shape of a value in a file. It is a type (``int`` for nonnegative integers, ``object`` for any value); a
range of integers; a set of strings; None for null; a dict of named shapes, for an object with exactly these
keys; a list of one shape for all items, or of one shape for each item; or a tuple of alternative shapes.
"""
Fields = dict[str, Any]
"""Object in a file whose shape was checked."""
INTS = range(-(10**4300), 10**4300)
"""Shape of integers of either sign."""


def must_fit(value: object, shape: Shape, name: str = "") -> Any:
    """Return a value if it has the given shape. Otherwise raise RefusalError with its position in the
    file.
    """
    if isinstance(shape, tuple):
        return must_fit(value, min(shape, key=lambda one: strangeness(value, one)), name)
    if strangeness(value, shape) == 2**30:
        reason = f"{expected(shape)} was expected, not {printable_value(value)}"
        raise RefusalError(2, f"{name or 'the file'}: {reason}")
    if isinstance(shape, dict) and isinstance(value, dict):
        for key in [*shape, *value]:
            if key not in value:
                raise RefusalError(2, f"{name or 'the file'}: the key {printable_value(key)} is missing")
            if key not in shape:
                raise RefusalError(2, f"{name or 'the file'}: the key {printable_value(key)} is unknown")
            must_fit(value[key], shape[key], f"{name}.{key}" if name else key)
    elif isinstance(shape, list) and isinstance(value, list):
        if len(shape) > 1 and len(shape) != len(value):
            raise RefusalError(2, f"{name}: a list of {len(shape)} items was expected, not of {len(value)}")
        if shape == [int] and {*map(type, value)} <= {int} and min(value, default=0) >= 0:
            return value
        for at, item in enumerate(value):
            must_fit(item, shape[at % len(shape)], f"{name}[{at}]")
    return value


def expected(shape: Shape) -> str:
    """Return the description of a shape."""
    if isinstance(shape, set):
        return f"one of {', '.join(map(repr, sorted(shape)))}"
    if isinstance(shape, range) and shape != INTS:
        return f"an integer from {shape[0]} to {shape[-1]}"
    words: dict[object, str] = {dict: "an object", list: "a list", str: "a string"}
    words |= {bool: "true or false", int: "a nonnegative integer", range: "an integer"}
    return words.get(shape if isinstance(shape, type) else type(shape), "null")


def strangeness(value: object, shape: Shape) -> int:
    """Return a measure of how much a value differs from a shape, by its type or, for an object, its keys."""
    if shape is object:
        return 0
    if isinstance(shape, range | set):
        is_in = type(value) is (int if isinstance(shape, range) else str) and value in shape
        return 0 if is_in else 2**30
    kind = shape if isinstance(shape, type) else type(shape)
    if type(value) is not kind or (isinstance(value, int) and kind is int and value < 0):
        return 2**30
    return len(value.keys() ^ shape.keys()) if isinstance(value, dict) and isinstance(shape, dict) else 0


def printable_value(value: object) -> str:
    """Return a short printable ASCII form of a value."""
    return ascii(value)[:50] if isinstance(value, str | int | float | None) else type(value).__name__


def with_defaults(value: object, defaults: Mapping[str, object], shape: Shape, name: str = "") -> Fields:
    """Return an object of the certificate after adding the defaults of missing keys."""
    filled: Fields = must_fit({**defaults, **must_fit(value, dict, name)}, shape, name)
    return filled


def whole(value: object, least: int = 0, most: int | None = None, name: str = "") -> int:
    """Return a value if it is an integer between the bounds. Otherwise raise RefusalError."""
    if type(value) is not int or value < least or (most is not None and value > most):
        to = f">= {least}" if most is None else f"from {least} to {most}"
        expectation = f"an integer {to} was expected, not {printable_value(value)}"
        raise RefusalError(2, f"{name}: {expectation}" if name else expectation)
    return value


def need(holds: object, otherwise: str) -> None:
    """Raise RefusalError for an invalid file unless a condition holds."""
    if not holds:
        raise RefusalError(2, otherwise)


def must_hold(holds: object, otherwise: str) -> None:
    """Raise RefusalError for a false statement unless a condition holds."""
    if not holds:
        raise RefusalError(1, otherwise)


def file_of_format(certificate: object, shape: Shape, form: str, version: int = 1) -> Fields:
    """Return the JSON object of a certificate after checking its format and version."""
    file: Fields = must_fit(certificate, shape)
    is_read = (file["format"], file["version"]) == (form, version)
    need(is_read, f"only version {version} of the format {form!r} is supported")
    return file


def claim_in_file(certificate: object, shape: Shape, form: str, claim: str) -> Fields:
    """Return the JSON object of a file in version 1 of a format that contains a claim."""
    file = file_of_format(certificate, shape, form)
    need(file["claim"] == claim, f"claim must be {claim}")
    return file


def quantity(number: int, noun: str) -> str:
    """Return a number followed by its noun, such as "1 state" or "3 states".

    >>> quantity(1, "slice"), quantity(2, "slice")
    ('1 slice', '2 slices')
    """
    return f"{number} {noun}{'s' * (number != 1)}"


def set_bits(mask: int) -> Iterator[int]:
    """Yield the positions of the ones of an integer, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def load(path: str) -> object:
    """Return the JSON value in a file; the states of a certificate are parsed when first accessed.

    A program that writes each key on its own line, and the states of each step on separate lines, may write
    long files.
    """
    try:
        text = bytearray()
        with open(path, "rb") as file:
            for line in file:
                if line == b'"states": [\n':
                    certificate = _parse(bytes(text) + b'"states": null}')
                    if isinstance(certificate, dict):
                        certificate["states"] = _lines(path, file.tell())
                    return certificate
                text += line
                if len(text) > FILE:
                    raise ValueError(f"longer than {FILE} bytes")
        return _parse(bytes(text))
    except json.JSONDecodeError as error:
        raise RefusalError(
            2, f"is not valid JSON (line {error.lineno}); expected a file that gfkit saved"
        ) from None
    except (OSError, ValueError, RecursionError) as error:
        reason = ascii(str(getattr(error, "strerror", error)))[1:-1]
        raise RefusalError(2, f"cannot be read ({reason})") from None


def _parse(text: bytes) -> object:
    """Parse JSON in UTF-8. Raise ValueError for anything else, for a key that is repeated in an object, and
    for the number -0 and half of a surrogate pair, which other programs read differently.
    """

    def once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        if len(dict(pairs)) < len(pairs):
            raise ValueError("a key is repeated in an object")
        return dict(pairs)

    def refuse(word: str) -> object:
        raise ValueError(f"{word} is not a number in JSON")

    def integer(digits: str) -> int:
        if digits == "-0":
            raise ValueError("a number is -0")
        return int(digits)

    hooks: dict[str, Any] = {"parse_int": integer} if b"-0" in text else {}
    value: object = json.loads(text.decode(), object_pairs_hook=once, parse_constant=refuse, **hooks)
    if b"\\u" in text and SURROGATE.search(json.dumps(value, ensure_ascii=False)):
        raise ValueError("a string contains half of a surrogate pair")
    return value


def _lines(path: str, start: int) -> Iterator[object]:
    """Yield the values of a list in a file, one on each line, from a position in bytes on."""
    with open(path, "rb") as file:
        file.seek(start)
        is_open = True  # the list continues
        for line in (line.strip(BLANKS) for line in iter(file.readline, b"")):
            need((line == b"]") != is_open, "states: expected a comma after each line except the last")
            if not is_open:
                need(file.read().strip(BLANKS) == b"}", "states must be the last key in the file")
                return
            is_open = line.endswith(b",")
            try:
                yield _parse(line.removesuffix(b","))
            except (ValueError, RecursionError) as error:
                raise RefusalError(2, f"states: {ascii(str(error))[1:-1]}") from None
    raise RefusalError(2, "states: the file ends within them")
