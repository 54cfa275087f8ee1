import { createHash } from "node:crypto";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import type { Protocol } from "../../lib/domain/survey/protocol.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { mintToken } from "../../lib/server/sessions/session-token.ts";
import { type MadeStudy, makeStudy, withoutDwell } from "../../prisma/factories/make-study.ts";
import { SessionPage } from "./session-page.ts";
import { expectFit, expectScreen, goOn, modes, walk } from "./walk.ts";

const prolific = "https://app.prolific.com";
const taken = (code: string) => `${prolific}/submissions/complete?cc=${code}`;

/** A study of Prolific with codes for people who finish and who are screened out, and no other codes. */
function recruited(protocol: Protocol): Protocol {
  const { complete, "screened-out": screenedOut } = protocol.ends;
  return {
    ...withoutDwell(protocol),
    recruiter: { kind: "prolific", name: "", idParameter: "", otherParameters: [] },
    ends: {
      ...protocol.ends,
      complete: { ...complete, code: "CDONE1" },
      "screened-out": { ...screenedOut, code: "CSCREEN" },
    },
  };
}

/** A participant ID of Prolific's form for a name. */
function idOf(person: string): string {
  return createHash("sha256").update(person).digest("hex").slice(0, 24);
}

function linkTo(study: MadeStudy, person: string): string {
  return `/s/${study.slug}?PROLIFIC_PID=${idOf(person)}&STUDY_ID=s&SESSION_ID=of-${person}`;
}

/** A context in which Prolific's site is played by the test. */
async function playProlific(context: BrowserContext): Promise<void> {
  await context.route(`${prolific}/**`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<!DOCTYPE html><title>Prolific</title><h1>Thank you</h1>" }),
  );
}

async function outcomeOf(study: MadeStudy, person: string): Promise<string | null | undefined> {
  const { rows } = await pool().query(
    `SELECT outcome::text FROM entry_identity JOIN session ON session.id = session_id
     WHERE entry_identity.study_id = $1 AND external_id = $2`,
    [study.id, idOf(person)],
  );
  return rows[0]?.outcome;
}

/** The end is shown without an automatic redirect. */
async function expectEndToStay(page: Page, code: string): Promise<void> {
  await expectScreen(page, "end");
  await expect(page.getByRole("link", { name: "Finish on Prolific" })).toHaveAttribute("href", taken(code));
  await expect(page.locator(".code")).toHaveText(code);
  await expect(page.locator("[data-redirect], meta[http-equiv=refresh]")).toHaveCount(0);
}

async function expectRefused(page: Page, link: string, status: number, sentence: string | RegExp): Promise<void> {
  const response = await page.goto(link);
  expect(response?.status()).toBe(status);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByText(sentence)).toBeVisible();
  await expect(page.getByRole("button")).toHaveCount(0);
  await expectFit(page);
}

