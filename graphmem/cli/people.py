"""The commands about people."""

from rich.console import Console
from rich.table import Table
from rich.text import Text

from graphmem.cli.memories import Whose, print_json, print_memories
from graphmem.cli.server import Refused, call
from graphmem.settings import load
from graphmem.web.api.shapes import MemoriesAnswer, PeopleAnswer

_console = Console(highlight=False)


def listed(*, limit: int, whose: Whose, as_json: bool) -> None:
    answer = call(load(), "GET", "/v1/people", answer=PeopleAnswer, params={**whose.fields(), "limit": limit})
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
    parameters = whose.fields()
    found = call(load(), "GET", "/v1/people", answer=PeopleAnswer, params={**parameters, "person": who})
    if not found.people:
        raise Refused(f"nobody is known as {who!r}, or more than one")
    [person] = found.people
    path = f"/v1/people/{person.id}/memories"
    memories = call(load(), "GET", path, answer=MemoriesAnswer, params=parameters).memories
    if as_json:
        return print_json({"person": person, "memories": memories})
    _console.print(Text(person.name or f"my {person.relation}", style="bold"))
    for title, words in (("Relations", person.relations), ("Also called", person.aliases)):
        if words:
            _console.print(Text(f"{title}: {', '.join(words)}"))
    if memories:
        print_memories(memories)
    return None
