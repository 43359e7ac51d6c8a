"""The laboratory's tools for programs that speak the Model Context Protocol: JSON-RPC, a message a line.

The program on the other side begins this one and talks to it by standard input and output; nothing listens
on the network. A call runs in a process of its own, which is killed when it takes too long or is cancelled,
so that messages are answered meanwhile. Calls are done one after the other.

The protocol, in its revisions of 2024-11-05, 2025-03-26 and 2025-06-18: modelcontextprotocol.io. Of it there
is what tools need: initialize, ping, tools/list, tools/call, notifications/cancelled.
"""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable, Mapping
from typing import IO, Any

from gfkit.confined import Confined
from gfkit.errors import LimitError, WorkerError
from gfkit.lab.tools import Tools
from gfkit.version import __version__

REVISIONS = ("2025-06-18", "2025-03-26", "2024-11-05")
"""Of the protocol, the latest first."""
SECONDS = 60.0
"""Time for a call unless it says another."""
_MOST_SECONDS = 3600.0
_MOST_CHARACTERS = 10_000_000
"""Of a message; a longer line is not read on."""
_PARSE, _INVALID, _UNKNOWN, _ARGUMENTS = -32700, -32600, -32601, -32602
"""Codes of errors of JSON-RPC."""

Object = dict[str, Any]


def _text(about: str, **more: object) -> Object:
    return {"type": "string", "description": about, **more}


_GAME = _text("A name from 'gfkit games', as domineering or independent-sets.")
_RULE = _text("The text of a rule file (TOML), in place of the game's name.")
_BOARD = _text("One board, as 3x4, cycle:9, prism:5, or a drawing ..#/... with # for no cell.")
_FAMILY = _text("Boards in n, as 3xn, path:n, cylinder:4xn, prism:n.")
_POSITIONS = _text(
    "Which positions of a placement game.",
    enum=["all", "left-ends", "right-ends", "maximal", "play", "full"],
)
_WEIGHTS = _text(
    "What variables mark: x pieces, or x Left's and y Right's.", enum=["none", "pieces", "players"]
)
_UP_TO = _text(
    "Count orbits under these symmetries.", enum=["symmetry", "rotations", "rectangle", "automorphisms"]
)
_SECONDS = {
    "type": "number",
    "description": f"Time after which the call is stopped; {SECONDS:g} unless told.",
    "exclusiveMinimum": 0,
    "maximum": _MOST_SECONDS,
}
_ASKED = {"game": _GAME, "rule": _RULE, "positions": _POSITIONS, "weights": _WEIGHTS}
_ONE_OF = [{"required": ["game"]}, {"required": ["rule"]}]


def _tool(name: str, about: str, properties: Object, required: list[str], **more: object) -> Object:
    schema = {
        "type": "object",
        "properties": {**properties, "seconds": _SECONDS},
        "required": required,
        "additionalProperties": False,
        **more,
    }
    return {
        "name": name,
        "description": about,
        "inputSchema": schema,
        "annotations": {"readOnlyHint": True, "openWorldHint": False},
    }


