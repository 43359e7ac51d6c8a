"""gfkit mcp: messages of the Model Context Protocol, a line each, and what must not be believed of them.

Answers are those of the command line; codes of errors are those of JSON-RPC 2.0 and of the protocol.
"""

import io
import json
import subprocess
import sys
import time

import pytest
from choice import then_slow
from cli.calling import call as command
from cli.calling import told
from json_schema import faults
from tables import tables

from gfkit.lab.protocol import ToolServer, tool_list
from gfkit.lab.tool_schemas import TOOLS, CallLimits
from gfkit.show.schema import schema_of

DATA = tables("laboratory")
WRONG_ENTRY = (
    "%I A000045 #1\n%S A000045 0,1,1,2,3,5,8,13,22\n%N A000045 F.\n"
    "%F A000045 a(n) = a(n-1)+a(n-2).\n%O A000045 0,4\n"
)


def talk(*messages: dict[str, object] | str | bytes, limits: CallLimits | None = None) -> list[dict]:
    """What a server answers to these messages, in the order of its answers."""
    answers: list[str] = []
    texts = [json.dumps({"jsonrpc": "2.0", **one}) if isinstance(one, dict) else one for one in messages]
    lines = b"".join((text.encode() if isinstance(text, str) else text) + b"\n" for text in texts)
    ToolServer(answers.append, limits).serve(io.BytesIO(lines))
    assert all(line.endswith("\n") and line.count("\n") == 1 for line in answers)
    return [json.loads(line) for line in answers]


def call(number: int, name: str, /, **arguments: object) -> dict[str, object]:
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
    assert answers[3]["result"]["protocolVersion"] == "2025-11-25"
    names = [tool["name"] for tool in answers[2]["result"]["tools"]]
    assert names == list(TOOLS)
    assert {"count", "derive", "verify", "games", "outcomes", "sample", "nim"} <= set(names)
    for tool in tool_list()["tools"]:  # for language models there is no oneOf, anyOf or allOf at the root
        taken = tool["inputSchema"]
        assert taken.keys() == {"type", "properties", "required", "additionalProperties"}
        assert set(taken["required"]) <= taken["properties"].keys()
        assert all("description" in one for one in taken["properties"].values())
        assert tool["outputSchema"]["type"] == "object"


@pytest.mark.parametrize("asked", then_slow([DATA["alike"][2::3]], 2, DATA["alike"]))
def test_answers_are_those_of_the_command_line(asked):
    messages = [call(at, words.split()[0], **given) for at, (words, given) in enumerate(asked)]
    answers = talk(*messages, call(98, "games"), call(99, "lint", entry=WRONG_ENTRY))
    for answer, (words, _) in zip(answers, asked, strict=False):
        result, tool = answer["result"], words.split()[0]
        printed = json.loads(command(*words.split(), "--json").out)
        assert (result["structuredContent"], result["isError"]) == (printed, False), words
        assert result["content"][0]["text"]
        given = TOOLS[tool].listing(CallLimits())["outputSchema"]
        assert given["type"] == "object"  # readers of tools/list ask for it at the root
        assert faults(result["structuredContent"], given) == []
    refuted = [one for one, (words, _) in zip(answers, asked, strict=False) if words.startswith("verify")]
    assert refuted[0]["result"]["content"][0]["text"].startswith("refuted: at n = 1")
    found = answers[-1]["result"]["structuredContent"]
    assert len(answers[-2]["result"]["structuredContent"]["games"]) > 20
    assert [one["code"] for one in found["reports"][0]["findings"] if one["level"] == "error"]
    assert faults(found, schema_of("oeis lint")) == []


def line(text: str) -> str:
    """A message with this text for its id, method and whatever comes behind."""
    return '{"jsonrpc": "2.0", ' + text + "}"


NO_MESSAGES = [
    ("{", None, -32700, "no JSON"),
    ("[" * 100_000, None, -32700, "nested too deeply"),
    (b"\xff{}", None, -32700, "no text in UTF-8"),
    ("[]", None, -32600, "a batch has 1 to 1000 messages, and not 0"),
    ("7", None, -32600, "a message is an object"),
    (line('"id": [1], "method": "ping"'), None, -32600, "id: must be a string or an integer"),
    *((line(f'"id": {wrong}, "method": "ping"'), None, -32600, "id: must be")
      for wrong in ("{}", "null", "true", "1.5", "NaN", '1, "id": 2')),
    (b'{"jsonrpc": "2.0", "id": 1, "method": "' + b"x" * 25_000_000 + b'"}', None, -32700, ""),
    (line('"id": 1, "method": "ping", "method": "ping"'), 1, -32600, "key 'method' comes twice"),
    (line('"id": 1, "method": "ping", "params": {"x": NaN}'), 1, -32600, "NaN is no number of JSON"),
    (line('"id": 1, "method": "ping", "params": {"x": 1e999}'), 1, -32600, "1e999 is too large"),
    (line(f'"id": 1, "method": "ping", "params": {{"x": {"7" * 5000}}}'), 1, -32600, "has 5000 digits"),
    (line('"id": 1, "method": 7'), 1, -32600, "method: must be a string"),
    ('{"id": 1, "method": "ping"}', 1, -32600, 'jsonrpc: must be "2.0"'),
    ({"id": 1, "method": "resources/list"}, 1, -32601, "'resources/list' is unknown"),
    ({"id": 1, "method": "ping", "params": [1]}, 1, -32602, "params: must be an object"),
    ({"id": 1, "method": "tools/list", "params": {"cursor": "x"}}, 1, -32602, "there is one page"),
    ({"id": 1, "method": "tools/call"}, 1, -32602, "params.name: must be a string"),
    ({"id": 1, "method": "tools/call", "params": {"name": "count", "arguments": []}}, 1, -32602,
         "params.arguments: must be an object"),
    (call(1, "cuont", command="ls"), 1, -32602, "tool 'cuont' is unknown; did you mean count?"),
]  # fmt: skip


