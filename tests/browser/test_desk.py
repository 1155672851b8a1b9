"""What analysts do at the desk, done in a browser."""

import asyncio
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.async_api import Browser, Page, expect

from tests.browser.conftest import sign_in
from tests.types import Http
from tests.web.test_pages import told

pytestmark = pytest.mark.req("Z1")
ROWS = "UNWIND [[2, 'b'], [10, 'a'], [null, 'c']] AS pair RETURN pair[0] AS number, pair[1] AS letter"


async def typed(page: Page, query: str) -> None:
    """Types into the editor, in place of what is there."""
    editor = page.get_by_role("textbox", name="Query", exact=True)
    await editor.click()
    await page.keyboard.press("ControlOrMeta+a")
    await page.keyboard.insert_text(query)


async def test_a_query_is_typed_run_with_the_keyboard_and_drawn(http: Http, page: Page, user: str) -> None:
    await told(http, user, "My sister Ana likes green tea")
    await page.goto("/cypher")
    await expect(page.locator(".editor-host")).to_be_visible()
    await typed(
        page,
        f"MATCH path = (m:Memory)-[:ABOUT]->(p:Person) WHERE m.owner ENDS WITH '{user}' RETURN path, p.name AS name",
    )
    await page.keyboard.press("ControlOrMeta+Enter")

    await expect(page.get_by_role("heading", name="1 row")).to_be_visible()
    await expect(page.get_by_role("cell", name="Ana", exact=True)).to_be_visible()
    await expect(page.locator("[data-drawing]")).to_have_attribute("data-drawn", "2")
    await expect(page.locator("[data-legend]")).to_contain_text("Memory")
    assert "query=MATCH" in page.url

    await page.reload()
    await expect(page.get_by_role("cell", name="Ana", exact=True)).to_be_visible()


async def test_a_refused_query_is_explained_and_can_be_mended(page: Page) -> None:
    await page.goto("/cypher")
    await typed(page, "MATCH (m:Memory) DETACH DELETE m")
    await page.get_by_role("button", name="Run").click()
    await expect(page.get_by_role("alert")).to_contain_text("only reading is possible", ignore_case=True)

    await typed(page, "UNWIND [1] AS one\nRETRUN one")
    await page.get_by_role("button", name="Run").click()
    await expect(page.get_by_role("alert")).to_contain_text("Line 2, column 1")
    await expect(page.get_by_role("alert")).to_contain_text("is RETURN meant?")

    await typed(page, "UNWIND [1] AS one RETURN one")
    await page.get_by_role("button", name="Run").click()
    await expect(page.get_by_role("cell")).to_have_text(["1"])
    await expect(page.get_by_role("alert")).to_have_count(0)


async def test_rows_are_sorted_by_a_click_and_taken_home_as_a_file(page: Page) -> None:
    await page.goto(f"/cypher?query={quote(ROWS)}")
    first = page.locator("tbody td:first-child")
    await expect(first).to_have_text(["2", "10", "null"])
    await page.get_by_role("link", name="number").click()
    await expect(page.locator("th").first).to_have_attribute("aria-sort", "ascending")
    await page.get_by_role("link", name="number").click()
    await expect(first).to_have_text(["10", "2", "null"])
    await page.get_by_role("link", name="letter").click()
    await expect(first).to_have_text(["10", "2", "null"])
    await expect(page.locator("tbody td:last-child")).to_have_text(["a", "b", "c"])
    async with page.expect_download() as download:
        await page.get_by_role("link", name="CSV").click()
    saved = await (await download.value).path()
    assert (await asyncio.to_thread(saved.read_text)).splitlines()[0] == "number,letter"


async def test_names_from_the_graph_are_suggested_while_typing(http: Http, page: Page, user: str) -> None:
    await told(http, user, "My sister Ana likes green tea")
    await page.goto("/cypher")
    await page.get_by_role("textbox", name="Query", exact=True).click()
    await page.keyboard.type("MATCH (m:Memo", delay=30)
    await expect(page.get_by_role("option", name="Memory", exact=True)).to_be_visible()


async def test_what_stands_in_the_editor_is_saved_and_found_again(page: Page, user: str) -> None:
    await page.goto("/cypher?query=RETURN%201%20AS%20x")
    await typed(page, "RETURN 'kept' AS x")
    await page.get_by_label("Save this query as").fill(f"Kept by {user}")
    await page.get_by_role("button", name="Save", exact=True).click()
    await expect(page.get_by_text(f"Saved “Kept by {user}”")).to_be_visible()
    await page.goto("/cypher")
    await page.get_by_role("link", name=f"Kept by {user}").click()
    await expect(page.get_by_role("cell", name="kept")).to_be_visible()
    await page.get_by_role("button", name=f"Remove Kept by {user}").click()
    await expect(page.get_by_text("no longer saved")).to_be_visible()


async def test_the_desk_works_without_javascript(chromium: Browser, readme_server: tuple[str, Path], user: str) -> None:
    context = await chromium.new_context(base_url=readme_server[0], java_script_enabled=False)
    context.set_default_timeout(60_000)
    page = await context.new_page()
    await sign_in(page)
    await page.goto("/cypher")
    await page.get_by_label("Query", exact=True).fill(ROWS)
    await page.get_by_role("button", name="Run").click()
    first = page.locator("tbody td:first-child")
    await expect(first).to_have_text(["2", "10", "null"])
    await page.get_by_role("link", name="number").click()
    await page.get_by_role("link", name="number").click()
    await expect(first).to_have_text(["10", "2", "null"])
    async with page.expect_download() as download:
        await page.get_by_role("link", name="JSON").click()
    saved = await (await download.value).path()
    assert '"letter":"b"' in await asyncio.to_thread(saved.read_text)
    await page.get_by_label("Query", exact=True).fill("CREATE (:Intruder)")
    await page.get_by_role("button", name="Run").click()
    await expect(page.get_by_role("alert")).to_contain_text("only reading is possible", ignore_case=True)
    await page.get_by_label("Query", exact=True).fill("RETURN 1 AS x")
    await page.get_by_role("button", name="Run").click()
    await page.get_by_label("Save this query as").fill(f"Plain {user}")
    await page.get_by_role("button", name="Save", exact=True).click()
    await page.get_by_role("button", name=f"Remove Plain {user}").click()
    await expect(page.get_by_role("button", name=f"Remove Plain {user}")).to_have_count(0)
    await context.close()
