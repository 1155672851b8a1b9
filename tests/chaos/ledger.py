"""What was acknowledged, and whether it is so in the end."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from tests.chaos.calls import Service


@dataclass
class Verdict:
    """What should not be: told of each, where it was."""

    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    back: list[str] = field(default_factory=list)

    @property
    def good(self) -> bool:
        return not (self.lost or self.doubled or self.back)

    def compare(self, whose: str, acknowledged: Iterable[str], found: "Counter[str]") -> None:
        self.lost += [f"{whose}: {one}" for one in acknowledged if not found[one]]
        self.doubled += [f"{whose}: {one}" for one, times in found.items() if times > 1]


@dataclass
class Ledger:
    """All that the service said yes to."""

    facts: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))  # user → content → id
    said: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))  # user → facts in messages
    deleted: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))  # user → content → id
    messages: dict[str, dict[str, str]] = field(default_factory=lambda: defaultdict(dict))  # thread → id → content
    forgotten: set[str] = field(default_factory=set)

    def __str__(self) -> str:
        facts = sum(map(len, self.facts.values())) + sum(map(len, self.said.values()))
        messages, deletions = sum(map(len, self.messages.values())), sum(map(len, self.deleted.values()))
        return f"{facts} facts, {messages} messages, {deletions} deletions, {len(self.forgotten)} users forgotten"

    def delete(self, user: str, content: str) -> None:
        self.deleted[user][content] = self.facts[user].pop(content)

    async def audit(self, service: Service) -> Verdict:
        """Compares each line with what the service has now."""
        verdict = Verdict()
        for user in sorted(self.facts.keys() | self.said.keys()):
            found = Counter([memory["content"] for memory in await service.memories(user)])
            verdict.compare(user, [*self.facts[user], *self.said[user]], found)
            verdict.back += [f"{user}: {content}" for content in self.deleted[user] if found[content]]
            for content, id_ in self.deleted[user].items():
                if not await service.gone(id_):
                    verdict.back.append(f"{user}: {content} ({id_})")
        for thread, messages in self.messages.items():
            turns = [(turn["id"], turn["content"]) for turn in await service.turns(thread)]
            verdict.compare(thread, map(str, messages.items()), Counter(map(str, turns)))
        for user in sorted(self.forgotten):
            verdict.back += [f"{user}: {memory['content']}" for memory in await service.memories(user)]
        return verdict
