import { expect, test } from "@playwright/test";
import type { Outcome, Protocol } from "../../lib/domain/survey/protocol.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { makeStudy, withoutDwell } from "../../prisma/factories/make-study.ts";
import { SessionPage } from "./session-page.ts";
import { expectFit, expectScreen, goOn, modes } from "./walk.ts";

/** Every end has a separate redirect. */
function withReturns(protocol: Protocol): Protocol {
  const ends = Object.fromEntries(
    Object.entries(protocol.ends).map(([outcome, end]) => [
      outcome,
      { ...end, returnUrl: `https://recruiter.example/${outcome}` },
    ]),
  ) as Protocol["ends"];
  return { ...withoutDwell(protocol), ends, contact: longAddress };
}

/** Wider than a phone, and without a position at which it can be wrapped. */
const longAddress = `https://university.example/${"department".repeat(20)}`;

function withAttention(protocol: Protocol): Protocol {
  const attention: Protocol["steps"][number] = {
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
  };
  return { ...protocol, steps: [attention, ...protocol.steps] };
}

async function outcomes(studyId: string): Promise<string[]> {
  const { rows } = await pool().query("SELECT outcome::text FROM session WHERE study_id = $1 ORDER BY started_at", [
    studyId,
  ]);
  return rows.map((row) => row.outcome);
}

async function answersGiven(studyId: string): Promise<number> {
  const { rows } = await pool().query(
    `SELECT count(*)::int AS n FROM step_answer JOIN session ON session.id = session_id
     WHERE study_id = $1 AND outcome = 'withdrawn' AND key <> 'consent' AND given <> '{}'`,
    [studyId],
  );
  return rows[0].n;
}

/** The answers on the way to each end, screen by screen from the consent; the last one ends the session. */
const ways: { outcome: Outcome; heading: string; given: Record<string, string>[] }[] = [
  { outcome: "quality", heading: "We have to stop here", given: [{}, { colour: "red" }] },
  {
    outcome: "screened-out",
    heading: "Thank you for your interest",
    given: [{}, { colour: "green" }, { "most-used-language": "other" }],
  },
  // The only slot of this stratum, so the next participant is over quota.
  { outcome: "complete", heading: "Thank you", given: [{}, { colour: "green" }, {}, {}, {}, {}, {}] },
  { outcome: "over-quota", heading: "All places are taken", given: [{}, { colour: "green" }, {}, {}] },
];

for (const { name, hasScript, width, options } of modes) {
  test(`every end ${name} is told, stored, and leads back to where people came from`, async ({ browser }) => {
    const study = await makeStudy({
      items: 1,
      design: { perStratumItem: 1, factors: [] },
      protocol: (protocol) => withAttention(withReturns(protocol)),
    });
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const session = new SessionPage(page);
    const expected: Outcome[] = [];
    const arrive = (who: string) => page.goto(`/s/${study.slug}?pid=${who}`);
    const expectWell = async () => {
      await expect(page.getByText(longAddress)).toBeVisible();
      await expectFit(page);
      // axe is a script itself, and a wider page is the same document.
      if (hasScript && width === 320) expect(await session.accessibilityProblems()).toEqual([]);
    };
    const expectEnd = async (outcome: Outcome, heading: string) => {
      await session.expectHeading(heading);
      await expect(page.getByRole("link", { name: "Go back to where you came from" })).toHaveAttribute(
        "href",
        `https://recruiter.example/${outcome}`,
      );
      expected.push(outcome);
      expect(await outcomes(study.id)).toEqual(expected);
      await expectWell();
    };
    const answer = async (given: Record<string, string>[]) => {
      for (const [screen, fields] of given.entries()) {
        await expectScreen(page, String(screen));
        await goOn(page, fields);
      }
    };

    await test.step("no consent: nothing is asked, and nobody's id is kept", async () => {
      await arrive("shy");
      await page.getByRole("button", { name: "I do not want to take part" }).click();
      await expectEnd("no-consent", "That is fine");
      const { rows } = await pool().query("SELECT 1 FROM entry_identity WHERE study_id = $1", [study.id]);
      expect(rows).toEqual([]);
    });

    await test.step("withdrawn half-way: the answers are gone, and the place is free again", async () => {
      await arrive("leaver");
      await answer([{}, { colour: "green" }, {}, {}, {}]);
      await expectScreen(page, "5");
      await page.getByRole("link", { name: "Withdraw" }).click();
      await expect(page.getByText("This cannot be undone.", { exact: false })).toBeVisible();
      await expectFit(page);
      if (hasScript && width === 320) expect(await session.accessibilityProblems()).toEqual([]);
      await page.getByRole("button", { name: "Withdraw and erase my answers" }).click();
      await expectEnd("withdrawn", "You have withdrawn");
      expect(await answersGiven(study.id)).toBe(0);
      const { rows } = await pool().query("SELECT external_id FROM entry_identity WHERE study_id = $1", [study.id]);
      expect(rows[0].external_id).toMatch(/^erased:/);
    });

    let address = "";
    for (const { outcome, heading, given } of ways) {
      await test.step(outcome, async () => {
        await arrive(outcome);
        await answer(given);
        await expectEnd(outcome, heading);
        if (outcome === "complete") address = page.url().replace(/\?.*/, "");
      });
    }

    await test.step("withdrawn after the end, by the private page: kept first, then erased", async () => {
      await page.goto(address);
      await page.getByRole("link", { name: "Your private page" }).click();
      await session.expectHeading("What is stored about you");
      await expectFit(page);
      await page.getByRole("button", { name: "Withdraw and keep my answers" }).click();
      await session.expectHeading("You have withdrawn");
      expect(await outcomes(study.id)).toEqual(expected.map((one) => (one === "complete" ? "withdrawn" : one)));
      expect(await answersGiven(study.id)).toBeGreaterThan(0);
      await page.goto(`${address}/data`);
      await page.getByRole("button", { name: "Withdraw and erase my answers" }).click();
      await expect.poll(() => answersGiven(study.id)).toBe(0);
      await page.goto(`${address}/data`);
      await expect(page.getByRole("button", { name: /^Withdraw/ })).toHaveCount(0);
    });
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
  frameUrl = `${baseURL}/s/${study.slug}?workerId=A1W2&assignmentId=a&hitId=h`;
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(origin);
  const frame = page.frameLocator("iframe");
  await frame.getByRole("button", { name: "I agree and want to take part" }).click();
  for (const name of [/United Kingdom/, /first language/])
    await frame.getByRole("group", { name }).getByLabel("Yes").check();
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
  expect(rows).toEqual([{ source: "mturk", external_id: "A1W2", parameters: { assignmentId: "a", hitId: "h" } }]);
  await context.close();
  server.close();
});
