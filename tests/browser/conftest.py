"""A real browser, Debian's Chromium, before a real running graphmem."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from playwright.async_api import Browser, ConsoleMessage, Page, StorageState, async_playwright, expect

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


async def sign_in(page: Page) -> None:
    await page.goto("/sign-in")
    await page.get_by_label("Your key").fill(KEY)
    await page.get_by_role("button", name="Sign in").click()
    await page.wait_for_url("**/")


@pytest.fixture(scope="session")
async def session(chromium: Browser, readme_server: tuple[str, Path]) -> StorageState:
    """The cookies of a browser that is signed in."""
    context = await chromium.new_context(base_url=readme_server[0])
    await sign_in(await context.new_page())
    state = await context.storage_state()
    await context.close()
    return state


@pytest.fixture
async def page(chromium: Browser, readme_server: tuple[str, Path], session: StorageState) -> AsyncIterator[Page]:
    """A page in a fresh browser, signed in; what it complains about fails the test."""
    context = await chromium.new_context(
        base_url=readme_server[0], viewport={"width": 1200, "height": 800}, storage_state=session
    )
    context.set_default_timeout(60_000)
    opened = await context.new_page()
    complaints: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error":
            complaints.append(message.text)

    opened.on("console", note)
    opened.on("pageerror", lambda error: complaints.append(str(error)))
    yield opened
    await context.close()
    assert complaints == []
