"""gfkit mcp: messages of the Model Context Protocol, a line each, and what must not be believed of them."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import time

import pytest
from json_schema import faults

from gfkit.cli.main import main
from gfkit.lab.protocol import TOOLS, ToolServer, fault
from gfkit.show.schema import schema_of

WRONG_ENTRY = (
    "%I A000045 #1\n%S A000045 0,1,1,2,3,5,8,13,22\n%N A000045 F.\n"
    "%F A000045 a(n) = a(n-1)+a(n-2).\n%O A000045 0,4\n"
)


def talk(*messages: dict[str, object] | str) -> list[dict]:
    """What a server answers to these messages."""
    said: list[str] = []
    lines = [one if isinstance(one, str) else json.dumps({"jsonrpc": "2.0", **one}) for one in messages]
    ToolServer(said.append).serve(io.StringIO("".join(f"{line}\n" for line in lines)))
    assert all(line.endswith("\n") and line.count("\n") == 1 for line in said)
    return [json.loads(line) for line in said]


def call(number: int, name: str, **arguments: object) -> dict[str, object]:
    return {"id": number, "method": "tools/call", "params": {"name": name, "arguments": arguments}}


def test_the_beginning_and_the_list():
    hello = {"protocolVersion": "2024-11-05", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}}
    answers = talk(
        {"id": 1, "method": "initialize", "params": hello},
        {"method": "notifications/initialized"},
        {"id": "two", "method": "ping"},
        {"id": 3, "method": "tools/list"},
        {"id": 4, "method": "initialize", "params": {**hello, "protocolVersion": "1999-01-01"}},
    )
    assert [one["id"] for one in answers] == [1, "two", 3, 4]
    assert answers[0]["result"]["protocolVersion"] == "2024-11-05"
    assert answers[3]["result"]["protocolVersion"] == "2025-06-18"
    names = [tool["name"] for tool in answers[2]["result"]["tools"]]
    assert names == ["count", "derive", "guess", "verify", "value", "nim", "lint", "search"]


def test_answers_are_those_of_the_command_line(capsys):
    asked = [
        (call(1, "count", game="domineering", board="3x4"), ["count", "domineering", "3x4"]),
        (call(2, "derive", game="o12", family="path:n"), ["derive", "o12", "path:n"]),
        (call(3, "verify", formula="1/(1-2t)", game="cis", family="path:n"),
         ["verify", "1/(1-2t)", "--for", "cis", "path:n"]),
        (call(4, "guess", terms="1 1 2 3 5 8 13 21"), ["guess", *["1", "1", "2", "3", "5", "8", "13", "21"]]),
        (call(5, "value", game="domineering", board="2x3"), ["value", "domineering", "2x3"]),
        (call(6, "nim", game="octal:0.07", to=20), ["nim", "octal:0.07", "--to", "20"]),
    ]  # fmt: skip
    answers = talk(*(message for message, _ in asked), call(7, "lint", entry=WRONG_ENTRY))
    for answer, (_, words) in zip(answers, asked, strict=False):
        main([*words, "--json"])
        assert answer["result"]["structuredContent"] == json.loads(capsys.readouterr().out)
        assert not answer["result"]["isError"]
    assert answers[2]["result"]["content"][0]["text"].startswith("refuted: at n = 1")
    report = answers[-1]["result"]["structuredContent"]["reports"][0]
    assert [one["code"] for one in report["findings"] if one["level"] == "error"]
    assert faults(answers[-1]["result"]["structuredContent"], schema_of("oeis lint")) == []


@pytest.mark.parametrize(
    ("message", "code", "says"),
    [
        ("{", -32700, "no JSON"),
        ("[" * 100_000, -32700, "no JSON"),
        ("[]", -32600, "an object with a method"),
        ({"id": 1, "method": "resources/list"}, -32601, "'resources/list' is unknown"),
        (call(1, "shell", command="ls"), -32602, "tool 'shell' is unknown"),
        (call(1, "count", game="cis"), -32602, "board is missing"),
        (call(1, "count", board="2x2"), -32602, "one of game, rule is needed"),
        (call(1, "count", game="cis", rule="", board="2x2"), -32602, "and not both"),
        (call(1, "count", game="cis", board=22), -32602, "arguments.board: must be a string"),
        (call(1, "count", game="cis", board="2x2", positions="some"), -32602, "must be one of all"),
        (call(1, "count", game="cis", board="2x2", seconds=-1), -32602, "-1 is out of range"),
        (call(1, "nim", game="cram", family="1xn", to=True), -32602, "must be an integer"),
        (call(1, "count", game="cis", board="2x2", file="/etc/passwd"), -32602, "file is unknown"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_said(message, code, says):
    (answer,) = talk(message)
    assert answer["error"]["code"] == code
    assert says in answer["error"]["message"]


def test_what_gfkit_refuses_and_what_takes_too_long_are_answers():
    refused, late = talk(
        call(1, "count", game="nope", board="2x2"),
        call(2, "derive", game="matchings", family="14xn", seconds=0.5),
    )
    assert refused["result"]["isError"]
    assert "game 'nope' is unknown" in refused["result"]["content"][0]["text"]
    assert late["result"]["isError"]
    assert late["result"]["content"][0]["text"] == "stopped after 0.5 s"


def test_a_call_that_is_cancelled_has_no_answer_and_ends():
    command = [sys.executable, "-m", "gfkit", "mcp"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdin is not None
        assert server.stdout is not None

        def send(message: dict[str, object]) -> None:
            server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            server.stdin.flush()

        send(call(1, "count", game="col", board="2x2"))
        assert json.loads(server.stdout.readline())["id"] == 1
        send(call(2, "derive", game="matchings", family="14xn", seconds=600))
        send({"id": 3, "method": "ping"})
        assert json.loads(server.stdout.readline())["id"] == 3  # while the other is at work
        time.sleep(0.5)
        began = time.monotonic()
        send({"method": "notifications/cancelled", "params": {"requestId": 2}})
        send(call(4, "count", game="col", board="2x2"))
        assert json.loads(server.stdout.readline())["id"] == 4
        assert time.monotonic() - began < 60
        server.stdin.close()
        assert server.wait(30) == 0


def test_every_tool_says_what_it_takes():
    for tool in TOOLS:
        assert fault(
            {"game": "x", **dict.fromkeys(tool["inputSchema"]["required"], "x")}, tool["inputSchema"]
        ) in (
            None,
            "arguments: game is unknown; known are " + ", ".join(tool["inputSchema"]["properties"]),
        )
        assert all("description" in one for one in tool["inputSchema"]["properties"].values())
