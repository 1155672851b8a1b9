"""A client that, like a patient one of ours, sends again until it is answered."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator
from typing import Any

import httpx
import uuid_utils

from tests.local.up import Up

_PATIENCE = 600.0  # seconds until an answer must come, whatever happens meanwhile
_LATER = {429, 503, 507}  # "not now"


class Service:
    """A graphmem that may be away for a while."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self._client = client

    @classmethod
    @contextlib.asynccontextmanager
    async def of(cls, up: Up) -> "AsyncIterator[Service]":
        headers = {"Authorization": f"Bearer {up.running.key}"}
        limits = httpx.Limits(max_connections=60)
        async with httpx.AsyncClient(
            base_url=up.running.url, headers=headers, timeout=30, limits=limits, trust_env=False
        ) as client:
            yield cls(client)

    async def once(self, method: str, path: str, **given: Any) -> httpx.Response | None:
        """The answer, if there was one, and not "not now"."""
        try:
            answer = await self._client.request(method, path, **given)
        except httpx.TransportError:
            return None
        return None if answer.status_code in _LATER else answer

    async def until_answered(self, method: str, path: str, **given: Any) -> httpx.Response:
        end = time.monotonic() + _PATIENCE
        while time.monotonic() < end:
            answer = await self.once(method, path, **given)
            if answer is not None:
                return answer
            await asyncio.sleep(0.3)
        raise AssertionError(f"{method} {path} was never answered")

    async def tell(self, user: str, content: str, *, keyed: bool) -> str | None:
        """The id of the memory, if it was acknowledged; with a key it is sent until it is."""
        body = {"user_id": user, "memories": [{"content": content}]}
        if keyed:
            headers = {"Idempotency-Key": str(uuid_utils.uuid7())}
            answer = await self.until_answered("POST", "/v1/memories", json=body, headers=headers)
        else:
            first = await self.once("POST", "/v1/memories", json=body)
            if first is None:
                return None
            answer = first
        assert answer.status_code == 200, answer.text
        return str(answer.json()["results"][0]["memory_id"])

    async def forget(self, user: str) -> None:
        while True:
            shown = await self.until_answered("POST", "/v1/forget", json={"user_id": user})
            if shown.status_code == 404 or not any(shown.json()["counts"].values()):
                return  # a first try has done it, and its answer was lost
            body = {"user_id": user, "confirm": shown.json()["confirm"]}
            done = await self.once("POST", "/v1/forget", json=body)
            if done is not None and done.status_code == 200:
                return

    async def memories(self, user: str) -> list[dict[str, Any]]:
        return await self._pages("/v1/memories", "memories", user_id=user, across_threads="true", limit="100")

    async def turns(self, thread: str) -> list[dict[str, Any]]:
        return await self._pages(f"/v1/threads/{thread}/messages", "messages", limit="100")

    async def unread(self, thread: str) -> int:
        return int((await self.until_answered("GET", f"/v1/threads/{thread}")).json()["unchecked"])

    async def gone(self, memory_id: str) -> bool:
        return (await self.until_answered("GET", f"/v1/memories/{memory_id}")).status_code == 404

    async def ready(self) -> bool:
        answer = await self.once("GET", "/health/ready")
        return answer is not None and answer.status_code == 200

    async def _pages(self, path: str, name: str, **given: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        cursor: dict[str, str] = {}
        while True:
            page = (await self.until_answered("GET", path, params={**given, **cursor})).json()
            found += page[name]
            if page["next_cursor"] is None:
                return found
            cursor = {"cursor": page["next_cursor"]}
