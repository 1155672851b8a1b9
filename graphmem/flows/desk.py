"""Answers an analyst's Cypher: its words are looked at, then its plan, and only then is it run."""

from graphmem.core.cypher_plan import objection
from graphmem.core.desk import Limits, Question, Table, admitted
from graphmem.core.tenant_plan import unbound
from graphmem.errors import QueryRefused
from graphmem.ports.desk import Desk


async def ask(question: Question, limits: Limits, *, desk: Desk, one_tenant: bool = False) -> Table:
    """The answer, if the question only reads and reads only what may be read: of one tenant, or of all."""
    plan = await desk.plan(admitted(question), seconds=limits.seconds)

    problem = objection(plan) or (unbound(plan) if one_tenant else None)
    if problem is not None:
        raise QueryRefused(problem)

    return await desk.table(question, limits)
