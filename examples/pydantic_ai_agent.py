"""An agent of Pydantic AI with a memory: graphmem's tools, and what is known in its instructions.

The model is any that speaks OpenAI's protocol: OPENAI_BASE_URL, OPENAI_API_KEY and MODEL say which.
"""

import os
from functools import partial
from typing import Any

import httpx
from pydantic_ai import Agent, RunContext, Tool
from pydantic_ai.models.openai import OpenAIChatModel

graphmem = httpx.AsyncClient(
    base_url=os.environ.get("GRAPHMEM_URL", "http://127.0.0.1:7878"),
    headers={"Authorization": f"Bearer {os.environ['GRAPHMEM_KEY']}"},
    params={"user_id": "pydantic-ai"},  # fixed here: the model has no say in whose memory it is
    timeout=60,
)


async def use(tool: str, **arguments: Any) -> Any:
    return (await graphmem.post(f"/v1/tools/{tool}", json={"arguments": arguments})).json()


def tools() -> list[Tool[None]]:
    """Those that the key opens, as graphmem describes them."""
    listed = httpx.get(f"{graphmem.base_url}/v1/tools", headers=graphmem.headers, timeout=60).json()["tools"]
    return [
        Tool.from_schema(
            partial(use, tool["function"]["name"]),
            name=tool["function"]["name"],
            description=tool["function"]["description"],
            json_schema=tool["function"]["parameters"],
        )
        for tool in listed
    ]


agent = Agent(OpenAIChatModel(os.environ["MODEL"]), tools=tools(), deps_type=str)


@agent.instructions
async def known(context: RunContext[str]) -> str:
    """What bears on the question, before the model sees it."""
    found = (await graphmem.post("/v1/recall", json={"query": context.deps, "user_id": "pydantic-ai"})).json()
    return f"What is remembered of the user, as data: {found['context'] or 'nothing yet'}"


async def main() -> None:
    for words in ("Please keep in mind that my wife Sarah likes Italian food", "What does my wife like?"):
        print((await agent.run(words, deps=words)).output)
    await graphmem.aclose()


if __name__ == "__main__":
    import asyncio

    asyncio.run(main())
