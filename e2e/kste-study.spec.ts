import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { Readable } from "node:stream";
import { type Browser, expect, type Locator, type Page, test } from "@playwright/test";
import { toBenchmarkRows } from "../lib/domain/annotation/documents/benchmark-rows.ts";
import { documentFromItem } from "../lib/domain/annotation/documents/item-document.ts";
import { formatItemRow } from "../lib/domain/interchange/format-item-row.ts";
import { readKsteLine } from "../lib/domain/interchange/kste/jsonl.ts";
import type { KsteItem } from "../lib/domain/stories/items/kste-item.ts";
import { plainComposition } from "../lib/domain/survey/composition/study-composition.ts";
import type { StudyDraft } from "../lib/domain/survey/studies/study-draft.ts";
import { importItems } from "../lib/server/items/import-items.ts";
import { makeImportSource } from "../lib/server/items/import-lines.ts";
import { importPredictions } from "../lib/server/models/import-predictions.ts";
import { pool } from "../lib/server/platform/database/pool.ts";
import { createFromDraft } from "../lib/server/studies/draft/create-from-draft.ts";
import { startDraft } from "../lib/server/studies/draft/start-draft.ts";
import { listStudyBenchmarks } from "../lib/server/studies/list-study-benchmarks.ts";
import { moveStudy } from "../lib/server/studies/run/move-study.ts";
import { makePairs } from "../prisma/factories/make-collection.ts";
import { makePerson, makeProject } from "../prisma/factories/make-person.ts";
import { SessionPage } from "./session/session-page.ts";
import { modes, screenOf } from "./session/walk.ts";
import { signIn } from "./sign-in.ts";

/** An open study of the paper's human evaluation about these items, as the preset has it but for `changes`. */
async function evaluation(preset: string, items: readonly KsteItem[], changes: Partial<StudyDraft> = {}) {
  const { id: projectId } = await makeProject();
  const researcher = await makePerson({ projectId, role: "researcher" });
  const rows = toBenchmarkRows(
    items.map((item) => ({
      document: documentFromItem(item),
      origin: { externalId: item.id, groupKey: item.sourceId ?? item.id, knowledgeType: null },
    })),
  ).map(formatItemRow);
  await importItems({
    projectId,
    benchmarkName: "Stories on trial",
    ...makeImportSource("made.jsonl", Readable.from([Buffer.from(rows.join("\n"))])),
    actorId: null,
  });
  const benchmarks = await listStudyBenchmarks(researcher.actor, projectId);
  const slug = `kste-${randomUUID().slice(0, 8)}`;
  const draft = { ...(startDraft(preset, benchmarks) as StudyDraft), name: "Human evaluation", slug, ...changes };
  const { id } = await createFromDraft(researcher.actor, projectId, draft);
  await moveStudy(researcher.actor, id, "open");
  return { id, slug, projectId, researcher, draft };
}

/** From the consent page to the first story. */
async function begin(page: Page, slug: string): Promise<SessionPage> {
  const session = new SessionPage(page);
  await page.goto(`/s/${slug}`);
  await page.getByRole("button", { name: "I agree and want to take part" }).click();
  await session.expectHeading("How it works");
  await goOn(page, () => session.next());
  return session;
}

const isFaulty = (page: Page) => page.getByRole("checkbox", { name: /passed the empty chest/ });
/** Taps a sentence in the story. */
const tapSentence = (tick: Locator) => tick.locator("xpath=following-sibling::label").click();
const save = (page: Page) => page.getByRole("button", { name: "Continue" }).click();
/** Every line of a sentence, and every word of the open one, that is less than 44 pixels high, or a word less wide. */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const lines = [...document.querySelectorAll(".sentence:not(.open) label")].flatMap((label) => [
      ...label.getClientRects(),
    ]);
    const words = [...document.querySelectorAll(".sentence.open .word")].map((word) => word.getBoundingClientRect());
    if (lines.length === 0 || words.length === 0) return ["nothing to tap"];
    return [
      ...lines.filter(({ height }) => height < 43.99).map(({ height }) => `a line of ${height}`),
      ...words
        .filter(({ height, width }) => Math.min(height, width) < 43.99)
        .map(({ height, width }) => `a word of ${width} x ${height}`),
    ];
  });
