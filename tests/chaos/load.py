"""Many who tell, talk, delete and forget at the same time, and note what was acknowledged."""

import asyncio
from collections.abc import Callable
from itertools import count
from random import Random

from tests.chaos.calls import Service
from tests.chaos.ledger import Ledger
from tests.chaos.texts import SCRIPTS, Script, boat

_PAUSE = 0.4  # seconds between what one of them does, on average

Going = Callable[[], bool]


async def load(service: Service, ledger: Ledger, *, seed: int, going: Going) -> None:
    """Everybody, until `going` says no; what was begun is finished."""
    async with asyncio.TaskGroup() as group:
        for place, script in enumerate(SCRIPTS):
            group.create_task(_teller(service, ledger, script, Random(seed * 100 + place), going))
            group.create_task(_talker(service, ledger, script, Random(seed * 200 + place), going))
        group.create_task(_forgetter(service, ledger, Random(seed * 300), going))


async def _teller(service: Service, ledger: Ledger, script: Script, random: Random, going: Going) -> None:
    """Tells facts, half of them with a key, and deletes some."""
    user = f"chaos-{script.name}"
    for number in count(random.randrange(10_000)):
        if not going():
            return
        content = script.fact(random, number)
        memory_id = await service.tell(user, content, keyed=random.random() < 0.5)
        if memory_id is not None:
            ledger.facts[user][content] = memory_id
        if ledger.facts[user] and random.random() < 0.15:
            doomed = random.choice(sorted(ledger.facts[user]))
            answer = await service.until_answered("DELETE", f"/v1/memories/{ledger.facts[user][doomed]}")
            assert answer.status_code in {200, 404}, answer.text  # 404: the first try has done it
            ledger.delete(user, doomed)
        await asyncio.sleep(random.random() * 2 * _PAUSE)


async def _talker(service: Service, ledger: Ledger, script: Script, random: Random, going: Going) -> None:
    """Talks in a thread: in Latin script facts that rules find there, in the others what only has to be kept."""
    user, thread = f"talk-{script.name}", f"thread-{script.name}"
    opened = await service.until_answered("POST", "/v1/threads", json={"user_id": user, "id": thread})
    assert opened.status_code < 300, opened.text
    for number in count(random.randrange(1_000)):
        if not going():
            return
        content = boat(number) if script.name == "latin" else script.fact(random, number)
        message = {"role": "user", "content": content, "id": f"m{number}"}
        answer = await service.until_answered("POST", f"/v1/threads/{thread}/messages", json=message)
        assert answer.status_code == 200, answer.text
        ledger.messages[thread][message["id"]] = content
        if script.name == "latin":
            ledger.said[user].add(content)
        await asyncio.sleep(random.random() * 4 * _PAUSE)


async def _forgetter(service: Service, ledger: Ledger, random: Random, going: Going) -> None:
    """Tells facts of users who are then forgotten whole."""
    for number in count():
        if not going():
            return
        user = f"gone-{number:03d}"
        for place in range(2):
            await service.tell(user, SCRIPTS[0].fact(random, number * 2 + place), keyed=True)
        await service.forget(user)
        ledger.forgotten.add(user)
        await asyncio.sleep(random.random() * 4 * _PAUSE)
