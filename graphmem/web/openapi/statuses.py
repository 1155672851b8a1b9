"""Which errors a route may answer with."""

from collections.abc import Iterator

WORDS = {
    400: "The request can't be taken as it is; `details` names the fields",
    401: "No key, or not a valid one",
    403: "This key may not do this: it has another role, only reads, is for one user, or was made without the tool",
    404: "It doesn't exist, or the caller may not see it",
    408: "The body did not come in time",
    409: "It can't be done to things as they are now, or one of them can't be read",
    413: "The body is too large",
    422: "It took too long or too much memory, its answer can't be told, or its key came with another request",
    429: "Too many requests at once, or too many wrong keys: `Retry-After` says when to try again",
    502: "The language model gave no answer",
    503: "A part can't be reached now; try again",
    507: "The disk of the graph is full: nothing is written, reading goes on",
}
_MORE: dict[tuple[str, str], tuple[int, ...]] = {
    ("post", "/v1/memories"): (422,),
    ("post", "/v1/threads"): (404,),
    ("post", "/v1/threads/{thread_id}/messages"): (422,),
    ("post", "/v1/threads/{thread_id}/memories"): (422,),
    ("post", "/v1/chat/completions"): (404, 502),
    ("get", "/v1/forget"): (404,),
    ("post", "/v1/forget"): (404,),
    ("get", "/v1/cypher"): (422,),
    ("post", "/v1/cypher"): (422,),
    ("get", "/v1/queries/{name}"): (422,),
}


def errors_of(method: str, path: str, *, takes: bool, body: bool, keyed: bool, guarded: bool) -> Iterator[int]:
    """The statuses beside the good one, in order."""
    found = set(_MORE.get((method, path), ()))
    if takes:
        found.add(400)
    if keyed:
        found |= {401, 409, 429, 503}
        if method != "get":
            found.add(507)
    if guarded:
        found.add(403)
    if "{" in path:
        found.add(404)
    if body:
        found |= {408, 413}
    yield from sorted(found)