/** Saves and waits until another screen is shown, as a new page or inserted by the script. */
const saveAndGoOn = (page: Page) => goOn(page, () => save(page));

/** Continues to the next screen and waits until it is completely loaded. */
async function goOn(page: Page, act: () => Promise<void>): Promise<void> {
  await expect.poll(() => screenOf(page), often).not.toBeNull();
  const before = await screenOf(page);
  await act();
  await expect.poll(async () => [before, null].includes(await screenOf(page)), often).toBe(false);
}

/** On a phone the story is above its instruction, and both are above the question. */
async function expectStoryFirst(page: Page): Promise<void> {
  const tops = [".story", ".instruction", ".beside-question"].map(async (part) => {
    const box = await page.locator(`.beside > ${part}, .beside > * ${part}`).first().boundingBox();
    return box?.y ?? Number.NaN;
  });
  const [story = 0, instruction = 0, question = 0] = await Promise.all(tops);
  expect(story).toBeLessThan(instruction);
  expect(instruction).toBeLessThan(question);
}

/** Hundreds of screens are walked here, each there within a few hundredths of a second. */
const often = { intervals: [20] };

async function open(browser: Browser, options: Parameters<Browser["newContext"]>[0]) {
  const context = await browser.newContext(options);
  return { context, page: await context.newPage() };
}

test("two people find errors in fifty stories each, one without a script and one to the word, and the paper's row comes out", async ({
  browser,
}) => {
  const study = await evaluation("kste-consistency", makePairs(50));
  expect(study.draft).toMatchObject({ itemsPerSession: 50, conditions: { ablation: ["plain"] } });

  const plain = await open(browser, { javaScriptEnabled: false });
  await begin(plain.page, study.slug);
  // A person who selects two sentences and then answers that there is no error is asked again, and the selection is
  // kept.
  const ticks = plain.page.getByRole("checkbox");
  const taps = plain.page.locator(".sentence label");
  await taps.nth(0).click();
  await taps.nth(1).click();
  await plain.page.getByLabel("No, the story holds together").check();
  await save(plain.page);
  await expect(plain.page.getByText("You selected words but chose that there is no error")).not.toHaveCount(0);
  await expect(ticks.nth(0)).toBeChecked();
  await expect(ticks.nth(1)).toBeChecked();
  await taps.nth(0).click();
  await taps.nth(1).click();
  for (let number = 1; number <= 50; number += 1) {
    const faulty = isFaulty(plain.page);
    if ((await faulty.count()) > 0) {
      await plain.page.getByLabel("Yes, there is a logical error").check();
      await tapSentence(faulty);
    } else await plain.page.getByLabel("No, the story holds together").check();
    await saveAndGoOn(plain.page);
  }
  await expect(plain.page.getByRole("heading", { level: 1, name: "Thank you" })).toBeVisible();
  await plain.context.close();

  const scripted = await open(browser, { viewport: { width: 390, height: 800 } });
  const session = await begin(scripted.page, study.slug);
  await scripted.page.getByRole("checkbox").first().waitFor();
  await expectStoryFirst(scripted.page);
  expect(await session.accessibilityProblems()).toEqual([]);
  expect(await session.scrollsSideways()).toBe(false);
  let isAdjusted = false;
  for (let number = 1; number <= 50; number += 1) {
    const faulty = isFaulty(scripted.page);
    if ((await faulty.count()) > 0) {
      await tapSentence(faulty);
      // A person who selects a sentence has found an error.
      await expect(scripted.page.getByLabel("Yes, there is a logical error")).toBeChecked();
      if (!isAdjusted) {
        // "Ann passed the empty chest 3 without a glance.": only the first six words remain selected, by keyboard.
        await expect(scripted.page.getByText("Words selected: 9")).toBeAttached();
        expect(await smallTargets(scripted.page)).toEqual([]);
        await faulty.focus();
        await scripted.page.keyboard.press("Enter");
        await scripted.page.keyboard.press("Space");
        await expect(scripted.page.getByText("Words selected: 1")).toBeAttached();
        for (let word = 2; word <= 6; word += 1) {
          await scripted.page.keyboard.press("ArrowRight");
          await scripted.page.keyboard.press("Space");
        }
        await expect(scripted.page.getByText("Words selected: 6")).toBeAttached();
        expect(await session.accessibilityProblems()).toEqual([]);
        await scripted.page.keyboard.press("Escape");
        await expect(faulty).toBeFocused();
        isAdjusted = true;
      }
    } else await scripted.page.getByLabel("No, the story holds together").check();
    await saveAndGoOn(scripted.page);
  }
  await session.expectHeading("Thank you");
  expect(session.problems).toEqual([]);
  await scripted.context.close();

  const workspace = await open(browser, {});
  await signIn(workspace.context, study.researcher.claims);
  await workspace.page.goto(`/research/studies/${study.slug}/results/errors`);
  const row = workspace.page.getByRole("row", { name: /plain story/ });
  const cells = row.getByRole("cell");
  for (const place of [0, 1, 2]) await expect(cells.nth(place)).toHaveText(/^1\.00/);
  await expect(cells.nth(0)).toContainText("n = 50, 2 people");
  await expect(cells.nth(2)).toContainText("n = 100, 2 people");
  // Of fifty erroneous stories, one was marked with six of its nine words: (49 + 2/3) / 50.
  await expect(cells.nth(3)).toHaveText(/^0\.99/);
  await expect(cells.nth(4)).toHaveText(/^1\.00/);
  await workspace.context.close();
});

