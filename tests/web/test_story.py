"""The story a newcomer tries first."""

import pytest

from tests.types import Http


@pytest.mark.req("R1", "R2", "Q3", "Q4")
async def test_what_was_remembered_is_recalled_by_meaning(http: Http, user: str) -> None:
    facts = ["I'm allergic to peanuts", "My laptop runs Fedora"]
    kept = await http.post("/v1/memories", json={"user_id": user, "memories": [{"content": fact} for fact in facts]})
    assert [result["status"] for result in kept.json()["results"]] == ["saved", "saved"]

    answer = (await http.post("/v1/recall", json={"user_id": user, "query": "What should I avoid eating?"})).json()

    assert answer["memories"][0]["content"] == facts[0]
    assert answer["context"].splitlines()[:2] == ["## User Memory", f"- {facts[0]}"]
