"""`python -m tests.attack.crowd ADDRESS KEY MANY`: recalls, so many at once, over and over until it is ended."""

import asyncio
import sys

import httpx


async def recall(client: httpx.AsyncClient) -> httpx.Response:
    return await client.post("/v1/recall", json={"user_id": "me", "query": "what do I drink?"})


async def knowing(client: httpx.AsyncClient) -> None:
    """Has something to recall, and an engine that is warm."""
    body = {"user_id": "me", "memories": [{"content": "I drink tea"}]}
    for _ in range(100):
        kept = await client.post("/v1/memories", json=body)
        if kept.status_code == (await recall(client)).status_code == 200:
            return
    raise AssertionError(kept.text)


def visitor(address: str, key: str, many: int) -> httpx.AsyncClient:
    return httpx.AsyncClient(
        base_url=address,
        headers={"Authorization": f"Bearer {key}"},
        timeout=120,
        limits=httpx.Limits(max_connections=many),
        trust_env=False,
    )


async def press(address: str, key: str, many: int) -> None:
    async with visitor(address, key, many) as client:
        while True:
            await asyncio.gather(*(recall(client) for _ in range(many)))
            sys.stdout.write("again\n")
            sys.stdout.flush()


if __name__ == "__main__":
    asyncio.run(press(sys.argv[1], sys.argv[2], int(sys.argv[3])))
