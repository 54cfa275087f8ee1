import { chromium, type Page } from "playwright";
import { prepareAnnotators } from "../../e2e/annotation-load-test/prepare-annotators.ts";
import { browserSettings, findBrowser } from "../../lib/supervisor/find-browser.ts";

export interface NextOnScreenFigures {
  items: number;
  p50: number;
  p95: number;
  most: number;
}

/**
 * Measures how long an annotator waits in a browser: from the key that submits an item to the frame that shows the next
 * one, for an annotator who looks at each item until the next one is fetched. In milliseconds of the browser's clock;
 * null if there is no browser. Reads the database of the environment.
 */
export async function measureNextOnScreen(baseUrl: string, items = 20): Promise<NextOnScreenFigures | null> {
  if (!findBrowser()) return null;
  const { collection, cookies } = await prepareAnnotators(Math.ceil(items / 2) + 2, 1);
  const [name, value] = (cookies[0] as string).split("=") as [string, string];
  const browser = await chromium.launch(browserSettings());
  try {
    const context = await browser.newContext({ locale: "en-GB", viewport: { width: 1280, height: 800 } });
    await context.addCookies([{ name, value, url: baseUrl }]);
    const page = await context.newPage();
    await page.goto(`${baseUrl}/annotate/queue/${collection.id}`);
    await page.locator("h1[tabindex]").getByText("story_1", { exact: true }).waitFor();
    await page.evaluate(watchHeading);
    // The first item counts for nothing: the browser reads the code of the workspace while it is on the screen.
    for (let done = 0; done <= items; done += 1) await judge(page);
    const times = (await page.evaluate(() => (window as unknown as Watched).nextOnScreen)).slice(1);
    const sorted = times.toSorted((left, right) => left - right);
    const at = (share: number) => rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
    return { items: times.length, p50: at(0.5), p95: at(0.95), most: at(1) };
  } finally {
    await browser.close();
  }
}

/** "a" and Enter, as for any untouched item, and the next one looked at until what follows it is there. */
async function judge(page: Page): Promise<void> {
  const seen = await page.evaluate(() => (window as unknown as Watched).nextOnScreen.length);
  const isAhead = page.waitForResponse((response) => response.url().includes("/annotation/next"));
  await page.keyboard.press("a");
  await page.keyboard.press("Enter");
  await page.waitForFunction((count) => (window as unknown as Watched).nextOnScreen.length > count, seen);
  await (await isAhead).finished();
  await page.locator('[data-save="saved"]').waitFor();
  // No one judges a story faster.
  await page.waitForTimeout(300);
}

interface Watched {
  nextOnScreen: number[];
}

/** Runs in the page, so that it can name nothing outside itself: notes for each Enter when a frame with another item's heading had been drawn. */
function watchHeading(): void {
  const watched = window as unknown as Watched;
  watched.nextOnScreen = [];
  let shown = document.querySelector("h1:not(.sr-only)")?.textContent ?? null;
  let pressedAt: number | null = null;
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.key === "Enter") pressedAt = event.timeStamp;
    },
    true,
  );
  new MutationObserver(() => {
    const now = document.querySelector("h1:not(.sr-only)")?.textContent ?? null;
    if (now === null || now === shown) return;
    shown = now;
    if (pressedAt === null) return;
    const began = pressedAt;
    pressedAt = null;
    // A task after the next frame begins when that frame is done.
    requestAnimationFrame(() => setTimeout(() => watched.nextOnScreen.push(performance.now() - began)));
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}
