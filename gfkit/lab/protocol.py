"""The laboratory's tools for programs that speak the Model Context Protocol: JSON-RPC, a message a line.

The program on the other side begins this one and talks to it by standard input and output; nothing listens
on the network. A call runs in a process of its own, which is killed when it takes too long or too much
memory, or is cancelled, so that messages are answered meanwhile. Calls are done one after the other.

The protocol, in its revisions from 2024-11-05 to 2025-11-25: modelcontextprotocol.io. Of it there is what
tools need: initialize, ping, tools/list, tools/call, notifications/cancelled. What is wrong with a message is
an error of JSON-RPC; what is wrong with the arguments of a tool is a result, which the model gets to read.
"""

from __future__ import annotations

import json
import queue
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

from gfkit.errors import LimitError, WorkerError, did_you_mean
from gfkit.host.confined import KillableProcess
from gfkit.host.memory import resident_memory, size_text
from gfkit.lab.jsonrpc import ARGUMENTS, PARSE, UNKNOWN, Message, Object, failure, messages
from gfkit.lab.tool_schemas import MEMORY, SECONDS, TOOLS, CallLimits
from gfkit.lab.tools import Tools
from gfkit.version import __version__

REVISIONS = ("2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05")
"""Of the protocol, the latest first."""
_INSTRUCTIONS = (
    "Every answer says in evidence.status how it is known: proved, probable, guessed or consistent. Only"
    " proved is certain for every n."
)
_MOST_BYTES = 10_000_000
"""Of a message; the rest of a longer line is passed over."""
_MIB = 1 << 20


def tool_list(limits: CallLimits | None = None) -> Object:
    """What tools/list gives."""
    return {"tools": [tool.listing(limits or CallLimits()) for tool in TOOLS.values()]}


def run_tool(folder: str, memory: int, name: str, request: Mapping[str, Any]) -> Object:
    """The answer of a tool, which may lay files into a folder and hold so many bytes of memory."""
    return Tools(Path(folder), max_memory=memory).run(name, request)


@dataclass(eq=False)
class _Call:
    """A call of a tool, which waits or is at work."""

    message: Message
    name: str
    request: Object
    seconds: float
    memory: int
    """Bytes."""
    is_cancelled: bool = False

    def watch(self, process: int) -> None:
        """Raises when the process that is at it should be ended."""
        if self.is_cancelled:
            raise WorkerError("cancelled")
        held = resident_memory(process)
        if held > self.memory:
            raise LimitError(
                f"stopped with {size_text(held)} of memory in use; this call may have"
                f" {size_text(self.memory)}: ask for a smaller board, or for more with memory"
            )


