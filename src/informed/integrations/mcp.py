"""Questions for an assistant: a server of the Model Context Protocol over standard input and output.

Each question of `informed` is a tool, described by its declaration; the answer is the screen that a person would read,
with its JSON beside it. Nothing is written, and only files below one folder are read.
"""

import json
import sys
from functools import partial
from pathlib import Path
from typing import Any

import anyio
from mcp import Tool, stdio_server, types
from mcp.server.lowlevel import Server

from informed._version import __version__
from informed.asking.declared import question_named
from informed.asking.requests import answered, asked_of
from informed.core.errors import InputError
from informed.questions import ASKS

ABOUT = """Is a predictor informed, or is it guessing? Ask about files of labels, scores, ratings or logs, by their
names below {folder}; or about a table of counts, written as rows: "30 10; 5 55". Say sentences of the answer as they
are: they are tested, and hold as often as they say."""
LARGEST = 200_000  # characters of JSON that are handed over beside the screen


def server(folder: Path) -> Server[Any]:
    """The server for the files below a folder."""

    async def tools(context: Any, params: Any) -> types.ListToolsResult:
        return types.ListToolsResult(tools=[_tool(name) for name in ASKS])

    async def call(context: Any, params: types.CallToolRequestParams) -> types.CallToolResult:
        ask = partial(answered, params.name, params.arguments or {}, folder)
        try:
            found, screen = await anyio.to_thread.run_sync(ask)
        except InputError as error:
            return types.CallToolResult(content=[types.TextContent(text=str(error))], is_error=True)
        plain = json.loads(written) if len(written := found.to_json()) <= LARGEST else None
        return types.CallToolResult(content=[types.TextContent(text=screen)], structured_content=plain)

    about = ABOUT.format(folder=folder.resolve().name or "/")
    return Server("informed", version=__version__, instructions=about, on_list_tools=tools, on_call_tool=call)


def _tool(name: str) -> Tool:
    about = f"{ASKS[name]} {question_named(name).about}"
    return Tool(name=name, description=about, input_schema=asked_of(name), annotations=_reads())


def _reads() -> types.ToolAnnotations:
    return types.ToolAnnotations(read_only_hint=True, open_world_hint=False)


def serve(folder: Path) -> None:
    """Answer until standard input ends."""
    if sys.stdin is None or sys.stdout is None:
        raise InputError(
            "--mcp reads standard input and writes standard output, and one of them is closed; leave both open"
        )

    async def run() -> None:
        here = server(folder)
        async with stdio_server() as (read, write):
            await here.run(read, write, here.create_initialization_options())

    anyio.run(run)
