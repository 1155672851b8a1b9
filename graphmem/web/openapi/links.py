"""Which answer leads to which next request: an id that one gives is what another takes."""

from collections.abc import Iterable

from graphmem.web.openapi.fields import Described

# By the answer: the parameter that it gives, and where in it.
_GIVES: dict[tuple[str, str], tuple[str, str]] = {
    ("post", "/v1/memories"): ("memory_id", "$response.body#/results/0/memory_id"),
    ("get", "/v1/memories"): ("memory_id", "$response.body#/memories/0/id"),
    ("get", "/v1/people"): ("person_id", "$response.body#/people/0/id"),
    ("get", "/v1/changes"): ("change_id", "$response.body#/changes/0/id"),
    ("patch", "/v1/memories/{memory_id}"): ("change_id", "$response.body#/change_id"),
    ("patch", "/v1/people/{person_id}"): ("change_id", "$response.body#/change_id"),
    ("post", "/v1/threads"): ("thread_id", "$response.body#/id"),
    ("post", "/v1/threads/{thread_id}/messages"): ("message_id", "$response.body#/messages/0/id"),
}


def links_of(method: str, path: str, operations: Iterable[tuple[str, str, str]]) -> Described:
    """The links of an answer, to those of the operations (method, path, id) that take what it gives."""
    if (method, path) not in _GIVES:
        return {}
    name, where = _GIVES[method, path]
    found: Described = {}
    for _, other, operation_id in operations:
        if f"{{{name}}}" in other and other != path:
            parameters = {name: where}
            if name == "message_id":
                parameters["thread_id"] = "$response.body#/thread/id"
            found[operation_id] = {"operationId": operation_id, "parameters": parameters}
    return found