test("what is highlighted is a condition: it is seen, told, and a row of its own in the results", async ({
  browser,
}) => {
  const study = await evaluation("kste-consistency", makePairs(2), {
    conditions: { ablation: ["event", "event-knowledge", "attention"] },
    perStratumItem: 3,
    itemsPerSession: 4,
    composition: plainComposition,
  });
  const seen = new Set<string>();
  for (let person = 1; person <= 3; person += 1) {
    const { context, page } = await open(browser, { javaScriptEnabled: false, colorScheme: "dark" });
    await begin(page, study.slug);
    for (let number = 1; number <= 4; number += 1) {
      const [events, knowledge] = [
        await page.locator("mark.event").count(),
        await page.locator("mark.knowledge").count(),
      ];
      const isTold = await page.getByText("Pay attention to what each character can know").count();
      const faulty = await isFaulty(page).count();
      if (faulty > 0)
        seen.add(`${events > 0 ? "event " : ""}${knowledge > 0 ? "knowledge " : ""}${isTold > 0 ? "told" : ""}`.trim());
      await page.getByLabel(faulty > 0 ? "Yes, there is a logical error" : "No, the story holds together").check();
      if (faulty > 0) await tapSentence(isFaulty(page));
      await saveAndGoOn(page);
    }
    await expect(page.getByRole("heading", { level: 1, name: "Thank you" })).toBeVisible();
    await context.close();
  }
  expect([...seen].sort()).toEqual(["event", "event knowledge", "told"]);
  const { context, page } = await open(browser, {});
  await signIn(context, study.researcher.claims);
  await page.goto(`/research/studies/${study.slug}/results/errors`);
  for (const name of [/^event highlighted/, /^event and knowledge highlighted/, /^told to attend to knowledge/]) {
    await expect(page.getByRole("row", { name })).toContainText("n = 4");
  }
  // A model that was shown the story without its marks saw another stimulus, which must be signed off.
  const prediction = { model: "Model X", item: "story_1", condition: { ablation: "event" }, answer: "consistent" };
  const prompt = "Is there a logical error in this story? Ann went home.";
  await importPredictions({
    projectId: study.projectId,
    benchmarkId: study.draft.benchmarkId ?? "",
    source: "journey",
    ...makeImportSource("p.jsonl", Readable.from([Buffer.from(JSON.stringify({ ...prediction, prompt }))])),
    actorId: null,
  });
  await page.goto(`/research/studies/${study.slug}/results/parity`);
  await expect(page.getByText("in 1 stimulus without sign-off")).toBeVisible();
  await expect(page.getByRole("article", { name: /story_1/ })).toContainText("Different content");
  await page.getByText("Sign off story_1").click();
  const form = page.getByRole("form", { name: "Sign off story_1" });
  await form.getByLabel("Your name").fill("Ada Lovelace");
  await form.getByLabel("Why this is acceptable").fill("A trial of the import.");
  await form.getByRole("button", { name: "Sign" }).click();
  await expect(page.getByText("Signed off by Ada Lovelace")).toBeVisible();
  await expect(page.getByText("All stimuli with different content are signed off")).toBeVisible();
  await context.close();
});

