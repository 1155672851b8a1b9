"""What an MCP client can read without calling a tool: people, memories, and the prompt."""

from collections.abc import Sequence
from typing import Any

import mcp_types as types

from graphmem.core.prompt import listing, one_line
from graphmem.errors import InvalidInput
from graphmem.flows import browse, people
from graphmem.model import MemoryId
from graphmem.ports.graph import Listing
from graphmem.web.api.common import id_of
from graphmem.web.api.listing import page_of
from graphmem.web.api.shapes import MemoriesAnswer, PersonShape, counted_shape, memory_shape
from graphmem.web.tools import arguments, memories
from graphmem.web.tools.memories import Caller
from graphmem.wiring import now

PEOPLE, MEMORIES = "graphmem://people", "graphmem://memories"
_JSON = "application/json"
RESOURCES = [
    types.Resource(uri=PEOPLE, name="people", description="The people in the user's life", mime_type=_JSON),
    types.Resource(uri=MEMORIES, name="memories", description="What is known, the newest first", mime_type=_JSON),
]
TEMPLATES = [
    types.ResourceTemplate(
        uri_template=f"{PEOPLE}/{{person_id}}",
        name="person",
        description="One person, and what is known about them",
        mime_type=_JSON,
    ),
    types.ResourceTemplate(
        uri_template=f"{MEMORIES}/{{memory_id}}", name="memory", description="One memory", mime_type=_JSON
    ),
]
PROMPT = types.Prompt(
    name="user_context",
    description="What is known about the user and the people in their life",
    arguments=[
        types.PromptArgument(name="query", description="What the conversation is about; everything when left out")
    ],
)
_MOST = 100
_IN_PROMPT = 30


async def read(uri: str, caller: Caller) -> Any:
    """What a resource holds."""
    folder, _, id_ = uri.removeprefix("graphmem://").partition("/")
    graph, scope = caller.parts.graph, caller.scope
    match (uri.startswith("graphmem://"), folder, id_):
        case (True, "people", ""):
            return await memories.known(caller, arguments.AnyPerson(limit=_MOST))
        case (True, "memories", ""):
            return await memories.listed(caller, arguments.ListMemories(limit=_MOST))
        case (True, "memories", memory_id):
            return memory_shape(await browse.shown(scope, MemoryId(id_of(memory_id, field="uri")), graph=graph))
        case (True, "people", person_id):
            person = await people.shown(scope, id_of(person_id, field="uri"), graph=graph)
            known: MemoriesAnswer = await page_of(
                scope, Listing(person=person.id, limit=_MOST, now=now()), parts=caller.parts
            )
            return {"person": counted_shape(person), "memories": known.memories}
        case _:
            raise InvalidInput("uri", f"there is nothing at {uri[:100]!r}; there is {PEOPLE} and {MEMORIES}")


async def context(query: str | None, caller: Caller) -> str:
    """A text that tells a model what is known, of a subject or at all."""
    who: Sequence[PersonShape]
    if query:
        found = await memories.recall(caller, arguments.Recall(query, limit=_IN_PROMPT))
        block, who = found.context, found.people
    else:
        wanted = Listing(limit=_IN_PROMPT, now=now())
        newest, _ = await browse.listed(caller.scope, wanted, graph=caller.parts.graph)
        block, who = listing(newest), (await memories.known(caller, arguments.AnyPerson())).people
    people = [
        f"- {one_line(person.name or 'somebody')}" + (f" ({', '.join(person.relations)})" if person.relations else "")
        for person in who
    ]
    parts = [block or "Nothing is known about this yet.", "\n".join(("## People", *people)) if people else ""]
    return "\n\n".join(part for part in parts if part)