def test_what_is_no_message_is_answered_and_the_next_one_too():
    for message, number, code, says in NO_MESSAGES:
        answer, after = talk(message, {"id": "after", "method": "ping"})
        assert (answer["id"], answer["error"]["code"]) == (number, code), message
        assert says in answer["error"]["message"], message
        assert after == {"jsonrpc": "2.0", "id": "after", "result": {}}, message


def test_wrong_arguments_are_results_that_a_model_can_read():
    surrogate = ("count", {"game": "\ud800", "board": "2x2"}, "half of a surrogate pair")
    wrong = [*DATA["wrong_arguments"], surrogate]
    calls = [call(at, tool, **given) for at, (tool, given, _) in enumerate(wrong)]
    answers = {answer["id"]: answer["result"] for answer in talk(*calls)}
    for at, (_, given, says) in enumerate(wrong):
        assert answers[at]["isError"], given
        (content,) = answers[at]["content"]
        assert says in content["text"], given
        assert "\n" not in content["text"], given


def test_batches_are_answered_together():
    ping = {"jsonrpc": "2.0", "method": "ping"}
    counted = {"jsonrpc": "2.0", **call(2, "count", game="col", board="1x1")}
    batch = [{**ping, "id": 1}, counted, ping, 7, {"jsonrpc": "2.0", "id": 3, "result": {}}]
    found = talk(json.dumps(batch), json.dumps([ping]), {"id": 4, "method": "ping"})
    answers, after = sorted(found, key=lambda one: isinstance(one, dict))  # the call takes longer
    assert sorted(str(answer["id"]) for answer in answers) == ["1", "2", "None"]
    assert after["id"] == 4
    assert "'board': '1x1', 'positions': 'all', 'weights': [], 'count': '3'" in str(answers), str(answers)
    silent = [{"method": "ping"}, {"method": "tools/call", "params": []}, {"method": "no/such"}]
    assert talk(*silent, {"id": 5, "result": {}}, {"id": 5, "error": {}}, "") == []


def test_who_cancels_what_is_not_there_hinders_nobody():
    """An id that comes later, and one that only looks alike."""
    cancelled = {"method": "notifications/cancelled"}
    answers = talk(
        *({**cancelled, "params": {"requestId": number}} for number in (1, "2", True, [1], None, {})),
        cancelled,
        call(1, "count", game="col", board="1x1"),
        call(2, "count", game="col", board="1x2"),
        {**cancelled, "params": {"requestId": "2"}},
    )
    counts = {one["id"]: one["result"].get("structuredContent", {}).get("count") for one in answers}
    assert counts == {1: "3", 2: "7"}, str(answers)


@pytest.mark.slow(2.8)
def test_calls_keep_to_the_limits_of_the_server():
    limits = CallLimits(seconds=60, memory=300)
    bounds = {tool["name"]: tool["inputSchema"]["properties"] for tool in tool_list(limits)["tools"]}
    assert all(one["seconds"]["maximum"] == 60 and one["memory"]["maximum"] == 300 for one in bounds.values())
    refused, late, large = talk(
        call(1, "count", game="col", board="2x2", seconds=61),
        call(2, "derive", game="matchings", family="14xn", seconds=0.5),
        call(3, "derive", game="matchings", family="20xn", memory=256),
        limits=limits,
    )
    assert "too large; write at most 60" in refused["result"]["content"][0]["text"]
    assert late["result"]["content"][0]["text"] == "stopped after 0.5 s"
    assert "memory" in large["result"]["content"][0]["text"]
    assert all(answer["result"]["isError"] for answer in (refused, late, large))
    tool = told("mcp", "--max-seconds", "5m", "--max-memory", "1G")["tools"][0]
    properties = tool["inputSchema"]["properties"]
    assert (properties["seconds"]["maximum"], properties["memory"]["maximum"]) == (300, 1024)
    assert "at least 256M" in command("mcp", "--max-memory", "1M").err


@pytest.mark.slow(1.4)
def test_a_call_that_is_cancelled_has_no_answer_and_ends():
    words = [sys.executable, "-m", "gfkit", "mcp"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as server:

        def send(message: dict[str, object]) -> None:
            print(json.dumps({"jsonrpc": "2.0", **message}), file=server.stdin, flush=True)

        send(call(2, "derive", game="matchings", family="14xn", seconds=600))
        send({"id": 3, "method": "ping"})
        assert json.loads(server.stdout.readline())["id"] == 3  # while the other is at work
        time.sleep(0.5)
        send({"method": "notifications/cancelled", "params": {"requestId": 2}})
        send(call(4, "count", game="col", board="2x2"))
        assert json.loads(server.stdout.readline())["id"] == 4
        server.stdin.close()
        assert server.wait(30) == 0