class ToolServer:
    """Reads messages, and answers each request by a line that ``write`` is given."""

    def __init__(self, write: Callable[[str], object], limits: CallLimits | None = None) -> None:
        self._write = write
        self._limits = limits or CallLimits()
        self._writing = threading.Lock()
        self._is_heard = True
        """Whether somebody still reads the answers."""
        self._calls: queue.SimpleQueue[_Call | None] = queue.SimpleQueue()
        self._open: list[_Call] = []
        """Calls that wait or are at work."""
        self._confined = KillableProcess()
        self._worker = threading.Thread(target=self._work, daemon=True)

    def serve(self, lines: IO[bytes]) -> None:
        """Until there are no more lines, or nobody reads the answers."""
        self._worker.start()
        while self._is_heard and (line := lines.readline(_MOST_BYTES)):
            if len(line) == _MOST_BYTES and not line.endswith(b"\n"):
                self._send(failure(None, PARSE, f"a message has less than {_MOST_BYTES} bytes"))
                while line and not line.endswith(b"\n"):
                    line = lines.readline(_MOST_BYTES)
            elif line.strip():
                self.hear(line)
        self._calls.put(None)
        self._worker.join()
        self._confined.close()

    def hear(self, line: bytes) -> None:
        """Takes a line: one message or a batch."""
        for message in messages(line, self._send):
            if message.is_request:
                self._take(message)
            else:
                if message.method == "notifications/cancelled":
                    self._cancel(message.params.get("requestId"))
                message.reply(None)

    def _take(self, message: Message) -> None:
        """Answers a request, or puts it behind the others."""
        match message.method:
            case "initialize":
                wanted = message.params.get("protocolVersion")
                message.answer(
                    {
                        "protocolVersion": wanted if wanted in REVISIONS else REVISIONS[0],
                        "capabilities": {"tools": {}},
                        "serverInfo": {"name": "gfkit", "version": __version__},
                        "instructions": _INSTRUCTIONS,
                    }
                )
            case "ping":
                message.answer({})
            case "tools/list" if message.params.get("cursor") is not None:
                message.refuse(ARGUMENTS, "params.cursor: there is one page; leave it out")
            case "tools/list":
                message.answer(tool_list(self._limits))
            case "tools/call":
                self._call(message)
            case method:
                message.refuse(UNKNOWN, f"method {method[:80]!r} is unknown; write tools/list or tools/call")

    def _call(self, message: Message) -> None:
        name, given = message.params.get("name"), message.params.get("arguments")
        if not isinstance(name, str):
            message.refuse(ARGUMENTS, "params.name: must be a string, the name of a tool")
        elif name not in TOOLS:
            hint = did_you_mean(name[:80], TOOLS) or "tools/list has them all"
            message.refuse(ARGUMENTS, f"tool {name[:80]!r} is unknown; {hint.strip()}")
        elif given is not None and not isinstance(given, dict):
            message.refuse(ARGUMENTS, "params.arguments: must be an object")
        elif (wrong := TOOLS[name].fault(given or {}, self._limits)) is not None:
            message.answer(_refusal(wrong))
        else:
            request = dict(given or {})
            seconds = request.pop("seconds", min(SECONDS, self._limits.seconds))
            memory = request.pop("memory", min(MEMORY, self._limits.memory))
            call = _Call(message, name, request, float(seconds), memory * _MIB)
            self._open.append(call)
            self._calls.put(call)

    def _work(self) -> None:
        """Does calls, one after the other."""
        while (call := self._calls.get()) is not None:
            try:
                answer = self._result(call) if self._is_heard and not call.is_cancelled else None
            except Exception as fault:  # no call may end the server
                answer = _refusal(f"a fault in gfkit, please report it: {fault!r:.200}")
            self._open.remove(call)
            call.message.reply(None) if answer is None or call.is_cancelled else call.message.answer(answer)

    def _result(self, call: _Call) -> Object:
        """What is answered to a call."""
        if self._confined.held_memory() > call.memory // 2:  # what earlier calls left there does not count
            self._confined.close()
        try:
            with TemporaryDirectory() as folder:
                answer = self._confined.call(
                    run_tool,
                    folder,
                    call.memory,
                    call.name,
                    call.request,
                    seconds=call.seconds,
                    watch=call.watch,
                )
        except (LimitError, WorkerError) as error:
            return _refusal(str(error))
        except OSError as error:
            return _refusal(f"the system refuses: {error.strerror or error}")
        return _content(answer)

    def _cancel(self, number: object) -> None:
        """Ends a call that is at work, and leaves out one that waits; it is not answered."""
        for call in list(self._open):
            if call.message.id == number and type(number) is type(call.message.id):
                call.is_cancelled = True

    def _send(self, answer: object) -> None:
        with self._writing:
            try:
                self._write(json.dumps(answer) + "\n")
            except (OSError, ValueError):  # the pipe was closed, there or here
                self._is_heard = False


def _refusal(text: str) -> Object:
    """An error that the model reads."""
    return {"content": [{"type": "text", "text": text}], "isError": True}


def _content(found: Object) -> Object:
    """What a tool found as the protocol has it: the object of --json, and lines for people if it has any."""
    if "error" in found:
        return _refusal(found["error"]["message"])
    groups = [found, *found.get("groups", ())]
    lines = [
        ": ".join(filter(None, (line["badge"] or line["label"], line["text"])))
        for group in groups
        for line in group.get("lines", ())
    ]
    known = [group["evidence"] for group in groups if group.get("evidence")]
    text = "\n".join([*lines, *known]) if lines else json.dumps(found["json"])
    return {"content": [{"type": "text", "text": text}], "structuredContent": found["json"], "isError": False}
