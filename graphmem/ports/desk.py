"""What questions in Cypher need."""

from typing import Protocol

from graphmem.core.cypher_plan import Plan
from graphmem.core.desk import Limits, Question, Table


class Desk(Protocol):
    """Runs free Cypher of analysts, in a session that can't write."""

    async def plan(self, question: Question, *, seconds: float) -> Plan:
        """How the engine would answer. Raises QueryWrong when it can't make sense of it."""

    async def table(self, question: Question, limits: Limits) -> Table:
        """The rows, up to the limits. Raises QueryOverLimit when they take too long to come."""
