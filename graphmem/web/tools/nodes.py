"""The tools that users of the official MCP memory server know, on people and memories."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta, Struct, field

from graphmem.core.nodes import Bond, Nodes, bound, declared, is_person, nodes_of, observed
from graphmem.errors import InvalidInput
from graphmem.flows import browse, people
from graphmem.model import Json, Memory, MemoryId
from graphmem.ports.graph import Listing
from graphmem.web.api.shapes import MemoryItem
from graphmem.web.tools import arguments, memories
from graphmem.web.tools.memories import Caller
from graphmem.wiring import now

MOST_MEMORIES = 2_000  # looked at, the newest first: a graph that a model reads is no larger
_PAGE = 500
_FOUND = 20
Name = Annotated[str, Meta(max_length=100, description="The name of the entity")]


class EntityShape(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    """Somebody or something that is known."""

    name: Name
    entity_type: Annotated[str, Meta(max_length=100, description="person, organization, event, …")]
    observations: Annotated[list[str], Meta(max_length=100, description="What is known about it")]


class RelationShape(Struct, frozen=True, forbid_unknown_fields=True):
    """How two entities are related, in the active voice."""

    source: Name = field(name="from")
    to: Name
    relation_type: Annotated[str, Meta(max_length=100)] = field(name="relationType")


class Graph(Struct, frozen=True):
    entities: list[EntityShape]
    relations: list[RelationShape]


class Entities(Struct, frozen=True, forbid_unknown_fields=True):
    entities: Annotated[list[EntityShape], Meta(max_length=100)]


class Relations(Struct, frozen=True, forbid_unknown_fields=True):
    relations: Annotated[list[RelationShape], Meta(max_length=100)]


class Added(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    entity_name: Name
    contents: Annotated[list[str], Meta(max_length=100, description="What to add to it")]


class Additions(Struct, frozen=True, forbid_unknown_fields=True):
    observations: Annotated[list[Added], Meta(max_length=100)]


class Names(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    entity_names: Annotated[list[str], Meta(max_length=100)]


class Removed(Struct, frozen=True, rename="camel", forbid_unknown_fields=True):
    entity_name: Name
    observations: list[str]


class Removals(Struct, frozen=True, forbid_unknown_fields=True):
    deletions: Annotated[list[Removed], Meta(max_length=100)]


class Opened(Struct, frozen=True, forbid_unknown_fields=True):
    names: Annotated[list[str], Meta(max_length=100)]


class Query(Struct, frozen=True, forbid_unknown_fields=True):
    query: Annotated[str, Meta(description="What to look for, in words or as a question")]


class Nothing(Struct, frozen=True, forbid_unknown_fields=True):
    pass


class AddedShape(Struct, frozen=True, rename="camel"):
    entity_name: str
    added_observations: list[str]


class AddedAnswer(Struct, frozen=True):
    results: list[AddedShape]


class Done(Struct, frozen=True):
    status: str
    deleted: int


async def create_entities(caller: Caller, given: Entities) -> Entities:
    known = {name.casefold() for name in (await _nodes(caller)).names()}
    made = [entity for entity in given.entities if entity.name.casefold() not in known]
    items = []
    for entity in made:
        told = [observed(entity.name, entity.entity_type, text) for text in entity.observations]
        told = told or [declared(entity.name, entity.entity_type)]
        items += [_item(words, metadata, entity.name, entity.entity_type) for words, metadata in told]
    await _keep(caller, items)
    return Entities(made)


async def create_relations(caller: Caller, given: Relations) -> Relations:
    known = {_key(bond) for bond in (await _nodes(caller)).bonds}
    made = [r for r in given.relations if (r.source.casefold(), r.to.casefold(), r.relation_type) not in known]
    told = [bound(relation.source, relation.to, relation.relation_type) for relation in made]
    await _keep(caller, [MemoryItem(words, metadata=dict(metadata)) for words, metadata in told])
    return Relations(made)


async def add_observations(caller: Caller, given: Additions) -> AddedAnswer:
    nodes = await _nodes(caller)
    known = {name.casefold(): (name, kind) for name, kind in nodes.names().items()}
    items, results = [], []
    for place, added in enumerate(given.observations):
        if added.entity_name.casefold() not in known:
            raise InvalidInput(f"observations[{place}].entityName", f"there is no entity {added.entity_name!r}")
        name, kind = known[added.entity_name.casefold()]
        there = {note.observation for note in nodes.only([name]).notes}
        new = [text for text in dict.fromkeys(added.contents) if text not in there]
        items += [_item(*observed(name, kind, text), name, kind) for text in new]
        results.append(AddedShape(name, new))
    await _keep(caller, items)
    return AddedAnswer(results)


async def delete_entities(caller: Caller, given: Names) -> Done:
    nodes = await _nodes(caller)
    gone = {name.casefold() for name in given.entity_names}
    ids = [note.memory_id for note in nodes.notes if note.entity.casefold() in gone]
    ids += [b.memory_id for b in nodes.bonds if b.memory_id and {b.source.casefold(), b.target.casefold()} & gone]
    return await _delete(caller, ids)


async def delete_observations(caller: Caller, given: Removals) -> Done:
    gone = {(each.entity_name.casefold(), text) for each in given.deletions for text in each.observations}
    nodes = await _nodes(caller)
    return await _delete(
        caller, [note.memory_id for note in nodes.notes if (note.entity.casefold(), note.observation) in gone]
    )


async def delete_relations(caller: Caller, given: Relations) -> Done:
    gone = {(r.source.casefold(), r.to.casefold(), r.relation_type) for r in given.relations}
    bonds = (await _nodes(caller)).bonds
    return await _delete(caller, [bond.memory_id for bond in bonds if bond.memory_id and _key(bond) in gone])


async def read_graph(caller: Caller, _: Nothing) -> Graph:
    return _graph(await _nodes(caller))


async def search_nodes(caller: Caller, given: Query) -> Graph:
    nodes = await _nodes(caller)
    found = await memories.search(caller, arguments.Search(given.query, limit=_FOUND))
    ids = {memory.id for memory in found.memories}
    words = given.query.casefold()
    names = [name for name, kind in nodes.names().items() if words in name.casefold() or words == kind.casefold()]
    names += [note.entity for note in nodes.notes if note.memory_id in ids]
    names += [name for bond in nodes.bonds if bond.memory_id in ids for name in (bond.source, bond.target)]
    return _graph(nodes.only(names))


async def open_nodes(caller: Caller, given: Opened) -> Graph:
    return _graph((await _nodes(caller)).only(given.names))


async def _nodes(caller: Caller) -> Nodes:
    graph, scope = caller.parts.graph, caller.scope
    found: list[Memory] = []
    before: MemoryId | None = None
    while len(found) < MOST_MEMORIES:
        page, before = await browse.listed(scope, Listing(limit=_PAGE, before=before, now=now()), graph=graph)
        found += page
        if before is None:
            break
    known, _ = await people.listed(scope, limit=_PAGE, after=None, graph=graph)
    return nodes_of(list(reversed(found)), known, user=caller.whose.user_id or caller.whose.chat_id or "user")


def _graph(nodes: Nodes) -> Graph:
    said: dict[str, list[str]] = {name: [] for name in nodes.names()}
    for note in nodes.notes:
        if note.observation is not None:
            said[note.entity].append(note.observation)
    return Graph(
        [EntityShape(name, kind, said[name]) for name, kind in nodes.names().items()],
        [RelationShape(source=bond.source, to=bond.target, relation_type=bond.relation) for bond in nodes.bonds],
    )


def _item(words: str, metadata: Mapping[str, Json], name: str, kind: str) -> MemoryItem:
    subjects = [name.replace("_", " ")] if is_person(kind) else None
    return MemoryItem(words, metadata=dict(metadata), subjects=subjects)


async def _keep(caller: Caller, items: Sequence[MemoryItem]) -> None:
    """Keeps them all, or says which can't be kept."""
    results: list[Any] = await memories.kept(caller, list(items)) if items else []
    for result in results:
        if result.error is not None:
            raise InvalidInput(result.error.field.replace("memories", "observations"), result.error.message)


async def _delete(caller: Caller, ids: Sequence[MemoryId]) -> Done:
    gone = [await caller.parts.graph.delete(caller.scope, memory_id) for memory_id in dict.fromkeys(ids)]
    return Done("deleted", sum(gone))


def _key(bond: Bond) -> tuple[str, str, str]:
    return bond.source.casefold(), bond.target.casefold(), bond.relation
