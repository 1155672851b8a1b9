"""A year in the life of a family and a team, so that the first look at the pages is a full one."""

from datetime import UTC, datetime, timedelta
from pathlib import Path

import httpx
import msgspec

USER = "demo"
_DEMO = Path(__file__).resolve().parent.parent / "demo"


class Told(msgspec.Struct, frozen=True):
    """Something that was said some days ago."""

    days_ago: int
    content: str
    kind: str | None = None


class Line(msgspec.Struct, frozen=True):
    role: str
    content: str


class Talk(msgspec.Struct, frozen=True):
    """A conversation with an assistant, some days ago."""

    days_ago: int
    messages: list[Line]


def told() -> list[Told]:
    return [msgspec.json.decode(line, type=Told) for line in (_DEMO / "year.jsonl").read_bytes().splitlines()]


def talks() -> list[Talk]:
    return [msgspec.json.decode(line, type=Talk) for line in (_DEMO / "talks.jsonl").read_bytes().splitlines()]


async def load(url: str, key: str, *, now: datetime | None = None) -> int:
    """Tells a running graphmem the year, one day after the other, unless it knows it; says how much is new."""
    present = now or datetime.now(UTC)
    new = 0
    async with httpx.AsyncClient(
        base_url=url, headers={"Authorization": f"Bearer {key}"}, timeout=60, trust_env=False
    ) as client:
        known = (await client.get("/v1/memories", params={"user_id": USER, "limit": 1})).raise_for_status().json()
        if known["memories"]:
            return 0
        for item in told():
            memory = {"content": item.content, "said_at": (present - timedelta(days=item.days_ago)).isoformat()}
            if item.kind is not None:
                memory["kind"] = item.kind
            answer = await client.post("/v1/memories", json={"user_id": USER, "memories": [memory]})
            new += sum(result["status"] == "saved" for result in answer.raise_for_status().json()["results"])
        for number, talk in enumerate(talks(), start=1):
            await _talk(client, f"{USER}-talk-{number}", talk, present - timedelta(days=talk.days_ago))
    return new


async def _talk(client: httpx.AsyncClient, thread: str, talk: Talk, began: datetime) -> None:
    """Posts a conversation; workers find out what it says."""
    opened = {"id": thread, "user_id": USER, "auto_extract": True}
    (await client.post("/v1/threads", json=opened)).raise_for_status()
    lines = [
        {"role": line.role, "content": line.content, "said_at": (began + timedelta(minutes=minute)).isoformat()}
        for minute, line in enumerate(talk.messages)
    ]
    (await client.post(f"/v1/threads/{thread}/messages", json={"messages": lines})).raise_for_status()
