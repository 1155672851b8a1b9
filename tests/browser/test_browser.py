"""What people do on the pages, done in a browser."""

import asyncio
import re
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page, Route, expect

from tests.browser.conftest import sign_in
from tests.service import KEY
from tests.types import Http
from tests.web.test_pages import known, talked, told

pytestmark = pytest.mark.req("U1")


async def test_a_wrong_key_is_refused_and_the_right_one_leads_where_one_wanted_to_go(
    chromium: Browser, readme_server: tuple[str, Path]
) -> None:
    context = await chromium.new_context(base_url=readme_server[0])
    page = await context.new_page()
    await page.goto("/changes")
    await page.wait_for_url("**/sign-in**")
    await page.get_by_label("Your key").fill("not-a-key")
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_role("alert")).to_be_visible()
    await page.get_by_label("Your key").fill(KEY)
    await page.get_by_role("button", name="Sign in").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Changes")
    await context.close()


async def test_searching_as_you_type_with_the_keyboard_alone(http: Http, page: Page, user: str) -> None:
    await told(http, user, "My sister Anabel likes green tea", "Anabel plays chess")
    await page.goto(f"/?user={user}")

    await page.keyboard.press("/")
    await page.keyboard.type("anab", delay=20)
    first = page.get_by_role("option", name="Anabel").first
    await expect(first).to_be_visible()
    await page.wait_for_load_state("networkidle")  # leaving while a search runs would be complained of
    await page.keyboard.press("ArrowDown")
    await expect(first).to_have_attribute("aria-selected", "true")
    await page.keyboard.press("Enter")

    await expect(page.get_by_role("heading", level=1)).to_have_text("Anabel")


async def test_a_fact_is_edited_in_its_place_and_the_toast_takes_it_back(http: Http, page: Page, user: str) -> None:
    await told(http, user, "My sister Ana likes green tea")
    person = (await known(http, user))["Ana"]
    await page.goto(f"/people/{person}?user={user}")

    await page.get_by_label("What to do with this fact").click()
    await page.get_by_role("link", name="Edit").click()
    words = page.get_by_label("What it says")
    await expect(words).to_be_focused()
    await words.fill("My sister Ana likes oolong")
    await page.get_by_role("button", name="Save").last.click()
    await expect(page.locator(".fact-text")).to_have_text(["My sister Ana likes oolong"])
    assert f"/people/{person}" in page.url

    await page.get_by_role("button", name="Undo").click()
    await expect(page.locator(".fact-text")).to_have_text(["My sister Ana likes green tea"])


async def test_two_are_merged_after_a_look_at_the_result_and_parted_again(http: Http, page: Page, user: str) -> None:
    await told(http, user, "Katharina likes tea", "Robin likes chess")
    people = await known(http, user)
    await page.goto(f"/people/{people['Katharina']}?user={user}")

    await page.get_by_role("link", name="Merge").click()
    await page.get_by_label("Name or relation").press_sequentially("rob", delay=20)
    await page.get_by_role("link", name="Robin").click()
    preview = page.get_by_role("region", name="Robin")
    await expect(preview).to_contain_text("Katharina likes tea")
    await expect(preview).to_contain_text("Robin likes chess")
    await page.get_by_role("button", name="They are one: merge").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Robin")
    await expect(page.locator(".fact-text")).to_have_count(2)

    await page.get_by_role("button", name="Undo").click()
    await expect(page.locator(".fact-text")).to_have_count(1)
    assert set(await known(http, user)) == {"Katharina", "Robin"}


async def test_somebody_says_which_of_two_facts_holds_and_takes_it_back(http: Http, page: Page, user: str) -> None:
    await told(http, user, "I live in Porto", "I live in Germany")
    await page.goto(f"/?user={user}")
    waiting = page.get_by_role("region", name="Waits for you")
    await expect(waiting.locator(".fact-text")).to_have_text(["I live in Germany", "I live in Porto"])
    await expect(waiting).to_contain_text("the newer statement may replace the older")

    await waiting.get_by_role("button", name="Older holds").click()
    await expect(waiting).to_have_count(0)
    await expect(page.locator(".succession .old")).to_have_text(["I live in Germany"])
    await expect(page.locator(".succession .new")).to_have_text(["I live in Porto"])

    await page.get_by_role("button", name="Undo").click()
    await expect(waiting.locator(".fact-text")).to_have_text(["I live in Germany", "I live in Porto"])
    await expect(page.locator(".succession")).to_have_count(0)
    await waiting.get_by_role("button", name="Both hold").click()
    await expect(waiting).to_have_count(0)


async def test_one_is_split_into_two_by_choosing_facts(http: Http, page: Page, user: str) -> None:
    await told(http, user, "Sam likes tea", "Sam drives a lorry")
    person = (await known(http, user))["Sam"]
    await page.goto(f"/people/{person}/split?user={user}")

    await page.get_by_label("What is the other one called?").fill("Samuel")
    await page.get_by_label("Sam drives a lorry").check()
    await page.get_by_role("button", name="Make them two").click()

    await expect(page.get_by_role("heading", level=1)).to_have_text("Samuel")
    await expect(page.locator(".fact-text")).to_have_text(["Sam drives a lorry"])
    await page.get_by_role("button", name="Undo").click()
    await expect(page.get_by_role("heading", level=1)).to_have_text("Sam")
    await expect(page.locator(".fact-text")).to_have_count(2)


