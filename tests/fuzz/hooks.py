"""What schemathesis has to know about us beyond the description."""

import re
from typing import Any

import schemathesis
from schemathesis import Case, CheckContext, HookContext, Response
from schemathesis.core.failures import AcceptedNegativeData
from schemathesis.specs.openapi.checks import negative_data_rejection, positive_data_acceptance

OWNERS = ("user_id", "chat_id", "thread_id", "assistant_id", "org_id")
USER = "somebody"
# Rules about what a request says that JSON Schema has no words for.
RULES = re.compile(
    r"say whose|give one of memory_id"  # one of several parameters of an address must be given
    r"|is needed when owner_type|the thread has no (assistant|chat)"  # it depends on the thread
    r"|is not called|is their name|nobody is known as|is no memory about|is not one of this owner's people"
    r"|is the same person|belongs to somebody else|leads nowhere|is given twice"  # it depends on what is there
    r"|lies in the (future|past)|100 years ahead"  # it depends on the clock
    r"|Invalid RFC3339"  # schemathesis makes an empty text of a date here and there
    r"|is no time zone|is no duration"  # names of zones; lengths of time in words
    r"|holds more than \d+ values"  # counted through every level of the metadata
    r"|must hold 1 to 100 letters or digits"  # of any script, counted when all else is taken out
    r"|holds no message of the user"
    r"|at most 64 bits|outside of the years|levels deep"  # of what is passed on or kept as it is
    r"|can't be for one user"  # it depends on the role
    r"|GRAPHMEM_CYPHER_|is not of an answer in this order"  # settings; the answer before
    r"|the file is empty|holds no JSON"  # its lines are described in docs/import-export.md
)
# Numbers and truth values may come as text, and 0 or 1 for false and true: litestar is lenient about it.
LENIENT = re.compile(r"^(0|1|true|false|null|-?\d+(\.\d+)?([eE][-+]?\d+)?)$", re.IGNORECASE)


@schemathesis.hook
def map_query(context: HookContext, query: dict[str, object] | None) -> dict[str, object] | None:
    """Names somebody where nobody is named: else most requests would end there."""
    operation = context.operation
    takes = operation is not None and any(parameter.name == "user_id" for parameter in operation.query)
    if takes and not any(name in (query or {}) for name in OWNERS):
        return {**(query or {}), "user_id": USER}
    return query


@schemathesis.check
def accepted_unless_a_rule_says_no(context: CheckContext, response: Response, case: "Case[Any]") -> bool | None:
    """What fits the description is taken, but for a secret, wrong Cypher, and what only a rule can tell."""
    if response.status_code == 400 and response.text.startswith("Invalid HTTP request"):
        return None  # what no server reads as a request never came to us
    if response.status_code == 422 and response.json()["error"]["code"] == "idempotency_key_reused":
        return None  # it depends on the requests before
    if response.status_code == 400:
        error = response.json()["error"]
        problems = [detail["problem"] for detail in error["details"]] or [error["message"]]
        if "null" in map(str, (case.path_parameters or {}).values()):  # an id that the answer before didn't have
            return None
        of_a_tool = case.operation.path == "/v1/tools/{name}"  # what it takes is told by GET /v1/tools
        if (
            of_a_tool
            or error["code"] in ("sensitive", "query_wrong")
            or all(RULES.search(problem) for problem in problems)
        ):
            return None
    return positive_data_acceptance(context, response, case)


@schemathesis.check
def rejected_unless_it_is_meant_kindly(context: CheckContext, response: Response, case: "Case[Any]") -> bool | None:
    """What doesn't fit the description is refused, but for a number or truth value in another guise."""
    try:
        return negative_data_rejection(context, response, case)
    except AcceptedNegativeData as failure:
        in_body = re.search(r"in body - ([\w.\[\]]+): Incorrect type", failure.message)
        in_query = re.search(r"parameter `(\w+)` in query - (?:violates `type`|incorrect type)", failure.message)
        if in_body is None and in_query is None:
            raise
        value = _value(case.body, in_body[1]) if in_body else (case.query or {}).get(in_query[1])  # type: ignore[index]
        guises = value if isinstance(value, list) else [value]
        if not all(LENIENT.match("null" if guise is None else str(guise)) for guise in guises):
            raise
    return None


def _value(body: Any, path: str) -> Any:
    for step in re.findall(r"\w+", path):
        try:
            body = body[int(step)] if isinstance(body, list) else body[step]
        except (KeyError, IndexError, TypeError, ValueError):
            return ""
    return body
