"""A real browser, Debian's Chromium, before a real running graphmem."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, ConsoleMessage, Page, async_playwright, expect

from tests.service import KEY

expect.set_options(timeout=60_000)  # a busy machine is slow, not wrong
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")


@pytest.fixture(scope="session")
async def chromium() -> AsyncIterator[Browser]:
    if CHROMIUM is None:
        pytest.skip("NO CHROMIUM: not one page was tried in a browser. Install chromium.")
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        yield browser
        await browser.close()


@pytest.fixture
async def page(chromium: Browser, readme_server: tuple[str, Path]) -> AsyncIterator[Page]:
    """A page in a fresh browser, signed in; what it complains about fails the test."""
    address, _ = readme_server
    context = await chromium.new_context(base_url=address, viewport={"width": 1200, "height": 800})
    context.set_default_timeout(60_000)
    opened = await context.new_page()
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(message.text)

    opened.on("console", note)
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    await opened.goto("/sign-in")
    await opened.get_by_label("Your key").fill(KEY)
    await opened.get_by_role("button", name="Sign in").click()
    await opened.wait_for_url("**/")
    yield opened
    await context.close()
    assert complaints == []
