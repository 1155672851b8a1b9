"""Conversations, activity, keys and data in a browser; every page for everybody, with and without JavaScript."""

from pathlib import Path
from typing import Literal
from urllib.parse import quote

import pytest
from axe_playwright_python.async_playwright import Axe
from playwright.async_api import Browser, Page, expect

from graphmem.settings import Settings
from tests.browser.conftest import sign_in
from tests.types import Http
from tests.web.test_pages import GET, known, talked, told
from tests.web.test_talk_pages import dinner, read, say

pytestmark = pytest.mark.req("U1")


async def places(http: Http, user: str, settings: Settings) -> dict[str, str]:
    """The addresses of every page of a user of whom something is known."""
    [memory, _] = await told(http, user, "My sister Ana likes green tea", "My boss Jonas likes short meetings")
    people = await known(http, user)
    thread = await dinner(http, user, settings)
    learned = (await http.get(f"/v1/threads/{thread}/conversation")).json()["messages"][0]["learned"]
    ids = {"memory": memory, "person": people["Ana"], "other": people["Jonas"], "thread": quote(thread, safe="")}
    return {"said": f"/memories/{learned[0]['id']}", **{name: path.format(**ids) for name, path in GET.items()}}


@pytest.mark.parametrize("theme", ["light", "dark"])
async def test_no_page_has_a_serious_obstacle_for_anybody(
    http: Http, page: Page, user: str, settings: Settings, theme: Literal["light", "dark"]
) -> None:
    paths = await places(http, user, settings)
    await page.emulate_media(color_scheme=theme, reduced_motion="reduce")
    await page.goto(f"/?user={user}")
    found: list[tuple[str, str, str]] = []
    for name, path in paths.items():
        await page.goto(path)
        results = await Axe().run(page)
        found += [
            (name, violation["id"], violation["nodes"][0]["html"][:200])
            for violation in results.response["violations"]
            if violation["impact"] in ("serious", "critical")
        ]
    assert found == []


async def test_runs_appear_on_the_activity_page_as_they_happen(
    http: Http, page: Page, user: str, settings: Settings
) -> None:
    thread = await say(http, user, f"live-{user}", ("user", "My sister Ana is allergic to peanuts"))
    await page.goto(f"/activity?user={user}")
    await expect(page.locator("[data-stream]")).to_have_attribute("data-open", "true")
    await expect(page.get_by_text("Nothing was read yet")).to_be_visible()

    await read(settings, thread)

    await expect(page.locator(".run", has_text=thread)).to_contain_text("1 message")
    await expect(page.get_by_text("live", exact=True)).to_be_visible()


async def test_a_conversation_that_is_being_read_shows_what_it_taught_by_itself(
    http: Http, page: Page, user: str, settings: Settings
) -> None:
    thread = await say(http, user, f"soon-{user}", ("user", "My sister Ana is allergic to peanuts"))
    await page.goto(f"/threads/{thread}?user={user}")
    await page.get_by_role("button", name="Read it now").click()
    await expect(page.locator("#state")).to_contain_text("waits to be read")
    await expect(page.locator(".lesson")).to_have_count(0)

    await read(settings, thread)

    await expect(page.locator(".lesson")).to_contain_text("allergic to peanuts")


async def test_the_words_of_a_fact_lead_to_the_conversation_they_were_said_in(
    http: Http, page: Page, user: str, settings: Settings
) -> None:
    await dinner(http, user, settings)
    await page.goto(f"/threads?user={user}")
    await page.get_by_role("link", name="Nice evening").click()
    await page.locator(".lesson").click()
    await expect(page.locator("mark")).to_contain_text("Ana is allergic to peanuts")
    await page.get_by_role("link", name="In the whole conversation").click()
    await expect(page.locator("#message-1")).to_be_in_viewport()


async def test_on_a_phone_every_page_is_two_taps_away(http: Http, page: Page, user: str) -> None:
    await told(http, user, "My sister Ana likes green tea")
    await page.set_viewport_size({"width": 390, "height": 800})
    await page.goto(f"/?user={user}")
    for name, path in [("Activity", "/activity"), ("Data", "/data"), ("Keys", "/keys"), ("Settings", "/settings")]:
        await page.get_by_text("More", exact=True).click()
        link = page.get_by_role("navigation", name="Main").get_by_role("link", name=name)
        await expect(link).to_be_in_viewport(ratio=1)
        await link.click()
        await page.wait_for_url(f"**{path}")
        await expect(page.get_by_role("heading", level=1)).to_contain_text(name)


async def test_every_page_works_without_javascript(
    chromium: Browser, http: Http, readme_server: tuple[str, Path], user: str, settings: Settings
) -> None:
    paths = await places(http, user, settings)
    waiting = await say(http, user, f"wait-{user}", ("user", "I like tea"))
    context = await chromium.new_context(base_url=readme_server[0], java_script_enabled=False)
    context.set_default_timeout(60_000)
    page = await context.new_page()
    await sign_in(page)
    await page.goto(f"/?user={user}")
    for name, path in paths.items():
        answer = await page.goto(path)
        assert answer is not None
        assert answer.status == 200, name
        await expect(page.get_by_role("heading", level=1)).to_be_visible()

    await page.goto("/people")
    await page.get_by_label("Filter by name or relation").fill("ana")
    await page.get_by_role("button", name="Show", exact=True).last.click()
    await expect(page.locator(".card-name")).to_have_text(["Ana"])
    await page.goto("/recall")
    await page.get_by_label("Question").fill("What does Ana like?")
    await page.get_by_role("button", name="Recall").click()
    await expect(page.locator(".block")).to_contain_text("green tea")

    await page.goto(f"/threads/{waiting}")
    await page.get_by_role("button", name="Read it now").click()
    await expect(page.locator("#state")).to_contain_text("waits to be read")
    await page.goto("/activity")
    await page.get_by_label("Which runs").select_option("done")
    await page.locator("main").get_by_role("button", name="Show").click()
    await page.wait_for_url("**status=done**")
    await expect(page.locator(".run")).to_have_count(1)

    await page.goto("/keys")
    await page.get_by_label("What is the new key for?").fill(f"no script {user}")
    await page.get_by_role("button", name="Make a key").click()
    await expect(page.locator(".made code")).to_contain_text("gm_")
    row = page.locator(".key-row", has_text=user)
    await row.get_by_text("Revoke…").click()
    await row.get_by_role("button", name="Revoke it").click()
    await expect(page.get_by_role("status").filter(has_text="Revoked")).to_be_visible()

    await page.goto("/data")
    await page.get_by_label("Whom").fill("boss")
    await page.locator("main").get_by_role("button", name="Search").click()
    await expect(page.locator("#whom a")).to_have_count(1)
    await page.locator("#whom").get_by_role("link", name="Jonas").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Forget Jonas?")
    await page.get_by_role("button", name="Forget it for good").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Forgotten")
    assert "Jonas" not in await known(http, user)
    await page.goto(paths["thread"])
    await page.get_by_text("Clear what was learned…").click()
    await page.get_by_role("button", name="Clear it").click()
    await expect(page.locator(".lesson")).to_have_count(0)
    await context.close()


async def test_a_thread_whose_id_looks_like_an_address_can_be_opened(http: Http, page: Page, user: str) -> None:
    await talked(http, user, "Hello there")
    await page.goto(f"/threads?user={user}")
    await page.get_by_role("link", name="Hello there").click()
    await expect(page.locator(".said-text")).to_have_text(["Hello there"])
