"""The client for asyncio."""

from collections.abc import AsyncIterator, Sequence
from typing import Unpack

from graphmem.client import archive_calls, calls
from graphmem.client.archive_calls import AsyncSource, async_pieces_of
from graphmem.client.calls import Facts
from graphmem.client.conversations import AsyncConversations
from graphmem.client.options import (
    ChangesOptions,
    ImportOptions,
    ListOptions,
    MemoryChanges,
    PageOptions,
    PeopleOptions,
    RecallOptions,
    RememberOptions,
    Target,
    Whose,
)
from graphmem.web.api.archive_shapes import ImportAnswer
from graphmem.web.api.change_shapes import (
    ChangesAnswer,
    ChangeShape,
    CuratedMemory,
    CuratedPerson,
    SplitAnswer,
    SuggestionShape,
)
from graphmem.web.api.forget_shapes import ForgetAnswer
from graphmem.web.api.shapes import (
    CountedPersonShape,
    ItemResult,
    MemoriesAnswer,
    MemoryShape,
    PeopleAnswer,
    RecallAnswer,
)
from graphmem.web.api.versions import VersionShape, WhyAnswer


class AsyncGraphmem(AsyncConversations):
    """A graphmem somewhere, and whose memories are meant unless a call names others.

    Without `url` and `key`, GRAPHMEM_URL and GRAPHMEM_KEY are used.
    """

    async def remember(
        self,
        facts: Facts,
        *,
        idempotency_key: str | None = None,
        options: RememberOptions | None = None,
        **whose: Unpack[Whose],
    ) -> list[ItemResult]:
        """Keeps one fact or several; what became of each. Sent again after a fault, nothing is kept twice."""
        call = calls.remember(facts, self._of(whose), idempotency_key, options or {})
        return (await self._send(call)).results

    async def recall(self, query: str, *, options: RecallOptions | None = None, **whose: Unpack[Whose]) -> RecallAnswer:
        """What bears on a question, with the block for the prompt."""
        return await self._send(calls.recall(query, self._of(whose), options or {}))

    async def list(self, *, options: ListOptions | None = None, **whose: Unpack[Whose]) -> MemoriesAnswer:
        """A page of memories, newest first."""
        return await self._send(calls.listed(self._of(whose), options or {}))

    async def get(self, memory_id: str, **whose: Unpack[Whose]) -> MemoryShape:
        return await self._send(calls.get(memory_id, self._of(whose)))

    async def update(self, memory_id: str, changes: MemoryChanges, **whose: Unpack[Whose]) -> CuratedMemory:
        """Changes the fields given; the answer's `change_id` undoes it."""
        return await self._send(calls.update(memory_id, self._of(whose), changes))

    async def reassign(self, memory_id: str, subjects: Sequence[str], **whose: Unpack[Whose]) -> CuratedMemory:
        """Says whom a fact is about: ids, names or relations of known people, or nobody."""
        return await self._send(calls.reassign(memory_id, subjects, self._of(whose)))

    async def restore(self, memory_id: str, **whose: Unpack[Whose]) -> CuratedMemory:
        """Lets a superseded fact hold again."""
        return await self._send(calls.restore(memory_id, self._of(whose)))

    async def delete(self, memory_id: str, **whose: Unpack[Whose]) -> None:
        """Deletes a memory for good."""
        await self._send(calls.delete(memory_id, self._of(whose)))

    async def clear(self, **whose: Unpack[Whose]) -> int:
        """Deletes every memory of those named for good; how many there were."""
        return (await self._send(calls.clear(self._of(whose)))).deleted

    async def history(self, memory_id: str, **whose: Unpack[Whose]) -> Sequence[VersionShape]:
        """Every version of a fact, oldest first."""
        return (await self._send(calls.history(memory_id, self._of(whose)))).versions

    async def why(self, memory_id: str, **whose: Unpack[Whose]) -> WhyAnswer:
        """Why a memory is believed."""
        return await self._send(calls.why(memory_id, self._of(whose)))

    async def people(self, *, options: PeopleOptions | None = None, **whose: Unpack[Whose]) -> PeopleAnswer:
        """A page of the people who are known."""
        return await self._send(calls.people(self._of(whose), options or {}))

    async def person(self, person_id: str, **whose: Unpack[Whose]) -> CountedPersonShape:
        return await self._send(calls.person(person_id, self._of(whose)))

    async def person_memories(
        self, person_id: str, *, options: PageOptions | None = None, **whose: Unpack[Whose]
    ) -> MemoriesAnswer:
        """What is known about a person."""
        return await self._send(calls.person_memories(person_id, self._of(whose), options or {}))

    async def rename(
        self,
        person_id: str,
        name: str | None = None,
        *,
        add_aliases: Sequence[str] = (),
        remove_aliases: Sequence[str] = (),
        **whose: Unpack[Whose],
    ) -> CuratedPerson:
        """Changes what somebody is called."""
        return await self._send(calls.rename(person_id, self._of(whose), name, add_aliases, remove_aliases))

    async def merge(self, person_id: str, into: str, **whose: Unpack[Whose]) -> CuratedPerson:
        """Two people are one, under the name of the second."""
        return await self._send(calls.merge(person_id, into, self._of(whose)))

    async def split(
        self,
        person_id: str,
        memory_ids: Sequence[str],
        *,
        name: str | None = None,
        aliases: Sequence[str] = (),
        **whose: Unpack[Whose],
    ) -> SplitAnswer:
        """These facts and names are somebody else's, who is made."""
        return await self._send(calls.split(person_id, memory_ids, self._of(whose), name, aliases))

    async def suggestions(self, *, limit: int = 50, **whose: Unpack[Whose]) -> Sequence[SuggestionShape]:
        """Who may be one and the same: `merge` them, or say that they are two (`apart`)."""
        return (await self._send(calls.suggestions(self._of(whose), limit))).suggestions

    async def apart(self, person_id: str, other: str, **whose: Unpack[Whose]) -> CuratedPerson:
        """Two who look alike are two."""
        return await self._send(calls.apart(person_id, other, self._of(whose)))

    async def changes(self, *, options: ChangesOptions | None = None, **whose: Unpack[Whose]) -> ChangesAnswer:
        """What was changed, newest first."""
        return await self._send(calls.changes(self._of(whose), options or {}))

    async def undo(self, change_id: str, **whose: Unpack[Whose]) -> ChangeShape:
        """Brings back exactly what was before a change."""
        return await self._send(calls.undo(change_id, self._of(whose)))

    async def forget_preview(self, **target: Unpack[Target]) -> ForgetAnswer:
        """How much would be erased with a memory, a thread, a person or a user; nothing is."""
        return await self._send(calls.forget_preview(target))

    async def forget(self, preview: ForgetAnswer) -> ForgetAnswer:
        """Erases for good what a preview counted; refused when that has changed since."""
        return await self._send(calls.forget(preview))

    def export(self, *, users: Sequence[str] | None = None, with_embeddings: bool = False) -> AsyncIterator[bytes]:
        """What these users have, or the user of all calls, or everybody: line by line, as it comes."""
        own = [self._whose["user_id"]] if "user_id" in self._whose else None
        return self._lines(archive_calls.export(own if users is None else users, with_embeddings=with_embeddings))

    async def import_archive(self, source: AsyncSource, **options: Unpack[ImportOptions]) -> ImportAnswer:
        """Puts a file, by its path or opened, or its bytes or lines, beside what is there; what became of it."""
        params = {"user_id": self._whose.get("user_id"), **options}
        return await self._send(archive_calls.import_archive(source, async_pieces_of, params))
