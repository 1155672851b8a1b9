"""An archive made at random, as an export would write it: every type, every field, odd words and odd ties."""

from random import Random
from typing import Any

import msgspec

from graphmem.core.archive.lines import written
from graphmem.core.archive.records import (
    FORMAT,
    VERSION,
    AboutTie,
    AliasLine,
    ChangeLine,
    DoubtTie,
    ExtractionLine,
    Footer,
    Header,
    MemoryLine,
    MessageLine,
    OwnerLine,
    PersonLine,
    PersonTie,
    ReadingLine,
    Source,
    Succession,
    ThreadLine,
)

_WORDS = ("tea", "Ångström", "日本", "🙂", 'quo"te', "back\\slash", "line\nbreak", "a/b", "x" * 300, "null", "0")
_TYPES = ("owner", "person", "alias", "thread", "message", "extraction", "reading", "memory", "change")


class Maker:
    """Lines at random, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def archive(self, *, memories: int = 40) -> bytes:
        pick = self._random
        users = sorted(f"user-{place}-{pick.choice(('é', 'a/b', 'x y'))}" for place in range(3))
        talks = sorted(f"talk {place} {pick.choice('äbc')}" for place in range(4))
        owners = sorted([f"user/{user}" for user in users] + [f"thread/{talks[0]}", "chat/c", "org/o"])
        runs = sorted(self._ids(5))
        people = self._people(owners)
        said = {talk: self._messages(talk, runs) for talk in talks}
        facts = self._memories(owners, people, [m for messages in said.values() for m in messages], memories)
        lines: list[Any] = [OwnerLine(owner=owner, things=self._maybe(["Rex", "Äpfel"])) for owner in owners]
        lines += [*people, *self._aliases(people)]
        for talk in talks:
            lines += [self._thread(talk, pick.choice(users), len(said[talk])), *said[talk], self._reading(talk, runs)]
        lines += [*facts, *self._changes(owners, people, facts)]
        lines += [self._run(run, pick.choice(talks), pick.choice(users)) for run in runs]
        tally = {name: sum(line.__struct_config__.tag == name for line in lines) for name in _TYPES}
        header = Header(format=FORMAT, version=VERSION, counts=tally)
        return b"".join(map(written, (header, *lines, Footer(counts=tally))))

    def _ids(self, count: int) -> list[str]:
        time = 0x01890000_0000
        return [
            f"{(time + place) >> 16:08x}-{(time + place) & 0xFFFF:04x}-7{self._random.getrandbits(12):03x}-"
            f"8{self._random.getrandbits(12):03x}-{self._random.getrandbits(48):012x}"
            for place in range(count)
        ]

    def _moment(self) -> str:
        pick = self._random
        fraction = pick.choice(("", ".5", ".123", ".123456", ".123456789", ".000001"))
        whole = f"20{pick.randrange(10, 40)}-{pick.randrange(1, 13):02}-{pick.randrange(1, 29):02}"
        return f"{whole}T{pick.randrange(24):02}:{pick.randrange(60):02}:{pick.randrange(1, 60):02}{fraction}Z"

    def _maybe(self, value: Any) -> Any:
        return value if self._random.random() < 0.6 else None

    def _words(self) -> str:
        return " ".join(self._random.choices(_WORDS, k=self._random.randrange(1, 6)))

    def _label(self) -> str:
        return self._random.choice(("tea", "Ångström", "日本", "🙂"))

    def _owned(self, owners: list[str], ids: list[str]) -> list[tuple[str, str]]:
        return sorted((self._random.choice(owners), id_) for id_ in ids)

    def _people(self, owners: list[str]) -> list[PersonLine]:
        found: list[PersonLine] = []
        merged: set[str] = set()  # nobody is merged into two
        for owner, id_ in self._owned(owners, self._ids(15)):
            before = [person for person in found if person.owner == owner]
            ties = []
            for other in self._random.sample(before, min(len(before), 2)):
                way = {"to": other.id} if self._random.random() < 0.5 else {"source": other.id}
                name = self._random.choice(("MERGED_INTO", "MAY_BE", "RELATED_TO"))
                source = id_ if "to" in way else other.id
                if name == "MERGED_INTO" and source in merged:
                    name = "RELATED_TO"
                merged |= {source} if name == "MERGED_INTO" else set()
                ties.append((other.id, name, self._tie(name, way)))
            found.append(
                PersonLine(
                    id=id_, owner=owner, name=self._maybe(self._label()), gender=self._maybe("woman"), status="active",
                    rule=self._maybe("name"), reason=self._maybe(self._words()[:100]), created_at=self._moment(),
                    last_mentioned=self._moment(), ties=[tie for _, _, tie in sorted(ties, key=lambda t: t[:2])],
                )
            )  # fmt: skip
        return found

    def _tie(self, name: str, way: dict[str, str]) -> PersonTie:
        if name == "RELATED_TO":
            return PersonTie(tie="RELATED_TO", kind="brother", **way)
        if name == "MAY_BE":
            return PersonTie(
                tie="MAY_BE", at=self._moment(), reason="r", dismissed_at=self._maybe(self._moment()), **way
            )
        return PersonTie(tie="MERGED_INTO", at=self._moment(), by="by hand", reason=self._maybe("r"), **way)

    def _aliases(self, people: list[PersonLine]) -> list[AliasLine]:
        drawn = [
            (person.owner, id_, person)
            for id_, person in zip(self._ids(12), self._random.choices(people, k=12), strict=True)
        ]
        return [
            AliasLine(
                id=id_, refers_to=[person.id], text=self._label(), kind=self._random.choice(("name", "relation")),
                relation=self._maybe("spouse"), former=self._maybe(False), of=self._maybe(self._random.choice(people).id),
                rank=self._maybe(self._random.getrandbits(50)), at=self._moment(), ended_at=self._maybe(self._moment()),
                rule=self._maybe("x"), reason=self._maybe("y"),
            )
            for _, id_, person in sorted(drawn, key=lambda row: row[:2])
        ]  # fmt: skip

    def _thread(self, talk: str, user: str, messages: int) -> ThreadLine:
        return ThreadLine(
            id=talk, user=user, assistant_key=self._maybe("a"), chat=self._maybe("c"), metadata=self._maybe({"n": [1, 2.5, None]}),
            auto_extract=self._random.random() < 0.5, positions=messages, created_at=self._moment(), updated_at=self._moment(),
        )  # fmt: skip

    def _messages(self, talk: str, runs: list[str]) -> list[MessageLine]:
        return [
            MessageLine(
                thread=talk, id=f"m {place}", role=self._random.choice(("user", "assistant", "system", "tool")),
                content=self._words(), status=self._random.choice(("pending", "completed", "failed")), position=place + 1,
                said_at=self._moment(), created_at=self._moment(), checked=self._random.random() < 0.5,
                checked_at=self._maybe(self._moment()), checked_by=self._maybe(self._random.choice(runs)),
                remembered=self._random.random() < 0.5, redacted=self._maybe(["password"]) or [],
            )
            for place in range(self._random.randrange(5))
        ]  # fmt: skip

    def _reading(self, talk: str, runs: list[str]) -> ReadingLine:
        far = self._moment().replace("20", "21", 1)  # nobody reads them while the test looks
        return ReadingLine(
            thread=talk, tries=self._random.randrange(3), due_at=self._maybe(far), debounced=self._maybe(False),
            lease=self._maybe(self._random.choice(runs)), lease_until=self._maybe(far), error=self._maybe("away"),
            failed_at=self._maybe(self._moment()), failed_run=self._maybe(runs[0]),
        )  # fmt: skip

    def _memories(
        self, owners: list[str], people: list[PersonLine], said: list[MessageLine], count: int
    ) -> list[MemoryLine]:
        found: list[MemoryLine] = []
        replaced: set[str] = set()  # nothing is replaced by two
        for owner, id_ in self._owned(owners, self._ids(count)):
            about = sorted(self._random.sample(people, self._random.randrange(3)), key=lambda person: person.id)
            sources = sorted(
                self._random.sample(said, min(len(said), self._random.randrange(3))), key=lambda m: (m.thread, m.id)
            )
            before = sorted(one.id for one in self._random.sample(found, min(len(found), self._random.randrange(3))))
            found.append(
                msgspec.structs.replace(
                    self._memory(id_, owner),
                    about=[AboutTie(person=p.id, subject=self._maybe(True), rule=self._maybe("r"), reason=self._maybe("x")) for p in about],
                    learned_from=[Source(thread=m.thread, message=m.id) for m in sources],
                    successions=self._successions(id_, before, replaced),
                    doubts=[
                        DoubtTie(
                            **{self._random.choice(("may_replace", "may_be_replaced_by")): other}, at=self._moment(), reason="x",
                            dismissed_at=self._maybe(self._moment()),
                        )
                        for other in before
                    ],
                )
            )  # fmt: skip
        return found

    def _successions(self, id_: str, before: list[str], replaced: set[str]) -> list[Succession]:
        made = []
        for other in before:
            way = self._random.choice(("replaces", "replaced_by"))
            old = other if way == "replaces" else id_
            if old not in replaced:
                replaced.add(old)
                made.append(Succession(**{way: other}, at=self._moment(), by="rule", reason="x"))
        return made

    def _memory(self, id_: str, owner: str) -> MemoryLine:
        pick = self._random
        return MemoryLine(
            id=id_, owner=owner, content=self._words(), kind=pick.choice(("fact", "note", "task")), key=self._maybe(f"home_{id_[-12:]}"),
            tags=self._maybe(["a", "日本"]) or [], confidence=pick.choice((1.0, 0.3, 0.123456789)), importance=self._maybe(0.5),
            status=pick.choice(("active", "deprecated", "deleted")), metadata=self._maybe({"a": {"b": [1, 1.5, "x", None, True]}}),
            assistant_key=self._maybe("key"), created_at=self._moment(), updated_at=self._moment(), valid_from=self._maybe(self._moment()),
            valid_to=self._maybe(self._moment()), expires_at=self._maybe(self._moment()), recall_count=self._maybe(7),
            recalled_at=self._maybe(self._moment()), thread_id=self._maybe("talk"), source_message_id=self._maybe("m"),
            source_tool_run_id=self._maybe("r"),
        )  # fmt: skip

    def _changes(self, owners: list[str], people: list[PersonLine], facts: list[MemoryLine]) -> list[ChangeLine]:
        found = []
        for owner, id_ in self._owned(owners, self._ids(6)):
            person, memory = self._random.choice(people), self._random.choice(facts)
            made = {
                "id": person.id,
                "tenant": "",
                "owner": owner,
                "name": "Ä",
                "created_at": {"moment": "2026-01-01T10:00:00+00:00"},
            }
            tie = {"type": "KNOWN_TO", "source": person.id, "target": owner, "kind": "", "properties": {}}
            after = {"nodes": {person.id: {"label": "Person", "properties": made}}, "ties": [tie]}
            before = {"nodes": {person.id: None}, "ties": [{**tie, "properties": None}]}
            found.append(
                ChangeLine(
                    id=id_, owner=owner, kind="split", by="by hand", summary=self._words(), at=self._moment(),
                    undone_at=self._maybe(self._moment()), before=before, after=after, touched=sorted([person.id, memory.id]),
                )
            )  # fmt: skip
        return found

    def _run(self, id_: str, talk: str, user: str) -> ExtractionLine:
        return ExtractionLine(
            id=id_, thread=talk, user=user, status="done", extractor="reader", messages=2, found=1, kept=1,
            refused=self._maybe({"not sure enough": 2}), error=self._maybe("e"), took_ms=self._maybe(12),
            started_at=self._moment(), updated_at=self._moment(),
        )  # fmt: skip
