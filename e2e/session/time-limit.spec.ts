import { type BrowserContextOptions, expect, type Page, test } from "@playwright/test";
import { type Protocol, protocolSchema } from "../../lib/domain/survey/protocol.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { type MadeStudy, makeStudy } from "../../prisma/factories/make-study.ts";
import { findBlemishes } from "../look.ts";
import { expectFit, expectScreen, goOn, openLink } from "./walk.ts";

const limitSeconds = 9;

/** Screens: 0 consent, 1 time limit, 2 and 3 the items. */
function limited(made: Protocol): Protocol {
  const steps = made.steps.flatMap((step) =>
    step.kind === "items"
      ? [{ ...step, layout: "one-screen", explanation: null, timeLimitSeconds: limitSeconds, dwellSeconds: 0 }]
      : [],
  );
  return protocolSchema.parse({ ...made, steps });
}

function makeLimitedStudy(): Promise<MadeStudy> {
  const strata = [{ key: "all", label: "All", criteria: {} }];
  return makeStudy({ items: 2, design: { strata, itemsPerSession: 2 }, protocol: limited });
}

async function answersOf(study: MadeStudy): Promise<unknown[]> {
  const { rows } = await pool().query(
    "SELECT answer, answer_key, time_option FROM response WHERE study_id = $1 ORDER BY position",
    [study.id],
  );
  return rows;
}

async function choose(page: Page, option: string): Promise<void> {
  await expectScreen(page, "1");
  await page.getByRole("radio", { name: option }).check();
  await page.locator("main button[type=submit]").click();
  await expectScreen(page, "2");
}

const phone = { viewport: { width: 320, height: 700 }, colorScheme: "dark" } satisfies BrowserContextOptions;
const late = {
  answer: { timedOut: { draft: { choice: "true" } } },
  answer_key: "(timed out)",
  time_option: "standard",
};
const inTime = (option: string) => ({ answer: { choice: "true" }, answer_key: "true", time_option: option });

test("a time limit with a script: the draft is sent when the time is over, and the person goes on", async ({
  browser,
}) => {
  const study = await makeLimitedStudy();
  const page = await openLink(await browser.newContext(phone), `/s/${study.slug}`);
  await goOn(page);
  await expectScreen(page, "1");
  await expect(page.locator("main")).toContainText(`you have ${limitSeconds} seconds`);
  await page.locator("main button[type=submit]").click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectFit(page);
  await choose(page, "The time limit");
  await expect(page.getByRole("timer")).toHaveText(/^0:0\d left$/);
  await expectFit(page);
  const announced = await page.locator("[data-time-status]").evaluateHandle((status) => {
    const texts: string[] = [];
    new MutationObserver(() => texts.push(status.textContent ?? "")).observe(status, { childList: true });
    return texts;
  });
  await page.getByRole("radio", { name: "True" }).check();
  // Nothing is pressed.
  await expectScreen(page, "3");
  expect(await announced.jsonValue()).toHaveLength(1);
  await expect(page.getByText("before your answer arrived")).toBeVisible();
  await goOn(page);
  await expectScreen(page, "end");
  expect(await answersOf(study)).toEqual([late, inTime("standard")]);
});

test("a time limit without a script: a late answer is stored as timed out, and the person goes on", async ({
  browser,
}) => {
  const study = await makeLimitedStudy();
  const page = await openLink(await browser.newContext({ ...phone, javaScriptEnabled: false }), `/s/${study.slug}`);
  await goOn(page);
  await choose(page, "The time limit");
  await expect(page.getByRole("timer")).toContainText(/You have \d seconds? left/);
  await page.waitForTimeout((limitSeconds + 3) * 1_000);
  // A reload does not start the time again.
  await page.reload();
  await expect(page.getByRole("timer")).toContainText("The time for this question is over");
  await goOn(page);
  await expectScreen(page, "3");
  await expect(page.getByText("before your answer arrived")).toBeVisible();
  await goOn(page);
  await expectScreen(page, "end");
  expect(await answersOf(study)).toEqual([late, inTime("standard")]);
});

test("no time limit for people who choose so", async ({ browser }) => {
  const study = await makeLimitedStudy();
  const context = await browser.newContext();
  const page = await openLink(context, `/s/${study.slug}`);
  await goOn(page);
  await expectScreen(page, "1");
  expect(await findBlemishes(page, [320])).toEqual([]);
  await choose(page, "No time limit");
  await expect(page.getByRole("timer")).toHaveCount(0);
  await page.waitForTimeout((limitSeconds + 3) * 1_000);
  await expectScreen(page, "2");
  await goOn(page);
  await expectScreen(page, "3");
  await goOn(page);
  await expectScreen(page, "end");
  expect(await answersOf(study)).toEqual([inTime("none"), inTime("none")]);
});

test("twice the time, and the page that counts it, have no flaw in either theme", async ({ browser }) => {
  const study = await makeLimitedStudy();
  const page = await openLink(await browser.newContext(), `/s/${study.slug}`);
  await goOn(page);
  await choose(page, "Twice the time");
  await expect(page.getByRole("timer")).toHaveText(/^0:1\d left$/);
  // axe takes longer than the time of the item, which would replace the page.
  await page.evaluate(() => {
    for (let timer = 0; timer < 10_000; timer += 1) clearTimeout(timer);
  });
  expect(await findBlemishes(page, [320, 1280])).toEqual([]);
});
