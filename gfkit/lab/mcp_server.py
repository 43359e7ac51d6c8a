"""Server of the tools of the laboratory for the Model Context Protocol, based on its official SDK.

A tool is a function with a typed signature, from which the SDK derives its JSON Schema. Each call runs in a
separate process, which is killed when the call exceeds its time or memory or is cancelled. Calls run one at a
time.
"""

from __future__ import annotations

import json
import os
import re
import sys
import threading
from collections.abc import Callable, Mapping
from inspect import Parameter, signature
from io import BufferedReader, FileIO, TextIOWrapper
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any, Literal

from anyio import to_thread
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.tools import Tool
from mcp.types import CallToolResult, TextContent, ToolAnnotations
from pydantic import Field

from gfkit.core.errors import LimitError, WorkerError
from gfkit.core.memory import resident_memory, size_text
from gfkit.core.version import __version__
from gfkit.lab.tools import Tools
from gfkit.runs.confined import KillableProcess

_INSTRUCTIONS = (
    "evidence.status of every result is proved, probable, guessed or consistent. Only a proved result holds"
    " for every n."
)
_SECONDS, _MEMORY = 60, 2048
"""Default limits of a call, in seconds and MiB."""
LEAST_MEMORY = 256
"""Smallest memory limit of a call, in MiB. Python and numpy need about a hundred."""
_MIB = 1 << 20
_ESCAPED = re.compile(rb"(\\u[Dd][89ABab]..\\u[Dd][C-Fc-f]..|\\[^u])|\\u[Dd][89A-Fa-f]..")
"""Pairs of surrogates and other escapes in JSON, which remain, and lone surrogates, which are replaced."""

_Game = Annotated[str | None, Field(description="Name that the tool games lists; give game or rule.")]
_Rule = Annotated[str | None, Field(description="Text of a rule file (TOML), instead of game.")]
_Board = Annotated[str, Field(description="Board: 3x4, cycle:9, prism:5, or a drawing ..#/... (# no cell).")]
_OneBoard = Annotated[str | None, Field(description="Board, for example 3x4, instead of family.")]
_Family = Annotated[str, Field(description="Boards in n: 3xn, path:n, cylinder:4xn, prism:n.")]
_Boards = Annotated[str | None, Field(description="Boards in n: 3xn, path:n; give family or board.")]
_Positions = Annotated[
    Literal["all", "left-ends", "right-ends", "maximal", "play", "full"],
    Field(description="Class of positions of a placement game."),
]
_Weights = Annotated[
    Literal["none", "pieces", "players"],
    Field(description="Variables: x counts pieces, or x Left's pieces and y Right's."),
]
_UpTo = Annotated[
    Literal["none", "symmetry", "rotations", "rectangle", "automorphisms"],
    Field(description="Count orbits under these symmetries."),
]
_Last = Annotated[int | None, Field(ge=0, le=1_000_000, description="Last n.")]
_Terms = Annotated[str, Field(description="Terms: 1, 1, 2, 5, 14, or the lines of a b-file.")]
_Weight = Annotated[
    str | None, Field(description="Weight of a piece of this player, 2 or 1/3; 1 by default.")
]


def _games(game: _Game = None) -> None:
    """List the known games and structures, each with its rules, or show one of them."""


def _count(
    board: _Board,
    game: _Game = None,
    rule: _Rule = None,
    positions: _Positions = "all",
    weights: _Weights = "none",
    up_to: _UpTo = "none",
) -> None:
    """Count the configurations on a board exactly, or return the polynomial that counts them."""


def _derive(
    family: _Family,
    game: _Game = None,
    rule: _Rule = None,
    positions: _Positions = "all",
    weights: _Weights = "none",
    up_to: _UpTo = "none",
) -> None:
    """Return generating function, recurrence, closed form and growth of a family, with proof."""


def _sample(
    board: _Board,
    game: _Game = None,
    rule: _Rule = None,
    positions: _Positions = "all",
    number: Annotated[int, Field(ge=1, le=1000, description="Number of configurations.")] = 1,
    seed: Annotated[int | None, Field(ge=0, lt=2**53, description="Seed, to repeat a draw.")] = None,
    x: _Weight = None,
    y: _Weight = None,
) -> None:
    """Draw configurations uniformly at random, or by the weights x and y of the players' pieces."""


def _guess(
    terms: _Terms,
    offset: Annotated[int | None, Field(ge=-(10**9), le=10**9, description="n of the first term.")] = None,
) -> None:
    """Guess the simplest formulas for terms; the result states how many held-back terms agreed."""


def _verify(
    formula: Annotated[str, Field(description="Formula as papers and the OEIS print it, or LaTeX.")],
    family: _Family,
    game: _Game = None,
    rule: _Rule = None,
    positions: _Positions = "all",
    weights: _Weights = "none",
) -> None:
    """Prove or refute a printed formula for a game on a family, and return the correct one."""


def _value(
    board: _OneBoard = None,
    family: _Boards = None,
    game: _Game = None,
    rule: _Rule = None,
    to: _Last = None,
) -> None:
    """Return the combinatorial game value of a board, with its temperature, or of the boards of a family."""


def _outcomes(
    family: _Boards = None,
    board: _OneBoard = None,
    game: _Game = None,
    rule: _Rule = None,
    to: _Last = None,
) -> None:
    """Return the winners on the boards of a family up to a last n (8 by default), or on one board."""


def _nim(
    game: _Game = None,
    rule: _Rule = None,
    family: _Boards = None,
    board: _OneBoard = None,
    to: _Last = None,
    impartial: Annotated[bool, Field(description="Let both players make the moves of either.")] = False,
) -> None:
    """Return the Grundy values of an impartial game such as cram or octal:0.07, and their period."""


