"""What wakes workers."""

from typing import Protocol


class Queue(Protocol):
    """Wakes a worker. What there is to do stands in the graph, so a lost call loses nothing."""

    async def wake(self, job: str, *, after: float = 0.0) -> None:
        """Has a worker do the job, after so many seconds."""
