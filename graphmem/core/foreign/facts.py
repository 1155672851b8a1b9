"""Facts as the official MCP memory server and mem0 keep them."""

from collections.abc import Iterator, Mapping
from typing import Any

from graphmem.core.claims import LONGEST_LABEL, MOST_LABELS, Statement
from graphmem.core.foreign.items import Fact, Item, Unread, list_of, mapping_of, moment_of, text_of
from graphmem.core.nodes import bound, declared, is_person, observed

_NO_FACT = "holds no fact"


def of_mcp_memory(line: Mapping[str, Any], where: str) -> Iterator[Item]:
    """The observations of an entity, or a relation: a line of the MCP memory server's file."""
    kind = line.get("type")
    if kind == "relation":
        source, target, relation = (text_of(line.get(name)) for name in ("from", "to", "relationType"))
        if not (source and target and relation):
            yield Unread(where, _NO_FACT)
            return
        words, metadata = bound(source, target, relation)
        yield Fact(
            where=where,
            mark=f"relation\x1f{source}\x1f{relation}\x1f{target}",
            statement=Statement(content=words, metadata=dict(metadata)),
        )
        return
    name, entity_type = text_of(line.get("name")), text_of(line.get("entityType")) or "entity"
    if kind != "entity" or not name:
        yield Unread(where, _NO_FACT)
        return
    subjects = [name.replace("_", " ")] if is_person(entity_type) else None
    told = [observed(name, entity_type, text) for text in list_of(line.get("observations")) if text_of(text).strip()]
    for words, metadata in told or [declared(name, entity_type)]:
        yield Fact(
            where=where,
            mark=f"entity\x1f{name}\x1f{words}",
            statement=Statement(content=words, metadata=dict(metadata), subjects=subjects),
        )


def of_mem0(item: Mapping[str, Any], where: str) -> Iterator[Item]:
    """A memory of mem0's."""
    words = text_of(item.get("memory")) or text_of(item.get("data"))
    if not words.strip():
        yield Unread(where, "is a relation of mem0's graph" if "relationship" in item else _NO_FACT)
        return
    tags = [tag for tag in list_of(item.get("categories")) if isinstance(tag, str) and tag.strip()]
    yield Fact(
        where=where,
        mark=text_of(item.get("id")) or words,
        statement=Statement(
            content=words,
            tags=[tag[:LONGEST_LABEL] for tag in tags][:MOST_LABELS],
            metadata=dict(mapping_of(item.get("metadata"))),
            said_at=moment_of(item.get("created_at")),
        ),
        user=text_of(item.get("user_id")) or None,
        assistant=text_of(item.get("agent_id")) or None,
    )
