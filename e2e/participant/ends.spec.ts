import { expect, test } from "@playwright/test";
import type { Protocol } from "../../lib/domain/survey/protocol.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { makeStudy } from "../../prisma/factories/make-study.ts";
import { SessionPage } from "./session-page.ts";

/** Every end sends people somewhere of its own. */
function withReturns(protocol: Protocol): Protocol {
  const ends = Object.fromEntries(
    Object.entries(protocol.ends).map(([outcome, end]) => [
      outcome,
      { ...end, returnUrl: `https://recruiter.example/${outcome}` },
    ]),
  ) as Protocol["ends"];
  const steps = protocol.steps.map((step) => (step.kind === "items" ? { ...step, dwellSeconds: 0 } : step));
  return { ...protocol, ends, steps };
}

async function outcomes(studyId: string): Promise<string[]> {
  const { rows } = await pool().query("SELECT outcome::text FROM session WHERE study_id = $1 ORDER BY started_at", [
    studyId,
  ]);
  return rows.map((row) => row.outcome);
}

async function expectEnd(
  session: SessionPage,
  heading: string,
  outcome: string,
  studyId: string,
  hasScript: boolean,
): Promise<void> {
  await session.expectHeading(heading);
  await expect(session.page.getByRole("link", { name: "Go back to where you came from" })).toHaveAttribute(
    "href",
    `https://recruiter.example/${outcome}`,
  );
  expect(await outcomes(studyId)).toEqual([outcome]);
  expect(await session.scrollsSideways()).toBe(false);
  // axe is a script itself.
  if (hasScript) expect(await session.accessibilityProblems()).toEqual([]);
}

for (const hasScript of [true, false]) {
  test.describe(`${hasScript ? "with a script at 1280" : "without a script at 320"} pixels`, () => {
    test.use({ javaScriptEnabled: hasScript, viewport: { width: hasScript ? 1280 : 320, height: 800 } });

    test(`no consent: nothing is asked, and nobody's id is kept`, async ({ page }) => {
      const study = await makeStudy({ protocol: withReturns });
      const session = new SessionPage(page);
      await page.goto(`/s/${study.slug}?pid=shy`);
      await page.getByRole("button", { name: "I do not want to take part" }).click();
      await expectEnd(session, "That is fine", "no-consent", study.id, hasScript);
      const { rows } = await pool().query("SELECT 1 FROM entry_identity WHERE study_id = $1", [study.id]);
      expect(rows).toEqual([]);
    });

    test(`screened out: by the most used language`, async ({ page }) => {
      const study = await makeStudy({ protocol: withReturns });
      const session = new SessionPage(page);
      await page.goto(`/s/${study.slug}`);
      await session.agree();
      await session.answerLanguages("Another language");
      await expectEnd(session, "Thank you for your interest", "screened-out", study.id, hasScript);
    });

    test(`over quota: when the stratum is full`, async ({ page }) => {
      const study = await makeStudy({ items: 1, design: { perStratumItem: 1, factors: [] }, protocol: withReturns });
      await pool().query("UPDATE slot SET is_done = true WHERE study_id = $1", [study.id]);
      const session = new SessionPage(page);
      await page.goto(`/s/${study.slug}`);
      await session.agree();
      await session.answerLanguages();
      await session.answerAboutYou();
      await expectEnd(session, "All places are taken", "over-quota", study.id, hasScript);
    });

    test(`quality: when an attention question is failed`, async ({ page }) => {
      const study = await makeStudy({
        protocol: (protocol) => ({
          ...withReturns(protocol),
          steps: [
            {
              kind: "questions",
              key: "attention",
              title: "One check",
              text: "",
              questions: [
                {
                  type: "choice",
                  key: "colour",
                  label: "Please choose green.",
                  help: "",
                  choices: [
                    { value: "red", label: "Red", endsAs: "quality" },
                    { value: "green", label: "Green", endsAs: null },
                  ],
                },
              ],
            },
            ...withReturns(protocol).steps,
          ],
        }),
      });
      const session = new SessionPage(page);
      await page.goto(`/s/${study.slug}`);
      await page.getByRole("button", { name: "I agree and want to take part" }).click();
      await session.expectHeading("One check");
      await page.getByLabel("Red").check();
      await session.next();
      await expectEnd(session, "We have to stop here", "quality", study.id, hasScript);
    });
  });
}

