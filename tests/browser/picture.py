"""The picture of a report in README and documentation: ``nox -s picture`` makes it again."""

import io
import shutil
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

import runsnap
from tests.browser.conftest import QUIET

ROOT = Path(__file__).resolve().parents[2]
PICTURE = ROOT / "docs" / "assets" / "report.png"
EXAMPLE = ROOT / "examples" / "runs-compared" / "first.json"
SHOWN_STEP = 6
SIZE = {"width": 1240, "height": 1010}
COLOURS = 96


def main():
    """Draw the report of the example, with one step chosen, in few colours."""
    html = runsnap.report_html(runsnap.Capture.load(EXAMPLE))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=QUIET)
        page = browser.new_page(viewport=SIZE, color_scheme="light")
        page.set_content(html)
        page.get_by_role("option").nth(SHOWN_STEP).click()
        page.mouse.move(1, 1)
        page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); }")
        drawn = Image.open(io.BytesIO(page.screenshot()))
        browser.close()
    few = drawn.convert("RGB").quantize(COLOURS, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE)
    few.save(PICTURE, optimize=True)
    print(f"{PICTURE.relative_to(ROOT)}: {PICTURE.stat().st_size:,} bytes")


if __name__ == "__main__":
    main()
