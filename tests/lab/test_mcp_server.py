"""gfkit mcp, through the client of the protocol's official SDK.

Results must equal those of the command line; a count is that of ``gfkit.brute_force``.
"""

import asyncio
import json
import sys
from collections.abc import Awaitable, Callable
from importlib.util import find_spec
from subprocess import PIPE, Popen
from typing import Any

import pytest
from cli.calling import call as command, told
from tables import tables

import gfkit

pytestmark = pytest.mark.skipif(find_spec("mcp") is None, reason="requires the package mcp")
DATA = tables("laboratory")
WRONG_ENTRY = (
    "%I A000045 #1\n%S A000045 0,1,1,2,3,5,8,13,22\n%N A000045 F.\n"
    "%F A000045 a(n) = a(n-1)+a(n-2).\n%O A000045 0,4\n"
)


def with_client(talk: Callable[[Any], Awaitable[None]], *words: str, **limits: float) -> None:
    """Run a conversation with the server of a command, or with one in this process."""
    import mcp  # takes half a second

    from gfkit.lab.mcp_server import tool_server

    async def run() -> None:
        asked = {"command": sys.executable, "args": ["-m", *words]}
        server = mcp.StdioServerParameters(**asked) if words else tool_server(**limits)
        async with mcp.Client(server) as client:
            await talk(client)

    asyncio.run(run())


def test_tools_agree_with_the_command_line():
    async def talk(client):
        for words, given in DATA["alike"]:
            tool = words.split()[0]
            result = await client.call_tool(tool, given)
            printed = json.loads(command(*words.split(), "--json").out)
            assert (result.structured_content, result.is_error) == (printed, False), words
            assert result.content[0].text
            if tool == "verify":
                assert result.content[0].text.startswith("refuted")
        found = (await client.call_tool("lint", {"entry": WRONG_ENTRY})).structured_content
        assert [one for one in found["reports"][0]["findings"] if one["level"] == "error"]

    with_client(talk)


def test_wrong_arguments_are_results_that_a_model_can_read():
    async def talk(client):
        for tool, given, named in DATA["wrong_arguments"]:
            result = await client.call_tool(tool, given)
            assert result.is_error, given
            assert named in result.content[0].text, given

    with_client(talk)


def test_the_list_states_the_limits_of_the_server():
    tools = {tool["name"]: tool for tool in told("mcp", "--max-seconds", "5m", "--max-memory", "1G")["tools"]}
    assert {"count", "derive", "verify", "games", "outcomes", "sample", "nim"} <= tools.keys()
    for tool in tools.values():
        schema = tool["inputSchema"]
        assert not {"oneOf", "anyOf", "allOf"} & schema.keys(), "language models reject these at the root"
        assert (schema["type"], schema["additionalProperties"]) == ("object", False)
        properties = schema["properties"]
        assert (properties["seconds"]["maximum"], properties["memory"]["maximum"]) == (300, 1024)
        assert all(one["description"] for one in properties.values())
    assert "256M" in command("mcp", "--max-memory", "1M").err


@pytest.mark.slow(4)
def test_requests_with_lone_surrogates_are_answered():
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}
    words = [sys.executable, "-m", "gfkit", "mcp"]
    with Popen(words, stdin=PIPE, stdout=PIPE, stderr=PIPE, encoding="utf-8") as server:

        def answer(method: str, given: dict[str, Any], number: int) -> Any:
            request = {"jsonrpc": "2.0", "id": number, "method": method, "params": given}
            print(json.dumps(request), file=server.stdin, flush=True)
            return json.loads(server.stdout.readline())

        assert answer("initialize", hello, 0)["id"] == 0
        for number, (name, kept) in enumerate(
            [
                ("\ud800", "\ufffd"),
                ("\udcff\ud800x", "\ufffd\ufffdx"),
                ("\U0001f600", "\U0001f600"),
                ("\\ud800", "\\ud800"),
            ]
        ):
            found = answer("tools/call", {"name": "games", "arguments": {"game": name}}, number)
            assert (found["id"], found["result"]["isError"]) == (number, True)
            assert kept in found["result"]["content"][0]["text"].replace("\\\\", "\\"), name
            assert answer("\ud800", {}, number)["error"]
        server.stdin.close()


@pytest.mark.slow(3)
def test_calls_keep_to_their_limits():
    async def talk(client):
        for limit, said in (({"seconds": 0.5}, "0.5 s"), ({"memory": 256}, "memory")):
            result = await client.call_tool("derive", {"game": "matchings", "family": "20xn", **limit})
            assert result.is_error
            assert said in result.content[0].text

    with_client(talk, max_seconds=60, max_memory=300)


@pytest.mark.slow(4)
def test_a_cancelled_call_ends_and_the_next_one_is_answered():
    async def talk(client):
        long = {"game": "matchings", "family": "14xn", "seconds": 600}
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(client.call_tool("derive", long), 2)
        result = await client.call_tool("count", {"game": "col", "board": "2x2"})
        assert int(result.structured_content["count"]) == gfkit.brute_force("col", "2x2")

    with_client(talk, "gfkit", "mcp")
