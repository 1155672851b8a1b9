"""The demonstration: a year that is told like any other, once."""

from datetime import UTC, datetime

import httpx
import pytest

from graphmem.cli import demo
from tests.service import KEY

ANSWERS = [
    ("What should I avoid eating?", "allergic to peanuts"),
    ("Who is my boss?", "boss is now Jonas"),
    ("What changed at work?", "boss is now Jonas"),
    ("What is Inês allergic to?", "peanuts"),
    ("Where do I live?", "house on Chestnut Lane"),
]


@pytest.mark.req("U1")
async def test_a_year_is_told_once_and_fills_the_pages(
    monkeypatch: pytest.MonkeyPatch, readme_server: tuple[str, object], user: str
) -> None:
    address, _ = readme_server
    monkeypatch.setattr(demo, "USER", user)
    assert await demo.load(address, KEY, now=datetime.now(UTC)) > 60
    assert await demo.load(address, KEY, now=datetime.now(UTC)) == 0
    headers = {"Authorization": f"Bearer {KEY}"}
    async with httpx.AsyncClient(base_url=address, headers=headers, timeout=60) as client:
        threads = (await client.get("/v1/threads", params={"user_id": user})).json()["threads"]
        found = {
            question: (await client.post("/v1/recall", json={"user_id": user, "query": question})).json()["memories"]
            for question, _ in ANSWERS
        }
    assert len(threads) == len(demo.talks())
    for question, words in ANSWERS:
        assert any(words in memory["content"] for memory in found[question]), question


def test_the_year_is_told_in_order_and_lies_in_the_past() -> None:
    days = [item.days_ago for item in demo.told()]
    assert days == sorted(days, reverse=True)
    assert min(days) >= 1
    assert max(days) <= 365
