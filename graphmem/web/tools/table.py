"""The one table of tools, which every protocol reads."""

from collections.abc import Awaitable, Callable, Collection, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import msgspec
from msgspec import Struct

from graphmem.core.rights import TOOL_RIGHTS, Right
from graphmem.errors import Conflict, InvalidInput, SetupError, ToolOff, UnknownMemory, UnknownPerson, UnknownTool
from graphmem.web.errors import problem_in
from graphmem.web.tools import arguments, memories, nodes
from graphmem.web.tools.answers import refusal
from graphmem.web.tools.memories import Caller

Do = Callable[[Caller, Any], Awaitable[Any]]


class Profile(StrEnum):
    """Which tools an agent gets."""

    AGENT = "agent"
    MCP = "mcp"
    GRAPH = "graph"  # the names of the official MCP memory server


AGENT, MCP, GRAPH = (frozenset([profile]) for profile in Profile)


@dataclass(frozen=True, slots=True)
class Tool:
    """One thing that an agent can do."""

    name: str
    description: str
    takes: type[Struct]
    do: Do
    profiles: frozenset[Profile]

    @property
    def right(self) -> Right:
        return TOOL_RIGHTS.get(self.name, Right.READ)


_KEEP = (
    "Keep a fact about the user or the people in their life for later conversations: preferences, people, dates, "
    "plans, anything they ask to be remembered. Never passwords, keys or other secrets."
)
_TOOLS = [
    Tool("remember", f"{_KEEP} Takes one fact or several.", arguments.Remember, memories.remember, AGENT | MCP),
    Tool("save_memory", _KEEP, arguments.Fact, memories.save, AGENT),
    Tool("create_memory", _KEEP, arguments.Fact, memories.save, AGENT),
    Tool("update_memory", "Correct a memory; what is left out stays.", arguments.Update, memories.update, AGENT),
    Tool("delete_memory", "Delete a memory for good.", arguments.OneMemory, memories.delete, AGENT),
    Tool(
        "forget_memory",
        "Delete a memory for good because the user wants it forgotten.",
        arguments.OneMemory,
        memories.delete,
        AGENT,
    ),
    Tool("list_memories", "List memories, newest first.", arguments.ListMemories, memories.listed, AGENT),
    Tool(
        "search_memory",
        "Find memories by meaning and by words, the best first.",
        arguments.Search,
        memories.search,
        AGENT,
    ),
    Tool(
        "memory",
        "Save, fetch or delete memories of the user.",
        arguments.MemoryTool,
        memories.memory,
        AGENT,
    ),
    Tool(
        "recall",
        "What is known that bears on a question, with a block for the prompt. Call it before answering.",
        arguments.Recall,
        memories.recall,
        MCP,
    ),
    Tool("search", "Find memories by meaning and by words.", arguments.Search, memories.search, MCP),
    Tool("list", "List memories, newest first.", arguments.ListMemories, memories.listed, MCP),
    Tool("forget", "Delete a memory for good.", arguments.OneMemory, memories.delete, MCP),
    Tool("people", "People in the user's life, or one of them.", arguments.AnyPerson, memories.known, MCP),
    Tool("history", "Every version of a fact, oldest first.", arguments.OneMemory, memories.history, MCP),
    Tool(
        "why",
        "Why a memory is believed: the words, what was read from them, what it replaced.",
        arguments.OneMemory,
        memories.why,
        MCP,
    ),
    Tool("create_entities", "Make new entities, each with observations.", nodes.Entities, nodes.create_entities, GRAPH),
    Tool("create_relations", "Relate entities to each other.", nodes.Relations, nodes.create_relations, GRAPH),
    Tool("add_observations", "Add observations to entities.", nodes.Additions, nodes.add_observations, GRAPH),
    Tool(
        "delete_entities",
        "Delete entities with all that is known of them, for good.",
        nodes.Names,
        nodes.delete_entities,
        GRAPH,
    ),
    Tool(
        "delete_observations",
        "Delete observations of entities for good.",
        nodes.Removals,
        nodes.delete_observations,
        GRAPH,
    ),
    Tool(
        "delete_relations",
        "Delete relations for good.",
        nodes.Relations,
        nodes.delete_relations,
        GRAPH,
    ),
    Tool("read_graph", "All entities and relations.", nodes.Nothing, nodes.read_graph, GRAPH),
    Tool("search_nodes", "Find entities by meaning and words.", nodes.Query, nodes.search_nodes, GRAPH),
    Tool("open_nodes", "Entities by their names.", nodes.Opened, nodes.open_nodes, GRAPH),
]
TOOLS: Mapping[str, Tool] = {tool.name: tool for tool in _TOOLS}


def check_names(off: Collection[str], *, told_in: str = "GRAPHMEM_TOOLS_OFF") -> None:
    """Raises when something is turned off that there isn't."""
    unknown = [name for name in off if name not in TOOLS]
    if unknown:
        raise SetupError(
            f"{told_in}: there is no tool {unknown[0][:60]!r}", [f"the tools are {', '.join(sorted(TOOLS))}"]
        )


def of(profiles: Collection[Profile]) -> list[Tool]:
    """The tools of these profiles."""
    return [tool for tool in _TOOLS if tool.profiles & set(profiles)]


def offered(profiles: Collection[Profile], caller: Caller) -> list[Tool]:
    """Those of them that the caller may use."""
    rights = (Right.READ, Right.EACH) if caller.holder.grant.read_only else tuple(Right)
    return [tool for tool in of(profiles) if not caller.off(tool.name) and tool.right in rights]


async def use(name: str, given: Mapping[str, Any], caller: Caller) -> Any:
    """The tool's answer; what a rule says no to is an answer too, with `status` error."""
    tool = TOOLS.get(name)
    if tool is None:
        raise UnknownTool(name)
    if caller.off(name):
        raise ToolOff(name)
    caller.holder.grant.check(tool.right)
    _ = caller.scope  # raises when nobody is named: that is for the caller to mend, not for the model
    try:
        taken = msgspec.convert(given, tool.takes, strict=False)
    except msgspec.ValidationError as error:
        problem = problem_in(str(error))
        raise InvalidInput(problem.field or "arguments", problem.problem) from error
    try:
        return await tool.do(caller, taken)
    except (InvalidInput, UnknownMemory, UnknownPerson, Conflict) as error:
        return refusal(error, getattr(taken, "memory_id", None))
