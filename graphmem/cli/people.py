"""The commands about people."""

from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from graphmem.cli.changes import say
from graphmem.cli.memories import Whose, moment, print_json, print_memories
from graphmem.cli.server import Refused, call
from graphmem.settings import load
from graphmem.web.api.change_shapes import CuratedPerson, SplitAnswer
from graphmem.web.api.shapes import CountedPersonShape, MemoriesAnswer, PeopleAnswer

_console = Console(highlight=False)


def listed(*, limit: int, as_of: str | None, whose: Whose, as_json: bool) -> None:
    given: dict[str, Any] = {**whose.fields(), "limit": limit}
    if as_of is not None:
        given["as_of"] = moment(as_of)
    answer = call(load(), "GET", "/v1/people", answer=PeopleAnswer, params=given)
    if as_json:
        return print_json(answer)
    if not answer.people:
        _console.print("Nobody is known yet.")
        return None
    table = Table("Name", "Relations", "Also called", "Memories", "Id", box=None, header_style="bold")
    for person in answer.people:
        names = (Text(person.name or "?"), Text(", ".join(person.relations)), Text(", ".join(person.aliases)))
        table.add_row(*names, str(person.memory_count), person.id)
    _console.print(table)
    return None


def show(who: str, *, whose: Whose, as_json: bool) -> None:
    """One person by id, name or relation, with what is known about them."""
    person = _found(who, whose)
    path = f"/v1/people/{person.id}/memories"
    memories = call(load(), "GET", path, answer=MemoriesAnswer, params=whose.fields()).memories
    if as_json:
        return print_json({"person": person, "memories": memories})
    _console.print(Text(_shown(person), style="bold"))
    for title, words in (("Relations", person.relations), ("Also called", person.aliases)):
        if words:
            _console.print(Text(f"{title}: {', '.join(words)}"))
    if memories:
        print_memories(memories)
    return None


def call_them(who: str, body: dict[str, Any], *, whose: Whose, as_json: bool) -> None:
    path = f"/v1/people/{_found(who, whose).id}"
    person = call(load(), "PATCH", path, answer=CuratedPerson, params=whose.fields(), json=body)
    if as_json:
        return print_json(person)
    also = [*person.relations, *person.aliases]
    return say(f"{_shown(person)} ({', '.join(also)})" if also else _shown(person), person.change_id)


def merge(who: str, into: str, *, whose: Whose, as_json: bool) -> None:
    one, other = _found(who, whose), _found(into, whose)
    path, body = f"/v1/people/{one.id}/merge", {"into": other.id}
    person = call(load(), "POST", path, answer=CuratedPerson, params=whose.fields(), json=body)
    if as_json:
        return print_json(person)
    return say(f"{_shown(one)} is {_shown(person)}: {person.memory_count} memories", person.change_id)


def split(who: str, body: dict[str, Any], *, whose: Whose, as_json: bool) -> None:
    path = f"/v1/people/{_found(who, whose).id}/split"
    answer = call(load(), "POST", path, answer=SplitAnswer, params=whose.fields(), json=body)
    if as_json:
        return print_json(answer)
    new, rest = answer.person, answer.rest
    words = f"{_shown(new)}: {new.memory_count} memories; {_shown(rest)}: {rest.memory_count}"
    return say(words, answer.change_id)


def _found(who: str, whose: Whose) -> CountedPersonShape:
    given = {**whose.fields(), "person": who}
    found = call(load(), "GET", "/v1/people", answer=PeopleAnswer, params=given)
    if not found.people:
        raise Refused(f"nobody is known as {who!r}, or more than one")
    return found.people[0]


def _shown(person: CountedPersonShape) -> str:
    return person.name or f"my {person.relation}"