for (const { name, hasScript, options } of modes) {
  test.describe(name, () => {
    test("somebody whom Prolific sends finishes, is led back with the code, and finds the end again", async ({
      browser,
    }) => {
      const study = await makeStudy({ protocol: recruited });
      const context = await browser.newContext(options);
      await playProlific(context);
      const page = await context.newPage();
      // The script shortens the wait before the redirect; without a script the browser waits the full time.
      if (hasScript) await page.clock.install();
      await page.goto(linkTo(study, "ann"));
      await page.reload();
      expect(new URL(page.url()).search).toBe(`?PROLIFIC_PID=${idOf("ann")}&STUDY_ID=s&SESSION_ID=of-ann`);
      await walk(page, "0", "end");
      const address = page.url().replace(/\?.*/, "");
      await expect(page.getByRole("status").filter({ hasText: "Prolific" })).toBeVisible();
      await expect(page.getByRole("link", { name: "Finish on Prolific" })).toHaveAttribute("href", taken("CDONE1"));
      await expect(page.locator(".code")).toHaveText("CDONE1");
      expect(await outcomeOf(study, "ann")).toBe("complete");
      await expectFit(page);
      if (hasScript) {
        expect(await new SessionPage(page).accessibilityProblems()).toEqual([]);
        await page.clock.fastForward(10_000);
      }
      await page.waitForURL(taken("CDONE1"));

      await page.goBack();
      await expectEndToStay(page, "CDONE1");
      await page.goto(address);
      await expectEndToStay(page, "CDONE1");

      // The recruiter's link also opens the end page in the browser of the session; no second session is started.
      await page.goto(linkTo(study, "ann"));
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      await expect(page.getByRole("button", { name: /agree/ })).toHaveCount(0);
      if (hasScript) {
        await page.locator(".resume").getByRole("link").click();
        await expectEndToStay(page, "CDONE1");
      }
      const { rows } = await pool().query("SELECT 1 FROM session WHERE study_id = $1", [study.id]);
      expect(rows).toHaveLength(1);
      await context.close();
    });

    test("whoever is screened out may stay and finish by hand, and an end without a code asks to return", async ({
      browser,
    }) => {
      const study = await makeStudy({ protocol: recruited });
      const context = await browser.newContext(options);
      await playProlific(context);
      const page = await context.newPage();
      if (hasScript) await page.clock.install();
      await page.goto(linkTo(study, "bob"));
      await goOn(page);
      await expectScreen(page, "1");
      await goOn(page, { "most-used-language": "other" });
      await expectScreen(page, "end");
      await page.getByRole("link", { name: "Stay on this page" }).click();
      await expectEndToStay(page, "CSCREEN");
      if (hasScript) await page.clock.fastForward(60_000);
      await page.reload();
      await expectEndToStay(page, "CSCREEN");
      expect(await outcomeOf(study, "bob")).toBe("screened-out");
      await page.getByRole("link", { name: "Finish on Prolific" }).click();
      await page.waitForURL(taken("CSCREEN"));

      await page.goto(linkTo(study, "cat"));
      await page.getByRole("button", { name: "I do not want to take part" }).click();
      await expectScreen(page, "end");
      await expect(page.getByText(/choose “Return”/)).toBeVisible();
      await expect(page.locator(`.code, a[href^="${prolific}"], [data-redirect]`)).toHaveCount(0);
      await expectFit(page);
      await context.close();
    });

    test("a person of a denied study, an unfilled link and a doubled one are refused before the consent", async ({
      browser,
      request,
    }) => {
      const past = await makeStudy();
      const study = await makeStudy({ protocol: recruited });
      await pool().query("INSERT INTO study_denial (study_id, denied_study_id) VALUES ($1, $2)", [study.id, past.id]);
      const begun = await request.post("/api/v1/sessions", {
        data: {
          study: past.slug,
          protocol: past.protocolVersionId,
          token: mintToken(),
          consent: "yes",
          PROLIFIC_PID: idOf("dan"),
        },
      });
      expect(begun.status()).toBe(200);
      const context = await browser.newContext(options);
      const page = await context.newPage();
      const session = new SessionPage(page);
      await expectRefused(page, linkTo(study, "dan"), 403, /choose “Return”/);
      if (hasScript) expect(await session.accessibilityProblems()).toEqual([]);
      const unfilled = linkTo(study, "x").replace(idOf("x"), encodeURIComponent("{{%PROLIFIC_PID%}}"));
      await expectRefused(page, unfilled, 400, /“PROLIFIC_PID” was not filled in/);
      if (hasScript) expect(await session.accessibilityProblems()).toEqual([]);
      const mistyped = linkTo(study, "x").replace(idOf("x"), "p1%E3%85%A4");
      await expectRefused(page, mistyped, 403, /does not have the form that this study expects/);
      if (hasScript) expect(await session.accessibilityProblems()).toEqual([]);
      await expectRefused(
        page,
        `${linkTo(study, "eve")}&PROLIFIC_PID=eva`,
        400,
        /“PROLIFIC_PID” is given more than once/,
      );
      const { rows } = await pool().query("SELECT 1 FROM session WHERE study_id = $1", [study.id]);
      expect(rows).toEqual([]);
      await context.close();
    });
  });
}
