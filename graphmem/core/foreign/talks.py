"""Conversations as ChatGPT and Claude export them."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from graphmem.core.foreign.items import Item, Talk, Unread, list_of, mapping_of, moment_of, text_of
from graphmem.core.messages import Draft

_NO_TALK = "holds no conversation"
_NOT_SAID = "not said by either of the two"
_NO_WORDS = "holds no words"
_ROLES = {"user": "user", "human": "user", "assistant": "assistant"}


def of_chatgpt(item: Mapping[str, Any], where: str) -> Iterator[Item]:
    """The conversation as it was shown last: of an answer that was asked for again, or a message that was edited,
    only the branch that leads to its end."""
    mapping = item.get("mapping")
    id_ = text_of(item.get("conversation_id")) or text_of(item.get("id"))
    if not isinstance(mapping, dict) or not id_:
        yield Unread(where, _NO_TALK)
        return
    began = moment_of(item.get("create_time"))
    drafts: list[Draft] = []
    skipped: Counter[str] = Counter()
    last = began
    for key, node in _branch(mapping, text_of(item.get("current_node"))):
        message = mapping_of(node.get("message"))
        role = _ROLES.get(text_of(mapping_of(message.get("author")).get("role")))
        words = _parts(mapping_of(message.get("content")))
        hidden = mapping_of(message.get("metadata")).get("is_visually_hidden_from_conversation") is True
        if not message:
            continue
        if role is None or hidden or message.get("recipient", "all") != "all":
            skipped[_NOT_SAID] += 1
        elif not words.strip():
            skipped[_NO_WORDS] += 1
        else:
            last = moment_of(message.get("create_time")) or last
            drafts.append(Draft(role=role, content=words, id=text_of(message.get("id")) or key, said_at=last))
    yield _talk(where, f"chatgpt-{id_}", item.get("title"), began, drafts, skipped)


def of_claude(item: Mapping[str, Any], where: str) -> Iterator[Item]:
    """The conversation with what both said; neither files nor thoughts."""
    messages, id_ = item.get("chat_messages"), text_of(item.get("uuid"))
    if not isinstance(messages, list) or not id_:
        yield Unread(where, _NO_TALK)
        return
    began = moment_of(item.get("created_at"))
    drafts: list[Draft] = []
    skipped: Counter[str] = Counter()
    last = began
    for place, message in enumerate(map(mapping_of, messages)):
        role = _ROLES.get(text_of(message.get("sender")))
        blocks = [mapping_of(block) for block in list_of(message.get("content"))]
        words = "\n".join(text_of(block.get("text")) for block in blocks if block.get("type") == "text")
        words = words if words.strip() else text_of(message.get("text"))
        if role is None:
            skipped[_NOT_SAID] += 1
        elif not words.strip():
            skipped[_NO_WORDS] += 1
        else:
            last = moment_of(message.get("created_at")) or last
            mark = text_of(message.get("uuid")) or str(place)
            drafts.append(Draft(role=role, content=words, id=mark, said_at=last))
    yield _talk(where, f"claude-{id_}", item.get("name"), began, drafts, skipped)


def _talk(where: str, id_: str, title: Any, at: Any, drafts: list[Draft], skipped: Counter[str]) -> Talk:
    return Talk(where=where, id=id_, title=text_of(title)[:200] or None, at=at, drafts=tuple(drafts), skipped=skipped)


def _branch(mapping: Mapping[str, Any], leaf: str) -> list[tuple[str, Mapping[str, Any]]]:
    """The nodes from the root to the leaf; without a leaf, along the newest children."""
    if leaf not in mapping:
        leaf = _newest(mapping)
    found: list[tuple[str, Mapping[str, Any]]] = []
    seen: set[str] = set()
    while leaf in mapping and leaf not in seen:
        seen.add(leaf)
        node = mapping_of(mapping[leaf])
        found.append((leaf, node))
        leaf = text_of(node.get("parent"))
    return found[::-1]


def _newest(mapping: Mapping[str, Any]) -> str:
    key = next((key for key, node in mapping.items() if not mapping_of(node).get("parent")), "")
    seen: set[str] = set()
    while key not in seen:
        seen.add(key)
        children = [child for child in list_of(mapping_of(mapping.get(key)).get("children")) if child in mapping]
        if not children:
            break
        key = children[-1]
    return key


def _parts(content: Mapping[str, Any]) -> str:
    """The words of a message; pictures and files have none."""
    if content.get("content_type") not in ("text", "multimodal_text", None):
        return ""
    parts = list_of(content.get("parts"))
    spoken = [part.get("text") if isinstance(part, dict) else part for part in parts]
    return "\n".join(part for part in spoken if isinstance(part, str) and part.strip())
