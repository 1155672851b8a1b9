"""What schemathesis has to know about us beyond the description."""

import re
from typing import Any

import schemathesis
from schemathesis import Case, CheckContext, HookContext, Response
from schemathesis.specs.openapi.checks import positive_data_acceptance

OWNERS = ("user_id", "chat_id", "thread_id", "assistant_id", "org_id")
USER = "somebody"
# Rules about what a request says that JSON Schema has no words for.
RULES = re.compile(
    r"say whose memor"  # one of several parameters of an address must be given
    r"|is needed when owner_type"
    r"|the thread has no assistant"
    r"|is not the thread's user"
    r"|lies in the future"
    r"|is no time zone"
    r"|when .* ends|no duration|a duration"  # expiry in words
    r"|holds more than \d+ values"  # metadata, counted through every level
    r"|holds no message of the user"
    r"|must hold 1 to 100 letters"
    r"|there is no entity"
    r"|say what to change"
)


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
    """What fits the description is taken, but for a secret and what only a rule can tell."""
    if response.status_code == 400:
        error = response.json()["error"]
        problems = [detail["problem"] for detail in error["details"]] or [error["message"]]
        if error["code"] == "sensitive" or all(RULES.search(problem) for problem in problems):
            return None
    return positive_data_acceptance(context, response, case)
