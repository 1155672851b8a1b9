"""A change in a sentence that somebody understands who never saw the graph."""

from collections.abc import Mapping

from graphmem.core.picture import Change, Deed, Node, Part

_FIELDS = {
    "content": "what it says",
    "kind": "its kind",
    "key": "its key",
    "tags": "its tags",
    "confidence": "how sure it is",
    "importance": "how important it is",
    "metadata": "what is noted with it",
    "expires_at": "when it ends",
}


def told(change: Change, words: Mapping[str, str]) -> str:
    """What was changed; `words` are what memories say and people are called, by their ids."""
    deed = change.deed
    memory = next((words[id_] for id_ in change.memories if id_ in words), None)
    fact = f"“{short(memory)}”" if memory is not None else "A fact"
    match deed.kind:
        case "supersede":
            return _superseded(deed, words) or f"A fact was replaced: {deed.summary}."
        case "edit" | "repeat":
            return _edited(deed, fact)
        case "remove":
            return f"{fact} was removed."
        case "restore":
            return f"{fact} was replaced, but holds after all."
        case "reassign":
            return f"{fact} is {deed.summary.removeprefix('a fact is ')}."
        case "rename":
            return f"{deed.summary.replace(' is called ', ' is now called ', 1)}."
        case "alias":
            return _called(deed)
        case "merge":
            return f"{deed.summary}: the two are one person."
        case "join":
            return f"Two people turned out to be one: {deed.summary}."
        case "apart":
            return f"{deed.summary}, though their names are alike."
        case "both":
            return _beside(deed, words)
        case "undo":
            return f"Taken back: {deed.summary}."
    return f"{deed.summary[:1].upper()}{deed.summary[1:]}."


def short(text: str, most: int = 120) -> str:
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def _superseded(deed: Deed, words: Mapping[str, str]) -> str | None:
    tie = next((tie for tie in deed.after.ties if tie.type == "SUPERSEDES"), None)
    if tie is None or tie.target not in words:
        return None
    old, new = words[tie.target], words.get(tie.source)
    if new is None:
        return f"“{short(old)}” was replaced: {deed.summary}."
    return f"“{short(old)}” gave way to “{short(new)}”: {deed.summary}."


def _beside(deed: Deed, words: Mapping[str, str]) -> str:
    facts = [f"“{short(words[id_])}”" for tie in deed.after.ties for id_ in (tie.source, tie.target) if id_ in words]
    return f"{' and '.join(facts)} both hold." if len(facts) == 2 else f"Two facts: {deed.summary}."


def _edited(deed: Deed, fact: str) -> str:
    before, after = _memory(deed.before), _memory(deed.after)
    if before is None or after is None:
        return f"{fact} was edited."
    was, now = before.properties.get("content"), after.properties.get("content")
    if was and now and was != now:
        return f"“{short(str(was))}” now says “{short(str(now))}”."
    fields = [name for key, name in _FIELDS.items() if before.properties.get(key) != after.properties.get(key)]
    return f"Of {fact}, somebody changed {' and '.join(fields)}." if fields else f"{fact} was edited."


def _called(deed: Deed) -> str:
    name, _, rest = deed.summary.partition(": ")
    said = [
        f"also goes by “{text.removeprefix('added ')}”"
        if text.startswith("added ")
        else f"no longer goes by “{text.removeprefix('removed ')}”"
        for text in rest.split(", ")
    ]
    return f"{name} {' and '.join(said)}."


def _memory(part: Part) -> Node | None:
    return next((node for node in part.nodes.values() if node is not None and node.label == "Memory"), None)