TOOLS = (
    _tool(
        "count",
        "How many positions or configurations a board has, exactly, or the polynomial that counts them.",
        {**_ASKED, "board": _BOARD, "up_to": _UP_TO},
        ["board"],
        oneOf=_ONE_OF,
    ),
    _tool(
        "derive",
        "The generating function, recurrence, closed form and growth of a family of boards, with proof.",
        {**_ASKED, "family": _FAMILY, "up_to": _UP_TO},
        ["family"],
        oneOf=_ONE_OF,
    ),
    _tool(
        "guess",
        "The simplest laws that terms obey. They are guesses: how many terms fitted and agreed is said.",
        {
            "terms": _text("Terms, as 1, 1, 2, 5, 14, or lines of a b-file."),
            "offset": {"type": "integer", "description": "The n of the first term; 0 unless told."},
        },
        ["terms"],
    ),
    _tool(
        "verify",
        "Proves or refutes a printed formula for a game on a family, and says what is right.",
        {
            "formula": _text("A formula as papers and the OEIS print it, plain or LaTeX."),
            "family": _FAMILY,
            **_ASKED,
        },
        ["formula", "family"],
        oneOf=_ONE_OF,
    ),
    _tool(
        "value",
        "The combinatorial game value of a position, who wins, mean and temperature.",
        {"game": _GAME, "rule": _RULE, "board": _BOARD},
        ["board"],
        oneOf=_ONE_OF,
    ),
    _tool(
        "nim",
        "Sprague-Grundy values of an impartial game, with a period that is proved where it can be.",
        {
            "game": _text("An impartial game such as cram or node-kayles, or an octal code as octal:0.07."),
            "rule": _RULE,
            "family": _text("Boards in n, as 1xn, or one board; none for an octal code."),
            "to": {"type": "integer", "minimum": 0, "description": "The last n."},
            "impartial": {"type": "boolean", "description": "Let both players make the moves of either."},
        },
        [],
        oneOf=_ONE_OF,
    ),
    _tool(
        "lint",
        "What is wrong in an entry of the OEIS in its internal format: every formula and program that can be"
        " evaluated is compared with the terms.",
        {"entry": _text("The entry, lines that begin with %I, %S, %N and so on.")},
        ["entry"],
    ),
    _tool(
        "search",
        "The sequences of the local OEIS index with these terms, also after a change such as partial sums.",
        {
            "terms": _text("Integers, as 2,4,10,28,84."),
            "limit": {
                "type": "integer",
                "minimum": 1,
                "maximum": 100,
                "description": "Hits; 10 unless told.",
            },
        },
        ["terms"],
    ),
)
"""What tools/list gives."""


def run_tool(name: str, request: Mapping[str, Any]) -> Object:
    """The answer of a tool, in a process of its own."""
    from pathlib import Path
    from tempfile import TemporaryDirectory

    with TemporaryDirectory() as folder:
        return Tools(Path(folder)).run(name, request)


def fault(value: object, schema: Mapping[str, Any], place: str = "arguments") -> str | None:
    """What of a value is not as the schema of a tool has it; None where all is.

    >>> fault({"board": 3}, TOOLS[0]["inputSchema"])
    'arguments.board: must be a string'
    >>> fault({"board": "2x2"}, TOOLS[0]["inputSchema"])
    'arguments: one of game, rule is needed, and not both'
    """
    kind = schema["type"]
    if not isinstance(value, _KINDS[kind]) or (isinstance(value, bool) and kind != "boolean"):
        return f"{place}: must be {'an' if kind[0] in 'aeio' else 'a'} {kind}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{place}: must be one of {', '.join(schema['enum'])}"
    if isinstance(value, int | float) and not isinstance(value, bool):
        least, most = schema.get("minimum", schema.get("exclusiveMinimum")), schema.get("maximum")
        is_low = least is not None and (value < least or (value == least and "exclusiveMinimum" in schema))
        if is_low or (most is not None and value > most):
            return f"{place}: {value} is out of range"
    if not isinstance(value, dict):
        return None
    for key in schema["required"]:
        if key not in value:
            return f"{place}: {key} is missing"
    for key, one in value.items():
        if key not in schema["properties"]:
            return f"{place}: {key} is unknown; known are {', '.join(schema['properties'])}"
        if (found := fault(one, schema["properties"][key], f"{place}.{key}")) is not None:
            return found
    words = [key for one in schema.get("oneOf", ()) for key in one["required"]]
    if words and sum(key in value for key in words) != 1:
        return f"{place}: one of {', '.join(words)} is needed, and not both"
    return None


_KINDS: dict[str, Any] = {
    "object": dict,
    "string": str,
    "integer": int,
    "number": int | float,
    "boolean": bool,
}


