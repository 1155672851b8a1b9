"""Which errors a route may answer with."""

from collections.abc import Iterator

WORDS = {
    400: "The request can't be taken as it is; `details` names the fields",
    401: "No key, or not a valid one",
    403: "The tool is turned off, or only an administrator's key may do this",
    404: "It doesn't exist, or the caller may not see it",
    409: "It can't be done to things as they are now",
    413: "The body is too large",
    422: "It took too long or too much memory, and was ended",
    502: "The language model gave no answer",
    503: "A part can't be reached now; try again",
    507: "The disk of the graph is full: nothing is written, reading goes on",
}
_MORE: dict[tuple[str, str], tuple[int, ...]] = {
    ("post", "/v1/threads"): (409,),
    ("post", "/v1/threads/{thread_id}/messages"): (409,),
    ("patch", "/v1/threads/{thread_id}/messages/{message_id}"): (409,),
    ("post", "/v1/chat/completions"): (409, 502),
    ("get", "/v1/forget"): (404,),
    ("post", "/v1/forget"): (404, 409),
    ("get", "/v1/cypher"): (422,),
    ("post", "/v1/cypher"): (422,),
    ("post", "/v1/changes/{change_id}/undo"): (409,),
    ("patch", "/v1/memories/{memory_id}"): (409,),
    ("post", "/v1/memories/{memory_id}/reassign"): (409,),
    ("post", "/v1/memories/{memory_id}/restore"): (409,),
    ("post", "/v1/memories/{memory_id}/conflict"): (409,),
    ("patch", "/v1/people/{person_id}"): (409,),
    ("post", "/v1/people/{person_id}/merge"): (409,),
    ("post", "/v1/people/{person_id}/apart"): (409,),
    ("post", "/v1/people/{person_id}/split"): (409,),
    ("post", "/v1/tools/{name}"): (403,),
}


def errors_of(method: str, path: str, *, takes: bool, body: bool, keyed: bool, guarded: bool) -> Iterator[int]:
    """The statuses beside the good one, in order."""
    found = set(_MORE.get((method, path), ()))
    if takes:
        found.add(400)
    if keyed:
        found |= {401, 503}
        if method != "get":
            found.add(507)
    if guarded:
        found.add(403)
    if "{" in path:
        found.add(404)
    if body:
        found.add(413)
    yield from sorted(found)
