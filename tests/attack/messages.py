"""Messages for ``gfkit mcp``: made from the schema of each tool and then broken, for one process."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

from attack.inputs import HOSTILE

ANSWERED = 60.0
"""Seconds after which a request counts as not answered; calls of tools have a limit of less than one."""
COMMAND = (sys.executable, "-m", "gfkit", "mcp", "--max-seconds", "0.3s", "--max-memory", "1G")
IDS = (None, True, False, 1.5, -0.0, [1], {}, [], "", "1", 1, 0, -1, 2**63, 10**30, "\ud800", "é", "\x00")
TEXTS = ("", "2x2", "1xn", "path:n", "domineering", "cram", "1/(1-t)", "1,1,2,3,5,8", "[" * 300, *HOSTILE)
RAW = (
    b"", b"{", b"}", b"[]", b"[[]]", b"null", b"7", b'"', b"\xff\xfe", b"\x00", b"\xef\xbb\xbf{}",
    b"[" * 5000, b'{"a":' * 5000, b'{"id":' + b"9" * 6000 + b"}",
    b'{"jsonrpc":"2.0","id":1e999,"method":"ping"}', b"\r", b"nul",
    b'{"jsonrpc":"2.0","method":"ping","id":"\xed\xa0\x80"}', b"[" + b"7," * 1200 + b"7]", b" " * 3000,
    b"{}" * 3,
)  # fmt: skip
METHODS = (
    "initialize", "ping", "tools/list", "tools/list", "resources/list", "prompts/get", "tasks/get", "",
    "rpc.x", "notifications/initialized", "notifications/cancelled", "logging/setLevel",
    "completion/complete",
)  # fmt: skip
PARAMS = ({}, [], None, 7, {"cursor": "x"}, {"protocolVersion": []}, {"_meta": {}})


class Messenger:
    """One process of ``gfkit mcp``, begun anew when it ended; ``faults`` of it are what should not be."""

    def __init__(self, command: Sequence[str] = COMMAND, patience: float = ANSWERED) -> None:
        self._command, self._patience = command, patience
        self._process: Any = None
        self._answers: queue.Queue[Any] = queue.Queue()
        self._pings = 0
        self._log = tempfile.TemporaryFile()  # noqa: SIM115  - closed with the process
        self.tools: list[dict[str, Any]] = []
        self.sent = 0
        self._late: Counter[str] = Counter()
        """Answers to cancelled calls of earlier cases that may still come."""

    def __call__(self, seed: int, number: int, _folder: Path) -> tuple[str, list[str]]:
        """A case of a seed: what was sent, and what is wrong with how it was answered."""
        if not self.tools:
            self.begin()
        lines = MessageMaker(Random(f"messages {seed} {number}"), self.tools).lines()
        self.sent += len(lines)
        return f"{len(lines)} lines, the last {lines[-1][:200]!r}", self.faults(lines)

    def report(self) -> str:
        """A line with the number of messages sent."""
        return f"{self.sent} messages sent\n"

    def begin(self) -> None:
        self._late = Counter()
        self._answers, self._log = queue.Queue(), tempfile.TemporaryFile()  # noqa: SIM115
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(self._command, stdin=pipe, stdout=pipe, stderr=self._log)
        threading.Thread(target=self._listen, args=(self._process, self._answers), daemon=True).start()
        self._put(json.dumps({"jsonrpc": "2.0", "id": "tools", "method": "tools/list"}).encode())
        self.tools = self._answers.get(timeout=ANSWERED)["result"]["tools"]

    def close(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout, self._log):
                with suppress(BrokenPipeError):  # what was never sent is lost
                    pipe.close()

    def faults(self, lines: list[bytes]) -> list[str]:
        """What is wrong after these lines: each id is to be answered as often as it was asked for."""
        if self._process is None:
            self.begin()
        wanted, may = wanted_answers(lines)
        may += self._late
        self._pings += 1
        ping = f"ping {self._pings}"
        expected, seen = wanted + Counter([json.dumps(ping)]), Counter[str]()
        try:
            for line in lines:
                self._put(line)
            self._put(json.dumps({"jsonrpc": "2.0", "id": ping, "method": "ping"}).encode())
            while expected - seen:
                answer = self._answers.get(timeout=self._patience)
                if answer is None:
                    self._process.wait(self._patience)
                    break
                for one in answer if isinstance(answer, list) else [answer]:
                    seen[json.dumps(one["id"])] += 1
        except (OSError, queue.Empty):
            pass
        found = [f"{key[:60]} is answered {seen[key]} times" for key in expected if seen[key] < expected[key]]
        found += [f"{key[:60]} is answered {seen[key]} times" for key in seen - expected - may]
        self._late = may - (seen - expected)
        if self._process.poll() is not None:
            found.append("the process ended")
        self._log.seek(0)
        if complaint := self._log.read().decode(errors="replace").strip():
            found.append(f"on standard error: {complaint.splitlines()[-1][:200]}")
        if found:
            self.close()
        return found

    def _put(self, line: bytes) -> None:
        self._process.stdin.write(line + b"\n")
        self._process.stdin.flush()

    @staticmethod
    def _listen(process: Any, answers: queue.Queue[Any]) -> None:
        for line in process.stdout:
            answers.put(json.loads(line, parse_constant=_refused))
        answers.put(None)


def _refused(word: str) -> None:
    raise ValueError(f"{word} in an answer")


def wanted_answers(lines: list[bytes]) -> tuple[Counter[str], Counter[str]]:
    """How often each id is to be answered, and how often it may be besides: as calls that are cancelled.

    Read by Python's own reader and by the words of JSON-RPC, and by nothing of gfkit.
    """
    wanted: Counter[str] = Counter()
    cancelled: set[str] = set()
    null = json.dumps(None)
    for line in lines:
        if not line.strip():
            continue
        try:
            message = json.loads(line.decode("utf-8"), parse_int=_whole)
        except (ValueError, RecursionError):
            wanted[null] += 1
            continue
        batch = message if isinstance(message, list) else [message]
        if not 1 <= len(batch) <= 1000:
            wanted[null] += 1
            continue
        for one in batch:
            key = _answered_as(one)
            if key is not None:
                wanted[key] += 1
            if isinstance(one, dict) and one.get("method") == "notifications/cancelled" and "id" not in one:
                params = one.get("params")
                cancelled.add(json.dumps(params.get("requestId") if isinstance(params, dict) else None))
    may = Counter({key: number for key, number in wanted.items() if key in cancelled and key != null})
    return wanted - may, may


def _answered_as(message: Any) -> str | None:
    """The id under which a message is answered; None where it is not."""
    if not isinstance(message, dict):
        return json.dumps(None)
    number = message.get("id")
    if "id" in message and (isinstance(number, bool) or not isinstance(number, str | int)):
        return json.dumps(None)
    if "method" not in message and ("result" in message or "error" in message):
        return None
    is_proper = message.get("jsonrpc") == "2.0" and isinstance(message.get("method"), str)
    if "id" not in message and is_proper:
        return None if _is_plain(message) else json.dumps(None)
    return json.dumps(number)


def _is_plain(value: Any) -> bool:
    """Whether no number in it is one that JSON does not have, or that is too long."""
    if isinstance(value, dict | list):
        return all(map(_is_plain, value.values() if isinstance(value, dict) else value))
    return not isinstance(value, float) or value - value == 0.0


def _whole(digits: str) -> int | float:
    return int(digits) if len(digits) <= 1000 else float("inf")


class MessageMaker:
    """Makes the lines of a case."""

    def __init__(self, random: Random, tools: list[dict[str, Any]]) -> None:
        self.random, self.tools = random, tools

    def lines(self) -> list[bytes]:
        return [self.line() for _ in range(self.random.randint(1, 8))]

    def line(self) -> bytes:
        luck = self.random.random()
        if luck < 0.12:
            return self.random.choice(RAW)
        if luck < 0.2:
            content: Any = [self.message() for _ in range(self.random.randint(1, 5))]
        else:
            content = self.message()
        text = json.dumps(content, ensure_ascii=self.random.random() < 0.7)
        data = text.encode("utf-8", "surrogatepass")
        if self.random.random() < 0.1:
            at = self.random.randrange(len(data) + 1)
            more = self.random.choice((b"", b"\xff", b"[", b'"', b"NaN", b"\x00", b",", b"\\"))
            data = data[:at] + more + data[at + self.random.randint(0, 3) :]
        return data.replace(b"\n", b" ")

    def message(self) -> Any:
        pick, random = self.random.choice, self.random
        message: dict[str, Any] = {"jsonrpc": "2.0", "method": pick(METHODS)}
        if random.random() < 0.9:
            message["id"] = pick(IDS) if random.random() < 0.4 else random.randrange(10**9)
        if random.random() < 0.5:
            tool = pick(self.tools)
            params = {"name": tool["name"], "arguments": self.arguments(tool)}
            message |= {"method": "tools/call", "params": params}
        elif message["method"] == "notifications/cancelled":
            message["params"] = {"requestId": pick(IDS)}
            message.pop("id", None)
        elif random.random() < 0.4:
            message["params"] = pick(PARAMS)
        if random.random() < 0.15:
            message[pick(("jsonrpc", "method", "params", "result", "error", "x"))] = self.junk()
        if random.random() < 0.05:
            message.pop(pick(list(message)))
        return pick((7, [], [[]], None, "x")) if random.random() < 0.03 else message

    def arguments(self, tool: dict[str, Any]) -> Any:
        """Arguments of a tool, nearly always with something wrong, so that little is computed."""
        properties = tool["inputSchema"]["properties"]
        names = [*tool["inputSchema"]["required"], *self.random.sample(list(properties), 2)]
        given = {name: self.value(properties[name]) for name in names}
        luck = self.random.random()
        if luck < 0.03:
            return self.junk()
        if luck < 0.995:
            given[self.random.choice([*given, "x"])] = self.junk()
        return given

    def value(self, schema: dict[str, Any]) -> Any:
        """What the schema takes."""
        if "enum" in schema:
            return self.random.choice(schema["enum"])
        if schema["type"] in ("integer", "number"):
            low, high = schema.get("minimum", 1), schema["maximum"]
            return self.random.choice((low, high, low - 1, high + 1, (low + high) // 2))
        return self.random.choice(TEXTS) if schema["type"] == "string" else self.random.random() < 0.5

    def junk(self) -> Any:
        deep: Any = 0
        for _ in range(60):
            deep = [deep]
        return self.random.choice(
            (None, True, -1, 1.5, float("nan"), float("inf"), 10**400, 10**3000, [], {}, deep, "x")
        )
