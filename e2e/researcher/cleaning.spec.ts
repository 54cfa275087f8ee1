import { expect, type Page, test } from "@playwright/test";
import { defaultAnalysisPlan } from "../../lib/domain/results/plan/analysis-plan.ts";
import type { PlannedCleaningRule } from "../../lib/domain/survey/cleaning/cleaning-rules.ts";
import { processMeasures } from "../../lib/domain/survey/cleaning/rated-answer.ts";
import { installation } from "../../lib/server/platform/access/access.ts";
import { pool } from "../../lib/server/platform/database/pool.ts";
import { saveAnalysisPlan } from "../../lib/server/studies/draft/study-plan.ts";
import { makePerson } from "../../prisma/factories/make-person.ts";
import { type MadeStudy, makeStudy, withoutDwell } from "../../prisma/factories/make-study.ts";
import { speaksEnglish, startWalker } from "../../prisma/factories/walk-session.ts";
import { expectWellMade } from "../look.ts";
import { openEntries } from "../open-entries.ts";
import { walk } from "../session/walk.ts";
import { signIn } from "../sign-in.ts";

/** Words that occur only on pages that show an answer, its condition or a model. */
const options = ["Zanzibar", "Quito", "Ulaanbaatar"];
const modelName = "Sequoia-70B";
const rules: PlannedCleaningRule[] = [
  { rule: "gibberish", limit: 50, action: "review" },
  { rule: "pasted", limit: 80, action: "review" },
  { rule: "scripted", limit: 1, action: "review" },
  { rule: "left-page", limit: 0.1, action: "review" },
];
const reason = "The letter was sent before the harbour froze.";

test("how an explanation is entered is reported as counts, and flags what no person typed", async ({ browser }) => {
  const study = await makeCleanedStudy();
  const enter: Record<string, (page: Page) => Promise<void>> = {
    typed: (page) => page.getByRole("textbox").pressSequentially(reason),
    // An input method, a phone keyboard or dictation: text without a key.
    dictated: async (page) => {
      await page.getByRole("textbox").focus();
      await page.keyboard.insertText(reason);
    },
    pasted: async (page) => {
      await page.getByRole("textbox").pressSequentially("So it was.");
      await page.keyboard.press("Control+A");
      await page.keyboard.press("Control+C");
      for (let time = 0; time < 6; time += 1) {
        await page.keyboard.press("End");
        await page.keyboard.press("Control+V");
      }
    },
    scripted: (page) =>
      page.getByRole("textbox").evaluate((field, text) => {
        (field as HTMLTextAreaElement).value = text;
        field.dispatchEvent(new InputEvent("input", { bubbles: true }));
      }, reason),
    silently: (page) =>
      page.getByRole("textbox").evaluate((field, text) => {
        (field as HTMLTextAreaElement).value = text;
      }, reason),
  };
  const processes: Record<string, unknown> = {};
  for (const [name, work] of Object.entries(enter)) {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`/s/${study.slug}`);
    await walk(page, "0", "4");
    await page.getByRole("radio").first().check();
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("textbox")).toBeVisible();
    await work(page);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.locator("form[data-screen]")).toHaveCount(0);
    const { rows } = await pool().query(
      `SELECT process FROM session_screen JOIN session ON session.id = session_id
       WHERE study_id = $1 AND process IS NOT NULL ORDER BY session.started_at DESC, session_screen.screen DESC LIMIT 1`,
      [study.id],
    );
    processes[name] = rows[0].process;
    await context.close();
  }
  const none = { typed: 0, pasted: 0, composed: 0, scripted: 0, restored: 0, hidden: 0, hiddenMs: 0 };
  expect(processes).toMatchObject({
    typed: { ...none, typed: reason.length, keys: reason.length },
    dictated: { ...none, typed: reason.length, keys: 0 },
    pasted: { ...none, typed: 10, pasted: 60 },
    scripted: { ...none, scripted: 1 },
    silently: { ...none, scripted: 1 },
  });
  const { claims } = await makePerson({ projectId: study.projectId, role: "researcher" });
  const page = await (await browser.newContext()).newPage();
  await signIn(page.context(), claims);
  await page.goto(`/research/studies/${study.id}/responses/cleaning`);
  const found = page.getByRole("table", { name: "Flagged answers by rule" });
  await expect(found.getByRole("row", { name: /^Pasted without typing/ })).toContainText(/Reviewed\s*1\s*1\s*0/);
  await expect(found.getByRole("row", { name: /^Scripted input/ })).toContainText(/Reviewed\s*2\s*2\s*0/);
  await expect(found.getByRole("row", { name: /^Gibberish/ })).toContainText(/Reviewed\s*0\s*0\s*1/);
  await page.context().close();
});