class ToolServer:
    """Reads messages, and answers each by a line that ``write`` is given."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._lock = threading.Lock()
        self._calls: queue.SimpleQueue[tuple[object, str, Object, float] | None] = queue.SimpleQueue()
        self._confined = Confined()
        self._current: object = None
        self._cancelled: set[object] = set()
        self._worker = threading.Thread(target=self._work, daemon=True)

    def serve(self, lines: IO[str]) -> None:
        """Until there are no more lines."""
        self._worker.start()
        while line := lines.readline(_MOST_CHARACTERS + 1):
            if len(line) > _MOST_CHARACTERS:
                self._fail(None, _PARSE, f"a message has at most {_MOST_CHARACTERS} characters")
                break
            if line.strip():
                self.hear(line)
        self._calls.put(None)
        self._worker.join()
        self._confined.close()

    def hear(self, line: str) -> None:
        """Takes one message."""
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            self._fail(None, _PARSE, "the line is no JSON")
            return
        if not isinstance(message, dict) or not isinstance(message.get("method"), str):
            if not (isinstance(message, dict) and ("result" in message or "error" in message)):
                self._fail(None, _INVALID, "a message is an object with a method")
            return
        asked = message.get("params")
        self._take(message["method"], message.get("id"), asked if isinstance(asked, dict) else {})

    def _take(self, method: str, number: object, asked: Object) -> None:
        if method == "notifications/cancelled":
            self._cancel(asked.get("requestId"))
        elif number is None:
            return  # a notification that needs nothing
        elif method == "initialize":
            wanted = asked.get("protocolVersion")
            self._answer(
                number,
                {
                    "protocolVersion": wanted if wanted in REVISIONS else REVISIONS[0],
                    "capabilities": {"tools": {}},
                    "serverInfo": {"name": "gfkit", "version": __version__},
                    "instructions": "Every answer says in evidence.status how it is known: proved, probable,"
                    " guessed or consistent. Only proved is certain for every n.",
                },
            )
        elif method == "ping":
            self._answer(number, {})
        elif method == "tools/list":
            self._answer(number, {"tools": list(TOOLS)})
        elif method == "tools/call":
            self._call(number, asked)
        else:
            self._fail(number, _UNKNOWN, f"method {method[:80]!r} is unknown")

    def _call(self, number: object, asked: Object) -> None:
        known = {tool["name"]: tool["inputSchema"] for tool in TOOLS}
        name, request = str(asked.get("name")), asked.get("arguments") or {}
        if name not in known:
            self._fail(number, _ARGUMENTS, f"tool {name[:80]!r} is unknown; known are {', '.join(known)}")
            return
        wrong = fault(request, known[name])
        if wrong is not None:
            self._fail(number, _ARGUMENTS, wrong)
            return
        seconds = float(request.pop("seconds", SECONDS))
        self._calls.put((number, name, request, seconds))

    def _work(self) -> None:
        """Does calls, one after the other."""
        while (call := self._calls.get()) is not None:
            number, name, request, seconds = call
            with self._lock:
                if number in self._cancelled:
                    self._cancelled.discard(number)
                    continue
                self._current = number
            try:
                found = self._confined.call(run_tool, name, request, seconds=seconds)
            except (LimitError, WorkerError) as error:
                found = {"error": {"message": str(error), "code": error.code}}
            with self._lock:
                self._current = None
                is_cancelled = number in self._cancelled
                self._cancelled.discard(number)
            if not is_cancelled:
                self._answer(number, _content(found))

    def _cancel(self, number: object) -> None:
        """Ends a call that is at work, and leaves out one that waits."""
        if not isinstance(number, str | int):
            return
        with self._lock:
            self._cancelled.add(number)
            is_running = self._current == number
        if is_running:
            self._confined.stop()

    def _answer(self, number: object, result: Object) -> None:
        self._send({"jsonrpc": "2.0", "id": number, "result": result})

    def _fail(self, number: object, code: int, message: str) -> None:
        self._send({"jsonrpc": "2.0", "id": number, "error": {"code": code, "message": message}})

    def _send(self, message: Object) -> None:
        with self._lock:
            self._write(json.dumps(message) + "\n")


def _content(found: Object) -> Object:
    """What a tool found as the protocol has it: the object of --json, and lines for people."""
    if "error" in found:
        return {"content": [{"type": "text", "text": found["error"]["message"]}], "isError": True}
    groups = [found, *found.get("groups", ())]
    lines = [
        ": ".join(filter(None, (line["badge"] or line["label"], line["text"])))
        for group in groups
        for line in group.get("lines", ())
    ]
    lines += [group["evidence"] for group in groups if group.get("evidence")]
    text = "\n".join(lines) or json.dumps(found["json"])
    return {"content": [{"type": "text", "text": text}], "structuredContent": found["json"], "isError": False}
