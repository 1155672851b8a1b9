"""What each field and parameter may be, by its name: the rules of `core` in the words of JSON Schema."""

from typing import Any

from graphmem.core.attempts import LONGEST_KEY
from graphmem.core.claims import LONGEST_LABEL, LONGEST_REF, MOST_LABELS
from graphmem.core.foreign.items import FORMATS
from graphmem.core.messages import LONGEST_MESSAGE, MOST_MESSAGES
from graphmem.core.text import LONGEST_CONTENT
from graphmem.model import Kind, MessageStatus, OwnerType, Role, RunStatus
from graphmem.settings import TENANT
from graphmem.web.api.common import LONGEST_LOOK
from graphmem.web.tools.table import TOOLS

Described = dict[str, Any]
_IN_TEXT = r"[^\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]"
_IN_LINE = r"[^\x00-\x1f\x7f-\x9f]"
_IN_PATH = r"[^\x00-\x1f\x7f-\x9f/]"
# Written out, since regular expressions differ in what they take for white space.
_SEEN = r"[^\x00-\x20\x7f-\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"
_ID = r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"


def _text(longest: int, *, letter: str = _IN_TEXT, seen: str = _SEEN) -> Described:
    """A text that isn't blank and holds no control characters."""
    return {"minLength": 1, "maxLength": longest, "pattern": f"^{letter}*{seen}{letter}*$"}


_CONTENT, _LABEL = _text(LONGEST_CONTENT), _text(LONGEST_LABEL)
_REF = _text(LONGEST_REF, letter=_IN_LINE)
_PATH_REF = _text(LONGEST_REF, letter=_IN_PATH, seen=_SEEN.replace("]", "/]"))
_UUID = {"format": "uuid"}
_SHARE = {"minimum": 0, "maximum": 1}
_LABELS = {"maxItems": MOST_LABELS, "items": _LABEL}
_SOME_KIND = {"enum": [str(kind) for kind in Kind]}

FIELDS: dict[str, Described] = {
    **dict.fromkeys(("user_id", "chat_id", "org_id", "assistant_id", "owner_id", "assistant_key"), _REF),
    **dict.fromkeys(("thread_id", "message_id", "id"), _PATH_REF),
    **dict.fromkeys(("memory_id", "person_id", "change_id", "cursor", "touched", "into", "other"), _UUID),
    **dict.fromkeys(("content", "query", "words"), _CONTENT),
    **dict.fromkeys(("person", "name", "expires_in"), _LABEL),
    **dict.fromkeys(("tags", "subjects", "add_aliases", "remove_aliases", "aliases"), _LABELS),
    **dict.fromkeys(("confidence", "importance", "min_confidence"), _SHARE),
    "kind": {**_SOME_KIND, "items": _SOME_KIND},
    "key": {"minLength": 1},
    "owner_type": {"enum": [str(type_) for type_ in OwnerType]},
    "role": {"enum": [str(role) for role in Role]},
    "expires_days": {"exclusiveMinimum": 0, "maximum": 36_500},
    "min_relevance": {"minimum": 0, "maximum": 1},
    "min_similarity": {"minimum": -1, "maximum": 1},
    "memories": {"minItems": 1, "maxItems": 1_000},
    "messages": {"minItems": 1, "maxItems": MOST_MESSAGES},
    "memory_ids": {"maxItems": 1_000, "items": _UUID, "pattern": f"^({_ID}(,{_ID}){{0,20}})?$"},
    "idempotency-key": {"minLength": 1, "maxLength": LONGEST_KEY},
}
# Where a name means something else than elsewhere.
IN: dict[tuple[str, str], Described] = {
    ("MessageItem", "content"): _text(LONGEST_MESSAGE),
    ("MessageItem", "status"): {"enum": [str(status) for status in MessageStatus]},
    ("PostRequest", "content"): _text(LONGEST_MESSAGE),
    ("PostRequest", "status"): {"enum": [str(status) for status in MessageStatus]},
    ("FinishRequest", "content"): _text(LONGEST_MESSAGE),
    ("FinishRequest", "status"): {"enum": [str(MessageStatus.COMPLETED), str(MessageStatus.FAILED)]},
    ("ForgetRequest", "thread_id"): _REF,
    ("/v1/memories", "status"): {"enum": ["active", "deprecated", "all"]},
    ("/v1/extractions", "status"): {"enum": [str(status) for status in RunStatus]},
    ("/v1/changes", "kind"): {},
    ("/v1/cypher", "query"): _text(LONGEST_LOOK),
    ("/v1/recall", "query"): _text(LONGEST_LOOK),
    ("/v1/graph", "person"): _UUID,
    ("/v1/export", "user_id"): {"items": _REF},
    ("/v1/import", "format"): {"enum": ["auto", *FORMATS]},
    ("/v1/threads/{thread_id}/messages", "cursor"): {},
    ("/v1/tools/{name}", "name"): {"enum": list(TOOLS)},
    ("/v1/threads", "cursor"): _PATH_REF,
    ("/v1/queries/{name}", "name"): {},
    ("NewKey", "role"): {},
    ("NewKey", "expires"): _LABEL,
    ("NewKey", "tenant"): {"pattern": f"^{TENANT.pattern}$"},
    ("NewKey", "without_tools"): {"items": {"enum": list(TOOLS)}},
    ("/v1/keys", "tenant"): {"pattern": f"^{TENANT.pattern}$"},
}


def narrowed(schema: Described, name: str, *, within: str) -> Described:
    """The schema of a field or parameter, with what it may be."""
    rule = IN.get((within, name), FIELDS.get(name.lower(), {}))
    if "anyOf" in schema:
        return {**schema, "anyOf": [_ruled(branch, rule) for branch in schema["anyOf"]]}
    return _ruled(schema, rule)


_FOR = {
    "string": ("minLength", "maxLength", "pattern", "format", "enum"),
    "number": ("minimum", "maximum", "exclusiveMinimum"),
    "array": ("minItems", "maxItems"),
}


def _ruled(schema: Described, rule: Described) -> Described:
    kind = schema.get("type")
    told = {word: rule[word] for word in _FOR.get(str(kind), ()) if word in rule}
    if kind == "array" and "items" in rule:
        told["items"] = _ruled(schema.get("items", {}), rule["items"])
    return {**schema, **told}
