"""An agent's loop with nothing but the client: what bears on a question goes into the prompt, what is told is kept."""

import os

from graphmem.client import Graphmem

ADDRESS = os.environ.get("GRAPHMEM_URL", "http://127.0.0.1:7878")


def prompt(memory: Graphmem, question: str) -> str:
    """What you would send to your model."""
    known = memory.recall(question)
    people = ", ".join(f"{person.name} ({person.relation})" for person in known.people if person.name)
    return f"{known.context}\nPeople: {people}\n\nUser: {question}"


with Graphmem(ADDRESS, user_id="plain-python") as memory:
    for told in ("I'm allergic to peanuts", "My wife Sarah likes Italian food", "My favorite color is red"):
        [result] = memory.remember(told)
        print(result.status, "-", told)
    [newer] = memory.remember("My favorite color is blue")
    print("replaced", len(newer.superseded), "older fact")

    print(prompt(memory, "What does my wife like?"))
    print(prompt(memory, "What's my favorite color?"))
    print("forgot", memory.clear(), "memories")
