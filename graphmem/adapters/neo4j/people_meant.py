"""Reads the people whom some texts can mean, and nobody else."""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from datetime import datetime

from graphmem.adapters.neo4j.moments import moment
from graphmem.adapters.neo4j.people_rows import KnownPersonRow, PeopleMeant
from graphmem.adapters.neo4j.queries import MeantPeople
from graphmem.adapters.neo4j.query import bounds
from graphmem.core.people_lookup import PeopleLookup
from graphmem.core.person import KnownPerson, PersonId
from graphmem.model import Scope

Run = Callable[[MeantPeople], Awaitable[list[PeopleMeant]]]


@dataclass(frozen=True, slots=True)
class PeopleFound:
    """The people, whoever was met last first, and when some were last mentioned."""

    people: list[KnownPerson]
    last_mentioned: dict[PersonId, datetime]


async def read_people(
    scope: Scope, lookup: PeopleLookup, run: Run, *, spoken_of_since: datetime | None = None
) -> PeopleFound:
    """Whom the lookup finds, then those whose names are spelt alike, and those who are something to any of them."""
    if lookup == PeopleLookup():
        return PeopleFound([], {})
    [first] = await run(_query(scope, lookup, since=spoken_of_since))
    rows = {row.person.id: row for row in first.people}
    names, whose = lookup.spelt_alike(first.names), list(rows)
    for _ in range(lookup.depth + bool(names)):
        of = whose if lookup.depth else ()
        if not names and not of:
            break
        [more] = await run(_query(scope, PeopleLookup(names=names, kinds_of_others=lookup.kinds_of_others), of=of))
        names, whose = frozenset(), [row.person.id for row in more.people if row.person.id not in rows]
        rows |= {row.person.id: row for row in more.people}
    times = {row.id: row.at for row in first.last_mentioned} | {id_: row.last_mentioned for id_, row in rows.items()}
    return PeopleFound(known(rows.values()), {PersonId(id_): at for id_, ms in times.items() if (at := moment(ms))})


def known(rows: Iterable[KnownPersonRow]) -> list[KnownPerson]:
    """The people, whoever was met last first."""
    return sorted((row.known() for row in rows), key=lambda person: person.id, reverse=True)


def _query(scope: Scope, lookup: PeopleLookup, *, since: datetime | None = None, of: Sequence[str] = ()) -> MeantPeople:
    values = {field.name: getattr(lookup, field.name) for field in fields(lookup)}
    lists = {name: sorted(value) for name, value in values.items() if isinstance(value, frozenset)}
    more = {"initials": sorted(lookup.initials), "since": since, "of": list(of)}
    return MeantPeople(**bounds(scope), lookup={**values, **lists, **more})
