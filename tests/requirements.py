"""Prints each requirement with the tests that prove it; fails when a test names one that does not exist."""

import re
import sys
from collections import defaultdict
from pathlib import Path

import pytest

DOCUMENT = Path(__file__).resolve().parent.parent / "docs" / "requirements.md"
_LINE = re.compile(r"^- ([A-Z]\d+) — (.*)$", re.MULTILINE)


class Collector:
    """Notes which tests carry which requirement."""

    def __init__(self) -> None:
        self.tests: dict[str, set[str]] = defaultdict(set)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            for mark in item.iter_markers("req"):
                for number in mark.args:
                    self.tests[number].add(item.nodeid.split("[")[0])


def requirements() -> dict[str, str]:
    return dict(_LINE.findall(DOCUMENT.read_text(encoding="utf-8")))


def proofs() -> dict[str, set[str]]:
    collector = Collector()
    code = pytest.main(["--collect-only", "-p", "no:terminal"], plugins=[collector])
    if code != pytest.ExitCode.OK:
        sys.exit(f"the tests could not be collected ({code})")
    return collector.tests


def main() -> None:
    known, proven = requirements(), proofs()
    out = sys.stdout.write
    for number, text in known.items():
        tests = sorted(proven.get(number, ()))
        out(f"{number:<4} {'proven' if tests else 'OPEN  '}  {text[:90]}\n")
        for test in tests:
            out(f"       {test}\n")
    out(f"\n{sum(number in proven for number in known)} of {len(known)} requirements have a test.\n")
    unknown = sorted(set(proven) - set(known))
    if unknown:
        sys.exit(f"tests name requirements that do not exist: {', '.join(unknown)}")


if __name__ == "__main__":
    main()
