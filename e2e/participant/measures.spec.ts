import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { signEntry } from "../../lib/server/studies/entry-signature.ts";
import { makeStudy, withDwell } from "../../prisma/factories/make-study.ts";
import { languages, withLanguages } from "./languages.ts";
import { SessionPage } from "./session-page.ts";

/** What Street's questions are answered with, by the names of their fields, which no language changes. */
const answers: Record<string, string> = {
  "first-language": "yes",
  "most-used-language": "english",
  age: "18-29",
  gender: "female",
  choice: "true",
};

const form = (page: Page) => page.locator("form[data-screen]");
/** Which screen is shown; "end" once there is no form, null while a page is on its way. */
const screenOf = (page: Page) =>
  page
    .evaluate(() => {
      if (document.readyState !== "complete" || !document.querySelector("main h1")) return null;
      return document.querySelector("form[data-screen]")?.getAttribute("data-screen") ?? "end";
    })
    .catch(() => null);
const expectScreen = (page: Page, screen: string) => expect.poll(() => screenOf(page)).toBe(screen);

/** Answers what is asked on a screen and sends it; the first button goes on. */
async function goOn(page: Page): Promise<void> {
  for (const [name, value] of Object.entries(answers)) {
    const radio = form(page).locator(`input[name="${name}"][value="${value}"]`);
    if ((await radio.count()) > 0) await radio.check();
  }
  const text = form(page).locator("textarea");
  if ((await text.count()) > 0) await text.fill("12");
  await form(page).locator("button[type=submit]").first().click();
}

async function expectFit(page: Page): Promise<void> {
  expect(await new SessionPage(page).scrollsSideways(), page.url()).toBe(false);
}

async function openLink(context: BrowserContext, link: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(link);
  return page;
}

for (const javaScriptEnabled of [true, false]) {
  for (const width of [320, 1280]) {
    const mode = { javaScriptEnabled, viewport: { width, height: 800 } };
    test(`nobody is lost ${javaScriptEnabled ? "with" : "without"} a script at ${width} pixels`, async ({
      browser,
    }) => {
      const study = await makeStudy();
      const { rows } = await pool().query("SELECT entry_secret FROM study WHERE id = $1", [study.id]);
      const unsigned = `/s/${study.slug}?pid=one`;
      const link = `${unsigned}&sig=${signEntry(rows[0].entry_secret, "pid=one")}`;
      const context = await browser.newContext(mode);
      const page = await openLink(context, link);
      // The number is in the address until the session has begun.
      await page.reload();
      expect(page.url()).toContain("pid=one");
      await expectFit(page);
      await goOn(page);
      await expectScreen(page, "1");
      await page.reload();
      await expectScreen(page, "1");
      await goOn(page);
      await expectScreen(page, "2");
      await expectFit(page);
      const address = page.url();
      await page.goBack().catch(() => null);
      await page.goForward().catch(() => null);
      await expectScreen(page, "2");

      const tab = await openLink(context, address);
      await goOn(page);
      await expectScreen(page, "3");
      await goOn(tab);
      await expectScreen(tab, "3");
      await tab.close();
      await expectFit(page);
      await goOn(page);
      await expectScreen(page, "4");
      await expectFit(page);

      const device = await browser.newContext(mode);
      const stranger = await openLink(device, unsigned);
      const heading = stranger.getByRole("heading", { level: 1, name: "You have been here before" });
      await expect(heading).toBeInViewport();
      await expect(heading).toBeFocused();
      const second = await openLink(device, link);
      await second.getByRole("button", { name: "Continue where you stopped" }).click();
      await expectScreen(second, "4");
      await goOn(second);
      await expectScreen(second, "5");
      await goOn(second);
      await expectScreen(second, "end");
      await expectFit(second);
      await device.close();

      // The session has moved to the second device. The first one says what to do: its link leads to the end and the code.
      await page.reload();
      await expect(page.getByText(/Please go back to the link that you were given/)).toBeVisible();
      await page.goto(link);
      await page.getByRole("button", { name: "Show the last page again" }).click();
      await expectScreen(page, "end");
      const code = (await page.locator(".code").textContent()) ?? "";
      await page.goto(`/s/${study.slug}/code`);
      await page.getByRole("textbox", { name: "Your code" }).fill(code.toLowerCase());
      await page.getByRole("button", { name: "Look it up" }).click();
      await expect(page.getByRole("heading", { level: 1, name: "What is stored about you" })).toBeVisible();
      await expectFit(page);
      await page.getByRole("button", { name: "Withdraw and erase my answers" }).click();
      await expect(page.getByText(/were erased on/)).toBeVisible();
      await context.close();
      const kept = await pool().query(
        "SELECT count(*)::int AS n, count(*) FILTER (WHERE answer <> '{}')::int AS said FROM response WHERE study_id = $1",
        [study.id],
      );
      expect(kept.rows[0].said).toBe(0);
    });
  }
}

for (const { tag, direction, colorScheme, width } of languages) {
  test(`a whole session in ${tag}, ${colorScheme} at ${width} pixels, with nothing for axe to find`, async ({
    browser,
  }) => {
    const study = await makeStudy({ protocol: (protocol) => withLanguages(withDwell(protocol, 1)) });
    const context = await browser.newContext({
      colorScheme,
      viewport: { width, height: 800 },
      reducedMotion: "reduce",
    });
    const page = await openLink(context, `/s/${study.slug}?lang=${tag}`);
    const session = new SessionPage(page);
    const expectWell = async () => {
      expect(await page.locator("html").getAttribute("lang")).toBe(tag);
      expect(await page.locator("html").getAttribute("dir")).toBe(direction);
      expect(await session.accessibilityProblems(), await page.title()).toEqual([]);
      await expectFit(page);
    };
    for (let screen = 0; screen <= 5; screen += 1) {
      await expectScreen(page, String(screen));
      if (screen === 3) {
        expect(await page.locator(".dwell").evaluate((box) => getComputedStyle(box, "::after").animationName)).toBe(
          "none",
        );
        await expect(page.locator("[data-dwell-status]")).not.toBeEmpty();
      }
      await expectWell();
      await goOn(page);
    }
    await expectScreen(page, "end");
    await expectWell();
    for (const place of ["/data", "/withdraw"]) {
      await page.goto(
        `${page
          .url()
          .replace(/\/data$/, "")
          .replace(/\?.*/, "")}${place}`,
      );
      await expectWell();
    }
    expect(session.problems).toEqual([]);
    await context.close();
  });
}

test("weighs at most 12 kilobytes on its first screen, as it is sent, in one request to nobody else", async ({
  page,
  baseURL,
}) => {
  const study = await makeStudy({ protocol: withLanguages });
  const requests: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith("data:")) requests.push(request.url());
  });
  const response = await page.goto(`/s/${study.slug}`);
  expect(response?.headers()["content-encoding"]).toBe("gzip");
  const { responseBodySize } = (await response?.request().sizes()) ?? { responseBodySize: Number.NaN };
  expect(responseBodySize).toBeGreaterThan(1_024);
  expect(responseBodySize).toBeLessThanOrEqual(12 * 1024);
  expect(requests).toEqual([`${baseURL}/s/${study.slug}`]);
});
