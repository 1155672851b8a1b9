"""Scores the screen: are secrets and personal data caught, and is what is clean let through?"""

from collections.abc import Sequence
from typing import Any

from benchmarks.scored import Scored
from graphmem.core.sensitivity import screen
from graphmem.wiring import Parts


async def score_sensitive(cases: Sequence[dict[str, Any]], _: Parts) -> Scored:
    """The share caught of each class, and of clean texts that were taken for sensitive ones."""
    found: dict[str, list[bool]] = {"credential": [], "pii": [], "clean": []}
    misses = []
    for case in cases:
        verdict = screen(case["text"])
        seen = verdict.klass.value if verdict else "clean"
        # A credential that is called personal data would be kept on request: that is a miss too.
        right = seen == case["class"] or (case["class"] == "pii" and seen == "credential")
        found[case["class"]].append(right)
        if not right:
            misses.append(f"{case['id']}: {case['class']} taken for {seen}")
    return Scored(
        {
            "credentials caught": _share(found["credential"]),
            "personal data caught": _share(found["pii"]),
            "false alarms": 1 - _share(found["clean"]),
        },
        len(cases),
        misses,
    )


def _share(right: list[bool]) -> float:
    return sum(right) / len(right) if right else 1.0
