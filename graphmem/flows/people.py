"""The people in a user's life."""

from collections.abc import Sequence

from graphmem.core.identity import identify, named
from graphmem.core.pages import page_of
from graphmem.core.people_lookup import people_lookup
from graphmem.errors import UnknownPerson
from graphmem.model import Person, Scope
from graphmem.ports.graph import Graph, Then


async def found_person(scope: Scope, words: str, *, graph: Graph) -> str | None:
    """The id of the one person that a name or relation means; nobody rather than a wrong one."""
    said = named([words], sure=False)
    plan = identify(said, await graph.people_meant(scope, people_lookup([said])), new_ids=iter(()))
    return plan.about[0] if plan.about else None


async def found(scope: Scope, words: str, *, then: Then | None = None, graph: Graph) -> Person | None:
    """The one person of the scope that an id, a name or a relation means."""
    person_id = await found_person(scope, words, graph=graph) or words
    if then is not None:
        return next(iter(await graph.people(scope, limit=1, then=then, id_=person_id)), None)
    return await graph.person(scope, person_id)


async def shown(scope: Scope, person_id: str, *, graph: Graph) -> Person:
    person = await graph.person(scope, person_id)
    if person is None:
        raise UnknownPerson(person_id)
    return person


async def listed(
    scope: Scope, *, limit: int, after: str | None, then: Then | None = None, graph: Graph
) -> tuple[Sequence[Person], str | None]:
    """A page of people, now or as of a past moment, and where the next page begins."""
    page, last = page_of(await graph.people(scope, limit=limit + 1, after=after, then=then), limit)
    return page, last.id if last else None
