"""Scores expiry: is the day found on which a statement stops holding, and none where there is none?"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from benchmarks.scored import Scored
from graphmem.core.expiry import expiry_in
from graphmem.wiring import Parts


async def score_expiry(cases: Sequence[dict[str, Any]], _: Parts) -> Scored:
    """The share of texts whose day of expiry is right."""
    misses = []
    for case in cases:
        found = expiry_in(case["text"], now=datetime.fromisoformat(case["now"]))
        seen = found.date().isoformat() if found else None
        if seen != case["expires_on"]:
            misses.append(f"{case['id']}: {seen}, not {case['expires_on']}: {case['text']}")
    return Scored({"right": 1 - len(misses) / len(cases)}, len(cases), misses)
