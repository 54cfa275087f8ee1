import { expect, type Page, test } from "@playwright/test";
import { manyItemsDraft, manyItemsProtocol } from "../../lib/domain/survey/presets/many-items.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { decryptStoredSecret } from "../../lib/server/platform/settings/stored-secret.ts";
import { mintToken } from "../../lib/server/sessions/session-token.ts";
import { signEntry } from "../../lib/server/studies/entry/entry-signature.ts";
import { makeStudy, withDwell, withoutDwell } from "../../prisma/factories/make-study.ts";
import { languages, withLanguages } from "./languages.ts";
import { SessionPage } from "./session-page.ts";
import { expectFit, expectScreen, goOn, modes, openLink } from "./walk.ts";

for (const { name, options } of modes) {
  test(`nobody is lost ${name}`, async ({ browser, request }) => {
    const study = await makeStudy();
    const { rows } = await pool().query("SELECT entry_secret FROM study WHERE id = $1", [study.id]);
    const unsigned = `/s/${study.slug}?pid=one`;
    const sig = signEntry(await decryptStoredSecret("entry-links", rows[0].entry_secret), "pid=one");
    const link = `${unsigned}&sig=${sig}`;
    const answers = async () => {
      const given = await pool().query("SELECT answer_key FROM response WHERE study_id = $1", [study.id]);
      return given.rows.map((row) => row.answer_key);
    };
    const context = await browser.newContext(options);
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
    await goOn(page);
    await expectScreen(page, "3");
    await expectFit(page);
    await goOn(page);
    await expectScreen(page, "4");
    const address = page.url();
    await page.goBack().catch(() => null);
    await page.goForward().catch(() => null);
    await expectScreen(page, "4");
    await expectFit(page);

    // If two tabs answer, the first answer counts, and the other tab shows the current screen of the session.
    const tab = await openLink(context, address);
    await goOn(page, { choice: "true" });
    await expectScreen(page, "5");
    await goOn(tab, { choice: "false" });
    await expectScreen(tab, "5");
    expect(await answers()).toEqual(["true"]);
    await tab.close();

    const device = await browser.newContext(options);
    const stranger = await openLink(device, unsigned);
    const heading = stranger.getByRole("heading", { level: 1, name: "You have been here before" });
    await expect(heading).toBeInViewport();
    await expect(heading).toBeFocused();
    await expect(stranger.getByText(/each person can take part once/)).toBeVisible();
    const forged = { study: study.slug, token: mintToken(), pid: "one", sig: "0".repeat(64) };
    const refused = await request.post("/api/v1/sessions/resume", { data: forged });
    expect([refused.status(), (await refused.json()).error.field]).toEqual([422, "sig"]);
    const second = await openLink(device, link);
    await second.getByRole("button", { name: "Continue where you stopped" }).click();
    await expectScreen(second, "5");
    await goOn(second);
    await expectScreen(second, "end");
    await expectFit(second);
    await device.close();

    // The session has moved to the second device. The first device explains what to do: its link opens the end page
    // with the code.
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
    const people = await pool().query("SELECT source, external_id FROM entry_identity WHERE study_id = $1", [study.id]);
    expect(people.rows).toEqual([{ source: "pid", external_id: "one" }]);
    expect(await answers()).toEqual(["true"]);
    await page.getByRole("button", { name: "Withdraw and erase my answers" }).click();
    await expect(page.getByText(/were erased on/)).toBeVisible();
    await context.close();
    const { rows: kept } = await pool().query("SELECT answer FROM response WHERE study_id = $1", [study.id]);
    expect(kept).toEqual([{ answer: {} }]);
  });
}

