"""OpenAI's own client with a memory: only the base URL and the key are graphmem's."""

import os

from openai import OpenAI

ADDRESS = os.environ.get("GRAPHMEM_URL", "http://127.0.0.1:7878")
client = OpenAI(base_url=f"{ADDRESS}/v1", api_key=os.environ["GRAPHMEM_KEY"])


def ask(words: str) -> str:
    answer = client.chat.completions.create(
        model="graphmem",  # or a model of the server that graphmem passes chats on to
        messages=[{"role": "user", "content": words}],
        user="openai-client",  # whose memory
    )
    return answer.choices[0].message.content or ""


print(ask("Remember my favorite color is blue"))
print(ask("What's my favorite color?"))

stream = client.chat.completions.create(
    model="graphmem",
    messages=[{"role": "user", "content": "What do you know about my favorite color?"}],
    user="openai-client",
    stream=True,
)
print("streamed:", "".join(chunk.choices[0].delta.content or "" for chunk in stream))