for (const javaScriptEnabled of [true, false]) {
  test(`withdrawn: half-way, ${javaScriptEnabled ? "with" : "without"} a script, the answers are gone`, async ({
    browser,
  }) => {
    const study = await makeStudy({ protocol: withReturns });
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    const session = new SessionPage(page);
    await page.goto(`/s/${study.slug}?pid=leaver`);
    await session.goToAnswer();
    await page.getByRole("link", { name: "Withdraw" }).click();
    await expect(page.getByText("This cannot be undone.", { exact: false })).toBeVisible();
    // axe is a script itself.
    if (javaScriptEnabled) expect(await session.accessibilityProblems()).toEqual([]);
    await page.getByRole("button", { name: "Withdraw and erase my answers" }).click();
    await session.expectHeading("You have withdrawn");
    expect(await outcomes(study.id)).toEqual(["withdrawn"]);
    const kept = await pool().query(
      `SELECT given FROM step_answer JOIN session ON session.id = session_id WHERE study_id = $1 AND key <> 'consent'`,
      [study.id],
    );
    expect(kept.rows.every((row) => Object.keys(row.given).length === 0)).toBe(true);
    const identity = await pool().query("SELECT external_id FROM entry_identity WHERE study_id = $1", [study.id]);
    expect(identity.rows[0].external_id).toMatch(/^erased:/);
    await context.close();
  });
}

test("a paused, a closed and an unknown study say so", async ({ page }) => {
  const study = await makeStudy();
  await pool().query("UPDATE study SET status = 'paused' WHERE id = $1", [study.id]);
  await page.goto(`/s/${study.slug}`);
  await expect(page.getByRole("heading", { name: "The study is paused" })).toBeVisible();
  const closed = await makeStudy();
  await pool().query("UPDATE study SET status = 'closed' WHERE id = $1", [closed.id]);
  await page.goto(`/s/${closed.slug}`);
  await expect(page.getByRole("heading", { name: "The study is over" })).toBeVisible();
  const unknown = await page.goto("/s/no-such-study");
  expect(unknown?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "There is no study here" })).toBeVisible();
});

test("inside a recruiter's frame, without cookies", async ({ browser, baseURL }) => {
  const { createServer } = await import("node:http");
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" });
    response.end(
      `<!DOCTYPE html><title>Recruiter</title><iframe src="${frameUrl}" width="700" height="900" title="study"></iframe>`,
    );
  });
  let frameUrl = "";
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`;
  const study = await makeStudy({ protocol: (protocol) => ({ ...withReturns(protocol), frameAncestors: [origin] }) });
  frameUrl = `${baseURL}/s/${study.slug}?workerId=w&assignmentId=a&hitId=h`;
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(origin);
  const frame = page.frameLocator("iframe");
  await frame.getByRole("button", { name: "I agree and want to take part" }).click();
  await frame
    .getByRole("group", { name: /first language/ })
    .getByLabel("Yes")
    .check();
  await frame.getByLabel("English", { exact: true }).check();
  await frame.getByRole("button", { name: "Continue" }).click();
  await frame.getByLabel("18 to 29").check();
  await frame.getByLabel("Male", { exact: true }).check();
  await frame.getByRole("button", { name: "Continue" }).click();
  await expect(frame.getByRole("heading", { name: "The story" })).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  const { rows } = await pool().query(
    "SELECT source, external_id, parameters FROM entry_identity WHERE study_id = $1",
    [study.id],
  );
  expect(rows).toEqual([{ source: "mturk", external_id: "w", parameters: { assignmentId: "a", hitId: "h" } }]);
  await context.close();
  server.close();
});