async def test_people_are_filtered_while_typing(http: Http, page: Page, user: str) -> None:
    await told(http, user, "Ana likes tea", "Berta likes tea", "My boss Carla likes tea")
    await page.goto(f"/people?user={user}")
    await expect(page.locator(".card")).to_have_count(3)

    await page.get_by_label("Filter by name or relation").press_sequentially("boss", delay=20)
    await expect(page.locator(".card-name")).to_have_text(["Carla"])
    assert "called=boss" in page.url


async def test_the_lab_answers_and_compares_settings(http: Http, page: Page, user: str) -> None:
    await told(http, user, "I am allergic to peanuts", "I like green tea", "I like black tea")
    await page.goto(f"/recall?user={user}")
    await page.get_by_label("Question").fill("Which tea do I like?")
    await page.get_by_role("button", name="Recall").click()
    await expect(page.locator(".block")).to_contain_text("## User Memory")

    await page.locator("#main").get_by_text("Settings", exact=True).click()
    await page.get_by_label("Most memories").fill("1")
    await page.get_by_label("Most memories").blur()
    await expect(page.get_by_role("heading", name="Lost with your settings")).to_be_visible()


async def test_the_graph_is_drawn_filtered_and_moved_through_time(http: Http, page: Page, user: str) -> None:
    old = {"content": "My sister Ana likes green tea", "said_at": "2025-01-05T10:00:00Z"}
    new = {"content": "My boss Jonas likes mail", "said_at": "2026-01-05T10:00:00Z"}
    for memory in (old, new):
        await http.post("/v1/memories", json={"user_id": user, "memories": [memory]})
    await page.goto(f"/graph?user={user}")
    picture = page.locator("[data-explore]")
    await expect(picture).to_have_attribute("data-drawn", "5")  # me, two people, two facts

    slider = page.locator("[data-slider]")
    await slider.focus()
    await slider.press("Home")
    await slider.press("ArrowRight")
    await expect(picture).to_have_attribute("data-drawn", "3")
    await expect(page.locator("[data-moment]")).to_contain_text("2025")
    async with page.expect_download() as download:
        await page.get_by_role("button", name="SVG").click()
    saved = await (await download.value).path()
    svg = await asyncio.to_thread(saved.read_text)
    assert "Ana" in svg
    assert "Jonas" not in svg


async def test_a_click_on_somebody_in_the_graph_brings_what_was_not_drawn(http: Http, page: Page, user: str) -> None:
    await told(http, user, "Ana likes green tea", "Ana plays chess", "Ana reads novels")
    people = await known(http, user)

    async def few(route: Route) -> None:
        await route.continue_(url=route.request.url.replace("limit=1000", "limit=1"))

    await page.route(re.compile(r"/v1/graph\?[^#]*limit=1000$"), few)
    await page.goto(f"/graph?user={user}")
    picture = page.locator("[data-explore]")
    await expect(picture).to_have_attribute("data-drawn", "3")  # me, the one spoken of last, the newest fact

    at = await picture.evaluate(f"box => box.picture.getElementById('{people['Ana']}').renderedPosition()")
    await picture.click(position=at)
    await expect(picture).to_have_attribute("data-drawn", "5")
    await expect(page.locator("[data-note]")).to_contain_text("Ana · 3 facts")


@pytest.mark.parametrize("width", [390, 1440])
async def test_no_page_is_wider_than_the_screen(http: Http, page: Page, user: str, width: int) -> None:
    [memory, _] = await told(http, user, f"My sister Ana likes {'very' * 60} green tea", "My boss Jonas likes mail")
    people = await known(http, user)
    thread = await talked(http, user, "very" * 300, "My aunt Berta likes chess")
    await page.set_viewport_size({"width": width, "height": 800})
    ana = f"/people/{people['Ana']}"
    paths = ["/", "/people", ana, f"{ana}/merge?into={people['Jonas']}", f"{ana}/split", f"/memories/{memory}",
             f"/memories/{memory}/edit", "/recall?query=tea", "/changes", "/graph", "/search?q=tea", "/threads",
             f"/threads/{thread}", "/activity?everyone=true", "/data", f"/data/forget?person_id={people['Ana']}", "/keys",
             "/settings", "/cypher", "/cypher?query=MATCH%20(m:Memory)%20RETURN%20m,%20m.content"]  # fmt: skip
    await page.goto(f"/?user={user}")
    for path in paths:
        await page.goto(path)
        assert await page.evaluate("document.documentElement.scrollWidth") <= width, path


async def test_the_pages_work_without_javascript(
    chromium: Browser, http: Http, readme_server: tuple[str, Path], user: str
) -> None:
    await told(http, user, "My sister Ana likes green tea")
    context = await chromium.new_context(base_url=readme_server[0], java_script_enabled=False)
    page = await context.new_page()
    await sign_in(page)
    await page.goto(f"/?user={user}")
    await page.get_by_label("Search people and facts").fill("ana")
    await page.keyboard.press("Enter")
    await page.get_by_role("option", name=re.compile("^A?\\s*Ana")).first.click()
    await page.get_by_label("What to do with this fact").click()
    await page.get_by_role("button", name="Remove", exact=True).click()
    await expect(page.locator(".fact-text")).to_have_count(0)
    await page.get_by_role("button", name="Undo").click()
    await expect(page.locator(".fact-text")).to_have_count(1)
    await context.close()