for (const { name, hasScript, width, options } of modes) {
  test(`whole sessions in other languages ${name}, with nothing for axe to find`, async ({ browser }) => {
    const dwellSeconds = hasScript ? 1 : 0;
    const study = await makeStudy({
      items: languages.length,
      protocol: (protocol) => withLanguages(withDwell(protocol, dwellSeconds)),
    });
    const colorScheme = width === 320 ? "dark" : "light";
    const context = await browser.newContext({ ...options, colorScheme, reducedMotion: "reduce" });
    for (const { tag, name: own, direction, axeAt } of languages) {
      const page = await openLink(context, `/s/${study.slug}?pid=${tag}`);
      const session = new SessionPage(page);
      const expectWell = async () => {
        expect(await page.locator("html").getAttribute("lang")).toBe(tag);
        expect(await page.locator("html").getAttribute("dir")).toBe(direction);
        await expectFit(page);
        // axe is a script itself.
        if (hasScript && width === axeAt) {
          expect(await session.accessibilityProblems(), await page.title()).toEqual([]);
        }
      };
      await page.getByRole("navigation").getByRole("link", { name: own }).click();
      await page.waitForURL(`**/s/${study.slug}?pid=${tag}&lang=${tag}`);
      for (const screen of ["0", "1", "2", "3", "4", "5"]) {
        await expectScreen(page, screen);
        if (screen === "3" && dwellSeconds > 0) await expectStillDwell(page);
        await expectWell();
        await goOn(page);
      }
      await expectScreen(page, "end");
      await expectWell();
      const address = page.url().replace(/\?.*/, "");
      for (const place of ["/data", "/withdraw"]) {
        await page.goto(`${address}${place}`);
        await expectWell();
      }
      expect(session.problems).toEqual([]);
      await page.close();
    }
    await context.close();
    const { rows } = await pool().query("SELECT language FROM session WHERE study_id = $1 ORDER BY started_at", [
      study.id,
    ]);
    expect(rows.map(({ language }) => language)).toEqual(languages.map(({ tag }) => tag));
  });
}

/** The reading time is shown, and nothing is animated for people who prefer reduced motion. */
async function expectStillDwell(page: Page): Promise<void> {
  expect(await page.locator(".dwell").evaluate((box) => getComputedStyle(box, "::after").animationName)).toBe("none");
  await expect(page.locator("[data-dwell-status]")).not.toBeEmpty();
}

async function* verses(): AsyncGenerator<string> {
  for (const id of ["first", "second"]) {
    const story = { id: "verse", title: "", text: "Roses are red,\nviolets are blue." };
    yield JSON.stringify({ id, kind: "true-false", story, text: `The ${id} statement.`, gold: true });
  }
}

test("keeps the lines of a verse, the progress bar in forced colours, and a folded story in print", async ({
  page,
}) => {
  const { composition, conditions } = manyItemsDraft();
  const study = await makeStudy({
    lines: verses(),
    design: {
      itemsPerSession: 2,
      strata: [{ key: "all", label: "All", criteria: {} }],
      factors: Object.entries(conditions).map(([name, levels]) => ({ name, levels: [...levels] })),
      composition,
    },
    protocol: () => withoutDwell(manyItemsProtocol()),
  });
  await page.goto(`/s/${study.slug}`);
  for (const screen of ["0", "1"]) {
    await expectScreen(page, screen);
    await goOn(page);
  }
  await expectScreen(page, "2");
  const verse = page.getByText("Roses are red,");
  const lineHeight = await verse.evaluate((element) => Number.parseFloat(getComputedStyle(element).lineHeight));
  expect((await verse.boundingBox())?.height).toBeGreaterThan(1.5 * lineHeight);
  // The answer, and a reason that no one has to give.
  for (const screen of ["2", "3"]) {
    await expectScreen(page, screen);
    await goOn(page);
  }
  await expectScreen(page, "4");
  await expect(page.getByText("Same story as before")).toBeVisible();
  await page.getByText("Same story as before").click();
  await expect(verse).toBeHidden();

  await page.emulateMedia({ forcedColors: "active" });
  const bar = page.locator("progress");
  const seen = await bar.screenshot();
  await bar.evaluate((element: HTMLProgressElement) => {
    element.value = 0;
  });
  expect(await bar.screenshot()).not.toEqual(seen);
  await page.emulateMedia({ forcedColors: "none", media: "print" });
  await expect(verse).toBeVisible();
  await expect(page.getByText("The second statement.").or(page.getByText("The first statement."))).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
});

test("weighs at most 14 kilobytes on its first screen, as it is sent, in one request to nobody else", async ({
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
  expect(responseBodySize).toBeLessThanOrEqual(14 * 1024);
  expect(requests).toEqual([`${baseURL}/s/${study.slug}`]);
});