test("flagged answers are rated blind by two raters with the keyboard, adjudicated, and reversed", async ({
  browser,
  page,
}) => {
  const study = await makeCleanedStudy();
  await answerStudy(study);
  const researcher = await makePerson({ projectId: study.projectId, role: "researcher" });
  await signIn(page.context(), researcher.claims);
  const base = `/research/studies/${study.id}/responses`;

  await test.step("the page shows each rule, its evidence and where it does not apply", async () => {
    await page.goto(`${base}/cleaning`);
    const row = page.getByRole("table", { name: "Flagged answers by rule" }).getByRole("row", { name: /^Gibberish/ });
    await expect(row).toContainText(/Limit: 50 % of words.*Reviewed\s*3\s*3\s*0.*other scripts/);
    await openEntries(page);
    await expect(page.getByText("100 % of words; limit 50; “sdfkjh”, “wlkrj”").first()).toBeVisible();
    await expectWellMade(page);
    await row.getByRole("link", { name: "3" }).click();
    await expect(page.getByText("3 of 3", { exact: true })).toBeVisible();
    await expect(page.getByRole("table", { name: "Answers" }).getByText("Gibberish", { exact: true })).toHaveCount(3);
    await page.getByLabel("Flag").selectOption("none");
    await page.getByRole("button", { name: "Show these" }).click();
    await expect(page.getByText("5 of 5", { exact: true })).toBeVisible();
  });

  await test.step("the review mixes them with a random sample", async () => {
    await page.goto(`${base}/cleaning`);
    await page.getByRole("button", { name: "Start the review" }).click();
    await expect(page.getByText("3 flagged answers and 1 sampled answer added.")).toBeVisible();
  });

  const secrets = await secretsOf(study);
  const raters = [
    await makePerson({ projectId: study.projectId, role: "rater" }),
    await makePerson({ projectId: study.projectId, role: "rater" }),
  ];
  for (const [number, { claims }] of raters.entries()) {
    await test.step(`rater ${number + 1} rates with keys, and receives no answer, correctness, condition or model`, async () => {
      const context = await browser.newContext({ viewport: number === 0 ? null : { width: 360, height: 740 } });
      await signIn(context, claims);
      const workspace = await context.newPage();
      const bodies: Promise<string>[] = [];
      workspace.on("response", (response) => {
        const type = response.headers()["content-type"] ?? "";
        if (/html|json|x-component|text\/plain/.test(type)) bodies.push(response.text().catch(() => ""));
      });
      await workspace.goto("/");
      await workspace.goto("/annotate");
      await expect(workspace).toHaveURL(/\/annotate\/rating$/);
      await expect(workspace.getByText("0 of 4", { exact: true })).toBeVisible();
      await expectWellMade(workspace);
      for (let rated = 0; rated < 4; rated += 1) {
        await expect(workspace.getByText(`${rated} of 4`, { exact: true })).toBeVisible();
        await expect(workspace.getByText("Where was the letter sent?", { exact: true })).toBeVisible();
        for (const label of Object.values(processMeasures)) await expect(workspace.getByText(label)).toBeVisible();
        const explanation = (await workspace.getByRole("region", { name: "Explanation" }).textContent()) ?? "";
        const isGibberish = explanation.includes("sdfkjh");
        if (isGibberish && explanation.includes("one")) {
          await workspace.keyboard.press("n");
          await workspace.keyboard.type(number === 0 ? "Not sure about e." : "No language.");
          await workspace.keyboard.press("Escape");
          await workspace.keyboard.press(number === 0 ? "u" : "e");
        } else await workspace.keyboard.press(isGibberish ? "e" : "k");
      }
      await expect(workspace.getByRole("heading", { name: "You have rated every answer" })).toBeVisible();
      await expectWellMade(workspace);
      const received = (await Promise.all(bodies)).join("\n");
      expect(received).toContain("Where was the letter sent?");
      expect(secrets.filter((secret) => received.includes(secret))).toEqual([]);
      for (const path of [base, `${base}/cleaning`, `${base}/cleaning/adjudicate`])
        expect((await workspace.goto(path))?.status()).toBe(404);
      await context.close();
    });
  }

  await test.step("the researcher adjudicates without the answer, and sees agreement with its interval", async () => {
    await page.goto(`${base}/cleaning`);
    await expect(page.getByText("Raw agreement")).toBeVisible();
    await expect(page.getByText("n = 4 answers").first()).toBeVisible();
    await expectWellMade(page);
    await page.getByRole("link", { name: "Adjudicate" }).click();
    await expect(page.getByText("No language.")).toBeVisible();
    await expect(page.getByRole("main")).not.toContainText(new RegExp(options.join("|")));
    await expectWellMade(page);
    await page.keyboard.press("u");
    await expect(page.getByRole("heading", { name: "No answers to adjudicate" })).toBeVisible();
    await page.getByRole("link", { name: "Cleaning" }).last().click();
    await expect(page.getByText("kept and counted; 1 further answer kept")).toBeVisible();
    const exclusions = page.getByRole("table", { name: "Exclusions by rule" });
    await expect(exclusions.getByRole("row", { name: /review: gibberish/ })).toContainText(/Somebody\s*2\s*2\s*0/);
  });

  await test.step("results with and without the excluded answers are side by side", async () => {
    await page.goto(`/research/studies/${study.id}/results/exclusions`);
    const row = page.getByRole("row", { name: /^All conditions Mean individual accuracy/ });
    // Of eight answers, two are excluded.
    await expect(row).toContainText(/n = 6 answers.*n = 8 answers/);
    await expectWellMade(page);
  });

  await test.step("an exclusion is reversed for an answer, and a person is excluded and counted again", async () => {
    await page.goto(`${base}?excluded=yes`);
    const line = page.getByRole("table", { name: "Answers" }).getByRole("row").nth(1);
    await expect(line).toContainText("Excluded: Review by two raters");
    await line.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await expect(page.getByText("1 of 1", { exact: true })).toBeVisible();
    await page.goto(`${base}?flag=none`);
    await page
      .getByRole("link", { name: /the whole session/ })
      .first()
      .click();
    await page.getByRole("button", { name: "Exclude this person" }).click();
    await page
      .getByRole("dialog")
      .getByRole("radio", { name: /^A test/ })
      .check();
    await page.getByRole("dialog").getByRole("button", { name: "Exclude" }).click();
    await expect(page.getByText("1 answer of 1 excluded: A test.")).toBeVisible();
    await expectWellMade(page);
    await page.getByRole("button", { name: "Undo the exclusions" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await expect(page.getByText("0 answers of 1 excluded.")).toBeVisible();
  });
});

/** An open study about one question whose options occur nowhere else, and a model that has answered it. */
async function makeCleanedStudy(): Promise<MadeStudy> {
  const study = await makeStudy({
    open: true,
    protocol: withoutDwell,
    lines: oneItem(),
    design: { factors: [{ name: "optionOrder", levels: ["given", "reversed"] }], perStratumItem: 8 },
  });
  const plan = defaultAnalysisPlan();
  await saveAnalysisPlan(
    installation,
    study.id,
    { ...plan, models: [modelName], exclusions: { ...plan.exclusions, cleaning: rules } },
    "The rules of this test.",
  );
  await pool().query("INSERT INTO model (id, project_id, name) VALUES (gen_random_uuid(), $1, $2)", [
    study.projectId,
    modelName,
  ]);
  return study;
}

async function* oneItem(): AsyncGenerator<string> {
  yield JSON.stringify({
    id: "letter",
    kind: "choice",
    story: { id: "harbour", title: "The harbour", text: "Ana sent a letter before the harbour froze." },
    text: "Where was the letter sent?",
    options,
    gold: 0,
    attributes: { order: 1 },
  });
}

/** Three people write gibberish and five an explanation. */
async function answerStudy(study: MadeStudy): Promise<void> {
  const said = ["sdfkjh wlkrj", "sdfkjh wlkrj sdlkfj one", "sdfkjh wlkrj xcvxcv"];
  for (let number = 0; number < 8; number += 1) {
    const walker = await startWalker(study);
    const answers: Record<string, string>[] = [
      { consent: "yes" },
      speaksEnglish,
      { age: ["18-29", "30-39"][number % 2]!, gender: number % 4 < 2 ? "female" : "male" },
      {},
      { choice: `option-${number % 3}` },
      { explanation: said[number] ?? `${reason} ${number}` },
    ];
    for (const [screen, fields] of answers.entries()) await walker.post(screen, fields);
  }
}

/**
 * All texts that would reveal to a rater how and by whom an answer was given, under which condition, or what models
 * answered.
 */
async function secretsOf(study: MadeStudy): Promise<string[]> {
  const { rows } = await pool().query(
    `SELECT response.id::text AS response, session_id::text AS session, answer_key, condition.key AS condition,
       condition_id::text, stratum.label AS stratum, stratum.key AS "stratumKey"
     FROM response JOIN condition ON condition.id = condition_id JOIN stratum ON stratum.id = stratum_id
     WHERE response.study_id = $1`,
    [study.id],
  );
  expect(rows).toHaveLength(8);
  return [
    ...options,
    ...new Set(rows.flatMap((row) => Object.values<string>(row))),
    "optionOrder",
    modelName,
    "isCorrect",
    "answerKey",
    "gibberish",
    "Gibberish",
    study.id,
  ];
}
