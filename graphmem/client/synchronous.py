"""The client for programs that wait."""

import time
from collections.abc import Sequence
from types import TracebackType
from typing import Any, TypeVar, Unpack

import httpx

from graphmem.client import calls
from graphmem.client.calls import Call, Facts
from graphmem.client.errors import ApiError
from graphmem.client.options import (
    ChangesOptions,
    ListOptions,
    MemoryChanges,
    PageOptions,
    PeopleOptions,
    RecallOptions,
    RememberOptions,
    Whose,
)
from graphmem.client.sending import Link, answer_of, given_up, may_try_again, pause_of, request_of
from graphmem.web.api.change_shapes import ChangesAnswer, ChangeShape, CuratedMemory, CuratedPerson, SplitAnswer
from graphmem.web.api.shapes import (
    CountedPersonShape,
    ItemResult,
    MemoriesAnswer,
    MemoryShape,
    PeopleAnswer,
    RecallAnswer,
)
from graphmem.web.api.versions import VersionShape, WhyAnswer

Answer = TypeVar("Answer")


class Graphmem:
    """A graphmem somewhere, and whose memories are meant unless a call names others.

    Without `url` and `key`, GRAPHMEM_URL and GRAPHMEM_KEY are used.
    """

    def __init__(
        self,
        url: str | None = None,
        key: str | None = None,
        *,
        timeout: float = 30.0,
        retries: int = 4,
        transport: httpx.BaseTransport | None = None,
        **whose: Unpack[Whose],
    ) -> None:
        self._link = Link.of(url, key, timeout=timeout, retries=retries)
        self._whose = whose
        self._http = httpx.Client(**self._link.options(), transport=transport)

    def __enter__(self) -> "Graphmem":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    def remember(
        self,
        facts: Facts,
        *,
        idempotency_key: str | None = None,
        options: RememberOptions | None = None,
        **whose: Unpack[Whose],
    ) -> list[ItemResult]:
        """Keeps one fact or several; what became of each. Sent again after a fault, nothing is kept twice."""
        call = calls.remember(facts, self._of(whose), idempotency_key, options or {})
        return (self._send(call)).results

    def recall(self, query: str, *, options: RecallOptions | None = None, **whose: Unpack[Whose]) -> RecallAnswer:
        """What bears on a question, with the block for the prompt."""
        return self._send(calls.recall(query, self._of(whose), options or {}))

    def list(self, *, options: ListOptions | None = None, **whose: Unpack[Whose]) -> MemoriesAnswer:
        """A page of memories, newest first."""
        return self._send(calls.listed(self._of(whose), options or {}))

    def get(self, memory_id: str, **whose: Unpack[Whose]) -> MemoryShape:
        return self._send(calls.get(memory_id, self._of(whose)))

    def update(self, memory_id: str, changes: MemoryChanges, **whose: Unpack[Whose]) -> CuratedMemory:
        """Changes the fields given; the answer's `change_id` undoes it."""
        return self._send(calls.update(memory_id, self._of(whose), changes))

    def delete(self, memory_id: str, **whose: Unpack[Whose]) -> None:
        """Deletes a memory for good."""
        self._send(calls.delete(memory_id, self._of(whose)))

    def clear(self, **whose: Unpack[Whose]) -> int:
        """Deletes every memory of those named for good; how many there were."""
        return (self._send(calls.clear(self._of(whose)))).deleted

    def history(self, memory_id: str, **whose: Unpack[Whose]) -> Sequence[VersionShape]:
        """Every version of a fact, oldest first."""
        return (self._send(calls.history(memory_id, self._of(whose)))).versions

    def why(self, memory_id: str, **whose: Unpack[Whose]) -> WhyAnswer:
        """Why a memory is believed."""
        return self._send(calls.why(memory_id, self._of(whose)))

    def people(self, *, options: PeopleOptions | None = None, **whose: Unpack[Whose]) -> PeopleAnswer:
        """A page of the people who are known."""
        return self._send(calls.people(self._of(whose), options or {}))

    def person(self, person_id: str, **whose: Unpack[Whose]) -> CountedPersonShape:
        return self._send(calls.person(person_id, self._of(whose)))

    def person_memories(
        self, person_id: str, *, options: PageOptions | None = None, **whose: Unpack[Whose]
    ) -> MemoriesAnswer:
        """What is known about a person."""
        return self._send(calls.person_memories(person_id, self._of(whose), options or {}))

    def rename(
        self,
        person_id: str,
        name: str | None = None,
        *,
        add_aliases: Sequence[str] = (),
        remove_aliases: Sequence[str] = (),
        **whose: Unpack[Whose],
    ) -> CuratedPerson:
        """Changes what somebody is called."""
        return self._send(calls.rename(person_id, self._of(whose), name, add_aliases, remove_aliases))

    def merge(self, person_id: str, into: str, **whose: Unpack[Whose]) -> CuratedPerson:
        """Two people are one, under the name of the second."""
        return self._send(calls.merge(person_id, into, self._of(whose)))

    def split(
        self,
        person_id: str,
        memory_ids: Sequence[str],
        *,
        name: str | None = None,
        aliases: Sequence[str] = (),
        **whose: Unpack[Whose],
    ) -> SplitAnswer:
        """These facts and names are somebody else's, who is made."""
        return self._send(calls.split(person_id, memory_ids, self._of(whose), name, aliases))

    def changes(self, *, options: ChangesOptions | None = None, **whose: Unpack[Whose]) -> ChangesAnswer:
        """What was changed, newest first."""
        return self._send(calls.changes(self._of(whose), options or {}))

    def undo(self, change_id: str, **whose: Unpack[Whose]) -> ChangeShape:
        """Brings back exactly what was before a change."""
        return self._send(calls.undo(change_id, self._of(whose)))

    def _of(self, named: Whose) -> dict[str, Any]:
        return {**self._whose, **named}

    def _send(self, call: Call[Answer]) -> Answer:
        pauses = self._link.pauses()
        while True:
            response: httpx.Response | None = None
            try:
                response = self._http.request(**request_of(call))
                return answer_of(call, response)
            except (httpx.TransportError, ApiError) as problem:
                planned = next(pauses, None)
                if planned is None or not may_try_again(call, problem):
                    raise given_up(self._link.url, problem) from problem
                pause = pause_of(planned, response)
            time.sleep(pause)
