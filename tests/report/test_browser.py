"""The page in a real browser, used with mouse and keyboard, in wide and narrow windows."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
#: No sandbox, because tests may run as root; no network traffic of the browser itself.
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip("no Chromium on this machine: apt-get install chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def address(html: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("report") / "index.html"
    path.write_text(html, encoding="utf-8")
    return path.as_uri()


@pytest.fixture
def tab(browser: Browser, address: str) -> Iterator[Page]:
    """Opens the page in a wide window; any console message or failed request fails the test."""
    complaints: list[str] = []
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.on("console", lambda message: complaints.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("requestfailed", lambda request: complaints.append(f"failed: {request.url}"))
    page.goto(address)
    yield page
    page.close()
    assert complaints == []


def column(page: Page, key: str) -> list[float]:
    """Returns the numbers of a column in the visible rows of the results, top to bottom."""
    cells = page.locator(f"#results tbody tr:not([hidden]) td.{key}")
    values = cells.evaluate_all("cells => cells.map(cell => cell.dataset.value)")
    return [float(value or "nan") for value in values]


def header(page: Page, key: str) -> str:
    return f"#results th.{key} button"


def test_a_click_sorts_and_a_second_one_turns_the_order(tab: Page) -> None:
    before = column(tab, "throughput")
    tab.click(header(tab, "throughput"))
    up = column(tab, "throughput")
    assert up == sorted(before) != before
    assert tab.get_attribute("#results th.throughput", "aria-sort") == "ascending"
    tab.click(header(tab, "throughput"))
    assert column(tab, "throughput") == up[::-1]
    assert tab.get_attribute("#results th.throughput", "aria-sort") == "descending"


def test_the_keyboard_sorts(tab: Page) -> None:
    tab.focus(header(tab, "area"))
    tab.keyboard.press("Enter")
    assert column(tab, "area") == sorted(column(tab, "area"))
    tab.click(header(tab, "fmax"))
    assert tab.locator("#results th[aria-sort]").count() == 1


def test_rows_without_a_figure_sort_last_both_ways(tab: Page) -> None:
    tab.select_option("select[name=target]", "")
    for _ in range(2):
        tab.click(header(tab, "fmax"))
        last = tab.locator("#results tbody tr:not([hidden]) td.target").last
        assert last.text_content() == "virtex-e"


def test_the_choices_keep_rows(tab: Page) -> None:
    shown = tab.locator("#results tbody tr:not([hidden])")
    routed = shown.count()
    tab.select_option("select[name=level]", "")
    assert shown.count() == 2 * routed
    tab.select_option("select[name=target]", "")
    assert shown.count() == tab.locator("#results tbody tr").count() == 6 * routed
    assert tab.text_content("output") == f"{6 * routed} of {6 * routed} runs"


def test_the_algorithm_and_the_origin_keep_rows(tab: Page) -> None:
    tab.select_option("select[name=algorithm]", "SHA-256")
    cells = tab.locator("#results tbody tr:not([hidden]) td.algorithm").all_text_contents()
    assert set(cells) == {"SHA-256"}
    tab.select_option("select[name=origin]", "measured")
    assert tab.locator("#results tbody tr:not([hidden])").count() == 0


def test_an_objective_sorts_and_marks_its_front(tab: Page) -> None:
    tab.select_option("select[name=algorithm]", "SHA-256")
    tab.select_option("select[name=objective]", "throughput")
    rates = column(tab, "throughput")
    assert rates == sorted(rates, reverse=True)
    rows = list(zip(rates, column(tab, "area"), strict=True))
    best = [r for r in rows if not any(_beats(other, r) for other in rows)]
    assert 0 < len(best) < len(rows)
    marked = tab.locator("#results tbody tr.front:not([hidden])")
    assert marked.count() == len(best)
    tab.check("input[name=front]")
    assert list(zip(column(tab, "throughput"), column(tab, "area"), strict=True)) == best
    tab.select_option("select[name=objective]", "cycles")
    assert column(tab, "cycles") == sorted(column(tab, "cycles"))
    tab.select_option("select[name=objective]", "")
    assert tab.locator("#results tr.front").count() == 0
    assert tab.is_disabled("input[name=front]")


def _beats(one: tuple[float, float], other: tuple[float, float]) -> bool:
    return one[0] >= other[0] and one[1] <= other[1] and one != other


def test_a_link_shows_the_same_view_again(tab: Page, address: str) -> None:
    tab.select_option("select[name=target]", "nangate45")
    tab.select_option("select[name=objective]", "throughput_one")
    tab.check("input[name=front]")
    shown = tab.locator("#results tbody tr:not([hidden])").all_text_contents()
    link = tab.get_attribute("a.permalink", "href")
    assert link is not None
    tab.select_option("select[name=target]", "")
    tab.goto(address + link)  # within the page
    assert tab.locator("#results tbody tr:not([hidden])").all_text_contents() == shown
    tab.reload()
    assert tab.locator("#results tbody tr:not([hidden])").all_text_contents() == shown
    assert tab.input_value("select[name=target]") == "nangate45"
    tab.goto(f"{address}#results?target=nothing&level=core")
    assert tab.input_value("select[name=target]") == ""
    assert tab.input_value("select[name=level]") == "core"
    assert not tab.is_checked("input[name=front]")


def test_a_run_leads_to_its_command(tab: Page) -> None:
    link = tab.locator("#results tbody tr:not([hidden]) td.run a").first
    target = link.get_attribute("href")
    link.click()
    assert target is not None
    command = tab.locator(f"[id='{target[1:]}']")
    command.wait_for(state="visible")
    assert "silicrypt implement" in (command.text_content() or "")


def test_points_of_the_plots_say_what_they_are(tab: Page) -> None:
    names = tab.locator('.plot.wide [role="graphics-symbol"] > title').all_text_contents()
    assert any(name.startswith("sha512-fast: ") for name in names)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_the_page_fits(tab: Page, width: int, scheme: str) -> None:
    tab.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    tab.set_viewport_size({"width": width, "height": 844})
    assert tab.evaluate("document.documentElement.scrollWidth") <= width
    # The first column stays in view, so it leaves room for the figures; also with a long origin.
    cell = tab.locator("#results tbody tr:not([hidden]) th").first
    origin = '<small class="origin">github.com/somebody/of-a-long-name @ 1234567890</small>'
    cell.evaluate("(cell, origin) => { cell.innerHTML += '<br>' + origin }", origin)
    first = cell.bounding_box()
    assert first is not None
    assert first["width"] < 0.6 * width
    assert tab.locator(".plot.wide").first.is_visible() == (width > 736)
    background = tab.evaluate("getComputedStyle(document.body).backgroundColor")
    assert background == ("rgb(20, 23, 28)" if scheme == "dark" else "rgb(253, 253, 252)")
