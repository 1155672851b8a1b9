"""Which errors a route may answer with."""

from collections.abc import Iterator

WORDS = {
    400: "The request can't be taken as it is; `details` names the fields",
    401: "No key, or not a valid one",
    403: "The tool is turned off, or only an administrator's key may do this",
    404: "It doesn't exist, or the caller may not see it",
    409: "It can't be done to things as they are now, or one of them can't be read",
    413: "The body is too large",
    422: "It took too long or too much memory, and was ended",
    502: "The language model gave no answer",
    503: "A part can't be reached now; try again",
}
_MORE: dict[tuple[str, str], tuple[int, ...]] = {
    ("post", "/v1/chat/completions"): (502,),
    ("get", "/v1/forget"): (404,),
    ("post", "/v1/forget"): (404,),
    ("get", "/v1/cypher"): (422,),
    ("post", "/v1/cypher"): (422,),
    ("post", "/v1/tools/{name}"): (403,),
}


def errors_of(method: str, path: str, *, takes: bool, body: bool, keyed: bool, guarded: bool) -> Iterator[int]:
    """The statuses beside the good one, in order."""
    found = set(_MORE.get((method, path), ()))
    if takes:
        found.add(400)
    if keyed:
        found |= {401, 409, 503}
    if guarded:
        found.add(403)
    if "{" in path:
        found.add(404)
    if body:
        found.add(413)
    yield from sorted(found)