def _lint(
    entry: Annotated[str, Field(description="OEIS entry in internal format: lines %I, %S, %N, ...")],
) -> None:
    """Check an OEIS entry: each formula and program that can be evaluated is compared with the terms."""


def _search(
    terms: _Terms, limit: Annotated[int, Field(ge=1, le=100, description="Number of sequences.")] = 10
) -> None:
    """Search the local OEIS index for sequences with the given terms, also after a transformation."""


_TOOLS = (_games, _count, _derive, _sample, _guess, _verify, _value, _outcomes, _nim, _lint, _search)
"""Signatures of the tools. The name of a tool has no leading underscore."""


def run_tool(folder: str, memory: int, name: str, request: Mapping[str, Any]) -> dict[str, Any]:
    """Return the result of a tool, which may write files into a directory and use the given number of
    bytes.
    """
    return Tools(Path(folder), max_memory=memory).run(name, request)


def tool_server(max_seconds: float = 3600, max_memory: int = 4096) -> MCPServer[Any]:
    """Return a server of the tools. The limits of a call are at most the given seconds and MiB."""
    limits = {
        "seconds": (
            Annotated[float, Field(gt=0, le=max_seconds, description="Time limit of this call.")],
            min(_SECONDS, max_seconds),
        ),
        "memory": (
            Annotated[
                int, Field(ge=LEAST_MEMORY, le=max_memory, description="Memory limit of this call, in MiB.")
            ],
            min(_MEMORY, max_memory),
        ),
    }
    one_at_a_time, process = threading.Lock(), KillableProcess()
    tools = [_tool(stub, limits, one_at_a_time, process) for stub in _TOOLS]
    return MCPServer("gfkit", instructions=_INSTRUCTIONS, version=__version__, tools=tools)


def _tool(
    stub: Callable[..., None],
    limits: Mapping[str, tuple[Any, float]],
    one_at_a_time: threading.Lock,
    process: KillableProcess,
) -> Tool:
    """Return the tool with the signature of a function and the limits of a call."""
    signed, name = signature(stub, eval_str=True), stub.__name__[1:]

    async def run(**given: Any) -> CallToolResult:
        request = {key: value for key, value in given.items() if value is not None}
        seconds, memory = request.pop("seconds"), request.pop("memory") * _MIB
        if "rule" in signed.parameters and ("game" in request) == ("rule" in request):
            return _error("give exactly one of game and rule")
        boards = len({"family", "board"} & request.keys())
        if boards > 1 or (stub in (_outcomes, _value) and not boards):
            return _error("give exactly one of family and board")
        cancelled = threading.Event()

        def watch(number: int) -> None:
            if cancelled.is_set():
                raise WorkerError("cancelled")
            if (held := resident_memory(number)) > memory:
                raise LimitError(
                    f"stopped with {size_text(held)} of memory in use; the limit of this call is"
                    f" {size_text(memory)}"
                )

        def perform() -> CallToolResult:
            try:
                with one_at_a_time, TemporaryDirectory() as folder:
                    if process.held_memory() > memory // 2:  # memory that earlier calls have not released
                        process.close()
                    words = (folder, memory, name, request)
                    return _result(process.call(run_tool, *words, seconds=seconds, watch=watch))
            except (LimitError, WorkerError, OSError) as error:
                return _error(str(error))

        try:
            return await to_thread.run_sync(perform, abandon_on_cancel=True)
        finally:
            cancelled.set()

    bounds = [
        Parameter(limit, Parameter.KEYWORD_ONLY, default=usual, annotation=kind)
        for limit, (kind, usual) in limits.items()
    ]
    run.__signature__ = signed.replace(  # type: ignore[attr-defined]
        parameters=[*signed.parameters.values(), *bounds], return_annotation=CallToolResult
    )
    tool = Tool.from_function(
        run,
        name,
        description=stub.__doc__,
        annotations=ToolAnnotations(read_only_hint=True, open_world_hint=False),
    )
    model = tool.fn_metadata.arg_model
    model.model_config["extra"] = "forbid"  # reject misspelt arguments
    model.model_rebuild(force=True)
    tool.parameters = model.model_json_schema(by_alias=True)
    return tool


class _Requests(BufferedReader):
    """Requests of a client, one in each line. U+FFFD replaces surrogates that are not part of a pair.

    The SDK cannot parse a lone surrogate, and would not answer the request.
    """

    def read1(self, _size: int = -1, /) -> bytes:
        """Return the next line, regardless of its size."""
        return _ESCAPED.sub(lambda match: match[1] or b"\\ufffd", self.readline())


def serve_requests(server: MCPServer[Any]) -> None:
    """Answer requests from standard input until it is closed. Other processes do not inherit the input."""
    requests = os.dup(0)
    with open(os.devnull, "rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    sys.stdin = TextIOWrapper(_Requests(FileIO(requests)), "utf-8")
    server.run()


def _error(text: str) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=text)], is_error=True)


def _result(found: Mapping[str, Any]) -> CallToolResult:
    """Return the object that the command prints with --json, and its lines as a string."""
    if "error" in found:
        return _error(found["error"]["message"])
    groups = [found, *found.get("groups", ())]
    lines = [
        ": ".join(filter(None, (line["badge"] or line["label"], line["text"])))
        for group in groups
        for line in group.get("lines", ())
    ]
    known = [group["evidence"] for group in groups if group.get("evidence")]
    text = "\n".join([*lines, *known]) if lines else json.dumps(found["json"])
    return CallToolResult(content=[TextContent(type="text", text=text)], structured_content=found["json"])
