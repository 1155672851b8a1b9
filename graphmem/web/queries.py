"""Queries that the administrators of a tenant may run: the cookbook's, and those saved for their tenant.

`$tenant` is always the tenant of the key. The cookbook's are ours; the plan of a saved one has to show that it sees no
other tenant.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from graphmem.adapters.neo4j.cookbook import recipes
from graphmem.core.desk import Limits, Question, Table
from graphmem.core.tenant_plan import PARAMETER
from graphmem.errors import UnknownQuery
from graphmem.flows import desk
from graphmem.model import Tenant
from graphmem.wiring import Parts


@dataclass(frozen=True, slots=True, kw_only=True)
class NamedQuery:
    """One that is run by its name: a recipe's, or the id of a saved one."""

    name: str
    title: str
    query: str
    saved: bool = False


async def named_queries(tenant: Tenant, *, parts: Parts) -> Sequence[NamedQuery]:
    """All that may be run for the tenant."""
    own = [NamedQuery(name=recipe.name, title=recipe.question, query=recipe.query) for recipe in recipes()]
    saved = await parts.desk.saved(tenant)
    return [*own, *(NamedQuery(name=one.id, title=one.name, query=one.query, saved=True) for one in saved)]


async def run(tenant: Tenant, name: str, limits: Limits, *, parts: Parts) -> tuple[NamedQuery, Table]:
    """The answer for the tenant alone."""
    found = next((one for one in await named_queries(tenant, parts=parts) if one.name == name), None)
    if found is None:
        raise UnknownQuery(name)
    question = Question(found.query, {PARAMETER: tenant})
    return found, await desk.ask(question, limits, desk=parts.desk, one_tenant=found.saved)
