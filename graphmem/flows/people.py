"""The people in a user's life."""

from collections.abc import Sequence

from graphmem.core.identity import identify, named
from graphmem.core.person import KnownPerson
from graphmem.errors import UnknownPerson
from graphmem.model import Person, Scope
from graphmem.ports import Graph


def found_person(words: str, circle: Sequence[KnownPerson]) -> str | None:
    """The id of the one person that a name or relation means; nobody rather than a wrong one."""
    plan = identify(named([words], sure=False), circle, new_ids=iter(()))
    return plan.about[0] if plan.about else None


async def found(scope: Scope, words: str, *, graph: Graph) -> Person | None:
    """The one person of the scope that an id, a name or a relation means."""
    person_id = found_person(words, await graph.circle(scope)) or words
    return await graph.person(scope, person_id)


async def shown(scope: Scope, person_id: str, *, graph: Graph) -> Person:
    person = await graph.person(scope, person_id)
    if person is None:
        raise UnknownPerson(person_id)
    return person


async def listed(scope: Scope, *, limit: int, after: str | None, graph: Graph) -> tuple[Sequence[Person], str | None]:
    """A page of people, and where the next page begins."""
    page = await graph.people(scope, limit=limit + 1, after=after)
    more = len(page) > limit
    page = page[:limit]
    return page, page[-1].id if more else None