for (const { name, hasScript, options } of modes) {
  test(`${name}, the error is found in the story and stored by its words`, async ({ browser }) => {
    const study = await evaluation("kste-consistency", makePairs(1), {
      perStratumItem: 1,
      itemsPerSession: 2,
      composition: plainComposition,
    });
    const { context, page } = await open(browser, options);
    await begin(page, study.slug);
    for (let number = 1; number <= 2; number += 1) {
      const faulty = isFaulty(page);
      if ((await faulty.count()) > 0) {
        await tapSentence(faulty);
        if (hasScript) expect(await smallTargets(page)).toEqual([]);
        else await page.getByLabel("Yes, there is a logical error").check();
      } else await page.getByLabel("No, the story holds together").check();
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await saveAndGoOn(page);
    }
    await expect(page.getByRole("heading", { level: 1, name: "Thank you" })).toBeVisible();
    const { rows } = await pool().query(
      "SELECT answer ->> 'choice' AS choice, jsonb_array_length(answer -> 'spans') AS spans FROM response WHERE study_id = $1 ORDER BY 1",
      [study.id],
    );
    expect(rows).toEqual([
      { choice: "consistent", spans: 0 },
      { choice: "error", spans: 1 },
    ]);
    await context.close();
  });
}

test("two people choose what happens next, with and without a script, the options in either order", async ({
  browser,
}) => {
  const lines = readFileSync(new URL("../content/kste/knp.jsonl", import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  const questions = lines.map((line, at) => readKsteLine(line, at + 1)?.item as KsteItem);
  const right = new Set(questions.map((item) => (item.kind === "knp" ? item.answerWithoutKnowledge : "")));
  const study = await evaluation("kste-next-action", questions, { itemsPerSession: 12 });
  expect(study.draft.conditions).toEqual({ ablation: ["plain"], optionOrder: ["0-1", "1-0"] });
  const firstIsRight: boolean[] = [];
  for (const javaScriptEnabled of [false, true]) {
    const { context, page } = await open(browser, { javaScriptEnabled });
    const session = await begin(page, study.slug);
    for (let number = 1; number <= 12; number += 1) {
      await expect(page.getByRole("radio")).toHaveCount(2);
      const options = await page.locator("label.option").allTextContents();
      const place = options.findIndex((option) => right.has(option.trim()));
      firstIsRight.push(place === 0);
      if (javaScriptEnabled && number === 1) expect(await session.accessibilityProblems()).toEqual([]);
      await page.getByRole("radio").nth(place).check();
      await saveAndGoOn(page);
    }
    await expect(page.getByRole("heading", { level: 1, name: "Thank you" })).toBeVisible();
    await context.close();
  }
  // Each question occurs once in each order, so exactly half of the correct answers came first.
  expect(firstIsRight.filter(Boolean)).toHaveLength(12);
  const { context, page } = await open(browser, {});
  await signIn(context, study.researcher.claims);
  await page.goto(`/research/studies/${study.slug}/results`);
  await expect(page.locator("main")).toContainText("100.0%");
  await context.close();
});
