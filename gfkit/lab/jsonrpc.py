"""Messages of JSON-RPC 2.0: strict reading of a line, and answers, of which every request gets one.

Other than Python's reader, this one takes no NaN or Infinity, no number that is too large for a
floating-point one, and no key twice. What is wrong is answered under the id of the request where it has one
that can be used, and else under the id null.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable
from dataclasses import dataclass
from math import isinf
from typing import Any

Object = dict[str, Any]
Send = Callable[[Any], object]
"""Writes one answer, or a list of them."""

PARSE, INVALID, UNKNOWN, ARGUMENTS = -32700, -32600, -32601, -32602
"""Codes of errors."""
_MOST_DIGITS = 1000
"""Of a number."""
_MOST_MESSAGES = 1000
"""Of a batch."""


class ParseError(Exception):
    """Why a line is no message at all."""


@dataclass(frozen=True)
class Message:
    """A request, or a notification, which has no id and gets no answer."""

    method: str
    params: Object
    id: str | int | None
    reply: Callable[[Object | None], object]
    """Takes the answer, once; None where there is to be none."""

    @property
    def is_request(self) -> bool:
        return self.id is not None

    def answer(self, result: Object) -> None:
        self.reply({"jsonrpc": "2.0", "id": self.id, "result": result})

    def refuse(self, code: int, text: str) -> None:
        self.reply(failure(self.id, code, text))


def failure(number: str | int | None, code: int, text: str) -> Object:
    """The answer that reports an error."""
    return {"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": text}}


def messages(line: bytes, send: Send) -> list[Message]:
    """The messages of a line, which is one message or a batch; what is none is answered at once.

    >>> answers = []
    >>> [one.method for one in messages(b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}', answers.append)]
    ['ping']
    >>> messages(b'{"jsonrpc": "2.0", "id": [1], "method": "ping"}', answers.append)
    []
    >>> answers[0]["id"], answers[0]["error"]["message"]
    (None, 'id: must be a string or an integer')
    """
    try:
        content = _parse(line)
    except ParseError as error:
        send(failure(None, PARSE, str(error)))
        return []
    if not isinstance(content, list):
        return _valid_messages([content], lambda answer: None if answer is None else send(answer))
    if not 1 <= len(content) <= _MOST_MESSAGES:
        send(failure(None, INVALID, f"a batch has 1 to {_MOST_MESSAGES} messages, and not {len(content)}"))
        return []
    return _valid_messages(content, _Batch(len(content), send).put)


def _valid_messages(contents: list[Any], reply: Callable[[Object | None], object]) -> list[Message]:
    """The messages among what a line holds; the others are answered."""
    valid = []
    for content in contents:
        message = _message(content, reply)
        if isinstance(message, Message):
            valid.append(message)
        else:
            reply(message)
    return valid


def _message(content: Any, reply: Callable[[Object | None], object]) -> Message | Object | None:
    """A message, or the answer to what is none; None for the answer to a request, which nobody made."""
    if not isinstance(content, dict):
        return failure(None, INVALID, "a message is an object with jsonrpc, method and id")
    number, method, params = content.get("id"), content.get("method"), content.get("params")
    if "id" in content and (isinstance(number, bool) or not isinstance(number, str | int)):
        return failure(None, INVALID, "id: must be a string or an integer")
    if "method" not in content and ("result" in content or "error" in content):
        return None
    if why := _first_fault(content):
        return failure(number, INVALID, why)
    if content.get("jsonrpc") != "2.0":
        return failure(number, INVALID, 'jsonrpc: must be "2.0"')
    if not isinstance(method, str):
        return failure(number, INVALID, "method: must be a string")
    if params is not None and not isinstance(params, dict):
        return None if number is None else failure(number, ARGUMENTS, "params: must be an object")
    return Message(method, params or {}, number, reply)


class _Batch:
    """Collects the answers of a batch, and sends them together."""

    def __init__(self, size: int, send: Send) -> None:
        self._missing, self._send = size, send
        self._answers: list[Object] = []
        self._lock = threading.Lock()

    def put(self, answer: Object | None) -> None:
        with self._lock:
            self._missing -= 1
            if answer is not None:
                self._answers.append(answer)
            is_whole = not self._missing and bool(self._answers)
        if is_whole:
            self._send(self._answers)


@dataclass(frozen=True)
class _Unusable:
    """What stands in place of a value that JSON has not, or that is refused."""

    why: str


def _parse(line: bytes) -> Any:
    """What a line holds, with what is wrong in it although it can be read."""
    try:
        return json.loads(
            line.decode("utf-8"),
            parse_constant=lambda word: _Unusable(f"{word} is no number of JSON; leave it out, or write one"),
            parse_int=_whole,
            parse_float=_decimal,
            object_pairs_hook=_distinct,
        )
    except UnicodeDecodeError:
        raise ParseError("the line is no text in UTF-8") from None
    except RecursionError:
        raise ParseError("the line is nested too deeply; a message needs no more than four levels") from None
    except ValueError as error:
        raise ParseError(f"the line is no JSON: {error}") from None


def _whole(digits: str) -> int | _Unusable:
    if len(digits) <= _MOST_DIGITS:
        return int(digits)
    return _Unusable(f"a number has {len(digits)} digits; write one of at most {_MOST_DIGITS}")


def _decimal(text: str) -> float | _Unusable:
    value = float(text) if len(text) <= _MOST_DIGITS else float("inf")
    return (
        _Unusable(f"the number {text[:40]} is too large or too long; write another")
        if isinf(value)
        else value
    )


def _distinct(pairs: list[tuple[str, Any]]) -> Object:
    result: Object = {}
    for key, value in pairs:
        result[key] = (
            _Unusable(f"key {key[:40]!r} comes twice in an object; write it once") if key in result else value
        )
    return result


def _first_fault(content: Any) -> str:
    """Why something in a message cannot be used; empty where all can."""
    values = [content]
    for value in values:
        if isinstance(value, _Unusable):
            return value.why
        values += value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return ""
