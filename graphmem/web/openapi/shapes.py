"""The bodies of requests that are read by hand, and which of a body's fields must be given together."""

from graphmem.web.openapi.fields import Described, narrowed
from graphmem.web.rpc_methods import METHODS

_OWNERS = ("user_id", "chat_id", "thread_id", "assistant_id", "org_id")
_TEXT = {"type": "string"}


def _any_of(*names: str) -> Described:
    return {"anyOf": [{"required": [name], "properties": {name: _TEXT}} for name in names]}


def _one_of(*names: str) -> Described:
    """Exactly one is given; the others are left out."""
    alone = [
        {
            "required": [name],
            "properties": {name: _TEXT, **{other: {"type": "null"} for other in names if other != name}},
        }
        for name in names
    ]
    return {"anyOf": alone}


# What is wanted beyond the single fields, by the name of the body.
WHOSE: dict[str, Described] = {
    "RememberRequest": _any_of(*_OWNERS),
    "RecallRequest": _any_of(*_OWNERS),
    "OpenRequest": _any_of("user_id"),
    "ForgetRequest": _one_of("memory_id", "thread_id", "person_id", "user_id"),
    "PersonPatch": {
        "anyOf": [
            {"required": ["name"]},
            {"required": ["add_aliases"], "properties": {"add_aliases": {"minItems": 1}}},
            {"required": ["remove_aliases"], "properties": {"remove_aliases": {"minItems": 1}}},
        ]
    },
    "SplitRequest": {
        "anyOf": [
            {"required": ["memory_ids"], "properties": {"memory_ids": {"minItems": 1}}},
            {"required": ["aliases"], "properties": {"aliases": {"minItems": 1}}},
        ]
    },
    "PostRequest": {
        "anyOf": [
            {
                "required": ["role", "content"],
                "properties": {"role": _TEXT, "content": _TEXT, "messages": {"type": "null"}},
            },
            {
                "required": ["messages"],
                "properties": {"messages": {"type": "array"}, "role": {"type": "null"}, "content": {"type": "null"}},
            },
        ]
    },
}

TOOL_BODY: Described = {
    "type": "object",
    "description": "`arguments`, and whose memories are meant; or the arguments themselves beside those.",
    "properties": {
        **{name: narrowed({"type": ["string", "null"]}, name, within="") for name in (*_OWNERS, "assistant_key")},
        "arguments": {
            "description": "An object, or the JSON text that a model wrote",
            "anyOf": [{"type": "object"}, {"type": "string", "contentMediaType": "application/json"}],
        },
    },
}
_CALL: Described = {
    "type": "object",
    "required": ["jsonrpc", "method"],
    "properties": {
        "jsonrpc": {"const": "2.0"},
        "id": {"type": ["string", "number", "null"], "description": "Left out, the call is a notification"},
        "method": {"enum": list(METHODS)},
        "params": {"type": ["object", "array"]},
    },
}
RPC_BODY: Described = {"anyOf": [_CALL, {"type": "array", "minItems": 1, "maxItems": 100, "items": _CALL}]}
